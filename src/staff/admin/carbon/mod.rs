//! Carbon factors for staff.

pub mod http;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::points::Measure;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::member::carbon::{self, FactorVersion, Unit};
use crate::member::partners;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, STALE};

/// The largest number of grams for one unit: a tonne.
const HIGHEST: Measure = Measure::from_units(1_000_000_000);
/// The largest quantity for one purchase: a thousand units.
const MOST: Measure = Measure::from_units(1_000_000);
/// The earliest year of a source.
const FIRST_SOURCE_YEAR: i64 = 1990;
/// The longest source, in characters.
const LONGEST_SOURCE: usize = 200;

/// The figures of a version of a factor.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CarbonVersionInput)]
pub struct VersionInput {
    /// The choice, such as "Own cup".
    name: LocalizedText,
    /// Grams of CO2e that one unit saves, such as `"24"`.
    grams: Measure,
    /// The largest quantity that a cashier may enter for one purchase; only for units that are entered. The unit `action`
    /// takes a whole number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<Measure>,
    /// The source of the figure.
    #[serde(default)]
    #[schema(required = true)]
    source: String,
    /// The year of the source, such as 2024.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = true, value_type = i64)]
    source_year: Option<i64>,
    /// The page of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source_link: Option<String>,
    /// The day from which it counts: today or later.
    from: Day,
}

impl VersionInput {
    fn checked(mut self, unit: Option<Unit>, today: Day, mut form: FormErrors) -> AppResult<Self> {
        form.text("name", &mut self.name, LONGEST_NAME);
        form.expect("grams", "invalid_value", self.grams > Measure::ZERO && self.grams <= HIGHEST);
        let admits = |most| unit.is_none_or(|unit| unit.admits(most));
        let fits = |most| most > Measure::ZERO && most <= MOST && admits(most);
        form.expect("most", "invalid_value", self.most.is_none_or(fits));
        self.source = self.source.trim().to_owned();
        form.expect("source", "required_field", !self.source.is_empty());
        form.expect("source", "too_long", self.source.chars().count() <= LONGEST_SOURCE);
        form.expect("sourceYear", "required_field", self.source_year.is_some());
        let years = FIRST_SOURCE_YEAR..=i64::from(today.year());
        form.expect("sourceYear", "invalid_value", self.source_year.is_none_or(|year| years.contains(&year)));
        form.web_link("sourceLink", &mut self.source_link);
        form.expect("from", "day_passed", self.from >= today);
        form.finish()?;
        Ok(self)
    }
}

/// A new factor.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CarbonFactorInput)]
pub struct FactorInput {
    /// The partner at whose counters it counts; absent for all partners. Fixed at creation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partner_id: Option<PartnerId>,
    /// The unit of the factor, fixed at creation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = true, value_type = Unit)]
    unit: Option<Unit>,
    #[serde(flatten)]
    version: VersionInput,
}

/// A version of a factor as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCarbonVersion)]
pub struct VersionView {
    version: i64,
    name: LocalizedText,
    /// Grams of CO2e that one unit saves; zero in the version that ends the factor.
    grams: Measure,
    most: Measure,
    source: String,
    /// The year of the source. A version without it does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_year: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_link: Option<String>,
    from: Day,
    created: Timestamp,
}

/// A factor with all its versions.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCarbonFactor)]
pub struct FactorView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: CarbonFactorId,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_id: Option<PartnerId>,
    unit: Unit,
    /// The version that counts today; absent before the first day and after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<i64>,
    /// The newest version first.
    versions: Vec<VersionView>,
}

impl FactorView {
    fn newest(&self) -> i64 {
        self.versions.first().map_or(0, |version| version.version)
    }
}

impl CsvRow for FactorView {
    const HEADINGS: &'static str =
        "_id,partner,unit,inForce,version,name.en,name.zh,name.zhhk,grams,source,from,sourceYear";

    fn cells(&self) -> Vec<Cell> {
        let newest = self.versions.first();
        let name = newest.map(|version| version.name.clone()).unwrap_or_default();
        let [en, zh, zhhk] = languages(&name);
        vec![
            self.id.to_string().into(),
            self.partner_id.map(|id| id.to_string()).into(),
            self.unit.name().into(),
            self.in_force.into(),
            self.newest().into(),
            en,
            zh,
            zhhk,
            newest.map(|version| version.grams.to_string()).into(),
            newest.map(|version| version.source.clone()).into(),
            newest.map(|version| version.from.to_string()).into(),
            newest.and_then(|version| version.source_year).into(),
        ]
    }
}

/// All factors with their versions, the newest factor first.
fn list(read: &Read<'_>) -> AppResult<Vec<FactorView>> {
    let versions = carbon::versions(read)?;
    let counting = carbon::in_force(&versions, Day::of(read.now()));
    let mut factors: Vec<FactorView> = Vec::new();
    for version in &versions {
        let view = view_of(version);
        match factors.iter_mut().find(|factor| factor.id == version.id) {
            Some(factor) => factor.versions.insert(0, view),
            None => factors.push(FactorView {
                id: version.id,
                partner_id: version.partner,
                unit: version.unit,
                in_force: counting.iter().find(|one| one.id == version.id).map(|one| one.version),
                versions: vec![view],
            }),
        }
    }
    factors.reverse();
    Ok(factors)
}

fn view_of(version: &FactorVersion) -> VersionView {
    let FactorVersion { version, name, grams, most, source, source_year, source_link, from, created, .. } =
        version.clone();
    VersionView { version, name, grams, most, source, source_year, source_link, from, created }
}

fn find(read: &Read<'_>, id: CarbonFactorId) -> AppResult<FactorView> {
    Ok(list(read)?.into_iter().find(|factor| factor.id == id).ok_or(NOT_FOUND)?)
}

fn version_of(
    id: CarbonFactorId,
    number: i64,
    (partner, unit): (Option<PartnerId>, Unit),
    input: VersionInput,
    now: Timestamp,
) -> FactorVersion {
    let VersionInput { name, grams, most, source, source_year, source_link, from } = input;
    let most = most.unwrap_or(MOST);
    let (version, created) = (number, now);
    FactorVersion { id, version, partner, name, unit, grams, most, source, source_year, source_link, from, created }
}

/// Adds a factor. Fails with `unknown_partner`, and `400` for invalid input.
fn create(tx: &Tx<'_>, staff: &AuditedStaff, input: FactorInput) -> AppResult<FactorView> {
    let mut form = FormErrors::new();
    form.expect("unit", "required_field", input.unit.is_some());
    let version = input.version.checked(input.unit, Day::of(tx.now()), form)?;
    let unit = input.unit.ok_or_else(|| AppError::invalid_field("unit", "required_field"))?;
    let known = input.partner_id.map(|partner| partners::find(tx, partner)).transpose()?;
    if matches!(known, Some(None)) {
        return Err(AppError::invalid_field("partnerId", "unknown_partner"));
    }
    let id = CarbonFactorId::made_at(tx.now());
    carbon::insert_version(tx, &version_of(id, 1, (input.partner_id, unit), version, tx.now()))?;
    let made = find(tx, id)?;
    staff.note(tx, "carbon_factor.create", id, None, Some(&made))?;
    Ok(made)
}

/// Adds a version to a factor whose newest version is still `expected` (`None` for any); `None` as input ends the
/// factor today. Fails with `not_found`, [`STALE`], and `400` for invalid input.
fn add_version(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: CarbonFactorId,
    expected: Option<i64>,
    input: Option<VersionInput>,
) -> AppResult<FactorView> {
    let before = find(tx, id)?;
    if expected.is_some_and(|version| version != before.newest()) {
        return Err(STALE.into());
    }
    let kept = (before.partner_id, before.unit);
    let (action, version) = match input {
        Some(input) => {
            let version = version_of(
                id,
                before.newest() + 1,
                kept,
                input.checked(Some(before.unit), Day::of(tx.now()), FormErrors::new())?,
                tx.now(),
            );
            ("carbon_factor.update", version)
        }
        None => ("carbon_factor.end", ending(&before, tx.now())),
    };
    carbon::insert_version(tx, &version)?;
    let after = find(tx, id)?;
    staff.note(tx, action, id, Some(&before), Some(&after))?;
    Ok(after)
}

/// The version that ends a factor today.
fn ending(factor: &FactorView, now: Timestamp) -> FactorVersion {
    let newest = factor.versions[0].clone();
    FactorVersion {
        id: factor.id,
        version: newest.version + 1,
        partner: factor.partner_id,
        name: newest.name,
        unit: factor.unit,
        grams: Measure::ZERO,
        most: newest.most,
        source: newest.source,
        source_year: newest.source_year,
        source_link: newest.source_link,
        from: Day::of(now),
        created: now,
    }
}
