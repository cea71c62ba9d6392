//! Short codes of open coupons, which a person can type at the counter.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::with_limits;
use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Caller, TestMember, TestServer, fresh_key, quiet};

const VERIFY: &str = "/api/merchant/verify";
const COLLECT: &str = "/api/merchant/collect";

struct Counter {
    server: TestServer,
    desk: Desk,
    partner: String,
    merchant: Caller,
    member: TestMember,
}

impl Counter {
    async fn open(server: TestServer) -> Self {
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0").await;
        let merchant = server.staff_at(Role::Merchant, Some(&partner)).await;
        let member = server.member_with(1_000).await;
        Self { server, desk, partner, merchant, member }
    }

    /// Buys and opens a coupon; gives the screen's data.
    async fn shown(&self, more: Value) -> Value {
        let item = self.desk.item(json!({ "partnerId": self.partner }).over(more).over(coupon(10))).await;
        let path = format!("/api/redeem/purchase/{item}");
        let bought = self.member.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        let id = bought["redemption"]["_id"].as_str().expect("an id");
        self.member.caller.post_once(&format!("/api/redeem/use/{id}"), "opening", json!({})).await.expect(200)
    }
}

fn short(shown: &Value) -> String {
    shown["shortCode"].as_str().expect("a short code").to_owned()
}

/// Unused codes with correct check characters.
const NOBODY_S: [&str; 3] = ["22222222", "3333333Z", "4444444Y"];

#[tokio::test]
async fn an_open_coupon_is_verified_and_collected_by_its_short_code() {
    let counter = Counter::open(TestServer::start().await).await;
    let shown = counter.shown(json!({})).await;
    let (code, long) = (short(&shown), shown["itemContent"]["qrcode"].as_str().expect("a code"));
    assert_eq!((code.len(), long.len()), (8, 26), "the long code stays in the QR code");
    let grouped = format!("{}-{}", &code[..4], &code[4..]).to_lowercase();
    for typed in [long, &code, &grouped, &format!(" {} {} ", &code[..4], &code[4..])] {
        let told = counter.merchant.post(VERIFY, json!({ "code": typed })).await.expect(200);
        assert_eq!(told["status"], "valid", "{typed}");
    }
    counter.merchant.post(COLLECT, json!({ "code": grouped })).await.expect(200);
    counter.merchant.post(COLLECT, json!({ "code": long })).await.expect_problem(409, "coupon_collected");
    let told = counter.merchant.post(VERIFY, json!({ "code": code })).await.expect(200);
    assert_eq!(told["status"], "collected");
}

#[tokio::test]
async fn a_bar_code_carries_the_short_code_and_a_pool_code_stays_as_it_is() {
    let counter = Counter::open(TestServer::start().await).await;
    let bar = json!({ "content": { "kind": "generated", "format": "barCode" } });
    let shown = counter.shown(bar).await;
    assert_eq!(shown["itemContent"], json!({ "barCode": shown["shortCode"] }));
    let code = shown["itemContent"]["barCode"].as_str().expect("a code");
    counter.merchant.post(COLLECT, json!({ "code": code })).await.expect(200);
    let item = counter
        .desk
        .item(
            json!({ "partnerId": counter.partner, "content": { "kind": "pool", "format": "barCode" }, "leftover": -1 })
                .over(coupon(1)),
        )
        .await;
    counter.desk.upload(&item, "code\nTEA-0001\n").await;
    let path = format!("/api/redeem/purchase/{item}");
    let bought = counter.member.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let id = bought["redemption"]["_id"].as_str().expect("an id");
    let shown = counter.member.caller.post(&format!("/api/redeem/use/{id}"), json!({})).await.expect(200);
    assert_eq!((&shown["itemContent"], &shown["shortCode"]), (&json!({ "barCode": "TEA-0001" }), &Value::Null));
}

#[tokio::test]
async fn a_short_code_is_worth_something_only_while_open_and_only_at_its_partner() {
    let counter = Counter::open(TestServer::start_with(quiet).await).await;
    let shown = counter.shown(json!({})).await;
    let code = short(&shown);
    let elsewhere = counter.desk.partner("1", "0").await;
    let stranger = counter.server.staff_at(Role::Merchant, Some(&elsewhere)).await;
    let told = stranger.post(VERIFY, json!({ "code": code })).await.expect(200);
    assert_eq!((&told["status"], &told["otherPartner"]), (&json!("unknown"), &json!(true)));
    stranger.post(COLLECT, json!({ "code": code })).await.expect_problem(409, "coupon_unknown");
    counter.server.clock.advance(Duration::from_secs(300));
    let told = counter.merchant.post(VERIFY, json!({ "code": code })).await.expect(200);
    assert_eq!(told["status"], "expired");
    counter.merchant.post(COLLECT, json!({ "code": code })).await.expect_problem(409, "coupon_expired");
    // Sessions have expired; opening the next coupon deletes old short codes.
    counter.server.clock.advance(Duration::from_secs(2 * 86_400));
    let merchant = counter.server.staff_at(Role::Merchant, Some(&counter.partner)).await;
    let later = Counter {
        desk: Desk::of(&counter.server).await,
        member: counter.server.member_with(1_000).await,
        merchant,
        ..counter
    };
    later.shown(json!({})).await;
    let told = later.merchant.post(VERIFY, json!({ "code": code })).await.expect(200);
    assert_eq!(told["status"], "unknown", "forgotten after a day");
}

#[tokio::test]
async fn a_coupon_seen_again_after_a_reload_has_the_same_short_code() {
    let counter = Counter::open(TestServer::start().await).await;
    let shown = counter.shown(json!({})).await;
    let list = counter.member.caller.get("/api/redeem/myredeems").await;
    let id = list.expect(200)[0]["_id"].as_str().expect("an id").to_owned();
    assert!(!list.text.contains(&short(&shown)), "the list shows no code");
    let again =
        counter.member.caller.post_once(&format!("/api/redeem/use/{id}"), "opening", json!({})).await.expect(200);
    assert_eq!((&again["itemContent"], &again["shortCode"]), (&shown["itemContent"], &shown["shortCode"]));
    counter.merchant.post("/api/merchant/return", json!({ "code": short(&shown) })).await.expect(200);
    let told = counter.merchant.post(VERIFY, json!({ "code": short(&shown) })).await.expect(200);
    assert_eq!(told["status"], "unknown", "unknown after the return");
}

#[tokio::test]
async fn guessing_short_codes_is_limited_for_the_whole_partner() {
    let counter = Counter::open(TestServer::start_with(with_limits).await).await;
    let shown = counter.shown(json!({})).await;
    let guess = async |who: &Caller, code: &str| who.post(VERIFY, json!({ "code": code })).await;
    for _ in 0..6 {
        let one = counter.server.staff_at(Role::Merchant, Some(&counter.partner)).await;
        for n in 0..10 {
            let told = guess(&one, NOBODY_S[n % 3]).await.expect(200);
            assert_eq!(told["status"], "unknown");
        }
        guess(&one, NOBODY_S[0]).await.expect_problem(429, "rate_limited");
    }
    guess(&counter.merchant, &short(&shown)).await.expect_problem(429, "rate_limited");
    // Scanning still works.
    let long = shown["itemContent"]["qrcode"].as_str().expect("a code");
    assert_eq!(guess(&counter.merchant, long).await.expect(200)["status"], "valid");
}
