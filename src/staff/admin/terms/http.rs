//! Versions of the terms over HTTP, for staff.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::publish;
use crate::base::problem::AppResult;
use crate::member::terms::{self, TermsRecord, TermsVersionInput};
use crate::platform::http::json::Json;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{Owners, SettingsReaders};

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(list_terms_versions, publish_terms))
}

/// List the published versions of the terms of use, newest first.
#[utoipa::path(get, path = "/api/admin/terms", tag = "admin", responses((status = 200, body = [TermsRecord])))]
async fn list_terms_versions(
    State(admin): State<AdminContext>,
    _: StaffWith<SettingsReaders>,
) -> AppResult<Json<Vec<TermsRecord>>> {
    Ok(Json(admin.store.read(terms::list)?))
}

/// Publish the next version of the terms of use. Members are asked to accept it; it cannot be changed any more.
#[utoipa::path(post, path = "/api/admin/terms", tag = "admin", request_body = TermsVersionInput,
    responses((status = 201, body = TermsRecord)))]
async fn publish_terms(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Json(input): Json<TermsVersionInput>,
) -> AppResult<Response> {
    let made = admin.store.write_as(staff.caller(), move |tx| publish(tx, &staff, input)).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}
