//! The estimated cost of a goal before it is on. The estimate counts the purchases of the last four weeks on cards that
//! are never stored.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::goals::{Shop, three_cups};
use crate::support::desk::{Over, coupon};
use crate::support::{Answer, TestMember, fresh_key};

const COST: &str = "/api/admin/goals/cost";
const DAY: Duration = Duration::from_secs(86_400);

async fn try_cost(shop: &Shop, over: Value) -> Answer {
    shop.desk.operator.post(COST, over.over(three_cups())).await
}

/// The purchases that count, the members with a card, and the full cards.
async fn figures(shop: &Shop, over: Value) -> (i64, i64, i64) {
    let cost = try_cost(shop, over).await.expect(200);
    let number = |name: &str| cost[name].as_i64().expect("a number");
    (number("counted"), number("members"), number("fullCards"))
}

async fn buy_times(shop: &Shop, member: &TestMember, times: usize) {
    for _ in 0..times {
        shop.buy(member).await;
    }
}

#[tokio::test]
async fn purchases_of_four_weeks_are_counted_by_the_conditions_of_the_draft_and_nothing_is_stored() {
    let mut shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let other = shop.desk.partner("1", "0").await;
    assert_eq!(figures(&shop, json!({})).await, (0, 0, 0), "nobody has bought anything");
    buy_times(&shop, &ada, 7).await;
    shop.buy_at(&shop.counter, &ben, "40.00").await;
    let returned = shop.buy(&ben).await;
    shop.undo(&returned).await;

    assert_eq!(figures(&shop, json!({})).await, (4, 2, 1), "one card for each, and a returned purchase counts nowhere");
    let again = json!({ "repeats": true, "limit": 100 });
    assert_eq!(figures(&shop, again.clone()).await, (8, 2, 2));
    assert_eq!(figures(&shop, json!({ "perDay": 2 })).await, (3, 2, 0), "two purchases of a day");
    assert_eq!(figures(&shop, json!({ "minimumBillHkd": "40.00" })).await, (1, 1, 0));
    assert_eq!(figures(&shop, json!({ "partners": [other] })).await, (0, 0, 0));
    let sum = json!({ "kind": "challenge", "counts": "spend", "target": 35 });
    assert_eq!(figures(&shop, sum).await, (5, 2, 2), "the fourth bill of Ada and the only one of Ben");
    let dates = json!({ "from": "2099-01-01", "until": "2099-02-01" });
    assert_eq!(figures(&shop, dates).await, (4, 2, 1), "its days lie ahead and are left out");
    let one = try_cost(&shop, json!({ "repeats": true, "limit": 1 })).await.expect(200);
    assert_eq!((&one["fullCards"], &one["rewardsLeft"]), (&json!(1), &json!(1)));
    assert_eq!(one["spentOn"], one["to"], "the only reward is given today");

    assert_eq!(shop.desk.operator.get("/api/admin/goals").await.expect(200), json!([]), "nothing is stored");
    shop.wait(27 * DAY, &[&ada]).await;
    assert_eq!(figures(&shop, again.clone()).await, (8, 2, 2), "the first of 28 days");
    shop.wait(DAY, &[&ada]).await;
    assert_eq!(figures(&shop, again).await, (0, 0, 0));
}

#[tokio::test]
async fn full_cards_have_the_cost_of_their_reward_and_the_stock_is_told() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    buy_times(&shop, &ada, 7).await;
    let again = |reward: Value| json!({ "repeats": true, "limit": 100, "reward": reward });
    let cost = async |reward: Value| try_cost(&shop, again(reward)).await.expect(200);
    let points = cost(json!({ "kind": "points", "points": 80 })).await;
    assert_eq!((&points["eachHkd"], &points["hkd"]), (&json!("0.80"), &json!("1.60")), "a point is worth a cent");
    let badge = cost(json!({ "kind": "badge" })).await;
    assert_eq!((&badge["hkd"], &badge["couponsLeft"]), (&json!("0.00"), &Value::Null));

    let priced = json!({ "costHkd": "14.00", "leftover": 250, "useUntil": "2099-05-31" }).over(coupon(40));
    let priced = cost(json!({ "kind": "item", "item": shop.desk.item(priced).await })).await;
    assert_eq!((&priced["eachHkd"], &priced["hkd"]), (&json!("14.00"), &json!("28.00")));
    assert_eq!((&priced["couponsLeft"], &priced["offeredUntil"]), (&json!(250), &json!("2099-05-31")));
    let unknown = json!({ "leftover": -1 }).over(coupon(40));
    let unknown = cost(json!({ "kind": "item", "item": shop.desk.item(unknown).await })).await;
    let absent = ["eachHkd", "hkd", "couponsLeft", "offeredUntil"].map(|name| unknown[name].clone());
    assert_eq!(absent, [Value::Null, Value::Null, Value::Null, Value::Null], "no price, and no limit");
}

/// Buys on some days at two partners, while goals of every kind are on.
async fn buy_on_many_days(shop: &mut Shop, members: &[&TestMember], other: &str) {
    for round in 0..9_usize {
        let elsewhere = shop.server.staff_at(Role::Merchant, Some(other)).await;
        for (nth, member) in members.iter().enumerate() {
            for bill in 0..(round * 3 + nth) % 4 {
                let at_home = (round + bill + nth) % 3 > 0;
                let dollars = ["9.50", "30.00", "61.25"][(round + bill) % 3];
                shop.buy_at(if at_home { &shop.counter } else { &elsewhere }, member, dollars).await;
            }
        }
        shop.wait(DAY * u32::try_from(round % 4).expect("days"), members).await;
    }
}

#[tokio::test]
async fn the_estimate_equals_the_cards_of_the_same_goals_while_they_were_on() {
    let mut shop = Shop::open().await;
    let other = shop.desk.partner("1", "0").await;
    let (ada, ben, cleo) = (shop.server.member().await, shop.server.member().await, shop.server.member().await);
    let badge = json!({ "reward": { "kind": "badge" }, "repeats": true });
    let challenge = json!({ "kind": "challenge" }).over(badge.clone());
    let mut goals = Vec::new();
    for over in [
        badge.clone(),
        json!({ "perDay": 1 }).over(badge.clone()),
        json!({ "repeats": false }).over(badge.clone()),
        json!({ "window": { "kind": "month" }, "repeats": false }).over(badge.clone()),
        json!({ "window": { "kind": "sinceFirst", "days": 2 } }).over(badge.clone()),
        json!({ "limit": 2 }).over(badge),
        json!({ "counts": "partners", "target": 2, "perDay": 1 }).over(challenge.clone()),
        json!({ "counts": "spend", "target": 100, "minimumBillHkd": "10.00" }).over(challenge.clone()),
        json!({ "counts": "points", "target": 70, "partners": [other] }).over(challenge),
    ] {
        goals.push((shop.on(over.clone()).await, over));
    }
    buy_on_many_days(&mut shop, &[&ada, &ben, &cleo], &other).await;
    for (id, over) in goals {
        let rewards = shop.totals(&id).await.1;
        let (_, members, full) = figures(&shop, over.clone()).await;
        assert_eq!((members, full), (3, rewards), "{over}");
        assert!(rewards > 0, "{over} was never reached");
    }
}

#[tokio::test]
async fn scans_that_gave_stamps_count_on_the_cards_of_their_goal() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let id = shop.on(json!({})).await;
    let fair = json!({ "name": { "en": "Fair", "zh": "市集", "zhhk": "市集" }, "gift": { "kind": "stamp", "goal": id },
        "shared": true, "perMember": 9 });
    let campaign = shop.desk.create("campaigns", fair).await;
    let codes = format!("/api/admin/campaigns/{campaign}/codes");
    let made = shop.desk.operator.post(&codes, json!({ "count": 1 })).await.expect(200);
    let text = made["codes"][0]["text"].as_str().expect("a text").to_owned();
    let scan = async |member: &TestMember| {
        member.caller.post_once("/api/redeem/scanQR", &fresh_key(), json!({ "qr": text })).await.expect(200);
    };
    shop.buy(&ada).await;
    scan(&ada).await;
    shop.buy(&ada).await;
    scan(&ben).await;

    assert_eq!(figures(&shop, json!({})).await, (2, 1, 0), "a goal that is new has no scans");
    let draft = async |over: Value| {
        let cost = shop.desk.operator.post(&format!("{COST}?goal={id}"), over.over(three_cups())).await.expect(200);
        [cost["counted"].clone(), cost["members"].clone(), cost["fullCards"].clone(), cost["rewardsLeft"].clone()]
    };
    assert_eq!(draft(json!({ "limit": 5 })).await, [4, 2, 1, 4].map(|number| json!(number)), "one reward is given");
    let purchases = json!({ "kind": "challenge", "counts": "spend", "target": 15 });
    assert_eq!(draft(purchases).await[..3], [2, 1, 1].map(|number| json!(number)), "a scan adds nothing to a sum");
}

#[tokio::test]
async fn a_draft_with_mistakes_is_refused_at_its_field_and_needs_no_name() {
    let shop = Shop::open().await;
    let missing = "019cde0a5b7070009f1b4c1f0c2f7a31";
    for (over, field, code) in [
        (json!({ "target": 0 }), "target", "invalid_value"),
        (json!({ "repeats": true }), "limit", "goal_unlimited"),
        (json!({ "partners": [missing] }), "partners[0]", "goal_unreachable"),
        (json!({ "reward": { "kind": "item", "item": missing } }), "reward.item", "unknown_item"),
    ] {
        let refused = try_cost(&shop, over.clone()).await.expect_problem(400, code);
        assert_eq!(refused["errors"][0]["field"], field, "{over}: {refused}");
    }
    try_cost(&shop, json!({ "name": { "en": "" } })).await.expect(200);
    let of = |goal: &str| format!("{COST}?goal={goal}");
    shop.desk.operator.post(&of(missing), three_cups()).await.expect_problem(404, "not_found");
    shop.desk.operator.post(&of("nothing"), three_cups()).await.expect_problem(400, "invalid_parameter");
    let support = shop.server.staff_at(Role::Support, None).await;
    support.post(COST, three_cups()).await.expect_problem(403, "forbidden");
}
