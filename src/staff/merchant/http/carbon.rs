//! The carbon factors for which a cashier enters a quantity.

use axum::extract::State;
use serde::Serialize;

use super::Counter;
use crate::auth::Merchant;
use crate::base::day::Day;
use crate::base::id::CarbonFactorId;
use crate::base::language::LocalizedText;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::carbon::{self, Unit};
use crate::platform::http::json::Json;

/// A carbon factor for which a cashier enters a quantity.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CounterCarbonFactor)]
pub(super) struct EnteredFactor {
    #[serde(rename = "_id")]
    id: CarbonFactorId,
    name: LocalizedText,
    unit: Unit,
    /// Grams of CO2e that one unit saves.
    grams: Measure,
    /// The largest quantity for one purchase.
    most: Measure,
}

/// List the carbon factors for which a cashier enters kilograms or trips; empty while carbon is switched off.
#[utoipa::path(get, path = "/api/merchant/carbon-factors", tag = "merchant",
    responses((status = 200, body = [EnteredFactor])))]
pub(super) async fn list_entered_factors(
    State(counter): State<Counter>,
    merchant: Merchant,
) -> AppResult<Json<Vec<EnteredFactor>>> {
    counter.admit(&merchant)?;
    let (versions, today) = counter.store.read(|read| {
        let versions = if settings::current(read)?.carbon { carbon::versions(read)? } else { Vec::new() };
        Ok((versions, Day::of(read.now())))
    })?;
    let here = carbon::in_force(&versions, today)
        .into_iter()
        .filter(|factor| factor.unit.is_entered() && factor.partner.is_none_or(|partner| partner == merchant.partner));
    let told = here.map(|factor| EnteredFactor {
        id: factor.id,
        name: factor.name.clone(),
        unit: factor.unit,
        grams: factor.grams,
        most: factor.most,
    });
    Ok(Json(told.collect()))
}
