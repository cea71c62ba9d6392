//! Webhooks as in Standard Webhooks: each event is written in the commit in which it happened, and sent after it until
//! the receiver accepts it, so that delivery is at least once. This module has no routes; `docs/webhooks.md` is the
//! guide for receivers.

mod queries;
mod sealed;
mod worker;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::base::clock::Timestamp;
use crate::base::id::{EndpointId, EventId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType};
use crate::platform::http_client::AllowedHosts;
use crate::platform::store::{Read, Tx};

pub use sealed::new_secret;
pub use worker::run;

/// The maximum number of endpoints is reached.
pub const TOO_MANY_WEBHOOKS: ProblemType = ProblemType::new("too_many_webhooks", 409, "Too many webhooks");

const MOST_ENDPOINTS: i64 = 20;
const LONGEST_URL: usize = 2_000;
const LONGEST_DESCRIPTION: usize = 200;
/// The time for which the previous secret still signs after a rotation.
pub const ROTATION_TIME: Duration = Duration::from_secs(86_400);
/// Reason for giving an event up: its endpoint was switched off.
const OFF: &str = "off";
/// Reason for giving an event up: the endpoint answered 410.
const GONE: &str = "gone";
/// The time for which events are kept for review and replay.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// The events, with the fields of each. They contain only ids and points, no personal data.
pub const EVENTS: [(&str, &str); 14] = [
    ("member.created", "Somebody joined: `memberId`"),
    ("points.earned", "A counter awarded points: `memberId`, `partnerId`, `points`, `transactionId`"),
    ("points.transferred", "A member sent points to another: `fromMemberId`, `toMemberId`, `points`, `transactionId`"),
    ("points.scanned", "A member scanned a campaign's code: `memberId`, `campaignId`, `points`, `transactionId`"),
    (
        "points.referred",
        "A friend's first purchase rewarded whoever brought them: `memberId`, `points`, `transactionId`",
    ),
    ("points.adjusted", "Staff adjusted a balance: `memberId`, `points` (signed), `transactionId`"),
    (
        "points.released",
        "Pending points of a purchase can be spent: `memberId`, `points`, `transactionId`, `awardTransactionId`",
    ),
    ("points.expired", "Points of a member expired: `memberId`, `points`, `transactionId`"),
    (
        "redemption.created",
        "A member bought an item: `redemptionId`, `memberId`, `itemId`, `partnerId` (or null), `points`, `status`",
    ),
    ("redemption.confirmed", "An exchange was confirmed: the same fields"),
    (
        "redemption.rejected",
        "An exchange was rejected or a coupon's purchase undone, its points returned: the same fields",
    ),
    ("coupon.collected", "A counter collected a coupon: the same fields"),
    ("transaction.reversed", "Staff reversed a transaction: `transactionId`, `reversedTransactionId`"),
    ("webhook.test", "Asked for at the desk, to see whether calls arrive: no fields"),
];

/// An endpoint, as staff enter it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WebhookInput)]
pub struct EndpointInput {
    /// The URL, https.
    pub url: String,
    /// The display name, at most 200 characters.
    #[serde(default)]
    pub description: String,
    /// The subscribed events; an empty list means all.
    #[serde(default)]
    pub events: Vec<String>,
    /// True if events are sent to the endpoint.
    pub active: bool,
}

/// A webhook endpoint.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct Endpoint {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: EndpointId,
    /// The URL.
    pub url: String,
    /// The display name.
    pub description: String,
    /// The subscribed events; an empty list means all.
    pub events: Vec<String>,
    /// True if events are sent to the endpoint.
    pub active: bool,
    /// The time until which the previous secret signs as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_secret_until: Option<Timestamp>,
    /// The time at which it was added.
    pub created: Timestamp,
    /// The version that a change must name.
    #[serde(skip)]
    pub version: i64,
}

impl Endpoint {
    /// The fields that staff may set, with their current values.
    pub fn input(&self) -> EndpointInput {
        let (url, description, events) = (self.url.clone(), self.description.clone(), self.events.clone());
        EndpointInput { url, description, events, active: self.active }
    }
}

/// The delivery of an event to an endpoint.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct Delivery {
    /// The event id; receivers get it as `webhook-id`.
    pub event_id: EventId,
    /// The name of the event.
    pub event: String,
    /// `waiting`, `sent` or `dead`.
    pub state: String,
    /// Attempts so far.
    pub attempts: i64,
    /// The HTTP status of the last response. Its body is never stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// A code for why the last attempt failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The time at which the event happened.
    pub created: Timestamp,
    /// The time at which the next attempt is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// The time at which it was accepted or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Timestamp>,
}

/// The endpoints that are switched on, each with the events that it wants; an empty list means all.
struct Subscriptions(Vec<(EndpointId, Vec<String>)>);

/// Records an event for every endpoint that subscribes to it. `kind` is one of [`EVENTS`]; `data` makes its fields.
pub fn emit(tx: &Tx<'_>, kind: &'static str, data: impl FnOnce() -> Value) -> AppResult<()> {
    let subscriptions = tx.cached(|read| queries::subscriptions(read).map(Subscriptions))?;
    let wants = |events: &[String]| events.is_empty() || events.iter().any(|event| event == kind);
    let wanting: Vec<EndpointId> =
        subscriptions.0.iter().filter(|(_, events)| wants(events)).map(|(endpoint, _)| *endpoint).collect();
    if wanting.is_empty() { Ok(()) } else { write(tx, kind, data(), &wanting) }
}

fn write(tx: &Tx<'_>, kind: &'static str, data: Value, wanting: &[EndpointId]) -> AppResult<()> {
    assert!(EVENTS.iter().any(|(known, _)| *known == kind), "{kind} is not in the catalogue");
    let id = EventId::made_at(tx.now());
    let body = serde_json::json!({ "type": kind, "timestamp": tx.now(), "data": data });
    queries::insert_event(tx, id, kind, &body.to_string())?;
    wanting.iter().try_for_each(|endpoint| queries::insert_delivery(tx, *endpoint, id))
}

impl EndpointInput {
    /// Fails with `invalid_webhook_url`, `unknown_event` and `text_too_long`.
    fn checked(mut self, allowed: &AllowedHosts) -> AppResult<Self> {
        let mut wrong = Vec::new();
        let url = Url::parse(self.url.trim()).ok().filter(|url| url.fragment().is_none() && allowed.would_call(url));
        match url {
            Some(url) if url.as_str().len() <= LONGEST_URL => self.url = url.into(),
            _ => wrong.push(FieldProblem::new("url", "invalid_webhook_url")),
        }
        if !self.events.iter().all(|name| EVENTS.iter().any(|(known, _)| known == name)) {
            wrong.push(FieldProblem::new("events", "unknown_event"));
        }
        self.events.sort();
        self.events.dedup();
        self.description = self.description.trim().to_owned();
        let sound =
            self.description.chars().count() <= LONGEST_DESCRIPTION && !self.description.chars().any(char::is_control);
        if !sound {
            wrong.push(FieldProblem::new("description", "invalid_value"));
        }
        if wrong.is_empty() { Ok(self) } else { Err(AppError::invalid(wrong)) }
    }
}

/// Validates an endpoint without writing it; `ahead` is the number of new endpoints before it. Fails as [`create`]
/// and [`replace`] do.
pub fn check(
    read: &Read<'_>,
    allowed: &AllowedHosts,
    ahead: Option<i64>,
    input: EndpointInput,
) -> AppResult<EndpointInput> {
    let input = input.checked(allowed)?;
    match ahead {
        Some(ahead) if queries::count(read)? + ahead >= MOST_ENDPOINTS => Err(TOO_MANY_WEBHOOKS.into()),
        _ => Ok(input),
    }
}

/// Adds an endpoint; `secret` signs its calls. Fails as [`EndpointInput`] is checked, and with [`TOO_MANY_WEBHOOKS`].
pub fn create(
    tx: &Tx<'_>,
    keys: &Keyring,
    allowed: &AllowedHosts,
    input: EndpointInput,
    secret: &str,
) -> AppResult<Endpoint> {
    let input = check(tx, allowed, Some(0), input)?;
    let id = EndpointId::made_at(tx.now());
    queries::insert(tx, id, &input, &sealed::seal(keys, id, secret))?;
    find(tx, id)
}

/// Replaces an endpoint's fields, but not its secret. Switching it off also gives up its waiting events. Fails as
/// [`EndpointInput`] is checked, and with `not_found`.
pub fn replace(tx: &Tx<'_>, allowed: &AllowedHosts, id: EndpointId, input: EndpointInput) -> AppResult<Endpoint> {
    let input = input.checked(allowed)?;
    queries::update(tx, id, &input)?;
    if !input.active {
        queries::give_up_waiting(tx, id, OFF)?;
    }
    find(tx, id)
}

/// Signs with a new secret from now on, and with the previous one for another day.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring, id: EndpointId, secret: &str) -> AppResult<Endpoint> {
    find(tx, id)?;
    queries::rotate(tx, id, &sealed::seal(keys, id, secret), tx.now().plus(ROTATION_TIME))?;
    find(tx, id)
}

/// Removes an endpoint and its waiting events.
pub fn remove(tx: &Tx<'_>, id: EndpointId) -> AppResult<()> {
    queries::delete(tx, id)
}

/// An endpoint by its id, if it exists.
pub fn look_up(read: &Read<'_>, id: EndpointId) -> AppResult<Option<Endpoint>> {
    queries::find(read, id)
}

/// An endpoint by its id. Fails with `not_found`.
pub fn find(read: &Read<'_>, id: EndpointId) -> AppResult<Endpoint> {
    look_up(read, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// Every endpoint.
pub fn list(read: &Read<'_>) -> AppResult<Vec<Endpoint>> {
    queries::list(read)
}

/// Deliveries to an endpoint before `before`, newest first.
pub fn deliveries(read: &Read<'_>, id: EndpointId, before: Option<EventId>, limit: i64) -> AppResult<Vec<Delivery>> {
    queries::deliveries(read, id, before.unwrap_or(EventId::from_bytes([0xff; 16])), limit)
}

/// Sends an event again, under the same id; once, if the endpoint is switched off. Fails with `not_found`.
pub fn replay(tx: &Tx<'_>, endpoint: EndpointId, event: EventId) -> AppResult<Delivery> {
    if !queries::revive(tx, endpoint, event)? {
        return Err(NOT_FOUND.into());
    }
    queries::delivery(tx, endpoint, event)?.ok_or_else(|| NOT_FOUND.into())
}

/// Sends a `webhook.test` to one endpoint, whatever its subscriptions; once, if it is switched off. Fails with
/// `not_found`.
pub fn test(tx: &Tx<'_>, endpoint: EndpointId) -> AppResult<()> {
    find(tx, endpoint)?;
    write(tx, "webhook.test", serde_json::json!({}), &[endpoint])
}

/// Deletes some events older than a month; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_events_before(tx, tx.now().minus(KEPT))
}
