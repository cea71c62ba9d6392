//! The staff at the desk: inviting colleagues, what they may do, and letting them go. Only owners.

pub(super) mod http;

use super::{Hand, STALE};
use crate::auth::staff::{
    self, Invitation, Letterhead, ShownLink, StaffChange, StaffRecord, find_staff, remove_staff, update_staff,
};
use crate::auth::{second_factor, staff_sessions};
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::partners;
use crate::store::{Read, Tx};

/// What an owner may do to a colleague and not to themselves.
pub const NOT_YOURSELF: ProblemType = ProblemType::new("not_yourself", 409, "Not to yourself");

fn known(read: &Read<'_>, id: StaffId) -> AppResult<StaffRecord> {
    Ok(find_staff(read, id)?.ok_or(NOT_FOUND)?)
}

fn require_colleague(hand: &Hand, id: StaffId) -> AppResult<()> {
    if hand.actor.id == *id.as_bytes() { Err(NOT_YOURSELF.into()) } else { Ok(()) }
}

fn require_partner(read: &Read<'_>, partner: Option<PartnerId>) -> AppResult<()> {
    match partner {
        Some(id) if partners::find(read, id)?.is_none() => Err(AppError::invalid_field("partnerId", "unknown_partner")),
        _ => Ok(()),
    }
}

/// Adds somebody who has yet to accept. Fails with `email_in_use`, `partner_required` and
/// `unknown_partner`.
fn invite(
    tx: &Tx<'_>,
    hand: &Hand,
    letterhead: &Letterhead,
    person: &Invitation,
) -> AppResult<(StaffRecord, ShownLink)> {
    require_partner(tx, person.partner)?;
    let (id, link) = staff::invite(tx, letterhead, person)?;
    let made = known(tx, id)?;
    hand.note(tx, "staff.invite", id, None, Some(&made))?;
    Ok((made, link))
}

/// Changes somebody who is still at `version` (`None` for any). Fails with `not_found`, [`STALE`],
/// [`NOT_YOURSELF`], `partner_required`, `unknown_partner` and `last_owner`.
fn replace(
    tx: &Tx<'_>,
    hand: &Hand,
    id: StaffId,
    version: Option<i64>,
    change: &StaffChange,
) -> AppResult<StaffRecord> {
    let before = known(tx, id)?;
    if version.is_some_and(|version| version != before.version) {
        return Err(STALE.into());
    }
    if change.suspended {
        require_colleague(hand, id)?;
    }
    require_partner(tx, change.partner)?;
    update_staff(tx, id, change)?;
    let after = known(tx, id)?;
    hand.note(tx, "staff.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Takes somebody off the staff. Fails with `not_found`, [`NOT_YOURSELF`] and `last_owner`.
fn remove(tx: &Tx<'_>, hand: &Hand, id: StaffId) -> AppResult<()> {
    let before = known(tx, id)?;
    require_colleague(hand, id)?;
    remove_staff(tx, id)?;
    hand.note(tx, "staff.remove", id, Some(&before), None)
}

/// Takes somebody's second factor away and ends their sessions: they have lost it. Fails with
/// `not_found` and [`NOT_YOURSELF`].
fn remove_second_factor(tx: &Tx<'_>, hand: &Hand, id: StaffId) -> AppResult<()> {
    let before = known(tx, id)?;
    require_colleague(hand, id)?;
    second_factor::remove_all(tx, id)?;
    staff_sessions::end_all(tx, id)?;
    hand.note(tx, "staff.remove_second_factor", id, Some(&before), Some(&known(tx, id)?))
}

/// Ends all of somebody's sessions. Fails with `not_found`.
fn end_sessions(tx: &Tx<'_>, hand: &Hand, id: StaffId) -> AppResult<()> {
    known(tx, id)?;
    staff_sessions::end_all(tx, id)?;
    hand.note::<StaffRecord>(tx, "staff.end_sessions", id, None, None)
}
