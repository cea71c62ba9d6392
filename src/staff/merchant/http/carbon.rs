//! The carbon factors for which a cashier enters a quantity, and the report of the CO2e that purchases at a partner
//! saved.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::{Counter, PartnerManager};
use crate::auth::Merchant;
use crate::base::day::Day;
use crate::base::id::CarbonFactorId;
use crate::base::language::LocalizedText;
use crate::base::points::Measure;
use crate::base::problem::AppResult;
use crate::core::settings;
use crate::member::carbon::{self, Unit};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::staff::reports::{CarbonParts, CarbonQuery, CarbonReport, CarbonRow, carbon_rows};

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

/// List the carbon factors for which a cashier enters kilograms, trips or actions; empty while carbon is switched off.
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

/// Sum up the CO2e that purchases at the manager's partner saved, by month or day, factor and version; as CSV with
/// `format=csv`. `months` counts back from the present month in Hong Kong (default 12). In its place, `from` and `to` are
/// the first and the last day: at most ten years by month, and a year by day.
#[utoipa::path(get, path = "/api/merchant/carbon-report", tag = "merchant",
    params(("months" = Option<i64>, Query, minimum = 1, maximum = 120), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query),
        ("by" = inline(Option<CarbonParts>), Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [CarbonRow])))]
pub(super) async fn get_own_carbon_report(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    request: ListRequest,
    Filters(query): Filters<CarbonQuery>,
) -> AppResult<Response> {
    counter.admit(&merchant)?;
    let report = CarbonReport::read(&query, Day::of(counter.store.clock().now()), Some(merchant.partner))?;
    carbon_rows(report, counter.store, request).await
}
