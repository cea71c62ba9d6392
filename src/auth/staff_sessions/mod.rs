//! Sessions of staff: listing and ending the sessions of one person.

mod queries;

use serde::Serialize;

use super::sessions::{self, IssuedSession, Remember, SessionKind, SessionOwner, StaffTime};
use crate::base::clock::Timestamp;
use crate::base::id::{SessionId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::store::{Read, Tx};

/// The place in which a session was opened.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The client's IP address.
    pub address: String,
    /// The User-Agent of the browser or script.
    pub agent: String,
}

/// A session as shown to its owner.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSession {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: SessionId,
    /// `browser` or `api`.
    pub kind: String,
    /// The IP address from which the session was opened.
    pub address: String,
    /// The User-Agent of the browser or script.
    pub agent: String,
    /// The browser and the system in words, such as `Chrome, Linux`; absent if the User-Agent names neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Time of the sign-in.
    pub signed_in: Timestamp,
    /// The session ends at this time unless it is used before.
    pub idle_until: Timestamp,
    /// The session ends at this time even if it is used.
    pub expires: Timestamp,
    /// Whether this request uses the session.
    pub current: bool,
}

/// Opens a session for a staff member.
pub fn open(
    tx: &Tx<'_>,
    id: StaffId,
    epoch: i64,
    kind: SessionKind,
    time: StaffTime,
    origin: &Origin,
) -> AppResult<IssuedSession> {
    let granted = sessions::open(tx, SessionOwner::Staff(id, time), epoch, kind, Remember::No)?;
    queries::insert_origin(tx, granted.session, origin)?;
    Ok(granted)
}

/// Lists the live sessions of a staff member, newest first, and marks `current`.
pub fn list(read: &Read<'_>, id: StaffId, current: Option<SessionId>) -> AppResult<Vec<StaffSession>> {
    let mut found = queries::list(read, id)?;
    for session in &mut found {
        session.current = Some(session.id) == current;
    }
    Ok(found)
}

/// Ends one session of a staff member. Fails with `not_found` if the session belongs to another person.
pub fn end(tx: &Tx<'_>, id: StaffId, session: SessionId) -> AppResult<()> {
    if queries::delete(tx, id, session)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Ends all sessions of a staff member.
pub fn end_all(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    queries::delete_all(tx, id)
}

/// Ends all sessions of a staff member except `kept`, after their epoch was raised.
pub fn end_all_but(tx: &Tx<'_>, id: StaffId, kept: SessionId, epoch: i64) -> AppResult<()> {
    sessions::set_epoch(tx, kept, epoch)?;
    queries::delete_older_epochs(tx, id, epoch)
}
