//! Segments of the demo: groups that an operator would keep, with their counts, and a list of members.

use serde_json::{Value, json};

use crate::base::day::Day;
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::member::segments;
use crate::platform::store::Tx;

/// The member of staff who saved them.
const SAVED_BY: &str = "Lam Tsz Kin";

/// The days before today for which the demo has counts.
const COUNTED_DAYS: i64 = 35;

/// One of this number of neighbours is on the list.
const LISTED: usize = 9;

/// Saves the segments, and a list of some neighbours, if there are any. Returns the one of new and invited members, for which
/// an earning rule is.
pub(super) fn write(tx: &Tx<'_>, neighbours: &[MemberId]) -> AppResult<SegmentId> {
    let save = |name: &str, grew: i64, joined_by: &str, lines: Value| -> AppResult<SegmentId> {
        let new = json!({ "name": name, "conditions": { "match": joined_by, "lines": lines } });
        let made = segments::create(tx, serde_json::from_value(new)?, SAVED_BY)?;
        let members = i64::try_from(segments::members(tx, made.id)?.len()).unwrap_or(i64::MAX);
        segments::keep_count(tx, made.id, members)?;
        count_back(tx, made.id, members, grew)?;
        Ok(made.id)
    };
    save(
        "Many points, no reward yet",
        18,
        "all",
        json!([{ "kind": "balance", "min": 500 }, { "kind": "bought", "not": true }]),
    )?;
    save(
        "Regulars of the last month",
        9,
        "all",
        json!([{ "kind": "visited", "days": 30 }, { "kind": "spent", "atLeastHkd": "100", "days": 60 }]),
    )?;
    let newcomers = save(
        "New or invited",
        -24,
        "any",
        json!([{ "kind": "joinedWithin", "days": 30 }, { "kind": "referred" }, { "kind": "hasReferred", "atLeast": 1 }]),
    )?;
    save("Reads Chinese", 6, "all", json!([{ "kind": "language", "languages": ["zh", "zhhk"] }]))?;
    save("Any level", 12, "all", json!([{ "kind": "level", "is": "atLeast", "level": 1 }]))?;
    if !neighbours.is_empty() {
        let listed = neighbours.iter().copied().step_by(LISTED).collect();
        let list = segments::create_list(tx, "Lunch box lenders, first trial".to_owned(), &listed, SAVED_BY)?;
        count_back(tx, list.id, list.members.unwrap_or(0), 0)?;
    }
    Ok(newcomers)
}

/// Counts of the days before today: in four weeks the segment grew by so many per cent of its members, or shrank.
fn count_back(tx: &Tx<'_>, id: SegmentId, members: i64, grew: i64) -> AppResult<()> {
    let today = Day::of(tx.now());
    for ago in 1..=COUNTED_DAYS {
        let before = members - members * grew * ago / (100 * 28);
        segments::put_day(tx, id, today.plus(-ago), before.max(0))?;
    }
    Ok(())
}
