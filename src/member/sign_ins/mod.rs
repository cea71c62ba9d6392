//! A member's sessions: renew, list and end them. The member is notified of a session that ends because its secret
//! was copied.

mod http;

use std::net::IpAddr;

use crate::auth::sessions::{self, PresentedSecret, Rotation};
use crate::base::id::{MemberId, SessionId};
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members;
use crate::member::notifications;
use crate::platform::audit::{self, Actor, AuditedAction};
use crate::platform::delivery::{self, Message};
use crate::platform::store::Tx;

pub use http::routes;

/// Renews a session. If a replaced secret is presented, the session ends; the member is notified and the audit
/// records it in the same commit, because the secret may have been stolen.
fn renew(tx: &Tx<'_>, keys: &Keyring, token: &str, from: IpAddr, language: Option<Language>) -> AppResult<Rotation> {
    let Some(presented) = PresentedSecret::parse(token) else { return Ok(Rotation::Dead) };
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
    // The audit uses the short id: audit entries are permanent and must not contain members' names.
    let actor = Actor { id: *id.as_bytes(), name: member.short_id.to_string(), role: "member", address: from };
    audit::record(tx, keys, &actor, AuditedAction::bare("session.end_stolen", id))?;
    notifications::notify(tx, id, "session_ended", &[])?;
    if let Some(email) = &member.email {
        delivery::queue(tx, &Message::email(email, member.language, "session_ended", &[]))?;
    }
    Ok(())
}

/// Ends one of a member's sessions. Fails with `not_found` for a session of another member.
fn end(tx: &Tx<'_>, member: MemberId, session: SessionId) -> AppResult<()> {
    if sessions::end_of_member(tx, member, session)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}
