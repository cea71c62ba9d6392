//! Reads the rest of a request body after the response. Many clients send a whole file before they read anything; if
//! the server closed the connection early, they would never see the response that says why.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Version, header};
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::{Error, Request};
use tokio::runtime::Handle;

/// The time for which the rest of a body is read and discarded. It is shorter than the time for which a server that
/// stops waits for open requests.
const PATIENCE: Duration = Duration::from_secs(7);
/// The most bytes of the rest that are read.
const MOST: usize = 256 << 20;

/// A body that is read to its end even if the handler stopped reading it.
pub(super) struct Lingering {
    body: Option<Incoming>,
    lingers: bool,
}

impl Lingering {
    /// Wraps the body of a request, if it has one. Not needed for HTTP/2 (RST_STREAM) or `Expect: 100-continue`.
    pub(super) fn of(request: Request<Incoming>) -> Request<axum::body::Body> {
        if request.body().is_end_stream() {
            return request.map(|_| axum::body::Body::empty());
        }
        let lingers = request.version() < Version::HTTP_2 && !request.headers().contains_key(header::EXPECT);
        request.map(|body| axum::body::Body::new(Self { body: Some(body), lingers }))
    }
}

impl Body for Lingering {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let Some(body) = self.body.as_mut() else { return Poll::Ready(None) };
        let found = Pin::new(body).poll_frame(context);
        if matches!(found, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        found
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let rest = self.body.take().filter(|body| self.lingers && !body.is_end_stream());
        if let (Some(rest), Ok(runtime)) = (rest, Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(PATIENCE, throw_away(rest)));
        }
    }
}

/// Reads and discards a body, up to the limits above.
async fn throw_away(mut body: Incoming) {
    let mut read = 0;
    while let Some(Ok(frame)) = body.frame().await {
        read += frame.data_ref().map_or(0, Bytes::len);
        if read > MOST {
            return;
        }
    }
}
