//! The audit: the actions of staff, each written in the same commit as its effect. It is append-only. This module has
//! no routes.
//!
//! Each row is sealed with a keyed hash over itself and the previous seal, so that changing, removing or inserting a
//! row breaks every later seal.

mod actions;
mod chain;
mod last_check;
mod queries;
mod search;

use std::net::IpAddr;

use serde::Serialize;
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::AuditId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

pub use actions::{ACTIONS, POINTS_ACTIONS};
pub use chain::{Chain, ChainCheck, check};
pub use last_check::LastCheck;
pub use search::{AuditFilterValues, KnownActor, count, known, list};

/// The person or program that did the action, and its address.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The 16 bytes of the person's or key's id.
    pub id: [u8; 16],
    /// The name at that time.
    pub name: String,
    /// The role at that time.
    pub role: &'static str,
    /// The client's address.
    pub address: IpAddr,
}

/// An action to record.
#[derive(Clone, Debug)]
pub struct AuditedAction {
    /// Such as `item.create`.
    pub action: String,
    /// The id of the object of the action.
    pub target: String,
    /// The object before the action.
    pub before: Option<Value>,
    /// The object after the action.
    pub after: Option<Value>,
}

impl AuditedAction {
    /// An action without state before or after it.
    pub fn bare(action: &str, target: impl std::fmt::Display) -> Self {
        Self { action: action.to_owned(), target: target.to_string(), before: None, after: None }
    }

    /// An action with the state after it.
    pub fn with<T: Serialize>(action: &str, target: impl std::fmt::Display, after: &T) -> AppResult<Self> {
        Ok(Self { after: Some(serde_json::to_value(after)?), ..Self::bare(action, target) })
    }
}

/// An audit entry.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct AuditEntry {
    /// Counts the entries from 1, without a gap.
    #[serde(rename = "number")]
    pub seq: i64,
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: AuditId,
    /// The id of the staff member or API key.
    pub actor: String,
    /// The actor's name at that time.
    pub actor_name: String,
    /// The actor's role at that time.
    pub actor_role: String,
    /// The client's address.
    pub address: String,
    /// The action, such as `item.create`.
    pub action: String,
    /// The id of the object of the action.
    pub target: String,
    /// The object before the action.
    #[schema(value_type = Option<Object>, required)]
    pub before: Option<Value>,
    /// The object after the action.
    #[schema(value_type = Option<Object>, required)]
    pub after: Option<Value>,
    /// The time at which the action was recorded.
    pub created: Timestamp,
    /// The seal over this entry and the previous seal.
    #[serde(rename = "seal", serialize_with = "as_hex")]
    #[schema(value_type = String)]
    mac: [u8; 32],
}

impl AuditEntry {
    /// The seal, in hexadecimal digits.
    pub fn seal_text(&self) -> String {
        hex(&self.mac)
    }
}

/// The sealed fields of an entry: actor (id, name, role and address), action, target, before and after, each as the
/// text in the store.
struct SealedEntry {
    seq: i64,
    id: AuditId,
    texts: [String; 8],
    created: Timestamp,
    mac: [u8; 32],
}

impl SealedEntry {
    /// The seal over this entry and the previous seal.
    fn seal(&self, keys: &Keyring, previous: [u8; 32]) -> [u8; 32] {
        let (seq, created) = (self.seq.to_be_bytes(), self.created.as_millis().to_be_bytes());
        let mut parts: Vec<&[u8]> = vec![&previous, &seq, self.id.as_bytes()];
        parts.extend(self.texts.iter().map(String::as_bytes));
        parts.push(&created);
        keys.mac(KeyPurpose::Audit, &parts)
    }
}

/// The seal that the first entry follows.
const GENESIS: [u8; 32] = [0; 32];

/// Search filters; an absent filter matches every entry.
#[derive(Clone, Debug)]
pub struct AuditFilter {
    /// The part of the audit to search.
    pub extent: Extent,
    /// The actor, by the 16 bytes of their id.
    pub actor: Option<[u8; 16]>,
    /// The action, such as `item.create`, or all actions on a kind, such as `item`.
    pub action: Option<String>,
    /// The id of the object of the action.
    pub target: Option<String>,
    /// Patterns that must each occur somewhere in the entry.
    pub words: Vec<String>,
    /// The time at which the action was recorded.
    pub period: Period,
}

/// The part of the audit that a reader may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Actions that moved points: [`POINTS_ACTIONS`].
    Points,
}

/// Adds an entry to the audit.
pub fn record(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, entry: AuditedAction) -> AppResult<()> {
    debug_assert!(ACTIONS.contains(&entry.action.as_str()), "{} is not in the list of actions", entry.action);
    let (newest, previous) = queries::newest(tx)?.unwrap_or((0, GENESIS));
    let json = |value: Option<Value>| value.map_or(Ok(String::new()), |value| serde_json::to_string(&value));
    let mut line = SealedEntry {
        seq: newest + 1,
        id: AuditId::made_at(tx.now()),
        texts: [
            hex(&actor.id),
            actor.name.clone(),
            actor.role.to_owned(),
            actor.address.to_string(),
            entry.action,
            entry.target,
            json(entry.before)?,
            json(entry.after)?,
        ],
        created: tx.now(),
        mac: GENESIS,
    };
    line.mac = line.seal(keys, previous);
    queries::insert(tx, &line, &actor.id)
}

/// Number and seal of the newest entry. Logged regularly, they prove later whether somebody with the keys cut off or
/// rewrote the audit.
pub fn anchor(read: &Read<'_>) -> AppResult<Option<(i64, String)>> {
    Ok(queries::newest(read)?.map(|(seq, mac)| (seq, hex(&mac))))
}

fn as_hex<S: serde::Serializer>(bytes: &[u8; 32], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&hex(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
