//! Backups: made beside a running server, refused if they are damaged, and restored.

use std::fs;
use std::path::Path;

use kapok::ops::backup::queries::LEFT_OUT;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{
    Server, address, as_text, demo_folder, expect_failure, expect_success, kapok, mode, number, run, sql, text,
};

async fn sign_in(folder: &Path) -> (reqwest::Client, String) {
    let client = reqwest::Client::new();
    let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": "Cotton-tree-88" });
    let request = client.post(format!("{}/api/auth/login", address(folder)));
    let answer = request.json(&body).send().await.expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    (client, answer["token"].as_str().expect("a token").to_owned())
}

async fn status_with(folder: &Path, client: &reqwest::Client, token: &str) -> u16 {
    let request = client.get(format!("{}/api/auth/getUserInfo", address(folder))).bearer_auth(token);
    request.send().await.expect("an answer").status().as_u16()
}

#[tokio::test]
async fn a_backup_beside_a_running_server_comes_back_whole_and_signed_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "demo");
    let (client, token) = sign_in(folder.path()).await;
    assert_eq!(status_with(folder.path(), &client, &token).await, 200);
    let place = tempfile::tempdir().expect("a folder");
    let archive = place.path().join("kapok.tar.zst");
    let made = run(folder.path(), &["backup", as_text(&archive)]);
    assert!(expect_success(&made).contains("verified"));
    assert!(text(&made.stderr).contains("not encrypted"), "an unencrypted backup prints a warning");
    assert_eq!(mode(&archive), 0o600);
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 1, "the backup leaves only the archive");
    assert!(expect_success(&run(folder.path(), &["backup", "verify", as_text(&archive)])).contains("is sound"));
    expect_failure(&run(folder.path(), &["backup", as_text(&archive)]), "exists already");
    expect_success(&run(folder.path(), &["backup", as_text(&archive), "--replace"]));

    let fresh = tempfile::tempdir().expect("a folder");
    let restored = expect_success(&run(fresh.path(), &["restore", as_text(&archive)]));
    assert!(restored.contains("Everybody has to sign in again"), "{restored}");
    for table in ["posting", "ledger_transaction", "member", "item", "staff"] {
        let count = format!("select count(*) from {table}");
        assert_eq!(number(fresh.path(), &count), number(folder.path(), &count), "{table}");
    }
    assert_eq!(number(fresh.path(), "select count(*) from session"), 0);
    assert_eq!(number(fresh.path(), "select min(epoch) from member"), 1, "older sessions are no longer valid");
    assert_eq!(
        fs::read(fresh.path().join("keys/master.key")).ok(),
        fs::read(folder.path().join("keys/master.key")).ok()
    );
    let pictures = |folder: &Path| fs::read_dir(folder.join("media")).expect("pictures").count();
    assert_eq!(pictures(fresh.path()), pictures(folder.path()));
    assert_eq!(server.terminate(), 0);
    expect_success(&run(fresh.path(), &["verify"]));
    let _server = Server::start(fresh.path(), "serve");
    assert_eq!(status_with(fresh.path(), &client, &token).await, 401, "the old token is refused");
    let (client, token) = sign_in(fresh.path()).await;
    assert_eq!(status_with(fresh.path(), &client, &token).await, 200, "the old password still works");
}

#[test]
fn an_archive_contains_no_active_secret() {
    let folder = demo_folder();
    sql(
        folder.path(),
        "insert into one_time_code (purpose, destination, scope, code_hash, attempts_left, sent_at_ms, expires_at_ms) \
         values ('recovery', 'needle@kapok.example', randomblob(16), randomblob(32), 5, 1, 2); \
         insert into outbox_message (id, kind, channel, recipient, language, priority, subject, body, due_at_ms, \
             lapses_at_ms, created_at_ms) \
         values (randomblob(16), 'code', 'email', 'needle@kapok.example', 'en', 0, 's', 'Your code is 314159', 1, 2, 1);",
    );
    let archive = folder.path().join("a.tar.zst");
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    let unpacked = tempfile::tempdir().expect("a folder");
    tar::Archive::new(zstd::Decoder::new(fs::File::open(&archive).expect("a file")).expect("zstd"))
        .unpack(unpacked.path())
        .expect("tar and zstd read the archive");
    let bytes = fs::read(unpacked.path().join("kapok.db")).expect("a database");
    for needle in [&b"needle@kapok.example"[..], b"314159"] {
        assert!(!bytes.windows(needle.len()).any(|part| part == needle), "free pages hold it neither");
    }
    for (table, _) in LEFT_OUT {
        let left = number(unpacked.path(), &format!("select count(*) from {table}"));
        assert!(left == 0 || *table == "outbox_message", "{table} has {left} rows");
    }
}

#[test]
fn every_table_with_something_secret_in_it_is_left_out_or_kept_on_purpose() {
    // Hashes whose values only their owners know, and values that are useless without the keys.
    const KEPT: &[&str] = &[
        "api_key.secret_hash",
        "audit_entry.mac",
        "member.password_hash",
        "staff.password_hash",
        "staff_recovery_code.code_hash",
        "till.code_hash",
        "till.secret_hash",
        "till.used_code_hash",
        "webhook_endpoint.previous_secret",
        "webhook_endpoint.secret",
    ];
    let folder = demo_folder();
    let database = rusqlite::Connection::open(folder.path().join("kapok.db")).expect("opens");
    let mut statement = database
        .prepare(
            "select m.name, c.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' \
             and (c.name like '%token%' or c.name like '%secret%' or c.name like '%code_hash%' \
             or c.name like '%access_hash%' or c.name like '%challenge%' or c.name like '%password%')",
        )
        .expect("prepares");
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .expect("runs")
        .collect::<Result<Vec<_>, _>>()
        .expect("reads");
    assert!(rows.len() > 5, "{rows:?}");
    for (table, column) in rows {
        let left_out = LEFT_OUT.iter().any(|(known, _)| *known == table);
        let kept = KEPT.contains(&format!("{table}.{column}").as_str());
        assert!(left_out || kept, "decide whether {table}.{column} belongs into backups");
    }
    for (table, statement) in LEFT_OUT {
        database.execute(statement, []).unwrap_or_else(|error| panic!("{table}: {error}"));
    }
}

#[test]
fn a_damaged_or_foreign_archive_is_refused_and_changes_nothing() {
    let folder = demo_folder();
    let archive = folder.path().join("a.tar.zst");
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    let whole = fs::read(&archive).expect("bytes");
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let bad = folder.path().join("bad.tar.zst");
    for (bytes, what) in [
        (&whole[..whole.len() / 2], "cut short"),
        (&flipped[..], "one bit changed"),
        (&[&whole[..], b"tail"].concat(), "four bytes more"),
        (&[&whole[..], &whole[..]].concat(), "twice over"),
        (&b"once upon a time"[..], "no archive"),
        (&b""[..], "empty"),
    ] {
        fs::write(&bad, bytes).expect("written");
        let verdict = run(folder.path(), &["backup", "verify", as_text(&bad)]);
        expect_failure(&verdict, "is not a Kapok backup, or it is damaged");
        let fresh = tempfile::tempdir().expect("a folder");
        expect_failure(&run(fresh.path(), &["restore", as_text(&bad)]), "damaged");
        assert!(!fresh.path().join("kapok.db").exists(), "{what}");
    }
    // The frame's parameters, which no checksum covers. Some of these bits do not change the unpacked data.
    for bit in 0..16 {
        let mut changed = whole.clone();
        changed[4 + bit / 8] ^= 1 << (bit % 8);
        fs::write(&bad, changed).expect("written");
        let verdict = run(folder.path(), &["backup", "verify", as_text(&bad)]);
        assert_eq!(verdict.status.code(), Some(1), "bit {bit} of the header");
    }
    expect_failure(&run(folder.path(), &["backup", "verify", "/nowhere.tar.zst"]), "does not exist");
}

/// An archive with a harmful file name, as an attacker would make it.
fn forged(path: &Path, name: &str) {
    let manifest = json!({ "format": 1, "kapok": "0.1.0", "schema": 1, "createdAt": "2026-11-21T00:00:00.000Z",
        "files": [{ "path": name, "bytes": 1, "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" }] });
    let manifest = manifest.to_string();
    let mut archive = tar::Builder::new(zstd::Encoder::new(fs::File::create(path).expect("a file"), 1).expect("zstd"));
    for (name, bytes) in [("manifest.json", manifest.as_bytes()), (name, b"x")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        let field = &mut header.as_old_mut().name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        archive.append(&header, bytes).expect("appended");
    }
    archive.into_inner().expect("tar").finish().expect("zstd");
}

#[test]
fn an_archive_never_writes_outside_the_folder() {
    let scratch = tempfile::tempdir().expect("a folder");
    let data = scratch.path().join("data");
    for name in ["../escaped", "/tmp/kapok-escaped", "keys/../../escaped"] {
        let archive = scratch.path().join("forged.tar.zst");
        forged(&archive, name);
        expect_failure(&run(&data, &["restore", as_text(&archive)]), "is not a path below the data folder");
        assert!(!scratch.path().join("escaped").exists() && !Path::new("/tmp/kapok-escaped").exists());
    }
}

#[test]
fn an_archive_brings_nothing_that_no_backup_holds() {
    let scratch = tempfile::tempdir().expect("a folder");
    let data = scratch.path().join("data");
    fs::create_dir(&data).expect("a folder");
    fs::write(data.join("config.toml"), "listen = \"127.0.0.1:8080\"\n").expect("written");
    for name in ["config.toml", "lock", "reserve", "listen", "kapok.db-wal", "backups/kapok.tar.zst", "keys"] {
        let archive = scratch.path().join("forged.tar.zst");
        forged(&archive, name);
        expect_failure(&run(&data, &["restore", as_text(&archive)]), &format!("{name} belongs into no backup"));
        expect_failure(&run(&data, &["backup", "verify", as_text(&archive)]), "belongs into no backup");
    }
    let kept = fs::read_to_string(data.join("config.toml")).expect("the operator's own");
    assert_eq!(kept, "listen = \"127.0.0.1:8080\"\n");
}

#[test]
fn what_a_killed_backup_left_behind_goes_at_the_next_start_or_backup() {
    let folder = demo_folder();
    let left = |name: &str| {
        let path = folder.path().join(format!(".kapok-scratch-{name}"));
        fs::create_dir(&path).expect("a folder");
        fs::write(path.join("kapok.db"), "everybody's data").expect("written");
        path
    };
    let (abandoned, in_use) = (left("abandoned"), left("in-use"));
    let lock = fs::File::open(&in_use).expect("a folder");
    lock.lock().expect("locked as a backup under way");
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    assert!(!abandoned.exists() && in_use.join("kapok.db").exists());
    drop(lock);
    let archive = folder.path().join("a.tar.zst");
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    assert!(!in_use.exists());
}

#[test]
fn an_encrypted_backup_opens_with_its_identity_alone() {
    use age::secrecy::ExposeSecret;
    let folder = demo_folder();
    let (ours, other) = (age::x25519::Identity::generate(), age::x25519::Identity::generate());
    let identity = |key: &age::x25519::Identity, name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("# kept offline\n{}\n", key.to_string().expose_secret())).expect("written");
        path
    };
    let (right, wrong) = (identity(&ours, "right.txt"), identity(&other, "wrong.txt"));
    let place = tempfile::tempdir().expect("a folder");
    let archive = place.path().join("a.tar.zst.age");
    let recipient = ours.to_public().to_string();
    let made = kapok(folder.path(), &["backup", as_text(&archive)])
        .env("KAPOK_BACKUP__RECIPIENT", &recipient)
        .output()
        .expect("runs");
    expect_success(&made);
    assert!(!text(&made.stderr).contains("warning"));
    assert!(fs::read(&archive).expect("bytes").starts_with(b"age-encryption.org/v1"));
    // The folder's time changes with every new file, even one that is deleted again.
    let changed = || fs::metadata(place.path()).expect("a folder").modified().expect("a time");
    let before = changed();
    let verify = |more: &[&str]| run(folder.path(), &[&["backup", "verify", as_text(&archive)], more].concat());
    expect_failure(&verify(&["--identity", as_text(&wrong)]), "does not open with that identity");
    expect_failure(&verify(&["--identity", "/nowhere"]), "/nowhere cannot be used");
    expect_success(&verify(&["--identity", as_text(&right)]));
    assert_eq!(changed(), before, "verify writes no plain data beside encrypted archives");
    expect_failure(&verify(&[]), "is encrypted");
    let whole = fs::read(&archive).expect("bytes");
    let longer = place.path().join("longer.tar.zst.age");
    fs::write(&longer, [&whole[..], b"tail"].concat()).expect("written");
    let verdict = run(folder.path(), &["backup", "verify", as_text(&longer), "--identity", as_text(&right)]);
    expect_failure(&verdict, "is not a Kapok backup, or it is damaged");
    let fresh = tempfile::tempdir().expect("a folder");
    expect_success(&run(fresh.path(), &["restore", as_text(&archive), "--identity", as_text(&right)]));
    expect_success(&run(fresh.path(), &["verify"]));
    let nobody = run(folder.path(), &["backup", "b.age", "--recipient", "age1nobody"]);
    expect_failure(&nobody, "is not an age recipient");
}

/// Has Alice buy and open the demo's first coupon.
async fn open_a_coupon(folder: &Path) {
    let (client, token) = sign_in(folder).await;
    let call = |method, path: &str| client.request(method, format!("{}{path}", address(folder))).bearer_auth(&token);
    let items: Value =
        call(Method::GET, "/api/redeem/list").send().await.expect("an answer").json().await.expect("JSON");
    let coupon = items.as_array().expect("a list").iter().find(|item| item["type"] == "coupon").expect("a coupon");
    let purchase = call(Method::POST, &format!("/api/redeem/purchase/{}", coupon["_id"].as_str().expect("an id")));
    let bought = purchase.header("idempotency-key", "restored-coupon").json(&json!({ "quantity": 1 }));
    let bought: Value = bought.send().await.expect("an answer").json().await.expect("JSON");
    let id = bought["redemption"]["_id"].as_str().unwrap_or_else(|| panic!("{bought}"));
    let opened = call(Method::POST, &format!("/api/redeem/use/{id}")).json(&json!({})).send().await.expect("an answer");
    assert_eq!(opened.status(), 200);
}

#[tokio::test]
async fn a_restore_refuses_a_folder_in_use_or_not_empty_and_moves_aside_what_it_replaces() {
    let folder = demo_folder();
    let place = tempfile::tempdir().expect("a folder");
    let archive = place.path().join("a.tar.zst");
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    let before = number(folder.path(), "select count(*) from posting");
    let server = Server::start(folder.path(), "demo");
    for more in [&[][..], &["--force"]] {
        let refused = run(folder.path(), &[&["restore", as_text(&archive)], more].concat());
        expect_failure(&refused, "in use by another Kapok server");
    }
    open_a_coupon(folder.path()).await;
    assert_eq!(server.terminate(), 0);
    expect_failure(&run(folder.path(), &["restore", as_text(&archive)]), "is not empty");
    let stranger = tempfile::tempdir().expect("a folder");
    fs::write(stranger.path().join("thesis.txt"), "all my work").expect("written");
    let refused = run(stranger.path(), &["restore", as_text(&archive), "--force"]);
    expect_failure(&refused, "is no data folder of Kapok");

    let said = expect_success(&run(folder.path(), &["restore", as_text(&archive), "--force"]));
    // Such a coupon is unbought or unused again after the restore, so the operator must be told.
    assert!(said.contains("Coupons opened since the backup") && said.contains("member "), "{said}");
    assert_eq!(number(folder.path(), "select count(*) from posting"), before);
    let aside = fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with("replaced-"))
        .expect("the replaced data is kept");
    assert!(number(&aside.path(), "select count(*) from posting") > before);
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
}

#[test]
fn a_restore_that_was_cut_short_is_noticed_and_can_be_done_again() {
    let folder = demo_folder();
    let place = tempfile::tempdir().expect("a folder");
    let archive = place.path().join("a.tar.zst");
    expect_success(&run(folder.path(), &["backup", as_text(&archive)]));
    // The state after a power cut between the two moves.
    fs::write(folder.path().join("restore-under-way"), "").expect("written");
    fs::remove_file(folder.path().join("kapok.db")).expect("moved away");
    fs::remove_dir_all(folder.path().join("keys")).expect("moved away");
    expect_failure(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), "was cut short");
    expect_success(&run(folder.path(), &["restore", as_text(&archive), "--force"]));
    expect_success(&run(folder.path(), &["verify"]));
}

#[test]
fn a_backup_of_a_wrong_ledger_is_refused() {
    let folder = demo_folder();
    sql(folder.path(), "update account set balance = balance + 1 where kind = 'member'");
    let archive = folder.path().join("a.tar.zst");
    expect_failure(&run(folder.path(), &["backup", as_text(&archive)]), "the books are wrong");
    assert!(!archive.exists());
}

#[test]
fn the_server_makes_a_backup_by_itself_when_one_is_due() {
    let folder = demo_folder();
    let key = fs::File::open(folder.path().join("keys/master.key")).expect("a key");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3 * 86_400);
    key.set_modified(long_ago).expect("an older folder");
    let place = folder.path().join("backups");
    fs::create_dir(&place).expect("a folder");
    fs::write(place.join("kapok-20200101T000000Z.tar.zst"), "old").expect("written");
    fs::write(place.join("by-hand.tar.zst"), "kept").expect("written");
    let mut command = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::spawn(folder.path(), command.env("KAPOK_BACKUP__KEEP", "1"));
    let made = || {
        let names = fs::read_dir(&place).expect("a folder").flatten().map(|entry| entry.file_name());
        names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.starts_with("kapok-")).collect()
    };
    let names: Vec<String> = loop {
        let names: Vec<String> = made();
        if names.iter().all(|name| !name.contains("20200101")) {
            break names;
        }
        std::thread::yield_now();
    };
    assert_eq!(names.len(), 1, "the old backup is deleted after the new one is verified: {names:?}");
    assert!(place.join("by-hand.tar.zst").exists());
    expect_success(&run(folder.path(), &["backup", "verify", as_text(&place.join(&names[0]))]));
    assert_eq!(server.terminate(), 0);
}
