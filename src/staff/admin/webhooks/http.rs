//! Webhooks in the admin, over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::NewWebhook;
use crate::base::id::{EndpointId, EventId};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::webhooks;
use crate::platform::webhooks::{Delivery, Endpoint, EndpointInput};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{AccessReaders, Owners};
use crate::staff::kit::replace_body::edited;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_webhooks, create_webhook))
        .routes(routes!(get_webhook, replace_webhook, delete_webhook))
        .routes(routes!(list_webhook_events))
        .routes(routes!(rotate_webhook_secret))
        .routes(routes!(list_webhook_deliveries))
        .routes(routes!(replay_webhook_event))
        .routes(routes!(test_webhook))
}

/// List the endpoints; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/webhooks", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Endpoint])))]
async fn list_webhooks(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    request.page_of("webhooks", admin.store.read(webhooks::list)?, |endpoint| endpoint.id.to_string())
}

/// Add an endpoint; the response has its secret, once.
#[utoipa::path(post, path = "/api/admin/webhooks", tag = "admin", request_body = EndpointInput,
    responses((status = 201, body = NewWebhook), (status = 409, body = Problem)))]
async fn create_webhook(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Json(input): Json<EndpointInput>,
) -> AppResult<Response> {
    let store = admin.store.clone();
    let made = store.write_as(staff.caller(), move |tx| super::create(tx, &admin, &staff, input)).await?;
    Ok(tagged(StatusCode::CREATED, made.about.version, made))
}

/// A kind of event.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = WebhookEventKind)]
struct EventKind {
    name: &'static str,
    description: &'static str,
}

/// List the kinds of events, with the fields of each.
#[utoipa::path(get, path = "/api/admin/webhooks/events", tag = "admin",
    responses((status = 200, body = [EventKind])))]
async fn list_webhook_events(_: StaffWith<AccessReaders>) -> Json<Vec<EventKind>> {
    Json(webhooks::EVENTS.map(|(name, description)| EventKind { name, description }).into())
}

/// Show one endpoint; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}", tag = "admin", params(("id" = EndpointId, Path)),
    responses((status = 200, body = Endpoint)))]
async fn get_webhook(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    PathId(id): PathId<EndpointId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| webhooks::find(read, id))?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Replace one endpoint that nobody else has changed meanwhile; its secret stays.
#[utoipa::path(put, path = "/api/admin/webhooks/{id}", tag = "admin", request_body = EndpointInput,
    params(("id" = EndpointId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = Endpoint), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_webhook(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<EndpointId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let (version, store) = (changed_version(&headers)?, admin.store.clone());
    let shown = admin.store.read(|read| webhooks::find(read, id))?;
    let input = edited(body, &shown, &shown.input())?;
    let after =
        store.write_as(staff.caller(), move |tx| super::replace(tx, &admin, &staff, id, version, input)).await?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// Remove an endpoint, which then gets no more calls.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", tag = "admin", params(("id" = EndpointId, Path)),
    responses((status = 204)))]
async fn delete_webhook(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<EndpointId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::remove(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Create another secret; the previous one also signs for one more day.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/rotate", tag = "admin", params(("id" = EndpointId, Path)),
    responses((status = 200, body = NewWebhook)))]
async fn rotate_webhook_secret(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<EndpointId>,
) -> AppResult<Response> {
    let store = admin.store.clone();
    let made = store.write_as(staff.caller(), move |tx| super::rotate(tx, &admin, &staff, id)).await?;
    Ok(tagged(StatusCode::OK, made.about.version, made))
}

/// List the deliveries to an endpoint in the last month, with their results; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}/deliveries", tag = "admin",
    params(("id" = EndpointId, Path), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Delivery])))]
async fn list_webhook_deliveries(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    PathId(id): PathId<EndpointId>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.store.read(|read| webhooks::find(read, id))?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| EventId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| webhooks::deliveries(read, id, before, limit)).await
        }
    };
    request.answer("deliveries", None, fetch, |delivery| delivery.event_id.to_string()).await
}

/// The event to send again.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WebhookReplayRequest)]
struct ReplayRequest {
    event_id: EventId,
}

/// Send an event again, under the same id.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/replay", tag = "admin", request_body = ReplayRequest,
    params(("id" = EndpointId, Path)),
    responses((status = 200, body = Delivery)))]
async fn replay_webhook_event(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<EndpointId>,
    Json(request): Json<ReplayRequest>,
) -> AppResult<Json<Delivery>> {
    admin.store.write_as(staff.caller(), move |tx| super::replay(tx, &staff, id, request.event_id)).await.map(Json)
}

/// Send a `webhook.test` event to an endpoint, to check whether calls arrive.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", tag = "admin", params(("id" = EndpointId, Path)),
    responses((status = 204)))]
async fn test_webhook(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<EndpointId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::test(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
