//! Reads the key from its header, and marks replayed responses.

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};

use super::{IDEMPOTENCY_KEY_REQUIRED, INVALID_IDEMPOTENCY_KEY, IdempotencyKey, ReplayableAnswer};
use crate::base::problem::{AppError, AppResult};
use crate::platform::http::problem::json_answer;
use crate::platform::http::request::RequestId;
use crate::platform::http::request::language_of;

const LONGEST_KEY: usize = 128;
/// The second name is the one that clients sent before the draft standard defined the first.
const NAMES: [&str; 2] = ["idempotency-key", "x-idempotency-key"];

fn read_key(header: &HeaderValue) -> AppResult<&str> {
    let text = header.to_str().map_err(|_| INVALID_IDEMPOTENCY_KEY)?.trim();
    // The draft standard quotes the key (structured header); both forms mean the same.
    let key = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    if key.is_empty() {
        return Err(IDEMPOTENCY_KEY_REQUIRED.into());
    }
    if key.len() > LONGEST_KEY || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(INVALID_IDEMPOTENCY_KEY.into());
    }
    Ok(key)
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> AppResult<Self> {
        let mut given = NAMES.iter().flat_map(|name| parts.headers.get_all(*name)).map(read_key);
        let key = given.next().ok_or(IDEMPOTENCY_KEY_REQUIRED)??;
        // Two different keys contradict each other, so the request is refused.
        if given.any(|other| other.ok() != Some(key)) {
            return Err(INVALID_IDEMPOTENCY_KEY.into());
        }
        // The path itself, not its template: the id in it is part of the request.
        let operation = format!("{} {}", parts.method, parts.uri.path());
        Ok(Self {
            key: key.to_owned(),
            operation,
            language: language_of(&parts.headers),
            request: parts.extensions.get::<RequestId>().cloned().unwrap_or_else(RequestId::generate),
        })
    }
}

/// The key, for endpoints where it is optional.
pub struct OptionalKey(pub Option<IdempotencyKey>);

impl<S: Send + Sync> FromRequestParts<S> for OptionalKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        match NAMES.iter().any(|name| parts.headers.contains_key(*name)) {
            true => IdempotencyKey::from_request_parts(parts, state).await.map(|key| Self(Some(key))),
            false => Ok(Self(None)),
        }
    }
}

impl IntoResponse for ReplayableAnswer {
    fn into_response(self) -> Response {
        let mut response = json_answer(self.status, self.body);
        if self.replayed {
            response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
        }
        response
    }
}
