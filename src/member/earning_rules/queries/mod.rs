//! SQL of earning rules.

mod given;
pub(super) mod past;
pub(super) mod purchases;
pub(super) mod spans;

pub(super) use given::{
    count_again, gave_without_award, given, given_and_to_member, given_since, given_to_member, insert_lines,
    undo_lines, wrong_totals,
};

use super::evaluate::{GivenByRule, LiveRule};
use super::rule::EarningRule;
use super::{EarningRuleRecord, EndByHand, Grant, RuleVersion};
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, OutletId, PartnerId, RecordId, TillId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, StoredJson, Tx, params};

/// The columns of a rule, and of its live and its latest version.
const RECORD: &str =
    "select r.id, r.live_version, r.latest_version, r.given_points, r.given_value, r.version as changes,
            r.created_at_ms, r.updated_at_ms,
            n.document, n.priority, n.created_by_name, n.created_at_ms as version_created_at_ms,
            n.updated_at_ms as version_updated_at_ms, n.first_on_at_ms,
            l.document as live_document, l.priority as live_priority, l.created_by_name as live_created_by_name,
            l.created_at_ms as live_created_at_ms, l.updated_at_ms as live_updated_at_ms,
            l.first_on_at_ms as live_first_on_at_ms, o.last_day, o.ended_by_name, o.ended_at_ms,
            case when s.document = n.document then s.finished_at_ms end as simulated_at_ms
     from earning_rule r
     join earning_rule_version n on n.rule_id = r.id and n.version = r.latest_version
     left join earning_rule_version l on l.rule_id = r.id and l.version = r.live_version
     left join earning_rule_span o on o.rule_id = r.id and o.off_at_ms is null
     left join earning_rule_simulation s on s.rule_id = r.id ";

/// The columns of a version: its document, priority, writer, creation, last edit and first time on.
type VersionColumns = [&'static str; 6];

const LATEST: VersionColumns =
    ["document", "priority", "created_by_name", "version_created_at_ms", "version_updated_at_ms", "first_on_at_ms"];
const LIVE: VersionColumns = [
    "live_document",
    "live_priority",
    "live_created_by_name",
    "live_created_at_ms",
    "live_updated_at_ms",
    "live_first_on_at_ms",
];

fn version(row: &Row<'_>, version: i64, columns: &VersionColumns) -> AppResult<RuleVersion> {
    let [document, priority, created_by, created, updated, first_on] = *columns;
    let (rule, written_priority) = content(row, document, priority)?;
    Ok(RuleVersion {
        version,
        rule,
        written_priority,
        created_by: row.get(created_by)?,
        created: row.get(created)?,
        updated: row.get(updated)?,
        first_on: row.get(first_on)?,
    })
}

fn record(row: &Row<'_>) -> AppResult<EarningRuleRecord> {
    let live_version: Option<i64> = row.get("live_version")?;
    let latest = version(row, row.get("latest_version")?, &LATEST)?;
    let live = live_version.map(|number| version(row, number, &LIVE)).transpose()?;
    let ended = match row.get::<Option<Day>>("last_day")? {
        Some(on) => Some(EndByHand { on, by: row.get("ended_by_name")?, at: row.get("ended_at_ms")? }),
        None => None,
    };
    Ok(EarningRuleRecord {
        id: row.get("id")?,
        live,
        latest,
        ended,
        given: GivenByRule { points: row.get("given_points")?, value: row.get("given_value")?, today: 0 },
        simulated: row.get("simulated_at_ms")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        changes: row.get("changes")?,
    })
}

/// A rule with the priority that counts now, and the priority of its document.
fn content(row: &Row<'_>, document: &'static str, priority: &'static str) -> AppResult<(EarningRule, i64)> {
    let rule = row.get::<StoredJson<EarningRule>>(document)?.0;
    let written = rule.priority;
    Ok((EarningRule { priority: row.get(priority)?, ..rule }, written))
}

pub(super) fn find(read: &Read<'_>, id: EarningRuleId) -> AppResult<Option<EarningRuleRecord>> {
    let found = read.one([RECORD, "where r.id = :id"], params! { ":id": id }, record)?;
    Ok(found.map(|found| with_batch(read, found)))
}

pub(super) fn list(read: &Read<'_>) -> AppResult<Vec<EarningRuleRecord>> {
    let found = read.all([RECORD, "order by r.id"], params! {}, record)?;
    Ok(found.into_iter().map(|found| with_batch(read, found)).collect())
}

/// Adds the points of the present batch, which the writer has not written to the row yet.
fn with_batch(read: &Read<'_>, found: EarningRuleRecord) -> EarningRuleRecord {
    let given = given::with_unwritten(read, found.id, Day::of(read.now()), found.given);
    EarningRuleRecord { given: GivenByRule { today: 0, ..given }, ..found }
}

pub(super) fn count(read: &Read<'_>) -> AppResult<i64> {
    read.number("select count(*) as n from earning_rule", params! {})
}

/// The versions of a rule, newest first.
pub(super) fn versions(read: &Read<'_>, id: EarningRuleId) -> AppResult<Vec<RuleVersion>> {
    read.all(
        "select version, document, priority, created_by_name, created_at_ms as version_created_at_ms,
                updated_at_ms as version_updated_at_ms, first_on_at_ms
         from earning_rule_version where rule_id = :id order by version desc",
        params! { ":id": id },
        |row| version(row, row.get("version")?, &LATEST),
    )
}

/// The rules that are on.
pub(super) fn live(read: &Read<'_>) -> AppResult<Vec<LiveRule>> {
    read.all(
        "select r.id, v.version, v.document, v.priority, o.last_day from earning_rule r
         join earning_rule_version v on v.rule_id = r.id and v.version = r.live_version
         left join earning_rule_span o on o.rule_id = r.id and o.off_at_ms is null order by r.id",
        params! {},
        live_rule,
    )
}

/// A rule that is on. If staff ended it by hand, its last day is the earlier of the two.
fn live_rule(row: &Row<'_>) -> AppResult<LiveRule> {
    let (mut rule, _) = content(row, "document", "priority")?;
    let by_hand: Option<Day> = row.get("last_day")?;
    rule.until = rule.until.into_iter().chain(by_hand).min();
    Ok(LiveRule { id: row.get("id")?, version: row.get("version")?, rule })
}

pub(super) fn insert(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<()> {
    tx.execute_one(
        "insert into earning_rule (id, created_at_ms, updated_at_ms) values (:id, :now, :now)",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn insert_version(
    tx: &Tx<'_>,
    id: EarningRuleId,
    version: i64,
    rule: &EarningRule,
    by: &str,
) -> AppResult<()> {
    tx.execute_one(
        "insert into earning_rule_version (rule_id, version, document, priority, created_by_name, created_at_ms,
                                          updated_at_ms)
         values (:rule, :version, :document, :priority, :by, :now, :now)",
        params! { ":rule": id, ":version": version, ":document": serde_json::to_string(rule)?,
        ":priority": rule.priority, ":by": by, ":now": tx.now() },
    )
}

pub(super) fn update_version(tx: &Tx<'_>, id: EarningRuleId, version: i64, rule: &EarningRule) -> AppResult<()> {
    tx.execute_one(
        "update earning_rule_version set document = :document, priority = :priority, updated_at_ms = :now
         where rule_id = :rule and version = :version",
        params! { ":rule": id, ":version": version, ":document": serde_json::to_string(rule)?,
        ":priority": rule.priority, ":now": tx.now() },
    )
}

/// Sets the priority of all versions of a rule, because an earlier version becomes the newest when a draft is dropped.
/// Earlier priorities stay in the spans.
pub(super) fn set_priority(tx: &Tx<'_>, id: EarningRuleId, priority: i64) -> AppResult<()> {
    tx.execute(
        "update earning_rule_version set priority = :priority where rule_id = :rule",
        params! { ":rule": id, ":priority": priority },
    )?;
    Ok(())
}

/// Marks the first time that a version is on.
pub(super) fn mark_on(tx: &Tx<'_>, id: EarningRuleId, version: i64) -> AppResult<()> {
    tx.execute_one(
        "update earning_rule_version set first_on_at_ms = coalesce(first_on_at_ms, :now)
         where rule_id = :rule and version = :version",
        params! { ":rule": id, ":version": version, ":now": tx.now() },
    )
}

pub(super) fn update(tx: &Tx<'_>, id: EarningRuleId, live: Option<i64>, latest: i64) -> AppResult<()> {
    tx.execute_one(
        "update earning_rule set live_version = :live, latest_version = :latest, version = version + 1,
             updated_at_ms = :now where id = :id",
        params! { ":id": id, ":live": live, ":latest": latest, ":now": tx.now() },
    )
}

pub(super) fn delete_version(tx: &Tx<'_>, id: EarningRuleId, version: i64) -> AppResult<()> {
    tx.execute_one(
        "delete from earning_rule_version where rule_id = :rule and version = :version and first_on_at_ms is null",
        params! { ":rule": id, ":version": version },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: EarningRuleId) -> AppResult<()> {
    tx.execute("delete from earning_rule_simulation where rule_id = :id", params! { ":id": id })?;
    tx.execute("delete from earning_rule_version where rule_id = :id", params! { ":id": id })?;
    tx.execute_one("delete from earning_rule where id = :id", params! { ":id": id })
}

pub(super) fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "update earning_rule_line set member_id = :into where member_id = :from",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute(
        "update earning_rule_grant set member_id = :into where member_id = :from",
        params! { ":from": from, ":into": into },
    )?;
    Ok(())
}

pub(super) fn outlet_of(read: &Read<'_>, till: TillId) -> AppResult<Option<OutletId>> {
    read.one("select outlet_id from till where id = :till", params! { ":till": till }, |row| row.get("outlet_id"))
}

/// The partner of an outlet that is open.
pub(super) fn partner_of(read: &Read<'_>, outlet: OutletId) -> AppResult<Option<PartnerId>> {
    read.one(
        "select partner_id from outlet where id = :outlet and deleted_at_ms is null",
        params! { ":outlet": outlet },
        |row| row.get("partner_id"),
    )
}

/// The type of a partner that was not removed.
pub(super) fn type_of(read: &Read<'_>, partner: PartnerId) -> AppResult<Option<String>> {
    read.one(
        "select type from partner where id = :partner and deleted_at_ms is null",
        params! { ":partner": partner },
        |row| row.get("type"),
    )
}

/// The rules that a member has by a grant on a day.
pub(super) fn granted(read: &Read<'_>, member: MemberId, day: Day) -> AppResult<Vec<EarningRuleId>> {
    read.all(
        "select rule_id from earning_rule_grant
         where member_id = :member and until_day >= :day and from_day <= :day",
        params! { ":member": member, ":day": day },
        |row| row.get("rule_id"),
    )
}

/// The last day on which a member has a rule.
pub(super) fn last_granted_day(read: &Read<'_>, rule: EarningRuleId, member: MemberId) -> AppResult<Option<Day>> {
    read.one(
        "select until_day from earning_rule_grant where member_id = :member and rule_id = :rule
         order by until_day desc limit 1",
        params! { ":member": member, ":rule": rule },
        |row| row.get("until_day"),
    )
}

pub(super) fn grant(read: &Read<'_>, id: RecordId) -> AppResult<Option<Grant>> {
    read.one("select id, from_day, until_day from earning_rule_grant where id = :id", params! { ":id": id }, |row| {
        Ok(Grant { id: row.get("id")?, from: row.get("from_day")?, until: row.get("until_day")? })
    })
}

pub(super) fn insert_grant(tx: &Tx<'_>, rule: EarningRuleId, member: MemberId, grant: Grant) -> AppResult<()> {
    tx.execute_one(
        "insert into earning_rule_grant (id, rule_id, member_id, from_day, until_day, created_at_ms)
         values (:id, :rule, :member, :from, :until, :now)",
        params! { ":id": grant.id, ":rule": rule, ":member": member, ":from": grant.from, ":until": grant.until,
        ":now": tx.now() },
    )
}

pub(super) fn delete_grant(tx: &Tx<'_>, id: RecordId) -> AppResult<()> {
    tx.execute_one("delete from earning_rule_grant where id = :id", params! { ":id": id })
}
