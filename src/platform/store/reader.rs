//! Reads a database beside the server that writes it, for checks and lists from the shell.

use rusqlite::Connection;

use super::open_error::OpenError;
use super::row::Read;
use super::{DataDir, open};
use crate::base::clock::Clock;
use crate::base::problem::AppResult;

/// A separate read-only connection.
pub struct Reader {
    connection: Connection,
}

impl Reader {
    /// Opens the database of a folder. Fails when it is not Kapok's or has another schema than
    /// this binary.
    pub fn open(folder: &DataDir) -> anyhow::Result<Self> {
        Ok(Self { connection: open::for_check(&folder.database())? })
    }

    /// The first error that SQLite finds in the file, if any.
    pub fn quick_check(&self) -> anyhow::Result<Option<String>> {
        let asked = self.connection.query_row("pragma quick_check(1)", [], |row| row.get::<_, String>(0));
        let found = asked.map_err(|error| match OpenError::of(&error) {
            Some(open_error) => anyhow::Error::from(error).context(open_error),
            None => error.into(),
        })?;
        Ok((found != "ok").then_some(found))
    }

    /// Reads one state of the database, independent of concurrent writes.
    pub fn read_consistently<T>(&self, look: impl FnOnce(&Read<'_>) -> AppResult<T>) -> AppResult<T> {
        Read::new(&self.connection, Clock::system().now()).in_one_snapshot(look)
    }
}
