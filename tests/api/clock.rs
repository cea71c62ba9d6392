//! A wrong or corrected clock: no key pays twice, and nothing is deleted too early.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::platform::store::params;
use reqwest::Method;
use serde_json::{Value, json};

use crate::goals::three_cups;
use crate::support::desk::Over;
use crate::support::{Answer, PASSWORD, TestMember, TestServer, fresh_key, quiet, until};
use crate::tiers::Climb;

const TRANSFER: &str = "/api/transaction/transfer";
const DAY: Duration = Duration::from_secs(86_400);

async fn pay(from: &TestMember, to: &TestMember, key: &str) -> Answer {
    from.caller.post_once(TRANSFER, key, json!({ "recipient": to.email, "amount": 100 })).await
}

/// Waits until the server has recorded that time and deleted expired rows.
pub async fn looked_at(server: &TestServer, moment: Timestamp) {
    let noted = async || {
        let query = "select noted_at_ms as n from clock_watch";
        match server.running.store.read(|read| read.number(query, params! {})).expect("a number") {
            noted if noted == moment.as_millis() => Ok(()),
            noted => Err(format!("noted {noted}")),
        }
    };
    until(noted).await;
    // The next write is queued behind the deletions.
    server.staff(Role::Support).await;
}

async fn clock_finding(server: &TestServer) -> Value {
    let owner = server.staff(Role::Owner).await;
    let told = owner.get("/api/admin/diagnostics").await.expect(200);
    let found = told["findings"].as_array().expect("a list").iter().find(|one| one["check"] == "clock");
    found.expect("the clock was looked at").clone()
}

#[tokio::test]
async fn a_key_pays_once_when_the_clock_steps_back_over_midnight() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(1_000).await, server.member().await);
    let (key, midnight) = (fresh_key(), server.clock.now().hong_kong_midnight().plus(DAY));
    server.clock.set(midnight.plus(Duration::from_secs(5)));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let first = pay(&ada, &ben, &key).await;
    server.clock.set(midnight.minus(Duration::from_secs(15)));
    let again = pay(&ada, &ben, &key).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (200, "true"));
    assert_eq!((again.text, ada.points().await), (first.text, 900));
}

#[tokio::test]
async fn a_key_pays_once_when_the_clock_jumps_by_weeks_and_back() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(1_000).await, server.member().await);
    let right = server.clock.now();
    let (early, late) = (fresh_key(), fresh_key());
    pay(&ada, &ben, &early).await.expect(200);
    server.clock.set(right.plus(20 * DAY));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    assert_eq!(pay(&ada, &ben, &early).await.header("idempotency-replayed"), "true");
    pay(&ada, &ben, &late).await.expect(200);
    server.clock.set(right);
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    assert_eq!(pay(&ada, &ben, &late).await.header("idempotency-replayed"), "true");
    assert_eq!(ada.points().await, 800);
}

#[tokio::test]
async fn a_start_with_the_clock_days_ahead_deletes_nothing_and_raises_a_finding() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(1_000).await, server.member().await);
    let (key, right) = (fresh_key(), server.clock.now());
    pay(&ada, &ben, &key).await.expect(200);
    looked_at(&server, right).await;
    let sessions = async |server: &TestServer| {
        let count = "select count(*) as n from session where member_id is not null";
        server.running.store.read(|read| read.number(count, params! {})).expect("a number")
    };
    let before = sessions(&server).await;
    server.clock.set(right.plus(10 * DAY));
    let server = server.restart_with(quiet).await;
    looked_at(&server, right.plus(10 * DAY)).await;
    let told = clock_finding(&server).await;
    assert_eq!(told["level"], "warning", "{told}");
    assert!(told["message"].as_str().is_some_and(|text| text.contains("the clock moved from")), "{told}");
    assert!(told["fix"].as_str().is_some_and(|text| text.contains("timedatectl")), "{told}");
    assert_eq!(sessions(&server).await, before, "no session was deleted");
    server.clock.set(right);
    let server = server.restart_with(quiet).await;
    let caller = server.visitor();
    caller.sign_in(&ada.email, PASSWORD).await;
    let again = caller.post_once(TRANSFER, &key, json!({ "recipient": ben.email, "amount": 100 })).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (200, "true"));
    server.verify_books();
}

#[tokio::test]
async fn a_correct_clock_raises_no_finding() {
    let server = TestServer::start().await;
    looked_at(&server, server.clock.now()).await;
    assert_eq!(clock_finding(&server).await["level"], "ok");
}

#[tokio::test]
async fn a_start_with_the_clock_ahead_tells_of_no_ending_card_and_lets_no_level_end() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    let goal = json!({ "until": "2027-03-31" }).over(three_cups());
    let goal = climb.desk.operator.post("/api/admin/goals", goal).await.expect(201);
    let path = format!("/api/admin/goals/{}/switch-on", goal["_id"].as_str().expect("an id"));
    let request = climb.desk.operator.request(Method::POST, &path).header("if-match", "*").json(&json!({}));
    climb.desk.operator.send(request).await.expect(200);
    climb.buy("100.00").await;
    let right = climb.server.clock.now();
    let count = |server: &TestServer, of: &'static str| {
        server.running.store.read(|read| read.number(["select count(*) as n from ", of], params! {})).expect("a number")
    };
    // Six days before the card ends, and then after the end of the level.
    for days in [24, 700] {
        climb.server.clock.set(right.plus(days * DAY));
        let server = climb.server.restart_with(quiet).await;
        looked_at(&server, right.plus(days * DAY)).await;
        assert_eq!(count(&server, "goal_card where noticed_at_ms is not null"), 0, "nobody is told, {days} days ahead");
        assert_eq!(count(&server, "tier_change"), 1, "the level is held, {days} days ahead");
        climb.server = server;
    }
}
