//! Sums that the jobs of a batch change in memory. The writer writes each of them once, before the commit, because many
//! jobs of a batch change the same rows.
//!
//! Only the writer's thread uses them. The rows change in the same commit as the rows that are summed up, so that readers
//! and a restart find both or neither.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;

use rusqlite::ToSql;

use crate::base::problem::AppResult;

/// The key of a sum: the id of a record, and the number of a Hong Kong day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SumKey {
    /// The id.
    pub subject: [u8; 16],
    /// The day.
    pub day: i64,
}

/// The columns of a sum; unused ones are 0.
pub type SumColumns = [i64; 3];

/// The transaction in which sums are written.
pub trait SumWriter {
    /// Runs a change; returns the number of affected rows.
    fn change(&self, sql: &'static str, values: &[(&str, &dyn ToSql)]) -> AppResult<usize>;
}

/// A kind of sums.
#[derive(Debug)]
pub struct SumKind {
    /// A name that no other kind has.
    pub name: &'static str,
    /// Adds what a batch has changed to the stored row.
    pub write: fn(&dyn SumWriter, SumKey, SumColumns) -> AppResult<()>,
}

/// One change of a sum.
pub(super) struct SumChange {
    pub(super) kind: &'static SumKind,
    pub(super) key: SumKey,
    pub(super) by: SumColumns,
}

/// A sum that is not written yet.
struct UnwrittenSum {
    kind: &'static SumKind,
    columns: SumColumns,
}

/// The changes of the batch.
#[derive(Default)]
pub(super) struct UnwrittenSums {
    sums: RefCell<BTreeMap<(&'static str, SumKey), UnwrittenSum>>,
    /// Every change in its order, so that those of a job that fails can be taken back.
    changes: RefCell<Vec<SumChange>>,
}

impl UnwrittenSums {
    pub(super) fn add(&self, change: SumChange) {
        self.apply(&change, 1);
        self.changes.borrow_mut().push(change);
    }

    fn apply(&self, SumChange { kind, key, by }: &SumChange, sign: i64) {
        let mut sums = self.sums.borrow_mut();
        let sum = sums.entry((kind.name, *key)).or_insert(UnwrittenSum { kind, columns: SumColumns::default() });
        for (column, by) in sum.columns.iter_mut().zip(by) {
            *column += sign * by;
        }
    }

    /// A place among the changes, for [`Self::undo_to`].
    pub(super) fn mark(&self) -> usize {
        self.changes.borrow().len()
    }

    /// Takes back the changes after a place.
    pub(super) fn undo_to(&self, mark: usize) {
        let undone = {
            let mut changes = self.changes.borrow_mut();
            let mark = mark.min(changes.len());
            changes.split_off(mark)
        };
        for change in undone {
            self.apply(&change, -1);
        }
    }

    /// Drops everything, because the batch was lost.
    pub(super) fn clear(&self) {
        self.sums.borrow_mut().clear();
        self.changes.borrow_mut().clear();
    }

    /// Writes every sum that has changed.
    pub(super) fn write(&self, tx: &dyn SumWriter) -> AppResult<()> {
        self.changes.borrow_mut().clear();
        let sums = std::mem::take(&mut *self.sums.borrow_mut());
        let changed = sums.into_iter().filter(|(_, sum)| sum.columns != SumColumns::default());
        changed.into_iter().try_for_each(|((_, key), sum)| (sum.kind.write)(tx, key, sum.columns))
    }

    /// Visits the changes of the sums of a subject: the day, and the columns.
    pub(super) fn each_of(&self, kind: &'static SumKind, subject: [u8; 16], mut visit: impl FnMut(i64, &SumColumns)) {
        let of = |day| (kind.name, SumKey { subject, day });
        let days = (Bound::Included(of(i64::MIN)), Bound::Included(of(i64::MAX)));
        self.sums.borrow().range(days).for_each(|((_, key), sum)| visit(key.day, &sum.columns));
    }
}

#[cfg(test)]
mod tests {
    use super::{SumChange, SumColumns, SumKey, SumKind, UnwrittenSums};

    static PURCHASES: SumKind = SumKind { name: "purchases", write: |_, _, _| Ok(()) };
    static GIFTS: SumKind = SumKind { name: "gifts", write: |_, _, _| Ok(()) };

    fn change(kind: &'static SumKind, subject: u8, day: i64, by: SumColumns) -> SumChange {
        SumChange { kind, key: SumKey { subject: [subject; 16], day }, by }
    }

    fn of(sums: &UnwrittenSums, kind: &'static SumKind, subject: u8) -> Vec<(i64, SumColumns)> {
        let mut found = Vec::new();
        sums.each_of(kind, [subject; 16], |day, columns| found.push((day, *columns)));
        found
    }

    #[test]
    fn changes_of_a_day_are_summed_up_by_kind_and_subject() {
        let sums = UnwrittenSums::default();
        sums.add(change(&PURCHASES, 1, 7, [1, 10, 0]));
        sums.add(change(&PURCHASES, 1, 7, [1, 5, 0]));
        sums.add(change(&PURCHASES, 1, -8, [1, 1, 0]));
        sums.add(change(&PURCHASES, 2, 7, [1, 2, 0]));
        sums.add(change(&GIFTS, 1, 7, [0, 0, 3]));
        assert_eq!(of(&sums, &PURCHASES, 1), [(-8, [1, 1, 0]), (7, [2, 15, 0])]);
        assert_eq!(of(&sums, &PURCHASES, 2), [(7, [1, 2, 0])]);
        assert_eq!(of(&sums, &GIFTS, 1), [(7, [0, 0, 3])]);
    }

    #[test]
    fn a_failed_job_takes_back_its_own_changes_only() {
        let sums = UnwrittenSums::default();
        sums.add(change(&PURCHASES, 1, 7, [1, 10, 0]));
        let mark = sums.mark();
        sums.add(change(&PURCHASES, 1, 7, [1, 5, 0]));
        sums.add(change(&PURCHASES, 1, 8, [1, 5, 0]));
        sums.undo_to(mark);
        assert_eq!(of(&sums, &PURCHASES, 1), [(7, [1, 10, 0]), (8, [0, 0, 0])]);
        sums.undo_to(0);
        assert_eq!(of(&sums, &PURCHASES, 1), [(7, [0, 0, 0]), (8, [0, 0, 0])]);
    }
}
