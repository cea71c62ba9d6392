//! The rates of a partner: their versions, the rates of a bill of an earlier day, and simulations of other rates.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::desk::Over;
use crate::support::{TestMember, fresh_key, until};

/// Changes the partner of the shop.
async fn change(shop: &Shop, over: Value) -> Value {
    let path = format!("/api/admin/partners/{}", shop.partner);
    let record = shop.desk.operator.get(&path).await.expect(200);
    shop.desk.operator.put_at(&path, "*", over.over(record)).await.expect(200)
}

fn path_of(shop: &Shop, call: &str) -> String {
    format!("/api/admin/partners/{}/rates{call}", shop.partner)
}

/// Simulates rates; gives the simulation with its result.
async fn simulate(shop: &Shop, request: Value) -> Value {
    let path = path_of(shop, "/simulation");
    shop.desk.operator.post(&path, request).await.expect(200);
    let done = async || {
        let found = shop.desk.operator.get(&path).await.expect(200);
        if found["state"] == "done" { Ok(found) } else { Err(found.to_string()) }
    };
    until(done).await
}

/// Claims a purchase of a past day, which an operator approves.
async fn claimed(shop: &Shop, member: &TestMember, (day, amount, receipt): (&str, &str, &str)) -> Value {
    let body = json!({ "partner": shop.partner, "day": day, "amountHkd": amount, "receipt": receipt });
    let made = member.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}", made["claim"]["_id"].as_str().expect("an id"));
    let shown = shop.desk.operator.get(&path).await.expect(200);
    shop.desk.operator.post_once(&format!("{path}/approve"), &fresh_key(), json!({})).await.expect(200);
    shown["claim"].clone()
}

async fn allow_claims(shop: &Shop) {
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", json!({ "claims": true }).over(settings)).await.expect(200);
}

#[tokio::test]
async fn a_change_of_rates_makes_a_version_and_other_changes_make_none() {
    let mut shop = Shop::open_at("2026-03-02T12:00").await;
    change(&shop, json!({ "webLink": "https://shop.example/" })).await;
    shop.go_to("2026-03-12T09:30").await;
    change(&shop, json!({ "basePoints": "1.5" })).await;
    let listed = shop.desk.operator.get(&path_of(&shop, "")).await.expect(200);
    let rates =
        |version: &Value| (version["version"].clone(), version["basePoints"].clone(), version["extraPoints"].clone());
    let versions: Vec<_> = listed.as_array().expect("versions").iter().map(rates).collect();
    let version = |number: i64, base: &str| (json!(number), json!(base), listed[0]["extraPoints"].clone());
    assert_eq!(versions, [version(2, "1.5"), version(1, "1")], "{listed}");
    assert_eq!(listed[0]["from"], json!("2026-03-12T01:30:00.000Z"));
    let auditor = shop.server.staff(Role::Auditor).await;
    assert_eq!(auditor.get(&path_of(&shop, "")).await.expect(200), listed);
    let unknown = format!("/api/admin/partners/{}/rates", "0".repeat(32));
    shop.desk.operator.get(&unknown).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_bill_of_an_earlier_day_earns_by_the_rates_of_its_time() {
    let mut shop = Shop::open_at("2026-03-02T12:00").await;
    allow_claims(&shop).await;
    shop.go_to("2026-03-10T09:00").await;
    change(&shop, json!({ "basePoints": "2", "extraPoints": "1" })).await;
    shop.go_to("2026-03-12T12:00").await;
    change(&shop, json!({ "basePoints": "3", "extraPoints": "0" })).await;
    let ada = shop.server.member().await;
    let first = claimed(&shop, &ada, ("2026-03-04", "10.00", "R-1")).await;
    assert_eq!((&first["points"], &first["extraPoints"]), (&json!(10), &json!(20)), "{first}");
    let second = claimed(&shop, &ada, ("2026-03-11", "10.00", "R-2")).await;
    assert_eq!((&second["points"], &second["extraPoints"]), (&json!(20), &json!(10)), "{second}");
    assert_eq!(claimed(&shop, &ada, ("2026-03-12", "10.00", "R-3")).await["points"], 30);
    // The partner had no rates yet on that day, so its first ones count.
    assert_eq!(claimed(&shop, &ada, ("2026-02-27", "10.00", "R-4")).await["points"], 10);
    assert_eq!(shop.award(&ada, "10").await["points"], 30);
    assert_eq!(ada.points().await, 10 + 20 + 30 + 10 + 30);
    let one = shop.desk.operator.get("/api/admin/transactions?q=R-2").await.expect(200);
    let path = format!("/api/admin/transactions/{}", one[0]["_id"].as_str().expect("an id"));
    assert_eq!(shop.desk.operator.get(&path).await.expect(200)["award"]["baseRate"], json!("2"));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_claim_earns_by_the_time_and_the_outlet_on_its_receipt() {
    let mut shop = Shop::open_at("2026-03-02T08:00").await;
    allow_claims(&shop).await;
    let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
    let outlets = format!("/api/admin/partners/{}/outlets", shop.partner);
    let outlet = shop.desk.operator.post(&outlets, place.clone()).await.expect(201)["_id"].clone();
    let other = shop.desk.partner("1", "0").await;
    let elsewhere = shop.desk.operator.post(&format!("/api/admin/partners/{other}/outlets"), place).await.expect(201);
    shop.on(json!({ "outlets": [outlet], "hours": { "from": "14:00", "until": "18:00" } })).await;
    shop.go_to("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let body = json!({ "partner": shop.partner, "day": "2026-03-10", "amountHkd": "10.00", "receipt": "R-1" });
    let made = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}", made["claim"]["_id"].as_str().expect("an id"));
    let operator = &shop.desk.operator;
    let preview = async |request: Value| operator.post(&format!("{path}/preview"), request).await;
    for (request, points) in [
        (json!({}), 10),
        (json!({ "time": "15:30" }), 10),
        (json!({ "outlet": outlet }), 10),
        (json!({ "outlet": outlet, "time": "13:59" }), 10),
        (json!({ "outlet": outlet, "time": "15:30" }), 20),
        (json!({ "outlet": outlet, "time": "15:30", "amountHkd": "20.00" }), 40),
    ] {
        let told = preview(request.clone()).await.expect(200);
        assert_eq!(told["points"], json!(points), "{request}: {told}");
    }
    for (field, request) in
        [("outlet", json!({ "outlet": elsewhere["_id"] })), ("amountHkd", json!({ "amountHkd": "0" }))]
    {
        let refused = preview(request.clone()).await;
        assert_eq!(refused.expect(400)["errors"][0]["field"], field);
        let refused = operator.post_once(&format!("{path}/approve"), &fresh_key(), request).await;
        assert_eq!(refused.expect(400)["errors"][0]["field"], field);
    }
    let request = json!({ "outlet": outlet, "time": "15:30" });
    let approved = operator.post_once(&format!("{path}/approve"), &fresh_key(), request).await.expect(200);
    assert_eq!((&approved["points"], ada.points().await), (&json!(20), 20));
    let award = format!("/api/admin/transactions/{}", approved["transaction"].as_str().expect("an id"));
    assert_eq!(operator.get(&award).await.expect(200)["award"]["outlet"]["en"], "Central");
    preview(json!({})).await.expect_problem(409, "claim_decided");
    // A claim of today cannot have a future time.
    let body = json!({ "partner": shop.partner, "day": "2026-03-12", "amountHkd": "10.00", "receipt": "R-2" });
    let made = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/preview", made["claim"]["_id"].as_str().expect("an id"));
    let refused = operator.post(&path, json!({ "time": "12:01" })).await;
    assert_eq!(refused.expect_problem(400, "invalid_value")["errors"][0]["field"], "time");
    operator.post(&path, json!({ "time": "11:59" })).await.expect(200);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_claim_of_the_same_day_earns_by_the_rules_and_rates_of_its_time() {
    let mut shop = Shop::open_at("2026-03-12T10:00").await;
    allow_claims(&shop).await;
    let rule = shop.on(json!({})).await;
    shop.go_to("2026-03-12T12:00").await;
    let off = format!("/api/admin/earning-rules/{rule}/switch-off");
    shop.desk.operator.post(&off, json!({})).await.expect(200);
    change(&shop, json!({ "basePoints": "3" })).await;
    shop.go_to("2026-03-12T15:00").await;
    let ada = shop.server.member().await;
    let body = json!({ "partner": shop.partner, "day": "2026-03-12", "amountHkd": "10.00", "receipt": "R-1" });
    let made = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/preview", made["claim"]["_id"].as_str().expect("an id"));
    for (time, points) in [("11:59", 20), ("12:01", 30)] {
        let told = shop.desk.operator.post(&path, json!({ "time": time })).await.expect(200);
        assert_eq!(told["points"], json!(points), "{time}: {told}");
    }
    let refused = shop.desk.operator.post(&path, json!({ "time": "24:00" })).await;
    assert_eq!(refused.expect_problem(400, "invalid_value")["errors"][0]["field"], "time");
}

#[tokio::test]
async fn a_simulation_of_rates_tells_nothing_of_the_budget_of_a_rule() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "budget": { "unit": "points", "amount": 5 } })).await;
    shop.award(&ada, "80").await;
    let result = simulate(&shop, json!({ "basePoints": "2", "extraPoints": "2" })).await["result"].clone();
    assert_eq!((&result["points"], &result["givenPoints"]), (&json!(165), &json!(85)), "{result}");
    assert_eq!((&result["limited"], result.get("budgetSpentOn")), (&json!(0), None), "{result}");
    assert_eq!(result["changedBills"][0].get("limitedBy"), None, "{result}");
}

#[tokio::test]
async fn a_simulation_of_rates_tells_what_the_purchases_would_have_earned() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.on(json!({ "minimumBillHkd": "50" })).await;
    shop.award(&ada, "80").await;
    shop.award(&ben, "10.50").await;
    let undone = shop.award(&ben, "400").await;
    shop.undo(&undone).await;
    let body = json!({ "member": ada.short_id, "amountHkd": "20", "enjoyCard": true });
    shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    // A purchase elsewhere does not count.
    let other = shop.desk.partner("1", "0").await;
    let counter = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    let body = json!({ "member": ben.short_id, "amountHkd": "10" });
    counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);

    let same = simulate(&shop, json!({ "basePoints": "1", "extraPoints": "2" })).await["result"].clone();
    assert_eq!((&same["points"], &same["givenPoints"]), (&json!(160 + 10 + 60), &json!(160 + 10 + 60)), "{same}");
    assert_eq!((&same["change"], &same["changedBills"]), (&json!(0), &json!([])), "{same}");

    let tried = simulate(&shop, json!({ "basePoints": "1.5", "extraPoints": "0", "days": 7 })).await;
    assert_eq!((&tried["basePoints"], &tried["extraPoints"]), (&json!("1.5"), &json!("0")), "{tried}");
    let result = &tried["result"];
    // 80 earn 120 and double, 10.50 earn 15, and 20 earn 30 without extra points.
    let (points, given) = (240 + 15 + 30, 160 + 10 + 60);
    assert_eq!((&result["points"], &result["givenPoints"]), (&json!(points), &json!(given)), "{result}");
    assert_eq!((&result["change"], &result["members"]), (&json!(points - given), &json!(2)), "{result}");
    assert_eq!((&result["bills"], &result["version"]), (&json!(3), &json!(2)), "{result}");
    assert_eq!(result["byPartner"].as_array().map(Vec::len), Some(1), "{result}");
    let changes: Vec<_> = result["changedBills"].as_array().expect("bills").iter().map(|bill| &bill["would"]).collect();
    assert_eq!(changes, [&json!(240), &json!(30), &json!(15)], "{result}");
    // Nothing has changed, and the audit names the rates.
    let listed = shop.desk.operator.get(&path_of(&shop, "")).await.expect(200);
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["basePoints"]), (Some(1), &json!("1")));
    let audit = shop.desk.operator.get("/api/admin/audit?action=partner.simulate_rates").await.expect(200);
    assert_eq!(audit[0]["target"], json!(shop.partner), "{audit}");
}

#[tokio::test]
async fn rates_that_no_form_accepts_are_not_simulated() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let path = path_of(&shop, "/simulation");
    let none = shop.desk.operator.get(&path).await.expect(200);
    assert_eq!((&none["state"], &none["result"]), (&json!("none"), &Value::Null));
    for (field, request) in [
        ("days", json!({ "basePoints": "1", "extraPoints": "0", "days": 401 })),
        ("basePoints", json!({ "basePoints": "1000.01", "extraPoints": "0" })),
        ("extraPoints", json!({ "basePoints": "1", "extraPoints": "1001" })),
    ] {
        let refused = shop.desk.operator.post(&path, request).await;
        assert_eq!(refused.expect_problem(400, "invalid_value")["errors"][0]["field"], field);
    }
    let request = json!({ "basePoints": "1", "extraPoints": "0" });
    let unknown = format!("/api/admin/partners/{}/rates/simulation", "0".repeat(32));
    shop.desk.operator.post(&unknown, request.clone()).await.expect_problem(404, "not_found");
    shop.desk.operator.delete(&unknown).await.expect_problem(404, "not_found");
    let editor = shop.server.staff(Role::Editor).await;
    editor.post(&path, request).await.expect_problem(403, "forbidden");
    let after = shop.desk.operator.get(&path).await.expect(200);
    assert_eq!(after["state"], "none", "{after}");
    shop.desk.operator.delete(&path).await.expect(204);
}
