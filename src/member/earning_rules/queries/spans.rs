//! SQL of the periods in which earning rules were on.

use super::live_rule;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::EarningRuleId;
use crate::base::problem::AppResult;
use crate::member::earning_rules::evaluate::LiveRule;
use crate::platform::store::{Read, Tx, params};

/// The rules that were on at a moment, each in the version that was on then.
pub(in crate::member::earning_rules) fn live_at(read: &Read<'_>, moment: Timestamp) -> AppResult<Vec<LiveRule>> {
    read.all(
        "select s.rule_id as id, s.version, v.document, s.priority, s.last_day from earning_rule_span s
         join earning_rule_version v on v.rule_id = s.rule_id and v.version = s.version
         where s.on_at_ms <= :moment and (s.off_at_ms is null or s.off_at_ms > :moment) order by s.rule_id",
        params! { ":moment": moment },
        live_rule,
    )
}

/// Starts the period in which a version is on. A rule has one period for each start in milliseconds, so a second version
/// that starts in the same millisecond replaces the first.
pub(in crate::member::earning_rules) fn begin(tx: &Tx<'_>, id: EarningRuleId, version: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into earning_rule_span (rule_id, on_at_ms, version, priority)
         select rule_id, :now, version, priority from earning_rule_version where rule_id = :id and version = :version
         on conflict (rule_id, on_at_ms) do update set version = excluded.version, priority = excluded.priority,
             off_at_ms = null, last_day = null, ended_by_name = null, ended_at_ms = null",
        params! { ":id": id, ":now": tx.now(), ":version": version },
    )
}

/// Ends the period of the version that is on, if there is one.
pub(in crate::member::earning_rules) fn end(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<()> {
    tx.execute(
        "update earning_rule_span set off_at_ms = :now where rule_id = :id and off_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(())
}

/// Changes the priority of a rule that is on. The function closes the rule's open span and opens a new span with the new
/// priority, because a purchase is evaluated by the priority that the rule had at the time of the purchase.
pub(in crate::member::earning_rules) fn move_to(tx: &Tx<'_>, id: EarningRuleId, priority: i64) -> AppResult<()> {
    let closed = tx.execute(
        "update earning_rule_span set off_at_ms = :now where rule_id = :id and off_at_ms is null and on_at_ms < :now",
        params! { ":id": id, ":now": tx.now() },
    )?;
    if closed > 0 {
        return tx.execute_one(
            "insert into earning_rule_span (rule_id, on_at_ms, version, priority, last_day, ended_by_name, ended_at_ms)
             select rule_id, :now, version, :priority, last_day, ended_by_name, ended_at_ms from earning_rule_span
             where rule_id = :id and off_at_ms = :now order by on_at_ms desc limit 1",
            params! { ":id": id, ":now": tx.now(), ":priority": priority },
        );
    }
    // The period began in this very millisecond.
    tx.execute(
        "update earning_rule_span set priority = :priority where rule_id = :id and off_at_ms is null",
        params! { ":id": id, ":priority": priority },
    )?;
    Ok(())
}

/// Sets the last day of the period that is on, or takes it back.
pub(in crate::member::earning_rules) fn set_last_day(
    tx: &Tx<'_>,
    id: EarningRuleId,
    last: Option<(Day, &str)>,
) -> AppResult<()> {
    let (day, by) = last.unzip();
    tx.execute_one(
        "update earning_rule_span set last_day = :day, ended_by_name = :by, ended_at_ms = :at
         where rule_id = :id and off_at_ms is null",
        params! { ":id": id, ":day": day, ":by": by, ":at": day.map(|_| tx.now()) },
    )
}
