//! The daily anchor: the end of the ledger's chain in the log and, if a setting names a mailbox, by e-mail. A copy that
//! is kept outside proves later that no earlier transaction was changed.

use super::queries;
use crate::base::contact::Email;
use crate::base::day::Day;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, ChainHead};
use crate::platform::delivery::{self, Message, Outbox};
use crate::platform::store::{Store, Tx};

/// Publishes the end of the chain once in each Hong Kong day, also over restarts.
pub async fn anchor_daily(store: &Store, mailbox: Option<Email>, outbox: &Outbox) -> AppResult<()> {
    let is_done = |day| store.read(|read| queries::is_anchored(read, day));
    if is_done(Day::of(store.clock().now()))? {
        return Ok(());
    }
    let Some((day, head)) = store.write_unattended(move |tx| anchor(tx, mailbox.as_ref())).await? else {
        return Ok(());
    };
    outbox.wake();
    tracing::info!(event = "ledger.anchor", %day, number = head.seq, hash = head.hex(), "end of the ledger's chain");
    Ok(())
}

/// Returns whether the present subscriber writes the line with the anchor.
pub fn is_anchor_logged() -> bool {
    tracing::enabled!(tracing::Level::INFO)
}

/// Stores the anchor and queues its e-mail in one commit. `None` if the day has one already.
fn anchor(tx: &Tx<'_>, mailbox: Option<&Email>) -> AppResult<Option<(Day, ChainHead)>> {
    let day = Day::of(tx.now());
    if queries::is_anchored(tx, day)? {
        return Ok(None);
    }
    let head = ledger::chain_head(tx)?;
    queries::insert_anchor(tx, day, &head)?;
    if let Some(mailbox) = mailbox {
        let (day, number, hash) = (day.to_string(), head.seq.to_string(), head.hex());
        let values = [("day", day.as_str()), ("number", &number), ("hash", &hash)];
        delivery::queue(tx, &Message::email(mailbox, Language::En, "ledger_anchor", &values))?;
    }
    Ok(Some((day, head)))
}
