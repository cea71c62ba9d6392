//! Messages on their way while something changes under them: what is lost, what is kept, and what is not sent after all.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::contact::HkPhone;
use kapok::base::id::MemberId;
use kapok::base::language::Language;
use kapok::config::SmsTransport;
use kapok::delivery::{self, Message, history};
use serde_json::Value;

use crate::mail::{fate, in_state};
use crate::sms;
use crate::support::TestServer;
use crate::support::listener::Listener;

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
