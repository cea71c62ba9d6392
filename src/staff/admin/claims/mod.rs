//! Claims in the admin: the queue, the findings for and against a claim, and the decision.
//!
//! An approval makes an award as the partner's counter would, so the limits of awards hold: a receipt earns once, and
//! the points count towards today's caps of the partner and the member. There is no till, so no till's cap. The limits
//! of points given by hand hold too: a person who may not give points only proposes the approval, and many points need
//! a second person.

mod assign;
mod bulk;
mod findings;
pub mod http;
mod queries;
mod tables;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::day::Day;
use crate::base::hours::TimeOfDay;
use crate::base::id::{ClaimId, MemberId, OutletId, PartnerId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::members;
use crate::core::outlets::outlet;
use crate::member::awards::{self, AwardOrder, Caps, Receipt};
use crate::member::claims::{
    self, ClaimReason, ClaimRecord, ClaimStatus, Question, QuestionKind, Reopening, StaffAnswer,
};
use crate::member::earning_rules::BonusLine;
use crate::member::partners;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::transactions::{MemberBrief, brief};
use crate::staff::approvals::{ActionSubject, PendingAction};
use crate::staff::kit::AuditedStaff;

pub use assign::unassign_all;
use assign::{ClaimStaff, named};
pub(in crate::staff::admin) use assign::{WaitingClaims, waiting};
use findings::{ClaimFinding, findings};

/// Bills of the day that are shown beside a claim.
const BILLS_SHOWN: i64 = 20;

/// A claim as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminClaim)]
pub struct ClaimView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: ClaimId,
    /// The number that people say, such as `C-322`.
    number: String,
    #[schema(required)]
    member: Option<MemberBrief>,
    partner: PartnerId,
    partner_name: LocalizedText,
    /// The day of the purchase, in Hong Kong.
    day: Day,
    amount_hkd: Hkd,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    /// The member's own words; empty for none.
    note: String,
    status: ClaimStatus,
    /// The member of staff who made it in the member's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    filed_by: Option<String>,
    /// The question of staff to the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<QuestionView>,
    has_photo: bool,
    created: Timestamp,
    /// The deadline of the answer.
    due: Timestamp,
    /// Whether the deadline has passed.
    late: bool,
    /// The member of staff who looks after it until the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    assigned_to: Option<ClaimStaff>,
    /// The undone award that opened it again; absent if it waits for another reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reopened: Option<ClaimReopening>,
    /// The time at which the member asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_again: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Timestamp>,
    /// The member of staff who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<String>,
    /// The reason why it was refused, or refused at first when the member asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ClaimReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionId>,
    /// Points that were given, or that the amount is worth by the partner's rate and the earning rules of the day.
    points: i64,
    /// Extra points that the amount is worth with an Enjoy Card.
    extra_points: i64,
    /// For a claim without a decision.
    findings: Vec<ClaimFinding>,
    /// Whether a finding speaks against it, so that it cannot be approved together with others.
    needs_a_look: bool,
}

/// The undoing of an award that opened its claim again.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
struct ClaimReopening {
    at: Timestamp,
    /// The member of staff.
    by: String,
    reason: String,
}

/// The question of staff to the member of a claim, and the answer.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AdminClaimQuestion)]
struct QuestionView {
    kind: QuestionKind,
    /// The words of staff; empty for none.
    words: String,
    asked: Timestamp,
    /// The member of staff.
    by: String,
    /// The member's words; empty for none.
    answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<Timestamp>,
}

impl From<Question> for QuestionView {
    fn from(Question { kind, words, asked, by, answer, answered }: Question) -> Self {
        Self { kind, words, asked, by, answer, answered }
    }
}

/// A bill of the day for which points were given.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClaimBill)]
pub struct Bill {
    transaction: TransactionId,
    /// The time of the purchase; noon if only its day is known.
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet: Option<LocalizedText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    till: Option<String>,
    by: String,
    #[schema(required)]
    member: Option<MemberBrief>,
    amount_hkd: Hkd,
    points: i64,
    /// Whether the receipt number or the amount is the claimed one.
    fits: bool,
    undone: bool,
}

/// A claim with everything that its page shows.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminClaimPage)]
pub struct ClaimPage {
    claim: ClaimView,
    /// The language in which the member reads the answer.
    language: Language,
    /// The bills of the partner's counters that day whose amounts are nearest, in order of time.
    bills: Vec<Bill>,
    /// Number of all bills that day.
    bills_that_day: i64,
    /// The member's other claims, newest first.
    others: Vec<ClaimView>,
}

/// A claim with the findings in the records about it.
pub fn view(read: &Read<'_>, staff: &AuditedStaff, record: ClaimRecord) -> AppResult<ClaimView> {
    let partner = partners::find(read, record.partner)?.ok_or(NOT_FOUND)?;
    let is_waiting = record.status == ClaimStatus::Waiting;
    let due = record.due();
    let is_undecided = record.is_undecided();
    let rates = partners::rates_at(read, &partner, record.day.noon_until(read.now()))?;
    let found = if is_undecided { findings(read, &record)? } else { Vec::new() };
    let reopening = record.reopening().cloned();
    Ok(ClaimView {
        needs_a_look: found.iter().any(|finding| finding.needs_a_look()),
        findings: found,
        assigned_to: record.assigned_to.map(|id| named(read, id)).transpose()?.flatten(),
        reopened: reopening.map(|Reopening { at, by, reason }| ClaimReopening { at, by, reason }),
        number: record.label(),
        member: brief(read, record.member)?,
        points: match record.points {
            Some(points) => points,
            None => worth(read, &record, &claimed(&record), &desk_of(staff, record.partner))?,
        },
        extra_points: rates.points_of(record.amount, true).1,
        late: is_waiting && due < read.now(),
        due,
        id: record.id,
        partner: record.partner,
        partner_name: partner.input.name,
        day: record.day,
        amount_hkd: record.amount,
        receipt: record.receipt,
        note: record.note,
        status: record.status,
        has_photo: record.has_photo,
        created: record.created,
        asked_again: record.asked_again,
        filed_by: record.filed_by,
        question: record.question.map(QuestionView::from),
        decided: record.decided_at.filter(|_| !is_undecided),
        decided_by: record.decided_by.filter(|_| !is_undecided),
        reason: record.reason,
        reply: Some(record.reply).filter(|text| !text.is_empty()),
        transaction: record.transaction,
    })
}

/// A claim with the bills of the day and the member's other claims. Fails with `not_found`.
pub fn page(read: &Read<'_>, staff: &AuditedStaff, id: ClaimId) -> AppResult<ClaimPage> {
    let record = claims::find(read, id)?.ok_or(NOT_FOUND)?;
    let (bills, bills_that_day) = queries::bills(read, &record, BILLS_SHOWN)?;
    let others = claims::of_member(read, record.member, None, BILLS_SHOWN)?;
    let others =
        others.into_iter().filter(|one| one.id != id).map(|one| view(read, staff, one)).collect::<AppResult<_>>()?;
    let language = members::find(read, record.member)?.map_or(Language::En, |member| member.language);
    Ok(ClaimPage { claim: view(read, staff, record)?, language, bills, bills_that_day, others })
}

/// The purchase that earns points: the claimed one, corrected by the receipt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ApprovedPurchase {
    amount: Hkd,
    receipt: Option<String>,
    enjoy_card: bool,
    /// The time on the receipt.
    #[serde(default)]
    time: Option<TimeOfDay>,
    /// The outlet on the receipt.
    #[serde(default)]
    outlet: Option<OutletId>,
}

/// The points that a claim would give by the figures of the receipt.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AdminClaimPreview)]
pub struct ClaimPreview {
    /// The sum of `lines`.
    points: i64,
    /// The points by the partner's rates first, then by each earning rule.
    lines: Vec<BonusLine>,
}

/// A claim to approve, once a second person agrees.
#[derive(Serialize, Deserialize)]
pub struct ClaimToApprove {
    claim: ClaimId,
    member: MemberId,
    purchase: ApprovedPurchase,
    caps: Caps,
}

impl PendingAction for ClaimToApprove {
    const NAME: &'static str = "ApproveClaim";
    const MOVES_POINTS: bool = true;
    const MAY_BE_PROPOSED: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Member(self.member)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(approve(tx, asker, self.claim, &self.purchase, self.caps)?)?)
    }
}

/// The admin as the counter of an award.
fn desk_of(staff: &AuditedStaff, partner: PartnerId) -> Merchant {
    Merchant::of_programme(partner, (staff.actor.id, staff.actor.name.clone()), staff.caller())
}

/// Builds the award order of a claimed purchase. A claim gives the day without a time, so without the time on the receipt
/// the earning rules that are valid at noon of that day apply. Fails with `invalid_value` for an outlet of another partner
/// and for a time to come.
fn order_of(read: &Read<'_>, claim: &ClaimRecord, purchase: &ApprovedPurchase) -> AppResult<AwardOrder> {
    let member = members::find(read, claim.member)?.ok_or(NOT_FOUND)?;
    let parse =
        |typed: &str| Receipt::parse(typed).ok_or_else(|| AppError::invalid_field("receipt", "invalid_receipt"));
    if let Some(id) = purchase.outlet {
        outlet::require_of(read, claim.partner, id)?;
    }
    let bought = purchase.time.map_or(claim.day.noon_until(read.now()), |time| time.on(claim.day));
    // The time 24:00 is the start of the next day.
    if bought > read.now() || Day::of(bought) != claim.day {
        return Err(AppError::invalid_field("time", "invalid_value"));
    }
    Ok(AwardOrder {
        member: Some(Identifier::ShortId(member.short_id)),
        amount: purchase.amount,
        enjoy_card: purchase.enjoy_card,
        receipt: purchase.receipt.as_deref().map(parse).transpose()?,
        bought: Some(bought),
        carbon: Vec::new(),
        outlet: purchase.outlet,
    })
}

/// The purchase as the member claims it.
fn claimed(claim: &ClaimRecord) -> ApprovedPurchase {
    ApprovedPurchase {
        amount: claim.amount,
        receipt: claim.receipt.clone(),
        enjoy_card: false,
        time: None,
        outlet: None,
    }
}

/// The points that a claimed purchase is worth; 0 if it cannot be awarded.
fn worth(read: &Read<'_>, claim: &ClaimRecord, purchase: &ApprovedPurchase, admin: &Merchant) -> AppResult<i64> {
    match awards::preview(read, admin, &order_of(read, claim, purchase)?) {
        Ok(preview) => Ok(preview.earned.points()),
        Err(AppError::Refused(_)) => Ok(0),
        Err(error) => Err(error),
    }
}

/// The points that an undecided claim would give. Fails with `not_found`, `claim_decided`, and as a preview of an award
/// does.
fn preview(read: &Read<'_>, staff: &AuditedStaff, id: ClaimId, purchase: &ApprovedPurchase) -> AppResult<ClaimPreview> {
    let claim = claims::undecided(read, id)?;
    let found = awards::preview(read, &desk_of(staff, claim.partner), &order_of(read, &claim, purchase)?)?;
    Ok(ClaimPreview { points: found.earned.points(), lines: found.earned.lines() })
}

/// Gives the points of an undecided claim. Fails with `not_found`, `claim_decided`, and as an award does.
pub fn approve(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: ClaimId,
    purchase: &ApprovedPurchase,
    caps: Caps,
) -> AppResult<ClaimView> {
    let claim = claims::undecided(tx, id)?;
    let order = order_of(tx, &claim, purchase)?;
    let awarded =
        awards::award_silently(tx, &CodeVault::new(&staff.keys), &desk_of(staff, claim.partner), &order, caps)?;
    claims::approve(tx, &claim, &staff.actor.name, awarded.transaction, awarded.points)?;
    note(tx, staff, "claim.approve", &claim)?;
    view(tx, staff, claims::find(tx, id)?.ok_or(NOT_FOUND)?)
}

/// Refuses an undecided claim. Fails with `not_found` and `claim_decided`.
fn refuse(tx: &Tx<'_>, staff: &AuditedStaff, id: ClaimId, reason: ClaimReason, reply: &str) -> AppResult<ClaimView> {
    let before = claims::undecided(tx, id)?;
    let after = claims::refuse(tx, id, reason, StaffAnswer { by: &staff.actor.name, reply })?;
    note(tx, staff, "claim.refuse", &before)?;
    view(tx, staff, after)
}

/// Audits a change of a claim. The entry leaves out the texts of the member and of staff, because it cannot be erased.
fn note(tx: &Tx<'_>, staff: &AuditedStaff, action: &str, before: &ClaimRecord) -> AppResult<()> {
    let after = claims::find(tx, before.id)?.ok_or(NOT_FOUND)?;
    let facts = |claim: &ClaimRecord| {
        serde_json::json!({ "number": claim.label(), "status": claim.status, "amountHkd": claim.amount,
            "question": claim.question.as_ref().map(|one| one.kind), "photo": claim.has_photo, "reason": claim.reason,
            "transaction": claim.transaction, "points": claim.points,
            "assignedTo": claim.assigned_to })
    };
    staff.note(tx, action, before.id, Some(&facts(before)), Some(&facts(&after)))
}
