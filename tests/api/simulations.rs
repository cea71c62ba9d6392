//! Simulations of rules that were on: they find what was really given, wherever, whenever and at whatever value of a
//! point the purchases were made.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::store::{Read, Tx, params};
use serde_json::{Value, json};

use crate::earn_links::{Till, claim, in_a_day};
use crate::earning_rules::{RULES, Shop};
use crate::support::desk::Over;
use crate::support::{TestMember, fresh_key, until};

/// Changes the settings of the programme.
pub async fn set(shop: &Shop, over: Value) {
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let settings = owner.get("/api/admin/settings").await.expect(200);
    owner.put_at("/api/admin/settings", "*", over.over(settings)).await.expect(200);
}

/// Claims a purchase of a past day, which an operator approves.
async fn claimed(shop: &Shop, member: &TestMember, (day, amount, receipt): (&str, &str, &str)) {
    let body = json!({ "partner": shop.partner, "day": day, "amountHkd": amount, "receipt": receipt });
    let made = member.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/approve", made["claim"]["_id"].as_str().expect("an id"));
    shop.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect(200);
}

/// Simulates a rule as it is and expects that it finds so many points, all of which were given.
pub async fn finds_what_was_given(shop: &Shop, rule: &str, points: i64) {
    let result = shop.simulate(rule, json!({ "keepDates": true })).await;
    assert_eq!((&result["points"], &result["givenPoints"]), (&json!(points), &json!(points)), "{result}");
    assert_eq!((&result["change"], &result["changedBills"]), (&json!(0), &json!([])), "{result}");
    for table in ["byDay", "byPartner"] {
        let rows = result[table].as_array().expect("rows");
        let as_given = |row: &Value| row["points"] == row["givenPoints"] && row["hkd"] == row["givenHkd"];
        assert!(rows.iter().all(as_given), "{rows:?}");
        assert_eq!(rows.iter().filter_map(|row| row["points"].as_i64()).sum::<i64>(), points, "{rows:?}");
    }
    // All were given at one partner.
    let partner = &result["byPartner"][0];
    assert_eq!((&partner["hkd"], &partner["givenHkd"]), (&result["hkd"], &result["givenHkd"]));
    assert_ne!(partner["hkd"], json!("0.00"), "points have a value");
}

#[tokio::test]
async fn a_simulation_knows_the_outlet_of_an_earn_link() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
    let path = format!("/api/admin/partners/{}/outlets", shop.partner);
    let outlet = shop.desk.operator.post(&path, place).await.expect(201)["_id"].clone();
    let rule = shop.on(json!({ "outlets": [outlet] })).await;
    let of_all = Till::of(&shop.desk, &shop.partner, json!({ "name": "All" })).await;
    let of_one = Till::of(&shop.desk, &shop.partner, json!({ "name": "One", "outletId": outlet })).await;
    for (till, receipt) in [(of_all, "R-1"), (of_one, "R-2")] {
        claim(&ada, &till.link(8_000, in_a_day(&shop.server), receipt)).await.expect(200);
    }
    finds_what_was_given(&shop, &rule, 80).await;
    let path = format!("/api/admin/transactions?outlet={}", outlet.as_str().expect("an id"));
    let found = shop.desk.operator.get(&path).await.expect(200);
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let path = format!("/api/admin/transactions/{}", found[0]["_id"].as_str().expect("an id"));
    assert_eq!(shop.desk.operator.get(&path).await.expect(200)["award"]["outlet"]["en"], "Central");
}

/// Two claims of one member share the cap of their day, and so do those of all members, though all are approved on
/// another day.
#[tokio::test]
async fn a_simulation_replays_a_claim_on_the_day_of_its_purchase() {
    let mut shop = Shop::open_at("2026-03-02T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let caps = json!({ "perMemberDay": 60, "perDay": 100 });
    let rule = shop.on(json!({ "weekdays": ["tuesday"], "caps": caps })).await;
    // A Thursday.
    shop.go_to("2026-03-12T12:00").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    claimed(&shop, &ada, ("2026-03-10", "136.00", "R-1")).await;
    claimed(&shop, &ada, ("2026-03-10", "45.00", "R-2")).await;
    claimed(&shop, &ada, ("2026-03-11", "30.00", "R-3")).await;
    claimed(&shop, &ben, ("2026-03-10", "136.00", "R-4")).await;
    claimed(&shop, &ben, ("2026-03-03", "20.00", "R-5")).await;
    shop.award(&ben, "10").await;
    assert_eq!((ada.points().await, ben.points().await), (136 + 60 + 45 + 30, 136 + 40 + 20 + 20 + 10));
    finds_what_was_given(&shop, &rule, 120).await;
    // The caps of Tuesday are spent; those of the claims' day of approval are not.
    shop.server.clock.advance(Duration::from_secs(5 * 86_400));
    let shop = Shop { desk: crate::support::desk::Desk::of(&shop.server).await, ..shop };
    let result = shop.simulate(&rule, json!({ "keepDates": true, "days": 3 })).await;
    assert_eq!((&result["purchases"], &result["points"]), (&json!(0), &json!(0)), "{result}");
}

#[tokio::test]
async fn a_simulation_counts_a_budget_in_dollars_by_the_value_of_its_time() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({ "budget": { "unit": "hkd", "amount": "1.40" } })).await;
    shop.award(&ada, "100").await;
    shop.server.clock.advance(Duration::from_secs(1));
    set(&shop, json!({ "pointValueHkd": "0.02" })).await;
    shop.server.clock.advance(Duration::from_secs(1));
    shop.award(&ada, "100").await;
    assert_eq!(ada.points().await, 100 + 100 + 100 + 20, "one dollar is spent, and 40 cents are 20 points by now");
    finds_what_was_given(&shop, &rule, 120).await;
}

#[tokio::test]
async fn a_simulation_of_points_worth_more_than_an_amount_may_be_is_shown() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let huge = json!({ "bonus": { "kind": "fixed", "points": 1_000_000_000 },
        "budget": { "unit": "points", "amount": 1_000_000_000 } });
    let rule = shop.add(huge).await["_id"].as_str().expect("an id").to_owned();
    set(&shop, json!({ "pointValueHkd": "5" })).await;
    shop.award(&ada, "80").await;
    shop.simulate(&rule, json!({})).await;
    let shown = shop.desk.operator.get(&format!("/api/admin/earning-rules/{rule}/simulation")).await.expect(200);
    assert_eq!(shown["result"]["hkd"], "5000000000.00", "{shown}");
    assert_eq!(shown["result"]["byDay"][0]["hkd"], "5000000000.00", "{shown}");
    shop.switch_on(&rule).await.expect(200);
}

#[tokio::test]
async fn a_result_that_was_stored_before_rows_had_a_value_is_shown() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let rule = shop.on(json!({})).await;
    let body = json!({ "member": ada.short_id, "amountHkd": "80" });
    shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    shop.simulate(&rule, json!({})).await;
    let older = |tx: &Tx<'_>| {
        tx.execute_one(
            "update earning_rule_simulation set result = json_remove(result, '$.byDay[0].hkd', '$.byDay[0].givenHkd',
                 '$.byPartner[0].hkd', '$.byPartner[0].givenHkd')",
            params! {},
        )
    };
    shop.server.running.store.write_unattended(older).await.expect("an older result");
    let path = format!("/api/admin/earning-rules/{rule}/simulation");
    let shown = shop.desk.operator.get(&path).await.expect(200);
    let row = &shown["result"]["byDay"][0];
    assert_eq!((&row["points"], &row["hkd"]), (&json!(80), &json!("0.00")), "{shown}");
}

/// Takes the places of all long reads of a server, so that a simulation waits at its first purchase until the sender is
/// dropped.
async fn hold_long_reads(shop: &Shop) -> Sender<()> {
    let (release, held) = channel::<()>();
    let held = Arc::new(Mutex::new(held));
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    for _ in 0..2 {
        let (store, held, begun) = (shop.server.running.store.clone(), held.clone(), begun.clone());
        tokio::spawn(async move {
            let wait = move |_: &Read<'_>| {
                begun.send(()).expect("the test waits");
                // Each of them ends when the sender is dropped.
                let _ = held.lock().expect("no panic").recv();
                Ok(())
            };
            store.read_at_length(wait).await.expect("a read");
        });
    }
    for _ in 0..2 {
        begins.recv().await.expect("a place");
    }
    release
}

#[tokio::test]
async fn a_simulation_tells_its_progress_runs_once_at_a_time_and_can_be_stopped() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let rule = shop.add(json!({})).await["_id"].as_str().expect("an id").to_owned();
    for amount in ["10", "20", "30"] {
        shop.award(&ada, amount).await;
    }
    let operator = &shop.desk.operator;
    let path = format!("{RULES}/{rule}/simulation");
    let standing = |shown: &Value| (shown["state"].clone(), shown["done"].clone(), shown["total"].clone());
    let now = async || operator.get(&path).await.expect(200);
    let is = |state: &str, done: i64, total: i64| (json!(state), json!(done), json!(total));
    assert_eq!(standing(&now().await), is("none", 0, 0));

    let release = hold_long_reads(&shop).await;
    let begun = operator.post(&path, json!({})).await.expect(200);
    assert_eq!((standing(&begun), &begun["started"]), (is("running", 0, 0), &json!("2026-03-12T04:00:00.000Z")));
    operator.post(&path, json!({ "days": 3 })).await.expect_problem(409, "simulation_running");
    shop.switch_on(&rule).await.expect_problem(409, "rule_not_simulated");
    operator.delete(&path).await.expect(204);
    drop(release);
    let ended = async || {
        let shown = now().await;
        if shown["state"] == "running" { Err(shown.to_string()) } else { Ok(shown) }
    };
    let stopped = until(ended).await;
    assert_eq!(standing(&stopped), is("stopped", 1, 3), "it ends at the next purchase");
    assert_eq!(stopped.get("result"), None, "{stopped}");
    shop.switch_on(&rule).await.expect_problem(409, "rule_not_simulated");

    let result = shop.simulate(&rule, json!({})).await;
    assert_eq!(result["purchases"], 3);
    let done = now().await;
    assert_eq!((standing(&done), done.get("started")), (is("done", 3, 3), None));

    // The last result stays while another simulation runs, and after it was stopped.
    let release = hold_long_reads(&shop).await;
    let again = operator.post(&path, json!({ "days": 1 })).await.expect(200);
    assert_eq!((&again["state"], &again["result"]["points"]), (&json!("running"), &json!(60)));
    operator.delete(&path).await.expect(204);
    drop(release);
    let stopped = until(ended).await;
    assert_eq!((&stopped["state"], &stopped["result"]["points"]), (&json!("stopped"), &json!(60)));
    operator.delete(&path).await.expect(204);
    assert_eq!(now().await["state"], "stopped", "nothing runs that could be stopped");
    shop.switch_on(&rule).await.expect(200);
}

#[tokio::test]
async fn the_same_days_of_the_last_year_are_those_with_the_same_days_of_the_week() {
    // A Thursday.
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    shop.award(&ada, "10").await;
    shop.go_to("2026-03-13T12:00").await;
    shop.award(&ada, "20").await;
    shop.go_to("2027-03-11T12:00").await;
    shop.award(&ada, "40").await;
    let rule = shop.add(json!({ "weekdays": ["thursday"] })).await["_id"].as_str().expect("an id").to_owned();
    let found = shop.simulate(&rule, json!({ "days": 1, "lastYear": true })).await;
    assert_eq!((&found["from"], &found["to"]), (&json!("2026-03-12"), &json!("2026-03-12")));
    assert_eq!((&found["purchases"], &found["points"], &found["givenPoints"]), (&json!(1), &json!(10), &json!(0)));
    let now = shop.simulate(&rule, json!({ "days": 1 })).await;
    assert_eq!((&now["from"], &now["points"]), (&json!("2027-03-11"), &json!(40)));
    // The day after that of last year was a Friday, and is not among the days yet.
    shop.go_to("2027-03-12T12:00").await;
    let found = shop.simulate(&rule, json!({ "days": 2, "lastYear": true })).await;
    assert_eq!((&found["from"], &found["to"]), (&json!("2026-03-12"), &json!("2026-03-13")));
    assert_eq!((&found["purchases"], &found["points"]), (&json!(2), &json!(10)), "only the Thursday counts");
}
