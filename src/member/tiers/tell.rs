//! Tells members about their level, in the inbox and by push messages where they are wanted. Members also get an e-mail
//! before a level ends.

use super::queries::KnownLadder;
use super::{Level, TierChange, TierChangeKind, keeping, queries};
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages::{grouped, text};
use crate::base::problem::AppResult;
use crate::core::expiry::end_of_day;
use crate::core::members::{self, Status};
use crate::member::goals::Counted;
use crate::member::notifications::{self, Letters, OperatorMessage};
use crate::platform::store::Tx;

/// Tells a member that a level was reached, kept or has fallen. The review tells of the other changes.
pub(super) fn changed(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, change: &TierChange) -> AppResult<()> {
    let told = match change.kind {
        TierChangeKind::Risen => "tier_risen",
        TierChangeKind::Kept => "tier_kept",
        TierChangeKind::Fallen if change.level == 0 => "tier_gone",
        TierChangeKind::Fallen => "tier_fallen",
        TierChangeKind::Grace | TierChangeKind::Ending => return Ok(()),
    };
    let kind = if told == "tier_gone" { "tier_fallen" } else { told };
    say(tx, known, member, (kind, told), change, 0)
}

/// Tells a member that their level ends soon, or is in its grace, and what is missing to keep it.
pub(super) fn ends(
    tx: &Tx<'_>,
    (known, letters): (&KnownLadder, &Letters),
    member: MemberId,
    held: &TierChange,
) -> AppResult<()> {
    let missing = keeping::missing(tx, known, member, held)?.unwrap_or(0);
    let part = if held.kind == TierChangeKind::Grace { "tier_grace" } else { "tier_ending" };
    say(tx, known, member, ("tier_ending", part), held, missing)?;
    mail(tx, (known, letters), member, ("tier_ending", part), held, missing)
}

/// Tells a member that the ladder lacks the level since a change, and the last day on which it is held.
pub(super) fn leaves(
    tx: &Tx<'_>,
    (known, letters): (&KnownLadder, &Letters),
    member: MemberId,
    ends: &TierChange,
) -> AppResult<()> {
    let part = ("tier_leaving", "tier_leaving");
    say(tx, known, member, part, ends, 0)?;
    mail(tx, (known, letters), member, part, ends, 0)
}

/// Tells a member that a level was taken back because a purchase was reversed.
pub(super) fn taken_back(tx: &Tx<'_>, known: &KnownLadder, member: MemberId, lost: &TierChange) -> AppResult<()> {
    say(tx, known, member, ("tier_undone", "tier_undone"), lost, 0)
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
    // After a fall, the message names the level that the member lost: the one above the level that they hold now.
    let named =
        if part == "tier_gone" { queries::newest(tx, member)?.map_or(1, |held| held.level + 1) } else { change.level };
    let Some(words) = Words::of(known, named, change, missing) else { return Ok(()) };
    if members::find(tx, member)?.is_none_or(|found| found.status != Status::Active) {
        return Ok(());
    }
    let message = OperatorMessage { title: words.text(part, "title"), body: words.text(part, "body") };
    notifications::notify_in_words(tx, member, kind, &message)
}

/// Queues an e-mail that a level ends, where the member wants one. It is not sent after the day that it names.
fn mail(
    tx: &Tx<'_>,
    (known, letters): (&KnownLadder, &Letters),
    member: MemberId,
    part: (&str, &str),
    change: &TierChange,
    missing: i64,
) -> AppResult<()> {
    let Some(words) = Words::of(known, change.level, change, missing) else { return Ok(()) };
    letters.remind_in_words(tx, member, part, |language| words.values(language).into(), end_of_day(words.day)).map(drop)
}

/// The values of the texts about a level.
struct Words<'k> {
    level: &'k Level,
    day: Day,
    missing: String,
    unit: &'static str,
}

impl<'k> Words<'k> {
    /// `None` if no ladder has the level.
    fn of(known: &'k KnownLadder, level: i64, change: &TierChange, missing: i64) -> Option<Self> {
        let ladder = known.version(change.version)?;
        let unit = match ladder.counts {
            Counted::Purchases => "purchases",
            Counted::Partners => "partners",
            Counted::Spend => "spend",
            Counted::Points => "points",
        };
        let day = change.grace_until.unwrap_or(change.until);
        Some(Self { level: ladder.level(level)?, day, missing: grouped(ladder.shown_missing(missing)), unit })
    }

    fn values(&self, language: Language) -> [(&'static str, String); 3] {
        let amount = text(language, &format!("inbox.tier_amount.{}", self.unit), &[("amount", &self.missing)]);
        [("level", self.level.name.get(language).to_owned()), ("day", self.day.to_string()), ("amount", amount)]
    }

    fn text(&self, part: &str, end: &str) -> LocalizedText {
        LocalizedText::from_each(|language| {
            let values = self.values(language);
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            text(language, &format!("inbox.{part}.{end}"), &values)
        })
    }
}
