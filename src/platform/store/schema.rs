//! Migrates a database to the schema of this binary.
//!
//! A migration that existing rows could break declares checks in comments. They run before the migration:
//!
//! ```sql
//! -- pre-flight: members without a name
//! --   select short_id from member where name = ''
//! ```
//!
//! If a check returns rows, the upgrade stops and names them.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use refinery::{Migration, Runner};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

mod migrations {
    refinery::embed_migrations!("migrations");
}

const QUESTION: &str = "-- pre-flight: ";
const QUERY: &str = "--   ";
/// Most rows that are named; the others are only counted.
const NAMED: usize = 5;

/// A check that runs before a migration.
struct MigrationCheck {
    about: String,
    query: String,
}

/// The newest schema that this binary knows.
pub fn schema_version() -> u32 {
    newest(&migrations::migrations::runner())
}

fn newest(runner: &Runner) -> u32 {
    runner.get_migrations().iter().map(version).max().unwrap_or(0)
}

fn version(migration: &Migration) -> u32 {
    u32::try_from(migration.version()).unwrap_or(0)
}

/// The name of the first migration in databases from before the first release. They cannot be migrated.
const BEFORE_THE_FIRST_RELEASE: &str = "store";

/// The schema that a database records; 0 for a new one. Fails for a database from before the first release.
pub(super) fn recorded_version(connection: &Connection) -> anyhow::Result<u32> {
    let history = connection.query_row(
        "select count(*) from sqlite_schema where name = 'refinery_schema_history'",
        [],
        |row| row.get::<_, i64>(0),
    )?;
    if history == 0 {
        return Ok(0);
    }
    let (version, earliest): (u32, Option<String>) = connection.query_row(
        "select coalesce(max(version), 0), (select name from refinery_schema_history where version = 1)
         from refinery_schema_history",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if earliest.as_deref() == Some(BEFORE_THE_FIRST_RELEASE) {
        bail!(
            "the database was written by a Kapok from before the first release (schema {version}), which this one cannot \
             upgrade; export it with that version (kapok export), and import the file into a new folder (kapok import)"
        );
    }
    Ok(version)
}

/// Runs the missing migrations. Fails for a database of a newer version, with instructions.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> anyhow::Result<()> {
    migrate_by(&migrations::migrations::runner(), connection, path)
}

fn migrate_by(runner: &Runner, connection: &mut Connection, path: &Path) -> anyhow::Result<()> {
    let found = recorded_version(connection)?;
    let known = newest(runner);
    // A development version may know more migrations than a release, so this comes before the comparison of numbers.
    if let Some(edited) = edited_since(runner, connection, found)? {
        bail!(
            "the database {} was written by a development version of Kapok, whose migration {edited} has changed since; \
             delete the folder of a demo; export any other one with that version (kapok export), and import the file \
             into a new folder (kapok import)",
            path.display()
        );
    }
    if found > known {
        bail!(
            "the database {} was written by a newer Kapok (schema {found}, this one knows {known}); \
             start that version again, or restore the backup made before the upgrade (backups/before-schema-…)",
            path.display()
        );
    }
    if found == known {
        return Ok(());
    }
    // Rebuilding a table would violate references to it; they are checked right afterwards.
    connection.pragma_update(None, "foreign_keys", false)?;
    let described = || format!("the database {} could not be brought to schema {known}", path.display());
    // A new database has no rows that could break a migration.
    let asking = runner.get_migrations().iter().filter(|one| found > 0 && version(one) > found);
    for migration in asking {
        let questions = questions(migration.sql().unwrap_or_default());
        if !questions.is_empty() {
            run_to(runner, version(migration).saturating_sub(1), connection).with_context(described)?;
            for question in questions {
                ask(connection, migration, &question)?;
            }
        }
    }
    run_to(runner, known, connection).with_context(described)?;
    check_references(connection)?;
    tracing::info!(from = found, to = known, "database schema brought up to date");
    Ok(())
}

/// The first migration that ran on the database with other words than it has now. Migrations of a release are never
/// edited; those of a version in development are, and its databases then lack what the words say.
fn edited_since<'r>(runner: &'r Runner, connection: &Connection, found: u32) -> anyhow::Result<Option<&'r Migration>> {
    if found == 0 {
        return Ok(None);
    }
    let mut statement = connection.prepare("select version, checksum from refinery_schema_history")?;
    let ran: Vec<(u32, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let differs = |one: &Migration| {
        ran.iter().any(|(at, checksum)| *at == version(one) && *checksum != one.checksum().to_string())
    };
    Ok(runner.get_migrations().iter().find(|one| differs(one)))
}

/// Runs the missing migrations up to a version, which need not be that of a migration.
fn run_to(runner: &Runner, target: u32, connection: &mut Connection) -> anyhow::Result<()> {
    let upto: Vec<Migration> = runner.get_migrations().iter().filter(|one| version(one) <= target).cloned().collect();
    if upto.iter().map(version).max() > Some(recorded_version(connection)?) {
        Runner::new(&upto).run(connection).map_err(in_one_line)?;
    }
    Ok(())
}

/// SQLite's error repeats the whole statement over many lines: only the first line says what is wrong.
fn in_one_line(error: refinery::Error) -> anyhow::Error {
    match error.to_string().split_once('\n') {
        Some((first, _)) => anyhow!("{first} …"),
        None => error.into(),
    }
}

fn questions(sql: &str) -> Vec<MigrationCheck> {
    let mut found: Vec<MigrationCheck> = Vec::new();
    let mut open = false;
    for line in sql.lines() {
        if let Some(about) = line.strip_prefix(QUESTION) {
            found.push(MigrationCheck { about: about.trim().to_owned(), query: String::new() });
            open = true;
        } else if let Some(part) = line.strip_prefix(QUERY).filter(|_| open)
            && let Some(question) = found.last_mut()
        {
            question.query.push_str(part);
            question.query.push('\n');
        } else {
            open = false;
        }
    }
    found
}

fn ask(connection: &Connection, migration: &Migration, question: &MigrationCheck) -> anyhow::Result<()> {
    let described = || format!("the pre-flight of {migration} cannot be asked");
    let mut statement = connection.prepare(&question.query).with_context(described)?;
    let columns = statement.column_count();
    let mut rows = statement.query([]).with_context(described)?;
    let (mut named, mut count) = (Vec::new(), 0_usize);
    while let Some(row) = rows.next().with_context(described)? {
        count += 1;
        if named.len() < NAMED {
            let values = (0..columns).map(|column| row.get_ref(column).map(shown)).collect::<Result<Vec<_>, _>>()?;
            named.push(values.join(" "));
        }
    }
    if count > 0 {
        let more = if count > named.len() { format!(" and {} more", count - named.len()) } else { String::new() };
        bail!(
            "{migration} would break on {count} rows, {}: {}{more}; put them right with the version that wrote them, \
             then start this one again",
            question.about,
            named.join(", ")
        );
    }
    Ok(())
}

fn shown(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "nothing".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

fn check_references(connection: &Connection) -> anyhow::Result<()> {
    let mut statement = connection.prepare("select \"table\", rowid, parent from pragma_foreign_key_check limit 5")?;
    let rows = statement.query_map([], |row| {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("{table} {} (to {parent})", shown(row.get_ref(1)?)))
    })?;
    let broken = rows.collect::<Result<Vec<_>, _>>()?;
    if !broken.is_empty() {
        bail!("after the upgrade, rows point to nothing: {}; restore the backup made before it", broken.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "create table person (id integer primary key, name text) strict; \
                         insert into person (name) values ('Ada'), (''), ('')";
    const SECOND: &str = "create table town (name text) strict";
    const THIRD: &str = "-- pre-flight: people without a name\n--   select id, name\n--   from person where name = ''\n\
                         create table fresh (id integer primary key, name text not null check (name <> '')) strict;\n\
                         insert into fresh select id, name from person;";

    fn runner(scripts: &[(&str, &str)]) -> Runner {
        let made = scripts.iter().map(|(name, sql)| Migration::unapplied(name, sql).expect("a migration"));
        Runner::new(&made.collect::<Vec<_>>())
    }

    #[test]
    fn rows_that_would_break_are_named_before_the_migration_that_breaks_on_them() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let path = Path::new("kapok.db");
        migrate_by(&runner(&[("V1__first", FIRST)]), &mut connection, path).expect("runs");
        let all = runner(&[("V1__first", FIRST), ("V3__second", SECOND), ("V5__third", THIRD)]);
        let refusal = migrate_by(&all, &mut connection, path).expect_err("two rows have no name").to_string();
        assert!(refusal.contains("V5__third would break on 2 rows, people without a name: 2 , 3 ;"), "{refusal}");
        assert_eq!(recorded_version(&connection).expect("a version"), 3, "what comes before it was run");
        connection.execute("update person set name = 'Bo'", []).expect("put right");
        migrate_by(&all, &mut connection, path).expect("runs now");
        assert_eq!(recorded_version(&connection).expect("a version"), 5);
    }

    #[test]
    fn a_database_of_a_development_version_whose_migration_was_edited_is_refused() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let path = Path::new("kapok.db");
        migrate_by(&runner(&[("V1__first", FIRST), ("V2__second", SECOND)]), &mut connection, path).expect("runs");
        migrate_by(&runner(&[("V1__first", FIRST), ("V2__second", SECOND)]), &mut connection, path)
            .expect("is the same");
        let edited = runner(&[("V1__first", FIRST), ("V2__second", "create table town (id integer) strict")]);
        let refusal = migrate_by(&edited, &mut connection, path).expect_err("town has no id").to_string();
        assert!(refusal.contains("V2__second has changed since"), "{refusal}");
    }

    #[test]
    fn a_development_version_with_more_migrations_is_not_taken_for_a_newer_release() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let path = Path::new("kapok.db");
        migrate_by(&runner(&[("V1__first", FIRST), ("V2__second", SECOND)]), &mut connection, path).expect("runs");
        let refusal = migrate_by(&runner(&[("V1__first", FIRST)]), &mut connection, path);
        let refusal = refusal.expect_err("the same first migration is a release's").to_string();
        assert!(refusal.contains("newer Kapok (schema 2, this one knows 1)"), "{refusal}");
        let folded = runner(&[("V1__first", "create table town (name text) strict")]);
        let refusal = migrate_by(&folded, &mut connection, path).expect_err("another first migration").to_string();
        assert!(refusal.contains("V1__first has changed since"), "{refusal}");
    }

    #[test]
    fn a_new_database_runs_no_pre_flight_check() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let third = "-- pre-flight: nonsense\n--   select nothing from nowhere\ncreate table town (name text) strict;";
        migrate_by(&runner(&[("V1__only", third)]), &mut connection, Path::new("kapok.db")).expect("runs");
    }

    #[test]
    fn rows_with_a_broken_reference_are_named() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let lost = "create table a (id integer primary key) strict; \
                    create table b (id integer primary key, a integer references a) strict; insert into b values (7, 8);";
        let refusal = migrate_by(&runner(&[("V1__lost", lost)]), &mut connection, Path::new("kapok.db"));
        let refusal = refusal.expect_err("7 points to nothing").to_string();
        assert!(refusal.contains("b 7 (to a)"), "{refusal}");
    }

    #[test]
    fn every_pre_flight_that_is_shipped_can_be_parsed() {
        for migration in migrations::migrations::runner().get_migrations() {
            let sql = migration.sql().unwrap_or_default();
            let asked = questions(sql);
            assert_eq!(asked.len(), sql.matches("pre-flight:").count(), "{migration}");
            assert!(asked.iter().all(|one| one.query.trim_start().starts_with("select ")), "{migration}");
        }
    }
}
