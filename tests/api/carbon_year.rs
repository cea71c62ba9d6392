//! Saved CO2e at the turn of a year and on a leap day, to the second in Hong Kong.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, award, factor, shop};
use crate::counter::Shop;
use crate::support::{Caller, PASSWORD, TestMember, fresh_key};

const REPORT: &str = "/api/admin/carbon/report";

/// Sets the clock to a time in Hong Kong; gives a manager of the partner who signs in then.
async fn manager_at(shop: &Shop, local: &str) -> Caller {
    shop.server.clock.set(Timestamp::parse(&format!("{local}+08:00")).expect("a time"));
    shop.manager().await
}

async fn buy(shop: &Shop, member: &TestMember, (local, dollars): (&str, &str)) -> Value {
    award(&manager_at(shop, local).await, member, dollars, json!([])).await.expect(200)
}

/// The grams of the months that have some, with the number of the month, and the first year with a tree.
async fn months_of(member: &TestMember, year: i64) -> (Vec<(usize, String)>, i64) {
    let tree = member.caller.get(&format!("/api/carbon/tree?year={year}")).await.expect(200);
    assert_eq!(tree["year"], json!(year));
    let months = tree["months"].as_array().expect("months").iter().enumerate();
    let months = months.map(|(at, grams)| (at + 1, grams.as_str().expect("grams").to_owned()));
    let some: Vec<_> = months.filter(|(_, grams)| grams != "0").collect();
    (some, tree["firstYear"].as_i64().expect("a year"))
}

/// The days or months of the operator's report, with their grams.
async fn reported(shop: &Shop, query: &str, field: &str) -> Vec<(String, String)> {
    let operator = shop.server.staff(Role::Operator).await;
    let report = operator.get(&format!("{REPORT}?{query}")).await.expect(200);
    let text = |row: &Value, name: &str| row[name].as_str().expect("a text").to_owned();
    report.as_array().expect("rows").iter().map(|row| (text(row, field), text(row, "grams"))).collect()
}

fn rows(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(part, grams)| ((*part).to_owned(), (*grams).to_owned())).collect()
}

#[tokio::test]
async fn each_purchase_belongs_to_the_year_the_month_and_the_day_of_its_second() {
    let shop = shop().await;
    let ada = shop.server.member().await;
    shop.desk.operator.post(FACTORS, factor("dollar", "10", "Local vegetables")).await.expect(201);
    for bought in [
        ("2026-12-31T23:59:59", "1.00"),
        ("2027-01-01T00:00:00", "2.00"),
        ("2027-12-31T23:59:59.999", "4.00"),
        ("2028-02-28T23:59:59", "8.00"),
        ("2028-02-29T00:00:00", "16.00"),
        ("2028-02-29T23:59:59", "32.00"),
        ("2028-03-01T00:00:00", "64.00"),
    ] {
        buy(&shop, &ada, bought).await;
    }
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let grams = |months: &[(usize, &str)]| months.iter().map(|(at, grams)| (*at, (*grams).to_owned())).collect();
    let expected: [(i64, Vec<(usize, String)>); 4] = [
        (2025, grams(&[])),
        (2026, grams(&[(12, "10")])),
        (2027, grams(&[(1, "20"), (12, "40")])),
        (2028, grams(&[(2, "560"), (3, "640")])),
    ];
    for (year, months) in expected {
        assert_eq!(months_of(&ada, year).await, (months, year.min(2026)));
    }

    let leap = reported(&shop, "by=day&from=2028-02-01&to=2028-03-01", "day").await;
    assert_eq!(leap, rows(&[("2028-02-28", "80"), ("2028-02-29", "480"), ("2028-03-01", "640")]));
    let leap = reported(&shop, "by=day&from=2028-02-29&to=2028-02-29", "day").await;
    assert_eq!(leap, rows(&[("2028-02-29", "480")]));
    let turn = reported(&shop, "by=day&from=2026-12-31&to=2027-01-01", "day").await;
    assert_eq!(turn, rows(&[("2026-12-31", "10"), ("2027-01-01", "20")]));
    let by_month = reported(&shop, "months=16", "month").await;
    let three = [("2026-12", "10"), ("2027-01", "20"), ("2027-12", "40"), ("2028-02", "560"), ("2028-03", "640")];
    assert_eq!(by_month, rows(&three));
    assert_eq!(reported(&shop, "months=15", "month").await, rows(&three[1..]), "January 2027 to March 2028");
    assert_eq!(reported(&shop, "months=2", "month").await, rows(&three[3..]));
    shop.server.verify_books();
}

#[tokio::test]
async fn an_undo_after_midnight_takes_the_grams_out_of_the_year_before() {
    let shop = shop().await;
    let ada = shop.server.member().await;
    shop.desk.operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    let manager = manager_at(&shop, "2026-12-31T23:59:59").await;
    let wrong = award(&manager, &ada, "1.00", json!([])).await.expect(200);
    shop.server.clock.advance(Duration::from_secs(6));
    award(&manager, &ada, "1.00", json!([])).await.expect(200);
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let today = ada.caller.get("/api/carbon/tree").await.expect(200);
    assert_eq!((&today["year"], &today["firstYear"], &today["grams"]), (&json!(2027), &json!(2026), &json!("24")));
    let path = format!("/api/merchant/award/{}/undo", wrong["transactionId"].as_str().expect("an id"));
    manager.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(months_of(&ada, 2026).await.0, []);
    assert_eq!(months_of(&ada, 2027).await, (vec![(1, "24".to_owned())], 2027));
    assert_eq!(reported(&shop, "months=2", "month").await, rows(&[("2027-01", "24")]));
}
