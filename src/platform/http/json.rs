//! Reads JSON bodies strictly: unique keys, limited depth and size, no control characters.

use std::fmt;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt, Limited};
use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::base::problem::{AppError, AppResult, FieldProblem, INVALID_BODY, ProblemType, Refusal};

/// The body is larger than the limit of the endpoint.
pub const BODY_TOO_LARGE: ProblemType = ProblemType::new("body_too_large", 413, "Body too large");
/// The content type or encoding is not plain, uncompressed JSON.
pub const UNSUPPORTED_MEDIA_TYPE: ProblemType =
    ProblemType::new("unsupported_media_type", 415, "Unsupported media type");
/// The body did not arrive in time.
pub const REQUEST_TIMEOUT: ProblemType = ProblemType::new("request_timeout", 408, "Request timed out");

/// Default size limit in bytes; most bodies are a few hundred bytes.
pub const BODY_LIMIT: usize = 16 * 1024;
/// Size limit in bytes for articles in three languages.
pub const ARTICLE_BODY_LIMIT: usize = 512 * 1024;
const BODY_TIMEOUT: Duration = Duration::from_secs(15);
const DEPTH_LIMIT: usize = 16;

/// A JSON body read into `T`, or a JSON response written from it. `LIMIT` is in bytes.
pub struct Json<T, const LIMIT: usize = BODY_LIMIT>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const LIMIT: usize> FromRequest<S> for Json<T, LIMIT> {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> AppResult<Self> {
        require_json(request.headers())?;
        let body = read_body(request, LIMIT).await?;
        parse(&body).map(Json)
    }
}

/// For optional bodies: without a content type there is no body.
impl<S: Send + Sync, T: DeserializeOwned, const LIMIT: usize> OptionalFromRequest<S> for Json<T, LIMIT> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> AppResult<Option<Self>> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(None);
        }
        <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
    }
}

impl<T: serde::Serialize> axum::response::IntoResponse for Json<T> {
    fn into_response(self) -> axum::response::Response {
        axum::Json(self.0).into_response()
    }
}

/// Reads a whole body of at most `limit` bytes, within the timeout for bodies. A body with a larger Content-Length is
/// refused before it is read.
pub async fn read_body(request: Request, limit: usize) -> AppResult<Bytes> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if announced.is_some_and(|bytes: u64| bytes > limit as u64) {
        return Err(BODY_TOO_LARGE.into());
    }
    let collected = tokio::time::timeout(BODY_TIMEOUT, Limited::new(request.into_body(), limit).collect()).await;
    match collected {
        Err(_) => Err(REQUEST_TIMEOUT.into()),
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(BODY_TOO_LARGE.into()),
        // The client disconnected or broke the framing, so it cannot receive the error.
        Ok(Err(_)) => Err(INVALID_BODY.into()),
    }
}

fn require_json(headers: &HeaderMap) -> AppResult<()> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or("").trim();
    if !essence.eq_ignore_ascii_case("application/json") || headers.contains_key(header::CONTENT_ENCODING) {
        return Err(UNSUPPORTED_MEDIA_TYPE.into());
    }
    Ok(())
}

/// Reads JSON text into `T`, which must be an object, because serde would also accept an array of a struct's fields
/// in order. Fails with `invalid_body`, naming the field if there is one.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> AppResult<T> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|_| INVALID_BODY)?;
    reader.end().map_err(|_| INVALID_BODY)?;
    if !value.is_object() {
        return Err(INVALID_BODY.into());
    }
    read_value(value)
}

/// Reads a type from a body that was already parsed.
pub fn read_value<T: DeserializeOwned>(value: Value) -> AppResult<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let (field, code) = named_field(error.inner(), &path);
        let fields = vec![FieldProblem::new(field, code)];
        AppError::Refused(Box::new(Refusal { problem: INVALID_BODY, fields, retry_after_s: None }))
    })
}

/// Serde names a missing or unknown field only in its error text. This parses the name from it, so that clients learn
/// which field was wrong.
fn named_field(error: &serde_json::Error, path: &str) -> (String, &'static str) {
    let sentence = error.to_string();
    let quoted = sentence.split('`').nth(1).unwrap_or("").to_owned();
    let nested = |name: String| if path == "." { name } else { format!("{path}.{name}") };
    if sentence.starts_with("unknown field") {
        // The path already ends with the unknown field.
        (if path == "." { quoted } else { path.to_owned() }, "unknown_field")
    } else if sentence.starts_with("missing field") {
        (nested(quoted), "required_field")
    } else {
        (path.to_owned(), "invalid_value")
    }
}

/// Builds a [`Value`] and refuses input that a lenient parser accepts.
struct Strict {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: de::Deserializer<'de>>(self, input: D) -> Result<Value, D::Error> {
        if self.depth > DEPTH_LIMIT {
            return Err(de::Error::custom("nested too deeply"));
        }
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        if value.chars().any(is_forbidden) {
            return Err(de::Error::custom("a control character"));
        }
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Strict { depth: self.depth + 1 })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if key.chars().any(is_forbidden) {
                return Err(de::Error::custom("a control character"));
            }
            let value = entries.next_value_seed(Strict { depth: self.depth + 1 })?;
            if map.insert(key, value).is_some() {
                return Err(de::Error::custom("a key stands twice"));
            }
        }
        Ok(Value::Object(map))
    }
}

/// Control characters in the C0 and C1 ranges, other than line breaks and tabs.
fn is_forbidden(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\r' | '\t')
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::Value;

    #[test]
    fn json_that_lenient_parsers_accept_is_refused() {
        let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
        for bad in [
            r#"{"a":1,"a":2}"#,
            r#"{"a":"\u0000"}"#,
            r#"{"a":"\u001b"}"#,
            r#"{"a\u0000":1}"#,
            "{",
            "",
            "{} {}",
            &deep,
            r#"{"a":NaN}"#,
            "\u{feff}{}",
        ] {
            assert!(parse::<Value>(bad.as_bytes()).is_err(), "{bad:?}");
        }
        assert!(parse::<Value>(&[b'"', 0xff, b'"']).is_err(), "not UTF-8");
        assert!(parse::<Value>(r#"{"a":[{"b":"c\n"}],"d":null}"#.as_bytes()).is_ok());
    }
}
