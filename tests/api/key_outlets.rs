//! API keys that are for one outlet: purchases with them earn by the rules of the outlet.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::{Caller, fresh_key};

const KEYS: &str = "/api/admin/api-keys";

pub async fn outlet(shop: &Shop, partner: &str, name: &str) -> Value {
    let place = json!({ "name": { "en": name, "zh": name, "zhhk": name } });
    shop.desk.operator.post(&format!("/api/admin/partners/{partner}/outlets"), place).await.expect(201)["_id"].clone()
}

pub async fn till(shop: &Shop, owner: &Caller, outlet: &Value) -> Caller {
    let terms = json!({ "partnerId": shop.partner, "name": format!("Till {outlet}"), "outletId": outlet });
    let made = owner.post(KEYS, terms).await.expect(201);
    let till = shop.server.visitor();
    till.set_bearer(made["key"].as_str());
    till
}

#[tokio::test]
async fn a_purchase_with_a_key_earns_by_the_rules_of_its_outlet() {
    let shop = Shop::open().await;
    let (ada, owner) = (shop.server.member().await, shop.server.staff_at(Role::Owner, None).await);
    let (central, east) = (outlet(&shop, &shop.partner, "Central").await, outlet(&shop, &shop.partner, "East").await);
    shop.on(json!({ "outlets": [central] })).await;
    for (place, points) in [(&central, 160), (&east, 80), (&Value::Null, 80)] {
        let till = till(&shop, &owner, place).await;
        let bill = json!({ "member": ada.short_id, "amountHkd": "80" });
        assert_eq!(till.post("/api/merchant/award/preview", bill.clone()).await.expect(200)["points"], points);
        let given = till.post_once("/api/merchant/award", &fresh_key(), bill).await.expect(200);
        assert_eq!(given["points"], points, "{place}");
    }
    // The day of the partner has the purchases at their outlets.
    let today = shop.counter.get("/api/merchant/today").await.expect(200);
    let sums: Vec<(&Value, &Value)> =
        today["outlets"].as_array().expect("outlets").iter().map(|at| (&at["_id"], &at["points"])).collect();
    assert_eq!(sums, [(&central, &json!(160)), (&east, &json!(80)), (&Value::Null, &json!(80))]);
    let activity = shop.counter.get("/api/merchant/activity").await.expect(200);
    assert_eq!(activity[2]["outlet"]["en"], "Central");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_key_is_for_an_open_outlet_of_its_partner_and_ends_with_it() {
    let shop = Shop::open().await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let other = shop.desk.partner("1", "0").await;
    let (own, foreign) = (outlet(&shop, &shop.partner, "Central").await, outlet(&shop, &other, "East").await);
    let closed = outlet(&shop, &shop.partner, "North").await;
    let path = |outlet: &Value| format!("/api/admin/outlets/{}", outlet.as_str().expect("an id"));
    shop.desk.operator.delete(&path(&closed)).await.expect(204);
    for wrong in [&foreign, &closed, &json!("019cde0a5b7070009f1b4c1f0c2f7a31")] {
        let terms = json!({ "partnerId": shop.partner, "name": "Till", "outletId": wrong });
        let refused = owner.post(KEYS, terms).await.expect_problem(400, "invalid_value");
        assert_eq!(refused["errors"][0]["field"], "outletId", "{wrong}");
    }
    let working = till(&shop, &owner, &own).await;
    let key = owner.get(KEYS).await.expect(200)[0].clone();
    assert_eq!(key["outletId"], own);
    let csv = owner.get("/api/admin/api-keys?format=csv").await;
    assert!(csv.text.contains(own.as_str().expect("an id")), "{}", csv.text);
    let shown = format!("{KEYS}/{}", key["_id"].as_str().expect("an id"));
    let moved = owner.put_at(&shown, "*", json!({ "name": "Till", "outletId": foreign })).await;
    assert_eq!(moved.expect_problem(400, "invalid_value")["errors"][0]["field"], "outletId");
    let renamed = owner.put_at(&shown, "*", json!({ "name": "Till 2", "outletId": own })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["outletId"]), (&json!("Till 2"), &own));

    working.get("/api/merchant/activity").await.expect(200);
    shop.desk.operator.delete(&path(&own)).await.expect(204);
    assert_eq!(working.get("/api/merchant/activity").await.status, 401);
    let audit = owner.get("/api/admin/audit?q=api_key.revoke").await.text;
    assert!(audit.contains(key["_id"].as_str().expect("an id")), "{audit}");
}
