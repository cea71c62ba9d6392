//! SQL of tills.

use crate::base::clock::Timestamp;
use crate::base::id::{OutletId, PartnerId, TillId};
use crate::base::problem::AppResult;
use crate::core::outlets::{LinkState, LiveTill, TillLink, TillRecord, TillState};
use crate::platform::store::{Read, Row, Tx, params};

fn record(row: &Row<'_>) -> AppResult<TillRecord> {
    let (revoked, enrolled): (Option<Timestamp>, bool) = (row.get("revoked_at_ms")?, row.get("is_enrolled")?);
    Ok(TillRecord {
        id: row.get("id")?,
        outlet_id: row.get("outlet_id")?,
        outlet_name: row.get("outlet_name")?,
        partner_id: row.get("partner_id")?,
        name: row.get("name")?,
        state: match (revoked, enrolled) {
            (Some(_), _) => TillState::Revoked,
            (None, true) => TillState::Enrolled,
            (None, false) => TillState::Waiting,
        },
        locked: row.get::<Option<Timestamp>>("locked_at_ms")?.is_some(),
        created: row.get("created_at_ms")?,
        enrolled: row.get("enrolled_at_ms")?,
        last_seen: row.get("last_seen_at_ms")?,
        code_expires: row.get("code_expires_at_ms")?,
    })
}

pub(in crate::core::outlets) fn insert(tx: &Tx<'_>, id: TillId, outlet: OutletId, name: &str) -> AppResult<()> {
    tx.execute_one(
        "insert into till (id, outlet_id, name, created_at_ms) values (:id, :outlet, :name, :now)",
        params! { ":id": id, ":outlet": outlet, ":name": name, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn put_code(
    tx: &Tx<'_>,
    id: TillId,
    hash: &[u8; 32],
    expires: Timestamp,
    made_by: &str,
) -> AppResult<()> {
    tx.execute_one(
        "update till set code_hash = :hash, code_expires_at_ms = :expires, code_made_by = :made_by where id = :id",
        params! { ":id": id, ":hash": hash, ":expires": expires, ":made_by": made_by },
    )
}

/// The id and the name of each till in use at an outlet.
pub(in crate::core::outlets) fn names_at(read: &Read<'_>, outlet: OutletId) -> AppResult<Vec<(TillId, String)>> {
    read.all(
        "select id, name from till where outlet_id = :outlet and revoked_at_ms is null",
        params! { ":outlet": outlet },
        |row| Ok((row.get("id")?, row.get("name")?)),
    )
}

pub(in crate::core::outlets) fn rename(tx: &Tx<'_>, id: TillId, name: &str) -> AppResult<()> {
    tx.execute_one("update till set name = :name where id = :id", params! { ":id": id, ":name": name })
}

/// Continues a till at another outlet as the row `new`, which gets its device and its codes.
pub(in crate::core::outlets) fn relocate(tx: &Tx<'_>, id: TillId, new: TillId, outlet: OutletId) -> AppResult<()> {
    type Kept = ([Option<String>; 2], [Option<[u8; 32]>; 3], [Option<Timestamp>; 4]);
    let kept: Option<Kept> = tx.one(
        "select name, code_made_by, secret_hash, code_hash, used_code_hash, code_expires_at_ms, enrolled_at_ms,
             last_seen_at_ms, locked_at_ms
         from till where id = :id",
        params! { ":id": id },
        |row| {
            let times = [
                row.get("code_expires_at_ms")?,
                row.get("enrolled_at_ms")?,
                row.get("last_seen_at_ms")?,
                row.get("locked_at_ms")?,
            ];
            let hashes = [row.get("secret_hash")?, row.get("code_hash")?, row.get("used_code_hash")?];
            Ok(([row.get("name")?, row.get("code_made_by")?], hashes, times))
        },
    )?;
    let Some(([Some(name), made_by], [secret, code, used], [expires, enrolled, seen, locked])) = kept else {
        return Ok(());
    };
    insert(tx, new, outlet, &name)?;
    tx.execute(
        "update till set moved_to = :new, revoked_at_ms = coalesce(revoked_at_ms, :now), secret_hash = null,
             code_hash = null, code_expires_at_ms = null, used_code_hash = null
         where id = :id or moved_to = :id",
        params! { ":id": id, ":new": new, ":now": tx.now() },
    )?;
    tx.execute_one(
        "update till set secret_hash = :secret, code_hash = :code, code_expires_at_ms = :expires,
             code_made_by = :made_by, used_code_hash = :used, enrolled_at_ms = :enrolled, last_seen_at_ms = :seen,
             locked_at_ms = :locked
         where id = :new",
        params! { ":new": new, ":secret": secret, ":code": code, ":expires": expires, ":made_by": made_by,
        ":used": used, ":enrolled": enrolled, ":seen": seen, ":locked": locked },
    )
}

/// Uses up a code and returns the till that waits for it.
pub(in crate::core::outlets) fn take_code(tx: &Tx<'_>, hash: &[u8; 32]) -> AppResult<Option<TillId>> {
    tx.one(
        "update till set code_hash = null, code_expires_at_ms = null, used_code_hash = :hash
         where code_hash = :hash and code_expires_at_ms > :now and revoked_at_ms is null returning id",
        params! { ":hash": hash, ":now": tx.now() },
        |row| row.get("id"),
    )
}

/// The till whose present code this is, or whose device this code enrolled.
pub(in crate::core::outlets) fn find_link(read: &Read<'_>, hash: &[u8; 32]) -> AppResult<Option<TillLink>> {
    read.one(
        "select t.id, t.outlet_id, o.name as outlet_name, o.partner_id, t.name, t.secret_hash is not null as is_enrolled,
                t.code_expires_at_ms, t.enrolled_at_ms, t.last_seen_at_ms, t.locked_at_ms, t.revoked_at_ms, t.created_at_ms,
                t.used_code_hash = :hash as is_used, t.code_made_by
         from till t join outlet o on o.id = t.outlet_id where t.code_hash = :hash or t.used_code_hash = :hash",
        params! { ":hash": hash },
        |row| {
            let till = record(row)?;
            let state = match (row.get::<Option<bool>>("is_used")?, till.code_expires) {
                (Some(true), _) => LinkState::Used,
                (_, Some(expires)) if expires > read.now() => LinkState::Fresh,
                _ => LinkState::Expired,
            };
            Ok(TillLink { till, state, made_by: row.get("code_made_by")? })
        },
    )
}

pub(in crate::core::outlets) fn enrol(tx: &Tx<'_>, id: TillId, secret_hash: &[u8; 32]) -> AppResult<()> {
    tx.execute_one(
        "update till set secret_hash = :hash, enrolled_at_ms = :now, last_seen_at_ms = :now, locked_at_ms = null
         where id = :id",
        params! { ":id": id, ":hash": secret_hash, ":now": tx.now() },
    )
}

pub(in crate::core::outlets) fn revoke(tx: &Tx<'_>, id: TillId) -> AppResult<bool> {
    let touched = tx.execute(
        "update till set revoked_at_ms = coalesce(revoked_at_ms, :now), secret_hash = null, code_hash = null,
             code_expires_at_ms = null, used_code_hash = null
         where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(touched == 1)
}

pub(in crate::core::outlets) fn revoke_all_of(tx: &Tx<'_>, outlet: OutletId) -> AppResult<()> {
    tx.execute(
        "delete from counter_session where till_id in (select id from till where outlet_id = :outlet)",
        params! { ":outlet": outlet },
    )?;
    tx.execute(
        "delete from cashier_passkey where till_id in (select id from till where outlet_id = :outlet)",
        params! { ":outlet": outlet },
    )?;
    tx.execute(
        "update till set revoked_at_ms = coalesce(revoked_at_ms, :now), secret_hash = null, code_hash = null,
             code_expires_at_ms = null, used_code_hash = null
         where outlet_id = :outlet",
        params! { ":outlet": outlet, ":now": tx.now() },
    )?;
    Ok(())
}

/// Records a miss, deletes misses before `since`, and returns the number of the remaining ones.
pub(in crate::core::outlets) fn add_miss(tx: &Tx<'_>, id: TillId, since: Timestamp) -> AppResult<i64> {
    tx.execute(
        "delete from till_miss where till_id = :id and at_ms <= :since",
        params! { ":id": id, ":since": since },
    )?;
    tx.execute_one(
        "insert into till_miss (till_id, at_ms) values (:id, :now)",
        params! { ":id": id, ":now": tx.now() },
    )?;
    tx.number("select count(*) as n from till_miss where till_id = :id", params! { ":id": id })
}

pub(in crate::core::outlets) fn lock(tx: &Tx<'_>, id: TillId) -> AppResult<()> {
    tx.execute(
        "update till set locked_at_ms = coalesce(locked_at_ms, :now) where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )?;
    Ok(())
}

pub(in crate::core::outlets) fn unlock(tx: &Tx<'_>, id: TillId) -> AppResult<bool> {
    tx.execute("delete from till_miss where till_id = :id", params! { ":id": id })?;
    let touched = tx.execute("update till set locked_at_ms = null where id = :id", params! { ":id": id })?;
    Ok(touched == 1)
}

pub(in crate::core::outlets) fn find(read: &Read<'_>, id: TillId) -> AppResult<Option<TillRecord>> {
    read.one(
        "select t.id, t.outlet_id, o.name as outlet_name, o.partner_id, t.name, t.secret_hash is not null as is_enrolled,
                t.code_expires_at_ms, t.enrolled_at_ms, t.last_seen_at_ms, t.locked_at_ms, t.revoked_at_ms, t.created_at_ms
         from till t join outlet o on o.id = t.outlet_id where t.id = :id",
        params! { ":id": id },
        record,
    )
}

pub(in crate::core::outlets) fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<TillRecord>> {
    read.all(
        "select t.id, t.outlet_id, o.name as outlet_name, o.partner_id, t.name, t.secret_hash is not null as is_enrolled,
                t.code_expires_at_ms, t.enrolled_at_ms, t.last_seen_at_ms, t.locked_at_ms, t.revoked_at_ms, t.created_at_ms
         from outlet o join till t on t.outlet_id = o.id where o.partner_id = :partner and t.moved_to is null
         order by t.revoked_at_ms is not null, t.id",
        params! { ":partner": partner },
        record,
    )
}

pub(in crate::core::outlets) fn find_live(read: &Read<'_>, id: TillId) -> AppResult<Option<LiveTill>> {
    read.one(
        "select t.id, t.outlet_id, o.partner_id, t.locked_at_ms is not null as locked, t.secret_hash
         from till t join outlet o on o.id = t.outlet_id
         where t.id = coalesce((select moved_to from till where id = :id), :id) and t.secret_hash is not null",
        params! { ":id": id },
        |row| {
            Ok(LiveTill {
                id: row.get("id")?,
                outlet: row.get("outlet_id")?,
                partner: row.get("partner_id")?,
                locked: row.get("locked")?,
                secret_hash: row.get("secret_hash")?,
            })
        },
    )
}
