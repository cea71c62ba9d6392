//! Sessions: sign-ins that are live. Their secrets are 256-bit, stored hashed, and replaced at
//! each refresh; every request reads the session and its owner's state from the store.

mod queries;

use std::time::Duration;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, SessionId, StaffId};
use crate::base::keys::{Keyring, Purpose};
use crate::base::problem::AppResult;
use crate::base::secret::{Secret, base64url, hash, same};
use crate::platform::delivery::subscriptions;
use crate::platform::http::limits::Limits;
use crate::platform::store::{Read, Tx};

pub use queries::{LiveSession, StaffOwner};

/// How long a browser session's access cookie works between refreshes.
pub const ACCESS_TIME: Duration = Duration::from_secs(15 * 60);
/// How long an API session's bearer works; it is not renewed.
pub const BEARER_TIME: Duration = Duration::from_secs(60 * 60);
const REMEMBERED_TIME: Duration = Duration::from_secs(30 * 86_400);
const REMEMBERED_IDLE: Duration = Duration::from_secs(14 * 86_400);
const UNREMEMBERED_TIME: Duration = Duration::from_secs(12 * 3_600);
/// How long the refresh token before the present one still yields the present one: two tabs.
const PREDECESSOR_GRACE: Duration = Duration::from_secs(10);
const MOST_SESSIONS: i64 = 10;
/// A staff session's idle time is moved on at most this often, so that reading costs few writes.
const STAFF_TOUCH: Duration = Duration::from_secs(30);

/// What carries a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// Cookies.
    Browser,
    /// A bearer alone.
    Api,
}

impl SessionKind {
    const fn name(self) -> &'static str {
        match self {
            SessionKind::Browser => "browser",
            SessionKind::Api => "api",
        }
    }
}

/// Whether a member stays signed in beyond the end of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remember {
    /// For 30 days.
    Yes,
    /// For 12 hours at most.
    No,
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A member's.
    Member(MemberId),
    /// Somebody's of the staff.
    Staff(StaffId, StaffTime),
}

/// How long a staff browser session lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffTime {
    /// Without a call.
    pub idle: Duration,
    /// In any case.
    pub whole: Duration,
}

/// A presented secret: the session's id and 43 characters that only its owner knows.
#[derive(Clone, Copy)]
pub struct Presented<'t> {
    /// Which session it claims to be.
    pub session: SessionId,
    whole: &'t str,
}

impl<'t> Presented<'t> {
    /// Reads `<id>.<secret>`; anything else is no secret of a session.
    pub fn parse(text: &'t str) -> Option<Self> {
        let (id, secret) = text.split_once('.')?;
        let session = SessionId::parse(id)?;
        (secret.len() == 43).then_some(Self { session, whole: text })
    }

    fn matches(self, stored: &[u8; 32]) -> bool {
        same(&hash(self.whole), stored)
    }
}

/// A session's secrets as they are handed out, once.
#[derive(Clone)]
pub struct Granted {
    /// The session.
    pub session: SessionId,
    /// The access secret: a cookie's value, or an API session's bearer.
    pub access: String,
    /// When it stops working.
    pub access_expires: Timestamp,
    /// The refresh secret, in a member's browser session.
    pub refresh: Option<String>,
    /// Whether cookies outlive the browser.
    pub remember: Remember,
    /// When the session ends in any case.
    pub expires: Timestamp,
}

fn fresh(session: SessionId) -> String {
    format!("{session}.{}", Secret::generate().expose())
}

/// Opens a session.
pub fn open(tx: &Tx<'_>, owner: Owner, epoch: i64, kind: SessionKind, remember: Remember) -> AppResult<Granted> {
    let now = tx.now();
    let session = SessionId::made_at(now);
    let (lifetime, idle, access) = match (kind, owner, remember) {
        (SessionKind::Api, _, _) => (BEARER_TIME, BEARER_TIME, BEARER_TIME),
        (SessionKind::Browser, Owner::Staff(_, time), _) => (time.whole, time.idle, time.whole),
        (SessionKind::Browser, Owner::Member(_), Remember::Yes) => (REMEMBERED_TIME, REMEMBERED_IDLE, ACCESS_TIME),
        (SessionKind::Browser, Owner::Member(_), Remember::No) => (UNREMEMBERED_TIME, UNREMEMBERED_TIME, ACCESS_TIME),
    };
    let refreshable = kind == SessionKind::Browser && matches!(owner, Owner::Member(_));
    let granted = Granted {
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

/// Opens a member's session, and ends the oldest where there are more than one person needs. With limits off there may be:
/// a load test signs in from many places at once.
pub fn open_for_member(
    tx: &Tx<'_>,
    limits: &Limits,
    member: MemberId,
    epoch: i64,
    kind: SessionKind,
    remember: Remember,
) -> AppResult<Granted> {
    let granted = open(tx, Owner::Member(member), epoch, kind, remember)?;
    if limits.enabled() {
        queries::delete_all_but_newest(tx, member, MOST_SESSIONS)?;
    }
    Ok(granted)
}

/// Notes what to call the device that a session was opened on.
pub fn name_device(tx: &Tx<'_>, session: SessionId, device: &str) -> AppResult<()> {
    queries::set_device(tx, session, device)
}

/// A live session as its member sees it.
pub struct SessionInfo {
    /// Its id; no secret.
    pub id: SessionId,
    /// What carries it.
    pub kind: SessionKind,
    /// Browser and system, where they are known.
    pub device: Option<String>,
    /// When the member signed in.
    pub started: Timestamp,
    /// When it was last renewed, which an open page does by itself.
    pub last_seen: Timestamp,
}

/// A member's live sessions, the one last seen first.
pub fn list_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<SessionInfo>> {
    queries::list_of_member(read, member)
}

/// Ends one session of a member; false where it is not theirs or is over.
pub fn end_of_member(tx: &Tx<'_>, member: MemberId, session: SessionId) -> AppResult<bool> {
    queries::delete_of_member(tx, member, session)
}

/// Ends every session of a member but one, and with it what their devices are told; gives how many there were.
pub fn end_others(tx: &Tx<'_>, member: MemberId, kept: SessionId) -> AppResult<usize> {
    subscriptions::drop_homeless(tx, member)?;
    queries::delete_others(tx, member, kept)
}

/// Forgets sessions whose time is over.
pub(super) fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx)
}

/// What presenting a refresh secret came to. All but the first must be answered 401; each is
/// committed.
pub enum Rotation {
    /// New secrets, or the same new ones once more for a second tab.
    Rotated(MemberId, Box<Granted>),
    /// No live session; or one that was renewed just now, and is over for want of its new secrets.
    Dead,
    /// A secret that had been replaced long ago: somebody has a copy. The session is over, and
    /// whoever asked tells its member.
    Stolen(MemberId),
}

/// Gives a browser session new secrets after its member proved anew who they are; the old ones die
/// at once. `None` for an API session, whose bearer cannot be replaced.
pub fn renew(tx: &Tx<'_>, session: SessionId) -> AppResult<Option<Granted>> {
    let Some(row) = queries::find_refreshable(tx, session)? else { return Ok(None) };
    let granted = Granted {
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

/// Replaces a browser session's secrets by new ones.
pub fn rotate(tx: &Tx<'_>, keys: &Keyring, presented: Presented<'_>) -> AppResult<Rotation> {
    let Some(row) = queries::find_refreshable(tx, presented.session)? else { return Ok(Rotation::Dead) };
    let now = tx.now();
    if !row.owner_stands || row.idle_until <= now || row.expires <= now {
        queries::delete(tx, presented.session)?;
        return Ok(Rotation::Dead);
    }
    let (access, refresh) = successors(keys, presented);
    let remember = if row.remembered { Remember::Yes } else { Remember::No };
    let grant = |access_expires| Granted {
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
    // What a renewal replaced moments ago yields nothing more. But the answer with the new secrets may have been lost
    // on its way to the member, and that is no theft.
    Ok(if within_grace && predecessor { Rotation::Dead } else { Rotation::Stolen(row.member) })
}

/// The secrets that follow a refresh secret. Derived, so that its second use within the grace
/// gives what the first gave, although nothing but hashes is stored.
fn successors(keys: &Keyring, presented: Presented<'_>) -> (String, String) {
    let next = |which: &[u8]| {
        let secret = keys.mac(Purpose::SessionRotation, &[which, presented.whole.as_bytes()]);
        format!("{}.{}", presented.session, base64url(&secret))
    };
    (next(b"access"), next(b"refresh"))
}

/// The live member session behind an access secret, if its owner may act.
pub fn find_of_member(read: &Read<'_>, presented: Presented<'_>) -> AppResult<Option<LiveSession<MemberId>>> {
    let found = queries::find_of_member(read, presented.session)?;
    Ok(found.filter(|session| session.is_live(read.now()) && presented.matches(&session.access_hash)))
}

/// The same for staff.
pub fn find_of_staff(read: &Read<'_>, presented: Presented<'_>) -> AppResult<Option<LiveSession<StaffId>>> {
    let found = queries::find_of_staff(read, presented.session)?;
    Ok(found.filter(|session| session.is_live(read.now()) && presented.matches(&session.access_hash)))
}

/// Whether a member's session goes on and its owner may act. Its access secret is not asked for: one that was in time
/// when the request came may be too old by now.
pub fn member_stands(read: &Read<'_>, session: SessionId) -> AppResult<bool> {
    queries::member_stands(read, session)
}

/// The same for staff, as long as they have that role and belong to that partner.
pub fn staff_stands(read: &Read<'_>, session: SessionId, role: &str, partner: Option<PartnerId>) -> AppResult<bool> {
    queries::staff_stands(read, session, role, partner)
}

impl<Id> LiveSession<Id> {
    fn is_live(&self, now: Timestamp) -> bool {
        self.owner_stands && self.access_expires > now && self.idle_until > now && self.expires > now
    }
}

/// Whether it is time to note that a staff browser session is in use.
pub fn is_due_for_touch(session: &LiveSession<StaffId>, time: StaffTime, now: Timestamp) -> bool {
    session.kind == SessionKind::Browser && session.idle_until < now.plus(time.idle.saturating_sub(STAFF_TOUCH))
}

/// Notes that a staff browser session is in use.
pub fn touch(tx: &Tx<'_>, session: SessionId, time: StaffTime) -> AppResult<()> {
    queries::set_idle_until(tx, session, tx.now().plus(time.idle))
}

/// Ends the sessions of presented secrets, whichever of a session's secrets each is. What is no
/// secret, or a wrong one, ends nothing.
pub fn end_presented(tx: &Tx<'_>, texts: &[String]) -> AppResult<()> {
    for presented in texts.iter().filter_map(|text| Presented::parse(text)) {
        let hashes = queries::secret_hashes(tx, presented.session)?;
        if hashes.iter().any(|stored| presented.matches(stored)) {
            queries::delete(tx, presented.session)?;
        }
    }
    Ok(())
}

/// Ends a member's sessions after their epoch was raised; the one to keep, if any, moves to the
/// new epoch.
pub fn end_all_but(tx: &Tx<'_>, member: MemberId, kept: Option<SessionId>, epoch: i64) -> AppResult<()> {
    if let Some(session) = kept {
        queries::set_epoch(tx, session, epoch)?;
    }
    subscriptions::drop_homeless(tx, member)?;
    queries::delete_older_epochs(tx, member, epoch)
}

/// The request token of a browser session: bound to it, and worth nothing without its cookie.
pub fn request_token(keys: &Keyring, session: SessionId) -> String {
    base64url(&keys.mac(Purpose::RequestToken, &[session.as_bytes()]))
}
