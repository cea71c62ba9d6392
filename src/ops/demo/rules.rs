//! Earning rules of the demo: some that are on, one with a budget that is nearly spent, and a draft. Of those that are
//! on, one makes points wait, one is for a segment and one is for birthdays. The file also computes the points that
//! they added to past purchases.

use serde_json::json;

use super::bills;
use super::carbon::{REFILL, bill_of, one_of_each};
use super::content::{DemoTransaction, days_before};
use super::{DemoPartners, partner_of};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::hours::Weekday;
use crate::base::id::{EarningRuleId, MemberId, PartnerId, SegmentId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, Details, EarnLine, EarnLineKind, PendingPart, TransactionText};
use crate::member::carbon::{self, Saving};
use crate::member::earning_rules;
use crate::member::earning_rules::simulation::{self, RunningSimulations, Simulated, SimulationOrder};
use crate::member::partners;
use crate::platform::store::{Read, Tx};

/// The member of staff who wrote the rules.
const WRITTEN_BY: &str = "Lam Tsz Kin";
/// The partner at which Tuesdays count double.
const DOUBLES: &str = "wing-fat-grocer";
/// The days since the rules were switched on.
const ON_SINCE: u32 = 70;
/// The days of purchases on which the draft was simulated.
const SIMULATED_DAYS: i64 = 28;
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
/// demo offers, so that its first award gives what the partner's rates say; [`write_bonus_hours`] adds one there.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, budget: i64) -> AppResult<DemoRules> {
    let (then, today) = (tx.at(days_before(tx.now(), ON_SINCE)), Day::of(tx.now()));
    let partner = |key: &str| partner_of(partners, Some(key)).into_iter().collect::<Vec<_>>();
    let on = |rule| -> AppResult<(EarningRuleId, LocalizedText)> {
        let made = earning_rules::create(&then, serde_json::from_value(rule)?, WRITTEN_BY)?;
        earning_rules::switch_on(&then, made.id)?;
        Ok((made.id, made.latest.rule.name))
    };
    let double = on(json!({ "name": { "en": "double Tuesday", "zh": "周二双倍", "zhhk": "星期二雙倍" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "weekdays": ["tuesday"],
        "partners": partner(DOUBLES), "until": today.plus(180), "caps": { "perReceipt": 200, "perMemberDay": 400 },
        "priority": 2 }))?;
    let first = on(json!({ "name": { "en": "first visit", "zh": "首次光顾", "zhhk": "首次光顧" },
        "bonus": { "kind": "fixed", "points": 20 }, "partners": partner("full-circle-refill"),
        "occasion": { "kind": "firstPurchase" } }))?;
    let coffee = on(json!({ "name": { "en": "own cup week", "zh": "自带杯周", "zhhk": "自備杯週" },
        "bonus": { "kind": "fixed", "points": 40 }, "partners": partner("nine-hills-coffee"),
        "budget": { "unit": "points", "amount": budget }, "priority": 1 }))?;
    // An offer of the ferry whose points wait for the time in which tickets are returned.
    let trip = on(json!({ "name": { "en": "day trip", "zh": "一日游", "zhhk": "一日遊" },
        "bonus": { "kind": "fixed", "points": 40 }, "partners": partner("blue-lane-ferry"), "minimumBillHkd": "80",
        "until": today.plus(90), "pending": { "days": 14, "of": "purchase" }, "caps": { "perMemberDay": 40 } }))?;
    let bottles = partner_of(partners, Some(REFILL)).map(|partner| one_of_each(tx, partner)).transpose()?;
    if let Some(bottle) = bottles.iter().flatten().next() {
        on(json!({ "name": { "en": "own bottle", "zh": "自带瓶", "zhhk": "自備樽" },
            "bonus": { "kind": "perUnit", "points": 15, "factorId": bottle.factor_id }, "partners": partner(REFILL),
            "caps": { "perMemberDay": 90 }, "until": today.plus(120) }))?;
    }
    let draft = json!({ "name": { "en": "tenth ride", "zh": "第十程", "zhhk": "第十程" },
        "bonus": { "kind": "fixed", "points": 150 }, "partners": partner("blue-lane-ferry"),
        "occasion": { "kind": "nthPurchase", "n": 10, "repeats": true }, "caps": { "perMember": 600 },
        "budget": { "unit": "points", "amount": 30_000 } });
    earning_rules::create(tx, serde_json::from_value(draft)?, WRITTEN_BY)?;
    Ok(DemoRules { double, first, coffee, trip })
}

/// A purchase of the past on its day: at the grocer on the Tuesday that came next, so that it earned double.
pub(super) fn on_its_day(now: Timestamp, mut movement: DemoTransaction) -> DemoTransaction {
    if movement.partner.as_deref() == Some(DOUBLES) && movement.kind == "earn" && movement.days_ago < ON_SINCE {
        while movement.days_ago > 0 && Weekday::of(Day::of(days_before(now, movement.days_ago))) != Weekday::Tuesday {
            movement.days_ago -= 1;
        }
    }
    movement
}

/// Writes a rule whose points a member earns in the days that a goal gives, and switches it on.
pub(super) fn write_granted(tx: &Tx<'_>, partners: &DemoPartners) -> AppResult<EarningRuleId> {
    let then = tx.at(days_before(tx.now(), ON_SINCE));
    let rule = json!({ "name": { "en": "double ferry week", "zh": "渡轮双倍周", "zhhk": "渡輪雙倍週" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "granted": true, "caps": { "perReceipt": 300 },
        "partners": partner_of(partners, Some("blue-lane-ferry")).into_iter().collect::<Vec<_>>(),
        "budget": { "unit": "points", "amount": 60_000 }, "priority": 1 });
    let made = earning_rules::create(&then, serde_json::from_value(rule)?, WRITTEN_BY)?;
    earning_rules::switch_on(&then, made.id)?;
    Ok(made.id)
}

/// Writes the bonus hours of the partner whose counter the demo offers, and switches them on. They come every day, so that
/// the partner's portal shows hours that run or come next whenever the demo is opened. The rule starts
/// now, because the purchases that the demo has written at this partner earned no bonus.
pub(super) fn write_bonus_hours(tx: &Tx<'_>, partner: PartnerId) -> AppResult<()> {
    let rule = json!({ "name": { "en": "quiet afternoons", "zh": "悠闲午后", "zhhk": "悠閒午後" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "partners": [partner],
        "hours": { "from": "14:30", "until": "17:30" }, "caps": { "perReceipt": 300 },
        "budget": { "unit": "hkd", "amount": "800" } });
    let made = earning_rules::create(tx, serde_json::from_value(rule)?, WRITTEN_BY)?;
    earning_rules::switch_on(tx, made.id).map(drop)
}

/// Writes a rule for a segment and one for birthdays, which are on. The segments have to be there.
pub(super) fn write_for_members(tx: &Tx<'_>, partners: &DemoPartners, segment: SegmentId) -> AppResult<()> {
    let then = tx.at(days_before(tx.now(), 20));
    let books = partner_of(partners, Some("backlane-books")).into_iter().collect::<Vec<_>>();
    let on = |rule| -> AppResult<()> {
        let made = earning_rules::create(&then, serde_json::from_value(rule)?, WRITTEN_BY)?;
        earning_rules::switch_on(&then, made.id).map(drop)
    };
    on(json!({ "name": { "en": "newcomers", "zh": "新会员加分", "zhhk": "新會員加分" },
        "bonus": { "kind": "fixed", "points": 15 }, "partners": books, "segment": segment,
        "until": Day::of(tx.now()).plus(60), "caps": { "perMemberDay": 15 } }))?;
    on(json!({ "name": { "en": "birthday month", "zh": "生日月份", "zhhk": "生日月份" },
        "bonus": { "kind": "fixed", "points": 100 }, "partners": books,
        "occasion": { "kind": "birthday", "window": "month" } }))
}

/// Simulates the draft on the purchases of the last weeks, so that the admin shows a result and allows switching the
/// draft on.
pub(super) fn simulate_draft(tx: &Tx<'_>) -> AppResult<()> {
    let Some(draft) = earning_rules::list(tx)?.into_iter().find(|rule| rule.live.is_none()) else { return Ok(()) };
    let job = RunningSimulations::default().begin(Simulated::Rule(draft.id), tx.now())?;
    let order = SimulationOrder { rule: draft.id, days: SIMULATED_DAYS, last_year: false, keep_dates: false };
    let result = simulation::simulate(tx, &order, &job)?;
    simulation::store(tx, draft.id, &draft.latest.as_written(), &result)
}

impl DemoRules {
    /// The parts of the points of a purchase, if a rule added to it. The rule's part is the difference between all
    /// points and those by the rates.
    pub(super) fn lines(
        &self,
        read: &Read<'_>,
        partners: &DemoPartners,
        movement: &DemoTransaction,
    ) -> AppResult<Vec<EarnLine>> {
        let (rule, name) = match movement.partner.as_deref() {
            Some(_) if movement.kind != "earn" || movement.days_ago >= ON_SINCE => return Ok(Vec::new()),
            Some(DOUBLES) => &self.double,
            Some("nine-hills-coffee") => &self.coffee,
            Some("full-circle-refill") => &self.first,
            _ => return Ok(Vec::new()),
        };
        let partner =
            partner_of(partners, movement.partner.as_deref()).map(|id| partners::find(read, id)).transpose()?;
        let (Some(partner), Some(bill)) = (partner.flatten(), bill_of(movement)) else { return Ok(Vec::new()) };
        let (base, card) = partner.rates().points_of(bill, movement.description.en.contains("Enjoy Card"));
        let by_rule = EarnLine {
            name: Some(name.clone()),
            rule: Some(*rule),
            version: Some(1),
            ..EarnLine::by_rate(EarnLineKind::Rule, movement.points - base - card)
        };
        let lines = [EarnLine::by_rate(EarnLineKind::Base, base), EarnLine::by_rate(EarnLineKind::Card, card), by_rule];
        let adds = lines[2].points > 0;
        Ok(lines.into_iter().filter(|line| adds && line.points > 0).collect())
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
        let amount = Hkd::from_units(8_000);
        bills::note_of(tx, (member, partner), posted.id, (amount, false), 160)?;
        let (transaction, today) = (posted.id, Day::of(tx.now()));
        carbon::record(tx, &Saving { transaction, member, partner, amount, day: today, entered: &[] })?;
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
