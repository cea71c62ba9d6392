//! The mail server: one dialogue at a time per connection (RFC 5321). A connection is reused only after its last
//! message was accepted. An interrupted dialogue is never resumed: the reply to one message must not be read as the
//! reply to the next.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, MailParameter};
use lettre::transport::smtp::response::Response;
use tokio::time::{Instant, timeout};

use super::{DeliveryOutcome, Leased, Message, Reason, page};
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::language::Language;
use crate::platform::config::{self, SmtpTls};

/// A connection that was idle for longer is not reused.
const IDLE: Duration = Duration::from_secs(20);
/// Time that a server may take to accept a whole message, in steps.
const MESSAGE_STEPS: u32 = 2;
/// Time of a whole attempt, in steps: testing an idle connection, connecting, TLS, login, and the message. A shorter
/// limit would send again what the server accepted late.
pub(super) const STEPS: u32 = 4 + MESSAGE_STEPS;

/// The mail server of the settings.
pub(super) struct MailServer {
    host: String,
    port: u16,
    mode: SmtpTls,
    tls: TlsParameters,
    credentials: Option<Credentials>,
    from: Mailbox,
    hello: ClientId,
    step: Duration,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

/// Called for each step of a dialogue.
type Listener<'l> = &'l mut (dyn FnMut(String) + Send);

impl MailServer {
    pub(super) fn new(settings: &config::Email, public_url: &str) -> anyhow::Result<Self> {
        let mut tls = TlsParameters::builder(settings.host.clone());
        if !settings.ca_file.is_empty() {
            let described = || format!("email.ca_file {} holds no certificates that can be read", settings.ca_file);
            let pem = std::fs::read(&settings.ca_file).with_context(described)?;
            tls = tls.add_root_certificate(Certificate::from_pem(&pem).with_context(described)?);
        }
        let own_name = url::Url::parse(public_url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let password = settings.password.expose().to_owned();
        Ok(Self {
            host: settings.host.clone(),
            port: settings.port_or_usual(),
            mode: settings.tls,
            tls: tls.build_rustls().context("TLS for the mail server")?,
            credentials: (!settings.username.is_empty()).then(|| Credentials::new(settings.username.clone(), password)),
            from: settings.from.parse().context("email.from")?,
            hello: ClientId::Domain(own_name.unwrap_or_else(|| "localhost".to_owned())),
            step: Duration::from_secs(u64::from(settings.timeout_s)),
            idle: Mutex::default(),
        })
    }

    pub(super) async fn send(&self, message: &Leased) -> DeliveryOutcome {
        let mail = match self.compose(message) {
            Ok(mail) => mail,
            Err(error) => return DeliveryOutcome::Never(Reason::new("malformed", format!("{error:#}"))),
        };
        match self.deliver(&mail, &mut |_| {}).await {
            Ok(_) => DeliveryOutcome::Sent,
            Err(failure) => failure.outcome(),
        }
    }

    /// The whole message: text and HTML, with an id that stays the same at each attempt.
    fn compose(&self, message: &Leased) -> anyhow::Result<lettre::Message> {
        let name = |text| HeaderName::new_from_ascii_str(text);
        let written = Duration::from_millis(u64::try_from(message.created.as_millis()).unwrap_or(0));
        let mut builder = lettre::Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, message.to.parse().context("the recipient's address")?))
            .subject(message.subject.clone())
            .date(SystemTime::UNIX_EPOCH + written)
            .message_id(Some(format!("<{}@{}>", message.id, self.from.email.domain())))
            // Prevents automatic absence replies.
            .raw_header(HeaderValue::new(name("Auto-Submitted"), "auto-generated".to_owned()));
        if let Some(link) = &message.unsubscribe {
            let one_click = "List-Unsubscribe=One-Click".to_owned();
            builder = builder
                .raw_header(HeaderValue::new(name("List-Unsubscribe"), format!("<{link}>")))
                .raw_header(HeaderValue::new(name("List-Unsubscribe-Post"), one_click));
        }
        let parts = MultiPart::alternative_plain_html(page::as_text(message), page::as_html(message));
        builder.multipart(parts).context("the parts of the message")
    }

    async fn deliver(&self, mail: &lettre::Message, tell: Listener<'_>) -> Result<String, Failure> {
        let mut connection = match self.reuse().await {
            Some(connection) => connection,
            None => self.open(tell).await?,
        };
        let sending = hand_over(&mut connection, mail);
        let answer = timeout(self.step * MESSAGE_STEPS, sending).await.map_err(|_| Failure::TimedOut)??;
        tell(format!("the message is taken: {} {}", answer.code(), answer.message().collect::<Vec<_>>().join(" ")));
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((connection, Instant::now()));
        Ok(answer.code().to_string())
    }

    /// An idle connection whose last message was accepted, if it is still open. If the newest is closed, older ones
    /// are not tried.
    async fn reuse(&self) -> Option<AsyncSmtpConnection> {
        let (mut connection, since) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        if since.elapsed() < IDLE && timeout(self.step, connection.test_connected()).await == Ok(true) {
            return Some(connection);
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        None
    }

    async fn open(&self, tell: Listener<'_>) -> Result<AsyncSmtpConnection, Failure> {
        let implicit = (self.mode == SmtpTls::Implicit).then(|| self.tls.clone());
        let address = (self.host.as_str(), self.port);
        tell(format!("connecting to {} port {}", self.host, self.port));
        let connecting = AsyncSmtpConnection::connect_tokio1(address, Some(self.step), &self.hello, implicit, None);
        let connected = timeout(self.step, connecting).await.map_err(|_| Failure::TimedOut)?;
        let mut connection = connected.map_err(Failure::of_welcome)?;
        tell(format!("the server greets us: {}", connection.server_info()));
        if self.mode == SmtpTls::StartTls {
            // If STARTTLS fails, the dialogue ends here: nothing is sent in plain text instead.
            let securing = connection.starttls(self.tls.clone(), &self.hello);
            timeout(self.step, securing).await.map_err(|_| Failure::TimedOut)?.map_err(Failure::of_tls)?;
        }
        if connection.is_encrypted() {
            tell("the connection is encrypted, and the certificate is that of the server".to_owned());
        }
        if let Some(credentials) = &self.credentials {
            tell("logging in (user name and password are not shown)".to_owned());
            let login = connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials);
            timeout(self.step, login).await.map_err(|_| Failure::TimedOut)?.map_err(Failure::Login)?;
            tell("logged in".to_owned());
        }
        Ok(connection)
    }
}

/// Sends one message on an open connection, and closes the connection on any failure.
async fn hand_over(connection: &mut AsyncSmtpConnection, mail: &lettre::Message) -> Result<Response, Failure> {
    let handed = steps(connection, mail).await;
    if handed.is_err() {
        connection.abort().await;
    }
    handed
}

/// Sends the commands one by one, because a refusal of the sender means something else than a refusal of the
/// recipient.
async fn steps(connection: &mut AsyncSmtpConnection, mail: &lettre::Message) -> Result<Response, Failure> {
    let envelope = mail.envelope();
    // Every recipient is ASCII; email.from may hold any text.
    let foreign = envelope.from().is_some_and(|from| !AsRef::<str>::as_ref(from).is_ascii());
    let options = foreign.then_some(MailParameter::SmtpUtfEight).into_iter().collect();
    let sender = Mail::new(envelope.from().cloned(), options);
    connection.command(sender).await.map_err(Failure::of_welcome)?;
    for recipient in envelope.to() {
        connection.command(Rcpt::new(recipient.clone(), Vec::new())).await?;
    }
    connection.command(Data).await?;
    Ok(connection.message(&mail.formatted()).await?)
}

/// The step at which a dialogue failed.
enum Failure {
    TimedOut,
    Login(Error),
    Encryption(Error),
    /// The server accepts nothing from this sender, for any recipient.
    Unwelcome(Error),
    Other(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if error.is_tls() || names_a_certificate(&error) { Failure::Encryption(error) } else { Failure::Other(error) }
    }
}

/// An invalid certificate appears as a failed connection, with the reason as its source.
fn names_a_certificate(error: &Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if inner.to_string().contains("certificate") {
            return true;
        }
        source = inner.source();
    }
    false
}

impl Failure {
    /// Before the recipient is named, a refusal can only concern the sender.
    fn of_welcome(error: Error) -> Self {
        match Failure::from(error) {
            Failure::Other(error) if error.is_permanent() && !wants_login(&error) => Failure::Unwelcome(error),
            other => other,
        }
    }

    fn of_tls(error: Error) -> Self {
        // This step only concerns TLS: a refusal and a missing offer mean the same.
        if error.is_transient() { Failure::Other(error) } else { Failure::Encryption(error) }
    }

    fn outcome(&self) -> DeliveryOutcome {
        let later = |word, detail: String| DeliveryOutcome::Later(Reason::new(word, detail), None);
        match self {
            Failure::TimedOut => later("timeout", String::new()),
            Failure::Login(error) => later("auth", told(error)),
            Failure::Encryption(error) => later("tls", told(error)),
            Failure::Other(error) if error.is_timeout() => later("timeout", String::new()),
            Failure::Unwelcome(error) => later("unwelcome", told(error)),
            Failure::Other(error) if wants_login(error) => later("auth", told(error)),
            Failure::Other(error) if error.is_permanent() && blames_sender(error) => later("unwelcome", told(error)),
            Failure::Other(error) if error.is_permanent() => {
                DeliveryOutcome::Never(Reason::new("refused", told(error)))
            }
            Failure::Other(error) if error.is_transient() => later("deferred", told(error)),
            Failure::Other(error) => later("unreachable", told(error)),
        }
    }
}

/// 530 requires a login first. The operator must correct that; it is not the recipient's fault.
fn wants_login(error: &Error) -> bool {
    error.status().is_some_and(|code| u16::from(code) == 530)
}

/// Many servers refuse the sender only after the recipient was named. Then the enhanced code shows it (RFC 3463):
/// 5.7.x is policy, such as relaying, SPF or a block list, and 5.1.7 and 5.1.8 are the sender's address.
fn blames_sender(error: &Error) -> bool {
    let said = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    let code = said.split_whitespace().next().unwrap_or_default();
    code.starts_with("5.7.") || matches!(code, "5.1.7" | "5.1.8")
}

fn told(error: &Error) -> String {
    let mut whole = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        let text = inner.to_string();
        if !whole.contains(&text) {
            whole.push_str(&format!(": {text}"));
        }
        source = inner.source();
    }
    whole
}

/// A dialogue with the mail server that reports its steps, to check the settings.
pub struct SmtpDialogue(MailServer);

impl SmtpDialogue {
    /// Connects to the mail server of the settings.
    pub fn new(settings: &config::Email, public_url: &str) -> anyhow::Result<Self> {
        MailServer::new(settings, public_url).map(Self)
    }

    /// Sends a test message; `tell` gets each step, never a secret.
    pub async fn send_test(
        &self,
        to: &Email,
        language: Language,
        now: Timestamp,
        tell: &mut (dyn FnMut(String) + Send),
    ) -> anyhow::Result<()> {
        let message = Leased::unqueued(Message::email(to, language, "test", &[]), now);
        let mail = self.0.compose(&message)?;
        match self.0.deliver(&mail, tell).await {
            Ok(_) => Ok(()),
            Err(failure) => match failure.outcome() {
                DeliveryOutcome::Later(reason, _)
                | DeliveryOutcome::Unsure(reason)
                | DeliveryOutcome::Never(reason)
                | DeliveryOutcome::Gone(reason) => {
                    anyhow::bail!("{reason}")
                }
                DeliveryOutcome::Sent => Ok(()),
            },
        }
    }
}
