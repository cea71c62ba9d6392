//! API keys for a partner's till: `lyk_<id>_<secret>`, shown once, stored hashed. Scopes limit the calls and networks
//! limit the addresses of a key. A key works until it expires or is revoked.

mod queries;

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{FORBIDDEN, UNAUTHENTICATED};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, OutletId, PartnerId};
use crate::base::network::Network;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{Secret, hash, same};
use crate::platform::store::{Read, Tx, stored_names};

/// The key lacks the scope of this call.
pub const SCOPE_MISSING: ProblemType = ProblemType::new("scope_missing", 403, "Scope missing");
/// The key may not be used from the client's address.
pub const ADDRESS_NOT_ALLOWED: ProblemType = ProblemType::new("address_not_allowed", 403, "Address not allowed");
/// The limit of live keys with one name is reached.
pub const TOO_MANY_KEYS: ProblemType = ProblemType::new("too_many_keys", 409, "Too many keys");

/// The longest lifetime of a key.
pub const LONGEST_LIFE: Duration = Duration::from_secs(365 * 86_400);
/// Live keys with one name: the current key and its successor, for a rotation without downtime.
const MOST_LIVE: i64 = 2;
const PREFIX: &str = "lyk_";
/// The time of last use is updated at most this often, so that calls cause few writes.
const TOUCH: Duration = Duration::from_secs(60);

/// A group of calls that a key may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApiKeyScope)]
pub enum Scope {
    /// Look up a member, award points, return an award, and list the bonuses whose hours run.
    Award,
    /// Verify and collect coupons, and return one.
    Collect,
    /// Read the activity of the counter.
    Activity,
}
stored_names! { Scope { Award = "award", Collect = "collect", Activity = "activity" } }

impl Scope {
    /// The scope that a counter call requires; `None` for calls that keys may not make.
    fn of_call(path: &str) -> Option<Self> {
        match path.strip_prefix("/api/merchant/")?.split('/').next()? {
            "award" | "lookup" | "bonuses" => Some(Scope::Award),
            "verify" | "collect" | "return" => Some(Scope::Collect),
            "activity" | "today" => Some(Scope::Activity),
            _ => None,
        }
    }
}

/// The terms of a key, which an owner sets.
#[derive(Clone, Debug)]
pub struct KeyTerms {
    /// The display name.
    pub name: String,
    /// The calls that the key may make.
    pub scopes: Vec<Scope>,
    /// Networks from which the key may be used; empty means any.
    pub networks: Vec<Network>,
    /// Points that may be awarded with the key per Hong Kong day.
    pub daily_cap: Option<i64>,
}

impl KeyTerms {
    /// Whether these terms extend the awards that `earlier` allowed: awards at all, from more networks, or more
    /// points per day.
    pub fn award_more_than(&self, earlier: &KeyTerms) -> bool {
        let elsewhere = match (&earlier.networks[..], &self.networks[..]) {
            ([], _) => false,
            (_, []) => true,
            (before, now) => now.iter().any(|place| !before.iter().any(|known| known.covers(place))),
        };
        let capped = |terms: &KeyTerms| terms.daily_cap.unwrap_or(i64::MAX);
        let awards = |terms: &KeyTerms| terms.scopes.contains(&Scope::Award);
        awards(self) && (!awards(earlier) || elsewhere || capped(self) > capped(earlier))
    }
}

/// A key to create.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// The partner whose till uses the key.
    pub partner: PartnerId,
    /// The outlet of the till, if the key is for one.
    pub outlet: Option<OutletId>,
    /// See [`KeyTerms`].
    pub terms: KeyTerms,
    /// The time at which the key expires; at most a year from now.
    pub expires: Timestamp,
}

/// A key as lists show it.
#[derive(Clone, Debug)]
pub struct ApiKey {
    /// The id, which is part of the key's text.
    pub id: ApiKeyId,
    /// The partner whose till uses the key.
    pub partner: PartnerId,
    /// The outlet of the till, if the key is for one.
    pub outlet: Option<OutletId>,
    /// See [`KeyTerms`].
    pub terms: KeyTerms,
    /// The time at which the key was created.
    pub created: Timestamp,
    /// The time at which the key expires.
    pub expires: Timestamp,
    /// The time at which the key was last used, to about a minute.
    pub last_used: Option<Timestamp>,
    /// The time at which the key was revoked, if it was.
    pub revoked: Option<Timestamp>,
    /// Incremented by every change.
    pub version: i64,
}

/// Creates a key. Only this call returns its text. Fails with [`TOO_MANY_KEYS`].
pub fn create_api_key(tx: &Tx<'_>, key: &NewApiKey) -> AppResult<(ApiKeyId, String)> {
    if queries::count_live(tx, key.partner, &key.terms.name)? >= MOST_LIVE {
        return Err(TOO_MANY_KEYS.into());
    }
    let id = ApiKeyId::made_at(tx.now());
    let secret = Secret::generate();
    let expires = key.expires.min(tx.now().plus(LONGEST_LIFE));
    queries::insert(tx, id, key, &secret.hash(), expires)?;
    Ok((id, format!("{PREFIX}{id}_{}", secret.expose())))
}

/// Changes the terms of a key. Fails with `not_found`.
pub fn update_api_key(tx: &Tx<'_>, id: ApiKeyId, terms: &KeyTerms) -> AppResult<()> {
    if queries::update(tx, id, terms)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Revokes a key at once. Fails with `not_found`.
pub fn revoke_api_key(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    if queries::revoke(tx, id)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// The keys for an outlet that are not revoked.
pub fn list_api_keys_of_outlet(read: &Read<'_>, outlet: OutletId) -> AppResult<Vec<ApiKeyId>> {
    queries::list_of_outlet(read, outlet)
}

/// Every key, newest first.
pub fn list_api_keys(read: &Read<'_>) -> AppResult<Vec<ApiKey>> {
    queries::list(read)
}

/// An API key by its id.
pub fn find_api_key(read: &Read<'_>, id: ApiKeyId) -> AppResult<Option<ApiKey>> {
    Ok(queries::find(read, id)?.map(|(key, _)| key))
}

/// A key as the client presents it.
#[derive(Clone, Copy)]
pub(super) struct PresentedKey<'t> {
    id: ApiKeyId,
    secret: &'t str,
}

impl<'t> PresentedKey<'t> {
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        Some(Self { id: ApiKeyId::parse(id)?, secret })
    }
}

/// The key, if its secret is right and it is live.
pub(super) fn find(read: &Read<'_>, presented: PresentedKey<'_>) -> AppResult<Option<ApiKey>> {
    let Some((key, stored)) = queries::find(read, presented.id)? else { return Ok(None) };
    let works = key.works(read.now()) && same(&hash(presented.secret), &stored);
    Ok(works.then_some(key))
}

/// Checks that a key is live and may still make calls of `scope` from `address`. Fails with `unauthenticated` and
/// with the errors of [`ApiKey::require`].
pub(super) fn require_standing(read: &Read<'_>, id: ApiKeyId, scope: Scope, address: IpAddr) -> AppResult<()> {
    let key = queries::find(read, id)?.map(|(key, _)| key).filter(|key| key.works(read.now()));
    key.ok_or(UNAUTHENTICATED)?.require_scope(Some(scope), address).map(drop)
}

impl ApiKey {
    fn works(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && self.expires > now
    }

    /// The scope of the call at `path`, if the key may make it from `address`. Fails with [`ADDRESS_NOT_ALLOWED`],
    /// [`SCOPE_MISSING`], or [`FORBIDDEN`] for a call that keys may not make.
    pub(super) fn require(&self, path: &str, address: IpAddr) -> AppResult<Scope> {
        self.require_scope(Scope::of_call(path), address)
    }

    fn require_scope(&self, needed: Option<Scope>, address: IpAddr) -> AppResult<Scope> {
        let KeyTerms { networks, scopes, .. } = &self.terms;
        if !networks.is_empty() && !networks.iter().any(|network| network.contains(address)) {
            return Err(ADDRESS_NOT_ALLOWED.into());
        }
        let needed = needed.ok_or(FORBIDDEN)?;
        if scopes.contains(&needed) { Ok(needed) } else { Err(SCOPE_MISSING.into()) }
    }

    /// Whether the time of last use is due for an update.
    pub(super) fn is_due_for_touch(&self, now: Timestamp) -> bool {
        self.last_used.is_none_or(|last| last.plus(TOUCH) <= now)
    }
}

/// Updates the time of last use.
pub(super) fn touch(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    queries::touch(tx, id)
}
