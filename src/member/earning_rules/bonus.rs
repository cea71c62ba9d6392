//! The points of one purchase by the rules that are on, and the days until which its points wait.

use std::rc::Rc;

use serde::Serialize;

use super::evaluate::{LiveRule, Purchase, RuleFacts, RuleLimit, RuleLine, evaluate};
use super::facts::{FactsOfAnyone, StoredFacts};
use super::queries;
use super::rule::PendingScope;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::core::ledger::EarnLine;
use crate::platform::store::Read;

/// The live rules, as the writer keeps them in memory.
pub(super) struct LiveRules(Vec<LiveRule>);

/// The points of a purchase by the rules that are on.
#[derive(Clone, Debug, Default)]
pub struct RuleBonus {
    lines: Vec<BonusLine>,
    delays: Vec<BonusLine>,
    rates_pending_until: Option<Day>,
}

/// A part of the points that a purchase would earn.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewLine)]
pub struct BonusLine {
    /// The line.
    #[serde(flatten)]
    pub line: EarnLine,
    /// The limit of the earning rule that lowered its points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limited_by: Option<RuleLimit>,
}

impl RuleBonus {
    /// Points of all rules.
    pub fn points(&self) -> i64 {
        self.lines.iter().fold(0, |sum, line| sum.saturating_add(line.line.points))
    }

    /// The day until which the points by the partner's rates wait, if a rule holds all points of the purchase.
    pub fn rates_pending_until(&self) -> Option<Day> {
        self.rates_pending_until
    }

    /// The lines of the rules that give points. A rule whose limits leave nothing has a line without points.
    pub fn lines(&self) -> &[BonusLine] {
        &self.lines
    }

    /// The rules that give no points and let those of the purchase wait, each with its own day. Members read the day beside
    /// the points that wait, so only staff see these lines.
    pub fn delays(&self) -> &[BonusLine] {
        &self.delays
    }
}

/// Evaluates the earning rules for a purchase. A purchase of this moment uses the rules that are on now, which the writer
/// keeps in memory. An earlier one uses the rules that were on at the time of the purchase.
pub fn bonus(
    read: &Read<'_>,
    bought: Timestamp,
    purchase: &Purchase<'_>,
    facts: &mut StoredFacts<'_, '_>,
) -> AppResult<RuleBonus> {
    let today = Day::of(read.now());
    let live = match bought < read.now() {
        true => Rc::new(LiveRules(queries::spans::live_at(read, bought)?)),
        false => read.cached(|read| Ok(LiveRules(queries::live(read)?)))?,
    };
    let mut bonus = bonus_by(&live.0, purchase, facts)?;
    // If the time for returns of an earlier purchase is already over, its points do not wait.
    let lines = bonus.lines.iter_mut().chain(&mut bonus.delays).map(|line| &mut line.line.pending_until);
    lines.chain([&mut bonus.rates_pending_until]).for_each(|until| *until = until.filter(|day| *day > today));
    bonus.delays.retain(|line| line.line.pending_until.is_some());
    Ok(bonus)
}

/// Evaluates the earning rules for a purchase of now whose member is not known yet. Rules that ask who the member is are left
/// out.
pub fn bonus_for_anyone(
    read: &Read<'_>,
    purchase: &Purchase<'_>,
    facts: &mut FactsOfAnyone<'_, '_>,
) -> AppResult<RuleBonus> {
    let mut rules = queries::live(read)?;
    rules.retain(|live| !live.rule.asks_about_member());
    bonus_by(&rules, purchase, facts)
}

/// Evaluates these rules.
pub fn bonus_by(rules: &[LiveRule], purchase: &Purchase<'_>, facts: &mut impl RuleFacts) -> AppResult<RuleBonus> {
    let (lines, day) = (evaluate(rules, purchase, facts)?, purchase.at.day);
    let by_purchase = |line: &RuleLine<'_>| line.pending_until(day, PendingScope::Purchase);
    let rates_pending_until = lines.iter().filter_map(by_purchase).max();
    let line = |line: RuleLine<'_>| {
        let pending_until = match line.only_delays() {
            true => by_purchase(&line),
            false => line.pending_until(day, PendingScope::Bonus).max(rates_pending_until),
        };
        BonusLine { line: EarnLine { pending_until, ..line.shown() }, limited_by: line.limited_by }
    };
    let (delays, lines): (Vec<_>, Vec<_>) = lines.into_iter().partition(RuleLine::only_delays);
    let each = |lines: Vec<RuleLine<'_>>| lines.into_iter().map(line).collect();
    Ok(RuleBonus { lines: each(lines), delays: each(delays), rates_pending_until })
}
