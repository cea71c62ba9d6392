//! The journal of a month for the accountant, in double entry and HK$. Points issued are deferred revenue until they are
//! redeemed or expire (IFRS 15). Each day's movements count at the value of a point on that day, so that the balance at the
//! month's end is the ledger's liability. The share of points that nobody will redeem is estimated on an account of its own.

mod assumption;
mod breakage;
pub(super) mod http;
mod paper;
mod queries;

use std::collections::BTreeMap;

use serde::Serialize;

use self::breakage::{BreakageRates, ExpectedBreakage};
use super::liability::liability;
use super::queries as reports;
use crate::base::day::Day;
use crate::base::month::Month;
use crate::base::points::{Hkd, PointsRate};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::ledger::{self, TransactionKind};
use crate::core::settings::{self, PointValues};
use crate::platform::store::{Read, stored_names};

/// An account of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum JournalAccount {
    /// The programme's debt for points: a contract liability.
    DeferredRevenue,
    /// The expense for points when they are issued.
    PointsIssued,
    /// Revenue when points are redeemed.
    RevenueFromPoints,
    /// The part of the deferred revenue that nobody is expected to redeem, recognised before the points expire.
    ExpectedBreakage,
    /// Revenue from points that nobody redeems.
    RevenueFromBreakage,
    /// Gains and losses when the value of a point changes, and differences of rounding.
    ValueOfPoints,
}

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum MonthEntryKind {
    Issued,
    IssuedReversed,
    Redeemed,
    RedeemedReversed,
    /// Expired points that were expected to expire.
    ExpiredExpected,
    /// All other expired points, less those that came back.
    Expired,
    /// The change of the balance by another value of a point.
    Revalued,
    /// Breakage that is recognised with the points redeemed.
    Breakage,
    Rounding,
}
stored_names! {
    JournalAccount {
        DeferredRevenue = "deferredRevenue", PointsIssued = "pointsIssued", RevenueFromPoints = "revenueFromPoints",
        ExpectedBreakage = "expectedBreakage", RevenueFromBreakage = "revenueFromBreakage", ValueOfPoints = "valueOfPoints",
    }
    MonthEntryKind {
        Issued = "issued", IssuedReversed = "issuedReversed", Redeemed = "redeemed", RedeemedReversed = "redeemedReversed",
        ExpiredExpected = "expiredExpected", Expired = "expired", Revalued = "revalued", Breakage = "breakage",
        Rounding = "rounding",
    }
}

/// A line: an amount that is debited to one account and credited to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MonthEntry {
    /// Counts from 1.
    number: i64,
    kind: MonthEntryKind,
    debit: JournalAccount,
    credit: JournalAccount,
    /// The points behind the amount; 0 for estimates and changes of value.
    points: i64,
    amount_hkd: Hkd,
}

/// A balance of deferred revenue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JournalBalance)]
struct Balance {
    points: i64,
    hkd: Hkd,
    /// The value of a point on that day.
    point_value_hkd: PointsRate,
}

/// The journal of a month.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MonthJournal {
    month: Month,
    /// The last day that it counts: the month's last day, or today.
    until: Day,
    /// Whether the month's bills are made. The journal of a closed month does not change any more.
    closed: bool,
    /// The first month that moved points.
    first_month: Month,
    opening: Balance,
    lines: Vec<MonthEntry>,
    closing: Balance,
    /// The liability that the ledger gives for the last day; the closing balance is the same.
    ledger_hkd: Hkd,
    breakage: ExpectedBreakage,
    /// The closing balance less the expected breakage.
    net_hkd: Hkd,
}

/// The points that moved on one day.
#[derive(Clone, Copy, Debug, Default)]
struct DayMoves {
    issued: i64,
    redeemed: i64,
    expired: i64,
    /// The part of the first two that reversals moved.
    issued_reversed: i64,
    redeemed_reversed: i64,
}

impl DayMoves {
    /// The change of the points owed.
    const fn change(self) -> i64 {
        self.issued - self.redeemed - self.expired
    }

    fn add(&mut self, (issued, redeemed, expired): (i64, i64, i64)) {
        self.issued += issued;
        self.redeemed += redeemed;
        self.expired += expired;
    }

    fn add_reversed(&mut self, (issued, redeemed): (i64, i64)) {
        self.issued_reversed += issued;
        self.redeemed_reversed += redeemed;
    }
}

/// Every day up to `until` that moved points, from the roll-up and the transactions after it.
fn moves(read: &Read<'_>, first: Day, until: Day) -> AppResult<BTreeMap<Day, DayMoves>> {
    let mut days: BTreeMap<Day, DayMoves> = BTreeMap::new();
    queries::each_day(read, until, |day, moved| days.entry(day).or_default().add(moved))?;
    queries::each_reversed(read, first, until, |day, moved| days.entry(day).or_default().add_reversed(moved))?;
    ledger::flows(read, reports::mark(read)?, i64::MAX, |flow| {
        if flow.day <= until {
            let moves = days.entry(flow.day).or_default();
            moves.add((flow.sums.issued, flow.sums.redeemed, flow.sums.expired));
            if flow.day >= first && flow.kind == TransactionKind::Reversal.name() {
                moves.add_reversed((flow.sums.issued, flow.sums.redeemed));
            }
        }
    })?;
    Ok(days)
}

/// Cents from ten-thousandths of HK$, rounded half away from zero.
fn cents(units: i128) -> AppResult<i64> {
    Ok(i64::try_from((units + 50 * units.signum()) / 100).map_err(|_| INVALID_PARAMETER)?)
}

/// The sums of a month in ten-thousandths of HK$, and in points.
#[derive(Default)]
struct MonthSums {
    moved: DayMoves,
    issued: i128,
    issued_reversed: i128,
    redeemed: i128,
    redeemed_reversed: i128,
    expired: i128,
    revalued: i128,
}

impl MonthSums {
    fn of(days: &BTreeMap<Day, DayMoves>, (first, until): (Day, Day), opening: i64, values: &PointValues) -> Self {
        let (mut sums, mut balance) = (Self::default(), i128::from(opening));
        for day in (first.number()..=until.number()).map(Day::from_number) {
            let value = i128::from(values.on(day).units());
            sums.revalued += balance * (value - i128::from(values.on(day.plus(-1)).units()));
            let moves = days.get(&day).copied().unwrap_or_default();
            balance += i128::from(moves.change());
            sums.moved.add((moves.issued, moves.redeemed, moves.expired));
            sums.moved.add_reversed((moves.issued_reversed, moves.redeemed_reversed));
            sums.issued += i128::from(moves.issued - moves.issued_reversed) * value;
            sums.issued_reversed += i128::from(moves.issued_reversed) * value;
            sums.redeemed += i128::from(moves.redeemed - moves.redeemed_reversed) * value;
            sums.redeemed_reversed += i128::from(moves.redeemed_reversed) * value;
            sums.expired += i128::from(moves.expired) * value;
        }
        sums
    }

    /// The lines, of which those of deferred revenue lead from the opening to the closing balance.
    fn lines(&self, opening: Hkd, closing: Hkd, breakage: &ExpectedBreakage) -> AppResult<Vec<MonthEntry>> {
        use JournalAccount::{
            DeferredRevenue, ExpectedBreakage, PointsIssued, RevenueFromBreakage, RevenueFromPoints, ValueOfPoints,
        };
        use MonthEntryKind as Kind;
        let mut lines = EntryList::default();
        let moved = self.moved;
        let issued = moved.issued - moved.issued_reversed;
        lines.add(Kind::Issued, (PointsIssued, DeferredRevenue), issued, cents(self.issued)?);
        let reversed = (PointsIssued, DeferredRevenue);
        lines.add(Kind::IssuedReversed, reversed, moved.issued_reversed, cents(self.issued_reversed)?);
        let redeemed = moved.redeemed - moved.redeemed_reversed;
        lines.add(Kind::Redeemed, (DeferredRevenue, RevenueFromPoints), redeemed, cents(self.redeemed)?);
        let returned = (DeferredRevenue, RevenueFromPoints);
        lines.add(Kind::RedeemedReversed, returned, moved.redeemed_reversed, cents(self.redeemed_reversed)?);
        // The second line of expiry has the points of both lines.
        let used = breakage.used_hkd.units();
        lines.add(Kind::ExpiredExpected, (DeferredRevenue, ExpectedBreakage), 0, used);
        let rest = cents(self.expired)? - used;
        lines.add(Kind::Expired, (DeferredRevenue, RevenueFromBreakage), moved.expired, rest);
        lines.add(Kind::Revalued, (ValueOfPoints, DeferredRevenue), 0, cents(self.revalued)?);
        let difference = closing.units() - opening.units() - lines.change;
        lines.add(Kind::Rounding, (ValueOfPoints, DeferredRevenue), 0, difference);
        lines.add(Kind::Breakage, (ExpectedBreakage, RevenueFromBreakage), 0, breakage.recognised_hkd.units());
        Ok(lines.found)
    }
}

/// Lines of a journal, and the change of deferred revenue in cents that they make together.
#[derive(Default)]
struct EntryList {
    found: Vec<MonthEntry>,
    change: i64,
}

impl EntryList {
    /// Adds a line; an amount below zero changes the sides.
    fn add(&mut self, kind: MonthEntryKind, sides: (JournalAccount, JournalAccount), points: i64, cents: i64) {
        if points == 0 && cents == 0 {
            return;
        }
        let backwards = cents < 0 || (cents == 0 && points < 0);
        let (debit, credit) = if backwards { (sides.1, sides.0) } else { sides };
        let amount = cents.abs();
        if credit == JournalAccount::DeferredRevenue {
            self.change += amount;
        }
        if debit == JournalAccount::DeferredRevenue {
            self.change -= amount;
        }
        let (number, points) = (self.found.len() as i64 + 1, points.abs());
        self.found.push(MonthEntry { number, kind, debit, credit, points, amount_hkd: Hkd::from_units(amount) });
    }
}

/// The journal of a month.
fn journal(read: &Read<'_>, month: Month) -> AppResult<MonthJournal> {
    let today = Day::of(read.now());
    let (first, until) = (month.first(), month.last().min(today));
    let values = settings::point_values(read)?;
    let days = moves(read, first, until)?;
    let before: i64 = days.range(..first).map(|(_, moves)| moves.change()).sum();
    let balance = |points: i64, day: Day| {
        let value = values.on(day);
        Ok::<_, crate::base::problem::AppError>(Balance {
            points,
            hkd: value.worth_of(points).ok_or(INVALID_PARAMETER)?,
            point_value_hkd: value,
        })
    };
    let sums = MonthSums::of(&days, (first, until), before, &values);
    let opening = balance(before, first.plus(-1))?;
    let closing = balance(before + sums.moved.change(), until)?;
    let breakage = BreakageRates::read(read)?.expected(&days, month, &values)?;
    let lines = sums.lines(opening.hkd, closing.hkd, &breakage)?;
    Ok(MonthJournal {
        month,
        until,
        closed: super::bills::queries::closed(read, month)?.is_some(),
        first_month: days.keys().next().map_or(month, |day| Month::of_day(*day)),
        opening,
        lines,
        closing,
        ledger_hkd: liability(read, until, None)?.liability,
        net_hkd: Hkd::from_units(closing.hkd.units() - breakage.closing_hkd.units()),
        breakage,
    })
}
