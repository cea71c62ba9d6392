//! Credit batches: points for many members from one file.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{Answer, Caller, TestMember, TestServer, fresh_key};

async fn bring(caller: &Caller, path: &str, key: &str, csv: impl Into<reqwest::Body>) -> Answer {
    let request = caller.request(Method::POST, path).header("content-type", "text/csv").header("idempotency-key", key);
    caller.send(request.body(csv)).await
}

#[tokio::test]
async fn a_file_is_tried_given_once_and_taken_back() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let csv = format!(
        "member,points,reason\n{},100,Volunteer\n{},50,\"Beach, clean-up\"\n{},5,Again\n",
        ada.email, ben.phone, ada.short_id
    );
    let dry = bring(&desk.operator, "/api/admin/credits/dry-run", "x", csv.clone()).await.expect(200);
    assert_eq!((&dry["good"], &dry["bad"], &dry["points"]), (&json!(3), &json!(0), &json!(155)));
    assert_eq!((&dry["rows"][1]["line"], &dry["rows"][1]["shortId"]), (&json!(3), &json!(ben.short_id)));
    assert_eq!(server.balance(ada.id).await, 0);
    let (path, key) = ("/api/admin/credits?name=Beach+day", fresh_key());
    let batch = bring(&desk.operator, path, &key, csv.clone()).await.expect(200);
    assert_eq!((&batch["name"], &batch["rows"], &batch["points"]), (&json!("Beach day"), &json!(3), &json!(155)));
    assert_eq!(bring(&desk.operator, path, &key, csv).await.header("idempotency-replayed"), "true");
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (105, 50));
    bring(&desk.operator, path, &key, "a,1,x").await.expect_problem(422, "idempotency_key_reused");
    let id = batch["_id"].as_str().expect("an id");
    let rows = format!("/api/admin/credits/{id}/rows");
    let page = desk.operator.get(&format!("{rows}?limit=2")).await;
    assert_eq!((page.expect(200).as_array().map(Vec::len), page.header("x-total-count")), (Some(2), "3"));
    let listed = desk.operator.get(&format!("{rows}?limit=2&cursor=3")).await.expect(200);
    assert_eq!((&listed[0]["line"], &listed[0]["shortId"]), (&json!(4), &json!(ada.short_id)));
    assert_eq!((&listed[0]["reason"], listed[0].get("takenBack")), (&json!("Again"), None));
    let file = desk.operator.get(&format!("{rows}?format=csv")).await.text;
    assert!(file.contains("\"Beach, clean-up\"") && file.lines().count() == 4, "{file}");
    desk.operator.get(&format!("{rows}?cursor=x")).await.expect_problem(400, "invalid_parameter");
    let unknown = rows.replace(id, "019cde0a5b7070009f1b4c1f0c2f7a31");
    desk.operator.get(&unknown).await.expect_problem(404, "not_found");
    // Ada spends some points; an undo does not take back the spent ones.
    let gift = json!({ "recipient": ben.email, "amount": 60 });
    ada.caller.post_once("/api/transaction/transfer", &fresh_key(), gift).await.expect(200);
    let undo = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    let undone = desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert_eq!((&undone["takenBack"], &undone["spent"][0]["points"]), (&json!(95), &json!(60)));
    let back = desk.operator.get(&rows).await.expect(200);
    assert_eq!(back.as_array().expect("rows").iter().filter_map(|row| row["takenBack"].as_i64()).sum::<i64>(), 95);
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (0, 60));
    let again = desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await;
    again.expect_problem(409, "already_undone");
    let listed: Value = desk.operator.get("/api/admin/credits").await.expect(200);
    assert!(listed[0]["undoneAt"].is_string() && listed.as_array().map(Vec::len) == Some(1));
    server.verify_books();
}

/// The transaction that gave a member those points.
async fn given(desk: &Desk, member: &TestMember, points: i64) -> Value {
    let path = format!("/api/admin/transactions?member={}&type=Adjustment", member.id);
    let listed = desk.operator.get(&path).await.expect(200);
    let gave = |one: &&Value| {
        one["postings"].as_array().is_some_and(|lines| lines.iter().any(|line| line["points"] == points))
    };
    let found = listed.as_array().and_then(|all| all.iter().find(gave)).expect("the credit");
    json!({ "transactionId": found["_id"] })
}

#[tokio::test]
async fn a_credit_is_taken_back_once_alone_or_with_its_batch() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member_with(500).await, server.member_with(500).await);
    let csv = format!("{},100,Volunteer\n{},50,Volunteer\n{},7,Again\n", ada.email, ben.email, ada.email);
    let batch = bring(&desk.operator, "/api/admin/credits?name=Beach", &fresh_key(), csv).await.expect(200);
    let (alone, with_batch) = (given(&desk, &ada, 100).await, given(&desk, &ben, 50).await);
    desk.reverse(&alone).await.expect(200);
    assert_eq!(server.balance(ada.id).await, 507);

    let undo = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    let undone = desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert_eq!((&undone["takenBack"], &undone["spent"]), (&json!(57), &json!([])));
    assert_eq!(undone["reversed"], json!([{ "line": 1, "member": ada.id, "points": 100 }]));
    assert_eq!((server.balance(ada.id).await, server.balance(ben.id).await), (500, 500));

    desk.reverse(&with_batch).await.expect_problem(409, "already_reversed");
    desk.reverse(&alone).await.expect_problem(409, "already_reversed");
    assert_eq!(server.balance(ben.id).await, 500);
    let path = format!("/api/admin/transactions/{}", with_batch["transactionId"].as_str().expect("an id"));
    assert_eq!(desk.operator.get(&path).await.expect(200)["reversed"], true);
    server.verify_books();
}

/// The newest messages of a member's inbox.
async fn told(member: &TestMember, lines: usize) -> Vec<String> {
    let inbox = member.caller.get("/api/notification/notifications").await.expect(200);
    let all = inbox["data"].as_array().expect("lines").iter();
    all.take(lines).map(|line| line["body"]["en"].as_str().expect("a text").to_owned()).collect()
}

#[tokio::test]
async fn a_member_whose_credit_is_undone_is_told_why() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, ben) = (server.member().await, server.member_with(500).await);
    let csv = format!("{},1200,Volunteer\n{},50,Volunteer\n", ada.email, ben.email);
    let batch = bring(&desk.operator, "/api/admin/credits?name=Beach", &fresh_key(), csv).await.expect(200);
    desk.reverse(&given(&desk, &ben, 50).await).await.expect(200);
    let said =
        "The programme team undid an earlier movement: your balance changed by \u{2212}50 points. Reason: Wrong member";
    assert_eq!(told(&ben, 1).await, [said]);

    // Spent points are not taken back, and a member whose balance does not change gets no message.
    ada.caller.transfer(&ben.short_id, 200).await.expect(200);
    let before = told(&ben, 9).await;
    let undo = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    desk.operator.post_once(&undo, &fresh_key(), json!({ "reason": "Wrong list" })).await.expect(200);
    assert!(told(&ada, 1).await[0].ends_with("by \u{2212}1,000 points. Reason: Wrong list"));
    assert_eq!(told(&ben, 9).await, before);

    // Both members of a transfer.
    let gift = ben.caller.transfer(&ada.short_id, 30).await.expect(200);
    desk.reverse(&gift).await.expect(200);
    assert!(told(&ada, 1).await[0].contains("by \u{2212}30 points"));
    assert!(told(&ben, 1).await[0].contains("by 30 points"));
    server.verify_books();
}

#[tokio::test]
async fn a_row_with_a_mistake_stops_the_whole_file() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let (ada, gone) = (server.member().await, server.member().await);
    desk.operator.post(&format!("/api/admin/members/{}/suspend", gone.id), json!({})).await.expect(200);
    let csv = format!(
        "{},10,Good\nnobody@example.org,1,x\n{},1,x\n{},-5,x\n{},1,\n",
        ada.email, gone.email, ada.email, ada.email
    );
    let dry = bring(&desk.operator, "/api/admin/credits/dry-run", "x", csv.clone()).await.expect(200);
    let codes: Vec<&Value> = dry["rows"].as_array().expect("rows").iter().map(|row| &row["code"]).collect();
    assert_eq!(
        codes,
        [
            &json!(null),
            &json!("unknown_member"),
            &json!("member_inactive"),
            &json!("invalid_amount"),
            &json!("invalid_reason")
        ]
    );
    let path = "/api/admin/credits?name=x";
    let refused = bring(&desk.operator, path, &fresh_key(), csv).await.expect_problem(422, "batch_refused");
    assert_eq!(refused["errors"][0]["field"], "line 2");
    assert_eq!(server.balance(ada.id).await, 0);
    for (csv, code) in [("", "invalid_csv"), ("a,b\n", "wrong_columns"), ("member,points\na,1\n", "wrong_columns")] {
        bring(&desk.operator, path, &fresh_key(), csv).await.expect_problem(400, code);
    }
    bring(&desk.operator, path, &fresh_key(), vec![0xb3, 0xaf, b',', b'1', b',', b'x'])
        .await
        .expect_problem(400, "invalid_encoding");
    bring(&desk.operator, "/api/admin/credits", &fresh_key(), "a,1,x").await.expect_problem(400, "required_field");
    // These bytes are read in the encoding of the file, Big5.
    let row = [b"\xb3\xaf@staff.example,1,".as_slice(), b"\xa8\xa6\xc2\xb2".as_slice()].concat();
    let dry = bring(&desk.operator, "/api/admin/credits/dry-run?encoding=big5", "x", row).await.expect(200);
    assert_eq!(
        (&dry["rows"][0]["identifier"], &dry["rows"][0]["code"]),
        (&json!("陳@staff.example"), &json!("unknown_member"))
    );
    // A sum beyond the ledger's limit is refused as a whole instead of overflowing.
    let most = format!("{},9007199254740991,x\n", server.member().await.email).repeat(1_100);
    for path in ["/api/admin/credits/dry-run", path] {
        bring(&desk.operator, path, &fresh_key(), most.clone()).await.expect_problem(422, "balance_limit");
    }
    let editor = server.staff_at(Role::Editor, None).await;
    bring(&editor, path, &fresh_key(), "a,1,x").await.expect_problem(403, "forbidden");
    server.verify_books();
}

#[tokio::test]
async fn the_trail_keeps_who_looked_at_the_rows_of_a_batch() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let ada = server.member().await;
    let csv = format!("member,points,reason\n{},100,Volunteer\n", ada.email);
    let batch = bring(&desk.operator, "/api/admin/credits?name=Beach+day", &fresh_key(), csv).await.expect(200);
    let rows = format!("/api/admin/credits/{}/rows", batch["_id"].as_str().expect("an id"));
    let finance = server.staff_at(Role::Finance, None).await;
    for _ in 0..2 {
        finance.get(&rows).await.expect(200);
        assert!(finance.get(&format!("{rows}?format=csv")).await.text.contains(&ada.short_id));
    }
    desk.operator.get("/api/admin/credits").await.expect(200);
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit?action=credits").await.expect(200);
    let lines = trail.as_array().expect("lines").iter().map(|line| (line["action"].as_str(), &line["target"]));
    let told: Vec<_> = lines.collect();
    let line = |action: &'static str| (Some(action), &batch["_id"]);
    // Paging and refreshing count as one read; each downloaded file is audited.
    assert_eq!(told, ["credits.download", "credits.download", "credits.search", "credits.give"].map(line));
}
