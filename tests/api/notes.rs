//! Notes of staff about a member.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{Caller, TestMember, TestServer, fresh_key};

async fn notes(reader: &Caller, member: &TestMember) -> Value {
    reader.get(&format!("/api/admin/members/{}/page", member.id)).await.expect(200)["notes"].clone()
}

async fn write(writer: &Caller, member: &TestMember, text: &str) -> Value {
    writer.post(&format!("/api/admin/members/{}/notes", member.id), json!({ "text": text })).await.expect(201)
}

fn texts(notes: &Value) -> Vec<&str> {
    notes.as_array().expect("notes").iter().map(|note| note["text"].as_str().expect("a text")).collect()
}

fn removal(note: &Value) -> String {
    format!("/api/admin/notes/{}", note["_id"].as_str().expect("an id"))
}

#[tokio::test]
async fn colleagues_read_each_other_s_notes_and_remove_their_own() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let (support, operator) = (server.staff(Role::Support).await, server.staff(Role::Operator).await);
    let first = write(&support, &member, " Deaf:\r\nplease write \n").await;
    let second = write(&operator, &member, "=Prefers 木棉 market").await;
    for reader in [Role::Owner, Role::Operator, Role::Support, Role::Finance, Role::Auditor] {
        let shown = notes(&server.staff(reader).await, &member).await;
        assert_eq!(texts(&shown), ["=Prefers 木棉 market", "Deaf:\nplease write"], "{reader:?}");
        assert_eq!((&shown[1]["_id"], &shown[1]["created"]), (&first["_id"], &first["created"]));
        assert!(shown[1]["authorName"].as_str().is_some_and(|name| !name.is_empty()));
    }
    support.delete(&removal(&second)).await.expect_problem(403, "forbidden");
    assert_eq!(notes(&support, &member).await.as_array().map(Vec::len), Some(2));
    assert_eq!(support.delete(&removal(&first)).await.status, 204);
    support.delete(&removal(&first)).await.expect_problem(404, "not_found");
    let owner = server.staff(Role::Owner).await;
    assert_eq!(owner.delete(&removal(&second)).await.status, 204, "an owner removes notes of others");
    assert_eq!(notes(&owner, &member).await, json!([]));
}

#[tokio::test]
async fn the_audit_of_a_note_does_not_contain_its_text() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let (support, auditor) = (server.staff(Role::Support).await, server.staff(Role::Auditor).await);
    let note = write(&support, &member, "Allergic to walnuts").await;
    support.delete(&removal(&note)).await;
    let answer = auditor.get(&format!("/api/admin/audit?target={}", member.id)).await;
    let lines = answer.expect(200);
    assert_eq!((&lines[0]["action"], &lines[0]["before"]["note"]), (&json!("member.remove_note"), &note["_id"]));
    assert_eq!((&lines[1]["action"], &lines[1]["after"]["note"]), (&json!("member.add_note"), &note["_id"]));
    assert!(!answer.text.contains("walnuts"), "the audit must not hold the text");
}

#[tokio::test]
async fn an_invalid_note_is_refused() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let support = server.staff(Role::Support).await;
    let path = format!("/api/admin/members/{}/notes", member.id);
    for bad in ["", " \n\t ", "a\rb", &"x".repeat(1_001)] {
        support.post(&path, json!({ "text": bad })).await.expect_problem(400, "invalid_note");
    }
    for bad in [
        json!({}),
        json!({ "text": 7 }),
        json!({ "text": null }),
        json!({ "text": ["x"] }),
        json!({ "text": "a\u{0}b" }),
        json!({ "text": "a\u{1b}[2Jb" }),
        json!({ "text": "x", "author": "somebody else" }),
        json!([]),
    ] {
        support.post(&path, bad).await.expect_problem(400, "invalid_body");
    }
    let huge = json!({ "text": "x".repeat(2_000_000) });
    assert_eq!(support.post(&path, huge).await.status, 413);
    let nobody = format!("/api/admin/members/{}/notes", "0".repeat(32));
    support.post(&nobody, json!({ "text": "x" })).await.expect_problem(404, "not_found");
    support.post("/api/admin/members/1;drop/notes", json!({ "text": "x" })).await.expect_problem(404, "not_found");
    support.delete("/api/admin/notes/..%2f").await.expect_problem(404, "not_found");
    let finance = server.staff(Role::Finance).await;
    finance.post(&path, json!({ "text": "x" })).await.expect_problem(403, "forbidden");
    assert_eq!(notes(&support, &member).await, json!([]));
}

#[tokio::test]
async fn a_member_has_as_many_notes_as_a_page_shows() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let support = server.staff(Role::Support).await;
    for nth in 0..100 {
        write(&support, &member, &format!("The {nth}th visit")).await;
    }
    let path = format!("/api/admin/members/{}/notes", member.id);
    support.post(&path, json!({ "text": "One more" })).await.expect_problem(409, "too_many_notes");
    let shown = notes(&support, &member).await;
    assert_eq!((texts(&shown).len(), texts(&shown)[0]), (100, "The 99th visit"));
    assert_eq!(support.delete(&removal(&shown[99])).await.status, 204);
    write(&support, &member, "One more").await;
}

#[tokio::test]
async fn notes_go_with_a_member_and_move_with_an_account() {
    let server = TestServer::start().await;
    let (old, kept) = (server.member_with(5).await, server.member().await);
    let desk = Desk::of(&server).await;
    write(&desk.operator, &old, "Lost the old phone").await;
    write(&desk.operator, &kept, "Has a new phone").await;
    let copy = kept.caller.post("/api/auth/exportAccount", json!({})).await;
    let held = copy.expect(200)["notes"].clone();
    assert_eq!(texts(&held), ["Has a new phone"]);
    assert!(held[0]["created"].is_string() && held[0]["authorName"].is_null(), "the export names no author: {held}");
    let order = json!({ "into": kept.id, "reason": "Same person" });
    desk.operator.post_once(&format!("/api/admin/members/{}/merge", old.id), &fresh_key(), order).await.expect(200);
    assert_eq!(texts(&notes(&desk.operator, &kept).await), ["Has a new phone", "Lost the old phone"]);
    assert_eq!(notes(&desk.operator, &old).await, json!([]));
    let export = desk.operator.get(&format!("/api/admin/members/{}/export", kept.id)).await.expect(200);
    assert_eq!(texts(&export["notes"]).len(), 2);
    let erase = format!("/api/admin/members/{}/erase", kept.id);
    desk.operator.post(&erase, json!({ "reason": "Asked by letter" })).await.expect(200);
    assert_eq!(notes(&desk.operator, &kept).await, json!([]));
    let add = format!("/api/admin/members/{}/notes", kept.id);
    desk.operator.post(&add, json!({ "text": "Came back" })).await.expect_problem(404, "not_found");
    let left = server
        .running
        .store
        .read(|read| read.number("select count(*) as n from member_note", kapok::platform::store::params! {}));
    assert_eq!(left.expect("a number"), 0);
    server.verify_books();
}
