//! With approval by two people there are always at least two owners.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::approvals::{approve, strict};
use crate::support::{Caller, fresh_key};

async fn me(caller: &Caller) -> Value {
    caller.get("/api/staff/me").await.expect(200)
}

async fn path_of(caller: &Caller) -> String {
    format!("/api/admin/staff/{}", me(caller).await["_id"].as_str().expect("an id"))
}

#[tokio::test]
async fn the_last_two_owners_cannot_be_removed_with_the_two_person_setting() {
    let server = strict().await;
    let (owner, other) = (server.staff_at(Role::Owner, None).await, server.staff_at(Role::Owner, None).await);
    let (mine, theirs) = (path_of(&owner).await, path_of(&other).await);
    let suspended = json!({ "name": "Lam", "role": "owner", "suspended": true });
    let demoted = json!({ "name": "Lam", "role": "operator" });
    owner.delete(&theirs).await.expect_problem(409, "two_owners_needed");
    owner.put_at(&theirs, "*", suspended.clone()).await.expect_problem(409, "two_owners_needed");
    owner.put_at(&theirs, "*", demoted.clone()).await.expect_problem(409, "two_owners_needed");
    owner.put_at(&mine, "*", demoted.clone()).await.expect_problem(409, "two_owners_needed");
    assert_eq!(owner.get("/api/admin/approvals").await.expect(200), json!([]), "no approval is requested");
    owner.put_at(&theirs, "*", json!({ "name": "Lam", "role": "owner" })).await.expect(200);
    // With a third owner the change may wait for approval; it must not leave only one owner later.
    let third = server.staff_at(Role::Owner, None).await;
    let waiting = owner.put_at(&theirs, "*", demoted).await.expect(202);
    assert_eq!(owner.delete(&path_of(&third).await).await.status, 204);
    approve(&other, &waiting).await.expect_problem(409, "two_owners_needed");
    let people = owner.get("/api/admin/staff").await.expect(200);
    let owners = |one: &&Value| one["role"] == "owner" && one["status"] == "active";
    assert_eq!(people.as_array().expect("a list").iter().filter(owners).count(), 2);
}

#[tokio::test]
async fn a_change_that_nobody_could_approve_is_refused_at_once() {
    let server = strict().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let operator = server.staff_at(Role::Operator, None).await;
    let person = json!({ "name": "Lam", "email": "lam@staff.example", "role": "finance" });
    owner.post("/api/admin/staff", person.clone()).await.expect_problem(409, "nobody_to_decide");
    operator.get("/api/admin/members?format=csv").await.expect(202);
    let points = json!({ "points": 20_000, "reason": "Opening gift" });
    let adjust = format!("/api/admin/members/{}/adjust", server.member().await.id);
    owner.post_once(&adjust, &fresh_key(), points.clone()).await.expect(202);
    let other = server.staff_at(Role::Owner, None).await;
    owner.post("/api/admin/staff", person).await.expect(202);
    // The target is the only possible approver and can only approve while signed in.
    let theirs = path_of(&other).await;
    let factor = format!("{theirs}/second-factor");
    assert_eq!(owner.delete(&format!("{theirs}/sessions")).await.status, 204);
    let told = owner.delete(&factor).await.expect_problem(409, "owner_locked_out");
    assert!(told["message"].as_str().is_some_and(|words| words.contains("kapok admin remove-second-factor")), "{told}");
    server.staff_at(Role::Owner, None).await;
    owner.delete(&factor).await.expect(202);
}
