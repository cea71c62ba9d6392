//! Extractors for every handler: the request's language, id and client address.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use crate::base::language::Language;
use crate::base::problem::{AppError, NOT_FOUND};
use crate::base::secret::random_bytes;

/// The language of `Accept-Language`.
pub fn language_of(headers: &HeaderMap) -> Language {
    NamedLanguage::of(headers).0.unwrap_or_default()
}

/// The supported language that a request names, if any. A request without one, as from a script, does not choose
/// English.
#[derive(Clone, Copy, Debug)]
pub struct NamedLanguage(pub Option<Language>);

impl NamedLanguage {
    fn of(headers: &HeaderMap) -> Self {
        let wish = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
        Self(Language::named_in_accept_language(wish))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for NamedLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(language_of(&parts.headers))
    }
}

/// The id of a request in logs and in its response.
#[derive(Clone, Debug)]
pub struct RequestId(String);

impl RequestId {
    /// Generates a new id. Ids sent by clients are not used, because strangers could write into the logs with them.
    pub fn generate() -> Self {
        Self(random_bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The id that the outermost layer assigned to this request.
    pub fn of(request: &Request) -> Self {
        request.extensions().get::<Self>().cloned().unwrap_or_else(Self::generate)
    }

    /// The bare id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id as a problem's `instance`.
    pub fn urn(&self) -> String {
        format!("urn:kapok:request:{}", self.0)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(Self::generate))
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
