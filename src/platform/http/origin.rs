//! The origin guard: a page of another site cannot make a member's browser change anything.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::base::problem::{AppResult, ProblemType};

/// A change asked for from a page of another site.
pub const CROSS_SITE_REQUEST: ProblemType = ProblemType::new("cross_site_request", 403, "Cross-site request");

/// What a browser names in place of an origin that it keeps to itself, even towards that origin's own server where a
/// page's policy on referrers has it so.
const HIDDEN: &[u8] = b"null";

/// The origins that are ours: that of `public_url`, and on a developer's machine every name that
/// loopback has.
#[derive(Clone, Debug)]
pub struct Origins(Arc<Vec<String>>);

impl Origins {
    /// The list itself, each as `scheme://host[:port]`.
    pub fn new(ours: Vec<String>) -> Self {
        Self(Arc::new(ours))
    }

    fn holds(&self, origin: &str) -> bool {
        self.0.iter().any(|ours| ours == origin)
    }
}

/// Whether the request carries what only browsers send.
pub fn is_from_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.keys().any(|name| name.as_str().starts_with("sec-fetch-"))
}

/// Whether a browser vouches that the request comes from our own pages: each of the two ways that it has of telling
/// must say so, where it uses it. `None` when it is silent, as scripts and very old browsers are.
pub fn vouched_for(headers: &HeaderMap, origins: &Origins) -> Option<bool> {
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes() == b"same-origin");
    let named = headers.get(header::ORIGIN).filter(|origin| site.is_none() || origin.as_bytes() != HIDDEN);
    let origin = named.map(|origin| origin.to_str().is_ok_and(|origin| origins.holds(origin)));
    match (site, origin) {
        (Some(site), Some(origin)) => Some(site && origin),
        (site, origin) => site.or(origin),
    }
}

/// Refuses a change that rests on cookies alone and comes from elsewhere. Where no browser
/// vouches either way, the session decides (a browser session must then show its bearer).
pub fn check(headers: &HeaderMap, origins: &Origins) -> AppResult<()> {
    // A bearer without any cookie cannot be sent by a foreign page: it does not know the token.
    let bearer_only = headers.contains_key(header::AUTHORIZATION) && !headers.contains_key(header::COOKIE);
    if vouched_for(headers, origins) == Some(false) && !bearer_only {
        return Err(CROSS_SITE_REQUEST.into());
    }
    Ok(())
}

/// Refuses a change that rests on a cookie alone where no browser vouches for the page: silence is no proof.
pub fn require_our_own_page(headers: &HeaderMap, origins: &Origins) -> AppResult<()> {
    if vouched_for(headers, origins) == Some(true) { Ok(()) } else { Err(CROSS_SITE_REQUEST.into()) }
}

/// Layer: applies [`check`] to every method that may change something, before any work is done.
pub async fn guard(State(origins): State<Origins>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && let Err(refused) = check(request.headers(), &origins) {
        return refused.into_response();
    }
    next.run(request).await
}
