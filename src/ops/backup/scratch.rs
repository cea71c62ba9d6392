//! Folders for work under way, which nobody else may enter and which go when the work ends.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::base::random_code::new_handle;
use crate::platform::store::Owner;

const PREFIX: &str = ".kapok-scratch-";
/// A name is taken from under us only by another process that clears at the same moment.
const ATTEMPTS: usize = 10;
/// Where folders cannot be locked, as on some networks: what is older than this was left behind.
const ABANDONED: Duration = Duration::from_secs(86_400);

/// A folder of mode 0700 that is removed with all that is in it when this is dropped. It is locked as long, so that a
/// folder without a lock is one that a killed process left behind.
pub(super) struct Scratch {
    path: PathBuf,
    _lock: Option<File>,
}

impl Scratch {
    /// A new one in `parent`, and its owner's. What lies in clear in it belongs on the disk of the data folder; what is
    /// to be moved from it, on the disk that it is moved to.
    pub(super) fn inside(parent: &Path) -> anyhow::Result<Self> {
        clear_abandoned(parent);
        for _ in 0..ATTEMPTS {
            let path = parent.join(format!("{PREFIX}{}", new_handle()));
            DirBuilder::new()
                .mode(0o700)
                .create(&path)
                .with_context(|| format!("the folder {} cannot be written", parent.display()))?;
            if let Locked::Ours(lock) = lock(&path) {
                let scratch = Self { path, _lock: lock };
                // Otherwise what a killed command of root's left there could never be cleared away by the server.
                Owner::of(parent)?.receive(&scratch.path)?;
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
            tracing::warn!(%error, folder = %self.path.display(), "a scratch folder could not be removed");
        }
    }
}

/// Whether a name in a folder is that of a scratch folder.
pub(super) fn is_scratch(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Removes what killed processes left behind in a folder.
pub(super) fn clear_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry.file_name().to_str().is_some_and(is_scratch) {
            continue;
        }
        let age = || entry.metadata().and_then(|found| found.modified()).ok().and_then(|time| time.elapsed().ok());
        // The lock is held until the folder is gone.
        let lock = lock(&entry.path());
        let abandoned = match &lock {
            Locked::Ours(Some(_)) => true,
            Locked::Ours(None) => age().is_some_and(|age| age > ABANDONED),
            Locked::Anothers => false,
        };
        if abandoned {
            // Another user's cannot be removed, and another process may have been quicker.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

enum Locked {
    /// By this process, or by nobody where folders cannot be locked.
    Ours(Option<File>),
    /// By another process, which may have removed it since.
    Anothers,
}

fn lock(path: &Path) -> Locked {
    let Ok(folder) = File::open(path) else { return Locked::Anothers };
    let lock = match folder.try_lock() {
        Ok(()) => Some(folder),
        Err(TryLockError::WouldBlock) => return Locked::Anothers,
        Err(TryLockError::Error(_)) => None,
    };
    if path.exists() { Locked::Ours(lock) } else { Locked::Anothers }
}
