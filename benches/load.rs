//! Measures the server as its clients meet it: `make bench`.
//!
//! Starts the release binary on a demo folder prefilled with transactions, signs members in, and
//! drives it over loopback from this process. Figures are rates on this machine at this moment;
//! compare runs of one machine only, and only when nothing else runs.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (500), `BENCH_TRANSACTIONS`
//! (100000), `BENCH_SECONDS` (5).

mod support;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{Connection, PASSWORD, Server, setting};

/// Members whose balances move: enough that they seldom meet.
const SENDERS: usize = 64;

/// One signed-in member of the load.
struct Sender {
    authorization: String,
    recipient: String,
}

fn sign_in(address: SocketAddr, email: &str) -> (String, String) {
    let body = json!({ "userIdentifier": email, "userPassword": PASSWORD }).to_string();
    let (status, text) = Connection::open(address).expect("a connection").ask("POST", "/api/auth/login", &[], &body);
    assert_eq!(status, 200, "{email}: {text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    (format!("Bearer {}", text(&answer["token"])), text(&answer["user"]["shortId"]))
}

/// Rate, median and 99th percentile of one kind of request at a number of connections.
fn drive(
    server: &Server<tempfile::TempDir>,
    connections: usize,
    seconds: u64,
    request: impl Fn(&mut Connection, usize) + Sync,
) -> String {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let cpu = server.cpu_seconds();
    let began = Instant::now();
    let mut times: Vec<u32> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..connections)
            .map(|worker| {
                let request = &request;
                scope.spawn(move || {
                    let mut connection = Connection::open(server.address).expect("a connection");
                    let mut times = Vec::new();
                    while Instant::now() < deadline {
                        let asked = Instant::now();
                        request(&mut connection, worker);
                        times.push(u32::try_from(asked.elapsed().as_micros()).unwrap_or(u32::MAX));
                    }
                    times
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    let elapsed = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| f64::from(times[((times.len() - 1) as f64 * share) as usize]) / 1000.0;
    let count = times.len() as f64;
    let cpu_us = (server.cpu_seconds() - cpu) / count * 1e6;
    format!(
        "{:>9.0}/s   p50 {:>7.2} ms   p99 {:>7.2} ms   server CPU {:>5.0} µs",
        count / elapsed,
        at(0.5),
        at(0.99),
        cpu_us
    )
}

fn main() {
    // `cargo test --all-targets` builds benches too; they run only when asked for.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let binary = std::env::var("KAPOK_BIN").unwrap_or_else(|_| "dist/kapok".to_owned());
    assert!(Path::new(&binary).exists(), "{binary} is missing: run `make release` first");
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

    let senders: Vec<Sender> = {
        let signed: Vec<_> =
            (0..SENDERS).map(|number| sign_in(server.address, &format!("member{number}@kapok.example"))).collect();
        let recipient = |number: usize| signed[(number + 1) % SENDERS].1.clone();
        (0..SENDERS)
            .map(|number| Sender { authorization: signed[number].0.clone(), recipient: recipient(number) })
            .collect()
    };
    let keys = AtomicU64::new(0);
    let transfer = |connection: &mut Connection, worker: usize| {
        let sender = &senders[worker % SENDERS];
        let key = format!("bench-{}-{}", std::process::id(), keys.fetch_add(1, Ordering::Relaxed));
        let body = format!("{{\"recipient\":\"{}\",\"amount\":1}}", sender.recipient);
        let headers = [("authorization", sender.authorization.as_str()), ("idempotency-key", key.as_str())];
        let (status, text) = connection.ask("POST", "/api/transaction/transfer", &headers, &body);
        assert_eq!(status, 200, "{text}");
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
        move |connection: &mut Connection, worker: usize| {
            let authorization = senders[worker % SENDERS].authorization.as_str();
            let (status, text) = connection.ask("GET", path, &[("authorization", authorization)], "");
            assert_eq!(status, 200, "{text}");
        }
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
