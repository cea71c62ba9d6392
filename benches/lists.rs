//! How long the desk's lists take at the size that Kapok is made for: `tools/bench-lists`.
//!
//! Fills a demo folder, or goes on with a filled one, and asks each list over loopback as the console does: its first
//! page, the pages after it, and each filter. A list that takes longer than 150 ms at the 95th percentile, or a start
//! that takes longer than a second, is marked, and the exit code says so.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (1000000), `BENCH_TRANSACTIONS` (10000000),
//! `BENCH_ROUNDS` (20), `BENCH_FOLDER` (a folder to fill or go on with; a scratch one without).

mod support;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{Connection, PASSWORD, Server, setting};

const LIMIT: Duration = Duration::from_millis(150);
const START_LIMIT: Duration = Duration::from_secs(1);

/// Lists and their filters, as the console sends them.
const LISTS: &[&str] = &[
    "members",
    "members?sort=oldest",
    "members?sort=name",
    "members?status=active",
    "members?status=suspended",
    "members?q=member50",
    "members?q=m",
    "members?q=member",
    "members?q=chan",
    "members?q=c&sort=name",
    "members?q=5012",
    "members?q=5&status=active",
    "members?q=nobody-is-called-so",
    "members?from=2026-01-01&to=2026-01-31",
    "transactions",
    "transactions?sort=oldest",
    "transactions?type=Earn",
    "transactions?type=Transfer",
    "transactions?type=Campaign",
    "transactions?type=Nonsense",
    "transactions?q=member7%40kapok.example",
    "transactions?q=nobody%40kapok.example",
    "transactions?type=Earn&q=member7%40kapok.example",
    "transactions?type=Expiry&q=member7%40kapok.example",
    "transactions?from=2026-06-01&to=2026-06-30",
    "transactions?type=Earn&from=2026-06-01&to=2026-06-30",
    "transactions?type=Reversal&from=2026-06-01",
    "redemptions",
    "redemptions?status=processing",
    "redemptions?status=rejected&sort=oldest",
    "redemptions?type=coupon",
    "redemptions?q=member7%40kapok.example",
    "articles",
    "articles?q=tree&state=published&sort=updated",
    "partners",
    "partners?q=ferry&sort=name",
    "items",
    "items?q=tea&state=published",
    "campaigns",
    "notifications",
    "credits",
    "uploads",
    "messages",
    "webhooks",
    "staff",
    "api-keys",
    "audit",
    "reports/summary",
    "reports/liability",
    "reports/partners",
];

fn main() {
    // `cargo test --all-targets` builds benches too; they run only when asked for.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let binary = std::env::var("KAPOK_BIN").unwrap_or_else(|_| "dist/kapok".to_owned());
    assert!(Path::new(&binary).exists(), "{binary} is missing: run `make release` first");
    let rounds = setting("BENCH_ROUNDS", 20).max(1);
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = std::env::var_os("BENCH_FOLDER").map_or_else(|| scratch.path().to_owned(), PathBuf::from);
    if !folder.join("kapok.db").exists() {
        let (members, transactions) = (setting("BENCH_MEMBERS", 1_000_000), setting("BENCH_TRANSACTIONS", 10_000_000));
        println!("filling {members} members and {transactions} transactions \u{2026}");
        let extra =
            ["--members".to_owned(), members.to_string(), "--transactions".to_owned(), transactions.to_string()];
        let filled = Server::start(&binary, folder.as_path(), &extra);
        println!("filled after {:.0} s", filled.ready.as_secs_f64());
        filled.stop();
    }
    let server = Server::start(&binary, folder.as_path(), &[]);
    let mut late = server.ready > START_LIMIT;
    println!("{:<62}{:>7} ms{}", "start, from the command to ready", server.ready.as_millis(), mark(late));
    let token = sign_in(&server);
    println!("{:<62}{:>10}{:>10}{:>10}", "", "p50", "p95", "most");
    for list in LISTS {
        let times = measure(&server, &token, list, rounds);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let slow = at(0.95) > LIMIT;
        late |= slow;
        println!(
            "{list:<62}{:>7} ms{:>7} ms{:>7} ms{}",
            at(0.5).as_millis(),
            at(0.95).as_millis(),
            at(1.0).as_millis(),
            mark(slow)
        );
    }
    println!("{:<62}{:>7.0} MB", "resident memory", server.resident_mb());
    println!("{:<62}{:>7.1} s", "time of the processor in the server", server.cpu_seconds());
    server.stop();
    std::process::exit(i32::from(late));
}

fn mark(late: bool) -> &'static str {
    if late { "  TOO LONG" } else { "" }
}

fn sign_in(server: &Server<&Path>) -> String {
    let body = json!({ "email": "owner@kapok.example", "password": PASSWORD }).to_string();
    let mut connection = Connection::open(server.address).expect("a connection");
    let (status, text) = connection.ask("POST", "/api/staff/login", &[], &body);
    assert_eq!(status, 200, "{text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    format!("Bearer {}", answer["token"].as_str().expect("a token"))
}

/// Pages of a list one after another, from its first one on, as often as wanted; the times in order.
fn measure(server: &Server<&Path>, token: &str, list: &str, rounds: u64) -> Vec<Duration> {
    let mut connection = Connection::open(server.address).expect("a connection");
    let first = format!("/api/admin/{list}{}limit=100", if list.contains('?') { '&' } else { '?' });
    let first = if list.starts_with("reports/") { format!("/api/admin/{list}") } else { first };
    let (mut times, mut path) = (Vec::new(), first.clone());
    for _ in 0..rounds {
        let began = Instant::now();
        let (status, head, text) = connection.ask_whole("GET", &path, &[("authorization", token)], "");
        times.push(began.elapsed());
        assert_eq!(status, 200, "{path}: {text}");
        let next = head.lines().find_map(|line| line.strip_prefix("link: <")?.split('>').next());
        path = next.map_or_else(|| first.clone(), str::to_owned);
    }
    times.sort_unstable();
    times
}
