//! Lists of the admin API: search, filters, sorting, paging, and the same list as CSV.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{TestServer, fresh_key};

fn names(list: &Value) -> Vec<String> {
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["name"]["en"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn content_is_searched_narrowed_sorted_and_paged() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    for (name, state) in [("Tea", "published"), ("Bun 100%", "draft"), ("Ärmel", "archived"), ("Milk tea", "published")]
    {
        let body = json!({ "name": { "en": name, "zh": "茶", "zhhk": "茶" }, "state": state, "useEnglish": true });
        desk.item(body.over(coupon(5))).await;
    }
    desk.item(json!({ "partnerId": partner, "name": { "en": "Apple" } }).over(exchange(5))).await;
    let list = async |query: &str| desk.operator.get(&format!("/api/admin/items{query}")).await;
    assert_eq!(names(&list("").await.expect(200)), ["Apple", "Milk tea", "Ärmel", "Bun 100%", "Tea"]);
    assert_eq!(list("").await.header("x-total-count"), "5");
    assert_eq!(names(&list("?q=TEA").await.expect(200)), ["Milk tea", "Tea"]);
    assert_eq!(names(&list("?q=0%25").await.expect(200)), ["Bun 100%"]);
    assert_eq!(names(&list("?state=archived").await.expect(200)), ["Ärmel"]);
    assert_eq!(names(&list("?type=exchange").await.expect(200)), ["Apple"]);
    assert_eq!(names(&list(&format!("?partner={partner}")).await.expect(200)), ["Apple"]);
    assert_eq!(names(&list("?from=2026-01-01&to=2026-01-02").await.expect(200)), Vec::<String>::new());
    for (sort, expected) in [
        ("oldest", ["Tea", "Bun 100%", "Ärmel", "Milk tea", "Apple"]),
        ("name", ["Apple", "Bun 100%", "Milk tea", "Tea", "Ärmel"]),
    ] {
        let mut found = Vec::new();
        let mut path = format!("/api/admin/items?sort={sort}&limit=2");
        loop {
            let page = desk.operator.get(&path).await;
            found.extend(names(&page.expect(200)));
            let Some(next) = page.header("link").strip_prefix('<').and_then(|rest| rest.split_once('>')) else { break };
            path = next.0.to_owned();
        }
        assert_eq!(found, expected);
    }
    for bad in ["?sort=points;drop", "?state=gone", "?partner=x", "?format=xlsx", "?limit=0", "?cursor=x"] {
        list(bad).await.expect_problem(400, "invalid_parameter");
    }
    list("?from=2026-02-02&to=2026-02-01").await.expect_problem(400, "invalid_period");
    list("?from=yesterday").await.expect_problem(400, "invalid_value");
}

#[tokio::test]
async fn every_list_is_a_file_that_spreadsheets_open_safely() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(500).await;
    let item = desk.item(json!({ "name": { "en": "=cmd()", "zhhk": "茶" } }).over(coupon(5))).await;
    let bought = format!("/api/redeem/purchase/{item}");
    member.caller.post_once(&bought, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let picture = image::RgbImage::from_pixel(2, 2, image::Rgb([200, 30, 30]));
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    let bring =
        desk.operator.request(reqwest::Method::POST, "/api/admin/uploads?alt.en=%2Bcmd%28%29&alt.zhhk=%EF%BC%9D1");
    desk.operator.send(bring.header("content-type", "image/png").body(png.into_inner())).await.expect(201);
    for list in ["partners", "articles", "items", "campaigns", "members", "transactions", "redemptions", "uploads"] {
        let answer = desk.operator.get(&format!("/api/admin/{list}?format=csv")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"), "{list}");
        assert!(answer.header("content-disposition").contains(&format!("{list}.csv")), "{list}");
        assert!(answer.text.starts_with("\u{feff}_id,"), "{list}: {}", answer.text);
    }
    let items = desk.operator.get("/api/admin/items?format=csv").await.text;
    assert!(items.contains(",'=cmd(),"), "{items}");
    let uploads = desk.operator.get("/api/admin/uploads?format=csv").await.text;
    assert!(uploads.contains(",'+cmd(),") && uploads.contains(",'＝1,"), "{uploads}");
    let of_member = desk.operator.get(&format!("/api/admin/redemptions?format=csv&member={}", member.id)).await.text;
    assert_eq!((of_member.trim_end().lines().count(), of_member.contains(",'=cmd(),")), (2, true), "{of_member}");
    let accepted = desk.operator.request(reqwest::Method::GET, "/api/admin/redemptions").header("accept", "text/csv");
    let redemptions = desk.operator.send(accepted).await.text;
    assert!(redemptions.contains(&member.short_id) && redemptions.contains("茶"), "{redemptions}");
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    assert!(trail.as_array().expect("lines").iter().any(|line| line["action"] == "member.download"), "{trail}");
}

#[tokio::test]
async fn a_download_goes_on_beyond_one_step() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member().await;
    for _ in 0..11 {
        let id = member.id;
        let give = move |tx: &kapok::platform::store::Tx<'_>| {
            use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
            let account = ledger::account_of(tx, id)?;
            for _ in 0..100 {
                ledger::post(
                    tx,
                    &NewPostings::between(
                        TransactionKind::Adjustment,
                        AccountId::ISSUANCE,
                        account,
                        1,
                        Details::default(),
                    ),
                )?;
            }
            Ok(())
        };
        server.running.store.write_unattended(give).await.expect("points");
    }
    let file = desk.operator.get("/api/admin/transactions?format=csv&sort=oldest").await.text;
    assert_eq!(file.lines().count(), 1_101);
    let all = desk.operator.get("/api/admin/transactions").await;
    assert_eq!(all.header("x-total-count"), "1100");
}

#[tokio::test]
async fn transactions_are_filtered_by_kind_member_partner_and_day() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member_with(500).await, server.member_with(7).await);
    let item = desk.item(coupon(5)).await;
    ada.caller
        .post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), json!({ "quantity": 1 }))
        .await
        .expect(200);
    let count = async |path: String| desk.operator.get(&path).await.expect(200).as_array().expect("a list").len();
    let transactions = async |query: &str| count(format!("/api/admin/transactions?{query}")).await;
    assert_eq!(transactions("").await, 3);
    for sort in ["newest", "oldest"] {
        assert_eq!(transactions(&format!("type=Redeem&sort={sort}")).await, 1);
        assert_eq!(transactions(&format!("q={}&sort={sort}", ada.short_id)).await, 2);
        assert_eq!(transactions(&format!("member={}&type=Adjustment&sort={sort}", ada.id)).await, 1);
        assert_eq!(transactions(&format!("partner={}&sort={sort}", "0".repeat(32))).await, 0);
    }
    assert_eq!(transactions(&format!("q={}", ben.phone)).await, 1);
    assert_eq!(transactions("q=nobody@example.org").await, 0);
    assert_eq!(transactions(&format!("q={}&member={}", ada.short_id, ben.id)).await, 0);
    assert_eq!(transactions("to=2026-01-01").await, 0);
    let redemptions = async |query: &str| count(format!("/api/admin/redemptions?{query}")).await;
    for (query, expected) in [
        (format!("item={item}"), 1),
        (format!("q={}", ada.email), 1),
        (format!("member={}", ben.id), 0),
        ("status=confirmed&type=coupon".to_owned(), 1),
        ("status=rejected".to_owned(), 0),
        ("type=exchange&sort=oldest".to_owned(), 0),
        ("from=2030-01-01".to_owned(), 0),
    ] {
        assert_eq!(redemptions(&query).await, expected, "{query}");
    }
    for bad in ["transactions?member=x", "redemptions?status=lost", "redemptions?type=gift", "redemptions?item=x"] {
        desk.operator.get(&format!("/api/admin/{bad}")).await.expect_problem(400, "invalid_parameter");
    }
}

#[tokio::test]
async fn members_are_found_by_prefix() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let found = async |query: &str| {
        let list = desk.operator.get(&format!("/api/admin/members?{query}")).await.expect(200);
        list.as_array()
            .expect("a list")
            .iter()
            .map(|row| row["shortId"].as_str().expect("an id").to_owned())
            .collect::<Vec<_>>()
    };
    let both = vec![ben.short_id.clone(), ada.short_id.clone()];
    assert_eq!(found("").await, both);
    assert_eq!(found("sort=oldest").await, [ada.short_id.clone(), ben.short_id.clone()]);
    for query in ["q=陳", "q=陳mei", "q=mei+陳", "q=MEI", "sort=newest&q=member", "status=active&q=6000"] {
        assert_eq!(found(query).await, both, "{query}");
    }
    assert_eq!(found(&format!("q={}", &ada.phone)).await, [ada.short_id.as_str()]);
    assert_eq!(found(&format!("q={}", ada.short_id[..6].to_lowercase())).await, [ada.short_id.as_str()]);
    assert_eq!(found(&format!("q={}", ben.email)).await, [ben.short_id.as_str()]);
    assert!(found("q=%25").await.is_empty() && found("status=suspended").await.is_empty());
    assert_eq!(found("sort=name&limit=1").await.len(), 1);
    desk.operator.post(&format!("/api/admin/members/{}/suspend", ada.id), json!({})).await.expect(200);
    assert_eq!(found("status=suspended").await, [ada.short_id.as_str()]);
    desk.operator.get("/api/admin/members?status=gone").await.expect_problem(400, "invalid_parameter");
    desk.operator
        .get(&format!("/api/admin/members?q={}", "x".repeat(101)))
        .await
        .expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn members_see_what_is_published_now_and_nothing_else() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(100).await;
    let soon = (server.clock.now().plus(std::time::Duration::from_secs(60))).to_string();
    let whole =
        json!({ "name": { "en": "Tea", "zh": "茶", "zhhk": "茶" }, "description": { "en": "" } }).over(coupon(5));
    let scheduled = desk.item(json!({ "state": "scheduled", "publishAt": soon }).over(whole.clone())).await;
    let shown = async || member.caller.get("/api/redeem/list").await.expect(200).as_array().expect("items").len();
    assert_eq!(shown().await, 0);
    let path = format!("/api/admin/items/{scheduled}");
    let record = desk.operator.get(&path).await.expect(200);
    assert_eq!(
        (&record["state"], &record["active"], &record["publishAt"]),
        (&json!("scheduled"), &json!(false), &json!(soon))
    );
    let buy = format!("/api/redeem/purchase/{scheduled}");
    let once = json!({ "quantity": 1 });
    member.caller.post_once(&buy, &fresh_key(), once.clone()).await.expect_problem(404, "item_unavailable");
    server.clock.advance(std::time::Duration::from_secs(60));
    assert_eq!(shown().await, 1);
    assert_eq!(desk.operator.get(&path).await.expect(200)["state"], "published");
    member.caller.post_once(&buy, &fresh_key(), once).await.expect(200);
    let past = json!({ "state": "scheduled", "publishAt": "2020-01-01T00:00:00Z" }).over(whole.clone());
    desk.operator.post("/api/admin/items", past).await.expect_problem(400, "invalid_value");
    let never = json!({ "state": "scheduled" }).over(whole.clone());
    desk.operator.post("/api/admin/items", never).await.expect_problem(400, "required_field");
    let english = json!({ "name": { "en": "Bun" }, "state": "published" }).over(whole);
    desk.operator.post("/api/admin/items", english.clone()).await.expect_problem(422, "translation_missing");
    desk.item(json!({ "useEnglish": true }).over(english)).await;
}

#[tokio::test]
async fn a_bulk_change_reports_each_row() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (whole, bare) = (
        desk.item(
            json!({ "name": { "en": "A", "zh": "甲", "zhhk": "甲" }, "description": { "en": "" }, "active": false })
                .over(coupon(5)),
        )
        .await,
        desk.item(json!({ "active": false }).over(coupon(5))).await,
    );
    let bulk = async |action: &str, more: Value| {
        let body = more.over(json!({ "action": action, "ids": [whole, bare, "0".repeat(32), "x"] }));
        desk.operator.post("/api/admin/items/bulk", body).await
    };
    let codes =
        |answer: Value| answer.as_array().expect("fates").iter().map(|fate| fate["code"].clone()).collect::<Vec<_>>();
    let gone = json!("not_found");
    let fates = codes(bulk("publish", json!({})).await.expect(200));
    assert_eq!(fates, [json!(null), json!("translation_missing"), gone.clone(), gone.clone()]);
    let fates = codes(bulk("publish", json!({ "useEnglish": true })).await.expect(200));
    assert_eq!(fates, [json!(null), json!(null), gone.clone(), gone.clone()]);
    bulk("archive", json!({})).await.expect(200);
    assert_eq!(desk.operator.get(&format!("/api/admin/items/{whole}")).await.expect(200)["state"], "archived");
    bulk("unpublish", json!({})).await.expect(200);
    bulk("delete", json!({})).await.expect(200);
    desk.operator.get(&format!("/api/admin/items/{whole}")).await.expect_problem(404, "not_found");
    let removed = desk.operator.get("/api/admin/items?state=deleted").await.expect(200);
    assert_eq!(removed.as_array().map(Vec::len), Some(2));
    desk.operator.post(&format!("/api/admin/items/{whole}/restore"), json!({})).await.expect(200);
    desk.operator.post(&format!("/api/admin/items/{whole}/restore"), json!({})).await.expect_problem(404, "not_found");
    assert_eq!(desk.operator.get(&format!("/api/admin/items/{whole}")).await.expect(200)["state"], "draft");
    bulk("explode", json!({})).await.expect_problem(400, "invalid_body");
    bulk("publish", json!({ "ids": [] })).await.expect_problem(400, "invalid_value");
    let editor = server.staff_at(Role::Editor, None).await;
    editor
        .post("/api/admin/items/bulk", json!({ "action": "delete", "ids": [whole] }))
        .await
        .expect_problem(403, "forbidden");
}

#[tokio::test]
async fn content_in_use_cannot_be_removed() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let item = desk.item(json!({ "partnerId": partner, "points": 5 }).over(exchange(5))).await;
    let path = format!("/api/admin/partners/{partner}");
    let refused = desk.operator.delete(&path).await.expect_problem(409, "in_use");
    assert_eq!(refused["errors"][0]["field"], format!("item {item}"));
    let uses = desk.operator.get(&format!("{path}/uses")).await.expect(200);
    assert_eq!((&uses[0]["kind"], &uses[0]["_id"], &uses[0]["name"]), (&json!("item"), &json!(item), &json!("Tea")));
    let member = server.member_with(10).await;
    let wallet = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
    member.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), wallet).await.expect(200);
    desk.operator.delete(&format!("/api/admin/items/{item}")).await.expect_problem(409, "in_use");
    let queue = desk.operator.get("/api/admin/redemptions?status=processing").await.expect(200);
    let id = queue[0]["_id"].as_str().expect("an id");
    // Editors may read content but not members.
    let editor = server.staff_at(Role::Editor, None).await;
    let uses = editor.get(&format!("/api/admin/items/{item}/uses")).await;
    assert_eq!(uses.expect(200)[0]["name"], format!("EX-{}", id[24..].to_uppercase()));
    assert!(!uses.text.contains(&member.short_id), "{}", uses.text);
    desk.operator.post(&format!("/api/admin/redemptions/{id}/reject"), json!({ "reason": "no" })).await.expect(200);
    assert_eq!(desk.operator.delete(&format!("/api/admin/items/{item}")).await.status, 204);
    assert_eq!(desk.operator.delete(&path).await.status, 204);
    desk.operator.get(&format!("/api/admin/partners/{}/uses", "0".repeat(32))).await.expect_problem(404, "not_found");
    server.verify_books();
}

#[tokio::test]
async fn a_partner_stays_for_the_coupons_that_members_hold_and_its_items_come_back_after_it() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let item = desk.item(json!({ "partnerId": partner }).over(coupon(5))).await;
    let path = format!("/api/admin/partners/{partner}");
    let member = server.member_with(10).await;
    let buy = format!("/api/redeem/purchase/{item}");
    let bought = member.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let held = bought["redemption"]["_id"].as_str().expect("an id");
    assert_eq!(desk.operator.delete(&format!("/api/admin/items/{item}")).await.status, 204);
    let refused = desk.operator.delete(&path).await.expect_problem(409, "in_use");
    assert_eq!(refused["errors"][0]["field"], format!("redemption {held}"));
    let uses = desk.operator.get(&format!("{path}/uses")).await.expect(200);
    assert_eq!((&uses[0]["kind"], &uses[0]["name"]), (&json!("redemption"), &json!(held[24..].to_uppercase())));
    member.caller.post(&format!("/api/redeem/use/{held}"), json!({})).await.expect(200);
    desk.operator.delete(&path).await.expect_problem(409, "in_use");
    // The coupon was opened and not collected in time, so it counts as used.
    server.clock.advance(std::time::Duration::from_secs(301));
    assert_eq!(desk.operator.delete(&path).await.status, 204);

    let restore = format!("/api/admin/items/{item}/restore");
    desk.operator.post(&restore, json!({})).await.expect_problem(409, "partner_removed");
    let many = json!({ "action": "restore", "ids": [item] });
    let fates = desk.operator.post("/api/admin/items/bulk", many).await.expect(200);
    assert_eq!((&fates[0]["done"], &fates[0]["code"]), (&json!(false), &json!("partner_removed")));
    desk.operator.get(&format!("/api/admin/items/{item}")).await.expect_problem(404, "not_found");
    desk.operator.post(&format!("{path}/restore"), json!({})).await.expect(200);
    desk.operator.post(&restore, json!({})).await.expect(200);
    server.verify_books();
}

#[tokio::test]
async fn the_queue_of_exchanges_is_summed_up_whole_and_handed_out_oldest_first() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let waiting = async || desk.operator.get("/api/admin/redemptions/waiting").await.expect(200);
    assert_eq!(waiting().await, json!({ "count": 0, "points": 0 }));
    let member = server.member_with(500).await;
    let (tree, tea) = (desk.item(exchange(100)).await, desk.item(coupon(5)).await);
    for item in [&tree, &tea, &tree, &tree] {
        let bought = format!("/api/redeem/purchase/{item}");
        let order = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
        member.caller.post_once(&bought, &fresh_key(), order).await.expect(200);
    }
    let list = async |query: &str| {
        let found = desk.operator.get(&format!("/api/admin/redemptions?status=processing{query}")).await.expect(200);
        let rows = found.as_array().expect("a list").clone();
        rows.iter().map(|row| row["_id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    let queue = list("&sort=oldest").await;
    assert_eq!(list("").await, queue.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(list("&sort=oldest&limit=1").await, queue[..1]);
    assert_eq!(list(&format!("&sort=oldest&limit=1&cursor={}", queue[0])).await, queue[1..2]);
    let sums = waiting().await;
    assert_eq!((&sums["count"], &sums["points"]), (&json!(3), &json!(300)));
    let first = desk.operator.get(&format!("/api/admin/redemptions?q={}", queue[0])).await.expect(200);
    assert_eq!(sums["oldest"], first[0]["created"]);
    desk.operator.post(&format!("/api/admin/redemptions/{}/confirm", queue[0]), json!({})).await.expect(200);
    assert_eq!(waiting().await["count"], 2);
}

#[tokio::test]
async fn a_list_may_leave_out_what_only_the_editor_reads() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let long = format!("<p>{}</p>", "海".repeat(5_000));
    let body = json!({ "type": "news", "title": { "en": "Dawn" }, "content": { "en": long, "zhhk": long }, "useEnglish": true });
    let id = desk.create("articles", body).await;
    let rows = desk.operator.get("/api/admin/articles?brief=true").await.expect(200);
    let content = &rows[0]["content"];
    let length = |language: &str| content[language].as_str().map(|text| text.chars().count());
    assert_eq!((length("en"), length("zh"), length("zhhk")), (Some(120), None, Some(120)));
    assert_eq!((&rows[0]["_id"], &rows[0]["title"]["en"]), (&json!(id), &json!("Dawn")));
    for whole in ["", "?brief=false"] {
        let rows = desk.operator.get(&format!("/api/admin/articles{whole}")).await.expect(200);
        assert_eq!(rows[0]["content"]["en"], long);
    }
    let file = desk.operator.get("/api/admin/articles?brief=true&format=ndjson").await.text;
    assert!(file.contains(&long), "a CSV file holds the whole text");
    desk.operator.get("/api/admin/articles?brief=perhaps").await.expect_problem(400, "invalid_parameter");
}
