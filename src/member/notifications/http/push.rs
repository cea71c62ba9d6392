//! The devices that hear of a member's news, over HTTP.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;

use crate::auth::{Member, Success, TrustedMember};
use crate::base::problem::{AppError, AppResult};
use crate::platform::config::Push;
use crate::platform::delivery::subscriptions::{self, Known, Subscription};
use crate::platform::http::json::Json;
use crate::platform::http::limits::{Limit, Limits};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::language_of;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;

/// Devices that one member may come and go with.
const CHANGES: Limit = Limit::of("push subscriptions", 30, 3_600);

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

/// One device: a browser's subscription, or a native app's token.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubscribeRequest {
    /// From a browser.
    subscription: Option<BrowserSubscription>,
    /// True beside `fcmToken`.
    #[serde(default)]
    is_native: bool,
    /// From a native app: what its push service calls the device.
    fcm_token: Option<String>,
}

/// What `PushSubscription.toJSON()` gives in a browser.
#[derive(Deserialize, utoipa::ToSchema)]
struct BrowserSubscription {
    /// Where the browser's push service takes messages.
    endpoint: String,
    keys: BrowserKeys,
}

impl BrowserSubscription {
    fn checked(&self, allowed_hosts: &[String]) -> AppResult<Subscription> {
        Subscription::of_browser(&self.endpoint, &self.keys.p256dh, &self.keys.auth, allowed_hosts)
    }
}

/// What messages to a browser are sealed with, as base64url.
#[derive(Deserialize, utoipa::ToSchema)]
struct BrowserKeys {
    p256dh: String,
    auth: String,
}

/// Have a device told of the member's news, in the language of `Accept-Language`.
#[utoipa::path(post, path = "/api/auth/subscribe", tag = "notifications", request_body = SubscribeRequest,
    responses((status = 200, body = Success, description = "known already"), (status = 201, body = Success),
        (status = 429, body = Problem)))]
async fn subscribe(
    State(devices): State<Devices>,
    TrustedMember(member): TrustedMember,
    headers: HeaderMap,
    Json(request): Json<SubscribeRequest>,
) -> AppResult<(StatusCode, Json<Success>)> {
    devices.limits.count(CHANGES, member.id.as_bytes())?;
    let native = request.is_native;
    let subscription = match (request.subscription, request.fcm_token) {
        (Some(browser), None) if !native => browser.checked(&devices.allowed_hosts)?,
        (None, Some(token)) if native => Subscription::of_native_app(&token)?,
        _ => return Err(AppError::invalid_field("subscription", "invalid_value")),
    };
    // A script that wishes for no language is spoken to in the member's.
    let language = headers.contains_key(header::ACCEPT_LANGUAGE).then(|| language_of(&headers));
    let known = devices
        .store
        .write_as(member.principal(), move |tx| {
            subscriptions::subscribe(tx, member.id, member.session, language, &subscription)
        })
        .await?;
    let status = if known == Known::New { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Success::DONE))
}

/// A browser's subscription in the place of the one before.
#[derive(Deserialize, utoipa::ToSchema)]
struct RenewRequest {
    subscription: BrowserSubscription,
}

/// Follow a browser whose push service has given it another subscription. Its service worker asks, which
/// knows the cookie alone; it reaches nothing but the place of a device that this sign-in already has.
#[utoipa::path(post, path = "/api/auth/renewSubscription", tag = "notifications", request_body = RenewRequest,
    responses((status = 200, body = Success), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn renew(
    State(devices): State<Devices>,
    member: Member,
    Json(request): Json<RenewRequest>,
) -> AppResult<Json<Success>> {
    devices.limits.count(CHANGES, member.id.as_bytes())?;
    let subscription = request.subscription.checked(&devices.allowed_hosts)?;
    devices
        .store
        .write_as(member.principal(), move |tx| subscriptions::renew(tx, member.id, member.session, &subscription))
        .await?;
    Ok(Success::DONE)
}

/// The device that is to hear nothing any more.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnsubscribeRequest {
    /// The endpoint of a browser's subscription.
    endpoint: Option<String>,
    /// The token of a native app.
    fcm_token: Option<String>,
}

/// Have a device told nothing any more. One that is not the member's is passed over.
#[utoipa::path(post, path = "/api/auth/unsubscribe", tag = "notifications", request_body = UnsubscribeRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn unsubscribe(
    State(devices): State<Devices>,
    TrustedMember(member): TrustedMember,
    Json(request): Json<UnsubscribeRequest>,
) -> AppResult<Json<Success>> {
    devices.limits.count(CHANGES, member.id.as_bytes())?;
    let address =
        request.endpoint.or(request.fcm_token).ok_or_else(|| AppError::invalid_field("endpoint", "invalid_value"))?;
    devices.store.write_as(member.principal(), move |tx| subscriptions::unsubscribe(tx, member.id, &address)).await?;
    Ok(Success::DONE)
}
