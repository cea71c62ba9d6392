//! The live update stream over HTTP: server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::Event;
use axum::response::sse::KeepAlive;
use axum::response::sse::Sse;
use tokio::sync::mpsc;
use tokio::sync::watch;
use tokio::time::Instant;

use super::LiveState;
use super::current_state;
use crate::auth::{Member, UNAUTHENTICATED};
use crate::base::problem::AppResult;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Authorized, Store};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::EVENT_STREAMS;

/// Minimum time between two database reads of a stream.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum lifetime of a stream. It is shorter than the session's access token, so that a reconnect checks the
/// session.
const LONGEST: Duration = Duration::from_secs(600);
const KEEP_ALIVE: Duration = Duration::from_secs(20);

#[derive(Clone)]
struct StreamContext {
    store: Store,
    limits: Limits,
    stopping: watch::Receiver<bool>,
}

/// Routes of the live update stream.
pub fn routes(store: Store, limits: Limits, stopping: watch::Receiver<bool>) -> Routes {
    Routes::new().routes(routes!(stream_standing)).with_state(StreamContext { store, limits, stopping })
}

/// Stream the member's balance, unread count, and when a counter last collected one of their coupons. Sends an event
/// `standing` at once and whenever a value changes.
#[utoipa::path(get, path = "/api/events", tag = "live",
    responses((status = 200, description = "Events named `standing`", body = LiveState, content_type = "text/event-stream")))]
async fn stream_standing(
    State(live): State<StreamContext>,
    member: Member,
) -> AppResult<Sse<impl futures_core::Stream<Item = Result<Event, Infallible>>>> {
    live.limits.count(EVENT_STREAMS, member.id.as_bytes())?;
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(tell(live, member, sender));
    let events = tokio_stream::wrappers::ReceiverStream::new(receiver);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

/// Sends the member's state until the client disconnects, the session ends, the server stops, or the time is up.
async fn tell(mut live: StreamContext, member: Member, sender: mpsc::Sender<Result<Event, Infallible>>) {
    let caller = member.principal();
    let mut commits = live.store.commits();
    let mut told = None;
    let end = tokio::time::sleep(LONGEST);
    tokio::pin!(end);
    loop {
        commits.mark_unchanged();
        let looked = Instant::now();
        // The stream outlives the authenticated request, so each read checks the session again. A revoked session, a
        // changed password, a suspension or an erasure is a commit, so it ends the stream.
        let seen = live.store.read_consistently(|read| {
            caller.require_standing(read)?;
            current_state(read, member.id)
        });
        match seen {
            Ok(now) if told != Some(now) => {
                told = Some(now);
                let event = Event::default().event("standing").json_data(now).unwrap_or_default();
                if sender.send(Ok(event)).await.is_err() {
                    return;
                }
            }
            Ok(_) => {}
            Err(refused) if refused.is(UNAUTHENTICATED) => return,
            Err(error) => {
                tracing::warn!(%error, "live updates: reading a member's state failed");
                return;
            }
        }
        tokio::select! {
            () = &mut end => return,
            () = sender.closed() => return,
            // An error means that the sender was dropped, which also ends the stream.
            _ = live.stopping.wait_for(|stop| *stop) => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        tokio::time::sleep_until(looked + PAUSE).await;
    }
}
