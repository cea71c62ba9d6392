//! Points on hold because of an alarm: they stand in escrow, so no balance has them and nothing can spend them. The only
//! way out is back to the member, with the age that they had.

use super::{
    ALARM_DECIDED, AlarmDecision, AlarmEvent, AlarmOutcome, AlarmQueue, AlarmRecord, HeldPoints, NOTHING_TO_HOLD,
    OpenHold, find, not_ended, note_step, queries,
};
use crate::base::id::{AlarmId, MemberId};
use crate::base::messages::{grouped, localized};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger::{self, AccountId, Details, HoldEnd, NewPostings, TransactionKind, TransactionText};
use crate::member::expiry;
use crate::member::notifications;
use crate::platform::store::{Read, Tx};

/// The points of a member that an alarm could hold now: those of its evidence that are not on hold for it, at most the
/// balance.
pub fn holdable(read: &Read<'_>, share: i64, held: i64, member: MemberId) -> AppResult<i64> {
    Ok((share - held).min(ledger::balance_of(read, member)?).max(0))
}

fn history(kind: &str) -> Details {
    let text = |part: &str| localized(&format!("history.{kind}.{part}"), &[]);
    let snapshot = TransactionText { name: text("name"), description: text("description") };
    Details { snapshot: Some(snapshot), ..Details::default() }
}

/// Puts the points that an alarm concerns on hold, for the named members or for all of them, and for each member at
/// most the balance. Returns the alarm and the points. Fails with `not_found`, [`ALARM_DECIDED`] and
/// [`NOTHING_TO_HOLD`].
pub fn hold(
    tx: &Tx<'_>,
    id: AlarmId,
    members: Option<&[MemberId]>,
    decision: AlarmDecision<'_>,
) -> AppResult<(AlarmRecord, i64)> {
    not_ended(tx, id)?;
    let held = queries::held_by_alarm(tx, id)?;
    let mut total = 0;
    for (member, share) in queries::shares(tx, id)? {
        if members.is_some_and(|wanted| !wanted.contains(&member)) {
            continue;
        }
        let before = held.iter().find(|(owner, _)| *owner == member).map_or(0, |(_, points)| *points);
        expiry::settle_ended(tx, member)?;
        let points = holdable(tx, share, before, member)?;
        if points > 0 {
            let account = ledger::account_of(tx, member)?;
            let movement =
                NewPostings::between(TransactionKind::Hold, account, AccountId::ESCROW, points, history("held"));
            let posted = ledger::post(tx, &movement)?;
            queries::insert_hold(tx, id, &OpenHold { seq: posted.seq, member, points })?;
            notifications::notify(tx, member, "points_held", &[("points", &grouped(points))])?;
            total += points;
        }
    }
    if total == 0 {
        return Err(NOTHING_TO_HOLD.into());
    }
    queries::set_held(tx, id)?;
    note_step(tx, id, AlarmEvent::Held, Some(decision), total)?;
    Ok((find(tx, id)?.ok_or(NOT_FOUND)?, total))
}

/// Gives all points back that are on hold because of an alarm, and ends it. Returns the alarm and the points. Fails with
/// `not_found` and [`ALARM_DECIDED`].
pub fn release(tx: &Tx<'_>, id: AlarmId, decision: AlarmDecision<'_>) -> AppResult<(AlarmRecord, i64)> {
    if not_ended(tx, id)?.queue != AlarmQueue::Held {
        return Err(ALARM_DECIDED.into());
    }
    let mut total = 0;
    for hold in queries::open_holds(tx, id)? {
        give_back(tx, &hold)?;
        notifications::notify(tx, hold.member, "points_unheld", &[("points", &grouped(hold.points))])?;
        total += hold.points;
    }
    end(tx, id, Some(decision), total)?;
    Ok((find(tx, id)?.ok_or(NOT_FOUND)?, total))
}

fn end(tx: &Tx<'_>, id: AlarmId, decision: Option<AlarmDecision<'_>>, points: i64) -> AppResult<()> {
    queries::end(tx, id, AlarmOutcome::Released, None)?;
    note_step(tx, id, AlarmEvent::Released, decision, points)
}

fn give_back(tx: &Tx<'_>, hold: &OpenHold) -> AppResult<()> {
    ledger::end_hold(tx, hold.seq, HoldEnd::Returned, history("unheld"))?;
    queries::set_released(tx, hold.seq)
}

/// The points of a member that are on hold, the oldest first.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<HeldPoints>> {
    let shown = |(held, _, _): (HeldPoints, _, _)| held;
    Ok(queries::open_holds_of(read, member)?.into_iter().map(shown).collect())
}

/// The sum of a member's points that are on hold.
pub fn total_held(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    Ok(held(read, member)?.iter().map(|one| one.points).sum())
}

/// Gives a member who leaves all points back that are on hold, so that they lapse with the others. An alarm without any
/// other hold ends.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for (held, seq, alarm) in queries::open_holds_of(tx, member)? {
        give_back(tx, &OpenHold { seq, member, points: held.points })?;
        if queries::open_holds(tx, alarm)?.is_empty() {
            end(tx, alarm, None, held.points)?;
        }
    }
    Ok(())
}
