//! The composition root: opens the store, starts the workers, merges every capability's routes,
//! serves, and shuts down.

mod believed;
mod listeners;
mod watched;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router, middleware};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::acme::Keeper;
use crate::admin::reports;
use crate::audit;
use crate::auth::{self, Authenticator, staff};
use crate::backup::{self, Backups};
use crate::base::clock::Clock;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::config::Config;
use crate::delivery::{self, Gateways, Outbox, SmsBudget};
use crate::diagnostics;
use crate::http::edge;
use crate::http::latency::Latencies;
use crate::http::limits::Limits;
use crate::http::origin::{self, Origins};
use crate::http::reads;
use crate::http::routes::{DESCRIBES, Routes};
use crate::http::serve::{self, Entrance};
use crate::http::sides::{self, Side};
use crate::http::tls::Certificate;
use crate::idempotency;
use crate::logbook::Logbook;
use crate::manual;
use crate::metrics::Metrics;
use crate::notifications::{self, Letters};
use crate::openapi;
use crate::outbound::{AllowedHosts, Outbound};
use crate::programme;
use crate::recovery;
use crate::settings;
use crate::signup;
use crate::store::{DataDir, DataDirLock, FORGOTTEN_AT_ONCE, Store, Tx};
use crate::supervisor;
use crate::transfers;
use crate::webhooks;

/// A server that is up.
pub struct Running {
    /// Where it listens; with port 0 in the settings, the port that the system chose.
    pub address: SocketAddr,
    /// Where the console listens, if on its own.
    pub console: Option<SocketAddr>,
    /// The address that people open.
    pub public_url: String,
    /// Its store, for work beside the server in the same process.
    pub store: Store,
    /// Wakes the senders of what such work queues.
    pub outbox: Outbox,
    stop: watch::Sender<bool>,
    servers: Vec<JoinHandle<()>>,
    workers: Vec<JoinHandle<()>>,
    folder: DataDir,
    _lock: DataDirLock,
}

/// What capabilities are built from.
struct Parts {
    config: Arc<Config>,
    store: Store,
    keys: Keyring,
    limits: Limits,
    folder: DataDir,
    authenticator: Authenticator,
    outbox: Outbox,
    metrics: Metrics,
    stopping: watch::Receiver<bool>,
}

/// Opens the data folder, serves it, and returns once requests are answered.
pub async fn start(config: Config, clock: Clock) -> anyhow::Result<Running> {
    let folder = DataDir::create(&config.data_dir)?;
    let lock = folder.lock()?;
    let keys = folder.keyring()?;
    backup::before_upgrade(&config.backup, &folder, clock.now())?;
    let store = Store::open(&folder, config.store.synchronous, clock)?;
    start_opened(config, folder, lock, keys, store).await
}

/// The same for a folder that the caller has opened, to fill it first.
pub async fn start_opened(
    config: Config,
    folder: DataDir,
    lock: DataDirLock,
    keys: Keyring,
    store: Store,
) -> anyhow::Result<Running> {
    let listener = listeners::open(config.listen).await?;
    let address = listener.local_addr()?;
    let mut config = config;
    let console = listeners::open_for_console(&mut config).await?;
    // The port that was chosen, where the settings left it to the system.
    config.listen = address;
    if config.public_url.is_empty() {
        // Browsers allow passkeys on the name, never on the number.
        let scheme = if config.tls.enabled() { "https" } else { "http" };
        config.public_url = format!("{scheme}://localhost:{}", address.port());
    }
    config.public_url = config.public_url.trim_end_matches('/').to_owned();
    let limits = Limits::new(config.limits.enabled, config.limits.source_scale);
    let (public_url, console_url) = (config.public_url.clone(), config.console_url());
    let (stop, stopping) = watch::channel(false);
    let keeper = keeper(&config, &folder, &store)?;
    let certificate = match &keeper {
        Some(keeper) => Some(keeper.certificate()),
        None => certificate(&config)?,
    };
    let authenticator = Authenticator::new(store.clone(), keys.clone(), limits.clone(), &config)?;
    store.read(settings::put_to_use)?;
    let metrics = figures(&config, &store, &folder, &authenticator);
    let parts = Parts {
        metrics,
        config: Arc::new(config),
        store: store.clone(),
        keys,
        limits,
        folder: folder.clone(),
        authenticator,
        outbox: Outbox::new(),
        stopping: stopping.clone(),
    };
    let side = if console.is_some() { Side::Members } else { Side::Whole };
    let router = assemble(&parts, address, side);
    let mut workers = start_workers(&parts)?;
    workers.extend(watched::start(&parts).await?);
    let tls = certificate.as_ref().map(Certificate::acceptor).transpose()?;
    workers.extend(certificate.map(|certificate| tokio::spawn(certificate.follow(stopping.clone()))));
    workers.extend(keeper.map(|keeper| tokio::spawn(keeper.run(stopping.clone()))));
    let entrance = |listener| Entrance::of(&parts.config, listener, tls.clone());
    let mut servers = vec![tokio::spawn(serve::serve(entrance(listener), router, until(stopping.clone())))];
    let console = match console {
        Some(listener) => {
            let address = listener.local_addr()?;
            let router = assemble(&parts, address, Side::Console);
            servers.push(tokio::spawn(serve::serve(entrance(listener), router, until(stopping))));
            tracing::info!(%address, %console_url, "the console listens on its own");
            Some(address)
        }
        None => None,
    };
    folder.write_mark(&folder.listen_mark(), address)?;
    tracing::info!(%address, %public_url, "listening");
    // Told last: whoever opens it at once finds the server there.
    if let Some(link) = staff::setup_link(&store, &console_url).await? {
        println!("This programme has no owner yet. Make one within the hour at\n\n  {link}\n");
    }
    supervisor::ready();
    let outbox = parts.outbox.clone();
    Ok(Running { address, console, public_url, store, outbox, stop, servers, workers, folder, _lock: lock })
}

impl Running {
    /// Lets requests under way finish, empties the queue of changes and gives the folder back.
    pub async fn stop(self) {
        supervisor::stopping();
        // Fails only when nobody listens any more.
        let _ = self.stop.send(true);
        for worker in self.servers.into_iter().chain(self.workers) {
            let _ = worker.await;
        }
        self.store.close().await;
        let _ = std::fs::remove_file(self.folder.listen_mark());
        let _ = std::fs::remove_file(self.folder.metrics_mark());
        tracing::info!("stopped");
    }
}

/// Where figures are taken from.
fn figures(config: &Config, store: &Store, folder: &DataDir, authenticator: &Authenticator) -> Metrics {
    let (started, passwords) = (store.clock().now(), authenticator.passwords().clone());
    let (latencies, backups) = (Latencies::default(), Backups::default());
    let sms_budget = SmsBudget::new(&config.sms);
    Metrics { store: store.clone(), folder: folder.clone(), latencies, backups, sms_budget, passwords, started }
}

/// What fetches certificates, where the settings want that.
fn keeper(config: &Config, folder: &DataDir, store: &Store) -> anyhow::Result<Option<Keeper>> {
    let wanted = config.tls.acme;
    wanted.then(|| Keeper::start(config.tls.clone(), &config.public_url, folder, store.clock().clone())).transpose()
}

fn certificate(config: &Config) -> anyhow::Result<Option<Certificate>> {
    if !config.tls.enabled() {
        return Ok(None);
    }
    Certificate::read(Path::new(&config.tls.certificate), Path::new(&config.tls.key)).map(Some)
}

fn start_workers(parts: &Parts) -> anyhow::Result<Vec<JoinHandle<()>>> {
    let Parts { config, store, keys, folder, outbox, stopping, .. } = parts;
    let patience = Duration::from_secs(u64::from(config.delivery.timeout_s));
    let outbound = Outbound::new()?.with_patience(patience);
    let gateways = Gateways::new(config, folder.outbox(), &outbound, store.clone(), keys)?;
    let callable = AllowedHosts::new(&config.webhooks.allowed_hosts);
    let letters = Letters { keys: keys.clone(), public_url: config.public_url.clone(), outbox: outbox.clone() };
    Ok(vec![
        tokio::spawn(delivery::run(store.clone(), gateways, outbox.clone(), stopping.clone())),
        tokio::spawn(programme::keep_policies(
            store.clone(),
            outbound.clone(),
            config.privacy.clone(),
            stopping.clone(),
        )),
        tokio::spawn(webhooks::run(store.clone(), keys.clone(), outbound, callable, stopping.clone())),
        tokio::spawn(housekeeping(store.clone(), stopping.clone())),
        tokio::spawn(announcing(store.clone(), letters, SmsBudget::new(&config.sms), stopping.clone())),
        tokio::spawn(bookkeeping(store.clone(), stopping.clone())),
        tokio::spawn(supervisor::feed_watchdog(store.clone(), stopping.clone())),
    ])
}

type ForgetOld = fn(&Tx<'_>) -> AppResult<usize>;
/// What is kept for a while only (docs/account-security.md names the times), and how some of it is forgotten.
const KEPT_FOR_A_WHILE: [(&str, ForgetOld); 7] = [
    ("old answers", idempotency::forget_old),
    ("old sign-ins, codes and guesses", |tx| auth::forget_old(tx).map(|()| 0)),
    ("old ways to a new password", |tx| recovery::forget_old(tx).map(|()| 0)),
    ("old registrations", |tx| signup::forget_old(tx).map(|()| 0)),
    ("old daily sums", transfers::forget_old),
    ("old messages", delivery::forget_old),
    ("old events", webhooks::forget_old),
];
/// Hands out announcements whose moment has come, follows the programme's settings, and tells the owners what SMS cost.
async fn announcing(store: Store, letters: Letters, sms: SmsBudget, mut stopping: watch::Receiver<bool>) {
    let mut often = tokio::time::interval(Duration::from_secs(2));
    often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = often.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        // The shell may have changed the settings, beside this process.
        if let Err(error) = store.read(settings::put_to_use) {
            tracing::warn!(%error, "the settings could not be read");
        }
        if let Err(error) = diagnostics::tell_owners(&store, sms, &letters.outbox).await {
            tracing::warn!(%error, "the owners could not be told what SMS cost");
        }
        let delivered = tokio::select! {
            delivered = notifications::deliver_due(&store, &letters, notifications::SLICE) => delivered,
            _ = stopping.wait_for(|stop| *stop) => return,
        };
        if let Err(error) = delivered {
            tracing::warn!(%error, "announcements could not be handed out");
        }
    }
}

/// Keeps the sums of reports near the newest transaction, minute by minute.
async fn bookkeeping(store: Store, mut stopping: watch::Receiver<bool>) {
    let mut minutely = tokio::time::interval(Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = minutely.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        let rolled = tokio::select! {
            rolled = reports::roll_up(&store) => rolled,
            _ = stopping.wait_for(|stop| *stop) => return,
        };
        if let Err(error) = rolled {
            tracing::warn!(%error, "the sums of reports could not be brought up to date");
        }
    }
}

/// Forgets, every hour, what no longer needs to be kept.
async fn housekeeping(store: Store, mut stopping: watch::Receiver<bool>) {
    let mut hourly = tokio::time::interval(Duration::from_secs(3_600));
    loop {
        tokio::select! {
            _ = hourly.tick() => {}
            // An error means that the sender is gone, which is the end as well.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        for (what, forget_old) in KEPT_FOR_A_WHILE {
            // A day's worth at once would hold up everybody; after each part, those who wait come first.
            while let Ok(FORGOTTEN_AT_ONCE..) = store.write(forget_old).await.inspect_err(|error| {
                tracing::warn!(%error, "{what} could not be forgotten");
            }) {}
        }
        match store.read(audit::anchor) {
            // Kept elsewhere, it shows later whether the trail was cut off or rewritten.
            Ok(newest) => tracing::info!(?newest, "the audit trail reaches this far"),
            Err(error) => tracing::warn!(%error, "the audit trail could not be read"),
        }
    }
}

async fn until(mut stopping: watch::Receiver<bool>) {
    // An error means that the sender is gone, which is the end as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// The description of the API, as JSON: made from the code by a build that can, on a scratch folder, else what the
/// build before it made.
pub fn api_document() -> anyhow::Result<String> {
    if !DESCRIBES {
        return Ok(openapi::written());
    }
    let root = std::env::temp_dir().join(format!("kapok-openapi-{}", std::process::id()));
    let folder = DataDir::create(&root)?;
    let keys = folder.keyring()?;
    let config = Config::default();
    let store = Store::open(&folder, config.store.synchronous, Clock::system())?;
    let limits = Limits::new(true, 1);
    let authenticator = Authenticator::new(store.clone(), keys.clone(), limits.clone(), &config)?;
    let outbox = Outbox::new();
    let (_, stopping) = watch::channel(false);
    let metrics = figures(&config, &store, &folder, &authenticator);
    let config = Arc::new(config);
    let parts = Parts { config, store, keys, limits, folder, authenticator, outbox, metrics, stopping };
    let document = capabilities(&parts).document();
    std::fs::remove_dir_all(&root)?;
    Ok(serde_json::to_string_pretty(&openapi::described(document))?)
}

/// Every call that the server answers, and its description.
fn capabilities(parts: &Parts) -> Routes {
    let Parts { config, store, keys, limits, folder, authenticator, outbox, metrics, stopping } = parts;
    Routes::new()
        .merge(crate::admin::routes(authenticator, outbox.clone(), config, folder.media()))
        .merge(crate::auth::routes(authenticator.clone()))
        .merge(crate::articles::routes(store.clone(), limits.clone()))
        .merge(crate::campaigns::routes(store.clone(), limits.clone()))
        .merge(diagnostics::routes(metrics.clone(), config.clone(), Logbook::of_this_process()))
        .merge(crate::live::routes(store.clone(), limits.clone(), stopping.clone()))
        .merge(crate::media::routes(folder.media()))
        .merge(crate::merchant::routes(authenticator.clone(), &config.merchant))
        .merge(crate::notifications::routes(store.clone(), limits.clone(), keys, &config.push))
        .merge(crate::partners::routes(store.clone()))
        .merge(crate::passkeys::routes(authenticator.clone()))
        .merge(crate::personal_data::routes(authenticator.clone(), outbox.clone()))
        .merge(crate::profile::routes(authenticator.clone(), outbox.clone()))
        .merge(crate::programme::routes(store.clone(), limits.clone(), config, keys))
        .merge(crate::recovery::routes(authenticator.clone(), outbox.clone(), SmsBudget::new(&config.sms)))
        .merge(crate::rewards::routes(store.clone(), keys, limits.clone(), &config.rewards))
        .merge(crate::sessions::routes(authenticator.clone(), outbox.clone()))
        .merge(crate::signup::routes(authenticator.clone(), outbox.clone(), config))
        .merge(crate::statement::routes(store.clone()))
        .merge(crate::transfers::routes(authenticator.clone()))
}

fn assemble(parts: &Parts, address: SocketAddr, side: Side) -> Router {
    let policy = believed::edge_policy(&parts.config, address, parts.metrics.latencies.clone());
    let origins = Origins::new(believed::own_origins(&parts.config, address));
    capabilities(parts)
        .into_router()
        .merge(openapi::routes())
        .merge(manual::routes())
        .merge(watched::probes(&parts.store, &parts.stopping))
        .route("/api", any(no_such_call))
        .route("/api/{*rest}", any(no_such_call))
        // Where mail programs post, whoever follows the link by hand finds a screen.
        .route("/unsubscribe", crate::programme::page(parts.store.clone()))
        .fallback_service(crate::programme::web_app(parts.store.clone()))
        .layer(CatchPanicLayer::custom(edge::on_panic))
        .layer(middleware::from_fn_with_state(parts.limits.clone(), reads::guard))
        .layer(middleware::from_fn_with_state(side, sides::only))
        .layer(middleware::from_fn_with_state(origins.clone(), origin::guard))
        .layer(Extension(parts.authenticator.clone()))
        .layer(Extension(origins))
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(512).and(NotForContentType::IMAGES)))
        .layer(middleware::from_fn_with_state(policy, edge::wrap))
}

async fn no_such_call() -> Response {
    crate::base::problem::AppError::from(crate::base::problem::NOT_FOUND).into_response()
}
