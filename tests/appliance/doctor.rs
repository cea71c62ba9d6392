//! `kapok doctor` and the small commands for an installation.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Server, as_text, demo_folder, expect_failure, expect_success, kapok, run, text};

fn findings(folder: &Path, environment: &[(&str, &str)]) -> (Option<i32>, Vec<Value>) {
    let output = kapok(folder, &["doctor", "--json"]).envs(environment.iter().copied()).output().expect("runs");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (output.status.code(), found["findings"].as_array().expect("a list").clone())
}

#[track_caller]
fn expect_finding(found: &[Value], check: &str, level: &str) {
    let one = found.iter().find(|one| one["check"] == check && one["level"] == level);
    let one = one.unwrap_or_else(|| panic!("no {level} of {check} in {found:#?}"));
    assert!(level == "ok" || !one["fix"].as_str().expect("a fix").is_empty(), "{check} has no fix");
}

#[test]
fn the_doctor_finds_what_is_wrong_and_says_how_to_put_it_right() {
    use std::os::unix::fs::PermissionsExt;
    let folder = demo_folder();
    let (code, found) = findings(folder.path(), &[]);
    assert!(found.iter().all(|one| one["level"] != "problem") && code == Some(0), "{found:#?}");
    expect_finding(&found, "database", "ok");
    expect_finding(&found, "backup", "warning");
    expect_finding(&found, "backup_folder", "ok");
    assert!(found.iter().any(|one| one["check"] == "volume"), "{found:#?}");
    expect_finding(&found, "backup_encryption", "warning");

    let unsafe_settings = [("KAPOK_LIMITS__ENABLED", "false"), ("KAPOK_STORE__SYNCHRONOUS", "normal")];
    let (code, found) = findings(folder.path(), &unsafe_settings);
    expect_finding(&found, "limits", "warning");
    expect_finding(&found, "durability", "warning");
    assert_eq!(code, Some(0), "warnings do not fail the command");

    // The line with the anchor of the ledger has the level info.
    let is_reported = |environment: &[(&str, &str)]| {
        findings(folder.path(), environment).1.iter().any(|one| one["check"] == "anchor")
    };
    let quiet = ("KAPOK_LOG__FILTER", "warn");
    assert!(is_reported(&[quiet]) && !is_reported(&[("KAPOK_LOG__FILTER", "warn,kapok=info")]));
    assert!(!is_reported(&[quiet, ("KAPOK_LEDGER__ANCHOR_MAILBOX", "books@example.org")]));

    let (code, found) = findings(folder.path(), &[("KAPOK_TYPO", "1")]);
    expect_finding(&found, "settings", "problem");
    assert_eq!(code, Some(1));

    fs::set_permissions(folder.path().join("keys"), fs::Permissions::from_mode(0o755)).expect("changed");
    fs::write(folder.path().join("listen"), "127.0.0.1:1\n").expect("written");
    let (code, found) = findings(folder.path(), &[]);
    expect_finding(&found, "file_modes", "problem");
    expect_finding(&found, "server", "problem");
    assert_eq!(code, Some(1));
    fs::remove_file(folder.path().join("keys/master.key")).expect("removed");
    expect_finding(&findings(folder.path(), &[]).1, "keys", "problem");
    let said = text(&run(folder.path(), &["doctor"]).stdout);
    assert!(said.contains("PROBLEM  keys") && said.contains("fix: put keys/master.key back"), "{said}");
}

#[test]
fn the_doctor_prints_english_sentences_and_gives_their_values_beside_them() {
    let folder = demo_folder();
    let said = text(&run(folder.path(), &["doctor"]).stdout);
    let outbox = folder.path().join("outbox");
    for line in [
        "ok       settings: the settings can be used".to_owned(),
        "ok       address: only this machine can reach the server".to_owned(),
        format!("WARNING  email: there is no mail server: emails are kept in {}", outbox.display()),
        "ok       database: the database is intact".to_owned(),
        "ok       server: no server is running on this folder".to_owned(),
        format!("WARNING  backup: there is no backup in {}", folder.path().join("backups").display()),
        "         fix: make a key with age-keygen, keep it elsewhere, and set backup.recipient to its public half"
            .to_owned(),
    ] {
        assert!(said.lines().any(|one| one == line), "{line} is not in {said}");
    }
    let (_, found) = findings(folder.path(), &[]);
    let email = found.iter().find(|one| one["check"] == "email").expect("the check of emails");
    assert_eq!(email["code"], "email_kept");
    assert_eq!(email["values"], serde_json::json!({ "folder": { "text": outbox } }));
}

#[test]
fn a_folder_that_was_named_must_be_there_and_is_named_in_every_advice() {
    let folder = demo_folder();
    let mistyped = folder.path().join("nowhere");
    let (code, found) = findings(&mistyped, &[]);
    expect_finding(&found, "data_folder", "problem");
    assert_eq!(code, Some(1));
    // A missing data folder is normal before the first start.
    let mut unnamed = Command::new(env!("CARGO_BIN_EXE_kapok"));
    let fresh = unnamed.arg("doctor").env("KAPOK_DATA_DIR", &mistyped).current_dir(folder.path()).output();
    assert!(expect_success(&fresh.expect("runs")).contains("WARNING  data_folder"));

    let said = text(&run(folder.path(), &["doctor"]).stdout);
    let at = folder.path().display();
    let advice = format!("fix: kapok --data-dir {at} backup {at}/backups/kapok-");
    assert!(said.contains(&advice), "{said}");
    let odd = folder.path().join("it's ours");
    fs::create_dir(&odd).expect("a folder");
    fs::copy(folder.path().join("kapok.db"), odd.join("kapok.db")).expect("copied");
    let quoted = as_text(&odd).replace('\'', r"'\''");
    let said = text(&run(&odd, &["doctor"]).stdout);
    assert!(said.contains(&format!("kapok --data-dir '{quoted}' backup '{quoted}/backups/kapok-")), "{said}");
}

#[test]
fn completions_know_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let script = expect_success(&run(folder.path(), &["completions", shell]));
        assert!(script.contains("restore") && script.contains("doctor"), "{shell}");
    }
    // A reader that closes the pipe early, such as `kapok completions bash | head`.
    let mut early = Command::new(env!("CARGO_BIN_EXE_kapok"));
    let mut early =
        early.args(["completions", "bash"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("kapok");
    drop(early.stdout.take());
    let ended = early.wait_with_output().expect("its end");
    assert_eq!((ended.status.code(), ended.stderr), (Some(0), Vec::new()));
    assert_eq!(run(folder.path(), &["completions", "tcsh2"]).status.code(), Some(2));
}

#[test]
fn the_licences_name_everything_that_is_inside() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = expect_success(&run(folder.path(), &["licences"]));
    for name in
        ["axum 0.8", "rusqlite ", "preact ", "age 0.12", "react-router", "Noto Sans CJK (reduced) 2.004  OFL-1.1"]
    {
        assert!(said.contains(name), "{name}");
    }
    for words in ["Permission is hereby granted", "Apache License", "Unicode", "SIL OPEN FONT LICENSE"] {
        assert!(said.contains(words), "{words}");
    }
    let head = said.split("====").next().expect("a list");
    let lines: Vec<_> = head.lines().collect();
    let [_, _, list @ ..] = lines.as_slice() else { panic!("no list below its heading: {head}") };
    assert!(list.len() > 100, "{list:?}");
    for line in list.iter().filter(|line| !line.is_empty()) {
        assert!(line.trim_end().split("  ").count() >= 2, "no licence: {line}");
    }
}

#[test]
fn the_unit_for_systemd_is_sound_and_tight() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = expect_success(&run(folder.path(), &["systemd", "print"]));
    let socket = expect_success(&run(folder.path(), &["systemd", "print", "socket"]));
    assert!(socket.contains("\nListenStream=127.0.0.1:8080\n"), "{socket}");
    let elsewhere = run(folder.path(), &["systemd", "print", "socket", "--listen", "[::1]:9321"]);
    assert!(expect_success(&elsewhere).contains("\nListenStream=[::1]:9321\n"), "configured address");
    assert!(service.contains(&format!("ExecStart={}", env!("CARGO_BIN_EXE_kapok"))), "the unit starts this binary");
    let keys: BTreeSet<&str> = service.lines().filter_map(|line| line.split_once('=')).map(|(key, _)| key).collect();
    for key in ["DynamicUser", "StateDirectory", "LoadCredential", "WatchdogSec", "NoNewPrivileges", "SystemCallFilter"]
    {
        assert!(keys.contains(key), "{key}");
    }
    let about = service.split("[Service]").next().expect("a section");
    assert!(
        about.contains("\nStartLimitIntervalSec=") && about.contains("\nStartLimitBurst="),
        "repeated failed starts end"
    );
    let litestream = fs::read_to_string("packaging/systemd/kapok-litestream.service").expect("a unit");
    // The check does not need an installed Litestream.
    let litestream = litestream.replace("/usr/bin/litestream", env!("CARGO_BIN_EXE_kapok"));
    let shipped = [("kapok.service", service), ("kapok-litestream.service", litestream), ("kapok.socket", socket)];
    for file in fs::read_dir("packaging/systemd").expect("units").flatten() {
        let name = file.file_name();
        assert!(shipped.iter().any(|(known, _)| name == *known), "{} is not checked", name.display());
    }
    // systemd itself checks the units if it is installed.
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        return;
    }
    for (name, text) in &shipped {
        fs::write(folder.path().join(name), text).expect("written");
    }
    for (name, _) in shipped {
        let unit = folder.path().join(name);
        let verified = Command::new("systemd-analyze").arg("verify").arg("--man=no").arg(&unit).output().expect("runs");
        let complaints = text(&verified.stderr);
        assert!(!complaints.contains(name), "{complaints}");
        if name.ends_with(".service") {
            let mut rate = Command::new("systemd-analyze");
            let rated = rate.args(["security", "--offline=true", "--threshold=20"]).arg(&unit).output().expect("runs");
            assert!(rated.status.success(), "{name}: exposure is above 2.0:\n{}", text(&rated.stdout));
        }
    }
}

#[test]
fn a_supervisor_hears_when_the_server_is_ready_alive_and_ending() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    let hear = || {
        let mut buffer = [0; 64];
        let length = socket.recv(&mut buffer).expect("a message");
        text(&buffer[..length])
    };
    let data = folder.path().join("data");
    let mut command = kapok(&data, &["serve", "--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "200000");
    let server = Server::spawn(&data, &mut command);
    let mut heard = BTreeSet::new();
    while !(heard.contains("READY=1") && heard.contains("WATCHDOG=1")) {
        heard.insert(hear());
    }
    assert_eq!(server.terminate(), 0);
    while hear() != "STOPPING=1" {}
}

#[test]
fn secrets_may_come_as_credentials() {
    let folder = tempfile::tempdir().expect("a folder");
    let credentials = tempfile::tempdir().expect("a folder");
    fs::write(credentials.path().join("kapok_KAPOK_LIMITS__SOURCE_SCALE"), "7\n").expect("written");
    fs::write(credentials.path().join("something-else"), "x").expect("written");
    let shown = kapok(folder.path(), &["config", "show"]).env("CREDENTIALS_DIRECTORY", credentials.path()).output();
    let shown = expect_success(&shown.expect("runs"));
    assert!(shown.contains("limits.source_scale = 7"), "{shown}");
}

#[test]
fn the_master_key_may_come_as_a_credential_and_then_lies_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let credentials = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let given = |arguments: &[&str]| {
        let mut command = kapok(&data, arguments);
        command.env("CREDENTIALS_DIRECTORY", credentials.path());
        command
    };
    fs::write(credentials.path().join("kapok_master.key"), [7; 32]).expect("written");
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    expect_failure(&given(&serve).output().expect("runs"), "is not a master key");
    fs::write(credentials.path().join("kapok_master.key"), (0..32).collect::<Vec<u8>>()).expect("written");
    assert_eq!(Server::spawn(&data, &mut given(&["demo", "--listen", "127.0.0.1:0"])).terminate(), 0);
    assert!(!data.join("keys/master.key").exists());
    expect_success(&given(&["verify"]).output().expect("runs"));
    expect_failure(&run(&data, &["verify"]), "give it as the credential master.key");
    // The backup leaves out the key that systemd provides.
    let archive = folder.path().join("a.tar.zst");
    expect_success(&given(&["backup", archive.to_str().expect("UTF-8")]).output().expect("runs"));
    let fresh = folder.path().join("fresh");
    let restore = ["restore", archive.to_str().expect("UTF-8")];
    expect_failure(&run(&fresh, &restore), "give it as the credential master.key");
    let restored = kapok(&fresh, &restore).env("CREDENTIALS_DIRECTORY", credentials.path()).output();
    expect_success(&restored.expect("runs"));
    // A second key in the folder is refused.
    fs::write(data.join("keys/master.key"), (1..33).collect::<Vec<u8>>()).expect("written");
    expect_failure(&given(&serve).output().expect("runs"), "is another key than");
}

/// The server with socket activation: the listening socket is descriptor 3.
fn activated(data: &Path, socket: &TcpListener) -> Server {
    let kapok = kapok(data, &["serve", "--listen", "127.0.0.1:1"]);
    let mut command = Command::new("sh");
    let hand_over = "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\"";
    command.args(["-c", hand_over]).arg(kapok.get_program()).args(kapok.get_args());
    command.env("KAPOK_METRICS__LISTEN", "").env("KAPOK_LOG__FILTER", "warn");
    command.stderr(fs::File::create(data.join("log")).expect("a log"));
    command.stdin(OwnedFd::from(socket.try_clone().expect("a second handle")));
    Server::spawn(data, &mut command)
}

#[test]
fn a_socket_that_was_handed_over_is_served_and_outlives_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = socket.local_addr().expect("an address").to_string();
    let ask = || {
        let mut stream = TcpStream::connect(&address).expect("the connection is accepted");
        let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    };
    let answer = |mut stream: TcpStream| {
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        text
    };
    // This request waits until the server has started.
    let early = ask();
    let server = activated(folder.path(), &socket);
    assert!(answer(early).starts_with("HTTP/1.1 200"));
    let mark = fs::read_to_string(folder.path().join("listen")).expect("the mark");
    assert_eq!(mark.trim(), address, "the address is that of the socket, not of the settings");
    let log = fs::read_to_string(folder.path().join("log")).expect("the log");
    assert!(
        log.contains(&format!("listening on {address}")) && log.contains("listen = 127.0.0.1:1 is not used"),
        "{log}"
    );
    assert_eq!(server.terminate(), 0);
    let between = ask();
    let server = activated(folder.path(), &socket);
    assert!(answer(between).starts_with("HTTP/1.1 200"), "requests during a restart are answered");
    assert_eq!(server.terminate(), 0);
}

#[test]
fn a_socket_of_another_kind_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let kapok = kapok(folder.path(), &["serve"]);
    let mut command = Command::new("sh");
    command.args(["-c", "exec 3</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\""]);
    command.arg(kapok.get_program()).args(kapok.get_args()).env("KAPOK_LOG__FILTER", "off");
    expect_failure(&command.output().expect("runs"), "is no listening TCP socket");
}
