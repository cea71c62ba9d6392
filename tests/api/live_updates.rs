//! The event stream that keeps an open app up to date.

use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{PASSWORD, TestServer, fresh_key};

/// The next `standing` event of a stream.
async fn next(stream: &mut reqwest::Response, buffer: &mut String) -> Value {
    loop {
        if let Some((event, rest)) = buffer.split_once("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
            *buffer = rest.to_owned();
            if let Some(data) = data {
                return serde_json::from_str(&data).expect("JSON");
            }
            continue;
        }
        let bytes = stream.chunk().await.expect("the stream is whole").expect("the stream goes on");
        buffer.push_str(std::str::from_utf8(&bytes).expect("text"));
    }
}

#[tokio::test]
async fn live_updates_tell_a_member_of_their_own_points_only() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    server.visitor().get("/api/events").await.expect_problem(401, "unauthenticated");
    let mut stream = ben.caller.request(reqwest::Method::GET, "/api/events").send().await.expect("a stream");
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let mut buffer = String::new();
    assert_eq!(next(&mut stream, &mut buffer).await, json!({ "points": 0, "unread": 1 }));
    // Events of other members are not sent: the next event belongs to Ben.
    ada.caller.post("/api/notification/read", json!({ "all": true })).await.expect(200);
    ada.caller.transfer(&ben.email, 30).await.expect(200);
    assert_eq!(next(&mut stream, &mut buffer).await, json!({ "points": 30, "unread": 2 }));
    // An open stream does not delay the server's stop.
    server.stop().await;
    while stream.chunk().await.expect("an orderly end").is_some() {}
}

#[tokio::test]
async fn an_open_stream_ends_with_its_session() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for end in ["signed out", "ended elsewhere", "another password", "suspended", "left"] {
        let member = server.member_with(100).await;
        let elsewhere = server.visitor();
        elsewhere.sign_in(&member.email, PASSWORD).await;
        let mut stream = member.caller.request(reqwest::Method::GET, "/api/events").send().await.expect("a stream");
        let mut buffer = String::new();
        assert_eq!(next(&mut stream, &mut buffer).await["points"], 100, "{end}");
        let path = format!("/api/admin/members/{}", member.id);
        let done = match end {
            "signed out" => member.caller.post("/api/auth/logout", json!({})).await,
            "ended elsewhere" => elsewhere.delete("/api/auth/sessions").await,
            "another password" => {
                let change = json!({ "password": "Junk-boat#8812", "currentPassword": PASSWORD });
                elsewhere.put("/api/auth/updateUser", change).await
            }
            "suspended" => desk.operator.post(&format!("{path}/suspend"), json!({})).await,
            _ => elsewhere.post("/api/auth/deleteAccount", json!({})).await,
        };
        done.expect(200);
        // The gift may be refused, because the account may be gone.
        let give = json!({ "points": 7, "reason": "x" });
        desk.operator.post_once(&format!("{path}/adjust"), &fresh_key(), give).await;
        while let Some(bytes) = stream.chunk().await.expect("an orderly end") {
            buffer.push_str(std::str::from_utf8(&bytes).expect("text"));
        }
        assert!(!buffer.contains("standing"), "{end}: {buffer}");
    }
}

#[tokio::test]
async fn an_open_stream_goes_on_while_another_session_ends() {
    let server = TestServer::start().await;
    let member = server.member_with(100).await;
    let elsewhere = server.visitor();
    elsewhere.sign_in(&member.email, PASSWORD).await;
    let mut stream = member.caller.request(reqwest::Method::GET, "/api/events").send().await.expect("a stream");
    let mut buffer = String::new();
    assert_eq!(next(&mut stream, &mut buffer).await["points"], 100);
    elsewhere.post("/api/auth/logout", json!({})).await.expect(200);
    server.give(member.id, 7).await;
    assert_eq!(next(&mut stream, &mut buffer).await["points"], 107);
}

#[tokio::test]
async fn an_open_coupon_gets_a_live_update_when_it_is_collected() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(kapok::auth::Role::Merchant, Some(&partner)).await;
    let (ada, item) =
        (server.member_with(100).await, desk.item(json!({ "partnerId": partner }).over(coupon(10))).await);
    let path = format!("/api/redeem/purchase/{item}");
    let bought = ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let path = format!("/api/redeem/use/{}", bought["redemption"]["_id"].as_str().expect("an id"));
    let shown = ada.caller.post(&path, json!({})).await.expect(200);
    let mut stream = ada.caller.request(reqwest::Method::GET, "/api/events").send().await.expect("a stream");
    let mut buffer = String::new();
    let before = next(&mut stream, &mut buffer).await;
    assert_eq!((&before["points"], before.get("lastCollected")), (&json!(90), None));
    let list = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!(list[0].get("collectedAt"), None);
    let collect = json!({ "code": shown["itemContent"]["qrcode"] });
    counter.post("/api/merchant/collect", collect).await.expect(200);
    let after = next(&mut stream, &mut buffer).await;
    assert_eq!((&after["points"], &after["unread"]), (&before["points"], &before["unread"]));
    let list = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert!(after["lastCollected"].is_string() && after["lastCollected"] == list[0]["collectedAt"], "{after} {list}");
    server.stop().await;
}
