//! SQL of the admin's member pages.

mod finding;
mod ways;
mod within;

use self::finding::{Effort, SearchCursor};
use self::ways::Way;
use super::search::{MemberSort, Search};
use super::{LotView, MemberView};
use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::{MemberId, RedemptionId};
use crate::base::problem::AppResult;
use crate::member::alarms;
use crate::platform::store::{Read, Row, Store, join_in_order, params, unindexed};

fn view(row: &Row<'_>) -> AppResult<MemberView> {
    let (email, phone): (Option<Email>, Option<HkPhone>) = (row.get("email")?, row.get("phone")?);
    Ok(MemberView {
        id: row.get("id")?,
        short_id: row.get("short_id")?,
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        email: email.map(|email| email.as_str().to_owned()),
        phone: phone.map(|phone| phone.digits().to_owned()),
        status: row.get("status")?,
        points: row.get("balance")?,
        created: row.get("created_at_ms")?,
    })
}

pub fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberView>> {
    read.one(
        "select m.id, m.short_id, m.first_name, m.last_name, m.email, m.phone, m.status, m.created_at_ms, a.balance
         from member m join account a on a.member_id = m.id where m.id = :id",
        params! { ":id": id },
        view,
    )
}

/// Each SQL statement names every parameter, and its term selects its index.
fn members((index, term, order): Way) -> [&'static str; 8] {
    [
        "select m.id, m.short_id, m.first_name, m.last_name, m.email, m.phone, m.status, m.created_at_ms, a.balance
         from member m ",
        index,
        join_in_order!(),
        "account a on a.member_id = m.id where ",
        term,
        " and (:status is null or m.status = :status) and :name is not null and :after is not null order by ",
        order,
        " limit :limit",
    ]
}

/// For a period in which few members joined: the rows are sorted by name.
const FEW_BY_NAME: Way = (
    "",
    concat!(
        "m.id >= :from and m.id < :until and (lower(m.last_name || m.first_name) > :name
             or lower(m.last_name || m.first_name) = :name and ",
        unindexed!("m.id"),
        " > :after)"
    ),
    concat!(unindexed!("lower(m.last_name || m.first_name)"), ", ", unindexed!("m.id")),
);
/// Maximum number of members sorted for one page.
const SORTED: i64 = 20_000;

/// The position from which a list continues after one of its members.
fn place(read: &Read<'_>, search: &Search, after: Option<MemberId>, limit: i64) -> AppResult<SearchCursor> {
    let (from, until) = (MemberId::earliest_at(search.period.from), MemberId::earliest_at(search.period.until));
    let nowhere = SearchCursor { from, until, name: String::new(), after: MemberId::from_bytes([0; 16]), limit };
    let Some(after) = after else { return Ok(nowhere) };
    Ok(match search.sort {
        MemberSort::Newest => SearchCursor { until: until.min(after), ..nowhere },
        MemberSort::Oldest => SearchCursor { from: from.max(after.next()), ..nowhere },
        MemberSort::Name => {
            let name = read.one(
                "select lower(last_name || first_name) as name from member where id = :id",
                params! { ":id": after },
                |row| row.get("name"),
            )?;
            SearchCursor { name: name.unwrap_or_default(), after, ..nowhere }
        }
    })
}

/// Whether the number of members between two ids is small enough for sorting.
fn few_joined(read: &Read<'_>, place: &SearchCursor) -> AppResult<bool> {
    let joined = read.number(
        "select count(*) as n from (select 1 from member where id >= :from and id < :until limit :most) as joined",
        params! { ":from": place.from, ":until": place.until, ":most": SORTED },
    )?;
    Ok(joined < SORTED)
}

/// Members that match a search, after the given member.
pub(super) async fn search(
    store: &Store,
    wanted: Search,
    after: Option<MemberId>,
    limit: i64,
) -> AppResult<Vec<MemberView>> {
    if let Some(segment) = wanted.segment {
        return within::search(store, wanted, segment, (after, limit)).await;
    }
    store.read_at_length(move |read| search_all(read, &wanted, after, limit, Effort::USUAL)).await
}

fn search_all(
    read: &Read<'_>,
    search: &Search,
    after: Option<MemberId>,
    limit: i64,
    effort: Effort,
) -> AppResult<Vec<MemberView>> {
    let place = place(read, search, after, limit)?;
    if let Some(ranges) = &search.ranges {
        let ids = finding::find(read, search, ranges, &place, effort)?;
        return ids.into_iter().filter_map(|id| find(read, id).transpose()).collect();
    }
    let active = search.status.is_none_or(|status| status == "active");
    let few = search.sort == MemberSort::Name && active && few_joined(read, &place)?;
    let way = if few { FEW_BY_NAME } else { ways::way(search.sort, active) };
    read.all(
        members(way),
        params! { ":from": place.from, ":until": place.until, ":name": place.name, ":after": place.after,
        ":status": search.status, ":limit": limit },
        view,
    )
}

/// Accounts are never deleted, so the highest id gives their number.
pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select max(id) - 4 as n from account", params! {})
}

/// The points left in each lot, in the order in which lots are spent.
pub(super) fn lots(read: &Read<'_>, member: MemberId) -> AppResult<Vec<LotView>> {
    read.all(
        "select l.remaining, l.earned_at_ms, l.expires_at_ms from account a join lot l on l.account_id = a.id
         where a.member_id = :member and l.spent = 0
         order by l.expires_at_ms, l.earned_at_ms, l.seq limit 500",
        params! { ":member": member },
        |row| {
            let expires: Timestamp = row.get("expires_at_ms")?;
            Ok(LotView {
                points: row.get("remaining")?,
                earned: row.get("earned_at_ms")?,
                expires: Some(expires).filter(|moment| *moment != Timestamp::NEVER),
            })
        },
    )
}

/// Points of a member that are on hold: for exchanges, and because of alarms.
pub fn points_on_hold(read: &Read<'_>, member: MemberId) -> AppResult<i64> {
    let for_exchanges = read.number(
        "select sum(h.points) as n from redemption r join hold h on h.seq = r.hold_seq
         where r.member_id = :member and h.status = 'open'",
        params! { ":member": member },
    )?;
    Ok(for_exchanges + alarms::total_held(read, member)?)
}

pub(super) fn latest_redemptions(read: &Read<'_>, member: MemberId, limit: i64) -> AppResult<Vec<RedemptionId>> {
    read.all(
        "select id from redemption where member_id = :member order by id desc limit :limit",
        params! { ":member": member, ":limit": limit },
        |row| row.get("id"),
    )
}

/// Earlier short ids: with `dead` those that no longer find the member, otherwise those that still do.
pub(super) fn former_short_ids(read: &Read<'_>, member: MemberId, dead: bool) -> AppResult<Vec<String>> {
    read.all(
        "select short_id from member_alias where member_id = :member and (dead_at_ms is not null) = :dead
         order by created_at_ms",
        params! { ":member": member, ":dead": dead },
        |row| row.get("short_id"),
    )
}
