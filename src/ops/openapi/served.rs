//! The API description and its page, compressed at build time, so that a request only sends prepared bytes.

use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use super::pretty;
use crate::platform::http::assets;
use crate::platform::http::edge::Finished;

/// `ui/openapi.json` at build time, on one line. Generating it at each start would cost 15 MB of memory; instead a
/// test compares it with the code.
static DOCUMENT: LazyLock<Text> =
    LazyLock::new(|| Text::of("application/json", include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"))));
static PAGE: LazyLock<Text> =
    LazyLock::new(|| Text::of("text/html; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/api.html.gz"))));

/// No scripts, and no requests to other hosts.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Routes of `GET /api/openapi.json` and `GET /api/docs`.
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

/// The API description at build time, laid out for people.
pub fn written() -> serde_json::Result<String> {
    Ok(pretty(&serde_json::from_slice(DOCUMENT.plain())?))
}

/// A text, compressed and plain. Nearly all clients accept the compressed form, so the binary contains only that.
struct Text {
    kind: &'static str,
    squeezed: &'static [u8],
    /// Decompressed for the first client that does not accept gzip, and kept.
    plain: OnceLock<Bytes>,
    /// Identifies this build's text in the ETag; the compressed form has its own tag.
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
            GzDecoder::new(self.squeezed).read_to_end(&mut text).expect("the build compressed this text");
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
