//! Messages at the desk: what became of them, and another try for those that were given up.

pub(super) mod http;

use serde::Serialize;

use super::Hand;
use crate::base::id::{MemberId, MessageId};
use crate::base::problem::AppResult;
use crate::platform::delivery::history::{Retried, Trace, Wanted};
use crate::platform::delivery::{Channel, history};
use crate::platform::store::Tx;

/// Has a message tried once more. Fails with `not_found` and `message_not_repeatable`.
fn retry(tx: &Tx<'_>, hand: &Hand, id: MessageId) -> AppResult<Trace> {
    let (before, after) = history::retry(tx, id)?;
    hand.note(tx, "message.retry", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// What the trail tells of many that were tried once more: how they were chosen, and how many they were.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chosen<'w> {
    channel: Option<Channel>,
    to: Option<String>,
    member_id: Option<&'w MemberId>,
    retried: usize,
}

/// Has some of those tried once more that were given up and are `wanted`.
fn retry_some(tx: &Tx<'_>, hand: &Hand, wanted: &Wanted, before: Option<MessageId>) -> AppResult<Retried> {
    let done = history::retry_some(tx, wanted, before)?;
    if done.retried > 0 {
        let (to, member_id) = (wanted.to.as_deref().map(history::shown), wanted.member.as_ref());
        let chosen = Chosen { channel: wanted.channel, to, member_id, retried: done.retried };
        hand.note(tx, "message.retry_all", "list", None, Some(&chosen))?;
    }
    Ok(done)
}
