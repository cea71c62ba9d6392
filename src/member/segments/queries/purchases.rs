//! SQL about purchases: one statement for all lines of many members, or of one.

use super::Range;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, ToSql, params};

/// A sum over the purchases since a moment: its SQL, its parameter and its column.
macro_rules! sum_of {
    ($what:literal, $number:literal) => {
        (
            concat!(
                ", sum(case when created_at_ms >= :from_",
                $number,
                " then ",
                $what,
                " else 0 end) as since_",
                $number
            ),
            concat!(":from_", $number),
            concat!("since_", $number),
        )
    };
}

/// A sum for each of the lines that conditions have at most.
macro_rules! sums_of {
    ($what:literal) => {
        [
            sum_of!($what, "0"),
            sum_of!($what, "1"),
            sum_of!($what, "2"),
            sum_of!($what, "3"),
            sum_of!($what, "4"),
            sum_of!($what, "5"),
            sum_of!($what, "6"),
            sum_of!($what, "7"),
            sum_of!($what, "8"),
            sum_of!($what, "9"),
            sum_of!($what, "10"),
            sum_of!($what, "11"),
        ]
    };
}

/// The SQL of a sum, its parameter and its column.
type SumColumn = (&'static str, &'static str, &'static str);

/// Maximum number of sums of bills in one statement: one for each line.
const SUMS: [SumColumn; 12] = sums_of!("amount_cents");

/// Maximum number of counts of purchases in one statement: one for each line.
const COUNTS: [SumColumn; 12] = sums_of!("1");

/// Visits the members who bought something since a moment: each with the last purchase, and with the sums of the bills
/// since some other moments. Purchases that were taken back do not count.
pub(in crate::member::segments) fn each_customer(
    read: &Read<'_>,
    (first, last): Range,
    since: Timestamp,
    spans: &[Timestamp],
    mut visit: impl FnMut(MemberId, Timestamp, &[i64]),
) -> AppResult<()> {
    let sums = &SUMS[..spans.len().min(SUMS.len())];
    let mut sql = vec!["select member_id, max(created_at_ms) as last"];
    sql.extend(sums.iter().map(|(text, _, _)| text));
    sql.push(
        " from counter_event
         where member_id >= :first and member_id <= :last and kind = 'award' and undone_at_ms is null
             and created_at_ms >= :since
         group by member_id order by member_id",
    );
    let mut params: Vec<(&str, &dyn ToSql)> = vec![(":first", &first), (":last", &last), (":since", &since)];
    params.extend(sums.iter().zip(spans).map(|((_, name, _), span)| (*name, span as &dyn ToSql)));
    let mut spent = vec![0; sums.len()];
    read.each(sql, &params, |row| {
        let (member, last) = (row.get("member_id")?, row.get("last")?);
        for (sum, (_, _, column)) in spent.iter_mut().zip(sums) {
            *sum = row.get(column)?;
        }
        visit(member, last, &spent);
        Ok(())
    })
}

/// Visits the members with the partners at which they bought since a moment, each with the numbers of purchases there since
/// some other moments. Purchases that were taken back do not count.
pub(in crate::member::segments) fn each_visit(
    read: &Read<'_>,
    (first, last): Range,
    since: Timestamp,
    spans: &[Timestamp],
    mut visit: impl FnMut(MemberId, PartnerId, &[i64]),
) -> AppResult<()> {
    let counts = &COUNTS[..spans.len().min(COUNTS.len())];
    let mut sql = vec!["select member_id, partner_id"];
    sql.extend(counts.iter().map(|(text, _, _)| text));
    sql.push(
        " from counter_event
         where member_id >= :first and member_id <= :last and kind = 'award' and undone_at_ms is null
             and created_at_ms >= :since
         group by member_id, partner_id order by member_id, partner_id",
    );
    let mut params: Vec<(&str, &dyn ToSql)> = vec![(":first", &first), (":last", &last), (":since", &since)];
    params.extend(counts.iter().zip(spans).map(|((_, name, _), span)| (*name, span as &dyn ToSql)));
    let mut visits = vec![0; counts.len()];
    read.each(sql, &params, |row| {
        for (count, (_, _, column)) in visits.iter_mut().zip(counts) {
            *count = row.get(column)?;
        }
        visit(row.get("member_id")?, row.get("partner_id")?, &visits);
        Ok(())
    })
}

/// Visits the purchases of a member since a moment: the partner, the time, and the bill in cents. Purchases that were taken
/// back do not count.
pub(in crate::member::segments) fn each_purchase(
    read: &Read<'_>,
    member: MemberId,
    since: Timestamp,
    mut visit: impl FnMut(PartnerId, Timestamp, i64),
) -> AppResult<()> {
    read.each(
        "select partner_id, created_at_ms, amount_cents from counter_event
         where member_id = :member and kind = 'award' and undone_at_ms is null and created_at_ms >= :since",
        params! { ":member": member, ":since": since },
        |row| {
            visit(row.get("partner_id")?, row.get("created_at_ms")?, row.get("amount_cents")?);
            Ok(())
        },
    )
}
