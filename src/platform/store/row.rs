//! The database interface of capabilities: rows, reads, and transactions.

use std::any::Any;
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use rusqlite::types::FromSql;
use rusqlite::{CachedStatement, Connection, ToSql};

use super::batch::BatchSharing;
use super::binding::StatementNames;
use super::cache::WriterCache;
use super::statements;
use super::unwritten::{SumChange, SumColumns, SumKey, SumKind, SumWriter};
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

/// A row of a result; columns are read by name.
pub struct Row<'r> {
    row: &'r rusqlite::Row<'r>,
    names: &'r StatementNames,
    /// The column after the last one that was read: most columns are read in the order of the statement.
    next: Cell<usize>,
}

impl<'r> Row<'r> {
    fn new(row: &'r rusqlite::Row<'r>, names: &'r StatementNames) -> Self {
        Self { row, names, next: Cell::new(0) }
    }

    /// The value of a column. Fails when the column is absent or has another type, which means a bug or a damaged
    /// file, never an error of the client.
    pub fn get<T: FromSql>(&self, column: &str) -> AppResult<T> {
        let at = self.names.column(column, self.next.get())?;
        self.next.set(at + 1);
        Ok(self.row.get(at)?)
    }
}

/// A read-only connection.
pub struct Read<'c> {
    connection: &'c Connection,
    now: Timestamp,
    /// The memory of the writer; a reader has none.
    cache: Option<&'c WriterCache>,
    /// Statements that were run.
    statements: Cell<u64>,
}

impl<'c> Read<'c> {
    pub(super) fn new(connection: &'c Connection, now: Timestamp) -> Self {
        Self { connection, now, cache: None, statements: Cell::new(0) }
    }

    /// Statements that were run so far.
    pub(super) fn statements(&self) -> u64 {
        self.statements.get()
    }

    /// A value that changes seldom and is read by many changes, such as the settings. The writer keeps it in memory
    /// until [`Tx::invalidate`] is called or another process changes the database; a reader loads it each time.
    pub fn cached<T: Any>(&self, load: impl FnOnce(&Read<'_>) -> AppResult<T>) -> AppResult<Rc<T>> {
        let Some(cache) = self.cache else { return load(self).map(Rc::new) };
        if let Some(kept) = cache.get() {
            return Ok(kept);
        }
        let loaded = Rc::new(load(self)?);
        cache.fill(loaded.clone());
        Ok(loaded)
    }

    /// Visits the changes of the batch that are not in the stored sums of a subject yet: the day, and the columns. A reader
    /// outside the writer has no such changes.
    pub fn unwritten(&self, kind: &'static SumKind, subject: [u8; 16], visit: impl FnMut(i64, &SumColumns)) {
        if let Some(cache) = self.cache {
            cache.sums.each_of(kind, subject, visit);
        }
    }

    /// The time at which this read or transaction began; the same for all its statements.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Prepares a statement and binds its parameters.
    fn prepare(&self, sql: &impl Sql, params: Params<'_>) -> AppResult<(CachedStatement<'_>, Rc<StatementNames>)> {
        self.statements.set(self.statements.get() + 1);
        let text = sql.text();
        statements::record(&text);
        let mut statement = self.connection.prepare_cached(&text)?;
        let names = StatementNames::of(&statement, text);
        names.bind(&mut statement, params)?;
        Ok((statement, names))
    }

    /// The first row, or `None`.
    pub fn one<T>(
        &self,
        sql: impl Sql,
        params: Params<'_>,
        map: impl FnOnce(&Row<'_>) -> AppResult<T>,
    ) -> AppResult<Option<T>> {
        let (mut statement, names) = self.prepare(&sql, params)?;
        let mut rows = statement.raw_query();
        match rows.next()? {
            Some(row) => map(&Row::new(row, &names)).map(Some),
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
        let (mut statement, names) = self.prepare(&sql, params)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            visit(&Row::new(row, &names))?;
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
        self.prepare(&"begin deferred", &[])?.0.raw_execute()?;
        let found = look(self);
        self.prepare(&"rollback", &[])?.0.raw_execute()?;
        found
    }
}

/// A transaction on the writer: everything that [`Read`] does, and changes.
pub struct Tx<'c> {
    read: Read<'c>,
    share: BatchSharing,
    /// Rows that the connection had changed before this job.
    changes_before: u64,
}

impl<'c> std::ops::Deref for Tx<'c> {
    type Target = Read<'c>;

    fn deref(&self) -> &Read<'c> {
        &self.read
    }
}

impl<'c> Tx<'c> {
    pub(super) fn new(connection: &'c Connection, cache: &'c WriterCache, share: BatchSharing, now: Timestamp) -> Self {
        let read = Read { cache: Some(cache), ..Read::new(connection, now) };
        Self { read, share, changes_before: connection.total_changes() }
    }

    /// Whether a rollback of the whole job would undo nothing: it has changed no row yet.
    fn is_untouched(&self) -> bool {
        self.changes_before == self.read.connection.total_changes()
    }

    /// Keeps a value that belongs to the state of this transaction; a rollback drops it. See [`Read::cached`].
    pub fn keep_cached<T: Any>(&self, value: T) {
        if let Some(cache) = self.read.cache {
            cache.change(Some(Rc::new(value)));
        }
    }

    /// Drops the kept value of this type. Call it in the function that changes the rows it was loaded from.
    pub fn invalidate<T: Any>(&self) {
        if let Some(cache) = self.read.cache {
            cache.change::<T>(None);
        }
    }

    /// Changes a sum. Its row is written before the commit; [`Read::unwritten`] has the change until then.
    pub fn add_up(&self, kind: &'static SumKind, key: SumKey, by: SumColumns) -> AppResult<()> {
        match self.read.cache {
            Some(cache) => cache.sums.add(SumChange { kind, key, by }),
            None => (kind.write)(self, key, by)?,
        }
        Ok(())
    }

    /// Runs a change; returns the number of affected rows.
    pub fn execute(&self, sql: impl Sql, params: Params<'_>) -> AppResult<usize> {
        Ok(self.read.prepare(&sql, params)?.0.raw_execute()?)
    }

    /// Runs a change that must affect exactly one row; any other number is a bug.
    pub fn execute_one(&self, sql: impl Sql, params: Params<'_>) -> AppResult<()> {
        let touched = self.read.prepare(&sql, params)?.0.raw_execute()?;
        match touched {
            1 => Ok(()),
            _ => Err(anyhow::anyhow!("touched {touched} rows instead of one: {}", sql.text()).into()),
        }
    }

    /// Runs `change` in a savepoint: an error undoes only this change, and the rest of the transaction stays.
    pub fn savepoint<T>(&self, change: impl FnOnce(&Tx<'_>) -> AppResult<T>) -> AppResult<T> {
        self.attempt(change, Result::is_err)
    }

    /// Runs `change` and undoes it, to see whether it would succeed; fails with its error.
    pub fn rehearse<T>(&self, change: impl FnOnce(&Tx<'_>) -> AppResult<T>) -> AppResult<()> {
        self.attempt(change, |_| true).map(drop)
    }

    /// Runs `change`, and undoes it if `undo` returns true. It uses no savepoint of its own if the whole job can be
    /// rolled back instead: a savepoint is two more statements, and makes a change of many rows slow.
    fn attempt<T>(
        &self,
        change: impl FnOnce(&Tx<'_>) -> AppResult<T>,
        undo: impl FnOnce(&AppResult<T>) -> bool,
    ) -> AppResult<T> {
        let untouched = self.is_untouched();
        let mark = self.read.cache.map_or(0, |cache| cache.sums.mark());
        if !untouched {
            self.execute("savepoint attempt", &[])?;
        }
        let outcome = change(self);
        let undone = undo(&outcome);
        if undone && let Some(cache) = self.read.cache {
            cache.undo_to(mark);
        }
        match (untouched, undone) {
            // If the disk is full, SQLite may have rolled back the whole batch, and nothing is left to undo.
            (true, true) if self.read.connection.is_autocommit() => {}
            (true, true) => self.roll_job_back()?,
            (true, false) => {}
            (false, undone) => {
                if undone {
                    self.execute("rollback to attempt", &[])?;
                }
                self.execute("release attempt", &[])?;
            }
        }
        outcome
    }

    /// Undoes everything that this job has changed; its transaction goes on.
    fn roll_job_back(&self) -> AppResult<()> {
        match self.share {
            BatchSharing::Batch => self.execute("rollback to job", &[]).map(drop),
            BatchSharing::Alone => {
                self.execute("rollback", &[])?;
                self.execute("begin immediate", &[]).map(drop)
            }
        }
    }

    /// Checks foreign keys when the transaction ends, and not at each statement.
    pub fn check_references_at_the_end(&self) -> AppResult<()> {
        self.execute("pragma defer_foreign_keys = on", &[]).map(drop)
    }

    /// A table with a row that refers to a missing row, and the table where that row is missing.
    pub fn dangling_reference(&self) -> AppResult<Option<(String, String)>> {
        self.one("select \"table\" as child, parent from pragma_foreign_key_check limit 1", &[], |row| {
            Ok((row.get("child")?, row.get("parent")?))
        })
    }

    /// The transaction at another time, for generating past data in bulk.
    pub fn at(&self, moment: Timestamp) -> Tx<'c> {
        let read = Read { cache: self.read.cache, ..Read::new(self.read.connection, moment) };
        Tx { read, share: self.share, changes_before: self.changes_before }
    }
}

impl SumWriter for Tx<'_> {
    fn change(&self, sql: &'static str, values: Params<'_>) -> AppResult<usize> {
        self.execute(sql, values)
    }
}
