//! The members of a segment in the order of their ids, some at a time.

use super::{before, evaluate, known, queries};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// A walk over the members with some ids, from the newest member to the oldest or the other way.
pub struct SegmentWalk {
    from: MemberId,
    /// The first id after the range.
    until: MemberId,
    newest_first: bool,
}

impl SegmentWalk {
    /// A walk over the ids from `from` up to, but without, `until`.
    pub fn new((from, until): (MemberId, MemberId), newest_first: bool) -> Self {
        Self { from, until, newest_first }
    }

    /// Returns whether no member is left.
    pub fn is_over(&self) -> bool {
        self.from >= self.until
    }

    /// Evaluates the next `step` members. Returns those who belong to the segment, in the order of the walk. Fails with
    /// `not_found`.
    pub fn next(&mut self, read: &Read<'_>, id: SegmentId, step: i64) -> AppResult<Vec<MemberId>> {
        let (mut first, mut end) = (self.from, self.until);
        match queries::member_after(read, (self.from, self.until), self.newest_first, step)? {
            Some(border) if self.newest_first => (first, self.until) = (border.next(), border.next()),
            Some(border) => (end, self.from) = (border, border),
            None => self.from = self.until,
        }
        if first >= end {
            return Ok(Vec::new());
        }
        let there = evaluate::active(read, (first, MemberId::from_bytes(before(end))))?;
        let mut found = evaluate::matching(read, known(read)?.of(id)?, &there)?;
        if self.newest_first {
            found.reverse();
        }
        Ok(found)
    }
}
