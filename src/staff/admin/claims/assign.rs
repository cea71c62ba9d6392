//! The assignment of an undecided claim to one staff member. A decision ends it.

use serde::Serialize;

use super::note;
use super::queries::{self, ClaimFilter, ClaimHolder};
use crate::auth::Role;
use crate::auth::staff::find_staff;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{ClaimId, StaffId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::claims::{self, ClaimStatus};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;
use crate::staff::kit::permissions::{RoleSet, Supporters};

/// A member of staff who looks after claims.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ClaimStaff {
    #[serde(rename = "_id")]
    pub id: StaffId,
    pub name: String,
}

fn answers_claims(role: Role) -> bool {
    role == Role::Owner || Supporters::ROLES.contains(&role)
}

/// A member of staff by name.
pub(super) fn named(read: &Read<'_>, id: StaffId) -> AppResult<Option<ClaimStaff>> {
    Ok(find_staff(read, id)?.map(|person| ClaimStaff { id, name: person.info.name }))
}

/// The staff members to whom claims can be assigned, sorted by name.
pub(super) fn choices(read: &Read<'_>) -> AppResult<Vec<ClaimStaff>> {
    let active = queries::active_staff(read)?.into_iter();
    let able = active.filter(|(_, _, role)| answers_claims(*role));
    let mut found: Vec<_> = able.map(|(id, name, _)| ClaimStaff { id, name }).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name).then(one.id.cmp(&other.id)));
    Ok(found)
}

/// The queue in figures.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::admin) struct WaitingClaims {
    /// Claims that wait for an answer.
    pub(in crate::staff::admin) count: usize,
    /// Those whose deadline has passed.
    pub(in crate::staff::admin) late: usize,
    /// Those whose deadline is later today, in Hong Kong.
    due_today: usize,
    /// Claims that were approved or refused this month, in Hong Kong.
    answered: usize,
    /// Those of them that were answered by their deadline.
    answered_in_time: usize,
}

/// The queue in figures.
pub(in crate::staff::admin) fn waiting(read: &Read<'_>) -> AppResult<WaitingClaims> {
    let (now, since) = (read.now(), queries::waiting_since(read)?);
    let due: Vec<Timestamp> = since.iter().map(|since| claims::due_after(*since)).collect();
    let late = due.iter().filter(|due| **due < now).count();
    let today = due.iter().filter(|due| Day::of(**due) == Day::of(now)).count();
    let late_today = due.iter().filter(|due| **due < now && Day::of(**due) == Day::of(now)).count();
    let this_month = Day::of(now).plus(1 - i64::from(Day::of(now).day_of_month())).start();
    let answered = queries::answered_since(read, this_month)?;
    let in_time = answered.iter().filter(|(since, at)| *at <= claims::due_after(*since)).count();
    Ok(WaitingClaims {
        count: due.len(),
        late,
        due_today: today - late_today,
        answered: answered.len(),
        answered_in_time: in_time,
    })
}

/// The place of a claim in the queue.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ClaimPlace {
    /// Number of claims that wait.
    waiting: i64,
    /// The claim's place among them, from 1; absent if the claim was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    nth: Option<i64>,
    /// The claim before it in the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<ClaimId>,
    /// The claim after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<ClaimId>,
    /// The next claim that nobody else looks after, from the start of the queue if there is none after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<ClaimId>,
}

/// The place of a claim in the queue. Fails with `not_found`.
pub(super) fn place(read: &Read<'_>, staff: &AuditedStaff, id: ClaimId) -> AppResult<ClaimPlace> {
    let claim = claims::find(read, id)?.ok_or(NOT_FOUND)?;
    let all = ClaimFilter::waiting();
    let mine = Some(ClaimHolder::FreeFor(StaffId::from_bytes(staff.actor.id)));
    let free = ClaimFilter { holder: mine, ..all.clone() };
    let (earlier, previous) = queries::before(read, &claim)?;
    let first_after = |wanted: &ClaimFilter| Ok::<_, AppError>(queries::list(read, wanted, Some(&claim), 1)?.pop());
    let first = |wanted: &ClaimFilter| {
        let two = queries::list(read, wanted, None, 2)?;
        Ok::<_, AppError>(two.into_iter().find(|one| *one != id))
    };
    Ok(ClaimPlace {
        waiting: queries::count_waiting(read, &all)?,
        nth: (claim.status == ClaimStatus::Waiting).then_some(earlier + 1),
        previous,
        next: first_after(&all)?,
        free: first_after(&free)?.map_or_else(|| first(&free), |found| Ok(Some(found)))?,
    })
}

/// Assigns a claim to a member of staff, or removes the assignment. A repetition changes and audits nothing. Fails with
/// `not_found`, `claim_decided`, and 400 for a person who answers no claims.
pub(super) fn assign(tx: &Tx<'_>, staff: &AuditedStaff, id: ClaimId, assignee: Option<StaffId>) -> AppResult<()> {
    let before = claims::undecided(tx, id)?;
    if before.assigned_to == assignee {
        return Ok(());
    }
    claims::assign(tx, id, assignee)?;
    note(tx, staff, "claim.assign", &before)
}

/// Fails with 400 for a person who answers no claims.
pub(super) fn require_able(read: &Read<'_>, assignee: Option<StaffId>) -> AppResult<()> {
    let Some(id) = assignee else { return Ok(()) };
    let able = find_staff(read, id)?.is_some_and(|person| person.is_active() && answers_claims(person.info.role));
    if able { Ok(()) } else { Err(AppError::invalid_field("staff", "answers_no_claims")) }
}

/// Removes a person's assignments if the person may no longer answer claims, because the account was removed or
/// suspended or has another role.
pub fn unassign_all(tx: &Tx<'_>, staff: &AuditedStaff, person: StaffId) -> AppResult<()> {
    if require_able(tx, Some(person)).is_ok() {
        return Ok(());
    }
    claims::assigned_to(tx, person)?.into_iter().try_for_each(|id| assign(tx, staff, id, None))
}
