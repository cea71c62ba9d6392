//! One measurement: a call, a number of connections, a time.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use kapok::base::clock::Clock;

use crate::calls::{Call, Plan, Stream};
use crate::client::{self, Driven};
use crate::folder::Filled;
use crate::machine::{self, Usage};
use crate::support::{Connection, PASSWORD, Server};

/// Load before each measurement, so that pages and statements are in memory.
const WARMING: Duration = Duration::from_secs(1);
/// How much of a core others may use in a measurement that counts.
pub const QUIET: f64 = 0.1;

/// What was measured.
pub struct Figure {
    pub rate: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    /// Processor time of the server for each call, in microseconds.
    pub cpu_us: f64,
    /// The same by kind of thread.
    pub threads: Vec<(String, f64)>,
    pub resident_mb: f64,
    /// How much of a core other processes used meanwhile.
    pub others: f64,
}

impl Figure {
    fn of(driven: &Driven, before: &Usage, after: &Usage, resident_mb: f64) -> Self {
        let calls = driven.times_us.len().max(1) as f64;
        Self {
            rate: driven.rate(),
            p50_ms: driven.at_ms(0.5),
            p99_ms: driven.at_ms(0.99),
            cpu_us: (after.server - before.server) / calls * 1e6,
            threads: after.threads(before).into_iter().map(|(name, used)| (name, used / calls * 1e6)).collect(),
            resident_mb,
            others: after.others(before, driven.seconds),
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.others <= QUIET
    }

    /// One line for a person who waits.
    pub fn told(&self) -> String {
        let Self { rate, p50_ms, p99_ms, cpu_us, threads, resident_mb, others } = self;
        let of = |(name, used): &(String, f64)| format!("{name} {used:.0}");
        let parts: Vec<String> = threads.iter().filter(|(_, used)| *used >= 0.5).map(of).collect();
        let mark = if self.is_quiet() { "" } else { "  NOT QUIET" };
        format!(
            "{rate:>8.0}/s  p50 {p50_ms:>6.2}  p99 {p99_ms:>6.2} ms  CPU {cpu_us:>5.1} µs ({})  {resident_mb:.0} MB  \
             others {others:.2}{mark}",
            parts.join(", ")
        )
    }
}

/// A running server on a filled folder.
pub struct Target {
    server: Server<std::path::PathBuf>,
    filled: Rc<Filled>,
    counter: String,
    measured: u32,
}

impl Target {
    pub fn start(binary: &str, filled: Rc<Filled>) -> Self {
        let server = Server::start(binary, filled.path.clone(), &[], &[]);
        let body = format!("{{\"email\":\"merchant@kapok.example\",\"password\":\"{PASSWORD}\"}}");
        let mut connection = Connection::open(server.address).expect("a connection");
        let (status, answer) = connection.ask("POST", "/api/staff/login", &[], &body);
        assert_eq!(status, 200, "{answer}");
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        let counter = answer["token"].as_str().expect("a token").to_owned();
        Self { server, filled, counter, measured: 0 }
    }

    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Measures a call by the first `among` members of the folder.
    pub fn measure(&mut self, call: Call, connections: usize, length: Duration, among: usize) -> Figure {
        self.measured += 1;
        let now = Clock::system().now().as_millis();
        let mark = format!("b{now}-{}", self.measured);
        let plan = |part: &str| {
            let mark = format!("{mark}{part}");
            let (filled, counter) = (self.filled.clone(), self.counter.clone());
            Rc::new(Plan { call, filled, host: self.address().to_string(), counter, among, mark })
        };
        let send = |plan: Rc<Plan>, length| {
            let driven = client::drive(self.address(), connections, length, |number| Stream::new(&plan, number));
            if let Some(failure) = &driven.failure {
                panic!("{} failed: {failure}", call.name());
            }
            driven
        };
        send(plan("w"), WARMING);
        let process = self.server.id();
        let before = Usage::now(Some(process));
        let driven = send(plan("m"), length);
        let after = Usage::now(Some(process));
        Figure::of(&driven, &before, &after, machine::memory_mb(process, "VmRSS:"))
    }

    pub fn stop(self) {
        self.server.stop();
    }
}
