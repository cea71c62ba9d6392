//! Purchases that are posted days after they were made count for goals and levels on their own day.

use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::goals::three_cups;
use crate::simulations::set;
use crate::support::desk::Over;
use crate::support::{Caller, PASSWORD, TestMember, fresh_key};
use crate::tiers::Climb;

/// A shop on a day with goals.
async fn street(day: &str) -> Shop {
    let shop = Shop::open_at(&format!("{day}T12:00")).await;
    set(&shop, json!({ "goals": true })).await;
    shop
}

/// Adds a goal of three purchases and 80 points, and switches it on.
async fn goal(shop: &Shop, over: Value) -> String {
    let made = shop.desk.operator.post("/api/admin/goals", over.over(three_cups())).await.expect(201);
    let id = made["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/goals/{id}/switch-on");
    let request = shop.desk.operator.request(Method::POST, &path).header("if-match", "*").json(&json!({}));
    shop.desk.operator.send(request).await.expect(200);
    id
}

async fn buy(shop: &mut Shop, member: &TestMember, day: &str) {
    shop.go_to(&format!("{day}T15:00")).await;
    shop.award(member, "10").await;
}

/// Posts a purchase of a past day from a file.
async fn post(operator: &Caller, member: &TestMember, amount: &str, day: &str) {
    let csv = format!("member,partner,amountHkd,day,receipt,enjoyCard\n{},Tea House,{amount},{day},,\n", member.email);
    let request = operator.request(Method::POST, "/api/admin/credits?name=Bills");
    let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
    operator.send(request.body(csv)).await.expect(200);
}

async fn posted(shop: &Shop, member: &TestMember, day: &str) {
    post(&shop.desk.operator, member, "10", day).await;
}

/// Progress and number of reached targets of the member's first goal.
async fn standing(member: &TestMember) -> (i64, i64) {
    member.caller.sign_in(&member.email, PASSWORD).await;
    let first = member.caller.get("/api/goals").await.expect(200)[0].clone();
    let number = |field: &str| first[field].as_i64().unwrap_or(0);
    (number("progress"), number("times"))
}

/// Reverses the member's newest purchase of 10 points.
async fn reverse_newest(shop: &Shop, member: &TestMember) {
    let history = member.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    let purchase = history.as_array().expect("a list").iter().find(|one| one["points"] == 10).expect("a purchase");
    shop.desk.reverse(&json!({ "transactionId": purchase["_id"] })).await.expect(200);
}

#[tokio::test]
async fn a_late_purchase_fills_the_card_of_its_own_month() {
    let mut shop = street("2026-03-02").await;
    goal(&shop, json!({ "window": { "kind": "month" }, "limit": 100 })).await;
    let ada = shop.server.member().await;
    buy(&mut shop, &ada, "2026-03-30").await;
    buy(&mut shop, &ada, "2026-03-30").await;
    buy(&mut shop, &ada, "2026-04-03").await;
    assert_eq!(standing(&ada).await, (1, 0), "the card of April");
    posted(&shop, &ada, "2026-03-31").await;
    assert_eq!((standing(&ada).await, shop.server.balance(ada.id).await), ((1, 1), 120), "that of March is full");
    reverse_newest(&shop, &ada).await;
    assert_eq!((standing(&ada).await, shop.server.balance(ada.id).await), ((1, 0), 30), "and under way again");
    posted(&shop, &ada, "2026-03-31").await;
    posted(&shop, &ada, "2026-03-29").await;
    assert_eq!((standing(&ada).await, shop.server.balance(ada.id).await), ((1, 1), 130), "once in a month");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_late_purchase_of_an_earlier_month_begins_its_own_card_and_hides_none() {
    let mut shop = street("2026-03-02").await;
    let id = goal(&shop, json!({ "window": { "kind": "month" }, "limit": 100 })).await;
    let ada = shop.server.member().await;
    for _ in 0..3 {
        buy(&mut shop, &ada, "2026-04-03").await;
    }
    posted(&shop, &ada, "2026-03-31").await;
    assert_eq!(standing(&ada).await, (3, 1), "the full card of April is shown");
    let found = shop.desk.operator.get(&format!("/api/admin/goals/{id}")).await.expect(200);
    assert_eq!((&found["cards"], &found["rewards"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn a_late_purchase_counts_if_the_goal_was_on_on_its_day() {
    let mut shop = street("2026-03-09").await;
    goal(&shop, json!({ "until": "2026-03-31", "target": 9 })).await;
    let ada = shop.server.member().await;
    buy(&mut shop, &ada, "2026-03-30").await;
    buy(&mut shop, &ada, "2026-04-03").await;
    assert_eq!(standing(&ada).await.0, 1, "the goal is over");
    posted(&shop, &ada, "2026-03-31").await;
    assert_eq!(standing(&ada).await.0, 2, "it was on then");
    posted(&shop, &ada, "2026-03-09").await;
    assert_eq!(standing(&ada).await.0, 3, "on the day on which it was switched on");
    posted(&shop, &ada, "2026-03-08").await;
    posted(&shop, &ada, "2026-04-01").await;
    assert_eq!(standing(&ada).await.0, 3, "before it began, and after its end");
}

#[tokio::test]
async fn the_stamps_of_a_day_are_counted_on_the_day_of_the_purchase() {
    let mut shop = street("2026-03-02").await;
    goal(&shop, json!({ "perDay": 1, "target": 9 })).await;
    let ada = shop.server.member().await;
    buy(&mut shop, &ada, "2026-03-30").await;
    shop.go_to("2026-04-03T12:00").await;
    posted(&shop, &ada, "2026-03-30").await;
    assert_eq!(standing(&ada).await.0, 1, "that day is full");
    posted(&shop, &ada, "2026-03-31").await;
    buy(&mut shop, &ada, "2026-04-03").await;
    assert_eq!(standing(&ada).await.0, 3, "the late one took no place of today");
}

#[tokio::test]
async fn a_late_purchase_before_the_first_one_begins_the_days_of_the_card() {
    let mut shop = street("2026-03-02").await;
    goal(&shop, json!({ "window": { "kind": "sinceFirst", "days": 3 }, "repeats": true, "limit": 100 })).await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    buy(&mut shop, &ada, "2026-03-20").await;
    buy(&mut shop, &ada, "2026-03-21").await;
    buy(&mut shop, &ben, "2026-03-20").await;
    buy(&mut shop, &ben, "2026-03-22").await;
    shop.go_to("2026-04-03T12:00").await;
    posted(&shop, &ada, "2026-03-19").await;
    assert_eq!(shop.server.balance(ada.id).await, 110, "three from 19 to 21 March");
    posted(&shop, &ben, "2026-03-19").await;
    assert_eq!(shop.server.balance(ben.id).await, 30, "19 to 22 March are four days");
    posted(&shop, &ben, "2026-03-21").await;
    assert_eq!(shop.server.balance(ben.id).await, 120, "three from 20 to 22 March");
    shop.server.verify_books();
}

async fn level(climb: &Climb) -> (Value, Value, Value) {
    let tier = climb.tier().await;
    (tier["level"].clone(), tier["until"].clone(), tier["progress"].clone())
}

#[tokio::test]
async fn a_late_purchase_counts_for_the_levels_of_its_own_year() {
    let mut climb = Climb::open("2026-12-20", json!({})).await;
    climb.buy("60.00").await;
    climb.on("2027-01-05").await;
    post(&climb.desk.operator, &climb.ada, "100", "2026-12-19").await;
    assert_eq!(level(&climb).await.0, json!(0), "the ladder was not on yet");
    post(&climb.desk.operator, &climb.ada, "40", "2026-12-31").await;
    assert_eq!(level(&climb).await, (json!(1), json!("2027-12-31"), json!(0)), "as if it had been reached in December");
    let history = climb.ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    climb.desk.reverse(&json!({ "transactionId": history[0]["_id"] })).await.expect(200);
    assert_eq!(level(&climb).await.0, json!(0));
}

#[tokio::test]
async fn purchases_of_two_years_are_not_added_up_where_one_is_posted_late() {
    let mut climb = Climb::open("2026-12-20", json!({})).await;
    climb.buy("60.00").await;
    climb.on("2027-12-10").await;
    post(&climb.desk.operator, &climb.ada, "30", "2026-12-31").await;
    assert_eq!(level(&climb).await, (json!(0), Value::Null, json!(0)), "neither year reaches a level");
    climb.buy("70.00").await;
    assert_eq!(level(&climb).await.0, json!(0), "the two years are not added up");
}
