//! SQL that only SQLite understands. PostgreSQL is to run the same statements, so a statement outside `platform/store`
//! takes the form that both understand, or names a part that each engine writes in its own way by a macro of
//! `platform/store/dialect.rs`.

use super::{code, report, sources};

/// Refused words of SQL, each with its replacement.
const REFUSED: &[(&str, &str)] = &[
    ("insert or ", "insert … on conflict"),
    ("update or ", "not exists (…)"),
    (" glob ", "like"),
    ("iif(", "case"),
    ("ifnull(", "coalesce"),
    ("zeroblob", "a parameter"),
    ("group_concat", "Rust"),
    ("rowid", "a key of the table"),
    ("strftime", "Rust"),
    ("limit -1", "not in (select … limit :kept)"),
    (" is not :", "is distinct from"),
    ("autoincrement", "an id made in Rust"),
    ("typeof(", "Rust"),
    ("json_", "a generated column, or Rust"),
    ("->>", "a generated column, or Rust"),
    ("hex(", "Rust"),
    ("instr(", "like"),
    ("printf(", "a sort key for each type"),
    (" char(", "a parameter"),
    (" collate ", "lower(…)"),
    ("indexed by", "indexed_by!"),
    ("not indexed", "by_key!"),
    ("cross join", "join_in_order!"),
    ("pragma", "a method of the store"),
    ("sqlite_", "a method of the store"),
];

/// The text literals of a source, in small letters. Comments are left out.
fn literals(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, from) = rest.split_at(at);
        if from.starts_with("//") {
            rest = from.find('\n').map_or("", |end| &from[end..]);
        } else if from.starts_with('/') || before.ends_with('\'') {
            rest = &from[1..];
        } else {
            let mut escaped = false;
            let end = from[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let end = end.map_or(from.len(), |end| end + 1);
            found.push(from[1..end].to_lowercase());
            rest = from.get(end + 1..).unwrap_or("");
        }
    }
    found
}

/// The arguments of each call of a function in a statement.
fn arguments<'t>(statement: &'t str, function: &str) -> Vec<Vec<&'t str>> {
    let calls = statement
        .match_indices(function)
        .filter(|(at, _)| !statement[..*at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '_'));
    let arguments_at = |at: usize| {
        let inner = &statement[at + function.len()..];
        let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
        for (place, c) in inner.char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => {
                    found.push(inner[begin..place].trim());
                    break;
                }
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    found.push(inner[begin..place].trim());
                    begin = place + 1;
                }
                _ => {}
            }
        }
        found
    };
    calls.map(|(at, _)| arguments_at(at)).collect()
}

/// Whether a term is true or false. What stands in parentheses within it does not count.
fn is_condition(term: &str) -> bool {
    let mut depth = 0;
    let outer: String = term
        .chars()
        .filter(|c| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        })
        .collect();
    let signs = [" = ", " <> ", " < ", " > ", " <= ", " >= ", " is "];
    !outer.starts_with("case ") && signs.iter().any(|sign| outer.contains(sign))
}

/// A sign before a column, which keeps SQLite from using an index, and which PostgreSQL refuses for texts and bytes.
fn has_unary_plus(statement: &str) -> bool {
    statement.match_indices('+').any(|(at, _)| {
        let begins = at == 0 || statement[..at].ends_with([' ', '(', ',']);
        begins && statement[at + 1..].starts_with(|after: char| after.is_ascii_alphabetic())
    })
}

/// The words in the statements of a source that only SQLite understands.
fn refused(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for statement in literals(text) {
        for (word, instead) in REFUSED {
            if statement.contains(word) {
                found.push(format!("{word:?} is SQLite's alone; write {instead}"));
            }
        }
        if has_unary_plus(&statement) {
            found.push(format!("a sign before a column is SQLite's alone; write unindexed!: {statement}"));
        }
        for function in ["min(", "max("] {
            if arguments(&statement, function).iter().any(|arguments| arguments.len() > 1) {
                found.push(format!("{function}…) of several values is SQLite's alone; write case"));
            }
        }
        for call in arguments(&statement, "coalesce(") {
            if let [first, .., "0" | "1"] = call[..]
                && is_condition(first)
            {
                found.push(format!("0 and 1 are no truth values in PostgreSQL; write false or true: {first}"));
            }
        }
        for call in arguments(&statement, "sum(") {
            if call.first().is_some_and(|term| is_condition(term)) {
                found.push("the sum of a condition is SQLite's alone; write count(*) filter (where …)".to_owned());
            }
        }
    }
    found
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
    for planted in [
        "insert or ignore into a (b) values (1)",
        "select json_extract(a, '$.en') from b",
        "select lower(hex(id)) from a",
        "select 1 from a where instr(b, :c) > 0",
        "select printf('%020d', a) from b",
        "select 1 from a indexed by b",
        "select 1 from a where +id < :before",
        "select 1 from a order by b, +c.id",
        "update a set b = min(:until, c)",
        "select max(a, coalesce(b, 0)) from c",
        "select 1 from a where coalesce(b <= :now, 1)",
        "select sum(kind = 'award') from a",
        "select 1 from a where b = :c collate nocase",
        "select 1 from a cross join b on b.id = a.id",
        "pragma defer_foreign_keys = on",
    ] {
        assert_eq!(refused(&format!("f({planted:?})")).len(), 1, "{planted}");
        assert!(refused(&format!("// f({planted:?})\ng();")).is_empty(), "{planted}");
    }
    for portable in [
        "insert into a (b) values (1) on conflict do nothing",
        "select max(a), coalesce(sum(case when b = 1 then c else 0 end), 0) from d",
        "update a set b = b + :c, d = coalesce(d, 0) + 1 where coalesce(e <= :now, true)",
        "select count(*) filter (where kind = 'award') from a order by lower(b), id",
    ] {
        assert!(refused(&format!("f({portable:?})")).is_empty(), "{portable}");
    }
    assert!(refused("let id = hex(&actor); let quote = '\"'; json_of(a / b)").is_empty());
}
