//! What came of an attempt to send a message.

use std::time::Duration;

use super::message::one_line;

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is out of our hands.
    Sent,
    /// It may work later; where the other side says when, no sooner than that.
    Later(Reason, Option<Duration>),
    /// Nobody knows: the other side may have taken it, and be paid for it, without saying so.
    Unsure(Reason),
    /// It never will.
    Never(Reason),
    /// Nor will any other: the device wants no more.
    Gone(Reason),
}

/// Why an attempt failed: a word that logs may hold, and detail for staff alone, since it may name
/// the recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    pub(super) word: &'static str,
    pub(super) detail: String,
}

impl Reason {
    pub(super) fn new(word: &'static str, detail: impl std::fmt::Display) -> Self {
        const LONGEST: usize = 300;
        let detail = one_line(&detail.to_string()).chars().take(LONGEST).collect();
        Self { word, detail }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.detail.is_empty() { out.write_str(self.word) } else { write!(out, "{}: {}", self.word, self.detail) }
    }
}
