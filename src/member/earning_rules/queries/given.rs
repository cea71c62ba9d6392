//! SQL of what rules gave: the lines of awards, and their sums.

use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, PartnerId, TransactionId};
use crate::base::points::PointsRate;
use crate::base::problem::AppResult;
use crate::core::ledger::EarnLine;
use crate::member::earning_rules::evaluate::{GivenByRule, GivenToMember, MemberPeriod};
use crate::platform::store::{Read, Row, SumColumns, SumKey, SumKind, SumWriter, Tx, params};

/// The sums of the points that each rule gave, by day and in total. Awards of one batch add to the same rows, so the writer
/// writes these rows once for the batch.
static GIVEN: SumKind = SumKind { name: "earning_rule_day", write: add_to_totals };

fn day_of(rule: EarningRuleId, day: Day) -> SumKey {
    SumKey { subject: *rule.as_bytes(), day: day.number() }
}

fn add_to_totals(tx: &dyn SumWriter, key: SumKey, [awards, points, value]: SumColumns) -> AppResult<()> {
    let rule = EarningRuleId::from_bytes(key.subject);
    tx.change(
        "update earning_rule set given_points = given_points + :points, given_value = given_value + :value
         where id = :rule",
        params! { ":rule": rule, ":points": points, ":value": value },
    )?;
    let day = params! { ":rule": rule, ":day": key.day, ":awards": awards, ":points": points, ":value": value };
    let known = tx.change(
        "update earning_rule_day set awards = awards + :awards, points = points + :points, value = value + :value
         where rule_id = :rule and day = :day",
        day,
    )?;
    if known == 0 {
        tx.change(
            "insert into earning_rule_day (rule_id, day, awards, points, value)
             values (:rule, :day, :awards, :points, :value)",
            day,
        )?;
    }
    Ok(())
}

/// Adds the points that rules gave for an award. Each line has a statement of its own, because SQLite would collect the
/// rows of one statement in a temporary table for the keys that they refer to.
pub(in crate::member::earning_rules) fn insert_lines(
    tx: &Tx<'_>,
    lines: &[&EarnLine],
    transaction: TransactionId,
    (member, partner, day): (MemberId, PartnerId, Day),
    point_value: PointsRate,
) -> AppResult<()> {
    for line in lines {
        let Some(rule) = line.rule else { continue };
        let value = line.points.saturating_mul(point_value.units());
        tx.execute_one(
            "insert into earning_rule_line (transaction_id, rule_id, version, member_id, partner_id, day, points, value,
                                           created_at_ms)
             values (:transaction, :rule, :version, :member, :partner, :day, :points, :value, :now)",
            params! { ":transaction": transaction, ":rule": rule, ":version": line.version, ":member": member,
            ":partner": partner, ":day": day, ":points": line.points, ":value": value, ":now": tx.now() },
        )?;
        tx.add_up(&GIVEN, day_of(rule, day), [1, line.points, value])?;
    }
    Ok(())
}

/// Marks what rules gave for an award as taken back.
pub(in crate::member::earning_rules) fn undo_lines(
    tx: &Tx<'_>,
    member: MemberId,
    transaction: TransactionId,
) -> AppResult<()> {
    let lines = tx.all(
        "select rule_id, day, points, value from earning_rule_line
         where member_id = :member and transaction_id = :transaction and undone_at_ms is null",
        params! { ":member": member, ":transaction": transaction },
        |row| {
            let key = day_of(row.get("rule_id")?, Day::from_number(row.get("day")?));
            Ok((key, row.get::<i64>("points")?, row.get::<i64>("value")?))
        },
    )?;
    for (key, points, value) in lines {
        tx.add_up(&GIVEN, key, [-1, -points, -value])?;
    }
    tx.execute(
        "update earning_rule_line set undone_at_ms = :now
         where member_id = :member and transaction_id = :transaction and undone_at_ms is null",
        params! { ":member": member, ":transaction": transaction, ":now": tx.now() },
    )?;
    Ok(())
}

/// Counts what all rules gave again, from the lines of awards.
pub(in crate::member::earning_rules) fn count_again(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from earning_rule_day", params! {})?;
    tx.execute(
        "insert into earning_rule_day (rule_id, day, awards, points, value)
         select rule_id, day, count(*), sum(points), sum(value) from earning_rule_line
         where undone_at_ms is null group by rule_id, day",
        params! {},
    )?;
    tx.execute(
        "update earning_rule set
             given_points = coalesce((select sum(points) from earning_rule_day where rule_id = earning_rule.id), 0),
             given_value = coalesce((select sum(value) from earning_rule_day where rule_id = earning_rule.id), 0)",
        params! {},
    )?;
    Ok(())
}

/// The rules whose totals differ from the sum of their days, or of which a day differs from the lines of its awards.
pub(in crate::member::earning_rules) fn wrong_totals(read: &Read<'_>) -> AppResult<Vec<EarningRuleId>> {
    read.all(
        "select r.id from earning_rule r
         left join (select rule_id, sum(points) as points, sum(value) as value from earning_rule_day group by rule_id) d
             on d.rule_id = r.id
         where r.given_points <> coalesce(d.points, 0) or r.given_value <> coalesce(d.value, 0)
         union
         select rule_id as id from (
             select rule_id, day, awards, points, value from earning_rule_day
             union all
             select rule_id, day, -count(*), -sum(points), -sum(value) from earning_rule_line
             where undone_at_ms is null group by rule_id, day) as part
         group by rule_id, day having sum(awards) <> 0 or sum(points) <> 0 or sum(value) <> 0
         order by id",
        params! {},
        |row| row.get("id"),
    )
}

/// A rule that gave points in a transaction that is no award.
pub(in crate::member::earning_rules) fn gave_without_award(read: &Read<'_>) -> AppResult<Option<EarningRuleId>> {
    read.one(
        "select l.rule_id from earning_rule_line l left join counter_event e on e.transaction_id = l.transaction_id
         where e.id is null limit 1",
        params! {},
        |row| row.get("rule_id"),
    )
}

/// Adds what the batch has changed to the totals of a rule.
pub(super) fn with_unwritten(read: &Read<'_>, rule: EarningRuleId, today: Day, mut given: GivenByRule) -> GivenByRule {
    read.unwritten(&GIVEN, *rule.as_bytes(), |day, [_, points, value]| {
        given.points += points;
        given.value += value;
        given.today += if day == today.number() { *points } else { 0 };
    });
    given
}

pub(in crate::member::earning_rules) fn given(
    read: &Read<'_>,
    rule: EarningRuleId,
    today: Day,
) -> AppResult<GivenByRule> {
    let found = read.one(
        "select r.given_points, r.given_value, coalesce(d.points, 0) as today
         from earning_rule r left join earning_rule_day d on d.rule_id = r.id and d.day = :day where r.id = :rule",
        params! { ":rule": rule, ":day": today.number() },
        |row| {
            let (points, value) = (row.get("given_points")?, row.get("given_value")?);
            Ok(GivenByRule { points, value, today: row.get("today")? })
        },
    )?;
    Ok(with_unwritten(read, rule, today, found.unwrap_or_default()))
}

pub(super) fn given_to_member_of(row: &Row<'_>) -> AppResult<GivenToMember> {
    let (points, today) = (row.get("points")?, row.get("today")?);
    Ok(GivenToMember { points, today, this_year: row.get("this_year")? })
}

pub(super) fn last_of_year(day: Day) -> Day {
    Day::of_year(day.year(), 12, 31).unwrap_or(day)
}

pub(in crate::member::earning_rules) fn given_to_member(
    read: &Read<'_>,
    rule: EarningRuleId,
    member: MemberId,
    (today, over): (Day, MemberPeriod),
) -> AppResult<GivenToMember> {
    let found = read.one(
        "select coalesce(sum(points), 0) as points,
                coalesce(sum(case when day = :day then points else 0 end), 0) as today,
                coalesce(sum(case when day between :year and :year_end then points else 0 end), 0) as this_year
         from earning_rule_line
         where rule_id = :rule and member_id = :member and day >= :since and undone_at_ms is null",
        params! { ":rule": rule, ":member": member, ":since": over.first_day(today), ":day": today.number(),
        ":year": today.first_of_year(), ":year_end": last_of_year(today) },
        given_to_member_of,
    )?;
    Ok(found.unwrap_or_default())
}

/// Reads the results of [`given`] and of [`given_to_member`] by one statement.
pub(in crate::member::earning_rules) fn given_and_to_member(
    read: &Read<'_>,
    rule: EarningRuleId,
    member: MemberId,
    (today, over): (Day, MemberPeriod),
) -> AppResult<(GivenByRule, GivenToMember)> {
    let found = read.one(
        "select r.given_points, r.given_value, coalesce(d.points, 0) as given_today,
                coalesce(sum(l.points), 0) as points,
                coalesce(sum(case when l.day = :day then l.points else 0 end), 0) as today,
                coalesce(sum(case when l.day between :year and :year_end then l.points else 0 end), 0) as this_year
         from earning_rule r left join earning_rule_day d on d.rule_id = r.id and d.day = :day
         left join earning_rule_line l on l.rule_id = r.id and l.member_id = :member and l.day >= :since
             and l.undone_at_ms is null
         where r.id = :rule group by r.given_points, r.given_value, d.points",
        params! { ":rule": rule, ":member": member, ":since": over.first_day(today), ":day": today.number(),
        ":year": today.first_of_year(), ":year_end": last_of_year(today) },
        |row| {
            let (points, value) = (row.get("given_points")?, row.get("given_value")?);
            Ok((GivenByRule { points, value, today: row.get("given_today")? }, given_to_member_of(row)?))
        },
    )?;
    let (given, to_member) = found.unwrap_or_default();
    Ok((with_unwritten(read, rule, today, given), to_member))
}

/// The points that a rule gave since a day, their value, and the number of awards.
pub(in crate::member::earning_rules) fn given_since(
    read: &Read<'_>,
    rule: EarningRuleId,
    since: Day,
) -> AppResult<(i64, i64, i64)> {
    let found = read.one(
        "select coalesce(sum(points), 0) as points, coalesce(sum(value), 0) as value,
                coalesce(sum(awards), 0) as awards
         from earning_rule_day where rule_id = :rule and day >= :since",
        params! { ":rule": rule, ":since": since.number() },
        |row| Ok((row.get("points")?, row.get("value")?, row.get("awards")?)),
    )?;
    Ok(found.unwrap_or_default())
}
