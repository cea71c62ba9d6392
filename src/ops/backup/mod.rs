//! Backups: one archive with all data of a programme, made while the server runs, and the restore. No routes.
//!
//! A backup gets its final name only when it is complete, synced to the disk and verified: the ledger of the copied
//! database is replayed, and an unencrypted archive is read again. Active secrets (sessions, codes, links) are left
//! out.

mod alarm;
mod archive;
mod archive_name;
mod bucket;
mod offsite;
pub mod queries;
mod restore;
mod schedule;
mod scratch;
mod signing;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use age::x25519::Recipient;
use anyhow::{Context, bail};

use crate::base::clock::Timestamp;
use crate::ops::verification::{self, VerificationReport};
use crate::platform::store::{DataDir, Reader, Store, copy_database, free_bytes, recorded_schema, schema_version};

pub use archive::{ArchivedFile, Manifest};
pub use archive_name::stamp;
pub use bucket::{Bucket, Object};
pub use offsite::fetch;
pub use restore::{ExistingData, Restored, restore};
pub use schedule::{Backups, Daily, LatestBackup, before_upgrade, made_by_schedule, make_now, rehearse, run_daily};

use scratch::Scratch;

const MEGABYTE: u64 = 1024 * 1024;
/// Bytes that must stay free after copying the database, for writes in the meantime.
const SPARE: u64 = 64 * MEGABYTE;

/// A finished backup.
pub struct CreatedBackup {
    /// Path of the archive.
    pub path: PathBuf,
    /// Size in bytes.
    pub bytes: u64,
    /// The manifest of its content.
    pub manifest: Manifest,
    /// The result of the ledger check; `None` for a database of an older schema.
    pub report: Option<VerificationReport>,
}

/// Makes a backup of a folder as `target`, which must not exist.
pub fn make(
    folder: &DataDir,
    target: &Path,
    recipient: Option<&Recipient>,
    now: Timestamp,
) -> anyhow::Result<CreatedBackup> {
    if target.exists() {
        bail!("{} exists already; name another file", target.display());
    }
    let parent = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let name = target.file_name().with_context(|| format!("{} is not the name of a file", target.display()))?;
    // The backup folder receives only the archive. The unencrypted database copy stays on the disk of the data
    // folder: it must never reach the disk of encrypted backups, not even after a power cut.
    let unfinished = Scratch::inside(parent)?;
    let scratch = Scratch::inside(folder.root())?;
    expect_room(folder)?;
    let copied = DataDir::create(scratch.path())?;
    copy_database(folder, &copied.database(), queries::LEFT_OUT)?;
    let schema = recorded_schema(&copied)?;
    let report = if schema == schema_version() { Some(check_ledger(&copied, folder)?) } else { None };
    let mut sources = vec![archive::ArchiveSource { name: "kapok.db".to_owned(), place: copied.database() }];
    archive::below(&folder.keys(), "keys", &mut sources)?;
    archive::below(&folder.media(), "media", &mut sources)?;
    archive::below(&folder.uploads(), "uploads", &mut sources)?;
    let manifest = archive::manifest(&mut sources, schema, now)?;
    let whole = unfinished.path().join(name);
    archive::write(&whole, &manifest, &sources, recipient)?;
    if recipient.is_none() {
        archive::read(&whole, None, None)?;
    }
    let bytes = fs::metadata(&whole)?.len();
    // Never replaces another file, even one that was created meanwhile.
    fs::hard_link(&whole, target)
        .or_else(|_| {
            if target.exists() { Err(std::io::ErrorKind::AlreadyExists.into()) } else { fs::rename(&whole, target) }
        })
        .with_context(|| format!("{} cannot be written", target.display()))?;
    // The new name is durable only after the folder is synced.
    sync_folder(parent).with_context(|| format!("{} cannot be written", parent.display()))?;
    Ok(CreatedBackup { path: target.to_owned(), bytes, manifest, report })
}

/// Syncs a folder. Some network file systems do not support this, but their files are stored nevertheless.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Refuses to copy the database if the copy could fill the disk that the running server writes to.
fn expect_room(folder: &DataDir) -> anyhow::Result<()> {
    let needed = fs::metadata(folder.database())?.len() + SPARE;
    match free_bytes(folder.root()) {
        Some(free) if free < needed => bail!(
            "a copy of the database needs {} MB on the disk of {}, and {} are free",
            needed / MEGABYTE,
            folder.root().display(),
            free / MEGABYTE
        ),
        _ => Ok(()),
    }
}

/// Replays the ledger of a copy; its audit seals were made with the keys of `folder`.
fn check_ledger(copied: &DataDir, folder: &DataDir) -> anyhow::Result<VerificationReport> {
    let keys = folder.keyring()?;
    Reader::open(copied)?
        .read_consistently(|read| verification::verify(read, &keys))?
        .map_err(|wrong| anyhow::anyhow!("the books are wrong: {wrong}"))
}

/// Restores a backup into a scratch folder, upgrades it to the current schema if necessary, and replays its ledger. A
/// backup that needs an `identity` is unpacked in `data_dir`.
pub fn verify(file: &Path, identity: Option<&Path>, data_dir: &Path) -> anyhow::Result<(Manifest, VerificationReport)> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Decrypted data must never be written next to encrypted archives. A backup may also be on a read-only disk, or
    // on a machine without a data folder.
    let place = match identity {
        None => parent,
        Some(_) => {
            DataDir::existing(data_dir).map_or(Ok(()), |live| expect_room(&live))?;
            data_dir
        }
    };
    let scratch = Scratch::inside(place).or_else(|_| Scratch::inside(&std::env::temp_dir()))?;
    let (manifest, folder) = unpack(file, identity, &scratch)?;
    if manifest.schema != schema_version() {
        drop(open_quietly(&folder)?);
    }
    let report = check_ledger(&folder, &folder).with_context(|| format!("in {}", file.display()))?;
    Ok((manifest, report))
}

fn unpack(file: &Path, identity: Option<&Path>, scratch: &Scratch) -> anyhow::Result<(Manifest, DataDir)> {
    if !file.is_file() {
        bail!("the backup {} does not exist", file.display());
    }
    let manifest = archive::read(file, identity, Some(scratch.path()))?;
    if manifest.schema > schema_version() {
        bail!(
            "{} was made by Kapok {} with schema {}, and this one knows {}; use that version or a newer one",
            file.display(),
            manifest.kapok,
            manifest.schema,
            schema_version()
        );
    }
    let folder = DataDir::existing(scratch.path()).with_context(|| format!("in {}", file.display()))?;
    Ok((manifest, folder))
}

/// Removes what killed backups and restores left behind: unencrypted copies of the database.
pub fn clear_abandoned(settings: &crate::platform::config::Backup, folder: &DataDir) {
    scratch::clear_abandoned(folder.root());
    scratch::clear_abandoned(&settings.folder_for(folder.root()));
}

/// Opens a store on a folder that no server uses.
fn open_quietly(folder: &DataDir) -> anyhow::Result<Store> {
    Store::open(folder, crate::platform::config::Synchronous::Full, crate::base::clock::Clock::system())
}
