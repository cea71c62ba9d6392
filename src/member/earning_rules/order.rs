//! The order in which staff arrange the rules, and the priorities that follow it. An award evaluates the rule with the
//! highest priority first. Of rules with the same priority, it evaluates the oldest first.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::Serialize;

use super::check::HIGHEST_PRIORITY;
use super::rule::Stacking;
use super::{EarningRuleRecord, LiveRules, queries};
use crate::base::id::EarningRuleId;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::platform::store::Tx;

/// Another person has changed the order of the rules since the client read it.
pub const RULE_ORDER_CHANGED: ProblemType = ProblemType::new("rule_order_changed", 409, "Order of the rules changed");

/// A rule whose priority a new order changed.
#[derive(Clone, Debug, Serialize)]
pub struct MovedRule {
    /// The rule.
    pub rule: EarningRuleId,
    /// Its English name.
    pub name: String,
    /// The priority.
    pub priority: i64,
}

/// A rule at its place in the list.
#[derive(Clone, Copy, Debug)]
struct Placed {
    id: EarningRuleId,
    priority: i64,
    /// Whether it counts alone. Two such rules that may meet must not have the same priority.
    alone: bool,
}

/// Puts the rules into the order that `order` names. `seen` is the order that the client has read. Returns the rules whose
/// priority changes: first with the old priorities, then with the new ones. Fails with [`RULE_ORDER_CHANGED`] if `seen` is not the present order, and with `invalid_value` if
/// `order` does not contain the same rules.
pub fn arrange(
    tx: &Tx<'_>,
    seen: &[EarningRuleId],
    order: &[EarningRuleId],
) -> AppResult<(Vec<MovedRule>, Vec<MovedRule>)> {
    let mut found = queries::list(tx)?;
    found.sort_by_key(|rule| (Reverse(rule.present().rule.priority), rule.id));
    if !found.iter().map(|rule| rule.id).eq(seen.iter().copied()) {
        return Err(RULE_ORDER_CHANGED.into());
    }
    let places: HashMap<EarningRuleId, usize> = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    let place = |rule: &EarningRuleRecord| places.get(&rule.id).copied();
    if order.len() != found.len() || found.iter().any(|rule| place(rule).is_none()) {
        return Err(AppError::invalid_field("order", "invalid_value"));
    }
    found.sort_by_key(place);
    let placed = |rule: &EarningRuleRecord| {
        let content = &rule.present().rule;
        Placed { id: rule.id, priority: content.priority, alone: content.stacking == Stacking::Best }
    };
    let priorities = priorities(&found.iter().map(placed).collect::<Vec<_>>());
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (rule, priority) in found.iter().zip(priorities) {
        let content = &rule.present().rule;
        if content.priority == priority {
            continue;
        }
        let moved = |priority| MovedRule { rule: rule.id, name: content.name.en.clone(), priority };
        before.push(moved(content.priority));
        after.push(moved(priority));
        let live = rule.live.as_ref().map(|live| live.version);
        queries::set_priority(tx, rule.id, priority)?;
        if live.is_some() {
            queries::spans::move_to(tx, rule.id, priority)?;
        }
        queries::update(tx, rule.id, live, rule.latest.version)?;
    }
    tx.invalidate::<LiveRules>();
    Ok((before, after))
}

/// The priorities that give the rules this order. There are two ways to make room: to raise the rules above, or to lower the
/// rules below. The way that changes fewer rules is taken.
fn priorities(order: &[Placed]) -> Vec<i64> {
    let mut raised = risen(order.iter().rev(), 1);
    raised.reverse();
    let lowered = risen(order.iter(), -1);
    let allowed =
        |found: &Vec<i64>| found.iter().all(|priority| (-HIGHEST_PRIORITY..=HIGHEST_PRIORITY).contains(priority));
    let changes = |found: &Vec<i64>| found.iter().zip(order).filter(|(new, rule)| **new != rule.priority).count();
    let few = [raised, lowered].into_iter().filter(allowed).min_by_key(changes);
    few.unwrap_or_else(|| {
        let count = i64::try_from(order.len()).unwrap_or(i64::MAX);
        (0..count).map(|place| count / 2 - place).collect()
    })
}

/// Goes through the rules from one end of the list to the other, and moves the priority of each away from the start only
/// as far as its place needs: upwards with `sign` 1, downwards with -1.
fn risen<'r>(rules: impl Iterator<Item = &'r Placed>, sign: i64) -> Vec<i64> {
    let mut last: Option<(&Placed, i64)> = None;
    // Whether a rule that counts alone was moved to the priority of the last rule.
    let mut alone_came = false;
    let mut found = Vec::new();
    for rule in rules {
        let own = rule.priority * sign;
        let priority = match last {
            Some((before, at)) if own <= at => {
                let in_order = (rule.id < before.id) == (sign > 0);
                if own == at && in_order && !(rule.alone && alone_came) { at } else { at + 1 }
            }
            _ => own,
        };
        if last.is_none_or(|(_, at)| at != priority) {
            alone_came = rule.alone && priority != own;
        }
        last = Some((rule, priority));
        found.push(priority * sign);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{EarningRuleId, HIGHEST_PRIORITY, Placed, priorities};
    use crate::base::clock::Timestamp;

    /// Rules with these priorities, the oldest first.
    fn rules(of: &[i64]) -> Vec<Placed> {
        let id = |place: i64| EarningRuleId::made_at(Timestamp::from_millis(1_000_000 + place));
        (0..).zip(of).map(|(place, priority)| Placed { id: id(place), priority: *priority, alone: false }).collect()
    }

    fn moved(of: &[i64], from: usize, to: usize) -> Vec<i64> {
        let mut order = rules(of);
        let rule = order.remove(from);
        order.insert(to, rule);
        priorities(&order)
    }

    #[test]
    fn a_move_changes_the_priority_of_few_rules() {
        assert_eq!(moved(&[0, 0, 0, 0], 3, 0), [1, 0, 0, 0]);
        assert_eq!(moved(&[0, 0, 0, 0], 0, 3), [0, 0, 0, -1]);
        assert_eq!(moved(&[5, 3, 1], 2, 0), [6, 5, 3]);
        assert_eq!(moved(&[5, 3, 1], 2, 1), [5, 4, 3]);
        assert_eq!(moved(&[2, 1, 0, -1], 0, 3), [1, 0, -1, -2]);
    }

    #[test]
    fn rules_that_count_alone_do_not_come_to_one_priority() {
        let mut order = rules(&[4, 5, 3]);
        order.iter_mut().for_each(|rule| rule.alone = true);
        let found = priorities(&order);
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
    }

    #[test]
    fn if_the_bounds_leave_no_room_every_priority_is_numbered_anew() {
        let mut order = rules(&[HIGHEST_PRIORITY, 0, -HIGHEST_PRIORITY]);
        order.rotate_left(1);
        order.swap(0, 1);
        let found = priorities(&order);
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
        assert!(found.iter().all(|priority| priority.abs() <= HIGHEST_PRIORITY), "{found:?}");
    }
}
