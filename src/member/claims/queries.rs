//! SQL of claims and their photos.

use super::{ClaimReason, ClaimRecord, Purchase, Question, QuestionKind, Reopening, StaffAnswer};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{ClaimId, MemberId, PartnerId, StaffId, TransactionId};
use crate::base::problem::{AppError, AppResult};
use crate::member::awards::Receipt;
use crate::member::media::Picture;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

const COLUMNS: &str =
    "select c.id, c.number, c.member_id, c.partner_id, c.day, c.amount_cents, c.receipt, c.note, c.status,
     c.created_at_ms, c.waiting_since_ms, c.asked_again_ms, c.decided_at_ms, c.decided_by_name, c.reason, c.reply,
     c.transaction_id, c.assigned_to, c.reopened_at_ms, c.reopened_by_name, c.reopened_reason, c.filed_by_name,
     c.question, c.question_words, c.question_at_ms, c.question_by_name, c.answer, c.answer_at_ms, e.points, p.width
     from claim c left join claim_photo p on p.claim_id = c.id
     left join counter_event e on e.transaction_id = c.transaction_id ";

pub(super) fn record(row: &Row<'_>) -> AppResult<ClaimRecord> {
    Ok(ClaimRecord {
        id: row.get("id")?,
        number: row.get("number")?,
        member: row.get("member_id")?,
        partner: row.get("partner_id")?,
        day: Day::from_number(row.get("day")?),
        amount: row.get("amount_cents")?,
        receipt: row.get("receipt")?,
        note: row.get("note")?,
        status: row.get("status")?,
        created: row.get("created_at_ms")?,
        waiting_since: row.get("waiting_since_ms")?,
        asked_again: row.get("asked_again_ms")?,
        decided_at: row.get("decided_at_ms")?,
        decided_by: row.get("decided_by_name")?,
        reason: row.get("reason")?,
        reply: row.get("reply")?,
        transaction: row.get("transaction_id")?,
        points: row.get("points")?,
        has_photo: row.get::<Option<i64>>("width")?.is_some(),
        filed_by: row.get("filed_by_name")?,
        question: question(row)?,
        assigned_to: row.get("assigned_to")?,
        reopened: reopening(row)?,
    })
}

fn reopening(row: &Row<'_>) -> AppResult<Option<Reopening>> {
    let Some(at) = row.get("reopened_at_ms")? else { return Ok(None) };
    let text = |column| Ok::<_, AppError>(row.get::<Option<String>>(column)?.unwrap_or_default());
    Ok(Some(Reopening { at, by: text("reopened_by_name")?, reason: text("reopened_reason")? }))
}

fn question(row: &Row<'_>) -> AppResult<Option<Question>> {
    let Some(kind) = row.get("question")? else { return Ok(None) };
    Ok(Some(Question {
        kind,
        words: row.get("question_words")?,
        asked: row.get("question_at_ms")?,
        by: row.get("question_by_name")?,
        answer: row.get("answer")?,
        answered: row.get("answer_at_ms")?,
    }))
}

pub(super) fn find(read: &Read<'_>, id: ClaimId) -> AppResult<Option<ClaimRecord>> {
    read.one([COLUMNS, "where c.id = :id"], params! { ":id": id }, record)
}

pub(super) fn of_member(
    read: &Read<'_>,
    member: MemberId,
    before: Option<ClaimId>,
    limit: i64,
) -> AppResult<Vec<ClaimRecord>> {
    read.all(
        [COLUMNS, "where c.member_id = :member and c.id < :before order by c.id desc limit :limit"],
        params! { ":member": member, ":before": before.unwrap_or(ClaimId::from_bytes([0xff; 16])), ":limit": limit },
        record,
    )
}

/// The member's claim about the same purchase, if it was not withdrawn.
pub(super) fn same_purchase(read: &Read<'_>, member: MemberId, purchase: &Purchase) -> AppResult<Option<ClaimId>> {
    read.one(
        "select id from claim where member_id = :member and partner_id = :partner and status <> 'withdrawn'
             and (receipt_key = :key or (receipt_key is null and :key is null and day = :day and amount_cents = :amount))
         order by id limit 1",
        params! { ":member": member, ":partner": purchase.partner, ":day": purchase.day.number(),
        ":key": purchase.receipt.as_ref().map(Receipt::key), ":amount": purchase.amount },
        |row| row.get("id"),
    )
}

/// The transaction that gave the member points for a receipt. A purchase that came from a merged account gave them to that
/// account, so the member's history does not have it.
pub(super) fn given_for(
    read: &Read<'_>,
    member: MemberId,
    partner: PartnerId,
    receipt: &Receipt,
) -> AppResult<Option<TransactionId>> {
    read.one(
        "select e.transaction_id from counter_event e
             join ledger_transaction t on t.id = e.transaction_id
             join account a on a.member_id = e.member_id
         where e.partner_id = :partner and e.receipt_key = :key and e.undone_at_ms is null and e.member_id = :member
             and (exists (select 1 from posting p where p.account_id = a.id and p.seq = t.seq)
                 or exists (select 1 from pending_points w where w.account_id = a.id and w.seq = t.seq))",
        params! { ":partner": partner, ":key": receipt.key(), ":member": member },
        |row| row.get("transaction_id"),
    )
}

pub(super) fn count_undecided(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    read.number(
        "select count(*) as n from claim where member_id = :member and status in ('waiting', 'asked')",
        params! { ":member": member },
    )
}

pub(super) fn count_since(read: &Read<'_>, member: MemberId, since: Timestamp) -> AppResult<i64> {
    read.number(
        "select count(*) as n from claim where member_id = :member and created_at_ms > :since and status <> 'withdrawn'",
        params! { ":member": member, ":since": since },
    )
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: ClaimId,
    member: MemberId,
    purchase: &Purchase,
    filed_by: Option<&str>,
) -> AppResult<()> {
    tx.execute_one(
        "insert into claim (id, number, member_id, partner_id, day, amount_cents, receipt, receipt_key, note, status,
             filed_by_name, created_at_ms, waiting_since_ms)
         select :id, coalesce(max(number), 0) + 1, :member, :partner, :day, :amount, :receipt, :key, :note, 'waiting',
             :filed_by, :now, :now from claim",
        params! { ":id": id, ":member": member, ":partner": purchase.partner, ":day": purchase.day.number(),
        ":amount": purchase.amount, ":receipt": purchase.receipt.as_ref().map(Receipt::as_typed),
        ":key": purchase.receipt.as_ref().map(Receipt::key), ":note": purchase.note,
        ":filed_by": filed_by, ":now": tx.now() },
    )
}

pub(super) fn ask_again(tx: &Tx<'_>, id: ClaimId, note: &str) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'waiting', note = :note, asked_again_ms = :now, waiting_since_ms = :now
         where id = :id and status = 'refused' and asked_again_ms is null",
        params! { ":id": id, ":note": note, ":now": tx.now() },
    )
}

pub(super) fn ask(tx: &Tx<'_>, id: ClaimId, kind: QuestionKind, words: &str, by: &str) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'asked', question = :kind, question_words = :words, question_at_ms = :now,
             question_by_name = :by
         where id = :id and status = 'waiting' and question is null",
        params! { ":id": id, ":kind": kind, ":words": words, ":by": by, ":now": tx.now() },
    )
}

pub(super) fn answer(tx: &Tx<'_>, id: ClaimId, words: &str) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'waiting', answer = :words, answer_at_ms = :now, waiting_since_ms = :now
         where id = :id and status = 'asked'",
        params! { ":id": id, ":words": words, ":now": tx.now() },
    )
}

pub(super) fn withdraw(tx: &Tx<'_>, id: ClaimId) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'withdrawn', decided_at_ms = :now, assigned_to = null where id = :id and status in ('waiting', 'asked')",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn approve(tx: &Tx<'_>, id: ClaimId, by: &str, transaction: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'approved', transaction_id = :transaction, decided_at_ms = :now, decided_by_name = :by,
             reason = null, reply = '', assigned_to = null
         where id = :id and status in ('waiting', 'asked')",
        params! { ":id": id, ":by": by, ":transaction": transaction, ":now": tx.now() },
    )
}

pub(super) fn refuse(tx: &Tx<'_>, id: ClaimId, reason: ClaimReason, answer: StaffAnswer<'_>) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'refused', reason = :reason, reply = :reply, decided_at_ms = :now,
             decided_by_name = :by, assigned_to = null
         where id = :id and status in ('waiting', 'asked')",
        params! { ":id": id, ":by": answer.by, ":reason": reason, ":reply": answer.reply, ":now": tx.now() },
    )
}

/// The claim that a transaction answered, with its number.
pub fn answered_by(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<(ClaimId, i64)>> {
    read.one(
        "select id, number from claim where transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| Ok((row.get("id")?, row.get("number")?)),
    )
}

pub(super) fn reopen(tx: &Tx<'_>, id: ClaimId, by: &str, reason: &str) -> AppResult<()> {
    tx.execute_one(
        "update claim set status = 'waiting', transaction_id = null, decided_at_ms = null, decided_by_name = null,
             waiting_since_ms = :now, reopened_at_ms = :now, reopened_by_name = :by, reopened_reason = :reason
         where id = :id and status = 'approved'",
        params! { ":id": id, ":by": by, ":reason": reason, ":now": tx.now() },
    )
}

pub(super) fn assign(tx: &Tx<'_>, id: ClaimId, staff: Option<StaffId>) -> AppResult<()> {
    tx.execute_one(
        "update claim set assigned_to = :staff where id = :id and status in ('waiting', 'asked')",
        params! { ":id": id, ":staff": staff },
    )
}

/// The undecided claims of a member of staff, in the order of the queue.
pub(super) fn assigned_to(read: &Read<'_>, staff: StaffId) -> AppResult<Vec<ClaimId>> {
    read.all(
        "select id from claim where status in ('waiting', 'asked') and assigned_to is not null and assigned_to = :staff
         order by waiting_since_ms, id",
        params! { ":staff": staff },
        |row| row.get("id"),
    )
}

pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update claim set member_id = :into where member_id = :from", both).map(drop)
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    let whose = params! { ":member": member };
    tx.execute("delete from claim_photo where claim_id in (select id from claim where member_id = :member)", whose)?;
    tx.execute("delete from claim where member_id = :member", whose).map(drop)
}

pub(super) fn photo(read: &Read<'_>, id: ClaimId) -> AppResult<Option<Vec<u8>>> {
    read.one("select bytes from claim_photo where claim_id = :id", params! { ":id": id }, |row| row.get("bytes"))
}

pub(super) fn thumbnail(read: &Read<'_>, id: ClaimId) -> AppResult<Option<Vec<u8>>> {
    read.one("select thumbnail from claim_photo where claim_id = :id", params! { ":id": id }, |row| {
        row.get("thumbnail")
    })
}

pub(super) fn shares_photo(read: &Read<'_>, id: ClaimId) -> AppResult<bool> {
    read.exists(
        "select 1 from claim_photo mine join claim_photo other on other.digest = mine.digest
         where mine.claim_id = :id and other.claim_id <> :id",
        params! { ":id": id },
    )
}

pub(super) fn put_photo(
    tx: &Tx<'_>,
    id: ClaimId,
    (picture, thumbnail): (&Picture, &[u8]),
    digest: &[u8; 32],
) -> AppResult<()> {
    tx.execute_one(
        "insert into claim_photo (claim_id, bytes, thumbnail, digest, width, height, created_at_ms)
         values (:id, :bytes, :thumbnail, :digest, :width, :height, :now)
         on conflict (claim_id) do update set bytes = excluded.bytes, thumbnail = excluded.thumbnail,
             digest = excluded.digest, width = excluded.width, height = excluded.height,
             created_at_ms = excluded.created_at_ms",
        params! { ":id": id, ":bytes": picture.bytes, ":thumbnail": thumbnail, ":digest": digest,
        ":width": i64::from(picture.width), ":height": i64::from(picture.height), ":now": tx.now() },
    )
}

pub(super) fn delete_photo(tx: &Tx<'_>, id: ClaimId) -> AppResult<()> {
    tx.execute("delete from claim_photo where claim_id = :id", params! { ":id": id }).map(drop)
}

pub(super) fn delete_old_photos(tx: &Tx<'_>, before: Timestamp) -> AppResult<usize> {
    tx.execute(
        "delete from claim_photo where claim_id in
             (select p.claim_id from claim_photo p where exists
                 (select 1 from claim c where c.id = p.claim_id and c.status not in ('waiting', 'asked') and c.decided_at_ms < :before)
              limit :most)",
        params! { ":before": before, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
