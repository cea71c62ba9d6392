//! The changes that `kapok admin` makes. They follow the rules of the admin and are audited, but need no second person:
//! somebody with a shell on the server could change the database anyway.

use serde_json::Value;

use crate::auth::api_keys::Scope;
use crate::auth::{FORBIDDEN, Principal, Role};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, ApprovalId, OutletId, PartnerId};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::core::settings::{self, ProgrammeSettings};
use crate::platform::audit::Actor;
use crate::platform::store::{Read, Tx};
use crate::staff::admin::api_keys::{self, KeyInput};
use crate::staff::admin::settings as programme;
use crate::staff::approvals::{self, ActionKinds, Approval, ApprovalStatus};
use crate::staff::kit::permissions::{RoleSet, Settlers};
use crate::staff::kit::{AuditedStaff, reason};

/// Number of requests that one listing shows.
const MOST_SHOWN: i64 = 500;

/// An API key to create.
pub struct NewKey {
    /// The partner whose till uses the key.
    pub partner: PartnerId,
    /// The outlet of the till; `None` for all outlets.
    pub outlet: Option<OutletId>,
    /// Its display name.
    pub name: String,
    /// The scopes of the key.
    pub scopes: Vec<Scope>,
    /// Networks that the key may be used from; empty for any.
    pub networks: Vec<String>,
    /// Points that may be awarded with it per Hong Kong day.
    pub daily_cap: Option<i64>,
    /// Days until the key expires.
    pub days: Option<u32>,
}

fn audited(keys: &Keyring, actor: &Actor) -> AuditedStaff {
    AuditedStaff { actor: actor.clone(), keys: keys.clone(), principal: Principal::WithoutSession }
}

/// Creates an API key; returns its id and its text. Fails as the form of the admin does.
pub fn create_key(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, key: &NewKey) -> AppResult<(ApiKeyId, String)> {
    let input = KeyInput::new(key.name.clone(), key.scopes.clone(), key.networks.clone(), key.daily_cap);
    let (made, text) = api_keys::create(tx, &audited(keys, actor), (key.partner, key.outlet), &input, key.days)?;
    Ok((made.id(), text))
}

/// Revokes an API key. Fails with `not_found`.
pub fn revoke_key(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, id: ApiKeyId) -> AppResult<()> {
    api_keys::revoke(tx, &audited(keys, actor), id)
}

/// Replaces the programme's settings, which the caller has validated.
pub fn replace_settings(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, changed: &ProgrammeSettings) -> AppResult<()> {
    let (version, _) = settings::latest(tx)?;
    programme::replace(tx, &audited(keys, actor), version, changed).map(drop)
}

/// A request that waits for a second person's approval.
pub struct PendingApproval {
    /// Its id.
    pub id: ApprovalId,
    /// The action that was asked for.
    pub action: String,
    /// Name of the person who asked.
    pub by: String,
    /// Time after which the request can no longer be approved.
    pub until: Timestamp,
    /// The exact body of the request.
    pub body: Value,
}

/// Pending requests, newest first.
pub fn waiting(read: &Read<'_>) -> AppResult<Vec<PendingApproval>> {
    let newest = ApprovalId::from_bytes([0xff; 16]);
    let found = approvals::list(read, None, Some(ApprovalStatus::Pending), newest, MOST_SHOWN)?;
    let short = |one: Approval| PendingApproval {
        id: one.id,
        action: one.action,
        by: one.asked_by.name,
        until: one.expires,
        body: one.body,
    };
    Ok(found.into_iter().map(short).collect())
}

/// A decision on a pending request.
pub enum Decision {
    /// Approve it.
    Approve,
    /// Refuse it, with the reason.
    Refuse(String),
}

/// Decides as that person, by the same rules as in the admin.
pub fn decide(
    tx: &Tx<'_>,
    keys: &Keyring,
    actor: &Actor,
    kinds: ActionKinds,
    id: ApprovalId,
    decision: &Decision,
) -> AppResult<()> {
    let may = actor.role == Role::Owner.name() || Settlers::ROLES.iter().any(|role| role.name() == actor.role);
    if !may {
        return Err(FORBIDDEN.into());
    }
    match decision {
        Decision::Approve => approvals::approve(tx, &audited(keys, actor), kinds, id, None).map(drop),
        Decision::Refuse(why) => {
            approvals::refuse(tx, &audited(keys, actor), kinds, id, &reason("reason", why)?).map(drop)
        }
    }
}
