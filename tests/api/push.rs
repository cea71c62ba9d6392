//! Devices that subscribe to push notifications.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::support::subscriber::Subscriber;
use crate::support::{Caller, PASSWORD, TestMember, TestServer};

fn subscription(device: u32) -> Value {
    Subscriber::at(format!("https://fcm.googleapis.com/fcm/send/{device}")).subscription()
}

/// The subscriptions: address, the member's short id, and whether a session owns it.
fn devices(server: &TestServer) -> Vec<(String, String, bool)> {
    server
        .running
        .store
        .read(|read| {
            read.all(
                "select address, short_id, session_id is not null as bound from push_subscription \
                 join member on member.id = member_id order by address",
                &[],
                |row| Ok((row.get("address")?, row.get("short_id")?, row.get::<i64>("bound")? == 1)),
            )
        })
        .expect("the devices")
}

async fn browser_of(server: &TestServer, member: &TestMember) -> Caller {
    signed_in(member, server.visitor().browser()).await
}

async fn signed_in(member: &TestMember, browser: Caller) -> Caller {
    let body = json!({ "userIdentifier": member.email, "userPassword": PASSWORD });
    let answer = browser.post("/api/auth/login", body).await.expect(200);
    browser.set_bearer(answer["token"].as_str());
    browser
}

#[tokio::test]
async fn a_browser_gets_push_messages_until_its_session_ends() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member).await;
    browser.post("/api/auth/subscribe", subscription(1)).await.expect(201);
    browser.post("/api/auth/subscribe", subscription(1)).await.expect(200);
    assert_eq!(devices(&server).len(), 1);
    browser.post("/api/auth/logout", json!({})).await.expect(200);
    assert_eq!(devices(&server), []);
}

#[tokio::test]
async fn a_native_app_gets_push_messages_by_its_fcm_token() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let body = json!({ "isNative": true, "fcmToken": "dQw4w9:APA91b_x.y-z" });
    member.caller.post("/api/auth/subscribe", body.clone()).await.expect(201);
    member.caller.post("/api/auth/subscribe", body).await.expect(200);
    assert_eq!(devices(&server), [("dQw4w9:APA91b_x.y-z".to_owned(), member.short_id.clone(), true)]);
    let gone = json!({ "fcmToken": "dQw4w9:APA91b_x.y-z" });
    server.member().await.caller.post("/api/auth/unsubscribe", gone.clone()).await.expect(200);
    assert_eq!(devices(&server).len(), 1, "another member's device stays");
    member.caller.post("/api/auth/unsubscribe", gone).await.expect(200);
    assert_eq!(devices(&server), []);
}

fn app(token: &str) -> Value {
    json!({ "isNative": true, "fcmToken": token })
}

#[tokio::test]
async fn a_native_app_gets_push_messages_until_its_session_is_ended() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let (here, shell, thief) = (
        browser_of(&server, &member).await,
        browser_of(&server, &member).await,
        signed_in(&member, server.visitor()).await,
    );
    shell.post("/api/auth/subscribe", app("shell")).await.expect(201);
    thief.post("/api/auth/subscribe", app("thief")).await.expect(201);
    shell.post("/api/auth/renewSubscription", subscription(1)).await.expect_problem(404, "not_found");
    shell.post("/api/auth/logout", json!({})).await.expect(200);
    assert_eq!(devices(&server), [("thief".to_owned(), member.short_id.clone(), true)]);
    // A subscription from before they were tied to sessions has no session.
    let loose = server.running.store.write_unattended(|tx| {
        tx.execute("update push_subscription set session_id = null", params! {})?;
        Ok(())
    });
    loose.await.expect("a device without a sign-in");
    here.delete("/api/auth/sessions").await.expect(200);
    assert_eq!(devices(&server), []);

    let thief = signed_in(&member, server.visitor()).await;
    thief.post("/api/auth/subscribe", app("thief")).await.expect(201);
    here.post("/api/auth/subscribe", app("own")).await.expect(201);
    let change = json!({ "password": "Banyan-tree-99", "currentPassword": PASSWORD });
    here.put("/api/auth/updateUser", change).await.expect(200);
    assert_eq!(devices(&server), [("own".to_owned(), member.short_id.clone(), true)]);
}

#[tokio::test]
async fn a_native_app_gets_push_messages_after_its_bearer_expires_until_it_logs_out() {
    let server = TestServer::start().await;
    let member = server.member().await;
    member.caller.post("/api/auth/subscribe", app("phone")).await.expect(201);
    server.clock.advance(Duration::from_secs(3_601));
    // Each sign-in deletes expired sessions.
    for _ in 0..11 {
        signed_in(&member, server.visitor()).await;
    }
    member.caller.get("/api/auth/getUserInfo").await.expect(401);
    assert_eq!(devices(&server), [("phone".to_owned(), member.short_id.clone(), true)]);
    member.caller.post("/api/auth/logout", json!({})).await.expect(200);
    assert_eq!(devices(&server), []);
}

#[tokio::test]
async fn a_device_belongs_to_one_member_and_the_eleventh_device_replaces_the_first() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member().await, server.member().await);
    ada.caller.post("/api/auth/subscribe", subscription(100)).await.expect(201);
    ben.caller.post("/api/auth/subscribe", subscription(100)).await.expect(201);
    assert_eq!(devices(&server)[0].1, ben.short_id);
    for device in 101..=110 {
        server.clock.advance(Duration::from_secs(1));
        ben.caller.post("/api/auth/subscribe", subscription(device)).await.expect(201);
    }
    let known = devices(&server);
    assert_eq!(known.len(), 10);
    assert!(known.iter().all(|(address, ..)| !address.ends_with("/100")), "{known:?}");
}

#[tokio::test]
async fn an_invalid_subscription_is_refused() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let with = |pointer: &str, value: Value| {
        let mut body = subscription(1);
        *body.pointer_mut(pointer).expect("a part of it") = value;
        body
    };
    for body in [
        json!({}),
        json!({ "isNative": true }),
        json!({ "isNative": false, "fcmToken": "abc" }),
        json!({ "isNative": true, "fcmToken": "" }),
        json!({ "isNative": true, "fcmToken": "a b" }),
        json!({ "isNative": true, "fcmToken": "a".repeat(4_097) }),
        json!({ "isNative": true, "fcmToken": "abc", "subscription": subscription(1)["subscription"] }),
        with("/subscription/endpoint", json!("https://example.org/push")),
        with("/subscription/endpoint", json!("http://127.0.0.1:9/push")),
        with("/subscription/endpoint", json!(format!("https://fcm.googleapis.com/{}", "x".repeat(4_096)))),
        with("/subscription/keys/p256dh", json!("AAAA")),
        with("/subscription/keys/p256dh", json!(URL_SAFE_NO_PAD.encode([7; 65]))),
        // The key has the correct form but is not a point of the curve.
        with("/subscription/keys/p256dh", json!(URL_SAFE_NO_PAD.encode([&[4][..], &[7; 64]].concat()))),
        with("/subscription/keys/auth", json!(URL_SAFE_NO_PAD.encode([9; 15]))),
        with("/subscription/keys/auth", json!("not base64!")),
    ] {
        member.caller.post("/api/auth/subscribe", body).await.expect_problem(400, "invalid_value");
    }
    for endpoint in [json!(7), json!(null), json!("https://fcm.googleapis.com/\u{0}\u{7}")] {
        member.caller.post("/api/auth/subscribe", with("/subscription/endpoint", endpoint)).await.expect(400);
    }
    member.caller.post("/api/auth/subscribe", json!({ "subscription": "x" })).await.expect(400);
    member.caller.post("/api/auth/unsubscribe", json!({})).await.expect_problem(400, "invalid_value");
    assert_eq!(devices(&server), []);
}

#[tokio::test]
async fn a_cookie_without_its_token_subscribes_nothing() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member).await;
    browser.set_bearer(None);
    browser.post("/api/auth/subscribe", subscription(1)).await.expect(401);
    server.visitor().post("/api/auth/subscribe", subscription(1)).await.expect(401);
    assert_eq!(devices(&server), []);
}

#[tokio::test]
async fn a_service_worker_follows_a_change_of_its_subscription_by_the_cookie_alone() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = signed_in(&member, server.visitor().browser().with_header("accept-language", "zh-HK")).await;
    let path = "/api/auth/renewSubscription";
    browser.post(path, subscription(2)).await.expect_problem(404, "not_found");
    browser.post("/api/auth/subscribe", subscription(1)).await.expect(201);
    browser.set_bearer(None);
    browser.post(path, json!({})).await.expect(400);
    let mut bad = subscription(2);
    bad["subscription"]["endpoint"] = json!("https://example.org/push");
    browser.post(path, bad).await.expect_problem(400, "invalid_value");
    assert!(devices(&server)[0].0.ends_with("/1"), "a refusal changes nothing");
    browser.post(path, subscription(2)).await.expect(200);
    let known = devices(&server);
    assert_eq!(known.len(), 1);
    assert!(known[0].0.ends_with("/2") && known[0].2, "{known:?}");
    // Refused for a visitor, a script of the same member, and a page of another site.
    server.visitor().post(path, subscription(3)).await.expect(401);
    member.caller.post(path, subscription(3)).await.expect_problem(404, "not_found");
    let elsewhere =
        server.visitor().with_header("origin", "https://evil.example").with_header("sec-fetch-site", "cross-site");
    elsewhere.set_cookie("accessToken", &browser.cookie("accessToken").expect("a cookie"));
    elsewhere.post(path, subscription(3)).await.expect(403);
    assert_eq!(devices(&server), known);
}
