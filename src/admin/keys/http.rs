//! API keys over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::KeyView;
use crate::admin::Desk;
use crate::admin::crews::Owners;
use crate::admin::http::By;
use crate::auth::api_keys;
use crate::base::id::{ApiKeyId, PartnerId};
use crate::base::problem::AppResult;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::request::PathId;

/// The calls of API keys.
pub(in crate::admin) fn routes() -> OpenApiRouter<Desk> {
    OpenApiRouter::new().routes(routes!(list_api_keys, create_api_key)).routes(routes!(revoke_api_key))
}

/// List every key, without its secret.
#[utoipa::path(get, path = "/api/admin/api-keys", tag = "admin",
    responses((status = 200, body = [KeyView]), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_api_keys(State(desk): State<Desk>, _: By<Owners>) -> AppResult<Json<Vec<KeyView>>> {
    let keys = desk.store.read(api_keys::list_api_keys)?;
    Ok(Json(keys.into_iter().map(KeyView::from).collect()))
}

/// Whose till the key is for.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApiKeyRequest {
    partner_id: PartnerId,
    /// What people call it, at most 60 characters.
    name: String,
}

/// A key that has just been made.
#[derive(Serialize, utoipa::ToSchema)]
struct ApiKeyAnswer {
    #[serde(flatten)]
    about: KeyView,
    /// The key itself, to be sent as bearer; shown here and never again.
    key: String,
}

/// Make a key for a partner's till; it works for a year.
#[utoipa::path(post, path = "/api/admin/api-keys", tag = "admin", request_body = ApiKeyRequest,
    responses((status = 201, body = ApiKeyAnswer), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn create_api_key(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    Json(request): Json<ApiKeyRequest>,
) -> AppResult<Response> {
    let make = move |tx: &crate::store::Tx<'_>| super::create(tx, &hand, request.partner_id, &request.name);
    let (about, key) = desk.store.write(make).await?;
    Ok((StatusCode::CREATED, Json(ApiKeyAnswer { about, key })).into_response())
}

/// Take a key back at once.
#[utoipa::path(delete, path = "/api/admin/api-keys/{id}", tag = "admin", params(("id" = ApiKeyId, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn revoke_api_key(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    PathId(id): PathId<ApiKeyId>,
) -> AppResult<Response> {
    desk.store.write(move |tx| super::revoke(tx, &hand, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
