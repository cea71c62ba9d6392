//! API keys and outlets: a key is for one outlet, or names the outlet of each purchase, whose rules hold then.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::PIN;
use crate::earning_rules::Shop;
use crate::simulations::finds_what_was_given;
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

#[tokio::test]
async fn a_key_for_all_outlets_names_the_outlet_of_each_purchase() {
    let shop = Shop::open().await;
    let (ada, owner) = (shop.server.member().await, shop.server.staff_at(Role::Owner, None).await);
    let (central, east) = (outlet(&shop, &shop.partner, "Central").await, outlet(&shop, &shop.partner, "East").await);
    let rule = shop.on(json!({ "outlets": [central] })).await;
    let till = till(&shop, &owner, &Value::Null).await;
    let bill = |outlet: &Value| json!({ "member": ada.short_id, "amountHkd": "80", "outletId": outlet });
    for (place, points) in [(&central, 160), (&east, 80), (&Value::Null, 80)] {
        assert_eq!(till.post("/api/merchant/award/preview", bill(place)).await.expect(200)["points"], points);
        let (key, made) = (fresh_key(), bill(place));
        let given = till.post_once("/api/merchant/award", &key, made.clone()).await.expect(200);
        assert_eq!(given["points"], points, "{place}");
        let again = till.post_once("/api/merchant/award", &key, made).await;
        assert_eq!((again.header("idempotency-replayed"), again.json()["points"].clone()), ("true", json!(points)));
        let path = format!("/api/admin/transactions/{}", given["transactionId"].as_str().expect("an id"));
        let shown = shop.desk.operator.get(&path).await.expect(200)["award"]["outlet"]["en"].clone();
        let name = if place == &central {
            json!("Central")
        } else if place == &east {
            json!("East")
        } else {
            Value::Null
        };
        assert_eq!(shown, name);
    }
    // Another outlet is another purchase.
    let key = fresh_key();
    till.post_once("/api/merchant/award", &key, bill(&central)).await.expect(200);
    let other = till.post_once("/api/merchant/award", &key, bill(&east)).await;
    assert_eq!(other.json()["code"], "idempotency_key_reused", "{}", other.text);
    let today = shop.counter.get("/api/merchant/today").await.expect(200);
    let sums: Vec<(&Value, &Value)> =
        today["outlets"].as_array().expect("outlets").iter().map(|at| (&at["_id"], &at["points"])).collect();
    assert_eq!(sums, [(&central, &json!(320)), (&east, &json!(80)), (&Value::Null, &json!(80))]);
    finds_what_was_given(&shop, &rule, 160).await;
    shop.server.verify_books();
}

#[tokio::test]
async fn an_outlet_that_is_not_the_counters_to_name_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let (ada, owner) = (shop.server.member().await, shop.server.staff_at(Role::Owner, None).await);
    let other = shop.desk.partner("1", "0").await;
    let (own, foreign) = (outlet(&shop, &shop.partner, "Central").await, outlet(&shop, &other, "East").await);
    let (second, closed) = (outlet(&shop, &shop.partner, "West").await, outlet(&shop, &shop.partner, "North").await);
    let close = async |outlet: &Value| {
        let path = format!("/api/admin/outlets/{}", outlet.as_str().expect("an id"));
        shop.desk.operator.delete(&path).await.expect(204);
    };
    close(&closed).await;
    let (of_all, of_one) = (till(&shop, &owner, &Value::Null).await, till(&shop, &owner, &own).await);
    let at_till = enrolled_till(&shop, &own).await;
    let unknown = json!("019cde0a5b7070009f1b4c1f0c2f7a31");
    for (counter, named) in [
        (&of_all, vec![&foreign, &closed, &unknown]),
        (&of_one, vec![&second, &foreign, &closed, &unknown]),
        (&at_till, vec![&second, &foreign, &closed, &unknown]),
        // A manager who is signed in at no till.
        (&shop.counter, vec![&own, &second, &foreign]),
    ] {
        for outlet in named {
            let bill = json!({ "member": ada.short_id, "amountHkd": "80", "outletId": outlet });
            for answer in [
                counter.post("/api/merchant/award/preview", bill.clone()).await,
                counter.post_once("/api/merchant/award", &fresh_key(), bill).await,
            ] {
                let refused = answer.expect_problem(400, "invalid_value");
                assert_eq!(refused["errors"][0]["field"], "outletId", "{outlet}");
            }
        }
    }
    assert_eq!(ada.points().await, 0, "a refusal gives no points");
    for counter in [&of_all, &of_one, &at_till] {
        let bill = json!({ "member": ada.short_id, "amountHkd": "10", "outletId": own });
        counter.post("/api/merchant/award/preview", bill.clone()).await.expect(200);
        counter.post_once("/api/merchant/award", &fresh_key(), bill).await.expect(200);
    }
    let today = shop.counter.get("/api/merchant/today").await.expect(200);
    assert_eq!((&today["outlets"][0]["_id"], &today["outlets"][0]["points"]), (&own, &json!(30)), "{today}");
    // An outlet that closes between two purchases can no longer be named.
    close(&second).await;
    let bill = json!({ "member": ada.short_id, "amountHkd": "10", "outletId": second });
    of_all.post_once("/api/merchant/award", &fresh_key(), bill).await.expect_problem(400, "invalid_value");
}

/// A till at an outlet, with a cashier who is signed in.
async fn enrolled_till(shop: &Shop, outlet: &Value) -> Caller {
    let pin = json!({ "name": "Ah Fan", "pin": PIN });
    let cashier = shop.desk.create(&format!("partners/{}/cashiers", shop.partner), pin).await;
    let path = format!("/api/admin/outlets/{}/tills", outlet.as_str().expect("an id"));
    let waiting = shop.desk.operator.post(&path, json!({ "name": "Till 2" })).await.expect(201);
    let device = shop.server.visitor().browser();
    device.post("/api/merchant/enrol", json!({ "code": waiting["code"] })).await.expect(200);
    device.post("/api/merchant/session", json!({ "cashierId": cashier, "pin": PIN })).await.expect(200);
    device
}
