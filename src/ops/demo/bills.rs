//! Bills of the demo's past purchases: receipts, claims, segments and simulations read them.

use super::carbon::bill_of;
use super::content::DemoTransaction;
use super::{DemoPartners, partner_of};
use crate::auth::{Merchant, Principal};
use crate::base::id::{MemberId, PartnerId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::members;
use crate::member::awards::{self, AwardOrder};
use crate::member::partners;
use crate::platform::store::Tx;

/// The amount of a bill, and whether the member showed an Enjoy Card.
pub(super) type Bill = (Hkd, bool);

/// Stores the bill of a past purchase, whose amount is in its description.
pub(super) fn note(
    tx: &Tx<'_>,
    member: MemberId,
    transaction: TransactionId,
    movement: &DemoTransaction,
    partners: &DemoPartners,
) -> AppResult<()> {
    let partner = partner_of(partners, movement.partner.as_deref());
    let (Some(partner), Some(amount)) = (partner, bill_of(movement)) else { return Ok(()) };
    let bill = (amount, movement.description.en.contains("Enjoy Card"));
    note_of(tx, (member, partner), transaction, bill, movement.points)
}

/// Stores the bill of an award of that many points.
pub(super) fn note_of(
    tx: &Tx<'_>,
    (member, partner): (MemberId, PartnerId),
    transaction: TransactionId,
    (amount, enjoy_card): Bill,
    points: i64,
) -> AppResult<()> {
    let (Some(member), Some(found)) = (members::find(tx, member)?, partners::find(tx, partner)?) else {
        return Ok(());
    };
    let rates = found.rates();
    let (base, card) = rates.points_of(amount, enjoy_card);
    let merchant = Merchant::of_programme(partner, ([0; 16], "Kapok".to_owned()), Principal::WithoutSession);
    let order =
        AwardOrder { member: None, amount, enjoy_card, receipt: None, bought: None, carbon: Vec::new(), outlet: None };
    awards::note_bill(tx, &merchant, &member, &order, (points, base, card), rates, transaction)
}
