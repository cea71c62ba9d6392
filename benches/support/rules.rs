//! Earning rules for measurements of awards.

use std::path::Path;

use kapok::base::clock::Timestamp;
use kapok::base::id::PartnerId;
use kapok::base::problem::AppResult;
use kapok::member::earning_rules;
use kapok::platform::store::{Store, Tx};
use rusqlite::Connection;
use serde_json::json;

/// Adds so many rules at the partner whose counter makes awards, and switches them on.
pub fn add(store: &Store, path: &Path, rules: usize) {
    if rules == 0 {
        return;
    }
    let database = Connection::open(path.join("kapok.db")).expect("the database");
    let partner = database.query_row("select partner_id from staff where role = 'merchant'", [], |row| row.get(0));
    let partner = PartnerId::from_bytes(partner.expect("the merchant's partner"));
    store.write_blocking(move |tx| (0..rules).try_for_each(|nth| add_rule(tx, partner, nth))).expect("rules");
}

/// Adds a rule at that partner and switches it on. Of 50 rules, two give a point to each purchase, within a budget and a
/// cap of the member's day. The conditions of the others do not hold.
fn add_rule(tx: &Tx<'_>, partner: PartnerId, nth: usize) -> AppResult<()> {
    let condition = match nth % 8 {
        _ if nth.is_multiple_of(25) => json!({ "caps": { "perMemberDay": 1_000_000 } }),
        0 | 1 => json!({ "weekdays": ["monday"], "hours": { "from": "03:00", "until": "03:30" } }),
        2 => json!({ "minimumBillHkd": "500" }),
        3 => json!({ "enjoyCard": true }),
        4 => json!({ "occasion": { "kind": "nthPurchase", "n": 1_000 } }),
        5 => json!({ "until": "2026-01-31" }),
        6 => json!({ "from": "2099-01-01", "until": "2099-01-31" }),
        _ => json!({ "occasion": { "kind": "birthday" } }),
    };
    let mut rule = json!({ "name": { "en": format!("rule {nth}"), "zh": format!("规则{nth}"), "zhhk": format!("規則{nth}") },
        "bonus": { "kind": "fixed", "points": 1 }, "budget": { "unit": "points", "amount": 100_000_000 } });
    rule["partners"] = json!([partner]);
    for (name, value) in condition.as_object().expect("an object") {
        rule[name] = value.clone();
    }
    // A rule that is over cannot be switched on, and one of them is over by now.
    let then = tx.at(Timestamp::parse("2026-01-31T04:00:00Z").expect("a moment"));
    let made = earning_rules::create(&then, serde_json::from_value(rule)?, "Kapok")?;
    earning_rules::switch_on(&then, made.id).map(|_| ())
}
