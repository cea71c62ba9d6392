//! `kapok export` and `kapok import`: an import restores every record of an export, or nothing.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{as_text, demo_folder, expect_failure, expect_success, kapok, mode, run, text, with_little_room};

fn verified(folder: &Path) -> String {
    expect_success(&run(folder, &["verify", "--json"]))
}

/// An export without its first line, which holds the time of the export.
fn exported(folder: &Path, name: &str) -> (std::path::PathBuf, Vec<String>) {
    let file = folder.join(name);
    expect_success(&run(folder, &["export", as_text(&file)]));
    let lines = fs::read_to_string(&file).expect("text").lines().map(str::to_owned).collect::<Vec<_>>();
    (file, lines)
}

/// A line of an export without the text of the terms, which tells members to keep their passwords secret.
fn without_terms(line: &str) -> Cow<'_, str> {
    if !line.starts_with("{\"line\":\"termsVersions\"") {
        return line.into();
    }
    let mut terms = serde_json::from_str::<Value>(line).expect("a line");
    terms.as_object_mut().and_then(|fields| fields.remove("text")).expect("the text of the terms");
    terms.to_string().into()
}

#[test]
fn an_exported_programme_comes_back_to_the_point() {
    let old = demo_folder();
    let (file, lines) = exported(old.path(), "all.ndjson");
    assert!(lines[0].starts_with("{\"line\":\"kapok\",\"version\":2,"), "{}", lines[0]);
    assert_eq!(mode(&file), 0o600);
    for secret in ["argon2", "password", "secret", "pin_hash", "@kapok.example\",\"role"] {
        assert!(!lines.iter().any(|line| without_terms(line).contains(secret)), "the export holds {secret}");
    }
    expect_failure(&run(old.path(), &["export", as_text(&file)]), "a file that is not there yet");

    let new = tempfile::tempdir().expect("a folder");
    let tried = run(new.path(), &["import", "--dry-run", as_text(&file)]);
    assert!(expect_success(&tried).contains("can be imported"));
    expect_success(&run(new.path(), &["import", as_text(&file)]));
    assert_eq!(verified(new.path()), verified(old.path()));
    let (_, again) = exported(new.path(), "again.ndjson");
    assert!(again[1..] == lines[1..], "the copy of the copy differs");
    expect_failure(&run(new.path(), &["import", as_text(&file)]), "the programme is not empty");

    // An export as CSV tables can be imported too.
    let tables = old.path().join("tables");
    expect_success(&run(old.path(), &["export", "--format", "csv", as_text(&tables)]));
    let third = tempfile::tempdir().expect("a folder");
    expect_success(&run(third.path(), &["import", as_text(&tables)]));
    let (_, by_cells) = exported(third.path(), "third.ndjson");
    assert!(by_cells[1..] == lines[1..], "the CSV tables lose data");
}

#[test]
fn rules_of_a_file_without_an_order_keep_the_priorities_of_their_versions() {
    let old = demo_folder();
    let (_, lines) = exported(old.path(), "all.ndjson");
    let before = |line: &String| {
        let mut found: Value = serde_json::from_str(line).expect("a line");
        let of_rule = matches!(found["line"].as_str(), Some("earningRuleVersions" | "earningRuleSpans"));
        if let Some(fields) = found.as_object_mut().filter(|_| of_rule) {
            assert!(fields.remove("priority").is_some_and(|priority| priority.is_i64()));
        }
        found.to_string()
    };
    let new = tempfile::tempdir().expect("a folder");
    let path = new.path().join("before.ndjson");
    fs::write(&path, lines.iter().map(before).collect::<Vec<_>>().join("\n")).expect("written");
    expect_success(&run(new.path(), &["import", as_text(&path)]));
    let (_, again) = exported(new.path(), "again.ndjson");
    assert!(again[1..] == lines[1..], "a priority was lost");
}

#[test]
fn an_export_that_fails_leaves_nothing_behind_and_names_the_place() {
    let folder = demo_folder();
    let target = folder.path().join("target");
    let place = as_text(&target);
    for arguments in [&["export", place][..], &["export", "--format", "csv", place]] {
        let tried = with_little_room(&kapok(folder.path(), arguments), 40_000).output().expect("runs");
        expect_failure(&tried, &format!("the export to {place} failed, and nothing of it is kept"));
        assert!(!target.exists(), "a failed export leaves no partial file");
    }
    // A folder that existed before is not deleted.
    fs::create_dir(&target).expect("a folder");
    expect_failure(&run(folder.path(), &["export", "--format", "csv", place]), place);
    assert!(target.exists());
}

#[test]
fn tables_of_cells_are_not_for_standard_output() {
    let folder = demo_folder();
    let mut export = kapok(folder.path(), &["export", "--format", "csv", "-"]);
    expect_failure(&export.current_dir(folder.path()).output().expect("runs"), "needs a folder");
    assert!(!folder.path().join("-").exists());
}

#[test]
fn an_article_that_was_tampered_with_comes_in_clean() {
    let old = demo_folder();
    let (_, mut lines) = exported(old.path(), "all.ndjson");
    let article = lines.iter().position(|line| line.starts_with("{\"line\":\"articles\"")).expect("an article");
    lines[article] = lines[article].replacen("<p>", "<p><script>alert(1)</script><b onclick='steal()'>x</b>", 1);
    let file = old.path().join("tampered.ndjson");
    fs::write(&file, lines.join("\n")).expect("a file");
    let new = tempfile::tempdir().expect("a folder");
    expect_success(&run(new.path(), &["import", as_text(&file)]));
    let (_, kept) = exported(new.path(), "kept.ndjson");
    assert!(kept.iter().any(|line| line.contains("<p><b>x</b>")), "the article keeps its text");
    assert!(!kept.iter().any(|line| line.contains("<script") || line.contains("onclick")), "scripts came in");
}

#[test]
fn a_line_that_cannot_be_taken_is_named_and_nothing_comes_in() {
    let old = demo_folder();
    let (file, lines) = exported(old.path(), "all.ndjson");
    let new = tempfile::tempdir().expect("a folder");
    let place =
        |name: &str| lines.iter().position(|line| line.starts_with(&format!("{{\"line\":\"{name}\""))).expect(name);
    let (member, posting) = (place("members"), place("postings"));
    let mut bad = lines.clone();
    bad[member] = bad[member].replace("\"status\":\"active\"", "\"status\":\"king\"");
    bad[member + 1] = bad[member + 1].replace("{\"line\"", "{\"crown\":1,\"line\"");
    bad[posting] = "{not json".to_owned();
    bad.push("{\"line\":\"thrones\"}".to_owned());
    let path = new.path().join("bad.ndjson");
    fs::write(&path, bad.join("\n")).expect("written");
    let refused = run(new.path(), &["import", as_text(&path)]);
    assert_eq!(refused.status.code(), Some(1));
    let told = text(&refused.stdout);
    for (line, why) in [
        (member + 1, "CHECK constraint failed"),
        (member + 2, "members have no \"crown\""),
        (posting + 1, "is no JSON object"),
        (bad.len(), "there are no lines called \"thrones\""),
    ] {
        assert!(
            told.lines().any(|said| said.starts_with(&format!("line {line}: ")) && said.contains(why)),
            "{line} {told}"
        );
    }

    // A ledger that does not balance is refused as a whole.
    let mut bent = lines.clone();
    let at = bent.iter().rposition(|line| line.starts_with("{\"line\":\"accounts\"")).expect("an account");
    bent[at] = bent[at].replace("\"balance\":", "\"balance\":1");
    fs::write(&path, bent.join("\n")).expect("written");
    assert!(text(&run(new.path(), &["import", as_text(&path)]).stdout).contains("the whole: "));
    for (content, why) in [
        ("", "no export of Kapok"),
        ("{}\n", "no export of Kapok"),
        ("{\"line\":\"kapok\",\"version\":1}", "version 2"),
        ("{\"line\":\"kapok\",\"version\":9}", "version 2"),
    ] {
        fs::write(&path, content).expect("written");
        expect_failure(&run(new.path(), &["import", as_text(&path)]), why);
    }
    // The refused imports left nothing, and the valid file is still imported.
    expect_success(&run(new.path(), &["import", as_text(&file)]));
    assert_eq!(verified(new.path()), verified(old.path()));
}
