//! The picture that a member chooses, and where others see it.

use kapok::auth::Role;
use serde_json::{Value, json};

use crate::support::desk::Desk;
use crate::support::{TestServer, fresh_key};

const FACE: &str = "/api/auth/face";

#[tokio::test]
async fn a_member_chooses_a_picture_and_returns_to_the_initials() {
    let server = TestServer::start().await;
    let ada = server.member().await.caller;
    let names = json!({ "firstName": "Mei Yi", "lastName": "Chan" });
    let before = ada.put("/api/auth/updateUser", names).await.expect(200);
    assert_eq!((&before["initials"], &before["face"]), (&json!("MC"), &Value::Null));
    assert_eq!(ada.put(FACE, json!({ "face": "egret" })).await.expect(200)["face"], "egret");
    assert_eq!(ada.get("/api/auth/getUserInfo").await.expect(200)["face"], "egret");
    assert_eq!(ada.put(FACE, json!({ "face": null })).await.expect(200)["face"], Value::Null);
}

#[tokio::test]
async fn only_drawn_pictures_can_be_chosen() {
    let server = TestServer::start().await;
    let ada = server.member().await.caller;
    for body in [json!({ "face": "owl" }), json!({ "face": "/media/1.png" }), json!({ "face": 1 })] {
        ada.put(FACE, body).await.expect_problem(400, "invalid_body");
    }
    server.visitor().put(FACE, json!({ "face": "egret" })).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn friends_and_shops_see_the_chosen_picture() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.member_with(100).await, server.member().await);
    ben.caller.put(FACE, json!({ "face": "lotus" })).await.expect(200);
    let order = json!({ "recipient": ben.phone, "amount": 5 });
    let receipt = ada.caller.post_once("/api/transaction/transfer", &fresh_key(), order).await.expect(200);
    assert_eq!(receipt["recipient"], json!({ "phone": ben.phone, "face": "lotus" }));
    let partner = Desk::of(&server).await.partner("1", "0").await;
    let counter = server.staff_at(Role::Merchant, Some(&partner)).await;
    let found = counter.post("/api/merchant/lookup", json!({ "member": ben.short_id })).await.expect(200);
    assert_eq!((&found["face"], &found["initials"]), (&json!("lotus"), &json!("M")));
}
