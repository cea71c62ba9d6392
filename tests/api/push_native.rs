//! Push notifications to native apps, through a stand-in for Firebase on loopback.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kapok::platform::config::Config;
use ring::signature::{KeyPair, RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use serde_json::{Value, json};

use crate::support::listener::{Heard, Listener, Reply};
use crate::support::subscriber::{Subscriber, fate};
use crate::support::{Caller, TestMember, TestServer, quiet};

/// A key made for this test; nothing accepts it.
const KEY: &[u8] = include_bytes!("../data/rsa-2048-of-nobody.der");
const SENT: &str = r#"{"name":"projects/kapok-test/messages/1"}"#;

pub(crate) fn service_account(firebase: &Listener) -> String {
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(KEY));
    json!({ "type": "service_account", "project_id": "kapok-test", "private_key": pem,
        "client_email": "kapok@kapok-test.iam.example.org", "token_uri": firebase.url("/token") })
    .to_string()
}

pub(crate) fn through(firebase: &Listener) -> impl FnOnce(&mut Config) + use<> {
    let (host, url, account) = (firebase.host(), firebase.url(""), service_account(firebase));
    move |config| {
        quiet(config);
        config.push.allowed_hosts = vec![host];
        config.push.fcm_url = url;
        config.push.fcm_service_account = account.as_str().into();
        // The tests' clock shows a time at night.
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    }
}

pub(crate) fn granting(token: &str) -> Reply {
    (200, None, json!({ "access_token": token, "expires_in": 3_599, "token_type": "Bearer" }).to_string())
}

fn refusing(status: u16, code: &str) -> Reply {
    let detail = json!({ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": code });
    (status, None, json!({ "error": { "code": status, "details": [detail] } }).to_string())
}

async fn app_of(member: &TestMember) {
    subscribe(&member.caller).await;
}

pub(crate) async fn subscribe(caller: &Caller) {
    let body = json!({ "isNative": true, "fcmToken": "dQw4w9:APA91b_x.y-z" });
    caller.post("/api/auth/subscribe", body).await.expect(201);
}

/// A member with the app, to whom another member has sent points.
pub(crate) async fn told(server: &TestServer) -> TestMember {
    let ben = server.member().await;
    app_of(&ben).await;
    send_points(server, &ben).await;
    ben
}

async fn send_points(server: &TestServer, to: &TestMember) {
    server.member_with(5).await.caller.transfer(&to.email, 5).await.expect(200);
}

fn count_devices(server: &TestServer) -> i64 {
    let count =
        |read: &kapok::platform::store::Read<'_>| read.number("select count(*) as n from push_subscription", &[]);
    server.running.store.read(count).expect("a number")
}

/// The claims of a token request, after its signature is verified.
fn asked_by(heard: &Heard) -> Value {
    let form: Vec<(String, String)> = url::form_urlencoded::parse(&heard.body).into_owned().collect();
    assert_eq!(form[0].1, "urn:ietf:params:oauth:grant-type:jwt-bearer");
    let (signed, signature) = form[1].1.rsplit_once('.').expect("a signature");
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let key = RsaKeyPair::from_pkcs8(KEY).expect("a key");
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public_key().as_ref())
        .verify(signed.as_bytes(), &bytes(signature))
        .expect("signed by the service account");
    serde_json::from_slice(&bytes(signed.split('.').nth(1).expect("claims"))).expect("JSON")
}

#[tokio::test]
async fn an_app_is_told_under_a_token_that_is_kept_until_shortly_before_it_ends() {
    let firebase = Listener::start().await;
    let server = TestServer::start_with(through(&firebase)).await;
    firebase.reply([granting("canary-1")]);
    firebase.usually(200, SENT);
    let ben = told(&server).await;
    let heard = firebase.expect(2).await;
    let (asked, now) = (asked_by(&heard[0]), server.clock.now().as_millis() / 1_000);
    assert_eq!(
        (&asked["aud"], &asked["iat"], &asked["exp"]),
        (&json!(firebase.url("/token")), &json!(now), &json!(now + 3_600))
    );
    assert_eq!(asked["scope"], "https://www.googleapis.com/auth/firebase.messaging");
    assert_eq!(heard[1].path, "/v1/projects/kapok-test/messages:send");
    assert_eq!(heard[1].header("authorization"), "Bearer canary-1");
    let message = heard[1].json()["message"].clone();
    assert_eq!(message["token"], "dQw4w9:APA91b_x.y-z");
    assert_eq!(message["notification"]["title"], "Points received");
    assert_eq!(message["data"]["url"], "/points");
    let seen = fate(&server, |message| message["state"] == "sent").await;
    assert_eq!(message["data"]["id"], seen["_id"]);
    assert_eq!(message["android"]["notification"]["tag"], seen["_id"]);

    send_points(&server, &ben).await;
    assert_eq!(firebase.expect(3).await[2].header("authorization"), "Bearer canary-1");
    fate(&server, |message| message["state"] == "sent").await;
    server.clock.advance(Duration::from_secs(3_500));
    firebase.reply([granting("canary-2")]);
    send_points(&server, &ben).await;
    let heard = firebase.expect(5).await;
    assert_eq!((heard[3].path.as_str(), heard[4].header("authorization")), ("/token", "Bearer canary-2"));
}

#[tokio::test]
async fn responses_of_firebase_decide_whether_a_message_is_retried_and_a_token_kept() {
    let blamed = json!({ "error": { "details": [{ "fieldViolations": [{ "field": "message.token" }] }] } }).to_string();
    for (reply, state, reason, devices) in [
        (refusing(404, "UNREGISTERED"), "dead", "gone: HTTP 404, UNREGISTERED", 0),
        (refusing(403, "SENDER_ID_MISMATCH"), "dead", "gone: HTTP 403, SENDER_ID_MISMATCH", 0),
        ((400, None, blamed), "dead", "gone: HTTP 400", 0),
        (refusing(400, "INVALID_ARGUMENT"), "dead", "refused: HTTP 400, INVALID_ARGUMENT", 1),
        (refusing(429, "QUOTA_EXCEEDED"), "waiting", "deferred: HTTP 429, QUOTA_EXCEEDED", 1),
        (refusing(503, "UNAVAILABLE"), "waiting", "deferred: HTTP 503, UNAVAILABLE", 1),
        ((500, None, "<html>".to_owned()), "waiting", "deferred: HTTP 500", 1),
    ] {
        let firebase = Listener::start().await;
        let server = TestServer::start_with(through(&firebase)).await;
        firebase.reply([granting("canary"), reply]);
        let ben = told(&server).await;
        let seen = fate(&server, |message| message["attempts"] == 1).await;
        assert_eq!((seen["state"].as_str(), seen["reason"].as_str()), (Some(state), Some(reason)));
        assert_eq!(count_devices(&server), devices, "after {reason}");
        assert_eq!(ben.points().await, 5, "the transfer itself stays");
    }
}

#[tokio::test]
async fn firebase_gets_the_time_that_it_asks_for_and_a_new_token_when_it_wants_one() {
    let firebase = Listener::start().await;
    let server = TestServer::start_with(through(&firebase)).await;
    let busy: Reply = (429, Some(("retry-after", "90".to_owned())), String::new());
    firebase.reply([granting("canary-1"), busy, refusing(401, "THIRD_PARTY_AUTH_ERROR"), granting("canary-2")]);
    firebase.usually(200, SENT);
    told(&server).await;
    let seen = fate(&server, |message| message["attempts"] == 1).await;
    assert_eq!(seen["due"], server.clock.now().plus(Duration::from_secs(90)).to_string());
    server.clock.advance(Duration::from_secs(91));
    server.running.outbox.wake();
    fate(&server, |message| message["attempts"] == 2).await;
    server.clock.advance(Duration::from_secs(60));
    server.running.outbox.wake();
    fate(&server, |message| message["state"] == "sent").await;
    let paths: Vec<_> = firebase.heard().into_iter().map(|heard| heard.path).collect();
    let send = "/v1/projects/kapok-test/messages:send";
    assert_eq!(paths, ["/token", send, send, "/token", send]);
    assert_eq!(firebase.heard()[4].header("authorization"), "Bearer canary-2");
}

#[tokio::test]
async fn without_an_access_token_notes_wait() {
    for (reply, reason) in [
        ((400, None, r#"{"error":"invalid_grant"}"#.to_owned()), "auth: no access token: HTTP 400"),
        ((200, None, "what?".to_owned()), "auth: no access token: HTTP 200"),
        ((503, None, String::new()), "deferred: no access token: HTTP 503"),
    ] {
        let firebase = Listener::start().await;
        let server = TestServer::start_with(through(&firebase)).await;
        firebase.reply([reply]);
        told(&server).await;
        let seen = fate(&server, |message| message["attempts"] == 1).await;
        assert_eq!((seen["state"].as_str(), seen["reason"].as_str()), (Some("waiting"), Some(reason)));
        assert_eq!(count_devices(&server), 1);
    }
}

#[tokio::test]
async fn without_a_service_account_a_laptop_keeps_notes_in_files() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
    })
    .await;
    told(&server).await;
    let file = server.message_to("dQw4w9:APA91b").await;
    assert_eq!((&file["channel"], &file["subject"]), (&json!("push"), &json!("Points received")));
    fate(&server, |message| message["state"] == "sent").await;
}

#[tokio::test]
async fn a_service_account_that_cannot_be_read_stops_the_start_and_stays_a_secret() {
    let start = |account: String| async move {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        config.listen.set_port(0);
        quiet(&mut config);
        config.push.fcm_service_account = account.as_str().into();
        let clock = kapok::base::clock::Clock::system();
        kapok::app::start(config, clock).await.err().map(|error| format!("{error:#}"))
    };
    let account = |key: &str| {
        json!({ "project_id": "p", "client_email": "c", "token_uri": "https://x.example/", "private_key": key })
            .to_string()
    };
    for bad in
        ["/nowhere/account.json".to_owned(), r#"{"canary":1}"#.to_owned(), account("canary"), account("Y2FuYXJ5")]
    {
        let error = start(bad).await.expect("no start");
        assert!(error.contains("push.fcm_service_account") && !error.contains("canary"), "{error}");
    }
    // The service account can also come from a file.
    let firebase = Listener::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = Path::new(folder.path()).join("account.json");
    std::fs::write(&file, service_account(&firebase)).expect("a file");
    assert_eq!(start(file.display().to_string()).await, None);
}

#[tokio::test]
async fn notes_to_browsers_do_not_wait_behind_those_to_native_apps() {
    let (firebase, service) = (Listener::start().await, Listener::start().await);
    let adjust = through(&firebase);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.push.allowed_hosts.push(service.host());
        config.push.native_per_second = 1;
    })
    .await;
    firebase.reply([granting("canary-1")]);
    firebase.usually(200, SENT);
    service.usually(201, "");
    let member = server.member().await;
    for device in 0..8 {
        let app = json!({ "isNative": true, "fcmToken": format!("app-{device}") });
        member.caller.post("/api/auth/subscribe", app).await.expect(201);
    }
    for device in 0..2 {
        Subscriber::at(service.url(&format!("/push/{device}"))).join(&member.caller).await;
    }
    send_points(&server, &member).await;
    // The eight for apps were queued first and take seven seconds at this rate.
    service.expect(2).await;
    assert!(firebase.heard().len() < 9, "browsers waited for all native apps");
    firebase.expect(9).await;
}

#[test]
fn notes_to_native_apps_leave_as_quickly_as_those_to_browsers_unless_said_otherwise() {
    let mut config = Config::default();
    config.push.per_second = 7;
    assert_eq!(config.push.native_per_second_or_same(), 7, "an older setting holds for both");
    config.push.native_per_second = 90;
    assert_eq!(config.push.native_per_second_or_same(), 90);
}
