//! The preview of the points of a bill whose member is not known yet, and the points that a link for the bill then
//! gives.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, factor};
use crate::earn_links::claim;
use crate::earning_rules::{Shop, points};
use crate::support::{TestMember, fresh_key};

const LINKS: &str = "/api/merchant/earn-links";

async fn told(shop: &Shop, bill: Value) -> Value {
    shop.counter.post(&format!("{LINKS}/preview"), bill).await.expect(200)
}

/// The points that a member gets for a link.
async fn collected(shop: &Shop, member: &TestMember, bill: Value) -> Value {
    let made = shop.counter.post(LINKS, bill).await.expect(201);
    claim(member, made["link"].as_str().expect("a link")).await.expect(200)["points"].clone()
}

fn bill(amount: &str) -> Value {
    json!({ "amountHkd": amount })
}

#[tokio::test]
async fn a_double_day_is_told_before_the_member_is_known() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    assert_eq!(points(&told(&shop, bill("88")).await), [88]);
    shop.on(json!({})).await;
    let preview = told(&shop, json!({ "amountHkd": "88", "enjoyCard": true })).await;
    assert_eq!((&preview["points"], points(&preview)), (&json!(352), vec![88, 176, 88]));
    assert_eq!((&preview["basePoints"], &preview["extraPoints"]), (&json!(88), &json!(176)));
    assert_eq!(preview["lines"][2]["name"]["zhhk"], "雙倍日");
    assert_eq!(preview["member"], Value::Null);
    assert_eq!(shop.server.balance(ada.id).await, 0, "a preview gives nothing");
    assert_eq!(collected(&shop, &ada, json!({ "amountHkd": "88", "enjoyCard": true })).await, json!(352));
    shop.server.verify_books();
}

#[tokio::test]
async fn rules_that_ask_who_the_member_is_are_not_told() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let fixed = |of: i64, over: Value| {
        let mut rule = json!({ "bonus": { "kind": "fixed", "points": of } });
        rule.as_object_mut().expect("a rule").extend(over.as_object().expect("fields").clone());
        rule
    };
    for (of, occasion) in [
        (1, json!({ "kind": "firstPurchase", "at": "programme" })),
        (2, json!({ "kind": "nthPurchase", "n": 2, "at": "partner" })),
        (4, json!({ "kind": "welcome", "withinDays": 30 })),
        (8, json!({ "kind": "birthday", "window": "month" })),
    ] {
        shop.on(fixed(of, json!({ "occasion": occasion }))).await;
    }
    shop.on(json!({ "granted": true, "caps": { "perReceipt": 500 } })).await;
    let english = json!({ "match": "all", "lines": [{ "kind": "language", "languages": ["en"] }] });
    let named = json!({ "name": "English", "conditions": english });
    let segment = shop.desk.operator.post("/api/admin/segments", named).await.expect(201)["_id"].clone();
    shop.on(fixed(32, json!({ "segment": segment }))).await;
    shop.on(fixed(64, json!({ "enjoyCard": true }))).await;
    assert_eq!(points(&told(&shop, bill("10")).await), [10]);
    let card = told(&shop, json!({ "amountHkd": "10", "enjoyCard": true })).await;
    assert_eq!(points(&card), [10, 20, 64], "the cashier sees the card, so its rule counts");
    assert_eq!(collected(&shop, &ada, bill("10")).await, json!(10 + 1 + 4 + 32), "the member gets more");
}

#[tokio::test]
async fn limits_and_days_of_waiting_are_told_and_a_limit_of_a_member_is_still_whole() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "caps": { "perMember": 50 }, "budget": { "unit": "points", "amount": 70 },
        "pending": { "days": 14, "of": "bonus" } }))
        .await;
    let first = told(&shop, bill("80")).await;
    assert_eq!((&first["points"], points(&first)), (&json!(130), vec![80, 50]));
    assert_eq!(first["lines"][1]["limitedBy"], "perMember");
    assert_eq!(
        (&first["lines"][0]["pendingUntil"], &first["lines"][1]["pendingUntil"]),
        (&Value::Null, &json!("2026-03-26"))
    );
    assert_eq!(collected(&shop, &ada, bill("80")).await, json!(130));
    let second = told(&shop, bill("80")).await;
    assert_eq!((points(&second), &second["lines"][1]["limitedBy"]), (vec![80, 20], &json!("budget")));
    assert_eq!(collected(&shop, &ada, bill("80")).await, json!(80), "Ada has had as much as a member may get");
    let ben = shop.server.member().await;
    assert_eq!(collected(&shop, &ben, bill("80")).await, json!(100));
    let spent = told(&shop, bill("80")).await;
    assert_eq!((points(&spent), &spent["points"]), (vec![80, 0], &json!(80)));
    shop.server.clock.set(Timestamp::parse("2100-01-01T12:00:00+08:00").expect("a time"));
    shop.go_to("2100-01-01T12:00").await;
    assert_eq!(points(&told(&shop, bill("80")).await), [80], "the rule is over");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_bill_below_one_point_is_told_what_a_rule_gives_or_nothing() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let nothing = told(&shop, bill("0.50")).await;
    assert_eq!((&nothing["points"], points(&nothing)), (&json!(0), vec![0]));
    shop.on(json!({ "bonus": { "kind": "fixed", "points": 5 } })).await;
    assert_eq!(points(&told(&shop, bill("0.50")).await), [0, 5]);
    assert_eq!(collected(&shop, &ada, bill("0.50")).await, json!(5));
}

#[tokio::test]
async fn units_of_a_factor_are_told_given_and_saved_by_the_link() {
    let shop = crate::unit_rules::shop(true).await;
    let ada = shop.server.member().await;
    let refill = shop.desk.operator.post(FACTORS, factor("action", "80", "Refill")).await.expect(201)["_id"].clone();
    shop.on(json!({ "bonus": { "kind": "perUnit", "points": 15, "factorId": refill } })).await;
    let with = |quantity: &str| json!({ "amountHkd": "10", "carbon": [{ "factorId": refill, "quantity": quantity }] });
    assert_eq!(points(&told(&shop, with("2")).await), [10, 30]);
    assert_eq!(collected(&shop, &ada, with("2")).await, json!(40));
    assert_eq!(ada.caller.get("/api/carbon/tree").await.expect(200)["grams"], json!("160"));
    // The factor ends before the member collects: the bill still gives its points.
    let made = shop.counter.post(LINKS, with("2")).await.expect(201);
    let path = format!("{FACTORS}/{}", refill.as_str().expect("an id"));
    shop.desk.operator.delete(&path).await.expect(204);
    assert_eq!(claim(&ada, made["link"].as_str().expect("a link")).await.expect(200)["points"], 10);
    shop.counter.post(LINKS, with("2")).await.expect_problem(400, "unknown_factor");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_quantity_that_does_not_fit_is_refused_before_the_customer_sees_a_link() {
    let shop = crate::unit_rules::shop(true).await;
    let refill = shop.desk.operator.post(FACTORS, factor("action", "80", "Refill")).await.expect(201)["_id"].clone();
    let with = |quantity: &str| json!({ "amountHkd": "10", "carbon": [{ "factorId": refill, "quantity": quantity }] });
    for path in [LINKS.to_owned(), format!("{LINKS}/preview")] {
        let refused = shop.counter.post(&path, with("1.5")).await;
        refused.expect_problem(400, "invalid_value");
        assert!(refused.text.contains("carbon"), "{path}: nothing wrong is shown to a customer");
    }
    shop.server.verify_books();
}

#[tokio::test]
async fn only_people_at_a_counter_ask_for_the_points_of_a_bill() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let path = format!("{LINKS}/preview");
    ada.caller.post(&path, bill("10")).await.expect_problem(401, "unauthenticated");
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let terms = json!({ "partnerId": shop.partner, "name": "Kiosk" });
    let key = owner.post("/api/admin/api-keys", terms).await.expect(201);
    let kiosk = shop.server.visitor();
    kiosk.set_bearer(key["key"].as_str());
    kiosk.post(&path, bill("10")).await.expect_problem(403, "forbidden");
    for wrong in ["", "0", "-5", "x"] {
        let refused = shop.counter.post(&path, bill(wrong)).await;
        refused.expect_problem(400, "invalid_amount_hkd");
    }
    // The award's own preview still needs the member.
    let award = shop.counter.post("/api/merchant/award/preview", bill("10")).await;
    award.expect_problem(400, "required_field");
    shop.counter.post_once("/api/merchant/award", &fresh_key(), bill("10")).await.expect_problem(400, "required_field");
}
