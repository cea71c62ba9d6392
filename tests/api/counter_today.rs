//! A partner's day at the counter, as its staff see it without a till.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::Shop;
use crate::support::{Caller, TestMember, TestServer, fresh_key};

async fn award(counter: &Caller, member: &TestMember, amount: &str) -> Value {
    let body = json!({ "member": member.short_id, "amountHkd": amount });
    counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
}

async fn day(caller: &Caller) -> Value {
    caller.get("/api/merchant/today?everywhere=true").await.expect(200)
}

#[tokio::test]
async fn a_manager_sees_every_outlet_of_the_partner_and_what_was_taken_back() {
    let shop = Shop::open().await;
    let (till, manager) = (shop.till().await, shop.manager().await);
    let ada = shop.server.member().await;
    award(&till, &ada, "50").await;
    let wrong = award(&till, &ada, "20").await;
    let back = format!("/api/merchant/award/{}/undo", wrong["transactionId"].as_str().expect("an id"));
    till.post_once(&back, &fresh_key(), json!({})).await.expect(200);
    award(&manager, &ada, "10").await;
    let seen = day(&manager).await;
    assert_eq!((&seen["awards"], &seen["points"], &seen["amountHkd"]), (&json!(2), &json!(60), &json!("60.00")));
    assert_eq!((&seen["undone"], &seen["undonePoints"]), (&json!(1), &wrong["points"]));
    let outlets = seen["outlets"].as_array().expect("outlets");
    assert_eq!((outlets.len(), &outlets[0]["_id"], &outlets[1]["_id"]), (2, &json!(shop.outlet), &Value::Null));
    assert_eq!((&outlets[0]["name"]["en"], &outlets[0]["points"]), (&json!("Sheung Wan"), &json!(50)));
    assert_eq!((&outlets[0]["undone"], &outlets[1]["points"]), (&json!(1), &json!(10)));
    let file = manager.get("/api/merchant/activity?everywhere=true&format=csv").await;
    assert_eq!(file.status, 200);
    let lines: Vec<&str> = file.text.lines().collect();
    assert!(lines.len() == 4 && lines[0].contains("created,type,outlet.en"), "{}", file.text);
    assert!(
        lines[2].contains("Sheung Wan") && lines[2].contains("Till 2") && lines[2].contains(",yes,"),
        "{}",
        lines[2]
    );
    assert!(!file.text.contains(&ada.email), "the file masks the member's address");
    // The period decides which days are listed; the next day starts with empty sums.
    for (period, count) in [("from=2000-01-01&to=2000-01-01", 0), ("from=2000-01-01", 3)] {
        let listed = manager.get(&format!("/api/merchant/activity?everywhere=true&{period}")).await.expect(200);
        assert_eq!(listed.as_array().map(Vec::len), Some(count), "{period}");
    }
    shop.server.clock.advance(std::time::Duration::from_secs(86_400));
    let next = day(&shop.manager().await).await;
    assert_eq!((&next["awards"], &next["undone"], &next["outlets"]), (&json!(0), &json!(0), &json!([])));
}

#[tokio::test]
async fn a_cashier_sees_only_the_own_till_and_partner() {
    let shop = Shop::open().await;
    let (till, ada) = (shop.till().await, shop.server.member().await);
    award(&till, &ada, "50").await;
    let rival = shop.desk.partner("1", "0").await;
    let rival = shop.server.staff_at(Role::Merchant, Some(&rival)).await;
    assert_eq!(day(&rival).await["outlets"], json!([]));
    let lists = rival.get("/api/merchant/activity?everywhere=true").await.expect(200);
    assert_eq!(lists, json!([]));
    for path in ["/api/merchant/today", "/api/merchant/activity"] {
        till.get(&format!("{path}?everywhere=true")).await.expect_problem(403, "forbidden");
        till.get(&format!("{path}?everywhere=perhaps")).await.expect_problem(400, "invalid_parameter");
        till.get(path).await.expect(200);
        shop.desk.operator.get(&format!("{path}?everywhere=true")).await.expect_problem(403, "forbidden");
        assert_eq!(shop.server.visitor().get(&format!("{path}?everywhere=true")).await.status, 401);
    }
    let manager = shop.manager().await;
    manager.get("/api/merchant/activity?from=soon").await.expect_problem(400, "invalid_value");
    manager.get("/api/merchant/activity?from=2026-02-02&to=2026-01-01").await.expect_problem(400, "invalid_period");
    manager.get("/api/merchant/activity?format=xml").await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn a_partner_s_key_sees_only_its_own_day() {
    let server = TestServer::start().await;
    let desk = crate::support::desk::Desk::of(&server).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let body = json!({ "partnerId": desk.partner("1", "0").await, "name": "Till 1" });
    let made = owner.post("/api/admin/api-keys", body).await.expect(201);
    let key = server.visitor();
    key.set_bearer(made["key"].as_str());
    key.get("/api/merchant/today?everywhere=true").await.expect_problem(403, "forbidden");
}
