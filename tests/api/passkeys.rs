//! Passkeys: registration, sign-in, and every false value that a device can send.

use std::time::Duration;

use kapok::core::members::{self, Status};
use serde_json::{Value, json};

use crate::support::{Device, PASSWORD, Statement, TestMember, TestServer, challenge, quiet};

const CHALLENGE: &str = "/api/auth/biometric_challenge";
const REGISTER: &str = "/api/auth/registerBiometric";
const VERIFY: &str = "/api/auth/biometric_verify";
const LIST: &str = "/api/auth/passkeys";
const NOT_VERIFIED: &str = "biometric_verification_failed";

async fn member_with_passkey(server: &TestServer) -> (TestMember, Device) {
    let (member, mut device) = (server.member().await, Device::at(server));
    device.register_for(&member).await.expect(200);
    device.user_handle = Some(member.id.as_bytes().to_vec());
    (member, device)
}

async fn titles(member: &TestMember) -> Vec<String> {
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
    let lines = inbox["data"].as_array().expect("lines").clone();
    lines.iter().map(|line| line["title"]["en"].as_str().expect("a title").to_owned()).collect()
}

#[tokio::test]
async fn a_registered_device_signs_its_member_in() {
    let server = TestServer::start().await;
    let member = server.member().await;
    assert_eq!(member.caller.get("/api/auth/getUserInfo").await.expect(200)["biometric"], false);
    let mut device = Device::at(&server);
    let answer = device.register_for(&member).await.expect(200);
    assert_eq!(
        (&answer["success"], &answer["passkey"]["credentialId"]),
        (&json!(true), &json!(device.credential_id()))
    );
    assert_eq!(titles(&member).await[0], "Biometric login is on");

    let script = server.visitor();
    let answer = device.sign_in(&script).await.expect(200);
    assert_eq!((&answer["success"], &answer["expiresIn"]), (&json!(true), &json!(3_600)));
    assert_eq!((&answer["user"]["_id"], &answer["user"]["biometric"]), (&json!(member.id), &json!(true)));
    script.set_bearer(answer["token"].as_str());
    assert_eq!(script.get("/api/auth/getUserInfo").await.expect(200)["_id"], json!(member.id));
}

#[tokio::test]
async fn a_browser_gets_a_session_like_that_of_a_password() {
    let server = TestServer::start().await;
    let (_, mut device) = member_with_passkey(&server).await;
    let browser = server.visitor().browser();
    let asked = challenge(&browser, "verify").await;
    let mut body = device.assert(&asked);
    body["rememberMe"] = json!(true);
    let answer = browser.post(VERIFY, body).await;
    assert_eq!(answer.expect(200)["expiresIn"], 900);
    let cookies: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("a cookie")).collect();
    let line = |name: &str| cookies.iter().find(|line| line.starts_with(name)).copied().unwrap_or_default().to_owned();
    assert!(line("accessToken=").contains("HttpOnly"));
    assert!(line("refreshToken=").contains("Max-Age=2592000"), "remembered for 30 days");
    assert!(line("userInfo=").contains("biometric%22%3Atrue"));
    browser.get("/api/auth/checkAuthToken").await.expect(200);
}

#[tokio::test]
async fn the_fields_may_stand_inside_the_credential_or_beside_it() {
    let server = TestServer::start().await;
    let (member, mut device) = (server.member().await, Device::at(&server));
    device.statement = Statement::ItsOwn;
    let asked = challenge(&member.caller, "register").await;
    let body = json!({ "credential": device.attest(&asked) });
    member.caller.post(REGISTER, body).await.expect(200);
    let visitor = server.visitor();
    let asked = challenge(&visitor, "verify").await;
    let inside = device.assert(&asked)["credential"].clone();
    visitor.post(VERIFY, inside).await.expect(200);
    // Some clients pad values, use the other Base64 alphabet, or send the user's id as text.
    device.user_handle = challenge(&member.caller, "register").await["userId"].as_str().map(Into::into);
    let asked = challenge(&visitor, "verify").await;
    let mut body = device.assert(&asked);
    let padded = format!("{}=", asked["challenge"].as_str().expect("a challenge").replace('-', "+").replace('_', "/"));
    body["credential"]["challenge"] = json!(null);
    body["challenge"] = json!(padded);
    visitor.post(VERIFY, body).await.expect(200);
}

#[tokio::test]
async fn a_statement_of_a_maker_that_nobody_can_read_is_as_good_as_none() {
    let server = TestServer::start().await;
    let (member, mut device) = (server.member().await, Device::at(&server));
    device.statement = Statement::Unheard;
    device.register_for(&member).await.expect(200);
    device.sign_in(&server.visitor()).await.expect(200);
}

#[tokio::test]
async fn a_challenge_works_once_and_for_two_minutes() {
    let server = TestServer::start().await;
    let (_, mut device) = member_with_passkey(&server).await;
    let visitor = server.visitor();
    let asked = challenge(&visitor, "verify").await;
    let body = device.assert(&asked);
    visitor.post(VERIFY, body.clone()).await.expect(200);
    visitor.post(VERIFY, body).await.expect_problem(401, NOT_VERIFIED);
    visitor.post(VERIFY, device.assert(&asked)).await.expect_problem(401, NOT_VERIFIED);

    // A failed attempt uses the challenge up too.
    let asked = challenge(&visitor, "verify").await;
    let body = device.lying(|it| it.origin = "https://evil.example".to_owned()).assert(&asked);
    visitor.post(VERIFY, body).await.expect_problem(401, NOT_VERIFIED);
    visitor.post(VERIFY, device.assert(&asked)).await.expect_problem(401, NOT_VERIFIED);

    let asked = challenge(&visitor, "verify").await;
    server.clock.advance(Duration::from_secs(119));
    visitor.post(VERIFY, device.assert(&asked)).await.expect(200);
    let asked = challenge(&visitor, "verify").await;
    server.clock.advance(Duration::from_secs(121));
    visitor.post(VERIFY, device.assert(&asked)).await.expect_problem(401, NOT_VERIFIED);
}

#[tokio::test]
async fn forged_passkey_assertions_are_refused() {
    let server = TestServer::start().await;
    let (_, device) = member_with_passkey(&server).await;
    let stranger = server.member().await;
    let visitor = server.visitor();
    let port = server.running.address.port();
    let other_key = Device::at(&server);
    let mut messages = Vec::new();
    let lies: [(&str, Device); 10] = [
        ("origin", device.lying(|it| it.origin = "https://evil.example".to_owned())),
        ("port", device.lying(|it| it.origin = format!("http://localhost:{}", port.wrapping_add(1)))),
        ("scheme", device.lying(|it| it.origin = format!("https://localhost:{port}"))),
        ("subdomain", device.lying(|it| it.origin = format!("http://x.localhost:{port}"))),
        ("rpId", device.lying(|it| it.rp_id = "evil.example".to_owned())),
        ("not verified", device.lying(Device::without_verification)),
        ("type", device.lying(|it| it.kind = Some("webauthn.create"))),
        ("owner", device.lying(|it| it.user_handle = Some(stranger.id.as_bytes().to_vec()))),
        ("signature", other_key.lying(|it| it.id = device.id.clone())),
        ("unknown", other_key),
    ];
    for (lie, mut liar) in lies {
        let problem = liar.sign_in(&visitor).await.expect_problem(401, NOT_VERIFIED);
        messages.push((problem["message"].clone(), lie));
    }
    assert!(messages.iter().all(|(message, _)| *message == messages[0].0), "{messages:?}");
    device.clone().sign_in(&visitor).await.expect(200);
}

#[tokio::test]
async fn a_challenge_of_another_kind_or_making_signs_nobody_in() {
    let server = TestServer::start().await;
    let (member, mut device) = member_with_passkey(&server).await;
    let visitor = server.visitor();
    let own = json!({ "challenge": "A".repeat(43) });
    visitor.post(VERIFY, device.assert(&own)).await.expect_problem(401, NOT_VERIFIED);
    let for_registering = challenge(&member.caller, "register").await;
    visitor.post(VERIFY, device.assert(&for_registering)).await.expect_problem(401, NOT_VERIFIED);
    let (asked, other) = (challenge(&visitor, "verify").await, challenge(&visitor, "verify").await);
    let mut body = device.assert(&asked);
    body["challenge"] = other["challenge"].clone();
    visitor.post(VERIFY, body).await.expect_problem(401, NOT_VERIFIED);
    for body in [json!({}), json!({ "credential": {} }), json!({ "credential": { "id": "?", "response": null } })] {
        visitor.post(VERIFY, body).await.expect_problem(401, NOT_VERIFIED);
    }
}

#[tokio::test]
async fn a_signature_counter_that_goes_back_is_refused() {
    let server = TestServer::start().await;
    let (_, mut device) = member_with_passkey(&server).await;
    let visitor = server.visitor();
    let mut copy = device.clone();
    device.counter = 40;
    device.sign_in(&visitor).await.expect(200);
    copy.counter = 41;
    copy.sign_in(&visitor).await.expect(200);
    for counter in [0, 20, 41] {
        copy.counter = counter;
        copy.sign_in(&visitor).await.expect_problem(401, NOT_VERIFIED);
    }
}

#[tokio::test]
async fn a_suspended_member_is_answered_like_a_stranger() {
    let server = TestServer::start().await;
    let (member, mut device) = member_with_passkey(&server).await;
    let id = member.id;
    server
        .running
        .store
        .write_unattended(move |tx| members::set_status(tx, id, Status::Suspended))
        .await
        .expect("suspended");
    device.sign_in(&server.visitor()).await.expect_problem(401, NOT_VERIFIED);
    server
        .running
        .store
        .write_unattended(move |tx| members::set_status(tx, id, Status::Active))
        .await
        .expect("reinstated");
    device.sign_in(&server.visitor()).await.expect(200);
}

#[tokio::test]
async fn registering_a_passkey_needs_a_fresh_sign_in_or_the_password() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let wish = json!({ "purpose": "register" });
    server.visitor().post(CHALLENGE, wish.clone()).await.expect_problem(401, "unauthenticated");
    server.visitor().post(REGISTER, json!({})).await.expect_problem(401, "unauthenticated");
    server.clock.advance(Duration::from_secs(11 * 60));
    member.caller.post(CHALLENGE, wish.clone()).await.expect_problem(401, "reauthentication_required");
    let mut with_password = wish;
    with_password["currentPassword"] = json!("not it");
    member.caller.post(CHALLENGE, with_password.clone()).await.expect_problem(401, "reauthentication_required");
    with_password["currentPassword"] = json!(PASSWORD);
    let asked = member.caller.post(CHALLENGE, with_password).await.expect(200);
    let body = Device::at(&server).attest(&asked);
    member.caller.post(REGISTER, body.clone()).await.expect(200);
    member.caller.post(REGISTER, body).await.expect_problem(401, NOT_VERIFIED);
}

#[tokio::test]
async fn invalid_passkey_registrations_are_refused() {
    let server = TestServer::start().await;
    let (member, device) = member_with_passkey(&server).await;
    let (other, fresh) = (server.member().await, Device::at(&server));
    for liar in [
        fresh.lying(|it| it.origin = "https://evil.example".to_owned()),
        fresh.lying(|it| it.rp_id = "evil.example".to_owned()),
        fresh.lying(Device::without_verification),
        fresh.lying(|it| it.kind = Some("webauthn.get")),
        fresh.lying(|it| it.statement = Statement::Forged),
        fresh.lying(|it| (it.statement, it.origin) = (Statement::Unheard, "https://evil.example".to_owned())),
        // A credential stays with the member who registered it first.
        device.clone(),
    ] {
        liar.register_for(&other).await.expect_problem(401, NOT_VERIFIED);
    }
    let caller = &other.caller;
    for asked in [
        challenge(&member.caller, "register").await,
        challenge(caller, "verify").await,
        json!({ "challenge": "A".repeat(43) }),
    ] {
        caller.post(REGISTER, fresh.attest(&asked)).await.expect_problem(401, NOT_VERIFIED);
    }
    let mut body = fresh.attest(&challenge(caller, "register").await);
    body["rawId"] = json!(device.credential_id());
    caller.post(REGISTER, body).await.expect_problem(401, NOT_VERIFIED);
    let asked = challenge(caller, "register").await;
    server.clock.advance(Duration::from_secs(121));
    caller.post(REGISTER, fresh.attest(&asked)).await.expect_problem(401, NOT_VERIFIED);
    caller.post(REGISTER, json!({})).await.expect_problem(401, NOT_VERIFIED);
    assert_eq!(caller.get(LIST).await.expect(200), json!([]));
    assert_eq!(caller.get("/api/auth/getUserInfo").await.expect(200)["biometric"], false);
}

#[tokio::test]
async fn a_member_sees_and_removes_their_own_passkeys() {
    let server = TestServer::start().await;
    let (member, mut device) = member_with_passkey(&server).await;
    let (other, _) = member_with_passkey(&server).await;
    device.sign_in(&server.visitor()).await.expect(200);
    let listed = member.caller.get(LIST).await.expect(200);
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["credentialId"], json!(device.credential_id()));
    assert_eq!(listed[0]["name"], "Passkey");
    assert!(listed[0]["created"].is_string() && listed[0]["lastUsed"].is_string(), "{listed}");
    assert_eq!(other.caller.get(LIST).await.expect(200)[0]["lastUsed"], Value::Null);

    let path = format!("{LIST}/{}", listed[0]["_id"].as_str().expect("an id"));
    other.caller.delete(&path).await.expect_problem(404, "not_found");
    member.caller.delete(&path).await.expect(200);
    member.caller.delete(&path).await.expect_problem(404, "not_found");
    assert_eq!(titles(&member).await[0], "Biometric login removed");
    assert_eq!(member.caller.get("/api/auth/getUserInfo").await.expect(200)["biometric"], false);
    device.sign_in(&server.visitor()).await.expect_problem(401, NOT_VERIFIED);
}

#[tokio::test]
async fn a_member_has_ten_passkeys_at_most() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let spare = challenge(&member.caller, "register").await;
    for _ in 0..10 {
        Device::at(&server).register_for(&member).await.expect(200);
    }
    let wish = json!({ "purpose": "register" });
    member.caller.post(CHALLENGE, wish).await.expect_problem(409, "too_many_passkeys");
    let body = Device::at(&server).attest(&spare);
    member.caller.post(REGISTER, body).await.expect_problem(409, "too_many_passkeys");
}

#[tokio::test]
async fn a_challenge_tells_nothing_about_credentials() {
    let server = TestServer::start().await;
    let (member, device) = member_with_passkey(&server).await;
    let visitor = server.visitor();
    for known_or_not in [device.credential_id(), Device::at(&server).credential_id()] {
        let wish = json!({ "purpose": "verify", "credentialId": known_or_not });
        let mut asked = visitor.post(CHALLENGE, wish).await.expect(200);
        assert_eq!(asked["challenge"].as_str().map(str::len), Some(43), "32 bytes");
        asked["challenge"] = json!(null);
        let expected = json!({ "challenge": null, "rpId": "localhost", "userId": "", "timeout": 60_000,
            "credentialIds": [known_or_not] });
        assert_eq!(asked, expected);
    }
    assert_eq!(challenge(&visitor, "verify").await["credentialIds"], json!([]));
    let asked = challenge(&member.caller, "register").await;
    assert_eq!(asked["credentialIds"], json!([device.credential_id()]), "a device is registered once");
    assert_eq!(asked["userId"].as_str().map(str::len), Some(22), "16 bytes");
    visitor.post(CHALLENGE, json!({ "purpose": "other" })).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn passkeys_need_an_address_with_a_name() {
    let server = TestServer::start().await;
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["passkeys"], true);
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.public_url = "http://127.0.0.1:8080".to_owned();
    })
    .await;
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["passkeys"], false);
    let wish = json!({ "purpose": "verify" });
    server.visitor().post(CHALLENGE, wish).await.expect_problem(422, "passkeys_unavailable");
}

#[tokio::test]
async fn a_source_tries_twenty_times_a_minute() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let visitor = server.visitor();
    for _ in 0..20 {
        visitor.post(VERIFY, json!({})).await.expect_problem(401, NOT_VERIFIED);
    }
    let refused = visitor.post(VERIFY, json!({})).await;
    refused.expect_problem(429, "rate_limited");
    assert!(!refused.header("retry-after").is_empty());
}

#[tokio::test]
async fn a_passkey_body_has_a_maximum_size() {
    let server = TestServer::start().await;
    let member = server.member().await;
    for (size, status, code) in [(20_000, 401, NOT_VERIFIED), (40_000, 413, "body_too_large")] {
        let body = json!({ "challenge": "A".repeat(size) });
        member.caller.post(REGISTER, body).await.expect_problem(status, code);
    }
}
