//! SQL of the ladder, the purchases that count, and the levels of members.

pub(super) mod rewards;

use super::{Ladder, LadderRecord, LadderVersion, TierChange};
use crate::base::day::Day;
use crate::base::id::{MemberId, PartnerId, TransactionId};
use crate::base::problem::AppResult;
use crate::member::goals::Counted;
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

/// The ladder as the writer keeps it in memory: the version that is on, and every version that a level may have.
pub struct KnownLadder {
    pub(super) live: Option<i64>,
    pub(super) versions: Vec<(i64, Ladder)>,
    /// The day on which the first version was switched on. Purchases count from then on.
    pub(super) since: Option<Day>,
}

impl KnownLadder {
    pub(super) fn load(read: &Read<'_>) -> AppResult<Self> {
        let record = ladder(read)?;
        let since = record.versions.iter().filter_map(|version| version.first_on).min().map(Day::of);
        let was_on = |version: LadderVersion| version.first_on.map(|_| (version.version, version.ladder));
        Ok(Self { live: record.live, versions: record.versions.into_iter().filter_map(was_on).collect(), since })
    }

    pub(super) fn version(&self, number: i64) -> Option<&Ladder> {
        self.versions.iter().find(|(known, _)| *known == number).map(|(_, ladder)| ladder)
    }

    /// The version that is on, with its number.
    pub(super) fn live(&self) -> Option<(i64, &Ladder)> {
        let number = self.live?;
        self.version(number).map(|ladder| (number, ladder))
    }
}

pub(super) fn ladder(read: &Read<'_>) -> AppResult<LadderRecord> {
    let found = read.one("select live_version, version from tier_ladder where id = 1", params! {}, |row| {
        Ok((row.get("live_version")?, row.get("version")?))
    })?;
    let (live, changes) = found.unwrap_or_default();
    let versions = read.all(
        "select version, document, created_by_name, created_at_ms, updated_at_ms, first_on_at_ms
         from tier_ladder_version order by version desc",
        params! {},
        |row| {
            let ladder = row.get::<StoredJson<Ladder>>("document")?.0;
            let (created, updated) = (row.get("created_at_ms")?, row.get("updated_at_ms")?);
            let (created_by, first_on) = (row.get("created_by_name")?, row.get("first_on_at_ms")?);
            Ok(LadderVersion { version: row.get("version")?, ladder, created_by, created, updated, first_on })
        },
    )?;
    Ok(LadderRecord { live, versions, changes })
}

pub(super) fn put_ladder(tx: &Tx<'_>, live: Option<i64>, latest: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into tier_ladder (id, live_version, latest_version, updated_at_ms) values (1, :live, :latest, :now)
         on conflict (id) do update set live_version = excluded.live_version, latest_version = excluded.latest_version,
             version = tier_ladder.version + 1, updated_at_ms = excluded.updated_at_ms",
        params! { ":live": live, ":latest": latest, ":now": tx.now() },
    )
}

pub(super) fn delete_ladder(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from tier_ladder where id = 1", params! {}).map(drop)
}

pub(super) fn insert_version(tx: &Tx<'_>, version: i64, ladder: &Ladder, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into tier_ladder_version (version, document, created_by_name, created_at_ms, updated_at_ms)
         values (:version, :document, :by, :now, :now)",
        params! { ":version": version, ":document": serde_json::to_string(ladder)?, ":by": by, ":now": tx.now() },
    )
}

pub(super) fn update_version(tx: &Tx<'_>, version: i64, ladder: &Ladder) -> AppResult<()> {
    tx.execute_one(
        "update tier_ladder_version set document = :document, updated_at_ms = :now where version = :version",
        params! { ":version": version, ":document": serde_json::to_string(ladder)?, ":now": tx.now() },
    )
}

/// Marks the first time that a version is on.
pub(super) fn mark_on(tx: &Tx<'_>, version: i64) -> AppResult<()> {
    tx.execute_one(
        "update tier_ladder_version set first_on_at_ms = coalesce(first_on_at_ms, :now) where version = :version",
        params! { ":version": version, ":now": tx.now() },
    )
}

pub(super) fn delete_version(tx: &Tx<'_>, version: i64) -> AppResult<()> {
    tx.execute_one("delete from tier_ladder_version where version = :version", params! { ":version": version })
}

/// The number of members of each level.
pub(super) fn totals(read: &Read<'_>) -> AppResult<Vec<(i64, i64)>> {
    read.all("select level, members from tier_total order by level", params! {}, |row| {
        Ok((row.get("level")?, row.get("members")?))
    })
}

/// An event that counts towards levels: a purchase, or progress that a campaign gave.
pub(super) struct TierEntry {
    pub member: MemberId,
    /// The transaction of the purchase, or the id of the claim.
    pub source: TransactionId,
    pub partner: Option<PartnerId>,
    pub day: Day,
    pub purchases: i64,
    pub cents: i64,
    pub points: i64,
}

pub(super) fn insert_entry(tx: &Tx<'_>, entry: &TierEntry) -> AppResult<()> {
    tx.execute_one(
        "insert into tier_entry (member_id, day, transaction_id, partner_id, purchases, cents, points)
         values (:member, :day, :source, :partner, :purchases, :cents, :points)",
        params! { ":member": entry.member, ":day": entry.day, ":source": entry.source,
        ":partner": entry.partner, ":purchases": entry.purchases, ":cents": entry.cents, ":points": entry.points },
    )
}

/// Deletes the entry of a purchase and returns its member.
pub(super) fn take_entry(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<Option<MemberId>> {
    let taken = tx.all(
        "delete from tier_entry where transaction_id = :transaction returning member_id",
        params! { ":transaction": transaction },
        |row| row.get("member_id"),
    )?;
    Ok(taken.into_iter().next())
}

/// The progress of a member by purchases since a day.
pub(super) fn progress(read: &Read<'_>, member: MemberId, counts: Counted, first: Day) -> AppResult<i64> {
    progress_between(read, member, counts, (first, Day::from_number(i64::MAX)))
}

/// The progress of a member by purchases from one day to another, both included.
pub(super) fn progress_between(
    read: &Read<'_>,
    member: MemberId,
    counts: Counted,
    (first, last): (Day, Day),
) -> AppResult<i64> {
    let found = read.one(
        "select coalesce(sum(purchases), 0) as purchases, count(distinct partner_id) as partners, coalesce(sum(cents), 0) as spend,
                coalesce(sum(points), 0) as points from tier_entry
         where member_id = :member and day >= :first and day <= :last",
        params! { ":member": member, ":first": first, ":last": last },
        |row| row.get(column_of(counts)),
    )?;
    Ok(found.unwrap_or(0))
}

/// Members after the first and up to the last.
type MemberRange = (MemberId, MemberId);

/// The member who comes so many places after another; `None` if there are not so many.
pub(super) fn member_after(read: &Read<'_>, after: MemberId, places: i64) -> AppResult<Option<MemberId>> {
    read.one(
        "select id from member where id > :after order by id limit 1 offset :skipped",
        params! { ":after": after, ":skipped": places - 1 },
        |row| row.get("id"),
    )
}

/// The members of a range who have left.
pub(super) fn erased(read: &Read<'_>, (after, last): MemberRange) -> AppResult<Vec<MemberId>> {
    read.all(
        "select id from member where status = 'erased' and status <> 'active' and id > :after and id <= :last",
        params! { ":after": after, ":last": last },
        |row| row.get("id"),
    )
}

/// A level that a member holds.
pub(super) struct HeldLevel {
    pub level: i64,
    /// The version that holds until the level ends.
    pub version: i64,
    /// The last day of the level.
    pub until: Day,
    /// The last day, if the member was told that the level ends by a change of the ladder.
    pub ends: Option<Day>,
}

/// The levels that the members of a range hold.
pub(super) fn held_levels(read: &Read<'_>, (after, last): MemberRange) -> AppResult<Vec<(MemberId, HeldLevel)>> {
    // The newest change of a level is the one that has a day on which it is due.
    read.all(
        "select member_id, level, version, until_day, case kind when 'ending' then grace_day end as ends_day from tier_change
         where member_id > :after and member_id <= :last and due_day is not null order by member_id",
        params! { ":after": after, ":last": last },
        |row| {
            let (level, version, until) = (row.get("level")?, row.get("version")?, row.get("until_day")?);
            Ok((row.get("member_id")?, HeldLevel { level, version, until, ends: row.get("ends_day")? }))
        },
    )
}

/// A way to add up purchases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub counts: Counted,
    /// The first day that counts.
    pub first: Day,
}

/// Visits the progress of each member of a range who has some purchases since a day.
pub(super) fn each_progress(
    read: &Read<'_>,
    (after, last): MemberRange,
    sum: Sum,
    mut visit: impl FnMut(MemberId, i64),
) -> AppResult<()> {
    let since = params! { ":after": after, ":last": last, ":first": sum.first };
    // Different partners have a statement of their own, because the other sums need no list of what was seen.
    let sql = match sum.counts {
        Counted::Partners => {
            "select member_id, count(distinct partner_id) as partners from tier_entry
             where member_id > :after and member_id <= :last and day >= :first group by member_id"
        }
        _ => {
            "select member_id, sum(purchases) as purchases, sum(cents) as spend, sum(points) as points from tier_entry
             where member_id > :after and member_id <= :last and day >= :first group by member_id"
        }
    };
    read.each(sql, since, |row| {
        visit(row.get("member_id")?, row.get(column_of(sum.counts))?);
        Ok(())
    })
}

/// The column of a sum of purchases.
const fn column_of(counts: Counted) -> &'static str {
    match counts {
        Counted::Purchases => "purchases",
        Counted::Partners => "partners",
        Counted::Spend => "spend",
        Counted::Points => "points",
    }
}

const CHANGES: &str =
    "select member_id, number, kind, level, version, since_day, counted_from_day, until_day, grace_day,
        due_day from tier_change ";

fn change(row: &Row<'_>) -> AppResult<TierChange> {
    Ok(TierChange {
        number: row.get("number")?,
        kind: row.get("kind")?,
        level: row.get("level")?,
        version: row.get("version")?,
        since: row.get("since_day")?,
        counted_from: row.get("counted_from_day")?,
        until: row.get("until_day")?,
        grace_until: row.get("grace_day")?,
        due: row.get("due_day")?,
    })
}

/// The newest change of a member's level.
pub(super) fn newest(read: &Read<'_>, member: MemberId) -> AppResult<Option<TierChange>> {
    read.one([CHANGES, "where member_id = :member order by number desc limit 1"], params! { ":member": member }, change)
}

/// Every change of a member's level, the oldest first.
pub(super) fn changes_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<TierChange>> {
    read.all([CHANGES, "where member_id = :member order by number"], params! { ":member": member }, change)
}

/// Some members whose level is to be reviewed today.
pub(super) fn due(read: &Read<'_>, today: Day, limit: i64) -> AppResult<Vec<(MemberId, TierChange)>> {
    read.all(
        [CHANGES, "where due_day is not null and due_day <= :today order by due_day limit :limit"],
        params! { ":today": today, ":limit": limit },
        |row| Ok((row.get("member_id")?, change(row)?)),
    )
}

/// Some members who hold a higher level than that, and were not told that it ends.
pub(super) fn held_above(read: &Read<'_>, highest: i64, limit: i64) -> AppResult<Vec<(MemberId, TierChange)>> {
    read.all(
        [CHANGES, "where due_day is not null and kind <> 'ending' and level > :highest limit :limit"],
        params! { ":highest": highest, ":limit": limit },
        |row| Ok((row.get("member_id")?, change(row)?)),
    )
}

/// Some members who were told that their level ends, and whose level is not higher than that.
pub(super) fn ending_up_to(read: &Read<'_>, highest: i64, limit: i64) -> AppResult<Vec<MemberId>> {
    read.all(
        "select member_id from tier_change
         where due_day is not null and kind = 'ending' and level <= :highest limit :limit",
        params! { ":highest": highest, ":limit": limit },
        |row| row.get("member_id"),
    )
}

/// Adds a change, in place of the newest one.
pub(super) fn insert_change(tx: &Tx<'_>, member: MemberId, change: &TierChange) -> AppResult<()> {
    set_due(tx, member, change.number - 1, None)?;
    tx.execute_one(
        "insert into tier_change (member_id, number, kind, level, version, since_day, counted_from_day, until_day,
                                  grace_day, due_day, created_at_ms)
         values (:member, :number, :kind, :level, :version, :since, :from, :until, :grace, :due, :now)",
        params! { ":member": member, ":number": change.number, ":kind": change.kind, ":level": change.level,
        ":version": change.version, ":since": change.since, ":from": change.counted_from, ":until": change.until,
        ":grace": change.grace_until, ":due": change.due, ":now": tx.now() },
    )
}

/// Sets the day on which a level is reviewed again.
pub(super) fn set_due(tx: &Tx<'_>, member: MemberId, number: i64, due: Option<Day>) -> AppResult<()> {
    tx.execute(
        "update tier_change set due_day = :due where member_id = :member and number = :number",
        params! { ":member": member, ":number": number, ":due": due },
    )?;
    Ok(())
}

pub(super) fn delete_change(tx: &Tx<'_>, member: MemberId, number: i64) -> AppResult<()> {
    tx.execute_one(
        "delete from tier_change where member_id = :member and number = :number",
        params! { ":member": member, ":number": number },
    )
}

/// Moves the purchases of a member to another, and the level too if `with_level` says so.
pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId, with_level: bool) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update tier_entry set member_id = :into where member_id = :from", both)?;
    let dropped = if with_level { into } else { from };
    tx.execute("delete from tier_change where member_id = :dropped", params! { ":dropped": dropped })?;
    tx.execute("update tier_change set member_id = :into where member_id = :from", both)?;
    rewards::move_member(tx, from, into)
}
