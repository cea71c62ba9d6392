//! Earning rules: operators set them, and purchases earn by them.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use crate::earn_links::{Till, claim, in_a_day};
use crate::support::desk::{Desk, Over};
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key, until};

pub const RULES: &str = "/api/admin/earning-rules";

/// A programme with one partner at 1 point for HK$1, and its counter.
pub struct Shop {
    pub server: TestServer,
    pub desk: Desk,
    pub partner: String,
    pub counter: Caller,
}

impl Shop {
    pub async fn open() -> Self {
        Self::open_at("2026-03-12T12:00").await
    }

    /// Opens at a time in Hong Kong.
    pub async fn open_at(local: &str) -> Self {
        let moment = Timestamp::parse(&format!("{local}:00+08:00")).expect("a time");
        let server = TestServer::start_at(moment).await;
        let desk = Desk::of(&server).await;
        let partner = desk.partner("1", "2").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        Self { server, desk, partner, counter }
    }

    /// Sets the clock to a time in Hong Kong, and signs staff in again.
    pub async fn go_to(&mut self, local: &str) {
        self.server.clock.set(Timestamp::parse(&format!("{local}:00+08:00")).expect("a time"));
        self.desk = Desk::of(&self.server).await;
        self.counter = self.server.staff_at(Role::Merchant, Some(&self.partner)).await;
    }

    pub async fn add(&self, over: Value) -> Value {
        self.desk.operator.post(RULES, over.over(double())).await.expect(201)
    }

    /// Adds a rule and switches it on; gives its id.
    pub async fn on(&self, over: Value) -> String {
        let made = self.add(over).await;
        let id = made["_id"].as_str().expect("an id").to_owned();
        self.simulate(&id, json!({})).await;
        self.switch_on(&id).await.expect(200);
        id
    }

    /// Simulates the newest version of a rule; gives the result.
    pub async fn simulate(&self, id: &str, request: Value) -> Value {
        let path = format!("{RULES}/{id}/simulation");
        self.desk.operator.post(&path, request).await.expect(200);
        let done = async || {
            let found = self.desk.operator.get(&path).await.expect(200);
            if found["state"] == "done" { Ok(found["result"].clone()) } else { Err(found.to_string()) }
        };
        until(done).await
    }

    pub async fn switch_on(&self, id: &str) -> Answer {
        let operator = &self.desk.operator;
        let request = operator.request(Method::POST, &format!("{RULES}/{id}/switch-on")).header("if-match", "*");
        operator.send(request).await
    }

    pub async fn rule(&self, id: &str) -> Value {
        self.desk.operator.get(&format!("{RULES}/{id}")).await.expect(200)
    }

    pub async fn award(&self, member: &TestMember, amount: &str) -> Value {
        let body = json!({ "member": member.short_id, "amountHkd": amount });
        self.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200)
    }

    pub async fn undo(&self, award: &Value) {
        let id = award["transactionId"].as_str().expect("an id");
        let path = format!("/api/merchant/award/{id}/undo");
        self.counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    }
}

pub fn double() -> Value {
    json!({ "name": { "en": "double day", "zh": "双倍日", "zhhk": "雙倍日" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "until": "2099-12-31",
        "budget": { "unit": "points", "amount": 1_000_000 } })
}

pub fn points(award: &Value) -> Vec<i64> {
    award["lines"].as_array().expect("lines").iter().map(|line| line["points"].as_i64().expect("points")).collect()
}

#[tokio::test]
async fn a_double_day_is_previewed_given_and_explained() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let body = json!({ "member": ada.short_id, "amountHkd": "80.00", "enjoyCard": true });
    let plain = shop.counter.post("/api/merchant/award/preview", body.clone()).await.expect(200);
    assert_eq!((&plain["points"], points(&plain)), (&json!(240), vec![80, 160]));
    let id = shop.on(json!({})).await;
    let told = shop.counter.post("/api/merchant/award/preview", body.clone()).await.expect(200);
    assert_eq!((&told["points"], points(&told)), (&json!(320), vec![80, 160, 80]));
    assert_eq!(told["lines"][2]["name"]["zhhk"], "雙倍日");
    let given = shop.counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!((&given["points"], &given["basePoints"], &given["extraPoints"]), (&json!(320), &json!(80), &json!(160)));
    assert_eq!(given["lines"], told["lines"]);
    assert_eq!(shop.server.balance(ada.id).await, 320);
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!(history[0]["lines"], given["lines"]);
    let inbox = ada.caller.get("/api/notification/notifications").await.expect(200);
    let notice = &inbox["data"][0]["body"];
    assert_eq!(notice["en"], "You earned 320 points for HK$80.00: 80 + 160 Enjoy Card + 80 double day.");
    assert_eq!(notice["zhhk"], "你消費 HK$80.00，賺取了 320 積分：80 + 160 Enjoy Card + 80 雙倍日。");
    let line = &history[0]["lines"][2];
    assert_eq!((&line["kind"], &line["rule"], &line["version"]), (&json!("rule"), &json!(id), &json!(1)));
    let rule = shop.rule(&id).await;
    assert_eq!((&rule["state"], &rule["givenPoints"], &rule["recentAwards"]), (&json!("on"), &json!(80), &json!(1)));
    shop.server.verify_books();
}

#[tokio::test]
async fn a_rule_gives_nothing_before_it_is_switched_on_and_after_it_is_switched_off() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let made = shop.add(json!({})).await;
    assert_eq!((&made["state"], &made["latest"]["draft"]), (&json!("draft"), &json!(true)));
    let id = made["_id"].as_str().expect("an id");
    assert_eq!(shop.award(&ada, "10").await["points"], 10);
    shop.switch_on(id).await.expect_problem(409, "rule_not_simulated");
    shop.simulate(id, json!({})).await;
    shop.switch_on(id).await.expect(200);
    assert_eq!(shop.award(&ada, "10").await["points"], 20);
    let off = shop.desk.operator.post(&format!("{RULES}/{id}/switch-off"), json!({})).await.expect(200);
    assert_eq!((&off["state"], &off["givenPoints"]), (&json!("off"), &json!(10)));
    assert_eq!(shop.award(&ada, "10").await["points"], 10);
}

#[tokio::test]
async fn a_purchase_of_an_earlier_day_earns_by_the_rules_and_versions_of_that_day() {
    let mut shop = Shop::open_at("2026-03-09T12:00").await;
    let was_on = shop.on(json!({})).await;
    shop.go_to("2026-03-11T11:00").await;
    let more = json!({ "bonus": { "kind": "multiplier", "factor": "3" } }).over(double());
    shop.desk.operator.put_at(&format!("{RULES}/{was_on}"), "*", more).await.expect(200);
    shop.simulate(&was_on, json!({})).await;
    shop.switch_on(&was_on).await.expect(200);
    shop.go_to("2026-03-12T12:00").await;
    shop.desk.operator.post(&format!("{RULES}/{was_on}/switch-off"), json!({})).await.expect(200);
    shop.on(json!({ "bonus": { "kind": "multiplier", "factor": "5" }, "priority": 1 })).await;
    let ada = shop.server.member().await;
    let points = async |day: &str| {
        let csv = format!("member,partner,amountHkd,day\n{},{},10,{day}\n", ada.email, shop.partner);
        let request = shop.desk.operator.request(Method::POST, "/api/admin/credits/dry-run");
        let request = request.header("content-type", "text/csv").header("idempotency-key", fresh_key());
        shop.desk.operator.send(request.body(csv)).await.expect(200)["points"].as_i64().expect("points")
    };
    assert_eq!(points("2026-03-08").await, 10, "before the rule was on");
    assert_eq!(points("2026-03-10").await, 20, "by its first version");
    assert_eq!(points("2026-03-11").await, 30, "by its second version, which was on at noon");
    assert_eq!(points("2026-03-12").await, 50, "by the rule of today");
}

#[tokio::test]
async fn a_change_is_a_new_version_that_takes_over_when_it_is_switched_on() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let id = shop.on(json!({})).await;
    let path = format!("{RULES}/{id}");
    let triple = json!({ "bonus": { "kind": "multiplier", "factor": "3" } }).over(double());
    let changed = shop.desk.operator.put_at(&path, "*", triple).await.expect(200);
    assert_eq!((&changed["live"]["version"], &changed["latest"]["version"]), (&json!(1), &json!(2)));
    let first = shop.award(&ada, "10").await;
    assert_eq!((&first["points"], &first["lines"][1]["version"]), (&json!(20), &json!(1)));
    shop.switch_on(&id).await.expect_problem(409, "rule_not_simulated");
    shop.simulate(&id, json!({})).await;
    shop.switch_on(&id).await.expect(200);
    let second = shop.award(&ada, "10").await;
    assert_eq!((&second["points"], &second["lines"][1]["version"]), (&json!(30), &json!(2)));
    let versions = shop.desk.operator.get(&format!("{path}/versions")).await.expect(200);
    assert_eq!(versions[1]["rule"]["bonus"]["factor"], "2");
    let none = shop.desk.operator.delete(&format!("{path}/draft")).await;
    none.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_budget_ends_a_rule_and_an_undone_award_gives_it_back() {
    let shop = Shop::open().await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let id = shop.on(json!({ "until": null, "budget": { "unit": "points", "amount": 50 } })).await;
    let first = shop.award(&ada, "30").await;
    assert_eq!(points(&first), [30, 30]);
    let last = shop.award(&ben, "30").await;
    assert_eq!(points(&last), [30, 20], "the rest of the budget");
    assert_eq!((&shop.rule(&id).await["state"], points(&shop.award(&ada, "30").await)), (&json!("spent"), vec![30]));
    shop.undo(&first).await;
    let rule = shop.rule(&id).await;
    assert_eq!((&rule["state"], &rule["budgetLeftPoints"]), (&json!("on"), &json!(30)));
    let reversed = shop.desk.reverse(&last).await;
    reversed.expect(200);
    assert_eq!(shop.rule(&id).await["budgetLeftPoints"], 50);
    assert_eq!(points(&shop.award(&ada, "30").await), [30, 30]);
    shop.server.verify_books();
}

#[tokio::test]
async fn caps_hold_for_a_receipt_a_member_a_day_and_the_rule() {
    let shop = Shop::open_at("2026-03-31T23:55").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let caps = json!({ "perReceipt": 25, "perMemberDay": 40, "perMember": 70, "perDay": 60, "perRule": 100 });
    shop.on(json!({ "caps": caps })).await;
    let extra = async |member: &TestMember| points(&shop.award(member, "30").await).get(1).copied().unwrap_or(0);
    assert_eq!(
        (extra(&ada).await, extra(&ada).await, extra(&ada).await),
        (25, 15, 0),
        "receipt, then the member's day"
    );
    assert_eq!((extra(&ben).await, extra(&ben).await), (20, 0), "the daily cap of all members");
    let body = json!({ "member": ben.short_id, "amountHkd": "30" });
    let told = shop.counter.post("/api/merchant/award/preview", body).await.expect(200);
    assert_eq!((&told["lines"][1]["points"], &told["lines"][1]["limitedBy"]), (&json!(0), &json!("perDay")));
    // The day, the month and the quarter turn.
    shop.server.clock.advance(Duration::from_secs(600));
    assert_eq!((extra(&ada).await, extra(&ada).await), (25, 5), "the member's total");
    assert_eq!((extra(&ben).await, extra(&ben).await), (10, 0), "the rule's total");
}

#[tokio::test]
async fn conditions_of_time_place_and_bill_are_all_met_or_nothing_is_given() {
    // A Tuesday.
    let shop = Shop::open_at("2026-03-17T14:30").await;
    let ada = shop.server.member().await;
    let elsewhere = shop.desk.partner("1", "0").await;
    let met = json!({ "from": "2026-03-17", "until": "2026-03-17", "weekdays": ["tuesday"],
        "hours": { "from": "14:00", "until": "14:31" }, "partners": [shop.partner], "partnerTypes": ["Food"],
        "minimumBillHkd": "60.00", "enjoyCard": false });
    let given = async |over: Value, amount: &str| {
        let id = shop.on(over.over(met.clone())).await;
        let award = shop.award(&ada, amount).await;
        shop.desk.operator.post(&format!("{RULES}/{id}/switch-off"), json!({})).await.expect(200);
        award["points"].as_i64().expect("points")
    };
    assert_eq!(given(json!({}), "60").await, 120);
    assert_eq!(given(json!({}), "59.99").await, 59);
    for unmet in [
        json!({ "from": "2026-03-18", "until": "2026-03-24" }),
        json!({ "weekdays": ["monday"], "until": "2026-03-24" }),
        json!({ "hours": { "from": "14:00", "until": "14:30" }, "until": "2026-03-24" }),
        json!({ "hours": { "from": "14:31", "until": "24:00" } }),
        json!({ "partners": [elsewhere] }),
        json!({ "partners": [], "partnerTypes": ["Transport"] }),
        json!({ "enjoyCard": true }),
    ] {
        assert_eq!(given(unmet.clone(), "60").await, 60, "{unmet}");
    }
    shop.on(json!({ "weekdays": [], "hours": null }).over(met)).await;
    shop.server.clock.advance(Duration::from_secs(10 * 3_600));
    let counter = shop.server.staff_at(Role::Merchant, Some(&shop.partner)).await;
    let body = json!({ "member": ada.short_id, "amountHkd": "60" });
    let late = counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!(late["points"], 60, "the day after its last one");
}

#[tokio::test]
async fn an_earn_link_earns_by_the_rules_of_its_outlet_and_keeps_its_carbon() {
    let shop = Shop::open().await;
    let (ada, operator) = (shop.server.member().await, &shop.desk.operator);
    let owner = shop.server.staff_at(Role::Owner, None).await;
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["carbon"] = json!(true);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    let vegetables = json!({ "unit": "dollar", "name": { "en": "Local vegetables", "zhhk": "本地蔬菜" }, "grams": "54",
        "source": "Packaging LCA", "sourceYear": 2024, "from": "2026-03-12" });
    operator.post("/api/admin/carbon/factors", vegetables).await.expect(201);
    let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
    let outlet = operator.post(&format!("/api/admin/partners/{}/outlets", shop.partner), place).await.expect(201);
    shop.on(json!({ "outlets": [outlet["_id"]] })).await;
    let of_all = Till::of(&shop.desk, &shop.partner, json!({ "name": "All" })).await;
    let of_one = Till::of(&shop.desk, &shop.partner, json!({ "name": "One", "outletId": outlet["_id"] })).await;
    for (till, receipt, points) in [(of_all, "R-1", 80), (of_one, "R-2", 160)] {
        let given = claim(&ada, &till.link(8_000, in_a_day(&shop.server), receipt)).await.expect(200);
        assert_eq!(given["points"], points, "{receipt}");
    }
    let history = ada.caller.get("/api/transaction/listMyTransactions").await.expect(200);
    assert_eq!(points(&history[0]), [80, 80]);
    assert_eq!(ada.caller.get("/api/carbon/tree").await.expect(200)["grams"], "8640");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_rule_that_cannot_be_meant_is_refused_with_its_place() {
    let shop = Shop::open().await;
    let budget = json!({ "unit": "points", "amount": 100 });
    let unlimited = |over: Value| over.over(json!({ "until": null, "budget": null }));
    let uncapped = |over: Value| over.over(json!({ "until": "2027-04-16", "budget": null }));
    let place = json!({ "name": { "en": "Central", "zh": "中环", "zhhk": "中環" } });
    let path = format!("/api/admin/partners/{}/outlets", shop.partner);
    let outlet = shop.desk.operator.post(&path, place).await.expect(201)["_id"].clone();
    for (over, field, code) in [
        (json!({ "from": "2026-03-13", "until": "2026-03-12" }), "until", "invalid_period"),
        (json!({ "hours": { "from": "14:00", "until": "14:00" } }), "hours.until", "rule_hours_empty"),
        (json!({ "hours": { "from": "24:00", "until": "00:00" } }), "hours.until", "rule_hours_empty"),
        (
            json!({ "bonus": { "kind": "perAmount", "points": 1, "eachHkd": "0" } }),
            "bonus.eachHkd",
            "rule_divides_by_zero",
        ),
        (json!({ "occasion": { "kind": "nthPurchase", "n": 0 } }), "occasion.n", "rule_divides_by_zero"),
        (json!({ "bonus": { "kind": "multiplier", "factor": "1" } }), "bonus.factor", "rule_factor"),
        (json!({ "bonus": { "kind": "fixed", "points": 0 } }), "bonus.points", "invalid_value"),
        (unlimited(json!({})), "budget", "rule_unlimited"),
        (uncapped(json!({ "bonus": { "kind": "fixed", "points": 10_001 } })), "budget", "rule_bonus_unlimited"),
        (uncapped(json!({ "bonus": { "kind": "multiplier", "factor": "10.1" } })), "budget", "rule_bonus_unlimited"),
        (
            // 10,010 points for a bill of HK$1,000.
            uncapped(json!({ "bonus": { "kind": "perAmount", "points": 1_001, "eachHkd": "100" } })),
            "budget",
            "rule_bonus_unlimited",
        ),
        (unlimited(json!({ "caps": { "perReceipt": 5 } })), "budget", "rule_unlimited"),
        (
            json!({ "from": "2026-03-12", "until": "2026-03-12", "weekdays": ["friday"] }),
            "weekdays",
            "rule_never_applies",
        ),
        (json!({ "partners": ["019cde0a5b7070009f1b4c1f0c2f7a31"] }), "partners[0]", "rule_never_applies"),
        (json!({ "partners": [shop.partner], "partnerTypes": ["Transport"] }), "partners[0]", "rule_never_applies"),
        (json!({ "outlets": ["019cde0a5b7070009f1b4c1f0c2f7a31"] }), "outlets[0]", "rule_never_applies"),
        (json!({ "outlets": [outlet], "partnerTypes": ["Transport"] }), "outlets[0]", "rule_never_applies"),
        (unlimited(json!({ "caps": { "perMemberDay": 5 } })), "until", "rule_without_end"),
        (unlimited(json!({ "caps": { "perDay": 5, "perReceipt": 1 } })), "until", "rule_without_end"),
        (unlimited(json!({ "caps": { "perMember": 5 } })), "until", "rule_without_end"),
        // 400 days after today, and after the first day of the rule, are near enough.
        (unlimited(json!({ "until": "2027-04-17" })), "until", "rule_without_end"),
        (unlimited(json!({ "until": "2099-12-31", "caps": { "perMember": 5 } })), "until", "rule_without_end"),
        (unlimited(json!({ "from": "2026-03-01", "until": "2027-04-17" })), "until", "rule_without_end"),
        (unlimited(json!({ "from": "2027-01-01", "until": "2028-02-06" })), "until", "rule_without_end"),
        (json!({ "name": { "en": "x", "zhhk": "x" } }), "name.zh", "required_field"),
        (json!({ "caps": { "perDay": 0 }, "budget": budget }), "caps.perDay", "invalid_value"),
        (json!({ "budget": { "unit": "points", "amount": 0 } }), "budget.amount", "invalid_value"),
        (json!({ "priority": 1001 }), "priority", "invalid_value"),
        (json!({ "priority": i64::MIN }), "priority", "invalid_value"),
    ] {
        let refused = shop.desk.operator.post(RULES, over.clone().over(double())).await.expect_problem(400, code);
        assert_eq!(refused["errors"][0]["field"], field, "{over}: {refused}");
    }
    for over in [json!({ "segment": 1 }), json!({ "until": "2026-02-30" }), json!({ "weekdays": ["someday"] })] {
        shop.desk.operator.post(RULES, over.over(double())).await.expect_problem(400, "invalid_body");
    }
    for limited in [
        json!({ "until": "2027-04-16" }),
        json!({ "from": "2026-03-01", "until": "2027-04-16" }),
        json!({ "from": "2027-01-01", "until": "2028-02-05" }),
        json!({ "until": "2099-12-31", "caps": { "perRule": 5 } }),
        json!({ "caps": { "perDay": 5, "perRule": 5 } }),
        json!({ "caps": { "perDay": 5 }, "budget": budget }),
        json!({ "until": "2027-04-16", "bonus": { "kind": "fixed", "points": 10_001 }, "caps": { "perReceipt": 20_000 } }),
        json!({ "until": "2027-04-16", "bonus": { "kind": "multiplier", "factor": "10" } }),
    ] {
        shop.add(unlimited(limited)).await;
    }
    shop.add(json!({ "outlets": [outlet], "partnerTypes": ["Food"] })).await;
    // A rule may be tried on days that have passed, but not switched on for them.
    let late = shop.add(json!({ "until": "2026-03-11" })).await["_id"].as_str().expect("an id").to_owned();
    shop.simulate(&late, json!({})).await;
    let refused = shop.switch_on(&late).await.expect_problem(400, "rule_is_over");
    assert_eq!(refused["errors"][0]["field"], "until");
    let alone = json!({ "stacking": "best" });
    let other = shop.on(alone.clone()).await;
    let refused =
        shop.desk.operator.post(RULES, alone.clone().over(double())).await.expect_problem(400, "rules_overlap");
    assert_eq!(refused["errors"][0]["field"], "priority");
    assert_eq!(refused["errors"][1]["field"], format!("earningRules[{other}]"));
    shop.add(json!({ "priority": 1 }).over(alone.clone())).await;
    shop.add(json!({ "from": "2100-01-01", "until": "2100-01-02" }).over(alone)).await;
}

#[tokio::test]
async fn only_the_better_counts_where_a_rule_does_not_add_up() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let fixed = |points: i64| json!({ "bonus": { "kind": "fixed", "points": points } });
    shop.on(fixed(30)).await;
    shop.on(fixed(25)).await;
    let alone = shop.on(json!({ "stacking": "best" }).over(fixed(60))).await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 60]);
    shop.desk.operator.post(&format!("{RULES}/{alone}/switch-off"), json!({})).await.expect(200);
    let both = shop.award(&ada, "10").await;
    assert_eq!((points(&both), &both["points"]), (vec![10, 30, 25], &json!(65)));
}

#[tokio::test]
async fn first_nth_and_welcome_purchases_count_what_was_not_taken_back() {
    let shop = Shop::open().await;
    let ada = shop.server.member().await;
    let bonus =
        |points: i64, occasion: Value| json!({ "bonus": { "kind": "fixed", "points": points }, "occasion": occasion });
    shop.on(bonus(100, json!({ "kind": "firstPurchase" }))).await;
    shop.on(bonus(50, json!({ "kind": "welcome", "withinDays": 30 }))).await;
    shop.on(bonus(7, json!({ "kind": "nthPurchase", "n": 2, "repeats": true }))).await;
    let first = shop.award(&ada, "10").await;
    assert_eq!(points(&first), [10, 100, 50]);
    shop.undo(&first).await;
    assert_eq!(shop.server.balance(ada.id).await, 0);
    let mut found = Vec::new();
    for _ in 0..4 {
        found.push(points(&shop.award(&ada, "10").await));
    }
    assert_eq!(found, [vec![10, 100, 50], vec![10, 7], vec![10], vec![10, 7]]);
    let other = shop.desk.partner("1", "0").await;
    let counter = shop.server.staff_at(Role::Merchant, Some(&other)).await;
    let body = json!({ "member": ada.short_id, "amountHkd": "10" });
    let there = counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
    assert_eq!(points(&there), [10, 100], "the first at that partner, not the first of all");
}

#[tokio::test]
async fn auditors_read_rules_and_only_operators_change_them() {
    let shop = Shop::open().await;
    let id = shop.on(json!({})).await;
    let auditor = shop.server.staff(Role::Auditor).await;
    let listed = auditor.get(RULES).await.expect(200);
    assert_eq!(listed[0]["_id"], json!(id));
    auditor.post(RULES, double()).await.expect_problem(403, "forbidden");
    auditor.post(&format!("{RULES}/{id}/switch-off"), json!({})).await.expect_problem(403, "forbidden");
    let csv = auditor.get(&format!("{RULES}?format=csv")).await;
    assert!(csv.text.contains("double day"), "{}", csv.text);
    let audit = auditor.get("/api/admin/audit?action=earning_rule.switch_on").await.expect(200);
    assert_eq!(audit[0]["target"], json!(id));
}

#[tokio::test]
async fn a_simulation_holds_for_that_text_and_for_a_day() {
    let shop = Shop::open().await;
    let id = shop.add(json!({})).await["_id"].as_str().expect("an id").to_owned();
    let path = format!("{RULES}/{id}");
    let none = shop.desk.operator.get(&format!("{path}/simulation")).await.expect(200);
    assert_eq!((&none["state"], &none["result"]), (&json!("none"), &Value::Null));
    shop.simulate(&id, json!({ "days": 7 })).await;
    let changed = json!({ "priority": 5 }).over(double());
    shop.desk.operator.put_at(&path, "*", changed).await.expect(200);
    shop.switch_on(&id).await.expect_problem(409, "rule_not_simulated");
    shop.desk.operator.put_at(&path, "*", double()).await.expect(200);
    shop.server.clock.advance(Duration::from_secs(24 * 3_600 + 1));
    let operator = Desk::of(&shop.server).await.operator;
    let late = operator.request(Method::POST, &format!("{path}/switch-on")).header("if-match", "*");
    operator.send(late).await.expect_problem(409, "rule_not_simulated");
    for days in [0, 401] {
        let refused = operator.post(&format!("{path}/simulation"), json!({ "days": days })).await;
        assert_eq!(refused.expect_problem(400, "invalid_value")["errors"][0]["field"], "days");
    }
}

/// Purchases of two members over the turn of a month, with caps and a budget that take effect, replayed with the rule
/// that was on.
#[tokio::test]
async fn a_simulation_of_what_was_on_finds_what_was_really_given() {
    let shop = Shop::open_at("2026-02-28T23:40").await;
    let (ada, ben) = (shop.server.member().await, shop.server.member().await);
    let caps = json!({ "perReceipt": 40, "perMemberDay": 60, "perDay": 90, "perRule": 1000 });
    let budget = json!({ "unit": "hkd", "amount": "1.40" });
    let id = shop
        .on(json!({ "bonus": { "kind": "multiplier", "factor": "1.5" }, "rounding": "nearest", "caps": caps,
        "budget": budget, "weekdays": ["saturday", "sunday"] }))
        .await;
    shop.on(json!({ "bonus": { "kind": "fixed", "points": 9 }, "occasion": { "kind": "firstPurchase" } })).await;
    let mut undone = None;
    for (member, amount) in [(&ada, "61"), (&ben, "77"), (&ada, "99"), (&ben, "41"), (&ada, "500"), (&ben, "33")] {
        let award = shop.award(member, amount).await;
        if amount == "99" {
            shop.undo(&award).await;
            undone = Some(award);
        }
        shop.server.clock.advance(Duration::from_secs(300));
    }
    assert!(undone.is_some());
    let result = shop.simulate(&id, json!({ "keepDates": true })).await;
    assert_eq!((&result["points"], &result["change"]), (&result["givenPoints"], &json!(0)), "{result}");
    assert_eq!((&result["members"], &result["membersNew"], &result["membersLost"]), (&json!(2), &json!(0), &json!(0)));
    assert_eq!((&result["purchases"], &result["changedBills"]), (&json!(5), &json!([])));
    let days = result["byDay"].as_array().expect("days");
    assert_eq!(days.len(), 2, "{days:?}");
    assert!(days.iter().all(|day| day["points"] == day["givenPoints"]), "{days:?}");
    let rule = shop.rule(&id).await;
    assert_eq!((&rule["givenPoints"], &rule["state"]), (&result["points"], &json!("spent")));
    // The next version would have given more.
    let body = json!({ "bonus": { "kind": "multiplier", "factor": "3" } }).over(double());
    shop.desk.operator.put_at(&format!("{RULES}/{id}"), "*", body).await.expect(200);
    let more = shop.simulate(&id, json!({})).await;
    let gained = |of: &Value, field: &str| of[field].as_i64().expect("points");
    assert_eq!(gained(&more, "change"), gained(&more, "points") - gained(&more, "givenPoints"));
    assert_eq!((gained(&more, "points"), gained(&more, "givenPoints")), (2 * 712, gained(&result, "points")));
    assert_eq!(more["changedBills"][0]["amountHkd"], "500.00");
    shop.server.verify_books();
}

#[tokio::test]
async fn a_birthday_bonus_is_given_once_a_year_also_to_those_born_on_a_leap_day() {
    // 2027 has no 29 February.
    let shop = Shop::open_at("2027-02-27T23:58").await;
    let ada = shop.server.member().await;
    shop.on(json!({ "bonus": { "kind": "fixed", "points": 200 }, "until": null,
        "occasion": { "kind": "birthday", "window": "day" } }))
        .await;
    ada.caller.get("/api/auth/birthday").await.expect_problem(404, "not_found");
    assert_eq!(ada.caller.get("/api/auth/getUserInfo").await.expect(200).get("birthday"), None);
    assert_eq!(points(&shop.award(&ada, "10").await), [10], "nobody knows the birthday");
    for bad in ["02-30", "2-29", "13-01"] {
        ada.caller.put("/api/auth/birthday", json!({ "birthday": bad })).await.expect_problem(400, "invalid_body");
    }
    ada.caller.put("/api/auth/birthday", json!({ "birthday": "02-29" })).await.expect(200);
    ada.caller.put("/api/auth/birthday", json!({ "birthday": "02-29" })).await.expect(200);
    let other = ada.caller.put("/api/auth/birthday", json!({ "birthday": "03-01" })).await;
    other.expect_problem(409, "birthday_already_set");
    assert_eq!(ada.caller.get("/api/auth/birthday").await.expect(200), json!({ "birthday": "02-29" }));
    assert_eq!(ada.caller.get("/api/auth/getUserInfo").await.expect(200)["birthday"], "02-29");
    assert_eq!(points(&shop.award(&ada, "10").await), [10], "the eve");
    shop.server.clock.advance(Duration::from_secs(180));
    let birthday = shop.award(&ada, "10").await;
    assert_eq!(points(&birthday), [10, 200]);
    assert_eq!(points(&shop.award(&ada, "10").await), [10], "once a year");
    shop.undo(&birthday).await;
    assert_eq!(points(&shop.award(&ada, "10").await), [10, 200], "it was taken back");
}

/// A member with that birthday.
async fn born(shop: &Shop, birthday: &str) -> TestMember {
    let member = shop.server.member().await;
    member.caller.put("/api/auth/birthday", json!({ "birthday": birthday })).await.expect(200);
    member
}

/// Makes an award for each member at its local time. The third part says whether the rule gives its 200 points.
async fn expect_birthday_bonuses(shop: &mut Shop, awards: &[(&str, &TestMember, bool)]) {
    for (local, member, given) in awards {
        shop.go_to(local).await;
        let lines = if *given { vec![10, 200] } else { vec![10] };
        assert_eq!(points(&shop.award(member, "10").await), lines, "a birthday of {} on {local}", member.email);
    }
}

#[tokio::test]
async fn a_birthday_bonus_comes_again_in_the_next_calendar_year() {
    let mut shop = Shop::open_at("2027-12-31T23:58").await;
    shop.on(
        json!({ "bonus": { "kind": "fixed", "points": 200 }, "occasion": { "kind": "birthday", "window": "day" } }),
    )
    .await;
    let (last, first, leap) = (born(&shop, "12-31").await, born(&shop, "01-01").await, born(&shop, "02-29").await);
    // 2028 has a 29 February, and 2029 has none.
    let awards = [
        ("2027-12-31T23:58", &last, true),
        ("2027-12-31T23:58", &last, false),
        ("2027-12-31T23:59", &first, false),
        ("2028-01-01T00:00", &last, false),
        ("2028-01-01T00:00", &first, true),
        ("2028-01-01T00:00", &first, false),
        ("2028-02-28T23:59", &leap, false),
        ("2028-02-29T00:00", &leap, true),
        ("2028-02-29T23:59", &leap, false),
        ("2028-12-31T12:00", &last, true),
        ("2029-01-01T00:00", &first, true),
        ("2029-02-27T23:59", &leap, false),
        ("2029-02-28T23:59", &leap, true),
        ("2029-03-01T00:00", &leap, false),
    ];
    expect_birthday_bonuses(&mut shop, &awards).await;
    shop.server.verify_books();
}

#[tokio::test]
async fn the_month_of_a_birthday_is_the_whole_calendar_month_and_brings_one_bonus() {
    let mut shop = Shop::open_at("2028-01-31T23:59").await;
    let month = json!({ "kind": "birthday", "window": "month" });
    shop.on(json!({ "bonus": { "kind": "fixed", "points": 200 }, "occasion": month })).await;
    let (early, late, never) = (born(&shop, "02-29").await, born(&shop, "02-01").await, born(&shop, "02-29").await);
    let awards = [
        ("2028-01-31T23:59", &early, false),
        ("2028-02-01T00:00", &early, true),
        ("2028-02-29T12:00", &early, false),
        ("2028-02-29T23:59", &late, true),
        ("2028-03-01T00:00", &never, false),
        ("2029-02-01T00:00", &early, true),
        ("2029-02-28T23:59", &never, true),
        ("2029-03-01T00:00", &late, false),
    ];
    expect_birthday_bonuses(&mut shop, &awards).await;
}

#[tokio::test]
async fn a_welcome_is_given_on_its_last_day_and_not_on_the_day_after() {
    let mut shop = Shop::open_at("2027-12-02T23:59").await;
    let welcome = json!({ "kind": "welcome", "withinDays": 30 });
    shop.on(json!({ "bonus": { "kind": "fixed", "points": 50 }, "occasion": welcome })).await;
    for (joined, last, after) in [
        ("2027-12-02T23:59", "2028-01-01T23:59", "2028-01-02T00:00"),
        ("2028-01-30T00:00", "2028-02-29T23:59", "2028-03-01T00:00"),
    ] {
        shop.go_to(joined).await;
        let (in_time, late) = (shop.server.member().await, shop.server.member().await);
        shop.go_to(last).await;
        assert_eq!(points(&shop.award(&in_time, "10").await), [10, 50], "30 days after {joined}");
        shop.go_to(after).await;
        assert_eq!(points(&shop.award(&late, "10").await), [10], "31 days after {joined}");
    }
}
