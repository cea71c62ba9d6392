//! Points and coupons of the filled demo: coupons with a last day to use them, a used one, an exchange that waits for staff,
//! the photo of a receipt, and an earn link that a neighbour has claimed.

use std::time::Duration;

use serde_json::json;

use super::content::days_before;
use crate::base::clock::Timestamp;
use crate::base::id::{EarnLinkKeyId, ItemId, MemberId};
use crate::base::keys::Keyring;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::awards::Caps;
use crate::member::claims::ReceiptPhoto;
use crate::member::content::Content;
use crate::member::earn_links;
use crate::member::goals::{self, GoalReward, RewardWords};
use crate::member::rewards::items::Items;
use crate::member::rewards::{self, CodeVault};
use crate::platform::store::Tx;

/// The place of the item in the content. Its coupons are good for sixty days.
const REPAIR: usize = 3;
/// The places of the members who got its coupon, and the days since. The first one ends in eight days: the notice a week
/// before the end is due on the next day, and not at the first start.
const GIVEN: [(usize, u32); 3] = [(0, 52), (1, 30), (0, 20)];
/// The place of the coupon that the first member used.
const USED: usize = 0;
/// The place of the exchange that waits.
const ASKED: usize = 8;
/// The age of the points that pay for both. It makes them the first that are spent, and the others keep their last days.
const BROUGHT: u32 = 301;
/// The receipt of a claim.
const RECEIPT: &[u8] = include_bytes!("receipt.jpg");
/// The place of the neighbour who claimed a link, its cents and its receipt.
const CLAIMED: (usize, i64, &str) = (12, 6_400, "T-7713");

/// A coupon that a member got in the past.
pub(super) struct GivenCoupon {
    pub moment: Timestamp,
    member: usize,
    item: ItemId,
}

/// The coupons, the oldest first.
pub(super) fn coupons(now: Timestamp, items: &[ItemId]) -> Vec<GivenCoupon> {
    let Some(item) = items.get(REPAIR) else { return Vec::new() };
    GIVEN.map(|(member, days)| GivenCoupon { moment: days_before(now, days), member, item: *item }).into()
}

/// Gives a coupon and the points that pay for it, as a goal does. The balance stays, because scripts rely on it.
pub(super) fn give(tx: &Tx<'_>, vault: &CodeVault, people: &[MemberId], coupon: &GivenCoupon) -> AppResult<()> {
    let name: LocalizedText =
        serde_json::from_value(json!({ "en": "Repair month", "zh": "修补月", "zhhk": "修補月" }))?;
    let (then, words) = (tx.at(coupon.moment), RewardWords { name: &name, line: "goal" });
    let reward = GoalReward::Item { item: coupon.item };
    goals::give_reward(&then, vault, people[coupon.member], reward, words).map(drop)
}

/// Gives the first member the points for a coupon and an exchange of later. The balance stays, because scripts rely on it.
pub(super) fn bring(tx: &Tx<'_>, vault: &CodeVault, member: MemberId, items: &[ItemId]) -> AppResult<()> {
    let name: LocalizedText =
        serde_json::from_value(json!({ "en": "Founding members", "zh": "创始会员", "zhhk": "創始會員" }))?;
    let prices = [USED, ASKED].map(|place| items.get(place).map(|item| Items::find(tx, *item)));
    let mut points = 0;
    for found in prices.into_iter().flatten() {
        points += found?.map_or(0, |item| item.input.points.get());
    }
    let (then, words) = (tx.at(days_before(tx.now(), BROUGHT)), RewardWords { name: &name, line: "goal" });
    goals::give_reward(&then, vault, member, GoalReward::Points { points }, words).map(drop)
}

/// The first member buys a coupon and uses it at its partner, and asks for an exchange. Both have the time of the fill,
/// because the ledger already holds newer movements of this member, and a list of points is in the order of the ledger.
pub(super) fn spend(tx: &Tx<'_>, vault: &CodeVault, member: MemberId, items: &[ItemId]) -> AppResult<()> {
    let coupon = rewards::buy_for_member(tx, vault, member, items[USED], None)?.redemption;
    if let Some(partner) = coupon.partner {
        rewards::use_here(tx, partner, member, coupon.id)?;
    }
    rewards::buy_for_member(tx, vault, member, items[ASKED], None).map(drop)
}

/// The photo of a receipt.
pub(super) fn photo() -> AppResult<ReceiptPhoto> {
    ReceiptPhoto::of_file(RECEIPT)
}

/// A neighbour, if there are any, claims a link that the merchant's own till system has printed.
pub(super) fn claim_link(
    tx: &Tx<'_>,
    keys: (&Keyring, &CodeVault),
    people: &[MemberId],
    (key, secret): &(EarnLinkKeyId, String),
) -> AppResult<()> {
    let (place, cents, receipt) = CLAIMED;
    let Some(member) = people.get(place) else { return Ok(()) };
    let until = tx.now().plus(Duration::from_secs(86_400));
    let link = earn_links::written(*key, secret, cents, until, receipt);
    earn_links::claim(tx, keys, *member, &link, Caps::NONE).map(drop)
}
