//! Messages that wait or are being sent while their member or their cause changes.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::contact::{Email, HkPhone};
use kapok::base::id::MemberId;
use kapok::base::language::Language;
use kapok::platform::config::{SecondFactor, SmsTransport};
use kapok::platform::delivery::{self, Message, history};
use kapok::platform::store::{Read, params};
use serde_json::{Value, json};

use crate::consent::PREFERENCES;
use crate::mail::{by_mail, fate, in_state};
use crate::support::listener::Listener;
use crate::support::mail_sink::{Encryption, Fault, MailSink};
use crate::support::subscriber::{Subscriber, fate as fate_of_note};
use crate::support::{Caller, PASSWORD, TestServer, newest, quiet};
use crate::{consent, sms, staff};

impl TestServer {
    /// Puts an SMS without a secret into the queue.
    async fn queue_sms(&self, to: &str) {
        let to = HkPhone::parse(to).expect("a number");
        let message = Message::sms(&to, Language::En, "password_changed", &[]);
        self.running.store.write_unattended(move |tx| delivery::queue(tx, &message)).await.expect("queued");
        self.running.outbox.wake();
    }
}

#[tokio::test]
async fn messages_that_were_kept_on_the_server_are_listed_in_pages_by_channel_and_address() {
    let server = TestServer::start().await;
    let reader = server.staff(Role::Support).await;
    let (mut mails, kept) = (Vec::new(), "/api/admin/messages?kept=true");
    for to in ["ada@example.org", "ben@example.org"] {
        mails.push(json!(server.queue_mail(to).await));
        fate(&reader, to, |message| message["kept"] == true).await;
    }
    let listed = async |query: &str| {
        let rows = reader.get(&format!("{kept}{query}")).await.expect(200);
        rows.as_array().expect("a list").iter().map(|row| row["_id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(listed("&channel=email&limit=1").await, [mails[1].clone()], "the newest first");
    assert_eq!(listed("&to=ada@example.org").await, [mails[0].clone()]);
    assert!(listed("&channel=sms").await.is_empty());
    let page = reader.get(&format!("{kept}&limit=1")).await;
    let next = page.header("link").split(['<', '>']).nth(1).expect("a next page").to_owned();
    assert_eq!(reader.get(&next).await.expect(200)[0]["_id"], mails[0]);
}

#[tokio::test]
async fn a_message_that_is_deleted_while_it_is_sent_changes_nothing_else() {
    const NUMBERS: [&str; 5] = ["61000001", "61000002", "61000003", "61000004", "61000005"];
    let listener = Listener::start().await;
    let server = TestServer::start_with(sms::through(&listener, SmsTransport::Twilio)).await;
    let desk = server.staff(Role::Support).await;
    listener.hold();
    for number in NUMBERS {
        server.queue_sms(number).await;
    }
    listener.expect(NUMBERS.len()).await;
    // The gateway has all five, and their results arrive together. Two members leave before that.
    let member = MemberId::from_bytes([7; 16]);
    let left = ["+85261000002", "+85261000004"];
    server
        .running
        .store
        .write_unattended(move |tx| history::forget_member(tx, member, &left))
        .await
        .expect("forgotten");
    listener.let_go();
    for number in ["61000001", "61000003", "61000005"] {
        fate(&desk, number, in_state("sent")).await;
    }
    // No message is sent again after the time at which it would count as lost.
    server.pass(Duration::from_secs(300));
    server.queue_sms("61000006").await;
    fate(&desk, "61000006", in_state("sent")).await;
    let texts: Vec<String> = listener.heard().iter().map(|heard| heard.text()).collect();
    assert_eq!(texts.len(), NUMBERS.len() + 1, "{texts:?}");
    let summary = desk.get("/api/admin/messages/summary").await.expect(200);
    assert_eq!(summary["smsParts"], 6, "sent messages stay in the cost: {summary}");
    let waiting = |count: &Value| count["state"] == "waiting";
    assert!(!summary["counts"].as_array().expect("counts").iter().any(waiting), "{summary}");
}

#[tokio::test]
async fn a_code_that_no_sms_carries_goes_by_mail_while_it_works_and_not_after() {
    for put_off in [false, true] {
        let (gateway, sink) = (Listener::start().await, MailSink::start(Encryption::None).await);
        let server = TestServer::start().await;
        let member = server.member().await;
        let (through, by_mail) = (sms::through(&gateway, SmsTransport::Twilio), by_mail(&sink));
        let server = server
            .restart_with(|config| {
                by_mail(config);
                through(config);
            })
            .await;
        // After a restart, ids of the same millisecond have a random order.
        server.pass(Duration::from_secs(1));
        let desk = server.staff(Role::Support).await;
        gateway.usually(503, "");
        if put_off {
            sink.fail_next(&[Fault::Greylist]);
        }
        server.visitor().post("/api/auth/resetPasswordSendSMSOTP", json!({ "phone": member.phone })).await.expect(200);
        for (attempts, pause) in [(1, 6), (2, 11)] {
            fate(&desk, &member.phone, |message| message["attempts"] == attempts).await;
            server.pass(Duration::from_secs(pause));
        }
        let given_up = fate(&desk, &member.phone, in_state("dead")).await;
        assert_eq!((&given_up["attempts"], &given_up["reason"]), (&json!(3), &json!("deferred: HTTP 503")));
        if put_off {
            fate(&desk, &member.email, |message| message["attempts"] == 1).await;
            // A code expires ten minutes after the request.
            server.pass(Duration::from_secs(600 - 17));
            let ended = fate(&desk, &member.email, in_state("dead")).await;
            assert_eq!(ended["reason"], "lapsed");
            assert!(sink.received().is_empty());
        } else {
            assert_eq!(sink.expect(1).await[0].to, member.email);
            assert_eq!(gateway.heard().len(), 3);
        }
    }
}

async fn decline(member: &Caller, body: Value) {
    member.put(PREFERENCES, body).await.expect(200);
}

async fn is_taken_back(desk: &Caller, message: &Value) {
    assert_eq!((&message["state"], &message["reason"], message.get("due")), (&json!("dead"), &json!("unwanted"), None));
    let retry = format!("/api/admin/messages/{}/retry", message["_id"].as_str().expect("an id"));
    desk.post(&retry, json!({})).await.expect_problem(409, "message_not_repeatable");
}

#[tokio::test]
async fn an_offer_that_waits_for_the_morning_is_not_sent_once_the_consent_is_withdrawn() {
    let service = Listener::start().await;
    let host = service.host();
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.push.allowed_hosts = vec![host];
    })
    .await;
    let (desk, editor) = (server.staff(Role::Support).await, server.staff(Role::Editor).await);
    let (ada, ben) = (server.member().await, server.member_with(5).await);
    let browser = Subscriber::of(&ada, &service, "ada").await;
    consent::agree(&ada).await;
    consent::announce(&server, &editor, json!({ "marketing": true })).await;
    ben.caller.transfer(&ada.email, 5).await.expect(200);
    decline(&ada.caller, json!({ "marketing": { "consented": false } })).await;
    let notes = desk.get("/api/admin/messages?channel=push").await.expect(200);
    is_taken_back(&desk, &notes[1]).await;
    assert_eq!(notes[0]["state"], "waiting", "the member still wants messages about points: {notes}");
    server.pass(Duration::from_secs(10 * 3_600));
    let morning = service.expect(1).await;
    assert_eq!(browser.open(&morning[0])["title"], "Points received");
    fate_of_note(&server, in_state("sent")).await;
    assert_eq!(service.heard().len(), 1);
}

#[tokio::test]
async fn an_offer_by_mail_that_failed_is_not_sent_once_such_mails_are_declined() {
    for (fault, state) in [(Fault::Greylist, "waiting"), (Fault::Recipient, "dead")] {
        let sink = MailSink::start(Encryption::None).await;
        let server = TestServer::start().await;
        let ada = server.member().await;
        consent::agree(&ada).await;
        let server = server.restart_with(by_mail(&sink)).await;
        server.pass(Duration::from_secs(1));
        let (desk, editor) = (server.staff(Role::Support).await, server.staff(Role::Editor).await);
        sink.fail_next(&[fault]);
        consent::announce(&server, &editor, json!({ "marketing": true, "byEmail": true })).await;
        let offer = fate(&desk, &ada.email, |message| message["attempts"] == 1).await;
        assert_eq!(offer["state"], state);
        let caller = server.visitor();
        caller.sign_in(&ada.email, PASSWORD).await;
        let wish = json!({ "kind": "marketing", "channel": "email", "wanted": false });
        decline(&caller, json!({ "preferences": [wish] })).await;
        is_taken_back(&desk, &fate(&desk, &ada.email, |_| true).await).await;
        server.pass(Duration::from_secs(1_800));
        server.queue_mail("ben@example.org").await;
        fate(&desk, "ben@example.org", in_state("sent")).await;
        assert_eq!(sink.received().len(), 1);
    }
}

#[tokio::test]
async fn a_message_that_is_given_up_keeps_no_link_and_no_address_of_an_erased_member() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let desk = server.staff(Role::Support).await;
    for (kind, kept) in [
        ("code", false),
        ("reset", false),
        ("staff_invitation", false),
        ("staff_reset", false),
        ("account_closed", false),
        ("password_changed", true),
    ] {
        sink.fail_next(&[Fault::Recipient]);
        let to = Email::parse("mei@example.org").expect("an address");
        let values = [("link", "https://points.example.hk/canary"), ("code", "424242"), ("name", "Mei")];
        let message = Message::email(&to, Language::En, kind, &values);
        let id = server.running.store.write_unattended(move |tx| delivery::queue(tx, &message)).await.expect("queued");
        server.running.outbox.wake();
        let dead = newest(&desk, "/api/admin/messages?channel=email", in_state("dead")).await;
        assert_eq!((&dead["_id"], &dead["kind"]), (&json!(id.to_string()), &json!(kind)));
        let is_kept = move |read: &Read<'_>| {
            read.exists("select 1 from outbox_message where id = :id and body <> ''", params! { ":id": id })
        };
        assert_eq!(server.running.store.read(is_kept).expect("an answer"), kept, "{kind}");
        assert_eq!(dead["to"] == "m•••@example.org", kind != "account_closed", "{dead}");
        let retry = desk.post(&format!("/api/admin/messages/{id}/retry"), json!({})).await;
        if kept {
            retry.expect(200);
        } else {
            retry.expect_problem(409, "message_not_repeatable");
        }
    }
}

#[tokio::test]
async fn a_link_to_a_new_password_for_staff_is_not_sent_once_it_opens_nothing() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let owner = server.staff(Role::Owner).await;
    let person = json!({ "name": "Siu Ming", "email": "ming@staff.example", "role": "editor" });
    let id = staff::colleague(&server, &owner, person).await;
    sink.expect(1).await;
    sink.fail_next(&[Fault::Greylist]);
    owner.post(&format!("/api/admin/staff/{id}/reset-password"), json!({})).await.expect(200);
    fate(&server.staff(Role::Support).await, "ming@staff.example", |message| message["attempts"] == 1).await;
    server.pass(Duration::from_secs(3_600));
    let desk = server.staff(Role::Support).await;
    assert_eq!(fate(&desk, "ming@staff.example", in_state("dead")).await["reason"], "lapsed");
    assert_eq!(sink.received().len(), 1);
}

/// Without the limit, a gateway that accepts an SMS but does not confirm it would send and charge it for days.
#[tokio::test]
async fn an_sms_that_may_have_gone_is_paid_for_each_time_and_sent_three_times_at_most() {
    for silent in [true, false] {
        let listener = Listener::start().await;
        let adjust = sms::through(&listener, SmsTransport::Http);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.delivery.timeout_s = 1;
            config.sms.success_contains = "queued".to_owned();
        })
        .await;
        for _ in 0..3 {
            if silent {
                listener.leave_next_unanswered();
            } else {
                listener.reply([(200, None, "taken".to_owned())]);
            }
        }
        listener.usually(200, "queued");
        sms::ask_for_a_code(&server).await;
        let desk = server.staff(Role::Finance).await;
        for attempts in 1..=3 {
            let seen = newest(&desk, "/api/admin/messages?channel=sms", |one| one["attempts"] == attempts).await;
            let state = if attempts < 3 { "waiting" } else { "dead" };
            let reason = if silent { "timeout: no answer came in time" } else { "unexpected: HTTP 200" };
            assert_eq!((seen["state"].as_str(), seen["reason"].as_str()), (Some(state), Some(reason)));
            assert_eq!(desk.get("/api/admin/messages/summary").await.expect(200)["smsParts"], attempts);
            server.pass(Duration::from_secs(20));
        }
        assert_eq!(listener.heard().len(), 3);
    }
}

#[tokio::test]
async fn a_message_without_a_gateway_is_kept_and_shown_to_owners_on_this_machine_or_in_a_trial() {
    let away = "https://points.example.hk";
    for (address, trial, shown) in [("http://localhost:8080", false, true), (away, true, true), (away, false, false)] {
        let server = TestServer::start_with(|config| {
            quiet(config);
            address.clone_into(&mut config.public_url);
            config.trial = trial;
            config.admin.second_factor = SecondFactor::Optional;
        })
        .await;
        let (owner, support) = (server.staff(Role::Owner).await, server.staff(Role::Support).await);
        server.queue_sms("61000001").await;
        let kept = newest(&support, "/api/admin/messages?channel=sms", |one| one["kept"] == true).await;
        assert_eq!(kept["state"], "sent", "the API's states are unchanged");
        let path = format!("/api/admin/messages/{}/text", kept["_id"].as_str().expect("an id"));
        support.get(&path).await.expect_problem(403, "forbidden");
        assert_eq!(support.get("/api/admin/messages/summary").await.expect(200)["keptReadable"], shown);
        if shown {
            let said = owner.get(&path).await.expect(200);
            assert!(said["text"].as_str().is_some_and(|text| !text.is_empty()), "{said}");
            let trail = owner.get("/api/admin/audit?action=message.read").await.expect(200);
            assert_eq!(trail[0]["target"], kept["_id"]);
            std::fs::remove_dir_all(server.data_dir().join("outbox")).expect("the folder is emptied");
        }
        owner.get(&path).await.expect_problem(404, "not_found");
    }
}
