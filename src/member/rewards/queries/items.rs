//! SQL of items, their stock and the purchases per member.

use crate::base::content::Audience;
use crate::base::day::Day;
use crate::base::id::{ItemId, MemberId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::member::content::{self, ColumnValues, Content, ContentTable, PublicationRequest};
use crate::member::rewards::items::{ItemContent, ItemInput, ItemRecord, Items};
use crate::platform::store::{Read, Row, Tx, params};

impl ContentTable for Items {
    const NAME: &'static str = "item";
    const OWN_COLUMNS: &'static str =
        "type, name, description, image, points, leftover, quota_person, toc, partner_id, content_kind,
         content_format, content_img_url, unclaimed, low_stock,
         use_days, use_until_day, face_cents, cost_cents, requires_goal_id, requires_level, valid_from_ms, valid_until_ms, pool_free";
    type Record = ItemRecord;

    fn read(row: &Row<'_>, publication: PublicationRequest) -> AppResult<ItemRecord> {
        let PublicationRequest { active, state, publish_at, use_english } = publication;
        Ok(ItemRecord {
            id: row.get("id")?,
            input: ItemInput {
                kind: row.get("type")?,
                name: row.get("name")?,
                description: row.get("description")?,
                image: row.get("image")?,
                points: row.get("points")?,
                leftover: row.get("leftover")?,
                quota_person: row.get("quota_person")?,
                toc: row.get("toc")?,
                partner_id: row.get("partner_id")?,
                content: ItemContent {
                    kind: row.get("content_kind")?,
                    format: row.get("content_format")?,
                    img_url: row.get("content_img_url")?,
                },
                active,
                state,
                publish_at,
                use_english,
                valid_from: row.get("valid_from_ms")?,
                valid_until: row.get("valid_until_ms")?,
                unclaimed: row.get("unclaimed")?,
                low_stock: row.get("low_stock")?,
                use_within_days: row.get("use_days")?,
                use_until: row.get("use_until_day")?,
                face_value_hkd: row.get("face_cents")?,
                cost_hkd: row.get("cost_cents")?,
                requires_goal: row.get("requires_goal_id")?,
                requires_level: row.get("requires_level")?,
            },
            free_codes: row.get("pool_free")?,
            created: row.get("created_at_ms")?,
            updated: row.get("updated_at_ms")?,
            deleted_at: row.get("deleted_at_ms")?,
            version: row.get("version")?,
        })
    }

    fn values(new: &ItemInput) -> ColumnValues<'_> {
        params! { ":type": new.kind, ":name": new.name, ":description": new.description, ":image": new.image,
        ":toc": new.toc, ":points": new.points, ":quota_person": new.quota_person, ":partner_id": new.partner_id,
        ":content_kind": new.content.kind, ":content_format": new.content.format,
        ":content_img_url": new.content.img_url, ":unclaimed": new.unclaimed, ":low_stock": new.low_stock,
        ":use_days": new.use_within_days, ":use_until_day": new.use_until, ":face_cents": new.face_value_hkd,
        ":cost_cents": new.cost_hkd, ":requires_goal_id": new.requires_goal, ":requires_level": new.requires_level,
        ":valid_from_ms": new.valid_from, ":valid_until_ms": new.valid_until }
        .to_vec()
    }

    fn fixed_values(new: &ItemInput) -> ColumnValues<'_> {
        params! { ":leftover": new.leftover, ":stocked": new.leftover }.to_vec()
    }
}

pub(in crate::member::rewards) fn find(read: &Read<'_>, id: ItemId) -> AppResult<Option<ItemRecord>> {
    Items::find(read, id)
}

/// Members see only current offers of active partners.
pub(in crate::member::rewards) fn list(
    read: &Read<'_>,
    audience: Audience,
    before: ItemId,
    limit: i64,
) -> AppResult<Vec<ItemRecord>> {
    content::list::<Items>(
        read,
        " where deleted_at_ms is null and id < :before
             and (:hidden or (active = 1 and coalesce(publish_at_ms <= :now, true) and coalesce(valid_from_ms <= :now, true) and coalesce(valid_until_ms > :now, true)
                 and coalesce(use_until_day >= :today, true)
                 and (partner_id is null or exists
                     (select 1 from partner p where p.id = partner_id and p.active = 1 and p.deleted_at_ms is null))))
         order by id desc limit :limit",
        params! { ":before": before, ":hidden": audience.sees_hidden(), ":now": read.now(),
        ":today": Day::of(read.now()), ":limit": limit },
    )
}

/// The public name of a partner.
pub(in crate::member::rewards) fn partner_name(read: &Read<'_>, id: PartnerId) -> AppResult<Option<LocalizedText>> {
    read.one("select name from partner where id = :id", params! { ":id": id }, |row| row.get("name"))
}

pub(in crate::member::rewards) fn partner_exists(read: &Read<'_>, id: PartnerId) -> AppResult<bool> {
    read.exists("select 1 from partner where id = :id and deleted_at_ms is null", params! { ":id": id })
}

/// Returns whether a partner is active, so that its counters collect coupons.
pub(in crate::member::rewards) fn partner_is_active(read: &Read<'_>, id: PartnerId) -> AppResult<bool> {
    read.exists("select 1 from partner where id = :id and active = 1 and deleted_at_ms is null", params! { ":id": id })
}

/// The number of pieces of an item that a member has bought.
pub(in crate::member::rewards) fn bought(read: &Read<'_>, member: MemberId, item: ItemId) -> AppResult<i64> {
    read.number(
        "select bought as n from item_buyer where member_id = :member and item_id = :item",
        params! { ":member": member, ":item": item },
    )
}

/// Takes one from the stock; false when the stock is empty.
pub(in crate::member::rewards) fn take_one(tx: &Tx<'_>, id: ItemId) -> AppResult<bool> {
    let touched = tx.execute(
        "update item set leftover = case when leftover < 0 then -1 else leftover - 1 end where id = :id and leftover <> 0",
        params! { ":id": id },
    )?;
    Ok(touched == 1)
}

/// Returns one to a limited stock.
pub(in crate::member::rewards) fn put_back(tx: &Tx<'_>, id: ItemId) -> AppResult<()> {
    tx.execute("update item set leftover = leftover + 1 where id = :id and leftover >= 0", params! { ":id": id })?;
    Ok(())
}

pub(in crate::member::rewards) fn set_stock(tx: &Tx<'_>, id: ItemId, leftover: i64) -> AppResult<()> {
    tx.execute_one(
        "update item set leftover = :leftover, updated_at_ms = :now,
             stocked = case when :leftover < 0 then -1 else :leftover +
                 (select count(*) from redemption r where r.item_id = item.id and r.status <> 'rejected') end
         where id = :id",
        params! { ":id": id, ":leftover": leftover, ":now": tx.now() },
    )
}

/// Counts one more purchase of a member; false when the quota is used up. A negative quota means unlimited.
pub(in crate::member::rewards) fn count_buyer(
    tx: &Tx<'_>,
    member: MemberId,
    item: ItemId,
    quota: i64,
) -> AppResult<bool> {
    let touched = tx.execute(
        "insert into item_buyer (member_id, item_id, bought) select :member, :item, 1 where :quota <> 0
         on conflict (member_id, item_id) do update set bought = item_buyer.bought + 1 where :quota < 0 or item_buyer.bought < :quota",
        params! { ":member": member, ":item": item, ":quota": quota },
    )?;
    Ok(touched == 1)
}

pub(in crate::member::rewards) fn uncount_buyer(tx: &Tx<'_>, member: MemberId, item: ItemId) -> AppResult<()> {
    tx.execute_one(
        "update item_buyer set bought = bought - 1 where member_id = :member and item_id = :item",
        params! { ":member": member, ":item": item },
    )
}

/// Adds the purchase counts of a member to those of another.
pub(in crate::member::rewards) fn move_buyer(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    tx.execute(
        "insert into item_buyer (member_id, item_id, bought) select :into, item_id, bought from item_buyer where member_id = :from
         on conflict (member_id, item_id) do update set bought = item_buyer.bought + excluded.bought",
        params! { ":from": from, ":into": into },
    )?;
    tx.execute("delete from item_buyer where member_id = :from", params! { ":from": from })?;
    Ok(())
}
