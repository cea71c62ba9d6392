//! A change based on an older version is refused, so that two people do not overwrite each other.

use std::time::Duration;

use image::{ImageFormat, RgbImage};
use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{Caller, TestServer};

/// Two people open the same record. The second to save gets `stale`, and the first change stays.
async fn meet(desk: &Caller, path: &str, first: Value, second: Value) {
    let opened = desk.get(path).await;
    opened.expect(200);
    desk.put(path, second.clone()).await.expect_problem(428, "precondition_required");
    let kept = desk.put_at(path, opened.header("etag"), first).await;
    let kept = (kept.expect(200), kept.header("etag").to_owned());
    desk.put_at(path, opened.header("etag"), second.clone()).await.expect_problem(412, "stale");
    let now = desk.get(path).await;
    assert_eq!((now.expect(200), now.header("etag")), (kept.0, kept.1.as_str()));
    desk.put_at(path, &kept.1, second).await.expect(200);
}

#[tokio::test]
async fn a_cashier_who_was_disabled_meanwhile_stays_so() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let id = desk.create(&format!("partners/{partner}/cashiers"), json!({ "name": "Ah Fan", "pin": "4071" })).await;
    let path = format!("/api/admin/cashiers/{id}");
    let (disabled, renamed) = (json!({ "active": false }), json!({ "name": "Ah Fong" }));
    meet(&desk.operator, &path, disabled, renamed).await;
    // A new PIN leaves the other fields as they are.
    desk.operator.put(&path, json!({ "pin": "5093" })).await.expect(200);
    let now = desk.operator.get(&path).await;
    assert_eq!((&now.expect(200)["active"], &now.expect(200)["name"]), (&json!(false), &json!("Ah Fong")));
    desk.operator.put_at(&path, "\"1\"", json!({ "pin": "5093" })).await.expect_problem(412, "stale");
    // A partner's manager changes only the named fields, too.
    let manager = server.staff_at(Role::Merchant, Some(&partner)).await;
    let path = format!("/api/merchant/cashiers/{id}");
    let changed = manager.put(&path, json!({ "pin": "7316" })).await.expect(200);
    assert_eq!((&changed["active"], &changed["name"]), (&json!(false), &json!("Ah Fong")));
    desk.operator.get("/api/admin/cashiers/00").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn two_set_a_campaign_s_fuse_one_after_the_other() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let new = json!({ "name": "Spring", "points": 5, "perMember": -1, "total": -1, "shared": true });
    let path = format!("/api/admin/campaigns/{}/fuse", desk.create("campaigns", new).await);
    meet(&desk.operator, &path, json!({ "perHour": 5 }), json!({ "factor": 3 })).await;
}

#[tokio::test]
async fn two_say_what_a_picture_shows_one_after_the_other() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let mut png = std::io::Cursor::new(Vec::new());
    RgbImage::new(8, 8).write_to(&mut png, ImageFormat::Png).expect("a picture");
    let bring = editor.request(Method::POST, "/api/admin/uploads").header("content-type", "image/png");
    let made = editor.send(bring.body(png.into_inner())).await.expect(201);
    let path = format!("/api/admin/uploads/{}", made["_id"].as_str().expect("an id"));
    meet(&editor, &path, json!({ "alt": { "en": "A box" } }), json!({ "alt": { "en": "A red box" } })).await;
    editor.get("/api/admin/uploads/00").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn words_that_somebody_has_written_meanwhile_are_not_taken_away() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = "/api/admin/settings/texts/sms.code";
    let own = |en: &str| json!({ "text": { "en": format!("{en} {{code}}"), "zh": "{code}", "zhhk": "{code}" } });
    let reset = async |tag: &str| {
        let request = owner.request(Method::DELETE, path).header("if-match", tag);
        owner.send(request).await
    };
    let first = owner.put_at(path, "*", own("First")).await;
    owner.put_at(path, first.header("etag"), own("Second")).await.expect(200);
    reset(first.header("etag")).await.expect_problem(412, "stale");
    let second = owner.get(path).await;
    assert_eq!(second.expect(200)["own"]["en"], "Second {code}");
    assert!(reset(second.header("etag")).await.expect(200).get("own").is_none());
    server.clock.advance(Duration::from_secs(1));
    // A rewritten text gets a new version: a tag from before the reset does not match it.
    owner.put_at(path, "*", own("Third")).await.expect(200);
    for old in [first.header("etag"), second.header("etag")] {
        owner.put_at(path, old, own("Fourth")).await.expect_problem(412, "stale");
    }
}
