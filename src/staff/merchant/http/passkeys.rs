//! HTTP calls for cashiers' passkeys: the screen lock of the till's own device replaces the PIN.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::Counter;
use super::tills::{CounterTill, shown};
use crate::auth::cashier_passkeys;
use crate::auth::passkeys::{
    BIOMETRIC_VERIFICATION_FAILED, BODY_LIMIT, DeviceChallenge, RegistrationRequest, SignInRequest,
};
use crate::auth::{EnrolledTill, FORBIDDEN, Merchant, UNAUTHENTICATED};
use crate::base::id::{CashierId, TillId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::outlets::devices::TILL_LOCKED;
use crate::core::outlets::passkeys::{self, CashierAtTill};
use crate::core::outlets::sessions::{self, CounterSession, CounterUser};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::platform::throttle::table::{TILL_PASSKEY_CHALLENGES, TILL_PASSKEY_SIGN_INS};
use crate::staff::merchant::register;

/// The part of a passkey that the audit stores: its till.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PasskeyAuditDetails {
    till_id: TillId,
}

/// The cashier who is signed in. Fails with `unauthenticated`, `till_locked`, and with `forbidden` for a manager,
/// whose passkeys belong to the staff account.
fn cashier_of(enrolled: &EnrolledTill) -> AppResult<(&Merchant, &CounterSession, CashierAtTill)> {
    let (merchant, session) = enrolled.signed_in.as_ref().ok_or(UNAUTHENTICATED)?;
    merchant.require_unlocked()?;
    match session.holder {
        CounterUser::Cashier(cashier) => Ok((merchant, session, CashierAtTill { till: session.till, cashier })),
        CounterUser::Staff(_) => Err(FORBIDDEN.into()),
    }
}

/// Request a challenge to register the screen lock of this till's device for the signed-in cashier.
#[utoipa::path(post, path = "/api/merchant/passkey/challenge", tag = "merchant",
    responses((status = 200, body = DeviceChallenge), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn create_cashier_passkey_challenge(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    address: ClientAddress,
) -> AppResult<Json<DeviceChallenge>> {
    counter.limits.count_source(TILL_PASSKEY_CHALLENGES, address.source())?;
    let (merchant, session, place) = cashier_of(&enrolled)?;
    cashier_passkeys::ask_to_register(&counter.authenticator, merchant, session, place.cashier).await.map(Json)
}

/// Register the screen lock of this till's device as the cashier's passkey. It replaces an earlier one here.
#[utoipa::path(post, path = "/api/merchant/passkey", tag = "merchant", request_body = RegistrationRequest,
    responses((status = 200, body = CounterTill), (status = 422, body = Problem)))]
pub(super) async fn add_cashier_passkey(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    address: ClientAddress,
    Json(request): Json<RegistrationRequest, BODY_LIMIT>,
) -> AppResult<Json<CounterTill>> {
    let (merchant, _, place) = cashier_of(&enrolled)?;
    let credential = cashier_passkeys::check_registration(&counter.authenticator, merchant, place, &request).await?;
    let (keys, by) = (counter.keys.clone(), merchant.clone());
    let caller = merchant.principal();
    let keep = move |tx: &crate::platform::store::Tx<'_>| {
        cashier_passkeys::keep(tx, place, credential)?;
        let at = PasskeyAuditDetails { till_id: place.till };
        register::note(tx, &keys, (&by, address), "cashier.add_passkey", place.cashier, None, Some(&at))
    };
    counter.store.write_as(caller, keep).await?;
    let EnrolledTill { till, signed_in } = enrolled;
    let session = signed_in.map(|(_, session)| session);
    counter.store.read_consistently(|read| shown(read, &till, session)).map(Json)
}

/// Remove one's own passkey from this till's device. The PIN works again.
#[utoipa::path(delete, path = "/api/merchant/passkey", tag = "merchant",
    responses((status = 204), (status = 404, body = Problem)))]
pub(super) async fn remove_cashier_passkey(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    address: ClientAddress,
) -> AppResult<StatusCode> {
    let (merchant, _, place) = cashier_of(&enrolled)?;
    let (keys, by) = (counter.keys.clone(), merchant.clone());
    let caller = merchant.principal();
    let remove = move |tx: &crate::platform::store::Tx<'_>| {
        if !passkeys::remove(tx, place)? {
            return Err(NOT_FOUND.into());
        }
        let at = PasskeyAuditDetails { till_id: place.till };
        register::note(tx, &keys, (&by, address), "cashier.remove_passkey", place.cashier, Some(&at), None)
    };
    counter.store.write_as(caller, remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a cashier's passkeys at every till of the manager's partner.
#[utoipa::path(delete, path = "/api/merchant/cashiers/{id}/passkeys", tag = "merchant", params(("id" = CashierId, Path)),
    responses((status = 204)))]
pub(super) async fn remove_own_cashiers_passkeys(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    PathId(id): PathId<CashierId>,
) -> AppResult<StatusCode> {
    merchant.require_manager()?;
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| register::remove_passkeys(tx, &keys, (&merchant, address), id))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The cashier whose passkey to request.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CashierChallengeRequest {
    cashier_id: CashierId,
}

/// Request a challenge to sign a cashier in at this till by the screen lock of its device.
#[utoipa::path(post, path = "/api/merchant/session/passkey/challenge", tag = "merchant", request_body = CashierChallengeRequest,
    responses((status = 200, body = DeviceChallenge), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn create_counter_passkey_challenge(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    address: ClientAddress,
    Json(request): Json<CashierChallengeRequest>,
) -> AppResult<Json<DeviceChallenge>> {
    counter.limits.count_source(TILL_PASSKEY_CHALLENGES, address.source())?;
    if enrolled.till.locked {
        return Err(TILL_LOCKED.into());
    }
    cashier_passkeys::ask_to_sign_in(&counter.authenticator, &enrolled.till, request.cashier_id).await.map(Json)
}

/// Sign a cashier in at this till by the screen lock of its device. The rules for a PIN apply.
#[utoipa::path(post, path = "/api/merchant/session/passkey", tag = "merchant", request_body = SignInRequest,
    responses((status = 200, body = CounterTill), (status = 429, body = Problem)))]
pub(super) async fn create_counter_session_by_passkey(
    State(counter): State<Counter>,
    enrolled: EnrolledTill,
    address: ClientAddress,
    Json(request): Json<SignInRequest, BODY_LIMIT>,
) -> AppResult<Response> {
    counter.limits.count_source(TILL_PASSKEY_SIGN_INS, address.source())?;
    let till = enrolled.till;
    if till.locked {
        return Err(TILL_LOCKED.into());
    }
    let proven = match cashier_passkeys::prove(&counter.authenticator, &till, &request).await {
        Ok(proven) => proven,
        Err(refused) => {
            // Counts as a miss of the till, like a wrong PIN.
            if refused.is(BIOMETRIC_VERIFICATION_FAILED) {
                counter.count_wrong_proof(till).await?;
            }
            return Err(refused);
        }
    };
    let at = till.clone();
    let secret = counter
        .store
        .write_as(till.clone(), move |tx| {
            cashier_passkeys::enter(tx, &at, &proven)?;
            sessions::open(tx, at.id, CounterUser::Cashier(proven.cashier()))
        })
        .await?;
    counter.welcome(&till, &secret).await
}
