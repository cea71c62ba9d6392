//! Points that ended at midnight, before the daily run takes them: no change spends them, takes them back as others, or
//! brings them back to life.

use kapok::auth::Role;
use kapok::member::alarms;
use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::expiry::{at, expiring, go_to, just_after_the_end, looked_at_the_clock, months, outlook, settled};
use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key};

/// Sets the clock to the second after the end of points of 1 January 2027, by a rule of two months.
async fn end(server: &TestServer) {
    server.clock.set(at("2027-03-01T16:00:01Z"));
    looked_at_the_clock(server, true).await;
}

async fn award(counter: &Caller, member: &TestMember) -> Value {
    let order = json!({ "member": member.short_id, "amountHkd": "10.00" });
    counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
}

/// The points that a member can bring back.
async fn expired(server: &TestServer, member: &TestMember) -> Vec<i64> {
    let offered = outlook(server, member).await["expired"].clone();
    let offered = offered.as_array().expect("a list").iter();
    offered.map(|one| one["points"].as_i64().expect("points")).collect()
}

#[tokio::test]
async fn ended_points_are_not_put_on_hold_for_an_exchange() {
    let (server, ada) = just_after_the_end().await;
    let desk = Desk::of(&server).await;
    let item = |points| json!({ "leftover": -1 }).over(exchange(points));
    let (dear, cheap) = (desk.item(item(51)).await, desk.item(item(40)).await);
    looked_at_the_clock(&server, true).await;
    let buy = async |item: &str| -> Answer {
        let order = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
        ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await
    };
    buy(&dear).await.expect_problem(422, "insufficient_points");
    buy(&cheap).await.expect(200);
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (10, vec![300]));
    server.verify_books();
}

#[tokio::test]
async fn a_hold_of_an_alarm_takes_no_ended_points() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    crate::alarms::set(&server, crate::alarms::only(|settings| &mut settings.fan_in)).await;
    let target = server.member().await;
    let mut senders = Vec::new();
    for _ in 0..3 {
        senders.push(server.member_with(50).await);
    }
    go_to(&server, "2027-02-01");
    server.give(target.id, 20).await;
    go_to(&server, "2027-03-01");
    for sender in &senders {
        sender.caller.sign_in(&sender.email, crate::support::PASSWORD).await;
        sender.caller.transfer(&target.short_id, 50).await.expect(200);
    }
    alarms::find_now(&server.running.store).await.expect("a look");
    end(&server).await;
    let operator = server.staff(Role::Operator).await;
    let open = operator.get("/api/admin/alarms?queue=open").await.expect(200);
    let path = format!("/api/admin/alarms/{}/hold", open[0]["_id"].as_str().expect("an alarm"));
    let held = json!({ "note": "Ring", "members": [target.id] });
    operator.post_once(&path, &fresh_key(), held).await.expect(200);
    assert_eq!((server.balance(target.id).await, expired(&server, &target).await), (0, vec![150]));
    let alarm = operator.get(&path.replace("/hold", "")).await.expect(200);
    assert_eq!(alarm["members"][0]["held"], 20);
    server.verify_books();
}

#[tokio::test]
async fn a_merge_moves_no_ended_points_and_their_offer_goes_with_the_member() {
    let (server, twin) = just_after_the_end().await;
    let ada = server.member().await;
    looked_at_the_clock(&server, true).await;
    let operator = server.staff(Role::Operator).await;
    let path = format!("/api/admin/members/{}/merge", twin.id);
    let order = json!({ "into": ada.id, "reason": "One person" });
    assert_eq!(operator.post_once(&path, &fresh_key(), order).await.expect(200)["points"], 50);
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (50, vec![300]));
    server.verify_books();
}

/// A counter whose award of the last day is a minute old when its points end.
async fn award_of_the_last_day() -> (TestServer, TestMember, Caller, Value) {
    let (server, _) = expiring("2027-02-28", json!({ "kind": "onDay", "month": 2, "day": 28, "years": 0 })).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    server.clock.set(at("2027-02-28T15:59:01Z"));
    let (ada, counter) = (server.member().await, server.staff_at(Role::Merchant, Some(&partner)).await);
    let awarded = award(&counter, &ada).await;
    server.clock.set(at("2027-02-28T16:00:01Z"));
    looked_at_the_clock(&server, true).await;
    (server, ada, counter, awarded)
}

#[tokio::test]
async fn a_counter_cannot_undo_an_award_whose_points_have_ended() {
    let (server, ada, counter, awarded) = award_of_the_last_day().await;
    let path = format!("/api/merchant/award/{}/undo", awarded["transactionId"].as_str().expect("an id"));
    counter.post_once(&path, &fresh_key(), json!({})).await.expect_problem(409, "points_already_spent");
    // Points of the new day pay for it, as they would for points that were spent.
    server.give(ada.id, 15).await;
    counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (5, vec![10]));
    server.verify_books();
}

#[tokio::test]
async fn staff_cannot_reverse_points_that_have_ended() {
    let (server, ada, _, awarded) = award_of_the_last_day().await;
    let desk = Desk::of(&server).await;
    looked_at_the_clock(&server, true).await;
    desk.reverse(&awarded).await.expect_problem(422, "insufficient_points");
    server.give(ada.id, 15).await;
    desk.reverse(&awarded).await.expect(200);
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (5, vec![10]));
    server.verify_books();
}

#[tokio::test]
async fn an_undone_batch_takes_no_ended_points_as_credited_ones() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let (desk, ada) = (Desk::of(&server).await, server.member().await);
    let file = format!("{},100,Beach day", ada.short_id);
    let request = desk.operator.request(Method::POST, "/api/admin/credits?name=Beach").body(file);
    let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
    let batch = desk.operator.send(request).await.expect(200);
    go_to(&server, "2027-02-01");
    server.give(ada.id, 30).await;
    end(&server).await;
    let path = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    let operator = server.staff(Role::Operator).await;
    let undone = operator.post_once(&path, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert_eq!((&undone["takenBack"], &undone["spent"][0]["points"]), (&json!(30), &json!(70)));
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (0, vec![100]));
    server.verify_books();
}

/// A member and a friend whose purchase brought 100 points.
async fn referral(server: &TestServer, counter: &Caller) -> (TestMember, TestMember, Value) {
    let referrer = server.member().await;
    let me = referrer.caller.get("/api/auth/getUserInfo").await.expect(200);
    let friend = server.friend_of(me["referralCode"].as_str().expect("a code")).await;
    let bought = award(counter, &friend).await;
    assert_eq!(server.balance(referrer.id).await, 100);
    (referrer, friend, bought)
}

#[tokio::test]
async fn a_reward_for_a_friend_that_has_ended_is_not_taken_back() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let (referrer, friend, bought) = referral(&server, &counter).await;
    go_to(&server, "2027-02-01");
    server.give(friend.id, 50).await;
    end(&server).await;
    Desk::of(&server).await.reverse(&bought).await.expect(200);
    assert_eq!((server.balance(friend.id).await, expired(&server, &friend).await), (40, vec![10]));
    assert_eq!((server.balance(referrer.id).await, expired(&server, &referrer).await), (0, vec![100]));
    server.verify_books();
}

#[tokio::test]
async fn a_goal_that_is_taken_back_pays_with_no_ended_points() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    with_goals(&server).await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let item = desk.item(coupon(40)).await;
    goal(&desk, 2, json!({ "kind": "item", "item": item })).await;
    let ada = server.member_with(300).await;
    server.clock.set(at("2027-03-01T15:59:01Z"));
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    award(&counter, &ada).await;
    let bought = award(&counter, &ada).await;
    assert_eq!(server.balance(ada.id).await, 320);
    end(&server).await;
    let path = format!("/api/merchant/award/{}/undo", bought["transactionId"].as_str().expect("an id"));
    counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    // The coupon gives back the 40 points that it took, with their end. The run takes them, now or a moment ago.
    settled(&server).await;
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (10, vec![260, 40]));
    server.verify_books();
}

/// A member with 300 points that have just ended by two months of inactivity, and a counter.
async fn inactive() -> (TestServer, TestMember, Desk, Caller) {
    let (server, _) = expiring("2027-01-01", json!({ "kind": "inactivity", "months": 2 })).await;
    let ada = server.member_with(300).await;
    server.clock.set(at("2027-03-01T16:00:01Z"));
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    looked_at_the_clock(&server, true).await;
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    (server, ada, desk, counter)
}

#[tokio::test]
async fn a_purchase_does_not_bring_back_what_ended_by_inactivity() {
    let (server, ada, _, counter) = inactive().await;
    let body = json!({ "member": ada.short_id, "amountHkd": "12.00", "receipt": "R-1" });
    counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 12);
    server.verify_books();
}

#[tokio::test]
async fn a_scanned_code_does_not_bring_back_what_ended_by_inactivity() {
    let (server, ada, desk, _) = inactive().await;
    let text = code(&desk, json!({ "points": 50 })).await;
    looked_at_the_clock(&server, true).await;
    scan(&ada, &text).await;
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (50, vec![300]));
    server.verify_books();
}

#[tokio::test]
async fn a_reward_for_a_friend_does_not_bring_back_what_ended_by_inactivity() {
    let (server, ada, _, counter) = inactive().await;
    let me = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    let friend = server.friend_of(me["referralCode"].as_str().expect("a code")).await;
    looked_at_the_clock(&server, true).await;
    award(&counter, &friend).await;
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (100, vec![300]));
    server.verify_books();
}

/// Turns goals on.
async fn with_goals(server: &TestServer) {
    let owner = server.staff(Role::Owner).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "goals": true }).over(settings)).await.expect(200);
}

/// Adds a goal of purchases and switches it on; gives its id.
async fn goal(desk: &Desk, target: i64, reward: Value) -> String {
    let goal = json!({ "name": { "en": "Two cups", "zh": "两杯", "zhhk": "兩杯" }, "kind": "stampCard",
        "counts": "purchases", "target": target, "reward": reward });
    let made = desk.create("goals", goal).await;
    let on = desk.operator.request(Method::POST, &format!("/api/admin/goals/{made}/switch-on")).header("if-match", "*");
    desk.operator.send(on.json(&json!({}))).await.expect(200);
    made
}

/// Adds a campaign with one shared code; gives the text of the code.
async fn code(desk: &Desk, gives: Value) -> String {
    let campaign = json!({ "name": "Spring", "perMember": 1, "total": 100, "shared": true }).over(gives);
    let path = format!("/api/admin/campaigns/{}/codes", desk.create("campaigns", campaign).await);
    let made = desk.operator.post(&path, json!({ "count": 1 })).await.expect(200);
    made["codes"][0]["text"].as_str().expect("a text").to_owned()
}

async fn scan(member: &TestMember, text: &str) -> Value {
    member.caller.post_once("/api/redeem/scanQR", &fresh_key(), json!({ "qr": text })).await.expect(200)
}

/// All points of the purchase wait, so that its reversal moves none of the balance, and only the reward does.
#[tokio::test]
async fn a_goal_of_a_purchase_whose_points_wait_pays_with_no_ended_points() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    with_goals(&server).await;
    let ada = server.member_with(300).await;
    server.clock.set(at("2027-03-01T15:59:01Z"));
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let shop = Shop { server, desk, partner, counter };
    shop.on(json!({ "pending": { "days": 14, "of": "purchase" } })).await;
    let item = shop.desk.item(coupon(40)).await;
    goal(&shop.desk, 2, json!({ "kind": "item", "item": item })).await;
    award(&shop.counter, &ada).await;
    let bought = award(&shop.counter, &ada).await;
    assert_eq!(shop.server.balance(ada.id).await, 300, "40 were paid for the coupon");
    end(&shop.server).await;
    Desk::of(&shop.server).await.reverse(&bought).await.expect(200);
    settled(&shop.server).await;
    assert_eq!((shop.server.balance(ada.id).await, expired(&shop.server, &ada).await), (0, vec![260, 40]));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_coupon_of_a_campaign_does_not_bring_back_what_ended_by_inactivity() {
    let (server, ada, desk, _) = inactive().await;
    let item = desk.item(json!({ "leftover": -1 }).over(coupon(40))).await;
    let text = code(&desk, json!({ "gift": { "kind": "item", "item": item } })).await;
    looked_at_the_clock(&server, true).await;
    assert_eq!(scan(&ada, &text).await["gift"]["kind"], "item");
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (0, vec![300]));
    server.verify_books();
}

#[tokio::test]
async fn a_scan_whose_points_have_ended_is_not_taken_back() {
    let (server, _) = expiring("2027-01-01", months(2)).await;
    let (desk, ada) = (Desk::of(&server).await, server.member().await);
    let text = code(&desk, json!({ "points": 50 })).await;
    scan(&ada, &text).await;
    go_to(&server, "2027-02-01");
    server.give(ada.id, 30).await;
    end(&server).await;
    let operator = Desk::of(&server).await.operator;
    let campaigns = operator.get("/api/admin/campaigns").await.expect(200);
    let campaign = campaigns[0]["_id"].as_str().expect("an id");
    let scans = operator.get(&format!("/api/admin/campaign-scans?campaign={campaign}")).await.expect(200);
    let path = format!("/api/admin/campaign-scans/{}/take-back", scans[0]["_id"].as_str().expect("an id"));
    let take_back = async || operator.post_once(&path, &fresh_key(), json!({ "reason": "The wrong code" })).await;
    take_back().await.expect_problem(409, "points_already_spent");
    server.give(ada.id, 30).await;
    take_back().await.expect(200);
    assert_eq!((server.balance(ada.id).await, expired(&server, &ada).await), (10, vec![50]));
    server.verify_books();
}
