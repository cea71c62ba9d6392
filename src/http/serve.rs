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
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::linger::Lingering;
use super::request::ClientAddress;
use super::tls::CHALLENGE_PROTOCOL;

const CONNECTIONS: usize = 2048;
const CONNECTIONS_PER_SOURCE: usize = 100;
const HEADER_TIME: Duration = Duration::from_secs(10);
/// How long requests under way may still take once the server is told to stop.
const DRAIN_TIME: Duration = Duration::from_secs(8);
const HEADER_BYTES: usize = 16 * 1024;

/// How many connections each address holds open.
#[derive(Clone, Default)]
struct PerSource(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One connection's place; given back when it ends.
struct Place {
    source: IpAddr,
    counts: PerSource,
    _permit: OwnedSemaphorePermit,
}

impl PerSource {
    fn enter(&self, source: IpAddr, permit: OwnedSemaphorePermit) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(source).or_insert(0);
        // Loopback is a proxy or a developer: the bound on all connections is enough there.
        if *count >= CONNECTIONS_PER_SOURCE && !source.is_loopback() {
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
/// With an acceptor, connections are encrypted.
pub async fn serve(listener: TcpListener, tls: Option<TlsAcceptor>, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let per_source = PerSource::default();
    let graceful = GracefulShutdown::new();
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
                if let Some(place) = per_source.enter(peer.ip().to_canonical(), permit) {
                    start_connection(stream, tls.clone(), place, router.clone(), graceful.watcher());
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
    if tokio::time::timeout(DRAIN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way when the server stopped");
    }
}

fn start_connection(stream: TcpStream, tls: Option<TlsAcceptor>, place: Place, router: Router, watcher: Watcher) {
    // Answers are small and wanted at once; a failure here only costs latency.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        match tls {
            None => answer(stream, &place, router, watcher).await,
            // A caller gets as long to shake hands as to send headers.
            Some(tls) => match tokio::time::timeout(HEADER_TIME, tls.accept(stream)).await {
                // Whoever looks whether the name is ours has seen it by now.
                Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(CHALLENGE_PROTOCOL) => {}
                Ok(Ok(stream)) => answer(stream, &place, router, watcher).await,
                Ok(Err(error)) => tracing::debug!(%error, "a caller could not be agreed with on encryption"),
                Err(_) => tracing::debug!("a caller took too long to agree on encryption"),
            },
        }
        drop(place);
    });
}

async fn answer<S>(stream: S, place: &Place, router: Router, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let peer = ClientAddress(place.source);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        router.clone().oneshot(Lingering::of(request).map(Body::new))
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(HEADER_BYTES);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(HEADER_BYTES as u32);
    let connection = watcher.watch(builder.serve_connection(TokioIo::new(stream), service).into_owned());
    // A caller that hangs up or speaks nonsense is no event.
    let _ = connection.await;
}
