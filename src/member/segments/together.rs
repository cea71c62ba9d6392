//! Evaluation of several segments for one member: a purchase may meet many rules, each with its own segment. Lines
//! about purchases share one SQL statement.

use std::mem;

use super::condition::{ConditionLine, Conditions, JoinedBy, MOST_LINES};
use super::fits::{LineBits, bit};
use super::{evaluate, known};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Several segments and the lines of all of them; a line that occurs twice is kept once.
#[derive(Default)]
struct TogetherSegments<'a> {
    lines: Vec<&'a ConditionLine>,
    segments: Vec<PlacedSegment>,
}

/// A segment whose lines are among those of other segments.
struct PlacedSegment {
    id: SegmentId,
    joined_by: JoinedBy,
    /// The places of its lines.
    lines: LineBits,
}

impl<'a> TogetherSegments<'a> {
    /// Adds a segment, unless the evaluation would have too many lines with it. Returns whether it was added.
    fn add(&mut self, id: SegmentId, conditions: &'a Conditions) -> bool {
        let before = self.lines.len();
        let mut lines = 0;
        for line in &conditions.lines {
            let known = self.lines.iter().position(|there| *there == line).unwrap_or(self.lines.len());
            if known == self.lines.len() {
                self.lines.push(line);
            }
            if known < MOST_LINES {
                lines |= bit(known);
            }
        }
        if self.lines.len() > MOST_LINES {
            self.lines.truncate(before);
            return false;
        }
        self.segments.push(PlacedSegment { id, joined_by: conditions.joined_by, lines });
        true
    }

    /// The segments to which an active member belongs.
    fn evaluate(self, read: &Read<'_>, member: MemberId) -> AppResult<impl Iterator<Item = SegmentId>> {
        let fits = evaluate::each_line(read, &self.lines, member)?;
        let belonging = self.segments.into_iter().filter(move |segment| match segment.joined_by {
            JoinedBy::All => fits & segment.lines == segment.lines,
            JoinedBy::Any => fits & segment.lines != 0,
        });
        Ok(belonging.map(|segment| segment.id))
    }
}

/// The segments, among the given ones, that an active member belongs to. Fails with `not_found`.
pub fn those_of(read: &Read<'_>, segments: &[SegmentId], member: MemberId) -> AppResult<Vec<SegmentId>> {
    let known = known(read)?;
    let (mut found, mut together) = (Vec::new(), TogetherSegments::default());
    for id in segments {
        let conditions = known.of(*id)?;
        if !together.add(*id, conditions) {
            found.extend(mem::take(&mut together).evaluate(read, member)?);
            // A segment always fits into an evaluation that has no lines yet.
            together.add(*id, conditions);
        }
    }
    found.extend(together.evaluate(read, member)?);
    Ok(found)
}
