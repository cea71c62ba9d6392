//! Evaluation of several segments for one member: a purchase may meet many rules, each with its own segment. Lines
//! about purchases share one SQL statement.

use std::collections::HashSet;

use super::condition::{ConditionLine, Conditions, JoinedBy, MOST_LINES};
use super::{evaluate, known};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Several segments and the lines of all of them; a line that occurs twice is kept once.
struct TogetherSegments {
    lines: Vec<ConditionLine>,
    /// Each segment, whether a member must match all of its lines or any of them, and the indexes of these in `lines`.
    segments: Vec<(SegmentId, JoinedBy, Vec<usize>)>,
}

impl TogetherSegments {
    const fn new() -> Self {
        Self { lines: Vec::new(), segments: Vec::new() }
    }

    /// Adds a segment; returns the segment if the evaluation would have too many lines with it.
    fn add(&mut self, id: SegmentId, conditions: Conditions) -> Result<(), Conditions> {
        let fresh = conditions.lines.iter().filter(|line| !self.lines.contains(line)).count();
        if !self.lines.is_empty() && self.lines.len() + fresh > MOST_LINES {
            return Err(conditions);
        }
        let mut places = Vec::with_capacity(conditions.lines.len());
        for line in conditions.lines {
            let known = self.lines.iter().position(|there| *there == line);
            places.push(known.unwrap_or(self.lines.len()));
            if known.is_none() {
                self.lines.push(line);
            }
        }
        self.segments.push((id, conditions.joined_by, places));
        Ok(())
    }

    /// The segments to which an active member belongs.
    fn evaluate(self, read: &Read<'_>, member: MemberId) -> AppResult<impl Iterator<Item = SegmentId>> {
        let every = Conditions { joined_by: JoinedBy::Any, lines: self.lines };
        let fits = evaluate::each_line(read, &every, member)?;
        Ok(self.segments.into_iter().filter_map(move |(id, joined_by, places)| {
            let mut lines = places.iter().map(|place| fits[*place]);
            let belongs = match joined_by {
                JoinedBy::All => lines.all(|fits| fits),
                JoinedBy::Any => lines.any(|fits| fits),
            };
            belongs.then_some(id)
        }))
    }
}

/// The segments, among the given ones, that an active member belongs to. Fails with `not_found`.
pub fn those_of(read: &Read<'_>, segments: &[SegmentId], member: MemberId) -> AppResult<HashSet<SegmentId>> {
    let (mut found, mut together) = (HashSet::new(), TogetherSegments::new());
    for id in segments {
        if let Err(conditions) = together.add(*id, known(read, *id)?) {
            found.extend(std::mem::replace(&mut together, TogetherSegments::new()).evaluate(read, member)?);
            // A segment always fits into an evaluation that has no lines yet.
            let _ = together.add(*id, conditions);
        }
    }
    found.extend(together.evaluate(read, member)?);
    Ok(found)
}
