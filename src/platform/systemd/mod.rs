//! Integration with systemd: its notification socket, its watchdog and the listening socket that it may pass on
//! (sd_notify(3), sd_listen_fds(3)). No routes.
//!
//! Without systemd, the variables are not set and all of this does nothing.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use tokio::sync::watch;

use crate::platform::store::Store;

/// Notifies systemd that the server accepts requests.
pub fn ready() {
    notify("READY=1");
}

/// Notifies systemd that the server is stopping, so that its stop timeout starts.
pub fn stopping() {
    notify("STOPPING=1");
}

/// Notifies the watchdog until the server stops, each time a change has passed through the writer, successful or not.
/// A full disk must not cause a restart; a writer that hangs must.
pub async fn feed_watchdog(store: Store, mut stopping: watch::Receiver<bool>) {
    let Some(period) = watchdog_period() else { return };
    loop {
        let _ = store.is_writable().await;
        notify("WATCHDOG=1");
        tokio::select! {
            () = tokio::time::sleep(period / 2) => {}
            // An error means that the sender was dropped, which also means stop.
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

/// The listening socket from systemd, if there is one.
pub fn inherited_listener() -> anyhow::Result<Option<std::net::TcpListener>> {
    let listener = listenfd::ListenFd::from_env()
        .take_tcp_listener(0)
        .context("the socket that systemd handed over is no listening TCP socket")?;
    if let Some(listener) = &listener {
        listener.set_nonblocking(true).context("the socket that systemd handed over cannot be used")?;
    }
    Ok(listener)
}

/// Settings among the credentials (systemd.exec(5), LoadCredential): files named like the server's environment
/// variables, loaded singly or from a folder.
pub fn credentials() -> Vec<(String, String)> {
    let Some(folder) = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = name.strip_prefix("kapok_").unwrap_or(&name);
        if name.starts_with("KAPOK_")
            && let Ok(value) = std::fs::read_to_string(entry.path())
        {
            found.push((name.to_owned(), value.trim_end_matches(['\r', '\n']).to_owned()));
        }
    }
    found
}

fn watchdog_period() -> Option<Duration> {
    let meant_for = std::env::var("WATCHDOG_PID").ok();
    if meant_for.is_some_and(|id| id != std::process::id().to_string()) {
        return None;
    }
    let period = std::env::var("WATCHDOG_USEC").ok()?.parse().ok()?;
    (period > 0).then(|| Duration::from_micros(period))
}

fn notify(state: &str) {
    let Some(path) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let send = || -> std::io::Result<()> {
        let address = match path.as_bytes().strip_prefix(b"@") {
            Some(name) => SocketAddr::from_abstract_name(name)?,
            None => SocketAddr::from_pathname(&path)?,
        };
        UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
        Ok(())
    };
    if let Err(error) = send() {
        tracing::warn!(%error, state, "sd_notify failed");
    }
}
