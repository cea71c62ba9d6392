//! Remote servers that break off, answer without end or redirect: the server reads a limited amount and retries
//! later.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kapok::auth::Role;
use kapok::platform::config::{Config, EmailTransport, SmsTransport, SmtpTls};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::support::listener::{Listener, Reply};
use crate::support::log::Log;
use crate::support::mail_sink::{Encryption, MailSink};
use crate::support::subscriber::fate as fate_of_note;
use crate::support::{TestServer, newest, quiet, until};
use crate::{mail, push_native, sms};

/// A way in which a peer misbehaves towards a client.
#[derive(Clone, Copy, Debug)]
enum Manner {
    /// The connection breaks in the middle of a successful response.
    CutShort,
    /// A successful response whose body never ends.
    EndlessBody,
    /// A response whose headers never end.
    EndlessHead,
    /// Mail: 421 instead of a reply to that command, or instead of the greeting.
    Goodbye(&'static str),
    /// Mail: a reply of one line that does not end, and then silence.
    EndlessLine(&'static str),
    /// Mail: a reply of more and more lines.
    EndlessAnswer(&'static str),
}

/// A peer on loopback; it stops with the test.
struct Peer {
    port: u16,
    ended: Arc<AtomicUsize>,
}

impl Peer {
    async fn start(manner: Manner) -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = socket.local_addr().expect("an address").port();
        let ended = Arc::<AtomicUsize>::default();
        let counted = ended.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = socket.accept().await {
                let counted = counted.clone();
                tokio::spawn(async move {
                    // An error is expected here: the client disconnects.
                    let _ = manner.show(stream).await;
                    counted.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        Self { port, ended }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Waits until a client has disconnected.
    async fn was_left(&self) {
        until(async || if self.ended.load(Ordering::Relaxed) > 0 { Ok(()) } else { Err("still listening".to_owned()) })
            .await;
    }
}

impl Manner {
    async fn show(self, mut stream: TcpStream) -> io::Result<()> {
        const OK: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
        match self {
            Manner::CutShort => {
                // Unread data turns the close into a reset.
                stream.read_u8().await?;
                stream.write_all(&[OK, b"content-length: 500\r\n\r\n{\"id\":"].concat()).await
            }
            Manner::EndlessBody => {
                stream.read_u8().await?;
                stream.write_all(&[OK, b"transfer-encoding: chunked\r\n\r\n"].concat()).await?;
                without_end(&mut stream, b"8\r\nendless \r\n").await
            }
            Manner::EndlessHead => {
                stream.read_u8().await?;
                stream.write_all(OK).await?;
                without_end(&mut stream, b"x-more: and more\r\n").await
            }
            Manner::Goodbye(at) => {
                let mut stream = talk_until(stream, at).await?;
                stream.write_all(b"421 4.3.2 closing\r\n").await
            }
            Manner::EndlessLine(at) => {
                let mut stream = talk_until(stream, at).await?;
                stream.write_all(&[b"250 ".as_slice(), &[b'x'; 1 << 20]].concat()).await?;
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).await.map(drop)
            }
            Manner::EndlessAnswer(at) => {
                let mut stream = talk_until(stream, at).await?;
                without_end(stream.get_mut(), b"250-and more\r\n").await
            }
        }
    }
}

async fn without_end(stream: &mut TcpStream, again: &[u8]) -> io::Result<()> {
    let much = again.repeat(64);
    loop {
        stream.write_all(&much).await?;
        tokio::task::yield_now().await;
    }
}

/// A correct SMTP dialogue up to that command, or up to the greeting.
async fn talk_until(stream: TcpStream, at: &str) -> io::Result<BufReader<TcpStream>> {
    let mut stream = BufReader::new(stream);
    if at.is_empty() {
        return Ok(stream);
    }
    stream.write_all(b"220 peer ready\r\n").await?;
    let mut in_data = false;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end();
        if line.starts_with(at) && in_data == (at == ".") {
            return Ok(stream);
        }
        in_data |= line == "DATA";
        if line == "DATA" {
            stream.write_all(b"354 go on\r\n").await?;
        } else if !in_data {
            stream.write_all(b"250 ok\r\n").await?;
        }
    }
}

fn tried_once(message: &Value) -> bool {
    message["attempts"] == 1
}

/// Either the size limit or the timeout comes first.
const ENDLESS: &[&str] = &["unreachable", "timeout"];

/// The code of the reason. Fails the test unless the message waits for a retry with one of these reasons.
#[track_caller]
fn waits(seen: &Value, reasons: &[&'static str], what: &dyn std::fmt::Debug) -> &'static str {
    let said = seen["reason"].as_str().unwrap_or_default();
    let reason = reasons.iter().find(|reason| said.starts_with(**reason) && seen["state"] == "waiting");
    reason.unwrap_or_else(|| panic!("{what:?}: {seen}"))
}

#[tokio::test]
async fn a_cut_or_endless_gateway_response_does_not_count_an_sms_as_sent() {
    for manner in [Manner::CutShort, Manner::EndlessBody, Manner::EndlessHead] {
        let (peer, unused, log) = (Peer::start(manner).await, Listener::start().await, Log::listen());
        let adjust = sms::through(&unused, SmsTransport::Http);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.sms.url = format!("http://{}/send", peer.host());
            config.sms.allowed_hosts = vec![peer.host()];
            config.delivery.timeout_s = 1;
        })
        .await;
        sms::ask_for_a_code(&server).await;
        let why = waits(&sms::fate(&server, tried_once).await, ENDLESS, &manner);
        peer.was_left().await;
        log.says_once(why, "name server", &["61234567", "endless"]);
    }
}

#[tokio::test]
async fn firebase_that_is_unreachable_redirects_or_never_ends_its_response_is_retried() {
    enum Way {
        Nowhere,
        Nobody,
        Elsewhere,
        Bad(Manner),
    }
    let encrypted = MailSink::start(Encryption::Implicit).await;
    for (way, reasons) in [
        (Way::Nowhere, &["unreachable: the name is unknown"][..]),
        (Way::Nobody, &["tls"]),
        (Way::Elsewhere, &["unexpected: HTTP 307"]),
        (Way::Bad(Manner::CutShort), ENDLESS),
        (Way::Bad(Manner::EndlessBody), ENDLESS),
        (Way::Bad(Manner::EndlessHead), ENDLESS),
    ] {
        let firebase = Listener::start().await;
        let elsewhere: Reply = (307, Some(("location", firebase.url("/elsewhere"))), String::new());
        firebase.reply([push_native::granting("canary"), elsewhere]);
        let (url, host, peer) = match way {
            Way::Nowhere => ("https://fcm.kapok.invalid".to_owned(), None, None),
            Way::Nobody => (format!("https://127.0.0.1:{}", encrypted.port), Some("127.0.0.1".to_owned()), None),
            Way::Elsewhere => (firebase.url(""), None, None),
            Way::Bad(manner) => {
                let peer = Peer::start(manner).await;
                (format!("http://{}", peer.host()), Some(peer.host()), Some(peer))
            }
        };
        let adjust = push_native::through(&firebase);
        let server = TestServer::start_with(|config| {
            adjust(config);
            config.push.fcm_url = url;
            config.push.allowed_hosts.extend(host);
            config.delivery.timeout_s = 1;
        })
        .await;
        push_native::told(&server).await;
        waits(&fate_of_note(&server, tried_once).await, reasons, &reasons);
        if let Some(peer) = peer {
            peer.was_left().await;
        }
        assert!(firebase.heard().iter().all(|heard| heard.path != "/elsewhere"), "a redirect is not followed");
    }
}

#[tokio::test]
async fn a_webhook_receiver_that_is_unreachable_private_or_endless_is_retried() {
    let encrypted = MailSink::start(Encryption::Implicit).await;
    let mut cases = vec![
        ("https://hooks.kapok.invalid/hook".to_owned(), None, &["unreachable"][..]),
        (format!("https://127.0.0.1:{}/hook", encrypted.port), None, &["tls"]),
        // Only the name lookup shows that this address is forbidden.
        (format!("https://localhost:{}/hook", encrypted.port), None, &["forbidden"]),
    ];
    for manner in [Manner::CutShort, Manner::EndlessBody, Manner::EndlessHead] {
        let peer = Peer::start(manner).await;
        cases.push((format!("http://{}/hook", peer.host()), Some(peer), ENDLESS));
    }
    for (url, peer, reasons) in cases {
        let log = Log::listen();
        let allowing = |hosts: &[&str]| {
            let hosts: Vec<_> = hosts.iter().map(|host| (*host).to_owned()).collect();
            move |config: &mut Config| {
                quiet(config);
                config.webhooks.allowed_hosts = hosts;
                config.delivery.timeout_s = 1;
            }
        };
        let server = TestServer::start_with(allowing(&["127.0.0.1", "localhost"])).await;
        let owner = server.staff(Role::Owner).await;
        let body = json!({ "url": url, "description": "CRM", "events": [], "active": true });
        let hook = owner.post("/api/admin/webhooks", body).await.expect(201);
        // A host may be removed from the allowed hosts after the webhook was added.
        let server = server.restart_with(allowing(&["127.0.0.1"])).await;
        let owner = server.staff(Role::Owner).await;
        let path = format!("/api/admin/webhooks/{}", hook["_id"].as_str().expect("an id"));
        owner.post(&format!("{path}/test"), json!({})).await;
        let why = waits(&newest(&owner, &format!("{path}/deliveries"), tried_once).await, reasons, &url);
        if let Some(peer) = peer {
            peer.was_left().await;
        }
        log.says_once(why, "", &[hook["secret"].as_str().expect("a secret")]);
    }
}

#[tokio::test]
async fn a_mail_server_that_hangs_up_or_never_ends_delays_nothing_else() {
    for (manner, why, to_do) in [
        (Manner::Goodbye(""), "deferred", "sent again by themselves"),
        (Manner::Goodbye("EHLO"), "deferred", "sent again by themselves"),
        (Manner::Goodbye("MAIL"), "deferred", "sent again by themselves"),
        (Manner::Goodbye("."), "deferred", "sent again by themselves"),
        (Manner::EndlessLine(""), "timeout", "email.host and email.port"),
        (Manner::EndlessLine("RCPT"), "timeout", "email.host and email.port"),
        (Manner::EndlessAnswer("EHLO"), "timeout", "email.host and email.port"),
    ] {
        let (peer, log) = (Peer::start(manner).await, Log::listen());
        let server = TestServer::start_with(|config| {
            quiet(config);
            config.email.transport = EmailTransport::Smtp;
            config.email.host = "127.0.0.1".to_owned();
            config.email.port = peer.port;
            config.email.tls = SmtpTls::None;
            config.email.timeout_s = 1;
        })
        .await;
        let desk = server.staff(Role::Support).await;
        server.queue_mail("mei@example.org").await;
        waits(&mail::fate(&desk, "mei@example.org", tried_once).await, &[why], &manner);
        peer.was_left().await;
        log.says_once(why, to_do, &["mei@example.org"]);
    }
}
