//! SQL of alarms, and of the purchases that the detection reads.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use super::judge::{AlarmFinding, Seen};
use super::{
    AbuseKind, AlarmDecision, AlarmEvent, AlarmOutcome, AlarmQueue, AlarmRecord, CounterActor, Figures, HeldPoints,
    OpenHold,
};
use crate::base::clock::Timestamp;
use crate::base::id::{AlarmId, MemberId, PartnerId, RecordId, TillId, TransactionId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

/// An award, as the detection reads it.
pub(super) struct AwardSeen {
    pub transaction: TransactionId,
    pub member: MemberId,
    pub actor: [u8; 16],
    pub actor_name: String,
    pub partner: PartnerId,
    pub till: Option<TillId>,
    pub points: i64,
    pub amount_cents: i64,
    pub has_receipt: bool,
    pub undone: bool,
    pub created: Timestamp,
}

/// Visits the awards since a moment until now, in order of time.
pub(super) fn each_award(
    read: &Read<'_>,
    since: Timestamp,
    mut visit: impl FnMut(AwardSeen) -> AppResult<()>,
) -> AppResult<()> {
    read.each(
        "select transaction_id, member_id, actor, actor_name, partner_id, till_id, points, amount_cents,
             receipt is not null as has_receipt, undone_at_ms is not null as undone, created_at_ms
         from counter_event where id >= :since and id < :until and kind = 'award' order by id",
        params! { ":since": RecordId::earliest_at(since), ":until": RecordId::earliest_at(read.now().plus(Duration::from_millis(1))) },
        |row| {
            visit(AwardSeen {
                transaction: row.get("transaction_id")?,
                member: row.get("member_id")?,
                actor: row.get("actor")?,
                actor_name: row.get("actor_name")?,
                partner: row.get("partner_id")?,
                till: row.get("till_id")?,
                points: row.get("points")?,
                amount_cents: row.get("amount_cents")?,
                has_receipt: row.get("has_receipt")?,
                undone: row.get("undone")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

/// The earlier alarms about a subject, as far as a new alarm depends on them.
pub(super) struct SubjectState {
    pub not_ended: Option<AlarmId>,
    /// The end of the last alarm that ended; evidence from before it no longer counts.
    pub ended: Timestamp,
    pub quiet_until: Timestamp,
}

pub(super) fn subject_state(read: &Read<'_>, kind: AbuseKind, subject: &str) -> AppResult<SubjectState> {
    let never = Timestamp::from_millis(0);
    let mut state = SubjectState { not_ended: None, ended: never, quiet_until: never };
    let whose = params! { ":kind": kind, ":subject": subject };
    let alarms = "select id, ended_at_ms, quiet_until_ms from alarm where kind = :kind and subject = :subject";
    read.each(alarms, whose, |row| {
        match row.get::<Option<Timestamp>>("ended_at_ms")? {
            Some(ended) => state.ended = state.ended.max(ended),
            None => state.not_ended = Some(row.get("id")?),
        }
        state.quiet_until = state.quiet_until.max(row.get::<Option<Timestamp>>("quiet_until_ms")?.unwrap_or(never));
        Ok(())
    })?;
    Ok(state)
}

const COLUMNS: &str =
    "select id, kind, subject, level, queue, outcome, member_id, actor, actor_name, partner_id, till_id,
     counted, of_all, usual, days, points, raised_at_ms, found_at_ms, ended_at_ms, quiet_until_ms from alarm ";

fn record(row: &Row<'_>) -> AppResult<AlarmRecord> {
    let (actor, partner) = (row.get::<Option<[u8; 16]>>("actor")?, row.get::<Option<PartnerId>>("partner_id")?);
    let (name, till) = (row.get::<Option<String>>("actor_name")?.unwrap_or_default(), row.get("till_id")?);
    Ok(AlarmRecord {
        id: row.get("id")?,
        kind: row.get("kind")?,
        subject: row.get("subject")?,
        level: row.get("level")?,
        queue: row.get("queue")?,
        outcome: row.get("outcome")?,
        member: row.get("member_id")?,
        actor: actor.zip(partner).map(|(id, partner)| CounterActor { id, name, partner, till }),
        figures: Figures {
            counted: row.get("counted")?,
            of_all: row.get("of_all")?,
            usual: row.get("usual")?,
            days: row.get("days")?,
        },
        points: row.get("points")?,
        raised: row.get("raised_at_ms")?,
        found: row.get("found_at_ms")?,
        ended: row.get("ended_at_ms")?,
        quiet_until: row.get("quiet_until_ms")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: AlarmId) -> AppResult<Option<AlarmRecord>> {
    read.one([COLUMNS, "where id = :id"], params! { ":id": id }, record)
}

pub(super) fn earlier(read: &Read<'_>, alarm: &AlarmRecord, limit: i64) -> AppResult<Vec<AlarmRecord>> {
    read.all(
        [COLUMNS, "where kind = :kind and subject = :subject and id < :id order by id desc limit :limit"],
        params! { ":kind": alarm.kind, ":subject": alarm.subject, ":id": alarm.id, ":limit": limit },
        record,
    )
}

/// The alarms of a queue before one, the newest first; of one kind, if one is named.
pub fn list(
    read: &Read<'_>,
    queue: AlarmQueue,
    kind: Option<AbuseKind>,
    before: Option<AlarmId>,
    limit: i64,
) -> AppResult<Vec<AlarmRecord>> {
    read.all(
        [
            COLUMNS,
            "where queue = :queue and id < :before and (:kind is null or kind = :kind) order by id desc limit :limit",
        ],
        params! { ":queue": queue, ":kind": kind, ":limit": limit,
        ":before": before.unwrap_or(AlarmId::from_bytes([0xff; 16])) },
        record,
    )
}

/// The number of alarms of a queue, and their points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub alarms: i64,
    pub points: i64,
}

/// The totals of a queue.
pub fn counts(read: &Read<'_>, queue: AlarmQueue) -> AppResult<Totals> {
    let sql = "select count(*) as alarms, sum(points) as points from alarm where queue = :queue";
    let totals = read.one(sql, params! { ":queue": queue }, |row| {
        Ok(Totals { alarms: row.get("alarms")?, points: row.get::<Option<i64>>("points")?.unwrap_or(0) })
    })?;
    Ok(totals.unwrap_or_default())
}

/// The numbers of alarms in a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub raised: i64,
    /// Alarms with points on hold, now or earlier.
    pub held: i64,
    pub dismissed: i64,
}

/// The alarms since a moment.
pub fn done_since(read: &Read<'_>, since: Timestamp) -> AppResult<Tally> {
    let sql = "select count(*) as raised, coalesce(sum(case when queue = 'held' or outcome = 'released' then 1 else 0 end), 0) as held,
             coalesce(sum(case when outcome = 'dismissed' then 1 else 0 end), 0) as dismissed from alarm where id >= :since";
    let tally = read.one(sql, params! { ":since": AlarmId::earliest_at(since) }, |row| {
        Ok(Tally { raised: row.get("raised")?, held: row.get("held")?, dismissed: row.get("dismissed")? })
    })?;
    Ok(tally.unwrap_or_default())
}

pub(super) fn insert(tx: &Tx<'_>, id: AlarmId, finding: &AlarmFinding) -> AppResult<()> {
    let (actor, figures) = (finding.actor.as_ref(), finding.figures);
    tx.execute_one(
        "insert into alarm (id, kind, subject, level, queue, member_id, actor, actor_name, partner_id, till_id, counted,
             of_all, usual, days, points, raised_at_ms, found_at_ms)
         values (:id, :kind, :subject, :level, 'open', :member, :actor, :name, :partner, :till, :counted, :all, :usual,
             :days, 0, :now, :now)",
        params! { ":id": id, ":kind": finding.kind, ":subject": finding.subject, ":level": finding.level,
        ":member": finding.member, ":actor": actor.map(|one| one.id), ":name": actor.map(|one| one.name.as_str()),
        ":partner": actor.map(|one| one.partner), ":till": actor.and_then(|one| one.till),
        ":counted": figures.counted, ":all": figures.of_all, ":usual": figures.usual, ":days": figures.days,
        ":now": tx.now() },
    )
}

pub(super) fn update_figures(tx: &Tx<'_>, id: AlarmId, finding: &AlarmFinding) -> AppResult<()> {
    let figures = finding.figures;
    tx.execute_one(
        "update alarm set level = :level, counted = :counted, of_all = :all, usual = :usual, days = :days,
             found_at_ms = :now where id = :id",
        params! { ":id": id, ":level": finding.level, ":counted": figures.counted, ":all": figures.of_all,
        ":usual": figures.usual, ":days": figures.days, ":now": tx.now() },
    )
}

pub(super) fn sum_points(tx: &Tx<'_>, id: AlarmId) -> AppResult<()> {
    tx.execute_one(
        "update alarm set points = (select coalesce(sum(e.points), 0) from alarm_evidence e where e.alarm_id = :id)
         where id = :id",
        params! { ":id": id },
    )
}

pub(super) fn end(tx: &Tx<'_>, id: AlarmId, outcome: AlarmOutcome, quiet_until: Option<Timestamp>) -> AppResult<()> {
    tx.execute_one(
        "update alarm set queue = 'done', outcome = :outcome, ended_at_ms = :now, quiet_until_ms = :quiet where id = :id",
        params! { ":id": id, ":outcome": outcome, ":now": tx.now(), ":quiet": quiet_until },
    )
}

pub(super) fn set_held(tx: &Tx<'_>, id: AlarmId) -> AppResult<()> {
    tx.execute_one("update alarm set queue = 'held' where id = :id", params! { ":id": id })
}

pub(super) fn insert_evidence(tx: &Tx<'_>, alarm: AlarmId, seen: &Seen) -> AppResult<()> {
    tx.execute(
        "insert into alarm_evidence (alarm_id, id, member_id, points, created_at_ms)
         values (:alarm, :id, :member, :points, :at) on conflict (alarm_id, id) do nothing",
        params! { ":alarm": alarm, ":id": seen.id, ":member": seen.member, ":points": seen.points, ":at": seen.at },
    )
    .map(drop)
}

pub(super) fn evidence_ids(read: &Read<'_>, alarm: AlarmId) -> AppResult<HashSet<[u8; 16]>> {
    let sql = "select id from alarm_evidence where alarm_id = :alarm";
    Ok(read.all(sql, params! { ":alarm": alarm }, |row| row.get("id"))?.into_iter().collect())
}

/// A transaction that is evidence of an alarm.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// The transaction.
    pub id: TransactionId,
    pub member: MemberId,
    pub points: i64,
    pub created: Timestamp,
}

/// The evidence of an alarm, the newest first. The id of an account on a device stands where others have a transaction.
pub fn evidence(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<Evidence>> {
    let mut found = read.all(
        "select id, member_id, points, created_at_ms from alarm_evidence where alarm_id = :alarm",
        params! { ":alarm": alarm },
        |row| {
            Ok(Evidence {
                id: row.get("id")?,
                member: row.get("member_id")?,
                points: row.get("points")?,
                created: row.get("created_at_ms")?,
            })
        },
    )?;
    found.sort_by_key(|one| std::cmp::Reverse((one.created, *one.id.as_bytes())));
    Ok(found)
}

/// The members whose points an alarm concerns, and how many of each, the most points first.
pub fn shares(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<(MemberId, i64)>> {
    let mut sums: BTreeMap<[u8; 16], i64> = BTreeMap::new();
    for one in evidence(read, alarm)? {
        *sums.entry(*one.member.as_bytes()).or_default() += one.points;
    }
    let mut shares: Vec<_> = sums.into_iter().map(|(id, points)| (MemberId::from_bytes(id), points)).collect();
    shares.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    Ok(shares)
}

/// Something that happened to an alarm.
#[derive(Clone, Debug)]
pub struct AlarmStep {
    pub what: AlarmEvent,
    /// The member of staff; `None` for the server.
    pub by: Option<String>,
    pub note: String,
    pub points: i64,
    pub created: Timestamp,
}

pub(super) fn insert_step(
    tx: &Tx<'_>,
    id: RecordId,
    alarm: AlarmId,
    what: AlarmEvent,
    decision: Option<AlarmDecision<'_>>,
    points: i64,
) -> AppResult<()> {
    tx.execute_one(
        "insert into alarm_step (id, alarm_id, what, by_name, note, points, created_at_ms)
         values (:id, :alarm, :what, :by, :note, :points, :now)",
        params! { ":id": id, ":alarm": alarm, ":what": what, ":by": decision.map(|one| one.by),
        ":note": decision.map_or("", |one| one.note), ":points": points, ":now": tx.now() },
    )
}

pub(super) fn steps(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<AlarmStep>> {
    read.all(
        "select what, by_name, note, points, created_at_ms from alarm_step where alarm_id = :alarm order by id",
        params! { ":alarm": alarm },
        |row| {
            Ok(AlarmStep {
                what: row.get("what")?,
                by: row.get("by_name")?,
                note: row.get("note")?,
                points: row.get("points")?,
                created: row.get("created_at_ms")?,
            })
        },
    )
}

pub(super) fn insert_hold(tx: &Tx<'_>, alarm: AlarmId, hold: &OpenHold) -> AppResult<()> {
    tx.execute_one(
        "insert into alarm_hold (seq, alarm_id, member_id, points, held_at_ms)
         values (:seq, :alarm, :member, :points, :now)",
        params! { ":seq": hold.seq, ":alarm": alarm, ":member": hold.member, ":points": hold.points, ":now": tx.now() },
    )
}

pub(super) fn set_released(tx: &Tx<'_>, seq: i64) -> AppResult<()> {
    tx.execute_one(
        "update alarm_hold set released_at_ms = :now where seq = :seq and released_at_ms is null",
        params! { ":seq": seq, ":now": tx.now() },
    )
}

pub(super) fn open_holds(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<OpenHold>> {
    read.all(
        "select seq, member_id, points from alarm_hold where alarm_id = :alarm and released_at_ms is null order by seq",
        params! { ":alarm": alarm },
        |row| Ok(OpenHold { seq: row.get("seq")?, member: row.get("member_id")?, points: row.get("points")? }),
    )
}

/// The points of each member that are on hold because of an alarm.
pub fn held_by_alarm(read: &Read<'_>, alarm: AlarmId) -> AppResult<Vec<(MemberId, i64)>> {
    let mut sums: Vec<(MemberId, i64)> = Vec::new();
    for hold in open_holds(read, alarm)? {
        match sums.iter_mut().find(|(member, _)| *member == hold.member) {
            Some((_, points)) => *points += hold.points,
            None => sums.push((hold.member, hold.points)),
        }
    }
    Ok(sums)
}

/// The open holds of a member with their sequence numbers and alarms, the oldest first.
pub(super) fn open_holds_of(read: &Read<'_>, member: MemberId) -> AppResult<Vec<(HeldPoints, i64, AlarmId)>> {
    read.all(
        "select seq, alarm_id, points, held_at_ms from alarm_hold
         where member_id = :member and released_at_ms is null order by seq",
        params! { ":member": member },
        |row| {
            let held = HeldPoints { points: row.get("points")?, since: row.get("held_at_ms")? };
            Ok((held, row.get("seq")?, row.get("alarm_id")?))
        },
    )
}

pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    tx.execute("update alarm set member_id = :into where member_id = :from", both)?;
    tx.execute("update alarm_evidence set member_id = :into where member_id = :from", both)?;
    tx.execute("update alarm_hold set member_id = :into where member_id = :from and released_at_ms is null", both)
        .map(drop)
}
