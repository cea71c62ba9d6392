//! Keys to the API for a partner's till: `lyk_<id>_<secret>`, shown once, stored hashed. A key does
//! what its scopes say, from where it may be used, until it ends or is taken back.

mod queries;

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{FORBIDDEN, UNAUTHENTICATED};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, PartnerId};
use crate::base::network::Network;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{Secret, hash, same};
use crate::platform::store::{Read, Tx};

/// The key may not do this.
pub const SCOPE_MISSING: ProblemType = ProblemType::new("scope_missing", 403, "Scope missing");
/// The key may not be used from there.
pub const ADDRESS_NOT_ALLOWED: ProblemType = ProblemType::new("address_not_allowed", 403, "Address not allowed");
/// A till has a key and the one that follows it.
pub const TOO_MANY_KEYS: ProblemType = ProblemType::new("too_many_keys", 409, "Too many keys");

/// The longest that a key may work.
pub const LONGEST_LIFE: Duration = Duration::from_secs(365 * 86_400);
/// Keys of one name that work at once: the old one and the one that follows it.
const MOST_LIVE: i64 = 2;
const PREFIX: &str = "lyk_";
/// The last use is moved on at most this often, so that calls cost few writes.
const TOUCH: Duration = Duration::from_secs(60);

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApiKeyScope)]
pub enum Scope {
    /// Look a member up, award points, and take an award back.
    Award,
    /// Verify and collect coupons, and give one back.
    Collect,
    /// Read what the counter did.
    Activity,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 3] = [Scope::Award, Scope::Collect, Scope::Activity];

    /// The name that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Award => "award",
            Scope::Collect => "collect",
            Scope::Activity => "activity",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// What a call of the counter asks for; `None` for calls that are not for keys.
    fn of_call(path: &str) -> Option<Self> {
        match path.strip_prefix("/api/merchant/")?.split('/').next()? {
            "award" | "lookup" => Some(Scope::Award),
            "verify" | "collect" | "return" => Some(Scope::Collect),
            "activity" | "today" => Some(Scope::Activity),
            _ => None,
        }
    }
}

/// What an owner decides about a key.
#[derive(Clone, Debug)]
pub struct KeyTerms {
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Where it may be used from; empty for anywhere.
    pub networks: Vec<Network>,
    /// Points that may be awarded with it in a Hong Kong day.
    pub daily_cap: Option<i64>,
}

impl KeyTerms {
    /// Whether points can be awarded on these terms that could not be on those: at all, from more places, or more of
    /// them in a day.
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

/// A key that is about to be.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// Whose till it is for.
    pub partner: PartnerId,
    /// See [`KeyTerms`].
    pub terms: KeyTerms,
    /// When it stops working; a year from now at most.
    pub expires: Timestamp,
}

/// A key as lists show it.
#[derive(Clone, Debug)]
pub struct ApiKey {
    /// Its id, which is part of the key's text.
    pub id: ApiKeyId,
    /// Whose till it is for.
    pub partner: PartnerId,
    /// See [`KeyTerms`].
    pub terms: KeyTerms,
    /// When it was made.
    pub created: Timestamp,
    /// When it stops working.
    pub expires: Timestamp,
    /// When it was last used, give or take a minute.
    pub last_used: Option<Timestamp>,
    /// When it was taken back, if it was.
    pub revoked: Option<Timestamp>,
    /// Raised by every change.
    pub version: i64,
}

/// Makes a key. Its text is given here and never again. Fails with [`TOO_MANY_KEYS`].
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

/// Changes what a key may do. Fails with `not_found`.
pub fn update_api_key(tx: &Tx<'_>, id: ApiKeyId, terms: &KeyTerms) -> AppResult<()> {
    if queries::update(tx, id, terms)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Takes a key back at once. Fails with `not_found`.
pub fn revoke_api_key(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    if queries::revoke(tx, id)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Every key, newest first.
pub fn list_api_keys(read: &Read<'_>) -> AppResult<Vec<ApiKey>> {
    queries::list(read)
}

/// One key.
pub fn find_api_key(read: &Read<'_>, id: ApiKeyId) -> AppResult<Option<ApiKey>> {
    Ok(queries::find(read, id)?.map(|(key, _)| key))
}

/// A presented key.
#[derive(Clone, Copy)]
pub(super) struct Presented<'t> {
    id: ApiKeyId,
    secret: &'t str,
}

impl<'t> Presented<'t> {
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        Some(Self { id: ApiKeyId::parse(id)?, secret })
    }
}

/// The key, if it is right and still works.
pub(super) fn find(read: &Read<'_>, presented: Presented<'_>) -> AppResult<Option<ApiKey>> {
    let Some((key, stored)) = queries::find(read, presented.id)? else { return Ok(None) };
    let works = key.works(read.now()) && same(&hash(presented.secret), &stored);
    Ok(works.then_some(key))
}

/// Whether a key still works and may still make calls of that scope from there. Fails with `unauthenticated` and as
/// [`ApiKey::require`] does.
pub(super) fn require_standing(read: &Read<'_>, id: ApiKeyId, scope: Scope, address: IpAddr) -> AppResult<()> {
    let key = queries::find(read, id)?.map(|(key, _)| key).filter(|key| key.works(read.now()));
    key.ok_or(UNAUTHENTICATED)?.require_scope(Some(scope), address).map(drop)
}

impl ApiKey {
    fn works(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && self.expires > now
    }

    /// The scope of a call that the key may make from there. Fails with [`ADDRESS_NOT_ALLOWED`], [`SCOPE_MISSING`] or, for
    /// a call that is not for keys, [`FORBIDDEN`].
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

    /// Whether it is time to note that it is in use.
    pub(super) fn is_due_for_touch(&self, now: Timestamp) -> bool {
        self.last_used.is_none_or(|last| last.plus(TOUCH) <= now)
    }
}

/// Notes that a key is in use.
pub(super) fn touch(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    queries::touch(tx, id)
}
