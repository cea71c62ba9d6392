//! How many calls of a connection are under way, so that one on which nothing happens can end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::watch;

/// The calls of one connection.
#[derive(Clone)]
pub(super) struct Calls(watch::Sender<usize>);

/// One of them, until it is dropped.
struct Call(watch::Sender<usize>);

impl Calls {
    pub(super) fn none() -> Self {
        Self(watch::Sender::new(0))
    }

    /// One more, which is over once its answer has been sent whole: a stream of events may take hours.
    pub(super) async fn during<E>(
        self,
        answer: impl Future<Output = Result<Response<Body>, E>>,
    ) -> Result<Response<Body>, E> {
        self.0.send_modify(|count| *count += 1);
        let call = Call(self.0);
        Ok(answer.await?.map(|body| Body::new(Sent { body, _call: call })))
    }

    /// Waits until there has been none for `span`.
    pub(super) async fn rest(&self, span: Duration) {
        let mut count = self.0.subscribe();
        loop {
            let some = *count.borrow_and_update() > 0;
            tokio::select! {
                // Never fails while this holds the sender.
                _ = count.changed() => {}
                () = tokio::time::sleep(span), if !some => return,
            }
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// A body whose call is under way as long as it is.
struct Sent {
    body: Body,
    _call: Call,
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
