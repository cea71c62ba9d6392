//! Carbon factors over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::{FactorInput, FactorView, VersionInput, find};
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, PartnerId};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Tx;
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Operators, ReportReaders};
use crate::staff::reports::{CarbonParts, CarbonQuery, CarbonReport, CarbonRow, carbon_rows};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_carbon_factors, create_carbon_factor))
        .routes(routes!(get_carbon_factor, end_carbon_factor))
        .routes(routes!(add_carbon_version))
        .routes(routes!(get_carbon_report))
}

/// List the carbon factors with their versions, the newest factor first; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/carbon/factors", tag = "admin", params(("format" = Option<String>, Query)),
    responses((status = 200, body = [FactorView])))]
async fn list_carbon_factors(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let factors = admin.store.read(super::list)?;
    request.whole("carbon-factors", &factors)
}

/// Add a carbon factor.
#[utoipa::path(post, path = "/api/admin/carbon/factors", tag = "admin", request_body = FactorInput,
    params(("Idempotency-Key" = Option<String>, Header)), responses((status = 201, body = FactorView)))]
async fn create_carbon_factor(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    OptionalKey(key): OptionalKey,
    Json(input): Json<FactorInput>,
) -> AppResult<ReplayableAnswer> {
    let caller = staff.caller();
    let create = move |tx: &Tx<'_>| {
        idempotency::made(tx, &staff.actor.id, key.as_ref(), &input, |tx| super::create(tx, &staff, input.clone()))
    };
    admin.store.write_as(caller, create).await
}

/// Show one carbon factor; a new version must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/carbon/factors/{id}", tag = "admin", params(("id" = CarbonFactorId, Path)),
    responses((status = 200, body = FactorView)))]
async fn get_carbon_factor(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<CarbonFactorId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| find(read, id))?;
    Ok(tagged(StatusCode::OK, found.newest(), found))
}

/// Add a version to a carbon factor, unless somebody else has added one meanwhile. What was saved under earlier
/// versions stays.
#[utoipa::path(post, path = "/api/admin/carbon/factors/{id}/versions", tag = "admin", request_body = VersionInput,
    params(("id" = CarbonFactorId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = FactorView), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn add_carbon_version(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CarbonFactorId>,
    headers: HeaderMap,
    Json(input): Json<VersionInput>,
) -> AppResult<Response> {
    let expected = changed_version(&headers)?;
    let caller = staff.caller();
    let add = move |tx: &Tx<'_>| super::add_version(tx, &staff, id, expected, Some(input));
    let factor = admin.store.write_as(caller, add).await?;
    Ok(tagged(StatusCode::OK, factor.newest(), factor))
}

/// End a carbon factor today. What it saved stays.
#[utoipa::path(delete, path = "/api/admin/carbon/factors/{id}", tag = "admin", params(("id" = CarbonFactorId, Path)),
    responses((status = 204)))]
async fn end_carbon_factor(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CarbonFactorId>,
) -> AppResult<StatusCode> {
    admin.store.write_as(staff.caller(), move |tx| super::add_version(tx, &staff, id, None, None)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct PartnerQuery {
    partner: Option<String>,
}

/// Sum up the CO2e saved by month or day, partner, factor and version; as CSV with `format=csv`.
/// `months` counts back from the present month in Hong Kong (default 12). In its place, `from` and `to` are the first and
/// the last day: at most ten years by month, and a year by day. `partner` limits the report to one partner.
#[utoipa::path(get, path = "/api/admin/carbon/report", tag = "admin",
    params(("months" = Option<i64>, Query, minimum = 1, maximum = 120), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query),
        ("by" = inline(Option<CarbonParts>), Query), ("partner" = Option<PartnerId>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [CarbonRow])))]
async fn get_carbon_report(
    State(admin): State<AdminContext>,
    _: StaffWith<ReportReaders>,
    request: ListRequest,
    Filters(query): Filters<CarbonQuery>,
    Filters(PartnerQuery { partner }): Filters<PartnerQuery>,
) -> AppResult<Response> {
    let partner = match partner.as_deref() {
        None | Some("") => None,
        Some(text) => Some(PartnerId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let report = CarbonReport::read(&query, Day::of(admin.store.clock().now()), partner)?;
    carbon_rows(report, admin.store.clone(), request).await
}
