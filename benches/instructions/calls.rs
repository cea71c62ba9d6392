//! The calls, in one process without HTTP: the routes are asked directly, and nothing else runs beside them.

use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use axum::{Extension, Router};
use kapok::auth::Authenticator;
use kapok::base::clock::{Clock, Timestamp};
use kapok::member::{profile, rewards, transfers};
use kapok::ops::demo::{self, DemoSize, GeneratedLoad};
use kapok::platform::config::{Config, Synchronous};
use kapok::platform::delivery::Outbox;
use kapok::platform::http::routes::Routes;
use kapok::platform::store::{DataDir, Store};
use kapok::platform::throttle::Limits;
use kapok::staff::merchant;
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::support::actors::{self, Actors};
use crate::support::rules;
use crate::{COUNTED, WARMING};

/// The clock of a run stands at this time, and moves with each call only.
const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);
/// Calls from one checkpoint to the next.
const BETWEEN_CHECKPOINTS: usize = 20;
/// The longest answer in bytes.
const LONGEST: usize = 65_536;

/// Makes a small programme with a member more than there are callers: the last one sends to that one.
pub fn prepare(path: &Path, callers: usize, rules: usize) {
    let folder = DataDir::create(path).expect("a data folder");
    demo::claim(&folder).expect("an empty folder");
    let keys = folder.keyring().expect("keys");
    let store = Store::open(&folder, Synchronous::Normal, Clock::starting_at(NOW)).expect("a store");
    let members = callers as u32 + 1;
    let generated = GeneratedLoad { members, transactions: 10 * members };
    demo::fill(&store, &keys, &folder, DemoSize { neighbours: false, generated }).expect("a demo");
    rules::add(&store, path, rules);
    store.close_blocking();
    drop(store);
    actors::prepare(path, Clock::starting_at(NOW)).expect("sessions");
}

/// Makes the calls of a run on a prepared folder.
pub fn make(calls: &[&str], path: &Path) {
    let mut caller = Caller::of(path);
    let database = Connection::open(path.join("kapok.db")).expect("the database");
    // SQLite looks a page up in the hash table of its log. That look-up is the longer, the more pages the log has, and
    // much longer where the numbers of these pages collide, which differs by run. So the log stays short.
    let empty_the_log = || {
        let emptied = database.query_row("pragma wal_checkpoint(truncate)", [], |row| row.get::<_, i64>(0));
        assert_eq!(emptied, Ok(0), "the log of SQLite was not emptied");
    };
    for call in calls {
        for phase in [0..WARMING, WARMING..WARMING + COUNTED] {
            for number in phase {
                if number % BETWEEN_CHECKPOINTS == 0 {
                    empty_the_log();
                }
                caller.call(call, number);
            }
            mark();
        }
    }
    caller.store.close_blocking();
}

/// Ends a phase: callgrind writes its counts when this function returns, and begins anew.
#[inline(never)]
fn mark() {
    std::hint::black_box(());
}

struct Caller {
    runtime: Runtime,
    router: Router,
    store: Store,
    actors: Actors,
    /// The redemptions that the members have bought.
    bought: Vec<String>,
}

impl Caller {
    fn of(path: &Path) -> Self {
        let folder = DataDir::existing(path).expect("a data folder");
        let keys = folder.keyring().expect("keys");
        let store = Store::open(&folder, Synchronous::Normal, Clock::starting_at(NOW)).expect("a store");
        let (config, limits) = (Config::default(), Limits::off());
        let authenticator =
            Authenticator::new(store.clone(), keys.clone(), limits.clone(), &config).expect("an authenticator");
        let router = Routes::new()
            .merge(transfers::routes(store.clone(), limits.clone(), authenticator.clone()))
            .merge(rewards::routes(store.clone(), &keys, limits.clone(), &config.rewards))
            .merge(profile::routes(store.clone(), limits.clone(), authenticator.clone(), Outbox::new()))
            .merge(merchant::routes(store.clone(), limits, keys, authenticator.clone(), &config))
            .into_router()
            .layer(Extension(authenticator));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { runtime, router, store, actors: Actors::of(path), bought: Vec::new() }
    }

    /// The call of one member.
    #[inline(never)]
    fn call(&mut self, call: &str, number: usize) {
        self.store.clock().advance(Duration::from_secs(1));
        let members = &self.actors.members;
        let (sender, recipient) = (&members[number], &members[number + 1]);
        let (method, path, bearer, body) = match call {
            "transfer" => {
                let body = json!({ "recipient": recipient.short_id, "amount": 1 });
                ("POST", "/api/transaction/transfer".to_owned(), &sender.token, body)
            }
            "award" | "award by 50 rules" => {
                let body = json!({ "member": recipient.short_id, "amountHkd": "12.50" });
                ("POST", "/api/merchant/award".to_owned(), &self.actors.counter, body)
            }
            "purchase" => {
                let path = format!("/api/redeem/purchase/{}", self.actors.item);
                ("POST", path, &sender.token, json!({ "quantity": 1 }))
            }
            "use" => ("POST", format!("/api/redeem/use/{}", self.bought[number]), &sender.token, json!({})),
            _ => ("GET", "/api/auth/getUserInfo".to_owned(), &sender.token, json!({})),
        };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {bearer}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", format!("{}-of-member-{number}", call.replace(' ', "-")))
            .body(if method == "GET" { Body::empty() } else { Body::from(body.to_string()) })
            .expect("a request");
        let router = self.router.clone();
        let (status, body) = self.runtime.block_on(async move {
            let response = router.oneshot(request).await.expect("an answer");
            (response.status(), axum::body::to_bytes(response.into_body(), LONGEST).await.expect("a body"))
        });
        assert!(status.is_success(), "{call}: {status} {}", String::from_utf8_lossy(&body));
        if call == "purchase" {
            let answer: Value = serde_json::from_slice(&body).expect("JSON");
            self.bought.push(answer["redemption"]["_id"].as_str().expect("an id").to_owned());
        }
    }
}
