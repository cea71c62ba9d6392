//! The benefits of each level: earning rules and items that require it.

use std::collections::HashMap;

use serde::Serialize;

use crate::base::day::Day;
use crate::base::id::ItemId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::earning_rules::{self, Bonus, EarningRule};
use crate::member::partners;
use crate::member::rewards;
use crate::platform::store::Read;

/// A benefit of a level. Every level above it has the benefit too.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum LevelGift {
    /// More points by an earning rule.
    Rule {
        /// The lowest level, counted from 1.
        level: i64,
        /// The name of the rule.
        name: LocalizedText,
        /// Its effect.
        bonus: Bonus,
        /// The partners at which it gives; any partner if empty.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(required = false)]
        partners: Vec<LocalizedText>,
        /// Whether it gives for every purchase at these partners. Others have conditions, such as a day of the week.
        always: bool,
        /// The last day.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<Day>,
    },
    /// An item that only members of the level can buy.
    Item {
        /// The lowest level, counted from 1.
        level: i64,
        /// The item.
        item: ItemId,
        /// Its name.
        name: LocalizedText,
        /// The price of the item.
        points: i64,
    },
}

impl LevelGift {
    const fn level(&self) -> i64 {
        match self {
            LevelGift::Rule { level, .. } | LevelGift::Item { level, .. } => *level,
        }
    }
}

/// Everything that a level gives now, the lowest level first. Rules for a group of members are left out, because the
/// ladder must not reveal who is in the group.
pub(super) fn of_levels(read: &Read<'_>) -> AppResult<Vec<LevelGift>> {
    let today = Day::of(read.now());
    let mut gifts = Vec::new();
    let mut names = HashMap::new();
    for live in earning_rules::still_giving(read)? {
        let rule = live.rule;
        let runs = rule.from.is_none_or(|from| from <= today);
        let Some(level) = rule.level.filter(|_| runs && rule.segment.is_none() && !rule.granted) else { continue };
        let partners = partners::shown(read, &rule.partners, &mut names)?;
        // A rule for partners that members cannot see yet is no benefit yet.
        if partners.is_empty() && !rule.partners.is_empty() {
            continue;
        }
        let partners = partners.into_iter().map(|(_, name)| name).collect();
        let always = gives_always(&rule);
        gifts.push(LevelGift::Rule { level, name: rule.name, bonus: rule.bonus, partners, always, until: rule.until });
    }
    for item in rewards::items_for_levels(read)? {
        let Some(level) = item.input.requires_level else { continue };
        gifts.push(LevelGift::Item { level, item: item.id, name: item.input.name, points: item.input.points.get() });
    }
    gifts.sort_by_key(LevelGift::level);
    Ok(gifts)
}

fn gives_always(rule: &EarningRule) -> bool {
    rule.weekdays.is_empty()
        && rule.hours.is_none()
        && rule.partner_types.is_empty()
        && rule.outlets.is_empty()
        && rule.minimum_bill_hkd.is_none()
        && rule.enjoy_card.is_none()
        && rule.occasion.is_none()
}
