//! Folders for work under way, which nobody else may enter and which go when the work ends.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use crate::base::handle::new_handle;
use crate::store::Owner;

const PREFIX: &str = ".kapok-scratch-";
/// What a killed process left behind is cleared away after this time.
const ABANDONED: Duration = Duration::from_secs(86_400);

/// A folder of mode 0700 that is removed with all that is in it when this is dropped.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// A new one in `parent`, and its owner's. What lies in clear in it belongs on the disk of the data folder; what is
    /// to be moved from it, on the disk that it is moved to.
    pub(super) fn inside(parent: &Path) -> anyhow::Result<Self> {
        clear_abandoned(parent);
        let path = parent.join(format!("{PREFIX}{}", new_handle()));
        DirBuilder::new()
            .mode(0o700)
            .create(&path)
            .with_context(|| format!("the folder {} cannot be written", parent.display()))?;
        let scratch = Self(path);
        // Otherwise what a killed command of root's left there could never be cleared away by the server.
        Owner::of(parent)?.receive(&scratch.0)?;
        Ok(scratch)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, folder = %self.0.display(), "a scratch folder could not be removed");
        }
    }
}

/// Whether a name in a folder is that of a scratch folder.
pub(super) fn is_scratch(name: &str) -> bool {
    name.starts_with(PREFIX)
}

fn clear_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_scratch);
        let age = entry.metadata().and_then(|found| found.modified()).ok().and_then(|time| time.elapsed().ok());
        if ours && age.is_some_and(|age| age > ABANDONED) {
            // Another process may have been quicker.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
