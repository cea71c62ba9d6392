//! Members in the admin: search, points adjustments, suspension.

mod care;
pub mod http;
mod page;
mod queries;
mod search;
mod visits;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use self::care::{join, present};
pub use self::queries::{find as view, points_on_hold};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, TransactionId};
use crate::base::messages;
use crate::base::points::MAX_POINTS;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::base::short_id::ShortId;
use crate::core::ledger;
use crate::core::ledger::{AccountId, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members;
use crate::core::members::Status;
use crate::member::expiry;
use crate::member::notifications;
use crate::member::recovery;
use crate::platform::delivery;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::idempotency::IdempotencyKey;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;
use crate::staff::approvals::{ActionSubject, ApprovalRequest, AskedAction, PendingAction};
use crate::staff::kit::AuditedStaff;

/// Support proposed more points than the settings allow.
pub const PROPOSAL_TOO_LARGE: ProblemType =
    ProblemType::new("proposal_too_large", 422, "More points than support may propose");

/// A member as the admin shows them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMember)]
pub struct MemberView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: MemberId,
    pub short_id: ShortId,
    first_name: String,
    last_name: String,
    #[schema(required)]
    email: Option<String>,
    /// Eight digits.
    #[schema(required)]
    phone: Option<String>,
    pub status: Status,
    /// The balance, in whole points.
    points: i64,
    created: Timestamp,
}

impl MemberView {
    /// The member for the audit, with masked contacts. More people read and download the audit than the member list,
    /// and it is kept longer. Masked contacts can be told apart but not used.
    fn noted(mut self) -> Self {
        self.email = self.email.as_deref().map(delivery::history::shown);
        self.phone = self.phone.as_deref().map(delivery::history::shown);
        self
    }
}

impl CsvRow for MemberView {
    const HEADINGS: &'static str = "_id,shortId,lastName,firstName,email,phone,status,points,created";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.short_id.to_string().into(),
            self.last_name.clone().into(),
            self.first_name.clone().into(),
            self.email.clone().into(),
            self.phone.clone().into(),
            self.status.name().into(),
            self.points.into(),
            self.created.into(),
        ]
    }
}

/// Points that were given or taken.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdjustAnswer)]
pub struct Adjusted {
    transaction_id: TransactionId,
    /// The member's new balance.
    points: i64,
}

/// Points to give or take, once approved.
#[derive(Serialize, Deserialize)]
pub struct Adjustment {
    member: MemberId,
    points: i64,
    reason: String,
}

impl PendingAction for Adjustment {
    const NAME: &'static str = "Adjust";
    const MOVES_POINTS: bool = true;
    const MAY_BE_PROPOSED: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Member(self.member)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(adjust(tx, asker, self.member, self.points, &self.reason)?)?)
    }
}

/// The request for approval of an adjustment.
pub(in crate::staff) fn request_to_adjust(
    id: MemberId,
    points: i64,
    why: &str,
    key: Option<&IdempotencyKey>,
) -> AppResult<ApprovalRequest> {
    let adjustment = Adjustment { member: id, points, reason: why.to_owned() };
    Ok(ApprovalRequest {
        action: "member.adjust",
        target: id.to_string(),
        method: "POST",
        path: format!("/api/admin/members/{id}/adjust"),
        key: key.cloned(),
        body: json!({ "points": points, "reason": why }),
        exact: None,
        pending: Some(AskedAction::of(&adjustment)?),
    })
}

/// The member before or after an adjustment, as the audit keeps it.
#[derive(Serialize)]
struct AuditedAdjustment {
    #[serde(flatten)]
    member: MemberView,
    /// The transaction that moved the points, by which the audit leads to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionId>,
}

/// Points that were earned together and expire together.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminLot)]
pub struct LotView {
    /// Points left in the lot.
    pub points: i64,
    pub earned: Timestamp,
    /// Absent for points that do not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
}

/// A member, erased ones included. Fails with `not_found` for an unknown id.
pub fn known(read: &Read<'_>, id: MemberId) -> AppResult<MemberView> {
    Ok(queries::find(read, id)?.ok_or(NOT_FOUND)?)
}

/// Gives or takes points, and notifies the member with the reason. Fails with `not_found`, `invalid_amount` and
/// [`ledger::INSUFFICIENT_POINTS`].
pub fn adjust(tx: &Tx<'_>, staff: &AuditedStaff, id: MemberId, points: i64, reason: &str) -> AppResult<Adjusted> {
    let before = known(tx, id)?;
    if before.status == Status::Erased {
        return Err(NOT_FOUND.into());
    }
    if points == 0 || points.unsigned_abs() > MAX_POINTS.unsigned_abs() {
        let signed = FieldProblem::new("points", "invalid_amount").worded("refused.no_signed_points");
        return Err(AppError::invalid(vec![signed]));
    }
    let details = Details {
        snapshot: Some(TransactionText {
            name: messages::localized("history.adjusted.name", &[]),
            description: messages::localized("history.adjusted.description", &[]),
        }),
        reason: Some(reason.to_owned()),
        ..Details::default()
    };
    if points < 0 {
        expiry::settle_ended(tx, id)?;
    }
    let account = ledger::account_of(tx, id)?;
    let (from, to) = if points > 0 { (AccountId::ISSUANCE, account) } else { (account, AccountId::ISSUANCE) };
    let posted = ledger::post(tx, &NewPostings::between(TransactionKind::Adjustment, from, to, points.abs(), details));
    let posted = posted.map_err(|error| error.worded(ledger::INSUFFICIENT_POINTS, "refused.balance_too_low"))?;
    let event = || serde_json::json!({ "memberId": id, "points": points, "transactionId": posted.id });
    webhooks::emit(tx, "points.adjusted", event)?;
    let values = [("points", messages::grouped(points)), ("reason", reason.to_owned())];
    notifications::notify(tx, id, "points_adjusted", &values.each_ref().map(|(name, value)| (*name, value.as_str())))?;
    let noted = |member: MemberView, transaction| AuditedAdjustment { member: member.noted(), transaction };
    let after = noted(known(tx, id)?, Some(posted.id));
    staff.note(tx, "member.adjust", id, Some(&noted(before, None)), Some(&after))?;
    Ok(Adjusted { transaction_id: posted.id, points: ledger::balance_of(tx, id)? })
}

/// Suspends or reinstates a member, and ends their sessions. A suspension also cancels pending password resets.
/// Repeating it changes nothing. Fails with `not_found` for an erased member.
fn set_status(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: MemberId,
    status: Status,
    why: Option<&str>,
) -> AppResult<MemberView> {
    let before = known(tx, id)?;
    if before.status == Status::Erased {
        return Err(NOT_FOUND.into());
    }
    if before.status == status {
        return Ok(before);
    }
    members::set_status(tx, id, status)?;
    if status == Status::Suspended
        && let Some(member) = members::find(tx, id)?
    {
        // The person who requested a new password may be the reason for the suspension.
        recovery::forget_member(tx, &member)?;
    }
    let after = known(tx, id)?;
    let action = if status == Status::Suspended { "member.suspend" } else { "member.reinstate" };
    let mut noted = serde_json::to_value(after.clone().noted())?;
    if let Some(why) = why {
        noted["reason"] = why.into();
    }
    staff.note(tx, action, id, Some(&serde_json::to_value(before.noted())?), Some(&noted))?;
    Ok(after)
}
