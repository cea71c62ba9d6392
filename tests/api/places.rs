//! The places at which members earn: the outlets of partners, and the bonuses that anybody can get.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::TestServer;
use crate::support::desk::Desk;

const OUTLETS: &str = "/api/partner/outlets";

fn stanley() -> Value {
    json!({
        "name": { "en": "Stanley" }, "address": { "en": "22 Main Street" }, "district": "southern",
        "position": { "latitudeE6": 22_218_700, "longitudeE6": 114_212_500 }, "phone": "+852 2345 0022",
        "hours": [{ "days": ["monday", "sunday"], "from": "09:00", "until": "18:00" }],
    })
}

#[tokio::test]
async fn members_see_the_outlets_of_active_partners() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (seen, hidden) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    for partner in [&seen, &hidden] {
        desk.create(&format!("partners/{partner}/outlets"), stanley()).await;
    }
    let plain = desk.create(&format!("partners/{seen}/outlets"), json!({ "name": { "en": "Peak" } })).await;
    let house = json!({ "type": "Food", "name": { "en": "Tea House" }, "active": false });
    desk.operator.put_at(&format!("/api/admin/partners/{hidden}"), "*", house).await.expect(200);
    let ada = server.member().await.caller;
    let found = ada.get(OUTLETS).await.expect(200);
    let [first, second] = found.as_array().expect("a list").as_slice() else { panic!("two outlets: {found}") };
    for (field, value) in stanley().as_object().expect("an object") {
        assert_eq!(&first[field], value, "{field}");
    }
    assert_eq!((&first["partner"], &second["_id"]), (&json!(seen), &json!(plain)));
    assert_eq!((&second["phone"], &second["hours"], &second["position"]), (&json!(""), &json!([]), &Value::Null));
    desk.operator.delete(&format!("/api/admin/outlets/{plain}")).await.expect(204);
    assert_eq!(ada.get(&format!("{OUTLETS}?limit=1")).await.expect(200).as_array().map(Vec::len), Some(1));
    server.visitor().get(OUTLETS).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_phone_hours_or_a_place_that_cannot_be_are_refused() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let path = format!("/api/admin/partners/{partner}/outlets");
    for (field, value) in [
        ("phone", json!("call us")),
        ("hours", json!([{ "days": [], "from": "09:00", "until": "18:00" }])),
        ("hours", json!([{ "days": ["monday"], "from": "18:00", "until": "09:00" }])),
        ("position", json!({ "latitudeE6": 91_000_000, "longitudeE6": 0 })),
    ] {
        let mut body = stanley();
        body[field] = value;
        let refused = desk.operator.post(&path, body).await.expect_problem(400, "invalid_value");
        assert_eq!(refused["errors"][0]["field"], field, "{refused}");
    }
    let mut body = stanley();
    body["district"] = json!("kowloon");
    desk.operator.post(&path, body).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn bonuses_for_anybody_are_announced_and_others_are_not() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let names = |name: &str| json!({ "en": name, "zh": name, "zhhk": name });
    let shown = shop.on(json!({ "name": names("all"), "partners": [shop.partner] })).await;
    let soon = shop.on(json!({ "name": names("soon"), "from": "2026-03-19" })).await;
    shop.on(json!({ "name": names("later"), "from": "2026-03-20" })).await;
    shop.on(json!({ "name": names("card"), "enjoyCard": true })).await;
    shop.on(json!({ "name": names("first"), "occasion": { "kind": "firstPurchase" } })).await;
    let ada = shop.server.member().await.caller;
    let found = ada.get("/api/partner/bonuses").await.expect(200);
    let ids: Vec<_> = found.as_array().expect("a list").iter().map(|bonus| bonus["_id"].clone()).collect();
    assert_eq!(ids, [json!(shown), json!(soon)]);
    assert_eq!((&found[0]["partners"], &found[1]["partners"]), (&json!([shop.partner]), &json!([])));
    shop.server.visitor().get("/api/partner/bonuses").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_bonus_that_is_spent_or_was_ended_before_its_first_day_is_not_announced() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let budget = json!({ "unit": "points", "amount": 10 });
    let spent = shop.on(json!({ "until": null, "budget": budget })).await;
    let capped = shop.on(json!({ "caps": { "perRule": 10 } })).await;
    let large = shop.on(json!({ "minimumBillHkd": "200" })).await;
    let ended = shop.on(json!({ "from": "2026-03-15" })).await;
    let announced = async || {
        let found = ada.caller.get("/api/partner/bonuses").await.expect(200);
        let id = |bonus: &Value| bonus["_id"].as_str().expect("an id").to_owned();
        found.as_array().expect("a list").iter().map(id).collect::<BTreeSet<_>>()
    };
    assert_eq!(announced().await, BTreeSet::from([spent, capped, large.clone(), ended.clone()]));
    shop.desk.operator.post(&format!("/api/admin/earning-rules/{ended}/end"), json!({})).await.expect(200);
    shop.award(&ada, "10").await;
    assert_eq!(announced().await, BTreeSet::from([large]));
    let found = ada.caller.get("/api/partner/bonuses").await.expect(200);
    assert_eq!(found[0]["minimumBillHkd"], "200.00");
}
