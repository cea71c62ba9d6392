//! The e-mail to the author of a proposal when members see what it became.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::store::params;
use kapok::staff::proposals;
use serde_json::{Value, json};

use crate::counter::Shop;
use crate::proposals::{ALL, Seen, news, quiet_hours, sent, switch_on, tea};
use crate::support::desk::Over;
use crate::support::{Caller, PASSWORD};

/// A manager, with the e-mail address to which the answers go.
async fn author(shop: &Shop, language: &str) -> (Caller, String) {
    let email = shop.server.staff_email_at(Role::Merchant, Some(&shop.partner)).await;
    let manager = shop.server.visitor().with_header("accept-language", language);
    manager.staff_sign_in(&email, PASSWORD).await;
    (manager, email)
}

/// Sends a proposal and accepts it. Returns the id of what it became; the author has read the e-mail about the answer.
async fn accepted(shop: &Shop, (manager, email): &(Caller, String), body: Value) -> String {
    let waits = sent(manager, body).await.by(&shop.desk.operator, ALL).await;
    let accepted = Seen::of(ALL, &waits.step(&shop.desk.operator, "accept", json!({})).await, 200);
    let answer = shop.server.message_to(email).await.to_string();
    assert!(answer.contains("An answer to") || answer.contains("已有答覆"), "{answer}");
    accepted.body["became"]["_id"].as_str().expect("an id").to_owned()
}

/// Changes some fields of a draft, as staff do who publish it.
async fn change(shop: &Shop, path: &str, fields: Value) {
    let found = shop.desk.operator.get(path).await;
    let body = fields.over(found.expect(200));
    shop.desk.operator.put_at(path, found.header("etag"), body).await.expect(200);
}

/// Looks as the server's own worker does every minute. Returns how many e-mails about live proposals there are in all.
async fn look(shop: &Shop) -> i64 {
    let store = &shop.server.running.store;
    proposals::tell_of_live(store, &shop.server.letters()).await.expect("a look");
    let sql = "select count(*) as n from outbox_message where kind = 'staff_proposal_live'";
    store.read(|read| read.number(sql, params! {})).expect("a number")
}

#[tokio::test]
async fn the_author_is_told_once_when_the_reward_is_published() {
    let shop = Shop::open().await;
    let author = author(&shop, "zh-HK").await;
    let item = accepted(&shop, &author, tea()).await;
    assert_eq!(look(&shop).await, 0, "a draft is not live");
    let path = format!("/api/admin/items/{item}");
    change(&shop, &path, json!({ "state": "published", "useEnglish": true })).await;
    assert_eq!(look(&shop).await, 1);
    let letter = shop.server.message_to(&author.1).await.to_string();
    assert!(letter.contains("「奶茶兩杯」已推出") && letter.contains("/merchant/portal/proposals/"), "{letter}");
    change(&shop, &path, json!({ "state": "draft" })).await;
    assert_eq!(look(&shop).await, 1);
    change(&shop, &path, json!({ "state": "published", "useEnglish": true })).await;
    assert_eq!(look(&shop).await, 1, "a reward that is published again is no news");
}

#[tokio::test]
async fn the_author_is_told_when_the_time_of_an_article_comes() {
    let shop = Shop::open().await;
    let author = author(&shop, "en").await;
    let article = accepted(&shop, &author, news()).await;
    let at = shop.server.clock.now().plus(Duration::from_secs(600));
    let later = json!({ "state": "scheduled", "publishAt": at, "useEnglish": true });
    change(&shop, &format!("/api/admin/articles/{article}"), later).await;
    assert_eq!(look(&shop).await, 0);
    shop.server.clock.advance(Duration::from_secs(601));
    assert_eq!(look(&shop).await, 1);
    let letter = shop.server.message_to(&author.1).await.to_string();
    assert!(letter.contains("“新分店” is live"), "{letter}");
}

#[tokio::test]
async fn the_author_is_told_when_the_bonus_hours_are_switched_on() {
    let shop = Shop::open().await;
    let author = author(&shop, "en").await;
    let rule = accepted(&shop, &author, quiet_hours()).await;
    let made = shop.desk.operator.get(&format!("/api/admin/earning-rules/{rule}")).await.expect(200);
    assert_eq!(look(&shop).await, 0);
    switch_on(&shop.desk.operator, &made).await;
    assert_eq!(look(&shop).await, 1);
    let letter = shop.server.message_to(&author.1).await.to_string();
    assert!(letter.contains("“Quiet hours” is live"), "{letter}");
}

#[tokio::test]
async fn nobody_is_told_of_a_draft_that_was_removed_or_after_leaving() {
    let shop = Shop::open().await;
    let author = author(&shop, "en").await;
    let removed = accepted(&shop, &author, news()).await;
    shop.desk.operator.delete(&format!("/api/admin/articles/{removed}")).await.expect(204);
    let item = accepted(&shop, &author, tea()).await;
    let owner = shop.server.staff(Role::Owner).await;
    let staff = owner.get("/api/admin/staff").await.expect(200);
    let leaver = staff.as_array().expect("a list").iter().find(|one| one["email"] == author.1.as_str()).expect("staff");
    let path = format!("/api/admin/staff/{}", leaver["_id"].as_str().expect("an id"));
    owner.delete(&path).await;
    change(&shop, &format!("/api/admin/items/{item}"), json!({ "state": "published", "useEnglish": true })).await;
    assert_eq!(look(&shop).await, 0);
}
