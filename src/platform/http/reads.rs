//! Read limit per source: enough for a busy page, too little to copy the programme's data.

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::request::ClientAddress;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::READS;

/// Layer: counts API reads per source. Files of the web app are cheap and not counted.
pub async fn guard(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let read = matches!(*request.method(), Method::GET | Method::HEAD) && request.uri().path().starts_with("/api/");
    let source = request.extensions().get::<ClientAddress>().map(|address| address.source());
    if let Some(source) = source.filter(|_| read)
        && let Err(refused) = limits.count_source(READS, source)
    {
        return refused.into_response();
    }
    next.run(request).await
}
