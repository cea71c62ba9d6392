//! Fills a demo folder with years of a large programme, directly into its tables: a thousand times faster than by
//! requests, and just as consistent. `kapok verify` accepts its ledger like that of any other folder.

mod desk;
mod journal;
mod people;
mod queues;
mod rest;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kapok::base::clock::{Clock, Timestamp};
use kapok::platform::audit::{self, Actor, AuditedAction};
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use rusqlite::{Connection, OpenFlags};

use crate::support::{Server, setting};

/// The size of the data.
#[derive(Clone, Copy)]
pub struct Size {
    pub members: u32,
    pub transactions: u32,
}

impl Size {
    /// The size from the environment, or else the defaults.
    pub fn asked(members: u64, transactions: u64) -> Self {
        let number = |name, usual| u32::try_from(setting(name, usual)).expect("a number of 32 bits").max(100);
        Self { members: number("BENCH_MEMBERS", members), transactions: number("BENCH_TRANSACTIONS", transactions) }
    }
}

/// Milliseconds in a day.
pub const DAY: i64 = 86_400_000;
/// The age of the oldest transactions.
pub const PAST: i64 = 730 * DAY;

/// A random number generator with a fixed seed (linear congruential, Knuth's MMIX constants). Each run fills the same
/// programme, so that results can be compared.
pub struct Dice(u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits have a short period.
        (self.0 >> 32) ^ self.0.rotate_left(17)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound.max(1))) as u32
    }

    /// An id (UUIDv7) of a thing made at that time.
    pub fn id(&mut self, at: i64) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&(at << 16).to_be_bytes());
        bytes[6..8].copy_from_slice(&(0x7000 | (self.next() & 0xfff) as u16).to_be_bytes());
        bytes[8..].copy_from_slice(&(0x8000_0000_0000_0000 | (self.next() >> 2)).to_be_bytes());
        bytes
    }
}

/// An id as 32 hexadecimal digits, as in JSON.
pub fn hex(id: &[u8; 16]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder to fill: `BENCH_FOLDER` is kept for the next run.
pub fn place(scratch: &tempfile::TempDir) -> PathBuf {
    std::env::var_os("BENCH_FOLDER").map_or_else(|| scratch.path().join("filled"), PathBuf::from)
}

/// Creates the folder by a demo, fills it, and lets the server update its sums; reuses a folder that is filled
/// already.
pub fn folder(binary: &str, folder: &Path, size: Size) {
    if folder.join("kapok.db").exists() {
        return;
    }
    println!("filling {} members and {} transactions \u{2026}", size.members, size.transactions);
    let began = Instant::now();
    let told = |what: &str| println!("{:>6.0} s  {what}", began.elapsed().as_secs_f64());
    Server::start(binary, folder, &[], &[]).stop();
    fill(folder, size, told).expect("filled");
    trail(folder, size).expect("filled");
    told("audit trail");
    let server = Server::start(binary, folder, &[], &[]);
    let lag = "select (select max(seq) from ledger_transaction) - (select seq from ledger_day_mark)";
    while look(folder, lag, |row| row.get::<_, i64>(0)) > 0 {
        std::thread::sleep(Duration::from_millis(200));
    }
    server.stop();
    told("sums of the days");
}

/// Reads one row of a folder's database.
pub fn look<T>(folder: &Path, sql: &str, read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>) -> T {
    let database =
        Connection::open_with_flags(folder.join("kapok.db"), OpenFlags::SQLITE_OPEN_READ_ONLY).expect("opened");
    database.query_row(sql, [], read).expect("a row")
}

/// Fills a folder in which a demo was started and stopped. `say` gets progress messages.
fn fill(folder: &Path, size: Size, mut say: impl FnMut(&str)) -> rusqlite::Result<()> {
    let mut connection = Connection::open(folder.join("kapok.db"))?;
    // No rollback journal is needed: after a crash the benchmark starts with a new folder.
    connection.pragma_update(None, "journal_mode", "off")?;
    connection.pragma_update(None, "synchronous", "off")?;
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    connection.pragma_update(None, "cache_size", -2_097_152)?;
    connection.pragma_update(None, "foreign_keys", false)?;
    let tx = connection.transaction()?;
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis())
        .expect("before the end of time");
    let mut dice = Dice(88);
    let desk = desk::write(&tx, &mut dice, now, size.members)?;
    say("partners, items and campaigns");
    let people = people::write(&tx, &mut dice, now, size.members)?;
    say("members");
    let books = journal::write(&tx, &mut dice, now, size, &people, &desk)?;
    say("journal");
    books.lay_out(&tx, &people)?;
    say("postings, lots and balances");
    books.sell(&tx, &mut dice, &people, &desk)?;
    say("redemptions");
    rest::write(&tx, &mut dice, now, &people)?;
    queues::write(&tx, &mut dice, now, &people, &desk)?;
    say("inboxes, messages and sign-ins");
    tx.commit()
}

/// Transactions per audit entry.
const TRANSACTIONS_A_LINE: u32 = 100;

/// Adds staff's actions to the audit of a filled folder.
fn trail(folder: &Path, size: Size) -> anyhow::Result<()> {
    let folder = DataDir::existing(folder)?;
    let keys = folder.keyring()?;
    let store = Store::open(&folder, Synchronous::Normal, Clock::system())?;
    let lines = i64::from(size.transactions / TRANSACTIONS_A_LINE);
    for batch in 0..lines / 1000 {
        let keys = keys.clone();
        store.write_blocking(move |tx| {
            let mut dice = Dice(batch as u64);
            for line in batch * 1000..(batch + 1) * 1000 {
                let at = tx.now().as_millis() - PAST + PAST / lines * line;
                let name = ["Lam Tsz Kin", "Fong Suet Ching", "Ho Ka Yan"][dice.below(3) as usize].to_owned();
                let actor = Actor { id: [7; 16], name, role: "operator", address: [10, 0, 0, 1].into() };
                let action =
                    ["member.open", "member.adjust", "redemption.confirm", "item.update"][dice.below(4) as usize];
                let action = AuditedAction::bare(action, hex(&dice.id(at)));
                audit::record(&tx.at(Timestamp::from_millis(at)), &keys, &actor, action)?;
            }
            Ok(())
        })?;
    }
    store.close_blocking();
    Ok(())
}
