//! The accept loop: timeouts that `axum::serve` lacks, connection limits, and a graceful shutdown that lets open
//! requests finish.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::drain_body::Lingering;
use super::idle_timeout::ProgressSignal;
use super::request::ClientAddress;
use super::tls::CHALLENGE_PROTOCOL;
use crate::base::network::Network;
use crate::platform::config::Config;

const CONNECTIONS: u32 = 2048;
const CONNECTIONS_PER_SOURCE: usize = 100;
const HEADER_BYTES: usize = 16 * 1024;
/// The ALPN name of HTTP/2 (RFC 9113, section 3.1).
const HTTP_2: &[u8] = b"h2";

/// Timeouts of a connection.
#[derive(Clone, Copy)]
struct ConnectionTimeouts {
    /// For the TLS handshake, and for an HTTP/1 request's headers: from the start of the connection, and from the
    /// previous response.
    headers: Duration,
    /// While no byte moves. Longer than any request may take, and than the longest pause in an event stream.
    idle: Duration,
    /// After the server announced the end of the connection: until the client closes it, and for open requests when
    /// the server stops.
    end: Duration,
}

const PATIENCE: ConnectionTimeouts =
    ConnectionTimeouts { headers: Duration::from_secs(10), idle: Duration::from_secs(60), end: Duration::from_secs(8) };

/// A listener with its limits.
pub struct ListenerSetup {
    /// The listening socket.
    pub listener: TcpListener,
    /// With it, connections use TLS.
    pub tls: Option<TlsAcceptor>,
    /// Most connections of one source.
    pub most: usize,
    /// Proxies carry the connections of many clients: only the limit on all connections applies to them.
    pub proxies: Vec<Network>,
}

impl ListenerSetup {
    /// Builds it from a listener and the settings.
    pub fn of(config: &Config, listener: TcpListener, tls: Option<TlsAcceptor>) -> Self {
        let most = CONNECTIONS_PER_SOURCE.saturating_mul(config.limits.source_scale as usize);
        Self { listener, tls, most, proxies: config.http.trusted_proxies.clone() }
    }
}

/// Open connections per source.
#[derive(Clone, Default)]
struct ConnectionsBySource(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A counted connection; the count goes down when this value is dropped.
struct ConnectionSlot {
    source: IpAddr,
    counts: ConnectionsBySource,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionsBySource {
    /// Counts a connection of `peer`, unless its source already has `most`.
    fn enter(&self, peer: ClientAddress, most: usize, permit: OwnedSemaphorePermit) -> Option<ConnectionSlot> {
        let source = peer.source();
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(source).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(ConnectionSlot { source, counts: self.clone(), _permit: permit })
    }
}

impl Drop for ConnectionSlot {
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

/// Serves until `stop` completes, then waits up to eight seconds for open requests.
pub async fn serve(entrance: ListenerSetup, router: Router, stop: impl Future<Output = ()>) {
    let ListenerSetup { listener, tls, most, proxies } = entrance;
    let places = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let per_source = ConnectionsBySource::default();
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
                // A loopback peer is a proxy or a developer.
                let trusted = peer.0.is_loopback() || proxies.iter().any(|network| network.contains(peer.0));
                let most = if trusted { usize::MAX } else { most };
                if let Some(place) = per_source.enter(peer, most, permit) {
                    let caller = Connection { peer, patience: PATIENCE, router: router.clone(), end: end.clone() };
                    start_connection(stream, tls.clone(), place, caller);
                } else {
                    tracing::debug!(source = %peer.source(), "connection limit per source reached");
                }
            }
            // Most likely the process has no free file descriptors; the pause avoids a busy loop.
            Err(error) => {
                tracing::warn!(%error, "accept failed");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    // The send fails only if every connection has ended.
    let _ = ending.send(true);
    if tokio::time::timeout(PATIENCE.end, places.acquire_many(CONNECTIONS)).await.is_err() {
        tracing::warn!("shutdown timed out: some requests were still open");
    }
}

/// A connection with a client.
struct Connection {
    peer: ClientAddress,
    patience: ConnectionTimeouts,
    router: Router,
    /// Becomes true when the server stops.
    end: watch::Receiver<bool>,
}

fn start_connection(stream: TcpStream, tls: Option<TlsAcceptor>, place: ConnectionSlot, caller: Connection) {
    // Responses are small and urgent; a failure here only costs latency.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        match tls {
            None => caller.answer(stream, false).await,
            Some(tls) => match caller.within_headers_time(tls.accept(stream)).await {
                Some(Ok(stream)) => match stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec) {
                    // The authority has validated the name in the handshake, so the connection can end.
                    Some(protocol) if protocol == CHALLENGE_PROTOCOL => {}
                    protocol => caller.answer(stream, protocol.as_deref() == Some(HTTP_2)).await,
                },
                Some(Err(error)) => tracing::debug!(%error, "TLS handshake failed"),
                None => tracing::debug!("TLS handshake timed out"),
            },
        }
        drop(place);
    });
}

impl Connection {
    /// Serves requests until the client disconnects, the idle timeout expires, or the server stops. ALPN chose the
    /// protocol: detecting it from the first bytes would have no timeout.
    async fn answer<S>(mut self, stream: S, http_2: bool)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let movement = ProgressSignal::new();
        let (moving, router, peer) = (movement.clone(), self.router, self.peer);
        let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer);
            moving.clone().during(router.clone().oneshot(Lingering::of(request)))
        });
        let builder = Builder::new(TokioExecutor::new());
        let mut builder = if http_2 { builder.http2_only() } else { builder.http1_only() };
        let ConnectionTimeouts { headers, idle, end } = self.patience;
        // A client that closes its sending side after a request still gets the response.
        builder.http1().half_close(true);
        builder.http1().timer(TokioTimer::new()).header_read_timeout(headers).max_buf_size(HEADER_BYTES);
        builder.http2().timer(TokioTimer::new()).max_header_list_size(HEADER_BYTES as u32);
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        // An error means that the server has ended, which also means stop.
        let stop = async { drop(self.end.wait_for(|end| *end).await) };
        tokio::pin!(connection, stop);
        tokio::select! {
            // A disconnect or a protocol error of the client is not logged.
            _ = &mut connection => return,
            () = movement.rest(idle) => {
                connection.as_mut().graceful_shutdown();
                tokio::select! {
                    _ = &mut connection => return,
                    // Requests sent before the client saw the shutdown are still served; a client that stays idle is
                    // disconnected.
                    () = movement.rest(end) => return,
                    () = &mut stop => {}
                }
            }
            () = &mut stop => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(end, connection).await;
    }

    /// Runs work that comes before the first request; `None` on timeout, or when the server stops.
    async fn within_headers_time<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut end = self.end.clone();
        tokio::select! {
            done = tokio::time::timeout(self.patience.headers, work) => done.ok(),
            _ = end.wait_for(|end| *end) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, Bytes};
    use axum::routing::get;
    use http_body_util::{BodyExt, Empty};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    /// Much less than `BEFORE_LONG`, in which every test must finish.
    const SHORT: Duration = Duration::from_millis(100);
    const BEFORE_LONG: Duration = Duration::from_secs(20);
    const LONG: Duration = Duration::from_secs(3600);
    const IMPATIENT: ConnectionTimeouts = ConnectionTimeouts { headers: LONG, idle: SHORT, end: SHORT };
    /// Many times the capacity of the pipe, the response chunks and the HTTP/2 window.
    const LARGE: usize = 1 << 20;
    const WINDOW: u32 = 1 << 16;

    /// A connection to a server that answers `/` at once, `/large` with a large body, and `/stream` until the client
    /// disconnects.
    fn connected(
        patience: ConnectionTimeouts,
        http_2: bool,
    ) -> (DuplexStream, watch::Sender<bool>, tokio::task::JoinHandle<()>) {
        let (ours, theirs) = tokio::io::duplex(4096);
        let (ending, end) = watch::channel(false);
        let ticks = || async {
            let clock = tokio_stream::wrappers::IntervalStream::new(tokio::time::interval(SHORT / 4));
            Body::from_stream(tokio_stream::StreamExt::map(clock, |_| Ok::<_, std::io::Error>("tick\n")))
        };
        let router = Router::new()
            .route("/", get(async || "here"))
            .route("/large", get(async || vec![b'x'; LARGE]))
            .route("/stream", get(ticks));
        let caller = Connection { peer: ClientAddress([127, 0, 0, 1].into()), patience, router, end };
        (ours, ending, tokio::spawn(caller.answer(theirs, http_2)))
    }

    async fn before_long<T>(work: impl Future<Output = T>) -> T {
        tokio::time::timeout(BEFORE_LONG, work).await.expect("comes to an end")
    }

    fn request(path: &str) -> hyper::Request<Empty<Bytes>> {
        hyper::Request::get(format!("http://localhost{path}")).body(Empty::new()).expect("a request")
    }

    type Answer = hyper::Response<hyper::body::Incoming>;

    /// Requests `path`; the connection stays open until it is dropped.
    async fn ask(line: DuplexStream, http_2: bool, path: &str) -> (Answer, tokio::task::JoinHandle<()>) {
        use hyper::client::conn::{http1, http2};
        let line = TokioIo::new(line);
        let (answer, going) = if http_2 {
            let mut client = http2::Builder::new(TokioExecutor::new());
            // Hyper's default window buffers two megabytes before they are read.
            client.initial_stream_window_size(WINDOW).initial_connection_window_size(WINDOW);
            let (mut send, connection) = client.handshake(line).await.expect("agreed");
            let going = tokio::spawn(async move { drop(connection.await) });
            (before_long(send.send_request(request(path))).await, going)
        } else {
            let (mut send, connection) = http1::handshake(line).await.expect("agreed");
            let going = tokio::spawn(async move { drop(connection.await) });
            (before_long(send.send_request(request(path))).await, going)
        };
        (answer.expect("an answer"), going)
    }

    #[tokio::test]
    async fn a_client_that_sends_no_headers_is_disconnected() {
        let patience = ConnectionTimeouts { headers: SHORT, idle: LONG, end: LONG };
        for said in ["", "P", "PRI * HTTP/2.0\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let (mut line, _ending, served) = connected(patience, false);
            line.write_all(said.as_bytes()).await.expect("sent");
            before_long(line.read_to_end(&mut Vec::new())).await.expect("the end");
            before_long(served).await.expect("ended");
        }
    }

    #[tokio::test]
    async fn an_idle_http_2_connection_is_closed() {
        // The client sends nothing, not even the preface.
        let (mut silent, _ending, served) = connected(IMPATIENT, true);
        before_long(silent.read_to_end(&mut Vec::new())).await.expect("the end");
        before_long(served).await.expect("ended");
        let (line, _ending, served) = connected(IMPATIENT, true);
        let (answer, going) = ask(line, true, "/").await;
        assert_eq!(answer.into_body().collect().await.expect("a body").to_bytes(), "here");
        before_long(going).await.expect("ended");
        before_long(served).await.expect("ended");
    }

    #[tokio::test]
    async fn a_client_that_reads_nothing_is_disconnected() {
        for http_2 in [false, true] {
            let (line, _ending, served) = connected(IMPATIENT, http_2);
            let (answer, _going) = ask(line, http_2, "/large").await;
            before_long(served).await.expect("ended");
            assert!(answer.into_body().collect().await.is_err(), "cut off");
        }
    }

    #[tokio::test]
    async fn a_slow_reader_gets_the_whole_response() {
        for http_2 in [false, true] {
            let (line, _ending, _served) = connected(IMPATIENT, http_2);
            let (answer, _going) = ask(line, http_2, "/large").await;
            let (mut body, mut taken) = (answer.into_body(), 0);
            let mut clock = tokio::time::interval(SHORT / 10);
            while let Some(frame) = before_long(body.frame()).await {
                taken += frame.expect("whole").into_data().expect("data").len();
                clock.tick().await;
            }
            assert_eq!(taken, LARGE);
        }
    }

    #[tokio::test]
    async fn a_response_with_progress_keeps_its_connection() {
        for http_2 in [false, true] {
            let (line, _ending, served) = connected(IMPATIENT, http_2);
            let (answer, _going) = ask(line, http_2, "/stream").await;
            let mut body = answer.into_body();
            // Several times the idle timeout.
            for _ in 0..20 {
                let frame = before_long(body.frame()).await.expect("goes on").expect("whole");
                assert_eq!(frame.into_data().expect("data"), "tick\n");
            }
            drop(body);
            before_long(served).await.expect("ended");
        }
    }

    #[tokio::test]
    async fn a_stopping_server_closes_idle_connections() {
        for http_2 in [false, true] {
            let patience = ConnectionTimeouts { headers: LONG, idle: LONG, end: SHORT };
            let (mut line, ending, served) = connected(patience, http_2);
            ending.send(true).expect("heard");
            before_long(line.read_to_end(&mut Vec::new())).await.expect("the end");
            before_long(served).await.expect("ended");
        }
    }

    #[test]
    fn a_network_has_a_hundred_connections_and_a_proxy_as_many_as_there_are() {
        let places = Arc::new(Semaphore::new(1000));
        let permit = || places.clone().try_acquire_owned().expect("room");
        let counts = ConnectionsBySource::default();
        let at = |address: &str| ClientAddress(address.parse().expect("an address"));
        let hosts = (0..CONNECTIONS_PER_SOURCE).map(|host| at(&format!("2001:db8:1:2::{host:x}")));
        let most = CONNECTIONS_PER_SOURCE;
        let held: Vec<ConnectionSlot> = hosts.filter_map(|host| counts.enter(host, most, permit())).collect();
        assert_eq!(held.len(), most);
        assert!(counts.enter(at("2001:db8:1:2::ffff"), most, permit()).is_none(), "the same network");
        assert!(counts.enter(at("2001:db8:1:3::1"), most, permit()).is_some(), "another network");
        assert!(counts.enter(at("2001:db8:1:2::1"), usize::MAX, permit()).is_some(), "a proxy");
        drop(held);
        assert!(counts.enter(at("2001:db8:1:2::1"), most, permit()).is_some(), "there is room again");
    }
}
