//! The audit entries of redemptions lead to the transaction that moved the points.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::{Desk, coupon, exchange};
use crate::support::{TestMember, TestServer, fresh_key};

const WALLET: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

/// The newest audit entry of an action.
async fn noted(desk: &Desk, action: &str) -> Value {
    desk.operator.get(&format!("/api/admin/audit?action={action}")).await.expect(200)[0].clone()
}

/// The type of a transaction, and the redemption that it is about.
async fn moved(desk: &Desk, id: &Value) -> (Value, Value) {
    let path = format!("/api/admin/transactions/{}", id.as_str().expect("an id"));
    let found = desk.operator.get(&path).await.expect(200);
    (found["type"].clone(), found["redemption"].clone())
}

async fn bought(desk: &Desk, ada: &TestMember, item: Value) -> String {
    let item = desk.item(item).await;
    let body = json!({ "quantity": 1, "walletAddress": WALLET });
    ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/redemptions?member={}", ada.id);
    desk.operator.get(&path).await.expect(200)[0]["_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_settled_exchange_leads_to_what_spent_or_returned_its_points() {
    let server = TestServer::start().await;
    let (desk, ada) = (Desk::of(&server).await, server.member_with(100).await);
    for (verb, body, kind) in [
        ("confirm", json!({ "note": "Sent" }), "Redeem"),
        ("reject", json!({ "reason": "No such wallet" }), "Redeem - Refund"),
    ] {
        let id = bought(&desk, &ada, exchange(20)).await;
        let settled = desk.operator.post(&format!("/api/admin/redemptions/{id}/{verb}"), body).await.expect(200);
        assert_eq!(settled.get("transaction"), None, "the answer is as before");
        let entry = noted(&desk, &format!("redemption.{verb}")).await;
        assert_eq!((&entry["target"], &entry["after"]["_id"]), (&json!(id), &json!(id)));
        assert_eq!(entry["before"].get("transaction"), None);
        assert_eq!(moved(&desk, &entry["after"]["transaction"]).await, (json!(kind), json!(id)));
    }
    server.verify_books();
}

#[tokio::test]
async fn a_coupon_with_more_time_leads_to_its_purchase() {
    let server = TestServer::start().await;
    let (desk, ada) = (Desk::of(&server).await, server.member_with(100).await);
    let mut item = coupon(20);
    item["useWithinDays"] = json!(10);
    let id = bought(&desk, &ada, item).await;
    let shown = desk.operator.get(&format!("/api/admin/redemptions?q={id}")).await.expect(200)[0].clone();
    let day = kapok::base::day::Day::parse(shown["useBy"].as_str().expect("a last day")).expect("a day").plus(5);
    let body = json!({ "until": day, "reason": "Closed for a week" });
    desk.operator.post(&format!("/api/admin/redemptions/{id}/extend"), body).await.expect(200);
    let entry = noted(&desk, "redemption.extend").await;
    assert_eq!((&entry["after"]["reason"], &entry["target"]), (&json!("Closed for a week"), &json!(id)));
    assert_eq!(moved(&desk, &entry["after"]["transaction"]).await, (json!("Redeem"), json!(id)));
    let finance = server.staff_at(Role::Finance, None).await;
    let entries = finance.get("/api/admin/audit?action=redemption.extend").await.expect(200);
    assert_eq!(entries[0]["after"]["transaction"], entry["after"]["transaction"], "finance may follow it too");
}
