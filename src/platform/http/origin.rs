//! CSRF protection: a page of another site cannot make a member's browser change anything.

use std::sync::Arc;

use axum::http::{HeaderMap, header};

use crate::base::problem::{AppResult, ProblemType};

/// A page of another site requested a change.
pub const CROSS_SITE_REQUEST: ProblemType = ProblemType::new("cross_site_request", 403, "Cross-site request");

/// The `Origin` value of a browser that hides the origin. A page's referrer policy can cause this even for requests
/// to its own server.
const HIDDEN: &[u8] = b"null";

/// The server's own origins: that of `public_url`, and on a developer's machine every name of loopback.
#[derive(Clone, Debug)]
pub struct Origins(Arc<Vec<String>>);

impl Origins {
    /// Takes the origins, each as `scheme://host[:port]`.
    pub fn new(ours: Vec<String>) -> Self {
        Self(Arc::new(ours))
    }

    fn holds(&self, origin: &str) -> bool {
        self.0.iter().any(|ours| ours == origin)
    }
}

/// Whether the request has headers that only browsers send. `Sec-Fetch-Mode` alone is no sign of one: programs in
/// Node.js send it too.
pub fn is_from_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site")
}

/// Whether a browser confirms that the request comes from the server's own pages. `Sec-Fetch-Site` and `Origin` must
/// both confirm it, where present. `None` without either header, as from scripts and very old browsers.
pub fn vouched_for(headers: &HeaderMap, origins: &Origins) -> Option<bool> {
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes() == b"same-origin");
    let named = headers.get(header::ORIGIN).filter(|origin| site.is_none() || origin.as_bytes() != HIDDEN);
    let origin = named.map(|origin| origin.to_str().is_ok_and(|origin| origins.holds(origin)));
    match (site, origin) {
        (Some(site), Some(origin)) => Some(site && origin),
        (site, origin) => site.or(origin),
    }
}

/// Refuses a cross-site change that is authorized by cookies alone. Without browser headers, the session decides (a
/// browser session must then show its bearer).
pub fn check(headers: &HeaderMap, origins: &Origins) -> AppResult<()> {
    // A foreign page cannot send a bearer without cookies, because it does not know the token.
    let bearer_only = headers.contains_key(header::AUTHORIZATION) && !headers.contains_key(header::COOKIE);
    if vouched_for(headers, origins) == Some(false) && !bearer_only {
        return Err(CROSS_SITE_REQUEST.into());
    }
    Ok(())
}

/// Refuses a change authorized by a cookie alone unless the browser confirms the page: missing headers are not
/// enough.
pub fn require_our_own_page(headers: &HeaderMap, origins: &Origins) -> AppResult<()> {
    if vouched_for(headers, origins) == Some(true) { Ok(()) } else { Err(CROSS_SITE_REQUEST.into()) }
}
