//! SQL of the levels that members hold. The tables belong to `tiers`.

use serde::Deserialize;

use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, StoredJson, params};

#[derive(Deserialize)]
struct Levels {
    levels: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: LocalizedText,
}

pub(super) fn name(read: &Read<'_>, level: i64) -> AppResult<Option<LocalizedText>> {
    let found = read.one(
        "select v.document from tier_ladder_version v where v.version = (select coalesce(l.live_version,
             (select max(version) from tier_ladder_version where first_on_at_ms is not null)) from tier_ladder l)",
        params! {},
        |row| Ok(row.get::<StoredJson<Levels>>("document")?.0.levels),
    )?;
    Ok(found.and_then(|levels| name_in(levels, level)))
}

pub(super) fn last_name(read: &Read<'_>, level: i64) -> AppResult<Option<LocalizedText>> {
    let ladders = read.all(
        "select document from tier_ladder_version where first_on_at_ms is not null order by version desc",
        params! {},
        |row| Ok(row.get::<StoredJson<Levels>>("document")?.0.levels),
    )?;
    Ok(ladders.into_iter().find_map(|levels| name_in(levels, level)))
}

fn name_in(levels: Vec<Named>, level: i64) -> Option<LocalizedText> {
    let place = usize::try_from(level - 1).ok()?;
    levels.into_iter().nth(place).map(|level| level.name)
}

pub(super) fn held_before(read: &Read<'_>, member: MemberId, moment: Timestamp) -> AppResult<i64> {
    read.number(
        "select level as n from tier_change where member_id = :member and created_at_ms < :moment
         order by number desc limit 1",
        params! { ":member": member, ":moment": moment },
    )
}

/// Visits every change of a level, those of a member in their order.
pub(super) fn each_change(read: &Read<'_>, mut visit: impl FnMut(MemberId, Timestamp, i64)) -> AppResult<()> {
    read.each("select member_id, level, created_at_ms from tier_change order by member_id, number", params! {}, |row| {
        visit(row.get("member_id")?, row.get("created_at_ms")?, row.get("level")?);
        Ok(())
    })
}
