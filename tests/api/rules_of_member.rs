//! The earning rules of one member: which could apply to the next purchase, and why the others could not.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::accounts::suspend;
use crate::earning_rules::{RULES, Shop};
use crate::support::TestMember;
use crate::support::desk::Over;

fn fixed(points: i64) -> Value {
    json!({ "bonus": { "kind": "fixed", "points": points } })
}

/// The reason why a rule gives a member nothing at present.
async fn obstacles(shop: &Shop, member: &TestMember, rule: &str) -> Value {
    let path = format!("/api/admin/members/{}/earning-rules", member.id);
    let found = shop.desk.operator.get(&path).await.expect(200);
    let of_rule = found.as_array().expect("rules").iter().find(|one| one["rule"] == rule).cloned();
    of_rule.expect("the rule")["obstacles"].clone()
}

#[tokio::test]
async fn the_state_of_a_rule_is_an_obstacle_for_everybody() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let on = shop.on(json!({ "weekdays": ["monday"], "minimumBillHkd": "500" }).over(fixed(1))).await;
    let draft = shop.add(fixed(1)).await["_id"].as_str().expect("an id").to_owned();
    let later = shop.on(json!({ "from": "2026-04-01" }).over(fixed(1))).await;
    let over = shop.on(json!({ "until": "2026-03-13" }).over(fixed(1))).await;
    let spent = shop.on(json!({ "budget": { "unit": "points", "amount": 3 } }).over(fixed(3))).await;
    let of_day = shop.on(json!({ "caps": { "perDay": 2 } }).over(fixed(2))).await;
    shop.go_to("2026-03-14T12:00").await;
    shop.award(&shop.server.member().await, "10").await;
    assert_eq!(obstacles(&shop, &ada, &on).await, json!([]), "day and bill belong to the purchase");
    assert_eq!(obstacles(&shop, &ada, &draft).await, json!([{ "kind": "off" }]));
    assert_eq!(obstacles(&shop, &ada, &later).await, json!([{ "kind": "notStarted", "from": "2026-04-01" }]));
    assert_eq!(obstacles(&shop, &ada, &over).await, json!([{ "kind": "ended", "on": "2026-03-13" }]));
    assert_eq!(obstacles(&shop, &ada, &spent).await, json!([{ "kind": "spent" }]));
    assert_eq!(obstacles(&shop, &ada, &of_day).await, json!([{ "kind": "daySpent" }]));
    suspend(&shop.server, &ada).await;
    assert_eq!(obstacles(&shop, &ada, &on).await, json!([{ "kind": "suspended" }]));
}

#[tokio::test]
async fn occasions_and_limits_are_those_of_the_member() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let first = shop.on(json!({ "occasion": { "kind": "firstPurchase" } }).over(fixed(1))).await;
    let third = json!({ "occasion": { "kind": "nthPurchase", "n": 3, "repeats": true, "at": "programme" } });
    let third = shop.on(third.over(fixed(1))).await;
    let second = shop.on(json!({ "occasion": { "kind": "nthPurchase", "n": 2 } }).over(fixed(1))).await;
    let welcome = json!({ "occasion": { "kind": "welcome", "withinDays": 5 } });
    let welcome = shop.on(welcome.over(fixed(1))).await;
    let birthday = shop.on(json!({ "occasion": { "kind": "birthday" } }).over(fixed(1))).await;
    let capped = shop.on(json!({ "caps": { "perMember": 3, "perMemberDay": 2 } }).over(fixed(2))).await;
    for rule in [&first, &welcome, &capped] {
        assert_eq!(obstacles(&shop, &ada, rule).await, json!([]));
    }
    assert_eq!(obstacles(&shop, &ada, &third).await, json!([{ "kind": "notYet", "purchases": 2 }]));
    assert_eq!(obstacles(&shop, &ada, &birthday).await, json!([{ "kind": "noBirthday" }]));
    ada.caller.put("/api/auth/birthday", json!({ "birthday": "04-02" })).await.expect(200);
    assert_eq!(obstacles(&shop, &ada, &birthday).await, json!([{ "kind": "notBirthday" }]));
    shop.award(&ada, "10").await;
    for rule in [&first, &welcome] {
        assert_eq!(obstacles(&shop, &ada, rule).await, json!([{ "kind": "notFirst" }]));
    }
    assert_eq!(obstacles(&shop, &ada, &second).await, json!([]));
    assert_eq!(obstacles(&shop, &ada, &capped).await, json!([{ "kind": "memberDaySpent" }]));
    shop.go_to("2026-04-02T12:00").await;
    shop.award(&ada, "10").await;
    assert_eq!(obstacles(&shop, &ada, &third).await, json!([]));
    assert_eq!(obstacles(&shop, &ada, &second).await, json!([{ "kind": "nthPassed" }]));
    assert_eq!(obstacles(&shop, &ada, &birthday).await, json!([{ "kind": "birthdayGiven" }]));
    assert_eq!(obstacles(&shop, &ada, &capped).await, json!([{ "kind": "memberSpent" }]));
    let over = json!([{ "kind": "welcomeOver", "on": "2026-03-17" }]);
    assert_eq!(obstacles(&shop, &ada, &welcome).await, over);
    // A first purchase at another partner is still to come.
    shop.desk.partner("1", "0").await;
    assert_eq!(obstacles(&shop, &ada, &first).await, json!([]));
}

#[tokio::test]
async fn a_segment_and_a_goal_keep_members_out_and_reading_is_audited() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let line = json!({ "kind": "visited", "partners": [shop.partner] });
    let conditions = json!({ "match": "all", "lines": [line] });
    let segment = json!({ "name": "Guests", "conditions": conditions });
    let segment = shop.desk.operator.post("/api/admin/segments", segment).await.expect(201)["_id"].clone();
    let guests = shop.on(json!({ "segment": segment }).over(fixed(1))).await;
    let granted = shop.on(json!({ "granted": true })).await;
    assert_eq!(obstacles(&shop, &ada, &guests).await, json!([{ "kind": "segment", "segment": segment }]));
    assert_eq!(obstacles(&shop, &ada, &granted).await, json!([{ "kind": "notGranted" }]));
    shop.award(&ada, "10").await;
    assert_eq!(obstacles(&shop, &ada, &guests).await, json!([]));
    let audit = shop.desk.operator.get("/api/admin/audit?action=member.rules").await.expect(200);
    assert_eq!((audit.as_array().map(Vec::len), &audit[0]["target"]), (Some(3), &json!(ada.id)));
    let path = |id: &str| format!("/api/admin/members/{id}/earning-rules");
    shop.desk.operator.get(&path("019cde0a5b7070009f1b4c1f0c2f7a31")).await.expect_problem(404, "not_found");
    let editor = shop.server.staff(Role::Editor).await;
    editor.get(&path(&ada.id.to_string())).await.expect_problem(403, "forbidden");
    assert_eq!(shop.desk.operator.get(RULES).await.expect(200).as_array().map(Vec::len), Some(2));
}
