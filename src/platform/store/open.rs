//! Opens the database: settings of every connection, checks for foreign files, migrations.

use std::path::Path;

use anyhow::Context;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::open_error::{OpenError, Unreadable};
use super::owner::FileOwner;
use super::schema::{migrate, recorded_version, schema_version};
use crate::platform::config::Synchronous;

/// Marks the file as Kapok's: "KPOK" in ASCII.
const APPLICATION_ID: i32 = 0x4b50_4f4b;
const STATEMENTS_KEPT: usize = 256;
/// The time for which a connection waits for the lock of another connection.
pub(super) const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);

pub(super) fn for_writing(path: &Path, synchronous: Synchronous) -> anyhow::Result<Connection> {
    let connection = Connection::open(path).map_err(|error| unopened(error, path))?;
    let mut connection = checked_as_ours(connection, path)?;
    harden(&connection)?;
    connection
        .pragma_update(None, "journal_mode", "wal")
        .with_context(|| format!("the database {} cannot be written", path.display()))?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // A batch of payments changes some hundred pages. When a b-tree was balanced, SQLite looks at every cached page at the
    // commit, so a larger cache makes each commit slower; pages that it lacks come from the system's cache.
    connection.pragma_update(None, "cache_size", -8_192)?;
    migrate(&mut connection, path)?;
    let level = match synchronous {
        Synchronous::Full => "full",
        Synchronous::Normal => "normal",
    };
    connection.pragma_update(None, "synchronous", level)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    keep_to_the_owner(path)?;
    Ok(connection)
}

pub(super) fn for_reading(path: &Path) -> anyhow::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| unopened(error, path))?;
    harden(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "mmap_size", 8_i64 << 30)?;
    Ok(connection)
}

/// A connection for checks beside a running server. Fails when the file is not Kapok's or has another schema than
/// this binary.
pub(super) fn for_check(path: &Path) -> anyhow::Result<Connection> {
    let connection = checked_as_ours(for_reading(path)?, path)?;
    let found = recorded_version(&connection)?;
    if found != schema_version() {
        return Err(anyhow::Error::new(Unreadable::OfAnotherVersion).context(format!(
            "the database has schema {found} and this Kapok knows schema {}; run the matching version",
            schema_version()
        )));
    }
    Ok(connection)
}

/// A connection that reads one state of a database with any schema, to copy it.
pub(super) fn for_copying(path: &Path) -> anyhow::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| unopened(error, path))?;
    let connection = checked_as_ours(connection, path)?;
    harden(&connection)?;
    Ok(connection)
}

/// The schema version of a database with any schema.
pub(super) fn recorded_schema(path: &Path) -> anyhow::Result<u32> {
    recorded_version(&checked_as_ours(for_reading(path)?, path)?)
}

fn harden(connection: &Connection) -> anyhow::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    // One plan per statement, independent of the bound values (QPSG). Otherwise SQLite parses a statement again
    // whenever its values might change the plan, which costs more than running it.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Accepts a new file or a Kapok database; any other file is left unchanged.
fn checked_as_ours(connection: Connection, path: &Path) -> anyhow::Result<Connection> {
    let described = |error: rusqlite::Error| match OpenError::of(&error) {
        Some(open_error) => with_open_error(error, open_error, path),
        None => {
            anyhow::Error::from(error).context(format!("{} is not a Kapok database, or it is damaged", path.display()))
        }
    };
    let mark: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(described)?;
    let tables: i64 =
        connection.query_row("select count(*) from sqlite_schema", [], |row| row.get(0)).map_err(described)?;
    if mark == 0 && tables == 0 {
        connection
            .pragma_update(None, "application_id", APPLICATION_ID)
            .with_context(|| format!("the database {} cannot be written", path.display()))?;
    } else if mark != APPLICATION_ID {
        return Err(anyhow::Error::new(Unreadable::OfAnotherProgram)
            .context(format!("{} is an SQLite file of another program; name another data folder", path.display())));
    }
    Ok(connection)
}

fn unopened(error: rusqlite::Error, path: &Path) -> anyhow::Error {
    match OpenError::of(&error) {
        Some(open_error) => with_open_error(error, open_error, path),
        None => anyhow::Error::from(error).context(format!("the database {} cannot be opened", path.display())),
    }
}

fn with_open_error(error: rusqlite::Error, open_error: OpenError, path: &Path) -> anyhow::Error {
    anyhow::Error::from(error).context(open_error).context(format!("the database {} cannot be used", path.display()))
}

/// Removes other users' access to the database's files, and gives files that root made to the folder's owner.
fn keep_to_the_owner(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let owner = FileOwner::of(path.parent().unwrap_or(path))?;
    for suffix in ["", "-wal", "-shm"] {
        let file = path
            .with_file_name(format!("{}{suffix}", path.file_name().and_then(|name| name.to_str()).unwrap_or_default()));
        if file.exists() {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
            owner.receive(&file)?;
        }
    }
    Ok(())
}
