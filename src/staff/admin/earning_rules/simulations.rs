//! Simulations in the admin: begun, watched and stopped. Each runs in the background on a reader of its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::EarningRuleId;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::earning_rules;
use crate::member::earning_rules::simulation::{
    self, RunningSimulation, SIMULATION_STOPPED, SimulationEnd, SimulationOrder, SimulationResult,
};
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
    /// It runs.
    Running,
    /// It was stopped.
    Stopped,
    /// It failed.
    Failed,
    /// It has a result.
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
    /// Until when the result allows to switch the version on; absent if the rule was changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    /// The last result, also while another simulation runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<SimulationResult>,
}

/// The simulation of a rule. Fails with `not_found`.
pub(super) fn view(desk: &AdminContext, id: EarningRuleId) -> AppResult<SimulationView> {
    let finished = desk.store.read_consistently(|read| {
        earning_rules::find(read, id)?.ok_or(NOT_FOUND)?;
        simulation::finished(read, id)
    })?;
    let job = desk.simulations.of(id);
    let state = match job.as_ref().map(|job| job.end()) {
        Some(None) => SimulationState::Running,
        Some(Some(SimulationEnd::Stopped)) => SimulationState::Stopped,
        Some(Some(SimulationEnd::Failed)) => SimulationState::Failed,
        None if finished.is_some() => SimulationState::Done,
        None => SimulationState::None,
    };
    let replayed = finished.as_ref().map_or(0, |found| found.result.purchases);
    let (done, total) = job.as_ref().map_or((replayed, replayed), |job| job.progress());
    let is_current = finished.as_ref().is_some_and(|found| found.is_current);
    let when = finished.as_ref().map(|found| found.finished);
    Ok(SimulationView {
        state,
        done,
        total,
        started: job.map(|job| job.started),
        finished: when,
        valid_until: when.filter(|_| is_current).map(|when| when.plus(super::SIMULATION_HOLDS)),
        result: finished.map(|found| found.result),
    })
}

/// Begins a simulation, audits it, and returns its state. Fails with `not_found`, `invalid_value` and
/// [`simulation::SIMULATION_RUNNING`].
pub(super) async fn begin(
    desk: &AdminContext,
    hand: AuditedStaff,
    id: EarningRuleId,
    request: SimulationRequest,
) -> AppResult<SimulationView> {
    if !(1..=MOST_DAYS).contains(&request.days) {
        return Err(AppError::invalid_field("days", "invalid_value"));
    }
    let caller = hand.caller();
    let (noted, by) = (request.clone(), hand.clone());
    let note = move |tx: &Tx<'_>| {
        earning_rules::find(tx, id)?.ok_or(NOT_FOUND)?;
        by.note(tx, "earning_rule.simulate", id, None, Some(&noted))
    };
    desk.store.write_as(caller, note).await?;
    let job = desk.simulations.begin(id, desk.store.clock().now())?;
    let order = SimulationOrder { rule: id, days: request.days, keep_dates: request.keep_dates };
    let desk_of_job = desk.clone();
    tokio::spawn(async move {
        let end = match run(&desk_of_job, hand, order, job).await {
            Ok(()) => None,
            Err(error) if error.is(SIMULATION_STOPPED) => Some(SimulationEnd::Stopped),
            Err(error) => {
                tracing::warn!(rule = %id, %error, "simulation of an earning rule failed");
                Some(SimulationEnd::Failed)
            }
        };
        desk_of_job.simulations.finish(id, end);
    });
    view(desk, id)
}

async fn run(
    desk: &AdminContext,
    hand: AuditedStaff,
    order: SimulationOrder,
    job: Arc<RunningSimulation>,
) -> AppResult<()> {
    let rule = order.rule;
    let simulated = move |read: &Read<'_>| {
        let tried = earning_rules::find(read, rule)?.ok_or(NOT_FOUND)?.latest.rule;
        Ok((simulation::simulate(read, &order, &job)?, tried))
    };
    let (result, tried) = desk.store.read_at_length(simulated).await?;
    desk.store.write_as(hand.caller(), move |tx| simulation::store(tx, rule, &tried, &result)).await
}
