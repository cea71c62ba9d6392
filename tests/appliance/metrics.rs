//! Metrics: readable by a strict parser, and complete enough for the dashboard and the alerts that
//! ship with Kapok.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Server, address, demo_folder, kapok};

/// One line: its labels and its value.
type Sample = (BTreeMap<String, String>, f64);

/// Samples by name. Fails the test at anything that the text format (0.0.4) does not allow.
fn parse(text: &str) -> BTreeMap<String, Vec<Sample>> {
    let name_is_sound = |name: &str| {
        let sound = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(sound)
    };
    assert!(text.ends_with('\n'));
    let mut found: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    let mut helped = BTreeSet::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            assert!(helped.insert(rest.split_once(' ').expect("a help").0.to_owned()), "helped twice: {line}");
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a type");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert!(types.insert(name.to_owned(), kind.to_owned()).is_none(), "typed twice: {line}");
        } else {
            let (before, value) = line.rsplit_once(' ').expect("a value");
            let (name, labels) = match before.split_once('{') {
                Some((name, rest)) => (name, rest.strip_suffix('}').expect("closed")),
                None => (before, ""),
            };
            assert!(name_is_sound(name), "{line}");
            let family = ["_bucket", "_sum", "_count"].iter().find_map(|end| {
                name.strip_suffix(end).filter(|family| types.get(*family).is_some_and(|kind| kind == "histogram"))
            });
            let family = family.unwrap_or(name);
            assert!(types.contains_key(family) && helped.contains(family), "unannounced: {line}");
            let pairs = labels.split("\",").filter(|pair| !pair.is_empty()).map(|pair| {
                let (label, value) = pair.split_once("=\"").unwrap_or_else(|| panic!("{line}"));
                assert!(name_is_sound(label), "{line}");
                (label.to_owned(), value.trim_end_matches('"').to_owned())
            });
            let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
            found.entry(name.to_owned()).or_default().push((pairs.collect(), value));
        }
    }
    found
}

async fn scrape(folder: &Path) -> (String, BTreeMap<String, Vec<Sample>>) {
    let mark = std::fs::read_to_string(folder.join("metrics")).expect("the mark of the listener");
    let answer = reqwest::get(format!("http://{}/metrics", mark.trim())).await.expect("an answer");
    assert!(answer.headers()["content-type"].to_str().expect("text").starts_with("text/plain; version=0.0.4"));
    let text = answer.text().await.expect("text");
    let parsed = parse(&text);
    (text, parsed)
}

#[tokio::test]
async fn the_figures_are_sound_and_hold_all_that_dashboard_and_alerts_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "demo");
    for path in ["/api/config", "/api/partner/list", "/login", "/nothing/of/ours"] {
        reqwest::get(format!("{}{path}", address(folder.path()))).await.expect("an answer");
    }
    // The metric counts the server's own backups, not manual ones.
    assert_eq!(server.terminate(), 0);
    let key = std::fs::File::open(folder.path().join("keys/master.key")).expect("a key");
    key.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("an old folder");
    let server = Server::start(folder.path(), "serve");
    reqwest::get(format!("{}/api/config", address(folder.path()))).await.expect("an answer");
    let (text, found) = loop {
        let (text, found) = scrape(folder.path()).await;
        if found.contains_key("kapok_books_sound") {
            break (text, found);
        }
    };
    for (name, samples) in &found {
        let Some(family) = name.strip_suffix("_bucket") else { continue };
        let mut last: BTreeMap<Vec<String>, f64> = BTreeMap::new();
        for (labels, value) in samples {
            let series: Vec<String> = labels
                .iter()
                .filter(|(label, _)| *label != "le")
                .map(|(label, value)| format!("{label}={value}"))
                .collect();
            let before = last.insert(series, *value).unwrap_or(0.0);
            assert!(*value >= before, "{name} falls");
        }
        let total: f64 = found[&format!("{family}_count")].iter().map(|(_, value)| value).sum();
        assert_eq!(last.values().sum::<f64>(), total, "{family}: +Inf is the count");
    }
    let routes: Vec<_> = found["kapok_http_requests_total"].iter().map(|(labels, _)| labels["route"].clone()).collect();
    assert!(routes.contains(&"/api/config".to_owned()), "{routes:?}");
    assert!(!text.contains("nothing/of/ours"), "an unknown path makes no time series");
    let one = |name: &str| found[name][0].1;
    assert_eq!((one("kapok_store_writable"), one("kapok_books_sound")), (1.0, 1.0));
    assert!(one("kapok_points_outstanding") >= 10_500.0 && one("kapok_disk_free_bytes") > 0.0);

    let mut wanted = BTreeSet::new();
    for file in ["packaging/grafana/kapok.json", "packaging/prometheus/alerts.yml"] {
        let text = std::fs::read_to_string(file).expect("a file");
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word.starts_with("kapok_") || word.starts_with("process_") {
                wanted.insert(word.to_owned());
            }
        }
    }
    assert!(wanted.len() > 15, "{wanted:?}");
    let missing: Vec<_> = wanted.iter().filter(|name| !found.contains_key(*name)).collect();
    assert!(missing.is_empty(), "used by the dashboard or alerts, but not exported: {missing:?}");
    assert_eq!(server.terminate(), 0);
}

#[tokio::test]
async fn members_addresses_give_no_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "serve");
    let public = reqwest::get(format!("{}/metrics", address(folder.path()))).await.expect("an answer");
    assert!(!public.text().await.expect("text").contains("kapok_"));
    assert_eq!(server.terminate(), 0);
    let mut command = kapok(folder.path(), &["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::spawn(folder.path(), command.env("KAPOK_METRICS__LISTEN", ""));
    assert!(!folder.path().join("metrics").exists(), "an empty setting turns the listener off");
    assert_eq!(server.terminate(), 0);
}

/// The anonymous memory of a process in KiB, without file pages, which the system can reclaim.
fn own_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a running server");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("its memory");
    line.split_whitespace().next().expect("a number").parse().expect("a number")
}

#[tokio::test]
async fn sign_ins_at_once_leave_an_idle_server_as_small_as_it_was() {
    const ONE_HASH: u64 = 19_456;
    let folder = demo_folder();
    let server = Server::start(folder.path(), "serve");
    let sign_in = async || {
        let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": "Cotton-tree-88" });
        let request = reqwest::Client::new().post(format!("{}/api/auth/login", address(folder.path()))).json(&body);
        request.send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(sign_in().await, 200);
    for _ in 0..3 {
        let (first, second, third) = tokio::join!(sign_in(), sign_in(), sign_in());
        assert_eq!([first, second, third], [200; 3]);
        // Memory is released shortly after the answers are sent.
        let deadline = Instant::now() + Duration::from_secs(20);
        while own_memory(server.id()) > ONE_HASH {
            assert!(Instant::now() < deadline, "{} KiB are still in use", own_memory(server.id()));
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(server.terminate(), 0);
}
