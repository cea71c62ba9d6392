//! Monitoring: probes, and metrics on a listener of their own.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{AppParts, until};
use crate::ops::backup::{self, Daily};
use crate::ops::metrics;
use crate::platform::http::edge;
use crate::platform::http::serve::{self, ListenerSetup};
use crate::platform::store::{Health, Store};

type Watched = (Store, watch::Receiver<bool>);

/// `/healthz` and `/readyz`.
pub(super) fn probes(store: &Store, stopping: &watch::Receiver<bool>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { edge::plain(StatusCode::OK, "ok\n") }))
        .route("/readyz", get(readyz))
        .with_state((store.clone(), stopping.clone()))
}

async fn readyz(State((store, stopping)): State<Watched>) -> Response {
    if *stopping.borrow() {
        return edge::plain(StatusCode::SERVICE_UNAVAILABLE, "draining\n");
    }
    if store.is_writable().await {
        return edge::plain(StatusCode::OK, "ready\n");
    }
    let why = match store.health() {
        Health::Sound => "not writable\n",
        Health::Full => "disk full: only reading until there is room\n",
        Health::Damaged => "database or disk damaged: only reading; restore a backup\n",
    };
    edge::plain(StatusCode::SERVICE_UNAVAILABLE, why)
}

/// Starts the daily backup and, if the settings name an address, the metrics listener.
pub(super) async fn start(parts: &AppParts) -> anyhow::Result<Vec<JoinHandle<()>>> {
    let AppParts { config, store, folder, stopping, .. } = parts;
    let daily = Daily {
        settings: config.backup.clone(),
        offsite: config.offsite.clone(),
        folder: folder.clone(),
        store: store.clone(),
        outbox: parts.outbox.clone(),
        backups: parts.metrics.backups.clone(),
    };
    let mut workers = vec![tokio::spawn(backup::run_daily(daily, stopping.clone()))];
    if let Some(address) = config.metrics.address()
        && let Some(listener) = listen(address).await
    {
        let address = listener.local_addr()?;
        super::write_mark(folder, &folder.metrics_mark(), address);
        let router = metrics::routes(parts.metrics.clone()).merge(probes(store, stopping));
        let entrance = ListenerSetup::of(config, listener, None);
        workers.push(tokio::spawn(serve::serve(entrance, router, until(stopping.clone()))));
    }
    Ok(workers)
}

/// A port in use must not stop the server: it is logged, and metrics are off.
async fn listen(address: SocketAddr) -> Option<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Some(listener),
        Err(error) => {
            tracing::warn!(%address, %error, "metrics are off: set metrics.listen to a free address");
            None
        }
    }
}
