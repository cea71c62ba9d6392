//! The checklist over HTTP.

use axum::extract::State;
use axum::http::StatusCode;

use super::{AsideRequest, Checklist, checklist};
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::Operators;

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(get_checklist)).routes(routes!(put_step_aside)).routes(routes!(dismiss_checklist))
}

/// Show the steps to do before a programme can open.
#[utoipa::path(get, path = "/api/admin/checklist", tag = "admin",
    responses((status = 200, body = Checklist)))]
async fn get_checklist(State(admin): State<AdminContext>, _: StaffWith<Operators>) -> AppResult<Json<Checklist>> {
    admin.store.read_consistently(|read| checklist(read, &admin.config)).map(Json)
}

/// Skip a step (`email` or `sms`), or take it up again.
#[utoipa::path(post, path = "/api/admin/checklist/aside", tag = "admin", request_body = AsideRequest,
    responses((status = 200, body = Checklist)))]
async fn put_step_aside(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Json(request): Json<AsideRequest>,
) -> AppResult<Json<Checklist>> {
    let config = admin.config.clone();
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        super::put_aside(tx, &staff, request)?;
        checklist(tx, &config)
    };
    admin.store.write_as(caller, change).await.map(Json)
}

/// Dismiss the checklist once every step is done or skipped.
#[utoipa::path(post, path = "/api/admin/checklist/dismiss", tag = "admin",
    responses((status = 204), (status = 409, body = Problem)))]
async fn dismiss_checklist(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
) -> AppResult<StatusCode> {
    let config = admin.config.clone();
    admin.store.write_as(staff.caller(), move |tx| super::dismiss(tx, &staff, &config)).await?;
    Ok(StatusCode::NO_CONTENT)
}
