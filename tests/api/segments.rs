//! Segments: their members, their uses, and refusals.

use std::collections::BTreeSet;
use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::base::day::Day;
use kapok::base::id::{EarningRuleId, SegmentId};
use kapok::base::language::Language;
use kapok::base::problem::AppResult;
use kapok::core::members;
use kapok::member::{earning_rules, segments};
use kapok::platform::store::{Read, Tx};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, PASSWORD, TestMember, TestServer, fresh_key};

const SEGMENTS: &str = "/api/admin/segments";
const DAY: Duration = Duration::from_secs(86_400);

/// A programme with two partners, and members who did different things.
struct Town {
    server: TestServer,
    desk: Desk,
    bakery: String,
    ferry: String,
    item: String,
    /// Bought bread long ago, and a reward.
    ada: TestMember,
    /// Took the ferry today, and was invited by Ada.
    ben: TestMember,
    /// Did nothing, and reads Chinese.
    cy: TestMember,
    /// Is suspended.
    dan: TestMember,
}

impl Town {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let (bakery, ferry) = (desk.partner("1", "0").await, desk.partner("1", "0").await);
        let item = desk.item(json!({ "leftover": -1 }).over(coupon(10))).await;
        let (ada, cy, dan) = (server.member_with(500).await, server.member().await, server.member_with(500).await);
        let order = json!({ "quantity": 1 });
        ada.caller.post_once(&format!("/api/redeem/purchase/{item}"), &fresh_key(), order).await.expect(200);
        buy_at(&server, &bakery, &ada, "80.00").await;
        server.clock.advance(DAY * 61);
        ada.caller.sign_in(&ada.email, PASSWORD).await;
        let known = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
        let ben = server.friend_of(known["referralCode"].as_str().expect("a code")).await;
        let reader = cy.id;
        let reads = move |tx: &Tx<'_>| members::follow_language(tx, reader, Some(Language::Zhhk));
        server.running.store.write_unattended(reads).await.expect("a language");
        buy_at(&server, &ferry, &ben, "30.00").await;
        buy_at(&server, &ferry, &ben, "25.50").await;
        let desk = Desk::of(&server).await;
        desk.operator.post(&format!("/api/admin/members/{}/suspend", dan.id), json!({})).await.expect(200);
        Self { server, desk, bakery, ferry, item, ada, ben, cy, dan }
    }

    async fn buy(&self, partner: &str, member: &TestMember, dollars: &str) -> Value {
        buy_at(&self.server, partner, member, dollars).await
    }

    fn name(&self, id: &Value) -> &'static str {
        let all = [(&self.ada, "ada"), (&self.ben, "ben"), (&self.cy, "cy"), (&self.dan, "dan")];
        all.iter().find(|(member, _)| *id == json!(member.id)).map_or("?", |(_, name)| name)
    }

    async fn save(&self, name: &str, joined_by: &str, lines: Value) -> String {
        let body = json!({ "name": name, "conditions": { "match": joined_by, "lines": lines } });
        let made = self.desk.operator.post(SEGMENTS, body).await.expect(201);
        made["_id"].as_str().expect("an id").to_owned()
    }

    /// The members of a segment by the list, in each of its orders, which all must agree with the count.
    async fn members(&self, joined_by: &str, lines: Value) -> String {
        let id = self.save("some", joined_by, lines).await;
        let mut found = BTreeSet::new();
        for order in ["newest", "oldest", "name"] {
            let path = format!("/api/admin/members?segment={id}&sort={order}");
            let list = self.desk.operator.get(&path).await.expect(200);
            let mut names: Vec<_> =
                list.as_array().expect("members").iter().map(|row| self.name(&row["_id"])).collect();
            names.sort_unstable();
            found.insert(names.join(" "));
        }
        let counted = self.desk.operator.post(&format!("{SEGMENTS}/{id}/count"), json!({})).await.expect(200);
        assert_eq!(found.len(), 1, "the orders differ: {found:?}");
        let names = found.pop_first().expect("names");
        assert_eq!(counted["members"], json!(names.split_whitespace().count()), "{names}");
        assert_eq!(counted["of"], json!(3), "suspended members belong nowhere");
        names
    }
}

async fn buy_at(server: &TestServer, partner: &str, member: &TestMember, dollars: &str) -> Value {
    let counter = server.staff_at(Role::Merchant, Some(partner)).await;
    let order = json!({ "member": member.short_id, "amountHkd": dollars });
    counter.post_once("/api/merchant/award", &fresh_key(), order).await.expect(200)
}

async fn put(caller: &Caller, path: &str, body: Value) -> Answer {
    caller.put_at(path, "*", body).await
}

#[tokio::test]
async fn each_condition_picks_the_members_whom_it_says() {
    let town = Town::open().await;
    let (bakery, ferry, item) = (&town.bakery, &town.ferry, &town.item);
    let today = "2099-01-01";
    for (condition, who) in [
        (json!({ "kind": "lastVisit", "days": 60 }), "ada"),
        (json!({ "kind": "lastVisit", "days": 70 }), ""),
        (json!({ "kind": "visited" }), "ada ben"),
        (json!({ "kind": "visited", "days": 30 }), "ben"),
        (json!({ "kind": "visited", "partners": [bakery] }), "ada"),
        (json!({ "kind": "visited", "partners": [bakery, ferry], "days": 90 }), "ada ben"),
        (json!({ "kind": "visited", "atLeast": 1 }), "ada ben"),
        (json!({ "kind": "visited", "atLeast": 1_000 }), ""),
        (json!({ "kind": "spent", "atLeastHkd": "55.50", "days": 1 }), "ben"),
        (json!({ "kind": "spent", "atLeastHkd": "55.51", "days": 1 }), ""),
        (json!({ "kind": "spent", "atLeastHkd": "55.50", "days": 90 }), "ada ben"),
        (json!({ "kind": "bought" }), "ada"),
        (json!({ "kind": "bought", "items": [item] }), "ada"),
        (json!({ "kind": "balance", "min": 1, "max": 100 }), "ben"),
        (json!({ "kind": "balance", "max": 0 }), "cy"),
        (json!({ "kind": "language", "languages": ["zhhk", "zh"] }), "cy"),
        (json!({ "kind": "joinedWithin", "days": 7 }), "ben"),
        (json!({ "kind": "joined", "until": today }), "ada ben cy"),
        (json!({ "kind": "joined", "from": today }), ""),
        (json!({ "kind": "referred" }), "ben"),
        (json!({ "kind": "hasReferred", "atLeast": 1 }), "ada"),
        (json!({ "kind": "hasReferred", "atLeast": 2 }), ""),
        (json!({ "kind": "expiring", "atLeast": 1, "days": 30 }), ""),
    ] {
        assert_eq!(town.members("all", json!([condition])).await, who, "{condition}");
        let others: Vec<_> = ["ada", "ben", "cy"].into_iter().filter(|one| !who.contains(one)).collect();
        let turned = json!({ "not": true }).over(condition.clone());
        assert_eq!(town.members("all", json!([turned])).await, others.join(" "), "not {condition}");
    }
    let lines = json!([{ "kind": "visited" }, { "kind": "referred", "not": true }]);
    assert_eq!(town.members("all", lines.clone()).await, "ada");
    assert_eq!(town.members("any", lines).await, "ada ben cy");
}

#[tokio::test]
async fn the_pages_of_a_segment_hold_each_member_once_however_far_apart_they_stand() {
    let town = Town::open().await;
    for _ in 0..6 {
        town.server.member().await;
    }
    let id = town.save("Customers", "all", json!([{ "kind": "visited" }])).await;
    for order in ["newest", "oldest", "name"] {
        let (mut names, mut cursor) = (Vec::new(), String::new());
        for _ in 0..3 {
            let path = format!("/api/admin/members?segment={id}&sort={order}&limit=1{cursor}");
            let page = town.desk.operator.get(&path).await.expect(200);
            names.extend(page.as_array().expect("members").iter().map(|row| town.name(&row["_id"])));
            let Some(last) = page[0]["_id"].as_str() else { break };
            cursor = format!("&cursor={last}");
        }
        names.sort_unstable();
        assert_eq!(names, ["ada", "ben"], "{order}");
        let path = format!("/api/admin/members?segment={id}&sort={order}&limit=1&status=suspended");
        assert_eq!(town.desk.operator.get(&path).await.expect(200), json!([]));
    }
}

#[tokio::test]
async fn a_purchase_that_was_taken_back_is_no_visit() {
    let town = Town::open().await;
    let bought = town.buy(&town.bakery, &town.cy, "10.00").await;
    let visited = || town.members("all", json!([{ "kind": "visited", "days": 1 }]));
    assert_eq!(visited().await, "ben cy");
    town.desk.reverse(&bought).await.expect(200);
    assert_eq!(visited().await, "ben");
}

#[tokio::test]
async fn points_that_expire_soon_are_counted_by_the_policy_in_force() {
    let town = Town::open().await;
    let owner = town.server.staff_at(Role::Owner, None).await;
    let today = Day::of(town.server.clock.now());
    let rule = json!({ "kind": "afterEarning", "months": 1, "monthEnd": false });
    let policy = json!({ "rule": rule, "graceDays": 14, "extraDays": 90 });
    let proposal = json!({ "policy": policy, "starts": today, "version": 0 });
    owner.post("/api/admin/expiry", proposal).await.expect(200);
    town.buy(&town.bakery, &town.cy, "10.00").await;
    let within = async |days: i64, points: i64| {
        town.members("all", json!([{ "kind": "expiring", "atLeast": points, "days": days }])).await
    };
    assert_eq!(
        (within(32, 10).await, within(32, 11).await, within(20, 1).await),
        ("cy".into(), String::new(), String::new())
    );
    // A longer life counts at once, also for points that were earned before it.
    let longer = json!({ "kind": "afterEarning", "months": 6, "monthEnd": false });
    let policy = json!({ "rule": longer, "graceDays": 14, "extraDays": 90 });
    town.server.clock.advance(Duration::from_secs(1));
    let owner = town.server.staff_at(Role::Owner, None).await;
    let proposal = json!({ "policy": policy, "starts": today, "version": 1 });
    owner.post("/api/admin/expiry", proposal).await.expect(200);
    assert_eq!(within(32, 10).await, "");
}

#[tokio::test]
async fn conditions_out_of_bounds_are_refused_with_their_place() {
    let town = Town::open().await;
    let count = async |lines: Value| {
        town.desk.operator.post(&format!("{SEGMENTS}/count"), json!({ "match": "all", "lines": lines })).await
    };
    let unknown = "0".repeat(32);
    for (line, field, code) in [
        (json!({ "kind": "lastVisit", "days": 0 }), "days", "invalid_value"),
        (json!({ "kind": "visited", "days": 99_999 }), "days", "invalid_value"),
        (json!({ "kind": "visited", "partners": [unknown] }), "partners", "unknown_partner"),
        (json!({ "kind": "visited", "atLeast": 0 }), "atLeast", "invalid_value"),
        (json!({ "kind": "visited", "atLeast": 1_001 }), "atLeast", "invalid_value"),
        (json!({ "kind": "bought", "items": [unknown] }), "items", "unknown_item"),
        (json!({ "kind": "spent", "atLeastHkd": "0", "days": 5 }), "atLeastHkd", "invalid_value"),
        (json!({ "kind": "balance" }), "min", "required_field"),
        (json!({ "kind": "balance", "min": 5, "max": 4 }), "max", "invalid_value"),
        (json!({ "kind": "language", "languages": [] }), "languages", "required_field"),
        (json!({ "kind": "joined" }), "from", "required_field"),
        (json!({ "kind": "joined", "from": "2026-05-02", "until": "2026-05-01" }), "until", "invalid_period"),
        (json!({ "kind": "hasReferred", "atLeast": 0 }), "atLeast", "invalid_value"),
        (json!({ "kind": "expiring", "atLeast": 0, "days": 1 }), "atLeast", "invalid_value"),
    ] {
        let problem = count(json!([{ "kind": "referred" }, line])).await.expect_problem(400, code);
        assert_eq!(problem["errors"][0]["field"], json!(format!("conditions.lines[1].{field}")), "{problem}");
    }
    count(json!([])).await.expect_problem(400, "required_field");
    count(json!(vec![json!({ "kind": "referred" }); 13])).await.expect_problem(400, "too_long");
    for unknown in [
        json!({ "kind": "shoeSize" }),
        json!({ "kind": "visited", "atleast": 3 }),
        json!({ "kind": "referred", "days": 3 }),
        json!({ "kind": "referred", "Not": true }),
    ] {
        count(json!([unknown])).await.expect_problem(400, "invalid_body");
    }
    count(json!([{ "kind": "referred", "not": true }])).await.expect(200);
    let nameless = json!({ "name": " ", "conditions": { "lines": [{ "kind": "referred" }] } });
    town.desk.operator.post(SEGMENTS, nameless).await.expect_problem(400, "required_field");
    let path = format!("/api/admin/members?segment={unknown}");
    town.desk.operator.get(&path).await.expect_problem(404, "not_found");
}

fn double(segment: &str) -> Value {
    json!({ "name": { "en": "Back again", "zh": "欢迎回来", "zhhk": "歡迎回來" }, "bonus": { "kind": "fixed", "points": 7 },
        "until": "2099-12-31", "budget": { "unit": "points", "amount": 1_000_000 }, "segment": segment })
}

#[tokio::test]
async fn a_rule_gives_its_bonus_to_members_of_its_segment_alone() {
    let town = Town::open().await;
    let regulars = town.save("Regulars", "all", json!([{ "kind": "visited", "partners": [town.bakery] }])).await;
    let operator = &town.desk.operator;
    let unknown = operator.post("/api/admin/earning-rules", double(&"0".repeat(32))).await;
    unknown.expect_problem(400, "unknown_segment");
    let rule = operator.post("/api/admin/earning-rules", double(&regulars)).await.expect(201);
    let id: EarningRuleId = serde_json::from_value(rule["_id"].clone()).expect("an id");
    let on = move |tx: &Tx<'_>| earning_rules::switch_on(tx, id).map(|_| ());
    town.server.running.store.write_unattended(on).await.expect("on");
    let points = async |member| town.buy(&town.bakery, member, "10.00").await["points"].clone();
    assert_eq!((points(&town.ada).await, points(&town.cy).await), (json!(17), json!(10)));
    // With that purchase, Cy meets the segment of regulars.
    assert_eq!(points(&town.cy).await, json!(17));

    let path = format!("{SEGMENTS}/{regulars}");
    let problem = operator.delete(&path).await.expect_problem(409, "segment_in_use");
    assert_eq!(problem["errors"][0]["field"], json!(format!("earningRules[{id}]")));
    let shown = operator.get(&path).await.expect(200);
    assert_eq!((&shown["usedBy"][0]["kind"], &shown["usedBy"][0]["live"]), (&json!("earningRule"), &json!(true)));
    let other = json!({ "name": "Regulars", "conditions": { "lines": [{ "kind": "referred" }] } });
    put(operator, &path, other.clone()).await.expect_problem(409, "segment_earns");
    let renamed = json!({ "name": "Our regulars", "conditions": shown["conditions"] });
    assert_eq!(put(operator, &path, renamed).await.expect(200)["name"], json!("Our regulars"));
    operator.post(&format!("/api/admin/earning-rules/{id}/switch-off"), json!({})).await.expect(200);
    put(operator, &path, other).await.expect(200);
}

#[tokio::test]
async fn an_announcement_goes_to_the_members_of_its_segment() {
    let town = Town::open().await;
    let editor = town.server.staff_at(Role::Editor, None).await;
    let invited = town.save("Invited", "all", json!([{ "kind": "referred" }])).await;
    let text = json!({ "en": "Hello", "zh": "你好", "zhhk": "你好" });
    let body = json!({ "title": text, "body": text, "segment": { "segmentId": invited } });
    let unknown = json!({ "segment": { "segmentId": "0".repeat(32) } }).over(body.clone());
    editor.post("/api/admin/notifications", unknown).await.expect_problem(400, "unknown_segment");
    let made = editor.post("/api/admin/notifications", body).await.expect(201);
    assert_eq!(made["segment"], json!({ "segmentId": invited }));
    let id = made["_id"].as_str().expect("an id");
    let path = format!("{SEGMENTS}/{invited}");
    let problem = editor.delete(&path).await.expect_problem(409, "segment_in_use");
    assert_eq!(problem["errors"][0]["field"], json!(format!("announcements[{id}]")));
    editor.post(&format!("/api/admin/notifications/{id}/send"), json!({})).await.expect(200);
    town.server.hand_out_announcements().await.expect("delivery");
    let sent = editor.get(&format!("/api/admin/notifications/{id}")).await.expect(200);
    assert_eq!((&sent["state"], &sent["delivered"]), (&json!("sent"), &json!(1)));
    let inbox = town.ben.caller.get("/api/notification/notifications").await.expect(200);
    assert_eq!(inbox["data"][0]["title"]["en"], json!("Hello"));

    // The announcement that was sent keeps its segment, although the segment leaves the list.
    editor.delete(&path).await.expect(204);
    editor.get(&path).await.expect_problem(404, "not_found");
    let sent = editor.get(&format!("/api/admin/notifications/{id}")).await.expect(200);
    assert_eq!(sent["segment"], json!({ "segmentId": invited }));
}

#[tokio::test]
async fn the_editor_counts_line_by_line_and_shows_a_few_members_to_those_who_may_see_them() {
    let town = Town::open().await;
    let lines = json!({ "match": "all", "lines": [{ "kind": "visited" }, { "kind": "referred" }] });
    let editor = town.server.staff_at(Role::Editor, None).await;
    let counted = editor.post(&format!("{SEGMENTS}/count"), lines.clone()).await.expect(200);
    assert_eq!((&counted["members"], &counted["of"], &counted["afterLines"]), (&json!(1), &json!(3), &json!([2, 1])));
    let any = json!({ "match": "any" }).over(lines.clone());
    let counted = editor.post(&format!("{SEGMENTS}/count"), any).await.expect(200);
    assert_eq!(counted["afterLines"], json!([2, 2]));
    editor.post(&format!("{SEGMENTS}/sample"), lines.clone()).await.expect_problem(403, "forbidden");
    let support = town.server.staff_at(Role::Support, None).await;
    let sample = support.post(&format!("{SEGMENTS}/sample"), lines).await.expect(200);
    assert_eq!((sample.as_array().map(Vec::len), &sample[0]["_id"]), (Some(1), &json!(town.ben.id)));
    let found = town.desk.operator.get("/api/admin/audit?action=segment.sample").await.expect(200);
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    let id = town.save("Invited", "all", json!([{ "kind": "referred" }])).await;
    let found =
        town.desk.operator.get(&format!("/api/admin/members?segment={id}&q={}", town.ben.short_id)).await.expect(200);
    assert_eq!(found[0]["_id"], json!(town.ben.id));
    let found =
        town.desk.operator.get(&format!("/api/admin/members?segment={id}&q={}", town.ada.short_id)).await.expect(200);
    assert_eq!(found, json!([]));
}

#[tokio::test]
async fn two_people_do_not_overwrite_each_others_segment() {
    let town = Town::open().await;
    let id = town.save("Invited", "all", json!([{ "kind": "referred" }])).await;
    let path = format!("{SEGMENTS}/{id}");
    let body = json!({ "name": "Invited", "conditions": { "lines": [{ "kind": "visited" }] } });
    let operator = &town.desk.operator;
    operator.send(operator.request(Method::PUT, &path).json(&body)).await.expect_problem(428, "precondition_required");
    operator.put_at(&path, "\"1\"", body.clone()).await.expect(200);
    operator.put_at(&path, "\"1\"", body).await.expect_problem(412, "stale");
    let file = operator.get(&format!("{SEGMENTS}?format=csv")).await.text;
    assert!(file.contains("Invited"), "{file}");
}

/// The last purchase, the day on which the segment is asked, and the days within which the purchase lies.
#[tokio::test]
async fn windows_of_days_reach_over_the_turn_of_the_year_and_29_february() {
    let at = |local: &str| Timestamp::parse(&format!("{local}:00+08:00")).expect("a time");
    let server = TestServer::start_at(at("2027-02-28T23:59")).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let ada = server.member().await;
    for (bought, asked, days) in [
        ("2027-02-28T23:59", "2027-03-01T00:00", 2),
        ("2027-12-31T23:59", "2028-01-01T00:00", 2),
        ("2028-02-28T23:59", "2028-03-01T00:00", 3),
        ("2028-12-02T23:59", "2029-01-01T00:00", 31),
    ] {
        server.clock.set(at(bought));
        buy_at(&server, &partner, &ada, "10.00").await;
        server.clock.set(at(asked));
        let desk = Desk::of(&server).await;
        let count = async |line: Value| {
            let body = json!({ "match": "all", "lines": [line] });
            desk.operator.post(&format!("{SEGMENTS}/count"), body).await.expect(200)["members"].clone()
        };
        for (within, found) in [(days, 1), (days - 1, 0)] {
            let told = format!("bought at {bought}, within {within} days at {asked}");
            assert_eq!(count(json!({ "kind": "visited", "days": within })).await, found, "{told}");
            assert_eq!(count(json!({ "kind": "spent", "atLeastHkd": "10", "days": within })).await, found, "{told}");
            assert_eq!(count(json!({ "kind": "lastVisit", "days": within })).await, 1 - found, "{told}");
        }
    }
}

#[tokio::test]
async fn segments_that_are_read_together_hold_the_members_whom_each_of_them_holds_alone() {
    let town = Town::open().await;
    let visited = json!({ "kind": "visited" });
    let twelve: Vec<Value> = (2..14).map(|least| json!({ "kind": "visited", "atLeast": least })).collect();
    let mut ids: Vec<SegmentId> = Vec::new();
    // More lines than one evaluation can have, and some that several segments ask for.
    for (joined_by, lines) in [
        ("all", json!([visited, { "kind": "referred", "not": true }])),
        (
            "any",
            json!([{ "kind": "spent", "atLeastHkd": "50", "days": 30 }, { "kind": "language", "languages": ["zhhk"] }]),
        ),
        ("all", json!([{ "kind": "joinedWithin", "days": 7 }, { "kind": "hasReferred", "atLeast": 1, "not": true }])),
        ("any", json!([{ "kind": "bought" }, { "kind": "lastVisit", "days": 60 }, { "kind": "balance", "max": 0 }])),
        ("any", json!(twelve)),
        ("all", json!([{ "kind": "visited", "not": true }, { "kind": "referred", "not": true }])),
        ("all", json!([visited, { "kind": "visited", "partners": [town.ferry] }, { "kind": "visited", "atLeast": 2 }])),
    ] {
        let id = town.save("some", joined_by, lines).await;
        ids.push(serde_json::from_value(json!(id)).expect("an id"));
    }
    let reversed: Vec<SegmentId> = ids.iter().rev().copied().collect();
    let mut found = Vec::new();
    for member in [&town.ada, &town.ben, &town.cy] {
        let read = |read: &Read<'_>| {
            let alone = ids.iter().map(|id| segments::contains(read, *id, member.id));
            let alone: Vec<bool> = alone.collect::<AppResult<_>>()?;
            for order in [&ids, &reversed] {
                let together = segments::those_of(read, order, member.id)?;
                assert_eq!(ids.iter().map(|id| together.contains(id)).collect::<Vec<_>>(), alone);
            }
            Ok(alone)
        };
        found.push(town.server.running.store.read(read).expect("segments"));
    }
    let (yes, no) = (true, false);
    let expected = [[yes, no, no, yes, no, no, no], [no, yes, yes, no, yes, no, yes], [no, yes, no, yes, no, yes, no]];
    assert_eq!(found, expected);
}
