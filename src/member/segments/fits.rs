//! The lines of conditions that fit each member, and the members who belong to the segment by these lines.

use super::condition::{ConditionLine, JoinedBy};
use super::queries::Range;
use crate::base::id::MemberId;

/// Members in the order of their ids, each once.
pub(super) type Members = Vec<MemberId>;

/// A bit for each line; the bit of the first line is the lowest.
pub(super) type LineBits = u16;

/// The lines that fit each of some members.
pub(super) struct Fits<'a> {
    joined_by: JoinedBy,
    /// The number of lines.
    lines: usize,
    /// In the order of their ids.
    members: &'a [MemberId],
    /// For each member, the lines that fit, among the lines that were evaluated.
    pub(super) bits: Vec<LineBits>,
    /// The lines that were evaluated.
    pub(super) asked: LineBits,
    /// The negated lines.
    turned: LineBits,
    /// The index of the member who was marked last. Statements return members in the order of ids, so the search
    /// continues from there.
    pub(super) at: usize,
}

impl<'a> Fits<'a> {
    pub(super) fn of<'c>(
        joined_by: JoinedBy,
        lines: impl ExactSizeIterator<Item = &'c ConditionLine>,
        members: &'a [MemberId],
    ) -> Self {
        let count = lines.len();
        let turned = lines.enumerate().filter(|(_, line)| line.not);
        let turned = turned.fold(0, |bits, (at, _)| bits | bit(at));
        // A negated line fits the members whom no statement marked.
        Self { joined_by, lines: count, members, bits: vec![turned; members.len()], asked: 0, turned, at: 0 }
    }

    /// Marks that a member meets the conditions of some lines.
    pub(super) fn mark(&mut self, member: MemberId, lines: LineBits) {
        while self.members.get(self.at).is_some_and(|there| *there < member) {
            self.at += 1;
        }
        if self.members.get(self.at) == Some(&member) {
            let fit = (self.bits[self.at] | (lines & !self.turned)) & !(lines & self.turned);
            self.bits[self.at] = fit;
        }
    }

    pub(super) fn mark_all(&mut self, members: &[MemberId], lines: LineBits) {
        members.iter().for_each(|member| self.mark(*member, lines));
    }

    pub(super) fn belongs(&self, bits: LineBits, asked: LineBits) -> bool {
        match self.joined_by {
            JoinedBy::All => bits & asked == asked,
            JoinedBy::Any => bits & asked != 0,
        }
    }

    /// The members for whom the lines evaluated so far have not decided.
    pub(super) fn undecided(&self, by: LineBits) -> Option<Range> {
        let asked = self.asked & by;
        let open = |bits: &LineBits| match self.joined_by {
            JoinedBy::All => self.belongs(*bits, asked),
            JoinedBy::Any => !self.belongs(*bits, asked),
        };
        let (first, last) = (self.bits.iter().position(open)?, self.bits.iter().rposition(open)?);
        Some((*self.members.get(first)?, *self.members.get(last)?))
    }

    /// The members who belong, after every line was evaluated.
    pub(super) fn belonging(&self) -> Members {
        let every = self.every_line();
        let belonging = self.members.iter().zip(&self.bits).filter(|(_, bits)| self.belongs(**bits, every));
        belonging.map(|(member, _)| *member).collect()
    }

    /// The number of members after each line: those who are still in, or have been added, depending on how lines are
    /// joined.
    pub(super) fn after_lines(&self) -> Vec<i64> {
        let lines = self.lines;
        // The number of members by the first line that decides about them. The last entry counts members about whom no
        // line decides.
        let mut decided = vec![0_i64; lines + 1];
        for bits in &self.bits {
            let deciding = match self.joined_by {
                JoinedBy::All => (!bits & self.every_line()).trailing_zeros(),
                JoinedBy::Any => bits.trailing_zeros(),
            };
            decided[lines.min(deciding as usize)] += 1;
        }
        let sum = |decided: &[i64]| decided.iter().sum();
        match self.joined_by {
            JoinedBy::All => (0..lines).map(|at| sum(&decided[at + 1..])).collect(),
            JoinedBy::Any => (0..lines).map(|at| sum(&decided[..=at])).collect(),
        }
    }

    pub(super) fn every_line(&self) -> LineBits {
        (0..self.lines).fold(0, |bits, at| bits | bit(at))
    }
}

pub(super) fn bit(line: usize) -> LineBits {
    1 << line
}
