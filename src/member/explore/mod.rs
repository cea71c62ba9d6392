//! Where members earn: the outlets of all partners, and the bonuses that any member can get there. This module has no
//! tables.

mod http;

use serde::Serialize;

use crate::base::day::Day;
use crate::base::hours::{Hours, Weekday};
use crate::base::id::{EarningRuleId, OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::earning_rules::{self, EarningRule, LiveRule};
use crate::platform::store::Read;

pub use http::routes;

/// How many days ahead a bonus is announced.
const DAYS_AHEAD: i64 = 7;

/// A bonus that is on, or starts within a week, and that needs nothing but a purchase.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerBonus)]
struct PublicBonus {
    /// The earning rule.
    #[serde(rename = "_id")]
    id: EarningRuleId,
    /// The short name of the bonus.
    name: LocalizedText,
    /// The partners; every partner if empty.
    partners: Vec<PartnerId>,
    /// The types of partners; every type if empty.
    partner_types: Vec<String>,
    /// The outlets; every outlet if empty.
    outlets: Vec<OutletId>,
    /// The days of the week; every day if empty.
    weekdays: Vec<Weekday>,
    /// The hours of the day in Hong Kong; absent for the whole day.
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<Hours>,
    /// The last day; absent if it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Day>,
    /// The smallest bill that gets the bonus; absent if every bill gets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_bill_hkd: Option<Hkd>,
}

/// Whether any member gets the bonus for a purchase on one of the next days. Rules for some members are not announced,
/// because they would reveal who is in a segment.
fn is_public(rule: &EarningRule, today: Day) -> bool {
    let for_all = rule.segment.is_none()
        && rule.level.is_none()
        && rule.enjoy_card.is_none()
        && rule.occasion.is_none()
        && !rule.granted;
    for_all && rule.from.is_none_or(|day| day <= today.plus(DAYS_AHEAD))
}

/// The bonuses to announce today.
fn public_bonuses(read: &Read<'_>) -> AppResult<Vec<PublicBonus>> {
    let today = Day::of(read.now());
    let shown = |LiveRule { id, rule, .. }: LiveRule| {
        let EarningRule { name, partners, partner_types, outlets, weekdays, hours, until, minimum_bill_hkd, .. } = rule;
        PublicBonus { id, name, partners, partner_types, outlets, weekdays, hours, until, minimum_bill_hkd }
    };
    let giving = earning_rules::still_giving(read)?;
    Ok(giving.into_iter().filter(|live| is_public(&live.rule, today)).map(shown).collect())
}
