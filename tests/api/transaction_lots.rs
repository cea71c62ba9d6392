//! The lots of a transaction in the admin: what is left of the points that it brought, and from which it took points.

use serde_json::{Value, json};

use crate::expiry::{expiring, go_to, months};
use crate::support::desk::{Desk, coupon, exchange};
use crate::support::{PASSWORD, TestMember, TestServer, fresh_key};

const WALLET: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

/// The newest transaction of a member.
async fn newest(desk: &Desk, member: &TestMember) -> Value {
    let listed = desk.operator.get(&format!("/api/admin/transactions?member={}", member.id)).await.expect(200);
    assert_eq!((listed[0].get("lots"), listed[0].get("takenLots")), (None, None), "a list does without");
    let id = listed[0]["_id"].as_str().expect("an id");
    desk.operator.get(&format!("/api/admin/transactions/{id}")).await.expect(200)
}

async fn again(desk: &Desk, shown: &Value) -> Value {
    desk.operator.get(&format!("/api/admin/transactions/{}", shown["_id"].as_str().expect("an id"))).await.expect(200)
}

async fn buy(server: &TestServer, member: &TestMember, item: &str, body: Value) {
    let caller = server.visitor();
    caller.sign_in(&member.email, PASSWORD).await;
    caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await.expect(200);
}

#[tokio::test]
async fn a_purchase_names_the_lots_that_it_took_and_those_name_what_is_left() {
    let (server, _) = expiring("2027-01-10", months(3)).await;
    let ada = server.member_with(100).await;
    let desk = Desk::of(&server).await;
    let older = newest(&desk, &ada).await;
    let lot = |points: i64, left: i64, expires: &Value| json!([{ "member": ada.id, "points": points, "left": left, "expires": expires }]);
    let first_end = older["lots"][0]["expires"].clone();
    assert!(first_end.as_str().is_some_and(|end| end.starts_with("2027-04-")), "{older}");
    assert_eq!(older["lots"], lot(100, 100, &first_end));
    assert_eq!(older.get("takenLots"), None);

    go_to(&server, "2027-02-10");
    server.give(ada.id, 50).await;
    let desk = Desk::of(&server).await;
    let younger = newest(&desk, &ada).await;
    let item = desk.item(coupon(120)).await;
    buy(&server, &ada, &item, json!({ "quantity": 1 })).await;
    let spent = newest(&desk, &ada).await;
    assert_eq!(spent.get("lots"), None, "a purchase brings no points");
    let taken: Vec<_> = spent["takenLots"].as_array().expect("lots").iter().collect();
    assert_eq!(taken.iter().map(|one| one["points"].clone()).collect::<Vec<_>>(), [json!(100), json!(20)]);
    assert_eq!((&taken[0]["creditedBy"]["_id"], &taken[0]["creditedBy"]["number"]), (&older["_id"], &older["number"]));
    assert_eq!((&taken[1]["creditedBy"]["_id"], &taken[0]["expires"]), (&younger["_id"], &first_end));
    assert_eq!(again(&desk, &older).await["lots"], lot(100, 0, &first_end));
    let (left, points) = (&again(&desk, &younger).await["lots"][0]["left"], 30);
    assert_eq!(*left, json!(points));
    server.verify_books();
}

#[tokio::test]
async fn points_on_hold_and_transferred_points_keep_their_end() {
    let (server, _) = expiring("2027-01-10", months(3)).await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let desk = Desk::of(&server).await;
    let end = newest(&desk, &ada).await["lots"][0]["expires"].clone();
    let item = desk.item(exchange(40)).await;
    buy(&server, &ada, &item, json!({ "quantity": 1, "walletAddress": WALLET })).await;
    let held = newest(&desk, &ada).await;
    let taken = &held["takenLots"][0];
    assert_eq!((&held["type"], &taken["points"], &taken["expires"]), (&json!("Redeem - Hold"), &json!(40), &end));
    assert_eq!((taken.get("creditedBy"), held.get("lots")), (None, None));

    let caller = server.visitor();
    caller.sign_in(&ada.email, PASSWORD).await;
    let order = json!({ "recipient": ben.short_id, "amount": 25 });
    caller.post_once("/api/transaction/transfer", &fresh_key(), order).await.expect(200);
    let moved = newest(&desk, &ben).await;
    let lots = moved["lots"].as_array().expect("lots");
    assert_eq!((lots.len(), &lots[0]["member"], &lots[0]["left"]), (1, &json!(ben.id), &json!(25)));
    assert_eq!(moved["takenLots"][0]["points"], 25);
    // The reversal lists no lots, because it takes back the lots that the original credited.
    desk.reverse(&json!({ "transactionId": moved["_id"] })).await.expect(200);
    let opposite = newest(&desk, &ben).await;
    assert_eq!((&opposite["type"], opposite.get("takenLots")), (&json!("Reversal"), None));
    assert_eq!(again(&desk, &moved).await["lots"][0]["left"], 0);
    server.verify_books();
}

#[tokio::test]
async fn without_expiry_the_ledger_keeps_what_is_left_and_not_what_was_taken() {
    let server = TestServer::start().await;
    let (ada, desk) = (server.member_with(100).await, Desk::of(&server).await);
    let earned = newest(&desk, &ada).await;
    let whole = json!([{ "member": ada.id, "points": 100, "left": 100 }]);
    assert_eq!(earned["lots"], whole, "points that never expire have no end");
    let item = desk.item(coupon(30)).await;
    buy(&server, &ada, &item, json!({ "quantity": 1 })).await;
    assert_eq!(newest(&desk, &ada).await.get("takenLots"), None);
    assert_eq!(again(&desk, &earned).await["lots"][0]["left"], 70);
}
