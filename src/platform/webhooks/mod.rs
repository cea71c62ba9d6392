//! Calls to other machines when something happens, as Standard Webhooks describes them: each event is
//! written in the commit in which it happened, and sent after it until the other side has taken it, so
//! that it arrives at least once. No routes; `docs/webhooks.md` tells receivers what to expect.

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

/// Nothing more than that many addresses are called.
pub const TOO_MANY_WEBHOOKS: ProblemType = ProblemType::new("too_many_webhooks", 409, "Too many webhooks");

const MOST_ENDPOINTS: i64 = 20;
const LONGEST_URL: usize = 2_000;
const LONGEST_DESCRIPTION: usize = 200;
/// How long the secret before the newest still signs.
pub const ROTATION_TIME: Duration = Duration::from_secs(86_400);
/// Why an event was given up when its address was switched off.
const OFF: &str = "off";
/// The same when the address asked for it.
const GONE: &str = "gone";
/// How long events are kept for another look or a replay.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// What can happen, with the fields of each. Ids and points only: who a member is stays here.
pub const EVENTS: [(&str, &str); 12] = [
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

/// An address to call, as staff give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WebhookInput)]
pub struct EndpointInput {
    /// Where to call, https.
    pub url: String,
    /// What people call it, at most 200 characters.
    #[serde(default)]
    pub description: String,
    /// Which events it wants; none named means all.
    #[serde(default)]
    pub events: Vec<String>,
    /// Whether it is called at all.
    pub active: bool,
}

/// An address that is called.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct Endpoint {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: EndpointId,
    /// Where.
    pub url: String,
    /// What people call it.
    pub description: String,
    /// Which events it wants; none named means all.
    pub events: Vec<String>,
    /// Whether it is called at all.
    pub active: bool,
    /// Until when the secret before the newest signs as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_secret_until: Option<Timestamp>,
    /// When it was added.
    pub created: Timestamp,
    /// The version that a change must name.
    #[serde(skip)]
    pub version: i64,
}

impl Endpoint {
    /// What staff may set of it, as it is.
    pub fn input(&self) -> EndpointInput {
        let (url, description, events) = (self.url.clone(), self.description.clone(), self.events.clone());
        EndpointInput { url, description, events, active: self.active }
    }
}

/// One event on its way to one address.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct Delivery {
    /// The event; what receivers see as `webhook-id`.
    pub event_id: EventId,
    /// What happened.
    pub event: String,
    /// `waiting`, `sent` or `dead`.
    pub state: String,
    /// Attempts so far.
    pub attempts: i64,
    /// The HTTP status of the last answer. Its body is never kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i64>,
    /// Why the last attempt failed, in a word.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// When it happened.
    pub created: Timestamp,
    /// When the next attempt is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// When it was taken or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Timestamp>,
}

/// Writes down that something happened, for every address that wants to know. `kind` is one of
/// [`EVENTS`].
pub fn emit(tx: &Tx<'_>, kind: &'static str, data: Value) -> AppResult<()> {
    let wanting = queries::wanting(tx, kind)?;
    write(tx, kind, data, &wanting)
}

fn write(tx: &Tx<'_>, kind: &'static str, data: Value, wanting: &[EndpointId]) -> AppResult<()> {
    assert!(EVENTS.iter().any(|(known, _)| *known == kind), "{kind} is not in the catalogue");
    if wanting.is_empty() {
        return Ok(());
    }
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

/// An address as it would be written, `ahead` others before it where it is new. Fails as [`create`] and [`replace`] do.
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

/// Adds an address; `secret` is what its calls are signed with. Fails as [`EndpointInput`] is checked,
/// and with [`TOO_MANY_WEBHOOKS`].
pub fn create(
    tx: &Tx<'_>,
    keys: &Keyring,
    allowed: &AllowedHosts,
    input: EndpointInput,
    secret: &str,
) -> AppResult<Endpoint> {
    let input = check(tx, allowed, Some(0), input)?;
    let id = EndpointId::made_at(tx.now());
    queries::insert(tx, id, &input, &sealed::seal(keys, id, secret)?)?;
    find(tx, id)
}

/// Replaces an address, but for its secret. One that is switched off hears nothing of what still waits, either. Fails as
/// [`EndpointInput`] is checked, and with `not_found`.
pub fn replace(tx: &Tx<'_>, allowed: &AllowedHosts, id: EndpointId, input: EndpointInput) -> AppResult<Endpoint> {
    let input = input.checked(allowed)?;
    queries::update(tx, id, &input)?;
    if !input.active {
        queries::give_up_waiting(tx, id, OFF)?;
    }
    find(tx, id)
}

/// Signs with another secret from now on, and with the one before it for another day.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring, id: EndpointId, secret: &str) -> AppResult<Endpoint> {
    find(tx, id)?;
    queries::rotate(tx, id, &sealed::seal(keys, id, secret)?, tx.now().plus(ROTATION_TIME))?;
    find(tx, id)
}

/// Calls an address no more, and forgets what was on its way to it.
pub fn remove(tx: &Tx<'_>, id: EndpointId) -> AppResult<()> {
    queries::delete(tx, id)
}

/// One address, if there is such a one.
pub fn look_up(read: &Read<'_>, id: EndpointId) -> AppResult<Option<Endpoint>> {
    queries::find(read, id)
}

/// One address. Fails with `not_found`.
pub fn find(read: &Read<'_>, id: EndpointId) -> AppResult<Endpoint> {
    look_up(read, id)?.ok_or_else(|| NOT_FOUND.into())
}

/// Every address.
pub fn list(read: &Read<'_>) -> AppResult<Vec<Endpoint>> {
    queries::list(read)
}

/// What was sent to an address before `before`, newest first.
pub fn deliveries(read: &Read<'_>, id: EndpointId, before: Option<EventId>, limit: i64) -> AppResult<Vec<Delivery>> {
    queries::deliveries(read, id, before.unwrap_or(EventId::from_bytes([0xff; 16])), limit)
}

/// Sends an event once more, under the same id; to an address that is switched off, once. Fails with `not_found`.
pub fn replay(tx: &Tx<'_>, endpoint: EndpointId, event: EventId) -> AppResult<Delivery> {
    if !queries::revive(tx, endpoint, event)? {
        return Err(NOT_FOUND.into());
    }
    queries::delivery(tx, endpoint, event)?.ok_or_else(|| NOT_FOUND.into())
}

/// Sends a `webhook.test` to one address, whatever it asked for; where it is switched off, once. Fails with `not_found`.
pub fn test(tx: &Tx<'_>, endpoint: EndpointId) -> AppResult<()> {
    find(tx, endpoint)?;
    write(tx, "webhook.test", serde_json::json!({}), &[endpoint])
}

/// Forgets some events of a month ago; gives how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_events_before(tx, tx.now().minus(KEPT))
}
