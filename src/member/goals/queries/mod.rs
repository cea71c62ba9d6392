//! SQL of goals, cards and stamps.

mod past;

use super::{Addition, Counted, Goal, GoalCard, GoalRecord, GoalVersion};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{GoalId, MemberId, PartnerId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

pub(super) use past::{TriedPurchase, TriedScan, each_purchase_after, scans_since};

/// Number of a member's newest cards that an award reads. Only undone purchases leave older ones open.
const NEWEST_CARDS: i64 = 20;

/// The goals that are on, and every version that a card may have, as the writer keeps them in memory.
pub struct KnownGoals(pub(super) Vec<KnownGoal>);

/// A goal that is on.
pub(super) struct KnownGoal {
    pub id: GoalId,
    /// The version under which cards begin.
    pub live: i64,
    /// Every version that was ever on, in order.
    pub versions: Vec<KnownVersion>,
}

/// A version of a goal that was on.
pub(super) struct KnownVersion {
    number: i64,
    /// The day on which it was first switched on.
    since: Day,
    pub goal: Goal,
}

impl KnownGoal {
    pub fn version(&self, number: i64) -> Option<&Goal> {
        self.versions.iter().find(|known| known.number == number).map(|known| &known.goal)
    }

    /// The version that was the newest on a day; `None` before the goal was first on.
    pub fn newest_on(&self, day: Day) -> Option<i64> {
        self.versions.iter().rev().find(|known| known.since <= day).map(|known| known.number)
    }
}

impl KnownGoals {
    pub(super) fn load(read: &Read<'_>) -> AppResult<Self> {
        let mut found: Vec<KnownGoal> = Vec::new();
        read.each(
            "select g.id, g.live_version, v.version, v.document, v.first_on_at_ms from goal g join goal_version v on v.goal_id = g.id
             where g.live_version is not null and v.first_on_at_ms is not null order by g.id, v.version",
            params! {},
            |row| {
                let (id, goal) = (row.get("id")?, row.get::<StoredJson<Goal>>("document")?.0);
                let since = Day::of(row.get("first_on_at_ms")?);
                let version = KnownVersion { number: row.get("version")?, since, goal };
                match found.last_mut().filter(|known| known.id == id) {
                    Some(known) => known.versions.push(version),
                    None => found.push(KnownGoal { id, live: row.get("live_version")?, versions: vec![version] }),
                }
                Ok(())
            },
        )?;
        Ok(Self(found))
    }
}

const GOALS: &str = "select id, live_version, cards, rewards, version, created_at_ms, updated_at_ms from goal ";

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<GoalRecord>> {
    let mut found = read.all([GOALS, "order by id"], params! {}, record)?;
    for goal in &mut found {
        goal.versions = versions(read, goal.id)?;
    }
    Ok(found)
}

pub(super) fn find(read: &Read<'_>, id: GoalId) -> AppResult<Option<GoalRecord>> {
    let Some(found) = read.one([GOALS, "where id = :id"], params! { ":id": id }, record)? else { return Ok(None) };
    Ok(Some(GoalRecord { versions: versions(read, id)?, ..found }))
}

fn record(row: &Row<'_>) -> AppResult<GoalRecord> {
    Ok(GoalRecord {
        id: row.get("id")?,
        live: row.get("live_version")?,
        versions: Vec::new(),
        cards: row.get("cards")?,
        rewards: row.get("rewards")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        changes: row.get("version")?,
    })
}

fn versions(read: &Read<'_>, id: GoalId) -> AppResult<Vec<GoalVersion>> {
    read.all(
        "select version, document, created_by_name, created_at_ms, updated_at_ms, first_on_at_ms
         from goal_version where goal_id = :id order by version desc",
        params! { ":id": id },
        |row| {
            let goal = row.get::<StoredJson<Goal>>("document")?.0;
            let (created, updated) = (row.get("created_at_ms")?, row.get("updated_at_ms")?);
            let (created_by, first_on) = (row.get("created_by_name")?, row.get("first_on_at_ms")?);
            Ok(GoalVersion { version: row.get("version")?, goal, created_by, created, updated, first_on })
        },
    )
}

pub(super) fn insert(tx: &Tx<'_>, id: GoalId) -> AppResult<()> {
    let values = params! { ":id": id, ":now": tx.now() };
    tx.execute_one("insert into goal (id, created_at_ms, updated_at_ms) values (:id, :now, :now)", values)
}

pub(super) fn insert_version(tx: &Tx<'_>, id: GoalId, version: i64, goal: &Goal, by: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into goal_version (goal_id, version, document, created_by_name, created_at_ms, updated_at_ms)
         values (:goal, :version, :document, :by, :now, :now)",
        params! { ":goal": id, ":version": version, ":document": serde_json::to_string(goal)?, ":by": by,
        ":now": tx.now() },
    )
}

pub(super) fn update_version(tx: &Tx<'_>, id: GoalId, version: i64, goal: &Goal) -> AppResult<()> {
    tx.execute_one(
        "update goal_version set document = :document, updated_at_ms = :now where goal_id = :goal and version = :version",
        params! { ":goal": id, ":version": version, ":document": serde_json::to_string(goal)?, ":now": tx.now() },
    )
}

/// Marks the first time that a version is on.
pub(super) fn mark_on(tx: &Tx<'_>, id: GoalId, version: i64) -> AppResult<()> {
    tx.execute_one(
        "update goal_version set first_on_at_ms = coalesce(first_on_at_ms, :now)
         where goal_id = :goal and version = :version",
        params! { ":goal": id, ":version": version, ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: GoalId, live: Option<i64>, latest: i64) -> AppResult<()> {
    tx.execute_one(
        "update goal set live_version = :live, latest_version = :latest, version = version + 1, updated_at_ms = :now
         where id = :id",
        params! { ":id": id, ":live": live, ":latest": latest, ":now": tx.now() },
    )
}

pub(super) fn delete_version(tx: &Tx<'_>, id: GoalId, version: i64) -> AppResult<()> {
    let values = params! { ":goal": id, ":version": version };
    tx.execute_one("delete from goal_version where goal_id = :goal and version = :version", values)
}

pub(super) fn delete(tx: &Tx<'_>, id: GoalId) -> AppResult<()> {
    tx.execute("delete from goal_version where goal_id = :id", params! { ":id": id })?;
    tx.execute_one("delete from goal where id = :id", params! { ":id": id })
}

/// The rewards that a goal has given over all its versions.
pub(super) fn rewards(read: &Read<'_>, id: GoalId) -> AppResult<i64> {
    read.number("select rewards as n from goal where id = :id", params! { ":id": id })
}

const CARDS: &str = "select number, version, progress, started_at_ms, ends_at_ms, reached_at_ms, transaction_id,
        redemption_id, grant_id, owed, seen_at_ms, goal_id, member_id from goal_card ";

fn card(row: &Row<'_>) -> AppResult<GoalCard> {
    Ok(GoalCard {
        number: row.get("number")?,
        version: row.get("version")?,
        progress: row.get("progress")?,
        started: row.get("started_at_ms")?,
        ends: row.get("ends_at_ms")?,
        reached: row.get("reached_at_ms")?,
        transaction: row.get("transaction_id")?,
        redemption: row.get("redemption_id")?,
        grant: row.get("grant_id")?,
        owed: row.get("owed")?,
        seen: row.get("seen_at_ms")?,
    })
}

/// The newest cards of a member, the newest first.
pub(super) fn newest_cards(read: &Read<'_>, member: MemberId, goal: GoalId) -> AppResult<Vec<GoalCard>> {
    read.all(
        [CARDS, "where member_id = :member and goal_id = :goal order by number desc limit :limit"],
        params! { ":member": member, ":goal": goal, ":limit": NEWEST_CARDS },
        card,
    )
}

/// The goal and its version of the card whose reward a transaction of the member gave.
pub(super) fn rewarded_by(
    read: &Read<'_>,
    member: MemberId,
    transaction: TransactionId,
) -> AppResult<Option<(GoalId, i64)>> {
    read.one(
        "select goal_id, version from goal_card where member_id = :member and transaction_id = :transaction",
        params! { ":member": member, ":transaction": transaction },
        |row| Ok((row.get("goal_id")?, row.get("version")?)),
    )
}

pub(super) fn find_card(read: &Read<'_>, member: MemberId, goal: GoalId, number: i64) -> AppResult<Option<GoalCard>> {
    read.one(
        [CARDS, "where member_id = :member and goal_id = :goal and number = :number"],
        params! { ":member": member, ":goal": goal, ":number": number },
        card,
    )
}

/// All cards of a member with their goals, the cards of a goal in order.
pub(super) fn cards_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<(GoalId, GoalCard)>> {
    let one = |row: &Row<'_>| Ok((row.get("goal_id")?, card(row)?));
    read.all([CARDS, "where member_id = :member order by goal_id, number"], params! { ":member": member }, one)
}

/// Some cards of a goal whose reward could not be given.
pub(super) fn owed(read: &Read<'_>, goal: GoalId, limit: i64) -> AppResult<Vec<(MemberId, GoalCard)>> {
    let one = |row: &Row<'_>| Ok((row.get("member_id")?, card(row)?));
    let values = params! { ":goal": goal, ":limit": limit };
    read.all([CARDS, "where goal_id = :goal and owed = 1 order by member_id limit :limit"], values, one)
}

/// Some cards under way that end before a moment and whose owners were not told, with their owners and goals.
pub(super) fn ending(read: &Read<'_>, until: Timestamp, limit: i64) -> AppResult<Vec<(MemberId, GoalId, GoalCard)>> {
    read.all(
        [
            CARDS,
            "where reached_at_ms is null and noticed_at_ms is null and ends_at_ms > :now and ends_at_ms <= :until limit :limit",
        ],
        params! { ":now": read.now(), ":until": until, ":limit": limit },
        |row| Ok((row.get("member_id")?, row.get("goal_id")?, card(row)?)),
    )
}

pub(super) fn mark_noticed(tx: &Tx<'_>, member: MemberId, goal: GoalId, number: i64) -> AppResult<()> {
    tx.execute_one(
        "update goal_card set noticed_at_ms = :now where member_id = :member and goal_id = :goal and number = :number",
        params! { ":member": member, ":goal": goal, ":number": number, ":now": tx.now() },
    )
}

/// Writes a card as it is now.
pub(super) fn put_card(tx: &Tx<'_>, member: MemberId, goal: GoalId, card: &GoalCard) -> AppResult<()> {
    tx.execute_one(
        "insert into goal_card (member_id, goal_id, number, version, progress, started_at_ms, ends_at_ms, reached_at_ms,
                                transaction_id, redemption_id, grant_id, owed, seen_at_ms)
         values (:member, :goal, :number, :version, :progress, :started, :ends, :reached, :transaction, :redemption,
                 :grant, :owed, :seen)
         on conflict (member_id, goal_id, number) do update set progress = excluded.progress,
             started_at_ms = excluded.started_at_ms, ends_at_ms = excluded.ends_at_ms,
             reached_at_ms = excluded.reached_at_ms, transaction_id = excluded.transaction_id,
             redemption_id = excluded.redemption_id, grant_id = excluded.grant_id, owed = excluded.owed, seen_at_ms = excluded.seen_at_ms",
        params! { ":member": member, ":goal": goal, ":number": card.number, ":version": card.version,
        ":progress": card.progress, ":started": card.started, ":ends": card.ends, ":reached": card.reached,
        ":transaction": card.transaction, ":redemption": card.redemption, ":grant": card.grant, ":owed": card.owed,
        ":seen": card.seen },
    )
}

pub(super) fn delete_card(tx: &Tx<'_>, member: MemberId, goal: GoalId, number: i64) -> AppResult<()> {
    tx.execute_one(
        "delete from goal_card where member_id = :member and goal_id = :goal and number = :number",
        params! { ":member": member, ":goal": goal, ":number": number },
    )
}

pub(super) fn mark_seen(tx: &Tx<'_>, member: MemberId, goal: GoalId) -> AppResult<()> {
    tx.execute(
        "update goal_card set seen_at_ms = :now
         where member_id = :member and goal_id = :goal and reached_at_ms is not null and seen_at_ms is null",
        params! { ":member": member, ":goal": goal, ":now": tx.now() },
    )?;
    Ok(())
}

/// The progress of one purchase on one card.
pub(super) struct Stamp {
    pub member: MemberId,
    pub goal: GoalId,
    pub card: i64,
    pub transaction: TransactionId,
    /// Absent for the stamp of a campaign.
    pub partner: Option<PartnerId>,
    pub amount: i64,
    pub created: Timestamp,
}

fn stamp(row: &Row<'_>) -> AppResult<Stamp> {
    Ok(Stamp {
        member: row.get("member_id")?,
        goal: row.get("goal_id")?,
        card: row.get("card")?,
        transaction: row.get("transaction_id")?,
        partner: row.get("partner_id")?,
        amount: row.get("amount")?,
        created: row.get("created_at_ms")?,
    })
}

pub(super) fn insert_stamp(tx: &Tx<'_>, goal: GoalId, card: i64, addition: &Addition) -> AppResult<()> {
    tx.execute_one(
        "insert into goal_stamp (member_id, goal_id, card, transaction_id, partner_id, amount, day, created_at_ms)
         values (:member, :goal, :card, :transaction, :partner, :amount, :day, :now)",
        params! { ":member": addition.member, ":goal": goal, ":card": card, ":transaction": addition.source,
        ":partner": addition.partner, ":amount": addition.amount, ":day": addition.day.number(), ":now": tx.now() },
    )
}

/// Deletes what a purchase added to cards.
pub(super) fn take_stamps(tx: &Tx<'_>, transaction: TransactionId) -> AppResult<Vec<Stamp>> {
    tx.all(
        "delete from goal_stamp where transaction_id = :transaction
         returning member_id, goal_id, card, transaction_id, partner_id, amount, created_at_ms",
        params! { ":transaction": transaction },
        stamp,
    )
}

/// The stamps of a card, oldest first.
pub(super) fn stamps(read: &Read<'_>, member: MemberId, goal: GoalId, card: i64) -> AppResult<Vec<Stamp>> {
    read.all(
        "select member_id, goal_id, card, transaction_id, partner_id, amount, created_at_ms from goal_stamp
         where member_id = :member and goal_id = :goal and card = :card order by transaction_id",
        params! { ":member": member, ":goal": goal, ":card": card },
        stamp,
    )
}

/// The number of purchases of a day that count. Any card may have some, because purchases that are posted late begin
/// cards behind those of later days.
pub(super) fn stamps_on(read: &Read<'_>, member: MemberId, goal: GoalId, day: Day) -> AppResult<i64> {
    read.number(
        "select count(*) as n from goal_stamp
         where member_id = :member and goal_id = :goal and day = :day and partner_id is not null",
        params! { ":member": member, ":goal": goal, ":day": day.number() },
    )
}

/// The newest day of the stamps of a card.
pub(super) fn last_day_of(read: &Read<'_>, member: MemberId, goal: GoalId, card: i64) -> AppResult<Option<Day>> {
    let found = read.one(
        "select max(day) as day from goal_stamp where member_id = :member and goal_id = :goal and card = :card",
        params! { ":member": member, ":goal": goal, ":card": card },
        |row| row.get::<Option<i64>>("day"),
    )?;
    Ok(found.flatten().map(Day::from_number))
}

/// The number of stamps on a card, and its progress by them.
pub fn progress_of(
    read: &Read<'_>,
    member: MemberId,
    goal: GoalId,
    (card, counts): (i64, Counted),
) -> AppResult<(i64, i64)> {
    let found = read.one(
        "select count(*) as stamps, coalesce(sum(amount), 0) as amount, count(distinct partner_id) as partners
         from goal_stamp where member_id = :member and goal_id = :goal and card = :card",
        params! { ":member": member, ":goal": goal, ":card": card },
        |row| Ok((row.get("stamps")?, row.get("amount")?, row.get("partners")?)),
    )?;
    let (stamps, amount, partners): (i64, i64, i64) = found.unwrap_or_default();
    Ok((stamps, if counts == Counted::Partners { partners } else { amount }))
}

/// Moves cards and stamps behind those of the account that stays.
pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let values = params! { ":from": from, ":into": into };
    tx.execute(
        "update goal_stamp set member_id = :into, card = card + coalesce((select max(c.number) from goal_card c
             where c.member_id = :into and c.goal_id = goal_stamp.goal_id), 0) where member_id = :from",
        values,
    )?;
    // The stamps are moved first, while the account that stays has its own cards alone.
    tx.execute(
        "insert into goal_card (member_id, goal_id, number, version, progress, started_at_ms, ends_at_ms, reached_at_ms,
                                transaction_id, redemption_id, grant_id, owed, seen_at_ms, noticed_at_ms)
         select :into, o.goal_id, o.number + coalesce((select max(c.number) from goal_card c
             where c.member_id = :into and c.goal_id = o.goal_id), 0), o.version, o.progress, o.started_at_ms,
             o.ends_at_ms, o.reached_at_ms, o.transaction_id, o.redemption_id, o.grant_id, o.owed, o.seen_at_ms,
             o.noticed_at_ms
         from goal_card o where o.member_id = :from",
        values,
    )?;
    tx.execute("delete from goal_card where member_id = :from", params! { ":from": from })?;
    Ok(())
}
