//! SQL of sessions.

use super::{IssuedSession, SessionInfo, SessionKind, SessionOwner};
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, SessionId, StaffId};
use crate::base::problem::AppResult;
use crate::base::secret::hash;
use crate::platform::store::{Read, Row, Tx, params};

/// A session together with the state of its owner, read in one statement.
pub struct LiveSession<Id> {
    /// The session.
    pub id: SessionId,
    /// The owner.
    pub owner: Id,
    /// Whether cookies or a bearer carry the session.
    pub kind: SessionKind,
    /// The time at which the owner last signed in or reauthenticated.
    pub signed_in_at: Timestamp,
    /// The owner's staff data, for a staff session.
    pub staff: Option<StaffOwner>,
    pub(super) access_hash: [u8; 32],
    pub(super) access_expires: Timestamp,
    pub(super) idle_until: Timestamp,
    /// The session ends at this time even if it is used.
    pub expires: Timestamp,
    /// Whether the session outlives the browser.
    pub remembered: bool,
    /// Whether the owner is active and has not ended all sessions since.
    pub(super) owner_stands: bool,
}

/// The staff data of a session's owner.
#[derive(Clone, Debug)]
pub struct StaffOwner {
    /// The display name.
    pub name: String,
    /// The role's name.
    pub role: String,
    /// The partner, for merchants.
    pub partner: Option<PartnerId>,
    /// Whether a second factor is set up.
    pub second_factor: bool,
}

fn live<Id>(row: &Row<'_>, owner: Id, staff: Option<StaffOwner>) -> AppResult<LiveSession<Id>> {
    Ok(LiveSession {
        id: row.get("id")?,
        owner,
        kind: row.get("kind")?,
        signed_in_at: row.get("signed_in_at_ms")?,
        staff,
        access_hash: row.get("access_hash")?,
        access_expires: row.get("access_expires_at_ms")?,
        idle_until: row.get("idle_until_ms")?,
        expires: row.get("expires_at_ms")?,
        remembered: row.get("remembered")?,
        owner_stands: row.get("owner_stands")?,
    })
}

pub(super) fn find_of_member(read: &Read<'_>, id: SessionId) -> AppResult<Option<LiveSession<MemberId>>> {
    read.one(
        "select s.id, s.member_id, s.kind, s.signed_in_at_ms, s.access_hash, s.access_expires_at_ms, s.idle_until_ms, \
         s.expires_at_ms, s.remembered, (m.status = 'active' and m.epoch = s.epoch) as owner_stands \
         from session s join member m on m.id = s.member_id where s.id = :id",
        params! { ":id": id },
        |row| live(row, row.get("member_id")?, None),
    )
}

pub(super) fn find_of_staff(read: &Read<'_>, id: SessionId) -> AppResult<Option<LiveSession<StaffId>>> {
    read.one(
        "select s.id, s.staff_id, s.kind, s.signed_in_at_ms, s.access_hash, s.access_expires_at_ms, s.idle_until_ms, \
         s.expires_at_ms, s.remembered, (p.status = 'active' and p.epoch = s.epoch) as owner_stands, p.name, p.role, \
         p.partner_id, \
         (exists (select 1 from staff_totp t where t.staff_id = p.id and t.confirmed_at_ms is not null) \
          or exists (select 1 from staff_passkey k where k.staff_id = p.id)) as second_factor \
         from session s join staff p on p.id = s.staff_id where s.id = :id",
        params! { ":id": id },
        |row| {
            let person = StaffOwner {
                name: row.get("name")?,
                role: row.get("role")?,
                partner: row.get("partner_id")?,
                second_factor: row.get("second_factor")?,
            };
            live(row, row.get("staff_id")?, Some(person))
        },
    )
}

pub(super) fn member_stands(read: &Read<'_>, id: SessionId) -> AppResult<bool> {
    read.exists(
        "select 1 from session s join member m on m.id = s.member_id where s.id = :id and m.status = 'active' \
         and m.epoch = s.epoch and s.idle_until_ms > :now and s.expires_at_ms > :now",
        params! { ":id": id, ":now": read.now() },
    )
}

pub(super) fn staff_stands(read: &Read<'_>, id: SessionId, role: &str, partner: Option<PartnerId>) -> AppResult<bool> {
    read.exists(
        "select 1 from session s join staff p on p.id = s.staff_id where s.id = :id and p.status = 'active' \
         and p.epoch = s.epoch and p.role = :role and p.partner_id is :partner and s.idle_until_ms > :now \
         and s.expires_at_ms > :now",
        params! { ":id": id, ":role": role, ":partner": partner, ":now": read.now() },
    )
}

/// A member's browser session, with the fields that a refresh needs.
pub(super) struct Refreshable {
    pub(super) member: MemberId,
    pub(super) refresh_hash: [u8; 32],
    pub(super) previous_refresh_hash: Option<[u8; 32]>,
    pub(super) rotated_at: Option<Timestamp>,
    pub(super) access_expires: Timestamp,
    pub(super) remembered: bool,
    pub(super) idle_until: Timestamp,
    pub(super) expires: Timestamp,
    pub(super) owner_stands: bool,
}

pub(super) fn find_refreshable(read: &Read<'_>, id: SessionId) -> AppResult<Option<Refreshable>> {
    read.one(
        "select s.member_id, s.refresh_hash, s.previous_refresh_hash, s.rotated_at_ms, s.access_expires_at_ms, \
         s.remembered, s.idle_until_ms, s.expires_at_ms, (m.status = 'active' and m.epoch = s.epoch) as owner_stands \
         from session s join member m on m.id = s.member_id where s.id = :id and s.refresh_hash is not null",
        params! { ":id": id },
        |row| {
            Ok(Refreshable {
                member: row.get("member_id")?,
                refresh_hash: row.get("refresh_hash")?,
                previous_refresh_hash: row.get("previous_refresh_hash")?,
                rotated_at: row.get("rotated_at_ms")?,
                access_expires: row.get("access_expires_at_ms")?,
                remembered: row.get("remembered")?,
                idle_until: row.get("idle_until_ms")?,
                expires: row.get("expires_at_ms")?,
                owner_stands: row.get("owner_stands")?,
            })
        },
    )
}

pub(super) fn insert(
    tx: &Tx<'_>,
    owner: SessionOwner,
    epoch: i64,
    kind: SessionKind,
    granted: &IssuedSession,
    idle_until: Timestamp,
) -> AppResult<()> {
    let (realm, member, staff) = match owner {
        SessionOwner::Member(id) => ("member", Some(id), None),
        SessionOwner::Staff(id, _) => ("staff", None, Some(id)),
    };
    tx.execute_one(
        "insert into session (id, realm, kind, member_id, staff_id, epoch, access_hash, access_expires_at_ms, \
         refresh_hash, remembered, signed_in_at_ms, idle_until_ms, expires_at_ms) values (:id, :realm, :kind, :member, \
         :staff, :epoch, :access_hash, :access_expires, :refresh_hash, :remembered, :now, :idle_until, :expires)",
        params! {
            ":id": granted.session, ":realm": realm, ":kind": kind, ":member": member, ":staff": staff,
            ":epoch": epoch, ":access_hash": hash(&granted.access), ":access_expires": granted.access_expires,
            ":refresh_hash": granted.refresh.as_deref().map(hash),
            ":remembered": granted.remember == super::Remember::Yes, ":now": tx.now(), ":idle_until": idle_until,
            ":expires": granted.expires,
        },
    )
}

pub(super) fn replace_secrets(tx: &Tx<'_>, granted: &IssuedSession, idle_until: Timestamp) -> AppResult<()> {
    tx.execute_one(
        "update session set access_hash = :access_hash, access_expires_at_ms = :access_expires, \
         previous_refresh_hash = refresh_hash, refresh_hash = :refresh_hash, rotated_at_ms = :now, \
         idle_until_ms = :idle_until where id = :id",
        params! {
            ":id": granted.session, ":access_hash": hash(&granted.access), ":access_expires": granted.access_expires,
            ":refresh_hash": granted.refresh.as_deref().map(hash), ":now": tx.now(), ":idle_until": idle_until,
        },
    )
}

pub(super) fn set_device(tx: &Tx<'_>, id: SessionId, device: &str) -> AppResult<()> {
    tx.execute_one("update session set device = :device where id = :id", params! { ":id": id, ":device": device })
}

pub(super) fn list_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<SessionInfo>> {
    read.all(
        "select s.id, s.kind, s.device, s.signed_in_at_ms, \
         case when s.rotated_at_ms > s.signed_in_at_ms then s.rotated_at_ms else s.signed_in_at_ms end as seen \
         from session s join member m on m.id = s.member_id \
         where s.member_id = :member and s.epoch = m.epoch and s.idle_until_ms > :now and s.expires_at_ms > :now \
         order by seen desc, s.id desc",
        params! { ":member": member, ":now": read.now() },
        |row| {
            Ok(SessionInfo {
                id: row.get("id")?,
                kind: row.get("kind")?,
                device: row.get("device")?,
                started: row.get("signed_in_at_ms")?,
                last_seen: row.get("seen")?,
            })
        },
    )
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId, id: SessionId) -> AppResult<bool> {
    let touched = tx.execute(
        "delete from session where id = :id and member_id = :member",
        params! { ":id": id, ":member": member },
    )?;
    Ok(touched == 1)
}

pub(super) fn delete_others(tx: &Tx<'_>, member: MemberId, kept: SessionId) -> AppResult<usize> {
    tx.execute(
        "delete from session where member_id = :member and id <> :kept",
        params! { ":member": member, ":kept": kept },
    )
}

pub(super) fn set_idle_until(tx: &Tx<'_>, id: SessionId, idle_until: Timestamp) -> AppResult<()> {
    tx.execute(
        "update session set idle_until_ms = case when :idle_until < expires_at_ms then :idle_until else expires_at_ms end \
         where id = :id",
        params! { ":id": id, ":idle_until": idle_until },
    )?;
    Ok(())
}

pub(in crate::auth) fn set_epoch(tx: &Tx<'_>, id: SessionId, epoch: i64) -> AppResult<()> {
    tx.execute("update session set epoch = :epoch where id = :id", params! { ":id": id, ":epoch": epoch })?;
    Ok(())
}

pub(super) fn secret_hashes(read: &Read<'_>, id: SessionId) -> AppResult<Vec<[u8; 32]>> {
    let found = read.one(
        "select access_hash, refresh_hash, previous_refresh_hash from session where id = :id",
        params! { ":id": id },
        |row| {
            let hashes: [Option<[u8; 32]>; 3] =
                [row.get("access_hash")?, row.get("refresh_hash")?, row.get("previous_refresh_hash")?];
            Ok(hashes.into_iter().flatten().collect())
        },
    )?;
    Ok(found.unwrap_or_default())
}

pub(super) fn delete(tx: &Tx<'_>, id: SessionId) -> AppResult<()> {
    tx.execute("delete from session where id = :id", params! { ":id": id })?;
    Ok(())
}

pub(super) fn delete_older_epochs(tx: &Tx<'_>, member: MemberId, epoch: i64) -> AppResult<()> {
    tx.execute(
        "delete from session where member_id = :member and epoch < :epoch",
        params! { ":member": member, ":epoch": epoch },
    )?;
    Ok(())
}

/// Keeps the expired API session of a native app while a push subscription refers to it. No call accepts such a
/// session, but the app still receives notifications until the member ends it.
pub(super) fn delete_expired(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute(
        "delete from session where expires_at_ms <= :now and not (kind = 'api' and exists \
         (select 1 from push_subscription p where p.session_id = session.id))",
        params! { ":now": tx.now() },
    )?;
    Ok(())
}

pub(super) fn delete_all_but_newest(tx: &Tx<'_>, member: MemberId, kept: i64) -> AppResult<()> {
    tx.execute(
        "delete from session where member_id = :member and expires_at_ms > :now \
         and id not in (select id from session where member_id = :member and expires_at_ms > :now \
         order by signed_in_at_ms desc, id desc limit :kept)",
        params! { ":member": member, ":now": tx.now(), ":kept": kept },
    )?;
    Ok(())
}
