//! The only HTTP client for calls to other machines: over TLS, to public addresses or hosts that the settings allow,
//! without redirects or proxies, with a short timeout and a size limit. A name is resolved once, and the checked
//! address is the one that is connected to, so that DNS cannot change it in between.

mod reach;
mod troubles;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{CONTENT_TYPE, DATE, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use jiff::fmt::rfc2822;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::Url;

pub use reach::AllowedHosts;
pub use troubles::RecentFailures;

const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Timeout of a whole call, unless the settings or the call set another.
const WHOLE_TIME: Duration = Duration::from_secs(10);
/// Size limit of a response in bytes, unless the call sets another.
const MOST_READ: usize = 16 * 1024;

/// Makes calls; clones share the TLS setup.
#[derive(Clone)]
pub struct OutboundHttp {
    tls: TlsConnector,
    patience: Duration,
}

/// A call to another machine.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Bytes,
    most_read: usize,
    /// The call's own timeout, if set.
    time: Option<Duration>,
}

/// The response to a call.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body; a larger one than the limit is an error.
    pub body: Bytes,
    headers: HeaderMap,
}

/// The reason why there is no response. The texts contain nothing of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The address is not allowed.
    #[error("the address may not be called")]
    Forbidden,
    /// The name does not exist.
    #[error("the name is unknown")]
    Unknown,
    /// Connection refused or lost.
    #[error("the connection failed")]
    Unreachable,
    /// The certificate is invalid.
    #[error("the connection could not be encrypted")]
    Encryption,
    /// The connection timed out.
    #[error("the connection took too long")]
    TimedOut,
    /// The request was sent, but the response timed out.
    #[error("no answer came in time")]
    Silence,
    /// The request was sent, but the connection was lost.
    #[error("the line broke before there was an answer")]
    CutOff,
    /// The response is not HTTP, or too long.
    #[error("the answer cannot be read")]
    Unreadable,
}

impl HttpError {
    /// A one-word code for the error.
    pub const fn word(self) -> &'static str {
        match self {
            HttpError::Forbidden => "forbidden",
            HttpError::Encryption => "tls",
            HttpError::TimedOut | HttpError::Silence => "timeout",
            HttpError::Unknown | HttpError::Unreachable | HttpError::CutOff | HttpError::Unreadable => "unreachable",
        }
    }

    /// Whether the other machine may have processed the call all the same.
    pub const fn may_be_taken(self) -> bool {
        matches!(self, HttpError::Silence | HttpError::CutOff | HttpError::Unreadable)
    }
}

impl HttpRequest {
    /// A call with that method and a body.
    pub fn new(method: Method, url: Url, body: impl Into<Bytes>) -> Self {
        Self { method, url, headers: HeaderMap::new(), body: body.into(), most_read: MOST_READ, time: None }
    }

    /// Adds a header. An invalid value is left out.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        if let (Ok(name), Ok(mut value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            value.set_sensitive(true);
            self.headers.insert(name, value);
        }
        self
    }

    /// Sets the timeout, for large bodies.
    pub fn within(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Sets the size limit of the response, in bytes.
    pub fn reading(mut self, most: usize) -> Self {
        self.most_read = most;
        self
    }
}

impl HttpResponse {
    /// Whether the status is a success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The content type without parameters.
    pub fn content_type(&self) -> Option<&str> {
        self.headers.get(CONTENT_TYPE)?.to_str().ok()?.split(';').next().map(str::trim)
    }

    /// The value of a header, if it is present and text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Converts to the type that other libraries expect.
    pub fn into_response(self) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        *response.headers_mut() = self.headers;
        response
    }

    /// The pause of `Retry-After`, at most a day: in seconds, or until a time by the server's own clock.
    pub fn retry_after(&self) -> Option<Duration> {
        let text = |name| self.headers.get(name)?.to_str().ok().map(str::trim);
        let moment = |name| rfc2822::parse(text(name)?).ok().map(|found| found.timestamp().as_second());
        let seconds = match text(RETRY_AFTER)?.parse() {
            Ok(seconds) => seconds,
            Err(_) => u64::try_from(moment(RETRY_AFTER)?.saturating_sub(moment(DATE)?)).unwrap_or(0),
        };
        Some(Duration::from_secs(seconds.min(86_400)))
    }

    /// Whether it is a redirect. Redirects are not followed.
    pub fn is_redirect(&self) -> bool {
        (300..400).contains(&self.status) && self.headers.contains_key(LOCATION)
    }
}

impl OutboundHttp {
    /// A client that trusts the same certificates as browsers.
    pub fn new() -> anyhow::Result<Self> {
        Self::trusting(None)
    }

    /// A client that also trusts the authorities in a file of certificates (PEM).
    pub fn trusting(further: Option<&Path>) -> anyhow::Result<Self> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(file) = further {
            let described = || format!("the certificates in {} cannot be used", file.display());
            for certificate in CertificateDer::pem_file_iter(file).with_context(described)? {
                roots.add(certificate.with_context(described)?).with_context(described)?;
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), patience: WHOLE_TIME })
    }

    /// Sets the timeout for calls without one of their own.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Makes a call, once.
    pub async fn send(&self, call: HttpRequest, allowed: &AllowedHosts) -> Result<HttpResponse, HttpError> {
        if !reach::is_sound(&call.url, allowed) {
            return Err(HttpError::Forbidden);
        }
        let end = Instant::now() + call.time.unwrap_or(self.patience);
        let reached = timeout_at(end.min(Instant::now() + CONNECT_TIME), connect(&call.url, allowed)).await;
        let stream = reached.unwrap_or(Err(HttpError::TimedOut))?;
        if call.url.scheme() == "http" {
            return exchange(stream, call, end).await;
        }
        let host = call.url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(host).map_err(|_| HttpError::Forbidden)?;
        let encrypted = timeout_at(end, self.tls.connect(name, stream)).await.map_err(|_| HttpError::TimedOut)?;
        exchange(encrypted.map_err(|_| HttpError::Encryption)?, call, end).await
    }
}

async fn connect(url: &Url, allowed: &AllowedHosts) -> Result<TcpStream, HttpError> {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let port = url.port_or_known_default().unwrap_or(443);
    let found: Vec<_> = tokio::net::lookup_host((host, port)).await.map_err(|_| HttpError::Unknown)?.collect();
    if found.is_empty() {
        return Err(HttpError::Unknown);
    }
    // A single private address is enough to refuse the name: such a name is likely an attack.
    if !allowed.holds(url) && !found.iter().all(|address| reach::is_global(address.ip())) {
        return Err(HttpError::Forbidden);
    }
    for address in found {
        if let Ok(stream) = TcpStream::connect(address).await {
            return Ok(stream);
        }
    }
    Err(HttpError::Unreachable)
}

async fn exchange<S>(stream: S, call: HttpRequest, end: Instant) -> Result<HttpResponse, HttpError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(|_| HttpError::Unreachable)?;
    let talking = tokio::spawn(connection);
    let target = match call.url.query() {
        Some(query) => format!("{}?{query}", call.url.path()),
        None => call.url.path().to_owned(),
    };
    let host = match call.url.port() {
        Some(port) => format!("{}:{port}", call.url.host_str().unwrap_or_default()),
        None => call.url.host_str().unwrap_or_default().to_owned(),
    };
    let mut request = Request::builder().method(call.method).uri(target).header("host", host);
    request = request.header("user-agent", concat!("kapok/", env!("CARGO_PKG_VERSION")));
    if let Some(headers) = request.headers_mut() {
        headers.extend(call.headers);
    }
    let request = request.body(Full::new(call.body)).map_err(|_| HttpError::Forbidden)?;
    let answered = async {
        let response = sender.send_request(request).await.map_err(|_| HttpError::CutOff)?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, call.most_read).collect().await.map_err(|_| HttpError::Unreadable)?.to_bytes();
        Ok(HttpResponse { status: head.status.as_u16(), body, headers: head.headers })
    };
    let answered = timeout_at(end, answered).await.unwrap_or(Err(HttpError::Silence));
    talking.abort();
    answered
}

#[cfg(test)]
mod tests {
    use super::HttpResponse;
    use bytes::Bytes;
    use hyper::HeaderMap;

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let date = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
        for (told, seconds) in [
            (&[("retry-after", "120")][..], Some(120)),
            (&[("retry-after", "99999999")], Some(86_400)),
            (&[("retry-after", "Wed, 21 Oct 2026 07:30:05 GMT"), date], Some(125)),
            (&[("retry-after", "Wed, 21 Oct 2020 07:30:05 GMT"), date], Some(0)),
            (&[("retry-after", "Wed, 21 Oct 2026 07:30:05 GMT")], None),
            (&[("retry-after", "-5"), date], None),
            (&[("retry-after", "soon"), date], None),
            (&[date], None),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in told {
                headers.insert(*name, value.parse().expect("a value"));
            }
            let answer = HttpResponse { status: 429, body: Bytes::new(), headers };
            assert_eq!(answer.retry_after().map(|pause| pause.as_secs()), seconds, "{told:?}");
        }
    }
}
