//! Reading and writing cookies.

use std::convert::Infallible;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponseParts, ResponseParts};

/// The value of the first cookie of that name.
pub fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value)
}

/// The cross-site requests that carry the cookie.
#[derive(Clone, Copy, Debug)]
pub enum SameSite {
    /// Top-level navigations.
    Lax,
    /// None.
    Strict,
}

/// A cookie to set.
#[derive(Clone, Debug)]
pub struct SetCookie<'c> {
    name: &'c str,
    value: &'c str,
    path: &'c str,
    max_age_s: Option<u64>,
    readable: bool,
    same_site: SameSite,
}

impl<'c> SetCookie<'c> {
    /// A cookie for the requests under `path`, which scripts cannot read and which ends with the browser. The value must
    /// be URL-safe.
    pub const fn new(name: &'c str, value: &'c str, path: &'c str, same_site: SameSite) -> Self {
        Self { name, value, path, max_age_s: None, readable: false, same_site }
    }

    /// Deletes the cookie of that name and path.
    pub const fn expired(name: &'c str, path: &'c str) -> Self {
        Self::new(name, "", path, SameSite::Lax).lasting(Some(0))
    }

    /// Lets the cookie live that many seconds; without a number it ends with the browser.
    pub const fn lasting(self, seconds: Option<u64>) -> Self {
        Self { max_age_s: seconds, ..self }
    }

    /// Lets scripts read the cookie.
    pub const fn readable(self) -> Self {
        Self { readable: true, ..self }
    }

    /// The header's value. `secure` follows the scheme of `public_url`.
    pub fn header(&self, secure: bool) -> HeaderValue {
        let mut text = format!("{}={}; Path={}; SameSite={:?}", self.name, self.value, self.path, self.same_site);
        if let Some(seconds) = self.max_age_s {
            text.push_str(&format!("; Max-Age={seconds}"));
        }
        if !self.readable {
            text.push_str("; HttpOnly");
        }
        if secure {
            text.push_str("; Secure");
        }
        HeaderValue::from_str(&text).expect("our cookies are visible ASCII")
    }
}

/// Cookies to set with a response, in order.
#[derive(Clone, Debug, Default)]
pub struct Cookies(Vec<HeaderValue>);

impl Cookies {
    /// Adds a cookie.
    pub fn add(&mut self, cookie: &SetCookie<'_>, secure: bool) {
        self.0.push(cookie.header(secure));
    }
}

impl IntoResponseParts for Cookies {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        for value in self.0 {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
        Ok(response)
    }
}
