//! Approvals by a second person, keys with limits, settings, and their audit entries.

use kapok::auth::Role;
use kapok::base::id::MemberId;
use kapok::core::settings::{self, Author, ProgrammeSettings};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

use crate::support::desk::Desk;
use crate::support::{Answer, Caller, TestServer, fresh_key};

/// A server with settings that require two people.
pub(crate) async fn strict() -> TestServer {
    let server = TestServer::start().await;
    demand_two(&server, true).await;
    server
}

async fn demand_two(server: &TestServer, two_person: bool) {
    let settings = ProgrammeSettings { two_person, ..ProgrammeSettings::default() };
    let author = Author { id: [0; 16], name: "Chan Tai Man" };
    server.running.store.write_unattended(move |tx| settings::replace(tx, &settings, author)).await.expect("kept");
}

pub(crate) async fn approve(caller: &Caller, approval: &Value) -> Answer {
    let path = format!("/api/admin/approvals/{}/approve", approval["_id"].as_str().expect("an id"));
    caller.post(&path, json!({})).await
}

pub(crate) async fn refuse(caller: &Caller, approval: &Value) -> Answer {
    let path = format!("/api/admin/approvals/{}/refuse", approval["_id"].as_str().expect("an id"));
    caller.post(&path, json!({ "reason": "No" })).await
}

#[tokio::test]
async fn many_points_by_hand_need_another_person_and_move_once() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let ask = async |key: &str, points: i64| {
        operator.post_once(&path, key, json!({ "points": points, "reason": "Opening gift" })).await
    };
    ask(&fresh_key(), 10_000).await.expect(200);
    let key = fresh_key();
    let waiting = ask(&key, 10_001).await.expect(202);
    assert_eq!((&waiting["status"], &waiting["action"]), (&json!("pending"), &json!("member.adjust")));
    assert_eq!((&waiting["body"]["points"], &waiting["path"]), (&json!(10_001), &json!(path)));
    assert_eq!(ask(&key, 10_001).await.expect(202)["_id"], waiting["_id"], "the same request again");
    assert_eq!(server.balance(member.id).await, 10_000);
    approve(&operator, &waiting).await.expect_problem(403, "other_person_needed");
    let support = server.staff_at(Role::Support, None).await;
    approve(&support, &waiting).await.expect_problem(403, "forbidden");
    let listed = finance.get("/api/admin/approvals?status=pending").await.expect(200);
    assert_eq!(listed[0]["_id"], waiting["_id"]);
    assert_eq!(approve(&finance, &waiting).await.expect(200)["status"], "done");
    assert_eq!(server.balance(member.id).await, 20_001);
    approve(&finance, &waiting).await.expect_problem(409, "approval_closed");
    let late = ask(&key, 10_001).await;
    assert_eq!(late.header("idempotency-replayed"), "true", "a late retry moves nothing");
    assert_eq!(late.expect(200)["points"], 20_001, "the retry gets the result");
    assert_eq!(server.balance(member.id).await, 20_001);
    let trail = server.staff_at(Role::Auditor, None).await.get("/api/admin/audit").await.expect(200);
    let actions: Vec<&str> =
        trail.as_array().expect("a list").iter().filter_map(|line| line["action"].as_str()).collect();
    assert_eq!(actions[..3], ["member.adjust", "approval.approve", "approval.ask"]);
    assert_eq!(trail[0]["actorRole"], "operator", "the requester is the actor");
    finance.get("/api/admin/approvals?status=nonsense").await.expect_problem(400, "invalid_parameter");
    server.verify_books();
}

#[tokio::test]
async fn support_proposes_points_and_never_moves_them_alone() {
    // Without the setting no approval is needed.
    let server = TestServer::start().await;
    let (support, other) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Support, None).await);
    let (finance, auditor) = (server.staff_at(Role::Finance, None).await, server.staff_at(Role::Auditor, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let propose = async |points: i64| {
        support.post_once(&path, &fresh_key(), json!({ "points": points, "reason": "A stamp card" })).await
    };
    let (small, large) = (propose(1).await.expect(202), propose(50_000).await.expect(202));
    assert_eq!(server.balance(member.id).await, 0);
    propose(-1).await.expect_problem(422, "insufficient_points");
    propose(0).await.expect_problem(400, "invalid_amount");
    for caller in [&finance, &auditor, &server.staff_at(Role::Editor, None).await] {
        let refused = caller.post_once(&path, &fresh_key(), json!({ "points": 1, "reason": "x" })).await;
        refused.expect_problem(403, "forbidden");
    }
    // Support cannot approve, neither its own proposals nor those of others.
    for caller in [&support, &other, &auditor] {
        approve(caller, &small).await.expect_problem(403, "forbidden");
    }
    refuse(&other, &small).await.expect_problem(403, "other_person_needed");
    // Support sees only its own proposals.
    let listed = async |caller: &Caller| -> Vec<Value> {
        let list = caller.get("/api/admin/approvals").await.expect(200);
        list.as_array().expect("a list").iter().map(|one| one["_id"].clone()).collect()
    };
    assert_eq!(listed(&support).await, [large["_id"].clone(), small["_id"].clone()]);
    assert_eq!(listed(&other).await, Vec::<Value>::new());
    for end in ["", "/subject"] {
        let one = format!("/api/admin/approvals/{}{end}", small["_id"].as_str().expect("an id"));
        support.get(&one).await.expect(200);
        other.get(&one).await.expect_problem(404, "not_found");
    }
    assert_eq!(refuse(&support, &large).await.expect(200)["status"], "refused");
    assert_eq!(approve(&finance, &small).await.expect(200)["status"], "done");
    assert_eq!(server.balance(member.id).await, 1);
    let trail = auditor.get("/api/admin/audit?action=member.adjust").await.expect(200);
    assert_eq!((trail.as_array().map(Vec::len), &trail[0]["actorRole"]), (Some(1), &json!("support")));
    // An approved change does not count towards the sum that one person may move alone.
    demand_two(&server, true).await;
    server
        .staff_at(Role::Operator, None)
        .await
        .post_once(&path, &fresh_key(), json!({ "points": 10_000, "reason": "x" }))
        .await
        .expect(200);
    propose(1).await.expect(202);
    server.verify_books();
}

#[tokio::test]
async fn support_proposes_no_more_points_than_the_owners_allow() {
    let server = TestServer::start().await;
    let (owner, support) = (server.staff_at(Role::Owner, None).await, server.staff_at(Role::Support, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let propose = async |points: i64| {
        support.post_once(&path, &fresh_key(), json!({ "points": points, "reason": "A stamp card" })).await
    };
    propose(100_001).await.expect_problem(422, "proposal_too_large");
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["supportLimit"] = json!(-1);
    owner.put_at("/api/admin/settings", "*", settings.clone()).await.expect_problem(400, "invalid_value");
    settings["supportLimit"] = json!(50);
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    propose(51).await.expect_problem(422, "proposal_too_large");
    propose(-51).await.expect_problem(422, "proposal_too_large");
    propose(50).await.expect(202);
    // The limit is for support alone.
    let operator = server.staff_at(Role::Operator, None).await;
    operator.post_once(&path, &fresh_key(), json!({ "points": 51, "reason": "x" })).await.expect(200);
}

#[tokio::test]
async fn a_key_is_for_one_request_and_moves_points_once_however_many_people_are_needed() {
    let server = TestServer::start().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let ask = async |key: &str, points: i64| {
        operator.post_once(&path, key, json!({ "points": points, "reason": "Opening gift" })).await
    };
    let waiting_now = async || {
        let listed = finance.get("/api/admin/approvals?status=pending").await.expect(200);
        listed.as_array().expect("a list").len()
    };
    // Made without an approval, then replayed when the same change would need one.
    let alone = fresh_key();
    let given = ask(&alone, 20_000).await.expect(200);
    demand_two(&server, true).await;
    assert_eq!(ask(&alone, 20_000).await.expect(200), given);
    ask(&alone, 20_001).await.expect_problem(422, "idempotency_key_reused");
    // A repeated key returns the same pending request; a different body is refused.
    let key = fresh_key();
    let waiting = ask(&key, 30_000).await.expect(202);
    ask(&key, 30_001).await.expect_problem(422, "idempotency_key_reused");
    ask(&key, 5).await.expect_problem(422, "idempotency_key_reused");
    // The setting is off now, but the pending request still needs its approval.
    demand_two(&server, false).await;
    let again = ask(&key, 30_000).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (202, "true"));
    assert_eq!(again.expect(202)["_id"], waiting["_id"]);
    assert_eq!((waiting_now().await, server.balance(member.id).await), (1, 20_000));
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(ask(&key, 30_000).await.expect(200)["points"], 50_000);
    demand_two(&server, true).await;
    assert_eq!(ask(&key, 30_000).await.expect(200)["points"], 50_000);
    assert_eq!((waiting_now().await, server.balance(member.id).await), (0, 50_000));
    // A refused request stays refused for its key.
    let refused = fresh_key();
    let waiting = ask(&refused, 15_000).await.expect(202);
    refuse(&finance, &waiting).await.expect(200);
    assert_eq!(ask(&refused, 15_000).await.expect(202)["status"], "refused");
    demand_two(&server, false).await;
    assert_eq!(ask(&refused, 15_000).await.expect(202)["status"], "refused");
    assert_eq!((waiting_now().await, server.balance(member.id).await), (0, 50_000));
    server.verify_books();
}

#[tokio::test]
async fn an_approval_that_was_refused_or_is_a_day_old_does_nothing() {
    let server = strict().await;
    let (operator, owner) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Owner, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let ask =
        async || operator.post_once(&path, &fresh_key(), json!({ "points": 20_000, "reason": "x" })).await.expect(202);
    let refused = ask().await;
    assert_eq!(refuse(&owner, &refused).await.expect(200)["status"], "refused");
    approve(&owner, &refused).await.expect_problem(409, "approval_closed");
    let withdrawn = ask().await;
    refuse(&operator, &withdrawn).await.expect(200);
    let late = ask().await;
    server.clock.advance(Duration::from_secs(24 * 3_600));
    let owner = server.staff_at(Role::Owner, None).await;
    approve(&owner, &late).await.expect_problem(409, "approval_closed");
    let shown = owner.get(&format!("/api/admin/approvals/{}", late["_id"].as_str().expect("an id"))).await.expect(200);
    assert_eq!(shown["status"], "expired");
    approve(&owner, &json!({ "_id": "0".repeat(32) })).await.expect_problem(404, "not_found");
    assert_eq!(server.balance(member.id).await, 0);
}

#[tokio::test]
async fn an_approved_change_that_fails_stays_pending() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member_with(20_100).await;
    let path = format!("/api/admin/members/{}/adjust", member.id);
    let take = async |points: i64| {
        operator.post_once(&path, &fresh_key(), json!({ "points": -points, "reason": "A mistake" })).await
    };
    let waiting = take(20_000).await.expect(202);
    // The points are spent before the approval.
    let sooner = take(20_000).await.expect(202);
    approve(&finance, &sooner).await.expect(200);
    approve(&finance, &waiting).await.expect_problem(422, "insufficient_points");
    server.give(member.id, 30_000).await;
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(server.balance(member.id).await, 10_100);
    server.verify_books();
}

#[tokio::test]
async fn a_file_of_members_needs_an_owner_and_is_given_once() {
    let server = strict().await;
    let (support, owner) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Owner, None).await);
    let member = server.member().await;
    let ask = async |query: &str| support.get(&format!("/api/admin/members?format=csv{query}")).await;
    support.get("/api/admin/members").await.expect(200);
    let waiting = ask("&status=active").await.expect(202);
    assert_eq!((&waiting["action"], &waiting["repeats"]), (&json!("member.download"), &json!(true)));
    assert_eq!(waiting["body"], json!({ "status": "active", "sort": "newest" }));
    assert_eq!(ask("&status=active").await.expect(202)["_id"], waiting["_id"], "the same request again");
    let finance = server.staff_at(Role::Finance, None).await;
    approve(&finance, &waiting).await.expect_problem(403, "other_person_needed");
    assert_eq!(approve(&owner, &waiting).await.expect(200)["status"], "approved");
    ask("&status=suspended").await.expect(202);
    assert_ne!(ask("").await.expect(202)["_id"], waiting["_id"], "another list is another request");
    let file = ask("&status=active").await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(file.text.contains(&member.email));
    assert_ne!(ask("&status=active").await.expect(202)["_id"], waiting["_id"], "the file was given");
    let by_header = support.request(Method::GET, "/api/admin/members").header("accept", "text/csv");
    support.send(by_header).await.expect(202);
    ask("&status=nonsense").await.expect_problem(400, "invalid_parameter");
}

#[tokio::test]
async fn a_reversal_needs_another_person() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member_with(500).await;
    let history = operator.get(&format!("/api/admin/members/{}/transactions", member.id)).await.expect(200);
    let path = format!("/api/admin/transactions/{}/reverse", history[0]["_id"].as_str().expect("an id"));
    let waiting = operator.post_once(&path, &fresh_key(), json!({ "reason": "A mistake" })).await.expect(202);
    assert_eq!(server.balance(member.id).await, 500);
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(server.balance(member.id).await, 0);
    server.verify_books();
}

#[tokio::test]
async fn two_owners_grant_roles_except_the_first_one() {
    let server = strict().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let person = |email: &str, role: &str| json!({ "name": "Lam", "email": email, "role": role });
    // No second owner exists yet.
    owner.post("/api/admin/staff", person("second@staff.example", "owner")).await.expect(201);
    let other = server.staff_at(Role::Owner, None).await;
    let waiting = owner.post("/api/admin/staff", person("third@staff.example", "operator")).await.expect(202);
    let finance = server.staff_at(Role::Finance, None).await;
    approve(&finance, &waiting).await.expect_problem(403, "other_person_needed");
    approve(&other, &waiting).await.expect(200);
    let message = server.message_to("third@staff.example").await;
    assert!(message["text"].as_str().is_some_and(|text| text.contains("/admin/accept/")));
    let staff = owner.get("/api/admin/staff").await.expect(200);
    let third =
        staff.as_array().expect("a list").iter().find(|one| one["email"] == "third@staff.example").expect("there");
    let path = format!("/api/admin/staff/{}", third["_id"].as_str().expect("an id"));
    owner.put_at(&path, "*", json!({ "name": "Lam Siu Ming", "role": "operator" })).await.expect(200);
    let waiting = owner.put_at(&path, "*", json!({ "name": "Lam Siu Ming", "role": "finance" })).await.expect(202);
    assert_eq!(owner.get(&path).await.expect(200)["role"], "operator");
    approve(&other, &waiting).await.expect(200);
    assert_eq!(owner.get(&path).await.expect(200)["role"], "finance");
    // Suspending needs no approval, and an older pending request does not undo it.
    let asked = json!({ "name": "Lam Siu Ming", "role": "operator" });
    let waiting = owner.put_at(&path, "*", asked.clone()).await.expect(202);
    let suspended = json!({ "name": "Lam Siu Ming", "role": "finance", "suspended": true });
    owner.put_at(&path, "*", suspended).await.expect(200);
    approve(&other, &waiting).await.expect_problem(412, "stale");
    let found = owner.get(&path).await.expect(200);
    assert_eq!((&found["status"], &found["role"]), (&json!("suspended"), &json!("finance")));
    // A new request is based on the current state of the person.
    let anew = owner.put_at(&path, "*", asked).await.expect(202);
    assert_ne!(anew["_id"], waiting["_id"]);
    approve(&other, &anew).await.expect(200);
    let found = owner.get(&path).await.expect(200);
    assert_eq!((&found["status"], &found["role"]), (&json!("invited"), &json!("operator")));
}

#[tokio::test]
async fn an_owner_does_not_become_the_second_person() {
    let server = strict().await;
    let (owner, other) = (server.staff_at(Role::Owner, None).await, server.staff_at(Role::Owner, None).await);
    let me = async |caller: &Caller| caller.get("/api/staff/me").await.expect(200);
    let [mine, theirs] = [me(&owner).await, me(&other).await];
    let (id, email) = (theirs["_id"].as_str().expect("an id"), theirs["email"].as_str().expect("an address"));
    let path = format!("/api/admin/staff/{id}");
    // A password link is sent to the person only.
    let sent = owner.post(&format!("{path}/reset-password"), json!({})).await.expect(200);
    assert!(sent.get("link").is_none() && sent["expires"].is_string(), "{sent}");
    let link = server.message_to(email).await;
    assert!(link["text"].as_str().is_some_and(|text| text.contains("/admin/accept/")));
    // Sending an approved invitation again does not show its link either.
    let person = json!({ "name": "Lam", "email": "lam@staff.example", "role": "finance" });
    let waiting = owner.post("/api/admin/staff", person).await.expect(202);
    approve(&other, &waiting).await.expect(200);
    let staff = owner.get("/api/admin/staff").await.expect(200);
    let lam = staff.as_array().expect("a list").iter().find(|one| one["email"] == "lam@staff.example").expect("there");
    let again = format!("/api/admin/staff/{}/invite", lam["_id"].as_str().expect("an id"));
    assert!(owner.post(&again, json!({})).await.expect(200).get("link").is_none());
    // Removing another owner's second factor needs the approval of a third owner.
    let factor = format!("{path}/second-factor");
    let waiting = owner.delete(&factor).await.expect(202);
    assert_eq!((&waiting["action"], &waiting["body"]["email"]), (&json!("staff.remove_second_factor"), &json!(email)));
    assert_eq!(owner.delete(&factor).await.expect(202)["_id"], waiting["_id"]);
    approve(&owner, &waiting).await.expect_problem(403, "other_person_needed");
    me(&other).await;
    let third = server.staff_at(Role::Owner, None).await;
    approve(&third, &waiting).await.expect(200);
    other.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    // Other staff cannot approve changes by owners, so their second factor is removed at once.
    let operator = me(&server.staff_at(Role::Operator, None).await).await;
    let factor = format!("/api/admin/staff/{}/second-factor", operator["_id"].as_str().expect("an id"));
    assert_eq!(owner.delete(&factor).await.status, 204);
    let own = format!("/api/admin/staff/{}/second-factor", mine["_id"].as_str().expect("an id"));
    owner.delete(&own).await.expect_problem(409, "not_yourself");
}

#[tokio::test]
async fn a_merge_of_many_points_needs_a_second_person() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let (rich, poor, into) =
        (server.member_with(10_001).await, server.member_with(10_000).await, server.member().await);
    let merge = async |from: &MemberId, key: &str, into: &MemberId| {
        let order = json!({ "into": into, "reason": "One person" });
        operator.post_once(&format!("/api/admin/members/{from}/merge"), key, order).await
    };
    merge(&poor.id, &fresh_key(), &into.id).await.expect(200);
    merge(&rich.id, &fresh_key(), &rich.id).await.expect_problem(422, "not_mergeable");
    let key = fresh_key();
    let waiting = merge(&rich.id, &key, &into.id).await.expect(202);
    assert_eq!((&waiting["body"]["points"], &waiting["body"]["into"]), (&json!(10_001), &json!(into.short_id)));
    assert_eq!(server.balance(into.id).await, 10_000);
    merge(&rich.id, &key, &poor.id).await.expect_problem(422, "idempotency_key_reused");
    approve(&finance, &waiting).await.expect(200);
    let merged = merge(&rich.id, &key, &into.id).await.expect(200);
    assert_eq!((&merged["points"], &merged["member"]["points"]), (&json!(10_001), &json!(20_001)));
    assert_eq!(server.balance(into.id).await, 20_001);
    server.verify_books();
}

#[tokio::test]
async fn a_key_that_awards_is_made_once_after_another_owner_approves() {
    let server = strict().await;
    let (owner, other) = (server.staff_at(Role::Owner, None).await, server.staff_at(Role::Owner, None).await);
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let body = json!({ "partnerId": partner, "name": "Till 1", "scopes": ["award"] });
    let read_only = json!({ "partnerId": partner, "name": "Watch", "scopes": ["activity"] });
    owner.post("/api/admin/api-keys", read_only).await.expect(201);
    let waiting = owner.post("/api/admin/api-keys", body.clone()).await.expect(202);
    assert_eq!(waiting["repeats"], true);
    assert_eq!(approve(&other, &waiting).await.expect(200)["status"], "approved");
    let wider = json!({ "partnerId": partner, "name": "Till 1", "scopes": ["award", "collect"] });
    owner.post("/api/admin/api-keys", wider).await.expect(202);
    other.post("/api/admin/api-keys", body.clone()).await.expect(202);
    assert!(owner.post("/api/admin/api-keys", body.clone()).await.expect(201)["key"].is_string());
    owner.post("/api/admin/api-keys", body).await.expect(202);
    let mistaken = json!({ "partnerId": partner, "name": "Till 1", "scopes": ["award"], "networks": ["10.0.0.1/8"] });
    owner.post("/api/admin/api-keys", mistaken).await.expect_problem(400, "invalid_network");
}

#[tokio::test]
async fn a_key_awards_from_more_places_or_more_points_only_with_another_owner() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    server.staff_at(Role::Owner, None).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let terms = |networks: Value, cap: Value| json!({ "name": "Till", "scopes": ["award"], "networks": networks, "dailyCap": cap });
    let mut first = terms(json!(["203.0.113.0/24"]), json!(100));
    first["partnerId"] = json!(partner);
    let made = owner.post("/api/admin/api-keys", first).await.expect(201);
    let path = format!("/api/admin/api-keys/{}", made["_id"].as_str().expect("an id"));
    demand_two(&server, true).await;
    for wider in [
        terms(json!([]), json!(100)),
        terms(json!(["203.0.112.0/23"]), json!(100)),
        terms(json!(["203.0.113.0/24", "192.0.2.1"]), json!(100)),
        terms(json!(["203.0.113.0/24"]), json!(101)),
        terms(json!(["203.0.113.0/24"]), json!(null)),
    ] {
        owner.put_at(&path, "*", wider).await.expect(202);
    }
    owner.put_at(&path, "*", terms(json!(["203.0.113.7/33"]), json!(100))).await.expect_problem(400, "invalid_network");
    owner.put_at(&path, "*", terms(json!(["203.0.113.7"]), json!(99))).await.expect(200);
    let collects = json!({ "name": "Till", "scopes": ["collect"], "networks": [] });
    owner.put_at(&path, "*", collects).await.expect(200);
}

#[tokio::test]
async fn a_copy_of_a_member_s_data_is_handed_out_once_after_an_owner_approves() {
    let server = strict().await;
    let (support, owner) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Owner, None).await);
    let member = server.member().await;
    let path = format!("/api/admin/members/{}/export", member.id);
    let waiting = support.get(&path).await.expect(202);
    assert_eq!((&waiting["action"], &waiting["repeats"]), (&json!("member.export"), &json!(true)));
    let finance = server.staff_at(Role::Finance, None).await;
    approve(&finance, &waiting).await.expect_problem(403, "other_person_needed");
    let about = format!("/api/admin/approvals/{}/subject", waiting["_id"].as_str().expect("an id"));
    assert_eq!(owner.get(&about).await.expect(200)["member"]["shortId"], json!(member.short_id));
    approve(&owner, &waiting).await.expect(200);
    let file = support.get(&path).await;
    assert!(file.status == 200 && file.text.contains(&member.email), "{}", file.text);
    support.get(&path).await.expect(202);
}

#[tokio::test]
async fn a_change_that_would_fail_asks_for_no_approval() {
    let server = strict().await;
    let operator = server.staff_at(Role::Operator, None).await;
    let finance = server.staff_at(Role::Finance, None).await;
    let member = server.member_with(5_000).await;
    let path = format!("/api/admin/members/{}", member.id);
    let adjust = async |points: i64| {
        operator.post_once(&format!("{path}/adjust"), &fresh_key(), json!({ "points": points, "reason": "x" })).await
    };
    adjust(-20_000).await.expect_problem(422, "insufficient_points");
    adjust(20_000).await.expect(202);
    assert_eq!(server.balance(member.id).await, 5_000, "the dry run changes nothing");
    operator.post(&format!("{path}/erase"), json!({ "reason": "x" })).await.expect(200);
    adjust(20_000).await.expect_problem(404, "not_found");
    let waiting = finance.get("/api/admin/approvals?status=pending").await.expect(200);
    assert_eq!(waiting.as_array().expect("a list").len(), 1);
    server.verify_books();
}

#[tokio::test]
async fn a_key_does_what_its_scopes_say_from_where_it_may() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let member = server.member().await;
    let make = async |body: Value| {
        let mut whole = json!({ "partnerId": partner, "name": "Till" });
        for (name, value) in body.as_object().expect("an object") {
            whole[name] = value.clone();
        }
        owner.post("/api/admin/api-keys", whole).await
    };
    for (body, code) in [
        (json!({ "name": " " }), "required_field"),
        (json!({ "name": "x".repeat(61) }), "too_long"),
        (json!({ "scopes": [] }), "required_field"),
        (json!({ "scopes": ["everything"] }), "invalid_body"),
        (json!({ "networks": ["10.0.0.1/8"] }), "invalid_network"),
        (json!({ "dailyCap": 0 }), "invalid_value"),
        (json!({ "expiresInDays": 366 }), "invalid_value"),
        (json!({ "expiresInDays": 0 }), "invalid_value"),
        (json!({ "partnerId": "0".repeat(32) }), "unknown_partner"),
    ] {
        make(body).await.expect_problem(400, code);
    }
    let made = make(json!({ "scopes": ["activity"], "expiresInDays": 10 })).await.expect(201);
    let till = server.visitor();
    till.set_bearer(made["key"].as_str());
    till.get("/api/merchant/activity").await.expect(200);
    let award = json!({ "member": member.email, "amountHkd": "10" });
    till.post_once("/api/merchant/award", &fresh_key(), award.clone()).await.expect_problem(403, "scope_missing");
    for path in ["collect", "verify", "return"] {
        till.post(&format!("/api/merchant/{path}"), json!({ "code": "x" })).await.expect_problem(403, "scope_missing");
    }
    till.post("/api/merchant/lookup", json!({ "member": member.email })).await.expect_problem(403, "scope_missing");
    till.get("/api/merchant/today").await.expect(200);
    till.get("/api/merchant/tills").await.expect_problem(403, "forbidden");
    let path = format!("/api/admin/api-keys/{}", made["_id"].as_str().expect("an id"));
    let shown = owner.get(&path).await;
    assert!(shown.expect(200)["lastUsed"].is_string());
    let tag = shown.header("etag").to_owned();
    let change =
        json!({ "name": "Till", "scopes": ["award", "activity"], "networks": ["192.0.2.0/24"], "dailyCap": 15 });
    owner.put_at(&path, &tag, change.clone()).await.expect(200);
    owner.put_at(&path, &tag, change.clone()).await.expect_problem(412, "stale");
    till.get("/api/merchant/activity").await.expect_problem(403, "address_not_allowed");
    let local = json!({ "name": "Till", "scopes": ["award"], "networks": ["127.0.0.0/8"], "dailyCap": 15 });
    owner.put_at(&path, "*", local).await.expect(200);
    till.post_once("/api/merchant/award", &fresh_key(), award.clone()).await.expect(200);
    till.post_once("/api/merchant/award", &fresh_key(), award.clone()).await.expect_problem(409, "award_cap_reached");
    // The partner may have the old key and its successor, but no third key.
    make(json!({})).await.expect(201);
    make(json!({})).await.expect_problem(409, "too_many_keys");
    server.clock.advance(Duration::from_secs(10 * 86_400));
    till.get("/api/merchant/activity").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn credits_from_a_file_wait_and_so_does_taking_them_back() {
    let server = strict().await;
    let (operator, finance) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Finance, None).await);
    let member = server.member().await;
    let bring = async |key: &str, csv: String| {
        let request = operator.request(Method::POST, "/api/admin/credits?name=Walk").header("idempotency-key", key);
        operator.send(request.header("content-type", "text/csv").body(csv)).await
    };
    bring(&fresh_key(), "member,points,reason\nnobody@example.org,5,x".into())
        .await
        .expect_problem(422, "batch_refused");
    let file = format!("member,points,reason\n{},500,Walked", member.email);
    let key = fresh_key();
    let waiting = bring(&key, file.clone()).await.expect(202);
    assert_eq!((&waiting["body"]["rows"], &waiting["body"]["points"]), (&json!(1), &json!(500)));
    bring(&key, file.replace("500", "501")).await.expect_problem(422, "idempotency_key_reused");
    assert_eq!(approve(&finance, &waiting).await.expect(200)["status"], "done");
    assert_eq!(server.balance(member.id).await, 500);
    assert_eq!(bring(&key, file).await.expect(200)["points"], 500);
    let batches = operator.get("/api/admin/credits").await.expect(200);
    let path = format!("/api/admin/credits/{}/undo", batches[0]["_id"].as_str().expect("an id"));
    let waiting = operator.post_once(&path, &fresh_key(), json!({ "reason": "Twice" })).await.expect(202);
    approve(&finance, &waiting).await.expect(200);
    assert_eq!(server.balance(member.id).await, 0);
    let again = operator.post_once(&path, &fresh_key(), json!({ "reason": "Twice" })).await;
    again.expect_problem(409, "already_undone");
    server.verify_books();
}

#[tokio::test]
async fn settings_of_money_need_a_second_owner_and_colours_do_not() {
    let server = strict().await;
    let (owner, other) = (server.staff_at(Role::Owner, None).await, server.staff_at(Role::Owner, None).await);
    let path = "/api/admin/settings";
    let mut settings = owner.get(path).await.expect(200);
    settings["programmeName"] = json!("Green Harbour");
    owner.put_at(path, "*", settings.clone()).await.expect(200);
    settings["referralBonus"] = json!(50);
    let waiting = owner.put_at(path, "*", settings.clone()).await.expect(202);
    assert_eq!(waiting["body"]["before"]["referralBonus"], 100);
    assert_eq!(owner.put_at(path, "*", settings.clone()).await.expect(202)["_id"], waiting["_id"]);
    approve(&owner, &waiting).await.expect_problem(403, "other_person_needed");
    approve(&server.staff_at(Role::Finance, None).await, &waiting).await.expect_problem(403, "other_person_needed");
    assert_eq!(approve(&other, &waiting).await.expect(200)["status"], "done");
    assert_eq!(owner.get(path).await.expect(200)["referralBonus"], 50);
    // A request that was made for older settings is not carried out.
    settings["referralBonus"] = json!(60);
    let late = owner.put_at(path, "*", settings.clone()).await.expect(202);
    settings["referralBonus"] = json!(50);
    settings["programmeName"] = json!("Harbour");
    other.put_at(path, "*", settings).await.expect(200);
    approve(&other, &late).await.expect_problem(412, "stale");
    refuse(&other, &late).await.expect(200);
}

#[tokio::test]
async fn the_two_person_setting_needs_two_owners() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let path = "/api/admin/settings";
    let mut settings = owner.get(path).await.expect(200);
    assert_eq!(settings["twoPerson"], false);
    settings["twoPerson"] = json!(true);
    owner.put_at(path, "*", settings.clone()).await.expect_problem(409, "second_owner_needed");
    let other = server.staff_at(Role::Owner, None).await;
    owner.put_at(path, "*", settings.clone()).await.expect(200);
    settings["twoPerson"] = json!(false);
    let waiting = owner.put_at(path, "*", settings).await.expect(202);
    approve(&other, &waiting).await.expect(200);
    assert_eq!(owner.get(path).await.expect(200)["twoPerson"], false);
}
