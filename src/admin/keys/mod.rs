//! API keys: what lets a partner's till in. Only the owner hands them out.

pub(super) mod http;

use serde::Serialize;

use super::Hand;
use crate::auth::api_keys;
use crate::auth::api_keys::{ApiKey, NewApiKey};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, PartnerId};
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::partners;
use crate::store::{Read, Tx};

/// The longest name of a key, in characters.
const LONGEST_NAME: usize = 60;
/// What a partner's till does.
const SCOPE: &str = "counter";

/// A key as the desk sees it: everything but its secret.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminApiKey)]
pub(super) struct KeyView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: ApiKeyId,
    partner_id: PartnerId,
    name: String,
    created: Timestamp,
    expires: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked: Option<Timestamp>,
}

impl From<ApiKey> for KeyView {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id,
            partner_id: key.partner,
            name: key.name,
            created: key.created,
            expires: key.expires,
            revoked: key.revoked,
        }
    }
}

fn find(read: &Read<'_>, id: ApiKeyId) -> AppResult<KeyView> {
    let found = api_keys::list_api_keys(read)?.into_iter().find(|key| key.id == id);
    Ok(found.map(KeyView::from).ok_or(NOT_FOUND)?)
}

/// Makes a key for a partner's till; its text is given here and never again. Fails with
/// `unknown_partner` and `required_field`.
fn create(tx: &Tx<'_>, hand: &Hand, partner: PartnerId, name: &str) -> AppResult<(KeyView, String)> {
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(AppError::invalid_field("name", "required_field"));
    }
    if partners::find(tx, partner)?.is_none() {
        return Err(AppError::invalid_field("partnerId", "unknown_partner"));
    }
    let expires = tx.now().plus(api_keys::LONGEST_LIFE);
    let new = NewApiKey { partner, name, scopes: vec![SCOPE.to_owned()], expires };
    let (id, text) = api_keys::create_api_key(tx, &new)?;
    let made = find(tx, id)?;
    hand.note(tx, "api_key.create", id, None, Some(&made))?;
    Ok((made, text))
}

/// Takes a key back at once. Fails with `not_found`.
fn revoke(tx: &Tx<'_>, hand: &Hand, id: ApiKeyId) -> AppResult<()> {
    let before = find(tx, id)?;
    api_keys::revoke_api_key(tx, id)?;
    hand.note(tx, "api_key.revoke", id, Some(&before), Some(&find(tx, id)?))
}
