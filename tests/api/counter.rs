//! Tills: enrolling, signing in, undoing, and refusals at the counter.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::config::Config;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key, quiet};

/// An outlet with one cashier and one till, and a partner that gives one point a dollar, and two
/// more with the card.
pub(crate) struct Shop {
    pub(crate) server: TestServer,
    pub(crate) desk: Desk,
    pub(crate) partner: String,
    pub(crate) outlet: String,
    pub(crate) cashier: String,
    /// The number in the name of the next till: tills of an outlet have different names.
    next_till: AtomicU32,
}

pub(crate) const PIN: &str = "407193";

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::open_with(quiet).await
    }

    pub(crate) async fn open_with(adjust: impl FnOnce(&mut Config)) -> Self {
        let server = TestServer::start_with(adjust).await;
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "2").await;
        let outlet = desk
            .create(&format!("partners/{partner}/outlets"), json!({ "name": { "en": "Sheung Wan", "zhhk": "上環" } }))
            .await;
        let cashier =
            desk.create(&format!("partners/{partner}/cashiers"), json!({ "name": "Ah Fan", "pin": PIN })).await;
        Self { server, desk, partner, outlet, cashier, next_till: AtomicU32::new(2) }
    }

    /// A till without a device, and its link: Till 2, then Till 3.
    pub(crate) async fn waiting_till(&self) -> Value {
        let path = format!("/api/admin/outlets/{}/tills", self.outlet);
        let name = format!("Till {}", self.next_till.fetch_add(1, Ordering::Relaxed));
        self.desk.operator.post(&path, json!({ "name": name })).await.expect(201)
    }

    /// A browser that is enrolled as a till.
    pub(crate) async fn device(&self) -> Caller {
        let waiting = self.waiting_till().await;
        let device = self.server.visitor().browser();
        device.post("/api/merchant/enrol", json!({ "code": waiting["code"] })).await.expect(200);
        device
    }

    pub(crate) async fn sign_in(&self, device: &Caller, pin: &str) -> Answer {
        device.post("/api/merchant/session", json!({ "cashierId": self.cashier, "pin": pin })).await
    }

    /// A till with a signed-in cashier.
    pub(crate) async fn till(&self) -> Caller {
        let device = self.device().await;
        self.sign_in(&device, PIN).await.expect(200);
        device
    }

    pub(crate) async fn manager(&self) -> Caller {
        self.server.staff_at(Role::Merchant, Some(&self.partner)).await
    }

    /// Opens a coupon of this shop; gives the code that it shows.
    async fn opened_coupon(&self, member: &TestMember) -> String {
        let item = self.desk.item(json!({ "partnerId": self.partner }).over(coupon(10))).await;
        let path = format!("/api/redeem/purchase/{item}");
        let bought = member.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        open(member, bought["redemption"]["_id"].as_str().expect("an id")).await
    }
}

async fn open(member: &TestMember, redemption: &str) -> String {
    let shown = member.caller.post(&format!("/api/redeem/use/{redemption}"), json!({})).await.expect(200);
    shown["itemContent"]["qrcode"].as_str().expect("a code").to_owned()
}

pub(crate) async fn award(till: &Caller, member: &TestMember, amount: &str) -> Answer {
    let body = json!({ "member": member.short_id, "amountHkd": amount });
    till.post_once("/api/merchant/award", &fresh_key(), body).await
}

pub(crate) async fn undo(till: &Caller, awarded: &Value) -> Answer {
    let path = format!("/api/merchant/award/{}/undo", awarded["transactionId"].as_str().expect("an id"));
    till.post_once(&path, &fresh_key(), json!({})).await
}

pub(crate) fn with_limits(config: &mut Config) {
    quiet(config);
    config.limits.enabled = true;
}

#[tokio::test]
async fn a_till_is_enrolled_once_and_knows_its_outlet() {
    let shop = Shop::open().await;
    let waiting = shop.waiting_till().await;
    let (code, link) = (waiting["code"].as_str().expect("a code"), waiting["link"].as_str().expect("a link"));
    assert!(link.ends_with(&format!("/merchant/enrol/{}", code.replace('-', ""))), "{link}");
    let device = shop.server.visitor().browser();
    device.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    for wrong in ["", "0000-0000-0000", "x".repeat(5_000).as_str()] {
        let answer = device.post("/api/merchant/enrol", json!({ "code": wrong })).await;
        answer.expect_problem(410, "enrolment_closed");
    }
    let answer = device.post("/api/merchant/enrol", json!({ "code": code.to_lowercase() })).await;
    let told = answer.expect(200);
    assert_eq!((&told["outlet"]["zhhk"], &told["cashiers"][0]["name"]), (&json!("上環"), &json!("Ah Fan")));
    assert_eq!((&told["partner"]["basePoints"], &told["partner"]["extraPoints"]), (&json!("1"), &json!("2")));
    let cookie = answer.headers.get_all("set-cookie").iter().find_map(|line| line.to_str().ok()).expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let again = shop.server.visitor().browser();
    again.post("/api/merchant/enrol", json!({ "code": code })).await.expect_problem(410, "enrolment_closed");
    let listed = shop.desk.operator.get(&format!("/api/admin/partners/{}/tills", shop.partner)).await;
    let rows = listed.expect(200);
    assert_eq!(rows[0]["state"], "enrolled");
    assert!(rows[0]["lastSeen"].is_string() && !listed.text.contains(&code.replace('-', "")));
    let late = shop.waiting_till().await;
    shop.server.clock.advance(Duration::from_secs(86_400));
    again.post("/api/merchant/enrol", json!({ "code": late["code"] })).await.expect_problem(410, "enrolment_closed");
}

#[tokio::test]
async fn a_cashier_session_ends_after_30_idle_minutes_or_12_hours() {
    let shop = Shop::open().await;
    let device = shop.device().await;
    assert_eq!(device.get("/api/merchant/today").await.status, 401);
    let told = shop.sign_in(&device, PIN).await.expect(200);
    assert_eq!((&told["signedIn"]["name"], &told["signedIn"]["standing"]), (&json!("Ah Fan"), &json!("cashier")));
    let minutes = async |minutes: u64| {
        shop.server.clock.advance(Duration::from_secs(minutes * 60));
        device.get("/api/merchant/today").await.status
    };
    assert_eq!(minutes(29).await, 200);
    assert_eq!(minutes(29).await, 200, "a call restarts the half hour");
    assert_eq!(minutes(30).await, 401);
    shop.sign_in(&device, PIN).await.expect(200);
    for _ in 0..28 {
        assert_eq!(minutes(25).await, 200);
    }
    assert_eq!(minutes(25).await, 401, "after twelve hours");
    shop.sign_in(&device, PIN).await.expect(200);
    assert_eq!(device.delete("/api/merchant/session").await.status, 204);
    assert_eq!(device.get("/api/merchant/today").await.status, 401);
    assert!(device.get("/api/merchant/till").await.expect(200).get("signedIn").is_none());
}

#[tokio::test]
async fn only_an_own_cashier_with_the_right_pin_gets_in() {
    let shop = Shop::open().await;
    let device = shop.device().await;
    shop.sign_in(&device, "730264").await.expect_problem(401, "wrong_pin");
    for unsound in ["", "123", "123456789", "12a4", "１２３４"] {
        shop.sign_in(&device, unsound).await.expect_problem(400, "invalid_pin");
    }
    let elsewhere = shop.desk.partner("1", "0").await;
    let stranger =
        shop.desk.create(&format!("partners/{elsewhere}/cashiers"), json!({ "name": "Ben", "pin": PIN })).await;
    let answer = device.post("/api/merchant/session", json!({ "cashierId": stranger, "pin": PIN })).await;
    answer.expect_problem(401, "wrong_pin");
    // A PIN works only on an enrolled device.
    shop.sign_in(&shop.server.visitor().browser(), PIN).await.expect_problem(401, "till_not_enrolled");
    let path = format!("/api/admin/cashiers/{}", shop.cashier);
    shop.sign_in(&device, PIN).await.expect(200);
    shop.desk.operator.put_at(&path, "*", json!({ "name": "Ah Fan", "active": false })).await.expect(200);
    assert_eq!(device.get("/api/merchant/today").await.status, 401, "a suspended cashier loses access at once");
    shop.sign_in(&device, PIN).await.expect_problem(401, "wrong_pin");
    let back = json!({ "name": "Ah Fan", "active": true, "pin": "9053" });
    shop.desk.operator.put_at(&path, "*", back).await.expect(200);
    shop.sign_in(&device, PIN).await.expect_problem(401, "wrong_pin");
    shop.sign_in(&device, "9053").await.expect(200);
    let weak = json!({ "name": "Ah Fan", "active": true, "pin": "99" });
    shop.desk.operator.put_at(&path, "*", weak).await.expect_problem(400, "invalid_pin");
    let unknown = json!({ "name": "Ah Fan", "active": true, "pins": "9999" });
    shop.desk.operator.put_at(&path, "*", unknown).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn wrong_pins_pause_the_cashier_and_lock_the_till() {
    let shop = Shop::open_with(with_limits).await;
    let device = shop.device().await;
    let second =
        shop.desk.create(&format!("partners/{}/cashiers", shop.partner), json!({ "name": "Ben", "pin": PIN })).await;
    for _ in 0..5 {
        shop.sign_in(&device, "730264").await.expect_problem(401, "wrong_pin");
    }
    let paused = shop.sign_in(&device, PIN).await;
    paused.expect_problem(429, "pin_paused");
    assert!(!paused.header("retry-after").is_empty());
    let other = json!({ "cashierId": second, "pin": "730264" });
    for _ in 0..5 {
        device.post("/api/merchant/session", other.clone()).await.expect_problem(401, "wrong_pin");
    }
    device.post("/api/merchant/session", other).await.expect_problem(403, "till_locked");
    let rows = shop.desk.operator.get(&format!("/api/admin/partners/{}/tills", shop.partner)).await.expect(200);
    assert_eq!(rows[0]["locked"], true);
    let path = format!("/api/admin/tills/{}/unlock", rows[0]["_id"].as_str().expect("an id"));
    assert_eq!(shop.desk.operator.post(&path, json!({})).await.expect(200)["locked"], false);
    shop.server.clock.advance(Duration::from_secs(31));
    shop.sign_in(&device, PIN).await.expect(200);
}

#[tokio::test]
async fn ten_invalid_codes_lock_the_till_until_a_supervisor_comes() {
    let shop = Shop::open_with(with_limits).await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    for round in 0..9 {
        till.post("/api/merchant/verify", json!({ "code": format!("NO-{round}") })).await.expect(200);
    }
    shop.server.clock.advance(Duration::from_secs(600));
    till.post("/api/merchant/verify", json!({ "code": "NO" })).await.expect(200);
    award(&till, &ada, "10").await.expect(200);
    for round in 0..9 {
        let body = json!({ "member": format!("nobody{round}@example.org") });
        till.post("/api/merchant/lookup", body).await.expect_problem(404, "member_not_found");
    }
    award(&till, &ada, "10").await.expect_problem(403, "till_locked");
    till.post("/api/merchant/lookup", json!({ "member": ada.short_id })).await.expect_problem(403, "till_locked");
    assert_eq!(till.post("/api/merchant/unlock", json!({})).await.status, 403, "a cashier is no supervisor");
    // The supervisor signs in on the same device, where the cashier is still signed in.
    let manager = shop.manager_at(&till).await;
    assert_eq!(manager["signedIn"]["standing"], "manager");
    assert_eq!(till.post("/api/merchant/unlock", json!({})).await.status, 204);
    award(&till, &ada, "10").await.expect(200);
}

impl Shop {
    /// Signs a manager in on a till's browser.
    pub(crate) async fn manager_at(&self, till: &Caller) -> Value {
        let email = self.server.staff_email_at(Role::Merchant, Some(&self.partner)).await;
        till.post("/api/staff/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        till.post("/api/merchant/session/staff", json!({})).await.expect(200)
    }
}

#[tokio::test]
async fn a_revoked_till_is_turned_away_at_once() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    award(&till, &ada, "10").await.expect(200);
    let id = till.get("/api/merchant/till").await.expect(200)["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/tills/{id}");
    let home = format!("/api/admin/partners/{}", shop.partner);
    let tills = async || {
        let uses = shop.desk.operator.get(&format!("{home}/uses")).await.expect(200);
        let uses = uses.as_array().expect("uses").clone();
        uses.into_iter().filter(|one| one["kind"] == "till").map(|one| one["_id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(tills().await, [json!(id)]);
    shop.desk.operator.delete(&home).await.expect_problem(409, "in_use");
    assert_eq!(shop.desk.operator.delete(&path).await.status, 204);
    assert_eq!(tills().await, Vec::<Value>::new());
    award(&till, &ada, "10").await.expect_problem(401, "unauthenticated");
    till.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    shop.sign_in(&till, PIN).await.expect_problem(401, "till_not_enrolled");
    shop.desk.operator.post(&format!("{path}/link"), json!({})).await.expect_problem(409, "till_revoked");
    let other = shop.till().await;
    assert_eq!(shop.desk.operator.delete(&format!("/api/admin/outlets/{}", shop.outlet)).await.status, 204);
    other.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    assert_eq!(shop.server.balance(ada.id).await, 10);
}

#[tokio::test]
async fn another_device_takes_a_till_over() {
    let shop = Shop::open().await;
    let old = shop.till().await;
    let id = old.get("/api/merchant/till").await.expect(200)["_id"].as_str().expect("an id").to_owned();
    let renewed = shop.desk.operator.post(&format!("/api/admin/tills/{id}/link"), json!({})).await.expect(200);
    assert_eq!(old.get("/api/merchant/today").await.status, 200, "the old device still works");
    let new = shop.server.visitor().browser();
    new.post("/api/merchant/enrol", json!({ "code": renewed["code"] })).await.expect(200);
    old.get("/api/merchant/till").await.expect_problem(401, "till_not_enrolled");
    assert_eq!(new.get("/api/merchant/till").await.expect(200)["_id"], id.as_str());
}

#[tokio::test]
async fn a_lookup_shows_no_more_than_a_masked_name() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let spelled = ada.short_id.to_lowercase();
    for named in [ada.short_id.as_str(), &format!("{}-{}", &spelled[..4], &spelled[4..]), &ada.phone, &ada.email] {
        let found = till.post("/api/merchant/lookup", json!({ "member": named })).await.expect(200);
        assert_eq!(found, json!({ "shortId": ada.short_id, "name": "Mei *", "initials": "M" }));
    }
    till.post("/api/merchant/lookup", json!({ "member": " " })).await.expect_problem(400, "required_field");
    till.post("/api/merchant/lookup", json!({ "member": 5 })).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn an_award_is_made_once_and_taken_back_once() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let body = json!({ "member": ada.short_id, "amountHkd": "42.50", "enjoyCard": true, "receipt": "R-7" });
    let key = fresh_key();
    let awarded = till.post_once("/api/merchant/award", &key, body.clone()).await.expect(200);
    assert_eq!(
        (&awarded["points"], &awarded["basePoints"], &awarded["extraPoints"]),
        (&json!(127), &json!(42), &json!(85))
    );
    let again = till.post_once("/api/merchant/award", &key, body.clone()).await;
    assert_eq!((again.expect(200), again.header("idempotency-replayed")), (awarded.clone(), "true"));
    assert_eq!(shop.server.balance(ada.id).await, 127);
    let key = fresh_key();
    let path = format!("/api/merchant/award/{}/undo", awarded["transactionId"].as_str().expect("an id"));
    let undone = till.post_once(&path, &key, json!({})).await.expect(200);
    assert_eq!(undone["points"], 127);
    assert_eq!(till.post_once(&path, &key, json!({})).await.expect(200), undone, "the same answer again");
    undo(&till, &awarded).await.expect_problem(409, "already_reversed");
    assert_eq!(shop.server.balance(ada.id).await, 0);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!((&history[0]["type"], &history[0]["points"]), (&json!("Reversal"), &json!(-127)));
    // The receipt may earn points again, for the right amount.
    let body = json!({ "amountHkd": "24.50" }).over(body);
    till.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    let today = till.get("/api/merchant/today").await.expect(200);
    assert_eq!((&today["awards"], &today["amountHkd"], &today["points"]), (&json!(1), &json!("24.50"), &json!(73)));
    let activity = till.get("/api/merchant/activity").await.expect(200);
    assert_eq!((&activity[1]["undone"], &activity[1]["till"]), (&json!(true), &json!("Till 2")));
    shop.server.verify_books();
}

#[tokio::test]
async fn an_award_stays_when_it_is_old_spent_or_another_counter_s() {
    let shop = Shop::open().await;
    let (till, ada, ben) = (shop.till().await, shop.server.member().await, shop.server.member().await);
    let awarded = award(&till, &ada, "50").await.expect(200);
    let neighbour = shop.till().await;
    undo(&neighbour, &awarded).await.expect_problem(409, "undo_elsewhere");
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    undo(&rival, &awarded).await.expect_problem(404, "not_found");
    ada.caller.transfer(&ben.short_id, 1).await.expect(200);
    undo(&till, &awarded).await.expect_problem(409, "points_already_spent");
    shop.server.give(ada.id, 1).await;
    shop.server.clock.advance(Duration::from_secs(300));
    undo(&till, &awarded).await.expect_problem(409, "undo_too_late");
    let nothing = till.post_once("/api/merchant/award/nothing/undo", &fresh_key(), json!({})).await;
    nothing.expect_problem(404, "not_found");
    assert_eq!(shop.server.balance(ada.id).await, 50);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_till_s_list_says_until_when_an_award_can_be_taken_back() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let [slip, other] = [award(&till, &ada, "50").await.expect(200), award(&till, &ada, "20").await.expect(200)];
    let listed = async |counter: &Caller| counter.get("/api/merchant/activity").await.expect(200);
    let then = listed(&till).await;
    assert_eq!((&then[0]["undoUntil"], &then[1]["undoUntil"]), (&other["undoUntil"], &slip["undoUntil"]));
    assert!(then[1]["serverTime"].as_str() < slip["undoUntil"].as_str(), "{then}");
    // A slip that is printed again has the same number.
    assert_eq!((&then[0]["number"], &then[1]["number"]), (&other["number"], &slip["number"]));
    assert_eq!(listed(&shop.manager().await).await[1].get("undoUntil"), None, "away from the till");
    shop.server.clock.advance(Duration::from_secs(299));
    undo(&till, &slip).await.expect(200);
    let now = listed(&till).await;
    assert_eq!((now[1].get("undoUntil"), now[1].get("serverTime")), (None, None), "it is undone");
    assert!(now[0]["undoUntil"] == other["undoUntil"] && now[0]["serverTime"] != then[0]["serverTime"], "{now}");
    shop.server.clock.advance(Duration::from_secs(1));
    assert_eq!(listed(&till).await[0].get("undoUntil"), None, "its time is over");
}

#[tokio::test]
async fn an_award_that_the_desk_reverses_counts_no_more_at_the_counter() {
    let shop = Shop::open_with(|config| {
        with_limits(config);
        config.merchant.daily_award_cap = 60;
        config.merchant.daily_award_cap_per_member = 60;
        config.merchant.daily_amount_cap_per_till = 60;
    })
    .await;
    let (till, ada, ben) = (shop.till().await, shop.server.member().await, shop.server.member().await);
    let body = json!({ "member": ada.short_id, "amountHkd": "50", "receipt": "R-8" });
    let buy = async || till.post_once("/api/merchant/award", &fresh_key(), body.clone()).await;
    let awarded = buy().await.expect(200);
    buy().await.expect_problem(409, "receipt_already_used");
    award(&till, &ben, "11").await.expect_problem(409, "award_cap_reached");
    shop.desk.reverse(&awarded).await.expect(200);
    undo(&till, &awarded).await.expect_problem(409, "already_reversed");

    let today = till.get("/api/merchant/today").await.expect(200);
    assert_eq!((&today["awards"], &today["points"], &today["amountHkd"]), (&json!(0), &json!(0), &json!("0.00")));
    assert_eq!(till.get("/api/merchant/activity").await.expect(200)[0]["undone"], true);
    let outlets = async || shop.desk.operator.get("/api/admin/reports/outlets").await.expect(200)[0].clone();
    let counted = outlets().await;
    assert!(counted.is_null() || (&counted["awards"], &counted["issued"]) == (&json!(0), &json!(0)), "{counted}");
    // The receipt earns again, and the caps of partner, member and till have room again.
    buy().await.expect(200);
    award(&till, &ben, "10").await.expect(200);
    let counted = outlets().await;
    assert_eq!((&counted["awards"], &counted["issued"]), (&json!(2), &json!(60)));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_till_s_day_is_capped_and_what_is_taken_back_is_not_counted() {
    let shop = Shop::open_with(|config| {
        with_limits(config);
        config.merchant.daily_amount_cap_per_till = 100;
    })
    .await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let first = award(&till, &ada, "60").await.expect(200);
    award(&till, &ada, "40.01").await.expect_problem(409, "till_cap_reached");
    undo(&till, &first).await.expect(200);
    award(&till, &ada, "100").await.expect(200);
    award(&till, &ada, "1").await.expect_problem(409, "till_cap_reached");
    award(&shop.till().await, &ada, "1").await.expect(200);
    assert_eq!(shop.server.balance(ada.id).await, 101);
}

#[tokio::test]
async fn a_collected_coupon_tells_when_where_and_by_whom() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    let code = shop.opened_coupon(&ada).await;
    let seen = till.post("/api/merchant/verify", json!({ "code": code })).await.expect(200);
    assert!(seen["serverTime"].is_string() && seen["openedAt"].is_string() && seen["expiresAt"].is_string());
    assert_eq!(seen["member"]["name"], "Mei *");
    let key = fresh_key();
    let collect = async |key: &str| till.post_once("/api/merchant/collect", key, json!({ "code": code })).await;
    let (one, other) = tokio::join!(collect(&key), collect(&key));
    assert_eq!((one.expect(200), other.status), (other.json(), 200), "both requests get the same answer");
    collect(&fresh_key()).await.expect_problem(409, "coupon_collected");
    let seen = till.post("/api/merchant/verify", json!({ "code": code })).await.expect(200);
    assert_eq!(
        (&seen["status"], &seen["collectedBy"], &seen["outlet"]["en"], &seen["till"]),
        (&json!("collected"), &json!("Ah Fan"), &json!("Sheung Wan"), &json!("Till 2"))
    );
    let today = till.get("/api/merchant/today").await.expect(200);
    assert_eq!((&today["collected"], today["hours"].as_array().map(Vec::len)), (&json!(1), Some(1)));
}

#[tokio::test]
async fn a_coupon_that_cannot_be_served_goes_back_to_its_member() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    let code = shop.opened_coupon(&ada).await;
    let give_back = async || till.post_once("/api/merchant/return", &fresh_key(), json!({ "code": code })).await;
    give_back().await.expect(200);
    give_back().await.expect_problem(409, "coupon_unknown");
    let mine = ada.caller.get("/api/redeem/myredeems?type=coupon").await.expect(200);
    assert_eq!(mine[0]["used"], false);
    let again = open(&ada, mine[0]["_id"].as_str().expect("an id")).await;
    till.post("/api/merchant/collect", json!({ "code": again })).await.expect(200);
    give_back().await.expect_problem(409, "coupon_collected");
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    assert!(inbox["data"].to_string().contains("Your coupon is back"), "{inbox}");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_partner_that_is_switched_off_collects_nothing() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    let code = shop.opened_coupon(&ada).await;
    let item = shop.desk.item(json!({ "partnerId": shop.partner }).over(coupon(10))).await;
    let buy = format!("/api/redeem/purchase/{item}");
    let bought = ada.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let unopened = bought["redemption"]["_id"].as_str().expect("an id");
    let path = format!("/api/admin/partners/{}", shop.partner);
    let house = |active: bool| json!({ "type": "Food", "name": { "en": "Tea House" }, "active": active, "basePoints": "1", "extraPoints": "2" });
    shop.desk.operator.put_at(&path, "*", house(false)).await.expect(200);
    for call in ["verify", "collect"] {
        let answer = till.post(&format!("/api/merchant/{call}"), json!({ "code": code })).await;
        answer.expect_problem(403, "partner_inactive");
    }
    // The till cannot look up members either.
    let looked = till.post("/api/merchant/lookup", json!({ "member": ada.short_id })).await;
    looked.expect_problem(403, "partner_inactive");
    // A member cannot buy or open a coupon that nobody would collect; an open coupon is returned.
    let offered = async || ada.caller.get("/api/redeem/list").await.expect(200).to_string().contains(&item);
    assert!(!offered().await, "the item is not offered");
    let refused = ada.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await;
    refused.expect_problem(404, "item_unavailable");
    let refused = ada.caller.post(&format!("/api/redeem/use/{unopened}"), json!({})).await;
    refused.expect_problem(404, "item_unavailable");
    till.post("/api/merchant/return", json!({ "code": code })).await.expect(200);
    shop.desk.operator.put_at(&path, "*", house(true)).await.expect(200);
    assert!(offered().await);
    let code = open(&ada, unopened).await;
    till.post("/api/merchant/collect", json!({ "code": code })).await.expect(200);
    shop.server.verify_books();
}

#[tokio::test]
async fn the_open_coupon_of_a_suspended_member_is_not_collected() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    let code = shop.opened_coupon(&ada).await;
    let path = format!("/api/admin/members/{}", ada.id);
    shop.desk.operator.post(&format!("{path}/suspend"), json!({})).await.expect(200);
    let seen = till.post("/api/merchant/verify", json!({ "code": code })).await.expect(200);
    assert_eq!((&seen["status"], &seen["memberInactive"]), (&json!("unknown"), &json!(true)));
    till.post("/api/merchant/collect", json!({ "code": code })).await.expect_problem(409, "member_inactive");
    shop.desk.operator.post(&format!("{path}/reinstate"), json!({})).await.expect(200);
    let seen = till.post("/api/merchant/verify", json!({ "code": code })).await.expect(200);
    assert_eq!(seen["status"], "valid");
    till.post("/api/merchant/collect", json!({ "code": code })).await.expect(200);
    till.post("/api/merchant/collect", json!({ "code": code })).await.expect_problem(409, "coupon_collected");
}

#[tokio::test]
async fn a_manager_keeps_the_own_partner_s_tills_and_cashiers() {
    let shop = Shop::open().await;
    let manager = shop.manager().await;
    let outlets = manager.get("/api/merchant/outlets").await.expect(200);
    assert_eq!(outlets[0]["_id"], shop.outlet.as_str());
    let made = manager.post("/api/merchant/tills", json!({ "outletId": shop.outlet, "name": " Till 3 " })).await;
    let id = made.expect(201)["till"]["_id"].as_str().expect("an id").to_owned();
    assert_eq!(made.json()["till"]["name"], "Till 3");
    manager.post(&format!("/api/merchant/tills/{id}/link"), json!({})).await.expect(200);
    manager.post(&format!("/api/merchant/tills/{id}/unlock"), json!({})).await.expect(200);
    assert_eq!(manager.get("/api/merchant/tills").await.expect(200)[0]["state"], "waiting");
    let cashier = manager.post("/api/merchant/cashiers", json!({ "name": "Siu Ming", "pin": "5093" })).await;
    let cashier = cashier.expect(201)["_id"].as_str().expect("an id").to_owned();
    let path = format!("/api/merchant/cashiers/{cashier}");
    manager.put(&path, json!({ "name": "Siu Ming", "active": false })).await.expect(200);
    let stranger = shop.desk.partner("1", "0").await;
    let stranger = shop.server.staff_at(Role::Merchant, Some(&stranger)).await;
    stranger.put(&path, json!({ "name": "X", "active": true })).await.expect_problem(404, "not_found");
    stranger.delete(&path).await.expect_problem(404, "not_found");
    stranger.delete(&format!("/api/merchant/tills/{id}")).await.expect_problem(404, "not_found");
    let body = json!({ "outletId": shop.outlet, "name": "Till 4" });
    stranger.post("/api/merchant/tills", body).await.expect_problem(404, "not_found");
    assert_eq!(manager.delete(&path).await.status, 204);
    assert_eq!(manager.delete(&format!("/api/merchant/tills/{id}")).await.status, 204);
    // Cashiers have no management rights.
    let till = shop.till().await;
    for path in ["/api/merchant/tills", "/api/merchant/cashiers", "/api/merchant/outlets"] {
        till.get(path).await.expect_problem(403, "forbidden");
    }
    // This manager cannot use a till of another partner.
    let rival = shop.desk.partner("1", "0").await;
    let email = shop.server.staff_email_at(Role::Merchant, Some(&rival)).await;
    till.clear_cookies_but("tillDevice");
    till.post("/api/staff/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    till.post("/api/merchant/session/staff", json!({})).await.expect_problem(403, "other_partners_till");
    let owner = shop.server.staff(Role::Owner).await;
    let trail = owner.get("/api/admin/audit").await.expect(200).to_string();
    for action in [
        "outlet.create",
        "till.create",
        "till.code",
        "till.unlock",
        "till.revoke",
        "cashier.create",
        "cashier.update",
        "cashier.delete",
    ] {
        assert!(trail.contains(action), "the audit lacks {action}");
    }
    assert!(!trail.contains("argon2"), "the audit holds the hash of a PIN");
}

#[tokio::test]
async fn an_outlet_is_changed_by_one_editor_at_a_time() {
    let shop = Shop::open().await;
    let path = format!("/api/admin/outlets/{}", shop.outlet);
    let editor = shop.server.staff(Role::Editor).await;
    let shown = editor.get(&path).await;
    assert_eq!(shown.expect(200)["address"]["en"], "");
    let change = async |tag: &str| {
        let request = editor.request(reqwest::Method::PUT, &path).header("if-match", tag);
        editor.send(request.json(&json!({ "name": { "en": "Central" }, "address": { "en": "1 Queen’s Road" } }))).await
    };
    assert_eq!(change(shown.header("etag")).await.expect(200)["name"]["en"], "Central");
    change(shown.header("etag")).await.expect_problem(412, "stale");
    editor.put(&path, json!({ "name": { "en": "X" } })).await.expect_problem(428, "precondition_required");
    let outlets = format!("/api/admin/partners/{}/outlets", shop.partner);
    editor.post(&outlets, json!({ "name": { "en": " " } })).await.expect_problem(400, "required_field");
    editor.post(&outlets, json!({ "name": { "en": "x".repeat(200) } })).await.expect_problem(400, "too_long");
    let nowhere = format!("/api/admin/partners/{}/outlets", "0".repeat(32));
    editor.post(&nowhere, json!({ "name": { "en": "X" } })).await.expect_problem(404, "not_found");
    assert_eq!(editor.get(&outlets).await.expect(200).as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_page_of_another_site_moves_no_till() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let foreign = shop.server.visitor().with_header("sec-fetch-site", "cross-site");
    let silent = shop.server.visitor();
    for name in ["tillDevice", "tillToken"] {
        let value = till.cookie(name).expect("a cookie");
        foreign.set_cookie(name, &value);
        silent.set_cookie(name, &value);
    }
    award(&foreign, &ada, "10").await.expect_problem(403, "cross_site_request");
    award(&silent, &ada, "10").await.expect_problem(403, "cross_site_request");
    assert_eq!(shop.server.balance(ada.id).await, 0);
}

#[tokio::test]
async fn a_report_tells_what_each_outlet_did() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member_with(100).await);
    award(&till, &ada, "25").await.expect(200);
    let taken_back = award(&till, &ada, "10").await.expect(200);
    undo(&till, &taken_back).await.expect(200);
    let code = shop.opened_coupon(&ada).await;
    till.post_once("/api/merchant/collect", &fresh_key(), json!({ "code": code })).await.expect(200);

    let rows = shop.desk.operator.get("/api/admin/reports/outlets").await.expect(200);
    assert_eq!(
        rows,
        json!([{
            "_id": shop.outlet, "name": rows[0]["name"], "partner": shop.partner, "partnerName": rows[0]["partnerName"],
            "awards": 1, "issued": 25, "collected": 1,
        }])
    );
    assert_eq!((&rows[0]["name"]["en"], &rows[0]["partnerName"]["en"]), (&json!("Sheung Wan"), &json!("Tea House")));
    let file = shop.desk.operator.get("/api/admin/reports/outlets?format=csv").await.text;
    assert!(file.contains("Sheung Wan,") && file.lines().count() == 2, "{file}");
    let before = "/api/admin/reports/outlets?from=2020-01-01&to=2020-01-31";
    assert_eq!(shop.desk.operator.get(before).await.expect(200), json!([]));
    shop.desk.operator.get("/api/admin/reports/outlets?from=x").await.expect_problem(400, "invalid_value");
}
