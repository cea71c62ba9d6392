//! Settles an exchange once: its held points are spent, or the points and the item are returned. Also undoes the
//! purchase of a coupon.

use super::{COUPON_OPENED, RedemptionRecord, RedemptionStatus, queries};
use crate::base::id::{MemberId, RedemptionId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages::{self, grouped};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger;
use crate::core::ledger::{Details, HOLD_ENDED, HoldEnd};
use crate::member::notifications::{self, OperatorMessage};
use crate::platform::store::Tx;
use crate::platform::webhooks;

/// The reason stored when an exchange is rejected because its member leaves; only staff read it.
const ACCOUNT_CLOSED: &str = "The account was closed";

/// Confirms an exchange: the held points are spent and the member may open it. The member gets a notification with
/// the note, which is the reference to the delivery. Fails with `not_found` and [`HOLD_ENDED`].
///
/// Returns the exchange, and the transaction that spent the points.
pub fn confirm(tx: &Tx<'_>, id: RedemptionId, note: Option<String>) -> AppResult<(RedemptionRecord, TransactionId)> {
    let redemption = processing(tx, id)?;
    queries::redemptions::settle(tx, id, RedemptionStatus::Confirmed, note.as_deref())?;
    let details = redemption.details("history.exchange_confirmed", note.clone());
    let spent = ledger::end_hold(tx, hold_of(&redemption)?, HoldEnd::Confirmed, details)?;
    let settled = settled(tx, id)?;
    webhooks::emit(tx, "redemption.confirmed", || settled.event())?;
    let words = if note.is_some() { "exchange_confirmed_with_reference" } else { "exchange_confirmed" };
    tell(tx, &redemption, ("exchange_confirmed", words), &[("reference", &note.unwrap_or_default())])?;
    Ok((settled, spent.id))
}

/// Rejects an exchange: points, stock, quota and code are returned, and the member is notified of the reason. Fails
/// with `not_found` and [`HOLD_ENDED`].
///
/// Returns the exchange, and the transaction that returned the points.
pub fn reject(tx: &Tx<'_>, id: RedemptionId, reason: String) -> AppResult<(RedemptionRecord, TransactionId)> {
    let redemption = processing(tx, id)?;
    queries::redemptions::settle(tx, id, RedemptionStatus::Rejected, Some(&reason))?;
    let details = redemption.details("history.exchange_rejected", Some(reason.clone()));
    let returned = ledger::end_hold(tx, hold_of(&redemption)?, HoldEnd::Returned, details)?;
    put_back(tx, &redemption)?;
    let settled = settled(tx, id)?;
    webhooks::emit(tx, "redemption.rejected", || settled.event())?;
    tell(tx, &redemption, ("exchange_rejected", "exchange_rejected"), &[("reason", &reason)])?;
    Ok((settled, returned.id))
}

/// Ends the coupon of a purchase that is being reversed and returns stock, quota and code. The caller posts the
/// points and notifies the member. Ignores any other transaction. Fails with [`COUPON_OPENED`].
pub fn undo_purchase(tx: &Tx<'_>, transaction: TransactionId, reason: &str) -> AppResult<()> {
    let Some(id) = queries::redemptions::paid_by(tx, transaction)? else { return Ok(()) };
    if !queries::redemptions::cancel(tx, id, reason)? {
        return Err(COUPON_OPENED.into());
    }
    let redemption = settled(tx, id)?;
    put_back(tx, &redemption)?;
    webhooks::emit(tx, "redemption.rejected", || redemption.event())
}

/// Ends a coupon that the programme gave as a reward and returns its price to the member. The caller takes the price from
/// the member by reversing the programme's payment. Does nothing for a coupon that has ended. Fails as [`undo_purchase`] does.
pub fn take_gift_back(tx: &Tx<'_>, id: RedemptionId, reason: &str, details: Details) -> AppResult<()> {
    let coupon = super::find(tx, id)?.filter(|coupon| coupon.status == RedemptionStatus::Confirmed);
    let Some(coupon) = coupon else { return Ok(()) };
    undo_purchase(tx, coupon.transaction, reason)?;
    // Reports count the reversal for the partner and the redemption of the purchase.
    let (partner, redemption) = (coupon.partner.map(|id| id.to_string()), Some(coupon.id.to_string()));
    let posted = ledger::reverse(tx, coupon.transaction, Details { partner, redemption, ..details })?;
    let event = || serde_json::json!({ "transactionId": posted.id, "reversedTransactionId": coupon.transaction });
    webhooks::emit(tx, "transaction.reversed", event)
}

/// Returns the stock, quota and code of a redemption that ended without use.
fn put_back(tx: &Tx<'_>, redemption: &RedemptionRecord) -> AppResult<()> {
    let item = redemption.item.id;
    queries::items::put_back(tx, item)?;
    queries::items::uncount_buyer(tx, redemption.member, item)?;
    queries::codes::take_back(tx, item, redemption.id)
}

/// Cleans up when a member leaves: exchanges in progress are rejected, so that their points are returned, and wallet
/// addresses are deleted.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    for redemption in super::list_of_member(tx, member)? {
        if redemption.status == RedemptionStatus::Processing {
            reject(tx, redemption.id, ACCOUNT_CLOSED.to_owned())?;
        }
    }
    queries::redemptions::forget_wallets(tx, member)
}

/// Notifies the member with the message text `words` and its values, and names the item in each language.
pub(super) fn tell(
    tx: &Tx<'_>,
    redemption: &RedemptionRecord,
    (kind, words): (&str, &str),
    values: &[(&str, &str)],
) -> AppResult<()> {
    let points = grouped(redemption.points);
    let say = |part: &str| {
        LocalizedText::from_each(|language| {
            let own = [("item", redemption.item.name.get(language)), ("points", points.as_str())];
            messages::text(language, &format!("inbox.{words}.{part}"), &[&own, values].concat())
        })
    };
    let words = OperatorMessage { title: say("title"), body: say("body") };
    notifications::notify_in_words(tx, redemption.member, kind, &words)
}

fn processing(tx: &Tx<'_>, id: RedemptionId) -> AppResult<RedemptionRecord> {
    let redemption = queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
    if redemption.status == RedemptionStatus::Processing { Ok(redemption) } else { Err(HOLD_ENDED.into()) }
}

fn hold_of(redemption: &RedemptionRecord) -> AppResult<i64> {
    redemption.hold_seq.ok_or_else(|| anyhow::anyhow!("the exchange {} has no hold", redemption.id).into())
}

fn settled(tx: &Tx<'_>, id: RedemptionId) -> AppResult<RedemptionRecord> {
    queries::redemptions::find(tx, id)?
        .ok_or_else(|| anyhow::anyhow!("the redemption {id} just settled is missing").into())
}
