//! The outbox folder: one JSON file per message, written atomically.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::mpsc::{SyncSender, sync_channel};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::{DeliveryChannel, DeliveryOutcome, Leased, Reason, page};
use crate::base::clock::Timestamp;
use crate::base::id::MessageId;

/// A message as scripts and people read it (contract section 3).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Letter<'m> {
    id: MessageId,
    channel: DeliveryChannel,
    to: &'m str,
    subject: &'m str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    created_at: Timestamp,
}

/// The content of a message that was stored in the outbox folder.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
pub struct KeptMessage {
    /// Empty for an SMS.
    pub subject: String,
    /// As plain text.
    pub text: String,
}

/// Takes messages for the terminal. A thread of its own prints them, because a terminal that is paused would otherwise hold
/// up all messages.
static PRINTER: LazyLock<SyncSender<String>> = LazyLock::new(|| {
    let (sender, messages) = sync_channel::<String>(1_000);
    std::thread::spawn(move || {
        for message in messages {
            let _ = writeln!(std::io::stdout(), "{message}");
        }
    });
    sender
});

fn name_of(created: Timestamp, id: MessageId) -> String {
    format!("{}-{id}", created.to_string().replace([':', '.', '-'], ""))
}

fn file_of(folder: &Path, created: Timestamp, id: MessageId) -> PathBuf {
    folder.join(format!("{}.json", name_of(created, id)))
}

/// The ids of the messages in the outbox folder, newest first. A name ends with the id.
pub(super) fn kept_ids(folder: &Path) -> anyhow::Result<Vec<MessageId>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("the outbox {} cannot be read", folder.display())),
    };
    let id = |name: &str| MessageId::parse(name.strip_suffix(".json")?.rsplit_once('-')?.1);
    let mut ids: Vec<MessageId> = entries.filter_map(|entry| entry.ok()?.file_name().to_str().and_then(id)).collect();
    ids.sort_unstable_by(|one, other| other.cmp(one));
    Ok(ids)
}

/// Whether a message is in the outbox folder.
pub(super) fn is_kept(folder: &Path, created: Timestamp, id: MessageId) -> bool {
    file_of(folder, created, id).is_file()
}

/// The content of a message in the outbox folder; `None` if its file is missing.
pub(super) fn read_kept(folder: &Path, created: Timestamp, id: MessageId) -> anyhow::Result<Option<KeptMessage>> {
    match std::fs::read(file_of(folder, created, id)) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("the outbox {} cannot be read", folder.display())),
    }
}

/// Writes a message on a blocking thread, and prints it if `prints` says so.
pub(super) async fn deliver(folder: &Path, prints: bool, message: &Leased) -> DeliveryOutcome {
    let (folder, message) = (folder.to_owned(), message.clone());
    let write = move || {
        write(&folder, &message)?;
        if prints {
            // The file is written, so a terminal that was paused for long or closed must not make the message fail.
            let _ = PRINTER.try_send(printed(&message));
        }
        anyhow::Ok(())
    };
    match tokio::task::spawn_blocking(write).await {
        Ok(Ok(())) => DeliveryOutcome::Sent,
        Ok(Err(error)) => DeliveryOutcome::Later(Reason::new("outbox", format!("{error:#}")), None),
        Err(error) => DeliveryOutcome::Later(Reason::new("outbox", error), None),
    }
}

/// The lines of a message for the terminal. Control characters are left out, because members choose parts of the text.
fn printed(message: &Leased) -> String {
    let (channel, text) = match message.channel {
        DeliveryChannel::Email => (format!("E-mail to {}: {}", message.to, message.subject), page::as_text(message)),
        DeliveryChannel::Sms | DeliveryChannel::Push => (format!("SMS to {}", message.to), message.text.clone()),
    };
    let lines = std::iter::once(channel).chain(text.lines().map(|line| format!("  {line}")));
    lines.map(|line| line.replace(char::is_control, " ")).collect::<Vec<_>>().join("\n")
}

fn write(folder: &Path, message: &Leased) -> anyhow::Result<()> {
    let described = || format!("the outbox {} cannot be written", folder.display());
    DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(described)?;
    write_file(folder, message).with_context(described)?;
    // The file name is durable only after the folder is synced.
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(described)
}

fn write_file(folder: &Path, message: &Leased) -> anyhow::Result<()> {
    let mail = message.channel == DeliveryChannel::Email;
    let letter = Letter {
        id: message.id,
        channel: message.channel,
        to: &message.to,
        subject: &message.subject,
        text: if mail { page::as_text(message) } else { message.text.clone() },
        html: mail.then(|| page::as_html(message)),
        created_at: message.created,
    };
    // A second attempt after a crash writes the same name again, so that nobody gets a message twice.
    let name = name_of(message.created, message.id);
    let temporary = folder.join(format!(".{name}.part"));
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&temporary)?;
    file.write_all(serde_json::to_string_pretty(&letter)?.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    std::fs::rename(&temporary, folder.join(format!("{name}.json")))?;
    Ok(())
}
