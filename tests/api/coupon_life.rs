//! Coupons with an end: the days that count, notices, the refusal after it, and more time from support.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::rewards;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key};

/// The server's first day is 21 September 2026 in Hong Kong.
struct Sale {
    server: TestServer,
    desk: Desk,
    ada: TestMember,
}

impl Sale {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let ada = server.member_with(1_000).await;
        Self { server, desk, ada }
    }

    /// Sets the clock to a moment and signs the member in again.
    async fn on(&self, moment: &str) {
        self.server.clock.set(at(moment));
        self.ada.caller.sign_in(&self.ada.email, PASSWORD).await;
    }

    async fn buy(&self, life: Value) -> Value {
        let item = self.desk.item(life.over(coupon(10))).await;
        self.buy_one(&item).await
    }

    async fn buy_one(&self, item: &str) -> Value {
        let path = format!("/api/redeem/purchase/{item}");
        let answer = self.ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        answer["redemption"].clone()
    }

    async fn use_it(&self, redemption: &Value) -> Answer {
        self.ada.caller.post(&format!("/api/redeem/use/{}", id(redemption)), json!({})).await
    }

    async fn held(&self, redemption: &Value) -> Value {
        let mine = self.ada.caller.get("/api/redeem/myredeems").await.expect(200);
        let found = mine.as_array().expect("a list").iter().find(|one| one["_id"] == redemption["_id"]);
        found.expect("the coupon").clone()
    }

    async fn titles(&self) -> Vec<String> {
        let letters = self.server.letters();
        let given = self.server.running.store.write_unattended(move |tx| rewards::remind(tx, &letters)).await;
        given.expect("notices");
        self.server.running.outbox.wake();
        let inbox = self.ada.caller.get("/api/notification/notifications").await.expect(200);
        let lines = inbox["data"].as_array().expect("a list").iter();
        let titles = lines.map(|line| line["title"]["en"].as_str().expect("a title").to_owned());
        titles.filter(|title| title.contains("Tea")).collect()
    }
}

fn at(moment: &str) -> Timestamp {
    Timestamp::parse(moment).expect("a moment")
}

fn id(redemption: &Value) -> &str {
    redemption["_id"].as_str().expect("an id")
}

async fn extend(staff: &Caller, redemption: &Value, until: &str) -> Answer {
    let body = json!({ "until": until, "reason": "Was in hospital" });
    staff.post(&format!("/api/admin/redemptions/{}/extend", id(redemption)), body).await
}

async fn reopen(staff: &Caller, redemption: &Value) -> Value {
    let path = format!("/api/admin/redemptions/{}/reopen", id(redemption));
    staff.post(&path, json!({ "reason": "The till was down" })).await.expect(200)
}

#[tokio::test]
async fn a_coupon_can_be_opened_until_the_end_of_its_last_day() {
    let sale = Sale::open().await;
    let [opened, ended] =
        [sale.buy(json!({ "useWithinDays": 30 })).await, sale.buy(json!({ "useWithinDays": 30 })).await];
    assert_eq!(opened["useBy"], "2026-10-21");
    assert_eq!(sale.buy(json!({ "useWithinDays": 30, "useUntil": "2026-10-01" })).await["useBy"], "2026-10-01");
    assert_eq!(sale.buy(json!({})).await.get("useBy"), None);
    sale.on("2026-10-21T15:59:59Z").await;
    let open = sale.use_it(&opened).await.expect(200);
    assert_eq!(open["expiresAt"], "2026-10-21T16:04:59.000Z", "an open coupon keeps its five minutes");
    sale.on("2026-10-21T16:00:00Z").await;
    sale.use_it(&ended).await.expect_problem(410, "coupon_ended");
    let held = sale.held(&ended).await;
    assert_eq!((&held["ended"], &held["used"], held.get("usedAt")), (&json!(true), &json!(true), None));
    assert_eq!(sale.held(&opened).await.get("ended"), None, "the coupon was used");
}

#[tokio::test]
async fn nobody_buys_a_coupon_after_its_last_day() {
    let sale = Sale::open().await;
    let item = sale.desk.item(json!({ "useUntil": "2026-09-30" }).over(coupon(10))).await;
    let offered = async || sale.ada.caller.get("/api/redeem/list").await.expect(200).as_array().expect("a list").len();
    sale.on("2026-09-30T15:59:59Z").await;
    assert_eq!(offered().await, 1);
    sale.on("2026-09-30T16:00:00Z").await;
    assert_eq!(offered().await, 0);
    let path = format!("/api/redeem/purchase/{item}");
    let late = sale.ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await;
    late.expect_problem(404, "item_unavailable");
}

#[tokio::test]
async fn a_member_is_told_a_week_and_a_day_before_unless_the_coupon_was_used() {
    let sale = Sale::open().await;
    let coupon = sale.buy(json!({ "useWithinDays": 30 })).await;
    let used = sale.buy(json!({ "useWithinDays": 30 })).await;
    sale.use_it(&used).await.expect(200);
    sale.on("2026-10-14T00:59:59Z").await;
    assert_eq!(sale.titles().await, [""; 0]);
    sale.on("2026-10-14T01:00:00Z").await;
    assert_eq!(sale.titles().await, ["Use “Tea” by 21 October 2026"]);
    assert_eq!(sale.titles().await.len(), 1, "a second run gives no second notice");
    sale.on("2026-10-20T01:00:00Z").await;
    assert_eq!(sale.titles().await.len(), 2);
    sale.on("2026-11-20T01:00:00Z").await;
    assert_eq!(sale.titles().await.len(), 2);
    assert_eq!(sale.held(&coupon).await["ended"], true);
}

#[tokio::test]
async fn support_gives_more_time_with_a_reason_and_the_member_is_told() {
    let sale = Sale::open().await;
    let coupon = sale.buy(json!({ "useWithinDays": 30 })).await;
    let endless = sale.buy(json!({})).await;
    sale.on("2026-11-01T04:00:00Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    extend(&support, &endless, "2026-12-01").await.expect_problem(409, "not_extendable");
    for wrong in ["2026-10-31", "2026-10-21", "2027-11-03", "soon"] {
        extend(&support, &coupon, wrong).await.expect(400);
    }
    let blank = json!({ "until": "2026-12-01", "reason": " " });
    let path = format!("/api/admin/redemptions/{}/extend", id(&coupon));
    support.post(&path, blank).await.expect_problem(400, "invalid_reason");
    let extended = extend(&support, &coupon, "2026-12-01").await.expect(200);
    assert_eq!((&extended["useBy"], &extended["ended"]), (&json!("2026-12-01"), &json!(false)));
    assert_eq!(sale.titles().await, ["“Tea” is valid for longer"]);
    sale.use_it(&coupon).await.expect(200);
    extend(&support, &coupon, "2026-12-05").await.expect_problem(409, "not_extendable");
}

#[tokio::test]
async fn a_coupon_that_support_gives_back_has_a_week_at_least() {
    let sale = Sale::open().await;
    let coupon = sale.buy(json!({ "useWithinDays": 1 })).await;
    sale.use_it(&coupon).await.expect(200);
    sale.on("2026-11-01T04:00:00Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    assert_eq!(reopen(&support, &coupon).await["useBy"], "2026-11-08");
    sale.use_it(&coupon).await.expect(200);
}

#[tokio::test]
async fn a_coupon_keeps_the_value_and_cost_of_its_purchase_and_an_invalid_validity_is_refused() {
    let sale = Sale::open().await;
    let coupon_id = sale.buy(json!({ "faceValueHkd": "50.00", "costHkd": "32.5" })).await;
    let listed = sale.desk.operator.get("/api/admin/redemptions").await.expect(200);
    assert_eq!(listed[0]["_id"], coupon_id["_id"]);
    assert_eq!((&listed[0]["faceValueHkd"], &listed[0]["costHkd"]), (&json!("50.00"), &json!("32.50")));
    let offer = json!({ "validUntil": "2026-10-02T00:00:00Z" });
    for (life, field) in [
        (json!({ "useWithinDays": 0 }), "useWithinDays"),
        (json!({ "useWithinDays": 3_651 }), "useWithinDays"),
        (json!({ "useWithinDays": 5, "type": "exchange" }), "useWithinDays"),
        (json!({ "useUntil": "2026-12-01", "type": "exchange" }), "useUntil"),
        (json!({ "useUntil": "2026-10-01" }).over(offer), "useUntil"),
        (json!({ "costHkd": "1000000.01" }), "costHkd"),
    ] {
        let answer = sale.desk.operator.post("/api/admin/items", life.over(coupon(10))).await;
        let problem = answer.expect(400);
        assert_eq!(problem["errors"][0]["field"], field, "{problem}");
    }
}

#[tokio::test]
async fn the_thirty_days_of_a_coupon_go_over_the_turn_of_the_year_and_a_leap_day() {
    let sale = Sale::open().await;
    let item = sale.desk.item(json!({ "useWithinDays": 30 }).over(coupon(10))).await;
    let fixed = sale.desk.item(json!({ "useUntil": "2028-02-29" }).over(coupon(10))).await;
    for (moment, last_day) in [
        ("2026-12-31T15:59:59Z", "2027-01-30"),
        ("2026-12-31T16:00:00Z", "2027-01-31"),
        ("2027-01-30T04:00:00Z", "2027-03-01"),
    ] {
        sale.on(moment).await;
        assert_eq!(sale.buy_one(&item).await["useBy"], last_day, "bought at {moment}");
    }
    sale.on("2028-01-30T15:59:59Z").await;
    let [leap, opened] = [sale.buy_one(&item).await, sale.buy_one(&fixed).await];
    assert_eq!((&leap["useBy"], &opened["useBy"]), (&json!("2028-02-29"), &json!("2028-02-29")));
    sale.on("2028-01-30T16:00:00Z").await;
    let after = sale.buy_one(&item).await;
    assert_eq!(after["useBy"], "2028-03-01");
    sale.on("2028-02-29T15:59:59Z").await;
    sale.use_it(&opened).await.expect(200);
    sale.on("2028-02-29T16:00:00Z").await;
    sale.use_it(&leap).await.expect_problem(410, "coupon_ended");
    let path = format!("/api/redeem/purchase/{fixed}");
    let late = sale.ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await;
    late.expect_problem(404, "item_unavailable");
    sale.use_it(&after).await.expect(200);
    sale.server.verify_books();
}

#[tokio::test]
async fn notices_come_in_the_old_year_for_a_coupon_of_the_new_and_on_a_leap_day() {
    for (bought, days, first, second, title) in [
        ("2026-12-02", 30, "2026-12-25", "2026-12-31", "Use “Tea” by 1 January 2027"),
        ("2027-12-01", 31, "2027-12-25", "2027-12-31", "Use “Tea” by 1 January 2028"),
        ("2028-01-30", 30, "2028-02-22", "2028-02-28", "Use “Tea” by 29 February 2028"),
        ("2028-02-06", 24, "2028-02-23", "2028-02-29", "Use “Tea” by 1 March 2028"),
        ("2028-02-06", 30, "2028-02-29", "2028-03-06", "Use “Tea” by 7 March 2028"),
    ] {
        let sale = Sale::open().await;
        let item = sale.desk.item(json!({ "useWithinDays": days }).over(coupon(10))).await;
        sale.on(&format!("{bought}T04:00:00Z")).await;
        sale.buy_one(&item).await;
        for (day, before, after) in [(first, 0, 1), (second, 1, 2)] {
            sale.on(&format!("{day}T00:59:59Z")).await;
            assert_eq!(sale.titles().await.len(), before, "before nine on {day}");
            sale.on(&format!("{day}T01:00:00Z")).await;
            assert_eq!(sale.titles().await, vec![title; after], "{day}");
        }
    }
}

#[tokio::test]
async fn support_extends_and_reopens_over_the_turn_of_the_year_and_a_leap_day() {
    let sale = Sale::open().await;
    let item = sale.desk.item(json!({ "useWithinDays": 30 }).over(coupon(10))).await;
    sale.on("2026-12-01T04:00:00Z").await;
    let [ended, opened] = [sale.buy_one(&item).await, sale.buy_one(&item).await];
    assert_eq!(ended["useBy"], "2026-12-31");
    sale.use_it(&opened).await.expect(200);
    sale.on("2026-12-31T15:59:59Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    let returned = reopen(&support, &opened).await;
    assert_eq!(returned["useBy"], "2027-01-07", "a week from the last second of the year");
    // Midnight in Hong Kong: the coupon of the old year has ended, and a year from today has the leap day in it.
    sale.on("2026-12-31T16:00:00Z").await;
    for wrong in ["2026-12-31", "2028-01-03"] {
        let refused = extend(&support, &ended, wrong).await.expect_problem(400, "invalid_value");
        assert_eq!(refused["errors"][0]["field"], "until", "{wrong}");
    }
    let today = extend(&support, &ended, "2027-01-01").await.expect(200);
    assert_eq!((&today["useBy"], &today["ended"]), (&json!("2027-01-01"), &json!(false)));
    assert_eq!(extend(&support, &ended, "2028-01-02").await.expect(200)["useBy"], "2028-01-02");
    sale.on("2027-12-31T04:00:00Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    extend(&support, &ended, "2027-02-29").await.expect(400);
    assert_eq!(extend(&support, &ended, "2028-02-29").await.expect(200)["useBy"], "2028-02-29");
    sale.on("2028-02-29T15:59:59Z").await;
    assert_eq!(sale.held(&ended).await.get("ended"), None);
    sale.use_it(&ended).await.expect(200);
    sale.on("2028-02-29T16:05:00Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    assert_eq!(reopen(&support, &ended).await["useBy"], "2028-03-08");

    let sale = Sale::open().await;
    let item = sale.desk.item(json!({ "useWithinDays": 1 }).over(coupon(10))).await;
    sale.on("2028-02-21T04:00:00Z").await;
    let short = sale.buy_one(&item).await;
    sale.use_it(&short).await.expect(200);
    sale.on("2028-02-22T04:00:00Z").await;
    let support = sale.server.staff_at(Role::Support, None).await;
    assert_eq!(reopen(&support, &short).await["useBy"], "2028-02-29");
}
