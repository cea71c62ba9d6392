//! Diagnostics in the admin app.

use std::time::{Duration, SystemTime};

use kapok::auth::Role;
use kapok::ops::doctor::KINDS;
use kapok::platform::log_buffer::{LogBuffer, LogBufferLayer};
use reqwest::Method;
use serde_json::{Value, json};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::support::{Caller, TestServer, quiet, until};

const REQUESTS: &str = "/api/admin/diagnostics/requests";
const LOG: &str = "/api/admin/diagnostics/log";

async fn rows(caller: &Caller, path: &str) -> Vec<Value> {
    caller.get(path).await.expect(200).as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_request_is_found_by_the_request_id_of_its_problem() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    let member = server.member_with(5).await;
    let refused = member.caller.transfer(&member.short_id, 1).await;
    let instance = refused.json()["instance"].as_str().expect("an id").to_owned();
    let bare = refused.header("x-request-id").to_owned();
    for typed in [&instance, &bare, &instance.to_uppercase()] {
        let found = rows(&operator, &format!("{REQUESTS}?request={typed}")).await;
        assert_eq!(found.len(), 1, "{typed}");
        assert_eq!((&found[0]["id"], &found[0]["method"]), (&json!(bare), &json!("POST")));
        assert_eq!((&found[0]["status"], &found[0]["code"]), (&json!(refused.status), &refused.json()["code"]));
        let text = found[0].to_string();
        assert!(!text.contains(&member.short_id) && found[0]["route"].as_str().is_some_and(|route| !route.is_empty()));
    }
    let troubled = rows(&operator, &format!("{REQUESTS}?outcome=refused&q=TRANSFER")).await;
    assert!(troubled.iter().any(|one| one["id"] == json!(bare)), "{troubled:?}");
    assert!(rows(&operator, &format!("{REQUESTS}?outcome=failed")).await.is_empty());
    assert!(rows(&operator, &format!("{REQUESTS}?outcome=slow")).await.is_empty());
    assert!(rows(&operator, &format!("{REQUESTS}?q=nothing-of-ours")).await.is_empty());

    let first = operator.get(&format!("{REQUESTS}?limit=1")).await;
    let next = first.header("link").split(['<', '>']).nth(1).expect("a next page").to_owned();
    let (newer, older) = (first.expect(200)[0]["number"].clone(), rows(&operator, &next).await[0]["number"].clone());
    assert!(older.as_u64() < newer.as_u64(), "{older} comes before {newer}");
}

#[tokio::test]
async fn the_shown_log_contains_no_client_input() {
    let log = tracing_subscriber::registry().with(LogBufferLayer::new(LogBuffer::of_this_process()));
    log.try_init().expect("the first log of this process");
    let server = TestServer::start().await;
    let owner = server.staff(Role::Owner).await;
    let report = server.visitor().post("/api/csp-report", json!({ "csp-report": { "blocked-uri": "canary" } })).await;
    assert_eq!(report.status, 204);
    let id = report.header("x-request-id").to_owned();
    let found = rows(&owner, &format!("{LOG}?request={id}")).await;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["level"], &found[0]["request"]), (&json!("warn"), &json!(id)));
    assert_eq!(found[0]["text"], "content security policy violation reported");
    let all = rows(&owner, LOG).await;
    assert!(all.iter().any(|line| line["level"] == "info"), "the log lacks the start: {all:?}");
    assert!(!json!(all).to_string().contains("canary"));
    let grave = rows(&owner, &format!("{LOG}?level=warn")).await;
    assert!(grave.iter().all(|line| line["level"] != "info") && grave.len() < all.len());
    assert_eq!(rows(&owner, &format!("{LOG}?level=error")).await, Vec::<Value>::new());
    assert_eq!(rows(&owner, &format!("{LOG}?q=Security+Policy")).await.len(), 1);
}

#[tokio::test]
async fn invalid_diagnostics_queries_are_refused() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    let long = "x".repeat(201);
    for query in ["level=loud", "limit=0", "limit=501", "limit=x", "cursor=x", "q=%00", "q=a&q=b", &format!("q={long}")]
    {
        operator.get(&format!("{LOG}?{query}")).await.expect_problem(400, "invalid_parameter");
    }
    for query in ["outcome=fine", "cursor=-1", "request=%07", "limit=1.5"] {
        operator.get(&format!("{REQUESTS}?{query}")).await.expect_problem(400, "invalid_parameter");
    }
    for role in [Role::Support, Role::Finance, Role::Auditor, Role::Editor] {
        let other = server.staff(role).await;
        for path in [LOG, REQUESTS, "/api/admin/diagnostics", "/api/admin/diagnostics/alarms"] {
            other.get(path).await.expect_problem(403, "forbidden");
            let changed = operator.send(operator.request(Method::POST, path).json(&json!({}))).await;
            changed.expect_problem(405, "method_not_allowed");
        }
    }
}

#[tokio::test]
async fn diagnostics_tell_what_a_doctor_finds_with_each_fix() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    let found = operator.get("/api/admin/diagnostics").await.expect(200);
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    let findings = found["findings"].as_array().expect("a list");
    let of = |check: &str| findings.iter().find(|one| one["check"] == check).unwrap_or_else(|| panic!("{check}"));
    // The tests' server has no rate limits, which the doctor warns about.
    assert_eq!((&of("limits")["level"], &of("server")["level"]), (&json!("warning"), &json!("ok")));
    assert!(of("limits")["fix"].as_str().is_some_and(|fix| fix.contains("limits.enabled")));
    // The admin app translates findings by code, with the same values.
    assert_eq!((&of("limits")["code"], &of("limits")["values"]), (&json!("limits_off"), &json!({})));
    let free = of("disk_space")["values"]["free"]["number"].as_u64().expect("megabytes");
    assert_eq!(of("disk_space")["message"], format!("{free} MB are free for the data folder"));
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.code).collect();
    assert!(findings.iter().all(|one| one["code"].as_str().is_some_and(|code| known.contains(&code))), "{findings:?}");
    assert_eq!(findings[0]["level"].as_str().filter(|level| *level != "ok"), findings[0]["level"].as_str());
    assert!(found["load"]["databaseBytes"].as_u64() > Some(0) && found["load"]["diskFreeBytes"].as_u64() > Some(0));
    assert_eq!((&found["load"]["messagesWaiting"], &found["backup"]), (&json!(0), &json!({})));
}

async fn kinds(caller: &Caller) -> Vec<String> {
    let found = rows(caller, "/api/admin/diagnostics/alarms").await;
    found.iter().map(|one| one["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[tokio::test]
async fn a_backup_that_is_overdue_is_an_alarm_where_backups_are_made() {
    for scheduled in [true, false] {
        let server = TestServer::start_with(|config| {
            quiet(config);
            config.backup.scheduled = scheduled;
        })
        .await;
        let overdue = async || {
            let operator = server.staff(Role::Operator).await;
            kinds(&operator).await.iter().any(|kind| kind == "backupOld")
        };
        server.clock.advance(Duration::from_secs(29 * 3_600));
        assert!(!overdue().await, "no backup is overdue on the first day");
        server.clock.advance(Duration::from_secs(2 * 3_600));
        assert_eq!(overdue().await, scheduled);
    }
}

#[tokio::test]
async fn a_backup_that_fails_and_books_that_are_wrong_are_alarms() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    assert!(!kinds(&operator).await.iter().any(|kind| kind.starts_with("backup") || kind == "booksWrong"));
    let key = std::fs::File::open(server.data_dir().join("keys/master.key")).expect("a key");
    key.set_modified(SystemTime::UNIX_EPOCH).expect("an old folder");
    let member = server.member_with(5).await;
    let database = rusqlite::Connection::open(server.data_dir().join("kapok.db")).expect("opens");
    database.busy_timeout(Duration::from_secs(5)).expect("waits");
    let tampered = database.execute("update account set balance = balance + 1 where kind = 'member'", []);
    assert!(tampered.expect("runs") > 0);
    drop((database, member));

    let server = server.restart_with(quiet).await;
    let operator = server.staff(Role::Operator).await;
    until(async || {
        let found = kinds(&operator).await;
        let both = ["booksWrong", "backupFailed"].iter().all(|kind| found.iter().any(|one| one == kind));
        if both { Ok(()) } else { Err(format!("only {found:?}")) }
    })
    .await;
    let told = operator.get("/api/admin/diagnostics").await.expect(200);
    assert_eq!(told["backup"]["booksSound"], false);
    assert!(told["backup"]["failure"].as_str().is_some_and(|why| why.contains("the books are wrong")), "{told}");
}
