//! Goals of the demo: a stamp card and a challenge, both under way for a member with purchases of the last months, and two
//! that its neighbours reach: one gives a badge, and one a multiple of points.

use serde_json::{Value, json};

use super::DemoPartners;
use super::content::{DemoTransaction, days_before};
use super::{carbon, partner_of};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, ItemId, MemberId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::settings::{self, Author, ProgrammeSettings};
use crate::member::goals::{self, CountedPurchase};
use crate::member::rewards::CodeVault;
use crate::member::tiers;
use crate::platform::store::Tx;

/// The member of staff who wrote the goals.
const WRITTEN_BY: &str = "Lam Tsz Kin";
/// The days since the stamp card was switched on, and the challenge.
const CARD_SINCE: u32 = 100;
const CHALLENGE_SINCE: u32 = 70;
/// The days since the goals of the neighbours were switched on, which is before their first purchase.
const BADGE_SINCE: u32 = 60;
const MULTIPLIER_SINCE: u32 = 59;
/// The last day of the stamp card and of the challenge, counted from today.
const DAYS_LEFT: i64 = 40;

/// Writes the goals and switches them on. Neither counts purchases at the partner whose counter the demo offers, so that its
/// awards give what the partner's rates say.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, coupon: ItemId) -> AppResult<()> {
    let settings = ProgrammeSettings { goals: true, ..settings::current(tx)? };
    settings::replace(tx, &settings, Author { id: [0; 16], name: "Kapok" })?;
    let last = Day::of(tx.now()).plus(DAYS_LEFT);
    let others: Vec<_> = partners.iter().skip(1).map(|(_, id)| *id).collect();
    let name = json!({ "en": "Six green choices", "zh": "六次绿色选择", "zhhk": "六次綠色選擇" });
    switch_on(
        tx,
        CARD_SINCE,
        json!({ "name": name, "kind": "stampCard", "counts": "purchases", "target": 6, "partners": others,
            "until": last, "repeats": true, "limit": 500, "reward": { "kind": "item", "item": coupon } }),
    )?;
    let name = json!({ "en": "Five different partners", "zh": "五家不同商户", "zhhk": "五間不同商戶" });
    switch_on(
        tx,
        CHALLENGE_SINCE,
        json!({ "name": name, "kind": "challenge", "counts": "partners", "target": 5, "partners": others,
            "from": Day::of(days_before(tx.now(), CHALLENGE_SINCE)), "until": last, "limit": 1_000, "reward": { "kind": "points", "points": 200 } }),
    )?;
    let name = json!({ "en": "Ten rides in a month", "zh": "一个月乘车十次", "zhhk": "一個月乘車十次" });
    let draft = json!({ "name": name, "kind": "challenge", "counts": "purchases", "target": 10,
        "partners": partner_of(partners, Some("island-tramlines")).into_iter().collect::<Vec<_>>(),
        "window": { "kind": "month" }, "limit": 1_000, "reward": { "kind": "points", "points": 100 } });
    goals::create(tx, serde_json::from_value(draft)?, WRITTEN_BY)?;
    write_tiers(tx)
}

/// Writes the goals that the neighbours reach. The purchases of the two members that scripts rely on have been counted
/// before, so that neither has progress on them.
pub(super) fn write_for_neighbours(tx: &Tx<'_>, partners: &DemoPartners, granted: EarningRuleId) -> AppResult<()> {
    let partner = |key: &str| partner_of(partners, Some(key)).into_iter().collect::<Vec<_>>();
    let name = json!({ "en": "Refill regular", "zh": "补充达人", "zhhk": "補充達人" });
    switch_on(
        tx,
        BADGE_SINCE,
        json!({ "name": name, "kind": "challenge", "counts": "purchases", "target": 5,
            "partners": partner("full-circle-refill"), "perDay": 1, "reward": { "kind": "badge" } }),
    )?;
    let name = json!({ "en": "Three crossings in 30 days", "zh": "30天内搭渡轮三次", "zhhk": "30日內搭渡輪三次" });
    switch_on(
        tx,
        MULTIPLIER_SINCE,
        json!({ "name": name, "kind": "challenge", "counts": "purchases", "target": 3,
            "partners": partner("blue-lane-ferry"), "perDay": 1, "window": { "kind": "sinceFirst", "days": 30 },
            "reward": { "kind": "multiplier", "rule": granted, "days": 7 } }),
    )
}

fn switch_on(tx: &Tx<'_>, days: u32, goal: Value) -> AppResult<()> {
    let then = tx.at(days_before(tx.now(), days));
    let made = goals::create(&then, serde_json::from_value(goal)?, WRITTEN_BY)?;
    goals::switch_on(&then, made.id).map(drop)
}

/// Writes a ladder of levels and switches it on, so that the purchases of the history count.
fn write_tiers(tx: &Tx<'_>) -> AppResult<()> {
    let level = |en: &str, zh: &str, zhhk: &str, target: i64| json!({ "name": { "en": en, "zh": zh, "zhhk": zhhk }, "target": target });
    let levels = [
        level("Bud", "花蕾", "花蕾", 100),
        level("Bloom", "花开", "花開", 2_000),
        level("Canopy", "满树", "滿樹", 10_000),
    ];
    let ladder = json!({ "counts": "points", "window": { "kind": "months", "months": 12 }, "noticeDays": 60,
        "graceDays": 90, "levels": levels });
    let then = tx.at(days_before(tx.now(), CHALLENGE_SINCE));
    tiers::replace(&then, serde_json::from_value(ladder)?, WRITTEN_BY)?;
    tiers::switch_on(&then).map(|_| ())
}

/// Counts a purchase of the past towards the goals that were on.
pub(super) fn count(
    tx: &Tx<'_>,
    vault: &CodeVault,
    member: MemberId,
    transaction: TransactionId,
    (partners, movement): (&DemoPartners, &DemoTransaction),
) -> AppResult<()> {
    // A goal in memory has no time at which it was switched on.
    if movement.days_ago >= CARD_SINCE {
        return Ok(());
    }
    let Some(partner) = partner_of(partners, movement.partner.as_deref()) else { return Ok(()) };
    let Some(amount) = carbon::bill_of(movement) else { return Ok(()) };
    let (points, at) = (movement.points, tx.now());
    let purchase = CountedPurchase { transaction, member, partner, amount, points, at };
    goals::count(tx, vault, &purchase)?;
    tiers::count(tx, vault, &purchase)
}
