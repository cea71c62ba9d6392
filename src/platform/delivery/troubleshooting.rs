//! Advice for the reader of the log about a failed message. Reason codes are the same for every channel, but the
//! advice differs.

use super::DeliveryChannel;

const DESK: &str = "the list of messages at the desk shows what was answered";

/// The cause and the remedy. Contains nothing of a message or of the settings' secrets.
pub(super) fn on(channel: DeliveryChannel, word: &str) -> Advice {
    match channel {
        DeliveryChannel::Email => by_email(word),
        DeliveryChannel::Sms => by_sms(word),
        DeliveryChannel::Push => by_push(word),
    }
}

/// A log line in two parts.
pub(super) struct Advice {
    pub(super) what: &'static str,
    pub(super) to_do: &'static str,
}

const fn advice(what: &'static str, to_do: &'static str) -> Advice {
    Advice { what, to_do }
}

fn by_email(word: &str) -> Advice {
    match word {
        "auth" => advice(
            "the mail server does not let us in",
            "look at email.username and email.password; `kapok mail test --to ADDRESS` shows the dialogue",
        ),
        "tls" => advice(
            "the connection to the mail server cannot be encrypted, and nothing is sent without",
            "look at email.host, email.tls and email.ca_file; `kapok mail test --to ADDRESS` shows the dialogue",
        ),
        "timeout" => advice(
            "the mail server does not answer in time",
            "look at email.host and email.port, and at firewalls on the way; messages are sent again by themselves",
        ),
        "unreachable" => advice(
            "the mail server cannot be reached, or cuts the line",
            "look at email.host and email.port, and at the machine's name server and firewall; messages are sent again by themselves",
        ),
        "deferred" => advice(
            "the mail server puts messages off, as it does with senders that it does not know",
            "nothing at first: they are sent again by themselves. If it lasts, the list of messages at the desk shows why",
        ),
        "unwelcome" => advice(
            "the mail server takes no messages from this sender, whoever they are for",
            "look at email.from, at its domain's SPF and DKIM records, and whether the machine's address is on a block list; \
             messages are sent again by themselves",
        ),
        "refused" => advice("a mail server refuses a recipient or a message, which is given up", DESK),
        "malformed" => advice("an e-mail cannot be written and is given up", "look at email.from"),
        _ => otherwise(word),
    }
}

fn by_sms(word: &str) -> Advice {
    match word {
        "auth" => advice(
            "the gateway for SMS does not let us in",
            "look at sms.account_sid and sms.auth_token, or at sms.headers, and at the account's credit",
        ),
        "unexpected" => advice(
            "the gateway for SMS answers neither success nor a refusal, or points elsewhere",
            "look at sms.url and sms.success_contains; nobody follows a redirect",
        ),
        "forbidden" => advice(
            "sms.url is no address that may be called",
            "a private address, or one on this machine, has to be named in sms.allowed_hosts",
        ),
        "refused" => advice("the gateway for SMS refuses a number or a text, which is given up", DESK),
        "deferred" => advice(
            "the gateway for SMS is busy or failing",
            "nothing at first: messages are sent again by themselves. If it lasts, ask whoever runs the gateway",
        ),
        "tls" => advice(
            "the certificate of the gateway for SMS does not hold, or it offers no encryption",
            "look at sms.url and at the machine's clock",
        ),
        "timeout" | "unreachable" => advice(
            "the gateway for SMS cannot be reached, or does not answer in time",
            "look at sms.url, and at the machine's name server and firewall; messages are sent again by themselves",
        ),
        "malformed" => advice("sms.url is no address once it is filled in", "look at sms.url"),
        _ => otherwise(word),
    }
}

fn by_push(word: &str) -> Advice {
    match word {
        "auth" => {
            advice("Firebase does not accept who sends", "look at push.fcm_service_account and at the machine's clock")
        }
        "rejected" => advice(
            "a push service does not accept who sends",
            "on every device: look at push.contact and at the machine's clock; on one, nothing: its member can switch it off and on",
        ),
        "unconfigured" => advice(
            "a native app wants notes, and there is no way to it",
            "give push.fcm_service_account Firebase's service account",
        ),
        "forbidden" => advice(
            "a device's address is no push service's, or a private one",
            "name its host in push.allowed_hosts if it is meant",
        ),
        "deferred" => advice("a push service is busy or failing", "nothing: notes are sent again by themselves"),
        "refused" => advice("a push service refuses a note, which is given up", DESK),
        "unexpected" => advice("a push service points elsewhere, where nobody follows", DESK),
        "tls" | "timeout" | "unreachable" => advice(
            "a push service cannot be reached",
            "look at the machine's way out to port 443, its name server and its clock; notes are sent again by themselves",
        ),
        _ => otherwise(word),
    }
}

fn otherwise(word: &str) -> Advice {
    match word {
        "outbox" => advice(
            "the outbox folder cannot be written",
            "look at the room and the rights of the data folder; messages are written by themselves once it can",
        ),
        "store" => advice("the database cannot be read", "`kapok doctor` tells what is wrong with it"),
        _ => advice("a message could not be delivered", DESK),
    }
}
