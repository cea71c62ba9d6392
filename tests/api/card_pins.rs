//! Card PINs: without its PIN, a card can earn points but not spend them.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::cards::{PIN, REDEEM, Shop};
use crate::counter;
use crate::counter::with_limits;
use crate::support::{Answer, Caller, TestServer, fresh_key};

const WRONG: &str = "7316";
const CARD: &str = "/api/merchant/card";
const CHANGE: &str = "/api/merchant/card/pin";

async fn open(counter: &Caller, card: &str, pin: &str) -> Answer {
    counter.post(CARD, json!({ "member": card, "pin": pin })).await
}

async fn redeem(counter: &Caller, key: &str, card: &str, item: &str, pin: Option<&str>) -> Answer {
    counter.post_once(REDEEM, key, json!({ "member": card, "item": item, "pin": pin })).await
}

async fn page(shop: &Shop, id: &str) -> Value {
    shop.desk.operator.get(&format!("/api/admin/members/{id}/page")).await.expect(200)
}

#[tokio::test]
async fn a_short_id_alone_shows_no_balance_and_spends_nothing() {
    let shop = Shop::open().await;
    let (id, card) = shop.holder(100).await;
    let item = shop.here(30).await;
    let seen = shop.counter.post(CARD, json!({ "member": card })).await.expect(200);
    assert_eq!((&seen["pin"], &seen["points"]), (&json!("set"), &Value::Null));
    assert_eq!(seen["items"][0]["_id"], json!(item), "the list needs no PIN");
    let key = fresh_key();
    redeem(&shop.counter, &key, &card, &item, None).await.expect_problem(400, "required_field");
    redeem(&shop.counter, &key, &card, &item, Some(WRONG)).await.expect_problem(401, "wrong_card_pin");
    redeem(&shop.counter, &key, &card, &item, Some("40")).await.expect_problem(400, "invalid_card_pin");
    open(&shop.counter, &card, WRONG).await.expect_problem(401, "wrong_card_pin");
    assert_eq!(page(&shop, &id).await["member"]["points"], 100);
    // The key works with the correct PIN, and the result is replayed without it.
    let given = redeem(&shop.counter, &key, &card, &item, Some(PIN)).await.expect(200);
    assert_eq!(given["balance"], 70);
    assert_eq!(redeem(&shop.counter, &key, &card, &item, None).await.expect(200), given);
    redeem(&shop.counter, &fresh_key(), &card, &item, None).await.expect_problem(400, "required_field");
    assert_eq!(open(&shop.counter, &card, PIN).await.expect(200)["points"], 70);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_card_without_a_pin_earns_and_spends_nothing() {
    let shop = Shop::open().await;
    let (id, card) = shop.new_holder(100).await;
    let item = shop.here(30).await;
    assert_eq!(page(&shop, &id).await["cardPin"], "unset");
    let seen = shop.counter.post(CARD, json!({ "member": card })).await.expect(200);
    assert_eq!((&seen["pin"], &seen["points"]), (&json!("unset"), &Value::Null));
    open(&shop.counter, &card, PIN).await.expect_problem(409, "card_pin_unset");
    redeem(&shop.counter, &fresh_key(), &card, &item, Some(PIN)).await.expect_problem(409, "card_pin_unset");
    let award = json!({ "member": card, "amountHkd": "20" });
    shop.counter.post_once("/api/merchant/award", &fresh_key(), award).await.expect(200);
    shop.set_pin(&id, PIN).await;
    assert_eq!(page(&shop, &id).await["cardPin"], "set");
    assert_eq!(open(&shop.counter, &card, PIN).await.expect(200)["points"], 120);
}

#[tokio::test]
async fn the_first_pin_is_set_beside_a_manager_and_another_one_after_the_first() {
    let shop = counter::Shop::open().await;
    let (till, manager) = (shop.till().await, shop.manager().await);
    let cards = Shop { counter: till, partner: shop.partner, desk: shop.desk, server: shop.server };
    let (id, card) = cards.new_holder(10).await;
    let set = |pin: &str, current: Option<&str>| json!({ "member": card, "pin": pin, "currentPin": current });
    cards.counter.put(CHANGE, set(PIN, None)).await.expect_problem(403, "first_pin_by_manager");
    for weak in ["1234", "0000", "2580", "123123", "1998"] {
        manager.put(CHANGE, set(weak, None)).await.expect_problem(400, "weak_pin");
    }
    manager.put(CHANGE, set("123", None)).await.expect_problem(400, "invalid_card_pin");
    assert_eq!(manager.put(CHANGE, set(PIN, None)).await.status, 204);
    manager.put(CHANGE, set("90357", None)).await.expect_problem(400, "required_field");
    manager.put(CHANGE, set("90357", Some(WRONG))).await.expect_problem(401, "wrong_card_pin");
    assert_eq!(cards.counter.put(CHANGE, set("90357", Some(PIN))).await.status, 204);
    open(&cards.counter, &card, PIN).await.expect_problem(401, "wrong_card_pin");
    open(&cards.counter, &card, "90357").await.expect(200);
    let trail = cards.server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?limit=20").await;
    let lines = trail.expect(200);
    let set: Vec<&Value> =
        lines.as_array().expect("lines").iter().filter(|line| line["action"] == "member.set_card_pin").collect();
    assert_eq!((set.len(), &set[0]["target"]), (2, &json!(id)));
    assert!(!trail.text.contains("90357"), "the audit holds no PIN");
    let member = cards.server.member().await;
    let body = json!({ "member": member.short_id, "pin": PIN });
    manager.put(CHANGE, body).await.expect_problem(409, "member_has_device");
    let path = format!("/api/admin/members/{}/card-pin", member.id);
    cards.desk.operator.put(&path, json!({ "pin": PIN })).await.expect_problem(409, "member_has_device");
}

#[tokio::test]
async fn wrong_pins_pause_and_then_lock_a_card_until_the_desk_sets_another_one() {
    let shop = Shop::open().await;
    let (id, card) = shop.holder(100).await;
    let item = shop.here(30).await;
    for _ in 0..3 {
        open(&shop.counter, &card, WRONG).await.expect_problem(401, "wrong_card_pin");
    }
    let paused = open(&shop.counter, &card, PIN).await;
    paused.expect_problem(429, "pin_paused");
    assert!(!paused.header("retry-after").is_empty());
    // Staff sessions expire meanwhile.
    let merchant = async || shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    for _ in 3..10 {
        shop.server.clock.advance(Duration::from_secs(901));
        open(&merchant().await, &card, WRONG).await.expect_problem(401, "wrong_card_pin");
    }
    shop.server.clock.advance(Duration::from_secs(86_400));
    let counter = merchant().await;
    open(&counter, &card, PIN).await.expect_problem(403, "card_pin_locked");
    redeem(&counter, &fresh_key(), &card, &item, Some(PIN)).await.expect_problem(403, "card_pin_locked");
    let change = json!({ "member": card, "pin": "90357", "currentPin": PIN });
    counter.put(CHANGE, change).await.expect_problem(403, "card_pin_locked");
    let server = shop.server.restart_with(crate::support::quiet).await;
    let counter = server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    open(&counter, &card, PIN).await.expect_problem(403, "card_pin_locked");
    let operator = server.staff(Role::Operator).await;
    let page = operator.get(&format!("/api/admin/members/{id}/page")).await.expect(200);
    assert_eq!(page["cardPin"], "locked");
    let path = format!("/api/admin/members/{id}/card-pin");
    assert_eq!(operator.put(&path, json!({ "pin": "90357" })).await.status, 204);
    assert_eq!(open(&counter, &card, "90357").await.expect(200)["points"], 100);
    let auditor = server.staff_at(Role::Auditor, None).await;
    assert!(auditor.get("/api/admin/audit?limit=20").await.text.contains("member.lock_card_pin"));
}

#[tokio::test]
async fn two_tills_share_the_limit_of_wrong_card_pins() {
    let shop = counter::Shop::open_with(with_limits).await;
    let (one, other) = (shop.till().await, shop.manager().await);
    let cards = Shop { counter: one, partner: shop.partner, desk: shop.desk, server: shop.server };
    let (_, card) = cards.holder(10).await;
    let (here, there) = (|| open(&cards.counter, &card, WRONG), || open(&other, &card, WRONG));
    let (a, b, c, d, e, f, g, h) = tokio::join!(here(), there(), here(), there(), here(), there(), here(), there());
    let compared = [a, b, c, d, e, f, g, h].iter().filter(|answer| answer.status == 401).count();
    assert_eq!(compared, 3, "the others were refused by the pause");
    open(&other, &card, PIN).await.expect_problem(429, "pin_paused");
    cards.server.clock.advance(Duration::from_secs(61));
    open(&other, &card, PIN).await.expect(200);
}

#[tokio::test]
async fn a_new_card_and_a_merged_account_have_no_card_pin() {
    let shop = Shop::open().await;
    let (id, _) = shop.holder(100).await;
    let path = format!("/api/admin/members/{id}/new-card");
    let renewed = shop.desk.operator.post_once(&path, &fresh_key(), json!({ "reason": "Lost" })).await.expect(200);
    let card = renewed["shortId"].as_str().expect("a card");
    open(&shop.counter, card, PIN).await.expect_problem(409, "card_pin_unset");
    shop.set_pin(&id, PIN).await;
    let path = format!("/api/admin/members/{id}/card-pin");
    assert_eq!(shop.desk.operator.delete(&path).await.status, 204);
    shop.desk.operator.delete(&path).await.expect_problem(404, "not_found");
    open(&shop.counter, card, PIN).await.expect_problem(409, "card_pin_unset");
    let auditor = shop.server.staff_at(Role::Auditor, None).await;
    auditor.put(&path, json!({ "pin": PIN })).await.expect_problem(403, "forbidden");
    let (gone, _) = shop.holder(1).await;
    let erase = format!("/api/admin/members/{gone}/erase");
    shop.desk.operator.post(&erase, json!({ "reason": "Asked for it" })).await;
    shop.server.verify_books();
}

#[tokio::test]
async fn wrong_cashier_pins_lock_the_cashier_for_good() {
    let shop = counter::Shop::open().await;
    let device = shop.device().await;
    for n in 0..100 {
        shop.server.clock.advance(Duration::from_secs(901));
        shop.sign_in(&device, "730264").await.expect_problem(401, "wrong_pin");
        // Correct PINs in between do not reset the count.
        if n % 20 == 19 && n < 99 {
            shop.server.clock.advance(Duration::from_secs(901));
            shop.sign_in(&device, counter::PIN).await.expect(200);
        }
    }
    shop.server.clock.advance(Duration::from_secs(86_400));
    shop.sign_in(&device, counter::PIN).await.expect_problem(403, "pin_locked");
    let manager = shop.manager().await;
    let path = format!("/api/merchant/cashiers/{}", shop.cashier);
    assert_eq!(manager.get("/api/merchant/cashiers").await.expect(200)[0]["pinLocked"], true);
    manager.put(&path, json!({ "pin": "1234" })).await.expect_problem(400, "weak_pin");
    manager.put(&path, json!({ "pin": "90357124" })).await.expect(200);
    shop.sign_in(&device, "90357124").await.expect(200);
}

#[tokio::test]
async fn a_cashier_s_pin_that_is_easy_to_guess_is_refused_in_three_languages() {
    let shop = counter::Shop::open().await;
    let path = format!("/api/admin/partners/{}/cashiers", shop.partner);
    let new = |pin: &str| json!({ "name": "Ben", "pin": pin });
    for weak in ["0000", "1234", "123456", "7777", "1212", "9876", "1999", "31121999"] {
        shop.desk.operator.post(&path, new(weak)).await.expect_problem(400, "weak_pin");
        shop.manager().await.post("/api/merchant/cashiers", new(weak)).await.expect_problem(400, "weak_pin");
    }
    for (language, begins) in [("en", "This PIN is easy"), ("zh-CN", "此 PIN 码"), ("zh-HK", "此 PIN 碼")] {
        let request = shop.desk.operator.request(reqwest::Method::POST, &path).header("accept-language", language);
        let told = shop.desk.operator.send(request.json(&new("0000"))).await.expect_problem(400, "weak_pin");
        assert!(told["message"].as_str().expect("a message").starts_with(begins), "{told}");
    }
    shop.desk.operator.post(&path, new("5093")).await.expect(201);
}

#[tokio::test]
async fn guesses_at_a_card_lock_the_till_too() {
    let server = TestServer::start_with(with_limits).await;
    let shop = Shop::at(server).await;
    let holders = [shop.holder(1).await, shop.holder(1).await, shop.holder(1).await, shop.holder(1).await];
    for (_, card) in &holders[..3] {
        for _ in 0..3 {
            open(&shop.counter, card, WRONG).await.expect_problem(401, "wrong_card_pin");
        }
    }
    open(&shop.counter, &holders[3].1, WRONG).await.expect_problem(401, "wrong_card_pin");
    open(&shop.counter, &holders[3].1, PIN).await.expect_problem(429, "rate_limited");
}
