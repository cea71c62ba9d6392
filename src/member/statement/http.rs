//! The statement over HTTP.

use axum::extract::State;

use super::Transaction;
use crate::auth::Member;
use crate::base::id::TransactionId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::ledger;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;

/// Route of the statement.
pub fn routes(store: Store) -> Routes {
    Routes::new().routes(routes!(list_transactions)).with_state(store)
}

/// List the transactions of the member's points.
#[utoipa::path(get, path = "/api/transaction/listMyTransactions", tag = "statement",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Vec<Transaction>)))]
async fn list_transactions(
    State(store): State<Store>,
    member: Member,
    page: PageRequest,
) -> AppResult<Page<Transaction>> {
    let after = page.after(TransactionId::parse)?;
    let entries = store.read(|read| {
        let before_seq = match after {
            None => i64::MAX,
            Some(id) => ledger::place_of(read, id)?.ok_or(INVALID_PARAMETER)?,
        };
        ledger::entries(read, member.id, before_seq, page.probe())
    })?;
    let page = page.finish(entries, |entry| entry.id.to_string());
    Ok(Page { rows: page.rows.into_iter().map(Transaction::from).collect(), next: page.next })
}
