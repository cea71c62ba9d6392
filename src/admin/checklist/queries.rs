//! SQL of the checklist.

use crate::base::problem::AppResult;
use crate::store::{Read, Tx, params};

/// What a programme has.
pub(super) struct WhatIsThere {
    pub(super) partner: bool,
    pub(super) item: bool,
    pub(super) campaign: bool,
}

pub(super) fn what_is_there(read: &Read<'_>) -> AppResult<WhatIsThere> {
    Ok(WhatIsThere {
        partner: read.exists("select 1 from partner where deleted_at_ms is null", params! {})?,
        item: read.exists("select 1 from item where deleted_at_ms is null", params! {})?,
        campaign: read.exists("select 1 from campaign where deleted_at_ms is null", params! {})?,
    })
}

pub(super) fn is_dismissed(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from checklist_dismissal", params! {})
}

pub(super) fn dismiss(tx: &Tx<'_>, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into checklist_dismissal (id, by_name, created_at_ms) values (1, :by, :now)",
        params! { ":by": by, ":now": tx.now() },
    )
}
