//! Announcements to many members.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::id::MemberId;
use kapok::platform::store::params;
use reqwest::Method;
use serde_json::{Value, json};

use crate::consent::{PREFERENCES, agree};
use crate::mail::by_mail;
use crate::support::desk::Over;
use crate::support::listener::Listener;
use crate::support::mail_sink::{Encryption, Fault, MailSink};
use crate::support::subscriber::Subscriber;
use crate::support::{PASSWORD, TestMember, TestServer, until};

pub fn news() -> Value {
    json!({ "title": { "en": "News", "zh": "消息", "zhhk": "消息" }, "body": { "en": "Hello", "zh": "你好", "zhhk": "你好" } })
}

pub async fn inbox(member: &TestMember) -> Value {
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
    // The server's own worker may have been first; nobody gets the announcement twice.
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
async fn deliveries_of_an_announcement_are_counted_by_channel() {
    let (sink, service) = (MailSink::start(Encryption::None).await, Listener::start().await);
    let server = TestServer::start().await;
    let members = [server.member().await, server.member().await, server.member().await];
    let adjust = by_mail(&sink);
    let server = server.restart_with(|config| {
        adjust(config);
        config.push.allowed_hosts = vec![service.host()];
        // The tests' clock shows a time at night.
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    });
    let server = server.await;
    let editor = server.staff_at(Role::Editor, None).await;
    for (number, member) in members.iter().enumerate() {
        let caller = server.visitor();
        caller.sign_in(&member.email, PASSWORD).await;
        Subscriber::at(service.url(&format!("/push/{number}"))).join(&caller).await;
    }
    // One e-mail address is refused, one device is gone, and one device defers delivery.
    sink.fail_next(&[Fault::Recipient]);
    service.reply([(410, None, String::new()), (503, None, String::new())]);
    let made = editor.post("/api/admin/notifications", json!({ "byEmail": true }).over(news())).await.expect(201);
    assert_eq!(made["messages"], json!([]));
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    editor.post(&format!("{path}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    let counted = |counts: Value| {
        let (editor, path) = (&editor, &path);
        async move {
            until(async || {
                let shown = editor.get(path).await.expect(200);
                if shown["messages"] == counts { Ok(()) } else { Err(format!("still {}", shown["messages"])) }
            })
            .await;
        }
    };
    let tally = |channel: &str, [waiting, sent, failed]: [i64; 3]| json!({ "channel": channel, "waiting": waiting, "sent": sent, "failed": failed });
    counted(json!([tally("email", [0, 2, 1]), tally("push", [1, 1, 1])])).await;
    let mail = sink.expect(2).await.remove(0);
    assert!(mail.raw.contains("/notifications"), "the link to the app, where it counts as seen: {}", mail.raw);
    // A notification that waits for a device is dropped when the device unsubscribes.
    server
        .running
        .store
        .write_unattended(|tx| tx.execute("delete from outbox_message where state = 'waiting'", &[]).map(|_| ()))
        .await
        .expect("dropped");
    counted(json!([tally("email", [0, 2, 1]), tally("push", [0, 1, 2])])).await;
    // After a successful retry it no longer counts as failed.
    let desk = server.staff(Role::Support).await;
    let dead = desk.get("/api/admin/messages?channel=email&state=dead").await.expect(200);
    let retry = format!("/api/admin/messages/{}/retry", dead[0]["_id"].as_str().expect("an id"));
    desk.post(&retry, json!({})).await.expect(200);
    server.running.outbox.wake();
    counted(json!([tally("email", [0, 3, 0]), tally("push", [0, 1, 2])])).await;
    let file = editor.get("/api/admin/notifications?format=csv").await.text;
    assert!(file.contains("messages.sent") && file.contains(",4,2,"), "{file}");
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
async fn removed_announcements_come_back_and_lists_are_sorted() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let home = "/api/admin/notifications";
    let mut ids = Vec::new();
    for (name, more) in [
        ("Bread", json!({})),
        ("Apples", json!({ "state": "scheduled", "sendAt": server.clock.now().plus(Duration::from_secs(60)) })),
        ("Cheese", json!({})),
    ] {
        let words = json!({ "title": { "en": name, "zh": name, "zhhk": name } });
        let made = editor.post(home, words.over(more).over(news())).await.expect(201);
        ids.push(made["_id"].as_str().expect("an id").to_owned());
    }
    let listed = async |query: &str| {
        let rows = editor.get(&format!("{home}?{query}")).await.expect(200);
        rows.as_array().expect("rows").iter().map(|row| row["title"]["en"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(listed("").await, ["Cheese", "Apples", "Bread"]);
    assert_eq!(listed("sort=oldest").await, ["Bread", "Apples", "Cheese"]);
    assert_eq!(listed("sort=name").await, ["Apples", "Bread", "Cheese"]);
    assert_eq!(listed(&format!("sort=name&limit=1&cursor={}", ids[1])).await, ["Bread"]);
    server.clock.advance(Duration::from_secs(1));
    let words = json!({ "title": { "en": "Brown bread", "zh": "包", "zhhk": "包" } }).over(news());
    editor.put_at(&format!("{home}/{}", ids[0]), "*", words).await.expect(200);
    assert_eq!(listed("sort=updated").await, ["Brown bread", "Cheese", "Apples"]);
    editor.get(&format!("{home}?sort=size")).await.expect_problem(400, "invalid_parameter");

    editor.post(&format!("{home}/{}/send", ids[2]), json!({})).await.expect(200);
    let bulk = async |action: &str| {
        let unknown = "0".repeat(32);
        editor
            .post(&format!("{home}/bulk"), json!({ "action": action, "ids": [ids[0], ids[1], ids[2], unknown] }))
            .await
    };
    let codes =
        |fates: Value| fates.as_array().expect("fates").iter().map(|one| one["code"].clone()).collect::<Vec<_>>();
    let (done, gone) = (json!(null), json!("not_found"));
    let fates = codes(bulk("delete").await.expect(200));
    assert_eq!(fates, [done.clone(), done.clone(), json!("already_sent"), gone.clone()]);
    assert_eq!(listed("").await, ["Cheese"]);
    assert_eq!(listed("state=deleted&sort=name").await, ["Apples", "Brown bread"]);
    let path = format!("{home}/{}", ids[1]);
    editor.get(&path).await.expect_problem(404, "not_found");
    editor.put_at(&path, "*", news()).await.expect_problem(404, "not_found");
    editor.post(&format!("{path}/send"), json!({})).await.expect_problem(404, "not_found");
    // A deleted announcement is not sent. If its time has passed, it is restored as a draft.
    server.clock.advance(Duration::from_secs(120));
    server.hand_out_announcements().await.expect("delivery");
    assert_eq!(codes(bulk("restore").await.expect(200)), [done.clone(), done, gone.clone(), gone]);
    server.hand_out_announcements().await.expect("delivery");
    assert_eq!(editor.get(&path).await.expect(200)["state"], "draft");
    bulk("publish").await.expect_problem(400, "invalid_body");
    let none = json!({ "action": "delete", "ids": [] });
    editor.post(&format!("{home}/bulk"), none).await.expect_problem(400, "invalid_value");
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?action=notification.restore").await;
    assert_eq!(trail.expect(200).as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_announcement_that_changed_meanwhile_is_not_sent() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let made = editor.post("/api/admin/notifications", news()).await;
    let (path, seen) =
        (format!("/api/admin/notifications/{}", made.expect(201)["_id"].as_str().expect("an id")), made.header("etag"));
    let other = json!({ "title": { "en": "Other news", "zh": "新消息", "zhhk": "新消息" } }).over(news());
    editor.put_at(&path, seen, other).await.expect(200);
    let send = async |tag: &str| {
        let request = editor.request(Method::POST, &format!("{path}/send")).header("if-match", tag);
        editor.send(request.json(&json!({}))).await
    };
    for stale in [seen, "nonsense", "\"\"", "W/\"2\""] {
        send(stale).await.expect_problem(412, "stale");
    }
    let shown = editor.get(&path).await;
    assert_eq!(shown.expect(200)["state"], "draft");
    assert_ne!(send(shown.header("etag")).await.expect(200)["state"], "draft");
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

#[tokio::test]
async fn an_interrupted_announcement_resumes_and_reaches_each_member_once() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let members = [server.member().await, server.member().await, server.member().await];
    let made = editor.post("/api/admin/notifications", json!({ "byEmail": true }).over(news())).await.expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    editor.post(&format!("{path}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    // The state after a power cut: the last saved progress is the second member, or none.
    for reached in [members[1].id, MemberId::from_bytes([0; 16])] {
        let back = server.running.store.write_unattended(move |tx| {
            tx.execute_one("update announcement set state = 'sending', reached = :id", params! { ":id": reached })
        });
        back.await.expect("set back");
        // Two runs at once, one member per write: the slower run sees the progress of the other.
        let (one, other) = tokio::join!(server.hand_out_announcements(), server.hand_out_announcements());
        one.and(other).expect("delivery");
        let shown = editor.get(&path).await.expect(200);
        assert_eq!((&shown["state"], &shown["delivered"]), (&json!("sent"), &json!(3)));
        let tally = &shown["messages"][0];
        let mails = ["waiting", "sent", "failed"].map(|name| tally[name].as_i64().unwrap_or(0));
        assert_eq!(mails.iter().sum::<i64>(), 3, "{shown}");
        for member in &members {
            let lines = inbox(member).await["data"].as_array().expect("lines").clone();
            assert_eq!(lines.iter().filter(|line| line["title"]["en"] == "News").count(), 1);
        }
    }
}

#[tokio::test]
async fn an_announcement_is_counted_before_it_goes_by_the_rules_of_its_delivery() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let (ada, ben, cyd) = (server.member_with(100).await, server.member_with(200).await, server.member().await);
    let count = async |request: Value| editor.post("/api/admin/notifications/audience", request).await.expect(200);
    let rich = json!({ "minPoints": 50 });
    let all = count(json!({ "segment": rich, "byEmail": true })).await;
    assert_eq!((&all["members"], &all["inbox"], &all["email"]), (&json!(2), &json!(2), &json!(2)));
    assert_eq!((&all["push"], &all["languages"][0]["members"]), (&json!(0), &json!(2)));
    // Members who want no news by e-mail have it in the inbox; offers reach only members who consented.
    let decline = json!({ "preferences": [{ "kind": "news", "channel": "email", "wanted": false }] });
    ada.caller.put(PREFERENCES, decline).await.expect(200);
    agree(&ben).await;
    let news_to = count(json!({ "segment": rich, "byEmail": true })).await;
    assert_eq!((&news_to["inbox"], &news_to["email"]), (&json!(2), &json!(1)));
    let offers = count(json!({ "segment": rich, "byEmail": true, "marketing": true })).await;
    assert_eq!((&offers["members"], &offers["inbox"], &offers["email"]), (&json!(2), &json!(1), &json!(1)));
    let inbox_alone = count(json!({ "segment": rich })).await;
    assert_eq!(inbox_alone["email"], json!(0), "no e-mail unless it is asked for");
    // The count is what is delivered.
    let made = editor
        .post("/api/admin/notifications", json!({ "segment": rich, "byEmail": true }).over(news()))
        .await
        .expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    editor.post(&format!("{path}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    assert_eq!(editor.get(&path).await.expect(200)["delivered"], json!(2));
    drop(cyd);
    let support = server.staff_at(Role::Support, None).await;
    support.post("/api/admin/notifications/audience", json!({})).await.expect(200);
    support.post("/api/admin/notifications/audience", json!({ "who": 1 })).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn an_announcement_can_be_stopped_while_it_waits_after_it_was_sent() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let member = server.member().await;
    let made = editor.post("/api/admin/notifications", news()).await.expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    let send = async |seconds: i64| editor.post(&format!("{path}/send"), json!({ "afterSeconds": seconds })).await;
    send(3_601).await.expect_problem(400, "invalid_value");
    let waits = send(60).await.expect(200);
    assert_eq!(
        (&waits["state"], waits["sendAt"].as_str()),
        (&json!("scheduled"), Some(server.clock.now().plus(Duration::from_secs(60)).to_string().as_str()))
    );
    server.clock.advance(Duration::from_secs(59));
    editor.put_at(&path, "*", news()).await.expect(200);
    server.clock.advance(Duration::from_secs(60));
    server.hand_out_announcements().await.expect("nothing is due");
    assert_eq!(editor.get(&path).await.expect(200)["state"], "draft");
    assert!(inbox(&member).await["data"].as_array().expect("lines").iter().all(|line| line["title"]["en"] != "News"));
    send(60).await.expect(200);
    server.clock.advance(Duration::from_secs(60));
    server.hand_out_announcements().await.expect("delivery");
    assert_eq!(inbox(&member).await["data"][0]["title"]["en"], "News");
    editor.put_at(&path, "*", news()).await.expect_problem(409, "already_sent");
}

#[tokio::test]
async fn an_announcement_is_tried_on_oneself_and_reaches_nobody_else() {
    let server = TestServer::start().await;
    let (editor, member) = (server.staff_at(Role::Editor, None).await, server.member().await);
    let before = inbox(&member).await;
    let mine = editor.get("/api/staff/me").await.expect(200)["email"].clone();
    let test = json!({ "language": "zhhk" }).over(news());
    let sent = editor.post("/api/admin/notifications/test", test.clone()).await.expect(200);
    assert_eq!(sent["to"], mine);
    let mail = server.message_to(mine.as_str().expect("an address")).await;
    assert!(mail.to_string().contains("消息"), "{mail}");
    assert_eq!(inbox(&member).await, before);
    let support = server.staff_at(Role::Support, None).await;
    support.post("/api/admin/notifications/test", test).await.expect_problem(403, "forbidden");
    let long = json!({ "language": "en", "body": { "en": "x".repeat(1_001), "zh": "", "zhhk": "" } }).over(news());
    editor.post("/api/admin/notifications/test", long).await.expect_problem(400, "too_long");
}
