//! The settings of outgoing messages, and their checks.

use anyhow::bail;
use serde::{Deserialize, Serialize};

use super::Config;

/// A secret setting: shown as `(hidden)`, and never in a log.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SecretText(String);

impl SecretText {
    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns whether the setting is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for SecretText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl std::fmt::Debug for SecretText {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(if self.is_empty() { "\"\"" } else { "(hidden)" })
    }
}

impl Serialize for SecretText {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(if self.is_empty() { "" } else { "(hidden)" })
    }
}

sections! {
    /// The time at which messages are sent.
    Delivery {
        /// From this hour in Hong Kong on, messages that are not urgent and would make a phone sound wait …
        quiet_from_hour: u32 = 22,
        /// … until this one. The same hour twice: no quiet hours.
        quiet_until_hour: u32 = 8,
        /// The most seconds that a gateway for SMS, a push service or a webhook may take to answer.
        timeout_s: u32 = 10,
    }
    /// The sending of e-mail.
    Email {
        /// The transport.
        transport: EmailTransport = EmailTransport::Outbox,
        /// The mail server.
        host: String = String::new(),
        /// Its port; 0 for the usual one: 465 with implicit TLS, else 587.
        port: u16 = 0,
        /// The account there; empty for none.
        username: String = String::new(),
        /// Its password.
        password: SecretText = SecretText::default(),
        /// The sender that members see.
        from: String = "Kapok <no-reply@localhost>".to_owned(),
        /// The encryption of the connection.
        tls: SmtpTls = SmtpTls::StartTls,
        /// A file of further certificates (PEM) to trust, for a mail server of one's own.
        ca_file: String = String::new(),
        /// The most seconds that a step of the dialogue may take.
        timeout_s: u32 = 20,
        /// The most messages in a second.
        per_second: u32 = 50,
    }
    /// Calls to other machines when something happens.
    Webhooks {
        /// Hosts that may have a private address, and on this machine plain http.
        allowed_hosts: Vec<String> = Vec::new(),
    }
    /// News on a member's devices.
    Push {
        /// Push services beside those of the browsers.
        allowed_hosts: Vec<String> = Vec::new(),
        /// The address at which push services find the operator; empty for `public_url`, else the sender of e-mail.
        contact: String = String::new(),
        /// Firebase's service account for native apps: its JSON, or the file that holds it.
        fcm_service_account: SecretText = SecretText::default(),
        /// The address at which Firebase takes messages.
        fcm_url: String = "https://fcm.googleapis.com".to_owned(),
        /// The most push messages to browsers in a second.
        per_second: u32 = 50,
        /// The most push messages to native apps in a second; 0 for as many as to browsers.
        native_per_second: u32 = 0,
    }
    /// The sending of SMS.
    Sms {
        /// The transport.
        transport: SmsTransport = SmsTransport::Outbox,
        /// The HTTP method of the call to a gateway.
        method: SmsMethod = SmsMethod::Post,
        /// The address of the call; for Twilio only if it is not the default.
        url: String = String::new(),
        /// Headers of the call, each like `Authorization: Bearer …`.
        headers: Vec<SecretText> = Vec::new(),
        /// The body of the call, with placeholders such as `{to}` and `{text}` for the message.
        body: String = r#"{"to":"{to}","text":"{text}","id":"{id}"}"#.to_owned(),
        /// Text that a response must contain, beside a status of success, for the message to count as sent.
        success_contains: String = String::new(),
        /// Twilio's account.
        account_sid: String = String::new(),
        /// Its token.
        auth_token: SecretText = SecretText::default(),
        /// The sender for Twilio: a number, a name, or a messaging service.
        from: String = String::new(),
        /// Hosts of the gateway that may have a private address, and on this machine plain http.
        allowed_hosts: Vec<String> = Vec::new(),
        /// The most messages in a second.
        per_second: u32 = 50,
        /// Messages in an hour after which no more codes are sent by SMS; 0 for no limit.
        hourly_budget: u32 = 200,
        /// Messages in a day after which no more codes are sent by SMS; 0 for no limit.
        daily_budget: u32 = 1_000,
        /// SMS segments that may be paid for in a calendar month of Hong Kong; 0 for no limit.
        monthly_budget: u32 = 20_000,
    }
}

choices! {
    /// The transport for e-mail.
    EmailTransport {
        /// One JSON file a message in the data folder.
        Outbox,
        /// A mail server.
        Smtp,
    }
    /// The encryption of the connection to the mail server.
    SmtpTls {
        /// TLS from the first byte.
        Implicit,
        /// STARTTLS, which must succeed; nothing is sent in plain text.
        StartTls,
        /// Plain text always; on loopback only.
        None,
    }
    /// The HTTP method of the call to a gateway for SMS.
    SmsMethod {
        /// POST, with a body.
        Post,
        /// GET, without a body: the address holds everything.
        Get,
    }
    /// The transport for SMS.
    SmsTransport {
        /// One JSON file a message in the data folder.
        Outbox,
        /// A gateway that takes one HTTP call per message.
        Http,
        /// Twilio's.
        Twilio,
    }
}

/// Returns whether a host is this machine: a loopback address or `localhost`.
pub(super) fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl Config {
    pub(super) fn check_messages(&self) -> anyhow::Result<()> {
        for (name, hour) in [
            ("delivery.quiet_from_hour", self.delivery.quiet_from_hour),
            ("delivery.quiet_until_hour", self.delivery.quiet_until_hour),
        ] {
            if hour > 23 {
                bail!("{name} is {hour}, and must be an hour from 0 to 23");
            }
        }
        if !(1..=30).contains(&self.delivery.timeout_s) {
            bail!("delivery.timeout_s is {}, and must be from 1 to 30", self.delivery.timeout_s);
        }
        for (name, rate) in [
            ("email.per_second", self.email.per_second),
            ("push.per_second", self.push.per_second),
            ("push.native_per_second", self.push.native_per_second_or_same()),
            ("sms.per_second", self.sms.per_second),
        ] {
            if !(1..=1_000).contains(&rate) {
                bail!("{name} is {rate}, and must be from 1 to 1000");
            }
        }
        for (name, budget) in
            [("sms.hourly_budget", self.sms.hourly_budget), ("sms.daily_budget", self.sms.daily_budget)]
        {
            // Each request for a code reads that many rows.
            if budget > 100_000 {
                bail!("{name} is {budget}, and must be at most 100000, or 0 for no bound");
            }
        }
        self.push.check()?;
        self.sms.check()?;
        self.email.check()
    }

    /// The contact that push services use to reach the operator.
    pub fn push_contact(&self) -> String {
        if !self.push.contact.is_empty() {
            return self.push.contact.clone();
        }
        if self.public_url.starts_with("https://") {
            return self.public_url.clone();
        }
        let sender = self.email.from.parse::<lettre::message::Mailbox>();
        sender.map_or_else(|_| self.public_url.clone(), |sender| format!("mailto:{}", sender.email))
    }
}

impl Push {
    /// The limit of push messages per second to native apps; 0 in the settings means the same limit as for browsers.
    pub fn native_per_second_or_same(&self) -> u32 {
        if self.native_per_second == 0 { self.per_second } else { self.native_per_second }
    }

    fn check(&self) -> anyhow::Result<()> {
        let contact = url::Url::parse(&self.contact).map(|url| matches!(url.scheme(), "mailto" | "https"));
        if !self.contact.is_empty() && !contact.unwrap_or(false) {
            bail!("push.contact «{}» is neither mailto:… nor https://…", self.contact);
        }
        if url::Url::parse(&self.fcm_url).map_or(true, |url| url.host().is_none()) {
            bail!("push.fcm_url «{}» is not an address", self.fcm_url);
        }
        Ok(())
    }
}

impl Sms {
    /// The placeholders of a template: the number in three spellings, the text in two, and the message's id.
    pub const PLACES: [&str; 6] = ["to", "digits", "local", "text", "textHex", "id"];

    fn check_template(&self) -> anyhow::Result<()> {
        if self.url.is_empty() {
            bail!("sms.url is needed when sms.transport is http: it is the address of the gateway");
        }
        let (sent, where_to_look) = match self.method {
            SmsMethod::Post => (format!("{} {}", self.url, self.body), "sms.body and sms.url"),
            SmsMethod::Get => (self.url.clone(), "sms.url, since sms.method is get,"),
        };
        if let Some(unknown) = places(&sent).find(|place| !Self::PLACES.contains(place)) {
            bail!("{where_to_look} must hold no {{{unknown}}}: there are {{{}}}", Self::PLACES.join("}, {"));
        }
        let has = |one_of: &[&str]| places(&sent).any(|place| one_of.contains(&place));
        if !has(&["to", "digits", "local"]) || !has(&["text", "textHex"]) {
            bail!(
                "{where_to_look} must hold {{to}} and {{text}}, or others of their kind: without them nobody is told anything"
            );
        }
        Ok(())
    }

    fn check(&self) -> anyhow::Result<()> {
        if !self.url.is_empty() && url::Url::parse(&self.url.replace(['{', '}'], "")).is_err() {
            bail!("sms.url «{}» is not an address", self.url);
        }
        match self.transport {
            SmsTransport::Http => self.check_template(),
            SmsTransport::Twilio if [&self.account_sid, &self.from].iter().any(|text| text.is_empty()) => {
                bail!("sms.account_sid and sms.from are needed when sms.transport is twilio")
            }
            SmsTransport::Twilio if self.auth_token.is_empty() => {
                bail!("sms.auth_token is needed when sms.transport is twilio")
            }
            _ => Ok(()),
        }
    }
}

/// The placeholders in a template. A brace of JSON is not one, because it is not followed by a letter.
fn places(template: &str) -> impl Iterator<Item = &str> {
    let words = template.split('{').filter_map(|part| part.split_once('}')).map(|(word, _)| word);
    words.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

impl Email {
    /// The port; 0 in the settings means the default port.
    pub fn port_or_usual(&self) -> u16 {
        match (self.port, self.tls) {
            (0, SmtpTls::Implicit) => 465,
            (0, _) => 587,
            (port, _) => port,
        }
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.from.parse::<lettre::message::Mailbox>().is_err() {
            bail!("email.from «{}» is no sender such as Kapok <no-reply@points.example.hk>", self.from);
        }
        if self.username.is_empty() != self.password.is_empty() {
            bail!("email.username and email.password belong together: give both or neither");
        }
        if !(1..=120).contains(&self.timeout_s) {
            bail!("email.timeout_s is {}, and must be from 1 to 120", self.timeout_s);
        }
        if self.transport == EmailTransport::Outbox {
            return Ok(());
        }
        if self.host.is_empty() {
            bail!("email.host is needed when email.transport is smtp: it is the mail server");
        }
        if self.tls == SmtpTls::None && !is_loopback(&self.host) {
            bail!("email.tls is none, and email.host is not on loopback; use \"starttls\" or \"implicit\"");
        }
        Ok(())
    }
}
