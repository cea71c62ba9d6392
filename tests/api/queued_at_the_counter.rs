//! Authorised calls of the counter that wait, while the client loses the permission.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::{PIN, Shop};
use crate::support::{Answer, Caller, LetIn, TestMember, fresh_key};

async fn award(counter: &Caller, member: &TestMember) -> LetIn {
    let order = json!({ "member": member.short_id, "amountHkd": "10" });
    counter.let_in("/api/merchant/award", Some(&fresh_key()), order).await
}

#[track_caller]
fn done(answer: &Answer) {
    assert!(matches!(answer.status, 200 | 201 | 204), "{}", answer.text);
}

fn id_of(made: &Value) -> String {
    made["_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_queued_award_of_a_merchant_who_may_no_longer_act_is_refused() {
    let shop = Shop::open().await;
    let (owner, ada) = (shop.server.staff_at(Role::Owner, None).await, shop.server.member().await);
    let elsewhere = shop.desk.partner("1", "0").await;
    let change = |partner: &str, suspended: bool| json!({ "name": "Wong", "role": "merchant", "partnerId": partner, "suspended": suspended });
    for end in ["suspended", "another partner", "removed", "sessions ended"] {
        let manager = shop.manager().await;
        let path = format!("/api/admin/staff/{}", id_of(&manager.get("/api/staff/me").await.expect(200)));
        let late = award(&manager, &ada).await;
        let cashier = manager.let_in("/api/merchant/cashiers", None, json!({ "name": "Ghost", "pin": "407193" })).await;
        done(&match end {
            "suspended" => owner.put_at(&path, "*", change(&shop.partner, true)).await,
            "another partner" => owner.put_at(&path, "*", change(&elsewhere, false)).await,
            "removed" => owner.delete(&path).await,
            _ => owner.delete(&format!("{path}/sessions")).await,
        });
        for late in [late, cashier] {
            let answer = late.finish().await;
            assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("unauthenticated")), "{end}");
        }
    }
    assert_eq!(shop.server.balance(ada.id).await, 0);
    let path = format!("/api/admin/partners/{}/cashiers", shop.partner);
    assert_eq!(shop.desk.operator.get(&path).await.expect(200).as_array().map(Vec::len), Some(1));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_queued_award_of_a_cashier_or_till_that_is_gone_is_refused() {
    let shop = Shop::open().await;
    let (operator, ada) = (&shop.desk.operator, shop.server.member().await);
    let path = format!("/api/admin/partners/{}/cashiers", shop.partner);
    for end in ["suspended", "another PIN", "removed", "till revoked", "another device", "signed out"] {
        let cashier = id_of(&operator.post(&path, json!({ "name": "Ah Fan", "pin": PIN })).await.expect(201));
        let device = shop.device().await;
        device.post("/api/merchant/session", json!({ "cashierId": cashier, "pin": PIN })).await.expect(200);
        let till = format!("/api/admin/tills/{}", id_of(&device.get("/api/merchant/till").await.expect(200)));
        let cashier = format!("/api/admin/cashiers/{cashier}");
        let late = award(&device, &ada).await;
        done(&match end {
            "suspended" => operator.put_at(&cashier, "*", json!({ "name": "Ah Fan", "active": false })).await,
            "another PIN" => operator.put(&cashier, json!({ "pin": "90417" })).await,
            "removed" => operator.delete(&cashier).await,
            "till revoked" => operator.delete(&till).await,
            "another device" => {
                let renewed = operator.post(&format!("{till}/link"), json!({})).await.expect(200);
                let other = shop.server.visitor().browser();
                other.post("/api/merchant/enrol", json!({ "code": renewed["code"] })).await
            }
            _ => device.delete("/api/merchant/session").await,
        });
        let answer = late.finish().await;
        assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("unauthenticated")), "{end}");
    }
    assert_eq!(shop.server.balance(ada.id).await, 0);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_queued_sign_in_at_a_revoked_till_is_refused() {
    let shop = Shop::open().await;
    let device = shop.device().await;
    let till = format!("/api/admin/tills/{}", id_of(&device.get("/api/merchant/till").await.expect(200)));
    let late = device.let_in("/api/merchant/session", None, json!({ "cashierId": shop.cashier, "pin": PIN })).await;
    done(&shop.desk.operator.delete(&till).await);
    late.finish().await.expect_problem(401, "till_not_enrolled");
}

#[tokio::test]
async fn a_queued_award_by_a_key_that_may_no_longer_award_is_refused() {
    let shop = Shop::open().await;
    let (owner, ada) = (shop.server.staff_at(Role::Owner, None).await, shop.server.member().await);
    for (end, status, code) in [
        ("revoked", 401, "unauthenticated"),
        ("another scope", 403, "scope_missing"),
        ("another network", 403, "address_not_allowed"),
    ] {
        let order = json!({ "partnerId": shop.partner, "name": end });
        let made = owner.post("/api/admin/api-keys", order).await.expect(201);
        let (till, path) = (shop.server.visitor(), format!("/api/admin/api-keys/{}", id_of(&made)));
        till.set_bearer(made["key"].as_str());
        let late = award(&till, &ada).await;
        done(&match end {
            "revoked" => owner.delete(&path).await,
            "another scope" => owner.put_at(&path, "*", json!({ "name": end, "scopes": ["activity"] })).await,
            _ => owner.put_at(&path, "*", json!({ "name": end, "networks": ["203.0.113.0/24"] })).await,
        });
        late.finish().await.expect_problem(status, code);
    }
    assert_eq!(shop.server.balance(ada.id).await, 0);
    shop.server.verify_books();
}
