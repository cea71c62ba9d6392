//! Segments by level, lists of members by hand or from a file, and the question about one member.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{Answer, Caller, TestServer, fresh_key};
use crate::tiers::Climb;

const SEGMENTS: &str = "/api/admin/segments";

async fn upload(caller: &Caller, method: Method, path: &str, rows: &str) -> Answer {
    let request = caller.request(method, path).header("content-type", "text/csv").header("if-match", "*");
    caller.send(request.body(rows.to_owned())).await
}

async fn listed(desk: &Desk, segment: &Value) -> Vec<Value> {
    let path = format!("/api/admin/members?segment={}&sort=oldest", segment["_id"].as_str().expect("an id"));
    let rows = desk.operator.get(&path).await.expect(200);
    rows.as_array().expect("members").iter().map(|row| row["_id"].clone()).collect()
}

#[tokio::test]
async fn a_list_holds_the_members_of_its_rows_and_tells_the_rows_it_leaves_out() {
    let server = TestServer::start().await;
    let (ada, ben, cy, dan) =
        (server.member().await, server.member().await, server.member().await, server.member().await);
    let desk = Desk::of(&server).await;
    desk.operator.post(&format!("/api/admin/members/{}/suspend", dan.id), json!({})).await.expect(200);
    let rows = format!(
        "note,Member\r\nx,{}\r\nx,{}\r\n\r\nx,{}\r\nx,{}\r\nx,nobody@kapok.example\r\nx,{}\r\n",
        ada.email, ben.short_id, cy.id, ada.short_id, dan.email
    );
    let dry = upload(&desk.operator, Method::POST, &format!("{SEGMENTS}/lists/dry-run"), &rows).await.expect(200);
    assert_eq!((&dry["good"], &dry["bad"]), (&json!(3), &json!(3)));
    let codes: Vec<_> = dry["rows"].as_array().expect("rows").iter().map(|row| (&row["line"], &row["code"])).collect();
    let line = |number: i64| json!(number);
    assert_eq!(
        codes[2..],
        [
            (&line(5), &Value::Null),
            (&line(6), &json!("twice_in_file")),
            (&line(7), &json!("unknown_member")),
            (&line(8), &json!("member_inactive"))
        ]
    );

    let path = format!("{SEGMENTS}/lists?name=Pilot%20group");
    let made = upload(&desk.operator, Method::POST, &path, &rows).await.expect(201);
    assert_eq!((&made["list"], &made["members"], &made["name"]), (&json!(true), &json!(3), &json!("Pilot group")));
    assert_eq!(listed(&desk, &made).await, [json!(ada.id), json!(ben.id), json!(cy.id)]);

    // A list to which other segments refer cannot be removed.
    let id = made["_id"].as_str().expect("an id");
    let lines = json!([{ "not": true, "kind": "listed", "segment": id }]);
    let body = json!({ "name": "Others", "conditions": { "lines": lines } });
    let others = desk.operator.post(SEGMENTS, body).await.expect(201);
    assert_eq!(others["members"], json!(0));
    let replaced = upload(&desk.operator, Method::PUT, &format!("{SEGMENTS}/{id}/list"), &ben.email).await.expect(200);
    assert_eq!((&replaced["members"], listed(&desk, &replaced).await), (&json!(1), vec![json!(ben.id)]));
    assert_eq!(listed(&desk, &others).await, [json!(ada.id), json!(cy.id)]);
    let problem = desk.operator.delete(&format!("{SEGMENTS}/{id}")).await.expect_problem(409, "segment_in_use");
    assert_eq!(problem["errors"][0]["field"], json!(format!("segments[{}]", others["_id"].as_str().expect("an id"))));

    // A list stays a list, and no other segment can be named like one.
    let body = json!({ "name": "Pilot group", "conditions": { "lines": [{ "kind": "referred" }] } });
    desk.operator.put_at(&format!("{SEGMENTS}/{id}"), "*", body).await.expect_problem(400, "invalid_value");
    let lines = json!([{ "kind": "listed", "segment": others["_id"] }]);
    desk.operator
        .post(&format!("{SEGMENTS}/count"), json!({ "lines": lines }))
        .await
        .expect_problem(400, "unknown_segment");
    let path = format!("{SEGMENTS}/{}/list", others["_id"].as_str().expect("an id"));
    upload(&desk.operator, Method::PUT, &path, &ben.email).await.expect_problem(404, "not_found");

    // A member who leaves is removed from the list.
    desk.operator
        .post(&format!("/api/admin/members/{}/erase", ben.id), json!({ "reason": "Asked for it." }))
        .await
        .expect(200);
    assert_eq!(listed(&desk, &replaced).await, [] as [Value; 0]);
}

#[tokio::test]
async fn a_list_without_rows_or_with_too_many_is_refused_and_editors_may_not_ask_who_is_a_member() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let path = format!("{SEGMENTS}/lists/dry-run");
    upload(&desk.operator, Method::POST, &path, "member\r\n").await.expect_problem(400, "invalid_csv");
    let many = "a@kapok.example\n".repeat(10_001);
    upload(&desk.operator, Method::POST, &path, &many).await.expect_problem(400, "too_many_listed");
    let nameless = format!("{SEGMENTS}/lists?name=%20");
    upload(&desk.operator, Method::POST, &nameless, "a@kapok.example\n").await.expect_problem(400, "required_field");
    let editor = server.staff_at(Role::Editor, None).await;
    upload(&editor, Method::POST, &path, "a@kapok.example\n").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_merged_member_stays_on_the_lists_of_both_accounts() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member().await, server.member().await);
    let desk = Desk::of(&server).await;
    let path = format!("{SEGMENTS}/lists?name=");
    let one = upload(&desk.operator, Method::POST, &format!("{path}One"), &ada.email).await.expect(201);
    let both = format!("{}\n{}\n", ada.email, ben.email);
    let two = upload(&desk.operator, Method::POST, &format!("{path}Two"), &both).await.expect(201);
    let body = json!({ "into": ben.id, "reason": "The same person." });
    desk.operator.post_once(&format!("/api/admin/members/{}/merge", ada.id), &fresh_key(), body).await.expect(200);
    assert_eq!((listed(&desk, &one).await, listed(&desk, &two).await), (vec![json!(ben.id)], vec![json!(ben.id)]));
}

#[tokio::test]
async fn a_level_is_compared_as_the_member_sees_it() {
    let climb = Climb::open("2026-03-01", json!({})).await;
    let ben = climb.server.member().await;
    climb.buy("120.00").await;
    let desk = Desk::of(&climb.server).await;
    let members = async |is: &str, level: Option<i64>| {
        let lines = json!([{ "kind": "level", "is": is, "level": level }]);
        desk.operator.post(&format!("{SEGMENTS}/count"), json!({ "lines": lines })).await
    };
    let number = async |is: &str, level: Option<i64>| members(is, level).await.expect(200)["members"].clone();
    assert_eq!((number("exactly", Some(1)).await, number("atLeast", Some(1)).await), (json!(1), json!(1)));
    assert_eq!((number("exactly", Some(2)).await, number("atLeast", Some(2)).await), (json!(0), json!(0)));
    assert_eq!((number("none", None).await, number("exactly", Some(3)).await), (json!(1), json!(0)));
    members("exactly", None).await.expect_problem(400, "required_field");
    members("atLeast", Some(6)).await.expect_problem(400, "invalid_value");

    // The check of one member names the line that does not fit.
    let lines = json!([{ "kind": "level", "is": "atLeast", "level": 1 }, { "kind": "balance", "min": 500 }]);
    let check = async |caller: &Caller, member| {
        let body = json!({ "conditions": { "lines": lines }, "member": member });
        caller.post(&format!("{SEGMENTS}/check"), body).await
    };
    let found = check(&desk.operator, json!(climb.ada.id)).await.expect(200);
    assert_eq!(found, json!({ "active": true, "belongs": false, "lines": [true, false] }));
    assert_eq!(check(&desk.operator, json!(ben.id)).await.expect(200)["lines"], json!([false, false]));
    check(&desk.operator, json!("0".repeat(32))).await.expect_problem(404, "not_found");
    let editor = climb.server.staff_at(Role::Editor, None).await;
    check(&editor, json!(ben.id)).await.expect_problem(403, "forbidden");
    desk.operator.post(&format!("/api/admin/members/{}/suspend", ben.id), json!({})).await.expect(200);
    let gone = check(&desk.operator, json!(ben.id)).await.expect(200);
    assert_eq!(gone, json!({ "active": false, "belongs": false, "lines": [] }));

    // On a ladder with one level, a member who held a higher level holds the highest; without a ladder nobody has a
    // level.
    climb.buy("200.00").await;
    let one = json!({ "levels": [crate::tiers::ladder()["levels"][0]] });
    climb.write(crate::support::desk::Over::over(one, crate::tiers::ladder())).await.expect(200);
    climb.switch_on().await.expect(200);
    assert_eq!((number("exactly", Some(1)).await, number("atLeast", Some(2)).await), (json!(1), json!(0)));
    let off = climb.desk.operator.request(Method::POST, "/api/admin/tiers/switch-off").header("if-match", "*");
    climb.desk.operator.send(off.json(&json!({}))).await.expect(200);
    assert_eq!((number("atLeast", Some(1)).await, number("none", None).await), (json!(0), json!(1)));
}
