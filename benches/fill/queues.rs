//! Claims of missing points and alarms, on which staff work, and the levels and the list that segments ask for.

use rusqlite::{Transaction, params};

use super::desk::Desk;
use super::people::Person;
use super::{DAY, Dice, PAST, hex};

/// Members for each claim, and for each alarm.
const MEMBERS_A_CLAIM: usize = 20;
const MEMBERS_AN_ALARM: usize = 50;

pub fn write(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person], desk: &Desk) -> rusqlite::Result<()> {
    claims(tx, dice, now, people, desk)?;
    alarms(tx, dice, now, people, desk)?;
    levels(tx, now, people)?;
    list(tx, people)
}

/// Every third member has reached a level within the year, and half of these a second one.
fn levels(tx: &Transaction<'_>, now: i64, people: &[Person]) -> rusqlite::Result<()> {
    let version: i64 = tx.query_row("select live_version from tier_ladder", [], |row| row.get(0))?;
    let mut insert = tx.prepare(
        "insert into tier_change (member_id, number, kind, level, version, since_day, counted_from_day, until_day, due_day,
             created_at_ms)
         values (?1, ?2, 'risen', ?2, ?3, ?4, ?4 - 30, ?4 + 365, ?5, ?6)",
    )?;
    for (number, person) in people.iter().enumerate().step_by(3) {
        let highest = 1 + number as i64 % 2;
        for level in 1..=highest {
            let at = now - (200 - 100 * level) * DAY;
            let due = (level == highest).then_some(at / DAY + 366);
            insert.execute(params![person.id, level, version, at / DAY, due, at])?;
        }
    }
    Ok(())
}

/// Adds every third member to the list of the demo.
fn list(tx: &Transaction<'_>, people: &[Person]) -> rusqlite::Result<()> {
    let list: [u8; 16] = tx.query_row("select segment_id from segment_member limit 1", [], |row| row.get(0))?;
    let mut insert = tx.prepare("insert into segment_member (segment_id, member_id) values (?1, ?2)")?;
    for person in people.iter().step_by(3) {
        insert.execute(params![list, person.id])?;
    }
    Ok(())
}

/// Claims over the whole past. One in fifty waits; staff have refused or the member has withdrawn the others.
fn claims(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person], desk: &Desk) -> rusqlite::Result<()> {
    let used: i64 = tx.query_row("select coalesce(max(number), 0) from claim", [], |row| row.get(0))?;
    let mut insert = tx.prepare(
        "insert into claim (id, number, member_id, partner_id, day, amount_cents, receipt, receipt_key, note, status,
             created_at_ms, waiting_since_ms, decided_at_ms, decided_by_name, reason)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, '', ?8, ?9, ?9, ?10, ?11, ?12)",
    )?;
    let many = (people.len() / MEMBERS_A_CLAIM) as i64;
    for number in 0..many {
        let at = now - PAST + PAST / many * number;
        let person = &people[dice.below(people.len() as u32) as usize];
        let partner = desk.partners[dice.below(desk.partners.len() as u32) as usize];
        let status = match dice.below(50) {
            0 => "waiting",
            1..=10 => "withdrawn",
            _ => "refused",
        };
        let refused = status == "refused";
        insert.execute(params![
            dice.id(at),
            used + 1 + number,
            person.id,
            partner,
            (at - DAY) / DAY,
            i64::from(1_000 + dice.below(50_000)),
            (dice.below(2) == 0).then(|| format!("C-{number}")),
            status,
            at,
            (status != "waiting").then_some(at + DAY),
            refused.then_some("Lam Tsz Kin"),
            refused.then_some("not_found"),
        ])?;
    }
    Ok(())
}

/// Alarms over the whole past. One in a hundred is open.
fn alarms(tx: &Transaction<'_>, dice: &mut Dice, now: i64, people: &[Person], desk: &Desk) -> rusqlite::Result<()> {
    let mut insert = tx.prepare(
        "insert into alarm (id, kind, subject, level, queue, outcome, member_id, partner_id, counted, of_all, usual, days,
             points, raised_at_ms, found_at_ms, ended_at_ms)
         values (?1, ?2, ?3, 'medium', ?4, ?5, ?6, ?7, 9, 10, 2, 7, 900, ?8, ?8, ?9)",
    )?;
    let many = (people.len() / MEMBERS_AN_ALARM) as i64;
    for number in 0..many {
        let at = now - PAST + PAST / many * number;
        let person = &people[dice.below(people.len() as u32) as usize];
        let partner = desk.partners[dice.below(desk.partners.len() as u32) as usize];
        let kind = ["pair", "round_amounts", "no_receipt", "fan_in", "undone", "device"][number as usize % 6];
        let open = dice.below(100) == 0;
        let subject = format!("{}-{number}", hex(&person.id));
        let (queue, outcome) = if open { ("open", None) } else { ("done", Some("dismissed")) };
        let ended = (!open).then_some(at + DAY);
        insert.execute(params![dice.id(at), kind, subject, queue, outcome, person.id, partner, at, ended])?;
    }
    Ok(())
}
