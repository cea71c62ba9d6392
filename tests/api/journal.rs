//! The journal: it leads from the ledger's liability at the end of one month to that of the next, to the cent.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::id::{MemberId, TransactionId};
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::platform::store::Tx;
use kapok::staff::reports;
use reqwest::Method;
use serde_json::{Value, json};

use crate::pdf_text::text_of;
use crate::support::{Answer, Caller, TestServer, fresh_key};

const JOURNAL: &str = "/api/admin/journal";

/// A generator that gives the same numbers in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % bound).expect("small")
    }
}

async fn post(server: &TestServer, member: MemberId, kind: TransactionKind, points: i64) -> TransactionId {
    let act = move |tx: &Tx<'_>| {
        let own = ledger::account_of(tx, member)?;
        let (from, to) = match kind {
            TransactionKind::Redeem => (own, AccountId::REDEMPTION),
            TransactionKind::Expiry => (own, AccountId::EXPIRY),
            _ => (AccountId::ISSUANCE, own),
        };
        ledger::post(tx, &NewPostings::between(kind, from, to, points, Details::default()))
    };
    server.running.store.write_unattended(act).await.expect("a write").id
}

fn month_of(server: &TestServer) -> String {
    server.clock.now().in_hong_kong("%Y-%m")
}

fn cents(value: &Value) -> i64 {
    value.as_str().expect("an amount").replace('.', "").parse().expect("cents")
}

async fn set_value(server: &TestServer, value: &str) {
    let owner = server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["pointValueHkd"] = json!(value);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
}

async fn assume(caller: &Caller, version: i64, body: Value) -> Answer {
    let path = format!("{JOURNAL}/breakage");
    caller.send(caller.request(Method::POST, &path).header("if-match", format!("\"{version}\"")).json(&body)).await
}

/// The sum of an account in cents: what was credited less what was debited.
fn account(journal: &Value, name: &str) -> i64 {
    let lines = journal["lines"].as_array().expect("lines");
    lines
        .iter()
        .map(|line| match (line["credit"] == name, line["debit"] == name) {
            (true, false) => cents(&line["amountHkd"]),
            (false, true) => -cents(&line["amountHkd"]),
            _ => 0,
        })
        .sum()
}

#[tokio::test]
async fn each_month_leads_from_one_liability_of_the_ledger_to_the_next() {
    for seed in [5, 23] {
        let server = TestServer::start().await;
        let member = server.member().await.id;
        set_value(&server, "0.0163").await;
        let first = month_of(&server);
        let finance = server.staff_at(Role::Finance, None).await;
        let sound = json!({ "percent": "12.5", "from": first, "reason": "Two years of expiry" });
        assume(&finance, 0, sound).await.expect(200);
        let (mut dice, mut undoable, mut months) = (Dice(seed), Vec::new(), vec![first]);
        post(&server, member, TransactionKind::Campaign, 90_000).await;
        for step in 0..130 {
            let points = 1 + dice.below(700);
            match dice.below(6) {
                0 | 1 => undoable.push(post(&server, member, TransactionKind::Earn, points).await),
                2 | 3 => undoable.push(post(&server, member, TransactionKind::Redeem, points).await),
                4 => drop(post(&server, member, TransactionKind::Expiry, points).await),
                _ if undoable.is_empty() => {}
                _ => {
                    let id = undoable.remove(dice.below(undoable.len() as u64) as usize);
                    let undo = move |tx: &Tx<'_>| ledger::reverse(tx, id, Details::default());
                    server.running.store.write_unattended(undo).await.expect("a reversal");
                }
            }
            if dice.below(2) == 0 {
                server.clock.advance(Duration::from_secs(86_400));
                if months.last() != Some(&month_of(&server)) {
                    months.push(month_of(&server));
                }
            }
            // The value changes in the middle of a month, and the roll-up is at any position.
            if step == 60 {
                set_value(&server, "0.0177").await;
                reports::roll_up(&server.running.store).await.expect("a roll-up");
            }
        }
        assert!(months.len() >= 2, "{months:?}");
        let finance = server.staff_at(Role::Finance, None).await;
        let (mut closing, mut expected) = (json!({ "points": 0, "hkd": "0.00" }), 0);
        for month in &months {
            let found = finance.get(&format!("{JOURNAL}?month={month}")).await.expect(200);
            assert_eq!((&found["opening"]["points"], &found["opening"]["hkd"]), (&closing["points"], &closing["hkd"]));
            let day = found["until"].as_str().expect("a day");
            let owed = finance.get(&format!("/api/admin/reports/liability?at={day}")).await.expect(200);
            let points = owed["outstanding"].as_i64().expect("points") + owed["pending"].as_i64().expect("points");
            assert_eq!((&found["closing"]["points"], &found["closing"]["hkd"]), (&json!(points), &owed["liability"]));
            assert_eq!(found["ledgerHkd"], owed["liability"]);
            // The lines of deferred revenue are the difference of the balances, to the cent.
            let opening = cents(&found["opening"]["hkd"]);
            assert_eq!(opening + account(&found, "deferredRevenue"), cents(&found["closing"]["hkd"]), "{found}");
            // The points of its lines are the difference of the points.
            let change: i64 = found["lines"]
                .as_array()
                .expect("lines")
                .iter()
                .map(|line| {
                    let points = line["points"].as_i64().expect("points");
                    if line["credit"] == "deferredRevenue" {
                        points
                    } else if line["debit"] == "deferredRevenue" {
                        -points
                    } else {
                        0
                    }
                })
                .sum();
            assert_eq!(found["opening"]["points"].as_i64().expect("points") + change, points);
            // The estimate has an account of its own.
            let breakage = &found["breakage"];
            assert_eq!(cents(&breakage["openingHkd"]), expected);
            expected = cents(&breakage["closingHkd"]);
            assert_eq!(cents(&breakage["openingHkd"]) - account(&found, "expectedBreakage"), expected);
            assert!(expected >= 0);
            assert_eq!(cents(&found["netHkd"]), cents(&found["closing"]["hkd"]) - expected);
            for line in found["lines"].as_array().expect("lines").iter().filter(|line| line["kind"] == "rounding") {
                assert!(cents(&line["amountHkd"]) <= 5, "{line}");
            }
            closing = found["closing"].clone();
        }
        let csv = finance.get(&format!("{JOURNAL}?month={}&format=csv", months[0])).await.text;
        assert!(csv.contains(",opening,Opening balance,") && csv.contains(",issued,Points issued,"), "{csv}");
        server.verify_books();
    }
}

#[tokio::test]
async fn a_journal_month_has_an_entry_for_each_movement() {
    let server = TestServer::start().await;
    let member = server.member().await.id;
    let month = month_of(&server);
    let finance = server.staff_at(Role::Finance, None).await;
    let sound = json!({ "percent": "20", "from": month, "reason": "A survey" });
    assume(&finance, 0, sound).await.expect(200);
    post(&server, member, TransactionKind::Earn, 10_000).await;
    post(&server, member, TransactionKind::Redeem, 4_000).await;
    post(&server, member, TransactionKind::Expiry, 500).await;
    let found = finance.get(JOURNAL).await.expect(200);
    let lines: Vec<_> = found["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| {
            let text = |name: &str| line[name].as_str().expect("a text");
            (text("kind"), text("debit"), text("credit"), line["points"].as_i64().expect("points"), text("amountHkd"))
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("issued", "pointsIssued", "deferredRevenue", 10_000, "100.00"),
            ("redeemed", "deferredRevenue", "revenueFromPoints", 4_000, "40.00"),
            // Of HK$10 that were expected, HK$5 have expired.
            ("expiredExpected", "deferredRevenue", "expectedBreakage", 0, "5.00"),
            ("expired", "deferredRevenue", "revenueFromBreakage", 500, "0.00"),
            ("breakage", "expectedBreakage", "revenueFromBreakage", 0, "10.00"),
        ]
    );
    assert_eq!((&found["closing"]["hkd"], &found["netHkd"]), (&json!("55.00"), &json!("50.00")));
    for (language, words) in [("en", "Opening balance"), ("zh", "期初余额"), ("zhhk", "期初結餘")] {
        let path = format!("{JOURNAL}/pdf?language={language}");
        let answer = finance.request(Method::GET, &path).send().await.expect("an answer");
        let text = text_of(&answer.bytes().await.expect("bytes"));
        assert!(text.contains(words) && text.contains("55.00") && text.contains("20.00"), "{text}");
    }
}

#[tokio::test]
async fn the_assumed_breakage_is_checked_and_cannot_change_a_closed_month() {
    let server = TestServer::start().await;
    let member = server.member().await.id;
    post(&server, member, TransactionKind::Earn, 100).await;
    let month = month_of(&server);
    let finance = server.staff_at(Role::Finance, None).await;
    let sound = json!({ "percent": "15", "from": month, "reason": "A survey" });
    for (field, value, code) in [
        ("percent", json!("90.01"), "invalid_value"),
        ("percent", json!("-1"), "invalid_body"),
        ("percent", json!("1.234"), "invalid_body"),
        ("reason", json!(" "), "required_field"),
        ("reason", json!("x".repeat(501)), "too_long"),
        ("from", json!("2099-01"), "invalid_value"),
        ("from", json!("2026-13"), "invalid_body"),
    ] {
        let mut wrong = sound.clone();
        wrong[field] = value;
        assume(&finance, 0, wrong).await.expect_problem(400, code);
    }
    finance.post(&format!("{JOURNAL}/breakage"), sound.clone()).await.expect_problem(428, "precondition_required");
    let found = assume(&finance, 0, sound.clone()).await.expect(200);
    assert_eq!((&found["version"], &found["versions"][0]["changedBy"]), (&json!(1), &json!("Chan Tai Man")));
    assume(&finance, 0, sound.clone()).await.expect_problem(412, "stale");
    let auditor = server.staff_at(Role::Auditor, None).await;
    assume(&auditor, 1, sound.clone()).await.expect_problem(403, "forbidden");
    while month_of(&server) == month {
        server.clock.advance(Duration::from_secs(86_400));
    }
    let finance = server.staff_at(Role::Finance, None).await;
    finance.post_once("/api/admin/bills/close", &fresh_key(), json!({ "month": month })).await.expect(200);
    assert_eq!(finance.get(&format!("{JOURNAL}?month={month}")).await.expect(200)["closed"], true);
    assume(&finance, 1, sound).await.expect_problem(400, "month_closed");
    finance.get(&format!("{JOURNAL}?month=2999-01")).await.expect_problem(400, "invalid_value");
    finance.get(&format!("{JOURNAL}/pdf?language=xx")).await.expect_problem(400, "invalid_value");
    let owner = server.staff_at(Role::Owner, None).await;
    let seen = owner.get("/api/admin/audit?action=journal.breakage").await.expect(200);
    assert_eq!(seen.as_array().map(Vec::len), Some(1), "{seen}");
}
