//! Approval limits: many small changes add up, and content that gives points counts too.

use std::time::Duration;

use kapok::auth::Role;
use kapok::core::settings::{self, Author, ProgrammeSettings};
use reqwest::Method;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::support::{Answer, Caller, TestServer, fresh_key};

const DAY: Duration = Duration::from_secs(86_400);
const CAMPAIGNS: &str = "/api/admin/campaigns";

async fn adjust(caller: &Caller, member: &str, points: i64) -> Answer {
    let path = format!("/api/admin/members/{member}/adjust");
    caller.post_once(&path, &fresh_key(), json!({ "points": points, "reason": "Opening gift" })).await
}

fn campaign(points: i64) -> Value {
    json!({ "name": { "en": "Harbour walk", "zh": "海港漫步", "zhhk": "海港漫步" }, "points": points, "perMember": 1,
        "shared": true, "active": true })
}

fn id_of(made: &Value) -> String {
    made["_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn points_by_hand_add_up_over_a_day_for_whoever_gives_them() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(server.member().await.id.to_string());
    }
    adjust(&operator, &ids[0], 6_000).await.expect(200);
    adjust(&operator, &ids[1], 4_000).await.expect(200);
    let waiting = adjust(&operator, &ids[2], 1).await.expect(202);
    assert_eq!(waiting["action"], "member.adjust");
    // Approved points do not count towards the sum of one person, but they free no room either.
    approve(&finance, &waiting).await.expect(200);
    adjust(&operator, &ids[2], -1).await.expect(202);
    server.clock.advance(DAY);
    let operator = server.staff_at(Role::Operator, None).await;
    adjust(&operator, &ids[2], 10_000).await.expect(200);
    server.verify_books();
}

#[tokio::test]
async fn points_by_hand_add_up_over_a_day_for_the_member_whoever_gives_them() {
    let server = strict().await;
    let (one, other) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Operator, None).await);
    let member = server.member().await.id.to_string();
    adjust(&one, &member, 10_000).await.expect(200);
    adjust(&other, &member, 1).await.expect(202);
    adjust(&other, &server.member().await.id.to_string(), 10_000).await.expect(200);
}

#[tokio::test]
async fn a_campaign_that_can_give_more_than_one_person_may_waits_for_another() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let waiting = operator.post(CAMPAIGNS, campaign(1_000_000)).await.expect(202);
    assert_eq!((&waiting["action"], &waiting["body"]["points"]), (&json!("campaign.create"), &json!(1_000_000)));
    assert_eq!(operator.post(CAMPAIGNS, campaign(1_000_000)).await.expect(202)["_id"], waiting["_id"], "asked again");
    assert_eq!(operator.get(CAMPAIGNS).await.expect(200), json!([]));
    approve(&operator, &waiting).await.expect_problem(403, "other_person_needed");
    assert_eq!(approve(&finance, &waiting).await.expect(200)["status"], "done");
    let made = operator.get(CAMPAIGNS).await.expect(200);
    assert_eq!((made.as_array().map(Vec::len), &made[0]["points"]), (Some(1), &json!(1_000_000)));
    // The approved campaign may get its code; a new name or fewer points need no approval.
    let path = format!("{CAMPAIGNS}/{}", id_of(&made[0]));
    operator.post(&format!("{path}/codes"), json!({ "count": 1 })).await.expect(200);
    let mut less = campaign(500);
    less["name"]["en"] = json!("Harbour run");
    operator.put_at(&path, "*", less).await.expect(200);
}

#[tokio::test]
async fn a_campaign_waits_where_it_is_published_raised_or_given_codes_not_while_it_is_a_draft() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let mut draft = campaign(100);
    (draft["shared"], draft["active"]) = (json!(false), json!(false));
    let id = id_of(&operator.post(CAMPAIGNS, draft.clone()).await.expect(201));
    let (path, codes) = (format!("{CAMPAIGNS}/{id}"), format!("{CAMPAIGNS}/{id}/codes"));
    operator.post(&codes, json!({ "count": 200 })).await.expect(200);
    let publish = json!({ "action": "publish", "ids": [id] });
    let fates = operator.post(&format!("{CAMPAIGNS}/bulk"), publish).await.expect(200);
    assert_eq!((&fates[0]["done"], &fates[0]["code"]), (&json!(false), &json!("approval_needed")));
    draft["active"] = json!(true);
    let waiting = operator.put_at(&path, "*", draft.clone()).await.expect(202);
    assert_eq!(waiting["action"], "campaign.update");
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(operator.get(&path).await.expect(200)["active"], true);
    // 90 more codes are 9,000 points, so 20 more would exceed the limit.
    let key = fresh_key();
    operator.post(&codes, json!({ "count": 90 })).await.expect(200);
    let waiting = operator.post_once(&codes, &key, json!({ "count": 20 })).await.expect(202);
    assert_eq!((&waiting["action"], &waiting["body"]["count"]), (&json!("campaign.make_codes"), &json!(20)));
    approve(&finance, &waiting).await.expect(200);
    let made = operator.post_once(&codes, &key, json!({ "count": 20 })).await.expect(200);
    assert_eq!(made["codes"].as_array().map(Vec::len), Some(20));
    assert_eq!(operator.get(&path).await.expect(200)["codes"], 310);
    // With a total of 1 the change stays below the threshold; with 100 it does not.
    let mut bounded = draft.clone();
    (bounded["total"], bounded["points"]) = (json!(1), json!(500));
    let fresh = server.staff_at(Role::Operator, None).await;
    fresh.put_at(&path, "*", bounded.clone()).await.expect(200);
    bounded["total"] = json!(100);
    fresh.put_at(&path, "*", bounded).await.expect(202);
}

#[tokio::test]
async fn a_file_of_campaigns_brings_none_that_needs_another_person() {
    let server = strict().await;
    let operator = server.staff_at(Role::Operator, None).await;
    server.staff_at(Role::Finance, None).await;
    let mut draft = campaign(1_000_000);
    draft["active"] = json!(false);
    let id = id_of(&operator.post(CAMPAIGNS, draft).await.expect(201));
    let file = format!("_id,state\n{id},published\n");
    let load = async |query: &str| {
        let request = operator.request(Method::POST, &format!("{CAMPAIGNS}/import{query}"));
        let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
        operator.send(request.body(file.clone())).await
    };
    let tried = load("?dryRun=true").await.expect(200);
    assert_eq!(tried["rows"][0]["mistakes"][0]["code"], "approval_needed", "{tried}");
    load("").await.expect_problem(422, "file_refused");
}

#[tokio::test]
async fn a_rate_of_more_than_twice_the_usual_waits_for_another_person() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let partner = |base: &str, extra: &str| json!({ "type": "Food", "name": { "en": "Tea House", "zh": "茶馆", "zhhk": "茶館" }, "basePoints": base, "extraPoints": extra });
    let made = operator.post("/api/admin/partners", partner("1", "1")).await.expect(201);
    let path = format!("/api/admin/partners/{}", id_of(&made));
    let waiting = operator.put_at(&path, "*", partner("1000", "0")).await.expect(202);
    assert_eq!(waiting["action"], "partner.update");
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(operator.get(&path).await.expect(200)["basePoints"], "1000");
    operator.put_at(&path, "*", partner("900", "0")).await.expect(200);
    operator.put_at(&path, "*", partner("901", "0")).await.expect(202);
    operator.post("/api/admin/partners", partner("2", "0.5")).await.expect(202);
}

#[tokio::test]
async fn one_person_is_enough_where_nobody_asked_for_two() {
    let server = TestServer::start().await;
    let operator = server.staff_at(Role::Operator, None).await;
    let member = server.member().await.id.to_string();
    for _ in 0..3 {
        adjust(&operator, &member, 10_000).await.expect(200);
    }
    let id = id_of(&operator.post(CAMPAIGNS, campaign(1_000_000)).await.expect(201));
    operator.post(&format!("{CAMPAIGNS}/{id}/codes"), json!({ "count": 1 })).await.expect(200);
    // Changes from before the setting was on do not count.
    let settings = ProgrammeSettings { two_person: true, ..ProgrammeSettings::default() };
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
    adjust(&operator, &member, 10_000).await.expect(200);
}
