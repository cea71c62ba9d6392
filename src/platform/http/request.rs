//! Extractors for every handler: the request's language, id and client address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::base::language::Language;
use crate::base::problem::{AppError, NOT_FOUND};
pub use crate::base::request_id::RequestId;

/// The language of `Accept-Language`.
pub fn language_of(headers: &HeaderMap) -> Language {
    language_among(headers.get(header::ACCEPT_LANGUAGE))
}

/// The language of the value of `Accept-Language`.
pub(super) fn language_among(accepted: Option<&HeaderValue>) -> Language {
    NamedLanguage::of(accepted).0.unwrap_or_default()
}

/// The supported language that a request names, if any. A request without one, as from a script, does not choose
/// English.
#[derive(Clone, Copy, Debug)]
pub struct NamedLanguage(pub Option<Language>);

impl NamedLanguage {
    fn of(accepted: Option<&HeaderValue>) -> Self {
        let wish = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
        Self(Language::named_in_accept_language(wish))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for NamedLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts.headers.get(header::ACCEPT_LANGUAGE)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(language_of(&parts.headers))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or_else(Self::generate))
    }
}

/// The client's address: the socket's peer, or the address that a trusted proxy reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The source for limits: an IPv4 address, or an IPv6 /64 network, which is commonly one customer's.
    pub fn source(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let unknown = ClientAddress(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(unknown))
    }
}

/// The User-Agent, cut to 256 printable characters; only displayed.
#[derive(Clone, Debug, Default)]
pub struct UserAgent(pub String);

impl<S: Send + Sync> FromRequestParts<S> for UserAgent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let bytes = parts.headers.get(header::USER_AGENT).map_or(&b""[..], |value| value.as_bytes());
        let text = String::from_utf8_lossy(bytes).chars().filter(|c| !c.is_control()).take(256).collect();
        Ok(Self(text))
    }
}

/// An id in the path. Any other form than the exact one is not found.
pub struct PathId<T>(pub T);

impl<S: Send + Sync, T: ParsePathId + Send> FromRequestParts<S> for PathId<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, state).await.map_err(|_| NOT_FOUND)?;
        T::parse_path_id(&text).map(PathId).ok_or_else(|| NOT_FOUND.into())
    }
}

/// A type that can be an id in a path.
pub trait ParsePathId: Sized {
    /// `None` for any other form than the exact one.
    fn parse_path_id(text: &str) -> Option<Self>;
}

macro_rules! id_in_path {
    ($id:ty) => {
        impl ParsePathId for $id {
            fn parse_path_id(text: &str) -> Option<Self> {
                <$id>::parse(text)
            }
        }
    };
}
crate::base::id::for_each_id_type!(id_in_path);
id_in_path!(crate::base::month::Month);
