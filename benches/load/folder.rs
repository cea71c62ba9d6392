//! Filled folders, kept in `target/bench/` for the next run: members with sessions, an item and a campaign to use.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use kapok::auth::sessions::{self, Remember, SessionKind, SessionOwner};
use kapok::base::clock::Clock;
use kapok::base::id::{CampaignId, ItemId, MemberId};
use kapok::base::problem::AppResult;
use kapok::member::campaigns::{self, Campaigns, ScanLimit};
use kapok::member::content::Content;
use kapok::member::rewards::items::Items;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store, Tx};
use rusqlite::Connection;
use serde_json::json;

use crate::support::Server;

/// What members scan: a shared code without limits.
pub const SCANNED: &str = "KAPOK-BENCH";
/// Where the kept folders lie.
const KEPT: &str = "target/bench";
/// Sessions that one change opens.
const AT_ONCE: usize = 2_000;
const YEAR_MS: i64 = 366 * 86_400_000;

/// A member with a session.
pub struct Member {
    /// The bearer.
    pub token: String,
    pub short_id: String,
    pub email: String,
}

/// A filled folder.
pub struct Filled {
    pub path: PathBuf,
    pub members: Vec<Member>,
    /// The item that members buy.
    pub item: String,
}

/// A number for the schema: a folder is filled anew when a migration has changed.
fn schema() -> u64 {
    let mut names: Vec<_> =
        fs::read_dir("migrations").expect("the migrations").flatten().map(|one| one.path()).collect();
    names.sort();
    let mut hasher = DefaultHasher::new();
    names.iter().for_each(|name| fs::read(name).expect("a migration").hash(&mut hasher));
    hasher.finish()
}

/// The folder of that size: filled now, or kept from an earlier run. An interrupted filling begins anew.
pub fn with(binary: &str, members: u32, transactions: u32) -> Filled {
    let kept = Path::new(KEPT);
    let name = format!("filled-{members}-{transactions}");
    let path = kept.join(format!("{name}-{:016x}", schema()));
    if !path.exists() {
        for old in fs::read_dir(kept).into_iter().flatten().flatten() {
            // Filled under another schema, or cut short.
            if old.file_name().to_string_lossy().starts_with(&format!("{name}-")) {
                fs::remove_dir_all(old.path()).expect("removed");
            }
        }
        let begun = kept.join(format!("{name}-begun"));
        fs::create_dir_all(&begun).expect("a folder");
        println!("filling {members} members and {transactions} transactions …");
        let size = ["--members".to_owned(), members.to_string(), "--transactions".to_owned(), transactions.to_string()];
        let server = Server::start(binary, begun.clone(), &size, &[]);
        println!("filled after {:.0} s", server.ready.as_secs_f64());
        server.stop();
        fs::write(begun.join("bench-members"), open_sessions(&begun).expect("sessions")).expect("written");
        fs::rename(&begun, &path).expect("renamed");
    }
    let listed = fs::read_to_string(path.join("bench-members")).expect("the sessions");
    let mut lines = listed.lines();
    let item = lines.next().expect("an item").to_owned();
    let member = |line: &str| {
        let mut parts = line.split(' ').map(str::to_owned);
        let mut part = || parts.next().expect("a part");
        Member { token: part(), short_id: part(), email: part() }
    };
    Filled { members: lines.map(member).collect(), item, path }
}

/// Opens a session of a year for each generated member, and makes the item and the campaign. Returns the item's id and
/// the members, one a line.
fn open_sessions(path: &Path) -> anyhow::Result<String> {
    let folder = DataDir::existing(path)?;
    let store = Store::open(&folder, Synchronous::Normal, Clock::system())?;
    let database = Connection::open(folder.database())?;
    let image: String = database.query_row("select image from item limit 1", [], |row| row.get(0))?;
    let item = store.write_blocking(move |tx| make_things(tx, &image))?;
    let mut statement =
        database.prepare("select id, short_id, email from member where email glob 'member*' order by id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let members: Vec<([u8; 16], String, String)> = rows.collect::<Result<_, _>>()?;
    drop(statement);
    let mut listed = format!("{item}\n");
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
    drop(store);
    database.execute(
        "update session set access_expires_at_ms = access_expires_at_ms + ?1, idle_until_ms = idle_until_ms + ?1,
             expires_at_ms = expires_at_ms + ?1",
        [YEAR_MS],
    )?;
    Ok(listed)
}

/// Makes an item without stock and quota, and a campaign that never pauses.
fn make_things(tx: &Tx<'_>, image: &str) -> AppResult<ItemId> {
    let named = |text: &str| json!({ "en": text, "zh": text, "zhhk": text });
    let campaign = json!({ "name": named("Bench"), "points": 1, "perMember": -1, "shared": true });
    let campaign: CampaignId = Campaigns::create(tx, serde_json::from_value(campaign)?)?.id;
    campaigns::set_shared_text(tx, campaign, SCANNED)?;
    campaigns::set_fuse(tx, campaign, ScanLimit::default())?;
    let item = json!({ "type": "coupon", "name": named("Bench"), "description": named("Bench"), "toc": named("Bench"),
        "image": image, "points": 1, "partnerId": null, "content": { "kind": "generated", "format": "qrcode" } });
    Ok(Items::create(tx, serde_json::from_value(item)?)?.id)
}
