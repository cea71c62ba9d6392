//! Push notifications to browsers, through a push service on loopback that decrypts them.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::config::Config;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::expiry::{go_to, months, settled};
use crate::support::desk::{Desk, exchange};
use crate::support::listener::{Listener, Reply};
use crate::support::subscriber::{Subscriber, fate, sender_of};
use crate::support::{PASSWORD, TestMember, TestServer, fresh_key, quiet};

fn through(host: String) -> impl FnOnce(&mut Config) {
    |config| {
        quiet(config);
        config.push.allowed_hosts = vec![host];
        // The tests' clock shows a time at night.
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    }
}

async fn server_and_service() -> (TestServer, Listener) {
    let service = Listener::start().await;
    (TestServer::start_with(through(service.host())).await, service)
}

/// Has another member send that many points to a member.
async fn send_points(server: &TestServer, to: &TestMember, amount: i64) -> TestMember {
    let sender = server.member_with(amount).await;
    sender.caller.transfer(&to.email, amount).await.expect(200);
    sender
}

fn count_devices(server: &TestServer) -> i64 {
    let count =
        |read: &kapok::platform::store::Read<'_>| read.number("select count(*) as n from push_subscription", &[]);
    server.running.store.read(count).expect("a number")
}

#[tokio::test]
async fn a_note_is_sealed_for_its_browser_and_signed_by_the_programme() {
    let (server, service) = server_and_service().await;
    let ben = server.member().await;
    let browser = Subscriber::of(&ben, &service, "one").await;
    let ada = send_points(&server, &ben, 4_217).await;
    let heard = service.expect(1).await.remove(0);
    assert_eq!(heard.path, "/push/one");
    let (ttl, urgency) = (heard.header("ttl").parse::<u64>().expect("seconds"), heard.header("urgency"));
    assert!(ttl <= 86_400 && ttl > 80_000 && urgency == "normal", "{ttl} {urgency}");
    let note = browser.open(&heard);
    assert_eq!(
        (&note["title"], &note["url"], &note["lang"]),
        (&json!("Points received"), &json!("/points"), &json!("en-HK"))
    );
    assert_eq!(note["id"], heard.header("topic"));
    // Anyone can read a locked screen.
    let said = note.to_string();
    assert!(!said.contains(&ada.short_id) && !said.contains("4,217") && !said.contains("Mei"), "{said}");
    let sender = sender_of(&heard, &server).await;
    assert_eq!((&sender["aud"], &sender["sub"]), (&json!(service.url("")), &json!("mailto:no-reply@localhost")));
    let now = server.clock.now().as_millis() / 1_000;
    let expires = sender["exp"].as_i64().expect("a moment");
    assert!(expires > now && expires <= now + 86_400, "{expires}");
    let seen = fate(&server, |message| message["state"] == "sent").await;
    assert_eq!((&seen["kind"], &seen["_id"]), (&json!("points_received"), &note["id"]));
    assert_eq!(seen["memberId"], ben.id.to_string());
    server.verify_books();
}

#[tokio::test]
async fn each_device_hears_in_its_own_language_and_the_sender_nothing() {
    let (server, service) = server_and_service().await;
    let ben = server.member().await;
    let english = Subscriber::at(service.url("/push/en"));
    let chinese = Subscriber::at(service.url("/push/zhhk"));
    for (device, language) in [(&english, "en"), (&chinese, "zh-Hant-HK")] {
        let phone = server.visitor().with_header("accept-language", language);
        phone.sign_in(&ben.email, PASSWORD).await;
        device.join(&phone).await;
    }
    let ada = server.member_with(50).await;
    Subscriber::of(&ada, &service, "sender").await;
    ada.caller.transfer(&ben.email, 10).await.expect(200);
    let mut heard = service.expect(2).await;
    heard.sort_by(|one, other| one.path.cmp(&other.path));
    assert_eq!((heard[0].path.as_str(), heard[1].path.as_str()), ("/push/en", "/push/zhhk"));
    let (one, other) = (english.open(&heard[0]), chinese.open(&heard[1]));
    assert_eq!((&one["title"], &other["title"]), (&json!("Points received"), &json!("收到積分")));
    assert_eq!(other["lang"], "zh-Hant-HK");
    assert_ne!(one["id"], other["id"]);
    assert_eq!(service.heard().len(), 2);
}

#[tokio::test]
async fn a_note_has_the_programme_s_own_words_in_the_language_of_its_device() {
    let (server, service) = server_and_service().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let ben = server.member().await;
    let phone = server.visitor().with_header("accept-language", "zh-Hans");
    phone.sign_in(&ben.email, PASSWORD).await;
    let device = Subscriber::at(service.url("/push/own"));
    device.join(&phone).await;

    let title = "/api/admin/settings/texts/push.points_received.title";
    let shown = owner.get(title).await;
    let text = shown.expect(200);
    assert_eq!(
        (&text["builtIn"]["en"], &text["placeholders"], &text["longest"]),
        (&json!("Points received"), &json!([]), &json!(60))
    );
    let own = |words: &str| json!({ "text": { "en": words, "zh": words, "zhhk": words } });
    let long = "树".repeat(61);
    for (words, code) in [("", "required_field"), ("{points} from {from}", "unknown_placeholder"), (&long, "too_long")]
    {
        owner.put_at(title, "*", own(words)).await.expect_problem(400, code);
        owner.post(&format!("{title}/preview"), own(words)).await.expect_problem(400, code);
    }
    let operator = server.staff(Role::Operator).await;
    operator.put_at(title, "*", own("Mine")).await.expect_problem(403, "forbidden");
    owner.put_at(title, shown.header("etag"), own("{programme}：您收到积分")).await.expect(200);
    owner.put_at(title, shown.header("etag"), own("Again")).await.expect_problem(412, "stale");
    let body = "/api/admin/settings/texts/push.points_received.body";
    // The programme's name is longer than its placeholder is here, so the body is cut to the length that devices show.
    owner.put_at(body, "*", own(&"x".repeat(241))).await.expect_problem(400, "too_long");
    owner.put_at(body, "*", own(&format!("{}{{programme}}", "积".repeat(229)))).await.expect(200);
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["programmeName"] = json!("The Green Harbour Club");
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);

    send_points(&server, &ben, 10).await;
    let note = device.open(&service.expect(1).await[0]);
    assert_eq!(note["title"], "The Green Harbour Club：您收到积分");
    assert_eq!(note["body"], format!("{}The Green H…", "积".repeat(229)));

    let trail = owner.get("/api/admin/audit?target=push.points_received.title").await.expect(200);
    assert_eq!((&trail[0]["action"], trail.as_array().map(Vec::len)), (&json!("settings.reword"), Some(1)));
    assert_eq!(trail[0]["before"].get("own"), None);
    assert_eq!(trail[0]["after"]["own"]["zh"], "{programme}：您收到积分");
    owner.delete(title).await.expect(200);
    assert_eq!(owner.get(title).await.expect(200).get("own"), None);
}

#[tokio::test]
async fn responses_of_a_push_service_decide_whether_a_message_is_retried_and_a_device_kept() {
    for (status, state, reason, devices) in [
        (404, "dead", "gone: HTTP 404", 0),
        (410, "dead", "gone: HTTP 410", 0),
        (400, "dead", "refused: HTTP 400", 1),
        (413, "dead", "refused: HTTP 413", 1),
        (403, "waiting", "rejected: HTTP 403", 1),
        (429, "waiting", "deferred: HTTP 429", 1),
        (500, "waiting", "deferred: HTTP 500", 1),
        (302, "waiting", "unexpected: HTTP 302", 1),
    ] {
        let (server, service) = server_and_service().await;
        service.usually(status, "");
        let ben = server.member().await;
        Subscriber::of(&ben, &service, "one").await;
        send_points(&server, &ben, 5).await;
        let seen = fate(&server, |message| message["attempts"] == 1).await;
        assert_eq!((seen["state"].as_str(), seen["reason"].as_str()), (Some(state), Some(reason)));
        assert_eq!(count_devices(&server), devices, "after {status}");
        assert_eq!(ben.points().await, 5, "the transfer itself stays");
    }
}

#[tokio::test]
async fn a_push_service_that_asks_for_time_gets_it() {
    let (server, service) = server_and_service().await;
    let wait: Reply = (429, Some(("retry-after", "120".to_owned())), String::new());
    service.reply([wait]);
    let ben = server.member().await;
    let browser = Subscriber::of(&ben, &service, "one").await;
    send_points(&server, &ben, 5).await;
    let seen = fate(&server, |message| message["attempts"] == 1).await;
    assert_eq!(seen["due"], server.clock.now().plus(Duration::from_secs(120)).to_string());
    server.clock.advance(Duration::from_secs(121));
    server.running.outbox.wake();
    let heard = service.expect(2).await;
    // Both messages have the same id, so that a device shows one notification.
    assert_eq!(browser.open(&heard[0]), browser.open(&heard[1]));
    fate(&server, |message| message["state"] == "sent").await;
}

#[tokio::test]
async fn a_line_that_breaks_and_an_answer_without_end_are_tried_again() {
    for endless in [false, true] {
        let socket = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = socket.local_addr().expect("an address").to_string();
        tokio::spawn(async move {
            while let Ok((mut line, _)) = socket.accept().await {
                let mut answered = line.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 999999999\r\n\r\n").await;
                while endless && answered.is_ok() {
                    answered = line.write_all(&[b'x'; 4_096]).await;
                }
            }
        });
        let server = TestServer::start_with(through(host.clone())).await;
        let ben = server.member().await;
        Subscriber::at(format!("http://{host}/push")).join(&ben.caller).await;
        send_points(&server, &ben, 5).await;
        let seen = fate(&server, |message| message["attempts"] == 1).await;
        let reason = seen["reason"].as_str().expect("a reason");
        assert!(seen["state"] == "waiting" && reason.starts_with("unreachable: "), "{seen}");
        assert_eq!(count_devices(&server), 1);
    }
}

#[tokio::test]
async fn a_host_that_the_settings_no_longer_name_is_not_called() {
    let (server, service) = server_and_service().await;
    let ben = server.member().await;
    Subscriber::of(&ben, &service, "one").await;
    let config = server.visitor().get("/api/config").await.expect(200);
    let server = server.restart_with(through("push.example".to_owned())).await;
    let after = server.visitor().get("/api/config").await.expect(200);
    assert_eq!(config["vapidKey"], after["vapidKey"], "browsers stay subscribed to the same programme");
    send_points(&server, &ben, 5).await;
    let seen = fate(&server, |message| message["state"] == "dead").await;
    assert_eq!(seen["reason"], "forbidden: no push service");
    assert!(service.heard().is_empty());
}

#[tokio::test]
async fn only_urgent_messages_are_sent_in_the_quiet_hours() {
    let service = Listener::start().await;
    let host = service.host();
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.push.allowed_hosts = vec![host];
    })
    .await;
    let ben = server.member().await;
    let browser = Subscriber::of(&ben, &service, "one").await;
    send_points(&server, &ben, 5).await;
    let change = json!({ "password": "Kowloon#5582w", "currentPassword": PASSWORD });
    let update = ben.caller.request(Method::PUT, "/api/auth/updateUser").json(&change);
    ben.caller.send(update).await.expect(200);
    let heard = service.expect(1).await.remove(0);
    assert_eq!(browser.open(&heard)["title"], "Your password was changed");
    assert_eq!(heard.header("urgency"), "high");
    assert_eq!(fate(&server, |_| true).await["state"], "sent");
    assert_eq!(service.heard().len(), 1, "the points wait for the morning");
    server.clock.advance(Duration::from_secs(10 * 3_600));
    server.running.outbox.wake();
    let heard = service.expect(2).await.remove(1);
    assert_eq!(browser.open(&heard)["title"], "Points received");
    assert!(heard.header("ttl").parse::<u64>().is_ok_and(|left| left <= 14 * 3_600), "{heard:?}");
}

#[tokio::test]
async fn messages_that_wait_for_a_device_are_deleted_with_its_subscription() {
    let (server, service) = server_and_service().await;
    let (ben, eve) = (server.member().await, server.member().await);
    let browser = Subscriber::of(&ben, &service, "shared").await;
    service.usually(503, "");
    send_points(&server, &ben, 5).await;
    fate(&server, |message| message["attempts"] == 1).await;
    browser.join(&eve.caller).await;
    service.usually(201, "");
    let seen = fate(&server, |_| true).await;
    assert_eq!(seen, Value::Null, "nothing waits");
    send_points(&server, &eve, 5).await;
    service.expect(2).await;
    ben.caller.post("/api/auth/unsubscribe", json!({ "endpoint": browser.endpoint })).await.expect(200);
    assert_eq!(count_devices(&server), 1, "another member's device stays");
    eve.caller.post("/api/auth/unsubscribe", json!({ "endpoint": browser.endpoint })).await.expect(200);
    send_points(&server, &eve, 5).await;
    fate(&server, |message| message["state"] == "sent").await;
    assert_eq!(service.heard().len(), 2);
}

#[tokio::test]
async fn an_announcement_goes_to_the_devices_of_those_whom_it_is_for_and_is_cut_to_a_few_lines() {
    let (server, service) = server_and_service().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let browser = Subscriber::of(&ada, &service, "ada").await;
    Subscriber::of(&ben, &service, "ben").await;
    let editor = server.staff_at(Role::Editor, None).await;
    let long = "樹 ".repeat(450);
    let news = json!({ "title": { "en": "Plant a tree", "zh": "种树", "zhhk": "種樹" },
        "body": { "en": long, "zh": long, "zhhk": long }, "segment": { "minPoints": 50 } });
    let made = editor.post("/api/admin/notifications", news).await.expect(201);
    let path = format!("/api/admin/notifications/{}/send", made["_id"].as_str().expect("an id"));
    editor.post(&path, json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    let heard = service.expect(1).await.remove(0);
    assert_eq!((heard.path.as_str(), heard.header("urgency")), ("/push/ada", "low"));
    let note = browser.open(&heard);
    assert_eq!((&note["title"], &note["url"]), (&json!("Plant a tree"), &json!("/notifications")));
    assert!(note["body"].as_str().is_some_and(|body| body.chars().count() <= 241 && body.ends_with('…')), "{note}");
    fate(&server, |message| message["state"] == "sent").await;
    assert_eq!(service.heard().len(), 1);
}

#[tokio::test]
async fn a_member_hears_on_their_devices_only_what_they_want_to_and_every_warning() {
    let (server, service) = server_and_service().await;
    let ben = server.member().await;
    let browser = Subscriber::of(&ben, &service, "one").await;
    let declined = ["points", "rewards", "news", "marketing"]
        .map(|kind| json!({ "kind": kind, "channel": "push", "wanted": false }));
    ben.caller.put("/api/notification/preferences", json!({ "preferences": declined })).await.expect(200);
    send_points(&server, &ben, 5).await;
    let change = json!({ "password": "Lantern#5582w", "currentPassword": PASSWORD });
    ben.caller.put("/api/auth/updateUser", change).await.expect(200);
    let note = browser.open(&service.expect(1).await[0]);
    assert_eq!(note["url"], "/notifications", "only the warning is sent: {note}");
    fate(&server, |message| message["state"] == "sent").await;
    assert_eq!(service.heard().len(), 1);
    server.verify_books();
}

#[tokio::test]
async fn an_exchange_that_is_settled_is_told_on_the_phone() {
    let (server, service) = server_and_service().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(exchange(30)).await;
    let ben = server.member_with(60).await;
    let browser = Subscriber::of(&ben, &service, "one").await;
    let order = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
    ben.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await.expect(200);
    let waiting = desk.operator.get("/api/admin/redemptions?status=processing").await.expect(200);
    let path = format!("/api/admin/redemptions/{}/reject", waiting[0]["_id"].as_str().expect("an id"));
    desk.operator.post(&path, json!({ "reason": "Secret reason" })).await.expect(200);
    let note = browser.open(&service.expect(1).await[0]);
    assert_eq!((&note["title"], &note["url"]), (&json!("Exchange not completed"), &json!("/myRewards")));
    assert!(!note.to_string().contains("Secret"), "{note}");
    server.verify_books();
}

#[tokio::test]
async fn points_that_end_soon_are_told_on_the_phone_of_who_did_not_decline() {
    let (server, service) = server_and_service().await;
    go_to(&server, "2027-01-31");
    let owner = server.staff(Role::Owner).await;
    let policy = json!({ "rule": months(1), "graceDays": 14, "extraDays": 90 });
    let terms = json!({ "policy": policy, "starts": "2027-01-31", "version": 0 });
    owner.post("/api/admin/expiry", terms).await.expect(200);
    let (ada, ben, eve) = (server.member_with(317).await, server.member_with(317).await, server.member_with(317).await);
    // The first notice comes a month before, when nobody has a device yet.
    settled(&server).await;
    let browser = Subscriber::of(&ada, &service, "ada").await;
    Subscriber::of(&ben, &service, "ben").await;
    let declined = json!({ "preferences": [{ "kind": "points", "channel": "push", "wanted": false }] });
    ben.caller.put("/api/notification/preferences", declined).await.expect(200);
    go_to(&server, "2027-02-21");
    settled(&server).await;
    let heard = service.expect(1).await.remove(0);
    assert_eq!((heard.path.as_str(), heard.header("urgency")), ("/push/ada", "normal"));
    let note = browser.open(&heard);
    assert_eq!((&note["title"], &note["url"]), (&json!("Some of your points expire soon"), &json!("/points")));
    assert!(!note.to_string().contains("317"), "anyone can read a locked screen: {note}");
    let seen = fate(&server, |message| message["state"] == "sent").await;
    assert_eq!((&seen["kind"], &seen["memberId"]), (&json!("points_ending"), &json!(ada.id.to_string())));
    settled(&server).await;
    assert_eq!(service.heard().len(), 1, "once, and to nobody who declined or has no device");
    // All three read it in the app.
    for member in [&ada, &ben, &eve] {
        member.caller.sign_in(&member.email, PASSWORD).await;
        let inbox = member.caller.get("/api/notification/notifications").await.text;
        assert_eq!(inbox.matches("317 points expire soon").count(), 2, "{inbox}");
    }
}
