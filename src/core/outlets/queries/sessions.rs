//! SQL of sessions at tills.

use anyhow::anyhow;

use crate::base::clock::Timestamp;
use crate::base::id::{CashierId, SessionId, StaffId, TillId};
use crate::base::problem::AppResult;
use crate::core::outlets::{CounterSession, CounterUser};
use crate::platform::store::{Read, Tx, params};

pub(in crate::core::outlets) fn insert(
    tx: &Tx<'_>,
    id: SessionId,
    till: TillId,
    holder: CounterUser,
    secret_hash: &[u8; 32],
    idle_until: Timestamp,
    expires: Timestamp,
) -> AppResult<()> {
    let (cashier, staff) = match holder {
        CounterUser::Cashier(id) => (Some(id), None),
        CounterUser::Staff(id) => (None, Some(id)),
    };
    tx.execute_one(
        "insert into counter_session (id, till_id, cashier_id, staff_id, epoch, secret_hash, signed_in_at_ms,
                                      idle_until_ms, expires_at_ms)
         values (:id, :till, :cashier, :staff,
                 coalesce((select epoch from cashier where id = :cashier), (select epoch from staff where id = :staff)),
                 :hash, :now, :idle, :expires)",
        params! { ":id": id, ":till": till, ":cashier": cashier, ":staff": staff, ":hash": secret_hash,
        ":now": tx.now(), ":idle": idle_until, ":expires": expires },
    )
}

pub(in crate::core::outlets) fn find(read: &Read<'_>, id: SessionId) -> AppResult<Option<CounterSession>> {
    read.one(
        "select s.id, s.till_id, s.cashier_id, s.staff_id, s.secret_hash, s.signed_in_at_ms, s.idle_until_ms, s.expires_at_ms,
                coalesce(c.name, p.name) as name, coalesce(c.partner_id, p.partner_id) as partner_id,
                coalesce(c.active = 1 and c.epoch = s.epoch,
                         p.status = 'active' and p.role = 'merchant' and p.epoch = s.epoch) as holder_stands
         from counter_session s left join cashier c on c.id = s.cashier_id left join staff p on p.id = s.staff_id
         where s.id = :id and coalesce(c.partner_id, p.partner_id) is not null",
        params! { ":id": id },
        |row| {
            let (cashier, staff): (Option<CashierId>, Option<StaffId>) = (row.get("cashier_id")?, row.get("staff_id")?);
            let holder = match (cashier, staff) {
                (Some(id), None) => CounterUser::Cashier(id),
                (None, Some(id)) => CounterUser::Staff(id),
                _ => return Err(anyhow!("a session at a till is nobody's").into()),
            };
            Ok(CounterSession {
                id: row.get("id")?,
                till: row.get("till_id")?,
                holder,
                name: row.get("name")?,
                signed_in: row.get("signed_in_at_ms")?,
                idle_until: row.get("idle_until_ms")?,
                expires: row.get("expires_at_ms")?,
                partner: row.get("partner_id")?,
                secret_hash: row.get("secret_hash")?,
                holder_stands: row.get("holder_stands")?,
            })
        },
    )
}

pub(in crate::core::outlets) fn stands(read: &Read<'_>, id: SessionId) -> AppResult<bool> {
    read.exists(
        "select 1 from counter_session s join till t on t.id = s.till_id join outlet o on o.id = t.outlet_id
                left join cashier c on c.id = s.cashier_id left join staff p on p.id = s.staff_id
         where s.id = :id and t.secret_hash is not null and s.idle_until_ms > :now and s.expires_at_ms > :now
           and coalesce(c.partner_id, p.partner_id) = o.partner_id
           and coalesce(c.active = 1 and c.epoch = s.epoch,
                        p.status = 'active' and p.role = 'merchant' and p.epoch = s.epoch)",
        params! { ":id": id, ":now": read.now() },
    )
}

pub(in crate::core::outlets) fn set_idle_until(tx: &Tx<'_>, id: SessionId, until: Timestamp) -> AppResult<()> {
    tx.execute(
        "update counter_session set idle_until_ms = case when :until < expires_at_ms then :until else expires_at_ms end
         where id = :id",
        params! { ":id": id, ":until": until },
    )?;
    Ok(())
}

pub(in crate::core::outlets) fn note_seen(tx: &Tx<'_>, till: TillId) -> AppResult<()> {
    tx.execute("update till set last_seen_at_ms = :now where id = :till", params! { ":till": till, ":now": tx.now() })?;
    Ok(())
}

pub(in crate::core::outlets) fn delete(tx: &Tx<'_>, id: SessionId) -> AppResult<()> {
    tx.execute("delete from counter_session where id = :id", params! { ":id": id })?;
    Ok(())
}

pub(in crate::core::outlets) fn delete_at(tx: &Tx<'_>, till: TillId) -> AppResult<()> {
    tx.execute("delete from counter_session where till_id = :till", params! { ":till": till })?;
    Ok(())
}

pub(in crate::core::outlets) fn delete_expired(tx: &Tx<'_>) -> AppResult<()> {
    tx.execute("delete from counter_session where expires_at_ms <= :now", params! { ":now": tx.now() })?;
    Ok(())
}
