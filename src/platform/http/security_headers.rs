//! The security headers of every response, prepared once for each kind of address.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

const PERMISSIONS: &str = "camera=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), \
     clipboard-write=(self), web-share=(self), geolocation=(self), microphone=(), payment=(), usb=(), serial=(), \
     bluetooth=(), display-capture=(), idle-detection=(), browsing-topics=()";
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
     connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; media-src 'self'; frame-src 'none'; \
     frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     require-trusted-types-for 'script'; trusted-types app-html app-worker dompurify; report-uri /api/csp-report";
const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Hosts that a third-party widget needs in a page's policy.
#[derive(Clone, Copy, Debug)]
pub struct WidgetPolicy {
    /// Hosts of its scripts and frames.
    pub hosts: &'static str,
    /// Whether it loads styles from there and connects to them from the page itself.
    pub talks: bool,
}

/// The policy of pages: only the server's own content, and the hosts of a widget that the settings choose.
fn page_policy(guest: Option<WidgetPolicy>) -> HeaderValue {
    policy_with(guest, "")
}

/// The content security policy of admin pages, which show e-mails in a frame from this server.
fn console_policy(guest: Option<WidgetPolicy>) -> HeaderValue {
    policy_with(guest, "'self'")
}

fn policy_with(guest: Option<WidgetPolicy>, own_frames: &str) -> HeaderValue {
    let mut policy = PAGE_POLICY.to_owned();
    let frames = [own_frames, guest.map_or("", |guest| guest.hosts)].join(" ");
    if !frames.trim().is_empty() {
        policy = policy.replace("frame-src 'none'", &format!("frame-src {}", frames.trim()));
    }
    if let Some(WidgetPolicy { hosts, talks }) = guest {
        policy = policy
            .replace("script-src 'self'", &format!("script-src 'self' {hosts}"))
            // These scripts do not use Trusted Types: a default policy sanitises what they write.
            .replace("trusted-types app-html", "trusted-types default app-captcha app-html");
        for directive in ["style-src", "connect-src"].into_iter().filter(|_| talks) {
            policy = policy.replace(&format!("{directive} 'self'"), &format!("{directive} 'self' {hosts}"));
        }
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(PAGE_POLICY))
}

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const ORIGIN_AGENT_CLUSTER: HeaderName = HeaderName::from_static("origin-agent-cluster");
const CROSS_DOMAIN_POLICIES: HeaderName = HeaderName::from_static("x-permitted-cross-domain-policies");

/// The kind of a path, which decides the headers of its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AddressKind {
    home: Home,
    /// Whether the path ends with a secret, which a referrer must not leak.
    secret: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Api,
    Console,
    Media,
    Page,
}

impl AddressKind {
    pub(super) fn of(path: &str) -> Self {
        let is_under =
            |home: &str| path.strip_prefix(home).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let home = if is_under("/api") {
            Home::Api
        } else if is_under("/admin") {
            Home::Console
        } else if is_under("/media") {
            Home::Media
        } else {
            Home::Page
        };
        Self { home, secret: loggable(path) != path }
    }
}

/// A page's path for the log, without a secret at its end.
pub fn loggable(path: &str) -> &str {
    let masked = ["/resetPassword/", "/earn/", "/setup/", "/admin/setup/", "/admin/accept/", "/merchant/enrol/"];
    masked.into_iter().find(|prefix| path.starts_with(prefix)).unwrap_or(path)
}

/// The headers of responses, for each kind of address.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    api: HeaderMap,
    console: HeaderMap,
    media: HeaderMap,
    page: HeaderMap,
}

impl SecurityHeaders {
    /// Prepares the headers; `https` adds HSTS, `guest` is the widget that pages show.
    pub fn new(https: bool, guest: Option<WidgetPolicy>) -> Self {
        let mut common = HeaderMap::new();
        let mut set = |name: HeaderName, value: &'static str| {
            common.insert(name, HeaderValue::from_static(value));
        };
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(CROSS_ORIGIN_RESOURCE_POLICY, "same-origin");
        set(CROSS_ORIGIN_OPENER_POLICY, "same-origin");
        set(PERMISSIONS_POLICY, PERMISSIONS);
        set(ORIGIN_AGENT_CLUSTER, "?1");
        set(CROSS_DOMAIN_POLICIES, "none");
        set(header::X_DNS_PREFETCH_CONTROL, "off");
        set(header::REFERRER_POLICY, "same-origin");
        set(header::X_FRAME_OPTIONS, "DENY");
        if https {
            set(header::STRICT_TRANSPORT_SECURITY, "max-age=63072000");
        }
        let with_policy = |policy: HeaderValue| {
            let mut headers = common.clone();
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
            headers
        };
        let mut api = with_policy(HeaderValue::from_static(API_POLICY));
        api.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        api.insert(header::VARY, HeaderValue::from_static("Origin, Sec-Fetch-Site, Cookie, Accept-Language"));
        let page = with_policy(page_policy(guest));
        // Mail programs that are web pages show the picture of an announcement.
        let mut media = page.clone();
        media.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
        Self { api, console: with_policy(console_policy(guest)), media, page }
    }

    /// Adds the headers of a kind of address to those of a response. `finished` responses set their own cache time.
    pub(super) fn add_to(&self, headers: &mut HeaderMap, kind: AddressKind, finished: bool) {
        let prepared = match kind.home {
            Home::Api => &self.api,
            Home::Console => &self.console,
            Home::Media => &self.media,
            Home::Page => &self.page,
        };
        let own = std::mem::replace(headers, prepared.clone());
        if finished {
            headers.remove(header::CACHE_CONTROL);
            headers.remove(header::VARY);
        }
        // A reset link must not leak in a referrer; other addresses may be sent to the same origin.
        if kind.secret {
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
        let own_cache = |name: &HeaderName| finished && (name == header::CACHE_CONTROL || name == header::VARY);
        let mut last = None;
        for (name, value) in own {
            // Only the first of several values of a header comes with its name.
            last = name.or(last);
            let Some(name) = &last else { continue };
            if name == header::CONTENT_SECURITY_POLICY || name == header::X_FRAME_OPTIONS {
                headers.insert(name, value);
            } else if !prepared.contains_key(name) || own_cache(name) {
                headers.append(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressKind, HeaderMap, HeaderValue, SecurityHeaders, header};

    fn with(path: &str, own: &[(header::HeaderName, &'static str)], finished: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in own {
            headers.append(name, HeaderValue::from_static(value));
        }
        SecurityHeaders::new(true, None).add_to(&mut headers, AddressKind::of(path), finished);
        headers
    }

    #[test]
    fn a_response_keeps_its_own_headers_except_those_that_protect() {
        let own = [
            (header::SET_COOKIE, "a=1"),
            (header::CACHE_CONTROL, "max-age=60"),
            (header::SET_COOKIE, "b=2"),
            (header::REFERRER_POLICY, "unsafe-url"),
            (header::CONTENT_SECURITY_POLICY, "default-src 'self'"),
        ];
        let headers = with("/api/auth/login", &own, false);
        let cookies: Vec<_> = headers.get_all(header::SET_COOKIE).iter().collect();
        assert_eq!(cookies, ["a=1", "b=2"]);
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(headers[header::REFERRER_POLICY], "same-origin");
        assert_eq!(headers[header::CONTENT_SECURITY_POLICY], "default-src 'self'");
        assert_eq!(headers[header::STRICT_TRANSPORT_SECURITY], "max-age=63072000");
        assert_eq!(with("/home", &own, false)[header::CACHE_CONTROL], "max-age=60");
    }

    #[test]
    fn a_finished_response_keeps_its_cache_time() {
        let own = [(header::CACHE_CONTROL, "no-cache"), (header::VARY, "Accept-Encoding")];
        let headers = with("/api/openapi.json", &own, true);
        assert_eq!(
            (&headers[header::CACHE_CONTROL], &headers[header::VARY]),
            (&own[0].1.parse().expect("one"), &own[1].1.parse().expect("one"))
        );
        assert!(!with("/api/openapi.json", &[], true).contains_key(header::CACHE_CONTROL));
    }

    #[test]
    fn an_address_with_a_secret_is_never_a_referrer() {
        for (path, policy) in
            [("/setup/x", "no-referrer"), ("/admin/accept/x", "no-referrer"), ("/admin", "same-origin")]
        {
            assert_eq!(with(path, &[], false)[header::REFERRER_POLICY], policy, "{path}");
        }
    }
}
