//! The doctor and the small commands around an installation.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Server, demo_folder, expect_success, kapok, run, text};

fn findings(folder: &Path, environment: &[(&str, &str)]) -> (Option<i32>, Vec<Value>) {
    let output = kapok(folder, &["doctor", "--json"]).envs(environment.iter().copied()).output().expect("runs");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    (output.status.code(), found["findings"].as_array().expect("a list").clone())
}

#[track_caller]
fn expect_finding(found: &[Value], check: &str, level: &str) {
    let one = found.iter().find(|one| one["check"] == check && one["level"] == level);
    let one = one.unwrap_or_else(|| panic!("no {level} of {check} in {found:#?}"));
    assert!(level == "ok" || !one["fix"].as_str().expect("a fix").is_empty(), "{check} comes with its fix");
}

#[test]
fn the_doctor_finds_what_is_wrong_and_says_how_to_put_it_right() {
    use std::os::unix::fs::PermissionsExt;
    let folder = demo_folder();
    let (code, found) = findings(folder.path(), &[]);
    assert!(found.iter().all(|one| one["level"] != "problem") && code == Some(0), "{found:#?}");
    expect_finding(&found, "database", "ok");
    expect_finding(&found, "backup", "warning");
    expect_finding(&found, "backup_encryption", "warning");

    let unsafe_settings = [("KAPOK_LIMITS__ENABLED", "false"), ("KAPOK_STORE__SYNCHRONOUS", "normal")];
    let (code, found) = findings(folder.path(), &unsafe_settings);
    expect_finding(&found, "limits", "warning");
    expect_finding(&found, "durability", "warning");
    assert_eq!(code, Some(0), "warnings are no failure");

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
fn completions_know_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let script = expect_success(&run(folder.path(), &["completions", shell]));
        assert!(script.contains("restore") && script.contains("doctor"), "{shell}");
    }
    assert_eq!(run(folder.path(), &["completions", "tcsh2"]).status.code(), Some(2));
}

#[test]
fn the_licences_name_everything_that_is_inside() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = expect_success(&run(folder.path(), &["licences"]));
    for name in ["axum 0.8", "rusqlite ", "preact ", "age 0.12", "react-router"] {
        assert!(said.contains(name), "{name}");
    }
    for words in ["Permission is hereby granted", "Apache License", "Unicode"] {
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
    assert!(service.contains(&format!("ExecStart={}", env!("CARGO_BIN_EXE_kapok"))), "it starts this very binary");
    let keys: BTreeSet<&str> = service.lines().filter_map(|line| line.split_once('=')).map(|(key, _)| key).collect();
    for key in ["DynamicUser", "StateDirectory", "LoadCredential", "WatchdogSec", "NoNewPrivileges", "SystemCallFilter"]
    {
        assert!(keys.contains(key), "{key}");
    }
    // Where systemd is, it has the last word.
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        return;
    }
    let unit = folder.path().join("kapok.service");
    fs::write(&unit, service).expect("written");
    fs::write(folder.path().join("kapok.socket"), socket).expect("written");
    let verified = Command::new("systemd-analyze").arg("verify").arg("--man=no").arg(&unit).output().expect("runs");
    let complaints = text(&verified.stderr);
    assert!(!complaints.contains("kapok.service:"), "{complaints}");
    let rated = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20"])
        .arg(&unit)
        .output()
        .expect("runs");
    assert!(rated.status.success(), "exposure is above 2.0:\n{}", text(&rated.stdout));
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
