//! SQL of a member's purchases, for rules that ask how many there were before.

use std::collections::HashMap;

use crate::base::clock::Timestamp;
use crate::base::id::{EarningRuleId, MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::member::earning_rules::evaluate::EarlierPurchases;
use crate::member::earning_rules::rule::PurchaseScope;
use crate::platform::store::{Read, Row, params};

/// The number of purchases of a member for which points were given, those that were taken back left out.
pub(in crate::member::earning_rules) fn counted(
    read: &Read<'_>,
    member: MemberId,
    partner: PartnerId,
    at: PurchaseScope,
) -> AppResult<i64> {
    match at {
        PurchaseScope::Partner => read.number(
            "select count(*) as n from counter_event where member_id = :member and partner_id = :partner
                 and kind = 'award' and undone_at_ms is null",
            params! { ":member": member, ":partner": partner },
        ),
        PurchaseScope::Programme => read.number(
            "select count(*) as n from counter_event where member_id = :member and kind = 'award'
                 and undone_at_ms is null",
            params! { ":member": member },
        ),
    }
}

/// The purchases that [`counted`] counts, and how many of them were made until a moment. Of two purchases of one moment
/// the one that was counted first is the earlier.
pub(in crate::member::earning_rules) fn counted_until(
    read: &Read<'_>,
    member: MemberId,
    partner: PartnerId,
    (at, moment): (PurchaseScope, Timestamp),
) -> AppResult<EarlierPurchases> {
    let count = |row: &Row<'_>| Ok(EarlierPurchases { counted: row.get("counted")?, made: row.get("made")? });
    let found = match at {
        PurchaseScope::Partner => read.one(
            "select count(*) as counted, count(*) filter (where coalesce(bought_at_ms, created_at_ms) <= :moment) as made
             from counter_event where member_id = :member and partner_id = :partner and kind = 'award'
                 and undone_at_ms is null",
            params! { ":member": member, ":partner": partner, ":moment": moment },
            count,
        )?,
        PurchaseScope::Programme => read.one(
            "select count(*) as counted, count(*) filter (where coalesce(bought_at_ms, created_at_ms) <= :moment) as made
             from counter_event where member_id = :member and kind = 'award' and undone_at_ms is null",
            params! { ":member": member, ":moment": moment },
            count,
        )?,
    };
    Ok(found.unwrap_or_default())
}

/// The number of a member's purchases for which a rule gave points, those that were taken back left out.
pub(in crate::member::earning_rules) fn times_given(
    read: &Read<'_>,
    rule: EarningRuleId,
    member: MemberId,
    (at, partner): (PurchaseScope, PartnerId),
) -> AppResult<i64> {
    match at {
        PurchaseScope::Partner => read.number(
            "select count(*) as n from earning_rule_line where member_id = :member and rule_id = :rule
                 and partner_id = :partner and undone_at_ms is null",
            params! { ":member": member, ":rule": rule, ":partner": partner },
        ),
        PurchaseScope::Programme => read.number(
            "select count(*) as n from earning_rule_line where member_id = :member and rule_id = :rule
                 and undone_at_ms is null",
            params! { ":member": member, ":rule": rule },
        ),
    }
}

/// The purchases that [`counted`] counts, by partner.
pub(in crate::member::earning_rules) fn counted_by_partner(
    read: &Read<'_>,
    member: MemberId,
) -> AppResult<HashMap<PartnerId, i64>> {
    let rows = read.all(
        "select partner_id, count(*) as n from counter_event where member_id = :member and kind = 'award'
             and undone_at_ms is null group by partner_id",
        params! { ":member": member },
        |row| Ok((row.get("partner_id")?, row.get("n")?)),
    )?;
    Ok(rows.into_iter().collect())
}

/// The partners that were not removed, oldest first, with their types.
pub(in crate::member::earning_rules) fn partners(read: &Read<'_>) -> AppResult<Vec<(PartnerId, String)>> {
    read.all("select id, type from partner where deleted_at_ms is null order by id", params! {}, |row| {
        Ok((row.get("id")?, row.get("type")?))
    })
}
