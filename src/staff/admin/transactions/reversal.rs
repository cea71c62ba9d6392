//! Reversals: the opposite of a transaction is appended once, and what it gave is taken back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{TransactionView, queries};
use crate::base::id::{MemberId, TransactionId};
use crate::base::messages;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger;
use crate::core::ledger::{ALREADY_REVERSED, Details, TransactionText};
use crate::core::members;
use crate::core::members::Status;
use crate::member::awards;
use crate::member::campaigns;
use crate::member::claims;
use crate::member::expiry;
use crate::member::notifications;
use crate::member::rewards;
use crate::platform::store::Tx;
use crate::platform::webhooks;
use crate::staff::approvals::{ActionSubject, PendingAction};
use crate::staff::kit::AuditedStaff;

/// Notifies a member of a reversal that moved their points, with the reason.
pub fn tell_reversed(tx: &Tx<'_>, member: MemberId, points: i64, reason: &str) -> AppResult<()> {
    // An erased member has no inbox.
    if members::find(tx, member)?.is_none_or(|found| found.status == Status::Erased) {
        return Ok(());
    }
    let points = messages::grouped(points);
    notifications::notify(tx, member, "points_reversed", &[("points", &points), ("reason", reason)])
}

/// A transaction to reverse, once approved.
#[derive(Serialize, Deserialize)]
pub struct Reversal {
    pub(super) transaction: TransactionId,
    pub(super) reason: String,
}

impl PendingAction for Reversal {
    const NAME: &'static str = "Reverse";
    const MOVES_POINTS: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Transaction(self.transaction)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(reverse(tx, asker, self.transaction, &self.reason)?)?)
    }
}

/// Appends the opposite of a transaction, once, and notifies the members whose points move. Fails as
/// [`ledger::reverse`] does, with [`ALREADY_REVERSED`] for a credit whose batch was undone (its member has spent the
/// rest), and with [`rewards::COUPON_OPENED`] for the purchase of a coupon that was opened.
pub fn reverse(tx: &Tx<'_>, staff: &AuditedStaff, id: TransactionId, reason: &str) -> AppResult<TransactionView> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    if before.reversed {
        return Err(ALREADY_REVERSED.into());
    }
    let details = Details {
        snapshot: Some(TransactionText {
            name: messages::localized("history.reversed.name", &[]),
            description: messages::localized("history.reversed.description", &[]),
        }),
        reason: Some(reason.to_owned()),
        // The reversal counts for the same partner and redemption as the original.
        partner: before.partner.clone(),
        redemption: before.redemption.clone(),
        ..Details::default()
    };
    for credited in before.postings.iter().filter(|posting| posting.points > 0) {
        if let Some(owner) = &credited.member {
            expiry::settle_ended(tx, owner.id)?;
        }
    }
    let posted = ledger::reverse(tx, id, details)
        .map_err(|error| error.worded(ledger::INSUFFICIENT_POINTS, "refused.balance_too_low"))?;
    awards::forget(tx, id)?;
    if let Some(claim) = claims::reopen_for(tx, id, &staff.actor.name, reason)? {
        staff.note(tx, "claim.reopen", claim, None, Some(&serde_json::json!({ "transaction": id })))?;
    }
    rewards::undo_purchase(tx, id, reason)?;
    campaigns::note_reversal(tx, id, &staff.actor.name, reason)?;
    let event = || serde_json::json!({ "transactionId": posted.id, "reversedTransactionId": id });
    webhooks::emit(tx, "transaction.reversed", event)?;
    let reversal = queries::find(tx, posted.id)?.ok_or(NOT_FOUND)?;
    let mut moved: BTreeMap<MemberId, i64> = BTreeMap::new();
    for posting in &reversal.postings {
        if let Some(owner) = &posting.member {
            *moved.entry(owner.id).or_default() += posting.points;
        }
    }
    for (member, points) in moved {
        tell_reversed(tx, member, points, reason)?;
    }
    staff.note(tx, "transaction.reverse", id, Some(&before), Some(&reversal))?;
    Ok(reversal)
}
