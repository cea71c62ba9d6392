//! The audit: who did what.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::audit::ChainCheck;
use kapok::platform::delivery::history::masked_in;
use kapok::platform::store::DataDir;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{TestServer, fresh_key};

const DAY: Duration = Duration::from_secs(86_400);

fn actions(list: &Value) -> Vec<String> {
    let lines = list.as_array().expect("a list").iter();
    lines.map(|line| line["action"].as_str().expect("an action").to_owned()).collect()
}

#[tokio::test]
async fn the_audit_is_searched_by_text_actor_action_target_and_day() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let item = desk.item(json!({ "name": { "en": "Pu'er 100%", "zhhk": "普洱" } }).over(coupon(5))).await;
    let partner = desk.partner("1", "0").await;
    let first_day = kapok::base::day::Day::of(server.clock.now());
    server.clock.advance(2 * DAY);
    let desk = Desk::of(&server).await;
    let stock = json!({ "leftover": 3 });
    desk.operator.post(&format!("/api/admin/items/{item}/stock"), stock).await.expect(200);
    let auditor = server.staff_at(Role::Auditor, None).await;
    let list = async |query: &str| auditor.get(&format!("/api/admin/audit{query}")).await;

    let all = list("").await;
    let lines = all.expect(200);
    assert_eq!(actions(&lines), ["item.stock", "partner.create", "item.create"]);
    assert_eq!((all.header("x-total-count"), &lines[0]["number"]), ("3", &json!(3)));
    assert_eq!(lines[0]["seal"].as_str().map(str::len), Some(64));
    let second = lines[0]["actor"].as_str().expect("an id").to_owned();
    for (query, expected) in [
        ("?q=PU'ER", vec!["item.create"]),
        ("?q=0%25", vec!["item.create"]),
        ("?q=普洱 operator", vec![]),
        ("?q=普洱 Pu'er", vec!["item.create"]),
        ("?q=chan", vec!["item.stock", "partner.create", "item.create"]),
        ("?action=item", vec!["item.stock", "item.create"]),
        ("?action=item.stock", vec!["item.stock"]),
        ("?action=ite", vec![]),
        (&format!("?actor={second}"), vec!["item.stock"]),
        (&format!("?target={item}"), vec!["item.stock", "item.create"]),
        (&format!("?target={item}&action=item.create&q=tea"), vec![]),
        (&format!("?target={partner}"), vec!["partner.create"]),
        (&format!("?to={first_day}"), vec!["partner.create", "item.create"]),
        (&format!("?from={first_day}&to={first_day}&action=item"), vec!["item.create"]),
        (&format!("?from={}", first_day.plus(1)), vec!["item.stock"]),
        (&format!("?from={}", first_day.plus(9)), vec![]),
    ] {
        assert_eq!(actions(&list(query).await.expect(200)), expected, "{query}");
    }
    let known = list("/filters").await.expect(200);
    assert_eq!(known["actions"], json!(["item.create", "item.stock", "partner.create"]));
    assert_eq!(known["actors"].as_array().map(Vec::len), Some(2), "{known}");

    let mut path = "?limit=1&action=item".to_owned();
    let mut found = Vec::new();
    loop {
        let page = list(&path).await;
        found.extend(actions(&page.expect(200)));
        let Some((next, _)) =
            page.header("link").strip_prefix("</api/admin/audit").and_then(|rest| rest.split_once('>'))
        else {
            break;
        };
        path = next.to_owned();
    }
    assert_eq!(found, ["item.stock", "item.create"]);
    let long = format!("?q={}", "x".repeat(101));
    for bad in ["?actor=me", "?cursor=x", "?limit=0", "?format=xml", "?q=a b c d e f g h i", &long] {
        list(bad).await.expect_problem(400, "invalid_parameter");
    }
    list("?from=2026-02-02&to=2026-02-01").await.expect_problem(400, "invalid_period");
    list("?from=yesterday").await.expect_problem(400, "invalid_value");
}

#[tokio::test]
async fn an_entry_about_moved_points_names_their_transaction() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, grace) = (server.member().await, server.member().await);
    let adjust = format!("/api/admin/members/{}/adjust", ada.id);
    let adjusted = desk.operator.post_once(&adjust, &fresh_key(), json!({ "points": 9, "reason": "A gift" })).await;
    let adjusted = adjusted.expect(200);
    let merge = format!("/api/admin/members/{}/merge", ada.id);
    let order = json!({ "into": grace.id, "reason": "The same person" });
    desk.operator.post_once(&merge, &fresh_key(), order).await.expect(200);
    let owner = server.staff(Role::Owner).await;
    let entry =
        async |action: &str| owner.get(&format!("/api/admin/audit?action={action}")).await.expect(200)[0].clone();
    let (given, moved) = (entry("member.adjust").await, entry("member.merge").await);
    assert_eq!(
        (&given["after"]["transaction"], &given["before"]["transaction"]),
        (&adjusted["transactionId"], &Value::Null)
    );
    let moved = moved["after"]["transaction"].as_str().expect("a transaction");
    let page = owner.get(&format!("/api/admin/transactions/{moved}")).await.expect(200);
    assert_eq!(page["postings"].as_array().map(Vec::len), Some(2), "{page}");
}

#[tokio::test]
async fn finance_reads_only_audit_entries_about_points() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let finance = server.staff_at(Role::Finance, None).await;
    let item = desk.item(coupon(5)).await;
    let member = server.member().await;
    let adjust = format!("/api/admin/members/{}/adjust", member.id);
    let adjusted = desk.operator.post_once(&adjust, &fresh_key(), json!({ "points": 9, "reason": "A gift" })).await;
    let transaction = adjusted.expect(200)["transactionId"].as_str().expect("an id").to_owned();
    let reverse = format!("/api/admin/transactions/{transaction}/reverse");
    desk.operator.post_once(&reverse, &fresh_key(), json!({ "reason": "Too many" })).await.expect(200);
    desk.operator.get("/api/admin/members").await.expect(200);
    let lines = async |query: &str| {
        let answer = finance.get(&format!("/api/admin/audit{query}")).await;
        assert_eq!(answer.header("x-total-count"), "", "the response gives no total");
        actions(&answer.expect(200))
    };
    assert_eq!(lines("").await, ["transaction.reverse", "member.adjust"]);
    assert_eq!(lines(&format!("?target={}", member.id)).await, ["member.adjust"]);
    for none in ["?action=item", "?action=member.search", &format!("?target={item}")] {
        assert_eq!(lines(none).await, Vec::<String>::new(), "{none}");
    }
    let known = finance.get("/api/admin/audit/filters").await.expect(200);
    assert_eq!(known["actions"], json!(["member.adjust", "transaction.reverse"]));
    assert_eq!(known["actors"].as_array().map(Vec::len), Some(1), "{known}");
    let file = finance.get("/api/admin/audit?format=ndjson").await;
    assert_eq!((file.status, file.text.lines().count()), (200, 2));
    // Staff who only read data are not among the people who moved points.
    let auditor = server.staff_at(Role::Auditor, None).await;
    assert_eq!(actions(&auditor.get("/api/admin/audit?limit=1").await.expect(200)), ["audit.download"]);
    assert_eq!(auditor.get("/api/admin/audit/filters").await.expect(200)["actors"].as_array().map(Vec::len), Some(2));
    finance.get("/api/admin/audit/chain").await.expect_problem(403, "forbidden");
    server.staff_at(Role::Support, None).await.get("/api/admin/audit").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn the_audit_shows_members_by_masked_names() {
    let server = TestServer::start().await;
    let (support, auditor) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Auditor, None).await);
    let (operator, ada) = (server.staff_at(Role::Operator, None).await, server.member().await);
    support.get(&format!("/api/admin/members/{}", ada.id)).await.expect(200);
    let proposal = json!({ "points": 5, "reason": "A gift" });
    support.post_once(&format!("/api/admin/members/{}/adjust", ada.id), &fresh_key(), proposal).await.expect(202);
    let lines = auditor.get("/api/admin/audit").await.expect(200);
    assert_eq!(actions(&lines), ["approval.ask", "member.open"]);
    let full = auditor.get(&format!("/api/admin/members/{}", ada.id)).await.expect(200);
    assert_eq!(full["lastName"], "陳");
    let masked = format!("{} *", full["firstName"].as_str().expect("a name"));
    for line in lines.as_array().expect("a list") {
        assert_eq!(line["members"], json!([{ "_id": ada.id, "name": masked }]), "{line}");
    }
    // Reading the list is not audited as reading the member; opening the member is.
    assert_eq!(actions(&auditor.get("/api/admin/audit").await.expect(200))[0], "member.open");
    for file in ["csv", "ndjson"] {
        let file = auditor.get(&format!("/api/admin/audit?format={file}&action=member.open")).await;
        assert!(!file.text.contains(&masked) && !file.text.contains("\"members\""), "{}", file.text);
    }
    // The entry of an erased member holds only the id.
    let erase = format!("/api/admin/members/{}/erase", ada.id);
    operator.post(&erase, json!({ "reason": "Asked to" })).await.expect(200);
    let line = auditor.get("/api/admin/audit?action=member.erase").await.expect(200)[0].clone();
    assert_eq!((&line["target"], &line["members"]), (&json!(ada.id), &Value::Null));
}

#[tokio::test]
async fn an_export_of_the_audit_is_itself_audited() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    desk.item(coupon(5)).await;
    desk.partner("1", "0").await;
    let auditor = server.staff_at(Role::Auditor, None).await;
    let csv = auditor.get("/api/admin/audit?format=csv&action=item.create").await;
    assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(csv.text.starts_with("\u{feff}number,_id,created,"), "{}", csv.text);
    assert_eq!(csv.text.lines().count(), 2);
    let ndjson = auditor.get("/api/admin/audit?format=ndjson").await;
    assert_eq!((ndjson.status, ndjson.header("content-type")), (200, "application/x-ndjson"));
    assert!(ndjson.header("content-disposition").contains("audit.ndjson"));
    let lines: Vec<Value> = ndjson.text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert_eq!(actions(&json!(lines)), ["audit.download", "audit.download", "partner.create", "item.create"]);
    assert_eq!(lines[1]["after"], json!({ "format": "csv", "action": "item.create" }));

    let owner = server.staff_at(Role::Owner, None).await;
    for (list, action) in [
        ("transactions", "transaction.download"),
        ("redemptions", "redemption.download"),
        ("staff", "staff.download"),
        ("members", "member.download"),
    ] {
        let file = owner.get(&format!("/api/admin/{list}?format=csv")).await;
        assert_eq!(file.status, 200, "{list}");
        assert_eq!(auditor.get("/api/admin/audit?limit=1").await.expect(200)[0]["action"], action, "{list}");
        // A page of the staff list is not audited; a page of another list is.
        owner.get(&format!("/api/admin/{list}")).await.expect(200);
        let looked = if list == "staff" { action.to_owned() } else { action.replace("download", "search") };
        assert_eq!(auditor.get("/api/admin/audit?limit=1").await.expect(200)[0]["action"], looked, "{list}");
    }
}

#[tokio::test]
async fn reading_member_data_is_audited_once_per_question_in_a_quarter_of_an_hour() {
    let server = TestServer::start().await;
    let (support, finance) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Finance, None).await);
    let auditor = server.staff_at(Role::Auditor, None).await;
    let lines = async || auditor.get("/api/admin/audit?limit=100").await.expect(200);
    let (ada, _) = (server.member_with(10).await, server.member_with(10).await);
    let looks = [
        (format!("members?q={}&status=active", ada.phone), "member.search"),
        (format!("transactions?member={}", ada.id), "transaction.search"),
        ("redemptions?status=processing".to_owned(), "redemption.search"),
        (format!("messages?to={}", ada.email), "message.search"),
        ("members".to_owned(), "member.search"),
    ];
    for (number, (path, action)) in looks.iter().enumerate() {
        let first = support.get(&format!("/api/admin/{path}")).await;
        first.expect(200);
        let noted = lines().await;
        assert_eq!(noted.as_array().map(Vec::len), Some(number + 1), "{path}");
        let line = &noted[0];
        assert_eq!((&line["action"], &line["target"]), (&json!(action), &json!("list")), "{path}");
        assert_eq!(line["actorRole"], "support");
        let asked: Value = path.split_once('?').map_or(json!({}), |(_, query)| {
            query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .map(|(name, value)| (name.to_owned(), json!(masked_in(value))))
                .collect()
        });
        assert_eq!(line["after"], asked, "{path}");
        // Refreshing and paging do not add entries.
        let and = if path.contains('?') { '&' } else { '?' };
        for again in [path.clone(), format!("{path}{and}limit=1")] {
            support.get(&format!("/api/admin/{again}")).await.expect(200);
        }
        assert_eq!(lines().await, noted, "{path}");
        support.get(&format!("/api/admin/{path}{and}cursor=x")).await.expect_problem(400, "invalid_parameter");
        assert_eq!(lines().await, noted, "{path}");
    }
    let transaction = support.get("/api/admin/transactions").await.expect(200)[0]["_id"].clone();
    let one = format!("/api/admin/transactions/{}", transaction.as_str().expect("an id"));
    for _ in 0..2 {
        support.get(&one).await.expect(200);
    }
    let noted = actions(&lines().await);
    assert_eq!(noted[..3], ["transaction.open", "transaction.search", "member.search"], "{noted:?}");
    support.get(&format!("/api/admin/transactions/{}", "0".repeat(32))).await.expect_problem(404, "not_found");
    assert_eq!(actions(&lines().await), noted);

    // Another person's search is a new entry, and so is the same search after a quarter of an hour.
    finance.get("/api/admin/members").await.expect(200);
    server.clock.advance(Duration::from_secs(15 * 60));
    support.get("/api/admin/members").await.expect(200);
    let newest = lines().await;
    assert_eq!(actions(&newest)[..3], ["member.search", "member.search", "transaction.open"]);
    assert_eq!((&newest[0]["actorRole"], &newest[1]["actorRole"]), (&json!("support"), &json!("finance")));
    // Every download is audited.
    for _ in 0..2 {
        support.get("/api/admin/messages?format=csv").await;
    }
    assert_eq!(actions(&lines().await)[..2], ["message.download", "message.download"]);
}

#[tokio::test]
async fn short_lists_can_be_exported_as_csv() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let home = format!("/api/admin/partners/{partner}");
    let outlet = json!({ "name": { "en": "=Central" }, "address": { "en": "1 Queen's Road" } });
    let outlet = desk.operator.post(&format!("{home}/outlets"), outlet).await.expect(201);
    let till = format!("/api/admin/outlets/{}/tills", outlet["_id"].as_str().expect("an id"));
    desk.operator.post(&till, json!({ "name": "Till 1" })).await.expect(201);
    desk.operator.post(&format!("{home}/cashiers"), json!({ "name": "@Mei", "pin": "6150" })).await.expect(201);
    let owner = server.staff_at(Role::Owner, None).await;
    let hook = json!({ "url": "https://example.org/hook", "description": "Books", "events": [], "active": true });
    let hook = owner.post("/api/admin/webhooks", hook).await.expect(201);
    let deliveries = format!("/api/admin/webhooks/{}/deliveries", hook["_id"].as_str().expect("an id"));
    owner.post(&deliveries.replace("deliveries", "test"), json!({})).await;
    for kind in ["webhooks", "api-keys"] {
        for nth in 1..=3 {
            let body = match kind {
                "webhooks" => json!({ "url": format!("https://example.org/{nth}"), "active": true }),
                _ => json!({ "partnerId": partner, "name": format!("Till {nth}"), "scopes": ["activity"] }),
            };
            owner.post(&format!("/api/admin/{kind}"), body).await.expect(201);
        }
        let first = owner.get(&format!("/api/admin/{kind}?limit=2")).await;
        assert_eq!(first.expect(200).as_array().map(Vec::len), Some(2), "{kind}");
        let next = first.header("link").trim_start_matches('<').split('>').next().expect("an address").to_owned();
        let next = &next[next.find("/api").expect("a path")..];
        let second = owner.get(next).await.expect(200);
        assert!(second[0]["_id"].as_str() < first.expect(200)[1]["_id"].as_str(), "{kind}: the newest first");
        owner.get(&format!("/api/admin/{kind}?cursor=x")).await.expect_problem(400, "invalid_parameter");
    }
    for (path, name, says) in [
        (&format!("{home}/outlets"), "outlets", "'=Central"),
        (&format!("{home}/tills"), "tills", "Till 1"),
        (&format!("{home}/cashiers"), "cashiers", "'@Mei"),
        (&"/api/admin/webhooks".to_owned(), "webhooks", "https://example.org/hook"),
        (&deliveries, "deliveries", "webhook.test"),
        (&"/api/admin/api-keys".to_owned(), "api-keys", "dailyCap"),
        (&"/api/admin/approvals".to_owned(), "approvals", "askedBy"),
        (&"/api/admin/staff".to_owned(), "staff", "@staff.example"),
        (&"/api/admin/messages".to_owned(), "messages", "channel"),
        (&"/api/admin/settings/history".to_owned(), "settings-history", "changedBy"),
    ] {
        let file = owner.get(&format!("{path}?format=csv")).await;
        assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"), "{path}");
        assert!(file.header("content-disposition").contains(&format!("\"{name}.csv\"")), "{path}");
        assert!(file.text.starts_with('\u{feff}') && file.text.contains(says), "{path}: {}", file.text);
        owner.get(&format!("{path}?format=xlsx")).await.expect_problem(400, "invalid_parameter");
    }
}

#[tokio::test]
async fn the_seals_of_a_long_audit_are_checked_in_steps() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    for name in ["Tea", "Bun", "Milk"] {
        desk.item(json!({ "name": { "en": name } }).over(coupon(5))).await;
    }
    let keys = DataDir::existing(&server.data_dir()).and_then(|folder| folder.keyring()).expect("the keys");
    let mut check = ChainCheck::begin(server.clock.now());
    for (verified, checking) in [(2, true), (3, false)] {
        server.running.store.read(|read| check.go_on(read, &keys, 2)).expect("a step");
        let chain = check.chain();
        assert_eq!((chain.lines, chain.verified_to, chain.checking), (3, verified, checking));
    }
    assert_eq!(check.chain().broken_at, None);
}

/// Changes the audit directly in the database.
fn tamper(server: &TestServer, sql: &str) {
    let database = rusqlite::Connection::open(server.data_dir().join("kapok.db")).expect("opens");
    let all = format!("drop trigger audit_entry_is_never_updated; drop trigger audit_entry_is_never_deleted; {sql}");
    database.execute_batch(&all).expect("tampered with");
}

#[tokio::test]
async fn the_seal_check_finds_the_changed_audit_entry() {
    for (sql, verified, broken) in [
        ("update audit_entry set actor_name = 'Nobody' where seq = 2", 1, 2),
        ("update audit_entry set after = null where seq = 3", 2, 3),
        ("delete from audit_entry where seq = 2", 1, 3),
        ("delete from audit_entry where seq = 1; update audit_entry set seq = seq - 1", 0, 2),
    ] {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let mut lines = Vec::new();
        for name in ["Tea", "Bun", "Milk"] {
            desk.item(json!({ "name": { "en": name } }).over(coupon(5))).await;
            lines.push(desk.operator.get("/api/admin/audit?limit=1").await.expect(200)[0]["_id"].clone());
        }
        let sound = desk.operator.get("/api/admin/audit/chain").await.expect(200);
        assert_eq!((&sound["lines"], &sound["verifiedTo"], &sound["brokenAt"]), (&json!(3), &json!(3), &Value::Null));
        tamper(&server, sql);
        // The previous result is cached for a minute.
        assert_eq!(desk.operator.get("/api/admin/audit/chain").await.expect(200), sound);
        server.clock.advance(Duration::from_secs(61));
        let chain = desk.operator.get("/api/admin/audit/chain").await.expect(200);
        assert_eq!((&chain["verifiedTo"], &chain["brokenAt"]), (&json!(verified), &lines[broken - 1]), "{sql}");
    }
}
