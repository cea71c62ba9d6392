//! SQL of redemptions.

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::problem::AppResult;
use crate::member::rewards::life::next_notice;
use crate::member::rewards::{ItemType, RedemptionRecord, RedemptionStatus};
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<RedemptionRecord> {
    let snapshot: String = row.get("snapshot")?;
    Ok(RedemptionRecord {
        id: row.get("id")?,
        member: row.get("member_id")?,
        partner: row.get("partner_id")?,
        item: serde_json::from_str(&snapshot)?,
        status: row.get("status")?,
        points: row.get("points")?,
        wallet_address: row.get("wallet_address")?,
        format: row.get("content_format")?,
        img_url: row.get("content_img_url")?,
        unclaimed: row.get("unclaimed")?,
        openings: row.get("openings")?,
        opened_at: row.get("opened_at_ms")?,
        expires_at: row.get("expires_at_ms")?,
        collected_at: row.get("collected_at_ms")?,
        transaction: row.get("transaction_id")?,
        hold_seq: row.get("hold_seq")?,
        created: row.get("created_at_ms")?,
        settled_at: row.get("settled_at_ms")?,
        note: row.get("note")?,
        use_by: row.get("use_by_ms")?,
        face_value: row.get("face_cents")?,
        cost: row.get("cost_cents")?,
    })
}

pub(in crate::member::rewards) fn insert(tx: &Tx<'_>, new: &RedemptionRecord) -> AppResult<()> {
    let snapshot = serde_json::to_string(&new.item)?;
    tx.execute_one(
        "insert into redemption (id, member_id, item_id, partner_id, type, status, points, snapshot, wallet_address,
                                 content_format, content_img_url, unclaimed, transaction_id, hold_seq, created_at_ms,
                                 use_by_ms, remind_at_ms, face_cents, cost_cents)
         values (:id, :member, :item, :partner, :type, :status, :points, :snapshot, :wallet,
                 :format, :img_url, :unclaimed, :transaction, :hold, :created, :use_by, :remind_at, :face, :cost)",
        params! { ":id": new.id, ":member": new.member, ":item": new.item.id, ":partner": new.partner,
        ":type": new.item.kind, ":status": new.status, ":points": new.points,
        ":snapshot": snapshot, ":wallet": new.wallet_address, ":format": new.format,
        ":img_url": new.img_url, ":unclaimed": new.unclaimed, ":transaction": new.transaction,
        ":hold": new.hold_seq, ":created": new.created, ":use_by": new.use_by,
        ":remind_at": new.use_by.and_then(|end| next_notice(end, tx.now())),
        ":face": new.face_value, ":cost": new.cost },
    )
}

pub(in crate::member::rewards) fn find(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<RedemptionRecord>> {
    read.one(
        "select id, member_id, partner_id, status, points, snapshot, wallet_address, content_format, content_img_url,
                unclaimed, openings, opened_at_ms, expires_at_ms, collected_at_ms, transaction_id, hold_seq,
                created_at_ms, settled_at_ms, note, use_by_ms, face_cents, cost_cents
         from redemption where id = :id",
        params! { ":id": id },
        record,
    )
}

/// The redemption that a transaction paid for.
pub(in crate::member::rewards) fn paid_by(
    read: &Read<'_>,
    transaction: TransactionId,
) -> AppResult<Option<RedemptionId>> {
    read.one("select id from redemption where transaction_id = :id", params! { ":id": transaction }, |row| {
        row.get("id")
    })
}

pub(in crate::member::rewards) fn list_of_member(
    read: &Read<'_>,
    member: MemberId,
    kind: Option<ItemType>,
    before: RedemptionId,
    limit: i64,
) -> AppResult<Vec<RedemptionRecord>> {
    read.all(
        "select id, member_id, partner_id, status, points, snapshot, wallet_address, content_format, content_img_url,
                unclaimed, openings, opened_at_ms, expires_at_ms, collected_at_ms, transaction_id, hold_seq,
                created_at_ms, settled_at_ms, note, use_by_ms, face_cents, cost_cents
         from redemption where member_id = :member and (:type is null or type = :type) and id < :before
         order by id desc limit :limit",
        params! { ":member": member, ":type": kind, ":before": before, ":limit": limit },
        record,
    )
}

/// The redemption with this code at that partner's counter, open ones first: two pools may hold the same text.
pub(in crate::member::rewards) fn find_by_code(
    read: &Read<'_>,
    lookup: [u8; 32],
    partner: PartnerId,
) -> AppResult<Option<RedemptionRecord>> {
    read.one(
        "select r.id, r.member_id, r.partner_id, r.status, r.points, r.snapshot, r.wallet_address, r.content_format,
                r.content_img_url, r.unclaimed, r.openings, r.opened_at_ms, r.expires_at_ms, r.collected_at_ms,
                r.transaction_id, r.hold_seq, r.created_at_ms, r.settled_at_ms, r.note, r.use_by_ms, r.face_cents, r.cost_cents
         from coupon_code c join redemption r on r.id = c.redemption_id
         where c.lookup = :lookup and (r.partner_id = :partner or r.partner_id is null)
         order by r.collected_at_ms is null and coalesce(r.expires_at_ms > :now, false) desc,
             r.opened_at_ms desc nulls last
         limit 1",
        params! { ":lookup": lookup, ":partner": partner, ":now": read.now() },
        record,
    )
}

/// Opens a coupon that is unused or has returned to its member; false for any other.
pub(in crate::member::rewards) fn open(
    tx: &Tx<'_>,
    id: RedemptionId,
    until: Timestamp,
    key: Option<[u8; 32]>,
) -> AppResult<bool> {
    let touched = tx.execute(
        "update redemption set openings = openings + 1, opened_at_ms = :now, expires_at_ms = :until, opening_key = :key,
             shown_at_ms = coalesce(shown_at_ms, :now)
         where id = :id and status = 'confirmed' and collected_at_ms is null and coalesce(use_by_ms > :now, true)
             and (openings = 0 or (unclaimed = 'return_once' and openings = 1 and expires_at_ms <= :now))",
        params! { ":id": id, ":now": tx.now(), ":until": until, ":key": key },
    )?;
    Ok(touched == 1)
}

/// The hash of the idempotency key of the last opening.
pub(in crate::member::rewards) fn opening_key(read: &Read<'_>, id: RedemptionId) -> AppResult<Option<[u8; 32]>> {
    let found = read.one("select opening_key from redemption where id = :id", params! { ":id": id }, |row| {
        row.get("opening_key")
    })?;
    Ok(found.flatten())
}

/// Marks an open coupon collected; false when it is not open or was collected before.
pub(in crate::member::rewards) fn collect(tx: &Tx<'_>, id: RedemptionId) -> AppResult<bool> {
    let touched = tx.execute(
        "update redemption set collected_at_ms = :now where id = :id and collected_at_ms is null and expires_at_ms > :now",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// The time at which a counter last collected a coupon of this member.
pub(in crate::member::rewards) fn last_collected(read: &Read<'_>, member: MemberId) -> AppResult<Option<Timestamp>> {
    let found = read.one(
        "select max(collected_at_ms) as at from redemption where member_id = :member and collected_at_ms is not null",
        params! { ":member": member },
        |row| row.get("at"),
    )?;
    Ok(found.flatten())
}

/// Makes an open coupon unopened again; false when it is not open or was collected.
pub(in crate::member::rewards) fn give_back(tx: &Tx<'_>, id: RedemptionId) -> AppResult<bool> {
    let touched = tx.execute(
        "update redemption set openings = 0, opened_at_ms = null, expires_at_ms = null, opening_key = null
         where id = :id and collected_at_ms is null and expires_at_ms > :now",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// Whether an opened coupon of another partner has this code.
pub(in crate::member::rewards) fn is_shown_elsewhere(
    read: &Read<'_>,
    lookup: [u8; 32],
    partner: PartnerId,
) -> AppResult<bool> {
    read.exists(
        "select 1 from coupon_code c join redemption r on r.id = c.redemption_id
         where c.lookup = :lookup and r.partner_id <> :partner and r.openings > 0",
        params! { ":lookup": lookup, ":partner": partner },
    )
}

pub(in crate::member::rewards) fn settle(
    tx: &Tx<'_>,
    id: RedemptionId,
    status: RedemptionStatus,
    note: Option<&str>,
) -> AppResult<()> {
    tx.execute_one(
        "update redemption set status = :status, settled_at_ms = :now, note = :note where id = :id and status = 'processing'",
        params! { ":id": id, ":status": status, ":now": tx.now(), ":note": note },
    )
}

/// Rejects a coupon that was never opened; false for any other.
pub(in crate::member::rewards) fn cancel(tx: &Tx<'_>, id: RedemptionId, note: &str) -> AppResult<bool> {
    let touched = tx.execute(
        "update redemption set status = 'rejected', settled_at_ms = :now, note = :note
         where id = :id and type = 'coupon' and status = 'confirmed' and openings = 0",
        params! { ":id": id, ":now": tx.now(), ":note": note },
    )?;
    Ok(touched == 1)
}

pub(in crate::member::rewards) fn forget_wallets(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "update redemption set wallet_address = null where member_id = :member and wallet_address is not null",
        params! { ":member": member },
    )?;
    Ok(())
}

/// Returns to the member an opened coupon that was not collected in time, once; false for any other. A coupon that
/// returns by itself keeps its last opening.
pub(in crate::member::rewards) fn reopen(tx: &Tx<'_>, id: RedemptionId) -> AppResult<bool> {
    let touched = tx.execute(
        "update redemption set reopened_at_ms = :now, opening_key = null,
             openings = case unclaimed when 'return_once' then 1 else 0 end,
             opened_at_ms = case unclaimed when 'return_once' then opened_at_ms end,
             expires_at_ms = case unclaimed when 'return_once' then expires_at_ms end
         where id = :id and openings > 0 and collected_at_ms is null and expires_at_ms <= :now and reopened_at_ms is null
             and (unclaimed = 'used' or openings = 2)",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

/// Moves the redemptions of a member to another.
pub(in crate::member::rewards) fn move_redemptions(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update redemption set member_id = :into where member_id = :from",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}

/// Whether a notice of a coupon's end is due.
pub(in crate::member::rewards) fn has_due_notice(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from redemption where remind_at_ms <= :now limit 1", params! { ":now": read.now() })
}

/// Redemptions whose notice is due, the longest due first.
pub(in crate::member::rewards) fn list_due_notices(read: &Read<'_>, limit: i64) -> AppResult<Vec<RedemptionRecord>> {
    read.all(
        "select id, member_id, partner_id, status, points, snapshot, wallet_address, content_format, content_img_url,
                unclaimed, openings, opened_at_ms, expires_at_ms, collected_at_ms, transaction_id, hold_seq,
                created_at_ms, settled_at_ms, note, use_by_ms, face_cents, cost_cents
         from redemption where remind_at_ms <= :now order by remind_at_ms limit :limit",
        params! { ":now": read.now(), ":limit": limit },
        record,
    )
}

/// Sets the time of the next notice.
pub(in crate::member::rewards) fn set_notice(tx: &Tx<'_>, id: RedemptionId, at: Option<Timestamp>) -> AppResult<()> {
    tx.execute_one("update redemption set remind_at_ms = :at where id = :id", params! { ":id": id, ":at": at })
}

/// Sets the end of the time in which a coupon can be opened, and the time of the next notice.
pub(in crate::member::rewards) fn set_end(
    tx: &Tx<'_>,
    id: RedemptionId,
    end: Timestamp,
    notice: Option<Timestamp>,
) -> AppResult<()> {
    tx.execute_one(
        "update redemption set use_by_ms = :end, remind_at_ms = :notice where id = :id",
        params! { ":id": id, ":end": end, ":notice": notice },
    )
}
