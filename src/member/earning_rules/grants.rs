//! Grants: a goal lets a member earn by a rule for some days. The rule requires the grant as a condition, so that
//! budget, caps and simulation work as for any rule.

use super::{Bonus, Grant, RuleVersion, queries};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, RecordId};
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, ProblemType};
use crate::platform::store::{Read, Tx};

/// The rule is off, its last day is over, or it is for members without a grant too.
pub const RULE_NOT_GRANTED: ProblemType = ProblemType::new("rule_not_granted", 409, "Rule cannot be given");

/// The factor of a rule that goals may give: a multiplier that asks for a grant.
pub fn granted_factor(version: &RuleVersion) -> Option<PointsRate> {
    match version.rule.bonus {
        Bonus::Multiplier { factor, .. } if version.rule.granted => Some(factor),
        _ => None,
    }
}

/// Lets a member earn by a rule today and on some days after it, or after the last day of a grant that runs. Fails with
/// [`RULE_NOT_GRANTED`].
pub fn grant(tx: &Tx<'_>, rule: EarningRuleId, member: MemberId, days: i64) -> AppResult<RecordId> {
    let today = Day::of(tx.now());
    let live = super::find(tx, rule)?.filter(|found| found.goes_on(today)).and_then(|found| found.live);
    live.as_ref().and_then(granted_factor).ok_or(RULE_NOT_GRANTED)?;
    let running = queries::last_granted_day(tx, rule, member)?.filter(|last| *last >= today);
    let (from, until) = (running.map_or(today, |last| last.plus(1)), running.unwrap_or(today).plus(days));
    let given = Grant { id: RecordId::made_at(tx.now()), from, until };
    queries::insert_grant(tx, rule, member, given)?;
    Ok(given.id)
}

/// Finds a grant.
pub fn find_grant(read: &Read<'_>, id: RecordId) -> AppResult<Option<Grant>> {
    queries::grant(read, id)
}

/// Takes a grant back. The member keeps the points earned by it.
pub fn take_grant_back(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    queries::delete_grant(tx, id)
}
