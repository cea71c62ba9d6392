//! Read limit per source: enough for a busy page, too little to copy the programme's data.

use axum::extract::Request;
use axum::http::Method;

use super::request::ClientAddress;
use crate::base::problem::AppResult;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::READS;

/// Counts an API read of its source. Files of the web app are cheap and not counted.
pub(super) fn count(limits: &Limits, request: &Request) -> AppResult<()> {
    let read = matches!(*request.method(), Method::GET | Method::HEAD) && request.uri().path().starts_with("/api/");
    match request.extensions().get::<ClientAddress>().filter(|_| read) {
        Some(address) => limits.count_source(READS, address.source()),
        None => Ok(()),
    }
}
