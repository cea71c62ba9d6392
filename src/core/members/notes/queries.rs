//! SQL of notes about members.

use super::MemberNote;
use crate::base::id::{MemberId, RecordId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

fn note(row: &Row<'_>) -> AppResult<MemberNote> {
    Ok(MemberNote {
        id: row.get("id")?,
        member: row.get("member_id")?,
        text: row.get("text")?,
        author: row.get("author")?,
        author_name: row.get("author_name")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn list(read: &Read<'_>, member: MemberId, most: i64) -> AppResult<Vec<MemberNote>> {
    read.all(
        "select id, member_id, text, author, author_name, created_at_ms from member_note
         where member_id = :member order by id desc limit :most",
        params! { ":member": member, ":most": most },
        note,
    )
}

pub(super) fn find(read: &Read<'_>, id: RecordId) -> AppResult<Option<MemberNote>> {
    read.one(
        "select id, member_id, text, author, author_name, created_at_ms from member_note where id = :id",
        params! { ":id": id },
        note,
    )
}

pub(super) fn count(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    read.number("select count(*) as n from member_note where member_id = :member", params! { ":member": member })
}

pub(super) fn put(tx: &Tx<'_>, note: &MemberNote) -> AppResult<()> {
    tx.execute_one(
        "insert into member_note (id, member_id, text, author, author_name, created_at_ms)
         values (:id, :member, :text, :author, :author_name, :now)",
        params! { ":id": note.id, ":member": note.member, ":text": note.text, ":author": note.author,
        ":author_name": note.author_name, ":now": note.created },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one("delete from member_note where id = :id", params! { ":id": id })
}

pub(super) fn move_to(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update member_note set member_id = :into where member_id = :from", both).map(drop)
}

pub(super) fn delete_of_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from member_note where member_id = :member", params! { ":member": member }).map(drop)
}
