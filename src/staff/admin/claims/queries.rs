//! SQL of claims in the admin: the queue, and the counter events that speak for or against a claim.

use super::Bill;
use crate::auth::Role;
use crate::base::clock::Timestamp;
use crate::base::id::{ClaimId, MemberId, PartnerId, RecordId, StaffId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::awards::Receipt;
use crate::member::claims::{ClaimRecord, ClaimStatus};
use crate::platform::store::{Read, params};
use crate::staff::admin::transactions::brief;

/// Filters of the queue.
#[derive(Clone, Debug)]
pub(super) struct ClaimFilter {
    pub status: ClaimStatus,
    pub member: Option<MemberId>,
    pub partner: Option<PartnerId>,
    /// The number of a claim.
    pub number: Option<i64>,
    /// The key of a receipt.
    pub receipt: Option<String>,
    pub holder: Option<ClaimHolder>,
}

/// The filter by the staff member to whom a claim is assigned.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClaimHolder {
    Nobody,
    Staff(StaffId),
    /// Claims that are assigned to this person or to nobody.
    FreeFor(StaffId),
}

const NARROWED: &str = " and (:member is null or member_id = :member) and (:partner is null or partner_id = :partner)
     and (:number is null or number = :number) and (:receipt is null or receipt_key = :receipt)
     and (:held = 0 or (:held in (1, 3) and assigned_to is null) or (:held in (2, 3) and assigned_to = :holder))";

impl ClaimFilter {
    /// All claims that wait.
    pub(super) fn waiting() -> Self {
        Self { status: ClaimStatus::Waiting, member: None, partner: None, number: None, receipt: None, holder: None }
    }

    /// The kind of its holder in [`NARROWED`], and the person.
    fn held(&self) -> (i64, Option<StaffId>) {
        match self.holder {
            None => (0, None),
            Some(ClaimHolder::Nobody) => (1, None),
            Some(ClaimHolder::Staff(id)) => (2, Some(id)),
            Some(ClaimHolder::FreeFor(id)) => (3, Some(id)),
        }
    }
}

/// Ids of claims: those that wait by due date, the others with the newest first.
pub(super) fn list(
    read: &Read<'_>,
    wanted: &ClaimFilter,
    after: Option<&ClaimRecord>,
    limit: i64,
) -> AppResult<Vec<ClaimId>> {
    let waits = wanted.status == ClaimStatus::Waiting;
    let (term, order) = if waits {
        (
            "status = 'waiting' and waiting_since_ms >= :since and (waiting_since_ms > :since or id > :id)",
            "waiting_since_ms, id",
        )
    } else {
        ("id < :id and :since is not null", "id desc")
    };
    let (held, holder) = wanted.held();
    let end = ClaimId::from_bytes(if waits { [0; 16] } else { [0xff; 16] });
    read.all(
        ["select id from claim where status = :status and ", term, NARROWED, " order by ", order, " limit :limit"],
        params! { ":status": wanted.status, ":member": wanted.member, ":partner": wanted.partner,
        ":number": wanted.number, ":receipt": wanted.receipt, ":held": held, ":holder": holder, ":limit": limit,
        ":since": after.map_or(Timestamp::from_millis(0), |claim| claim.waiting_since),
        ":id": after.map_or(end, |claim| claim.id) },
        |row| row.get("id"),
    )
}

/// Number of claims that wait and fit the filter.
pub(super) fn count_waiting(read: &Read<'_>, wanted: &ClaimFilter) -> AppResult<i64> {
    let (held, holder) = wanted.held();
    read.number(
        ["select count(*) as n from claim where status = 'waiting'", NARROWED],
        params! { ":member": wanted.member, ":partner": wanted.partner, ":number": wanted.number,
        ":receipt": wanted.receipt, ":held": held, ":holder": holder },
    )
}

/// The moments since which claims wait, oldest first.
pub(super) fn waiting_since(read: &Read<'_>) -> AppResult<Vec<Timestamp>> {
    read.all(
        "select waiting_since_ms from claim where status = 'waiting' order by waiting_since_ms",
        params! {},
        |row| row.get("waiting_since_ms"),
    )
}

/// The moments since which claims waited and at which they were approved or refused, since a moment.
pub(super) fn answered_since(read: &Read<'_>, since: Timestamp) -> AppResult<Vec<(Timestamp, Timestamp)>> {
    read.all(
        "select waiting_since_ms, decided_at_ms from claim
         where status in ('approved', 'refused') and decided_at_ms >= :since",
        params! { ":since": since },
        |row| Ok((row.get("waiting_since_ms")?, row.get("decided_at_ms")?)),
    )
}

/// The claims that wait before another one in the queue: their number, and the last of them.
pub(super) fn before(read: &Read<'_>, claim: &ClaimRecord) -> AppResult<(i64, Option<ClaimId>)> {
    let earlier = "from claim where status = 'waiting' and waiting_since_ms <= :since
         and (waiting_since_ms < :since or id < :id)";
    let place = params! { ":since": claim.waiting_since, ":id": claim.id };
    let number = read.number(["select count(*) as n ", earlier], place)?;
    let last = read.one(
        ["select id ", earlier, " order by waiting_since_ms desc, id desc limit 1"],
        params! { ":since": claim.waiting_since, ":id": claim.id },
        |row| row.get("id"),
    )?;
    Ok((number, last))
}

/// The people of the programme who may sign in.
pub(super) fn active_staff(read: &Read<'_>) -> AppResult<Vec<(StaffId, String, Role)>> {
    read.all("select id, name, role from staff where status = 'active' and role <> 'merchant'", params! {}, |row| {
        Ok((row.get("id")?, row.get("name")?, row.get("role")?))
    })
}

/// The member who got points for a receipt.
pub(super) fn receipt_user(read: &Read<'_>, partner: PartnerId, receipt: &Receipt) -> AppResult<Option<MemberId>> {
    read.one(
        "select member_id from counter_event
         where partner_id = :partner and receipt_key = :key and undone_at_ms is null limit 1",
        params! { ":partner": partner, ":key": receipt.key() },
        |row| row.get("member_id"),
    )
}

/// Amounts of purchases on the day of the claim for which the member got points at the partner, also if they were posted
/// later.
pub(super) fn amounts_that_day(read: &Read<'_>, claim: &ClaimRecord) -> AppResult<Vec<Hkd>> {
    read.all(
        "select amount_cents from counter_event where member_id = :member and partner_id = :partner and kind = 'award'
             and undone_at_ms is null and created_at_ms >= :from
             and coalesce(bought_at_ms, created_at_ms) >= :from and coalesce(bought_at_ms, created_at_ms) < :until",
        params! { ":member": claim.member, ":partner": claim.partner, ":from": claim.day.start(),
        ":until": claim.day.plus(1).start() },
        |row| row.get("amount_cents"),
    )
}

/// Whether another member claims the same receipt.
pub(super) fn receipt_claimed(read: &Read<'_>, claim: &ClaimRecord, receipt: &Receipt) -> AppResult<bool> {
    read.exists(
        "select 1 from claim where partner_id = :partner and receipt_key = :key and receipt_key is not null
             and member_id <> :member and status <> 'withdrawn'",
        params! { ":partner": claim.partner, ":key": receipt.key(), ":member": claim.member },
    )
}

/// Ids of the awards of the partner for purchases on the day of the claim: those that were posted on that day, and those
/// that name the time of their purchase, which may have been posted later.
const OF_THAT_DAY: &str = "(select id from counter_event
         where partner_id = :partner and id >= :first and id < :end and kind = 'award' and bought_at_ms is null
     union all
     select id from counter_event
         where partner_id = :partner and bought_at_ms >= :from and bought_at_ms < :until and kind = 'award') of_day";

/// The awards of the partner for purchases on the day of the claim whose amounts are nearest to it, in order of time, and
/// the number of all awards for purchases of that day.
pub(super) fn bills(read: &Read<'_>, claim: &ClaimRecord, limit: i64) -> AppResult<(Vec<Bill>, i64)> {
    let (from, until) = (claim.day.start(), claim.day.plus(1).start());
    let key = claim.receipt.as_deref().and_then(Receipt::parse).map(|receipt| receipt.key().to_owned());
    let (first, end) = (RecordId::earliest_at(from), RecordId::earliest_at(until));
    let found = read.all(
        [
            "select e.id, e.transaction_id, coalesce(e.bought_at_ms, e.created_at_ms) as bought, e.receipt, e.receipt_key,
                 e.actor_name, e.member_id, e.amount_cents, e.points, e.undone_at_ms, t.name as till, o.name as outlet
             from ",
            OF_THAT_DAY,
            " join counter_event e on e.id = of_day.id left join till t on t.id = e.till_id
             left join outlet o on o.id = coalesce(e.outlet_id, t.outlet_id)
             order by case when e.receipt_key = :key then 0 else 1 end, abs(e.amount_cents - :amount), e.id limit :limit",
        ],
        params! { ":partner": claim.partner, ":first": first, ":end": end, ":from": from, ":until": until, ":key": key,
        ":amount": claim.amount, ":limit": limit },
        |row| {
            let amount: Hkd = row.get("amount_cents")?;
            let receipt_key: Option<String> = row.get("receipt_key")?;
            let bill = Bill {
                transaction: row.get("transaction_id")?,
                created: row.get("bought")?,
                receipt: row.get("receipt")?,
                outlet: row.get("outlet")?,
                till: row.get("till")?,
                by: row.get("actor_name")?,
                member: None,
                fits: amount == claim.amount || (key.is_some() && receipt_key == key),
                amount_hkd: amount,
                points: row.get("points")?,
                undone: row.get::<Option<Timestamp>>("undone_at_ms")?.is_some(),
            };
            Ok((bill, row.get::<MemberId>("member_id")?))
        },
    )?;
    let mut bills = Vec::new();
    for (bill, member) in found {
        bills.push(Bill { member: brief(read, member)?, ..bill });
    }
    bills.sort_by_key(|bill| (bill.created, bill.transaction));
    let total = read.number(
        ["select count(*) as n from ", OF_THAT_DAY],
        params! { ":partner": claim.partner, ":first": first, ":end": end, ":from": from, ":until": until },
    )?;
    Ok((bills, total))
}
