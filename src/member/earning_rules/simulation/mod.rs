//! Simulations of an earning rule, or of other rates of a partner, on the purchases of the last days. A simulation computes
//! the points of each purchase again and compares them with the points that were really given. It evaluates rules with the
//! code of awards, visits the purchases in the order of their awards, and counts the limits of rules in memory.

mod findings;
mod late;
mod queries;
mod replay;
mod running;

use serde::{Deserialize, Serialize};

use self::findings::{Compared, Findings};
use self::replay::Replay;
use super::evaluate::{LiveRule, Purchase, evaluate};
use super::{EarningRule, EarningRuleRecord, RuleLimit};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::LocalTime;
use crate::base::id::{EarningRuleId, MemberId, OutletId, PartnerId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::ledger::EarnLine;
use crate::core::settings;
use crate::member::partners::{self, Rates};
use crate::platform::store::{Read, Tx};

pub use running::{RunningSimulation, RunningSimulations, Simulated, SimulationEnd};

/// The days from a day to the day one year later that has the same day of the week: 52 weeks.
const YEAR: i64 = 364;

/// The rule is being simulated already.
pub const SIMULATION_RUNNING: ProblemType = ProblemType::new("simulation_running", 409, "Simulation running");
/// The simulation was stopped.
pub const SIMULATION_STOPPED: ProblemType = ProblemType::new("simulation_stopped", 409, "Simulation stopped");

/// The input of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationOrder {
    /// The rule.
    pub rule: EarningRuleId,
    /// Days in Hong Kong, today included.
    pub days: i64,
    /// Whether the same days of the last year are replayed instead: 364 days earlier, so that the days of the week agree.
    pub last_year: bool,
    /// Whether the first and last day of the rule hold; otherwise it counts as on all the time.
    pub keep_dates: bool,
}

/// The input of a simulation of rates.
#[derive(Clone, Copy, Debug)]
pub struct RatesOrder {
    /// The partner.
    pub partner: PartnerId,
    /// The rates to try.
    pub rates: Rates,
    /// Days in Hong Kong, today included.
    pub days: i64,
}

/// The result of a simulation. In a simulation of rates, the points of a purchase are all that it earns: by the rates
/// and by the rules that are on.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationResult)]
pub struct SimulationResult {
    /// The version of the rule that was tried, or the version that the tried rates would be.
    pub version: i64,
    /// The first day.
    pub from: Day,
    /// The last day, which may not be over.
    pub to: Day,
    /// Whether the first and last day of the rule held.
    pub keep_dates: bool,
    /// Number of purchases that were replayed.
    pub purchases: i64,
    /// Number of purchases to which the rule would have added.
    pub bills: i64,
    /// Number of these that a cap or the budget lowered.
    pub limited: i64,
    /// Members to whom the rule would have given points.
    pub members: i64,
    /// Members to whom it would have given points, and gave none.
    pub members_new: i64,
    /// Members to whom it gave points, and would have given none.
    pub members_lost: i64,
    /// Points that the rule would have given.
    pub points: i64,
    /// Points that it really gave.
    pub given_points: i64,
    /// The present value of `points`.
    #[serde(deserialize_with = "Hkd::stored")]
    pub hkd: Hkd,
    /// The present value of `givenPoints`.
    #[serde(deserialize_with = "Hkd::stored")]
    pub given_hkd: Hkd,
    /// The points that these purchases would have earned in addition by all rules that are on. Negative if fewer.
    pub change: i64,
    /// Points of these purchases that would have waited by this rule. A rule without a bonus lets all points of a purchase
    /// wait and gives none.
    #[serde(default)]
    pub pending_points: i64,
    /// Number of purchases of which points would have waited by this rule.
    #[serde(default)]
    pub pending_bills: i64,
    /// The first day on which the budget lowered a bonus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_spent_on: Option<Day>,
    /// By day, the oldest first; days without points are left out.
    pub by_day: Vec<DayOfSimulation>,
    /// By partner, the most points first; partners without points are left out.
    pub by_partner: Vec<PartnerOfSimulation>,
    /// The purchases whose points change most, at most 50.
    pub changed_bills: Vec<ChangedBill>,
    /// The duration of the simulation.
    pub milliseconds: i64,
}

/// A day of a simulation.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationDay)]
pub struct DayOfSimulation {
    /// The day.
    pub day: Day,
    /// The simulated points and the given points.
    #[serde(flatten)]
    pub figures: SimulationFigures,
}

/// A partner of a simulation.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationPartner)]
pub struct PartnerOfSimulation {
    /// The partner.
    pub partner: PartnerId,
    /// Its name.
    pub name: LocalizedText,
    /// The simulated points and the given points.
    #[serde(flatten)]
    pub figures: SimulationFigures,
}

/// The simulated points of a rule on one day or at one partner, and the points that the rule gave there in reality.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationFigures)]
pub struct SimulationFigures {
    /// Number of members who get points in the simulation.
    #[serde(default)]
    #[schema(required)]
    pub members: i64,
    /// Points that the simulation gives.
    pub points: i64,
    /// Points that the rule gave in reality.
    pub given_points: i64,
    /// The present value of `points` in HK$.
    #[serde(default)]
    #[schema(required)]
    #[serde(deserialize_with = "Hkd::stored")]
    pub hkd: Hkd,
    /// The present value of `givenPoints` in HK$.
    #[serde(default)]
    #[schema(required)]
    #[serde(deserialize_with = "Hkd::stored")]
    pub given_hkd: Hkd,
}

/// A purchase whose points change.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationBill)]
pub struct ChangedBill {
    /// The transaction of the award.
    pub transaction: TransactionId,
    /// The member.
    pub member: MemberId,
    /// The partner.
    pub partner: PartnerId,
    /// The time at which it was made.
    pub created: Timestamp,
    /// The bill.
    pub amount_hkd: Hkd,
    /// Points that were really given for it, by all rules and rates.
    pub given: i64,
    /// Points that would have been given.
    pub would: i64,
    /// The points that the rules would have added.
    pub lines: Vec<EarnLine>,
    /// The limit that lowered what the simulated rule would have added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limited_by: Option<RuleLimit>,
}

/// A simulation that was finished.
#[derive(Clone, Debug)]
pub struct FinishedSimulation {
    /// Its result.
    pub result: SimulationResult,
    /// Whether the newest version of the rule is still as it was tried.
    pub is_current: bool,
    /// The time at which it was finished.
    pub finished: Timestamp,
}

/// A simulation of rates that was finished.
#[derive(Clone, Debug)]
pub struct FinishedRates {
    /// The rates that were tried.
    pub rates: Rates,
    /// Its result.
    pub result: SimulationResult,
    /// The time at which it was finished.
    pub finished: Timestamp,
}

/// A purchase that was made, as it is replayed.
struct PastPurchase {
    transaction: TransactionId,
    member: MemberId,
    partner: PartnerId,
    outlet: Option<OutletId>,
    amount: Hkd,
    enjoy_card: bool,
    base: i64,
    card: i64,
    /// Points that it earned in total.
    points: i64,
    created: Timestamp,
    /// The time of the purchase: before `created` for one that earned by a claim.
    bought: Timestamp,
}

/// Replays the purchases of the last days with the latest version of a rule beside the others that are on. Fails with
/// `not_found` and [`SIMULATION_STOPPED`].
pub fn simulate(read: &Read<'_>, order: &SimulationOrder, job: &RunningSimulation) -> AppResult<SimulationResult> {
    let record = super::queries::find(read, order.rule)?.ok_or(NOT_FOUND)?;
    let (from, to) = days(read, order.days, if order.last_year { YEAR } else { 0 });
    let rules = with_draft(super::queries::live(read)?, &record, order.keep_dates);
    let mut findings = Findings::begin(Compared::of_rule(read, order.rule, from)?);
    replay(read, &rules, (from, to), job, &mut findings, |_| None)?;
    findings.finish(read, record.latest.version, (from, to, order.keep_dates))
}

/// Replays the purchases of the last days with other rates of a partner and with the rules that are on. Fails with
/// `not_found` and [`SIMULATION_STOPPED`].
pub fn simulate_rates(read: &Read<'_>, order: &RatesOrder, job: &RunningSimulation) -> AppResult<SimulationResult> {
    let RatesOrder { partner, rates, .. } = *order;
    partners::find(read, partner)?.ok_or(NOT_FOUND)?;
    let (from, to) = days(read, order.days, 0);
    let rules = super::queries::live(read)?;
    let mut findings = Findings::begin(Compared::Rates(partner));
    replay(read, &rules, (from, to), job, &mut findings, |past| (past.partner == partner).then_some(rates))?;
    let version = partners::rates_versions(read, partner)?.first().map_or(1, |newest| newest.version + 1);
    findings.finish(read, version, (from, to, true))
}

/// The first and the last of the most recent `count` days, or of those `ago` days earlier.
fn days(read: &Read<'_>, count: i64, ago: i64) -> (Day, Day) {
    let to = Day::of(read.now()).plus(-ago);
    (to.plus(1 - count), to)
}

/// Replays the purchases from one day to another by these rules. A purchase earns by the rates that `rates` returns, or
/// else by the rates of its time.
fn replay(
    read: &Read<'_>,
    rules: &[LiveRule],
    (from, to): (Day, Day),
    job: &RunningSimulation,
    findings: &mut Findings,
    rates: impl Fn(&PastPurchase) -> Option<Rates>,
) -> AppResult<()> {
    let point_values = settings::point_values(read)?;
    let mut replay = Replay::begin(read, rules, from)?;
    job.expect(queries::awards_between(read, from, to)?);
    replay.each_purchase(read, (from, to), |replay, mut past| {
        job.step()?;
        if let Some(rates) = rates(&past) {
            (past.base, past.card) = rates.points_of(past.amount, past.enjoy_card);
        }
        let partner_type = replay.type_of(past.partner);
        // Budgets in HK$ count each point with its value at that time.
        let point_value = point_values.at(past.created);
        let (at, enjoy_card) = (LocalTime::of(past.bought), past.enjoy_card);
        let (partner, amount, base, card) = (past.partner, past.amount, past.base, past.card);
        let purchase =
            Purchase { partner, partner_type: &partner_type, amount, enjoy_card, base, card, at, point_value };
        let lines = evaluate(rules, &purchase, &mut replay.facts_of(&past, at.day))?;
        replay.count(&past, &lines, at.day, point_value);
        findings.add(&past, Day::of(past.created), &lines);
        Ok(())
    })
}

/// The rules that are on; for one of them the latest version replaces the live one.
fn with_draft(mut rules: Vec<LiveRule>, record: &EarningRuleRecord, keep_dates: bool) -> Vec<LiveRule> {
    rules.retain(|rule| rule.id != record.id);
    let mut rule: EarningRule = record.latest.rule.clone();
    if !keep_dates {
        (rule.from, rule.until) = (None, None);
    }
    rules.push(LiveRule { id: record.id, version: record.latest.version, rule });
    rules
}

/// Stores the result of a simulation, unless the rule was dropped meanwhile. `tried` is the text of the rule.
pub fn store(tx: &Tx<'_>, rule: EarningRuleId, tried: &EarningRule, result: &SimulationResult) -> AppResult<()> {
    if super::queries::find(tx, rule)?.is_none() {
        return Ok(());
    }
    queries::put_result(tx, rule, tried, result)
}

/// Stores the result of a simulation of rates.
pub fn store_rates(tx: &Tx<'_>, order: &RatesOrder, result: &SimulationResult) -> AppResult<()> {
    queries::put_rates_result(tx, order, result)
}

/// The last simulation of rates of a partner that was finished.
pub fn finished_rates(read: &Read<'_>, partner: PartnerId) -> AppResult<Option<FinishedRates>> {
    queries::rates_result(read, partner)
}

/// The last simulation of a rule that was finished.
pub fn finished(read: &Read<'_>, rule: EarningRuleId) -> AppResult<Option<FinishedSimulation>> {
    queries::result(read, rule)
}
