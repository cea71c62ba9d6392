//! What `kapok admin` does at the desk: the same changes by the same rules, each with its line in
//! the trail. Whoever has a shell on the server asks nobody.

use serde_json::Value;

use super::approvals::{self, Standing};
use super::keys::{self, KeyInput};
use super::permissions::{Crew, Settlers};
use super::settings as programme;
use super::{Hand, reason};
use crate::auth::api_keys::Scope;
use crate::auth::{FORBIDDEN, Principal, Role};
use crate::base::clock::Timestamp;
use crate::base::id::{ApiKeyId, ApprovalId, PartnerId};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::core::settings::{self, ProgrammeSettings};
use crate::platform::audit::Actor;
use crate::platform::store::{Read, Tx};

/// Requests that one listing shows.
const MOST_SHOWN: i64 = 500;

/// A key that is about to be.
pub struct NewKey {
    /// Whose till it is for.
    pub partner: PartnerId,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Where it may be used from; empty for anywhere.
    pub networks: Vec<String>,
    /// Points that may be awarded with it in a Hong Kong day.
    pub daily_cap: Option<i64>,
    /// After how many days it stops working.
    pub days: Option<u32>,
}

fn hand(keys: &Keyring, actor: &Actor) -> Hand {
    Hand { actor: actor.clone(), keys: keys.clone(), principal: Principal::WithoutSession }
}

/// Makes a key; gives its id and its text. Fails as the console's form does.
pub fn create_key(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, key: &NewKey) -> AppResult<(ApiKeyId, String)> {
    let input = KeyInput::new(key.name.clone(), key.scopes.clone(), key.networks.clone(), key.daily_cap);
    let (made, text) = keys::create(tx, &hand(keys, actor), key.partner, &input, key.days)?;
    Ok((made.id(), text))
}

/// Takes a key back. Fails with `not_found`.
pub fn revoke_key(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, id: ApiKeyId) -> AppResult<()> {
    keys::revoke(tx, &hand(keys, actor), id)
}

/// Replaces the programme's settings, which have been checked.
pub fn replace_settings(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, changed: &ProgrammeSettings) -> AppResult<()> {
    let (version, _) = settings::latest(tx)?;
    programme::replace(tx, &hand(keys, actor), version, changed).map(drop)
}

/// A request that waits for a second person.
pub struct Waiting {
    /// Its id.
    pub id: ApprovalId,
    /// What is to be done.
    pub action: String,
    /// Who asked.
    pub by: String,
    /// Nobody can approve it later.
    pub until: Timestamp,
    /// What exactly was asked for.
    pub body: Value,
}

/// What waits, newest first.
pub fn waiting(read: &Read<'_>) -> AppResult<Vec<Waiting>> {
    approvals::in_short(read, Standing::Pending, MOST_SHOWN)
}

/// What somebody decides.
pub enum Decision {
    /// That it be done.
    Approve,
    /// That it be not, and why.
    Refuse(String),
}

/// Decides in somebody's name, by the rules that they are under at the console.
pub fn decide(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, id: ApprovalId, decision: &Decision) -> AppResult<()> {
    let may = actor.role == Role::Owner.name() || Settlers::ROLES.iter().any(|role| role.name() == actor.role);
    if !may {
        return Err(FORBIDDEN.into());
    }
    match decision {
        Decision::Approve => approvals::approve(tx, &hand(keys, actor), id, None).map(drop),
        Decision::Refuse(why) => approvals::refuse(tx, &hand(keys, actor), id, &reason("reason", why)?).map(drop),
    }
}
