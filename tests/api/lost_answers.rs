//! Staff repeat a call whose answer was lost: the server does the work only once.

use kapok::auth::Role;
use serde_json::json;

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{TestServer, fresh_key};

#[tokio::test]
async fn stock_is_added_once_under_one_key() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let path = format!("/api/admin/items/{}/stock", desk.item(coupon(5)).await);
    let (key, more) = (fresh_key(), json!({ "add": 5 }));
    let first = desk.operator.post_once(&path, &key, more.clone()).await.expect(200);
    assert_eq!(first, json!({ "leftover": 15 }));
    let again = desk.operator.post_once(&path, &key, more.clone()).await;
    assert_eq!((again.header("idempotency-replayed"), again.expect(200)), ("true", first));
    let other = desk.operator.post_once(&path, &key, json!({ "add": 6 })).await;
    other.expect_problem(422, "idempotency_key_reused");
    desk.operator.post_once(&path, "", more.clone()).await.expect_problem(400, "idempotency_key_required");
    let colleague = server.staff_at(Role::Operator, None).await;
    assert_eq!(colleague.post_once(&path, &key, more.clone()).await.expect(200)["leftover"], 20, "a key of their own");
    assert_eq!(desk.operator.post(&path, more).await.expect(200)["leftover"], 25, "a call without a key always runs");
}

#[tokio::test]
async fn codes_are_made_once_under_one_key() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let body = json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": false });
    let id = desk.create("campaigns", body).await;
    let (path, key) = (format!("/api/admin/campaigns/{id}/codes"), fresh_key());
    let first = desk.operator.post_once(&path, &key, json!({ "count": 3 })).await.expect(200);
    assert_eq!(first["codes"].as_array().map(Vec::len), Some(3));
    let again = desk.operator.post_once(&path, &key, json!({ "count": 3 })).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(200), first);
    assert_eq!(desk.operator.get(&format!("/api/admin/campaigns/{id}")).await.expect(200)["codes"], 3);
    let other = desk.operator.post_once(&path, &key, json!({ "count": 4 })).await;
    other.expect_problem(422, "idempotency_key_reused");
    let elsewhere = path.replace(&id, "019cde0a5b7070009f1b4c1f0c2f7a31");
    let missing = desk.operator.post_once(&elsewhere, &fresh_key(), json!({ "count": 3 })).await;
    missing.expect_problem(404, "not_found");
}

#[tokio::test]
async fn an_announcement_is_written_once_under_one_key() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let news = json!({ "title": { "en": "News", "zh": "消息", "zhhk": "消息" },
        "body": { "en": "Hello", "zh": "你好", "zhhk": "你好" } });
    let (path, key) = ("/api/admin/notifications", fresh_key());
    let first = editor.post_once(path, &key, news.clone()).await;
    let again = editor.post_once(path, &key, news.clone()).await;
    assert_eq!((first.header("etag"), again.header("idempotency-replayed")), ("\"1\"", "true"));
    assert_eq!(again.expect(201), first.expect(201));
    assert_eq!(editor.get(path).await.expect(200).as_array().map(Vec::len), Some(1));
    let other = json!({ "marketing": true }).over(news.clone());
    editor.post_once(path, &key, other).await.expect_problem(422, "idempotency_key_reused");
    // An announcement refused for missing translations may be sent in English, with a new key.
    let english = json!({ "title": { "en": "News" }, "body": { "en": "Hello" }, "state": "scheduled",
        "sendAt": "2999-01-01T00:00:00Z" });
    let key = fresh_key();
    let refused = editor.post_once(path, &key, english.clone()).await.expect(422);
    assert_eq!(editor.post_once(path, &key, english.clone()).await.expect(422), refused);
    let wanted = json!({ "useEnglish": true }).over(english);
    editor.post_once(path, &key, wanted.clone()).await.expect_problem(422, "idempotency_key_reused");
    editor.post_once(path, &fresh_key(), wanted).await.expect(201);
}
