//! Exporting one's own data and closing the account.

use std::time::Duration;

use kapok::core::ledger::{self, AccountId, TransactionKind};
use kapok::member::personal_data;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{Device, PASSWORD, TestMember, TestServer, fresh_key};

const WALLET: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

async fn export(member: &TestMember) -> Value {
    member.caller.post("/api/auth/exportAccount", json!({})).await.expect(200)
}

async fn leave(member: &TestMember) {
    member.caller.post("/api/auth/deleteAccount", json!({})).await.expect(200);
}

/// A member with records of every kind, and another member with whom they dealt.
async fn busy_member(server: &TestServer) -> (TestMember, TestMember, Desk, String) {
    let desk = Desk::of(server).await;
    let (member, friend) = (server.member_with(1_000).await, server.member_with(100).await);
    member.caller.transfer(&friend.email, 10).await.expect(200);
    friend.caller.transfer(&member.phone, 5).await.expect(200);
    let article = json!({ "type": "news", "title": { "en": "Trees" }, "content": { "en": "<p>Grow</p>" } });
    let article = desk.create("articles", article).await;
    member.caller.get(&format!("/api/article/detail/{article}")).await.expect(200);
    member.caller.post(&format!("/api/article/like/{article}"), json!({})).await.expect(200);
    for (item, body) in [(coupon(100), json!({})), (exchange(200), json!({ "walletAddress": WALLET }))] {
        let item = desk.item(item).await;
        let order = body.over(json!({ "item": item, "quantity": 1 }));
        let path = format!("/api/redeem/purchase/{item}");
        member.caller.post_once(&path, &fresh_key(), order).await.expect(200);
    }
    Device::at(server).register_for(&member).await.expect(200);
    (member, friend, desk, article)
}

#[tokio::test]
async fn a_copy_holds_everything_of_one_s_own_and_nobody_else_s_identifiers() {
    let server = TestServer::start().await;
    let (member, friend, _, article) = busy_member(&server).await;
    let answer = member.caller.post("/api/auth/exportAccount", json!({})).await;
    let data = answer.expect(200);
    assert!(answer.header("content-disposition").contains("kapok-data.json"));
    assert_eq!(data["profile"]["email"], member.email);
    let kinds: Vec<&Value> = data["transactions"].as_array().expect("a list").iter().map(|one| &one["type"]).collect();
    assert_eq!(kinds, ["Redeem - Hold", "Redeem", "Transfer - Credit", "Transfer - Debit", "Adjustment"]);
    assert_eq!(data["redemptions"][0]["walletAddress"], WALLET);
    assert_eq!((&data["likedArticles"][0]["_id"], &data["readArticles"][0]["_id"]), (&json!(article), &json!(article)));
    assert_eq!(
        (data["passkeys"][0]["name"].as_str(), data["sessions"][0]["kind"].as_str()),
        (Some("Passkey"), Some("api"))
    );
    assert!(data["notifications"].as_array().is_some_and(|lines| lines.len() >= 4));
    for identifier in [&friend.email, &friend.phone, &friend.short_id, &friend.id.to_string()] {
        assert!(!answer.text.contains(identifier.as_str()), "the export holds {identifier}");
    }
    assert!(!answer.text.contains("hash") && !answer.text.contains("credentialId"), "the export holds no secrets");
}

#[tokio::test]
async fn a_member_who_leaves_is_gone_and_the_books_stay_sound() {
    let server = TestServer::start().await;
    let (member, friend, desk, article) = busy_member(&server).await;
    let elsewhere = server.visitor().browser();
    elsewhere.sign_in(&member.email, PASSWORD).await;
    let refresh = elsewhere.cookie("refreshToken").expect("a cookie");
    let held_before = export(&member).await["transactions"].as_array().expect("a list").len();
    leave(&member).await;
    // No existing session and no sign-in works.
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    elsewhere.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    elsewhere.set_cookie("refreshToken", &refresh);
    elsewhere.post("/api/auth/refresh", json!({})).await.expect_problem(401, "unauthenticated");
    for identifier in [&member.email, &member.phone] {
        let login = json!({ "userIdentifier": identifier, "userPassword": PASSWORD });
        server.visitor().post("/api/auth/login", login).await.expect_problem(401, "invalid_credentials");
        friend.caller.transfer(identifier, 1).await.expect_problem(422, "transfer_refused");
    }
    friend.caller.transfer(&member.short_id, 1).await.expect_problem(422, "transfer_refused");
    // The balance and the exchange's held points have expired; the ledger keeps every entry.
    let id = member.id;
    let (balance, entries) = server
        .running
        .store
        .read(move |read| Ok((ledger::balance_of(read, id)?, ledger::entries(read, id, i64::MAX, 100)?)))
        .expect("read");
    assert_eq!((balance, entries.len()), (0, held_before + 2), "the hold's return and the expiry");
    assert_eq!((entries[0].kind, entries[0].points), (TransactionKind::Expiry, -895));
    assert!(entries.iter().all(|entry| entry.memo.is_none()));
    server.verify_books();
    // The other member no longer sees a name, and the counts are lower.
    let theirs = friend.caller.get("/api/transaction/listMyTransactions").await;
    assert!(!theirs.text.contains(&member.short_id) && !theirs.text.contains(&member.phone), "{}", theirs.text);
    let shown = friend.caller.get(&format!("/api/article/detail/{article}")).await.expect(200);
    assert_eq!((&shown["likes"], &shown["reads"]), (&json!(0), &json!(1)));
    let seen = desk.operator.get(&format!("/api/admin/members/{}", member.id)).await;
    let left = seen.expect(200);
    assert_eq!((&left["status"], &left["firstName"], &left["email"]), (&json!("erased"), &json!(""), &Value::Null));
    let text = server.message_to(&member.email).await["subject"].clone();
    assert_eq!(text, "Your Kapok account is closed");
    // No row of the database names the person.
    let rows = "select (select count(*) from session where member_id = :id) \
        + (select count(*) from passkey where member_id = :id) \
        + (select count(*) from notification where member_id = :id) \
        + (select count(*) from article_like where member_id = :id) \
        + (select count(*) from transfer_day where member_id = :id) \
        + (select count(*) from redemption where member_id = :id and (wallet_address is not null or status = 'processing')) as n";
    let named = server.running.store.read(|read| read.number(rows, kapok::platform::store::params! { ":id": id }));
    assert_eq!(named.expect("a number"), 0);
    // The address and the number can be used for a new account.
    let visitor = server.visitor();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": member.email })).await.expect(200);
}

#[tokio::test]
async fn leaving_and_taking_a_copy_need_a_fresh_sign_in() {
    let server = TestServer::start().await;
    let member = server.member().await;
    server.clock.advance(Duration::from_secs(601));
    for path in ["/api/auth/exportAccount", "/api/auth/deleteAccount"] {
        let me = &member.caller;
        me.post(path, json!({})).await.expect_problem(401, "reauthentication_required");
        let wrong = json!({ "currentPassword": "Wrong-one-77x" });
        me.post(path, wrong).await.expect_problem(401, "reauthentication_required");
        me.post(path, json!({ "currentPassword": 7 })).await.expect_problem(400, "invalid_body");
        server.visitor().post(path, json!({})).await.expect_problem(401, "unauthenticated");
        let browser = server.visitor().browser();
        browser
            .post("/api/auth/login", json!({ "userIdentifier": member.email, "userPassword": PASSWORD }))
            .await
            .expect(200);
        browser.post(path, json!({})).await.expect_problem(401, "unauthenticated");
        me.post(path, json!({ "currentPassword": PASSWORD })).await.expect(200);
    }
    let erased = server.running.store.write_unattended(move |tx| personal_data::erase(tx, member.id)).await;
    assert!(erased.is_err_and(|refused| refused.code() == "not_found"), "an account is closed once");
}

#[tokio::test]
async fn expired_points_are_on_the_expiry_account() {
    let server = TestServer::start().await;
    let member = server.member_with(70).await;
    leave(&member).await;
    let lapsed = "select balance as n from account where id = :id";
    let expiry = AccountId::EXPIRY.get();
    let balance =
        server.running.store.read(|read| read.number(lapsed, kapok::platform::store::params! { ":id": expiry }));
    assert_eq!(balance.expect("a balance"), 70);
    server.verify_books();
}
