//! Authorised calls of members and staff that wait, while the client loses the permission.

use kapok::auth::Role;
use kapok::core::members;
use kapok::member::personal_data;
use kapok::platform::store::Tx;
use serde_json::{Value, json};

use crate::support::desk::{Desk, coupon};
use crate::support::{Caller, LetIn, PASSWORD, TestMember, TestServer, fresh_key, until};

const NEW_PASSWORD: &str = "Junk-boat#8812";

/// Events that end a member's permission to act.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Erased,
    Merged,
    Suspended,
    SignedOut,
    EverySessionEnded,
    PasswordChanged,
}

/// A server with a campaign and an item, and a friend to whom points can be sent.
struct Scene {
    server: TestServer,
    desk: Desk,
    friend: TestMember,
    code: String,
    item: String,
}

impl Scene {
    async fn set() -> Self {
        let server = TestServer::start().await;
        let desk = Desk::of(&server).await;
        let friend = server.member().await;
        let campaign = json!({ "name": "Spring", "points": 50, "perMember": 1, "total": 100, "shared": true });
        let campaign = desk.create("campaigns", campaign).await;
        let path = format!("/api/admin/campaigns/{campaign}/codes");
        let made = desk.operator.post(&path, json!({ "count": 1 })).await.expect(200);
        let code = made["codes"][0]["text"].as_str().expect("a text").to_owned();
        let item = desk.item(coupon(10)).await;
        Self { server, desk, friend, code, item }
    }

    /// One waiting call of each kind that a member may make.
    async fn calls_of(&self, member: &TestMember) -> Vec<(&'static str, LetIn)> {
        let purchase = format!("/api/redeem/purchase/{}", self.item);
        let app = json!({ "isNative": true, "fcmToken": format!("dQw4w9:{}", member.short_id) });
        let keyed = |path: &'static str, body: Value| (path, Some(fresh_key()), body);
        let mut waiting = Vec::new();
        for (path, key, body) in [
            keyed("/api/transaction/transfer", json!({ "recipient": self.friend.email, "amount": 7 })),
            ("/api/redeem/scanQR", None, json!({ "qr": self.code })),
            ("/api/auth/subscribe", None, app),
            ("/api/notification/read", None, json!({ "all": true })),
            ("/api/auth/deleteAccount", None, json!({})),
        ] {
            waiting.push((path, member.caller.let_in(path, key.as_deref(), body).await));
        }
        let bought = member.caller.let_in(&purchase, Some(&fresh_key()), json!({ "quantity": 1 })).await;
        waiting.push(("purchase", bought));
        let name = json!({ "firstName": "Ghost", "lastName": "Person" });
        let rename = member.caller.request(reqwest::Method::PUT, "/api/auth/updateUser").json(&name);
        waiting.push(("updateUser", member.caller.send_head(rename).await));
        waiting
    }

    async fn bring_about(&self, end: End, member: &TestMember) {
        let (desk, path) = (&self.desk.operator, format!("/api/admin/members/{}", member.id));
        let elsewhere = self.server.visitor();
        if matches!(end, End::EverySessionEnded | End::PasswordChanged) {
            elsewhere.sign_in(&member.email, PASSWORD).await;
        }
        let done = match end {
            End::Erased => desk.post(&format!("{path}/erase"), json!({ "reason": "By letter" })).await,
            End::Merged => {
                let order = json!({ "into": self.friend.id, "reason": "Same person" });
                desk.post_once(&format!("{path}/merge"), &fresh_key(), order).await
            }
            End::Suspended => desk.post(&format!("{path}/suspend"), json!({})).await,
            End::SignedOut => member.caller.post("/api/auth/logout", json!({})).await,
            End::EverySessionEnded => elsewhere.delete("/api/auth/sessions").await,
            End::PasswordChanged => {
                let change = json!({ "password": NEW_PASSWORD, "currentPassword": PASSWORD });
                elsewhere.put("/api/auth/updateUser", change).await
            }
        };
        done.expect(200);
    }

    async fn record_of(&self, member: &TestMember) -> Value {
        self.desk.operator.get(&format!("/api/admin/members/{}", member.id)).await.expect(200)
    }
}

#[tokio::test]
async fn a_queued_call_of_a_member_who_may_no_longer_act_is_refused() {
    let scene = Scene::set().await;
    let ends = [End::Erased, End::Merged, End::Suspended, End::SignedOut, End::EverySessionEnded, End::PasswordChanged];
    for end in ends {
        let member = scene.server.member_with(50).await;
        let waiting = scene.calls_of(&member).await;
        scene.bring_about(end, &member).await;
        let balances = async || (scene.server.balance(member.id).await, scene.server.balance(scene.friend.id).await);
        let (record, before) = (scene.record_of(&member).await, balances().await);
        for (call, late) in waiting {
            let answer = late.finish().await;
            assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("unauthenticated")), "{end:?}, {call}");
        }
        assert_eq!(scene.record_of(&member).await, record, "{end:?} leaves the member as they are");
        assert_eq!(balances().await, before, "{end:?} moves nothing");
        assert_eq!(before.0, if matches!(end, End::Erased | End::Merged) { 0 } else { 50 }, "{end:?}");
    }
    scene.server.verify_books();
}

#[tokio::test]
async fn a_refused_call_leaves_its_key_to_the_member_s_next_session() {
    let scene = Scene::set().await;
    let member = scene.server.member_with(50).await;
    let (key, order) = (fresh_key(), json!({ "recipient": scene.friend.email, "amount": 7 }));
    let late = member.caller.let_in("/api/transaction/transfer", Some(&key), order.clone()).await;
    scene.bring_about(End::SignedOut, &member).await;
    late.finish().await.expect_problem(401, "unauthenticated");
    member.caller.set_bearer(None);
    member.caller.sign_in(&member.email, PASSWORD).await;
    let sent = member.caller.post_once("/api/transaction/transfer", &key, order.clone()).await;
    sent.expect(200);
    assert_eq!(sent.header("idempotency-replayed"), "");
    // An earlier answer is replayed only to a client that still has the permission.
    let late = member.caller.let_in("/api/transaction/transfer", Some(&key), order).await;
    scene.bring_about(End::Suspended, &member).await;
    late.finish().await.expect_problem(401, "unauthenticated");
    assert_eq!(scene.server.balance(member.id).await, 43);
    scene.server.verify_books();
}

#[tokio::test]
async fn a_call_queued_behind_an_erasure_is_refused() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let article = json!({ "type": "news", "title": { "en": "Tea" }, "content": { "en": "<p>Tea</p>" } });
    let made = editor.post("/api/admin/articles", article).await.expect(201);
    let (id, member) = (made["_id"].as_str().expect("an id").to_owned(), server.member().await);
    let (gone, caller) = (member.id, std::sync::Arc::new(member.caller));
    let busy = server.keep_writer_busy(move |tx| personal_data::erase(tx, gone)).await;
    let like = {
        let (caller, path) = (caller.clone(), format!("/api/article/like/{id}"));
        tokio::spawn(async move { caller.post(&path, json!({})).await })
    };
    let read = {
        let (caller, path) = (caller.clone(), format!("/api/article/detail/{id}"));
        tokio::spawn(async move { caller.get(&path).await })
    };
    until(async || match server.running.store.pressure() {
        waiting @ ..2 => Err(format!("{waiting} calls wait")),
        _ => Ok(()),
    })
    .await;
    busy.release().await;
    like.await.expect("an answer").expect_problem(401, "unauthenticated");
    read.await.expect("an answer").expect_problem(401, "unauthenticated");
    let path = format!("/api/article/detail/{id}");
    let seen = server.member().await.caller.get(&path).await.expect(200);
    assert_eq!((&seen["reads"], &seen["likes"]), (&json!(1), &json!(0)), "the first that read it");
}

/// Events that end a staff member's permission.
#[derive(Clone, Copy, Debug)]
enum StaffEnd {
    Suspended,
    AnotherRole,
    Removed,
    SessionsEnded,
    SignedOut,
}

async fn bring_about_for_staff(end: StaffEnd, owner: &Caller, staff: &Caller) {
    let me = staff.get("/api/staff/me").await.expect(200);
    let path = format!("/api/admin/staff/{}", me["_id"].as_str().expect("an id"));
    let change = |role: &str, suspended: bool| json!({ "name": "Chan Tai Man", "role": role, "suspended": suspended });
    let done = match end {
        StaffEnd::Suspended => owner.put_at(&path, "*", change("operator", true)).await,
        StaffEnd::AnotherRole => owner.put_at(&path, "*", change("auditor", false)).await,
        StaffEnd::Removed => owner.delete(&path).await,
        StaffEnd::SessionsEnded => owner.delete(&format!("{path}/sessions")).await,
        StaffEnd::SignedOut => staff.post("/api/staff/logout", json!({})).await,
    };
    assert!(matches!(done.status, 200 | 204), "{end:?}: {}", done.text);
}

#[tokio::test]
async fn a_queued_call_of_staff_who_may_no_longer_act_is_refused() {
    let server = TestServer::start().await;
    let (owner, member) = (server.staff_at(Role::Owner, None).await, server.member_with(50).await);
    let (adjust, erase) =
        (format!("/api/admin/members/{}/adjust", member.id), format!("/api/admin/members/{}/erase", member.id));
    for end in
        [StaffEnd::Suspended, StaffEnd::AnotherRole, StaffEnd::Removed, StaffEnd::SessionsEnded, StaffEnd::SignedOut]
    {
        let operator = server.staff_at(Role::Operator, None).await;
        let body = json!({ "points": 7, "reason": "Late" });
        let waiting = [
            operator.let_in(&adjust, Some(&fresh_key()), body).await,
            operator.let_in(&erase, None, json!({ "reason": "Late" })).await,
            operator.let_in("/api/admin/items", None, coupon(5)).await,
            operator.let_in("/api/staff/second-factor/totp", None, json!({})).await,
        ];
        bring_about_for_staff(end, &owner, &operator).await;
        for late in waiting {
            let answer = late.finish().await;
            assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("unauthenticated")), "{end:?}");
        }
    }
    assert_eq!(member.points().await, 50);
    assert_eq!(owner.get("/api/admin/items").await.expect(200), json!([]));
    server.verify_books();
}

#[tokio::test]
async fn a_sign_in_that_renews_an_old_hash_does_not_bring_an_old_password_back() {
    let server = TestServer::start().await;
    let member = server.member().await;
    let known = server.running.store.read(|read| members::credentials(read, member.id)).expect("a read");
    let known = known.expect("credentials");
    let change = json!({ "password": NEW_PASSWORD, "currentPassword": PASSWORD });
    member.caller.put("/api/auth/updateUser", change).await.expect(200);
    // The write of a sign-in that compared the password before it changed.
    let (id, epoch, hash) = (member.id, known.epoch, known.password_hash.expect("a hash"));
    let rehash = move |tx: &Tx<'_>| members::rehash_password(tx, id, epoch, &hash);
    server.running.store.write_unattended(rehash).await.expect("a write");
    let login = |password: &str| json!({ "userIdentifier": member.email, "userPassword": password });
    server.visitor().post("/api/auth/login", login(PASSWORD)).await.expect_problem(401, "invalid_credentials");
    server.visitor().post("/api/auth/login", login(NEW_PASSWORD)).await.expect(200);
}
