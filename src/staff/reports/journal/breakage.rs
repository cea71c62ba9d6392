//! Expected breakage: the share of points that nobody is expected to redeem, as the operator assumes it from a month on. It
//! becomes revenue in proportion to the points that are redeemed (IFRS 15, B46), and points that expire use it up.

use std::collections::BTreeMap;

use serde::Serialize;

use super::assumption::{BreakageInput, BreakageVersion, Percent};
use super::{DayMoves, cents, queries};
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::month::Month;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::settings::PointValues;
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, require_version};
use crate::staff::reports::bills::queries as bills;

/// The highest share: a higher one is a typing mistake.
const HIGHEST: Percent = Percent::from_units(9_000);
/// One hundred per cent, in hundredths of a per cent.
const WHOLE: i128 = 10_000;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
/// The most months from the present month to the month in which an assumption may begin.
const LATEST_START: i64 = 12;

/// The assumption and its history.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BreakageAssumption)]
pub(super) struct BreakageView {
    /// The number of the newest version; 0 if none was set.
    pub version: i64,
    /// All versions, newest first.
    pub versions: Vec<BreakageVersion>,
}

/// The account of expected breakage in a month.
#[derive(Clone, Copy, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExpectedBreakage {
    /// The assumption of the month.
    pub percent: Percent,
    pub opening_hkd: Hkd,
    /// Recognised as revenue in the month; below zero if more was returned than redeemed.
    pub recognised_hkd: Hkd,
    /// Used up by points that expired.
    pub used_hkd: Hkd,
    pub closing_hkd: Hkd,
}

/// Every version of the assumption, in order.
pub(super) struct BreakageRates(Vec<BreakageVersion>);

impl BreakageRates {
    pub(super) fn read(read: &Read<'_>) -> AppResult<Self> {
        queries::breakage_versions(read).map(Self)
    }

    fn of(&self, month: Month) -> Percent {
        let newest = self.0.iter().rev().find(|version| version.input.from <= month);
        newest.map_or(Percent::ZERO, |version| version.input.percent)
    }

    /// The account in a month, from the first month on: what was recognised earlier and is not used up yet counts.
    pub(super) fn expected(
        &self,
        days: &BTreeMap<Day, DayMoves>,
        month: Month,
        values: &PointValues,
    ) -> AppResult<ExpectedBreakage> {
        let mut months: BTreeMap<Month, (i128, i128)> = BTreeMap::from([(month, (0, 0))]);
        for (day, moves) in days {
            let value = i128::from(values.on(*day).units());
            let (redeemed, expired) = months.entry(Month::of_day(*day)).or_default();
            *redeemed += i128::from(moves.redeemed) * value;
            *expired += i128::from(moves.expired) * value;
        }
        let (mut balance, mut found) = (0, ExpectedBreakage::default());
        for (of, (redeemed, expired)) in months {
            let share = i128::from(self.of(of).units());
            let recognised = (redeemed * share / (WHOLE - share)).max(-balance);
            let used = expired.clamp(0, balance + recognised);
            let opening = Hkd::from_units(cents(balance)?);
            balance += recognised - used;
            let (closing, used) = (Hkd::from_units(cents(balance)?), Hkd::from_units(cents(used)?));
            found = ExpectedBreakage {
                percent: self.of(of),
                opening_hkd: opening,
                recognised_hkd: Hkd::from_units(closing.units() - opening.units() + used.units()),
                used_hkd: used,
                closing_hkd: closing,
            };
        }
        Ok(found)
    }
}

/// The assumption and its history.
pub(super) fn view(read: &Read<'_>) -> AppResult<BreakageView> {
    let BreakageRates(mut versions) = BreakageRates::read(read)?;
    versions.reverse();
    Ok(BreakageView { version: versions.first().map_or(0, |newest| newest.version), versions })
}

/// Adds an assumption, unless somebody else has added one since `expected`. Fails with `stale`, and `400` for invalid
/// input.
pub(super) fn assume(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    expected: Option<i64>,
    mut input: BreakageInput,
) -> AppResult<BreakageView> {
    let before = view(tx)?;
    require_version(expected, before.version)?;
    input.reason = input.reason.trim().to_owned();
    let mut form = FormErrors::new();
    form.expect("percent", "invalid_value", input.percent <= HIGHEST);
    form.expect("reason", "required_field", !input.reason.is_empty());
    form.expect("reason", "too_long", input.reason.chars().count() <= LONGEST_REASON);
    let latest = Month::from_number(Month::of(tx.now()).number() + LATEST_START);
    form.expect("from", "invalid_value", input.from <= latest);
    form.expect("from", "month_closed", bills::last_closed(tx)?.is_none_or(|closed| input.from > closed));
    form.finish()?;
    queries::insert_breakage(tx, before.version + 1, &input, &staff.actor.name)?;
    let after = view(tx)?;
    staff.note(tx, "journal.breakage", after.version, before.versions.first(), after.versions.first())?;
    Ok(after)
}
