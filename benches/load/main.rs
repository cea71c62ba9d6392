//! Measures the server from the client's side: `make bench`, and `tools/bench --quick transfers balance`.
//!
//! Starts the binary on a filled folder, sends requests over loopback from this process on many connections, and reads
//! the processor time of the server from `/proc`. Members are drawn evenly from all 100,000 of the folder: a few busy
//! members would find their rows in every cache.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`).

mod calls;
mod client;
mod folder;
mod machine;
mod quick;
#[path = "../support/mod.rs"]
mod support;
mod target;

fn main() {
    let Some(binary) = support::binary() else { return };
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    quick::run(&binary, &arguments);
}
