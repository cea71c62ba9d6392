//! The check of a draft of an earning rule while it is written.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop, double};
use crate::support::desk::Over;

async fn check(shop: &Shop, id: Option<&str>, over: Value) -> Value {
    let draft = json!({ "id": id, "rule": over.over(double()) });
    shop.desk.operator.post(&format!("{RULES}/check"), draft).await.expect(200)
}

#[tokio::test]
async fn a_check_tells_what_is_refused_and_saves_nothing() {
    let shop = Shop::open().await;
    let sound = check(&shop, None, json!({})).await;
    assert_eq!((&sound["problems"], &sound["meets"]), (&json!([]), &json!([])));
    for (over, field, code) in [
        (json!({ "until": null, "budget": null }), "budget", "rule_unlimited"),
        (json!({ "from": "2099-12-31", "until": "2099-12-30" }), "until", "invalid_period"),
        (
            json!({ "bonus": { "kind": "perAmount", "points": 1, "eachHkd": "0" } }),
            "bonus.eachHkd",
            "rule_divides_by_zero",
        ),
        (json!({ "name": { "en": "", "zh": "x", "zhhk": "x" } }), "name", "required_field"),
    ] {
        let found = check(&shop, None, over.clone()).await;
        let fields: Vec<_> = found["problems"].as_array().expect("problems").iter().collect();
        let named =
            fields.iter().any(|one| one["code"] == code && one["field"].as_str().unwrap_or("").starts_with(field));
        assert!(named, "{over}: {found}");
    }
    assert_eq!(shop.desk.operator.get(RULES).await.expect(200), json!([]));
    let audit = shop.desk.operator.get("/api/admin/audit?action=earning_rule.create").await.expect(200);
    assert_eq!(audit, json!([]));
    let unknown = json!({ "id": "019cde0a5b7070009f1b4c1f0c2f7a31", "rule": double() });
    shop.desk.operator.post(&format!("{RULES}/check"), unknown).await.expect_problem(404, "not_found");
    let bad = json!({ "rule": json!({ "until": "2026-02-30" }).over(double()) });
    shop.desk.operator.post(&format!("{RULES}/check"), bad).await.expect_problem(400, "invalid_body");
    let auditor = shop.server.staff(Role::Auditor).await;
    auditor.post(&format!("{RULES}/check"), json!({ "rule": double() })).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_check_tells_the_most_that_a_rule_can_give() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ends = json!({ "until": "2026-12-31", "budget": null });
    assert_eq!(check(&shop, None, ends).await.get("mostPoints"), None, "an end alone bounds no sum");
    let budget = json!({ "budget": { "unit": "points", "amount": 500 }, "caps": { "perMember": 40 } });
    let found = check(&shop, None, budget.clone()).await;
    assert_eq!((&found["mostPoints"], &found["mostPerMember"]), (&json!(500), &json!(40)));
    let days = json!({ "from": "2026-03-20", "until": "2026-03-22", "caps": { "perDay": 30 } });
    assert_eq!(check(&shop, None, days).await["mostPoints"], 90);
    let first = json!({ "occasion": { "kind": "firstPurchase" }, "bonus": { "kind": "fixed", "points": 70 } });
    assert_eq!(check(&shop, None, first.clone()).await.get("mostPerMember"), None, "once at each partner");
    let here = json!({ "partners": [shop.partner] }).over(first);
    assert_eq!(check(&shop, None, here).await["mostPerMember"], 70);
    let everywhere = json!({ "kind": "firstPurchase", "at": "programme" });
    let everywhere = json!({ "occasion": everywhere, "bonus": { "kind": "fixed", "points": 60 } });
    assert_eq!(check(&shop, None, everywhere).await["mostPerMember"], 60);
    // A bonus without a number of points of its own is bounded by the caps of the day.
    for cap in ["perReceipt", "perMemberDay", "perDay"] {
        let welcome = json!({ "occasion": { "kind": "welcome" }, "caps": { cap: 50 } });
        assert_eq!(check(&shop, None, welcome).await["mostPerMember"], 50, "{cap}");
    }
    // The points that an earlier version gave are no longer in the budget.
    let id = shop.on(budget.clone()).await;
    let ada = shop.server.member().await;
    shop.award(&ada, "30").await;
    shop.go_to("2026-03-13T12:00").await;
    assert_eq!(check(&shop, Some(&id), budget).await["mostPoints"], 470);
    let wrong = json!({ "caps": { "perRule": i64::MIN }, "budget": { "unit": "points", "amount": i64::MIN } });
    let found = check(&shop, Some(&id), wrong).await;
    assert_eq!(found["mostPoints"], 0, "numbers out of bounds are told, and compute nothing");
}

#[tokio::test]
async fn a_check_names_the_rules_that_it_meets_with_what_both_give() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let cup = json!({ "bonus": { "kind": "fixed", "points": 12 }, "minimumBillHkd": "90",
        "hours": { "from": "22:00", "until": "02:00" }, "weekdays": ["saturday"] });
    let cup = shop.on(cup).await;
    let off = shop.on(json!({})).await;
    shop.desk.operator.post(&format!("{RULES}/{off}/switch-off"), json!({})).await.expect(200);
    let met = check(&shop, None, json!({ "hours": { "from": "01:00", "until": "03:00" } })).await;
    let [one] = met["meets"].as_array().expect("rules").as_slice() else { panic!("{met}") };
    assert_eq!(
        (&one["rule"], &one["partner"], &one["amountHkd"]),
        (&json!(cup), &json!(shop.partner), &json!("90.00"))
    );
    // 01:00 on the next Saturday in Hong Kong; 90 by the rates, 90 by the draft and 12 by the other.
    assert_eq!((&one["at"], &one["points"]), (&json!("2026-03-13T17:00:00.000Z"), &json!(192)));
    assert_eq!(check(&shop, None, json!({ "weekdays": ["monday"] })).await["meets"], json!([]));
    assert_eq!(check(&shop, None, json!({ "until": "2026-03-12" })).await["meets"], json!([]));
    assert_eq!(check(&shop, Some(&cup), json!({})).await["meets"], json!([]), "not itself");
    let elsewhere = shop.desk.partner("1", "0").await;
    shop.on(json!({ "partners": [elsewhere], "stacking": "best", "bonus": { "kind": "fixed", "points": 300 } })).await;
    let here = json!({ "partners": [shop.partner], "weekdays": ["monday"] });
    assert_eq!(check(&shop, None, here).await["meets"], json!([]));
    let there = check(&shop, None, json!({ "partners": [elsewhere], "weekdays": ["monday"] })).await;
    let best = &there["meets"][0];
    assert_eq!((&best["points"], best["lines"].as_array().map(Vec::len)), (&json!(380), Some(1)), "only the better");
    let alone = json!({ "partners": [elsewhere], "weekdays": ["monday"], "stacking": "best" });
    let tied = check(&shop, None, alone).await;
    assert_eq!(
        (&tied["problems"][0]["field"], &tied["problems"][0]["code"]),
        (&json!("priority"), &json!("rules_overlap"))
    );
    assert_eq!(tied["problems"][1]["field"], format!("earningRules[{}]", best["rule"].as_str().expect("an id")));
}
