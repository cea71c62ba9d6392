//! The screen that an announcement opens, and the picture of the announcement.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::id::RecordId;
use kapok::base::language::Language;
use kapok::platform::store::params;
use reqwest::Method;
use serde_json::{Value, json};

use crate::announcements::{inbox, news};
use crate::import::{counts, fates, file, load, try_out};
use crate::support::desk::{Desk, Over, coupon};
use crate::support::{PASSWORD, TestMember, TestServer};

const LIST: &str = "/api/admin/notifications";

/// The path of a picture that a programme could have brought.
fn picture() -> String {
    format!("/media/{}.png", "a1".repeat(32))
}

fn article() -> Value {
    json!({ "type": "news", "title": { "en": "Harvest" }, "content": { "en": "<p>Hi</p>" }, "active": true })
}

fn campaign() -> Value {
    json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true, "active": true })
}

fn link(kind: &str, id: &str) -> Value {
    json!({ "link": { "kind": kind, "id": id } })
}

/// One published record of each kind that can be linked, and the screen that shows it.
async fn targets(desk: &Desk) -> [(&'static str, String, String); 3] {
    let item = desk.item(coupon(5)).await;
    let article = desk.create("articles", article()).await;
    let campaign = desk.create("campaigns", campaign()).await;
    let (shelf, page) = (format!("/redeem?item={item}"), format!("/article/{article}"));
    [("item", item, shelf), ("article", article, page), ("campaign", campaign, "/scanQR".to_owned())]
}

/// Creates an announcement, sends it, and returns its id.
async fn send(server: &TestServer, desk: &Desk, body: Value) -> String {
    let id = desk.create("notifications", body.over(news())).await;
    desk.operator.post(&format!("{LIST}/{id}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    id
}

/// A member with an app that gets push messages.
async fn reader(server: &TestServer) -> TestMember {
    let member = server.member().await;
    let app = member.caller.request(Method::POST, "/api/auth/subscribe").header("accept-language", Language::En.tag());
    member.caller.send(app.json(&json!({ "isNative": true, "fcmToken": "the-app" }))).await.expect(201);
    member
}

/// The address that the message of an announcement opens, as it was queued for a channel.
fn leads_to(server: &TestServer, announcement: &str, channel: &str) -> String {
    let id = RecordId::parse(announcement).expect("an id");
    let found: Option<String> = server
        .running
        .store
        .read(|read| {
            read.one(
                "select opens from outbox_message where batch_id = :id and channel = :channel",
                params! { ":id": id, ":channel": channel },
                |row| row.get("opens"),
            )
        })
        .expect("the outbox");
    found.expect("a message")
}

#[tokio::test]
async fn a_line_a_push_message_and_an_e_mail_open_what_the_announcement_is_about() {
    // The tests' clock shows a time at night.
    let server = TestServer::start_with(|config| {
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    });
    let server = server.await;
    let desk = Desk::of(&server).await;
    let ada = reader(&server).await;
    for (kind, id, screen) in targets(&desk).await {
        let about =
            json!({ "title": { "en": kind, "zh": "消息", "zhhk": "消息" }, "byEmail": true, "picture": picture() });
        let sent = send(&server, &desk, link(kind, &id).over(about)).await;
        let line = inbox(&ada).await["data"][0].clone();
        assert_eq!((&line["title"]["en"], &line["opens"]), (&json!(kind), &json!(screen)));
        assert_eq!((&line["picture"], &line["kind"]), (&json!(picture()), &json!("news")));
        assert_eq!(leads_to(&server, &sent, "push"), screen);
        let mail = leads_to(&server, &sent, "email");
        assert!(mail.ends_with(&screen) && mail.starts_with("http"), "{mail}");
    }
    let plain = send(&server, &desk, json!({ "byEmail": true })).await;
    let line = inbox(&ada).await["data"][0].clone();
    assert!(line.get("opens").is_none() && line.get("picture").is_none(), "{line}");
    assert_eq!(leads_to(&server, &plain, "push"), "/notifications");
    // One of the two alone is fine.
    send(&server, &desk, json!({ "picture": picture() })).await;
    let line = inbox(&ada).await["data"][0].clone();
    assert_eq!((line.get("opens"), &line["picture"]), (None, &json!(picture())));
    let file = desk.operator.get(&format!("{LIST}?format=csv")).await.text;
    assert!(file.contains("link.kind,link.id,picture") && file.contains("campaign,"), "{file}");
}

#[tokio::test]
async fn the_letter_of_an_announcement_shows_its_picture_to_every_mail_program() {
    let server = TestServer::start_with(|config| {
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    });
    let server = server.await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    let folder = server.data_dir().join("media");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(picture().trim_start_matches("/media/")), b"a picture").expect("written");
    let title = "Swap \"clothes\" & more";
    let words = json!({ "title": { "en": title, "zh": title, "zhhk": title } });
    send(&server, &desk, json!({ "byEmail": true, "picture": picture() }).over(words)).await;
    let letter = server.message_to(&ada.email).await;
    let html = letter["html"].as_str().expect("a page");
    let address = html.split_once("<img src=\"").expect("a picture").1.split_once('"').expect("an address").0;
    assert!(address.starts_with("http") && address.ends_with(&picture()), "{address}");
    assert!(html.contains("alt=\"Swap &quot;clothes&quot; &amp; more\" width=\"520\""), "{html}");
    assert!(!letter["text"].as_str().expect("a text").contains("/media/"), "{letter}");
    // Nobody signs in to see it, and a mail program that is a web page may show it.
    let shown = server.visitor().get(&picture()).await;
    assert_eq!((shown.status, shown.header("cross-origin-resource-policy")), (200, "cross-origin"));
    // Mail programs draw no SVG, so that such a picture stays in the app.
    let drawing = format!("/media/{}.svg", "a1".repeat(32));
    let asked =
        |picture: &str| json!({ "title": { "en": "A" }, "body": { "en": "B" }, "language": "en", "picture": picture });
    for (path, has) in [(picture(), true), (drawing, false)] {
        let shown = desk.operator.post(&format!("{LIST}/preview"), asked(&path)).await.expect(200);
        assert_eq!(shown["email"]["html"].as_str().expect("a page").contains("<img"), has, "{path}");
    }
    let foreign = desk.operator.post(&format!("{LIST}/preview"), asked("https://elsewhere.example/a.png")).await;
    foreign.expect_problem(400, "invalid_picture");
}

#[tokio::test]
async fn a_link_to_what_members_cannot_use_and_a_foreign_picture_are_refused_at_their_field() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let [(_, item, _), (_, story, _), (_, scans, _)] = targets(&desk).await;
    let hidden = desk.create("articles", json!({ "active": false }).over(article())).await;
    let archived = desk.item(json!({ "state": "archived" }).over(coupon(5))).await;
    let over = desk.item(json!({ "validUntil": "2020-01-01T00:00:00Z" }).over(coupon(5))).await;
    let ended = desk.create("campaigns", json!({ "validUntil": "2020-01-01T00:00:00Z" }).over(campaign())).await;
    let partner = desk.partner("1", "0").await;
    let closed = desk.item(json!({ "partnerId": partner }).over(coupon(5))).await;
    let body = json!({ "type": "Food", "name": { "en": "Closed", "zh": "已关", "zhhk": "已關" }, "active": false });
    desk.operator.put_at(&format!("/api/admin/partners/{partner}"), "*", body).await.expect(200);
    let removed = desk.create("articles", article()).await;
    desk.operator.delete(&format!("/api/admin/articles/{removed}")).await.expect(204);
    for (body, field) in [
        (link("item", &"0".repeat(32)), "link.id"),
        (link("item", &story), "link.id"),
        (link("article", &item), "link.id"),
        (link("campaign", &item), "link.id"),
        (link("article", &hidden), "link.id"),
        (link("article", &removed), "link.id"),
        (link("item", &archived), "link.id"),
        (link("item", &over), "link.id"),
        (link("campaign", &ended), "link.id"),
        (link("item", &closed), "link.id"),
        (json!({ "picture": "https://elsewhere.example/cup.png" }), "picture"),
        (json!({ "picture": "/media/../kapok.db" }), "picture"),
        (json!({ "picture": format!("/media/{}.gif", "a1".repeat(32)) }), "picture"),
    ] {
        let code = if field == "picture" { "invalid_picture" } else { "invalid_value" };
        let refused = desk.operator.post(LIST, body.over(news())).await.expect_problem(400, code);
        assert_eq!(refused["errors"][0]["field"], field, "{refused}");
    }
    for (odd, field) in [
        (json!({ "link": { "kind": "partner", "id": scans } }), "link.kind"),
        (json!({ "link": { "kind": "item" } }), "link.id"),
        (json!({ "link": { "id": item } }), "link.kind"),
        (json!({ "link": { "kind": "item", "id": "tea" } }), "link.id"),
        (json!({ "link": { "kind": "item", "id": item, "to": "https://elsewhere.example" } }), "link.to"),
        (json!({ "link": "https://elsewhere.example" }), "link"),
        (json!({ "picture": null }), "picture"),
    ] {
        let refused = desk.operator.post(LIST, odd.over(news())).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        let said = refused.json()["errors"][0]["field"].clone();
        assert!([field, "link"].contains(&said.as_str().unwrap_or_default()), "{field}: {}", refused.text);
    }
    assert_eq!(desk.operator.get(LIST).await.expect(200), json!([]));
}

#[tokio::test]
async fn a_link_is_checked_for_the_moment_at_which_the_announcement_goes_out() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let at = |hours: u64| server.clock.now().plus(Duration::from_secs(hours * 3_600)).to_string();
    let soon = json!({ "state": "scheduled", "publishAt": at(2) }).over(article());
    let soon = desk.create("articles", json!({ "useEnglish": true }).over(soon)).await;
    for (hours, status) in [(1, 400), (3, 201)] {
        let later = json!({ "state": "scheduled", "sendAt": at(hours) });
        let answer = desk.operator.post(LIST, later.over(link("article", &soon)).over(news())).await;
        assert_eq!(answer.status, status, "{}", answer.text);
    }
    // One whose article is removed before its time goes to nobody, and is a draft again.
    let ada = server.member().await;
    let planned = json!({ "state": "scheduled", "sendAt": at(4) }).over(link("article", &soon)).over(news());
    let planned = desk.create("notifications", planned).await;
    desk.operator.delete(&format!("/api/admin/articles/{soon}")).await.expect(204);
    server.clock.advance(Duration::from_secs(5 * 3_600));
    server.hand_out_announcements().await.expect("delivery");
    let desk = Desk::of(&server).await;
    assert_eq!(desk.operator.get(&format!("{LIST}/{planned}")).await.expect(200)["state"], "draft");
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let title = news()["title"]["en"].clone();
    let lines = inbox(&ada).await["data"].clone();
    assert!(lines.as_array().is_some_and(|lines| lines.iter().all(|line| line["title"]["en"] != title)), "{lines}");
    // A draft whose item goes off the shelf cannot be sent any more.
    let item = desk.item(coupon(5)).await;
    let draft = desk.create("notifications", link("item", &item).over(news())).await;
    desk.operator.delete(&format!("/api/admin/items/{item}")).await.expect(204);
    let refused = desk.operator.post(&format!("{LIST}/{draft}/send"), json!({})).await;
    let refused = refused.expect_problem(400, "invalid_value");
    assert_eq!(refused["errors"][0]["field"], "link.id");
    assert_eq!(desk.operator.get(&format!("{LIST}/{draft}")).await.expect(200)["state"], "draft");
}

#[tokio::test]
async fn the_announcements_that_link_to_a_record_are_named_before_it_is_removed_and_do_not_block_it() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for (kind, id, _) in targets(&desk).await {
        let uses = format!("/api/admin/{kind}s/{id}/uses");
        assert_eq!(desk.operator.get(&uses).await.expect(200), json!([]));
        let sent = send(&server, &desk, link(kind, &id)).await;
        let draft = desk.create("notifications", link(kind, &id).over(news())).await;
        let removed = desk.create("notifications", link(kind, &id).over(news())).await;
        desk.operator.delete(&format!("{LIST}/{removed}")).await.expect(204);
        let title = &news()["title"]["en"];
        let named = |id: &str| json!({ "kind": "notification", "_id": id, "name": title, "blocks": false });
        assert_eq!(desk.operator.get(&uses).await.expect(200), json!([named(&draft), named(&sent)]), "newest first");
        desk.operator.delete(&format!("/api/admin/{kind}s/{id}")).await.expect(204);
    }
    // Whatever blocks the removal says so.
    let partner = desk.partner("1", "0").await;
    desk.item(json!({ "partnerId": partner }).over(coupon(5))).await;
    let uses = desk.operator.get(&format!("/api/admin/partners/{partner}/uses")).await.expect(200);
    assert_eq!((&uses[0]["kind"], &uses[0]["blocks"]), (&json!("item"), &json!(true)));
}

#[tokio::test]
async fn a_replacement_sets_and_takes_away_both_and_the_audit_names_them() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let [(_, item, _), ..] = targets(&desk).await;
    let id = desk.create("notifications", news()).await;
    let path = format!("{LIST}/{id}");
    for body in [json!({ "picture": picture() }).over(link("item", &item)), json!({ "link": null, "picture": "" })] {
        let shown = desk.operator.get(&path).await;
        let request = desk.operator.request(Method::PUT, &path).header("if-match", shown.header("etag"));
        let after = desk.operator.send(request.json(&body.clone().over(news()))).await.expect(200);
        assert_eq!(after["picture"], body["picture"]);
        assert_eq!(after.get("link").unwrap_or(&Value::Null), &body["link"]);
    }
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?action=notification.update").await;
    let trail = trail.expect(200).to_string();
    assert!(trail.contains(&picture()) && trail.contains(&item), "{trail}");
    // The preview's e-mail leads where the real one will.
    let asked = json!({ "language": "en" }).over(link("item", &item)).over(news());
    let shown = desk.operator.post(&format!("{LIST}/preview"), asked).await.expect(200);
    let text = shown["email"]["text"].as_str().expect("a text");
    assert!(text.contains(&format!("/redeem?item={item}")), "{text}");
}

#[tokio::test]
async fn a_file_of_announcements_brings_links_and_pictures_and_names_each_mistake() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let [(_, item, _), (_, story, _), _] = targets(&desk).await;
    desk.create("notifications", json!({ "picture": picture() }).over(link("item", &item)).over(news())).await;
    desk.create("notifications", news()).await;
    let out = file(&desk.operator, "notifications").await;
    assert_eq!(fates(&try_out(&desk.operator, "notifications", &out).await), ["unchanged"; 2]);
    let csv = format!(
        "title.en,body.en,link.kind,link.id,picture\nT,B,article,{story},{}\nT,B,,,\nT,B,article,{item},\n\
         T,B,article,,\nT,B,,{item},\nT,B,partner,{item},\nT,B,item,tea,\nT,B,,,cup.png\n",
        picture()
    );
    let dry = try_out(&desk.operator, "notifications", &csv).await;
    let expected = [
        "new",
        "new",
        "link.id invalid_value",
        "link.id required_field",
        "link.kind required_field",
        "link.kind invalid_value",
        "link.id invalid_value",
        "picture invalid_picture",
    ];
    assert_eq!(fates(&dry), expected);
    let sound: String = csv.split_inclusive('\n').take(3).collect();
    let made = load(&desk.operator, "notifications", &sound).await;
    assert_eq!(counts(&made), [2, 0, 0, 0]);
    let shown = desk.operator.get(&format!("{LIST}/{}", made["made"][0].as_str().expect("an id"))).await.expect(200);
    assert_eq!((&shown["link"]["id"], &shown["picture"]), (&json!(story), &json!(picture())));
}
