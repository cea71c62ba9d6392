//! Announcements to many members.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::Over;
use crate::support::{TestMember, TestServer};

fn news() -> Value {
    json!({ "title": { "en": "News", "zh": "消息", "zhhk": "消息" }, "body": { "en": "Hello", "zh": "你好", "zhhk": "你好" } })
}

async fn inbox(member: &TestMember) -> Value {
    member.caller.get("/api/notification/notifications").await.expect(200)
}

#[tokio::test]
async fn an_announcement_reaches_everybody_whom_it_is_for_and_tells_who_saw_it() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let before = inbox(&ada).await["data"].as_array().expect("lines").len();
    let made = editor
        .post("/api/admin/notifications", json!({ "segment": { "minPoints": 50 } }).over(news()))
        .await
        .expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    assert_eq!((&made["state"], &made["delivered"]), (&json!("draft"), &json!(0)));
    server.hand_out_announcements().await.expect("nothing is due");
    assert_eq!(inbox(&ada).await["data"].as_array().map(Vec::len), Some(before));
    editor.post(&format!("{path}/send"), json!({})).await.expect(200);
    // Whether the server's own worker or this call comes first, nobody is reached twice.
    server.hand_out_announcements().await.expect("delivery");
    let line = inbox(&ada).await["data"][0].clone();
    assert_eq!(
        (&line["title"]["zhhk"], &line["body"]["en"], &line["read"]),
        (&json!("消息"), &json!("Hello"), &json!(false))
    );
    assert!(inbox(&ben).await["data"].as_array().expect("lines").iter().all(|line| line["title"]["en"] != "News"));
    let read = json!({ "ids": [line["_id"]] });
    for _ in 0..2 {
        ada.caller.post("/api/notification/read", read.clone()).await.expect(200);
        ada.caller.post("/api/notification/read", json!({ "all": true })).await.expect(200);
    }
    let shown = editor.get(&path).await.expect(200);
    assert_eq!((&shown["state"], &shown["delivered"], &shown["opened"]), (&json!("sent"), &json!(1), &json!(1)));
    editor.post(&format!("{path}/send"), json!({})).await.expect_problem(409, "already_sent");
    editor.delete(&path).await.expect_problem(409, "already_sent");
    let file = editor.get("/api/admin/notifications?format=csv&state=sent&q=new").await.text;
    assert!(file.contains("消息"), "{file}");
}

#[tokio::test]
async fn a_scheduled_announcement_waits_for_its_moment_and_may_be_changed_until_then() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let member = server.member().await;
    let soon = server.clock.now().plus(Duration::from_secs(60)).to_string();
    let scheduled = json!({ "state": "scheduled", "sendAt": soon }).over(news());
    let made = editor.post("/api/admin/notifications", scheduled.clone()).await;
    let path = format!("/api/admin/notifications/{}", made.expect(201)["_id"].as_str().expect("an id"));
    let put = async |tag: &str, body: Value| editor.put_at(&path, tag, body).await;
    put("\"9\"", scheduled.clone()).await.expect_problem(412, "stale");
    let other = json!({ "title": { "en": "Other", "zh": "其他", "zhhk": "其他" } }).over(scheduled);
    put(made.header("etag"), other).await.expect(200);
    server.hand_out_announcements().await.expect("nothing is due");
    assert_eq!(editor.get(&path).await.expect(200)["state"], "scheduled");
    server.clock.advance(Duration::from_secs(60));
    server.hand_out_announcements().await.expect("delivery");
    assert_eq!(inbox(&member).await["data"][0]["title"]["en"], "Other");
}

#[tokio::test]
async fn an_announcement_with_mistakes_names_them() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    for (body, code) in [
        (json!({ "title": { "en": " " } }), "required_field"),
        (json!({ "body": { "en": "x".repeat(1_001) } }), "too_long"),
        (json!({ "segment": { "minPoints": -1 } }), "invalid_value"),
        (json!({ "segment": { "minPoints": 5, "maxPoints": 4 } }), "invalid_value"),
        (json!({ "segment": { "partnerId": "0".repeat(32) } }), "unknown_partner"),
        (json!({ "segment": { "role": "member" } }), "invalid_body"),
        (json!({ "state": "sent" }), "invalid_value"),
        (json!({ "state": "scheduled" }), "required_field"),
        (json!({ "state": "scheduled", "sendAt": "2020-01-01T00:00:00Z" }), "invalid_value"),
    ] {
        editor.post("/api/admin/notifications", body.over(news())).await.expect_problem(400, code);
    }
    let bare = json!({ "title": { "en": "A" }, "body": { "en": "B" } });
    let id = editor.post("/api/admin/notifications", bare).await.expect(201)["_id"].as_str().expect("an id").to_owned();
    let send = format!("/api/admin/notifications/{id}/send");
    editor.post(&send, json!({})).await.expect_problem(422, "translation_missing");
    editor.post(&send, json!({ "useEnglish": true })).await.expect(200);
    let support = server.staff_at(Role::Support, None).await;
    support.post("/api/admin/notifications", news()).await.expect_problem(403, "forbidden");
}
