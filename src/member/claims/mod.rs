//! Claims: a member says that a purchase gave no points, and staff approve or refuse. This module has the member's
//! calls and keeps the rows; the calls of staff are in `staff::admin::claims`, which also makes the award.

mod ask;
mod due;
mod http;
mod photo;
mod queries;
mod question;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{ClaimId, MemberId, PartnerId, StaffId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND, ProblemType};
use crate::core::settings;
use crate::member::awards::Receipt;
use crate::member::notifications::{self, OperatorMessage};
use crate::member::partners;
use crate::platform::store::{Read, Tx, stored_names};

pub use self::due::due_after;
pub use self::http::{ClaimRequest, PhotoBody, photo_answer, routes};
pub use ask::ask;
pub use photo::{
    ReceiptPhoto, forget_old as forget_old_photos, put as put_photo, read as photo, shares_photo, thumbnail,
};
pub use queries::answered_by;
pub use question::{Question, QuestionKind};

/// The programme takes no claims.
pub const CLAIMS_OFF: ProblemType = ProblemType::new("claims_off", 409, "No claims taken");
/// The member has too many claims that wait, or made too many within a month.
pub const TOO_MANY_CLAIMS: ProblemType = ProblemType::new("too_many_claims", 409, "Too many claims");
/// The claim was decided or withdrawn.
pub const CLAIM_DECIDED: ProblemType = ProblemType::new("claim_decided", 409, "Claim decided");
/// The claim was not refused, or the member has asked again already.
pub const ASKED_AGAIN: ProblemType = ProblemType::new("asked_again", 409, "Cannot ask again");

/// Days after the purchase in which a member can claim.
const DAYS_TO_CLAIM: i64 = 30;
/// Claims of one member without a decision at the same time.
const MOST_WAITING: i64 = 5;
/// Claims of one member within [`MONTH`].
const MOST_A_MONTH: i64 = 10;
const MONTH: Duration = Duration::from_secs(30 * 86_400);
/// Working days in which members are told to expect the answer.
const MEMBER_DAYS: i64 = 5;
/// The longest text of the member, in characters.
const LONGEST_NOTE: usize = 300;
/// The highest amount, in cents: a higher one is a typing mistake.
const HIGHEST_AMOUNT: i64 = 100_000_000;

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ClaimStatus)]
pub enum ClaimStatus {
    /// Staff have to answer.
    Waiting,
    /// Staff asked the member a question, and the member has to answer it.
    Asked,
    /// The points were given.
    Approved,
    /// The reason says why no points were given.
    Refused,
    /// The member took it back.
    Withdrawn,
}

/// The reason why a claim was refused. Each reason has a sentence for the member in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ClaimReason)]
pub enum ClaimReason {
    /// The receipt gave points already.
    AlreadyGiven,
    /// The shop has no such purchase.
    NotFound,
    /// Date or amount differ from the shop's records.
    OtherDetails,
    /// The photo cannot be read.
    Unreadable,
    /// The purchase earns no points.
    NotEligible,
    /// Another reason, which the reply explains.
    Other,
}
stored_names! {
    ClaimStatus {
        Waiting = "waiting", Asked = "asked", Approved = "approved", Refused = "refused", Withdrawn = "withdrawn",
    }
    ClaimReason {
        AlreadyGiven = "already_given", NotFound = "not_found", OtherDetails = "other_details",
        Unreadable = "unreadable", NotEligible = "not_eligible", Other = "other",
    }
}

/// A purchase that gave no points, as the member describes it.
#[derive(Clone, Debug)]
pub struct Purchase {
    pub partner: PartnerId,
    pub day: Day,
    pub amount: Hkd,
    pub receipt: Option<Receipt>,
    pub note: String,
}

/// A claim as it is stored.
#[derive(Clone, Debug)]
pub struct ClaimRecord {
    pub id: ClaimId,
    pub number: i64,
    pub member: MemberId,
    pub partner: PartnerId,
    pub day: Day,
    pub amount: Hkd,
    pub receipt: Option<String>,
    pub note: String,
    pub status: ClaimStatus,
    /// The name of the member of staff who made it in the member's name.
    pub filed_by: Option<String>,
    pub created: Timestamp,
    /// The time since which the claim waits for staff.
    pub waiting_since: Timestamp,
    pub asked_again: Option<Timestamp>,
    pub decided_at: Option<Timestamp>,
    pub decided_by: Option<String>,
    pub reason: Option<ClaimReason>,
    /// A sentence of staff to the member; empty for none.
    pub reply: String,
    pub transaction: Option<TransactionId>,
    /// Points of that transaction.
    pub points: Option<i64>,
    pub has_photo: bool,
    pub question: Option<Question>,
    /// The member of staff who looks after a claim without a decision.
    pub assigned_to: Option<StaffId>,
    /// The last time that its award was undone.
    pub reopened: Option<Reopening>,
}

/// The undoing of an award that opened its claim again.
#[derive(Clone, Debug)]
pub struct Reopening {
    pub at: Timestamp,
    /// The name of the member of staff.
    pub by: String,
    pub reason: String,
}

/// The number of a claim, as people say it.
pub fn label(number: i64) -> String {
    format!("C-{number}")
}

impl ClaimRecord {
    /// The number that people say.
    pub fn label(&self) -> String {
        label(self.number)
    }

    /// Whether it has no decision yet: staff or the member have to answer.
    pub fn is_undecided(&self) -> bool {
        matches!(self.status, ClaimStatus::Waiting | ClaimStatus::Asked)
    }

    /// The deadline of the answer: the same time of day two working days later.
    pub fn due(&self) -> Timestamp {
        due::due_after(self.waiting_since)
    }

    /// The undone award that opened the claim again; `None` if the claim waits for another reason.
    pub fn reopening(&self) -> Option<&Reopening> {
        let latest = self.reopened.as_ref().filter(|reopening| reopening.at == self.waiting_since);
        latest.filter(|_| self.status == ClaimStatus::Waiting)
    }

    /// Whether a refusal is final: the member has asked again already.
    pub fn is_final(&self) -> bool {
        self.status == ClaimStatus::Refused && self.asked_again.is_some()
    }

    /// The day by which the member is told to expect the answer.
    pub fn answer_by(&self) -> Day {
        Day::of(self.waiting_since).plus_working_days(MEMBER_DAYS)
    }
}

/// A decision: the staff member, and the text for the member.
#[derive(Clone, Copy, Debug)]
pub struct StaffAnswer<'a> {
    pub by: &'a str,
    /// A sentence to the member; empty for none.
    pub reply: &'a str,
}

fn checked(tx: &Read<'_>, purchase: &Purchase) -> AppResult<()> {
    let today = Day::of(tx.now());
    let known = partners::find(tx, purchase.partner)?.filter(|one| one.input.active && one.deleted_at.is_none());
    if known.is_none() {
        return Err(AppError::invalid_field("partner", "invalid_value"));
    }
    if purchase.day > today {
        return Err(AppError::invalid_field("day", "day_in_future"));
    }
    if purchase.day < today.plus(-DAYS_TO_CLAIM) {
        return Err(AppError::invalid_field("day", "too_long_ago"));
    }
    if purchase.note.chars().count() > LONGEST_NOTE {
        return Err(AppError::invalid_field("note", "too_long"));
    }
    if !(1..=HIGHEST_AMOUNT).contains(&purchase.amount.units()) {
        return Err(AppError::invalid_field("amountHkd", "invalid_amount_hkd"));
    }
    Ok(())
}

/// Opens a claim. If the member has claimed this receipt already (or, without a receipt number, this amount of that day at
/// the partner), returns that claim and `true`. Fails with [`CLAIMS_OFF`], [`TOO_MANY_CLAIMS`] and 400 for a field.
pub fn open(tx: &Tx<'_>, member: MemberId, purchase: &Purchase) -> AppResult<(ClaimRecord, bool)> {
    open_for(tx, member, purchase, None)
}

/// Opens a claim in the member's name, as [`open`] does, and notifies the member of a new one.
pub fn file(tx: &Tx<'_>, member: MemberId, purchase: &Purchase, by: &str) -> AppResult<(ClaimRecord, bool)> {
    let (claim, already_made) = open_for(tx, member, purchase, Some(by))?;
    if !already_made {
        tell(tx, &claim, "claim_filed", &LocalizedText::default(), 0)?;
    }
    Ok((claim, already_made))
}

fn open_for(
    tx: &Tx<'_>,
    member: MemberId,
    purchase: &Purchase,
    filed_by: Option<&str>,
) -> AppResult<(ClaimRecord, bool)> {
    if !settings::cached(tx)?.claims {
        return Err(CLAIMS_OFF.into());
    }
    checked(tx, purchase)?;
    if let Some(first) = queries::same_purchase(tx, member, purchase)? {
        return Ok((find(tx, first)?.ok_or(NOT_FOUND)?, true));
    }
    let a_month_ago = tx.now().minus(MONTH);
    if queries::count_undecided(tx, member)? >= MOST_WAITING || count_since(tx, member, a_month_ago)? >= MOST_A_MONTH {
        return Err(TOO_MANY_CLAIMS.into());
    }
    let id = ClaimId::made_at(tx.now());
    queries::insert(tx, id, member, purchase, filed_by)?;
    Ok((find(tx, id)?.ok_or(NOT_FOUND)?, false))
}

/// A claim by its id.
pub fn find(read: &Read<'_>, id: ClaimId) -> AppResult<Option<ClaimRecord>> {
    queries::find(read, id)
}

/// A member's own claim. Fails with `not_found` for a claim of somebody else.
pub fn own(read: &Read<'_>, member: MemberId, id: ClaimId) -> AppResult<ClaimRecord> {
    Ok(find(read, id)?.filter(|claim| claim.member == member).ok_or(NOT_FOUND)?)
}

/// A member's claims older than `before`, newest first.
pub fn of_member(
    read: &Read<'_>,
    member: MemberId,
    before: Option<ClaimId>,
    limit: i64,
) -> AppResult<Vec<ClaimRecord>> {
    queries::of_member(read, member, before, limit)
}

/// Whether the purchase is now older than members may claim. That happens if a claim is opened again or waits for long.
pub fn is_long_ago(read: &Read<'_>, claim: &ClaimRecord) -> bool {
    claim.day < Day::of(read.now()).plus(-DAYS_TO_CLAIM)
}

/// Number of claims that a member made since then, without withdrawn ones.
pub fn count_since(read: &Read<'_>, member: MemberId, since: Timestamp) -> AppResult<i64> {
    queries::count_since(read, member, since)
}

/// A claim without a decision. Fails with `not_found` and [`CLAIM_DECIDED`].
pub fn undecided(read: &Read<'_>, id: ClaimId) -> AppResult<ClaimRecord> {
    let claim = find(read, id)?.ok_or(NOT_FOUND)?;
    if claim.is_undecided() { Ok(claim) } else { Err(CLAIM_DECIDED.into()) }
}

/// Asks again after a refusal, once, with new words or with a photo that follows. The new words replace the old ones,
/// unless they are empty. Fails with `not_found`, [`CLAIMS_OFF`], [`ASKED_AGAIN`] and 400 for the words.
pub fn ask_again(tx: &Tx<'_>, member: MemberId, id: ClaimId, note: &str, new_photo: bool) -> AppResult<ClaimRecord> {
    let claim = own(tx, member, id)?;
    if !settings::cached(tx)?.claims {
        return Err(CLAIMS_OFF.into());
    }
    if claim.status != ClaimStatus::Refused || claim.asked_again.is_some() {
        return Err(ASKED_AGAIN.into());
    }
    if note.chars().count() > LONGEST_NOTE {
        return Err(AppError::invalid_field("note", "too_long"));
    }
    if !new_photo && (note.is_empty() || note == claim.note) {
        return Err(AppError::invalid_field("note", "nothing_new"));
    }
    queries::ask_again(tx, id, if note.is_empty() { &claim.note } else { note })?;
    own(tx, member, id)
}

/// Takes a claim back before its decision. Fails with `not_found` and [`CLAIM_DECIDED`].
pub fn withdraw(tx: &Tx<'_>, member: MemberId, id: ClaimId) -> AppResult<ClaimRecord> {
    own(tx, member, id)?;
    undecided(tx, id)?;
    queries::withdraw(tx, id)?;
    photo::remove(tx, id)?;
    own(tx, member, id)
}

/// Links a claim to the award that answers it, and notifies the member.
pub fn approve(tx: &Tx<'_>, claim: &ClaimRecord, by: &str, transaction: TransactionId, points: i64) -> AppResult<()> {
    queries::approve(tx, claim.id, by, transaction)?;
    tell(tx, claim, "claim_approved", &LocalizedText::default(), points)
}

/// Refuses a claim, and notifies the member with the reason. Fails with `not_found` and [`CLAIM_DECIDED`].
pub fn refuse(tx: &Tx<'_>, id: ClaimId, reason: ClaimReason, answer: StaffAnswer<'_>) -> AppResult<ClaimRecord> {
    let claim = undecided(tx, id)?;
    queries::refuse(tx, id, reason, answer)?;
    let sentence = messages::localized(&format!("claim.reason.{}", reason.name()), &[]);
    let last = claim.asked_again.map(|_| messages::localized("claim.final", &[])).unwrap_or_default();
    let why = LocalizedText::from_each(|language| {
        let parts = [sentence.get(language), answer.reply, last.get(language)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    });
    tell(tx, &claim, "claim_refused", &why, 0)?;
    Ok(find(tx, id)?.ok_or(NOT_FOUND)?)
}

fn tell(tx: &Tx<'_>, claim: &ClaimRecord, kind: &str, why: &LocalizedText, points: i64) -> AppResult<()> {
    let partner = partners::find(tx, claim.partner)?.map(|found| found.input.name).unwrap_or_default();
    let (points, number) = (messages::grouped(points), claim.label());
    let part = |part: &str| {
        LocalizedText::from_each(|language| {
            let values = [
                ("points", points.as_str()),
                ("number", number.as_str()),
                ("partner", partner.get(language)),
                ("reason", why.get(language)),
            ];
            messages::text(language, &format!("inbox.{kind}.{part}"), &values)
        })
    };
    notifications::notify_in_words(
        tx,
        claim.member,
        kind,
        &OperatorMessage { title: part("title"), body: part("body") },
    )
}

/// Opens a claim again after its award was undone, and stores who undid it and why; the deadline is counted anew.
/// Returns the claim, if the award answered one.
pub fn reopen_for(tx: &Tx<'_>, undone: TransactionId, by: &str, reason: &str) -> AppResult<Option<ClaimId>> {
    let Some((id, _)) = queries::answered_by(tx, undone)? else { return Ok(None) };
    queries::reopen(tx, id, by, reason)?;
    Ok(Some(id))
}

/// Assigns an undecided claim to a staff member, or removes the assignment. Fails with `not_found` and [`CLAIM_DECIDED`].
pub fn assign(tx: &Tx<'_>, id: ClaimId, staff: Option<StaffId>) -> AppResult<ClaimRecord> {
    undecided(tx, id)?;
    queries::assign(tx, id, staff)?;
    Ok(find(tx, id)?.ok_or(NOT_FOUND)?)
}

/// The undecided claims of a member of staff, in the order of the queue.
pub fn assigned_to(read: &Read<'_>, staff: StaffId) -> AppResult<Vec<ClaimId>> {
    queries::assigned_to(read, staff)
}

/// Moves the claims of an account that is merged to the account that stays.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_member(tx, from, into)
}

/// Deletes the claims and photos of a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_of_member(tx, member)
}
