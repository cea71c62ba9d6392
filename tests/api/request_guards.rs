//! Checks before every call: rate limits by source, body sizes, and cookies that need a bearer token.

use std::time::Duration;

use kapok::base::network::Network;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key, quiet};

fn limited(config: &mut kapok::platform::config::Config) {
    quiet(config);
    config.limits.enabled = true;
}

async fn login(caller: &Caller, identifier: &str, password: &str) -> Answer {
    caller.post("/api/auth/login", json!({ "userIdentifier": identifier, "userPassword": password })).await
}

async fn browser_of(server: &TestServer, member: &TestMember) -> Caller {
    let browser = server.visitor().browser();
    browser.set_bearer(login(&browser, &member.email, PASSWORD).await.expect(200)["token"].as_str());
    browser
}

#[tokio::test]
async fn a_call_that_moves_points_needs_the_cookie_and_the_token_of_one_session() {
    let server = TestServer::start().await;
    let (member, other) = (server.member_with(100).await, server.member().await);
    let (browser, stranger) = (browser_of(&server, &member).await, browser_of(&server, &other).await);
    let own = browser.bearer();
    let calls = [
        ("/api/transaction/transfer", json!({ "recipient": other.email, "amount": 1 })),
        ("/api/redeem/purchase/019cde0a5b7070009f1b4c1f0c2f7a31", json!({ "quantity": 1 })),
        ("/api/auth/deleteAccount", json!({})),
    ];
    for bearer in [None, stranger.bearer()] {
        browser.set_bearer(bearer.as_deref());
        for (path, body) in &calls {
            browser.post_once(path, &fresh_key(), body.clone()).await.expect_problem(401, "unauthenticated");
        }
    }
    browser.set_bearer(own.as_deref());
    browser.post_once(calls[0].0, &fresh_key(), calls[0].1.clone()).await.expect(200);
    assert_eq!(member.points().await, 99);
}

#[tokio::test]
async fn credentials_count_only_where_they_belong() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let token = member.caller.bearer().expect("a token");
    let visitor = server.visitor();
    for query in ["token", "accessToken", "access_token", "authorization"] {
        let answer = visitor.get(&format!("/api/auth/getUserInfo?{query}={token}")).await;
        answer.expect_problem(401, "unauthenticated");
    }
    let in_body = json!({ "token": token, "accessToken": token, "all": true });
    visitor.post("/api/notification/read", in_body).await.expect_problem(401, "unauthenticated");
    // A sign-in ignores a presented session and creates a new one.
    let browser = browser_of(&server, &member).await;
    let planted = browser.cookie("accessToken").expect("a session");
    login(&browser, &member.email, PASSWORD).await.expect(200);
    assert_ne!(browser.cookie("accessToken"), Some(planted));
}

#[tokio::test]
async fn bodies_are_plain_json_and_methods_mean_themselves() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let send = async |name: &str, value: &str| {
        let request = member.caller.request(Method::POST, "/api/notification/read").body(r#"{"all":true}"#);
        member.caller.send(request.header(name, value)).await
    };
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        send("content-type", kind).await.expect_problem(415, "unsupported_media_type");
    }
    send("content-type", "application/json; charset=utf-8").await.expect(200);
    let squeezed = member.caller.request(Method::POST, "/api/notification/read").json(&json!({ "all": true }));
    let squeezed = member.caller.send(squeezed.header("content-encoding", "gzip")).await;
    squeezed.expect_problem(415, "unsupported_media_type");
    // A GET stays a GET, whatever method a header or parameter names.
    for name in ["x-http-method-override", "x-http-method", "x-method-override"] {
        let read = member.caller.request(Method::GET, "/api/auth/sessions?_method=DELETE").header(name, "DELETE");
        assert!(member.caller.send(read).await.expect(200).is_array());
    }
    // No other site gets CORS permission.
    let asked = server.visitor().with_header("origin", "https://evil.example");
    let asked = asked.with_header("access-control-request-method", "POST");
    for path in ["/api/transaction/transfer", "/api/auth/login", "/api/admin/members"] {
        let answer = asked.send(asked.request(Method::OPTIONS, path)).await;
        assert!(matches!(answer.status, 403 | 405), "{path} answers {}", answer.status);
        assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
    }
}

#[tokio::test]
async fn a_source_is_the_peer_unless_a_trusted_proxy_says_otherwise() {
    for trusted in [true, false] {
        let server = TestServer::start_with(|config| {
            limited(config);
            let proxies = Network::parse("127.0.0.0/8").expect("a network");
            config.http.trusted_proxies = if trusted { vec![proxies] } else { vec![] };
        })
        .await;
        let from = |hops: &str| server.visitor().with_header("x-forwarded-for", hops);
        for number in 0..10 {
            // Entries that the client puts before the proxy's own entry have no effect.
            let caller = from(&format!("198.51.100.{number}, 2001:db8:7::{number}"));
            login(&caller, &format!("p{number}@example.org"), "Wrong-one-77x").await.expect(401);
        }
        let again = login(&from("2001:db8:7::ffff"), "p99@example.org", "Wrong-one-77x").await;
        again.expect_problem(429, "too_many_attempts");
        let elsewhere = login(&from("2001:db8:8::1"), "p98@example.org", "Wrong-one-77x").await;
        assert_eq!(elsewhere.status, if trusted { 401 } else { 429 }, "an untrusted header changes nothing");
    }
}

#[tokio::test]
async fn forged_forwarding_headers_are_ignored_in_any_spelling() {
    for hop in ["203.0.113.10:4711", "[2001:db8:9::7]:4711", "[2001:db8:9::7]", "unknown"] {
        let server = TestServer::start_with(|config| {
            limited(config);
            config.http.trusted_proxies = vec![Network::parse("127.0.0.0/8").expect("a network")];
        })
        .await;
        let from =
            |number: u32| server.visitor().with_header("x-forwarded-for", &format!("198.51.100.{number}, {hop}"));
        for number in 0..10 {
            login(&from(number), &format!("p{number}@example.org"), "Wrong-one-77x").await.expect(401);
        }
        login(&from(99), "p99@example.org", "Wrong-one-77x").await.expect_problem(429, "too_many_attempts");
        if hop != "unknown" {
            let elsewhere = server.visitor().with_header("x-forwarded-for", "203.0.113.11:4711, 127.0.0.2:80");
            login(&elsewhere, "p98@example.org", "Wrong-one-77x").await.expect(401);
        }
    }
}

#[tokio::test]
async fn reads_are_limited_by_source_and_by_member() {
    let server = TestServer::start_with(limited).await;
    let member = server.member().await;
    let mut answered = 0;
    let refused = loop {
        let answer = member.caller.get("/api/auth/checkAuthToken").await;
        if answer.status != 200 {
            break answer;
        }
        answered += 1;
        assert!(answered < 400, "a member's reads have no limit");
    };
    refused.expect_problem(429, "rate_limited");
    assert!(answered >= 240 && !refused.header("retry-after").is_empty());
    let visitor = server.visitor();
    let mut answered = 0;
    while visitor.get("/api/config").await.status == 200 {
        answered += 1;
        assert!(answered < 900, "a source's reads have no limit");
    }
    // The web app itself is still served.
    assert_eq!(visitor.get("/login").await.status, 200);
}

#[tokio::test]
async fn a_flood_of_sign_ins_is_turned_away_and_the_rest_goes_on() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let flood: Vec<_> = (0..120)
        .map(|_| {
            let (visitor, email) = (server.visitor(), member.email.clone());
            tokio::spawn(async move { login(&visitor, &email, "Wrong-one-77x").await })
        })
        .collect();
    member.caller.get("/api/auth/getUserInfo").await.expect(200);
    let mut busy = 0;
    for one in flood {
        let answer = one.await.expect("an answer");
        if answer.status == 503 {
            answer.expect_problem(503, "server_busy");
            assert_eq!(answer.header("retry-after"), "2");
            busy += 1;
        } else {
            answer.expect_problem(401, "invalid_credentials");
        }
    }
    assert!(busy > 0, "the pool takes as many as it can hash and 64 more");
}

#[tokio::test]
async fn wrong_codes_are_counted_by_source_before_they_are_compared() {
    let server = TestServer::start_with(limited).await;
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "carol@example.org" })).await.expect(200);
    let otp = server.code_sent_to("carol@example.org").await;
    let enter =
        |email: &str, otp: &str| visitor.post("/api/auth/verifyEmailOTP", json!({ "email": email, "otp": otp }));
    for _ in 0..60 {
        enter("nobody@example.org", "000000").await.expect_problem(400, "invalid_otp");
    }
    // The correct code is no longer checked.
    enter("carol@example.org", &otp).await.expect_problem(429, "too_many_attempts");
    server.clock.advance(Duration::from_secs(61));
    enter("carol@example.org", &otp).await.expect(200);
}

#[tokio::test]
async fn the_key_of_a_payment_has_two_names() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(50).await, server.member().await);
    let pay = async |name: &str| -> (Value, bool) {
        let order = json!({ "recipient": ben.email, "amount": 20 });
        let request = ada.caller.request(Method::POST, "/api/transaction/transfer").header(name, "one-intent");
        let answer = ada.caller.send(request.json(&order)).await;
        (answer.expect(200), answer.header("idempotency-replayed") == "true")
    };
    let (first, again) = (pay("idempotency-key").await, pay("x-idempotency-key").await);
    assert_eq!((&first.0, first.1, again.1), (&again.0, false, true));
    assert_eq!((ada.points().await, ben.points().await), (30, 20));
    server.verify_books();
}

#[tokio::test]
async fn a_body_is_an_object_and_no_list_of_its_fields() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(50).await, server.member().await);
    let visitor = server.visitor();
    for body in [json!([ada.email, PASSWORD]), json!([]), json!("x"), json!(7), json!(null), json!(true)] {
        visitor.post("/api/auth/login", body.clone()).await.expect_problem(400, "invalid_body");
        ada.caller.post_once("/api/transaction/transfer", "one", body).await.expect_problem(400, "invalid_body");
    }
    let list = json!([ben.email, 20]);
    ada.caller.post_once("/api/transaction/transfer", "one", list).await.expect_problem(400, "invalid_body");
    let owner = server.staff(kapok::auth::Role::Owner).await;
    owner.post("/api/admin/partners", json!(["food", { "en": "A" }])).await.expect_problem(400, "invalid_body");
    ada.caller.transfer(&ben.email, 20).await.expect(200);
    assert_eq!((ada.points().await, ben.points().await), (30, 20));
}
