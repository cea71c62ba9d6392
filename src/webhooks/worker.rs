//! Sends what happened to those who want to know, and again until they have taken it.

use std::collections::BTreeMap;
use std::time::Duration;

use hyper::Method;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;

use super::queries::{self, Leased};
use super::sealed;
use crate::base::clock::Timestamp;
use crate::base::id::{EndpointId, EventId};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::base::secret::random_bytes;
use crate::outbound::{AllowedHosts, Call, Outbound, Troubles};
use crate::store::{Store, Tx};

/// How often the queue is looked at, beside after each commit.
const POLL: Duration = Duration::from_secs(1);
/// Calls to one address under way at once. One that hangs takes no other's place.
const ABREAST: usize = 8;
const LEASE: Duration = Duration::from_secs(60);
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 3_600);
/// After that an event is given up; it can still be replayed.
const LIFE: Duration = Duration::from_secs(3 * 86_400);
/// The other side wants no more calls, ever.
const GONE: u16 = 410;

/// What came of a call.
enum Fate {
    Taken(u16),
    Failed(Option<u16>, &'static str, Option<Duration>),
}

/// Calls under way by address.
type Busy = BTreeMap<EndpointId, usize>;
type Outcome = (EndpointId, EventId, u32, Timestamp, Fate);

/// Sends events until the server stops; what is left waits for the next start.
pub async fn run(
    store: Store,
    keys: Keyring,
    outbound: Outbound,
    allowed: AllowedHosts,
    mut stopping: watch::Receiver<bool>,
) {
    if let Err(error) = store.write(queries::release_all).await {
        tracing::error!(%error, "webhooks that were under way could not be released");
    }
    let mut commits = store.commits();
    let mut flying: JoinSet<Outcome> = JoinSet::new();
    let (mut busy, mut troubles) = (Busy::new(), Troubles::default());
    loop {
        let batch = lease(&store, &busy).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the queue of webhooks cannot be read");
            Vec::new()
        });
        for leased in batch {
            *busy.entry(leased.endpoint).or_default() += 1;
            let (keys, outbound, allowed) = (keys.clone(), outbound.clone(), allowed.clone());
            let now = store.clock().now();
            flying.spawn(async move {
                let fate = attempt(&keys, &outbound, &allowed, &leased, now).await;
                (leased.endpoint, leased.event, leased.attempts, leased.created, fate)
            });
        }
        tokio::select! {
            // What was leased goes once more after the next start.
            () = told_to_stop(&mut stopping) => return,
            Some(done) = flying.join_next() => {
                let mut done = vec![done];
                while let Some(next) = flying.try_join_next() {
                    done.push(next);
                }
                let done: Vec<Outcome> = done.into_iter().filter_map(Result::ok).collect();
                for (endpoint, .., fate) in &done {
                    busy.entry(*endpoint).and_modify(|calls| *calls -= 1);
                    say(&mut troubles, *endpoint, fate, store.clock().now());
                }
                settle(&store, done).await;
            }
            Ok(()) = commits.changed() => {}
            () = tokio::time::sleep(POLL) => {}
        }
    }
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is the end as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// What there is room for. Looking costs no commit, and there is nearly always nothing.
async fn lease(store: &Store, busy: &Busy) -> AppResult<Vec<Leased>> {
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
        .write(move |tx| {
            let mut batch = Vec::new();
            for (endpoint, room) in wanted {
                batch.extend(queries::due(tx, endpoint, room)?);
            }
            batch.iter().try_for_each(|leased| queries::lease(tx, leased, tx.now().plus(LEASE)))?;
            Ok(batch)
        })
        .await
}

/// Says what is wrong with an address when it begins, with what to do; the desk shows each delivery.
fn say(troubles: &mut Troubles<EndpointId>, endpoint: EndpointId, fate: &Fate, now: Timestamp) {
    match fate {
        Fate::Taken(_) if troubles.end(&endpoint) => tracing::info!(%endpoint, "a webhook takes its calls again"),
        Fate::Failed(status, why, _) if *status != Some(GONE) && troubles.begin(&endpoint, why, now) => {
            let to_do = match *why {
                "forbidden" => "it may not be called: a private address has to be named in webhooks.allowed_hosts",
                "redirect" => "it points elsewhere, where nobody follows: give it the address itself, at the desk",
                "refused" => "it answers with an error: whoever runs it sees the call's webhook-id in their own log",
                "tls" => "its certificate does not hold: whoever runs it has to renew it",
                "unsigned" => "its secret does not open under this master key: give it another, at the desk",
                _ => "it cannot be reached, or does not answer in time: look at its address and at the way out",
            };
            tracing::warn!(%endpoint, why, status, "a webhook's calls fail and are made again by themselves; {to_do}");
        }
        _ => {}
    }
}

async fn attempt(keys: &Keyring, outbound: &Outbound, allowed: &AllowedHosts, leased: &Leased, now: Timestamp) -> Fate {
    let (id, timestamp) = (format!("msg_{}", leased.event), now.as_millis() / 1000);
    let Ok(url) = Url::parse(&leased.url) else { return Fate::Failed(None, "forbidden", None) };
    let signed = sealed::signatures(keys, leased.endpoint, &leased.secrets, &id, timestamp, &leased.body);
    let Ok(signature) = signed else { return Fate::Failed(None, "unsigned", None) };
    let call = Call::new(Method::POST, url, leased.body.clone())
        .with("content-type", "application/json")
        .with("webhook-id", &id)
        .with("webhook-timestamp", &timestamp.to_string())
        .with("webhook-signature", &signature);
    match outbound.send(call, allowed).await {
        Ok(answer) if answer.is_success() => Fate::Taken(answer.status),
        Ok(answer) if answer.is_redirect() => Fate::Failed(Some(answer.status), "redirect", None),
        Ok(answer) => Fate::Failed(Some(answer.status), "refused", answer.retry_after()),
        Err(none) => Fate::Failed(None, none.word(), None),
    }
}

async fn settle(store: &Store, outcomes: Vec<Outcome>) {
    let settled = store.write(move |tx| {
        for (endpoint, event, attempts, created, fate) in &outcomes {
            settle_one(tx, (*endpoint, *event), *attempts, *created, fate)?;
        }
        Ok(())
    });
    if let Err(error) = settled.await {
        tracing::error!(%error, "what became of webhooks could not be noted");
    }
}

fn settle_one(
    tx: &Tx<'_>,
    key: (EndpointId, EventId),
    attempts: u32,
    created: Timestamp,
    fate: &Fate,
) -> AppResult<()> {
    match fate {
        Fate::Taken(status) => queries::settle(tx, key, "sent", None, Some(*status), ""),
        Fate::Failed(Some(GONE), ..) => {
            tracing::warn!(endpoint = %key.0, "a webhook wants no more calls and is switched off");
            queries::switch_off(tx, key.0)?;
            queries::settle(tx, key, "dead", None, Some(GONE), "gone")
        }
        Fate::Failed(status, reason, after) => {
            let due = tx.now().plus(pause_after(attempts).max(after.unwrap_or_default()));
            // A replay begins a life of its own: its attempts count from nothing.
            let over = due > created.plus(LIFE) && attempts > 0;
            let (state, due) = if over { ("dead", None) } else { ("waiting", Some(due)) };
            queries::settle(tx, key, state, due, *status, reason)
        }
    }
}

/// Three times as long after each attempt, and never quite the same.
fn pause_after(attempts: u32) -> Duration {
    let tripled = FIRST_PAUSE.saturating_mul(3_u32.saturating_pow(attempts)).min(LONGEST_PAUSE);
    let share = u32::from(random_bytes::<1>()[0]);
    tripled / 2 + tripled / 512 * share
}
