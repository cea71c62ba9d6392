//! Announcements that staff import.

use std::time::Duration;

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::import::{bring, counts, fates, file, load, try_out};
use crate::import_undo::{listed, undo};
use crate::support::desk::{Desk, Over};
use crate::support::{TestServer, fresh_key};

const LIST: &str = "notifications";

fn news() -> Value {
    json!({ "title": { "en": "=News", "zh": "消息", "zhhk": "消息" },
        "body": { "en": "Hello,\nall of you", "zh": "大家好", "zhhk": "'大家好" } })
}

#[tokio::test]
async fn imported_announcements_are_drafts_and_can_be_removed_together() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let csv = "title.en,title.zhhk,body.en,segment.language,segment.minPoints,segment.partnerId,marketing,byEmail,state,sendAt\r\n\
        '=Beach day,海灘日,\"Come,\nall of you\",zhhk,50,Tea House,yes,,scheduled,2030-01-01\r\n\
        Quiet,,Nothing new,,,,,,sent,\r\n";
    let dry = try_out(&desk.operator, LIST, csv).await;
    assert_eq!((counts(&dry), &dry["rows"][0]["name"]), ([2, 0, 0, 0], &json!("=Beach day")));
    assert_eq!(listed(&desk.operator, LIST).await, json!([]));
    let made = load(&desk.operator, LIST, csv).await["made"].clone();
    let beach = desk.operator.get(&format!("/api/admin/notifications/{}", made[0].as_str().expect("an id"))).await;
    let beach = beach.expect(200);
    assert_eq!((&beach["state"], &beach["sendAt"]), (&json!("draft"), &json!("2029-12-31T16:00:00.000Z")));
    assert_eq!(beach["segment"], json!({ "language": "zhhk", "minPoints": 50, "partnerId": partner }));
    assert_eq!((&beach["marketing"], &beach["byEmail"]), (&json!(true), &json!(false)));
    assert_eq!((&beach["title"]["en"], &beach["body"]["en"]), (&json!("=Beach day"), &json!("Come,\nall of you")));
    assert_eq!(undo(&desk.operator, LIST, &made).await.expect(200), json!({ "removed": 2 }));
    assert_eq!(listed(&desk.operator, LIST).await, json!([]));
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&Value> = trail.as_array().expect("lines").iter().map(|line| &line["action"]).take(6).collect();
    let expected = ["load_undo", "delete", "delete", "load", "create", "create"];
    assert_eq!(actions, expected.map(|action| json!(format!("notification.{action}"))).iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn exported_announcements_import_unchanged_and_sent_ones_stay() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let partner = desk.partner("1", "0").await;
    let whom = json!({ "language": "zh", "minPoints": 5, "maxPoints": 50, "partnerId": partner });
    desk.create(LIST, json!({ "segment": whom, "marketing": true, "byEmail": true }).over(news())).await;
    let later = json!({ "state": "scheduled", "sendAt": "2030-01-01T00:00:00Z" });
    let waiting = desk.create(LIST, later.over(news())).await;
    let sent = desk.create(LIST, news()).await;
    desk.operator.post(&format!("/api/admin/notifications/{sent}/send"), json!({})).await.expect(200);
    server.hand_out_announcements().await.expect("sent");
    let out = file(&desk.operator, LIST).await;
    assert_eq!(fates(&try_out(&desk.operator, LIST, &out).await), ["unchanged"; 3]);
    assert_eq!(counts(&load(&desk.operator, LIST, &out).await), [0, 0, 3, 0]);
    assert_eq!(file(&desk.operator, LIST).await, out);
    let change = format!("_id,byEmail\n{sent},yes\n{waiting},yes\n");
    assert_eq!(fates(&try_out(&desk.operator, LIST, &change).await), [" already_sent", "updated"]);
    server.clock.advance(Duration::from_secs(1));
    assert_eq!(counts(&load(&desk.operator, LIST, &format!("_id,byEmail\n{waiting},yes\n")).await), [0, 1, 0, 0]);
    let stale = out.replace("Hello", "Goodbye");
    assert_eq!(fates(&try_out(&desk.operator, LIST, &stale).await), [" already_sent", "updated stale", "updated"]);
}

#[tokio::test]
async fn each_mistake_in_an_announcement_is_told_and_stops_the_file() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let draft = desk.create(LIST, news()).await;
    let long = "x".repeat(1_001);
    let csv = format!(
        "_id,title.en,body.en,segment.language,segment.minPoints,segment.maxPoints,segment.partnerId,marketing,state,sendAt\n\
         ,,B,,,,,,,\n,T,,,,,,,,\n,T,{long},,,,,,,\n,T,B,fr,,,,,,\n,T,B,,-1,,,,,\n,T,B,,9,5,,,,\n,T,B,,x,,,,,\n\
         ,T,B,,,,Nobody,,,\n,T,B,,,,,perhaps,,\n,T,B,,,,,,lost,\n,T,B,,,,,,,soon\n{draft},T,B,,,,,,scheduled,\n\
         019cde0a5b7070009f1b4c1f0c2f7a31,T,B,,,,,,,\n"
    );
    let dry = try_out(&desk.operator, LIST, &csv).await;
    let expected = [
        "title required_field",
        "body required_field",
        "body too_long",
        "segment.language invalid_value",
        "segment.minPoints invalid_value",
        "segment.maxPoints invalid_value",
        "segment.minPoints invalid_value",
        "segment.partnerId unknown_partner",
        "marketing invalid_value",
        "state invalid_value",
        "sendAt invalid_value",
        "sendAt required_field",
        "_id unknown_record",
    ];
    assert_eq!(fates(&dry), expected);
    bring(&desk.operator, LIST, "", &fresh_key(), csv).await.expect_problem(422, "file_refused");
    assert_eq!(listed(&desk.operator, LIST).await.as_array().map(Vec::len), Some(1));
    for (csv, code) in [("", "invalid_csv"), ("title.en,colour\nT,red\n", "unknown_column")] {
        bring(&desk.operator, LIST, "dryRun=true", "", csv).await.expect_problem(400, code);
    }
    let big5 = [b"title.en,body.en\nTea,".as_slice(), b"\xaf\xf9", b"\n"].concat();
    bring(&desk.operator, LIST, "dryRun=true", "", big5).await.expect_problem(400, "invalid_encoding");
    let support = server.staff_at(Role::Support, None).await;
    bring(&support, LIST, "dryRun=true", "", "title.en\nx\n").await.expect_problem(403, "forbidden");
}
