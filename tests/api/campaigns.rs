//! Scanning QR codes for points.

use std::time::Duration;

use kapok::base::id::CampaignId;
use kapok::member::campaigns;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over};
use crate::support::{Answer, TestMember, TestServer, fresh_key, quiet};

async fn scan(member: &TestMember, text: &str) -> Answer {
    member.caller.post("/api/redeem/scanQR", json!({ "qr": { "text": text } })).await
}

async fn scan_under(member: &TestMember, key: &str, text: &str) -> Answer {
    member.caller.post_once("/api/redeem/scanQR", key, json!({ "qr": text })).await
}

async fn campaign(desk: &Desk, more: Value) -> (String, Vec<String>) {
    let body = more.over(json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true }));
    let id = desk.create("campaigns", body).await;
    (id.clone(), codes(desk, &id, 3).await)
}

async fn codes(desk: &Desk, campaign: &str, count: u32) -> Vec<String> {
    let path = format!("/api/admin/campaigns/{campaign}/codes");
    let made = desk.operator.post(&path, json!({ "count": count })).await.expect(200);
    let codes = made["codes"].as_array().expect("a list").iter();
    codes.map(|code| code["text"].as_str().expect("a text").to_owned()).collect()
}

#[tokio::test]
async fn a_shared_code_gives_each_member_their_points_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (id, texts) = campaign(&desk, json!({})).await;
    assert_eq!(texts.len(), 1, "a shared campaign has one code");
    assert_eq!(codes(&desk, &id, 1).await, texts, "and keeps it");
    let (ada, ben) = (server.member().await, server.member().await);
    let answer = scan(&ada, &texts[0]).await.expect(200);
    assert_eq!(answer, json!({ "success": true, "message": "50 points added", "points": 50, "balance": 50 }));
    scan(&ada, &texts[0]).await.expect_problem(409, "qr_already_used");
    let bare = ada.caller.post("/api/redeem/scanQR", json!({ "qr": texts[0] })).await;
    bare.expect_problem(409, "qr_already_used");
    let request = ben.caller.request(reqwest::Method::POST, "/api/redeem/scanQR").header("accept-language", "zh-HK");
    let answer = ben.caller.send(request.json(&json!({ "qr": texts[0] }))).await.expect(200);
    assert_eq!(answer["message"], "已獲 50 積分");
    assert_eq!(desk.operator.get(&format!("/api/admin/campaigns/{id}")).await.expect(200)["claims"], 2);
    server.verify_books();
}

#[tokio::test]
async fn a_single_use_code_works_for_whoever_comes_first() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (_, texts) = campaign(&desk, json!({ "shared": false, "perMember": 2 })).await;
    assert_eq!(texts.len(), 3);
    let (ada, ben) = (server.member().await, server.member().await);
    let (one, other) = tokio::join!(scan(&ada, &texts[0]), scan(&ben, &texts[0]));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (carol, path) = (server.member().await, &texts);
    scan(&carol, &path[1]).await.expect(200);
    scan(&carol, &path[2]).await.expect(200);
    assert_eq!(server.balance(carol.id).await, 100);
}

#[tokio::test]
async fn a_campaign_ends_by_total_by_date_and_by_hand() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let (_, texts) = campaign(&desk, json!({ "total": 1 })).await;
    scan(&ada, &texts[0]).await.expect(200);
    scan(&ben, &texts[0]).await.expect_problem(409, "qr_already_used");
    for dates in [json!({ "validUntil": "2020-01-01T00:00:00Z" }), json!({ "validFrom": "2099-01-01T00:00:00Z" })] {
        let (_, texts) = campaign(&desk, dates).await;
        scan(&ada, &texts[0]).await.expect_problem(410, "qr_expired");
    }
    let (_, texts) = campaign(&desk, json!({ "active": false })).await;
    scan(&ada, &texts[0]).await.expect_problem(404, "invalid_qr");
    let (id, texts) = campaign(&desk, json!({})).await;
    desk.operator.delete(&format!("/api/admin/campaigns/{id}")).await;
    scan(&ada, &texts[0]).await.expect_problem(404, "invalid_qr");
}

#[tokio::test]
async fn an_unknown_code_is_invalid() {
    let server = TestServer::start().await;
    let ada = server.member().await;
    for text in ["garbage", "", "  ", &"x".repeat(513), "' or 1=1 --", &ada.short_id] {
        scan(&ada, text).await.expect_problem(404, "invalid_qr");
    }
    for body in [json!({}), json!({ "qr": 5 }), json!({ "qr": { "txt": "a" } }), json!({ "qr": null })] {
        ada.caller.post("/api/redeem/scanQR", body).await.expect_problem(400, "invalid_body");
    }
}

#[tokio::test]
async fn a_code_is_found_in_lower_case_unless_several_codes_differ_by_case_alone() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (_, texts) = campaign(&desk, json!({})).await;
    let (ada, ben) = (server.member().await, server.member().await);
    scan(&ada, &texts[0].to_lowercase()).await.expect(200);
    scan(&ada, &texts[0]).await.expect_problem(409, "qr_already_used");
    let (upper, _) = campaign(&desk, json!({})).await;
    let (mixed, _) = campaign(&desk, json!({})).await;
    for (id, text) in [(upper, "SPRING"), (mixed, "Spring")] {
        let id = CampaignId::parse(&id).expect("an id");
        let rename = server.running.store.write_unattended(move |tx| campaigns::set_shared_text(tx, id, text));
        rename.await.expect("renamed");
    }
    scan(&ben, "spring").await.expect_problem(404, "invalid_qr");
    assert_eq!(scan(&ben, "Spring").await.expect(200)["success"], true);
    assert_eq!(scan(&ben, "SPRING").await.expect(200)["success"], true);
}

#[tokio::test]
async fn guessing_codes_is_slowed_down() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let desk = Desk::of(&server).await;
    let (_, texts) = campaign(&desk, json!({})).await;
    let ada = server.member().await;
    server.clock.advance(Duration::from_secs(1));
    // A replayed refusal does not count as a second guess.
    for _ in 0..5 {
        scan_under(&ada, "k0", "garbage").await.expect_problem(404, "invalid_qr");
    }
    for _ in 0..19 {
        scan(&ada, "garbage").await.expect_problem(404, "invalid_qr");
    }
    for _ in 0..2 {
        let refused = scan_under(&ada, "k1", "rubbish").await;
        refused.expect_problem(429, "rate_limited");
        assert!(!refused.header("retry-after").is_empty());
    }
    // The key was not used up, because nothing was stored under it.
    scan_under(&ada, "k1", &texts[0]).await.expect(200);
    scan_under(&ada, "k0", "garbage").await.expect_problem(404, "invalid_qr");
}

#[tokio::test]
async fn a_campaign_tells_how_many_codes_it_has() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (many, texts) = campaign(&desk, json!({ "shared": false })).await;
    let (one, _) = campaign(&desk, json!({})).await;
    codes(&desk, &many, 4).await;
    scan(&server.member().await, &texts[0]).await.expect(200);
    for (id, count) in [(&many, 7), (&one, 1)] {
        assert_eq!(desk.operator.get(&format!("/api/admin/campaigns/{id}")).await.expect(200)["codes"], count);
    }
    let listed = desk.operator.get("/api/admin/campaigns").await.expect(200);
    let counted: Vec<&Value> = listed.as_array().expect("a list").iter().map(|one| &one["codes"]).collect();
    assert_eq!(counted, [&json!(1), &json!(7)]);
}

#[tokio::test]
async fn a_merged_account_has_the_claims_of_both() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (_, texts) = campaign(&desk, json!({ "perMember": 6 })).await;
    let (_, others) = campaign(&desk, json!({ "perMember": 2 })).await;
    let (old, new) = (server.member().await, server.member().await);
    for (member, times) in [(&old, 3), (&new, 2)] {
        for _ in 0..times {
            scan(member, &texts[0]).await.expect(200);
        }
    }
    scan(&old, &others[0]).await.expect(200);
    let order = json!({ "into": new.id, "reason": "Same person" });
    let path = format!("/api/admin/members/{}/merge", old.id);
    desk.operator.post_once(&path, &fresh_key(), order).await.expect(200);
    scan(&new, &texts[0]).await.expect(200);
    scan(&new, &texts[0]).await.expect_problem(409, "qr_already_used");
    scan(&new, &others[0]).await.expect(200);
    scan(&new, &others[0]).await.expect_problem(409, "qr_already_used");
    assert_eq!(server.balance(new.id).await, 8 * 50);
    server.verify_books();
}

#[tokio::test]
async fn a_scan_repeated_under_its_key_counts_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (id, texts) = campaign(&desk, json!({ "perMember": 2 })).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let first = scan_under(&ada, "k1", &texts[0]).await;
    let again = scan_under(&ada, "k1", &texts[0]).await;
    assert_eq!(again.expect(200), first.expect(200), "the first answer again");
    assert_eq!(again.header("idempotency-replayed"), "true");
    scan_under(&ada, "k1", "another").await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(ada.points().await, 50);
    scan_under(&ben, "k1", &texts[0]).await.expect(200);
    scan_under(&ada, "k2", &texts[0]).await.expect(200);
    for _ in 0..2 {
        scan_under(&ada, "k3", &texts[0]).await.expect_problem(409, "qr_already_used");
        scan_under(&ada, "k4", "garbage").await.expect_problem(404, "invalid_qr");
    }
    scan_under(&ada, "", &texts[0]).await.expect_problem(400, "idempotency_key_required");
    scan_under(&ada, &"k".repeat(129), &texts[0]).await.expect_problem(400, "invalid_idempotency_key");
    assert_eq!((ada.points().await, ben.points().await), (100, 50));
    assert_eq!(desk.operator.get(&format!("/api/admin/campaigns/{id}")).await.expect(200)["claims"], 3);
    server.verify_books();
}

#[tokio::test]
async fn a_scan_that_pauses_the_campaign_is_tried_again_under_its_key() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (id, texts) = campaign(&desk, json!({ "perMember": -1 })).await;
    let home = format!("/api/admin/campaigns/{id}");
    desk.operator.put_at(&format!("{home}/fuse"), "*", json!({ "perHour": 1 })).await.expect(200);
    let ada = server.member().await;
    scan_under(&ada, "k1", &texts[0]).await.expect(200);
    scan_under(&ada, "k2", &texts[0]).await.expect_problem(410, "qr_expired");
    assert!(desk.operator.get(&home).await.expect(200)["pausedAt"].is_string(), "the pause stays");
    desk.operator.post(&format!("{home}/resume"), json!({})).await.expect(200);
    scan_under(&ada, "k2", &texts[0]).await.expect(200);
    assert_eq!(ada.points().await, 100);
    server.verify_books();
}

#[tokio::test]
async fn a_shared_campaign_has_its_code_from_the_start() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let body = json!({ "name": "Spring", "points": 5, "perMember": 1, "total": -1, "shared": true });
    let id = desk.create("campaigns", body).await;
    let home = format!("/api/admin/campaigns/{id}");
    assert_eq!(desk.operator.get(&home).await.expect(200)["codes"], 1);
    let listed = desk.operator.get(&format!("{home}/codes")).await.expect(200);
    // A script that asks for the codes again gets the same code.
    assert_eq!(codes(&desk, &id, 5).await, [listed[0]["text"].as_str().expect("a text")]);
    assert_eq!(desk.operator.get(&home).await.expect(200)["codes"], 1);
}

#[tokio::test]
async fn a_campaign_without_codes_is_not_published() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let body = json!({ "name": { "en": "Spring", "zh": "春", "zhhk": "春" }, "points": 5, "perMember": 1, "total": -1,
        "shared": false, "active": false });
    let id = desk.create("campaigns", body.clone()).await;
    let home = format!("/api/admin/campaigns/{id}");
    let published = json!({ "state": "published" }).over(body);
    desk.operator.put_at(&home, "*", published.clone()).await.expect_problem(409, "campaign_without_codes");
    let bulk = json!({ "action": "publish", "ids": [id] });
    let fates = desk.operator.post("/api/admin/campaigns/bulk", bulk).await.expect(200);
    assert_eq!((&fates[0]["done"], &fates[0]["code"]), (&json!(false), &json!("campaign_without_codes")), "{fates}");
    assert_eq!(desk.operator.get(&home).await.expect(200)["state"], "draft");
    codes(&desk, &id, 1).await;
    assert_eq!(desk.operator.put_at(&home, "*", published).await.expect(200)["state"], "published");
}
