//! SQL of the journal.

use super::assumption::{BreakageInput, BreakageVersion};
use crate::base::day::Day;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

/// Visits the points that the roll-up has as issued, redeemed and expired on each day up to `until`.
pub(super) fn each_day(read: &Read<'_>, until: Day, mut visit: impl FnMut(Day, (i64, i64, i64))) -> AppResult<()> {
    read.each(
        "select day, issued, redeemed, expired from ledger_day_all where day <= :until",
        params! { ":until": until },
        |row| {
            visit(row.get("day")?, (row.get("issued")?, row.get("redeemed")?, row.get("expired")?));
            Ok(())
        },
    )
}

/// Visits the points that reversals in the roll-up issued and redeemed, by day and partner.
pub(super) fn each_reversed(
    read: &Read<'_>,
    first: Day,
    until: Day,
    mut visit: impl FnMut(Day, (i64, i64)),
) -> AppResult<()> {
    read.each(
        "select day, issued, redeemed from ledger_day where day between :first and :until and kind = 'Reversal'",
        params! { ":first": first, ":until": until },
        |row| {
            visit(row.get("day")?, (row.get("issued")?, row.get("redeemed")?));
            Ok(())
        },
    )
}

/// Every version of the assumption, in order.
pub(super) fn breakage_versions(read: &Read<'_>) -> AppResult<Vec<BreakageVersion>> {
    read.all(
        "select version, from_month, basis_points, reason, changed_by_name, created_at_ms
         from breakage_assumption order by version",
        params! {},
        |row| {
            Ok(BreakageVersion {
                version: row.get("version")?,
                input: BreakageInput {
                    percent: row.get("basis_points")?,
                    from: row.get("from_month")?,
                    reason: row.get("reason")?,
                },
                changed_by: row.get("changed_by_name")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

pub(super) fn insert_breakage(tx: &Tx<'_>, version: i64, new: &BreakageInput, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into breakage_assumption (version, from_month, basis_points, reason, changed_by_name, created_at_ms)
         values (:version, :from, :share, :reason, :by, :now)",
        params! { ":version": version, ":from": new.from, ":share": new.percent, ":reason": new.reason, ":by": by,
        ":now": tx.now() },
    )
}
