//! The writer: one thread, one connection, commits in groups.
//!
//! While one batch waits for the disk the next one gathers in the queue, so the batch size follows
//! the load without a timer. Each job has a savepoint; a refusal or a panic undoes that job alone.
//! Nobody is answered before the commit that holds their change has returned.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use rusqlite::Connection;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::sync::watch;

use super::figures::{Counters, Figures, Health};
use super::row::Tx;
use crate::base::clock::Clock;
use crate::base::problem::{AppError, AppResult, STORAGE_DAMAGED, STORAGE_FULL};

/// Jobs that may wait; the next one is told to come back.
const QUEUE: usize = 4096;
/// Jobs in one commit at most. Larger groups gain little and keep the first caller waiting.
const BATCH: usize = 256;
/// The write-ahead log is copied back in the background from this many pages (128 MiB): the longer
/// it may grow, the more often a busy page is copied once instead of many times …
const PAGES_BEFORE_BACKGROUND: usize = 32_768;
/// … and by the writer itself from here (256 MiB), because under saturation the background copy
/// never catches up with the log's end and the log would grow without bound.
const PAGES_BEFORE_INLINE: usize = 65_536;

/// Tells a waiting caller the outcome, once it is known whether the batch was committed.
type Finish = Box<dyn FnOnce(Result<(), &Lost>) + Send>;
type Job = Box<dyn FnOnce(&Connection) -> Finish + Send>;

/// Why a batch was not committed.
struct Lost {
    health: Health,
    why: String,
}

impl Lost {
    fn answer(&self) -> AppError {
        match self.health {
            Health::Full => STORAGE_FULL.retry_after(30),
            Health::Damaged => STORAGE_DAMAGED.into(),
            Health::Sound => AppError::Internal(anyhow!("the batch was not committed: {}", self.why)),
        }
    }
}

enum Order {
    Run(Job),
    Stop,
}

pub(super) struct Writer {
    queue: Sender<Order>,
    thread: Mutex<Option<JoinHandle<()>>>,
    clock: Clock,
    commits: watch::Receiver<()>,
    counters: Arc<Counters>,
}

impl Writer {
    pub(super) fn start(mut connection: Connection, path: &Path, clock: Clock) -> anyhow::Result<Self> {
        let (queue, orders) = channel(QUEUE);
        let log_pages = std::sync::Arc::new(AtomicUsize::new(0));
        let seen = log_pages.clone();
        connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
            seen.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        let helper = Checkpointer::start(path)?;
        let (committed, commits) = watch::channel(());
        let counters = Arc::new(Counters::new(path.parent().unwrap_or(path).to_owned()));
        let counted = counters.clone();
        let thread = std::thread::Builder::new()
            .name("kapok-writer".into())
            .spawn(move || run(&connection, orders, &log_pages, &helper, &committed, &counted))
            .context("the writer's thread could not be started")?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)), clock, commits, counters })
    }

    /// Ticks after each commit; several may be one tick to a slow watcher.
    pub(super) fn commits(&self) -> watch::Receiver<()> {
        self.commits.clone()
    }

    pub(super) fn health(&self) -> Health {
        self.counters.health()
    }

    pub(super) fn figures(&self) -> Figures {
        self.counters.figures(self.queued())
    }

    pub(super) fn queued(&self) -> usize {
        QUEUE - self.queue.capacity()
    }

    /// Puts a change into the queue; the receiver gets its outcome after the commit.
    pub(super) fn submit<T, F>(&self, change: F) -> AppResult<oneshot::Receiver<AppResult<T>>>
    where
        T: Send + 'static,
        F: FnOnce(&Tx<'_>) -> AppResult<T> + Send + 'static,
    {
        if self.counters.health() == Health::Damaged {
            return Err(STORAGE_DAMAGED.into());
        }
        let (reply, answer) = oneshot::channel();
        let (clock, counters) = (self.clock.clone(), self.counters.clone());
        let job: Job = Box::new(move |connection| {
            let outcome = in_savepoint(connection, &clock, &counters, change);
            // Kept back until the batch commits: "done" must mean durable.
            Box::new(move |committed| {
                let settled = match (outcome, committed) {
                    (Ok(done), Ok(())) => Ok(done),
                    (Ok(_), Err(lost)) => Err(lost.answer()),
                    (Err(refused), _) => Err(refused),
                };
                // A caller who has hung up needs no answer.
                let _ = reply.send(settled);
            })
        });
        self.queue.try_send(Order::Run(job)).map_err(|_| super::busy())?;
        Ok(answer)
    }

    pub(super) async fn stop(&self) {
        // Fails only when the writer has ended already.
        let _ = self.queue.send(Order::Stop).await;
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

impl Writer {
    /// The same for callers outside the async runtime.
    pub(super) fn stop_blocking(&self) {
        // Fails only when the writer has ended already.
        let _ = self.queue.blocking_send(Order::Stop);
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

fn in_savepoint<T>(
    connection: &Connection,
    clock: &Clock,
    counters: &Counters,
    change: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<T> {
    let run = |sql| statement(connection, sql, counters).map_err(|lost| lost.answer());
    run("savepoint job")?;
    let outcome = catch_unwind(AssertUnwindSafe(|| change(&Tx::new(connection, clock.now()))))
        .unwrap_or_else(|panic| Err(AppError::Internal(anyhow!("a change panicked: {}", panic_text(&*panic)))));
    if let Err(AppError::Internal(error)) = &outcome
        && let Some(error) = error.downcast_ref::<rusqlite::Error>()
    {
        counters.judge(error);
    }
    // After a full disk SQLite may have rolled back the whole batch; the savepoint is then gone.
    if !connection.is_autocommit() {
        if outcome.is_err() {
            run("rollback to job")?;
        }
        run("release job")?;
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
    connection: &Connection,
    mut orders: Receiver<Order>,
    log_pages: &AtomicUsize,
    helper: &Checkpointer,
    committed: &watch::Sender<()>,
    counters: &Counters,
) {
    let mut stopping = false;
    while !stopping {
        let Some(first) = orders.blocking_recv() else { break };
        let mut batch = Vec::new();
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                Order::Run(job) => batch.push(job),
                Order::Stop => stopping = true,
            }
            next = if batch.len() < BATCH { orders.try_recv().ok() } else { None };
        }
        commit(connection, batch, counters);
        committed.send_replace(());
        let pages = log_pages.load(Ordering::Relaxed);
        if pages >= PAGES_BEFORE_INLINE {
            checkpoint(connection);
        } else if pages >= PAGES_BEFORE_BACKGROUND {
            helper.wake();
        }
    }
    checkpoint(connection);
}

fn commit(connection: &Connection, batch: Vec<Job>, counters: &Counters) {
    if batch.is_empty() {
        return;
    }
    let (jobs, started) = (batch.len(), Instant::now());
    let mut finishes = Vec::with_capacity(jobs);
    let mut lost = statement(connection, "begin immediate", counters).err();
    if lost.is_none() {
        for job in batch {
            finishes.push(job(connection));
            // A full disk or a failing one makes SQLite roll back the whole transaction. What
            // follows would run outside of any, so the rest of the batch is dropped unrun.
            if connection.is_autocommit() {
                lost =
                    Some(Lost { health: rolled_back(counters), why: "the database rolled the batch back".to_owned() });
                break;
            }
        }
    }
    let syncing = Instant::now();
    if lost.is_none() {
        lost = statement(connection, "commit", counters).err();
    }
    if lost.is_none() {
        counters.committed(jobs, started.elapsed(), syncing.elapsed());
    }
    if let Some(lost) = &lost {
        counters.lost();
        tracing::error!(jobs = finishes.len(), error = lost.why, "a batch of changes was lost");
        if !connection.is_autocommit()
            && let Err(error) = connection.execute_batch("rollback")
        {
            tracing::error!(%error, "the lost batch could not be rolled back");
        }
    }
    for finish in finishes {
        finish(lost.as_ref().map_or(Ok(()), Err));
    }
}

/// Why SQLite rolled a batch back by itself, where no statement told: for want of room.
fn rolled_back(counters: &Counters) -> Health {
    if counters.health() == Health::Damaged { Health::Damaged } else { Health::Full }
}

fn statement(connection: &Connection, sql: &'static str, counters: &Counters) -> Result<(), Lost> {
    let run = || connection.prepare_cached(sql)?.execute([]);
    run().map(drop).map_err(|error| Lost { health: counters.judge(&error), why: error.to_string() })
}

fn checkpoint(connection: &Connection) {
    let outcome = connection.query_row("pragma wal_checkpoint(passive)", [], |row| row.get::<_, i64>(0));
    if let Err(error) = outcome {
        tracing::warn!(%error, "the write-ahead log could not be copied back");
    }
}

/// Copies the write-ahead log back into the database beside the writer, which need not wait.
struct Checkpointer {
    wake: std::sync::mpsc::SyncSender<()>,
}

impl Checkpointer {
    fn start(path: &Path) -> anyhow::Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(1))?;
        let (wake, woken) = std::sync::mpsc::sync_channel::<()>(1);
        std::thread::Builder::new()
            .name("kapok-checkpoint".into())
            .spawn(move || {
                while woken.recv().is_ok() {
                    checkpoint(&connection);
                }
            })
            .context("the checkpoint thread could not be started")?;
        Ok(Self { wake })
    }

    fn wake(&self) {
        // A full slot means that it is at work or about to be.
        let _ = self.wake.try_send(());
    }
}
