//! Reversals in admin of transactions that are linked to another record.

use std::sync::Arc;
use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::earning_rules::{Shop, points};
use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{Answer, TestMember, TestServer, fresh_key};

/// Buys an item; gives the redemption's id.
async fn bought(member: &TestMember, item: &str) -> String {
    let path = format!("/api/redeem/purchase/{item}");
    let answer = member.caller.post_once(&path, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    answer["redemption"]["_id"].as_str().expect("an id").to_owned()
}

async fn open(member: &TestMember, redemption: &str) -> Answer {
    member.caller.post(&format!("/api/redeem/use/{redemption}"), json!({})).await
}

/// The newest transaction of a kind in a member's history, in the form that [`Desk::reverse`] needs.
async fn newest(desk: &Desk, member: &TestMember, kind: &str) -> Value {
    let path = format!("/api/admin/transactions?member={}&type={kind}", member.id);
    json!({ "transactionId": desk.operator.get(&path).await.expect(200)[0]["_id"] })
}

/// An item's stock, and how many of it the member may still buy.
async fn left(member: &TestMember, item: &str) -> (Value, Value) {
    let items = member.caller.get("/api/redeem/list").await.expect(200);
    let found = items.as_array().expect("a list").iter().find(|one| one["_id"] == item).expect("on offer");
    (found["leftover"].clone(), found["qoutaPerson"].clone())
}

/// A coupon with the uploaded codes FIRST and SECOND.
async fn pool_of_two(desk: &Desk) -> String {
    let pool = json!({ "content": { "kind": "pool", "format": "barCode" }, "leftover": 2, "qoutaPerson": 1 });
    let item = desk.item(pool.over(coupon(100))).await;
    desk.upload(&item, "FIRST\nSECOND\n").await;
    item
}

#[tokio::test]
async fn undoing_the_purchase_of_a_coupon_takes_the_coupon_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = pool_of_two(&desk).await;
    let (ada, ben) = (server.member_with(1_000).await, server.member_with(1_000).await);
    let redemption = bought(&ada, &item).await;
    assert_eq!(left(&ada, &item).await, (json!(1), json!(0)));
    desk.reverse(&newest(&desk, &ada, "Redeem").await).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 1_000);
    assert_eq!(left(&ada, &item).await, (json!(2), json!(1)));
    open(&ada, &redemption).await.expect_problem(409, "redemption_rejected");
    let mine = ada.caller.get("/api/redeem/myredeems?type=coupon").await.expect(200);
    assert_eq!((&mine[0]["status"], &mine[0]["used"]), (&json!("rejected"), &json!(false)));
    let seen = desk.operator.get(&format!("/api/admin/redemptions?q={redemption}")).await.expect(200);
    assert_eq!((&seen[0]["status"], &seen[0]["note"]), (&json!("rejected"), &json!("Wrong member")));
    // Nobody has seen its code, so the next buyer gets it.
    let next = bought(&ben, &item).await;
    assert_eq!(open(&ben, &next).await.expect(200)["itemContent"], json!({ "barCode": "FIRST" }));
    server.verify_books();
}

#[tokio::test]
async fn a_reversal_counts_for_the_partner_of_the_transaction() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let ada = server.member().await;
    let order = json!({ "member": ada.email, "amountHkd": "30" });
    let given = counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200);
    desk.reverse(&given).await.expect(200);
    let listed = desk.operator.get(&format!("/api/admin/transactions?partner={partner}")).await.expect(200);
    let of = |nth: usize| listed[nth]["postings"].as_array().expect("lines").clone();
    let points = |lines: Vec<Value>| {
        lines.iter().filter(|line| line["account"] == "member").filter_map(|line| line["points"].as_i64()).sum::<i64>()
    };
    assert_eq!((points(of(0)), points(of(1))), (-30, 30), "the list matches the partner's report");
}

#[tokio::test]
async fn the_purchase_of_a_coupon_that_was_opened_stands() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(100)).await;
    let returning = desk.item(json!({ "unclaimed": "return_once" }).over(coupon(100))).await;
    let ada = server.member_with(1_000).await;
    for item in [&item, &returning] {
        let redemption = bought(&ada, item).await;
        let purchase = newest(&desk, &ada, "Redeem").await;
        open(&ada, &redemption).await.expect(200);
        desk.reverse(&purchase).await.expect_problem(409, "coupon_opened");
        server.clock.advance(Duration::from_secs(300));
        desk.reverse(&purchase).await.expect_problem(409, "coupon_opened");
    }
    assert_eq!(server.balance(ada.id).await, 800);
    let mine = ada.caller.get("/api/redeem/myredeems").await.expect(200);
    assert_eq!((&mine[0]["status"], &mine[1]["status"]), (&json!("confirmed"), &json!("confirmed")));
    server.verify_books();
}

#[tokio::test]
async fn a_shown_pool_code_is_not_sold_again_after_its_purchase_is_undone() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = pool_of_two(&desk).await;
    let (ada, ben) = (server.member_with(1_000).await, server.member_with(1_000).await);
    let redemption = bought(&ada, &item).await;
    open(&ada, &redemption).await.expect(200);
    server.clock.advance(Duration::from_secs(300));
    let reopen = format!("/api/admin/redemptions/{redemption}/reopen");
    desk.operator.post(&reopen, json!({ "reason": "The till was down" })).await.expect(200);
    desk.reverse(&newest(&desk, &ada, "Redeem").await).await.expect(200);
    let next = bought(&ben, &item).await;
    assert_eq!(open(&ben, &next).await.expect(200)["itemContent"], json!({ "barCode": "SECOND" }));
    server.verify_books();
}

/// Merges two accounts.
async fn merge(desk: &Desk, from: &TestMember, into: &TestMember) {
    let path = format!("/api/admin/members/{}/merge", from.id);
    let order = json!({ "into": into.id, "reason": "Same person" });
    desk.operator.post_once(&path, &fresh_key(), order).await.expect(200);
}

async fn erase(desk: &Desk, member: &TestMember) {
    let path = format!("/api/admin/members/{}/erase", member.id);
    desk.operator.post(&path, json!({ "reason": "Asked to leave" })).await.expect(200);
}

#[tokio::test]
async fn a_transaction_of_a_merged_account_is_reversed_on_the_survivor() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(coupon(100)).await;
    let (old, middle, new) = (server.member_with(1_000).await, server.member().await, server.member().await);
    bought(&old, &item).await;
    old.caller.transfer(&new.short_id, 50).await.expect(200);
    let (purchase, gift) = (newest(&desk, &old, "Redeem").await, newest(&desk, &old, "Transfer").await);
    let award = newest(&desk, &old, "Adjustment").await;
    merge(&desk, &old, &middle).await;
    let merger = newest(&desk, &middle, "Adjustment").await;
    merge(&desk, &middle, &new).await;
    assert_eq!(server.balance(new.id).await, 900);
    desk.reverse(&purchase).await.expect(200);
    assert_eq!((server.balance(new.id).await, server.balance(old.id).await), (1_000, 0));
    assert_eq!(left(&new, &item).await.0, json!(10));
    // Transactions between two accounts that were merged cannot be reversed.
    for within in [&gift, &merger] {
        desk.reverse(within).await.expect_problem(422, "not_reversible");
    }
    desk.reverse(&award).await.expect(200);
    assert_eq!(server.balance(new.id).await, 0);
    server.verify_books();
}

#[tokio::test]
async fn a_transaction_of_an_erased_member_is_not_reversed() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member_with(1_000).await, server.member().await);
    let twin = server.member_with(40).await;
    ada.caller.transfer(&ben.short_id, 200).await.expect(200);
    twin.caller.transfer(&ben.short_id, 30).await.expect(200);
    let (gift, of_twin) = (newest(&desk, &ada, "Transfer").await, newest(&desk, &twin, "Transfer").await);
    // Transactions of an account that was merged into the erased one cannot be reversed either.
    merge(&desk, &twin, &ada).await;
    erase(&desk, &ada).await;
    let lapse = newest(&desk, &ada, "Expiry").await;
    for undone in [&gift, &of_twin, &lapse] {
        desk.reverse(undone).await.expect_problem(422, "member_left");
    }
    assert_eq!((server.balance(ben.id).await, server.balance(ada.id).await), (230, 0));
    server.verify_books();
}

#[tokio::test]
async fn an_impossible_reversal_asks_for_no_approval() {
    let server = strict().await;
    let desk = Desk::of(&server).await;
    let finance = server.staff_at(Role::Finance, None).await;
    let member = server.member_with(500).await;
    let gift = newest(&desk, &member, "Adjustment").await;
    // One exchange is on hold; the points of the other, a confirmed one, have left escrow.
    let item = desk.item(exchange(100)).await;
    let order = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
    let bought =
        member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await.expect(200);
    let redemption = bought["redemption"]["_id"].as_str().expect("an id");
    desk.reverse(&newest(&desk, &member, "Redeem+-+Hold").await).await.expect_problem(422, "not_reversible");
    desk.operator.post(&format!("/api/admin/redemptions/{redemption}/confirm"), json!({})).await.expect(200);
    let spent = desk.operator.get("/api/admin/transactions?type=Redeem").await.expect(200);
    desk.reverse(&json!({ "transactionId": spent[0]["_id"] })).await.expect_problem(422, "not_reversible");
    // The recipient has spent these points.
    desk.reverse(&gift).await.expect_problem(422, "insufficient_points");
    server.give(member.id, 100).await;
    let waiting = desk.reverse(&gift).await.expect(202);
    assert_eq!(server.balance(member.id).await, 500, "the refusals moved nothing");
    approve(&finance, &waiting).await.expect(200);
    desk.reverse(&gift).await.expect_problem(409, "already_reversed");
    let queue = desk.operator.get("/api/admin/approvals").await.expect(200);
    assert_eq!(queue.as_array().map(Vec::len), Some(1), "{queue}");
    assert_eq!(server.balance(member.id).await, 0);
    server.verify_books();
}

/// Each of 250 awards is reversed by two calls at once, all 500 of them beside each other.
#[tokio::test]
async fn awards_by_a_rule_with_a_budget_and_points_that_wait_are_each_reversed_once_by_500_calls_at_once() {
    const MEMBERS: usize = 5;
    const AWARDS: usize = 250;
    let shop = Shop::open().await;
    let rule = json!({ "bonus": { "kind": "fixed", "points": 20 }, "until": null,
        "budget": { "unit": "points", "amount": 20 * AWARDS }, "pending": { "days": 14, "of": "bonus" } });
    let rule = shop.on(rule).await;
    let mut members = Vec::new();
    for _ in 0..MEMBERS {
        members.push(shop.server.member().await);
    }
    let mut awards = Vec::new();
    for nth in 0..AWARDS {
        awards.push(shop.award(&members[nth % MEMBERS], "7").await);
    }
    assert!(awards.iter().all(|award| points(award) == [7, 20]), "{awards:?}");
    let spent = shop.rule(&rule).await;
    assert_eq!((&spent["state"], &spent["budgetLeftPoints"]), (&json!("spent"), &json!(0)));
    let each = i64::try_from(AWARDS / MEMBERS).expect("a number");
    assert_eq!(shop.server.balance(members[0].id).await, 7 * each);

    let shop = Arc::new(shop);
    let reverse = |award: &Value| {
        let (shop, award) = (shop.clone(), award.clone());
        tokio::spawn(async move { shop.desk.reverse(&award).await })
    };
    let calls: Vec<_> = awards.iter().map(reverse).chain(awards.iter().map(reverse)).collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.expect("an answer"));
    }
    let (first, second) = answers.split_at(AWARDS);
    for (one, other) in first.iter().zip(second) {
        assert_eq!(one.status + other.status, 200 + 409, "one of the two reverses the award");
        let refused = if one.status == 200 { other } else { one };
        refused.expect_problem(409, "already_reversed");
    }
    let whole = shop.rule(&rule).await;
    assert_eq!((&whole["state"], &whole["givenPoints"]), (&json!("on"), &json!(0)));
    assert_eq!(whole["budgetLeftPoints"], 20 * AWARDS);
    for member in &members {
        assert_eq!(shop.server.balance(member.id).await, 0);
        let outlook = member.caller.get("/api/transaction/expiring").await.expect(200);
        assert_eq!(outlook.get("pending"), None, "nothing waits any more: {outlook}");
    }
    shop.server.verify_books();
}
