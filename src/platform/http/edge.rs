//! The steps of every request before and after its handler: an id, a log line, the client's address, size limits,
//! the host check and the security headers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use super::latency::Latencies;
use super::problem;
use super::request::{ClientAddress, RequestId, language_of};
use crate::base::clock::Clock;
use crate::base::network::Network;
use crate::base::problem::{AppError, ProblemType};
use crate::platform::log_buffer::{LogBuffer, RequestRecord};

/// The request names a host that is not one of this server.
pub const MISDIRECTED_REQUEST: ProblemType = ProblemType::new("misdirected_request", 421, "Unknown host");
/// The address is longer than any of this server.
pub const URI_TOO_LONG: ProblemType = ProblemType::new("uri_too_long", 414, "Address too long");
/// The handler exceeded its timeout.
pub const HANDLER_TIMEOUT: ProblemType = ProblemType::new("server_timeout", 503, "Timed out");

/// The request has two `Host` lines: a proxy in between may have used the other one (RFC 9112, section 3.2).
pub const AMBIGUOUS_HOST: ProblemType = ProblemType::new("bad_request", 400, "Bad request");

/// Marks a response that is the same for every client and stored in the binary: it sets its own cache time, and is
/// not compressed again.
#[derive(Clone)]
pub struct Finished;

/// Whether a response may still be compressed.
pub fn is_unfinished(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<Finished>().is_none()
}

const LONGEST_URI: usize = 4096;
/// Slower requests are logged as a warning.
const SLOW: Duration = Duration::from_secs(1);
const HANDLER_TIME: Duration = Duration::from_secs(30);

/// The part of the configuration that this layer needs.
#[derive(Clone, Debug)]
pub struct EdgePolicy {
    /// The server's own hosts (with port unless it is the scheme's default); compared to `Host`.
    pub hosts: Arc<Vec<String>>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Arc<Vec<Network>>,
    /// Whether `public_url` is https, so that HSTS is sent.
    pub https: bool,
    /// The content security policy of pages; see [`page_policy`].
    pub page_policy: HeaderValue,
    /// The content security policy of admin pages; see [`console_policy`].
    pub console_policy: HeaderValue,
    /// Counts response times.
    pub latencies: Latencies,
    /// Keeps the last requests.
    pub logbook: LogBuffer,
}

/// The outermost layer.
pub async fn wrap(State(policy): State<EdgePolicy>, mut request: Request, next: Next) -> Response {
    let id = RequestId::generate();
    let address = client_address(&request, &policy);
    request.extensions_mut().insert(id.clone());
    request.extensions_mut().insert(address);
    let path = request.uri().path().to_owned();
    if path.starts_with("/api/auth/") || path.starts_with("/api/staff/") {
        // The size of a compressed response with a secret can reveal the secret.
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    let span = tracing::info_span!("request", id = id.as_str(), method = %request.method(), path = loggable(&path));
    async move {
        let started = Instant::now();
        let language = language_of(request.headers());
        let route = request.extensions().get::<MatchedPath>().cloned();
        let method = request.method().clone();
        let answer = match refuse_early(&request, &policy) {
            Some(refused) => refused_early(refused),
            None => tokio::time::timeout(HANDLER_TIME, next.run(request))
                .await
                .unwrap_or_else(|_| AppError::from(HANDLER_TIMEOUT).into_response()),
        };
        let mut response = problem::finish(answer, language, &id);
        let is_finished = response.extensions().get::<Finished>().is_some();
        set_headers(response.headers_mut(), &path, is_finished, &policy);
        if let Ok(value) = HeaderValue::from_str(id.as_str()) {
            response.headers_mut().insert("x-request-id", value);
        }
        // A path without a route is a page or a file of the web app, or a mistake.
        let route = route.as_ref().map_or("web", MatchedPath::as_str);
        policy.latencies.observe(route, &method, response.status(), started.elapsed());
        policy.logbook.keep_request(RequestRecord {
            number: 0,
            at: Clock::system().now(),
            id: id.as_str().to_owned(),
            method: method.to_string(),
            route: route.to_owned(),
            status: response.status().as_u16(),
            microseconds: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
            code: problem::code_of(&response),
        });
        let (status, ms) = (response.status().as_u16(), started.elapsed().as_secs_f64() * 1000.0);
        // A log line for each of twenty thousand requests a second would cost more than the requests.
        if started.elapsed() > SLOW {
            tracing::warn!(status, ms, "slow request");
        } else {
            tracing::debug!(status, ms, "request");
        }
        response
    }
    .instrument(span)
    .await
}

/// A page's path for the log, without a secret at its end.
pub fn loggable(path: &str) -> &str {
    let masked = ["/resetPassword/", "/setup/", "/admin/setup/", "/admin/accept/", "/merchant/enrol/"];
    masked.into_iter().find(|prefix| path.starts_with(prefix)).unwrap_or(path)
}

fn client_address(request: &Request, policy: &EdgePolicy) -> ClientAddress {
    let peer =
        request.extensions().get::<ClientAddress>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.to_canonical());
    let is_trusted = |hop: IpAddr| policy.trusted_proxies.iter().any(|network| network.contains(hop));
    if !is_trusted(peer) {
        return ClientAddress(peer);
    }
    let lines = request.headers().get_all("x-forwarded-for").iter();
    let hops: Vec<&str> = lines.flat_map(|line| line.to_str().unwrap_or(UNREADABLE).split(',')).collect();
    // From the right: the last hop that is not a trusted proxy is the client. The client may have invented everything
    // to the left of an unreadable hop.
    let known = hops.into_iter().rev().filter(|hop| !hop.trim().is_empty()).map_while(hop_address);
    ClientAddress(known.into_iter().find(|hop| !is_trusted(*hop)).unwrap_or(peer))
}

/// Stands for a header line that is not text; no address looks like it.
const UNREADABLE: &str = "?";

/// Parses an address as proxies write it: alone, in brackets, or with the client's port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|whole| whole.ip()));
    address.ok().map(|address| address.to_canonical())
}

fn refuse_early(request: &Request, policy: &EdgePolicy) -> Option<AppError> {
    if request.uri().path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_URI) {
        return Some(URI_TOO_LONG.into());
    }
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Some(AMBIGUOUS_HOST.into());
    }
    let host = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().to_owned())
        .or_else(|| request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_owned))
        .unwrap_or_default();
    let ours = policy.hosts.iter().any(|known| known.eq_ignore_ascii_case(&host));
    if ours { None } else { Some(MISDIRECTED_REQUEST.into()) }
}

/// Two readers may understand such a request differently, so later requests on the same connection are not trusted.
fn refused_early(refusal: AppError) -> Response {
    let ambiguous = refusal.is(AMBIGUOUS_HOST);
    let mut response = refusal.into_response();
    if ambiguous {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

const PERMISSIONS: &str = "camera=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), \
     clipboard-write=(self), web-share=(self), geolocation=(), microphone=(), payment=(), usb=(), serial=(), \
     bluetooth=(), display-capture=(), idle-detection=(), browsing-topics=()";
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
     connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; media-src 'self'; frame-src 'none'; \
     frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     require-trusted-types-for 'script'; trusted-types app-html app-worker dompurify; report-uri /api/csp-report";
const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The hosts that a third-party widget needs in a page's policy.
#[derive(Clone, Copy, Debug)]
pub struct WidgetPolicy {
    /// Hosts of its scripts and frames.
    pub hosts: &'static str,
    /// Whether it loads styles from there and connects to them from the page itself.
    pub talks: bool,
}

/// The policy of pages: only the server's own content, and the hosts of a widget that the settings choose.
pub fn page_policy(guest: Option<WidgetPolicy>) -> HeaderValue {
    policy_with(guest, "")
}

/// The policy of admin pages, which also show e-mails in a frame from this server.
pub fn console_policy(guest: Option<WidgetPolicy>) -> HeaderValue {
    policy_with(guest, "'self'")
}

fn policy_with(guest: Option<WidgetPolicy>, own_frames: &str) -> HeaderValue {
    let mut policy = PAGE_POLICY.to_owned();
    let frames = [own_frames, guest.map_or("", |guest| guest.hosts)].join(" ");
    if !frames.trim().is_empty() {
        policy = policy.replace("frame-src 'none'", &format!("frame-src {}", frames.trim()));
    }
    if let Some(WidgetPolicy { hosts, talks }) = guest {
        policy = policy
            .replace("script-src 'self'", &format!("script-src 'self' {hosts}"))
            // These scripts do not use Trusted Types: a default policy sanitises what they write.
            .replace("trusted-types app-html", "trusted-types default app-captcha app-html");
        for directive in ["style-src", "connect-src"].into_iter().filter(|_| talks) {
            policy = policy.replace(&format!("{directive} 'self'"), &format!("{directive} 'self' {hosts}"));
        }
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(PAGE_POLICY))
}

fn set_headers(headers: &mut HeaderMap, path: &str, is_finished: bool, policy: &EdgePolicy) {
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    };
    set("x-content-type-options", "nosniff");
    set("cross-origin-resource-policy", "same-origin");
    set("cross-origin-opener-policy", "same-origin");
    set("permissions-policy", PERMISSIONS);
    set("origin-agent-cluster", "?1");
    set("x-permitted-cross-domain-policies", "none");
    set("x-dns-prefetch-control", "off");
    // A reset link must not leak in a referrer; other addresses may be sent to the same origin.
    let secret_address = loggable(path) != path;
    set("referrer-policy", if secret_address { "no-referrer" } else { "same-origin" });
    if policy.https {
        set("strict-transport-security", "max-age=63072000");
    }
    let is_under = |home: &str| path.strip_prefix(home).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_under("/api") {
        if !is_finished {
            set("cache-control", "no-store");
            set("vary", "Origin, Sec-Fetch-Site, Cookie, Accept-Language");
        }
        headers.entry("content-security-policy").or_insert(HeaderValue::from_static(API_POLICY));
    } else {
        let page_policy = if is_under("/admin") { &policy.console_policy } else { &policy.page_policy };
        headers.entry("content-security-policy").or_insert(page_policy.clone());
    }
    headers.entry("x-frame-options").or_insert(HeaderValue::from_static("DENY"));
}

/// Answers a panic like any other internal error.
pub fn on_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    AppError::Internal(anyhow::anyhow!("a handler panicked: {text}")).into_response()
}

/// A bare status for clients that are programs.
pub fn plain(status: StatusCode, text: &'static str) -> Response {
    (status, Extension(problem::UntranslatedText), text).into_response()
}
