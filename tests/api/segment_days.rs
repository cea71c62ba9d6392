//! The daily counts of segments, and the change in four weeks that the list shows.

use std::time::Duration;

use kapok::base::clock::Timestamp;
use kapok::member::segments;
use kapok::platform::store::{Tx, params};
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{TestServer, quiet};

const SEGMENTS: &str = "/api/admin/segments";
const DAY: Duration = Duration::from_secs(86_400);

/// Everybody who has joined.
fn everybody() -> Value {
    json!({ "name": "Everybody", "conditions": { "match": "all", "lines": [{ "kind": "joined", "until": "2099-01-01" }] } })
}

async fn save(server: &TestServer, segment: Value) -> String {
    let made = Desk::of(server).await.operator.post(SEGMENTS, segment).await.expect(201);
    made["_id"].as_str().expect("an id").to_owned()
}

/// The segment as the list has it. Staff sign in anew, because sessions end while the clock moves.
async fn listed(server: &TestServer, id: &str) -> Value {
    let found = Desk::of(server).await.operator.get(SEGMENTS).await.expect(200);
    found.as_array().expect("segments").iter().find(|one| one["_id"] == id).cloned().expect("the segment")
}

async fn count(server: &TestServer) -> usize {
    segments::count_daily(&server.running.store).await.expect("a count")
}

fn kept(server: &TestServer) -> i64 {
    let sql = "select count(*) as n from segment_day";
    server.running.store.read(|read| read.number(sql, params! {})).expect("a number")
}

async fn forget_old(server: &TestServer) {
    let forget = |tx: &Tx<'_>| segments::forget_old(tx);
    server.running.store.write_unattended(forget).await.expect("a deletion");
}

#[tokio::test]
async fn a_segment_is_counted_once_a_day_also_after_a_restart() {
    let server = TestServer::start().await;
    server.clock.set(Timestamp::parse("2027-03-12T23:58:00+08:00").expect("a time"));
    server.member().await;
    let id = save(&server, everybody()).await;
    assert_eq!((count(&server).await, count(&server).await, kept(&server)), (1, 0, 1));
    server.member().await;
    let server = server.restart_with(quiet).await;
    assert_eq!(count(&server).await, 0, "it was counted today");
    assert_eq!(listed(&server, &id).await["members"], 1);
    server.clock.advance(Duration::from_secs(180));
    assert_eq!((count(&server).await, count(&server).await, kept(&server)), (1, 0, 2), "the next day in Hong Kong");
    let found = listed(&server, &id).await;
    assert_eq!((&found["members"], &found["of"]), (&json!(2), &json!(2)), "the list has the daily count");
    let two = save(&server, everybody()).await;
    assert_eq!(count(&server).await, 1, "a new segment is counted on its first day");
    assert!(listed(&server, &two).await.get("change").is_none());
}

#[tokio::test]
async fn the_change_is_told_against_the_newest_count_of_four_to_five_weeks_before() {
    let server = TestServer::start().await;
    server.member().await;
    let id = save(&server, everybody()).await;
    count(&server).await;
    server.clock.advance(DAY);
    server.member().await;
    count(&server).await;
    server.clock.advance(26 * DAY);
    server.member().await;
    server.member().await;
    count(&server).await;
    let found = listed(&server, &id).await;
    assert_eq!((&found["members"], found.get("change")), (&json!(4), None), "the first count is 27 days old");
    let mut changes = Vec::new();
    for _ in 28..=37 {
        server.clock.advance(DAY);
        changes.push(listed(&server, &id).await.get("change").cloned());
    }
    let (three, two) = (Some(json!(3)), Some(json!(2)));
    let mut expected = vec![three];
    // From day 29 on, the second count is 28 to 35 days old; on day 37 it is older.
    expected.extend(std::iter::repeat_n(two, 8));
    expected.push(None);
    assert_eq!(changes, expected);
    let file = Desk::of(&server).await.operator.get(&format!("{SEGMENTS}?format=csv")).await.text;
    assert!(file.lines().next().is_some_and(|line| line.ends_with(",of,change")), "{file}");
}

#[tokio::test]
async fn a_member_who_is_suspended_belongs_to_no_share() {
    let server = TestServer::start().await;
    let (ada, _) = (server.member().await, server.member().await);
    let id = save(&server, everybody()).await;
    assert_eq!(listed(&server, &id).await["of"], 2);
    let suspend = format!("/api/admin/members/{}/suspend", ada.id);
    Desk::of(&server).await.operator.post(&suspend, json!({})).await.expect(200);
    assert_eq!(listed(&server, &id).await["of"], 1);
}

#[tokio::test]
async fn counts_go_with_other_conditions_with_the_segment_and_after_400_days() {
    let server = TestServer::start().await;
    server.member().await;
    let (one, other) = (save(&server, everybody()).await, save(&server, everybody()).await);
    count(&server).await;
    assert_eq!(kept(&server), 2);
    let desk = Desk::of(&server).await;
    let mut renamed = everybody();
    renamed["name"] = json!("All");
    desk.operator.put_at(&format!("{SEGMENTS}/{one}"), "*", renamed).await.expect(200);
    assert_eq!(kept(&server), 2, "another name is the same group");
    let mut changed = everybody();
    changed["conditions"]["lines"] = json!([{ "kind": "referred" }]);
    desk.operator.put_at(&format!("{SEGMENTS}/{one}"), "*", changed).await.expect(200);
    assert_eq!(kept(&server), 1, "earlier counts are those of another group");
    assert_eq!(count(&server).await, 1);
    desk.operator.delete(&format!("{SEGMENTS}/{other}")).await.expect(204);
    assert_eq!((kept(&server), count(&server).await), (1, 0), "a removed segment is not counted");
    server.clock.advance(400 * DAY);
    forget_old(&server).await;
    assert_eq!(kept(&server), 1);
    server.clock.advance(DAY);
    forget_old(&server).await;
    assert_eq!(kept(&server), 0);
}
