//! Credit batches: credits for many members in one file, checked first, given as one batch, and undone as one. A file
//! has rows with points, or rows with purchases that earn points.
//!
//! A batch is accepted in one write, all rows or none; then its points are certain. They are posted in short turns of
//! the writer (see [`posting`]), because thousands of postings at once would block other requests for too long.

mod actions;
pub mod http;
mod posting;
mod purchases;
mod queries;
mod reading;
mod views;

use std::collections::HashSet;

use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::day::Day;
use crate::base::id::{MemberId, OutletId, PartnerId, RecordId, TransactionId};
use crate::base::messages;
use crate::base::points::{Hkd, MAX_POINTS};
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::base::secret::{base64url, hash};
use crate::core::ledger::{self, AccountId, BALANCE_LIMIT, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, Status};
use crate::member::expiry;
use crate::member::rewards::CodeVault;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::transactions::{brief, tell_reversed};
use crate::staff::kit::AuditedStaff;

pub use self::actions::{CreditsToGive, CreditsToUndo};
pub use self::posting::{post_all, post_open_rows};
pub use self::reading::CreditLine;
pub use self::views::{Batch, Credit, CreditRowState, CreditUndo, DryRun, PendingCredit, RowPoints};

/// Rows of the file have mistakes; the dry run names them.
pub const BATCH_REFUSED: ProblemType = ProblemType::new("batch_refused", 422, "Rows with mistakes");
/// The batch is already undone.
pub const ALREADY_UNDONE: ProblemType = ProblemType::new("already_undone", 409, "Already undone");

/// A row that is not yet posted.
#[derive(Clone, Debug)]
pub struct OpenRow {
    pub batch: RecordId,
    pub line: i64,
    /// The member who has the account now.
    pub member: MemberId,
    /// True if that member is erased.
    pub left: bool,
    pub points: i64,
    pub reason: String,
    /// The purchase that earns the points.
    pub purchase: Option<BatchPurchase>,
}

/// The place and the time of the purchase of a row.
#[derive(Clone, Debug)]
pub struct PurchasePlace {
    pub partner: PartnerId,
    /// The outlet, if the file names one.
    pub outlet: Option<OutletId>,
    /// The moment, if the file has its time.
    pub bought: Option<Timestamp>,
}

/// A purchase of a batch that was accepted.
#[derive(Clone, Debug)]
pub struct BatchPurchase {
    pub place: PurchasePlace,
    pub amount: Hkd,
    pub day: Option<Day>,
    pub receipt: Option<String>,
    pub enjoy_card: bool,
    /// The member of staff who gave the batch.
    pub by: ([u8; 16], String),
}

/// A row of a batch that waits for approval, with the member that it names now.
pub fn planned(read: &Read<'_>, line: &CreditLine) -> AppResult<PendingCredit> {
    let (state, member) = judge(read, line, &mut HashSet::new())?;
    Ok(PendingCredit {
        line: line.line,
        identifier: line.identifier.clone(),
        member: member.map(|id| brief(read, id)).transpose()?.flatten(),
        points: state.points.unwrap_or(0),
        reason: line.reason.clone(),
        amount_hkd: state.amount_hkd,
    })
}

/// Finds a credit batch.
pub fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Batch>> {
    queries::find(read, id)
}

/// A posted row.
pub struct CreditedRow {
    line: i64,
    member: MemberId,
    points: i64,
    transaction: TransactionId,
    /// True if the transaction of the row was reversed on its own.
    reversed: bool,
    /// True if the row was a purchase.
    purchase: bool,
}

/// The result of a row, and its member. `receipts` holds those of the rows before it.
fn judge(
    read: &Read<'_>,
    line: &CreditLine,
    receipts: &mut HashSet<(PartnerId, String)>,
) -> AppResult<(CreditRowState, Option<MemberId>)> {
    let mut state = CreditRowState {
        line: line.line,
        identifier: line.identifier.clone(),
        points: line.points,
        amount_hkd: line.purchase.as_ref().map(|bill| bill.amount),
        short_id: None,
        code: line.mistake,
    };
    let member = match Identifier::parse(&line.identifier) {
        Some(identifier) => members::find_by_identifier(read, &identifier)?,
        None => None,
    };
    let refused = match &member {
        None => Some("unknown_member"),
        Some(member) if member.status != Status::Active => Some("member_inactive"),
        Some(_) => None,
    };
    state.short_id = member.as_ref().map(|member| member.short_id.to_string());
    state.code = refused.or(state.code);
    if let (None, Some(member), Some(bill)) = (state.code, &member, &line.purchase) {
        match purchases::judge(read, bill, member.short_id.clone(), receipts)? {
            Ok(points) => state.points = Some(points),
            Err(code) => state.code = Some(code),
        }
    }
    Ok((state, member.map(|member| member.id)))
}

/// Returns the result of each row.
fn try_out(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<DryRun> {
    Ok(judge_all(read, lines)?.0)
}

/// The result of each row, and the members of the valid rows in the same order.
fn judge_all(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<(DryRun, Vec<MemberId>)> {
    let (mut rows, mut members) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    let mut receipts = HashSet::new();
    for line in lines {
        let (state, member) = judge(read, line, &mut receipts)?;
        members.extend(member.filter(|_| state.code.is_none()));
        rows.push(state);
    }
    let (bad, good): (Vec<&CreditRowState>, Vec<&CreditRowState>) = rows.iter().partition(|row| row.code.is_some());
    let points = total(good.iter().filter_map(|row| row.points))?;
    Ok((DryRun { good: good.len() as i64, bad: bad.len() as i64, points, rows }, members))
}

/// Total points of a file. Fails with `balance_limit` above the maximum.
fn total(mut points: impl Iterator<Item = i64>) -> AppResult<i64> {
    let sum = points.try_fold(0_i64, i64::checked_add).filter(|sum| *sum <= MAX_POINTS);
    sum.ok_or_else(|| BALANCE_LIMIT.into())
}

fn refuse_mistakes(dry: &DryRun) -> AppResult<()> {
    if dry.bad == 0 {
        return Ok(());
    }
    let fields = dry.rows.iter().filter_map(|row| Some(FieldProblem::new(format!("line {}", row.line), row.code?)));
    let fields = fields.take(100).collect();
    Err(AppError::Refused(Box::new(Refusal { problem: BATCH_REFUSED, fields, retry_after_s: None })))
}

/// A file as the approving person sees it; the digest covers each row.
fn in_short(name: &str, lines: &[CreditLine]) -> AppResult<serde_json::Value> {
    let points = total(lines.iter().filter_map(|line| line.points))?;
    let digest = base64url(&hash(&serde_json::to_string(lines)?));
    let bills = lines.iter().filter_map(|line| line.purchase.as_ref());
    let cents: i64 = bills.map(|bill| bill.amount.units()).sum();
    if cents > 0 {
        // The points of purchases are known only when they are posted.
        return Ok(
            serde_json::json!({ "name": name, "rows": lines.len(), "amountHkd": Hkd::from_units(cents), "sha256": digest }),
        );
    }
    Ok(serde_json::json!({ "name": name, "rows": lines.len(), "points": points, "sha256": digest }))
}

/// Accepts every row or none; [`post_open_rows`] then posts them. Fails with [`BATCH_REFUSED`], naming each row with a
/// mistake, and with `balance_limit`.
pub fn give(tx: &Tx<'_>, staff: &AuditedStaff, name: &str, lines: &[CreditLine]) -> AppResult<Batch> {
    let (dry, members) = judge_all(tx, lines)?;
    refuse_mistakes(&dry)?;
    let id = RecordId::made_at(tx.now());
    queries::insert(tx, id, name, lines.len() as i64, dry.points, &staff.actor)?;
    for ((line, state), member) in lines.iter().zip(&dry.rows).zip(members) {
        let points = state.points.unwrap_or(0);
        posting::require_room(tx, member, points)?;
        purchases::keep(tx, id, line, member, points)?;
    }
    let batch = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    staff.note(tx, "credits.give", id, None, Some(&batch))?;
    Ok(batch)
}

fn details(key: &str, reason: &str) -> Details {
    Details {
        snapshot: Some(TransactionText {
            name: messages::localized(&format!("history.{key}.name"), &[]),
            description: messages::localized(&format!("history.{key}.description"), &[]),
        }),
        reason: Some(reason.to_owned()),
        ..Details::default()
    }
}

/// A batch that has not been undone. Fails with `not_found` and [`ALREADY_UNDONE`].
fn require_given(read: &Read<'_>, id: RecordId) -> AppResult<Batch> {
    let batch = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    if batch.undone_at.is_none() { Ok(batch) } else { Err(ALREADY_UNDONE.into()) }
}

/// Undoes a batch by compensating transactions. From each row it takes what the member still has, and returns the
/// rest as spent. A purchase whose points are all there is reversed with what it counted for, and its receipt may earn
/// again; of any other, only the points are taken. Rows reversed on their own are skipped. Fails with `not_found` and [`ALREADY_UNDONE`].
pub fn undo(tx: &Tx<'_>, staff: &AuditedStaff, id: RecordId, reason: &str) -> AppResult<CreditUndo> {
    let before = require_given(tx, id)?;
    post_all(tx, &CodeVault::new(&staff.keys))?;
    let (mut taken_back, mut spent, mut reversed) = (0, Vec::new(), Vec::new());
    for row in queries::rows(tx, id)? {
        let of_row = |points| RowPoints { line: row.line, member: row.member, points };
        if row.reversed {
            queries::set_taken_back(tx, id, row.line, 0)?;
            reversed.push(of_row(row.points));
            continue;
        }
        expiry::settle_ended(tx, row.member)?;
        if row.purchase && purchases::reverse(tx, row.transaction, details("reversed", reason))? {
            tell_reversed(tx, row.member, -row.points, reason)?;
            queries::set_taken_back(tx, id, row.line, row.points)?;
            taken_back += row.points;
            continue;
        }
        let points = row.points.min(ledger::balance_of(tx, row.member)?);
        if points > 0 {
            let account = ledger::account_of(tx, row.member)?;
            let movement = NewPostings::between(
                TransactionKind::Adjustment,
                account,
                AccountId::ISSUANCE,
                points,
                details("reversed", reason),
            );
            ledger::post(tx, &movement)?;
            tell_reversed(tx, row.member, -points, reason)?;
        }
        queries::set_taken_back(tx, id, row.line, points)?;
        taken_back += points;
        if points < row.points {
            spent.push(of_row(row.points - points));
        }
    }
    queries::mark_undone(tx, id)?;
    let batch = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    staff.note(tx, "credits.undo", id, Some(&before), Some(&batch))?;
    Ok(CreditUndo { batch, taken_back, spent, reversed })
}
