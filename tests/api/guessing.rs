//! Limits on guessing passwords, reset codes and members, and on messages that cost money.

use std::collections::BTreeSet;
use std::time::Duration;

use kapok::base::contact::HkPhone;
use kapok::base::language::Language;
use kapok::platform::delivery::{self, Message};
use serde_json::{Value, json};

use crate::accounts::suspend;
use crate::support::{Answer, Caller, PASSWORD, TestServer, guarded, quiet, solve};

const MINUTE: Duration = Duration::from_secs(61);

fn limited(config: &mut kapok::platform::config::Config) {
    quiet(config);
    config.limits.enabled = true;
}

async fn login(caller: &Caller, identifier: &str, password: &str, captcha: Option<&str>) -> Answer {
    let body = json!({ "userIdentifier": identifier, "userPassword": password, "captcha": captcha });
    caller.post("/api/auth/login", body).await
}

/// Failed sign-ins with that many different pairs, a few each minute.
async fn guess(server: &TestServer, pairs: std::ops::Range<u32>) {
    let visitor = server.visitor();
    for number in pairs {
        if number % 6 == 5 {
            server.clock.advance(MINUTE);
        }
        let answer = login(&visitor, &format!("person{number}@example.org"), "Wrong-one-77x", None).await;
        answer.expect_problem(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn a_source_with_ten_failed_sign_ins_a_minute_is_blocked() {
    let server = TestServer::start_with(limited).await;
    let member = server.member().await;
    let visitor = server.visitor();
    for number in 0..10 {
        let refused = login(&visitor, &format!("person{number}@example.org"), "Wrong-one-77x", None).await;
        refused.expect_problem(401, "invalid_credentials");
    }
    let refused = login(&visitor, &member.email, PASSWORD, None).await;
    refused.expect_problem(429, "too_many_attempts");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=60).contains(&seconds)));
    server.clock.advance(MINUTE);
    // Correct sign-ins do not count.
    for _ in 0..11 {
        login(&visitor, &member.email, PASSWORD, None).await.expect(200);
    }
}

#[tokio::test]
async fn responses_and_their_time_do_not_tell_whether_an_account_exists() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.metrics.listen = "127.0.0.1:0".to_owned();
    })
    .await;
    let (member, suspended, closed) = (server.member().await, server.member().await, server.member().await);
    suspend(&server, &suspended).await;
    closed.caller.post("/api/auth/deleteAccount", json!({})).await.expect(200);
    let address = std::fs::read_to_string(server.data_dir().join("metrics")).expect("the mark");
    let figures = Caller::new(address.trim().parse().expect("an address"));
    let hashes = async || {
        let text = figures.get("/metrics").await.text;
        let line = text.lines().find_map(|line| line.strip_prefix("kapok_password_hashes_total ")).expect("the count");
        line.parse::<u64>().expect("a number")
    };
    let visitor = server.visitor();
    let mut answers = BTreeSet::new();
    for identifier in [
        member.email.as_str(),
        &member.email.to_uppercase(),
        &member.phone,
        &member.short_id,
        &suspended.email,
        &closed.email,
        "nobody@example.org",
        "69999999",
        "no identifier at all",
    ] {
        let before = hashes().await;
        let mut problem =
            login(&visitor, identifier, "Wrong-one-77x", None).await.expect_problem(401, "invalid_credentials");
        problem.as_object_mut().expect("an object").remove("instance");
        answers.insert(problem.to_string());
        assert_eq!(hashes().await - before, 1, "{identifier}");
    }
    assert_eq!(answers.len(), 1, "the answers differ: {answers:?}");
    // A password that is too long and a password reset do not tell members from others either.
    let before = hashes().await;
    for identifier in [&member.email, "nobody@example.org"] {
        login(&visitor, identifier, &"x".repeat(2_000), None).await.expect_problem(401, "invalid_credentials");
        visitor.post("/api/auth/forgotPassword", json!({ "email": identifier })).await.expect(200);
    }
    assert_eq!(hashes().await, before);
}

#[tokio::test]
async fn guesses_made_at_once_count_as_if_made_one_after_the_other() {
    let server = TestServer::start_with(limited).await;
    let member = server.member().await;
    let tries: Vec<_> = (0..12)
        .map(|_| {
            let (visitor, email) = (server.visitor(), member.email.clone());
            tokio::spawn(async move { login(&visitor, &email, "Wrong-one-77x", None).await.status })
        })
        .collect();
    let mut compared = 0;
    for one in tries {
        compared += u32::from(one.await.expect("an answer") == 401);
    }
    assert_eq!(compared, 5, "the account allows five, also at the same time");
}

#[tokio::test]
async fn a_source_that_tries_many_pairs_must_solve_a_captcha_for_a_day() {
    let server = TestServer::start_with(guarded).await;
    let member = server.member().await;
    let visitor = server.visitor();
    // One wrong password counts once, however often it is sent.
    for _ in 0..4 {
        login(&visitor, "me@example.org", "Wrong-one-77x", None).await.expect_problem(401, "invalid_credentials");
    }
    guess(&server, 0..13).await;
    login(&visitor, &member.email, PASSWORD, None).await.expect(200);
    server.clock.advance(MINUTE);
    guess(&server, 13..14).await;
    let refused = login(&visitor, &member.email, PASSWORD, None).await;
    let problem = refused.expect_problem(400, "captcha_required");
    assert_eq!(problem["errors"][0]["field"], "captcha");
    // The limit outlives a restart, and a wrong captcha answer is refused.
    let server = server.restart_with(guarded).await;
    let visitor = server.visitor();
    login(&visitor, &member.email, PASSWORD, Some(" ")).await.expect_problem(400, "captcha_required");
    login(&visitor, &member.email, PASSWORD, Some("nonsense")).await.expect_problem(400, "captcha_failed");
    let proof = solve(&visitor).await;
    login(&visitor, &member.email, PASSWORD, Some(&proof)).await.expect(200);
    login(&visitor, &member.email, PASSWORD, Some(&proof)).await.expect_problem(400, "captcha_failed");
    server.clock.advance(Duration::from_secs(86_400));
    login(&visitor, &member.email, PASSWORD, None).await.expect(200);
}

#[tokio::test]
async fn pairs_tried_over_more_than_three_hours_do_not_add_up() {
    let server = TestServer::start_with(guarded).await;
    guess(&server, 0..10).await;
    server.clock.advance(Duration::from_secs(3 * 3_600));
    guess(&server, 10..20).await;
    let still = login(&server.visitor(), "somebody@example.org", "Wrong-one-77x", None).await;
    still.expect_problem(401, "invalid_credentials");
}

async fn enter_reset_code(visitor: &Caller, phone: &str, otp: &str) -> Answer {
    visitor.post("/api/auth/resetPasswordVerifySMSOTP", json!({ "phone": phone, "otp": otp })).await
}

fn other_than(otp: &str) -> String {
    format!("{:06}", (otp.parse::<u32>().expect("digits") + 1) % 1_000_000)
}

#[tokio::test]
async fn ten_wrong_reset_codes_switch_resets_by_sms_off_for_a_day() {
    let server = TestServer::start_with(limited).await;
    let member = server.member().await;
    let visitor = server.visitor();
    let ask = |phone: String| visitor.post("/api/auth/resetPasswordSendSMSOTP", json!({ "phone": phone }));
    for round in 0..2 {
        ask(member.phone.clone()).await.expect(200);
        let otp = server.code_sent_to(&member.phone).await;
        for _ in 0..5 {
            enter_reset_code(&visitor, &member.phone, &other_than(&otp)).await.expect_problem(400, "invalid_otp");
        }
        if round == 0 {
            // A used code cannot be guessed, so the attempt does not count.
            enter_reset_code(&visitor, &member.phone, &otp).await.expect_problem(400, "invalid_otp");
        }
        server.clock.advance(MINUTE);
    }
    // The answers are those for an unknown number, and nothing is sent.
    let (off, stranger) = (ask(member.phone.clone()).await, ask("69999999".to_owned()).await);
    assert_eq!(off.expect(200), stranger.expect(200));
    let comparable = |answer: Answer| {
        let mut problem = answer.expect_problem(400, "invalid_otp");
        problem["instance"] = Value::Null;
        problem
    };
    let (off, stranger) = (
        enter_reset_code(&visitor, &member.phone, "123456").await,
        enter_reset_code(&visitor, "69999999", "123456").await,
    );
    assert_eq!(comparable(off), comparable(stranger));
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "Password reset by SMS is off for a day");
    // Reset by e-mail still works; SMS works again a day later, as the sent message shows.
    visitor.post("/api/auth/forgotPassword", json!({ "email": member.email })).await.expect(200);
    server.message_to(&member.email).await;
    server.clock.advance(Duration::from_secs(86_400));
    ask(member.phone.clone()).await.expect(200);
    let otp = server.code_sent_to(&member.phone).await;
    enter_reset_code(&visitor, &member.phone, &otp).await.expect(200);
}

/// Has the programme send that many SMS of any kind.
async fn send_sms(server: &TestServer, count: usize) {
    let phone = HkPhone::parse("91112222").expect("a number");
    let send = move |tx: &kapok::platform::store::Tx<'_>| {
        for _ in 0..count {
            delivery::queue(tx, &Message::sms(&phone, Language::En, "password_changed", &[]))?;
        }
        Ok(())
    };
    server.running.store.write_unattended(send).await.expect("queued");
}

#[tokio::test]
async fn the_programme_stops_sending_codes_by_sms_when_its_budget_is_used_up() {
    let server = TestServer::start_with(limited).await;
    let member = server.member().await;
    send_sms(&server, 199).await;
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    let by_phone = json!({ "phone": "61119999" });
    let refused = visitor.post("/api/auth/sendSMSOTP", by_phone.clone()).await;
    refused.expect_problem(429, "sms_paused");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=3_601).contains(&seconds)));
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "carol@example.org" })).await.expect(200);
    // The budget is stored, so a restart does not refill it. A reset by SMS answers 200 but sends nothing.
    let server = server.restart_with(limited).await;
    let reset = json!({ "phone": member.phone });
    server.visitor().post("/api/auth/resetPasswordSendSMSOTP", reset.clone()).await.expect(200);
    let waiting = "select count(*) as n from outbox_message where channel = 'sms'";
    let sent = || server.running.store.read(|read| read.number(waiting, &[])).expect("a number");
    assert_eq!(sent(), 200, "the sign-up's code and the 199");
    server.clock.advance(Duration::from_secs(3_601));
    server.visitor().post("/api/auth/resetPasswordSendSMSOTP", reset).await.expect(200);
    assert_eq!(sent(), 201, "a reset by SMS uses the budget too");
    // At most 1,000 a day, at any rate.
    for _ in 0..4 {
        send_sms(&server, 199).await;
        server.clock.advance(Duration::from_secs(3_601));
    }
    send_sms(&server, 3).await;
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendSMSOTP", by_phone).await.expect_problem(429, "sms_paused");
}

#[tokio::test]
async fn the_operator_says_how_many_sms_an_hour_and_a_day_may_cost() {
    for (hourly, daily, sent, stops) in [(3, 0, 2, false), (3, 0, 3, true), (0, 4, 4, true), (0, 0, 1_100, false)] {
        let server = TestServer::start_with(|config| {
            limited(config);
            config.sms.hourly_budget = hourly;
            config.sms.daily_budget = daily;
        })
        .await;
        send_sms(&server, sent).await;
        let visitor = server.visitor();
        visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
        let asked = visitor.post("/api/auth/sendSMSOTP", json!({ "phone": "61119999" })).await;
        if stops {
            asked.expect_problem(429, "sms_paused");
        } else {
            asked.expect(200);
        }
    }
}

#[tokio::test]
async fn the_eleventh_code_of_an_hour_asks_its_source_for_a_captcha() {
    let server = TestServer::start_with(guarded).await;
    let send = async |number: u32, captcha: Option<&str>| {
        let visitor = server.visitor();
        visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
        let body = json!({ "email": format!("visitor{number}@example.org"), "captcha": captcha });
        visitor.post("/api/auth/sendEmailOTP", body).await
    };
    for number in 0..10 {
        send(number, None).await.expect(200);
    }
    send(10, None).await.expect_problem(400, "captcha_required");
    let proof = solve(&server.visitor()).await;
    send(10, Some(&proof)).await.expect(200);
    send(11, Some(&proof)).await.expect_problem(400, "captcha_failed");
    server.clock.advance(Duration::from_secs(3_600));
    send(12, None).await.expect(200);
}

#[tokio::test]
async fn lookups_of_members_are_limited_by_source() {
    let server = TestServer::start().await;
    let mut contacts = Vec::new();
    for _ in 0..6 {
        let member = server.member().await;
        contacts.extend([("sendEmailOTP", "email", member.email), ("sendSMSOTP", "phone", member.phone)]);
    }
    let server = server.restart_with(limited).await;
    // The answers of the sign-ups are more than an hour old.
    server.clock.advance(Duration::from_secs(3_601));
    // Each registration may learn about three used contacts.
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    let ask = async |visitor: &Caller, (call, field, value): &(&str, &str, String)| {
        visitor.post(&format!("/api/auth/{call}"), json!({ *field: value })).await
    };
    let in_use = |answer: Answer| assert_eq!(answer.status, 409, "{}", answer.text);
    for contact in &contacts[..3] {
        in_use(ask(&visitor, contact).await);
    }
    ask(&visitor, &contacts[3]).await.expect_problem(429, "too_many_contacts");
    in_use(ask(&visitor, &contacts[0]).await);
    // Each source may ask ten times an hour, with any number of registrations and whatever the answers.
    let visitor_of = async || {
        let visitor = server.visitor();
        visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
        visitor
    };
    for contact in &contacts[3..8] {
        in_use(ask(&visitor_of().await, contact).await);
    }
    let free = |number: u32| ("sendEmailOTP", "email", format!("free{number}@example.org"));
    for number in 0..2 {
        ask(&visitor_of().await, &free(number)).await.expect(200);
    }
    // After that, used and free contacts get the same answer, and the owner of a used one gets a message.
    let (taken, unused) = (
        ask(&visitor_of().await, &contacts[8]).await.expect(200),
        ask(&visitor_of().await, &free(2)).await.expect(200),
    );
    assert_eq!(taken, unused);
    let told = server.message_to(&contacts[8].2).await;
    assert!(told["text"].as_str().is_some_and(|text| !text.contains(char::is_numeric)), "no code: {told}");
    server.code_sent_to("free2@example.org").await;
    // Known answers do not extend the wait.
    server.clock.advance(Duration::from_secs(1_800));
    for contact in &contacts[..8] {
        in_use(ask(&visitor_of().await, contact).await);
    }
    server.clock.advance(Duration::from_secs(1_801));
    in_use(ask(&visitor_of().await, &contacts[8]).await);
}
