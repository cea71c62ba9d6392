//! How the installation fares, for the console: what is wrong right now, what a doctor finds, and what happened lately.

mod http;
mod spending;

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Mutex;

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::ops::doctor::{self, Finding, Level};
use crate::ops::metrics::{Metrics, Sizes, messages_waiting, resident_memory};
use crate::platform::config::Config;
use crate::platform::delivery::{Mark, Spending};
use crate::platform::log_buffer::Logbook;
use crate::platform::store::{Health, schema_version};

pub use http::routes;
pub use spending::tell_owners;

/// Looking at everything reads the whole database: who looks again so soon sees the same.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// What is wrong right now, and cannot wait for somebody to look for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
enum AlarmKind {
    /// The database or its disk is damaged: nothing is written any more.
    Damaged,
    /// The disk is full: changes are refused until there is room.
    DiskFull,
    /// There is little room left.
    DiskNearlyFull,
    /// The ledger was replayed and is wrong.
    BooksWrong,
    /// The last attempt at a backup failed.
    BackupFailed,
    /// There has been no backup for more than a day.
    BackupOld,
    /// Four fifths of the month's budget for SMS are used up.
    SmsBudgetSoon,
    /// All of it is: no SMS are sent until the next month.
    SmsBudgetSpent,
}

/// One thing that is wrong right now.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Alarm {
    kind: AlarmKind,
    /// Of a backup: when the newest one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<Timestamp>,
    /// Of a disk: the bytes that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<u64>,
    /// Of a budget: what of it is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    sms: Option<Spending>,
}

/// How backups stand.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupStanding {
    /// When the newest one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<Timestamp>,
    /// Its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// When the newest one was made that was read back from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    offsite: Option<Timestamp>,
    /// Why the last attempt failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// Whether the books were sound when they were last replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    books_sound: Option<bool>,
}

/// What waits, and how much room things take.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Load {
    #[serde(flatten)]
    sizes: Sizes,
    /// Memory in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    /// Changes that wait for the writer.
    writer_queue: usize,
    /// Messages that wait to be sent.
    messages_waiting: i64,
    /// How long the oldest of them has waited.
    messages_lag_seconds: u64,
}

/// Everything that whoever keeps the server running asks first.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Diagnostics {
    /// Which version of Kapok this is.
    version: &'static str,
    /// The database schema that it knows.
    schema: u32,
    /// When the server started.
    started: Timestamp,
    /// When all this was looked at.
    looked: Timestamp,
    findings: Vec<Finding>,
    load: Load,
    backup: BackupStanding,
}

/// What the doctor found, and when.
type Looked = (Timestamp, Vec<Finding>);

/// What the calls share.
#[derive(Clone)]
struct Watch {
    metrics: Metrics,
    config: Arc<Config>,
    logbook: Logbook,
    found: Arc<Mutex<Option<Looked>>>,
}

impl Watch {
    fn new(metrics: Metrics, config: Arc<Config>, logbook: Logbook) -> Self {
        Self { metrics, config, logbook, found: Arc::default() }
    }

    fn now(&self) -> Timestamp {
        self.metrics.store.clock().now()
    }

    fn alarms(&self) -> Vec<Alarm> {
        let backups = &self.metrics.backups;
        let newest = backups.latest().map(|latest| latest.at);
        let mut found = Vec::new();
        let mut raise = |kind, newest, free| found.push(Alarm { kind, newest, free, sms: None });
        match self.metrics.store.health() {
            Health::Sound => {}
            Health::Full => raise(AlarmKind::DiskFull, None, None),
            Health::Damaged => raise(AlarmKind::Damaged, None, None),
        }
        if backups.books_sound() == Some(false) {
            raise(AlarmKind::BooksWrong, None, None);
        }
        if backups.last_failure().is_some() {
            raise(AlarmKind::BackupFailed, newest, None);
        } else if self.config.backup.scheduled && self.is_old(newest) {
            raise(AlarmKind::BackupOld, newest, None);
        }
        found.extend(little_room(self.metrics.store.health(), self.metrics.sizes().disk_free_bytes));
        // A database that cannot be read has an alarm of its own.
        found.extend(self.metrics.store.read(|read| self.metrics.sms_budget.spending(read)).ok().and_then(much_spent));
        found
    }

    /// Where there is none yet, the server has had time since it started.
    fn is_old(&self, newest: Option<Timestamp>) -> bool {
        self.now().since(newest.unwrap_or(self.metrics.started)) > doctor::BACKUP_AGE
    }

    /// What the doctor finds. One look at a time, and each serves everybody for a while.
    async fn findings(&self) -> AppResult<Looked> {
        let mut known = self.found.lock().await;
        let now = self.now();
        if let Some((at, findings)) = known.as_ref().filter(|(at, _)| now.since(*at) < LOOK_AGAIN) {
            return Ok((*at, findings.clone()));
        }
        let config = self.config.clone();
        let look = tokio::task::spawn_blocking(move || doctor::examine(&config, now));
        let found = (now, look.await.map_err(anyhow::Error::from)?);
        *known = Some(found.clone());
        Ok(found)
    }

    async fn diagnostics(&self) -> AppResult<Diagnostics> {
        let (looked, mut findings) = self.findings().await?;
        // What is worst stands first; the sort keeps the doctor's order among equals.
        findings.sort_by_key(|finding| std::cmp::Reverse::<Level>(finding.level));
        let Metrics { store, backups, .. } = &self.metrics;
        let (waiting, oldest) = store.read(messages_waiting)?;
        let latest = backups.latest();
        Ok(Diagnostics {
            version: env!("CARGO_PKG_VERSION"),
            schema: schema_version(),
            started: self.metrics.started,
            looked,
            findings,
            load: Load {
                sizes: self.metrics.sizes(),
                memory_bytes: resident_memory(),
                writer_queue: store.figures().queued,
                messages_waiting: waiting,
                messages_lag_seconds: oldest.map_or(0, |oldest| self.now().since(oldest).as_secs()),
            },
            backup: BackupStanding {
                newest: latest.as_ref().map(|latest| latest.at),
                bytes: latest.as_ref().map(|latest| latest.bytes),
                offsite: backups.offsite(),
                failure: backups.last_failure(),
                books_sound: backups.books_sound(),
            },
        })
    }
}

/// A disk that will soon be full. One that is has an alarm already, and one nobody can measure has none.
fn little_room(health: Health, free: Option<u64>) -> Option<Alarm> {
    let free = free.filter(|free| doctor::is_little_room(*free) && health != Health::Full)?;
    Some(Alarm { kind: AlarmKind::DiskNearlyFull, newest: None, free: Some(free), sms: None })
}

fn much_spent(spending: Spending) -> Option<Alarm> {
    let kind = match spending.mark()? {
        Mark::Soon => AlarmKind::SmsBudgetSoon,
        Mark::Spent => AlarmKind::SmsBudgetSpent,
    };
    Some(Alarm { kind, newest: None, free: None, sms: Some(spending) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_told_of_before_it_is_full_and_once() {
        let told = |health, free| little_room(health, free).map(|alarm| (alarm.kind, alarm.free));
        assert_eq!(told(Health::Sound, Some(40 << 20)), Some((AlarmKind::DiskNearlyFull, Some(40 << 20))));
        assert_eq!(told(Health::Damaged, Some(0)), Some((AlarmKind::DiskNearlyFull, Some(0))));
        assert_eq!(told(Health::Full, Some(0)), None);
        assert_eq!(told(Health::Sound, Some(40 << 30)), None);
        assert_eq!(told(Health::Sound, None), None);
    }
}
