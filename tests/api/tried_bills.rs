//! A bill that operators try on the rules that are on.

use kapok::auth::Role;
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, factor};
use crate::earning_rules::Shop;
use crate::support::desk::Over;
use crate::support::fresh_key;

const BILL: &str = "/api/admin/earning-rules/bill";

fn lines(tried: &Value) -> Vec<i64> {
    tried["lines"].as_array().expect("lines").iter().map(|line| line["points"].as_i64().expect("points")).collect()
}

#[tokio::test]
async fn a_tried_bill_tells_what_an_award_gives_and_gives_nothing() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "hours": { "from": "12:00", "until": "13:00" }, "caps": { "perReceipt": 50 } })).await;
    let purchase = json!({ "member": ada.short_id, "amountHkd": "80", "enjoyCard": true });
    let bill = json!({ "partner": shop.partner }).over(purchase.clone());
    let transactions = || {
        let count = "select count(*) as n from ledger_transaction";
        shop.server.running.store.read(|read| read.number(count, params! {})).expect("a number")
    };
    let before = transactions();
    let tried = shop.desk.operator.post(BILL, bill.clone()).await.expect(200);
    assert_eq!((&tried["points"], lines(&tried)), (&json!(290), vec![80, 160, 50]));
    assert_eq!((&tried["lines"][2]["rule"], &tried["lines"][2]["limitedBy"]), (&json!(id), &json!("perReceipt")));
    let evening = json!({ "at": "2026-03-12T20:00:00+08:00" }).over(bill);
    let later = shop.desk.operator.post(BILL, evening).await.expect(200);
    assert_eq!((&later["points"], lines(&later)), (&json!(240), vec![80, 160]), "the rule holds at noon alone");
    assert_eq!((transactions(), shop.server.balance(ada.id).await), (before, 0));
    let auditor = shop.server.staff(Role::Auditor).await;
    let entries = auditor.get("/api/admin/audit?action=member.try_bill").await.expect(200);
    assert_eq!((entries.as_array().map(Vec::len), &entries[0]["target"]), (Some(2), &json!(ada.id)));
    let given = shop.counter.post_once("/api/merchant/award", &fresh_key(), purchase).await.expect(200);
    assert_eq!(given["points"], tried["points"]);
}

#[tokio::test]
async fn an_outlet_decides_and_a_wrong_bill_is_refused_at_its_field() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let outlet = async |partner: &str| {
        let path = format!("/api/admin/partners/{partner}/outlets");
        let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
        shop.desk.operator.post(&path, place).await.expect(201)["_id"].clone()
    };
    let (own, other) = (outlet(&shop.partner).await, outlet(&shop.desk.partner("1", "0").await).await);
    shop.on(json!({ "outlets": [own] })).await;
    let bill = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "80" });
    let points =
        async |over: Value| shop.desk.operator.post(BILL, over.over(bill.clone())).await.expect(200)["points"].clone();
    assert_eq!((points(json!({})).await, points(json!({ "outlet": own })).await), (json!(80), json!(160)));
    for (over, field, code) in [
        (json!({ "outlet": other }), "outlet", "invalid_value"),
        (json!({ "member": " " }), "member", "required_field"),
        (json!({ "amountHkd": "0" }), "amountHkd", "invalid_amount_hkd"),
        (json!({ "amountHkd": "x" }), "amountHkd", "invalid_amount_hkd"),
    ] {
        let refused = shop.desk.operator.post(BILL, over.over(bill.clone())).await.expect(400);
        assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!(field), &json!(code)));
    }
    let nobody = json!({ "member": "nobody@example.org" }).over(bill.clone());
    shop.desk.operator.post(BILL, nobody).await.expect_problem(404, "member_not_found");
    for role in [Role::Support, Role::Editor, Role::Auditor] {
        shop.server.staff(role).await.post(BILL, bill.clone()).await.expect_problem(403, "forbidden");
    }
}

#[tokio::test]
async fn entered_units_are_counted_and_wrong_ones_are_refused_beside_the_field() {
    let shop = crate::unit_rules::shop(true).await;
    let ada = shop.server.member().await;
    let add = async |factor: Value| shop.desk.operator.post(FACTORS, factor).await.expect(201)["_id"].clone();
    let (refill, glass) = (
        add(json!({ "most": "6" }).over(factor("action", "80", "Refill"))).await,
        add(factor("kilogram", "300", "Glass")).await,
    );
    let cup = add(factor("purchase", "24", "Own cup")).await;
    for (points, factor) in [(15, &refill), (7, &glass)] {
        shop.on(json!({ "bonus": { "kind": "perUnit", "points": points, "factorId": factor } })).await;
    }
    let one = |factor: &Value, quantity: &str| json!({ "factorId": factor, "quantity": quantity });
    let bill =
        |carbon: Value| json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "10", "carbon": carbon });
    for (carbon, expected) in [
        (json!([]), vec![10]),
        (json!([one(&refill, "2")]), vec![10, 30]),
        (json!([one(&refill, "2"), one(&glass, "1.5")]), vec![10, 30, 10]),
    ] {
        let tried = shop.desk.operator.post(BILL, bill(carbon.clone())).await.expect(200);
        assert_eq!(lines(&tried), expected, "{carbon}");
        let purchase = json!({ "member": ada.short_id, "amountHkd": "10", "carbon": carbon });
        let told = shop.counter.post("/api/merchant/award/preview", purchase).await.expect(200);
        assert_eq!(told["lines"], tried["lines"], "an award gives the same");
    }
    let unknown = json!("0".repeat(32));
    let refused = async |carbon: Value, code: &str| {
        let refused = shop.desk.operator.post(BILL, bill(carbon.clone())).await.expect_problem(400, code);
        assert_eq!(refused["errors"][0]["field"], "carbon", "{carbon}");
    };
    for (carbon, code) in [
        (json!([one(&unknown, "1")]), "unknown_factor"),
        (json!([one(&cup, "1")]), "unknown_factor"),
        (json!([one(&refill, "0")]), "invalid_value"),
        (json!([one(&refill, "1.5")]), "invalid_value"),
        (json!([one(&refill, "7")]), "invalid_value"),
        (json!([one(&refill, "1"), one(&refill, "1")]), "invalid_value"),
        (json!(vec![one(&refill, "1"); 21]), "invalid_value"),
    ] {
        refused(carbon, code).await;
    }
    assert_eq!(ada.points().await, 0);
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["carbon"] = json!(false);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    refused(json!([one(&refill, "1")]), "carbon_off").await;
    let tried = shop.desk.operator.post(BILL, bill(json!([]))).await.expect(200);
    assert_eq!(lines(&tried), [10], "without an entry the trial goes on");
}
