//! Goals: stamp cards and challenges, their rewards, and the effect of a returned purchase.

use std::time::Duration;

use kapok::auth::Role;
use kapok::member::goals;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key};

const GOALS: &str = "/api/admin/goals";
const DAY: Duration = Duration::from_secs(86_400);

/// A programme with goals, one partner at 1 point for HK$1, and its counter.
pub struct Shop {
    pub server: TestServer,
    pub desk: Desk,
    owner: Caller,
    pub partner: String,
    pub counter: Caller,
}

impl Shop {
    /// Lets time pass. Sessions end meanwhile.
    pub async fn wait(&mut self, time: Duration, members: &[&TestMember]) {
        self.server.clock.advance(time);
        for member in members {
            member.caller.sign_in(&member.email, PASSWORD).await;
        }
        self.counter = self.server.staff_at(Role::Merchant, Some(&self.partner)).await;
        self.desk = Desk::of(&self.server).await;
    }

    pub async fn open() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let owner = server.staff_at(Role::Owner, None).await;
        let partner = desk.partner("1", "0").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        let shop = Self { server, desk, owner, partner, counter };
        shop.set(json!({ "goals": true })).await;
        shop
    }

    pub async fn set(&self, over: Value) {
        let settings = self.owner.get("/api/admin/settings").await.expect(200);
        self.owner.put_at("/api/admin/settings", "*", over.over(settings)).await.expect(200);
    }

    async fn switch_on(&self, id: &str) -> Answer {
        let path = format!("{GOALS}/{id}/switch-on");
        let request = self.desk.operator.request(Method::POST, &path).header("if-match", "*").json(&json!({}));
        self.desk.operator.send(request).await
    }

    /// Adds a goal and switches it on; gives its id.
    pub async fn on(&self, over: Value) -> String {
        let made = self.desk.operator.post(GOALS, over.over(three_cups())).await.expect(201);
        let id = made["_id"].as_str().expect("an id").to_owned();
        self.switch_on(&id).await.expect(200);
        id
    }

    pub async fn buy_at(&self, counter: &Caller, member: &TestMember, dollars: &str) -> Value {
        let order = json!({ "member": member.short_id, "amountHkd": dollars });
        counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
    }

    pub async fn buy(&self, member: &TestMember) -> Value {
        self.buy_at(&self.counter, member, "10.00").await
    }

    pub async fn undo(&self, bought: &Value) {
        let path = format!("/api/merchant/award/{}/undo", bought["transactionId"].as_str().expect("an id"));
        self.counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    }

    pub async fn totals(&self, id: &str) -> (i64, i64) {
        let found = self.desk.operator.get(&format!("{GOALS}/{id}")).await.expect(200);
        (found["cards"].as_i64().expect("cards"), found["rewards"].as_i64().expect("rewards"))
    }
}

pub fn three_cups() -> Value {
    json!({ "name": { "en": "Three cups", "zh": "三杯", "zhhk": "三杯" }, "kind": "stampCard", "counts": "purchases",
        "target": 3, "reward": { "kind": "points", "points": 80 } })
}

async fn listed(member: &TestMember) -> Value {
    member.caller.get("/api/goals").await.expect(200)
}

/// State, progress and number of reached targets of the member's first goal.
pub async fn standing(member: &TestMember) -> (String, i64, i64) {
    let first = listed(member).await[0].clone();
    let number = |field: &str| first[field].as_i64().expect("a number");
    (first["state"].as_str().expect("a state").to_owned(), number("progress"), number("times"))
}

#[tokio::test]
async fn a_stamp_card_fills_gives_its_points_once_and_begins_again() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "repeats": true, "limit": 100 })).await;
    assert_eq!(standing(&ada).await, ("open".to_owned(), 0, 0), "shown before the first purchase");
    let first = shop.buy(&ada).await;
    assert_eq!(first["goals"][0]["progress"], 1, "the till sees it too: {first}");
    shop.buy(&ada).await;
    let third = shop.buy(&ada).await;
    assert_eq!((&third["goals"][0]["reached"], &third["goals"][0]["progress"]), (&json!(true), &json!(3)));
    assert_eq!(shop.server.balance(ada.id).await, 110, "30 for the purchases, 80 for the card");
    assert_eq!(standing(&ada).await, ("open".to_owned(), 0, 1), "a new card waits for its first stamp");
    shop.buy(&ada).await;
    assert_eq!(standing(&ada).await, ("open".to_owned(), 1, 1));
    assert_eq!(shop.totals(&id).await, (2, 1));

    let inbox = ada.caller.get("/api/notification/notifications").await.text;
    assert!(inbox.contains("Three cups: done") && inbox.contains("三杯"), "{inbox}");
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.text;
    assert!(history.contains("Goal reached") && history.contains("目標達成"), "{history}");
    let shown = ada.caller.get(&format!("/api/goals/{id}")).await.expect(200);
    assert_eq!(shown["stamps"].as_array().map(Vec::len), Some(1));
    assert_eq!(shown["reached"]["seen"], false);
    ada.caller.post(&format!("/api/goals/{id}/seen"), json!({})).await.expect(204);
    assert_eq!(listed(&ada).await[0]["reached"]["seen"], true, "celebrated once");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_repeated_key_counts_once() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    shop.on(json!({})).await;
    let (key, order) = (fresh_key(), json!({ "member": ada.short_id, "amountHkd": "10.00" }));
    for _ in 0..3 {
        let answer = shop.counter.post_once("/api/merchant/award", &key, order.clone()).await.expect(200);
        assert_eq!(answer["goals"][0]["progress"], 1, "the answer of the first time");
    }
    assert_eq!(standing(&ada).await.1, 1);
}

#[tokio::test]
async fn nothing_counts_until_goals_and_the_goal_are_switched_on() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    shop.desk.operator.post(GOALS, three_cups()).await.expect(201);
    shop.buy(&ada).await;
    assert_eq!(listed(&ada).await, json!([]), "a draft is not shown and counts nothing");
    let id = shop.on(json!({})).await;
    shop.buy(&ada).await;
    shop.desk.operator.post(&format!("{GOALS}/{id}/switch-off"), json!({})).await.expect(200);
    shop.buy(&ada).await;
    assert_eq!(standing(&ada).await, ("ended".to_owned(), 1, 0), "a card rests while its goal is off");
    shop.switch_on(&id).await.expect(200);
    shop.set(json!({ "goals": false })).await;
    assert!(shop.buy(&ada).await.get("goals").is_none());
    ada.caller.get("/api/goals").await.expect_problem(404, "not_found");
    shop.set(json!({ "goals": true })).await;
    assert_eq!(standing(&ada).await, ("open".to_owned(), 1, 0));
}

#[tokio::test]
async fn a_returned_purchase_takes_its_stamp_and_the_reward_back() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "repeats": true, "limit": 9 })).await;
    let only = shop.buy(&ada).await;
    shop.undo(&only).await;
    assert_eq!((standing(&ada).await.1, shop.totals(&id).await), (0, (0, 0)), "an empty card is gone");
    shop.buy(&ada).await;
    let second = shop.buy(&ada).await;
    shop.buy(&ada).await;
    shop.buy(&ada).await;
    assert_eq!((shop.server.balance(ada.id).await, shop.totals(&id).await), (120, (2, 1)));
    shop.desk.reverse(&second).await.expect(200);
    assert_eq!((shop.server.balance(ada.id).await, shop.totals(&id).await), (30, (2, 0)), "the 80 are taken back");
    assert_eq!(standing(&ada).await, ("open".to_owned(), 2, 0), "the older card goes on");
    shop.buy(&ada).await;
    assert_eq!((shop.server.balance(ada.id).await, standing(&ada).await.1), (120, 1), "and gives its reward once");

    // Points that are spent stay given, and the card stays full.
    let ben = shop.server.member().await;
    let last = [shop.buy(&ben).await, shop.buy(&ben).await, shop.buy(&ben).await][2].clone();
    ben.caller.transfer(&ada.email, 95).await.expect(200);
    shop.desk.reverse(&last).await.expect(200);
    assert_eq!((shop.server.balance(ben.id).await, standing(&ben).await.2), (5, 1));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_coupon_is_given_from_the_stock_owed_without_it_and_taken_back_while_unopened() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let item = shop.desk.item(json!({ "leftover": 1, "qoutaPerson": 1 }).over(coupon(40))).await;
    shop.on(json!({ "target": 2, "reward": { "kind": "item", "item": item } })).await;
    shop.buy(&ada).await;
    let last = shop.buy(&ada).await;
    assert_eq!(shop.server.balance(ada.id).await, 20, "the programme pays the price");
    let held = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!(held.as_array().map(Vec::len), Some(1), "{held}");
    assert_eq!(listed(&ada).await[0]["reached"]["redemptionId"], held[0]["_id"]);

    shop.buy(&ben).await;
    shop.buy(&ben).await;
    let owed = listed(&ben).await[0].clone();
    assert_eq!((&owed["reached"]["owed"], owed["reached"].get("redemptionId")), (&json!(true), None));

    shop.undo(&last).await;
    assert_eq!((shop.server.balance(ada.id).await, standing(&ada).await), (10, ("open".to_owned(), 1, 0)));
    let held = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!(held[0]["status"], "rejected", "{held}");
    let shelf = ada.caller.get("/api/redeem/list").await.expect(200);
    assert_eq!(shelf[0]["leftover"], 1, "the coupon is back on the shelf");

    let again = shop.buy(&ada).await;
    let coupon = listed(&ada).await[0]["reached"]["redemptionId"].as_str().expect("a coupon").to_owned();
    ada.caller.post(&format!("/api/redeem/use/{coupon}"), json!({})).await.expect(200);
    shop.undo(&again).await;
    assert_eq!(standing(&ada).await, ("reached".to_owned(), 2, 1), "a coupon that was opened stays");
    shop.server.verify_books();
}

#[tokio::test]
async fn sums_partners_months_and_days_count_as_their_goal_says() {
    let mut shop = Shop::open().await;
    let ada = shop.server.member().await;
    let other = shop.desk.partner("1", "0").await;
    let elsewhere = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    let named = |en: &str| json!({ "name": { "en": en, "zh": en, "zhhk": en }, "kind": "challenge" });
    let badge = json!({ "reward": { "kind": "badge" } });
    shop.on(json!({ "counts": "spend", "target": 100, "minimumBillHkd": "20.00" }).over(badge.clone().over(named("a")))).await;
    shop.on(json!({ "counts": "partners", "target": 2 }).over(badge.clone().over(named("b")))).await;
    let month = json!({ "counts": "purchases", "target": 3, "window": { "kind": "month" }, "perDay": 1 });
    shop.on(month.over(badge.clone().over(named("c")))).await;
    shop.on(json!({ "counts": "points", "target": 500, "partners": [other] }).over(badge.over(named("d")))).await;
    let progress = async || {
        let found = listed(&ada).await;
        let of = |name: &str| {
            let one = found.as_array().expect("goals").iter().find(|goal| goal["name"]["en"] == name).expect("it");
            (one["state"].as_str().expect("a state").to_owned(), one["progress"].as_i64().expect("progress"))
        };
        [of("a"), of("b"), of("c"), of("d")]
    };
    let open = |progress| ("open".to_owned(), progress);
    shop.buy_at(&shop.counter, &ada, "19.99").await;
    assert_eq!(progress().await, [open(0), open(1), open(1), open(0)], "a bill below the minimum");
    shop.buy_at(&shop.counter, &ada, "60.50").await;
    assert_eq!(progress().await, [open(60), open(1), open(1), open(0)], "one purchase a day, one partner");
    let reached = |progress| ("reached".to_owned(), progress);
    shop.buy_at(&elsewhere, &ada, "60.00").await;
    assert_eq!(progress().await, [reached(100), reached(2), open(1), open(60)]);
    shop.wait(DAY, &[&ada]).await;
    shop.buy(&ada).await;
    assert_eq!(progress().await[2], open(2));
    shop.wait(31 * DAY, &[&ada]).await;
    assert_eq!(progress().await[2], open(0), "a month begins with an empty card");
}

#[tokio::test]
async fn a_card_keeps_its_version_and_its_days() {
    let mut shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let rolling = json!({ "window": { "kind": "sinceFirst", "days": 10 } });
    let id = shop.on(rolling.clone()).await;
    shop.buy(&ada).await;
    let path = format!("{GOALS}/{id}");
    let harder = json!({ "target": 5 }).over(rolling.over(three_cups()));
    shop.desk.operator.put_at(&path, "\"1\"", harder.clone()).await.expect_problem(412, "stale");
    let changed = shop.desk.operator.put_at(&path, "*", harder).await.expect(200);
    assert_eq!((&changed["live"], &changed["versions"][0]["draft"]), (&json!(1), &json!(true)));
    shop.switch_on(&id).await.expect(200);
    shop.buy(&ada).await;
    shop.buy(&ben).await;
    let target = async |member: &TestMember| listed(member).await[0]["target"].clone();
    assert_eq!((target(&ada).await, target(&ben).await), (json!(3), json!(5)), "a card keeps its target");
    shop.buy(&ada).await;
    assert_eq!(shop.server.balance(ada.id).await, 110);

    shop.wait(9 * DAY, &[&ben]).await;
    shop.buy(&ben).await;
    assert_eq!(standing(&ben).await.1, 2, "the tenth day counts");
    shop.wait(DAY, &[&ben]).await;
    assert_eq!(standing(&ben).await.1, 0, "then the card is over, and a new one begins with the next purchase");
    shop.buy(&ben).await;
    assert_eq!((standing(&ben).await.1, shop.totals(&id).await), (1, (3, 1)));
}

#[tokio::test]
async fn a_card_that_ends_within_a_week_is_told_once() {
    let mut shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.on(json!({ "window": { "kind": "sinceFirst", "days": 12 } })).await;
    shop.buy(&ada).await;
    let told = async |member: &TestMember| {
        shop.server.running.store.write_unattended(goals::tell_ending).await.expect("notices");
        let inbox = member.caller.get("/api/notification/notifications").await.text;
        inbox.matches("You are at 1 of 3").count()
    };
    assert_eq!(told(&ada).await, 0, "twelve days are left");
    shop.server.clock.advance(6 * DAY);
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    assert_eq!((told(&ada).await, told(&ada).await), (1, 1));
    shop.wait(DAY, &[&ben]).await;
    shop.buy(&ben).await;
    let inbox = ben.caller.get("/api/notification/notifications").await.text;
    assert!(!inbox.contains("ends soon"), "{inbox}");
}

#[tokio::test]
async fn a_merged_account_brings_its_cards_and_a_return_still_finds_them() {
    let shop = Shop::open().await;
    let (ada, twin) = (shop.server.member().await, shop.server.member().await);
    let id = shop.on(json!({ "repeats": true, "limit": 100 })).await;
    shop.buy(&ada).await;
    let first = shop.buy(&twin).await;
    shop.buy(&twin).await;
    let path = format!("/api/admin/members/{}/merge", twin.id);
    let merge = json!({ "into": ada.id.to_string(), "reason": "The same person" });
    shop.owner.post_once(&path, &fresh_key(), merge).await.expect(200);
    assert_eq!(shop.totals(&id).await, (2, 0));
    shop.desk.reverse(&first).await.expect(200);
    shop.buy(&ada).await;
    shop.buy(&ada).await;
    assert_eq!((standing(&ada).await, shop.totals(&id).await), (("open".to_owned(), 1, 1), (2, 1)));
    let copy = ada.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    assert_eq!(copy["goals"].as_array().map(Vec::len), Some(2), "{copy}");
}

#[tokio::test]
async fn a_limit_ends_the_rewards_and_much_value_needs_a_second_person() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let id = shop.on(json!({ "target": 2, "limit": 1 })).await;
    shop.buy(&ben).await;
    shop.buy(&ada).await;
    shop.buy(&ada).await;
    shop.buy(&ben).await;
    assert_eq!((shop.server.balance(ada.id).await, shop.server.balance(ben.id).await), (100, 20));
    assert_eq!(standing(&ben).await.0, "ended");
    let found = shop.desk.operator.get(&format!("{GOALS}/{id}")).await.expect(200);
    assert_eq!(found["state"], "spent");

    let second = shop.server.staff_at(Role::Owner, None).await;
    shop.set(json!({ "twoPerson": true })).await;
    let made = shop.desk.operator.post(GOALS, three_cups()).await.expect(201);
    let id = made["_id"].as_str().expect("an id").to_owned();
    let waits = shop.switch_on(&id).await.expect(202);
    assert_eq!(shop.desk.operator.get(&format!("{GOALS}/{id}")).await.expect(200)["state"], "draft");
    let path = format!("/api/admin/approvals/{}/approve", waits["_id"].as_str().expect("an id"));
    second.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(shop.desk.operator.get(&format!("{GOALS}/{id}")).await.expect(200)["state"], "on");
}

#[tokio::test]
async fn mistakes_are_refused_at_their_field_and_drafts_can_be_dropped() {
    let shop = Shop::open().await;
    let missing = "019cde0a5b7070009f1b4c1f0c2f7a31";
    for (over, field, code) in [
        (json!({ "target": 0 }), "target", "invalid_value"),
        (json!({ "repeats": true }), "limit", "goal_unlimited"),
        (json!({ "from": "2026-10-02", "until": "2026-10-01" }), "until", "invalid_period"),
        (json!({ "partners": [missing] }), "partners[0]", "goal_unreachable"),
        (json!({ "counts": "partners", "partners": [shop.partner] }), "target", "goal_unreachable"),
        (json!({ "reward": { "kind": "item", "item": missing } }), "reward.item", "unknown_item"),
    ] {
        let refused = shop.desk.operator.post(GOALS, over.clone().over(three_cups())).await.expect_problem(400, code);
        assert_eq!(refused["errors"][0]["field"], field, "{over}: {refused}");
    }
    let made = shop.desk.operator.post(GOALS, json!({ "until": "2020-01-01" }).over(three_cups())).await.expect(201);
    let id = made["_id"].as_str().expect("an id").to_owned();
    shop.switch_on(&id).await.expect_problem(400, "day_passed");
    let draft = format!("{GOALS}/{id}/draft");
    shop.desk.operator.delete(&draft).await.expect(204);
    shop.desk.operator.delete(&draft).await.expect_problem(404, "not_found");
    let csv = shop.desk.operator.get(&format!("{GOALS}?format=csv")).await.text;
    assert!(csv.contains("_id,state,name.en"), "{csv}");
}
