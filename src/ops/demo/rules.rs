//! Earning rules of the demo: three that are on, of which one lets points wait, one with a budget that is nearly spent, and a draft; and what they added to
//! purchases of the past.

use serde_json::json;

use super::content::{DemoTransaction, days_before};
use super::{DemoPartners, partner_of};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, Details, EarnLine, EarnLineKind, PendingPart, TransactionText};
use crate::member::earning_rules;
use crate::member::partners;
use crate::platform::store::Tx;

/// The member of staff who wrote the rules.
const WRITTEN_BY: &str = "Lam Tsz Kin";
/// The days since the rules were switched on.
const ON_SINCE: u32 = 70;
/// The budget in points of a rule that is nearly spent, for the purchases of two members and of many.
pub(super) const BUDGET_OF_TWO: i64 = 49;
pub(super) const BUDGET_OF_MANY: i64 = 8_000;

/// The rules that added to purchases of the past.
pub(super) struct DemoRules {
    double: (EarningRuleId, LocalizedText),
    first: (EarningRuleId, LocalizedText),
    coffee: (EarningRuleId, LocalizedText),
    trip: (EarningRuleId, LocalizedText),
}

/// Writes the rules as they were before the purchases of the last weeks. None applies at the partner whose counter the
/// demo offers, so that its first award gives what the partner's rates say.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, budget: i64) -> AppResult<DemoRules> {
    let then = tx.at(days_before(tx.now(), ON_SINCE));
    let partner = |key: &str| partner_of(partners, Some(key)).into_iter().collect::<Vec<_>>();
    let on = |rule| -> AppResult<(EarningRuleId, LocalizedText)> {
        let made = earning_rules::create(&then, serde_json::from_value(rule)?, WRITTEN_BY)?;
        earning_rules::switch_on(&then, made.id)?;
        Ok((made.id, made.latest.rule.name))
    };
    let double = on(json!({ "name": { "en": "double Tuesday", "zh": "周二双倍", "zhhk": "星期二雙倍" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "weekdays": ["tuesday"],
        "partners": partner("wing-fat-grocer"), "caps": { "perReceipt": 200, "perMemberDay": 400 }, "priority": 2 }))?;
    let first = on(json!({ "name": { "en": "first visit", "zh": "首次光顾", "zhhk": "首次光顧" },
        "bonus": { "kind": "fixed", "points": 20 }, "partners": partner("full-circle-refill"),
        "occasion": { "kind": "firstPurchase" } }))?;
    let coffee = on(json!({ "name": { "en": "own cup week", "zh": "自带杯周", "zhhk": "自備杯週" },
        "bonus": { "kind": "fixed", "points": 40 }, "partners": partner("nine-hills-coffee"),
        "budget": { "unit": "points", "amount": budget }, "priority": 1 }))?;
    // An offer of the ferry whose points wait for the time in which tickets are returned.
    let trip = on(json!({ "name": { "en": "day trip", "zh": "一日游", "zhhk": "一日遊" },
        "bonus": { "kind": "fixed", "points": 40 }, "partners": partner("blue-lane-ferry"), "minimumBillHkd": "80",
        "pending": { "days": 14, "of": "purchase" }, "caps": { "perMemberDay": 40 } }))?;
    let draft = json!({ "name": { "en": "tenth ride", "zh": "第十程", "zhhk": "第十程" },
        "bonus": { "kind": "fixed", "points": 150 }, "partners": partner("blue-lane-ferry"),
        "occasion": { "kind": "nthPurchase", "n": 10, "repeats": true }, "caps": { "perMember": 600 } });
    earning_rules::create(tx, serde_json::from_value(draft)?, WRITTEN_BY)?;
    Ok(DemoRules { double, first, coffee, trip })
}

impl DemoRules {
    /// The parts of the points of a purchase, if a rule added to it.
    pub(super) fn lines(&self, movement: &DemoTransaction) -> Vec<EarnLine> {
        let (points, partner) = (movement.points, movement.partner.as_deref());
        let ((rule, name), added) = match partner {
            Some(_) if movement.kind != "earn" || movement.days_ago >= ON_SINCE => return Vec::new(),
            Some("wing-fat-grocer") => (&self.double, points / 2),
            Some("nine-hills-coffee") if points > 40 => (&self.coffee, 40),
            Some("full-circle-refill") if points > 20 => (&self.first, 20),
            _ => return Vec::new(),
        };
        let by_rule = EarnLine {
            name: Some(name.clone()),
            rule: Some(*rule),
            version: Some(1),
            ..EarnLine::by_rate(EarnLineKind::Rule, added)
        };
        vec![EarnLine::by_rate(EarnLineKind::Base, points - added), by_rule]
    }

    /// A purchase of today whose points wait for the time in which tickets are returned.
    pub(super) fn write_pending(&self, tx: &Tx<'_>, partners: &DemoPartners, member: MemberId) -> AppResult<()> {
        let Some(partner) = partner_of(partners, Some("blue-lane-ferry")) else { return Ok(()) };
        let name = partners::find(tx, partner)?.map(|found| found.input.name).unwrap_or_default();
        let day = Day::of(tx.now()).plus(14);
        let (rule, of_rule) = &self.trip;
        let by_rule = EarnLine {
            name: Some(of_rule.clone()),
            rule: Some(*rule),
            version: Some(1),
            ..EarnLine::by_rate(EarnLineKind::Rule, 40)
        };
        let waits = |line: EarnLine| EarnLine { pending_until: Some(day), ..line };
        let lines = [EarnLine::by_rate(EarnLineKind::Base, 120), by_rule].map(waits).to_vec();
        let described = |language| {
            let values = [("amount", "80.00"), ("partner", name.get(language))];
            messages::text(language, "history.award.description", &values)
        };
        let snapshot = TransactionText { name: name.clone(), description: LocalizedText::from_each(described) };
        let details = Details {
            snapshot: Some(snapshot),
            partner: Some(partner.to_string()),
            lines: lines.clone(),
            ..Details::default()
        };
        let account = ledger::account_of(tx, member)?;
        let posted = ledger::post_award(tx, account, 160, &[PendingPart { day, points: 160 }], details)?;
        earning_rules::count(tx, &lines, posted.id, (member, partner, Day::of(tx.now())), PointsRate::from_units(100))
    }

    /// Counts the parts towards the limits of the rules.
    pub(super) fn count(
        tx: &Tx<'_>,
        lines: &[EarnLine],
        transaction: TransactionId,
        member: MemberId,
        (partners, movement): (&DemoPartners, &DemoTransaction),
    ) -> AppResult<()> {
        let Some(partner) = partner_of(partners, movement.partner.as_deref()) else { return Ok(()) };
        earning_rules::count(tx, lines, transaction, (member, partner, Day::of(tx.now())), PointsRate::from_units(100))
    }
}
