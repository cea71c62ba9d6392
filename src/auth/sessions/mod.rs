//! Sessions of members and staff. Their secrets have 256 bits, are stored hashed and are replaced at each refresh.
//! Every request reads the session and its owner's state from the store.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, SessionId, StaffId};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::base::secret::{Secret, base64url, hash, same};
use crate::platform::delivery::subscriptions;
use crate::platform::store::{Read, Tx, stored_names};
use crate::platform::throttle::Limits;

pub(super) use queries::set_epoch;
pub use queries::{LiveSession, StaffOwner};

/// The time for which the access cookie of a member's browser session works without a refresh.
pub const ACCESS_TIME: Duration = Duration::from_secs(15 * 60);
/// The time for which the bearer of an API session works; the bearer is not renewed.
pub const BEARER_TIME: Duration = Duration::from_secs(60 * 60);
const REMEMBERED_TIME: Duration = Duration::from_secs(30 * 86_400);
const REMEMBERED_IDLE: Duration = Duration::from_secs(14 * 86_400);
const UNREMEMBERED_TIME: Duration = Duration::from_secs(12 * 3_600);
/// The time for which the previous refresh token still returns the current secrets. Two tabs of one browser may send the
/// same refresh token at once, and the second request must not end the session.
const PREDECESSOR_GRACE: Duration = Duration::from_secs(10);
const MOST_SESSIONS: i64 = 10;
/// The idle end of a staff session is updated at most this often, so that requests cause few writes.
const STAFF_TOUCH: Duration = Duration::from_secs(30);

/// The carrier of a session's secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// Cookies.
    Browser,
    /// A bearer.
    Api,
}
stored_names! { SessionKind { Browser = "browser", Api = "api" } }

/// Whether a member stays signed in after the browser closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    /// For 30 days.
    Yes,
    /// For 12 hours at most.
    No,
}

/// The owner of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionOwner {
    /// A member.
    Member(MemberId),
    /// A staff member, with the duration of their sessions.
    Staff(StaffId, StaffTime),
}

/// The duration of a staff browser session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffTime {
    /// The longest time without a request.
    pub idle: Duration,
    /// The longest time in total.
    pub whole: Duration,
}

/// A secret from a request: the session's id and 43 secret characters.
#[derive(Clone, Copy)]
pub struct PresentedSecret<'t> {
    /// The session that the secret names.
    pub session: SessionId,
    whole: &'t str,
}

impl<'t> PresentedSecret<'t> {
    /// Parses `<id>.<secret>`; `None` for any other text.
    pub fn parse(text: &'t str) -> Option<Self> {
        let (id, secret) = text.split_once('.')?;
        let session = SessionId::parse(id)?;
        (secret.len() == 43).then_some(Self { session, whole: text })
    }

    fn matches(self, stored: &[u8; 32]) -> bool {
        same(&hash(self.whole), stored)
    }
}

/// The secrets of a session. They exist in clear text only here.
#[derive(Clone)]
pub struct IssuedSession {
    /// The session.
    pub session: SessionId,
    /// The access secret: a cookie's value, or an API session's bearer.
    pub access: String,
    /// The time at which the access secret expires.
    pub access_expires: Timestamp,
    /// The refresh secret, in a member's browser session.
    pub refresh: Option<String>,
    /// Whether cookies outlive the browser.
    pub remember: Remember,
    /// The session ends at this time even if it is used.
    pub expires: Timestamp,
}

fn fresh(session: SessionId) -> String {
    format!("{session}.{}", Secret::generate().expose())
}

/// Opens a session for a member or a staff member.
pub fn open(
    tx: &Tx<'_>,
    owner: SessionOwner,
    epoch: i64,
    kind: SessionKind,
    remember: Remember,
) -> AppResult<IssuedSession> {
    let now = tx.now();
    let session = SessionId::made_at(now);
    let (lifetime, idle, access) = match (kind, owner, remember) {
        (SessionKind::Api, _, _) => (BEARER_TIME, BEARER_TIME, BEARER_TIME),
        (SessionKind::Browser, SessionOwner::Staff(_, time), _) => (time.whole, time.idle, time.whole),
        (SessionKind::Browser, SessionOwner::Member(_), Remember::Yes) => {
            (REMEMBERED_TIME, REMEMBERED_IDLE, ACCESS_TIME)
        }
        (SessionKind::Browser, SessionOwner::Member(_), Remember::No) => {
            (UNREMEMBERED_TIME, UNREMEMBERED_TIME, ACCESS_TIME)
        }
    };
    let refreshable = kind == SessionKind::Browser && matches!(owner, SessionOwner::Member(_));
    let granted = IssuedSession {
        session,
        access: fresh(session),
        access_expires: now.plus(access),
        refresh: refreshable.then(|| fresh(session)),
        remember,
        expires: now.plus(lifetime),
    };
    queries::insert(tx, owner, epoch, kind, &granted, now.plus(idle))?;
    Ok(granted)
}

/// Opens a member's session and ends the oldest sessions above the limit per member. Without limits all sessions
/// stay, because a load test signs in from many places at once.
pub fn open_for_member(
    tx: &Tx<'_>,
    limits: &Limits,
    member: MemberId,
    epoch: i64,
    kind: SessionKind,
    remember: Remember,
) -> AppResult<IssuedSession> {
    let granted = open(tx, SessionOwner::Member(member), epoch, kind, remember)?;
    limits.counted(|| queries::delete_all_but_newest(tx, member, MOST_SESSIONS))?;
    Ok(granted)
}

/// Stores the display name of the device of a session.
pub fn name_device(tx: &Tx<'_>, session: SessionId, device: &str) -> AppResult<()> {
    queries::set_device(tx, session, device)
}

/// A live session, as shown to its member.
pub struct SessionInfo {
    /// The id, which is no secret.
    pub id: SessionId,
    /// Whether cookies or a bearer carry the session.
    pub kind: SessionKind,
    /// Browser and system, if known.
    pub device: Option<String>,
    /// The time at which the member signed in.
    pub started: Timestamp,
    /// The time at which the session was last renewed. An open page renews it automatically.
    pub last_seen: Timestamp,
}

/// A member's live sessions, the most recently seen first.
pub fn list_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<SessionInfo>> {
    queries::list_of_member(read, member)
}

/// Ends one session of a member. Returns false if the member has no such session.
pub fn end_of_member(tx: &Tx<'_>, member: MemberId, session: SessionId) -> AppResult<bool> {
    queries::delete_of_member(tx, member, session)
}

/// Ends every session of a member except `kept`, including the push subscriptions of their devices. Returns the
/// number of ended sessions.
pub fn end_others(tx: &Tx<'_>, member: MemberId, kept: SessionId) -> AppResult<usize> {
    subscriptions::drop_homeless(tx, member)?;
    queries::delete_others(tx, member, kept)
}

/// Deletes expired sessions.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx)
}

/// Result of presenting a refresh secret. All variants except `Rotated` are answered with 401, and all are committed.
pub enum Rotation {
    /// New secrets, or the same new secrets again for a second tab.
    Rotated(MemberId, Box<IssuedSession>),
    /// The session is not live; or it was renewed a moment ago, the client lacks the new secrets, and the session has
    /// ended.
    Dead,
    /// The secret was replaced earlier, so another client has a copy. The session has ended, and the caller warns the
    /// member.
    Stolen(MemberId),
}

/// Replaces the secrets of a browser session after its member reauthenticated; the old secrets stop working at once.
/// `None` for an API session, because its bearer cannot be replaced.
pub fn renew(tx: &Tx<'_>, session: SessionId) -> AppResult<Option<IssuedSession>> {
    let Some(row) = queries::find_refreshable(tx, session)? else { return Ok(None) };
    let granted = IssuedSession {
        session,
        access: fresh(session),
        access_expires: tx.now().plus(ACCESS_TIME).min(row.expires),
        refresh: Some(fresh(session)),
        remember: if row.remembered { Remember::Yes } else { Remember::No },
        expires: row.expires,
    };
    queries::replace_secrets(tx, &granted, row.idle_until)?;
    Ok(Some(granted))
}

/// Replaces the secrets of a browser session.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring, presented: PresentedSecret<'_>) -> AppResult<Rotation> {
    let Some(row) = queries::find_refreshable(tx, presented.session)? else { return Ok(Rotation::Dead) };
    let now = tx.now();
    if !row.owner_stands || row.idle_until <= now || row.expires <= now {
        queries::delete(tx, presented.session)?;
        return Ok(Rotation::Dead);
    }
    let (access, refresh) = successors(keys, presented);
    let remember = if row.remembered { Remember::Yes } else { Remember::No };
    let grant = |access_expires| IssuedSession {
        session: presented.session,
        access,
        access_expires,
        refresh: Some(refresh.clone()),
        remember,
        expires: row.expires,
    };
    if presented.matches(&row.refresh_hash) {
        let granted = grant(now.plus(ACCESS_TIME).min(row.expires));
        let idle = if row.remembered { REMEMBERED_IDLE } else { UNREMEMBERED_TIME };
        queries::replace_secrets(tx, &granted, now.plus(idle).min(row.expires))?;
        return Ok(Rotation::Rotated(row.member, Box::new(granted)));
    }
    let within_grace = row.rotated_at.is_some_and(|at| at.plus(PREDECESSOR_GRACE) > now);
    let predecessor = row.previous_refresh_hash.is_some_and(|previous| presented.matches(&previous));
    if within_grace && predecessor && same(&hash(&refresh), &row.refresh_hash) {
        return Ok(Rotation::Rotated(row.member, Box::new(grant(row.access_expires))));
    }
    queries::delete(tx, presented.session)?;
    // A secret that [`renew`] replaced a moment ago gives no new secrets. It is not treated as stolen, because the
    // response with the new secrets may have been lost.
    Ok(if within_grace && predecessor { Rotation::Dead } else { Rotation::Stolen(row.member) })
}

/// The secrets that follow a refresh secret. They are derived from it, so that a second use within the grace time
/// returns the same secrets although only hashes are stored.
fn successors(keys: &Keyring, presented: PresentedSecret<'_>) -> (String, String) {
    let next = |which: &[u8]| {
        let secret = keys.mac(KeyPurpose::SessionRotation, &[which, presented.whole.as_bytes()]);
        format!("{}.{}", presented.session, base64url(&secret))
    };
    (next(b"access"), next(b"refresh"))
}

/// The live member session of an access secret, if its owner may act.
pub fn find_of_member(read: &Read<'_>, presented: PresentedSecret<'_>) -> AppResult<Option<LiveSession<MemberId>>> {
    let found = queries::find_of_member(read, presented.session)?;
    Ok(found.filter(|session| session.is_live(read.now()) && presented.matches(&session.access_hash)))
}

/// The live staff session of an access secret, if its owner may act.
pub fn find_of_staff(read: &Read<'_>, presented: PresentedSecret<'_>) -> AppResult<Option<LiveSession<StaffId>>> {
    let found = queries::find_of_staff(read, presented.session)?;
    Ok(found.filter(|session| session.is_live(read.now()) && presented.matches(&session.access_hash)))
}

/// Returns whether a member's session is live and its owner may act. Does not check the access secret, which may have
/// expired since the request arrived.
pub fn member_stands(read: &Read<'_>, session: SessionId) -> AppResult<bool> {
    queries::member_stands(read, session)
}

/// Returns whether a staff session is live and its owner may act with this role and partner.
pub fn staff_stands(read: &Read<'_>, session: SessionId, role: &str, partner: Option<PartnerId>) -> AppResult<bool> {
    queries::staff_stands(read, session, role, partner)
}

impl<Id> LiveSession<Id> {
    fn is_live(&self, now: Timestamp) -> bool {
        self.owner_stands && self.access_expires > now && self.idle_until > now && self.expires > now
    }
}

/// Returns whether the idle end of a staff browser session is due for an update.
pub fn is_due_for_touch(session: &LiveSession<StaffId>, time: StaffTime, now: Timestamp) -> bool {
    session.kind == SessionKind::Browser && session.idle_until < now.plus(time.idle.saturating_sub(STAFF_TOUCH))
}

/// Extends the idle end of a staff browser session.
pub fn touch(tx: &Tx<'_>, session: SessionId, time: StaffTime) -> AppResult<()> {
    queries::set_idle_until(tx, session, tx.now().plus(time.idle))
}

/// Ends the sessions of these secrets, whether access or refresh secrets. Ignores text that is not a valid secret.
pub fn end_presented(tx: &Tx<'_>, texts: &[String]) -> AppResult<()> {
    for presented in texts.iter().filter_map(|text| PresentedSecret::parse(text)) {
        let hashes = queries::secret_hashes(tx, presented.session)?;
        if hashes.iter().any(|stored| presented.matches(stored)) {
            queries::delete(tx, presented.session)?;
        }
    }
    Ok(())
}

/// Ends a member's sessions after their epoch was raised. The session `kept`, if any, moves to the new epoch.
pub fn end_all_but(tx: &Tx<'_>, member: MemberId, kept: Option<SessionId>, epoch: i64) -> AppResult<()> {
    if let Some(session) = kept {
        queries::set_epoch(tx, session, epoch)?;
    }
    subscriptions::drop_homeless(tx, member)?;
    queries::delete_older_epochs(tx, member, epoch)
}

/// The request token of a browser session. It is valid only together with that session's cookie.
pub fn request_token(keys: &Keyring, session: SessionId) -> String {
    base64url(&keys.mac(KeyPurpose::RequestToken, &[session.as_bytes()]))
}
