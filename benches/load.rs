//! Measures the server from the client's side: `make bench`.
//!
//! Starts the release binary on a demo folder prefilled with transactions, signs members in, and sends requests over
//! loopback from this process. Results are rates on this machine at this time; compare runs of one machine only, and
//! only when nothing else runs.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (500), `BENCH_TRANSACTIONS`
//! (100000), `BENCH_SECONDS` (5).

mod support;

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use support::{Connection, Sender, Server, setting};

/// Members whose balances change: enough that they seldom collide.
const SENDERS: usize = 64;

/// Rate, median and 99th percentile of one kind of request at a number of connections.
fn drive(
    server: &Server<tempfile::TempDir>,
    connections: usize,
    seconds: u64,
    request: impl Fn(&mut Connection, usize) + Sync,
) -> String {
    let cpu = server.cpu_seconds();
    let (began, long) = (Instant::now(), Duration::from_secs(seconds));
    let times = support::drive(
        server.address,
        connections,
        || began.elapsed() > long,
        |connection, worker| {
            request(connection, worker);
            None
        },
    );
    let cpu_us = (server.cpu_seconds() - cpu) / times.count() as f64 * 1e6;
    format!("{}   server CPU {cpu_us:>5.0} µs", times.told())
}

fn main() {
    let Some(binary) = support::binary() else { return };
    let (members, transactions, seconds) =
        (setting("BENCH_MEMBERS", 500), setting("BENCH_TRANSACTIONS", 100_000), setting("BENCH_SECONDS", 5));
    let members = members.max(SENDERS as u64);
    let scratch = tempfile::tempdir().expect("a scratch folder");
    println!("filling {members} members and {transactions} transactions …");
    let extra = ["--members".to_owned(), members.to_string(), "--transactions".to_owned(), transactions.to_string()];
    let filled = Server::start(&binary, scratch, &extra, &[]);
    println!("filled and ready after {:.1} s", filled.ready.as_secs_f64());
    let server = Server::start(&binary, filled.stop(), &[], &[]);
    println!("{:<34}{:>9.0} ms", "start on the filled folder", server.ready.as_secs_f64() * 1000.0);
    println!("{:<34}{:>9.1} MB", "resident memory, idle", server.resident_mb());

    let senders = Sender::sign_in(server.address, SENDERS);
    let keys = AtomicU64::new(0);
    let transfer = |connection: &mut Connection, worker: usize| {
        let key = format!("bench-{}-{}", std::process::id(), keys.fetch_add(1, Ordering::Relaxed));
        senders[worker % SENDERS].pay(connection, &key);
    };
    for connections in [1, 16, 64, 256] {
        println!(
            "{:<34}{}",
            format!("durable transfers, {connections} connections"),
            drive(&server, connections, seconds, transfer)
        );
    }
    let read = |path: &'static str| {
        let senders = &senders;
        move |connection: &mut Connection, worker: usize| senders[worker % SENDERS].look(connection, path)
    };
    for connections in [1, 64] {
        println!(
            "{:<34}{}",
            format!("balance reads, {connections} connections"),
            drive(&server, connections, seconds, read("/api/auth/getUserInfo"))
        );
    }
    println!(
        "{:<34}{}",
        "last 20 movements, 64 connections",
        drive(&server, 64, seconds, read("/api/transaction/listMyTransactions?limit=20"))
    );
    println!("{:<34}{:>9.1} MB", "resident memory, after the load", server.resident_mb());
    let folder = server.stop();
    let verified =
        Command::new(&binary).args(["verify", "--data-dir"]).arg(folder.path()).output().expect("verify runs");
    print!("{}", String::from_utf8_lossy(&verified.stdout));
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
