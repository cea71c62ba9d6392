//! Segments: saved groups of members by what they did and have. Announcements go to them, earning rules ask whether a
//! member belongs, and the list of members shows them. This module has no routes; the admin has them.
//!
//! A segment is never a list: who belongs is found out each time. Conditions become statements with bound values, one
//! for each line, over the members between two ids.

mod condition;
mod evaluate;
mod queries;

use std::collections::{HashMap, HashSet};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::platform::store::{Read, Store, Tx};

pub use condition::{Condition, ConditionLine, Conditions, JoinedBy};

/// The programme has as many segments as it may have.
pub const TOO_MANY_SEGMENTS: ProblemType = ProblemType::new("too_many_segments", 409, "Too many segments");

/// Most segments of a programme.
const MOST_SEGMENTS: usize = 200;
/// The longest name, in characters.
const LONGEST_SEGMENT_NAME: usize = 80;
/// A count reads the members in so many parts, so that other long reads come in between and memory stays small.
const PARTS: i64 = 4;
const LOWEST: MemberId = MemberId::from_bytes([0; 16]);
const HIGHEST: MemberId = MemberId::from_bytes([0xff; 16]);

/// A segment as staff enter it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSegment)]
pub struct NewSegment {
    /// The name, which staff alone read; at most 80 characters.
    pub name: String,
    /// The condition of belonging.
    pub conditions: Conditions,
}

/// A saved segment.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Ids sort by creation.
    pub id: SegmentId,
    /// Its name.
    pub name: String,
    /// The condition of belonging.
    pub conditions: Conditions,
    /// The number of members at the last count.
    pub members: Option<i64>,
    /// The time of the last count.
    pub counted: Option<Timestamp>,
    /// The person who saved it last.
    pub saved_by: String,
    /// The time of creation.
    pub created: Timestamp,
    /// The time of the last change.
    pub updated: Timestamp,
    /// Number of changes.
    pub version: i64,
}

/// The number of members who meet some conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentCount {
    /// Members who belong.
    pub members: i64,
    /// All active members.
    pub of: i64,
    /// Members who are left, or have come in, after each line.
    pub after_lines: Vec<i64>,
}

/// The conditions of every segment, as the writer keeps them in memory.
struct KnownSegments(HashMap<SegmentId, Conditions>);

fn known(read: &Read<'_>, id: SegmentId) -> AppResult<Conditions> {
    let all = read.cached(|read| Ok(KnownSegments(queries::conditions(read)?.into_iter().collect())))?;
    all.0.get(&id).cloned().ok_or_else(|| NOT_FOUND.into())
}

/// Every segment, oldest first.
pub fn list(read: &Read<'_>) -> AppResult<Vec<Segment>> {
    queries::list(read)
}

/// Finds a segment that was not removed.
pub fn find(read: &Read<'_>, id: SegmentId) -> AppResult<Option<Segment>> {
    queries::find(read, id)
}

/// Trims the name and sorts the lists. Fails with `400` that names every field with a mistake.
pub fn checked(read: &Read<'_>, mut new: NewSegment) -> AppResult<NewSegment> {
    let mut form = FormErrors::new();
    new.name = new.name.trim().to_owned();
    form.expect("name", "required_field", !new.name.is_empty());
    form.expect("name", "too_long", new.name.chars().count() <= LONGEST_SEGMENT_NAME);
    check_lines(read, &mut new.conditions, &mut form)?;
    form.finish()?;
    Ok(new)
}

/// Sorts the lists. Fails with `400` that names every field with a mistake.
pub fn checked_conditions(read: &Read<'_>, mut conditions: Conditions) -> AppResult<Conditions> {
    let mut form = FormErrors::new();
    check_lines(read, &mut conditions, &mut form)?;
    form.finish()?;
    Ok(conditions)
}

fn check_lines(read: &Read<'_>, conditions: &mut Conditions, form: &mut FormErrors) -> AppResult<()> {
    conditions.check(form);
    for (at, line) in conditions.lines.iter().enumerate() {
        match &line.condition {
            Condition::Visited { partners, .. } => {
                for partner in partners {
                    let field = format!("conditions.lines[{at}].partners");
                    form.expect(field, "unknown_partner", queries::partner_exists(read, *partner)?);
                }
            }
            Condition::Bought { items } => {
                for item in items {
                    let field = format!("conditions.lines[{at}].items");
                    form.expect(field, "unknown_item", queries::item_exists(read, *item)?);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Adds a segment. Fails as [`checked`] does, and with [`TOO_MANY_SEGMENTS`].
pub fn create(tx: &Tx<'_>, new: NewSegment, by: &str) -> AppResult<Segment> {
    if queries::list(tx)?.len() >= MOST_SEGMENTS {
        return Err(TOO_MANY_SEGMENTS.into());
    }
    let (id, new) = (SegmentId::made_at(tx.now()), checked(tx, new)?);
    queries::insert(tx, id, &new, by)?;
    written(tx, id)
}

/// Replaces a segment. Fails as [`checked`] does, and with `not_found`.
pub fn replace(tx: &Tx<'_>, id: SegmentId, new: NewSegment, by: &str) -> AppResult<Segment> {
    queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let new = checked(tx, new)?;
    queries::update(tx, id, &new, by)?;
    written(tx, id)
}

/// Removes a segment. The caller has seen to it that nothing uses it. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: SegmentId) -> AppResult<()> {
    queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::mark_deleted(tx, id)
}

/// Keeps the number of members that were counted.
pub fn keep_count(tx: &Tx<'_>, id: SegmentId, members: i64) -> AppResult<Segment> {
    queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::set_count(tx, id, members)?;
    written(tx, id)
}

fn written(tx: &Tx<'_>, id: SegmentId) -> AppResult<Segment> {
    tx.invalidate::<KnownSegments>();
    queries::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the segment {id} just written is missing").into())
}

/// Whether an active member belongs to a segment. Fails with `not_found`.
pub fn contains(read: &Read<'_>, id: SegmentId, member: MemberId) -> AppResult<bool> {
    Ok(!evaluate::matching(read, &known(read, id)?, &[member], |_, _| ())?.is_empty())
}

/// Those of some active members who belong to a segment. `members` are in the order of their ids. Fails with
/// `not_found`.
pub fn among(read: &Read<'_>, id: SegmentId, members: &[MemberId]) -> AppResult<HashSet<MemberId>> {
    let found = evaluate::matching(read, &known(read, id)?, members, |_, _| ())?;
    Ok(found.into_iter().collect())
}

/// All members of a segment. Fails with `not_found`.
pub fn members(read: &Read<'_>, id: SegmentId) -> AppResult<HashSet<MemberId>> {
    among(read, id, &evaluate::active(read, (LOWEST, HIGHEST))?)
}

/// The newest members who meet some conditions. It looks at more and more members until enough are found.
pub fn newest(read: &Read<'_>, conditions: &Conditions, limit: usize) -> AppResult<Vec<MemberId>> {
    let (mut found, mut until, mut step) = (Vec::new(), queries::last_account(read)?, 1_000);
    while found.len() < limit && until > 0 {
        let from = (until - step).max(0);
        if let Some(first) = queries::member_at(read, from + 1)? {
            let last = queries::member_at(read, until)?.unwrap_or(first);
            let part = evaluate::active(read, (first.min(last), first.max(last)))?;
            found.extend(evaluate::matching(read, conditions, &part, |_, _| ())?.into_iter().rev());
        }
        (until, step) = (from, step * 8);
    }
    found.truncate(limit);
    Ok(found)
}

/// Counts the members who meet some conditions.
pub async fn count(store: &Store, conditions: &Conditions) -> AppResult<SegmentCount> {
    let mut borders = vec![LOWEST];
    let found = store.read(|read| {
        let last = queries::last_account(read)?;
        (1..PARTS).map(|part| queries::member_at(read, last * part / PARTS)).collect::<AppResult<Vec<_>>>()
    })?;
    borders.extend(found.into_iter().flatten());
    borders.sort_unstable();
    borders.dedup();
    let mut counts = JoinSet::new();
    for (at, first) in borders.iter().enumerate() {
        // The part ends before the border of the next one.
        let last = borders.get(at + 1).map_or(HIGHEST, |next| MemberId::from_bytes(before(*next)));
        let (store, first, conditions) = (store.clone(), *first, conditions.clone());
        counts
            .spawn(async move { store.read_at_length(move |read| count_part(read, &conditions, (first, last))).await });
    }
    let mut sum = SegmentCount { after_lines: vec![0; conditions.lines.len()], ..SegmentCount::default() };
    while let Some(part) = counts.join_next().await {
        let part = part.context("a count panicked")??;
        sum.members += part.members;
        sum.of += part.of;
        sum.after_lines.iter_mut().zip(part.after_lines).for_each(|(sum, more)| *sum += more);
    }
    Ok(sum)
}

fn before(id: MemberId) -> [u8; 16] {
    u128::from_be_bytes(*id.as_bytes()).saturating_sub(1).to_be_bytes()
}

fn count_part(read: &Read<'_>, conditions: &Conditions, range: (MemberId, MemberId)) -> AppResult<SegmentCount> {
    let there = evaluate::active(read, range)?;
    let mut after_lines = vec![0; conditions.lines.len()];
    let note = |at: usize, left: usize| after_lines[at] = i64::try_from(left).unwrap_or(i64::MAX);
    let found = evaluate::matching(read, conditions, &there, note)?;
    let number = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    Ok(SegmentCount { members: number(found.len()), of: number(there.len()), after_lines })
}
