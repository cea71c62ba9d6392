//! The rules of the house that a machine can check: layers, where SQL and axum may stand, by which door a change reaches
//! the database, sizes, and error codes that are unique and worded in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use kapok::ops::doctor::{FindingKind, KINDS};

#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/doors.rs"]
mod doors;
#[path = "tidy/features.rs"]
mod features;
#[path = "tidy/logs.rs"]
mod logs;
#[path = "tidy/paths.rs"]
mod paths;
#[path = "tidy/portable.rs"]
mod portable;
#[path = "tidy/tables.rs"]
mod tables;
#[path = "tidy/translations.rs"]
mod translations;
#[path = "tidy/words.rs"]
mod words;

/// The rooms of `src/` in the order of imports, and in each room its parts, in steps. A part may import from rooms above
/// its own and from earlier steps of its own room: never sideways, never downward. The last two rooms put the others
/// together and may import everything. A room without steps is one part.
const ROOMS: &[(&str, &[&[&str]])] = &[
    ("base", &[]),
    (
        "platform",
        &[
            &["config", "log_buffer", "periodic"],
            &["http_client", "service_account", "store"],
            &["throttle"],
            &["http"],
            &["acme", "audit", "delivery", "idempotency", "systemd", "webhooks"],
        ],
    ),
    ("core", &[&["expiry"], &["ledger", "members", "outlets", "preferences", "settings"], &["print", "timekeeping"]]),
    ("auth", &[]),
    (
        "member",
        &[
            &["levels"],
            &["segments"],
            &["content", "notifications"],
            &["carbon", "expiry", "partners"],
            &[
                "articles",
                "counter_codes",
                "earning_rules",
                "media",
                "passkeys",
                "pending",
                "recovery",
                "referrals",
                "rewards",
                "sign_ins",
                "signup",
                "terms",
                "transfers",
            ],
            &["goals", "wallet_passes"],
            &["tiers"],
            &["awards", "campaigns", "explore", "live_updates", "profile", "programme"],
            &["alarms", "claims", "earn_links", "statement"],
            &["personal_data"],
        ],
    ),
    (
        "staff",
        &[
            &["kit"],
            &["approvals", "proposals", "reports"],
            &["admin", "merchant"],
            &["for_cli", "for_demo", "import", "merge"],
        ],
    ),
    (
        "ops",
        &[
            &["demo", "handbook", "openapi"],
            &["verification"],
            &["backup", "export_import"],
            &["doctor", "metrics"],
            &["diagnostics", "maintenance"],
        ],
    ),
    ("app", &[]),
    ("cli", &[]),
];
const ASSEMBLY: [&str; 2] = ["app", "cli"];
const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 70;

struct Source {
    path: PathBuf,
    /// `room::part`, or the room alone where it has no parts.
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
            let inner = path.strip_prefix("src").expect("under src").with_extension("");
            let names: Vec<_> = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            let module = module_of(&names);
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

/// The module that a path within the crate names: `room::part`, or the room alone.
fn module_of(path: &[String]) -> String {
    match path {
        [room, part, ..] if ROOMS.iter().any(|(name, steps)| name == room && !steps.is_empty()) => {
            format!("{room}::{part}")
        }
        [first, ..] => first.clone(),
        [] => String::new(),
    }
}

/// The place of each module in the order of imports.
fn places() -> BTreeMap<String, (usize, usize)> {
    let mut places = BTreeMap::new();
    for (room, (name, steps)) in ROOMS.iter().enumerate() {
        if steps.is_empty() {
            places.insert((*name).to_owned(), (room, 0));
        }
        for (step, parts) in steps.iter().enumerate() {
            places.extend(parts.iter().map(|part| (format!("{name}::{part}"), (room, step))));
        }
    }
    places
}

/// Each module of the crate that a text names by its whole path.
fn named_modules(text: &str) -> impl Iterator<Item = String> {
    text.match_indices("crate::").map(|(at, head)| {
        let path = text[at + head.len()..].split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
        let names: Vec<_> = path.take(1).flat_map(|path| path.split("::")).map(str::to_owned).collect();
        module_of(&names)
    })
}

/// The imports of a file of `module` that stand further down, or beside it.
fn wrong_imports(module: &str, text: &str) -> Vec<String> {
    let places = places();
    let Some(own) = places.get(module) else { return vec![format!("the module {module} has no place")] };
    let assembles = ASSEMBLY.contains(&module);
    named_modules(text)
        .filter(|name| name != module && places.get(name).is_some_and(|other| other >= own && !assembles))
        .map(|name| format!("imports {name}"))
        .collect()
}

#[test]
fn imports_point_one_way() {
    let mut offences = Vec::new();
    for source in sources() {
        let is_room = ROOMS.iter().any(|(name, steps)| !steps.is_empty() && source.module == format!("{name}::mod"));
        if matches!(source.module.as_str(), "lib" | "main") || is_room {
            continue;
        }
        let found = wrong_imports(&source.module, code(&source));
        offences.extend(found.into_iter().map(|what| format!("{}: {what}", source.path.display())));
    }
    report(&offences);
}

#[test]
fn a_planted_import_from_below_is_reported() {
    let upward = "use crate::staff::admin;";
    assert_eq!(wrong_imports("member::transfers", upward), ["imports staff::admin"]);
    assert_eq!(
        wrong_imports("member::transfers", "use crate::member::rewards::purchase;"),
        ["imports member::rewards"]
    );
    assert_eq!(wrong_imports("member::nowhere", ""), ["the module member::nowhere has no place"]);
    assert!(wrong_imports("staff::admin", "use crate::member::transfers;").is_empty());
    assert!(wrong_imports("app", upward).is_empty());
}

#[test]
fn the_database_and_the_web_framework_stay_in_their_rooms() {
    let mut offences = Vec::new();
    for source in sources() {
        let name = source.path.file_name().expect("a name").to_string_lossy().into_owned();
        let in_folder = |folder: &str| source.path.iter().any(|part| part == folder);
        let text = code(&source);
        if text.contains("rusqlite::") && source.module != "platform::store" {
            offences.push(format!("{} knows rusqlite", source.path.display()));
        }
        let knows_axum = text.lines().any(|line| line.trim_start().starts_with("use axum"));
        let may_know_axum =
            name == "http.rs" || in_folder("http") || matches!(source.module.as_str(), "auth" | "app" | "ops::openapi");
        if knows_axum && !may_know_axum {
            offences.push(format!("{} knows axum", source.path.display()));
        }
        let has_sql = ["\"select ", "\"insert ", "\"update ", "\"delete "].iter().any(|start| text.contains(start));
        let may_hold_sql =
            name == "queries.rs" || in_folder("queries") || source.module == "platform::store" || name == "replay.rs";
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

/// The names in braces, `{one}` in the server's sentences and `{{one}}` in those of the web app.
fn placeholders(text: &str) -> BTreeSet<String> {
    text.split('{').filter_map(|part| Some(part.split_once('}')?.0.trim().to_owned())).collect()
}

#[test]
fn every_finding_of_the_doctor_is_worded_in_every_language() {
    let mut offences = Vec::new();
    let codes: BTreeSet<&str> = KINDS.iter().map(|kind| kind.code).collect();
    assert_eq!(codes.len(), KINDS.len(), "each finding has a code of its own");
    for language in ["en", "zh", "zhhk"] {
        let path = format!("ui/src/i18n/locales/{language}/adminDiagnostics.json");
        let words: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("the words")).expect("JSON");
        for FindingKind { code, check, message, fix, .. } in KINDS {
            if words["checks"][check].as_str().is_none() {
                offences.push(format!("{path} has no name of the check {check}"));
            }
            for (what, english) in [("said", message), ("fix", fix)] {
                let said = words["found"][code][what].as_str().unwrap_or_default();
                if said.is_empty() != english.is_empty() {
                    offences.push(format!("{path}: {code}.{what} does not stand where the server says something"));
                }
                // The system's own text of an error stands below the sentence.
                let mut wanted = placeholders(english);
                wanted.remove("error");
                if placeholders(said) != wanted {
                    offences.push(format!("{path}: {code}.{what} has other placeholders than {wanted:?}"));
                }
            }
        }
        let worded = words["found"].as_object().expect("the findings").keys();
        offences.extend(
            worded
                .filter(|code| !codes.contains(code.as_str()))
                .map(|code| format!("{path} words {code}, which is none")),
        );
    }
    report(&offences);
}

/// The last parts of the names of all settings in a section, or the name of a setting.
fn setting_names(key: &str, value: &toml::Value) -> Vec<String> {
    match value {
        toml::Value::Table(inner) => inner.iter().flat_map(|(key, value)| setting_names(key, value)).collect(),
        _ => vec![key.to_owned()],
    }
}

#[test]
fn the_example_settings_are_every_setting_with_its_default() {
    let text = fs::read_to_string("config.example.toml").expect("the example");
    let example: kapok::platform::config::Config = toml::from_str(&text).expect("the example is valid");
    assert_eq!(example, kapok::platform::config::Config::default());
    let shown = toml::Table::try_from(kapok::platform::config::Config::default()).expect("a table");
    let mut offences = Vec::new();
    for (key, value) in &shown {
        offences.extend(
            setting_names(key, value)
                .into_iter()
                .filter(|name| !text.contains(&format!("{name} =")))
                .map(|name| format!("{key}: {name} is not in the example")),
        );
    }
    report(&offences);
}
