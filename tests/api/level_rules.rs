//! Earning rules for members of a level, and rules that goals give for some days.

use std::time::Duration;

use kapok::auth::Role;
use kapok::member::goals;
use kapok::member::rewards::CodeVault;
use kapok::platform::store::DataDir;
use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::desk::{Desk, Over};
use crate::support::{Answer, PASSWORD, TestMember, fresh_key};
use crate::tiers::ladder;

const DAY: Duration = Duration::from_secs(86_400);
const MINUTE: Duration = Duration::from_secs(60);

/// A shop whose programme has goals, with the ladder on.
async fn shop() -> Shop {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "goals": true }).over(settings)).await.expect(200);
    shop.desk.operator.put_at("/api/admin/tiers", "*", ladder()).await.expect(200);
    switch_on(&shop.desk, "tiers").await.expect(200);
    shop
}

async fn switch_on(desk: &Desk, path: &str) -> Answer {
    let request = desk.operator.request(Method::POST, &format!("/api/admin/{path}/switch-on"));
    desk.operator.send(request.header("if-match", "*").json(&json!({}))).await
}

fn bloom() -> Value {
    json!({ "name": { "en": "Bloom ×1.5", "zh": "花开 ×1.5", "zhhk": "花開 ×1.5" },
        "bonus": { "kind": "multiplier", "factor": "1.5" }, "level": 1,
        "until": "2099-12-31", "budget": { "unit": "points", "amount": 1_000_000 } })
}

fn points(award: &Value) -> Vec<i64> {
    award["lines"].as_array().expect("lines").iter().map(|line| line["points"].as_i64().expect("points")).collect()
}

fn weekend() -> Value {
    json!({ "name": { "en": "Two cups", "zh": "两杯", "zhhk": "兩杯" }, "kind": "stampCard", "counts": "purchases",
        "target": 2, "until": "2026-12-31", "repeats": true })
}

/// Lets days pass. Sessions end meanwhile.
async fn wait(shop: &mut Shop, days: u32, member: &TestMember) {
    shop.server.clock.advance(DAY * days);
    member.caller.sign_in(&member.email, PASSWORD).await;
    shop.counter = shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    shop.desk = Desk::of(&shop.server).await;
}

#[tokio::test]
async fn a_level_multiplies_points_while_it_is_held_and_shows_them_as_a_line() {
    let shop = shop().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let rule = shop.on(bloom()).await;
    let rises = shop.award(&ada, "100").await;
    assert_eq!(points(&rises), [100], "the purchase that reaches the level is not multiplied");
    shop.server.clock.advance(MINUTE);
    let body = json!({ "member": ada.short_id, "amountHkd": "80.00" });
    let told = shop.counter.post("/api/merchant/award/preview", body.clone()).await.expect(200);
    assert_eq!(points(&told), [80, 40]);
    let given = shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!((&given["lines"], &given["lines"][1]["name"]["zhhk"]), (&told["lines"], &json!("花開 ×1.5")));
    assert_eq!(points(&shop.award(&ben, "80").await), [80], "a member without the level");
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!(history[0]["lines"], given["lines"]);
    let found = shop.simulate(&rule, json!({})).await;
    assert_eq!((&found["points"], &found["givenPoints"]), (&json!(40), &json!(40)), "the simulation knows the levels");

    shop.undo(&given).await;
    assert_eq!(shop.server.balance(ada.id).await, 100, "the extra points go back with the award");
    let listed = shop.desk.operator.get(&format!("/api/admin/earning-rules/{rule}")).await.expect(200);
    assert_eq!(listed["givenPoints"], 0);
    shop.undo(&rises).await;
    assert_eq!(points(&shop.award(&ada, "80").await), [80], "the level was taken back");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_rule_asks_only_for_a_level_of_the_ladder() {
    let shop = shop().await;
    for level in [0, 3, -1] {
        let body = json!({ "level": level }).over(bloom());
        let refused = shop.desk.operator.post("/api/admin/earning-rules", body).await.expect(400);
        assert_eq!(
            (&refused["errors"][0]["field"], &refused["errors"][0]["code"]),
            (&json!("level"), &json!("unknown_level"))
        );
    }
}

#[tokio::test]
async fn a_goal_gives_a_multiplier_for_some_days_and_a_second_card_gives_more_days() {
    let mut shop = shop().await;
    let ada = shop.server.member().await;
    let rule = shop
        .on(json!({ "granted": true, "name": { "en": "triple", "zh": "三倍", "zhhk": "三倍" },
        "bonus": { "kind": "multiplier", "factor": "3" } }))
        .await;
    let reward = json!({ "kind": "multiplier", "rule": rule, "days": 10 });
    let goal = shop.desk.create("goals", json!({ "reward": reward }).over(weekend())).await;
    switch_on(&shop.desk, &format!("goals/{goal}")).await.expect(200);
    assert_eq!(points(&shop.award(&ada, "10").await), [10], "nobody has it yet");
    let reached = shop.award(&ada, "10").await;
    assert_eq!(points(&reached), [10]);
    let card = ada.caller.get("/api/goals").await.expect(200)[0].clone();
    assert_eq!(card["reward"], json!({ "kind": "multiplier", "factor": "3", "days": 10 }));
    assert_eq!(card["reached"]["multipliedUntil"], "2026-03-22");
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][1]["body"]["en"], "You earn 3 times the points on purchases until 22 March 2026.");
    shop.server.clock.advance(MINUTE);
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 20]);

    // The purchase that reached the target is returned: the days are gone, and what was earned by them stays.
    shop.undo(&reached).await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10], "and the older card is full again");
    shop.server.clock.advance(MINUTE);
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 20]);
    let second = shop.award(&ada, "10").await;
    assert_eq!(points(&second), [10, 20]);
    let cards = ada.caller.get("/api/goals").await.expect(200)[0]["reached"].clone();
    assert_eq!((&cards["multipliedFrom"], &cards["multipliedUntil"]), (&json!("2026-03-23"), &json!("2026-04-01")));
    let body = json!({ "member": ada.short_id, "amountHkd": "10.00" });
    wait(&mut shop, 20, &ada).await;
    let told = shop.counter.post("/api/merchant/award/preview", body.clone()).await.expect(200);
    assert_eq!(points(&told), [10, 20], "the last day");
    wait(&mut shop, 1, &ada).await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10]);
    let found = shop.simulate(&rule, json!({})).await;
    let (would, given) = (&found["points"], &found["givenPoints"]);
    assert_eq!((would, given), (&json!(40), &json!(60)), "the simulation knows the days that were not taken back");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_goal_gives_only_a_rule_that_multiplies_and_is_on() {
    let shop = shop().await;
    let refused = async |rule: &str| {
        let reward = json!({ "kind": "multiplier", "rule": rule, "days": 10 });
        let refused = shop.desk.operator.post("/api/admin/goals", json!({ "reward": reward }).over(weekend())).await;
        refused.expect(400)["errors"][0]["code"].clone()
    };
    let no_rule = shop.desk.create("goals", json!({ "reward": { "kind": "badge" } }).over(weekend())).await;
    assert_eq!(refused(&no_rule).await, "unknown_rule");
    let for_all = shop.on(json!({})).await;
    assert_eq!(refused(&for_all).await, "unknown_rule");
    let fixed = json!({ "granted": true, "bonus": { "kind": "fixed", "points": 5 } }).over(bloom());
    let wrong = shop.desk.operator.post("/api/admin/earning-rules", fixed).await.expect(400);
    assert_eq!(wrong["errors"][0]["code"], "rule_granted_multiplies");
    let off = shop.add(json!({ "granted": true })).await["_id"].as_str().expect("an id").to_owned();
    let reward = json!({ "kind": "multiplier", "rule": off, "days": 10 });
    let goal = shop.desk.create("goals", json!({ "reward": reward }).over(weekend())).await;
    let still_off = switch_on(&shop.desk, &format!("goals/{goal}")).await.expect(400);
    assert_eq!(still_off["errors"][0]["code"], "rule_is_off");
    // A rule that was ended before its first day does not start any more.
    let later = shop.on(json!({ "granted": true, "from": "2026-04-01" })).await;
    let reward = json!({ "kind": "multiplier", "rule": later, "days": 10 });
    let goal = shop.desk.create("goals", json!({ "reward": reward }).over(weekend())).await;
    shop.desk.operator.post(&format!("/api/admin/earning-rules/{later}/end"), json!({})).await.expect(200);
    let over = switch_on(&shop.desk, &format!("goals/{goal}")).await.expect(400);
    assert_eq!(over["errors"][0]["code"], "rule_is_off");
    let endless = json!({ "reward": { "kind": "multiplier", "rule": off, "days": 367 } }).over(weekend());
    let endless = shop.desk.operator.post("/api/admin/goals", endless).await.expect(400);
    assert_eq!(endless["errors"][0]["field"], "reward.days");
}

#[tokio::test]
async fn a_multiplier_whose_rule_is_off_is_owed_and_follows_when_it_is_on() {
    let shop = shop().await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "granted": true })).await;
    let reward = json!({ "kind": "multiplier", "rule": rule, "days": 10 });
    let goal = shop.desk.create("goals", json!({ "reward": reward }).over(weekend())).await;
    switch_on(&shop.desk, &format!("goals/{goal}")).await.expect(200);
    shop.desk.operator.post(&format!("/api/admin/earning-rules/{rule}/switch-off"), json!({})).await.expect(200);
    for _ in 0..2 {
        shop.award(&ada, "10").await;
    }
    let card = ada.caller.get("/api/goals").await.expect(200)[0].clone();
    assert_eq!(
        (&card["reached"]["owed"], &card["reward"]),
        (&json!(true), &json!({ "kind": "multiplier", "days": 10 }))
    );
    switch_on(&shop.desk, &format!("earning-rules/{rule}")).await.expect(200);
    let keys = DataDir::existing(&shop.server.data_dir()).and_then(|folder| folder.keyring()).expect("the keys");
    let vault = CodeVault::new(&keys);
    let given = shop.server.running.store.write_unattended(move |tx| goals::give_owed(tx, &vault)).await;
    assert_eq!(given.expect("rewards"), 1);
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 10]);
}

#[tokio::test]
async fn a_card_promises_no_multiplier_after_the_last_day_of_its_rule() {
    let mut shop = shop().await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "granted": true })).await;
    let reward = json!({ "kind": "multiplier", "rule": rule, "days": 10 });
    let goal = shop.desk.create("goals", json!({ "reward": reward }).over(weekend())).await;
    switch_on(&shop.desk, &format!("goals/{goal}")).await.expect(200);
    shop.desk.operator.post(&format!("/api/admin/earning-rules/{rule}/end"), json!({})).await.expect(200);
    let factor = async || ada.caller.get("/api/goals").await.expect(200)[0]["reward"].get("factor").cloned();
    assert_eq!(factor().await, Some(json!("2")));
    wait(&mut shop, 1, &ada).await;
    assert_eq!(factor().await, None);
}

#[tokio::test]
async fn a_segment_below_the_level_of_a_rule_is_refused() {
    let shop = shop().await;
    for (line, is_possible) in [
        (json!({ "kind": "level", "is": "none" }), false),
        (json!({ "kind": "level", "is": "none", "not": true }), true),
        (json!({ "kind": "level", "is": "exactly", "level": 1 }), false),
        (json!({ "kind": "level", "is": "exactly", "level": 2 }), true),
        (json!({ "kind": "level", "is": "atLeast", "level": 1 }), true),
        (json!({ "kind": "level", "is": "atLeast", "level": 2, "not": true }), false),
        (json!({ "kind": "level", "is": "atLeast", "level": 3, "not": true }), true),
    ] {
        let segment = json!({ "name": "Some", "conditions": { "lines": [line] } });
        let segment = shop.desk.operator.post("/api/admin/segments", segment).await.expect(201)["_id"].clone();
        let rule = json!({ "segment": segment, "level": 2 }).over(bloom());
        let answer = shop.desk.operator.post("/api/admin/earning-rules", rule).await;
        if is_possible {
            answer.expect(201);
        } else {
            let refused = answer.expect_problem(400, "rule_never_applies");
            assert_eq!(refused["errors"][0]["field"], "segment", "{line}");
        }
    }
}
