//! The filled demo: the screens of members and of the desk have something of every kind.

use kapok::base::clock::Clock;
use kapok::ops::demo::{self, DemoSize};
use kapok::ops::verification;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use rusqlite::Connection;

/// A part of the demo, and a query that counts it.
const SHOWN: [(&str, &str); 10] = [
    (
        "members with the badge of a goal",
        "select count(*) from goal_card as card join goal_version using (goal_id, version)
         where card.reached_at_ms is not null and document ->> '$.reward.kind' = 'badge'",
    ),
    (
        "members with the multiplier of a goal",
        "select count(*) from goal_card as card join goal_version using (goal_id, version)
         where card.grant_id is not null and document ->> '$.reward.kind' = 'multiplier'",
    ),
    ("scans that gave a coupon", "select sum(claims) from campaign where gift_kind = 'item'"),
    ("scans that gave progress to a level", "select sum(claims) from campaign where gift_kind = 'progress'"),
    (
        "simulated points of a draft",
        "select sum(result ->> '$.points') from earning_rule_simulation join earning_rule as rule on rule.id = rule_id
         where rule.live_version is null",
    ),
    (
        "points on hold because of an alarm",
        "select sum(held.points) from alarm_hold as held join alarm on alarm.id = alarm_id
         where queue = 'held' and released_at_ms is null",
    ),
    ("alarms that wait for a decision", "select count(*) from alarm where queue = 'open'"),
    (
        "members of a list",
        "select count(*) from segment join segment_member on segment_id = id
         where conditions ->> '$.lines[0].kind' = 'listed'",
    ),
    (
        "points of an approved claim",
        "select sum(event.points) from claim join counter_event as event using (transaction_id, member_id)
         where claim.status = 'approved'",
    ),
    (
        "own cups that a cashier counted",
        "select sum(quantity) from carbon_entry join carbon_factor as factor
         on factor.id = factor_id and factor.version = factor_version where unit = 'action'",
    ),
];

#[test]
fn the_filled_demo_shows_something_of_every_kind() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = DataDir::create(scratch.path()).expect("a data folder");
    demo::claim(&folder).expect("an empty folder");
    let keys = folder.keyring().expect("keys");
    let store = Store::open(&folder, Synchronous::Normal, Clock::system()).expect("a store");
    let size = DemoSize { neighbours: true, ..DemoSize::default() };
    assert!(demo::fill(&store, &keys, &folder, size).expect("a demo"));
    store.read(|read| verification::verify(read, &keys)).expect("a verdict").expect("consistent books");
    let database = Connection::open(folder.database()).expect("the database");
    for (what, query) in SHOWN {
        let count: Option<i64> = database.query_row(query, [], |row| row.get(0)).expect(what);
        assert!(count > Some(0), "the demo shows no {what}");
    }
}
