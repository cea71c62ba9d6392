//! Rules that let points wait until a fixed day, and rules that give nothing and only hold the points of purchases.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::pending::release_due;
use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop, double, points};
use crate::support::desk::Over;
use crate::support::{PASSWORD, TestMember};

const BILL: &str = "/api/admin/earning-rules/bill";

/// A rule that only holds all points of a purchase.
fn without_bonus(pending: Value) -> Value {
    let pending = json!({ "of": "purchase" }).over(pending);
    json!({ "name": { "en": "returns", "zh": "退货期", "zhhk": "退貨期" }, "bonus": { "kind": "none" }, "until": null,
        "budget": null, "pending": pending })
}

async fn refused(shop: &Shop, over: Value, field: &str, code: &str) {
    let answer = shop.desk.operator.post(RULES, over.clone().over(double())).await;
    let refused = answer.expect_problem(400, code);
    let found = refused["errors"].as_array().expect("errors").iter();
    assert!(found.clone().any(|one| one["field"] == field && one["code"] == code), "{over}: {refused}");
}

async fn move_clock(shop: &mut Shop, local: &str) {
    shop.go_to(local).await;
    release_due(&shop.server.running.store).await.expect("a run");
}

/// The points of a preview with the days until which they wait.
async fn told(shop: &Shop, member: &TestMember, amount: &str) -> Vec<(i64, Value)> {
    let body = json!({ "member": member.short_id, "amountHkd": amount });
    let preview = shop.counter.post("/api/merchant/award/preview", body).await.expect(200);
    let days = preview["lines"].as_array().expect("lines").iter().map(|line| line["pendingUntil"].clone());
    points(&preview).into_iter().zip(days).collect()
}

#[tokio::test]
async fn points_of_every_purchase_wait_until_one_day_and_none_from_that_day_on() {
    let mut shop = Shop::open_at("2026-12-20T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.on(json!({ "until": "2026-12-24", "pending": { "until": "2026-12-26", "of": "bonus" } })).await;
    let day = json!("2026-12-26");
    assert_eq!(told(&shop, &ada, "80").await, [(80, Value::Null), (80, day.clone())]);
    shop.award(&ada, "80").await;
    shop.go_to("2026-12-24T23:59").await;
    shop.award(&ada, "20").await;
    shop.award(&ben, "10").await;
    assert_eq!(shop.server.balance(ada.id).await, 100);
    let caller = shop.server.visitor();
    caller.sign_in(&ada.email, PASSWORD).await;
    let outlook = caller.get("/api/transaction/expiring").await.expect(200);
    let waits: Vec<_> = outlook["pending"].as_array().expect("pending").iter().map(|one| &one["day"]).collect();
    assert_eq!(waits, [&day, &day], "both purchases wait until the same day");
    move_clock(&mut shop, "2026-12-26T08:59").await;
    assert_eq!(shop.server.balance(ada.id).await, 100, "before nine in Hong Kong");
    move_clock(&mut shop, "2026-12-26T09:00").await;
    assert_eq!((shop.server.balance(ada.id).await, shop.server.balance(ben.id).await), (200, 20));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_rule_that_goes_on_after_the_day_lets_nothing_wait_from_midnight_on() {
    let mut shop = Shop::open_at("2026-12-31T23:58").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "until": null, "pending": { "until": "2027-01-01" } })).await;
    assert_eq!(told(&shop, &ada, "10").await[1], (10, json!("2027-01-01")));
    shop.server.clock.set(Timestamp::parse("2026-12-31T23:59:59.999+08:00").expect("a time"));
    assert_eq!(told(&shop, &ada, "10").await[1], (10, json!("2027-01-01")));
    shop.go_to("2027-01-01T00:00").await;
    assert_eq!(told(&shop, &ada, "10").await, [(10, Value::Null), (10, Value::Null)]);
    shop.award(&ada, "10").await;
    assert_eq!(shop.server.balance(ada.id).await, 20);
}

#[tokio::test]
async fn a_rule_without_a_bonus_holds_the_points_and_staff_read_which_one_it_was() {
    let mut shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    let id = shop.on(without_bonus(json!({ "days": 14 }))).await;
    let day = json!("2026-12-12");
    assert_eq!(told(&shop, &ada, "80").await, [(80, day.clone()), (0, day.clone())], "the counter reads why they wait");
    let award = shop.award(&ada, "80").await;
    assert_eq!((&award["points"], points(&award)), (&json!(80), vec![80]));
    assert_eq!(shop.server.balance(ada.id).await, 0);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    let row = &history[0];
    assert_eq!((&row["points"], &row["pendingPoints"], &row["pendingUntil"]), (&json!(0), &json!(80), &day));
    assert_eq!(row.get("lines"), None);
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    let line = &inbox["data"][0];
    assert_eq!(line["body"]["en"], "You earned 80 points for HK$80.00. They are pending until 12 December 2026.");
    assert_eq!(line["body"]["zhhk"], "你消費 HK$80.00，賺取了 80 積分，將於 2026年12月12日 入賬。");

    let path = format!("/api/admin/transactions/{}", award["transactionId"].as_str().expect("an id"));
    let posted = shop.desk.operator.get(&path).await.expect(200);
    let held = json!([{ "kind": "rule", "points": 0, "name": { "en": "returns", "zh": "退货期", "zhhk": "退貨期" },
        "rule": id, "version": 1, "pendingUntil": day }]);
    assert_eq!((&posted["delays"], posted.get("lines")), (&held, None));

    let bill = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "80" });
    let tried = shop.desk.operator.post(BILL, bill).await.expect(200);
    let why = &tried["lines"][1];
    assert_eq!((&tried["points"], points(&tried)), (&json!(80), vec![80, 0]));
    assert_eq!((&why["rule"], &why["pendingUntil"]), (&json!(id), &day), "staff read which rule holds them");
    let rule = shop.rule(&id).await;
    assert_eq!((&rule["state"], &rule["givenPoints"], &rule["recentAwards"]), (&json!("on"), &json!(0), &json!(0)));

    shop.undo(&award).await;
    shop.award(&ada, "30").await;
    move_clock(&mut shop, "2026-12-12T09:00").await;
    assert_eq!(shop.server.balance(ada.id).await, 30);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_rule_without_a_bonus_stays_beside_one_that_counts_alone() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "stacking": "best", "pending": { "days": 3 } })).await;
    shop.on(without_bonus(json!({ "until": "2026-12-24" }))).await;
    let day = json!("2026-12-24");
    let held = [(80, day.clone()), (80, day.clone()), (0, day)];
    assert_eq!(told(&shop, &ada, "80").await, held, "the later day counts");
    shop.on(without_bonus(json!({ "days": 60 }))).await;
    let later = json!("2027-01-27");
    let held = [(80, later.clone()), (80, later.clone()), (0, json!("2026-12-24")), (0, later)];
    assert_eq!(told(&shop, &ada, "80").await, held, "each rule has its own day");
    let award = shop.award(&ada, "80").await;
    assert_eq!((points(&award), shop.server.balance(ada.id).await), (vec![80, 80], 0));
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    let said = "You earned 160 points for HK$80.00: 80 + 80 double day. 160 of them are pending until 27 January 2027.";
    assert_eq!(inbox["data"][0]["body"]["en"], said);
    shop.server.verify_books();
}

#[tokio::test]
async fn only_the_first_purchase_may_wait() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    let first = json!({ "occasion": { "kind": "firstPurchase", "at": "programme" } });
    shop.on(first.over(without_bonus(json!({ "days": 7 })))).await;
    shop.award(&ada, "80").await;
    shop.award(&ada, "5").await;
    assert_eq!(shop.server.balance(ada.id).await, 5, "only the first purchase waits");
}

#[tokio::test]
async fn a_rule_without_a_bonus_is_not_announced_and_needs_no_limit_and_no_second_person() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let draft = json!({ "rule": without_bonus(json!({ "days": 14 })).over(double()) });
    let check = shop.desk.operator.post(&format!("{RULES}/check"), draft).await.expect(200);
    assert_eq!((&check["problems"], &check["mostPoints"]), (&json!([]), &json!(0)), "{check}");
    let bonus = shop.on(json!({})).await;
    let (owner, other) = (shop.server.staff_at(Role::Owner, None).await, shop.server.staff_at(Role::Owner, None).await);
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["twoPerson"] = json!(true);
    other.put_at("/api/admin/settings", "*", settings).await.expect(200);
    shop.on(without_bonus(json!({ "days": 14 }))).await;
    let ada = shop.server.member().await;
    let shown = ada.caller.get("/api/partner/bonuses").await.expect(200);
    let shown: Vec<_> = shown.as_array().expect("bonuses").iter().map(|one| one["_id"].clone()).collect();
    assert_eq!(shown, [json!(bonus)]);
}

#[tokio::test]
async fn a_simulation_tells_what_a_rule_without_a_bonus_would_let_wait() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.award(&ada, "80").await;
    shop.award(&ben, "20").await;
    for (pending, waits) in [
        (json!({ "days": 14 }), (100, 2)),
        (json!({ "until": "2026-11-29" }), (100, 2)),
        (json!({ "until": "2026-11-28" }), (0, 0)),
    ] {
        let made = shop.add(without_bonus(pending.clone())).await;
        let found = shop.simulate(made["_id"].as_str().expect("an id"), json!({})).await;
        let read = (found["pendingPoints"].as_i64(), found["pendingBills"].as_i64());
        assert_eq!(read, (Some(waits.0), Some(waits.1)), "{pending}: {found}");
        assert_eq!((&found["points"], &found["change"], &found["bills"]), (&json!(0), &json!(0), &json!(0)));
        assert_eq!(found["changedBills"], json!([]));
    }
    let bonus = shop.add(json!({ "pending": { "until": "2026-12-24" } }).over(json!({ "until": "2026-12-24" }))).await;
    let found = shop.simulate(bonus["_id"].as_str().expect("an id"), json!({})).await;
    assert_eq!(
        (&found["points"], &found["pendingPoints"], &found["pendingBills"]),
        (&json!(100), &json!(100), &json!(2))
    );
}

#[tokio::test]
async fn a_day_of_release_that_cannot_be_meant_is_refused_beside_its_field() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let span = |from: &str, until: &str, pending: Value| json!({ "from": from, "until": until, "pending": pending });
    let day = |day: &str| json!({ "until": day });
    for (over, field, code) in [
        (json!({ "pending": {} }), "pending.days", "required_field"),
        (json!({ "pending": { "days": 3, "until": "2099-12-31" } }), "pending.until", "rule_pending_twice"),
        (span("2026-12-01", "2026-12-31", day("2026-12-30")), "pending.until", "rule_pending_before_end"),
        (span("2026-12-01", "2026-12-31", day("2026-11-30")), "pending.until", "rule_pending_before_start"),
        (
            json!({ "from": "2026-12-01", "until": null, "pending": day("2026-11-30") }),
            "pending.until",
            "rule_pending_before_start",
        ),
    ] {
        refused(&shop, over, field, code).await;
    }
    for sound in [day("2026-12-31"), day("2027-01-01")] {
        shop.add(span("2026-12-01", "2026-12-31", sound)).await;
    }
    shop.desk
        .operator
        .post(RULES, json!({ "pending": day("2026-02-30") }).over(double()))
        .await
        .expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn a_rule_that_begins_when_it_is_switched_on_is_not_switched_on_after_the_day() {
    let mut shop = Shop::open_at("2026-11-28T12:00").await;
    let made = shop.add(without_bonus(json!({ "until": "2026-11-29" }))).await;
    let id = made["_id"].as_str().expect("an id");
    shop.go_to("2026-11-30T00:00").await;
    shop.simulate(id, json!({})).await;
    let refused = shop.switch_on(id).await.expect_problem(400, "rule_pending_before_start");
    assert_eq!(refused["errors"][0]["field"], "pending.until");
}

#[tokio::test]
async fn what_limits_or_places_a_bonus_is_refused_for_a_rule_without_one() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let bare = || without_bonus(json!({ "days": 14 }));
    for (over, field) in [
        (json!({ "rounding": "up" }), "rounding"),
        (json!({ "occasion": { "kind": "birthday" } }), "occasion"),
        (json!({ "caps": { "perReceipt": 5 } }), "caps.perReceipt"),
        (json!({ "caps": { "perMember": 5 } }), "caps.perMember"),
        (json!({ "caps": { "perMemberDay": 5 } }), "caps.perMemberDay"),
        (json!({ "caps": { "perDay": 5 } }), "caps.perDay"),
        (json!({ "caps": { "perRule": 5 } }), "caps.perRule"),
        (json!({ "budget": { "unit": "points", "amount": 5 } }), "budget"),
        (json!({ "stacking": "best" }), "stacking"),
    ] {
        refused(&shop, over.over(bare()), field, "rule_needs_bonus").await;
    }
    refused(&shop, json!({ "pending": null }).over(bare()), "pending", "rule_delays_nothing").await;
    refused(
        &shop,
        json!({ "pending": { "days": 1, "of": "bonus" } }).over(bare()),
        "pending.of",
        "rule_delays_nothing",
    )
    .await;
    refused(&shop, json!({ "granted": true }).over(bare()), "granted", "rule_granted_multiplies").await;
    for sound in [json!({}), json!({ "until": "2026-12-31" }), json!({ "enjoyCard": true })] {
        shop.add(sound.over(bare())).await;
    }
}
