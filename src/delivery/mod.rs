//! Messages on their way out by e-mail and SMS. They are queued in the commit that causes them
//! and sent by a worker after it, so that nothing is announced that did not happen. No routes.
//!
//! Without a gateway they land in the outbox: one JSON file a message in the data folder.

mod files;
mod queries;
pub mod subscriptions;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone};
use crate::base::id::MessageId;
use crate::base::language::Language;
use crate::base::messages::text;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::http::limits::Limits;
use crate::store::{Read, Store, Tx};

/// The programme has sent as many SMS as it means to pay for; e-mail goes on.
pub const SMS_PAUSED: ProblemType = ProblemType::new("sms_paused", 429, "SMS paused");

/// How often the worker looks without being woken: a safety net only.
const POLL: Duration = Duration::from_secs(5);
/// Messages sent before they are marked, in one commit.
const BATCH: i64 = 50;
/// How long an emptied row is kept, as a trace that something was sent.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

const HOUR: Duration = Duration::from_secs(3_600);
/// Messages to phones cost money: with so many in an hour or in a day the programme stops sending
/// codes by SMS until the oldest of them is that old.
const SMS_BUDGET: [(i64, Duration); 2] = [(200, HOUR), (1_000, Duration::from_secs(86_400))];

/// The way a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// To an address.
    Email,
    /// To a phone.
    Sms,
}

impl Channel {
    const fn name(self) -> &'static str {
        match self {
            Channel::Email => "email",
            Channel::Sms => "sms",
        }
    }
}

/// A message that is about to be queued.
#[derive(Clone)]
pub struct Message {
    channel: Channel,
    to: String,
    subject: String,
    text: String,
    html: Option<String>,
}

impl Message {
    /// An e-mail whose texts are `mail.<kind>.subject` and `mail.<kind>.text`, with `values` for
    /// their placeholders.
    pub fn email(to: &Email, language: Language, kind: &str, values: &[(&str, &str)]) -> Self {
        let text = text(language, &format!("mail.{kind}.text"), values);
        Self {
            channel: Channel::Email,
            to: to.as_str().to_owned(),
            subject: self::text(language, &format!("mail.{kind}.subject"), values),
            html: Some(as_html(language, &text)),
            text,
        }
    }

    /// An SMS whose text is `sms.<kind>`, with `values` for its placeholders.
    pub fn sms(to: &HkPhone, language: Language, kind: &str, values: &[(&str, &str)]) -> Self {
        Self {
            channel: Channel::Sms,
            to: to.e164(),
            subject: String::new(),
            text: text(language, &format!("sms.{kind}"), values),
            html: None,
        }
    }
}

/// Wakes the worker. Capabilities that queue messages hold one and call it after their commit.
#[derive(Clone, Default)]
pub struct Outbox(Arc<Notify>);

impl Outbox {
    /// The handle of a worker that is yet to start.
    pub fn new() -> Self {
        Self::default()
    }

    /// Has the queue looked at now.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

/// Puts a message into the queue, in the same commit as its cause.
pub fn queue(tx: &Tx<'_>, message: &Message) -> AppResult<MessageId> {
    let id = MessageId::made_at(tx.now());
    queries::insert(tx, id, message)?;
    Ok(id)
}

/// Fails with [`SMS_PAUSED`] while the programme's budget for SMS is used up. Every SMS of any kind
/// has used it, whoever caused it; those that are no codes go out all the same.
pub fn require_sms_budget(read: &Read<'_>, limits: &Limits) -> AppResult<()> {
    for (most, span) in SMS_BUDGET.into_iter().filter(|_| limits.enabled()) {
        // The oldest of the last so many: while it lies within the span, the budget is used up.
        if let Some(oldest) = queries::sms_sent_at(read, most)?.filter(|at| at.plus(span) > read.now()) {
            return Err(SMS_PAUSED.retry_after(oldest.plus(span).since(read.now()).as_secs() + 1));
        }
    }
    Ok(())
}

/// Tells the operator where a call met [`SMS_PAUSED`]: somebody is making the programme pay.
pub fn alarm_if_paused(refused: &AppError) {
    if refused.code() == SMS_PAUSED.code {
        tracing::error!(alarm = "sms_budget", "the budget for SMS is used up: no codes go to phones for now");
    }
}

/// A message in the queue.
struct Waiting {
    id: MessageId,
    channel: String,
    to: String,
    subject: String,
    text: String,
    html: Option<String>,
    created: Timestamp,
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is the end as well.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Sends what is queued until the server stops; what is left then goes out before it returns.
pub async fn run(store: Store, folder: PathBuf, outbox: Outbox, mut stopping: watch::Receiver<bool>) {
    loop {
        send_all(&store, &folder).await;
        if *stopping.borrow() {
            return;
        }
        tokio::select! {
            () = outbox.0.notified() => {}
            () = tokio::time::sleep(POLL) => {}
            () = told_to_stop(&mut stopping) => {
                send_all(&store, &folder).await;
                return;
            }
        }
    }
}

async fn send_all(store: &Store, folder: &std::path::Path) {
    loop {
        match send_some(store, folder).await {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                // They stay queued: the next round tries again.
                tracing::error!(%error, "messages could not be sent");
                return;
            }
        }
    }
}

async fn send_some(store: &Store, folder: &std::path::Path) -> AppResult<usize> {
    let waiting = store.read(|read| queries::waiting(read, BATCH))?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let ids: Vec<MessageId> = waiting.iter().map(|message| message.id).collect();
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || files::write_all(&folder, &waiting))
        .await
        .map_err(|error| anyhow::anyhow!("the outbox's writer panicked: {error}"))??;
    let sent = ids.len();
    store
        .write(move |tx| {
            for id in ids {
                queries::mark_delivered(tx, id)?;
            }
            queries::delete_delivered_before(tx, tx.now().minus(KEPT))
        })
        .await?;
    Ok(sent)
}

/// The text as a page that mail programs show: each paragraph on its own, a lone code large, a
/// lone address as a link.
fn as_html(language: Language, text: &str) -> String {
    let tag = match language {
        Language::En => "en",
        Language::Zh => "zh-Hans",
        Language::Zhhk => "zh-Hant-HK",
    };
    let mut body = String::new();
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        let safe = escaped(paragraph).replace('\n', "<br>");
        let digits = paragraph.len() == 6 && paragraph.bytes().all(|b| b.is_ascii_digit());
        let address = paragraph.starts_with("http") && !paragraph.contains(char::is_whitespace);
        body.push_str(&match (digits, address) {
            (true, _) => format!("<p style=\"font-size:28px;letter-spacing:4px;font-weight:bold\">{safe}</p>"),
            (_, true) => format!("<p><a href=\"{safe}\">{safe}</a></p>"),
            _ => format!("<p>{safe}</p>"),
        });
    }
    format!(
        "<!doctype html><html lang=\"{tag}\"><head><meta charset=\"utf-8\"></head>\
         <body style=\"font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em\">{body}</body></html>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::as_html;
    use crate::base::language::Language;

    #[test]
    fn what_a_member_typed_stays_text_in_the_html_part() {
        let html = as_html(Language::En, "Hello <b>&\n\n123456\n\nhttps://kapok.example/x");
        assert!(html.contains("<p>Hello &lt;b&gt;&amp;</p>"), "{html}");
        assert!(html.contains("<a href=\"https://kapok.example/x\">"), "{html}");
        assert!(html.contains("bold\">123456</p>"), "{html}");
    }
}
