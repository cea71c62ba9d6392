//! The CO2e that purchases saved, by partner, factor and version, in months or days. The programme's staff see every
//! partner; a partner's staff see their own.

use serde::{Deserialize, Serialize};

use super::MOST_DAYS;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::{Kilograms, Measure};
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};
use crate::member::carbon::{self, FactorVersion, Unit};
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::Read;

/// Maximum number of days in a report by day.
const MOST_SINGLE_DAYS: i64 = 366;
/// Number of months in a report by default.
const USUAL_MONTHS: i32 = 12;
/// Maximum number of months.
const MOST_MONTHS: i32 = 120;

/// The parts into which a report divides its days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CarbonParts {
    /// Hong Kong months; the first and the last may be cut.
    #[default]
    Month,
    /// Hong Kong days.
    Day,
}

/// The query parameters of a report, as the client sent them.
#[derive(Debug, Default, Deserialize)]
pub struct CarbonQuery {
    months: Option<i32>,
    from: Option<String>,
    to: Option<String>,
    by: Option<CarbonParts>,
}

/// A report to make.
#[derive(Clone, Copy, Debug)]
pub struct CarbonReport {
    from: Day,
    to: Day,
    by: CarbonParts,
    partner: Option<PartnerId>,
}

/// The grams that one version of a factor saved at one partner in a part of the report.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CarbonReportRow)]
pub struct CarbonRow {
    /// The Hong Kong month, such as `2026-03`.
    month: String,
    /// The Hong Kong day; only in a report by day.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    partner_id: PartnerId,
    partner_name: LocalizedText,
    factor_id: CarbonFactorId,
    factor_name: LocalizedText,
    version: i64,
    unit: Unit,
    /// Whether the version names its source.
    sourced: bool,
    /// The source of the version.
    source: String,
    /// The year of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_year: Option<i64>,
    /// Number of purchases.
    uses: i64,
    /// Grams of CO2e.
    grams: Measure,
    /// The grams in kilograms.
    kilograms: Kilograms,
    #[serde(skip)]
    key: RowKey,
}

/// The order of rows: the first day of the part, then partner, factor and version.
pub(super) type RowKey = (Day, PartnerId, CarbonFactorId, i64);

impl CsvRow for CarbonRow {
    const HEADINGS: &'static str = "month,partner,partnerName,factor,factorName,version,source,purchases,grams,\
        day,unit,sourceName,sourceYear,kilograms";

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.month.clone().into(),
            self.partner_id.to_string().into(),
            self.partner_name.en.clone().into(),
            self.factor_id.to_string().into(),
            self.factor_name.en.clone().into(),
            self.version.into(),
            self.sourced.into(),
            self.uses.into(),
            self.grams.to_string().into(),
            self.day.map(|day| day.to_string()).into(),
            self.unit.name().into(),
            self.source.clone().into(),
            self.source_year.into(),
            self.kilograms.to_string().into(),
        ]
    }
}

impl CarbonReport {
    /// Parses the days of a report: `months` back from the present one (default 12), or `from` and `to`. Fails with
    /// `invalid_parameter`, `invalid_value` and `invalid_period`.
    pub fn read(query: &CarbonQuery, today: Day, partner: Option<PartnerId>) -> AppResult<Self> {
        let day = |field: &'static str, text: &Option<String>| match text.as_deref() {
            None | Some("") => Ok(None),
            Some(text) => Day::parse(text).map(Some).ok_or_else(|| AppError::invalid_field(field, "invalid_value")),
        };
        let by = query.by.unwrap_or_default();
        let (from, to) = (day("from", &query.from)?, day("to", &query.to)?);
        let months = query.months.unwrap_or(USUAL_MONTHS);
        if !(1..=MOST_MONTHS).contains(&months) || (query.months.is_some() && (from.is_some() || to.is_some())) {
            return Err(INVALID_PARAMETER.into());
        }
        let to = to.unwrap_or(today);
        let from = match from {
            Some(from) => from,
            None => first_of_month(to).plus_months(1 - months).ok_or(INVALID_PARAMETER)?,
        };
        let most = if by == CarbonParts::Day { MOST_SINGLE_DAYS } else { MOST_DAYS };
        if !(0..most).contains(&(to.number() - from.number())) {
            return Err(AppError::invalid_field("to", "invalid_period"));
        }
        Ok(Self { from, to, by, partner })
    }

    /// The first rows after a key, in their order.
    pub(super) fn rows(&self, read: &Read<'_>, after: Option<RowKey>, most: usize) -> AppResult<Vec<CarbonRow>> {
        let versions = carbon::versions(read)?;
        let mut found = Vec::new();
        let mut start = after.map_or(self.from, |(day, ..)| day);
        while start <= self.to && found.len() < most {
            let end = self.end_of(start);
            let rows = self.part(read, &versions, start, end)?;
            found.extend(rows.into_iter().filter(|row| after.is_none_or(|after| row.key > after)));
            start = end.plus(1);
        }
        found.truncate(most);
        Ok(found)
    }

    /// The last day of the part that begins on a day.
    fn end_of(&self, start: Day) -> Day {
        let end = if self.by == CarbonParts::Day { start } else { start.month_end().unwrap_or(start) };
        end.min(self.to)
    }

    fn part(&self, read: &Read<'_>, versions: &[FactorVersion], start: Day, end: Day) -> AppResult<Vec<CarbonRow>> {
        let mut rows: Vec<CarbonRow> = Vec::new();
        for sum in carbon::day_sums(read, start, end, self.partner)? {
            let key = (start, sum.partner, sum.factor, sum.version);
            let place = rows.partition_point(|row| row.key < key);
            match rows.get_mut(place).filter(|row| row.key == key) {
                Some(row) => row.add(sum.uses, sum.grams),
                None => {
                    let version = versions.iter().find(|one| one.id == sum.factor && one.version == sum.version);
                    let mut row = CarbonRow::empty(key, sum.partner_name, version);
                    row.day = (self.by == CarbonParts::Day).then_some(start);
                    row.add(sum.uses, sum.grams);
                    rows.insert(place, row);
                }
            }
        }
        Ok(rows)
    }
}

impl CarbonRow {
    fn empty(key: RowKey, partner_name: LocalizedText, version: Option<&FactorVersion>) -> Self {
        let (start, partner_id, factor_id, number) = key;
        Self {
            month: start.to_string()[..7].to_owned(),
            day: None,
            partner_id,
            partner_name,
            factor_id,
            factor_name: version.map(|one| one.name.clone()).unwrap_or_default(),
            version: number,
            unit: version.map_or(Unit::Purchase, |one| one.unit),
            sourced: version.is_some_and(FactorVersion::is_sourced),
            source: version.map(|one| one.source.clone()).unwrap_or_default(),
            source_year: version.and_then(|one| one.source_year),
            uses: 0,
            grams: Measure::ZERO,
            kilograms: Kilograms::ZERO,
            key,
        }
    }

    fn add(&mut self, uses: i64, grams: Measure) {
        self.uses += uses;
        self.grams = Measure::from_units(self.grams.units() + grams.units());
        self.kilograms = Kilograms::from_units(self.grams.units());
    }
}

fn first_of_month(day: Day) -> Day {
    day.plus(1 - i64::from(day.day_of_month()))
}

/// The key of a row as the cursor of a download.
pub(super) fn cursor_of(row: &CarbonRow) -> String {
    let (day, partner, factor, version) = row.key;
    format!("{day}.{partner}.{factor}.{version}")
}

/// Reads a cursor that [`cursor_of`] wrote.
pub(super) fn parse_cursor(text: &str) -> Option<RowKey> {
    let mut parts = text.split('.');
    let mut next = || parts.next();
    Some((Day::parse(next()?)?, PartnerId::parse(next()?)?, CarbonFactorId::parse(next()?)?, next()?.parse().ok()?))
}
