//! The rates of a partner over HTTP: their versions, and simulations of other ones.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::base::id::PartnerId;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::earning_rules::simulation::Simulated;
use crate::member::partners::{self, RatesVersion};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Read;
use crate::staff::admin::earning_rules::simulations::{self, RatesRequest, RatesSimulationView};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{ContentReaders, Operators};

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(list_partner_rates)).routes(routes!(
        simulate_partner_rates,
        get_partner_rates_simulation,
        stop_partner_rates_simulation
    ))
}

/// List the rates of a partner, the present ones first. A bill of an earlier day earns by the rates of its time.
#[utoipa::path(get, path = "/api/admin/partners/{id}/rates", tag = "admin", params(("id" = PartnerId, Path)),
    responses((status = 200, body = [RatesVersion])))]
async fn list_partner_rates(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Json<Vec<RatesVersion>>> {
    let list = |read: &Read<'_>| {
        partners::find(read, id)?.ok_or(NOT_FOUND)?;
        partners::rates_versions(read, id)
    };
    admin.store.read_consistently(list).map(Json)
}

/// Simulate other rates of a partner on the purchases of the last days, in the background. Nothing changes. The
/// result compares all points that purchases at the partner would earn with all points that they earned.
#[utoipa::path(post, path = "/api/admin/partners/{id}/rates/simulation", tag = "admin",
    request_body = RatesRequest, params(("id" = PartnerId, Path)),
    responses((status = 200, body = RatesSimulationView), (status = 409, body = Problem)))]
async fn simulate_partner_rates(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<PartnerId>,
    Json(request): Json<RatesRequest>,
) -> AppResult<Json<RatesSimulationView>> {
    simulations::begin_rates(&admin, staff, id, request).await.map(Json)
}

/// Show the simulation of rates of a partner: its progress while it runs, then its result.
#[utoipa::path(get, path = "/api/admin/partners/{id}/rates/simulation", tag = "admin",
    params(("id" = PartnerId, Path)), responses((status = 200, body = RatesSimulationView)))]
async fn get_partner_rates_simulation(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Json<RatesSimulationView>> {
    simulations::view_rates(&admin, id).map(Json)
}

/// Stop the simulation of rates of a partner.
#[utoipa::path(delete, path = "/api/admin/partners/{id}/rates/simulation", tag = "admin",
    params(("id" = PartnerId, Path)), responses((status = 204)))]
async fn stop_partner_rates_simulation(
    State(admin): State<AdminContext>,
    _: StaffWith<Operators>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Response> {
    admin.store.read(|read| partners::find(read, id))?.ok_or(NOT_FOUND)?;
    admin.simulations.stop(Simulated::Rates(id));
    Ok(StatusCode::NO_CONTENT.into_response())
}
