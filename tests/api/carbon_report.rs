//! The report of saved CO2e: its sums, who sees which partner, and its file.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, award, factor, shop};
use crate::counter::Shop;
use crate::support::{Caller, TestMember, fresh_key};

const REPORT: &str = "/api/admin/carbon/report";
const OWN_REPORT: &str = "/api/merchant/carbon-report";

/// Milligrams of a decimal of grams.
fn milligrams(grams: &Value) -> i64 {
    let text = grams.as_str().expect("grams");
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{places:0<3}").parse().expect("a number")
}

fn sum(report: &Value) -> i64 {
    report.as_array().expect("rows").iter().map(|row| milligrams(&row["grams"])).sum()
}

fn texts<'r>(report: &'r Value, field: &str) -> Vec<&'r str> {
    report.as_array().expect("rows").iter().filter_map(|row| row[field].as_str()).collect()
}

/// A shop and a rival, with purchases of September and October. Staff are those of October.
struct Purchases {
    shop: Shop,
    member: TestMember,
    rival_id: String,
    operator: Caller,
    manager: Caller,
    rival: Caller,
    /// The milligrams that stay, at the shop and at the rival.
    kept: [i64; 2],
}

async fn purchases() -> Purchases {
    let shop = shop().await;
    let member = shop.server.member().await;
    let rival_id = shop.desk.partner("1", "0").await;
    for new in [factor("dollar", "54.321", "Local vegetables"), factor("purchase", "24", "=1+1")] {
        shop.desk.operator.post(FACTORS, new).await.expect(201);
    }
    let mut kept = [0, 0];
    let mut staff = staff_of(&shop, &rival_id).await;
    for month in 0..2 {
        for amount in ["10.00", "1.07", "333.33"] {
            for (place, at) in [&staff[1], &staff[2]].into_iter().enumerate() {
                kept[place] += milligrams(&award(at, &member, amount, json!([])).await.expect(200)["carbonGrams"]);
            }
        }
        let wrong = award(&staff[1], &member, "77.00", json!([])).await.expect(200);
        if month == 0 {
            // Ten days later, which is in October: a reversal takes the grams out of the day of the purchase.
            shop.server.clock.advance(Duration::from_secs(10 * 86_400));
            staff = staff_of(&shop, &rival_id).await;
        }
        let path = format!("/api/admin/transactions/{}/reverse", wrong["transactionId"].as_str().expect("an id"));
        staff[0].post_once(&path, &fresh_key(), json!({ "reason": "Wrong member" })).await.expect(200);
    }
    let [operator, manager, rival] = staff;
    Purchases { shop, member, rival_id, operator, manager, rival, kept }
}

async fn staff_of(shop: &Shop, rival: &str) -> [Caller; 3] {
    let server = &shop.server;
    [
        server.staff(Role::Operator).await,
        server.staff_at(Role::Merchant, Some(&shop.partner)).await,
        server.staff_at(Role::Merchant, Some(rival)).await,
    ]
}

#[tokio::test]
async fn the_report_sums_to_what_the_transactions_keep() {
    let all = purchases().await;
    let by_month = all.operator.get(REPORT).await.expect(200);
    assert_eq!(sum(&by_month), all.kept[0] + all.kept[1], "{by_month}");
    let copy = {
        all.member.caller.sign_in(&all.member.email, crate::support::PASSWORD).await;
        all.member.caller.post("/api/auth/exportAccount", json!({})).await.expect(200)
    };
    assert_eq!(sum(&copy["carbon"]), sum(&by_month), "the member's own entries");
    let months = texts(&by_month, "month");
    assert_eq!((months.len(), months[0], months[7]), (8, "2026-09", "2026-10"), "2 partners, 2 factors, 2 months");
    let first = &by_month[0];
    assert_eq!(
        (&first["unit"], &first["source"], &first["sourceYear"]),
        (&json!("dollar"), &json!("Packaging LCA"), &json!(2024))
    );
    assert_eq!(
        (&first["grams"], &first["kilograms"], &first["uses"]),
        (&json!("18708.152"), &json!("18.708152"), &json!(3))
    );
    let by_day = all.operator.get(&format!("{REPORT}?by=day")).await.expect(200);
    assert_eq!(sum(&by_day), sum(&by_month));
    let days = texts(&by_day, "day");
    assert_eq!((days.len(), days[0], days[7]), (8, "2026-09-21", "2026-10-01"));

    for (asked, kept) in [
        ("from=2026-09-21&to=2026-09-30", (all.kept[0] + all.kept[1]) / 2),
        ("from=2026-09-22&to=2026-09-30", 0),
        ("from=2026-09-22&to=2026-10-01", (all.kept[0] + all.kept[1]) / 2),
        ("months=1", (all.kept[0] + all.kept[1]) / 2),
        (&format!("partner={}", all.rival_id), all.kept[1]),
    ] {
        assert_eq!(sum(&all.operator.get(&format!("{REPORT}?{asked}")).await.expect(200)), kept, "{asked}");
    }
}

#[tokio::test]
async fn a_partner_sees_its_own_sums_only() {
    let all = purchases().await;
    for (staff, id, kept) in [(&all.manager, &all.shop.partner, all.kept[0]), (&all.rival, &all.rival_id, all.kept[1])]
    {
        let own = staff.get(OWN_REPORT).await.expect(200);
        assert_eq!(sum(&own), kept);
        assert!(texts(&own, "partnerId").iter().all(|one| one == id), "{own}");
        // A partner in the query changes nothing.
        for asked in [format!("partner={}", all.rival_id), format!("partner={}", all.shop.partner)] {
            assert_eq!(staff.get(&format!("{OWN_REPORT}?{asked}")).await.expect(200), own);
        }
        let file = staff.get(&format!("{OWN_REPORT}?format=csv&by=day")).await.text;
        assert_eq!(file.lines().skip(1).filter(|line| !line.contains(id.as_str())).count(), 0, "{file}");
        staff.get(REPORT).await.expect_problem(403, "forbidden");
    }
    all.operator.get(OWN_REPORT).await.expect_problem(403, "forbidden");
    assert_eq!(all.shop.server.visitor().get(OWN_REPORT).await.status, 401);
    assert_eq!(all.member.caller.get(OWN_REPORT).await.status, 401);
}

#[tokio::test]
async fn the_file_has_the_rows_of_the_report_and_runs_no_formula() {
    let all = purchases().await;
    // More rows than the first step of a download has.
    for number in 0..40 {
        let mut choice = factor("purchase", "1.001", &format!("Choice {number}"));
        choice["from"] = json!("2026-10-01");
        all.operator.post(FACTORS, choice).await.expect(201);
    }
    for staff in [&all.manager, &all.rival] {
        award(staff, &all.member, "1.00", json!([])).await.expect(200);
    }
    for by in ["month", "day"] {
        let rows = all.operator.get(&format!("{REPORT}?by={by}")).await.expect(200);
        let answer = all.operator.get(&format!("{REPORT}?by={by}&format=csv")).await;
        assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"carbon.csv\"");
        let mut reader = csv::Reader::from_reader(answer.text.trim_start_matches('\u{feff}').as_bytes());
        let heads = reader.headers().expect("headings").clone();
        let column = |name: &str| heads.iter().position(|head| head == name).expect("a column");
        let lines: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
        assert!(lines.len() > 80, "{}", lines.len());
        let told: Vec<&str> = lines.iter().map(|line| &line[column("grams")]).collect();
        assert_eq!(told, texts(&rows, "grams"), "each row once, in the order of the report");
        let names: Vec<&str> = lines.iter().map(|line| &line[column("factorName")]).collect();
        assert!(names.contains(&"'=1+1") && !names.contains(&"=1+1"), "{names:?}");
    }
}

#[tokio::test]
async fn a_period_without_sense_is_refused() {
    let shop = shop().await;
    let manager = shop.manager().await;
    shop.till().await.get(OWN_REPORT).await.expect_problem(403, "forbidden");
    for (caller, path) in [(&shop.desk.operator, REPORT), (&manager, OWN_REPORT)] {
        for (asked, code) in [
            ("months=0", "invalid_parameter"),
            ("months=121", "invalid_parameter"),
            ("months=3&from=2026-09-01", "invalid_parameter"),
            ("by=week", "invalid_parameter"),
            ("from=yesterday", "invalid_value"),
            ("from=2026-02-30", "invalid_value"),
            ("from=2026-09-02&to=2026-09-01", "invalid_period"),
            ("from=2015-01-01&to=2026-09-01", "invalid_period"),
            ("by=day&from=2025-09-01&to=2026-09-20", "invalid_period"),
        ] {
            caller.get(&format!("{path}?{asked}")).await.expect_problem(400, code);
        }
        assert_eq!(caller.get(&format!("{path}?by=day&from=2025-09-21&to=2026-09-21")).await.expect(200), json!([]));
    }
    shop.desk.operator.get(&format!("{REPORT}?partner=x")).await.expect_problem(400, "invalid_parameter");
}
