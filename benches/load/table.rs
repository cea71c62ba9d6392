//! `make bench`: every call at every number of connections, five rounds, PocketBase and axum in the same run, and the
//! page. An interrupted run goes on where it stopped; results of another commit do not mix with it.
//!
//! Options: `--rounds` (5), `--seconds` (5), `--transactions` for one size only, `--page` to write the page from the
//! results so far. `BENCH_FULL=1` adds 10,000,000 transactions.

use std::path::PathBuf;
use std::time::Duration;

use crate::calls::Call;
use crate::ceiling;
use crate::folder;
use crate::page;
use crate::peers::{self, Peer};
use crate::quick::option;
use crate::record::{Key, Record};
use crate::target::{Figure, Target};

const MEMBERS: u32 = 100_000;
/// The size at which the peers are measured too.
const PEERS_AT: u32 = 1_000_000;
/// A larger folder is used in place: a copy would take minutes, and a round adds little to it.
const COPIED: u32 = 2_000_000;
/// The most tries of a measurement while other work runs on the machine.
const TRIES: usize = 3;
const WRITES: [Call; 4] = [Call::Transfers, Call::Awards, Call::Purchases, Call::Scans];
const READS: [Call; 6] = [Call::Balance, Call::History, Call::Items, Call::Home, Call::Health, Call::Login];
const CONNECTIONS: [usize; 4] = [1, 16, 64, 256];

struct Run {
    record: Record,
    length: Duration,
    round: u64,
    size: u32,
}

impl Run {
    fn key(&self, who: &str, call: Call, connections: usize) -> Key {
        Key { size: self.size, who: who.to_owned(), call: call.name().to_owned(), connections }
    }

    /// Returns whether some of the wanted calls are not measured yet in this round.
    fn lacks(&self, who: &str, wanted: &[(Call, usize)]) -> bool {
        wanted.iter().any(|(call, connections)| !self.record.has(&self.key(who, *call, *connections), self.round))
    }

    /// Measures what is missing. A figure beside other work is measured again; the last try is kept with its mark.
    fn measure(&mut self, who: &str, wanted: &[(Call, usize)], of: impl Fn(Call, usize) -> Figure) {
        for (call, connections) in wanted {
            let key = self.key(who, *call, *connections);
            if self.record.has(&key, self.round) {
                continue;
            }
            let mut figure = of(*call, *connections);
            for _ in 1..TRIES {
                if figure.is_quiet() {
                    break;
                }
                figure = of(*call, *connections);
            }
            println!("{} {who:<18} {:<10}{connections:>4} {}", self.round, call.name(), figure.told());
            self.record.add(key, self.round, figure);
        }
    }

    /// One group of calls to Kapok on a folder as it was filled.
    fn kapok(&mut self, binary: &str, wanted: &[(Call, usize)]) {
        if !self.lacks("kapok", wanted) {
            return;
        }
        let filled = folder::with(binary, MEMBERS, self.size);
        let among = filled.actors.members.len();
        let path: PathBuf = if self.size <= COPIED { folder::copy(&filled.path) } else { filled.path };
        let target = Target::start(binary, path, filled.actors);
        let length = self.length;
        self.measure("kapok", wanted, |call, connections| target.measure(call, connections, length, among));
        target.stop();
    }

    fn peers(&mut self, binary: &str) {
        let length = self.length;
        let posting = [(Call::Transfers, 64)];
        if self.lacks("in process", &posting) {
            let filled = folder::with(binary, MEMBERS, self.size);
            let path = folder::copy(&filled.path);
            self.measure("in process", &posting, |_, _| ceiling::measure(&path, u64::from(MEMBERS), length));
        }
        let health = [(Call::Health, 64)];
        if self.lacks("axum", &health) {
            let hello = Peer::hello();
            self.measure("axum", &health, |call, connections| hello.measure(call, connections, length));
        }
        let mut wanted: Vec<_> = CONNECTIONS.map(|connections| (Call::Transfers, connections)).to_vec();
        wanted.push((Call::Balance, 64));
        for (who, full) in [("PocketBase full", true), ("PocketBase default", false)] {
            if self.lacks(who, &wanted) {
                let peer = Peer::pocketbase(&peers::pocketbase_folder(self.size), full);
                self.measure(who, &wanted, |call, connections| peer.measure(call, connections, length));
            }
        }
    }
}

pub fn run(binary: &str, arguments: &[String]) {
    let mut sizes = vec![100_000, PEERS_AT];
    if std::env::var("BENCH_FULL").is_ok_and(|value| value == "1") {
        sizes.push(10_000_000);
    }
    let one = option(arguments, "--transactions", 0);
    if one > 0 {
        sizes = vec![u32::try_from(one).expect("a number of 32 bits")];
    }
    let length = Duration::from_secs(option(arguments, "--seconds", 5).clamp(1, 60));
    let mut run = Run { record: Record::open(), length, round: 0, size: 0 };
    if !arguments.iter().any(|argument| argument == "--page") {
        for round in 1..=option(arguments, "--rounds", 5).min(20) {
            for size in &sizes {
                (run.round, run.size) = (round, *size);
                for call in WRITES {
                    run.kapok(binary, &CONNECTIONS.map(|connections| (call, connections)));
                }
                let reads = READS.map(|call| (call, call.most_connections().min(64)));
                run.kapok(binary, &reads);
                if *size == PEERS_AT || one > 0 {
                    run.peers(binary);
                }
            }
            page::write(&run.record, length);
        }
    }
    page::write(&run.record, length);
}
