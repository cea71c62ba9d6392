//! Sends events to their endpoints, and retries until they are accepted.

use std::collections::BTreeMap;
use std::time::Duration;

use hyper::Method;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;
use url::Url;

use super::queries::{self, Leased};
use super::{GONE, OFF, sealed};
use crate::base::clock::Timestamp;
use crate::base::id::{EndpointId, EventId};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::base::secret::random_bytes;
use crate::platform::http_client::{AllowedHosts, HttpRequest, OutboundHttp, RecentFailures};
use crate::platform::store::{Store, Tx};

/// Poll interval, in addition to each commit.
const POLL: Duration = Duration::from_secs(1);
/// The pause between two accesses to the queue under load. Each access stores all outcomes since the one before. Each
/// access may be a commit of its own, which delays the members' requests behind it.
const BEAT: Duration = Duration::from_millis(100);
/// Concurrent calls to one endpoint. An endpoint that hangs does not block the others.
const ABREAST: usize = 8;
const LEASE: Duration = Duration::from_secs(60);
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 3_600);
/// The time after which an event is given up; staff can still replay it.
const LIFE: Duration = Duration::from_secs(3 * 86_400);
/// HTTP 410: the receiver asks for no further calls.
const WANTS_NO_MORE: u16 = 410;

/// The outcome of a call.
enum WebhookOutcome {
    Taken(u16),
    Failed(Option<u16>, &'static str, Option<Duration>),
}

/// Calls in progress by endpoint.
type CallsInFlight = BTreeMap<EndpointId, usize>;
type WebhookResult = (EndpointId, EventId, u32, Timestamp, WebhookOutcome);

/// Sends events until the server stops; the rest waits for the next start.
pub async fn run(
    store: Store,
    keys: Keyring,
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    mut stopping: watch::Receiver<bool>,
) {
    let begin = |tx: &Tx<'_>| {
        queries::release_all(tx)?;
        // An endpoint may have been switched off during a call.
        queries::give_up_for_inactive(tx, OFF)
    };
    if let Err(error) = store.write_unattended(begin).await {
        tracing::error!(%error, "webhooks: leased events could not be released");
    }
    let (busy, done, troubles) = (CallsInFlight::new(), Vec::new(), RecentFailures::default());
    let mut worker = Worker { store, keys, http_client, allowed, busy, done, troubles };
    tokio::select! {
        // Calls in progress are repeated after the next start.
        () = told_to_stop(&mut stopping) => {}
        () = worker.run() => {}
    }
    settle(&worker.store, worker.done).await;
}

struct Worker {
    store: Store,
    keys: Keyring,
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    busy: CallsInFlight,
    /// Outcomes since the last access to the queue.
    done: Vec<WebhookResult>,
    troubles: RecentFailures<EndpointId>,
}

impl Worker {
    async fn run(&mut self) {
        let mut commits = self.store.commits();
        let mut flying = JoinSet::new();
        loop {
            // Both run at once, so that one commit can take both, but separately, so that one does not fail with the
            // other.
            let done = std::mem::take(&mut self.done);
            let ((), batch) = tokio::join!(settle(&self.store, done), lease(&self.store, &self.busy));
            let batch = batch.unwrap_or_else(|error| {
                tracing::error!(%error, "webhooks: the queue cannot be read");
                Vec::new()
            });
            batch.into_iter().for_each(|leased| self.launch(leased, &mut flying));
            self.gather(&mut flying, &mut commits).await;
        }
    }

    fn launch(&mut self, leased: Leased, flying: &mut JoinSet<WebhookResult>) {
        *self.busy.entry(leased.endpoint).or_default() += 1;
        let (keys, http_client, allowed) = (self.keys.clone(), self.http_client.clone(), self.allowed.clone());
        let now = self.store.clock().now();
        flying.spawn(async move {
            let result = attempt(&keys, &http_client, &allowed, &leased, now).await;
            (leased.endpoint, leased.event, leased.attempts, leased.begun, result)
        });
    }

    /// Waits for the next access to the queue: at the next beat after a commit or an outcome, at the next poll, or
    /// when [`ABREAST`] calls have ended.
    async fn gather(&mut self, flying: &mut JoinSet<WebhookResult>, commits: &mut watch::Receiver<()>) {
        let (beat, poll) = (Instant::now() + BEAT, Instant::now() + POLL);
        let mut committed = false;
        while self.done.len() < ABREAST {
            let wake = if committed || !self.done.is_empty() { beat } else { poll };
            tokio::select! {
                Some(next) = flying.join_next() => {
                    if let Ok(outcome) = next {
                        let (endpoint, .., result) = &outcome;
                        self.busy.entry(*endpoint).and_modify(|calls| *calls -= 1);
                        say(&mut self.troubles, *endpoint, result, self.store.clock().now());
                        self.done.push(outcome);
                    }
                }
                Ok(()) = commits.changed(), if !committed => committed = true,
                () = tokio::time::sleep_until(wake) => return,
            }
        }
    }
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, which also means stop.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Leases as many events as there are free places. The queue is empty nearly always, and this check costs no commit.
async fn lease(store: &Store, busy: &CallsInFlight) -> AppResult<Vec<Leased>> {
    let room = |endpoint: &EndpointId| ABREAST.saturating_sub(busy.get(endpoint).copied().unwrap_or(0));
    let wanted: Vec<(EndpointId, usize)> = store
        .read(queries::endpoints_due)?
        .into_iter()
        .map(|endpoint| (endpoint, room(&endpoint)))
        .filter(|(_, room)| *room > 0)
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    store
        .write_unattended(move |tx| {
            let mut batch = Vec::new();
            for (endpoint, room) in wanted {
                batch.extend(queries::due(tx, endpoint, room)?);
            }
            batch.iter().try_for_each(|leased| queries::lease(tx, leased, tx.now().plus(LEASE)))?;
            Ok(batch)
        })
        .await
}

/// Logs a fault of an endpoint when it begins, with the fix; the admin shows each delivery.
fn say(troubles: &mut RecentFailures<EndpointId>, endpoint: EndpointId, result: &WebhookOutcome, now: Timestamp) {
    match result {
        WebhookOutcome::Taken(_) if troubles.end(&endpoint) => {
            tracing::info!(%endpoint, "webhooks: delivery works again")
        }
        WebhookOutcome::Failed(status, why, _)
            if *status != Some(WANTS_NO_MORE) && troubles.begin(&endpoint, why, now) =>
        {
            let to_do = match *why {
                "forbidden" => "it may not be called: a private address has to be named in webhooks.allowed_hosts",
                "redirect" => "it points elsewhere, where nobody follows: give it the address itself, at the desk",
                "refused" => "it answers with an error: whoever runs it sees the call's webhook-id in their own log",
                "tls" => "its certificate does not hold: whoever runs it has to renew it",
                "unsigned" => "its secret does not open under this master key: give it another, at the desk",
                _ => "it cannot be reached, or does not answer in time: look at its address and at the way out",
            };
            tracing::warn!(%endpoint, why, status, "webhooks: delivery failed and will be retried; {to_do}");
        }
        _ => {}
    }
}

async fn attempt(
    keys: &Keyring,
    http_client: &OutboundHttp,
    allowed: &AllowedHosts,
    leased: &Leased,
    now: Timestamp,
) -> WebhookOutcome {
    let (id, timestamp) = (format!("msg_{}", leased.event), now.as_millis() / 1000);
    let Ok(url) = Url::parse(&leased.url) else { return WebhookOutcome::Failed(None, "forbidden", None) };
    let signed = sealed::signatures(keys, leased.endpoint, &leased.secrets, &id, timestamp, &leased.body);
    let Ok(signature) = signed else { return WebhookOutcome::Failed(None, "unsigned", None) };
    let call = HttpRequest::new(Method::POST, url, leased.body.clone())
        .with("content-type", "application/json")
        .with("webhook-id", &id)
        .with("webhook-timestamp", &timestamp.to_string())
        .with("webhook-signature", &signature);
    match http_client.send(call, allowed).await {
        Ok(answer) if answer.is_success() => WebhookOutcome::Taken(answer.status),
        Ok(answer) if answer.is_redirect() => WebhookOutcome::Failed(Some(answer.status), "redirect", None),
        Ok(answer) => WebhookOutcome::Failed(Some(answer.status), "refused", answer.retry_after()),
        Err(none) => WebhookOutcome::Failed(None, none.word(), None),
    }
}

async fn settle(store: &Store, outcomes: Vec<WebhookResult>) {
    if outcomes.is_empty() {
        return;
    }
    let settled = store.write_unattended(move |tx| {
        for (endpoint, event, attempts, begun, result) in &outcomes {
            record_outcome(tx, (*endpoint, *event), *attempts, *begun, result)?;
        }
        Ok(())
    });
    if let Err(error) = settled.await {
        tracing::error!(%error, "webhooks: outcomes could not be stored");
    }
}

fn record_outcome(
    tx: &Tx<'_>,
    key: (EndpointId, EventId),
    attempts: u32,
    begun: Timestamp,
    result: &WebhookOutcome,
) -> AppResult<()> {
    match result {
        WebhookOutcome::Taken(status) => queries::settle(tx, key, "sent", None, Some(*status), ""),
        WebhookOutcome::Failed(Some(WANTS_NO_MORE), ..) => {
            tracing::warn!(endpoint = %key.0, "webhooks: the endpoint answered 410 and is switched off");
            queries::switch_off(tx, key.0)?;
            queries::settle(tx, key, "dead", None, Some(WANTS_NO_MORE), GONE)?;
            queries::give_up_waiting(tx, key.0, GONE)
        }
        WebhookOutcome::Failed(status, reason, after) => {
            let due = tx.now().plus(pause_after(attempts).max(after.unwrap_or_default()));
            // If the server itself was down for that long, it still makes a second attempt.
            let over = due > begun.plus(LIFE) && attempts > 0;
            // Switched off during the call, or off already when staff sent it a single event.
            let over = over || !queries::is_active(tx, key.0)?;
            let (state, due) = if over { ("dead", None) } else { ("waiting", Some(due)) };
            queries::settle(tx, key, state, due, *status, reason)
        }
    }
}

/// The pause triples with each attempt, with jitter.
fn pause_after(attempts: u32) -> Duration {
    let tripled = FIRST_PAUSE.saturating_mul(3_u32.saturating_pow(attempts)).min(LONGEST_PAUSE);
    let share = u32::from(random_bytes::<1>()[0]);
    tripled / 2 + tripled / 512 * share
}
