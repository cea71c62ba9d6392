//! Webhooks that owners import.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::import::{bring, counts, fates, file, load, try_out};
use crate::import_undo::{listed, undo};
use crate::support::{TestServer, fresh_key};

const LIST: &str = "webhooks";
const HOOKS: &str = "url,description,events,active\n\
    https://crm.example/hook,'=CRM,points.earned member.created,yes\nhttps://till.example/hook,,,no\n";

#[tokio::test]
async fn webhooks_come_in_with_secrets_that_are_told_once_and_go_again() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    assert_eq!(counts(&try_out(&owner, LIST, HOOKS).await), [2, 0, 0, 0]);
    assert_eq!(listed(&owner, LIST).await, json!([]));
    let key = fresh_key();
    let answer = bring(&owner, LIST, "name=hooks.csv", &key, HOOKS).await.expect(200);
    let told: Vec<&str> =
        answer["secrets"].as_array().expect("secrets").iter().filter_map(|one| one["secret"].as_str()).collect();
    assert!(told.len() == 2 && told.iter().all(|secret| secret.starts_with("whsec_")) && told[0] != told[1]);
    assert_eq!((&answer["secrets"][0]["line"], &answer["secrets"][0]["name"]), (&json!(2), &json!("=CRM")));
    let again = bring(&owner, LIST, "name=hooks.csv", &key, HOOKS).await.expect(200);
    assert_eq!((&again["made"], &again["secrets"]), (&answer["made"], &Value::Null), "secrets are shown once");
    let hooks = listed(&owner, LIST).await;
    let crm = hooks.as_array().expect("webhooks").iter().find(|one| one["_id"] == answer["made"][0]).expect("one");
    assert_eq!((&crm["events"], &crm["active"]), (&json!(["member.created", "points.earned"]), &json!(true)));
    let out = file(&owner, LIST).await;
    assert_eq!(fates(&try_out(&owner, LIST, &out).await), ["unchanged"; 2]);
    let changed = load(&owner, LIST, &out.replace(",no,", ",yes,")).await;
    assert_eq!((counts(&changed), &changed["secrets"]), ([0, 1, 1, 0], &Value::Null));
    let refused = undo(&owner, LIST, &answer["made"]).await.expect_problem(409, "not_as_loaded");
    assert_eq!(
        refused["errors"],
        json!([{ "field": answer["made"][1], "code": "changed_since",
        "message": refused["errors"][0]["message"] }])
    );
    assert_eq!(listed(&owner, LIST).await.as_array().map(Vec::len), Some(2));
    assert_eq!(undo(&owner, LIST, &json!([answer["made"][0]])).await.expect(200), json!({ "removed": 1 }));
    let trail = owner.get("/api/admin/audit").await.expect(200).to_string();
    assert!(trail.contains("webhook.load_undo") && !trail.contains("whsec_"), "{trail}");
}

#[tokio::test]
async fn an_address_that_must_not_be_called_stops_the_file() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let csv = "url,description,events,active\n,,,yes\nhttp://crm.example/,,,yes\nhttps://10.0.0.1/,,,yes\n\
        https://127.0.0.1/,,,yes\nhttps://[fd00::1]/,,,yes\nhttps://169.254.169.254/,,,yes\nhttps://localhost/,,,yes\n\
        https://me:pw@crm.example/,,,yes\nfile:///etc/passwd,,,yes\nhttps://crm.example/,,points.lost,yes\n\
        https://crm.example/,,,perhaps\nhttps://crm.example/,,,yes\nhttps://crm.example/,,,yes\nhttps://crm.example/x\n";
    let address = "url invalid_webhook_url";
    let expected = [
        "url required_field",
        address,
        address,
        address,
        address,
        address,
        address,
        address,
        address,
        "events unknown_event",
        "active invalid_value",
        "new",
        "url twice_in_file",
        " cells_amiss",
    ];
    assert_eq!(fates(&try_out(&owner, LIST, csv).await), expected);
    bring(&owner, LIST, "", &fresh_key(), csv).await.expect_problem(422, "file_refused");
    let many: String = (0..21).map(|n| format!("https://crm.example/{n}\n")).collect();
    let dry = try_out(&owner, LIST, &format!("url\n{many}")).await;
    assert_eq!((counts(&dry), fates(&dry)[20].as_str()), ([20, 0, 0, 1], " too_many_webhooks"));
    assert_eq!(listed(&owner, LIST).await, json!([]));
    for (csv, code) in [("url\n", "invalid_csv"), ("url,secret\nhttps://crm.example/,whsec_x\n", "unknown_column")] {
        bring(&owner, LIST, "dryRun=true", "", csv).await.expect_problem(400, code);
    }
    let operator = server.staff_at(Role::Operator, None).await;
    bring(&operator, LIST, "dryRun=true", "", HOOKS).await.expect_problem(403, "forbidden");
}
