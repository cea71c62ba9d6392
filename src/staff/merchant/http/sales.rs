//! HTTP call of a partner's sales.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Counter, PartnerManager};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{OutletId, RecordId};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, languages};
use crate::staff::merchant::SalesSums;
use crate::staff::merchant::sales::{SalesGroup, SalesKey, SalesPeriod, SalesReport, SalesSpan, sales};

/// The sales of a partner in a day, week or month until now, and those of the same part of the period before.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PartnerSales {
    period: SalesPeriod,
    /// The first day of the period.
    from: Day,
    /// The last day of the period.
    to: Day,
    /// The figures count until this moment.
    until: Timestamp,
    /// The begin of the period before.
    before_from: Timestamp,
    /// The same part of the period before ends at this moment.
    before_until: Timestamp,
    total: SalesSums,
    before: SalesSums,
    /// Members who earned points, each counted once.
    members: i64,
    members_before: i64,
    outlets: Vec<SalesRow>,
    /// Cashiers, staff and API keys.
    cashiers: Vec<SalesRow>,
    /// The hours of the day that have events.
    hours: Vec<SalesRow>,
    /// The days that have events, in the period or at their place in the period before.
    days: Vec<SalesRow>,
    /// Points by weekday and hour.
    grid: Vec<SalesGridCell>,
}

/// The sums of an outlet, a cashier, an hour or a day.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SalesRow {
    /// The outlet or the person; absent for events at no outlet.
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<RecordId>,
    /// The name of the outlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<LocalizedText>,
    /// The name of the person or key.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// 0 to 23, Hong Kong time.
    #[serde(skip_serializing_if = "Option::is_none")]
    hour: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    #[serde(flatten)]
    sums: SalesSums,
    /// Points of the same part of the period before.
    points_before: i64,
}

/// Points of one hour of one weekday.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SalesGridCell {
    /// 0 for Monday to 6 for Sunday.
    weekday: i64,
    /// 0 to 23, Hong Kong time.
    hour: i64,
    points: i64,
}

impl CsvRow for SalesRow {
    const HEADINGS: &'static str =
        "_id,name.en,name.zh,name.zhhk,by,hour,day,awards,points,amountHkd,collected,undone,undonePoints,pointsBefore";

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = vec![self.id.map(|id| id.to_string()).into()];
        cells.extend(languages(&self.name.clone().unwrap_or_default()));
        cells.extend([
            self.by.clone().into(),
            self.hour.into(),
            self.day.map(|day| day.to_string()).into(),
            self.sums.awards.into(),
            self.sums.points.into(),
            self.sums.amount_hkd.into(),
            self.sums.collected.into(),
            self.sums.undone.into(),
            self.sums.undone_points.into(),
            self.points_before.into(),
        ]);
        cells
    }
}

impl SalesRow {
    fn of(group: &SalesGroup) -> Self {
        let (name, by) = (group.name.clone(), Some(group.by.clone()).filter(|by| !by.is_empty()));
        Self { id: None, name, by, hour: None, day: None, sums: group.sums, points_before: group.points_before }
    }
}

impl PartnerSales {
    fn of(period: SalesPeriod, report: SalesReport) -> Self {
        let SalesReport { span, total, before, members, members_before, groups } = report;
        let mut shown = Self {
            period,
            from: span.days.0,
            to: span.days.1,
            until: span.now.until,
            before_from: span.before.from,
            before_until: span.before.until,
            total,
            before,
            members,
            members_before,
            outlets: Vec::new(),
            cashiers: Vec::new(),
            hours: Vec::new(),
            days: Vec::new(),
            grid: Vec::new(),
        };
        for (key, group) in groups {
            let row = SalesRow::of(&group);
            match key {
                SalesKey::Outlet(id) => {
                    let id = id.map(|id| RecordId::from_bytes(*id.as_bytes()));
                    shown.outlets.push(SalesRow { id, ..row });
                }
                SalesKey::Cashier(id) => shown.cashiers.push(SalesRow { id: Some(id), ..row }),
                SalesKey::Hour(hour) => shown.hours.push(SalesRow { hour: Some(hour), ..row }),
                SalesKey::Day(day) => {
                    shown.days.push(SalesRow { day: Some(span.days.0.plus(day)), ..row });
                }
                SalesKey::WeekdayHour(weekday, hour) => {
                    shown.grid.push(SalesGridCell { weekday, hour, points: group.sums.points });
                }
            }
        }
        // The largest sum comes first, and events without a till come last.
        shown.outlets.sort_by_key(|row| (row.id.is_none(), -row.sums.points));
        shown.cashiers.sort_by_key(|row| -row.sums.points);
        shown
    }
}

/// A line of the figures of the portal's first page: the sums of a period, or of an hour, an outlet or a person of the
/// day.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OverviewRow {
    period: SalesPeriod,
    from: Day,
    until: Timestamp,
    #[serde(flatten)]
    row: SalesRow,
    /// The sums of the period before. Only the row of a whole period has them, and the numbers of members.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<SalesSums>,
    #[serde(skip_serializing_if = "Option::is_none")]
    members: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    members_before: Option<i64>,
}

impl CsvRow for OverviewRow {
    const HEADINGS: &'static str = "period,from,until,hour,_id,name.en,name.zh,name.zhhk,by,points,pointsBefore,awards,\
        awardsBefore,amountHkd,amountHkdBefore,members,membersBefore,collected,collectedBefore,undone,undonePoints";

    fn cells(&self) -> Vec<Cell> {
        let Self { row: SalesRow { id, name, by, hour, sums, points_before, .. }, before, .. } = self;
        let mut cells: Vec<Cell> = vec![
            self.period.name().into(),
            self.from.to_string().into(),
            self.until.into(),
            (*hour).into(),
            id.map(|id| id.to_string()).into(),
        ];
        cells.extend(languages(&name.clone().unwrap_or_default()));
        cells.extend([
            by.clone().into(),
            sums.points.into(),
            (*points_before).into(),
            sums.awards.into(),
            before.map(|before| before.awards).into(),
            sums.amount_hkd.into(),
            before.map(|before| before.amount_hkd).into(),
            self.members.into(),
            self.members_before.into(),
            sums.collected.into(),
            before.map(|before| before.collected).into(),
            sums.undone.into(),
            sums.undone_points.into(),
        ]);
        cells
    }
}

/// The figures of the portal's first page: the sums of each period, and then the hours, outlets and people of the day.
fn overview(periods: &[PartnerSales]) -> Vec<OverviewRow> {
    let line = |of: &PartnerSales, row: SalesRow, before: Option<SalesSums>| OverviewRow {
        period: of.period,
        from: of.from,
        until: of.until,
        row,
        before,
        members: before.map(|_| of.members),
        members_before: before.map(|_| of.members_before),
    };
    let total = |of: &PartnerSales| {
        let (sums, points_before) = (of.total, of.before.points);
        let row = SalesRow { id: None, name: None, by: None, hour: None, day: None, sums, points_before };
        line(of, row, Some(of.before))
    };
    let mut rows: Vec<OverviewRow> = periods.iter().map(total).collect();
    for of in periods.iter().filter(|of| of.period == SalesPeriod::Day) {
        let lists = [&of.hours, &of.outlets, &of.cashiers];
        rows.extend(lists.into_iter().flatten().map(|row| line(of, row.clone(), None)));
    }
    rows
}

/// The period, the outlet and, for a file, the list.
#[derive(Deserialize)]
pub(super) struct SalesQuery {
    period: Option<String>,
    day: Option<String>,
    outlet: Option<String>,
    by: Option<String>,
}

/// Show the sales of the manager's partner in the `period` (`day`, `week` or `month`; default: `day`) that contains
/// `day` (default: today), by outlet, cashier, hour and day, compared with the same part of the period before.
/// `outlet` limits it to one outlet. `format=csv` returns the list named by `by` (`outlet`, `cashier`, `hour` or
/// `day`; default: `outlet`) as CSV. `by=overview` is a file of another kind: the sums of the day, the week and the month
/// that contain `day`, and then the hours, outlets and cashiers of the day.
#[utoipa::path(get, path = "/api/merchant/sales", tag = "merchant",
    params(("period" = Option<String>, Query), ("day" = Option<Day>, Query), ("outlet" = Option<OutletId>, Query),
        ("by" = Option<String>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = PartnerSales)))]
pub(super) async fn get_partner_sales(
    State(counter): State<Counter>,
    PartnerManager(merchant): PartnerManager,
    request: ListRequest,
    Filters(query): Filters<SalesQuery>,
) -> AppResult<Response> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let period = match given(&query.period) {
        None => SalesPeriod::Day,
        Some(name) => SalesPeriod::from_name(&name).ok_or(INVALID_PARAMETER)?,
    };
    let now = counter.store.clock().now();
    let day = given(&query.day).map_or(Some(Day::of(now)), |text| Day::parse(&text)).ok_or(INVALID_PARAMETER)?;
    let outlet = given(&query.outlet).map(|text| OutletId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
    let partner = merchant.partner;
    let of = async |period| {
        let span = SalesSpan::of(period, day, now)?;
        let report = counter.store.read_at_length(move |read| sales(read, partner, outlet, span)).await?;
        AppResult::Ok(PartnerSales::of(period, report))
    };
    let by = given(&query.by).unwrap_or_else(|| "outlet".to_owned());
    if request.is_download() && by == "overview" {
        let periods = [of(SalesPeriod::Day).await?, of(SalesPeriod::Week).await?, of(SalesPeriod::Month).await?];
        return request.whole(&format!("sales-overview-{day}"), &overview(&periods));
    }
    let shown = of(period).await?;
    if !request.is_download() {
        return Ok(Json(shown).into_response());
    }
    let rows = match by.as_str() {
        "outlet" => &shown.outlets,
        "cashier" => &shown.cashiers,
        "hour" => &shown.hours,
        "day" => &shown.days,
        _ => return Err(INVALID_PARAMETER.into()),
    };
    request.whole(&format!("sales-by-{by}-{}-{}", shown.from, shown.to), rows)
}
