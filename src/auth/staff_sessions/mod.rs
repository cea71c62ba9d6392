//! Where staff are signed in: the list of one person's sessions, and ending them.

mod queries;

use serde::Serialize;

use super::sessions::{self, Granted, Owner, Remember, SessionKind, StaffTime};
use crate::base::clock::Timestamp;
use crate::base::id::{SessionId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::store::{Read, Tx};

/// Where a session begins.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The caller's address.
    pub address: String,
    /// What the browser or script calls itself.
    pub agent: String,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSession {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: SessionId,
    /// `browser` or `api`.
    pub kind: String,
    /// From which address it began.
    pub address: String,
    /// What the browser or script calls itself.
    pub agent: String,
    /// When it began.
    pub signed_in: Timestamp,
    /// When it ends unless it is used before.
    pub idle_until: Timestamp,
    /// When it ends in any case.
    pub expires: Timestamp,
    /// Whether this very call rests on it.
    pub current: bool,
}

/// Opens a session for somebody on the staff.
pub fn open(
    tx: &Tx<'_>,
    id: StaffId,
    epoch: i64,
    kind: SessionKind,
    time: StaffTime,
    origin: &Origin,
) -> AppResult<Granted> {
    let granted = sessions::open(tx, Owner::Staff(id, time), epoch, kind, Remember::No)?;
    queries::insert_origin(tx, granted.session, origin)?;
    Ok(granted)
}

/// Somebody's live sessions, newest first; `current` is marked.
pub fn list(read: &Read<'_>, id: StaffId, current: Option<SessionId>) -> AppResult<Vec<StaffSession>> {
    let mut found = queries::list(read, id)?;
    for session in &mut found {
        session.current = Some(session.id) == current;
    }
    Ok(found)
}

/// Ends one of somebody's sessions. Fails with `not_found` for anybody else's.
pub fn end(tx: &Tx<'_>, id: StaffId, session: SessionId) -> AppResult<()> {
    if queries::delete(tx, id, session)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Ends all of somebody's sessions.
pub fn end_all(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    queries::delete_all(tx, id)
}

/// Ends all but one of somebody's sessions after their epoch was raised.
pub fn end_all_but(tx: &Tx<'_>, id: StaffId, kept: SessionId, epoch: i64) -> AppResult<()> {
    queries::keep(tx, kept, epoch)?;
    queries::delete_older_epochs(tx, id, epoch)
}
