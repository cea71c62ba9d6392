//! The earning rules that gave nothing for a purchase, each with the reason, at the transaction in the admin.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::earning_rules::{RULES, Shop};
use crate::simulations::set;
use crate::support::desk::Over;
use crate::support::{TestMember, fresh_key};
use crate::tiers::{Climb, ladder};

fn fixed(points: i64) -> Value {
    json!({ "bonus": { "kind": "fixed", "points": points } })
}

fn id_of(award: &Value) -> String {
    award["transactionId"].as_str().expect("an id").to_owned()
}

async fn opened(shop: &Shop, transaction: &str) -> Value {
    shop.desk.operator.get(&format!("/api/admin/transactions/{transaction}")).await.expect(200)
}

/// The reason why a rule gave nothing for a purchase; `Null` if it is not among those that gave nothing.
async fn why(shop: &Shop, award: &Value, rule: &str) -> Value {
    let missed = opened(shop, &id_of(award)).await["missedRules"].clone();
    assert_eq!(missed["known"], true, "{missed}");
    let rules = missed["rules"].as_array().expect("rules").clone();
    rules.iter().find(|one| one["rule"] == rule).map_or(Value::Null, |one| one["why"].clone())
}

async fn pay(shop: &Shop, member: &TestMember, over: Value) -> Value {
    let body = over.over(json!({ "member": member.short_id, "amountHkd": "80" }));
    shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
}

#[tokio::test]
async fn conditions_of_the_purchase_are_named_and_rules_that_gave_are_not() {
    // 12 March 2026 is a Thursday.
    let shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let other = shop.desk.partner("1", "0").await;
    let gave = shop.on(fixed(5)).await;
    let cases = [
        (json!({ "from": "2026-04-01" }), json!({ "kind": "notStarted", "from": "2026-04-01" })),
        (json!({ "weekdays": ["monday"] }), json!({ "kind": "weekday" })),
        (json!({ "hours": { "from": "14:00", "until": "18:00" } }), json!({ "kind": "hours" })),
        (json!({ "partners": [other] }), json!({ "kind": "partner" })),
        (json!({ "partnerTypes": ["Books"] }), json!({ "kind": "partnerType" })),
        (json!({ "minimumBillHkd": "100" }), json!({ "kind": "minimumBill", "hkd": "100.00" })),
        (json!({ "enjoyCard": true }), json!({ "kind": "withoutCard" })),
        (json!({ "granted": true, "bonus": { "kind": "multiplier", "factor": "2" } }), json!({ "kind": "notGranted" })),
        (json!({ "occasion": { "kind": "nthPurchase", "n": 3 } }), json!({ "kind": "notNth", "n": 3 })),
        (json!({ "occasion": { "kind": "birthday" } }), json!({ "kind": "notBirthday" })),
        (json!({ "bonus": { "kind": "perAmount", "points": 1, "eachHkd": "100" } }), json!({ "kind": "nothingToAdd" })),
    ];
    let mut rules = Vec::new();
    for (over, reason) in &cases {
        rules.push((shop.on(over.clone().over(fixed(1))).await, reason.clone()));
    }
    let award = pay(&shop, &ada, json!({})).await;
    for (rule, reason) in &rules {
        assert_eq!(why(&shop, &award, rule).await, *reason);
    }
    assert_eq!(why(&shop, &award, &gave).await, Value::Null);
    let shown = opened(&shop, &id_of(&award)).await;
    let first = &shown["missedRules"]["rules"][0];
    assert_eq!((&first["version"], &first["name"]["zhhk"]), (&json!(1), &json!("雙倍日")));
    // A transfer is no purchase, and a list does without.
    let bob = shop.server.member().await;
    let order = json!({ "recipient": bob.short_id, "amount": 4 });
    ada.caller.post_once("/api/transaction/transfer", &fresh_key(), order).await.expect(200);
    let listed = shop.desk.operator.get(&format!("/api/admin/transactions?member={}", ada.id)).await.expect(200);
    assert!(listed.as_array().expect("a list").iter().all(|one| one.get("missedRules").is_none()), "{listed}");
    let transfer = listed[0]["_id"].as_str().expect("an id");
    assert_eq!(opened(&shop, transfer).await.get("missedRules"), None);
}

#[tokio::test]
async fn the_reasons_are_those_of_that_time_whatever_happened_since() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let first = shop.on(json!({ "occasion": { "kind": "firstPurchase" } }).over(fixed(1))).await;
    let capped = shop.on(json!({ "caps": { "perMember": 3 } }).over(fixed(2))).await;
    let spent = shop.on(json!({ "budget": { "unit": "points", "amount": 7 } }).over(fixed(7))).await;
    let off = shop.on(json!({ "weekdays": ["monday"] }).over(fixed(1))).await;
    let one = pay(&shop, &ada, json!({})).await;
    let two = pay(&shop, &ada, json!({})).await;
    let three = pay(&shop, &ada, json!({})).await;
    for rule in [&first, &capped, &spent] {
        assert_eq!(why(&shop, &one, rule).await, Value::Null);
    }
    let limit = json!({ "kind": "limit" });
    assert_eq!(why(&shop, &two, &first).await, json!({ "kind": "notFirst" }));
    assert_eq!(why(&shop, &two, &spent).await, limit);
    assert_eq!(why(&shop, &two, &capped).await, Value::Null, "one point was left");
    assert_eq!(why(&shop, &three, &capped).await, limit);
    // The first purchase is taken back, and a rule is switched off: the others keep their reasons.
    shop.go_to("2026-03-13T12:00").await;
    shop.desk.reverse(&one).await.expect(200);
    shop.desk.operator.post(&format!("{RULES}/{off}/switch-off"), json!({})).await.expect(200);
    let late = shop.on(fixed(9)).await;
    assert_eq!(why(&shop, &two, &first).await, json!({ "kind": "notFirst" }));
    assert_eq!(why(&shop, &three, &capped).await, limit);
    assert_eq!(why(&shop, &two, &off).await, json!({ "kind": "weekday" }));
    assert_eq!(why(&shop, &two, &late).await, Value::Null, "it was not on then");
    assert_eq!(why(&shop, &one, &first).await, Value::Null, "it gave, until it was taken back");
    let four = pay(&shop, &ada, json!({})).await;
    assert_eq!(why(&shop, &four, &off).await, Value::Null, "it is off now");
}

#[tokio::test]
async fn a_birthday_told_later_was_not_known_and_an_old_segment_is_named_only_if_nothing_else_is_possible() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let birthday = shop.on(json!({ "occasion": { "kind": "birthday" } }).over(fixed(1))).await;
    let line = json!({ "kind": "visited", "partners": [shop.partner] });
    let segment = json!({ "name": "Guests", "conditions": { "match": "all", "lines": [line] } });
    let segment = shop.desk.operator.post("/api/admin/segments", segment).await.expect(201)["_id"].clone();
    let guests = shop.on(json!({ "segment": segment }).over(fixed(1))).await;
    let best = shop.on(json!({ "stacking": "best", "segment": segment, "priority": 1 }).over(fixed(1))).await;
    let plain = shop.on(json!({ "stacking": "best", "priority": 2 }).over(fixed(30))).await;
    let award = pay(&shop, &ada, json!({})).await;
    assert_eq!(why(&shop, &award, &plain).await, Value::Null);
    shop.go_to("2026-03-20T12:00").await;
    ada.caller.sign_in(&ada.email, crate::support::PASSWORD).await;
    ada.caller.put("/api/auth/birthday", json!({ "birthday": "03-12" })).await.expect(200);
    assert_eq!(why(&shop, &award, &birthday).await, json!({ "kind": "notBirthday" }));
    // Ada is a guest by now. It is not kept that she was none, and the better rule may have been the reason as well.
    assert_eq!(why(&shop, &award, &guests).await, json!({ "kind": "unknown" }));
    assert_eq!(why(&shop, &award, &best).await, json!({ "kind": "unknown" }));
    shop.desk.operator.post(&format!("{RULES}/{plain}/switch-off"), json!({})).await.expect(200);
    let bob = shop.server.member().await;
    let alone = pay(&shop, &bob, json!({})).await;
    assert_eq!(why(&shop, &alone, &guests).await, json!({ "kind": "segment", "segment": segment }));
}

#[tokio::test]
async fn the_better_of_two_rules_counts_and_a_changed_type_of_the_partner_is_no_reason() {
    let mut shop = Shop::open_at("2026-03-12T12:00").await;
    let ada = shop.server.member().await;
    let small = shop.on(json!({ "stacking": "best" }).over(fixed(3))).await;
    let large = shop.on(json!({ "stacking": "best", "priority": 1 }).over(fixed(8))).await;
    let typed =
        shop.on(json!({ "partnerTypes": ["Food"], "weekdays": ["thursday"], "priority": 2 }).over(fixed(1))).await;
    let award = pay(&shop, &ada, json!({})).await;
    assert_eq!(why(&shop, &award, &small).await, json!({ "kind": "otherCounted" }));
    assert_eq!(why(&shop, &award, &large).await, Value::Null);
    assert_eq!(why(&shop, &award, &typed).await, json!({ "kind": "otherCounted" }));
    shop.go_to("2026-03-13T12:00").await;
    let path = format!("/api/admin/partners/{}", shop.partner);
    let partner = shop.desk.operator.get(&path).await.expect(200);
    let books = json!({ "type": "Books", "name": partner["name"], "basePoints": "1", "extraPoints": "2" });
    shop.desk.operator.put_at(&path, "*", books).await.expect(200);
    assert_eq!(why(&shop, &award, &typed).await, json!({ "kind": "unknown" }), "the type of that day is not kept");
}

#[tokio::test]
async fn a_level_that_the_purchase_itself_reached_did_not_count() {
    let climb = Climb::open("2027-03-01", json!({ "levels": ladder()["levels"] })).await;
    let operator = &climb.desk.operator;
    let rule = json!({ "level": 1, "until": "2099-12-31" }).over(crate::earning_rules::double());
    let made = operator.post(RULES, rule).await.expect(201);
    let id = made["_id"].as_str().expect("an id").to_owned();
    let path = format!("{RULES}/{id}");
    operator.post(&format!("{path}/simulation"), json!({})).await.expect(200);
    let done = async || {
        let found = operator.get(&format!("{path}/simulation")).await.expect(200);
        if found["state"] == "done" { Ok(()) } else { Err(found.to_string()) }
    };
    crate::support::until(done).await;
    let on = operator.request(reqwest::Method::POST, &format!("{path}/switch-on")).header("if-match", "*");
    operator.send(on).await.expect(200);
    climb.buy("100.00").await;
    let listed = operator.get(&format!("/api/admin/transactions?member={}&type=Earn", climb.ada.id)).await.expect(200);
    let newest = listed[0]["_id"].as_str().expect("an id");
    let shown = operator.get(&format!("/api/admin/transactions/{newest}")).await.expect(200);
    let why = &shown["missedRules"]["rules"][0]["why"];
    assert_eq!(*why, json!({ "kind": "level", "level": 1 }), "{shown}");
}

#[tokio::test]
async fn a_purchase_by_a_claim_has_the_rules_of_its_own_day() {
    let mut shop = Shop::open_at("2026-03-09T12:00").await;
    set(&shop, json!({ "claims": true })).await;
    let monday = shop.on(json!({ "weekdays": ["monday"] }).over(fixed(1))).await;
    let ended = shop.on(json!({ "until": "2026-03-09" }).over(fixed(1))).await;
    let member = shop.server.member().await;
    shop.go_to("2026-03-12T12:00").await;
    let later = shop.on(fixed(2)).await;
    member.caller.sign_in(&member.email, crate::support::PASSWORD).await;
    let body = json!({ "partner": shop.partner, "day": "2026-03-10", "amountHkd": "10", "receipt": "R-1" });
    let made = member.caller.post_once("/api/claims", &fresh_key(), body).await.expect(200);
    let path = format!("/api/admin/claims/{}/approve", made["claim"]["_id"].as_str().expect("an id"));
    let answered = shop.desk.operator.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    let listed = shop.desk.operator.get(&format!("/api/admin/transactions?member={}", member.id)).await.expect(200);
    let award = json!({ "transactionId": listed[0]["_id"] });
    assert_eq!(why(&shop, &award, &monday).await, json!({ "kind": "weekday" }), "{answered}");
    assert_eq!(why(&shop, &award, &ended).await, json!({ "kind": "ended", "on": "2026-03-09" }));
    assert_eq!(why(&shop, &award, &later).await, Value::Null, "it was not on that day");
    let finance = shop.server.staff_at(Role::Finance, None).await;
    finance.get(&format!("/api/admin/transactions/{}", id_of(&award))).await.expect(200);
}
