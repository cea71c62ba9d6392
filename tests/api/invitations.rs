//! Invitation links: who invites and what for, and what messengers show below the link.

use serde_json::{Value, json};

use crate::support::{TestServer, quiet};

async fn code_of(server: &TestServer) -> (crate::support::TestMember, String) {
    let ada = server.member().await;
    let me = ada.caller.get("/api/auth/getUserInfo").await.expect(200);
    let code = me["referralCode"].as_str().expect("a code").to_owned();
    (ada, code)
}

#[tokio::test]
async fn an_invitation_tells_the_given_name_and_the_picture_and_no_more() {
    let server = TestServer::start().await;
    let (ada, code) = code_of(&server).await;
    ada.caller.put("/api/auth/face", json!({ "face": "kapok" })).await.expect(200);
    let typed = format!("{}-{}", &code[..4], &code[4..]).to_lowercase();
    let found = server.visitor().get(&format!("/api/auth/invitation/{typed}")).await.expect(200);
    let first = found["firstName"].clone();
    assert_eq!(found, json!({ "firstName": first, "initials": "M", "face": "kapok", "code": code, "points": 100 }));
    server.visitor().get("/api/auth/invitation/ZZZZZZZZ").await.expect_problem(404, "not_found");
    crate::accounts::suspend(&server, &ada).await;
    server.visitor().get(&format!("/api/auth/invitation/{code}")).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn invitation_lookups_are_limited_by_source() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.limits.enabled = true;
    })
    .await;
    let visitor = server.visitor();
    for _ in 0..60 {
        visitor.get("/api/auth/invitation/ZZZZZZZZ").await.expect_problem(404, "not_found");
    }
    visitor.get("/api/auth/invitation/ZZZZZZZZ").await.expect_problem(429, "rate_limited");
}

#[tokio::test]
async fn the_page_of_an_invitation_carries_its_preview() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.public_url = "https://points.example.hk".to_owned();
    })
    .await;
    let (ada, code) = code_of(&server).await;
    let name = ada.caller.get("/api/auth/getUserInfo").await.expect(200)["firstName"].clone();
    let Value::String(name) = name else { panic!("a name") };
    let visitor = server.visitor();
    let page = visitor.get(&format!("/invite/{code}?lang=zhhk")).await.text;
    for tag in [
        format!("<meta property=\"og:title\" content=\"{name} 邀請你加入 Kapok\" />"),
        format!("<meta property=\"og:url\" content=\"https://points.example.hk/invite/{code}\" />"),
        "<meta property=\"og:image\" content=\"https://points.example.hk/icons/invite.png\" />".to_owned(),
        "<meta property=\"og:image:width\" content=\"1200\" />".to_owned(),
    ] {
        assert!(page.contains(&tag), "{tag} in {page}");
    }
    let unknown = visitor.get("/invite/%3Cb%3E").await.text;
    assert!(unknown.contains("content=\"Join Kapok\"") && !unknown.contains("<b>"), "{unknown}");
    assert!(!visitor.get("/login").await.text.contains("og:title"));
}
