//! The scans of a campaign one by one, and taking one back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::clock::Timestamp;
use crate::base::id::{CampaignId, MemberId, RedemptionId, TransactionId};
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::member::campaigns::{self, GiftKind, ScanRecord, ScanTakenBack};
use crate::platform::http::list_response::{Cell, CsvRow};
use crate::platform::store::{Read, Tx};
use crate::staff::admin::transactions::{MemberBrief, brief};
use crate::staff::approvals::{ActionSubject, PendingAction};
use crate::staff::kit::AuditedStaff;

/// A scan as the admin shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminScan)]
pub struct ScanView {
    /// The transaction of its points or of its coupon, or else an id of its own; ids sort by creation time.
    #[serde(rename = "_id")]
    id: TransactionId,
    campaign: CampaignId,
    #[schema(required)]
    member: Option<MemberBrief>,
    created: Timestamp,
    /// The points that it gave; 0 for a gift.
    points: i64,
    /// The gift, if it gave no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    gift: Option<GiftKind>,
    /// The coupon that it gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    redemption: Option<RedemptionId>,
    /// The reversal by staff; absent unless the scan was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<ScanTakenBack>,
}

impl ScanView {
    pub(super) fn of(read: &Read<'_>, scan: ScanRecord) -> AppResult<Self> {
        Ok(Self {
            id: scan.id,
            campaign: scan.campaign,
            member: brief(read, scan.member)?,
            created: scan.created,
            points: scan.points,
            gift: scan.gift,
            redemption: scan.redemption,
            taken_back: scan.taken_back,
        })
    }

    pub(super) fn id(&self) -> TransactionId {
        self.id
    }
}

impl CsvRow for ScanView {
    const HEADINGS: &'static str = "_id,shortId,created,points,gift,takenBackAt,takenBackBy,takenBackReason";

    fn cells(&self) -> Vec<Cell> {
        let member = self.member.as_ref().map(|member| member.short_id.to_string());
        let (at, words) = self.taken_back.as_ref().map(|taken| (taken.at, (&taken.by, &taken.reason))).unzip();
        let (by, reason) = words.unzip();
        vec![
            self.id.to_string().into(),
            member.unwrap_or_default().into(),
            self.created.into(),
            self.points.into(),
            self.gift.map_or("", GiftKind::name).into(),
            at.into(),
            by.cloned().unwrap_or_default().into(),
            reason.cloned().unwrap_or_default().into(),
        ]
    }
}

/// A scan to take back, once approved.
#[derive(Serialize, Deserialize)]
pub struct ScanToTakeBack {
    pub(super) scan: TransactionId,
    pub(super) member: MemberId,
    pub(super) reason: String,
}

impl PendingAction for ScanToTakeBack {
    const NAME: &'static str = "TakeScanBack";
    const MOVES_POINTS: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Member(self.member)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(take_back(tx, asker, self.scan, &self.reason)?)?)
    }
}

/// Takes a scan back and audits it. Fails as [`campaigns::take_back`] does.
pub(super) fn take_back(tx: &Tx<'_>, staff: &AuditedStaff, id: TransactionId, reason: &str) -> AppResult<ScanView> {
    let before = ScanView::of(tx, campaigns::find_scan(tx, id)?.ok_or(NOT_FOUND)?)?;
    let after = ScanView::of(tx, campaigns::take_back(tx, id, &staff.actor.name, reason)?)?;
    staff.note(tx, "campaign.take_back", after.campaign, Some(&before), Some(&after))?;
    Ok(after)
}
