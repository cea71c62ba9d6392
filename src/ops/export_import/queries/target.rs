//! The state of the database into which a file is imported.

use crate::base::id::EarningRuleId;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Whether the database contains data with which an import would have to merge.
pub(in super::super) fn holds_anything(read: &Read<'_>) -> AppResult<bool> {
    read.exists(
        "select 1 where exists (select 1 from member) or exists (select 1 from partner) or exists (select 1 from item)
             or exists (select 1 from article) or exists (select 1 from campaign) or exists (select 1 from ledger_transaction)",
        params! {},
    )
}

/// The version of the current settings; 0 if they were never changed.
pub(in super::super) fn settings_version(read: &Read<'_>) -> AppResult<i64> {
    read.number("select coalesce(max(version), 0) as n from programme_settings", params! {})
}

/// The priority of a version of an earning rule; 0 if it is not there.
pub(in super::super) fn priority_of(read: &Read<'_>, rule: EarningRuleId, version: i64) -> AppResult<i64> {
    let found = read.one(
        "select priority from earning_rule_version where rule_id = :rule and version = :version",
        params! { ":rule": rule, ":version": version },
        |row| row.get("priority"),
    )?;
    Ok(found.unwrap_or(0))
}
