//! The command line as an operator uses it: the built binary, real folders, real exit codes.

use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn kapok(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kapok"));
    command.args(arguments).arg("--data-dir").arg(folder).current_dir(folder).stdin(Stdio::null());
    command.env("KAPOK_LOG__FILTER", "error").env("KAPOK_METRICS__LISTEN", "");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    kapok(folder, arguments).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Fails the test unless the command fails with one sentence that contains `expected`.
#[track_caller]
fn expect_failure(output: &Output, expected: &str) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(expected), "{expected:?} is not in {said:?}");
    assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{said}");
    // Asserts that a text is one sentence, perhaps with an indented list below it.
    assert!(said.trim().lines().skip(1).all(|line| line.starts_with("  ")), "one sentence: {said}");
}

struct Server(Child);

impl Server {
    fn start(folder: &Path, verb: &str) -> Self {
        let child = kapok(folder, &[verb, "--listen", "127.0.0.1:0"])
            .env("KAPOK_LOG__FILTER", "warn")
            .stdout(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut server = Self(child);
        while !folder.join("listen").exists() {
            assert!(server.0.try_wait().expect("a state").is_none(), "the server stopped at its start");
            std::thread::yield_now();
        }
        server
    }

    fn terminate(mut self) -> i32 {
        Command::new("kill").arg(self.0.id().to_string()).status().expect("kill runs");
        self.0.wait().expect("an end").code().expect("a code")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has ended already after `terminate`.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_server_is_healthy_until_it_is_told_to_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    expect_failure(&run(folder.path(), &["healthcheck"]), "holds no Kapok database");
    let server = Server::start(folder.path(), "serve");
    assert!(run(folder.path(), &["healthcheck"]).status.success());
    assert!(text(&run(folder.path(), &["verify"]).stdout).contains("sound"));
    // The port comes from the server's command line.
    let (address, person) =
        (std::fs::read_to_string(folder.path().join("listen")).expect("an address"), "ming@staff.example");
    let port = address.trim().rsplit(':').next().expect("a port");
    let invited = run(folder.path(), &["admin", "invite", "--email", person, "--name", "Ming", "--role", "editor"]);
    let told = text(&invited.stdout);
    assert!(told.contains(&format!("http://localhost:{port}/admin/accept/")), "{told} {}", text(&invited.stderr));
    expect_failure(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), "in use by another Kapok server");
    assert_eq!(server.terminate(), 0);
    expect_failure(&run(folder.path(), &["healthcheck"]), "no server is running");
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("config.toml");
    for (content, expected) in [
        ("listne = \"127.0.0.1:1\"", "listne"),
        ("[store]\nsynchronous = \"maybe\"", "store.synchronous"),
        ("this is not toml", "not valid TOML"),
        ("\u{0}\u{1}\u{2}", "not valid TOML"),
        ("listen = \"0.0.0.0:80\"", "public_url is needed"),
        ("public_url = \"https://points.example.hk\"\n[captcha]\nprovider = \"none\"", "captcha.provider"),
        ("public_url = \"ftp://points.example.hk\"", "public_url"),
        ("force = [\"limits.enabled\", \"limits.enabeld\"]", "limits.enabeld"),
        ("[limits]\nsource_scale = 0", "limits.source_scale"),
        ("[email]\ntimeout_s = 0", "email.timeout_s"),
        ("[email]\nusername = \"kapok\"", "email.username"),
        ("[offsite]\nkeep = 0", "offsite.keep"),
        ("listen = \"localhost:8080\"", "such as 127.0.0.1:8080"),
        ("[admin]\nlisten = \"127.0.0.1:8080\"", "admin.listen is 127.0.0.1:8080, and so is listen"),
    ] {
        std::fs::write(&settings, content).expect("written");
        expect_failure(&run(folder.path(), &["config", "check"]), expected);
        expect_failure(&run(folder.path(), &["serve"]), expected);
    }
    std::fs::write(&settings, "").expect("written");
    let odd = kapok(folder.path(), &["config", "check"]).env("KAPOK_LOG__FILTER", "=====").output().expect("runs");
    expect_failure(&odd, "log.filter");
    std::fs::write(&settings, [0xff, 0xfe]).expect("written");
    expect_failure(&run(folder.path(), &["config", "check"]), "cannot be read");
    std::fs::remove_file(&settings).expect("removed");
    let missing = run(folder.path(), &["config", "check", "--config", "nowhere.toml"]);
    expect_failure(&missing, "nowhere.toml does not exist");
    let odd = kapok(folder.path(), &["config", "check"]).env("KAPOK_TYPO", "1").output().expect("runs");
    expect_failure(&odd, "KAPOK_TYPO");
    for (forced, known) in
        [("nonsense", false), ("limits", false), ("limits.enabled,nope.nope", false), ("sms.transport", true)]
    {
        let checked = kapok(folder.path(), &["config", "check"]).env("KAPOK_FORCE", forced).output().expect("runs");
        if known {
            assert!(checked.status.success(), "{}", text(&checked.stderr));
        } else {
            expect_failure(&checked, &format!("«{}»", forced.rsplit(',').next().expect("a name")));
        }
    }
}

#[test]
fn every_setting_is_shown_with_its_source() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("config.toml"), "[limits]\nsource_scale = 7\n").expect("written");
    let shown = kapok(folder.path(), &["config", "show"])
        .env("KAPOK_REWARDS__WALLET_REQUIRED", "false")
        .output()
        .expect("runs");
    let shown = text(&shown.stdout);
    assert!(shown.contains("limits.source_scale = 7  # ") && shown.contains("config.toml"), "{shown}");
    assert!(shown.contains("rewards.wallet_required = false  # environment"), "{shown}");
    assert!(shown.contains("store.synchronous = \"full\"  # default"), "{shown}");
}

#[test]
fn files_that_are_not_ours_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("kapok.db");
    let foreign = rusqlite::Connection::open(&database).expect("a file");
    foreign
        .execute_batch("create table songs (title text); insert into songs values ('Under the Lion Rock')")
        .expect("filled");
    drop(foreign);
    std::fs::create_dir(folder.path().join("keys")).expect("a folder");
    std::fs::write(folder.path().join("keys/master.key"), (0..32).collect::<Vec<u8>>()).expect("a key");
    let before = std::fs::read(&database).expect("bytes");
    expect_failure(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), "another program");
    expect_failure(&run(folder.path(), &["verify"]), "another program");
    assert_eq!(std::fs::read(&database).expect("bytes"), before, "not a byte was changed");
    std::fs::write(&database, b"once upon a time there was no database in this file, only a story".repeat(50))
        .expect("written");
    expect_failure(
        &run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]),
        "not a Kapok database, or it is damaged",
    );
}

#[test]
fn a_database_of_a_newer_version_is_refused_with_a_way_back() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    let database = rusqlite::Connection::open(folder.path().join("kapok.db")).expect("opens");
    database
        .execute_batch("insert into refinery_schema_history (version, name, applied_on, checksum) values (9999, 'future', '', '0')")
        .expect("written");
    drop(database);
    let refused = run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    expect_failure(&refused, "newer Kapok");
    expect_failure(&refused, "start that version again");
    expect_failure(&refused, "restore the backup");
}

#[test]
fn a_database_from_before_the_first_release_is_refused_with_the_way_to_move_it() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    let database = rusqlite::Connection::open(folder.path().join("kapok.db")).expect("opens");
    database
        .execute_batch(
            "delete from refinery_schema_history;
             insert into refinery_schema_history (version, name, applied_on, checksum)
                values (1, 'store', '', '0'), (180, 'text_copy', '', '0')",
        )
        .expect("written");
    drop(database);
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["upgrade", "check"]] {
        let refused = run(folder.path(), arguments);
        expect_failure(&refused, "before the first release (schema 180)");
        expect_failure(&refused, "kapok export");
        expect_failure(&refused, "kapok import");
    }
}

#[test]
fn a_missing_or_worthless_key_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Server::start(folder.path(), "serve").terminate(), 0);
    let key = folder.path().join("keys/master.key");
    std::fs::write(&key, [7; 32]).expect("written");
    expect_failure(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), "not a master key");
    std::fs::remove_file(&key).expect("removed");
    expect_failure(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), "master.key is missing");
}

#[test]
fn an_occupied_port_and_an_impossible_folder_are_one_sentence_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    expect_failure(&run(folder.path(), &["serve", "--listen", &address]), "cannot listen on");
    let file = folder.path().join("file");
    std::fs::File::create(&file).expect("a file").write_all(b"x").expect("written");
    let below_a_file = Command::new(env!("CARGO_BIN_EXE_kapok"))
        .args(["serve", "--data-dir"])
        .arg(file.join("data"))
        .output()
        .expect("runs");
    expect_failure(&below_a_file, "cannot be created or written");
}

#[test]
fn the_data_folder_is_closed_to_other_users() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Server::start_in(&data);
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for file in ["kapok.db", "keys/master.key", "listen", "lock"] {
        assert_eq!(mode(&data.join(file)), 0o600, "{file}");
    }
    assert_eq!(server.terminate(), 0);
}

impl Server {
    fn start_in(data: &Path) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_kapok"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data)
            .env("KAPOK_LOG__FILTER", "warn")
            .env("KAPOK_METRICS__LISTEN", "")
            .stdout(Stdio::null())
            .spawn()
            .expect("the server starts");
        let mut server = Self(child);
        while !data.join("listen").exists() {
            assert!(server.0.try_wait().expect("a state").is_none(), "the server stopped at its start");
            std::thread::yield_now();
        }
        server
    }
}

#[test]
fn an_import_that_is_not_kept_leaves_the_folder_as_it_was() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (old, new) = (scratch.path().join("old"), scratch.path().join("new"));
    assert_eq!(Server::start_in(&old).terminate(), 0);
    let at = |folder: &Path, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kapok"));
        command.args(arguments).arg("--data-dir").arg(folder).current_dir(scratch.path()).stdin(Stdio::null());
        command.env("KAPOK_LOG__FILTER", "error").output().expect("the binary runs")
    };
    for arguments in [["export", "sound.ndjson"], ["backup", "backup.kapok"]] {
        let made = at(&old, &arguments);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    std::fs::write(scratch.path().join("bad.ndjson"), "{\"line\":\"kapok\",\"version\":2}\n{}\n").expect("written");
    let trials: [(&[&str], bool); 3] = [
        (&["import", "sound.ndjson", "--dry-run"], true),
        (&["import", "bad.ndjson"], false),
        (&["import", "nowhere.ndjson"], false),
    ];
    for (arguments, sound) in trials {
        assert_eq!(at(&new, arguments).status.success(), sound, "{arguments:?}");
        assert!(!new.exists(), "{arguments:?} does not delete the folder that it made");
    }
    std::fs::create_dir_all(new.join("keys")).expect("a folder");
    std::fs::write(new.join("config.toml"), "").expect("written");
    for (arguments, sound) in trials {
        assert_eq!(at(&new, arguments).status.success(), sound, "{arguments:?}");
        let mut left: Vec<_> =
            std::fs::read_dir(&new).expect("a folder").flatten().map(|one| one.file_name()).collect();
        left.sort();
        assert_eq!(left, ["config.toml", "keys"], "{arguments:?}");
        assert_eq!(std::fs::read_dir(new.join("keys")).expect("a folder").count(), 0, "{arguments:?}");
    }
    std::fs::remove_dir(new.join("keys")).expect("removed");
    let restored = at(&new, &["restore", "backup.kapok"]);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    let kept = at(&scratch.path().join("third"), &["import", "sound.ndjson"]);
    assert!(kept.status.success() && scratch.path().join("third/kapok.db").exists(), "{}", text(&kept.stderr));
}

#[test]
fn whatever_is_wrong_with_the_books_is_found_and_named() {
    for (damage, expected) in [
        ("update item set leftover = leftover - 1 where leftover > 5", "shows a stock of"),
        ("update item set pool_free = pool_free + 1 where pool_free > 0", "free codes"),
        ("update account set balance = balance + 1 where kind = 'member'", "postings make"),
        ("update earning_rule set given_points = given_points + 1", "the totals of earning rule"),
        ("update earning_rule_day set awards = awards + 1", "the totals of earning rule"),
        (
            "update earning_rule_line set transaction_id = zeroblob(16)
             where transaction_id = (select max(transaction_id) from earning_rule_line)",
            "in a transaction that is no award",
        ),
        ("drop trigger posting_is_never_deleted; delete from posting where seq = 5", "posting"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Server::start(folder.path(), "demo").terminate(), 0);
        assert!(run(folder.path(), &["verify"]).status.success());
        let database = rusqlite::Connection::open(folder.path().join("kapok.db")).expect("opens");
        database.execute_batch(&format!("pragma foreign_keys = off; {damage}")).expect("damaged");
        drop(database);
        let verdict = run(folder.path(), &["verify"]);
        expect_failure(&verdict, "the books are wrong");
        expect_failure(&verdict, expected);
    }
}

#[test]
fn staff_are_looked_after_from_the_shell() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = run(folder.path(), &["admin", "create", "--email", "fong@example.org", "--name", "Fong Suet Ching"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(text(&made.stdout).contains("Password: "), "a generated password is shown once");
    let listed = text(&run(folder.path(), &["admin", "list"]).stdout);
    assert!(listed.contains("fong@example.org") && listed.contains("owner"), "{listed}");
    expect_failure(&run(folder.path(), &["admin", "create", "--email", "fong@example.org", "--name", "Again"]), "");
    expect_failure(
        &run(folder.path(), &["admin", "create", "--email", "nobody", "--name", "X"]),
        "not an e-mail address",
    );
    expect_failure(&run(folder.path(), &["admin", "create", "--email", "x@example.org", "--name", " "]), "--name");
    let unknown = run(folder.path(), &["admin", "reset-password", "--email", "x@example.org"]);
    expect_failure(&unknown, "nobody of the staff");
    let weak = kapok(folder.path(), &["admin", "reset-password", "--email", "fong@example.org", "--password-stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            child.stdin.take().expect("a pipe").write_all(b"weak\n")?;
            child.wait_with_output()
        })
        .expect("runs");
    expect_failure(&weak, "");
    let server = Server::start(folder.path(), "serve");
    let beside = run(folder.path(), &["admin", "reset-password", "--email", "fong@example.org"]);
    assert!(beside.status.success(), "beside a running server: {}", text(&beside.stderr));
    assert_eq!(server.terminate(), 0);
}

#[test]
fn settings_and_keys_are_looked_after_from_the_shell() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    expect_failure(&run(folder, &["admin", "settings", "get"]), "holds no Kapok database");
    run(folder, &["admin", "create", "--email", "fong@example.org", "--name", "Fong Suet Ching"]);
    let listed = text(&run(folder, &["admin", "settings", "get"]).stdout);
    assert!(listed.contains("programmeName = \"Kapok\"") && listed.contains("transfers.perDay = 300"), "{listed}");
    for (name, value) in [("programmeName", "Green Harbour"), ("transfers.perDay", "20"), ("awards.perMember", "500")] {
        let set = run(folder, &["admin", "settings", "set", name, value]);
        assert!(set.status.success(), "{}", text(&set.stderr));
        assert_eq!(text(&run(folder, &["admin", "settings", "get", name]).stdout).trim(), value);
    }
    for (name, value, expected) in [
        ("dataDir", "/etc", "no setting is called"),
        ("transfers", "1", "no setting is called"),
        ("transfers.perDay", "many", "cannot be"),
        ("transfers.perDay", "-1", "transfers.perDay: "),
        ("colours.points", "#ffffff", "colours.points: "),
        ("twoPerson", "true", "two owners"),
    ] {
        expect_failure(&run(folder, &["admin", "settings", "set", name, value]), expected);
    }
    let nobody = "0".repeat(32);
    let partner = ["admin", "keys", "create", "--partner", nobody.as_str(), "--name", "Till"];
    expect_failure(&run(folder, &partner), "partnerId: ");
    expect_failure(&run(folder, &["admin", "keys", "create", "--partner", "x", "--name", "Till"]), "no partner's id");
    expect_failure(&run(folder, &["admin", "keys", "revoke", &nobody]), "no key has that id");
    assert_eq!(text(&run(folder, &["admin", "keys", "list"]).stdout), "");
    assert_eq!(text(&run(folder, &["admin", "approvals", "list"]).stdout), "");
    expect_failure(
        &run(folder, &["admin", "approvals", "approve", &nobody, "--by", "fong@example.org"]),
        "no request has that id",
    );
    expect_failure(
        &run(folder, &["admin", "approvals", "approve", &nobody, "--by", "x@example.org"]),
        "nobody of the staff has that address",
    );
}
