//! The places where members earn: the outlets of all partners, and the bonuses that a member can get there. This module
//! has no tables.

mod http;

use std::collections::HashMap;

use serde::Serialize;

use crate::base::day::Day;
use crate::base::hours::{Hours, Weekday};
use crate::base::id::{EarningRuleId, MemberId, OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::earning_rules::{self, Bonus, BonusReason, EarningRule, LiveRule, MemberBonus};
use crate::member::partners;
use crate::platform::store::Read;

pub use http::routes;

/// The number of days, after today, whose bonuses are announced.
const DAYS_AHEAD: i64 = 7;

/// A bonus that the member gets for a purchase today or on one of the next seven days.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerBonus)]
struct AnnouncedBonus {
    /// The earning rule.
    #[serde(rename = "_id")]
    id: EarningRuleId,
    /// The short name of the bonus.
    name: LocalizedText,
    /// Its effect.
    bonus: Bonus,
    /// The partners; every partner if empty.
    partners: Vec<PartnerId>,
    /// The name of the partner, if it is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_name: Option<LocalizedText>,
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
    /// The next day on which it is given; today until its hours are over.
    next_day: Day,
    /// The reason why the member gets it; absent for a bonus for all members.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<BonusReason>,
    /// True if only a purchase with an Enjoy Card gets it; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    enjoy_card: Option<bool>,
}

/// Lists the bonuses that the member would get on the next days. The list leaves out bonuses of other members, because
/// such a bonus would reveal the members of a segment. It also leaves out partners that members cannot see.
fn bonuses_for(read: &Read<'_>, member: MemberId) -> AppResult<Vec<AnnouncedBonus>> {
    let (mut found, mut names) = (Vec::new(), HashMap::new());
    for MemberBonus { live, reason, next_day } in earning_rules::bonuses_of(read, member, DAYS_AHEAD)? {
        let LiveRule { id, rule, .. } = live;
        let enjoy_card = rule.enjoy_card;
        let partners = partners::shown(read, &rule.partners, &mut names)?;
        // A bonus for purchases without an Enjoy Card would tell most members of points that they do not get.
        if enjoy_card == Some(false) || (partners.is_empty() && !rule.partners.is_empty()) {
            continue;
        }
        let partner_name = match partners.as_slice() {
            [(_, only)] => Some(only.clone()),
            _ => None,
        };
        let partners: Vec<_> = partners.into_iter().map(|(id, _)| id).collect();
        let EarningRule { name, bonus, partner_types, outlets, weekdays, hours, until, minimum_bill_hkd, .. } = rule;
        found.push(AnnouncedBonus {
            id,
            name,
            bonus,
            partners,
            partner_name,
            partner_types,
            outlets,
            weekdays,
            hours,
            until,
            minimum_bill_hkd,
            next_day,
            reason,
            enjoy_card,
        });
    }
    Ok(found)
}
