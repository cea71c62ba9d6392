//! Tells members about cards that end within a week, so that no stamp is lost by surprise.

use std::time::Duration;

use super::queries;
use crate::base::day::Day;
use crate::base::language::LocalizedText;
use crate::base::messages::{grouped, text};
use crate::base::problem::AppResult;
use crate::core::members::{self, Status};
use crate::core::settings;
use crate::member::notifications::{self, OperatorMessage};
use crate::platform::store::{FORGOTTEN_AT_ONCE, Tx};

/// The time before the end of a card at which its member gets a notice.
const NOTICE: Duration = Duration::from_secs(7 * 86_400);

/// Tells the owners of some cards under way that they end within a week. No notice is given for a card that began
/// within that week: its owner has just seen the last day. Returns how many cards were checked.
pub fn tell_ending(tx: &Tx<'_>) -> AppResult<usize> {
    if !settings::cached(tx)?.goals {
        return Ok(0);
    }
    let until = tx.now().plus(NOTICE);
    let cards = queries::ending(tx, until, i64::try_from(FORGOTTEN_AT_ONCE).unwrap_or(i64::MAX))?;
    let known = super::list(tx)?;
    for (member, id, card) in &cards {
        queries::mark_noticed(tx, *member, *id, card.number)?;
        let record = known.iter().find(|known| known.id == *id && known.live.is_some());
        let goal = record.and_then(|record| record.version(card.version)).map(|version| &version.goal);
        let Some((goal, ends)) = goal.zip(card.ends).filter(|(_, ends)| card.started.plus(NOTICE) < *ends) else {
            continue;
        };
        if members::find(tx, *member)?.is_none_or(|found| found.status != Status::Active) {
            continue;
        }
        let day = Day::of(ends).plus(-1).to_string();
        let (done, target) = (grouped(goal.shown(card.progress)), grouped(goal.target));
        let say = |part: &str| {
            LocalizedText::from_each(|language| {
                let name = goal.name.get(language);
                let values = [("goal", name), ("day", &*day), ("done", &*done), ("target", &*target)];
                text(language, &format!("inbox.goal_ending.{part}"), &values)
            })
        };
        let message = OperatorMessage { title: say("title"), body: say("body") };
        notifications::notify_in_words(tx, *member, "goal_ending", &message)?;
    }
    Ok(cards.len())
}
