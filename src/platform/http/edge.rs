//! The work before and after the handler of every request: an id, a log line, the client's address, size limits, the
//! checks of host, origin and listener, the limit of reads, compression and the security headers.
//!
//! All of it is one layer. The router copies each layer of a route for each request, so several layers would cost more
//! than the work in them.

use std::borrow::Cow;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower::{Layer, Service, ServiceExt};

use super::compression::{Compressor, Finished};
use super::latency::Latencies;
use super::listener_scope::ListenerScope;
use super::origin::{self, Origins};
use super::problem;
use super::reads;
use super::request::{ClientAddress, language_among};
use super::security_headers::{AddressKind, SecurityHeaders, loggable};
use crate::base::clock::Clock;
use crate::base::network::Network;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::base::request_id::RequestId;
use crate::platform::log_buffer::{LogBuffer, RequestName, RequestRecord, working_on};
use crate::platform::throttle::Limits;

/// The request names a host that is not one of this server.
pub const MISDIRECTED_REQUEST: ProblemType = ProblemType::new("misdirected_request", 421, "Unknown host");
/// The address is longer than any of this server.
pub const URI_TOO_LONG: ProblemType = ProblemType::new("uri_too_long", 414, "Address too long");
/// The handler exceeded its timeout.
pub const HANDLER_TIMEOUT: ProblemType = ProblemType::new("server_timeout", 503, "Timed out");

/// The request has two `Host` lines: a proxy in between may have used the other one (RFC 9112, section 3.2).
pub const AMBIGUOUS_HOST: ProblemType = ProblemType::new("bad_request", 400, "Bad request");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST_URI: usize = 4096;
/// Slower requests are logged as a warning.
const SLOW: Duration = Duration::from_secs(1);
const HANDLER_TIME: Duration = Duration::from_secs(30);

/// The configuration of this layer for one listener.
pub struct EdgePolicy {
    /// The server's own hosts (with port unless it is the scheme's default); compared to `Host`.
    pub hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<Network>,
    /// The security headers.
    pub headers: SecurityHeaders,
    /// Origins of pages that may request changes.
    pub origins: Origins,
    /// The addresses that the listener serves.
    pub scope: ListenerScope,
    /// Counts reads.
    pub limits: Limits,
    /// Counts response times.
    pub latencies: Latencies,
    /// Keeps the last requests.
    pub log_buffer: LogBuffer,
}

/// The layer around every route.
#[derive(Clone)]
pub struct EdgeLayer(Arc<EdgePolicy>);

impl EdgeLayer {
    /// Takes what all requests of a listener share.
    pub fn new(policy: EdgePolicy) -> Self {
        Self(Arc::new(policy))
    }
}

impl<S> Layer<S> for EdgeLayer {
    type Service = Edge<S>;

    fn layer(&self, inner: S) -> Edge<S> {
        Edge { policy: self.0.clone(), inner: Arc::new(inner) }
    }
}

/// A route with the edge around it.
pub struct Edge<S> {
    policy: Arc<EdgePolicy>,
    /// The configuration is behind a pointer, so that a request copies only the handler.
    inner: Arc<S>,
}

impl<S> Clone for Edge<S> {
    fn clone(&self) -> Self {
        Self { policy: self.policy.clone(), inner: self.inner.clone() }
    }
}

impl<S> Service<Request> for Edge<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let Edge { policy, inner } = self.clone();
        Box::pin(async move { Ok(answer(&policy, inner, request).await) })
    }
}

/// Answers any request.
async fn answer<S>(policy: &EdgePolicy, inner: Arc<S>, mut request: Request) -> Response
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
{
    let id = RequestId::generate();
    let address = client_address(&request, policy);
    request.extensions_mut().insert(id);
    request.extensions_mut().insert(address);
    request.extensions_mut().insert(policy.origins.clone());
    let path = request.uri().path();
    let kind = AddressKind::of(path);
    let name = RequestName { id, method: name_of(request.method()), path: loggable(path).to_owned() };
    let has_secrets = path.starts_with("/api/auth/") || path.starts_with("/api/staff/");
    if has_secrets {
        // The size of a compressed response with a secret can reveal the secret.
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    working_on(Arc::new(name), async move {
        let started = Instant::now();
        let wish = request.headers().get(header::ACCEPT_LANGUAGE).cloned();
        let route = request.extensions().get::<MatchedPath>().cloned();
        let method = request.method().clone();
        let answer = match refuse_early(&request, policy) {
            Err(refused) => refused_early(refused),
            Ok(()) => handled(policy, inner, request).await,
        };
        let mut response = problem::finish(answer, || language_among(wish.as_ref()), id);
        let is_finished = response.extensions().get::<Finished>().is_some();
        policy.headers.add_to(response.headers_mut(), kind, is_finished);
        if let Ok(value) = HeaderValue::from_str(id.as_str()) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
        // A path without a route is a page or a file of the web app, or a mistake.
        let route = route.as_ref().map_or("web", MatchedPath::as_str);
        record(policy, id, &method, route, &response, started.elapsed());
        response
    })
    .await
}

/// Runs the checks that need no session, then the handler, and compresses its response.
async fn handled<S>(policy: &EdgePolicy, inner: Arc<S>, request: Request) -> Response
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
{
    let compressor = Compressor::of(request.headers());
    let answer = async {
        if let Some(refused) = refuse(policy, &request) {
            return refused;
        }
        caught(async move { inner.as_ref().clone().oneshot(request).await }).await
    };
    match tokio::time::timeout(HANDLER_TIME, answer).await {
        Ok(response) => compressor.compress(response).await,
        Err(_) => AppError::from(HANDLER_TIMEOUT).into_response(),
    }
}

fn refuse(policy: &EdgePolicy, request: &Request) -> Option<Response> {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && let Err(refused) = origin::check(request.headers(), &policy.origins) {
        return Some(refused.into_response());
    }
    let elsewhere = policy.scope.answer_elsewhere(request);
    elsewhere.or_else(|| reads::count(&policy.limits, request).err().map(AppError::into_response))
}

/// Answers a panic of a handler like any other internal error.
async fn caught(work: impl Future<Output = Result<Response, Infallible>>) -> Response {
    let mut work = pin!(work);
    let polled = std::future::poll_fn(|context| {
        match std::panic::catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(Ok(response))) => Poll::Ready(response),
            Err(panic) => Poll::Ready(on_panic(panic)),
        }
    });
    polled.await
}

fn name_of(method: &Method) -> Cow<'static, str> {
    match *method {
        Method::GET => "GET".into(),
        Method::POST => "POST".into(),
        Method::PUT => "PUT".into(),
        Method::DELETE => "DELETE".into(),
        Method::HEAD => "HEAD".into(),
        _ => method.to_string().into(),
    }
}

/// Counts the response and keeps it for the admin.
fn record(policy: &EdgePolicy, id: RequestId, method: &Method, route: &str, response: &Response, took: Duration) {
    let status = response.status().as_u16();
    let route = policy.latencies.observe(route, method, response.status(), took);
    policy.log_buffer.keep_request(RequestRecord {
        number: 0,
        at: Clock::system().now(),
        id,
        method: name_of(method),
        route,
        status,
        microseconds: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        code: problem::code_of(response),
    });
    let ms = took.as_secs_f64() * 1000.0;
    // A log line for each of twenty thousand requests a second would cost more than the requests.
    if took > SLOW {
        tracing::warn!(status, ms, "slow request");
    } else {
        tracing::debug!(status, ms, "request");
    }
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

/// The value for a header line that is not text; no address looks like it.
const UNREADABLE: &str = "?";

/// Parses an address as proxies write it: alone, in brackets, or with the client's port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|whole| whole.ip()));
    address.ok().map(|address| address.to_canonical())
}

fn refuse_early(request: &Request, policy: &EdgePolicy) -> AppResult<()> {
    if request.uri().path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_URI) {
        return Err(URI_TOO_LONG.into());
    }
    let mut named = request.headers().get_all(header::HOST).iter();
    let first = named.next();
    if named.next().is_some() {
        return Err(AMBIGUOUS_HOST.into());
    }
    let authority = request.uri().authority().map(|authority| authority.as_str());
    let host = authority.or_else(|| first.and_then(|host| host.to_str().ok())).unwrap_or_default();
    let ours = policy.hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
    if ours { Ok(()) } else { Err(MISDIRECTED_REQUEST.into()) }
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

/// Answers a panic like any other internal error.
fn on_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
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
