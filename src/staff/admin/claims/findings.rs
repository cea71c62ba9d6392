//! Findings: facts in the records that speak for or against a claim.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::queries;
use crate::base::problem::AppResult;
use crate::member::awards::Receipt;
use crate::member::claims::{self, ClaimRecord};
use crate::platform::store::{Read, stored_names};

/// The finding `ManyClaims` is shown from this number of claims within [`MONTH`].
const MANY: i64 = 4;
const MONTH: Duration = Duration::from_secs(30 * 86_400);

/// The findings in the records about a claim without a decision. They do not decide the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ClaimFinding)]
pub enum ClaimFinding {
    /// The member got no points at this partner that day.
    NoAward,
    /// The member got points at this partner that day, for another amount.
    AwardThatDay,
    /// The member got points for this receipt or this amount that day.
    AlreadyGiven,
    /// Another member got points for this receipt.
    ReceiptUsed,
    /// Another member claims this receipt too.
    ReceiptClaimed,
    /// Another claim has the same photo.
    PhotoShared,
    /// At least the member's fourth claim within 30 days.
    ManyClaims,
    /// The purchase is older than what members may claim.
    LongAgo,
    /// The claim has no photo.
    NoPhoto,
}
stored_names! {
    ClaimFinding {
        NoAward = "no_award", AwardThatDay = "award_that_day", AlreadyGiven = "already_given",
        ReceiptUsed = "receipt_used", ReceiptClaimed = "receipt_claimed", PhotoShared = "photo_shared",
        ManyClaims = "many_claims", LongAgo = "long_ago", NoPhoto = "no_photo",
    }
}

impl ClaimFinding {
    /// Whether somebody has to look at the claim before it is approved: it speaks against the claim.
    pub fn needs_a_look(self) -> bool {
        match self {
            Self::AwardThatDay
            | Self::AlreadyGiven
            | Self::ReceiptUsed
            | Self::ReceiptClaimed
            | Self::PhotoShared
            | Self::LongAgo => true,
            Self::NoAward | Self::ManyClaims | Self::NoPhoto => false,
        }
    }
}

pub(super) fn findings(read: &Read<'_>, claim: &ClaimRecord) -> AppResult<Vec<ClaimFinding>> {
    let receipt = claim.receipt.as_deref().and_then(Receipt::parse);
    let user =
        receipt.as_ref().map(|receipt| queries::receipt_user(read, claim.partner, receipt)).transpose()?.flatten();
    let amounts = queries::amounts_that_day(read, claim)?;
    let given = user == Some(claim.member) || amounts.contains(&claim.amount);
    let claimed = match &receipt {
        Some(receipt) => queries::receipt_claimed(read, claim, receipt)?,
        None => false,
    };
    let many = claims::count_since(read, claim.member, read.now().minus(MONTH))? >= MANY;
    let found = [
        (ClaimFinding::NoAward, amounts.is_empty() && user.is_none()),
        (ClaimFinding::AwardThatDay, !amounts.is_empty() && !given),
        (ClaimFinding::AlreadyGiven, given),
        (ClaimFinding::ReceiptUsed, user.is_some_and(|user| user != claim.member)),
        (ClaimFinding::ReceiptClaimed, claimed),
        (ClaimFinding::PhotoShared, claim.has_photo && claims::shares_photo(read, claim.id)?),
        (ClaimFinding::ManyClaims, many),
        (ClaimFinding::LongAgo, claims::is_long_ago(read, claim)),
        (ClaimFinding::NoPhoto, !claim.has_photo),
    ];
    Ok(found.into_iter().filter(|(_, holds)| *holds).map(|(finding, _)| finding).collect())
}
