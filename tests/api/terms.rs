//! Versions of the terms of use: published by owners, accepted by members.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use serde_json::{Value, json};

use crate::support::{Caller, TestServer};

const ADMIN: &str = "/api/admin/terms";
const CHANGE: &str = "/api/terms/change";
const DAY: Duration = Duration::from_secs(86_400);

fn next_terms() -> Value {
    json!({
        "text": { "en": "Hello.\n\n1. Points\n- Points last 12 months.", "zhhk": "你好。" },
        "changes": [{ "title": { "en": "Points last 12 months, not 24" }, "text": { "en": "Yours keep 24." } }],
        "startsOn": "2026-12-01", "decideBy": "2026-12-10",
    })
}

async fn asked(caller: &Caller) -> Value {
    caller.get("/api/auth/getUserInfo").await.expect(200)["termsChanged"].clone()
}

async fn server_of_november() -> TestServer {
    let server = TestServer::start().await;
    server.clock.set(Timestamp::parse("2026-11-12T12:00:00+08:00").expect("a time"));
    server
}

#[tokio::test]
async fn a_member_is_asked_to_accept_a_new_version_once() {
    let server = server_of_november().await;
    let (owner, ada) = (server.staff(Role::Owner).await, server.member().await.caller);
    assert_eq!(asked(&ada).await, Value::Null);
    ada.get(CHANGE).await.expect_problem(404, "not_found");
    let made = owner.post(ADMIN, next_terms()).await.expect(201);
    assert_eq!((&made["version"], &made["startsOn"]), (&json!(1), &json!("2026-12-01")));

    assert_eq!(asked(&ada).await, true);
    let change = ada.get(CHANGE).await.expect(200);
    assert_eq!((&change["version"], &change["overdue"]), (&json!(1), &json!(false)));
    assert_eq!(change["changes"], next_terms()["changes"]);
    ada.post("/api/terms/accept", json!({ "version": 2 })).await.expect_problem(409, "terms_outdated");
    for _ in 0..2 {
        ada.post("/api/terms/accept", json!({ "version": 1 })).await.expect(200);
    }
    assert_eq!(asked(&ada).await, Value::Null);
    ada.get(CHANGE).await.expect_problem(404, "not_found");
    let copy = ada.post("/api/auth/exportAccount", json!({})).await.expect(200);
    assert_eq!(copy["acceptedTerms"][0]["version"], 1);

    owner.post(ADMIN, next_terms()).await.expect(201);
    assert_eq!(asked(&ada).await, true, "each version is accepted anew");
    server.visitor().get(CHANGE).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn who_does_not_accept_keeps_account_and_points_and_who_joins_later_is_not_asked() {
    let server = server_of_november().await;
    let (owner, ada) = (server.staff(Role::Owner).await, server.member_with(70).await);
    owner.post(ADMIN, next_terms()).await.expect(201);
    server.clock.advance(DAY * 40);
    let ada_again = server.visitor();
    ada_again.sign_in(&ada.email, crate::support::PASSWORD).await;
    let change = ada_again.get(CHANGE).await.expect(200);
    assert_eq!(change["overdue"], true);
    assert_eq!(ada_again.get("/api/auth/getUserInfo").await.expect(200)["points"], 70);
    let ben = server.member().await.caller;
    assert_eq!(asked(&ben).await, Value::Null);
}

#[tokio::test]
async fn a_version_replaces_the_built_in_terms_on_its_day() {
    let server = server_of_november().await;
    let owner = server.staff(Role::Owner).await;
    owner.post(ADMIN, next_terms()).await.expect(201);
    let visitor = server.visitor();
    let built_in = visitor.get("/api/terms?lang=en").await.text;
    assert!(built_in.contains("Your account"), "{built_in}");
    let version = visitor.get("/api/terms/versions/1?lang=zhhk").await;
    assert_eq!((version.status, version.text.as_str()), (200, "你好。"));
    visitor.get("/api/terms/versions/2").await.expect_problem(404, "not_found");
    server.clock.advance(DAY * 19);
    assert!(visitor.get("/api/terms?lang=en").await.text.contains("12 months"));
}

#[tokio::test]
async fn only_owners_publish_and_a_version_has_a_text_and_days_to_come() {
    let server = server_of_november().await;
    let owner = server.staff(Role::Owner).await;
    for (field, value, code) in [
        ("text", json!({ "en": " " }), "required_field"),
        ("startsOn", json!("2026-11-11"), "invalid_value"),
        ("decideBy", json!("2026-11-11"), "invalid_value"),
        ("changes", json!(vec![json!({ "title": { "en": "a" } }); 4]), "invalid_value"),
    ] {
        let mut body = next_terms();
        body[field] = value;
        let problem = owner.post(ADMIN, body).await.expect_problem(400, code);
        assert_eq!(problem["errors"][0]["field"], field, "{problem}");
    }
    let operator = server.staff(Role::Operator).await;
    operator.post(ADMIN, next_terms()).await.expect_problem(403, "forbidden");
    assert_eq!(operator.get(ADMIN).await.expect(200), json!([]));
}
