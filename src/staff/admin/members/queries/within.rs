//! The members of a segment in the list.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Effort, find, search_all};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::core::members::Status;
use crate::member::segments;
use crate::platform::store::{Read, Store};
use crate::staff::admin::members::MemberView;
use crate::staff::admin::members::search::{MemberSort, Search};

/// Number of pages of members that are checked first, in the order of the list.
const FIRST_PAGES: i64 = 4;
/// Number of members that are checked in each further step.
const STEP: i64 = 8_000;
/// A segment of fewer members is read as a whole and sorted.
const FEW: usize = 5_000;

/// Members of a segment who match a search, after the given member. The first members of the list are checked; if too
/// few of them match, the whole segment is read, by several readers at once.
pub(super) async fn search(
    store: &Store,
    wanted: Search,
    segment: SegmentId,
    (after, limit): (Option<MemberId>, i64),
) -> AppResult<Vec<MemberView>> {
    let mut page =
        SegmentPage { size: usize::try_from(limit).unwrap_or(0), found: Vec::new(), at: after, is_done: false };
    let search = wanted.clone();
    page = store
        .read_at_length(move |read| {
            page.look(read, &search, limit * FIRST_PAGES, |looked| belonging(read, &search, segment, looked))?;
            // A text search has few results, so each one is checked.
            while !page.is_done && search.ranges.is_some() {
                page.look(read, &search, STEP, |looked| belonging(read, &search, segment, looked))?;
            }
            Ok(page)
        })
        .await?;
    if page.is_done {
        return Ok(page.found);
    }
    let members = segments::members_in_parts(store, segment).await?;
    let read_rest = move |read: &Read<'_>| {
        if members.len() < FEW {
            return few(read, &wanted, &members, (after, page.size));
        }
        while !page.is_done {
            page.look(read, &wanted, STEP, |_| Ok(Cow::Borrowed(&members)))?;
        }
        Ok(page.found)
    };
    store.read_at_length(read_rest).await
}

/// A page that is filled in steps.
struct SegmentPage {
    /// The number of members on a full page.
    size: usize,
    found: Vec<MemberView>,
    /// The last member that was checked.
    at: Option<MemberId>,
    /// True if the page is full, or no more members match the search.
    is_done: bool,
}

impl SegmentPage {
    /// Checks the next `step` members of the list, and adds those who belong to the segment.
    fn look<'a>(
        &mut self,
        read: &Read<'_>,
        wanted: &Search,
        step: i64,
        belonging: impl FnOnce(&[MemberView]) -> AppResult<Cow<'a, HashSet<MemberId>>>,
    ) -> AppResult<()> {
        let looked = search_all(read, wanted, self.at, step, Effort::USUAL)?;
        let is_last = (looked.len() as i64) < step;
        self.at = looked.last().map(|member| member.id);
        let belong = belonging(&looked)?;
        self.found.extend(looked.into_iter().filter(|member| belong.contains(&member.id)));
        self.is_done = is_last || self.found.len() >= self.size;
        self.found.truncate(self.size);
        Ok(())
    }
}

/// Returns the given members who belong to the segment. The results of a text search or a list by name have ids far
/// apart, so each member is checked separately.
fn belonging(
    read: &Read<'_>,
    wanted: &Search,
    segment: SegmentId,
    looked: &[MemberView],
) -> AppResult<Cow<'static, HashSet<MemberId>>> {
    let active = looked.iter().filter(|member| member.status == Status::Active);
    let mut ids: Vec<MemberId> = active.map(|member| member.id).collect();
    if wanted.ranges.is_none() && wanted.sort != MemberSort::Name {
        ids.sort_unstable();
        return segments::among(read, segment, &ids).map(Cow::Owned);
    }
    let within = |id: MemberId| segments::contains(read, segment, id).map(|within| within.then_some(id));
    ids.into_iter().filter_map(|id| within(id).transpose()).collect::<AppResult<_>>().map(Cow::Owned)
}

/// A page of a small segment.
fn few(
    read: &Read<'_>,
    wanted: &Search,
    members: &HashSet<MemberId>,
    (after, page): (Option<MemberId>, usize),
) -> AppResult<Vec<MemberView>> {
    // All members of a segment are active.
    if wanted.status.is_some_and(|status| status != Status::Active.name()) {
        return Ok(Vec::new());
    }
    let (from, until) = (MemberId::earliest_at(wanted.period.from), MemberId::earliest_at(wanted.period.until));
    let joined = members.iter().filter(|id| (from..until).contains(*id));
    let mut found: Vec<MemberView> = joined.filter_map(|id| find(read, *id).transpose()).collect::<AppResult<_>>()?;
    // The database compares names with ASCII letters in lower case too.
    let name = |member: &MemberView| format!("{}{}", member.last_name, member.first_name).to_ascii_lowercase();
    match wanted.sort {
        MemberSort::Newest => found.sort_by_key(|member| std::cmp::Reverse(member.id)),
        MemberSort::Oldest => found.sort_by_key(|member| member.id),
        MemberSort::Name => found.sort_by_key(|member| (name(member), member.id)),
    }
    if let Some(last) = after.map(|after| find(read, after)).transpose()?.flatten() {
        found.retain(|member| match wanted.sort {
            MemberSort::Newest => member.id < last.id,
            MemberSort::Oldest => member.id > last.id,
            MemberSort::Name => (name(member), member.id) > (name(&last), last.id),
        });
    }
    found.truncate(page);
    Ok(found)
}
