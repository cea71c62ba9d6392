//! The filled demo: the screens of members and of the desk have something of every kind.

use kapok::base::clock::{Clock, Timestamp};
use kapok::base::day::Day;
use kapok::base::id::{MemberId, OutletId, PartnerId};
use kapok::core::outlets::outlet;
use kapok::member::{carbon, earning_rules};
use kapok::ops::demo::{self, DemoSize};
use kapok::ops::verification;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use rusqlite::Connection;
use std::time::Duration;

/// A part of the demo, and a query that counts it.
const SHOWN: [(&str, &str); 34] = [
    (
        "purchases in the inbox of alice",
        "select count(*) from notification join member on member.id = member_id
         where email = 'alice@kapok.example' and kind = 'points_earned'",
    ),
    (
        "coupons that the manager's counter collected",
        "select count(*) from counter_event join staff using (partner_id)
         where staff.role = 'merchant' and counter_event.kind = 'collect'",
    ),
    ("announcements that members opened", "select sum(opened) from announcement where link_kind is not null"),
    ("terms of use", "select count(*) from terms_version"),
    ("API keys", "select count(*) from api_key"),
    (
        "points of a credit batch that were posted",
        "select sum(points) from credit_batch_row where transaction_id is not null",
    ),
    ("corrections that wait for approval", "select count(*) from approval where status = 'pending'"),
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
    ("points that wait until a day", "select sum(points) from pending_points where status = 'open'"),
    (
        "coupons of alice whose days to use them end soon",
        "select count(*) from redemption join member on member.id = member_id
         where email = 'alice@kapok.example' and collected_at_ms is null
             and use_by_ms / 86400000 - strftime('%s', 'now') / 86400 between 0 and 9",
    ),
    (
        "coupons of bob with days to use them",
        "select count(*) from redemption join member on member.id = member_id
         where email = 'bob@kapok.example' and use_by_ms / 1000 - strftime('%s', 'now') > 0",
    ),
    (
        "claims with a photo that wait",
        "select count(*) from claim join claim_photo on claim_id = id where status = 'waiting'",
    ),
    ("bonus hours that wait for an answer", "select count(*) from proposal where state = 'sent' and kind = 'bonus'"),
    ("rewards with changes asked", "select count(*) from proposal where state = 'changes_asked' and kind = 'item'"),
    (
        "accepted articles",
        "select count(*) from proposal join article on article.id = became_id where kind = 'article'",
    ),
    ("claimed earn links", "select count(*) from earn_link_claim"),
    ("announcements that are sent", "select count(*) from announcement where state = 'sent' and delivered > 0"),
    ("announcements that are drafts", "select count(*) from announcement where state = 'draft'"),
    (
        "likes of articles",
        "select sum(likes) from article where likes = (select count(*) from article_like where article_id = id)",
    ),
    ("reads of articles", "select count(*) from article_read"),
    (
        "exchanges of alice in progress",
        "select count(*) from redemption join member on member.id = member_id
         where email = 'alice@kapok.example' and redemption.status = 'processing'",
    ),
    (
        "used coupons of alice",
        "select count(*) from redemption join member on member.id = member_id
         where email = 'alice@kapok.example' and collected_at_ms is not null",
    ),
    ("messages", "select count(*) from outbox_message"),
    ("corrections by an operator", "select count(*) from audit_entry where action = 'member.adjust'"),
    ("page views", "select sum(views) from page_view"),
];

/// Fills a folder with the demo of that moment.
fn filled(clock: Clock) -> (tempfile::TempDir, Store, Connection) {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = DataDir::create(scratch.path()).expect("a data folder");
    demo::claim(&folder).expect("an empty folder");
    let keys = folder.keyring().expect("keys");
    let store = Store::open(&folder, Synchronous::Normal, clock).expect("a store");
    let size = DemoSize { neighbours: true, ..DemoSize::default() };
    assert!(demo::fill(&store, &keys, &folder, size).expect("a demo"));
    store.read(|read| verification::verify(read, &keys)).expect("a verdict").expect("consistent books");
    let database = Connection::open(folder.database()).expect("the database");
    (scratch, store, database)
}

/// The tree of a member has five petals a bloom, each of a kilogram.
#[test]
fn the_tree_of_this_year_blooms_on_the_first_day_of_january_too() {
    for moment in ["2027-01-01T00:20:00+08:00", "2027-01-03T12:00:00+08:00", "2027-12-31T23:50:00+08:00"] {
        let now = Timestamp::parse(moment).expect("a time");
        let (_scratch, store, database) = filled(Clock::starting_at(now));
        for (email, least, most) in [("alice", 12, 60), ("bob", 12, 14)] {
            let query = "select id from member where email = ? || '@kapok.example'";
            let id: Vec<u8> = database.query_row(query, [email], |row| row.get(0)).expect(email);
            let id = MemberId::from_bytes(id.try_into().expect("16 bytes"));
            let year = i64::from(Day::of(now).year());
            let tree = store.read(|read| carbon::tree(read, id, year)).expect("a read").expect("a tree");
            let kilograms = tree.grams.units() / 1_000_000;
            assert!((least..=most).contains(&kilograms), "{moment} {email}: {kilograms} kg");
        }
    }
}

/// The hours start in the afternoon, so the looks of each day come before, within and after them.
#[test]
fn the_partner_of_the_demo_has_bonus_hours_that_run_or_come_within_a_day_on_every_day() {
    let morning = Timestamp::parse("2026-12-30T09:00:00+08:00").expect("a time");
    let clock = Clock::starting_at(morning);
    let (_scratch, store, database) = filled(clock.clone());
    let query = "select partner_id from staff where role = 'merchant'";
    let id: Vec<u8> = database.query_row(query, [], |row| row.get(0)).expect("a manager");
    let partner = PartnerId::from_bytes(id.try_into().expect("16 bytes"));
    let mut running = 0;
    for hours in (0..8 * 24).step_by(6) {
        let now = morning.plus(Duration::from_hours(hours));
        clock.set(now);
        let found = store.read(|read| {
            let outlets: Vec<OutletId> = outlet::list(read, partner)?.into_iter().map(|outlet| outlet.id).collect();
            earning_rules::bonuses_at(read, partner, &outlets, 1)
        });
        let found = found.expect("the bonuses of a partner");
        assert!(found.iter().any(|bonus| bonus.live.rule.hours.is_some() && !bonus.spent), "{now}");
        running += usize::from(found.iter().any(|bonus| bonus.time.starts.is_none()));
    }
    assert_eq!(running, 8, "15:00 of each day is within the hours");
}

/// Lists of points are in the order of the ledger, and group the movements by day.
#[test]
fn the_movements_of_each_member_are_in_the_order_of_their_time() {
    let (_scratch, _store, database) = filled(Clock::system());
    let query = "select email || ', ' || kind || ' of ' || date(moved_at_ms / 1000, 'unixepoch') from (
            select member_id, posting.kind, created_at_ms as moved_at_ms,
                max(created_at_ms) over (partition by account_id order by seq) as newest
            from posting join account on account.id = account_id where member_id is not null
        ) join member on member.id = member_id where moved_at_ms < newest";
    let mut statement = database.prepare(query).expect("a statement");
    let found = statement.query_map([], |row| row.get(0)).expect("rows");
    let out_of_order: Vec<String> = found.collect::<Result<_, _>>().expect("movements");
    assert_eq!(out_of_order, Vec::<String>::new());
}

#[test]
fn the_filled_demo_shows_something_of_every_kind() {
    let (_scratch, _store, database) = filled(Clock::system());
    for role in ["owner", "operator", "editor", "support", "finance", "auditor", "merchant"] {
        let query = "select count(*) from staff where role = ?";
        let count: i64 = database.query_row(query, [role], |row| row.get(0)).expect(role);
        assert_eq!(count, 1, "staff of the role {role}");
    }
    for (what, query) in SHOWN {
        let count: Option<i64> = database.query_row(query, [], |row| row.get(0)).expect(what);
        assert!(count > Some(0), "the demo shows no {what}");
    }
}
