//! The purchases, one by one, of the members who have a purchase that earned late: rules of a first or n-th purchase
//! ask for the time of each purchase. For other members the replay keeps only the number of purchases.

use std::collections::{HashMap, HashSet};

use super::queries;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{EarningRuleId, MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::member::earning_rules::rule::PurchaseScope;
use crate::platform::store::Read;

/// The members with a late purchase, their purchases so far, and the purchases for which a rule gave points.
#[derive(Default)]
pub(super) struct LatePurchases {
    members: HashSet<MemberId>,
    times: HashMap<MemberId, Vec<(PartnerId, Timestamp)>>,
    given: HashMap<(EarningRuleId, MemberId), Vec<PartnerId>>,
}

impl LatePurchases {
    /// Finds the members with a late purchase.
    pub(super) fn begin(read: &Read<'_>, from: Day) -> AppResult<Self> {
        Ok(Self { members: queries::members_with_late_awards(read, from)?, ..Self::default() })
    }

    /// Returns whether no member has a late purchase.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a purchase.
    pub(super) fn count(&mut self, member: MemberId, partner: PartnerId, bought: Timestamp) {
        if self.members.contains(&member) {
            self.times.entry(member).or_default().push((partner, bought));
        }
    }

    /// Adds a purchase for which a rule gives points.
    pub(super) fn count_given(&mut self, rule: EarningRuleId, member: MemberId, partner: PartnerId) {
        if self.members.contains(&member) {
            self.given.entry((rule, member)).or_default().push(partner);
        }
    }

    /// The number of a member's purchases that were made until a moment; `None` for a member without a late purchase.
    pub(super) fn made_until(
        &self,
        member: MemberId,
        (at, partner): (PurchaseScope, PartnerId),
        moment: Timestamp,
    ) -> Option<i64> {
        if !self.members.contains(&member) {
            return None;
        }
        let times = self.times.get(&member).map_or(&[][..], Vec::as_slice);
        let made = times.iter().filter(|(place, bought)| counts(at, partner, *place) && *bought <= moment);
        i64::try_from(made.count()).ok()
    }

    /// The number of a member's purchases for which a rule gave points.
    pub(super) fn times_given(
        &self,
        rule: EarningRuleId,
        member: MemberId,
        (at, partner): (PurchaseScope, PartnerId),
    ) -> i64 {
        let given = self.given.get(&(rule, member)).map_or(&[][..], Vec::as_slice);
        i64::try_from(given.iter().filter(|place| counts(at, partner, **place)).count()).unwrap_or(i64::MAX)
    }
}

fn counts(at: PurchaseScope, partner: PartnerId, place: PartnerId) -> bool {
    at == PurchaseScope::Programme || place == partner
}
