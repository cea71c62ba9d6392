//! SQL of awards that are taken back.

use super::{Award, AwardDetails};
use crate::base::clock::Timestamp;
use crate::base::id::{PartnerId, TillId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn find(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<Award>> {
    read.one(
        "select partner_id, member_id, actor, till_id, points, amount_cents, undone_at_ms, created_at_ms
         from counter_event where transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| {
            Ok(Award {
                partner: row.get("partner_id")?,
                member: row.get("member_id")?,
                actor: row.get("actor")?,
                till: row.get("till_id")?,
                points: row.get("points")?,
                amount: row.get("amount_cents")?,
                undone: row.get::<Option<Timestamp>>("undone_at_ms")?.is_some(),
                created: row.get("created_at_ms")?,
            })
        },
    )
}

pub(super) fn details(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<AwardDetails>> {
    read.one(
        "select o.name as outlet, t.name as till, e.actor_name, e.amount_cents, e.receipt, e.enjoy_card
         from counter_event e left join till t on t.id = e.till_id left join outlet o on o.id = t.outlet_id
         where e.transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| {
            Ok(AwardDetails {
                outlet: row.get("outlet")?,
                till: row.get("till")?,
                by: row.get("actor_name")?,
                amount_hkd: row.get("amount_cents")?,
                receipt: row.get("receipt")?,
                enjoy_card: row.get("enjoy_card")?,
            })
        },
    )
}

pub(super) fn of_receipt(read: &Read<'_>, receipt: &str, limit: i64) -> AppResult<Vec<TransactionId>> {
    read.all(
        "select transaction_id from counter_event where receipt = :receipt and transaction_id is not null
         order by id desc limit :limit",
        params! { ":receipt": receipt, ":limit": limit },
        |row| row.get("transaction_id"),
    )
}

pub(super) fn mark_undone(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update counter_event set undone_at_ms = :now where transaction_id = :transaction and undone_at_ms is null",
        params! { ":transaction": transaction, ":now": tx.now() },
    )
}

/// Takes from what was awarded that day; a day on which nothing is left has no row.
pub(super) fn take_from_day(
    tx: &Tx<'_>,
    partner: PartnerId,
    day: i64,
    subject: &[u8; 16],
    points: i64,
) -> AppResult<()> {
    let taken = tx.execute(
        "update award_day set points = points - :points
         where partner_id = :partner and day = :day and subject = :subject and points > :points",
        params! { ":partner": partner, ":day": day, ":subject": subject, ":points": points },
    )?;
    if taken == 0 {
        tx.execute(
            "delete from award_day where partner_id = :partner and day = :day and subject = :subject",
            params! { ":partner": partner, ":day": day, ":subject": subject },
        )?;
    }
    Ok(())
}

pub(super) fn take_from_till_day(tx: &Tx<'_>, till: TillId, day: i64, amount: Hkd) -> AppResult<()> {
    tx.execute(
        "update till_day set amount_cents = max(0, amount_cents - :amount) where till_id = :till and day = :day",
        params! { ":till": till, ":day": day, ":amount": amount },
    )?;
    Ok(())
}
