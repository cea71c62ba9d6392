//! SQL of past purchases and scans, on which a goal is tried.

use crate::base::clock::Timestamp;
use crate::base::id::{CampaignId, GoalId, MemberId, PartnerId, RecordId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// A purchase of the past, on which a goal is tried.
pub(in crate::member::goals) struct TriedPurchase {
    pub id: RecordId,
    pub transaction: TransactionId,
    pub member: MemberId,
    pub partner: PartnerId,
    pub amount: Hkd,
    pub points: i64,
    pub at: Timestamp,
}

/// Visits some purchases after one, the oldest first. Those that were taken back are left out.
pub(in crate::member::goals) fn each_purchase_after(
    read: &Read<'_>,
    after: RecordId,
    limit: i64,
    mut visit: impl FnMut(TriedPurchase),
) -> AppResult<()> {
    read.each(
        "select id, transaction_id, member_id, partner_id, amount_cents, points, created_at_ms from counter_event
         where id > :after and kind = 'award' and undone_at_ms is null order by id limit :limit",
        params! { ":after": after, ":limit": limit },
        |row| {
            visit(TriedPurchase {
                id: row.get("id")?,
                transaction: row.get("transaction_id")?,
                member: row.get("member_id")?,
                partner: row.get("partner_id")?,
                amount: row.get("amount_cents")?,
                points: row.get("points")?,
                at: row.get("created_at_ms")?,
            });
            Ok(())
        },
    )
}

/// A scan of the past that gave a stamp.
pub(in crate::member::goals) struct TriedScan {
    pub member: MemberId,
    pub at: Timestamp,
}

/// The scans since a moment of the campaigns that give stamps of a goal, the oldest first. Those that were taken back are
/// left out.
pub(in crate::member::goals) fn scans_since(
    read: &Read<'_>,
    goal: GoalId,
    from: Timestamp,
    limit: i64,
) -> AppResult<Vec<TriedScan>> {
    let campaigns: Vec<CampaignId> =
        read.all("select id from campaign where gift_goal_id = :goal", params! { ":goal": goal }, |row| row.get("id"))?;
    let mut scans: Vec<TriedScan> = Vec::new();
    for campaign in campaigns {
        let left = limit - i64::try_from(scans.len()).unwrap_or(limit);
        scans.extend(read.all(
            "select member_id, created_at_ms from campaign_claim
             where campaign_id = :campaign and created_at_ms >= :from and gift_kind = 'stamp' and taken_back_at_ms is null
             order by created_at_ms limit :limit",
            params! { ":campaign": campaign, ":from": from, ":limit": left },
            |row| Ok(TriedScan { member: row.get("member_id")?, at: row.get("created_at_ms")? }),
        )?);
    }
    scans.sort_by_key(|scan| scan.at);
    Ok(scans)
}
