//! Messages at the desk: what became of them, and another try for those that were given up.

pub(super) mod http;

use super::Hand;
use crate::base::id::MessageId;
use crate::base::problem::AppResult;
use crate::delivery::history;
use crate::delivery::history::Trace;
use crate::store::Tx;

/// Has a message tried once more. Fails with `not_found` and `message_not_repeatable`.
fn retry(tx: &Tx<'_>, hand: &Hand, id: MessageId) -> AppResult<Trace> {
    let (before, after) = history::retry(tx, id)?;
    hand.note(tx, "message.retry", id, Some(&before), Some(&after))?;
    Ok(after)
}
