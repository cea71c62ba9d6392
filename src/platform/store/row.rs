//! The database interface of capabilities: rows, reads, and transactions.

use std::borrow::Cow;

use rusqlite::types::FromSql;
use rusqlite::{CachedStatement, Connection, ToSql};

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;

/// Named parameters of a statement, written with [`crate::platform::store::params!`].
pub type Params<'p> = &'p [(&'p str, &'p dyn ToSql)];

/// The text of a statement, whole or in parts that are put together. Every part stands in the code: nothing that a client
/// sends becomes SQL, and the texts are few enough for each to stay prepared.
pub trait Sql {
    /// The whole text.
    fn text(&self) -> Cow<'static, str>;
}

impl Sql for &'static str {
    fn text(&self) -> Cow<'static, str> {
        Cow::Borrowed(self)
    }
}

impl<const N: usize> Sql for [&'static str; N] {
    fn text(&self) -> Cow<'static, str> {
        Cow::Owned(self.concat())
    }
}

impl Sql for Vec<&'static str> {
    fn text(&self) -> Cow<'static, str> {
        Cow::Owned(self.concat())
    }
}

/// One row of a result; columns are read by name.
pub struct Row<'r>(&'r rusqlite::Row<'r>);

impl Row<'_> {
    /// The value of a column. Fails when the column is absent or has another type, which means a bug or a damaged
    /// file, never an error of the client.
    pub fn get<T: FromSql>(&self, column: &str) -> AppResult<T> {
        Ok(self.0.get(column)?)
    }
}

/// A read-only connection.
pub struct Read<'c> {
    connection: &'c Connection,
    now: Timestamp,
}

impl<'c> Read<'c> {
    pub(super) fn new(connection: &'c Connection, now: Timestamp) -> Self {
        Self { connection, now }
    }

    /// The time at which this read or transaction began; the same for all its statements.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    fn prepare(&self, sql: impl Sql) -> AppResult<CachedStatement<'_>> {
        Ok(self.connection.prepare_cached(&sql.text())?)
    }

    /// The first row, or `None`.
    pub fn one<T>(
        &self,
        sql: impl Sql,
        params: Params<'_>,
        map: impl FnOnce(&Row<'_>) -> AppResult<T>,
    ) -> AppResult<Option<T>> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params)?;
        match rows.next()? {
            Some(row) => map(&Row(row)).map(Some),
            None => Ok(None),
        }
    }

    /// Every row.
    pub fn all<T>(
        &self,
        sql: impl Sql,
        params: Params<'_>,
        mut map: impl FnMut(&Row<'_>) -> AppResult<T>,
    ) -> AppResult<Vec<T>> {
        let mut found = Vec::new();
        self.each(sql, params, |row| {
            found.push(map(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Visits every row without keeping them.
    pub fn each(
        &self,
        sql: impl Sql,
        params: Params<'_>,
        mut visit: impl FnMut(&Row<'_>) -> AppResult<()>,
    ) -> AppResult<()> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            visit(&Row(row))?;
        }
        Ok(())
    }

    /// Whether there is a row.
    pub fn exists(&self, sql: impl Sql, params: Params<'_>) -> AppResult<bool> {
        Ok(self.one(sql, params, |_| Ok(()))?.is_some())
    }

    /// The number of a `select count(…) as n` or `sum(…) as n`.
    pub fn number(&self, sql: impl Sql, params: Params<'_>) -> AppResult<i64> {
        Ok(self.one(sql, params, |row| row.get::<Option<i64>>("n"))?.flatten().unwrap_or(0))
    }

    pub(super) fn in_one_snapshot<T>(&self, look: impl FnOnce(&Read<'_>) -> AppResult<T>) -> AppResult<T> {
        self.prepare("begin deferred")?.execute([])?;
        let found = look(self);
        self.prepare("rollback")?.execute([])?;
        found
    }
}

/// A transaction on the writer: everything that [`Read`] does, and changes.
pub struct Tx<'c> {
    read: Read<'c>,
    /// Rows that the connection had changed before this transaction; `None` if other jobs share it.
    changes_before: Option<u64>,
}

impl<'c> std::ops::Deref for Tx<'c> {
    type Target = Read<'c>;

    fn deref(&self) -> &Read<'c> {
        &self.read
    }
}

impl<'c> Tx<'c> {
    pub(super) fn new(connection: &'c Connection, now: Timestamp) -> Self {
        Self { read: Read::new(connection, now), changes_before: None }
    }

    /// A transaction that is not shared with other jobs.
    pub(super) fn alone(connection: &'c Connection, now: Timestamp) -> Self {
        Self { changes_before: Some(connection.total_changes()), ..Self::new(connection, now) }
    }

    /// Whether a rollback of the whole transaction would undo nothing: it is not shared and has changed no row yet.
    fn is_untouched(&self) -> bool {
        self.changes_before == Some(self.read.connection.total_changes())
    }

    /// Runs a change; returns the number of affected rows.
    pub fn execute(&self, sql: impl Sql, params: Params<'_>) -> AppResult<usize> {
        Ok(self.read.prepare(sql)?.execute(params)?)
    }

    /// Runs a change that must affect exactly one row; any other number is a bug.
    pub fn execute_one(&self, sql: impl Sql, params: Params<'_>) -> AppResult<()> {
        let sql = sql.text();
        let touched = self.read.connection.prepare_cached(&sql)?.execute(params)?;
        if touched == 1 { Ok(()) } else { Err(anyhow::anyhow!("touched {touched} rows instead of one: {sql}").into()) }
    }

    /// Runs `change` in a savepoint: an error undoes only this change, and the rest of the transaction stays.
    pub fn savepoint<T>(&self, change: impl FnOnce(&Tx<'_>) -> AppResult<T>) -> AppResult<T> {
        self.attempt(change, Result::is_err)
    }

    /// Runs `change` and undoes it, to see whether it would succeed; fails with its error.
    pub fn rehearse<T>(&self, change: impl FnOnce(&Tx<'_>) -> AppResult<T>) -> AppResult<()> {
        self.attempt(change, |_| true).map(drop)
    }

    /// Runs `change`, and undoes it if `undo` returns true. It uses no savepoint if the whole transaction can be
    /// rolled back instead, because a savepoint makes a change of many rows slow.
    fn attempt<T>(
        &self,
        change: impl FnOnce(&Tx<'_>) -> AppResult<T>,
        undo: impl FnOnce(&AppResult<T>) -> bool,
    ) -> AppResult<T> {
        let untouched = self.is_untouched();
        if !untouched {
            self.execute("savepoint attempt", &[])?;
        }
        let outcome = change(self);
        let undone = undo(&outcome);
        if !untouched {
            if undone {
                self.execute("rollback to attempt", &[])?;
            }
            self.execute("release attempt", &[])?;
        } else if undone && !self.read.connection.is_autocommit() {
            self.execute("rollback", &[])?;
            self.execute("begin immediate", &[])?;
        }
        outcome
    }

    /// The same transaction at another time, for generating past data in bulk.
    pub fn at(&self, moment: Timestamp) -> Tx<'c> {
        Tx { read: Read::new(self.read.connection, moment), changes_before: self.changes_before }
    }
}
