//! Sign-up: registrations, codes, the captcha, the form.

use std::time::Duration;

use kapok::platform::config::{CaptchaProvider, Disclosure};
use serde_json::{Value, json};

use crate::support::{Caller, PASSWORD, TestServer, quiet, solve};

const EMAIL: &str = "carol@example.org";

fn form() -> Value {
    json!({ "firstName": "Carol", "lastName": "陳", "userEmail": EMAIL, "userPassword": PASSWORD, "userPhone": "",
        "referralCode": "", "hasEmail": true, "hasPhone": false, "captcha": "" })
}

fn with(changes: Value) -> Value {
    let mut form = form();
    for (name, value) in changes.as_object().expect("an object") {
        form[name] = value.clone();
    }
    form
}

async fn begin(server: &TestServer) -> Caller {
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor
}

async fn prove_email(server: &TestServer, visitor: &Caller, email: &str) {
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": email })).await.expect(200);
    let otp = server.code_sent_to(email).await;
    visitor.post("/api/auth/verifyEmailOTP", json!({ "email": email, "otp": otp })).await.expect(200);
}

fn other_than(otp: &str) -> String {
    format!("{:06}", (otp.parse::<u32>().expect("digits") + 1) % 1_000_000)
}

#[tokio::test]
async fn a_visitor_becomes_a_member_and_signs_in() {
    let server = TestServer::start().await;
    let visitor = begin(&server).await;
    prove_email(&server, &visitor, EMAIL).await;
    let request = visitor.request(reqwest::Method::POST, "/api/auth/createAccount").header("accept-language", "zh-HK");
    let user = visitor.send(request.json(&form())).await.expect(201)["user"].clone();
    assert_eq!((&user["email"], &user["phone"], &user["role"]), (&json!(EMAIL), &Value::Null, &json!("member")));
    assert_eq!(
        (&user["firstTimeLogin"], &user["points"], &user["language"]),
        (&json!(true), &json!(0), &json!("zhhk"))
    );
    let seen = visitor.sign_in("CAROL@Example.org", PASSWORD).await;
    assert_eq!(seen["user"], user);
}

#[tokio::test]
async fn the_first_step_is_checked_before_a_code_is_sent() {
    let server = TestServer::start().await;
    let check = |changes: Value| {
        let (server, form) = (&server, with(changes));
        async move { begin(server).await.post("/api/auth/checkRegistration", form).await }
    };
    // The contacts are added later.
    let first = json!({ "userEmail": "", "hasEmail": false });
    check(first).await.expect(200);
    for (changes, code) in [
        (json!({ "firstName": "<b>" }), "invalid_name"),
        (json!({ "lastName": "n".repeat(51) }), "too_long"),
        (json!({ "userPassword": "Password1!" }), "weak_password"),
        (json!({ "referralCode": "ZZZZ9999" }), "invalid_referral_code"),
    ] {
        let told = check(changes).await.expect_problem(400, code);
        assert_eq!(told["errors"].as_array().map(Vec::len), Some(1));
    }
    let all = json!({ "firstName": " ", "userPassword": "weak", "referralCode": "ZZZZ9999" });
    let told = check(all).await.expect_problem(400, "first_name_required");
    let codes: Vec<_> = told["errors"].as_array().expect("a list").iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["first_name_required", "weak_password", "invalid_referral_code"]);
    // Referral codes cannot be tried without a registration, or many times with one.
    server.visitor().post("/api/auth/checkRegistration", form()).await.expect_problem(400, "registration_required");
}

#[tokio::test]
async fn one_registration_tries_few_referral_codes() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let visitor = begin(&server).await;
    for _ in 0..20 {
        visitor.post("/api/auth/checkRegistration", form()).await.expect(200);
    }
    visitor.post("/api/auth/checkRegistration", form()).await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn callers_without_cookies_name_their_registration_in_the_body() {
    let server = TestServer::start().await;
    let started = server.visitor().post("/api/auth/initRegistration", json!({})).await.expect(200);
    assert_eq!(started["captcha"]["provider"], "none");
    let id = started["registrationId"].as_str().expect("an id");
    let visitor = server.visitor();
    let named = |body: Value| {
        let mut body = body;
        body["registrationId"] = json!(id);
        body
    };
    visitor.post("/api/auth/sendSMSOTP", named(json!({ "phone": "61234567" }))).await.expect(200);
    let message = server.message_to("+85261234567").await;
    assert_eq!((&message["channel"], message.get("html")), (&json!("sms"), None));
    let text = message["text"].as_str().expect("a text");
    let otp = text.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 6).expect("a code");
    visitor.post("/api/auth/verifySMSOTP", named(json!({ "phone": "61234567", "otp": otp }))).await.expect(200);
    let form = with(json!({ "hasEmail": false, "hasPhone": true, "userPhone": "61234567" }));
    let user = visitor.post("/api/auth/createAccount", named(form)).await.expect(201)["user"].clone();
    assert_eq!((&user["phone"], &user["email"]), (&json!("61234567"), &Value::Null));
}

#[tokio::test]
async fn a_form_is_refused_with_all_that_is_wrong_in_it() {
    let server = TestServer::start().await;
    let visitor = begin(&server).await;
    prove_email(&server, &visitor, EMAIL).await;
    for (changes, code) in [
        (json!({ "firstName": "" }), "first_name_required"),
        (json!({ "lastName": "  " }), "last_name_required"),
        (json!({ "firstName": "evil.hk" }), "invalid_name"),
        (json!({ "hasEmail": false }), "email_or_phone_required"),
        (json!({ "userEmail": "carol@" }), "invalid_email"),
        (json!({ "userPhone": "12345678", "hasPhone": true }), "invalid_hong_kong_phone"),
        (json!({ "userPassword": "weak" }), "weak_password"),
        (json!({ "userPassword": "Password123!" }), "weak_password"),
        (json!({ "userPassword": "Xy7#carol-away" }), "weak_password"),
        (json!({ "userPassword": format!("Aa1-{}", "x".repeat(200)) }), "password_too_long"),
        (json!({ "userEmail": "other@example.org" }), "email_not_verified"),
        (json!({ "userPhone": "61234567", "hasPhone": true }), "phone_not_verified"),
        (json!({ "referralCode": "NOBODYS1" }), "invalid_referral_code"),
    ] {
        let problem = visitor.post("/api/auth/createAccount", with(changes)).await.expect_problem(400, code);
        assert_eq!(problem["errors"][0]["code"], code);
        assert!(problem["errors"][0]["message"].as_str().is_some_and(|text| !text.contains('_')), "{problem}");
    }
    let empty = visitor.post("/api/auth/createAccount", json!({})).await.expect(400);
    let codes: Vec<_> = empty["errors"].as_array().expect("errors").iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["first_name_required", "last_name_required", "email_or_phone_required", "weak_password"]);
    visitor.post("/api/auth/createAccount", form()).await.expect(201);
}

#[tokio::test]
async fn a_registration_makes_one_account() {
    let server = TestServer::start().await;
    let visitor = begin(&server).await;
    prove_email(&server, &visitor, EMAIL).await;
    let cookie = visitor.cookie("registration").expect("a registration");
    visitor.post("/api/auth/createAccount", form()).await.expect(201);
    assert_eq!(visitor.cookie("registration"), None);
    visitor.set_cookie("registration", &cookie);
    visitor.post("/api/auth/createAccount", form()).await.expect_problem(400, "email_not_verified");
}

#[tokio::test]
async fn an_address_or_number_belongs_to_one_member() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let visitor = begin(&server).await;
    let email = json!({ "email": member.email.to_uppercase() });
    visitor.post("/api/auth/sendEmailOTP", email).await.expect_problem(409, "email_in_use");
    visitor.post("/api/auth/sendSMSOTP", json!({ "phone": member.phone })).await.expect_problem(409, "phone_in_use");
    // Two registrations verify the same address; the second to finish is refused.
    let late = begin(&server).await;
    prove_email(&server, &late, EMAIL).await;
    server.clock.advance(Duration::from_secs(61));
    prove_email(&server, &visitor, EMAIL).await;
    visitor.post("/api/auth/createAccount", form()).await.expect(201);
    late.post("/api/auth/createAccount", form()).await.expect_problem(409, "email_in_use");
}

#[tokio::test]
async fn with_private_sign_up_the_owner_of_the_address_is_told_and_the_visitor_is_not() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.signup.disclosure = Disclosure::Private;
    })
    .await;
    let member = server.member().await;
    let visitor = begin(&server).await;
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": member.email })).await.expect(200);
    let message = server.message_to(&member.email).await;
    assert!(message["text"].as_str().is_some_and(|text| text.contains("already have an account")), "{message}");
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": member.email })).await.expect_problem(429, "resend_wait");
}

#[tokio::test]
async fn codes_need_a_registration_and_a_sound_destination() {
    let server = TestServer::start().await;
    let stranger = server.visitor();
    let email = json!({ "email": EMAIL, "otp": "123456" });
    for call in ["sendEmailOTP", "verifyEmailOTP"] {
        stranger.post(&format!("/api/auth/{call}"), email.clone()).await.expect_problem(400, "registration_required");
    }
    let visitor = begin(&server).await;
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "x" })).await.expect_problem(400, "invalid_email");
    for phone in ["12345678", "6123456", "+85261234567", ""] {
        let answer = visitor.post("/api/auth/sendSMSOTP", json!({ "phone": phone })).await;
        answer.expect_problem(400, "invalid_hong_kong_phone");
    }
    server.clock.advance(Duration::from_secs(31 * 60));
    visitor.post("/api/auth/sendEmailOTP", email).await.expect_problem(400, "registration_required");
}

#[tokio::test]
async fn a_new_code_takes_a_minute_and_kills_the_old_one() {
    let server = TestServer::start().await;
    let visitor = begin(&server).await;
    let send = || visitor.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL }));
    send().await.expect(200);
    let old = server.code_sent_to(EMAIL).await;
    let refused = send().await;
    refused.expect_problem(429, "resend_wait");
    assert!((1..=60).contains(&refused.header("retry-after").parse::<u32>().expect("seconds")));
    server.clock.advance(Duration::from_secs(60));
    send().await.expect(200);
    let new = server.code_sent_to(EMAIL).await;
    let verify = |otp: String| visitor.post("/api/auth/verifyEmailOTP", json!({ "email": EMAIL, "otp": otp }));
    if old != new {
        verify(old).await.expect_problem(400, "invalid_otp");
    }
    verify(new.clone()).await.expect(200);
    verify(new).await.expect_problem(400, "invalid_otp");
}

#[tokio::test]
async fn five_wrong_tries_or_ten_minutes_spend_a_code() {
    let server = TestServer::start().await;
    for elapsed in [Duration::ZERO, Duration::from_secs(601)] {
        server.clock.advance(Duration::from_secs(61));
        let visitor = begin(&server).await;
        visitor.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL })).await.expect(200);
        let otp = server.code_sent_to(EMAIL).await;
        let wrong = if elapsed.is_zero() { 5 } else { 0 };
        for _ in 0..wrong {
            let guess = json!({ "email": EMAIL, "otp": other_than(&otp) });
            visitor.post("/api/auth/verifyEmailOTP", guess).await.expect_problem(400, "invalid_otp");
        }
        server.clock.advance(elapsed);
        let right = json!({ "email": EMAIL, "otp": otp });
        visitor.post("/api/auth/verifyEmailOTP", right).await.expect_problem(400, "invalid_otp");
    }
}

#[tokio::test]
async fn a_code_counts_for_its_own_registration_and_destination() {
    let server = TestServer::start().await;
    let (one, other) = (begin(&server).await, begin(&server).await);
    one.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL })).await.expect(200);
    let otp = server.code_sent_to(EMAIL).await;
    for (caller, email) in [(&other, EMAIL), (&one, "dora@example.org")] {
        let typed = json!({ "email": email, "otp": otp });
        caller.post("/api/auth/verifyEmailOTP", typed).await.expect_problem(400, "invalid_otp");
    }
    // The limit of contacts per registration is off with the other rate limits.
    for email in ["dora@example.org", "eve@example.org", "fay@example.org"] {
        one.post("/api/auth/sendEmailOTP", json!({ "email": email })).await.expect(200);
    }
}

#[tokio::test]
async fn a_destination_gets_five_codes_an_hour() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let visitor = begin(&server).await;
    let send = || visitor.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL }));
    for _ in 0..5 {
        send().await.expect(200);
        server.clock.advance(Duration::from_secs(61));
    }
    send().await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn a_referral_code_is_accepted_as_people_type_it() {
    let server = TestServer::start().await;
    let friend = server.member().await.caller.get("/api/auth/getUserInfo").await.expect(200);
    let visitor = begin(&server).await;
    prove_email(&server, &visitor, EMAIL).await;
    let code = friend["referralCode"].as_str().expect("a code").to_lowercase();
    visitor.post("/api/auth/createAccount", with(json!({ "referralCode": code }))).await.expect(201);
}

#[tokio::test]
async fn the_captcha_must_be_solved_and_a_solution_counts_once() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.captcha.provider = CaptchaProvider::Altcha;
        config.captcha.cost = 1_000;
    })
    .await;
    let visitor = server.visitor();
    let started = visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    assert_eq!(started["captcha"], json!({ "provider": "altcha", "challengeUrl": "/api/captcha/challenge" }));
    prove_email(&server, &visitor, EMAIL).await;
    for bad in ["", "nonsense", "e30="] {
        let answer = visitor.post("/api/auth/createAccount", with(json!({ "captcha": bad }))).await;
        answer.expect_problem(400, "captcha_failed");
    }
    let solved = solve(&visitor).await;
    visitor.post("/api/auth/createAccount", with(json!({ "captcha": solved }))).await.expect(201);
    let second = begin(&server).await;
    prove_email(&server, &second, "dora@example.org").await;
    let again = with(json!({ "captcha": solved, "userEmail": "dora@example.org" }));
    second.post("/api/auth/createAccount", again).await.expect_problem(400, "captcha_failed");
}

#[tokio::test]
async fn a_code_comes_in_the_reader_s_language_and_leaves_no_trace() {
    let server = TestServer::start().await;
    let visitor = server.visitor().with_header("accept-language", "zh-HK");
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL })).await.expect(200);
    let message = server.message_to(EMAIL).await;
    assert!(message["text"].as_str().is_some_and(|text| text.contains("驗證碼")), "{message}");
    assert!(message["html"].as_str().is_some_and(|html| html.contains("lang=\"zh-Hant-HK\"")), "{message}");
    assert_eq!(message["channel"], "email");
    let refused = visitor.post("/api/auth/sendEmailOTP", json!({ "email": EMAIL })).await;
    let problem = refused.expect_problem(429, "resend_wait");
    assert_eq!(problem["message"], "請等候一分鐘後再索取驗證碼。");
}
