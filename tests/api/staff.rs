//! Staff accounts: inviting, changing and removing people, links, sessions, and the second factor.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use kapok::auth::Role;
use kapok::platform::config::SecondFactor;
use serde_json::{Value, json};
use sha1::Sha1;

use crate::support::{Answer, Caller, Device, PASSWORD, TestServer, quiet};

const NEW_PASSWORD: &str = "Junk-boat#8812";

fn token_of(link: &Value) -> String {
    link["link"].as_str().and_then(|link| link.rsplit('/').next()).expect("a link").to_owned()
}

fn invitation(email: &str) -> Value {
    json!({ "name": "Lam Siu Ming", "email": email, "role": "editor" })
}

/// Invites a person and accepts the invitation; gives their id.
pub(crate) async fn colleague(server: &TestServer, owner: &Caller, body: Value) -> String {
    let made = owner.post("/api/admin/staff", body).await.expect(201);
    let accept = json!({ "token": token_of(&made["invitation"]), "name": "Siu Ming", "password": NEW_PASSWORD });
    server.visitor().post("/api/staff/link/accept", accept).await.expect(200);
    made["_id"].as_str().expect("an id").to_owned()
}

async fn signed_in(server: &TestServer, email: &str) -> Caller {
    let caller = server.visitor();
    caller.staff_sign_in(email, NEW_PASSWORD).await;
    caller
}

async fn actions(owner: &Caller) -> Vec<String> {
    let trail = owner.get("/api/admin/audit").await.expect(200);
    trail.as_array().expect("a list").iter().map(|line| line["action"].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn an_invited_colleague_accepts_once_and_signs_in() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let made = owner.post("/api/admin/staff", invitation("ming@staff.example")).await.expect(201);
    assert_eq!((&made["status"], &made["secondFactor"]), (&json!("invited"), &json!(false)));
    let token = token_of(&made["invitation"]);
    let message = server.message_to("ming@staff.example").await;
    assert!(message["text"].as_str().is_some_and(|text| text.contains(&token)), "{message}");
    let early = json!({ "email": "ming@staff.example", "password": NEW_PASSWORD });
    server.visitor().post("/api/staff/login", early).await.expect_problem(401, "invalid_credentials");

    let visitor = server.visitor();
    let shown = visitor.post("/api/staff/link", json!({ "token": token })).await.expect(200);
    assert_eq!((&shown["purpose"], &shown["role"]), (&json!("invitation"), &json!("editor")));
    for (body, code) in [
        (json!({ "token": token, "password": "weak" }), "weak_password"),
        (json!({ "token": token, "password": NEW_PASSWORD, "name": " " }), "required_field"),
        (json!({ "token": token, "password": "Siu-Ming-2026x", "name": "Siu Ming" }), "password_too_personal"),
    ] {
        let refused = visitor.post("/api/staff/link/accept", body).await;
        assert_eq!(refused.status, 400, "{code}: {}", refused.text);
    }
    let accept = json!({ "token": token, "name": "Siu Ming", "password": NEW_PASSWORD });
    visitor.post("/api/staff/link/accept", accept.clone()).await.expect(200);
    visitor.post("/api/staff/link/accept", accept).await.expect_problem(410, "link_expired");
    visitor.post("/api/staff/link", json!({ "token": "x" })).await.expect_problem(410, "link_expired");
    let ming = signed_in(&server, "ming@staff.example").await;
    let me = ming.get("/api/staff/me").await.expect(200);
    assert_eq!(
        (&me["name"], &me["role"], &me["enrolmentRequired"]),
        (&json!("Siu Ming"), &json!("editor"), &json!(false))
    );
    assert_eq!(actions(&owner).await, ["staff.accept_link", "staff.invite"]);
}

#[tokio::test]
async fn an_invitation_ends_after_three_days_and_a_new_one_replaces_the_old() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let made = owner.post("/api/admin/staff", invitation("ming@staff.example")).await.expect(201);
    let path = format!("/api/admin/staff/{}", made["_id"].as_str().expect("an id"));
    let again = owner.post(&format!("{path}/invite"), json!({})).await.expect(200);
    let look = async |link: &Value| server.visitor().post("/api/staff/link", json!({ "token": token_of(link) })).await;
    look(&made["invitation"]).await.expect_problem(410, "link_expired");
    look(&again).await.expect(200);
    owner.post(&format!("{path}/reset-password"), json!({})).await.expect_problem(409, "not_accepted");
    server.clock.advance(Duration::from_secs(3 * 86_400 + 1));
    look(&again).await.expect_problem(410, "link_expired");
}

#[tokio::test]
async fn invitations_with_mistakes_name_the_field() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    for (body, status, code) in [
        (json!({ "name": "", "email": "a@b.hk", "role": "editor" }), 400, "required_field"),
        (json!({ "name": "x".repeat(101), "email": "a@b.hk", "role": "editor" }), 400, "invalid_name"),
        (json!({ "name": "A", "email": "nonsense", "role": "editor" }), 400, "invalid_email"),
        (json!({ "name": "A", "email": "a@b.hk", "role": "king" }), 400, "invalid_body"),
        (json!({ "name": "A", "email": "a@b.hk", "role": "merchant" }), 400, "partner_required"),
        (
            json!({ "name": "A", "email": "a@b.hk", "role": "editor", "partnerId": "0".repeat(32) }),
            400,
            "unknown_partner",
        ),
        (json!({ "name": "A", "email": "a@b.hk", "role": "editor", "admin": true }), 400, "invalid_body"),
    ] {
        owner.post("/api/admin/staff", body).await.expect_problem(status, code);
    }
    owner.post("/api/admin/staff", invitation("a@b.hk")).await.expect(201);
    owner.post("/api/admin/staff", invitation("a@b.hk")).await.expect_problem(409, "email_in_use");
}

#[tokio::test]
async fn changes_of_staff_take_effect_at_once() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = format!("/api/admin/staff/{}", colleague(&server, &owner, invitation("ming@staff.example")).await);
    let ming = signed_in(&server, "ming@staff.example").await;
    let tag = owner.get(&path).await.header("etag").to_owned();
    let change = json!({ "name": "Ming", "role": "support" });
    owner.put(&path, change.clone()).await.expect_problem(428, "precondition_required");
    let changed = owner.put_at(&path, &tag, change.clone()).await;
    assert_eq!(changed.expect(200)["role"], "support");
    owner.put_at(&path, &tag, change.clone()).await.expect_problem(412, "stale");
    ming.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let ming = signed_in(&server, "ming@staff.example").await;
    let suspended = json!({ "name": "Ming", "role": "support", "suspended": true });
    assert_eq!(owner.put_at(&path, "*", suspended).await.expect(200)["status"], "suspended");
    ming.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let login = json!({ "email": "ming@staff.example", "password": NEW_PASSWORD });
    server.visitor().post("/api/staff/login", login.clone()).await.expect_problem(403, "account_suspended");
    assert_eq!(owner.put_at(&path, "*", change).await.expect(200)["status"], "active");
    let ming = signed_in(&server, "ming@staff.example").await;
    assert_eq!(owner.delete(&path).await.status, 204);
    owner.get(&path).await.expect_problem(404, "not_found");
    ming.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    server.visitor().post("/api/staff/login", login).await.expect_problem(401, "invalid_credentials");
    // The address can be used again.
    owner.post("/api/admin/staff", invitation("ming@staff.example")).await.expect(201);
}

#[tokio::test]
async fn a_link_asked_for_before_a_suspension_sets_no_password_afterwards() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let email = server.staff_email_at(Role::Editor, None).await;
    let people = owner.get("/api/admin/staff").await.expect(200);
    let ming = people.as_array().expect("a list").iter().find(|one| one["email"] == json!(email)).expect("Ming");
    let path = format!("/api/admin/staff/{}", ming["_id"].as_str().expect("an id"));
    let visitor = server.visitor();
    visitor.post("/api/staff/forgot-password", json!({ "email": email })).await.expect(200);
    let text = server.message_to(&email).await["text"].as_str().expect("a text").to_owned();
    let link = text.split("/admin/accept/").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a link");
    visitor.post("/api/staff/link", json!({ "token": link })).await.expect(200);
    let accept =
        |token: &str| visitor.post("/api/staff/link/accept", json!({ "token": token, "password": "Star-ferry#1898" }));
    let stand = |suspended: bool| json!({ "name": "Ming", "role": "editor", "suspended": suspended });
    owner.put_at(&path, "*", stand(true)).await.expect(200);
    visitor.post("/api/staff/link", json!({ "token": link })).await.expect_problem(410, "link_expired");
    accept(link).await.expect_problem(410, "link_expired");
    owner.put_at(&path, "*", stand(false)).await.expect(200);
    accept(link).await.expect_problem(410, "link_expired");
    server.visitor().staff_sign_in(&email, PASSWORD).await;
    // A link sent to a suspended person stays valid after other changes.
    owner.put_at(&path, "*", stand(true)).await.expect(200);
    let sent = owner.post(&format!("{path}/reset-password"), json!({})).await.expect(200);
    owner.put_at(&path, "*", stand(true)).await.expect(200);
    accept(&token_of(&sent)).await.expect(200);
}

#[tokio::test]
async fn the_last_owner_cannot_be_removed() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let me = owner.get("/api/staff/me").await.expect(200)["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/staff/{me}");
    let demoted = json!({ "name": "Chan Tai Man", "role": "operator" });
    owner.put_at(&path, "*", demoted.clone()).await.expect_problem(409, "last_owner");
    let suspended = json!({ "name": "Chan Tai Man", "role": "owner", "suspended": true });
    owner.put_at(&path, "*", suspended).await.expect_problem(409, "not_yourself");
    owner.delete(&path).await.expect_problem(409, "not_yourself");
    owner.delete(&format!("{path}/second-factor")).await.expect_problem(409, "not_yourself");
    // A person who is only invited does not count as an owner, so the second owner accepts first.
    let invited = json!({ "name": "Second", "email": "second@staff.example", "role": "owner" });
    let second = colleague(&server, &owner, invited).await;
    owner.put_at(&path, "*", demoted).await.expect(200);
    owner.get("/api/admin/staff").await.expect_problem(401, "unauthenticated");
    let second_owner = signed_in(&server, "second@staff.example").await;
    second_owner.delete(&format!("/api/admin/staff/{second}")).await.expect_problem(409, "not_yourself");
    assert_eq!(second_owner.delete(&path).await.status, 204);
}

#[tokio::test]
async fn a_colleague_gets_a_new_password_by_link() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = format!("/api/admin/staff/{}", colleague(&server, &owner, invitation("ming@staff.example")).await);
    let ming = signed_in(&server, "ming@staff.example").await;
    owner.post(&format!("{path}/invite"), json!({})).await.expect_problem(409, "already_accepted");
    let link = owner.post(&format!("{path}/reset-password"), json!({})).await.expect(200);
    ming.get("/api/staff/me").await.expect(200);
    let accept = json!({ "token": token_of(&link), "password": PASSWORD });
    server.visitor().post("/api/staff/link/accept", accept).await.expect(200);
    ming.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    server.visitor().staff_sign_in("ming@staff.example", PASSWORD).await;
}

#[tokio::test]
async fn a_password_changes_with_the_current_one_and_ends_every_other_session() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    colleague(&server, &owner, invitation("ming@staff.example")).await;
    let (here, there) =
        (signed_in(&server, "ming@staff.example").await, signed_in(&server, "ming@staff.example").await);
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let path = "/api/staff/password";
    here.put(path, json!({ "newPassword": PASSWORD })).await.expect_problem(400, "required_field");
    here.put(path, change("Wrong-one#9", PASSWORD)).await.expect_problem(401, "reauthentication_required");
    here.put(path, change(NEW_PASSWORD, "short")).await.expect_problem(400, "weak_password");
    there.get("/api/staff/me").await.expect(200);
    here.put(path, change(NEW_PASSWORD, PASSWORD)).await.expect(200);
    here.get("/api/staff/me").await.expect(200);
    there.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    server.visitor().staff_sign_in("ming@staff.example", PASSWORD).await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let home = format!("/api/admin/staff/{}", colleague(&server, &owner, invitation("ming@staff.example")).await);
    let (here, there) =
        (signed_in(&server, "ming@staff.example").await, signed_in(&server, "ming@staff.example").await);
    let mine = here.get("/api/staff/sessions").await.expect(200);
    assert_eq!((&mine[0]["current"], &mine[1]["current"]), (&json!(false), &json!(true)));
    assert_eq!((&mine[0]["address"], &mine[0]["kind"]), (&json!("127.0.0.1"), &json!("api")));
    // The tests' own client names neither a browser nor a system.
    assert_eq!(mine[0].get("device"), None, "{mine}");
    let agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
    let browser = server.visitor().browser().with_header("user-agent", agent);
    let login = json!({ "email": "ming@staff.example", "password": NEW_PASSWORD });
    browser.post("/api/staff/login", login).await.expect(200);
    let of_browser = &here.get("/api/staff/sessions").await.expect(200)[0];
    assert_eq!((&of_browser["device"], &of_browser["agent"]), (&json!("Chrome, Linux"), &json!(agent)));
    let last = format!("/api/staff/sessions/{}", of_browser["_id"].as_str().expect("an id"));
    assert_eq!(here.delete(&last).await.status, 204);
    let other = format!("/api/staff/sessions/{}", mine[0]["_id"].as_str().expect("an id"));
    owner.delete(&other).await.expect_problem(404, "not_found");
    assert_eq!(here.delete(&other).await.status, 204);
    there.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let seen = owner.get(&format!("{home}/sessions")).await.expect(200);
    assert_eq!(seen.as_array().map(Vec::len), Some(1));
    assert_eq!(owner.delete(&format!("{home}/sessions")).await.status, 204);
    here.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_session_at_the_desk_ends_when_nobody_uses_it() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.admin.session_idle_minutes = 5;
        config.admin.session_hours = 1;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    colleague(&server, &owner, invitation("ming@staff.example")).await;
    let browser = server.visitor().browser();
    let login = json!({ "email": "ming@staff.example", "password": NEW_PASSWORD });
    for (step_s, steps, alive) in [(299, 3, true), (301, 1, false), (240, 20, false)] {
        browser.post("/api/staff/login", login.clone()).await.expect(200);
        let mut last = 200;
        for _ in 0..steps {
            server.clock.advance(Duration::from_secs(step_s));
            last = browser.get("/api/staff/me").await.status;
        }
        assert_eq!(last == 200, alive, "{steps} steps of {step_s} s");
    }
}

/// The code of an authenticator app at the current time.
fn code_at(server: &TestServer, secret: &str) -> String {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits = secret.bytes().flat_map(|letter| {
        let value = ALPHABET.bytes().position(|one| one == letter).expect("base 32");
        (0..5).rev().map(move |place| (value >> place & 1) as u8)
    });
    let bits: Vec<u8> = bits.collect();
    let key: Vec<u8> = bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | bit)).collect();
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).expect("a key");
    mac.update(&(server.clock.now().as_millis() / 30_000).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 15);
    let word = u32::from_be_bytes(digest[offset..offset + 4].try_into().expect("four bytes"));
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}

const TOTP: &str = "/api/staff/second-factor/totp";

/// Sets up an authenticator app; gives its secret and the recovery codes.
async fn with_app(server: &TestServer, caller: &Caller) -> (String, Vec<String>) {
    let begun = caller.post(TOTP, json!({})).await.expect(200);
    let secret = begun["secret"].as_str().expect("a secret").to_owned();
    assert!(begun["address"].as_str().is_some_and(|address| address.contains(&secret)), "{begun}");
    let code = code_at(server, &secret);
    let done = caller.post(&format!("{TOTP}/confirm"), json!({ "code": code })).await.expect(200);
    let codes = serde_json::from_value(done["recoveryCodes"].clone()).expect("codes");
    server.clock.advance(Duration::from_secs(30));
    (secret, codes)
}

async fn try_login(server: &TestServer, email: &str, code: Option<&str>) -> Answer {
    let mut body = json!({ "email": email, "password": NEW_PASSWORD });
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    server.visitor().post("/api/staff/login", body).await
}

#[tokio::test]
async fn a_code_of_the_app_is_asked_for_and_works_once() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let email = "ming@staff.example";
    colleague(&server, &owner, invitation(email)).await;
    let ming = signed_in(&server, email).await;
    ming.post(&format!("{TOTP}/confirm"), json!({ "code": "123456" }))
        .await
        .expect_problem(400, "second_factor_invalid");
    let (secret, recovery) = with_app(&server, &ming).await;
    assert_eq!(recovery.len(), 10);
    ming.post(TOTP, json!({})).await.expect_problem(409, "second_factor_exists");
    try_login(&server, email, None).await.expect_problem(401, "second_factor_required");
    try_login(&server, email, Some(" ")).await.expect_problem(401, "second_factor_required");
    try_login(&server, email, Some("000000")).await.expect_problem(401, "second_factor_invalid");
    let code = code_at(&server, &secret);
    try_login(&server, email, Some(&code)).await.expect(200);
    try_login(&server, email, Some(&code)).await.expect_problem(401, "second_factor_invalid");
    server.clock.advance(Duration::from_secs(300));
    try_login(&server, email, Some(&code)).await.expect_problem(401, "second_factor_invalid");
    // A recovery code works once, with any case and separators.
    let typed = recovery[0].to_lowercase().replace('-', " ");
    try_login(&server, email, Some(&typed)).await.expect(200);
    try_login(&server, email, Some(&recovery[0])).await.expect_problem(401, "second_factor_invalid");
    let seen = ming.get("/api/staff/second-factor").await.expect(200);
    assert_eq!(
        (&seen["totp"], &seen["recoveryCodesLeft"], &seen["required"]),
        (&json!(true), &json!(9), &json!(false))
    );
    // The sign-in is too old for changes that weaken the account.
    server.clock.advance(Duration::from_secs(601));
    let renew = "/api/staff/second-factor/recovery-codes";
    ming.post(renew, json!({})).await.expect_problem(401, "reauthentication_required");
    let proof = json!({ "currentPassword": NEW_PASSWORD });
    ming.post(renew, proof.clone()).await.expect(200);
    try_login(&server, email, Some(&recovery[1])).await.expect_problem(401, "second_factor_invalid");
    ming.post(&format!("{TOTP}/remove"), proof.clone()).await.expect(200);
    try_login(&server, email, None).await.expect(200);
    ming.post(renew, proof).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn wrong_codes_count_as_failures() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.limits.source_scale = 100;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let email = "ming@staff.example";
    colleague(&server, &owner, invitation(email)).await;
    let ming = signed_in(&server, email).await;
    let (secret, _) = with_app(&server, &ming).await;
    for _ in 0..5 {
        try_login(&server, email, Some("000000")).await.expect_problem(401, "second_factor_invalid");
    }
    let code = code_at(&server, &secret);
    try_login(&server, email, Some(&code)).await.expect_problem(429, "too_many_attempts");
}

#[tokio::test]
async fn an_owner_takes_a_lost_second_factor_away() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let email = "ming@staff.example";
    let path = format!("/api/admin/staff/{}", colleague(&server, &owner, invitation(email)).await);
    let ming = signed_in(&server, email).await;
    with_app(&server, &ming).await;
    assert_eq!(owner.get(&path).await.expect(200)["secondFactor"], true);
    assert_eq!(owner.delete(&format!("{path}/second-factor")).await.status, 204);
    ming.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    try_login(&server, email, None).await.expect(200);
}

#[tokio::test]
async fn a_session_without_its_required_second_factor_can_only_set_one_up() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.admin.second_factor = SecondFactor::Required;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let refused = "second_factor_enrolment_required";
    for path in ["/api/admin/staff", "/api/admin/audit", "/api/admin/members", "/api/admin/items"] {
        owner.get(path).await.expect_problem(403, refused);
    }
    owner.post("/api/admin/staff", invitation("a@b.hk")).await.expect_problem(403, refused);
    assert_eq!(owner.get("/api/staff/me").await.expect(200)["enrolmentRequired"], true);
    with_app(&server, &owner).await;
    assert_eq!(owner.get("/api/staff/me").await.expect(200)["enrolmentRequired"], false);
    owner.get("/api/admin/staff").await.expect(200);
    owner.post(&format!("{TOTP}/remove"), json!({})).await.expect_problem(409, "second_factor_needed");
    owner.get("/api/admin/staff").await.expect(200);
    // Counter staff sign in by other means.
    server.staff(Role::Merchant).await.get("/api/merchant/activity").await.expect(200);
}

#[tokio::test]
async fn a_passkey_of_staff_is_a_whole_sign_in() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.admin.second_factor = SecondFactor::Required;
    })
    .await;
    let owner = server.staff_at(Role::Owner, None).await;
    let (passkeys, ask, enter) = (
        "/api/staff/second-factor/passkeys",
        "/api/staff/second-factor/passkeys/challenge",
        "/api/staff/passkey/login",
    );
    let mut device = Device::at(&server);
    let asked = owner.post(ask, json!({})).await.expect(200);
    let made = owner.post(passkeys, device.attest(&asked)).await.expect(201);
    assert_eq!(made["recoveryCodes"].as_array().map(Vec::len), Some(10));
    owner.get("/api/admin/staff").await.expect(200);
    owner.post(passkeys, device.attest(&asked)).await.expect_problem(400, "biometric_registration_failed");
    let visitor = server.visitor();
    let asked = visitor.post("/api/staff/passkey/challenge", json!({})).await.expect(200);
    let assertion = device.assert(&asked);
    let entered = visitor.post(enter, assertion.clone()).await.expect(200);
    assert_eq!((&entered["staff"]["role"], &entered["staff"]["secondFactor"]), (&json!("owner"), &json!(true)));
    visitor.post(enter, assertion).await.expect_problem(401, "biometric_verification_failed");
    // A member's challenge or passkey does not work for staff.
    let asked = crate::support::challenge(&visitor, "verify").await;
    visitor.post(enter, device.assert(&asked)).await.expect_problem(401, "biometric_verification_failed");
    let asked = visitor.post("/api/staff/passkey/challenge", json!({})).await.expect(200);
    let unknown = Device::at(&server).assert(&asked);
    visitor.post(enter, unknown).await.expect_problem(401, "biometric_verification_failed");
    let path = format!("{passkeys}/{}", made["passkey"]["_id"].as_str().expect("an id"));
    owner.delete(&path).await.expect_problem(409, "second_factor_needed");
    with_app(&server, &owner).await;
    assert_eq!(owner.delete(&path).await.status, 204);
    owner.delete(&path).await.expect_problem(404, "not_found");
}
