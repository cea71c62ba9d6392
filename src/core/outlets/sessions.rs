//! Sessions at a till. A session expires after half an hour without a call, and after twelve hours in any case.

pub use super::{CounterSession, CounterUser};
use std::time::Duration;

use super::devices::LiveTill;
use super::queries::sessions as queries;
use crate::base::clock::Timestamp;
use crate::base::id::{SessionId, TillId};
use crate::base::problem::AppResult;
use crate::base::secret::{Secret, hash, same};
use crate::platform::store::{Read, Tx};

const LIFETIME: Duration = Duration::from_secs(12 * 3_600);
const IDLE: Duration = Duration::from_secs(30 * 60);
/// The idle end is updated at most this often, so that calls cause few writes.
const TOUCH: Duration = Duration::from_secs(60);

impl CounterUser {
    /// The 16 bytes of the person's id.
    pub fn bytes(&self) -> [u8; 16] {
        match self {
            CounterUser::Cashier(id) => *id.as_bytes(),
            CounterUser::Staff(id) => *id.as_bytes(),
        }
    }
}

/// Opens a session at a till and ends the previous one. Returns the secret for the device's cookie.
pub fn open(tx: &Tx<'_>, till: TillId, holder: CounterUser) -> AppResult<String> {
    let id = SessionId::made_at(tx.now());
    let secret = format!("{id}.{}", Secret::generate().expose());
    queries::delete_at(tx, till)?;
    let now = tx.now();
    queries::insert(tx, id, till, holder, &hash(&secret), now.plus(IDLE), now.plus(LIFETIME))?;
    queries::note_seen(tx, till)?;
    Ok(secret)
}

/// The live session at this till that the secret `presented` belongs to.
pub fn find(read: &Read<'_>, till: &LiveTill, presented: &str) -> AppResult<Option<CounterSession>> {
    let Some(id) = presented.split_once('.').and_then(|(id, _)| SessionId::parse(id)) else { return Ok(None) };
    let found = queries::find(read, id)?;
    Ok(found.filter(|session| {
        let now = read.now();
        session.till == till.id
            && session.partner == till.partner
            && session.holder_stands
            && session.idle_until > now
            && session.expires > now
            && same(&hash(presented), &session.secret_hash)
    }))
}

/// Whether a session is live: its till is enrolled, and its person is active and works for the till's partner.
pub fn stands(read: &Read<'_>, id: SessionId) -> AppResult<bool> {
    queries::stands(read, id)
}

/// Whether the idle end of a session is due for an update.
pub fn is_due_for_touch(session: &CounterSession, now: Timestamp) -> bool {
    session.idle_until < now.plus(IDLE - TOUCH)
}

/// Extends the idle end of a session and updates its till's time of last use.
pub fn touch(tx: &Tx<'_>, id: SessionId, till: TillId) -> AppResult<()> {
    queries::set_idle_until(tx, id, tx.now().plus(IDLE))?;
    queries::note_seen(tx, till)
}

/// Ends a session.
pub fn end(tx: &Tx<'_>, id: SessionId) -> AppResult<()> {
    queries::delete(tx, id)
}
