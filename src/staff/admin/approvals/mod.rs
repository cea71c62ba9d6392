//! Two people for the weightiest changes: one asks, another approves that very request, and it is
//! carried out once. Where the answer shows a secret or a file, whoever asked repeats the call.

pub(super) mod alone;
mod deciders;
pub(super) mod http;
mod pending_action;
mod queries;
mod subject;

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Hand;
use super::for_cli::Waiting;
use super::permissions::{ApprovalReaders, Settlers};
use crate::auth::staff::find_staff;
use crate::auth::{Principal, Role};
use crate::base::clock::Timestamp;
use crate::base::id::{ApprovalId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::settings;
use crate::platform::audit::Actor;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::idempotency::{self, Answer, IdempotencyKey, Slot};
use crate::platform::store::{Read, Tx};

pub(super) use self::alone::Share;
pub(super) use self::pending_action::Deed;

/// Somebody else has to decide.
pub const OTHER_PERSON_NEEDED: ProblemType = ProblemType::new("other_person_needed", 403, "Another person needed");
/// It has been decided, is too old, or whoever asked may no longer ask.
pub const APPROVAL_CLOSED: ProblemType = ProblemType::new("approval_closed", 409, "Approval closed");

/// Another person has to approve it, which is asked for by the call that changes this alone, not with many.
pub const APPROVAL_NEEDED: ProblemType = ProblemType::new("approval_needed", 409, "Approval needed");

/// The status of the answer to a call that waits for another person.
const WAITS: u16 = 202;
/// How long a request waits, and an approval works.
const WAITING_TIME: Duration = Duration::from_secs(24 * 3_600);

/// A request that needs a second person.
pub(super) struct Ask {
    /// As the trail names it.
    pub(super) action: &'static str,
    /// The id of what it is done to.
    pub(super) target: String,
    pub(super) method: &'static str,
    pub(super) path: String,
    /// Where the call has one.
    pub(super) key: Option<IdempotencyKey>,
    pub(super) body: Value,
    /// What the body shows masked or does not show. It is part of the digest: an approval holds for this call alone.
    pub(super) exact: Option<String>,
    /// `None` where whoever asked repeats the call.
    pub(super) deed: Option<Deed>,
}

impl Ask {
    fn digest(&self) -> AppResult<[u8; 32]> {
        let mut digest = Sha256::new();
        let body = serde_json::to_string(&self.body)?;
        let key = self.key.as_ref().map_or("", IdempotencyKey::text);
        for part in [self.method, &self.path, key, &body].into_iter().chain(self.exact.as_deref()) {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        if let Some(version) = self.deed.as_ref().and_then(Deed::version) {
            digest.update(version.to_be_bytes());
        }
        Ok(digest.finalize().into())
    }
}

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApprovalStatus)]
pub(super) enum Standing {
    /// Waits for another person.
    Pending,
    /// Whoever asked may carry it out now, by repeating the call.
    Approved,
    /// Will not be carried out.
    Refused,
    /// Has been carried out.
    Done,
    /// Nobody decided in time, or nobody carried it out.
    Expired,
}

impl Standing {
    const ALL: [Standing; 5] =
        [Standing::Pending, Standing::Approved, Standing::Refused, Standing::Done, Standing::Expired];

    const fn name(self) -> &'static str {
        match self {
            Standing::Pending => "pending",
            Standing::Approved => "approved",
            Standing::Refused => "refused",
            Standing::Done => "done",
            Standing::Expired => "expired",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.name() == name)
    }
}

/// Somebody who asked or decided.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ApprovalPerson)]
pub(super) struct Person {
    #[serde(rename = "_id")]
    id: StaffId,
    name: String,
}

/// A request that needs, or needed, a second person.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Approval {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: ApprovalId,
    /// What is to be done, such as `member.adjust`.
    action: String,
    /// The id of what it is to be done to.
    target: String,
    method: String,
    path: String,
    /// The body of the request.
    #[schema(value_type = Object)]
    body: Value,
    status: Standing,
    /// Whether whoever asked carries it out by repeating the call, once it is approved.
    repeats: bool,
    asked_by: Person,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<Person>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<Timestamp>,
    /// What whoever decided wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    created: Timestamp,
    /// Nobody can approve it later, nor carry it out.
    expires: Timestamp,
    /// The [`Deed`], unread: a file of credits is long. Lists leave it out.
    #[serde(skip)]
    deed: Option<String>,
    #[serde(skip)]
    asked_as: (String, String),
    #[serde(skip)]
    answer_key: Option<Slot>,
}

/// Which request an earlier answer told of.
#[derive(Deserialize)]
struct Asked {
    #[serde(rename = "_id")]
    id: ApprovalId,
}

impl CsvRow for Approval {
    const HEADINGS: &'static [&'static str] =
        &["_id", "created", "action", "target", "status", "askedBy", "decidedBy", "decidedAt", "note", "expires"];

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
    /// The answer to a call that waits for another person.
    pub(super) fn answer(&self) -> AppResult<Answer> {
        Ok(Answer { status: WAITS, body: serde_json::to_string(self)?, replayed: false })
    }

    fn deed(&self) -> AppResult<Option<Deed>> {
        Ok(self.deed.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// Whoever asked, as the trail names them.
    fn asker(&self, hand: &Hand) -> AppResult<Hand> {
        let (role, address) = &self.asked_as;
        let role = Role::from_name(role).ok_or(APPROVAL_CLOSED)?.name();
        let address = address.parse::<IpAddr>().unwrap_or(hand.actor.address);
        let actor = Actor { id: *self.asked_by.id.as_bytes(), name: self.asked_by.name.clone(), role, address };
        Ok(Hand { actor, keys: hand.keys.clone(), principal: Principal::WithoutSession })
    }
}

/// Forgets sums of the day before; gives how many rows.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    alone::forget_old(tx)
}

/// Whether the programme asks for two people at all.
pub(super) fn are_needed(read: &Read<'_>) -> AppResult<bool> {
    Ok(settings::current(read)?.two_person)
}

/// Whether `ask` needs a second person: where the programme asks for two people, and whatever the programme asks for where
/// somebody proposes an adjustment that they may not make.
fn is_needed_for(read: &Read<'_>, hand: &Hand, ask: &Ask) -> AppResult<bool> {
    let proposes = matches!(ask.deed, Some(Deed::Adjust { .. })) && !hand.may_issue();
    Ok(proposes || are_needed(read)?)
}

/// `None` when the call may go ahead: nobody asks for a second person, or one has approved it and
/// it is used up by this. Else the request that waits, new or known. Fails where nobody could decide.
fn admit(tx: &Tx<'_>, hand: &Hand, ask: &Ask) -> AppResult<Option<Approval>> {
    if !is_needed_for(tx, hand, ask)? {
        return Ok(None);
    }
    let (digest, asker) = (ask.digest()?, StaffId::from_bytes(hand.actor.id));
    let known = queries::newest(tx, &digest, asker)?;
    match known.as_ref().map(|approval| approval.status) {
        Some(Standing::Approved) => {
            let approval = known.ok_or(NOT_FOUND)?;
            queries::set_done(tx, approval.id)?;
            hand.note::<Approval>(tx, "approval.use", approval.id, None, None)?;
            Ok(None)
        }
        Some(Standing::Pending) => Ok(known),
        // A key is for one request, whatever came of it.
        Some(Standing::Done | Standing::Refused) if ask.key.is_some() => Ok(known),
        _ => {
            deciders::require_one(tx, asker, ask)?;
            let id = ApprovalId::made_at(tx.now());
            queries::insert(tx, id, &digest, hand, ask, tx.now().plus(WAITING_TIME))?;
            let made = known_one(tx, id)?;
            hand.note(tx, "approval.ask", id, None, Some(&made))?;
            Ok(Some(made))
        }
    }
}

/// What a call came to that may need a second person.
pub(super) enum Outcome<T> {
    /// It was done.
    Done(T),
    /// It waits.
    Waits(Box<Approval>),
}

/// Does it, unless `ask` says that it needs a second person and nobody has approved it yet.
pub(super) fn unless_waiting<T>(
    tx: &Tx<'_>,
    hand: &Hand,
    ask: Option<&Ask>,
    act: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<Outcome<T>> {
    let waiting = match ask {
        Some(ask) => admit(tx, hand, ask)?,
        None => None,
    };
    match waiting {
        Some(approval) => Ok(Outcome::Waits(Box::new(approval))),
        None => act(tx).map(Outcome::Done),
    }
}

/// The same for a call that moves points: its answer, or 202 with the request that waits, under the
/// key of `ask`. Whatever it came to first is what the key gets again, however many people are needed
/// by then: while it waits the request as it stands, and once it was approved what came of it. `check`
/// refuses what nobody should be asked about.
pub(super) fn answer_unless_waiting<R: Serialize, T: Serialize>(
    tx: &Tx<'_>,
    hand: &Hand,
    (key, request): (&IdempotencyKey, &R),
    ask: Option<&Ask>,
    check: impl FnOnce(&Tx<'_>) -> AppResult<()>,
    act: impl FnOnce(&Tx<'_>) -> AppResult<T>,
) -> AppResult<Answer> {
    let told = idempotency::once_told(tx, &hand.actor.id, key, request, |tx| {
        if let Some(ask) = ask
            && is_needed_for(tx, hand, ask)?
        {
            check(tx)?;
        }
        Ok(Some(match unless_waiting(tx, hand, ask, act)? {
            Outcome::Done(done) => (200, serde_json::to_string(&done)?),
            Outcome::Waits(approval) => (WAITS, serde_json::to_string(&approval)?),
        }))
    })?;
    let answer = told.ok_or(NOT_FOUND)?;
    if answer.status != WAITS || !answer.replayed {
        return Ok(answer);
    }
    let Asked { id } = serde_json::from_str(&answer.body)?;
    Ok(match queries::find(tx, id)? {
        Some(approval) => Answer { body: serde_json::to_string(&approval)?, ..answer },
        None => answer,
    })
}

/// What stands so, newest first, for the shell.
pub(super) fn in_short(read: &Read<'_>, standing: Standing, limit: i64) -> AppResult<Vec<Waiting>> {
    let found = queries::list(read, None, Some(standing), ApprovalId::from_bytes([0xff; 16]), limit)?;
    let short = |one: Approval| Waiting {
        id: one.id,
        action: one.action,
        by: one.asked_by.name,
        until: one.expires,
        body: one.body,
    };
    Ok(found.into_iter().map(short).collect())
}

fn known_one(read: &Read<'_>, id: ApprovalId) -> AppResult<Approval> {
    Ok(queries::find(read, id)?.ok_or(NOT_FOUND)?)
}

/// Whose requests somebody may read: `None` for everybody's, else their own.
fn whose_to_read(hand: &Hand) -> Option<StaffId> {
    (!hand.is_of::<ApprovalReaders>()).then(|| StaffId::from_bytes(hand.actor.id))
}

/// One that somebody may read. Fails with `not_found`.
fn readable_one(read: &Read<'_>, hand: &Hand, id: ApprovalId) -> AppResult<Approval> {
    let approval = known_one(read, id)?;
    let readable = whose_to_read(hand).is_none_or(|asker| asker == approval.asked_by.id);
    if readable { Ok(approval) } else { Err(NOT_FOUND.into()) }
}

/// One that waits, and whose asker may still ask. Fails with `not_found` and [`APPROVAL_CLOSED`].
fn open_one(tx: &Tx<'_>, id: ApprovalId) -> AppResult<Approval> {
    let approval = known_one(tx, id)?;
    let asker = find_staff(tx, approval.asked_by.id)?.filter(|person| person.is_active());
    let may_ask = asker.is_some_and(|person| person.info.role.name() == approval.asked_as.0);
    if approval.status == Standing::Pending && may_ask { Ok(approval) } else { Err(APPROVAL_CLOSED.into()) }
}

/// Roles and keys are the owners' affair, and so is what leaves the house.
fn require_decider(hand: &Hand, approval: &Approval) -> AppResult<()> {
    let moves_points = approval.deed()?.is_some_and(|deed| deed.moves_points());
    let another = *approval.asked_by.id.as_bytes() != hand.actor.id;
    let entitled = if moves_points { hand.is_of::<Settlers>() } else { hand.actor.role == Role::Owner.name() };
    if another && entitled { Ok(()) } else { Err(OTHER_PERSON_NEEDED.into()) }
}

/// Approves, and carries out what can be. Fails with `not_found`, [`OTHER_PERSON_NEEDED`],
/// [`APPROVAL_CLOSED`], and as the change itself does: then it goes on waiting.
pub(super) fn approve(tx: &Tx<'_>, hand: &Hand, id: ApprovalId, note: Option<&str>) -> AppResult<Approval> {
    let before = open_one(tx, id)?;
    require_decider(hand, &before)?;
    let (deed, status) = (before.deed()?, if before.deed.is_some() { Standing::Done } else { Standing::Approved });
    queries::decide(tx, id, hand, status, note)?;
    let after = known_one(tx, id)?;
    hand.note(tx, "approval.approve", id, Some(&before), Some(&after))?;
    let asker = before.asker(hand)?;
    let told = deed.map(|deed| deed.carry_out(tx, &asker)).transpose()?;
    if let (Some(slot), Some(told)) = (before.answer_key, told) {
        idempotency::conclude(tx, slot, &told)?;
    }
    Ok(after)
}

/// Refuses, or takes back what one asked for oneself. Fails with `not_found`,
/// [`OTHER_PERSON_NEEDED`] and [`APPROVAL_CLOSED`].
pub(super) fn refuse(tx: &Tx<'_>, hand: &Hand, id: ApprovalId, reason: &str) -> AppResult<Approval> {
    let before = open_one(tx, id)?;
    if *before.asked_by.id.as_bytes() != hand.actor.id {
        require_decider(hand, &before)?;
    }
    queries::decide(tx, id, hand, Standing::Refused, Some(reason))?;
    let after = known_one(tx, id)?;
    hand.note(tx, "approval.refuse", id, Some(&before), Some(&after))?;
    Ok(after)
}
