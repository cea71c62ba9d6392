//! Staff's content: partners, items and campaigns, as copies of the demo's under numbered names.

use rusqlite::{Transaction, params};

use super::{DAY, Dice, PAST, hex};

const PARTNERS: u32 = 200;
const COUPONS: u32 = 160;
const EXCHANGES: u32 = 40;
const ARTICLES: u32 = 500;
const CAMPAIGNS: u32 = 120;

pub struct Item {
    pub id: [u8; 16],
    pub partner: [u8; 16],
    pub points: i64,
    pub snapshot: String,
}

pub struct Campaign {
    pub id: [u8; 16],
    pub name: String,
    pub points: i64,
    /// Single-use codes; empty if one text is valid for everybody.
    pub codes: Vec<[u8; 16]>,
}

pub struct Desk {
    pub partners: Vec<[u8; 16]>,
    /// The tills of each partner, in the order of the partners.
    pub tills: Vec<Vec<[u8; 16]>>,
    pub coupons: Vec<Item>,
    pub exchanges: Vec<Item>,
    pub campaigns: Vec<Campaign>,
}

fn named(en: &str, zh: &str, number: u32) -> String {
    format!("{{\"en\":\"{en} {number}\",\"zh\":\"{zh}{number}\",\"zhhk\":\"{zh}{number}\"}}")
}

fn items(
    tx: &Transaction<'_>,
    dice: &mut Dice,
    now: i64,
    kind: &str,
    many: u32,
    partners: &[[u8; 16]],
) -> rusqlite::Result<Vec<Item>> {
    let mut insert = tx.prepare(
        "insert into item (id, type, name, description, image, toc, points, leftover, stocked, quota_person, partner_id,
             content_kind, content_format, unclaimed, active, created_at_ms, updated_at_ms)
         select ?1, type, ?2, description, image, toc, ?3, -1, -1, -1, ?4, 'generated', 'qrcode', unclaimed, 1, ?5, ?5
         from item where type = ?6 and id = (select min(id) from item where type = ?6)",
    )?;
    let (description, image, toc): (String, String, String) =
        tx.query_row("select description, image, toc from item where type = ?1 order by id limit 1", [kind], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    (0..many)
        .map(|number| {
            let at = now - PAST - 61 * DAY + i64::from(number) * 60_000;
            let (id, points) = (dice.id(at), i64::from(1 + dice.below(20)) * 50);
            let partner = partners[number as usize % partners.len()];
            let name = named(if kind == "coupon" { "Set lunch" } else { "Green token" }, "禮券", number);
            insert.execute(params![id, name, points, partner, at, kind])?;
            let snapshot = format!(
                "{{\"_id\":\"{}\",\"type\":\"{kind}\",\"name\":{name},\"description\":{description},\"image\":\"{image}\",\"toc\":{toc}}}",
                hex(&id)
            );
            Ok(Item { id, partner, points, snapshot })
        })
        .collect()
}

fn campaigns(tx: &Transaction<'_>, dice: &mut Dice, now: i64, members: u32) -> rusqlite::Result<Vec<Campaign>> {
    let mut insert = tx.prepare(
        "insert into campaign (id, name, points, per_member, total, shared, active, created_at_ms, updated_at_ms)
         values (?1, ?2, ?3, -1, -1, ?4, 1, ?5, ?5)",
    )?;
    let mut insert_code =
        tx.prepare("insert into campaign_code (id, campaign_id, text, created_at_ms) values (?1, ?2, ?3, ?4)")?;
    (0..CAMPAIGNS)
        .map(|number| {
            let at = now - PAST - 61 * DAY + i64::from(number) * 60_000;
            let (id, points) = (dice.id(at), i64::from(1 + dice.below(10)) * 10);
            let name = named("Green week", "綠色週", number);
            // The first campaign has single-use labels for a tenth of the members, ten others for a hundredth.
            let single = match number {
                0 => members / 10,
                1..=10 => members / 100,
                _ => 0,
            };
            insert.execute(params![id, name, points, single == 0, at])?;
            let mut codes = Vec::new();
            for label in 0..single.max(1) {
                let code = dice.id(at + i64::from(label));
                insert_code.execute(params![code, id, format!("GREEN-{number}-{:X}-{label}", dice.next()), at])?;
                codes.push(code);
            }
            Ok(Campaign { id, name, points, codes: if single == 0 { Vec::new() } else { codes } })
        })
        .collect()
}

/// Two outlets of a partner, with two tills each.
fn tills(tx: &Transaction<'_>, dice: &mut Dice, at: i64, partner: &[u8; 16]) -> rusqlite::Result<Vec<[u8; 16]>> {
    let mut tills = Vec::new();
    for number in 0..2 {
        let outlet = dice.id(at);
        let (name, address) = (named("Outlet", "分店", number), named("Queen's Road", "皇后大道", number));
        tx.prepare_cached(
            "insert into outlet (id, partner_id, name, address, created_at_ms, updated_at_ms)
             values (?1, ?2, ?3, ?4, ?5, ?5)",
        )?
        .execute(params![outlet, partner, name, address, at])?;
        for till in 0..2 {
            let id = dice.id(at);
            tx.prepare_cached("insert into till (id, outlet_id, name, created_at_ms) values (?1, ?2, ?3, ?4)")?
                .execute(params![id, outlet, format!("Till {}", 2 * number + till), at])?;
            tills.push(id);
        }
    }
    Ok(tills)
}

pub fn write(tx: &Transaction<'_>, dice: &mut Dice, now: i64, members: u32) -> rusqlite::Result<Desk> {
    let (mut partners, mut all_tills) = (Vec::new(), Vec::new());
    for number in 0..PARTNERS {
        let at = now - PAST - 62 * DAY + i64::from(number) * 60_000;
        let id = dice.id(at);
        tx.prepare_cached(
            "insert into partner (id, type, name, description, name_img, logo, base_points, extra_points, active,
                 created_at_ms, updated_at_ms)
             select ?1, type, ?2, description, name_img, logo, base_points, extra_points, 1, ?3, ?3 from partner
             where id = (select min(id) from partner)",
        )?
        .execute(params![id, named("Green Kitchen", "綠廚", number), at])?;
        all_tills.push(tills(tx, dice, at, &id)?);
        partners.push(id);
    }
    for number in 0..ARTICLES {
        let at = now - PAST + i64::from(number) * DAY;
        tx.prepare_cached(
            "insert into article (id, type, title, cover_img, content, active, created_at_ms, updated_at_ms)
             select ?1, type, ?2, cover_img, content, 1, ?3, ?3 from article where rowid = 1 + ?4 % 6",
        )?
        .execute(params![dice.id(at), named("Green news", "綠色消息", number), at, number])?;
    }
    Ok(Desk {
        coupons: items(tx, dice, now, "coupon", COUPONS, &partners)?,
        exchanges: items(tx, dice, now, "exchange", EXCHANGES, &partners)?,
        campaigns: campaigns(tx, dice, now, members)?,
        partners,
        tills: all_tills,
    })
}
