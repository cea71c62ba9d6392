//! Staff accounts in the admin: invitations, roles and removal. Only owners may change them.

pub mod http;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::Role;
use crate::auth::staff::{
    self, Invitation, ShownLink, StaffChange, StaffLinkContext, StaffRecord, check_name, find_staff, remove_staff,
    update_staff,
};
use crate::auth::{second_factor, staff_sessions};
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::member::partners;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::claims;
use crate::staff::approvals::{self, PendingAction};
use crate::staff::kit::replace_body::{edited, require_settled};
use crate::staff::kit::{AuditedStaff, STALE};

/// An owner may do this to colleagues, but not to themselves.
pub const NOT_YOURSELF: ProblemType = ProblemType::new("not_yourself", 409, "Not to yourself");

/// While approvals are required there must be two owners, because one owner alone could neither approve a change nor
/// switch approvals off.
pub const TWO_OWNERS_NEEDED: ProblemType = ProblemType::new("two_owners_needed", 409, "Two owners are needed");

/// A person to invite.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InviteRequest {
    /// The name that colleagues see, at most 100 characters.
    #[serde(default)]
    name: String,
    /// The address for the link and for sign-in.
    #[serde(default)]
    email: String,
    role: Role,
    /// Only for the role merchant.
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

/// Fields of a staff account that an owner may change.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffRequest {
    /// The name that colleagues see, at most 100 characters.
    #[serde(default)]
    name: String,
    role: Role,
    /// Only for the role merchant.
    #[serde(default)]
    #[schema(required = false)]
    partner_id: Option<PartnerId>,
    /// Whether the person is suspended, which ends their sessions.
    #[serde(default)]
    #[schema(required = false)]
    suspended: bool,
}

impl StaffRequest {
    /// Reads the body that replaces the account `shown`. The e-mail address cannot change. A client that sends back
    /// the resource of a suspended person has `status` but not the form's `suspended`: the person stays suspended.
    fn put_back(mut body: Value, shown: &StaffRecord) -> AppResult<Self> {
        require_settled(&body, shown, "email")?;
        if let Some(body) = body.as_object_mut()
            && body.get("status").is_some_and(|status| status == "suspended")
        {
            body.entry("suspended").or_insert(Value::Bool(true));
        }
        let StaffRecord { info, .. } = shown;
        let form = Self { name: info.name.clone(), role: info.role, partner_id: info.partner_id, suspended: false };
        edited(body, shown, &form)
    }

    fn read(&self) -> AppResult<StaffChange> {
        let name = check_name(&self.name).map_err(|problem| AppError::invalid(vec![problem]))?;
        Ok(StaffChange { name, role: self.role, partner: self.partner_id, suspended: self.suspended })
    }
}

/// A change of staff rights, as it waits for another owner's approval.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum StaffOrder {
    Invite {
        request: InviteRequest,
        console_url: String,
        language: Language,
    },
    Change {
        id: StaffId,
        request: StaffRequest,
        /// The version to change: another owner may change the account before the approval.
        #[serde(default)]
        version: Option<i64>,
    },
    RemoveSecondFactor {
        id: StaffId,
    },
}

impl PendingAction for StaffOrder {
    const NAME: &'static str = "Staff";
    const MOVES_POINTS: bool = false;

    fn locked_out(&self) -> Option<StaffId> {
        match self {
            StaffOrder::RemoveSecondFactor { id } => Some(*id),
            StaffOrder::Invite { .. } | StaffOrder::Change { .. } => None,
        }
    }

    fn version(&self) -> Option<i64> {
        match self {
            StaffOrder::Invite { .. } | StaffOrder::RemoveSecondFactor { .. } => None,
            StaffOrder::Change { version, .. } => *version,
        }
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        match self {
            StaffOrder::Invite { request, console_url, language } => {
                let letterhead = StaffLinkContext { console_url, language };
                invite(tx, asker, &letterhead, &request.read()?).map(drop)?;
            }
            StaffOrder::Change { id, request, version } => {
                replace(tx, asker, id, version, &request.read()?).map(drop)?;
            }
            StaffOrder::RemoveSecondFactor { id } => remove_second_factor(tx, asker, id)?,
        }
        Ok(Value::Null)
    }
}

fn known(read: &Read<'_>, id: StaffId) -> AppResult<StaffRecord> {
    Ok(find_staff(read, id)?.ok_or(NOT_FOUND)?)
}

fn require_version(person: &StaffRecord, version: Option<i64>) -> AppResult<()> {
    if version.is_some_and(|version| version != person.version) { Err(STALE.into()) } else { Ok(()) }
}

fn require_colleague(staff: &AuditedStaff, id: StaffId) -> AppResult<()> {
    if staff.actor.id == *id.as_bytes() { Err(NOT_YOURSELF.into()) } else { Ok(()) }
}

/// Fails with [`TWO_OWNERS_NEEDED`] where two people are required and this is one of the last two owners.
fn require_two_owners(read: &Read<'_>, person: &StaffRecord) -> AppResult<()> {
    let owns = person.info.role == Role::Owner && person.is_active();
    // For the only owner, `last_owner` is the better error and is raised later.
    let last_two = owns && approvals::are_needed(read)? && staff::count_owners(read)? == 2;
    if last_two { Err(TWO_OWNERS_NEEDED.into()) } else { Ok(()) }
}

/// Fails with [`TWO_OWNERS_NEEDED`] if the change would leave fewer than two owners where two people are required.
fn require_enough_owners(read: &Read<'_>, person: &StaffRecord, change: &StaffChange) -> AppResult<()> {
    let stays = change.role == Role::Owner && !change.suspended;
    if stays { Ok(()) } else { require_two_owners(read, person) }
}

fn require_partner(read: &Read<'_>, partner: Option<PartnerId>) -> AppResult<()> {
    match partner {
        Some(id) if partners::find(read, id)?.is_none() => Err(AppError::invalid_field("partnerId", "unknown_partner")),
        _ => Ok(()),
    }
}

/// The link as the response may show it. Where two people are required, only the invited person gets it by e-mail;
/// otherwise an owner could use it and act as both people.
pub fn shown(read: &Read<'_>, link: ShownLink) -> AppResult<ShownLink> {
    Ok(if approvals::are_needed(read)? { ShownLink { link: None, ..link } } else { link })
}

/// Invites a person. Fails with `email_in_use`, `partner_required` and `unknown_partner`.
pub fn invite(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    letterhead: &StaffLinkContext,
    person: &Invitation,
) -> AppResult<(StaffRecord, ShownLink)> {
    require_partner(tx, person.partner)?;
    let (id, link) = staff::invite(tx, letterhead, person)?;
    let made = known(tx, id)?;
    staff.note(tx, "staff.invite", id, None, Some(&made))?;
    Ok((made, link))
}

/// Changes an account that is still at `version` (`None` for any). Fails with `not_found`, [`STALE`],
/// [`NOT_YOURSELF`], `partner_required`, `unknown_partner`, [`TWO_OWNERS_NEEDED`] and `last_owner`.
fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: StaffId,
    version: Option<i64>,
    change: &StaffChange,
) -> AppResult<StaffRecord> {
    let before = known(tx, id)?;
    require_version(&before, version)?;
    if change.suspended {
        require_colleague(staff, id)?;
    }
    require_partner(tx, change.partner)?;
    require_enough_owners(tx, &before, change)?;
    update_staff(tx, id, change)?;
    let after = known(tx, id)?;
    staff.note(tx, "staff.update", id, Some(&before), Some(&after))?;
    claims::unassign_all(tx, staff, id)?;
    Ok(after)
}

/// Removes a member of staff. Fails with `not_found`, [`NOT_YOURSELF`], [`TWO_OWNERS_NEEDED`] and `last_owner`.
pub fn remove(tx: &Tx<'_>, staff: &AuditedStaff, id: StaffId) -> AppResult<()> {
    let before = known(tx, id)?;
    require_colleague(staff, id)?;
    require_two_owners(tx, &before)?;
    remove_staff(tx, id)?;
    staff.note(tx, "staff.remove", id, Some(&before), None)?;
    claims::unassign_all(tx, staff, id)
}

/// Removes a lost second factor and ends the person's sessions. Fails with `not_found` and [`NOT_YOURSELF`].
fn remove_second_factor(tx: &Tx<'_>, staff: &AuditedStaff, id: StaffId) -> AppResult<()> {
    let before = known(tx, id)?;
    require_colleague(staff, id)?;
    second_factor::remove_all(tx, id)?;
    staff_sessions::end_all(tx, id)?;
    staff.note(tx, "staff.remove_second_factor", id, Some(&before), Some(&known(tx, id)?))
}

/// Ends all sessions of a member of staff. Fails with `not_found`.
fn end_sessions(tx: &Tx<'_>, staff: &AuditedStaff, id: StaffId) -> AppResult<()> {
    known(tx, id)?;
    staff_sessions::end_all(tx, id)?;
    staff.note::<StaffRecord>(tx, "staff.end_sessions", id, None, None)
}
