//! E-mail through a mail server, and its failures.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::contact::Email;
use kapok::base::language::Language;
use kapok::platform::config::{Config, EmailTransport, SmtpTls};
use kapok::platform::delivery::{self, LetterLinks, Message};
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::support::mail_sink::{Encryption, Fault, MailSink};
use crate::support::{Caller, TestServer, newest, quiet};

pub(crate) fn by_mail(sink: &MailSink) -> impl FnOnce(&mut Config) {
    let port = sink.port;
    move |config| {
        quiet(config);
        config.email.transport = EmailTransport::Smtp;
        config.email.host = "127.0.0.1".to_owned();
        config.email.port = port;
        config.email.tls = SmtpTls::None;
        config.email.from = "Kapok <hello@kapok.example>".to_owned();
    }
}

impl TestServer {
    /// Puts a message without a secret into the queue.
    pub(crate) async fn queue_mail(&self, to: &str) -> String {
        let to = Email::parse(to).expect("an address");
        let message = Message::email(&to, Language::En, "password_changed", &[]);
        let id = self.running.store.write_unattended(move |tx| delivery::queue(tx, &message)).await.expect("queued");
        self.running.outbox.wake();
        id.to_string()
    }

    /// Advances the clock and wakes the queue.
    pub(crate) fn pass(&self, span: Duration) {
        self.clock.advance(span);
        self.running.outbox.wake();
    }
}

/// Waits until the newest message to an address fulfils `wanted` in admin.
pub(crate) async fn fate(desk: &Caller, to: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    newest(desk, &format!("/api/admin/messages?to={}", to.replace('+', "%2B")), wanted).await
}

fn because(word: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["reason"].as_str().is_some_and(|reason| reason.starts_with(word))
}

pub(crate) fn in_state(state: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["state"] == state
}

#[tokio::test]
async fn a_code_arrives_as_text_and_as_a_page() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let visitor = server.visitor().with_header("accept-language", "zh-HK");
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "mei@example.org" })).await.expect(200);
    let mail = sink.expect(1).await.remove(0);
    assert_eq!(mail.to, "mei@example.org");
    let id = mail.header("Message-ID").expect("an id");
    assert!(id.ends_with("@kapok.example>"), "{id}");
    assert!(mail.header("Date").is_some_and(|date| date.contains("2026")), "{}", mail.raw);
    assert!(mail.header("Content-Type").is_some_and(|kind| kind.starts_with("multipart/alternative")));
    assert_eq!(mail.header("Auto-Submitted").as_deref(), Some("auto-generated"));
    assert_eq!(mail.header("List-Unsubscribe"), None, "codes have no unsubscribe link");
    assert!(mail.raw.contains("text/plain") && mail.raw.contains("text/html"));
    assert!(mail.raw.is_ascii(), "the mail is plain ASCII");
    let operator = server.staff(Role::Support).await;
    let seen = fate(&operator, "mei@example.org", in_state("sent")).await;
    assert_eq!((seen["kind"].as_str(), seen["to"].as_str()), (Some("code"), Some("m•••@example.org")));
}

#[tokio::test]
async fn an_announcement_says_how_to_end_such_mails_with_one_click() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let to = Email::parse("mei@example.org").expect("an address");
    let leading = |path: &str| format!("https://points.example.hk/{path}");
    let ways = LetterLinks { opens: leading("notifications"), unsubscribe: leading("unsubscribe?token=abc") };
    let message = Message::announcement(&to, Language::Zhhk, "今日\r\nBcc: x@y.hk", "半價。\n\n<b>快來</b>", ways);
    server.running.store.write_unattended(move |tx| delivery::queue(tx, &message)).await.expect("queued");
    server.running.outbox.wake();
    let mail = sink.expect(1).await.remove(0);
    assert_eq!(mail.header("List-Unsubscribe").as_deref(), Some("<https://points.example.hk/unsubscribe?token=abc>"));
    assert_eq!(mail.header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
    assert_eq!(mail.header("Bcc"), None, "a title cannot add a header");
}

#[tokio::test]
async fn a_temporary_failure_is_retried_under_the_same_message_id() {
    for fault in [Fault::Greylist, Fault::Reset] {
        let sink = MailSink::start(Encryption::None).await;
        let server = TestServer::start_with(by_mail(&sink)).await;
        let desk = server.staff(Role::Operator).await;
        sink.fail_next(&[fault, fault]);
        let id = server.queue_mail("mei@example.org").await;
        fate(&desk, "mei@example.org", |message| message["attempts"] == 1).await;
        server.pass(Duration::from_secs(6));
        fate(&desk, "mei@example.org", |message| message["attempts"] == 2).await;
        server.pass(Duration::from_secs(11));
        let mail = sink.expect(1).await.remove(0);
        assert_eq!(mail.header("Message-ID"), Some(format!("<{id}@kapok.example>")), "{fault:?}");
        let seen = fate(&desk, "mei@example.org", in_state("sent")).await;
        assert_eq!(seen["attempts"], 3);
        assert_eq!(sink.received().len(), 1);
    }
}

#[tokio::test]
async fn a_refused_message_is_given_up_and_can_be_retried_by_staff() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let desk = server.staff(Role::Support).await;
    for fault in [Fault::Recipient, Fault::Content] {
        sink.fail_next(&[fault]);
        let to = format!("{fault:?}@example.org").to_lowercase();
        let id = server.queue_mail(&to).await;
        let seen = fate(&desk, &to, in_state("dead")).await;
        assert!(because("refused")(&seen), "{seen}");
        let path = format!("/api/admin/messages/{id}/retry");
        server.staff(Role::Auditor).await.post(&path, json!({})).await.expect_problem(403, "forbidden");
        desk.post(&path, json!({})).await.expect(200);
        server.running.outbox.wake();
        fate(&desk, &to, in_state("sent")).await;
        desk.post(&path, json!({})).await.expect_problem(409, "message_not_repeatable");
    }
    let trail = server.staff(Role::Operator).await.get("/api/admin/audit").await.expect(200);
    assert_eq!(trail[0]["action"], "message.retry");
    let counts = desk.get("/api/admin/messages/summary").await.expect(200);
    assert_eq!(counts["counts"][0]["count"], 2, "{counts}");
    desk.get("/api/admin/messages?to=nonsense").await.expect_problem(400, "invalid_parameter");
    desk.get("/api/admin/messages?state=gone").await.expect_problem(400, "invalid_parameter");
    let nobody = "/api/admin/messages/019cde0a5b7070009f1b4c1f0c2f7a31/retry";
    desk.post(nobody, json!({})).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn all_that_was_given_up_is_tried_once_more_and_nothing_twice() {
    const ALL: &str = "/api/admin/messages/retry";
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let desk = server.staff(Role::Support).await;
    sink.fail_next(&[Fault::Recipient; 5]);
    for name in ["mei", "ben", "ada"] {
        let to = format!("{name}@example.org");
        server.queue_mail(&to).await;
        fate(&desk, &to, in_state("dead")).await;
    }
    server.staff(Role::Auditor).await.post(ALL, json!({})).await.expect_problem(403, "forbidden");
    for body in
        [json!({ "state": "sent" }), json!({ "channel": "pigeon" }), json!({ "to": "half" }), json!({ "before": 7 })]
    {
        desk.post(ALL, body).await.expect(400);
    }
    assert_eq!(desk.post(ALL, json!({ "channel": "sms" })).await.expect(200), json!({ "retried": 0 }));
    // The mail server refuses again: each retry call takes the message once and resets its attempts.
    assert_eq!(desk.post(ALL, json!({ "to": "mei@example.org" })).await.expect(200), json!({ "retried": 1 }));
    let again = fate(&desk, "mei@example.org", in_state("dead")).await;
    assert_eq!(again["attempts"], 1);
    let id = again["_id"].clone();
    assert_eq!(desk.post(ALL, json!({ "before": id })).await.expect(200), json!({ "retried": 0 }), "the oldest");
    assert_eq!(desk.post(ALL, json!({})).await.expect(200)["retried"], 3);
    for name in ["mei", "ben", "ada"] {
        fate(&desk, &format!("{name}@example.org"), |message| message["state"] != "waiting").await;
    }
    let trail = server.staff(Role::Operator).await.get("/api/admin/audit").await.expect(200);
    assert_eq!((&trail[0]["action"], &trail[0]["after"]["retried"]), (&json!("message.retry_all"), &json!(3)));
    assert_eq!((&trail[1]["after"]["retried"], &trail[1]["after"]["to"]), (&json!(1), &json!("m•••@example.org")));
}

#[tokio::test]
async fn some_hundreds_are_tried_once_more_in_one_commit_and_the_answer_says_where_to_go_on() {
    const ALL: &str = "/api/admin/messages/retry";
    let server = TestServer::start().await;
    let desk = server.staff(Role::Support).await;
    let bury = server.running.store.write_unattended(|tx| {
        let to = Email::parse("mei@example.org").expect("an address");
        for _ in 0..501 {
            delivery::queue(tx, &Message::email(&to, Language::En, "password_changed", &[]))?;
        }
        tx.execute("update outbox_message set state = 'dead', finished_at_ms = :now", params! { ":now": tx.now() })?;
        Ok(())
    });
    bury.await.expect("given up");
    let first = desk.post(ALL, json!({})).await.expect(200);
    assert_eq!(first["retried"], 500);
    let rest = desk.post(ALL, json!({ "before": first["before"] })).await.expect(200);
    assert_eq!(rest, json!({ "retried": 1 }));
}

#[tokio::test]
async fn a_code_that_was_given_up_is_erased() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let (desk, visitor) = (server.staff(Role::Operator).await, server.visitor());
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    sink.fail_next(&[Fault::Greylist]);
    visitor.post("/api/auth/sendEmailOTP", json!({ "email": "mei@example.org" })).await.expect(200);
    fate(&desk, "mei@example.org", because("deferred")).await;
    server.pass(Duration::from_secs(601));
    let seen = fate(&desk, "mei@example.org", in_state("dead")).await;
    assert_eq!(seen["reason"], "lapsed");
    let path = format!("/api/admin/messages/{}/retry", seen["_id"].as_str().expect("an id"));
    desk.post(&path, json!({})).await.expect_problem(409, "message_not_repeatable");
    assert!(sink.received().is_empty());
}

#[tokio::test]
async fn messages_to_one_person_arrive_in_order() {
    let sink = MailSink::start(Encryption::None).await;
    let server = TestServer::start_with(by_mail(&sink)).await;
    let desk = server.staff(Role::Operator).await;
    sink.fail_next(&[Fault::Greylist]);
    let first = server.queue_mail("mei@example.org").await;
    fate(&desk, "mei@example.org", |message| message["attempts"] == 1).await;
    let mut ids = vec![first];
    for _ in 0..3 {
        ids.push(server.queue_mail("mei@example.org").await);
    }
    // A message to another recipient is not delayed.
    server.queue_mail("ben@example.org").await;
    assert_eq!(sink.expect(1).await[0].to, "ben@example.org");
    server.pass(Duration::from_secs(6));
    let arrived: Vec<_> = sink.expect(5).await[1..].iter().filter_map(|mail| mail.header("Message-ID")).collect();
    assert_eq!(arrived, ids.iter().map(|id| format!("<{id}@kapok.example>")).collect::<Vec<_>>());
}

#[tokio::test]
async fn nothing_is_sent_with_the_wrong_password() {
    for (password, right) in [("right horse", true), ("wrong horse", false)] {
        let sink = MailSink::start(Encryption::None).await;
        let adjust = by_mail(&sink);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.email.username = "kapok".to_owned();
            config.email.password = password.into();
        })
        .await;
        let desk = server.staff(Role::Operator).await;
        server.queue_mail("mei@example.org").await;
        if right {
            sink.expect(1).await;
        } else {
            let seen = fate(&desk, "mei@example.org", because("auth")).await;
            assert_eq!(seen["state"], "waiting", "the fault is in our settings: {seen}");
            assert!(!sink.commands().iter().any(|command| command.starts_with("MAIL")));
        }
    }
}

#[tokio::test]
async fn mail_is_never_sent_without_tls() {
    for (encryption, tls) in [(Encryption::StartTls, SmtpTls::StartTls), (Encryption::Implicit, SmtpTls::Implicit)] {
        for trusted in [true, false] {
            let sink = MailSink::start(encryption).await;
            let folder = tempfile::tempdir().expect("a folder");
            let authority = folder.path().join("authority.pem");
            std::fs::write(&authority, &sink.authority).expect("written");
            let adjust = by_mail(&sink);
            let server = TestServer::start_with(|config| {
                adjust(config);
                config.email.tls = tls;
                if trusted {
                    config.email.ca_file = authority.display().to_string();
                }
            })
            .await;
            let desk = server.staff(Role::Operator).await;
            server.queue_mail("mei@example.org").await;
            if trusted {
                assert!(sink.expect(1).await[0].encrypted);
            } else {
                fate(&desk, "mei@example.org", because("tls")).await;
                assert!(!sink.commands().iter().any(|command| command.starts_with("MAIL")));
            }
        }
    }
    let bare = MailSink::start(Encryption::None).await;
    let adjust = by_mail(&bare);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.email.tls = SmtpTls::StartTls;
    })
    .await;
    let desk = server.staff(Role::Operator).await;
    server.queue_mail("mei@example.org").await;
    fate(&desk, "mei@example.org", because("tls")).await;
    assert!(bare.received().is_empty(), "a server that offers no encryption gets nothing");
}

#[tokio::test]
async fn a_server_that_does_not_answer_or_exist_is_tried_again() {
    for fault in [Fault::NoGreeting, Fault::Silence] {
        let sink = MailSink::start(Encryption::None).await;
        let adjust = by_mail(&sink);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.email.timeout_s = 1;
        })
        .await;
        let desk = server.staff(Role::Operator).await;
        sink.fail_next(&[fault]);
        server.queue_mail("mei@example.org").await;
        let seen = fate(&desk, "mei@example.org", because("timeout")).await;
        assert_eq!(seen["state"], "waiting");
        server.pass(Duration::from_secs(6));
        fate(&desk, "mei@example.org", in_state("sent")).await;
        let ids: std::collections::BTreeSet<_> = sink.received().iter().map(|mail| mail.header("Message-ID")).collect();
        assert_eq!(ids.len(), 1, "the recipient can recognise the repeat");
    }
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.email.transport = EmailTransport::Smtp;
        config.email.host = "mail.kapok.invalid".to_owned();
    })
    .await;
    let desk = server.staff(Role::Operator).await;
    server.queue_mail("mei@example.org").await;
    fate(&desk, "mei@example.org", because("unreachable")).await;
}

#[tokio::test]
async fn a_reset_code_goes_by_mail_when_the_budget_for_sms_is_used_up() {
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.sms.monthly_budget = 1;
    })
    .await;
    // The sign-up used the only SMS of the month.
    let member = server.member().await;
    server.visitor().post("/api/auth/resetPasswordSendSMSOTP", json!({ "phone": member.phone })).await.expect(200);
    let code = server.code_sent_to(&member.email).await;
    let body = json!({ "phone": member.phone, "otp": code });
    server.visitor().post("/api/auth/resetPasswordVerifySMSOTP", body).await.expect(200);
    let desk = server.staff(Role::Finance).await;
    let given_up = fate(&desk, &member.phone, in_state("dead")).await;
    assert_eq!(given_up["reason"], "budget");
    assert_eq!(desk.get("/api/admin/messages/summary").await.expect(200)["smsParts"], 1);
}

#[tokio::test]
async fn a_test_message_shows_the_dialogue_and_no_secret() {
    let sink = MailSink::start(Encryption::None).await;
    let run = |password: &'static str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_kapok"))
            .args(["mail", "test", "--to", "mei@example.org", "--language", "zhhk"])
            .env("KAPOK_EMAIL__TRANSPORT", "smtp")
            .env("KAPOK_EMAIL__HOST", "127.0.0.1")
            .env("KAPOK_EMAIL__PORT", sink.port.to_string())
            .env("KAPOK_EMAIL__TLS", "none")
            .env("KAPOK_EMAIL__USERNAME", "kapok")
            .env("KAPOK_EMAIL__PASSWORD", password)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    let right = tokio::task::spawn_blocking({
        let child = run("right horse");
        move || child.wait_with_output().expect("an end")
    });
    let right = right.await.expect("an end");
    let text = String::from_utf8_lossy(&right.stdout).into_owned();
    assert!(right.status.success(), "{text}{}", String::from_utf8_lossy(&right.stderr));
    assert!(text.contains("logged in") && text.contains("250"), "{text}");
    assert_eq!(sink.expect(1).await[0].to, "mei@example.org");
    let child = run("wrong horse");
    let wrong = tokio::task::spawn_blocking(move || child.wait_with_output().expect("an end")).await.expect("an end");
    let said = format!("{}{}", String::from_utf8_lossy(&wrong.stdout), String::from_utf8_lossy(&wrong.stderr));
    assert!(!wrong.status.success() && said.contains("auth") && said.contains("535"), "{said}");
    assert!(!said.contains("horse") && !text.contains("horse"));
}
