//! Earning rules in the admin: operators write them and switch them on and off, and auditors read them.

mod drafts;
pub mod http;
mod simulations;
mod tried_bill;
mod views;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::day::Day;
use crate::base::id::EarningRuleId;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::settings;
use crate::member::earning_rules::{self, Bonus, EarningRule, EarningRuleRecord, GivenByRule, MovedRule};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{
    self, ApprovalOutcome, ApprovalRequest, AskedAction, PendingAction, PointsChange, alone,
};
use crate::staff::kit::{AuditedStaff, require_version};

/// The newest version of the rule was not simulated as it is now, or too long ago.
const RULE_NOT_SIMULATED: ProblemType = ProblemType::new("rule_not_simulated", 409, "Rule not simulated");

/// The time after a simulation in which its version may be switched on.
const SIMULATION_HOLDS: Duration = Duration::from_secs(24 * 3_600);

/// A rule to switch on, once approved.
#[derive(Serialize, Deserialize)]
pub struct RuleToSwitchOn {
    rule: EarningRuleId,
    /// The state of the rule that the second person saw.
    changes: i64,
}

impl PendingAction for RuleToSwitchOn {
    const NAME: &'static str = "SwitchOnRule";
    const MOVES_POINTS: bool = true;

    fn version(&self) -> Option<i64> {
        Some(self.changes)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        let before = earning_rules::find(tx, self.rule)?.ok_or(NOT_FOUND)?;
        require_version(Some(self.changes), before.changes)?;
        let after = put_on(tx, asker, &before)?;
        Ok(serde_json::to_value(views::shown(tx, after)?)?)
    }
}

/// Adds a rule, which is off, and audits it. Fails as [`earning_rules::create`] does.
pub(super) fn create(tx: &Tx<'_>, staff: &AuditedStaff, rule: EarningRule) -> AppResult<EarningRuleRecord> {
    let made = earning_rules::create(tx, rule, &staff.actor.name)?;
    staff.note(tx, "earning_rule.create", made.id, None, Some(&made.latest.rule))?;
    Ok(made)
}

/// Writes the draft of a rule and audits it. Fails with `stale`, and as [`earning_rules::replace`] does.
fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: EarningRuleId,
    version: Option<i64>,
    rule: EarningRule,
) -> AppResult<EarningRuleRecord> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.changes)?;
    let after = earning_rules::replace(tx, id, rule, &staff.actor.name)?;
    staff.note(tx, "earning_rule.update", id, Some(&before.latest.rule), Some(&after.latest.rule))?;
    Ok(after)
}

/// Drops the draft of a rule and audits it. Fails as [`earning_rules::drop_draft`] does.
fn drop_draft(tx: &Tx<'_>, staff: &AuditedStaff, id: EarningRuleId) -> AppResult<()> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    earning_rules::drop_draft(tx, id)?;
    staff.note(tx, "earning_rule.drop_draft", id, Some(&before.latest.rule), None)
}

/// Switches a rule off and audits it. Fails with `not_found`.
fn switch_off(tx: &Tx<'_>, staff: &AuditedStaff, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = earning_rules::switch_off(tx, id)?;
    if let Some(live) = &before.live {
        staff.note(tx, "earning_rule.switch_off", id, Some(&live.rule), None)?;
    }
    Ok(after)
}

/// Makes today the last day of a rule and audits it. Fails as [`earning_rules::end_today`] does.
fn end_today(tx: &Tx<'_>, staff: &AuditedStaff, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = earning_rules::end_today(tx, id, &staff.actor.name)?;
    note_end(tx, staff, "earning_rule.end", (&before, &after))?;
    Ok(after)
}

/// Gives a rule its earlier end back and audits it. Fails as [`earning_rules::take_end_back`] does.
fn take_end_back(tx: &Tx<'_>, staff: &AuditedStaff, id: EarningRuleId) -> AppResult<EarningRuleRecord> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    let after = earning_rules::take_end_back(tx, id)?;
    note_end(tx, staff, "earning_rule.take_end_back", (&before, &after))?;
    Ok(after)
}

fn note_end(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    action: &'static str,
    (before, after): (&EarningRuleRecord, &EarningRuleRecord),
) -> AppResult<()> {
    let end = |rule: &EarningRuleRecord| serde_json::json!({ "until": rule.last_day() });
    staff.note(tx, action, before.id, Some(&end(before)), Some(&end(after)))
}

/// Puts the rules into another order and audits the priorities that change. Fails as [`earning_rules::arrange`] does.
fn arrange(tx: &Tx<'_>, staff: &AuditedStaff, seen: &[EarningRuleId], order: &[EarningRuleId]) -> AppResult<()> {
    let (before, after) = earning_rules::arrange(tx, seen, order)?;
    if after.is_empty() {
        return Ok(());
    }
    let moved = |rules: &Vec<MovedRule>| serde_json::json!({ "rules": rules });
    staff.note(tx, "earning_rule.arrange", "order", Some(&moved(&before)), Some(&moved(&after)))
}

/// Switches the latest version of a rule on, or asks for approval where it may give more points than one person may
/// give alone. Fails with `not_found`, `stale`, [`RULE_NOT_SIMULATED`], and as
/// [`earning_rules::switch_on`] does.
fn switch_on(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: EarningRuleId,
    version: Option<i64>,
) -> AppResult<ApprovalOutcome<EarningRuleRecord>> {
    let before = earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.changes)?;
    let is_on = before.live.as_ref().is_some_and(|live| live.version == before.latest.version);
    // A rule that was ended by hand is switched on once more.
    if is_on && before.ended.is_none() {
        return Ok(ApprovalOutcome::Done(before));
    }
    earning_rules::check_to_switch_on(tx, id, before.latest.rule.clone())?;
    if before.simulated.is_none_or(|simulated| simulated.plus(SIMULATION_HOLDS) < tx.now()) {
        return Err(RULE_NOT_SIMULATED.into());
    }
    let most = most_given(tx, &before.latest.rule, before.given)?;
    let share = PointsChange { member: None, points: most.unwrap_or(i64::MAX) };
    let ask = if alone::is_too_much(tx, staff, share)? { Some(request(&before)?) } else { None };
    approvals::unless_waiting(tx, staff, ask.as_ref(), |tx| {
        let after = put_on(tx, staff, &before)?;
        alone::count(tx, staff, share)?;
        Ok(after)
    })
}

fn put_on(tx: &Tx<'_>, staff: &AuditedStaff, before: &EarningRuleRecord) -> AppResult<EarningRuleRecord> {
    let after = earning_rules::switch_on(tx, before.id)?;
    let earlier = before.live.as_ref().map(|live| &live.rule);
    staff.note(tx, "earning_rule.switch_on", before.id, earlier, Some(&before.latest.rule))?;
    Ok(after)
}

fn request(before: &EarningRuleRecord) -> AppResult<ApprovalRequest> {
    let order = RuleToSwitchOn { rule: before.id, changes: before.changes };
    // The second person sees what the rule does now and what it would do.
    let earlier = before.live.as_ref().map(|live| &live.rule);
    Ok(ApprovalRequest {
        action: "earning_rule.switch_on",
        target: before.id.to_string(),
        method: "POST",
        path: format!("/api/admin/earning-rules/{}/switch-on", before.id),
        key: None,
        body: serde_json::json!({ "before": earlier, "after": before.latest.rule }),
        exact: None,
        pending: Some(AskedAction::of(&order)?),
    })
}

/// The most points that a rule can still give after what it gave; `None` if nothing bounds the sum.
fn most_given(read: &Read<'_>, rule: &EarningRule, given: GivenByRule) -> AppResult<Option<i64>> {
    if rule.bonus == Bonus::None {
        return Ok(Some(0));
    }
    let value = settings::cached(read)?.point_value_hkd;
    let by_budget = rule.budget.map(|budget| budget.left(given, value));
    let by_rule = rule.caps.per_rule.map(|cap| cap.saturating_sub(given.points).max(0));
    let today = Day::of(read.now());
    let by_day = rule.caps.per_day.zip(rule.until).map(|(cap, until)| {
        let first = rule.from.map_or(today, |from| from.max(today));
        cap.saturating_mul((until.number() - first.number() + 1).max(0))
    });
    Ok([by_budget, by_rule, by_day].into_iter().flatten().min())
}

/// A value in ten-thousandths of HK$, to the cent.
fn dollars(value: i64) -> Hkd {
    Hkd::from_units(value / 100)
}
