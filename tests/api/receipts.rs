//! The receipt of one transaction: the purchase behind it, until when its points can be spent, and what was taken back.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::pending::release_due;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, factor, shop};
use crate::earning_rules::Shop;
use crate::support::desk::coupon;
use crate::support::{Caller, PASSWORD, TestMember, fresh_key};

async fn receipt(caller: &Caller, id: &Value) -> Value {
    caller.get(&format!("/api/transaction/receipt/{}", id.as_str().expect("an id"))).await.expect(200)
}

/// Asserts that a receipt has every field of its row in the history, and gives that row.
async fn row_of(caller: &Caller, receipt: &Value) -> Value {
    let history = caller.get("/api/transaction/listMyTransactions").await.expect(200);
    let rows = history.as_array().expect("a list");
    let row = rows.iter().find(|row| row["_id"] == receipt["_id"]).expect("the row").clone();
    for (name, value) in row.as_object().expect("an object") {
        assert_eq!(&receipt[name], value, "{name}");
    }
    row
}

/// Points end a month after they are earned.
async fn expire_after_a_month(owner: &Caller, starts: &str) {
    let rule = json!({ "kind": "afterEarning", "months": 1, "monthEnd": false });
    let policy = json!({ "rule": rule, "graceDays": 14, "extraDays": 90 });
    owner.post("/api/admin/expiry", json!({ "policy": policy, "starts": starts, "version": 0 })).await.expect(200);
}

#[tokio::test]
async fn a_receipt_tells_the_bill_its_grams_and_its_end_and_that_it_was_taken_back() {
    let shop = shop().await;
    let (till, ada, ben) = (shop.till().await, shop.server.member().await, shop.server.member().await);
    shop.desk.operator.post(FACTORS, factor("purchase", "24.5", "Own cup")).await.expect(201);
    expire_after_a_month(&shop.server.staff(Role::Owner).await, "2026-09-21").await;
    let bill = json!({ "member": ada.short_id, "amountHkd": "42.50", "receipt": "R-7" });
    let awarded = till.post_once("/api/merchant/award", &fresh_key(), bill).await.expect(200);
    let id = &awarded["transactionId"];
    let found = receipt(&ada.caller, id).await;
    row_of(&ada.caller, &found).await;
    let purchase = json!({ "partnerId": shop.partner, "day": "2026-09-21", "amountHkd": "42.50", "receipt": "R-7",
        "carbonGrams": "24.5" });
    assert_eq!(found["purchase"], purchase);
    assert_eq!((&found["validUntil"], found.get("takenBack")), (&json!("2026-10-21"), None));

    let path = format!("/api/transaction/receipt/{}", id.as_str().expect("an id"));
    ben.caller.get(&path).await.expect_problem(404, "not_found");
    shop.server.visitor().get(&path).await.expect_problem(401, "unauthenticated");
    let unknown = "/api/transaction/receipt/01900000-0000-7000-8000-000000000000";
    ada.caller.get(unknown).await.expect_problem(404, "not_found");

    let undo = format!("/api/merchant/award/{}/undo", id.as_str().expect("an id"));
    let undone = till.post_once(&undo, &fresh_key(), json!({})).await.expect(200);
    let found = receipt(&ada.caller, id).await;
    assert_eq!((&found["takenBack"], found.get("validUntil")), (&json!("2026-09-21"), None));
    assert_eq!((&found["points"], &found["purchase"]["carbonGrams"]), (&json!(42), &json!("0")));
    let opposite = receipt(&ada.caller, &undone["transactionId"]).await;
    assert_eq!((&opposite["points"], opposite.get("purchase"), opposite.get("takenBack")), (&json!(-42), None, None));
}

#[tokio::test]
async fn points_without_a_purchase_have_a_plain_receipt() {
    let shop = shop().await;
    let ada = shop.server.member_with(50).await;
    let item = shop.desk.item(coupon(10)).await;
    ada.caller
        .post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), json!({ "quantity": 1 }))
        .await
        .expect(200);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    for row in history.as_array().expect("a list") {
        assert_eq!(&receipt(&ada.caller, &row["_id"]).await, row);
    }
}

#[tokio::test]
async fn points_that_wait_have_a_receipt_before_and_after_their_day() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada: TestMember = shop.server.member().await;
    expire_after_a_month(&shop.server.staff(Role::Owner).await, "2026-11-28").await;
    shop.on(json!({ "pending": { "days": 14, "of": "purchase" } })).await;
    let awarded = shop.award(&ada, "80.00").await;
    let waits = receipt(&ada.caller, &awarded["transactionId"]).await;
    row_of(&ada.caller, &waits).await;
    assert_eq!((&waits["pendingPoints"], &waits["purchase"]["amountHkd"]), (&json!(160), &json!("80.00")));
    assert_eq!(waits.get("validUntil"), None);

    shop.server.clock.set(Timestamp::parse("2026-12-12T12:00:00+08:00").expect("a time"));
    release_due(&shop.server.running.store).await.expect("a run");
    let caller = shop.server.visitor();
    caller.sign_in(&ada.email, PASSWORD).await;
    let history = caller.get("/api/transaction/listMyTransactions").await.expect(200);
    let released = receipt(&caller, &history[0]["_id"]).await;
    assert_eq!(released["purchase"], json!({ "partnerId": shop.partner, "day": "2026-11-28", "amountHkd": "80.00" }));
    assert_eq!((&released["points"], &released["validUntil"]), (&json!(160), &json!("2027-01-12")));
}
