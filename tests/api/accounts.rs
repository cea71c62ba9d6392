//! Signing in and out, and sessions.

use std::time::Duration;

use kapok::auth::Role;
use kapok::core::members::{self, Status};
use serde_json::{Value, json};

use crate::support::{Caller, PASSWORD, TestMember, TestServer, quiet};

const FOREIGN: &str = "https://evil.example";

async fn limited() -> TestServer {
    TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await
}

async fn browser_of(server: &TestServer, member: &TestMember, remember: bool) -> Caller {
    let browser = server.visitor().browser();
    let body = json!({ "userIdentifier": member.email, "userPassword": PASSWORD, "rememberMe": remember });
    let answer = browser.post("/api/auth/login", body).await.expect(200);
    browser.set_bearer(answer["token"].as_str());
    browser
}

fn login(identifier: &str, password: &str) -> Value {
    json!({ "userIdentifier": identifier, "userPassword": password })
}

pub(crate) async fn suspend(server: &TestServer, member: &TestMember) {
    let id = member.id;
    server
        .running
        .store
        .write_unattended(move |tx| members::set_status(tx, id, Status::Suspended))
        .await
        .expect("suspended");
}

#[tokio::test]
async fn members_sign_in_by_address_or_number() {
    let server = TestServer::start().await;
    let member = server.member().await;
    for identifier in [member.email.to_uppercase(), member.phone.clone(), format!("+852 {}", member.phone)] {
        let answer = server.visitor().post("/api/auth/login", login(&identifier, PASSWORD)).await.expect(200);
        assert_eq!(answer["expiresIn"], 3600);
        assert_eq!(answer["user"]["_id"], member.id.to_string());
    }
    let public = server.visitor().post("/api/auth/login", login(&member.short_id, PASSWORD)).await;
    public.expect_problem(401, "invalid_credentials");
}

#[tokio::test]
async fn a_failed_sign_in_does_not_tell_why() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let mut answers = Vec::new();
    for body in [login(&member.email, "Wrong-one-77x"), login("nobody@example.org", PASSWORD), login("mei", PASSWORD)] {
        let mut problem =
            server.visitor().post("/api/auth/login", body).await.expect_problem(401, "invalid_credentials");
        problem["instance"] = Value::Null;
        answers.push(problem);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    for body in [json!({}), login("", PASSWORD), login(&member.email, "")] {
        server.visitor().post("/api/auth/login", body).await.expect_problem(400, "required_field");
    }
}

#[tokio::test]
async fn only_the_right_password_tells_a_member_that_they_are_suspended() {
    let server = TestServer::start().await;
    let member = server.member().await;
    suspend(&server, &member).await;
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    let visitor = server.visitor();
    visitor
        .post("/api/auth/login", login(&member.email, "Wrong-one-77x"))
        .await
        .expect_problem(401, "invalid_credentials");
    visitor.post("/api/auth/login", login(&member.email, PASSWORD)).await.expect_problem(403, "account_suspended");
}

#[tokio::test]
async fn a_suspended_member_with_the_right_password_gets_the_same_answer_each_time() {
    let server = limited().await;
    let member = server.member().await;
    suspend(&server, &member).await;
    let visitor = server.visitor();
    for _ in 0..8 {
        visitor.post("/api/auth/login", login(&member.email, PASSWORD)).await.expect_problem(403, "account_suspended");
    }
}

#[tokio::test]
async fn five_wrong_passwords_block_a_sign_in_whether_the_account_exists_or_not() {
    let server = limited().await;
    let member = server.member().await;
    for identifier in [member.email.as_str(), "nobody@example.org"] {
        let visitor = server.visitor();
        for _ in 0..5 {
            visitor
                .post("/api/auth/login", login(identifier, "Wrong-one-77x"))
                .await
                .expect_problem(401, "invalid_credentials");
        }
        let refused = visitor.post("/api/auth/login", login(identifier, PASSWORD)).await;
        refused.expect_problem(429, "too_many_attempts");
        assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds >= 1));
    }
}

#[tokio::test]
async fn failures_of_strangers_do_not_block_a_known_device() {
    let server = limited().await;
    let member = server.member().await;
    let device = browser_of(&server, &member, false).await;
    let stranger = server.visitor();
    for _ in 0..6 {
        stranger.post("/api/auth/login", login(&member.email, "Wrong-one-77x")).await;
    }
    stranger.post("/api/auth/login", login(&member.email, PASSWORD)).await.expect_problem(429, "too_many_attempts");
    device.post("/api/auth/login", login(&member.email, PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn a_browser_session_needs_its_cookies_and_its_token() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = server.visitor().browser();
    let answer = browser.post("/api/auth/login", login(&member.email, PASSWORD)).await;
    let body = answer.expect(200);
    let lines: Vec<_> = answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok()).collect();
    let line = |name: &str| *lines.iter().find(|line| line.starts_with(name)).expect(name);
    for part in ["HttpOnly", "SameSite=Lax", "Path=/;", "Max-Age=900"] {
        assert!(line("accessToken=").contains(part), "{part}");
    }
    for part in ["HttpOnly", "SameSite=Strict", "Path=/api/auth"] {
        assert!(line("refreshToken=").contains(part), "{part}");
    }
    assert!(!line("refreshToken=").contains("Max-Age"), "it ends with the browser");
    assert!(!line("userInfo=").contains("HttpOnly") && !line("userInfo=").contains("example.org"));
    assert_eq!(body["expiresIn"], 900);
    let token = body["token"].as_str().expect("a token");
    // The token alone, as an attacker gets it from the page's storage.
    let thief = server.visitor();
    thief.set_bearer(Some(token));
    thief.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    // The cookie alone allows reads but no calls that need the bearer token.
    browser.get("/api/auth/getUserInfo").await.expect(200);
    browser
        .put("/api/auth/updateUser", json!({ "firstTimeLogin": false }))
        .await
        .expect_problem(401, "unauthenticated");
    browser.set_bearer(Some(token));
    browser.put("/api/auth/updateUser", json!({ "firstTimeLogin": false })).await.expect(200);
    let other = browser_of(&server, &server.member().await, false).await;
    browser.set_bearer(other.bearer().as_deref());
    browser
        .put("/api/auth/updateUser", json!({ "firstTimeLogin": false }))
        .await
        .expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_program_in_node_gets_a_session_of_the_api() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let program = server.visitor().with_header("sec-fetch-mode", "cors");
    program.sign_in(&member.email, PASSWORD).await;
    program.clear_cookies();
    program.get("/api/auth/getUserInfo").await.expect(200);
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, false).await;
    let cookie = browser.cookie("accessToken").expect("a session");
    for caller in
        [server.visitor().with_header("origin", FOREIGN), server.visitor().with_header("sec-fetch-site", "cross-site")]
    {
        caller.set_cookie("accessToken", &cookie);
        let body = json!({ "all": true });
        caller.post("/api/notification/read", body).await.expect_problem(403, "cross_site_request");
    }
    // No header shows that the page is ours, and the bearer token is missing.
    let silent = server.visitor();
    silent.set_cookie("accessToken", &cookie);
    silent.post("/api/notification/read", json!({ "all": true })).await.expect_problem(403, "cross_site_request");
    silent.set_bearer(browser.bearer().as_deref());
    silent.post("/api/notification/read", json!({ "all": true })).await.expect(200);
}

#[tokio::test]
async fn a_refresh_rotates_and_two_tabs_get_the_same_successor() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, true).await;
    let first = browser.cookie("refreshToken").expect("a cookie");
    server.clock.advance(Duration::from_secs(16 * 60));
    browser.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    browser.post("/api/auth/refresh", json!({})).await.expect(200);
    let (access, second) = (browser.cookie("accessToken"), browser.cookie("refreshToken"));
    assert_ne!(second.as_deref(), Some(first.as_str()));
    browser.get("/api/auth/checkAuthToken").await.expect(200);
    // A second tab a moment later, with the old cookie.
    let tab = server.visitor().browser();
    tab.set_cookie("refreshToken", &first);
    tab.post("/api/auth/refresh", json!({})).await.expect(200);
    assert_eq!((tab.cookie("accessToken"), tab.cookie("refreshToken")), (access, second));
    // Much later the old cookie counts as stolen, and the whole session family ends.
    server.clock.advance(Duration::from_secs(11));
    tab.set_cookie("refreshToken", &first);
    tab.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    assert_eq!(tab.cookie("refreshToken"), None, "the server deletes the cookies");
    browser.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    browser.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_cookie_alone_neither_refreshes_nor_ends_a_session_without_fetch_metadata() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, true).await;
    let holding = |name: &str| {
        let silent = server.visitor();
        silent.set_cookie(name, &browser.cookie(name).expect("a cookie"));
        silent
    };
    holding("refreshToken").post("/api/auth/refresh", json!({})).await.expect_problem(403, "cross_site_request");
    for cookie in ["accessToken", "refreshToken"] {
        let silent = holding(cookie);
        silent.post("/api/auth/logout", json!({})).await.expect_problem(403, "cross_site_request");
        assert!(silent.cookie(cookie).is_some(), "the server keeps {cookie}");
    }
    browser.get("/api/auth/checkAuthToken").await.expect(200);
    browser.post("/api/auth/refresh", json!({})).await.expect(200);
    // A bearer token is enough too, and a cookie that is not a session needs no proof.
    let silent = holding("accessToken");
    silent.set_bearer(browser.bearer().as_deref());
    silent.post("/api/auth/logout", json!({})).await.expect(200);
    browser.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    let stranger = server.visitor();
    stranger.set_cookie("device", "x");
    stranger.post("/api/auth/logout", json!({})).await.expect(200);

    let desk = server.visitor().browser();
    desk.staff_sign_in(&server.staff_email_at(Role::Owner, None).await, PASSWORD).await;
    let silent = server.visitor();
    silent.set_cookie("staffToken", &desk.cookie("staffToken").expect("a cookie"));
    silent.post("/api/staff/logout", json!({})).await.expect_problem(403, "cross_site_request");
    desk.get("/api/staff/me").await.expect(200);
    desk.set_bearer(None);
    desk.post("/api/staff/logout", json!({})).await.expect(200);
    desk.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    server.visitor().post("/api/staff/logout", json!({})).await.expect(200);
}

#[tokio::test]
async fn sessions_expire() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let (short, long) = (browser_of(&server, &member, false).await, browser_of(&server, &member, true).await);
    member.caller.get("/api/auth/checkAuthToken").await.expect(200);
    server.clock.advance(Duration::from_secs(61 * 60));
    member.caller.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    server.clock.advance(Duration::from_secs(11 * 3600));
    short.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    for _ in 0..2 {
        server.clock.advance(Duration::from_secs(13 * 86_400));
        long.post("/api/auth/refresh", json!({})).await.expect(200);
    }
    server.clock.advance(Duration::from_secs(5 * 86_400));
    long.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    server.visitor().post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_member_has_ten_sessions_at_most_unless_nothing_is_limited() {
    for (server, first) in [(limited().await, 401), (TestServer::start().await, 200)] {
        let member = server.member().await;
        let mut later = Vec::new();
        for _ in 0..10 {
            server.clock.advance(Duration::from_secs(1));
            let caller = server.visitor();
            caller.sign_in(&member.email, PASSWORD).await;
            later.push(caller);
        }
        assert_eq!(member.caller.get("/api/auth/checkAuthToken").await.status, first);
        later[0].get("/api/auth/checkAuthToken").await.expect(200);
    }
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, true).await;
    let stolen = (browser.cookie("accessToken").expect("one"), browser.cookie("refreshToken").expect("one"));
    let answer = browser.post("/api/auth/logout", json!({})).await;
    answer.expect(200);
    assert_eq!(answer.header("clear-site-data"), "\"cache\"");
    assert_eq!((browser.cookie("accessToken"), browser.cookie("userInfo")), (None, None));
    browser.set_cookie("accessToken", &stolen.0);
    browser.set_cookie("refreshToken", &stolen.1);
    browser.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    browser.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    member.caller.post("/api/auth/logout", json!({})).await.expect(200);
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    server.visitor().post("/api/auth/logout", json!({})).await.expect(200);
}

#[tokio::test]
async fn sessions_of_members_and_of_staff_do_not_open_each_other_s_calls() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let owner = server.staff(Role::Owner).await;
    assert_eq!(owner.get("/api/staff/me").await.expect(200)["role"], "owner");
    owner.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    member.caller.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    browser_of(&server, &member, true).await.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let as_staff = json!({ "email": member.email, "password": PASSWORD });
    server.visitor().post("/api/staff/login", as_staff).await.expect_problem(401, "invalid_credentials");
    owner.post("/api/staff/logout", json!({})).await.expect(200);
    owner.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_staff_session_in_a_browser_has_its_own_cookie_and_a_short_idle_time() {
    let server = TestServer::start().await;
    let _ = server.staff(Role::Owner).await;
    let listed = server.running.store.read(|read| kapok::auth::staff::list_staff(read, None, 100)).expect("listed");
    let browser = server.visitor().browser();
    let answer = browser.post("/api/staff/login", json!({ "email": listed[0].info.email, "password": PASSWORD })).await;
    answer.expect(200);
    let line = answer.header("set-cookie");
    for part in ["staffToken=", "HttpOnly", "SameSite=Strict", "Path=/api;"] {
        assert!(line.contains(part), "{line}");
    }
    for _ in 0..3 {
        server.clock.advance(Duration::from_secs(14 * 60));
        browser.get("/api/staff/me").await.expect(200);
    }
    server.clock.advance(Duration::from_secs(16 * 60));
    browser.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn the_first_owner_is_made_once_through_the_link() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    assert_eq!(visitor.get("/api/staff/setup").await.expect(200)["pending"], true);
    let store = &server.running.store;
    let link = kapok::auth::staff::setup_link(store, "http://localhost").await.expect("made").expect("no owner yet");
    let token = link.rsplit('/').next().expect("a token").to_owned();
    let body = |token: &str, password: &str| json!({ "token": token, "name": "Ada", "email": "ada@example.org", "password": password });
    visitor.post("/api/staff/setup", body("guess", PASSWORD)).await.expect_problem(410, "setup_closed");
    visitor.post("/api/staff/setup", body(&token, "weak")).await.expect_problem(400, "weak_password");
    let made = visitor.post("/api/staff/setup", body(&token, PASSWORD)).await.expect(201);
    assert_eq!((&made["staff"]["role"], &made["staff"]["email"]), (&json!("owner"), &json!("ada@example.org")));
    visitor.post("/api/staff/setup", body(&token, PASSWORD)).await.expect_problem(410, "setup_closed");
    assert_eq!(visitor.get("/api/staff/setup").await.expect(200)["pending"], false);
    assert_eq!(kapok::auth::staff::setup_link(store, "http://localhost").await.expect("asked"), None);
    visitor.staff_sign_in("ada@example.org", PASSWORD).await;
}

#[tokio::test]
async fn a_set_up_link_lasts_an_hour() {
    let server = TestServer::start().await;
    let link = kapok::auth::staff::setup_link(&server.running.store, "http://x").await.expect("made").expect("a link");
    let token = link.rsplit('/').next().expect("a token");
    server.clock.advance(Duration::from_secs(3_601));
    let body = json!({ "token": token, "name": "Ada", "email": "ada@example.org", "password": PASSWORD });
    server.visitor().post("/api/staff/setup", body).await.expect_problem(410, "setup_closed");
}

#[tokio::test]
async fn api_sessions_can_be_switched_off() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.auth.standalone_bearer = false;
    })
    .await;
    let refused = server.visitor().post("/api/auth/login", login("a@example.org", PASSWORD)).await;
    refused.expect_problem(403, "api_sessions_off");
    let wrong = server.visitor().browser().post("/api/auth/login", login("a@example.org", PASSWORD)).await;
    wrong.expect_problem(401, "invalid_credentials");
}
