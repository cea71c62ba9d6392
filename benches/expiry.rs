//! The cost of expiring many lots for other requests: `tools/bench-expiry`.
//!
//! Fills a demo folder, or reuses a filled one. Some members pay and read their points at a steady rate: first alone,
//! then while the server takes the points of everybody else, whose lots all end. Prints the request times of both in
//! windows, and how many lots the run took in each.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (300000), `BENCH_TRANSACTIONS` (3000000),
//! `BENCH_SECONDS` of each window (30), `BENCH_WINDOWS` at most (20), `BENCH_FOLDER` (a folder to fill or reuse; its
//! lots are used up. Default: a scratch folder).

mod fill;
mod support;

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection as Database, OpenFlags};

use support::beside::{Members, during, tell};
use support::{Server, setting};

/// Members who pay and read, each over their own connection.
const MEMBERS: usize = 4;
const DAY_MS: i64 = 86_400_000;

fn main() {
    let Some(binary) = support::binary() else { return };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = fill::place(&scratch);
    fill::folder(&binary, &folder, fill::Size::asked(300_000, 3_000_000));
    let window = Duration::from_secs(setting("BENCH_SECONDS", 30));

    let server = Server::start(&binary, folder, &[], &[]);
    let members = Members::sign_in(server.address, MEMBERS);
    // Warms up the caches.
    during(Duration::from_secs(3), |wanted| members.measure(wanted));
    let alone = during(window, |wanted| members.measure(wanted));
    let folder = server.stop();

    let (lots, owners) = end_lots(&folder);
    println!("{lots} lots of {owners} members have ended");
    let server = Server::start(&binary, folder.clone(), &[], &[]);
    let members = Members::sign_in(server.address, MEMBERS);
    let (mut left, cpu) = (lots, server.cpu_seconds());
    for number in 1..=setting("BENCH_WINDOWS", 20) {
        let beside = during(window, |wanted| members.measure(wanted));
        let before = std::mem::replace(&mut left, open_lots(&folder));
        println!("window {number}: {} lots were taken, {left} are left", before - left);
        if left == before {
            break;
        }
        tell("a payment", &alone.0, &beside.0);
        tell("a look at one's points", &alone.1, &beside.1);
    }
    println!("{:.0} s of the processor, the requests included", server.cpu_seconds() - cpu);
    server.stop();
}

/// Moves the open lots of all members but those who pay to a day that is over. They were earned under the
/// policy of the demo. Returns the number of lots and of their owners.
fn end_lots(folder: &Path) -> (i64, i64) {
    let database = Database::open(folder.join("kapok.db")).expect("the database");
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed().expect("a clock").as_millis()).expect("a time");
    // Parts of one lot that a member was given may differ in their end alone.
    let ended = "update or ignore lot set expires_at_ms = ?1
         where spent = 0 and account_id in (select id from account where member_id is not null and member_id not in
             (select id from member where email like 'member_@kapok.example' or email like 'member__@kapok.example'))";
    database.execute(ended, [now - DAY_MS]).expect("lots that ended");
    let counted = "select count(*), count(distinct account_id) from lot where spent = 0 and expires_at_ms < ?1";
    database.query_row(counted, [now], |row| Ok((row.get(0)?, row.get(1)?))).expect("a count")
}

/// The lots that have ended and were not taken yet. Those from before the policy stay, because it lets them live longer.
fn open_lots(folder: &Path) -> i64 {
    let path = folder.join("kapok.db");
    let database = Database::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("the database");
    let counted = "select count(*) from lot where spent = 0 and expires_at_ms < unixepoch() * 1000";
    database.query_row(counted, [], |row| row.get(0)).expect("a count")
}
