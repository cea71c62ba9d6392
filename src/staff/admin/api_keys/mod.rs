//! API keys, which authenticate a partner's tills. Only owners issue them.

pub mod http;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::auth::api_keys::{self, ApiKey, KeyTerms, NewApiKey, Scope};
use crate::base::clock::Timestamp;
use crate::base::content::FormErrors;
use crate::base::id::{ApiKeyId, OutletId, PartnerId};
use crate::base::network::Network;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::outlets::outlet;
use crate::member::partners;
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, STALE};

/// The longest name of a key, in characters.
const LONGEST_NAME: usize = 60;
const MOST_NETWORKS: usize = 20;
const HIGHEST_CAP: i64 = 1_000_000_000;
const DAY: Duration = Duration::from_secs(86_400);
const LONGEST_LIFE_DAYS: u32 = 365;

/// Fields of a key that an owner sets.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ApiKeyInput)]
pub struct KeyInput {
    /// Its display name, at most 60 characters. Two keys may have the same name and work at the same time, so that a
    /// till can change over.
    name: String,
    /// The key's permissions.
    #[serde(default = "every_scope")]
    scopes: Vec<Scope>,
    /// Networks that it may be used from, such as `203.0.113.0/24`; empty for any.
    #[serde(default)]
    networks: Vec<String>,
    /// Points that may be awarded with the key per Hong Kong day; absent if the key has no cap of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    daily_cap: Option<i64>,
}

impl KeyInput {
    pub fn new(name: String, scopes: Vec<Scope>, networks: Vec<String>, daily_cap: Option<i64>) -> Self {
        Self { name, scopes, networks, daily_cap }
    }
}

fn every_scope() -> Vec<Scope> {
    Scope::ALL.to_vec()
}

impl KeyInput {
    fn terms(&self) -> AppResult<KeyTerms> {
        let name = self.name.trim().to_owned();
        let networks: Option<Vec<Network>> = self.networks.iter().map(|text| Network::parse(text.trim())).collect();
        let mut scopes = self.scopes.clone();
        scopes.sort_unstable();
        scopes.dedup();
        let mut form = FormErrors::new();
        form.expect("name", "required_field", !name.is_empty());
        form.expect("name", "too_long", name.chars().count() <= LONGEST_NAME);
        form.expect("scopes", "required_field", !scopes.is_empty());
        form.expect("networks", "invalid_network", networks.is_some() && self.networks.len() <= MOST_NETWORKS);
        let capped = self.daily_cap.is_none_or(|cap| (1..=HIGHEST_CAP).contains(&cap));
        form.expect("dailyCap", "invalid_value", capped);
        form.finish()?;
        Ok(KeyTerms { name, scopes, networks: networks.unwrap_or_default(), daily_cap: self.daily_cap })
    }
}

/// A key as the admin shows it, without its secret.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminApiKey)]
pub struct KeyView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: ApiKeyId,
    partner_id: PartnerId,
    /// The outlet of the till; absent if the key is for all outlets. A purchase with the key earns by the rules of the
    /// outlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    outlet_id: Option<OutletId>,
    #[serde(flatten)]
    terms: KeyInput,
    created: Timestamp,
    expires: Timestamp,
    /// Time of the last use, accurate to a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked: Option<Timestamp>,
    #[serde(skip)]
    version: i64,
}

impl From<ApiKey> for KeyView {
    fn from(key: ApiKey) -> Self {
        let KeyTerms { name, scopes, networks, daily_cap } = key.terms;
        let networks = networks.iter().map(Network::to_string).collect();
        Self {
            id: key.id,
            partner_id: key.partner,
            outlet_id: key.outlet,
            terms: KeyInput { name, scopes, networks, daily_cap },
            created: key.created,
            expires: key.expires,
            last_used: key.last_used,
            revoked: key.revoked,
            version: key.version,
        }
    }
}

impl CsvRow for KeyView {
    const HEADINGS: &'static str = "_id,partner,outlet,name,scopes,networks,dailyCap,created,expires,lastUsed,revoked";

    fn cells(&self) -> Vec<Cell> {
        let scopes: Vec<&str> = self.terms.scopes.iter().map(|scope| scope.name()).collect();
        vec![
            self.id.to_string().into(),
            self.partner_id.to_string().into(),
            self.outlet_id.map(|id| id.to_string()).into(),
            self.terms.name.clone().into(),
            scopes.join(" ").into(),
            self.terms.networks.join(" ").into(),
            self.terms.daily_cap.into(),
            self.created.into(),
            self.expires.into(),
            self.last_used.into(),
            self.revoked.into(),
        ]
    }
}

impl KeyView {
    pub fn id(&self) -> ApiKeyId {
        self.id
    }
}

fn find(read: &Read<'_>, id: ApiKeyId) -> AppResult<KeyView> {
    Ok(api_keys::find_api_key(read, id)?.map(KeyView::from).ok_or(NOT_FOUND)?)
}

/// The present terms of a key. Fails with `not_found`.
fn terms_of(read: &Read<'_>, id: ApiKeyId) -> AppResult<KeyTerms> {
    Ok(api_keys::find_api_key(read, id)?.ok_or(NOT_FOUND)?.terms)
}

/// Fails with `unknown_partner`, and with `invalid_value` for an outlet that the partner does not have or has closed.
fn require_place(read: &Read<'_>, (partner, outlet): (PartnerId, Option<OutletId>)) -> AppResult<()> {
    if partners::find(read, partner)?.is_none() {
        return Err(AppError::invalid_field("partnerId", "unknown_partner"));
    }
    match outlet {
        Some(id) if outlet::find(read, id)?.is_none_or(|found| found.partner_id != partner) => {
            Err(AppError::invalid_field("outletId", "invalid_value"))
        }
        _ => Ok(()),
    }
}

/// Creates a key for the till of a partner, at one outlet or at any; returns its text, which is never shown again.
/// Fails with `unknown_partner`, `too_many_keys`, and `400` for invalid input.
pub fn create(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    place: (PartnerId, Option<OutletId>),
    input: &KeyInput,
    life_days: Option<u32>,
) -> AppResult<(KeyView, String)> {
    let terms = input.terms()?;
    let days = life_days.unwrap_or(LONGEST_LIFE_DAYS);
    if !(1..=LONGEST_LIFE_DAYS).contains(&days) {
        return Err(AppError::invalid_field("expiresInDays", "invalid_value"));
    }
    require_place(tx, place)?;
    let ((partner, outlet), expires) = (place, tx.now().plus(DAY * days));
    let (id, text) = api_keys::create_api_key(tx, &NewApiKey { partner, outlet, terms, expires })?;
    let made = find(tx, id)?;
    staff.note(tx, "api_key.create", id, None, Some(&made))?;
    Ok((made, text))
}

/// Changes a key that is still at `version` (`None` for any). Fails with `not_found`, [`STALE`], and `400` for
/// invalid input.
fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: ApiKeyId,
    version: Option<i64>,
    input: &KeyInput,
) -> AppResult<KeyView> {
    let before = find(tx, id)?;
    if version.is_some_and(|version| version != before.version) {
        return Err(STALE.into());
    }
    api_keys::update_api_key(tx, id, &input.terms()?)?;
    let after = find(tx, id)?;
    staff.note(tx, "api_key.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Revokes a key at once. Fails with `not_found`.
pub fn revoke(tx: &Tx<'_>, staff: &AuditedStaff, id: ApiKeyId) -> AppResult<()> {
    let before = find(tx, id)?;
    api_keys::revoke_api_key(tx, id)?;
    staff.note(tx, "api_key.revoke", id, Some(&before), Some(&find(tx, id)?))
}
