//! The state of the installation for admin: current alarms, findings of the doctor, and recent log lines and
//! requests.

mod http;
mod spending;

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Mutex;

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::ops::doctor::{self, Finding, FindingLevel};
use crate::ops::metrics::{Metrics, StorageSizes, messages_waiting, resident_memory};
use crate::platform::config::Config;
use crate::platform::delivery::{BudgetLevel, BudgetUse};
use crate::platform::log_buffer::LogBuffer;
use crate::platform::store::{Health, schema_version};

pub use http::routes;
pub use spending::tell_owners;

/// The time for which the doctor's findings are cached, because the doctor reads the whole database.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// A current problem that needs immediate attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
enum AlarmKind {
    /// The database or its disk is damaged: writes have stopped.
    Damaged,
    /// The disk is full: changes are refused until there is free space.
    DiskFull,
    /// The disk is nearly full.
    DiskNearlyFull,
    /// The ledger check found an error.
    BooksWrong,
    /// The last backup failed.
    BackupFailed,
    /// The newest backup is more than a day old.
    BackupOld,
    /// Four fifths of the monthly SMS budget are used.
    SmsBudgetSoon,
    /// The monthly SMS budget is used up: no SMS are sent until the next month.
    SmsBudgetSpent,
}

/// A current problem.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Alarm {
    kind: AlarmKind,
    /// For backup alarms: when the newest backup was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<Timestamp>,
    /// For disk alarms: the free bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<u64>,
    /// For SMS budget alarms: the amount used.
    #[serde(skip_serializing_if = "Option::is_none")]
    sms: Option<BudgetUse>,
}

/// The state of backups.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupStanding {
    /// The time at which the newest backup was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<Timestamp>,
    /// Size of the newest backup, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// The time at which the newest backup was made that has been read back from off-site storage.
    #[serde(skip_serializing_if = "Option::is_none")]
    offsite: Option<Timestamp>,
    /// The reason why the last backup failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// True if the last ledger check succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    books_sound: Option<bool>,
}

/// Queues and resource usage.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Load)]
struct SystemLoad {
    #[serde(flatten)]
    sizes: StorageSizes,
    /// Memory in use, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    /// Changes that wait for the database writer.
    writer_queue: usize,
    /// Messages that wait to be sent.
    messages_waiting: i64,
    /// The time for which the oldest of these messages has waited, in seconds.
    messages_lag_seconds: u64,
}

/// An overview of the installation for the operator.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Diagnostics {
    /// The version of Kapok.
    version: &'static str,
    /// The database schema of this version.
    schema: u32,
    /// The time at which the server started.
    started: Timestamp,
    /// The time at which the findings were collected.
    looked: Timestamp,
    findings: Vec<Finding>,
    load: SystemLoad,
    backup: BackupStanding,
}

/// The doctor's findings, and when they were collected.
type CachedFindings = (Timestamp, Vec<Finding>);

/// The state shared by the handlers.
#[derive(Clone)]
struct DiagnosticsContext {
    metrics: Metrics,
    config: Arc<Config>,
    log_buffer: LogBuffer,
    found: Arc<Mutex<Option<CachedFindings>>>,
}

impl DiagnosticsContext {
    fn new(metrics: Metrics, config: Arc<Config>, log_buffer: LogBuffer) -> Self {
        Self { metrics, config, log_buffer, found: Arc::default() }
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
        // An unreadable database has its own alarm.
        found.extend(self.metrics.store.read(|read| self.metrics.sms_budget.spending(read)).ok().and_then(much_spent));
        found
    }

    /// Without any backup, the age counts from the start of the server.
    fn is_old(&self, newest: Option<Timestamp>) -> bool {
        self.now().since(newest.unwrap_or(self.metrics.started)) > doctor::BACKUP_AGE
    }

    /// The doctor's findings. Only one examination runs at a time, and its result is cached.
    async fn findings(&self) -> AppResult<CachedFindings> {
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
        // Most severe findings first; the stable sort keeps the doctor's order among equals.
        findings.sort_by_key(|finding| std::cmp::Reverse::<FindingLevel>(finding.level));
        let Metrics { store, backups, .. } = &self.metrics;
        let (waiting, oldest) = store.read(messages_waiting)?;
        let latest = backups.latest();
        Ok(Diagnostics {
            version: env!("CARGO_PKG_VERSION"),
            schema: schema_version(),
            started: self.metrics.started,
            looked,
            findings,
            load: SystemLoad {
                sizes: self.metrics.sizes(),
                memory_bytes: resident_memory(),
                writer_queue: store.metrics().queued,
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

/// Alarm for a disk that will soon be full. `None` for a full disk, which has its own alarm, and if the free space is
/// unknown.
fn little_room(health: Health, free: Option<u64>) -> Option<Alarm> {
    let free = free.filter(|free| doctor::is_little_room(*free) && health != Health::Full)?;
    Some(Alarm { kind: AlarmKind::DiskNearlyFull, newest: None, free: Some(free), sms: None })
}

fn much_spent(spending: BudgetUse) -> Option<Alarm> {
    let kind = match spending.mark()? {
        BudgetLevel::Soon => AlarmKind::SmsBudgetSoon,
        BudgetLevel::Spent => AlarmKind::SmsBudgetSpent,
    };
    Some(Alarm { kind, newest: None, free: None, sms: Some(spending) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearly_full_disk_raises_one_alarm() {
        let told = |health, free| little_room(health, free).map(|alarm| (alarm.kind, alarm.free));
        assert_eq!(told(Health::Sound, Some(40 << 20)), Some((AlarmKind::DiskNearlyFull, Some(40 << 20))));
        assert_eq!(told(Health::Damaged, Some(0)), Some((AlarmKind::DiskNearlyFull, Some(0))));
        assert_eq!(told(Health::Full, Some(0)), None);
        assert_eq!(told(Health::Sound, Some(40 << 30)), None);
        assert_eq!(told(Health::Sound, None), None);
    }
}
