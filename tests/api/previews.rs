//! Previews of an announcement before it is sent.

use kapok::auth::Role;
use kapok::base::language::Language;
use kapok::platform::store::params;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Over;
use crate::support::{TestMember, TestServer, until};

const PREVIEW: &str = "/api/admin/notifications/preview";

/// A text longer than a device shows, with characters that could break a page or a header.
fn words() -> Value {
    let long = |text: &str| text.repeat(60);
    json!({
        "title": { "en": "Half \"price\" <b>", "zh": "半价\n今天", "zhhk": "半價" },
        "body": { "en": format!("Today & {}", long("tomorrow ")), "zh": long("今天。\n\n"), "zhhk": long("今日優惠") },
    })
}

fn in_language(language: &str) -> Value {
    json!({ "language": language, "marketing": false }).over(words())
}

/// The text without unsubscribe tokens, which are the only allowed difference.
fn without_tokens(text: &str) -> String {
    let mut parts = text.split("token=");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        format!("{whole}token={rest}")
    })
}

/// A member with that language and a browser subscription in it.
async fn reader(server: &TestServer, language: Language) -> TestMember {
    let member = server.member().await;
    let id = member.id;
    let set = server.running.store.write_unattended(move |tx| {
        tx.execute_one(
            "update member set language = :language where id = :id",
            params! { ":language": language, ":id": id },
        )
    });
    set.await.expect("a language");
    let token = format!("{}-app", language.code());
    let app = member.caller.request(Method::POST, "/api/auth/subscribe").header("accept-language", language.tag());
    member.caller.send(app.json(&json!({ "isNative": true, "fcmToken": token }))).await.expect(201);
    member
}

#[tokio::test]
async fn a_preview_is_identical_to_the_sent_message() {
    let server = TestServer::start_with(|config| {
        // The tests' clock shows a time at night.
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    })
    .await;
    let editor = server.staff_at(Role::Editor, None).await;
    let mut members = Vec::new();
    for language in Language::ALL {
        members.push((language.code(), reader(&server, language).await));
    }
    let made = editor.post("/api/admin/notifications", json!({ "byEmail": true }).over(words())).await.expect(201);
    let send = format!("/api/admin/notifications/{}/send", made["_id"].as_str().expect("an id"));
    editor.post(&send, json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("delivery");
    for (language, member) in members {
        let shown = editor.post(PREVIEW, in_language(language)).await.expect(200);
        let mail = until(async || {
            let mail = server.message_to(&member.email).await;
            if mail["text"].as_str().is_some_and(|text| text.contains("unsubscribe")) {
                Ok(mail)
            } else {
                Err(format!("{mail}"))
            }
        })
        .await;
        let same = |part: &str| {
            let told = |text: &Value| without_tokens(text.as_str().expect("a text"));
            assert_eq!(told(&shown["email"][part]), told(&mail[part]), "{part} in {language}");
        };
        ["subject", "text", "html"].into_iter().for_each(same);
        let note = server.message_to(&format!("{language}-app")).await;
        let push = &shown["push"];
        assert_eq!((&push["title"], &push["body"]), (&note["subject"], &note["text"]), "{language}");
        assert!(push["body"].as_str().is_some_and(|body| body.chars().count() <= 241), "{push}");
        let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
        let line = &inbox["data"][0];
        assert_eq!(
            (&shown["inbox"]["title"], &shown["inbox"]["body"]),
            (&line["title"][language], &line["body"][language])
        );
    }
}

#[tokio::test]
async fn a_preview_leaves_no_trace_and_takes_what_is_half_written() {
    let server = TestServer::start().await;
    let auditor = server.staff(Role::Auditor).await;
    let count = || {
        let sql = "select (select count(*) from announcement) + (select count(*) from outbox_message)
                       + (select count(*) from audit_entry) as n";
        server.running.store.read(|read| read.number(sql, &[])).expect("a count")
    };
    let before = count();
    let empty = json!({ "title": { "en": "" }, "body": { "en": "", "zhhk": "只有中文" }, "language": "zhhk" });
    let shown = auditor.post(PREVIEW, empty).await.expect(200);
    assert_eq!((&shown["push"]["title"], &shown["push"]["body"]), (&json!(""), &json!("只有中文")));
    assert!(shown["email"]["html"].as_str().is_some_and(|html| html.contains("zh-Hant-HK")), "{shown}");
    let link = shown["email"]["text"].as_str().and_then(|text| text.split("token=").nth(1)).expect("a link");
    // The link has the usual form but no effect on any member.
    server.visitor().post("/api/notification/unsubscribe", json!({ "token": link.trim() })).await.expect(200);
    assert_eq!(count(), before);
}

#[tokio::test]
async fn an_invalid_preview_request_is_refused() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    for (body, code) in [
        (json!({ "language": "fr" }), "invalid_body"),
        (json!({ "language": null }), "invalid_body"),
        (json!({ "html": "<script>" }), "invalid_body"),
        (json!({ "title": "Half price" }), "invalid_body"),
        (json!({ "title": { "en": "x".repeat(121) } }), "too_long"),
        (json!({ "body": { "en": "x", "zh": "好".repeat(1_001) } }), "too_long"),
    ] {
        editor.post(PREVIEW, body.clone().over(in_language("en"))).await.expect_problem(400, code);
    }
    let huge = json!({ "body": { "en": "x".repeat(70_000) } }).over(in_language("en"));
    editor.post(PREVIEW, huge).await.expect_problem(413, "body_too_large");
    server.visitor().post(PREVIEW, in_language("en")).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn an_e_mail_is_shown_in_a_frame_that_can_do_nothing() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let frame = visitor.get("/admin/mail-frame").await;
    let policy = frame.header("content-security-policy").to_owned();
    for rule in ["default-src 'none'", "script-src 'sha256-", "frame-ancestors 'self'", "sandbox allow-scripts"] {
        assert!(policy.contains(rule), "{rule} in {policy}");
    }
    let pictures = format!("img-src {}/media/;", server.running.public_url);
    assert!(policy.contains(&pictures), "{pictures} in {policy}");
    assert!(!policy.contains("allow-same-origin"), "{policy}");
    assert_eq!((frame.status, frame.header("x-frame-options")), (200, "SAMEORIGIN"));
    // Only the admin app may contain frames, and only the preview may be framed.
    for (path, rule) in [("/admin/notifications", "frame-src 'self';"), ("/login", "frame-src 'none';")] {
        let page = visitor.get(path).await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains(rule) && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(page.header("x-frame-options"), "DENY");
    }
}
