//! The outcome of an attempt to send a message.

use std::time::Duration;

use super::message::one_line;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DeliveryOutcome {
    /// The gateway accepted it.
    Sent,
    /// The delivery may work later; if the gateway says when, not before that time.
    Later(Reason, Option<Duration>),
    /// Unknown: the gateway may have accepted it, and charge for it, without a response.
    Unsure(Reason),
    /// The delivery will never work.
    Never(Reason),
    /// No message to this device will ever work: the device is gone.
    Gone(Reason),
}

/// The reason why an attempt failed: a code that logs may contain, and detail for staff only, because it may name the
/// recipient.
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
