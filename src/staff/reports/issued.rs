//! The sources of the points that were issued in the last four weeks. The points of all sources add up to the points
//! that the summary shows as issued in the same days.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ReportPeriod, bills, days_between, queries};
use crate::base::day::Day;
use crate::base::id::EarningRuleId;
use crate::base::language::LocalizedText;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::AppResult;
use crate::core::ledger::{self, TransactionKind};
use crate::core::settings::{self, PointValues};
use crate::member::{campaigns, earning_rules};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;
use crate::staff::kit::tables::word;

/// The days of the report, which are also those of the totals in the list of earning rules.
const DAYS: i64 = 28;

/// A source of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
enum IssuedBy {
    /// The base rates of the partners.
    Base,
    /// The extra rates of the partners for the Enjoy Card.
    Card,
    /// An earning rule.
    Rule,
    /// Purchases that the other parts do not name: points by rules for purchases before these days that were claimed in
    /// them, and purchases that were imported without their rates.
    OtherPurchases,
    /// The codes of campaigns.
    CampaignCodes,
    /// The rewards of goals and of levels, and coupons as gifts of campaigns: the programme issues their price.
    Rewards,
    /// Referrals.
    Referrals,
    /// Points that staff added or removed.
    Adjustments,
    /// Points issued before these days that were taken back in them.
    TakenBack,
}

/// The points of one source.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = IssuedPart)]
pub(super) struct IssuedPart {
    by: IssuedBy,
    /// The earning rule, for points by a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<EarningRuleId>,
    /// The name of that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    /// Points that were not taken back in these days.
    points: i64,
    /// The value of these points at that time.
    hkd: Hkd,
}

/// The points issued in the last 28 days, by source.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = IssuedReport)]
pub(super) struct IssuedReport {
    from: Day,
    to: Day,
    /// Points issued, less reversed ones.
    points: i64,
    /// The sum of the values of the parts.
    hkd: Hkd,
    /// The parts that are not zero, and always the base rates. They add up to the points issued.
    pub(super) parts: Vec<IssuedPart>,
}

impl CsvRow for IssuedPart {
    const HEADINGS: &'static str = "by,rule,name.en,name.zh,name.zhhk,points,hkd";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![word(&self.by), self.rule.map(|id| id.to_string()).into()];
        cells.extend(self.name.as_ref().map_or_else(|| languages(&LocalizedText::default()), languages));
        cells.extend([self.points.into(), self.hkd.to_string().into()]);
        cells
    }
}

/// Points, and their value in ten-thousandths of HK$.
#[derive(Clone, Copy, Debug, Default)]
struct Valued {
    points: i64,
    value: i64,
}

impl Valued {
    fn add(&mut self, points: i64, rate: PointsRate) {
        self.points += points;
        self.value = self.value.saturating_add(points.saturating_mul(rate.units()));
    }

    fn part(self, by: IssuedBy) -> IssuedPart {
        // Cut to the cent, as the list of earning rules cuts the value of each rule.
        IssuedPart { by, rule: None, name: None, points: self.points, hkd: Hkd::from_units(self.value / 100) }
    }
}

/// The points issued by each kind of transaction, by kind. What was reversed in these days is taken off the kind of the
/// reversed transaction if that was posted in these days too, and else stands by itself.
struct ByKind {
    kinds: BTreeMap<String, Valued>,
    taken_back: Valued,
}

impl ByKind {
    fn read(read: &Read<'_>, span: ReportPeriod, values: &PointValues) -> AppResult<Self> {
        let reversal = TransactionKind::Reversal.name();
        let mut found = Self { kinds: BTreeMap::new(), taken_back: Valued::default() };
        let mut add = |kind: &str, day: Day, issued: i64| {
            if issued != 0 {
                found.kinds.entry(kind.to_owned()).or_default().add(issued, values.on(day));
            }
        };
        bills::queries::each_day(read, span, None, |_, day, kind, issued, _| {
            if kind != reversal {
                add(kind, day, issued);
            }
        })?;
        ledger::flows(read, queries::mark(read)?, i64::MAX, |flow| {
            if span.holds(flow.day) && flow.kind != reversal {
                add(&flow.kind, flow.day, flow.sums.issued);
            }
        })?;
        let mut before = Valued::default();
        ledger::reversals_in(read, span.period(), |flow, reversed| {
            if span.holds(reversed.day) {
                add(&reversed.kind, reversed.day, flow.sums.issued);
            } else {
                before.add(flow.sums.issued, values.on(reversed.day));
            }
        })?;
        found.taken_back = before;
        Ok(found)
    }

    fn of(&self, kind: TransactionKind) -> Valued {
        self.kinds.get(kind.name()).copied().unwrap_or_default()
    }
}

/// The points issued in the last 28 days, by source.
pub(super) fn issued(read: &Read<'_>) -> AppResult<IssuedReport> {
    let to = Day::of(read.now());
    let span = ReportPeriod { from: to.plus(1 - DAYS), to };
    let values = settings::point_values(read)?;
    let kinds = ByKind::read(read, span, &values)?;
    let (mut base, mut card, mut codes) = (Valued::default(), Valued::default(), Valued::default());
    for (day, by_base, by_card) in queries::by_rates(read, span.from, span.to)? {
        base.add(by_base, values.on(day));
        card.add(by_card, values.on(day));
    }
    campaigns::each_points(read, span.period(), |day, points| codes.add(points, values.on(day)))?;
    let campaign = kinds.of(TransactionKind::Campaign);
    let rewards = Valued { points: campaign.points - codes.points, value: campaign.value - codes.value };
    let mut parts = vec![base.part(IssuedBy::Base), card.part(IssuedBy::Card)];
    parts.extend(by_rules(read, span.from)?);
    parts.extend([
        codes.part(IssuedBy::CampaignCodes),
        rewards.part(IssuedBy::Rewards),
        kinds.of(TransactionKind::Referral).part(IssuedBy::Referrals),
        kinds.of(TransactionKind::Adjustment).part(IssuedBy::Adjustments),
        kinds.taken_back.part(IssuedBy::TakenBack),
    ]);
    let points = days_between(read, span, None)?.values().map(|sums| sums.issued).sum();
    let mut others = Valued::default();
    others.add(points - parts.iter().map(|part| part.points).sum::<i64>(), values.on(to));
    parts.push(others.part(IssuedBy::OtherPurchases));
    parts.retain(|part| part.points != 0 || part.by == IssuedBy::Base);
    let cents = parts.iter().map(|part| part.hkd.units()).sum();
    Ok(IssuedReport { from: span.from, to, points, hkd: Hkd::from_units(cents), parts })
}

/// The points that each earning rule gave since a day. They equal those in the list of earning rules.
fn by_rules(read: &Read<'_>, since: Day) -> AppResult<Vec<IssuedPart>> {
    let mut found = Vec::new();
    for record in earning_rules::list(read)? {
        let (points, value, _) = earning_rules::given_since(read, record.id, since)?;
        let name = Some(record.present().rule.name.clone());
        found.push(IssuedPart { rule: Some(record.id), name, ..Valued { points, value }.part(IssuedBy::Rule) });
    }
    found.sort_by_key(|part| std::cmp::Reverse(part.points));
    Ok(found)
}
