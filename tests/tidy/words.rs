//! The names that `docs/glossary.md` refuses.

use std::collections::BTreeSet;
use std::fs;

use super::{code, report, sources};

/// The words of the last column of each table whose head ends in "never".
fn refused_words(glossary: &str) -> BTreeSet<String> {
    let mut refused = BTreeSet::new();
    let mut in_table = false;
    for line in glossary.lines() {
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            in_table = false;
            continue;
        };
        let last = cells.rsplit('|').next().unwrap_or_default().trim();
        if in_table && !last.starts_with("---") {
            refused.extend(last.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()));
        }
        in_table |= last == "never";
    }
    refused
}

/// `CreditBatch` as `credit_batch`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// The names that a text gives to types.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub").map_or(line, |rest| match rest.split_once(") ") {
            Some((scope, rest)) if scope.starts_with('(') => rest,
            _ => rest.trim_start(),
        });
        let name = ["struct ", "enum ", "trait "].iter().find_map(|head| line.strip_prefix(head))?;
        // A macro's `$name` is none.
        name.split(|c: char| !c.is_ascii_alphanumeric()).next().filter(|name| !name.is_empty())
    })
}

/// The names of a file that the glossary refuses: its path's and its types'.
fn refused_names(path: &str, text: &str, refused: &BTreeSet<String>) -> Vec<String> {
    let parts = path.trim_end_matches(".rs").split('/').filter(|part| refused.contains(*part));
    let types = type_names(text).filter(|name| refused.contains(&snake(name)));
    parts.chain(types).map(|name| format!("{path}: docs/glossary.md has another word for {name}")).collect()
}

/// The names that the last section of the glossary refuses for variables, fields and functions.
fn refused_identifiers(glossary: &str) -> BTreeSet<String> {
    let line = glossary.lines().find_map(|line| line.split_once(" is named: ")).map_or("", |(_, names)| names);
    line.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The lines that use a refused identifier, without comments and texts in quotation marks.
fn identifier_offences(path: &str, text: &str, refused: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let outside: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let names = outside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        found.extend(names.filter(|name| refused.contains(*name)).map(|name| format!("{path}:{}: {name}", number + 1)));
    }
    found
}

#[test]
fn no_identifier_has_a_name_that_the_glossary_refuses() {
    let refused = refused_identifiers(&fs::read_to_string("docs/glossary.md").expect("the glossary"));
    assert!(refused.contains("desk"), "the names were not found");
    let offences = |source: &super::Source| identifier_offences(&source.path.to_string_lossy(), code(source), &refused);
    report(&sources().iter().flat_map(offences).collect::<Vec<_>>());
}

#[test]
fn a_planted_identifier_is_reported() {
    let refused = refused_identifiers("No variable of `src/` is named: `desk`, `hand`.");
    let text = "fn list(desk: &AdminContext) {} // hand\nlet by = \"hand\";\nself.hand.note();";
    assert_eq!(identifier_offences("src/a.rs", text, &refused), ["src/a.rs:1: desk", "src/a.rs:3: hand"]);
}

#[test]
fn names_are_those_of_the_glossary() {
    let refused = refused_words(&fs::read_to_string("docs/glossary.md").expect("the glossary"));
    assert!(refused.len() > 20, "the words were not found");
    let found = |source| {
        let path = |source: &super::Source| source.path.to_string_lossy().into_owned();
        refused_names(&path(source), code(source), &refused)
    };
    report(&sources().iter().flat_map(found).collect::<Vec<_>>());
}

#[test]
fn a_planted_synonym_is_reported() {
    let glossary = "| concept | in code | never |\n| --- | --- | --- |\n| staff | `Staff` | colleague, hand |\n";
    let refused = refused_words(glossary);
    assert_eq!(refused.iter().map(String::as_str).collect::<Vec<_>>(), ["colleague", "hand"]);
    assert_eq!(refused_names("src/staff/colleague/mod.rs", "", &refused).len(), 1);
    assert_eq!(refused_names("src/staff/mod.rs", "pub(super) struct Hand {", &refused).len(), 1);
    assert!(refused_names("src/staff/mod.rs", "pub struct Staff { hand: u8 }", &refused).is_empty());
}

/// Each type that two rooms define, with the places.
fn shared_type_names<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut places = std::collections::BTreeMap::<&str, BTreeSet<&str>>::new();
    for (path, text) in files {
        let room = path.split('/').nth(1).unwrap_or_default();
        for name in type_names(text) {
            places.entry(name).or_default().insert(room);
        }
    }
    let shared = places.into_iter().filter(|(_, rooms)| rooms.len() > 1);
    shared.map(|(name, rooms)| format!("{name} is a type in {}", Vec::from_iter(rooms).join(" and "))).collect()
}

#[test]
fn a_type_name_has_one_meaning() {
    let sources = sources();
    let texts: Vec<(String, &str)> =
        sources.iter().map(|source| (source.path.to_string_lossy().into_owned(), code(source))).collect();
    report(&shared_type_names(texts.iter().map(|(path, text)| (path.as_str(), *text))));
}

#[test]
fn a_planted_second_meaning_is_reported() {
    let files =
        [("src/core/a.rs", "pub struct Verdict;"), ("src/ops/b.rs", "enum Verdict {"), ("src/ops/c.rs", "enum Own {")];
    assert_eq!(shared_type_names(files.into_iter()), ["Verdict is a type in core and ops"]);
}
