//! The log at its most verbose level must not hold any secret.

use std::collections::HashSet;
use std::fs::File;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

async fn post(
    client: &reqwest::Client,
    address: &str,
    path: &str,
    bearer: &str,
    body: Value,
) -> (u16, Value, Vec<String>) {
    let request = client
        .post(format!("http://{address}{path}"))
        .bearer_auth(bearer)
        .header("idempotency-key", "canary-key")
        .json(&body);
    let answer = request.header("sec-fetch-site", "same-origin").send().await.expect("an answer");
    let status = answer.status().as_u16();
    let cookies = answer.headers().get_all("set-cookie").iter().filter_map(|line| line.to_str().ok());
    let values = cookies.filter_map(|line| line.split(['=', ';']).nth(1).map(str::to_owned)).collect();
    (status, answer.json().await.unwrap_or(Value::Null), values)
}

#[tokio::test]
async fn no_secret_and_no_address_reaches_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let mut server = Command::new(env!("CARGO_BIN_EXE_kapok"))
        .args(["demo", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path().join("data"))
        .env("KAPOK_LOG__FILTER", "trace")
        .env("KAPOK_LOG__FORMAT", "json")
        .stdout(Stdio::null())
        .stderr(File::create(&log).expect("a file"))
        .spawn()
        .expect("the server starts");
    let mark = folder.path().join("data/listen");
    let address = loop {
        match std::fs::read_to_string(&mark) {
            Ok(text) if !text.is_empty() => break text.trim().to_owned(),
            _ => std::thread::yield_now(),
        }
    };
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let mut canaries = vec![
        "Wrong-Password-77".to_owned(),
        "Cotton-tree-88".to_owned(),
        "alice@kapok.example".to_owned(),
        "61234567".to_owned(),
    ];
    for password in ["Wrong-Password-77", "Cotton-tree-88"] {
        let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": password });
        let (_, answer, cookies) = post(&client, &address, "/api/auth/login", "none", body).await;
        canaries.extend(answer["token"].as_str().map(str::to_owned));
        canaries.extend(cookies.into_iter().filter(|value| value.len() > 20));
    }
    post(&client, &address, "/api/auth/forgotPassword", "none", json!({ "email": "alice@kapok.example" })).await;
    post(&client, &address, "/api/auth/resetPasswordSendSMSOTP", "none", json!({ "phone": "61234567" })).await;
    let transfer = json!({ "recipient": "91234567", "amount": 1 });
    post(&client, &address, "/api/transaction/transfer", "canary-bearer-of-nobody", transfer).await;
    canaries.push("canary-bearer-of-nobody".to_owned());
    client.get(format!("http://{address}/resetPassword/canary-reset-token")).send().await.expect("a page");
    canaries.push("canary-reset-token".to_owned());
    client.get(format!("http://{address}/merchant/enrol/canary-till")).send().await.expect("a page");
    canaries.push("canary-till".to_owned());
    let page = format!("http://{address}/resetPassword/canary-reported");
    let report = json!({ "csp-report": { "document-uri": page, "blocked-uri": "https://x.example/canary-reported" } });
    post(&client, &address, "/api/csp-report", "none", report).await;
    canaries.push("canary-reported".to_owned());
    let answer = client.get(format!("http://{address}/api/config")).send().await.expect("an answer");
    let request_id = answer.headers()["x-request-id"].to_str().expect("text").to_owned();
    Command::new("kill").arg(server.id().to_string()).status().expect("kill runs");
    server.wait().expect("an end");
    for message in std::fs::read_dir(folder.path().join("data/outbox")).expect("an outbox").flatten() {
        let message: Value = serde_json::from_slice(&std::fs::read(message.path()).expect("a message")).expect("JSON");
        let text = message["text"].as_str().expect("a text");
        let long = |part: &&str| is_short_code(part) || part.len() > 30;
        canaries.extend(
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').filter(long).map(str::to_owned),
        );
    }
    assert!(canaries.len() > 8, "codes, links, tokens and cookies are missing: {canaries:?}");
    let log = std::fs::read_to_string(&log).expect("a log");
    assert!(log.lines().count() > 10, "the log is verbose");
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))).collect();
    for line in &lines {
        let time = line["timestamp"].as_str().unwrap_or_default();
        let level = line["level"].as_str().unwrap_or_default();
        assert!(time.len() > 20 && time.ends_with('Z'), "no time: {line}");
        assert!(["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(&level), "no level: {line}");
    }
    let answered =
        lines.iter().find(|line| line["span"]["id"] == request_id.as_str() && line["fields"]["status"] == 200);
    assert!(answered.is_some(), "the log has lines with the request id of the answer");
    let words = words_without_times(&lines);
    for canary in canaries {
        let found = if is_short_code(&canary) { words.contains(&canary) } else { log.contains(&canary) };
        assert!(!found, "{canary} is in the log");
    }
}

/// The codes of e-mails and text messages have six digits.
fn is_short_code(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit())
}

/// The words of the lines without their time. The fraction of a second has six digits too, so it equals a code by chance.
fn words_without_times(lines: &[Value]) -> HashSet<String> {
    let mut lines = lines.to_vec();
    lines.iter_mut().filter_map(Value::as_object_mut).for_each(|line| drop(line.remove("timestamp")));
    let text = Value::from(lines).to_string();
    text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect()
}
