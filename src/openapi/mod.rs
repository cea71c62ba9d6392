//! The description of the API, generated from the code: as JSON, and as a page that needs nothing
//! from elsewhere.

mod page;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};

/// `GET /api/openapi.json` and `GET /api/docs`.
pub fn routes(document: OpenApi) -> Router {
    let document = described(document);
    let json = document.to_json().expect("a generated document is plain JSON");
    let html = page::render(&serde_json::from_str(&json).expect("JSON that was just written"));
    let as_kind = |kind: &'static str, body: String| {
        move || {
            let body = body.clone();
            async move { ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response() }
        }
    };
    let style = include_str!("page.css").to_owned();
    Router::new()
        .route("/api/openapi.json", get(as_kind("application/json", json)))
        .route("/api/docs", get(move || async move { page::with_policy(html.clone()) }))
        .route("/api/docs.css", get(as_kind("text/css; charset=utf-8", style)))
}

/// Adds what no single call knows: the programme's name, and what an error looks like.
pub fn described(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Kapok")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A carbon-points loyalty programme in one file. Every answer that is no success is a problem (RFC 9457).",
        ))
        .license(Some(LicenseBuilder::new().name("Apache-2.0").build()))
        .build();
    document
}
