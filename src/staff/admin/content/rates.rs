//! The rates of a published partner, which are simulated before staff save other ones.

use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType, Refusal};
use crate::member::earning_rules::simulation::{self, SIMULATION_HOLDS};
use crate::member::partners::{PartnerInput, PartnerRecord, Rates};
use crate::platform::store::Read;

/// The new rates of the partner were not simulated in the last 24 hours.
pub const RATES_NOT_SIMULATED: ProblemType = ProblemType::new("rates_not_simulated", 409, "Rates not simulated");

/// Fails with [`RATES_NOT_SIMULATED`], naming the rates that change, unless the last simulation of the partner tried the
/// new rates and still holds. A partner that is not published needs none, nor does one without purchases in the days
/// that a simulation usually takes: its result would be empty.
pub(super) fn require_simulated(read: &Read<'_>, before: &PartnerRecord, input: &PartnerInput) -> AppResult<()> {
    let old = before.rates();
    let new = Rates { base: input.base_points.unwrap_or(old.base), extra: input.extra_points.unwrap_or(old.extra) };
    if !before.input.active || new == old || !simulation::has_purchases(read, before.id)? {
        return Ok(());
    }
    let last = simulation::finished_rates(read, before.id)?;
    if last.is_some_and(|last| last.rates == new && read.now() <= last.finished.plus(SIMULATION_HOLDS)) {
        return Ok(());
    }
    let changed = [("basePoints", new.base != old.base), ("extraPoints", new.extra != old.extra)];
    let named = changed.into_iter().filter(|(_, changes)| *changes);
    let fields = named.map(|(field, _)| FieldProblem::new(field, RATES_NOT_SIMULATED.code)).collect();
    Err(AppError::Refused(Box::new(Refusal { problem: RATES_NOT_SIMULATED, fields, retry_after_s: None })))
}
