//! The handbook's pages.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use super::{PAGES, page};
use crate::base::problem::{AppError, NOT_FOUND};

const STYLE: &str = include_str!("style.css");
/// No scripts, forms or pictures: only the text and its style sheet.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Routes of `/docs` and the pages below it.
pub fn routes() -> Router {
    Router::new()
        .route("/docs", get(|| async { Redirect::temporary(&format!("/docs/{}", PAGES[0].0)) }))
        .route("/docs/style.css", get(style))
        .route("/docs/{name}", get(show))
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLE).into_response()
}

async fn show(Path(name): Path<String>) -> Response {
    let Some(page) = page(&name) else { return AppError::from(NOT_FOUND).into_response() };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (HeaderName::from_static("content-security-policy"), HeaderValue::from_static(POLICY)),
    ];
    (headers, page).into_response()
}
