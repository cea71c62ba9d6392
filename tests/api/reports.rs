//! Reports, compared with a model of the ledger.

use std::collections::BTreeMap;
use std::time::Duration;

use kapok::auth::Role;
use kapok::base::id::PartnerId;
use kapok::core::ledger::{self, AccountId, Details, HoldEnd, NewPostings, TransactionKind};
use kapok::platform::store::Tx;
use kapok::staff::reports;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{PASSWORD, TestServer, fresh_key, quiet};

/// A generator that gives the same numbers in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % bound).expect("small")
    }
}

/// Issued, redeemed, expired, transferred and held, in that order.
type Model = BTreeMap<(i64, Option<String>), [i64; 5]>;

#[tokio::test]
async fn every_sum_ties_to_the_ledger_whatever_happened() {
    for seed in [1, 7, 42] {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let partners = [desk.partner("1", "0").await, desk.partner("2", "0").await];
        let members = [server.member().await.id, server.member().await.id];
        let (mut dice, mut model, mut holds) = (Dice(seed), Model::new(), Vec::new());
        let first_day = server.clock.now().hong_kong_day();
        for step in 0..160 {
            let partner = partners.get(dice.below(3) as usize).cloned();
            let (member, other) = (members[dice.below(2) as usize], members[dice.below(2) as usize]);
            let (points, what) = (1 + dice.below(90), dice.below(6));
            let held = if what == 4 { holds.pop() } else { None };
            let details = Details { partner: partner.clone(), ..Details::default() };
            let act = move |tx: &Tx<'_>| {
                let (own, others) = (ledger::account_of(tx, member)?, ledger::account_of(tx, other)?);
                let between = |kind, from, to| NewPostings::between(kind, from, to, points, details.clone());
                Ok(match (what, held) {
                    (0 | 1, _) => Some(ledger::post(tx, &between(TransactionKind::Earn, AccountId::ISSUANCE, own))?),
                    (2, _) if own != others => {
                        tx.savepoint(|tx| ledger::post(tx, &between(TransactionKind::Transfer, own, others))).ok()
                    }
                    (3, _) => tx
                        .savepoint(|tx| ledger::post(tx, &between(TransactionKind::Hold, own, AccountId::ESCROW)))
                        .ok(),
                    (4, Some((seq, _))) => Some(ledger::end_hold(tx, seq, HoldEnd::Confirmed, details.clone())?),
                    (5, _) => tx
                        .savepoint(|tx| ledger::post(tx, &between(TransactionKind::Expiry, own, AccountId::EXPIRY)))
                        .ok(),
                    _ => None,
                })
            };
            let posted = server.running.store.write_unattended(act).await.expect("a write");
            if let Some(posted) = posted {
                let sums = model.entry((server.clock.now().hong_kong_day(), partner.clone())).or_default();
                match (what, held) {
                    (0 | 1, _) => sums[0] += points,
                    (2, _) => sums[3] += points,
                    (3, _) => {
                        sums[4] += points;
                        holds.push((posted.seq, points));
                    }
                    (4, Some((_, held))) => {
                        sums[1] += held;
                        sums[4] -= held;
                    }
                    _ => sums[2] += points,
                }
                // Some transactions are reversed.
                if what < 2 && dice.below(8) == 0 {
                    let id = posted.id;
                    let undo =
                        move |tx: &Tx<'_>| Ok(tx.savepoint(|tx| ledger::reverse(tx, id, Details::default())).is_ok());
                    if server.running.store.write_unattended(undo).await.expect("a write") {
                        sums[0] -= points;
                    }
                }
            }
            if dice.below(9) == 0 {
                server.clock.advance(Duration::from_secs(7 * 3_600));
            }
            // The sums must be right at any position of the roll-up.
            if step == 70 {
                assert!(reports::roll_up(&server.running.store).await.expect("a roll-up") > 0);
            }
        }
        compare(&server, &model, first_day).await;
        reports::roll_up(&server.running.store).await.expect("a roll-up");
        assert_eq!(reports::roll_up(&server.running.store).await.expect("a roll-up"), 0);
        compare(&server, &model, first_day).await;
        server.verify_books();
    }
}

fn numbers(row: &Value) -> [i64; 5] {
    ["issued", "redeemed", "expired", "transferred", "held"].map(|name| row[name].as_i64().expect("a number"))
}

fn day_text(day: i64) -> String {
    kapok::base::day::Day::from_number(day).to_string()
}

fn total<'m>(rows: impl Iterator<Item = &'m [i64; 5]>) -> [i64; 5] {
    rows.fold([0; 5], |sum, row| std::array::from_fn(|index| sum[index] + row[index]))
}

async fn compare(server: &TestServer, model: &Model, first: i64) {
    // Days have passed, so the sessions have expired.
    let desk = Desk::of(server).await;
    let last = server.clock.now().hong_kong_day();
    let span = format!("from={}&to={}", day_text(first), day_text(last));
    let summary = desk.operator.get(&format!("/api/admin/reports/summary?{span}")).await.expect(200);
    let mut outstanding = 0;
    for (row, day) in summary["days"].as_array().expect("days").iter().zip(first..) {
        let expected = total(model.iter().filter(|((one, _), _)| *one == day).map(|(_, sums)| sums));
        assert_eq!((row["day"].as_str(), numbers(row)), (Some(day_text(day).as_str()), expected));
        outstanding += expected[0] - expected[1] - expected[2];
        assert_eq!(row["outstanding"], outstanding);
        let at = format!("/api/admin/reports/liability?at={}&pointValue=0.0525", day_text(day));
        let liability = desk.operator.get(&at).await.expect(200);
        assert_eq!(liability["outstanding"], outstanding);
        let cents = (outstanding * 525 + 50) / 100;
        assert_eq!(liability["liability"], format!("{}.{:02}", cents / 100, cents % 100));
        let file = desk.operator.get(&format!("{at}&format=csv")).await.text;
        let row = file.lines().nth(1).expect("a row").to_owned();
        assert!(row.starts_with(&day_text(day)) && row.contains(&format!(",{outstanding},")), "{file}");
        assert!(row.ends_with(&format!(",0.0525,{}.{:02}", cents / 100, cents % 100)), "{file}");
    }
    assert_eq!(summary["outstanding"], outstanding);
    let partners = desk.operator.get(&format!("/api/admin/reports/partners?{span}")).await.expect(200);
    for row in partners.as_array().expect("partners") {
        let id = row["_id"].as_str().map(str::to_owned);
        assert_eq!(
            numbers(row),
            total(model.iter().filter(|((_, one), _)| *one == id).map(|(_, sums)| sums)),
            "{id:?}"
        );
        if let Some(id) = id {
            let path = format!("/api/admin/reports/summary?{span}&partner={id}");
            let own = desk.operator.get(&path).await.expect(200);
            let days: Vec<[i64; 5]> = own["days"].as_array().expect("days").iter().map(numbers).collect();
            assert_eq!(total(days.iter()), numbers(row));
        }
    }
}

#[tokio::test]
async fn purchases_are_counted_by_partner_and_low_stock_is_listed() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    PartnerId::parse(&partner).expect("an id");
    let item = desk.item(json!({ "partnerId": partner, "leftover": 3, "lowStock": 2 }).over(coupon(5))).await;
    let low = async || desk.operator.get("/api/admin/reports/summary").await.expect(200)["lowStock"].clone();
    assert_eq!(low().await, json!([]));
    let member = server.member_with(50).await;
    let buy = format!("/api/redeem/purchase/{item}");
    member.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    let named = low().await;
    assert_eq!((&named[0]["_id"], &named[0]["left"], &named[0]["lowStock"]), (&json!(item), &json!(2), &json!(2)));
    // An item without a number of its own is low at 10.
    let usual = desk.item(json!({ "leftover": 10 }).over(coupon(5))).await;
    desk.item(json!({ "leftover": 11 }).over(coupon(5))).await;
    // Members cannot buy an item that is hidden or over.
    desk.item(json!({ "leftover": 1, "active": false }).over(coupon(5))).await;
    desk.item(json!({ "leftover": 1, "validUntil": "2020-01-01T00:00:00Z" }).over(coupon(5))).await;
    let named = low().await;
    assert_eq!((&named[1]["_id"], &named[1]["lowStock"]), (&json!(usual), &json!(10)), "{named}");
    assert_eq!(named.as_array().map(Vec::len), Some(2), "{named}");
    let rows = desk.operator.get("/api/admin/reports/partners").await.expect(200);
    let own = rows.as_array().expect("rows").iter().find(|row| row["_id"] == json!(partner)).expect("the partner");
    assert_eq!((&own["redeemed"], &own["redemptions"], &own["collected"]), (&json!(5), &json!(1), &json!(0)));
    let file = desk.operator.get("/api/admin/reports/partners?format=csv").await.text;
    assert!(file.contains("Tea House"), "{file}");
    let days = desk.operator.get("/api/admin/reports/summary?format=csv").await.text;
    assert_eq!(days.lines().count(), 31);
    desk.operator
        .post("/api/admin/items", json!({ "lowStock": -1 }).over(coupon(5)))
        .await
        .expect_problem(400, "invalid_value");
}

#[tokio::test]
async fn a_report_of_an_empty_period_is_refused() {
    let server = TestServer::start().await;
    let auditor = server.staff_at(Role::Auditor, None).await;
    for (query, code) in [
        ("summary?from=2026-03-02&to=2026-03-01", "invalid_period"),
        ("summary?from=1990-01-01&to=2026-03-01", "invalid_period"),
        ("partners?from=tomorrow", "invalid_value"),
        ("summary?partner=x", "invalid_parameter"),
        ("liability?at=2999-01-01", "invalid_value"),
        ("liability?at=x", "invalid_value"),
        ("liability?pointValue=-1", "invalid_value"),
        ("liability?pointValue=0.12345", "invalid_value"),
    ] {
        auditor.get(&format!("/api/admin/reports/{query}")).await.expect_problem(400, code);
    }
}

#[tokio::test]
async fn screens_are_counted_by_day_and_nothing_else() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.analytics.id = "G-1".to_owned();
    })
    .await;
    let visitor = server.visitor().browser();
    let open = async |path: &str| visitor.post("/api/analytics/pageview", json!({ "path": path })).await.expect(200);
    for path in ["/", "/?utm=x", "/article/0199", "/resetPassword/secret", "/wp-login.php", "", "//evil.example/"] {
        open(path).await;
    }
    for body in [json!({}), json!({ "path": 1 }), json!({ "path": null })] {
        assert_eq!(visitor.post("/api/analytics/pageview", body).await.status, 400);
    }
    server.clock.advance(Duration::from_secs(86_400));
    let answer = visitor.post("/api/analytics/pageview", json!({ "path": "/" })).await;
    assert_eq!((answer.status, answer.header("set-cookie")), (200, ""));
    let finance = server.staff_at(Role::Finance, None).await;
    let rows = finance.get("/api/admin/reports/pageviews").await.expect(200);
    let seen: Vec<(&str, i64)> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["path"].as_str().expect("a path"), row["views"].as_i64().expect("a count")))
        .collect();
    assert_eq!(seen[0], ("/", 1));
    assert!(seen.contains(&("/article", 1)) && seen.contains(&("/resetPassword", 1)), "{seen:?}");
    assert!(!rows.to_string().contains("secret") && !rows.to_string().contains("wp-login"), "{rows}");
    let file = finance.get("/api/admin/reports/pageviews?format=csv").await.text;
    assert!(file.contains("day,path,views"), "{file}");
    finance.get("/api/admin/reports/pageviews?from=yesterday").await.expect_problem(400, "invalid_value");
    let editor = server.staff_at(Role::Editor, None).await;
    editor.get("/api/admin/reports/pageviews").await.expect(200);
    let support = server.staff_at(Role::Support, None).await;
    support.get("/api/admin/reports/pageviews").await.expect_problem(403, "forbidden");
    assert_eq!(server.visitor().get("/api/config").await.expect(200)["analyticsId"], "G-1");
}

#[tokio::test]
async fn members_count_as_active_who_earned_spent_or_sent_points_each_once() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let today = day_text(server.clock.now().hong_kong_day());
    let active = async |from: &str, to: &str| {
        let auditor = server.staff_at(Role::Auditor, None).await;
        let path = format!("/api/admin/reports/activity?from={from}&to={to}");
        auditor.get(&path).await.expect(200)["members"].clone()
    };
    let (ada, ben, cyd) = (server.member_with(100).await, server.member().await, server.member().await);
    let before = active(&today, &today).await;
    // A gift makes its sender active and not its recipient, and an adjustment by staff makes nobody active.
    ada.caller.transfer(&ben.phone, 20).await.expect(200);
    let adjust = json!({ "points": 5, "reason": "A gift of the house" });
    desk.operator.post_once(&format!("/api/admin/members/{}/adjust", cyd.id), &fresh_key(), adjust).await.expect(200);
    let item = desk.item(coupon(5)).await;
    let buy = format!("/api/redeem/purchase/{item}");
    for _ in 0..2 {
        ben.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    }
    let more = i64::from(before == json!(0));
    assert_eq!(active(&today, &today).await, json!(before.as_i64().expect("a number") + more + 1));
    // The roll-up tells the same, and a later day adds only new ones.
    reports::roll_up(&server.running.store).await.expect("a roll-up");
    let counted = active(&today, &today).await;
    assert_eq!(counted, json!(before.as_i64().expect("a number") + more + 1));
    server.clock.advance(Duration::from_secs(86_400));
    let (tomorrow, again) = (day_text(server.clock.now().hong_kong_day()), server.visitor());
    again.sign_in(&ben.email, PASSWORD).await;
    again.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
    assert_eq!(active(&tomorrow, &tomorrow).await, json!(1));
    assert_eq!(active(&today, &tomorrow).await, counted, "nobody is counted twice");
    let file = server.staff_at(Role::Finance, None).await.get("/api/admin/reports/activity?format=csv").await.text;
    assert!(file.contains("from,to,members"), "{file}");
}

#[tokio::test]
async fn items_are_listed_by_how_often_they_were_bought_with_their_cost() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let member = server.member_with(100).await;
    let priced = desk.item(json!({ "costHkd": "12.50" }).over(coupon(5))).await;
    let (unpriced, unsold) = (desk.item(coupon(3)).await, desk.item(coupon(2)).await);
    for (item, times) in [(&priced, 2), (&unpriced, 1)] {
        for _ in 0..times {
            let buy = format!("/api/redeem/purchase/{item}");
            member.caller.post_once(&buy, &fresh_key(), json!({ "quantity": 1 })).await.expect(200);
        }
    }
    let rows = desk.operator.get("/api/admin/reports/items").await.expect(200);
    let told: Vec<_> =
        rows.as_array().expect("rows").iter().map(|row| (&row["_id"], &row["bought"], &row["costHkd"])).collect();
    assert_eq!(told, [(&json!(priced), &json!(2), &json!("25.00")), (&json!(unpriced), &json!(1), &json!(null))]);
    assert!(!rows.to_string().contains(&unsold));
    let earlier = "/api/admin/reports/items?from=2020-01-01&to=2020-01-31";
    assert_eq!(desk.operator.get(earlier).await.expect(200), json!([]));
    let file = desk.operator.get("/api/admin/reports/items?format=csv").await.text;
    assert!(file.contains(",2,25.00"), "{file}");
    let support = server.staff_at(Role::Support, None).await;
    support.get("/api/admin/reports/items").await.expect_problem(403, "forbidden");
}
