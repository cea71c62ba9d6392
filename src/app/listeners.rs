//! The listening sockets.

use std::net::SocketAddr;

use anyhow::Context;
use tokio::net::TcpListener;

use crate::platform::config::Config;
use crate::platform::systemd;

/// Binds the address, or takes the socket from systemd.
pub(super) async fn open(address: SocketAddr) -> anyhow::Result<TcpListener> {
    if let Some(inherited) = systemd::inherited_listener()? {
        let held = inherited.local_addr()?;
        if !is_meant_by(address, held) {
            tracing::warn!(
                "listening on {held}, the socket that was handed over; the setting listen = {address} is not used: \
                 make both the same (kapok systemd print socket)"
            );
        }
        return Ok(TcpListener::from_std(inherited)?);
    }
    TcpListener::bind(address).await.with_context(|| taken(address))
}

fn taken(address: SocketAddr) -> String {
    format!("cannot listen on {address}: is another server there? choose another with --listen")
}

/// Fails if another process listens on the address. A socket from systemd does not count, because it belongs to this
/// server.
pub(super) fn expect_free(address: SocketAddr) -> anyhow::Result<()> {
    if std::env::var_os("LISTEN_FDS").is_none() {
        std::net::TcpListener::bind(address).with_context(|| taken(address))?;
    }
    Ok(())
}

/// Whether a socket matches the address of the settings. The unspecified addresses of IPv4 and IPv6 are equivalent,
/// and port 0 matches any port.
fn is_meant_by(setting: SocketAddr, held: SocketAddr) -> bool {
    let everywhere = setting.ip().is_unspecified() && held.ip().is_unspecified();
    (everywhere || setting.ip() == held.ip()) && (setting.port() == 0 || setting.port() == held.port())
}

/// The admin's own listener, if the settings have one; fills in its port.
pub(super) async fn open_for_console(config: &mut Config) -> anyhow::Result<Option<TcpListener>> {
    if config.admin.listen.is_empty() {
        return Ok(None);
    }
    let wanted = config.admin.listen.clone();
    let listener = TcpListener::bind(&wanted)
        .await
        .with_context(|| format!("the console cannot listen on {wanted}: is another server there?"))?;
    config.admin.listen = listener.local_addr()?.to_string();
    Ok(Some(listener))
}
