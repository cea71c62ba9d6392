//! What the build finished of the description: the document and its page, squeezed. A call costs no more than the
//! sending of bytes that lie ready.

use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use crate::platform::http::assets;
use crate::platform::http::edge::Finished;

/// `ui/openapi.json` as the code was built with it, on one line. Made anew at each start it would cost 15 MB for
/// nothing: a test holds it against the code.
static DOCUMENT: LazyLock<Text> =
    LazyLock::new(|| Text::of("application/json", include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"))));
static PAGE: LazyLock<Text> =
    LazyLock::new(|| Text::of("text/html; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/api.html.gz"))));

/// No script, and no request to another host.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// `GET /api/openapi.json` and `GET /api/docs`.
pub fn routes() -> Router {
    let page_policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    Router::new()
        .route("/api/openapi.json", get(async |headers: HeaderMap| DOCUMENT.answer(&headers)))
        .route("/api/docs", get(async move |headers: HeaderMap| ([page_policy], PAGE.answer(&headers))))
        .route(
            "/api/docs.css",
            get(async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("page.css"))),
        )
}

/// The document that the code was built with, laid out to be read.
pub fn written() -> serde_json::Result<String> {
    serde_json::to_string_pretty(&serde_json::from_slice::<serde_json::Value>(DOCUMENT.plain())?)
}

/// A text in both forms. Nearly everybody takes the squeezed one, which alone lies in the binary.
struct Text {
    kind: &'static str,
    squeezed: &'static [u8],
    /// Inflated for the first caller who does not take the other, and kept.
    plain: OnceLock<Bytes>,
    /// Names this build's text; the squeezed form has a tag of its own.
    digest: String,
}

impl Text {
    fn of(kind: &'static str, squeezed: &'static [u8]) -> Self {
        let digest = Sha256::digest(squeezed)[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Self { kind, squeezed, plain: OnceLock::new(), digest }
    }

    fn plain(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let mut text = Vec::new();
            GzDecoder::new(self.squeezed).read_to_end(&mut text).expect("what the build squeezed");
            text.into()
        })
    }

    fn answer(&self, asked: &HeaderMap) -> Response {
        let squeezed = assets::accepts(asked, "gzip");
        let tag = format!("\"{}{}\"", self.digest, if squeezed { "-gz" } else { "" });
        let known = asked.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let bytes = if squeezed { Bytes::from_static(self.squeezed) } else { self.plain().clone() };
            ([(header::CONTENT_TYPE, self.kind)], Body::from(bytes)).into_response()
        };
        let headers = response.headers_mut();
        if squeezed && !known {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        response.extensions_mut().insert(Finished);
        response
    }
}
