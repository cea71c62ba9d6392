//! A mail server for tests on its own port: it speaks SMTP with or without TLS, stores what it receives,
//! and fails in the ways of real servers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::until;

/// A fault for one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 550 to the recipient: unknown.
    Recipient,
    /// 451: try again later.
    Greylist,
    /// 554 after the message was read.
    Content,
    /// The connection breaks in the middle of the message.
    Reset,
    /// The message is read and stored, but never answered.
    Silence,
    /// The greeting never comes.
    NoGreeting,
    /// 554 instead of a greeting.
    Unfriendly,
    /// 550 to EHLO.
    Caller,
    /// 550 to MAIL.
    Sender,
    /// 554 with 5.7.1 to RCPT, because of the sender.
    Policy,
    /// The connection breaks before RCPT is answered.
    Cut,
}

/// The kind of encryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encryption {
    None,
    StartTls,
    Implicit,
}

/// A received message.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub raw: String,
    pub encrypted: bool,
}

impl Mail {
    /// A header's unfolded value.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.raw.split("\r\n\r\n").next()?.replace("\r\n ", " ").replace("\r\n\t", " ");
        let line = head.lines().find(|line| line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    }
}

#[derive(Default)]
struct Shared {
    faults: Mutex<VecDeque<Fault>>,
    received: Mutex<Vec<Mail>>,
    commands: Mutex<Vec<String>>,
}

impl Shared {
    /// Whether the next fault is that one; takes it from the list.
    fn comes_next(&self, fault: Fault) -> bool {
        self.faults.lock().expect("unpoisoned").pop_front_if(|next| *next == fault).is_some()
    }

    fn greeting(&self) -> &'static str {
        if self.comes_next(Fault::Unfriendly) { "554 5.7.1 we do not talk to you\r\n" } else { "220 sink ready\r\n" }
    }
}

/// The mail server; it stops with the test.
pub struct MailSink {
    pub port: u16,
    /// The certificates to trust (PEM).
    pub authority: String,
    shared: Arc<Shared>,
}

impl MailSink {
    pub async fn start(encryption: Encryption) -> Self {
        let (authority, acceptor) = certificates();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let shared = Arc::<Shared>::default();
        let serving = shared.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (shared, acceptor) = (serving.clone(), acceptor.clone());
                // Some tests break off the dialogue.
                tokio::spawn(async move {
                    let _ = talk(stream, shared, encryption, acceptor).await;
                });
            }
        });
        Self { port, authority, shared }
    }

    /// Gives these faults to the next messages, in order.
    pub fn fail_next(&self, faults: &[Fault]) {
        self.shared.faults.lock().expect("unpoisoned").extend(faults);
    }

    pub fn received(&self) -> Vec<Mail> {
        self.shared.received.lock().expect("unpoisoned").clone()
    }

    /// Every received command, without the data after `DATA`.
    pub fn commands(&self) -> Vec<String> {
        self.shared.commands.lock().expect("unpoisoned").clone()
    }

    /// Waits for that many messages.
    pub async fn expect(&self, count: usize) -> Vec<Mail> {
        until(async || {
            let received = self.received();
            if received.len() >= count {
                return Ok(received);
            }
            Err(format!("{} of {count} messages came: {:?}", received.len(), self.commands()))
        })
        .await
    }
}

fn certificates() -> (String, TlsAcceptor) {
    let mut params = CertificateParams::new(Vec::new()).expect("parameters");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().expect("a key");
    let authority = params.self_signed(&authority_key).expect("a certificate");
    let issuer = Issuer::new(params, authority_key);
    let key = KeyPair::generate().expect("a key");
    let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    let leaf = CertificateParams::new(names).expect("parameters").signed_by(&key, &issuer).expect("a certificate");
    let chain = vec![CertificateDer::from(leaf.der().to_vec())];
    let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a server");
    (authority.pem(), TlsAcceptor::from(Arc::new(config)))
}

async fn talk(
    stream: TcpStream,
    shared: Arc<Shared>,
    encryption: Encryption,
    acceptor: TlsAcceptor,
) -> std::io::Result<()> {
    if shared.comes_next(Fault::NoGreeting) {
        return std::future::pending().await;
    }
    if encryption == Encryption::Implicit {
        let mut stream = BufReader::new(acceptor.accept(stream).await?);
        stream.write_all(shared.greeting().as_bytes()).await?;
        return dialogue(&mut stream, &shared, false, true).await.map(|_| ());
    }
    let mut stream = BufReader::new(stream);
    stream.write_all(shared.greeting().as_bytes()).await?;
    let offered = encryption == Encryption::StartTls;
    if dialogue(&mut stream, &shared, offered, false).await? {
        let mut stream = BufReader::new(acceptor.accept(stream.into_inner()).await?);
        dialogue(&mut stream, &shared, false, true).await?;
    }
    Ok(())
}

/// Talks until the end of the connection, or until STARTTLS: then true.
async fn dialogue<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut BufReader<S>,
    shared: &Shared,
    offers_tls: bool,
    encrypted: bool,
) -> std::io::Result<bool> {
    let (mut to, mut line) = (String::new(), String::new());
    let mut fault = None;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(false);
        }
        let command = line.trim_end().to_owned();
        shared.commands.lock().expect("unpoisoned").push(command.clone());
        let upper = command.to_uppercase();
        let answer = if upper.starts_with("EHLO") && shared.comes_next(Fault::Caller) {
            "550 5.7.1 we do not talk to you".to_owned()
        } else if upper.starts_with("EHLO") {
            let tls = if offers_tls { "250-STARTTLS\r\n" } else { "" };
            format!("250-sink\r\n{tls}250-8BITMIME\r\n250 AUTH PLAIN LOGIN")
        } else if upper == "STARTTLS" && offers_tls {
            stream.write_all(b"220 go\r\n").await?;
            return Ok(true);
        } else if upper.starts_with("AUTH") {
            // PLAIN, "\0kapok\0right horse".
            let right = command.ends_with("AGthcG9rAHJpZ2h0IGhvcnNl");
            if right { "235 welcome" } else { "535 5.7.8 not you" }.to_owned()
        } else if upper.starts_with("MAIL") {
            fault = shared.faults.lock().expect("unpoisoned").pop_front();
            if fault == Some(Fault::Sender) { "550 5.1.8 nobody sends from there" } else { "250 ok" }.to_owned()
        } else if upper.starts_with("RCPT") {
            to = command.split(['<', '>']).nth(1).unwrap_or("").to_owned();
            match fault {
                Some(Fault::Recipient) => format!("550 5.1.1 <{to}> is nobody here"),
                Some(Fault::Greylist) => "451 4.7.1 come back later".to_owned(),
                Some(Fault::Policy) => "554 5.7.1 relaying denied".to_owned(),
                Some(Fault::Cut) => return Ok(false),
                _ => "250 ok".to_owned(),
            }
        } else if upper == "DATA" {
            stream.write_all(b"354 go on\r\n").await?;
            let Some(raw) = message(stream, fault).await? else { return Ok(false) };
            if fault == Some(Fault::Content) {
                "554 5.6.0 not like that".to_owned()
            } else {
                let mail = Mail { to: to.clone(), raw, encrypted };
                shared.received.lock().expect("unpoisoned").push(mail);
                if fault == Some(Fault::Silence) {
                    return std::future::pending().await;
                }
                "250 taken".to_owned()
            }
        } else {
            "250 ok".to_owned()
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        if upper == "QUIT" {
            return Ok(false);
        }
    }
}

async fn message<S: AsyncRead + Unpin>(
    stream: &mut BufReader<S>,
    fault: Option<Fault>,
) -> std::io::Result<Option<String>> {
    let mut whole = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || fault == Some(Fault::Reset) {
            return Ok(None);
        }
        if line == ".\r\n" {
            return Ok(Some(whole));
        }
        whole.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
