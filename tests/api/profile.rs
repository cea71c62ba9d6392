//! A member's own account and its recovery.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::{Caller, PASSWORD, TestMember, TestServer, quiet};

const NEW: &str = "Peak-tram-1888";

async fn update(caller: &Caller, body: Value) -> crate::support::Answer {
    caller.put("/api/auth/updateUser", body).await
}

async fn can_sign_in(server: &TestServer, member: &TestMember, password: &str) -> bool {
    let body = json!({ "userIdentifier": member.email, "userPassword": password });
    server.visitor().post("/api/auth/login", body).await.status == 200
}

/// The token of the latest password reset link.
async fn reset_token_sent_to(server: &TestServer, member: &TestMember) -> String {
    let text = server.message_to(&member.email).await["text"].as_str().expect("a text").to_owned();
    let start = text.find("/resetPassword/").expect("a link") + "/resetPassword/".len();
    text[start..].chars().take_while(|c| !c.is_whitespace()).collect()
}

#[tokio::test]
async fn a_member_changes_one_thing_at_a_time() {
    let server = TestServer::start().await;
    let member = server.member_with(70).await;
    let me = &member.caller;
    assert_eq!(update(me, json!({ "firstTimeLogin": false })).await.expect(200)["firstTimeLogin"], false);
    let named = update(me, json!({ "firstName": " Zoë ", "lastName": "Chan", "points": 999, "role": "owner" })).await;
    let named = named.expect(200);
    assert_eq!((&named["firstName"], &named["points"], &named["role"]), (&json!("Zoë"), &json!(70), &json!("member")));
    for (body, code) in [
        (json!({}), "invalid_update"),
        (json!({ "points": 999 }), "invalid_update"),
        (json!({ "firstTimeLogin": false, "password": NEW }), "invalid_update"),
        (json!({ "firstTimeLogin": true }), "invalid_value"),
        (json!({ "firstName": "Zoë" }), "last_name_required"),
        (json!({ "firstName": "a@b", "lastName": "Chan" }), "invalid_name"),
        (json!({ "password": "weak" }), "weak_password"),
    ] {
        update(me, body).await.expect_problem(400, code);
    }
    assert_eq!(me.get("/api/auth/getUserInfo").await.expect(200)["firstName"], "Zoë");
    update(&server.visitor(), json!({ "firstTimeLogin": false })).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_reset_link_asked_for_before_a_suspension_sets_no_password_afterwards() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let (visitor, support) = (server.visitor(), server.staff_at(Role::Support, None).await);
    visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    let token = reset_token_sent_to(&server, &member).await;
    let reset = || visitor.post("/api/auth/resetPassword", json!({ "token": token, "password": NEW }));
    let page = format!("/api/admin/members/{}", member.id);
    support.post(&format!("{page}/suspend"), json!({})).await.expect(200);
    reset().await.expect_problem(400, "invalid_reset_token");
    support.post(&format!("{page}/reinstate"), json!({})).await.expect(200);
    reset().await.expect_problem(400, "invalid_reset_token");
    assert!(can_sign_in(&server, &member, PASSWORD).await && !can_sign_in(&server, &member, NEW).await);
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_is_told() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let other = server.visitor();
    other.sign_in(&member.email, PASSWORD).await;
    update(&member.caller, json!({ "password": NEW })).await.expect(200);
    member.caller.get("/api/auth/getUserInfo").await.expect(200);
    other.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    assert!(can_sign_in(&server, &member, NEW).await && !can_sign_in(&server, &member, PASSWORD).await);
    let mail = server.message_to(&member.email).await;
    assert!(mail["subject"].as_str().is_some_and(|subject| subject.contains("password")), "{mail}");
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "Your password was changed");
}

#[tokio::test]
async fn an_old_sign_in_needs_the_current_password() {
    let server = TestServer::start().await;
    let member = server.member().await;
    server.clock.advance(Duration::from_secs(6 * 60));
    for body in [json!({ "password": NEW }), json!({ "password": NEW, "currentPassword": "Wrong-one-77x" })] {
        update(&member.caller, body).await.expect_problem(401, "reauthentication_required");
    }
    update(&member.caller, json!({ "password": NEW, "currentPassword": PASSWORD })).await.expect(200);
}

#[tokio::test]
async fn a_missing_contact_is_added_once_with_its_code() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "dora@example.org" })).await.expect(200);
    let otp = server.code_sent_to("dora@example.org").await;
    visitor.post("/api/auth/verifyEmailOTP", json!({ "email": "dora@example.org", "otp": otp })).await.expect(200);
    let form = json!({ "firstName": "Dora", "lastName": "Ng", "userEmail": "dora@example.org",
        "userPassword": PASSWORD, "hasEmail": true, "hasPhone": false });
    visitor.post("/api/auth/createAccount", form).await.expect(201);
    let dora = server.visitor();
    dora.sign_in("dora@example.org", PASSWORD).await;
    // The sign-up page leaves a registration cookie, but the session decides.
    server.clock.advance(Duration::from_secs(1));
    dora.post("/api/auth/initRegistration", json!({})).await.expect(200);
    update(&dora, json!({ "phone": "61239999" })).await.expect_problem(400, "phone_not_verified");
    update(&dora, json!({ "phone": "1" })).await.expect_problem(400, "invalid_hong_kong_phone");
    dora.post("/api/auth/sendSMSOTP", json!({ "phone": "61239999" })).await.expect(200);
    let otp = server.code_sent_to("61239999").await;
    dora.post("/api/auth/verifySMSOTP", json!({ "phone": "61239999", "otp": otp })).await.expect(200);
    // The code was entered in this session; the member's other session has not verified it.
    let elsewhere = server.visitor();
    elsewhere.sign_in("dora@example.org", PASSWORD).await;
    update(&elsewhere, json!({ "phone": "61239999" })).await.expect_problem(400, "phone_not_verified");
    assert_eq!(update(&dora, json!({ "phone": "61239999" })).await.expect(200)["phone"], "61239999");
    // An attacker in her session could do the same, so she is told by e-mail, which the attacker cannot delete.
    let mail = server.message_to("dora@example.org").await;
    assert!(mail["text"].as_str().is_some_and(|text| text.contains("•••• 9999 was added")), "{mail}");
    let inbox = dora.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "New contact on your account");
    update(&dora, json!({ "phone": "61230000" })).await.expect_problem(409, "phone_already_set");
    update(&dora, json!({ "email": "other@example.org" })).await.expect_problem(409, "email_already_set");
    let taken = server.member().await;
    dora.post("/api/auth/sendSMSOTP", json!({ "phone": taken.phone })).await.expect_problem(409, "phone_in_use");
}

#[tokio::test]
async fn a_reset_link_works_once_and_ends_every_session() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let visitor = server.visitor();
    visitor.post("/api/auth/forgotPassword", json!({ "email": "x" })).await.expect_problem(400, "invalid_email");
    let unknown = visitor.post("/api/auth/forgotPassword", json!({ "email": "nobody@example.org" })).await.expect(200);
    let known = visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    assert_eq!(unknown, known, "the answers do not show who is a member");
    let token = reset_token_sent_to(&server, &member).await;
    let reset = |token: &str, password: &str| {
        visitor.post("/api/auth/resetPassword", json!({ "token": token, "password": password }))
    };
    let check = |token: &str| visitor.post("/api/auth/checkResetToken", json!({ "token": token }));
    check("guess").await.expect_problem(400, "invalid_reset_token");
    for _ in 0..2 {
        check(&token).await.expect(200);
    }
    reset("guess", NEW).await.expect_problem(400, "invalid_reset_token");
    reset(&token, "weak").await.expect_problem(400, "weak_password");
    reset(&token, NEW).await.expect(200);
    check(&token).await.expect_problem(400, "invalid_reset_token");
    reset(&token, NEW).await.expect_problem(400, "invalid_reset_token");
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    assert!(can_sign_in(&server, &member, NEW).await && !can_sign_in(&server, &member, PASSWORD).await);
}

#[tokio::test]
async fn a_new_password_ends_every_other_way_to_one() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let visitor = server.visitor();
    let phone = json!({ "phone": member.phone });
    let entered = |otp: &str| {
        let body = json!({ "phone": member.phone, "otp": otp });
        let visitor = &visitor;
        async move { visitor.post("/api/auth/resetPasswordVerifySMSOTP", body).await }
    };
    // A link, an entered code, and another code that has been sent.
    visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    let token = reset_token_sent_to(&server, &member).await;
    visitor.post("/api/auth/resetPasswordSendSMSOTP", phone.clone()).await.expect(200);
    entered(&server.code_sent_to(&member.phone).await).await.expect(200);
    server.clock.advance(Duration::from_secs(61));
    visitor.post("/api/auth/resetPasswordSendSMSOTP", phone).await.expect(200);
    let otp = server.code_sent_to(&member.phone).await;
    update(&member.caller, json!({ "password": NEW })).await.expect(200);
    let by_link = json!({ "token": token, "password": PASSWORD });
    visitor.post("/api/auth/resetPassword", by_link).await.expect_problem(400, "invalid_reset_token");
    let by_phone = json!({ "phone": member.phone, "newPassword": PASSWORD });
    visitor.post("/api/auth/resetPasswordByPhone", by_phone).await.expect_problem(400, "invalid_reset_token");
    entered(&otp).await.expect_problem(400, "invalid_otp");
    assert!(can_sign_in(&server, &member, NEW).await);
}

#[tokio::test]
async fn a_reset_link_lasts_half_an_hour_and_a_newer_one_replaces_it() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let visitor = server.visitor();
    let mut tokens = Vec::new();
    for _ in 0..2 {
        visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
        tokens.push(reset_token_sent_to(&server, &member).await);
        server.clock.advance(Duration::from_secs(61));
    }
    let reset = |token: &str| visitor.post("/api/auth/resetPassword", json!({ "token": token, "password": NEW }));
    reset(&tokens[0]).await.expect_problem(400, "invalid_reset_token");
    server.clock.advance(Duration::from_secs(30 * 60));
    reset(&tokens[1]).await.expect_problem(400, "invalid_reset_token");
    assert!(can_sign_in(&server, &member, PASSWORD).await);
}

#[tokio::test]
async fn a_code_by_sms_sets_a_new_password() {
    let server = TestServer::start().await;
    let (member, stranger) = (server.member().await, server.member().await);
    let visitor = server.visitor();
    let post = |call: &str, body: Value| {
        let path = format!("/api/auth/{call}");
        let visitor = &visitor;
        async move { visitor.post(&path, body).await }
    };
    post("resetPasswordSendSMSOTP", json!({ "phone": "1" })).await.expect_problem(400, "invalid_hong_kong_phone");
    for phone in ["69999999", member.phone.as_str(), member.phone.as_str()] {
        post("resetPasswordSendSMSOTP", json!({ "phone": phone })).await.expect(200);
    }
    let otp = server.code_sent_to(&member.phone).await;
    let wrong = format!("{:06}", (otp.parse::<u32>().expect("digits") + 1) % 1_000_000);
    let check = |otp: &str| post("resetPasswordVerifySMSOTP", json!({ "phone": member.phone, "otp": otp }));
    check(&wrong).await.expect_problem(400, "invalid_otp");
    let set = |phone: &str, password: &str| json!({ "phone": phone, "newPassword": password });
    post("resetPasswordByPhone", set(&member.phone, NEW)).await.expect_problem(400, "invalid_reset_token");
    check(&otp).await.expect(200);
    check(&otp).await.expect_problem(400, "invalid_otp");
    post("resetPasswordByPhone", set(&stranger.phone, NEW)).await.expect_problem(400, "invalid_reset_token");
    post("resetPasswordByPhone", set(&member.phone, "weak")).await.expect_problem(400, "weak_password");
    post("resetPasswordByPhone", set(&member.phone, NEW)).await.expect(200);
    assert!(can_sign_in(&server, &member, NEW).await);
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    post("resetPasswordByPhone", set(&member.phone, NEW)).await.expect_problem(400, "invalid_reset_token");
}

#[tokio::test]
async fn a_reset_opens_an_account_that_guessing_had_closed() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let member = server.member().await;
    let guess = json!({ "userIdentifier": member.email, "userPassword": "Wrong-one-77x" });
    for _ in 0..6 {
        server.visitor().post("/api/auth/login", guess.clone()).await;
    }
    assert!(!can_sign_in(&server, &member, PASSWORD).await);
    let visitor = server.visitor();
    visitor.post("/api/auth/resetPasswordSendSMSOTP", json!({ "phone": member.phone })).await.expect(200);
    let otp = server.code_sent_to(&member.phone).await;
    let answer =
        visitor.post("/api/auth/resetPasswordVerifySMSOTP", json!({ "phone": member.phone, "otp": otp })).await;
    let token = answer.expect(200)["resetToken"].clone();
    visitor.clear_cookies();
    let body = json!({ "phone": member.phone, "newPassword": NEW, "resetToken": token });
    visitor.post("/api/auth/resetPasswordByPhone", body).await.expect(200);
    assert!(can_sign_in(&server, &member, NEW).await);
}
