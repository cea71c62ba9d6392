//! The writer's health and metrics.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::ErrorCode;

use super::disk::has_no_room;
use crate::base::histogram::{Histogram, HistogramSnapshot};

/// Jobs in one commit.
const BATCH_BOUNDS: [u64; 8] = [1, 2, 4, 8, 16, 64, 128, 256];
/// Microseconds from the start of a batch to the end of its commit.
const COMMIT_BOUNDS: [u64; 10] = [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 500_000, 2_500_000];

/// Microseconds of the commit itself, which syncs the log.
const SYNC_BOUNDS: [u64; 9] = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000];

/// Whether changes can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Changes are written.
    Sound,
    /// The disk is full: changes are refused, and each attempt checks the free space again.
    Full,
    /// The file or its disk is damaged: all changes are refused, so that the damage does not grow.
    Damaged,
}

/// Counts statements.
#[derive(Debug, Default)]
pub(super) struct StatementCounter(AtomicU64);

impl StatementCounter {
    pub(super) fn add(&self, statements: u64) {
        self.0.fetch_add(statements, Ordering::Relaxed);
    }

    pub(super) fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counters of the writer, read by the metrics.
#[derive(Debug)]
pub(super) struct Counters {
    folder: PathBuf,
    health: AtomicU8,
    batches: Histogram,
    commits: Histogram,
    syncs: Histogram,
    lost: AtomicU64,
    statements: StatementCounter,
}

/// A snapshot of the writer's metrics.
#[derive(Clone, Debug)]
pub struct WriterMetrics {
    /// Changes in the queue.
    pub queued: usize,
    /// Jobs in each commit.
    pub batch_sizes: HistogramSnapshot,
    /// Duration of each commit with its jobs, in microseconds.
    pub commit_times: HistogramSnapshot,
    /// Duration of each commit itself, which syncs the log, in microseconds.
    pub sync_times: HistogramSnapshot,
    /// Batches that were not committed.
    pub lost_batches: u64,
}

impl Counters {
    /// Counters of a writer whose database lies in `folder`.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            health: AtomicU8::new(Health::Sound as u8),
            batches: Histogram::new(&BATCH_BOUNDS),
            commits: Histogram::new(&COMMIT_BOUNDS),
            syncs: Histogram::new(&SYNC_BOUNDS),
            lost: AtomicU64::new(0),
            statements: StatementCounter::default(),
        }
    }

    pub(super) fn health(&self) -> Health {
        match self.health.load(Ordering::Relaxed) {
            state if state == Health::Sound as u8 => Health::Sound,
            state if state == Health::Full as u8 => Health::Full,
            _ => Health::Damaged,
        }
    }

    pub(super) fn committed(&self, jobs: usize, took: Duration, synced: Duration) {
        let micros = |span: Duration| u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        self.batches.observe(jobs as u64);
        self.commits.observe(micros(took));
        self.syncs.observe(micros(synced));
        if self.health() == Health::Full {
            self.health.store(Health::Sound as u8, Ordering::Relaxed);
            tracing::info!("the disk has free space again: changes are accepted");
        }
    }

    /// Counts the statements of a job that a request asked for.
    pub(super) fn ran_statements(&self, statements: u64) {
        self.statements.add(statements);
    }

    pub(super) fn statements(&self) -> u64 {
        self.statements.total()
    }

    pub(super) fn lost(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that the disk was full before any change was tried.
    pub(super) fn found_full(&self) {
        self.worsen(Health::Full, "there is no room for changes");
    }

    /// Sets the health from an error of SQLite.
    pub(super) fn judge(&self, error: &rusqlite::Error) -> Health {
        let found = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Health::Full,
            Some(ErrorCode::SystemIoFailure) if has_no_room(&self.folder) => Health::Full,
            Some(ErrorCode::SystemIoFailure | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Health::Damaged,
            _ => return Health::Sound,
        };
        self.worsen(found, error);
        found
    }

    /// The health only gets worse here: damage is permanent. Each state is logged once, when it begins.
    fn worsen(&self, found: Health, why: impl std::fmt::Display) {
        let before = self.health.fetch_max(found as u8, Ordering::Relaxed);
        if before < found as u8 {
            match found {
                Health::Full => tracing::error!(%why, "the disk is full: Kapok only reads until there is room"),
                _ => tracing::error!(%why, "the database or its disk is damaged: nothing is written any more"),
            }
        }
    }

    pub(super) fn metrics(&self, queued: usize) -> WriterMetrics {
        WriterMetrics {
            queued,
            batch_sizes: self.batches.snapshot(),
            commit_times: self.commits.snapshot(),
            sync_times: self.syncs.snapshot(),
            lost_batches: self.lost.load(Ordering::Relaxed),
        }
    }
}
