//! All statements of the server: those that stand in the source as one text, and those that are put together from parts,
//! which a run prepares.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kapok::platform::store::prepared_statements;
use rusqlite::Connection;

use super::exceptions::NO_PARTS;

/// The words that begin a statement with a plan.
const VERBS: [&str; 5] = ["select ", "insert ", "update ", "delete ", "with "];

/// The statement in one line, with one blank between two words.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The string literals of a Rust source before its tests, unescaped.
pub fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source.split("#[cfg(test)]").next().unwrap_or_default();
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, here) = rest.split_at(at);
        rest = if here.starts_with("//") {
            here.split_once('\n').map_or("", |(_, next)| next)
        } else if let Some(text) = here.strip_prefix('"') {
            let (text, next) = if before.ends_with("r#") {
                let (raw, next) = text.split_once("\"#").unwrap_or((text, ""));
                (raw.to_owned(), next)
            } else {
                quoted(text)
            };
            found.push(text);
            next
        } else if let Some(next) = here.strip_prefix("'\"'") {
            next
        } else if let Some(escaped) = here.strip_prefix("'\\") {
            escaped.split_once('\'').map_or("", |(_, next)| next)
        } else {
            &here[1..]
        };
    }
    found
}

/// A string up to its closing quote, and what follows it.
fn quoted(text: &str) -> (String, &str) {
    let (mut whole, mut letters) = (String::new(), text.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (whole, &text[at + 1..]),
            '\\' => match letters.next().map(|(_, escaped)| escaped) {
                Some('n') => whole.push('\n'),
                // The line goes on at the first letter of the next one.
                Some('\n') => whole.push(' '),
                Some(other) => whole.push(other),
                None => break,
            },
            other => whole.push(other),
        }
    }
    (whole, "")
}

/// The files of `src/`, with their texts.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
}

/// The names that an implementation of a trait gives to the tables and columns of shared statements.
type Names = BTreeMap<String, String>;

/// The constants of each `impl` block that has some.
fn implementations(source: &str) -> Vec<Names> {
    let blocks = source.split("\nimpl ").skip(1).map(|block| block.split("\n}").next().unwrap_or_default());
    let named = |line: &str| {
        let (name, value) = line.trim().strip_prefix("const ")?.split_once(": &'static str = \"")?;
        Some((name.to_owned(), value.strip_suffix("\";")?.to_owned()))
    };
    blocks.map(|block| block.lines().filter_map(named).collect::<Names>()).filter(|names| !names.is_empty()).collect()
}

/// The statements that are written as an array of literals and `H::NAME`, once for each implementation.
fn shared_statements(source: &str, names: &Names) -> Vec<String> {
    source.match_indices('[').filter_map(|(at, _)| joined(&source[at + 1..], names)).collect()
}

/// An array of literals and `H::NAME`, joined; `None` for any other text.
fn joined(array: &str, names: &Names) -> Option<String> {
    let (mut whole, mut rest, mut is_shared) = (String::new(), array.trim_start(), false);
    loop {
        if let Some(text) = rest.strip_prefix('"') {
            let (part, next) = quoted(text);
            whole.push_str(&part);
            rest = next;
        } else if let Some(text) = rest.strip_prefix("H::") {
            let name: String = text.chars().take_while(|letter| letter.is_ascii_uppercase()).collect();
            whole.push_str(names.get(&name)?);
            rest = &text[name.len()..];
            is_shared = true;
        } else {
            return (rest.starts_with(']') && is_shared).then_some(whole);
        }
        rest = rest.trim_start_matches([',', ' ', '\n']);
    }
}

/// The statements of the server.
pub struct Collected {
    pub statements: BTreeSet<String>,
    /// Parts of statements that no collected statement contains: the run of the demo does not reach them.
    pub unmet: Vec<String>,
}

/// Collects the statements: a literal that SQLite can prepare is one; the others come from a run.
pub fn collect(database: &Connection) -> Collected {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let prepared: BTreeSet<String> = prepared_statements().iter().map(|text| in_one_line(text)).collect();
    // The beginning of a list with further parts can be a statement by itself, which nothing runs.
    let is_beginning = |line: &str| {
        let longer = format!("{line} ");
        line.starts_with("select ")
            && !prepared.contains(line)
            && prepared.range(longer.clone()..).next().is_some_and(|next| next.starts_with(&longer))
    };
    let mut statements = prepared.clone();
    let implementations: Vec<Names> = files.iter().flat_map(|(_, text)| implementations(text)).collect();
    for names in &implementations {
        let shared = files.iter().flat_map(|(_, text)| shared_statements(text, names));
        statements.extend(shared.map(|text| in_one_line(&text)));
    }
    let mut parts = Vec::new();
    for (file, text) in &files {
        // Only these files hold SQL, which tests/tidy.rs sees to; platform/store has its own.
        let holds_parts = file.contains("queries");
        for literal in literals(text) {
            let line = in_one_line(&literal);
            let is_statement = VERBS.iter().any(|verb| line.starts_with(verb));
            if is_statement && !is_beginning(&line) && database.prepare(&line).is_ok() {
                statements.insert(line);
            } else if holds_parts && (literal.contains(' ') || is_statement) && !line.is_empty() {
                parts.push((file, line));
            }
        }
    }
    let all = statements.iter().cloned().collect::<Vec<_>>().join("\n");
    let is_named =
        |file: &str, part: &str| NO_PARTS.iter().any(|(of, text, _)| file.ends_with(of) && part.contains(text));
    let unmet = parts.into_iter().filter(|(file, part)| !all.contains(part.as_str()) && !is_named(file, part));
    let unmet = unmet.map(|(file, part)| format!("{file}: {part}")).collect();
    statements.retain(|statement| VERBS.iter().any(|verb| statement.starts_with(verb)));
    Collected { statements, unmet }
}
