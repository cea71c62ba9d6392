//! A scan: the member gets the points or the gift of the campaign.

use super::scan_limit::{self, ScanDecision};
use super::scan_record::{GiftKind, ScanRecord};
use super::{
    CampaignRecord, Campaigns, GiftGiven, INVALID_QR, LONGEST_TEXT, QR_ALREADY_USED, QR_EXPIRED, campaign_gift,
    details, queries,
};
use crate::base::id::{MemberId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::points::Points;
use crate::base::problem::AppResult;
use crate::core::ledger::{self, AccountId, NewPostings, TransactionKind};
use crate::member::content::Content;
use crate::member::expiry;
use crate::member::notifications::{self, OperatorMessage};
use crate::member::rewards::CodeVault;
use crate::platform::store::Tx;
use crate::platform::webhooks;

/// The result of a scan.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// Points added.
    pub points: i64,
    /// The gift, if the campaign gives no points.
    pub gift: Option<GiftGiven>,
    /// The member's new balance.
    pub balance: i64,
}

/// Gives a member the points or the gift of a scanned code. Returns `None` if the campaign is paused; this scan itself
/// may pause it. Fails with [`INVALID_QR`], [`QR_EXPIRED`] and [`QR_ALREADY_USED`], and as [`campaign_gift::give`] does; then
/// the code stays unused.
pub fn scan(tx: &Tx<'_>, vault: &CodeVault, member: MemberId, text: &str) -> AppResult<Option<Scanned>> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST_TEXT {
        return Err(INVALID_QR.into());
    }
    let exact = queries::find_code(tx, text)?;
    let found = if exact.is_some() { exact } else { queries::find_code_in_any_case(tx, text)? };
    let (code, campaign) = found.ok_or(INVALID_QR)?;
    let campaign = Campaigns::find(tx, campaign)?.filter(|found| found.input.active).ok_or(INVALID_QR)?;
    if !campaign.input.is_on(tx.now()) {
        return Err(QR_EXPIRED.into());
    }
    let single = (!campaign.input.shared).then_some(code);
    let had = queries::claims_of(tx, campaign.id, member)?;
    let limit = campaign.input.per_member;
    let taken = match single {
        Some(code) => queries::is_claimed(tx, code)?,
        None => false,
    };
    if taken || (limit >= 0 && had >= limit) {
        return Err(QR_ALREADY_USED.into());
    }
    if scan_limit::pass(tx, campaign.id)? == ScanDecision::Paused {
        return Ok(None);
    }
    if !queries::count_claim(tx, campaign.id)? {
        return Err(QR_ALREADY_USED.into());
    }
    let (transaction, points, gift) = match (&campaign.input.gift, campaign.input.points) {
        (Some(gift), _) => {
            let (claim, given) = campaign_gift::give(tx, vault, member, &campaign, gift)?;
            tell_gift(tx, member, &campaign, &given)?;
            (claim, 0, Some(given))
        }
        (None, points) => {
            let points = points.map_or(0, Points::get);
            (give_points(tx, member, &campaign, points)?, points, None)
        }
    };
    let (kind, redemption) = match &gift {
        None => (None, None),
        Some(GiftGiven::Item { redemption, .. }) => (Some(GiftKind::Item), Some(*redemption)),
        Some(GiftGiven::Stamp { .. }) => (Some(GiftKind::Stamp), None),
        Some(GiftGiven::Progress { .. }) => (Some(GiftKind::Progress), None),
    };
    let scan = ScanRecord {
        id: transaction,
        campaign: campaign.id,
        version: campaign.version,
        member,
        points,
        gift: kind,
        redemption,
        created: tx.now(),
        taken_back: None,
    };
    queries::insert_claim(tx, &scan, had + 1, single)?;
    Ok(Some(Scanned { points, gift, balance: ledger::balance_of(tx, member)? }))
}

fn give_points(tx: &Tx<'_>, member: MemberId, campaign: &CampaignRecord, points: i64) -> AppResult<TransactionId> {
    let details = details(campaign, "history.campaign_scan.description");
    expiry::settle_before_earning(tx, member)?;
    let to = ledger::account_of(tx, member)?;
    let movement = NewPostings::between(TransactionKind::Campaign, AccountId::ISSUANCE, to, points, details);
    let transaction = ledger::post(tx, &movement)?.id;
    let event = || {
        serde_json::json!({ "memberId": member, "campaignId": campaign.id, "points": points,
        "transactionId": transaction })
    };
    webhooks::emit(tx, "points.scanned", event)?;
    notifications::notify(tx, member, "points_scanned", &[("points", &messages::grouped(points))])?;
    Ok(transaction)
}

/// A card whose target the stamp reached tells the member itself.
fn tell_gift(tx: &Tx<'_>, member: MemberId, campaign: &CampaignRecord, given: &GiftGiven) -> AppResult<()> {
    let (part, name) = match given {
        GiftGiven::Item { name, .. } => ("campaign_item", name),
        GiftGiven::Stamp { reached: true, .. } => return Ok(()),
        GiftGiven::Stamp { name, .. } => ("campaign_stamp", name),
        GiftGiven::Progress { .. } => ("campaign_progress", &campaign.input.name),
    };
    let say = |end: &str| {
        LocalizedText::from_each(|language| {
            let values = [("campaign", campaign.input.name.get(language)), ("gift", name.get(language))];
            messages::text(language, &format!("inbox.{part}.{end}"), &values)
        })
    };
    let message = OperatorMessage { title: say("title"), body: say("body") };
    notifications::notify_in_words(tx, member, "points_scanned", &message)
}
