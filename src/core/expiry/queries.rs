//! SQL of the policies.

use super::{Policies, Policy, PolicyVersion};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, StoredJson, Tx, params};

pub(super) fn all(read: &Read<'_>) -> AppResult<Policies> {
    let versions = read.all(
        "select version, policy, starts_at_ms, changed_by_name, created_at_ms from expiry_policy order by version",
        params! {},
        |row| {
            Ok(PolicyVersion {
                version: row.get("version")?,
                policy: row.get::<StoredJson<Policy>>("policy")?.0,
                starts: row.get("starts_at_ms")?,
                changed_by: row.get("changed_by_name")?,
                created: row.get("created_at_ms")?,
            })
        },
    )?;
    Ok(Policies::new(versions))
}

pub(super) fn insert(
    tx: &Tx<'_>,
    version: i64,
    policy: &Policy,
    starts: Timestamp,
    (by, name): ([u8; 16], &str),
) -> AppResult<()> {
    tx.execute_one(
        "insert into expiry_policy (version, policy, starts_at_ms, changed_by, changed_by_name, created_at_ms)
         values (:version, :policy, :starts, :by, :name, :now)",
        params! { ":version": version, ":policy": serde_json::to_string(policy)?, ":starts": starts,
        ":by": by, ":name": name, ":now": tx.now() },
    )
}
