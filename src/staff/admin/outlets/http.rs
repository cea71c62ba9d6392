//! Outlets, tills and cashiers over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::id::{CashierId, OutletId, PartnerId, TillId};
use crate::base::pin::Pin;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::outlets::cashiers::{self, CashierChange, CashierChanges, CashierRecord, NewCashier};
use crate::core::outlets::devices::{self, TillChange, TillRecord, WaitingTill};
use crate::core::outlets::outlet::{self, OutletInput, OutletRecord};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, named_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Editors, Operators};
use crate::staff::kit::replace_body::{edited, require_settled};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_outlets, create_outlet))
        .routes(routes!(get_outlet, replace_outlet, delete_outlet))
        .routes(routes!(list_tills))
        .routes(routes!(create_till))
        .routes(routes!(get_till_for_staff, change_till, revoke_till))
        .routes(routes!(renew_till_link))
        .routes(routes!(unlock_till))
        .routes(routes!(list_cashiers, create_cashier))
        .routes(routes!(get_cashier, change_cashier, delete_cashier))
        .routes(routes!(remove_cashier_passkeys))
}

/// List the outlets of a partner; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/partners/{id}/outlets", tag = "admin",
    params(("id" = PartnerId, Path), ("format" = Option<String>, Query)),
    responses((status = 200, body = [OutletRecord])))]
async fn list_outlets(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(partner): PathId<PartnerId>,
    request: ListRequest,
) -> AppResult<Response> {
    let list = |read: &Read<'_>| super::require_partner(read, partner).and_then(|()| outlet::list(read, partner));
    let rows = admin.store.read(list)?;
    request.whole("outlets", &rows)
}

/// Add an outlet to a partner.
#[utoipa::path(post, path = "/api/admin/partners/{id}/outlets", tag = "admin", request_body = OutletInput,
    params(("id" = PartnerId, Path)),
    responses((status = 201, body = OutletRecord)))]
async fn create_outlet(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(partner): PathId<PartnerId>,
    Json(input): Json<OutletInput>,
) -> AppResult<Response> {
    let made = admin.store.write_as(staff.caller(), move |tx| super::create_outlet(tx, &staff, partner, input)).await?;
    Ok(tagged(StatusCode::CREATED, made.version, made))
}

/// Show one outlet; a change must name its `ETag`.
#[utoipa::path(get, path = "/api/admin/outlets/{id}", tag = "admin", params(("id" = OutletId, Path)),
    responses((status = 200, body = OutletRecord)))]
async fn get_outlet(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<OutletId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| outlet::find(read, id))?.ok_or(NOT_FOUND)?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Replace one outlet that nobody else has changed meanwhile.
#[utoipa::path(put, path = "/api/admin/outlets/{id}", tag = "admin", request_body = OutletInput,
    params(("id" = OutletId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = OutletRecord), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_outlet(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<OutletId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let shown = admin.store.read(|read| outlet::find(read, id))?.ok_or(NOT_FOUND)?;
    require_settled(&body, &shown, "partnerId")?;
    let input = edited(body, &shown, &shown.input)?;
    let changed =
        admin.store.write_as(staff.caller(), move |tx| super::replace_outlet(tx, &staff, id, version, input)).await?;
    Ok(tagged(StatusCode::OK, changed.version, changed))
}

/// Close an outlet and revoke its tills.
#[utoipa::path(delete, path = "/api/admin/outlets/{id}", tag = "admin", params(("id" = OutletId, Path)),
    responses((status = 204)))]
async fn delete_outlet(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<OutletId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::delete_outlet(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// List the tills of a partner, revoked ones last; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/partners/{id}/tills", tag = "admin",
    params(("id" = PartnerId, Path), ("format" = Option<String>, Query)),
    responses((status = 200, body = [TillRecord])))]
async fn list_tills(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(partner): PathId<PartnerId>,
    request: ListRequest,
) -> AppResult<Response> {
    let list = |read: &Read<'_>| super::require_partner(read, partner).and_then(|()| devices::list(read, partner));
    let rows = admin.store.read(list)?;
    request.whole("tills", &rows)
}

/// A till to add.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct TillRequest {
    /// Its display name, at most 60 characters.
    name: String,
}

/// Add a till to an outlet; the response has its one-time enrolment link.
#[utoipa::path(post, path = "/api/admin/outlets/{id}/tills", tag = "admin", request_body = TillRequest,
    params(("id" = OutletId, Path)),
    responses((status = 201, body = WaitingTill), (status = 409, body = Problem)))]
async fn create_till(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(outlet): PathId<OutletId>,
    Json(request): Json<TillRequest>,
) -> AppResult<Response> {
    let made =
        admin.store.write_as(staff.caller(), move |tx| super::create_till(tx, &staff, outlet, &request.name)).await?;
    Ok((StatusCode::CREATED, Json(WaitingTill::new(made, &admin.config.public_url))).into_response())
}

/// Show one till: whether it is enrolled, and when it was last seen.
#[utoipa::path(get, path = "/api/admin/tills/{id}", tag = "admin", params(("id" = TillId, Path)),
    responses((status = 200, body = TillRecord)))]
async fn get_till_for_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<TillId>,
) -> AppResult<Json<TillRecord>> {
    Ok(Json(admin.store.read(|read| devices::find(read, id))?.ok_or(NOT_FOUND)?))
}

/// Rename a till, or move it to another outlet of its partner, which gives it a new id. Its device stays enrolled.
#[utoipa::path(put, path = "/api/admin/tills/{id}", tag = "admin", params(("id" = TillId, Path)),
    request_body = TillChange,
    responses((status = 200, body = TillRecord), (status = 409, body = Problem)))]
async fn change_till(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TillId>,
    Json(change): Json<TillChange>,
) -> AppResult<Json<TillRecord>> {
    admin.store.write_as(staff.caller(), move |tx| super::change_till(tx, &staff, id, &change)).await.map(Json)
}

/// Give a till another one-time enrolment link. The present device works until another one is enrolled.
#[utoipa::path(post, path = "/api/admin/tills/{id}/link", tag = "admin", params(("id" = TillId, Path)),
    responses((status = 200, body = WaitingTill), (status = 409, body = Problem)))]
async fn renew_till_link(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TillId>,
) -> AppResult<Json<WaitingTill>> {
    let renewed = admin.store.write_as(staff.caller(), move |tx| super::renew_till_code(tx, &staff, id)).await?;
    Ok(Json(WaitingTill::new(renewed, &admin.config.public_url)))
}

/// Unlock a till that was locked by too many invalid codes.
#[utoipa::path(post, path = "/api/admin/tills/{id}/unlock", tag = "admin", params(("id" = TillId, Path)),
    responses((status = 200, body = TillRecord)))]
async fn unlock_till(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TillId>,
) -> AppResult<Json<TillRecord>> {
    admin.store.write_as(staff.caller(), move |tx| super::unlock_till(tx, &staff, id)).await.map(Json)
}

/// Revoke a till at once.
#[utoipa::path(delete, path = "/api/admin/tills/{id}", tag = "admin", params(("id" = TillId, Path)),
    responses((status = 204)))]
async fn revoke_till(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<TillId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::revoke_till(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// List the cashiers of a partner, by name.
#[utoipa::path(get, path = "/api/admin/partners/{id}/cashiers", tag = "admin",
    params(("id" = PartnerId, Path), ("format" = Option<String>, Query)),
    responses((status = 200, body = [CashierRecord])))]
async fn list_cashiers(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    PathId(partner): PathId<PartnerId>,
    request: ListRequest,
) -> AppResult<Response> {
    let list = |read: &Read<'_>| super::require_partner(read, partner).and_then(|()| cashiers::list(read, partner));
    let rows = admin.store.read(list)?;
    admin.note_download(&request, staff, "cashier.download").await?;
    request.whole("cashiers", &rows)
}

/// Add a cashier, who signs in with a PIN at the partner's tills.
#[utoipa::path(post, path = "/api/admin/partners/{id}/cashiers", tag = "admin", request_body = NewCashier,
    params(("id" = PartnerId, Path)),
    responses((status = 201, body = CashierRecord)))]
async fn create_cashier(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(partner): PathId<PartnerId>,
    Json(request): Json<NewCashier>,
) -> AppResult<Response> {
    let pin_hash = admin.passwords.hash(Pin::chosen(&request.pin)?.expose()).await?;
    let caller = staff.caller();
    let add = move |tx: &Tx<'_>| super::create_cashier(tx, &staff, partner, &request.name, &pin_hash);
    Ok((StatusCode::CREATED, Json(admin.store.write_as(caller, add).await?)).into_response())
}

/// Show one cashier; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/cashiers/{id}", tag = "admin", params(("id" = CashierId, Path)),
    responses((status = 200, body = CashierRecord)))]
async fn get_cashier(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<CashierId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| cashiers::find(read, id))?.ok_or(NOT_FOUND)?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// Change a cashier; absent fields stay unchanged. `If-Match` is optional when only the PIN changes.
#[utoipa::path(put, path = "/api/admin/cashiers/{id}", tag = "admin", request_body = CashierChange,
    params(("id" = CashierId, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = CashierRecord), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn change_cashier(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CashierId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let shown = admin.store.read(|read| cashiers::find(read, id))?.ok_or(NOT_FOUND)?;
    require_settled(&body, &shown, "partnerId")?;
    let request: CashierChange = edited(body, &shown, &json!({ "name": shown.name, "active": shown.active }))?;
    // A new PIN cannot overwrite another person's change, because nobody can read the PIN.
    let only_pin = request.name.is_none() && request.active.is_none() && request.supervisor.is_none();
    let version = if only_pin { named_version(&headers)? } else { changed_version(&headers)? };
    let pin_hash = match &request.pin {
        Some(pin) => Some(admin.passwords.hash(Pin::chosen(pin)?.expose()).await?),
        None => None,
    };
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        let changes = CashierChanges {
            name: request.name.as_deref(),
            active: request.active,
            supervisor: request.supervisor,
            pin_hash: pin_hash.as_deref(),
        };
        super::change_cashier(tx, &staff, id, version, changes)
    };
    let changed = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, changed.version, changed))
}

/// Remove a cashier; past transactions keep the cashier's name.
#[utoipa::path(delete, path = "/api/admin/cashiers/{id}", tag = "admin", params(("id" = CashierId, Path)),
    responses((status = 204)))]
async fn delete_cashier(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CashierId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::delete_cashier(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Remove a cashier's passkeys at every till; then the cashier signs in with the PIN alone.
#[utoipa::path(delete, path = "/api/admin/cashiers/{id}/passkeys", tag = "admin", params(("id" = CashierId, Path)),
    responses((status = 204)))]
async fn remove_cashier_passkeys(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CashierId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::remove_cashier_passkeys(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
