//! The admin app on a separate listener.

use kapok::auth::Role;
use serde_json::json;

use crate::support::{Caller, PASSWORD, TestServer, quiet};

async fn expect_page(caller: &Caller, path: &str) {
    let page = caller.get(path).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
}

#[tokio::test]
async fn the_console_with_its_own_listener_is_not_served_on_the_public_one() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.admin.listen = "127.0.0.1:0".into();
    })
    .await;
    let members = server.visitor();
    let console = Caller::new(server.running.console.expect("an address"));
    for path in ["/admin", "/admin/staff", "/api/admin/staff/01a0c4506c0075cab5cce24e152c54ae", "/api/admin/nothing"] {
        members.get(path).await.expect_problem(404, "not_found");
    }
    expect_page(&members, "/login").await;
    expect_page(&console, "/admin/staff").await;
    for path in ["/login", "/api/user/getUserInfo", "/api/merchant/collect", "/api/auth/login"] {
        console.get(path).await.expect_problem(404, "not_found");
    }
    let email = server.staff_email_at(Role::Owner, None).await;
    console.staff_sign_in(&email, PASSWORD).await;
    console.get("/api/admin/staff").await.expect(200);
    let invited = console
        .post("/api/admin/staff", json!({ "name": "Lam", "email": "lam@staff.example", "role": "editor" }))
        .await
        .expect(201);
    let link = invited["invitation"]["link"].as_str().expect("a link");
    assert!(link.starts_with(&format!("http://{}/admin/accept/", console.address)), "{link}");
}

#[tokio::test]
async fn the_console_without_its_own_listener_is_served_on_the_public_one() {
    let server = TestServer::start().await;
    assert!(server.running.console.is_none());
    expect_page(&server.visitor(), "/admin").await;
}
