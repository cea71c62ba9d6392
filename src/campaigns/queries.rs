//! The campaigns' SQL.

use super::{CampaignCode, CampaignInput, CampaignRecord};
use crate::base::clock::Timestamp;
use crate::base::content::{Publication, State};
use crate::base::id::{CampaignId, MemberId, RecordId, TransactionId};
use crate::base::problem::AppResult;
use crate::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>, now: Timestamp) -> AppResult<CampaignRecord> {
    let publication = Publication {
        active: row.get("active")?,
        publish_at: row.get("publish_at_ms")?,
        archived_at: row.get("archived_at_ms")?,
    };
    let state = publication.state(now);
    Ok(CampaignRecord {
        id: row.get("id")?,
        input: CampaignInput {
            name: row.get("name")?,
            points: row.get("points")?,
            per_member: row.get("per_member")?,
            total: row.get("total")?,
            valid_from: row.get("valid_from_ms")?,
            valid_until: row.get("valid_until_ms")?,
            shared: row.get("shared")?,
            active: state == State::Published,
            state: Some(state),
            publish_at: publication.publish_at,
            use_english: false,
        },
        claims: row.get("claims")?,
        codes: row.get("codes")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        deleted_at: row.get("deleted_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn insert(tx: &Tx<'_>, id: CampaignId, new: &CampaignInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign (id, name, points, per_member, total, shared, active, valid_from_ms, valid_until_ms,
                               created_at_ms, updated_at_ms,
                              publish_at_ms, archived_at_ms)
         values (:id, :name, :points, :per_member, :total, :shared, :active, :from, :until, :now, :now, :publish_at, :archived_at)",
        params! { ":id": id, ":name": new.name, ":points": new.points, ":per_member": new.per_member,
        ":total": new.total, ":shared": new.shared, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":from": new.valid_from,
        ":until": new.valid_until, ":now": tx.now() },
    )
}

/// Leaves whether it is shared alone.
pub(super) fn update(tx: &Tx<'_>, id: CampaignId, new: &CampaignInput, publication: Publication) -> AppResult<()> {
    tx.execute_one(
        "update campaign set name = :name, points = :points, per_member = :per_member, total = :total, active = :active, publish_at_ms = :publish_at,
             archived_at_ms = case when :archived_at is null then null else coalesce(archived_at_ms, :archived_at) end,
             valid_from_ms = :from, valid_until_ms = :until, updated_at_ms = :now, version = version + 1
         where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":name": new.name, ":points": new.points, ":per_member": new.per_member,
        ":total": new.total, ":active": publication.active, ":publish_at": publication.publish_at,
        ":archived_at": publication.archived_at, ":from": new.valid_from, ":until": new.valid_until,
        ":now": tx.now() },
    )
}

pub(super) fn mark_deleted(tx: &Tx<'_>, id: CampaignId) -> AppResult<usize> {
    tx.execute(
        "update campaign set deleted_at_ms = :now, version = version + 1 where id = :id and deleted_at_ms is null",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn unmark_deleted(tx: &Tx<'_>, id: CampaignId) -> AppResult<usize> {
    tx.execute(
        "update campaign set deleted_at_ms = null, version = version + 1 where id = :id and deleted_at_ms is not null",
        params! { ":id": id },
    )
}

pub(super) fn find(read: &Read<'_>, id: CampaignId) -> AppResult<Option<CampaignRecord>> {
    read.one(
        "select id, name, points, per_member, total, shared, active, valid_from_ms, valid_until_ms, claims, version,
                created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms,
                (select count(*) from campaign_code where campaign_id = campaign.id) as codes
         from campaign where id = :id and deleted_at_ms is null",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
}

pub(super) fn find_even_removed(read: &Read<'_>, id: CampaignId) -> AppResult<Option<CampaignRecord>> {
    read.one(
        "select id, name, points, per_member, total, shared, active, valid_from_ms, valid_until_ms, claims, version,
                created_at_ms, updated_at_ms, publish_at_ms, archived_at_ms, deleted_at_ms,
                (select count(*) from campaign_code where campaign_id = campaign.id) as codes
         from campaign where id = :id",
        params! { ":id": id },
        |row| record(row, read.now()),
    )
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
    before: RecordId,
    limit: i64,
) -> AppResult<Vec<(RecordId, CampaignCode)>> {
    read.all(
        "select id, text from campaign_code where campaign_id = :campaign and id < :before order by id desc limit :limit",
        params! { ":campaign": campaign, ":before": before, ":limit": limit },
        |row| Ok((row.get("id")?, CampaignCode { text: row.get("text")? })),
    )
}

pub(super) fn find_code(read: &Read<'_>, text: &str) -> AppResult<Option<(RecordId, CampaignId)>> {
    read.one("select id, campaign_id from campaign_code where text = :text", params! { ":text": text }, |row| {
        Ok((row.get("id")?, row.get("campaign_id")?))
    })
}

/// How often a member has claimed.
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

pub(super) fn insert_claim(
    tx: &Tx<'_>,
    campaign: CampaignId,
    member: MemberId,
    nth: i64,
    single: Option<RecordId>,
    transaction: TransactionId,
) -> AppResult<()> {
    tx.execute_one(
        "insert into campaign_claim (campaign_id, member_id, nth, single_code_id, transaction_id, created_at_ms)
         values (:campaign, :member, :nth, :single, :transaction, :now)",
        params! { ":campaign": campaign, ":member": member, ":nth": nth, ":single": single,
        ":transaction": transaction, ":now": tx.now() },
    )
}
