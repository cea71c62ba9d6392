//! Stamp cards of a month and of some days, over the turn of a year and over a leap day.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use serde_json::json;

use crate::goals::{Shop, standing};
use crate::support::{TestMember, fresh_key};

/// Sets the clock to a time in Hong Kong, and signs staff and the member in again.
async fn go_to(shop: &mut Shop, local: &str, member: &TestMember) {
    shop.server.clock.set(Timestamp::parse(&format!("{local}+08:00")).expect("a time"));
    shop.wait(Duration::ZERO, &[member]).await;
}

fn open(progress: i64) -> (String, i64, i64) {
    ("open".to_owned(), progress, 0)
}

#[tokio::test]
async fn a_card_of_december_ends_with_the_year_and_that_of_january_begins_empty() {
    let mut shop = Shop::open().await;
    let ada = shop.server.member().await;
    shop.on(json!({ "window": { "kind": "month" }, "reward": { "kind": "badge" } })).await;
    go_to(&mut shop, "2026-12-01T00:00:00", &ada).await;
    shop.buy(&ada).await;
    go_to(&mut shop, "2026-12-31T23:59:59", &ada).await;
    let counter = shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    let last = shop.buy_at(&counter, &ada, "10.00").await;
    assert_eq!(standing(&ada).await, open(2));
    go_to(&mut shop, "2027-01-01T00:00:00", &ada).await;
    assert_eq!(standing(&ada).await, open(0));
    shop.buy(&ada).await;
    assert_eq!(standing(&ada).await, open(1));
    let path = format!("/api/merchant/award/{}/undo", last["transactionId"].as_str().expect("an id"));
    counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(standing(&ada).await, open(1), "the purchase of the old year was not on this card");
    for number in [2, 3] {
        go_to(&mut shop, &format!("2027-01-{number}0T12:00:00"), &ada).await;
        shop.buy(&ada).await;
    }
    assert_eq!(standing(&ada).await.0, "reached");
    go_to(&mut shop, "2027-12-31T23:59:59", &ada).await;
    assert_eq!(standing(&ada).await.1, 0, "a December of another year");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_card_of_february_has_its_leap_day() {
    let mut shop = Shop::open().await;
    let ada = shop.server.member().await;
    shop.on(json!({ "window": { "kind": "month" }, "reward": { "kind": "badge" } })).await;
    for (local, progress) in
        [("2028-01-31T23:59:59", 1), ("2028-02-01T00:00:00", 1), ("2028-02-29T23:59:59", 2), ("2028-03-01T00:00:00", 1)]
    {
        go_to(&mut shop, local, &ada).await;
        shop.buy(&ada).await;
        assert_eq!(standing(&ada).await, open(progress), "{local}");
    }
}

#[tokio::test]
async fn ten_days_over_a_leap_day_end_a_day_earlier_than_in_other_years() {
    for (first, last, after) in [
        ("2028-02-25T23:59:59", "2028-03-05T23:59:59", "2028-03-06T00:00:00"),
        ("2027-02-25T23:59:59", "2027-03-06T23:59:59", "2027-03-07T00:00:00"),
        ("2028-02-20T00:00:00", "2028-02-29T23:59:59", "2028-03-01T00:00:00"),
        ("2026-12-28T12:00:00", "2027-01-06T23:59:59", "2027-01-07T00:00:00"),
    ] {
        let mut shop = Shop::open().await;
        let ada = shop.server.member().await;
        shop.on(json!({ "window": { "kind": "sinceFirst", "days": 10 } })).await;
        go_to(&mut shop, first, &ada).await;
        shop.buy(&ada).await;
        go_to(&mut shop, last, &ada).await;
        shop.buy(&ada).await;
        assert_eq!(standing(&ada).await, open(2), "the tenth day after {first}");
        go_to(&mut shop, after, &ada).await;
        assert_eq!(standing(&ada).await, open(0), "the card of {first} is over");
        shop.buy(&ada).await;
        assert_eq!(standing(&ada).await, open(1));
    }
}
