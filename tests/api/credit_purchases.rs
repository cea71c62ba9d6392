//! Credit batches of purchases: each row earns what the same purchase earns at a counter.

use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::{Answer, TestMember, fresh_key};

const HEADINGS: &str = "member,partner,amountHkd,day,receipt,enjoyCard\n";
const DRY_RUN: &str = "/api/admin/credits/dry-run";

async fn send(shop: &Shop, path: &str, csv: &str) -> Answer {
    let request = shop.desk.operator.request(Method::POST, path);
    let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
    shop.desk.operator.send(request.body(csv.to_owned())).await
}

async fn give(shop: &Shop, csv: &str) -> Value {
    send(shop, "/api/admin/credits?name=Bills", csv).await.expect(200)
}

async fn rows(shop: &Shop, batch: &Value) -> Vec<Value> {
    let path = format!("/api/admin/credits/{}/rows", batch["_id"].as_str().expect("an id"));
    shop.desk.operator.get(&path).await.expect(200).as_array().expect("rows").clone()
}

async fn newest(member: &TestMember) -> Value {
    member.caller.get("/api/transaction/listMyTransactions").await.expect(200)[0].clone()
}

#[tokio::test]
async fn purchases_of_a_file_earn_by_the_rules_of_their_day() {
    let mut shop = Shop::open_at("2026-03-09T12:00").await;
    shop.on(json!({ "weekdays": ["tuesday"] })).await;
    // A Thursday.
    shop.go_to("2026-03-12T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let csv = format!(
        "{HEADINGS}{},{},80.00,2026-03-10,R-1,yes\n{},Tea House,80,2026-03-11,,\n",
        ada.email, shop.partner, ben.phone
    );
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    assert_eq!((&dry["good"], &dry["bad"], &dry["points"]), (&json!(2), &json!(0), &json!(400)));
    assert_eq!((&dry["rows"][0]["points"], &dry["rows"][0]["amountHkd"]), (&json!(320), &json!("80.00")));
    let batch = give(&shop, &csv).await;
    assert_eq!((&batch["rows"], &batch["points"]), (&json!(2), &json!(400)));
    assert_eq!((shop.server.balance(ada.id).await, shop.server.balance(ben.id).await), (320, 80));
    let earned = newest(&ada).await;
    assert_eq!((&earned["lines"][2]["points"], &earned["lines"][2]["name"]["en"]), (&json!(80), &json!("double day")));
    let listed = rows(&shop, &batch).await;
    assert_eq!((&listed[0]["receipt"], &listed[0]["points"]), (&json!("R-1"), &json!(320)));

    // The receipt has earned, at the counter as in the next file.
    let body = json!({ "member": ben.short_id, "amountHkd": "80", "receipt": "r-1" });
    let again = shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await;
    again.expect_problem(409, "receipt_already_used");
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    assert_eq!(dry["rows"][0]["code"], "receipt_already_used");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_row_earns_what_is_left_when_it_is_posted() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    shop.on(json!({ "caps": { "perMemberDay": 100 } })).await;
    let ada = shop.server.member().await;
    let csv = format!("{HEADINGS}{0},Tea House,80,,,\n{0},Tea House,80,,,\n", ada.email);
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    assert_eq!(dry["points"], 320, "each row by itself");
    let batch = give(&shop, &csv).await;
    assert_eq!(shop.server.balance(ada.id).await, 260, "the rule gives 80, then 20");
    let earned: Vec<Value> = rows(&shop, &batch).await.iter().map(|row| row["points"].clone()).collect();
    assert_eq!(earned, [json!(160), json!(100)]);
    let listed = shop.desk.operator.get("/api/admin/credits").await.expect(200);
    assert_eq!(listed[0]["points"], 260, "the batch has the points that were given");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_batch_of_purchases_is_undone_with_what_it_counted_for() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let csv = format!("{HEADINGS}{},Tea House,80,,R-1,\n{},Tea House,50,,R-2,\n", ada.email, ben.email);
    let batch = give(&shop, &csv).await;
    ben.caller.transfer(&ada.short_id, 20).await.expect(200);
    let undo = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    let undone = shop.desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert_eq!((&undone["takenBack"], &undone["spent"][0]["points"]), (&json!(110), &json!(20)));
    assert_eq!((shop.server.balance(ada.id).await, shop.server.balance(ben.id).await), (20, 0));
    // Only the receipt of the reversed purchase may earn again.
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    assert_eq!((&dry["rows"][0]["code"], &dry["rows"][1]["code"]), (&json!(null), &json!("receipt_already_used")));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_mistake_in_a_purchase_stops_the_whole_file() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let bad = [
        ("Nobody,80,,,", "unknown_partner"),
        ("Tea House,0.10,,,", "amount_too_small"),
        ("Tea House,eighty,,,", "invalid_amount_hkd"),
        ("Tea House,80,2026-03-13,,", "invalid_day"),
        ("Tea House,80,2024-03-12,,", "invalid_day"),
        ("Tea House,80,,,perhaps", "invalid_value"),
    ];
    let mut csv = format!("{HEADINGS}{0},Tea House,80,,R-1,\n{0},Tea House,80,,r-1,\n", ada.email);
    for (row, _) in bad {
        csv.push_str(&format!("{},{row}\n", ada.email));
    }
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    let codes: Vec<&str> =
        dry["rows"].as_array().expect("rows").iter().map(|row| row["code"].as_str().unwrap_or("")).collect();
    let wanted: Vec<&str> = ["", "receipt_already_used"].into_iter().chain(bad.map(|(_, code)| code)).collect();
    assert_eq!(codes, wanted);
    send(&shop, "/api/admin/credits?name=Bills", &csv).await.expect_problem(422, "batch_refused");
    assert_eq!(shop.server.balance(ada.id).await, 0);
    let narrow = "member,amountHkd\na,1\n";
    send(&shop, DRY_RUN, narrow).await.expect_problem(400, "wrong_columns");
}

const PLACED: &str = "member,partner,amountHkd,day,time,outlet\n";

async fn outlet(shop: &Shop, partner: &str, (en, zhhk): (&str, &str)) -> String {
    let place = json!({ "name": { "en": en, "zh": zhhk, "zhhk": zhhk } });
    let made = shop.desk.operator.post(&format!("/api/admin/partners/{partner}/outlets"), place).await.expect(201);
    made["_id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_row_with_a_time_and_an_outlet_earns_by_their_rules() {
    let mut shop = Shop::open_at("2026-03-09T12:00").await;
    let central = outlet(&shop, &shop.partner, ("Central", "中環")).await;
    outlet(&shop, &shop.partner, ("East", "東區")).await;
    shop.on(json!({ "outlets": [central], "hours": { "from": "18:00", "until": "20:00" } })).await;
    shop.go_to("2026-03-12T12:00").await;
    let (ada, partner) = (shop.server.member().await, shop.partner.clone());
    let mut csv = PLACED.to_owned();
    let rows = [
        (format!("2026-03-10,18:30,{central}"), 160),
        ("2026-03-10,19:59,中環".to_owned(), 160),
        ("2026-03-10,20:00,Central".to_owned(), 80),
        ("2026-03-10,18:30,East".to_owned(), 80),
        ("2026-03-10,18:30,".to_owned(), 80),
        ("2026-03-10,,Central".to_owned(), 80),
    ];
    for (row, _) in &rows {
        csv.push_str(&format!("{},{partner},80,{row}\n", ada.email));
    }
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    let shown: Vec<Value> = dry["rows"].as_array().expect("rows").iter().map(|row| row["points"].clone()).collect();
    assert_eq!(shown, rows.each_ref().map(|(_, points)| json!(points)));
    let batch = give(&shop, &csv).await;
    assert_eq!((&batch["points"], shop.server.balance(ada.id).await), (&json!(640), 640));
    // The purchase stands at its outlet.
    let today = shop.counter.get("/api/merchant/today").await.expect(200);
    assert_eq!(
        (&today["outlets"][0]["_id"], &today["outlets"][0]["points"]),
        (&json!(central), &json!(480)),
        "{today}"
    );
    shop.server.verify_books();
}

#[tokio::test]
async fn a_time_or_an_outlet_that_cannot_be_meant_is_refused_in_its_row() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let (ada, partner) = (shop.server.member().await, shop.partner.clone());
    let other = shop.desk.partner("1", "0").await;
    let foreign = outlet(&shop, &other, ("Far", "遠")).await;
    let closed = outlet(&shop, &partner, ("North", "北")).await;
    shop.desk.operator.delete(&format!("/api/admin/outlets/{closed}")).await.expect(204);
    for _ in 0..2 {
        outlet(&shop, &partner, ("Central", "中環")).await;
    }
    let rows = [
        ("2026-03-12,12:01,".to_owned(), "invalid_time"),
        ("2026-03-12,24:00,".to_owned(), "invalid_time"),
        ("2026-03-11,6pm,".to_owned(), "invalid_time"),
        (",11:00,".to_owned(), "time_without_day"),
        ("2026-03-11,,central".to_owned(), "unknown_outlet"),
        ("2026-03-11,,Far".to_owned(), "unknown_outlet"),
        ("2026-03-11,,North".to_owned(), "unknown_outlet"),
        (format!("2026-03-11,,{closed}"), "unknown_outlet"),
        ("2026-03-11,,中環".to_owned(), "ambiguous_outlet"),
        (format!("2026-03-11,,{foreign}"), "outlet_of_other_partner"),
    ];
    let mut csv = PLACED.to_owned();
    for (row, _) in &rows {
        csv.push_str(&format!("{},{partner},80,{row}\n", ada.email));
    }
    let dry = send(&shop, DRY_RUN, &csv).await.expect(200);
    for (row, (text, code)) in dry["rows"].as_array().expect("rows").iter().zip(&rows) {
        assert_eq!(row["code"], *code, "{text}");
    }
    assert_eq!(dry["rows"][9]["line"], 11);
    send(&shop, "/api/admin/credits?name=Bills", &csv).await.expect_problem(422, "batch_refused");
}
