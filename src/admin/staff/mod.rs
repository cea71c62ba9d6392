//! The staff at the desk: inviting colleagues, what they may do, and letting them go. Only owners.

pub(super) mod http;

use serde::{Deserialize, Serialize};

use super::{Hand, STALE};
use crate::auth::Role;
use crate::auth::staff::{
    self, Invitation, Letterhead, ShownLink, StaffChange, StaffRecord, check_name, find_staff, remove_staff,
    update_staff,
};
use crate::auth::{second_factor, staff_sessions};
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::partners;
use crate::store::{Read, Tx};

/// What an owner may do to a colleague and not to themselves.
pub const NOT_YOURSELF: ProblemType = ProblemType::new("not_yourself", 409, "Not to yourself");

/// Somebody to invite.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct InviteRequest {
    /// What colleagues call them, at most 100 characters.
    #[serde(default)]
    name: String,
    /// Where the link goes, and what they will sign in with.
    #[serde(default)]
    email: String,
    role: Role,
    /// For role merchant alone.
    #[serde(default)]
    #[schema(required = false)]
    partner_id: Option<PartnerId>,
}

impl InviteRequest {
    fn read(&self) -> AppResult<Invitation> {
        match (check_name(&self.name), Email::parse(&self.email)) {
            (Ok(name), Some(email)) => Ok(Invitation { name, email, role: self.role, partner: self.partner_id }),
            (name, email) => {
                let unreadable = email.is_none().then(|| FieldProblem::new("email", "invalid_email"));
                Err(AppError::invalid([name.err(), unreadable].into_iter().flatten().collect()))
            }
        }
    }
}

/// What an owner may change of somebody.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StaffRequest {
    /// What colleagues call them, at most 100 characters.
    #[serde(default)]
    name: String,
    role: Role,
    /// For role merchant alone.
    #[serde(default)]
    #[schema(required = false)]
    partner_id: Option<PartnerId>,
    /// Whether they are kept from signing in; it ends their sessions.
    #[serde(default)]
    #[schema(required = false)]
    suspended: bool,
}

impl StaffRequest {
    fn read(&self) -> AppResult<StaffChange> {
        let name = check_name(&self.name).map_err(|problem| AppError::invalid(vec![problem]))?;
        Ok(StaffChange { name, role: self.role, partner: self.partner_id, suspended: self.suspended })
    }
}

/// What grants somebody rights, as another owner approves it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum StaffOrder {
    Invite { request: InviteRequest, console_url: String, language: Language },
    Change { id: StaffId, request: StaffRequest },
}

/// Does what another owner has approved, in the name of whoever asked for it.
pub(super) fn carry_out(tx: &Tx<'_>, asker: &Hand, order: &StaffOrder) -> AppResult<()> {
    match order {
        StaffOrder::Invite { request, console_url, language } => {
            let letterhead = Letterhead { console_url: console_url.clone(), language: *language };
            invite(tx, asker, &letterhead, &request.read()?).map(|_| ())
        }
        StaffOrder::Change { id, request } => replace(tx, asker, *id, None, &request.read()?).map(|_| ()),
    }
}

fn known(read: &Read<'_>, id: StaffId) -> AppResult<StaffRecord> {
    Ok(find_staff(read, id)?.ok_or(NOT_FOUND)?)
}

fn require_version(person: &StaffRecord, version: Option<i64>) -> AppResult<()> {
    if version.is_some_and(|version| version != person.version) { Err(STALE.into()) } else { Ok(()) }
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
    require_version(&before, version)?;
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
