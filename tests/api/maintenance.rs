//! Backups, checks of the ledger and test messages that staff start in the admin.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::support::{Caller, TestServer, until};

const BACKUPS: &str = "/api/admin/backups";
const CHECK: &str = "/api/admin/ledger/check";
/// A public key of age; no test needs the private one.
const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

/// Makes a backup and waits until it is done.
async fn make_backup(caller: &Caller) -> Value {
    caller.post(BACKUPS, json!({})).await.expect(200);
    until(async || {
        let list = caller.get(BACKUPS).await.expect(200);
        if list["running"] == json!(false) { Ok(list) } else { Err(format!("still {list}")) }
    })
    .await
}

async fn check_ledger(caller: &Caller) -> Value {
    caller.post(CHECK, json!({})).await.expect(200);
    until(async || {
        let state = caller.get(CHECK).await.expect(200);
        if state["running"] == json!(false) { Ok(state["last"].clone()) } else { Err(format!("still {state}")) }
    })
    .await
}

#[tokio::test]
async fn an_operator_makes_a_backup_which_the_list_and_the_diagnostics_show() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    server.member_with(12).await;
    assert_eq!(operator.get(BACKUPS).await.expect(200), json!({ "files": [], "running": false }));
    let list = make_backup(&operator).await;
    let file = &list["files"][0];
    assert_eq!((list["files"].as_array().map(Vec::len), &file["encrypted"]), (Some(1), &json!(false)), "{list}");
    let name = file["name"].as_str().expect("a name");
    let archive = server.data_dir().join("backups").join(name);
    assert_eq!(std::fs::metadata(&archive).expect("an archive").len(), file["bytes"].as_u64().expect("a size"));
    let (manifest, report) =
        kapok::ops::backup::verify(&archive, None, &server.data_dir()).expect("a backup that can be restored");
    assert!(report.ledger.transactions >= 1 && !manifest.files.is_empty());
    let diagnostics = operator.get("/api/admin/diagnostics").await.expect(200);
    assert_eq!(diagnostics["backup"]["newest"], file["created"]);
    let trail = server.staff(Role::Auditor).await.get("/api/admin/audit?action=backup.make").await.expect(200);
    assert_eq!(trail.as_array().map(Vec::len), Some(1), "{trail}");
}

#[tokio::test]
async fn backups_of_one_day_do_not_push_out_those_of_earlier_days() {
    let server = TestServer::start_with(|config| config.backup.keep = 2).await;
    let mut days = Vec::new();
    for _ in 0..3 {
        // A session of staff does not last until the next day.
        let operator = server.staff(Role::Operator).await;
        let list = make_backup(&operator).await;
        days.push(list["files"][0]["created"].clone());
        server.clock.advance(Duration::from_secs(60));
        make_backup(&operator).await;
        server.clock.advance(Duration::from_secs(86_400));
    }
    let operator = server.staff(Role::Operator).await;
    let files = operator.get(BACKUPS).await.expect(200)["files"].as_array().expect("files").clone();
    let created: Vec<&str> = files.iter().filter_map(|file| file["created"].as_str()).collect();
    assert_eq!(created.len(), 3, "both of the newest day, and the newest of the day before: {created:?}");
    assert!(!created.contains(&days[0].as_str().expect("a time")), "{created:?}");
}

#[tokio::test]
async fn only_an_encrypted_backup_leaves_the_server_and_only_for_owners() {
    let server = TestServer::start().await;
    let owner = server.staff(Role::Owner).await;
    let plain = make_backup(&owner).await["files"][0]["name"].as_str().expect("a name").to_owned();
    owner.get(&format!("{BACKUPS}/{plain}")).await.expect_problem(409, "backup_not_encrypted");
    for name in ["kapok-20260101T000000Z.tar.zst.age", "..%2Fkapok.db", "%2e%2e%2fkeys%2fmaster.key"] {
        owner.get(&format!("{BACKUPS}/{name}")).await.expect_problem(404, "not_found");
    }

    let server = server.restart_with(|config| config.backup.recipient = RECIPIENT.to_owned()).await;
    let (owner, operator) = (server.staff(Role::Owner).await, server.staff(Role::Operator).await);
    server.clock.advance(Duration::from_secs(5));
    let file = make_backup(&owner).await["files"][0].clone();
    assert_eq!(file["encrypted"], json!(true));
    let path = format!("{BACKUPS}/{}", file["name"].as_str().expect("a name"));
    operator.get(&path).await.expect_problem(403, "forbidden");
    let answer = owner.get(&path).await;
    assert_eq!((answer.status, answer.header("content-length")), (200, file["bytes"].to_string().as_str()));
    assert!(answer.text.starts_with("age-encryption.org/v1"), "an archive of age");
    let trail = owner.get("/api/admin/audit?action=backup.download").await.expect(200);
    assert_eq!(trail[0]["target"], file["name"]);
}

#[tokio::test]
async fn a_check_of_the_ledger_tells_what_it_read_and_what_is_wrong() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    server.member_with(12).await;
    assert_eq!(operator.get(CHECK).await.expect(200), json!({ "running": false }));
    let sound = check_ledger(&operator).await;
    assert_eq!((&sound["sound"], &sound["outstanding"]), (&json!(true), &json!(12)), "{sound}");
    assert!(sound["head"].as_str().is_some_and(|head| head.len() == 64), "{sound}");

    let damage = "update account set balance = balance + 1 where kind = 'member'";
    server.running.store.write_unattended(move |tx| tx.execute(damage, params! {})).await.expect("damaged");
    let wrong = check_ledger(&operator).await;
    assert_eq!(wrong["sound"], json!(false));
    assert!(wrong["failure"].as_str().is_some_and(|why| !why.is_empty()), "{wrong}");
    let alarms = operator.get("/api/admin/diagnostics/alarms").await.expect(200);
    assert!(alarms.as_array().is_some_and(|all| all.iter().any(|one| one["kind"] == json!("booksWrong"))), "{alarms}");
}

#[tokio::test]
async fn a_test_message_goes_to_whoever_asks_or_to_a_number_of_hong_kong() {
    let server = TestServer::start().await;
    let operator = server.staff(Role::Operator).await;
    let test = "/api/admin/messages/test";
    let mail = operator.post(test, json!({ "channel": "email" })).await.expect(200);
    let own = operator.get("/api/staff/me").await.expect(200)["email"].clone();
    assert_eq!(mail["to"], own);
    let kept = server.message_to(own.as_str().expect("an address")).await;
    assert!(kept.to_string().contains("Kapok can send email"), "{kept}");

    let sms = operator.post(test, json!({ "channel": "sms", "phone": "6123 4567" })).await.expect(200);
    assert_eq!(sms["to"], json!("+85261234567"));
    let traces = operator.get("/api/admin/messages?to=61234567").await.expect(200);
    assert_eq!((&traces[0]["_id"], &traces[0]["kind"]), (&sms["_id"], &json!("test")));
    for (body, code) in [
        (json!({ "channel": "sms" }), "invalid_hong_kong_phone"),
        (json!({ "channel": "sms", "phone": "12" }), "invalid_hong_kong_phone"),
        (json!({ "channel": "push" }), "invalid_value"),
    ] {
        operator.post(test, body).await.expect_problem(400, code);
    }
}
