//! Messages in transit when the server is killed: none is lost, and a recipient can recognise a repeated one.

use serde_json::{Value, json};

use crate::push_native;
use crate::support::listener::Listener;
use crate::support::mail_sink::{Encryption, Fault, MailSink};
use crate::support::process::Process;
use crate::support::subscriber::Subscriber;
use crate::support::{Caller, newest};

/// The password of all people in the demo.
const PASSWORD: &str = "Cotton-tree-88";

#[tokio::test]
async fn an_e_mail_that_is_being_sent_is_not_lost_by_a_kill() {
    let sink = MailSink::start(Encryption::None).await;
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [
        ("KAPOK_EMAIL__TRANSPORT", "smtp".to_owned()),
        ("KAPOK_EMAIL__HOST", "127.0.0.1".to_owned()),
        ("KAPOK_EMAIL__PORT", sink.port.to_string()),
        ("KAPOK_EMAIL__TLS", "none".to_owned()),
    ];
    let server = Process::start("serve", folder.path(), &settings).await;
    let visitor = Caller::new(server.address);
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    sink.fail_next(&[Fault::Silence]);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "mei@example.org" })).await.expect(200);
    // The mail server has the message but has not confirmed it.
    let first = sink.expect(1).await.remove(0);
    server.kill();
    let server = Process::start("serve", folder.path(), &settings).await;
    let again = sink.expect(2).await.remove(1);
    assert_eq!(first.header("Message-ID"), again.header("Message-ID"), "the receiver can recognise the repeat");
    assert_eq!(first.header("Date"), again.header("Date"));
    server.kill();
}

#[tokio::test]
async fn a_push_message_and_a_webhook_that_are_being_sent_are_not_lost_by_a_kill() {
    let (service, hooked) = (Listener::start().await, Listener::start().await);
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [
        ("KAPOK_PUSH__ALLOWED_HOSTS", service.host()),
        ("KAPOK_WEBHOOKS__ALLOWED_HOSTS", hooked.host()),
        ("KAPOK_DELIVERY__QUIET_FROM_HOUR", "0".to_owned()),
        ("KAPOK_DELIVERY__QUIET_UNTIL_HOUR", "0".to_owned()),
    ];
    let server = Process::start("demo", folder.path(), &settings).await;
    let [alice, bob, owner] = [(); 3].map(|()| Caller::new(server.address));
    alice.sign_in("alice@kapok.example", PASSWORD).await;
    bob.sign_in("bob@kapok.example", PASSWORD).await;
    owner.staff_sign_in("owner@kapok.example", PASSWORD).await;
    let browser = Subscriber::at(service.url("/push/alice"));
    browser.join(&alice).await;
    let hook = json!({ "url": hooked.url("/hook"), "events": ["points.transferred"], "active": true });
    let hook = owner.post("/api/admin/webhooks", hook).await.expect(201);
    service.leave_next_unanswered();
    hooked.leave_next_unanswered();
    bob.transfer("alice@kapok.example", 5).await.expect(200);
    // Both services have their message but have not confirmed it.
    let (note, call) = (service.expect(1).await.remove(0), hooked.expect(1).await.remove(0));
    server.kill();
    let server = Process::start("demo", folder.path(), &settings).await;
    let (note_again, call_again) = (service.expect(2).await.remove(1), hooked.expect(2).await.remove(1));
    let [first, again] = [&note, &note_again].map(|heard| browser.open(heard));
    assert!(first["id"].as_str().is_some_and(|id| id.len() == 32), "{first}");
    assert_eq!(first, again, "the device shows it once");
    assert_eq!(note.header("topic"), note_again.header("topic"), "the push service keeps it once");
    assert_eq!(call.header("webhook-id"), call_again.header("webhook-id"), "the receiver can recognise the repeat");
    assert_eq!(call.body, call_again.body);
    // After the confirmations admin shows both as sent, and nothing else waits.
    let owner = Caller::new(server.address);
    owner.staff_sign_in("owner@kapok.example", PASSWORD).await;
    let sent = |one: &Value| one["state"] == "sent";
    newest(&owner, "/api/admin/messages?channel=push", sent).await;
    let id = hook["_id"].as_str().expect("an id");
    newest(&owner, &format!("/api/admin/webhooks/{id}/deliveries"), sent).await;
    assert_eq!((service.heard().len(), hooked.heard().len()), (2, 2));
    server.kill();
}

#[tokio::test]
async fn an_sms_and_an_fcm_message_that_are_being_sent_are_not_lost_by_a_kill() {
    let (gateway, firebase) = (Listener::start().await, Listener::start().await);
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [
        ("KAPOK_SMS__TRANSPORT", "http".to_owned()),
        ("KAPOK_SMS__URL", gateway.url("/send")),
        ("KAPOK_SMS__ALLOWED_HOSTS", gateway.host()),
        ("KAPOK_PUSH__FCM_URL", firebase.url("")),
        ("KAPOK_PUSH__FCM_SERVICE_ACCOUNT", push_native::service_account(&firebase)),
        ("KAPOK_PUSH__ALLOWED_HOSTS", firebase.host()),
        ("KAPOK_DELIVERY__QUIET_FROM_HOUR", "0".to_owned()),
        ("KAPOK_DELIVERY__QUIET_UNTIL_HOUR", "0".to_owned()),
    ];
    let server = Process::start("demo", folder.path(), &settings).await;
    let [alice, bob, visitor] = [(); 3].map(|()| Caller::new(server.address));
    alice.sign_in("alice@kapok.example", PASSWORD).await;
    bob.sign_in("bob@kapok.example", PASSWORD).await;
    push_native::subscribe(&alice).await;
    gateway.leave_next_unanswered();
    firebase.reply([push_native::granting("first")]);
    firebase.leave_next_unanswered();
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendSMSOTP", json!({ "phone": "51234567" })).await.expect(200);
    bob.transfer("alice@kapok.example", 5).await.expect(200);
    // The gateway and Firebase have their messages but have not confirmed them.
    let (sms, note) = (gateway.expect(1).await.remove(0), firebase.expect(2).await.remove(1));
    server.kill();
    firebase.reply([push_native::granting("second")]);
    let server = Process::start("demo", folder.path(), &settings).await;
    let (sms_again, note_again) = (gateway.expect(2).await.remove(1), firebase.expect(4).await.remove(3));
    assert_eq!(sms.json(), sms_again.json(), "the gateway can recognise the id");
    assert_eq!(sms.json()["id"].as_str().map(str::len), Some(32), "{}", sms.text());
    let [first, again] = [&note, &note_again].map(|heard| heard.json()["message"].clone());
    for part in ["/data/id", "/android/notification/tag", "/apns/headers/apns-collapse-id"] {
        assert_eq!(first.pointer(part).and_then(Value::as_str).map(str::len), Some(32), "{first}");
        assert_eq!(first.pointer(part), again.pointer(part), "the phone shows it once");
    }
    let owner = Caller::new(server.address);
    owner.staff_sign_in("owner@kapok.example", PASSWORD).await;
    for channel in ["sms", "push"] {
        newest(&owner, &format!("/api/admin/messages?channel={channel}"), |one| one["state"] == "sent").await;
    }
    assert_eq!((gateway.heard().len(), firebase.heard().len()), (2, 4));
    server.kill();
}
