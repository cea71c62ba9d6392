//! The cost of heavy requests for other members: `tools/bench-bursts`.
//!
//! Some members pay and read their points at a steady rate: first alone, then while an operator posts a credit batch,
//! then while 32 connections request the API's page and its description as fast as they can. Prints the members'
//! request times of each, how long the batch took, and how much CPU one request for the page costs.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_CREDITS` (rows of the batch, 10000), `BENCH_SECONDS` of each
//! measurement (10).

mod support;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{Connection, PASSWORD, Sender, Server, Times, setting};

/// Members who pay and read, each over their own connection.
const MEMBERS: usize = 4;
/// Time between two requests of one member. It is far below the server's capacity, so that waiting shows.
const PACE: Duration = Duration::from_millis(5);
/// Connections that request the description of the API.
const READERS: usize = 32;

struct Bench {
    server: Server<tempfile::TempDir>,
    senders: Vec<Sender>,
    keys: AtomicU64,
}

impl Bench {
    /// Times of payments and of reads while `wanted` is set.
    fn measure(&self, wanted: &AtomicBool) -> (Times, Times) {
        let (address, over) = (self.server.address, || !wanted.load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            let paid = scope.spawn(|| {
                support::drive(address, MEMBERS, over, |connection, worker| {
                    let number = self.keys.fetch_add(1, Ordering::Relaxed);
                    self.senders[worker].pay(connection, &format!("burst-{number}"));
                    Some(PACE)
                })
            });
            let looked = support::drive(address, MEMBERS, over, |connection, worker| {
                self.senders[worker].look(connection, "/api/auth/getUserInfo");
                Some(PACE)
            });
            (paid.join().expect("payers"), looked)
        })
    }

    /// Measures latencies while `work` runs. Returns the latencies and the result of `work`.
    fn beside<T>(&self, work: impl FnOnce() -> T) -> ((Times, Times), T) {
        let wanted = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let measuring = scope.spawn(|| self.measure(&wanted));
            let done = work();
            wanted.store(false, Ordering::Relaxed);
            (measuring.join().expect("members"), done)
        })
    }

    fn connect(&self) -> Connection {
        Connection::open(self.server.address).expect("a connection")
    }

    /// Gives one point to each of that many members; returns the response time.
    fn give_credits(&self, owner: &str, rows: u64) -> Duration {
        let lines: String = (0..rows).map(|row| format!("member{row}@kapok.example,1,a burst\n")).collect();
        let key = format!("batch-{}", self.keys.fetch_add(1, Ordering::Relaxed));
        let headers = [("authorization", owner), ("idempotency-key", key.as_str()), ("content-type", "text/csv")];
        let began = Instant::now();
        let (status, answer) = self.connect().ask("POST", "/api/admin/credits?name=burst", &headers, &lines);
        assert_eq!(status, 200, "{answer}");
        began.elapsed()
    }

    /// Requests a path over [`READERS`] connections for that long; returns the number of responses.
    fn read(&self, path: &str, time: Duration) -> usize {
        let began = Instant::now();
        let answers = support::drive(
            self.server.address,
            READERS,
            || began.elapsed() > time,
            |connection, _| {
                let (status, _, _) = connection.ask_whole("GET", path, &[("accept-encoding", "gzip")], "");
                assert_eq!(status, 200);
                None
            },
        );
        answers.count()
    }
}

fn tell(what: &str, alone: &Times, beside: &Times) {
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("most", 1.0)] {
        let [before, during] = [alone, beside].map(|times| times.at(share).as_secs_f64() * 1e3);
        println!("{what:<40}{name:>5}{before:>9.2} ms{during:>9.2} ms{:>8.2} x", during / before);
    }
}

fn main() {
    let Some(binary) = support::binary() else { return };
    let (rows, time) = (setting("BENCH_CREDITS", 10_000), Duration::from_secs(setting("BENCH_SECONDS", 10)));
    let members = ["--members".to_owned(), (rows + 100).to_string()];
    let folder = tempfile::tempdir().expect("a scratch folder");
    let server = Server::start(&binary, folder, &members, &[]);
    println!("ready after {:.1} s", server.ready.as_secs_f64());
    let senders = Sender::sign_in(server.address, MEMBERS);
    let bench = Bench { server, senders, keys: AtomicU64::new(0) };
    let body = json!({ "email": "owner@kapok.example", "password": PASSWORD }).to_string();
    let (_, answer) = bench.connect().ask("POST", "/api/staff/login", &[], &body);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let owner = format!("Bearer {}", answer["token"].as_str().expect("a token"));

    // Warms up the caches.
    bench.beside(|| std::thread::sleep(Duration::from_secs(3)));
    let (alone, ()) = bench.beside(|| std::thread::sleep(time));
    println!("{:<45}{:>12}{:>12}", "", "alone", "beside it");
    let (beside, took) = bench.beside(|| bench.give_credits(&owner, rows));
    println!("{rows} credits, answered in {:.2} s", took.as_secs_f64());
    tell("a payment beside them", &alone.0, &beside.0);
    tell("a look at one's points beside them", &alone.1, &beside.1);
    for path in ["/api/docs", "/api/openapi.json"] {
        let before = bench.server.cpu_seconds();
        let calls = (0..200).fold(bench.connect(), |mut connection, _| {
            connection.ask("GET", path, &[("accept-encoding", "gzip")], "");
            connection
        });
        drop(calls);
        println!("{path}: {:.2} ms of CPU a call", (bench.server.cpu_seconds() - before) * 1e3 / 200.0);
        let (beside, answers) = bench.beside(|| bench.read(path, time));
        println!("{path}: {:.0} answers a second over {READERS} connections", answers as f64 / time.as_secs_f64());
        tell("a payment beside them", &alone.0, &beside.0);
        tell("a look at one's points beside them", &alone.1, &beside.1);
    }
    bench.server.stop();
}
