//! How much one source may read: enough for a busy page, too little to copy the programme.

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::limits::{Limit, Limits};
use super::request::ClientAddress;

/// Reads of the API that one source may ask for.
const READS: Limit = Limit::of("reads", 600, 60);

/// Layer: counts reads of the API by source. Files of the web app cost nothing and are not counted.
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
