//! A consistent copy of the database, made while the server writes it.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::{DataDir, open};
use crate::platform::config::Synchronous;

/// A table whose rows a copy omits, and the statement that empties it.
pub type ExcludedTable = (&'static str, &'static str);

/// Writes one state of the database to `target`, which must not exist, as a single file of mode 0600 that is durable
/// when this returns. The omitted rows are overwritten with zeros in the copy.
pub fn copy_database(folder: &DataDir, target: &Path, left_out: &[ExcludedTable]) -> anyhow::Result<()> {
    let described = || format!("the database could not be copied to {}", target.display());
    // SQLite would create the copy readable for all users; an existing empty file keeps its mode.
    OpenOptions::new().create_new(true).write(true).mode(0o600).open(target).with_context(described)?;
    let source = open::for_copying(&folder.database())?;
    let name = target.to_str().context("the path of a copy must be UTF-8")?.to_owned();
    source.execute("vacuum into ?1", [Value::Text(name)]).with_context(described)?;
    drop(source);
    let copy = Connection::open(target).with_context(described)?;
    strip(&copy, left_out).with_context(described)?;
    let state: String = copy.query_row("pragma quick_check(1)", [], |row| row.get(0)).with_context(described)?;
    if state != "ok" {
        bail!("the copy {} is damaged: {state}", target.display());
    }
    copy.close().map_err(|(_, error)| error).with_context(described)?;
    File::open(target).and_then(|file| file.sync_all()).with_context(described)
}

fn strip(copy: &Connection, left_out: &[ExcludedTable]) -> rusqlite::Result<()> {
    copy.pragma_update(None, "secure_delete", true)?;
    copy.pragma_update(None, "foreign_keys", false)?;
    copy.pragma_update(None, "temp_store", "memory")?;
    // A crash leaves a file that nobody uses, so no rollback is needed.
    copy.pragma_update(None, "journal_mode", "off")?;
    copy.pragma_update(None, "synchronous", "off")?;
    for (table, statement) in left_out {
        // A copy made before an upgrade may lack tables of the new version.
        let known =
            copy.query_row("select count(*) from sqlite_schema where type = 'table' and name = ?1", [table], |row| {
                row.get::<_, i64>(0)
            })?;
        if known > 0 {
            copy.execute(statement, [])?;
        }
    }
    Ok(())
}

/// Migrates a copy of a folder's database to this version's schema, to test the upgrade. The copy is the database of
/// `copied`, which must not have one yet; it contains every row.
pub fn try_upgrade(folder: &DataDir, copied: &DataDir) -> anyhow::Result<()> {
    copy_database(folder, &copied.database(), &[])?;
    // Losing the copy in a power cut is harmless.
    drop(open::for_writing(&copied.database(), Synchronous::Normal)?);
    Ok(())
}

/// The schema version of a folder's database. Fails if it is not a Kapok database.
pub fn recorded_schema(folder: &DataDir) -> anyhow::Result<u32> {
    open::recorded_schema(&folder.database())
}
