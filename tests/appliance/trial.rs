//! A trial away from loopback: the documented command starts, and its terminal prints the messages that it keeps.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::json;

use crate::support::{Running, address, expect_failure, expect_success, kapok, run};

const NAME: &str = "points.example.hk";

#[tokio::test]
async fn a_trial_under_a_public_name_prints_the_messages_that_it_keeps() {
    let scratch = tempfile::tempdir().expect("a folder");
    let folder = scratch.path();
    let owner = ["admin", "create", "--email", "owner@example.org", "--name", "Ada"];
    expect_success(&run(folder, &owner));
    let public = format!("https://{NAME}");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--public-url", &public];
    expect_failure(&run(folder, &serve), "--trial");

    let mut command = kapok(folder, &serve);
    let mut server = Running(command.arg("--trial").stdout(Stdio::piped()).spawn().expect("the server starts"));
    let mut lines = BufReader::new(server.0.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    assert!(lines.any(|line| line.contains(&public)), "it tells its address");
    let request = reqwest::Client::new().post(format!("{}/api/staff/forgot-password", address(folder)));
    let request = request.header("host", NAME).json(&json!({ "email": "owner@example.org" }));
    let answer = request.send().await.expect("an answer");
    assert!(answer.status().is_success(), "{answer:?}");
    // The test waits for these lines; without them, the time limit of a test ends it.
    assert!(lines.any(|line| line.starts_with("E-mail to owner@example.org: ")), "the recipient and the subject");
    assert!(lines.any(|line| line.contains(&format!("{public}/admin/"))), "the link");
}

#[test]
fn a_set_up_link_that_needs_a_proxy_comes_with_the_ways_to_https() {
    let scratch = tempfile::tempdir().expect("a folder");
    let public = format!("https://{NAME}");
    let mut command = kapok(scratch.path(), &["serve", "--listen", "127.0.0.1:0", "--public-url", &public]);
    let mut server = Running(command.arg("--trial").stdout(Stdio::piped()).spawn().expect("the server starts"));
    let mut lines = BufReader::new(server.0.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    assert!(lines.any(|line| line.trim_start().starts_with(&public)), "the link");
    assert!(lines.any(|line| line.contains("a proxy or a tunnel") && line.contains("[tls] acme = true")), "the ways");
}
