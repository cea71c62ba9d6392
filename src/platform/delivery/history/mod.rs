//! What became of messages, for the admin app: never what they said, but for those that a server without a gateway kept.

mod masking;
mod queries;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Channel;
use super::files::{self, KeptMessage};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, MessageId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx};

use self::masking::masked;

pub use masking::{masked_in, shown};

/// The message was not given up, or what it said has been erased: a code or a link.
pub const NOT_REPEATABLE: ProblemType = ProblemType::new("message_not_repeatable", 409, "Cannot be sent again");

/// How long a message that is tried once more may take.
const SECOND_LIFE: std::time::Duration = std::time::Duration::from_secs(86_400);

/// So many are tried once more in one commit.
const MOST_AT_ONCE: usize = 500;
/// No id comes after it.
const LAST: MessageId = MessageId::from_bytes([0xff; 16]);

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageState)]
pub enum State {
    /// Still to be sent, perhaps after some attempts.
    Waiting,
    /// Handed over to the gateway.
    Sent,
    /// Given up.
    Dead,
}

impl State {
    const fn name(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Sent => "sent",
            State::Dead => "dead",
        }
    }
}

/// What became of a message.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMessage)]
pub struct Trace {
    /// Sorts by creation; the id by which a receiver knows a message that comes twice.
    #[serde(rename = "_id")]
    pub id: MessageId,
    /// What it is about, such as `code`.
    pub kind: String,
    /// How it goes.
    pub channel: Channel,
    /// To whom, with most of it hidden.
    pub to: String,
    /// The member, where it is known whose message it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_id: Option<MemberId>,
    /// How far it has come.
    pub state: State,
    /// Attempts so far.
    pub attempts: i64,
    /// What came of the last attempt that failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// When the next attempt is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// When it was queued.
    pub created: Timestamp,
    /// When it was sent or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Timestamp>,
    /// Whether it went no further than the outbox folder of this server, because its channel has no gateway.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// Which messages are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Of that state.
    pub state: Option<State>,
    /// Of that channel.
    pub channel: Option<Channel>,
    /// To that address or number, whole.
    pub to: Option<String>,
    /// To that member.
    pub member: Option<MemberId>,
}

/// How many messages there are of one channel and state.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = MessageCount)]
pub struct Count {
    /// How they go.
    pub channel: Channel,
    /// How far they have come.
    pub state: State,
    /// How many.
    pub count: i64,
}

/// Messages older than `before`, newest first.
pub fn list(read: &Read<'_>, wanted: &Wanted, before: Option<MessageId>, limit: i64) -> AppResult<Vec<Trace>> {
    queries::list(read, wanted, before.unwrap_or(LAST), limit)
}

/// Tells of each message whether it lies in the outbox `folder`.
pub fn mark_kept(traces: &mut [Trace], folder: &Path) {
    for trace in traces.iter_mut().filter(|trace| trace.state == State::Sent) {
        trace.kept = files::is_kept(folder, trace.created, trace.id);
    }
}

/// What a message says that lies in the outbox `folder`. Fails with [`NOT_FOUND`] for any other.
pub fn read_kept(read: &Read<'_>, id: MessageId, folder: &Path) -> AppResult<KeptMessage> {
    let trace = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    Ok(files::read_kept(folder, trace.created, id)?.ok_or(NOT_FOUND)?)
}

/// How many messages there are of each channel and state, for the month that is kept.
pub fn count(read: &Read<'_>) -> AppResult<Vec<Count>> {
    queries::count(read)
}

/// Has a message that was given up tried once more. Fails with [`NOT_FOUND`] and [`NOT_REPEATABLE`].
pub fn retry(tx: &Tx<'_>, id: MessageId) -> AppResult<(Trace, Trace)> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    if !queries::revive(tx, id, tx.now().plus(SECOND_LIFE))? {
        return Err(NOT_REPEATABLE.into());
    }
    Ok((before, queries::find(tx, id)?.ok_or(NOT_FOUND)?))
}

/// What was tried once more of many.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MessagesRetried)]
pub struct Retried {
    /// How many go out once more.
    pub retried: usize,
    /// Where to go on, if there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<MessageId>,
}

/// Has the newest of those tried once more that were given up and are older than `before`, so many that nobody waits for
/// long. What cannot be repeated is passed over, and what is given up again meanwhile does not come up twice.
pub fn retry_some(tx: &Tx<'_>, wanted: &Wanted, before: Option<MessageId>) -> AppResult<Retried> {
    let ids = queries::repeatable(tx, wanted, before.unwrap_or(LAST), MOST_AT_ONCE)?;
    let mut retried = 0;
    for id in &ids {
        retried += usize::from(queries::revive(tx, *id, tx.now().plus(SECOND_LIFE))?);
    }
    let more = ids.len() == MOST_AT_ONCE;
    Ok(Retried { retried, before: ids.last().copied().filter(|_| more) })
}

/// Forgets a member who has left: what was still to be sent to them, and to where the rest went.
pub fn forget_member(tx: &Tx<'_>, member: MemberId, contacts: &[&str]) -> AppResult<()> {
    queries::delete_of_member(tx, member)?;
    contacts.iter().try_for_each(|contact| queries::delete_to(tx, contact))
}
