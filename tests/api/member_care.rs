//! Staff help members: names, cards, merges, suspensions.

use std::time::Duration;

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{PASSWORD, TestServer, fresh_key};

const WALLET: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

#[tokio::test]
async fn a_member_s_page_tells_all_that_the_desk_needs() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(100).await;
    let item = desk.item(coupon(30)).await;
    let exchange = desk.item(exchange(20)).await;
    let buy = async |item: &str, body: Value| {
        member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await.expect(200)
    };
    buy(&item, json!({ "quantity": 1 })).await;
    buy(&exchange, json!({ "quantity": 1, "walletAddress": WALLET })).await;
    let adjust = format!("/api/admin/members/{}/adjust", member.id);
    desk.operator.post_once(&adjust, &fresh_key(), json!({ "points": 7, "reason": "Thanks" })).await.expect(200);
    let page = desk.operator.get(&format!("/api/admin/members/{}/page", member.id)).await.expect(200);
    assert_eq!((&page["member"]["points"], &page["held"]), (&json!(57), &json!(20)));
    let lots: i64 =
        page["lots"].as_array().expect("lots").iter().map(|lot| lot["points"].as_i64().expect("points")).sum();
    assert_eq!(lots, 57);
    let count = |name: &str| page[name].as_array().expect(name).len();
    assert_eq!((count("transactions"), count("redemptions"), count("sessions")), (4, 2, 1));
    assert_eq!(page["messages"][0]["body"]["en"].as_str().map(|text| text.contains("Thanks")), Some(true));
    assert_eq!(page["cardText"], json!(member.short_id));
    let gone = format!("/api/admin/members/{}/page", "0".repeat(32));
    desk.operator.get(&gone).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn somebody_without_a_phone_joins_at_the_desk_with_a_card() {
    let server = TestServer::start().await;
    let support = server.staff_at(Role::Support, None).await;
    let form = json!({ "firstName": "大文", "lastName": "陳", "language": "zhhk" });
    let made = support.post("/api/admin/members", form).await.expect(201);
    assert_eq!((&made["email"], &made["phone"], &made["points"]), (&json!(null), &json!(null), &json!(0)));
    let path = format!("/api/admin/members/{}", made["_id"].as_str().expect("an id"));
    let card = support.get(&format!("{path}/card")).await;
    assert_eq!((card.status, card.header("content-type")), (200, "image/svg+xml"));
    let png = support.send(support.request(Method::GET, &format!("{path}/card?format=png"))).await;
    assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
    for paper in ["card?format=pdf", "statement/pdf"] {
        let paper = support.send(support.request(Method::GET, &format!("{path}/{paper}"))).await;
        assert_eq!((paper.status, paper.header("content-type")), (200, "application/pdf"));
    }
    support
        .get(&format!("{path}/statement/pdf?from=2026-02-02&to=2026-02-01"))
        .await
        .expect_problem(400, "invalid_period");
    let payer = server.member_with(10).await;
    let order = json!({ "recipient": made["shortId"], "amount": 4 });
    payer.caller.post_once("/api/transaction/transfer", &fresh_key(), order).await.expect(200);
    assert_eq!(support.get(&path).await.expect(200)["points"], 4);
    for bad in [json!({ "firstName": "=1", "lastName": "x" }), json!({ "firstName": "", "lastName": "" })] {
        support.post("/api/admin/members", bad).await.expect_problem(400, "invalid_value");
    }
    support.post(&format!("{path}/send-reset"), json!({})).await.expect_problem(409, "no_contact");
    support.get(&format!("{path}/card?format=gif")).await.expect_problem(400, "invalid_parameter");
    server.verify_books();
}

#[tokio::test]
async fn sessions_are_ended_and_a_way_to_a_new_password_is_sent() {
    let server = TestServer::start().await;
    let support = server.staff_at(Role::Support, None).await;
    let member = server.member().await;
    let path = format!("/api/admin/members/{}", member.id);
    support.post(&format!("{path}/end-sessions"), json!({})).await.expect(200);
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    support.post(&format!("{path}/send-reset"), json!({})).await.expect(200);
    let message = server.message_to(&member.email).await;
    assert!(message["text"].as_str().expect("a text").contains("/resetPassword/"));
    let auditor = server.staff_at(Role::Auditor, None).await;
    auditor.post(&format!("{path}/send-reset"), json!({})).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_member_with_a_phone_alone_gets_a_code_for_a_new_password() {
    let server = TestServer::start().await;
    let support = server.staff_at(Role::Support, None).await;
    let member = server.member_by_phone().await;
    let send = format!("/api/admin/members/{}/send-reset", member.id);
    support.post(&send, json!({})).await.expect(200);
    support.post(&send, json!({})).await.expect_problem(429, "resend_wait");
    let code = server.code_sent_to(&member.phone).await;
    let visitor = server.visitor();
    let check = json!({ "phone": member.phone, "otp": code });
    let token = visitor.post("/api/auth/resetPasswordVerifySMSOTP", check).await.expect(200)["resetToken"].clone();
    let change = json!({ "phone": member.phone, "newPassword": "Ferry#9913zq", "resetToken": token });
    visitor.post("/api/auth/resetPasswordByPhone", change).await.expect(200);

    let line = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?limit=1").await.expect(200)[0].clone();
    assert_eq!((&line["action"], &line["after"]), (&json!("member.send_reset"), &json!({ "by": "sms" })));
}

#[tokio::test]
async fn a_replaced_card_is_refused_and_the_new_one_works() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (support, auditor) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Auditor, None).await);
    let (ada, ben) = (server.member_with(50).await, server.member_with(50).await);
    let twin = support.post("/api/admin/members", json!({ "firstName": "Ada", "lastName": "Lau" })).await.expect(201);
    let merge = format!("/api/admin/members/{}/merge", twin["_id"].as_str().expect("an id"));
    let into = json!({ "into": ada.id, "reason": "One person" });
    desk.operator.post_once(&merge, &fresh_key(), into).await.expect(200);

    let path = format!("/api/admin/members/{}", ada.id);
    let (renew, key) = (format!("{path}/new-card"), fresh_key());
    support.post_once(&renew, &key, json!({ "reason": " " })).await.expect_problem(400, "invalid_reason");
    support.post_once(&renew, &key, json!({})).await.expect_problem(400, "invalid_body");
    support.post(&renew, json!({ "reason": "Lost" })).await.expect_problem(400, "idempotency_key_required");
    auditor.post_once(&renew, &key, json!({ "reason": "Lost" })).await.expect_problem(403, "forbidden");
    let made = support.post_once(&renew, &key, json!({ "reason": "Lost on the ferry" })).await.expect(200);
    let again = support.post_once(&renew, &key, json!({ "reason": "Lost on the ferry" })).await.expect(200);
    assert_eq!(again, made, "one new card for each loss");
    let fresh = made["shortId"].as_str().expect("an id").to_owned();
    assert_ne!(fresh, ada.short_id);

    // The member's code is the new one; the old card and the merged account's card no longer work.
    assert_eq!(ada.caller.get("/api/auth/getUserInfo").await.expect(200)["shortId"], made["shortId"]);
    let partner = desk.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let award = async |card: &str| {
        let order = json!({ "member": card, "amountHkd": "10" });
        counter.post_once("/api/merchant/award", &fresh_key(), order).await
    };
    for dead in [ada.short_id.as_str(), twin["shortId"].as_str().expect("an id")] {
        award(dead).await.expect_problem(404, "member_not_found");
        assert_ne!(ben.caller.transfer(dead, 5).await.status, 200);
        // A search for an old card finds its member.
        let found = support.get(&format!("/api/admin/members?q={dead}")).await.expect(200);
        assert_eq!(found[0]["_id"], json!(ada.id), "{dead}");
    }
    award(&fresh).await.expect(200);
    ben.caller.transfer(&fresh, 5).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 65);

    // A closed account deletes its former ids: a card found later does not identify anyone.
    let (gone, own) = (server.member().await, server.member().await);
    for who in [&gone, &own] {
        let renew = format!("/api/admin/members/{}/new-card", who.id);
        support.post_once(&renew, &fresh_key(), json!({ "reason": "Lost" })).await.expect(200);
    }
    let erase = format!("/api/admin/members/{}/erase", gone.id);
    desk.operator.post(&erase, json!({ "reason": "Asked for it" })).await.expect(200);
    own.caller.post("/api/auth/deleteAccount", json!({ "currentPassword": PASSWORD })).await.expect(200);
    for who in [&gone, &own] {
        let found = support.get(&format!("/api/admin/members?q={}", who.short_id)).await.expect(200);
        assert_eq!(found, json!([]), "the old card finds nobody");
    }

    let page = support.get(&format!("{path}/page")).await.expect(200);
    assert_eq!((&page["cardText"], &page["formerShortIds"]), (&json!(fresh), &json!([])));
    assert_eq!(page["lostShortIds"].as_array().map(Vec::len), Some(2));
    let lines = auditor.get(&format!("/api/admin/audit?target={}&action=member.new_card", ada.id)).await.expect(200);
    assert_eq!(lines.as_array().map(Vec::len), Some(1));
    let (before, after) = (&lines[0]["before"], &lines[0]["after"]);
    assert_eq!((&before["shortId"], &after["shortId"]), (&json!(ada.short_id), &json!(fresh)));
    assert_eq!(after["reason"], "Lost on the ferry");
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200)["data"].to_string();
    assert!(inbox.contains("You have a new member card"), "{inbox}");
    for address in [&ada.email, &ada.phone] {
        let told = server.message_to(address).await["text"].to_string();
        assert!(told.contains("no longer work"), "{told}");
    }
    support.post(&format!("{path}/erase"), json!({ "reason": "x" })).await.expect_problem(403, "forbidden");
    desk.operator.post(&format!("{path}/erase"), json!({ "reason": "Asked to" })).await.expect(200);
    support.post_once(&renew, &fresh_key(), json!({ "reason": "Lost" })).await.expect_problem(404, "not_found");
    server.verify_books();
}

#[tokio::test]
async fn a_name_is_corrected_for_a_reason() {
    let server = TestServer::start().await;
    let (support, auditor) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Auditor, None).await);
    let made = support.post("/api/admin/members", json!({ "firstName": "Siu", "lastName": "Wnog" })).await.expect(201);
    let id = made["_id"].as_str().expect("an id");
    let rename = format!("/api/admin/members/{id}/rename");
    let to = |last: &str, reason: &str| json!({ "firstName": "Siu", "lastName": last, "reason": reason });
    support.post(&rename, to("Wong", "")).await.expect_problem(400, "invalid_reason");
    support.post(&rename, to("evil.hk", "Typo")).await.expect_problem(400, "invalid_value");
    support.post(&rename, to("", "Typo")).await.expect_problem(400, "invalid_value");
    support.post(&rename, json!({ "lastName": 5 })).await.expect_problem(400, "invalid_body");
    auditor.post(&rename, to("Wong", "Typo")).await.expect_problem(403, "forbidden");
    for _ in 0..2 {
        assert_eq!(support.post(&rename, to(" Wong ", "Typo on the form")).await.expect(200)["lastName"], "Wong");
    }
    let lines = auditor.get(&format!("/api/admin/audit?target={id}&action=member.rename")).await.expect(200);
    assert_eq!(lines.as_array().map(Vec::len), Some(1), "the same name again is no change");
    let (before, after) = (&lines[0]["before"], &lines[0]["after"]);
    assert_eq!((&before["lastName"], &after["lastName"]), (&json!("Wnog"), &json!("Wong")));
    assert_eq!(after["reason"], "Typo on the form");
    let page = support.get(&format!("/api/admin/members/{id}/page")).await.expect(200);
    assert_eq!(
        page["messages"][0]["body"]["en"],
        "The programme team corrected your name to Siu Wong. If that is not right, contact us."
    );
    let nobody = format!("/api/admin/members/{}/rename", "0".repeat(32));
    support.post(&nobody, to("Wong", "Typo")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn one_session_is_ended_and_the_others_go_on() {
    let server = TestServer::start().await;
    let support = server.staff_at(Role::Support, None).await;
    let (member, other) = (server.member().await, server.member().await);
    let path = format!("/api/admin/members/{}", member.id);
    let sessions = async |path: &str| support.get(&format!("{path}/page")).await.expect(200)["sessions"].clone();
    let first = sessions(&path).await[0]["_id"].clone();
    let again = json!({ "userIdentifier": member.email, "userPassword": PASSWORD });
    server.visitor().post("/api/auth/login", again).await.expect(200);
    assert_eq!(sessions(&path).await.as_array().map(Vec::len), Some(2));
    let end = format!("{path}/end-session");
    let theirs = sessions(&format!("/api/admin/members/{}", other.id)).await[0]["_id"].clone();
    support.post(&end, json!({ "session": theirs })).await.expect_problem(404, "not_found");
    support.post(&end, json!({})).await.expect_problem(400, "invalid_body");
    let auditor = server.staff_at(Role::Auditor, None).await;
    auditor.post(&end, json!({ "session": first })).await.expect_problem(403, "forbidden");
    support.post(&end, json!({ "session": first })).await.expect(200);
    support.post(&end, json!({ "session": first })).await.expect_problem(404, "not_found");
    assert_eq!(sessions(&path).await.as_array().map(Vec::len), Some(1));
    member.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    other.caller.get("/api/auth/getUserInfo").await.expect(200);
}

#[tokio::test]
async fn the_trail_keeps_why_a_member_was_suspended() {
    let server = TestServer::start().await;
    let (support, auditor) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Auditor, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}", member.id);
    let suspend = format!("{path}/suspend");
    support.post(&suspend, json!({ "reason": "  " })).await.expect_problem(400, "invalid_reason");
    support.post(&suspend, json!({ "reason": "x".repeat(501) })).await.expect_problem(400, "invalid_reason");
    support.post(&suspend, json!({ "why": "x" })).await.expect_problem(400, "invalid_body");
    member.caller.get("/api/auth/getUserInfo").await.expect(200);
    let why = json!({ "reason": "Selling points" });
    assert_eq!(support.post(&suspend, why).await.expect(200)["status"], "suspended");
    let newest = auditor.get("/api/admin/audit?limit=1").await.expect(200)[0].clone();
    assert_eq!((&newest["action"], &newest["after"]["reason"]), (&json!("member.suspend"), &json!("Selling points")));
    // More people read and export the audit than the member's record.
    let line = newest.to_string();
    assert!(!line.contains(&member.email) && !line.contains(&member.phone), "{line}");
    assert!(newest["after"]["email"].as_str().is_some_and(|masked| masked.contains('•')), "{line}");
    let bare = support.request(Method::POST, &format!("{path}/reinstate"));
    assert_eq!(support.send(bare).await.expect(200)["status"], "active", "a reason may be left out");
}

#[tokio::test]
async fn somebody_who_joins_at_the_desk_joins_once_though_the_answer_is_lost() {
    let server = TestServer::start().await;
    let support = server.staff_at(Role::Support, None).await;
    let join = async |first_name: &str| {
        let body = json!({ "firstName": first_name, "lastName": "Wong" });
        support.post_once("/api/admin/members", "one-intent", body).await
    };
    let made = join("Siu Ling").await.expect(201);
    let again = join("Siu Ling").await;
    assert_eq!((again.expect(201), again.header("idempotency-replayed")), (made, "true"));
    join("Siu Lan").await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(support.get("/api/admin/members").await.header("x-total-count"), "1");
}

#[tokio::test]
async fn a_member_s_history_is_paged_and_a_file() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(3).await;
    for points in [5, 7] {
        let path = format!("/api/admin/members/{}/adjust", member.id);
        let gift = json!({ "points": points, "reason": "Thanks" });
        desk.operator.post_once(&path, &fresh_key(), gift).await.expect(200);
    }
    let path = format!("/api/admin/members/{}/transactions", member.id);
    let first = desk.operator.get(&format!("{path}?limit=2")).await;
    assert_eq!(first.expect(200).as_array().map(Vec::len), Some(2));
    assert!(first.header("link").contains("cursor="));
    let file = desk.operator.get(&format!("{path}?format=csv")).await;
    assert_eq!((file.header("content-type"), file.text.lines().count()), ("text/csv; charset=utf-8", 4));
    desk.operator.get(&format!("{path}?cursor=x")).await.expect_problem(400, "invalid_parameter");
    let nobody = format!("/api/admin/members/{}/transactions", "0".repeat(32));
    desk.operator.get(&nobody).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn opening_a_member_s_page_is_audited() {
    let server = TestServer::start().await;
    let (support, auditor) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Auditor, None).await);
    let member = server.member_with(3).await;
    let path = format!("/api/admin/members/{}", member.id);
    let looks = [
        ("", "member.open"),
        ("/page", "member.open"),
        ("/transactions", "member.history"),
        ("/statement", "member.statement"),
        ("/statement/pdf", "member.statement"),
        ("/card?format=pdf", "member.card"),
        ("/export", "member.export"),
    ];
    for (end, action) in looks {
        let seen = support.send(support.request(Method::GET, &format!("{path}{end}"))).await;
        assert_eq!(seen.status, 200, "{end}");
        let newest = auditor.get("/api/admin/audit?limit=1").await.expect(200)[0].clone();
        assert_eq!((&newest["action"], &newest["target"]), (&json!(action), &json!(member.id)), "{end}");
        assert_eq!(newest["actorRole"], "support");
    }
    let lines = auditor.get(&format!("/api/admin/audit?target={}", member.id)).await.expect(200);
    assert_eq!((lines.as_array().map(Vec::len), &lines[0]["action"]), (Some(looks.len()), &json!("member.export")));
}

#[tokio::test]
async fn a_coupon_that_nobody_collected_is_given_back_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(100).await;
    let item = desk.item(coupon(10)).await;
    let bought = member
        .caller
        .post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), json!({ "quantity": 1 }))
        .await
        .expect(200);
    let id = bought["redemption"]["_id"].as_str().expect("an id").to_owned();
    let reopen = format!("/api/admin/redemptions/{id}/reopen");
    let why = json!({ "reason": "The till was down" });
    let open = async || member.caller.post(&format!("/api/redeem/use/{id}"), json!({})).await;
    desk.operator.post(&reopen, why.clone()).await.expect_problem(409, "not_reopenable");
    open().await.expect(200);
    desk.operator.post(&reopen, why.clone()).await.expect_problem(409, "not_reopenable");
    server.clock.advance(Duration::from_secs(300));
    open().await.expect_problem(409, "already_used");
    desk.operator.post(&reopen, json!({ "reason": " " })).await.expect_problem(400, "invalid_reason");
    assert_eq!(desk.operator.post(&reopen, why.clone()).await.expect(200)["used"], false);
    open().await.expect(200);
    server.clock.advance(Duration::from_secs(300));
    desk.operator.post(&reopen, why).await.expect_problem(409, "not_reopenable");
    server.verify_books();
}

#[tokio::test]
async fn two_accounts_of_one_person_become_one() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (old, new) = (server.member_with(100).await, server.member_with(5).await);
    let item = desk.item(json!({ "qoutaPerson": 3 }).over(coupon(10))).await;
    for member in [&old, &new, &old] {
        let buy = format!("/api/redeem/purchase/{item}");
        let points = server.balance(member.id).await;
        if points >= 10 {
            member.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        }
    }
    let path = format!("/api/admin/members/{}/merge", old.id);
    let order = json!({ "into": new.id, "reason": "Same person" });
    let key = fresh_key();
    let merged = desk.operator.post_once(&path, &key, order.clone()).await.expect(200);
    assert_eq!((&merged["points"], &merged["member"]["points"]), (&json!(80), &json!(85)));
    assert_eq!(desk.operator.post_once(&path, &key, order.clone()).await.header("idempotency-replayed"), "true");
    let page = desk.operator.get(&format!("/api/admin/members/{}/page", new.id)).await.expect(200);
    assert_eq!(page["redemptions"].as_array().map(Vec::len), Some(2));
    assert_eq!(page["formerShortIds"], json!([old.short_id]));
    // The old card still works.
    let payer = server.member_with(10).await;
    let gift = json!({ "recipient": old.short_id, "amount": 3 });
    payer.caller.post_once("/api/transaction/transfer", &fresh_key(), gift).await.expect(200);
    assert_eq!(server.balance(new.id).await, 88);
    old.caller.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    let found = desk.operator.get(&format!("/api/admin/members?q={}", old.short_id)).await.expect(200);
    assert_eq!(found[0]["_id"], json!(new.id));
    desk.operator.post_once(&path, &fresh_key(), order).await.expect_problem(404, "not_found");
    let itself = format!("/api/admin/members/{}/merge", new.id);
    let order = json!({ "into": new.id, "reason": "x" });
    desk.operator.post_once(&itself, &fresh_key(), order).await.expect_problem(422, "not_mergeable");
    server.verify_books();
}

#[tokio::test]
async fn accounts_with_exchanges_under_way_are_not_merged() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (old, new) = (server.member_with(100).await, server.member().await);
    let item = desk.item(exchange(10)).await;
    let order = json!({ "quantity": 1, "walletAddress": WALLET });
    old.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await.expect(200);
    for (from, into) in [(old.id, new.id), (new.id, old.id)] {
        let path = format!("/api/admin/members/{from}/merge");
        let order = json!({ "into": into, "reason": "Same person" });
        desk.operator.post_once(&path, &fresh_key(), order).await.expect_problem(409, "holds_open");
    }
    assert_eq!(server.balance(old.id).await, 90);
    server.verify_books();
}

#[tokio::test]
async fn staff_export_or_erase_a_member_on_request() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(9).await;
    let path = format!("/api/admin/members/{}", member.id);
    let data = desk.operator.get(&format!("{path}/export")).await;
    assert!(data.header("content-disposition").contains("attachment"));
    assert_eq!(data.expect(200)["profile"]["email"], json!(member.email));
    desk.operator.post(&format!("{path}/erase"), json!({ "reason": "" })).await.expect_problem(400, "invalid_reason");
    desk.operator.post(&format!("{path}/erase"), json!({ "reason": "By letter" })).await.expect(200);
    desk.operator
        .post(&format!("{path}/erase"), json!({ "reason": "By letter" }))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(desk.operator.get("/api/admin/members?q=member0").await.expect(200), json!([]));
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?limit=5").await.text;
    assert!(trail.contains("member.erase") && !trail.contains(&member.email), "{trail}");
    server.verify_books();
}

#[tokio::test]
async fn a_statement_has_the_opening_and_closing_balance_of_its_period() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(100).await;
    server.clock.advance(Duration::from_secs(3 * 86_400));
    let desk_later = Desk::of(&server).await;
    server.give(member.id, 20).await;
    let today = kapok::base::day::Day::of(server.clock.now());
    let path = format!("/api/admin/members/{}/statement", member.id);
    let of = async |from: i64, to: i64| {
        let query = format!("{path}?from={}&to={}", today.plus(from), today.plus(to));
        let statement = desk_later.operator.get(&query).await.expect(200);
        let lines = statement["lines"].as_array().expect("lines").len();
        (statement["opening"].as_i64(), lines, statement["closing"].as_i64())
    };
    assert_eq!(of(-5, 0).await, (Some(0), 2, Some(120)));
    assert_eq!(of(0, 0).await, (Some(100), 1, Some(120)));
    assert_eq!(of(-2, -1).await, (Some(100), 0, Some(100)));
    assert_eq!(of(-9, -8).await, (Some(0), 0, Some(0)));
    let file = desk_later.operator.get(&format!("{path}?format=csv")).await.text;
    assert_eq!(file.lines().count(), 3, "{file}");
    let reversed = format!("{path}?from=2026-02-02&to=2026-02-01");
    desk_later.operator.get(&reversed).await.expect_problem(400, "invalid_period");
    drop(desk);
}
