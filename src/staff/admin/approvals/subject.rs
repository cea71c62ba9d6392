//! The subject of a request, read from its action, so that nobody has to approve a bare id.

use serde::Serialize;

use super::{Approval, PendingAction, known_one, readable_one, require_decider};
use crate::base::id::{ApprovalId, MemberId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger;
use crate::platform::store::Read;
use crate::staff::admin::credit_batches::{self, Batch, PendingCredit};
use crate::staff::admin::transactions::{self, MemberBrief, TransactionView};
use crate::staff::kit::AuditedStaff;

/// The subject of a request, as it is now; fields that do not apply are absent.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApprovalSubject)]
pub(super) struct Subject {
    /// The member whose points move, whose account ends, or whose data is exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberBrief>,
    /// The member's balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<i64>,
    /// The member into whose account the other is merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<MemberBrief>,
    /// The transaction to reverse.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionView>,
    /// The credit batch to undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<Batch>,
    /// Number of rows of a credit batch. The rows can be listed until the request is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<i64>,
}

pub(super) fn of(read: &Read<'_>, hand: &AuditedStaff, id: ApprovalId) -> AppResult<Subject> {
    let mut subject = Subject::default();
    let asked = readable_one(read, hand, id)?;
    match asked.deed()? {
        Some(PendingAction::Adjust { member, .. }) => {
            subject.member = transactions::brief(read, member)?;
            subject.balance = Some(ledger::balance_of(read, member)?);
        }
        Some(PendingAction::Merge { from, into, .. }) => {
            subject.member = transactions::brief(read, from)?;
            subject.balance = Some(ledger::balance_of(read, from)?);
            subject.into = transactions::brief(read, into)?;
        }
        Some(PendingAction::Reverse { transaction, .. }) => {
            subject.transaction = transactions::find(read, transaction)?
        }
        Some(PendingAction::UndoCredits { batch, .. }) => subject.batch = credit_batches::find(read, batch)?,
        Some(PendingAction::Credits { lines, .. }) => subject.rows = Some(lines.len() as i64).filter(|rows| *rows > 0),
        None if asked.action == "member.export" => {
            let whose = MemberId::parse(&asked.target);
            subject.member = whose.map(|id| transactions::brief(read, id)).transpose()?.flatten();
        }
        Some(
            PendingAction::Staff(_)
            | PendingAction::Settings { .. }
            | PendingAction::Campaign(_)
            | PendingAction::Partner(_)
            | PendingAction::MakeCodes { .. },
        )
        | None => {}
    }
    Ok(subject)
}

/// The rows of the credit batch in a request, for the person who asked or may decide. Fails with `not_found` for a
/// request without rows or already decided, and with `other_person_needed`.
pub(super) fn rows(read: &Read<'_>, hand: &AuditedStaff, id: ApprovalId) -> AppResult<Vec<credit_batches::CreditLine>> {
    let approval: Approval = known_one(read, id)?;
    if *approval.asked_by.id.as_bytes() != hand.actor.id {
        require_decider(hand, &approval)?;
    }
    match approval.deed()? {
        Some(PendingAction::Credits { lines, .. }) if !lines.is_empty() => Ok(lines),
        _ => Err(NOT_FOUND.into()),
    }
}

/// A page of the rows after that line, with the member that each row names now.
pub(super) fn page(
    read: &Read<'_>,
    lines: &[credit_batches::CreditLine],
    after: i64,
    limit: i64,
) -> AppResult<Vec<PendingCredit>> {
    let from = lines.partition_point(|line| line.line <= after);
    let wanted = lines[from..].iter().take(usize::try_from(limit).unwrap_or(0));
    wanted.map(|line| credit_batches::planned(read, line)).collect()
}
