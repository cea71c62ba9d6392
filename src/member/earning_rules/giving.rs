//! The rules that can still give something: those whose bonus may be announced to members.

use super::{EarningRule, LiveRule, queries};
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::platform::store::Read;

/// The rules that are on and can still give something: neither over nor spent. Only such a rule is announced to members.
pub fn still_giving(read: &Read<'_>) -> AppResult<Vec<LiveRule>> {
    let (today, point_value) = (Day::of(read.now()), settings::cached(read)?.point_value_hkd);
    let mut found = Vec::new();
    for live in queries::live(read)? {
        let EarningRule { from, until, budget, caps, .. } = &live.rule;
        let over = until.is_some_and(|until| until < today || from.is_some_and(|from| from > until));
        let limited = budget.is_some() || caps.per_rule.is_some();
        if over || (limited && live.rule.is_spent(queries::given(read, live.id, today)?, point_value)) {
            continue;
        }
        found.push(live);
    }
    Ok(found)
}
