//! Codes that change every 30 seconds: their uses at a counter, and refusals.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key, quiet};

const SCAN: &str = "/api/merchant/member-code";
const LOOKUP: &str = "/api/merchant/lookup";
const USE: &str = "/api/merchant/member-code/use";

struct Counter {
    server: TestServer,
    desk: Desk,
    partner: String,
    till: Caller,
    ada: TestMember,
}

impl Counter {
    async fn open() -> Self {
        Self::open_at(TestServer::start().await).await
    }

    async fn open_at(server: TestServer) -> Self {
        let owner = server.staff(Role::Owner).await;
        let settings = owner.get("/api/admin/settings").await.expect(200);
        owner.put_at("/api/admin/settings", "*", json!({ "counterCodes": true }).over(settings)).await.expect(200);
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "0").await;
        let till = server.staff_at(Role::Merchant, Some(&partner)).await;
        let ada = server.member_with(1_000).await;
        Self { server, desk, partner, till, ada }
    }

    async fn buy(&self) -> String {
        let item = self.desk.item(json!({ "leftover": -1, "qoutaPerson": -1 }).over(coupon(10))).await;
        let path = format!("/api/redeem/purchase/{item}");
        let bought = self.ada.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        bought["redemption"]["_id"].as_str().expect("an id").to_owned()
    }

    async fn codes(&self, member: &TestMember) -> Vec<String> {
        let told = member.caller.get("/api/auth/counterCodes").await.expect(200);
        assert_eq!(told["stepSeconds"], 30);
        told["codes"].as_array().expect("codes").iter().map(|code| code.as_str().expect("a text").to_owned()).collect()
    }

    async fn scan(&self, code: &str) -> Answer {
        self.till.post(SCAN, json!({ "code": code })).await
    }

    async fn identify(&self, text: &str) -> Answer {
        self.till.post(LOOKUP, json!({ "member": text })).await
    }

    async fn spend(&self, code: &str, coupon: &str) -> Answer {
        self.till.post_once(USE, &fresh_key(), json!({ "code": code, "coupon": coupon })).await
    }

    fn pass(&self, seconds: u64) {
        self.server.clock.advance(Duration::from_secs(seconds));
    }
}

fn refused(answer: Answer) {
    answer.expect_problem(409, "counter_code_stale");
}

#[tokio::test]
async fn a_code_shows_balance_and_coupons_and_uses_one_of_them_once() {
    let counter = Counter::open().await;
    let (first, second) = (counter.buy().await, counter.buy().await);
    let codes = counter.codes(&counter.ada).await;
    assert_eq!(codes.len(), 120, "an hour");
    let seen = counter.scan(&codes[0]).await.expect(200);
    assert_eq!((&seen["points"], &seen["member"]["shortId"]), (&json!(980), &json!(counter.ada.short_id)));
    let ids: Vec<&Value> = seen["coupons"].as_array().expect("coupons").iter().map(|one| &one["_id"]).collect();
    assert_eq!(ids, [&json!(second), &json!(first)]);
    let (key, body) = (fresh_key(), json!({ "code": codes[0], "coupon": first }));
    let used = counter.till.post_once(USE, &key, body.clone()).await.expect(200);
    let again = counter.till.post_once(USE, &key, body).await.expect(200);
    assert_eq!(used, again, "a retry gets the same answer");
    refused(counter.spend(&codes[0], &second).await);
    refused(counter.scan(&codes[0]).await);
    counter.pass(30);
    let seen = counter.scan(&codes[1]).await.expect(200);
    assert_eq!(seen["coupons"].as_array().map(Vec::len), Some(1), "the other coupon is left");
    counter.spend(&codes[1], &first).await.expect_problem(409, "coupon_unknown");
    counter.spend(&codes[1], &second).await.expect(200);
    counter.server.verify_books();
}

#[tokio::test]
async fn an_old_future_forged_or_foreign_code_is_refused_with_one_answer() {
    let counter = Counter::open().await;
    let coupon = counter.buy().await;
    let ben = counter.server.member().await;
    let (of_ada, of_ben) = (counter.codes(&counter.ada).await, counter.codes(&ben).await);
    // Ada's number with the seal of Ben's code.
    let foreign = format!("{}{}", &of_ada[0][..12], &of_ben[0][12..]);
    let forged = format!("{}0000", &of_ada[0][..of_ada[0].len() - 4]);
    for code in [foreign.as_str(), forged.as_str(), of_ada[2].as_str(), &counter.ada.short_id, "KC-", "", "KC-A-B"] {
        refused(counter.scan(code).await);
    }
    refused(counter.spend(&of_ada[0], &coupon).await);
    counter.pass(59);
    counter.scan(&of_ada[1]).await.expect(200);
    counter.pass(1);
    refused(counter.scan(&of_ada[0]).await);
    // Ben's code does not open Ada's coupons.
    let seen = counter.scan(&of_ben[2]).await.expect(200);
    assert_eq!(seen["coupons"], json!([]));
    counter.spend(&of_ben[2], &coupon).await.expect_problem(409, "coupon_unknown");
    // A scan is good for three minutes.
    counter.pass(180);
    refused(counter.spend(&of_ada[1], &coupon).await);
    // The printed short id still earns points.
    let body = json!({ "member": counter.ada.short_id, "amountHkd": "10" });
    counter.till.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
}

#[tokio::test]
async fn a_code_belongs_to_whoever_scanned_it_first() {
    let counter = Counter::open().await;
    let coupon = counter.buy().await;
    let other = counter.server.staff_at(Role::Merchant, Some(&counter.partner)).await;
    let code = counter.codes(&counter.ada).await.remove(0);
    counter.scan(&code).await.expect(200);
    counter.scan(&code).await.expect(200);
    refused(other.post(SCAN, json!({ "code": code })).await);
    refused(other.post_once(USE, &fresh_key(), json!({ "code": code, "coupon": coupon })).await);
    counter.spend(&code, &coupon).await.expect(200);
}

#[tokio::test]
async fn parallel_uses_of_one_code_use_one_coupon() {
    let counter = Counter::open().await;
    let (first, second) = (counter.buy().await, counter.buy().await);
    let code = counter.codes(&counter.ada).await.remove(0);
    counter.scan(&code).await.expect(200);
    let one = |coupon| counter.spend(&code, coupon);
    let answers = tokio::join!(one(&first), one(&second), one(&first), one(&second), one(&first), one(&second));
    let answers = [answers.0, answers.1, answers.2, answers.3, answers.4, answers.5];
    let paid = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(paid, 1);
    counter.pass(30);
    let seen = counter.scan(&counter.codes(&counter.ada).await[0]).await.expect(200);
    assert_eq!(seen["coupons"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_code_finds_its_member_for_an_award_which_leaves_it_good_for_a_coupon() {
    let counter = Counter::open().await;
    let coupon = counter.buy().await;
    let code = counter.codes(&counter.ada).await.remove(0);
    let found = counter.identify(&code).await.expect(200);
    assert_eq!(found["shortId"], json!(counter.ada.short_id));
    let purchase = json!({ "member": found["shortId"], "amountHkd": "10" });
    counter.till.post_once("/api/merchant/award", &fresh_key(), purchase).await.expect(200);
    counter.spend(&code, &coupon).await.expect(200);
    // A spent code opens no coupon and no balance, and still finds the member for the purchase here.
    refused(counter.scan(&code).await);
    counter.identify(&code).await.expect(200);
    counter.pass(60);
    refused(counter.identify(&code).await);
    counter.server.verify_books();
}

#[tokio::test]
async fn a_till_sees_the_balance_after_an_award_only_of_a_member_who_showed_a_code_there() {
    let counter = Counter::open().await;
    let other = counter.server.staff_at(Role::Merchant, Some(&counter.partner)).await;
    let award = async |till: &Caller| {
        let purchase = json!({ "member": counter.ada.short_id, "amountHkd": "10" });
        till.post_once("/api/merchant/award", &fresh_key(), purchase).await.expect(200)
    };
    let preview = async |till: &Caller| {
        let purchase = json!({ "member": counter.ada.short_id, "amountHkd": "10" });
        till.post("/api/merchant/award/preview", purchase).await.expect(200)
    };
    assert_eq!(preview(&counter.till).await.get("balance"), None, "the printed number alone");
    assert_eq!(award(&counter.till).await.get("balance"), None, "the printed number alone");
    counter.identify(&counter.codes(&counter.ada).await[0]).await.expect(200);
    assert_eq!(preview(&counter.till).await["balance"], json!({ "before": 1_010, "after": 1_020 }));
    assert_eq!(award(&counter.till).await["balance"], json!({ "before": 1_010, "after": 1_020 }));
    assert_eq!(preview(&other).await.get("balance"), None, "the code was shown at another till");
    assert_eq!(award(&other).await.get("balance"), None, "the code was shown at another till");
    counter.pass(180);
    assert_eq!(preview(&counter.till).await.get("balance"), None, "three minutes later");
    assert_eq!(award(&counter.till).await.get("balance"), None, "three minutes later");
    let history = counter.ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    let given = award(&counter.till).await;
    assert_eq!(history.as_array().map(Vec::len), Some(5));
    let path = format!("/api/admin/transactions?q={}", given["number"].as_str().expect("a number"));
    assert_eq!(counter.desk.operator.get(&path).await.expect(200)[0]["_id"], given["transactionId"]);
}

#[tokio::test]
async fn the_award_desk_refuses_an_old_replayed_foreign_or_forged_code_with_one_answer() {
    let counter = Counter::open().await;
    let other = counter.server.staff_at(Role::Merchant, Some(&counter.partner)).await;
    let ben = counter.server.member().await;
    let (of_ada, of_ben) = (counter.codes(&counter.ada).await, counter.codes(&ben).await);
    let foreign = format!("{}{}", &of_ada[0][..12], &of_ben[0][12..]);
    let forged = format!("{}0000", &of_ada[0][..of_ada[0].len() - 4]);
    for code in [foreign.as_str(), forged.as_str(), of_ada[2].as_str(), "KC-", "kc-A-B", &"KC-A".repeat(40)] {
        refused(counter.identify(code).await);
    }
    counter.identify(&of_ada[0]).await.expect(200);
    refused(other.post(LOOKUP, json!({ "member": of_ada[0] })).await);
    refused(other.post(SCAN, json!({ "code": of_ada[0] })).await);
    counter.pass(60);
    refused(counter.identify(&of_ada[0]).await);
    // A text that is no changing code is looked up as before.
    counter.identify(&counter.ada.short_id).await.expect(200);
    counter.identify("nobody@kapok.example").await.expect_problem(404, "member_not_found");
}

#[tokio::test]
async fn guessed_codes_at_the_award_desk_close_the_counter_and_old_ones_do_not() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    });
    let counter = Counter::open_at(server.await).await;
    let code = counter.codes(&counter.ada).await.remove(0);
    counter.pass(120);
    for _ in 0..15 {
        refused(counter.identify(&code).await);
    }
    let forged = format!("{}0000", &code[..code.len() - 4]);
    for _ in 0..10 {
        refused(counter.identify(&forged).await);
    }
    counter.identify(&forged).await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn counter_codes_are_off_until_the_programme_switches_them_on() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let till = server.staff_at(Role::Merchant, Some(&partner)).await;
    let ada = server.member().await;
    ada.caller.get("/api/auth/counterCodes").await.expect_problem(404, "not_found");
    till.post(SCAN, json!({ "code": "KC-AAAAAAAA-AAAAAAAAAAAA" })).await.expect_problem(404, "not_found");
    till.post(LOOKUP, json!({ "member": "KC-AAAAAAAA-AAAAAAAAAAAA" })).await.expect_problem(404, "not_found");
}
