//! Notifies the owners before the SMS budget is used up, while there is still time to act.

use crate::auth::staff::write_to_owners;
use crate::base::problem::AppResult;
use crate::platform::delivery::{BudgetLevel, Outbox, SmsBudget, mark_told};
use crate::platform::store::{Store, Tx};

/// E-mails every owner once when four fifths of the monthly budget are used, and once when all of it is used.
pub async fn tell_owners(store: &Store, budget: SmsBudget, outbox: &Outbox) -> AppResult<()> {
    // Usually there is no news, and a read avoids a commit.
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
        Some(BudgetLevel::Soon) => "sms_budget_soon",
        Some(BudgetLevel::Spent) => "sms_budget_spent",
        None => return Ok(()),
    };
    if !news.risen {
        return Ok(());
    }
    let (parts, budget) = (news.spending.parts.to_string(), news.spending.budget.to_string());
    write_to_owners(tx, kind, &[("parts", &parts), ("budget", &budget)])
}
