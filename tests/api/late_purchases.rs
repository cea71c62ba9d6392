//! Rules of a first or n-th purchase, and purchases that earn days after they were made.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::simulations::{finds_what_was_given, set};
use crate::support::{PASSWORD, TestMember, fresh_key};

/// A shop on 2 March with claims, and a rule of 100 points for an occasion.
async fn shop(occasion: Value, until: &str) -> (Shop, TestMember, String) {
    let shop = Shop::open_at("2026-03-02T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let bonus = json!({ "kind": "fixed", "points": 100 });
    let rule = shop.on(json!({ "bonus": bonus, "occasion": occasion, "until": until })).await;
    let ada = shop.server.member().await;
    (shop, ada, rule)
}

/// Makes a purchase at the counter at that time, and returns the points that it earns.
async fn bought(shop: &mut Shop, member: &TestMember, local: &str) -> i64 {
    shop.go_to(local).await;
    shop.award(member, "10").await["points"].as_i64().expect("points")
}

/// Claims a purchase at a partner, at noon of a day, and approves the claim now. Returns the points that it gives.
async fn claimed_at(shop: &Shop, member: &TestMember, partner: &str, day: &str) -> i64 {
    member.caller.sign_in(&member.email, PASSWORD).await;
    let before = shop.server.balance(member.id).await;
    let body = json!({ "partner": partner, "day": day, "amountHkd": "10", "receipt": fresh_key() });
    let made = member.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/approve", made["claim"]["_id"].as_str().expect("an id"));
    shop.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    shop.server.balance(member.id).await - before
}

async fn claimed(shop: &Shop, member: &TestMember, day: &str) -> i64 {
    claimed_at(shop, member, &shop.partner, day).await
}

#[tokio::test]
async fn a_first_purchase_that_is_claimed_after_a_later_one_earns_its_bonus_once() {
    for occasion in [
        json!({ "kind": "firstPurchase" }),
        json!({ "kind": "firstPurchase", "at": "programme" }),
        json!({ "kind": "welcome", "withinDays": 30 }),
    ] {
        let (mut shop, ada, rule) = shop(occasion.clone(), "2026-03-04").await;
        assert_eq!(bought(&mut shop, &ada, "2026-03-05T12:00").await, 10, "the rule is over");
        assert_eq!(claimed(&shop, &ada, "2026-03-04").await, 110, "{occasion}");
        assert_eq!(claimed(&shop, &ada, "2026-03-03").await, 10, "the bonus was given");
        finds_what_was_given(&shop, &rule, 100).await;
        shop.server.verify_books();
    }
}

#[tokio::test]
async fn a_claimed_purchase_earns_no_second_bonus_of_a_first_one() {
    let (mut shop, ada, rule) = shop(json!({ "kind": "firstPurchase" }), "2026-12-31").await;
    assert_eq!(bought(&mut shop, &ada, "2026-03-05T12:00").await, 110);
    assert_eq!(claimed(&shop, &ada, "2026-03-03").await, 10);
    finds_what_was_given(&shop, &rule, 100).await;
    // It is a first one again, when the later one that had the bonus is returned.
    let (mut shop, ada, _) = self::shop(json!({ "kind": "firstPurchase" }), "2026-12-31").await;
    shop.go_to("2026-03-05T12:00").await;
    let later = shop.award(&ada, "10").await;
    assert_eq!(bought(&mut shop, &ada, "2026-03-06T12:00").await, 10);
    shop.desk.reverse(&later).await.expect(200);
    assert_eq!(claimed(&shop, &ada, "2026-03-03").await, 110);
    // Another partner has a first purchase of its own.
    let other = shop.desk.partner("1", "0").await;
    let counter = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    assert_eq!(claimed_at(&shop, &ada, &other, "2026-03-04").await, 110);
    let order = json!({ "member": ada.short_id, "amountHkd": "10" });
    let there = counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200);
    assert_eq!(there["points"], 10, "it is the second there");
    shop.server.verify_books();
}

#[tokio::test]
async fn the_third_purchase_that_comes_in_is_a_third_one_whenever_it_was_made() {
    let (mut shop, ada, rule) = shop(json!({ "kind": "nthPurchase", "n": 3 }), "2026-12-31").await;
    assert_eq!(bought(&mut shop, &ada, "2026-03-05T10:00").await, 10);
    assert_eq!(bought(&mut shop, &ada, "2026-03-06T10:00").await, 10);
    assert_eq!(claimed(&shop, &ada, "2026-03-03").await, 110, "the third that came in");
    assert_eq!(claimed(&shop, &ada, "2026-03-05").await, 10, "the third by its time, and the bonus was given");
    assert_eq!(bought(&mut shop, &ada, "2026-03-07T10:00").await, 10);
    finds_what_was_given(&shop, &rule, 100).await;
}

#[tokio::test]
async fn a_third_purchase_by_its_time_earns_though_more_came_in_before_it() {
    let (mut shop, ada, rule) = shop(json!({ "kind": "nthPurchase", "n": 3 }), "2026-03-04").await;
    assert_eq!(bought(&mut shop, &ada, "2026-03-02T13:00").await, 10);
    assert_eq!(bought(&mut shop, &ada, "2026-03-03T10:00").await, 10);
    assert_eq!(bought(&mut shop, &ada, "2026-03-05T10:00").await, 10, "the rule is over");
    assert_eq!(claimed(&shop, &ada, "2026-03-04").await, 110);
    finds_what_was_given(&shop, &rule, 100).await;
}

#[tokio::test]
async fn each_second_purchase_earns_no_more_often_than_the_purchases_are_two() {
    let (mut shop, ada, rule) = shop(json!({ "kind": "nthPurchase", "n": 2, "repeats": true }), "2026-12-31").await;
    assert_eq!(bought(&mut shop, &ada, "2026-03-05T10:00").await, 10);
    assert_eq!(bought(&mut shop, &ada, "2026-03-06T10:00").await, 110);
    assert_eq!(claimed(&shop, &ada, "2026-03-05").await, 10, "the second by its time; of three one has the bonus");
    assert_eq!(claimed(&shop, &ada, "2026-03-03").await, 110, "the fourth that came in");
    assert_eq!(claimed(&shop, &ada, "2026-03-04").await, 10, "the second by its time; of five two have the bonus");
    assert_eq!(bought(&mut shop, &ada, "2026-03-07T10:00").await, 110, "the sixth");
    finds_what_was_given(&shop, &rule, 300).await;
}

#[tokio::test]
async fn a_claim_of_a_purchase_that_a_file_posted_later_is_told_apart_from_a_missing_one() {
    let (mut shop, ada, _) = shop(json!({ "kind": "firstPurchase" }), "2026-12-31").await;
    shop.go_to("2026-03-05T12:00").await;
    let csv = format!("member,partner,amountHkd,day,receipt,enjoyCard\n{},Tea House,80,2026-03-03,,\n", ada.email);
    let request = shop.desk.operator.request(Method::POST, "/api/admin/credits?name=Bills");
    let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key()).body(csv);
    shop.desk.operator.send(request).await.expect(200);
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let claim = async |day: &str, amount: &str| {
        let body = json!({ "partner": shop.partner, "day": day, "amountHkd": amount });
        let made = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
        let path = format!("/api/admin/claims/{}", made["claim"]["_id"].as_str().expect("an id"));
        shop.desk.operator.get(&path).await.expect(200)
    };
    let same = claim("2026-03-03", "80").await;
    assert_eq!(same["claim"]["findings"], json!(["already_given", "no_photo"]));
    assert_eq!((&same["billsThatDay"], &same["bills"][0]["fits"]), (&json!(1), &json!(true)));
    assert_eq!(same["bills"][0]["created"], "2026-03-03T04:00:00.000Z", "the noon of its day");
    let other = claim("2026-03-03", "50").await;
    assert_eq!(other["claim"]["findings"], json!(["award_that_day", "no_photo"]));
    let posted = claim("2026-03-05", "80").await;
    assert_eq!(
        posted["claim"]["findings"],
        json!(["no_award", "no_photo"]),
        "nothing was bought on the day of the file"
    );
    assert_eq!((&posted["billsThatDay"], &posted["bills"]), (&json!(0), &json!([])));
    let together = json!({ "ids": [same["claim"]["_id"]] });
    let left_out =
        shop.desk.operator.post_once("/api/admin/claims/approve", &fresh_key(), together).await.expect(200).to_string();
    assert!(left_out.contains("needs_a_look"), "{left_out}");
    assert_eq!(shop.server.balance(ada.id).await, 180, "80 with the bonus of a first purchase, once");
}
