//! The API description and its page, compressed at build time, so that a request only sends prepared bytes.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;

use super::pretty;
use crate::base::problem::AppResult;
use crate::platform::http::documents::{Document, DocumentPace};

/// `ui/openapi.json` at build time, on one line. Generating it at each start would cost 15 MB of memory; instead a
/// test compares it with the code.
static DOCUMENT: LazyLock<Document> = LazyLock::new(|| {
    Document::squeezed("application/json", include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz")).as_slice())
});
static PAGE: LazyLock<Document> = LazyLock::new(|| {
    Document::squeezed("text/html; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/api.html.gz")).as_slice())
});

/// Only the page's own script and style, and no requests to other hosts.
const PAGE_POLICY: &str =
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Routes of `GET /api/openapi.json` and `GET /api/docs`.
pub fn routes(pace: DocumentPace) -> Router {
    Router::new()
        .route("/api/openapi.json", get(document))
        .route("/api/docs", get(page))
        .route(
            "/api/docs.css",
            get(async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("page.css"))),
        )
        .route(
            "/api/docs.js",
            get(async || ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("page.js"))),
        )
        .with_state(pace)
}

async fn document(State(pace): State<DocumentPace>, headers: HeaderMap) -> AppResult<impl IntoResponse> {
    pace.answer(&DOCUMENT, &headers).await
}

async fn page(State(pace): State<DocumentPace>, headers: HeaderMap) -> AppResult<impl IntoResponse> {
    const POLICY: [(HeaderName, HeaderValue); 1] =
        [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY))];
    Ok((POLICY, pace.answer(&PAGE, &headers).await?))
}

/// The API description at build time, laid out for people.
pub fn written() -> serde_json::Result<String> {
    Ok(pretty(&serde_json::from_slice(DOCUMENT.plain())?))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use tower::ServiceExt;

    use super::{DocumentPace, routes};

    #[tokio::test]
    async fn the_description_and_its_page_take_turns() {
        let router = routes(DocumentPace::of_one_document());
        for (path, status) in [
            ("/api/openapi.json", StatusCode::OK),
            ("/api/docs", StatusCode::SERVICE_UNAVAILABLE),
            ("/api/openapi.json", StatusCode::SERVICE_UNAVAILABLE),
            ("/api/docs.css", StatusCode::OK),
            ("/api/docs.js", StatusCode::OK),
        ] {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            let Ok(response) = router.clone().oneshot(request).await;
            assert_eq!(response.status(), status, "{path}");
        }
    }
}
