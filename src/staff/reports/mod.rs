//! Reports of points issued, redeemed, expired and outstanding, by Hong Kong day and partner. Every total matches the
//! ledger: it is read in one snapshot from a roll-up of the journal and from the transactions after it.

mod active_accounts;
mod activity;
mod asked;
mod bills;
mod carbon;
mod compared;
mod http;
mod issued;
mod items;
mod journal;
mod liability;
mod outlets;
mod queries;

use std::collections::BTreeMap;

use serde::Serialize;

use self::active_accounts::ActiveAccounts;
use crate::base::day::{Day, Period};
use crate::base::id::{ItemId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult};
use crate::core::ledger::{AccountId, Flow, Sums, flows};
use crate::core::settings;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Store};

pub(super) use asked::MonthQuery;
pub(super) use bills::{Bill, bill, bill_pdf, point_prices};
pub use carbon::{CarbonParts, CarbonQuery, CarbonReport, CarbonRow};
pub(super) use compared::{FlowDay, ItemFigures, Pair, PartnerFigures, RangeFigures, compared};
pub use http::{carbon_rows, routes};

/// Transactions per step of the roll-up.
const STEP: i64 = 5_000;
/// Maximum number of days in one report.
const MOST_DAYS: i64 = 3_660;
/// Number of days in a report by default.
const USUAL_DAYS: i64 = 30;

/// The roll-up's key for flows without a partner.
const NO_PARTNER: PartnerId = PartnerId::from_bytes([0; 16]);

/// The key of a sum in the roll-up.
type RollUpKey = (Day, PartnerId, String);

fn key_of(flow: &Flow) -> RollUpKey {
    (flow.day, flow.partner.unwrap_or(NO_PARTNER), flow.kind.clone())
}

/// Extends the roll-up to the newest transaction, in steps that block neither readers nor the writer for long.
/// Returns the number of transactions added.
pub async fn roll_up(store: &Store) -> AppResult<i64> {
    let mut done = 0;
    loop {
        let (mark, newest, sums, active) = store
            .read_at_length(|read| {
                let mark = queries::mark(read)?;
                let (mut newest, mut sums) = (mark, BTreeMap::<RollUpKey, Sums>::new());
                let mut active = BTreeMap::<Day, Vec<AccountId>>::new();
                flows(read, mark, STEP, |flow| {
                    newest = flow.seq;
                    if let Some(account) = flow.active {
                        active.entry(flow.day).or_default().push(account);
                    }
                    let sum = sums.entry(key_of(&flow)).or_default();
                    *sum = sum.plus(flow.sums);
                })?;
                Ok((mark, newest, sums, active))
            })
            .await?;
        if newest == mark {
            return Ok(done);
        }
        store
            .write_unattended(move |tx| {
                // A concurrent roll-up has added these transactions already.
                if queries::mark(tx)? != mark {
                    return Ok(());
                }
                for ((day, partner, kind), sum) in &sums {
                    queries::add(tx, *day, *partner, kind, sum)?;
                }
                for (day, accounts) in active {
                    let mut known = ActiveAccounts::default();
                    queries::each_active_day(tx, (day, day), |stored| known.add_all(stored))?;
                    accounts.into_iter().for_each(|account| known.add(account));
                    queries::put_active(tx, day, known.as_bytes())?;
                }
                queries::set_mark(tx, newest)
            })
            .await?;
        done += newest - mark;
    }
}

/// Adds sums to the entry of a key.
fn add<K: Ord>(found: &mut BTreeMap<K, Sums>, key: K, more: Sums) {
    let sum = found.entry(key).or_default();
    *sum = sum.plus(more);
}

/// Sums by day for one partner or all, including both end days.
fn days_between(read: &Read<'_>, span: ReportPeriod, partner: Option<PartnerId>) -> AppResult<BTreeMap<Day, Sums>> {
    let mut found = match partner {
        None => queries::days(read, span.from, span.to)?,
        Some(partner) => queries::days_of(read, partner, span.from, span.to)?,
    };
    flows(read, queries::mark(read)?, i64::MAX, |flow| {
        if span.holds(flow.day) && partner.is_none_or(|wanted| Some(wanted) == flow.partner) {
            add(&mut found, flow.day, flow.sums);
        }
    })?;
    Ok(found)
}

/// Sums by partner, including both end days.
fn partners_between(read: &Read<'_>, span: ReportPeriod) -> AppResult<BTreeMap<PartnerId, Sums>> {
    let mut found = queries::partners(read, span.from, span.to)?;
    flows(read, queries::mark(read)?, i64::MAX, |flow| {
        if span.holds(flow.day) {
            add(&mut found, flow.partner.unwrap_or(NO_PARTNER), flow.sums);
        }
    })?;
    Ok(found)
}

/// Sum of everything up to and including a day.
fn sums_until(read: &Read<'_>, to: Day) -> AppResult<Sums> {
    let mut sum = queries::sum_until(read, to)?;
    flows(read, queries::mark(read)?, i64::MAX, |flow| {
        if flow.day <= to {
            sum = sum.plus(flow.sums);
        }
    })?;
    Ok(sum)
}

/// The days of a report.
#[derive(Clone, Copy, Debug)]
struct ReportPeriod {
    from: Day,
    to: Day,
}

impl ReportPeriod {
    /// Parses two days; by default the last thirty. Fails with `invalid_value` and `invalid_period`.
    fn read(from: Option<&str>, to: Option<&str>, today: Day) -> AppResult<Self> {
        let day = |field: &'static str, text: &str| {
            Day::parse(text).ok_or_else(|| AppError::invalid_field(field, "invalid_value"))
        };
        let to = to.filter(|text| !text.is_empty()).map_or(Ok(today), |text| day("to", text))?;
        let from =
            from.filter(|text| !text.is_empty()).map_or(Ok(to.plus(1 - USUAL_DAYS)), |text| day("from", text))?;
        let days = to.number() - from.number();
        if (0..MOST_DAYS).contains(&days) {
            Ok(Self { from, to })
        } else {
            Err(AppError::invalid_field("to", "invalid_period"))
        }
    }

    fn holds(self, day: Day) -> bool {
        (self.from..=self.to).contains(&day)
    }

    fn period(self) -> Period {
        Period { from: self.from.start(), until: self.to.plus(1).start() }
    }

    fn days(self) -> impl Iterator<Item = Day> {
        (self.from.number()..=self.to.number()).map(Day::from_number)
    }
}

/// Points moved in one day.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReportDay)]
struct DayRow {
    day: Day,
    transactions: i64,
    /// Points issued, less reversed ones.
    issued: i64,
    /// Points spent for good.
    redeemed: i64,
    /// Points expired.
    expired: i64,
    /// Points transferred between members.
    transferred: i64,
    /// Points put on hold, less those released.
    held: i64,
    /// Points that members had at the end of the day, in balances and on hold; absent in a report for one partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    outstanding: Option<i64>,
    /// Points that were pending at the end of the day; absent in a report for one partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Option<i64>,
    /// The value of the outstanding and the pending points in HK$, by the value of a point at the end of the day; absent in
    /// a report for one partner.
    #[serde(skip_serializing_if = "Option::is_none")]
    liability: Option<Hkd>,
}

impl CsvRow for DayRow {
    const HEADINGS: &'static str =
        "day,transactions,issued,redeemed,expired,transferred,held,outstanding,pending,liability";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.day.to_string().into(),
            self.transactions.into(),
            self.issued.into(),
            self.redeemed.into(),
            self.expired.into(),
            self.transferred.into(),
            self.held.into(),
            self.outstanding.into(),
            self.pending.into(),
            self.liability.map(|owed| owed.to_string()).into(),
        ]
    }
}

/// An item with low stock.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LowStock {
    #[serde(rename = "_id")]
    id: ItemId,
    name: LocalizedText,
    /// Remaining stock, or free codes of the pool if fewer.
    left: i64,
    /// The level at or below which the item is listed.
    low_stock: i64,
}

/// The programme's sums, in whole points.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SummaryReport)]
struct SummaryReport {
    /// Points ever issued, less reversed ones.
    issued: i64,
    /// Points spent.
    redeemed: i64,
    /// Points expired.
    expired: i64,
    /// Points that members have: their balances plus holds.
    outstanding: i64,
    /// The part of them on hold.
    held: i64,
    /// Points of purchases that wait until the time for returns is over. The programme owes them too.
    pending: i64,
    /// Members who are not erased.
    members: i64,
    /// Exchanges that wait for an operator.
    processing: i64,
    /// Items with low stock, lowest first.
    low_stock: Vec<LowStock>,
    /// The days of the report, oldest first.
    days: Vec<DayRow>,
}

fn summary(read: &Read<'_>, span: ReportPeriod, partner: Option<PartnerId>) -> AppResult<SummaryReport> {
    let all = days_between(read, span, None)?;
    let chosen = partner.map(|partner| days_between(read, span, Some(partner))).transpose()?;
    let before = sums_until(read, span.from.plus(-1))?;
    let (mut outstanding, mut pending) = (before.outstanding(), before.pending);
    let values = settings::point_values(read)?;
    let mut days = Vec::new();
    let of_day = |sums: &BTreeMap<Day, Sums>, day: Day| sums.get(&day).copied().unwrap_or_default();
    for day in span.days() {
        let own = of_day(chosen.as_ref().unwrap_or(&all), day);
        outstanding += of_day(&all, day).outstanding();
        pending += of_day(&all, day).pending;
        days.push(DayRow {
            day,
            transactions: own.transactions,
            issued: own.issued,
            redeemed: own.redeemed,
            expired: own.expired,
            transferred: own.transferred,
            held: own.held,
            outstanding: partner.is_none().then_some(outstanding),
            pending: partner.is_none().then_some(pending),
            liability: values.on(day).worth_of(outstanding + pending).filter(|_| partner.is_none()),
        });
    }
    queries::totals(read, days)
}

/// The sums of one partner.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerReport)]
struct PartnerRow {
    /// Absent in the row of points that moved without a partner.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<PartnerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    transactions: i64,
    issued: i64,
    redeemed: i64,
    expired: i64,
    transferred: i64,
    held: i64,
    /// Items bought for collection at this partner, without rejected redemptions.
    redemptions: i64,
    /// The part of them collected at the counter.
    collected: i64,
}

impl CsvRow for PartnerRow {
    const HEADINGS: &'static str =
        "_id,name.en,name.zh,name.zhhk,transactions,issued,redeemed,expired,transferred,held,redemptions,collected";

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.id.map(|id| id.to_string()).into()];
        cells.extend(self.name.as_ref().map_or_else(|| languages(&LocalizedText::default()), languages));
        let numbers = [
            self.transactions,
            self.issued,
            self.redeemed,
            self.expired,
            self.transferred,
            self.held,
            self.redemptions,
            self.collected,
        ];
        cells.extend(numbers.map(Cell::from));
        cells
    }
}

/// The sums of each partner, largest issuer first.
fn partners(read: &Read<'_>, span: ReportPeriod) -> AppResult<Vec<PartnerRow>> {
    let mut sums = partners_between(read, span)?;
    let bought = queries::redemptions(read, span.from, span.to)?;
    for partner in bought.keys() {
        sums.entry(*partner).or_default();
    }
    let row = |(id, sums): (PartnerId, Sums)| {
        let (redemptions, collected) = bought.get(&id).copied().unwrap_or_default();
        Ok(PartnerRow {
            id: Some(id).filter(|id| *id != NO_PARTNER),
            name: queries::partner_name(read, id)?,
            transactions: sums.transactions,
            issued: sums.issued,
            redeemed: sums.redeemed,
            expired: sums.expired,
            transferred: sums.transferred,
            held: sums.held,
            redemptions,
            collected,
        })
    };
    let mut rows = sums.into_iter().map(row).collect::<AppResult<Vec<_>>>()?;
    rows.sort_by_key(|row| (-row.issued, -row.redeemed));
    Ok(rows)
}

/// Number of views of one screen on one day.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PageViews {
    day: Day,
    /// The screen, without ids.
    path: String,
    views: i64,
}

impl CsvRow for PageViews {
    const HEADINGS: &'static str = "day,path,views";

    fn cells(&self) -> Vec<Cell> {
        vec![self.day.to_string().into(), self.path.clone().into(), self.views.into()]
    }
}

fn page_views(read: &Read<'_>, span: ReportPeriod) -> AppResult<Vec<PageViews>> {
    queries::page_views(read, span.from, span.to)
}
