//! Compresses responses. Most are too small for it, and pass without the compression layer, which would wrap each body.

use std::convert::Infallible;
use std::future::ready;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use tower::{Layer, ServiceExt, service_fn};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Marks a response that is the same for every client and stored in the binary: it sets its own cache time, and is
/// not compressed again.
#[derive(Clone)]
pub(super) struct Finished;

/// Smaller responses are sent as they are, in bytes.
const WORTH_IT: u64 = 512;

/// The encodings that a client accepts.
pub(super) struct Compressor {
    accepted: Vec<HeaderValue>,
}

impl Compressor {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self { accepted: headers.get_all(header::ACCEPT_ENCODING).iter().cloned().collect() }
    }

    /// Compresses a response if it is worth it, in the best form that the client accepts.
    pub(super) async fn compress(self, response: Response) -> Response {
        if is_small(&response) && !self.refuses_plain() {
            return response;
        }
        let mut request = Request::new(Body::empty());
        for value in self.accepted {
            request.headers_mut().append(header::ACCEPT_ENCODING, value);
        }
        let response = Mutex::new(Some(response));
        let found = service_fn(move |_: Request| {
            let found = response.lock().unwrap_or_else(PoisonError::into_inner).take();
            ready(Ok::<_, Infallible>(found.unwrap_or_default()))
        });
        let fitting = SizeAbove::new(WORTH_IT).and(NotForContentType::IMAGES).and(is_unfinished);
        let Ok(compressed) = CompressionLayer::new().compress_when(fitting).layer(found).oneshot(request).await;
        compressed.map(Body::new)
    }

    /// Whether the client may refuse a response that is not compressed. The compression layer decides that.
    fn refuses_plain(&self) -> bool {
        let names =
            |value: &HeaderValue, what: &str| value.to_str().is_ok_and(|text| text.to_ascii_lowercase().contains(what));
        self.accepted.iter().any(|value| names(value, "identity") || names(value, "*"))
    }
}

fn is_small(response: &Response) -> bool {
    let size = response.body().size_hint().exact();
    size.is_some_and(|size| size < WORTH_IT)
}

/// Whether a response may still be compressed.
fn is_unfinished(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<Finished>().is_none()
}
