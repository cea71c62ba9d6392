//! Members without a phone, at the counter.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{Caller, TestServer, fresh_key, quiet};

pub(crate) struct Shop {
    pub(crate) server: TestServer,
    pub(crate) desk: Desk,
    pub(crate) partner: String,
    pub(crate) counter: Caller,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::at(TestServer::start().await).await
    }

    pub(crate) async fn at(server: TestServer) -> Self {
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        Self { server, desk, partner, counter }
    }

    /// A member with a card, its PIN and that many points; gives the member's id and the card's number.
    pub(crate) async fn holder(&self, points: i64) -> (String, String) {
        let (id, card) = self.new_holder(points).await;
        self.set_pin(&id, PIN).await;
        (id, card)
    }

    /// Sets a card's PIN in admin.
    pub(crate) async fn set_pin(&self, id: &str, pin: &str) {
        let path = format!("/api/admin/members/{id}/card-pin");
        assert_eq!(self.desk.operator.put(&path, json!({ "pin": pin })).await.status, 204);
    }

    /// A member whose card has no PIN yet.
    pub(crate) async fn new_holder(&self, points: i64) -> (String, String) {
        let form = json!({ "firstName": "Tai Man", "lastName": "Chan" });
        let made = self.desk.operator.post("/api/admin/members", form).await.expect(201);
        let text = |name: &str| made[name].as_str().expect(name).to_owned();
        let (id, card) = (text("_id"), text("shortId"));
        let adjust = format!("/api/admin/members/{id}/adjust");
        let body = json!({ "points": points, "reason": "Helped out" });
        self.desk.operator.post_once(&adjust, &fresh_key(), body).await.expect(200);
        (id, card)
    }

    pub(crate) async fn here(&self, points: i64) -> String {
        self.desk.item(json!({ "partnerId": self.partner }).over(coupon(points))).await
    }

    pub(crate) async fn choice(&self, card: &str) -> Value {
        self.counter.post("/api/merchant/card", json!({ "member": card, "pin": PIN })).await.expect(200)
    }
}

pub(crate) const REDEEM: &str = "/api/merchant/card/redeem";
pub(crate) const PIN: &str = "4071";

#[tokio::test]
async fn the_holder_of_a_card_gets_a_coupon_at_the_counter_once() {
    let shop = Shop::open().await;
    let (id, card) = shop.holder(100).await;
    let item = shop.here(30).await;
    let found = shop.counter.post("/api/merchant/lookup", json!({ "member": card })).await.expect(200);
    assert_eq!((&found["cardOnly"], &found["shortId"]), (&json!(true), &json!(card)));
    let choice = shop.choice(&card).await;
    assert_eq!((&choice["points"], &choice["items"][0]["_id"]), (&json!(100), &json!(item)));
    let (key, order) = (fresh_key(), json!({ "member": card, "item": item, "pin": PIN }));
    let given = shop.counter.post_once(REDEEM, &key, order.clone()).await.expect(200);
    assert_eq!((&given["points"], &given["balance"]), (&json!(30), &json!(70)));
    assert_eq!(shop.counter.post_once(REDEEM, &key, order).await.expect(200), given, "replayed");
    let page = shop.desk.operator.get(&format!("/api/admin/members/{id}/page")).await.expect(200);
    assert_eq!((&page["member"]["points"], page["redemptions"].as_array().map(Vec::len)), (&json!(70), Some(1)));
    assert!(page["redemptions"][0]["collectedAt"].is_string(), "{page}");
    let today = shop.counter.get("/api/merchant/activity").await.expect(200);
    assert_eq!((&today[0]["redemptionId"], &today[0]["points"]), (&given["redemptionId"], &json!(30)));
    let auditor = shop.server.staff_at(Role::Auditor, None).await;
    let newest = auditor.get("/api/admin/audit?limit=1").await.expect(200)[0].clone();
    assert_eq!((&newest["action"], &newest["target"]), (&json!("member.open"), &json!(id)));
    let trail = auditor.get("/api/admin/audit?limit=5").await.text;
    assert!(trail.contains("coupon.hand_over"), "{trail}");
    let handed = auditor.get("/api/admin/audit?action=coupon.hand_over").await.expect(200)[0]["after"].clone();
    let paid = format!("/api/admin/transactions/{}", handed["transaction"].as_str().expect("an id"));
    assert_eq!(auditor.get(&paid).await.expect(200)["redemption"], given["redemptionId"]);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_card_buys_nothing_that_this_counter_does_not_collect() {
    let shop = Shop::open().await;
    let (_, card) = shop.holder(100).await;
    let elsewhere = shop.desk.partner("1", "0").await;
    let theirs = shop.desk.item(json!({ "partnerId": elsewhere }).over(coupon(10))).await;
    let (exchange, dear) = (shop.desk.item(exchange(10)).await, shop.here(101).await);
    let gone = shop.desk.item(json!({ "partnerId": shop.partner, "leftover": 0 }).over(coupon(10))).await;
    // A member with only a card would pay for a code or a picture and never see it, so the counter does not sell it.
    let shown = |partner: Option<&str>, content: Value| {
        shop.desk.item(json!({ "partnerId": partner, "content": content }).over(coupon(10)))
    };
    let pool = json!({ "kind": "pool", "format": "barCode" });
    let voucher = shown(None, pool.clone()).await;
    shop.desk.upload(&voucher, "code\nMARKET-0001\n").await;
    let ours = shown(Some(&shop.partner), pool).await;
    shop.desk.upload(&ours, "code\nMARKET-0002\n").await;
    let picture =
        shown(None, json!({ "kind": "image", "format": "qrcode", "imgUrl": format!("/media/{}.png", "a".repeat(64)) }))
            .await;
    let items: Vec<Value> =
        shop.choice(&card).await["items"].as_array().expect("items").iter().map(|item| item["_id"].clone()).collect();
    assert_eq!(items, [json!(dear)]);
    for (item, status, code) in [
        (&theirs, 404, "item_unavailable"),
        (&exchange, 404, "item_unavailable"),
        (&voucher, 404, "item_unavailable"),
        (&ours, 404, "item_unavailable"),
        (&picture, 404, "item_unavailable"),
        (&gone, 409, "out_of_stock"),
        (&dear, 422, "insufficient_points"),
    ] {
        let order = json!({ "member": card, "item": item, "pin": PIN });
        shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(status, code);
    }
    let nowhere = json!({ "member": card, "item": "0".repeat(32), "pin": PIN });
    shop.counter.post_once(REDEEM, &fresh_key(), nowhere).await.expect_problem(404, "item_unavailable");
    assert_eq!(shop.choice(&card).await["points"], 100);
    shop.server.verify_books();
}

#[tokio::test]
async fn an_unavailable_item_does_not_count_as_a_wrong_pin() {
    let limited = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    });
    let shop = Shop::at(limited.await).await;
    let (_, card) = shop.holder(100).await;
    for _ in 0..12 {
        let order = json!({ "member": card, "item": "0".repeat(32), "pin": PIN });
        shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(404, "item_unavailable");
    }
    assert_eq!(shop.choice(&card).await["points"], 100, "the counter still works");
    // An unknown card uses up the guess limit.
    for _ in 0..10 {
        let order = json!({ "member": "51234001", "item": "0".repeat(32) });
        shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(404, "member_not_found");
    }
    let order = json!({ "member": card, "item": "0".repeat(32), "pin": PIN });
    shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn nobody_spends_the_points_of_a_member_who_can_sign_in() {
    let shop = Shop::open().await;
    let member = shop.server.member_with(100).await;
    let item = shop.here(10).await;
    let found = shop.counter.post("/api/merchant/lookup", json!({ "member": member.short_id })).await.expect(200);
    assert_eq!(found["cardOnly"], Value::Null);
    let ask = json!({ "member": member.short_id });
    shop.counter.post("/api/merchant/card", ask).await.expect_problem(409, "member_has_device");
    let order = json!({ "member": member.short_id, "item": item });
    shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(409, "member_has_device");
    assert_eq!(shop.server.balance(member.id).await, 100);
    for (typed, status, code) in
        [("", 400, "required_field"), ("K7Q2M9XA", 404, "member_not_found"), ("\u{7}", 400, "invalid_body")]
    {
        let answer = shop.counter.post("/api/merchant/card", json!({ "member": typed })).await;
        answer.expect_problem(status, code);
    }
    let (id, card) = shop.holder(50).await;
    shop.desk.operator.post(&format!("/api/admin/members/{id}/suspend"), json!({})).await.expect(200);
    shop.counter.post("/api/merchant/card", json!({ "member": card })).await.expect_problem(404, "member_not_found");
    let order = json!({ "member": card, "item": item, "pin": PIN });
    shop.counter.post_once(REDEEM, &fresh_key(), order).await.expect_problem(404, "member_not_found");
    shop.server.verify_books();
}
