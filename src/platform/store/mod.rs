//! The store: one SQLite file, one thread that writes, and connections that only read.
//!
//! This is the only module that uses rusqlite. A capability passes a closure and its caller to [`Store::write_as`].
//! The closure runs on the writer in its own savepoint, and the call returns after the commit is durable.
//! [`Store::read`] is for point reads of a few microseconds, inline on the caller's thread; [`Store::read_at_length`]
//! is for reports and searches.

mod batch;
mod binding;
mod cache;
mod caller;
mod checkpoint;
mod copy;
mod data_dir;
mod dialect;
mod disk;
mod metrics;
mod names;
mod open;
mod open_error;
mod owner;
mod reader;
mod reserve;
mod row;
mod schema;
mod statements;
mod unwritten;
mod values;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use rusqlite::Connection;
use tokio::sync::Semaphore;
use tokio::sync::oneshot;
use tokio::sync::watch;

use self::batch::BatchSharing;
use self::metrics::StatementCounter;
use self::writer::ChangeOrigin;
use crate::base::clock::Clock;
use crate::base::problem::{AppError, AppResult, SERVER_BUSY};
use crate::platform::config::Synchronous;

pub use caller::Authorized;
pub use copy::{ExcludedTable, copy_database, recorded_schema, try_upgrade};
pub use data_dir::{DataDir, DataDirLock};
pub(crate) use dialect::{by_key, indexed_by, join_in_order, unindexed, values_of};
pub use disk::{file_system_of, free_bytes, is_network_file_system, try_writing, volume_bytes};
pub use metrics::{Health, WriterMetrics};
pub(crate) use names::{read_name, stored_names};
pub use open_error::{OpenError, Unreadable};
pub use owner::{FileOwner, create_folder};
pub use reader::Reader;
pub use row::{Params, Read, Row, Sql, Tx};
pub use rusqlite::types::FromSql;
pub use rusqlite::{ToSql, named_params as params};
pub use schema::schema_version;
pub use statements::{prepared_statements, record_prepared_statements};
pub use unwritten::{SumColumns, SumKey, SumKind, SumWriter};
pub use values::{StoredJson, StoredValue};

/// Most rows that one cleanup change deletes: more would delay the changes behind it.
pub const FORGOTTEN_AT_ONCE: usize = 1_000;

/// Most reports and searches at once: more would only compete for the same two cores.
const LONG_READS: usize = 2;

/// A handle of the database; clones share it.
#[derive(Clone)]
pub struct Store {
    shared: Arc<StoreInner>,
}

struct StoreInner {
    path: std::path::PathBuf,
    clock: Clock,
    readers: Mutex<Vec<Connection>>,
    long_reads: Arc<Semaphore>,
    writer: writer::WriterThread,
    read_statements: StatementCounter,
}

#[cfg(test)]
impl Store {
    /// Opens a new store for a unit test. The folder is removed when its value is dropped.
    pub fn in_new_folder() -> (tempfile::TempDir, Self) {
        let root = tempfile::tempdir().expect("a folder");
        let folder = DataDir::create(root.path()).expect("a data folder");
        let store = Self::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
        (root, store)
    }
}

impl Store {
    /// Opens the database of a data folder, creates or migrates it, and starts its writer. Fails with an error for
    /// operators if the file is foreign, damaged or of a newer Kapok.
    pub fn open(folder: &DataDir, synchronous: Synchronous, clock: Clock) -> anyhow::Result<Self> {
        let path = folder.database();
        if folder.restore_mark().exists() {
            anyhow::bail!("a restore into {} was cut short; run it again with --force", folder.root().display());
        }
        reserve::Reserve::beside(&path).make_room_to_open();
        let connection = open::for_writing(&path, synchronous)?;
        let writer = writer::WriterThread::start(connection, &path, clock.clone())?;
        let (readers, long_reads) = (Mutex::new(Vec::new()), Arc::new(Semaphore::new(LONG_READS)));
        let read_statements = StatementCounter::default();
        let shared = StoreInner { path, clock, readers, long_reads, writer, read_statements };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Holds a reserve file of some MB, as a server does: when the disk gets full, it leaves space for a checkpoint.
    /// A disk without space for it counts as full at once.
    pub fn hold_reserve(&self) {
        self.shared.writer.hold_reserve();
    }

    /// The clock that this store's jobs read.
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// Runs `change` on the writer, in a shared commit or in one of its own, and returns once that commit is durable.
    /// An error undoes this change alone. Fails with [`SERVER_BUSY`] when the queue is full. The public functions
    /// name the caller of the change: [`Store::write_as`], [`Store::write_for_visitor`] and
    /// [`Store::write_unattended`].
    async fn write<T, F>(&self, origin: ChangeOrigin, share: BatchSharing, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.shared
            .writer
            .submit(change, origin, share)?
            .await
            .unwrap_or_else(|_| Err(AppError::Internal(anyhow::anyhow!("the writer stopped before it answered"))))
    }

    /// Runs a write on the calling thread, outside the async runtime: for the command line and bulk work.
    pub fn write_blocking<T, F>(&self, change: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        self.shared
            .writer
            .submit(change, ChangeOrigin::Server, BatchSharing::Batch)?
            .blocking_recv()
            .unwrap_or_else(|_| Err(AppError::Internal(anyhow::anyhow!("the writer stopped before it answered"))))
    }

    /// A point read of a few microseconds, inline. It sees all earlier commits.
    pub fn read<T>(&self, look: impl FnOnce(&Read<'_>) -> AppResult<T>) -> AppResult<T> {
        let pooled = self.shared.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => open::for_reading(&self.shared.path)?,
        };
        let read = Read::new(&connection, self.shared.clock.now());
        let found = look(&read);
        self.shared.read_statements.add(read.statements());
        self.shared.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        found
    }

    /// A read of several statements that must see one state of the database.
    pub fn read_consistently<T>(&self, look: impl FnOnce(&Read<'_>) -> AppResult<T>) -> AppResult<T> {
        self.read(|read| read.in_one_snapshot(look))
    }

    /// A report, search or export: on a thread of its own, at most two at once, in one snapshot.
    pub async fn read_at_length<T, F>(&self, look: F) -> AppResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&Read<'_>) -> AppResult<T> + Send + 'static,
    {
        let (answer, found) = oneshot::channel();
        let read = move |store: &Store| {
            // The send fails if the caller has gone, which is harmless.
            let _ = answer.send(store.read_consistently(look));
        };
        self.run_at_length(Box::new(read)).await?;
        found.await.context("a long read panicked")?
    }

    /// Runs a long read on a thread of its own. One type of task for all of them: each type of its own would add some
    /// kilobytes to the program.
    async fn run_at_length(&self, read: Box<dyn FnOnce(&Store) + Send>) -> AppResult<()> {
        let place = self.shared.long_reads.clone().acquire_owned().await.context("the store is closing")?;
        let store = self.clone();
        let task = move || {
            // The thread continues even if the caller no longer waits, so the thread holds the slot.
            let _place = place;
            read(&store);
        };
        Ok(tokio::task::spawn_blocking(task).await.context("a long read panicked")?)
    }

    /// Returns whether a write succeeds now, by a round trip through the writer and the disk.
    pub async fn is_writable(&self) -> bool {
        self.write_unattended(|tx| tx.execute("update store_heartbeat set beats = beats + 1", params! {})).await.is_ok()
    }

    /// Waits until every queued change is committed, then stops the writer. Later writes are
    /// refused.
    pub async fn close(&self) {
        self.shared.writer.stop().await;
    }

    /// Closes the store on the calling thread, outside the async runtime; see [`Self::close`].
    pub fn close_blocking(&self) {
        self.shared.writer.stop_blocking();
    }

    /// Signals each commit, for live updates.
    pub fn commits(&self) -> watch::Receiver<()> {
        self.shared.writer.commits()
    }

    /// The health of the writer.
    pub fn health(&self) -> Health {
        self.shared.writer.health()
    }

    /// The metrics of the writer.
    pub fn metrics(&self) -> WriterMetrics {
        self.shared.writer.metrics()
    }

    /// The number of statements that requests have run on the writer, and the number on readers, since the start.
    pub fn statements(&self) -> (u64, u64) {
        (self.shared.writer.statements(), self.shared.read_statements.total())
    }

    /// The number of queued changes.
    pub fn pressure(&self) -> usize {
        self.shared.writer.queued()
    }
}

/// Refuses a change because the queue is full.
fn busy() -> AppError {
    SERVER_BUSY.retry_after(1)
}
