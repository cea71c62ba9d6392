//! The time that a simulation of an earning rule takes: `tools/bench-simulate`.
//!
//! Fills a demo folder, or reuses a filled one, and simulates a rule with a budget and caps over the purchases of 28 and of
//! 400 days, as the admin app does. Prints the number of purchases, the time until the result and the time of the
//! processor, requests for the progress included.
//!
//! Environment: `KAPOK_BIN` (default `dist/kapok`), `BENCH_MEMBERS` (300000), `BENCH_TRANSACTIONS` (3000000),
//! `BENCH_RULES` (50, the rules that are on beside the simulated one), `BENCH_FOLDER` (a folder to fill or reuse;
//! default: a scratch folder). A reused folder keeps the rules that an earlier run added to it.

mod fill;
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use kapok::base::clock::Clock;
use kapok::platform::config::Synchronous;
use kapok::platform::store::{DataDir, Store};
use serde_json::{Value, json};

use support::{Connection, Server, rules, setting};

/// The interval at which the admin app asks for the progress.
const LOOK: Duration = Duration::from_millis(500);

fn main() {
    let Some(binary) = support::binary() else { return };
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let folder = fill::place(&scratch);
    fill::folder(&binary, &folder, fill::Size::asked(300_000, 3_000_000));
    let beside = add_rules(&folder, setting("BENCH_RULES", 50));
    println!("{beside} rules are on beside the simulated one");
    let server = Server::start(&binary, folder.as_path(), &[], &[]);
    let mut desk = Desk {
        authorization: support::sign_in_owner(server.address),
        connection: Connection::open(server.address).expect("a connection"),
    };
    let made = desk.ask("POST", "/api/admin/earning-rules", &rule(), 201);
    let path = format!("/api/admin/earning-rules/{}/simulation", made["_id"].as_str().expect("an id"));
    for days in [28, 400] {
        let (began, cpu) = (Instant::now(), server.cpu_seconds());
        let mut found = desk.ask("POST", &path, &json!({ "days": days }), 200);
        while found["state"] == "running" {
            std::thread::sleep(LOOK);
            found = desk.ask("GET", &path, &Value::Null, 200);
        }
        let result = &found["result"];
        println!(
            "{days} days: {} purchases of {} members in {:.1} s, {:.1} s of the processor",
            result["purchases"],
            result["members"],
            began.elapsed().as_secs_f64(),
            server.cpu_seconds() - cpu
        );
    }
    server.stop();
}

/// Adds so many rules, unless the folder has some of an earlier run; gives their number.
fn add_rules(folder: &Path, wanted: u64) -> u64 {
    let named = "select count(*) from earning_rule_version where document ->> '$.name.en' glob 'rule [0-9]*'";
    let before: i64 = fill::look(folder, named, |row| row.get(0));
    let before = u64::try_from(before).expect("a count");
    if before == 0 && wanted > 0 {
        let opened = DataDir::existing(folder).expect("a data folder");
        let store = Store::open(&opened, Synchronous::Normal, Clock::system()).expect("a store");
        rules::add(&store, folder, usize::try_from(wanted).expect("a number of rules"));
        store.close_blocking();
        return wanted;
    }
    before
}

/// Doubles the points of all purchases. Its caps and its budget hold for some of them.
fn rule() -> Value {
    json!({ "name": { "en": "double", "zh": "双倍", "zhhk": "雙倍" }, "bonus": { "kind": "multiplier", "factor": "2" },
        "until": "2099-12-31", "caps": { "perMemberDay": 200, "perDay": 1_000_000 },
        "budget": { "unit": "points", "amount": 100_000_000 } })
}

/// An owner at the desk.
struct Desk {
    authorization: String,
    connection: Connection,
}

impl Desk {
    fn ask(&mut self, method: &str, path: &str, body: &Value, expected: u16) -> Value {
        let headers = [("authorization", self.authorization.as_str())];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, text) = self.connection.ask(method, path, &headers, &body);
        assert_eq!(status, expected, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }
}
