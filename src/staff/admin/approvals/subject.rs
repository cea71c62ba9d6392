//! The subject of a request, read from its action, so that nobody has to approve a bare id.

use serde::Serialize;

use crate::base::id::{ApprovalId, MemberId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger;
use crate::platform::store::Read;
use crate::staff::admin::credit_batches::{self, Batch, CreditLine, CreditsToGive, PendingCredit};
use crate::staff::admin::transactions::{self, MemberBrief, TransactionView};
use crate::staff::approvals::{self, ActionKinds, ActionSubject};
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

pub(super) fn of(read: &Read<'_>, staff: &AuditedStaff, kinds: ActionKinds, id: ApprovalId) -> AppResult<Subject> {
    let mut subject = Subject::default();
    let asked = approvals::readable_one(read, staff, id)?;
    match asked.subject(kinds)? {
        ActionSubject::Member(member) => {
            subject.member = transactions::brief(read, member)?;
            subject.balance = Some(ledger::balance_of(read, member)?);
        }
        ActionSubject::Merge { from, into } => {
            subject.member = transactions::brief(read, from)?;
            subject.balance = Some(ledger::balance_of(read, from)?);
            subject.into = transactions::brief(read, into)?;
        }
        ActionSubject::Transaction(transaction) => subject.transaction = transactions::find(read, transaction)?,
        ActionSubject::CreditBatch(batch) => subject.batch = credit_batches::find(read, batch)?,
        ActionSubject::Credits(rows) => subject.rows = Some(rows as i64).filter(|rows| *rows > 0),
        ActionSubject::Nothing if asked.action == "member.export" => {
            let whose = MemberId::parse(&asked.target);
            subject.member = whose.map(|id| transactions::brief(read, id)).transpose()?.flatten();
        }
        ActionSubject::Nothing => {}
    }
    Ok(subject)
}

/// The rows of the credit batch in a request, for the person who asked or may decide. Fails with `not_found` for a
/// request without rows or already decided, and with `other_person_needed`.
pub(super) fn rows(
    read: &Read<'_>,
    staff: &AuditedStaff,
    kinds: ActionKinds,
    id: ApprovalId,
) -> AppResult<Vec<CreditLine>> {
    let approval = approvals::known_one(read, id)?;
    if !approval.is_by(staff) {
        approvals::require_decider(staff, kinds, &approval)?;
    }
    match approval.action::<CreditsToGive>()? {
        Some(CreditsToGive { lines, .. }) if !lines.is_empty() => Ok(lines),
        _ => Err(NOT_FOUND.into()),
    }
}

/// A page of the rows after that line, with the member that each row names now.
pub(super) fn page(read: &Read<'_>, lines: &[CreditLine], after: i64, limit: i64) -> AppResult<Vec<PendingCredit>> {
    let from = lines.partition_point(|line| line.line <= after);
    let wanted = lines[from..].iter().take(usize::try_from(limit).unwrap_or(0));
    wanted.map(|line| credit_batches::planned(read, line)).collect()
}
