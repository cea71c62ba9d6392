//! Earning rules for measurements of awards.

use std::path::Path;

use kapok::base::clock::Timestamp;
use kapok::base::id::{OutletId, PartnerId, SegmentId};
use kapok::base::problem::AppResult;
use kapok::member::{earning_rules, segments};
use kapok::platform::store::{Store, Tx};
use rusqlite::Connection;
use serde_json::{Value, json};

/// Segments that the rules ask for. An award reads each of them once.
const SEGMENTS: usize = 4;

/// Records of the folder that the rules name.
struct Named {
    /// The partner whose counter makes awards.
    partner: PartnerId,
    outlet: OutletId,
    segments: Vec<SegmentId>,
}

/// Adds so many rules at the partner whose counter makes awards, and switches them on.
pub fn add(store: &Store, path: &Path, rules: usize) {
    if rules == 0 {
        return;
    }
    let database = Connection::open(path.join("kapok.db")).expect("the database");
    let id = |sql: &str| database.query_row(sql, [], |row| row.get::<_, [u8; 16]>(0)).expect("an id");
    let partner = PartnerId::from_bytes(id("select partner_id from staff where role = 'merchant'"));
    let outlet =
        OutletId::from_bytes(id("select o.id from outlet o join staff s using (partner_id) where s.role = 'merchant'"));
    store
        .write_blocking(move |tx| {
            let segments = (0..SEGMENTS).map(|nth| add_segment(tx, nth)).collect::<AppResult<_>>()?;
            let named = Named { partner, outlet, segments };
            (0..rules).try_for_each(|nth| add_rule(tx, &named, nth))
        })
        .expect("rules");
}

/// Saves a segment of three lines. All three are read for each member, because no line fits anybody.
fn add_segment(tx: &Tx<'_>, nth: usize) -> AppResult<SegmentId> {
    let conditions = json!({ "match": "any", "lines": [
        { "kind": "spent", "atLeastHkd": (1_000_000 + nth).to_string(), "days": 365 },
        { "kind": "visited", "atLeast": 1_000, "days": 90 },
        { "kind": "balance", "min": 1_000_000_000 },
    ] });
    let new = json!({ "name": format!("Segment {nth}"), "conditions": conditions });
    segments::create(tx, serde_json::from_value(new)?, "Kapok").map(|made| made.id)
}

/// Adds a rule and switches it on. Of 50 rules, two give a point to each purchase, within a budget and a cap of the
/// member's day. The conditions of the others do not hold.
fn add_rule(tx: &Tx<'_>, named: &Named, nth: usize) -> AppResult<()> {
    let mut rule = json!({ "name": { "en": format!("rule {nth}"), "zh": format!("规则{nth}"), "zhhk": format!("規則{nth}") },
        "bonus": { "kind": "fixed", "points": 1 }, "budget": { "unit": "points", "amount": 100_000_000 } });
    rule["partners"] = json!([named.partner]);
    for (name, value) in condition(named, nth).as_object().expect("an object") {
        rule[name] = value.clone();
    }
    // A rule that is over cannot be switched on, and one of them is over by now.
    let then = tx.at(Timestamp::parse("2026-01-31T04:00:00Z").expect("a moment"));
    let made = earning_rules::create(&then, serde_json::from_value(rule)?, "Kapok")?;
    earning_rules::switch_on(&then, made.id).map(|_| ())
}

/// The fields of a rule that decide when it gives points.
fn condition(named: &Named, nth: usize) -> Value {
    match nth % 12 {
        _ if nth.is_multiple_of(25) => json!({ "caps": { "perMemberDay": 1_000_000 } }),
        0 | 1 => json!({ "weekdays": ["monday"], "hours": { "from": "03:00", "until": "03:30" } }),
        2 => json!({ "minimumBillHkd": "500" }),
        3 => json!({ "enjoyCard": true }),
        4 => json!({ "occasion": { "kind": "nthPurchase", "n": 1_000 } }),
        5 => json!({ "until": "2026-01-31" }),
        6 => json!({ "from": "2099-01-01", "until": "2099-01-31" }),
        7 => json!({ "occasion": { "kind": "birthday" } }),
        8 => json!({ "segment": named.segments[nth / 12 % SEGMENTS] }),
        9 => json!({ "level": 2 }),
        10 => json!({ "outlets": [named.outlet], "minimumBillHkd": "500" }),
        _ => json!({ "granted": true, "bonus": { "kind": "multiplier", "factor": "2" } }),
    }
}
