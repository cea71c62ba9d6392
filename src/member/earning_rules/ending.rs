//! The end of a rule by hand: its last day becomes today. The version stays as it is, and so does what the rule gave.

use std::time::Duration;

use super::{EarningRuleRecord, EndByHand, LiveRules, checked, queries, written};
use crate::base::day::Day;
use crate::base::id::EarningRuleId;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::Tx;

/// The rule is off, or its last day is today or over.
pub const RULE_NOT_ON: ProblemType = ProblemType::new("rule_not_on", 409, "Earning rule not on");
/// The rule was not ended by hand, or too long ago to take that back.
pub const RULE_END_STAYS: ProblemType = ProblemType::new("rule_end_stays", 409, "End of the rule stays");

/// The time in which an end by hand may be taken back. The desk offers it for ten seconds; the rest is for a slow line.
/// Later the rule is simulated and switched on as any other, because what it would give has changed since.
const TAKEN_BACK_WITHIN: Duration = Duration::from_secs(60);

/// Makes today the last day of a rule that is on. Fails with `not_found` and [`RULE_NOT_ON`].
pub fn end_today(tx: &Tx<'_>, id: EarningRuleId, by: &str) -> AppResult<EarningRuleRecord> {
    let (found, today) = (queries::find(tx, id)?.ok_or(NOT_FOUND)?, Day::of(tx.now()));
    if found.live.is_none() || found.last_day().is_some_and(|last| last <= today) {
        return Err(RULE_NOT_ON.into());
    }
    queries::spans::set_last_day(tx, id, Some((today, by)))?;
    changed(tx, &found)
}

/// Gives a rule back the end that it had before [`end_today`]. Fails with `not_found`, with [`RULE_END_STAYS`], also if the
/// day of the end is over, and as a save does if the rule no longer fits the other rules.
pub fn take_end_back(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let found = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let today = Day::of(tx.now());
    let recent = |ended: &&EndByHand| ended.on >= today && tx.now() <= ended.at.plus(TAKEN_BACK_WITHIN);
    let (Some(live), Some(_)) = (&found.live, found.ended.as_ref().filter(recent)) else {
        return Err(RULE_END_STAYS.into());
    };
    // A rule that was switched on meanwhile was not compared with the days after the end.
    checked(tx, Some(id), live.rule.clone())?;
    queries::spans::set_last_day(tx, id, None)?;
    changed(tx, &found)
}

fn changed(tx: &Tx<'_>, found: &EarningRuleRecord) -> AppResult<EarningRuleRecord> {
    queries::update(tx, found.id, found.live.as_ref().map(|live| live.version), found.latest.version)?;
    tx.invalidate::<LiveRules>();
    written(tx, found.id)
}
