//! Rules that give points for each unit that a cashier enters, such as a refill or a kilogram.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, factor};
use crate::earning_rules::{RULES, Shop, double, points};
use crate::support::desk::Over;
use crate::support::{Answer, TestMember, fresh_key};

/// A shop whose programme counts carbon, or not.
pub(crate) async fn shop(carbon: bool) -> Shop {
    let shop = Shop::open_at("2026-09-21T12:00").await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["carbon"] = json!(carbon);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    shop
}

async fn add_factor(shop: &Shop, factor: Value) -> Value {
    shop.desk.operator.post(FACTORS, factor).await.expect(201)["_id"].clone()
}

fn per_unit(points: i64, factor: &Value) -> Value {
    json!({ "bonus": { "kind": "perUnit", "points": points, "factorId": factor } })
}

fn bill(member: &TestMember, amount: &str, entered: &[(&Value, &str)]) -> Value {
    let one = |(factor, quantity): &(&Value, &str)| json!({ "factorId": factor, "quantity": quantity });
    json!({ "member": member.short_id, "amountHkd": amount, "carbon": entered.iter().map(one).collect::<Vec<_>>() })
}

async fn award(shop: &Shop, body: Value) -> Answer {
    shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await
}

#[tokio::test]
async fn each_refill_gives_points_up_to_the_cap_of_a_day() {
    let shop = shop(true).await;
    let (refill, cup) = (
        add_factor(&shop, factor("action", "80", "Refill")).await,
        add_factor(&shop, factor("action", "24", "Own cup")).await,
    );
    let id = shop.on(json!({ "caps": { "perMemberDay": 90 } }).over(per_unit(15, &refill))).await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);

    let body = bill(&ada, "10", &[(&refill, "2"), (&cup, "1")]);
    let told = shop.counter.post("/api/merchant/award/preview", body.clone()).await.expect(200);
    assert_eq!((&told["points"], points(&told)), (&json!(40), vec![10, 30]), "the preview counts what is entered");
    let given = award(&shop, body).await.expect(200);
    assert_eq!((&given["points"], points(&given)), (&json!(40), vec![10, 30]));
    let plain = award(&shop, bill(&ben, "10", &[(&cup, "3")])).await.expect(200);
    assert_eq!(plain["points"], 10, "another action gives nothing");
    let small = award(&shop, bill(&ada, "0.50", &[(&refill, "6")])).await.expect(200);
    assert_eq!(points(&small), [0, 60], "the cap of the day leaves 60 of 90");

    let result = shop.simulate(&id, json!({ "keepDates": true })).await;
    assert_eq!((&result["points"], &result["change"]), (&json!(90), &json!(0)), "{result}");
    shop.undo(&small).await;
    assert_eq!(ada.points().await, 40);
    let again = award(&shop, bill(&ada, "1", &[(&refill, "1")])).await.expect(200);
    assert_eq!(points(&again), [1, 15], "what was taken back does not count against the cap");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_part_of_a_kilogram_gives_its_part_of_the_points() {
    let shop = shop(true).await;
    let glass = add_factor(&shop, factor("kilogram", "300", "Glass")).await;
    let other = add_factor(&shop, factor("kilogram", "200", "Paper")).await;
    shop.on(json!({ "rounding": "up" }).over(per_unit(7, &glass))).await;
    shop.on(per_unit(7, &other)).await;
    let ada = shop.server.member().await;
    let given = award(&shop, bill(&ada, "1", &[(&glass, "1.5"), (&other, "1.5")])).await.expect(200);
    assert_eq!(given["points"], 1 + 11 + 10, "10.5 up and 10.5 down");
}

#[tokio::test]
async fn nothing_is_given_for_units_while_carbon_is_switched_off_or_they_are_wrong() {
    let shop = shop(true).await;
    let refill = add_factor(&shop, factor("action", "80", "Refill")).await;
    shop.on(per_unit(15, &refill)).await;
    let ada = shop.server.member().await;
    for preview in [true, false] {
        let body = bill(&ada, "10", &[(&refill, "1.5")]);
        let answer = if preview {
            shop.counter.post("/api/merchant/award/preview", body).await
        } else {
            award(&shop, body).await
        };
        answer.expect_problem(400, "invalid_value");
    }
    assert_eq!(ada.points().await, 0);
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["carbon"] = json!(false);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    let given = award(&shop, bill(&ada, "10", &[(&refill, "2")])).await.expect(200);
    assert_eq!(given["points"], 10);
}

#[tokio::test]
async fn a_rule_with_a_factor_that_nobody_can_enter_at_its_partners_is_refused() {
    let shop = shop(true).await;
    let cup = add_factor(&shop, factor("purchase", "24", "Own cup")).await;
    let there = shop.desk.partner("1", "0").await;
    let mut away = factor("action", "80", "Refill");
    away["partnerId"] = json!(there);
    let away = add_factor(&shop, away).await;
    for (rule, code) in [
        (per_unit(0, &away), "invalid_value"),
        (per_unit(15, &cup), "unknown_factor"),
        (per_unit(15, &json!("0".repeat(32))), "unknown_factor"),
        (json!({ "partners": [shop.partner] }).over(per_unit(15, &away)), "rule_never_applies"),
        (json!({ "partnerTypes": ["Cafe"] }).over(per_unit(15, &away)), "rule_never_applies"),
    ] {
        let refused = shop.desk.operator.post(RULES, rule.over(double())).await.expect_problem(400, code);
        let field = if code == "invalid_value" { "bonus.points" } else { "bonus.factorId" };
        assert_eq!(refused["errors"][0]["field"], field, "{refused}");
    }
    shop.add(json!({ "partners": [there] }).over(per_unit(15, &away))).await;
    shop.add(json!({ "partnerTypes": ["Food"] }).over(per_unit(15, &away))).await;
}
