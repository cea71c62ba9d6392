//! The inbox of the first member of the demo, and the terms of use that the members of the filled demo accepted.

use super::STAFF;
use super::carbon::bill_of;
use super::content::{DemoContent, DemoTransaction, days_before};
use super::history::moment_of;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::member::notifications::{self, OperatorMessage};
use crate::member::programme;
use crate::member::terms::{self, TermsVersionInput};
use crate::platform::store::Tx;

/// The age of the terms in days. Every member of the demo joined later.
const PUBLISHED: u32 = 500;
/// The number of last days whose purchases are in the inbox.
const TOLD_DAYS: u32 = 30;

/// Writes the messages of the content.
pub(super) fn write(tx: &Tx<'_>, content: &DemoContent, member: MemberId) -> AppResult<()> {
    let mut oldest_first: Vec<_> = content.notifications.iter().collect();
    oldest_first.sort_by_key(|message| std::cmp::Reverse(message.days_ago));
    for message in oldest_first {
        let written = OperatorMessage { title: message.title.clone(), body: message.body.clone() };
        notifications::notify_in_words(&tx.at(days_before(tx.now(), message.days_ago)), member, "broadcast", &written)?;
    }
    Ok(())
}

/// Writes the lines about the last purchases of the first member, and the terms.
pub(super) fn write_for_neighbours(tx: &Tx<'_>, content: &DemoContent, member: MemberId) -> AppResult<()> {
    tell_of_purchases(tx, content, member)?;
    publish_terms(tx)
}

/// Writes the lines about the last purchases of the first member, as an award writes them.
fn tell_of_purchases(tx: &Tx<'_>, content: &DemoContent, member: MemberId) -> AppResult<()> {
    let is_told = |movement: &&DemoTransaction| movement.kind == "earn" && movement.days_ago < TOLD_DAYS;
    for movement in content.history.get("alice").into_iter().flatten().filter(is_told) {
        let Some(amount) = bill_of(movement) else { continue };
        let (points, amount) = (messages::grouped(movement.points), amount.to_string());
        let then = tx.at(moment_of(tx.now(), movement));
        notifications::notify(&then, member, "points_earned", &[("points", &points), ("amount", &amount)])?;
    }
    Ok(())
}

/// Publishes the built-in terms as the first version.
fn publish_terms(tx: &Tx<'_>) -> AppResult<()> {
    let then = tx.at(days_before(tx.now(), PUBLISHED));
    let (today, [(_, owner, _), ..]) = (Day::of(then.now()), STAFF);
    let text = programme::built_in_terms();
    let input = TermsVersionInput { text, changes: Vec::new(), starts_on: today, decide_by: today };
    terms::publish(&then, input, owner).map(drop)
}
