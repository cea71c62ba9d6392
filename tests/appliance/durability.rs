//! No acknowledged transfer is lost: the server is killed under load many times, and every acknowledged transfer must
//! exist exactly once in a sound ledger.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The number of kills, unless a drill sets another (`DRILL_KILLS`).
const ROUNDS: usize = 6;
const CALLERS: usize = 8;
/// The number of acknowledged transfers that a round waits for before the kill.
const ENOUGH: usize = 60;

/// The binary that cargo built, or the one that a drill sets.
fn binary() -> String {
    std::env::var("DRILL_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_kapok").to_owned())
}

struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mark = folder.join("listen");
        let _ = std::fs::remove_file(&mark);
        let process = Command::new(binary())
            .args(["demo", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder)
            .env("KAPOK_LIMITS__ENABLED", "false")
            .env("KAPOK_LOG__FILTER", "error")
            .stdout(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut server = Self { process, address: SocketAddr::from(([127, 0, 0, 1], 0)) };
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(address) = std::fs::read_to_string(&mark).ok().and_then(|text| text.trim().parse().ok()) {
                server.address = address;
                return server;
            }
            let gone = server.process.try_wait().expect("a state").is_some();
            assert!(!gone && Instant::now() < deadline, "the server did not start");
            std::thread::yield_now();
        }
    }

    /// Sends SIGKILL, so that the server cannot finish anything.
    fn kill(mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("gone");
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().expect("a client")
}

async fn token(client: &reqwest::Client, address: SocketAddr, who: &str) -> String {
    let body = json!({ "userIdentifier": who, "userPassword": "Cotton-tree-88" });
    let answer = client.post(format!("http://{address}/api/auth/login")).json(&body).send().await.expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    answer["token"].as_str().unwrap_or_else(|| panic!("no token in {answer}")).to_owned()
}

/// The payer of a round. Two members alternate, so that neither runs out of points.
fn payer(round: usize) -> &'static str {
    ["alice@kapok.example", "bob@kapok.example"][round % 2]
}

/// The payee for the payer that a key begins with.
fn payee(key: &str) -> &'static str {
    if key.starts_with(payer(0)) { payer(1) } else { payer(0) }
}

async fn pay(client: &reqwest::Client, address: SocketAddr, token: &str, key: &str) -> Option<(u16, bool, Value)> {
    let request = client
        .post(format!("http://{address}/api/transaction/transfer"))
        .bearer_auth(token)
        .header("idempotency-key", key)
        .json(&json!({ "recipient": payee(key), "amount": 1 }));
    let answer = request.send().await.ok()?;
    let status = answer.status().as_u16();
    let replayed = answer.headers().contains_key("idempotency-replayed");
    Some((status, replayed, answer.json().await.ok()?))
}

#[test]
fn an_answered_transfer_survives_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let acknowledged: Mutex<BTreeMap<String, String>> = Mutex::default();
    let next = AtomicU64::new(0);
    let rounds = std::env::var("DRILL_KILLS").map_or(ROUNDS, |text| text.parse().expect("a number of kills"));
    for round in 0..rounds {
        if round > 0 && round % 100 == 0 {
            println!("killed {round} times so far");
        }
        let server = Server::start(folder.path());
        let address = server.address;
        let stop = AtomicBool::new(false);
        let wanted = acknowledged.lock().expect("unpoisoned").len() + ENOUGH;
        std::thread::scope(|scope| {
            let (acknowledged, next, stop) = (&acknowledged, &next, &stop);
            let token = runtime().block_on(token(&client(), address, payer(round)));
            for _ in 0..CALLERS {
                let token = token.clone();
                scope.spawn(move || {
                    runtime().block_on(async {
                        let client = client();
                        while !stop.load(Ordering::Relaxed) {
                            let key = format!("{}-{}", payer(round), next.fetch_add(1, Ordering::Relaxed));
                            // A transfer without an answer was not acknowledged.
                            let Some((status, _, body)) = pay(&client, address, &token, &key).await else { break };
                            assert_eq!(status, 200, "{body}");
                            let id = body["transactionId"].as_str().expect("an id").to_owned();
                            acknowledged.lock().expect("unpoisoned").insert(key, id);
                        }
                    });
                });
            }
            while acknowledged.lock().expect("unpoisoned").len() < wanted {
                std::thread::yield_now();
            }
            server.kill();
            stop.store(true, Ordering::Relaxed);
        });
        let verified =
            Command::new(binary()).args(["verify", "--data-dir"]).arg(folder.path()).output().expect("verify runs");
        assert!(verified.status.success(), "round {round}: {}", String::from_utf8_lossy(&verified.stderr));
    }
    let acknowledged = acknowledged.into_inner().expect("unpoisoned");
    println!("killed {rounds} times; {} acknowledged transfers are looked for", acknowledged.len());
    let server = Server::start(folder.path());
    runtime().block_on(async {
        let client = client();
        let tokens = [token(&client, server.address, payer(0)).await, token(&client, server.address, payer(1)).await];
        for (key, id) in &acknowledged {
            let token = &tokens[usize::from(key.starts_with(payer(1)))];
            let (status, replayed, body) = pay(&client, server.address, token, key).await.expect("an answer");
            assert_eq!(
                (status, replayed, body["transactionId"].as_str()),
                (200, true, Some(id.as_str())),
                "{key} was lost"
            );
        }
    });
    server.kill();
}
