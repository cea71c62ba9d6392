//! The calls of a partner's managers: tills, reversals, bills, rewards and counts of customers.

use std::time::Duration;

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::counter::{PIN, Shop};
use crate::support::desk::{Over, coupon};
use crate::support::{Answer, Caller, TestMember, fresh_key};

const MINUTES: Duration = Duration::from_secs(6 * 60);

async fn award(counter: &Caller, member: &TestMember, amount: &str) -> Value {
    let body = json!({ "member": member.short_id, "amountHkd": amount });
    counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
}

async fn take_back(caller: &Caller, awarded: &Value, key: &str, body: Value) -> Answer {
    let id = awarded["transactionId"].as_str().expect("an id");
    caller.post_once(&format!("/api/merchant/award/{id}/take-back"), key, body).await
}

async fn second_outlet(shop: &Shop) -> String {
    let path = format!("partners/{}/outlets", shop.partner);
    shop.desk.create(&path, json!({ "name": { "en": "Kennedy Town" } })).await
}

async fn points_by_outlet(manager: &Caller) -> Vec<(String, i64)> {
    let sales = manager.get("/api/merchant/sales?period=day").await.expect(200);
    let outlets = sales["outlets"].as_array().expect("outlets").clone();
    let row =
        |one: &Value| (one["name"]["en"].as_str().expect("a name").to_owned(), one["points"].as_i64().unwrap_or(0));
    outlets.iter().map(row).collect()
}

#[tokio::test]
async fn a_moved_till_keeps_its_device_and_leaves_its_past_behind() {
    let shop = Shop::open().await;
    let (till, manager, ada) = (shop.till().await, shop.manager().await, shop.server.member().await);
    award(&till, &ada, "50").await;
    let other = second_outlet(&shop).await;
    let listed = manager.get("/api/merchant/tills").await.expect(200);
    let path = format!("/api/merchant/tills/{}", listed[0]["_id"].as_str().expect("an id"));
    let renamed = manager.put(&path, json!({ "name": "By the door" })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["_id"]), (&json!("By the door"), &listed[0]["_id"]));
    let moved = manager.put(&path, json!({ "outletId": other })).await.expect(200);
    assert_eq!((&moved["name"], &moved["state"]), (&json!("By the door"), &json!("enrolled")));
    assert_eq!(till.get("/api/merchant/today").await.status, 401, "whoever was signed in signs in again");
    shop.sign_in(&till, PIN).await.expect(200);
    assert_eq!(till.get("/api/merchant/till").await.expect(200)["outlet"]["en"], "Kennedy Town");
    award(&till, &ada, "30").await;
    let tills = manager.get("/api/merchant/tills").await.expect(200);
    assert_eq!(tills.as_array().map(Vec::len), Some(1), "the till is listed once");
    shop.server.clock.advance(Duration::from_secs(1));
    let sold = points_by_outlet(&manager).await;
    assert_eq!(sold, [("Sheung Wan".to_owned(), 50), ("Kennedy Town".to_owned(), 30)]);
    // And back again: the device still knows its first secret.
    let path = format!("/api/merchant/tills/{}", moved["_id"].as_str().expect("an id"));
    manager.put(&path, json!({ "outletId": shop.outlet, "name": "Till 2" })).await.expect(200);
    shop.sign_in(&till, PIN).await.expect(200);
    manager.put(&path, json!({ "name": "Gone" })).await.expect_problem(409, "till_revoked");
}

#[tokio::test]
async fn a_till_is_moved_within_its_partner_and_by_its_own_manager_only() {
    let shop = Shop::open().await;
    let (till, manager) = (shop.till().await, shop.manager().await);
    let rival = shop.desk.partner("1", "0").await;
    let path = format!("partners/{rival}/outlets");
    let elsewhere = shop.desk.create(&path, json!({ "name": { "en": "Central" } })).await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    let listed = manager.get("/api/merchant/tills").await.expect(200);
    let path = format!("/api/merchant/tills/{}", listed[0]["_id"].as_str().expect("an id"));
    manager.put(&path, json!({ "outletId": elsewhere })).await.expect_problem(404, "not_found");
    manager.put(&path, json!({ "name": " " })).await.expect_problem(400, "required_field");
    rival.put(&path, json!({ "name": "Mine" })).await.expect_problem(404, "not_found");
    till.put(&path, json!({ "name": "Mine" })).await.expect_problem(403, "forbidden");
    assert_eq!(manager.get("/api/merchant/tills").await.expect(200), listed);
}

#[tokio::test]
async fn a_supervisor_takes_an_award_back_after_five_minutes() {
    let shop = Shop::open().await;
    let (till, manager, ada) = (shop.till().await, shop.manager().await, shop.server.member().await);
    let awarded = award(&till, &ada, "50").await;
    assert_eq!(awarded["balance"], json!({ "before": 0, "after": 50 }), "for the cashier's screen and the slip");
    shop.server.clock.advance(MINUTES);
    let proof = |pin: &str| json!({ "reason": "Wrong bill", "supervisorId": shop.cashier, "pin": pin });
    let key = fresh_key();
    take_back(&till, &awarded, &key, proof(PIN)).await.expect_problem(403, "not_a_supervisor");
    let path = format!("/api/merchant/cashiers/{}", shop.cashier);
    let named = manager.put(&path, json!({ "supervisor": true })).await.expect(200);
    assert_eq!((&named["supervisor"], &named["active"]), (&json!(true), &json!(true)));
    take_back(&till, &awarded, &key, proof("999111")).await.expect_problem(401, "wrong_pin");
    let without = json!({ "reason": " ", "supervisorId": shop.cashier, "pin": PIN });
    take_back(&till, &awarded, &key, without).await.expect_problem(400, "invalid_reason");
    assert_eq!(ada.points().await, 50);
    let told = take_back(&till, &awarded, &key, proof(PIN)).await.expect(200);
    assert_eq!((&told["points"], ada.points().await), (&json!(50), 0));
    assert_eq!(take_back(&till, &awarded, &key, proof(PIN)).await.expect(200), told, "the same answer again");
    take_back(&till, &awarded, &fresh_key(), proof(PIN)).await.expect_problem(409, "already_reversed");
    let owner = shop.server.staff(Role::Owner).await;
    let audit = owner.get("/api/admin/audit?action=award.take_back").await.expect(200);
    let entry = &audit[0];
    assert_eq!((&entry["actorName"], &entry["after"]["reason"]), (&json!("Ah Fan"), &json!("Wrong bill")), "{audit}");
    assert_eq!(entry["after"]["approvedBy"], "Ah Fan");
}

#[tokio::test]
async fn spent_points_and_old_awards_are_not_taken_back() {
    let shop = Shop::open().await;
    let (till, manager) = (shop.till().await, shop.manager().await);
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let (spent, old) = (award(&till, &ada, "50").await, award(&till, &ben, "20").await);
    let order = json!({ "recipient": ben.phone, "amount": 40 });
    ada.caller.post_once("/api/transaction/transfer", &fresh_key(), order).await.expect(200);
    shop.server.clock.advance(MINUTES);
    let why = || json!({ "reason": "Returned" });
    take_back(&manager, &spent, &fresh_key(), why()).await.expect_problem(409, "points_already_spent");
    assert_eq!((ada.points().await, ben.points().await), (10, 60));
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    take_back(&rival, &old, &fresh_key(), why()).await.expect_problem(404, "not_found");
    shop.server.clock.advance(Duration::from_secs(32 * 86_400));
    let manager = shop.manager().await;
    take_back(&manager, &old, &fresh_key(), why()).await.expect_problem(409, "take_back_too_late");
}

#[tokio::test]
async fn a_manager_reads_the_own_bill_and_prints_it() {
    let shop = Shop::open().await;
    let (till, manager, ada) = (shop.till().await, shop.manager().await, shop.server.member().await);
    award(&till, &ada, "50").await;
    let bill = manager.get("/api/merchant/bill").await.expect(200);
    assert_eq!((&bill["partnerId"], &bill["issued"]), (&json!(shop.partner), &json!(50)));
    let file = manager.get("/api/merchant/bill?format=csv").await;
    assert!(file.text.contains("issued") && file.text.lines().count() == 2, "{}", file.text);
    assert_eq!(manager.get("/api/merchant/bill/pdf?language=zhhk").await.status, 200);
    manager.get("/api/merchant/bill?month=2999-01").await.expect_problem(400, "invalid_value");
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    assert_eq!(rival.get("/api/merchant/bill").await.expect(200)["issued"], 0);
    till.get("/api/merchant/bill").await.expect_problem(403, "forbidden");
    let owner = shop.server.staff(Role::Owner).await;
    let audit = owner.get("/api/admin/audit?action=bill.download").await.expect(200);
    assert_eq!(audit.as_array().map(Vec::len), Some(2), "each file is audited");
}

#[tokio::test]
async fn a_manager_is_told_which_months_can_be_asked_for_and_which_are_closed() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let rival = shop.desk.partner("1", "0").await;
    let month = |months: u64| {
        shop.server.clock.advance(Duration::from_secs(months * 31 * 86_400));
        shop.server.clock.now().in_hong_kong("%Y-%m")
    };
    let first = month(0);
    award(&till, &ada, "50").await;
    month(2);
    kapok::staff::reports::roll_up(&shop.server.running.store).await.expect("a roll-up");
    let manager = shop.manager().await;
    let bill = manager.get("/api/merchant/bill").await.expect(200);
    assert_eq!((&bill["issued"], &bill["firstMonth"]), (&json!(0), &json!(first)));
    assert_eq!(bill.get("lastClosed"), None, "billing has not begun: {bill}");
    let open = manager.get(&format!("/api/merchant/bill?month={first}")).await.expect(200);
    assert_eq!((&open["issued"], open.get("closed")), (&json!(50), None));
    let finance = shop.server.staff_at(Role::Finance, None).await;
    finance.post_once("/api/admin/bills/close", &fresh_key(), json!({ "month": first })).await.expect(200);
    assert_eq!(manager.get("/api/merchant/bill").await.expect(200)["lastClosed"], first);
    // A partner that gave nothing has no month before the ledger's first one.
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    assert_eq!(rival.get("/api/merchant/bill").await.expect(200)["firstMonth"], first);
}

#[tokio::test]
async fn a_manager_sees_stock_codes_and_sales_of_own_rewards() {
    let shop = Shop::open().await;
    let (manager, ada) = (shop.manager().await, shop.server.member_with(100).await);
    let limited = json!({ "leftover": 3, "lowStock": 2, "partnerId": shop.partner, "name": { "en": "Bun" } });
    let limited = limited.over(coupon(10));
    let item = shop.desk.item(limited).await;
    let seen = manager.get("/api/merchant/rewards").await.expect(200);
    assert_eq!((&seen[0]["left"], &seen[0]["low"], &seen[0]["sold"]), (&json!(3), &json!(false), &json!(0)));
    let path = format!("/api/redeem/purchase/{item}");
    ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let seen = manager.get("/api/merchant/rewards").await.expect(200);
    assert_eq!((&seen[0]["left"], &seen[0]["low"], &seen[0]["sold"]), (&json!(2), &json!(true), &json!(1)));
    assert_eq!((&seen[0]["soldRecently"], &seen[0]["lastsDays"]), (&json!(1), &json!(60)));
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    assert_eq!(rival.get("/api/merchant/rewards").await.expect(200), json!([]));
    shop.till().await.get("/api/merchant/rewards").await.expect_problem(403, "forbidden");
    assert!(manager.get("/api/merchant/rewards?format=csv").await.text.contains("Bun"));
    let usual = json!({ "leftover": 10, "partnerId": shop.partner }).over(coupon(10));
    let usual = shop.desk.item(usual).await;
    let seen = manager.get("/api/merchant/rewards").await.expect(200);
    let usual = seen.as_array().expect("rewards").iter().find(|one| one["_id"] == usual).expect("the reward");
    assert_eq!((&usual["low"], &usual["lowStock"]), (&json!(true), &json!(10)));
}

/// Sends a file of codes for a reward.
async fn upload(caller: &Caller, item: &str, query: &str, csv: &str) -> Answer {
    let path = format!("/api/merchant/rewards/{item}/codes{query}");
    let request = caller.request(Method::POST, &path).header("content-type", "text/csv");
    caller.send(request.body(csv.to_owned())).await
}

fn pooled(partner: &str) -> Value {
    let pool = json!({ "kind": "pool", "format": "barCode" });
    json!({ "leftover": -1, "partnerId": partner, "content": pool, "name": { "en": "Bun" } }).over(coupon(10))
}

#[tokio::test]
async fn a_manager_tries_a_file_of_codes_and_adds_it_to_the_pool_of_an_own_reward() {
    let shop = Shop::open().await;
    let manager = shop.manager().await;
    let item = shop.desk.item(pooled(&shop.partner)).await;
    let free = async || manager.get("/api/merchant/rewards").await.expect(200)[0]["freeCodes"].clone();
    let csv = "code\nBUN-1\nBUN-2\nBUN-2\n";
    let dry = upload(&manager, &item, "?dryRun=true", csv).await.expect(200);
    assert_eq!((&dry["added"], &dry["duplicates"], &dry["invalid"]), (&json!(2), &json!(1), &json!(0)));
    let fates: Vec<&Value> = dry["rows"].as_array().expect("rows").iter().map(|row| &row["fate"]).collect();
    assert_eq!(fates, ["new", "new", "repeated"]);
    assert!(!dry.to_string().contains("BUN-1"), "codes are masked: {dry}");
    assert_eq!(free().await, 0, "a dry run adds nothing");
    let made = upload(&manager, &item, "", csv).await.expect(200);
    assert_eq!((&made["added"], &made["free"]), (&json!(2), &json!(2)));
    assert_eq!(free().await, 2);
    let again = upload(&manager, &item, "", "BUN-2\nBUN-3\n").await.expect(200);
    assert_eq!((&again["added"], &again["duplicates"], &again["free"]), (&json!(1), &json!(1), &json!(3)));
    // A code that another reward of the counter has could be given to two members.
    let other = shop.desk.item(json!({ "name": { "en": "Cake" } }).over(pooled(&shop.partner))).await;
    let refused = upload(&manager, &other, "", "CAKE-1\nBUN-1\n").await.expect_problem(409, "code_elsewhere");
    assert_eq!(refused["errors"][0]["field"], "line 2");
    let dry = upload(&manager, &other, "?dryRun=true", "CAKE-1\nBUN-1\n").await.expect(200);
    assert_eq!(dry["rows"][1]["fate"], "elsewhere");
    let trail = shop.server.staff_at(Role::Auditor, None).await;
    let trail = trail.get("/api/admin/audit?action=item.add_codes").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(2), "{trail}");
    assert_eq!((&trail[0]["target"], &trail[0]["after"]["added"]), (&json!(item), &json!(1)));
}

#[tokio::test]
async fn codes_are_added_by_managers_to_own_pools_only() {
    let shop = Shop::open().await;
    let manager = shop.manager().await;
    let item = shop.desk.item(pooled(&shop.partner)).await;
    let plain = shop.desk.item(json!({ "partnerId": shop.partner }).over(coupon(10))).await;
    let archived = shop.desk.item(json!({ "state": "archived" }).over(pooled(&shop.partner))).await;
    let foreign = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&foreign)).await;
    let foreign = shop.desk.item(pooled(&foreign)).await;
    let shared = json!({ "partnerId": null }).over(pooled(&shop.partner));
    let shared = shop.desk.item(shared).await;
    for query in ["", "?dryRun=true"] {
        for (reward, status, code) in [
            (&foreign, 404, "not_found"),
            (&shared, 404, "not_found"),
            (&"0".repeat(32), 404, "not_found"),
            (&archived, 409, "reward_archived"),
            (&plain, 409, "reward_without_pool"),
        ] {
            upload(&manager, reward, query, "A-1\n").await.expect_problem(status, code);
        }
        let many = "A\n".repeat(50_001);
        for (csv, code) in
            [("", "invalid_csv"), ("A,note\nB,note\n", "code_column_missing"), (many.as_str(), "too_many_rows")]
        {
            upload(&manager, &item, query, csv).await.expect_problem(400, code);
        }
        upload(&rival, &item, query, "A-1\n").await.expect_problem(404, "not_found");
        upload(&shop.till().await, &item, query, "A-1\n").await.expect_problem(403, "forbidden");
        upload(&shop.server.visitor(), &item, query, "A-1\n").await.expect_problem(401, "unauthenticated");
    }
    let dry = upload(&manager, &item, "?dryRun=true", "A 1\nA\u{7}2\n").await.expect(200);
    assert_eq!(dry["invalid"], 1, "{dry}");
    assert_eq!(upload(&manager, &item, "", "A\u{7}2\n").await.status, 400);
    let seen = manager.get("/api/merchant/rewards").await.expect(200);
    let added = seen.as_array().expect("rewards").iter().filter_map(|one| one["freeCodes"].as_i64()).sum::<i64>();
    assert_eq!(added, 0);
}

#[tokio::test]
async fn the_desk_renames_a_till_and_moves_it_within_its_partner() {
    let shop = Shop::open().await;
    let (till, manager) = (shop.till().await, shop.manager().await);
    let other = second_outlet(&shop).await;
    let listed = manager.get("/api/merchant/tills").await.expect(200);
    let path = |till: &Value| format!("/api/admin/tills/{}", till["_id"].as_str().expect("an id"));
    let desk = &shop.desk.operator;
    let first = path(&listed[0]);
    let renamed = desk.put(&first, json!({ "name": " By the door " })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["_id"]), (&json!("By the door"), &listed[0]["_id"]));
    let stays = desk.put(&first, json!({ "outletId": shop.outlet })).await.expect(200);
    assert_eq!(stays["_id"], listed[0]["_id"], "a till that stays keeps its id");
    assert_eq!(desk.put(&first, json!({})).await.expect(200)["name"], "By the door");
    let moved = desk.put(&first, json!({ "name": "Window", "outletId": other })).await.expect(200);
    assert_eq!((&moved["name"], &moved["state"]), (&json!("Window"), &json!("enrolled")));
    assert_ne!(moved["_id"], listed[0]["_id"]);
    shop.sign_in(&till, PIN).await.expect(200);
    assert_eq!(till.get("/api/merchant/till").await.expect(200)["outlet"]["en"], "Kennedy Town");
    let trail = shop.server.staff_at(Role::Auditor, None).await;
    let trail = trail.get("/api/admin/audit?action=till.update").await.expect(200);
    assert_eq!((&trail[0]["before"]["name"], &trail[0]["after"]["name"]), (&json!("By the door"), &json!("Window")));
    // Mistakes change nothing.
    let at = path(&moved);
    let foreign = shop.desk.partner("1", "0").await;
    let foreign = shop.desk.create(&format!("partners/{foreign}/outlets"), json!({ "name": { "en": "Far" } })).await;
    for (body, status, code) in [
        (json!({ "name": " " }), 400, "required_field"),
        (json!({ "name": "x".repeat(61) }), 400, "too_long"),
        (json!({ "outletId": "tea" }), 400, "invalid_value"),
        (json!({ "colour": "red" }), 400, "unknown_field"),
        (json!({ "name": "Far away", "outletId": foreign }), 404, "not_found"),
        (json!({ "outletId": "0".repeat(32) }), 404, "not_found"),
    ] {
        let refused = desk.put(&at, body.clone()).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.text);
        let said = refused.json();
        assert_eq!(said["errors"].get(0).map_or(&said["code"], |field| &field["code"]), code, "{body}: {said}");
    }
    assert_eq!(desk.get(&at).await.expect(200)["name"], "Window");
    desk.put(&first, json!({ "name": "Old" })).await.expect_problem(409, "till_revoked");
    shop.server
        .staff_at(Role::Editor, None)
        .await
        .put(&at, json!({ "name": "B" }))
        .await
        .expect_problem(403, "forbidden");
    desk.delete(&at).await.expect(204);
    desk.put(&at, json!({ "name": "Gone" })).await.expect_problem(409, "till_revoked");
}

#[tokio::test]
async fn customers_are_counts_and_too_few_are_not_shown() {
    let shop = Shop::open().await;
    let till = shop.till().await;
    let mut members = Vec::new();
    for _ in 0..9 {
        let member = shop.server.member().await;
        award(&till, &member, "10").await;
        members.push(member);
    }
    let manager = shop.manager().await;
    let few = manager.get("/api/merchant/customers").await.expect(200);
    assert_eq!((&few["tooFew"], few.get("figures")), (&json!(true), None));
    let tenth = shop.server.member().await;
    award(&till, &tenth, "10").await;
    shop.server.clock.advance(Duration::from_secs(86_400));
    award(&shop.manager().await, &tenth, "10").await;
    let shown = shop.manager().await.get("/api/merchant/customers?weeks=4").await.expect(200);
    let figures = &shown["figures"];
    assert_eq!(
        (&figures["members"], &figures["cameBack"], &figures["newMembers"]),
        (&json!(10), &json!(1), &json!(10))
    );
    assert_eq!((&figures["visits"], &figures["byVisits"]), (&json!(11), &json!([9, 1, 0, 0])));
    let manager = shop.manager().await;
    for query in ["weeks=0", "weeks=54", "to=soon"] {
        manager.get(&format!("/api/merchant/customers?{query}")).await.expect_problem(400, "invalid_parameter");
    }
    manager.get("/api/merchant/customers?to=2999-01-01").await.expect_problem(400, "invalid_value");
}
