//! The audit stores what staff search for, with addresses and numbers masked.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::json;

use crate::approvals::{approve, strict};
use crate::support::TestServer;

#[tokio::test]
async fn searched_addresses_and_numbers_are_not_in_the_audit_after_the_member_is_erased() {
    let server = TestServer::start().await;
    let (operator, auditor) = (server.staff_at(Role::Operator, None).await, server.staff_at(Role::Auditor, None).await);
    let member = server.member().await;
    let bare = member.phone.trim_start_matches("+852").to_owned();
    for what in [&bare, &format!("%2B852{bare}"), &member.email] {
        for list in ["members?q=", "transactions?q=", "redemptions?q=", "messages?to="] {
            let path = format!("/api/admin/{list}{what}");
            assert!(operator.get(&path).await.status < 500, "{path}");
            assert!(operator.get(&format!("{path}&format=csv")).await.status < 500, "{path} as a file");
        }
    }
    operator.post("/api/admin/messages/retry", json!({ "to": member.email })).await.expect(200);
    let erase = format!("/api/admin/members/{}/erase", member.id);
    operator.post(&erase, json!({ "reason": "Asked for it" })).await.expect(200);
    let trail = auditor.get("/api/admin/audit?format=csv").await.text;
    assert!(trail.contains("member.search") && trail.contains("message.download"), "{trail}");
    assert!(trail.contains(&format!("•••• {}", &bare[4..])), "the last digits stay: {trail}");
    for whole in [&bare, &member.email] {
        assert!(!trail.contains(whole.as_str()), "the audit holds {whole}: {trail}");
    }
}

#[tokio::test]
async fn two_searches_with_the_same_masked_text_are_two_audit_entries() {
    let server = TestServer::start().await;
    let operator = server.staff_at(Role::Operator, None).await;
    for number in ["61230001", "62230001", "61230001"] {
        operator.get(&format!("/api/admin/members?q={number}")).await.expect(200);
    }
    let lines = operator.get("/api/admin/audit?action=member.search").await.expect(200);
    assert_eq!(lines.as_array().map(Vec::len), Some(2), "{lines}");
    assert_eq!(lines[0]["after"], json!({ "q": "•••• 0001" }));
    operator.get("/api/admin/members?from=2026-01-01&to=2026-12-31").await.expect(200);
    let lines = operator.get("/api/admin/audit?action=member.search").await.expect(200);
    assert_eq!(lines[0]["after"], json!({ "from": "2026-01-01", "to": "2026-12-31" }), "days stay");
}

#[tokio::test]
async fn an_approval_of_one_member_export_does_not_approve_another_with_the_same_masked_search() {
    let server = strict().await;
    let (support, owner) = (server.staff_at(Role::Support, None).await, server.staff_at(Role::Owner, None).await);
    let ask = async |number: &str| {
        support.send(support.request(Method::GET, &format!("/api/admin/members?format=csv&q={number}"))).await
    };
    let waiting = ask("61230001").await.expect(202);
    assert_eq!(waiting["body"]["q"], "•••• 0001");
    approve(&owner, &waiting).await.expect(200);
    assert_ne!(ask("62230001").await.expect(202)["_id"], waiting["_id"]);
    assert_eq!(ask("61230001").await.status, 200);
    let trail = owner.get("/api/admin/audit").await.expect(200).to_string();
    assert!(!trail.contains("61230001") && trail.contains("member.download"), "{trail}");
}
