//! The checklist over HTTP.

use axum::extract::State;
use axum::http::StatusCode;

use super::{Checklist, checklist};
use crate::admin::Desk;
use crate::admin::crews::Operators;
use crate::admin::http::By;
use crate::base::problem::AppResult;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::routes::{Routes, routes};

/// The calls of the checklist.
pub(in crate::admin) fn routes() -> Routes<Desk> {
    Routes::new().routes(routes!(get_checklist)).routes(routes!(dismiss_checklist))
}

/// Show what is left to do before a programme can open.
#[utoipa::path(get, path = "/api/admin/checklist", tag = "admin",
    responses((status = 200, body = Checklist), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn get_checklist(State(desk): State<Desk>, _: By<Operators>) -> AppResult<Json<Checklist>> {
    desk.store.read_consistently(|read| checklist(read, &desk.config)).map(Json)
}

/// Put the checklist away once everything on it is done.
#[utoipa::path(post, path = "/api/admin/checklist/dismiss", tag = "admin",
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn dismiss_checklist(State(desk): State<Desk>, By { hand, .. }: By<Operators>) -> AppResult<StatusCode> {
    let config = desk.config.clone();
    desk.store.write(move |tx| super::dismiss(tx, &hand, &config)).await?;
    Ok(StatusCode::NO_CONTENT)
}
