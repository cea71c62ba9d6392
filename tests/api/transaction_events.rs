//! The page of one transaction in the admin: the events before and after it, the messages about it, its place in the hash
//! chain, and the transactions near it.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::pending::release_due;
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::simulations::set;
use crate::support::desk::{Desk, exchange};
use crate::support::subscriber::Subscriber;
use crate::support::{TestMember, TestServer, fresh_key};

async fn opened(desk: &Desk, id: &Value) -> Value {
    desk.operator.get(&format!("/api/admin/transactions/{}", id.as_str().expect("an id"))).await.expect(200)
}

/// The newest transaction of a member, as the admin shows it.
async fn newest(desk: &Desk, member: &TestMember) -> Value {
    let listed = desk.operator.get(&format!("/api/admin/transactions?member={}", member.id)).await.expect(200);
    for detail in ["events", "seal", "nearby", "worthHkd", "pointValueHkd"] {
        assert_eq!(listed[0].get(detail), None, "a list does without {detail}");
    }
    opened(desk, &listed[0]["_id"]).await
}

fn kinds(shown: &Value) -> Vec<&str> {
    let events = shown["events"].as_array().expect("events");
    events.iter().map(|event| event["kind"].as_str().expect("a kind")).collect()
}

fn event<'e>(shown: &'e Value, kind: &str) -> &'e Value {
    let events = shown["events"].as_array().expect("events");
    events.iter().find(|event| event["kind"] == kind).unwrap_or_else(|| panic!("no {kind} in {shown}"))
}

#[tokio::test]
async fn an_award_tells_who_gave_it_who_was_told_and_who_undid_it() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (desk, ada) = (&shop.desk, shop.server.member().await);
    let device = Subscriber::at("https://fcm.googleapis.com/fcm/send/1".to_owned());
    ada.caller.post("/api/auth/subscribe", device.subscription()).await.expect(201);
    shop.award(&ada, "10").await;
    let award = newest(desk, &ada).await;
    assert_eq!(kinds(&award), ["posted", "inbox", "message"], "{award}");
    let (posted, told) = (event(&award, "posted"), event(&award, "inbox"));
    assert_eq!((&posted["at"], &posted["by"]), (&award["created"], &award["award"]["by"]));
    assert_eq!((&told["member"], &told["message"]), (&json!(ada.id), &json!("points_earned")));
    let push = event(&award, "message");
    assert_eq!((&push["channel"], &push["message"]), (&json!("push"), &json!("points_earned")));

    shop.server.clock.set(Timestamp::parse("2026-03-12T12:05:00+08:00").expect("a time"));
    ada.caller.post("/api/notification/read", json!({ "all": true })).await.expect(200);
    let seen = opened(desk, &award["_id"]).await;
    assert_eq!(event(&seen, "seen")["at"], "2026-03-12T04:05:00.000Z");

    let reversal = json!({ "reason": "The wrong bill" });
    let path = format!("/api/admin/transactions/{}/reverse", award["_id"].as_str().expect("an id"));
    let made = desk.operator.post_once(&path, &fresh_key(), reversal).await.expect(200);
    let undone = opened(desk, &award["_id"]).await;
    let last = event(&undone, "undone");
    assert_eq!((&last["transaction"]["_id"], &last["reason"]), (&made["_id"], &json!("The wrong bill")));
    assert!(last["by"]["name"].as_str().is_some_and(|name| !name.is_empty()), "{last}");
    let opposite = opened(desk, &made["_id"]).await;
    assert_eq!(event(&opposite, "posted")["by"], last["by"]["name"]);
    assert_eq!(event(&opposite, "inbox")["message"], "points_reversed");
    shop.server.verify_books();
}

#[tokio::test]
async fn an_award_undone_at_the_counter_names_who_took_it_back_where_that_is_kept() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let (undone, taken) = (shop.award(&ada, "10").await, shop.award(&ada, "20").await);
    shop.undo(&undone).await;
    let shown = opened(&shop.desk, &undone["transactionId"]).await;
    assert_eq!(
        event(&shown, "undone").get("by"),
        None,
        "the counter that gave it took it back, without an audit entry"
    );

    let path = format!("/api/merchant/award/{}/take-back", taken["transactionId"].as_str().expect("an id"));
    shop.counter.post_once(&path, &fresh_key(), json!({ "reason": "Goods returned" })).await.expect(200);
    let shown = opened(&shop.desk, &taken["transactionId"]).await;
    assert_eq!(event(&shown, "undone")["by"]["role"], "merchant", "{shown}");
}

#[tokio::test]
async fn pending_points_wait_and_are_released_in_the_events_of_their_purchase() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "pending": { "days": 14, "of": "bonus" } })).await;
    let award = shop.award(&ada, "80.00").await;
    let shown = opened(&shop.desk, &award["transactionId"]).await;
    let waits = event(&shown, "waits");
    assert_eq!((&waits["at"], &waits["points"]), (&json!("2026-12-11T16:00:00.000Z"), &json!(80)));
    assert_eq!(kinds(&shown).last(), Some(&"waits"), "what is going to happen comes last");

    shop.server.clock.set(Timestamp::parse("2026-12-12T09:00:00+08:00").expect("a time"));
    release_due(&shop.server.running.store).await.expect("a run");
    let desk = Desk::of(&shop.server).await;
    let shown = opened(&desk, &award["transactionId"]).await;
    let released = event(&shown, "released");
    assert_eq!((&released["points"], &released["at"]), (&json!(80), &json!("2026-12-12T01:00:00.000Z")));
    let release = opened(&desk, &released["transaction"]["_id"]).await;
    assert_eq!(release["type"], "Earn - Release");
    assert!(!kinds(&shown).contains(&"waits"), "{shown}");
}

#[tokio::test]
async fn a_claim_and_an_exchange_tell_who_decided_them() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let (desk, ada) = (&shop.desk, shop.server.member_with(500).await);
    let body = json!({ "partner": shop.partner, "day": "2026-03-11", "amountHkd": "10", "receipt": "R-9" });
    let claim = ada.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200)["claim"].clone();
    let approve = format!("/api/admin/claims/{}/approve", claim["_id"].as_str().expect("an id"));
    desk.operator.post_once(&approve, &fresh_key(), json!({})).await.expect(200);
    let answered = newest(desk, &ada).await;
    let claimed = event(&answered, "claimed");
    assert_eq!((&claimed["claim"], &claimed["number"]), (&claim["_id"], &claim["number"]));
    assert_eq!(claimed.get("by"), None, "the member made it");
    assert!(event(&answered, "posted")["by"].is_string());

    let item = desk.item(exchange(40)).await;
    let wallet = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
    ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), wallet).await.expect(200);
    let hold = newest(desk, &ada).await;
    assert!(!kinds(&hold).contains(&"confirmed"));
    let redemption = hold["redemption"].as_str().expect("a redemption").to_owned();
    desk.operator.post(&format!("/api/admin/redemptions/{redemption}/confirm"), json!({})).await.expect(200);
    let settled = opened(desk, &hold["_id"]).await;
    let confirmed = event(&settled, "confirmed");
    assert!(confirmed["by"]["name"].is_string(), "{confirmed}");
    assert_eq!(opened(desk, &confirmed["transaction"]["_id"]).await["type"], "Redeem");

    ada.caller
        .post_once(
            &format!("/api/redeem/purchase/{item}"),
            &fresh_key(),
            json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" }),
        )
        .await
        .expect(200);
    let hold = newest(desk, &ada).await;
    let redemption = hold["redemption"].as_str().expect("a redemption").to_owned();
    let why = json!({ "reason": "The wallet is unknown" });
    desk.operator.post(&format!("/api/admin/redemptions/{redemption}/reject"), why).await.expect(200);
    let returned = opened(desk, &hold["_id"]).await;
    assert!(event(&returned, "returned")["by"]["name"].is_string(), "{returned}");
}

#[tokio::test]
async fn a_transaction_tells_its_worth_its_place_in_the_chain_and_what_is_near_it() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (desk, ada) = (&shop.desk, shop.server.member_with(100).await);
    shop.award(&ada, "10").await;
    let award = newest(desk, &ada).await;
    assert_eq!((&award["seal"]["intact"], award["seal"]["hash"].as_str().map(str::len)), (&json!(true), Some(64)));
    let count = desk.operator.get("/api/admin/transactions").await.header("x-total-count").to_owned();
    assert_eq!(award["seal"]["seq"].to_string(), count, "it is the newest of the ledger");
    let near = &award["nearby"];
    assert_eq!(near["members"], json!([{ "member": ada.id, "count": 1, "points": 100 }]));
    assert_eq!((near.get("sameReceipt"), near.get("sameTill").is_some()), (None, award["award"]["till"].is_string()));
    assert_eq!(award.get("worthHkd").is_some(), award.get("pointValueHkd").is_some());

    set(&shop, json!({ "pointValueHkd": "0.016" })).await;
    let worth = opened(desk, &award["_id"]).await;
    assert_eq!((&worth["pointValueHkd"], &worth["worthHkd"]), (&json!("0.016"), &json!("0.16")));
    set(&shop, json!({ "pointValueHkd": "0" })).await;
    assert_eq!(opened(desk, &award["_id"]).await.get("worthHkd"), None, "without a value there is no worth");
}

#[tokio::test]
async fn a_transaction_that_was_tampered_with_does_not_fit_the_chain() {
    let server = TestServer::start().await;
    let ada = server.member_with(100).await;
    server.give(ada.id, 20).await;
    let desk = Desk::of(&server).await;
    let shown = newest(&desk, &ada).await;
    assert_eq!(shown["seal"]["intact"], true);
    let tamper = server.running.store.write_unattended(|tx| {
        tx.execute("drop trigger ledger_transaction_is_never_updated", params! {})?;
        tx.execute(
            "update ledger_transaction set created_at_ms = created_at_ms - 1
             where seq = (select max(seq) from ledger_transaction)",
            params! {},
        )?;
        Ok(())
    });
    tamper.await.expect("a change behind the server's back");
    assert_eq!(opened(&desk, &shown["_id"]).await["seal"]["intact"], false);
    let nobody = format!("/api/admin/transactions/{}", "0".repeat(32));
    desk.operator.get(&nobody).await.expect_problem(404, "not_found");
    let editor = server.staff(Role::Editor).await;
    let path = format!("/api/admin/transactions/{}", shown["_id"].as_str().expect("an id"));
    editor.get(&path).await.expect_problem(403, "forbidden");
}
