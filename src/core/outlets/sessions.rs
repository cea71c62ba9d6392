//! Sessions at a till: half an hour without a call ends one, and twelve hours end any.

use std::time::Duration;

use super::devices::LiveTill;
use super::queries::sessions as queries;
use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, PartnerId, SessionId, StaffId, TillId};
use crate::base::problem::AppResult;
use crate::base::secret::{Secret, hash, same};
use crate::platform::store::{Read, Tx};

const LIFETIME: Duration = Duration::from_secs(12 * 3_600);
const IDLE: Duration = Duration::from_secs(30 * 60);
/// The idle time is moved on at most this often, so that reading costs no writes.
const TOUCH: Duration = Duration::from_secs(60);

/// Who stands at the till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Somebody with a PIN.
    Cashier(CashierId),
    /// Staff of the partner.
    Staff(StaffId),
}

impl Holder {
    /// The 16 bytes that name the person.
    pub fn bytes(&self) -> [u8; 16] {
        match self {
            Holder::Cashier(id) => *id.as_bytes(),
            Holder::Staff(id) => *id.as_bytes(),
        }
    }
}

/// Somebody who is signed in at a till.
#[derive(Clone, Debug)]
pub struct CounterSession {
    /// The session.
    pub id: SessionId,
    /// Where.
    pub till: TillId,
    /// Who.
    pub holder: Holder,
    /// What colleagues call them.
    pub name: String,
    /// When it began.
    pub signed_in: Timestamp,
    /// When it ends without a further call.
    pub idle_until: Timestamp,
    /// When it ends in any case.
    pub expires: Timestamp,
    pub(super) partner: PartnerId,
    pub(super) secret_hash: [u8; 32],
    /// Whether the person is active and has not ended every session since.
    pub(super) holder_stands: bool,
}

/// Opens a session at a till and ends the one before it; gives what the device keeps of it.
pub fn open(tx: &Tx<'_>, till: TillId, holder: Holder) -> AppResult<String> {
    let id = SessionId::made_at(tx.now());
    let secret = format!("{id}.{}", Secret::generate().expose());
    queries::delete_at(tx, till)?;
    let now = tx.now();
    queries::insert(tx, id, till, holder, &hash(&secret), now.plus(IDLE), now.plus(LIFETIME))?;
    queries::note_seen(tx, till)?;
    Ok(secret)
}

/// The live session that a till's device shows.
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

/// Whether a session goes on: the till has its device, and the person is active and works for its partner.
pub fn stands(read: &Read<'_>, id: SessionId) -> AppResult<bool> {
    queries::stands(read, id)
}

/// Whether it is time to note that a session is in use.
pub fn is_due_for_touch(session: &CounterSession, now: Timestamp) -> bool {
    session.idle_until < now.plus(IDLE - TOUCH)
}

/// Notes that a session, and with it its till, is in use.
pub fn touch(tx: &Tx<'_>, id: SessionId, till: TillId) -> AppResult<()> {
    queries::set_idle_until(tx, id, tx.now().plus(IDLE))?;
    queries::note_seen(tx, till)
}

/// Ends a session.
pub fn end(tx: &Tx<'_>, id: SessionId) -> AppResult<()> {
    queries::delete(tx, id)
}
