//! Keys of earn links, as the admin manages them.

pub mod http;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::id::{EarnLinkKeyId, OutletId, PartnerId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::outlets::outlet;
use crate::member::earn_links::{self, EarnLinkKey, NewEarnLinkKey};
use crate::member::partners;
use crate::platform::store::{Read, Tx};
use crate::staff::kit::AuditedStaff;

/// The longest name of a key, in characters.
const LONGEST_NAME: usize = 60;
const HIGHEST_CAP: i64 = 1_000_000_000;

/// A key to create.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarnLinkKeyInput)]
struct EarnLinkKeyInput {
    /// The outlet of the till; absent for all outlets of the partner.
    #[serde(default)]
    outlet_id: Option<OutletId>,
    /// Its display name, at most 60 characters.
    name: String,
    /// Points that the key's links may give per Hong Kong day; absent if the key has no cap of its own.
    #[serde(default)]
    daily_cap: Option<i64>,
}

/// A key as the admin shows it, without its secret.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminEarnLinkKey)]
struct EarnLinkKeyView {
    /// Part of each link; sorts by creation.
    #[serde(rename = "_id")]
    id: EarnLinkKeyId,
    partner_id: PartnerId,
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet_id: Option<OutletId>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    daily_cap: Option<i64>,
    created: Timestamp,
    /// The time after which the key's links give no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Timestamp>,
}

impl From<EarnLinkKey> for EarnLinkKeyView {
    fn from(key: EarnLinkKey) -> Self {
        let EarnLinkKey { id, partner, outlet, name, daily_cap, created, ends } = key;
        Self { id, partner_id: partner, outlet_id: outlet, name, daily_cap, created, ends }
    }
}

fn find(read: &Read<'_>, id: EarnLinkKeyId) -> AppResult<EarnLinkKeyView> {
    Ok(earn_links::find(read, id)?.ok_or(NOT_FOUND)?.into())
}

/// The keys of a partner, newest first. Fails with `not_found`.
fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<EarnLinkKeyView>> {
    partners::find(read, partner)?.ok_or(NOT_FOUND)?;
    Ok(earn_links::list(read, partner)?.into_iter().map(EarnLinkKeyView::from).collect())
}

/// Creates a key; returns its secret, which is never shown again. Fails with `not_found`, and 400 for invalid input.
fn create(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    partner: PartnerId,
    input: &EarnLinkKeyInput,
) -> AppResult<(EarnLinkKeyView, String)> {
    let name = input.name.trim().to_owned();
    let mut form = FormErrors::new();
    form.expect("name", "required_field", !name.is_empty());
    form.expect("name", "too_long", name.chars().count() <= LONGEST_NAME);
    form.expect("dailyCap", "invalid_value", input.daily_cap.is_none_or(|cap| (1..=HIGHEST_CAP).contains(&cap)));
    form.finish()?;
    partners::find(tx, partner)?.ok_or(NOT_FOUND)?;
    if let Some(id) = input.outlet_id
        && !outlet::list(tx, partner)?.iter().any(|known| known.id == id)
    {
        return Err(AppError::invalid_field("outletId", "invalid_value"));
    }
    let (outlet, daily_cap) = (input.outlet_id, input.daily_cap);
    let (id, secret) = earn_links::create(tx, &staff.keys, &NewEarnLinkKey { partner, outlet, name, daily_cap })?;
    let made = find(tx, id)?;
    staff.note(tx, "earn_link_key.create", id, None, Some(&made))?;
    Ok((made, secret))
}

/// Creates the successor of a key, whose links work for another week. Fails with `not_found`.
fn rotate(tx: &Tx<'_>, staff: &AuditedStaff, id: EarnLinkKeyId) -> AppResult<(EarnLinkKeyView, String)> {
    let before = find(tx, id)?;
    let (successor, secret) = earn_links::rotate(tx, &staff.keys, id)?;
    let made = find(tx, successor)?;
    staff.note(tx, "earn_link_key.rotate", id, Some(&before), Some(&made))?;
    Ok((made, secret))
}

/// Withdraws a key at once. Fails with `not_found`.
fn withdraw(tx: &Tx<'_>, staff: &AuditedStaff, id: EarnLinkKeyId) -> AppResult<()> {
    let before = find(tx, id)?;
    earn_links::withdraw(tx, id)?;
    staff.note(tx, "earn_link_key.withdraw", id, Some(&before), Some(&find(tx, id)?))
}
