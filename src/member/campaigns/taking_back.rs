//! The list of scans, and the reversal of a scan by staff. A reversal takes back the points, the coupon, the stamp with the
//! reward that it filled, or the progress.

use serde::Serialize;

use super::scan_record::{GiftKind, ScanRecord};
use super::{CampaignRecord, Campaigns, queries};
use crate::base::clock::Timestamp;
use crate::base::id::{CampaignId, MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages::{self, grouped};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::core::ledger::{
    self, ALREADY_REVERSED, Details, INSUFFICIENT_POINTS, POINTS_ALREADY_SPENT, TransactionText,
};
use crate::core::members::{self, Status};
use crate::member::content::Content;
use crate::member::notifications::{self, OperatorMessage};
use crate::member::rewards;
use crate::member::{expiry, goals, tiers};
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

/// The scan was taken back before.
pub const SCAN_TAKEN_BACK: ProblemType = ProblemType::new("scan_taken_back", 409, "Scan taken back");
/// The stamp of the scan filled a card, and the member has used its reward.
pub const SCAN_REWARD_USED: ProblemType = ProblemType::new("scan_reward_used", 409, "Reward used");

/// A scan for the copy of a member's data.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanHeld {
    #[serde(rename = "_id")]
    id: TransactionId,
    /// The name of the campaign.
    campaign: LocalizedText,
    points: i64,
    /// The gift, if it gave no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    gift: Option<GiftKind>,
    created: Timestamp,
    /// The time at which staff took it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<Timestamp>,
    /// The reason why the scan was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Finds a scan.
pub fn find_scan(read: &Read<'_>, id: TransactionId) -> AppResult<Option<ScanRecord>> {
    queries::find_claim(read, id)
}

/// The scans of a campaign older than `before`, newest first; those of one member if it is given.
pub fn list_scans(
    read: &Read<'_>,
    campaign: CampaignId,
    member: Option<MemberId>,
    before: Option<TransactionId>,
    limit: i64,
) -> AppResult<Vec<ScanRecord>> {
    let before = before.unwrap_or(TransactionId::from_bytes([0xff; 16]));
    match member {
        Some(member) => queries::list_claims_of(read, (campaign, member), (before, limit)),
        None => queries::list_claims(read, campaign, (before, limit)),
    }
}

/// All scans of a member, newest first, for the copy of their data.
pub fn held(read: &Read<'_>, member: MemberId) -> AppResult<Vec<ScanHeld>> {
    let shown = |scan: ScanRecord| {
        let (taken_back, reason) = scan.taken_back.map(|taken| (taken.at, taken.reason)).unzip();
        Ok(ScanHeld {
            id: scan.id,
            campaign: campaign_of(read, scan.campaign)?.input.name,
            points: scan.points,
            gift: scan.gift,
            created: scan.created,
            taken_back,
            reason,
        })
    };
    queries::claims_of_member(read, member)?.into_iter().map(shown).collect()
}

/// Takes back what a scan gave, and notifies the member. The code stays used, and the member may not scan it again. The
/// campaign no longer counts the scan. A part that staff took back by hand before stays as it is. Fails with `not_found`,
/// [`SCAN_TAKEN_BACK`], [`POINTS_ALREADY_SPENT`], [`rewards::COUPON_OPENED`], [`SCAN_REWARD_USED`] and
/// [`ledger::MEMBER_LEFT`].
pub fn take_back(tx: &Tx<'_>, id: TransactionId, by: &str, reason: &str) -> AppResult<ScanRecord> {
    let scan = queries::find_claim(tx, id)?.ok_or(NOT_FOUND)?;
    if scan.taken_back.is_some() {
        return Err(SCAN_TAKEN_BACK.into());
    }
    let campaign = campaign_of(tx, scan.campaign)?;
    expiry::settle_ended(tx, scan.member)?;
    match scan.gift {
        None => reverse(tx, scan.id, details(reason))?,
        Some(GiftKind::Item) => {
            if let Some(coupon) = scan.redemption {
                rewards::take_gift_back(tx, coupon, reason, details(reason))?;
            }
            reverse(tx, scan.id, details(reason))?;
        }
        Some(GiftKind::Stamp) => {
            if !goals::forget(tx, scan.id)? {
                return Err(SCAN_REWARD_USED.into());
            }
        }
        Some(GiftKind::Progress) => tiers::forget(tx, scan.id)?,
    }
    mark(tx, &scan, by, reason)?;
    tell(tx, &scan, &campaign, reason)?;
    Ok(queries::find_claim(tx, id)?.ok_or(NOT_FOUND)?)
}

/// Marks a scan as taken back if staff reverse its points in the list of transactions. Ignores any other transaction.
pub fn note_reversal(tx: &Tx<'_>, transaction: TransactionId, by: &str, reason: &str) -> AppResult<()> {
    let scan = queries::find_claim(tx, transaction)?;
    match scan.filter(|scan| scan.gift.is_none() && scan.taken_back.is_none()) {
        Some(scan) => mark(tx, &scan, by, reason),
        None => Ok(()),
    }
}

/// Empties the reasons that staff wrote about the scans of a member who leaves, because a reason may name the member.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::forget_reasons(tx, member)
}

fn mark(tx: &Tx<'_>, scan: &ScanRecord, by: &str, reason: &str) -> AppResult<()> {
    queries::mark_taken_back(tx, scan.id, by, reason)?;
    queries::uncount_claim(tx, scan.campaign)
}

fn campaign_of(read: &Read<'_>, id: CampaignId) -> AppResult<CampaignRecord> {
    let found = Campaigns::find_even_removed(read, id)?;
    found.ok_or_else(|| anyhow::anyhow!("the campaign {id} of a scan is missing").into())
}

fn reverse(tx: &Tx<'_>, transaction: TransactionId, details: Details) -> AppResult<()> {
    match ledger::reverse(tx, transaction, details) {
        Ok(posted) => {
            let event = || serde_json::json!({ "transactionId": posted.id, "reversedTransactionId": transaction });
            webhooks::emit(tx, "transaction.reversed", event)
        }
        Err(error) if error.is(ALREADY_REVERSED) => Ok(()),
        Err(error) if error.is(INSUFFICIENT_POINTS) => Err(POINTS_ALREADY_SPENT.into()),
        Err(error) => Err(error),
    }
}

fn details(reason: &str) -> Details {
    Details {
        snapshot: Some(TransactionText {
            name: messages::localized("history.reversed.name", &[]),
            description: messages::localized("history.scan_undone.description", &[]),
        }),
        reason: Some(reason.to_owned()),
        ..Details::default()
    }
}

fn tell(tx: &Tx<'_>, scan: &ScanRecord, campaign: &CampaignRecord, reason: &str) -> AppResult<()> {
    // An erased member has no inbox.
    if members::find(tx, scan.member)?.is_none_or(|found| found.status == Status::Erased) {
        return Ok(());
    }
    let part = match scan.gift {
        None => "points",
        Some(GiftKind::Item) => "item",
        Some(GiftKind::Stamp) => "stamp",
        Some(GiftKind::Progress) => "progress",
    };
    let points = grouped(scan.points);
    let say = |end: &str| {
        LocalizedText::from_each(|language| {
            let gift = messages::text(language, &format!("inbox.scan_undone.{part}"), &[("points", &points)]);
            let values = [("campaign", campaign.input.name.get(language)), ("gift", &*gift), ("reason", reason)];
            messages::text(language, &format!("inbox.scan_undone.{end}"), &values)
        })
    };
    let message = OperatorMessage { title: say("title"), body: say("body") };
    notifications::notify_in_words(tx, scan.member, "points_reversed", &message)
}
