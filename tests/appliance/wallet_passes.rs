//! Wrong settings of wallet passes: what the start, `kapok config check` and `kapok doctor` tell.

use std::fs;
use std::process::Command;

use rcgen::{DnType, KeyPair};
use serde_json::{Value, json};

use crate::support::{Server, expect_failure, expect_success, kapok, text};

#[path = "../data/wallet_pass_files.rs"]
mod files;
use files::{PASS_TYPE, PassFiles, TEAM, key_pem, service_account};

/// The settings of cards for Apple Wallet that fit `files`, as environment variables, with some replaced.
fn apple(files: &PassFiles, replaced: &[(&str, &str)]) -> Vec<(String, String)> {
    let sound = [
        ("CERTIFICATE", files.path("certificate.pem")),
        ("KEY", files.path("key.pem")),
        ("INTERMEDIATE", files.path("intermediate.pem")),
        ("PASS_TYPE", PASS_TYPE.to_owned()),
        ("TEAM", TEAM.to_owned()),
    ];
    let given = |(name, sound): (&str, String)| {
        let other = replaced.iter().find(|(replaced, _)| *replaced == name).map(|(_, value)| (*value).to_owned());
        (format!("KAPOK_WALLET_PASS__APPLE__{name}"), other.unwrap_or(sound))
    };
    sound.into_iter().map(given).collect()
}

fn google(issuer: &str, account: &str) -> Vec<(String, String)> {
    [("ISSUER_ID", issuer), ("SERVICE_ACCOUNT", account)]
        .map(|(name, value)| (format!("KAPOK_WALLET_PASS__GOOGLE__{name}"), value.to_owned()))
        .to_vec()
}

fn with(folder: &std::path::Path, arguments: &[&str], settings: &[(String, String)]) -> Command {
    let mut command = kapok(folder, arguments);
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command
}

fn other_files(files: &PassFiles) {
    files.write("empty.pem", "");
    files.write("no-key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    files.write("secret.pem", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
    files.write("curve.pem", &KeyPair::generate().expect("a key").serialize_pem());
    files.issue("of-another-type.pem", |params| {
        params.distinguished_name.push(DnType::CustomDnType(vec![0, 9, 2342, 19_200_300, 100, 1, 1]), "pass.other");
    });
    files.issue("of-another-team.pem", |params| {
        params.distinguished_name.push(DnType::OrganizationalUnitName, "OTHER12345");
    });
    files.write("other-issuer.pem", &fs::read_to_string(PassFiles::new().path("certificate.pem")).expect("text"));
    files.write("broken.pem", "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n");
    files.write("account.json", "{}");
}

#[test]
fn files_of_wallet_passes_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, files) = (folder.path().join("data"), PassFiles::new());
    other_files(&files);
    let cases = [
        ("CERTIFICATE", "nowhere.pem", "nowhere.pem cannot be read"),
        ("CERTIFICATE", "empty.pem", "openssl x509 -inform der"),
        ("CERTIFICATE", "broken.pem", "holds a certificate that cannot be read"),
        ("CERTIFICATE", "of-another-type.pem", "is the certificate of «pass.other»"),
        ("CERTIFICATE", "of-another-team.pem", "is a certificate of the team «OTHER12345»"),
        ("KEY", "nowhere.pem", "wallet_pass.apple.key"),
        ("KEY", "empty.pem", "there is no private key in PEM"),
        ("KEY", "no-key.pem", "wallet_pass.apple.key"),
        ("KEY", "secret.pem", "has a passphrase"),
        ("KEY", "curve.pem", "no RSA key"),
        ("INTERMEDIATE", "nowhere.pem", "wallet_pass.apple.intermediate"),
        ("INTERMEDIATE", "other-issuer.pem", "did not issue"),
    ];
    for (name, file, expected) in cases {
        let settings = apple(&files, &[(name, &files.path(file))]);
        for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["config", "check"]] {
            expect_failure(&with(&data, arguments, &settings).output().expect("runs"), expected);
        }
        let doctor = with(&data, &["doctor", "--json"], &settings).output().expect("runs");
        let found: Value = serde_json::from_slice(&doctor.stdout).expect("JSON");
        let finding =
            found["findings"].as_array().expect("findings").iter().find(|one| one["check"] == "wallet_passes");
        let finding = finding.expect("a finding");
        assert_eq!((&finding["level"], &finding["code"]), (&json!("problem"), &json!("wallet_passes_unusable")));
        assert!(finding["message"].as_str().is_some_and(|said| said.contains(expected)), "{finding}");
    }
    let account = files.path("account.json");
    for account in [account.as_str(), "/nowhere.json", "{\"client_email\":\"a\"}"] {
        let settings = google("3388000000012345678", account);
        let check = with(&data, &["config", "check"], &settings).output().expect("runs");
        expect_failure(&check, "wallet_pass.google.service_account is neither a service account nor a file");
    }
}

#[test]
fn all_mistakes_of_wallet_passes_are_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, files) = (folder.path().join("data"), PassFiles::new());
    other_files(&files);
    let mut settings = apple(
        &files,
        &[("CERTIFICATE", &files.path("of-another-type.pem")), ("KEY", "nowhere.pem"), ("TEAM", "OTHER12345")],
    );
    settings.extend(google("3388000000012345678", "nowhere.json"));
    let said = with(&data, &["config", "check"], &settings).output().expect("runs");
    for expected in [
        "wallet passes have 4 mistakes",
        "«pass.other»",
        "a certificate of the team «ABCDE12345»",
        "wallet_pass.apple.key nowhere.pem cannot be read",
        "wallet_pass.google.service_account",
    ] {
        expect_failure(&said, expected);
    }
    // Settings that are wrong by themselves stand in the list of all settings.
    let mut settings = google("33-88", "");
    settings.push(("KAPOK_WALLET_PASS__APPLE__TEAM".to_owned(), "abc".to_owned()));
    settings.push(("KAPOK_WALLET_PASS__APPLE__PASS_TYPE".to_owned(), "hk.example.points".to_owned()));
    settings.push(("KAPOK_LIMITS__SOURCE_SCALE".to_owned(), "0".to_owned()));
    let said = with(&data, &["config", "check"], &settings).output().expect("runs");
    for expected in [
        "the settings have 8 mistakes",
        "limits.source_scale is 0",
        "wallet_pass.apple.certificate is empty",
        "wallet_pass.apple.key is empty",
        "wallet_pass.apple.intermediate is empty",
        "wallet_pass.apple.pass_type «hk.example.points»",
        "wallet_pass.apple.team «abc»",
        "wallet_pass.google.service_account is empty",
        "wallet_pass.google.issuer_id «33-88»",
    ] {
        expect_failure(&said, expected);
    }
}

#[test]
fn an_ended_certificate_is_told_and_stops_no_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, files) = (folder.path().join("data"), PassFiles::new());
    files.issue("ended.pem", |params| params.not_after = rcgen::date_time_ymd(2025, 1, 2));
    let settings = apple(&files, &[("CERTIFICATE", &files.path("ended.pem"))]);
    let check = with(&data, &["config", "check"], &settings).output().expect("runs");
    expect_failure(&check, "its certificate ended at 2025-01-02T00:00:00.000Z");
    let log = folder.path().join("log");
    let mut serve = with(&data, &["serve", "--listen", "127.0.0.1:0"], &settings);
    serve.env("KAPOK_LOG__FILTER", "warn").stderr(fs::File::create(&log).expect("a log"));
    let server = Server::spawn(&data, &mut serve);
    let doctor = with(&data, &["doctor"], &settings).output().expect("runs");
    let said = text(&doctor.stdout);
    assert!(
        said.contains("PROBLEM  wallet_passes: there is no card for Apple Wallet: its certificate ended"),
        "{said}"
    );
    assert_eq!(server.terminate(), 0);
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.contains("no card for Apple Wallet is offered"), "{log}");
}

#[test]
fn sound_settings_of_wallet_passes_are_accepted_and_their_secrets_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, files) = (folder.path().join("data"), PassFiles::new());
    // The key as the text itself, as a credential gives it.
    let mut settings = apple(&files, &[("KEY", &key_pem())]);
    settings.extend(google("3388000000012345678", &service_account()));
    expect_success(&with(&data, &["config", "check"], &settings).output().expect("runs"));
    let said = expect_success(&with(&data, &["config", "show"], &settings).output().expect("runs"));
    assert!(said.contains("wallet_pass.apple.team = \"ABCDE12345\""), "{said}");
    assert!(!said.contains("BEGIN PRIVATE KEY") && !said.contains("client_email"), "{said}");
    let doctor = text(&with(&data, &["doctor"], &settings).output().expect("runs").stdout);
    assert!(doctor.contains("ok       wallet_passes: the certificates of cards for wallets can be used"), "{doctor}");
}
