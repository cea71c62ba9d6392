//! The actions of operators in the list of earning rules: they arrange the list, and end rules by hand.

use std::time::Duration;

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop, points};
use crate::support::Answer;
use crate::support::desk::{Desk, Over};

fn fixed(points: i64) -> Value {
    json!({ "bonus": { "kind": "fixed", "points": points } })
}

/// The ids of the rules from the top down, as the till applies them.
async fn order(shop: &Shop) -> Vec<String> {
    let listed = shop.desk.operator.get(RULES).await.expect(200);
    let mut rules: Vec<(i64, String)> = listed.as_array().expect("rules").iter().map(placed).collect();
    rules.sort();
    rules.into_iter().map(|(_, id)| id).collect()
}

fn placed(rule: &Value) -> (i64, String) {
    let present = rule.get("live").unwrap_or(&rule["latest"]);
    let priority = present["rule"]["priority"].as_i64().expect("a priority");
    (-priority, rule["_id"].as_str().expect("an id").to_owned())
}

async fn arrange(shop: &Shop, seen: &[String], order: &[String]) -> Answer {
    shop.desk.operator.put(&format!("{RULES}/order"), json!({ "seen": seen, "order": order })).await
}

async fn priority(shop: &Shop, id: &str) -> Value {
    shop.rule(id).await["latest"]["rule"]["priority"].clone()
}

#[tokio::test]
async fn the_till_applies_rules_in_the_order_in_which_they_were_arranged() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    for bonus in [30, 25, 20] {
        shop.on(fixed(bonus)).await;
    }
    let before = order(&shop).await;
    let first = points(&shop.award(&ada, "10").await);
    let moved = [before[2].clone(), before[0].clone(), before[1].clone()];
    arrange(&shop, &before, &moved).await.expect(204);
    assert_eq!(order(&shop).await, moved);
    assert_eq!(points(&shop.award(&ada, "10").await), [10, first[3], first[1], first[2]]);
    let audit = shop.desk.operator.get("/api/admin/audit?action=earning_rule.arrange").await.expect(200);
    let found = (audit.as_array().map(Vec::len), &audit[0]["before"]["rules"], &audit[0]["after"]["rules"]);
    let one = |priority: i64| json!([{ "rule": moved[0], "name": "double day", "priority": priority }]);
    assert_eq!(found, (Some(1), &one(0), &one(1)), "one rule was moved");
    // The same order once more changes nothing.
    arrange(&shop, &moved, &moved).await.expect(204);
    let audit = shop.desk.operator.get("/api/admin/audit?action=earning_rule.arrange").await.expect(200);
    assert_eq!(audit.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn of_two_rules_that_give_equally_much_the_upper_one_counts() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let alone = shop.on(json!({ "stacking": "best" }).over(fixed(20))).await;
    let adding = shop.on(fixed(20)).await;
    let both = order(&shop).await;
    for top in [&alone, &adding, &alone] {
        let other = if *top == alone { &adding } else { &alone };
        arrange(&shop, &order(&shop).await, &[top.clone(), other.clone()]).await.expect(204);
        assert_eq!(shop.award(&ada, "10").await["lines"][1]["rule"], json!(top));
    }
    assert_eq!(both.len(), 2);
}

#[tokio::test]
async fn an_order_that_somebody_else_has_changed_is_refused_and_stays() {
    let shop = Shop::open().await;
    let (one, two) = (shop.on(fixed(1)).await, shop.on(fixed(2)).await);
    let seen = order(&shop).await;
    let turned: Vec<_> = seen.iter().rev().cloned().collect();
    arrange(&shop, &seen, &turned).await.expect(204);
    arrange(&shop, &seen, &seen).await.expect_problem(409, "rule_order_changed");
    let new = shop.add(fixed(3)).await["_id"].as_str().expect("an id").to_owned();
    arrange(&shop, &turned, &seen).await.expect_problem(409, "rule_order_changed");
    let seen = order(&shop).await;
    for wrong in [vec![one.clone(), two.clone()], vec![one.clone(), two.clone(), two.clone()]] {
        let refused = arrange(&shop, &seen, &wrong).await.expect_problem(400, "invalid_value");
        assert_eq!(refused["errors"][0]["field"], "order");
    }
    assert_eq!(order(&shop).await, seen);
    assert!(seen.contains(&new));
    let editor = shop.server.staff(Role::Editor).await;
    let body = json!({ "seen": seen, "order": seen });
    editor.put(&format!("{RULES}/order"), body).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_moved_rule_keeps_its_versions_its_simulation_and_its_past() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let alone = json!({ "stacking": "best" });
    let low = shop.on(json!({ "priority": 1 }).over(alone.clone()).over(fixed(20))).await;
    let high = shop.on(json!({ "priority": 2 }).over(alone).over(fixed(20))).await;
    let draft = shop.add(fixed(5)).await["_id"].as_str().expect("an id").to_owned();
    shop.simulate(&draft, json!({})).await;
    shop.go_to("2026-03-14T12:00").await;
    let seen = order(&shop).await;
    assert_eq!(seen[0], high);
    let tag = shop.desk.operator.get(&format!("{RULES}/{low}")).await.header("etag").to_owned();
    arrange(&shop, &seen, &[draft.clone(), low.clone(), high.clone()]).await.expect(204);
    let moved = shop.rule(&low).await;
    assert_eq!((&moved["latest"]["version"], &moved["latest"]["draft"]), (&json!(1), &json!(false)));
    let stale = json!({ "priority": 1 }).over(crate::earning_rules::double());
    shop.desk.operator.put_at(&format!("{RULES}/{low}"), &tag, stale).await.expect_problem(412, "stale");
    assert!(shop.rule(&draft).await["simulated"].is_string(), "the simulation holds");
    let again = shop.simulate(&draft, json!({})).await;
    assert_eq!(again["version"], 1);
    assert!(shop.rule(&draft).await["simulated"].is_string(), "a rule that was moved can be simulated");
    // An earlier purchase earns by the order of its time.
    let ada = shop.server.member().await;
    for (day, rule) in [("2026-03-13", &high), ("2026-03-14", &low)] {
        let bill = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "10",
            "at": format!("{day}T11:00:00+08:00") });
        let bill = if day == "2026-03-14" { json!({ "at": null }).over(bill) } else { bill };
        let tried = shop.desk.operator.post(&format!("{RULES}/bill"), bill).await.expect(200);
        assert_eq!(tried["lines"][1]["rule"], json!(rule), "{day}: {tried}");
    }
}

#[tokio::test]
async fn priorities_are_numbered_anew_where_the_bounds_leave_no_room() {
    let shop = Shop::open().await;
    let top = shop.on(json!({ "priority": 1000 }).over(fixed(1))).await;
    let middle = shop.on(fixed(2)).await;
    let bottom = shop.on(json!({ "priority": -1000 }).over(fixed(3))).await;
    let seen = order(&shop).await;
    assert_eq!(seen, [top.clone(), middle.clone(), bottom.clone()]);
    let turned = [bottom.clone(), top.clone(), middle.clone()];
    arrange(&shop, &seen, &turned).await.expect(204);
    assert_eq!(order(&shop).await, turned);
    for id in turned {
        let value = priority(&shop, &id).await.as_i64().expect("a number");
        assert!((-1000..=1000).contains(&value), "{value}");
    }
}

async fn end(shop: &Shop, id: &str) -> Answer {
    shop.desk.operator.post(&format!("{RULES}/{id}/end"), json!({})).await
}

async fn take_back(shop: &Shop, id: &str) -> Answer {
    shop.desk.operator.delete(&format!("{RULES}/{id}/end")).await
}

#[tokio::test]
async fn a_rule_that_is_ended_today_gives_until_midnight_and_says_who_ended_it() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "until": "2026-04-30" }).over(fixed(20))).await;
    shop.award(&ada, "10").await;
    let ended = end(&shop, &id).await.expect(200);
    assert_eq!((&ended["state"], &ended["ended"]["on"]), (&json!("on"), &json!("2026-03-12")));
    assert!(ended["ended"]["by"].is_string());
    assert_eq!(ended["live"]["rule"]["until"], "2026-04-30", "the version stays as it is");
    end(&shop, &id).await.expect_problem(409, "rule_not_on");
    shop.go_to("2026-03-12T23:59").await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 20]);
    shop.go_to("2026-03-13T00:00").await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10]);
    let over = shop.rule(&id).await;
    assert_eq!((&over["state"], &over["givenPoints"]), (&json!("ended"), &json!(40)), "what it gave stays");
    take_back(&shop, &id).await.expect_problem(409, "rule_end_stays");
    let csv = shop.desk.operator.get(&format!("{RULES}?format=csv")).await;
    assert!(csv.text.contains("ended") && csv.text.contains("2026-03-12"), "{}", csv.text);
    // The same version goes on after it was simulated and switched on once more.
    shop.switch_on(&id).await.expect(200);
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 20]);
    assert_eq!(shop.rule(&id).await.get("ended"), None);
    // A purchase of the days between earns as it did then.
    let between = json!({ "partner": shop.partner, "member": ada.short_id, "amountHkd": "10",
        "at": "2026-03-12T23:00:00+08:00" });
    let tried = shop.desk.operator.post(&format!("{RULES}/bill"), between).await.expect(200);
    assert_eq!(points(&tried), [10, 20]);
}

#[tokio::test]
async fn an_end_by_hand_is_taken_back_within_a_minute() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({ "until": "2026-04-30" }).over(fixed(20))).await;
    take_back(&shop, &id).await.expect_problem(409, "rule_end_stays");
    end(&shop, &id).await.expect(200);
    let back = take_back(&shop, &id).await.expect(200);
    assert_eq!((&back["state"], back.get("ended")), (&json!("on"), None));
    take_back(&shop, &id).await.expect_problem(409, "rule_end_stays");
    end(&shop, &id).await.expect(200);
    // A rule that is moved stays ended.
    let other = shop.on(fixed(5)).await;
    let seen = order(&shop).await;
    let turned: Vec<_> = seen.iter().rev().cloned().collect();
    arrange(&shop, &seen, &turned).await.expect(204);
    assert_eq!(shop.rule(&id).await["ended"]["on"], "2026-03-12");
    shop.server.clock.advance(Duration::from_secs(61));
    take_back(&shop, &id).await.expect_problem(409, "rule_end_stays");
    let audit = shop.desk.operator.get("/api/admin/audit?action=earning_rule.take_end_back").await.expect(200);
    assert_eq!((audit.as_array().map(Vec::len), &audit[0]["before"]["until"]), (Some(1), &json!("2026-03-12")));
    assert_eq!(audit[0]["after"]["until"], "2026-04-30");
    assert!(points(&shop.award(&ada, "10").await).contains(&5), "{other} goes on");
}

#[tokio::test]
async fn an_end_stays_if_a_rule_without_an_order_was_switched_on_for_the_days_after_it() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let alone = |over: Value| over.over(json!({ "stacking": "best" }).over(fixed(20)));
    let id = shop.on(alone(json!({}))).await;
    end(&shop, &id).await.expect(200);
    let next = shop.on(alone(json!({ "from": "2026-03-13" }))).await;
    let refused = take_back(&shop, &id).await.expect_problem(400, "rules_overlap");
    assert_eq!(refused["errors"][1]["field"], format!("earningRules[{next}]"), "{refused}");
    assert_eq!(shop.rule(&id).await["ended"]["on"], "2026-03-12");
}

#[tokio::test]
async fn an_end_is_not_taken_back_after_its_midnight() {
    let mut shop = Shop::open_at("2026-03-12T23:59").await;
    let id = shop.on(fixed(20)).await;
    end(&shop, &id).await.expect(200);
    shop.go_to("2026-03-13T00:00").await;
    take_back(&shop, &id).await.expect_problem(409, "rule_end_stays");
}

#[tokio::test]
async fn a_rule_that_is_not_on_is_not_ended() {
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let draft = shop.add(fixed(1)).await["_id"].as_str().expect("an id").to_owned();
    let today = shop.on(json!({ "until": "2026-03-12" }).over(fixed(2))).await;
    let off = shop.on(fixed(3)).await;
    shop.desk.operator.post(&format!("{RULES}/{off}/switch-off"), json!({})).await.expect(200);
    for id in [&draft, &today, &off] {
        end(&shop, id).await.expect_problem(409, "rule_not_on");
    }
    end(&shop, "019cde0a5b7070009f1b4c1f0c2f7a31").await.expect_problem(404, "not_found");
    let later = shop.on(json!({ "from": "2026-04-01" }).over(fixed(4))).await;
    assert_eq!(end(&shop, &later).await.expect(200)["state"], "ended", "it does not start any more");
    let auditor = shop.server.staff(Role::Auditor).await;
    for method in [Method::POST, Method::DELETE] {
        let request = auditor.request(method, &format!("{RULES}/{later}/end"));
        auditor.send(request).await.expect_problem(403, "forbidden");
    }
    assert_eq!(Desk::of(&shop.server).await.operator.get(RULES).await.expect(200).as_array().map(Vec::len), Some(4));
}
