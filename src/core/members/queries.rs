//! SQL of the member register.

use super::{Credentials, Face, MemberRecord, NewMember, PersonName, Status};
use crate::base::contact::{Email, HkPhone};
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::base::short_id::ShortId;
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<MemberRecord> {
    Ok(MemberRecord {
        id: row.get("id")?,
        short_id: row.get("short_id")?,
        referral_code: row.get("referral_code")?,
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        email: row.get("email")?,
        phone: row.get("phone")?,
        status: row.get("status")?,
        language: row.get("language")?,
        first_time_login: row.get("first_time_login")?,
        face: row.get("face")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, referral_code, first_name, last_name, email, phone, status, language, \
         first_time_login, face, created_at_ms from member where id = :id",
        params! { ":id": id },
        record,
    )
}

pub(super) fn find_by_email(read: &Read<'_>, email: &Email) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, referral_code, first_name, last_name, email, phone, status, language, \
         first_time_login, face, created_at_ms from member where email = :email",
        params! { ":email": email },
        record,
    )
}

pub(super) fn find_by_phone(read: &Read<'_>, phone: &HkPhone) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, referral_code, first_name, last_name, email, phone, status, language, \
         first_time_login, face, created_at_ms from member where phone = :phone",
        params! { ":phone": phone },
        record,
    )
}

pub(super) fn find_by_short_id(read: &Read<'_>, short_id: &ShortId) -> AppResult<Option<MemberRecord>> {
    read.one(
        "select id, short_id, referral_code, first_name, last_name, email, phone, status, language, \
         first_time_login, face, created_at_ms from member where short_id = :short_id",
        params! { ":short_id": short_id },
        record,
    )
}

pub(super) fn find_by_referral_code(read: &Read<'_>, code: &ShortId) -> AppResult<Option<MemberId>> {
    read.one(
        "select id from member where referral_code = :code and status = 'active'",
        params! { ":code": code },
        |row| row.get("id"),
    )
}

pub(super) fn referrer_of(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberId>> {
    let found =
        read.one("select referred_by from member where id = :id", params! { ":id": id }, |row| row.get("referred_by"))?;
    Ok(found.flatten())
}

/// Whether a short id is in use, or was used before a merger or by a lost card.
pub(super) fn short_id_exists(read: &Read<'_>, short_id: &ShortId) -> AppResult<bool> {
    read.exists(
        "select 1 from member where short_id = :short_id union all select 1 from member_alias where short_id = :short_id",
        params! { ":short_id": short_id },
    )
}

/// The survivor of the merged account that had this short id.
pub(super) fn find_by_former_short_id(read: &Read<'_>, short_id: &ShortId) -> AppResult<Option<MemberId>> {
    read.one(
        "select member_id from member_alias where short_id = :short_id and dead_at_ms is null",
        params! { ":short_id": short_id },
        |row| row.get("member_id"),
    )
}

pub(super) fn referral_code_exists(read: &Read<'_>, code: &ShortId) -> AppResult<bool> {
    read.exists("select 1 from member where referral_code = :code", params! { ":code": code })
}

pub(super) fn credentials(read: &Read<'_>, id: MemberId) -> AppResult<Option<Credentials>> {
    read.one("select id, password_hash, status, epoch from member where id = :id", params! { ":id": id }, |row| {
        Ok(Credentials {
            id: row.get("id")?,
            password_hash: row.get("password_hash")?,
            status: row.get("status")?,
            epoch: row.get("epoch")?,
        })
    })
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: MemberId,
    short_id: &ShortId,
    referral_code: &ShortId,
    member: &NewMember,
) -> AppResult<()> {
    tx.execute_one(
        "insert into member (id, short_id, referral_code, first_name, last_name, email, phone, password_hash, \
         language, referred_by, created_at_ms) values (:id, :short_id, :referral_code, :first_name, :last_name, \
         :email, :phone, :password_hash, :language, :referred_by, :now)",
        params! {
            ":id": id, ":short_id": short_id, ":referral_code": referral_code,
            ":first_name": member.first_name.as_str(), ":last_name": member.last_name.as_str(),
            ":email": member.email, ":phone": member.phone, ":password_hash": member.password_hash,
            ":language": member.language, ":referred_by": member.referred_by, ":now": tx.now(),
        },
    )
}

pub(super) fn set_password(tx: &Tx<'_>, id: MemberId, password_hash: &str) -> AppResult<()> {
    tx.execute_one(
        "update member set password_hash = :password_hash where id = :id",
        params! { ":id": id, ":password_hash": password_hash },
    )
}

pub(super) fn set_language(tx: &Tx<'_>, id: MemberId, language: Language) -> AppResult<()> {
    tx.execute(
        "update member set language = :language where id = :id and language != :language",
        params! { ":id": id, ":language": language },
    )?;
    Ok(())
}

pub(super) fn raise_epoch(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    tx.execute_one("update member set epoch = epoch + 1 where id = :id", params! { ":id": id })
}

pub(super) fn set_status(tx: &Tx<'_>, id: MemberId, status: Status) -> AppResult<()> {
    tx.execute_one("update member set status = :status where id = :id", params! { ":id": id, ":status": status })
}

pub(super) fn erase(tx: &Tx<'_>, id: MemberId, short_id: &ShortId, referral_code: &ShortId) -> AppResult<()> {
    // The id printed on a returned or lost card would still identify its former owner.
    tx.execute("delete from member_alias where member_id = :id", params! { ":id": id })?;
    tx.execute_one(
        "update member set status = 'erased', first_name = '', last_name = '', email = null, phone = null, \
         password_hash = null, short_id = :short_id, referral_code = :referral_code, referred_by = null, \
         recovered_at_ms = null, first_time_login = 0, face = null where id = :id",
        params! { ":id": id, ":short_id": short_id, ":referral_code": referral_code },
    )
}

/// Disables the present short id and all earlier ones.
pub(super) fn bury_short_ids(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let of_member = params! { ":id": id, ":now": tx.now() };
    tx.execute("update member_alias set dead_at_ms = :now where member_id = :id and dead_at_ms is null", of_member)?;
    tx.execute_one(
        "insert into member_alias (short_id, member_id, created_at_ms, dead_at_ms) \
         select short_id, id, :now, :now from member where id = :id",
        of_member,
    )
}

pub(super) fn set_short_id(tx: &Tx<'_>, id: MemberId, short_id: &ShortId) -> AppResult<()> {
    tx.execute_one(
        "update member set short_id = :short_id where id = :id",
        params! { ":id": id, ":short_id": short_id },
    )
}

pub(super) fn set_names(tx: &Tx<'_>, id: MemberId, first: &PersonName, last: &PersonName) -> AppResult<()> {
    tx.execute_one(
        "update member set first_name = :first_name, last_name = :last_name where id = :id",
        params! { ":id": id, ":first_name": first.as_str(), ":last_name": last.as_str() },
    )
}

pub(super) fn set_face(tx: &Tx<'_>, id: MemberId, face: Option<Face>) -> AppResult<()> {
    tx.execute_one("update member set face = :face where id = :id", params! { ":id": id, ":face": face })
}

pub(super) fn set_email(tx: &Tx<'_>, id: MemberId, email: &Email) -> AppResult<()> {
    tx.execute_one(
        "update member set email = :email where id = :id and email is null",
        params! { ":id": id, ":email": email },
    )
}

pub(super) fn set_phone(tx: &Tx<'_>, id: MemberId, phone: &HkPhone) -> AppResult<()> {
    tx.execute_one(
        "update member set phone = :phone where id = :id and phone is null",
        params! { ":id": id, ":phone": phone },
    )
}

pub(super) fn note_recovery(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    tx.execute_one("update member set recovered_at_ms = :now where id = :id", params! { ":now": tx.now(), ":id": id })
}

pub(super) fn end_first_time(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    tx.execute_one("update member set first_time_login = 0 where id = :id", params! { ":id": id })
}

/// Moves contacts and password of an account that is being merged to the survivor, where the survivor has no value.
pub(super) fn move_contacts(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let found =
        tx.one("select email, phone, password_hash from member where id = :from", params! { ":from": from }, |row| {
            Ok((
                row.get::<Option<String>>("email")?,
                row.get::<Option<String>>("phone")?,
                row.get::<Option<String>>("password_hash")?,
            ))
        })?;
    let (email, phone, password_hash) = found.unwrap_or_default();
    tx.execute_one("update member set email = null, phone = null where id = :from", params! { ":from": from })?;
    tx.execute_one(
        "update member set email = coalesce(email, :email), phone = coalesce(phone, :phone),
             password_hash = coalesce(password_hash, :password_hash) where id = :into",
        params! { ":email": email, ":phone": phone, ":password_hash": password_hash, ":into": into },
    )
}

/// Moves the referrals of a merged account to the survivor. A referral of the survivor itself is not moved.
pub(super) fn move_referrals(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update member set referred_by = :into where referred_by = :from and id <> :into",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}

/// Makes the short id of a merged account, and the ids that already led to it, find the survivor.
pub(super) fn put_alias(tx: &Tx<'_>, short_id: &str, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update member_alias set member_id = :into where member_id = :from", both)?;
    tx.execute("update member set merged_into = :into where id = :from or merged_into = :from", both)?;
    tx.execute_one(
        "insert into member_alias (short_id, member_id, created_at_ms) values (:short_id, :into, :now)",
        params! { ":short_id": short_id, ":into": into, ":now": tx.now() },
    )
}
