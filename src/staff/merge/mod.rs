//! Merges two accounts of one person. Each capability moves its own rows.

mod http;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::id::MemberId;
use crate::base::messages;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::ledger::{self, Details, NewPostings, TransactionKind, TransactionText};
use crate::core::members::{self, Status};
use crate::core::members::{birthdays, notes};
use crate::member::alarms;
use crate::member::articles;
use crate::member::awards;
use crate::member::campaigns;
use crate::member::carbon;
use crate::member::claims;
use crate::member::expiry;
use crate::member::goals;
use crate::member::personal_data;
use crate::member::referrals;
use crate::member::rewards;
use crate::member::segments;
use crate::member::tiers;
use crate::platform::store::Tx;
use crate::staff::admin::members::{MemberView, known, points_on_hold, present};
use crate::staff::approvals::{ActionSubject, PendingAction};
use crate::staff::kit::AuditedStaff;

pub use self::http::routes;

/// An account cannot be merged into itself, or into one of a member who is not active.
pub const NOT_MERGEABLE: ProblemType = ProblemType::new("not_mergeable", 422, "Accounts cannot be merged");
/// Open exchanges must be settled first.
pub const HOLDS_OPEN: ProblemType = ProblemType::new("holds_open", 409, "Exchanges under way");

/// Two accounts to merge, once approved.
#[derive(Serialize, Deserialize)]
pub struct Merge {
    from: MemberId,
    into: MemberId,
    reason: String,
}

impl PendingAction for Merge {
    const NAME: &'static str = "Merge";
    const MOVES_POINTS: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Merge { from: self.from, into: self.into }
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(merge(tx, asker, self.from, self.into, &self.reason)?)?)
    }
}

/// The result of a merge.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergeAnswer)]
struct Merged {
    /// The member who has everything now.
    member: MemberView,
    /// Points that moved.
    points: i64,
    /// The old short id, which now finds the remaining member.
    former_short_id: String,
}

/// An account that can be merged into the other. Fails with `not_found`, [`NOT_MERGEABLE`] and [`HOLDS_OPEN`].
fn require_mergeable(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<MemberView> {
    let (before, survivor) = (present(tx, from)?, present(tx, into)?);
    if from == into || survivor.status != Status::Active {
        return Err(NOT_MERGEABLE.into());
    }
    if points_on_hold(tx, from)? > 0 || points_on_hold(tx, into)? > 0 {
        return Err(HOLDS_OPEN.into());
    }
    Ok(before)
}

/// Merges an account into another of the same person. Points, redemptions, likes, notes and contacts move; the old
/// short id still finds the person. Fails with `not_found`, [`NOT_MERGEABLE`], [`HOLDS_OPEN`] and `balance_limit`.
fn merge(tx: &Tx<'_>, staff: &AuditedStaff, from: MemberId, into: MemberId, reason: &str) -> AppResult<Merged> {
    let before = require_mergeable(tx, from, into)?;
    // Points that have ended are taken before the others move. Under a policy by inactivity, a recent transaction of
    // the account that stays would otherwise put off their end.
    expiry::settle_ended(tx, from)?;
    let points = ledger::balance_of(tx, from)?;
    let mut transaction = None;
    if points > 0 {
        let details = Details {
            snapshot: Some(TransactionText {
                name: messages::localized("history.merged.name", &[]),
                description: messages::localized("history.merged.description", &[]),
            }),
            reason: Some(reason.to_owned()),
            ..Details::default()
        };
        let (source, target) = (ledger::account_of(tx, from)?, ledger::account_of(tx, into)?);
        // The points move by an adjustment and not by a transfer, so that they keep their age and their expiry date.
        let moved = NewPostings::between(TransactionKind::Adjustment, source, target, points, details);
        transaction = Some(ledger::post(tx, &moved)?.id);
    }
    ledger::move_pending(tx, from, into)?;
    alarms::move_member(tx, from, into)?;
    articles::move_marks(tx, from, into)?;
    rewards::move_member(tx, from, into)?;
    campaigns::move_member(tx, from, into)?;
    awards::move_member(tx, from, into)?;
    carbon::move_member(tx, from, into)?;
    goals::move_member(tx, from, into)?;
    tiers::move_member(tx, from, into)?;
    claims::move_member(tx, from, into)?;
    segments::move_member(tx, from, into)?;
    notes::move_to(tx, from, into)?;
    birthdays::move_to(tx, from, into)?;
    expiry::move_member(tx, from, into)?;
    referrals::merge_members(tx, from, into)?;
    members::move_member(tx, from, into)?;
    // The emptied account is erased. Nobody is notified, because its contacts have moved.
    personal_data::erase(tx, from)?;
    members::put_alias(tx, before.short_id.as_str(), from, into)?;
    let member = known(tx, into)?;
    let note = serde_json::json!({ "into": into, "points": points, "reason": reason, "shortId": before.short_id,
        "transaction": transaction });
    staff.note(tx, "member.merge", from, None, Some(&note))?;
    Ok(Merged { member, points, former_short_id: before.short_id.to_string() })
}
