//! Segments: saved groups of members, defined by conditions on what members did and have. Announcements go to them,
//! earning rules ask whether a member belongs, and the list of members shows them. This module has no routes; the admin
//! has them.
//!
//! Membership of a segment is not stored: each use evaluates the conditions. Conditions become statements with bound
//! values over the members between two ids. A list, whose members staff name one by one, is a segment with the
//! condition of being on it.

mod condition;
mod contradiction;
mod daily;
mod evaluate;
mod fits;
mod purchases;
mod queries;
mod span;
mod together;
mod walk;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::ledger::AccountId;
use crate::platform::store::{Read, Store, Tx};

pub use condition::{Condition, ConditionLine, Conditions, JoinedBy, LevelIs};
pub use daily::{change, count_daily, forget_old, put_day, run};
pub use together::those_of;
pub use walk::SegmentWalk;

/// The programme has as many segments as it may have.
pub const TOO_MANY_SEGMENTS: ProblemType = ProblemType::new("too_many_segments", 409, "Too many segments");

/// Most segments of a programme.
const MOST_SEGMENTS: usize = 200;
/// The longest name, in characters.
const LONGEST_SEGMENT_NAME: usize = 80;
/// A read of all members has this number of parts, so that other long reads can run in between and memory use stays
/// small.
const PARTS: i64 = 8;
const LOWEST: MemberId = MemberId::from_bytes([0; 16]);
const HIGHEST: MemberId = MemberId::from_bytes([0xff; 16]);

/// A segment as staff enter it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SegmentInput)]
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

impl Segment {
    /// Whether staff name its members one by one.
    pub fn is_list(&self) -> bool {
        self.conditions == Conditions::of_list(self.id)
    }
}

/// The number of members who meet some conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentCount {
    /// Members who belong.
    pub members: i64,
    /// All active members.
    pub of: i64,
    /// Members who are still in, or have been added, after each line.
    pub after_lines: Vec<i64>,
}

/// The result of each line of some conditions for one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinesOfMember {
    /// Whether the member belongs.
    pub belongs: bool,
    /// For each line, whether it fits.
    pub lines: Vec<bool>,
}

/// The conditions of every segment, as the writer keeps them in memory.
struct KnownSegments(HashMap<SegmentId, Conditions>);

impl KnownSegments {
    /// The conditions of a segment. Fails with `not_found`.
    fn of(&self, id: SegmentId) -> AppResult<&Conditions> {
        self.0.get(&id).ok_or_else(|| NOT_FOUND.into())
    }
}

fn known(read: &Read<'_>) -> AppResult<Rc<KnownSegments>> {
    read.cached(|read| Ok(KnownSegments(queries::conditions(read)?.into_iter().collect())))
}

/// Every segment, oldest first.
pub fn list(read: &Read<'_>) -> AppResult<Vec<Segment>> {
    queries::list(read)
}

/// Finds a segment that was not removed.
pub fn find(read: &Read<'_>, id: SegmentId) -> AppResult<Option<Segment>> {
    queries::find(read, id)
}

/// The other segments that name a list in their lines.
pub fn naming(read: &Read<'_>, list: SegmentId) -> AppResult<Vec<Segment>> {
    let all = queries::list(read)?.into_iter();
    Ok(all.filter(|found| found.id != list && found.conditions.asks_for(list)).collect())
}

/// Trims the name and sorts the lists. Fails with `400` that names every field with a mistake.
pub fn checked(read: &Read<'_>, mut new: NewSegment) -> AppResult<NewSegment> {
    let mut form = FormErrors::new();
    check_name(&mut new, &mut form);
    check_lines(read, &mut new.conditions, &mut form)?;
    form.finish()?;
    Ok(new)
}

fn check_name(new: &mut NewSegment, form: &mut FormErrors) {
    new.name = new.name.trim().to_owned();
    form.expect("name", "required_field", !new.name.is_empty());
    form.expect("name", "too_long", new.name.chars().count() <= LONGEST_SEGMENT_NAME);
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
            Condition::Listed { segment } => {
                let is_list = queries::find(read, *segment)?.is_some_and(|found| found.is_list());
                form.expect(format!("conditions.lines[{at}].segment"), "unknown_segment", is_list);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Adds a segment. Fails as [`checked`] does, and with [`TOO_MANY_SEGMENTS`].
pub fn create(tx: &Tx<'_>, new: NewSegment, by: &str) -> AppResult<Segment> {
    require_place(tx)?;
    let (id, new) = (SegmentId::made_at(tx.now()), checked(tx, new)?);
    queries::insert(tx, id, &new, by)?;
    written(tx, id)
}

/// Adds a list of members. Fails with `400` for its name, and with [`TOO_MANY_SEGMENTS`].
pub fn create_list(tx: &Tx<'_>, name: String, members: &BTreeSet<MemberId>, by: &str) -> AppResult<Segment> {
    require_place(tx)?;
    let id = SegmentId::made_at(tx.now());
    let mut new = NewSegment { name, conditions: Conditions::of_list(id) };
    let mut form = FormErrors::new();
    check_name(&mut new, &mut form);
    form.finish()?;
    queries::insert(tx, id, &new, by)?;
    put_listed(tx, id, members)
}

/// Replaces the members of a list. Fails with `not_found`, also for a segment that is no list.
pub fn replace_list(tx: &Tx<'_>, id: SegmentId, members: &BTreeSet<MemberId>, by: &str) -> AppResult<Segment> {
    let before = queries::find(tx, id)?.filter(Segment::is_list).ok_or(NOT_FOUND)?;
    let same = NewSegment { name: before.name, conditions: before.conditions };
    queries::update(tx, id, &same, by)?;
    queries::delete_listed(tx, id)?;
    put_listed(tx, id, members)
}

fn put_listed(tx: &Tx<'_>, id: SegmentId, members: &BTreeSet<MemberId>) -> AppResult<Segment> {
    members.iter().try_for_each(|member| queries::insert_listed(tx, id, *member))?;
    queries::set_count(tx, id, i64::try_from(members.len()).unwrap_or(i64::MAX))?;
    written(tx, id)
}

fn require_place(read: &Read<'_>) -> AppResult<()> {
    if queries::list(read)?.len() < MOST_SEGMENTS { Ok(()) } else { Err(TOO_MANY_SEGMENTS.into()) }
}

/// Replaces a segment. Fails as [`checked`] does, with `not_found`, and with `400` where a list would get other
/// conditions: lines of other segments refer to it.
pub fn replace(tx: &Tx<'_>, id: SegmentId, new: NewSegment, by: &str) -> AppResult<Segment> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    let new = checked(tx, new)?;
    let mut form = FormErrors::new();
    form.expect("conditions", "invalid_value", !before.is_list() || new.conditions == before.conditions);
    form.finish()?;
    queries::update(tx, id, &new, by)?;
    if new.conditions != before.conditions {
        // The earlier counts are those of another group.
        queries::delete_days(tx, id)?;
    }
    written(tx, id)
}

/// Removes a segment. The caller has checked that nothing uses the segment. Fails with `not_found`.
pub fn remove(tx: &Tx<'_>, id: SegmentId) -> AppResult<()> {
    queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::delete_days(tx, id)?;
    queries::mark_deleted(tx, id)
}

/// Stores the number of members that were counted.
pub fn keep_count(tx: &Tx<'_>, id: SegmentId, members: i64) -> AppResult<Segment> {
    queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    queries::set_count(tx, id, members)?;
    written(tx, id)
}

fn written(tx: &Tx<'_>, id: SegmentId) -> AppResult<Segment> {
    tx.invalidate::<KnownSegments>();
    queries::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the segment {id} just written is missing").into())
}

/// The number of active members.
pub fn active_members(read: &Read<'_>) -> AppResult<i64> {
    // The accounts after those of the programme are one for each member who ever joined, without a gap.
    let ever = queries::last_account(read)? - AccountId::EXPIRY.get();
    Ok((ever - queries::inactive(read)?).max(0))
}

/// Whether an active member belongs to a segment. Fails with `not_found`.
pub fn contains(read: &Read<'_>, id: SegmentId, member: MemberId) -> AppResult<bool> {
    Ok(!evaluate::matching(read, known(read)?.of(id)?, &[member])?.is_empty())
}

/// The result of each line for a member; `None` for a member who is suspended or has left.
pub fn explain(read: &Read<'_>, conditions: &Conditions, member: MemberId) -> AppResult<Option<LinesOfMember>> {
    if evaluate::active(read, (member, member))?.is_empty() {
        return Ok(None);
    }
    let each: Vec<&ConditionLine> = conditions.lines.iter().collect();
    let fits = evaluate::each_line(read, &each, member)?;
    let lines: Vec<bool> = (0..each.len()).map(|line| fits & fits::bit(line) != 0).collect();
    let belongs = match conditions.joined_by {
        JoinedBy::All => lines.iter().all(|fits| *fits),
        JoinedBy::Any => lines.iter().any(|fits| *fits),
    };
    Ok(Some(LinesOfMember { belongs, lines }))
}

/// Those of some active members who belong to a segment. `members` are in the order of their ids. Fails with
/// `not_found`.
pub fn among(read: &Read<'_>, id: SegmentId, members: &[MemberId]) -> AppResult<HashSet<MemberId>> {
    Ok(evaluate::matching(read, known(read)?.of(id)?, members)?.into_iter().collect())
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
            found.extend(evaluate::matching(read, conditions, &part)?.into_iter().rev());
        }
        (until, step) = (from, step * 8);
    }
    found.truncate(limit);
    Ok(found)
}

/// Counts the members who meet some conditions.
pub async fn count(store: &Store, conditions: &Conditions) -> AppResult<SegmentCount> {
    let of_part = conditions.clone();
    let parts = in_parts(store, move |read, range| count_part(read, &of_part, range)).await?;
    let mut sum = SegmentCount { after_lines: vec![0; conditions.lines.len()], ..SegmentCount::default() };
    for part in parts {
        sum.members += part.members;
        sum.of += part.of;
        sum.after_lines.iter_mut().zip(part.after_lines).for_each(|(sum, more)| *sum += more);
    }
    Ok(sum)
}

/// All members of a segment, found by several readers at once. A member who changes meanwhile is evaluated before or
/// after the change. Fails with `not_found`.
pub async fn members_in_parts(store: &Store, id: SegmentId) -> AppResult<HashSet<MemberId>> {
    let conditions = store.read(|read| Ok(known(read)?.of(id)?.clone()))?;
    let parts =
        in_parts(store, move |read, range| evaluate::matching(read, &conditions, &evaluate::active(read, range)?));
    Ok(parts.await?.into_iter().flatten().collect())
}

/// Reads all members in parts, on several readers at once. Returns the result of each part, in any order.
async fn in_parts<T: Send + 'static>(
    store: &Store,
    look: impl Fn(&Read<'_>, (MemberId, MemberId)) -> AppResult<T> + Clone + Send + 'static,
) -> AppResult<Vec<T>> {
    let mut borders = vec![LOWEST];
    let found = store.read(|read| {
        let last = queries::last_account(read)?;
        (1..PARTS).map(|part| queries::member_at(read, last * part / PARTS)).collect::<AppResult<Vec<_>>>()
    })?;
    borders.extend(found.into_iter().flatten());
    borders.sort_unstable();
    borders.dedup();
    let mut reads = JoinSet::new();
    for (at, first) in borders.iter().enumerate() {
        // The upper bound is exclusive: it is the first id of the next part.
        let last = borders.get(at + 1).map_or(HIGHEST, |next| MemberId::from_bytes(before(*next)));
        let (store, range, look) = (store.clone(), (*first, last), look.clone());
        reads.spawn(async move { store.read_at_length(move |read| look(read, range)).await });
    }
    let mut parts = Vec::with_capacity(borders.len());
    while let Some(part) = reads.join_next().await {
        parts.push(part.context("a part of the members panicked")??);
    }
    Ok(parts)
}

fn before(id: MemberId) -> [u8; 16] {
    u128::from_be_bytes(*id.as_bytes()).saturating_sub(1).to_be_bytes()
}

fn count_part(read: &Read<'_>, conditions: &Conditions, range: (MemberId, MemberId)) -> AppResult<SegmentCount> {
    let there = evaluate::active(read, range)?;
    let after_lines = evaluate::line_by_line(read, conditions, &there)?.after_lines();
    let members = after_lines.last().copied().unwrap_or(0);
    Ok(SegmentCount { members, of: i64::try_from(there.len()).unwrap_or(i64::MAX), after_lines })
}

/// Removes a member who leaves from every list.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::forget_member(tx, member)
}

/// Puts the account that stays on the lists of an account that is merged.
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::copy_lists(tx, from, into)?;
    queries::forget_member(tx, from)
}
