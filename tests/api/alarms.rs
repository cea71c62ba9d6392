//! Alarms: each kind is raised at its threshold and not below, and staff hold, release and dismiss.

use std::time::Duration;

use kapok::auth::Role;
use kapok::core::settings::{self, AlarmSettings, AlarmThreshold, Author, ProgrammeSettings};
use kapok::member::alarms;
use serde_json::{Value, json};

use crate::support::desk::{Desk, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key};

const DAY: Duration = Duration::from_secs(86_400);

struct Setup {
    server: TestServer,
    desk: Desk,
    partner: String,
    counter: Caller,
}

pub(crate) async fn set(server: &TestServer, alarms: AlarmSettings) {
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    let settings = ProgrammeSettings { alarms, ..ProgrammeSettings::default() };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
}

/// Alarms with low thresholds, so that tests stay short.
fn low() -> AlarmSettings {
    let threshold = |from, bills, days| AlarmThreshold { on: true, from, bills, days };
    AlarmSettings {
        on: true,
        pair: threshold(3, 0, 3),
        round_amounts: threshold(50, 6, 7),
        no_receipt: threshold(3, 5, 7),
        fan_in: threshold(3, 0, 1),
        undone: threshold(50, 5, 7),
        device: threshold(3, 0, 1),
    }
}

/// Alarms of one kind alone.
pub(crate) fn only(watched: fn(&mut AlarmSettings) -> &mut AlarmThreshold) -> AlarmSettings {
    let mut settings = low();
    let AlarmSettings { pair, round_amounts, no_receipt, fan_in, undone, device, .. } = &mut settings;
    for threshold in [pair, round_amounts, no_receipt, fan_in, undone, device] {
        threshold.on = false;
    }
    watched(&mut settings).on = true;
    settings
}

impl Setup {
    async fn start(alarms: AlarmSettings) -> Self {
        let server = TestServer::start().await;
        set(&server, alarms).await;
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0.5").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        Self { server, desk, partner, counter }
    }

    async fn award_at(&self, counter: &Caller, member: &TestMember, amount: &str, receipt: &str) -> Value {
        let order = json!({ "member": member.email, "amountHkd": amount, "receipt": receipt });
        counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
    }

    async fn award(&self, member: &TestMember, amount: &str) -> Value {
        self.award_at(&self.counter, member, amount, &format!("R{}", fresh_key())).await
    }

    async fn look(&self) {
        alarms::find_now(&self.server.running.store).await.expect("a look");
    }

    async fn queue(&self, name: &str) -> Vec<Value> {
        let list = self.operator().await.get(&format!("/api/admin/alarms?queue={name}")).await.expect(200);
        list.as_array().expect("a list").clone()
    }

    async fn open(&self) -> Vec<Value> {
        self.look().await;
        self.queue("open").await
    }

    /// Signs an operator in again after time has passed, because the earlier session may have ended.
    async fn operator(&self) -> Caller {
        self.server.staff_at(Role::Operator, None).await
    }

    async fn decide(&self, alarm: &Value, what: &str, body: Value) -> Answer {
        let path = format!("/api/admin/alarms/{}/{what}", id_of(alarm));
        self.operator().await.post_once(&path, &fresh_key(), body).await
    }

    async fn dismiss(&self, alarms: &[&Value]) -> Answer {
        let ids: Vec<&str> = alarms.iter().map(|alarm| id_of(alarm)).collect();
        let body = json!({ "alarms": ids, "note": "Staff meal" });
        self.operator().await.post_once("/api/admin/alarms/dismiss", &fresh_key(), body).await
    }

    async fn page(&self, alarm: &Value) -> Value {
        self.operator().await.get(&format!("/api/admin/alarms/{}", id_of(alarm))).await.expect(200)
    }
}

fn id_of(alarm: &Value) -> &str {
    alarm["_id"].as_str().expect("an id")
}

/// Signs the member in again after time has passed.
async fn again(setup: &Setup, member: &TestMember) -> Caller {
    let caller = setup.server.visitor();
    caller.sign_in(&member.email, PASSWORD).await;
    caller
}

#[tokio::test]
async fn one_cashier_and_one_member_raise_an_alarm_at_the_threshold_and_a_second_look_raises_nothing() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let (ada, ben) = (setup.server.member().await, setup.server.member().await);
    for _ in 0..2 {
        setup.award(&ada, "20").await;
    }
    setup.award(&ben, "20").await;
    assert_eq!(setup.open().await, Vec::<Value>::new(), "below the threshold");
    setup.award(&ada, "40").await;
    let open = setup.open().await;
    assert_eq!(open.len(), 1);
    let alarm = &open[0];
    assert_eq!(
        [&alarm["kind"], &alarm["level"], &alarm["counted"], &alarm["days"], &alarm["points"], &alarm["usual"]],
        [&json!("pair"), &json!("high"), &json!(3), &json!(3), &json!(80), &json!(2)]
    );
    assert_eq!(alarm["member"]["shortId"], ada.short_id);
    assert_eq!(setup.open().await, open, "a second look");
    setup.award(&ada, "5").await;
    let grown = setup.open().await;
    assert_eq!((grown.len(), &grown[0]["counted"], &grown[0]["points"]), (1, &json!(4), &json!(85)));
    assert_eq!(id_of(&grown[0]), id_of(alarm), "more evidence for the same alarm");
    let page = setup.page(alarm).await;
    assert_eq!((&page["evidenceCount"], &page["perDay"][0]["count"]), (&json!(4), &json!(4)));
    assert_eq!(page["evidence"][0]["amountHkd"], "5.00");
    assert_eq!(page["steps"].as_array().expect("steps").len(), 1);
}

#[tokio::test]
async fn awards_that_are_older_than_the_days_of_a_look_do_not_count() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let ada = setup.server.member().await;
    for _ in 0..2 {
        setup.award(&ada, "20").await;
    }
    setup.server.clock.advance(DAY * 3 + Duration::from_secs(60));
    let counter = setup.server.staff_at(Role::Merchant, Some(&setup.partner)).await;
    for nth in 0..2 {
        setup.award_at(&counter, &ada, "20", &format!("N-{nth}")).await;
    }
    assert_eq!(setup.open().await.len(), 0);
}

#[tokio::test]
async fn round_amounts_raise_an_alarm_from_their_share_of_enough_bills() {
    let setup = Setup::start(only(|settings| &mut settings.round_amounts)).await;
    for nth in 0..5 {
        let member = setup.server.member().await;
        setup.award(&member, if nth < 2 { "200" } else { "87.50" }).await;
    }
    assert_eq!(setup.open().await.len(), 0, "two of five, and too few bills");
    let member = setup.server.member().await;
    setup.award(&member, "100").await;
    let open = setup.open().await;
    assert_eq!((open.len(), &open[0]["kind"]), (1, &json!("round_amounts")));
    assert_eq!((&open[0]["counted"], &open[0]["ofAll"], &open[0]["level"]), (&json!(3), &json!(6), &json!("medium")));
    assert_eq!(setup.page(&open[0]).await["members"].as_array().expect("members").len(), 3);
}

#[tokio::test]
async fn awards_without_a_receipt_are_compared_with_the_other_cashiers() {
    let setup = Setup::start(only(|settings| &mut settings.no_receipt)).await;
    let other = setup.server.staff_at(Role::Merchant, Some(&setup.partner)).await;
    let member = setup.server.member().await;
    for nth in 0..5 {
        let receipt = if nth == 0 { "" } else { &format!("O-{nth}") };
        setup.award_at(&other, &member, "10", receipt).await;
    }
    // The others leave a fifth out, so three fifths are three times the usual.
    for nth in 0..5 {
        let receipt = if nth < 2 { "" } else { &format!("A-{nth}") };
        setup.award_at(&setup.counter, &member, "10", receipt).await;
    }
    assert_eq!(setup.open().await.len(), 0, "twice the usual");
    for _ in 0..3 {
        setup.award_at(&setup.counter, &member, "10", "").await;
    }
    let open = setup.open().await;
    assert_eq!((open.len(), &open[0]["kind"]), (1, &json!("no_receipt")));
    assert_eq!((&open[0]["counted"], &open[0]["ofAll"], &open[0]["usual"]), (&json!(5), &json!(8), &json!(20)));
}

#[tokio::test]
async fn many_senders_to_one_member_raise_an_alarm_and_many_transfers_of_one_sender_do_not() {
    let setup = Setup::start(only(|settings| &mut settings.fan_in)).await;
    let (target, first) = (setup.server.member().await, setup.server.member_with(100).await);
    for _ in 0..3 {
        first.caller.transfer(&target.short_id, 10).await.expect(200);
    }
    setup.server.member_with(50).await.caller.transfer(&target.short_id, 50).await.expect(200);
    assert_eq!(setup.open().await.len(), 0, "two senders");
    setup.server.member_with(50).await.caller.transfer(&target.short_id, 50).await.expect(200);
    let open = setup.open().await;
    assert_eq!((open.len(), &open[0]["kind"], &open[0]["counted"]), (1, &json!("fan_in"), &json!(3)));
    assert_eq!((&open[0]["points"], &open[0]["member"]["shortId"]), (&json!(130), &json!(target.short_id)));
    let page = setup.page(&open[0]).await;
    let evidence = page["evidence"].as_array().expect("evidence");
    assert!(evidence.iter().all(|one| one["member"]["shortId"] == json!(target.short_id)), "{page}");
    let of_first = evidence.iter().filter(|one| one["sender"]["shortId"] == json!(first.short_id)).count();
    assert_eq!((evidence.len(), of_first), (5, 3), "each transfer names its sender: {page}");
    assert_eq!(setup.open().await, open, "a second look");
}

#[tokio::test]
async fn a_cashier_who_takes_many_awards_back_raises_an_alarm_without_points() {
    let setup = Setup::start(only(|settings| &mut settings.undone)).await;
    let member = setup.server.member().await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(setup.award(&member, "30").await);
    }
    let undo = async |award: &Value| {
        let path = format!("/api/merchant/award/{}/undo", award["transactionId"].as_str().expect("an id"));
        setup.counter.post_once(&path, &fresh_key(), json!({})).await.expect(200)
    };
    undo(&made[0]).await;
    undo(&made[1]).await;
    assert_eq!(setup.open().await.len(), 0, "two of five");
    undo(&made[2]).await;
    let open = setup.open().await;
    assert_eq!((open.len(), &open[0]["kind"]), (1, &json!("undone")));
    assert_eq!((&open[0]["counted"], &open[0]["ofAll"], &open[0]["points"]), (&json!(3), &json!(5), &json!(0)));
    setup.decide(&open[0], "hold", json!({ "note": "?" })).await.expect_problem(409, "nothing_to_hold");
}

#[tokio::test]
async fn accounts_of_one_browser_raise_an_alarm_and_other_browsers_do_not() {
    let setup = Setup::start(only(|settings| &mut settings.device)).await;
    let mut people = Vec::new();
    for _ in 0..3 {
        people.push(setup.server.member_with(40).await);
    }
    let phone = setup.server.visitor().browser();
    for person in &people[..2] {
        phone.clear_cookies_but("device");
        phone.sign_in(&person.email, PASSWORD).await;
    }
    setup.server.visitor().browser().sign_in(&people[2].email, PASSWORD).await;
    assert_eq!(setup.open().await.len(), 0, "two accounts on one browser");
    phone.clear_cookies_but("device");
    phone.sign_in(&people[2].email, PASSWORD).await;
    let open = setup.open().await;
    assert_eq!((open.len(), &open[0]["kind"], &open[0]["counted"]), (1, &json!("device"), &json!(3)));
    assert_eq!((&open[0]["level"], &open[0]["points"]), (&json!("low"), &json!(120)));
    let held = setup.decide(&open[0], "hold", json!({ "note": "One person" })).await.expect(200);
    assert_eq!(held["queue"], "held");
    for person in &people {
        assert_eq!(setup.server.balance(person.id).await, 0);
    }
}

#[tokio::test]
async fn nothing_is_looked_at_or_kept_while_alarms_are_off() {
    let setup = Setup::start(AlarmSettings { on: false, ..low() }).await;
    let ada = setup.server.member().await;
    for _ in 0..5 {
        setup.award(&ada, "100").await;
    }
    let phone = setup.server.visitor().browser();
    phone.sign_in(&ada.email, PASSWORD).await;
    assert_eq!(setup.open().await.len(), 0);
    let rows = |read: &kapok::platform::store::Read<'_>| {
        read.number("select count(*) as n from device_account", kapok::platform::store::params! {})
    };
    assert_eq!(setup.server.running.store.read(rows).expect("a number"), 0);
}

#[tokio::test]
async fn held_points_cannot_be_spent_are_shown_to_the_member_and_come_back_at_once() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let (ada, ben) = (setup.server.member().await, setup.server.member().await);
    setup.server.give(ada.id, 30).await;
    for _ in 0..3 {
        setup.award(&ada, "20").await;
    }
    let open = setup.open().await;
    assert_eq!(setup.page(&open[0]).await["members"][0]["holdable"], 60);
    setup.decide(&open[0], "hold", json!({ "note": " " })).await.expect(400);
    let held = setup.decide(&open[0], "hold", json!({ "note": "The cashier is her brother" })).await.expect(200);
    assert_eq!((&held["queue"], setup.server.balance(ada.id).await), (&json!("held"), 30));
    setup.decide(&open[0], "hold", json!({ "note": "Again" })).await.expect_problem(409, "nothing_to_hold");

    ada.caller.transfer(&ben.short_id, 31).await.expect_problem(422, "transfer_refused");
    let item = setup.desk.item(coupon(40)).await;
    let order = json!({ "quantity": 1 });
    let bought = ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await;
    assert_ne!(bought.status, 200, "held points buy nothing");
    let user = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    assert_eq!((&user["points"], &user["pointsHeld"]), (&json!(30), &json!(true)));
    assert_eq!(ada.caller.get("/api/transaction/held").await.expect(200)[0]["points"], 60);
    assert_eq!(ben.caller.get("/api/transaction/held").await.expect(200), json!([]));
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "60 points are on hold");
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!(
        (&history[0]["points"], &history[0]["itemSnapshot"]["name"]["zhhk"]),
        (&json!(-60), &json!("積分暫時凍結"))
    );

    setup.dismiss(&[&open[0]]).await.expect_problem(409, "alarm_decided");
    let released = setup.decide(&open[0], "release", json!({ "note": "Seen the bills" })).await.expect(200);
    assert_eq!((&released["queue"], &released["outcome"]), (&json!("done"), &json!("released")));
    assert_eq!(setup.server.balance(ada.id).await, 90);
    setup.decide(&open[0], "release", json!({ "note": "Again" })).await.expect_problem(409, "alarm_decided");
    let user = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    assert_eq!(user.get("pointsHeld"), None);
    assert_eq!(setup.open().await.len(), 0, "the same awards raise no other alarm");
    setup.server.verify_books();
}

#[tokio::test]
async fn a_hold_takes_at_most_what_is_there_and_only_of_the_members_that_are_named() {
    let setup = Setup::start(only(|settings| &mut settings.fan_in)).await;
    let target = setup.server.member().await;
    for _ in 0..3 {
        setup.server.member_with(50).await.caller.transfer(&target.short_id, 50).await.expect(200);
    }
    let stranger = setup.server.member_with(10).await;
    target.caller.transfer(&stranger.short_id, 120).await.expect(200);
    let open = setup.open().await;
    let of = |members: Value| json!({ "note": "Ring", "members": members });
    setup.decide(&open[0], "hold", of(json!([stranger.id]))).await.expect_problem(409, "nothing_to_hold");
    setup.decide(&open[0], "hold", of(json!([target.id]))).await.expect(200);
    assert_eq!((setup.server.balance(target.id).await, setup.server.balance(stranger.id).await), (0, 130));
    assert_eq!(setup.page(&open[0]).await["members"][0]["held"], 30);
    let summary = setup.operator().await.get("/api/admin/alarms/summary").await.expect(200);
    assert_eq!((&summary["open"], &summary["held"], &summary["heldLately"]), (&json!(0), &json!(1), &json!(1)));
}

#[tokio::test]
async fn a_dismissed_pair_is_quiet_for_thirty_days_and_its_history_is_shown_afterwards() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let ada = setup.server.member().await;
    for _ in 0..3 {
        setup.award(&ada, "20").await;
    }
    let first = setup.open().await;
    setup.dismiss(&[&first[0]]).await.expect(200);
    let counter_email = setup.server.staff_email_at(Role::Merchant, Some(&setup.partner)).await;
    let counter = async || {
        let caller = setup.server.visitor();
        caller.staff_sign_in(&counter_email, PASSWORD).await;
        caller
    };
    for nth in 0..3 {
        setup.award_at(&setup.counter, &ada, "20", &format!("Q-{nth}")).await;
    }
    assert_eq!(setup.open().await.len(), 0, "quiet");
    setup.server.clock.advance(DAY * 29);
    let later = counter().await;
    for nth in 0..3 {
        setup.award_at(&later, &ada, "20", &format!("L-{nth}")).await;
    }
    let other = setup.open().await;
    assert_eq!(other.len(), 1, "another cashier is another pair");
    setup.dismiss(&[&other[0]]).await.expect(200);
    setup.server.clock.advance(DAY * 29 + Duration::from_secs(3_600));
    let later = counter().await;
    for nth in 0..3 {
        setup.award_at(&later, &ada, "20", &format!("M-{nth}")).await;
    }
    assert_eq!(setup.open().await.len(), 0, "the 29th day");
    setup.server.clock.advance(DAY);
    let second = setup.open().await;
    assert_eq!(second.len(), 1, "the awards since the dismissal count after the quiet time");
    let page = setup.page(&second[0]).await;
    assert_eq!(page["earlier"].as_array().expect("alarms").len(), 1);
    let last = page["earlier"][0]["steps"].as_array().expect("steps").last().expect("a step").clone();
    assert_eq!((&last["what"], &last["note"]), (&json!("dismissed"), &json!("Staff meal")));
    assert_eq!(setup.queue("done").await.len(), 2);
}

#[tokio::test]
async fn a_bulk_dismissal_ends_all_or_none() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let (ada, ben) = (setup.server.member().await, setup.server.member().await);
    for member in [&ada, &ben] {
        for _ in 0..3 {
            setup.award(member, "20").await;
        }
    }
    let open = setup.open().await;
    setup.decide(&open[0], "hold", json!({ "note": "First" })).await.expect(200);
    setup.dismiss(&[&open[0], &open[1]]).await.expect_problem(409, "alarm_decided");
    assert_eq!(setup.queue("open").await.len(), 1);
    setup.dismiss(&[]).await.expect(400);
    setup.dismiss(&[&open[1]]).await.expect(200);
    assert_eq!(setup.queue("open").await.len(), 0);
    let entries = setup.operator().await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&str> =
        entries.as_array().expect("entries").iter().filter_map(|one| one["action"].as_str()).collect();
    assert!(actions.contains(&"alarm.hold") && actions.contains(&"alarm.dismiss"), "{actions:?}");
}

#[tokio::test]
async fn support_and_auditors_read_alarms_and_decide_nothing() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let ada = setup.server.member().await;
    for _ in 0..3 {
        setup.award(&ada, "20").await;
    }
    let open = setup.open().await;
    for role in [Role::Support, Role::Auditor] {
        let caller = setup.server.staff(role).await;
        assert_eq!(caller.get("/api/admin/alarms").await.expect(200), json!(open));
        let path = format!("/api/admin/alarms/{}/hold", id_of(&open[0]));
        let refused = caller.post_once(&path, &fresh_key(), json!({ "note": "No" })).await;
        refused.expect_problem(403, "forbidden");
    }
}

#[tokio::test]
async fn points_on_hold_lapse_with_an_account_that_is_closed_and_stop_a_merger() {
    let setup = Setup::start(only(|settings| &mut settings.pair)).await;
    let (ada, ben) = (setup.server.member().await, setup.server.member().await);
    for _ in 0..3 {
        setup.award(&ada, "20").await;
    }
    let open = setup.open().await;
    setup.decide(&open[0], "hold", json!({ "note": "Looks odd" })).await.expect(200);
    let order = json!({ "into": ben.id, "reason": "One person" });
    let path = format!("/api/admin/members/{}/merge", ada.id);
    let merger = setup.operator().await.post_once(&path, &fresh_key(), order).await;
    merger.expect_problem(409, "holds_open");
    let id = ada.id;
    let erase = move |tx: &kapok::platform::store::Tx<'_>| kapok::member::personal_data::erase(tx, id);
    setup.server.running.store.write_unattended(erase).await.expect("erased");
    assert_eq!((setup.server.balance(ada.id).await, setup.queue("held").await.len()), (0, 0));
    assert_eq!(setup.queue("done").await[0]["outcome"], "released");
    again(&setup, &ben).await;
    setup.server.verify_books();
}

#[tokio::test]
async fn thresholds_out_of_bounds_are_refused_with_their_field() {
    let server = TestServer::start().await;
    let owner = server.staff(Role::Owner).await;
    let answer = owner.get("/api/admin/settings").await;
    let tag = answer.header("etag").to_owned();
    let mut settings = answer.expect(200);
    assert_eq!(settings["alarms"]["on"], false, "alarms are off by default");
    settings["alarms"]["on"] = json!(true);
    settings["alarms"]["pair"]["days"] = json!(8);
    settings["alarms"]["undone"]["bills"] = json!(0);
    let refused = owner.put_at("/api/admin/settings", &tag, settings.clone()).await.expect(400);
    let fields: Vec<&Value> = refused["errors"].as_array().expect("errors").iter().map(|one| &one["field"]).collect();
    assert_eq!(fields, [&json!("alarms.pair.days"), &json!("alarms.undone.bills")]);
    settings["alarms"]["pair"]["days"] = json!(7);
    settings["alarms"]["undone"]["bills"] = json!(5);
    owner.put_at("/api/admin/settings", &tag, settings).await.expect(200);
}
