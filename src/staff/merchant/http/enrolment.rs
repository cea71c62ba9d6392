//! HTTP calls of a device that becomes a till: the one-time link, and the enrolment.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::Counter;
use super::tills::{CounterPartner, CounterTill, shown};
use crate::auth::{COUNTER_COOKIE, TILL_COOKIE};
use crate::base::clock::Timestamp;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::core::outlets::devices::{self, CODE_TIME, ENROLMENT_CLOSED, LinkState, TillLink};
use crate::platform::http::cookies::Cookies;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::idempotency::{OptionalKey, ReplayableAnswer};
use crate::platform::throttle::table::TILL_ENROLMENTS;
use crate::staff::merchant::register::{EnrolmentOutcome, enrol};

/// Cookie lifetime: the longest that browsers accept. Every sign-in renews it.
const DEVICE_LIFE_S: u64 = 400 * 86_400;

/// The code of a one-time link.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct TillLinkRequest {
    #[serde(default)]
    code: String,
}

/// A one-time link, as the device that opens it shows it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TillLink)]
pub(super) struct ShownTillLink {
    state: LinkState,
    /// The name of the till.
    name: String,
    /// The name of its outlet.
    outlet: LocalizedText,
    partner: CounterPartner,
    /// The name of the person who made the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<String>,
    /// The time at which the link was made; absent once it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<Timestamp>,
    /// The time at which the till's device was enrolled; absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    enrolled: Option<Timestamp>,
    /// The address of the server, at which links are meant to be opened. Over http, browsers keep no cookie of a server
    /// with an https address.
    public_url: String,
    server_time: Timestamp,
}

/// Show the till of a one-time link to the device that opens it, and whether the link still works. The link stays unused.
#[utoipa::path(post, path = "/api/merchant/enrol/preview", tag = "merchant", request_body = TillLinkRequest,
    responses((status = 200, body = ShownTillLink), (status = 410, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn preview_enrolment(
    State(counter): State<Counter>,
    address: ClientAddress,
    Json(request): Json<TillLinkRequest>,
) -> AppResult<Json<ShownTillLink>> {
    counter.limits.count_source(TILL_ENROLMENTS, address.source())?;
    counter
        .store
        .read_consistently(|read| {
            let TillLink { till, state, made_by } = devices::find_link(read, &counter.keys, &request.code)?;
            Ok(ShownTillLink {
                state,
                partner: CounterPartner::of(read, till.partner_id)?,
                name: till.name,
                outlet: till.outlet_name,
                made_by,
                made: till.code_expires.filter(|_| state != LinkState::Used).map(|end| end.minus(CODE_TIME)),
                enrolled: till.enrolled,
                public_url: counter.public_url.clone(),
                server_time: read.now(),
            })
        })
        .map(Json)
}

/// The code of a one-time link, and the name that the person at the device gives the till.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct EnrolRequest {
    #[serde(default)]
    code: String,
    /// The display name, at most 60 characters; absent to keep the present one.
    #[serde(default)]
    #[schema(required = false)]
    name: Option<String>,
}

/// Enrol this device as a till, with a code that works once. A refused name leaves the code unused. A device that got no
/// answer sends the same request with the same `Idempotency-Key` again and is the till; its key must be as hard to guess
/// as a password, because it stands for the device.
#[utoipa::path(post, path = "/api/merchant/enrol", tag = "merchant", request_body = EnrolRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = CounterTill), (status = 409, body = Problem), (status = 410, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn enrol_till(
    State(counter): State<Counter>,
    address: ClientAddress,
    OptionalKey(key): OptionalKey,
    Json(request): Json<EnrolRequest>,
) -> AppResult<Response> {
    counter.limits.count_source(TILL_ENROLMENTS, address.source())?;
    let keys = counter.keys.clone();
    let outcome = counter
        .store
        .write_for_visitor(move |tx| enrol(tx, (&keys, address), &request.code, request.name.as_deref(), key.as_ref()))
        .await?;
    let (presents, replayed) = match outcome {
        EnrolmentOutcome::Enrolled { presents, replayed } => (presents, replayed),
        EnrolmentOutcome::Refused(refusal) => return Ok(refusal.into_response()),
    };
    let told = counter.store.read_consistently(|read| {
        let live = devices::find_live(read, &presents)?.ok_or(ENROLMENT_CLOSED)?;
        if !replayed {
            tracing::info!(till = %live.id, "till enrolled");
        }
        shown(read, &live, None)
    })?;
    let mut cookies = Cookies::default();
    counter.cookie(&mut cookies, TILL_COOKIE, &presents, Some(DEVICE_LIFE_S));
    counter.cookie(&mut cookies, COUNTER_COOKIE, "", Some(0));
    let answer = ReplayableAnswer { status: 200, body: serde_json::to_string(&told)?, replayed };
    Ok((cookies, answer).into_response())
}
