//! Lists of members, typed or read from a file: one member in each row, by e-mail address, phone number or id.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{SEGMENT_EARNS, SegmentUse, SegmentView, in_use, present};
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::{AppError, AppResult};
use crate::core::members::{self, Status};
use crate::member::segments;
use crate::platform::http::csv_upload::Row;
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, require_version};

/// Most rows of a list. The message of `too_many_listed` names the same limit.
const MOST_ROWS: usize = 10_000;
/// The heading of the column, which a file may have.
const COLUMN: &str = "member";

/// The result of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SegmentListRow)]
pub(super) struct ListRow {
    /// The row's number in the file, counted from 1.
    line: i64,
    /// The row's identifier of the member.
    identifier: String,
    /// The short id of that member.
    #[serde(skip_serializing_if = "Option::is_none")]
    short_id: Option<String>,
    /// The reason why the row is left out: `unknown_member`, `member_inactive` or `twice_in_file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

/// The result of a dry run.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = SegmentListDryRun)]
pub(super) struct ListDryRun {
    /// Number of members on the list.
    good: i64,
    /// Number of rows that are left out.
    bad: i64,
    rows: Vec<ListRow>,
}

/// The members of a file, and the result of each row. Fails with `invalid_csv` for no rows, and with
/// `too_many_listed`.
pub(super) fn read_rows(read: &Read<'_>, rows: &[Row]) -> AppResult<(BTreeSet<MemberId>, ListDryRun)> {
    let column = rows.first().and_then(|row| row.place_of(COLUMN));
    let rows = if column.is_some() { rows.get(1..).unwrap_or_default() } else { rows };
    match rows.len() {
        0 => return Err(AppError::invalid_field("body", "invalid_csv")),
        1..=MOST_ROWS => {}
        _ => return Err(AppError::invalid_field("body", "too_many_listed")),
    }
    let (mut listed, mut results) = (BTreeSet::new(), Vec::with_capacity(rows.len()));
    for row in rows {
        let identifier = row.cells.get(column.unwrap_or(0)).cloned().unwrap_or_default();
        let member = match Identifier::parse(&identifier) {
            Some(parsed) => members::find_by_identifier(read, &parsed)?,
            None => MemberId::parse(&identifier).map(|id| members::find(read, id)).transpose()?.flatten(),
        };
        let code = match &member {
            None => Some("unknown_member"),
            Some(member) if member.status != Status::Active => Some("member_inactive"),
            Some(member) => (!listed.insert(member.id)).then_some("twice_in_file"),
        };
        let short_id = member.map(|member| member.short_id.to_string());
        results.push(ListRow { line: row.line, identifier, short_id, code });
    }
    let good = listed.len() as i64;
    Ok((listed, ListDryRun { good, bad: results.len() as i64 - good, rows: results }))
}

/// Adds a list and audits it. Fails as [`segments::create_list`] does.
pub(super) fn create(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    name: String,
    listed: &BTreeSet<MemberId>,
) -> AppResult<SegmentView> {
    let view = SegmentView::of(tx, segments::create_list(tx, name, listed, &staff.actor.name)?)?;
    staff.note(tx, "segment.create", view.id, None, Some(&view))?;
    Ok(view)
}

/// Replaces the members of a list and audits it. Fails with `stale`, as [`segments::replace_list`] does, and with
/// [`SEGMENT_EARNS`] while an earning rule that is on asks for the list, or for a segment that names it.
pub(super) fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: SegmentId,
    version: Option<i64>,
    listed: &BTreeSet<MemberId>,
) -> AppResult<SegmentView> {
    let before = present(tx, id)?;
    require_version(version, before.version)?;
    let earns: Vec<SegmentUse> = before.used_by.iter().filter(|user| user.live).cloned().collect();
    if !earns.is_empty() {
        return Err(in_use(SEGMENT_EARNS, &earns));
    }
    let after = SegmentView::of(tx, segments::replace_list(tx, id, listed, &staff.actor.name)?)?;
    staff.note(tx, "segment.update", id, Some(&before), Some(&after))?;
    Ok(after)
}
