//! Tiers: rising, the notice, the grace and the fall, over years on a clock that the test sets.

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::tiers;
use kapok::platform::store::params;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key};

const TIERS: &str = "/api/admin/tiers";

/// A programme with a ladder, one partner at 1 point for HK$1, and its counter.
pub struct Climb {
    pub server: TestServer,
    pub desk: Desk,
    partner: String,
    counter: Caller,
    pub ada: TestMember,
}

pub fn ladder() -> Value {
    let level = |en: &str, zh: &str, zhhk: &str, target: i64| json!({ "name": { "en": en, "zh": zh, "zhhk": zhhk }, "target": target });
    json!({ "counts": "points", "window": { "kind": "year" }, "noticeDays": 60, "graceDays": 90,
        "levels": [level("Bloom", "花开", "花開", 100), level("Canopy", "满树", "滿樹", 300)] })
}

impl Climb {
    /// Opens on the first moment of a day.
    pub async fn open(day: &str, over: Value) -> Self {
        let server = TestServer::start().await;
        server.clock.set(at(day));
        let desk = Desk::of(&server).await;
        let owner = server.staff_at(Role::Owner, None).await;
        let settings = owner.get("/api/admin/settings").await.expect(200);
        owner.put_at("/api/admin/settings", "*", json!({ "goals": true }).over(settings)).await.expect(200);
        let partner = desk.partner("1", "0").await;
        let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
        let ada = server.member().await;
        let climb = Self { server, desk, partner, counter, ada };
        climb.write(over.over(ladder())).await.expect(200);
        climb.switch_on().await.expect(200);
        climb
    }

    pub async fn write(&self, ladder: Value) -> Answer {
        self.desk.operator.put_at(TIERS, "*", ladder).await
    }

    pub async fn switch_on(&self) -> Answer {
        let path = format!("{TIERS}/switch-on");
        let request = self.desk.operator.request(Method::POST, &path).header("if-match", "*").json(&json!({}));
        self.desk.operator.send(request).await
    }

    pub async fn switch_off(&self) {
        self.desk.operator.post(&format!("{TIERS}/switch-off"), json!({})).await.expect(200);
    }

    /// Sets the clock to a day, signs everybody in again, and reviews the levels.
    pub async fn on(&mut self, day: &str) {
        self.server.clock.set(at(day));
        self.look().await;
        self.ada.caller.sign_in(&self.ada.email, PASSWORD).await;
        self.counter = self.server.staff_at(Role::Merchant, Some(&self.partner)).await;
        self.desk = Desk::of(&self.server).await;
    }

    async fn review(&self) -> usize {
        let letters = self.server.letters();
        let reviewed = self.server.running.store.write_unattended(move |tx| tiers::review(tx, &letters)).await;
        self.server.running.outbox.wake();
        reviewed.expect("a look")
    }

    /// Reviews the levels twice; the second review does nothing.
    pub async fn look(&self) {
        self.review().await;
        assert_eq!(self.review().await, 0, "nothing is due twice");
    }

    pub async fn buy(&self, dollars: &str) -> Value {
        self.buy_for(&self.ada, dollars).await
    }

    pub async fn buy_for(&self, member: &TestMember, dollars: &str) -> Value {
        let order = json!({ "member": member.short_id, "amountHkd": dollars });
        self.counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
    }

    pub async fn undo(&self, bought: &Value) {
        let path = format!("/api/merchant/award/{}/undo", bought["transactionId"].as_str().expect("an id"));
        self.counter.post_once(&path, &fresh_key(), json!({})).await.expect(200);
    }

    pub async fn tier(&self) -> Value {
        self.ada.caller.get("/api/tiers").await.expect(200)[0].clone()
    }

    /// The number of the level and its last day, or the last day of its grace.
    pub async fn standing(&self) -> (i64, Value) {
        let tier = self.tier().await;
        let until = if tier["graceUntil"].is_null() { tier["until"].clone() } else { tier["graceUntil"].clone() };
        (tier["level"].as_i64().expect("a level"), until)
    }

    /// The titles of the messages about levels, the oldest first.
    pub async fn told(&self) -> Vec<String> {
        let inbox = self.ada.caller.get("/api/notification/notifications").await.expect(200);
        let lines = inbox["data"].as_array().expect("a list").iter().rev();
        let titles = lines.map(|line| line["title"]["en"].as_str().expect("a title").to_owned());
        titles.filter(|title| title.contains("Bloom") || title.contains("Canopy")).collect()
    }
}

/// Noon of a day in Hong Kong.
fn at(day: &str) -> Timestamp {
    Timestamp::parse(&format!("{day}T04:00:00Z")).expect("a moment")
}

#[tokio::test]
async fn a_level_is_reached_at_once_and_falls_only_after_a_notice_and_a_grace() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    assert_eq!(climb.standing().await, (0, Value::Null));
    climb.buy("99.00").await;
    assert_eq!(climb.tier().await["next"], json!({ "missing": 1 }));
    climb.buy("1.00").await;
    assert_eq!(climb.standing().await, (1, json!("2028-12-31")), "until the end of the next year, a leap year");
    climb.on("2028-02-29").await;
    climb.buy("40.00").await;
    assert_eq!((climb.tier().await["progress"].clone(), climb.tier().await["keep"].clone()), (json!(40), Value::Null));
    climb.on("2028-10-31").await;
    assert_eq!(climb.told().await.len(), 1, "not told before the time of the notice");
    climb.on("2028-11-01").await;
    assert_eq!(climb.tier().await["keep"], json!({ "missing": 60, "by": "2028-12-31" }));
    climb.on("2028-12-31").await;
    assert_eq!(climb.standing().await, (1, json!("2028-12-31")));
    climb.on("2029-01-01").await;
    assert_eq!(climb.standing().await, (1, json!("2029-03-31")), "held in its grace");
    climb.on("2029-03-31").await;
    assert_eq!(climb.standing().await.0, 1);
    climb.on("2029-04-01").await;
    assert_eq!(climb.standing().await.0, 0);
    assert_eq!(
        climb.told().await,
        [
            "You’ve reached Bloom",
            "Bloom is yours until 31 December 2028",
            "Bloom needs you by 31 March 2029",
            "Bloom has ended"
        ]
    );
}

#[tokio::test]
async fn a_level_is_kept_within_its_year_and_within_its_grace_and_falls_one_step_at_most() {
    let mut climb = Climb::open("2026-10-01", json!({})).await;
    climb.buy("300.00").await;
    assert_eq!(climb.standing().await, (2, json!("2027-12-31")), "two levels at once");
    climb.on("2027-05-01").await;
    climb.buy("300.00").await;
    climb.on("2027-11-15").await;
    assert_eq!(climb.told().await.len(), 1, "a level that is kept ends without a notice");
    climb.on("2028-01-01").await;
    assert_eq!(climb.standing().await, (2, json!("2028-12-31")));
    climb.on("2028-06-01").await;
    climb.buy("250.00").await;
    climb.on("2029-01-02").await;
    let grace = climb.buy("50.00").await;
    assert_eq!(climb.standing().await, (2, json!("2029-12-31")), "kept within its grace");
    climb.undo(&grace).await;
    assert_eq!(climb.standing().await, (2, json!("2029-04-01")), "and in its grace again without that purchase");
    climb.on("2029-04-02").await;
    assert_eq!(climb.standing().await, (1, json!("2029-12-31")), "one step lower");
}

#[tokio::test]
async fn a_rolling_window_forgets_its_first_day_and_a_return_takes_the_level_back() {
    let mut climb = Climb::open("2027-02-28", json!({ "window": { "kind": "months", "months": 12 } })).await;
    climb.buy("60.00").await;
    climb.on("2028-02-28").await;
    assert_eq!(climb.tier().await["progress"], 0, "twelve months end the day before");
    climb.on("2028-02-29").await;
    let first = climb.buy("50.00").await;
    climb.on("2028-03-01").await;
    let second = climb.buy("50.00").await;
    assert_eq!(climb.standing().await, (1, json!("2029-03-01")));
    climb.undo(&second).await;
    assert_eq!(climb.standing().await, (0, Value::Null));
    climb.desk.reverse(&first).await.expect(200);
    assert_eq!(climb.tier().await["progress"], 0);
    let totals = climb.desk.operator.get(TIERS).await.expect(200)["members"].clone();
    assert_eq!(totals, json!([{ "level": 1, "members": 0 }]));
    assert_eq!(climb.told().await, ["You’ve reached Bloom", "Bloom taken back"]);
}

#[tokio::test]
async fn a_held_level_keeps_its_version_and_a_ladder_that_is_off_moves_nobody() {
    let mut climb = Climb::open("2027-03-01", json!({})).await;
    climb.buy("100.00").await;
    let harder = json!({ "levels": [{ "name": { "en": "Bloom", "zh": "花开", "zhhk": "花開" }, "target": 500 }] });
    let changed = climb.write(harder.over(ladder())).await.expect(200);
    assert_eq!((&changed["live"], &changed["versions"][0]["draft"]), (&json!(1), &json!(true)));
    climb.switch_on().await.expect(200);
    assert_eq!(climb.standing().await.0, 1, "a harder version takes nothing away");
    climb.on("2028-05-01").await;
    climb.buy("100.00").await;
    climb.on("2029-01-01").await;
    assert_eq!(climb.standing().await, (1, json!("2029-12-31")), "kept by the version under which it was reached");
    climb.switch_off().await;
    climb.on("2029-06-01").await;
    climb.buy("900.00").await;
    assert_eq!(climb.standing().await, (1, json!("2030-03-31")), "held, with its grace, while the ladder is off");
    climb.switch_on().await.expect(200);
    climb.on("2033-01-01").await;
    assert_eq!(climb.standing().await, (1, json!("2033-03-31")), "on again, the whole grace is given");
    let entries = "select count(*) as n from tier_entry";
    let entries = climb.server.running.store.read(|read| read.number(entries, params! {})).expect("a number");
    assert_eq!(entries, 2, "nothing counted while it was off");
}

#[tokio::test]
async fn mistakes_in_a_ladder_are_refused_at_their_field() {
    let climb = Climb::open("2027-03-01", json!({})).await;
    let bloom = |target: i64| json!({ "name": { "en": "Bloom", "zh": "花开", "zhhk": "花開" }, "target": target });
    for (over, field, code) in [
        (json!({ "levels": [] }), "levels", "invalid_value"),
        (json!({ "levels": [bloom(0)] }), "levels[0].target", "invalid_value"),
        (json!({ "levels": [bloom(200), bloom(200)] }), "levels[1].target", "tier_not_higher"),
        (
            json!({ "levels": [{ "name": { "en": "Bloom", "zh": "花开" }, "target": 5 }] }),
            "levels[0].name.zhhk",
            "required_field",
        ),
        (json!({ "noticeDays": 0 }), "noticeDays", "invalid_value"),
        (json!({ "graceDays": 0 }), "graceDays", "invalid_value"),
        (json!({ "window": { "kind": "months", "months": 0 } }), "window.months", "invalid_value"),
    ] {
        let refused = climb.write(over.clone().over(ladder())).await.expect(400);
        let (wrong, said) = (&refused["errors"][0]["field"], &refused["errors"][0]["code"]);
        assert_eq!((wrong, said), (&json!(field), &json!(code)), "{over}: {refused}");
    }
}

#[tokio::test]
async fn the_ladder_tells_what_each_level_gives_by_the_rules_and_items_of_now() {
    let climb = Climb::open("2026-11-10", json!({})).await;
    let (desk, rules) = (&climb.desk, "/api/admin/earning-rules");
    let named = |name: &str| json!({ "en": name, "zh": name, "zhhk": name });
    let rule = |name: &str| {
        json!({ "name": named(name), "bonus": { "kind": "multiplier", "factor": "1.1" }, "level": 2,
        "budget": { "unit": "points", "amount": 50_000 } })
    };
    let made = async |rule: Value, on: bool| {
        let id = desk.operator.post(rules, rule).await.expect(201)["_id"].as_str().expect("an id").to_owned();
        if on {
            climb
                .server
                .running
                .store
                .write_unattended(move |tx| {
                    let id = kapok::base::id::EarningRuleId::parse(&id).expect("an id");
                    kapok::member::earning_rules::switch_on(tx, id).map(|_| ())
                })
                .await
                .expect("switched on");
        }
    };
    let here = json!({ "partners": [climb.partner], "level": 1, "bonus": { "kind": "fixed", "points": 5 },
        "weekdays": ["monday"], "until": "2026-12-31" });
    made(rule("Ten per cent"), true).await;
    made(here.over(rule("Monday")), true).await;
    made(json!({ "from": "2026-11-11" }).over(rule("Tomorrow")), true).await;
    made(rule("Off"), false).await;
    made(json!({ "level": null }).over(rule("For everybody")), true).await;
    let hidden = desk.partner("1", "0").await;
    let body = json!({ "type": "Food", "name": named("Launch House"), "active": false });
    desk.operator.put_at(&format!("/api/admin/partners/{hidden}"), "*", body).await.expect(200);
    made(json!({ "partners": [hidden] }).over(rule("Launch")), true).await;
    made(json!({ "partners": [hidden, climb.partner] }).over(rule("Both")), true).await;
    desk.item(json!({ "requiresLevel": 2, "name": named("Table for two") }).over(coupon(1_200))).await;
    desk.item(json!({ "requiresLevel": 2, "active": false }).over(coupon(9))).await;
    desk.item(coupon(10)).await;

    let gives = climb.tier().await["gives"].clone();
    let told: Vec<_> = gives.as_array().expect("gifts").iter().map(|one| (&one["level"], &one["name"]["en"])).collect();
    let expected = [
        (json!(1), json!("Monday")),
        (json!(2), json!("Ten per cent")),
        (json!(2), json!("Both")),
        (json!(2), json!("Table for two")),
    ];
    assert_eq!(told, expected.iter().map(|(level, name)| (level, name)).collect::<Vec<_>>(), "{gives}");
    assert_eq!((&gives[0]["always"], &gives[0]["partners"][0]["zhhk"]), (&json!(false), &json!("茶館")));
    assert_eq!((&gives[0]["bonus"]["points"], &gives[0]["until"]), (&json!(5), &json!("2026-12-31")));
    assert_eq!((&gives[1]["always"], &gives[1]["bonus"]["factor"]), (&json!(true), &json!("1.1")));
    assert_eq!(gives[2]["partners"].as_array().map(Vec::len), Some(1), "members do not see the other partner");
    assert_eq!((&gives[3]["kind"], &gives[3]["points"]), (&json!("item"), &json!(1_200)));
}
