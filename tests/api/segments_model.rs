//! Counts of segments against a naive model: random purchases, and random conditions of one to twelve lines.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::day::Day;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{TestMember, TestServer, fresh_key};

const MEMBERS: usize = 8;
const DAYS_BETWEEN: u64 = 9;

/// A purchase that stands: the member, the partner, the day and the cents.
struct Bought(usize, usize, Day, i64);

struct Model {
    bought: Vec<Bought>,
    points: Vec<i64>,
    joined: Vec<Day>,
    today: Day,
}

impl Model {
    fn fits(&self, member: usize, line: &Value) -> bool {
        let from = |days: &Value| self.today.plus(1 - days.as_i64().unwrap_or(100_000));
        let mine = || self.bought.iter().filter(|bought| bought.0 == member);
        let is_met = match line["kind"].as_str().expect("a kind") {
            "lastVisit" => mine().map(|bought| bought.2).max().is_some_and(|last| last < from(&line["days"])),
            "visited" => {
                let at = |bought: &&Bought| line["at"].as_array().expect("partners").contains(&json!(bought.1));
                let anywhere = line["at"] == json!([]);
                let visits =
                    mine().filter(|bought| bought.2 >= from(&line["days"]) && (anywhere || at(bought))).count();
                visits >= line["atLeast"].as_u64().map_or(1, |least| least as usize)
            }
            "spent" => {
                let since = from(&line["days"]);
                let cents: i64 = mine().filter(|bought| bought.2 >= since).map(|bought| bought.3).sum();
                cents >= line["cents"].as_i64().expect("cents")
            }
            "balance" => (line["min"].as_i64()..=line["max"].as_i64()).contains(&Some(self.points[member])),
            "joinedWithin" => self.joined[member] >= from(&line["days"]),
            kind => panic!("{kind}"),
        };
        is_met != line["not"].as_bool().expect("turned or not")
    }
}

fn a_line() -> impl Strategy<Value = Value> {
    let days = 1_i64..100;
    let some = prop_oneof![Just(json!([])), Just(json!([0])), Just(json!([1])), Just(json!([0, 1]))];
    let span = prop_oneof![days.clone().prop_map(|days| json!(days)), Just(Value::Null)];
    let least = prop_oneof![Just(Value::Null), (1_i64..6).prop_map(|least| json!(least))];
    let fact = prop_oneof![
        days.clone().prop_map(|days| json!({ "kind": "lastVisit", "days": days })),
        (some, span, least)
            .prop_map(|(at, days, least)| json!({ "kind": "visited", "at": at, "days": days, "atLeast": least })),
        (days.clone(), 1_i64..30_000)
            .prop_map(|(days, cents)| json!({ "kind": "spent", "cents": cents, "days": days })),
        (0_i64..100, 0_i64..400).prop_map(|(min, more)| json!({ "kind": "balance", "min": min, "max": min + more })),
        days.prop_map(|days| json!({ "kind": "joinedWithin", "days": days })),
    ];
    (fact, any::<bool>()).prop_map(|(mut fact, not)| {
        fact["not"] = json!(not);
        fact
    })
}

/// A line of the model as the server takes it.
fn sent(line: &Value, partners: &[String]) -> Value {
    let (not, days) = (&line["not"], &line["days"]);
    match line["kind"].as_str().expect("a kind") {
        "visited" => {
            let at: Vec<&String> = line["at"]
                .as_array()
                .expect("partners")
                .iter()
                .map(|at| &partners[at.as_u64().expect("one") as usize])
                .collect();
            json!({ "kind": "visited", "partners": at, "days": days, "atLeast": line["atLeast"], "not": not })
        }
        "spent" => {
            let cents = line["cents"].as_i64().expect("cents");
            json!({ "kind": "spent", "atLeastHkd": format!("{}.{:02}", cents / 100, cents % 100), "days": days, "not": not })
        }
        _ => line.clone(),
    }
}

#[tokio::test]
async fn random_conditions_count_and_explain_as_a_naive_model_does() {
    let mut runner = TestRunner::deterministic();
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partners = [desk.partner("1", "0").await, desk.partner("1", "0").await];
    let mut model =
        Model { bought: vec![], points: vec![0; MEMBERS], joined: vec![], today: Day::of(server.clock.now()) };
    let mut members: Vec<TestMember> = Vec::new();
    for round in 0..10 {
        server.clock.advance(Duration::from_secs(86_400 * DAYS_BETWEEN));
        model.today = Day::of(server.clock.now());
        if members.len() < MEMBERS {
            members.push(server.member().await);
            model.joined.push(model.today);
        }
        for (at, partner) in partners.iter().enumerate() {
            let counter = server.staff_at(Role::Merchant, Some(partner)).await;
            let choices = (0..members.len(), 100_i64..20_000).new_tree(&mut runner).expect("a purchase").current();
            let (member, cents) = choices;
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            let body = json!({ "member": members[member].short_id, "amountHkd": amount });
            let given = counter.post_once("/api/merchant/award", &fresh_key(), body).await.expect(200);
            if round == 4 {
                // A purchase that is taken back counts nowhere.
                Desk::of(&server).await.reverse(&given).await.expect(200);
                continue;
            }
            model.points[member] += given["points"].as_i64().expect("points");
            model.bought.push(Bought(member, at, model.today, cents));
        }
    }
    let desk = Desk::of(&server).await;
    for _ in 0..40 {
        let lines = prop::collection::vec(a_line(), 1..=12).new_tree(&mut runner).expect("lines").current();
        let all = any::<bool>().new_tree(&mut runner).expect("a way").current();
        let conditions = json!({ "match": if all { "all" } else { "any" },
            "lines": lines.iter().map(|line| sent(line, &partners)).collect::<Vec<_>>() });
        let belong = |member: usize, lines: &[Value]| {
            let mut fits = lines.iter().map(|line| model.fits(member, line));
            if all { fits.all(|fits| fits) } else { fits.any(|fits| fits) }
        };
        let after: Vec<usize> = (1..=lines.len())
            .map(|until| (0..members.len()).filter(|member| belong(*member, &lines[..until])).count())
            .collect();
        let counted = desk.operator.post("/api/admin/segments/count", conditions.clone()).await.expect(200);
        assert_eq!(counted["afterLines"], json!(after), "{conditions}");
        assert_eq!(counted["members"], json!(after.last()), "{conditions}");
        let one = (0..members.len()).new_tree(&mut runner).expect("a member").current();
        let body = json!({ "conditions": conditions, "member": members[one].id });
        let told = desk.operator.post("/api/admin/segments/check", body).await.expect(200);
        let each: Vec<bool> = lines.iter().map(|line| model.fits(one, line)).collect();
        assert_eq!((&told["lines"], &told["belongs"]), (&json!(each), &json!(belong(one, &lines))), "{conditions}");
    }
}
