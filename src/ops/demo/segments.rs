//! Segments of the demo: groups that an operator would keep, with their counts, and a list of members.

use serde_json::{Value, json};

use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::member::segments;
use crate::platform::store::Tx;

/// The member of staff who saved them.
const SAVED_BY: &str = "Lam Tsz Kin";

/// One of this number of neighbours is on the list.
const LISTED: usize = 9;

/// Saves the segments, and a list of some neighbours, if there are any. Returns the one of new and invited members, for which
/// an earning rule is.
pub(super) fn write(tx: &Tx<'_>, neighbours: &[MemberId]) -> AppResult<SegmentId> {
    let save = |name: &str, joined_by: &str, lines: Value| -> AppResult<SegmentId> {
        let new = json!({ "name": name, "conditions": { "match": joined_by, "lines": lines } });
        let made = segments::create(tx, serde_json::from_value(new)?, SAVED_BY)?;
        let members = i64::try_from(segments::members(tx, made.id)?.len()).unwrap_or(i64::MAX);
        segments::keep_count(tx, made.id, members)?;
        Ok(made.id)
    };
    save(
        "Many points, no reward yet",
        "all",
        json!([{ "kind": "balance", "min": 500 }, { "kind": "bought", "not": true }]),
    )?;
    save(
        "Regulars of the last month",
        "all",
        json!([{ "kind": "visited", "days": 30 }, { "kind": "spent", "atLeastHkd": "100", "days": 60 }]),
    )?;
    let newcomers = save(
        "New or invited",
        "any",
        json!([{ "kind": "joinedWithin", "days": 30 }, { "kind": "referred" }, { "kind": "hasReferred", "atLeast": 1 }]),
    )?;
    save("Reads Chinese", "all", json!([{ "kind": "language", "languages": ["zh", "zhhk"] }]))?;
    save("Any level", "all", json!([{ "kind": "level", "is": "atLeast", "level": 1 }]))?;
    if !neighbours.is_empty() {
        let listed = neighbours.iter().copied().step_by(LISTED).collect();
        segments::create_list(tx, "Lunch box lenders, first trial".to_owned(), &listed, SAVED_BY)?;
    }
    Ok(newcomers)
}
