//! The accept loop: time-outs that `axum::serve` lacks, bounds on connections, and an end that
//! lets requests under way finish.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::linger::Lingering;
use super::request::ClientAddress;
use super::tls::CHALLENGE_PROTOCOL;
use super::under_way::Calls;
use crate::base::network::Network;
use crate::config::Config;

const CONNECTIONS: u32 = 2048;
const CONNECTIONS_PER_SOURCE: usize = 100;
/// How long requests under way may still take once the server is told to stop.
const DRAIN_TIME: Duration = Duration::from_secs(8);
const HEADER_BYTES: usize = 16 * 1024;
/// HTTP/2 by its name in a handshake (RFC 9113, section 3.1).
const HTTP_2: &[u8] = b"h2";

/// How long a caller is waited for.
#[derive(Clone, Copy)]
struct Patience {
    /// Until it has shaken hands, and until a request's headers are there: from the first moment, and from the answer
    /// before.
    headers: Duration,
    /// While it asks for nothing. HTTP/1 waits for the next headers by then.
    idle: Duration,
}

const PATIENCE: Patience = Patience { headers: Duration::from_secs(10), idle: Duration::from_secs(60) };

/// Where callers come in.
pub struct Entrance {
    /// Where they connect.
    pub listener: TcpListener,
    /// With it, connections are encrypted.
    pub tls: Option<TlsAcceptor>,
    /// Proxies stand for everybody behind them: only the bound on all connections holds for them.
    pub proxies: Vec<Network>,
}

impl Entrance {
    /// That of a listener, as the settings have it.
    pub fn of(config: &Config, listener: TcpListener, tls: Option<TlsAcceptor>) -> Self {
        Self { listener, tls, proxies: config.http.trusted_proxies.clone() }
    }
}

/// How many connections each source holds open.
#[derive(Clone, Default)]
struct PerSource(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One connection's place; given back when it ends.
struct Place {
    source: IpAddr,
    counts: PerSource,
    _permit: OwnedSemaphorePermit,
}

impl PerSource {
    /// A place for a caller at `peer`, unless its source has enough of them. Of somebody `trusted` there are never too many.
    fn enter(&self, peer: ClientAddress, trusted: bool, permit: OwnedSemaphorePermit) -> Option<Place> {
        let source = peer.source();
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(source).or_insert(0);
        if *count >= CONNECTIONS_PER_SOURCE && !trusted {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Place { source, counts: self.clone(), _permit: permit })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.source);
            }
        }
    }
}

/// Serves until `stop` completes, then lets requests under way finish for up to eight seconds.
pub async fn serve(entrance: Entrance, router: Router, stop: impl Future<Output = ()>) {
    let Entrance { listener, tls, proxies } = entrance;
    let places = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let per_source = PerSource::default();
    let (ending, end) = watch::channel(false);
    tokio::pin!(stop);
    loop {
        let permit = tokio::select! {
            () = &mut stop => break,
            permit = places.clone().acquire_owned() => permit,
        };
        let Ok(permit) = permit else { break };
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let peer = ClientAddress(peer.ip().to_canonical());
                // Loopback is a proxy or a developer.
                let trusted = peer.0.is_loopback() || proxies.iter().any(|network| network.contains(peer.0));
                if let Some(place) = per_source.enter(peer, trusted, permit) {
                    let caller = Caller { peer, patience: PATIENCE, router: router.clone(), end: end.clone() };
                    start_connection(stream, tls.clone(), place, caller);
                }
            }
            // Out of file descriptors, most likely: waiting beats spinning.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    // Every connection listens for it, or has ended.
    let _ = ending.send(true);
    if tokio::time::timeout(DRAIN_TIME, places.acquire_many(CONNECTIONS)).await.is_err() {
        tracing::warn!("some requests were still under way when the server stopped");
    }
}

/// Somebody who has connected, and who answers.
struct Caller {
    peer: ClientAddress,
    patience: Patience,
    router: Router,
    /// Turns true when the server is to stop.
    end: watch::Receiver<bool>,
}

fn start_connection(stream: TcpStream, tls: Option<TlsAcceptor>, place: Place, caller: Caller) {
    // Answers are small and wanted at once; a failure here only costs latency.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        match tls {
            None => caller.answer(stream, false).await,
            Some(tls) => match tokio::time::timeout(caller.patience.headers, tls.accept(stream)).await {
                Ok(Ok(stream)) => match stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec) {
                    // Whoever looks whether the name is ours has seen it by now.
                    Some(protocol) if protocol == CHALLENGE_PROTOCOL => {}
                    protocol => caller.answer(stream, protocol.as_deref() == Some(HTTP_2)).await,
                },
                Ok(Err(error)) => tracing::debug!(%error, "a caller could not be agreed with on encryption"),
                Err(_) => tracing::debug!("a caller took too long to agree on encryption"),
            },
        }
        drop(place);
    });
}

impl Caller {
    /// Answers until the caller has gone, nothing has happened for too long, or the server stops. The protocol is the
    /// one agreed on: waiting for the first bytes to guess it by would be waiting without an end.
    async fn answer<S>(mut self, stream: S, http_2: bool)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let calls = Calls::none();
        let (under_way, router, peer) = (calls.clone(), self.router, self.peer);
        let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer);
            under_way.clone().during(router.clone().oneshot(Lingering::of(request).map(Body::new)))
        });
        let builder = Builder::new(TokioExecutor::new());
        let mut builder = if http_2 { builder.http2_only() } else { builder.http1_only() };
        let headers = self.patience.headers;
        builder.http1().timer(TokioTimer::new()).header_read_timeout(headers).max_buf_size(HEADER_BYTES);
        builder.http2().timer(TokioTimer::new()).max_header_list_size(HEADER_BYTES as u32);
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(connection);
        tokio::select! {
            // A caller that hangs up or speaks nonsense is no event.
            _ = &mut connection => return,
            () = calls.rest(self.patience.idle) => {}
            // An error means that the server is gone, which is the end as well.
            _ = self.end.wait_for(|end| *end) => {}
        }
        connection.as_mut().graceful_shutdown();
        // Whoever neither asks nor agrees to end is left.
        let _ = tokio::time::timeout(DRAIN_TIME, connection).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use http_body_util::{BodyExt, Empty};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    /// Much less than `BEFORE_LONG`, in which every test must be over.
    const SHORT: Duration = Duration::from_millis(50);
    const BEFORE_LONG: Duration = Duration::from_secs(20);
    const LONG: Duration = Duration::from_secs(3600);

    /// A connection to a server that answers `/` at once; the server's end of it, too.
    fn connected(patience: Patience, http_2: bool) -> (DuplexStream, watch::Sender<bool>, tokio::task::JoinHandle<()>) {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (ending, end) = watch::channel(false);
        let router = Router::new().route("/", get(async || "here"));
        let caller = Caller { peer: ClientAddress([127, 0, 0, 1].into()), patience, router, end };
        (ours, ending, tokio::spawn(caller.answer(theirs, http_2)))
    }

    async fn before_long<T>(work: impl Future<Output = T>) -> T {
        tokio::time::timeout(BEFORE_LONG, work).await.expect("comes to an end")
    }

    #[tokio::test]
    async fn whoever_sends_no_headers_is_left_from_the_first_byte_on() {
        for said in ["", "P", "PRI * HTTP/2.0\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let (mut line, _ending, served) = connected(Patience { headers: SHORT, idle: LONG }, false);
            line.write_all(said.as_bytes()).await.expect("sent");
            before_long(line.read_to_end(&mut Vec::new())).await.expect("the end");
            before_long(served).await.expect("ended");
        }
    }

    #[tokio::test]
    async fn a_connection_of_http_2_on_which_nothing_happens_ends() {
        // Not a word, not even the greeting.
        let patience = Patience { headers: LONG, idle: SHORT };
        let (mut silent, _ending, served) = connected(patience, true);
        before_long(silent.read_to_end(&mut Vec::new())).await.expect("the end");
        before_long(served).await.expect("ended");
        let (line, _ending, served) = connected(patience, true);
        let (mut send, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(line)).await.expect("agreed");
        let client = tokio::spawn(connection);
        let request =
            hyper::Request::get("http://localhost/").body(Empty::<axum::body::Bytes>::new()).expect("a request");
        let answer = before_long(send.send_request(request)).await.expect("an answer");
        assert_eq!(answer.into_body().collect().await.expect("a body").to_bytes(), "here");
        before_long(client).await.expect("ended").expect("in peace");
        before_long(served).await.expect("ended");
    }

    #[tokio::test]
    async fn an_answer_that_goes_on_keeps_its_connection() {
        let calls = Calls::none();
        let (more, sent) = tokio::sync::mpsc::channel::<Result<&'static str, std::io::Error>>(1);
        let body = Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(sent));
        let answer = async { Ok::<_, std::io::Error>(hyper::Response::new(body)) };
        let mut body = calls.clone().during(answer).await.expect("an answer").into_body();
        let mut rest = Box::pin(calls.rest(SHORT));
        for word in ["one", "two"] {
            more.send(Ok(word)).await.expect("taken");
            assert!(tokio::time::timeout(SHORT * 3, &mut rest).await.is_err(), "rested while {word} was on its way");
            assert_eq!(body.frame().await.expect("a frame").expect("whole").into_data().expect("data"), word);
        }
        drop(body);
        before_long(rest).await;
    }

    #[tokio::test]
    async fn a_stop_ends_what_rests() {
        for http_2 in [false, true] {
            let (mut line, ending, served) = connected(Patience { headers: LONG, idle: LONG }, http_2);
            ending.send(true).expect("heard");
            before_long(line.read_to_end(&mut Vec::new())).await.expect("the end");
            before_long(served).await.expect("ended");
        }
    }

    #[test]
    fn a_network_has_a_hundred_connections_and_a_proxy_as_many_as_there_are() {
        let places = Arc::new(Semaphore::new(1000));
        let permit = || places.clone().try_acquire_owned().expect("room");
        let counts = PerSource::default();
        let at = |address: &str| ClientAddress(address.parse().expect("an address"));
        let hosts = (0..CONNECTIONS_PER_SOURCE).map(|host| at(&format!("2001:db8:1:2::{host:x}")));
        let held: Vec<Place> = hosts.filter_map(|host| counts.enter(host, false, permit())).collect();
        assert_eq!(held.len(), CONNECTIONS_PER_SOURCE);
        assert!(counts.enter(at("2001:db8:1:2::ffff"), false, permit()).is_none(), "the same network");
        assert!(counts.enter(at("2001:db8:1:3::1"), false, permit()).is_some(), "another network");
        assert!(counts.enter(at("2001:db8:1:2::1"), true, permit()).is_some(), "a proxy");
        drop(held);
        assert!(counts.enter(at("2001:db8:1:2::1"), false, permit()).is_some(), "there is room again");
    }
}
