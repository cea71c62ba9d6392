//! SQL of awards and of the events at counters.

use super::{Award, AwardDetails, AwardOrder, AwardSearch, PartnerVisits, Receipt};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{MemberId, OutletId, PartnerId, RecordId, TillId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::members::MemberRecord;
use crate::member::earning_rules::PlaceOfPurchase;
use crate::member::partners::Rates;
use crate::member::rewards::RedemptionRecord;
use crate::platform::store::{Read, Row, Tx, join_in_order, params};

pub(super) fn find(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<Award>> {
    read.one(
        "select partner_id, member_id, actor, till_id, points, coalesce(base_points, points) as base,
             coalesce(card_points, 0) as card, amount_cents, undone_at_ms, created_at_ms
         from counter_event where transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| {
            Ok(Award {
                partner: row.get("partner_id")?,
                member: row.get("member_id")?,
                actor: row.get("actor")?,
                till: row.get("till_id")?,
                points: row.get("points")?,
                base: row.get("base")?,
                card: row.get("card")?,
                amount: row.get("amount_cents")?,
                undone: row.get::<Option<Timestamp>>("undone_at_ms")?.is_some(),
                created: row.get("created_at_ms")?,
            })
        },
    )
}

pub(super) fn details(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<AwardDetails>> {
    read.one(
        "select o.name as outlet, t.name as till, e.till_id, e.actor_name, e.amount_cents, e.receipt, e.enjoy_card,
                e.base_rate, e.card_rate
         from counter_event e left join till t on t.id = e.till_id
         left join outlet o on o.id = coalesce(t.outlet_id, e.outlet_id)
         where e.transaction_id = :transaction",
        params! { ":transaction": transaction },
        details_in,
    )
}

pub(super) fn details_in(row: &Row<'_>) -> AppResult<AwardDetails> {
    Ok(AwardDetails {
        outlet: row.get("outlet")?,
        till: row.get("till")?,
        till_id: row.get("till_id")?,
        by: row.get("actor_name")?,
        amount_hkd: row.get("amount_cents")?,
        receipt: row.get("receipt")?,
        enjoy_card: row.get("enjoy_card")?,
        base_rate: row.get("base_rate")?,
        card_rate: row.get("card_rate")?,
    })
}

pub(super) fn of_receipt(read: &Read<'_>, receipt: &str, limit: i64) -> AppResult<Vec<TransactionId>> {
    read.all(
        "select transaction_id from counter_event where receipt = :receipt and transaction_id is not null
         order by id desc limit :limit",
        params! { ":receipt": receipt, ":limit": limit },
        |row| row.get("transaction_id"),
    )
}

/// The partner of the outlet, till or cashier that a search names.
pub(super) fn partner_of(read: &Read<'_>, wanted: &AwardSearch) -> AppResult<Option<PartnerId>> {
    read.one(
        "select coalesce((select partner_id from outlet where id = :outlet),
                (select o.partner_id from till t join outlet o on o.id = t.outlet_id where t.id = :till),
                (select partner_id from cashier where id = :cashier)) as partner_id",
        params! { ":outlet": wanted.outlet, ":till": wanted.till, ":cashier": wanted.cashier },
        |row| row.get::<Option<PartnerId>>("partner_id"),
    )
    .map(Option::flatten)
}

/// A purchase, as the event at the counter keeps it.
pub(super) struct KeptBill {
    pub event: RecordId,
    pub partner: PartnerId,
    pub member: MemberId,
    pub place: PlaceOfPurchase,
    pub amount: Hkd,
    pub enjoy_card: bool,
    pub base: i64,
    pub card: i64,
    pub undone: bool,
    pub bought: Timestamp,
    pub created: Timestamp,
}

/// A purchase as its event keeps it; `None` also for one whose points by the rates are not kept.
pub(super) fn kept_bill(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<KeptBill>> {
    read.one(
        "select id, partner_id, member_id, till_id, outlet_id, amount_cents, enjoy_card, base_points, card_points,
                undone_at_ms, bought_at_ms, created_at_ms
         from counter_event where transaction_id = :transaction and base_points is not null",
        params! { ":transaction": transaction },
        |row| {
            let (created, till): (Timestamp, Option<TillId>) = (row.get("created_at_ms")?, row.get("till_id")?);
            let elsewhere =
                row.get::<Option<OutletId>>("outlet_id")?.map_or(PlaceOfPurchase::Elsewhere, PlaceOfPurchase::Outlet);
            Ok(KeptBill {
                event: row.get("id")?,
                partner: row.get("partner_id")?,
                member: row.get("member_id")?,
                place: till.map_or(elsewhere, PlaceOfPurchase::Till),
                amount: row.get("amount_cents")?,
                enjoy_card: row.get("enjoy_card")?,
                base: row.get("base_points")?,
                card: row.get::<Option<i64>>("card_points")?.unwrap_or(0),
                undone: row.get::<Option<Timestamp>>("undone_at_ms")?.is_some(),
                bought: row.get::<Option<Timestamp>>("bought_at_ms")?.unwrap_or(created),
                created,
            })
        },
    )
}

/// The purchases of a member by partner. A purchase that earned points later counts on its own day.
pub(super) fn visits_of(read: &Read<'_>, member: MemberId, since: Timestamp) -> AppResult<Vec<PartnerVisits>> {
    read.all(
        "select partner_id, max(coalesce(bought_at_ms, created_at_ms)) as latest,
             count(*) filter (where coalesce(bought_at_ms, created_at_ms) >= :since) as recent
         from counter_event where member_id = :member and kind = 'award' and undone_at_ms is null group by partner_id",
        params! { ":member": member, ":since": since },
        |row| {
            Ok(PartnerVisits {
                partner: row.get("partner_id")?,
                latest: row.get("latest")?,
                recent: row.get("recent")?,
            })
        },
    )
}

/// The counter event of an award.
pub(super) fn event_of(read: &Read<'_>, transaction: TransactionId) -> AppResult<Option<RecordId>> {
    read.one(
        "select id from counter_event where transaction_id = :transaction",
        params! { ":transaction": transaction },
        |row| row.get("id"),
    )
}

/// Returns awards, sorted by the time of the award. SQLite reads the index by partner if the search names a partner. It
/// reads the index by amount if the search names only an amount, and the table itself otherwise.
pub(super) fn search(
    read: &Read<'_>,
    wanted: &AwardSearch,
    (period, newest): (Period, bool),
    after: Option<RecordId>,
    limit: i64,
) -> AppResult<Vec<TransactionId>> {
    let place = match (wanted.partner, wanted.amount) {
        (Some(_), _) => "partner_id = :partner",
        (None, Some(_)) => ":partner is null and amount_cents = :amount",
        (None, None) => ":partner is null",
    };
    let (side, order) =
        if newest { (" and id < :after", " order by id desc") } else { (" and id > :after", " order by id") };
    read.all(
        [
            "select transaction_id from counter_event where ",
            place,
            side,
            " and id >= :from and id < :until and kind = 'award' and (:till is null or till_id = :till)
                 and (:outlet is null or outlet_id = :outlet
                     or till_id in (select id from till where outlet_id = :outlet))
                 and (:cashier is null or actor = :cashier) and (:amount is null or amount_cents = :amount)
                 and (:member is null or member_id = :member) and (:receipt is null or receipt = :receipt)
                 and points between :least and :most",
            order,
            " limit :limit",
        ],
        params! { ":partner": wanted.partner, ":after": after.unwrap_or(RecordId::from_bytes(if newest { [0xff; 16] } else { [0; 16] })),
        ":from": RecordId::earliest_at(period.from), ":until": RecordId::earliest_at(period.until),
        ":till": wanted.till, ":outlet": wanted.outlet, ":cashier": wanted.cashier, ":amount": wanted.amount,
        ":member": wanted.member, ":receipt": wanted.receipt, ":least": wanted.points.least,
        ":most": wanted.points.most, ":limit": limit },
        |row| row.get("transaction_id"),
    )
}

pub(super) fn mark_undone(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<()> {
    tx.execute_one(
        "update counter_event set undone_at_ms = :now where transaction_id = :transaction and undone_at_ms is null",
        params! { ":transaction": transaction, ":now": tx.now() },
    )
}

/// Subtracts from the points awarded on that day; deletes the row when nothing is left.
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
        "update till_day set amount_cents = case when amount_cents > :amount then amount_cents - :amount else 0 end
         where till_id = :till and day = :day",
        params! { ":till": till, ":day": day, ":amount": amount },
    )?;
    Ok(())
}

/// Whether a receipt has earned at that partner. A row without a key is compared by the typed text.
pub(super) fn receipt_exists(read: &Read<'_>, partner: PartnerId, receipt: &Receipt) -> AppResult<bool> {
    read.exists(
        "select 1 from counter_event where partner_id = :partner and receipt_key = :key and undone_at_ms is null
         union all
         select 1 from counter_event where partner_id = :partner and receipt = :receipt and undone_at_ms is null",
        params! { ":partner": partner, ":key": receipt.key(), ":receipt": receipt.as_typed() },
    )
}

/// Adds points to a subject's total of that day, and returns the new total.
pub(super) fn add_to_day(tx: &Tx<'_>, partner: PartnerId, day: i64, subject: &[u8; 16], points: i64) -> AppResult<i64> {
    tx.number(
        "insert into award_day (partner_id, day, subject, points) values (:partner, :day, :subject, :points)
         on conflict (partner_id, day, subject) do update set points = award_day.points + excluded.points
         returning points as n",
        params! { ":partner": partner, ":day": day, ":subject": subject, ":points": points },
    )
}

pub(super) fn insert_award(
    tx: &Tx<'_>,
    merchant: &Merchant,
    member: &MemberRecord,
    order: &AwardOrder,
    (points, base, card): (i64, i64, i64),
    rates: Rates,
    transaction: TransactionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, base_points,
                                    card_points, base_rate, card_rate, amount_cents, enjoy_card, receipt, receipt_key,
                                    transaction_id, till_id, outlet_id, bought_at_ms, created_at_ms)
         values (:id, :partner, 'award', :member, :actor, :actor_name, :points, :base, :card_points, :base_rate,
                 :card_rate, :amount, :card, :receipt, :key, :transaction, :till, :outlet, :bought, :now)",
        params! { ":id": RecordId::made_at(tx.now()), ":partner": merchant.partner, ":member": member.id,
        ":actor": merchant.actor, ":actor_name": merchant.name, ":points": points, ":base": base,
        ":card_points": card, ":base_rate": rates.base, ":card_rate": order.enjoy_card.then_some(rates.extra),
        ":amount": order.amount, ":card": order.enjoy_card, ":receipt": order.receipt.as_ref().map(Receipt::as_typed),
        ":key": order.receipt.as_ref().map(Receipt::key), ":transaction": transaction,
        ":till": merchant.till.map(|till| till.id), ":outlet": order.outlet, ":bought": order.bought,
        ":now": tx.now() },
    )
}

pub(super) fn insert_collection(tx: &Tx<'_>, merchant: &Merchant, redemption: &RedemptionRecord) -> AppResult<()> {
    tx.execute_one(
        "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, redemption_id, item_name,
                                    till_id, created_at_ms)
         values (:id, :partner, 'collect', :member, :actor, :actor_name, :points, :redemption, :item, :till, :now)",
        params! { ":id": RecordId::made_at(tx.now()), ":partner": merchant.partner, ":member": redemption.member,
        ":actor": merchant.actor, ":actor_name": merchant.name, ":points": redemption.points,
        ":redemption": redemption.id, ":item": redemption.item.name,
        ":till": merchant.till.map(|till| till.id), ":now": tx.now() },
    )
}

/// Adds an amount to a till's total of that day, and returns the new total in cents.
pub(super) fn add_to_till_day(tx: &Tx<'_>, till: TillId, day: i64, amount: Hkd) -> AppResult<i64> {
    tx.number(
        "insert into till_day (till_id, day, amount_cents) values (:till, :day, :amount)
         on conflict (till_id, day) do update set amount_cents = till_day.amount_cents + excluded.amount_cents
         returning amount_cents as n",
        params! { ":till": till, ":day": day, ":amount": amount },
    )
}

/// Moves the awards and collections of a member to another, and adds up the points awarded today.
pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update counter_event set member_id = :into where member_id = :from",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute(
        concat!(
            "insert into award_day (partner_id, day, subject, points)
                 select today.partner_id, today.day, :into, today.points from partner",
            join_in_order!(),
            "award_day today on today.partner_id = partner.id and today.day = :day and today.subject = :from
             on conflict (partner_id, day, subject) do update set points = award_day.points + excluded.points"
        ),
        params! { ":from": from, ":into": into, ":day": tx.now().hong_kong_day() },
    )?;
    Ok(())
}
