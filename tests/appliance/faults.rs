//! Faults of real machines: full disks, damaged files, an impatient systemd.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use reqwest::Client;
use serde_json::{Value, json};

use crate::support::{
    Server, address, as_text, demo_folder, expect_failure, expect_success, kapok, number, run, text, with_little_room,
};

pub async fn page_view(folder: &Path) -> (u16, Value) {
    let request = Client::new().post(format!("{}/api/analytics/pageview", address(folder)));
    let answer = request.json(&json!({ "path": "/login" })).send().await.expect("an answer");
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

pub async fn get(folder: &Path, path: &str) -> (u16, String) {
    let answer = Client::new().get(format!("{}{path}", address(folder))).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("a text"))
}

/// Limits the file size of a running server, as a disk quota does.
pub fn limit_files(server: &Server, size: &str) {
    let id = server.id().to_string();
    let limit = format!("--fsize={size}:unlimited");
    assert!(Command::new("prlimit").args(["--pid", &id, &limit]).status().expect("prlimit runs").success());
}

#[tokio::test]
async fn a_full_disk_stops_changes_until_there_is_room_and_never_reads() {
    let folder = demo_folder();
    // The shell ignores SIGXFSZ, which would otherwise end the process, and exec keeps that.
    let kapok = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(kapok.get_program()).args(kapok.get_args());
    command.env("KAPOK_LOG__FILTER", "off").env("KAPOK_METRICS__LISTEN", "");
    let server = Server::spawn(folder.path(), &mut command);
    assert_eq!(page_view(folder.path()).await.0, 200);
    let before = number(folder.path(), "select sum(views) from page_view");
    limit_files(&server, "1");
    let (status, problem) = page_view(folder.path()).await;
    assert_eq!((status, problem["code"].as_str()), (503, Some("storage_full")), "{problem}");
    let (status, why) = get(folder.path(), "/readyz").await;
    assert_eq!(status, 503);
    assert!(why.contains("disk full"), "{why}");
    assert_eq!(get(folder.path(), "/api/config").await.0, 200, "reads go on");
    assert_eq!(get(folder.path(), "/healthz").await.0, 200, "the process is healthy");
    limit_files(&server, "unlimited");
    assert_eq!(page_view(folder.path()).await.0, 200, "changes are accepted again without a restart");
    assert_eq!(get(folder.path(), "/readyz").await.0, 200);
    assert_eq!(server.terminate(), 0);
    assert_eq!(number(folder.path(), "select sum(views) from page_view"), before + 1, "refused changes were not made");
    expect_success(&run(folder.path(), &["verify"]));
}

#[test]
fn a_full_disk_is_not_called_damage_by_a_server_that_is_to_start() {
    let folder = demo_folder();
    let archive = folder.path().join("archive.tar.zst");
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["verify"], &["backup", as_text(&archive)]] {
        let tried = with_little_room(&kapok(folder.path(), arguments), 1).output().expect("runs");
        expect_failure(&tried, "the disk is full or refuses to be written; make room");
        assert!(!text(&tried.stderr).contains("damaged"), "{}", text(&tried.stderr));
    }
    let doctor = with_little_room(&kapok(folder.path(), &["doctor"]), 1).output().expect("runs");
    let said = text(&doctor.stdout);
    assert_eq!(doctor.status.code(), Some(1), "{said}");
    assert!(said.contains("PROBLEM  database") && said.contains("fix: make room"), "{said}");
    assert!(!said.contains("restore the newest"), "{said}");
    expect_success(&run(folder.path(), &["verify"]));
}

/// Overwrites the root page of a table, as a failing disk does.
fn damage(folder: &Path, table: &str) {
    let database = rusqlite::Connection::open(folder.join("kapok.db")).expect("opens");
    database.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).expect("copied back");
    let number = |query: &str| database.query_row(query, [], |row| row.get::<_, i64>(0)).expect("a number");
    let size = number("select page_size from pragma_page_size");
    let page = number(&format!("select rootpage from sqlite_schema where name = '{table}'"));
    drop(database);
    let mut file = fs::File::options().read(true).write(true).open(folder.join("kapok.db")).expect("a file");
    file.seek(SeekFrom::Start(u64::try_from((page - 1) * size).expect("a place"))).expect("a place");
    file.write_all(&vec![0xff; usize::try_from(size).expect("a size")]).expect("written");
}

#[tokio::test]
async fn a_damaged_database_is_read_and_no_longer_written() {
    let folder = demo_folder();
    damage(folder.path(), "page_view");
    let mut command = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::spawn(folder.path(), command.env("KAPOK_LOG__FILTER", "off"));
    assert_eq!(get(folder.path(), "/readyz").await.0, 200, "no read has found the damage yet");
    assert!(page_view(folder.path()).await.0 >= 500);
    let (status, problem) = page_view(folder.path()).await;
    assert_eq!((status, problem["code"].as_str()), (503, Some("storage_damaged")), "{problem}");
    let (status, why) = get(folder.path(), "/readyz").await;
    assert_eq!(status, 503);
    assert!(why.contains("damaged") && why.contains("restore"), "{why}");
    assert_eq!(get(folder.path(), "/api/config").await.0, 200, "reads go on");
    let doctor = run(folder.path(), &["doctor"]);
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert_eq!(doctor.status.code(), Some(1), "{said}");
    assert!(said.contains("PROBLEM  database") && said.contains("restore the newest backup"), "{said}");
    assert_eq!(server.terminate(), 0);
}

#[test]
fn a_request_under_way_is_answered_when_the_server_is_told_to_stop() {
    let folder = demo_folder();
    let server = Server::start(folder.path(), "serve");
    let authority = address(folder.path()).replace("http://", "");
    let mut stream = TcpStream::connect(&authority).expect("connects");
    let body = "{\"path\":\"/\"}";
    let head = format!(
        "POST /api/analytics/pageview HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut start = [0; 12];
    // The server asks for the body; from now on the request is in progress.
    stream.read_exact(&mut start).expect("an interim answer");
    assert_eq!(&start, b"HTTP/1.1 100");
    Command::new("kill").arg(server.id().to_string()).status().expect("kill runs");
    while TcpStream::connect(&authority).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(body.as_bytes()).expect("sent");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("an answer");
    assert!(rest.contains("HTTP/1.1 200"), "{rest}");
    assert_eq!(server.wait(), 0);
}

#[test]
fn a_caller_who_says_nothing_does_not_keep_the_server_from_stopping() {
    let folder = demo_folder();
    let server = Server::start(folder.path(), "serve");
    let _silent = TcpStream::connect(address(folder.path()).replace("http://", "")).expect("connects");
    assert_eq!(server.terminate(), 0);
}

#[tokio::test]
async fn a_clock_that_jumps_back_is_survived_and_told() {
    let folder = demo_folder();
    // The ledger was written with a future date, as by a clock with a flat battery.
    let future = "update ledger_transaction set created_at_ms = created_at_ms + 31536000000 \
                  where seq = (select max(seq) from ledger_transaction)";
    crate::support::sql(folder.path(), &format!("drop trigger ledger_transaction_is_never_updated; {future}"));
    let server = Server::start(folder.path(), "serve");
    assert_eq!(page_view(folder.path()).await.0, 200);
    let doctor = run(folder.path(), &["doctor", "--json"]);
    let found: Value = serde_json::from_slice(&doctor.stdout).expect("JSON");
    let clock = found["findings"].as_array().expect("a list").iter().find(|one| one["check"] == "clock");
    let clock = clock.expect("the doctor checks the clock");
    assert_eq!(clock["level"], "problem", "{clock}");
    assert!(clock["fix"].as_str().expect("a fix").contains("NTP"));
    assert_eq!(server.terminate(), 0);
}
