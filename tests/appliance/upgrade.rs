//! Upgrades of the database: a backup is made before anything changes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Server, address, demo_folder, expect_failure, expect_success, number, run, sql};

/// The first release. Its schema is the oldest that can be upgraded, so it needs no fixture of an earlier one.
const FIRST_RELEASE: &str = "0.1.0";

/// The data folder of a release, from the fixture that `tools/fixture` made.
fn released(fixture: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let keys = folder.path().join("keys");
    fs::create_dir(&keys).expect("a folder");
    let text = fs::read_to_string(fixture.join("master.key.hex")).expect("a key");
    let digits = text.trim();
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal");
    fs::write(keys.join("master.key"), (0..digits.len()).step_by(2).map(byte).collect::<Vec<_>>()).expect("written");
    for (path, mode) in [(keys.clone(), 0o700), (keys.join("master.key"), 0o600)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("changed");
    }
    sql(folder.path(), &fs::read_to_string(fixture.join("kapok.sql")).expect("SQL"));
    folder
}

/// The demo as a version without the newest migration would have written it, without the tables and columns of that
/// migration. Their rows are lost: no room below reads them, and `BOOKS` counts none of them. The migration makes its
/// indexes and triggers anew.
fn without_the_newest_migration() -> tempfile::TempDir {
    let folder = demo_folder();
    let newest = number(folder.path(), "select max(version) from refinery_schema_history");
    let file = fs::read_dir("migrations").expect("a folder").flatten().map(|entry| entry.path());
    let prefix = format!("V{newest}__");
    let is_newest = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix));
    let text = fs::read_to_string(file.into_iter().find(is_newest).expect("the newest migration")).expect("SQL");
    let made = text.lines().filter_map(|line| line.strip_prefix("create table ")?.split(' ').next());
    let added = text.lines().filter_map(|line| line.strip_prefix("alter table ")?.split_once(" add column "));
    let column = |(table, rest): (&str, &str)| {
        format!("alter table {table} drop column {};", rest.split(' ').next().expect("a column"))
    };
    let columns: String = added.map(column).collect();
    let tables: String = made.map(|table| format!("drop table {table};")).collect();
    let drops = columns + &tables;
    assert!(!drops.is_empty(), "the newest migration creates no table: undo its change here");
    sql(
        folder.path(),
        &format!("pragma foreign_keys = off; {drops} delete from refinery_schema_history where version = {newest}"),
    );
    folder
}

/// A data folder of each released version, and one without the newest migration.
fn older_folders() -> Vec<(String, tempfile::TempDir)> {
    let entries = fs::read_dir("tests/fixtures").into_iter().flatten().flatten();
    let fixtures: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    let current = Path::new("tests/fixtures").join(env!("CARGO_PKG_VERSION"));
    assert!(
        env!("CARGO_PKG_VERSION") == FIRST_RELEASE || fixtures.contains(&current),
        "this release has no fixture: docs/upgrade.md says how it gets one"
    );
    let mut folders: Vec<_> = fixtures.iter().map(|path| (path.display().to_string(), released(path))).collect();
    folders.push(("without the newest migration".to_owned(), without_the_newest_migration()));
    folders
}

const BOOKS: [&str; 4] = [
    "select count(*) from ledger_transaction",
    "select count(*) from posting",
    "select sum(balance) from account where kind = 'member'",
    "select count(*) from redemption",
];

async fn can_sign_in(folder: &Path) -> bool {
    let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": "Cotton-tree-88" });
    let request = reqwest::Client::new().post(format!("{}/api/auth/login", address(folder))).json(&body);
    request.send().await.expect("an answer").json::<Value>().await.expect("JSON")["token"].is_string()
}

#[tokio::test]
async fn an_older_database_is_upgraded_and_its_archive_leads_back() {
    for (name, folder) in older_folders() {
        let schema = |folder: &Path| number(folder, "select max(version) from refinery_schema_history");
        let counted = |folder: &Path| BOOKS.map(|query| number(folder, query));
        let (then, before) = (schema(folder.path()), counted(folder.path()));
        expect_success(&run(folder.path(), &["upgrade", "check"]));
        assert_eq!(schema(folder.path()), then, "{name}: the check changes nothing");
        let server = Server::start(folder.path(), "serve");
        assert!(can_sign_in(folder.path()).await, "{name}: passwords still work");
        assert_eq!(counted(folder.path()), before, "{name}");
        assert_eq!(server.terminate(), 0);
        expect_success(&run(folder.path(), &["verify"]));
        let now = schema(folder.path());
        let made = folder.path().join("backups").read_dir().into_iter().flatten().flatten();
        let prefix = format!("before-schema-{now}-");
        let made = made.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
        let made: Vec<_> = made.collect();
        assert_eq!(made.len(), usize::from(now > then), "{name}: one backup for an upgrade");
        for archive in made {
            let back = tempfile::tempdir().expect("a folder");
            let file = fs::File::open(archive.path()).expect("a file");
            tar::Archive::new(zstd::Decoder::new(file).expect("zstd")).unpack(back.path()).expect("unpacks");
            assert_eq!((schema(back.path()), counted(back.path())), (then, before), "{name}");
        }
    }
}

#[test]
fn an_upgrade_that_fails_changes_nothing_and_leaves_nothing_however_often_it_is_tried() {
    let folder = demo_folder();
    // The folder looks older than this version. The upgrade fails, because the tables that it would
    // create exist already.
    sql(
        folder.path(),
        "create table kept as select * from refinery_schema_history; \
         delete from refinery_schema_history where version = (select max(version) from refinery_schema_history)",
    );
    let before = number(folder.path(), "select count(*) from posting");
    // systemd restarts it like this, every two seconds.
    for _ in 0..3 {
        let output = run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
        expect_failure(&output, "the upgrade was tried on a copy and failed, so nothing was changed");
    }
    let left = folder.path().join("backups").read_dir().into_iter().flatten().count();
    assert_eq!(left, 0, "an archive for each start would fill the disk");
    let scratch = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".kapok-scratch-");
    assert!(!fs::read_dir(folder.path()).expect("a folder").flatten().any(|entry| scratch(&entry)));
    assert_eq!(number(folder.path(), "select count(*) from posting"), before);
    sql(
        folder.path(),
        "delete from refinery_schema_history; insert into refinery_schema_history select * from kept; drop table kept",
    );
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    expect_success(&run(folder.path(), &["verify"]));
}
