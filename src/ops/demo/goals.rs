//! Goals of the demo: a stamp card and a challenge, both under way for a member with purchases of the last months.

use serde_json::json;

use super::DemoPartners;
use super::content::{DemoTransaction, days_before};
use super::{carbon, partner_of};
use crate::base::day::Day;
use crate::base::id::{ItemId, MemberId, TransactionId};
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
/// The last day of both, counted from today.
const DAYS_LEFT: i64 = 40;

/// Writes the goals and switches them on. Neither counts purchases at the partner whose counter the demo offers, so that its
/// awards give what the partner's rates say.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, coupon: ItemId) -> AppResult<()> {
    let settings = ProgrammeSettings { goals: true, ..settings::current(tx)? };
    settings::replace(tx, &settings, Author { id: [0; 16], name: "Kapok" })?;
    let last = Day::of(tx.now()).plus(DAYS_LEFT);
    let others: Vec<_> = partners.iter().skip(1).map(|(_, id)| *id).collect();
    let on = |days: u32, goal| -> AppResult<()> {
        let then = tx.at(days_before(tx.now(), days));
        let made = goals::create(&then, serde_json::from_value(goal)?, WRITTEN_BY)?;
        goals::switch_on(&then, made.id).map(|_| ())
    };
    let name = json!({ "en": "Six green choices", "zh": "六次绿色选择", "zhhk": "六次綠色選擇" });
    on(
        CARD_SINCE,
        json!({ "name": name, "kind": "stampCard", "counts": "purchases", "target": 6, "partners": others,
            "until": last, "repeats": true, "limit": 500, "reward": { "kind": "item", "item": coupon } }),
    )?;
    let name = json!({ "en": "Five different partners", "zh": "五家不同商户", "zhhk": "五間不同商戶" });
    on(
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
    // A goal in memory does not know when it was switched on.
    if movement.days_ago >= CARD_SINCE {
        return Ok(());
    }
    let Some(partner) = partner_of(partners, movement.partner.as_deref()) else { return Ok(()) };
    let Some(amount) = carbon::bill_of(movement) else { return Ok(()) };
    let purchase = CountedPurchase { transaction, member, partner, amount, points: movement.points };
    goals::count(tx, vault, &purchase)?;
    tiers::count(tx, &purchase)
}
