//! The admin API.

use std::time::Duration;

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestServer, fresh_key};

async fn put(caller: &Caller, path: &str, tag: Option<&str>, body: Value) -> Answer {
    let mut request = caller.request(Method::PUT, path).json(&body);
    if let Some(tag) = tag {
        request = request.header("if-match", tag);
    }
    caller.send(request).await
}

fn partner() -> Value {
    json!({ "type": "Food", "name": { "en": "Tea House" }, "description": { "en": "" }, "basePoints": "1.5", "extraPoints": "0" })
}

fn article() -> Value {
    json!({ "type": "news", "title": { "en": "Hello" }, "content": { "en": "<p>Hi<script>alert(1)</script></p>" } })
}

fn campaign() -> Value {
    json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true })
}

#[tokio::test]
async fn content_that_was_read_can_be_changed_and_put_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let named = json!({ "active": true });
    for (kind, body) in
        [("partners", partner()), ("articles", article()), ("items", coupon(5)), ("campaigns", campaign())]
    {
        let made = desk.operator.post(&format!("/api/admin/{kind}"), named.clone().over(body)).await.expect(201);
        let path = format!("/api/admin/{kind}/{}", made["_id"].as_str().expect("an id"));
        assert_eq!(made["state"], "published", "{kind}");
        let put_back = async |change: Value| {
            let shown = desk.operator.get(&path).await.expect(200);
            put(&desk.operator, &path, Some("*"), change.over(shown)).await
        };
        // A published record in English only can be saved again.
        assert_eq!(put_back(json!({})).await.expect(200)["state"], "published", "{kind}");
        let typo = put_back(json!({ "tpye": 1 })).await;
        assert_eq!(typo.expect_problem(400, "invalid_body")["errors"][0]["field"], "tpye");
        assert_eq!(put_back(json!({ "active": false })).await.expect(200)["state"], "draft", "{kind}");
        put_back(json!({ "state": "published" })).await.expect_problem(422, "translation_missing");
        let ahead = server.clock.now().plus(Duration::from_secs(3_600));
        let later = json!({ "state": "scheduled", "publishAt": ahead, "useEnglish": true });
        assert_eq!(put_back(later).await.expect(200)["state"], "scheduled", "{kind}");
        assert_eq!(put_back(json!({})).await.expect(200)["state"], "scheduled", "{kind}");
    }
    let words = json!({ "en": "Typhoon" });
    let body = json!({ "title": words, "body": words, "segment": {}, "state": "draft" });
    let made = desk.operator.post("/api/admin/notifications", body).await.expect(201);
    let path = format!("/api/admin/notifications/{}", made["_id"].as_str().expect("an id"));
    put(&desk.operator, &path, Some("*"), json!({ "state": "draft" }).over(made)).await.expect(200);
}

#[tokio::test]
async fn owner_resources_can_be_put_back_as_they_were_read() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let (shop, other) = (desk.partner("1", "0").await, desk.partner("2", "0").await);
    let kinds = [
        (
            "staff",
            json!({ "name": "Lam Siu Ming", "email": "ming@staff.example", "role": "merchant", "partnerId": shop }),
        ),
        ("api-keys", json!({ "name": "Till", "partnerId": shop, "dailyCap": 500, "networks": ["203.0.113.0/24"] })),
        ("webhooks", json!({ "url": "https://hooks.example.org/kapok", "events": ["member.created"], "active": true })),
    ];
    for (kind, body) in kinds {
        let made = owner.post(&format!("/api/admin/{kind}"), body).await.expect(201);
        let path = format!("/api/admin/{kind}/{}", made["_id"].as_str().expect("an id"));
        let put_back = async |change: Value| {
            let shown = owner.get(&path).await;
            owner.put_at(&path, shown.header("etag"), change.over(shown.expect(200))).await
        };
        let before = owner.get(&path).await.expect(200);
        assert_eq!(put_back(json!({})).await.expect(200), before, "{kind}");
        let typo = put_back(json!({ "tpye": 1 })).await;
        assert_eq!(typo.expect_problem(400, "invalid_body")["errors"][0]["field"], "tpye", "{kind}");
        // A change of a fixed field is refused instead of ignored.
        let settled = match kind {
            "staff" => ("email", json!("siu@staff.example")),
            "api-keys" => ("partnerId", json!(other)),
            _ => continue,
        };
        let refused = put_back(json!({ settled.0: settled.1 })).await.json();
        assert_eq!(refused["errors"][0]["field"], settled.0, "{kind}: {refused}");
        if kind == "staff" {
            assert_eq!(put_back(json!({ "suspended": true })).await.expect(200)["status"], "suspended");
            assert_eq!(put_back(json!({ "name": "Ming" })).await.expect(200)["status"], "suspended", "still");
            assert_eq!(put_back(json!({ "suspended": false })).await.expect(200)["status"], before["status"]);
        }
    }
}

#[tokio::test]
async fn outlet_resources_can_be_put_back_as_they_were_read() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (shop, other) = (desk.partner("1", "0").await, desk.partner("2", "0").await);
    let outlet = desk.create(&format!("partners/{shop}/outlets"), json!({ "name": { "en": "Central" } })).await;
    let cashier = desk.create(&format!("partners/{shop}/cashiers"), json!({ "name": "Fan", "pin": "4071" })).await;
    let campaign = json!({ "name": "Spring", "points": 5, "perMember": -1, "total": -1, "shared": true });
    let campaign = desk.create("campaigns", campaign).await;
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    let bring = desk.operator.request(reqwest::Method::POST, "/api/admin/uploads").header("content-type", "image/png");
    let picture = desk.operator.send(bring.body(png.into_inner())).await.expect(201)["_id"].clone();
    for path in [
        format!("/api/admin/outlets/{outlet}"),
        format!("/api/admin/cashiers/{cashier}"),
        format!("/api/admin/uploads/{}", picture.as_str().expect("an id")),
        format!("/api/admin/campaigns/{campaign}/fuse"),
    ] {
        let put_back = async |change: Value| {
            let shown = desk.operator.get(&path).await;
            desk.operator.put_at(&path, shown.header("etag"), change.over(shown.expect(200))).await
        };
        let mut before = desk.operator.get(&path).await.expect(200);
        let mut after = put_back(json!({})).await.expect(200);
        for told in [&mut before, &mut after] {
            told.as_object_mut().expect("fields").remove("updated");
        }
        assert_eq!(after, before, "{path}");
        put_back(json!({ "tpye": 1 })).await.expect_problem(400, "invalid_body");
        if before["partnerId"].is_string() {
            let moved = put_back(json!({ "partnerId": other })).await;
            assert_eq!(moved.expect_problem(400, "invalid_value")["errors"][0]["field"], "partnerId", "{path}");
        }
    }
}

#[tokio::test]
async fn every_kind_of_content_is_made_changed_and_removed_the_same_way() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for (kind, body) in
        [("partners", partner()), ("articles", article()), ("items", coupon(5)), ("campaigns", campaign())]
    {
        let home = format!("/api/admin/{kind}");
        let made = desk.operator.post(&home, body.clone()).await;
        let id = made.expect(201)["_id"].as_str().expect("an id").to_owned();
        let path = format!("{home}/{id}");
        let shown = desk.operator.get(&path).await;
        assert_eq!(shown.expect(200), made.expect(201));
        let tag = shown.header("etag").to_owned();
        assert_eq!(tag, made.header("etag"));
        put(&desk.operator, &path, None, body.clone()).await.expect_problem(428, "precondition_required");
        let changed = put(&desk.operator, &path, Some(&tag), body.clone()).await;
        changed.expect(200);
        assert_ne!(changed.header("etag"), tag);
        put(&desk.operator, &path, Some(&tag), body.clone()).await.expect_problem(412, "stale");
        put(&desk.operator, &path, Some("nonsense"), body.clone()).await.expect_problem(412, "stale");
        let typo = desk.operator.post(&home, json!({ "tpye": 1 }).over(body.clone())).await;
        assert_eq!(typo.expect_problem(400, "invalid_body")["errors"][0]["field"], "tpye");
        let listed = desk.operator.get(&home).await.expect(200);
        assert_eq!((listed.as_array().map(Vec::len), &listed[0]["_id"]), (Some(1), &json!(id)));
        assert_eq!(desk.operator.delete(&path).await.status, 204);
        desk.operator.get(&path).await.expect_problem(404, "not_found");
        desk.operator.delete(&path).await.expect_problem(404, "not_found");
        assert_eq!(desk.operator.get(&home).await.expect(200), json!([]));
    }
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<_> =
        trail.as_array().expect("a list").iter().map(|line| line["action"].as_str().expect("text")).collect();
    assert_eq!(actions[..3], ["campaign.delete", "campaign.update", "campaign.create"]);
    assert_eq!(actions.len(), 12);
    assert!(trail[0]["before"].is_object() && trail[0]["after"].is_null() && trail[0]["actorRole"] == "operator");
}

#[tokio::test]
async fn forms_with_mistakes_name_the_field() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let picture = format!("/media/{}.png", "a".repeat(64));
    for (kind, body, field, code) in [
        ("partners", json!({ "webLink": "javascript:alert(1)" }).over(partner()), "webLink", "invalid_link"),
        ("partners", json!({ "logo": "https://evil.example/x.png" }).over(partner()), "logo", "invalid_picture"),
        ("partners", json!({ "name": { "en": " ", "zh": "茶" } }).over(partner()), "name", "required_field"),
        ("articles", json!({ "title": { "en": "x".repeat(121) } }).over(article()), "title", "too_long"),
        ("items", json!({ "partnerId": "0".repeat(32) }).over(coupon(1)), "partnerId", "unknown_partner"),
        (
            "items",
            json!({ "content": { "kind": "image", "format": "qrcode" } }).over(coupon(1)),
            "content.imgUrl",
            "invalid_picture",
        ),
        (
            "items",
            json!({ "validFrom": "2026-01-02T00:00:00Z", "validUntil": "2026-01-01T00:00:00Z" }).over(coupon(1)),
            "validUntil",
            "invalid_period",
        ),
        ("campaigns", json!({ "perMember": 0 }).over(campaign()), "perMember", "invalid_value"),
    ] {
        let problem = desk.operator.post(&format!("/api/admin/{kind}"), body).await.expect_problem(400, code);
        assert_eq!((&problem["errors"][0]["field"], &problem["errors"][0]["code"]), (&json!(field), &json!(code)));
    }
    desk.item(json!({ "content": { "kind": "image", "format": "qrcode", "imgUrl": picture } }).over(coupon(1))).await;
    for points in [json!(0), json!(-1), json!(1.5)] {
        desk.operator
            .post("/api/admin/items", json!({ "points": points }).over(coupon(1)))
            .await
            .expect_problem(400, "invalid_body");
    }
}

#[tokio::test]
async fn html_of_editors_is_sanitised_for_members() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let id = editor.post("/api/admin/articles", article()).await.expect(201)["_id"].as_str().expect("an id").to_owned();
    let (ada, ben) = (server.member().await, server.member().await);
    let path = format!("/api/article/detail/{id}");
    let first = ada.caller.get(&path).await.expect(200);
    assert_eq!(first["content"]["en"], "<p>Hi</p>");
    assert_eq!(
        (&first["reads"], &first["readUsers"], &first["likedUsers"]),
        (&json!(1), &json!([ada.id.to_string()]), &json!([]))
    );
    assert_eq!(ada.caller.get(&path).await.expect(200)["reads"], 1, "a member's second read does not count");
    for _ in 0..2 {
        let liked = ada.caller.post(&format!("/api/article/like/{id}"), json!({})).await.expect(200);
        assert_eq!(liked, json!({ "success": true, "likes": 1 }));
    }
    let seen = ben.caller.get("/api/article/list?type=news").await.expect(200);
    assert_eq!((&seen[0]["likes"], &seen[0]["likedUsers"], &seen[0]["readUsers"]), (&json!(1), &json!([]), &json!([])));
    assert!(seen[0].get("content").is_none());
    assert_eq!(ada.caller.get("/api/article/liked").await.expect(200)[0]["_id"], id);
    for _ in 0..2 {
        let unliked = ada.caller.post(&format!("/api/article/unlike/{id}"), json!({})).await.expect(200);
        assert_eq!(unliked["likes"], 0);
    }
    assert_eq!(ada.caller.get("/api/article/list?type=activities").await.expect(200), json!([]));
    ada.caller.get("/api/article/list?type=gossip").await.expect_problem(400, "invalid_parameter");
    ada.caller.get("/api/article/detail/nonsense").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn an_edit_of_an_item_does_not_change_its_stock() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let path = format!("/api/admin/items/{}", desk.item(coupon(1)).await);
    let stock = async |body: Value| desk.operator.post(&format!("{path}/stock"), body).await;
    assert_eq!(stock(json!({ "add": 5 })).await.expect(200), json!({ "leftover": 15 }));
    assert_eq!(stock(json!({ "leftover": 3 })).await.expect(200), json!({ "leftover": 3 }));
    stock(json!({ "add": -4 })).await.expect_problem(400, "invalid_value");
    // A typing error must not become an unlimited stock (-1).
    for slip in [-2, -5, i64::MIN, 1_000_000_001] {
        let refused = stock(json!({ "leftover": slip })).await.expect_problem(400, "invalid_value");
        assert_eq!(refused["errors"][0]["field"], "leftover");
    }
    assert_eq!(desk.operator.get(&path).await.expect(200)["leftover"], 3);
    stock(json!({ "add": 1, "leftover": 1 })).await.expect_problem(400, "required_field");
    let changed = put(&desk.operator, &path, Some("*"), json!({ "leftover": 99 }).over(coupon(2))).await.expect(200);
    assert_eq!((&changed["leftover"], &changed["points"]), (&json!(3), &json!(2)));
    let wrong = desk.operator.post(&format!("{path}/codes"), json!({ "codes": [] })).await;
    wrong.expect_problem(415, "unsupported_media_type");
    desk.upload_to(&format!("{path}/codes"), "code\n").await.expect_problem(400, "invalid_csv");
    desk.upload_to(&format!("{path}/codes"), "good\n碼\n").await.expect_problem(400, "invalid_code");
}

#[tokio::test]
async fn an_imported_code_file_reports_each_row_and_a_bad_file_changes_nothing() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let pooled = json!({ "content": { "kind": "pool", "format": "qrcode" }, "leftover": -1 });
    let item = format!("/api/admin/items/{}", desk.item(pooled.over(coupon(1))).await);
    let bring = async |query: &str, body: Vec<u8>| {
        let request = desk.operator.request(Method::POST, &format!("{item}/codes{query}"));
        desk.operator.send(request.header("content-type", "text/csv").body(body)).await
    };
    bring("", b"TEA-0001\n".to_vec()).await.expect(200);
    // A spreadsheet from Hong Kong: headings and notes in Big5, codes in the second column.
    let mut file = b"\xb3\xc6\xb5\xf9,CODE\r\n".to_vec();
    for code in ["TEA-0001", "TEA-0002", "tea-0002", "=cmd|' /C calc'!A1", "", "tab\there"] {
        file.extend(b"\xaf\xf9,\"");
        file.extend(code.as_bytes());
        file.extend(b"\"\r\n");
    }
    let tried = bring("?dryRun=true&encoding=big5", file.clone()).await.expect(200);
    let fates: Vec<&str> =
        tried["rows"].as_array().expect("rows").iter().filter_map(|row| row["fate"].as_str()).collect();
    assert_eq!(fates, ["known", "new", "repeated", "new", "invalid", "invalid"]);
    assert_eq!((&tried["added"], &tried["duplicates"], &tried["invalid"]), (&json!(2), &json!(2), &json!(2)));
    assert_eq!((&tried["rows"][0]["line"], &tried["rows"][0]["code"]), (&json!(2), &json!("••••0001")));
    let refused = bring("?encoding=big5", file.clone()).await.expect_problem(400, "invalid_code");
    assert_eq!(refused["errors"][0]["field"], "line 6");
    bring("", file.clone()).await.expect_problem(400, "invalid_encoding");
    bring("?encoding=latin1", file).await.expect_problem(400, "invalid_parameter");
    bring("", b"A1,note\nB2,note\n".to_vec()).await.expect_problem(400, "code_column_missing");
    bring("", "A\n".repeat(50_001).into_bytes()).await.expect_problem(400, "too_many_rows");
    let big = bring("", vec![b'A'; 4 * 1024 * 1024 + 1]).await.expect_problem(413, "file_too_large");
    assert!(big["message"].as_str().expect("a sentence").contains("4 MB"));
    assert_eq!(desk.operator.get(&item).await.expect(200)["freeCodes"], 1);
    let gbk = b"\xb1\xb8\xd7\xa2,code\n\xb2\xe8,GBK-1\n".to_vec();
    assert_eq!(bring("?encoding=gbk", gbk).await.expect(200), json!({ "added": 1, "duplicates": 0, "free": 2 }));
}

#[tokio::test]
async fn members_are_found_adjusted_and_suspended() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member_with(100).await;
    server.member().await;
    for text in [&ada.email[..7], &ada.phone, &ada.short_id.to_lowercase()] {
        let found = desk.operator.get(&format!("/api/admin/members?q={text}")).await.expect(200);
        assert_eq!((found.as_array().map(Vec::len), &found[0]["points"]), (Some(1), &json!(100)), "{text}");
    }
    assert_eq!(desk.operator.get("/api/admin/members?q=Mei").await.expect(200).as_array().map(Vec::len), Some(2));
    assert_eq!(desk.operator.get("/api/admin/members?q=%25").await.expect(200), json!([]), "a wildcard is a character");
    let path = format!("/api/admin/members/{}", ada.id);
    let adjust = async |points: Value, reason: &str| {
        desk.operator
            .post_once(&format!("{path}/adjust"), &fresh_key(), json!({ "points": points, "reason": reason }))
            .await
    };
    assert_eq!(adjust(json!(50), "Goodwill").await.expect(200)["points"], 150);
    assert_eq!(adjust(json!(-20), "Mistake").await.expect(200)["points"], 130);
    adjust(json!(-131), "Too many").await.expect_problem(422, "insufficient_points");
    adjust(json!(9_007_199_254_740_991_i64), "Too many").await.expect_problem(422, "balance_limit");
    adjust(json!(0), "Nothing").await.expect_problem(400, "invalid_amount");
    adjust(json!(5), " ").await.expect_problem(400, "invalid_reason");
    adjust(json!(1.5), "Half").await.expect_problem(400, "invalid_body");
    let history = desk.operator.get(&format!("{path}/transactions")).await.expect(200);
    assert_eq!((&history[0]["type"], &history[0]["reason"]), (&json!("Adjustment"), &json!("Mistake")));
    assert_eq!(desk.operator.post(&format!("{path}/suspend"), json!({})).await.expect(200)["status"], "suspended");
    assert!(matches!(ada.caller.get("/api/redeem/list").await.status, 401 | 403), "the session has ended");
    assert_eq!(desk.operator.post(&format!("{path}/reinstate"), json!({})).await.expect(200)["status"], "active");
    server.verify_books();
}

#[tokio::test]
async fn a_transaction_is_reversed_once_by_its_opposite() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member_with(100).await;
    let adjusted = desk
        .operator
        .post_once(
            &format!("/api/admin/members/{}/adjust", ada.id),
            &fresh_key(),
            json!({ "points": 50, "reason": "Oops" }),
        )
        .await
        .expect(200);
    let path = format!("/api/admin/transactions/{}", adjusted["transactionId"].as_str().expect("an id"));
    let reverse = async || {
        desk.operator.post_once(&format!("{path}/reverse"), &fresh_key(), json!({ "reason": "Wrong member" })).await
    };
    let reversal = reverse().await.expect(200);
    assert_eq!(reversal["type"], "Reversal");
    let sum: i64 =
        reversal["postings"].as_array().expect("a list").iter().filter_map(|line| line["points"].as_i64()).sum();
    assert_eq!(sum, 0);
    reverse().await.expect_problem(409, "already_reversed");
    assert_eq!(desk.operator.get(&path).await.expect(200)["reversed"], true);
    assert_eq!(server.balance(ada.id).await, 100);
    let found =
        desk.operator.get(&format!("/api/admin/transactions?member={}&type=Reversal", ada.id)).await.expect(200);
    assert_eq!((found.as_array().map(Vec::len), &found[0]["_id"]), (Some(1), &reversal["_id"]));
    let summary = desk.operator.get("/api/admin/reports/summary").await.expect(200);
    assert_eq!(
        (&summary["issued"], &summary["outstanding"], &summary["redeemed"]),
        (&json!(100), &json!(100), &json!(0))
    );
    server.verify_books();
}

#[tokio::test]
async fn each_role_may_do_its_own_work_and_no_more() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    let adjust = format!("/api/admin/members/{}/adjust", ada.id);
    let award = json!({ "points": 1, "reason": "x" });
    let writes = [
        ("/api/admin/partners".to_owned(), json!({ "basePoints": "1" }).over(partner()), &["operator", "editor"][..]),
        ("/api/admin/articles".to_owned(), article(), &["operator", "editor"]),
        ("/api/admin/items".to_owned(), coupon(1), &["operator"]),
        ("/api/admin/campaigns".to_owned(), campaign(), &["operator"]),
        (adjust.clone(), award, &["operator"]),
        (format!("/api/admin/members/{}/suspend", ada.id), json!({}), &["operator", "support"]),
    ];
    let house = desk.partner("1", "0").await;
    for (role, name, partner) in [
        (Role::Operator, "operator", None),
        (Role::Editor, "editor", None),
        (Role::Support, "support", None),
        (Role::Finance, "finance", None),
        (Role::Auditor, "auditor", None),
        (Role::Merchant, "merchant", Some(house.as_str())),
    ] {
        let caller = server.staff_at(role, partner).await;
        for (path, body, allowed) in &writes {
            let status = caller.post_once(path, &fresh_key(), body.clone()).await.status;
            let expected: &[u16] = match allowed.contains(&name) {
                true => &[200, 201],
                // Support proposes an adjustment, and another person approves it.
                false if name == "support" && *path == adjust => &[202],
                false => &[403],
            };
            assert!(expected.contains(&status), "{name} at {path}: {status}");
        }
        let reads = if name == "merchant" { 403 } else { 200 };
        assert_eq!(caller.get("/api/admin/items").await.status, reads, "{name}");
    }
    for path in ["/api/admin/items", "/api/admin/members", "/api/admin/audit", "/api/admin/redemptions"] {
        assert_eq!(server.visitor().get(path).await.status, 401);
    }
}

#[tokio::test]
async fn an_editor_cannot_set_the_rates_of_a_partner() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let editor = server.staff_at(Role::Editor, None).await;
    let owner = server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["pointsPerHkd"] = json!("2.5");
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    let list = "/api/admin/partners";
    let plain = json!({ "type": "Food", "name": { "en": "Tea House" } });
    for rates in [json!({ "basePoints": "3" }), json!({ "basePoints": "1" }), json!({ "extraPoints": "0.5" })] {
        let refused = editor.post(list, rates.over(plain.clone())).await;
        let problem = refused.expect_problem(403, "rates_need_operator");
        assert!(problem["errors"][0]["field"].as_str().is_some_and(|field| field.ends_with("Points")), "{problem}");
    }
    assert_eq!(editor.get(list).await.expect(200), json!([]));
    // With or without explicit rates, a new partner gets the programme's rate.
    editor.post(list, json!({ "basePoints": "2.5", "extraPoints": "0" }).over(plain.clone())).await.expect(201);
    let made = editor.post(list, plain.clone()).await.expect(201);
    assert_eq!((&made["basePoints"], &made["extraPoints"]), (&json!("2.5"), &json!("0")));

    let path = format!("{list}/{}", made["_id"].as_str().expect("an id"));
    let set = json!({ "basePoints": "4", "extraPoints": "1" }).over(plain.clone());
    desk.operator.put_at(&path, "*", set).await.expect(200);
    for rates in [json!({ "basePoints": "1000" }), json!({ "basePoints": "4", "extraPoints": "0" })] {
        editor.put_at(&path, "*", rates.over(plain.clone())).await.expect_problem(403, "rates_need_operator");
    }
    let renamed = json!({ "type": "Food", "name": { "en": "Tea Room" } });
    for same in [renamed.clone(), json!({ "basePoints": "4", "extraPoints": "1" }).over(renamed)] {
        let kept = editor.put_at(&path, "*", same).await.expect(200);
        assert_eq!(
            (&kept["name"]["en"], &kept["basePoints"], &kept["extraPoints"]),
            (&json!("Tea Room"), &json!("4"), &json!("1"))
        );
    }
}
