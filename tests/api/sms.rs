//! SMS through gateways, with stand-ins on loopback.

use std::time::Duration;

use kapok::auth::Role;
use kapok::base::contact::HkPhone;
use kapok::base::language::Language;
use kapok::platform::config::{Config, SmsMethod, SmsTransport};
use kapok::platform::delivery::{self, Message};
use kapok::platform::store::params;
use serde_json::{Value, json};

use crate::support::listener::Listener;
use crate::support::log::Log;
use crate::support::{Caller, TestServer, newest, quiet, until};

pub(crate) fn through(listener: &Listener, transport: SmsTransport) -> impl FnOnce(&mut Config) {
    let (host, url) = (listener.host(), listener.url(""));
    move |config| {
        quiet(config);
        config.sms.transport = transport;
        config.sms.url = url;
        config.sms.allowed_hosts = vec![host];
        config.sms.account_sid = "AC123".to_owned();
        config.sms.auth_token = "canary-token".into();
        config.sms.from = "+85212345678".to_owned();
    }
}

pub(crate) async fn ask_for_a_code(server: &TestServer) -> Caller {
    let visitor = server.visitor().with_header("accept-language", "zh-HK");
    visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
    visitor.post("/api/auth/sendSMSOTP", json!({ "phone": "61234567" })).await.expect(200);
    visitor
}

pub(crate) async fn fate(server: &TestServer, wanted: impl Fn(&Value) -> bool) -> Value {
    let desk = server.staff(Role::Support).await;
    newest(&desk, "/api/admin/messages?channel=sms", wanted).await
}

#[tokio::test]
async fn twilio_gets_the_message_and_says_what_became_of_it() {
    let listener = Listener::start().await;
    let server = TestServer::start_with(through(&listener, SmsTransport::Twilio)).await;
    listener.reply([(429, Some(("retry-after", "30".to_owned())), String::new())]);
    ask_for_a_code(&server).await;
    let seen = fate(&server, |message| message["attempts"] == 1).await;
    assert_eq!(seen["reason"], "deferred: HTTP 429");
    server.clock.advance(Duration::from_secs(29));
    server.running.outbox.wake();
    listener.usually(201, r#"{"sid":"SM1"}"#);
    server.clock.advance(Duration::from_secs(2));
    server.running.outbox.wake();
    let heard = listener.expect(2).await.remove(1);
    assert_eq!(heard.path, "/2010-04-01/Accounts/AC123/Messages.json");
    assert_eq!(heard.header("authorization"), "Basic QUMxMjM6Y2FuYXJ5LXRva2Vu");
    let form: Vec<(String, String)> = url::form_urlencoded::parse(&heard.body).into_owned().collect();
    assert_eq!(form[0], ("To".to_owned(), "+85261234567".to_owned()));
    assert_eq!(form[1], ("From".to_owned(), "+85212345678".to_owned()));
    assert!(form[2].1.contains("驗證碼") && !form[2].1.contains("http"), "{form:?}");
    fate(&server, |message| message["state"] == "sent").await;
}

#[tokio::test]
async fn an_sms_to_an_invalid_number_is_given_up_and_a_refused_login_is_retried() {
    for (status, body, state, reason) in [
        (400, r#"{"code":21211,"message":"+85261234567 is not valid"}"#, "dead", "refused: HTTP 400, code 21211"),
        (401, r#"{"code":20003}"#, "waiting", "auth: HTTP 401, code 20003"),
        (503, "", "waiting", "deferred: HTTP 503"),
        (302, "", "waiting", "unexpected: HTTP 302"),
    ] {
        let listener = Listener::start().await;
        listener.usually(status, body);
        let server = TestServer::start_with(through(&listener, SmsTransport::Twilio)).await;
        ask_for_a_code(&server).await;
        let seen = fate(&server, |message| message["attempts"] == 1).await;
        assert_eq!((seen["state"].as_str(), seen["reason"].as_str()), (Some(state), Some(reason)));
        assert_eq!(seen["to"], "•••• 4567");
    }
}

#[tokio::test]
async fn any_gateway_takes_a_template() {
    let listener = Listener::start().await;
    let adjust = through(&listener, SmsTransport::Http);
    let url = listener.url("/send?to={to}&ref={id}");
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.sms.url = url;
        config.sms.headers = vec!["Authorization: Bearer canary".into()];
        config.sms.body = r#"{"msisdn":"{to}","message":{"body":"{text}"}}"#.to_owned();
        config.sms.success_contains = "\"queued\"".to_owned();
    })
    .await;
    listener.reply([(200, None, r#"{"status":"no credit"}"#.to_owned())]);
    listener.usually(200, r#"{"status":"queued"}"#);
    ask_for_a_code(&server).await;
    let seen = fate(&server, |message| message["attempts"] == 1).await;
    assert_eq!(seen["reason"], "unexpected: HTTP 200");
    server.clock.advance(Duration::from_secs(6));
    server.running.outbox.wake();
    let heard = listener.expect(2).await.remove(1);
    let id = seen["_id"].as_str().expect("an id");
    assert_eq!(heard.path, format!("/send?to=%2B85261234567&ref={id}"));
    assert_eq!(heard.header("authorization"), "Bearer canary");
    assert_eq!(heard.json()["msisdn"], "+85261234567");
    assert!(heard.json()["message"]["body"].as_str().is_some_and(|text| text.contains("驗證碼")));
    fate(&server, |message| message["state"] == "sent").await;
}

#[tokio::test]
async fn a_gateway_may_want_everything_in_the_address_or_in_xml() {
    let listener = Listener::start().await;
    let adjust = through(&listener, SmsTransport::Http);
    let url = listener.url("/send?to={digits}&local={local}&msg={textHex}&text={text}");
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.sms.url = url;
        config.sms.method = SmsMethod::Get;
        config.sms.headers = vec!["Authorization: Bearer canary".into()];
    })
    .await;
    ask_for_a_code(&server).await;
    let heard = listener.expect(1).await.remove(0);
    let address = url::Url::parse(&listener.url(&heard.path)).expect("an address");
    let asked: std::collections::BTreeMap<_, _> = address.query_pairs().into_owned().collect();
    assert_eq!((asked["to"].as_str(), asked["local"].as_str()), ("85261234567", "61234567"));
    let units: Vec<u16> = asked["msg"]
        .as_bytes()
        .chunks(4)
        .map(|four| u16::from_str_radix(std::str::from_utf8(four).expect("ASCII"), 16).expect("four digits"))
        .collect();
    assert_eq!(String::from_utf16(&units).expect("a text"), asked["text"]);
    assert!(asked["text"].contains("驗證碼"), "{asked:?}");
    assert_eq!((heard.body.len(), heard.header("content-type")), (0, ""));
    assert_eq!((heard.method.as_str(), heard.header("authorization")), ("GET", "Bearer canary"));

    let listener = Listener::start().await;
    let adjust = through(&listener, SmsTransport::Http);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.sms.headers = vec!["Content-Type: text/xml".into()];
        config.sms.body = "<sms to=\"{local}\"><text>{text}</text></sms>".to_owned();
    })
    .await;
    let to = HkPhone::parse("61234567").expect("a number");
    let message = Message::sms(&to, Language::En, "code", &[("code", "</text>&\"")]);
    server.running.store.write_unattended(move |tx| delivery::queue(tx, &message)).await.expect("queued");
    server.running.outbox.wake();
    let text = listener.expect(1).await.remove(0).text();
    assert!(text.starts_with("<sms to=\"61234567\"><text>") && text.contains("&lt;/text&gt;&amp;&quot;"), "{text}");
}

/// The error that stops the start with these gateway settings, if any.
async fn refusal(adjust: impl FnOnce(&mut kapok::platform::config::Sms)) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
    quiet(&mut config);
    config.listen.set_port(0);
    config.sms.transport = SmsTransport::Http;
    config.sms.url = "https://gateway.example.org/send".to_owned();
    adjust(&mut config.sms);
    let written =
        toml::to_string(&json!({ "sms": { "transport": "http", "url": config.sms.url, "body": config.sms.body,
        "method": config.sms.method } }));
    let file = folder.path().join("config.toml");
    std::fs::write(&file, written.expect("TOML")).expect("a file");
    let flags = kapok::platform::config::Flags { config: Some(file), ..Default::default() };
    if let Err(error) = Config::load(&flags, &[]) {
        return Some(format!("{error:#}"));
    }
    let started = kapok::app::start(config, kapok::base::clock::Clock::system()).await;
    match started {
        Ok(running) => {
            running.stop().await;
            None
        }
        Err(error) => Some(format!("{error:#}")),
    }
}

#[tokio::test]
async fn a_template_or_a_header_that_cannot_be_meant_stops_the_start() {
    type Adjust = fn(&mut kapok::platform::config::Sms);
    let cases: [(Adjust, &str); 7] = [
        (|sms| sms.body = r#"{"to":"{to}","text":"{Text}"}"#.to_owned(), "{Text}"),
        (|sms| sms.url = "https://gateway.example.org/{number}".to_owned(), "{number}"),
        (|sms| sms.method = SmsMethod::Get, "sms.method is get"),
        (|sms| sms.headers = vec!["canary".into()], "without a colon"),
        (|sms| sms.headers = vec!["Api Key: canary".into()], "name is none"),
        (|sms| sms.headers = vec!["Authorization: canary\u{7}".into()], "authorization"),
        (|sms| sms.headers = vec!["Content-Length: 7".into()], "content-length"),
    ];
    for (adjust, said) in cases {
        let refused = refusal(adjust).await.expect(said);
        assert!(refused.contains("sms.") && refused.contains(said) && !refused.contains("canary"), "{refused}");
    }
    assert_eq!(refusal(|sms| sms.body = r#"{"a":{},"to":"{local}","b":["{textHex}"]}"#.to_owned()).await, None);
}

#[tokio::test]
async fn a_private_address_is_called_only_where_the_settings_file_says_so() {
    let listener = Listener::start().await;
    let adjust = through(&listener, SmsTransport::Http);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.sms.allowed_hosts.clear();
    })
    .await;
    ask_for_a_code(&server).await;
    let seen = fate(&server, |message| message["attempts"] == 1).await;
    assert_eq!(seen["reason"], "forbidden: the address may not be called");
    assert!(listener.heard().is_empty());
}

#[tokio::test]
async fn the_owners_get_a_letter_at_four_fifths_of_the_budget_and_one_at_its_end() {
    let letters = async |desk: &Caller, kind: &str| {
        let all = desk.get("/api/admin/messages?channel=email").await.expect(200);
        all.as_array().expect("a list").iter().filter(|message| message["kind"] == kind).count()
    };
    let spend = async |server: &TestServer, parts: i64| {
        let write = server.running.store.write_unattended(move |tx| {
            tx.execute_one(
                "insert into sms_month (month, parts) values (:month, :parts) on conflict (month) do update set parts = :parts",
                params! { ":month": tx.now().hong_kong_month(), ":parts": parts },
            )
        });
        write.await.expect("parts");
    };
    let told = async |desk: &Caller, kind: &str, count: usize| {
        until(async || match letters(desk, kind).await {
            seen if seen == count => Ok(()),
            seen => Err(format!("{seen} letters of {kind}")),
        })
        .await;
    };
    let of = |budget: u32| {
        move |config: &mut Config| {
            quiet(config);
            config.sms.monthly_budget = budget;
        }
    };
    let server = TestServer::start_with(of(100)).await;
    let desk = server.staff(Role::Owner).await;
    spend(&server, 79).await;
    spend(&server, 80).await;
    told(&desk, "sms_budget_soon", 1).await;
    spend(&server, 120).await;
    told(&desk, "sms_budget_spent", 1).await;
    // Neither a restart nor more messages repeat the warning; a new budget has new thresholds.
    let server = server.restart_with(of(100)).await;
    spend(&server, 121).await;
    let server = server.restart_with(of(1_000)).await;
    let known = || server.running.store.read(|read| read.number("select told as n from sms_month", params! {}));
    until(async || if known().is_ok_and(|told| told == 0) { Ok(()) } else { Err(format!("{:?}", known())) }).await;
    spend(&server, 800).await;
    let desk = server.staff(Role::Finance).await;
    told(&desk, "sms_budget_soon", 2).await;
    assert_eq!(letters(&desk, "sms_budget_spent").await, 1);
    let summary = desk.get("/api/admin/messages/summary").await.expect(200);
    assert_eq!((&summary["smsParts"], &summary["smsBudget"]), (&json!(800), &json!(1_000)));
}

#[tokio::test]
async fn a_month_that_is_paid_for_raises_an_alarm_and_promises_nobody_a_code() {
    let (listener, log) = (Listener::start().await, Log::listen());
    listener.usually(200, "{}");
    let adjust = through(&listener, SmsTransport::Http);
    let server = TestServer::start_with(|config| {
        adjust(config);
        config.sms.monthly_budget = 5;
    })
    .await;
    let desk = server.staff(Role::Finance).await;
    let ask = async |number: usize| {
        let visitor = server.visitor();
        visitor.post("/api/auth/initRegistration", json!({})).await.expect(200);
        visitor.post("/api/auth/sendSMSOTP", json!({ "phone": format!("6123000{number}") })).await
    };
    for number in 0..5 {
        ask(number).await.expect(200);
        let paid = async || match desk.get("/api/admin/messages/summary").await.expect(200)["smsParts"].clone() {
            parts if parts == number + 1 => Ok(()),
            parts => Err(format!("{parts} are paid for")),
        };
        until(paid).await;
        let counts = || ["budget_soon", "budget"].map(|why| log.because(why).len());
        let wanted = [usize::from(number >= 3), usize::from(number >= 4)];
        until(async || if counts() == wanted { Ok(()) } else { Err(log.text()) }).await;
    }
    let alarms = server.staff(Role::Operator).await.get("/api/admin/diagnostics/alarms").await.expect(200);
    let spent = alarms.as_array().expect("a list").iter().find(|alarm| alarm["kind"] == "smsBudgetSpent");
    assert_eq!(spent.expect("an alarm")["sms"], json!({ "parts": 5, "budget": 5 }));
    log.says_once("budget_soon", "sms.monthly_budget", &["6123000"]);
    log.says_once("budget", "sms.monthly_budget", &[]);
    ask(5).await.expect_problem(429, "sms_paused");
    // A new month has a new budget.
    server.clock.advance(Duration::from_secs(32 * 86_400));
    ask(6).await.expect(200);
    listener.expect(6).await;
}
