//! The rates of a partner: the amounts that it pays and gets for a point, from a day on.

use serde::Serialize;

use super::queries;
use super::rates::{TermsInput, TermsVersion};
use crate::base::content::FormErrors;
use crate::base::day::Day;
use crate::base::id::PartnerId;
use crate::base::month::Month;
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings::{self, PointValues};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, require_version};
use crate::staff::reports::queries as reports;

/// The highest rate in HK$ per point, to reject typing mistakes.
const HIGHEST_RATE: PointsRate = PointsRate::from_units(100 * 10_000);
/// The most days from today to the day on which new rates may begin.
const LATEST_START: i64 = 366;

/// Fails with `400` that names every field out of bounds.
fn check(read: &Read<'_>, input: &TermsInput) -> AppResult<()> {
    let mut form = FormErrors::new();
    let sound = |rate: PointsRate| rate <= HIGHEST_RATE;
    form.expect("issuedHkd", "invalid_value", sound(input.issued_hkd));
    form.expect("redeemedHkd", "invalid_value", input.redeemed_hkd.is_none_or(sound));
    form.expect("feeHkd", "invalid_value", sound(input.fee_hkd));
    form.expect("from", "invalid_value", input.from <= Day::of(read.now()).plus(LATEST_START));
    let closed = queries::last_closed(read)?;
    form.expect("from", "month_closed", closed.is_none_or(|month| Month::of_day(input.from) > month));
    form.finish()
}

/// The rates of a partner, and their history.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PartnerTerms)]
pub(super) struct TermsView {
    /// The number of the newest version; 0 if none was set.
    pub version: i64,
    /// The rates of today: as set, or else the value of a point without a fee.
    pub issued_hkd: PointsRate,
    pub redeemed_hkd: PointsRate,
    pub fee_hkd: PointsRate,
    /// The value of a point today.
    pub point_value_hkd: PointsRate,
    /// The first day from which new rates can hold; absent while no month is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earliest: Option<Day>,
    /// All versions, newest first.
    pub versions: Vec<TermsVersion>,
}

/// The rates that hold on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TermsOfDay {
    pub issued: PointsRate,
    pub redeemed: PointsRate,
    pub fee: PointsRate,
}

/// The rates of all partners, each in the order of its versions.
pub(super) struct KnownTerms(Vec<(PartnerId, TermsVersion)>);

impl KnownTerms {
    pub(super) fn read(read: &Read<'_>) -> AppResult<Self> {
        queries::all_terms(read).map(Self)
    }

    /// The rates of a partner on a day: as set, or else the value of a point without a fee.
    pub(super) fn on(&self, partner: PartnerId, day: Day, values: &PointValues) -> TermsOfDay {
        let value = values.on(day);
        let newest = self.0.iter().rev().find(|(of, terms)| *of == partner && terms.input.from <= day);
        match newest {
            Some((_, TermsVersion { input, .. })) => TermsOfDay {
                issued: input.issued_hkd,
                redeemed: input.redeemed_hkd.unwrap_or(value),
                fee: input.fee_hkd,
            },
            None => TermsOfDay { issued: value, redeemed: value, fee: PointsRate::ZERO },
        }
    }
}

/// The HK$ that a partner pays today for a point that it issues, with the fee, and gets for one that is redeemed there.
pub(in crate::staff) fn point_prices(read: &Read<'_>, partner: PartnerId) -> AppResult<(PointsRate, PointsRate)> {
    let values = settings::point_values(read)?;
    let TermsOfDay { issued, redeemed, fee } = KnownTerms::read(read)?.on(partner, Day::of(read.now()), &values);
    Ok((PointsRate::from_units(issued.units() + fee.units()), redeemed))
}

/// The rates of a partner and their history. Fails with `not_found`.
pub(super) fn view(read: &Read<'_>, partner: PartnerId) -> AppResult<TermsView> {
    reports::partner_name(read, partner)?.ok_or(NOT_FOUND)?;
    let (known, values) = (KnownTerms::read(read)?, settings::point_values(read)?);
    let today = Day::of(read.now());
    let now = known.on(partner, today, &values);
    let of_partner = known.0.into_iter().filter(|(of, _)| *of == partner);
    let versions: Vec<TermsVersion> = of_partner.map(|(_, terms)| terms).rev().collect();
    Ok(TermsView {
        version: versions.first().map_or(0, |newest| newest.version),
        issued_hkd: now.issued,
        redeemed_hkd: now.redeemed,
        fee_hkd: now.fee,
        point_value_hkd: values.on(today),
        earliest: queries::last_closed(read)?.map(|month| month.next().first()),
        versions,
    })
}

/// Adds rates to a partner whose newest version is still `expected` (`None` for any). Fails with `not_found`, `stale`, and
/// `400` for invalid input.
pub(super) fn add(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    partner: PartnerId,
    expected: Option<i64>,
    input: &TermsInput,
) -> AppResult<TermsView> {
    let before = view(tx, partner)?;
    require_version(expected, before.version)?;
    check(tx, input)?;
    queries::insert_terms(tx, partner, before.version + 1, input, &staff.actor.name)?;
    let after = view(tx, partner)?;
    staff.note(tx, "bill.terms", partner, before.versions.first(), after.versions.first())?;
    Ok(after)
}
