//! SQL of the desk's view of members.

use super::MemberView;
use super::search::{Order, Search};
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

/// Every statement names every parameter, and its own term leads to its own index.
macro_rules! members {
    ($hits:literal, $term:literal, $order:literal) => {
        concat!(
            $hits,
            " select m.id, m.short_id, m.first_name, m.last_name, m.email, m.phone, m.status, m.created_at_ms, a.balance
             from member m join account a on a.member_id = m.id
             where ",
            $term,
            " and (:status is null or m.status = :status) and m.id >= :from and m.id < :until
                 and (:lo is not null and :hi is not null and :phone_lo is not null and :phone_hi is not null
                      and :short_lo is not null and :short_hi is not null and :after is not null)
             order by ",
            $order,
            " limit :limit"
        )
    };
}

/// Each arm is one range of one index.
macro_rules! found {
    ($term:literal, $order:literal) => {
        members!(
            "with hit as (
                 select id from member where lower(last_name || first_name) >= :lo and lower(last_name || first_name) < :hi
                 union select id from member
                     where lower(first_name || ' ' || last_name) >= :lo and lower(first_name || ' ' || last_name) < :hi
                 union select id from member
                     where lower(last_name || ' ' || first_name) >= :lo and lower(last_name || ' ' || first_name) < :hi
                 union select id from member where email >= :lo and email < :hi
                 union select id from member where phone >= :phone_lo and phone < :phone_hi
                 union select id from member where short_id >= :short_lo and short_id < :short_hi
                 union select member_id from member_alias where short_id >= :short_lo and short_id < :short_hi)",
            $term,
            $order
        )
    };
}

const BY_NAME: &str = members!(
    "",
    "(lower(m.last_name || m.first_name), m.id) > (coalesce((select lower(s.last_name || s.first_name) from member s where s.id = :after), ''), :after)",
    "lower(m.last_name || m.first_name), m.id"
);
const NEWEST: &str = members!("", "m.id < :after", "m.id desc");
const OLDEST: &str = members!("", "m.id > :after", "m.id");
const NEWEST_NOT_ACTIVE: &str =
    members!("", "m.status = :status and m.status <> 'active' and m.id < :after", "m.id desc");
const FOUND_NEWEST: &str = found!("m.id in (select id from hit) and m.id < :after", "m.id desc");
const FOUND_OLDEST: &str = found!("m.id in (select id from hit) and m.id > :after", "m.id");
const FOUND_BY_NAME: &str = found!(
    "m.id in (select id from hit) and (lower(m.last_name || m.first_name), m.id) > (coalesce((select lower(s.last_name || s.first_name) from member s where s.id = :after), ''), :after)",
    "lower(m.last_name || m.first_name), m.id"
);

/// Members whom a search finds, after one of them.
pub(super) fn search(
    read: &Read<'_>,
    search: &Search,
    after: Option<MemberId>,
    limit: i64,
) -> AppResult<Vec<MemberView>> {
    let filtered = search.status.is_some_and(|status| status != "active");
    let sql = match (search.sort, search.ranges.is_some()) {
        (Order::Newest, false) if filtered => NEWEST_NOT_ACTIVE,
        (Order::Newest, false) => NEWEST,
        (Order::Oldest, false) => OLDEST,
        (Order::Name, false) => BY_NAME,
        (Order::Newest, true) => FOUND_NEWEST,
        (Order::Oldest, true) => FOUND_OLDEST,
        (Order::Name, true) => FOUND_BY_NAME,
    };
    let edge = if search.sort == Order::Newest { [0xff; 16] } else { [0; 16] };
    let after = after.unwrap_or(MemberId::from_bytes(edge));
    let ranges = search.ranges.clone().unwrap_or_default();
    read.all(
        sql,
        params! { ":after": after, ":status": search.status, ":from": MemberId::earliest_at(search.period.from),
        ":until": MemberId::earliest_at(search.period.until), ":lo": ranges.words.0, ":hi": ranges.words.1,
        ":phone_lo": ranges.phone.0, ":phone_hi": ranges.phone.1, ":short_lo": ranges.short_id.0,
        ":short_hi": ranges.short_id.1, ":limit": limit },
        view,
    )
}

/// Accounts are never taken away, so the newest one's number tells how many there are.
pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select max(id) - 4 as n from account", params! {})
}
