//! Metrics for Prometheus, on a separate listener because they are not public.

mod exposition;
mod http;
mod queries;

use std::fs;

use serde::Serialize;

use crate::auth::passwords::Passwords;
use crate::base::clock::Timestamp;
use crate::ops::backup::Backups;
use crate::platform::delivery::SmsBudget;
use crate::platform::http::latency::Latencies;
use crate::platform::store::{DataDir, Store, free_bytes, schema_version};

use exposition::{Exposition, MetricUnit};
pub use http::routes;
pub use queries::messages_waiting;

/// The sources of the metrics.
#[derive(Clone)]
pub struct Metrics {
    /// The database and its writer.
    pub store: Store,
    /// The data folder.
    pub folder: DataDir,
    /// Durations of requests.
    pub latencies: Latencies,
    /// The state of backups.
    pub backups: Backups,
    /// The SMS budget.
    pub sms_budget: SmsBudget,
    /// The thread pool that hashes passwords.
    pub passwords: Passwords,
    /// The time at which the server started.
    pub started: Timestamp,
}

/// Sizes of the database files, and the free disk space.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sizes)]
pub struct StorageSizes {
    /// Size of the database, in bytes.
    pub database_bytes: u64,
    /// Size of its write-ahead log, in bytes.
    pub wal_bytes: u64,
    /// Free bytes for the data folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_free_bytes: Option<u64>,
}

impl Metrics {
    /// The current sizes, from the file system.
    pub fn sizes(&self) -> StorageSizes {
        let size = |suffix: &str| {
            let mut name = self.folder.database().into_os_string();
            name.push(suffix);
            fs::metadata(name).map_or(0, |found| found.len())
        };
        let disk_free_bytes = free_bytes(self.folder.root());
        StorageSizes { database_bytes: size(""), wal_bytes: size("-wal"), disk_free_bytes }
    }

    /// The metrics in the Prometheus text format.
    pub async fn text(&self) -> String {
        let mut out = Exposition::default();
        out.family("kapok_build_info", "gauge", "Always 1; which version this is.");
        let schema = schema_version().to_string();
        out.sample("kapok_build_info", &[("version", env!("CARGO_PKG_VERSION")), ("schema", &schema)], 1);
        out.gauge(
            "process_start_time_seconds",
            "When the server started, in seconds since 1970.",
            self.started.as_millis() / 1000,
        );
        self.requests(&mut out);
        out.counter("kapok_password_hashes_total", "Passwords hashed, right or wrong.", self.passwords.computed());
        self.writer(&mut out).await;
        self.files(&mut out);
        self.programme(&mut out);
        self.backup(&mut out);
        process(&mut out);
        out.into_text()
    }

    fn requests(&self, out: &mut Exposition) {
        let observed = self.latencies.observed();
        let (duration, total) = ("kapok_http_request_duration_seconds", "kapok_http_requests_total");
        out.family(duration, "histogram", "How long requests took, by route template.");
        for one in &observed {
            let labels = [("route", one.route.as_str()), ("method", one.method)];
            out.histogram(duration, &labels, MetricUnit::Microseconds, &one.durations);
        }
        out.family(total, "counter", "Answers, by route template and first digit of the status.");
        for one in &observed {
            for (class, count) in ["1xx", "2xx", "3xx", "4xx", "5xx"].into_iter().zip(one.classes) {
                if count > 0 {
                    out.sample(
                        total,
                        &[("route", one.route.as_str()), ("method", one.method), ("class", class)],
                        count,
                    );
                }
            }
        }
    }

    async fn writer(&self, out: &mut Exposition) {
        let writable = self.store.is_writable().await;
        out.gauge("kapok_store_writable", "Whether a change reaches the disk now.", u8::from(writable));
        let writer = self.store.metrics();
        out.gauge("kapok_writer_queue_depth", "Changes that wait for the writer.", writer.queued);
        out.family("kapok_writer_batch_size", "histogram", "Changes in one commit.");
        out.histogram("kapok_writer_batch_size", &[], MetricUnit::One, &writer.batch_sizes);
        out.family("kapok_writer_commit_seconds", "histogram", "How long a commit took with its changes.");
        out.histogram("kapok_writer_commit_seconds", &[], MetricUnit::Microseconds, &writer.commit_times);
        let synced = "How long the commit itself took, in which the log is synced to the disk.";
        out.family("kapok_writer_sync_seconds", "histogram", synced);
        out.histogram("kapok_writer_sync_seconds", &[], MetricUnit::Microseconds, &writer.sync_times);
        out.counter("kapok_writer_lost_batches_total", "Batches that were not committed.", writer.lost_batches);
    }

    fn files(&self, out: &mut Exposition) {
        let sizes = self.sizes();
        out.gauge("kapok_database_bytes", "Size of the database.", sizes.database_bytes);
        out.gauge("kapok_wal_bytes", "Size of the write-ahead log.", sizes.wal_bytes);
        if let Some(free) = sizes.disk_free_bytes {
            out.gauge("kapok_disk_free_bytes", "Room for the data folder.", free);
        }
    }

    /// Metrics that cannot be read are left out: an alert on a missing metric is more useful than a false zero.
    fn programme(&self, out: &mut Exposition) {
        if let Ok(points) = self.store.read(queries::points_outstanding) {
            out.gauge("kapok_points_outstanding", "Points that members hold and that wait in escrow.", points);
        }
        if let Ok((waiting, oldest)) = self.store.read(messages_waiting) {
            let lag = oldest.map_or(0, |oldest| self.store.clock().now().since(oldest).as_secs());
            out.gauge("kapok_outbox_waiting", "Messages that wait to be sent.", waiting);
            out.gauge("kapok_outbox_lag_seconds", "How long the oldest of them has waited.", lag);
        }
        if let Ok(sms) = self.store.read(|read| self.sms_budget.spending(read)) {
            out.gauge("kapok_sms_parts", "Parts of SMS paid for in this month of Hong Kong.", sms.parts);
            out.gauge("kapok_sms_budget_parts", "As many as may be in a month; 0 for no bound.", sms.budget);
        }
    }

    fn backup(&self, out: &mut Exposition) {
        if let Some(latest) = self.backups.latest() {
            let age = self.store.clock().now().since(latest.at).as_secs();
            out.gauge("kapok_backup_age_seconds", "Age of the newest backup.", age);
            out.gauge("kapok_backup_bytes", "Size of the newest backup.", latest.bytes);
        }
        if let Some(at) = self.backups.offsite() {
            let age = self.store.clock().now().since(at).as_secs();
            out.gauge(
                "kapok_backup_offsite_age_seconds",
                "Age of the newest backup that was read back from the bucket.",
                age,
            );
        }
        let failed = self.backups.last_failure().is_some();
        out.gauge("kapok_backup_failed", "Whether the last attempt at a backup failed.", u8::from(failed));
        if let Some(sound) = self.backups.books_sound() {
            out.gauge("kapok_books_sound", "Whether the books were sound when last replayed.", u8::from(sound));
        }
    }
}

/// The resident memory in bytes, if the system reports it.
pub fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

fn process(out: &mut Exposition) {
    if let Some(bytes) = resident_memory() {
        out.gauge("process_resident_memory_bytes", "Memory in use.", bytes);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        out.gauge("process_open_fds", "Open files and connections.", open.count());
    }
}
