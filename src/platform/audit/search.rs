//! Searching the audit.

pub use super::{AuditFilter, Extent};
use serde::Serialize;

use super::{AuditEntry, POINTS_ACTIONS, hex, queries};
use crate::base::id::AuditId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

impl Extent {
    /// The actions whose entries may be read; `None` for all.
    fn actions(self) -> Option<&'static [&'static str]> {
        match self {
            Extent::Whole => None,
            Extent::Points => Some(POINTS_ACTIONS),
        }
    }

    /// The actions as a JSON array for the queries, or null for all.
    pub(super) fn json(self) -> AppResult<Option<String>> {
        Ok(self.actions().map(serde_json::to_string).transpose()?)
    }
}

/// Matching entries older than the entry `before`, newest first. The narrowest filter uses its own index; the words
/// are searched in the entries that the other filters leave.
pub fn list(read: &Read<'_>, wanted: &AuditFilter, before: Option<AuditId>, limit: i64) -> AppResult<Vec<AuditEntry>> {
    let span = queries::span(read, wanted.period, before)?;
    queries::list(read, wanted, span, limit)
}

/// The number of entries.
pub fn count(read: &Read<'_>) -> AppResult<i64> {
    Ok(queries::newest(read)?.map_or(0, |(seq, _)| seq))
}

/// An actor in the audit.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AuditActor)]
pub struct KnownActor {
    /// Their id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The newest name.
    pub name: String,
}

/// The values that the audit can be filtered by.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AuditKnown)]
pub struct AuditFilterValues {
    /// The actors.
    pub actors: Vec<KnownActor>,
    /// The actions.
    pub actions: Vec<String>,
}

/// Every actor and action in a part of the audit. For the whole audit, the query skips through the indexes.
pub fn known(read: &Read<'_>, extent: Extent) -> AppResult<AuditFilterValues> {
    let (found, actions) = match extent.actions() {
        None => (queries::actors(read)?, queries::actions(read)?),
        Some(only) => {
            let actions = queries::actions(read)?.into_iter().filter(|action| only.contains(&action.as_str()));
            (queries::actors_of(read, extent)?, actions.collect())
        }
    };
    let known = |(id, name): ([u8; 16], String)| KnownActor { id: hex(&id), name };
    let mut actors: Vec<_> = found.into_iter().map(known).collect();
    actors.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(AuditFilterValues { actors, actions })
}
