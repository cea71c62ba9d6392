//! Words of SQL that only SQLite understands and that no statement needs. PostgreSQL is to run the same statements, so
//! a statement outside `platform/store` takes the form that both understand.
//!
//! The functions of JSON, `hex`, `instr`, `printf` and the hints `indexed by` are still in use and not in this list.

use super::{code, report, sources};

/// What is refused, and the form that both engines understand.
const REFUSED: &[(&str, &str)] = &[
    ("insert or ", "insert … on conflict"),
    ("update or ", "not exists (…)"),
    (" glob ", "like"),
    ("iif(", "case"),
    ("zeroblob", "a parameter"),
    ("group_concat", "Rust"),
    ("rowid", "a key of the table"),
    ("strftime", "Rust"),
    ("limit -1", "not in (select … limit :kept)"),
    (" is not :", "is distinct from"),
    ("autoincrement", "an id made in Rust"),
    ("typeof(", "Rust"),
];

/// The lines of a text that are statements and have one of the words.
fn refused(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_lowercase);
    lines
        .flat_map(|line| {
            let found = REFUSED.iter().filter(|(word, _)| line.contains(word));
            found.map(|(word, instead)| format!("{word:?} is SQLite's alone; write {instead}")).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn statements_avoid_words_that_only_sqlite_understands() {
    let mut offences = Vec::new();
    for source in sources() {
        let path = source.path.to_string_lossy();
        let holds_statements =
            path.ends_with("queries.rs") || path.contains("/queries/") || path.ends_with("replay.rs");
        if holds_statements {
            offences.extend(refused(code(&source)).into_iter().map(|what| format!("{path}: {what}")));
        }
    }
    report(&offences);
}

/// In `… do update set points = points + 1`, PostgreSQL asks which `points` the right one is.
#[test]
fn upserts_name_the_table_of_the_old_value() {
    let mut offences = Vec::new();
    for source in sources() {
        for part in code(&source).split("do update set").skip(1) {
            let assignments = part.split('"').next().unwrap_or_default();
            for assignment in assignments.split(',') {
                if let Some((column, value)) = assignment.split_once(" = ")
                    && value.trim_start().starts_with(&format!("{} ", column.trim()))
                {
                    offences.push(format!("{}: {}", source.path.display(), assignment.trim()));
                }
            }
        }
    }
    report(&offences);
}

#[test]
fn a_planted_word_of_sqlite_is_reported() {
    assert_eq!(refused("\"insert or ignore into a (b) values (1)\"").len(), 1);
    assert!(refused("// insert or ignore\n\"insert into a (b) values (1) on conflict do nothing\"").is_empty());
}
