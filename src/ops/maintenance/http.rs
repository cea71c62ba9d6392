//! HTTP calls for backups and checks of the ledger, started in the admin.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRef, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;
use tokio_stream::wrappers::ReceiverStream;

use super::ledger_check::{LedgerCheckState, LedgerChecks};
use super::{BACKUP_NOT_ENCRYPTED, BACKUP_RUNNING, MaintenanceContext};
use crate::base::clock::Timestamp;
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::ops::backup::{self, LatestBackup};
use crate::ops::metrics::Metrics;
use crate::platform::config::Config;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{BACKUPS_BY_HAND, LEDGER_CHECKS};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{Operators, Owners};

/// Size of the pieces in which a backup is sent, in bytes.
const PIECE: usize = 256 * 1024;

/// Routes for owners and operators.
pub fn routes(admin: AdminContext, metrics: Metrics, config: Arc<Config>, keys: Keyring, limits: Limits) -> Routes {
    let checks = LedgerChecks::default();
    Routes::new()
        .routes(routes!(list_backups, make_backup))
        .routes(routes!(fetch_backup))
        .routes(routes!(get_ledger_check, start_ledger_check))
        .with_state(MaintenanceContext { admin, metrics, config, keys, limits, checks })
}

impl FromRef<MaintenanceContext> for AdminContext {
    fn from_ref(context: &MaintenanceContext) -> Self {
        context.admin.clone()
    }
}

/// A backup in the server's folder.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupFile {
    /// Name of the file.
    name: String,
    /// The time at which the database was copied.
    created: Timestamp,
    /// Size in bytes.
    bytes: u64,
    /// Whether only the holder of the recipient's key can read it.
    encrypted: bool,
}

/// The backups on this server.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupList {
    /// Newest first.
    files: Vec<BackupFile>,
    /// Whether one is being made.
    running: bool,
    /// The reason why the last one failed, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

impl MaintenanceContext {
    fn files(&self) -> Vec<LatestBackup> {
        backup::made_by_schedule(&self.config.backup.folder_for(self.metrics.folder.root()))
    }

    fn list(&self) -> BackupList {
        let described = |file: LatestBackup| {
            let name = file_name(&file.path)?;
            Some(BackupFile { encrypted: is_encrypted(&name), name, created: file.at, bytes: file.bytes })
        };
        let backups = &self.metrics.backups;
        let files = self.files().into_iter().rev().filter_map(described).collect();
        BackupList { files, running: backups.is_running(), failure: backups.last_failure() }
    }
}

fn file_name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_owned())
}

fn is_encrypted(name: &str) -> bool {
    name.ends_with(".age")
}

/// List the backups in the server's folder, newest first, and whether one is being made.
#[utoipa::path(get, path = "/api/admin/backups", tag = "admin", responses((status = 200, body = BackupList)))]
async fn list_backups(
    State(context): State<MaintenanceContext>,
    _: StaffWith<Operators>,
) -> AppResult<Json<BackupList>> {
    let list = tokio::task::spawn_blocking(move || context.list());
    Ok(Json(list.await.map_err(anyhow::Error::from)?))
}

/// Make a backup now. It is verified before it counts, uploaded like those of each day, and named in
/// `GET /api/admin/backups` when it is done.
#[utoipa::path(post, path = "/api/admin/backups", tag = "admin",
    responses((status = 200, body = BackupList), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn make_backup(
    State(context): State<MaintenanceContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<Json<BackupList>> {
    let turn = context.metrics.backups.begin().ok_or(BACKUP_RUNNING)?;
    context.limits.count(BACKUPS_BY_HAND, b"")?;
    let store = &context.metrics.store;
    store.write_as(staff.caller(), move |tx| staff.note::<()>(tx, "backup.make", "now", None, None)).await?;
    let (settings, folder, now) = (context.config.backup.clone(), context.metrics.folder.clone(), store.clock().now());
    tokio::spawn(async move { backup::make_now(&settings, &folder, now, turn).await });
    Ok(Json(context.list()))
}

/// Download an encrypted backup. An archive that is not encrypted holds the keys and everybody's data, so it is
/// refused: copy it from the server's folder. The download is audited.
#[utoipa::path(get, path = "/api/admin/backups/{name}", tag = "admin",
    params(("name" = String, Path, description = "Name of the file")),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn fetch_backup(
    State(context): State<MaintenanceContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    axum::extract::Path(name): axum::extract::Path<String>,
) -> AppResult<Response> {
    // Only names in the folder's listing are accepted, so no other file can be requested.
    let wanted = name.clone();
    let listing = context.clone();
    let found = tokio::task::spawn_blocking(move || {
        listing.files().into_iter().find(|file| file_name(&file.path).as_deref() == Some(&wanted))
    });
    let file = found.await.map_err(anyhow::Error::from)?.ok_or(NOT_FOUND)?;
    if !is_encrypted(&name) {
        return Err(BACKUP_NOT_ENCRYPTED.into());
    }
    let (caller, target) = (staff.caller(), name.clone());
    let note = move |tx: &Tx<'_>| staff.note::<()>(tx, "backup.download", target, None, None);
    context.metrics.store.write_as(caller, note).await?;
    let (sender, receiver) = tokio::sync::mpsc::channel::<std::io::Result<Bytes>>(2);
    let opened = std::fs::File::open(&file.path).map_err(anyhow::Error::from)?;
    let mut response = Response::new(Body::from_stream(ReceiverStream::new(receiver)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.bytes));
    // The name consists of digits, letters, dots and hyphens only.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    tokio::task::spawn_blocking(move || send_pieces(opened, &sender));
    Ok(response)
}

/// Reads the file as fast as the client receives it, and stops when the client disconnects.
fn send_pieces(mut file: std::fs::File, sender: &tokio::sync::mpsc::Sender<std::io::Result<Bytes>>) {
    let mut piece = vec![0; PIECE];
    loop {
        let read = match file.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => Ok(Bytes::copy_from_slice(&piece[..length])),
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if sender.blocking_send(read).is_err() || failed {
            return;
        }
    }
}

/// Get whether a check of the ledger runs, and the result of the last one.
#[utoipa::path(get, path = "/api/admin/ledger/check", tag = "admin",
    responses((status = 200, body = LedgerCheckState)))]
async fn get_ledger_check(
    State(context): State<MaintenanceContext>,
    _: StaffWith<Operators>,
) -> Json<LedgerCheckState> {
    Json(context.checks.state())
}

/// Start a check of the whole ledger: every transaction is replayed, and stock, codes and the audit trail are compared.
/// The server goes on meanwhile. A check that runs already goes on.
#[utoipa::path(post, path = "/api/admin/ledger/check", tag = "admin",
    responses((status = 200, body = LedgerCheckState), (status = 429, body = Problem)))]
async fn start_ledger_check(
    State(context): State<MaintenanceContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<Json<LedgerCheckState>> {
    context.limits.count(LEDGER_CHECKS, b"")?;
    let store = &context.metrics.store;
    store.write_as(staff.caller(), move |tx| staff.note::<()>(tx, "ledger.check", "now", None, None)).await?;
    context.checks.start(store, &context.keys, &context.metrics.backups)?;
    Ok(Json(context.checks.state()))
}
