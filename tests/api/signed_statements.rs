//! Signed monthly statements: the calls, the files and their check by `kapok verify --statement`, and the daily anchor.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use kapok::auth::Role;
use kapok::base::clock::Timestamp;
use kapok::member::statement::{MonthStatement, StatementFault, TrustedKeys, check_file};
use kapok::platform::config::Config;
use serde_json::{Value, json};

use crate::carbon::{FACTORS, factor};
use crate::clock::looked_at;
use crate::pdf_text::text_of;
use crate::support::log::Log;
use crate::support::{Answer, PASSWORD, TestMember, TestServer, fresh_key, quiet};

const DAY: Duration = Duration::from_secs(86_400);

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a moment")
}

pub async fn bytes_of(member: &TestMember, path: &str) -> Vec<u8> {
    let request = member.caller.request(reqwest::Method::GET, path);
    let answer = request.send().await.expect("the server answers");
    assert_eq!(answer.status(), 200, "{path}");
    answer.bytes().await.expect("a body").to_vec()
}

/// A member whose first month has ended, with two movements in it and one in the month after.
async fn member_of_last_month(server: &TestServer) -> TestMember {
    server.clock.set(at("2026-10-05T04:00:00Z"));
    let (ada, ben) = (server.member_with(500).await, server.member().await);
    server.clock.set(at("2026-10-31T15:59:59.999Z"));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    ada.caller.transfer(&ben.email, 120).await.expect(200);
    server.clock.set(at("2026-10-31T16:00:00Z"));
    ada.caller.transfer(&ben.email, 30).await.expect(200);
    ada
}

#[tokio::test]
async fn a_statement_has_the_month_of_hong_kong_and_its_sums() {
    let server = TestServer::start().await;
    let ada = member_of_last_month(&server).await;
    assert_eq!(ada.caller.get("/api/statement/list").await.expect(200), json!(["2026-10"]));
    let file = ada.caller.get("/api/statement/2026-10").await;
    assert!(file.header("content-disposition").contains("statement-2026-10.json"));
    let signed = file.expect(200);
    let statement = &signed["statement"];
    assert_eq!((&statement["opening"], &statement["closing"]), (&json!(0), &json!(380)));
    assert_eq!((&statement["member"], &statement["month"]), (&json!(ada.short_id), &json!("2026-10")));
    let movements = statement["movements"].as_array().expect("movements");
    let points: Vec<_> = movements.iter().map(|movement| (&movement["points"], &movement["balanceAfter"])).collect();
    assert_eq!(points, [(&json!(500), &json!(500)), (&json!(-120), &json!(380))]);
    // The transfer at the last millisecond is the end of the chain; the one after midnight is not in it.
    assert_eq!(statement["chain"]["number"], movements[1]["number"]);
    let keys = server.visitor().get("/api/statement/keys").await.expect(200);
    assert_eq!(keys["keys"][0]["keyId"], statement["keyId"]);
    let again = ada.caller.get("/api/statement/2026-10").await.expect(200);
    assert_eq!(again, signed);
    for month in ["2026-09", "2026-11", "2027-01", "2026-13", "now"] {
        ada.caller.get(&format!("/api/statement/{month}")).await.expect_problem(404, "not_found");
    }
    server.visitor().get("/api/statement/2026-10").await.expect_problem(401, "unauthenticated");
    server.verify_books();
}

#[tokio::test]
async fn a_row_has_a_second_line_and_the_pages_say_what_expires_and_what_was_saved() {
    let shop = crate::carbon::shop().await;
    shop.server.clock.set(at("2026-09-21T04:00:00Z"));
    let owner = shop.server.staff(Role::Owner).await;
    let rule = json!({ "kind": "afterEarning", "months": 3, "monthEnd": true });
    let policy = json!({ "rule": rule, "graceDays": 14, "extraDays": 90 });
    owner
        .post("/api/admin/expiry", json!({ "policy": policy, "starts": "2026-09-21", "version": 0 }))
        .await
        .expect(200);
    owner.post(FACTORS, factor("purchase", "1240", "Own cup")).await.expect(201);
    let (till, ada) = (shop.till().await, shop.server.member().await);
    let bought = async |amount: &str, card: bool| {
        let bill = json!({ "member": ada.short_id, "amountHkd": amount, "enjoyCard": card });
        till.post_once("/api/merchant/award", &fresh_key(), bill).await.expect(200)
    };
    bought("52.50", true).await;
    let wrong = bought("1200.00", false).await;
    let undo = format!("/api/merchant/award/{}/undo", wrong["transactionId"].as_str().expect("an id"));
    till.post_once(&undo, &fresh_key(), json!({})).await.expect(200);
    shop.server.clock.set(at("2026-10-02T04:00:00Z"));
    ada.caller.sign_in(&ada.email, PASSWORD).await;
    let signed = ada.caller.get("/api/statement/2026-09").await.expect(200);
    let movements = signed["statement"]["movements"].as_array().expect("movements");
    let details: Vec<_> = movements.iter().map(|movement| movement["detail"].as_str().unwrap_or_default()).collect();
    assert_eq!(details[..2], ["Sheung Wan, HK$52.50, 52 + 105 Enjoy Card", "Sheung Wan, HK$1,200.00"]);
    assert!(details[2] == "Takes back: Tea House of 21 September 2026", "{details:?}");
    assert_eq!(movements[0]["text"], "Tea House", "the first line of a purchase names the partner");
    let ends = json!({ "asOf": "2026-10-02", "days": [{ "points": 157, "lastDay": "2026-12-31" }] });
    assert_eq!(signed["statement"]["expiring"], ends);
    assert_eq!(signed["statement"]["carbon"], json!({ "monthGrams": "1240", "yearGrams": "1240" }));
    let pdf = bytes_of(&ada, "/api/statement/2026-09/pdf").await;
    assert!(check_file(&pdf, None).is_ok());
    let pages = text_of(&pdf);
    for words in [
        "Statement of September 2026",
        "Sheung Wan, HK$52.50, 52 + 105 Enjoy Card",
        "157 points on 31 December 2026",
        "1.2 kg CO2e saved in September 2026",
        "kapok verify --statement statement-2026-09.pdf --key keys.json",
        "/api/statement/keys",
        "Page 1 of 1",
    ] {
        assert!(pages.contains(words), "{words} is not in {pages}");
    }
    // A statement of before these fields existed has the same canonical JSON, so its signature stays valid.
    let mut before = signed["statement"].clone();
    for field in ["expiring", "carbon"] {
        before.as_object_mut().expect("an object").remove(field);
    }
    for movement in before["movements"].as_array_mut().expect("movements") {
        movement.as_object_mut().expect("an object").remove("detail");
    }
    let read: MonthStatement = serde_json::from_value(before.clone()).expect("an earlier statement");
    assert_eq!(serde_json::to_value(&read).expect("JSON"), before);
}

#[tokio::test]
async fn a_long_month_has_several_pages_and_every_row_once() {
    let server = TestServer::start().await;
    server.clock.set(at("2026-10-05T04:00:00Z"));
    let (ada, ben) = (server.member_with(9_000).await, server.member().await);
    for points in 101..=160 {
        ada.caller.transfer(&ben.email, points).await.expect(200);
    }
    server.clock.set(at("2026-11-02T04:00:00Z"));
    ben.caller.sign_in(&ben.email, PASSWORD).await;
    let pdf = bytes_of(&ben, "/api/statement/2026-10/pdf").await;
    let pages = text_of(&pdf);
    assert!(pages.contains("Page 1 of 4") && pages.contains("Page 4 of 4"), "{pages}");
    for points in 101..=160 {
        assert_eq!(pages.matches(&format!("+{points}")).count(), 1, "{points}");
    }
}

/// Runs `kapok verify --statement` in an empty folder without a server.
fn verify(folder: &Path, file: &[u8], keys: Option<&str>) -> Output {
    std::fs::write(folder.join("statement"), file).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kapok"));
    command.args(["verify", "--statement", "statement"]).current_dir(folder).env_clear();
    if let Some(keys) = keys {
        std::fs::write(folder.join("keys.json"), keys).expect("written");
        command.args(["--key", "keys.json"]);
    }
    command.output().expect("the binary runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[tokio::test]
async fn both_files_are_checked_without_a_server() {
    let server = TestServer::start().await;
    let ada = member_of_last_month(&server).await;
    let (json, pdf) =
        (bytes_of(&ada, "/api/statement/2026-10").await, bytes_of(&ada, "/api/statement/2026-10/pdf").await);
    let keys = server.visitor().get("/api/statement/keys").await.text;
    let folder = server.stop().await;
    let other = tempfile::tempdir().expect("a folder");
    for file in [&json, &pdf] {
        let sound = verify(other.path(), file, Some(&keys));
        assert_eq!(sound.status.code(), Some(0), "{}", said(&sound));
        assert!(
            said(&sound).contains(&ada.short_id) && said(&sound).contains("380 points at the end"),
            "{}",
            said(&sound)
        );
        let unproved = verify(other.path(), file, None);
        assert_eq!(unproved.status.code(), Some(3), "{}", said(&unproved));
        assert!(said(&unproved).contains("not proved"), "{}", said(&unproved));
    }
    assert!(text_of(&pdf).contains("-120") || text_of(&pdf).contains("−120"), "{}", text_of(&pdf));
    // A new key signs from then on, and the earlier one is still among the keys of the shell.
    let shell = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kapok"));
        let output = command.args(arguments).arg("--data-dir").arg(folder.path()).env_clear().output();
        let output = output.expect("the binary runs");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    shell(&["admin", "statement-keys", "rotate"]);
    let listed = shell(&["admin", "statement-keys", "list"]);
    let published: Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(published["keys"].as_array().map(Vec::len), Some(2));
    assert_eq!(verify(other.path(), &json, Some(&listed)).status.code(), Some(0));
    let newest = published["keys"][0]["publicKey"].as_str().expect("a key");
    let stranger = verify(other.path(), &json, Some(newest));
    assert_eq!(stranger.status.code(), Some(1));
    assert!(said(&stranger).contains("not among the given ones"), "{}", said(&stranger));
    let nonsense = verify(other.path(), &json, Some("no key"));
    assert!(said(&nonsense).contains("neither a public key nor a file of keys"), "{}", said(&nonsense));
    // The file of a programme that has signed nothing yet.
    let mut empty = published.clone();
    empty["keys"] = serde_json::json!([]);
    let none = verify(other.path(), &json, Some(&empty.to_string()));
    assert_eq!(none.status.code(), Some(1), "{}", said(&none));
    assert!(said(&none).contains("has no keys") && !said(&none).contains("forged"), "{}", said(&none));
}

#[tokio::test]
async fn a_forged_altered_or_cut_file_is_refused() {
    let server = TestServer::start().await;
    let ada = member_of_last_month(&server).await;
    let (json, pdf) =
        (bytes_of(&ada, "/api/statement/2026-10").await, bytes_of(&ada, "/api/statement/2026-10/pdf").await);
    let keys = server.visitor().get("/api/statement/keys").await.text;
    let trusted = TrustedKeys::read(&keys).expect("keys");
    let fault = |bytes: &[u8]| check_file(bytes, Some(&trusted)).expect_err("refused");
    let replaced = |from: &str, to: &str| String::from_utf8_lossy(&json).replacen(from, to, 1).into_bytes();
    assert_eq!(fault(&replaced("\"closing\":380", "\"closing\":980")), StatementFault::Changed);
    assert_eq!(fault(&replaced("2026-10", "2026-09")), StatementFault::Changed);
    assert_eq!(fault(&replaced("\"points\":-120", "\"points\":-120,\"points\":0")), StatementFault::NotAStatement);
    assert_eq!(fault(&replaced("{\"statement\"", "{\"more\":1,\"statement\"")), StatementFault::NotAStatement);
    // Every cut is refused, and almost every one by its name.
    for end in 0..json.len() {
        let fault = fault(&json[..end]);
        assert!(matches!(fault, StatementFault::Cut | StatementFault::NotAStatement), "{end}: {fault:?}");
    }
    // No byte of a PDF can be changed, whether it is on a page, in the attachment or in the signature.
    for place in (0..pdf.len()).step_by(97).chain(pdf.len() - 90..pdf.len()) {
        let mut altered = pdf.clone();
        altered[place] ^= 1;
        assert!(check_file(&altered, Some(&trusted)).is_err(), "byte {place} of {}", pdf.len());
    }
    for end in (0..pdf.len()).step_by(101) {
        assert!(check_file(&pdf[..end], Some(&trusted)).is_err(), "the first {end} bytes");
    }
    let appended = [pdf.as_slice(), b"1 0 obj\n<< >>\nendobj\n%%EOF\n"].concat();
    assert_eq!(fault(&appended), StatementFault::PdfChanged);
    assert_eq!(fault(&pdf[..pdf.len() - 1]), StatementFault::Cut);
    for nonsense in [b"".as_slice(), b"null", b"[]", b"\xff\xfe", b"%PDF-1.4\n%%EOF\n"] {
        assert_eq!(fault(nonsense), StatementFault::NotAStatement);
    }
    // The statement of another programme is whole, and signed by a key that is not trusted here.
    let forger = TestServer::start().await;
    let forged = bytes_of(&member_of_last_month(&forger).await, "/api/statement/2026-10").await;
    assert!(check_file(&forged, None).is_ok());
    assert_eq!(fault(&forged), StatementFault::UnknownKey);
}

#[tokio::test]
async fn statements_are_limited_and_in_the_language_of_the_member() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let ada = member_of_last_month(&server).await;
    let chinese = server.visitor().browser().with_header("accept-language", "zh-HK");
    chinese.sign_in(&ada.email, PASSWORD).await;
    let pdf = bytes_of(&ada, "/api/statement/2026-10/pdf").await;
    assert!(text_of(&pdf).contains("賬本截至第"), "{}", text_of(&pdf));
    let mut last: Option<Answer> = None;
    for _ in 0..60 {
        last = Some(ada.caller.get("/api/statement/2026-10").await);
    }
    last.expect("an answer").expect_problem(429, "rate_limited");
}

/// The anchors that were logged.
fn anchors(log: &Log) -> Vec<Value> {
    let lines = log.text();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["fields"].clone());
    lines.filter(|fields| fields["event"] == "ledger.anchor").collect()
}

fn outside(config: &mut Config) {
    quiet(config);
    config.ledger.anchor_mailbox = "audit@accountant.example".to_owned();
}

#[tokio::test]
async fn the_end_of_the_chain_is_anchored_once_a_day_over_restarts() {
    let log = Log::listen();
    let anchors = || anchors(&log);
    let mut server = TestServer::start_with(outside).await;
    server.message_to("audit@accountant.example").await;
    server.member_with(500).await;
    server = server.restart_with(outside).await;
    server = server.restart_with(outside).await;
    assert_eq!(anchors().len(), 1);
    let start = server.clock.now().hong_kong_midnight();
    server.clock.set(start.plus(DAY));
    server = server.restart_with(outside).await;
    let mail = server.message_to("audit@accountant.example").await;
    let found = anchors();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1]["number"], 1);
    let hash = found[1]["hash"].as_str().expect("a hash");
    assert!(mail["text"].as_str().is_some_and(|text| text.contains(hash)), "{mail}");
}

#[tokio::test]
async fn a_server_that_runs_over_midnights_anchors_the_chain_once_in_each_day() {
    let log = Log::listen();
    let server = TestServer::start_with(outside).await;
    let first = server.message_to("audit@accountant.example").await;
    assert!(first["text"].as_str().is_some_and(|text| text.contains("On 21 September 2026")), "{first}");
    let midnight = server.clock.now().hong_kong_midnight().plus(DAY);
    let second = Duration::from_secs(1);
    for (moment, points) in [
        (midnight.minus(second), 100),
        (midnight, 200),
        (midnight.plus(second), 300),
        (midnight.plus(DAY).minus(second), 400),
        // The server did not look at the clock on the day before.
        (midnight.plus(2 * DAY), 500),
    ] {
        server.clock.set(moment);
        server.member_with(points).await;
        server.running.check_clock();
        looked_at(&server, moment).await;
        if [midnight, midnight.plus(2 * DAY)].contains(&moment) {
            server.message_to("audit@accountant.example").await;
        }
    }
    let found: Vec<_> = anchors(&log).iter().map(|anchor| (anchor["day"].clone(), anchor["number"].clone())).collect();
    let anchored = |day: &str, number: i64| (json!(day), json!(number));
    let days = [anchored("2026-09-21", 0), anchored("2026-09-22", 2), anchored("2026-09-24", 5)];
    assert_eq!(found, days, "each with the last transaction of its moment");
}
