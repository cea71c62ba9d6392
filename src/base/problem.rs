//! Errors: refusals that the client can act on, and internal errors.

use std::borrow::Cow;

/// A kind of refusal. The code is stable for clients; the title is for readers of logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemType {
    /// Stable code in `snake_case` for clients to branch on.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// A few English words.
    pub title: &'static str,
    /// The name of another message text, if the text of the code does not fit.
    pub words: Option<&'static str>,
}

impl ProblemType {
    /// Defines a kind of refusal, as a constant beside the rule that raises it.
    pub const fn new(code: &'static str, status: u16, title: &'static str) -> Self {
        Self { code, status, title, words: None }
    }

    /// The refusal with another message text.
    pub const fn worded(self, text: &'static str) -> Self {
        Self { words: Some(text), ..self }
    }

    /// The refusal with `Retry-After` in seconds (429 and 503).
    pub fn retry_after(self, seconds: u64) -> AppError {
        AppError::Refused(Box::new(Refusal { problem: self, fields: Vec::new(), retry_after_s: Some(seconds.max(1)) }))
    }
}

/// A request field with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    /// The field's name in the request.
    pub field: Cow<'static, str>,
    /// The code of the rule that it breaks, from the same catalogue as the codes of whole problems.
    pub code: &'static str,
    /// The name of another message text, if the text of the code does not fit.
    pub words: Option<&'static str>,
}

impl FieldProblem {
    /// An error of a field.
    pub fn new(field: impl Into<Cow<'static, str>>, code: &'static str) -> Self {
        Self { field: field.into(), code, words: None }
    }

    /// The error with another message text.
    pub fn worded(self, text: &'static str) -> Self {
        Self { words: Some(text), ..self }
    }
}

/// A refusal of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of the problem.
    pub problem: ProblemType,
    /// The errors by field, for 400.
    pub fields: Vec<FieldProblem>,
    /// Seconds to wait, for 429 and 503.
    pub retry_after_s: Option<u64>,
}

/// The reason why a request failed.
#[derive(Debug)]
pub enum AppError {
    /// A refusal that the client can act on.
    Refused(Box<Refusal>),
    /// An internal error; the client gets no details.
    Internal(anyhow::Error),
}

/// The result type of nearly every function that can fail.
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// A body with invalid fields: the problem carries the first field's code, so that a client may branch on either.
    pub fn invalid(fields: Vec<FieldProblem>) -> Self {
        let code = fields.first().map_or("invalid_body", |field| field.code);
        let words = fields.first().and_then(|field| field.words);
        let problem = ProblemType { words, ..ProblemType::new(code, 400, "Invalid request") };
        Self::Refused(Box::new(Refusal { problem, fields, retry_after_s: None }))
    }

    /// An error of a single field.
    pub fn invalid_field(field: impl Into<Cow<'static, str>>, code: &'static str) -> Self {
        Self::invalid(vec![FieldProblem::new(field, code)])
    }

    /// The refusal's code, or `internal`.
    pub fn code(&self) -> &'static str {
        match self {
            AppError::Refused(refusal) => refusal.problem.code,
            AppError::Internal(_) => "internal",
        }
    }

    /// Whether this is a refusal of that kind.
    pub fn is(&self, problem: ProblemType) -> bool {
        matches!(self, AppError::Refused(refusal) if refusal.problem.code == problem.code)
    }

    /// The error, with another message text if it is a refusal of that kind.
    pub fn worded(mut self, problem: ProblemType, text: &'static str) -> Self {
        if let AppError::Refused(refusal) = &mut self
            && refusal.problem.code == problem.code
        {
            refusal.problem = refusal.problem.worded(text);
        }
        self
    }
}

impl From<ProblemType> for AppError {
    fn from(problem: ProblemType) -> Self {
        Self::Refused(Box::new(Refusal { problem, fields: Vec::new(), retry_after_s: None }))
    }
}

impl From<anyhow::Error> for AppError {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

impl From<std::io::Error> for AppError {
    fn from(error: std::io::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl From<serde_json::Error> for AppError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl std::fmt::Display for AppError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AppError::Refused(refusal) => write!(out, "{} ({})", refusal.problem.title, refusal.problem.code),
            AppError::Internal(error) => write!(out, "{error:#}"),
        }
    }
}

impl std::error::Error for AppError {}

/// The thing does not exist, or the client may not see it.
pub const NOT_FOUND: ProblemType = ProblemType::new("not_found", 404, "Not found");
/// The body is not a JSON object of the expected shape.
pub const INVALID_BODY: ProblemType = ProblemType::new("invalid_body", 400, "Unreadable request body");
/// A query parameter has an invalid value.
pub const INVALID_PARAMETER: ProblemType = ProblemType::new("invalid_parameter", 400, "Invalid query parameter");
/// The server is overloaded.
pub const SERVER_BUSY: ProblemType = ProblemType::new("server_busy", 503, "Server busy");
/// The client exceeded a rate limit.
pub const RATE_LIMITED: ProblemType = ProblemType::new("rate_limited", 429, "Too many requests");
/// The disk is full.
pub const STORAGE_FULL: ProblemType = ProblemType::new("storage_full", 503, "Storage full");
/// The database or its disk is damaged, and all writes are refused.
pub const STORAGE_DAMAGED: ProblemType = ProblemType::new("storage_damaged", 503, "Storage damaged");
/// An internal error, without detail.
pub const INTERNAL: ProblemType = ProblemType::new("internal_error", 500, "Internal error");
