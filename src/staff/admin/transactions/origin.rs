//! The origin of a transaction, where it was not simply an award at a counter: a campaign, a claim, a goal, a level, an earn
//! link or a credit batch. And the member of staff who moved the points.

use std::time::Duration;

use serde::Serialize;

use super::{StaffBrief, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{CampaignId, ClaimId, EarnLinkKeyId, GoalId, MemberId, RecordId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::campaigns;
use crate::member::claims;
use crate::member::earn_links;
use crate::member::goals;
use crate::member::tiers;
use crate::platform::audit;
use crate::platform::store::Read;

/// The record by which the points were given.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum TransactionOrigin {
    /// The scan of a code.
    Campaign {
        #[serde(rename = "_id")]
        id: CampaignId,
        name: LocalizedText,
        /// The version of the campaign at the time of the scan.
        version: i64,
    },
    /// An approved claim of missing points.
    Claim {
        #[serde(rename = "_id")]
        id: ClaimId,
        /// The number that people say, such as `C-2618`.
        number: String,
    },
    /// The reward of a goal.
    Goal {
        #[serde(rename = "_id")]
        id: GoalId,
        /// The name at that time.
        name: LocalizedText,
    },
    /// The reward of a level.
    Level {
        /// The name of the level at that time.
        name: LocalizedText,
    },
    /// An earn link that the partner's till printed.
    EarnLink {
        /// The key that signed the link.
        #[serde(rename = "_id")]
        id: EarnLinkKeyId,
        /// The name of the key.
        name: String,
    },
    /// A row of a credit batch.
    CreditBatch {
        #[serde(rename = "_id")]
        id: RecordId,
        name: String,
    },
}

/// The origin of a transaction of a member; `None` for an award at a counter, a transfer, a purchase or a reversal.
pub(super) fn find(read: &Read<'_>, member: MemberId, id: TransactionId) -> AppResult<Option<TransactionOrigin>> {
    if let Some(scan) = campaigns::find_scan(read, id)? {
        let campaign = campaigns::find(read, scan.campaign)?;
        let named = |name| TransactionOrigin::Campaign { id: scan.campaign, name, version: scan.version };
        return Ok(campaign.map(|found| named(found.input.name)));
    }
    if let Some((id, number)) = claims::answered_by(read, id)? {
        return Ok(Some(TransactionOrigin::Claim { id, number: claims::label(number) }));
    }
    if let Some((id, name)) = goals::of_reward(read, member, id)? {
        return Ok(Some(TransactionOrigin::Goal { id, name }));
    }
    if let Some(name) = tiers::level_of_reward(read, member, id)? {
        return Ok(Some(TransactionOrigin::Level { name }));
    }
    if let Some(key) = earn_links::of_award(read, id)? {
        return Ok(Some(TransactionOrigin::EarnLink { id: key.id, name: key.name }));
    }
    let batch = queries::credit_batch_of(read, id)?;
    Ok(batch.map(|(id, name)| TransactionOrigin::CreditBatch { id, name }))
}

/// The person who changed a target at that time, from the audit: one write makes a change and its audit entry.
pub(super) fn moved_by(read: &Read<'_>, action: &str, target: String, at: Timestamp) -> AppResult<Option<StaffBrief>> {
    let wanted = audit::AuditFilter {
        extent: audit::Extent::Whole,
        actor: None,
        action: Some(action.to_owned()),
        target: Some(target),
        words: Vec::new(),
        period: Period { from: at, until: at.plus(Duration::from_millis(1)) },
    };
    let line = audit::list(read, &wanted, None, 1)?.into_iter().next();
    Ok(line.map(|line| StaffBrief { name: line.actor_name, role: line.actor_role }))
}
