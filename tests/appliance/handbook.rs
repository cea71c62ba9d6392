//! The handbook: the server serves every page, its links lead to pages, and its commands and settings exist.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Server, address, expect_success, run, text};

fn pages() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("docs").expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".md") {
            found.push((name.to_owned(), fs::read_to_string(entry.path()).expect("text")));
        }
    }
    assert!(found.len() > 10);
    found
}

#[tokio::test]
async fn every_page_is_served_and_every_link_leads_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "serve");
    let home = address(folder.path());
    let mut followed = BTreeSet::new();
    for (name, _) in pages() {
        let answer = reqwest::get(format!("{home}/docs/{name}")).await.expect("an answer");
        assert_eq!(answer.status(), 200, "{name} is not in the handbook");
        let policy = answer.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
        let html = answer.text().await.expect("text");
        assert!(!html.contains("<script") && !html.contains("style=\"") && html.contains("<main><h1>"), "{name}");
        let links: BTreeSet<&str> = between(&html, "href=\"", "\"").collect();
        for section in links.iter().filter_map(|link| link.strip_prefix('#')) {
            assert!(html.contains(&format!("id=\"{section}\"")), "{name} links to its section {section}");
        }
        for link in links.into_iter().filter(|link| link.starts_with('/')) {
            let (path, section) = link.split_once('#').unwrap_or((link, ""));
            if !followed.insert(link.to_owned()) {
                continue;
            }
            let answer = reqwest::get(format!("{home}{path}")).await.expect("an answer");
            assert_eq!(answer.status(), 200, "{name} links to {link}");
            let there = answer.text().await.expect("text");
            assert!(section.is_empty() || there.contains(&format!("id=\"{section}\"")), "{name} links to {link}");
        }
    }
    assert_eq!(reqwest::get(format!("{home}/docs")).await.expect("an answer").status(), 200);
    let found = reqwest::get(format!("{home}/docs/search?q=tunnel")).await.expect("an answer");
    assert_eq!(found.status(), 200);
    assert!(found.text().await.expect("text").contains("/docs/quick-start#on-a-phone"));
    let found = reqwest::get(format!("{home}/docs/search?q=撤回积分&language=zh")).await.expect("an answer");
    let html = found.text().await.expect("text");
    assert!(html.contains("<html lang=\"zh-Hans\">") && html.contains("/docs/partner-portal.zh#"), "{html}");
    assert_eq!(reqwest::get(format!("{home}/docs/search")).await.expect("an answer").status(), 200);
    assert_eq!(reqwest::get(format!("{home}/docs/nothing")).await.expect("an answer").status(), 404);
    assert_eq!(server.terminate(), 0);
}

/// Each text between the two markers.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(open).filter_map(move |(at, _)| text[at + open.len()..].split(close).next())
}

/// The arguments of each `kapok` command of a page, up to a pipe or redirection.
fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = between(page, "```sh\n", "```").flat_map(|block| block.lines().map(str::to_owned));
    // Every second piece stands between backticks.
    let pieces = page.split('`').enumerate().filter(|(number, _)| number % 2 == 1);
    let inline = pieces.map(|(_, code)| code.to_owned()).filter(|code| !code.contains('\n'));
    lines
        .chain(inline)
        .filter_map(|line| {
            let line = line.trim().trim_start_matches("sudo ").to_owned();
            let rest = line.strip_prefix("kapok ")?;
            let rest = rest.split(['|', '>', '&', ';']).next()?;
            Some(rest.split_whitespace().map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn the_pages_lead_to_each_other_where_nothing_serves_them() {
    let pages = pages();
    let here = |link: &str| !link.contains(':') && !link.starts_with(['#', '/']);
    let mut followed = 0;
    for (name, page) in &pages {
        for link in between(page, "](", ")").filter(|link| here(link)) {
            let file = link.split('#').next().unwrap_or(link);
            assert!(std::path::Path::new("docs").join(file).is_file(), "{name} links to {link}");
            followed += 1;
        }
    }
    assert!(followed > 20, "{followed} links were found");
}

#[test]
fn every_command_in_the_handbook_is_one() {
    let mut checked = 0;
    for (name, page) in pages() {
        for words in commands(&page) {
            // Subcommands come first, in lower case; the first other argument ends them.
            let verbs: Vec<&String> = words
                .iter()
                .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with("--"))
                .collect();
            let help = (1..=verbs.len()).rev().find_map(|count| {
                let output = Command::new(env!("CARGO_BIN_EXE_kapok"))
                    .args(&verbs[..count])
                    .arg("--help")
                    .output()
                    .expect("runs");
                output.status.success().then(|| text(&output.stdout))
            });
            let help = help.unwrap_or_else(|| panic!("{name}: the command kapok {} does not exist", words.join(" ")));
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                assert!(help.contains(flag.as_str()), "{name}: kapok {} has no flag {flag}", words.join(" "));
            }
            checked += 1;
        }
    }
    assert!(checked > 25, "{checked} commands were found");
}

#[test]
fn the_page_about_settings_holds_every_setting() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = expect_success(&run(folder.path(), &["config", "reference"]));
    let written = fs::read_to_string("docs/settings.md").expect("the page");
    assert_eq!(written, page, "update the page: kapok config reference > docs/settings.md");
    let example = fs::read_to_string("config.example.toml").expect("the example");
    for key in example.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = ")) {
        assert!(page.contains(&format!("{}` |", key.0)), "{} is not in the page", key.0);
    }
    for (name, text) in pages() {
        for word in text.split(|c: char| !c.is_ascii_uppercase() && c != '_') {
            let setting = word.starts_with("KAPOK_") && word.len() > "KAPOK_".len();
            assert!(!setting || page.contains(&format!("`{word}`")), "{name}: {word} is not a setting");
        }
    }
}

/// The curl calls of a page.
fn shown_calls(page: &str) -> Vec<String> {
    between(page, "```sh\n", "```").filter(|block| block.starts_with("curl ")).map(str::to_owned).collect()
}

async fn post(address: &str, path: &str, token: &str, body: Value) -> Value {
    let request = reqwest::Client::new().post(format!("{address}{path}")).bearer_auth(token).json(&body);
    let answer = request.header("idempotency-key", format!("manual-{path}")).send().await.expect("an answer");
    answer.json().await.expect("JSON")
}

/// A coupon of the demo's merchant that Alice has opened; gives its code.
async fn opened_coupon(address: &str, partner: &str) -> String {
    let body = json!({ "userIdentifier": "alice@kapok.example", "userPassword": "Cotton-tree-88" });
    let token = post(address, "/api/auth/login", "", body).await["token"].as_str().expect("a token").to_owned();
    let list = reqwest::Client::new().get(format!("{address}/api/redeem/list")).bearer_auth(&token);
    let items: Value = list.send().await.expect("an answer").json().await.expect("JSON");
    let ours = |item: &&Value| item["type"] == "coupon" && item.to_string().contains(partner);
    let item = items.as_array().expect("a list").iter().find(ours).expect("a coupon of the merchant");
    let path = format!("/api/redeem/purchase/{}", item["_id"].as_str().expect("an id"));
    let bought = post(address, &path, &token, json!({ "quantity": 1 })).await;
    let path = format!("/api/redeem/use/{}", bought["redemption"]["_id"].as_str().expect("an id"));
    let shown = post(address, &path, &token, json!({})).await;
    let content = shown["itemContent"].as_object().unwrap_or_else(|| panic!("{shown}"));
    let code = ["qrcode", "barCode"].iter().find_map(|kind| content.get(*kind)?.as_str());
    code.unwrap_or_else(|| panic!("{shown}")).to_owned()
}

#[tokio::test]
async fn every_call_that_the_guides_show_works_as_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), "demo");
    let home = address(folder.path());
    let body = json!({ "email": "merchant@kapok.example", "password": "Cotton-tree-88" });
    let merchant = post(&home, "/api/staff/login", "", body).await;
    let code = opened_coupon(&home, merchant["staff"]["partnerId"].as_str().expect("a partner")).await;
    let mut made = 0;
    // A translation has the calls of its English page, and a receipt earns once.
    for (name, page) in pages().into_iter().filter(|(name, _)| !name.contains('.')) {
        for call in shown_calls(&page) {
            let call = call.replace("https://points.example.hk", &home).replace("curl -s", "curl -sS --fail-with-body");
            let mut shell = Command::new("sh");
            shell.args(["-c", &call]).env("KEY", merchant["token"].as_str().expect("a token")).env("CODE", &code);
            let output = shell.output().expect("runs");
            assert!(output.status.success(), "{name}: {call}\n{}{}", text(&output.stdout), text(&output.stderr));
            made += 1;
        }
    }
    assert!(made >= 7, "{made} calls were found");
    assert_eq!(server.terminate(), 0);
}
