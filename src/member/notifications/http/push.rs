//! Push subscriptions of a member's devices, over HTTP.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;

use crate::auth::{Member, Success, TrustedMember};
use crate::base::problem::{AppError, AppResult};
use crate::platform::config::Push;
use crate::platform::delivery::subscriptions::{self, DeviceOwnership, Subscription};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::language_of;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::PUSH_CHANGES;

#[derive(Clone)]
struct Devices {
    store: Store,
    limits: Limits,
    allowed_hosts: Arc<[String]>,
}

pub(super) fn routes(store: Store, limits: Limits, config: &Push) -> Routes {
    Routes::new().routes(routes!(subscribe)).routes(routes!(renew)).routes(routes!(unsubscribe)).with_state(Devices {
        store,
        limits,
        allowed_hosts: config.allowed_hosts.clone().into(),
    })
}

/// A device: a browser's subscription, or a native app's token.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubscribeRequest {
    /// The subscription of a browser.
    subscription: Option<BrowserSubscription>,
    /// True if `fcmToken` is sent.
    #[serde(default)]
    is_native: bool,
    /// The device token of a native app's push service.
    fcm_token: Option<String>,
}

/// The JSON of `PushSubscription.toJSON()` in a browser.
#[derive(Deserialize, utoipa::ToSchema)]
struct BrowserSubscription {
    /// The URL of the browser's push service for this device.
    endpoint: String,
    keys: BrowserKeys,
}

impl BrowserSubscription {
    fn checked(&self, allowed_hosts: &[String]) -> AppResult<Subscription> {
        Subscription::of_browser(&self.endpoint, &self.keys.p256dh, &self.keys.auth, allowed_hosts)
    }
}

/// The keys that encrypt messages to a browser, as base64url.
#[derive(Deserialize, utoipa::ToSchema)]
struct BrowserKeys {
    p256dh: String,
    auth: String,
}

/// Subscribe a device to push messages, in the language of `Accept-Language`.
#[utoipa::path(post, path = "/api/auth/subscribe", tag = "notifications", request_body = SubscribeRequest,
    responses((status = 200, body = Success, description = "known already"), (status = 201, body = Success),
        (status = 429, body = Problem)))]
async fn subscribe(
    State(devices): State<Devices>,
    TrustedMember(member): TrustedMember,
    headers: HeaderMap,
    Json(request): Json<SubscribeRequest>,
) -> AppResult<(StatusCode, Json<Success>)> {
    devices.limits.count(PUSH_CHANGES, member.id.as_bytes())?;
    let native = request.is_native;
    let subscription = match (request.subscription, request.fcm_token) {
        (Some(browser), None) if !native => browser.checked(&devices.allowed_hosts)?,
        (None, Some(token)) if native => Subscription::of_native_app(&token)?,
        _ => return Err(AppError::invalid_field("subscription", "invalid_value")),
    };
    // Without an Accept-Language header, the device uses the member's language.
    let language = headers.contains_key(header::ACCEPT_LANGUAGE).then(|| language_of(&headers));
    let known = devices
        .store
        .write_as(member.principal(), move |tx| {
            subscriptions::subscribe(tx, member.id, member.session, language, &subscription)
        })
        .await?;
    let status = if known == DeviceOwnership::New { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Success::DONE))
}

/// A new browser subscription that replaces the previous one.
#[derive(Deserialize, utoipa::ToSchema)]
struct RenewRequest {
    subscription: BrowserSubscription,
}

/// Replace the subscription of a browser after its push service changed it. The service worker sends this request and
/// has only the cookie; it can only replace the device of its own sign-in.
#[utoipa::path(post, path = "/api/auth/renewSubscription", tag = "notifications", request_body = RenewRequest,
    responses((status = 200, body = Success), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn renew(
    State(devices): State<Devices>,
    member: Member,
    Json(request): Json<RenewRequest>,
) -> AppResult<Json<Success>> {
    devices.limits.count(PUSH_CHANGES, member.id.as_bytes())?;
    let subscription = request.subscription.checked(&devices.allowed_hosts)?;
    devices
        .store
        .write_as(member.principal(), move |tx| subscriptions::renew(tx, member.id, member.session, &subscription))
        .await?;
    Ok(Success::DONE)
}

/// The device to unsubscribe.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnsubscribeRequest {
    /// The endpoint of a browser's subscription.
    endpoint: Option<String>,
    /// The token of a native app.
    fcm_token: Option<String>,
}

/// Unsubscribe a device from push messages. Ignores a device that does not belong to the member.
#[utoipa::path(post, path = "/api/auth/unsubscribe", tag = "notifications", request_body = UnsubscribeRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn unsubscribe(
    State(devices): State<Devices>,
    TrustedMember(member): TrustedMember,
    Json(request): Json<UnsubscribeRequest>,
) -> AppResult<Json<Success>> {
    devices.limits.count(PUSH_CHANGES, member.id.as_bytes())?;
    let address =
        request.endpoint.or(request.fcm_token).ok_or_else(|| AppError::invalid_field("endpoint", "invalid_value"))?;
    devices.store.write_as(member.principal(), move |tx| subscriptions::unsubscribe(tx, member.id, &address)).await?;
    Ok(Success::DONE)
}
