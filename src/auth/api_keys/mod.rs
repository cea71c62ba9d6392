//! Keys to the API for a partner's till: `lyk_<id>_<secret>`, shown once, stored hashed.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, PartnerId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::base::secret::{Secret, hash, same};
use crate::store::{Read, Tx};

/// The longest that a key may work.
pub const LONGEST_LIFE: Duration = Duration::from_secs(365 * 86_400);
const PREFIX: &str = "lyk_";

/// A key that is about to be.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// Whose till it is for.
    pub partner: PartnerId,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
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
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created: Timestamp,
    /// When it stops working.
    pub expires: Timestamp,
    /// When it was taken back, if it was.
    pub revoked: Option<Timestamp>,
}

/// Makes a key. Its text is given here and never again.
pub fn create_api_key(tx: &Tx<'_>, key: &NewApiKey) -> AppResult<(ApiKeyId, String)> {
    let id = ApiKeyId::made_at(tx.now());
    let secret = Secret::generate();
    let expires = key.expires.min(tx.now().plus(LONGEST_LIFE));
    queries::insert(tx, id, key, &secret.hash(), expires)?;
    Ok((id, format!("{PREFIX}{id}_{}", secret.expose())))
}

/// Takes a key back at once. Fails with `not_found`.
pub fn revoke_api_key(tx: &Tx<'_>, id: ApiKeyId) -> AppResult<()> {
    if queries::revoke(tx, id)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Every key, newest first.
pub fn list_api_keys(read: &Read<'_>) -> AppResult<Vec<ApiKey>> {
    queries::list(read)
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
    let works = key.revoked.is_none() && key.expires > read.now() && same(&hash(presented.secret), &stored);
    Ok(works.then_some(key))
}
