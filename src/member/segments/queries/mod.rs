//! SQL of segments. Each condition is one statement over the members between two ids: a count reads whole ranges, and
//! a purchase asks about one member by the same statement.

mod daily;
mod purchases;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Conditions, NewSegment, Segment};
use crate::base::clock::Timestamp;
use crate::base::id::{ItemId, MemberId, PartnerId, SegmentId};
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::expiry::LotDates;
use crate::core::ledger::AccountId;
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

pub(super) use daily::{count_between, delete_days, delete_days_before, insert_day, uncounted};
pub(super) use purchases::{each_customer, each_purchase, each_visit};

/// The first and the last of some members.
pub(super) type Range = (MemberId, MemberId);

const SEGMENTS: &str = "select id, name, conditions, members, counted_at_ms, saved_by_name, version, created_at_ms,
        updated_at_ms from segment where deleted_at_ms is null ";

fn segment(row: &Row<'_>) -> AppResult<Segment> {
    Ok(Segment {
        id: row.get("id")?,
        name: row.get("name")?,
        conditions: row.get::<StoredJson<Conditions>>("conditions")?.0,
        members: row.get("members")?,
        counted: row.get("counted_at_ms")?,
        saved_by: row.get("saved_by_name")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<Segment>> {
    read.all([SEGMENTS, "order by id"], params! {}, segment)
}

pub(super) fn find(read: &Read<'_>, id: SegmentId) -> AppResult<Option<Segment>> {
    read.one([SEGMENTS, "and id = :id"], params! { ":id": id }, segment)
}

/// The conditions of every segment, removed ones included.
pub(super) fn conditions(read: &Read<'_>) -> AppResult<Vec<(SegmentId, Conditions)>> {
    read.all("select id, conditions from segment", params! {}, |row| {
        Ok((row.get("id")?, row.get::<StoredJson<Conditions>>("conditions")?.0))
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: SegmentId, new: &NewSegment, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into segment (id, name, conditions, saved_by_name, created_at_ms, updated_at_ms)
         values (:id, :name, :conditions, :by, :now, :now)",
        params! { ":id": id, ":name": new.name, ":conditions": serde_json::to_string(&new.conditions)?, ":by": by,
        ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: SegmentId, new: &NewSegment, by: &str) -> AppResult<()> {
    tx.execute_one(
        "update segment set name = :name, conditions = :conditions, saved_by_name = :by, updated_at_ms = :now,
             version = version + 1
         where id = :id",
        params! { ":id": id, ":name": new.name, ":conditions": serde_json::to_string(&new.conditions)?, ":by": by,
        ":now": tx.now() },
    )
}

pub(super) fn set_count(tx: &Tx<'_>, id: SegmentId, members: i64) -> AppResult<()> {
    tx.execute_one(
        "update segment set members = :members, counted_at_ms = :now where id = :id",
        params! { ":id": id, ":members": members, ":now": tx.now() },
    )
}

pub(super) fn mark_deleted(tx: &Tx<'_>, id: SegmentId) -> AppResult<()> {
    tx.execute_one(
        "update segment set deleted_at_ms = :now, version = version + 1 where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn partner_exists(read: &Read<'_>, id: PartnerId) -> AppResult<bool> {
    read.exists("select 1 from partner where id = :id", params! { ":id": id })
}

pub(super) fn item_exists(read: &Read<'_>, id: ItemId) -> AppResult<bool> {
    read.exists("select 1 from item where id = :id", params! { ":id": id })
}

/// The first member at or after an account. Accounts are numbered in the order in which members join.
pub(super) fn member_at(read: &Read<'_>, account: i64) -> AppResult<Option<MemberId>> {
    read.one(
        "select member_id from account where id >= :account and kind = 'member' order by id limit 1",
        params! { ":account": account },
        |row| row.get("member_id"),
    )
}

/// The member who comes after the first `number` members of a range, from its start or from its end; `None` if the range
/// has no more. The range does not contain `until`.
pub(super) fn member_after(
    read: &Read<'_>,
    (from, until): (MemberId, MemberId),
    newest_first: bool,
    number: i64,
) -> AppResult<Option<MemberId>> {
    let sql = match newest_first {
        true => "select id from member where id >= :from and id < :until order by id desc limit 1 offset :number",
        false => "select id from member where id >= :from and id < :until order by id limit 1 offset :number",
    };
    read.one(sql, params! { ":from": from, ":until": until, ":number": number }, |row| row.get("id"))
}

pub(super) fn last_account(read: &Read<'_>) -> AppResult<i64> {
    read.number("select max(id) as n from account", params! {})
}

/// The number of members who are suspended, or have left.
pub(super) fn inactive(read: &Read<'_>) -> AppResult<i64> {
    read.number(
        "select count(*) as n from member where status in ('suspended', 'erased') and status <> 'active'",
        params! {},
    )
}

/// Everybody with an account.
pub(super) fn everybody(read: &Read<'_>, (first, last): Range) -> AppResult<Vec<MemberId>> {
    read.all(
        "select member_id from account where member_id >= :first and member_id <= :last order by member_id",
        params! { ":first": first, ":last": last },
        |row| row.get("member_id"),
    )
}

/// Members who are suspended, or have left.
pub(super) fn not_active(read: &Read<'_>, (first, last): Range) -> AppResult<Vec<MemberId>> {
    read.all(
        "select id from member where status in ('suspended', 'erased') and status <> 'active'
             and id >= :first and id <= :last",
        params! { ":first": first, ":last": last },
        |row| row.get("id"),
    )
}

/// The rewards that members have, or have used, by member.
pub(super) fn buyers(read: &Read<'_>, (first, last): Range) -> AppResult<Vec<(MemberId, ItemId)>> {
    read.all(
        "select member_id, item_id from item_buyer where member_id >= :first and member_id <= :last and bought > 0
         order by member_id",
        params! { ":first": first, ":last": last },
        |row| Ok((row.get("member_id")?, row.get("item_id")?)),
    )
}

pub(super) fn with_balance(read: &Read<'_>, (first, last): Range, (min, max): (i64, i64)) -> AppResult<Vec<MemberId>> {
    read.all(
        "select member_id from account where member_id >= :first and member_id <= :last
             and balance >= :min and balance <= :max order by member_id",
        params! { ":first": first, ":last": last, ":min": min, ":max": max },
        |row| row.get("member_id"),
    )
}

/// Visits the open lots whose stored end is before a moment, by member.
pub(super) fn each_ending_lot(
    read: &Read<'_>,
    (first, last): Range,
    before: Timestamp,
    mut visit: impl FnMut(MemberId, AccountId, LotDates, i64) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select a.member_id, a.id, l.expires_at_ms, l.earned_at_ms, l.remaining
         from account a join lot l on l.account_id = a.id
         where a.member_id >= :first and a.member_id <= :last and l.spent = 0 and l.expires_at_ms <= :before
         order by a.member_id",
        params! { ":first": first, ":last": last, ":before": before },
        |row| {
            let dates = LotDates { expires_at: row.get("expires_at_ms")?, earned_at: row.get("earned_at_ms")? };
            visit(row.get("member_id")?, AccountId::from_row(row.get("id")?), dates, row.get("remaining")?)
        },
    )
}

pub(super) fn speaking(read: &Read<'_>, (first, last): Range, languages: &[Language]) -> AppResult<Vec<MemberId>> {
    let nth = |at: usize| languages.get(at).or(languages.first()).map(|language| language.code());
    read.all(
        "select id from member where id >= :first and id <= :last and language in (:one, :two, :three) order by id",
        params! { ":first": first, ":last": last, ":one": nth(0), ":two": nth(1), ":three": nth(2) },
        |row| row.get("id"),
    )
}

pub(super) fn joined(
    read: &Read<'_>,
    (first, last): Range,
    (from, until): (Timestamp, Timestamp),
) -> AppResult<Vec<MemberId>> {
    read.all(
        "select id from member where id >= :first and id <= :last and created_at_ms >= :from and created_at_ms < :until
         order by id",
        params! { ":first": first, ":last": last, ":from": from, ":until": until },
        |row| row.get("id"),
    )
}

pub(super) fn referred(read: &Read<'_>, (first, last): Range) -> AppResult<Vec<MemberId>> {
    read.all(
        "select id from member where id >= :first and id <= :last and referred_by is not null order by id",
        params! { ":first": first, ":last": last },
        |row| row.get("id"),
    )
}

/// Members of the levels between two.
pub(super) fn of_level(read: &Read<'_>, (first, last): Range, (min, max): (i64, i64)) -> AppResult<Vec<MemberId>> {
    // The newest change of a level is the one that has a day on which it is due.
    read.all(
        "select member_id from tier_change where member_id >= :first and member_id <= :last and due_day is not null
             and level >= :min and level <= :max order by member_id",
        params! { ":first": first, ":last": last, ":min": min, ":max": max },
        |row| row.get("member_id"),
    )
}

/// The levels of a ladder; only their number is read.
#[derive(Deserialize)]
struct Levels {
    levels: Vec<IgnoredAny>,
}

/// The number of levels of the ladder that is on.
pub(super) fn levels(read: &Read<'_>) -> AppResult<Option<i64>> {
    read.one(
        "select v.document from tier_ladder l join tier_ladder_version v on v.version = l.live_version where l.id = 1",
        params! {},
        |row| Ok(i64::try_from(row.get::<StoredJson<Levels>>("document")?.0.levels.len()).unwrap_or(i64::MAX)),
    )
}

/// Members on a list.
pub(super) fn listed(read: &Read<'_>, (first, last): Range, list: SegmentId) -> AppResult<Vec<MemberId>> {
    read.all(
        "select member_id from segment_member
         where segment_id = :list and member_id >= :first and member_id <= :last order by member_id",
        params! { ":list": list, ":first": first, ":last": last },
        |row| row.get("member_id"),
    )
}

/// Puts a member on a list.
pub(super) fn insert_listed(tx: &Tx<'_>, list: SegmentId, member: MemberId) -> AppResult<()> {
    tx.execute_one(
        "insert into segment_member (segment_id, member_id) values (:list, :member)",
        params! { ":list": list, ":member": member },
    )
}

/// Removes every member from a list.
pub(super) fn delete_listed(tx: &Tx<'_>, list: SegmentId) -> AppResult<()> {
    tx.execute("delete from segment_member where segment_id = :list", params! { ":list": list }).map(drop)
}

/// Removes a member from every list.
pub(super) fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute("delete from segment_member where member_id = :member", params! { ":member": member }).map(drop)
}

/// Puts a member on the lists of another.
pub(super) fn copy_lists(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "insert into segment_member (segment_id, member_id)
         select segment_id, :into from segment_member where member_id = :from
         on conflict (segment_id, member_id) do nothing",
        params! { ":from": from, ":into": into },
    )
    .map(drop)
}

/// Members who invited so many people.
pub(super) fn referrers(read: &Read<'_>, (first, last): Range, at_least: i64) -> AppResult<Vec<MemberId>> {
    read.all(
        "select referred_by from member
         where referred_by is not null and referred_by >= :first and referred_by <= :last
         group by referred_by having count(*) >= :at_least order by referred_by",
        params! { ":first": first, ":last": last, ":at_least": at_least },
        |row| row.get("referred_by"),
    )
}
