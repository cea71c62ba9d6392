//! The roles that may make each call: every operation of the API description, tried with every role. A new call
//! without a rule fails.

use kapok::auth::Role;
use reqwest::Method;
use serde_json::json;

use crate::support::{Caller, TestServer};

/// The result of the permission check of a call, whatever happens after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Open,
    Unknown,
    Forbidden,
}

/// Calls that need no sign-in.
const OPEN: &[&str] = &[
    "/api/config",
    "/api/privacy-policy",
    "/api/terms",
    "/api/terms/versions/{version}",
    "/api/analytics/pageview",
    "/api/csp-report",
    "/api/captcha/challenge",
    "/api/auth/invitation/{code}",
    "/api/auth/login",
    "/api/auth/refresh",
    "/api/auth/logout",
    "/api/auth/initRegistration",
    "/api/auth/sendEmailOTP",
    "/api/auth/verifyEmailOTP",
    "/api/auth/sendSMSOTP",
    "/api/auth/verifySMSOTP",
    "/api/auth/checkRegistration",
    "/api/auth/createAccount",
    "/api/auth/forgotPassword",
    "/api/auth/checkResetToken",
    "/api/auth/resetPassword",
    "/api/auth/resetPasswordSendSMSOTP",
    "/api/auth/resetPasswordVerifySMSOTP",
    "/api/auth/resetPasswordByPhone",
    "/api/auth/biometric_challenge",
    "/api/auth/biometric_verify",
    "/api/staff/login",
    "/api/staff/logout",
    "/api/staff/setup",
    "/api/staff/forgot-password",
    "/api/staff/link",
    "/api/staff/link/accept",
    "/api/staff/passkey/challenge",
    "/api/staff/passkey/login",
    // The device's secret is checked, not a session.
    "/api/merchant/enrol",
    "/api/merchant/enrol/preview",
    "/api/merchant/till",
    "/api/merchant/session",
    "/api/merchant/session/passkey",
    "/api/merchant/session/passkey/challenge",
    "/api/merchant/passkey",
    "/api/merchant/passkey/challenge",
    "/api/notification/unsubscribe",
    "/api/statement/keys",
    "/unsubscribe",
    "/api/openapi.json",
    "/api/docs",
    "/healthz",
    "/readyz",
    "/media/{name}",
];

/// Calls of the partner's staff that also need an enrolled till.
const AT_A_TILL: [&str; 2] = ["/api/merchant/session/staff", "/api/merchant/unlock"];

/// The caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Visitor,
    Member,
    Staff(Role),
}

fn door(path: &str, method: &Method, who: Who) -> Door {
    let staff_only = ["/api/admin/", "/api/merchant/", "/api/staff/"].iter().any(|home| path.starts_with(home));
    match who {
        _ if OPEN.contains(&path) => Door::Open,
        Who::Visitor => Door::Unknown,
        Who::Member if staff_only => Door::Unknown,
        Who::Member => Door::Open,
        Who::Staff(_) if !staff_only => Door::Unknown,
        Who::Staff(_) if path.starts_with("/api/staff/") => Door::Open,
        Who::Staff(Role::Merchant) if AT_A_TILL.contains(&path) => Door::Unknown,
        Who::Staff(role) if path.starts_with("/api/merchant/") => {
            if role == Role::Merchant {
                Door::Open
            } else {
                Door::Forbidden
            }
        }
        Who::Staff(role) => admin_door(path, method, role),
    }
}

/// The permissions of admin calls (contract sections 1 and 6): who reads, writes content, manages
/// items, helps members, moves points.
fn admin_door(path: &str, method: &Method, role: Role) -> Door {
    let reads = method == Method::GET;
    let area = path.trim_start_matches("/api/admin/").split('/').next().unwrap_or("");
    let allowed: &[Role] = match (area, reads) {
        _ if role == Role::Owner => &[Role::Owner],
        // Auditors see permissions but change none.
        ("staff" | "api-keys" | "webhooks", true) => &[Role::Auditor],
        ("settings", true) if path.ends_with("/history") || path.ends_with("/infrastructure") => &[Role::Auditor],
        ("settings", true) => &[Role::Operator, Role::Auditor],
        ("staff" | "api-keys" | "settings" | "webhooks", false) => &[],
        ("partners" | "articles", true)
        | ("items" | "campaigns" | "earning-rules", true)
        | ("outlets" | "tills" | "cashiers", true) => {
            &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor]
        }
        ("proposals", true) => &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor],
        // The roles that may answer depend on the kind of the proposal.
        ("proposals", false) => &[Role::Operator, Role::Editor],
        // Managers of partners add pictures to their proposals.
        ("uploads", false) if path.ends_with("/uploads") => &[Role::Operator, Role::Editor, Role::Merchant],
        ("uploads" | "notifications", true) => {
            &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor]
        }
        ("notifications", false) if path.ends_with("/preview") || path.ends_with("/audience") => {
            &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor]
        }
        ("partners", false) if path.ends_with("/cashiers") || path.ends_with("/earn-link-keys") => &[Role::Operator],
        ("partners", false) if path.ends_with("/rates/simulation") => &[Role::Operator],
        // This call closes outlets, so it needs the same role as closing one outlet.
        ("partners", false) if path.ends_with("/outlets/import/undo") => &[Role::Operator],
        ("outlets", false) if path.ends_with("/tills") || method == Method::DELETE => &[Role::Operator],
        ("partners" | "articles" | "outlets" | "uploads" | "notifications", false) => &[Role::Operator, Role::Editor],
        ("tills" | "cashiers" | "earn-link-keys", false) => &[Role::Operator],
        ("items" | "campaigns" | "earning-rules", false) => &[Role::Operator],
        // The list shows members.
        ("campaign-scans", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("campaign-scans", false) => &[Role::Operator],
        ("members", true) if path.ends_with("/export") => &[Role::Operator, Role::Support],
        ("members", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        // A stored message may hold a code or a link.
        ("backups", true) if path.ends_with('}') => &[],
        ("backups" | "ledger", _) => &[Role::Operator],
        ("messages", false) if path.ends_with("/test") => &[Role::Operator],
        ("messages", true) if path.ends_with("/text") => &[],
        ("messages", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("messages", false) => &[Role::Operator, Role::Support],
        ("members", false) if ["/merge", "/erase", "/import"].iter().any(|end| path.ends_with(end)) => {
            &[Role::Operator]
        }
        ("alarms", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("alarms", false) => &[Role::Operator],
        ("claims", true) if path.ends_with("/photo") || path.ends_with("/thumbnail") => {
            &[Role::Operator, Role::Support, Role::Finance]
        }
        ("claims", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("claims", false) => &[Role::Operator, Role::Support],
        ("credits", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("credits", false) => &[Role::Operator],
        ("redemptions", false) if path.ends_with("/reopen") || path.ends_with("/extend") => {
            &[Role::Operator, Role::Support]
        }
        ("members" | "notes", false) => &[Role::Operator, Role::Support],
        ("transactions", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("transactions", false) if path.ends_with("/slip") => &[Role::Operator, Role::Support],
        ("transactions", false) => &[Role::Operator],
        ("redemptions", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("redemptions", false) => &[Role::Operator, Role::Finance],
        ("bills" | "journal", true) => &[Role::Operator, Role::Finance, Role::Auditor],
        ("bills" | "journal", false) => &[Role::Operator, Role::Finance],
        ("reports", _) if path.ends_with("/pageviews") => &[Role::Operator, Role::Editor, Role::Finance, Role::Auditor],
        ("reports", _) => &[Role::Operator, Role::Finance, Role::Auditor],
        ("approvals", true) if path.ends_with("/rows") => &[Role::Operator, Role::Finance],
        // Support sees and withdraws its own proposals.
        ("approvals", true) => &[Role::Operator, Role::Support, Role::Finance, Role::Auditor],
        ("approvals", false) if path.ends_with("/refuse") => &[Role::Operator, Role::Support, Role::Finance],
        ("approvals", false) => &[Role::Operator, Role::Finance],
        // A sample shows members.
        ("segments", false) if path.ends_with("/sample") || path.ends_with("/check") => {
            &[Role::Operator, Role::Support, Role::Finance, Role::Auditor]
        }
        ("segments", read) if read || path.ends_with("/count") => {
            &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor]
        }
        // The rows of a list tell whether somebody is a member.
        ("segments", _) if path.contains("/list") => &[Role::Operator],
        ("segments", _) => &[Role::Operator, Role::Editor],
        ("carbon", true) if path.ends_with("/report") => &[Role::Operator, Role::Finance, Role::Auditor],
        ("carbon", true) => &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor],
        ("carbon", false) => &[Role::Operator],
        ("terms", true) => &[Role::Operator, Role::Auditor],
        ("terms", false) => &[],
        ("tiers", true) => &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor],
        ("tiers", false) if path.ends_with("/effect") => &[Role::Operator, Role::Finance, Role::Auditor],
        ("tiers", false) => &[Role::Operator],
        ("goals", true) => &[Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor],
        ("goals", false) if path.ends_with("/cost") => &[Role::Operator, Role::Finance, Role::Auditor],
        ("goals", false) => &[Role::Operator],
        ("expiry", true) => &[Role::Operator, Role::Finance, Role::Auditor],
        ("expiry", false) if path.ends_with("/effect") => &[Role::Operator, Role::Finance, Role::Auditor],
        ("expiry", false) => &[],
        ("checklist" | "diagnostics", _) => &[Role::Operator],
        ("audit", _) if path.ends_with("/chain") => &[Role::Operator, Role::Auditor],
        ("audit", _) => &[Role::Operator, Role::Finance, Role::Auditor],
        (other, _) => panic!("no rule for the area {other}"),
    };
    if allowed.contains(&role) { Door::Open } else { Door::Forbidden }
}

async fn knock(caller: &Caller, method: &Method, path: &str) -> Door {
    let address = path
        .replace("{id}", "019cde0a5b7070009f1b4c1f0c2f7a31")
        .replace("{name}", "nothing.png")
        .replace("{key}", "mail.code.text");
    let mut request = caller.request(method.clone(), &address).header("idempotency-key", crate::support::fresh_key());
    if method != Method::GET {
        request = request.json(&json!({}));
    }
    // Only the head is read, because a stream has no end.
    match request.send().await.expect("the server answers").status().as_u16() {
        401 => Door::Unknown,
        403 => Door::Forbidden,
        status if status < 500 => Door::Open,
        status => panic!("{method} {path} answers {status}"),
    }
}

#[tokio::test]
async fn each_call_admits_exactly_its_roles() {
    let server = TestServer::start().await;
    let roles =
        [Role::Owner, Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor, Role::Merchant];
    let mut people = vec![(Who::Visitor, server.visitor()), (Who::Member, server.member().await.caller)];
    for role in roles {
        people.push((Who::Staff(role), server.staff(role).await));
    }
    let document = server.visitor().get("/api/openapi.json").await.expect(200);
    let mut calls: Vec<(Method, String)> = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            calls.push((method.to_uppercase().parse().expect("a method"), path.clone()));
        }
    }
    assert!(calls.len() > 40, "the description has only {} calls", calls.len());
    // Sign-out and closing the account would end the session of the other calls.
    calls.retain(|(_, path)| !path.ends_with("/logout") && path != "/api/auth/deleteAccount");
    let mut offences = Vec::new();
    for (method, path) in &calls {
        for (who, caller) in &people {
            let (expected, found) = (door(path, method, *who), knock(caller, method, path).await);
            // Sign-in calls answer 401 to wrong credentials too, although they are open.
            let proves = OPEN.contains(&path.as_str()) || path == "/api/auth/registerBiometric";
            let same = expected == found || (proves && found == Door::Unknown);
            if !same {
                offences.push(format!("{who:?} at {method} {path}: {found:?} instead of {expected:?}"));
            }
        }
    }
    assert!(offences.is_empty(), "{} wrong permissions:\n{}", offences.len(), offences.join("\n"));
}

#[tokio::test]
async fn each_call_that_refuses_a_visitor_names_its_security_scheme() {
    let server = TestServer::start().await;
    let (visitor, document) = (server.visitor(), server.visitor().get("/api/openapi.json").await.expect(200));
    let mut offences = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (name, call) in methods.as_object().expect("methods") {
            let method = name.to_uppercase().parse().expect("a method");
            let ways = call["security"].as_array().or_else(|| document["security"].as_array()).expect("a requirement");
            let optional = ways.iter().any(|way| way.as_object().is_some_and(serde_json::Map::is_empty));
            let found = knock(&visitor, &method, path).await;
            let kept = if ways.is_empty() || optional {
                door(path, &method, Who::Visitor) == Door::Open
            } else {
                found == Door::Unknown
            };
            if !kept {
                offences.push(format!("{method} {path} is {found:?} and says {ways:?}"));
            }
        }
    }
    assert!(offences.is_empty(), "{} calls:\n{}", offences.len(), offences.join("\n"));
}

#[tokio::test]
async fn members_and_staff_cannot_make_each_other_s_calls() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let staff_login = json!({ "email": member.email, "password": crate::support::PASSWORD });
    server.visitor().post("/api/staff/login", staff_login).await.expect_problem(401, "invalid_credentials");
    let operator = server.staff(Role::Operator).await;
    operator.get("/api/auth/getUserInfo").await.expect_problem(401, "unauthenticated");
    operator.get("/api/auth/checkAuthToken").await.expect_problem(401, "unauthenticated");
    member.caller.get("/api/admin/members").await.expect_problem(401, "unauthenticated");
    member.caller.get("/api/merchant/activity").await.expect_problem(401, "unauthenticated");
    member.caller.get("/api/staff/me").await.expect_problem(401, "unauthenticated");
    let cookies = server.visitor().browser();
    cookies
        .post("/api/auth/login", json!({ "userIdentifier": member.email, "userPassword": crate::support::PASSWORD }))
        .await
        .expect(200);
    cookies.get("/api/admin/members").await.expect_problem(401, "unauthenticated");
}
