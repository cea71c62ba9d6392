//! Telling the owners that SMS cost nearly as much as they are meant to, while there is time to do something about it.

use crate::auth::staff::write_to_owners;
use crate::base::problem::AppResult;
use crate::platform::delivery::{Mark, Outbox, SmsBudget, mark_told};
use crate::platform::store::{Store, Tx};

/// Writes to every owner once when four fifths of the month's budget are used up, and once when all of it is.
pub async fn tell_owners(store: &Store, budget: SmsBudget, outbox: &Outbox) -> AppResult<()> {
    // Nearly always there is nothing: a look costs no commit.
    if store.read(|read| budget.untold(read))?.is_some() {
        store.write_unattended(move |tx| tell(tx, budget)).await?;
        outbox.wake();
    }
    Ok(())
}

fn tell(tx: &Tx<'_>, budget: SmsBudget) -> AppResult<()> {
    let Some(news) = budget.untold(tx)? else { return Ok(()) };
    mark_told(tx, news.spending)?;
    let kind = match news.spending.mark() {
        Some(Mark::Soon) => "sms_budget_soon",
        Some(Mark::Spent) => "sms_budget_spent",
        None => return Ok(()),
    };
    if !news.risen {
        return Ok(());
    }
    let (parts, budget) = (news.spending.parts.to_string(), news.spending.budget.to_string());
    write_to_owners(tx, kind, &[("parts", &parts), ("budget", &budget)])
}
