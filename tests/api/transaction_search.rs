//! Finding a transaction by its receipt; the result shows its origin.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::counter::Shop;
use crate::support::desk::Desk;
use crate::support::{Caller, TestMember, TestServer, fresh_key};

const TRANSACTIONS: &str = "/api/admin/transactions";

async fn award(till: &Caller, member: &TestMember, amount: &str, receipt: &str) -> String {
    let body = json!({ "member": member.short_id, "amountHkd": amount, "receipt": receipt });
    let awarded = till.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    awarded["transactionId"].as_str().expect("an id").to_owned()
}

async fn found(reader: &Caller, query: &str) -> Vec<Value> {
    let rows = reader.get(&format!("{TRANSACTIONS}?{query}")).await.expect(200);
    rows.as_array().expect("a list").iter().map(|row| row["_id"].clone()).collect()
}

#[tokio::test]
async fn an_award_is_found_by_its_receipt_and_tells_where_it_was_given() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let first = award(&till, &ada, "88.50", "10472").await;
    award(&till, &ben, "20", "10473").await;
    assert_eq!(found(&support, "q=10472").await, [json!(first)]);
    assert!(found(&support, "q=10472&type=Adjustment").await.is_empty(), "the other filters apply too");
    assert!(found(&support, "q=10472&to=2020-01-01").await.is_empty());
    assert!(found(&support, "q=10474").await.is_empty());

    let shown = support.get(&format!("{TRANSACTIONS}/{first}")).await.expect(200);
    let award = &shown["award"];
    assert_eq!((&award["amountHkd"], &award["receipt"]), (&json!("88.50"), &json!("10472")));
    for name in ["outlet", "till", "by"] {
        assert!(!award[name].is_null(), "{name} in {award}");
    }
    assert_eq!(shown["by"], Value::Null);
}

#[tokio::test]
async fn an_award_keeps_the_rates_of_its_time() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let ada = shop.server.member().await;
    let rates = async |id: &str| {
        let award = support.get(&format!("{TRANSACTIONS}/{id}")).await.expect(200)["award"].clone();
        (award["baseRate"].clone(), award["cardRate"].clone())
    };
    let plain = award(&till, &ada, "10", "R-1").await;
    let body = json!({ "member": ada.short_id, "amountHkd": "10", "receipt": "R-2", "enjoyCard": true });
    let with_card = till.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    let with_card = with_card["transactionId"].as_str().expect("an id").to_owned();
    let path = format!("/api/admin/partners/{}", shop.partner);
    let changed =
        json!({ "type": "Food", "name": { "en": "Tea House", "zhhk": "茶館" }, "basePoints": "3", "extraPoints": "0" });
    shop.desk.operator.put_at(&path, "*", changed).await.expect(200);
    let later = award(&till, &ada, "10", "R-3").await;
    assert_eq!(rates(&plain).await, (json!("1"), Value::Null));
    assert_eq!(rates(&with_card).await, (json!("1"), json!("2")));
    assert_eq!(rates(&later).await, (json!("3"), Value::Null));
}

#[tokio::test]
async fn one_number_on_receipts_of_several_awards_pages_like_any_list() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let ada = shop.server.member().await;
    let first = award(&till, &ada, "10", "A-1").await;
    let undo = format!("/api/merchant/award/{first}/undo");
    till.post_once(&undo, &fresh_key(), json!({})).await.expect(200);
    let second = award(&till, &ada, "10", "A-1").await;
    assert_eq!(found(&support, "q=A-1").await, [json!(second), json!(first)]);
    assert_eq!(found(&support, "q=A-1&sort=oldest").await, [json!(first), json!(second)]);
    let page = support.get(&format!("{TRANSACTIONS}?q=A-1&limit=1")).await;
    assert_eq!(page.expect(200)[0]["_id"], json!(second));
    let next = page.header("link").split(['<', '>']).nth(1).expect("a next page").to_owned();
    assert_eq!(support.get(&next).await.expect(200)[0]["_id"], json!(first));
}

#[tokio::test]
async fn an_adjustment_and_its_reversal_tell_who_made_them() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", ada.id);
    let body = json!({ "points": 50, "reason": "Goodwill" });
    let adjusted = desk.operator.post_once(&path, &fresh_key(), body).await.expect(200);
    let id = adjusted["transactionId"].as_str().expect("an id");
    let auditor = server.staff(Role::Auditor).await;
    let shown = auditor.get(&format!("{TRANSACTIONS}/{id}")).await.expect(200);
    assert_eq!(shown["by"]["role"], "operator", "{shown}");
    assert_eq!(shown["award"], Value::Null);
    let own = |shown: &Value| {
        let postings = shown["postings"].as_array().expect("postings").clone();
        postings.into_iter().find(|posting| posting["account"] == "member").expect("the member's posting")
    };
    assert_eq!((&own(&shown)["points"], &own(&shown)["balanceAfter"]), (&json!(50), &json!(50)));
    assert_eq!((shown.get("reverses"), shown.get("reversedBy")), (None, None));

    let reverse = format!("{TRANSACTIONS}/{id}/reverse");
    let owner = server.staff(Role::Owner).await;
    let reversal = owner.post_once(&reverse, &fresh_key(), json!({ "reason": "Wrong member" })).await.expect(200);
    let path = format!("{TRANSACTIONS}/{}", reversal["_id"].as_str().expect("an id"));
    let undone = auditor.get(&path).await.expect(200);
    assert_eq!((&undone["by"]["role"], &own(&undone)["balanceAfter"]), (&json!("owner"), &json!(0)));
    let brief = |shown: &Value| json!({ "_id": shown["_id"], "number": shown["number"] });
    let original = auditor.get(&format!("{TRANSACTIONS}/{id}")).await.expect(200);
    assert_eq!((&undone["reverses"], &original["reversedBy"]), (&brief(&original), &brief(&undone)));
    let listed = auditor.get(&format!("{TRANSACTIONS}?type=Adjustment")).await.expect(200);
    assert_eq!((listed[0].get("reversedBy"), own(&listed[0]).get("balanceAfter")), (None, None));
}

#[tokio::test]
async fn awards_are_found_by_outlet_till_cashier_and_bill_in_pages() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let mut given = Vec::new();
    for (member, amount, receipt) in [(&ada, "88.50", "T-1"), (&ben, "20", "T-2"), (&ada, "88.50", "T-3")] {
        given.push(json!(award(&till, member, amount, receipt).await));
    }
    let of = async |query: &str| found(&support, query).await;
    assert_eq!(of("amountHkd=88.50").await, [given[2].clone(), given[0].clone()]);
    assert_eq!(of("amountHkd=88.50&sort=oldest").await, [given[0].clone(), given[2].clone()]);
    assert_eq!(of(&format!("amountHkd=20.00&member={}", ada.id)).await, Vec::<Value>::new());
    assert!(of("amountHkd=88.50&type=Adjustment").await.is_empty(), "only awards have a bill");
    assert!(of("amountHkd=88.50&to=2020-01-01").await.is_empty());
    assert_eq!(of("amountHkd=88.50&q=T-1").await, [given[0].clone()]);
    let (outlet, cashier) = (&shop.outlet, &shop.cashier);
    let newest_first: Vec<Value> = given.iter().rev().cloned().collect();
    assert_eq!(of(&format!("outlet={outlet}")).await, newest_first);
    assert_eq!(of(&format!("cashier={cashier}&outlet={outlet}&amountHkd=20")).await, [given[1].clone()]);
    let page = support.get(&format!("{TRANSACTIONS}?outlet={outlet}&limit=2")).await;
    assert_eq!(page.expect(200).as_array().map(Vec::len), Some(2));
    let next = page.header("link").split(['<', '>']).nth(1).expect("a next page").to_owned();
    assert_eq!(support.get(&next).await.expect(200)[0]["_id"], given[0]);
    assert!(of(&format!("till={}", "0".repeat(32))).await.is_empty());
    support.get(&format!("{TRANSACTIONS}?amountHkd=much")).await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn transactions_are_found_by_their_points_where_something_else_bounds_the_search() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let (ada, ben) = (shop.server.member_with(500).await, shop.server.member().await);
    let given = json!(award(&till, &ada, "88", "P-1").await);
    let sent = ada.caller.transfer(&ben.email, 40).await.expect(200)["transactionId"].clone();
    let of = async |query: &str| found(&support, query).await;
    assert_eq!(of(&format!("member={}&pointsFrom=41&pointsTo=100", ada.id)).await, std::slice::from_ref(&given));
    assert_eq!(of(&format!("member={}&pointsTo=88", ada.id)).await, [sent.clone(), given.clone()]);
    assert_eq!(of(&format!("partner={}&pointsFrom=88", shop.partner)).await, std::slice::from_ref(&given));
    assert!(of("type=Earn&pointsFrom=89").await.is_empty());
    assert_eq!(of("type=Transfer&from=2020-01-01&pointsFrom=40&pointsTo=40").await, [sent]);
    assert_eq!(of("amountHkd=88&pointsFrom=88").await, std::slice::from_ref(&given));
    assert!(of("amountHkd=88&pointsTo=87").await.is_empty());
    assert_eq!(of("q=P-1&pointsFrom=88").await, [given]);
    assert!(of("q=P-1&pointsTo=87").await.is_empty());
    for unbounded in ["pointsFrom=1", "pointsTo=5&type=Transfer", "member=&pointsFrom=-1", "type=Earn&pointsFrom=x"] {
        support.get(&format!("{TRANSACTIONS}?{unbounded}")).await.expect_problem(400, "invalid_parameter");
    }
}

#[tokio::test]
async fn the_rows_of_a_list_have_the_bill_of_an_award() {
    let shop = Shop::open().await;
    let (till, support) = (shop.till().await, shop.server.staff(Role::Support).await);
    let ada = shop.server.member_with(10).await;
    let id = award(&till, &ada, "88.50", "B-1").await;
    let opened = support.get(&format!("{TRANSACTIONS}/{id}")).await.expect(200)["award"].clone();
    assert!(opened["tillId"].is_string(), "{opened}");
    for query in [format!("member={}", ada.id), "q=B-1".to_owned(), "amountHkd=88.50".to_owned(), String::new()] {
        let rows = support.get(&format!("{TRANSACTIONS}?{query}")).await.expect(200);
        let rows = rows.as_array().expect("a list").clone();
        for row in rows {
            let expected = if row["_id"] == json!(id) { opened.clone() } else { Value::Null };
            assert_eq!(row["award"], expected, "{query}");
        }
    }
}

#[tokio::test]
async fn a_transaction_is_found_by_the_short_number_that_its_member_reads_out() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let support = server.staff(Role::Support).await;
    let receipt = ada.caller.transfer(&ben.email, 40).await.expect(200);
    let number = receipt["number"].as_str().expect("a number");
    for member in [&ada, &ben] {
        let history = member.caller.get("/api/transaction/listMyTransactions").await.expect(200);
        assert_eq!(history[0]["number"], number, "both sides read the same number");
    }
    let typed = number.to_lowercase().replace('-', "%20");
    assert_eq!(found(&support, &format!("q={typed}")).await, [receipt["transactionId"].clone()]);
    let shown = support.get(&format!("{TRANSACTIONS}?q={number}")).await.expect(200);
    assert_eq!(shown[0]["number"], number);
    assert!(found(&support, &format!("q={number}&type=Adjustment")).await.is_empty(), "the other filters apply too");
    let (day, signs) = number.split_at(9);
    let other: String = signs.chars().rev().collect();
    assert!(found(&support, &format!("q={day}{other}")).await.is_empty() || other == signs);
    assert!(found(&support, &format!("q=TX-01001-{signs}")).await.is_empty(), "the day belongs to the number");
}
