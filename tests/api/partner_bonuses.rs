//! The bonuses that a partner's outlets give now or next, as its managers see them in their portal.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::key_outlets::outlet;
use crate::support::desk::Over;

const OWN: &str = "/api/merchant/bonus-hours";

fn named(name: &str, more: Value) -> Value {
    more.over(json!({ "name": { "en": name, "zh": name, "zhhk": name } }))
}

fn hours(from: &str, until: &str) -> Value {
    json!({ "from": from, "until": until })
}

async fn seen(shop: &Shop) -> Vec<Value> {
    shop.counter.get(OWN).await.expect(200).as_array().expect("a list").clone()
}

fn names(found: &[Value]) -> Vec<&str> {
    found.iter().map(|bonus| bonus["name"]["en"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn managers_see_what_runs_and_then_what_comes_next_at_their_outlets() {
    let mut shop = Shop::open_at("2026-03-12T13:59").await;
    let (pier, rival) = (outlet(&shop, &shop.partner, "Pier").await, shop.desk.partner("1", "0").await);
    let elsewhere = outlet(&shop, &rival, "Central").await;
    shop.on(named("whole day", json!({}))).await;
    let afternoon = json!({ "hours": hours("14:00", "18:00"), "weekdays": ["thursday"], "until": "2026-03-31" });
    shop.on(named("afternoon", afternoon)).await;
    let at_pier = json!({ "hours": hours("14:00", "15:00"), "outlets": [pier], "minimumBillHkd": "50" });
    shop.on(named("pier", at_pier)).await;
    shop.on(named("weekend", json!({ "weekdays": ["saturday", "sunday"] }))).await;
    shop.on(named("soon", json!({ "from": "2026-04-11" }))).await;
    shop.on(named("too late", json!({ "from": "2026-04-13" }))).await;
    shop.on(named("elsewhere", json!({ "outlets": [elsewhere] }))).await;
    shop.on(named("rival", json!({ "partners": [rival] }))).await;
    shop.on(named("card", json!({ "enjoyCard": true }))).await;
    shop.on(named("welcome", json!({ "occasion": { "kind": "welcome" } }))).await;
    shop.add(named("draft", json!({}))).await;
    assert_eq!(names(&seen(&shop).await), ["whole day", "pier", "afternoon", "weekend", "soon"]);

    shop.go_to("2026-03-12T14:00").await;
    let found = seen(&shop).await;
    assert_eq!(names(&found), ["pier", "afternoon", "whole day", "weekend", "soon"]);
    let (pier_hour, afternoon, weekend) = (&found[0], &found[1], &found[3]);
    assert_eq!((&pier_hour["outlets"], &pier_hour["minimumBillHkd"]), (&json!([pier]), &json!("50.00")));
    assert_eq!((&pier_hour["endsAt"], pier_hour.get("startsAt")), (&json!("2026-03-12T07:00:00.000Z"), None));
    assert_eq!((&afternoon["outlets"], &afternoon["hours"]), (&json!([]), &hours("14:00", "18:00")));
    assert_eq!((&afternoon["weekdays"], &afternoon["until"]), (&json!(["thursday"]), &json!("2026-03-31")));
    assert_eq!(weekend["startsAt"], "2026-03-13T16:00:00.000Z");
    assert_eq!((&weekend["endsAt"], weekend.get("hours")), (&json!("2026-03-15T16:00:00.000Z"), None));
    shop.go_to("2026-03-12T18:00").await;
    let found = seen(&shop).await;
    assert_eq!(names(&found), ["whole day", "pier", "weekend", "afternoon", "soon"]);
    assert_eq!(found[3]["startsAt"], "2026-03-19T06:00:00.000Z", "a week later");
}

#[tokio::test]
async fn a_spent_bonus_stays_until_its_hours_end_and_does_not_come_next() {
    let mut shop = Shop::open_at("2026-03-12T14:00").await;
    let budget = json!({ "unit": "hkd", "amount": "0.30" });
    shop.on(named("spent", json!({ "hours": hours("14:00", "18:00"), "budget": budget }))).await;
    let capped = json!({ "hours": hours("14:00", "18:00"), "budget": null, "caps": { "perDay": 10 },
        "until": "2026-12-31" });
    shop.on(named("capped", capped)).await;
    let ada = shop.server.member().await;
    let before = seen(&shop).await;
    assert_eq!(before[0]["budget"], json!({ "unit": "hkd", "amount": "0.30", "left": "0.30" }), "{before:?}");
    assert_eq!((&before[0]["spent"], before[1].get("budget")), (&json!(false), None));
    shop.award(&ada, "100").await;
    let found = seen(&shop).await;
    assert_eq!(found[0]["budget"], json!({ "unit": "hkd", "amount": "0.30", "left": "0.00" }), "{found:?}");
    assert_eq!((&found[0]["spent"], &found[1]["spent"]), (&json!(true), &json!(true)));
    shop.go_to("2026-03-12T18:00").await;
    let found = seen(&shop).await;
    assert_eq!(names(&found), ["capped"], "the cap of a day is there again tomorrow");
    assert_eq!((&found[0]["spent"], &found[0]["startsAt"]), (&json!(false), &json!("2026-03-13T06:00:00.000Z")));
}

#[tokio::test]
async fn only_the_partner_s_own_managers_see_its_bonuses() {
    let shop = Shop::open_at("2026-03-12T14:00").await;
    shop.on(named("hour", json!({ "hours": hours("14:00", "18:00") }))).await;
    shop.server.staff(Role::Operator).await.get(OWN).await.expect_problem(403, "forbidden");
    shop.server.member().await.caller.get(OWN).await.expect_problem(401, "unauthenticated");
    assert_eq!(shop.server.visitor().get(OWN).await.status, 401);
    assert_eq!(names(&seen(&shop).await), ["hour"]);
}
