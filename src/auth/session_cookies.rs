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
    let access = SetCookie::new(ACCESS_COOKIE, &granted.access, "/", SameSite::Lax);
    cookies.add(&access.lasting(Some(granted.access_expires.seconds_from(now))), secure);
    let lasting = (granted.remember == Remember::Yes).then(|| granted.expires.seconds_from(now));
    if let Some(refresh) = &granted.refresh {
        let refresh = SetCookie::new(REFRESH_COOKIE, refresh, REFRESH_PATH, SameSite::Strict);
        cookies.add(&refresh.lasting(lasting), secure);
    }
    cookies.add(&user_cookie(&user.cookie_value(), lasting), secure);
    cookies
}

fn user_cookie(value: &str, max_age_s: Option<u64>) -> SetCookie<'_> {
    SetCookie::new(USER_COOKIE, value, "/", SameSite::Lax).lasting(max_age_s).readable()
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
        cookies.add(&SetCookie::expired(name, path), authenticator.secure_cookies());
    }
    cookies
}

fn staff_cookie(value: &str) -> SetCookie<'_> {
    SetCookie::new(STAFF_COOKIE, value, "/api", SameSite::Strict)
}

/// The cookie of a staff browser session, which ends with the browser, and the known-device cookie.
pub(super) fn staff_cookies(authenticator: &Authenticator, granted: &IssuedSession, device: &str) -> Cookies {
    let mut cookies = Cookies::default();
    cookies.add(&staff_cookie(&granted.access), authenticator.secure_cookies());
    let mark = SetCookie::new(STAFF_DEVICE_COOKIE, device, "/api/staff", SameSite::Strict).lasting(Some(DEVICE_TIME_S));
    cookies.add(&mark, authenticator.secure_cookies());
    cookies
}

/// Deletes the cookie of a staff session.
pub(super) fn no_staff_cookies(authenticator: &Authenticator) -> Cookies {
    let mut cookies = Cookies::default();
    cookies.add(&staff_cookie("").lasting(Some(0)), authenticator.secure_cookies());
    cookies
}
