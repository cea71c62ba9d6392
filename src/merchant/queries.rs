//! The counter's SQL.

use super::{AwardOrder, Event, EventKind};
use crate::auth::Merchant;
use crate::base::id::{PartnerId, RecordId, TransactionId};
use crate::base::problem::AppResult;
use crate::members::MemberRecord;
use crate::rewards::RedemptionRecord;
use crate::store::{Read, Row, Tx, params};

pub(super) fn receipt_exists(read: &Read<'_>, partner: PartnerId, receipt: &str) -> AppResult<bool> {
    read.exists(
        "select 1 from counter_event where partner_id = :partner and receipt = :receipt",
        params! { ":partner": partner, ":receipt": receipt },
    )
}

/// Adds to what was awarded that day; gives the new total.
pub(super) fn add_to_day(tx: &Tx<'_>, partner: PartnerId, day: i64, subject: &[u8; 16], points: i64) -> AppResult<i64> {
    tx.number(
        "insert into award_day (partner_id, day, subject, points) values (:partner, :day, :subject, :points)
         on conflict (partner_id, day, subject) do update set points = points + excluded.points
         returning points as n",
        params! { ":partner": partner, ":day": day, ":subject": subject, ":points": points },
    )
}

pub(super) fn insert_award(
    tx: &Tx<'_>,
    merchant: &Merchant,
    member: &MemberRecord,
    order: &AwardOrder,
    points: i64,
    transaction: TransactionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, amount_cents,
                                    enjoy_card, receipt, transaction_id, created_at_ms)
         values (:id, :partner, 'award', :member, :actor, :actor_name, :points, :amount, :card, :receipt, :transaction, :now)",
        params! { ":id": RecordId::made_at(tx.now()), ":partner": merchant.partner, ":member": member.id,
        ":actor": merchant.actor, ":actor_name": merchant.name, ":points": points, ":amount": order.amount,
        ":card": order.enjoy_card, ":receipt": order.receipt, ":transaction": transaction, ":now": tx.now() },
    )
}

pub(super) fn insert_collection(tx: &Tx<'_>, merchant: &Merchant, redemption: &RedemptionRecord) -> AppResult<()> {
    tx.execute_one(
        "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, redemption_id, item_name,
                                    created_at_ms)
         values (:id, :partner, 'collect', :member, :actor, :actor_name, :points, :redemption, :item, :now)",
        params! { ":id": RecordId::made_at(tx.now()), ":partner": merchant.partner, ":member": redemption.member,
        ":actor": merchant.actor, ":actor_name": merchant.name, ":points": redemption.points,
        ":redemption": redemption.id, ":item": redemption.item.name, ":now": tx.now() },
    )
}

fn event(row: &Row<'_>) -> AppResult<Event> {
    let kind: String = row.get("kind")?;
    Ok(Event {
        id: row.get("id")?,
        kind: if kind == "award" { EventKind::Award } else { EventKind::Collect },
        member: row.get("member_id")?,
        actor_name: row.get("actor_name")?,
        points: row.get("points")?,
        amount: row.get("amount_cents")?,
        enjoy_card: row.get("enjoy_card")?,
        receipt: row.get("receipt")?,
        transaction: row.get("transaction_id")?,
        redemption: row.get("redemption_id")?,
        item_name: row.get("item_name")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn list(read: &Read<'_>, partner: PartnerId, before: RecordId, limit: i64) -> AppResult<Vec<Event>> {
    read.all(
        "select id, kind, member_id, actor_name, points, amount_cents, enjoy_card, receipt, transaction_id, redemption_id,
                item_name, created_at_ms
         from counter_event where partner_id = :partner and id < :before order by id desc limit :limit",
        params! { ":partner": partner, ":before": before, ":limit": limit },
        event,
    )
}
