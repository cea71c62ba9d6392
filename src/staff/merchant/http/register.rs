//! HTTP calls by which managers change the tills and cashiers of their counter.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::tills::CounterPartner;
use super::{Counter, PartnerManager};
use crate::base::id::{CashierId, OutletId, TillId};
use crate::base::pin::Pin;
use crate::base::problem::AppResult;
use crate::core::outlets::cashiers::{self, CashierChange, CashierChanges, CashierRecord, NewCashier};
use crate::core::outlets::devices::{self, TillChange, TillRecord, WaitingTill};
use crate::core::outlets::outlet::{self, OutletRecord};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::staff::merchant::register as rules;

/// Show the manager's partner.
#[utoipa::path(get, path = "/api/merchant/partner", tag = "merchant",
    responses((status = 200, body = CounterPartner)))]
pub(super) async fn get_own_partner(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
) -> AppResult<Json<CounterPartner>> {
    counter.store.read(|read| CounterPartner::of(read, merchant.partner)).map(Json)
}

/// List the outlets of the manager's partner.
#[utoipa::path(get, path = "/api/merchant/outlets", tag = "merchant",
    responses((status = 200, body = [OutletRecord])))]
pub(super) async fn list_own_outlets(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
) -> AppResult<Json<Vec<OutletRecord>>> {
    counter.store.read(|read| outlet::list(read, merchant.partner)).map(Json)
}

/// List the tills of the manager's partner.
#[utoipa::path(get, path = "/api/merchant/tills", tag = "merchant",
    responses((status = 200, body = [TillRecord])))]
pub(super) async fn list_own_tills(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
) -> AppResult<Json<Vec<TillRecord>>> {
    counter.store.read(|read| devices::list(read, merchant.partner)).map(Json)
}

/// A till to create.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnTillRequest {
    outlet_id: OutletId,
    /// The display name, at most 60 characters.
    name: String,
}

/// Add a till to an outlet of the manager's partner. The response contains its one-time link.
#[utoipa::path(post, path = "/api/merchant/tills", tag = "merchant", request_body = OwnTillRequest,
    responses((status = 201, body = WaitingTill), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn create_own_till(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    Json(request): Json<OwnTillRequest>,
) -> AppResult<Response> {
    let keys = counter.keys.clone();
    let made = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            rules::add_till(tx, &keys, (&merchant, address), request.outlet_id, &request.name)
        })
        .await?;
    let waiting = WaitingTill::new(made, &counter.public_url);
    Ok((StatusCode::CREATED, Json(waiting)).into_response())
}

/// Rename a till, or move it to another outlet, which gives it a new id. Its device stays enrolled.
#[utoipa::path(put, path = "/api/merchant/tills/{id}", tag = "merchant", params(("id" = TillId, Path)),
    request_body = TillChange,
    responses((status = 200, body = TillRecord), (status = 409, body = Problem)))]
pub(super) async fn change_own_till(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<TillId>,
    Json(change): Json<TillChange>,
) -> AppResult<Json<TillRecord>> {
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| rules::change_till(tx, &keys, (&merchant, address), id, &change))
        .await
        .map(Json)
}

/// Give a till a new one-time link. Its present device works until another device is enrolled.
#[utoipa::path(post, path = "/api/merchant/tills/{id}/link", tag = "merchant", params(("id" = TillId, Path)),
    responses((status = 200, body = WaitingTill), (status = 409, body = Problem)))]
pub(super) async fn renew_own_till_code(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<TillId>,
) -> AppResult<Json<WaitingTill>> {
    let keys = counter.keys.clone();
    let renewed = counter
        .store
        .write_as(merchant.principal(), move |tx| rules::renew_code(tx, &keys, (&merchant, address), id))
        .await?;
    Ok(Json(WaitingTill::new(renewed, &counter.public_url)))
}

/// Unlock a till.
#[utoipa::path(post, path = "/api/merchant/tills/{id}/unlock", tag = "merchant", params(("id" = TillId, Path)),
    responses((status = 200, body = TillRecord)))]
pub(super) async fn unlock_own_till(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<TillId>,
) -> AppResult<Json<TillRecord>> {
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| rules::unlock_till(tx, &keys, (&merchant, address), id))
        .await
        .map(Json)
}

/// Revoke a till at once.
#[utoipa::path(delete, path = "/api/merchant/tills/{id}", tag = "merchant", params(("id" = TillId, Path)),
    responses((status = 204)))]
pub(super) async fn revoke_own_till(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<TillId>,
) -> AppResult<Response> {
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| rules::revoke_till(tx, &keys, (&merchant, address), id))
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// List the cashiers of the manager's partner.
#[utoipa::path(get, path = "/api/merchant/cashiers", tag = "merchant",
    responses((status = 200, body = [CashierRecord])))]
pub(super) async fn list_own_cashiers(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
) -> AppResult<Json<Vec<CashierRecord>>> {
    counter.store.read(|read| cashiers::list(read, merchant.partner)).map(Json)
}

/// Add a cashier.
#[utoipa::path(post, path = "/api/merchant/cashiers", tag = "merchant", request_body = NewCashier,
    responses((status = 201, body = CashierRecord)))]
pub(super) async fn create_own_cashier(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    Json(request): Json<NewCashier>,
) -> AppResult<Response> {
    let pin_hash = counter.authenticator.passwords().hash(Pin::chosen(&request.pin)?.expose()).await?;
    let keys = counter.keys.clone();
    let made = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            rules::add_cashier(tx, &keys, (&merchant, address), &request.name, &pin_hash)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// Change a cashier; absent fields stay as they are.
#[utoipa::path(put, path = "/api/merchant/cashiers/{id}", tag = "merchant", request_body = CashierChange,
    params(("id" = CashierId, Path)),
    responses((status = 200, body = CashierRecord)))]
pub(super) async fn change_own_cashier(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<CashierId>,
    Json(request): Json<CashierChange>,
) -> AppResult<Json<CashierRecord>> {
    let pin_hash = match &request.pin {
        Some(pin) => Some(counter.authenticator.passwords().hash(Pin::chosen(pin)?.expose()).await?),
        None => None,
    };
    let keys = counter.keys.clone();
    let changed = counter
        .store
        .write_as(merchant.principal(), move |tx| {
            let changes = CashierChanges {
                name: request.name.as_deref(),
                active: request.active,
                supervisor: request.supervisor,
                pin_hash: pin_hash.as_deref(),
            };
            rules::change_cashier(tx, &keys, (&merchant, address), id, changes)
        })
        .await?;
    Ok(Json(changed))
}

/// Remove a cashier.
#[utoipa::path(delete, path = "/api/merchant/cashiers/{id}", tag = "merchant", params(("id" = CashierId, Path)),
    responses((status = 204)))]
pub(super) async fn remove_own_cashier(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    address: ClientAddress,
    PathId(id): PathId<CashierId>,
) -> AppResult<Response> {
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| rules::remove_cashier(tx, &keys, (&merchant, address), id))
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
