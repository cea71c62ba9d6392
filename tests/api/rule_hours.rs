//! Earning rules whose hours go over midnight: the till, a tried bill, a claim and a simulation agree to the minute.

use serde_json::{Value, json};

use crate::earning_rules::{Shop, points};
use crate::simulations::finds_what_was_given;
use crate::support::desk::Over;

const BILL: &str = "/api/admin/earning-rules/bill";

fn night() -> Value {
    json!({ "from": "22:00", "until": "02:00" })
}

#[tokio::test]
async fn the_minutes_at_which_hours_over_midnight_begin_and_end() {
    let mut shop = Shop::open_at("2026-12-31T21:59").await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "hours": night() })).await;
    for (local, doubled) in [
        ("2026-12-31T21:59", false),
        ("2026-12-31T22:00", true),
        ("2026-12-31T23:59", true),
        ("2027-01-01T00:00", true),
        ("2027-01-01T01:59", true),
        ("2027-01-01T02:00", false),
        ("2027-01-01T21:59", false),
        ("2027-01-01T22:00", true),
    ] {
        shop.go_to(local).await;
        let lines = if doubled { vec![10, 10] } else { vec![10] };
        let bill = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "10",
            "at": format!("{local}:30+08:00") });
        assert_eq!(points(&shop.desk.operator.post(BILL, bill).await.expect(200)), lines, "a bill of {local}");
        assert_eq!(points(&shop.award(&ada, "10").await), lines, "{local}");
    }
    finds_what_was_given(&shop, &rule, 50).await;
    shop.server.verify_books();
}

#[tokio::test]
async fn the_day_of_the_week_and_the_last_day_are_those_of_the_moment() {
    // A Friday.
    let mut shop = Shop::open_at("2026-03-13T00:30").await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "hours": night(), "weekdays": ["friday"] })).await;
    let last = shop.on(json!({ "hours": night(), "from": "2026-03-14", "until": "2026-03-14" })).await;
    for (local, lines) in [
        ("2026-03-13T00:30", vec![10, 10]),
        ("2026-03-13T23:30", vec![10, 10]),
        // A Saturday, which is the only day of the other rule.
        ("2026-03-14T00:30", vec![10, 10]),
        ("2026-03-14T23:30", vec![10, 10]),
        ("2026-03-15T00:30", vec![10]),
    ] {
        shop.go_to(local).await;
        let given = shop.award(&ada, "10").await;
        assert_eq!(points(&given), lines, "{local}");
        let by = if local < "2026-03-14" { &rule } else { &last };
        assert!(lines.len() == 1 || given["lines"][1]["rule"] == json!(by), "{local}: {given}");
    }
    finds_what_was_given(&shop, &rule, 20).await;
    finds_what_was_given(&shop, &last, 20).await;
}

#[tokio::test]
async fn members_and_staff_read_hours_over_midnight_as_they_were_set() {
    let shop = Shop::open_at("2026-03-13T12:00").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "hours": night(), "partners": [shop.partner] })).await;
    let rules = shop.desk.operator.get("/api/admin/earning-rules").await.expect(200);
    assert_eq!(rules[0]["live"]["rule"]["hours"], night());
    let announced = ada.caller.get("/api/partner/bonuses").await.expect(200);
    assert_eq!(announced[0]["hours"], night());
}

#[tokio::test]
async fn a_rule_of_a_leap_day_gives_on_that_day_and_a_simulation_finds_it_a_year_later() {
    let mut shop = Shop::open_at("2028-02-28T23:59").await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "from": "2028-02-29", "until": "2028-02-29" })).await;
    for (local, doubled) in [
        ("2028-02-28T23:59", false),
        ("2028-02-29T00:00", true),
        ("2028-02-29T23:59", true),
        ("2028-03-01T00:00", false),
    ] {
        shop.go_to(local).await;
        let lines = if doubled { vec![10, 10] } else { vec![10] };
        let bill = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "10",
            "at": format!("{local}:59+08:00") });
        assert_eq!(points(&shop.desk.operator.post(BILL, bill).await.expect(200)), lines, "a bill of {local}");
        assert_eq!(points(&shop.award(&ada, "10").await), lines, "{local}");
    }
    finds_what_was_given(&shop, &rule, 20).await;

    // The same days of the last year are 364 days earlier.
    shop.go_to("2029-02-27T12:00").await;
    for (asked, from, to, purchases, points) in [
        (json!({ "days": 1, "lastYear": true }), "2028-02-29", "2028-02-29", 2, 20),
        (json!({ "days": 2, "lastYear": true }), "2028-02-28", "2028-02-29", 3, 20),
        (json!({ "days": 2, "lastYear": true, "keepDates": false }), "2028-02-28", "2028-02-29", 3, 30),
        (json!({ "days": 365 }), "2028-02-29", "2029-02-27", 3, 20),
        (json!({ "days": 366 }), "2028-02-28", "2029-02-27", 4, 20),
        (json!({ "days": 364 }), "2028-03-01", "2029-02-27", 1, 0),
    ] {
        let found = shop.simulate(&rule, asked.clone().over(json!({ "keepDates": true }))).await;
        assert_eq!((&found["from"], &found["to"]), (&json!(from), &json!(to)), "{asked}");
        assert_eq!((&found["purchases"], &found["points"]), (&json!(purchases), &json!(points)), "{asked}: {found}");
        assert_eq!(found["givenPoints"], if points == 0 { json!(0) } else { json!(20) }, "{asked}: {found}");
    }
    let one = shop.simulate(&rule, json!({ "days": 366, "keepDates": true })).await;
    assert_eq!(one["byDay"].as_array().map(Vec::len), Some(1), "{one}");
    assert_eq!((&one["byDay"][0]["day"], &one["change"]), (&json!("2028-02-29"), &json!(0)), "{one}");
    shop.server.verify_books();
}
