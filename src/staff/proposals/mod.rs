//! Proposals: managers of a partner propose items, articles and bonus hours. Staff of the programme accept a proposal,
//! ask for changes or refuse it. What is accepted becomes a draft, which staff review and publish like any other.
//!
//! This part has no routes. The counter has the calls of managers, and the admin has those of staff.

mod body;
mod letters;
mod outlook;
mod queries;
mod views;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::{PartnerId, ProposalId, RecordId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Tx, stored_names};
use crate::staff::kit::require_version;

pub use self::body::{ProposalBody, ProposedArticle, ProposedBonus, ProposedItem};
pub use self::letters::{tell_of_answer, tell_of_live};
pub use self::outlook::{PointPrices, ProposalOutlook, outlook};
pub use self::queries::{ProposalFilter, WaitingProposals, list, waiting};
pub use self::views::{ProposalPage, ProposalStage, ProposalView, page, view};

/// The proposal waits for an answer, or has its final one, so its content stays.
pub const PROPOSAL_LOCKED: ProblemType = ProblemType::new("proposal_locked", 409, "Proposal locked");
/// The proposal does not wait for an answer.
pub const PROPOSAL_NOT_SENT: ProblemType = ProblemType::new("proposal_not_sent", 409, "Proposal not sent");
/// The partner has as many proposals without a final answer as it may have.
pub const TOO_MANY_PROPOSALS: ProblemType = ProblemType::new("too_many_proposals", 409, "Too many proposals");

/// Most proposals of a partner without a final answer.
const MOST_OPEN: i64 = 100;

/// The kind of record that a proposal becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposalKind {
    /// An item.
    Item,
    /// An article.
    Article,
    /// An earning rule with hours.
    Bonus,
}
stored_names! { ProposalKind { Item = "item", Article = "article", Bonus = "bonus" } }

/// The state of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// A manager writes it, or has taken it back.
    Draft,
    /// It waits for an answer. It is locked, and a manager can take it back.
    Sent,
    /// Staff ask for changes; a manager makes them and sends it again.
    ChangesAsked,
    /// It became a draft of the programme.
    Accepted,
    /// It was refused, with a reason.
    Refused,
}
stored_names! {
    ProposalState {
        Draft = "draft", Sent = "sent", ChangesAsked = "changes_asked", Accepted = "accepted", Refused = "refused",
    }
}

impl ProposalState {
    /// Returns whether managers may change the content.
    fn is_open(self) -> bool {
        matches!(self, ProposalState::Draft | ProposalState::ChangesAsked)
    }
}

/// The manager who began a proposal.
#[derive(Clone, Debug, Serialize)]
pub struct ProposalAuthor {
    /// The manager's id.
    #[serde(skip)]
    pub id: StaffId,
    /// The manager's name.
    pub name: String,
    /// The language in which the manager is told of the answer.
    #[serde(skip)]
    pub language: Language,
}

/// A proposal as it is stored, and as the audit keeps it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: ProposalId,
    /// The partner that proposes it.
    pub partner_id: PartnerId,
    /// The manager who began it.
    pub author: ProposalAuthor,
    /// The state of the proposal.
    pub state: ProposalState,
    /// Its content.
    pub body: ProposalBody,
    /// The changes that staff ask for, or the reason of the refusal.
    pub note: Option<String>,
    /// The name of the person who answered last.
    pub decided_by: Option<String>,
    /// The time of the last answer.
    pub decided: Option<Timestamp>,
    /// The time at which it was last sent.
    pub sent: Option<Timestamp>,
    /// The id of what it became.
    pub became: Option<RecordId>,
    /// The time of creation.
    pub created: Timestamp,
    /// The time of the last change.
    pub updated: Timestamp,
    /// Number of changes.
    #[serde(skip)]
    pub version: i64,
}

/// Finds a proposal. Fails with `not_found`.
pub fn find(read: &Read<'_>, id: ProposalId) -> AppResult<ProposalRecord> {
    Ok(queries::find(read, id)?.ok_or(NOT_FOUND)?)
}

/// Finds a proposal of that partner. Fails with `not_found` for one of another partner.
pub fn find_own(read: &Read<'_>, partner: PartnerId, id: ProposalId) -> AppResult<ProposalRecord> {
    let found = queries::find(read, id)?.filter(|found| found.partner_id == partner);
    Ok(found.ok_or(NOT_FOUND)?)
}

/// Finds a proposal that its managers have sent. Fails with `not_found` for a draft: only its managers read it.
pub fn find_sent(read: &Read<'_>, id: ProposalId) -> AppResult<ProposalRecord> {
    let found = queries::find(read, id)?.filter(|found| found.state != ProposalState::Draft);
    Ok(found.ok_or(NOT_FOUND)?)
}

/// Begins a proposal. Fails with [`TOO_MANY_PROPOSALS`], and with `400` that names every field with a mistake.
pub fn create(
    tx: &Tx<'_>,
    partner: PartnerId,
    author: &ProposalAuthor,
    body: ProposalBody,
) -> AppResult<ProposalRecord> {
    let body = body.checked_draft()?;
    if queries::count_open(tx, partner)? >= MOST_OPEN {
        return Err(TOO_MANY_PROPOSALS.into());
    }
    let id = ProposalId::made_at(tx.now());
    queries::insert(tx, id, partner, author, &body)?;
    find(tx, id)
}

/// Replaces the content of a proposal that managers may change. Its kind stays. Fails with `stale`,
/// [`PROPOSAL_LOCKED`], and with `400` that names every field with a mistake.
pub fn replace(
    tx: &Tx<'_>,
    before: &ProposalRecord,
    version: Option<i64>,
    body: ProposalBody,
) -> AppResult<ProposalRecord> {
    require_open(before, version)?;
    if body.kind() != before.body.kind() {
        return Err(AppError::invalid_field("kind", "invalid_value"));
    }
    queries::set_body(tx, before.id, &body.checked_draft()?)?;
    find(tx, before.id)
}

/// Sends a proposal, which is locked from then on. Fails with `stale`, [`PROPOSAL_LOCKED`], and with `400` that names
/// every field that is missing or wrong. Words that are missing in a language do not stop it.
pub fn send(tx: &Tx<'_>, before: &ProposalRecord, version: Option<i64>) -> AppResult<ProposalRecord> {
    require_open(before, version)?;
    before.body.require_complete(tx, before.partner_id)?;
    queries::set_sent(tx, before.id)?;
    find(tx, before.id)
}

/// Takes a proposal back that waits: it is a draft again. Fails with `stale` and [`PROPOSAL_NOT_SENT`].
pub fn take_back(tx: &Tx<'_>, before: &ProposalRecord, version: Option<i64>) -> AppResult<ProposalRecord> {
    require_sent(before, version)?;
    queries::set_draft(tx, before.id)?;
    find(tx, before.id)
}

/// Deletes a proposal that managers may change. Fails with `stale` and [`PROPOSAL_LOCKED`].
pub fn delete(tx: &Tx<'_>, before: &ProposalRecord, version: Option<i64>) -> AppResult<()> {
    require_open(before, version)?;
    queries::delete(tx, before.id)
}

/// An answer to a proposal that waits.
#[derive(Clone, Debug)]
pub enum ProposalAnswer {
    /// It became a draft with that id.
    Accepted(RecordId),
    /// Changes that staff ask for.
    ChangesAsked(String),
    /// The reason of a refusal.
    Refused(String),
}

/// Answers a proposal that waits. Fails with `stale` and [`PROPOSAL_NOT_SENT`].
pub fn answer(
    tx: &Tx<'_>,
    before: &ProposalRecord,
    version: Option<i64>,
    by: &str,
    answer: ProposalAnswer,
) -> AppResult<ProposalRecord> {
    require_sent(before, version)?;
    let (state, note, became) = match answer {
        ProposalAnswer::Accepted(id) => (ProposalState::Accepted, None, Some(id)),
        ProposalAnswer::ChangesAsked(note) => (ProposalState::ChangesAsked, Some(note), None),
        ProposalAnswer::Refused(note) => (ProposalState::Refused, Some(note), None),
    };
    queries::set_answer(tx, before.id, by, state, note.as_deref(), became)?;
    find(tx, before.id)
}

fn require_open(before: &ProposalRecord, version: Option<i64>) -> AppResult<()> {
    require_version(version, before.version)?;
    if before.state.is_open() { Ok(()) } else { Err(PROPOSAL_LOCKED.into()) }
}

/// Fails with `stale` and [`PROPOSAL_NOT_SENT`] unless the proposal waits for an answer at that version.
pub fn require_sent(before: &ProposalRecord, version: Option<i64>) -> AppResult<()> {
    require_version(version, before.version)?;
    if before.state == ProposalState::Sent { Ok(()) } else { Err(PROPOSAL_NOT_SENT.into()) }
}
