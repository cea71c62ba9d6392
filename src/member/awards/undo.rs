//! Awards that are taken back: by the counter within five minutes, and later by a partner's supervisor.

use std::time::Duration;

use super::Award;
use super::give::{Awarded, UNDO_TIME, details, tell};
use super::preview::{MEMBER_NOT_FOUND, PARTNER_INACTIVE};
use crate::auth::Merchant;
use crate::base::id::TransactionId;
use crate::base::points::Measure;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger::{self, ALREADY_REVERSED, INSUFFICIENT_POINTS, POINTS_ALREADY_SPENT};
use crate::core::members;
use crate::member::expiry;
use crate::member::goals::GoalSteps;
use crate::member::partners;
use crate::platform::store::Tx;

/// Another counter awarded these points.
pub const UNDO_ELSEWHERE: ProblemType = ProblemType::new("undo_elsewhere", 409, "Awarded at another counter");
/// The award is older than five minutes.
pub const UNDO_TOO_LATE: ProblemType = ProblemType::new("undo_too_late", 409, "Too late to undo");
/// The award is older than 31 days.
pub const TAKE_BACK_TOO_LATE: ProblemType = ProblemType::new("take_back_too_late", 409, "Too late to take back");

/// The time within which a partner can take an award back with a supervisor's PIN.
const TAKE_BACK_TIME: Duration = Duration::from_secs(31 * 86_400);

/// Undoes an award by a reversing transaction, once, within five minutes, at the counter that made it. Its receipt
/// may earn again, and the award no longer counts towards the day's caps. Fails with `not_found`, [`UNDO_ELSEWHERE`],
/// `already_reversed`, [`UNDO_TOO_LATE`] and [`POINTS_ALREADY_SPENT`].
pub fn undo(tx: &Tx<'_>, merchant: &Merchant, id: TransactionId) -> AppResult<Awarded> {
    let found = super::find(tx, id)?.filter(|award| award.partner == merchant.partner);
    let award = found.ok_or(NOT_FOUND)?;
    let here = match (award.till, merchant.till) {
        (Some(till), Some(here)) => till == here.id,
        (None, None) => award.actor == merchant.actor,
        _ => false,
    };
    if !here {
        return Err(UNDO_ELSEWHERE.into());
    }
    if award.undone {
        return Err(ALREADY_REVERSED.into());
    }
    if award.created.plus(UNDO_TIME) <= tx.now() {
        return Err(UNDO_TOO_LATE.into());
    }
    return_award(tx, id, &award)
}

/// Reverses an award after the time limit of [`undo`], for a manager or a supervisor of the partner. The effects are
/// the same as those of [`undo`]. Fails with `not_found`, `already_reversed`, [`TAKE_BACK_TOO_LATE`] and
/// [`POINTS_ALREADY_SPENT`].
pub fn take_back(tx: &Tx<'_>, merchant: &Merchant, id: TransactionId) -> AppResult<(Award, Awarded)> {
    let award = super::find(tx, id)?.filter(|award| award.partner == merchant.partner).ok_or(NOT_FOUND)?;
    if award.undone {
        return Err(ALREADY_REVERSED.into());
    }
    if award.created.plus(TAKE_BACK_TIME) <= tx.now() {
        return Err(TAKE_BACK_TOO_LATE.into());
    }
    let returned = return_award(tx, id, &award)?;
    Ok((award, returned))
}

/// Reverses an award and tells the member.
fn return_award(tx: &Tx<'_>, id: TransactionId, award: &Award) -> AppResult<Awarded> {
    let partner = partners::find(tx, award.partner)?.ok_or(PARTNER_INACTIVE)?;
    expiry::settle_ended(tx, award.member)?;
    let reversed = ledger::reverse(tx, id, details(&partner, award.amount, "history.award_undone"));
    let posted = reversed.map_err(|error| match error {
        error if error.is(INSUFFICIENT_POINTS) => AppError::from(POINTS_ALREADY_SPENT),
        other => other,
    })?;
    super::forget(tx, id)?;
    let member = members::find(tx, award.member)?.ok_or(MEMBER_NOT_FOUND)?;
    tell(tx, &member, "award_undone", award.points, award.amount)?;
    let (points, undo_until) = (award.points, award.created.plus(UNDO_TIME));
    let (lines, carbon, goals) = (Vec::new(), Measure::ZERO, GoalSteps::default());
    Ok(Awarded {
        transaction: posted.id,
        number: TransactionNumber::of(posted.seq, posted.created),
        base: points,
        extra: 0,
        points,
        lines,
        member,
        undo_until,
        balance_before: 0,
        carbon,
        goals,
    })
}
