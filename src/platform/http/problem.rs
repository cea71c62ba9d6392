//! Problems in responses: RFC 9457 with Kapok's `code`, `message` and `errors`.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::request::RequestId;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::{AppError, INTERNAL, Refusal};

/// The body of every response that is not a success (`application/problem+json`).
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// `urn:kapok:problem:<code>`.
    #[serde(rename = "type")]
    pub kind: String,
    /// A few English words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The same text as `message`.
    pub detail: String,
    /// The id of the request, as in the logs.
    pub instance: String,
    /// Stable code for clients to branch on.
    pub code: String,
    /// Text for users, in the language of `Accept-Language`.
    pub message: String,
    /// The errors by field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ProblemField>,
}

/// A field with an invalid value.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ProblemField {
    /// The name of the field in the request.
    pub field: String,
    /// The code of the rule that the value breaks.
    pub code: String,
    /// Text for users.
    pub message: String,
}

impl Problem {
    /// Builds the problem from a refusal.
    pub fn new(refusal: &Refusal, language: Language, request: &RequestId) -> Self {
        let say = |words: Option<&str>, code: &str| match words {
            Some(text) => messages::text(language, text, &[]),
            None => messages::error(language, code).unwrap_or(refusal.problem.title).to_owned(),
        };
        let message = say(refusal.problem.words, refusal.problem.code);
        Self {
            kind: format!("urn:kapok:problem:{}", refusal.problem.code),
            title: refusal.problem.title.to_owned(),
            status: refusal.problem.status,
            detail: message.clone(),
            instance: request.urn(),
            code: refusal.problem.code.to_owned(),
            message,
            errors: refusal
                .fields
                .iter()
                .map(|one| ProblemField {
                    field: one.field.to_string(),
                    code: one.code.to_owned(),
                    message: say(one.words, one.code),
                })
                .collect(),
        }
    }

    /// Serializes the problem as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a problem is plain text and numbers")
    }
}

/// Carries the refusal of an unfinished response to the layer that knows the client's language.
#[derive(Clone)]
struct PendingProblem(Refusal);

/// Marks a response whose text is for programs and must not be rewritten.
#[derive(Clone)]
pub struct UntranslatedText;

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let refusal = match self {
            AppError::Refused(refusal) => *refusal,
            AppError::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                Refusal { problem: INTERNAL, fields: Vec::new(), retry_after_s: None }
            }
        };
        let mut response = Response::new(Body::empty());
        *response.status_mut() =
            StatusCode::from_u16(refusal.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        response.extensions_mut().insert(PendingProblem(refusal));
        response
    }
}

/// Carries the code of a refusal that was written earlier.
#[derive(Clone, Deserialize)]
struct StoredProblem {
    code: String,
}

/// A response that is already written as a problem, such as one replayed for an idempotency key.
pub fn json_answer(status: u16, body: String) -> Response {
    let kind = if status < 400 { "application/json" } else { "application/problem+json" };
    let stored = if status < 400 { None } else { serde_json::from_str::<StoredProblem>(&body).ok() };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response();
    if let Some(stored) = stored {
        response.extensions_mut().insert(stored);
    }
    response
}

/// Writes the body of a refusal in the client's language. The router's own error responses to unreadable requests get
/// the same form; all other responses stay unchanged.
pub fn finish(response: Response, language: impl FnOnce() -> Language, id: RequestId) -> Response {
    let refusal = match response.extensions().get::<PendingProblem>() {
        Some(pending) => pending.0.clone(),
        None => match bare_refusal(&response) {
            Some(refusal) => refusal,
            None => return response,
        },
    };
    let body = Problem::new(&refusal, language(), &id).to_json();
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = refusal.retry_after_s {
        parts.headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    Response::from_parts(parts, Body::from(body))
}

/// The problem code of a response, if it is a refusal of this server.
pub fn code_of(response: &Response) -> Option<String> {
    let now = response.extensions().get::<PendingProblem>().map(|pending| pending.0.problem.code.to_owned());
    now.or_else(|| response.extensions().get::<StoredProblem>().map(|stored| stored.code.clone()))
}

/// Converts the router's own bare responses (no such method, unreadable path) to refusals.
fn bare_refusal(response: &Response) -> Option<Refusal> {
    let status = response.status();
    let written = response.extensions().get::<UntranslatedText>().is_some()
        || response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"application/"));
    if !(status.is_client_error() || status.is_server_error()) || written {
        return None;
    }
    let (code, title) = match status {
        StatusCode::NOT_FOUND => ("not_found", "Not found"),
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "Method not allowed"),
        StatusCode::PAYLOAD_TOO_LARGE => ("body_too_large", "Body too large"),
        StatusCode::URI_TOO_LONG => ("uri_too_long", "Address too long"),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("unsupported_media_type", "Unsupported media type"),
        StatusCode::REQUEST_TIMEOUT => ("request_timeout", "Request timed out"),
        status if status.is_server_error() => ("internal_error", "Internal error"),
        _ => ("bad_request", "Bad request"),
    };
    let problem = crate::base::problem::ProblemType::new(code, status.as_u16(), title);
    Some(Refusal { problem, fields: Vec::new(), retry_after_s: None })
}
