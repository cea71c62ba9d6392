//! The effect of a backup on requests, and the time of a restore: `tools/bench-backup`.
//!
//! Fills a demo folder until its database has a gigabyte, or reuses a filled one. Members pay and read their points
//! all the while: first alone, then beside `kapok backup`. Then restores the archive into an empty folder and replays
//! its ledger. A backup that adds more than 50 ms to the 99th percentile, or a restore and replay of more than a
//! minute, is marked, and sets the exit code.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (80000), `BENCH_TRANSACTIONS` (800000),
//! `BENCH_CONNECTIONS` (8), `BENCH_FOLDER` (a folder to fill or reuse; default: a scratch folder).

mod fill;
mod support;

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use support::{Sender, Server, Times, setting};

const ADDED_LIMIT: Duration = Duration::from_millis(50);
const BACK_LIMIT: Duration = Duration::from_secs(60);
/// The time for which requests are measured without a backup.
const ALONE: Duration = Duration::from_secs(20);
/// Time between two requests of a member: people are slower than a program.
const PAUSE: Duration = Duration::from_millis(10);

/// Members who pay and read, until `over`.
fn calls(server: &Server<&Path>, senders: &[Sender], keys: &AtomicU64, over: impl Fn() -> bool + Sync) -> Times {
    support::drive(server.address, senders.len(), over, |connection, worker| {
        let sender = &senders[worker];
        let number = keys.fetch_add(1, Ordering::Relaxed);
        if number.is_multiple_of(2) {
            sender.pay(connection, &format!("backup-{}-{number}", std::process::id()));
        } else {
            sender.look(connection, "/api/auth/getUserInfo");
        }
        // The pause is not part of a request's time: the next request begins after it.
        Some(PAUSE)
    })
}

/// Runs a command of the binary to its end; returns how long it took.
fn timed(binary: &str, arguments: &[&str], folder: &Path) -> Duration {
    let began = Instant::now();
    let done = Command::new(binary).args(arguments).arg("--data-dir").arg(folder).output().expect("the command runs");
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    began.elapsed()
}

fn main() {
    let Some(binary) = support::binary() else { return };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = fill::place(&scratch);
    fill::folder(&binary, &folder, fill::Size::asked(80_000, 800_000));
    let size = folder.join("kapok.db").metadata().expect("a database").len();
    println!("{:<44}{:>9.2} GB", "database", size as f64 / 1e9);

    let server = Server::start(&binary, folder.as_path(), &[], &[]);
    let connections = usize::try_from(setting("BENCH_CONNECTIONS", 8).max(1)).expect("a number of connections");
    let senders = Sender::sign_in(server.address, connections);
    let keys = AtomicU64::new(0);
    let began = Instant::now();
    let alone = calls(&server, &senders, &keys, || began.elapsed() > ALONE);
    println!("{:<44}{}", "calls of members, nothing beside them", alone.told());
    let archive = scratch.path().join("kapok.tar.zst");
    let text = archive.to_str().expect("a path of text");
    let (beside, backup) = std::thread::scope(|scope| {
        let backup = scope.spawn(|| timed(&binary, &["backup", text], &folder));
        (calls(&server, &senders, &keys, || backup.is_finished()), backup.join().expect("a backup"))
    });
    println!("{:<44}{}", "calls of members, beside a backup", beside.told());
    println!("{:<44}{:>9.1} s", "backup, written and verified", backup.as_secs_f64());
    server.stop();

    let back = scratch.path().join("back");
    let restored = timed(&binary, &["restore", text], &back);
    println!("{:<44}{:>9.1} s", "restore into an empty folder", restored.as_secs_f64());
    let replayed = timed(&binary, &["verify"], &back);
    println!("{:<44}{:>9.1} s", "replay of its books", replayed.as_secs_f64());

    let added = beside.at(0.99).saturating_sub(alone.at(0.99));
    let mut missed = 0;
    for (what, is, most) in
        [("added to the 99th percentile", added, ADDED_LIMIT), ("read back", restored + replayed, BACK_LIMIT)]
    {
        let mark = if is > most { "  over" } else { "" };
        println!("{what:<44}{is:>12.1?} of {most:?}{mark}");
        missed += i32::from(is > most);
    }
    std::process::exit(missed.min(1));
}
