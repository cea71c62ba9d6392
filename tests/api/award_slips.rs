//! Slips of awards that a counter sends to the member by e-mail.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::{Shop, award, undo};
use crate::support::{Answer, Caller, fresh_key};

async fn send(till: &Caller, awarded: &Value) -> Answer {
    let path = format!("/api/merchant/award/{}/slip", awarded["transactionId"].as_str().expect("an id"));
    till.post_once(&path, &fresh_key(), json!({})).await
}

#[tokio::test]
async fn a_counter_sends_the_slip_of_an_award_to_the_member() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let bill = json!({ "member": ada.short_id, "amountHkd": "50", "enjoyCard": true, "receipt": "R-7" });
    let awarded = till.post_once("/api/merchant/award", &fresh_key(), bill).await.expect(200);
    let path = format!("/api/merchant/award/{}/slip", awarded["transactionId"].as_str().expect("an id"));
    let key = fresh_key();
    let sent = till.post_once(&path, &key, json!({})).await.expect(200);
    assert_eq!(
        (&sent, &till.post_once(&path, &key, json!({})).await.expect(200)),
        (&json!({ "success": true }), &sent)
    );
    let letter = shop.server.message_to(&ada.email).await;
    let text = letter["text"].as_str().expect("a text");
    for part in ["Sheung Wan", "HK$50", "R-7", "+150 (50 + 100 Enjoy Card)", "Balance now: 150"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let number = awarded["number"].as_str().expect("a number");
    assert!(text.contains(number), "{number} is missing: {text}");
    let queued = shop.desk.operator.get(&format!("/api/admin/messages?memberId={}", ada.id)).await.expect(200);
    assert_eq!(queued.as_array().map(Vec::len), Some(1), "a repeated request sends nothing: {queued}");
}

#[tokio::test]
async fn staff_send_the_slip_of_an_award_at_any_later_time() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let (without, awarded) = (shop.server.member_by_phone().await, award(&till, &ada, "50").await.expect(200));
    let (to_phone, taken) =
        (award(&till, &without, "50").await.expect(200), award(&till, &ada, "60").await.expect(200));
    undo(&till, &taken).await.expect(200);
    shop.server.clock.advance(Duration::from_secs(40 * 86_400));
    let support = shop.server.staff_at(Role::Support, None).await;
    let path = |id: &str| format!("/api/admin/transactions/{id}/slip");
    let (id, key) = (awarded["transactionId"].as_str().expect("an id"), fresh_key());
    for _ in 0..2 {
        assert_eq!(support.post_once(&path(id), &key, json!({})).await.expect(200), json!({ "success": true }));
    }
    let letter = shop.server.message_to(&ada.email).await;
    let text = letter["text"].as_str().expect("a text");
    assert!(text.contains("HK$50") && text.contains(awarded["number"].as_str().expect("a number")), "{text}");
    let auditor = shop.server.staff_at(Role::Auditor, None).await;
    let trail = auditor.get("/api/admin/audit?action=transaction.slip").await.expect(200);
    assert_eq!((trail.as_array().map(Vec::len), &trail[0]["target"]), (Some(1), &awarded["transactionId"]));
    auditor.post_once(&path(id), &fresh_key(), json!({})).await.expect_problem(403, "forbidden");
    // Only an award that stands has a slip, and only an e-mail address gets one.
    support.post_once(&path(&"0".repeat(32)), &fresh_key(), json!({})).await.expect_problem(404, "not_found");
    for (made, status, code) in [(&to_phone, 409, "no_email"), (&taken, 404, "not_found")] {
        let id = made["transactionId"].as_str().expect("an id");
        support.post_once(&path(id), &fresh_key(), json!({})).await.expect_problem(status, code);
    }
}

#[tokio::test]
async fn a_slip_is_sent_for_own_recent_awards_and_to_an_email_address_only() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let awarded = award(&till, &ada, "50").await.expect(200);
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    send(&rival, &awarded).await.expect_problem(404, "not_found");
    send(&ada.caller, &awarded).await.expect_problem(401, "unauthenticated");
    let without = shop.server.member_by_phone().await;
    let to_phone = award(&till, &without, "50").await.expect(200);
    send(&till, &to_phone).await.expect_problem(409, "no_email");
    undo(&till, &awarded).await.expect(200);
    send(&till, &awarded).await.expect_problem(404, "not_found");
    let old = award(&till, &ada, "60").await.expect(200);
    shop.server.clock.advance(Duration::from_secs(86_400));
    // The sessions at the till and of the operator have ended.
    send(&shop.manager().await, &old).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn staff_send_the_slip_of_an_award_whose_partner_was_removed() {
    let shop = Shop::open().await;
    let (owner, ada) = (shop.server.staff_at(Role::Owner, None).await, shop.server.member().await);
    let closing = shop.desk.partner("1", "0").await;
    let manager = shop.server.staff_at(Role::Merchant, Some(&closing)).await;
    let awarded = award(&manager, &ada, "50").await.expect(200);
    let me = manager.get("/api/staff/me").await.expect(200)["_id"].as_str().expect("an id").to_owned();
    owner.delete(&format!("/api/admin/staff/{me}")).await.expect(204);
    shop.desk.operator.delete(&format!("/api/admin/partners/{closing}")).await.expect(204);
    let path = format!("/api/admin/transactions/{}/slip", awarded["transactionId"].as_str().expect("an id"));
    shop.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    let letter = shop.server.message_to(&ada.email).await;
    assert!(letter["text"].as_str().is_some_and(|text| text.contains("HK$50")), "{letter}");
}
