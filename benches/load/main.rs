//! Measures the server from the client's side: `make bench`, and `tools/bench --quick transfers balance`.
//!
//! Starts the binary on a filled folder, sends requests over loopback from this process on many connections, and reads
//! the processor time of the server from `/proc`. Members are drawn evenly from all 100,000 of the folder: a few busy
//! members would find their rows in every cache.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_FULL=1` for 10,000,000 transactions too.

mod calls;
mod ceiling;
mod client;
mod folder;
mod machine;
mod page;
mod peers;
mod plot;
mod quick;
mod record;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod target;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [mode, address] = arguments.as_slice()
        && mode == "hello"
    {
        return peers::serve_hello(address).expect("served");
    }
    let Some(binary) = support::binary() else { return };
    if arguments.iter().any(|argument| argument == "--quick") {
        quick::run(&binary, &arguments);
    } else {
        table::run(&binary, &arguments);
    }
}
