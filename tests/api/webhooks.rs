//! Webhooks: calls to other servers when an event happens.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::support::desk::{Desk, exchange};
use crate::support::listener::{Heard, Listener};
use crate::support::{Answer, Caller, TestServer, newest, quiet};

const WALLET: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

pub(crate) async fn server_calling(listener: &Listener) -> TestServer {
    let host = listener.host();
    TestServer::start_with(|config| {
        quiet(config);
        config.webhooks.allowed_hosts = vec![host];
        config.delivery.timeout_s = 1;
    })
    .await
}

pub(crate) async fn add(owner: &Caller, listener: &Listener, events: &[&str]) -> Value {
    let body = json!({ "url": listener.url("/hook"), "description": "CRM", "events": events, "active": true });
    owner.post("/api/admin/webhooks", body).await.expect(201)
}

/// Whether a call has a valid signature with that secret, checked as in a Standard Webhooks library.
fn is_signed(heard: &Heard, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a secret")).expect("base64");
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
    mac.update(format!("{}.{}.", heard.header("webhook-id"), heard.header("webhook-timestamp")).as_bytes());
    mac.update(&heard.body);
    let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    heard.header("webhook-signature").split(' ').any(|one| one == expected)
}

async fn change(owner: &Caller, id: &str, tag: Option<&str>, body: Value) -> Answer {
    let mut request = owner.request(Method::PUT, &format!("/api/admin/webhooks/{id}")).json(&body);
    if let Some(tag) = tag {
        request = request.header("if-match", tag);
    }
    owner.send(request).await
}

async fn delivery(owner: &Caller, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    newest(owner, &format!("/api/admin/webhooks/{id}/deliveries"), wanted).await
}

#[tokio::test]
async fn a_transfer_sends_a_signed_webhook_without_names() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    let hook = add(&owner, &listener, &["points.transferred"]).await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    ada.caller.transfer(&ben.email, 40).await.expect(200);
    ada.caller.transfer(&ben.email, 4_000).await.expect_problem(422, "transfer_refused");
    let heard = listener.expect(1).await.remove(0);
    assert!(is_signed(&heard, hook["secret"].as_str().expect("a secret")));
    assert!(heard.header("webhook-id").starts_with("msg_") && heard.path == "/hook");
    let body = heard.json();
    assert_eq!(body["type"], "points.transferred");
    assert_eq!(body["data"]["points"], 40);
    assert_eq!(body["data"]["toMemberId"], ben.id.to_string());
    assert!(!heard.text().contains('@') && !heard.text().contains("Mei"), "{}", heard.text());
    let sent = delivery(&owner, hook["_id"].as_str().expect("an id"), |one| one["state"] == "sent").await;
    assert_eq!((sent["status"].as_i64(), sent["attempts"].as_i64()), (Some(200), Some(1)));
    assert_eq!(listener.heard().len(), 1, "refusals and new members cause no event");
    server.verify_books();
}

#[tokio::test]
async fn a_settled_exchange_sends_a_webhook() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    add(&owner, &listener, &["redemption.confirmed", "redemption.rejected"]).await;
    let desk = Desk::of(&server).await;
    let item = desk.item(exchange(10)).await;
    let ada = server.member_with(100).await;
    for (action, body) in [("confirm", json!({})), ("reject", json!({ "reason": "No such wallet" }))] {
        let order = json!({ "quantity": 1, "walletAddress": WALLET });
        let made = ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), action, order).await.expect(200);
        let id = made["redemption"]["_id"].as_str().expect("an id").to_owned();
        desk.operator.post(&format!("/api/admin/redemptions/{id}/{action}"), body).await.expect(200);
    }
    let told = listener.expect(2).await;
    let mut states: Vec<Value> =
        told.iter().map(|one| json!([one.json()["type"], one.json()["data"]["status"]])).collect();
    states.sort_by_key(Value::to_string);
    assert_eq!(states, [json!(["redemption.confirmed", "confirmed"]), json!(["redemption.rejected", "rejected"])]);
}

#[tokio::test]
async fn a_replay_of_an_old_event_is_tried_for_three_days_as_well() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    let hook = add(&owner, &listener, &[]).await;
    let id = hook["_id"].as_str().expect("an id");
    owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
    let sent = delivery(&owner, id, |one| one["state"] == "sent").await;
    server.clock.advance(Duration::from_secs(4 * 86_400));
    let owner = server.staff(Role::Owner).await;
    listener.reply((0..3).map(|_| (500, None, String::new())));
    owner.post(&format!("/api/admin/webhooks/{id}/replay"), json!({ "eventId": sent["eventId"] })).await.expect(200);
    for attempts in 1..=3 {
        let failed = delivery(&owner, id, |one| one["attempts"] == attempts).await;
        assert_eq!(failed["state"], "waiting", "after {attempts}");
        server.clock.advance(Duration::from_secs(60));
    }
    delivery(&owner, id, |one| one["state"] == "sent").await;
}

#[tokio::test]
async fn a_receiver_that_fails_is_called_again_and_can_ask_for_a_replay() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    let hook = add(&owner, &listener, &[]).await;
    let id = hook["_id"].as_str().expect("an id");
    let elsewhere = Some(("location", "http://127.0.0.1/other".to_owned()));
    listener.reply([(500, None, "canary-body".to_owned()), (307, elsewhere, String::new())]);
    owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
    let failed = delivery(&owner, id, |one| one["attempts"] == 1).await;
    assert_eq!((failed["state"].as_str(), failed["status"].as_i64()), (Some("waiting"), Some(500)));
    assert!(!failed.to_string().contains("canary"), "an answer's body is never shown");
    server.clock.advance(Duration::from_secs(6));
    let failed = delivery(&owner, id, |one| one["attempts"] == 2).await;
    assert_eq!(failed["reason"], "redirect", "redirects are not followed");
    server.clock.advance(Duration::from_secs(16));
    let sent = delivery(&owner, id, |one| one["state"] == "sent").await;
    let event = sent["eventId"].clone();
    let replay = format!("/api/admin/webhooks/{id}/replay");
    owner.post(&replay, json!({ "eventId": event })).await.expect(200);
    let heard = listener.expect(4).await;
    assert_eq!(heard[0].header("webhook-id"), heard[3].header("webhook-id"), "receivers can recognise the repeat");
    assert_eq!(heard[0].body, heard[3].body);
    owner
        .post(&replay, json!({ "eventId": "019cde0a5b7070009f1b4c1f0c2f7a31" }))
        .await
        .expect_problem(404, "not_found");
    // A receiver that answers 410 gets no more events.
    listener.reply([(410, None, String::new())]);
    owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
    delivery(&owner, id, |one| one["state"] == "dead").await;
    assert_eq!(owner.get(&format!("/api/admin/webhooks/{id}")).await.expect(200)["active"], false);
}

#[tokio::test]
async fn a_disabled_webhook_gets_no_waiting_events() {
    for by_the_owner in [true, false] {
        let listener = Listener::start().await;
        let server = server_calling(&listener).await;
        let owner = server.staff(Role::Owner).await;
        let id = add(&owner, &listener, &["points.transferred"]).await["_id"].as_str().expect("an id").to_owned();
        let path = format!("/api/admin/webhooks/{id}");
        listener.usually(500, "");
        let (ada, ben) = (server.member_with(100).await, server.member().await);
        ada.caller.transfer(&ben.email, 1).await.expect(200);
        listener.expect(1).await;
        if by_the_owner {
            ada.caller.transfer(&ben.email, 2).await.expect(200);
            delivery(&owner, &id, |one| one["attempts"] == 1).await;
            let tag = owner.get(&path).await.header("etag").to_owned();
            let off = json!({ "url": listener.url("/hook"), "events": ["points.transferred"], "active": false });
            change(&owner, &id, Some(&tag), off).await.expect(200);
        } else {
            delivery(&owner, &id, |one| one["attempts"] == 1).await;
            listener.reply([(410, None, String::new())]);
            ada.caller.transfer(&ben.email, 2).await.expect(200);
        }
        delivery(&owner, &id, |one| one["state"] == "dead").await;
        let told = owner.get(&format!("{path}/deliveries")).await.expect(200);
        let reason = if by_the_owner { "off" } else { "gone" };
        for one in told.as_array().expect("deliveries") {
            assert_eq!(
                (&one["state"], &one["reason"], one.get("due")),
                (&json!("dead"), &json!(reason), None),
                "{told}"
            );
        }
        server.clock.advance(Duration::from_secs(86_400));
        // Staff can still send a test or one event again; it is tried once.
        let owner = server.staff(Role::Owner).await;
        owner.post(&format!("{path}/test"), json!({})).await;
        let failed = delivery(&owner, &id, |one| one["attempts"] == 1 && one["event"] == "webhook.test").await;
        assert_eq!((&failed["state"], &failed["reason"]), (&json!("dead"), &json!("refused")));
        let calls = listener.heard();
        assert_eq!(calls.len(), 3, "{calls:?}");
        assert_eq!(calls[2].json()["type"], "webhook.test");
    }
}

#[tokio::test]
async fn two_secrets_sign_while_one_is_replaced() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    let hook = add(&owner, &listener, &[]).await;
    let id = hook["_id"].as_str().expect("an id");
    let rotated = owner.post(&format!("/api/admin/webhooks/{id}/rotate"), json!({})).await.expect(200);
    let [old, new] = [&hook, &rotated].map(|one| one["secret"].as_str().expect("a secret").to_owned());
    assert!(old != new && new.starts_with("whsec_"));
    owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
    let heard = listener.expect(1).await.remove(0);
    assert!(is_signed(&heard, &old) && is_signed(&heard, &new));
    server.clock.advance(Duration::from_secs(86_401));
    let owner = server.staff(Role::Owner).await;
    owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
    let heard = listener.expect(2).await.remove(1);
    assert!(!is_signed(&heard, &old) && is_signed(&heard, &new));
    let shown = owner.get(&format!("/api/admin/webhooks/{id}")).await.text;
    assert!(!shown.contains("whsec_"), "a secret is shown once");
}

#[tokio::test]
async fn editors_do_not_overwrite_each_other_and_nonsense_is_refused() {
    let listener = Listener::start().await;
    let server = server_calling(&listener).await;
    let owner = server.staff(Role::Owner).await;
    let hook = add(&owner, &listener, &["member.created"]).await;
    let id = hook["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/webhooks/{id}");
    let tag = owner.get(&path).await.header("etag").to_owned();
    let body = json!({ "url": listener.url("/other"), "events": [], "active": false });
    change(&owner, &id, None, body.clone()).await.expect_problem(428, "precondition_required");
    change(&owner, &id, Some(&tag), body.clone()).await.expect(200);
    change(&owner, &id, Some(&tag), body).await.expect_problem(412, "stale");
    for url in [
        "",
        "nonsense",
        "http://example.org/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://u:p@example.org/",
        "https://169.254.169.254/latest",
        "ftp://example.org/",
        "http://127.0.0.1:1/",
    ] {
        let body = json!({ "url": url, "active": true });
        owner.post("/api/admin/webhooks", body).await.expect_problem(400, "invalid_webhook_url");
    }
    let unknown = json!({ "url": listener.url("/"), "events": ["member.sneezed"], "active": true });
    owner.post("/api/admin/webhooks", unknown).await.expect_problem(400, "unknown_event");
    let typo = json!({ "url": listener.url("/"), "active": true, "evnets": [] });
    owner.post("/api/admin/webhooks", typo).await.expect_problem(400, "invalid_body");
    assert_eq!(owner.get("/api/admin/webhooks").await.expect(200).as_array().map(Vec::len), Some(1));
    assert!(owner.get("/api/admin/webhooks/events").await.expect(200).as_array().is_some_and(|all| all.len() > 5));
    assert_eq!(owner.delete(&path).await.status, 204);
    owner.get(&path).await.expect_problem(404, "not_found");
    let trail = owner.get("/api/admin/audit").await.text;
    assert!(trail.contains("webhook.delete") && !trail.contains("whsec_"));
}
