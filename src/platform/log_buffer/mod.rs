//! The last log lines and the last requests, kept in memory for the admin. Each list is a ring, so that it never grows.
//! Both are lost when the process ends. This module has no routes.

mod current_request;
mod layer;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::request_id::RequestId;

pub use current_request::{RequestName, RequestSpans, working_on};
pub use layer::LogBufferLayer;

const LINES: usize = 2_000;
/// Failed and slow requests have a ring of their own, because at a busy hour the other requests would replace them
/// within a second.
const TROUBLED: usize = 2_000;
const SMOOTH: usize = 1_000;
/// In microseconds: from here on a request counts as slow.
const SLOW: u64 = 1_000_000;

/// The level of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LogLevel)]
pub enum LogLevel {
    /// For information.
    Info,
    /// Should be checked.
    Warn,
    /// Something does not work.
    Error,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LogLine)]
pub struct LogLine {
    /// Counts the lines since the start.
    pub number: u64,
    /// The time at which it was written.
    pub at: Timestamp,
    /// The level.
    pub level: LogLevel,
    /// The part of the server that wrote it.
    pub part: String,
    /// The text with its values, without client addresses.
    pub text: String,
    /// The id of the request that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub request: Option<RequestId>,
}

/// A request and its result, without its content or its client.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnsweredRequest)]
pub struct RequestRecord {
    /// Counts the requests since the start.
    pub number: u64,
    /// The time at which it was answered.
    pub at: Timestamp,
    /// The request id in its response and in the log.
    #[schema(value_type = String)]
    pub id: RequestId,
    /// The method.
    #[schema(value_type = String)]
    pub method: Cow<'static, str>,
    /// The route's template, or `web` for pages and files.
    #[serde(serialize_with = "shared_text")]
    #[schema(value_type = String)]
    pub route: Arc<str>,
    /// The response's status.
    pub status: u16,
    /// Response time.
    pub microseconds: u64,
    /// The refusal's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

fn shared_text<S: serde::Serializer>(text: &Arc<str>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(text)
}

impl RequestRecord {
    fn is_slow(&self) -> bool {
        self.microseconds > SLOW
    }

    fn is_troubled(&self) -> bool {
        self.status >= 400 || self.is_slow()
    }
}

/// Filter by outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RequestOutcome)]
pub enum RequestOutcome {
    /// Refused: an error of the client (4xx).
    Refused,
    /// Failed: an error of the server (5xx).
    Failed,
    /// Slow.
    Slow,
}

fn push<T>(ring: &mut VecDeque<T>, row: T, most: usize) {
    if ring.len() >= most {
        ring.pop_front();
    }
    ring.push_back(row);
}

#[derive(Debug, Default)]
struct Requests {
    seen: u64,
    troubled: VecDeque<RequestRecord>,
    smooth: VecDeque<RequestRecord>,
}

#[derive(Debug, Default)]
struct Lines {
    seen: u64,
    ring: VecDeque<LogLine>,
}

/// The rings; clones share them.
#[derive(Clone, Debug, Default)]
pub struct LogBuffer {
    lines: Arc<Mutex<Lines>>,
    requests: Arc<Mutex<Requests>>,
}

static OF_THIS_PROCESS: LazyLock<LogBuffer> = LazyLock::new(LogBuffer::default);

impl LogBuffer {
    /// The instance that this process logs into.
    pub fn of_this_process() -> Self {
        OF_THIS_PROCESS.clone()
    }

    /// Stores a request and assigns its number.
    pub fn keep_request(&self, mut request: RequestRecord) {
        // The admin's own diagnostics would fill the list, and each page loads about twenty files.
        let dull = &*request.route == "web" || request.route.starts_with("/api/admin/diagnostics");
        let troubled = request.is_troubled();
        if dull && !troubled {
            return;
        }
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.seen += 1;
        request.number = requests.seen;
        if troubled {
            push(&mut requests.troubled, request, TROUBLED)
        } else {
            push(&mut requests.smooth, request, SMOOTH)
        }
    }

    fn keep_line(&self, mut line: LogLine) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.seen += 1;
        line.number = lines.seen;
        push(&mut lines.ring, line, LINES);
    }

    /// Matching lines before a number, newest first.
    pub fn lines(&self, before: Option<u64>, most: usize, wanted: impl Fn(&LogLine) -> bool) -> Vec<LogLine> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let older = lines.ring.iter().rev().filter(|line| before.is_none_or(|before| line.number < before));
        older.filter(|line| wanted(line)).take(most).cloned().collect()
    }

    /// Matching requests before a number, newest first.
    pub fn requests(
        &self,
        before: Option<u64>,
        most: usize,
        outcome: Option<RequestOutcome>,
        wanted: impl Fn(&RequestRecord) -> bool,
    ) -> Vec<RequestRecord> {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |one: &&RequestRecord| match outcome {
            None => true,
            Some(RequestOutcome::Refused) => (400..500).contains(&one.status),
            Some(RequestOutcome::Failed) => one.status >= 500,
            Some(RequestOutcome::Slow) => one.is_slow(),
        };
        let both = requests.troubled.iter().chain(&requests.smooth);
        let mut found: Vec<&RequestRecord> = both
            .filter(|one| before.is_none_or(|before| one.number < before))
            .filter(is_of)
            .filter(|one| wanted(one))
            .collect();
        found.sort_unstable_by_key(|one| std::cmp::Reverse(one.number));
        found.into_iter().take(most).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{LogBuffer, RequestId, RequestOutcome, RequestRecord, SMOOTH, Timestamp};

    fn request(status: u16, microseconds: u64) -> RequestRecord {
        let (id, method, route) = (RequestId::generate(), "GET".into(), "/api/points".into());
        RequestRecord { number: 0, at: Timestamp::from_millis(0), id, method, route, status, microseconds, code: None }
    }

    #[test]
    fn refused_and_slow_requests_outlive_successful_ones() {
        let book = LogBuffer::default();
        book.keep_request(request(409, 10));
        for _ in 0..=SMOOTH {
            book.keep_request(request(200, 10));
        }
        book.keep_request(request(200, 2_000_000));
        let all = book.requests(None, usize::MAX, None, |_| true);
        assert_eq!(all.len(), SMOOTH + 2);
        assert!(all.is_sorted_by_key(|one| std::cmp::Reverse(one.number)));
        let of = |outcome| book.requests(None, 10, Some(outcome), |_| true).len();
        assert_eq!([of(RequestOutcome::Refused), of(RequestOutcome::Failed), of(RequestOutcome::Slow)], [1, 0, 1]);
        let oldest = all.last().expect("one");
        assert_eq!((oldest.status, book.requests(Some(oldest.number), 10, None, |_| true).len()), (409, 0));
    }

    #[test]
    fn reading_the_log_buffer_adds_no_lines_to_it() {
        let book = LogBuffer::default();
        for route in ["web", "/api/admin/diagnostics/requests"] {
            book.keep_request(RequestRecord { route: route.into(), ..request(200, 10) });
        }
        assert!(book.requests(None, 10, None, |_| true).is_empty());
        book.keep_request(RequestRecord { route: "web".into(), ..request(500, 10) });
        assert_eq!(book.requests(None, 10, None, |_| true).len(), 1);
    }
}
