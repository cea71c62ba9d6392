//! The counter: awarding points and collecting coupons.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key, quiet};

async fn award(counter: &Caller, body: Value) -> Answer {
    counter.post_once("/api/merchant/award", &fresh_key(), body).await
}

#[tokio::test]
async fn points_are_the_amount_times_the_rate_rounded_down() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1.5", "0.5").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let ada = server.member().await;
    let answer = award(&counter, json!({ "member": ada.short_id, "amountHkd": "128.50" })).await.expect(200);
    assert_eq!(answer["points"], 192);
    assert_eq!(answer["member"], json!({ "shortId": ada.short_id, "firstName": "Mei" }));
    let answer =
        award(&counter, json!({ "member": ada.email, "amountHkd": "128.50", "enjoyCard": true })).await.expect(200);
    assert_eq!(answer["points"], 192 + 64);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!((&history[0]["type"], &history[0]["points"]), (&json!("Earn"), &json!(256)));
    assert_eq!(history[0]["itemSnapshot"]["description"]["zhhk"], "於茶館消費 HK$128.50");
    let activity = counter.get("/api/merchant/activity").await.expect(200);
    assert_eq!(
        (&activity[0]["type"], &activity[0]["amountHkd"], &activity[0]["points"]),
        (&json!("award"), &json!("128.50"), &json!(256))
    );
    server.verify_books();
}

#[tokio::test]
async fn an_award_that_breaks_a_rule_gives_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let (ada, ben) = (server.member().await, server.member().await);
    for amount in
        [json!("0"), json!("0.00"), json!("-5"), json!(128.5), json!("1e3"), json!("1.234"), json!(""), Value::Null]
    {
        let answer = award(&counter, json!({ "member": ada.email, "amountHkd": amount })).await;
        answer.expect_problem(400, "invalid_amount_hkd");
    }
    award(&counter, json!({ "member": ada.email, "amountHkd": "0.99" })).await.expect_problem(422, "amount_too_small");
    for nobody in ["nobody@example.org", "98765432", "no such thing"] {
        award(&counter, json!({ "member": nobody, "amountHkd": "10" })).await.expect_problem(404, "member_not_found");
    }
    desk.operator.post(&format!("/api/admin/members/{}/suspend", ben.id), json!({})).await.expect(200);
    award(&counter, json!({ "member": ben.email, "amountHkd": "10" })).await.expect_problem(404, "member_not_found");
    let receipt = json!({ "member": ada.email, "amountHkd": "10", "receipt": "R-1" });
    award(&counter, receipt.clone()).await.expect(200);
    award(&counter, receipt.clone()).await.expect_problem(409, "receipt_already_used");
    for spelt in ["r-1", "R\u{200b}-1", "Ｒ－１", "R-1\u{feff}"] {
        let again = json!({ "member": ada.email, "amountHkd": "10", "receipt": spelt });
        award(&counter, again).await.expect_problem(409, "receipt_already_used");
    }
    let nothing = json!({ "member": ada.email, "amountHkd": "10", "receipt": "\u{200b}" });
    award(&counter, nothing).await.expect_problem(400, "invalid_receipt");
    let elsewhere = desk.partner("1", "0").await;
    let elsewhere = server.staff_at(Role::Merchant, Some(&elsewhere)).await;
    award(&elsewhere, receipt).await.expect(200);
    let keyless = counter.post("/api/merchant/award", json!({ "member": ada.email, "amountHkd": "10" })).await;
    keyless.expect_problem(400, "idempotency_key_required");
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (20, 0));
    server.verify_books();
}

#[tokio::test]
async fn a_day_s_awards_are_capped() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.merchant.daily_award_cap = 150;
        config.merchant.daily_award_cap_per_member = 100;
    })
    .await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let give = async |member: &TestMember, amount: &str| {
        award(&counter, json!({ "member": member.email, "amountHkd": amount })).await
    };
    give(&ada, "100").await.expect(200);
    give(&ada, "1").await.expect_problem(409, "award_cap_reached");
    give(&ben, "51").await.expect_problem(409, "award_cap_reached");
    give(&ben, "50").await.expect(200);
    server.clock.advance(Duration::from_secs(86_400));
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    award(&counter, json!({ "member": ada.email, "amountHkd": "100" })).await.expect(200);
}

#[tokio::test]
async fn daily_award_limits_count_merged_accounts_together() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
        config.merchant.daily_award_cap_per_member = 100;
    })
    .await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let (old, new) = (server.member().await, server.member().await);
    let give = async |member: &TestMember, amount: &str| {
        award(&counter, json!({ "member": member.email, "amountHkd": amount })).await
    };
    let given = give(&old, "70").await.expect(200);
    give(&new, "20").await.expect(200);
    let merge = json!({ "into": new.id, "reason": "Same person" });
    desk.operator.post_once(&format!("/api/admin/members/{}/merge", old.id), &fresh_key(), merge).await.expect(200);
    give(&new, "11").await.expect_problem(409, "award_cap_reached");
    give(&new, "10").await.expect(200);
    let undo = format!("/api/merchant/award/{}/undo", given["transactionId"].as_str().expect("an id"));
    counter.post_once(&undo, &fresh_key(), json!({})).await.expect(200);
    give(&new, "71").await.expect_problem(409, "award_cap_reached");
    give(&new, "70").await.expect(200);
    server.verify_books();
}

#[tokio::test]
async fn a_coupon_is_collected_once_within_its_time_and_at_its_own_counter() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, stranger) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let elsewhere = server.staff_at(Role::Merchant, Some(&stranger)).await;
    let item = desk.item(json!({ "partnerId": partner }).over(coupon(10))).await;
    let ada = server.member_with(100).await;
    let opened = async || {
        let path = format!("/api/redeem/purchase/{item}");
        let bought = ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        let path = format!("/api/redeem/use/{}", bought["redemption"]["_id"].as_str().expect("an id"));
        let shown = ada.caller.post(&path, json!({})).await.expect(200);
        shown["itemContent"]["qrcode"].as_str().expect("a code").to_owned()
    };
    let verify = async |counter: &Caller, code: &str| {
        counter.post("/api/merchant/verify", json!({ "code": code })).await.expect(200)
    };
    let collect =
        async |counter: &Caller, code: &str| counter.post("/api/merchant/collect", json!({ "code": code })).await;
    let code = opened().await;
    assert_eq!(verify(&elsewhere, &code).await, json!({ "status": "unknown", "otherPartner": true }));
    assert_eq!(verify(&elsewhere, "nothing").await, json!({ "status": "unknown" }));
    collect(&elsewhere, &code).await.expect_problem(409, "coupon_unknown");
    let seen = verify(&counter, &code.to_lowercase()).await;
    assert_eq!(
        (&seen["status"], &seen["item"]["name"]["en"], &seen["member"]["firstName"]),
        (&json!("valid"), &json!("Tea"), &json!("Mei"))
    );
    let (one, other) = tokio::join!(collect(&counter, &code), collect(&counter, &code));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    collect(&counter, &code).await.expect_problem(409, "coupon_collected");
    let seen = verify(&counter, &code).await;
    assert!(seen["status"] == "collected" && seen["collectedAt"].is_string());
    let late = opened().await;
    server.clock.advance(Duration::from_secs(300));
    assert_eq!(verify(&counter, &late).await["status"], "expired");
    collect(&counter, &late).await.expect_problem(409, "coupon_expired");
    collect(&counter, "garbage").await.expect_problem(409, "coupon_unknown");
    let activity = counter.get("/api/merchant/activity").await.expect(200);
    assert_eq!((activity.as_array().map(Vec::len), &activity[0]["type"]), (Some(1), &json!("collect")));
}

#[tokio::test]
async fn only_merchants_can_call_the_counter() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    for path in ["/api/merchant/award", "/api/merchant/verify", "/api/merchant/collect"] {
        let body = json!({ "member": ada.email, "amountHkd": "10", "code": "x" });
        assert_eq!(server.visitor().post_once(path, &fresh_key(), body.clone()).await.status, 401);
        assert!(matches!(ada.caller.post_once(path, &fresh_key(), body.clone()).await.status, 401 | 403));
        assert!(matches!(desk.operator.post_once(path, &fresh_key(), body).await.status, 401 | 403));
    }
}

#[tokio::test]
async fn a_partner_s_key_opens_its_counter_until_it_is_taken_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let partner = desk.partner("1", "0").await;
    let body = json!({ "partnerId": partner, "name": "Till 1" });
    desk.operator.post("/api/admin/api-keys", body.clone()).await.expect_problem(403, "forbidden");
    let made = owner.post("/api/admin/api-keys", body).await.expect(201);
    let stranger = json!({ "partnerId": "0".repeat(32), "name": "Till 1" });
    owner.post("/api/admin/api-keys", stranger).await.expect_problem(400, "unknown_partner");
    let till = server.visitor();
    till.set_bearer(made["key"].as_str());
    assert_eq!(till.get("/api/merchant/activity").await.expect(200), json!([]));
    assert!(matches!(till.get("/api/admin/items").await.status, 401 | 403));
    let listed = owner.get("/api/admin/api-keys").await;
    assert!(listed.expect(200)[0]["_id"] == made["_id"] && !listed.text.contains(made["key"].as_str().expect("a key")));
    let path = format!("/api/admin/api-keys/{}", made["_id"].as_str().expect("an id"));
    assert_eq!(owner.delete(&path).await.status, 204);
    assert_eq!(till.get("/api/merchant/activity").await.status, 401);
}

#[tokio::test]
async fn code_lookups_without_a_till_do_not_tell_whether_a_guess_was_right() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let owner = server.staff_at(Role::Owner, None).await;
    let key = owner.post("/api/admin/api-keys", json!({ "partnerId": partner, "name": "Kiosk" })).await.expect(201);
    let kiosk = server.visitor();
    kiosk.set_bearer(key["key"].as_str());
    let manager = server.staff_at(Role::Merchant, Some(&partner)).await;
    let ada = server.member().await;
    // The limit of a key covers all tills of its partner.
    for (counter, most) in [(&kiosk, 60), (&manager, 10)] {
        let look = async |member: &str| counter.post("/api/merchant/lookup", json!({ "member": member })).await;
        // Correct lookups do not use up the limit.
        for _ in 0..15 {
            look(&ada.short_id).await.expect(200);
        }
        for guess in 1..most {
            look(&format!("512340{guess:02}")).await.expect_problem(404, "member_not_found");
        }
        look(&ada.short_id).await.expect(200);
        counter.post("/api/merchant/verify", json!({ "code": "NO" })).await.expect(200);
        let refused = look(&ada.short_id).await;
        refused.expect_problem(429, "rate_limited");
        assert!(!refused.header("retry-after").is_empty());
        look("51234099").await.expect_problem(429, "rate_limited");
        award(counter, json!({ "member": ada.short_id, "amountHkd": "10" })).await.expect_problem(429, "rate_limited");
        counter.post("/api/merchant/verify", json!({ "code": "NO" })).await.expect_problem(429, "rate_limited");
        server.clock.advance(Duration::from_secs(60));
        look(&ada.short_id).await.expect(200);
    }
    assert_eq!(server.balance(ada.id).await, 0);
}
