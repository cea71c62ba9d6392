//! The metrics endpoint, on its own listener.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Metrics;

/// Serves only `GET /metrics`.
pub fn routes(metrics: Metrics) -> Router {
    Router::new().route("/metrics", get(show)).with_state(metrics)
}

async fn show(State(metrics): State<Metrics>) -> Response {
    let text = metrics.text().await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
