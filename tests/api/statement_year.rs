//! Signed statements of a December and of a February with a leap day.

use kapok::base::clock::Timestamp;
use kapok::member::statement::{TrustedKeys, check_file};
use serde_json::{Value, json};

use crate::carbon::{FACTORS, award, factor, shop};
use crate::pdf_text::text_of;
use crate::signed_statements::bytes_of;
use crate::support::PASSWORD;

#[tokio::test]
async fn statements_of_december_and_of_a_leap_february_have_their_days_and_the_grams_of_their_year() {
    let shop = shop().await;
    let ada = shop.server.member().await;
    shop.desk.operator.post(FACTORS, factor("purchase", "1240", "Own cup")).await.expect(201);
    for (local, dollars) in [
        ("2026-11-30T23:59:59.999", "1.00"),
        ("2026-12-01T00:00:00", "2.00"),
        ("2026-12-31T23:59:59.999", "4.00"),
        ("2027-01-01T00:00:00", "8.00"),
        ("2028-01-31T23:59:59.999", "16.00"),
        ("2028-02-01T00:00:00", "32.00"),
        ("2028-02-28T12:00:00", "64.00"),
        ("2028-02-29T23:59:59.999", "128.00"),
        ("2028-03-01T00:00:00", "256.00"),
    ] {
        shop.server.clock.set(Timestamp::parse(&format!("{local}+08:00")).expect("a time"));
        award(&shop.manager().await, &ada, dollars, json!([])).await.expect(200);
    }
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    // The first statement makes the key.
    bytes_of(&ada, "/api/statement/2026-11").await;
    let keys = shop.server.visitor().get("/api/statement/keys").await.text;
    let trusted = TrustedKeys::read(&keys).expect("keys");
    let cases = [
        ("2026-12", (1, 7), vec![2, 4], ("2480", "3720"), "Statement of December 2026"),
        ("2027-01", (7, 15), vec![8], ("1240", "1240"), "Statement of January 2027"),
        ("2027-12", (15, 15), vec![], ("0", "1240"), "Statement of December 2027"),
        ("2028-02", (31, 255), vec![32, 64, 128], ("3720", "4960"), "Statement of February 2028"),
    ];
    for (month, (opening, closing), points, (of_month, of_year), title) in cases {
        let json = bytes_of(&ada, &format!("/api/statement/{month}")).await;
        let pdf = bytes_of(&ada, &format!("/api/statement/{month}/pdf")).await;
        for file in [&json, &pdf] {
            check_file(file, Some(&trusted)).unwrap_or_else(|fault| panic!("{month}: {fault:?}"));
        }
        let signed: Value = serde_json::from_slice(&json).expect("JSON");
        let statement = &signed["statement"];
        assert_eq!((&statement["opening"], &statement["closing"]), (&json!(opening), &json!(closing)), "{month}");
        let movements = statement["movements"].as_array().expect("movements").iter();
        let given: Vec<_> = movements.map(|movement| movement["points"].as_i64().expect("points")).collect();
        assert_eq!(given, points, "{month}");
        assert_eq!(statement["carbon"], json!({ "monthGrams": of_month, "yearGrams": of_year }), "{month}");
        let pages = text_of(&pdf);
        assert!(pages.contains(title), "{pages}");
    }
    let leap = text_of(&bytes_of(&ada, "/api/statement/2028-02/pdf").await);
    assert!(leap.contains("29 Feb") && !leap.contains("1 Mar 2028, 00:00"), "{leap}");
    ada.caller.get("/api/statement/2028-03").await.expect_problem(404, "not_found");
}
