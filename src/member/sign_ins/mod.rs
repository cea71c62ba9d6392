//! Where a member is signed in: renewing a session, seeing them all, ending others. A session that
//! ends because somebody held a copy of it is told to its member.

mod http;

use std::net::IpAddr;

use crate::auth::sessions::{self, Presented, Rotation};
use crate::base::id::{MemberId, SessionId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members;
use crate::member::notifications;
use crate::platform::audit::{self, Actor, Deed};
use crate::platform::delivery::{self, Message};
use crate::platform::store::Tx;

pub use http::routes;

/// Renews a session. One whose old secret came back is over; its member hears of it and the audit
/// trail keeps it in the same commit: they may have a thief in the house.
fn renew(tx: &Tx<'_>, keys: &Keyring, token: &str, from: IpAddr, language: Option<Language>) -> AppResult<Rotation> {
    let Some(presented) = Presented::parse(token) else { return Ok(Rotation::Dead) };
    let rotation = sessions::rotate(tx, keys, presented)?;
    match rotation {
        Rotation::Rotated(member, _) => members::follow_language(tx, member, language)?,
        Rotation::Stolen(member) => tell_of_theft(tx, keys, member, from)?,
        Rotation::Dead => {}
    }
    Ok(rotation)
}

fn tell_of_theft(tx: &Tx<'_>, keys: &Keyring, id: MemberId, from: IpAddr) -> AppResult<()> {
    let Some(member) = members::find(tx, id)? else { return Ok(()) };
    // Under the short id: the trail is kept for good, and names of members are not its business.
    let actor = Actor { id: *id.as_bytes(), name: member.short_id.to_string(), role: "member", address: from };
    audit::record(tx, keys, &actor, Deed::bare("session.end_stolen", id))?;
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
