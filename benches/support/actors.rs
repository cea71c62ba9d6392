//! Test data of a measurement: members with sessions, an item and a campaign without limits.

use std::fs;
use std::path::Path;
use std::time::Duration;

use kapok::auth::sessions::{self, Remember, SessionKind, SessionOwner, StaffTime};
use kapok::base::clock::Clock;
use kapok::base::id::{CampaignId, ItemId, MemberId, StaffId};
use kapok::base::problem::AppResult;
use kapok::member::campaigns::{self, Campaigns, ScanLimit};
use kapok::member::content::Content;
use kapok::member::rewards::items::Items;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store, Tx};
use rusqlite::Connection;
use serde_json::json;

/// The text of the shared campaign code that members scan; it has no limits.
pub const SCANNED: &str = "KAPOK-BENCH";
/// The file in the folder that names the members and the item.
const LIST: &str = "bench-actors";
/// The number of the list's format: a kept folder with another one is filled anew.
pub const FORMAT: u32 = 2;
/// Sessions that one change opens.
const AT_ONCE: usize = 2_000;
const YEAR_MS: i64 = 366 * 86_400_000;

/// A member with a session.
pub struct Actor {
    /// The bearer.
    pub token: String,
    pub short_id: String,
    pub email: String,
}

/// The members of a folder, the item that they buy, and the bearer of the counter's staff.
pub struct Actors {
    pub members: Vec<Actor>,
    pub item: String,
    pub counter: String,
}

impl Actors {
    /// Reads the test data that [`prepare`] made.
    pub fn of(folder: &Path) -> Self {
        let listed = fs::read_to_string(folder.join(LIST)).expect("the list of members");
        let mut lines = listed.lines();
        let item = lines.next().expect("an item").to_owned();
        let counter = lines.next().expect("a session of staff").to_owned();
        let member = |line: &str| {
            let mut parts = line.split(' ').map(str::to_owned);
            let mut part = || parts.next().expect("a part");
            Actor { token: part(), short_id: part(), email: part() }
        };
        Self { members: lines.map(member).collect(), item, counter }
    }
}

/// Opens a session of a year for each generated member of a demo folder and for the counter's staff, and makes the item and the campaign.
pub fn prepare(path: &Path, clock: Clock) -> anyhow::Result<()> {
    let folder = DataDir::existing(path)?;
    let store = Store::open(&folder, Synchronous::Normal, clock)?;
    let database = Connection::open(folder.database())?;
    let image: String = database.query_row("select image from item limit 1", [], |row| row.get(0))?;
    let item = store.write_blocking(move |tx| make_things(tx, &image))?;
    let staff = database.query_row("select id from staff where role = 'merchant'", [], |row| row.get(0))?;
    let counter = store.write_blocking(move |tx| {
        let time = StaffTime { idle: Duration::from_secs(3_600), whole: Duration::from_secs(3_600) };
        let owner = SessionOwner::Staff(StaffId::from_bytes(staff), time);
        Ok(sessions::open(tx, owner, 0, SessionKind::Api, Remember::No)?.access)
    })?;
    let mut statement =
        database.prepare("select id, short_id, email from member where email glob 'member*' order by id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let members: Vec<([u8; 16], String, String)> = rows.collect::<Result<_, _>>()?;
    drop(statement);
    let mut listed = format!("{item}\n{counter}\n");
    for some in members.chunks(AT_ONCE) {
        let some = some.to_vec();
        listed += &store.write_blocking(move |tx| {
            let mut lines = String::new();
            for (id, short_id, email) in some {
                let owner = SessionOwner::Member(MemberId::from_bytes(id));
                let opened = sessions::open(tx, owner, 0, SessionKind::Api, Remember::No)?;
                lines += &format!("{} {short_id} {email}\n", opened.access);
            }
            Ok(lines)
        })?;
    }
    store.close_blocking();
    database.execute(
        "update session set access_expires_at_ms = access_expires_at_ms + ?1, idle_until_ms = idle_until_ms + ?1,
             expires_at_ms = expires_at_ms + ?1",
        [YEAR_MS],
    )?;
    Ok(fs::write(path.join(LIST), listed)?)
}

/// Makes an item without stock and quota, and a campaign that never pauses.
fn make_things(tx: &Tx<'_>, image: &str) -> AppResult<ItemId> {
    let named = |text: &str| json!({ "en": text, "zh": text, "zhhk": text });
    let campaign = json!({ "name": named("Bench"), "points": 1, "perMember": -1, "shared": true });
    let campaign: CampaignId = Campaigns::create(tx, serde_json::from_value(campaign)?)?.id;
    campaigns::set_shared_text(tx, campaign, SCANNED)?;
    campaigns::set_scan_limit(tx, campaign, ScanLimit::default())?;
    let item = json!({ "type": "coupon", "name": named("Bench"), "description": named("Bench"), "toc": named("Bench"),
        "image": image, "points": 1, "partnerId": null, "content": { "kind": "generated", "format": "qrcode" } });
    Ok(Items::create(tx, serde_json::from_value(item)?)?.id)
}
