//! E-mails that a level or a coupon ends, for members who allow e-mails about rewards.

use kapok::base::clock::Timestamp;
use kapok::base::language::Language;
use kapok::core::members;
use kapok::member::rewards;
use kapok::platform::store::{Tx, params};
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{PASSWORD, TestMember, TestServer, fresh_key};
use crate::tiers::Climb;

const PREFERENCES: &str = "/api/notification/preferences";

/// Whether a member gets e-mails about rewards from now on.
async fn wish(member: &TestMember, wanted: bool) {
    let body = json!({ "preferences": [{ "kind": "rewards", "channel": "email", "wanted": wanted }] });
    member.caller.put(PREFERENCES, body).await.expect(200);
}

/// The e-mails of a kind that were queued for a member.
fn mails(server: &TestServer, member: &TestMember, kind: &'static str) -> i64 {
    let count =
        "select count(*) as n from outbox_message where member_id = :member and kind = :kind and channel = 'email'";
    let values = params! { ":member": member.id, ":kind": kind };
    server.running.store.read(|read| read.number(count, values)).expect("a number")
}

#[tokio::test]
async fn a_member_reads_by_email_that_a_level_ends_in_its_notice_in_its_grace_and_after_a_change() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("100.00").await;
    climb.on("2028-11-01").await;
    let letter = climb.server.message_to(&climb.ada.email).await;
    assert_eq!(letter["subject"], "Bloom is yours until 31 December 2028");
    let text = letter["text"].as_str().expect("a text");
    assert!(text.contains("you need 100 points more by then") && text.contains("/goals"), "{text}");
    climb.on("2029-01-01").await;
    let letter = climb.server.message_to(&climb.ada.email).await;
    assert_eq!(letter["subject"], "Bloom needs you by 31 March 2029");
    climb.switch_off().await;
    climb.look().await;
    let letter = climb.server.message_to(&climb.ada.email).await;
    // Sixty days of notice and ninety days of grace from the day on which the member is told.
    assert_eq!(letter["subject"], "You keep Bloom until 31 May 2029");
    let (_, token) = letter["text"].as_str().and_then(|text| text.split_once("?token=")).expect("a way out");
    let token = token.split_whitespace().next().expect("a token");
    climb.server.visitor().post("/api/notification/unsubscribe", json!({ "token": token })).await.expect(200);
    climb.switch_on().await.expect(200);
    climb.look().await;
    climb.switch_off().await;
    climb.look().await;
    assert_eq!(mails(&climb.server, &climb.ada, "tier_leaving"), 1, "no e-mail after the link was used");
    assert_eq!(climb.told().await.last().map(String::as_str), Some("You keep Bloom until 31 May 2029"));
}

#[tokio::test]
async fn an_email_about_a_level_is_in_the_language_of_the_member_and_not_sent_to_who_declined() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    let ben = climb.server.member().await;
    let ada = climb.ada.id;
    let reads = move |tx: &Tx<'_>| members::follow_language(tx, ada, Some(Language::Zhhk));
    climb.server.running.store.write_unattended(reads).await.expect("a language");
    climb.buy("100.00").await;
    climb.buy_for(&ben, "100.00").await;
    wish(&ben, false).await;
    climb.on("2028-11-01").await;
    let letter = climb.server.message_to(&climb.ada.email).await;
    assert_eq!(letter["subject"], "「花開」保留至 2028年12月31日");
    assert_eq!(mails(&climb.server, &ben, "tier_ending"), 0);
}

#[tokio::test]
async fn a_member_with_many_coupons_gets_one_email_a_day_about_those_that_end() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member_with(1_000).await, server.member_with(1_000).await);
    let item = desk.item(json!({ "useWithinDays": 30 }).over(coupon(10))).await;
    for member in [&ada, &ada, &ben] {
        let path = format!("/api/redeem/purchase/{item}");
        member.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    }
    wish(&ben, false).await;
    let told = async |member: &TestMember| {
        member.caller.sign_in(&member.email, PASSWORD).await;
        let inbox: Value = member.caller.get("/api/notification/notifications").await.expect(200);
        let lines = inbox["data"].as_array().expect("a list").iter();
        lines.filter(|line| line["title"]["en"].as_str().is_some_and(|title| title.starts_with("Use “Tea”"))).count()
    };
    let on = async |moment: &str| {
        server.clock.set(Timestamp::parse(moment).expect("a moment"));
        let letters = server.letters();
        let given = server.running.store.write_unattended(move |tx| rewards::remind(tx, &letters)).await;
        given.expect("notices");
        server.running.outbox.wake();
    };
    on("2026-10-14T01:00:00Z").await;
    assert_eq!((told(&ada).await, mails(&server, &ada, "coupon_ending")), (2, 1));
    assert_eq!((told(&ben).await, mails(&server, &ben, "coupon_ending")), (1, 0));
    let letter = server.message_to(&ada.email).await;
    assert_eq!(letter["subject"], "Use “Tea” by 21 October 2026");
    assert!(letter["text"].as_str().is_some_and(|text| text.contains("/myRewards")), "{letter}");
    on("2026-10-20T01:00:00Z").await;
    assert_eq!((told(&ada).await, mails(&server, &ada, "coupon_ending")), (4, 2));
}
