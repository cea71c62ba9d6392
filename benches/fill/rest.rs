//! The data beside the ledger: purchases and their codes, inboxes, messages, sessions, the audit.

use std::collections::HashMap;

use rusqlite::{Transaction, params};

use super::desk::Desk;
use super::journal::Sale;
use super::people::Person;
use super::{DAY, Dice};

/// Writes purchases in their order, each with its code.
pub fn sales(
    tx: &Transaction<'_>,
    dice: &mut Dice,
    sales: &[Sale],
    people: &[Person],
    desk: &Desk,
) -> rusqlite::Result<()> {
    let mut redemption = tx.prepare(
        "insert into redemption (id, member_id, item_id, partner_id, type, status, points, snapshot, wallet_address,
             content_format, unclaimed, openings, opened_at_ms, expires_at_ms, collected_at_ms, transaction_id, hold_seq,
             created_at_ms, settled_at_ms)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'qrcode', 'used', ?10, ?11, ?11 + 900000, ?12, ?13, ?14, ?15, ?16)",
    )?;
    let mut code = tx.prepare(
        "insert into coupon_code (id, item_id, pooled, sealed, lookup, redemption_id, created_at_ms)
         values (?1, ?2, 0, ?3, ?4, ?5, ?6)",
    )?;
    let mut collected = tx.prepare(
        "insert into counter_event (id, partner_id, kind, member_id, actor, actor_name, points, redemption_id, item_name,
             created_at_ms)
         values (?1, ?2, 'collect', ?3, ?2, 'Till 1', ?4, ?5, '{\"en\":\"Set lunch\"}', ?6)",
    )?;
    let mut bought = HashMap::<(u32, bool, u16), i64>::new();
    for sale in sales {
        let item = if sale.exchange { &desk.exchanges } else { &desk.coupons };
        let (item, person) = (&item[usize::from(sale.item)], &people[sale.member as usize]);
        let opened = (!sale.exchange && dice.below(10) < 6).then_some(sale.at + DAY / 3);
        let wallet =
            sale.exchange.then(|| format!("0x{:016x}{:016x}{:08x}", dice.next(), dice.next(), dice.below(u32::MAX)));
        redemption.execute(params![
            sale.id,
            person.id,
            item.id,
            item.partner,
            if sale.exchange { "exchange" } else { "coupon" },
            sale.status,
            sale.points,
            item.snapshot,
            wallet,
            i64::from(opened.is_some()),
            opened,
            opened,
            sale.transaction,
            sale.hold,
            sale.at,
            sale.settled
        ])?;
        if sale.status == "rejected" {
            continue;
        }
        *bought.entry((sale.member, sale.exchange, sale.item)).or_default() += 1;
        let lookup: Vec<u8> = (0..4).flat_map(|_| dice.next().to_be_bytes()).collect();
        let sealed: Vec<u8> = (0..5).flat_map(|_| dice.next().to_be_bytes()).collect();
        code.execute(params![dice.id(sale.at), item.id, sealed, lookup, sale.id, sale.at])?;
        if let Some(at) = opened {
            collected.execute(params![dice.id(at), item.partner, person.id, sale.points, sale.id, at])?;
        }
    }
    let mut buyers: Vec<_> = bought.into_iter().collect();
    buyers.sort_unstable();
    let mut buyer = tx.prepare("insert into item_buyer (member_id, item_id, bought) values (?1, ?2, ?3)")?;
    for ((member, exchange, item), count) in buyers {
        let shelf = if exchange { &desk.exchanges } else { &desk.coupons };
        buyer.execute(params![people[member as usize].id, shelf[usize::from(item)].id, count])?;
    }
    Ok(())
}

pub fn write(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    inboxes(tx, dice, now, people)?;
    messages(tx, dice, now, people)?;
    sessions(tx, dice, now, people)?;
    credits(tx, dice, now, people)?;
    let paths = ["/", "/redeem", "/transfer", "/scan", "/news", "/profile", "/partners", "/history"];
    let mut view = tx.prepare(
        "insert into page_view (day, path, views) values (?1, ?2, ?3)
         on conflict (day, path) do update set views = excluded.views",
    )?;
    for day in (now / DAY - 730)..(now / DAY) {
        for path in paths {
            view.execute(params![day, path, 1 + dice.below(100_000)])?;
        }
    }
    Ok(())
}

/// Two entries for each member.
fn inboxes(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    let mut line = tx.prepare(
        "insert into notification (member_id, id, kind, content, created_at_ms, read_at_ms)
         values (?1, ?2, 'points_received', ?3, ?4, ?5)",
    )?;
    for person in people {
        for _ in 0..2 {
            let at = person.joined + (now - person.joined) / 1000 * i64::from(dice.below(1000));
            let content = format!("{{\"points\":\"{}\",\"sender\":\"K7Q2M9XA\"}}", 1 + dice.below(200));
            let read = (dice.below(3) > 0).then_some(at + DAY);
            line.execute(params![person.id, dice.id(at), content, at, read])?;
        }
    }
    Ok(())
}

/// Messages of the last month: one to every third member.
fn messages(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    let mut insert = tx.prepare(
        "insert into outbox_message (id, kind, channel, recipient, member_id, language, priority, subject, body, state,
             attempts, due_at_ms, lapses_at_ms, reason, created_at_ms, finished_at_ms)
         values (?1, ?2, ?3, ?4, ?5, 'zhhk', 0, '', '', ?6, 1, ?7, ?7, ?8, ?7, ?7)",
    )?;
    let many = people.len() as i64 / 3;
    for number in 0..many {
        let at = now - 29 * DAY + 29 * DAY / many * number;
        let place = dice.below(people.len() as u32);
        let (channel, recipient) = match dice.below(3) {
            0 => ("email", format!("chan.tai.man{place}@mail.example")),
            1 => ("sms", format!("+852{}{:07}", 4 + place % 6, u64::from(place) * 7919 % 10_000_000)),
            _ => ("push", format!("https://push.example/{:x}", dice.next())),
        };
        let dead = dice.below(2000) == 0;
        let (state, reason) = if dead { ("dead", "no such mailbox") } else { ("sent", "") };
        let (kind, member) = (["code", "transfer", "announcement"][number as usize % 3], people[place as usize].id);
        insert.execute(params![dice.id(at), kind, channel, recipient, member, state, at, reason])?;
    }
    Ok(())
}

/// Every fifth member has a session.
fn sessions(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    let mut insert = tx.prepare(
        "insert into session (id, realm, kind, member_id, epoch, access_hash, access_expires_at_ms, refresh_hash,
             remembered, signed_in_at_ms, idle_until_ms, expires_at_ms, device)
         values (?1, 'member', 'browser', ?2, 0, ?3, ?4, ?3, 1, ?4, ?5, ?6, 'Chrome on Android')",
    )?;
    for person in people.iter().step_by(5) {
        let at = now - 20 * DAY + i64::from(dice.below(20 * 86_400)) * 1000;
        let hash: Vec<u8> = (0..4).flat_map(|_| dice.next().to_be_bytes()).collect();
        let until = now + i64::from(dice.below(30 * 86_400)) * 1000;
        insert.execute(params![dice.id(at), person.id, hash, at, until, until + 60 * DAY])?;
    }
    Ok(())
}

/// Credit batches, one a week.
fn credits(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    for week in 0..100 {
        let at = now - week * 7 * DAY;
        let id = dice.id(at);
        tx.prepare_cached(
            "insert into credit_batch (id, name, rows, points, actor_id, actor_name, created_at_ms, undone_at_ms)
             values (?1, ?2, 100, 5000, ?3, 'Lam Tsz Kin', ?4, ?4)",
        )?
        .execute(params![id, format!("Volunteers, week {week}"), dice.id(at), at])?;
        for line in 0..100 {
            let member = people[dice.below(people.len() as u32) as usize].id;
            tx.prepare_cached(
                "insert into credit_batch_row (batch_id, line, member_id, points, reason, transaction_id, taken_back)
                 values (?1, ?2, ?3, 50, 'Beach clean-up', ?4, 50)",
            )?
            .execute(params![id, line, member, dice.id(at)])?;
        }
    }
    Ok(())
}
