//! SQL of the periods in which earning rules were on.

use super::live_rule;
use crate::base::clock::Timestamp;
use crate::base::id::EarningRuleId;
use crate::base::problem::AppResult;
use crate::member::earning_rules::evaluate::LiveRule;
use crate::platform::store::{Read, Tx, params};

/// The rules that were on at a moment, each in the version that was on then.
pub(in crate::member::earning_rules) fn live_at(read: &Read<'_>, moment: Timestamp) -> AppResult<Vec<LiveRule>> {
    read.all(
        "select s.rule_id as id, s.version, v.document from earning_rule_span s
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
        "insert into earning_rule_span (rule_id, on_at_ms, version) values (:id, :now, :version)
         on conflict (rule_id, on_at_ms) do update set version = excluded.version, off_at_ms = null",
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
