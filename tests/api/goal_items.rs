//! Items that only members who have reached a goal may buy.

use serde_json::{Value, json};

use crate::goals::Shop;
use crate::support::desk::{Over, coupon};
use crate::support::{Answer, TestMember, fresh_key};

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
