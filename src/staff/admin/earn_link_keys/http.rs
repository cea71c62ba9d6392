//! Keys of earn links over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::{EarnLinkKeyInput, EarnLinkKeyView};
use crate::base::id::{EarnLinkKeyId, PartnerId};
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{ContentReaders, Operators};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_earn_link_keys, create_earn_link_key))
        .routes(routes!(withdraw_earn_link_key))
        .routes(routes!(rotate_earn_link_key))
}

/// A new key.
#[derive(Serialize, utoipa::ToSchema)]
struct EarnLinkKeyAnswer {
    #[serde(flatten)]
    about: EarnLinkKeyView,
    /// The secret in hexadecimal; shown only here.
    secret: String,
}

/// List the keys of a partner's earn links, without their secrets, newest first.
#[utoipa::path(get, path = "/api/admin/partners/{id}/earn-link-keys", tag = "admin", params(("id" = PartnerId, Path)),
    responses((status = 200, body = [EarnLinkKeyView])))]
async fn list_earn_link_keys(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<PartnerId>,
) -> AppResult<Json<Vec<EarnLinkKeyView>>> {
    Ok(Json(admin.store.read(|read| super::list(read, id))?))
}

/// Create a key by which a till of a partner makes earn links.
#[utoipa::path(post, path = "/api/admin/partners/{id}/earn-link-keys", tag = "admin", params(("id" = PartnerId, Path)),
    request_body = EarnLinkKeyInput, responses((status = 201, body = EarnLinkKeyAnswer)))]
async fn create_earn_link_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<PartnerId>,
    Json(input): Json<EarnLinkKeyInput>,
) -> AppResult<Response> {
    let made = admin.store.write_as(staff.caller(), move |tx| super::create(tx, &staff, id, &input)).await?;
    Ok(shown_once(made))
}

/// Replace the secret of a key: a successor is made, and the links of the old key work for another week.
#[utoipa::path(post, path = "/api/admin/earn-link-keys/{id}/rotate", tag = "admin", params(("id" = EarnLinkKeyId, Path)),
    responses((status = 201, body = EarnLinkKeyAnswer)))]
async fn rotate_earn_link_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarnLinkKeyId>,
) -> AppResult<Response> {
    let made = admin.store.write_as(staff.caller(), move |tx| super::rotate(tx, &staff, id)).await?;
    Ok(shown_once(made))
}

/// Withdraw a key at once: links that it made give nothing from now on.
#[utoipa::path(delete, path = "/api/admin/earn-link-keys/{id}", tag = "admin", params(("id" = EarnLinkKeyId, Path)),
    responses((status = 204)))]
async fn withdraw_earn_link_key(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarnLinkKeyId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::withdraw(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn shown_once((about, secret): (EarnLinkKeyView, String)) -> Response {
    (StatusCode::CREATED, Json(EarnLinkKeyAnswer { about, secret })).into_response()
}
