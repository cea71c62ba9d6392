//! The part of the answer to an award that tells the till about stamp cards.

use std::time::Duration;

use serde_json::{Value, json};

use crate::goals::Shop;
use crate::support::desk::{Over, coupon};

/// Progress, the part of this purchase, and whether the target was reached and its reward follows later.
fn step(answer: &Value) -> (i64, i64, bool, bool) {
    let step = &answer["goals"][0];
    let number = |name: &str| step[name].as_i64().expect("a number");
    let is = |name: &str| step[name].as_bool().expect("yes or no");
    (number("progress"), number("added"), is("reached"), is("owed"))
}

#[tokio::test]
async fn the_answer_to_an_award_has_the_card_with_its_reward_and_its_last_day() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let item = shop.desk.item(json!({ "leftover": 0 }).over(coupon(40))).await;
    let reward = json!({ "kind": "item", "item": item });
    shop.on(json!({ "reward": reward, "until": "2099-06-30", "target": 2 })).await;
    let first = shop.buy(&ada).await;
    assert_eq!(step(&first), (1, 1, false, false));
    let shown = &first["goals"][0];
    assert_eq!((&shown["kind"], &shown["counts"]), (&json!("stampCard"), &json!("purchases")));
    assert_eq!((&shown["reward"]["name"]["en"], &shown["lastDay"]), (&json!("Tea"), &json!("2099-06-30")));
    assert_eq!(first.get("goalsFullToday"), None);
    assert_eq!(step(&shop.buy(&ada).await), (2, 1, true, true), "full, without stock");
    assert_eq!(shop.buy(&ada).await.get("goals"), None, "one card for each member");
}

#[tokio::test]
async fn a_purchase_above_the_limit_of_the_day_adds_no_stamp_and_the_answer_names_the_card() {
    let mut shop = Shop::open().await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "perDay": 1 })).await;
    assert_eq!(step(&shop.buy(&ada).await), (1, 1, false, false));
    let second = shop.buy(&ada).await;
    assert_eq!((second.get("goals"), &second["points"]), (None, &json!(10)), "the points still count");
    let full = &second["goalsFullToday"][0];
    assert_eq!((&full["goal"], &full["progress"], &full["added"]), (&json!(id), &json!(1), &json!(0)));
    assert_eq!(second["goalsFullToday"].as_array().map(Vec::len), Some(1));
    shop.wait(Duration::from_secs(86_400), &[&ada]).await;
    assert_eq!(step(&shop.buy(&ada).await), (2, 1, false, false));
}

#[tokio::test]
async fn a_partner_that_counts_already_adds_nothing_to_its_card() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let more = json!({ "counts": "partners", "target": 2 });
    shop.on(more).await;
    assert_eq!(step(&shop.buy(&ada).await), (1, 1, false, false));
    assert_eq!(step(&shop.buy(&ada).await), (1, 0, false, false));
}

#[tokio::test]
async fn an_undone_award_takes_the_stamp_back_before_the_next_one_shows() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    shop.on(json!({})).await;
    let wrong = shop.buy(&ada).await;
    shop.undo(&wrong).await;
    assert_eq!(step(&shop.buy(&ada).await), (1, 1, false, false), "the first stamp again");
}
