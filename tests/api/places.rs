//! The places at which members earn: the outlets of partners.

use serde_json::{Value, json};

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
