//! Checks of the programme: settings, keys, database, server, backups.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tracing_subscriber::layer::SubscriberExt;

use super::{Finding, FindingValue, kinds, machine, queries};
use crate::base::clock::Timestamp;
use crate::core::ledger;
use crate::core::timekeeping::{self, PROBATION};
use crate::member::statement;
use crate::member::wallet_passes::WalletPasses;
use crate::ops::backup::{LatestBackup, stamp};
use crate::platform::config::{Config, EmailTransport, Synchronous};
use crate::platform::store::{DataDir, OpenError, Reader, Unreadable, try_writing};

const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum age of the newest backup: a day, plus some hours for a backup in progress or a delayed one.
pub const BACKUP_AGE: Duration = Duration::from_secs(30 * 3_600);
/// The doctor warns this long before the certificate of the card for Apple Wallet ends: a new one takes days.
const PASS_MARGIN: Duration = Duration::from_secs(30 * 86_400);
const CLOCK_SLACK: Duration = Duration::from_secs(60);

pub(super) fn forced_settings(config: &Config) -> Vec<Finding> {
    let forced =
        config.force.iter().map(|name| Finding::new(kinds::SETTING_FORCED, [("name", FindingValue::of(name))]));
    let mut found: Vec<_> = forced.collect();
    if !config.limits.enabled {
        found.push(Finding::plain(kinds::LIMITS_OFF));
    }
    found
}

pub(super) fn address(config: &Config) -> Finding {
    if config.is_on_loopback() {
        return Finding::plain(kinds::ADDRESS_LOCAL);
    }
    let address = ("address", FindingValue::of(&config.public_url));
    if config.is_plain_to_anybody() {
        return Finding::new(kinds::ADDRESS_PLAIN, [address, ("listen", FindingValue::of(config.listen))]);
    }
    Finding::new(kinds::ADDRESS_FINE, [address])
}

pub(super) fn durability(config: &Config) -> Finding {
    Finding::plain(match config.store.synchronous {
        Synchronous::Full => kinds::DURABILITY_FULL,
        Synchronous::Normal => kinds::DURABILITY_NORMAL,
    })
}

pub(super) fn email(config: &Config) -> Finding {
    match config.email.transport {
        EmailTransport::Smtp => Finding::plain(kinds::EMAIL_SMTP),
        EmailTransport::Outbox => {
            Finding::new(kinds::EMAIL_KEPT, [("folder", FindingValue::path(&config.data_dir.join("outbox")))])
        }
    }
}

/// A finding if the daily anchor of the ledger goes neither to the log nor to a mailbox.
pub(super) fn anchor(config: &Config) -> Option<Finding> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log.filter).unwrap_or_default();
    let log = tracing_subscriber::registry().with(filter);
    let is_logged = tracing::subscriber::with_default(log, statement::is_anchor_logged);
    let filter = ("filter", FindingValue::of(&config.log.filter));
    (!is_logged && config.ledger.mailbox().is_none()).then(|| Finding::new(kinds::ANCHOR_NOWHERE, [filter]))
}

pub(super) fn wallet_passes(config: &Config, now: Timestamp) -> Option<Finding> {
    let passes = match WalletPasses::from_settings(config) {
        Ok(passes) => passes,
        Err(error) => return Some(Finding::failed(kinds::WALLET_PASSES_UNUSABLE, &error)),
    };
    if let Some(why) = passes.apple_obstacle(now) {
        return Some(Finding::failed(kinds::WALLET_PASS_ENDED, &anyhow::anyhow!(why)));
    }
    if let Some(until) = passes.apple_until().filter(|until| *until < now.plus(PASS_MARGIN)) {
        return Some(Finding::new(kinds::WALLET_PASS_ENDING, [("until", FindingValue::Moment(until))]));
    }
    (!passes.offered(now).is_empty()).then(|| Finding::plain(kinds::WALLET_PASSES_FINE))
}

pub(super) fn keys(folder: &DataDir) -> Finding {
    match folder.keyring() {
        Ok(_) => Finding::plain(kinds::KEYS_FINE),
        Err(error) => {
            let cause = error.root_cause().downcast_ref::<std::io::Error>().map(std::io::Error::kind);
            let kind = match cause {
                Some(ErrorKind::PermissionDenied) => kinds::KEYS_CLOSED,
                _ => kinds::KEYS_MISSING,
            };
            Finding::failed(kind, &error)
        }
    }
}

pub(super) fn database(folder: &DataDir, now: Timestamp) -> Vec<Finding> {
    let reader = match Reader::open(folder) {
        Ok(reader) => reader,
        Err(error) => {
            return vec![hindered(&error).unwrap_or_else(|| unreadable(&error))];
        }
    };
    let mut found = Vec::new();
    found.push(match reader.quick_check() {
        Ok(None) => Finding::plain(kinds::DATABASE_FINE),
        Ok(Some(damage)) => Finding::new(kinds::DATABASE_DAMAGED, [("error", FindingValue::Text(damage))]),
        Err(error) => hindered(&error).unwrap_or_else(|| Finding::failed(kinds::DATABASE_DAMAGED, &error)),
    });
    found.push(clock(&reader, now));
    if let Ok(false) = reader.read_consistently(queries::has_owner) {
        found.push(Finding::plain(kinds::OWNER_MISSING));
    }
    found
}

/// Whether the clock is plausible. A clock behind the ledger would write a wrong history. A clock that jumped stops
/// the deletion of old data.
fn clock(reader: &Reader, now: Timestamp) -> Finding {
    let newest = reader.read_consistently(ledger::newest_moment).ok().flatten();
    if let Some(newest) = newest.filter(|newest| newest.minus(CLOCK_SLACK) > now) {
        return Finding::new(
            kinds::CLOCK_BEHIND,
            [("now", FindingValue::Moment(now)), ("newest", FindingValue::Moment(newest))],
        );
    }
    match reader.read_consistently(|read| timekeeping::doubt(read, now)).ok().flatten() {
        Some(doubt) => Finding::new(
            kinds::CLOCK_MOVED,
            [
                ("from", FindingValue::Moment(doubt.from)),
                ("to", FindingValue::Moment(doubt.to)),
                ("hours", FindingValue::Number(doubt.steady.as_secs() / 3_600)),
                ("wanted", FindingValue::Number(PROBATION.as_secs() / 3_600)),
                ("now", FindingValue::Moment(now)),
            ],
        ),
        None => Finding::plain(kinds::CLOCK_FINE),
    }
}

/// A database that cannot be read but may be intact: a restore would lose everything written after the backup.
fn hindered(error: &anyhow::Error) -> Option<Finding> {
    let kind = match error.downcast_ref::<OpenError>()? {
        OpenError::Disk => kinds::DATABASE_DISK,
        OpenError::Access => kinds::DATABASE_ACCESS,
    };
    Some(Finding::failed(kind, error))
}

/// Whether a finding says that the database belongs to another program.
pub(super) fn is_foreign(finding: &Finding) -> bool {
    finding.code == kinds::DATABASE_FOREIGN.code
}

/// The database belongs to another program, has another version, or is damaged: each case needs a different fix.
fn unreadable(error: &anyhow::Error) -> Finding {
    let kind = match error.downcast_ref::<Unreadable>() {
        Some(Unreadable::OfAnotherProgram) => kinds::DATABASE_FOREIGN,
        Some(Unreadable::OfAnotherVersion) => kinds::DATABASE_VERSION,
        None => kinds::DATABASE_DAMAGED,
    };
    Finding::failed(kind, error)
}

pub(super) fn server(config: &Config, folder: &DataDir) -> Finding {
    let place = if config.tls.enabled() { folder.metrics_mark() } else { folder.listen_mark() };
    let mark = std::fs::read_to_string(place).ok();
    let Some(address) = mark.and_then(|mark| mark.trim().parse::<SocketAddr>().ok()) else {
        return Finding::plain(kinds::SERVER_NONE);
    };
    let at = ("address", FindingValue::of(address));
    match readiness(address) {
        Ok(answer) if answer.starts_with("HTTP/1.1 200 ") => Finding::new(kinds::SERVER_READY, [at]),
        Ok(answer) => {
            let why = answer.rsplit("\r\n").next().unwrap_or_default().trim();
            Finding::new(kinds::SERVER_NOT_READY, [at, ("error", FindingValue::of(why))])
        }
        Err(_) => Finding::new(kinds::SERVER_GONE, [at]),
    }
}

fn readiness(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(8192).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

pub(super) fn backups(config: &Config, folder: &DataDir, now: Timestamp) -> Vec<Finding> {
    let mut found = Vec::new();
    let place = config.backup.folder_for(folder.root());
    let by_hand = ("file", FindingValue::Text(super::quoted(&suggested(&place, now))));
    found.push(match LatestBackup::find(&config.backup, folder.root(), now) {
        None => Finding::new(kinds::BACKUP_NONE, [("folder", FindingValue::path(&place)), by_hand]),
        Some(latest) if now.since(latest.at) > BACKUP_AGE => {
            Finding::new(kinds::BACKUP_OLD, [("at", FindingValue::Moment(latest.at)), by_hand])
        }
        Some(latest) => Finding::new(kinds::BACKUP_FINE, [("at", FindingValue::Moment(latest.at))]),
    });
    found.push(backup_folder(&place));
    if !config.backup.scheduled {
        found.push(Finding::plain(kinds::BACKUP_SCHEDULE_OFF));
    }
    if config.backup.recipient.is_empty() {
        found.push(Finding::plain(kinds::BACKUP_ENCRYPTION_OFF));
    }
    let disk = |path: &Path| std::fs::metadata(path).ok().map(|found| found.dev());
    if place.exists() && disk(&place) == disk(folder.root()) {
        found.push(Finding::plain(kinds::BACKUP_PLACE_SAME));
    }
    found
}

/// A file name for a manual backup that this check recognises: the same as the schedule's.
fn suggested(place: &Path, now: Timestamp) -> PathBuf {
    place.join(format!("kapok-{}.tar.zst", stamp(now)))
}

/// Whether the current user can write backups. Root can write nearly everywhere, which says nothing about the
/// server's user.
fn backup_folder(place: &Path) -> Finding {
    let (user, folder) = (machine::own_user(), ("folder", FindingValue::path(place)));
    match try_writing(place) {
        Ok(()) if user == Some(0) => Finding::new(kinds::BACKUP_FOLDER_ROOT, [folder]),
        Ok(()) => Finding::new(kinds::BACKUP_FOLDER_FINE, [folder]),
        Err(error) => {
            let user = user.map_or("unknown".to_owned(), |user| user.to_string());
            Finding::new(
                kinds::BACKUP_FOLDER_CLOSED,
                [folder, ("user", FindingValue::Text(user)), ("error", FindingValue::of(error))],
            )
        }
    }
}
