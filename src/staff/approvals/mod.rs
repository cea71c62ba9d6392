//! Approvals: the most important changes need two people. One person sends the request, another approves exactly that
//! request, and it is carried out once. If the response has a secret or a file, the person who asked repeats the
//! request.

pub mod alone;
mod deciders;
mod pending_action;
mod queries;

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::auth::staff::find_staff;
use crate::auth::{Principal, Role};
use crate::base::clock::Timestamp;
use crate::base::id::{ApprovalId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::settings;
use crate::platform::audit::Actor;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer, Slot};
use crate::platform::store::{Read, Tx, stored_names};
use crate::staff::kit::AuditedStaff;
use crate::staff::kit::permissions::{ApprovalReaders, Settlers};

pub use self::alone::{PointsChange, forget_old};
pub use self::deciders::deciders_of_points;
pub use self::pending_action::{ActionKind, ActionKinds, ActionSubject, AskedAction, PendingAction};
pub use self::queries::list;

/// Another person has to decide.
pub const OTHER_PERSON_NEEDED: ProblemType = ProblemType::new("other_person_needed", 403, "Another person needed");
/// The request is decided or expired, or the person who asked may no longer ask for it.
pub const APPROVAL_CLOSED: ProblemType = ProblemType::new("approval_closed", 409, "Approval closed");

/// The change needs approval, which only the call for one record can ask for, not a bulk call.
pub const APPROVAL_NEEDED: ProblemType = ProblemType::new("approval_needed", 409, "Approval needed");

/// Response status of a request that waits for approval.
const WAITS: u16 = 202;
/// Time until a pending request expires, and an approved one that was not repeated.
const WAITING_TIME: Duration = Duration::from_secs(24 * 3_600);

/// A request that needs approval by a second person.
pub struct ApprovalRequest {
    /// The name of the audit action.
    pub action: &'static str,
    /// The id of the record that the action changes.
    pub target: String,
    pub method: &'static str,
    pub path: String,
    /// The request's idempotency key, if it has one.
    pub key: Option<IdempotencyKey>,
    pub body: Value,
    /// Values that the body masks or omits. They are part of the digest, so that an approval holds for this exact
    /// request.
    pub exact: Option<String>,
    /// `None` where the person who asked repeats the request after approval.
    pub pending: Option<AskedAction>,
}

impl ApprovalRequest {
    /// The digest by which a repeated request is known. Where the server carries the action out, the action counts and not
    /// the body, because a body may show figures that change by the minute.
    fn digest(&self) -> AppResult<[u8; 32]> {
        let mut digest = Sha256::new();
        let body = match &self.pending {
            Some(action) => action.stored.clone(),
            None => serde_json::to_string(&self.body)?,
        };
        let key = self.key.as_ref().map_or("", IdempotencyKey::text);
        for part in [self.method, &self.path, key, &body].into_iter().chain(self.exact.as_deref()) {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        if let Some(version) = self.pending.as_ref().and_then(|pending| pending.version) {
            digest.update(version.to_be_bytes());
        }
        Ok(digest.finalize().into())
    }
}

/// Status of a request for approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApprovalStatus)]
pub enum ApprovalStatus {
    /// The request waits for another person.
    Pending,
    /// The person who asked may carry it out now, by repeating the request.
    Approved,
    /// The request was refused and will not be carried out.
    Refused,
    /// The request was carried out.
    Done,
    /// The request was not decided in time, or not carried out in time.
    Expired,
}
stored_names! {
    ApprovalStatus {
        Pending = "pending", Approved = "approved", Refused = "refused", Done = "done", Expired = "expired",
    }
}

/// The person who asked or decided.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ApprovalPerson)]
pub struct ApprovalPerson {
    #[serde(rename = "_id")]
    id: StaffId,
    pub name: String,
}

/// A request for approval by a second person.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: ApprovalId,
    /// The action, such as `member.adjust`.
    pub action: String,
    /// The id of the record that the action changes.
    pub target: String,
    method: String,
    path: String,
    /// The body of the request.
    #[schema(value_type = Object)]
    pub body: Value,
    status: ApprovalStatus,
    /// Whether the person who asked must repeat the request once it is approved.
    repeats: bool,
    pub asked_by: ApprovalPerson,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<ApprovalPerson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    /// Note or reason of the person who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    created: Timestamp,
    /// Time after which it can be neither approved nor carried out.
    pub expires: Timestamp,
    /// The [`PendingAction`], not yet parsed because a credit batch is long. Lists leave it out.
    #[serde(skip)]
    pending: Option<String>,
    #[serde(skip)]
    asked_as: (String, String),
    #[serde(skip)]
    answer_key: Option<Slot>,
}

/// The id of the request in an earlier 202 response.
#[derive(Deserialize)]
struct ApprovalReference {
    #[serde(rename = "_id")]
    id: ApprovalId,
}

impl CsvRow for Approval {
    const HEADINGS: &'static str = "_id,created,action,target,status,askedBy,decidedBy,decidedAt,note,expires";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.created.into(),
            self.action.clone().into(),
            self.target.clone().into(),
            self.status.name().into(),
            self.asked_by.name.clone().into(),
            self.decided_by.as_ref().map(|person| person.name.clone()).into(),
            self.decided_at.into(),
            self.note.clone().into(),
            self.expires.into(),
        ]
    }
}

impl Approval {
    /// The 202 response to a request that waits for approval.
    pub fn answer(&self) -> AppResult<ReplayableAnswer> {
        Ok(ReplayableAnswer { status: WAITS, body: serde_json::to_string(self)?, replayed: false })
    }

    /// Whether this person sent the request.
    pub fn is_by(&self, staff: &AuditedStaff) -> bool {
        *self.asked_by.id.as_bytes() == staff.actor.id
    }

    /// The kind of its action; `None` where the person who asked repeats the request.
    fn kind(&self, kinds: ActionKinds) -> AppResult<Option<&'static ActionKind>> {
        self.pending.as_deref().map(|stored| pending_action::kind_of(kinds, stored)).transpose()
    }

    /// The action of the request, if it has the type `A`.
    pub fn action<A: PendingAction>(&self) -> AppResult<Option<A>> {
        Ok(self.pending.as_deref().map(pending_action::read_if).transpose()?.flatten())
    }

    /// The records that its action is about.
    pub fn subject(&self, kinds: ActionKinds) -> AppResult<ActionSubject> {
        match &self.pending {
            Some(stored) => (pending_action::kind_of(kinds, stored)?.subject)(stored),
            None => Ok(ActionSubject::Nothing),
        }
    }

    /// The person who asked, as the audit names them.
    fn asker(&self, staff: &AuditedStaff) -> AppResult<AuditedStaff> {
        let (role, address) = &self.asked_as;
        let role = Role::from_name(role).ok_or(APPROVAL_CLOSED)?.name();
        let address = address.parse::<IpAddr>().unwrap_or(staff.actor.address);
        let actor = Actor { id: *self.asked_by.id.as_bytes(), name: self.asked_by.name.clone(), role, address };
        Ok(AuditedStaff { actor, keys: staff.keys.clone(), principal: Principal::WithoutSession })
    }
}

/// Whether the programme requires two people.
pub fn are_needed(read: &Read<'_>) -> AppResult<bool> {
    Ok(settings::current(read)?.two_person)
}

/// Whether `ask` needs approval: where the programme requires two people, and always where staff propose an
/// adjustment that they may not make themselves.
fn is_needed_for(read: &Read<'_>, staff: &AuditedStaff, ask: &ApprovalRequest) -> AppResult<bool> {
    let proposes = ask.pending.as_ref().is_some_and(|pending| pending.may_be_proposed) && !staff.may_issue();
    Ok(proposes || are_needed(read)?)
}

/// `None` when the action may proceed: no approval is needed, or an approval exists, which this call uses up.
/// Otherwise the pending request, new or known. Fails when nobody could decide.
fn admit(tx: &Tx<'_>, staff: &AuditedStaff, ask: &ApprovalRequest) -> AppResult<Option<Approval>> {
    if !is_needed_for(tx, staff, ask)? {
        return Ok(None);
    }
    let (digest, asker) = (ask.digest()?, StaffId::from_bytes(staff.actor.id));
    let known = queries::newest(tx, &digest, asker)?;
    match known.as_ref().map(|approval| approval.status) {
        Some(ApprovalStatus::Approved) => {
            let approval = known.ok_or(NOT_FOUND)?;
            queries::set_done(tx, approval.id)?;
            staff.note::<Approval>(tx, "approval.use", approval.id, None, None)?;
            Ok(None)
        }
        Some(ApprovalStatus::Pending) => Ok(known),
        // An idempotency key is for one request only, whatever its result.
        Some(ApprovalStatus::Done | ApprovalStatus::Refused) if ask.key.is_some() => Ok(known),
        _ => {
            deciders::require_one(tx, asker, ask)?;
            let id = ApprovalId::made_at(tx.now());
            queries::insert(tx, id, &digest, staff, ask, tx.now().plus(WAITING_TIME))?;
            let made = known_one(tx, id)?;
            staff.note(tx, "approval.ask", id, None, Some(&made))?;
            Ok(Some(made))
        }
    }
}

/// The result of a request that may need approval.
pub enum ApprovalOutcome<T> {
    /// The action was carried out.
    Done(T),
    /// The action waits for approval.
    Waits(Box<Approval>),
}

/// Runs `act`, unless `ask` needs an approval that it does not have yet.
pub fn unless_waiting<T>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    ask: Option<&ApprovalRequest>,
    act: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<ApprovalOutcome<T>> {
    let waiting = match ask {
        Some(ask) => admit(tx, staff, ask)?,
        None => None,
    };
    match waiting {
        Some(approval) => Ok(ApprovalOutcome::Waits(Box::new(approval))),
        None => act(tx).map(ApprovalOutcome::Done),
    }
}

/// Carries out a request that moves points, or asks for its approval. Returns its response, or 202 with the pending
/// request, stored under the idempotency key of `ask`. A replay gets the same result, even if the settings have changed
/// since: the current state of the request while it waits, and the result of the action after approval. `check` refuses
/// invalid requests before a second person sees them.
pub fn answer_unless_waiting<R: Serialize, T: Serialize>(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    (key, request): (&IdempotencyKey, &R),
    ask: Option<&ApprovalRequest>,
    check: impl FnOnce(&Tx<'_>) -> AppResult<()>,
    act: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<ReplayableAnswer> {
    let told = idempotency::once_told(tx, &staff.actor.id, key, request, |tx| {
        if let Some(ask) = ask
            && is_needed_for(tx, staff, ask)?
        {
            check(tx)?;
        }
        Ok(Some(match unless_waiting(tx, staff, ask, act)? {
            ApprovalOutcome::Done(done) => (200, serde_json::to_string(&done)?),
            ApprovalOutcome::Waits(approval) => (WAITS, serde_json::to_string(&approval)?),
        }))
    })?;
    let answer = told.ok_or(NOT_FOUND)?;
    if answer.status != WAITS || !answer.replayed {
        return Ok(answer);
    }
    let ApprovalReference { id } = serde_json::from_str(&answer.body)?;
    Ok(match queries::find(tx, id)? {
        Some(approval) => ReplayableAnswer { body: serde_json::to_string(&approval)?, ..answer },
        None => answer,
    })
}

pub fn known_one(read: &Read<'_>, id: ApprovalId) -> AppResult<Approval> {
    Ok(queries::find(read, id)?.ok_or(NOT_FOUND)?)
}

/// The staff member whose requests this person may read; `None` for everybody's.
pub fn whose_to_read(staff: &AuditedStaff) -> Option<StaffId> {
    (!staff.is_of::<ApprovalReaders>()).then(|| StaffId::from_bytes(staff.actor.id))
}

/// A request that this person may read. Fails with `not_found`.
pub fn readable_one(read: &Read<'_>, staff: &AuditedStaff, id: ApprovalId) -> AppResult<Approval> {
    let approval = known_one(read, id)?;
    let readable = whose_to_read(staff).is_none_or(|asker| asker == approval.asked_by.id);
    if readable { Ok(approval) } else { Err(NOT_FOUND.into()) }
}

/// A pending request whose asker still has the right to ask. Fails with `not_found` and [`APPROVAL_CLOSED`].
fn open_one(tx: &Tx<'_>, id: ApprovalId) -> AppResult<Approval> {
    let approval = known_one(tx, id)?;
    let asker = find_staff(tx, approval.asked_by.id)?.filter(|person| person.is_active());
    let may_ask = asker.is_some_and(|person| person.info.role.name() == approval.asked_as.0);
    if approval.status == ApprovalStatus::Pending && may_ask { Ok(approval) } else { Err(APPROVAL_CLOSED.into()) }
}

/// Only owners decide about roles, keys and data that leaves the server.
pub fn require_decider(staff: &AuditedStaff, kinds: ActionKinds, approval: &Approval) -> AppResult<()> {
    let moves_points = approval.kind(kinds)?.is_some_and(|kind| kind.moves_points);
    let another = !approval.is_by(staff);
    let entitled = if moves_points { staff.is_of::<Settlers>() } else { staff.actor.role == Role::Owner.name() };
    if another && entitled { Ok(()) } else { Err(OTHER_PERSON_NEEDED.into()) }
}

/// Approves a request, and carries it out if it can run alone. Fails with `not_found`, [`OTHER_PERSON_NEEDED`],
/// [`APPROVAL_CLOSED`], and as the change itself does: then it keeps waiting.
pub fn approve(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    kinds: ActionKinds,
    id: ApprovalId,
    note: Option<&str>,
) -> AppResult<Approval> {
    let before = open_one(tx, id)?;
    require_decider(staff, kinds, &before)?;
    let kind = before.kind(kinds)?;
    let status = if kind.is_some() { ApprovalStatus::Done } else { ApprovalStatus::Approved };
    queries::decide(tx, id, staff, status, note)?;
    let after = known_one(tx, id)?;
    staff.note(tx, "approval.approve", id, Some(&before), Some(&after))?;
    let asker = before.asker(staff)?;
    let told = match (kind, &before.pending) {
        (Some(kind), Some(stored)) => Some((kind.carry_out)(stored, tx, &asker)?),
        _ => None,
    };
    if let (Some(slot), Some(told)) = (before.answer_key, told) {
        idempotency::conclude(tx, slot, &told)?;
    }
    Ok(after)
}

/// Refuses a request, or withdraws one's own. Fails with `not_found`, [`OTHER_PERSON_NEEDED`] and
/// [`APPROVAL_CLOSED`].
pub fn refuse(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    kinds: ActionKinds,
    id: ApprovalId,
    reason: &str,
) -> AppResult<Approval> {
    let before = open_one(tx, id)?;
    if !before.is_by(staff) {
        require_decider(staff, kinds, &before)?;
    }
    queries::decide(tx, id, staff, ApprovalStatus::Refused, Some(reason))?;
    let after = known_one(tx, id)?;
    staff.note(tx, "approval.refuse", id, Some(&before), Some(&after))?;
    Ok(after)
}
