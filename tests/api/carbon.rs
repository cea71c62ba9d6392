//! Carbon: factors with versions, the grams that a purchase keeps, and a member's year.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::points::Measure;
use serde_json::{Value, json};

use crate::counter::{PIN, Shop};
use crate::support::{Answer, Caller, PASSWORD, TestMember, fresh_key};

pub(crate) const FACTORS: &str = "/api/admin/carbon/factors";

/// A shop whose programme counts carbon.
pub(crate) async fn shop() -> Shop {
    let shop = Shop::open().await;
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["carbon"] = json!(true);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    shop
}

pub(crate) fn factor(unit: &str, grams: &str, name: &str) -> Value {
    json!({ "unit": unit, "name": { "en": name, "zhhk": name }, "grams": grams, "source": "Packaging LCA",
        "sourceYear": 2024, "from": "2026-09-21" })
}

pub(crate) async fn award(till: &Caller, member: &TestMember, amount: &str, entered: Value) -> Answer {
    let body = json!({ "member": member.short_id, "amountHkd": amount, "carbon": entered });
    till.post_once("/api/merchant/award", &fresh_key(), body).await
}

async fn tree(member: &TestMember) -> Value {
    member.caller.get("/api/carbon/tree").await.expect(200)
}

#[tokio::test]
async fn a_purchase_keeps_its_grams_and_an_undo_takes_them_back() {
    let shop = shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    operator.post(FACTORS, factor("dollar", "54", "Local vegetables")).await.expect(201);
    operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    let ride = operator.post(FACTORS, factor("trip", "1140.5", "Tram instead of taxi")).await.expect(201);
    let id = ride["_id"].as_str().expect("an id");
    let plain = award(&till, &member, "10.00", json!([])).await.expect(200);
    assert_eq!(plain["carbonGrams"], "564", "54 g for each of 10 dollars, and 24 g for the purchase");
    let ridden = award(&till, &member, "1.50", json!([{ "factorId": id, "quantity": "2" }])).await.expect(200);
    assert_eq!(ridden["carbonGrams"], "2386");
    let copy = member.caller.post("/api/auth/exportAccount", json!({})).await.expect(200);
    let held: Vec<_> = copy["carbon"].as_array().expect("a list").iter().map(|one| &one["grams"]).collect();
    assert_eq!(held, ["540", "24", "81", "24", "2281"], "the copy of personal data has the grams of each purchase");
    let grown = tree(&member).await;
    assert_eq!((&grown["year"], &grown["grams"], &grown["months"][8]), (&json!(2026), &json!("2950"), &json!("2950")));
    let [of_partner] = grown["partners"].as_array().expect("partners").as_slice() else { panic!("{grown}") };
    assert_eq!((&of_partner["_id"], &of_partner["grams"]), (&json!(shop.partner), &json!("2950")));
    assert_eq!((&of_partner["name"]["zhhk"], &of_partner["purchases"]), (&json!("茶館"), &json!(2)));
    assert!(of_partner["logo"].is_string(), "{of_partner}");

    let path = format!("/api/merchant/award/{}/undo", ridden["transactionId"].as_str().expect("an id"));
    till.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    assert_eq!(tree(&member).await["grams"], "564");
    let report = operator.get("/api/admin/carbon/report").await.expect(200);
    let rows: Vec<_> = report.as_array().expect("rows").iter().map(|row| (&row["uses"], &row["grams"])).collect();
    assert_eq!(rows, [(&json!(1), &json!("540")), (&json!(1), &json!("24"))], "{report}");
    let csv = operator.get("/api/admin/carbon/report?format=csv").await.text;
    assert!(csv.contains("2026-09,") && csv.contains("Own cup"), "{csv}");
}

#[tokio::test]
async fn a_new_version_counts_from_its_day_and_rewrites_nothing() {
    let shop = shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    let cup = operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    let path = format!("{FACTORS}/{}", cup["_id"].as_str().expect("an id"));
    let changed = json!({ "name": { "en": "Own cup" }, "grams": "30", "source": "Packaging LCA", "sourceYear": 2025,
        "from": "2026-09-22" });
    let versions = format!("{path}/versions");
    operator.post(&versions, changed.clone()).await.expect_problem(428, "precondition_required");
    let sent = operator.request(reqwest::Method::POST, &versions).header("if-match", "\"1\"").json(&changed);
    assert_eq!(operator.send(sent).await.expect(200)["versions"][0]["version"], 2);
    let stale = operator.request(reqwest::Method::POST, &versions).header("if-match", "\"1\"").json(&changed);
    operator.send(stale).await.expect_problem(412, "stale");

    assert_eq!(award(&till, &member, "1.00", json!([])).await.expect(200)["carbonGrams"], "24", "the day before");
    shop.server.clock.set(shop.server.clock.now().plus(Duration::from_secs(2 * 3_600)));
    member.caller.sign_in(&member.email, PASSWORD).await;
    let session = json!({ "cashierId": shop.cashier, "pin": PIN });
    till.post("/api/merchant/session", session).await.expect(200);
    assert_eq!(award(&till, &member, "1.00", json!([])).await.expect(200)["carbonGrams"], "30", "after midnight");
    assert_eq!(tree(&member).await["grams"], "54");
    let desk = shop.server.staff(Role::Operator).await;
    let bills = format!("member,partner,amountHkd,day\n{},{},1,2026-09-21\n", member.email, shop.partner);
    let file = desk.request(reqwest::Method::POST, "/api/admin/credits?name=Bills").header("content-type", "text/csv");
    desk.send(file.header("idempotency-key", fresh_key()).body(bills)).await.expect(200);
    assert_eq!(tree(&member).await["grams"], "78", "a bill of the day before counts by the factor of that day");
    let method = member.caller.get("/api/carbon/method").await.expect(200);
    assert_eq!((&method[0]["version"], &method[0]["earlier"][0]["grams"]), (&json!(2), &json!("24")));
    assert_eq!((&method[0]["sourceYear"], &method[0]["earlier"][0]["sourceYear"]), (&json!(2025), &json!(2024)));

    assert_eq!(desk.delete(&path).await.status, 204);
    let ended = award(&till, &member, "1.00", json!([])).await.expect(200);
    assert_eq!((ended.get("carbonGrams"), &tree(&member).await["grams"]), (None, &json!("78")));
}

#[tokio::test]
async fn what_a_cashier_enters_is_checked_before_points_move() {
    let shop = shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    let elsewhere = shop.desk.partner("1", "0").await;
    let mut bulk = factor("kilogram", "212", "Refill");
    bulk["most"] = json!("5");
    let refill = operator.post(FACTORS, bulk).await.expect(201)["_id"].clone();
    let mut other = factor("trip", "890", "Ferry");
    other["partnerId"] = json!(elsewhere);
    let ferry = operator.post(FACTORS, other).await.expect(201)["_id"].clone();
    let cup = operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201)["_id"].clone();
    let offered = till.get("/api/merchant/carbon-factors").await.expect(200);
    assert_eq!(
        offered.as_array().map(|all| all.iter().map(|one| &one["_id"]).collect::<Vec<_>>()),
        Some(vec![&refill])
    );
    let one = |id: &Value, quantity: &str| json!({ "factorId": id, "quantity": quantity });
    for (entered, code) in [
        (json!([one(&ferry, "1")]), "unknown_factor"),
        (json!([one(&cup, "1")]), "unknown_factor"),
        (json!([one(&refill, "0")]), "invalid_value"),
        (json!([one(&refill, "5.001")]), "invalid_value"),
        (json!([one(&refill, "1"), one(&refill, "1")]), "invalid_value"),
    ] {
        award(&till, &member, "10.00", entered).await.expect_problem(400, code);
    }
    award(&till, &member, "10.00", json!([one(&refill, "-1")])).await.expect_problem(400, "invalid_body");
    assert_eq!(member.points().await, 0);
    award(&till, &member, "10.00", json!([one(&refill, "1.25")])).await.expect(200);
    assert_eq!(tree(&member).await["grams"], "289", "1.25 kg of 212 g, and the cup of 24 g");
}

#[tokio::test]
async fn actions_are_counted_whole_each_for_itself_and_only_when_they_are_entered() {
    let shop = shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    let action = async |name: &str, grams: &str, most: &str| {
        let mut made = factor("action", grams, name);
        (made["most"], made["partnerId"]) = (json!(most), json!(shop.partner));
        operator.post(FACTORS, made).await
    };
    for most in ["2.5", "0", "1000.001"] {
        action("Own cup", "24", most).await.expect_problem(400, "invalid_value");
    }
    let cup = action("Own cup", "24.5", "3").await.expect(201)["_id"].clone();
    let meal = action("Own lunch box", "150", "20").await.expect(201)["_id"].clone();
    let versions = format!("{FACTORS}/{}/versions", cup.as_str().expect("an id"));
    let mut part = factor("action", "30", "Own cup");
    part["most"] = json!("3.5");
    part.as_object_mut().expect("a factor").remove("unit");
    let sent = operator.request(reqwest::Method::POST, &versions).header("if-match", "\"1\"").json(&part);
    operator.send(sent).await.expect_problem(400, "invalid_value");

    let offered = till.get("/api/merchant/carbon-factors").await.expect(200);
    let told: Vec<_> =
        offered.as_array().expect("factors").iter().map(|one| (&one["_id"], &one["unit"], &one["most"])).collect();
    let unit = json!("action");
    assert_eq!(told, [(&cup, &unit, &json!("3")), (&meal, &unit, &json!("20"))]);

    let one = |id: &Value, quantity: &str| json!({ "factorId": id, "quantity": quantity });
    for quantity in ["0", "0.5", "1.5", "2.999", "3.001", "4"] {
        award(&till, &member, "10.00", json!([one(&cup, quantity)])).await.expect_problem(400, "invalid_value");
    }
    for quantity in ["-1", "", "one"] {
        award(&till, &member, "10.00", json!([one(&cup, quantity)])).await.expect_problem(400, "invalid_body");
    }
    assert_eq!((member.points().await, &tree(&member).await["grams"]), (0, &json!("0")), "a refusal gives no points");

    let bare = award(&till, &member, "10.00", json!([])).await.expect(200);
    assert_eq!(bare.get("carbonGrams"), None, "nobody entered an action");
    let both = json!([one(&cup, "3"), one(&meal, "1.000")]);
    let awarded = award(&till, &member, "10.00", both).await.expect(200);
    assert_eq!(awarded["carbonGrams"], "223.5", "three cups of 24.5 g and a lunch box of 150 g");
    assert_eq!(tree(&member).await["grams"], "223.5");
    let path = format!("/api/transaction/receipt/{}", awarded["transactionId"].as_str().expect("an id"));
    assert_eq!(member.caller.get(&path).await.expect(200)["purchase"]["carbonGrams"], "223.5");
    let report = operator.get("/api/admin/carbon/report").await.expect(200);
    let rows: Vec<_> =
        report.as_array().expect("rows").iter().map(|row| (&row["unit"], &row["uses"], &row["grams"])).collect();
    assert_eq!(rows, [(&unit, &json!(1), &json!("73.5")), (&unit, &json!(1), &json!("150"))], "{report}");
    for file in [FACTORS, "/api/admin/carbon/report"] {
        let csv = operator.get(&format!("{file}?format=csv")).await.text;
        assert!(csv.contains("Own cup") && csv.matches(",action,").count() == 2, "{csv}");
    }
    for (language, words) in [("en", "each time"), ("zh", "每次"), ("zhhk", "每次")] {
        let request =
            member.caller.request(reqwest::Method::GET, &format!("/api/carbon/method/pdf?language={language}"));
        let text = crate::pdf_text::text_of(&request.send().await.expect("an answer").bytes().await.expect("a body"));
        assert!(text.contains("Own lunch box") && text.contains(words), "{text}");
    }
}

#[tokio::test]
async fn a_factor_without_sense_is_refused_with_the_place() {
    let shop = shop().await;
    let operator = &shop.desk.operator;
    for (field, value, code) in [
        ("grams", json!("0"), "invalid_value"),
        ("grams", json!("1000000.001"), "invalid_value"),
        ("most", json!("0"), "invalid_value"),
        ("name", json!({ "en": " " }), "required_field"),
        ("source", json!("x".repeat(201)), "too_long"),
        ("source", json!("  "), "required_field"),
        ("sourceYear", json!(null), "required_field"),
        ("sourceYear", json!(1989), "invalid_value"),
        ("sourceYear", json!(2027), "invalid_value"),
        ("unit", json!(null), "required_field"),
        ("sourceLink", json!("javascript:alert(1)"), "invalid_link"),
        ("from", json!("2026-09-20"), "day_passed"),
        ("partnerId", json!("019cde0a5b7070009f1b4c1f0c2f7a31"), "unknown_partner"),
        ("unit", json!("mile"), "invalid_body"),
    ] {
        let mut wrong = factor("purchase", "24", "Own cup");
        wrong[field] = value;
        operator.post(FACTORS, wrong).await.expect_problem(400, code);
    }
    assert_eq!(operator.get(FACTORS).await.expect(200), json!([]));
}

#[tokio::test]
async fn a_factor_without_source_year_or_unit_is_not_switched_on_and_each_field_says_so() {
    let shop = shop().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    let bare = json!({ "name": { "en": "Own cup" }, "grams": "24", "from": "2026-09-21" });
    let refused = operator.post(FACTORS, bare.clone()).await;
    refused.expect_problem(400, "required_field");
    let told = refused.json();
    let fields: Vec<_> = told["errors"].as_array().expect("fields").iter().map(|one| &one["field"]).collect();
    assert_eq!(fields, ["unit", "source", "sourceYear"], "all at once: {}", refused.text);
    let cup = operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    let versions = format!("{FACTORS}/{}/versions", cup["_id"].as_str().expect("an id"));
    let later = operator.request(reqwest::Method::POST, &versions).header("if-match", "\"1\"").json(&bare);
    operator.send(later).await.expect_problem(400, "required_field");

    // A version of before, which could lack them, was kept in the database.
    let store = &shop.server.running.store;
    store
        .write_unattended(|tx| {
            let mut old = kapok::member::carbon::versions(tx)?.remove(0);
            (old.version, old.grams, old.source_year) = (2, Measure::from_units(99_000), None);
            kapok::member::carbon::insert_version(tx, &old)
        })
        .await
        .expect("written");
    assert_eq!(award(&till, &member, "1.00", json!([])).await.expect(200)["carbonGrams"], "24", "the sourced version");
    let listed = operator.get(FACTORS).await.expect(200);
    assert_eq!((&listed[0]["inForce"], &listed[0]["versions"][0]["version"]), (&json!(1), &json!(2)));
    let method = member.caller.get("/api/carbon/method").await.expect(200);
    assert_eq!((&method[0]["version"], &method[0]["grams"]), (&json!(1), &json!("24")));
}

#[tokio::test]
async fn nothing_is_counted_while_carbon_is_switched_off() {
    let shop = Shop::open().await;
    let (till, member, operator) = (shop.till().await, shop.server.member().await, &shop.desk.operator);
    operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    assert_eq!(award(&till, &member, "10.00", json!([])).await.expect(200).get("carbonGrams"), None);
    assert_eq!(shop.server.visitor().get("/api/config").await.expect(200)["carbon"], false);
    member.caller.get("/api/carbon/tree").await.expect_problem(404, "not_found");
    member.caller.get("/api/carbon/method").await.expect_problem(404, "not_found");
    member.caller.get("/api/carbon/method/pdf").await.expect_problem(404, "not_found");
    assert_eq!(till.get("/api/merchant/carbon-factors").await.expect(200), json!([]));
}

#[tokio::test]
async fn a_merged_account_brings_its_grams_along() {
    let shop = shop().await;
    let (till, stays, goes) = (shop.till().await, shop.server.member().await, shop.server.member().await);
    let operator = &shop.desk.operator;
    operator.post(FACTORS, factor("purchase", "24", "Own cup")).await.expect(201);
    for member in [&stays, &goes] {
        award(&till, member, "10.00", json!([])).await.expect(200);
    }
    let order = json!({ "into": stays.id, "reason": "Same person" });
    let path = format!("/api/admin/members/{}/merge", goes.id);
    operator.post_once(&path, &fresh_key(), order).await.expect(200);
    stays.caller.sign_in(&stays.email, PASSWORD).await;
    assert_eq!(tree(&stays).await["grams"], "48");
}

#[tokio::test]
async fn the_method_is_printed_in_three_languages_with_sources_and_versions() {
    let shop = shop().await;
    let (member, operator) = (shop.server.member().await, &shop.desk.operator);
    let mut ride = factor("trip", "1140.5", "Tram instead of taxi");
    ride["name"] = json!({ "en": "Tram instead of taxi", "zh": "电车代替出租车", "zhhk": "電車代替的士" });
    ride["sourceLink"] = json!("https://example.org/study");
    let made = operator.post(FACTORS, ride.clone()).await.expect(201);
    let versions = format!("{FACTORS}/{}/versions", made["_id"].as_str().expect("an id"));
    for field in ["unit", "from"] {
        ride.as_object_mut().expect("a factor").remove(field);
    }
    (ride["grams"], ride["from"], ride["sourceYear"]) = (json!("1200"), json!("2026-09-21"), json!(2026));
    let newer = operator.request(reqwest::Method::POST, &versions).header("if-match", "\"1\"").json(&ride);
    operator.send(newer).await.expect(200);
    let mut ended = factor("purchase", "7", "Paper bag");
    ended["partnerId"] = json!(shop.partner);
    let ended = operator.post(FACTORS, ended).await.expect(201);
    operator.delete(&format!("{FACTORS}/{}", ended["_id"].as_str().expect("an id"))).await;
    let mut bowl = factor("dollar", "54", "Local vegetables");
    bowl["partnerId"] = json!(shop.partner);
    operator.post(FACTORS, bowl).await.expect(201);

    let printed = async |query: &str, accepted: &str| {
        let path = format!("/api/carbon/method/pdf{query}");
        let request = member.caller.request(reqwest::Method::GET, &path).header("accept-language", accepted);
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.headers()["content-type"].as_bytes(), b"application/pdf");
        crate::pdf_text::text_of(&answer.bytes().await.expect("a body"))
    };
    for (query, accepted, words) in [
        (
            "",
            "en",
            ["How saved CO2e is counted", "Tram instead of taxi", "per trip", "Version 2, from 21 September 2026"],
        ),
        ("?language=zh", "en", ["减少的二氧化碳当量如何计算", "电车代替出租车", "每程", "第 2 版，2026年9月21日起"]),
        ("", "zh-HK", ["減少的二氧化碳當量如何計算", "電車代替的士", "每程", "第 2 版，2026年9月21日起"]),
    ] {
        let text = printed(query, accepted).await;
        for part in words {
            assert!(text.contains(part), "{part}: {text}");
        }
        for part in ["1,200 g", "1,140.5 g", "Packaging LCA, 2026", "Packaging LCA, 2024", "example.org/study", "54 g"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("Paper bag"), "an ended factor does not count: {text}");
    }
    assert!(printed("?language=zhhk", "en").await.contains("茶館"), "the partner of a factor");
    member.caller.get("/api/carbon/method/pdf?language=fr").await.expect_problem(400, "invalid_parameter");
    assert_eq!(shop.server.visitor().get("/api/carbon/method/pdf").await.status, 401);
}

#[tokio::test]
async fn the_printed_method_goes_on_over_pages() {
    let shop = shop().await;
    let (member, operator) = (shop.server.member().await, &shop.desk.operator);
    for number in 0..30 {
        operator.post(FACTORS, factor("purchase", "24", &format!("Choice {number}"))).await.expect(201);
    }
    let request = member.caller.request(reqwest::Method::GET, "/api/carbon/method/pdf");
    let pdf = request.send().await.expect("an answer").bytes().await.expect("a body");
    let text = crate::pdf_text::text_of(&pdf);
    assert!((0..30).all(|number| text.contains(&format!("Choice {number}"))), "{text}");
    assert!(text.contains("1 / 4") && text.contains("4 / 4"), "{text}");
}
