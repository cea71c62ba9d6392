//! The details of a change that an approver sees: the members, the transaction or the rows.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::support::{TestServer, fresh_key};

fn about(approval: &Value, what: &str) -> String {
    format!("/api/admin/approvals/{}/{what}", approval["_id"].as_str().expect("an id"))
}

async fn looks(server: &TestServer) -> Vec<String> {
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions = trail.as_array().expect("a list").iter().filter_map(|line| line["action"].as_str());
    actions
        .filter(|action| ["open", "search", "download"].iter().any(|end| action.ends_with(end)))
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn an_approval_shows_the_members_and_the_transaction() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member_with(500).await;
    let body = json!({ "points": 20_000, "reason": "Opening gift" });
    let adjust = format!("/api/admin/members/{}/adjust", member.id);
    let waiting = operator.post_once(&adjust, &fresh_key(), body).await.expect(202);
    let told = finance.get(&about(&waiting, "subject")).await.expect(200);
    assert_eq!(
        (&told["member"]["shortId"], &told["member"]["_id"], &told["balance"]),
        (&json!(member.short_id), &json!(member.id), &json!(500))
    );
    assert!(told["member"]["firstName"].as_str().is_some_and(|name| !name.is_empty()), "{told}");
    let history = operator.get(&format!("/api/admin/members/{}/transactions", member.id)).await.expect(200);
    let reverse = format!("/api/admin/transactions/{}/reverse", history[0]["_id"].as_str().expect("an id"));
    let waiting = operator.post_once(&reverse, &fresh_key(), json!({ "reason": "A mistake" })).await.expect(202);
    let told = finance.get(&about(&waiting, "subject")).await.expect(200);
    assert_eq!((&told["transaction"]["_id"], told.get("member")), (&history[0]["_id"], None));
    let lines = told["transaction"]["postings"].as_array().expect("lines");
    assert!(lines.iter().any(|line| line["points"] == 500 && line["member"]["shortId"] == member.short_id), "{told}");
    let into = server.member().await;
    let merge = format!("/api/admin/members/{}/merge", member.id);
    server.give(member.id, 20_000).await;
    let order = json!({ "into": into.id, "reason": "One person" });
    let waiting = operator.post_once(&merge, &fresh_key(), order).await.expect(202);
    let told = finance.get(&about(&waiting, "subject")).await.expect(200);
    assert_eq!(
        (&told["member"]["shortId"], &told["into"]["shortId"]),
        (&json!(member.short_id), &json!(into.short_id))
    );
    assert_eq!(looks(&server).await, ["approval.open"; 3]);
    finance.get(&about(&waiting, "rows")).await.expect_problem(404, "not_found");
    let support = server.staff_at(Role::Support, None).await;
    // Support can see the subjects of its own proposals only.
    support.get(&about(&waiting, "subject")).await.expect_problem(404, "not_found");
    let nobody = json!({ "_id": "0".repeat(32) });
    finance.get(&about(&nobody, "subject")).await.expect_problem(404, "not_found");
    finance.get(&about(&nobody, "rows")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn the_rows_of_a_file_of_credits_are_read_before_they_are_approved() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let owner = server.staff_at(Role::Owner, None).await;
    let (ada, ben) = (server.member().await, server.member().await);
    let csv = format!("member,points,reason\n{},500,Walked\n{},7,\"Ran, fast\"\n", ada.email, ben.short_id);
    let request = operator.request(Method::POST, "/api/admin/credits?name=Walk").header("idempotency-key", fresh_key());
    let waiting = operator.send(request.header("content-type", "text/csv").body(csv)).await.expect(202);
    assert_eq!(finance.get(&about(&waiting, "subject")).await.expect(200), json!({ "rows": 2 }));
    let rows = about(&waiting, "rows");
    let first = finance.get(&format!("{rows}?limit=1")).await;
    assert_eq!(first.header("x-total-count"), "2");
    let first = first.expect(200);
    assert_eq!(
        (&first[0]["line"], &first[0]["identifier"], &first[0]["member"]["shortId"], &first[0]["points"]),
        (&json!(2), &json!(ada.email), &json!(ada.short_id), &json!(500))
    );
    let second = finance.get(&format!("{rows}?limit=1&cursor=2")).await.expect(200);
    assert_eq!((&second[0]["line"], &second[0]["member"]["shortId"]), (&json!(3), &json!(ben.short_id)));
    assert_eq!(second[0]["reason"], "Ran, fast");
    finance.get(&format!("{rows}?cursor=x")).await.expect_problem(400, "invalid_parameter");
    let file = operator.get(&format!("{rows}?format=csv")).await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert!(file.text.contains(&ada.email) && file.text.contains("\"Ran, fast\""), "{}", file.text);
    assert_eq!(looks(&server).await[..2], ["approval.download", "approval.search"], "reads are audited");
    for role in [Role::Support, Role::Auditor, Role::Editor] {
        server.staff_at(role, None).await.get(&rows).await.expect_problem(403, "forbidden");
    }
    // Changes that only owners decide cannot be read by other approvers.
    let other = owner.get("/api/admin/members?format=csv").await;
    assert_eq!(other.status, 409, "{}", other.text);
    let download = operator.get("/api/admin/members?format=csv").await.expect(202);
    finance.get(&about(&download, "rows")).await.expect_problem(403, "other_person_needed");
    owner.get(&about(&download, "rows")).await.expect_problem(404, "not_found");
    approve(&finance, &waiting).await.expect(200);
    // After the approval the batch holds the rows. Names of members who leave must not stay anywhere else.
    finance.get(&rows).await.expect_problem(404, "not_found");
    assert_eq!(finance.get(&about(&waiting, "subject")).await.expect(200), json!({}));
    let batch = operator.get("/api/admin/credits").await.expect(200)[0].clone();
    let undo = format!("/api/admin/credits/{}/undo", batch["_id"].as_str().expect("an id"));
    let waiting = owner.post_once(&undo, &fresh_key(), json!({ "reason": "Twice" })).await.expect(202);
    let told = finance.get(&about(&waiting, "subject")).await.expect(200);
    assert_eq!((&told["batch"]["name"], &told["batch"]["points"]), (&json!("Walk"), &json!(507)));
}
