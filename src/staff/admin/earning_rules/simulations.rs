//! Simulations in the admin: start one, show its progress, and stop it. Each runs in the background on a reader of its
//! own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::{EarningRuleId, PartnerId};
use crate::base::points::PointsRate;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::earning_rules;
use crate::member::earning_rules::simulation::{
    self, RatesOrder, RunningSimulation, SIMULATION_STOPPED, Simulated, SimulationEnd, SimulationOrder,
    SimulationResult,
};
use crate::member::partners::{self, Rates};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AdminContext, AuditedStaff};

const USUAL_DAYS: i64 = 28;
const MOST_DAYS: i64 = 400;

/// The purchases on which a rule is tried.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleSimulationRequest)]
pub(super) struct SimulationRequest {
    /// The last days in Hong Kong, today included; 1 to 400, and 28 if absent.
    #[serde(default = "usual_days")]
    days: i64,
    /// Whether the same days of the last year are taken instead: 364 days earlier, so that the days of the week agree.
    #[serde(default)]
    last_year: bool,
    /// Whether the first and the last day of the rule hold. If not, it is tried as if it had been on all the time.
    #[serde(default)]
    keep_dates: bool,
}

fn usual_days() -> i64 {
    USUAL_DAYS
}

/// The state of a simulation.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulationState)]
enum SimulationState {
    /// The rule was never simulated.
    None,
    /// The simulation runs.
    Running,
    /// The simulation was stopped.
    Stopped,
    /// The simulation failed.
    Failed,
    /// The simulation has a result.
    Done,
}

/// A simulation of an earning rule.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EarningRuleSimulation)]
pub(super) struct SimulationView {
    state: SimulationState,
    /// Purchases that were replayed.
    done: i64,
    /// Purchases that there are.
    total: i64,
    /// The time at which it began; absent with a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<Timestamp>,
    /// The time of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<Timestamp>,
    /// The time until which the result allows to switch the version on; absent if the rule was changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    /// The last result, also while another simulation runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<SimulationResult>,
}

/// The rates of a partner to try on past purchases.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PartnerRatesSimulationRequest)]
pub(super) struct RatesRequest {
    /// Points per HK$1 for all members.
    base_points: PointsRate,
    /// Extra points per HK$1 for holders of the Enjoy Card.
    extra_points: PointsRate,
    /// The last days in Hong Kong, today included; 1 to 400, and 28 if absent.
    #[serde(default = "usual_days")]
    days: i64,
}

/// A simulation of rates of a partner.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerRatesSimulation)]
pub(super) struct RatesSimulationView {
    #[serde(flatten)]
    simulation: SimulationView,
    /// The base rate of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    base_points: Option<PointsRate>,
    /// The extra rate of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_points: Option<PointsRate>,
}

/// The simulation of a rule. Fails with `not_found`.
pub(super) fn view(admin: &AdminContext, id: EarningRuleId) -> AppResult<SimulationView> {
    let found = admin.store.read_consistently(|read| {
        earning_rules::find(read, id)?.ok_or(NOT_FOUND)?;
        simulation::finished(read, id)
    })?;
    let is_current = found.as_ref().is_some_and(|found| found.is_current);
    let finished = found.map(|found| (found.result, found.finished));
    Ok(view_of(admin, Simulated::Rule(id), finished, is_current))
}

/// The simulation of rates of a partner. Fails with `not_found`.
pub(super) fn view_rates(admin: &AdminContext, id: PartnerId) -> AppResult<RatesSimulationView> {
    let found = admin.store.read_consistently(|read| {
        partners::find(read, id)?.ok_or(NOT_FOUND)?;
        simulation::finished_rates(read, id)
    })?;
    let rates = found.as_ref().map(|found| found.rates);
    let finished = found.map(|found| (found.result, found.finished));
    Ok(RatesSimulationView {
        simulation: view_of(admin, Simulated::Rates(id), finished, true),
        base_points: rates.map(|rates| rates.base),
        extra_points: rates.map(|rates| rates.extra),
    })
}

fn view_of(
    admin: &AdminContext,
    of: Simulated,
    finished: Option<(SimulationResult, Timestamp)>,
    is_current: bool,
) -> SimulationView {
    let (result, when) = finished.unzip();
    let job = admin.simulations.of(of);
    let state = match job.as_ref().map(|job| job.end()) {
        Some(None) => SimulationState::Running,
        Some(Some(SimulationEnd::Stopped)) => SimulationState::Stopped,
        Some(Some(SimulationEnd::Failed)) => SimulationState::Failed,
        None if result.is_some() => SimulationState::Done,
        None => SimulationState::None,
    };
    let replayed = result.as_ref().map_or(0, |found| found.purchases);
    let (done, total) = job.as_ref().map_or((replayed, replayed), |job| job.progress());
    SimulationView {
        state,
        done,
        total,
        started: job.map(|job| job.started),
        finished: when,
        valid_until: when.filter(|_| is_current).map(|when| when.plus(super::SIMULATION_HOLDS)),
        result,
    }
}

fn require_days(days: i64) -> AppResult<()> {
    if (1..=MOST_DAYS).contains(&days) { Ok(()) } else { Err(AppError::invalid_field("days", "invalid_value")) }
}

/// Begins a simulation of a rule, audits it, and returns its state. Fails with `not_found`, `invalid_value` and
/// [`simulation::SIMULATION_RUNNING`].
pub(super) async fn begin(
    admin: &AdminContext,
    staff: AuditedStaff,
    id: EarningRuleId,
    request: SimulationRequest,
) -> AppResult<SimulationView> {
    require_days(request.days)?;
    let (noted, by) = (request.clone(), staff.clone());
    let note = move |tx: &Tx<'_>| {
        earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
        by.note(tx, "earning_rule.simulate", id, None, Some(&noted))
    };
    admin.store.write_as(staff.caller(), note).await?;
    let job = admin.simulations.begin(Simulated::Rule(id), admin.store.clock().now())?;
    let SimulationRequest { days, last_year, keep_dates } = request;
    let order = SimulationOrder { rule: id, days, last_year, keep_dates };
    let running = run(admin.clone(), staff, order, job);
    run_in_background(admin, Simulated::Rule(id), running);
    view(admin, id)
}

/// Begins a simulation of rates, audits it, and returns its state. Fails as [`begin`] does.
pub(super) async fn begin_rates(
    admin: &AdminContext,
    staff: AuditedStaff,
    id: PartnerId,
    request: RatesRequest,
) -> AppResult<RatesSimulationView> {
    require_days(request.days)?;
    let rates = Rates { base: request.base_points, extra: request.extra_points };
    rates.check()?;
    let (noted, by) = (request.clone(), staff.clone());
    let note = move |tx: &Tx<'_>| {
        partners::find(tx, id)?.ok_or(NOT_FOUND)?;
        by.note(tx, "partner.simulate_rates", id, None, Some(&noted))
    };
    admin.store.write_as(staff.caller(), note).await?;
    let job = admin.simulations.begin(Simulated::Rates(id), admin.store.clock().now())?;
    let running = run_rates(admin.clone(), staff, RatesOrder { partner: id, rates, days: request.days }, job);
    run_in_background(admin, Simulated::Rates(id), running);
    view_rates(admin, id)
}

/// Runs a simulation that has begun, and remembers how it ended.
fn run_in_background(
    admin: &AdminContext,
    of: Simulated,
    running: impl Future<Output = AppResult<()>> + Send + 'static,
) {
    let simulations = admin.simulations.clone();
    tokio::spawn(async move {
        let end = match running.await {
            Ok(()) => None,
            Err(error) if error.is(SIMULATION_STOPPED) => Some(SimulationEnd::Stopped),
            Err(error) => {
                tracing::warn!(?of, %error, "earning rules: simulation failed");
                Some(SimulationEnd::Failed)
            }
        };
        simulations.finish(of, end);
    });
}

async fn run(
    admin: AdminContext,
    staff: AuditedStaff,
    order: SimulationOrder,
    job: Arc<RunningSimulation>,
) -> AppResult<()> {
    let rule = order.rule;
    let simulated = move |read: &Read<'_>| {
        let tried = earning_rules::find(read, rule)?.ok_or(NOT_FOUND)?.latest.as_written();
        Ok((simulation::simulate(read, &order, &job)?, tried))
    };
    let (result, tried) = admin.store.read_at_length(simulated).await?;
    admin.store.write_as(staff.caller(), move |tx| simulation::store(tx, rule, &tried, &result)).await
}

async fn run_rates(
    admin: AdminContext,
    staff: AuditedStaff,
    order: RatesOrder,
    job: Arc<RunningSimulation>,
) -> AppResult<()> {
    let simulated = move |read: &Read<'_>| simulation::simulate_rates(read, &order, &job);
    let result = admin.store.read_at_length(simulated).await?;
    admin.store.write_as(staff.caller(), move |tx| simulation::store_rates(tx, &order, &result)).await
}
