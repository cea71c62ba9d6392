//! Tells members about their level, in the inbox and by push messages where they are wanted.

use super::queries::KnownLadder;
use super::{TierChange, TierChangeKind, keeping, queries};
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::messages::{grouped, text};
use crate::base::problem::AppResult;
use crate::core::members::{self, Status};
use crate::member::goals::Counted;
use crate::member::notifications::{self, OperatorMessage};
use crate::platform::store::Tx;

/// Tells a member that a level was reached or kept, is in its grace, or has fallen.
pub(super) fn changed(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, change: &TierChange) -> AppResult<()> {
    let told = match change.kind {
        TierChangeKind::Risen => "tier_risen",
        TierChangeKind::Kept => "tier_kept",
        TierChangeKind::Fallen if change.level == 0 => "tier_gone",
        TierChangeKind::Fallen => "tier_fallen",
        TierChangeKind::Ending => return leaves(tx, known, member, change),
        TierChangeKind::Grace => {
            let missing = keeping::missing(tx, known, member, change)?.unwrap_or(0);
            return say(tx, known, member, ("tier_ending", "tier_grace"), change, missing);
        }
    };
    let kind = if told == "tier_gone" { "tier_fallen" } else { told };
    say(tx, known, member, (kind, told), change, 0)
}

/// Tells a member that their level ends soon, and what is missing to keep it.
pub(super) fn ends(
    tx: &Tx<'_>,
    known: &KnownLadder,
    member: MemberId,
    held: &TierChange,
    missing: i64,
) -> AppResult<()> {
    say(tx, known, member, ("tier_ending", "tier_ending"), held, missing)
}

/// Tells a member that a level was taken back because a purchase was reversed.
pub(super) fn taken_back(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, lost: &TierChange) -> AppResult<()> {
    say(tx, known, member, ("tier_undone", "tier_undone"), lost, 0)
}

/// Tells a member that the ladder lacks the level since a change, and the last day on which it is held.
pub(super) fn leaves(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, ends: &TierChange) -> AppResult<()> {
    say(tx, known, member, ("tier_leaving", "tier_leaving"), ends, 0)
}

/// Tells a member that the ladder has the level again, so that it does not end by the change.
pub(super) fn stays(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, held: &TierChange) -> AppResult<()> {
    say(tx, known, member, ("tier_kept", "tier_stays"), held, 0)
}

/// Tells a member that a level has ended by a change of the ladder, and which one is left.
pub(super) fn left(
    tx: &Tx<'_>,
    known: &KnownLadder,
    member: MemberId,
    ended: &TierChange,
    next: &TierChange,
) -> AppResult<()> {
    match next.level {
        0 => say(tx, known, member, ("tier_left", "tier_left"), ended, 0),
        _ => say(tx, known, member, ("tier_left", "tier_lowered"), next, 0),
    }
}

fn say(
    tx: &Tx<'_>,
    known: &KnownLadder,
    member: MemberId,
    (kind, part): (&'static str, &str),
    change: &TierChange,
    missing: i64,
) -> AppResult<()> {
    let Some(ladder) = known.version(change.version) else { return Ok(()) };
    if members::find(tx, member)?.is_none_or(|found| found.status != Status::Active) {
        return Ok(());
    }
    // After a fall, the message names the level that the member lost: the one above the level that they hold now.
    let named =
        if part == "tier_gone" { queries::newest(tx, member)?.map_or(1, |held| held.level + 1) } else { change.level };
    let Some(level) = ladder.level(named) else { return Ok(()) };
    let day = change.grace_until.unwrap_or(change.until).to_string();
    let missing = grouped(ladder.shown_missing(missing));
    let unit = match ladder.counts {
        Counted::Purchases => "purchases",
        Counted::Partners => "partners",
        Counted::Spend => "spend",
        Counted::Points => "points",
    };
    let told = |end: &str| {
        LocalizedText::from_each(|language| {
            let amount = text(language, &format!("inbox.tier_amount.{unit}"), &[("amount", &missing)]);
            let values = [("level", level.name.get(language)), ("day", &*day), ("amount", &*amount)];
            text(language, &format!("inbox.{part}.{end}"), &values)
        })
    };
    let message = OperatorMessage { title: told("title"), body: told("body") };
    notifications::notify_in_words(tx, member, kind, &message)
}
