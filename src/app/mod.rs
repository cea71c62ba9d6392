//! The composition root: opens the store, starts the workers, merges every capability's routes,
//! serves, and shuts down.

mod health_and_metrics;
mod housekeeping;
mod listeners;
mod pending_actions;
mod router;
mod trusted_hosts;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use self::housekeeping::ClockBell;
use crate::auth::{Authenticator, staff};
use crate::base::clock::Clock;
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, STORAGE_FULL};
use crate::core::settings;
use crate::member::alarms;
use crate::member::expiry;
use crate::member::notifications::{self, Letters};
use crate::member::pending;
use crate::member::programme;
use crate::member::rewards::{self, CodeVault};
use crate::member::segments;
use crate::member::wallet_passes::WalletPasses;
use crate::ops::backup::{self, Backups};
use crate::ops::diagnostics;
use crate::ops::metrics::Metrics;
use crate::platform::acme::CertificateRenewer;
use crate::platform::config::{Config, EmailTransport, WAYS_TO_HTTPS};
use crate::platform::delivery::{self, Gateways, Outbox, SmsBudget};
use crate::platform::http::documents::DocumentPace;
use crate::platform::http::latency::Latencies;
use crate::platform::http::listener_scope::ListenerScope;
use crate::platform::http::serve::{self, ListenerSetup};
use crate::platform::http::tls::Certificate;
use crate::platform::http_client::{AllowedHosts, OutboundHttp};
use crate::platform::periodic::Turns;
use crate::platform::store::{DataDir, DataDirLock, Store};
use crate::platform::systemd;
use crate::platform::throttle::Limits;
use crate::platform::webhooks;
use crate::staff::{admin, proposals, reports};

pub use pending_actions::PENDING_ACTIONS;
pub use router::api_document;
use router::assemble;

/// A running server.
pub struct RunningServer {
    /// The listen address, with the port that the system chose for port 0.
    pub address: SocketAddr,
    /// The admin's own listen address, if there is one.
    pub console: Option<SocketAddr>,
    /// The public URL.
    pub public_url: String,
    /// The server's store, for work in the same process beside the server.
    pub store: Store,
    /// Wakes the workers for messages that such work queues.
    pub outbox: Outbox,
    bell: ClockBell,
    stop: watch::Sender<bool>,
    servers: Vec<JoinHandle<()>>,
    workers: Vec<JoinHandle<()>>,
    folder: DataDir,
    _lock: DataDirLock,
}

/// The shared dependencies of capabilities.
struct AppParts {
    config: Arc<Config>,
    store: Store,
    keys: Keyring,
    limits: Limits,
    folder: DataDir,
    authenticator: Authenticator,
    outbox: Outbox,
    metrics: Metrics,
    documents: DocumentPace,
    wallet_passes: Arc<WalletPasses>,
    stopping: watch::Receiver<bool>,
}

/// Opens the data folder, starts the server, and returns once it accepts requests.
pub async fn start(config: Config, clock: Clock) -> anyhow::Result<RunningServer> {
    if !config.data_dir.exists() {
        // A server that cannot listen must not create a folder.
        listeners::expect_free(config.listen)?;
    }
    let folder = DataDir::create(&config.data_dir)?;
    let lock = folder.lock()?;
    let keys = folder.keyring()?;
    backup::clear_abandoned(&config.backup, &folder);
    backup::before_upgrade(&config.backup, &folder, clock.now())?;
    let store = Store::open(&folder, config.store.synchronous, clock)?;
    start_opened(config, folder, lock, keys, store).await
}

/// Starts the server on a folder that the caller has opened and may have filled.
pub async fn start_opened(
    mut config: Config,
    folder: DataDir,
    lock: DataDirLock,
    keys: Keyring,
    store: Store,
) -> anyhow::Result<RunningServer> {
    let listener = listeners::open(config.listen).await?;
    let address = listener.local_addr()?;
    store.hold_reserve();
    let console = listeners::open_for_console(&mut config).await?;
    // The port that the system chose for port 0.
    config.listen = address;
    if config.public_url.is_empty() {
        // Browsers allow passkeys on the name localhost, but not on an IP address.
        let scheme = if config.tls.enabled() { "https" } else { "http" };
        config.public_url = format!("{scheme}://localhost:{}", address.port());
    }
    config.public_url = config.public_url.trim_end_matches('/').to_owned();
    let limits = if config.limits.enabled { Limits::new(config.limits.source_scale) } else { Limits::off() };
    let (public_url, console_url) = (config.public_url.clone(), config.console_url());
    let (stop, stopping) = watch::channel(false);
    let renewer = renewer(&config, &folder, &store)?;
    let certificate = match &renewer {
        Some(renewer) => Some(renewer.certificate()),
        None => certificate(&config)?,
    };
    let authenticator = Authenticator::new(store.clone(), keys.clone(), limits.clone(), &config)?;
    store.read(settings::put_to_use)?;
    let metrics = metrics_of(&config, &store, &folder, &authenticator);
    let parts = AppParts {
        metrics,
        wallet_passes: wallet_passes(&config, &store)?,
        config: Arc::new(config),
        store: store.clone(),
        keys,
        limits,
        folder: folder.clone(),
        authenticator,
        outbox: Outbox::new(),
        documents: DocumentPace::default(),
        stopping: stopping.clone(),
    };
    let side = if console.is_some() { ListenerScope::Members } else { ListenerScope::Whole };
    let router = assemble(&parts, address, side);
    let (bell, mut workers) = start_workers(&parts)?;
    workers.extend(health_and_metrics::start(&parts).await?);
    let tls = certificate.as_ref().map(Certificate::acceptor).transpose()?;
    workers.extend(certificate.map(|certificate| tokio::spawn(certificate.follow(stopping.clone()))));
    workers.extend(renewer.map(|renewer| tokio::spawn(renewer.run(stopping.clone()))));
    let entrance = |listener| ListenerSetup::of(&parts.config, listener, tls.clone());
    let mut servers = vec![tokio::spawn(serve::serve(entrance(listener), router, until(stopping.clone())))];
    let console = match console {
        Some(listener) => {
            let address = listener.local_addr()?;
            let router = assemble(&parts, address, ListenerScope::Console);
            servers.push(tokio::spawn(serve::serve(entrance(listener), router, until(stopping))));
            tracing::info!(%address, %console_url, "the admin has its own listener");
            Some(address)
        }
        None => None,
    };
    write_mark(&folder, &folder.listen_mark(), address);
    tracing::info!(%address, %public_url, "listening");
    // The link is printed last, so that it works at once.
    tell_setup_link(&store, &parts.config).await?;
    systemd::ready();
    let outbox = parts.outbox.clone();
    Ok(RunningServer { address, console, public_url, store, outbox, bell, stop, servers, workers, folder, _lock: lock })
}

impl RunningServer {
    /// Checks the clock now, and not only within five minutes, because the caller has set it.
    pub fn check_clock(&self) {
        self.bell.ring();
    }

    /// Lets open requests finish, commits the queued changes and releases the folder.
    pub async fn stop(self) {
        systemd::stopping();
        // Fails only if there are no receivers any more.
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

/// Prints the link that creates the first owner. A full disk is only logged, and the server serves reads.
async fn tell_setup_link(store: &Store, config: &Config) -> AppResult<()> {
    match staff::setup_link(store, &config.console_url()).await {
        Ok(Some(link)) => {
            println!("This programme has no owner yet. Make one within the hour at\n\n  {link}\n");
            if link.starts_with("https://") && !config.tls.enabled() {
                println!(
                    "This server speaks plain HTTP itself, so a proxy or a tunnel must answer that address. Without \
                     one: {WAYS_TO_HTTPS}.\n"
                );
            }
        }
        Ok(None) => {}
        Err(error) if error.is(STORAGE_FULL) => tracing::warn!("there is no owner yet, and no room for a link"),
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Writes a file with a listen address. A full disk must not stop the server: readers then find no file, and never
/// one of an earlier start.
fn write_mark(folder: &DataDir, mark: &Path, address: SocketAddr) {
    if let Err(error) = folder.write_mark(mark, address) {
        // The write failed; the removal may fail too.
        let _ = std::fs::remove_file(mark);
        tracing::warn!(error = format!("{error:#}"), "the listen address could not be written to the data folder");
    }
}

/// The sources of the metrics.
fn metrics_of(config: &Config, store: &Store, folder: &DataDir, authenticator: &Authenticator) -> Metrics {
    let (started, passwords) = (store.clock().now(), authenticator.passwords().clone());
    let (latencies, backups) = (Latencies::default(), Backups::default());
    let sms_budget = SmsBudget::new(&config.sms);
    Metrics { store: store.clone(), folder: folder.clone(), latencies, backups, sms_budget, passwords, started }
}

/// The ACME client, if the settings enable it.
fn renewer(config: &Config, folder: &DataDir, store: &Store) -> anyhow::Result<Option<CertificateRenewer>> {
    let wanted = config.tls.acme;
    wanted
        .then(|| CertificateRenewer::start(config.tls.clone(), &config.public_url, folder, store.clock().clone()))
        .transpose()
}

fn certificate(config: &Config) -> anyhow::Result<Option<Certificate>> {
    if !config.tls.enabled() {
        return Ok(None);
    }
    Certificate::read(Path::new(&config.tls.certificate), Path::new(&config.tls.key)).map(Some)
}

/// The issuers of wallet passes. Certificates that have ended keep nobody from the rest of the programme.
fn wallet_passes(config: &Config, store: &Store) -> anyhow::Result<Arc<WalletPasses>> {
    let passes = WalletPasses::from_settings(config)?;
    if let Some(why) = passes.apple_obstacle(store.clock().now()) {
        tracing::warn!(why, "wallet passes: no card for Apple Wallet is offered");
    }
    Ok(Arc::new(passes))
}

fn start_workers(parts: &AppParts) -> anyhow::Result<(ClockBell, Vec<JoinHandle<()>>)> {
    let AppParts { config, store, keys, folder, outbox, stopping, .. } = parts;
    let patience = Duration::from_secs(u64::from(config.delivery.timeout_s));
    let http_client = OutboundHttp::new()?.with_patience(patience);
    if config.email.transport == EmailTransport::Outbox {
        tracing::info!(folder = %folder.outbox().display(), "there is no mail server: emails are kept in the outbox folder");
    }
    let gateways = Gateways::new(config, folder.outbox(), &http_client, store.clone(), keys)?;
    let callable = AllowedHosts::new(&config.webhooks.allowed_hosts);
    let letters = Letters { keys: keys.clone(), public_url: config.public_url.clone(), outbox: outbox.clone() };
    let bell = ClockBell::default();
    let workers = vec![
        tokio::spawn(delivery::run(store.clone(), gateways, outbox.clone(), stopping.clone())),
        tokio::spawn(programme::keep_policies(
            store.clone(),
            http_client.clone(),
            programme::OwnTexts::new(config),
            stopping.clone(),
        )),
        tokio::spawn(webhooks::run(store.clone(), keys.clone(), http_client, callable, stopping.clone())),
        tokio::spawn(housekeeping::run(
            store.clone(),
            CodeVault::new(keys),
            config.ledger.mailbox(),
            letters.clone(),
            (bell.clone(), stopping.clone()),
        )),
        tokio::spawn(announcing(store.clone(), letters.clone(), SmsBudget::new(&config.sms), stopping.clone())),
        tokio::spawn(expiry::run(store.clone(), letters.clone(), stopping.clone())),
        tokio::spawn(pending::run(store.clone(), stopping.clone())),
        tokio::spawn(alarms::run(store.clone(), stopping.clone())),
        tokio::spawn(segments::run(store.clone(), stopping.clone())),
        tokio::spawn(bookkeeping(store.clone(), CodeVault::new(keys), letters, stopping.clone())),
        tokio::spawn(systemd::feed_watchdog(store.clone(), stopping.clone())),
    ];
    Ok((bell, workers))
}

/// Every two seconds, the server sends announcements that are due, applies changed settings, and notifies the
/// owners about the costs of SMS.
async fn announcing(store: Store, letters: Letters, sms: SmsBudget, mut stopping: watch::Receiver<bool>) {
    let mut often = tokio::time::interval(Duration::from_secs(2));
    often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = often.tick() => {}
            // An error means that the sender was dropped, which also means stop.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
        // A command in the shell may have changed the settings.
        if let Err(error) = store.read(settings::put_to_use) {
            tracing::warn!(%error, "settings: reading the programme's settings failed");
        }
        if let Err(error) = diagnostics::tell_owners(&store, sms, &letters.outbox).await {
            tracing::warn!(%error, "outbox: notifying the owners of the cost of SMS failed");
        }
        let delivered = tokio::select! {
            delivered = notifications::deliver_due(&store, &letters, notifications::SLICE) => delivered,
            _ = stopping.wait_for(|stop| *stop) => return,
        };
        if let Err(error) = delivered {
            tracing::warn!(%error, "announcements: sending failed");
        }
    }
}

/// Every minute: updates the sums of reports, sends reminders of coupons, tells partners which proposals went live, and
/// posts credit rows that a restart left open.
async fn bookkeeping(store: Store, vault: CodeVault, letters: Letters, stopping: watch::Receiver<bool>) {
    let mut turns = Turns::new(Duration::from_millis(500), Duration::from_secs(60), stopping);
    while turns.next(keep_books(&store, &vault, &letters)).await.is_some() {}
}

async fn keep_books(store: &Store, vault: &CodeVault, letters: &Letters) {
    if let Err(error) = reports::roll_up(store).await {
        tracing::warn!(%error, "reports: updating the sums failed");
    }
    if let Err(error) = rewards::run_reminders(store, letters).await {
        tracing::warn!(%error, "rewards: notices of ending coupons failed; they will be retried");
    }
    if let Err(error) = proposals::tell_of_live(store, letters).await {
        tracing::warn!(%error, "proposals: telling authors of what went live failed; it will be retried");
    }
    // Credit rows that a killed server or a full disk left open.
    if let Err(error) = admin::post_open_credits(store, vault).await {
        tracing::warn!(%error, "credit batches: posting the rows left open failed");
    }
}

async fn until(mut stopping: watch::Receiver<bool>) {
    // An error means that the sender was dropped, which also means stop.
    let _ = stopping.wait_for(|stop| *stop).await;
}
