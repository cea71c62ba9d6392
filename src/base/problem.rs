//! What can go wrong: refusals that the caller can act on, and failures that are ours.

use std::borrow::Cow;

/// A kind of refusal. The code is a promise to clients; the title is for people who read logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemType {
    /// Stable and `snake_case`: what clients branch on.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// A few English words.
    pub title: &'static str,
    /// The text that tells people of it, where the sentence of its code would speak of something else.
    pub words: Option<&'static str>,
}

impl ProblemType {
    /// Names a kind of refusal; kept as a constant beside the rule that raises it.
    pub const fn new(code: &'static str, status: u16, title: &'static str) -> Self {
        Self { code, status, title, words: None }
    }

    /// The same refusal, told by the text of that name.
    pub const fn worded(self, text: &'static str) -> Self {
        Self { words: Some(text), ..self }
    }

    /// Asks the caller to come back after that many seconds (429 and 503).
    pub fn retry_after(self, seconds: u64) -> AppError {
        AppError::Refused(Box::new(Refusal { problem: self, fields: Vec::new(), retry_after_s: Some(seconds.max(1)) }))
    }
}

/// One field of a request that cannot be taken as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    /// The field's name on the wire.
    pub field: Cow<'static, str>,
    /// Which rule it breaks; in the same catalogue as the codes of whole problems.
    pub code: &'static str,
    /// The text that tells people of it, where the sentence of its code would speak of something else.
    pub words: Option<&'static str>,
}

impl FieldProblem {
    /// Names a field and the rule that it breaks.
    pub fn new(field: impl Into<Cow<'static, str>>, code: &'static str) -> Self {
        Self { field: field.into(), code, words: None }
    }

    /// The same mistake, told by the text of that name.
    pub fn worded(self, text: &'static str) -> Self {
        Self { words: Some(text), ..self }
    }
}

/// A refusal of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its kind.
    pub problem: ProblemType,
    /// What is wrong field by field, for 400.
    pub fields: Vec<FieldProblem>,
    /// Seconds to wait, for 429 and 503.
    pub retry_after_s: Option<u64>,
}

/// Why a call has no result.
#[derive(Debug)]
pub enum AppError {
    /// The caller's to act on.
    Refused(Box<Refusal>),
    /// Ours; the caller learns nothing but that it happened.
    Internal(anyhow::Error),
}

/// What nearly every function that can fail gives back.
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// A body whose fields break rules: the whole problem carries the first field's code, so that
    /// a client may branch on either.
    pub fn invalid(fields: Vec<FieldProblem>) -> Self {
        let code = fields.first().map_or("invalid_body", |field| field.code);
        let words = fields.first().and_then(|field| field.words);
        let problem = ProblemType { words, ..ProblemType::new(code, 400, "Invalid request") };
        Self::Refused(Box::new(Refusal { problem, fields, retry_after_s: None }))
    }

    /// One field that breaks one rule.
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

    /// The same refusal, told by the text of that name where it is of that kind.
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

/// The thing does not exist, or is not the caller's to see.
pub const NOT_FOUND: ProblemType = ProblemType::new("not_found", 404, "Not found");
/// The body is no JSON object of the expected shape.
pub const INVALID_BODY: ProblemType = ProblemType::new("invalid_body", 400, "Unreadable request body");
/// A query parameter is not one of the values that the call takes.
pub const INVALID_PARAMETER: ProblemType = ProblemType::new("invalid_parameter", 400, "Invalid query parameter");
/// The server has more to do than it can take on now.
pub const SERVER_BUSY: ProblemType = ProblemType::new("server_busy", 503, "Server busy");
/// The caller asks more often than is allowed.
pub const RATE_LIMITED: ProblemType = ProblemType::new("rate_limited", 429, "Too many requests");
/// The disk refuses to take more.
pub const STORAGE_FULL: ProblemType = ProblemType::new("storage_full", 503, "Storage full");
/// The database or its disk is damaged, and nothing is written any more.
pub const STORAGE_DAMAGED: ProblemType = ProblemType::new("storage_damaged", 503, "Storage damaged");
/// A failure of ours, without detail.
pub const INTERNAL: ProblemType = ProblemType::new("internal_error", 500, "Internal error");
