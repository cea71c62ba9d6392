//! The members of a segment in the list.

use std::borrow::Cow;
use std::collections::HashSet;

use super::finding::SearchCursor;
use super::{Effort, find, place, search_all};
use crate::base::id::{MemberId, SegmentId};
use crate::base::problem::AppResult;
use crate::core::members::Status;
use crate::member::segments::{self, SegmentWalk};
use crate::platform::store::{Read, Store};
use crate::staff::admin::members::MemberView;
use crate::staff::admin::members::search::{MemberSort, Search};

/// Number of pages of members that are checked first, in the order of the list.
const FIRST_PAGES: i64 = 4;
/// In a list by id, each further step checks this number of times as many members as the step before.
const GROWTH: i64 = 4;
/// Number of members that are checked before the whole segment is read.
struct CheckedFirst {
    /// In a list by id.
    by_id: i64,
    /// In a list by name, whose members are checked one by one.
    by_name: i64,
}

impl CheckedFirst {
    const USUAL: Self = Self { by_id: 100_000, by_name: 2_000 };
}

/// Number of members by name that are checked in a step once the whole segment is known.
const KNOWN_STEP: i64 = 8_000;
/// A segment of fewer members is read as a whole and sorted by name.
const FEW: usize = 5_000;

/// Members of a segment who match a search, after the given member. The first members of the list are checked; if too
/// few of them match, the whole segment is read, by several readers at once.
pub(super) async fn search(
    store: &Store,
    wanted: Search,
    segment: SegmentId,
    place: (Option<MemberId>, i64),
) -> AppResult<Vec<MemberView>> {
    search_after(store, wanted, segment, place, CheckedFirst::USUAL).await
}

async fn search_after(
    store: &Store,
    wanted: Search,
    segment: SegmentId,
    (after, limit): (Option<MemberId>, i64),
    checked_first: CheckedFirst,
) -> AppResult<Vec<MemberView>> {
    // All members of a segment are active.
    if wanted.status.is_some_and(|status| status != Status::Active.name()) {
        return Ok(Vec::new());
    }
    if wanted.ranges.is_none() && wanted.sort != MemberSort::Name {
        return by_id(store, wanted, segment, (after, limit), checked_first.by_id).await;
    }
    let mut page =
        SegmentPage { size: usize::try_from(limit).unwrap_or(0), found: Vec::new(), at: after, is_done: false };
    let search = wanted.clone();
    page = store
        .read_at_length(move |read| {
            // A text search has few results, so each one is checked.
            let most = if search.ranges.is_some() { i64::MAX } else { checked_first.by_name };
            let (step, mut checked) = (limit * FIRST_PAGES, 0);
            while !page.is_done && checked < most {
                page.look(read, &search, step, |looked| belonging(read, segment, looked))?;
                checked += step;
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
            page.look(read, &wanted, KNOWN_STEP, |_| Ok(Cow::Borrowed(&members)))?;
        }
        Ok(page.found)
    };
    store.read_at_length(read_rest).await
}

/// A page in the order in which the members joined. Only members of the segment are read as rows.
async fn by_id(
    store: &Store,
    wanted: Search,
    segment: SegmentId,
    (after, limit): (Option<MemberId>, i64),
    checked_first: i64,
) -> AppResult<Vec<MemberView>> {
    let (size, newest_first) = (usize::try_from(limit).unwrap_or(0), wanted.sort == MemberSort::Newest);
    let begin = move |read: &Read<'_>| {
        let SearchCursor { from, until, .. } = place(read, &wanted, after, limit)?;
        let mut walk = SegmentWalk::new((from, until), newest_first);
        let (mut found, mut step, mut checked) = (Vec::new(), limit * FIRST_PAGES, 0);
        while found.len() < size && !walk.is_over() && checked < checked_first {
            found.extend(walk.next(read, segment, step)?);
            checked += step;
            step = (step * GROWTH).min(checked_first - checked);
        }
        let is_done = found.len() >= size || walk.is_over();
        found.truncate(size);
        Ok((views(read, &found)?, is_done, from..until))
    };
    let (page, is_done, ids) = store.read_at_length(begin).await?;
    if is_done {
        return Ok(page);
    }
    let members = segments::members_in_parts(store, segment).await?;
    let mut found: Vec<MemberId> = members.into_iter().filter(|id| ids.contains(id)).collect();
    found.sort_unstable();
    if newest_first {
        found.reverse();
    }
    found.truncate(size);
    store.read_at_length(move |read| views(read, &found)).await
}

fn views(read: &Read<'_>, ids: &[MemberId]) -> AppResult<Vec<MemberView>> {
    ids.iter().filter_map(|id| find(read, *id).transpose()).collect()
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
fn belonging(read: &Read<'_>, segment: SegmentId, looked: &[MemberView]) -> AppResult<Cow<'static, HashSet<MemberId>>> {
    let active = looked.iter().filter(|member| member.status == Status::Active);
    let within = |id: MemberId| segments::contains(read, segment, id).map(|within| within.then_some(id));
    active.filter_map(|member| within(member.id).transpose()).collect::<AppResult<_>>().map(Cow::Owned)
}

/// A page of a small segment, sorted by name.
fn few(
    read: &Read<'_>,
    wanted: &Search,
    members: &HashSet<MemberId>,
    (after, size): (Option<MemberId>, usize),
) -> AppResult<Vec<MemberView>> {
    let (from, until) = (MemberId::earliest_at(wanted.period.from), MemberId::earliest_at(wanted.period.until));
    let joined: Vec<MemberId> = members.iter().copied().filter(|id| (from..until).contains(id)).collect();
    let mut found = views(read, &joined)?;
    // The database compares names with ASCII letters in lower case too.
    let name = |member: &MemberView| format!("{}{}", member.last_name, member.first_name).to_ascii_lowercase();
    found.sort_by_key(|member| (name(member), member.id));
    if let Some(last) = after.map(|after| find(read, after)).transpose()?.flatten() {
        found.retain(|member| (name(member), member.id) > (name(&last), last.id));
    }
    found.truncate(size);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::finding::tests::fill;
    use super::*;
    use crate::base::day::Period;

    #[test]
    fn each_way_to_read_a_segment_finds_the_same_members_in_the_same_order() {
        let (_folder, store) = Store::in_new_folder();
        fill(&store).expect("filled");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let search = |sort, segment| Search { ranges: None, status: None, period: Period::ALWAYS, segment, sort };
        for every in [2, 9, 40] {
            let all =
                store.read(|read| search_all(read, &search(MemberSort::Oldest, None), None, 1_000, Effort::USUAL));
            let listed: BTreeSet<MemberId> = all.expect("members").iter().step_by(every).map(|one| one.id).collect();
            let of_list = listed.clone();
            let segment = store
                .write_blocking(move |tx| segments::create_list(tx, format!("Every {every}"), &of_list, "Kapok"))
                .expect("a list")
                .id;
            for sort in [MemberSort::Newest, MemberSort::Oldest, MemberSort::Name] {
                let all = store.read(|read| search_all(read, &search(sort, None), None, 1_000, Effort::USUAL));
                let belongs = |one: &MemberView| listed.contains(&one.id) && one.status == Status::Active;
                let expected: Vec<MemberId> =
                    all.expect("members").into_iter().filter(belongs).map(|one| one.id).collect();
                for checked in [1, 30, i64::MAX] {
                    let (mut found, mut after) = (Vec::new(), None);
                    loop {
                        let checked_first = CheckedFirst { by_id: checked, by_name: checked };
                        let wanted = search(sort, Some(segment));
                        let page = search_after(&store, wanted, segment, (after, 3), checked_first);
                        let page = runtime.block_on(page).expect("a page");
                        after = page.last().map(|one| one.id);
                        found.extend(page.iter().map(|one| one.id));
                        if page.len() < 3 {
                            break;
                        }
                    }
                    assert_eq!(found, expected, "every {every}, {sort:?}, {checked} checked first");
                }
            }
        }
    }
}
