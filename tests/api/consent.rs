//! Message preferences, the consent to offers, and unsubscribing.

use std::time::Duration;

use kapok::auth::Role;
use kapok::core::preferences::{MessageChannel, MessageKind, wants};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Over;
use crate::support::{Caller, PASSWORD, TestMember, TestServer};

pub(crate) const PREFERENCES: &str = "/api/notification/preferences";

pub(crate) async fn agree(member: &TestMember) -> Value {
    let shown = member.caller.get(PREFERENCES).await.expect(200);
    let consent = json!({ "marketing": { "consented": true, "textVersion": shown["marketing"]["textVersion"] } });
    member.caller.put(PREFERENCES, consent).await.expect(200)
}

async fn wish(member: &TestMember, kind: &str, channel: &str, wanted: bool) -> Value {
    let wish = json!({ "preferences": [{ "kind": kind, "channel": channel, "wanted": wanted }] });
    member.caller.put(PREFERENCES, wish).await.expect(200)
}

fn wanted(server: &TestServer, member: &TestMember, kind: MessageKind, channel: MessageChannel) -> bool {
    server.running.store.read(|read| wants(read, member.id, kind, channel)).expect("an answer")
}

/// Sends an announcement at once.
pub(crate) async fn announce(server: &TestServer, editor: &Caller, more: Value) -> Value {
    let text = |en: &str| json!({ "en": en, "zh": "优惠", "zhhk": "優惠" });
    let body = more.over(json!({ "title": text("Half price"), "body": text("Only today.\n\nCome.") }));
    let made = editor.post("/api/admin/notifications", body).await.expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    editor.post(&format!("{path}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("handed out");
    editor.get(&path).await.expect(200)
}

/// The unsubscribe link of a mail.
fn way_out(server: &TestServer, text: &str) -> String {
    let start = format!("{}/unsubscribe?token=", server.running.public_url);
    let link = text.lines().find(|line| line.starts_with(&start)).expect("a way out").to_owned();
    link[server.running.public_url.len()..].to_owned()
}

#[tokio::test]
async fn a_new_member_gets_all_messages_except_offers() {
    let server = TestServer::start().await;
    let ada = server.member().await;
    let shown = ada.caller.get(PREFERENCES).await.expect(200);
    let kinds: Vec<&str> =
        shown["kinds"].as_array().expect("kinds").iter().map(|one| one["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["security", "points", "rewards", "news", "marketing"]);
    assert_eq!(shown["kinds"][0]["channels"][0], json!({ "channel": "email", "wanted": true, "locked": true }));
    assert_eq!((&shown["marketing"]["consented"], shown["marketing"].get("given")), (&json!(false), None));
    assert!(shown["marketing"]["text"]["zhhk"].as_str().expect("a text").contains("撤回"));
    for (kind, expected) in [
        (MessageKind::Security, true),
        (MessageKind::Points, true),
        (MessageKind::Rewards, true),
        (MessageKind::News, true),
        (MessageKind::Marketing, false),
    ] {
        for channel in [MessageChannel::Email, MessageChannel::Push, MessageChannel::Inbox] {
            assert_eq!(wanted(&server, &ada, kind, channel), expected, "{kind:?} {channel:?}");
        }
    }
    let changed = wish(&ada, "points", "push", false).await;
    assert_eq!(changed["kinds"][1]["channels"][1], json!({ "channel": "push", "wanted": false, "locked": false }));
    assert!(
        !wanted(&server, &ada, MessageKind::Points, MessageChannel::Push)
            && wanted(&server, &ada, MessageKind::Points, MessageChannel::Inbox)
    );
    wish(&ada, "points", "push", true).await;
    assert!(wanted(&server, &ada, MessageKind::Points, MessageChannel::Push));
    assert_eq!(server.visitor().get(PREFERENCES).await.status, 401);
}

#[tokio::test]
async fn an_impossible_message_preference_is_refused() {
    let server = TestServer::start().await;
    let ada = server.member().await;
    let before = ada.caller.get(PREFERENCES).await.expect(200);
    let one =
        |kind: &str, channel: &str| json!({ "preferences": [{ "kind": kind, "channel": channel, "wanted": false }] });
    for (kind, channel) in [("security", "email"), ("security", "push"), ("security", "inbox"), ("news", "inbox")] {
        // A valid change before the locked one is refused with it.
        let mut both = one("news", "email");
        both["preferences"].as_array_mut().expect("a list").push(one(kind, channel)["preferences"][0].clone());
        ada.caller.put(PREFERENCES, both).await.expect_problem(422, "preference_locked");
    }
    for body in [
        json!({}),
        json!({ "preferences": [] }),
        json!({ "preferences": "x" }),
        json!({ "preferences": [{ "kind": "gossip", "channel": "email", "wanted": true }] }),
        json!({ "preferences": [{ "kind": "news", "channel": "pigeon", "wanted": true }] }),
        json!({ "preferences": [{ "kind": "news", "channel": "email", "wanted": "no" }] }),
        json!({ "preferences": vec![one("news", "email")["preferences"][0].clone(); 21] }),
    ] {
        assert_eq!(ada.caller.put(PREFERENCES, body.clone()).await.status, 400, "{body}");
    }
    for version in [json!("1999-01"), json!(""), json!(null)] {
        let stale = json!({ "marketing": { "consented": true, "textVersion": version } });
        assert!(matches!(ada.caller.put(PREFERENCES, stale).await.status, 400 | 409));
    }
    let stale = json!({ "marketing": { "consented": true } });
    ada.caller.put(PREFERENCES, stale).await.expect_problem(409, "consent_outdated");
    assert_eq!(ada.caller.get(PREFERENCES).await.expect(200), before);
}

#[tokio::test]
async fn a_consent_is_kept_as_proof_and_goes_with_the_member() {
    let server = TestServer::start().await;
    let ada = server.member().await;
    let began = server.clock.now().to_string();
    let (first, again) = (agree(&ada).await, agree(&ada).await);
    assert_eq!((&first["marketing"]["given"], &again["marketing"]["given"]), (&json!(began), &json!(began)));
    assert!(wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Inbox));
    wish(&ada, "marketing", "push", false).await;
    assert!(
        !wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Push)
            && wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Email)
    );
    server.clock.advance(Duration::from_secs(60));
    ada.caller.put(PREFERENCES, json!({ "marketing": { "consented": false } })).await.expect(200);
    assert!(!wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Email));
    let ended = server.clock.now().to_string();
    server.clock.advance(Duration::from_secs(60));
    agree(&ada).await;
    let proof = json!({ "currentPassword": PASSWORD });
    let copy = ada.caller.post("/api/auth/exportAccount", proof.clone()).await.expect(200);
    let kept = &copy["marketingConsents"];
    assert_eq!((kept.as_array().map(Vec::len), kept[0].get("withdrawn")), (Some(2), None));
    assert_eq!((&kept[1]["given"], &kept[1]["withdrawn"]), (&json!(began), &json!(ended)));
    assert!(kept[1]["textVersion"].is_string() && kept[1]["language"] == "en");
    assert_eq!(copy["declinedMessages"], json!([{ "kind": "marketing", "channel": "push" }]));
    ada.caller.post("/api/auth/deleteAccount", proof).await.expect(200);
    assert!(
        !wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Inbox)
            && wanted(&server, &ada, MessageKind::News, MessageChannel::Push)
    );
}

#[tokio::test]
async fn offers_reach_those_who_agreed_and_one_tap_ends_them() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let (ada, ben, eva) = (server.member().await, server.member().await, server.member().await);
    agree(&ada).await;
    agree(&eva).await;
    wish(&eva, "marketing", "email", false).await;
    let sent = announce(&server, &editor, json!({ "marketing": true, "byEmail": true })).await;
    assert_eq!((&sent["marketing"], &sent["byEmail"], &sent["delivered"]), (&json!(true), &json!(true), &json!(2)));
    let letter = server.message_to(&ada.email).await;
    assert_eq!((&letter["subject"], &letter["channel"]), (&json!("Half price"), &json!("email")));
    let link = way_out(&server, letter["text"].as_str().expect("a text"));
    let unread = async |member: &TestMember| {
        member.caller.get("/api/notification/notifications").await.expect(200)["data"][0]["title"]["en"].clone()
    };
    assert_eq!((unread(&ada).await, unread(&eva).await), (json!("Half price"), json!("Half price")));
    assert_ne!(unread(&ben).await, "Half price");
    // Opening the link changes nothing, because mail programs open links before people do.
    let page = server.visitor().get(&link).await;
    assert!(page.status == 200 && page.header("content-type").starts_with("text/html"));
    assert!(wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Email));
    // One-click unsubscribe (RFC 8058): a form post from anywhere, without a cookie.
    for _ in 0..2 {
        let form =
            server.visitor().request(Method::POST, &link).header("content-type", "application/x-www-form-urlencoded");
        let answer = server.visitor().send(form.body("List-Unsubscribe=One-Click")).await;
        assert_eq!((answer.status, answer.text.as_str()), (200, ""));
    }
    assert!(
        !wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Inbox)
            && wanted(&server, &ada, MessageKind::News, MessageChannel::Email)
    );
    let sent = announce(&server, &editor, json!({ "marketing": true, "byEmail": true })).await;
    assert_eq!(sent["delivered"], 1);
}

#[tokio::test]
async fn news_by_email_end_by_their_own_link_and_offers_stay() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let ada = server.member().await;
    agree(&ada).await;
    announce(&server, &editor, json!({ "byEmail": true })).await;
    let link = way_out(&server, server.message_to(&ada.email).await["text"].as_str().expect("a text"));
    let (_, token) = link.split_once('=').expect("a token");
    let leave =
        async |token: &str| server.visitor().post("/api/notification/unsubscribe", json!({ "token": token })).await;
    let altered = format!("{}{}", if token.starts_with('A') { 'B' } else { 'A' }, &token[1..]);
    for bad in ["", "x", altered.as_str(), "\u{0}", "é", "A".repeat(4_000).as_str(), &token[..22]] {
        assert_eq!(leave(bad).await.status, 400, "{bad:?}");
        assert!(wanted(&server, &ada, MessageKind::News, MessageChannel::Email));
    }
    leave(&altered).await.expect_problem(400, "invalid_unsubscribe_link");
    server.visitor().post("/unsubscribe", json!({})).await.expect_problem(400, "invalid_unsubscribe_link");
    leave(token).await.expect(200);
    assert!(
        !wanted(&server, &ada, MessageKind::News, MessageChannel::Email)
            && wanted(&server, &ada, MessageKind::News, MessageChannel::Push)
    );
    assert!(wanted(&server, &ada, MessageKind::Marketing, MessageChannel::Email));
    // A closed account gets no mail, and its old links still answer without an error.
    ada.caller.post("/api/auth/deleteAccount", json!({ "currentPassword": PASSWORD })).await.expect(200);
    leave(token).await.expect(200);
}
