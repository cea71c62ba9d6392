//! The addresses that a listener serves. With `admin.listen`, the admin and its API have a listener of their own, and
//! the members' listener does not serve them.

use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::base::problem::{AppError, NOT_FOUND};

/// The scope of a listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListenerScope {
    /// Everything.
    Whole,
    /// Everything except the admin and its API.
    Members,
    /// The admin, its API, and the shared addresses.
    Console,
}

/// Addresses outside `/api/admin` that the admin calls.
const OF_CONSOLE: [&str; 4] = ["/api/staff/", "/api/config", "/api/csp-report", "/media/"];

fn is_under(path: &str, home: &str) -> bool {
    path == home || path.strip_prefix(home).is_some_and(|rest| rest.starts_with('/'))
}

impl ListenerScope {
    /// Whether the listener serves that path.
    fn answers(self, path: &str) -> bool {
        let console = is_under(path, "/admin") || is_under(path, "/api/admin");
        match self {
            ListenerScope::Whole => true,
            ListenerScope::Members => !console,
            ListenerScope::Console => {
                let probe = matches!(path, "/healthz" | "/readyz");
                let asset = !is_under(path, "/api") && path.rsplit('/').next().is_some_and(|name| name.contains('.'));
                console || probe || asset || OF_CONSOLE.iter().any(|start| path.starts_with(start))
            }
        }
    }

    /// The response to an address that this listener does not serve.
    pub(super) fn answer_elsewhere(self, request: &Request) -> Option<Response> {
        let path = request.uri().path();
        if self == ListenerScope::Console && path == "/" && request.method() == Method::GET {
            return Some(([(header::CACHE_CONTROL, "no-store")], Redirect::to("/admin")).into_response());
        }
        (!self.answers(path)).then(|| AppError::from(NOT_FOUND).into_response())
    }
}

#[cfg(test)]
mod tests {
    use super::ListenerScope;

    #[test]
    fn a_listener_serves_only_its_own_routes() {
        for (path, members, console) in [
            ("/admin", false, true),
            ("/admin/staff", false, true),
            ("/api/admin/staff", false, true),
            ("/administer", true, false),
            ("/api/staff/login", true, true),
            ("/api/auth/login", true, false),
            ("/api/merchant/award", true, false),
            ("/login", true, false),
            ("/assets/main-1a2b.js", true, true),
            ("/api/config", true, true),
            ("/readyz", true, true),
        ] {
            assert_eq!(
                (ListenerScope::Members.answers(path), ListenerScope::Console.answers(path)),
                (members, console),
                "{path}"
            );
            assert!(ListenerScope::Whole.answers(path));
        }
    }
}
