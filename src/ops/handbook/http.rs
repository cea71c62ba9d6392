//! The handbook's pages.

use std::sync::{LazyLock, OnceLock};

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use super::{GROUPS, PAGES, layout, search};
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::http::documents::{Document, DocumentPace};

const STYLE: &str = include_str!("style.css");
/// No scripts and no pictures: only the text, its style sheet and the search form.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The header with [`POLICY`].
const OWN_POLICY: [(HeaderName, HeaderValue); 1] =
    [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY))];

/// The pages, each written for its first reader.
static WRITTEN: LazyLock<Vec<OnceLock<Document>>> = LazyLock::new(|| PAGES.iter().map(|_| OnceLock::new()).collect());

/// Routes of `/docs` and the pages below it.
pub fn routes(pace: DocumentPace) -> Router {
    Router::new()
        .route("/docs", get(|| async { Redirect::temporary(&format!("/docs/{}", GROUPS[0].names[0])) }))
        .route("/docs/style.css", get(style))
        .route("/docs/search", get(find))
        .route("/docs/{name}", get(show))
        .with_state(pace)
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLE).into_response()
}

async fn show(
    State(pace): State<DocumentPace>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> AppResult<impl IntoResponse> {
    let at = PAGES.iter().position(|page| page.name == name).ok_or(NOT_FOUND)?;
    let write = || Document::of("text/html; charset=utf-8", &layout::page(&PAGES[at]));
    Ok((OWN_POLICY, pace.answer(WRITTEN[at].get_or_init(write), &headers).await?))
}

/// The words of a search, and the language of the page on which they were typed.
#[derive(Deserialize)]
struct HandbookSearch {
    #[serde(default)]
    q: String,
    #[serde(default)]
    language: String,
}

async fn find(
    State(pace): State<DocumentPace>,
    Query(query): Query<HandbookSearch>,
    headers: HeaderMap,
) -> AppResult<impl IntoResponse> {
    // The turn comes before the search, so that searches without a pause take a small share of the processor.
    pace.wait_turn(search::read_bytes()).await?;
    let language = Language::from_code(&query.language).unwrap_or_default();
    let found = Document::of("text/html; charset=utf-8", &search::page(&query.q, language));
    Ok((OWN_POLICY, pace.answer(&found, &headers).await?))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use tower::ServiceExt;

    use super::{DocumentPace, PAGES, layout, routes};

    #[tokio::test]
    async fn handbook_pages_wait_for_each_other() {
        let router = routes(DocumentPace::of_one_document());
        for (path, status) in [
            ("/docs/none", StatusCode::NOT_FOUND),
            ("/docs/faq", StatusCode::OK),
            ("/docs/api", StatusCode::SERVICE_UNAVAILABLE),
        ] {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            let Ok(response) = router.clone().oneshot(request).await;
            assert_eq!(response.status(), status, "{path}");
        }
    }

    #[tokio::test]
    async fn a_search_without_a_turn_is_refused() {
        let router = routes(DocumentPace::of_one_document());
        let search = async || {
            let request = Request::get("/docs/search?q=points").body(Body::empty()).expect("a request");
            let Ok(response) = router.clone().oneshot(request).await;
            response.status()
        };
        // The search itself takes the only turn of this pace, and its answer has none left.
        assert_eq!(
            (search().await, search().await),
            (StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE)
        );
    }

    #[test]
    fn every_page_of_the_contents_is_packed() {
        for page in PAGES.iter() {
            let (written, name) = (layout::page(page), &page.name);
            assert!(
                written.contains("<h1>") && written.contains(&format!("href=\"/docs/{name}\" aria-current")),
                "{name}"
            );
        }
    }
}
