//! The handbook: served, linked, and true.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::support::{Server, address, expect_success, run, text};

fn pages() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("docs").expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".md") {
            found.push((name.to_owned(), fs::read_to_string(entry.path()).expect("text")));
        }
    }
    assert!(found.len() > 10);
    found
}

#[tokio::test]
async fn every_page_is_served_and_every_link_leads_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "serve");
    let home = address(folder.path());
    for (name, _) in pages() {
        let answer = reqwest::get(format!("{home}/docs/{name}")).await.expect("an answer");
        assert_eq!(answer.status(), 200, "{name} is not in the handbook");
        let policy = answer.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
        let html = answer.text().await.expect("text");
        assert!(!html.contains("<script") && !html.contains("style=\"") && html.contains("<main><h1>"), "{name}");
        let links: BTreeSet<&str> = between(&html, "href=\"", "\"").collect();
        for link in links.into_iter().filter(|link| link.starts_with('/')) {
            let status = reqwest::get(format!("{home}{link}")).await.expect("an answer").status();
            assert_eq!(status, 200, "{name} leads to {link}");
        }
    }
    assert_eq!(reqwest::get(format!("{home}/docs")).await.expect("an answer").status(), 200);
    assert_eq!(reqwest::get(format!("{home}/docs/nothing")).await.expect("an answer").status(), 404);
    assert_eq!(server.terminate(), 0);
}

/// Every text that stands between the two marks.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(open).filter_map(move |(at, _)| text[at + open.len()..].split(close).next())
}

/// The words of a command after `kapok`, up to what the shell does with its output.
fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = between(page, "```sh\n", "```").flat_map(|block| block.lines().map(str::to_owned));
    // Between backticks is every second piece.
    let pieces = page.split('`').enumerate().filter(|(number, _)| number % 2 == 1);
    let inline = pieces.map(|(_, code)| code.to_owned()).filter(|code| !code.contains('\n'));
    lines
        .chain(inline)
        .filter_map(|line| {
            let line = line.trim().trim_start_matches("sudo ").to_owned();
            let rest = line.strip_prefix("kapok ")?;
            let rest = rest.split(['|', '>', '&', ';']).next()?;
            Some(rest.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn every_command_in_the_handbook_is_one() {
    let mut checked = 0;
    for (name, page) in pages() {
        for words in commands(&page) {
            // Subcommands come first, and are lower case; the first word of another kind ends them.
            let verbs: Vec<&String> = words
                .iter()
                .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with("--"))
                .collect();
            let help = (1..=verbs.len()).rev().find_map(|count| {
                let output = Command::new(env!("CARGO_BIN_EXE_kapok"))
                    .args(&verbs[..count])
                    .arg("--help")
                    .output()
                    .expect("runs");
                output.status.success().then(|| text(&output.stdout))
            });
            let help = help.unwrap_or_else(|| panic!("{name}: kapok {} is no command", words.join(" ")));
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(flag.as_str()), "{name}: kapok {} has no {flag}", words.join(" "));
            }
            checked += 1;
        }
    }
    assert!(checked > 25, "{checked} commands were found");
}

#[test]
fn the_page_about_settings_holds_every_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = expect_success(&run(folder.path(), &["config", "reference"]));
    let example = fs::read_to_string("config.example.toml").expect("the example");
    for key in example.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = ")) {
        assert!(page.contains(&format!("{}` |", key.0)), "{} is not in the page", key.0);
    }
    for (name, text) in pages() {
        for word in text.split(|c: char| !c.is_ascii_uppercase() && c != '_') {
            let setting = word.starts_with("KAPOK_") && word.len() > "KAPOK_".len();
            assert!(!setting || page.contains(&format!("`{word}`")), "{name}: {word} names no setting");
        }
    }
}
