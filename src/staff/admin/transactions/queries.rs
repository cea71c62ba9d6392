//! SQL of transactions and settlements.

use super::wanted::{RedemptionFilter, TransactionFilter, TransactionSort};
use super::{TransactionBrief, TransactionView, WaitingRedemptions, postings};
use crate::base::id::{MemberId, RecordId, RedemptionId, TransactionId};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::core::ledger::{Details, TransactionKind};
use crate::member::awards;
use crate::member::rewards::{ItemType, RedemptionStatus};
use crate::platform::store::{Read, Row, indexed_by, params};

/// A transaction whose postings are not yet parsed.
struct TransactionRow {
    seq: i64,
    view: TransactionView,
    lines: String,
    /// The award, if it is one or reverses one.
    award_seq: i64,
}

fn found(row: &Row<'_>) -> AppResult<TransactionRow> {
    let details: Option<String> = row.get("details")?;
    let details: Details = details.map_or(Ok(Details::default()), |json| serde_json::from_str(&json))?;
    let (seq, created) = (row.get("seq")?, row.get("created_at_ms")?);
    let view = TransactionView {
        id: row.get("id")?,
        number: TransactionNumber::of(seq, created),
        kind: row.get("kind")?,
        created,
        postings: Vec::new(),
        item_snapshot: details.snapshot,
        reason: details.reason,
        partner: details.partner,
        redemption: details.redemption,
        lines: details.lines,
        delays: details.delays,
        reversed: row.get("reversed")?,
        reverses: None,
        reversed_by: None,
        award: None,
        origin: None,
        carbon: Vec::new(),
        lots: Vec::new(),
        taken_lots: Vec::new(),
        missed_rules: None,
        by: None,
        point_value_hkd: None,
        worth_hkd: None,
        events: Vec::new(),
        seal: None,
        nearby: None,
    };
    Ok(TransactionRow { seq, view, lines: row.get("lines")?, award_seq: row.get("award_seq")? })
}

/// A row of a list, which has the bill of an award.
fn found_with_award(row: &Row<'_>) -> AppResult<TransactionRow> {
    let awarded: Option<TransactionId> = row.get("awarded")?;
    let award = awarded.map(|_| awards::details_in(row)).transpose()?;
    let mut listed = found(row)?;
    listed.view.award = award;
    Ok(listed)
}

/// Whether postings have the balance of the account after the transaction. Each balance needs a statement of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Balances {
    Read,
    Leave,
}

fn with_postings(read: &Read<'_>, found: TransactionRow, balances: Balances) -> AppResult<TransactionView> {
    let seq = (balances == Balances::Read).then_some(found.seq);
    Ok(TransactionView { postings: postings(read, &found.lines, found.award_seq, seq)?, ..found.view })
}

/// Whether a transaction was reversed, by its opposite or by the undo of its credit batch.
const REVERSED: &str = "(exists (select 1 from ledger_transaction r where r.reverses_seq = t.seq) or exists (
    select 1 from credit_batch_row c where c.transaction_id = t.id and c.taken_back is not null)) as reversed";

pub(super) fn find(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionView>> {
    let one = read.one(
        [
            "select coalesce(t.reverses_seq, t.seq) as award_seq, t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.details, ",
            REVERSED,
            " from ledger_transaction t where t.id = :id",
        ],
        params! { ":id": id },
        found,
    )?;
    one.map(|one| with_postings(read, one, Balances::Read)).transpose()
}

fn linked(read: &Read<'_>, statement: &'static str, id: TransactionId) -> AppResult<Option<TransactionBrief>> {
    read.one(statement, params! { ":id": id }, |row| {
        let number = TransactionNumber::of(row.get("seq")?, row.get("created_at_ms")?);
        Ok(TransactionBrief { id: row.get("id")?, number })
    })
}

/// The transaction that this one reverses, if any.
pub(super) fn original_of(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionBrief>> {
    let original = "select t.seq, t.id, t.created_at_ms from ledger_transaction r
         join ledger_transaction t on t.seq = r.reverses_seq where r.id = :id";
    linked(read, original, id)
}

/// The transaction that reverses this one, if any.
pub(super) fn reversal_of(read: &Read<'_>, id: TransactionId) -> AppResult<Option<TransactionBrief>> {
    let reversal = "select r.seq, r.id, r.created_at_ms from ledger_transaction t
         join ledger_transaction r on r.reverses_seq = t.seq where t.id = :id";
    linked(read, reversal, id)
}

pub(super) fn balance_after(read: &Read<'_>, account: i64, seq: i64) -> AppResult<Option<i64>> {
    read.one(
        "select balance_after from posting where account_id = :account and seq = :seq",
        params! { ":account": account, ":seq": seq },
        |row| row.get("balance_after"),
    )
}

/// Each SQL statement names every parameter, and its term selects its index. The points of a transaction are the number
/// before the blank in its first line, which the cast reads. The bill of an award is found by its transaction.
fn transactions(from: &'static str, term: &'static str, order: &'static str) -> [&'static str; 10] {
    [
        "select coalesce(t.reverses_seq, t.seq) as award_seq, t.seq, t.id, t.kind, t.created_at_ms, t.lines, t.details,
             e.transaction_id as awarded, o.name as outlet, s.name as till, e.till_id, e.actor_name, e.amount_cents,
             e.receipt, e.enjoy_card, e.base_rate, e.card_rate, ",
        REVERSED,
        " from ",
        from,
        " left join counter_event e on e.transaction_id = t.id left join till s on s.id = e.till_id
          left join outlet o on o.id = coalesce(s.outlet_id, e.outlet_id)",
        " where ",
        term,
        " and t.id >= :from and t.id < :until and (:kind is null or t.kind = :kind)
             and (:partner is null or t.partner = :partner)
             and (:member is null or :member is not null) and :after is not null and :place is not null
             and (:unlimited or abs(cast(substr(ltrim(t.lines, '0123456789'), 2) as integer)) between :least and :most)
         order by ",
        order,
        " limit :limit",
    ]
}

const ALL: &str = "ledger_transaction t";
const OF_MEMBER: &str = "account a join posting p on p.account_id = a.id join ledger_transaction t on t.seq = p.seq";

/// The purchases of a member whose points all wait, each once. They moved no points of the member's account.
const WAITING: &str = "account a join pending_points w on w.account_id = a.id and w.status = 'open'
    and not exists (select 1 from posting o where o.account_id = w.account_id and o.seq = w.seq)
    and not exists (select 1 from pending_points e where e.seq = w.seq and e.day < w.day and e.status = 'open')
    join ledger_transaction t on t.seq = w.seq";

pub(super) fn list(
    read: &Read<'_>,
    wanted: &TransactionFilter,
    after: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<TransactionView>> {
    let newest = wanted.sort == TransactionSort::Newest;
    // Transfers are frequent, so a scan of the ledger finds enough of them quickly without an index.
    let rarer = wanted.kind.as_deref().filter(|kind| *kind != TransactionKind::Transfer.name());
    let order = if newest { "t.id desc" } else { "t.id" };
    let sql = match (wanted.member, &wanted.partner, rarer) {
        (Some(_), ..) if newest => transactions(OF_MEMBER, "a.member_id = :member and p.seq < :place", "p.seq desc"),
        (Some(_), ..) => transactions(OF_MEMBER, "a.member_id = :member and p.seq > :place", "p.seq"),
        (None, Some(_), _) if newest => transactions(ALL, "t.partner = :partner and t.id < :after", order),
        (None, Some(_), _) => transactions(ALL, "t.partner = :partner and t.id > :after", order),
        (None, None, Some(_)) if newest => {
            transactions(ALL, "t.kind = :kind and t.kind <> 'Transfer' and t.id < :after", order)
        }
        (None, None, Some(_)) => transactions(ALL, "t.kind = :kind and t.kind <> 'Transfer' and t.id > :after", order),
        (None, None, None) if newest => transactions(ALL, "t.id < :after", order),
        (None, None, None) => transactions(ALL, "t.id > :after", order),
    };
    let place = match after {
        Some(id) => ledger::place_of(read, id)?.ok_or(INVALID_PARAMETER)?,
        None if newest => i64::MAX,
        None => 0,
    };
    let after = after.unwrap_or(TransactionId::from_bytes(if newest { [0xff; 16] } else { [0; 16] }));
    let matching = |sql: [&'static str; 10]| {
        read.all(
            sql,
            params! { ":after": after, ":place": place, ":member": wanted.member, ":kind": wanted.kind,
            ":partner": wanted.partner.map(|id| id.to_string()),
            ":from": TransactionId::earliest_at(wanted.period.from),
            ":until": TransactionId::earliest_at(wanted.period.until), ":unlimited": !wanted.points().is_asked(),
            ":least": wanted.points().least, ":most": wanted.points().most, ":limit": limit },
            found_with_award,
        )
    };
    let mut rows = matching(sql)?;
    if wanted.member.is_some() {
        rows.extend(matching(waiting_purchases(newest))?);
        rows.sort_by_key(|row| if newest { -row.seq } else { row.seq });
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    rows.into_iter().map(|row| with_postings(read, row, Balances::Leave)).collect()
}

fn waiting_purchases(newest: bool) -> [&'static str; 10] {
    if newest {
        transactions(WAITING, "a.member_id = :member and t.seq < :place", "t.seq desc")
    } else {
        transactions(WAITING, "a.member_id = :member and t.seq > :place", "t.seq")
    }
}

/// Sequence numbers have no gaps, so the highest one is the number of transactions.
pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select max(seq) as n from ledger_transaction", params! {})
}

/// Ids of redemptions, in the wanted order.
pub(super) fn list_redemptions(
    read: &Read<'_>,
    wanted: &RedemptionFilter,
    after: Option<RedemptionId>,
    limit: i64,
) -> AppResult<Vec<RedemptionId>> {
    let unsettled = matches!(wanted.status, Some(RedemptionStatus::Processing | RedemptionStatus::Rejected));
    let exchanges = wanted.kind == Some(ItemType::Exchange);
    // The index is named where SQLite could choose a much slower one.
    let (index, term) = if wanted.member.is_some() {
        ("", "r.member_id = :member")
    } else if wanted.item.is_some() && unsettled {
        (
            indexed_by!("redemption_unsettled_by_item"),
            "r.item_id = :item and r.status = :status and r.status in ('processing', 'rejected')",
        )
    } else if wanted.item.is_some() {
        ("", "r.item_id = :item")
    } else if wanted.partner.is_some() && unsettled {
        (
            indexed_by!("redemption_unsettled_by_partner"),
            "r.partner_id = :partner and r.status = :status and r.status in ('processing', 'rejected')",
        )
    } else if wanted.partner.is_some() {
        ("", "r.partner_id = :partner")
    } else if unsettled {
        ("", "r.status = :status and r.status in ('processing', 'rejected')")
    } else if exchanges {
        ("", "r.type = 'exchange'")
    } else {
        ("", "true")
    };
    let newest = wanted.sort == TransactionSort::Newest;
    let (from, until) = (RedemptionId::earliest_at(wanted.period.from), RedemptionId::earliest_at(wanted.period.until));
    // The cursor narrows the period from the end at which the list began.
    let (from, until) = match after {
        Some(id) if newest => (from, until.min(id)),
        Some(id) => (from.max(id.next()), until),
        None => (from, until),
    };
    read.all(
        [
            "select r.id from redemption r ",
            index,
            " where ",
            term,
            " and r.id >= :from and r.id < :until and (:status is null or r.status = :status)
                 and (:kind is null or r.type = :kind) and (:partner is null or r.partner_id = :partner)
                 and (:item is null or r.item_id = :item) and (:member is null or r.member_id = :member)
             order by ",
            if newest { "r.id desc" } else { "r.id" },
            " limit :limit",
        ],
        params! { ":from": from, ":until": until, ":status": wanted.status,
        ":kind": wanted.kind, ":partner": wanted.partner, ":item": wanted.item,
        ":member": wanted.member, ":limit": limit },
        |row| row.get("id"),
    )
}

/// Totals of open exchanges. The status condition is repeated as the index states it, so that SQLite uses it.
pub(super) fn waiting(read: &Read<'_>) -> AppResult<WaitingRedemptions> {
    let found = read.one(
        "select count(*) as n, coalesce(sum(points), 0) as points, min(created_at_ms) as oldest from redemption
         where status = 'processing' and status in ('processing', 'rejected')",
        params! {},
        |row| Ok(WaitingRedemptions { count: row.get("n")?, points: row.get("points")?, oldest: row.get("oldest")? }),
    )?;
    Ok(found.unwrap_or_default())
}

/// An account's kind and owner.
pub(super) fn account(read: &Read<'_>, id: i64) -> AppResult<Option<(String, Option<MemberId>)>> {
    read.one("select kind, member_id from account where id = :id", params! { ":id": id }, |row| {
        Ok((row.get("kind")?, row.get("member_id")?))
    })
}

/// The batch by which a transaction was posted, with its name.
pub(super) fn credit_batch_of(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<(RecordId, String)>> {
    read.one(
        "select b.id, b.name from credit_batch_row r join credit_batch b on b.id = r.batch_id
         where r.transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}
