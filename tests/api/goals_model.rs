//! Stamp cards against a model: random purchases and returns one after another, and then many at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use kapok::base::id::MemberId;
use kapok::platform::store::params;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{Caller, TestMember, TestServer, fresh_key};

const TARGET: usize = 3;
const REWARD: i64 = 7;
const MEMBERS: usize = 2;

struct Street {
    server: TestServer,
    desk: Desk,
    counter: Caller,
    members: Vec<TestMember>,
}

impl Street {
    async fn open() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let owner = server.staff_at(kapok::auth::Role::Owner, None).await;
        let mut settings = owner.get("/api/admin/settings").await.expect(200);
        settings["goals"] = json!(true);
        owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
        let partner = desk.partner("1", "0").await;
        let counter = server.staff_at(kapok::auth::Role::Merchant, Some(&partner)).await;
        let goal = json!({ "name": { "en": "a", "zh": "a", "zhhk": "a" }, "kind": "stampCard", "counts": "purchases",
            "target": TARGET, "repeats": true, "limit": 1_000_000, "reward": { "kind": "points", "points": REWARD } });
        let made = desk.operator.post("/api/admin/goals", goal).await.expect(201);
        let path = format!("/api/admin/goals/{}/switch-on", made["_id"].as_str().expect("an id"));
        let on = desk.operator.request(Method::POST, &path).header("if-match", "*").json(&json!({}));
        desk.operator.send(on).await.expect(200);
        let mut members = Vec::new();
        for _ in 0..MEMBERS {
            members.push(server.member().await);
        }
        Self { server, desk, counter, members }
    }

    async fn buy(&self, member: usize, key: &str) -> String {
        let order = json!({ "member": self.members[member].short_id, "amountHkd": "1.00" });
        let made = self.counter.post_once("/api/merchant/award", key, order).await.expect(200);
        made["transactionId"].as_str().expect("an id").to_owned()
    }

    /// Takes a purchase back. Returns whether this call did so.
    async fn take_back(&self, transaction: &str) -> bool {
        let answer = self.desk.reverse(&json!({ "transactionId": transaction })).await;
        if answer.status == 409 {
            answer.expect_problem(409, "already_reversed");
            return false;
        }
        answer.expect(200);
        true
    }

    /// The cards of a member by number: the stamps on it, its progress, and whether its target is reached.
    fn cards(&self, member: MemberId) -> Vec<(i64, i64, i64, bool)> {
        let sql = "select c.number, c.progress, c.reached_at_ms is not null as reached,
                          (select count(*) from goal_stamp s where s.member_id = c.member_id and s.goal_id = c.goal_id
                           and s.card = c.number) as stamps
                   from goal_card c where c.member_id = :member order by c.number";
        let found = self.server.running.store.read(|read| {
            read.all(sql, params! { ":member": member }, |row| {
                Ok((row.get("number")?, row.get("stamps")?, row.get("progress")?, row.get("reached")?))
            })
        });
        found.expect("cards")
    }
}

/// A member's cards by number, each with the purchases on it.
#[derive(Default)]
struct Model {
    cards: BTreeMap<i64, Vec<String>>,
}

impl Model {
    fn add(&mut self, transaction: String) {
        let open = self.cards.iter().find(|(_, stamps)| stamps.len() < TARGET).map(|(number, _)| *number);
        let number = open.unwrap_or_else(|| self.cards.last_key_value().map_or(1, |(newest, _)| newest + 1));
        self.cards.entry(number).or_default().push(transaction);
    }

    fn remove(&mut self, transaction: &str) {
        for stamps in self.cards.values_mut() {
            stamps.retain(|known| known != transaction);
        }
        self.cards.retain(|_, stamps| !stamps.is_empty());
    }

    fn expected(&self) -> Vec<(i64, i64, i64, bool)> {
        let one = |(number, stamps): (&i64, &Vec<String>)| {
            let count = i64::try_from(stamps.len()).expect("a few");
            (*number, count, count, stamps.len() == TARGET)
        };
        self.cards.iter().map(one).collect()
    }

    fn balance(&self) -> i64 {
        let points = |stamps: &Vec<String>| {
            i64::try_from(stamps.len()).expect("a few") + if stamps.len() == TARGET { REWARD } else { 0 }
        };
        self.cards.values().map(points).sum()
    }
}

/// A member and an event: a purchase, or the return of the nth purchase that was not returned yet.
type Move = (usize, Option<prop::sample::Index>);

fn moves() -> Vec<Move> {
    let one = (0..MEMBERS, proptest::option::weighted(0.4, any::<prop::sample::Index>()));
    let all = proptest::collection::vec(one, 60);
    all.new_tree(&mut TestRunner::default()).expect("a tree").current()
}

#[tokio::test]
async fn cards_and_rewards_equal_the_model_after_each_purchase_and_return() {
    let street = Street::open().await;
    let mut models: Vec<Model> = (0..MEMBERS).map(|_| Model::default()).collect();
    for (member, taken) in moves() {
        let model = &mut models[member];
        let standing: Vec<String> = model.cards.values().flatten().cloned().collect();
        match taken.filter(|_| !standing.is_empty()) {
            Some(nth) => {
                let transaction = nth.get(&standing);
                assert!(street.take_back(transaction).await);
                model.remove(transaction);
            }
            None => model.add(street.buy(member, &fresh_key()).await),
        }
        let id = street.members[member].id;
        assert_eq!(street.cards(id), model.expected());
        assert_eq!(street.server.balance(id).await, model.balance());
    }
    street.server.verify_books();
}

#[tokio::test]
async fn purchases_repeats_and_returns_at_once_count_each_purchase_once() {
    let street = Arc::new(Street::open().await);
    let mut bought: Vec<Vec<String>> = vec![Vec::new(); MEMBERS];
    for _ in 0..6 {
        let keys: Vec<(usize, String)> = (0..8).map(|number| (number % MEMBERS, fresh_key())).collect();
        let returned: Vec<String> = bought.iter_mut().filter_map(Vec::pop).collect();
        // Each purchase is sent twice with its key, and each return twice with two keys.
        let buy = |(member, key): &(usize, String)| {
            let (street, member, key) = (street.clone(), *member, key.clone());
            tokio::spawn(async move { street.buy(member, &key).await })
        };
        let take_back = |transaction: &String| {
            let (street, transaction) = (street.clone(), transaction.clone());
            tokio::spawn(async move { street.take_back(&transaction).await })
        };
        let buying: Vec<_> = keys.iter().map(|one| (one.0, buy(one), buy(one))).collect();
        let returning: Vec<_> = returned.iter().map(|one| (take_back(one), take_back(one))).collect();
        for (member, first, second) in buying {
            let made = first.await.expect("a purchase");
            assert_eq!(second.await.expect("its repetition"), made);
            bought[member].push(made);
        }
        for (first, second) in returning {
            assert!(first.await.expect("a return") != second.await.expect("another"), "one of the two returns it");
        }
        for (member, standing) in street.members.iter().zip(&bought) {
            let cards = street.cards(member.id);
            let count = i64::try_from(standing.len()).expect("a few");
            assert_eq!(cards.iter().map(|card| card.1).sum::<i64>(), count, "{cards:?}");
            assert!(
                cards.iter().all(|(_, stamps, progress, reached)| stamps == progress && *reached == (*stamps == 3))
            );
            let rewards = i64::try_from(cards.iter().filter(|card| card.3).count()).expect("a few");
            assert_eq!(street.server.balance(member.id).await, count + rewards * REWARD, "{cards:?}");
        }
    }
    street.server.verify_books();
    let listed: Value = street.desk.operator.get("/api/admin/goals").await.expect(200);
    let reached: usize =
        street.members.iter().map(|one| street.cards(one.id).iter().filter(|card| card.3).count()).sum();
    assert_eq!(listed[0]["rewards"], json!(reached));
}
