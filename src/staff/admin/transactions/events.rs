//! The events of a transaction for its page in the admin: the claim that asked for it, its posting, the messages about it,
//! and later changes such as a release, the end of a hold or a reversal.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::origin::moved_by;
use super::{StaffBrief, TransactionBrief, TransactionView, queries};
use crate::base::clock::Timestamp;
use crate::base::id::{ClaimId, MemberId, MessageId, RedemptionId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, FollowUp, HoldEnd, PendingDay};
use crate::member::claims;
use crate::member::notifications;
use crate::member::rewards;
use crate::platform::delivery::DeliveryChannel;
use crate::platform::delivery::history::{self, MessageFilter, MessageState};
use crate::platform::store::Read;

/// Most messages that are read for one member: one for each device, and a few more.
const MOST_MESSAGES: i64 = 30;

/// Something that happened around a transaction, or that is going to.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TransactionEvent {
    /// The time; in the future for what is going to happen.
    at: Timestamp,
    #[serde(flatten)]
    step: TransactionStep,
}

/// The kind of an event, with its details.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TransactionStep {
    /// A claim asked for the points.
    Claimed {
        claim: ClaimId,
        /// The number that people say, such as `C-2618`.
        number: String,
        /// The person who made the claim in the member's name; absent if the member made it.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The transaction was posted.
    Posted {
        /// The name of the cashier, the API key or the member of staff who moved the points; absent if only the member
        /// or the server did.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A line was written to a member's inbox in the same change.
    Inbox {
        member: MemberId,
        /// The kind of line, such as `points_earned`; absent for a text that staff wrote.
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The member saw that line.
    Seen { member: MemberId },
    /// A message that was queued in the same change: the time is that of its end, or of its queueing while it waits.
    Message {
        member: MemberId,
        channel: DeliveryChannel,
        /// The kind of message, such as `points_earned`.
        message: String,
        state: MessageState,
    },
    /// Points of the purchase wait until this time.
    Waits { points: i64 },
    /// Points of the purchase were released to the member.
    Released { points: i64, transaction: TransactionBrief },
    /// The member opened the coupon.
    Opened,
    /// A counter collected the coupon.
    Collected,
    /// The points on hold were spent.
    Confirmed {
        transaction: TransactionBrief,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<StaffBrief>,
    },
    /// The points on hold returned to the member.
    Returned {
        transaction: TransactionBrief,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<StaffBrief>,
    },
    /// A reversal undid the transaction.
    Undone {
        transaction: TransactionBrief,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<StaffBrief>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Points of the transaction that are left expire at this time.
    Expires { points: i64 },
}

impl From<FollowUp> for TransactionBrief {
    fn from(FollowUp { id, number, .. }: FollowUp) -> Self {
        Self { id, number }
    }
}

/// The events of a transaction that is otherwise complete, oldest first. Those of one time stand in the order of their
/// causes.
pub(super) fn of(read: &Read<'_>, view: &TransactionView) -> AppResult<Vec<TransactionEvent>> {
    let mut events = origin_events(read, view)?;
    let mut members: Vec<MemberId> =
        view.postings.iter().filter_map(|posting| Some(posting.member.as_ref()?.id)).collect();
    members.sort_unstable();
    members.dedup();
    for member in members {
        tell(read, member, view, &mut events)?;
    }
    for day in ledger::pending_days(read, view.id)? {
        events.extend(pending_event(day));
    }
    redemption_events(read, view, &mut events)?;
    undone(read, view, &mut events)?;
    expire(read, view, &mut events);
    events.sort_by_key(|event| event.at);
    Ok(events)
}

fn event(at: Timestamp, step: TransactionStep) -> TransactionEvent {
    TransactionEvent { at, step }
}

/// The claim that the transaction answered, and its posting.
fn origin_events(read: &Read<'_>, view: &TransactionView) -> AppResult<Vec<TransactionEvent>> {
    let mut events = Vec::new();
    let counter = view.award.as_ref().map(|award| award.by.clone());
    let mut by = counter.or_else(|| view.by.as_ref().map(|person| person.name.clone()));
    if let Some((id, _)) = claims::answered_by(read, view.id)?
        && let Some(claim) = claims::find(read, id)?
    {
        let number = claim.label();
        events.push(event(claim.created, TransactionStep::Claimed { claim: id, number, by: claim.filed_by }));
        by = claim.decided_by.or(by);
    }
    events.push(event(view.created, TransactionStep::Posted { by }));
    Ok(events)
}

/// The inbox lines and the messages that a member got because of the transaction: those written after it in the same
/// millisecond.
fn tell(
    read: &Read<'_>,
    member: MemberId,
    view: &TransactionView,
    events: &mut Vec<TransactionEvent>,
) -> AppResult<()> {
    let at = view.created;
    for line in notifications::of_transaction(read, member, (view.id, at))? {
        events.push(event(at, TransactionStep::Inbox { member, message: line.kind }));
        events.extend(line.seen.map(|seen| event(seen, TransactionStep::Seen { member })));
    }
    let wanted = MessageFilter { member: Some(member), ..MessageFilter::default() };
    let after = MessageId::earliest_at(at.plus(Duration::from_millis(1)));
    let mut sent = history::list(read, &wanted, Some(after), MOST_MESSAGES)?;
    sent.retain(|message| message.created == at && message.id.as_bytes() > view.id.as_bytes());
    sent.reverse();
    events.extend(sent.into_iter().map(|sent| {
        let step = TransactionStep::Message { member, channel: sent.channel, message: sent.kind, state: sent.state };
        event(sent.finished.unwrap_or(sent.created), step)
    }));
    Ok(())
}

fn pending_event(day: PendingDay) -> Option<TransactionEvent> {
    let PendingDay { day, points, released_by, waits } = day;
    if waits {
        return Some(event(day.start(), TransactionStep::Waits { points }));
    }
    let release = released_by?;
    Some(event(release.created, TransactionStep::Released { points, transaction: release.into() }))
}

/// Adds the events of the redemption that the transaction paid for: opened, collected, and the end of the hold.
fn redemption_events(read: &Read<'_>, view: &TransactionView, events: &mut Vec<TransactionEvent>) -> AppResult<()> {
    let id = view.redemption.as_deref().and_then(RedemptionId::parse);
    let bought = match id {
        Some(id) => rewards::find(read, id)?.filter(|record| record.transaction == view.id),
        None => None,
    };
    if let Some(record) = bought {
        events.extend(record.opened_at.map(|at| event(at, TransactionStep::Opened)));
        events.extend(record.collected_at.map(|at| event(at, TransactionStep::Collected)));
    }
    let Some(ended) = ledger::hold_end(read, view.id)? else { return Ok(()) };
    let settled = |action| id.map_or(Ok(None), |id| moved_by(read, action, id.to_string(), ended.by.created));
    let (at, transaction) = (ended.by.created, TransactionBrief::from(ended.by.clone()));
    events.push(match ended.end {
        HoldEnd::Confirmed => event(at, TransactionStep::Confirmed { transaction, by: settled("redemption.confirm")? }),
        HoldEnd::Returned => event(at, TransactionStep::Returned { transaction, by: settled("redemption.reject")? }),
    });
    Ok(())
}

/// The reversal, by staff or at the counter.
fn undone(read: &Read<'_>, view: &TransactionView, events: &mut Vec<TransactionEvent>) -> AppResult<()> {
    let Some(brief) = view.reversed_by.clone() else { return Ok(()) };
    let Some(reversal) = queries::find(read, brief.id)? else { return Ok(()) };
    let target = |action| moved_by(read, action, view.id.to_string(), reversal.created);
    let by = match target("transaction.reverse")? {
        Some(person) => Some(person),
        None => target("award.take_back")?,
    };
    events.push(event(reversal.created, TransactionStep::Undone { transaction: brief, by, reason: reversal.reason }));
    Ok(())
}

/// The times at which points that are left of it expire.
fn expire(read: &Read<'_>, view: &TransactionView, events: &mut Vec<TransactionEvent>) {
    let left = view.lots.iter().filter(|lot| lot.left > 0);
    let ends = left.filter_map(|lot| Some((lot.expires?, lot.left))).filter(|(end, _)| *end > read.now());
    let mut sums = BTreeMap::<Timestamp, i64>::new();
    for (end, points) in ends {
        *sums.entry(end).or_default() += points;
    }
    events.extend(sums.into_iter().map(|(end, points)| event(end, TransactionStep::Expires { points })));
}

/// The place of a transaction in the chain of hashes.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TransactionSeal {
    /// Its number in the ledger.
    seq: i64,
    /// SHA-256, in hexadecimal.
    hash: String,
    /// Whether the hash fits the transaction and the hash before it.
    intact: bool,
}

pub(super) fn seal(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionSeal>> {
    let shown =
        |seal: ledger::Seal| TransactionSeal { seq: seal.place.seq, hash: seal.place.hex(), intact: seal.intact };
    Ok(ledger::seal(read, id)?.map(shown))
}
