//! Looking things up in the trail.

use serde::Serialize;

use super::{Entry, POINTS_ACTIONS, hex, queries};
use crate::base::day::Period;
use crate::base::id::AuditId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// How much of the trail somebody may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// What moved points: [`POINTS_ACTIONS`].
    Points,
}

impl Extent {
    /// The actions whose lines may be read; `None` for all.
    fn actions(self) -> Option<&'static [&'static str]> {
        match self {
            Extent::Whole => None,
            Extent::Points => Some(POINTS_ACTIONS),
        }
    }

    /// The same as the queries read it: a JSON array, or null for all.
    pub(super) fn json(self) -> AppResult<Option<String>> {
        Ok(self.actions().map(serde_json::to_string).transpose()?)
    }
}

/// Which lines are wanted; what is left out is not asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Of what part of the trail.
    pub extent: Extent,
    /// Who, by the 16 bytes of their id.
    pub actor: Option<[u8; 16]>,
    /// What was done, such as `item.create`, or all that was done to a kind, such as `item`.
    pub action: Option<String>,
    /// The id of what it was done to.
    pub target: Option<String>,
    /// Patterns that each occur somewhere in the line.
    pub words: Vec<String>,
    /// When.
    pub period: Period,
}

/// Wanted lines older than the line `before`, newest first. Of the filters the narrowest has an index of its own;
/// words are looked for in what the others leave.
pub fn list(read: &Read<'_>, wanted: &Wanted, before: Option<AuditId>, limit: i64) -> AppResult<Vec<Entry>> {
    let span = queries::span(read, wanted.period, before)?;
    match wanted {
        Wanted { target: Some(_), .. } => queries::list_of_target(read, wanted, span, limit),
        Wanted { actor: Some(_), .. } => queries::list_of_actor(read, wanted, span, limit),
        Wanted { action: Some(action), .. } if action.contains('.') => {
            queries::list_of_action(read, wanted, span, limit)
        }
        _ => queries::list(read, wanted, span, limit),
    }
}

/// How many lines there are.
pub fn count(read: &Read<'_>) -> AppResult<i64> {
    Ok(queries::newest(read)?.map_or(0, |(seq, _)| seq))
}

/// Somebody who is in the trail.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AuditActor)]
pub struct KnownActor {
    /// Their id.
    #[serde(rename = "_id")]
    pub id: String,
    /// What they were called last.
    pub name: String,
}

/// What the trail can be narrowed to.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AuditKnown)]
pub struct Known {
    /// Who did something.
    pub actors: Vec<KnownActor>,
    /// What was done.
    pub actions: Vec<String>,
}

/// Everybody and every action that a part of the trail knows. Of the whole, each is found by a leap through the indexes.
pub fn known(read: &Read<'_>, extent: Extent) -> AppResult<Known> {
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
    Ok(Known { actors, actions })
}
