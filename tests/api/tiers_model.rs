//! Tiers against a model: random purchases, returns and days that pass, by calendar years and by rolling months, with
//! the rewards for reaching a level.

use kapok::base::day::Day;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::desk::Over;
use crate::tiers::{Climb, ladder};

const TARGETS: [i64; 2] = [100, 300];
/// The points for reaching each level.
const REWARDS: [i64; 2] = [7, 11];
const NOTICE: i64 = 60;
const GRACE: i64 = 90;

/// The level that a member holds, its last day, and the last day of its grace.
type Held = Option<(usize, Day, Option<Day>)>;

/// A member who is followed day by day.
struct Model {
    rolling: bool,
    /// Purchases with their day and points.
    bought: Vec<(Day, i64)>,
    held: Held,
    /// For each level, the last day of the period for which its reward was given.
    rewarded: [Option<Day>; 2],
    /// The points that rewards gave.
    given: i64,
}

impl Model {
    fn first(&self, last: Day) -> Day {
        if self.rolling { last.plus_months(-12).expect("a day").plus(1) } else { last.first_of_year() }
    }

    fn next_end(&self, end: Day) -> Day {
        if self.rolling {
            return end.plus_months(12).expect("a day");
        }
        Day::of_year(end.year() + 1, 12, 31).expect("a day")
    }

    fn sum(&self, first: Day) -> i64 {
        self.bought.iter().filter(|(day, _)| *day >= first).map(|(_, points)| points).sum()
    }

    fn reached(&self, today: Day) -> usize {
        TARGETS.iter().filter(|target| **target <= self.sum(self.first(today))).count()
    }

    fn is_kept(&self, level: usize, until: Day) -> bool {
        self.sum(self.first(until)) >= TARGETS[level - 1]
    }

    fn buy(&mut self, today: Day, points: i64) {
        self.bought.push((today, points));
        let reached = self.reached(today);
        match self.held {
            held if reached > held.map_or(0, |held| held.0) => {
                let until = self.next_end(today);
                let held_before = held.map_or(0, |held| held.0);
                let risen = self.rewarded.iter_mut().zip(REWARDS).take(reached).skip(held_before);
                for (rewarded, points) in risen {
                    if rewarded.is_none_or(|until| until < today) {
                        *rewarded = Some(until);
                        self.given += points;
                    }
                }
                self.held = Some((reached, until, None));
            }
            Some((level, until, Some(_))) if self.is_kept(level, until) => {
                self.held = Some((level, self.next_end(until), None));
            }
            _ => {}
        }
    }

    /// The morning of a day.
    fn wake(&mut self, today: Day) {
        let Some((level, until, grace)) = self.held.filter(|held| held.1 < today) else { return };
        self.held = match grace {
            None if self.is_kept(level, until) => Some((level, self.next_end(until), None)),
            None => Some((level, until, Some(until.plus(GRACE)))),
            Some(last) if today <= last => return,
            Some(_) => {
                let lower = self.reached(today).max(level - 1);
                (lower > 0).then(|| (lower, self.next_end(until), None))
            }
        };
    }
}

#[derive(Clone, Debug)]
enum Move {
    Buy(i64),
    /// A purchase that is returned at once.
    BuyAndReturn(i64),
    Wait(i64),
}

fn moves() -> Vec<Move> {
    let one = prop_oneof![
        3 => (1_i64..90).prop_map(Move::Buy),
        1 => (60_i64..320).prop_map(Move::BuyAndReturn),
        3 => (1_i64..140).prop_map(Move::Wait),
    ];
    proptest::collection::vec(one, 50).new_tree(&mut TestRunner::default()).expect("a tree").current()
}

async fn follows_the_model(rolling: bool) {
    let mut today = Day::parse("2027-11-20").expect("a day");
    let window = if rolling { json!({ "kind": "months", "months": 12 }) } else { json!({ "kind": "year" }) };
    let level = |at: usize| {
        json!({ "reward": { "kind": "points", "points": REWARDS[at] } }).over(ladder()["levels"][at].clone())
    };
    let written = json!({ "window": window, "noticeDays": NOTICE, "levels": [level(0), level(1)] });
    let mut climb = Climb::open(&today.to_string(), written).await;
    let mut model = Model { rolling, bought: Vec::new(), held: None, rewarded: [None; 2], given: 0 };
    for step in moves() {
        match step {
            Move::Buy(points) => {
                climb.buy(&format!("{points}.00")).await;
                model.buy(today, points);
            }
            Move::BuyAndReturn(points) => {
                let made = climb.buy(&format!("{points}.00")).await;
                climb.undo(&made).await;
            }
            Move::Wait(days) => {
                for _ in 1..days {
                    today = today.plus(1);
                    climb.server.clock.set(today.start());
                    climb.look().await;
                    model.wake(today);
                }
                today = today.plus(1);
                climb.on(&today.to_string()).await;
                model.wake(today);
            }
        }
        let tier = climb.tier().await;
        let day = |day: Option<Day>| day.map_or(Value::Null, |day| json!(day));
        let (level, until, grace) = model.held.map_or((0, None, None), |held| (held.0, Some(held.1), held.2));
        let found = (&tier["level"], &tier["until"], &tier["graceUntil"]);
        assert_eq!(found, (&json!(level), &day(until), &day(grace)), "after {step:?} on {today}");
        assert_eq!(tier["progress"], json!(model.sum(model.first(today))));
        let bought: i64 = model.bought.iter().map(|(_, points)| points).sum();
        assert_eq!(climb.server.balance(climb.ada.id).await, bought + model.given, "each reward once in a period");
        // From the notice on, a member who misses the target is told what is missing.
        let missing = model.held.filter(|held| today >= held.1.plus(-NOTICE) && !model.is_kept(held.0, held.1));
        let missing = missing.map(|held| TARGETS[held.0 - 1] - model.sum(model.first(held.1)));
        assert_eq!(tier["keep"]["missing"].as_i64(), missing);
    }
    climb.server.verify_books();
}

#[tokio::test]
async fn levels_of_calendar_years_follow_the_model() {
    follows_the_model(false).await;
}

#[tokio::test]
async fn levels_of_rolling_months_follow_the_model() {
    follows_the_model(true).await;
}
