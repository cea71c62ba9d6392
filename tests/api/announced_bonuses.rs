//! The bonuses that members are told of before a purchase, and those whose hours run at a till.

use std::collections::BTreeSet;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::key_outlets::{outlet, till};
use crate::support::TestMember;

const BONUSES: &str = "/api/partner/bonuses";
const AT_TILL: &str = "/api/merchant/bonuses";

fn named(name: &str) -> Value {
    json!({ "en": name, "zh": name, "zhhk": name })
}

/// The names of the bonuses that a member is told of, with the reasons.
async fn told(member: &TestMember) -> Vec<(String, Value)> {
    let found = member.caller.get(BONUSES).await.expect(200);
    let shown = |bonus: &Value| (bonus["name"]["en"].as_str().expect("a name").to_owned(), bonus["reason"].clone());
    found.as_array().expect("a list").iter().map(shown).collect()
}

#[tokio::test]
async fn a_bonus_of_the_next_seven_days_is_told_with_its_first_day() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let shown = shop.on(json!({ "name": named("all"), "partners": [shop.partner] })).await;
    let soon = shop.on(json!({ "name": named("soon"), "from": "2026-03-19" })).await;
    shop.on(json!({ "name": named("later"), "from": "2026-03-20" })).await;
    shop.on(json!({ "name": named("plain"), "enjoyCard": false })).await;
    let card = shop.on(json!({ "name": named("card"), "enjoyCard": true, "weekdays": ["tuesday"] })).await;
    let ada = shop.server.member().await.caller;
    let found = ada.get(BONUSES).await.expect(200);
    let ids: Vec<_> = found.as_array().expect("a list").iter().map(|bonus| bonus["_id"].clone()).collect();
    assert_eq!(ids, [json!(shown), json!(soon), json!(card)]);
    let days: Vec<_> = (0..3).map(|at| found[at]["nextDay"].clone()).collect();
    assert_eq!(days, ["2026-03-12", "2026-03-19", "2026-03-17"]);
    assert_eq!((&found[0]["partners"], &found[1]["partners"]), (&json!([shop.partner]), &json!([])));
    assert_eq!(found[0]["bonus"], json!({ "kind": "multiplier", "factor": "2", "of": "base" }));
    assert!(found[0]["partnerName"]["en"].is_string() && found[1].get("partnerName").is_none(), "{found}");
    assert_eq!((&found[0]["enjoyCard"], &found[2]["enjoyCard"]), (&Value::Null, &json!(true)));
    shop.server.visitor().get(BONUSES).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_bonus_for_some_members_is_told_to_them_alone_with_the_reason() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.on(json!({ "name": named("welcome"), "occasion": { "kind": "welcome" } })).await;
    shop.on(json!({ "name": named("third"), "occasion": { "kind": "nthPurchase", "n": 3, "at": "programme" } })).await;
    let regulars = json!([{ "kind": "visited", "atLeast": 2 }]);
    let segment = json!({ "name": "Regulars", "conditions": { "match": "all", "lines": regulars } });
    let segment = shop.desk.operator.post("/api/admin/segments", segment).await.expect(201)["_id"].clone();
    shop.on(json!({ "name": named("regulars"), "segment": segment })).await;
    shop.on(json!({ "name": named("granted"), "granted": true })).await;
    shop.on(json!({ "name": named("once"), "caps": { "perMember": 10 } })).await;
    let reason = |name: &str, reason: &str| (name.to_owned(), json!(reason));
    let once = ("once".to_owned(), Value::Null);
    assert_eq!(told(&ada).await, [reason("welcome", "welcome"), once.clone()]);
    shop.award(&ada, "10").await;
    assert_eq!(told(&ada).await, []);
    shop.award(&ada, "10").await;
    assert_eq!(told(&ada).await, [reason("third", "nthPurchase"), reason("regulars", "segment")]);
    shop.award(&ada, "10").await;
    assert_eq!(told(&ada).await, [reason("regulars", "segment")]);
    assert_eq!(told(&ben).await, [reason("welcome", "welcome"), once]);
}

#[tokio::test]
async fn a_first_purchase_bonus_is_told_for_the_partners_where_it_is_the_first() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let other = shop.desk.partner("1", "0").await;
    shop.on(json!({ "name": named("first"), "occasion": { "kind": "firstPurchase" } })).await;
    let partners = async || ada.caller.get(BONUSES).await.expect(200)[0]["partners"].clone();
    assert_eq!(partners().await, json!([]));
    let award = shop.award(&ada, "10").await;
    assert_eq!(partners().await, json!([other]));
    shop.undo(&award).await;
    assert_eq!(partners().await, json!([]));
}

#[tokio::test]
async fn the_day_that_is_told_is_one_on_which_the_member_gets_the_bonus() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    ada.caller.put("/api/auth/birthday", json!({ "birthday": "03-13" })).await.expect(200);
    let birthday = json!({ "kind": "birthday", "window": "day" });
    shop.on(json!({ "name": named("birthday"), "occasion": birthday })).await;
    shop.on(json!({ "name": named("other day"), "occasion": birthday, "weekdays": ["saturday"] })).await;
    shop.on(json!({ "name": named("welcome"), "occasion": { "kind": "welcome", "withinDays": 1 },
        "from": "2026-03-15" }))
        .await;
    shop.on(json!({ "name": named("member day"), "caps": { "perMemberDay": 10 } })).await;
    shop.on(json!({ "name": named("day"), "caps": { "perDay": 10 } })).await;
    shop.on(json!({ "name": named("last day"), "caps": { "perDay": 10 }, "until": "2026-03-12" })).await;
    let days = async || -> Vec<(String, String)> {
        let found = ada.caller.get(BONUSES).await.expect(200);
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let day = |bonus: &Value| (text(&bonus["name"]["en"]), text(&bonus["nextDay"]));
        found.as_array().expect("a list").iter().map(day).collect()
    };
    let told = |name: &str, day: &str| (name.to_owned(), day.to_owned());
    let (today, tomorrow) = ("2026-03-12", "2026-03-13");
    let before = [told("birthday", tomorrow), told("member day", today), told("day", today), told("last day", today)];
    assert_eq!(days().await, before);
    shop.award(&ada, "10").await;
    assert_eq!(days().await, [told("birthday", tomorrow), told("member day", tomorrow), told("day", tomorrow)]);
}

#[tokio::test]
async fn a_partner_that_members_do_not_see_yet_is_not_named() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let hidden = shop.desk.partner("1", "0").await;
    let body = json!({ "type": "Food", "name": named("Launch House"), "active": false });
    shop.desk.operator.put_at(&format!("/api/admin/partners/{hidden}"), "*", body).await.expect(200);
    shop.on(json!({ "name": named("launch"), "partners": [hidden] })).await;
    shop.on(json!({ "name": named("both"), "partners": [hidden, shop.partner] })).await;
    let found = ada.caller.get(BONUSES).await.expect(200);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!((&found[0]["name"]["en"], &found[0]["partners"]), (&json!("both"), &json!([shop.partner])));
    assert!(!found.to_string().contains("Launch House"), "{found}");
}

#[tokio::test]
async fn a_bonus_that_is_spent_or_was_ended_before_its_first_day_is_not_announced() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let budget = json!({ "unit": "points", "amount": 10 });
    let spent = shop.on(json!({ "until": null, "budget": budget })).await;
    let capped = shop.on(json!({ "caps": { "perRule": 10 } })).await;
    let large = shop.on(json!({ "minimumBillHkd": "200" })).await;
    let ended = shop.on(json!({ "from": "2026-03-15" })).await;
    let announced = async || {
        let found = ada.caller.get(BONUSES).await.expect(200);
        let id = |bonus: &Value| bonus["_id"].as_str().expect("an id").to_owned();
        found.as_array().expect("a list").iter().map(id).collect::<BTreeSet<_>>()
    };
    assert_eq!(announced().await, BTreeSet::from([spent, capped, large.clone(), ended.clone()]));
    shop.desk.operator.post(&format!("/api/admin/earning-rules/{ended}/end"), json!({})).await.expect(200);
    shop.award(&ada, "10").await;
    assert_eq!(announced().await, BTreeSet::from([large]));
    let found = ada.caller.get(BONUSES).await.expect(200);
    assert_eq!(found[0]["minimumBillHkd"], "200.00");
}

#[tokio::test]
async fn a_till_is_told_of_the_bonus_whose_hours_run_and_of_its_budget() {
    let mut shop = Shop::open_at("2026-03-12T13:59").await;
    let outlet = outlet(&shop, &shop.partner, "Pier").await;
    let afternoon = json!({ "from": "14:00", "until": "18:00" });
    let budget = json!({ "unit": "points", "amount": 30 });
    let hour = shop.on(json!({ "name": named("hour"), "hours": afternoon, "budget": budget })).await;
    let pier = shop
        .on(json!({ "name": named("pier"), "hours": { "from": "14:00", "until": "15:00" }, "outlets": [outlet] }))
        .await;
    shop.on(json!({ "name": named("all day") })).await;
    shop.on(json!({ "name": named("card"), "hours": afternoon, "enjoyCard": true })).await;
    let ada = shop.server.member().await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let at_pier = till(&shop, &owner, &outlet).await;
    assert_eq!(shop.counter.get(AT_TILL).await.expect(200), json!([]));

    shop.go_to("2026-03-12T14:00").await;
    let found = shop.counter.get(AT_TILL).await.expect(200);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!((&found[0]["_id"], &found[0]["spent"]), (&json!(hour), &json!(false)));
    assert_eq!(found[0]["endsAt"], "2026-03-12T10:00:00.000Z");
    assert_eq!(found[0]["budget"], json!({ "unit": "points", "amount": 30, "left": 30 }));
    let there = at_pier.get(AT_TILL).await.expect(200);
    assert_eq!((&there[0]["_id"], &there[1]["_id"]), (&json!(pier), &json!(hour)), "the first to end comes first");

    shop.award(&ada, "20").await;
    let found = shop.counter.get(AT_TILL).await.expect(200);
    assert_eq!(found[0]["budget"], json!({ "unit": "points", "amount": 30, "left": 10 }));
    shop.award(&ada, "20").await;
    let found = shop.counter.get(AT_TILL).await.expect(200);
    assert_eq!((&found[0]["budget"]["left"], &found[0]["spent"]), (&json!(0), &json!(true)));
    shop.go_to("2026-03-12T18:00").await;
    assert_eq!(shop.counter.get(AT_TILL).await.expect(200), json!([]));
    ada.caller.get(AT_TILL).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_key_reads_the_bonuses_of_a_till_only_if_it_awards() {
    let shop = Shop::open_at("2026-03-12T14:00").await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    for (scope, allowed) in [("award", true), ("collect", false)] {
        let terms = json!({ "partnerId": shop.partner, "name": scope, "scopes": [scope] });
        let made = owner.post("/api/admin/api-keys", terms).await.expect(201);
        let key = shop.server.visitor();
        key.set_bearer(made["key"].as_str());
        let answer = key.get(AT_TILL).await;
        if allowed {
            assert_eq!(answer.expect(200), json!([]));
        } else {
            answer.expect_problem(403, "scope_missing");
        }
    }
}
