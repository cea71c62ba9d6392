//! Scratch folders for backups and restores: private, and removed after use.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::base::random_code::new_handle;
use crate::platform::store::FileOwner;

const PREFIX: &str = ".kapok-scratch-";
/// Number of attempts. One fails only if another process cleans up at the same moment.
const ATTEMPTS: usize = 10;
/// Age from which a folder counts as abandoned, if the file system (such as some network ones) cannot lock folders.
const ABANDONED: Duration = Duration::from_secs(86_400);

/// A folder of mode 0700 that is removed with its content on drop. It stays locked until then, so that a folder
/// without a lock is one that a killed process left behind.
pub(super) struct Scratch {
    path: PathBuf,
    _lock: Option<File>,
}

impl Scratch {
    /// Creates one in `parent` and gives it to the owner of `parent`. Unencrypted data belongs on the disk of the
    /// data folder; files that will be renamed belong on the disk of their target.
    pub(super) fn inside(parent: &Path) -> anyhow::Result<Self> {
        clear_abandoned(parent);
        for _ in 0..ATTEMPTS {
            let path = parent.join(format!("{PREFIX}{}", new_handle()));
            DirBuilder::new()
                .mode(0o700)
                .create(&path)
                .with_context(|| format!("the folder {} cannot be written", parent.display()))?;
            if let ScratchLock::Ours(lock) = lock(&path) {
                let scratch = Self { path, _lock: lock };
                // Otherwise the server could never remove a folder that a killed command of root left behind.
                FileOwner::of(parent)?.receive(&scratch.path)?;
                return Ok(scratch);
            }
        }
        bail!("no folder could be locked in {}", parent.display())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            tracing::warn!(%error, folder = %self.path.display(), "removing a scratch folder failed");
        }
    }
}

/// Whether a file name is that of a scratch folder.
pub(super) fn is_scratch(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Removes scratch folders that killed processes left behind in a folder.
pub(super) fn clear_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_scratch) {
            continue;
        }
        let age = || entry.metadata().and_then(|found| found.modified()).ok().and_then(|time| time.elapsed().ok());
        // The lock is held until the folder is removed.
        let lock = lock(&entry.path());
        let abandoned = match &lock {
            ScratchLock::Ours(Some(_)) => true,
            ScratchLock::Ours(None) => age().is_some_and(|age| age > ABANDONED),
            ScratchLock::Anothers => false,
        };
        if abandoned {
            // A folder of another user cannot be removed, and another process may have removed it already.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

enum ScratchLock {
    /// Locked by this process; `None` if the file system cannot lock folders.
    Ours(Option<File>),
    /// Locked by another process, which may have removed it since.
    Anothers,
}

fn lock(path: &Path) -> ScratchLock {
    let Ok(folder) = File::open(path) else { return ScratchLock::Anothers };
    let lock = match folder.try_lock() {
        Ok(()) => Some(folder),
        Err(TryLockError::WouldBlock) => return ScratchLock::Anothers,
        Err(TryLockError::Error(_)) => None,
    };
    if path.exists() { ScratchLock::Ours(lock) } else { ScratchLock::Anothers }
}
