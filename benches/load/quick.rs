//! `tools/bench --quick CALL…`: measures the named calls in one short round, for work on them.
//!
//! Options: `--members` (100000) and `--transactions` (1000000) before the run, `--connections` (64), `--seconds` (5),
//! `--rounds` (1), `--among` so many members (all), `--rules` so many earning rules that are on (0).

use std::path::{Path, PathBuf};
use std::time::Duration;

use kapok::base::clock::Clock;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};

use crate::calls::Call;
use crate::folder;
use crate::support::rules;
use crate::target::Target;

/// The value of an option.
pub fn option(arguments: &[String], name: &str, default: u64) -> u64 {
    let place = arguments.iter().position(|argument| argument == name);
    let value = place.and_then(|place| arguments.get(place + 1));
    value.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} needs a number, not {text}")))
}

pub fn run(binary: &str, arguments: &[String]) {
    let option = |name, default| option(arguments, name, default);
    let named: Vec<Call> = arguments.iter().filter_map(|argument| Call::named(argument)).collect();
    let calls = if named.is_empty() { Call::ALL.to_vec() } else { named };
    let size = |name, usual| u32::try_from(option(name, usual)).expect("a number of 32 bits");
    let (members, transactions) = (size("--members", 100_000), size("--transactions", 1_000_000));
    let (connections, seconds) = (option("--connections", 64) as usize, option("--seconds", 5).min(600));
    let filled = folder::with(binary, members, transactions);
    let all = filled.actors.members.len();
    let among = (option("--among", all as u64) as usize).clamp(2, all);
    let rules = option("--rules", 0) as usize;
    let path = copy_with_rules(&filled.path, rules);
    let target = Target::start(binary, path, filled.actors);
    for _ in 0..option("--rounds", 1).min(100) {
        for call in &calls {
            let connections = call.most_connections().min(connections);
            let figure = target.measure(*call, connections, Duration::from_secs(seconds), among);
            println!("{:<10}{connections:>4} connections {}", call.name(), figure.told());
        }
    }
    target.stop();
}

/// A copy of a folder, so that each run begins with the same state, with so many earning rules.
fn copy_with_rules(filled: &Path, number: usize) -> PathBuf {
    let path = folder::copy(filled);
    if number == 0 {
        return path;
    }
    let opened = DataDir::existing(&path).expect("a data folder");
    let store = Store::open(&opened, Synchronous::Normal, Clock::system()).expect("a store");
    rules::add(&store, &path, number);
    store.close_blocking();
    path
}
