//! A member's sessions: the list that the member sees, and the data that is kept.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::config::Config;
use serde_json::{Value, json};

use crate::support::{Caller, Device, PASSWORD, TestMember, TestServer, quiet, until};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";

async fn browser_of(server: &TestServer, member: &TestMember, user_agent: &str) -> Caller {
    let browser = server.visitor().browser().with_header("user-agent", user_agent);
    let body = json!({ "userIdentifier": member.email, "userPassword": PASSWORD, "rememberMe": true });
    browser.set_bearer(browser.post("/api/auth/login", body).await.expect(200)["token"].as_str());
    browser
}

async fn sessions_of(caller: &Caller) -> Vec<Value> {
    caller.get("/api/auth/sessions").await.expect(200).as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_member_sees_where_they_are_signed_in() {
    let server = TestServer::start().await;
    let member = server.member().await;
    server.clock.advance(Duration::from_secs(60));
    let browser = browser_of(&server, &member, FIREFOX).await;
    server.clock.advance(Duration::from_secs(16 * 60));
    browser.post("/api/auth/refresh", json!({})).await.expect(200);
    let seen = sessions_of(&browser).await;
    let field = |name: &str| seen.iter().map(|session| session[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("device"), [json!("Firefox, Windows"), Value::Null]);
    assert_eq!(field("kind"), ["browser", "api"]);
    assert_eq!(field("current"), [true, false]);
    assert_ne!(seen[0]["started"], seen[0]["lastSeen"], "a refresh updates the last use");
    assert_eq!(seen[1]["started"], seen[1]["lastSeen"]);
    let fields: Vec<&String> = seen[0].as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["_id", "current", "device", "kind", "lastSeen", "started"], "no secrets");
    assert_eq!(sessions_of(&server.member().await.caller).await.len(), 1, "other members' sessions are hidden");
    server.visitor().get("/api/auth/sessions").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn the_user_info_cookie_lasts_as_long_as_its_session() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let cookie = async |browser: &Caller, path: &str| {
        let answer = browser.get(path).await;
        answer.expect(200);
        let lines = answer.headers.get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
        lines.filter(|line| line.starts_with("userInfo=")).map(str::to_owned).collect::<Vec<_>>()
    };
    let remembered = browser_of(&server, &member, FIREFOX).await;
    server.clock.advance(Duration::from_secs(60));
    let [line] = &cookie(&remembered, "/api/auth/getUserInfo").await[..] else { panic!("one cookie") };
    // Offline, the app knows its member by this cookie, even after the browser was closed.
    assert!(line.ends_with("; Max-Age=2591940"), "{line}");
    assert_eq!(cookie(&remembered, "/api/auth/checkAuthToken").await, [""; 0]);
    let passing = server.visitor().browser();
    passing.sign_in(&member.email, PASSWORD).await;
    let [line] = &cookie(&passing, "/api/auth/getUserInfo").await[..] else { panic!("one cookie") };
    assert!(!line.contains("Max-Age"), "it ends with the browser: {line}");
    assert_eq!(cookie(&member.caller, "/api/auth/getUserInfo").await, [""; 0], "an API session has no cookies");
}

#[tokio::test]
async fn a_member_ends_their_other_sessions_and_nobody_else_s() {
    let server = TestServer::start().await;
    let (member, other) = (server.member().await, server.member().await);
    let (here, there) = (browser_of(&server, &member, FIREFOX).await, browser_of(&server, &member, "curl/8").await);
    let id_of = async |caller: &Caller| {
        let all = sessions_of(caller).await;
        let current = all.iter().find(|session| session["current"] == true).expect("this one");
        format!("/api/auth/sessions/{}", current["_id"].as_str().expect("an id"))
    };
    let (this, that) = (id_of(&here).await, id_of(&there).await);
    here.delete(&id_of(&other.caller).await).await.expect_problem(404, "not_found");
    here.delete("/api/auth/sessions/nonsense").await.expect_problem(404, "not_found");
    here.delete(&that).await.expect(200);
    there.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    there.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    here.delete(&that).await.expect_problem(404, "not_found");
    assert_eq!(here.delete("/api/auth/sessions").await.expect(200)["ended"], 1);
    member.caller.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    other.caller.get("/api/auth/checkAuthToken").await.expect(200);
    // Ending the current session is a sign-out.
    here.delete(&this).await.expect(200);
    assert_eq!((here.cookie("accessToken"), here.cookie("userInfo")), (None, None));
    here.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    // A request from another site ends no session.
    let again = browser_of(&server, &member, FIREFOX).await;
    let foreign = server.visitor().with_header("origin", "https://evil.example");
    foreign.set_cookie("accessToken", &again.cookie("accessToken").expect("a session"));
    foreign.delete("/api/auth/sessions").await.expect_problem(403, "cross_site_request");
}

#[tokio::test]
async fn a_copied_session_ends_and_its_member_is_told() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, FIREFOX).await;
    let copied = browser.cookie("refreshToken").expect("a cookie");
    browser.post("/api/auth/refresh", json!({})).await.expect(200);
    server.clock.advance(Duration::from_secs(11));
    let thief = server.visitor().browser();
    thief.set_cookie("refreshToken", &copied);
    thief.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    browser.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "We ended one of your logins");
    let mail = server.message_to(&member.email).await;
    assert!(mail["subject"].as_str().is_some_and(|subject| subject.contains("ended")), "{mail}");
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let line = trail.as_array().into_iter().flatten().find(|line| line["action"] == "session.end_stolen");
    assert_eq!(line.expect("an audit entry")["actorName"], member.short_id.as_str());
}

#[tokio::test]
async fn a_new_password_renews_the_session_that_set_it() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let browser = browser_of(&server, &member, FIREFOX).await;
    let old = (browser.cookie("accessToken").expect("one"), browser.cookie("refreshToken").expect("one"));
    let change = json!({ "password": "Peak-tram-1888" });
    browser.put("/api/auth/updateUser", change).await.expect(200);
    browser.get("/api/auth/checkAuthToken").await.expect(200);
    let copy = server.visitor().browser();
    copy.set_cookie("accessToken", &old.0);
    copy.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    server.clock.advance(Duration::from_secs(16 * 60));
    browser.post("/api/auth/refresh", json!({})).await.expect(200);
    copy.set_cookie("refreshToken", &old.1);
    copy.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_new_password_whose_answer_was_lost_looks_like_no_theft_for_ten_seconds() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let mut password = PASSWORD;
    for (seconds, next, told) in [(9, "Peak-tram-1888", 0), (11, "Star-ferry-1898", 1)] {
        let browser = server.visitor().browser();
        browser.sign_in(&member.email, password).await;
        let before = browser.cookie("refreshToken").expect("a cookie");
        browser.put("/api/auth/updateUser", json!({ "password": next })).await.expect(200);
        password = next;
        server.clock.advance(Duration::from_secs(seconds));
        let unaware = server.visitor().browser();
        unaware.set_cookie("refreshToken", &before);
        unaware.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
        browser.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
        let again = server.visitor().browser();
        again.sign_in(&member.email, password).await;
        let inbox = again.get("/api/notification/notifications").await.expect(200);
        let lines = inbox["data"].as_array().expect("lines");
        let ended = lines.iter().filter(|line| line["title"]["en"] == "We ended one of your logins").count();
        assert_eq!(ended, told, "after {seconds} seconds");
    }
}

#[tokio::test]
async fn a_member_is_written_to_in_the_language_of_the_device_that_they_used_last() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let language = async || {
        let script = server.visitor();
        // A script sends no language, so it changes none.
        script.sign_in(&member.email, PASSWORD).await;
        script.get("/api/auth/getUserInfo").await.expect(200)["language"].clone()
    };
    let speaking = |tag: &str| server.visitor().browser().with_header("accept-language", tag);
    let browser = speaking("zh-Hant-HK");
    browser.sign_in(&member.email, PASSWORD).await;
    assert_eq!(language().await, "zhhk");
    server.visitor().post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    let mail = server.message_to(&member.email).await;
    assert!(mail["subject"].as_str().is_some_and(|subject| subject.contains("密碼")), "{mail}");

    let changed = speaking("zh-Hans");
    changed.set_cookie("refreshToken", &browser.cookie("refreshToken").expect("a cookie"));
    changed.post("/api/auth/refresh", json!({})).await.expect(200);
    assert_eq!(language().await, "zh");
    speaking("fr, *;q=0.5").sign_in(&member.email, PASSWORD).await;
    assert_eq!(language().await, "zh", "an unsupported language changes nothing");

    let mut device = Device::at(&server);
    device.register_for(&member).await.expect(200);
    device.user_handle = Some(member.id.as_bytes().to_vec());
    device.sign_in(&speaking("en-HK")).await.expect(200);
    assert_eq!(language().await, "en");
}

#[tokio::test]
async fn housekeeping_deletes_expired_rows() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "late@example.org" })).await.expect(200);
    visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    let rows = "select (select count(*) from session) + (select count(*) from one_time_code) \
        + (select count(*) from code_sending) + (select count(*) from registration) \
        + (select count(*) from password_reset) + (select count(*) from distinct_try) as n";
    let kept = |server: &TestServer| server.running.store.read(|read| read.number(rows, &[])).expect("a number");
    assert!(kept(&server) >= 5, "a sign-in, a code, a sending, a registration, a link");
    // Housekeeping runs at the start and every hour. The clock advances while the server is stopped: a jump beside a
    // running server, or of more than a day, deletes nothing.
    let mut server = server;
    for hours in [12, 13] {
        let clock = server.clock.clone();
        let pass = |config: &mut Config| {
            quiet(config);
            clock.advance(Duration::from_secs(hours * 3_600));
        };
        server = server.restart_with(pass).await;
        // A start that did not record the clock would add its stop to the next one.
        let looked = "select noted_at_ms as n from clock_watch";
        until(async || {
            let noted = server.running.store.read(|read| read.number(looked, &[])).expect("a number");
            if noted == server.clock.now().as_millis() {
                Ok(())
            } else {
                Err(format!("the clock was noted at {noted}"))
            }
        })
        .await;
    }
    until(async || match kept(&server) {
        0 => Ok(()),
        rows => Err(format!("{rows} rows are still kept")),
    })
    .await;
}
