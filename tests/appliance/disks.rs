//! Small and full disks: the WAL stays small, and a server starts, serves reads and logs the full disk once.

use std::fs;
use std::io::{PipeWriter, Read, pipe};
use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use crate::faults::{get, limit_files, page_view};
use crate::support::{Server, demo_folder, free_port, kapok};

/// A command whose process gets an error instead of a signal when a file grows too long. Its log goes into a pipe,
/// which has no size limit.
fn sturdy(kapok: &Command, log: PipeWriter) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(kapok.get_program()).args(kapok.get_args());
    command.env("KAPOK_LOG__FILTER", "error").env("KAPOK_METRICS__LISTEN", "127.0.0.1:0");
    command.stderr(log);
    command
}

#[tokio::test]
async fn a_full_disk_is_logged_once_and_is_one_state() {
    let (folder, (mut log, end)) = (demo_folder(), pipe().expect("a pipe"));
    let kapok = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::spawn(folder.path(), &mut sturdy(&kapok, end));
    assert_eq!(page_view(folder.path()).await.0, 200);
    limit_files(&server, "1");
    for _ in 0..20 {
        assert_eq!(page_view(folder.path()).await.0, 503);
        assert_eq!(get(folder.path(), "/readyz").await.0, 503);
    }
    assert_eq!(get(folder.path(), "/api/config").await.0, 200, "reads go on");
    // Room for one small change is not enough: the server would alternate between ready and full.
    limit_files(&server, "1048576");
    assert_eq!(page_view(folder.path()).await.0, 503);
    limit_files(&server, "unlimited");
    assert_eq!(page_view(folder.path()).await.0, 200);
    assert_eq!(get(folder.path(), "/readyz").await.0, 200);
    assert_eq!(server.terminate(), 0);
    let mut said = String::new();
    log.read_to_string(&mut said).expect("a log");
    assert_eq!(said.matches("the disk is full: Kapok only reads").count(), 1, "{said}");
    assert!(said.matches("a batch of changes was not committed").count() <= 1, "{said}");
}

#[tokio::test]
async fn a_server_starts_on_a_full_disk_and_reads() {
    let folder = demo_folder();
    // The server cannot write its small files either.
    for name in ["listen.part", "metrics.part"] {
        fs::create_dir(folder.path().join(name)).expect("in the way");
    }
    fs::write(folder.path().join("listen"), "127.0.0.1:1\n").expect("the mark of an earlier start");
    fs::remove_file(folder.path().join("reserve")).expect("given up when the disk got full");
    let port = free_port();
    let mut command = Command::new("sh");
    let kapok = kapok(folder.path(), &["serve", "--listen", &format!("127.0.0.1:{port}")]);
    // Enough for SQLite to open the database, but not for any change.
    command.args(["-c", "trap '' XFSZ; exec prlimit \"$@\"", "sh", "--fsize=65536:unlimited"]);
    command.arg(kapok.get_program()).args(kapok.get_args()).env("KAPOK_LOG__FILTER", "off");
    let mut server = crate::support::Running(command.spawn().expect("the server starts"));
    let at = |path: &str| format!("http://127.0.0.1:{port}{path}");
    let deadline = Instant::now() + Duration::from_secs(60);
    while Client::new().get(at("/healthz")).send().await.is_err() {
        let gone = server.0.try_wait().expect("a state").is_some();
        assert!(!gone && Instant::now() < deadline, "the server did not start");
    }
    let read = Client::new().get(at("/api/config")).send().await.expect("an answer");
    assert_eq!(read.status(), 200);
    let ready = Client::new().get(at("/readyz")).send().await.expect("an answer");
    assert_eq!(ready.status(), 503);
    assert!(ready.text().await.expect("a text").contains("disk full"));
    let change = Client::new().post(at("/api/analytics/pageview")).json(&json!({ "path": "/login" }));
    let change: Value = change.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(change["code"], "storage_full", "{change}");
    assert!(!folder.path().join("listen").exists(), "the address file of an earlier server is deleted");
}

#[test]
fn the_log_is_copied_back_when_nothing_comes_in_any_more() {
    // The server itself fills a demo's folder whose database is there and empty, as after an interrupted start.
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("demo"), "").expect("a mark");
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    let size = |name: &str| fs::metadata(folder.path().join(name)).map_or(0, |found| found.len());
    let empty = size("kapok.db");
    let mut demo = kapok(folder.path(), &["demo", "--listen", "127.0.0.1:0"]);
    let server = Server::spawn(folder.path(), &mut demo);
    assert!(size("kapok.db-wal") > 1 << 20, "the WAL holds the demo");
    let deadline = Instant::now() + Duration::from_secs(60);
    while size("kapok.db") < empty + (3 << 20) {
        assert!(Instant::now() < deadline, "the WAL was not checkpointed");
        std::thread::yield_now();
    }
    assert!(size("reserve") > 0, "a server keeps a reserve file");
    assert_eq!(server.terminate(), 0);
    assert_eq!(size("kapok.db-wal"), 0, "the WAL is emptied when the server stops");
}
