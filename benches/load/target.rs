//! One measurement: a server, a kind of request, a number of connections, a time.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use kapok::base::clock::Clock;

use crate::calls::{Call, Plan, Stream};
use crate::client::{self, Driven, Requests};
use crate::machine::{self, Usage};
use crate::support::Server;
use crate::support::actors::Actors;

/// Load before each measurement, so that pages and statements are in memory.
const WARMING: Duration = Duration::from_secs(1);
/// The most that other processes may use of the processor in a measurement that counts, as a part of one core.
pub const QUIET: f64 = 0.1;

/// The result of one measurement.
#[derive(Clone, Default)]
pub struct Figure {
    pub rate: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    /// Processor time of the server for each call, in microseconds.
    pub cpu_us: f64,
    /// Processor time for each call by kind of thread, in microseconds.
    pub threads: Vec<(String, f64)>,
    pub resident_mb: f64,
    /// The part of one core that other processes used during the measurement; above 1 for more than a core.
    pub others: f64,
}

impl Figure {
    pub fn of(driven: &Driven, before: &Usage, after: &Usage, resident_mb: f64) -> Self {
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

/// Measures one kind of request to a process. `streams` gets the name of a phase, for keys that differ, and the number
/// of the connection.
pub fn measure<R: Requests + 'static>(
    (address, process): (SocketAddr, u32),
    connections: usize,
    length: Duration,
    streams: impl Fn(&str, usize) -> R,
) -> Figure {
    let send = |phase: &str, length| {
        let driven = client::drive(address, connections, length, |number| streams(phase, number));
        if let Some(failure) = &driven.failure {
            panic!("a request was refused: {failure}");
        }
        driven
    };
    send("w", WARMING);
    let before = Usage::now(Some(process));
    let driven = send("m", length);
    let after = Usage::now(Some(process));
    Figure::of(&driven, &before, &after, machine::memory_mb(process, "VmRSS:"))
}

/// A text that no other measurement uses in its idempotency keys.
pub fn fresh_mark() -> String {
    format!("b{}", Clock::system().now().as_millis())
}

/// A running Kapok on a filled folder.
pub struct Target {
    server: Server<PathBuf>,
    actors: Rc<Actors>,
}

impl Target {
    pub fn start(binary: &str, folder: PathBuf, actors: Rc<Actors>) -> Self {
        let server = Server::start(binary, folder, &[], &[]);
        Self { server, actors }
    }

    /// Measures a call by the first `among` members of the folder.
    pub fn measure(&self, call: Call, connections: usize, length: Duration, among: usize) -> Figure {
        let mark = fresh_mark();
        let (address, process) = (self.server.address, self.server.id());
        measure((address, process), connections, length, |phase, number| {
            let mark = format!("{mark}{phase}");
            Stream::new(Plan { call, actors: self.actors.clone(), host: address.to_string(), among, mark }, number)
        })
    }

    pub fn stop(self) {
        self.server.stop();
    }
}
