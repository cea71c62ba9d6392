//! SQL of webhooks.

use super::{Delivery, Endpoint, EndpointInput, Subscriptions};
use crate::base::clock::Timestamp;
use crate::base::id::{EndpointId, EventId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Row, Tx, params};

/// An event that is being sent.
pub(super) struct Leased {
    pub endpoint: EndpointId,
    pub event: EventId,
    pub url: String,
    pub body: String,
    /// Encrypted; the newest first.
    pub secrets: Vec<Vec<u8>>,
    pub attempts: u32,
    pub begun: Timestamp,
}

fn endpoint(row: &Row<'_>) -> AppResult<Endpoint> {
    let events: String = row.get("events")?;
    Ok(Endpoint {
        id: row.get("id")?,
        url: row.get("url")?,
        description: row.get("description")?,
        events: events.split_whitespace().map(str::to_owned).collect(),
        active: row.get("active")?,
        previous_secret_until: row.get("previous_until_ms")?,
        created: row.get("created_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: EndpointId) -> AppResult<Option<Endpoint>> {
    read.one(
        "select id, url, description, events, active, previous_until_ms, version, created_at_ms
         from webhook_endpoint where id = :id",
        params! { ":id": id },
        endpoint,
    )
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<Endpoint>> {
    read.all(
        "select id, url, description, events, active, previous_until_ms, version, created_at_ms
         from webhook_endpoint order by id desc",
        params! {},
        endpoint,
    )
}

pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from webhook_endpoint", params! {})
}

pub(super) fn insert(tx: &Tx<'_>, id: EndpointId, input: &EndpointInput, secret: &[u8]) -> AppResult<()> {
    tx.invalidate::<Subscriptions>();
    tx.execute_one(
        "insert into webhook_endpoint (id, url, description, events, active, secret, created_at_ms)
         values (:id, :url, :description, :events, :active, :secret, :now)",
        params! {
            ":id": id, ":url": input.url, ":description": input.description, ":events": input.events.join(" "),
            ":active": input.active, ":secret": secret, ":now": tx.now(),
        },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: EndpointId, input: &EndpointInput) -> AppResult<()> {
    tx.invalidate::<Subscriptions>();
    let touched = tx.execute(
        "update webhook_endpoint set url = :url, description = :description, events = :events, active = :active,
             version = version + 1 where id = :id",
        params! {
            ":id": id, ":url": input.url, ":description": input.description, ":events": input.events.join(" "),
            ":active": input.active,
        },
    )?;
    if touched == 1 { Ok(()) } else { Err(NOT_FOUND.into()) }
}

pub(super) fn rotate(tx: &Tx<'_>, id: EndpointId, secret: &[u8], previous_until: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "update webhook_endpoint set previous_secret = secret, previous_until_ms = :until, secret = :secret,
             version = version + 1 where id = :id",
        params! { ":id": id, ":secret": secret, ":until": previous_until },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: EndpointId) -> AppResult<()> {
    tx.invalidate::<Subscriptions>();
    let touched = tx.execute("delete from webhook_endpoint where id = :id", params! { ":id": id })?;
    if touched == 1 { Ok(()) } else { Err(NOT_FOUND.into()) }
}

pub(super) fn subscriptions(read: &Read<'_>) -> AppResult<Vec<(EndpointId, Vec<String>)>> {
    read.all("select id, events from webhook_endpoint where active = 1", params! {}, |row| {
        Ok((row.get("id")?, row.get::<String>("events")?.split_whitespace().map(str::to_owned).collect()))
    })
}

pub(super) fn insert_event(tx: &Tx<'_>, id: EventId, kind: &str, body: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into webhook_event (id, kind, body, created_at_ms) values (:id, :kind, :body, :now)",
        params! { ":id": id, ":kind": kind, ":body": body, ":now": tx.now() },
    )
}

pub(super) fn insert_delivery(tx: &Tx<'_>, endpoint: EndpointId, event: EventId) -> AppResult<()> {
    tx.execute_one(
        "insert into webhook_delivery (endpoint_id, event_id, due_at_ms) values (:endpoint, :event, :now)",
        params! { ":endpoint": endpoint, ":event": event, ":now": tx.now() },
    )
}

fn told(row: &Row<'_>) -> AppResult<Delivery> {
    let state: String = row.get("state")?;
    let due: Timestamp = row.get("due_at_ms")?;
    Ok(Delivery {
        event_id: row.get("event_id")?,
        event: row.get("kind")?,
        due: (state == "waiting").then_some(due),
        state,
        attempts: row.get("attempts")?,
        status: row.get("status")?,
        reason: row.get("reason")?,
        created: row.get("created_at_ms")?,
        finished: row.get("finished_at_ms")?,
    })
}

pub(super) fn deliveries(read: &Read<'_>, id: EndpointId, before: EventId, limit: i64) -> AppResult<Vec<Delivery>> {
    read.all(
        "select d.event_id, e.kind, d.state, d.attempts, d.status, d.reason, d.due_at_ms, d.finished_at_ms, e.created_at_ms
         from webhook_delivery d join webhook_event e on e.id = d.event_id
         where d.endpoint_id = :id and d.event_id < :before order by d.event_id desc limit :limit",
        params! { ":id": id, ":before": before, ":limit": limit },
        told,
    )
}

pub(super) fn delivery(read: &Read<'_>, endpoint: EndpointId, event: EventId) -> AppResult<Option<Delivery>> {
    read.one(
        "select d.event_id, e.kind, d.state, d.attempts, d.status, d.reason, d.due_at_ms, d.finished_at_ms, e.created_at_ms
         from webhook_delivery d join webhook_event e on e.id = d.event_id
         where d.endpoint_id = :endpoint and d.event_id = :event",
        params! { ":endpoint": endpoint, ":event": event },
        told,
    )
}

/// The endpoints with due events.
pub(super) fn endpoints_due(read: &Read<'_>) -> AppResult<Vec<EndpointId>> {
    read.all(
        "select id from webhook_endpoint p where exists (select 1 from webhook_delivery d
             where d.endpoint_id = p.id and d.state = 'waiting' and d.due_at_ms <= :now)",
        params! { ":now": read.now() },
        |row| row.get("id"),
    )
}

pub(super) fn due(read: &Read<'_>, endpoint: EndpointId, limit: usize) -> AppResult<Vec<Leased>> {
    let limit = i64::try_from(limit).unwrap_or(0);
    read.all(
        "select d.endpoint_id, d.event_id, d.attempts, p.url, p.secret, p.previous_secret, p.previous_until_ms,
             e.body, coalesce(d.replayed_at_ms, e.created_at_ms) as begun_at_ms
         from webhook_delivery d join webhook_event e on e.id = d.event_id join webhook_endpoint p on p.id = d.endpoint_id
         where d.endpoint_id = :endpoint and d.state = 'waiting' and d.due_at_ms <= :now
         order by d.due_at_ms, d.event_id limit :limit",
        params! { ":endpoint": endpoint, ":now": read.now(), ":limit": limit },
        |row| {
            let until: Option<Timestamp> = row.get("previous_until_ms")?;
            let previous: Option<Vec<u8>> = row.get("previous_secret")?;
            let live = previous.filter(|_| until.is_some_and(|until| until > read.now()));
            Ok(Leased {
                endpoint: row.get("endpoint_id")?,
                event: row.get("event_id")?,
                url: row.get("url")?,
                body: row.get("body")?,
                secrets: std::iter::once(row.get("secret")?).chain(live).collect(),
                attempts: row.get("attempts")?,
                begun: row.get("begun_at_ms")?,
            })
        },
    )
}

pub(super) fn lease(tx: &Tx<'_>, leased: &Leased, until: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "update webhook_delivery set leased = 1, due_at_ms = :until
         where endpoint_id = :endpoint and event_id = :event and state = 'waiting'",
        params! { ":endpoint": leased.endpoint, ":event": leased.event, ":until": until },
    )
}

pub(super) fn release_all(tx: &Tx<'_>) -> AppResult<usize> {
    tx.execute(
        "update webhook_delivery set leased = 0, due_at_ms = :now where state = 'waiting' and leased = 1",
        params! { ":now": tx.now() },
    )
}

/// Records the outcome of an attempt; `due` is the time of the next attempt, if there is one. If the endpoint was
/// removed meanwhile, nothing is recorded.
pub(super) fn settle(
    tx: &Tx<'_>,
    (endpoint, event): (EndpointId, EventId),
    state: &str,
    due: Option<Timestamp>,
    status: Option<u16>,
    reason: &str,
) -> AppResult<()> {
    tx.execute(
        "update webhook_delivery set state = :state, leased = 0, attempts = attempts + 1, status = :status,
             reason = :reason, due_at_ms = coalesce(:due, due_at_ms),
             finished_at_ms = case when :state = 'waiting' then null else :now end
         where endpoint_id = :endpoint and event_id = :event and state = 'waiting'",
        params! {
            ":endpoint": endpoint, ":event": event, ":state": state, ":due": due, ":status": status,
            ":reason": reason, ":now": tx.now(),
        },
    )?;
    Ok(())
}

pub(super) fn revive(tx: &Tx<'_>, endpoint: EndpointId, event: EventId) -> AppResult<bool> {
    let touched = tx.execute(
        "update webhook_delivery set state = 'waiting', finished_at_ms = null, due_at_ms = :now, attempts = 0,
             replayed_at_ms = :now
         where endpoint_id = :endpoint and event_id = :event and leased = 0",
        params! { ":endpoint": endpoint, ":event": event, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

pub(super) fn is_active(read: &Read<'_>, id: EndpointId) -> AppResult<bool> {
    read.exists("select 1 from webhook_endpoint where id = :id and active = 1", params! { ":id": id })
}

/// Gives up an endpoint's waiting events. A call in progress is not interrupted.
pub(super) fn give_up_waiting(tx: &Tx<'_>, id: EndpointId, reason: &str) -> AppResult<()> {
    tx.execute(
        "update webhook_delivery set state = 'dead', reason = :reason, finished_at_ms = :now
         where endpoint_id = :id and state = 'waiting' and leased = 0",
        params! { ":id": id, ":reason": reason, ":now": tx.now() },
    )?;
    Ok(())
}

/// Gives up the waiting events of endpoints that are switched off.
pub(super) fn give_up_for_inactive(tx: &Tx<'_>, reason: &str) -> AppResult<()> {
    tx.execute(
        "update webhook_delivery set state = 'dead', reason = :reason, finished_at_ms = :now
         where state = 'waiting' and leased = 0 and endpoint_id in (select id from webhook_endpoint where active = 0)",
        params! { ":reason": reason, ":now": tx.now() },
    )?;
    Ok(())
}

/// Switches off an endpoint that answered 410.
pub(super) fn switch_off(tx: &Tx<'_>, id: EndpointId) -> AppResult<()> {
    tx.invalidate::<Subscriptions>();
    tx.execute("update webhook_endpoint set active = 0, version = version + 1 where id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn delete_events_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<usize> {
    tx.execute(
        "delete from webhook_event where id in
             (select id from webhook_event where created_at_ms < :before limit :most)",
        params! { ":before": before, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
