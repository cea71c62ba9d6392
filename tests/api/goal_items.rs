//! Items that only members who have reached a goal, or who hold a level, may buy.

use serde_json::{Value, json};

use crate::goals::Shop;
use crate::support::desk::{Over, coupon};
use crate::support::{Answer, TestMember, fresh_key};
use crate::tiers::Climb;

async fn purchase(member: &TestMember, item: &str) -> Answer {
    let order = json!({ "quantity": 1 });
    member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await
}

async fn offered(member: &TestMember) -> Value {
    member.caller.get("/api/redeem/list").await.expect(200)[0].clone()
}

#[tokio::test]
async fn an_item_for_a_badge_is_shown_locked_and_sold_only_while_the_goal_is_reached() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let badge = json!({ "target": 2, "kind": "challenge", "reward": { "kind": "badge" } });
    let goal = shop.on(badge).await;
    let item = shop.desk.item(json!({ "requiresGoal": goal, "leftover": 5 }).over(coupon(15))).await;
    let first = shop.buy(&ada).await;
    shop.server.give(ada.id, 100).await;
    let locked = offered(&ada).await["requirement"].clone();
    assert_eq!((&locked["kind"], &locked["met"]), (&json!("badge"), &json!(false)), "shown, with its condition");
    assert_eq!(locked["name"]["zhhk"], "三杯");
    purchase(&ada, &item).await.expect_problem(409, "badge_required");
    assert_eq!(ada.points().await, 110, "a refusal takes nothing");
    assert_eq!(offered(&ada).await["leftover"], 5);

    shop.buy(&ada).await;
    assert_eq!(offered(&ada).await["requirement"]["met"], true);
    purchase(&ada, &item).await.expect(200);
    assert_eq!(offered(&ada).await["leftover"], 4);
    shop.undo(&first).await;
    purchase(&ada, &item).await.expect_problem(409, "badge_required");
}

#[tokio::test]
async fn an_item_asks_only_for_goals_that_were_on() {
    let shop = Shop::open().await;
    let draft = json!({ "name": { "en": "Draft", "zh": "草稿", "zhhk": "草稿" }, "kind": "challenge",
        "counts": "purchases", "target": 2, "reward": { "kind": "badge" } });
    let made = shop.desk.operator.post("/api/admin/goals", draft).await.expect(201);
    for goal in [made["_id"].clone(), json!("019a0000-0000-7000-8000-000000000000")] {
        let item = json!({ "requiresGoal": goal }).over(coupon(15));
        let refused = shop.desk.operator.post("/api/admin/items", item).await.expect(400);
        assert_eq!(refused["errors"][0]["field"], "requiresGoal", "{refused}");
    }
}

#[tokio::test]
async fn an_item_for_a_level_is_sold_while_the_level_or_a_higher_one_is_held() {
    let mut climb = Climb::open("2026-10-01", json!({})).await;
    let item = climb.desk.item(json!({ "requiresLevel": 1, "leftover": 5 }).over(coupon(15))).await;
    climb.server.give(climb.ada.id, 100).await;
    let locked = offered(&climb.ada).await["requirement"].clone();
    assert_eq!((&locked["kind"], &locked["level"], &locked["met"]), (&json!("level"), &json!(1), &json!(false)));
    assert_eq!(locked["name"]["zhhk"], "花開");
    purchase(&climb.ada, &item).await.expect_problem(409, "level_required");
    assert_eq!(climb.ada.points().await, 100, "a refusal takes nothing");
    assert_eq!(offered(&climb.ada).await["leftover"], 5);

    let risen = climb.buy("300.00").await;
    assert_eq!(climb.tier().await["level"], 2);
    assert_eq!(offered(&climb.ada).await["requirement"]["met"], true, "a higher level will do");
    purchase(&climb.ada, &item).await.expect(200);

    // The member still sees the item as open while the purchase that gave the level is taken back.
    climb.undo(&risen).await;
    purchase(&climb.ada, &item).await.expect_problem(409, "level_required");
    assert_eq!(climb.ada.points().await, 85);
    climb.buy("100.00").await;
    climb.on("2028-01-01").await;
    climb.on("2028-04-01").await;
    assert_eq!(climb.tier().await["level"], 0, "fallen after notice and grace");
    purchase(&climb.ada, &item).await.expect_problem(409, "level_required");
}

#[tokio::test]
async fn an_item_asks_only_for_a_level_of_the_ladder_and_never_for_a_goal_too() {
    let shop = Shop::open().await;
    let goal = shop.on(json!({ "reward": { "kind": "badge" } })).await;
    let refused = async |body: Value| {
        let refused = shop.desk.operator.post("/api/admin/items", body.over(coupon(15))).await.expect(400);
        refused["errors"].as_array().expect("errors").iter().map(|wrong| wrong["code"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(refused(json!({ "requiresLevel": 1 })).await, ["unknown_level"], "there is no ladder");
    let climb = Climb::open("2026-10-01", json!({})).await;
    let of_ladder = climb.desk.operator.post("/api/admin/items", json!({ "requiresLevel": 3 }).over(coupon(15))).await;
    assert_eq!(of_ladder.expect(400)["errors"][0]["code"], "unknown_level", "it has two levels");
    assert_eq!(refused(json!({ "requiresLevel": 1, "requiresGoal": goal })).await, ["unknown_level", "goal_and_level"]);
}

#[tokio::test]
async fn a_level_taken_back_beside_a_purchase_never_sells_the_item_without_it() {
    let climb = Climb::open("2026-10-01", json!({})).await;
    let item = climb.desk.item(json!({ "requiresLevel": 1, "leftover": 50 }).over(coupon(1))).await;
    climb.server.give(climb.ada.id, 100).await;
    for _ in 0..8 {
        let risen = climb.buy("100.00").await;
        let (bought, ()) = tokio::join!(purchase(&climb.ada, &item), climb.undo(&risen));
        assert!([200, 409].contains(&bought.status), "{bought:?}");
        purchase(&climb.ada, &item).await.expect_problem(409, "level_required");
    }
}
