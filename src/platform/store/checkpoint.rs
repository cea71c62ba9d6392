//! Checkpoints of the write-ahead log, and the size that the log may reach before one.
//!
//! On a large disk the log may grow to 256 MiB: the longer it may grow, the more often a busy page is copied once
//! instead of many times. On a small or nearly full disk it may take a quarter of the available space, so that the
//! log alone never fills the disk. The free space is measured every two seconds while changes come in.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use rusqlite::{Connection, ErrorCode};

use super::disk::free_bytes;
use super::metrics::{Counters, Health};
use super::reserve::Reserve;

/// From this size on (256 MiB) the writer checkpoints by itself, because under saturation the background checkpoint
/// never catches up with the log's end and the log would grow without bound. The background checkpoint begins at half
/// of it.
const MOST_PAGES: usize = 65_536;
/// The size from which the writer checkpoints on a disk with hardly any space (1 MiB): a smaller limit would checkpoint
/// at nearly every change.
const LEAST_PAGES: usize = 256;
const PAGE: i64 = 4096;
/// Interval between measurements of the free space while changes come in. A log that was idle for that long is
/// checkpointed.
const LOOK: Duration = Duration::from_secs(2);
/// Pause after a failed checkpoint.
const PAUSE: Duration = Duration::from_secs(30);

/// The state of the write-ahead log that the writer and the background checkpoint share.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    /// Returns the free bytes of a folder.
    room: fn(&Path) -> Option<u64>,
    /// Pages in the log after the last commit.
    pages: AtomicUsize,
    /// Pages that the log may have before the writer checkpoints by itself.
    most: AtomicUsize,
    /// Commits that wrote to the log; a commit without changes does not.
    commits: AtomicU64,
    /// Whether the background thread is awake.
    watched: AtomicBool,
    /// Held during a background checkpoint, which a slow disk may draw out to seconds.
    copying: Mutex<()>,
}

impl Log {
    fn of(database: &Path, room: fn(&Path) -> Option<u64>) -> Self {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        let log = Self {
            path: path.into(),
            room,
            pages: AtomicUsize::new(0),
            most: AtomicUsize::new(MOST_PAGES),
            commits: AtomicU64::new(0),
            watched: AtomicBool::new(false),
            copying: Mutex::new(()),
        };
        log.measure();
        log
    }

    /// Measures the free space, and sets how large the log may grow.
    fn measure(&self) {
        let Some(free) = self.path.parent().and_then(self.room) else { return };
        let own = std::fs::metadata(&self.path).map_or(0, |found| found.len());
        self.most.store(pages_for(free.saturating_add(own)), Ordering::Relaxed);
    }

    fn pages(&self) -> usize {
        self.pages.load(Ordering::Relaxed)
    }

    fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }
}

/// The limit of the log in pages if the log and the free space together have `room` bytes. In steps of 1 MiB, so that
/// it changes seldom.
fn pages_for(room: u64) -> usize {
    let pages = usize::try_from(room / 4 / PAGE as u64).unwrap_or(MOST_PAGES);
    (pages / LEAST_PAGES * LEAST_PAGES).clamp(LEAST_PAGES, MOST_PAGES)
}

/// The writer's maintenance of its log between two batches.
pub(super) struct LogUpkeep {
    log: Arc<Log>,
    background: BackgroundCheckpoint,
    reserve: Arc<Reserve>,
    counters: Arc<Counters>,
    /// The size that SQLite truncates the file to when it restarts the log.
    limited_to: usize,
    /// Commits that were already handled.
    seen: u64,
    /// After a failure: when the next attempt may run.
    not_before: Option<Instant>,
    /// Whether everything possible about a full disk was already done.
    relieved: bool,
}

impl LogUpkeep {
    /// Prepares the writer's own connection.
    pub(super) fn start(
        connection: &mut Connection,
        database: &Path,
        reserve: Arc<Reserve>,
        counters: Arc<Counters>,
    ) -> anyhow::Result<Self> {
        Self::start_with(connection, Log::of(database, free_bytes), database, reserve, counters)
    }

    fn start_with(
        connection: &mut Connection,
        log: Log,
        database: &Path,
        reserve: Arc<Reserve>,
        counters: Arc<Counters>,
    ) -> anyhow::Result<Self> {
        let log = Arc::new(log);
        let seen = log.clone();
        connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
            seen.pages.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            seen.commits.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }))?;
        let background = BackgroundCheckpoint::start(database, log.clone(), counters.clone())?;
        Ok(Self { log, background, reserve, counters, limited_to: 0, seen: 0, not_before: None, relieved: false })
    }

    /// Whether a batch may be tried. While the disk is full, this needs enough free space again.
    pub(super) fn may_write(&self) -> bool {
        self.counters.health() != Health::Full || self.reserve.is_room()
    }

    /// Checkpoints after a batch if due.
    pub(super) fn after_batch(&mut self, connection: &Connection) {
        if self.counters.health() == Health::Full {
            if self.relieved {
                // `may_write` held the reserve again for an attempt that failed.
                self.reserve.give_up();
            } else {
                self.relieved = true;
                self.relieve(connection);
            }
            return;
        }
        self.relieved = false;
        let commits = self.log.commits.load(Ordering::Relaxed);
        if commits == self.seen {
            return;
        }
        self.seen = commits;
        let (pages, most) = (self.log.pages(), self.log.most());
        if most != self.limited_to {
            self.limited_to = most;
            // Fails only as any statement may; then the file keeps its largest size.
            let _ = connection.pragma_update(None, "journal_size_limit", most as i64 * PAGE);
        }
        if pages >= most {
            self.copy_back_inline(connection);
        } else if pages >= most / 2 || !self.log.watched.swap(true, Ordering::Relaxed) {
            self.background.wake();
        }
    }

    fn copy_back_inline(&mut self, connection: &Connection) {
        if self.not_before.is_some_and(|moment| Instant::now() < moment) {
            return;
        }
        let failed = copy_back(connection, "passive", &self.counters).is_err();
        self.not_before = failed.then(|| Instant::now() + PAUSE);
        self.log.measure();
    }

    /// Frees space on a full disk: gives up the reserve, checkpoints the log and truncates it.
    fn relieve(&self, connection: &Connection) {
        self.reserve.give_up();
        if truncate(connection, &self.counters) {
            self.log.pages.store(0, Ordering::Relaxed);
            tracing::info!("WAL checkpoint: the log was truncated to free space on the full disk");
        }
    }

    /// Truncates the log when the writer ends. SQLite runs one checkpoint at a time, so a background checkpoint that
    /// is under way ends first.
    pub(super) fn finish(&self, connection: &Connection) {
        let _copying = self.log.copying.lock().unwrap_or_else(PoisonError::into_inner);
        if !truncate(connection, &self.counters) && self.counters.health() == Health::Full {
            self.relieve(connection);
        }
    }
}

/// Checkpoints and truncates the log; returns whether that worked. It does not wait for readers that still need the
/// log: a check beside the server may take minutes.
fn truncate(connection: &Connection, counters: &Counters) -> bool {
    let patience = |span| connection.busy_timeout(span).is_ok();
    let done = patience(Duration::from_millis(500)) && copy_back(connection, "truncate", counters).unwrap_or(false);
    patience(super::open::BUSY_TIMEOUT) && done
}

/// Checkpoints in that mode; returns whether it was complete. A failure is logged.
fn copy_back(connection: &Connection, mode: &str, counters: &Counters) -> rusqlite::Result<bool> {
    let asked = format!("pragma wal_checkpoint({mode})");
    connection.query_row(&asked, [], |row| Ok(row.get::<_, i64>(0)? == 0)).inspect_err(|error| {
        // Other errors change nothing: all commits are safe in the log even if the checkpoint fails.
        if error.sqlite_error_code() == Some(ErrorCode::DiskFull) {
            counters.judge(error);
        }
        tracing::warn!(%error, "WAL checkpoint failed");
    })
}

/// Checkpoints the log in the background, so that the writer need not wait.
struct BackgroundCheckpoint {
    wake: SyncSender<()>,
}

impl BackgroundCheckpoint {
    fn start(database: &Path, log: Arc<Log>, counters: Arc<Counters>) -> anyhow::Result<Self> {
        let connection = Connection::open(database)?;
        connection.busy_timeout(Duration::from_secs(1))?;
        let (wake, woken) = sync_channel::<()>(1);
        std::thread::Builder::new()
            .name("kapok-checkpoint".into())
            .spawn(move || while_woken(&connection, &woken, &log, &counters))
            .context("the checkpoint thread could not be started")?;
        Ok(Self { wake })
    }

    fn wake(&self) {
        // A full channel means that the thread is working or about to start.
        let _ = self.wake.try_send(());
    }
}

/// Sleeps until the writer wakes it, then checks every few seconds until no more changes come in.
fn while_woken(connection: &Connection, woken: &Receiver<()>, log: &Log, counters: &Counters) {
    let mut paused_until: Option<Instant> = None;
    let mut copy_from = |least: usize| {
        if log.pages() >= least && paused_until.is_none_or(|moment| Instant::now() >= moment) {
            let _copying = log.copying.lock().unwrap_or_else(PoisonError::into_inner);
            paused_until = copy_back(connection, "passive", counters).err().map(|_| Instant::now() + PAUSE);
        }
    };
    while woken.recv().is_ok() {
        let mut measured = Instant::now();
        log.measure();
        loop {
            copy_from(log.most() / 2);
            let before = log.commits.load(Ordering::Relaxed);
            let waited = woken.recv_timeout(LOOK);
            if measured.elapsed() >= LOOK {
                measured = Instant::now();
                log.measure();
            }
            match waited {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if log.commits.load(Ordering::Relaxed) != before => {}
                Err(RecvTimeoutError::Timeout) => {
                    copy_from(if log.most() < MOST_PAGES { 1 } else { LEAST_PAGES });
                    log.watched.store(false, Ordering::Relaxed);
                    // A commit before the line above found this thread awake, and did not wake it.
                    if log.commits.load(Ordering::Relaxed) == before {
                        break;
                    }
                    log.watched.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mib(pages: usize) -> usize {
        pages * 4 / 1024
    }

    #[test]
    fn the_log_takes_a_quarter_of_the_room_and_never_more_than_256_mib() {
        assert_eq!(mib(pages_for(40 << 20)), 10);
        assert_eq!(mib(pages_for(160 << 20)), 40);
        assert_eq!(pages_for(0), LEAST_PAGES);
        assert_eq!(pages_for(1 << 30), MOST_PAGES);
        assert_eq!(pages_for(u64::MAX), MOST_PAGES);
    }

    struct Scratch {
        connection: Connection,
        upkeep: LogUpkeep,
        folder: tempfile::TempDir,
    }

    fn on_a_disk_with(room: fn(&Path) -> Option<u64>) -> Scratch {
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("kapok.db");
        let mut connection = Connection::open(&database).expect("opens");
        connection.pragma_update(None, "journal_mode", "wal").expect("a log");
        connection.execute_batch("pragma wal_autocheckpoint = 0; create table t (x blob) strict").expect("a table");
        let (reserve, counters) = (Reserve::beside(&database), Counters::new(folder.path().to_owned()));
        let (reserve, counters) = (Arc::new(reserve), Arc::new(counters));
        let log = Log::of(&database, room);
        let upkeep = LogUpkeep::start_with(&mut connection, log, &database, reserve, counters).expect("starts");
        Scratch { connection, upkeep, folder }
    }

    impl Scratch {
        /// Writes that many batches of 40 KB.
        fn write(&mut self, batches: usize) {
            for _ in 0..batches {
                self.connection.execute("insert into t values (zeroblob(40000))", []).expect("written");
                self.upkeep.after_batch(&self.connection);
            }
        }

        fn size(&self, name: &str) -> u64 {
            std::fs::metadata(self.folder.path().join(name)).map_or(0, |found| found.len())
        }
    }

    #[test]
    fn the_log_stays_short_where_there_is_little_room() {
        let mut scratch = on_a_disk_with(|_| Some(0));
        scratch.write(200);
        assert!(scratch.size("kapok.db") > 6 << 20, "copied back");
        assert!(scratch.size("kapok.db-wal") < 3 << 20, "{} bytes", scratch.size("kapok.db-wal"));
        let mut scratch = on_a_disk_with(|_| Some(u64::MAX));
        scratch.write(200);
        assert!(scratch.size("kapok.db-wal") > 7 << 20, "the log of a roomy disk is left alone");
    }

    #[test]
    fn a_full_disk_gets_the_reserve_and_the_log_back_and_the_reserve_is_held_again() {
        let mut scratch = on_a_disk_with(|_| Some(u64::MAX));
        assert!(scratch.upkeep.reserve.want(), "there is room");
        assert_eq!(scratch.size("reserve"), 4 << 20);
        scratch.write(20);
        scratch.upkeep.counters.found_full();
        scratch.upkeep.after_batch(&scratch.connection);
        assert_eq!((scratch.size("reserve"), scratch.size("kapok.db-wal")), (0, 0));
        assert!(scratch.upkeep.may_write(), "there is room again");
        assert_eq!(scratch.size("reserve"), 4 << 20);
    }
}
