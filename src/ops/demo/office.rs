//! The records of the filled demo for staff: accounts of every role, announcements that were sent and drafts, reads and likes
//! of articles, and page views.

use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};

use super::content::days_before;
use super::{DemoPartners, partner_of};
use crate::auth::Role;
use crate::auth::staff::{self, NewStaff};
use crate::base::contact::Email;
use crate::base::id::{ArticleId, ItemId, MemberId, RecordId};
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::member::content::Content;
use crate::member::notifications::{self, Letters};
use crate::member::rewards::items::Items;
use crate::member::{articles, programme};
use crate::platform::delivery::Outbox;
use crate::platform::store::Tx;

/// The staff accounts beside those that scripts rely on.
pub const OFFICE: [(&str, &str, Role); 4] = [
    ("editor@kapok.example", "Ho Wing Yan", Role::Editor),
    ("support@kapok.example", "Sandra Lo", Role::Support),
    ("finance@kapok.example", "Cheung Pui Shan", Role::Finance),
    ("auditor@kapok.example", "Daniel Yip", Role::Auditor),
];
/// Every second neighbour has read the first article, and every fifth has liked it. Each further article has fewer.
const READERS: usize = 2;
const LIKERS: usize = 5;
/// One member in five has not looked at the inbox.
const UNREAD: usize = 5;
/// The places of the items to which the announcements lead.
const REFILL: usize = 5;
const FERRY: usize = 2;
/// The days on which screens were viewed, and the views of each screen on a day, before the day of the week is added.
const VIEWED_DAYS: u32 = 28;
const SCREENS: [(&str, u32); 7] = [
    ("/", 46),
    ("/explorer", 21),
    ("/redeem", 17),
    ("/myRewards", 12),
    ("/points", 9),
    ("/article", 8),
    ("/scanQR", 5),
];

/// Writes these records. A demo without neighbours gets none, because no member would read or like an article.
pub(super) fn write(
    tx: &Tx<'_>,
    people: &[MemberId],
    (partners, articles, items): (&DemoPartners, &[ArticleId], &[ItemId]),
    (keys, password_hash): (&Keyring, &str),
) -> AppResult<()> {
    if people.is_empty() {
        return Ok(());
    }
    write_office(tx, password_hash)?;
    write_announcements(tx, keys, partners, items)?;
    read_inboxes(tx, people)?;
    read_articles(tx, people, articles)?;
    view_screens(tx)
}

fn write_office(tx: &Tx<'_>, password_hash: &str) -> AppResult<()> {
    for (email, name, role) in OFFICE {
        let email = Email::parse(email).context("a demo address")?;
        let (name, password_hash) = (name.to_owned(), password_hash.to_owned());
        staff::create_staff(tx, &NewStaff { name, email, password_hash, role, partner: None })?;
    }
    Ok(())
}

/// Two announcements that were sent, and two drafts. None is scheduled, because a server would send it later.
fn write_announcements(tx: &Tx<'_>, keys: &Keyring, partners: &DemoPartners, items: &[ItemId]) -> AppResult<()> {
    let ferry = partner_of(partners, Some("blue-lane-ferry"));
    let sent = [
        (
            12,
            REFILL,
            json!({}),
            ["Bring your own bottle", "自带水瓶", "自備水樽"],
            ["Full Circle gives 15 points for each.", "满圈补充站每瓶送15积分。", "圓滿添裝每樽送15分。"],
        ),
        (
            3,
            FERRY,
            json!({ "partnerId": ferry }),
            ["Day trips by ferry", "渡轮一日游", "渡輪一日遊"],
            ["40 points more from HK$80.", "满HK$80多得40积分。", "滿HK$80多得40分。"],
        ),
    ];
    let letters = Letters { keys: keys.clone(), public_url: String::new(), outbox: Outbox::new() };
    for (days, place, segment, title, body) in sent {
        let then = tx.at(days_before(tx.now(), days));
        let mut written = announcement(title, body, segment);
        if let Some(item) = items.get(place).map(|item| Items::find(tx, *item)).transpose()?.flatten() {
            written["link"] = json!({ "kind": "item", "id": item.id });
            written["picture"] = item.input.image.into();
        }
        let made = announce(&then, written)?;
        notifications::send(&then, made, false, Duration::ZERO)?;
        notifications::deliver_now(&then, &letters, made)?;
    }
    let tree = ["A year of green choices", "绿色选择的一年", "綠色選擇的一年"];
    let grown = ["See how your tree grew.", "看看你的树长得怎样。", "看看你的樹長成怎樣。"];
    announce(tx, announcement(tree, grown, json!({})))?;
    let fair = ["Green fair in spring", "春季绿色市集", "春季綠色市集"];
    announce(tx, announcement(fair, ["Date and place follow.", "日期及地点待定。", "日期及地點待定。"], json!({})))
        .map(drop)
}

/// Four members in five have looked at their inboxes since.
fn read_inboxes(tx: &Tx<'_>, people: &[MemberId]) -> AppResult<()> {
    for (number, member) in people.iter().enumerate().filter(|(number, _)| number % UNREAD != 0) {
        notifications::read_all(&tx.at(days_before(tx.now(), 1 + (number % 2) as u32)), *member)?;
    }
    Ok(())
}

fn announcement([en, zh, zhhk]: [&str; 3], body: [&str; 3], segment: Value) -> Value {
    json!({ "title": { "en": en, "zh": zh, "zhhk": zhhk },
        "body": { "en": body[0], "zh": body[1], "zhhk": body[2] }, "segment": segment })
}

fn announce(tx: &Tx<'_>, input: Value) -> AppResult<RecordId> {
    Ok(notifications::create(tx, serde_json::from_value(input)?)?.id)
}

fn read_articles(tx: &Tx<'_>, people: &[MemberId], articles: &[ArticleId]) -> AppResult<()> {
    for (place, article) in articles.iter().rev().enumerate() {
        for (number, member) in people.iter().enumerate() {
            let then = tx.at(days_before(tx.now(), 1 + (number % 9) as u32));
            if number % (READERS + place) == 0 {
                articles::note_read(&then, *member, *article)?;
            }
            if number % (LIKERS + 2 * place) == 0 {
                articles::like(&then, *member, *article)?;
            }
        }
    }
    Ok(())
}

fn view_screens(tx: &Tx<'_>) -> AppResult<()> {
    for days in 1..=VIEWED_DAYS {
        let then = tx.at(days_before(tx.now(), days));
        for (screen, views) in SCREENS {
            for _ in 0..views + days % 7 {
                programme::count_view(&then, screen)?;
            }
        }
    }
    Ok(())
}
