//! `kapok serve`.

use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};

use super::{runtime, start_log};
use crate::app;
use crate::base::clock::Clock;
use crate::platform::config::LoadedConfig;

pub(super) fn run(loaded: LoadedConfig) -> anyhow::Result<ExitCode> {
    start_log(&loaded.config);
    runtime()?.block_on(async {
        // First, so that a signal during the start is handled too.
        let stopped = stop_signal()?;
        warn_of_unsafe_settings(&loaded);
        let running = app::start(loaded.config, Clock::system()).await?;
        println!("Kapok is at {}", running.public_url);
        stopped.await;
        running.stop().await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Completes on TERM or INT.
pub(super) fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

pub(super) fn warn_of_unsafe_settings(loaded: &LoadedConfig) {
    if !loaded.config.limits.enabled {
        tracing::warn!("limits.enabled is false: rate limits and daily amounts are off");
    }
    if loaded.config.is_plain_to_anybody() {
        tracing::warn!(listen = %loaded.config.listen, "plain HTTP is accepted from any address: set [tls], or listen on loopback behind a proxy and name it in http.trusted_proxies");
    }
    if loaded.config.trial {
        tracing::warn!("trial is true: messages without a gateway are printed, and owners read them at the desk");
    }
    for name in &loaded.config.force {
        tracing::warn!(setting = name, "an unsafe setting is forced");
    }
}
