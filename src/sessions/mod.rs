//! Where a member is signed in: renewing a session, seeing them all, ending others. A session that
//! ends because somebody held a copy of it is told to its member.

mod http;

use crate::auth::sessions::{self, Presented, Rotation};
use crate::base::id::{MemberId, SessionId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::delivery::{self, Message};
use crate::members;
use crate::notifications;
use crate::store::Tx;

pub use http::routes;

/// Renews a session. One whose old secret came back is over, and its member hears of it in the
/// same commit: they may have a thief in the house.
fn renew(tx: &Tx<'_>, keys: &Keyring, token: &str) -> AppResult<Rotation> {
    let Some(presented) = Presented::parse(token) else { return Ok(Rotation::Dead) };
    let rotation = sessions::rotate(tx, keys, presented)?;
    if let Rotation::Stolen(member) = rotation {
        tell_of_theft(tx, member)?;
    }
    Ok(rotation)
}

fn tell_of_theft(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let Some(member) = members::find(tx, id)? else { return Ok(()) };
    notifications::notify(tx, id, "session_ended", &[])?;
    if let Some(email) = &member.email {
        delivery::queue(tx, &Message::email(email, member.language, "session_ended", &[]))?;
    }
    Ok(())
}

/// Ends one of a member's sessions. Fails with `not_found` for anybody else's.
fn end(tx: &Tx<'_>, member: MemberId, session: SessionId) -> AppResult<()> {
    if sessions::end_of_member(tx, member, session)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}
