//! The audit trail: what staff did, in the same commit as the deed. No routes; it only grows.
//!
//! Each row is sealed with a keyed hash over itself and the seal before it, so that a row changed,
//! removed or slipped in breaks every seal after it.

mod actions;
mod chain;
mod queries;
mod search;

use std::net::IpAddr;

use serde::Serialize;
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::id::AuditId;
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

pub use actions::{ACTIONS, POINTS_ACTIONS};
pub use chain::{Chain, Check, check};
pub use search::{Extent, Known, KnownActor, Wanted, count, known, list};

/// Who did it, and from where.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The 16 bytes of the person's or key's id.
    pub id: [u8; 16],
    /// The name at that time.
    pub name: String,
    /// The role at that time.
    pub role: &'static str,
    /// The caller's address.
    pub address: IpAddr,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Deed {
    /// Such as `item.create`.
    pub action: String,
    /// The id of what it was done to.
    pub target: String,
    /// How that was before.
    pub before: Option<Value>,
    /// How it is now.
    pub after: Option<Value>,
}

impl Deed {
    /// A deed that is all in its name: nothing was before it or after it.
    pub fn bare(action: &str, target: impl std::fmt::Display) -> Self {
        Self { action: action.to_owned(), target: target.to_string(), before: None, after: None }
    }

    /// The same with what there is to know of it now.
    pub fn with<T: Serialize>(action: &str, target: impl std::fmt::Display, after: &T) -> AppResult<Self> {
        Ok(Self { after: Some(serde_json::to_value(after)?), ..Self::bare(action, target) })
    }
}

/// A line of the trail.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct Entry {
    /// Counts the lines from 1, without a gap.
    #[serde(rename = "number")]
    pub seq: i64,
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: AuditId,
    /// Who, by id.
    pub actor: String,
    /// Who, by name at that time.
    pub actor_name: String,
    /// In which role.
    pub actor_role: String,
    /// From which address.
    pub address: String,
    /// What was done, such as `item.create`.
    pub action: String,
    /// The id of what it was done to.
    pub target: String,
    /// How that was before.
    #[schema(value_type = Option<Object>, required)]
    pub before: Option<Value>,
    /// How it was after.
    #[schema(value_type = Option<Object>, required)]
    pub after: Option<Value>,
    /// When.
    pub created: Timestamp,
    /// The seal over this line and the one before it.
    #[serde(rename = "seal", serialize_with = "as_hex")]
    #[schema(value_type = String)]
    mac: [u8; 32],
}

impl Entry {
    /// The seal, in hexadecimal digits.
    pub fn seal_text(&self) -> String {
        hex(&self.mac)
    }
}

/// A line as it is sealed: who (by id, name, role and address), what, to what, before and after, each as the text
/// that stands in the store.
struct Line {
    seq: i64,
    id: AuditId,
    texts: [String; 8],
    created: Timestamp,
    mac: [u8; 32],
}

impl Line {
    /// The seal over this line and the one before it.
    fn seal(&self, keys: &Keyring, previous: [u8; 32]) -> [u8; 32] {
        let (seq, created) = (self.seq.to_be_bytes(), self.created.as_millis().to_be_bytes());
        let mut parts: Vec<&[u8]> = vec![&previous, &seq, self.id.as_bytes()];
        parts.extend(self.texts.iter().map(String::as_bytes));
        parts.push(&created);
        keys.mac(Purpose::Audit, &parts)
    }
}

/// The seal before the first line.
const GENESIS: [u8; 32] = [0; 32];

/// Adds a line to the trail.
pub fn record(tx: &Tx<'_>, keys: &Keyring, actor: &Actor, deed: Deed) -> AppResult<()> {
    debug_assert!(ACTIONS.contains(&deed.action.as_str()), "{} is not in the list of actions", deed.action);
    let (newest, previous) = queries::newest(tx)?.unwrap_or((0, GENESIS));
    let json = |value: Option<Value>| value.map_or(Ok(String::new()), |value| serde_json::to_string(&value));
    let mut line = Line {
        seq: newest + 1,
        id: AuditId::made_at(tx.now()),
        texts: [
            hex(&actor.id),
            actor.name.clone(),
            actor.role.to_owned(),
            actor.address.to_string(),
            deed.action,
            deed.target,
            json(deed.before)?,
            json(deed.after)?,
        ],
        created: tx.now(),
        mac: GENESIS,
    };
    line.mac = line.seal(keys, previous);
    queries::insert(tx, &line, &actor.id)
}

/// The newest line's place and seal. Written to the log now and then, it shows later whether the
/// trail was cut off or rewritten by somebody who had the keys.
pub fn anchor(read: &Read<'_>) -> AppResult<Option<(i64, String)>> {
    Ok(queries::newest(read)?.map(|(seq, mac)| (seq, hex(&mac))))
}

fn as_hex<S: serde::Serializer>(bytes: &[u8; 32], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&hex(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
