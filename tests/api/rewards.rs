//! Buying, opening and settling coupons and exchanges.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{TestMember, TestServer, fresh_key};

const WALLET: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

async fn buy(member: &TestMember, item: &str) -> crate::support::Answer {
    buy_with(member, item, json!({ "quantity": 1, "walletAddress": WALLET })).await
}

async fn buy_with(member: &TestMember, item: &str, body: Value) -> crate::support::Answer {
    member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await
}

async fn bought(member: &TestMember, item: &str) -> String {
    let answer = buy(member, item).await.expect(200);
    answer["redemption"]["_id"].as_str().expect("an id").to_owned()
}

async fn open(member: &TestMember, redemption: &str) -> crate::support::Answer {
    member.caller.post(&format!("/api/redeem/use/{redemption}"), json!({})).await
}

async fn offered(member: &TestMember, item: &str) -> Value {
    let items = member.caller.get("/api/redeem/list").await.expect(200);
    let found = items.as_array().expect("a list").iter().find(|one| one["_id"] == item).cloned();
    found.unwrap_or(Value::Null)
}

#[tokio::test]
async fn a_purchase_of_an_unknown_item_is_refused_and_uses_its_key() {
    let server = TestServer::start().await;
    let ada = server.member_with(10).await;
    for (nth, item) in ["nope".to_owned(), "0".repeat(32), "%F0%9F%8C%B3".to_owned()].iter().enumerate() {
        let path = format!("/api/redeem/purchase/{item}");
        let key = format!("intent-{nth}");
        let ask = async || ada.caller.post_once(&path, &key, json!({ "quantity": 1 })).await;
        ask().await.expect_problem(404, "item_unavailable");
        assert_eq!(ask().await.header("idempotency-replayed"), "true", "{item}");
        let keyless = ada.caller.post(&path, json!({ "quantity": 1 })).await;
        keyless.expect_problem(400, "idempotency_key_required");
    }
}

#[tokio::test]
async fn a_coupon_is_paid_at_once_and_a_retry_pays_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(400)).await;
    let ada = server.member_with(1_000).await;
    let path = format!("/api/redeem/purchase/{item}");
    let first = ada.caller.post_once(&path, "one-intent", json!({ "quantity": 1 })).await;
    let retry = ada.caller.post_once(&path, "one-intent", json!({ "quantity": 1 })).await;
    let answer = first.expect(200);
    assert_eq!(answer, retry.expect(200));
    assert_eq!(retry.header("idempotency-replayed"), "true");
    assert_eq!((&answer["success"], &answer["points"]), (&json!(true), &json!(600)));
    let redemption = &answer["redemption"];
    assert_eq!((&redemption["status"], &redemption["used"]), (&json!("confirmed"), &json!(false)));
    assert_eq!(redemption["redeemItemSnapshot"]["name"]["en"], "Tea");
    assert!(redemption.get("itemContent").is_none() && !first.text.contains("qrcode"));
    let mine = ada.caller.get("/api/redeem/myredeems?type=coupon").await.expect(200);
    assert_eq!((mine.as_array().expect("a list").len(), &mine[0]["_id"]), (1, &redemption["_id"]));
    assert_eq!(ada.caller.get("/api/redeem/myredeems?type=exchange").await.expect(200), json!([]));
    ada.caller.get("/api/redeem/myredeems?type=gift").await.expect_problem(400, "invalid_parameter");
    server.verify_books();
}

#[tokio::test]
async fn a_refused_purchase_costs_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member_with(1_000).await;
    let hidden = desk.item(json!({ "active": false }).over(coupon(1))).await;
    let past = desk.item(json!({ "validUntil": "2020-01-01T00:00:00Z" }).over(coupon(1))).await;
    let future = desk.item(json!({ "validFrom": "2099-01-01T00:00:00Z" }).over(coupon(1))).await;
    let removed = desk.item(coupon(1)).await;
    assert_eq!(desk.operator.delete(&format!("/api/admin/items/{removed}")).await.status, 204);
    let unknown = "0".repeat(32);
    for item in [&hidden, &past, &future, &removed, &unknown] {
        buy(&ada, item).await.expect_problem(404, "item_unavailable");
        assert_eq!(offered(&ada, item).await, Value::Null);
    }
    let none = desk.item(json!({ "leftover": 0 }).over(coupon(1))).await;
    buy(&ada, &none).await.expect_problem(409, "out_of_stock");
    let empty_pool = desk.item(json!({ "content": { "kind": "pool", "format": "barCode" } }).over(coupon(1))).await;
    buy(&ada, &empty_pool).await.expect_problem(409, "out_of_stock");
    let dear = desk.item(coupon(1_001)).await;
    buy(&ada, &dear).await.expect_problem(422, "insufficient_points");
    assert_eq!(offered(&ada, &dear).await["leftover"], 10, "a refusal leaves the stock as it was");
    for quantity in [json!(2), json!(0), json!("1"), json!(1.0), json!(1.5), Value::Null] {
        let answer = buy_with(&ada, &dear, json!({ "quantity": quantity })).await;
        answer.expect_problem(400, "invalid_quantity");
    }
    let keyless = ada.caller.post(&format!("/api/redeem/purchase/{dear}"), json!({ "quantity": 1 })).await;
    keyless.expect_problem(400, "idempotency_key_required");
    assert_eq!(server.balance(ada.id).await, 1_000);
}

#[tokio::test]
async fn a_quota_counts_each_member_and_shows_what_is_left() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "qoutaPerson": 2, "leftover": -1 }).over(coupon(10))).await;
    let (ada, ben) = (server.member_with(100).await, server.member_with(100).await);
    assert_eq!(offered(&ada, &item).await["qoutaPerson"], 2);
    buy(&ada, &item).await.expect(200);
    assert_eq!(
        (&offered(&ada, &item).await["qoutaPerson"], &offered(&ben, &item).await["qoutaPerson"]),
        (&json!(1), &json!(2))
    );
    buy(&ada, &item).await.expect(200);
    buy(&ada, &item).await.expect_problem(409, "quota_reached");
    buy(&ben, &item).await.expect(200);
    let seen = offered(&ada, &item).await;
    assert_eq!((&seen["qoutaPerson"], &seen["leftover"]), (&json!(0), &json!(-1)));
    assert_eq!(server.balance(ada.id).await, 80);
}

#[tokio::test]
async fn the_last_items_are_sold_once_under_parallel_purchases() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let scarce = desk.item(json!({ "leftover": 3 }).over(coupon(10))).await;
    let rationed = desk.item(json!({ "qoutaPerson": 1 }).over(coupon(10))).await;
    let ada = server.member_with(1_000).await;
    let count = async |item: &str| {
        let tries = (0..20).map(|_| buy(&ada, item));
        let answers = futures_of(tries).await;
        answers.iter().filter(|answer| answer.status == 200).count()
    };
    assert_eq!(count(&scarce).await, 3);
    assert_eq!(count(&rationed).await, 1);
    assert_eq!(server.balance(ada.id).await, 1_000 - 40);
    assert_eq!(offered(&ada, &scarce).await["leftover"], 0);
    server.verify_books();
}

/// Awaits all of them at once.
pub async fn futures_of<T>(tries: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = tries.map(Box::pin).collect();
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|one| match one.as_mut().poll(context) {
            std::task::Poll::Ready(answer) => {
                done.push(answer);
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}

#[tokio::test]
async fn parallel_purchases_with_one_key_buy_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(10)).await;
    let ada = server.member_with(1_000).await;
    let path = format!("/api/redeem/purchase/{item}");
    let answers = futures_of((0..20).map(|_| ada.caller.post_once(&path, "one-key", json!({ "quantity": 1 })))).await;
    let first = answers[0].expect(200);
    assert!(answers.iter().all(|answer| answer.expect(200) == first));
    assert_eq!(server.balance(ada.id).await, 990);
    let other = ada.caller.post_once(&path, "one-key", json!({ "quantity": 1, "walletAddress": WALLET })).await;
    other.expect_problem(422, "idempotency_key_reused");
}

#[tokio::test]
async fn a_coupon_opens_once_and_never_for_others() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(10)).await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let redemption = bought(&ada, &item).await;
    open(&ben, &redemption).await.expect_problem(404, "not_found");
    open(&ada, &"0".repeat(32)).await.expect_problem(404, "not_found");
    open(&ada, "../x").await.expect_problem(404, "not_found");
    let answers = futures_of((0..10).map(|_| open(&ada, &redemption))).await;
    let opened: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(opened.len(), 1, "only one caller opens it");
    let answer = opened[0].json();
    assert_eq!(answer["itemContent"]["qrcode"].as_str().map(str::len), Some(26));
    let moment =
        |name: &str| kapok::base::clock::Timestamp::parse(answer[name].as_str().expect(name)).expect("a moment");
    assert_eq!(moment("expiresAt").since(moment("usedAt")), Duration::from_secs(300));
    for late in answers.iter().filter(|answer| answer.status != 200) {
        late.expect_problem(409, "already_used");
    }
    let mine = ada.caller.get("/api/redeem/myredeems").await;
    assert_eq!((&mine.expect(200)[0]["used"], &mine.json()[0]["usedAt"]), (&json!(true), &answer["usedAt"]));
    assert!(!mine.text.contains(answer["itemContent"]["qrcode"].as_str().expect("a code")), "the list shows no code");
    server.clock.advance(Duration::from_secs(301));
    open(&ada, &redemption).await.expect_problem(409, "already_used");
}

#[tokio::test]
async fn the_same_key_sees_an_open_coupon_again_until_its_time_is_up() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(10)).await;
    let ada = server.member_with(100).await;
    let path = format!("/api/redeem/use/{}", bought(&ada, &item).await);
    let first = ada.caller.post_once(&path, "reload", json!({})).await.expect(200);
    server.clock.advance(Duration::from_secs(100));
    let again = ada.caller.post_once(&path, "reload", json!({})).await;
    let second = again.expect(200);
    assert_eq!(again.header("idempotency-replayed"), "true");
    for same in ["itemContent", "usedAt", "expiresAt"] {
        assert_eq!(first[same], second[same]);
    }
    assert_ne!(first["serverTime"], second["serverTime"], "the server time advances");
    ada.caller.post_once(&path, "other", json!({})).await.expect_problem(409, "already_used");
    server.clock.advance(Duration::from_secs(200));
    ada.caller.post_once(&path, "reload", json!({})).await.expect_problem(409, "already_used");
}

#[tokio::test]
async fn one_key_opens_one_coupon_and_serves_no_other_call() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(10)).await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let (one, other) = (bought(&ada, &item).await, bought(&ada, &item).await);
    let open = async |redemption: &str, key: &str| {
        ada.caller.post_once(&format!("/api/redeem/use/{redemption}"), key, json!({})).await
    };
    let gift = json!({ "recipient": ben.email, "amount": 5 });
    let give = async |key: &str| ada.caller.post_once("/api/transaction/transfer", key, gift.clone()).await;
    give("gift").await.expect(200);
    open(&one, "gift").await.expect_problem(422, "idempotency_key_reused");
    open(&one, "coupon").await.expect(200);
    open(&other, "coupon").await.expect_problem(422, "idempotency_key_reused");
    give("coupon").await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(open(&one, "coupon").await.header("idempotency-replayed"), "true", "its own key still replays");
    // A failed request stores its refusal under its key, and the retry replays it.
    for replayed in ["", "true"] {
        let refused = open(&one, "late").await;
        refused.expect_problem(409, "already_used");
        assert_eq!(refused.header("idempotency-replayed"), replayed);
    }
    open(&other, "late").await.expect_problem(422, "idempotency_key_reused");
    open(&other, "fresh").await.expect(200);
    for bad in [" ", &"k".repeat(129)] {
        assert_eq!(open(&other, bad).await.status, 400, "{bad:?}");
    }
    assert_eq!((ada.points().await, ben.points().await), (75, 5));
}

#[tokio::test]
async fn an_unclaimed_coupon_comes_back_once_where_the_item_says_so() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "unclaimed": "return_once" }).over(coupon(10))).await;
    let ada = server.member_with(100).await;
    let redemption = bought(&ada, &item).await;
    for _ in 0..2 {
        assert_eq!(ada.caller.get("/api/redeem/myredeems").await.expect(200)[0]["used"], false);
        open(&ada, &redemption).await.expect(200);
        open(&ada, &redemption).await.expect_problem(409, "already_used");
        server.clock.advance(Duration::from_secs(300));
    }
    assert_eq!(ada.caller.get("/api/redeem/myredeems").await.expect(200)[0]["used"], true);
    open(&ada, &redemption).await.expect_problem(409, "already_used");
}

#[tokio::test]
async fn a_late_repetition_opens_no_coupon_that_came_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "unclaimed": "return_once" }).over(coupon(10))).await;
    let ada = server.member_with(100).await;
    let path = format!("/api/redeem/use/{}", bought(&ada, &item).await);
    ada.caller.post_once(&path, "first", json!({})).await.expect(200);
    server.clock.advance(Duration::from_secs(301));
    ada.caller.post_once(&path, "first", json!({})).await.expect_problem(409, "already_used");
    assert_eq!(ada.caller.get("/api/redeem/myredeems").await.expect(200)[0]["used"], false, "it can still be opened");
    ada.caller.post_once(&path, "second", json!({})).await.expect(200);
}

#[tokio::test]
async fn opening_by_get_is_for_our_own_scripts_only() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(10)).await;
    let ada = server.member_with(100).await;
    let path = format!("/api/redeem/use/{}", bought(&ada, &item).await);
    let with = |method: Method, headers: &[(&str, &str)]| {
        let mut request = ada.caller.request(method, &path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        ada.caller.send(request)
    };
    assert_eq!(with(Method::HEAD, &[]).await.status, 405);
    for headers in [
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")][..],
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "image")],
        &[("sec-fetch-site", "same-origin"), ("sec-purpose", "prefetch")],
        &[("purpose", "prefetch")],
        &[("sec-fetch-site", "cross-site"), ("cookie", "a=b")],
        &[("origin", "https://evil.example"), ("cookie", "a=b")],
    ] {
        with(Method::GET, headers).await.expect_problem(403, "cross_site_request");
    }
    let own = [("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors"), ("sec-fetch-dest", "empty")];
    with(Method::GET, &own).await.expect(200);
    with(Method::GET, &own).await.expect_problem(409, "already_used");
}

#[tokio::test]
async fn an_exchange_asks_for_a_wallet_and_a_refused_request_spends_no_key() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(exchange(100)).await;
    let ada = server.member_with(1_000).await;
    let path = format!("/api/redeem/purchase/{item}");
    for (body, code) in [
        (json!({ "quantity": 1 }), "wallet_required"),
        (json!({ "quantity": 1, "walletAddress": "" }), "wallet_required"),
        (json!({ "quantity": 1, "walletAddress": "0x12" }), "invalid_wallet_address"),
        (
            json!({ "quantity": 1, "walletAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD" }),
            "invalid_wallet_address",
        ),
    ] {
        ada.caller.post_once(&path, "one-key", body).await.expect_problem(400, code);
    }
    let answer =
        ada.caller.post_once(&path, "one-key", json!({ "quantity": 1, "walletAddress": WALLET })).await.expect(200);
    assert_eq!((&answer["redemption"]["status"], &answer["points"]), (&json!("processing"), &json!(900)));
    assert_eq!(answer["redemption"]["walletAddress"], WALLET);
    // A completed purchase is replayed even if its item has changed.
    let plain = desk.item(coupon(100)).await;
    let path = format!("/api/redeem/purchase/{plain}");
    let first = ada.caller.post_once(&path, "two", json!({ "quantity": 1 })).await.expect(200);
    desk.operator.put_at(&format!("/api/admin/items/{plain}"), "*", exchange(100)).await.expect(200);
    assert_eq!(ada.caller.post_once(&path, "two", json!({ "quantity": 1 })).await.expect(200), first);
    ada.caller.post_once(&path, "three", json!({ "quantity": 1 })).await.expect_problem(400, "wallet_required");
    let optional = TestServer::start_with(|config| {
        crate::support::quiet(config);
        config.rewards.wallet_required = false;
    })
    .await;
    let desk = Desk::of(&optional).await;
    let item = desk.item(exchange(100)).await;
    let ben = optional.member_with(1_000).await;
    buy_with(&ben, &item, json!({ "quantity": 1 })).await.expect(200);
}

#[tokio::test]
async fn an_exchange_is_confirmed_without_a_note_and_without_a_body() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(exchange(100)).await;
    let ada = server.member_with(1_000).await;
    let path = format!("/api/admin/redemptions/{}", bought(&ada, &item).await);
    // A rejection needs a reason.
    let bare = |call: &str| desk.operator.request(Method::POST, &format!("{path}/{call}"));
    desk.operator.send(bare("reject")).await.expect_problem(415, "unsupported_media_type");
    let settled = desk.operator.send(bare("confirm")).await.expect(200);
    assert_eq!((&settled["status"], &settled["note"]), (&json!("confirmed"), &Value::Null));
    server.verify_books();
}

#[tokio::test]
async fn a_confirmed_exchange_spends_its_points_and_may_be_opened() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(exchange(100)).await;
    let ada = server.member_with(1_000).await;
    let redemption = bought(&ada, &item).await;
    open(&ada, &redemption).await.expect_problem(409, "not_ready");
    let queue = desk.operator.get("/api/admin/redemptions?status=processing").await.expect(200);
    assert_eq!((&queue[0]["_id"], &queue[0]["walletAddress"]), (&json!(redemption), &json!(WALLET)));
    let path = format!("/api/admin/redemptions/{redemption}");
    let settled = desk.operator.post(&format!("{path}/confirm"), json!({ "note": "0xabc123" })).await.expect(200);
    assert_eq!((&settled["status"], &settled["note"]), (&json!("confirmed"), &json!("0xabc123")));
    desk.operator.post(&format!("{path}/confirm"), json!({})).await.expect_problem(409, "hold_ended");
    desk.operator.post(&format!("{path}/reject"), json!({ "reason": "no" })).await.expect_problem(409, "hold_ended");
    assert_eq!(server.balance(ada.id).await, 900);
    open(&ada, &redemption).await.expect(200);
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "Exchange confirmed");
    let said = inbox["data"][0]["body"]["zhhk"].as_str().expect("words");
    assert!(said.contains("0xabc123"), "{said}");
    server.verify_books();
}

#[tokio::test]
async fn a_rejected_exchange_gives_everything_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let pooled = json!({ "content": { "kind": "pool", "format": "barCode" }, "leftover": 1, "qoutaPerson": 1 });
    let item = desk.item(pooled.over(exchange(100))).await;
    desk.upload(&item, "ONLY-ONE\n").await;
    let ada = server.member_with(1_000).await;
    let redemption = bought(&ada, &item).await;
    assert_eq!(offered(&ada, &item).await["leftover"], 0);
    let path = format!("/api/admin/redemptions/{redemption}/reject");
    desk.operator.post(&path, json!({ "reason": " " })).await.expect_problem(400, "invalid_reason");
    desk.operator.post(&path, json!({ "reason": "No such wallet" })).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 1_000);
    let back = offered(&ada, &item).await;
    assert_eq!((&back["leftover"], &back["qoutaPerson"]), (&json!(1), &json!(1)));
    open(&ada, &redemption).await.expect_problem(409, "redemption_rejected");
    let again = bought(&ada, &item).await;
    desk.operator.post(&format!("/api/admin/redemptions/{again}/confirm"), json!({})).await.expect(200);
    assert_eq!(open(&ada, &again).await.expect(200)["itemContent"], json!({ "barCode": "ONLY-ONE" }));
    server.verify_books();
}

#[tokio::test]
async fn a_code_is_in_one_pool_of_a_counter_and_a_wrong_file_is_withdrawn() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let pooled = json!({ "content": { "kind": "pool", "format": "qrcode" }, "leftover": -1 }).over(coupon(1));
    let (here, there) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let mut items = Vec::new();
    for partner in [&here, &here, &there] {
        items.push(desk.item(json!({ "partnerId": partner }).over(pooled.clone())).await);
    }
    let codes = |item: &str| format!("/api/admin/items/{item}/codes");
    desk.upload(&items[0], "TEA-1\nTEA-2\n").await;
    // A code text of one partner is another code at another partner.
    assert_eq!(desk.upload(&items[2], "TEA-1\n").await["added"], 1);
    let tried = desk.upload_to(&format!("{}?dryRun=true", codes(&items[1])), "code\nTEA-3\ntea-2\n").await.expect(200);
    assert_eq!((&tried["rows"][0]["fate"], &tried["rows"][1]["fate"]), (&json!("new"), &json!("elsewhere")));
    assert_eq!((&tried["added"], &tried["duplicates"]), (&json!(1), &json!(0)));
    let refused = desk.upload_to(&codes(&items[1]), "code\nTEA-3\ntea-2\n").await.expect_problem(409, "code_elsewhere");
    assert_eq!(refused["errors"].as_array().map(Vec::len), Some(1));
    assert_eq!(refused["errors"][0]["field"], "line 3");
    assert_eq!(desk.operator.get(&format!("/api/admin/items/{}", items[1])).await.expect(200)["freeCodes"], 0);

    let ada = server.member_with(10).await;
    let held = bought(&ada, &items[0]).await;
    assert_eq!(desk.operator.delete(&codes(&items[0])).await.expect(200), json!({ "removed": 1, "free": 0 }));
    assert_eq!(desk.operator.delete(&codes(&items[0])).await.expect(200), json!({ "removed": 0, "free": 0 }));
    assert_eq!(open(&ada, &held).await.expect(200)["itemContent"]["qrcode"], "TEA-1");
    buy(&ada, &items[0]).await.expect_problem(409, "out_of_stock");
    assert_eq!(desk.upload(&items[1], "TEA-2\n").await["added"], 1);
    // A code that a member holds stays with its item.
    desk.upload_to(&codes(&items[1]), "TEA-1\n").await.expect_problem(409, "code_elsewhere");
    desk.operator.delete(&codes(&"0".repeat(32))).await.expect_problem(404, "not_found");
    let trail = desk.operator.get("/api/admin/audit?action=item.withdraw_codes").await.expect(200);
    assert_eq!(trail[1]["after"], json!({ "removed": 1, "free": 0 }));
    server.verify_books();
}

#[tokio::test]
async fn a_code_for_any_counter_meets_those_of_each_partner_and_so_does_an_item_that_changes_partners() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let pooled = json!({ "content": { "kind": "pool", "format": "qrcode" }, "leftover": -1 }).over(coupon(1));
    let of = |partner: &str| json!({ "partnerId": partner }).over(pooled.clone());
    let (here, there) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
    let (at_one, at_other) = (desk.item(of(&here)).await, desk.item(of(&there)).await);
    let at_any = desk.item(pooled.clone()).await;
    let codes = |item: &str| format!("/api/admin/items/{item}/codes");
    desk.upload(&at_any, "ANY-1\n").await;
    desk.upload_to(&codes(&at_one), "any-1\n").await.expect_problem(409, "code_elsewhere");
    for item in [&at_one, &at_other] {
        assert_eq!(desk.upload(item, "TEA-1\n").await["added"], 1, "the same code at two partners");
    }
    desk.upload_to(&codes(&at_any), "TEA-1\n").await.expect_problem(409, "code_elsewhere");

    let path = format!("/api/admin/items/{at_other}");
    let moved_to = async |partner: Value| {
        desk.operator.put_at(&path, "*", json!({ "partnerId": partner }).over(pooled.clone())).await
    };
    for partner in [json!(here), Value::Null] {
        moved_to(partner).await.expect_problem(409, "code_elsewhere");
    }
    assert_eq!(desk.operator.get(&path).await.expect(200)["partnerId"], json!(there));
    // Sold codes stay with the partner that they were sold for.
    let ada = server.member_with(10).await;
    bought(&ada, &at_other).await;
    moved_to(json!(here)).await.expect(200);
    let late = desk.item(of(&there)).await;
    desk.upload_to(&codes(&late), "TEA-1\n").await.expect_problem(409, "code_elsewhere");
}

#[tokio::test]
async fn each_pool_code_goes_to_one_member_and_lies_encrypted() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item =
        desk.item(json!({ "content": { "kind": "pool", "format": "qrcode" }, "leftover": -1 }).over(coupon(1))).await;
    let dry = desk
        .upload_to(&format!("/api/admin/items/{item}/codes?dryRun=true"), "POOL-A\nPOOL-B\nPOOL-A\n")
        .await
        .expect(200);
    let row = |line, code, fate| json!({ "line": line, "code": code, "fate": fate });
    let rows = [row(1, "••••L-A", "new"), row(2, "••••L-B", "new"), row(3, "••••L-A", "repeated")];
    assert_eq!(dry, json!({ "added": 2, "duplicates": 1, "free": 2, "invalid": 0, "rows": rows }));
    assert_eq!(
        desk.upload(&item, "code\nPOOL-A\nPOOL-B\nPOOL-A\n").await,
        json!({ "added": 2, "duplicates": 1, "free": 2 })
    );
    assert_eq!(desk.upload(&item, "POOL-B\nPOOL-C\n").await, json!({ "added": 1, "duplicates": 1, "free": 3 }));
    let ada = server.member_with(100).await;
    assert_eq!(offered(&ada, &item).await["leftover"], 3);
    let mut shown = Vec::new();
    for _ in 0..3 {
        let redemption = bought(&ada, &item).await;
        shown.push(
            open(&ada, &redemption).await.expect(200)["itemContent"]["qrcode"].as_str().expect("a code").to_owned(),
        );
    }
    shown.sort();
    assert_eq!(shown, ["POOL-A", "POOL-B", "POOL-C"]);
    buy(&ada, &item).await.expect_problem(409, "out_of_stock");
    let folder = server.data_dir();
    for file in ["kapok.db", "kapok.db-wal"] {
        let bytes = std::fs::read(folder.join(file)).unwrap_or_default();
        assert!(!bytes.windows(6).any(|window| window == b"POOL-B"), "{file} holds a code in the clear");
    }
}
