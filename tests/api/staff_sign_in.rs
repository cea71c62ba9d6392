//! Staff sign-in: limits on guesses, and password recovery.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::network::Network;
use serde_json::{Value, json};

use crate::support::{Answer, Caller, PASSWORD, TestServer, quiet};

const NEW_PASSWORD: &str = "Junk-boat#8812";
const FORGOT: &str = "/api/staff/forgot-password";

async fn limited() -> TestServer {
    TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.http.trusted_proxies = vec![Network::parse("127.0.0.0/8").expect("a network")];
    })
    .await
}

fn from(server: &TestServer, address: &str) -> Caller {
    server.visitor().with_header("x-forwarded-for", address)
}

async fn login(caller: &Caller, email: &str, password: &str) -> Answer {
    caller.post("/api/staff/login", json!({ "email": email, "password": password })).await
}

async fn wrong(caller: &Caller, email: &str) {
    login(caller, email, "Wrong-one-77x").await.expect_problem(401, "invalid_credentials");
}

#[tokio::test]
async fn wrong_passwords_for_one_account_keep_nobody_else_behind_the_address_out() {
    let server = limited().await;
    let (mine, theirs) =
        (server.staff_email_at(Role::Operator, None).await, server.staff_email_at(Role::Owner, None).await);
    let office = from(&server, "198.51.100.7");
    for _ in 0..3 {
        wrong(&office, &mine).await;
    }
    let refused = login(&office, &mine, PASSWORD).await;
    refused.expect_problem(429, "too_many_attempts");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=301).contains(&seconds)));
    login(&office, &theirs, PASSWORD).await.expect(200);
    login(&from(&server, "198.51.100.8"), &mine, PASSWORD).await.expect(200);
    server.clock.advance(Duration::from_secs(301));
    login(&office, &mine, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_source_that_tries_many_accounts_is_stopped() {
    let server = limited().await;
    let email = server.staff_email_at(Role::Operator, None).await;
    let source = from(&server, "198.51.100.7");
    for number in 0..30 {
        wrong(&source, &format!("person{number}@staff.example")).await;
    }
    // The limit per minute may be reached before the hourly limit of failures: both give `Retry-After`.
    let refused = login(&source, &email, PASSWORD).await;
    assert!(refused.status == 429 && refused.header("retry-after").parse::<u32>().is_ok(), "{}", refused.text);
    login(&from(&server, "198.51.100.8"), &email, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_known_browser_is_let_in_while_strangers_guess() {
    let server = limited().await;
    let email = server.staff_email_at(Role::Owner, None).await;
    let browser = from(&server, "198.51.100.7").browser();
    login(&browser, &email, PASSWORD).await.expect(200);
    assert!(browser.cookie("staffDevice").is_some());
    browser.clear_cookies_but("staffDevice");
    // Failures from the same address and from others.
    for source in ["198.51.100.7", "203.0.113.9"] {
        for _ in 0..3 {
            login(&from(&server, source), &email, "Wrong-one-77x").await;
        }
    }
    login(&from(&server, "192.0.2.1"), &email, PASSWORD).await.expect_problem(429, "too_many_attempts");
    login(&browser, &email, PASSWORD).await.expect(200);
    // The marked device has its own limit, and the mark holds for one person only.
    browser.clear_cookies_but("staffDevice");
    let mark = browser.cookie("staffDevice").expect("the mark");
    for _ in 0..5 {
        wrong(&browser, &email).await;
    }
    login(&browser, &email, PASSWORD).await.expect_problem(429, "too_many_attempts");
    let other = server.staff_email_at(Role::Operator, None).await;
    let stolen = from(&server, "198.51.100.77").browser();
    stolen.set_cookie("staffDevice", &mark);
    for _ in 0..3 {
        wrong(&stolen, &other).await;
    }
    login(&stolen, &other, PASSWORD).await.expect_problem(429, "too_many_attempts");
}

fn token_in(message: &Value) -> String {
    let text = message["text"].as_str().expect("a text");
    let link = text.split_whitespace().find(|word| word.contains("/admin/accept/")).expect("a link");
    link.rsplit('/').next().expect("a token").to_owned()
}

#[tokio::test]
async fn whoever_forgot_the_password_gets_a_link_by_mail_that_works_once_for_half_an_hour() {
    let server = TestServer::start().await;
    let email = server.staff_email_at(Role::Operator, None).await;
    let before = server.visitor();
    before.staff_sign_in(&email, PASSWORD).await;
    let visitor = server.visitor().with_header("accept-language", "zh-HK");
    let late = {
        visitor.post(FORGOT, json!({ "email": email.to_uppercase() })).await.expect(200);
        token_in(&server.message_to(&email).await)
    };
    server.clock.advance(Duration::from_secs(30 * 60));
    visitor.post("/api/staff/link", json!({ "token": late })).await.expect_problem(410, "link_expired");

    before.staff_sign_in(&email, PASSWORD).await;
    visitor.post(FORGOT, json!({ "email": email })).await.expect(200);
    let message = server.message_to(&email).await;
    assert!(message["subject"].as_str().is_some_and(|subject| subject.contains("密碼")), "{message}");
    let token = token_in(&message);
    // The request ends no session; the new password does.
    before.get("/api/staff/me").await.expect(200);
    let shown = visitor.post("/api/staff/link", json!({ "token": token })).await.expect(200);
    assert_eq!((&shown["purpose"], &shown["email"]), (&json!("reset"), &json!(email)));
    let accept = json!({ "token": token, "password": NEW_PASSWORD });
    visitor.post("/api/staff/link/accept", accept.clone()).await.expect(200);
    visitor.post("/api/staff/link/accept", accept).await.expect_problem(410, "link_expired");
    before.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let told = server.message_to(&email).await;
    assert!(told["text"].as_str().is_some_and(|text| !text.contains("/admin/accept/")), "{told}");
    login(&visitor, &email, PASSWORD).await.expect_problem(401, "invalid_credentials");
    login(&visitor, &email, NEW_PASSWORD).await.expect(200);
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&str> =
        trail.as_array().expect("lines").iter().filter_map(|line| line["action"].as_str()).collect();
    assert_eq!(actions, ["staff.accept_link", "staff.forgot_password", "staff.forgot_password"]);
}

#[tokio::test]
async fn the_reset_call_does_not_tell_which_addresses_are_staff() {
    let server = limited().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let suspended = server.staff_email_at(Role::Editor, None).await;
    let people = owner.get("/api/admin/staff").await.expect(200);
    let found = people.as_array().expect("a list").iter().find(|one| one["email"] == json!(suspended));
    let path = format!("/api/admin/staff/{}", found.expect("them")["_id"].as_str().expect("an id"));
    owner.put_at(&path, "*", json!({ "name": "Lam", "role": "editor", "suspended": true })).await.expect(200);
    let invited = json!({ "name": "Lam", "email": "new@staff.example", "role": "editor" });
    owner.post("/api/admin/staff", invited).await.expect(201);
    server.message_to("new@staff.example").await;
    let active = server.staff_email_at(Role::Operator, None).await;

    let mut answers = std::collections::BTreeSet::new();
    for email in [suspended.as_str(), "new@staff.example", "nobody@staff.example", &active] {
        answers.insert(server.visitor().post(FORGOT, json!({ "email": email })).await.expect(200).to_string());
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    server.visitor().post(FORGOT, json!({ "email": "nonsense" })).await.expect_problem(400, "invalid_email");
    // Only the active person gets a message; when it is there, no other may exist.
    let token = token_in(&server.message_to(&active).await);
    let trail = owner.get("/api/admin/audit?action=staff.forgot_password").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(1), "{trail}");
    // More than three requests an hour get the same answer but send nothing: the last link still works.
    for _ in 0..2 {
        server.visitor().post(FORGOT, json!({ "email": active })).await.expect(200);
    }
    server.visitor().post("/api/staff/link", json!({ "token": token })).await.expect_problem(410, "link_expired");
    for _ in 0..3 {
        server.visitor().post(FORGOT, json!({ "email": active })).await.expect(200);
    }
    let trail = owner.get("/api/admin/audit?action=staff.forgot_password").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(3), "{trail}");
}

#[tokio::test]
async fn reset_links_are_limited_by_source() {
    let server = limited().await;
    let visitor = from(&server, "198.51.100.7");
    for number in 0..20 {
        visitor.post(FORGOT, json!({ "email": format!("p{number}@staff.example") })).await.expect(200);
    }
    visitor.post(FORGOT, json!({ "email": "one@staff.example" })).await.expect_problem(429, "rate_limited");
}
