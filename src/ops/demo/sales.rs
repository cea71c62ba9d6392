//! Coupons that the members of the demo took at the counters of their partners: they paid with points, and the cashier
//! collected the coupon at once.

use std::collections::HashSet;

use super::content::{DemoCounter, DemoItem};
use crate::auth::Merchant;
use crate::base::day::Day;
use crate::base::id::{ItemId, MemberId};
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::member::awards;
use crate::member::rewards::{self, CodeVault};
use crate::platform::store::Tx;

/// The number of days between two coupons of a counter.
const DAYS_APART: i64 = 3;
/// The largest number of coupons of a counter. The item with the smallest stock stays in stock.
const MOST: usize = 16;

/// An item with its price in points.
pub(super) type Offered = (ItemId, i64);

/// For each counter, the coupon of its partner that the counter makes good itself.
pub(super) fn coupons_of(items: &[DemoItem], counters: &[DemoCounter], offered: &[Offered]) -> Vec<Option<Offered>> {
    let of = |counter: &DemoCounter| {
        let own = |item: &DemoItem| {
            item.partner.as_deref() == Some(counter.partner.as_str()) && item.content["kind"] == "generated"
        };
        items.iter().position(own).and_then(|place| offered.get(place).copied())
    };
    counters.iter().map(of).collect()
}

/// Whether a member takes a coupon with each purchase, which has a member, a counter and a day: one of a counter at most.
pub(super) fn chosen(purchases: impl Iterator<Item = (usize, usize, Day)>) -> Vec<bool> {
    let (mut taken, mut days) = (HashSet::new(), Vec::<Vec<Day>>::new());
    let mut is_chosen = |(member, counter, day): (usize, usize, Day)| {
        days.resize_with(days.len().max(counter + 1), Vec::new);
        let before = &mut days[counter];
        let is_due = before.last().is_none_or(|last| last.plus(DAYS_APART) <= day);
        let takes = before.len() < MOST && is_due && taken.insert((member, counter));
        if takes {
            before.push(day);
        }
        takes
    };
    purchases.map(&mut is_chosen).collect()
}

/// Takes the coupon at the counter, if the member can pay for it.
pub(super) fn take(
    tx: &Tx<'_>,
    vault: &CodeVault,
    counter: &Merchant,
    member: MemberId,
    coupon: Option<Offered>,
) -> AppResult<()> {
    let Some((item, price)) = coupon else { return Ok(()) };
    if ledger::balance_of(tx, member)? < price {
        return Ok(());
    }
    let bought = rewards::hand_over(tx, vault, counter.partner, member, item)?;
    awards::note_collection(tx, counter, &bought.redemption)
}
