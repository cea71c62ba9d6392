//! Messages on their way while something changes under them: what is lost, what is kept, and what is not sent after all.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::contact::HkPhone;
use kapok::base::id::MemberId;
use kapok::base::language::Language;
use kapok::config::SmsTransport;
use kapok::delivery::{self, Message, history};
use serde_json::{Value, json};

use crate::mail::{by_mail, fate, in_state};
use crate::sms;
use crate::support::TestServer;
use crate::support::listener::Listener;
use crate::support::mail_sink::{Encryption, Fault, MailSink};

impl TestServer {
    /// Puts an SMS without a secret into the queue.
    async fn queue_sms(&self, to: &str) {
        let to = HkPhone::parse(to).expect("a number");
        let message = Message::sms(&to, Language::En, "password_changed", &[]);
        self.running.store.write(move |tx| delivery::queue(tx, &message)).await.expect("queued");
        self.running.outbox.wake();
    }
}

#[tokio::test]
async fn what_is_forgotten_while_it_is_sent_takes_nothing_along() {
    const NUMBERS: [&str; 5] = ["61000001", "61000002", "61000003", "61000004", "61000005"];
    let listener = Listener::start().await;
    let server = TestServer::start_with(sms::through(&listener, SmsTransport::Twilio)).await;
    let desk = server.staff(Role::Support).await;
    listener.hold();
    for number in NUMBERS {
        server.queue_sms(number).await;
    }
    listener.expect(NUMBERS.len()).await;
    // All five are with the gateway, and their outcomes come in together. Two members leave.
    let member = MemberId::from_bytes([7; 16]);
    let left = ["+85261000002", "+85261000004"];
    server.running.store.write(move |tx| history::forget_member(tx, member, &left)).await.expect("forgotten");
    listener.let_go();
    for number in ["61000001", "61000003", "61000005"] {
        fate(&desk, number, in_state("sent")).await;
    }
    // Nor does anything go again when it would be taken for lost.
    server.pass(Duration::from_secs(300));
    server.queue_sms("61000006").await;
    fate(&desk, "61000006", in_state("sent")).await;
    let texts: Vec<String> = listener.heard().iter().map(|heard| heard.text()).collect();
    assert_eq!(texts.len(), NUMBERS.len() + 1, "{texts:?}");
    let summary = desk.get("/api/admin/messages/summary").await.expect(200);
    assert_eq!(summary["smsParts"], 6, "what was sent was paid for: {summary}");
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
            // Ten minutes after it was asked for, the code opens nothing any more.
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
