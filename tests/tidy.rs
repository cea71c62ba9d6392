//! The rules of the house that a machine can check: layers, where SQL and axum may stand, sizes,
//! and error codes that are unique and worded in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Who may import whom: only from a lower number, never sideways.
const LAYERS: &[(&str, u8)] = &[
    ("base", 0),
    ("config", 1),
    ("logbook", 1),
    ("http", 2),
    ("outbound", 2),
    ("store", 2),
    ("acme", 3),
    ("audit", 3),
    ("supervisor", 3),
    ("delivery", 3),
    ("idempotency", 3),
    ("ledger", 3),
    ("members", 3),
    ("preferences", 3),
    ("settings", 3),
    ("tills", 3),
    ("webhooks", 3),
    ("auth", 4),
    ("notifications", 5),
    ("articles", 6),
    ("campaigns", 6),
    ("live", 6),
    ("manual", 6),
    ("media", 6),
    ("partners", 6),
    ("passkeys", 6),
    ("recovery", 6),
    ("referrals", 6),
    ("rewards", 6),
    ("sessions", 6),
    ("signup", 6),
    ("statement", 6),
    ("transfers", 6),
    ("awards", 7),
    ("personal_data", 7),
    ("profile", 7),
    ("programme", 7),
    ("admin", 8),
    ("demo", 8),
    ("merchant", 8),
    ("openapi", 8),
    ("verification", 9),
    ("backup", 10),
    ("porting", 10),
    ("doctor", 11),
    ("metrics", 11),
    ("diagnostics", 12),
    ("app", 13),
    ("cli", 13),
];
const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 70;

struct Source {
    path: PathBuf,
    module: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    collect(Path::new("src"), &mut found);
    found.sort_by(|left, right| left.path.cmp(&right.path));
    assert!(found.len() > 30, "the sources were not found");
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let inner = path.strip_prefix("src").expect("under src");
            let first = inner.iter().next().expect("a name").to_string_lossy();
            let module = first.trim_end_matches(".rs").to_owned();
            let text = fs::read_to_string(&path).expect("text");
            found.push(Source { path, module, text });
        }
    }
}

/// The part of a file before its own tests.
fn code(source: &Source) -> &str {
    source.text.split("#[cfg(test)]").next().unwrap_or("")
}

fn report(offences: &[String]) {
    assert!(offences.is_empty(), "{} offences:\n{}", offences.len(), offences.join("\n"));
}

#[test]
fn imports_point_one_way() {
    let layers: BTreeMap<_, _> = LAYERS.iter().copied().collect();
    let mut offences = Vec::new();
    for source in sources() {
        if matches!(source.module.as_str(), "lib" | "main") {
            continue;
        }
        let Some(own) = layers.get(source.module.as_str()) else {
            offences.push(format!("{}: the module {} has no layer", source.path.display(), source.module));
            continue;
        };
        for (at, _) in code(&source).match_indices("crate::") {
            let rest = &code(&source)[at + "crate::".len()..];
            let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            let allowed =
                name == source.module || layers.get(name.as_str()).is_some_and(|other| other < own || *own == 13);
            if layers.contains_key(name.as_str()) && !allowed {
                offences.push(format!("{} imports {name}", source.path.display()));
            }
        }
    }
    report(&offences);
}

#[test]
fn the_database_and_the_web_framework_stay_in_their_rooms() {
    let mut offences = Vec::new();
    for source in sources() {
        let name = source.path.file_name().expect("a name").to_string_lossy().into_owned();
        let in_folder = |folder: &str| source.path.iter().any(|part| part == folder);
        let text = code(&source);
        if text.contains("rusqlite::") && source.module != "store" {
            offences.push(format!("{} knows rusqlite", source.path.display()));
        }
        let knows_axum = text.lines().any(|line| line.trim_start().starts_with("use axum"));
        let may_know_axum =
            name == "http.rs" || in_folder("http") || matches!(source.module.as_str(), "auth" | "app" | "openapi");
        if knows_axum && !may_know_axum {
            offences.push(format!("{} knows axum", source.path.display()));
        }
        let has_sql = ["\"select ", "\"insert ", "\"update ", "\"delete "].iter().any(|start| text.contains(start));
        let may_hold_sql =
            name == "queries.rs" || in_folder("queries") || source.module == "store" || name == "replay.rs";
        if has_sql && !may_hold_sql {
            offences.push(format!("{} holds SQL", source.path.display()));
        }
    }
    report(&offences);
}

#[test]
fn files_and_functions_stay_readable() {
    let mut offences = Vec::new();
    for source in sources() {
        let lines: Vec<&str> = source.text.lines().collect();
        if lines.len() > LONGEST_FILE {
            offences.push(format!("{} has {} lines", source.path.display(), lines.len()));
        }
        let mut start = None;
        for (number, line) in lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let text = line.trim_start();
            let opens = [
                "fn ",
                "pub fn ",
                "pub(super) fn ",
                "pub(crate) fn ",
                "async fn ",
                "pub async fn ",
                "pub(super) async fn ",
            ]
            .iter()
            .any(|head| text.starts_with(head));
            if opens {
                start = Some((number, indent));
            }
            if let Some((first, depth)) = start
                && text == "}"
                && indent == depth
            {
                if number - first + 1 > LONGEST_FUNCTION {
                    offences.push(format!(
                        "{}:{} is {} lines long",
                        source.path.display(),
                        first + 1,
                        number - first + 1
                    ));
                }
                start = None;
            }
        }
    }
    report(&offences);
}

/// Every code that the sources give to a problem or a field.
fn codes() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources() {
        let flat = code(&source).split_whitespace().collect::<Vec<_>>().join(" ");
        for (at, _) in flat.match_indices("ProblemType::new(") {
            let rest = flat[at + "ProblemType::new(".len()..].trim_start();
            if let Some(code) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                found.entry(code.to_owned()).or_default().push(source.path.display().to_string());
            }
        }
    }
    found
}

#[test]
fn every_error_code_is_unique_and_worded_in_every_language() {
    let codes = codes();
    assert!(codes.len() > 15, "the codes were not found");
    let mut offences: Vec<String> = codes
        .iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(code, places)| format!("{code} is defined in {}", places.join(" and ")))
        .collect();
    let mut wanted: BTreeSet<String> = codes.into_keys().collect();
    for source in sources() {
        let flat = code(&source).split_whitespace().collect::<Vec<_>>().join(" ");
        for head in ["FieldProblem::new(", "invalid_field("] {
            for (at, _) in flat.match_indices(head) {
                let call: String = flat[at + head.len()..].chars().take_while(|c| *c != ')').collect();
                if let Some(code) = call.rsplit('"').nth(1).filter(|_| call.trim_end().ends_with('"')) {
                    wanted.insert(code.to_owned());
                }
            }
        }
    }
    for language in ["en", "zh", "zhhk"] {
        let path = format!("ui/src/i18n/locales/{language}/errors.json");
        let words: BTreeMap<String, String> =
            serde_json::from_str(&fs::read_to_string(&path).expect("the catalogue")).expect("flat JSON");
        offences
            .extend(wanted.iter().filter(|code| !words.contains_key(*code)).map(|code| format!("{path} lacks {code}")));
    }
    report(&offences);
}

#[test]
fn the_example_settings_are_every_setting_with_its_default() {
    let text = fs::read_to_string("config.example.toml").expect("the example");
    let example: kapok::config::Config = toml::from_str(&text).expect("the example is valid");
    assert_eq!(example, kapok::config::Config::default());
    let shown = toml::Table::try_from(kapok::config::Config::default()).expect("a table");
    let mut offences = Vec::new();
    for (key, value) in &shown {
        let names: Vec<String> = match value {
            toml::Value::Table(inner) => inner.keys().cloned().collect(),
            _ => vec![key.clone()],
        };
        offences.extend(
            names
                .into_iter()
                .filter(|name| !text.contains(&format!("{name} =")))
                .map(|name| format!("{key}: {name} is not in the example")),
        );
    }
    report(&offences);
}
