//! Trusted names and addresses: the server's own hosts and origins, and proxies.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::auth::captcha;
use crate::platform::config::Config;
use crate::platform::http::edge::{self, EdgePolicy};
use crate::platform::http::latency::Latencies;
use crate::platform::log_buffer::LogBuffer;

/// Hosts that requests may name: that of `public_url`, and this machine's own names, which the health check uses and
/// which no foreign page can be served under.
pub(super) fn edge_policy(config: &Config, address: SocketAddr, latencies: Latencies) -> EdgePolicy {
    let mut hosts: Vec<String> =
        ["localhost", "127.0.0.1", "[::1]"].into_iter().map(|name| format!("{name}:{}", address.port())).collect();
    hosts.push(address.to_string());
    let known = [config.public_origin(), url::Url::parse(&config.console_url()).ok()];
    for url in known.into_iter().flatten() {
        let host = url.host_str().unwrap_or_default();
        hosts.push(url.port().map_or(host.to_owned(), |port| format!("{host}:{port}")));
    }
    let guest = captcha::guest(config.captcha.provider);
    EdgePolicy {
        hosts: Arc::new(hosts),
        trusted_proxies: Arc::new(config.http.trusted_proxies.clone()),
        https: config.public_url.starts_with("https://"),
        page_policy: edge::page_policy(guest),
        console_policy: edge::console_policy(guest),
        latencies,
        logbook: LogBuffer::of_this_process(),
    }
}

/// Origins of pages that may request changes.
pub(super) fn own_origins(config: &Config, address: SocketAddr) -> Vec<String> {
    let mut origins = vec![config.public_url.clone(), config.console_url()];
    if config.is_on_loopback() {
        origins.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("http://{name}:{}", address.port())));
    }
    origins
}
