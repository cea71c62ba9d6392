//! Checks of the programme: settings, keys, database, server, backups.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use super::{Finding, machine, queries};
use crate::backup::Latest;
use crate::base::clock::Timestamp;
use crate::config::{Config, Synchronous};
use crate::store::{DataDir, Hindrance, Reader, try_writing};

const PATIENCE: Duration = Duration::from_secs(5);
/// A day, and some hours for a backup that is under way or was made up for.
pub const BACKUP_AGE: Duration = Duration::from_secs(30 * 3_600);
const CLOCK_SLACK: Duration = Duration::from_secs(60);

pub(super) fn forced_settings(config: &Config) -> Vec<Finding> {
    let forced = config.force.iter().map(|name| {
        Finding::warning(
            "forced_settings",
            format!("{name} is unsafe as it is set, and forced"),
            format!("set {name} as config.example.toml says, and take it out of force"),
        )
    });
    let mut found: Vec<_> = forced.collect();
    if !config.limits.enabled {
        found.push(Finding::warning("limits", "rate limits and daily amounts are off", "set limits.enabled = true"));
    }
    found
}

pub(super) fn address(config: &Config) -> Finding {
    let check = "address";
    if config.is_on_loopback() {
        return Finding::ok(check, "only this machine can reach the server");
    }
    if config.is_plain_to_anybody() {
        return Finding::warning(
            check,
            format!("members open {}, and {} takes plain HTTP from anybody", config.public_url, config.listen),
            "put certificate files into [tls], or listen on loopback behind a proxy and name it in http.trusted_proxies",
        );
    }
    Finding::ok(check, format!("members open {}", config.public_url))
}

pub(super) fn durability(config: &Config) -> Finding {
    match config.store.synchronous {
        Synchronous::Full => Finding::ok("durability", "an answered call survives a power cut"),
        Synchronous::Normal => Finding::warning(
            "durability",
            "a power cut may lose the last answered calls",
            "set store.synchronous = \"full\"",
        ),
    }
}

pub(super) fn keys(folder: &DataDir) -> Finding {
    match folder.keyring() {
        Ok(_) => Finding::ok("keys", "the master key is there"),
        Err(error) => {
            let kind = error.root_cause().downcast_ref::<std::io::Error>().map(std::io::Error::kind);
            let fix = match kind {
                Some(ErrorKind::PermissionDenied) => {
                    "give the data folder, with all in it, to the server's user (chown -R)"
                }
                _ => "put keys/master.key back from a backup",
            };
            Finding::problem("keys", format!("{error:#}"), fix)
        }
    }
}

pub(super) fn database(folder: &DataDir, now: Timestamp) -> Vec<Finding> {
    let check = "database";
    let reader = match Reader::open(folder) {
        Ok(reader) => reader,
        Err(error) => {
            let otherwise = "start the server of this version once, or restore the newest backup (kapok restore)";
            return vec![hindered(&error).unwrap_or_else(|| Finding::problem(check, format!("{error:#}"), otherwise))];
        }
    };
    let mut found = Vec::new();
    found.push(match reader.quick_check() {
        Ok(None) => Finding::ok(check, "the database is intact"),
        Ok(Some(damage)) => damaged(&damage),
        Err(error) => hindered(&error).unwrap_or_else(|| damaged(&format!("{error:#}"))),
    });
    let newest = reader.read_consistently(queries::newest_transaction).ok().flatten();
    found.push(match newest {
        Some(newest) if newest.minus(CLOCK_SLACK) > now => Finding::problem(
            "clock",
            format!("this machine's clock says {now}, and the newest transaction is of {newest}"),
            "set the clock and keep it with NTP (timedatectl set-ntp true)",
        ),
        _ => Finding::ok("clock", "the clock is not behind the books"),
    });
    if let Ok(false) = reader.read_consistently(queries::has_owner) {
        let fix = "kapok admin create --email you@example.org --name \"Your Name\"";
        found.push(Finding::warning("owner", "nobody can sign in as the owner", fix));
    }
    found
}

/// A database that cannot be looked at and may well be sound: a restore would throw away what came after the backup.
fn hindered(error: &anyhow::Error) -> Option<Finding> {
    let fix = match error.downcast_ref::<Hindrance>()? {
        Hindrance::Disk => "make room on the disk, or a larger one; the system's log says more (dmesg)",
        Hindrance::Access => "run this as the server's user, and give that user the data folder (chown -R)",
    };
    Some(Finding::problem("database", format!("{error:#}"), fix))
}

fn damaged(what: &str) -> Finding {
    let fix = "stop the server, keep a copy of the folder, and restore the newest backup (kapok restore FILE --force)";
    Finding::problem("database", format!("the database is damaged: {what}"), fix)
}

pub(super) fn server(config: &Config, folder: &DataDir) -> Finding {
    let check = "server";
    let place = if config.tls.enabled() { folder.metrics_mark() } else { folder.listen_mark() };
    let mark = std::fs::read_to_string(place).ok();
    let Some(address) = mark.and_then(|mark| mark.trim().parse::<SocketAddr>().ok()) else {
        return Finding::ok(check, "no server is running on this folder");
    };
    match readiness(address) {
        Ok(answer) if answer.starts_with("HTTP/1.1 200 ") => {
            Finding::ok(check, format!("the server at {address} is ready"))
        }
        Ok(answer) => {
            let why = answer.rsplit("\r\n").next().unwrap_or_default().trim().to_owned();
            Finding::problem(
                check,
                format!("the server at {address} is not ready: {why}"),
                "its log says more (journalctl -u kapok)",
            )
        }
        Err(_) => Finding::problem(
            check,
            format!("a server said that it is at {address}, and nobody answers there"),
            "start it again (systemctl restart kapok); its log says why it ended",
        ),
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
    let by_hand = "kapok backup FILE";
    found.push(match Latest::find(&config.backup, folder.root()) {
        None => Finding::warning("backup", format!("there is no backup in {}", place.display()), by_hand),
        Some(latest) if now.since(latest.at) > BACKUP_AGE => Finding::warning(
            "backup",
            format!("the newest backup is of {}", latest.at),
            format!("look for «the daily backup failed» in the log; meanwhile {by_hand}"),
        ),
        Some(latest) => Finding::ok("backup", format!("the newest backup is of {}", latest.at)),
    });
    found.push(backup_folder(&place));
    if !config.backup.scheduled {
        let message = "the server makes no backups by itself";
        found.push(Finding::warning("backup_schedule", message, "set backup.scheduled = true"));
    }
    if config.backup.recipient.is_empty() {
        found.push(Finding::warning(
            "backup_encryption",
            "backups are readable by whoever gets hold of them",
            "make a key with age-keygen, keep it elsewhere, and set backup.recipient to its public half",
        ));
    }
    let disk = |path: &Path| std::fs::metadata(path).ok().map(|found| found.dev());
    if place.exists() && disk(&place) == disk(folder.root()) {
        found.push(Finding::warning(
            "backup_place",
            "backups lie on the disk that they are to replace",
            "set backup.folder to another disk, or copy them to another machine each day",
        ));
    }
    found
}

/// Whether backups can be written by whoever asks. Root can nearly everywhere, which says nothing of the server.
fn backup_folder(place: &Path) -> Finding {
    let (check, user) = ("backup_folder", machine::own_user());
    match try_writing(place) {
        Ok(()) if user == Some(0) => Finding::ok(
            check,
            format!(
                "root can write backups to {}; whether the server's user can is under Diagnostics at the desk",
                place.display()
            ),
        ),
        Ok(()) => Finding::ok(check, format!("backups can be written to {}", place.display())),
        Err(error) => Finding::problem(
            check,
            format!(
                "the user who runs this ({}) cannot write backups to {}: {error}",
                user.map_or("unknown".to_owned(), |user| user.to_string()),
                place.display()
            ),
            "let that user write there, in the unit too (the handbook's page Go live says how), or set backup.folder",
        ),
    }
}
