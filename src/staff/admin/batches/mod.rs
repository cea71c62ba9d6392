//! Credits for many members, brought as one file: tried first, given as one batch, undone as one.
//!
//! A batch is accepted in one write, all rows or none; from then on its points are certain. They are posted in
//! short turns of the writer (see [`posting`]), because other calls would wait too long for thousands at once.

pub(super) mod http;
mod posting;
mod queries;
mod reading;

use serde::Serialize;

use super::Hand;
use super::books::{MemberBrief, brief, tell_reversed};
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::messages;
use crate::base::points::MAX_POINTS;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::base::secret::{base64url, hash};
use crate::base::short_id::ShortId;
use crate::core::ledger::{self, AccountId, BALANCE_LIMIT, Details, Kind, Movement, Snapshot};
use crate::core::members::{self, Status};
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::{Read, Tx};

pub use self::posting::post_open_rows;
pub(super) use self::reading::CreditLine;

/// A row of the file cannot be given: the dry run says which.
pub const BATCH_REFUSED: ProblemType = ProblemType::new("batch_refused", 422, "Rows with mistakes");
/// The batch has been undone before.
pub const ALREADY_UNDONE: ProblemType = ProblemType::new("already_undone", 409, "Already undone");

/// What would become of a row, or has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditFate)]
pub(super) struct Fate {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// What stands in it for the member.
    identifier: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    /// Whom it names.
    #[serde(skip_serializing_if = "Option::is_none")]
    short_id: Option<String>,
    /// Why it cannot be given: `unknown_member`, `member_inactive`, `invalid_amount`, `invalid_reason`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// What would become of a file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CreditDryRun)]
pub(super) struct DryRun {
    /// Rows that would be given.
    good: i64,
    /// Rows with mistakes; while there is one, nothing is given.
    bad: i64,
    /// Points that the good ones come to.
    points: i64,
    rows: Vec<Fate>,
}

/// A batch that was given.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditBatch)]
pub(super) struct Batch {
    #[serde(rename = "_id")]
    id: RecordId,
    name: String,
    rows: i64,
    points: i64,
    /// Who brought it.
    actor_name: String,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_at: Option<Timestamp>,
}

impl CsvRow for Batch {
    const HEADINGS: &'static [&'static str] = &["_id", "name", "rows", "points", "by", "created", "undoneAt"];

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

/// One credit of a batch, as it stood in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRow)]
pub(super) struct Credit {
    /// The row's number in the file.
    line: i64,
    /// Who got it.
    short_id: ShortId,
    points: i64,
    reason: String,
    /// The transaction that gave the points; none while they are still to be posted, and where they were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction_id: Option<TransactionId>,
    /// Why the points could not be posted after the batch was accepted: `member_left` or `balance_limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Points that came back when the batch was taken back; the rest had been spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<i64>,
}

impl CsvRow for Credit {
    const HEADINGS: &'static [&'static str] =
        &["line", "member", "points", "reason", "transactionId", "takenBack", "refused"];

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

/// A credit of a file that waits for a second person, as it stands in the file.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedCredit)]
pub(super) struct Planned {
    /// The row's number in the file, counted from 1.
    pub(super) line: i64,
    /// What stands in it for the member.
    identifier: String,
    /// Whom it names now.
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<MemberBrief>,
    points: i64,
    reason: String,
}

impl CsvRow for Planned {
    const HEADINGS: &'static [&'static str] =
        &["line", "identifier", "member", "lastName", "firstName", "points", "reason"];

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

/// A row of a file that waits, with whom it names by now.
pub(super) fn planned(read: &Read<'_>, line: &CreditLine) -> AppResult<Planned> {
    let (_, member) = judge(read, line)?;
    Ok(Planned {
        line: line.line,
        identifier: line.identifier.clone(),
        member: member.map(|id| brief(read, id)).transpose()?.flatten(),
        points: line.points.unwrap_or(0),
        reason: line.reason.clone(),
    })
}

/// A batch that was given.
pub(super) fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<Batch>> {
    queries::find(read, id)
}

/// What undoing a batch brought back.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditUndo)]
pub(super) struct Undone {
    batch: Batch,
    /// Points that came back.
    taken_back: i64,
    /// Points that had been spent and stay so, row by row.
    spent: Vec<RowPoints>,
    /// Rows that had been reversed alone, and were passed.
    reversed: Vec<RowPoints>,
}

/// Points of one row that did not come back with its batch.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditRowPoints)]
pub(super) struct RowPoints {
    line: i64,
    member: MemberId,
    points: i64,
}

/// A row that was given.
pub(super) struct Given {
    line: i64,
    member: MemberId,
    points: i64,
    /// Whether its transaction was reversed alone.
    reversed: bool,
}

fn judge(read: &Read<'_>, line: &CreditLine) -> AppResult<(Fate, Option<MemberId>)> {
    let mut fate = Fate {
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

/// Tells what would become of each row.
fn try_out(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<DryRun> {
    Ok(judge_all(read, lines)?.0)
}

/// What would become of each row, and the members that the good ones name, in the same order.
fn judge_all(read: &Read<'_>, lines: &[CreditLine]) -> AppResult<(DryRun, Vec<MemberId>)> {
    let (mut rows, mut members) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for line in lines {
        let (fate, member) = judge(read, line)?;
        members.extend(member.filter(|_| fate.code.is_none()));
        rows.push(fate);
    }
    let (bad, good): (Vec<&Fate>, Vec<&Fate>) = rows.iter().partition(|row| row.code.is_some());
    let points = total(good.iter().filter_map(|row| row.points))?;
    Ok((DryRun { good: good.len() as i64, bad: bad.len() as i64, points, rows }, members))
}

/// All points of a file together. Fails with `balance_limit` for more than the books can hold.
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

/// A file as whoever approves it sees it; the digest stands for each of its rows.
fn in_short(name: &str, lines: &[CreditLine]) -> AppResult<serde_json::Value> {
    let points = total(lines.iter().filter_map(|line| line.points))?;
    let digest = base64url(&hash(&serde_json::to_string(lines)?));
    Ok(serde_json::json!({ "name": name, "rows": lines.len(), "points": points, "sha256": digest }))
}

/// Accepts every row or none; [`post_open_rows`] then posts them. Fails with [`BATCH_REFUSED`], naming each row with a
/// mistake, and with `balance_limit`.
pub(super) fn give(tx: &Tx<'_>, hand: &Hand, name: &str, lines: &[CreditLine]) -> AppResult<Batch> {
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
        snapshot: Some(Snapshot {
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

/// Takes a batch back by compensating transactions: of each row what its member still has, and the
/// rest is told; rows that were reversed alone are passed. Fails with `not_found` and [`ALREADY_UNDONE`].
pub(super) fn undo(tx: &Tx<'_>, hand: &Hand, id: RecordId, reason: &str) -> AppResult<Undone> {
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
        let points = row.points.min(ledger::balance_of(tx, row.member)?);
        if points > 0 {
            let account = ledger::account_of(tx, row.member)?;
            let movement =
                Movement::between(Kind::Adjustment, account, AccountId::ISSUANCE, points, details("reversed", reason));
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
    Ok(Undone { batch, taken_back, spent, reversed })
}
