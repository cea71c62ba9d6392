//! The effect that another ladder would have: the members who would rise, and those who would fall, because of it.
//!
//! A change of the ladder moves nobody at once. A member rises with the next purchase, by the purchases of the present
//! window. A level that the new version lacks is held until a last day. Otherwise a member falls at the end of a level
//! that the new version does not renew. Purchases of that time are not
//! known yet, so those of the last whole window stand for them; whoever would not keep the level without the change
//! either is not counted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;

use super::queries::{self, HeldLevel, KnownLadder, Sum};
use super::{Ladder, TierWindow, ending};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::goals;
use crate::platform::store::{Read, Store};

/// Members that one read looks at. A longer read would keep the log of the database from being emptied.
const PORTION: i64 = 20_000;
const LOWEST: MemberId = MemberId::from_bytes([0; 16]);
const HIGHEST: MemberId = MemberId::from_bytes([0xff; 16]);

/// The effect on the members of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TierLevelEffect)]
pub struct LevelEffect {
    /// Counts the levels from 1.
    level: i64,
    members_now: i64,
    /// The members after everybody counted here has risen or fallen.
    members_then: i64,
    /// Members who would rise to this level.
    rise: i64,
    /// Members of this level who would fall from it.
    fall: i64,
    /// True if the ladder lacks this level. Its members would hold it until a last day, and then the highest level that
    /// is left.
    removed: bool,
    /// The first of these last days.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_until: Option<Day>,
    /// The rewards that members would get for reaching this level, those who rise past it included, and without those who
    /// got it in a period that is not over. Absent if the level has no reward.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewards: Option<i64>,
    /// The cost of these rewards in HK$. Absent where it is not known, as for a coupon without a price and for more points
    /// by an earning rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewards_hkd: Option<Hkd>,
    /// Members who would reach this level or pass it, and would get its reward.
    #[serde(skip)]
    rewarded: i64,
}

/// The effect of a ladder if it was switched on now.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TierEffect)]
pub struct LadderEffect {
    /// The lowest level first; those that the ladder lacks come last.
    pub levels: Vec<LevelEffect>,
    /// Members who would rise, each with the next purchase.
    pub rise: i64,
    /// Members who would fall because of this change, one level each.
    pub fall: i64,
    /// The first day on which one of them can hold a lower level, after a notice and a grace period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fall: Option<Day>,
    /// The first day of the purchases that say who would fall.
    counted_from: Day,
    /// The time of the look-up.
    looked_up: Timestamp,
}

impl LadderEffect {
    /// The members of the levels that the ladder lacks.
    pub fn of_removed_levels(&self) -> i64 {
        self.levels.iter().filter(|level| level.removed).map(|level| level.members_now).sum()
    }
}

/// A version of the ladder, and the place of its sum among the sums of a member.
struct Judged {
    version: i64,
    ladder: Ladder,
    sum: usize,
}

/// A change of the ladder.
struct Change {
    ladder: Ladder,
    /// The version that is on.
    live: Option<i64>,
    /// The versions that were on, which members may hold.
    versions: Vec<Judged>,
    /// The sums that are needed for each member.
    sums: Vec<Sum>,
    /// The places of those of the new ladder: by its present window, and by a whole one.
    present: usize,
    whole: usize,
    today: Day,
}

/// Counts the members who would rise or fall if a ladder was switched on now; nothing is stored. Fails as
/// [`super::checked`] does.
pub async fn effect(store: &Store, ladder: Ladder) -> AppResult<LadderEffect> {
    let now = store.clock().now();
    let (known, ladder) =
        store.read_consistently(|read| Ok((KnownLadder::load(read)?, super::checked(read, ladder)?)))?;
    let change = Arc::new(Change::of(known, ladder, Day::of(now)));
    let (mut tally, mut after) = (Tally::default(), LOWEST);
    loop {
        let of = change.clone();
        let (part, last) = store.read_at_length(move |read| count_portion(read, &of, after)).await?;
        tally.add(part);
        match last {
            Some(last) => after = last,
            None => return store.read_consistently(|read| tally.effect(read, &change, now)),
        }
    }
}

impl Change {
    fn of(known: KnownLadder, ladder: Ladder, today: Day) -> Self {
        let mut sums = Vec::new();
        let mut place = |counts, first| {
            let sum = Sum { counts, first };
            sums.iter().position(|known| *known == sum).unwrap_or_else(|| {
                sums.push(sum);
                sums.len() - 1
            })
        };
        let present = place(ladder.counts, ladder.window.first_day(today));
        let whole = place(ladder.counts, first_of_whole(ladder.window, today));
        let judged = |(version, ladder): (i64, Ladder)| {
            let sum = place(ladder.counts, first_of_whole(ladder.window, today));
            Judged { version, ladder, sum }
        };
        let versions = known.versions.into_iter().map(judged).collect();
        Self { ladder, live: known.live, versions, sums, present, whole, today }
    }

    fn version(&self, number: i64) -> Option<&Judged> {
        self.versions.iter().find(|known| known.version == number)
    }

    fn live(&self) -> Option<&Judged> {
        self.version(self.live?)
    }

    /// The places of the sums that every member needs. Those of earlier versions are read only where a member holds one.
    fn needed_always(&self) -> HashSet<usize> {
        [self.present, self.whole].into_iter().chain(self.live().map(|live| live.sum)).collect()
    }

    /// Returns whether a member keeps a level without the change: by the version of the ladder under which the member
    /// holds the level, and by the version that is on.
    fn keeps(&self, held: &HeldLevel, sums: &[i64]) -> bool {
        let reaches = |by: &Judged| by.ladder.target_units(held.level) <= sums[by.sum];
        self.version(held.version).is_some_and(reaches) && self.live().is_none_or(reaches)
    }
}

/// The first day of a whole window that ends on that day: a calendar year counts as twelve months.
fn first_of_whole(window: TierWindow, last: Day) -> Day {
    match window {
        TierWindow::Months { .. } => window.first_day(last),
        TierWindow::Year => TierWindow::Months { months: 12 }.first_day(last),
    }
}

/// The counts by level, and the earliest fall, of the members who were counted so far.
#[derive(Default)]
struct Tally {
    levels: Vec<LevelEffect>,
    first_fall: Option<Day>,
}

impl Tally {
    fn level(&mut self, number: i64) -> Option<&mut LevelEffect> {
        let place = usize::try_from(number - 1).ok()?;
        while self.levels.len() <= place {
            let level = i64::try_from(self.levels.len()).unwrap_or(0) + 1;
            self.levels.push(LevelEffect { level, ..LevelEffect::default() });
        }
        self.levels.get_mut(place)
    }

    /// Counts a member who holds one level now, and another one then; 0 for none.
    fn moves(&mut self, now: i64, then: i64, got: &[i64]) {
        if let Some(level) = self.level(now) {
            level.members_now += 1;
            level.fall += i64::from(then < now);
        }
        self.arrives(now, then, got);
    }

    /// Counts a member who loses a level without the change, too.
    fn leaves(&mut self, now: i64, then: i64, got: &[i64]) {
        if let Some(level) = self.level(now) {
            level.members_now += 1;
        }
        self.arrives(now, then, got);
    }

    /// Counts the level that a member then holds, and the rewards on the way to it. The levels in `got` give no other
    /// reward, because their period is not over.
    fn arrives(&mut self, now: i64, then: i64, got: &[i64]) {
        for passed in (now + 1..=then).filter(|passed| !got.contains(passed)) {
            if let Some(level) = self.level(passed) {
                level.rewarded += 1;
            }
        }
        if let Some(level) = self.level(then) {
            level.members_then += 1;
            level.rise += i64::from(then > now);
        }
    }

    fn falls_from(&mut self, day: Day) {
        self.first_fall = earlier(self.first_fall, Some(day));
    }

    fn keeps_until(&mut self, number: i64, last: Day) {
        if let Some(level) = self.level(number) {
            level.kept_until = earlier(level.kept_until, Some(last));
        }
    }

    fn add(&mut self, part: Self) {
        for more in part.levels {
            if let Some(level) = self.level(more.level) {
                level.members_now += more.members_now;
                level.members_then += more.members_then;
                level.rise += more.rise;
                level.fall += more.fall;
                level.rewarded += more.rewarded;
                level.kept_until = earlier(level.kept_until, more.kept_until);
            }
        }
        if let Some(day) = part.first_fall {
            self.falls_from(day);
        }
    }

    fn effect(mut self, read: &Read<'_>, change: &Change, looked_up: Timestamp) -> AppResult<LadderEffect> {
        let highest = change.ladder.highest();
        // Every level of the ladder has its line, also one that nobody holds.
        self.level(highest);
        for level in &mut self.levels {
            level.removed = level.level > highest;
            if let Some(reward) = change.ladder.level(level.level).and_then(|level| level.reward) {
                level.rewards = Some(level.rewarded);
                level.rewards_hkd = goals::cost_of(read, reward, level.rewarded)?;
            }
        }
        Ok(LadderEffect {
            rise: self.levels.iter().map(|level| level.rise).sum(),
            fall: self.levels.iter().map(|level| level.fall).sum(),
            levels: self.levels,
            first_fall: self.first_fall,
            counted_from: change.sums[change.whole].first,
            looked_up,
        })
    }
}

fn earlier(one: Option<Day>, other: Option<Day>) -> Option<Day> {
    [one, other].into_iter().flatten().min()
}

/// The level that one member holds, the sums that count towards levels, and the rewards that the member got.
struct MemberStanding {
    held: Option<HeldLevel>,
    sums: Vec<i64>,
    /// The levels whose reward the member got in a period that is not over.
    got: Vec<i64>,
}

/// Counts some members after one. Returns the last of them; `None` if nobody is left.
fn count_portion(read: &Read<'_>, change: &Change, after: MemberId) -> AppResult<(Tally, Option<MemberId>)> {
    let end = queries::member_after(read, after, PORTION)?;
    let range = (after, end.unwrap_or(HIGHEST));
    let mut members: HashMap<MemberId, MemberStanding> = HashMap::new();
    let blank = || MemberStanding { held: None, sums: vec![0; change.sums.len()], got: Vec::new() };
    let mut needed = change.needed_always();
    for (member, held) in queries::held_levels(read, range)? {
        needed.extend(change.version(held.version).map(|version| version.sum));
        members.insert(member, MemberStanding { held: Some(held), ..blank() });
    }
    for (place, sum) in change.sums.iter().enumerate().filter(|(place, _)| needed.contains(place)) {
        queries::each_progress(read, range, *sum, |member, progress| {
            members.entry(member).or_insert_with(blank).sums[place] = progress;
        })?;
    }
    for (member, level) in queries::rewards::given_in_range(read, range, change.today)? {
        members.entry(member).or_insert_with(blank).got.push(level);
    }
    for member in queries::erased(read, range)? {
        members.remove(&member);
    }
    let mut tally = Tally::default();
    for standing in members.values() {
        judge(&mut tally, change, standing);
    }
    Ok((tally, end))
}

fn judge(tally: &mut Tally, change: &Change, standing: &MemberStanding) {
    let (ladder, held) = (&change.ladder, standing.held.as_ref());
    let MemberStanding { sums, got, .. } = standing;
    let level = held.map_or(0, |held| held.level);
    let reached = ladder.reached_by(sums[change.present]);
    let mut then = reached.max(level.min(ladder.highest()));
    if let Some(held) = held.filter(|held| held.level > ladder.highest()) {
        if let Some(last) = held.ends {
            tally.keeps_until(level, last);
            return tally.leaves(level, then, got);
        }
        if let Some(version) = change.version(held.version) {
            let last = ending::last_day(&version.ladder, held.until, change.today);
            tally.keeps_until(level, last);
            tally.falls_from(last.plus(1));
        }
    }
    if let Some(held) = held
        && then == held.level
        && reached < then
        && change.keeps(held, sums)
        && ladder.target_units(then) > sums[change.whole]
    {
        then -= 1;
        // The level is kept at its end, and the new version then holds for one more time.
        let last = ladder.window.next_end(held.until).max(change.today);
        tally.falls_from(last.plus(ladder.grace_days + 1));
    }
    tally.moves(level, then, got);
}
