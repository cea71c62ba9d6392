//! Restoring an archive into a data folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::queries::{self, CouponOpenedSince};
use super::scratch::{Scratch, is_scratch};
use super::{Manifest, check_ledger, open_quietly, unpack};
use crate::base::clock::Timestamp;
use crate::ops::verification::VerificationReport;
use crate::platform::store::{DataDir, Reader};

/// Whether existing data in the folder may be moved aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingData {
    /// Existing data may be moved aside.
    Yes,
    /// The restore is refused, and nothing changes.
    No,
}

/// The result of a restore.
pub struct Restored {
    /// The manifest of the archive.
    pub manifest: Manifest,
    /// The result of the ledger check after the restore.
    pub report: VerificationReport,
    /// The folder to which the previous data was moved.
    pub set_aside: Option<PathBuf>,
    /// Coupons opened since the backup, according to the previous data.
    pub opened_since: Vec<CouponOpenedSince>,
}

/// Restores the data folder to the state of the backup, except that all sessions end. The existing data stays
/// untouched until the last step, and is moved aside, never deleted.
pub fn restore(
    file: &Path,
    root: &Path,
    identity: Option<&Path>,
    force: ExistingData,
    now: Timestamp,
) -> anyhow::Result<Restored> {
    refuse_to_clobber(root, force)?;
    let missing = missing_folders(root);
    let folder = DataDir::create(root)?;
    let lock = folder.lock()?;
    let restored = restore_into(&folder, file, identity, now);
    if restored.is_err() && !missing.is_empty() {
        let removed = fs::remove_file(root.join("lock")).and_then(|()| missing.iter().try_for_each(fs::remove_dir));
        if let Err(error) = removed {
            tracing::warn!(%error, "restore: removing the new folder after a failure failed");
        }
    }
    drop(lock);
    restored
}

/// The missing folders of the path, innermost first.
fn missing_folders(root: &Path) -> Vec<PathBuf> {
    let named = root.ancestors().filter(|path| !path.as_os_str().is_empty());
    named.take_while(|path| !path.exists()).map(Path::to_owned).collect()
}

fn restore_into(folder: &DataDir, file: &Path, identity: Option<&Path>, now: Timestamp) -> anyhow::Result<Restored> {
    let root = folder.root();
    let scratch = Scratch::inside(root)?;
    let (manifest, fresh) = unpack(file, identity, &scratch)?;
    let store = open_quietly(&fresh)?;
    store.write_blocking(queries::end_every_session)?;
    store.close_blocking();
    drop(store);
    let report = check_ledger(&fresh, &fresh).with_context(|| format!("in {}", file.display()))?;
    let opened_since = opened_in(folder, manifest.created_at);
    folder.owner()?.receive(scratch.path())?;
    let set_aside = swap(folder, scratch.path(), now).with_context(|| {
        format!("the folder {} could not be swapped; run the same command again with --force", root.display())
    })?;
    Ok(Restored { manifest, report, set_aside, opened_since })
}

/// Files that a restore leaves in place, because they are not data of the programme.
fn stays(name: &str) -> bool {
    matches!(name, "lock" | "reserve" | "config.toml" | "backups" | "restore-under-way" | "lost+found")
        || name.starts_with("replaced-")
        || is_scratch(name)
}

fn occupants(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root).with_context(|| format!("{} cannot be read", root.display()))? {
        let name = entry?.file_name();
        let name = name.to_str().with_context(|| format!("{} holds a file with an odd name", root.display()))?;
        if !stays(name) {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}

fn refuse_to_clobber(root: &Path, force: ExistingData) -> anyhow::Result<()> {
    if !root.exists() {
        return Ok(());
    }
    let found = occupants(root)?;
    let mark = root.join("restore-under-way").exists();
    if found.is_empty() || (mark && force == ExistingData::Yes) {
        return Ok(());
    }
    if let Ok(folder) = DataDir::existing(root) {
        folder.lock()?;
    } else if force == ExistingData::Yes {
        bail!("{} is no data folder of Kapok; name another", root.display());
    }
    if force == ExistingData::No {
        bail!("{} is not empty; name another folder, or say --force to have what is there moved aside", root.display());
    }
    Ok(())
}

/// Lists the coupons for the operator, if the previous data is readable.
fn opened_in(folder: &DataDir, moment: Timestamp) -> Vec<CouponOpenedSince> {
    if !folder.database().is_file() {
        return Vec::new();
    }
    let look = || anyhow::Ok(Reader::open(folder)?.read_consistently(|read| queries::opened_since(read, moment))?);
    look().unwrap_or_else(|error| {
        tracing::warn!(%error, "restore: listing the coupons opened since the backup failed");
        Vec::new()
    })
}

fn swap(folder: &DataDir, fresh: &Path, now: Timestamp) -> anyhow::Result<Option<PathBuf>> {
    let root = folder.root();
    // While this mark exists, a server refuses to start: it would take an incomplete folder for a new one.
    File::create(folder.restore_mark())?.sync_all()?;
    sync(root)?;
    let occupants = occupants(root)?;
    let aside = root.join(format!("replaced-{}", now.to_string().replace([':', '.', '-'], "")));
    if !occupants.is_empty() {
        DataDir::create(&aside)?;
        for name in &occupants {
            fs::rename(root.join(name), aside.join(name))?;
        }
        sync(&aside)?;
    }
    for entry in fs::read_dir(fresh)? {
        let entry = entry?;
        sync_deep(&entry.path())?;
        fs::rename(entry.path(), root.join(entry.file_name()))?;
    }
    sync(root)?;
    fs::remove_file(folder.restore_mark())?;
    sync(root)?;
    Ok((!occupants.is_empty()).then_some(aside))
}

fn sync(path: &Path) -> std::io::Result<()> {
    File::open(path)?.sync_all()
}

fn sync_deep(path: &Path) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            sync_deep(&entry?.path())?;
        }
    }
    sync(path)
}
