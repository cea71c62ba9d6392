//! Pending points over HTTP: points that wait by a rule, the notices about them, and that nothing spends them before
//! their day.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::pending::release_due;
use serde_json::{Value, json};

use crate::earning_rules::Shop;
use crate::support::desk::{Desk, Over, coupon, exchange};
use crate::support::{PASSWORD, TestMember, fresh_key};

fn holding(of: &str) -> Value {
    json!({ "pending": { "days": 14, "of": of } })
}

/// The member again, after time has passed: the session of before may have ended.
async fn fresh(shop: &Shop, member: &TestMember) -> crate::support::Caller {
    let caller = shop.server.visitor();
    caller.sign_in(&member.email, PASSWORD).await;
    caller
}

async fn go_to(shop: &Shop, local: &str) {
    shop.server.clock.set(Timestamp::parse(&format!("{local}+08:00")).expect("a time"));
    release_due(&shop.server.running.store).await.expect("a run");
}

#[tokio::test]
async fn the_points_of_a_rule_wait_until_their_day_and_are_told_at_the_till_and_to_the_member() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(holding("bonus")).await;
    let body = json!({ "member": ada.short_id, "amountHkd": "80.00" });
    let preview = shop.counter.post("/api/merchant/award/preview", body).await.expect(200);
    assert_eq!(
        (&preview["lines"][0]["pendingUntil"], &preview["lines"][1]["pendingUntil"]),
        (&Value::Null, &json!("2026-12-12"))
    );
    assert_eq!(preview["balance"], json!({ "before": 0, "after": 80 }), "points that wait are in no balance");
    let award = shop.award(&ada, "80.00").await;
    assert_eq!((&award["points"], &award["lines"]), (&json!(160), &preview["lines"]));
    assert_eq!(shop.server.balance(ada.id).await, 80);
    let user = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    assert_eq!((&user["points"], &user["pointsPending"]), (&json!(80), &json!(true)));
    let outlook = ada.caller.get("/api/transaction/expiring").await.expect(200);
    let waits = &outlook["pending"][0];
    assert_eq!((&waits["points"], &waits["day"]), (&json!(80), &json!("2026-12-12")));
    assert_eq!(waits["transactionId"], award["transactionId"]);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!((&history[0]["points"], &history[0]["lines"]), (&json!(80), &award["lines"]));
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    let said = "You earned 160 points for HK$80.00: 80 + 80 double day. 80 of them are pending until 12 December 2026.";
    assert_eq!(inbox["data"][0]["body"]["en"], said);
    let (store, id) = (&shop.server.running.store, ada.id);
    let copy = store.read(|read| kapok::member::personal_data::export(read, id)).expect("a copy of the data");
    let copy = serde_json::to_value(copy).expect("a copy");
    assert_eq!(copy["pendingPoints"][0]["points"], 80);

    go_to(&shop, "2026-12-12T08:59:59").await;
    assert_eq!(shop.server.balance(ada.id).await, 80, "before nine in Hong Kong");
    go_to(&shop, "2026-12-12T09:00:00").await;
    go_to(&shop, "2026-12-12T09:00:00").await;
    assert_eq!(shop.server.balance(ada.id).await, 160);
    let caller = fresh(&shop, &ada).await;
    let user = caller.get("/api/auth/getUserInfo").await.expect(200);
    assert_eq!(user.get("pointsPending"), None);
    let history = caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!((&history[0]["type"], &history[0]["points"]), (&json!("Earn"), &json!(80)));
    assert_eq!(history[0]["itemSnapshot"]["name"]["en"], "Pending points released");
    let inbox = caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], "80 points are yours now");
    shop.server.verify_books();
}

#[tokio::test]
async fn pending_points_cannot_be_spent_in_any_way() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.on(holding("purchase")).await;
    shop.award(&ada, "500").await;
    assert_eq!(shop.server.balance(ada.id).await, 0, "all points of the purchase wait");
    ada.caller.transfer(&ben.short_id, 1).await.expect_problem(422, "transfer_refused");
    for item in [coupon(10), exchange(10)] {
        let item = shop.desk.item(item).await;
        let body = json!({ "quantity": 1, "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7" });
        let bought = ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), body).await;
        bought.expect_problem(422, "insufficient_points");
    }
    let path = format!("/api/admin/members/{}/adjust", ada.id);
    let adjusted = shop.desk.operator.post_once(&path, &fresh_key(), json!({ "points": -1, "reason": "x" })).await;
    adjusted.expect_problem(422, "insufficient_points");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_void_takes_pending_points_first_and_a_wholly_pending_award_leaves_no_trace_in_the_balance() {
    let mut shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(holding("purchase")).await;
    let award = shop.award(&ada, "80").await;
    shop.undo(&award).await;
    let outlook = ada.caller.get("/api/transaction/expiring").await.expect(200);
    assert_eq!((shop.server.balance(ada.id).await, outlook.get("pending")), (0, None));
    go_to(&shop, "2026-12-20T12:00:00").await;
    assert_eq!(shop.server.balance(ada.id).await, 0);

    shop.counter = shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    // Staff reverse an award whose points were released: they come from the balance then, once.
    let award = shop.award(&ada, "80").await;
    go_to(&shop, "2027-01-20T12:00:00").await;
    assert_eq!(shop.server.balance(ada.id).await, 160);
    shop.desk = Desk::of(&shop.server).await;
    let id = award["transactionId"].as_str().expect("an id");
    let found = shop.desk.operator.get(&format!("/api/admin/transactions/{id}")).await.expect(200);
    let pending = found["postings"].as_array().expect("postings").iter().find(|one| one["account"] == "pending");
    assert_eq!(pending.expect("a posting")["member"]["shortId"], json!(ada.short_id));
    let path = format!("/api/admin/transactions/{id}/reverse");
    shop.desk.operator.post_once(&path, &fresh_key(), json!({ "reason": "returned" })).await.expect(200);
    assert_eq!(shop.server.balance(ada.id).await, 0);
    shop.server.verify_books();
}

#[tokio::test]
async fn closing_an_account_lets_pending_points_lapse() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(holding("bonus")).await;
    shop.award(&ada, "80").await;
    let store = &shop.server.running.store;
    let id = ada.id;
    store.write_unattended(move |tx| kapok::member::personal_data::erase(tx, id)).await.expect("erased");
    go_to(&shop, "2026-12-20T12:00:00").await;
    assert_eq!(shop.server.balance(ada.id).await, 0);
    shop.server.verify_books();
}

#[tokio::test]
async fn a_simulation_counts_what_would_wait_and_a_wrong_number_of_days_is_refused() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.award(&ada, "80").await;
    for (of, expected) in [("bonus", 80), ("purchase", 160)] {
        let made = shop.add(holding(of)).await;
        let found = shop.simulate(made["_id"].as_str().expect("an id"), json!({})).await;
        assert_eq!((&found["points"], &found["pendingPoints"]), (&json!(80), &json!(expected)));
    }
    for days in [0, 366] {
        let rule = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "bonus": { "kind": "fixed", "points": 1 },
            "until": "2099-12-31", "budget": { "unit": "points", "amount": 9 },
            "pending": { "days": days } });
        let refused = shop.desk.operator.post("/api/admin/earning-rules", json!({}).over(rule)).await;
        let problem = refused.expect_problem(400, "invalid_value");
        assert_eq!(problem["errors"][0]["field"], "pending.days");
    }
}

#[tokio::test]
async fn reports_show_pending_points_on_a_line_of_their_own_and_tie_to_the_ledger() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member().await;
    shop.on(holding("bonus")).await;
    shop.award(&ada, "80.00").await;
    let finance = shop.server.staff_at(Role::Finance, None).await;
    let owed = async |caller: &crate::support::Caller, at: &str| {
        let report = caller.get(&format!("/api/admin/reports/liability?at={at}&pointValue=0.01")).await.expect(200);
        let read = |name: &str| report[name].as_i64().expect("a number");
        assert_eq!(read("issued"), read("redeemed") + read("expired") + read("outstanding") + read("pending"));
        (read("outstanding"), read("pending"), report["liability"].clone())
    };
    assert_eq!(owed(&finance, "2026-11-27").await.1, 0);
    assert_eq!(owed(&finance, "2026-11-28").await, (80, 80, json!("1.60")));
    kapok::staff::reports::roll_up(&shop.server.running.store).await.expect("sums of the days");
    assert_eq!(owed(&finance, "2026-11-28").await, (80, 80, json!("1.60")), "from the sums too");
    let summary = finance.get("/api/admin/reports/summary").await.expect(200);
    assert_eq!((&summary["outstanding"], &summary["pending"]), (&json!(80), &json!(80)));
    let last = summary["days"].as_array().expect("days").last().expect("a day");
    assert_eq!((&last["outstanding"], &last["pending"]), (&json!(80), &json!(80)));

    go_to(&shop, "2026-12-12T09:00:00").await;
    let finance = shop.server.staff_at(Role::Finance, None).await;
    assert_eq!(owed(&finance, "2026-12-11").await, (80, 80, json!("1.60")), "the day before the release");
    assert_eq!(owed(&finance, "2026-12-12").await, (160, 0, json!("1.60")));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_purchase_that_waits_as_a_whole_stands_in_the_history_in_no_balance() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let ada = shop.server.member_with(5).await;
    shop.on(holding("purchase")).await;
    let first = shop.award(&ada, "80").await;
    shop.server.give(ada.id, 7).await;
    let second = shop.award(&ada, "20").await;
    let page = async |query: String| {
        ada.caller.get(&format!("/api/transaction/listMyTransactions?limit=1{query}")).await.expect(200)
    };
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let found = page(cursor).await;
        let Some(row) = found.get(0) else { break };
        cursor = format!("&cursor={}", row["_id"].as_str().expect("an id"));
        rows.push(row.clone());
    }
    let told: Vec<_> = rows.iter().map(|row| (&row["points"], &row["balanceAfter"], &row["pendingPoints"])).collect();
    let number = |points: i64| json!(points);
    assert_eq!(
        told,
        [
            (&number(0), &number(12), &second["points"]),
            (&number(7), &number(12), &Value::Null),
            (&number(0), &number(5), &first["points"]),
            (&number(5), &number(5), &Value::Null),
        ]
    );
    assert_eq!((&rows[0]["pendingUntil"], &rows[0]["type"]), (&json!("2026-12-12"), &json!("Earn")));
    assert_eq!(rows[0]["_id"], second["transactionId"]);
    // A purchase that is taken back leaves the history, because it never moved a point.
    shop.undo(&second).await;
    assert_eq!(page(String::new()).await[0]["points"], json!(7));
}

#[tokio::test]
async fn the_desk_lists_a_purchase_that_waits_among_the_members_transactions_and_counts_it_as_a_visit() {
    let mut shop = Shop::open_at("2026-11-28T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let before = shop.award(&ada, "10").await;
    shop.on(holding("purchase")).await;
    let waits = shop.award(&ada, "80").await;
    shop.award(&ben, "30").await;
    let undone = shop.award(&ada, "40").await;
    shop.undo(&undone).await;
    let listed = async |shop: &Shop, query: &str| {
        let path = format!("/api/admin/transactions?member={}{query}", ada.id);
        let answer = shop.desk.operator.get(&path).await;
        let rows: Vec<Value> = answer.expect(200).as_array().expect("rows").clone();
        rows.into_iter().map(|row| row["_id"].clone()).collect::<Vec<_>>()
    };
    let (older, newer) = (before["transactionId"].clone(), waits["transactionId"].clone());
    assert_eq!(listed(&shop, "").await, [newer.clone(), older.clone()]);
    assert_eq!(listed(&shop, "&sort=oldest").await, [older.clone(), newer.clone()]);
    assert_eq!(listed(&shop, "&type=Earn").await, [newer.clone(), older.clone()]);
    assert_eq!(listed(&shop, "&type=Transfer").await, [] as [Value; 0]);
    for sort in ["newest", "oldest"] {
        let first = listed(&shop, &format!("&limit=1&sort={sort}")).await;
        let cursor = first[0].as_str().expect("an id");
        let second = listed(&shop, &format!("&limit=1&sort={sort}&cursor={cursor}")).await;
        let both = if sort == "newest" { [&newer, &older] } else { [&older, &newer] };
        assert_eq!([&first[0], &second[0]], both, "one a page, {sort}");
    }
    let file = shop.desk.operator.get(&format!("/api/admin/transactions?member={}&format=csv", ada.id)).await.text;
    assert_eq!(file.matches(newer.as_str().expect("an id")).count(), 1, "{file}");

    let visited = json!({ "lines": [{ "kind": "visited", "days": 1 }] });
    let check = json!({ "conditions": visited, "member": ben.id });
    let ben_came = shop.desk.operator.post("/api/admin/segments/check", check).await.expect(200);
    assert_eq!(ben_came["belongs"], true, "all points of the only purchase wait: {ben_came}");

    go_to(&shop, "2026-12-14T12:00:00").await;
    shop.desk = Desk::of(&shop.server).await;
    let after = listed(&shop, "").await;
    assert_eq!((after.len(), &after[1]), (2, &older), "the release is in the place of the purchase");
}

#[tokio::test]
async fn the_signed_statement_says_on_its_pages_what_was_pending_at_the_end_of_the_month() {
    let shop = Shop::open_at("2026-11-28T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    shop.award(&ben, "10").await;
    shop.on(holding("purchase")).await;
    shop.award(&ada, "80").await;
    shop.server.clock.set(Timestamp::parse("2026-12-02T12:00:00+08:00").expect("a time"));
    for (member, points) in [(&ada, Some(160)), (&ben, None)] {
        let caller = fresh(&shop, member).await;
        let pdf = caller.request(reqwest::Method::GET, "/api/statement/2026-11/pdf").send().await.expect("an answer");
        let pages = crate::pdf_text::text_of(&pdf.bytes().await.expect("a body"));
        let line = points.map(|points| format!("in no balance above: {points} points."));
        assert_eq!(pages.contains("Pending at the end of the month"), line.is_some(), "{pages}");
        assert!(line.is_none_or(|line| pages.contains(&line)), "{pages}");
    }
}

#[tokio::test]
async fn points_that_wait_over_the_turn_of_the_year_or_until_a_leap_day_are_released_on_their_day() {
    for (bought, day, before) in [
        ("2027-12-18T23:59", "2028-01-01", "2027-12-31T23:59:59"),
        ("2028-02-15T00:00", "2028-02-29", "2028-02-28T23:59:59"),
        ("2028-02-16T12:00", "2028-03-01", "2028-02-29T23:59:59"),
        ("2027-02-15T12:00", "2027-03-01", "2027-02-28T23:59:59"),
    ] {
        let shop = Shop::open_at(bought).await;
        let ada = shop.server.member().await;
        let rule = shop.on(holding("bonus")).await;
        let award = shop.award(&ada, "80.00").await;
        assert_eq!(award["lines"][1]["pendingUntil"], day, "bought at {bought}");
        let simulated = shop.simulate(&rule, json!({ "keepDates": true })).await;
        assert_eq!(simulated["pendingPoints"], 80, "{simulated}");
        for early in [before.to_owned(), format!("{day}T08:59:59")] {
            go_to(&shop, &early).await;
            assert_eq!(shop.server.balance(ada.id).await, 80, "{early}");
        }
        go_to(&shop, &format!("{day}T09:00:00")).await;
        assert_eq!(shop.server.balance(ada.id).await, 160, "{day}");
        let history = fresh(&shop, &ada).await.get("/api/transaction/listMyTransactions").await.expect(200);
        let nine = Timestamp::parse(&format!("{day}T09:00:00+08:00")).expect("a time");
        assert_eq!(history[0]["created"], nine.to_string(), "{history}");
        shop.server.verify_books();
    }
}
