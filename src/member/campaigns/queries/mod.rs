//! SQL of campaigns.

mod points;

use super::{
    CampaignGift, CampaignInput, CampaignRecord, Campaigns, CodeState, CodeView, ScanLimit, ScanRecord, ScanTakenBack,
};
use crate::base::clock::Timestamp;
use crate::base::day::{Day, Period};
use crate::base::id::{CampaignId, MemberId, RecordId, TransactionId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::content::{ColumnValues, ContentTable, PublicationRequest};
use crate::platform::store::{Read, Row, ToSql, Tx, params};

pub(super) use points::each_points;

impl ContentTable for Campaigns {
    const NAME: &'static str = "campaign";
    const OWN_COLUMNS: &'static str =
        "name, points, gift_kind, gift_item_id, gift_goal_id, gift_amount, per_member, total, shared, valid_from_ms, valid_until_ms, claims, codes,
         (select paused_at_ms from campaign_scan_limit where campaign_id = campaign.id) as paused_at_ms";
    type Record = CampaignRecord;

    fn read(row: &Row<'_>, publication: PublicationRequest) -> AppResult<CampaignRecord> {
        let PublicationRequest { active, state, publish_at, use_english } = publication;
        let gift = match row.get::<Option<String>>("gift_kind")?.as_deref() {
            None => None,
            Some("item") => Some(CampaignGift::Item { item: row.get("gift_item_id")? }),
            Some("stamp") => Some(CampaignGift::Stamp { goal: row.get("gift_goal_id")? }),
            Some(_) => Some(CampaignGift::Progress { amount: row.get("gift_amount")? }),
        };
        Ok(CampaignRecord {
            id: row.get("id")?,
            input: CampaignInput {
                name: row.get("name")?,
                points: if gift.is_some() { None } else { Some(row.get("points")?) },
                gift,
                per_member: row.get("per_member")?,
                total: row.get("total")?,
                valid_from: row.get("valid_from_ms")?,
                valid_until: row.get("valid_until_ms")?,
                shared: row.get("shared")?,
                active,
                state,
                publish_at,
                use_english,
            },
            claims: row.get("claims")?,
            codes: row.get("codes")?,
            paused_at: row.get("paused_at_ms")?,
            created: row.get("created_at_ms")?,
            updated: row.get("updated_at_ms")?,
            deleted_at: row.get("deleted_at_ms")?,
            version: row.get("version")?,
        })
    }

    fn values(new: &CampaignInput) -> ColumnValues<'_> {
        let mut values = params! { ":name": new.name, ":per_member": new.per_member, ":total": new.total,
        ":valid_from_ms": new.valid_from, ":valid_until_ms": new.valid_until }
        .to_vec();
        let points: &dyn ToSql = new.points.as_ref().map_or(&1_i64, |points| points);
        let none: &dyn ToSql = &None::<i64>;
        let (kind, item, goal, amount): (&dyn ToSql, _, _, _) = match &new.gift {
            None => (none, none, none, none),
            Some(CampaignGift::Item { item }) => (&"item", item as &dyn ToSql, none, none),
            Some(CampaignGift::Stamp { goal }) => (&"stamp", none, goal as &dyn ToSql, none),
            Some(CampaignGift::Progress { amount }) => (&"progress", none, none, amount as &dyn ToSql),
        };
        values.extend([(":points", points), (":gift_kind", kind), (":gift_item_id", item)]);
        values.extend([(":gift_goal_id", goal), (":gift_amount", amount)]);
        values
    }

    fn fixed_values(new: &CampaignInput) -> ColumnValues<'_> {
        params! { ":shared": new.shared }.to_vec()
    }
}

pub(super) fn insert_code(tx: &Tx<'_>, id: RecordId, campaign: CampaignId, text: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign_code (id, campaign_id, text, created_at_ms) values (:id, :campaign, :text, :now)",
        params! { ":id": id, ":campaign": campaign, ":text": text, ":now": tx.now() },
    )
}

pub(super) fn delete_codes(tx: &Tx<'_>, campaign: CampaignId) -> AppResult<usize> {
    tx.execute("delete from campaign_code where campaign_id = :campaign", params! { ":campaign": campaign })
}

pub(super) fn shared_text(read: &Read<'_>, campaign: CampaignId) -> AppResult<Option<String>> {
    read.one(
        "select text from campaign_code where campaign_id = :campaign order by id limit 1",
        params! { ":campaign": campaign },
        |row| row.get("text"),
    )
}

pub(super) fn list_codes(
    read: &Read<'_>,
    campaign: CampaignId,
    state: Option<CodeState>,
    before: RecordId,
    limit: i64,
) -> AppResult<Vec<CodeView>> {
    read.all(
        "select c.id, c.text, c.created_at_ms, k.created_at_ms as claimed_at_ms,
                case when g.shared = 1 then 'shared' when k.created_at_ms is null then 'free' else 'claimed' end as state
         from campaign_code c join campaign g on g.id = c.campaign_id
         left join campaign_claim k on k.single_code_id = c.id
         where c.campaign_id = :campaign and c.id < :before
             and (:state is null or :state = case when g.shared = 1 then 'shared' when k.created_at_ms is null then 'free'
                 else 'claimed' end)
         order by c.id desc limit :limit",
        params! { ":campaign": campaign, ":state": state, ":before": before, ":limit": limit },
        |row| {
            Ok(CodeView {
                id: row.get("id")?,
                text: row.get("text")?,
                state: row.get("state")?,
                created: row.get("created_at_ms")?,
                claimed_at: row.get("claimed_at_ms")?,
            })
        },
    )
}

/// Texts of the unused codes among the `limit` codes after the first `skipped`, in order of creation.
pub(super) fn list_sheet(read: &Read<'_>, campaign: CampaignId, skipped: i64, limit: i64) -> AppResult<Vec<String>> {
    read.all(
        "select c.text from (select id, text from campaign_code where campaign_id = :campaign
                             order by id limit :limit offset :skipped) c
         where not exists (select 1 from campaign_claim k where k.single_code_id = c.id) order by c.id",
        params! { ":campaign": campaign, ":skipped": skipped, ":limit": limit },
        |row| row.get("text"),
    )
}

pub(super) fn code_text(read: &Read<'_>, campaign: CampaignId, code: RecordId) -> AppResult<Option<String>> {
    read.one(
        "select text from campaign_code where id = :code and campaign_id = :campaign",
        params! { ":code": code, ":campaign": campaign },
        |row| row.get("text"),
    )
}

pub(super) fn find_code(read: &Read<'_>, text: &str) -> AppResult<Option<(RecordId, CampaignId)>> {
    read.one("select id, campaign_id from campaign_code where text = :text", params! { ":text": text }, |row| {
        Ok((row.get("id")?, row.get("campaign_id")?))
    })
}

/// The only code that equals `text` except for case: phones may send lower-case letters for printed capitals. `None`
/// if several codes match.
pub(super) fn find_code_in_any_case(read: &Read<'_>, text: &str) -> AppResult<Option<(RecordId, CampaignId)>> {
    let mut found = read.all(
        "select id, campaign_id from campaign_code where lower(text) = lower(:text) limit 2",
        params! { ":text": text },
        |row| Ok((row.get("id")?, row.get("campaign_id")?)),
    )?;
    Ok(if found.len() == 1 { found.pop() } else { None })
}

/// Number of claims of a member.
pub(super) fn claims_of(read: &Read<'_>, campaign: CampaignId, member: MemberId) -> AppResult<i64> {
    read.number(
        "select max(nth) as n from campaign_claim where campaign_id = :campaign and member_id = :member",
        params! { ":campaign": campaign, ":member": member },
    )
}

pub(super) fn is_claimed(read: &Read<'_>, code: RecordId) -> AppResult<bool> {
    read.exists("select 1 from campaign_claim where single_code_id = :code", params! { ":code": code })
}

/// Counts one more claim; false when the total is reached.
pub(super) fn count_claim(tx: &Tx<'_>, id: CampaignId) -> AppResult<bool> {
    let touched = tx.execute(
        "update campaign set claims = claims + 1 where id = :id and (total < 0 or claims < total)",
        params! { ":id": id },
    )?;
    Ok(touched == 1)
}

/// Subtracts a claim that was taken back from the campaign's count.
pub(super) fn uncount_claim(tx: &Tx<'_>, id: CampaignId) -> AppResult<()> {
    tx.execute_one("update campaign set claims = claims - 1 where id = :id", params! { ":id": id })
}

pub(super) fn insert_claim(tx: &Tx<'_>, scan: &ScanRecord, nth: i64, single: Option<RecordId>) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign_claim (campaign_id, member_id, nth, single_code_id, transaction_id, campaign_version,
             points, gift_kind, redemption_id, created_at_ms)
         values (:campaign, :member, :nth, :single, :transaction, :version, :points, :gift, :redemption, :created)",
        params! { ":campaign": scan.campaign, ":member": scan.member, ":nth": nth, ":single": single,
        ":transaction": scan.id, ":version": scan.version, ":points": scan.points, ":gift": scan.gift,
        ":redemption": scan.redemption, ":created": scan.created },
    )
}

const CLAIMS: &str =
    "select transaction_id, campaign_id, campaign_version, member_id, points, gift_kind, redemption_id,
        created_at_ms, taken_back_at_ms, taken_back_by, taken_back_reason";

fn claim(row: &Row<'_>) -> AppResult<ScanRecord> {
    let taken_back = match row.get::<Option<Timestamp>>("taken_back_at_ms")? {
        Some(at) => Some(ScanTakenBack { at, by: row.get("taken_back_by")?, reason: row.get("taken_back_reason")? }),
        None => None,
    };
    Ok(ScanRecord {
        id: row.get("transaction_id")?,
        campaign: row.get("campaign_id")?,
        version: row.get("campaign_version")?,
        member: row.get("member_id")?,
        points: row.get("points")?,
        gift: row.get("gift_kind")?,
        redemption: row.get("redemption_id")?,
        created: row.get("created_at_ms")?,
        taken_back,
    })
}

pub(super) fn find_claim(read: &Read<'_>, id: TransactionId) -> AppResult<Option<ScanRecord>> {
    read.one([CLAIMS, " from campaign_claim where transaction_id = :id"], params! { ":id": id }, claim)
}

/// Claims of a campaign older than `before`, newest first.
pub(super) fn list_claims(
    read: &Read<'_>,
    campaign: CampaignId,
    (before, limit): (TransactionId, i64),
) -> AppResult<Vec<ScanRecord>> {
    read.all(
        [
            CLAIMS,
            " from campaign_claim where campaign_id = :campaign and transaction_id < :before
             order by transaction_id desc limit :limit",
        ],
        params! { ":campaign": campaign, ":before": before, ":limit": limit },
        claim,
    )
}

/// Claims of a campaign by one member, older than `before`, newest first.
pub(super) fn list_claims_of(
    read: &Read<'_>,
    (campaign, member): (CampaignId, MemberId),
    (before, limit): (TransactionId, i64),
) -> AppResult<Vec<ScanRecord>> {
    read.all(
        [
            CLAIMS,
            " from campaign_claim where member_id = :member and transaction_id < :before and campaign_id = :campaign
             order by transaction_id desc limit :limit",
        ],
        params! { ":campaign": campaign, ":member": member, ":before": before, ":limit": limit },
        claim,
    )
}

/// All claims of a member, newest first.
pub(super) fn claims_of_member(read: &Read<'_>, member: MemberId) -> AppResult<Vec<ScanRecord>> {
    read.all(
        [CLAIMS, " from campaign_claim where member_id = :member order by transaction_id desc"],
        params! { ":member": member },
        claim,
    )
}

pub(super) fn mark_taken_back(tx: &Tx<'_>, id: TransactionId, by: &str, reason: &str) -> AppResult<()> {
    tx.execute_one(
        "update campaign_claim set taken_back_at_ms = :now, taken_back_by = :by, taken_back_reason = :reason
         where transaction_id = :id",
        params! { ":id": id, ":now": tx.now(), ":by": by, ":reason": reason },
    )
}

/// Empties the reasons that staff wrote about a member's scans.
pub(super) fn forget_reasons(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    tx.execute(
        "update campaign_claim set taken_back_reason = '' where member_id = :member and taken_back_reason is not null",
        params! { ":member": member },
    )?;
    Ok(())
}

pub(super) fn scan_limit(read: &Read<'_>, id: CampaignId) -> AppResult<Option<(ScanLimit, Option<Timestamp>, i64)>> {
    read.one(
        "select per_hour, factor, floor, paused_at_ms, version from campaign_scan_limit where campaign_id = :id",
        params! { ":id": id },
        |row| {
            let limit =
                ScanLimit { per_hour: row.get("per_hour")?, factor: row.get("factor")?, floor: row.get("floor")? };
            Ok((limit, row.get("paused_at_ms")?, row.get("version")?))
        },
    )
}

pub(super) fn put_scan_limit(tx: &Tx<'_>, id: CampaignId, limit: ScanLimit) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign_scan_limit (campaign_id, per_hour, factor, floor) values (:id, :per_hour, :factor, :floor)
         on conflict (campaign_id) do update set per_hour = excluded.per_hour, factor = excluded.factor,
             floor = excluded.floor, version = campaign_scan_limit.version + 1",
        params! { ":id": id, ":per_hour": limit.per_hour, ":factor": limit.factor, ":floor": limit.floor },
    )
}

pub(super) fn set_paused(tx: &Tx<'_>, id: CampaignId, at: Option<Timestamp>) -> AppResult<()> {
    tx.execute(
        "update campaign_scan_limit set paused_at_ms = :at where campaign_id = :id",
        params! { ":id": id, ":at": at },
    )?;
    Ok(())
}

pub(super) fn paused(read: &Read<'_>) -> AppResult<Vec<(CampaignId, LocalizedText, Timestamp)>> {
    read.all(
        "select id, name, paused_at_ms from campaign_scan_limit join campaign on campaign.id = campaign_id
         where paused_at_ms is not null and deleted_at_ms is null order by paused_at_ms desc, id",
        params! {},
        |row| Ok((row.get("id")?, row.get("name")?, row.get("paused_at_ms")?)),
    )
}

pub(super) fn scans_in_hour(read: &Read<'_>, id: CampaignId, hour: i64) -> AppResult<i64> {
    read.number(
        "select scans as n from campaign_hour where campaign_id = :id and hour = :hour",
        params! { ":id": id, ":hour": hour },
    )
}

/// Scans from hour `from` to `until` (exclusive), and the first hour with scans.
pub(super) fn scans_between(read: &Read<'_>, id: CampaignId, from: i64, until: i64) -> AppResult<(i64, Option<i64>)> {
    let found = read.one(
        "select sum(scans) as scans, min(hour) as first from campaign_hour
         where campaign_id = :id and hour >= :from and hour < :until",
        params! { ":id": id, ":from": from, ":until": until },
        |row| Ok((row.get::<Option<i64>>("scans")?.unwrap_or(0), row.get("first")?)),
    )?;
    Ok(found.unwrap_or_default())
}

pub(super) fn count_scan(tx: &Tx<'_>, id: CampaignId, hour: i64) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign_hour (campaign_id, hour, scans) values (:id, :hour, 1)
         on conflict (campaign_id, hour) do update set scans = campaign_hour.scans + 1",
        params! { ":id": id, ":hour": hour },
    )
}

pub(super) fn forget_hour(tx: &Tx<'_>, id: CampaignId, hour: i64) -> AppResult<()> {
    tx.execute(
        "delete from campaign_hour where campaign_id = :id and hour = :hour",
        params! { ":id": id, ":hour": hour },
    )?;
    Ok(())
}

/// Scans that gave points or a gift and were not taken back, by Hong Kong day.
pub(super) fn scans_by_day(read: &Read<'_>, id: CampaignId, period: Period) -> AppResult<Vec<(Day, i64)>> {
    read.all(
        "select (created_at_ms + 28800000) / 86400000 as day, count(*) as scans from campaign_claim
         where campaign_id = :id and created_at_ms >= :from and created_at_ms < :until and taken_back_at_ms is null
         group by day order by day",
        params! { ":id": id, ":from": period.from, ":until": period.until },
        |row| Ok((Day::from_number(row.get("day")?), row.get("scans")?)),
    )
}

/// Moves the claims of a member to another, numbered after the claims of the other.
pub(super) fn move_claims(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    let both = params! { ":from": from, ":into": into };
    // The claims of the remaining account are counted before any claim moves, so that moved claims are not counted
    // too.
    let claimed = tx.all(
        "select c.id, (select max(own.nth) from campaign_claim own
             where own.campaign_id = c.id and own.member_id = :into) as own
         from campaign c
         where exists (select 1 from campaign_claim moved where moved.campaign_id = c.id and moved.member_id = :from)",
        both,
        |row| Ok((row.get::<CampaignId>("id")?, row.get::<Option<i64>>("own")?.unwrap_or(0))),
    )?;
    for (campaign, own) in claimed {
        tx.execute(
            "update campaign_claim set member_id = :into, nth = nth + :own
             where member_id = :from and campaign_id = :campaign",
            params! { ":from": from, ":into": into, ":campaign": campaign, ":own": own },
        )?;
    }
    Ok(())
}
