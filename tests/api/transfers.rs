//! Transfers of points to another member.

use kapok::core::members::{self, Status};
use serde_json::json;

use crate::support::{TestServer, quiet};

const TRANSFER: &str = "/api/transaction/transfer";

/// A server with only the limits of transfers and of recipient lookups.
async fn limited() -> TestServer {
    TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await
}

#[tokio::test]
async fn a_retried_transfer_moves_the_points_once() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let order = json!({ "recipient": ben.phone, "amount": 40 });
    let first = ada.caller.post_once(TRANSFER, "one-intent", order.clone()).await;
    let retry = ada.caller.post_once(TRANSFER, "one-intent", order).await;
    assert_eq!(first.expect(200), retry.expect(200), "a replay repeats the first receipt");
    assert_eq!((first.header("idempotency-replayed"), retry.header("idempotency-replayed")), ("", "true"));
    assert_eq!((ada.points().await, ben.points().await), (60, 40));
    server.verify_books();
}

#[tokio::test]
async fn a_receipt_names_the_recipient_as_the_sender_did_and_no_more() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let hyphenated = format!("{}-{}", &ben.short_id[..4], &ben.short_id[4..]).to_lowercase();
    for (typed, field, shown) in [
        (ben.email.to_uppercase(), "email", ben.email.clone()),
        (ben.phone.clone(), "phone", ben.phone.clone()),
        (format!("+852 {}", ben.phone), "phone", ben.phone.clone()),
        (hyphenated, "shortId", ben.short_id.clone()),
    ] {
        let receipt = ada.caller.transfer(&typed, 10).await.expect(200);
        assert_eq!(receipt["recipient"], json!({ field: shown }), "{typed}");
        assert_eq!(receipt["amount"], 10);
        assert_eq!(receipt["points"], ada.points().await);
        assert!(receipt["transactionId"].as_str().is_some_and(|id| id.len() == 32));
    }
    assert_eq!((ada.points().await, ben.points().await), (60, 40));
}

#[tokio::test]
async fn each_refused_transfer_has_the_same_answer_and_moves_nothing() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let mut messages = Vec::new();
    for (recipient, amount) in [
        ("nobody@example.org".to_owned(), 5),
        ("98765432".to_owned(), 5),
        ("no such thing".to_owned(), 5),
        (ada.email.clone(), 5),
        (ada.short_id.clone(), 5),
        (ben.email.clone(), 101),
        (ben.email.clone(), 9_007_199_254_740_991),
    ] {
        let problem = ada.caller.transfer(&recipient, amount).await.expect_problem(422, "transfer_refused");
        messages.push(problem["message"].clone());
    }
    messages.dedup();
    assert_eq!(messages, [json!("The recipient is invalid or insufficient points in your wallet")]);
    assert_eq!((ada.points().await, ben.points().await), (100, 0));
}

#[tokio::test]
async fn amounts_that_are_no_whole_points_are_refused_before_anything_is_stored() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    for amount in [
        json!(0),
        json!(-5),
        json!(1.5),
        json!("x"),
        json!("1.0"),
        json!("007"),
        json!(u64::MAX),
        json!(9_007_199_254_740_992_i64),
        json!([1]),
        json!(true),
        json!({}),
    ] {
        let body = json!({ "recipient": ben.email, "amount": amount });
        let problem = ada.caller.post_once(TRANSFER, "one-key", body).await.expect_problem(400, "invalid_amount");
        assert_eq!(problem["errors"][0]["field"], "amount");
    }
    for body in [
        json!({}),
        json!({ "recipient": " ", "amount": 5 }),
        json!({ "recipient": ben.email }),
        json!({ "recipient": null, "amount": "" }),
    ] {
        ada.caller.post_once(TRANSFER, "one-key", body).await.expect_problem(400, "fill_all_fields");
    }
    ada.caller
        .post_once(TRANSFER, "one-key", json!({ "recipient": 7, "amount": 5 }))
        .await
        .expect_problem(400, "invalid_value");
    // The refused requests did not use up the key, and a number may be sent as text.
    ada.caller.post_once(TRANSFER, "one-key", json!({ "recipient": ben.email, "amount": "30" })).await.expect(200);
    assert_eq!((ada.points().await, ben.points().await), (70, 30));
}

#[tokio::test]
async fn a_key_is_required_and_belongs_to_one_request_of_one_member() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member_with(100).await);
    let order = json!({ "recipient": ben.email, "amount": 10 });
    ada.caller.post(TRANSFER, order.clone()).await.expect_problem(400, "idempotency_key_required");
    for bad in ["", "with space inside", &"k".repeat(129)] {
        let code = if bad.is_empty() { "idempotency_key_required" } else { "invalid_idempotency_key" };
        ada.caller.post_once(TRANSFER, bad, order.clone()).await.expect_problem(400, code);
    }
    ada.caller.post_once(TRANSFER, "k", order).await.expect(200);
    let other = json!({ "recipient": ben.email, "amount": 11 });
    ada.caller.post_once(TRANSFER, "k", other).await.expect_problem(422, "idempotency_key_reused");
    // Keys belong to a member: the same key of another member is a different key.
    ben.caller.post_once(TRANSFER, "k", json!({ "recipient": ada.email, "amount": 10 })).await.expect(200);
    assert_eq!((ada.points().await, ben.points().await), (100, 100));
}

#[tokio::test]
async fn a_refused_key_stays_refused_whatever_the_balance_is_later() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member().await, server.member().await);
    let order = json!({ "recipient": ben.email, "amount": 10 });
    ada.caller.post_once(TRANSFER, "poor", order.clone()).await.expect_problem(422, "transfer_refused");
    server.give(ada.id, 100).await;
    let again = ada.caller.post_once(TRANSFER, "poor", order.clone()).await;
    again.expect_problem(422, "transfer_refused");
    assert_eq!(again.header("idempotency-replayed"), "true");
    ada.caller.post_once(TRANSFER, "rich", order).await.expect(200);
    assert_eq!(ada.points().await, 90);
}

#[tokio::test]
async fn both_sides_see_the_transfer_and_hear_of_it() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let receipt = ada.caller.transfer(&ben.email, 25).await.expect(200);
    let sent = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200)[0].clone();
    let received = ben.caller.get("/api/transaction/listMyTransactions").await.expect(200)[0].clone();
    assert_eq!(
        (&sent["type"], &sent["points"], &sent["balanceAfter"]),
        (&json!("Transfer - Debit"), &json!(-25), &json!(75))
    );
    assert_eq!((&received["type"], &received["points"]), (&json!("Transfer - Credit"), &json!(25)));
    assert_eq!(
        (&sent["_id"], &sent["id"], &received["id"]),
        (&receipt["transactionId"], &receipt["transactionId"], &receipt["transactionId"])
    );
    assert_eq!((&sent["counterparty"], &received["counterparty"]), (&json!(ben.email), &json!(ada.short_id)));
    let inbox = ben.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["unread"], 2, "the welcome, and the points");
    let line = &inbox["data"][0];
    assert!(line["title"]["en"].as_str().is_some_and(|title| title.contains("25")), "{line}");
    let in_fours = format!("{}\u{a0}{}", &ada.short_id[..4], &ada.short_id[4..]);
    assert!(line["body"]["en"].as_str().is_some_and(|text| text.contains(&in_fours)), "{line}");
    assert!(!inbox.to_string().contains(&ada.email), "the message hides the sender's address");
    let seen = ben.caller.post("/api/notification/read", json!({ "ids": [line["_id"]] })).await.expect(200);
    assert_eq!(seen["unread"], 1);
    ben.caller.post("/api/notification/read", json!({})).await.expect_problem(400, "invalid_value");
}

#[tokio::test]
async fn parallel_transfers_cannot_spend_points_twice() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let attempts = (0..20).map(|_| ada.caller.transfer(&ben.email, 30));
    let answers = futures_join(attempts).await;
    let accepted = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(accepted, 3, "100 points make three transfers of 30");
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 422)));
    assert_eq!((ada.points().await, ben.points().await), (10, 90));
    server.verify_books();
}

#[tokio::test]
async fn parallel_transfers_with_one_key_pay_once() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let order = json!({ "recipient": ben.email, "amount": 10 });
    let attempts = (0..20).map(|_| ada.caller.post_once(TRANSFER, "same", order.clone()));
    let answers = futures_join(attempts).await;
    let first = answers[0].expect(200);
    assert!(answers.iter().all(|answer| answer.expect(200) == first));
    assert_eq!((ada.points().await, ben.points().await), (90, 10));
}

#[tokio::test]
async fn a_day_s_transfers_have_a_limit() {
    let server = limited().await;
    let (ada, ben) = (server.member_with(300_000).await, server.member().await);
    ada.caller.transfer(&ben.email, 99_000).await.expect(200);
    let refused = ada.caller.transfer(&ben.email, 2_000).await;
    refused.expect_problem(429, "daily_limit_reached");
    ada.caller.transfer("nobody@example.org", 2_000).await.expect_problem(429, "daily_limit_reached");
    assert!(!refused.header("retry-after").is_empty());
    ada.caller.transfer(&ben.email, 1_000).await.expect(200);
    server.clock.advance(std::time::Duration::from_secs(86_400));
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    ada.caller.transfer(&ben.email, 2_000).await.expect(200);
}

#[tokio::test]
async fn large_gifts_ask_for_a_fresh_sign_in_and_wait_a_day_after_a_reset() {
    let server = limited().await;
    let (ada, ben) = (server.member_with(50_000).await, server.member().await);
    server.clock.advance(std::time::Duration::from_secs(660));
    ada.caller.transfer(&ben.email, 4_000).await.expect(200);
    ada.caller.transfer(&ben.email, 2_000).await.expect_problem(403, "reauth_required");
    // An unknown recipient gets the same answer, so it does not show who is a member.
    ada.caller.transfer("nobody@example.org", 2_000).await.expect_problem(403, "reauth_required");
    assert_eq!(ada.points().await, 46_000, "a refusal moves nothing");
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    ada.caller.transfer(&ben.email, 2_000).await.expect(200);

    server.visitor().post("/api/auth/forgotPassword", json!({ "email": ada.email })).await.expect(200);
    let text = server.message_to(&ada.email).await["text"].as_str().expect("a text").to_owned();
    let token: String =
        text.split("/resetPassword/").nth(1).expect("a link").chars().take_while(|c| !c.is_whitespace()).collect();
    let changed = json!({ "token": token, "password": "Another-Harbour#99" });
    server.visitor().post("/api/auth/resetPassword", changed).await.expect(200);
    ada.caller.sign_in(&ada.email, "Another-Harbour#99").await;
    ada.caller.transfer(&ben.email, 1_001).await.expect_problem(403, "recovery_hold");
    ada.caller.transfer("nobody@example.org", 1_001).await.expect_problem(403, "recovery_hold");
    ada.caller.transfer(&ben.email, 1_000).await.expect(200);
    server.clock.advance(std::time::Duration::from_secs(86_401));
    ada.caller.sign_in(&ada.email, "Another-Harbour#99").await;
    ada.caller.transfer(&ben.email, 1_001).await.expect(200);
}

#[tokio::test]
async fn the_password_stands_in_for_a_fresh_sign_in_under_the_same_key() {
    let server = limited().await;
    let (ada, ben) = (server.member_with(50_000).await, server.member().await);
    server.clock.advance(std::time::Duration::from_secs(660));
    let order =
        |password: Option<&str>| json!({ "recipient": ben.email, "amount": 6_000, "currentPassword": password });
    let send = async |password| ada.caller.post_once(TRANSFER, "one-look", order(password)).await;
    send(None).await.expect_problem(403, "reauth_required");
    send(Some("Wrong-one#9")).await.expect_problem(401, "reauthentication_required");
    assert_eq!(ada.points().await, 50_000, "neither moves anything");
    let done = send(Some(crate::support::PASSWORD)).await;
    let told = send(None).await;
    assert_eq!(done.expect(200), told.expect(200), "the password is not part of the request");
    assert_eq!((ada.points().await, ben.points().await), (44_000, 6_000));
}

#[tokio::test]
async fn a_short_id_shows_a_covered_name_before_points_go_there() {
    let server = limited().await;
    let (ada, ben) = (server.member().await, server.member().await);
    let look = async |typed: &str| ada.caller.get(&format!("/api/transaction/recipient/{typed}")).await;
    let seen = look(&ben.short_id).await.expect(200);
    assert_eq!(seen, serde_json::json!({ "shortId": ben.short_id, "name": "M*** 陳***" }));
    let typed = format!("{}-{}", &ben.short_id[..4], &ben.short_id[4..]).to_lowercase();
    look(&typed).await.expect(200);
    server.visitor().get(&format!("/api/transaction/recipient/{typed}")).await.expect_problem(401, "unauthenticated");
    // Other identifiers and typing errors give no name and do not use up the limit.
    for typed in [ben.email.as_str(), ben.phone.as_str(), "KAPOKKAP", "x"] {
        look(typed).await.expect_problem(404, "not_found");
    }
    look(&ada.short_id).await.expect_problem(404, "not_found");
    let id = ben.id;
    server
        .running
        .store
        .write_unattended(move |tx| members::set_status(tx, id, Status::Suspended))
        .await
        .expect("suspended");
    for _ in 0..17 {
        look(&ben.short_id).await.expect_problem(404, "not_found");
    }
    let refused = look(&ben.short_id).await;
    refused.expect_problem(429, "daily_limit_reached");
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds <= 86_400));
    server.clock.advance(std::time::Duration::from_secs(86_400));
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    look(&ben.short_id).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn one_refusal_too_many_leaves_its_key_unused() {
    let server = limited().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    let to = |recipient: &str| json!({ "recipient": recipient, "amount": 5 });
    let stranger = to("nobody@example.org");
    ada.caller.post_once(TRANSFER, "first", stranger.clone()).await.expect_problem(422, "transfer_refused");
    // A replayed refusal does not count as a second failure.
    for _ in 0..20 {
        let again = ada.caller.post_once(TRANSFER, "first", stranger.clone()).await;
        again.expect_problem(422, "transfer_refused");
        assert_eq!(again.header("idempotency-replayed"), "true");
    }
    for _ in 0..19 {
        ada.caller.transfer("nobody@example.org", 5).await.expect_problem(422, "transfer_refused");
    }
    // A member's address now gets the same answer as an unknown one, so that the two cannot be distinguished.
    for recipient in ["nobody@example.org", ben.email.as_str()] {
        let refused = ada.caller.post_once(TRANSFER, "late", to(recipient)).await;
        refused.expect_problem(429, "rate_limited");
        assert_eq!(refused.header("idempotency-replayed"), "");
    }
    server.clock.advance(std::time::Duration::from_secs(181));
    ada.caller.post_once(TRANSFER, "late", to(&ben.email)).await.expect(200);
    let again = ada.caller.post_once(TRANSFER, "first", stranger).await;
    again.expect_problem(422, "transfer_refused");
    assert_eq!((again.header("idempotency-replayed"), ada.points().await, ben.points().await), ("true", 95, 5));
}

#[tokio::test]
async fn a_statement_comes_in_pages() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    for _ in 0..5 {
        ada.caller.transfer(&ben.email, 1).await.expect(200);
    }
    let mut path = "/api/transaction/listMyTransactions?limit=2".to_owned();
    let mut balances = Vec::new();
    loop {
        let page = ada.caller.get(&path).await;
        for row in page.expect(200).as_array().expect("a list") {
            balances.push(row["balanceAfter"].as_i64().expect("a balance"));
        }
        let link = page.header("link").to_owned();
        let Some(next) = link.strip_prefix('<').and_then(|rest| rest.split('>').next()) else { break };
        path = next.to_owned();
    }
    assert_eq!(balances, [95, 96, 97, 98, 99, 100]);
    for bad in ["limit=0", "limit=501", "limit=x", "cursor=nonsense"] {
        ada.caller
            .get(&format!("/api/transaction/listMyTransactions?{bad}"))
            .await
            .expect_problem(400, "invalid_parameter");
    }
}

#[tokio::test]
async fn a_request_with_two_idempotency_keys_is_refused() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(50).await, server.member().await);
    let send = async |path: &str, body: serde_json::Value, keys: &[(&str, &str)]| {
        let mut request = ada.caller.request(reqwest::Method::POST, path).json(&body);
        for (name, key) in keys {
            request = request.header(*name, *key);
        }
        ada.caller.send(request).await
    };
    let order = json!({ "recipient": ben.email, "amount": 20 });
    let (new, old) = ("idempotency-key", "x-idempotency-key");
    for keys in [[(new, "a"), (new, "b")], [(new, "a"), (old, "b")], [(new, "a"), (new, "")]] {
        send(TRANSFER, order.clone(), &keys).await.expect_problem(400, "invalid_idempotency_key");
        send("/api/redeem/scanQR", json!({ "qr": "x" }), &keys).await.expect_problem(400, "invalid_idempotency_key");
    }
    // One key in both headers is accepted.
    send(TRANSFER, order, &[(old, "a"), (new, "\"a\"")]).await.expect(200);
    assert_eq!(ada.points().await, 30);
    send("/api/redeem/scanQR", json!({ "qr": "x" }), &[(old, "a")]).await.expect_problem(422, "idempotency_key_reused");
}

/// Awaits all of them at once on this task; the server works on its own threads.
async fn futures_join<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut pinned: Vec<_> = futures.map(Box::pin).collect();
    let mut done: Vec<Option<F::Output>> = pinned.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        let mut waiting = false;
        for (future, slot) in pinned.iter_mut().zip(&mut done) {
            if slot.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(output) => *slot = Some(output),
                    std::task::Poll::Pending => waiting = true,
                }
            }
        }
        if waiting { std::task::Poll::Pending } else { std::task::Poll::Ready(()) }
    })
    .await;
    done.into_iter().flatten().collect()
}
