//! A failed delivery is reported once, with the cause and the fix and without a secret.

use std::time::Duration;

use kapok::auth::Role;
use kapok::platform::config::{Config, EmailTransport, SmsTransport, SmtpTls};
use serde_json::{Value, json};

use crate::mail::{by_mail, fate as fate_of_mail, in_state};
use crate::support::listener::{Listener, Reply};
use crate::support::log::Log;
use crate::support::mail_sink::{Encryption, Fault, MailSink};
use crate::support::subscriber::{Subscriber, fate as fate_of_note};
use crate::support::{TestServer, newest, quiet, until};
use crate::{push_native, sms, webhooks};

/// Recipients and secret settings, which must not appear in the log.
const SECRETS: [&str; 6] = ["mei@example.org", "ben@example.org", "61234567", "horse", "canary", "AC123"];

fn tried(times: i64) -> impl Fn(&Value) -> bool {
    move |message| message["attempts"] == times
}

/// Two messages that fail with the same cause, one of them twice.
async fn fail_thrice(server: &TestServer) {
    let desk = server.staff(Role::Support).await;
    server.queue_mail("mei@example.org").await;
    server.queue_mail("ben@example.org").await;
    fate_of_mail(&desk, "mei@example.org", tried(1)).await;
    fate_of_mail(&desk, "ben@example.org", tried(1)).await;
    server.pass(Duration::from_secs(6));
    fate_of_mail(&desk, "mei@example.org", tried(2)).await;
}

#[tokio::test]
async fn a_mail_server_outage_is_logged_once_and_its_end_too() {
    for (fault, why, to_do) in [
        (Fault::Greylist, "deferred", "sent again by themselves"),
        (Fault::Reset, "unreachable", "email.host and email.port"),
        (Fault::NoGreeting, "timeout", "email.host and email.port"),
        (Fault::Silence, "timeout", "email.host and email.port"),
        (Fault::Cut, "unreachable", "email.host and email.port"),
        // A fault of the settings for every recipient: no message is given up.
        (Fault::Unfriendly, "unwelcome", "email.from"),
        (Fault::Caller, "unwelcome", "email.from"),
        (Fault::Sender, "unwelcome", "email.from"),
        (Fault::Policy, "unwelcome", "email.from"),
    ] {
        let (sink, log) = (MailSink::start(Encryption::None).await, Log::listen());
        let adjust = by_mail(&sink);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.email.timeout_s = 1;
        })
        .await;
        sink.fail_next(&[fault; 4]);
        fail_thrice(&server).await;
        log.says_once(why, to_do, &SECRETS);
        server.pass(Duration::from_secs(60));
        let back = async || match log.text().matches("outbox: delivery works again").count() {
            1 => Ok(()),
            count => Err(format!("said {count} times")),
        };
        until(back).await;
        log.says_once(why, to_do, &SECRETS);
    }
}

#[tokio::test]
async fn a_mail_server_without_trust_network_or_sign_in_is_logged_once() {
    let sink = MailSink::start(Encryption::Implicit).await;
    let open = MailSink::start(Encryption::None).await;
    type Adjust = Box<dyn Fn(&mut Config)>;
    let (port, plain) = (sink.port, open.port);
    let cases: [(Adjust, &str, &str); 4] = [
        (
            Box::new(move |config| {
                config.email.port = port;
                config.email.tls = SmtpTls::Implicit;
            }),
            "tls",
            "email.ca_file",
        ),
        (
            Box::new(move |config| {
                config.email.port = plain;
                config.email.tls = SmtpTls::StartTls;
            }),
            "tls",
            "nothing is sent unencrypted",
        ),
        (Box::new(|config| config.email.host = "mail.kapok.invalid".to_owned()), "unreachable", "name server"),
        (
            Box::new(move |config| {
                config.email.port = plain;
                config.email.username = "kapok".to_owned();
                config.email.password = "wrong horse".into();
            }),
            "auth",
            "email.username and email.password",
        ),
    ];
    for (adjust, why, to_do) in cases {
        let log = Log::listen();
        let server = TestServer::start_with(|config| {
            quiet(config);
            config.email.transport = EmailTransport::Smtp;
            config.email.host = "127.0.0.1".to_owned();
            config.email.tls = SmtpTls::None;
            adjust(config);
        })
        .await;
        fail_thrice(&server).await;
        log.says_once(why, to_do, &SECRETS);
    }
}

#[tokio::test]
async fn each_refused_message_is_logged_once_with_its_id() {
    for fault in [Fault::Recipient, Fault::Content] {
        let (sink, log) = (MailSink::start(Encryption::None).await, Log::listen());
        let server = TestServer::start_with(by_mail(&sink)).await;
        let desk = server.staff(Role::Support).await;
        sink.fail_next(&[fault, fault]);
        let mut ids = Vec::new();
        for to in ["mei@example.org", "ben@example.org"] {
            ids.push(server.queue_mail(to).await);
            fate_of_mail(&desk, to, in_state("dead")).await;
        }
        server.pass(Duration::from_secs(3_600));
        let said: Vec<Value> = log.because("refused").iter().map(|line| line["id"].clone()).collect();
        assert_eq!(said, ids, "{}", log.text());
        log.keeps(&SECRETS);
    }
}

#[tokio::test]
async fn an_sms_gateway_outage_is_logged_once() {
    let elsewhere = || Some(("location", "http://10.0.0.1/canary".to_owned()));
    let encrypted = MailSink::start(Encryption::Implicit).await;
    let cases: [(Option<Reply>, &str, &str); 7] = [
        (None, "unreachable", "name server"),
        (Some((401, None, r#"{"code":20003,"message":"canary"}"#.to_owned())), "auth", "sms.auth_token"),
        (Some((503, None, "canary".to_owned())), "deferred", "sent again by themselves"),
        (Some((302, elsewhere(), String::new())), "unexpected", "nobody follows"),
        (Some((400, None, r#"{"message":"+85261234567"}"#.to_owned())), "refused", "at the desk"),
        (None, "forbidden", "sms.allowed_hosts"),
        (None, "tls", "sms.url"),
    ];
    for (reply, why, to_do) in cases {
        let (listener, log) = (Listener::start().await, Log::listen());
        if let Some(reply) = reply {
            listener.reply([reply.clone(), reply]);
        }
        let adjust = sms::through(&listener, SmsTransport::Http);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.sms.headers = vec!["Authorization: Bearer canary".into()];
            match why {
                "forbidden" => config.sms.allowed_hosts.clear(),
                "unreachable" => config.sms.url = "https://sms.kapok.invalid/send".to_owned(),
                "tls" => {
                    config.sms.url = format!("https://127.0.0.1:{}/send", encrypted.port);
                    config.sms.allowed_hosts = vec!["127.0.0.1".to_owned()];
                }
                _ => {}
            }
        })
        .await;
        sms::ask_for_a_code(&server).await;
        sms::fate(&server, tried(1)).await;
        server.clock.advance(Duration::from_secs(6));
        server.running.outbox.wake();
        if why != "refused" {
            sms::fate(&server, tried(2)).await;
        }
        log.says_once(why, to_do, &SECRETS);
    }
}

/// Each of these times out twice: on the first attempt and on the retry.
#[tokio::test]
async fn an_sms_gateway_timeout_is_logged_once() {
    let (listener, log) = (Listener::start().await, Log::listen());
    listener.leave_next_unanswered();
    listener.leave_next_unanswered();
    let adjust = sms::through(&listener, SmsTransport::Http);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.delivery.timeout_s = 1;
    })
    .await;
    sms::ask_for_a_code(&server).await;
    assert_eq!(sms::fate(&server, tried(1)).await["reason"], "timeout: no answer came in time");
    server.pass(Duration::from_secs(6));
    sms::fate(&server, tried(2)).await;
    log.says_once("timeout", "sms.url", &SECRETS);
    server.pass(Duration::from_secs(12));
    sms::fate(&server, |message| message["state"] == "sent").await;
    assert_eq!(log.text().matches("outbox: delivery works again").count(), 1, "{}", log.text());
}

#[tokio::test]
async fn a_twilio_outage_is_logged_once() {
    for (status, why, to_do) in [(401, "auth", "sms.account_sid"), (500, "deferred", "sent again by themselves")] {
        let (listener, log) = (Listener::start().await, Log::listen());
        listener.usually(status, r#"{"code":20003,"message":"canary"}"#);
        let server = TestServer::start_with(sms::through(&listener, SmsTransport::Twilio)).await;
        sms::ask_for_a_code(&server).await;
        sms::fate(&server, tried(1)).await;
        server.pass(Duration::from_secs(6));
        sms::fate(&server, tried(2)).await;
        log.says_once(why, to_do, &SECRETS);
    }
}

#[tokio::test]
async fn a_push_service_outage_is_logged_once_and_a_removed_device_is_not() {
    for (status, why, to_do) in [
        (403, "rejected", "push.contact"),
        (503, "deferred", "sent again by themselves"),
        (400, "refused", "at the desk"),
        (410, "gone", ""),
    ] {
        let (service, log) = (Listener::start().await, Log::listen());
        let host = service.host();
        let server = TestServer::start_with(|config| {
            quiet(config);
            config.push.allowed_hosts = vec![host];
            config.delivery.quiet_until_hour = config.delivery.quiet_from_hour;
        })
        .await;
        let ben = server.member().await;
        let browser = Subscriber::of(&ben, &service, "canary").await;
        service.usually(status, "canary");
        server.member_with(5).await.caller.transfer(&ben.email, 5).await.expect(200);
        fate_of_note(&server, tried(1)).await;
        if why == "gone" {
            assert!(log.because(why).is_empty(), "{}", log.text());
        } else {
            log.says_once(why, to_do, &SECRETS);
        }
        log.keeps(&[&browser.endpoint, &ben.email]);
    }
}

#[tokio::test]
async fn a_firebase_outage_is_logged_once() {
    let refused = || (400, None, r#"{"error":"invalid_grant","error_description":"canary"}"#.to_owned());
    let (expired, busy) = ((401, None, "canary".to_owned()), (503, None, "canary".to_owned()));
    let token = || push_native::granting("canary");
    for (replies, why, to_do) in [
        (vec![Some(refused()), Some(refused())], "auth", "push.fcm_service_account"),
        (vec![Some(token()), Some(expired), Some(refused())], "auth", "push.fcm_service_account"),
        (vec![Some(token()), Some(busy.clone()), Some(busy)], "deferred", "sent again by themselves"),
        (vec![None, Some(token()), None], "timeout", "port 443"),
    ] {
        let (firebase, log) = (Listener::start().await, Log::listen());
        for reply in replies {
            match reply {
                Some(reply) => firebase.reply([reply]),
                None => firebase.leave_next_unanswered(),
            }
        }
        let adjust = push_native::through(&firebase);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.delivery.timeout_s = 1;
        })
        .await;
        push_native::told(&server).await;
        fate_of_note(&server, tried(1)).await;
        server.pass(Duration::from_secs(6));
        fate_of_note(&server, tried(2)).await;
        log.says_once(why, to_do, &[SECRETS.as_slice(), &["dQw4w9", "BEGIN PRIVATE"]].concat());
    }
}

#[tokio::test]
async fn a_webhook_failure_is_logged_once_and_its_end_too() {
    let elsewhere = || Some(("location", "http://10.0.0.1/canary".to_owned()));
    for (reply, why, to_do) in [
        (Some((500, None, "canary".to_owned())), "refused", "webhook-id"),
        (Some((307, elsewhere(), String::new())), "redirect", "nobody follows"),
        (None, "timeout", "does not answer in time"),
    ] {
        let (listener, log) = (Listener::start().await, Log::listen());
        let server = webhooks::server_calling(&listener).await;
        let owner = server.staff(Role::Owner).await;
        let hook = webhooks::add(&owner, &listener, &[]).await;
        let id = hook["_id"].as_str().expect("an id");
        match reply {
            Some(reply) => listener.reply([reply.clone(), reply]),
            None => (0..2).for_each(|_| listener.leave_next_unanswered()),
        }
        owner.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await;
        let deliveries = format!("/api/admin/webhooks/{id}/deliveries");
        newest(&owner, &deliveries, tried(1)).await;
        server.clock.advance(Duration::from_secs(6));
        newest(&owner, &deliveries, tried(2)).await;
        log.says_once(why, to_do, &[hook["secret"].as_str().expect("a secret"), "canary"]);
        server.clock.advance(Duration::from_secs(16));
        newest(&owner, &deliveries, |one| one["state"] == "sent").await;
        assert_eq!(log.text().matches("webhooks: delivery works again").count(), 1, "{}", log.text());
    }
}

#[tokio::test]
async fn an_unreachable_privacy_policy_is_logged_once_per_language() {
    let (listener, log) = (Listener::start().await, Log::listen());
    listener.usually(500, "canary");
    let (host, url) = (listener.host(), listener.url("/{lang}.txt"));
    let server = TestServer::start_with(|config| {
        quiet(config);
        config.privacy.url = url;
        config.privacy.allowed_hosts = vec![host];
    })
    .await;
    listener.expect(3).await;
    let said = async || match log.because("the status is not 200") {
        said if said.len() == 3 => Ok(said),
        said => Err(format!("{said:?}")),
    };
    for line in until(said).await {
        assert!(line["message"].as_str().is_some_and(|text| text.contains("privacy.url")), "{line}");
    }
    log.keeps(&["canary"]);
    drop(server);
}

#[test]
fn an_sms_template_without_the_text_stops_the_start() {
    for (body, missing) in [(r#"{"to":"{to}"}"#, "{text}"), (r#"{"text":"{text}"}"#, "{to}"), ("", "{to}")] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_kapok"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.path())
            .env("KAPOK_SMS__TRANSPORT", "http")
            .env("KAPOK_SMS__URL", "https://gateway.example.org/send")
            .env("KAPOK_SMS__BODY", body)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(missing) && said.contains("sms.body"), "{said}");
    }
}
