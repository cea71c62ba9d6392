//! Advice for the reader of the log about a failed message. Reason codes are the same for every channel, but the
//! advice differs.

use super::DeliveryChannel;

const DESK: &str = "the list of messages at the desk shows what was answered";

/// The cause and the remedy. Contains nothing of a message or of the settings' secrets.
pub(super) fn on(channel: DeliveryChannel, word: &str) -> Hint {
    match channel {
        DeliveryChannel::Email => by_email(word),
        DeliveryChannel::Sms => by_sms(word),
        DeliveryChannel::Push => by_push(word),
    }
}

/// A log line in two parts.
pub(super) struct Hint {
    pub(super) what: &'static str,
    pub(super) to_do: &'static str,
}

const fn hint(what: &'static str, to_do: &'static str) -> Hint {
    Hint { what, to_do }
}

fn by_email(word: &str) -> Hint {
    match word {
        "auth" => hint(
            "the mail server refuses the sign-in",
            "look at email.username and email.password; `kapok mail test --to ADDRESS` shows the dialogue",
        ),
        "tls" => hint(
            "the connection to the mail server cannot be encrypted, and nothing is sent unencrypted",
            "look at email.host, email.tls and email.ca_file; `kapok mail test --to ADDRESS` shows the dialogue",
        ),
        "timeout" => hint(
            "the mail server does not answer in time",
            "look at email.host and email.port, and at firewalls on the way; messages are sent again by themselves",
        ),
        "unreachable" => hint(
            "the mail server cannot be reached, or cuts the line",
            "look at email.host and email.port, and at the machine's name server and firewall; messages are sent again by themselves",
        ),
        "deferred" => hint(
            "the mail server puts messages off, as it does with senders that it does not know",
            "nothing at first: they are sent again by themselves. If it lasts, the list of messages at the desk shows why",
        ),
        "unwelcome" => hint(
            "the mail server takes no messages from this sender, whoever they are for",
            "look at email.from, at its domain's SPF and DKIM records, and whether the machine's address is on a block list; \
             messages are sent again by themselves",
        ),
        "refused" => hint("a mail server refuses a recipient or a message, which is given up", DESK),
        "malformed" => hint("an e-mail cannot be written and is given up", "look at email.from"),
        _ => otherwise(word),
    }
}

fn by_sms(word: &str) -> Hint {
    match word {
        "auth" => hint(
            "the gateway for SMS refuses the sign-in",
            "look at sms.account_sid and sms.auth_token, or at sms.headers, and at the account's credit",
        ),
        "unexpected" => hint(
            "the gateway for SMS answers neither success nor a refusal, or redirects",
            "look at sms.url and sms.success_contains; nobody follows a redirect",
        ),
        "forbidden" => hint(
            "sms.url is no address that may be called",
            "a private address, or one on this machine, has to be named in sms.allowed_hosts",
        ),
        "refused" => hint("the gateway for SMS refuses a number or a text, which is given up", DESK),
        "deferred" => hint(
            "the gateway for SMS is busy or failing",
            "nothing at first: messages are sent again by themselves. If it lasts, ask whoever runs the gateway",
        ),
        "tls" => hint(
            "the certificate of the gateway for SMS does not hold, or it offers no encryption",
            "look at sms.url and at the machine's clock",
        ),
        "timeout" | "unreachable" => hint(
            "the gateway for SMS cannot be reached, or does not answer in time",
            "look at sms.url, and at the machine's name server and firewall; messages are sent again by themselves",
        ),
        "malformed" => hint("sms.url is no address once it is filled in", "look at sms.url"),
        _ => otherwise(word),
    }
}

fn by_push(word: &str) -> Hint {
    match word {
        "auth" => {
            hint("Firebase does not accept the sender", "look at push.fcm_service_account and at the machine's clock")
        }
        "rejected" => hint(
            "a push service refuses the sender",
            "on every device: look at push.contact and at the machine's clock; on one, nothing: its member can switch it off and on",
        ),
        "unconfigured" => hint(
            "a native app waits for push messages, and Firebase is not set up",
            "give push.fcm_service_account Firebase's service account",
        ),
        "forbidden" => hint(
            "a device's address is no push service's, or a private one",
            "name its host in push.allowed_hosts if it is meant",
        ),
        "deferred" => hint("a push service is busy or failing", "nothing: messages are sent again by themselves"),
        "refused" => hint("a push service refuses a message, which is given up", DESK),
        "unexpected" => hint("a push service redirects, and redirects are not followed", DESK),
        "tls" | "timeout" | "unreachable" => hint(
            "a push service cannot be reached",
            "look at the machine's connection to port 443, its name server and its clock; messages are sent again by themselves",
        ),
        _ => otherwise(word),
    }
}

fn otherwise(word: &str) -> Hint {
    match word {
        "outbox" => hint(
            "the outbox folder cannot be written",
            "look at the room and the rights of the data folder; messages are written by themselves once it can",
        ),
        "store" => hint("the database cannot be read", "`kapok doctor` tells what is wrong with it"),
        _ => hint("a message could not be delivered", DESK),
    }
}
