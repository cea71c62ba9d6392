//! The devices that ask to hear of a member's news.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::support::{Caller, PASSWORD, TestMember, TestServer};

fn subscription(device: u32) -> Value {
    let mut point = [7; 65];
    point[0] = 4;
    json!({ "subscription": {
        "endpoint": format!("https://fcm.googleapis.com/fcm/send/{device}"),
        "expirationTime": null,
        "keys": { "p256dh": URL_SAFE_NO_PAD.encode(point), "auth": URL_SAFE_NO_PAD.encode([9; 16]) },
    } })
}

/// Who hears by which address, by short id, and whether it goes with the sign-in.
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
    let browser = server.visitor().browser();
    let body = json!({ "userIdentifier": member.email, "userPassword": PASSWORD });
    let answer = browser.post("/api/auth/login", body).await.expect(200);
    browser.set_bearer(answer["token"].as_str());
    browser
}

#[tokio::test]
async fn a_browser_hears_until_its_sign_in_ends() {
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
async fn a_native_app_hears_by_its_token() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let body = json!({ "isNative": true, "fcmToken": "dQw4w9:APA91b_x.y-z" });
    member.caller.post("/api/auth/subscribe", body.clone()).await.expect(201);
    member.caller.post("/api/auth/subscribe", body).await.expect(200);
    assert_eq!(devices(&server), [("dQw4w9:APA91b_x.y-z".to_owned(), member.short_id.clone(), false)]);
    let gone = json!({ "fcmToken": "dQw4w9:APA91b_x.y-z" });
    server.member().await.caller.post("/api/auth/unsubscribe", gone.clone()).await.expect(200);
    assert_eq!(devices(&server).len(), 1, "another member's device stays");
    member.caller.post("/api/auth/unsubscribe", gone).await.expect(200);
    assert_eq!(devices(&server), []);
}

#[tokio::test]
async fn a_device_tells_one_member_and_the_eleventh_replaces_the_first() {
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
async fn what_is_no_device_is_refused() {
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
        with("/subscription/keys/auth", json!("not base64!")),
    ] {
        member.caller.post("/api/auth/subscribe", body).await.expect_problem(400, "invalid_value");
    }
    member.caller.post("/api/auth/subscribe", with("/subscription/endpoint", json!(7))).await.expect(400);
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
