//! The plan of every statement: none reads a whole table that grows, or sorts rows for a page, unless
//! `plans/exceptions.rs` names its bound.

mod exceptions;
mod run;
mod statements;

use std::collections::BTreeSet;

use kapok::base::clock::Clock;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use rusqlite::Connection;

use self::exceptions::{BOUNDED_TABLES, EXCEPTIONS, RESTORING};
use self::run::ServedDemo;
use self::statements::{collect, in_one_line};

/// The faults in the plan of a statement: scans of tables that grow, and sorted results.
fn findings(database: &Connection, statement: &str) -> Vec<String> {
    let mut explained = database.prepare(&format!("explain query plan {statement}")).expect("a statement");
    let mut rows = explained.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next().expect("a row of the plan") {
        let step: String = row.get("detail").expect("a detail");
        if step.contains("USE TEMP B-TREE") || is_growing_scan(database, statement, &step) {
            found.push(step);
        }
    }
    found
}

/// Whether a step of a plan reads all rows of a table that grows.
fn is_growing_scan(database: &Connection, statement: &str, step: &str) -> bool {
    let Some(name) = step.strip_prefix("SCAN ").map(|rest| rest.split(' ').next().unwrap_or(rest)) else {
        return false;
    };
    if step.contains("VIRTUAL TABLE") || step.contains("CONSTANT ROW") || name.starts_with('(') {
        return false;
    }
    let is_table = |name: &str| {
        let sql = "select 1 from sqlite_schema where type = 'table' and name = ?1";
        database.query_row(sql, [name], |_| Ok(())).is_ok() || name.starts_with("sqlite_")
    };
    let words: Vec<&str> =
        statement.split([' ', ',', '(', ')']).filter(|word| !word.is_empty() && *word != "as").collect();
    let aliased = || words.windows(2).find(|pair| pair[1] == name && is_table(pair[0])).map(|pair| pair[0]);
    let table = if is_table(name) { Some(name) } else { aliased() };
    // A name that is neither a table nor an alias of one is a subquery, whose own steps tell what it reads.
    let Some(table) = table else { return false };
    // A statement without a condition stops at its limit of one row.
    let stops = !statement.contains(" where ") && statement.ends_with(" limit 1");
    !stops && !BOUNDED_TABLES.iter().any(|(bounded, _)| *bounded == table)
}

/// The findings that no exception names, one text for each, and the places of the exceptions that were needed.
fn offences<'s>(
    database: &Connection,
    statements: impl IntoIterator<Item = &'s String>,
) -> (Vec<String>, BTreeSet<usize>) {
    let (mut found, mut needed) = (Vec::new(), BTreeSet::new());
    for statement in statements.into_iter().filter(|statement| !RESTORING.contains(&statement.as_str())) {
        for step in findings(database, statement) {
            let named =
                EXCEPTIONS.iter().position(|(text, of, _)| statement.contains(&in_one_line(text)) && step.contains(of));
            match named {
                Some(place) => drop(needed.insert(place)),
                None => found.push(format!("{step}\n    {statement}")),
            }
        }
    }
    (found, needed)
}

#[tokio::test]
async fn no_statement_reads_a_table_that_grows_as_a_whole() {
    let demo = ServedDemo::start().await;
    let database = demo.database();
    demo.make_calls().await;
    demo.raise_alarm().await;
    demo.propose().await;
    demo.check();
    let exports = demo.export();
    let collected = collect(&database);
    assert!(collected.statements.len() > 500, "only {} statements were found", collected.statements.len());
    let (mut offences, needed) = offences(&database, &collected.statements);
    // An export reads every table as a whole, in the order of its key and on a reader of its own; a sort would be new.
    offences.retain(|found| {
        let (step, statement) = found.split_once("\n    ").expect("a step and its statement");
        !(step.starts_with("SCAN ") && exports.contains(statement))
    });
    let unneeded: Vec<_> = (0..EXCEPTIONS.len()).filter(|place| !needed.contains(place)).collect();
    let unneeded: Vec<_> = unneeded.into_iter().map(|place| EXCEPTIONS[place].0).collect();
    assert!(
        offences.is_empty() && collected.unmet.is_empty() && unneeded.is_empty(),
        "{} plans: give the statement an index, or name its bound in tests/store/plans/exceptions.rs:\n{}\n\n\
         {} parts of statements are in no statement that was run; make `ServedDemo` reach them:\n{}\n\n\
         exceptions that are not needed: {unneeded:#?}",
        offences.len(),
        offences.join("\n"),
        collected.unmet.len(),
        collected.unmet.join("\n"),
    );
}

#[test]
fn a_planted_scan_and_a_planted_sort_are_reported() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = DataDir::create(scratch.path()).expect("a data folder");
    let _store = Store::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
    let database = Connection::open(folder.database()).expect("the database");
    let reported = |sql: &str| offences(&database, [&sql.to_owned()]).0.len();
    assert_eq!(reported("select m.id from member m where m.first_name = :name"), 1, "a scan under another name");
    assert_eq!(reported("select id from redemption order by points limit :limit"), 2, "a scan, and a sort for a page");
    assert_eq!(reported("delete from posting where balance_after = 3"), 1, "a change scans too");
    assert_eq!(reported("select id from member where id > :after order by id limit :limit"), 0);
    assert_eq!(reported("select seq from ledger_transaction order by seq desc limit 1"), 0, "one row");
    assert_eq!(reported("select id from staff where name = :name"), 0, "a table that does not grow");
}
