//! Segments in the admin: saved groups of members, their counts, and their uses.

pub mod http;
mod lists;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::id::SegmentId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND, ProblemType, Refusal};
use crate::member::segments::{self, Conditions, NewSegment, Segment};
use crate::member::{earning_rules, notifications};
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::{Read, Tx};
use crate::staff::kit::{AuditedStaff, require_version};

/// An announcement or an earning rule uses the segment. The fields of the problem name each.
pub const SEGMENT_IN_USE: ProblemType = ProblemType::new("segment_in_use", 409, "Segment in use");
/// An earning rule that is on asks for the segment, so that its conditions decide about points.
pub const SEGMENT_EARNS: ProblemType = ProblemType::new("segment_earns", 409, "Segment of a rule that is on");

/// The part of the programme that uses a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
enum SegmentUser {
    /// An announcement that is not sent yet.
    Announcement,
    /// The live or the newest version of an earning rule.
    EarningRule,
    /// Another segment, which names the list.
    Segment,
}

/// A place where a segment is used.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SegmentUse {
    kind: SegmentUser,
    /// The id of the announcement, rule or segment.
    id: String,
    /// The title or name of the record; the name of a segment has no translation.
    name: LocalizedText,
    /// Whether an earning rule that is on asks for the segment, or for the segment that names it.
    live: bool,
}

/// A segment, with its last count and where it is used.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminSegment)]
struct SegmentView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: SegmentId,
    name: String,
    conditions: Conditions,
    /// Whether staff name its members one by one.
    list: bool,
    /// The number of members at the last count.
    #[serde(skip_serializing_if = "Option::is_none")]
    members: Option<i64>,
    /// The time of the last count.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<Timestamp>,
    /// The number of all active members.
    of: i64,
    /// The change of the number of members against the count of 28 days before, or of up to a week earlier where that day
    /// has none; absent without such a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<i64>,
    used_by: Vec<SegmentUse>,
    /// The person who saved it last.
    saved_by: String,
    created: Timestamp,
    updated: Timestamp,
    /// Number of changes.
    #[serde(skip)]
    version: i64,
}

impl SegmentView {
    fn of(read: &Read<'_>, found: Segment) -> AppResult<Self> {
        Self::among(read, found, segments::active_members(read)?)
    }

    /// A segment among so many active members.
    fn among(read: &Read<'_>, found: Segment, of: i64) -> AppResult<Self> {
        let list = found.is_list();
        let Segment { id, name, conditions, members, counted, saved_by, created, updated, version } = found;
        let used_by = uses(read, id)?;
        let change = members.map(|members| segments::change(read, id, members)).transpose()?.flatten();
        Ok(Self {
            id,
            name,
            conditions,
            list,
            members,
            counted,
            of,
            change,
            used_by,
            saved_by,
            created,
            updated,
            version,
        })
    }
}

impl CsvRow for SegmentView {
    const HEADINGS: &'static str =
        "_id,name,conditions,members,counted,announcements,earningRules,savedBy,created,updated,of,change";

    fn cells(&self) -> Vec<Cell> {
        let used =
            |kind| i64::try_from(self.used_by.iter().filter(|user| user.kind == kind).count()).unwrap_or(i64::MAX);
        vec![
            self.id.to_string().into(),
            self.name.clone().into(),
            serde_json::to_string(&self.conditions).ok().into(),
            self.members.into(),
            self.counted.into(),
            used(SegmentUser::Announcement).into(),
            used(SegmentUser::EarningRule).into(),
            self.saved_by.clone().into(),
            self.created.into(),
            self.updated.into(),
            self.of.into(),
            self.change.into(),
        ]
    }
}

fn uses(read: &Read<'_>, id: SegmentId) -> AppResult<Vec<SegmentUse>> {
    let announcements = notifications::waiting_for(read, id)?.into_iter().map(|(announcement, name)| SegmentUse {
        kind: SegmentUser::Announcement,
        id: announcement.to_string(),
        name,
        live: false,
    });
    let rules = earning_rules::asking_for(read, id)?.into_iter().map(|rule| SegmentUse {
        kind: SegmentUser::EarningRule,
        id: rule.id.to_string(),
        live: rule.live.as_ref().is_some_and(|live| live.rule.segment == Some(id)),
        name: rule.latest.rule.name,
    });
    let mut users: Vec<SegmentUse> = announcements.chain(rules).collect();
    for naming in segments::naming(read, id)? {
        let live = uses(read, naming.id)?.iter().any(|user| user.live);
        let name = LocalizedText { en: naming.name, zh: None, zhhk: None };
        users.push(SegmentUse { kind: SegmentUser::Segment, id: naming.id.to_string(), name, live });
    }
    Ok(users)
}

/// The refusal that names each use.
fn in_use(problem: ProblemType, uses: &[SegmentUse]) -> AppError {
    let place = |user: &SegmentUse| match user.kind {
        SegmentUser::Announcement => format!("announcements[{}]", user.id),
        SegmentUser::EarningRule => format!("earningRules[{}]", user.id),
        SegmentUser::Segment => format!("segments[{}]", user.id),
    };
    let fields = uses.iter().map(|user| FieldProblem::new(place(user), problem.code)).collect();
    AppError::Refused(Box::new(Refusal { problem, fields, retry_after_s: None }))
}

fn present(read: &Read<'_>, id: SegmentId) -> AppResult<SegmentView> {
    SegmentView::of(read, segments::find(read, id)?.ok_or(NOT_FOUND)?)
}

/// Adds a segment that was counted, and audits it. Fails as [`segments::create`] does.
fn create(tx: &Tx<'_>, staff: &AuditedStaff, new: NewSegment, members: i64) -> AppResult<SegmentView> {
    let made = segments::create(tx, new, &staff.actor.name)?;
    let view = SegmentView::of(tx, segments::keep_count(tx, made.id, members)?)?;
    staff.note(tx, "segment.create", made.id, None, Some(&view))?;
    Ok(view)
}

/// Replaces a segment and audits it. Fails with `stale`, as [`segments::replace`] does, and with [`SEGMENT_EARNS`] where
/// other conditions would change what an earning rule that is on gives: a rule is simulated before it is switched on.
fn replace(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: SegmentId,
    version: Option<i64>,
    (new, members): (NewSegment, i64),
) -> AppResult<SegmentView> {
    let before = present(tx, id)?;
    require_version(version, before.version)?;
    let new = segments::checked(tx, new)?;
    let earns: Vec<SegmentUse> = before.used_by.iter().filter(|user| user.live).cloned().collect();
    if new.conditions != before.conditions && !earns.is_empty() {
        return Err(in_use(SEGMENT_EARNS, &earns));
    }
    segments::replace(tx, id, new, &staff.actor.name)?;
    let after = SegmentView::of(tx, segments::keep_count(tx, id, members)?)?;
    staff.note(tx, "segment.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Removes a segment and audits it. Fails with `not_found`, and with [`SEGMENT_IN_USE`], which names each use.
fn remove(tx: &Tx<'_>, staff: &AuditedStaff, id: SegmentId) -> AppResult<()> {
    let before = present(tx, id)?;
    if !before.used_by.is_empty() {
        return Err(in_use(SEGMENT_IN_USE, &before.used_by));
    }
    segments::remove(tx, id)?;
    staff.note(tx, "segment.delete", id, Some(&before), None)
}
