//! Idle timeout: detects a connection on which no byte moves, so that it can be closed.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::Response;
use hyper::body::{Frame, SizeHint};

/// Response chunk size in bytes. A client that reads less than this within the idle timeout is disconnected.
const PIECE: usize = 16 * 1024;
/// A connection looks for progress this many times within its idle timeout. Restarting a timer at each request would
/// cost more than the rest of a small request.
const LOOKS: u32 = 8;

/// Reports progress: every request, and every chunk of a response that the client receives.
#[derive(Clone)]
pub(super) struct ProgressSignal(Arc<AtomicU64>);

impl ProgressSignal {
    pub(super) fn new() -> Self {
        Self(Arc::default())
    }

    fn tell(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Runs a request, and reports progress while its response is sent.
    pub(super) async fn during<E>(
        self,
        answer: impl Future<Output = Result<Response<Body>, E>>,
    ) -> Result<Response<ChunkedBody>, E> {
        self.tell();
        Ok(answer.await?.map(|body| ChunkedBody { body, rest: Bytes::new(), movement: self }))
    }

    /// Waits until there was no progress for `span`, or up to an eighth longer.
    pub(super) async fn rest(&self, span: Duration) {
        let (mut seen, mut quiet) = (self.0.load(Ordering::Relaxed), 0);
        while quiet < LOOKS {
            tokio::time::sleep(span / LOOKS).await;
            let now = self.0.load(Ordering::Relaxed);
            quiet = if now == seen { quiet + 1 } else { 0 };
            seen = now;
        }
    }
}

/// The body of a response, which is sent in chunks.
pub(super) struct ChunkedBody {
    body: Body,
    /// The rest of its last frame.
    rest: Bytes,
    movement: ProgressSignal,
}

impl ChunkedBody {
    /// Most responses fit into one chunk and are sent unchanged.
    fn begin(&mut self, data: Bytes) -> Frame<Bytes> {
        if data.len() <= PIECE {
            return Frame::data(data);
        }
        self.rest = data;
        self.piece()
    }

    fn piece(&mut self) -> Frame<Bytes> {
        let bytes = self.rest.split_to(PIECE.min(self.rest.len()));
        Frame::data(Bytes::from_owner(ResponseChunk { bytes, movement: self.movement.clone() }))
    }
}

/// Reports progress when it is dropped, which happens after it was sent to the client: a frame that hyper took may
/// still wait in a buffer for long.
struct ResponseChunk {
    bytes: Bytes,
    movement: ProgressSignal,
}

impl AsRef<[u8]> for ResponseChunk {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for ResponseChunk {
    fn drop(&mut self) {
        self.movement.tell();
    }
}

impl hyper::body::Body for ChunkedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.piece())));
        }
        let found = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.movement.tell();
        Poll::Ready(match found {
            Some(Ok(frame)) => Some(frame.into_data().map(|data| self.begin(data)).or_else(Ok)),
            other => other,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, mut hint) = (self.rest.len() as u64, self.body.size_hint());
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}
