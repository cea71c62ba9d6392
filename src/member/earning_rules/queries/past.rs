//! SQL of the facts about a past purchase, as they were when its points were given. A purchase that was taken back later
//! still counted then.

use super::given::{given_to_member_of, last_of_year};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::member::earning_rules::evaluate::{EarlierPurchases, GivenByRule, GivenToMember};
use crate::member::earning_rules::past_bill::PastBill;
use crate::member::earning_rules::rule::PurchaseScope;
use crate::platform::store::{Read, params};

/// Maximum number of awards that are summed up for one rule.
const MOST_AWARDS: i64 = 50_000;

/// Whether a rule gave points for a purchase.
pub(in crate::member::earning_rules) fn gave(
    read: &Read<'_>,
    rule: EarningRuleId,
    transaction: TransactionId,
) -> AppResult<bool> {
    read.exists(
        "select 1 from earning_rule_line where rule_id = :rule and transaction_id = :transaction",
        params! { ":rule": rule, ":transaction": transaction },
    )
}

/// Whether a goal had given a rule to a member for a day by a moment.
pub(in crate::member::earning_rules) fn granted(
    read: &Read<'_>,
    rule: EarningRuleId,
    member: MemberId,
    (day, moment): (Day, Timestamp),
) -> AppResult<bool> {
    read.exists(
        "select 1 from earning_rule_grant where rule_id = :rule and member_id = :member and until_day >= :day
             and from_day <= :day and created_at_ms <= :moment",
        params! { ":rule": rule, ":member": member, ":day": day, ":moment": moment },
    )
}

/// The purchases of the member that were counted before this one.
pub(in crate::member::earning_rules) fn purchases_before(
    read: &Read<'_>,
    bill: &PastBill,
    at: PurchaseScope,
) -> AppResult<EarlierPurchases> {
    let partner = Some(bill.partner).filter(|_| at == PurchaseScope::Partner);
    let found = read.one(
        "select count(*) as counted, count(*) filter (where coalesce(bought_at_ms, created_at_ms) <= :bought) as made
         from counter_event where member_id = :member and (:partner is null or partner_id = :partner)
             and kind = 'award' and id < :event and (undone_at_ms is null or undone_at_ms > :created)",
        params! { ":member": bill.member.0, ":partner": partner, ":event": bill.event, ":bought": bill.bought,
        ":created": bill.created },
        |row| Ok(EarlierPurchases { counted: row.get("counted")?, made: row.get("made")? }),
    )?;
    let found = found.unwrap_or_default();
    // Only a purchase that earned late asks how many were made before it.
    Ok(if bill.bought < bill.created { found } else { EarlierPurchases { made: found.counted, ..found } })
}

/// The number of the member's earlier purchases for which a rule gave points.
pub(in crate::member::earning_rules) fn times_given(
    read: &Read<'_>,
    rule: EarningRuleId,
    bill: &PastBill,
    at: PurchaseScope,
) -> AppResult<i64> {
    let partner = Some(bill.partner).filter(|_| at == PurchaseScope::Partner);
    read.number(
        "select count(*) as n from earning_rule_line where member_id = :member and rule_id = :rule
             and (:partner is null or partner_id = :partner) and transaction_id < :transaction
             and (undone_at_ms is null or undone_at_ms > :created)",
        params! { ":member": bill.member.0, ":rule": rule, ":partner": partner, ":transaction": bill.transaction,
        ":created": bill.created },
    )
}

/// The points that a rule had given before a purchase; `None` if they are too many to sum up.
pub(in crate::member::earning_rules) fn given(
    read: &Read<'_>,
    rule: EarningRuleId,
    bill: &PastBill,
    day: Day,
) -> AppResult<Option<GivenByRule>> {
    let awards = read.number(
        "select coalesce(sum(awards), 0) as n from earning_rule_day where rule_id = :rule and day <= :day",
        params! { ":rule": rule, ":day": Day::of(bill.created).number() },
    )?;
    if awards > MOST_AWARDS {
        return Ok(None);
    }
    read.one(
        "select coalesce(sum(points), 0) as points, coalesce(sum(value), 0) as value,
                coalesce(sum(case when day = :day then points else 0 end), 0) as today
         from earning_rule_line where rule_id = :rule and transaction_id < :transaction
             and (undone_at_ms is null or undone_at_ms > :created)",
        params! { ":rule": rule, ":transaction": bill.transaction, ":day": day.number(), ":created": bill.created },
        |row| {
            let (points, value) = (row.get("points")?, row.get("value")?);
            Ok(GivenByRule { points, value, today: row.get("today")? })
        },
    )
}

/// The points that a rule had given to the member before a purchase.
pub(in crate::member::earning_rules) fn given_to_member(
    read: &Read<'_>,
    rule: EarningRuleId,
    bill: &PastBill,
    day: Day,
) -> AppResult<GivenToMember> {
    let found = read.one(
        "select coalesce(sum(points), 0) as points,
                coalesce(sum(case when day = :day then points else 0 end), 0) as today,
                coalesce(sum(case when day between :year and :year_end then points else 0 end), 0) as this_year
         from earning_rule_line where member_id = :member and rule_id = :rule and transaction_id < :transaction
             and (undone_at_ms is null or undone_at_ms > :created)",
        params! { ":rule": rule, ":member": bill.member.0, ":transaction": bill.transaction, ":day": day.number(),
        ":year": day.first_of_year(), ":year_end": last_of_year(day), ":created": bill.created },
        given_to_member_of,
    )?;
    Ok(found.unwrap_or_default())
}
