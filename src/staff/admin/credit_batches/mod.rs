//! Credit batches: credits for many members in one file, checked first, given as one batch, and undone as one.
//!
//! A batch is accepted in one write, all rows or none; then its points are certain. They are posted in short turns of
//! the writer (see [`posting`]), because thousands of postings at once would block other requests for too long.

mod actions;
pub mod http;
mod posting;
mod queries;
mod reading;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::messages;
use crate::base::points::MAX_POINTS;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::base::secret::{base64url, hash};
use crate::base::short_id::ShortId;
use crate::core::ledger::{self, AccountId, BALANCE_LIMIT, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, Status};
use crate::member::expiry;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::transactions::{MemberBrief, brief, tell_reversed};
use crate::staff::kit::AuditedStaff;

pub use self::actions::{CreditsToGive, CreditsToUndo};
pub use self::posting::post_open_rows;
pub use self::reading::CreditLine;

/// Rows of the file have mistakes; the dry run names them.
pub const BATCH_REFUSED: ProblemType = ProblemType::new("batch_refused", 422, "Rows with mistakes");
/// The batch is already undone.
pub const ALREADY_UNDONE: ProblemType = ProblemType::new("already_undone", 409, "Already undone");

/// The result of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditFate)]
pub struct CreditRowState {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// The row's identifier of the member.
    identifier: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    /// The short id of that member.
    #[serde(skip_serializing_if = "Option::is_none")]
    short_id: Option<String>,
    /// The error code: `unknown_member`, `member_inactive`, `invalid_amount` or `invalid_reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The result of a dry run.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CreditDryRun)]
pub struct DryRun {
    /// Number of valid rows.
    good: i64,
    /// Number of rows with mistakes; if there is one, nothing is given.
    bad: i64,
    /// Total points of the valid rows.
    points: i64,
    rows: Vec<CreditRowState>,
}

/// A credit batch.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditBatch)]
pub struct Batch {
    #[serde(rename = "_id")]
    id: RecordId,
    name: String,
    rows: i64,
    points: i64,
    /// Name of the person who gave it.
    actor_name: String,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_at: Option<Timestamp>,
}

impl CsvRow for Batch {
    const HEADINGS: &'static str = "_id,name,rows,points,by,created,undoneAt";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.to_string().into(),
            self.name.clone().into(),
            self.rows.into(),
            self.points.into(),
            self.actor_name.clone().into(),
            self.created.into(),
            self.undone_at.into(),
        ]
    }
}

/// One credit of a batch, as in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRow)]
pub struct Credit {
    /// The row's number in the file.
    line: i64,
    /// The member who got it.
    short_id: ShortId,
    points: i64,
    reason: String,
    /// The transaction that gave the points; absent while they are not yet posted, and where they were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    /// Why the points could not be posted after the batch was accepted: `member_left` or `balance_limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Points that returned when the batch was undone; the rest had been spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<i64>,
}

impl CsvRow for Credit {
    const HEADINGS: &'static str = "line,member,points,reason,transactionId,takenBack,refused";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.line.into(),
            self.short_id.to_string().into(),
            self.points.into(),
            self.reason.clone().into(),
            self.transaction_id.map(|id| id.to_string()).into(),
            self.taken_back.into(),
            self.refused.clone().into(),
        ]
    }
}

/// A credit of a batch that waits for approval, as in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedCredit)]
pub struct PendingCredit {
    /// The row's number in the file, counted from 1.
    pub line: i64,
    /// The row's identifier of the member.
    identifier: String,
    /// The member that it names now.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberBrief>,
    points: i64,
    reason: String,
}

impl CsvRow for PendingCredit {
    const HEADINGS: &'static str = "line,identifier,member,lastName,firstName,points,reason";

    fn cells(&self) -> Vec<Cell> {
        let member = self.member.as_ref();
        vec![
            self.line.into(),
            self.identifier.clone().into(),
            member.map(|one| one.short_id.to_string()).into(),
            member.map(|one| one.last_name.clone()).into(),
            member.map(|one| one.first_name.clone()).into(),
            self.points.into(),
            self.reason.clone().into(),
        ]
    }
}

/// A row that is not yet posted.
#[derive(Clone, Debug)]
pub struct OpenRow {
    pub batch: RecordId,
    pub line: i64,
    /// The member who has the account now.
    pub member: MemberId,
    /// Whether that member is erased.
    pub left: bool,
    pub points: i64,
    pub reason: String,
}

/// A row of a batch that waits for approval, with the member that it names now.
pub fn planned(read: &Read<'_>, line: &CreditLine) -> AppResult<PendingCredit> {
    let (_, member) = judge(read, line)?;
    Ok(PendingCredit {
        line: line.line,
        identifier: line.identifier.clone(),
        member: member.map(|id| brief(read, id)).transpose()?.flatten(),
        points: line.points.unwrap_or(0),
        reason: line.reason.clone(),
    })
}

/// Finds a credit batch.
pub fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Batch>> {
    queries::find(read, id)
}

/// The result of an undo.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditUndo)]
pub struct CreditUndo {
    batch: Batch,
    /// Points that returned.
    taken_back: i64,
    /// Points that had been spent and did not return, by row.
    spent: Vec<RowPoints>,
    /// Rows skipped because their transactions had been reversed before.
    reversed: Vec<RowPoints>,
}

/// Points of one row that did not return at the undo.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRowPoints)]
pub struct RowPoints {
    line: i64,
    member: MemberId,
    points: i64,
}

/// A posted row.
pub struct CreditedRow {
    line: i64,
    member: MemberId,
    points: i64,
    /// Whether its transaction was reversed on its own.
    reversed: bool,
}

fn judge(read: &Read<'_>, line: &CreditLine) -> AppResult<(CreditRowState, Option<MemberId>)> {
    let mut fate = CreditRowState {
        line: line.line,
        identifier: line.identifier.clone(),
        points: line.points,
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
    fate.short_id = member.as_ref().map(|member| member.short_id.to_string());
    fate.code = refused.or(fate.code);
    Ok((fate, member.map(|member| member.id)))
}

/// Returns the result of each row.
fn try_out(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<DryRun> {
    Ok(judge_all(read, lines)?.0)
}

/// The result of each row, and the members of the valid rows in the same order.
fn judge_all(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<(DryRun, Vec<MemberId>)> {
    let (mut rows, mut members) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for line in lines {
        let (fate, member) = judge(read, line)?;
        members.extend(member.filter(|_| fate.code.is_none()));
        rows.push(fate);
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
    Ok(serde_json::json!({ "name": name, "rows": lines.len(), "points": points, "sha256": digest }))
}

/// Accepts every row or none; [`post_open_rows`] then posts them. Fails with [`BATCH_REFUSED`], naming each row with a
/// mistake, and with `balance_limit`.
pub fn give(tx: &Tx<'_>, hand: &AuditedStaff, name: &str, lines: &[CreditLine]) -> AppResult<Batch> {
    let (dry, members) = judge_all(tx, lines)?;
    refuse_mistakes(&dry)?;
    let id = RecordId::made_at(tx.now());
    queries::insert(tx, id, name, lines.len() as i64, dry.points, &hand.actor.name)?;
    for (line, member) in lines.iter().zip(members) {
        let points = line.points.unwrap_or(0);
        posting::require_room(tx, member, points)?;
        queries::insert_row(tx, id, line, member, points)?;
    }
    let batch = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    hand.note(tx, "credits.give", id, None, Some(&batch))?;
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
/// rest as spent. Rows reversed on their own are skipped. Fails with `not_found` and [`ALREADY_UNDONE`].
pub fn undo(tx: &Tx<'_>, hand: &AuditedStaff, id: RecordId, reason: &str) -> AppResult<CreditUndo> {
    let before = require_given(tx, id)?;
    posting::post_all(tx)?;
    let (mut taken_back, mut spent, mut reversed) = (0, Vec::new(), Vec::new());
    for row in queries::rows(tx, id)? {
        let of_row = |points| RowPoints { line: row.line, member: row.member, points };
        if row.reversed {
            queries::set_taken_back(tx, id, row.line, 0)?;
            reversed.push(of_row(row.points));
            continue;
        }
        expiry::settle_ended(tx, row.member)?;
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
    hand.note(tx, "credits.undo", id, Some(&before), Some(&batch))?;
    Ok(CreditUndo { batch, taken_back, spent, reversed })
}
