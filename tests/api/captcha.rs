//! Third-party captchas, with stand-ins on loopback.

use kapok::platform::config::{CaptchaProvider, Config};
use serde_json::{Value, json};

use crate::support::listener::{Listener, Reply};
use crate::support::log::Log;
use crate::support::{Answer, Caller, PASSWORD, TestServer, guarded, quiet};

fn asking(listener: &Listener, provider: CaptchaProvider) -> impl FnOnce(&mut Config) + use<> {
    let (host, url) = (listener.host(), listener.url("/siteverify"));
    move |config| {
        quiet(config);
        config.captcha.provider = provider;
        config.captcha.site_key = "site-1".to_owned();
        config.captcha.secret = "canary-secret".into();
        config.captcha.hostnames = vec!["Points.example.hk".to_owned()];
        config.captcha.verify_url = url;
        config.captcha.allowed_hosts = vec![host];
    }
}

fn verdict(success: bool, hostname: &str) -> Reply {
    (200, None, json!({ "success": success, "hostname": hostname, "error-codes": [] }).to_string())
}

/// A visitor with a verified e-mail address, one call before the account exists.
async fn almost(server: &TestServer, email: &str) -> Caller {
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": email })).await.expect(200);
    let otp = server.code_sent_to(email).await;
    visitor.post("/api/auth/verifyEmailOTP", json!({ "email": email, "otp": otp })).await.expect(200);
    visitor
}

async fn join(visitor: &Caller, email: &str, captcha: &str) -> Answer {
    let form = json!({ "firstName": "Carol", "lastName": "陳", "userEmail": email, "userPassword": PASSWORD,
        "userPhone": "", "referralCode": "", "hasEmail": true, "hasPhone": false, "captcha": captcha });
    visitor.post("/api/auth/createAccount", form).await
}

#[tokio::test]
async fn each_captcha_provider_is_asked_by_its_own_protocol_and_a_solution_counts_once() {
    for (provider, name) in [
        (CaptchaProvider::Turnstile, "turnstile"),
        (CaptchaProvider::Hcaptcha, "hcaptcha"),
        (CaptchaProvider::Recaptcha, "recaptcha"),
    ] {
        let listener = Listener::start().await;
        let server = TestServer::start_with(asking(&listener, provider)).await;
        let told = json!({ "provider": name, "siteKey": "site-1" });
        assert_eq!(server.visitor().get("/api/config").await.expect(200)["captcha"], told);
        let begun = server.visitor().post("/api/auth/initRegistration", json!({})).await.expect(200);
        assert_eq!(begun["captcha"], told);
        listener.reply([verdict(true, "localhost"), verdict(true, "points.example.hk")]);
        let (ada, ben) = (almost(&server, "ada@example.org").await, almost(&server, "ben@example.org").await);
        join(&ada, "ada@example.org", "answer-1").await.expect(201);
        let again = join(&ben, "ben@example.org", "answer-1").await.expect_problem(400, "captcha_failed");
        assert_eq!(again["errors"][0]["code"], "captcha_failed");
        let heard = listener.expect(2).await;
        let form: Vec<(String, String)> = url::form_urlencoded::parse(&heard[0].body).into_owned().collect();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(form, [pair("secret", "canary-secret"), pair("response", "answer-1")], "and no IP address");
        assert_eq!(heard[0].header("content-type"), "application/x-www-form-urlencoded");
    }
}

#[tokio::test]
async fn a_wrong_captcha_solution_or_one_of_another_site_makes_no_account() {
    let listener = Listener::start().await;
    let server = TestServer::start_with(asking(&listener, CaptchaProvider::Turnstile)).await;
    let visitor = almost(&server, "ada@example.org").await;
    let nowhere = (200, None, json!({ "success": true }).to_string());
    listener.reply([verdict(false, "localhost"), verdict(true, "evil.example"), nowhere]);
    let long = "x".repeat(5_000);
    for answer in ["", "  ", long.as_str(), "wrong", "elsewhere", "nowhere"] {
        let refused = join(&visitor, "ada@example.org", answer).await.expect_problem(400, "captcha_failed");
        assert_eq!(
            refused["errors"],
            json!([{ "field": "captcha", "code": "captcha_failed",
            "message": refused["errors"][0]["message"] }])
        );
    }
    assert_eq!(listener.heard().len(), 3, "malformed answers are not sent to the provider");
    listener.reply([verdict(true, "LOCALHOST")]);
    join(&visitor, "ada@example.org", "right").await.expect(201);
}

#[tokio::test]
async fn sign_up_is_refused_with_a_retry_while_the_captcha_provider_is_down() {
    let listener = Listener::start().await;
    let server = TestServer::start_with(asking(&listener, CaptchaProvider::Recaptcha)).await;
    let visitor = almost(&server, "ada@example.org").await;
    let secret = json!({ "success": false, "error-codes": ["invalid-input-secret"] }).to_string();
    let faults: [Reply; 6] = [
        (500, None, String::new()),
        (302, Some(("location", "https://elsewhere.example/".to_owned())), String::new()),
        (200, None, "<html>".to_owned()),
        (200, None, "{}".to_owned()),
        (200, None, "x".repeat(20_000)),
        (200, None, secret),
    ];
    let count = faults.len();
    for fault in faults {
        listener.reply([fault]);
        let refused = join(&visitor, "ada@example.org", "answer").await;
        refused.expect_problem(503, "captcha_unavailable");
        assert_eq!(refused.header("retry-after"), "30");
        assert!(!refused.text.contains("canary-secret") && !refused.text.contains("invalid-input"), "{}", refused.text);
    }
    assert_eq!(listener.heard().len(), count);
    listener.reply([verdict(true, "localhost")]);
    join(&visitor, "ada@example.org", "answer").await.expect(201);
    // The provider cannot be reached.
    let server = TestServer::start_with(|config| {
        asking(&listener, CaptchaProvider::Hcaptcha)(config);
        config.captcha.verify_url = "http://127.0.0.1:9/siteverify".to_owned();
        config.captcha.allowed_hosts = vec!["127.0.0.1:9".to_owned()];
    })
    .await;
    let visitor = almost(&server, "ada@example.org").await;
    join(&visitor, "ada@example.org", "answer").await.expect_problem(503, "captcha_unavailable");
}

#[tokio::test]
async fn a_failing_captcha_provider_is_logged_once_and_once_more_when_it_works_again() {
    let wrong_secret = json!({ "success": false, "error-codes": ["invalid-input-secret"] }).to_string();
    let elsewhere = || Some(("location", "http://10.0.0.1/canary".to_owned()));
    let cases: [(Option<Reply>, &str, &str); 5] = [
        (Some((503, None, "canary".to_owned())), "status", "captcha.verify_url"),
        (Some((302, elsewhere(), String::new())), "status", "captcha.verify_url"),
        (Some((200, None, "<html>canary".to_owned())), "no verdict", "captcha.verify_url"),
        (Some((200, None, wrong_secret)), "invalid-input-secret", "captcha.secret"),
        (None, "forbidden", "captcha.allowed_hosts"),
    ];
    for (reply, why, to_do) in cases {
        let (listener, log) = (Listener::start().await, Log::listen());
        let adjust = asking(&listener, CaptchaProvider::Turnstile);
        let server = TestServer::start_with(|config| {
            adjust(config);
            if why == "forbidden" {
                config.captcha.allowed_hosts.clear();
            }
        })
        .await;
        let visitor = almost(&server, "ada@example.org").await;
        for _ in 0..3 {
            listener.reply(reply.clone());
            join(&visitor, "ada@example.org", "canary-answer").await.expect_problem(503, "captcha_unavailable");
        }
        log.says_once(why, to_do, &["canary", "ada@example.org"]);
        if reply.is_some() {
            listener.reply([verdict(true, "localhost")]);
            join(&visitor, "ada@example.org", "right").await.expect(201);
            assert_eq!(log.text().matches("captcha verification works again").count(), 1, "{}", log.text());
        }
    }
}

#[tokio::test]
async fn a_source_that_guesses_is_asked_by_the_same_provider() {
    let listener = Listener::start().await;
    let server = TestServer::start_with(|config| {
        asking(&listener, CaptchaProvider::Turnstile)(config);
        config.limits.enabled = true;
    })
    .await;
    let guess = async |captcha: Option<&str>| {
        let mut body = json!({ "userIdentifier": "nobody@example.org", "userPassword": "x" });
        if let Some(captcha) = captcha {
            body["captcha"] = Value::from(captcha);
        }
        server.visitor().post("/api/auth/login", body).await
    };
    let mut number = 0;
    let asked = loop {
        number += 1;
        let body = json!({ "userIdentifier": format!("nobody{number}@example.org"), "userPassword": "x" });
        let answer = server.visitor().post("/api/auth/login", body).await;
        if answer.status == 400 {
            break answer;
        }
        assert!(number < 40, "no captcha is required");
        server.clock.advance(std::time::Duration::from_secs(61));
    };
    asked.expect_problem(400, "captcha_required");
    listener.reply([verdict(false, "localhost"), verdict(true, "localhost")]);
    assert_eq!(guess(Some("no")).await.status, 400);
    guess(Some("yes")).await.expect_problem(401, "invalid_credentials");
    assert_eq!(listener.heard().len(), 2);
}

#[tokio::test]
async fn the_content_security_policy_names_only_the_chosen_captcha_provider() {
    let policy =
        async |server: &TestServer| server.visitor().get("/login").await.header("content-security-policy").to_owned();
    let own = policy(&TestServer::start_with(guarded).await).await;
    assert!(
        own.contains("script-src 'self';") && own.contains("frame-src 'none';") && !own.contains("https://"),
        "{own}"
    );
    for (provider, host) in [
        (CaptchaProvider::Turnstile, "https://challenges.cloudflare.com"),
        (CaptchaProvider::Hcaptcha, "https://hcaptcha.com https://*.hcaptcha.com"),
        (CaptchaProvider::Recaptcha, "https://www.google.com/recaptcha/"),
    ] {
        let listener = Listener::start().await;
        let server = TestServer::start_with(asking(&listener, provider)).await;
        let theirs = policy(&server).await;
        assert!(theirs.contains(&format!("script-src 'self' {host}")), "{theirs}");
        assert!(theirs.contains(&format!("frame-src {host}")), "{theirs}");
        assert!(theirs.contains("require-trusted-types-for 'script'") && !theirs.contains("unsafe"), "{theirs}");
        assert!(theirs.contains("img-src 'self';") && theirs.contains("default-src 'none'"), "{theirs}");
        let api = server.visitor().get("/api/config").await;
        assert!(!api.header("content-security-policy").contains("https://"));
    }
}
