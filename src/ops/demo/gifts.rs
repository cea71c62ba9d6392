//! Rewards of levels and campaigns in the filled demo. Members of a level have an item of their own and earn more points.
//! The codes of three campaigns give a stamp, a coupon, and progress to a level.

use serde_json::{Value, json};

use super::content::days_before;
use super::{DemoPartners, partner_of};
use crate::base::id::{ItemId, MemberId};
use crate::base::problem::AppResult;
use crate::member::campaigns::{self, Campaigns};
use crate::member::content::Content;
use crate::member::earning_rules;
use crate::member::goals::{self, GoalKind};
use crate::member::rewards::CodeVault;
use crate::member::rewards::items::Items;
use crate::platform::store::Tx;

/// The texts of the codes that give a stamp, a coupon and progress to a level.
const STAMP_CODE: &str = "KAPOK-DEMO-STAMP";
const COUPON_CODE: &str = "KAPOK-DEMO-SOAP";
const PROGRESS_CODE: &str = "KAPOK-DEMO-TREE";
/// The places of the neighbours who have scanned the code of the coupon, and of those who have scanned that of progress.
const SCANNED: [(&str, [usize; 3]); 2] = [(COUPON_CODE, [3, 22, 58]), (PROGRESS_CODE, [8, 22, 71])];

/// Writes them. The item is a copy of one on offer, and the rule does not apply at the partner whose counter the demo offers.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, items: &[ItemId]) -> AppResult<()> {
    let pattern = items.get(4).map(|item| Items::find(tx, *item)).transpose()?.flatten();
    if let Some(pattern) = pattern {
        let name = json!({ "en": "Canopy table for two", "zh": "满树会员双人餐桌", "zhhk": "滿樹會員二人餐桌" });
        let mut input = pattern.input;
        (input.name, input.leftover, input.requires_level) = (serde_json::from_value(name)?, 40, Some(3));
        // The item is older than the others, because scripts buy the coupon that a list shows first.
        Items::create(&tx.at(days_before(tx.now(), 400)), input)?;
    }
    let name = json!({ "en": "Bloom ×1.5", "zh": "花开会员 ×1.5", "zhhk": "花開會員 ×1.5" });
    let rule = json!({ "name": name, "bonus": { "kind": "multiplier", "factor": "1.5" }, "level": 2,
        "partners": partner_of(partners, Some("island-tramlines")).into_iter().collect::<Vec<_>>(),
        "budget": { "unit": "points", "amount": 50_000 } });
    let then = tx.at(days_before(tx.now(), 3));
    let made = earning_rules::create(&then, serde_json::from_value(rule)?, "Lam Tsz Kin")?;
    earning_rules::switch_on(&then, made.id)?;
    let on = |name: Value, gift: Value, (per_member, total): (i64, i64), text: &str| -> AppResult<()> {
        let campaign = json!({ "name": name, "gift": gift, "perMember": per_member, "total": total, "shared": true });
        let record = Campaigns::create(&then, serde_json::from_value(campaign)?)?;
        campaigns::set_shared_text(tx, record.id, text)
    };
    // The sixth item has no limit of stock, so that each scan gets its coupon.
    if let Some(soap) = items.get(5) {
        let name = json!({ "en": "Refill week poster", "zh": "补充周海报", "zhhk": "補充週海報" });
        on(name, json!({ "kind": "item", "item": soap }), (1, 200), COUPON_CODE)?;
    }
    let name = json!({ "en": "Tree planting at Tai Tong", "zh": "大棠植树日", "zhhk": "大棠植樹日" });
    on(name, json!({ "kind": "progress", "amount": 150 }), (2, -1), PROGRESS_CODE)?;
    let is_card =
        |goal: &goals::GoalRecord| goal.live_version().is_some_and(|version| version.goal.kind == GoalKind::StampCard);
    let Some(card) = goals::list(tx)?.into_iter().find(is_card) else { return Ok(()) };
    let name = json!({ "en": "Stamp at the green fair", "zh": "绿色市集印花", "zhhk": "綠色市集印花" });
    on(name, json!({ "kind": "stamp", "goal": card.id }), (1, -1), STAMP_CODE)
}

/// Some neighbours scan the codes.
pub(super) fn scan(tx: &Tx<'_>, vault: &CodeVault, people: &[MemberId]) -> AppResult<()> {
    for (text, places) in SCANNED {
        for member in places.iter().filter_map(|place| people.get(*place)) {
            campaigns::scan(tx, vault, *member, text)?;
        }
    }
    Ok(())
}
