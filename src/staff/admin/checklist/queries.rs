//! SQL of the checklist.

use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

/// The kinds of content that members already see, and the parts of a counter that exist.
pub(super) struct VisibleContent {
    pub(super) partner: bool,
    pub(super) outlet: bool,
    pub(super) cashier: bool,
    pub(super) till: bool,
    pub(super) item: bool,
    pub(super) campaign: bool,
}

pub(super) fn what_is_there(read: &Read<'_>) -> AppResult<VisibleContent> {
    Ok(VisibleContent {
        partner: read.exists(
            "select 1 from partner where deleted_at_ms is null and active = 1 and coalesce(publish_at_ms <= :now, true)",
            params! { ":now": read.now() },
        )?,
        outlet: read.exists("select 1 from outlet where deleted_at_ms is null", params! {})?,
        cashier: read.exists("select 1 from cashier where active = 1", params! {})?,
        till: read.exists("select 1 from till where enrolled_at_ms is not null", params! {})?,
        item: read.exists(
            "select 1 from item where deleted_at_ms is null and active = 1 and coalesce(publish_at_ms <= :now, true)",
            params! { ":now": read.now() },
        )?,
        campaign: read.exists(
            "select 1 from campaign where deleted_at_ms is null and active = 1 and coalesce(publish_at_ms <= :now, true)",
            params! { ":now": read.now() },
        )?,
    })
}

/// The steps that the programme skips.
pub(super) fn aside(read: &Read<'_>) -> AppResult<Vec<String>> {
    read.all("select step from checklist_aside", params! {}, |row| row.get("step"))
}

pub(super) fn put_aside(tx: &Tx<'_>, step: &str, by: &str) -> AppResult<usize> {
    tx.execute(
        "insert into checklist_aside (step, by_name, created_at_ms) values (:step, :by, :now) on conflict (step) do nothing",
        params! { ":step": step, ":by": by, ":now": tx.now() },
    )
}

pub(super) fn take_up(tx: &Tx<'_>, step: &str) -> AppResult<usize> {
    tx.execute("delete from checklist_aside where step = :step", params! { ":step": step })
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
