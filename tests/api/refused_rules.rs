//! Earning rules that are refused: nothing limits them, no purchase can meet them, or they overlap without an order.

use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop, double};
use crate::support::Answer;
use crate::support::desk::Over;

async fn post(shop: &Shop, over: Value) -> Answer {
    shop.desk.operator.post(RULES, over.over(double())).await
}

/// The fields of a rule that nothing limits.
fn unlimited() -> Value {
    json!({ "until": null, "budget": null })
}

async fn refused(shop: &Shop, over: Value, field: &str, code: &str) {
    let refused = post(shop, over.clone()).await.expect_problem(400, code);
    assert_eq!(refused["errors"][0]["field"], field, "{over}: {refused}");
}

/// Adds a segment of these lines, joined by `all` or `any`.
async fn segment(shop: &Shop, joined_by: &str, lines: &[Value]) -> Value {
    let segment = json!({ "name": "Some", "conditions": { "match": joined_by, "lines": lines } });
    shop.desk.operator.post("/api/admin/segments", segment).await.expect(201)["_id"].clone()
}

#[tokio::test]
async fn an_occasion_limits_a_small_bonus_alone() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let fixed = |points: i64| json!({ "bonus": { "kind": "fixed", "points": points } }).over(unlimited());
    let bill = json!({ "bonus": { "kind": "perAmount", "points": 1, "eachHkd": "1" } }).over(unlimited());
    for occasion in [
        json!({ "kind": "birthday" }),
        json!({ "kind": "welcome", "withinDays": 30 }),
        json!({ "kind": "firstPurchase" }),
        json!({ "kind": "nthPurchase", "n": 3 }),
    ] {
        let with = |rule: &Value| json!({ "occasion": occasion }).over(rule.clone());
        let code = "rule_occasion_unlimited";
        refused(&shop, with(&fixed(10_001)), "budget", code).await;
        refused(&shop, with(&unlimited()), "budget", code).await;
        refused(&shop, with(&bill), "budget", code).await;
        for cap in ["perReceipt", "perMember"] {
            refused(&shop, json!({ "caps": { cap: 10_001 } }).over(with(&bill)), "budget", code).await;
        }
        refused(&shop, json!({ "until": "2099-12-31" }).over(with(&bill)), "budget", code).await;
        for sound in [
            fixed(10_000),
            json!({ "caps": { "perReceipt": 10_000 } }).over(bill.clone()),
            json!({ "caps": { "perMemberDay": 50 } }).over(bill.clone()),
            json!({ "caps": { "perMember": 10_000 } }).over(bill.clone()),
            json!({ "budget": { "unit": "points", "amount": 2_000_000 } }).over(fixed(1_000_000)),
            json!({ "until": "2026-12-31" }).over(fixed(1_000_000)),
        ] {
            post(&shop, with(&sound)).await.expect(201);
        }
    }
    // Each third purchase comes again and again.
    let each = json!({ "occasion": { "kind": "nthPurchase", "n": 3, "repeats": true } });
    refused(&shop, each.over(fixed(5)), "budget", "rule_unlimited").await;
}

#[tokio::test]
async fn a_segment_whose_members_cannot_meet_the_rest_is_refused() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (here, there) = (&shop.partner, &shop.desk.partner("1", "0").await);
    let first = json!({ "occasion": { "kind": "firstPurchase", "at": "programme" } });
    let first_here = json!({ "occasion": { "kind": "firstPurchase" }, "partners": [here] });
    let tenth = json!({ "occasion": { "kind": "nthPurchase", "n": 10 }, "partners": [here] });
    let welcome = json!({ "occasion": { "kind": "welcome", "withinDays": 30 } });
    let visited = json!({ "kind": "visited" });
    let visited_here = json!({ "kind": "visited", "partners": [here] });
    let visited_both = json!({ "kind": "visited", "partners": [here, there] });
    let not = |line: &Value| json!({ "not": true }).over(line.clone());
    let spent = json!({ "kind": "spent", "atLeastHkd": "10", "days": 30 });
    let away = json!({ "kind": "lastVisit", "days": 30 });
    let within = |days: i64| json!({ "kind": "joinedWithin", "days": days });
    let until = |day: &str| json!({ "kind": "joined", "until": day });
    let since = |day: &str| json!({ "kind": "joined", "from": day });
    for (rule, line, is_possible) in [
        (&first, &visited, false),
        (&first, &visited_here, false),
        (&first, &spent, false),
        (&first, &away, false),
        (&welcome, &visited, false),
        (&first, &not(&visited), true),
        (&first_here, &visited, true),
        (&first_here, &visited_here, false),
        (&first_here, &visited_both, true),
        (&tenth, &visited_here, true),
        (&tenth, &not(&visited), false),
        (&tenth, &not(&visited_here), false),
        (&tenth, &not(&visited_both), false),
        (&tenth, &not(&json!({ "kind": "visited", "partners": [there] })), true),
        (&tenth, &not(&json!({ "kind": "visited", "days": 30 })), true),
        (&welcome, &within(10), true),
        (&welcome, &not(&within(30)), true),
        (&welcome, &not(&within(31)), false),
        (&first, &not(&within(31)), true),
        (&welcome, &until("2026-02-10"), true),
        (&welcome, &until("2026-02-09"), false),
        (&welcome, &since("2026-02-09"), true),
        (&welcome, &not(&since("2026-02-11")), true),
        (&welcome, &not(&since("2026-02-10")), false),
        (&json!({ "from": "2026-04-12" }).over(welcome.clone()), &until("2026-03-13"), true),
        (&json!({ "from": "2026-04-13" }).over(welcome.clone()), &until("2026-03-13"), false),
    ] {
        let rule = json!({ "segment": segment(&shop, "all", std::slice::from_ref(line)).await }).over(rule.clone());
        if is_possible {
            post(&shop, rule).await.expect(201);
        } else {
            refused(&shop, rule, "segment", "rule_never_applies").await;
        }
    }
    let nobody = [json!({ "kind": "balance", "min": 500 }), json!({ "kind": "balance", "max": 100 })];
    let all = json!({ "segment": segment(&shop, "all", &nobody).await });
    refused(&shop, all, "segment", "rule_never_applies").await;
    let any = json!({ "segment": segment(&shop, "any", &nobody).await });
    post(&shop, any).await.expect(201);
    let language = json!({ "kind": "language", "languages": ["en"] });
    let all = segment(&shop, "all", &[language.clone(), visited.clone()]).await;
    refused(&shop, json!({ "segment": all }).over(first.clone()), "segment", "rule_never_applies").await;
    let any = segment(&shop, "any", &[language, visited]).await;
    post(&shop, json!({ "segment": any }).over(first)).await.expect(201);
}

#[tokio::test]
async fn a_segment_that_changed_is_looked_at_again_when_the_rule_is_switched_on() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let segment = segment(&shop, "all", &[json!({ "kind": "referred" })]).await;
    let rule = shop.add(json!({ "segment": segment, "occasion": { "kind": "welcome" } })).await;
    let id = rule["_id"].as_str().expect("an id");
    shop.simulate(id, json!({})).await;
    let path = format!("/api/admin/segments/{}", segment.as_str().expect("an id"));
    let lines = json!([{ "kind": "visited" }]);
    let bought = json!({ "name": "Some", "conditions": { "lines": lines } });
    shop.desk.operator.put_at(&path, "*", bought).await.expect(200);
    let refused = shop.switch_on(id).await.expect_problem(400, "rule_never_applies");
    assert_eq!(refused["errors"][0]["field"], "segment");
}

#[tokio::test]
async fn a_rule_whose_last_hours_have_passed_is_not_switched_on() {
    // A Thursday.
    let shop = Shop::open_at("2026-03-12T12:00").await;
    for (over, is_over) in [
        (json!({ "until": "2026-03-12" }), false),
        (json!({ "until": "2026-03-12", "hours": { "from": "09:00", "until": "12:01" } }), false),
        (json!({ "until": "2026-03-12", "hours": { "from": "09:00", "until": "12:00" } }), true),
        (json!({ "until": "2026-03-12", "hours": { "from": "22:00", "until": "02:00" } }), false),
        (json!({ "until": "2026-03-12", "hours": { "from": "24:00", "until": "02:00" } }), true),
        (json!({ "from": "2026-03-09", "until": "2026-03-13", "weekdays": ["wednesday"] }), true),
        (json!({ "from": "2026-03-09", "until": "2026-03-13", "weekdays": ["wednesday", "friday"] }), false),
        (json!({ "until": "2026-03-18", "weekdays": ["wednesday"] }), false),
    ] {
        let id = shop.add(over.clone()).await["_id"].as_str().expect("an id").to_owned();
        shop.simulate(&id, json!({})).await;
        let answer = shop.switch_on(&id).await;
        if is_over {
            assert_eq!(answer.expect_problem(400, "rule_is_over")["errors"][0]["field"], "until", "{over}");
        } else {
            answer.expect(200);
        }
    }
}

#[tokio::test]
async fn rules_that_count_alone_overlap_where_a_purchase_can_meet_both() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let other = shop.desk.partner("1", "0").await;
    let outlet = async |partner: &str| {
        let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
        let path = format!("/api/admin/partners/{partner}/outlets");
        shop.desk.operator.post(&path, place).await.expect(201)["_id"].clone()
    };
    let (here, here_too, there) = (&outlet(&shop.partner).await, &outlet(&shop.partner).await, &outlet(&other).await);
    let (some, others) = (
        segment(&shop, "all", &[json!({ "kind": "referred" })]).await,
        segment(&shop, "all", &[json!({ "kind": "referred", "not": true })]).await,
    );
    let span = |from: &str, until: &str| json!({ "from": from, "until": until });
    let hours = |from: &str, until: &str| json!({ "hours": span(from, until) });
    for (one, two, overlap) in [
        (json!({ "outlets": [here] }), json!({ "outlets": [here_too] }), false),
        (json!({ "outlets": [here] }), json!({ "outlets": [here, here_too] }), true),
        (json!({ "outlets": [here] }), json!({ "partners": [shop.partner] }), true),
        (json!({ "outlets": [there] }), json!({ "partners": [shop.partner] }), false),
        (json!({ "partners": [shop.partner] }), json!({ "outlets": [there] }), false),
        (json!({ "outlets": [here] }), json!({ "partnerTypes": ["Transport"] }), false),
        (json!({ "partnerTypes": ["Food"] }), json!({ "outlets": [here] }), true),
        (json!({ "partners": [shop.partner] }), json!({ "partnerTypes": ["Transport"] }), false),
        (json!({ "segment": some }), json!({ "segment": others }), true),
        (json!({ "segment": some }), json!({}), true),
        (json!({ "enjoyCard": true }), json!({ "enjoyCard": false }), false),
        (json!({ "enjoyCard": true }), json!({}), true),
        (hours("22:00", "02:00"), hours("02:00", "22:00"), false),
        (hours("22:00", "02:00"), hours("01:59", "03:00"), true),
        (hours("22:00", "02:00"), hours("21:00", "22:01"), true),
        (hours("22:00", "02:00"), hours("23:00", "01:00"), true),
        (hours("22:00", "00:00"), hours("00:00", "06:00"), false),
        (json!({ "minimumBillHkd": "10" }), json!({ "minimumBillHkd": "500" }), true),
        (json!({ "occasion": { "kind": "birthday" } }), json!({ "occasion": { "kind": "welcome" } }), true),
        (span("2026-12-01", "2026-12-31"), span("2027-01-01", "2027-01-31"), false),
        (span("2026-12-25", "2027-01-01"), span("2027-01-01", "2027-01-31"), true),
        (span("2027-02-01", "2027-02-28"), span("2027-03-01", "2027-03-31"), false),
        (span("2028-02-01", "2028-02-29"), span("2028-02-29", "2028-02-29"), true),
        (span("2028-02-29", "2028-02-29"), span("2028-03-01", "2028-03-31"), false),
        // The leap day is a Tuesday and the only day that both spans have.
        (
            json!({ "weekdays": ["monday", "tuesday"] }).over(span("2028-02-28", "2028-02-29")),
            json!({ "weekdays": ["tuesday"] }).over(span("2028-02-29", "2028-03-31")),
            true,
        ),
        (
            json!({ "weekdays": ["monday"] }).over(span("2028-02-22", "2028-02-29")),
            json!({ "weekdays": ["monday"] }).over(span("2028-02-29", "2028-03-31")),
            false,
        ),
        (
            json!({ "weekdays": ["friday"] }).over(span("2026-12-20", "2027-01-01")),
            json!({ "weekdays": ["friday"] }).over(span("2027-01-01", "2027-01-01")),
            true,
        ),
    ] {
        let alone = |rule: &Value| json!({ "stacking": "best" }).over(rule.clone());
        let on = shop.on(alone(&one)).await;
        let answer = post(&shop, alone(&two)).await;
        if overlap {
            let refused = answer.expect_problem(400, "rules_overlap");
            let fields: Vec<&Value> =
                refused["errors"].as_array().expect("errors").iter().map(|error| &error["field"]).collect();
            assert_eq!(fields, [&json!("priority"), &json!(format!("earningRules[{on}]"))], "{one} and {two}");
            post(&shop, json!({ "priority": 1 }).over(alone(&two))).await.expect(201);
        } else {
            assert_eq!(answer.status, 201, "{one} and {two}: {}", answer.text);
        }
        shop.desk.operator.post(&format!("{RULES}/{on}/switch-off"), json!({})).await.expect(200);
    }
}

#[tokio::test]
async fn a_rule_that_is_over_overlaps_with_no_new_rule() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let alone = |rule: Value| json!({ "stacking": "best" }).over(rule);
    shop.on(alone(json!({ "until": "2026-03-12" }))).await;
    post(&shop, alone(json!({}))).await.expect_problem(400, "rules_overlap");
    shop.go_to("2026-03-13T12:00").await;
    post(&shop, alone(json!({}))).await.expect(201);
}

#[tokio::test]
async fn days_of_the_week_meet_spans_over_a_leap_day_and_the_turn_of_the_year() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let rule = |from: &str, until: &str, day: &str| json!({ "from": from, "until": until, "weekdays": [day] });
    for (from, until, day) in [
        ("2028-02-29", "2028-02-29", "tuesday"),
        ("2028-02-28", "2028-03-01", "tuesday"),
        ("2027-02-28", "2027-03-01", "monday"),
        ("2026-12-31", "2027-01-01", "friday"),
        ("2026-12-31", "2027-01-01", "thursday"),
    ] {
        post(&shop, rule(from, until, day)).await.expect(201);
    }
    for (from, until, day) in [
        ("2028-02-29", "2028-02-29", "wednesday"),
        ("2028-02-28", "2028-03-01", "thursday"),
        ("2027-02-28", "2027-03-01", "tuesday"),
        ("2026-12-31", "2027-01-01", "saturday"),
    ] {
        refused(&shop, rule(from, until, day), "weekdays", "rule_never_applies").await;
    }
    post(&shop, json!({ "from": "2027-02-29" })).await.expect_problem(400, "invalid_body");
}
