//! Bills of partners: they tie to the ledger to the point, a closed month never changes, and corrections come later.

use std::collections::BTreeMap;
use std::time::Duration;

use kapok::auth::Role;
use kapok::core::ledger::{self, AccountId, Details, NewPostings, TransactionKind};
use kapok::platform::store::Tx;
use kapok::staff::reports;
use reqwest::Method;
use serde_json::{Value, json};

use crate::pdf_text::text_of;
use crate::support::desk::Desk;
use crate::support::{Answer, Caller, TestServer, fresh_key};

const BILLS: &str = "/api/admin/bills";
const DAY_S: u64 = 86_400;

/// A generator that gives the same numbers in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % bound).expect("small")
    }
}

/// Moves points in a partner's name, and tells the transaction.
async fn post(
    server: &TestServer,
    member: kapok::base::id::MemberId,
    partner: Option<&str>,
    kind: TransactionKind,
    points: i64,
) -> kapok::base::id::TransactionId {
    let details = Details { partner: partner.map(str::to_owned), ..Details::default() };
    let act = move |tx: &Tx<'_>| {
        let own = ledger::account_of(tx, member)?;
        let (from, to) = match kind {
            TransactionKind::Redeem => (own, AccountId::REDEMPTION),
            _ => (AccountId::ISSUANCE, own),
        };
        ledger::post(tx, &NewPostings::between(kind, from, to, points, details))
    };
    server.running.store.write_unattended(act).await.expect("a write").id
}

async fn reverse(server: &TestServer, id: kapok::base::id::TransactionId) {
    let undo = move |tx: &Tx<'_>| ledger::reverse(tx, id, Details::default());
    server.running.store.write_unattended(undo).await.expect("a reversal");
}

async fn set_terms(caller: &Caller, partner: &str, version: i64, terms: Value) -> Answer {
    let path = format!("{BILLS}/{partner}/terms");
    caller.send(caller.request(Method::POST, &path).header("if-match", format!("\"{version}\"")).json(&terms)).await
}

fn month_of(server: &TestServer) -> String {
    server.clock.now().in_hong_kong("%Y-%m")
}

/// Sets the clock to noon of the first day of the next month.
fn next_month(server: &TestServer) {
    let month = month_of(server);
    while month_of(server) == month {
        server.clock.advance(Duration::from_secs(DAY_S));
    }
}

async fn bytes_of(caller: &Caller, path: &str) -> Vec<u8> {
    let answer = caller.request(Method::GET, path).send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 200);
    answer.bytes().await.expect("bytes").to_vec()
}

async fn close(caller: &Caller, month: &str) -> Answer {
    caller.post_once(&format!("{BILLS}/close"), &fresh_key(), json!({ "month": month })).await
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn cents(value: &Value) -> i64 {
    value.as_str().expect("an amount").replace('.', "").parse().expect("cents")
}

#[tokio::test]
async fn the_bills_of_each_month_sum_up_to_the_ledger_and_closed_ones_never_change() {
    for seed in [3, 11] {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let partners = [desk.partner("1", "0").await, desk.partner("1", "0").await];
        set_terms(
            &desk.operator,
            &partners[0],
            0,
            json!({ "issuedHkd": "0.0205", "redeemedHkd": "0.0163", "feeHkd": "0.0021", "from": "2026-01-01" }),
        )
        .await
        .expect(200);
        let member = server.member().await.id;
        post(&server, member, None, TransactionKind::Campaign, 100_000).await;
        let first = month_of(&server);
        // Issued and redeemed, by month and partner.
        let mut model: BTreeMap<(String, Option<String>), [i64; 2]> = BTreeMap::new();
        model.insert((first.clone(), None), [100_000, 0]);
        let (mut dice, mut undoable, mut closed) = (Dice(seed), Vec::new(), BTreeMap::<String, Value>::new());
        for step in 0..150 {
            let partner = partners.get(dice.below(3) as usize).cloned();
            let (what, points) = (dice.below(4), 1 + dice.below(400));
            let sums = model.entry((month_of(&server), partner.clone())).or_default();
            if what == 3 && !undoable.is_empty() {
                let place = dice.below(undoable.len() as u64) as usize;
                let (id, kind, undone, of): (_, _, i64, Option<String>) = undoable.remove(place);
                reverse(&server, id).await;
                let sums = model.entry((month_of(&server), of)).or_default();
                sums[usize::from(kind == TransactionKind::Redeem)] -= undone;
            } else {
                let kind = if what == 2 { TransactionKind::Redeem } else { TransactionKind::Earn };
                let id = post(&server, member, partner.as_deref(), kind, points).await;
                sums[usize::from(kind == TransactionKind::Redeem)] += points;
                undoable.push((id, kind, points, partner));
            }
            if dice.below(3) == 0 {
                let month = month_of(&server);
                server.clock.advance(Duration::from_secs(2 * DAY_S));
                if month_of(&server) != month {
                    let finance = server.staff_at(Role::Finance, None).await;
                    closed.insert(month.clone(), close(&finance, &month).await.expect(200));
                }
            }
            if step == 70 {
                reports::roll_up(&server.running.store).await.expect("a roll-up");
            }
        }
        assert!(closed.len() >= 2, "only {} months were closed", closed.len());
        let desk = Desk::of(&server).await;
        let mut numbers = Vec::new();
        let months: std::collections::BTreeSet<String> = model.keys().map(|(month, _)| month.clone()).collect();
        for month in months {
            let found = desk.operator.get(&format!("{BILLS}?month={month}")).await.expect(200);
            let of =
                |partner: Option<&String>| model.get(&(month.clone(), partner.cloned())).copied().unwrap_or_default();
            let [issued, redeemed] = of(None);
            assert_eq!(found["issuedWithoutPartner"], issued, "{month}");
            assert_eq!(found["redeemedWithoutPartner"], redeemed, "{month}");
            let mut sum = [issued, redeemed];
            let mut to_pay = 0;
            for bill in found["bills"].as_array().expect("bills") {
                let id = bill["partnerId"].as_str().expect("an id").to_owned();
                assert_eq!([number(&bill["issued"]), number(&bill["redeemed"])], of(Some(&id)), "{month}");
                sum = [sum[0] + number(&bill["issued"]), sum[1] + number(&bill["redeemed"])];
                to_pay += cents(&bill["toPayHkd"]);
                ties(&desk.operator, &month, bill).await;
                numbers.extend(bill["number"].as_i64());
            }
            assert_eq!(cents(&found["total"]["toPayHkd"]), to_pay);
            // The report by day reads the ledger by another way.
            let path = format!("/api/admin/reports/summary?from={month}-01&to={month}-28");
            let days = desk.operator.get(&path).await.expect(200)["days"].clone();
            let later = desk.operator.get(&path.replace("-28", "-31")).await;
            let days = if later.status == 200 { later.expect(200)["days"].clone() } else { days };
            let days = days.as_array().expect("days");
            if days.len() == 31 {
                let of_days = |name: &str| days.iter().map(|day| number(&day[name])).sum::<i64>();
                assert_eq!(sum, [of_days("issued"), of_days("redeemed")], "{month}");
            }
            if let Some(made) = closed.get(&month) {
                assert_eq!((&found["bills"], &found["closed"]), (&made["bills"], &made["closed"]), "{month}");
            }
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>(), "bills are numbered without a gap");
        server.verify_books();
    }
}

/// A bill's own page has the sums of its row, of its lines and of its days.
async fn ties(caller: &Caller, month: &str, row: &Value) {
    let path = format!("{BILLS}/{}?month={month}", row["partnerId"].as_str().expect("an id"));
    let bill = caller.get(&path).await.expect(200);
    for (name, value) in row.as_object().expect("a row") {
        assert_eq!(&bill[name], value, "{name} of {month}");
    }
    let lines = bill["lines"].as_array().expect("lines");
    let amount = lines.iter().map(|line| cents(&line["amountHkd"])).sum::<i64>();
    assert_eq!(amount, cents(&row["toPayHkd"]));
    let days = bill["days"].as_array().expect("days");
    assert_eq!(days.iter().map(|day| number(&day["issued"])).sum::<i64>(), number(&row["issued"]));
    assert_eq!(days.iter().map(|day| number(&day["redeemed"])).sum::<i64>(), number(&row["redeemed"]));
    let file = caller.get(&format!("{path}&format=csv")).await.text;
    assert_eq!(file.lines().count(), 1 + lines.len(), "{file}");
}

#[tokio::test]
async fn what_is_reversed_later_is_credited_at_the_rate_of_its_day_in_the_month_of_the_reversal() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, member) = (desk.partner("1", "0").await, server.member().await.id);
    let old = json!({ "issuedHkd": "0.02", "feeHkd": "0.002", "from": "2026-01-01" });
    set_terms(&desk.operator, &partner, 0, old).await.expect(200);
    let first = month_of(&server);
    let wrong = post(&server, member, Some(&partner), TransactionKind::Earn, 620).await;
    post(&server, member, Some(&partner), TransactionKind::Earn, 1_000).await;
    post(&server, member, Some(&partner), TransactionKind::Redeem, 100).await;
    next_month(&server);
    let finance = server.staff_at(Role::Finance, None).await;
    let second = month_of(&server);
    let made = close(&finance, &first).await.expect(200);
    assert_eq!(made["closed"]["by"], "Chan Tai Man");
    let bill = &made["bills"][0];
    // 1,620 at 0.02, less 100 at the value of a point, and the fee.
    assert_eq!(
        (&bill["issuedHkd"], &bill["redeemedHkd"], &bill["feeHkd"], &bill["toPayHkd"], &bill["number"]),
        (&json!("32.40"), &json!("1.00"), &json!("3.24"), &json!("34.64"), &json!(1))
    );
    let new = json!({ "issuedHkd": "0.03", "redeemedHkd": "0.02", "feeHkd": "0", "from": format!("{second}-01") });
    set_terms(&finance, &partner, 1, new).await.expect(200);
    reverse(&server, wrong).await;
    post(&server, member, Some(&partner), TransactionKind::Earn, 10).await;
    let path = format!("{BILLS}/{partner}?month={second}");
    let open = finance.get(&path).await.expect(200);
    let lines: Vec<_> = open["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| {
            let text = |name: &str| line[name].as_str().expect("a text").to_owned();
            (text("kind"), text("ofMonth"), number(&line["points"]), text("rate"), text("amountHkd"))
        })
        .collect();
    let line = |kind: &str, month: &str, points, rate: &str, amount: &str| {
        (kind.to_owned(), month.to_owned(), points, rate.to_owned(), amount.to_owned())
    };
    assert_eq!(
        lines,
        [
            line("issued", &second, 10, "0.03", "0.30"),
            line("issued", &first, -620, "0.02", "-12.40"),
            line("fee", &first, -620, "0.002", "-1.24"),
        ]
    );
    assert_eq!((open["toPayHkd"].as_str(), open.get("number")), (Some("-13.34"), None));
    // The closed bill stands.
    let before = finance.get(&format!("{BILLS}/{partner}?month={first}")).await.expect(200);
    assert_eq!((&before["toPayHkd"], &before["number"]), (&json!("34.64"), &json!(1)));
    let numbered = finance.get(&format!("{BILLS}/numbered?number=1")).await.expect(200);
    assert_eq!((&numbered[0]["partnerId"], &numbered[0]["month"]), (&json!(partner), &json!(first)));
    assert_eq!(finance.get(&format!("{BILLS}/numbered?number=99")).await.expect(200), json!([]));
    let csv = finance.get(&format!("{path}&format=csv")).await.text;
    assert!(csv.contains(",Correction of points issued in ") && csv.contains(",-620,0.02,-12.40"), "{csv}");
    for (language, words) in [("en", "Correction of the fee"), ("zh", "更正"), ("zhhk", "發放的積分")] {
        let pdf = bytes_of(&finance, &format!("{BILLS}/{partner}/pdf?month={second}&language={language}")).await;
        let text = text_of(&pdf);
        assert!(text.contains(words) && text.contains("\u{2212}12.40") && text.contains("13.34"), "{text}");
    }
}

#[tokio::test]
async fn a_month_is_closed_once_in_its_turn_and_by_those_who_may() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (partner, member) = (desk.partner("1", "0").await, server.member().await.id);
    post(&server, member, Some(&partner), TransactionKind::Earn, 50).await;
    let first = month_of(&server);
    close(&desk.operator, &first).await.expect_problem(409, "month_not_closable");
    next_month(&server);
    let second = month_of(&server);
    next_month(&server);
    let finance = server.staff_at(Role::Finance, None).await;
    let auditor = server.staff_at(Role::Auditor, None).await;
    close(&auditor, &first).await.expect_problem(403, "forbidden");
    let closable = async |month: &str| {
        let found = auditor.get(&format!("{BILLS}?month={month}")).await.expect(200);
        (found["closable"].clone(), found.get("nextToClose").cloned())
    };
    // Billing begins with any month that is over.
    assert_eq!(closable(&first).await, (json!(true), None));
    assert_eq!(closable(&second).await, (json!(true), None));
    close(&finance, &month_of(&server)).await.expect_problem(409, "month_not_closable");
    close(&finance, "2020-01").await.expect_problem(409, "month_not_closable");
    let key = fresh_key();
    let path = format!("{BILLS}/close");
    let made = finance.post_once(&path, &key, json!({ "month": first })).await.expect(200);
    let again = finance.post_once(&path, &key, json!({ "month": first })).await.expect(200);
    assert_eq!(made, again);
    assert_eq!(closable(&second).await, (json!(true), Some(json!(second))));
    assert_eq!(closable(&month_of(&server)).await.0, json!(false));
    close(&finance, &first).await.expect_problem(409, "month_closed");
    assert_eq!(close(&finance, &second).await.expect(200)["bills"], json!([]), "a month without points has no bill");
    finance.post(&path, json!({ "month": "2026-13" })).await.expect_problem(400, "invalid_body");
    let owner = server.staff_at(Role::Owner, None).await;
    let seen = owner.get("/api/admin/audit?action=bill.close").await.expect(200);
    assert_eq!(seen.as_array().map(Vec::len), Some(2), "{seen}");
    for query in ["month=2026-00", "month=x", "month=2999-01"] {
        finance.get(&format!("{BILLS}?{query}")).await.expect_problem(400, "invalid_value");
        finance.get(&format!("{BILLS}/{partner}?{query}")).await.expect_problem(400, "invalid_value");
    }
    finance.get(&format!("{BILLS}/{partner}/pdf?language=xx")).await.expect_problem(400, "invalid_value");
    finance.get(&format!("{BILLS}/019cde0a5b7070009f1b4c1f0c2f7a31")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn rates_of_a_partner_are_checked_and_keep_their_history() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let path = format!("{BILLS}/{partner}/terms");
    let unset = desk.operator.get(&path).await.expect(200);
    assert_eq!(
        (&unset["issuedHkd"], &unset["redeemedHkd"], &unset["feeHkd"]),
        (&json!("0.01"), &json!("0.01"), &json!("0"))
    );
    let sound = json!({ "issuedHkd": "0.02", "redeemedHkd": "0.016", "feeHkd": "0.002", "from": "2026-09-01" });
    for (field, value, code) in [
        ("issuedHkd", json!("100.0001"), "invalid_value"),
        ("redeemedHkd", json!("101"), "invalid_value"),
        ("feeHkd", json!("1000"), "invalid_value"),
        ("feeHkd", json!("-1"), "invalid_body"),
        ("from", json!("2029-01-01"), "invalid_value"),
        ("from", json!("soon"), "invalid_body"),
    ] {
        let mut wrong = sound.clone();
        wrong[field] = value;
        set_terms(&desk.operator, &partner, 0, wrong).await.expect_problem(400, code);
    }
    desk.operator.post(&path, sound.clone()).await.expect_problem(428, "precondition_required");
    set_terms(&desk.operator, &partner, 0, sound.clone()).await.expect(200);
    set_terms(&desk.operator, &partner, 0, sound.clone()).await.expect_problem(412, "stale");
    let editor = server.staff_at(Role::Editor, None).await;
    set_terms(&editor, &partner, 1, sound.clone()).await.expect_problem(403, "forbidden");
    let mut later = sound.clone();
    later["from"] = json!("2026-12-01");
    let found = set_terms(&desk.operator, &partner, 1, later).await.expect(200);
    assert_eq!((&found["version"], &found["issuedHkd"]), (&json!(2), &json!("0.02")));
    assert_eq!(found["versions"].as_array().map(Vec::len), Some(2));
    assert_eq!(found["versions"][0]["changedBy"], "Chan Tai Man");

    post(&server, server.member().await.id, Some(&partner), TransactionKind::Earn, 50).await;
    let month = month_of(&server);
    next_month(&server);
    let finance = server.staff_at(Role::Finance, None).await;
    close(&finance, &month).await.expect(200);
    set_terms(&finance, &partner, 2, sound).await.expect_problem(400, "month_closed");
}

#[tokio::test]
async fn a_past_day_keeps_the_value_that_a_point_had() {
    let server = TestServer::start().await;
    let set = async |value: &str| {
        let owner = server.staff_at(Role::Owner, None).await;
        let mut settings = owner.get("/api/admin/settings").await.expect(200);
        settings["pointValueHkd"] = json!(value);
        owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    };
    let desk = Desk::of(&server).await;
    let (partner, member) = (desk.partner("1", "0").await, server.member().await.id);
    set("0.016").await;
    post(&server, member, Some(&partner), TransactionKind::Earn, 1_000).await;
    let day = server.clock.now().in_hong_kong("%Y-%m-%d");
    server.clock.advance(Duration::from_secs(DAY_S));
    set("0.02").await;
    let today = server.clock.now().in_hong_kong("%Y-%m-%d");
    let finance = server.staff_at(Role::Finance, None).await;
    let report = |path: String| {
        let finance = &finance;
        async move { finance.get(&path).await.expect(200) }
    };
    assert_eq!(report(format!("/api/admin/reports/liability?at={day}")).await["liability"], "16.00");
    assert_eq!(report(format!("/api/admin/reports/liability?at={today}")).await["liability"], "20.00");
    let days = report(format!("/api/admin/reports/summary?from={day}&to={today}")).await["days"].clone();
    assert_eq!((&days[0]["liability"], &days[1]["liability"]), (&json!("16.00"), &json!("20.00")));
    post(&server, member, Some(&partner), TransactionKind::Redeem, 500).await;
    let bill = report(format!("{BILLS}/{partner}")).await;
    assert_eq!((&bill["issuedHkd"], &bill["redeemedHkd"]), (&json!("16.00"), &json!("10.00")));
}
