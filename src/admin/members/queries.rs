//! SQL of the desk's view of members.

use super::MemberView;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::members::Status;
use crate::store::{Read, Row, params};

fn view(row: &Row<'_>) -> AppResult<MemberView> {
    let status: String = row.get("status")?;
    let (email, phone): (Option<Email>, Option<HkPhone>) = (row.get("email")?, row.get("phone")?);
    Ok(MemberView {
        id: row.get("id")?,
        short_id: row.get("short_id")?,
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        email: email.map(|email| email.as_str().to_owned()),
        phone: phone.map(|phone| phone.digits().to_owned()),
        status: match status.as_str() {
            "active" => Status::Active,
            "suspended" => Status::Suspended,
            _ => Status::Erased,
        },
        points: row.get("balance")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberView>> {
    read.one(
        "select m.id, m.short_id, m.first_name, m.last_name, m.email, m.phone, m.status, m.created_at_ms, a.balance
         from member m join account a on a.member_id = m.id where m.id = :id",
        params! { ":id": id },
        view,
    )
}

/// Members older than `before` in whose name, address, number or short id the text occurs.
pub(super) fn search(read: &Read<'_>, text: &str, before: MemberId, limit: i64) -> AppResult<Vec<MemberView>> {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let pattern = format!("%{escaped}%");
    // Numbers and short ids are typed with blanks and hyphens.
    let compact = format!("%{}%", escaped.replace([' ', '-'], ""));
    read.all(
        "select m.id, m.short_id, m.first_name, m.last_name, m.email, m.phone, m.status, m.created_at_ms, a.balance
         from member m join account a on a.member_id = m.id
         where m.id < :before and (m.first_name || ' ' || m.last_name like :pattern escape '\\'
             or m.last_name || ' ' || m.first_name like :pattern escape '\\'
             or m.last_name || m.first_name like :pattern escape '\\'
             or m.email like :pattern escape '\\' or m.phone like :compact escape '\\'
             or m.short_id like :compact escape '\\')
         order by m.id desc limit :limit",
        params! { ":before": before, ":pattern": pattern, ":compact": compact, ":limit": limit },
        view,
    )
}
