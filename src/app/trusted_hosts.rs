//! Trusted names and addresses: the server's own hosts and origins, and proxies.

use std::net::SocketAddr;

use super::AppParts;
use crate::auth::captcha;
use crate::platform::config::Config;
use crate::platform::http::edge::EdgePolicy;
use crate::platform::http::listener_scope::ListenerScope;
use crate::platform::http::origin::Origins;
use crate::platform::http::security_headers::SecurityHeaders;
use crate::platform::log_buffer::LogBuffer;

/// Hosts that requests may name: that of `public_url`, and this machine's own names, which the health check uses and
/// which no foreign page can be served under.
pub(super) fn edge_policy(parts: &AppParts, address: SocketAddr, scope: ListenerScope) -> EdgePolicy {
    let config = &parts.config;
    let mut hosts: Vec<String> =
        ["localhost", "127.0.0.1", "[::1]"].into_iter().map(|name| format!("{name}:{}", address.port())).collect();
    hosts.push(address.to_string());
    let known = [config.public_origin(), url::Url::parse(&config.console_url()).ok()];
    for url in known.into_iter().flatten() {
        let host = url.host_str().unwrap_or_default();
        hosts.push(url.port().map_or(host.to_owned(), |port| format!("{host}:{port}")));
    }
    let is_https = config.public_url.starts_with("https://");
    EdgePolicy {
        hosts,
        trusted_proxies: config.http.trusted_proxies.clone(),
        headers: SecurityHeaders::new(is_https, captcha::guest(config.captcha.provider)),
        origins: Origins::new(own_origins(config, address)),
        scope,
        limits: parts.limits.clone(),
        latencies: parts.metrics.latencies.clone(),
        log_buffer: LogBuffer::of_this_process(),
    }
}

/// Origins of pages that may request changes.
fn own_origins(config: &Config, address: SocketAddr) -> Vec<String> {
    let mut origins = vec![config.public_url.clone(), config.console_url()];
    if config.is_on_loopback() {
        origins.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("http://{name}:{}", address.port())));
    }
    origins
}
