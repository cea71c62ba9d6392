//! A filled demo programme: partners, articles, items, campaigns, staff, two members with a history, and optionally
//! many generated members for measurements.

mod alarms;
mod back_office;
mod bills;
mod carbon;
mod claims;
mod content;
mod crowd;
mod ended;
mod gifts;
mod goals;
mod history;
mod neighbours;
mod news;
mod office;
mod points;
mod proposals;
mod rules;
mod sales;
mod segments;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

use anyhow::{Context, bail};
use serde_json::json;

use crate::auth::Role;
use crate::auth::passwords;
use crate::auth::staff;
use crate::auth::staff::NewStaff;
use crate::base::contact::Email;
use crate::base::contact::HkPhone;
use crate::base::id::ArticleId;
use crate::base::id::EarnLinkKeyId;
use crate::base::id::ItemId;
use crate::base::id::MemberId;
use crate::base::id::PartnerId;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::core::members;
use crate::core::members::Birthday;
use crate::core::members::Face;
use crate::core::members::NewMember;
use crate::core::members::PersonName;
use crate::core::members::birthdays;
use crate::core::outlets::cashiers::{self, CashierChanges};
use crate::core::outlets::outlet;
use crate::member::articles::Articles;
use crate::member::campaigns::{self, Campaigns};
use crate::member::content::Content;
use crate::member::earn_links::{self, NewEarnLinkKey};
use crate::member::partners::Partners;
use crate::member::rewards;
use crate::member::rewards::CodeVault;
use crate::member::rewards::items::Items;
use crate::platform::store::DataDir;
use crate::platform::store::Reader;
use crate::platform::store::Store;
use crate::platform::store::Tx;

pub use crowd::GeneratedLoad;
pub use office::OFFICE;

use content::DemoContent;
use content::Pictures;
use content::days_before;
use content::in_order;

/// The password of all demo accounts.
pub const PASSWORD: &str = "Cotton-tree-88";
/// The staff accounts that scripts rely on (contract section 7).
pub const STAFF: [(&str, &str, Role); 3] = [
    ("owner@kapok.example", "Fong Suet Ching", Role::Owner),
    ("operator@kapok.example", "Lam Tsz Kin", Role::Operator),
    ("merchant@kapok.example", "Wong Mei Fong", Role::Merchant),
];
/// The PIN of the cashiers at the merchant's counter.
pub const PIN: &str = "407193";
const CASHIERS: [&str; 2] = ["Ah Fan", "Ah Keung"];
/// The members that scripts rely on: name in the history, e-mail, phone, given and family name.
pub const MEMBERS: [(&str, &str, &str, &str, &str); 2] = [
    ("alice", "alice@kapok.example", "61234567", "Mei Yi", "Chan"),
    ("bob", "bob@kapok.example", "91234567", "Ka Wing", "Lee"),
];
/// Number of codes in the pool of the item that has one.
const POOL_CODES: u32 = 40;

/// Makes sure that a folder belongs to the demo: new, or made by an earlier demo. Fails for any other programme,
/// because the demo adds accounts whose passwords are documented publicly.
pub fn claim(folder: &DataDir) -> anyhow::Result<()> {
    let mark = folder.demo_mark();
    if mark.exists() {
        return Ok(());
    }
    if !folder.database().exists() {
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&mark);
        let written = made.and_then(|mut file| file.write_all(b"kapok demo made this folder and may fill it\n"));
        return written.with_context(|| format!("{} cannot be written", mark.display()));
    }
    // A demo folder that was restored from a backup has no mark file; the demo's owner account identifies it.
    let owner = Email::parse(STAFF[0].0).context("a demo address")?;
    let is_demo = Reader::open(folder)
        .and_then(|reader| Ok(reader.read_consistently(|read| staff::find_staff_by_email(read, &owner))?.is_some()))
        .unwrap_or(false);
    if !is_demo {
        bail!(
            "{} holds a programme that the demo did not make: serve it (kapok serve), or name another folder with --data-dir",
            folder.root().display()
        );
    }
    Ok(())
}

/// The parts that a demo has beside those that scripts rely on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DemoSize {
    /// Adds a hundred members with purchases of the last weeks, and switches on expiry and changing codes at the
    /// counter.
    pub neighbours: bool,
    /// Members and transactions for measurements.
    pub generated: GeneratedLoad,
}

/// Fills the folder's programme once; a folder that is already filled stays unchanged. Returns whether anything was
/// written.
pub fn fill(store: &Store, keys: &Keyring, folder: &DataDir, size: DemoSize) -> anyhow::Result<bool> {
    if store.read(staff::has_owner)? {
        return Ok(false);
    }
    let content = DemoContent::load()?;
    let pictures = Pictures::store(&folder.media())?;
    let password_hash = passwords::hash_now(keys, PASSWORD)?;
    let pin_hash = passwords::hash_now(keys, PIN)?;
    let vault = CodeVault::new(keys);
    let (hash, sealing) = (password_hash.clone(), keys.clone());
    let (partners, items, key, articles) = store.write_blocking(move |tx| {
        if size.neighbours {
            neighbours::write_expiry(tx)?;
            neighbours::write_settings(tx)?;
        }
        let partners = write_partners(tx, &content, &pictures)?;
        let articles = write_articles(tx, &content, &pictures)?;
        let items = write_items(tx, &content, &pictures, &partners, &vault)?;
        write_campaigns(tx, &content)?;
        write_staff(tx, &hash, &partners)?;
        let key = write_counter(tx, &sealing, &pin_hash, &content, &partners)?;
        let people = write_members(tx, &hash)?;
        carbon::write_factors(tx, &partners)?;
        let budget = if size.neighbours { rules::BUDGET_OF_MANY } else { rules::BUDGET_OF_TWO };
        let rules = rules::write(tx, &partners, budget)?;
        // The fifth item has no limit of stock, so that each full card gets its coupon.
        if let Some(coupon) = items.get(4) {
            goals::write(tx, &partners, *coupon)?;
        }
        let coupons = if size.neighbours { points::coupons(tx.now(), &items) } else { Vec::new() };
        if size.neighbours {
            points::bring(tx, &vault, people[0], &items)?;
        }
        history::write(tx, &vault, &content, &people, (&partners, &rules), coupons)?;
        rules.write_pending(tx, &partners, people[0])?;
        let photo = size.neighbours.then(points::photo).transpose()?;
        claims::write(tx, &people, &partners, photo.as_ref())?;
        if let Some(born) = Birthday::new(3, 21) {
            birthdays::set(tx, people[0], born)?;
        }
        news::write(tx, &content, people[0])?;
        proposals::write(tx, &partners, &articles)?;
        if size.neighbours {
            write_for_neighbours(tx, &content, &vault, (&people, &partners, &items))?;
        }
        Ok((partners, items, key, articles))
    })?;
    let of_rules = partners.clone();
    let people =
        if size.neighbours { neighbours::write(store, keys, &password_hash, partners, &items)? } else { Vec::new() };
    let (vault, sealing, hash, linked) = (CodeVault::new(keys), keys.clone(), password_hash.clone(), items.clone());
    store.write_blocking(move |tx| {
        gifts::scan(tx, &vault, &people)?;
        if let Some(key) = &key {
            points::claim_link(tx, (&sealing, &vault), &people, key)?;
        }
        office::write(tx, &people, (&of_rules, &articles, &linked), (&sealing, &hash))?;
        back_office::write(tx, &people, &of_rules, &sealing)?;
        claims::approve_one(tx, &vault, &people, &of_rules)?;
        rules::write_for_members(tx, &of_rules, segments::write(tx, &people)?)
    })?;
    if size.neighbours {
        store.write_blocking(rules::simulate_draft)?;
    }
    crowd::fill(store, &password_hash, size.generated)?;
    Ok(true)
}

/// Writes what only a demo with neighbours has for the people of the content.
fn write_for_neighbours(
    tx: &Tx<'_>,
    content: &DemoContent,
    vault: &CodeVault,
    (people, partners, items): (&[MemberId], &DemoPartners, &[ItemId]),
) -> AppResult<()> {
    gifts::write(tx, partners, items)?;
    goals::write_for_neighbours(tx, partners, rules::write_granted(tx, partners)?)?;
    write_outlets(tx, content, partners)?;
    for (person, face) in people.iter().zip([Face::Bulbul, Face::Egret]) {
        members::set_face(tx, *person, Some(face))?;
    }
    news::write_for_neighbours(tx, content, people[0])?;
    points::spend(tx, vault, people[0], items)
}

/// Partners and their keys in the content, in the order of the content.
type DemoPartners = Vec<(String, PartnerId)>;

fn partner_of(partners: &DemoPartners, key: Option<&str>) -> Option<PartnerId> {
    partners.iter().find(|(known, _)| Some(known.as_str()) == key).map(|(_, id)| *id)
}

fn write_partners(tx: &Tx<'_>, content: &DemoContent, pictures: &Pictures) -> AppResult<DemoPartners> {
    content
        .partners
        .iter()
        .enumerate()
        .map(|(place, partner)| {
            let input = serde_json::from_value(json!({
                "type": partner.kind, "name": partner.name, "description": partner.description,
                "nameImg": pictures.address(&partner.name_img)?, "logo": pictures.address(&partner.logo)?,
                "webLink": partner.web_link, "basePoints": partner.base_points, "extraPoints": partner.extra_points,
            }))?;
            let joined = tx.at(in_order(tx.now(), 320, place));
            Ok((partner.key.clone(), Partners::create(&joined, input)?.id))
        })
        .collect()
}

fn write_articles(tx: &Tx<'_>, content: &DemoContent, pictures: &Pictures) -> AppResult<Vec<ArticleId>> {
    let mut written = Vec::new();
    // Ids sort by creation time, so the oldest article is created first.
    let mut oldest_first: Vec<_> = content.articles.iter().collect();
    oldest_first.sort_by_key(|article| std::cmp::Reverse(article.days_ago));
    for article in oldest_first {
        let input = serde_json::from_value(json!({
            "type": article.kind, "title": article.title, "content": article.content,
            "coverImg": { "en": pictures.address(&article.cover_img)? },
        }))?;
        written.push(Articles::create(&tx.at(days_before(tx.now(), article.days_ago)), input)?.id);
    }
    Ok(written)
}

fn write_items(
    tx: &Tx<'_>,
    content: &DemoContent,
    pictures: &Pictures,
    partners: &DemoPartners,
    vault: &CodeVault,
) -> AppResult<Vec<ItemId>> {
    let mut written = Vec::new();
    for (place, item) in content.items.iter().enumerate() {
        let input = serde_json::from_value(json!({
            "type": item.kind, "name": item.name, "description": item.description, "image": pictures.address(&item.image)?,
            "points": item.points, "leftover": item.leftover, "qoutaPerson": item.qouta_person, "toc": item.toc,
            "partnerId": partner_of(partners, item.partner.as_deref()), "content": item.content, "active": true,
            "useWithinDays": item.use_within_days, "faceValueHkd": item.face_value_hkd, "costHkd": item.cost_hkd,
        }))?;
        let record = Items::create(&tx.at(in_order(tx.now(), 60, place)), input)?;
        if item.content["kind"] == "pool" {
            let code = |number| format!("FERRY-{:04}-{number:03}", 4_100 + number * 37);
            let codes: Vec<_> = (1..=POOL_CODES).map(|number| vault.seal(tx.now(), &code(number))).collect();
            rewards::add_pool_codes(tx, record.id, &codes)?;
        }
        written.push(record.id);
    }
    Ok(written)
}

fn write_campaigns(tx: &Tx<'_>, content: &DemoContent) -> AppResult<()> {
    for (place, campaign) in content.campaigns.iter().enumerate() {
        let input = serde_json::from_value(json!({
            "name": campaign.title, "points": campaign.points, "perMember": campaign.per_member,
            "total": campaign.total.unwrap_or(-1), "shared": true,
        }))?;
        let record = Campaigns::create(&tx.at(in_order(tx.now(), 30, place)), input)?;
        campaigns::set_shared_text(tx, record.id, &campaign.text)?;
    }
    Ok(())
}

fn write_staff(tx: &Tx<'_>, password_hash: &str, partners: &DemoPartners) -> AppResult<()> {
    for (email, name, role) in STAFF {
        let email = Email::parse(email).context("a demo address")?;
        let partner = partners.first().map(|(_, id)| *id).filter(|_| role == Role::Merchant);
        staff::create_staff(
            tx,
            &NewStaff { name: name.to_owned(), email, password_hash: password_hash.to_owned(), role, partner },
        )?;
    }
    Ok(())
}

/// The merchant's outlet, its cashiers, of whom the first is a supervisor, and its earn link key; tills must be enrolled
/// manually.
fn write_counter(
    tx: &Tx<'_>,
    keys: &Keyring,
    pin_hash: &str,
    content: &DemoContent,
    partners: &DemoPartners,
) -> AppResult<Option<(EarnLinkKeyId, String)>> {
    let (Some((_, partner)), Some(counter)) = (partners.first(), content.counters.first()) else { return Ok(None) };
    let outlet = outlet::create(tx, *partner, serde_json::from_value(counter.outlet())?)?;
    let (name, outlet) = ("Till system".to_owned(), Some(outlet.id));
    let key =
        earn_links::create(tx, keys, &NewEarnLinkKey { partner: *partner, outlet, name, daily_cap: Some(20_000) })?;
    for (place, name) in CASHIERS.into_iter().enumerate() {
        let cashier = cashiers::create(tx, *partner, name, pin_hash)?;
        if place == 0 {
            cashiers::change(tx, cashier.id, CashierChanges { supervisor: Some(true), ..Default::default() })?;
        }
    }
    Ok(Some(key))
}

/// Outlets without a till, which members find on the map.
fn write_outlets(tx: &Tx<'_>, content: &DemoContent, partners: &DemoPartners) -> AppResult<()> {
    for content::DemoOutlet { partner, input } in &content.outlets {
        let partner = partner_of(partners, Some(partner)).context("a partner of the demo")?;
        outlet::create(tx, partner, serde_json::from_value(input.clone())?)?;
    }
    Ok(())
}

fn write_members(tx: &Tx<'_>, password_hash: &str) -> AppResult<Vec<MemberId>> {
    MEMBERS
        .into_iter()
        .map(|(_, email, phone, first, last)| {
            let name = |text| PersonName::parse(text).context("a demo name");
            let joined = tx.at(days_before(tx.now(), 301));
            let member = NewMember {
                first_name: name(first)?,
                last_name: name(last)?,
                email: Some(Email::parse(email).context("a demo address")?),
                phone: Some(HkPhone::parse(phone).context("a demo number")?),
                password_hash: Some(password_hash.to_owned()),
                language: Language::En,
                referred_by: None,
            };
            let record = members::create(&joined, &member)?;
            ledger::open_account(tx, record.id)?;
            Ok(record.id)
        })
        .collect()
}
