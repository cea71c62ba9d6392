//! The daily backup and its status.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::{oneshot, watch};

use super::archive_name::{read_stamp, stamp};
use super::bucket::Bucket;
use super::scratch::Scratch;
use super::{CreatedBackup, alarm, check_ledger, expect_room, make, offsite};
use crate::base::clock::Timestamp;
use crate::ops::verification::VerificationReport;
use crate::platform::config::{Backup, Offsite};
use crate::platform::delivery::Outbox;
use crate::platform::store::{DataDir, Store, create_folder, recorded_schema, schema_version, try_upgrade};

const LOOK: Duration = Duration::from_secs(60);
/// Delay before a retry after a failure.
const RETRY: Duration = Duration::from_secs(3_600);
/// Interval of the e-mails to the owners while backups fail.
const TELL_AGAIN: Duration = Duration::from_secs(86_400);
/// The most time by which a backup may lie in the future, because the clock may be corrected.
const CLOCK_SLACK: Duration = Duration::from_secs(3_600);
const MINUTE_MS: i64 = 60_000;

/// The newest backup in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestBackup {
    /// The time at which the database was copied.
    pub at: Timestamp,
    /// Size in bytes.
    pub bytes: u64,
    /// Path of the archive.
    pub path: PathBuf,
}

/// The backup status, for monitoring.
#[derive(Clone, Debug, Default)]
pub struct Backups(Arc<Mutex<BackupState>>);

#[derive(Clone, Debug, Default)]
struct BackupState {
    latest: Option<LatestBackup>,
    last_failed: Option<String>,
    offsite: Option<Timestamp>,
    offsite_failed: Option<String>,
    books_sound: Option<bool>,
    running: bool,
}

/// The one backup that may be made at a time. Dropping it permits the next one.
pub struct BackupTurn(Backups);

impl Drop for BackupTurn {
    fn drop(&mut self) {
        self.0.set(|state| state.running = false);
    }
}

impl Backups {
    /// The newest backup.
    pub fn latest(&self) -> Option<LatestBackup> {
        self.state().latest
    }

    /// The reason why the last backup or upload failed; `None` after a success.
    pub fn last_failure(&self) -> Option<String> {
        let state = self.state();
        state.last_failed.or(state.offsite_failed)
    }

    /// The time of the newest backup that was uploaded and read back.
    pub fn offsite(&self) -> Option<Timestamp> {
        self.state().offsite
    }

    /// Whether the last ledger check succeeded; `None` before the first one.
    pub fn books_sound(&self) -> Option<bool> {
        self.state().books_sound
    }

    /// Whether a backup is being made.
    pub fn is_running(&self) -> bool {
        self.state().running
    }

    /// Takes the turn to make a backup; `None` while another one is being made.
    pub fn begin(&self) -> Option<BackupTurn> {
        let mut free = false;
        self.set(|state| free = !std::mem::replace(&mut state.running, true));
        free.then(|| BackupTurn(self.clone()))
    }

    /// Records the result of a check of the ledger.
    pub fn note_ledger_check(&self, sound: bool) {
        self.set(|state| state.books_sound = Some(sound));
    }

    fn state(&self) -> BackupState {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, change: impl FnOnce(&mut BackupState)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl LatestBackup {
    /// The newest backup of this schedule. Ignores backups with a future date, which were made while the clock was
    /// wrong: otherwise no new backup would be made until that date.
    pub fn find(settings: &Backup, data_dir: &Path, now: Timestamp) -> Option<Self> {
        made_by_schedule(&settings.folder_for(data_dir)).into_iter().rfind(|latest| latest.at <= now.plus(CLOCK_SLACK))
    }
}

/// The parameters of the daily backup.
pub struct Daily {
    /// Time of day, folder and number of backups to keep.
    pub settings: Backup,
    /// The off-site bucket.
    pub offsite: Offsite,
    /// The data folder to back up.
    pub folder: DataDir,
    /// The store that queues the e-mails to the owners.
    pub store: Store,
    /// Sends the queued e-mails.
    pub outbox: Outbox,
    /// The status to update.
    pub backups: Backups,
}

/// Makes a backup each day at the configured time, until the server stops. A missed backup is made up for.
pub async fn run_daily(daily: Daily, mut stopping: watch::Receiver<bool>) {
    let Some(minute) = daily.settings.minute_of_day().filter(|_| daily.settings.scheduled) else { return };
    let clock = daily.store.clock().clone();
    let bucket = Bucket::of(&daily.offsite, clock.clone()).unwrap_or_else(|error| {
        tracing::error!(error = format!("{error:#}"), "off-site backups are off: the bucket cannot be used");
        None
    });
    let (mut not_before, mut not_sent_before) = (clock.now(), clock.now());
    let mut told: Option<Timestamp> = None;
    loop {
        let newest = LatestBackup::find(&daily.settings, daily.folder.root(), clock.now());
        let since = newest.as_ref().map_or_else(|| born(&daily.folder, clock.now()), |latest| latest.at);
        daily.backups.set(|state| state.latest = newest);
        let look = async {
            if since < last_due(clock.now(), minute)
                && clock.now() >= not_before
                && let Some(turn) = daily.backups.begin()
            {
                make_now(&daily.settings, &daily.folder, clock.now(), turn).await;
                not_before = clock.now().plus(RETRY);
            }
            if let Some(bucket) = bucket.as_ref().filter(|_| clock.now() >= not_sent_before)
                && let Some(failed) = daily.send(bucket).await
                && failed
            {
                not_sent_before = clock.now().plus(RETRY);
            }
            daily.tell(&mut told).await;
        };
        tokio::select! {
            () = look => {}
            // The thread ends with the process; an unfinished backup never gets its final name.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            // An error means that the sender was dropped, which also ends the task.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

impl Daily {
    /// Uploads the newest backup once. Returns `None` if there was nothing to upload, else whether the upload failed.
    async fn send(&self, bucket: &Bucket) -> Option<bool> {
        let newest = self.backups.latest().filter(|latest| self.backups.offsite() != Some(latest.at))?;
        let sent = offsite::send(bucket, &newest.path, self.offsite.keep).await;
        let failed = sent.as_ref().err().map(|error| format!("{error:#}"));
        match &failed {
            None => tracing::info!(file = %newest.path.display(), "backup put into the bucket and read back"),
            Some(why) => tracing::error!(error = why, "backup upload to the bucket failed"),
        }
        self.backups.set(|state| {
            state.offsite = if failed.is_none() { Some(newest.at) } else { state.offsite };
            state.offsite_failed = failed.clone();
        });
        Some(failed.is_some())
    }

    /// Queues an e-mail to the owners after a failure, and again each day until it is repaired.
    async fn tell(&self, told: &mut Option<Timestamp>) {
        let now = self.store.clock().now();
        match self.backups.last_failure() {
            None => *told = None,
            Some(why) if told.is_none_or(|at| now.since(at) >= TELL_AGAIN) => {
                let newest = self.backups.latest().map(|latest| latest.at);
                alarm::raise(&self.store, &self.outbox, &why, newest).await;
                *told = Some(now);
            }
            Some(_) => {}
        }
    }
}

/// Makes a backup in the folder of the daily ones, verifies it, and records the outcome.
pub async fn make_now(settings: &Backup, folder: &DataDir, now: Timestamp, turn: BackupTurn) {
    let backups = &turn.0;
    match in_a_thread(settings, folder, now).await {
        Ok(made) => {
            tracing::info!(file = %made.path.display(), bytes = made.bytes, "backup made and verified");
            let latest = LatestBackup { at: made.manifest.created_at, bytes: made.bytes, path: made.path };
            backups.set(|state| {
                state.latest = Some(latest);
                state.last_failed = None;
                state.books_sound = Some(true);
            });
            prune(&settings.folder_for(folder.root()), settings.keep);
        }
        Err(error) => {
            let why = format!("{error:#}");
            tracing::error!(error = why, "the daily backup failed");
            let unsound = why.contains("the books are wrong");
            backups.set(|state| {
                state.last_failed = Some(why);
                state.books_sound = if unsound { Some(false) } else { state.books_sound };
            });
        }
    }
}

/// Uses its own thread: the runtime would wait for one of its blocking threads when it stops.
async fn in_a_thread(settings: &Backup, folder: &DataDir, now: Timestamp) -> anyhow::Result<CreatedBackup> {
    let (settings, folder) = (settings.clone(), folder.clone());
    let (tell, told) = oneshot::channel();
    std::thread::Builder::new().name("kapok-backup".into()).spawn(move || {
        // The receiver is gone when the server stops.
        let _ = tell.send(make_named(&settings, &folder, now, "kapok"));
    })?;
    told.await.context("the backup's thread panicked")?
}

fn make_named(settings: &Backup, folder: &DataDir, now: Timestamp, prefix: &str) -> anyhow::Result<CreatedBackup> {
    let place = settings.folder_for(folder.root());
    let recipient = settings.age_recipient()?;
    create_folder(&place).with_context(|| format!("the folder for backups {} cannot be made", place.display()))?;
    let suffix = if recipient.is_some() { ".age" } else { "" };
    make(folder, &place.join(format!("{prefix}-{}.tar.zst{suffix}", stamp(now))), recipient.as_ref(), now)
}

/// Before an upgrade of the database schema: tries the upgrade on a copy, then makes a backup. Returns its path, or
/// `None` if no upgrade is needed.
pub fn before_upgrade(settings: &Backup, folder: &DataDir, now: Timestamp) -> anyhow::Result<Option<PathBuf>> {
    if !folder.database().is_file() || folder.restore_mark().exists() {
        return Ok(None);
    }
    let found = recorded_schema(folder)?;
    if found == 0 || found >= schema_version() {
        return Ok(None);
    }
    // The trial comes first: otherwise a server that restarts again and again would leave an archive each time.
    rehearse(folder).context("the upgrade was tried on a copy and failed, so nothing was changed")?;
    let made = make_named(settings, folder, now, &format!("before-schema-{}", schema_version()))
        .context("no backup could be made before the upgrade, so nothing was changed")?;
    tracing::info!(file = %made.path.display(), "backup made before the upgrade of the database");
    Ok(Some(made.path))
}

/// Tries the upgrade of the database on a copy and replays the ledger of the result.
pub fn rehearse(folder: &DataDir) -> anyhow::Result<VerificationReport> {
    let scratch = Scratch::inside(folder.root())?;
    expect_room(folder)?;
    let copied = DataDir::create(scratch.path())?;
    try_upgrade(folder, &copied)?;
    check_ledger(&copied, folder)
}

/// The creation time of the folder, used before the first backup: the time of its master key, or of the keys folder
/// if the key is a systemd credential.
fn born(folder: &DataDir, now: Timestamp) -> Timestamp {
    let keys = fs::metadata(folder.keys().join("master.key")).or_else(|_| fs::metadata(folder.keys()));
    let made = keys.and_then(|key| key.modified());
    let since = made.ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.and_then(|since| i64::try_from(since.as_millis()).ok()).map_or(now, Timestamp::from_millis)
}

/// The last time at which a backup was due.
fn last_due(now: Timestamp, minute: u32) -> Timestamp {
    let today = Timestamp::from_millis(now.hong_kong_midnight().as_millis() + i64::from(minute) * MINUTE_MS);
    if today <= now { today } else { today.minus(Duration::from_secs(86_400)) }
}

/// The daily backups in a folder, oldest first; ignores other files.
pub fn made_by_schedule(folder: &Path) -> Vec<LatestBackup> {
    let mut found: Vec<LatestBackup> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let at = read_stamp(entry.file_name().to_str()?)?;
            Some(LatestBackup { at, bytes: entry.metadata().ok()?.len(), path: entry.path() })
        })
        .collect();
    found.sort_by_key(|latest| latest.at);
    found
}

/// Deletes the oldest backups beyond `keep` days, and all but the newest of each day before the newest one: backups
/// that somebody makes by hand must not push out those of earlier days. Called only after a new one was verified.
fn prune(folder: &Path, keep: u32) {
    let kept = usize::try_from(keep).unwrap_or(usize::MAX);
    for old in beyond(made_by_schedule(folder), kept) {
        match fs::remove_file(&old.path) {
            Ok(()) => tracing::info!(file = %old.path.display(), "old backup deleted"),
            Err(error) => tracing::warn!(%error, file = %old.path.display(), "deleting an old backup failed"),
        }
    }
}

/// The backups to delete, of all backups from the oldest to the newest.
fn beyond(found: Vec<LatestBackup>, keep: usize) -> Vec<LatestBackup> {
    let newest_day = found.last().map(|latest| latest.at.hong_kong_midnight());
    let (mut days, mut last_day) = (0, None);
    let newest_first = found.into_iter().rev();
    newest_first
        .filter(|backup| {
            let day = Some(backup.at.hong_kong_midnight());
            let is_new_day = day != last_day;
            days += usize::from(is_new_day);
            last_day = day;
            days > keep || (!is_new_day && day != newest_day)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LatestBackup, last_due, made_by_schedule, prune, read_stamp, stamp};
    use crate::base::clock::Timestamp;

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("a moment")
    }

    #[test]
    fn the_time_of_a_backup_is_read_from_its_name_alone() {
        let noon = moment("2026-11-21T12:00:05Z");
        assert_eq!(stamp(noon), "20261121T120005Z");
        assert_eq!(read_stamp("kapok-20261121T120005Z.tar.zst.age"), Some(noon));
        for odd in ["kapok-.tar.zst", "kapok-20261121T120005Z.tar", "mine-20261121T120005Z.tar.zst", "kapok-二.tar.zst"]
        {
            assert_eq!(read_stamp(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_backup_is_due_once_a_day_at_its_time_in_hong_kong() {
        let four = 4 * 60;
        assert_eq!(last_due(moment("2026-11-20T20:00:00Z"), four), moment("2026-11-20T20:00:00Z"));
        assert_eq!(last_due(moment("2026-11-20T19:59:59Z"), four), moment("2026-11-19T20:00:00Z"));
        assert_eq!(last_due(moment("2026-11-21T19:59:59Z"), four), moment("2026-11-20T20:00:00Z"));
    }

    #[test]
    fn a_backup_of_a_day_to_come_is_not_the_newest() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = crate::platform::config::Backup::default();
        let place = settings.folder_for(folder.path());
        std::fs::create_dir(&place).expect("a folder");
        for name in ["kapok-20261119T200000Z.tar.zst", "kapok-20351119T200000Z.tar.zst"] {
            std::fs::write(place.join(name), b"x").expect("written");
        }
        let found = LatestBackup::find(&settings, folder.path(), moment("2026-11-20T12:00:00Z"));
        assert_eq!(found.map(|latest| latest.at), Some(moment("2026-11-19T20:00:00Z")));
    }

    #[test]
    fn pruning_removes_only_the_oldest_own_backups() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["kapok-20261119T200000Z.tar.zst", "kapok-20261120T200000Z.tar.zst.age", "mine.tar.zst"] {
            std::fs::write(folder.path().join(name), b"x").expect("written");
        }
        prune(folder.path(), 1);
        let left: Vec<_> = made_by_schedule(folder.path()).into_iter().map(|latest| latest.at).collect();
        assert_eq!(left, [moment("2026-11-20T20:00:00Z")]);
        assert!(folder.path().join("mine.tar.zst").exists());
    }
}
