//! Announcements over HTTP.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::BroadcastBulk;
use crate::base::id::RecordId;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::member::notifications::{
    self, AnnouncementFilter, AudienceCount, AudienceInput, Broadcast, BroadcastInput, BroadcastState, Letters,
    Preview, PreviewInput,
};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey};
use crate::platform::store::Tx;
use crate::platform::throttle::table::TEST_MESSAGES;
use crate::staff::admin::content::BulkOutcome;
use crate::staff::admin::content::listing::{Sort, anywhere, said};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, named_version, tag, tagged};
use crate::staff::kit::permissions::{ContentReaders, Editors};
use crate::staff::kit::replace_body::edited;

/// Body limit in bytes: texts in three languages.
const TEXT_BODY_LIMIT: usize = 64 * 1024;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_broadcasts, create_broadcast))
        .routes(routes!(get_broadcast, replace_broadcast, delete_broadcast))
        .routes(routes!(change_broadcasts))
        .routes(routes!(send_broadcast))
        .routes(routes!(preview_broadcast))
        .routes(routes!(count_audience))
        .routes(routes!(test_broadcast))
        .route("/admin/mail-frame", get(mail_frame))
}

#[derive(Deserialize)]
struct BroadcastQuery {
    q: Option<String>,
    state: Option<String>,
    #[serde(default)]
    sort: Sort,
}

/// List announcements with the numbers of members who got and opened each; as CSV with `format=csv`.
/// Filters: `q` in the title, `state` (also `deleted`).
#[utoipa::path(get, path = "/api/admin/notifications", tag = "admin",
    params(("q" = Option<String>, Query), ("state" = Option<String>, Query, pattern = "^(draft|scheduled|sending|sent|deleted)$"), ("sort" = inline(Option<Sort>), Query),
        ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Broadcast])))]
async fn list_broadcasts(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    request: ListRequest,
    Filters(query): Filters<BroadcastQuery>,
) -> AppResult<Response> {
    let pattern = said(query.q)?.as_deref().map(anywhere);
    let state = said(query.state)?;
    let removed = state.as_deref() == Some("deleted");
    let named = state.filter(|_| !removed);
    let state = named.map(|name| BroadcastState::from_name(&name).ok_or(INVALID_PARAMETER)).transpose()?;
    let wanted = AnnouncementFilter { state, removed, pattern, sort: query.sort };
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (admin.store.clone(), wanted.clone());
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| notifications::list(read, &wanted, after, limit)).await
        }
    };
    request.answer("notifications", None, fetch, |one| one.id.to_string()).await
}

/// Create an announcement; with the state `scheduled` it is sent at `sendAt`.
/// A repeated `Idempotency-Key` gets the same response and creates no second announcement.
#[utoipa::path(post, path = "/api/admin/notifications", tag = "admin", request_body = BroadcastInput,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = Broadcast)))]
async fn create_broadcast(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    OptionalKey(key): OptionalKey,
    Json(input): Json<BroadcastInput, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let create = move |tx: &Tx<'_>| {
        let mut version = None;
        // The serialized input leaves out `use_english`, so the request digest adds it.
        let asked = (input.clone(), input.use_english);
        let answer = idempotency::made(tx, &staff.actor.id, key.as_ref(), &asked, |tx| {
            let made = super::create(tx, &staff, input)?;
            version = Some(made.version);
            Ok(made)
        })?;
        Ok((answer, version))
    };
    let (answer, version) = admin.store.write_as(caller, create).await?;
    let response = answer.into_response();
    // A replay returns the announcement as it was created. It may have another version by now, so it gets no `ETag`.
    Ok(match version {
        Some(version) => tag(response, version),
        None => response,
    })
}

/// Show one announcement; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/notifications/{id}", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 200, body = Broadcast)))]
async fn get_broadcast(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<RecordId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| notifications::find(read, id))?.ok_or(NOT_FOUND)?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Replace an announcement that is not yet sent and that nobody else has changed meanwhile.
#[utoipa::path(put, path = "/api/admin/notifications/{id}", tag = "admin", request_body = BroadcastInput,
    params(("id" = RecordId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = Broadcast), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 422, body = Problem), (status = 428, body = Problem)))]
async fn replace_broadcast(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<RecordId>,
    headers: HeaderMap,
    Json(body): Json<Value, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let shown = admin.store.read(|read| notifications::find(read, id))?.ok_or(NOT_FOUND)?;
    let input = edited(body, &shown, &shown.input)?;
    let after = admin.store.write_as(staff.caller(), move |tx| super::replace(tx, &staff, id, version, input)).await?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// Remove an announcement that is not yet sent; it can be restored.
#[utoipa::path(delete, path = "/api/admin/notifications/{id}", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_broadcast(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<RecordId>,
) -> AppResult<StatusCode> {
    admin.store.write_as(staff.caller(), move |tx| super::remove(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove or restore many announcements; the response has the result of each.
#[utoipa::path(post, path = "/api/admin/notifications/bulk", tag = "admin", request_body = BroadcastBulk,
    responses((status = 200, body = [BulkOutcome])))]
async fn change_broadcasts(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    Json(change): Json<BroadcastBulk, TEXT_BODY_LIMIT>,
) -> AppResult<Json<Vec<BulkOutcome>>> {
    admin.store.write_as(staff.caller(), move |tx| super::change_many(tx, &staff, &change)).await.map(Json)
}

/// Show how an announcement would read in the app, on a device and as an e-mail. Nothing is stored or sent.
#[utoipa::path(post, path = "/api/admin/notifications/preview", tag = "admin", request_body = PreviewInput,
    responses((status = 200, body = Preview)))]
async fn preview_broadcast(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    Json(input): Json<PreviewInput, TEXT_BODY_LIMIT>,
) -> AppResult<Json<Preview>> {
    notifications::preview(&letters_of(&admin), input, admin.store.clock().now()).map(Json)
}

fn letters_of(admin: &AdminContext) -> Letters {
    let public_url = admin.config.public_url.clone();
    Letters { keys: admin.keys.clone(), public_url, outbox: admin.outbox.clone() }
}

/// Count the members whom an announcement would reach now, by channel and language. Nothing is stored or sent.
#[utoipa::path(post, path = "/api/admin/notifications/audience", tag = "admin", request_body = AudienceInput,
    responses((status = 200, body = AudienceCount)))]
async fn count_audience(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    Json(input): Json<AudienceInput>,
) -> AppResult<Json<AudienceCount>> {
    notifications::audience(&admin.store, input).await.map(Json)
}

/// A test of an announcement on its way.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = AnnouncementTest)]
struct SampleSent {
    /// The address of the signed-in person, to which it goes.
    to: String,
}

/// Send an announcement, possibly unfinished, by e-mail to the signed-in person alone. It is audited.
#[utoipa::path(post, path = "/api/admin/notifications/test", tag = "admin", request_body = PreviewInput,
    responses((status = 200, body = SampleSent), (status = 429, body = Problem)))]
async fn test_broadcast(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    Json(input): Json<PreviewInput, TEXT_BODY_LIMIT>,
) -> AppResult<Json<SampleSent>> {
    admin.limits.count(TEST_MESSAGES, &staff.actor.id)?;
    let (letters, caller) = (letters_of(&admin), staff.caller());
    let to = admin.store.write_as(caller, move |tx| super::send_sample(tx, &staff, &letters, input)).await?;
    admin.outbox.wake();
    Ok(Json(SampleSent { to }))
}

/// The page in which the admin previews an e-mail, which the surrounding page posts to it. The frame allows inline
/// styles, as mail programs do; the admin's own content security policy forbids them. The frame has no origin, runs only
/// this script, and fetches only pictures of the programme.
async fn mail_frame(State(admin): State<AdminContext>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
        (header::CONTENT_SECURITY_POLICY, frame_policy(&admin.config.public_url)),
    ];
    (headers, format!("<!doctype html><meta charset=\"utf-8\"><title>e-mail</title><script>{FRAME_SCRIPT}</script>"))
        .into_response()
}

/// Links do nothing in the preview, because they are those of a real e-mail.
const FRAME_SCRIPT: &str = include_str!("mail-frame.js");

/// The content security policy of the preview. The pictures of an e-mail have the public address of the programme.
fn frame_policy(public_url: &str) -> HeaderValue {
    let hash = STANDARD.encode(Sha256::digest(FRAME_SCRIPT));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src {public_url}/media/; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'; sandbox"))
}

/// Options for sending an announcement.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SendRequest {
    /// Send although a translation is missing.
    #[serde(default)]
    use_english: bool,
    /// Seconds for which the announcement waits as a scheduled one, so that it can still be stopped; 0 to 3600.
    #[serde(default)]
    after_seconds: u64,
}

/// The longest wait before sending, in seconds.
const LONGEST_WAIT: u64 = 3_600;

/// Send an announcement now or after some seconds; with `If-Match`, only in that version.
/// It reaches inboxes in batches; the counts show the progress.
#[utoipa::path(post, path = "/api/admin/notifications/{id}/send", tag = "admin", request_body = SendRequest,
    params(("id" = RecordId, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = Broadcast), (status = 409, body = Problem), (status = 412, body = Problem),
        (status = 422, body = Problem)))]
async fn send_broadcast(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<RecordId>,
    headers: HeaderMap,
    Json(request): Json<SendRequest>,
) -> AppResult<Json<Broadcast>> {
    let version = named_version(&headers)?;
    if request.after_seconds > LONGEST_WAIT {
        return Err(AppError::invalid_field("afterSeconds", "invalid_value"));
    }
    let how = (request.use_english, Duration::from_secs(request.after_seconds));
    admin.store.write_as(staff.caller(), move |tx| super::send(tx, &staff, id, version, how)).await.map(Json)
}
