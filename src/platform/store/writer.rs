//! The writer: one thread, one connection, commits in groups.
//!
//! While one batch waits for the disk, the next one gathers in the queue, so the batch size follows the load without
//! a timer. Each job of a batch has a savepoint, so that a refusal or a panic undoes that job alone; a job that is
//! alone in its batch is undone by rolling the batch back instead. A caller gets its result only after the commit
//! with its change has returned.
//!
//! A savepoint costs more the longer its job is: SQLite keeps a copy of each page that the job
//! changes in a list in memory, and walks that list at nearly every statement. Jobs of many rows
//! therefore have a batch of their own ([`BatchSharing::Alone`]).

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::{Context, anyhow};
use rusqlite::Connection;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::sync::watch;

use super::batch::BatchSharing;
use super::cache::WriterCache;
use super::checkpoint::LogUpkeep;
use super::metrics::{Counters, Health, WriterMetrics};
use super::reserve::Reserve;
use super::row::Tx;
use crate::base::clock::Clock;
use crate::base::problem::{AppError, AppResult, STORAGE_DAMAGED, STORAGE_FULL};

/// Queue capacity; further jobs fail with `server_busy`.
const QUEUE: usize = 4096;
/// Most jobs in one commit. Larger groups gain little and delay the first caller.
const BATCH: usize = 256;
/// Reports the outcome to a waiting caller, once it is known whether the batch was committed.
type Finish = Box<dyn FnOnce(Result<(), &CommitFailure>) + Send>;
/// Runs on the writer, or gets the reason why the batch was lost before its turn.
type WriteJob = Box<dyn FnOnce(Result<(&WriterState, BatchSharing), &CommitFailure>) -> Finish + Send>;

/// The origin of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeOrigin {
    /// A request.
    Request,
    /// The server itself.
    Server,
}

/// The state of the writer's thread.
struct WriterState {
    connection: Connection,
    cache: WriterCache,
    counters: Arc<Counters>,
    clock: Clock,
    /// The database's version after the last change by another process.
    foreign_version: Cell<i64>,
}

/// The reason why a batch was not committed.
struct CommitFailure {
    health: Health,
    why: String,
}

impl CommitFailure {
    fn answer(&self) -> AppError {
        match self.health {
            Health::Full => STORAGE_FULL.retry_after(30),
            Health::Damaged => STORAGE_DAMAGED.into(),
            Health::Sound => AppError::Internal(anyhow!("the batch was not committed: {}", self.why)),
        }
    }
}

enum WriterCommand {
    Run(WriteJob, BatchSharing),
    Stop,
}

pub(super) struct WriterThread {
    queue: Sender<WriterCommand>,
    thread: Mutex<Option<JoinHandle<()>>>,
    commits: watch::Receiver<()>,
    counters: Arc<Counters>,
    reserve: Arc<Reserve>,
}

impl WriterThread {
    pub(super) fn start(mut connection: Connection, path: &Path, clock: Clock) -> anyhow::Result<Self> {
        let (queue, orders) = channel(QUEUE);
        let (committed, commits) = watch::channel(());
        let counters = Arc::new(Counters::new(path.parent().unwrap_or(path).to_owned()));
        let reserve = Arc::new(Reserve::beside(path));
        let upkeep = LogUpkeep::start(&mut connection, path, reserve.clone(), counters.clone())?;
        let counted = counters.clone();
        let thread = std::thread::Builder::new()
            .name("kapok-writer".into())
            .spawn(move || {
                let (cache, foreign_version) = (WriterCache::default(), Cell::new(0));
                run(
                    &WriterState { connection, cache, counters: counted, clock, foreign_version },
                    orders,
                    upkeep,
                    &committed,
                )
            })
            .context("the writer's thread could not be started")?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)), commits, counters, reserve })
    }

    /// Signals each commit; a slow receiver may see several commits as one signal.
    pub(super) fn commits(&self) -> watch::Receiver<()> {
        self.commits.clone()
    }

    /// Holds a reserve from now on. Without space for it, the disk counts as full from the start.
    pub(super) fn hold_reserve(&self) {
        if !self.reserve.want() {
            self.counters.found_full();
        }
    }

    pub(super) fn health(&self) -> Health {
        self.counters.health()
    }

    pub(super) fn metrics(&self) -> WriterMetrics {
        self.counters.metrics(self.queued())
    }

    pub(super) fn statements(&self) -> u64 {
        self.counters.statements()
    }

    pub(super) fn queued(&self) -> usize {
        QUEUE - self.queue.capacity()
    }

    /// Queues a change; the receiver gets its outcome after the commit. A change of many rows should use
    /// [`BatchSharing::Alone`].
    pub(super) fn submit<T, F>(
        &self,
        change: F,
        origin: ChangeOrigin,
        share: BatchSharing,
    ) -> AppResult<oneshot::Receiver<AppResult<T>>>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        if self.counters.health() == Health::Damaged {
            return Err(STORAGE_DAMAGED.into());
        }
        let (reply, answer) = oneshot::channel();
        let job: WriteJob = Box::new(move |turn| {
            let outcome = match turn {
                Ok((writer, share)) => run_undoably(writer, origin, share, change),
                Err(lost) => Err(lost.answer()),
            };
            // The result is held back until the batch commits: success must mean durable.
            Box::new(move |committed| {
                let settled = match (outcome, committed) {
                    (Ok(done), Ok(())) => Ok(done),
                    (Ok(_), Err(lost)) => Err(lost.answer()),
                    (Err(refused), _) => Err(refused),
                };
                // The send fails if the caller has gone, which is harmless.
                let _ = reply.send(settled);
            })
        });
        self.queue.try_send(WriterCommand::Run(job, share)).map_err(|_| super::busy())?;
        Ok(answer)
    }

    pub(super) async fn stop(&self) {
        // Fails only if the writer has ended already.
        let _ = self.queue.send(WriterCommand::Stop).await;
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

impl WriterThread {
    /// Stops the writer from a thread outside the async runtime.
    pub(super) fn stop_blocking(&self) {
        // Fails only if the writer has ended already.
        let _ = self.queue.blocking_send(WriterCommand::Stop);
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

/// Runs a change so that its error undoes it: by a savepoint, or, if it is alone in its batch, by rolling the batch
/// back and starting it again.
fn run_undoably<T>(
    writer: &WriterState,
    origin: ChangeOrigin,
    share: BatchSharing,
    change: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<T> {
    let run = |sql| writer.statement(sql).map_err(|lost| lost.answer());
    if share == BatchSharing::Batch {
        run("savepoint job")?;
    }
    let tx = Tx::new(&writer.connection, &writer.cache, share, writer.clock.now());
    let mark = writer.cache.sums.mark();
    let outcome = catch_unwind(AssertUnwindSafe(|| change(&tx)))
        .unwrap_or_else(|panic| Err(AppError::Internal(anyhow!("a change panicked: {}", panic_text(&*panic)))));
    if origin == ChangeOrigin::Request {
        writer.counters.ran_statements(tx.statements());
    }
    if let Err(AppError::Internal(error)) = &outcome
        && let Some(error) = error.downcast_ref::<rusqlite::Error>()
    {
        writer.counters.judge(error);
    }
    if outcome.is_err() {
        writer.cache.undo_to(mark);
    }
    // If the disk is full, SQLite may have rolled back the whole batch, and nothing is left to undo.
    if !writer.connection.is_autocommit() {
        match (share, outcome.is_err()) {
            (BatchSharing::Batch, true) => {
                run("rollback to job")?;
                run("release job")?;
            }
            (BatchSharing::Batch, false) => run("release job")?,
            (BatchSharing::Alone, true) => {
                run("rollback")?;
                run("begin immediate")?;
            }
            (BatchSharing::Alone, false) => (),
        }
    }
    outcome
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text")
}

fn run(
    writer: &WriterState,
    mut orders: Receiver<WriterCommand>,
    mut upkeep: LogUpkeep,
    committed: &watch::Sender<()>,
) {
    let mut stopping = false;
    // The first job of the next batch, if it was taken from the queue but must run alone.
    let mut held: Option<WriteJob> = None;
    while !stopping || held.is_some() {
        let mut batch: Vec<WriteJob> = held.take().into_iter().collect();
        let mut next = if batch.is_empty() { orders.blocking_recv() } else { None };
        if batch.is_empty() && next.is_none() {
            break;
        }
        while let Some(order) = next.take() {
            match order {
                WriterCommand::Run(job, BatchSharing::Batch) => batch.push(job),
                WriterCommand::Run(job, BatchSharing::Alone) if batch.is_empty() => {
                    batch.push(job);
                    break;
                }
                WriterCommand::Run(job, BatchSharing::Alone) => {
                    held = Some(job);
                    break;
                }
                WriterCommand::Stop => stopping = true,
            }
            if batch.len() < BATCH {
                next = orders.try_recv().ok();
            }
        }
        if upkeep.may_write() {
            writer.commit(batch);
        } else {
            refuse(batch);
        }
        committed.send_replace(());
        upkeep.after_batch(&writer.connection);
    }
    upkeep.finish(&writer.connection);
}

/// Refuses a batch without trying it, because the disk is known to be full.
fn refuse(batch: Vec<WriteJob>) {
    let lost = CommitFailure { health: Health::Full, why: "the disk is full".to_owned() };
    for job in batch {
        job(Err(&lost))(Err(&lost));
    }
}

impl WriterState {
    fn commit(&self, batch: Vec<WriteJob>) {
        if batch.is_empty() {
            return;
        }
        let (jobs, started) = (batch.len(), Instant::now());
        let mut finishes = Vec::with_capacity(jobs);
        let mut lost = self.begin().err();
        let share = if jobs == 1 { BatchSharing::Alone } else { BatchSharing::Batch };
        for job in batch {
            finishes.push(job(lost.as_ref().map_or(Ok((self, share)), Err)));
            // A full or failing disk makes SQLite roll back the whole transaction. Further jobs would run outside a
            // transaction, so the rest of the batch is refused.
            if lost.is_none() && self.connection.is_autocommit() {
                lost = Some(CommitFailure {
                    health: rolled_back(&self.counters),
                    why: "the database rolled the batch back".to_owned(),
                });
            }
        }
        let syncing = Instant::now();
        if lost.is_none() {
            lost = self.write_sums().and_then(|()| self.statement("commit")).err();
        }
        match &lost {
            None => {
                self.cache.committed();
                self.counters.committed(jobs, started.elapsed(), syncing.elapsed());
            }
            Some(lost) => self.abandon(lost, jobs),
        }
        for finish in finishes {
            finish(lost.as_ref().map_or(Ok(()), Err));
        }
    }

    /// Begins a batch. Drops the cache if another process has changed the database since the last one.
    fn begin(&self) -> Result<(), CommitFailure> {
        self.statement("begin immediate")?;
        // SQLite changes this number for the commits of other connections only.
        let version =
            |statement: &mut rusqlite::CachedStatement<'_>| statement.query_row([], |row| row.get::<_, i64>(0));
        let found = self.connection.prepare_cached("pragma data_version").and_then(|mut ask| version(&mut ask));
        let version = found.map_err(|error| self.failure(&error))?;
        if self.foreign_version.replace(version) != version {
            self.cache.clear();
        }
        Ok(())
    }

    fn abandon(&self, lost: &CommitFailure, jobs: usize) {
        self.cache.clear();
        self.counters.lost();
        tracing::error!(jobs, error = lost.why, "a batch of changes was not committed");
        if !self.connection.is_autocommit()
            && let Err(error) = self.connection.execute_batch("rollback")
        {
            tracing::error!(%error, "rollback of a batch failed");
        }
    }

    /// Writes the sums that the jobs of the batch changed.
    fn write_sums(&self) -> Result<(), CommitFailure> {
        let tx = Tx::new(&self.connection, &self.cache, BatchSharing::Alone, self.clock.now());
        self.cache.sums.write(&tx).map_err(|error| match &error {
            AppError::Internal(inner) => match inner.downcast_ref::<rusqlite::Error>() {
                Some(error) => self.failure(error),
                None => CommitFailure { health: Health::Sound, why: inner.to_string() },
            },
            other => CommitFailure { health: Health::Sound, why: format!("{other:?}") },
        })
    }

    fn statement(&self, sql: &'static str) -> Result<(), CommitFailure> {
        let run = || self.connection.prepare_cached(sql)?.execute([]);
        run().map(drop).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &rusqlite::Error) -> CommitFailure {
        CommitFailure { health: self.counters.judge(error), why: error.to_string() }
    }
}

/// The health after SQLite rolled back a batch without a reported error: the disk is full.
fn rolled_back(counters: &Counters) -> Health {
    if counters.health() == Health::Damaged { Health::Damaged } else { Health::Full }
}
