//! The member's page: the worth of the balance, the last visit and the favourite partner.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::simulations::set;
use crate::support::{Caller, PASSWORD, TestMember, fresh_key};

async fn page(shop: &Shop, member: &TestMember) -> Value {
    shop.desk.operator.get(&format!("/api/admin/members/{}/page", member.id)).await.expect(200)
}

async fn buy(counter: &Caller, member: &TestMember) -> Value {
    let order = json!({ "member": member.short_id, "amountHkd": "10" });
    counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
}

#[tokio::test]
async fn the_balance_is_worth_what_the_settings_say() {
    let shop = Shop::open().await;
    let ada = shop.server.member_with(1_234).await;
    assert_eq!(page(&shop, &ada).await["worthHkd"], "12.34", "HK$0.01 a point, until owners set another value");
    set(&shop, json!({ "pointValueHkd": "0.016" })).await;
    assert_eq!(page(&shop, &ada).await["worthHkd"], "19.74");
    set(&shop, json!({ "pointValueHkd": "0" })).await;
    assert_eq!(page(&shop, &ada).await.get("worthHkd"), None);
}

#[tokio::test]
async fn the_last_visit_and_the_favourite_partner_are_those_of_purchases_that_stand() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let other = json!({ "name": { "en": "Bakery", "zhhk": "餅店" }, "type": "Food", "basePoints": "1" });
    let other = shop.desk.create("partners", other).await;
    let ada = shop.server.member().await;
    let empty = page(&shop, &ada).await;
    assert_eq!((empty.get("lastVisit"), empty.get("favouritePartner")), (None, None));

    buy(&shop.counter, &ada).await;
    buy(&shop.counter, &ada).await;
    shop.go_to("2026-03-13T09:30").await;
    let bakery = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    let there = buy(&bakery, &ada).await;
    let shown = page(&shop, &ada).await;
    let at = shown["lastVisit"]["at"].as_str().expect("a time").to_owned();
    assert!(at.starts_with("2026-03-13T01:30:00"), "{at}");
    assert_eq!((&shown["lastVisit"]["partner"], &shown["lastVisit"]["name"]["en"]), (&json!(other), &json!("Bakery")));
    let favourite = &shown["favouritePartner"];
    assert_eq!((&favourite["partner"], &favourite["purchases"]), (&json!(shop.partner), &json!(2)));

    // Both partners have two purchases. The favourite is the partner with the latest purchase.
    let second = buy(&bakery, &ada).await;
    let favourite = page(&shop, &ada).await["favouritePartner"].clone();
    assert_eq!((&favourite["partner"], &favourite["purchases"]), (&json!(other), &json!(2)));

    for made in [&there, &second] {
        shop.desk.reverse(made).await.expect(200);
    }
    let shown = page(&shop, &ada).await;
    assert_eq!(shown["lastVisit"]["partner"], json!(shop.partner), "a purchase that was taken back is no visit");
    assert_eq!(shown["favouritePartner"]["partner"], json!(shop.partner));
}

#[tokio::test]
async fn purchases_of_more_than_365_days_ago_make_no_favourite_and_a_claim_counts_on_the_day_of_its_purchase() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let ada = shop.server.member().await;
    buy(&shop.counter, &ada).await;
    shop.go_to("2027-03-11T23:59").await;
    assert_eq!(page(&shop, &ada).await["favouritePartner"]["purchases"], 1);
    shop.go_to("2027-03-12T00:00").await;
    let shown = page(&shop, &ada).await;
    assert_eq!(shown.get("favouritePartner"), None, "{shown}");
    assert_eq!(shown["lastVisit"]["partner"], json!(shop.partner), "the last visit has no end");

    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let body = json!({ "partner": shop.partner, "day": "2027-03-05", "amountHkd": "10", "receipt": "R-1" });
    let claim = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200)["claim"].clone();
    let approve = format!("/api/admin/claims/{}/approve", claim["_id"].as_str().expect("an id"));
    shop.desk.operator.post_once(&approve, &fresh_key(), json!({})).await.expect(200);
    let shown = page(&shop, &ada).await;
    let at = shown["lastVisit"]["at"].as_str().expect("a time").to_owned();
    assert!(at.starts_with("2027-03-05"), "{at}");
    assert_eq!(shown["favouritePartner"]["purchases"], 1);
}
