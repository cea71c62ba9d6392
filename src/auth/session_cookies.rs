//! The cookies of a session (contract section 3).

use super::sessions::{IssuedSession, Remember};
use super::{
    ACCESS_COOKIE, Authenticator, Member, REFRESH_COOKIE, STAFF_COOKIE, STAFF_DEVICE_COOKIE, SessionKind, USER_COOKIE,
    UserInfo,
};
use crate::base::clock::Timestamp;
use crate::platform::http::cookies::{Cookies, SameSite, SetCookie};

/// Lifetime of the known-device cookie, in seconds.
pub(super) const DEVICE_TIME_S: u64 = 365 * 86_400;
/// The browser sends the refresh secret only to paths under this one.
const REFRESH_PATH: &str = "/api/auth";

/// The three cookies of a member's browser session.
pub fn member_cookies(
    authenticator: &Authenticator,
    granted: &IssuedSession,
    user: &UserInfo,
    now: Timestamp,
) -> Cookies {
    let secure = authenticator.secure_cookies();
    let mut cookies = Cookies::default();
    cookies.add(
        &SetCookie {
            name: ACCESS_COOKIE,
            value: &granted.access,
            path: "/",
            max_age_s: Some(granted.access_expires.seconds_from(now)),
            readable: false,
            same_site: SameSite::Lax,
        },
        secure,
    );
    let lasting = (granted.remember == Remember::Yes).then(|| granted.expires.seconds_from(now));
    if let Some(refresh) = &granted.refresh {
        cookies.add(
            &SetCookie {
                name: REFRESH_COOKIE,
                value: refresh,
                path: REFRESH_PATH,
                max_age_s: lasting,
                readable: false,
                same_site: SameSite::Strict,
            },
            secure,
        );
    }
    cookies.add(&user_cookie(&user.cookie_value(), lasting), secure);
    cookies
}

fn user_cookie(value: &str, max_age_s: Option<u64>) -> SetCookie<'_> {
    SetCookie { name: USER_COOKIE, value, path: "/", max_age_s, readable: true, same_site: SameSite::Lax }
}

/// A new `userInfo` cookie with the member's current data; no cookie for an API session. The cookie lives as long as
/// the session, because it alone tells the app who is signed in while the device is offline.
pub fn refresh_user_cookie(authenticator: &Authenticator, member: &Member, user: &UserInfo) -> Cookies {
    let mut cookies = Cookies::default();
    if member.kind == SessionKind::Browser {
        let now = authenticator.store().clock().now();
        let lasting = member.remembered_until.map(|end| end.seconds_from(now));
        cookies.add(&user_cookie(&user.cookie_value(), lasting), authenticator.secure_cookies());
    }
    cookies
}

/// Deletes the three cookies of a member.
pub fn no_member_cookies(authenticator: &Authenticator) -> Cookies {
    let mut cookies = Cookies::default();
    for (name, path) in [(ACCESS_COOKIE, "/"), (REFRESH_COOKIE, REFRESH_PATH), (USER_COOKIE, "/")] {
        cookies.add(&expired_cookie(name, path), authenticator.secure_cookies());
    }
    cookies
}

/// Deletes one cookie.
pub fn expired_cookie<'c>(name: &'c str, path: &'c str) -> SetCookie<'c> {
    SetCookie { name, value: "", path, max_age_s: Some(0), readable: false, same_site: SameSite::Lax }
}

fn staff_cookie(value: &str, max_age_s: Option<u64>) -> SetCookie<'_> {
    SetCookie { name: STAFF_COOKIE, value, path: "/api", max_age_s, readable: false, same_site: SameSite::Strict }
}

/// The cookie of a staff browser session, which ends with the browser, and the known-device cookie.
pub(super) fn staff_cookies(authenticator: &Authenticator, granted: &IssuedSession, device: &str) -> Cookies {
    let mut cookies = Cookies::default();
    cookies.add(&staff_cookie(&granted.access, None), authenticator.secure_cookies());
    let mark = SetCookie {
        name: STAFF_DEVICE_COOKIE,
        value: device,
        path: "/api/staff",
        max_age_s: Some(DEVICE_TIME_S),
        readable: false,
        same_site: SameSite::Strict,
    };
    cookies.add(&mark, authenticator.secure_cookies());
    cookies
}

/// Deletes the cookie of a staff session.
pub(super) fn no_staff_cookies(authenticator: &Authenticator) -> Cookies {
    let mut cookies = Cookies::default();
    cookies.add(&staff_cookie("", Some(0)), authenticator.secure_cookies());
    cookies
}
