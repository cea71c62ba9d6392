//! Points that expire, on a clock that the test sets: expiry, notices, and points that members bring back.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::expiry::settle_due;
use kapok::platform::store::{Tx, params};
use serde_json::{Value, json};

use crate::accounts::suspend;
use crate::approvals::{approve, strict};
use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{Caller, PASSWORD, TestMember, TestServer, fresh_key};

const EXPIRY: &str = "/api/admin/expiry";

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a moment")
}

fn proposal(rule: Value, starts: &str, version: i64) -> Value {
    json!({ "policy": { "rule": rule, "graceDays": 14, "extraDays": 90 }, "starts": starts, "version": version })
}

pub(crate) fn months(months: i64) -> Value {
    json!({ "kind": "afterEarning", "months": months, "monthEnd": false })
}

/// A server at noon of that day in Hong Kong, with points that expire by a rule from now on.
pub(crate) async fn expiring(day: &str, rule: Value) -> (TestServer, Caller) {
    let server = TestServer::start().await;
    go_to(&server, day);
    let owner = server.staff(Role::Owner).await;
    owner.post(EXPIRY, proposal(rule, day, 0)).await.expect(200);
    (server, owner)
}

/// Sets the clock to noon of a day in Hong Kong.
pub(crate) fn go_to(server: &TestServer, day: &str) {
    server.clock.set(at(&format!("{day}T04:00:00Z")));
}

pub(crate) async fn settled(server: &TestServer) {
    settle_due(&server.running.store, &server.letters()).await.expect("a run");
}

pub(crate) async fn outlook(server: &TestServer, member: &TestMember) -> Value {
    let caller = server.visitor();
    caller.sign_in(&member.email, PASSWORD).await;
    caller.get("/api/transaction/expiring").await.expect(200)
}

async fn told(server: &TestServer, member: &TestMember) -> Vec<String> {
    let caller = server.visitor();
    caller.sign_in(&member.email, PASSWORD).await;
    let lines = caller.get("/api/notification/notifications?limit=50").await.expect(200);
    let lines = lines["data"].as_array().expect("a list").iter();
    let about = |line: &&Value| line["title"]["en"].as_str().is_some_and(|title| title.contains("expire"));
    lines.filter(about).map(|line| line["body"]["en"].as_str().expect("a text").to_owned()).collect()
}

fn transactions(server: &TestServer) -> i64 {
    let count = "select count(*) as n from ledger_transaction";
    server.running.store.read(|read| read.number(count, params! {})).expect("a number")
}

#[tokio::test]
async fn a_policy_does_not_start_on_a_day_that_has_passed() {
    let server = TestServer::start().await;
    go_to(&server, "2026-03-12");
    let owner = server.staff(Role::Owner).await;
    let refused = owner.post(EXPIRY, proposal(months(12), "2026-03-11", 0)).await.expect_problem(400, "day_passed");
    assert_eq!(refused["errors"][0]["field"], "starts");
    owner.post(EXPIRY, proposal(months(12), "2026-03-12", 0)).await.expect(200);
}

#[tokio::test]
async fn points_can_be_spent_until_the_end_of_their_last_day_and_expire_once() {
    let (server, _) = expiring("2027-01-31", months(1)).await;
    let ada = server.member_with(300).await;
    let ends = json!([{ "points": 300, "lastDay": "2027-02-28" }]);
    assert_eq!(outlook(&server, &ada).await["expiring"], ends);
    // The last millisecond of the day in Hong Kong.
    server.clock.set(at("2027-02-28T15:59:59.999Z"));
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, outlook(&server, &ada).await["expiring"].clone()), (300, ends));
    server.clock.set(at("2027-02-28T16:00:00Z"));
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, outlook(&server, &ada).await["expiring"].clone()), (0, json!([])));
    let (before, said) = (transactions(&server), told(&server, &ada).await);
    settled(&server).await;
    assert_eq!((transactions(&server), told(&server, &ada).await), (before, said), "a second run does nothing");
    server.verify_books();
}

#[tokio::test]
async fn a_leap_day_and_the_turn_of_the_year_are_days_like_others() {
    let (server, owner) = expiring("2028-02-29", months(12)).await;
    let ada = server.member_with(10).await;
    assert_eq!(outlook(&server, &ada).await["expiring"][0]["lastDay"], "2029-02-28");
    let year_end = json!({ "kind": "onDay", "month": 12, "day": 31, "years": 0 });
    owner.post(EXPIRY, proposal(year_end, "2028-02-29", 1)).await.expect(200);
    server.clock.set(at("2028-12-31T15:59:59Z"));
    let ben = server.member_with(10).await;
    server.clock.set(at("2028-12-31T16:00:00Z"));
    server.give(ben.id, 5).await;
    let ends = json!([{ "points": 10, "lastDay": "2028-12-31" }, { "points": 5, "lastDay": "2029-12-31" }]);
    server.clock.set(at("2028-12-31T15:59:59Z"));
    assert_eq!(outlook(&server, &ben).await["expiring"], ends);
    server.clock.set(at("2028-12-31T16:00:00Z"));
    settled(&server).await;
    assert_eq!((server.balance(ben.id).await, server.balance(ada.id).await), (5, 10));
}

#[tokio::test]
async fn no_version_takes_away_what_was_promised() {
    let server = TestServer::start().await;
    go_to(&server, "2027-01-10");
    let owner = server.staff(Role::Owner).await;
    let ada = server.member_with(100).await;
    owner.post(EXPIRY, proposal(months(1), "2027-01-10", 0)).await.expect(200);
    server.give(ada.id, 20).await;
    go_to(&server, "2027-01-20");
    let owner = server.staff(Role::Owner).await;
    let wider = proposal(months(3), "2027-01-20", 1);
    let effect = owner.post(&format!("{EXPIRY}/effect"), wider.clone()).await.expect(200);
    assert_eq!(effect["lotsShorter"], 0);
    assert_eq!((&effect["membersLonger"], &effect["pointsLonger"]), (&json!(1), &json!(20)));
    assert_eq!(effect["newPointsLastDay"], "2027-04-20");
    assert_eq!((&effect["totalNow"]["hkd"], &effect["less"]), (&json!("0.20"), &json!({ "points": 0, "hkd": "0.00" })));
    owner.post(EXPIRY, wider).await.expect(200);
    let narrow = proposal(months(1), "2027-01-20", 2);
    let effect = owner.post(&format!("{EXPIRY}/effect"), narrow.clone()).await.expect(200);
    assert_eq!((&effect["lotsShorter"], &effect["pointsLonger"]), (&json!(0), &json!(0)));
    go_to(&server, "2027-01-21");
    let owner = server.staff(Role::Owner).await;
    owner.post(EXPIRY, proposal(months(1), "2027-01-21", 2)).await.expect(200);
    go_to(&server, "2027-02-11");
    settled(&server).await;
    assert_eq!(server.balance(ada.id).await, 120, "the second version gave three months");
    assert_eq!(outlook(&server, &ada).await["expiring"], json!([{ "points": 20, "lastDay": "2027-04-10" }]));
    // A gift loses its age, and keeps its end.
    let ben = server.member().await;
    let caller = server.visitor();
    caller.sign_in(&ada.email, PASSWORD).await;
    caller.transfer(&ben.email, 15).await.expect(200);
    assert_eq!(outlook(&server, &ben).await["expiring"], json!([{ "points": 15, "lastDay": "2027-04-10" }]));
    go_to(&server, "2027-04-11");
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (100, 0));
    server.verify_books();
}

#[tokio::test]
async fn an_active_member_keeps_points_that_expire_by_inactivity() {
    let (server, _) = expiring("2027-01-10", json!({ "kind": "inactivity", "months": 2 })).await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "leftover": -1 }).over(coupon(10))).await;
    let (ada, ben) = (server.member_with(100).await, server.member_with(100).await);
    go_to(&server, "2027-02-20");
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let path = format!("/api/redeem/purchase/{item}");
    ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    go_to(&server, "2027-03-11");
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (90, 0));
    assert_eq!(outlook(&server, &ada).await["expiring"], json!([{ "points": 90, "lastDay": "2027-04-20" }]));
    go_to(&server, "2027-04-21");
    settled(&server).await;
    assert_eq!(server.balance(ada.id).await, 0);
    server.verify_books();
}

#[tokio::test]
async fn a_member_is_told_30_7_and_1_day_before_once_each() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    let body = "300 points expire at the end of 1 March 2027. We always spend the points that end first.";
    for (day, lines) in [("2027-01-29", 0), ("2027-01-30", 1), ("2027-02-20", 1), ("2027-02-22", 2), ("2027-02-28", 3)]
    {
        go_to(&server, day);
        settled(&server).await;
        settled(&server).await;
        assert_eq!(told(&server, &ada).await, vec![body; lines], "{day}");
    }
    let server = server.restart_with(crate::support::quiet).await;
    go_to(&server, "2027-03-01");
    settled(&server).await;
    assert_eq!(told(&server, &ada).await.len(), 3, "a restart tells nothing twice");
}

#[tokio::test]
async fn a_notice_that_is_off_reaches_nobody() {
    let (server, owner) = expiring("2027-01-01", months(2)).await;
    let mut quieter = proposal(months(2), "2027-01-01", 1);
    quieter["policy"]["notices"] = json!({ "thirty": false, "seven": true, "one": false });
    owner.post(EXPIRY, quieter).await.expect(200);
    let report = owner.get(EXPIRY).await.expect(200);
    let notices = &report["inForce"]["policy"]["notices"];
    assert_eq!(*notices, json!({ "thirty": false, "seven": true, "one": false }));
    assert_eq!(report["history"][1]["policy"]["notices"], json!({ "thirty": true, "seven": true, "one": true }));
    let ada = server.member_with(300).await;
    for (day, lines) in [("2027-01-30", 0), ("2027-02-21", 0), ("2027-02-22", 1), ("2027-02-28", 1)] {
        go_to(&server, day);
        settled(&server).await;
        assert_eq!((told(&server, &ada).await.len(), mails(&server, &ada)), (lines, lines as i64), "{day}");
    }
    go_to(&server, "2027-03-02");
    settled(&server).await;
    assert_eq!(told(&server, &ada).await.len(), 2, "members are always told when points have expired");
    let mut wrong = proposal(months(2), "2027-03-02", 2);
    wrong["policy"]["notices"] = json!({ "ninety": true });
    server.staff(Role::Owner).await.post(EXPIRY, wrong).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn a_member_is_told_by_email_too_until_declined() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let (ada, ben) = (server.member_with(300).await, server.member_with(300).await);
    let no = json!({ "preferences": [{ "kind": "points", "channel": "email", "wanted": false }] });
    ben.caller.put("/api/notification/preferences", no).await.expect(200);
    go_to(&server, "2027-01-30");
    settled(&server).await;
    let letter = server.message_to(&ada.email).await;
    assert_eq!(letter["subject"], "300 of your Kapok points expire on 1 March 2027");
    let lines: Vec<&str> = letter["text"].as_str().expect("a text").lines().collect();
    let leads_to =
        |path: &str| lines.iter().find(|line| line.starts_with(&format!("{}{path}", server.running.public_url)));
    assert!(leads_to("/points").is_some(), "{lines:?}");
    let (_, token) = leads_to("/unsubscribe").and_then(|line| line.split_once("?token=")).expect("a way out");
    server.visitor().post("/api/notification/unsubscribe", json!({ "token": token })).await.expect(200);
    go_to(&server, "2027-02-22");
    settled(&server).await;
    assert_eq!((told(&server, &ada).await.len(), mails(&server, &ada)), (2, 1), "no e-mail after the link was used");
    assert_eq!(
        (told(&server, &ben).await.len(), mails(&server, &ben)),
        (2, 0),
        "no e-mail to a member who declined them"
    );
}

/// E-mails about points that expire.
fn mails(server: &TestServer, member: &TestMember) -> i64 {
    let count = "select count(*) as n from outbox_message where member_id = :member and kind = 'points_ending'";
    let member = member.id;
    server.running.store.read(|read| read.number(count, params! { ":member": member })).expect("a number")
}

#[tokio::test]
async fn points_of_many_days_bring_one_email_in_six_days_about_most_of_them_and_one_before_each_last_day() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(10).await;
    for (day, points) in [("02", 20), ("03", 50), ("04", 30)] {
        go_to(&server, &format!("2027-01-{day}"));
        server.give(ada.id, points).await;
    }
    go_to(&server, "2027-01-31");
    settled(&server).await;
    assert_eq!((told(&server, &ada).await.len(), mails(&server, &ada)), (2, 1), "two days are 30 days away or less");
    assert_eq!(server.message_to(&ada.email).await["subject"], "20 of your Kapok points expire on 2 March 2027");
    for (day, lines, letters) in
        [("2027-02-01", 3, 1), ("2027-02-05", 4, 1), ("2027-02-22", 5, 2), ("2027-02-24", 7, 2)]
    {
        go_to(&server, day);
        settled(&server).await;
        assert_eq!((told(&server, &ada).await.len(), mails(&server, &ada)), (lines, letters), "on {day}");
    }
    assert_eq!(server.message_to(&ada.email).await["subject"], "10 of your Kapok points expire on 1 March 2027");
    // On the first of these days, six days have passed, and more points end later.
    for (day, letters, subject) in [
        ("2027-02-28", 3, "10 of your Kapok points expire on 1 March 2027"),
        ("2027-03-01", 4, "20 of your Kapok points expire on 2 March 2027"),
        ("2027-03-02", 5, "50 of your Kapok points expire on 3 March 2027"),
        ("2027-03-03", 6, "30 of your Kapok points expire on 4 March 2027"),
    ] {
        go_to(&server, day);
        settled(&server).await;
        settled(&server).await;
        assert_eq!(mails(&server, &ada), letters, "the notice of the last day, once, on {day}");
        assert_eq!(server.message_to(&ada.email).await["subject"], subject);
    }
}

#[tokio::test]
async fn a_suspended_member_gets_no_email_before_points_expire() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    suspend(&server, &ada).await;
    go_to(&server, "2027-01-30");
    settled(&server).await;
    assert_eq!(mails(&server, &ada), 0);
}

#[tokio::test]
async fn an_email_about_points_is_not_sent_after_they_have_expired() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    go_to(&server, "2027-02-28");
    settled(&server).await;
    let lapses = "select lapses_at_ms as n from outbox_message where member_id = :member and kind = 'points_ending'";
    let id = ada.id;
    let lapses = server.running.store.read(|read| read.number(lapses, params! { ":member": id })).expect("an e-mail");
    assert_eq!(lapses, at("2027-03-01T16:00:00Z").as_millis(), "the end of 1 March in Hong Kong");
}

#[tokio::test]
async fn expired_points_come_back_with_one_tap_once() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    go_to(&server, "2027-03-02");
    settled(&server).await;
    let offered = outlook(&server, &ada).await["expired"][0].clone();
    let id = offered["transactionId"].as_str().expect("an id").to_owned();
    assert_eq!((&offered["points"], &offered["lastDay"]), (&json!(300), &json!("2027-03-01")));
    assert_eq!((&offered["until"], &offered["useBy"]), (&json!("2027-03-15"), &json!("2027-05-31")));
    let path = format!("/api/transaction/bringBack/{id}");
    let ben = server.member().await;
    ben.caller.post_once(&path, &fresh_key(), json!({})).await.expect_problem(404, "not_found");
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let key = fresh_key();
    let back = ada.caller.post_once(&path, &key, json!({})).await.expect(200);
    assert_eq!((&back["points"], &back["balance"], &back["useBy"]), (&json!(300), &json!(300), &json!("2027-05-31")));
    let again = ada.caller.post_once(&path, &key, json!({})).await;
    assert_eq!((again.header("idempotency-replayed"), again.json()), ("true", back));
    ada.caller.post_once(&path, &fresh_key(), json!({})).await.expect_problem(404, "not_found");
    assert_eq!(server.balance(ada.id).await, 300);
    go_to(&server, "2027-06-01");
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, outlook(&server, &ada).await["expired"].clone()), (0, json!([])));
    server.verify_books();
}

#[tokio::test]
async fn after_the_days_of_grace_expired_points_stay_expired() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    go_to(&server, "2027-03-02");
    settled(&server).await;
    let id = outlook(&server, &ada).await["expired"][0]["transactionId"].as_str().expect("an id").to_owned();
    server.clock.set(at("2027-03-15T16:00:00Z"));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let path = format!("/api/transaction/bringBack/{id}");
    ada.caller.post_once(&path, &fresh_key(), json!({})).await.expect_problem(409, "grace_over");
    assert_eq!(outlook(&server, &ada).await["expired"], json!([]));
    let operator = server.staff(Role::Operator).await;
    let reverse = json!({ "reason": "Please" });
    let path = format!("/api/admin/transactions/{id}/reverse");
    operator.post_once(&path, &fresh_key(), reverse).await.expect_problem(422, "not_reversible");
}

/// Records a check of the clock with a correct or a wrong result.
pub(crate) async fn looked_at_the_clock(server: &TestServer, right: bool) {
    let noted = if right { server.clock.now() } else { at("2027-01-01T00:00:00Z") };
    let note = move |tx: &Tx<'_>| {
        tx.execute_one(
            "insert into clock_watch (id, noted_at_ms, steady_ms) values (1, :at, 0)
             on conflict (id) do update set noted_at_ms = excluded.noted_at_ms, moved_from_ms = null, moved_to_ms = null",
            params! { ":at": noted },
        )
    };
    server.running.store.write_unattended(note).await.expect("a look");
}

/// A member with 300 points that end on 1 March and 50 that end a month later, one second after the end of the first.
pub(crate) async fn just_after_the_end() -> (TestServer, TestMember) {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let ada = server.member_with(300).await;
    go_to(&server, "2027-02-01");
    server.give(ada.id, 50).await;
    server.clock.set(at("2027-03-01T16:00:01Z"));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    (server, ada)
}

#[tokio::test]
async fn ended_points_cannot_be_given_away_before_the_run_takes_them() {
    let (server, ada) = just_after_the_end().await;
    let ben = server.member().await;
    looked_at_the_clock(&server, true).await;
    ada.caller.transfer(&ben.email, 51).await.expect_problem(422, "transfer_refused");
    let sent = ada.caller.transfer(&ben.email, 40).await.expect(200);
    assert_eq!((&sent["points"], server.balance(ada.id).await), (&json!(10), 10));
    assert_eq!(outlook(&server, &ben).await["expiring"], json!([{ "points": 40, "lastDay": "2027-04-01" }]));
    let offered = outlook(&server, &ada).await["expired"].clone();
    assert_eq!((&offered[0]["points"], &offered[0]["until"]), (&json!(300), &json!("2027-03-15")));
    let (before, said) = (transactions(&server), told(&server, &ada).await);
    assert!(said.iter().any(|line| line.contains("until 15 March 2027")), "{said:?}");
    settled(&server).await;
    // The server's own run may have told of the next points before.
    let next = "10 points expire at the end of 1 April 2027. We always spend the points that end first.";
    let later = told(&server, &ada).await;
    assert!(later.iter().any(|line| line == next), "{later:?}");
    let others = |lines: Vec<String>| lines.into_iter().filter(|line| line != next).collect::<Vec<_>>();
    assert_eq!(transactions(&server), before);
    assert_eq!(others(later), others(said), "the run only tells of the points that end next");
    let path = format!("/api/transaction/bringBack/{}", offered[0]["transactionId"].as_str().expect("an id"));
    ada.caller.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 310);
    server.verify_books();
}

#[tokio::test]
async fn ended_points_buy_nothing_and_staff_cannot_take_them_as_others() {
    let (server, ada) = just_after_the_end().await;
    let desk = Desk::of(&server).await;
    let item = |points| json!({ "leftover": -1 }).over(coupon(points));
    let (dear, cheap) = (desk.item(item(51)).await, desk.item(item(40)).await);
    looked_at_the_clock(&server, true).await;
    let buy = async |item: &str| {
        let path = format!("/api/redeem/purchase/{item}");
        ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await
    };
    buy(&dear).await.expect_problem(422, "insufficient_points");
    assert_eq!(buy(&cheap).await.expect(200)["points"], 10);
    let ben = server.member().await;
    go_to(&server, "2027-03-02");
    server.give(ben.id, 20).await;
    server.clock.set(at("2027-05-02T16:00:01Z"));
    let operator = server.staff(Role::Operator).await;
    looked_at_the_clock(&server, true).await;
    let path = format!("/api/admin/members/{}/adjust", ben.id);
    let body = json!({ "points": -20, "reason": "Given by mistake" });
    operator.post_once(&path, &fresh_key(), body).await.expect_problem(422, "insufficient_points");
    server.verify_books();
}

#[tokio::test]
async fn while_the_clock_is_in_doubt_nothing_has_ended() {
    let (server, ada) = just_after_the_end().await;
    let ben = server.member().await;
    looked_at_the_clock(&server, false).await;
    let sent = ada.caller.transfer(&ben.email, 100).await.expect(200);
    assert_eq!((&sent["points"], server.balance(ben.id).await), (&json!(250), 100));
    server.verify_books();
}

#[tokio::test]
async fn a_void_returns_points_with_their_end() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "leftover": -1 }).over(coupon(40))).await;
    let ada = server.member_with(100).await;
    go_to(&server, "2027-01-20");
    server.give(ada.id, 30).await;
    let ends = outlook(&server, &ada).await["expiring"].clone();
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let path = format!("/api/redeem/purchase/{item}");
    ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    assert_eq!(outlook(&server, &ada).await["expiring"][0]["points"], 60);
    let operator = server.staff(Role::Operator).await;
    let list = format!("/api/admin/transactions?member={}&type=Redeem", ada.id);
    let made = operator.get(&list).await.expect(200)[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/transactions/{made}/reverse");
    operator.post_once(&path, &fresh_key(), json!({ "reason": "Void" })).await.expect(200);
    assert_eq!(outlook(&server, &ada).await["expiring"], ends);
    server.verify_books();
}

#[tokio::test]
async fn the_desk_sees_what_expires_by_month_and_what_it_is_worth() {
    let (server, _) = expiring("2027-01-10", months(2)).await;
    server.member_with(300).await;
    go_to(&server, "2027-02-01");
    server.member_with(200).await;
    let (owner, finance) = (server.staff(Role::Owner).await, server.staff(Role::Finance).await);
    let report = finance.get(EXPIRY).await.expect(200);
    assert_eq!(report["months"].as_array().map(Vec::len), Some(12));
    assert_eq!(report["months"][1], json!({ "month": "2027-03-01", "points": 300, "hkd": "3.00" }));
    assert_eq!(report["months"][2], json!({ "month": "2027-04-01", "points": 200, "hkd": "2.00" }));
    assert_eq!((&report["total"]["points"], &report["lasting"]["points"]), (&json!(500), &json!(0)));
    assert_eq!((&report["version"], &report["inForce"]["policy"]["graceDays"]), (&json!(1), &json!(14)));
    server.staff(Role::Editor).await.get(EXPIRY).await.expect_problem(403, "forbidden");
    finance.post(EXPIRY, proposal(months(9), "2027-02-01", 1)).await.expect_problem(403, "forbidden");
    owner.post(EXPIRY, proposal(months(9), "2027-02-01", 0)).await.expect_problem(412, "stale");
    owner.post(EXPIRY, proposal(months(0), "2027-02-01", 1)).await.expect_problem(400, "invalid_value");
    let later = proposal(json!({ "kind": "never" }), "2027-03-01", 1);
    owner.post(EXPIRY, later).await.expect(200);
    assert_eq!(owner.get(EXPIRY).await.expect(200)["next"]["version"], 2);
}

#[tokio::test]
async fn a_second_person_agrees_to_expiry_where_two_are_needed() {
    let server = strict().await;
    let (owner, other) = (server.staff(Role::Owner).await, server.staff(Role::Owner).await);
    let today = server.clock.now().in_hong_kong("%Y-%m-%d");
    let waiting = owner.post(EXPIRY, proposal(months(6), &today, 0)).await.expect(202);
    assert_eq!(owner.get(EXPIRY).await.expect(200)["version"], 0);
    approve(&other, &waiting).await.expect(200);
    let report = owner.get(EXPIRY).await.expect(200);
    assert_eq!((&report["version"], &report["inForce"]["policy"]["rule"]), (&json!(1), &months(6)));
}

#[tokio::test]
async fn the_desk_estimates_from_history_what_expires_unspent() {
    let (server, owner) = expiring("2027-01-10", months(2)).await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "leftover": -1 }).over(coupon(100))).await;
    let (ada, ben) = (server.member_with(300).await, server.member_with(200).await);
    assert_eq!(owner.get(EXPIRY).await.expect(200)["estimate"], Value::Null, "no points have reached their last day");
    let buy = async |who: &TestMember| {
        who.caller.sign_in(&who.email, PASSWORD).await;
        let path = format!("/api/redeem/purchase/{item}");
        who.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    };
    buy(&ada).await;
    go_to(&server, "2027-03-05");
    buy(&ben).await;
    buy(&ben).await;
    // A voided purchase was not spent.
    let operator = server.staff(Role::Operator).await;
    let list = format!("/api/admin/transactions?member={}&type=Redeem", ben.id);
    let made = operator.get(&list).await.expect(200)[0]["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/transactions/{made}/reverse");
    operator.post_once(&path, &fresh_key(), json!({ "reason": "Void" })).await.expect(200);
    go_to(&server, "2027-03-11");
    settled(&server).await;
    // 300 expired; 100 were spent in the last month, and 100 two months before.
    server.member_with(1000).await;
    go_to(&server, "2027-03-12");
    let report = server.staff(Role::Finance).await.get(EXPIRY).await.expect(200);
    let estimate = &report["estimate"];
    assert_eq!((&estimate["spent"], &estimate["expired"]), (&json!(200), &json!(300)));
    assert_eq!((&estimate["from"], &estimate["to"]), (&json!("2026-03-12"), &json!("2027-03-11")));
    assert_eq!((&estimate["members"], &estimate["allMembers"]), (&json!(3), &json!(true)));
    assert_eq!(report["months"][2], json!({ "month": "2027-05-01", "points": 1000, "hkd": "10.00", "unspent": 600 }));
    assert_eq!(report["unspent"], json!({ "points": 600, "hkd": "6.00" }));
    // Points that were brought back are not lost.
    let id = outlook(&server, &ada).await["expired"][0]["transactionId"].as_str().expect("an id").to_owned();
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let path = format!("/api/transaction/bringBack/{id}");
    ada.caller.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    let report = server.staff(Role::Finance).await.get(EXPIRY).await.expect(200);
    assert_eq!(report["estimate"]["expired"], 100);
}

#[tokio::test]
async fn a_confirmed_exchange_counts_as_spent_in_the_estimate_and_a_rejected_one_does_not() {
    let (server, _) = expiring("2027-01-10", months(2)).await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "leftover": -1 }).over(exchange(100))).await;
    let ada = server.member_with(300).await;
    for (settle, body) in [("confirm", json!({})), ("reject", json!({ "reason": "No such wallet" }))] {
        let order = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
        let made = ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await.expect(200);
        let id = made["redemption"]["_id"].as_str().expect("an id");
        desk.operator.post(&format!("/api/admin/redemptions/{id}/{settle}"), body).await.expect(200);
    }
    go_to(&server, "2027-03-11");
    settled(&server).await;
    go_to(&server, "2027-03-12");
    let estimate = server.staff(Role::Finance).await.get(EXPIRY).await.expect(200)["estimate"].clone();
    assert_eq!((&estimate["spent"], &estimate["expired"]), (&json!(100), &json!(200)), "{estimate}");
}

#[tokio::test]
async fn the_desk_says_what_is_left_to_do_before_a_policy_starts() {
    let server = strict().await;
    let (owner, other) = (server.staff(Role::Owner).await, server.staff(Role::Owner).await);
    let finance = server.staff(Role::Finance).await;
    let checks = owner.get(EXPIRY).await.expect(200)["checks"].clone();
    assert_eq!((&checks["wordsMissing"], &checks["termsNewer"]), (&json!([]), &json!(false)));
    assert_eq!(checks["terms"], Value::Null);
    let roles = |checks: &Value| {
        let people = checks["deciders"].as_array().expect("people").iter();
        let mut roles: Vec<String> = people.map(|one| one["role"].as_str().expect("a role").to_owned()).collect();
        roles.sort();
        roles
    };
    assert_eq!(roles(&checks), ["finance", "owner"], "without the person who asks");
    assert_eq!(roles(&finance.get(EXPIRY).await.expect(200)["checks"]), ["owner", "owner"]);
    let today = server.clock.now().in_hong_kong("%Y-%m-%d");
    let text = |word: &str| json!({ "en": word, "zh": word, "zhhk": word });
    let terms = json!({ "text": text("Points last 6 months."), "changes": [], "startsOn": today, "decideBy": today });
    owner.post("/api/admin/terms", terms).await.expect(201);
    let checks = owner.get(EXPIRY).await.expect(200)["checks"].clone();
    assert_eq!((&checks["terms"], &checks["termsNewer"]), (&json!(1), &json!(true)));
    server.clock.advance(std::time::Duration::from_secs(1));
    let waiting = owner.post(EXPIRY, proposal(months(6), &today, 0)).await.expect(202);
    assert_eq!(waiting["body"]["noticeDays"], json!([1, 7, 30]));
    approve(&other, &waiting).await.expect(200);
    assert_eq!(
        owner.get(EXPIRY).await.expect(200)["checks"]["termsNewer"],
        false,
        "the terms are older than version 1"
    );
}
