//! File ownership: files that root creates are given to the folder's owner, because the server runs as that user and
//! could not use them otherwise.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, lchown};
use std::path::Path;

use anyhow::Context;

/// The owner of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileOwner {
    user: u32,
    group: u32,
}

impl FileOwner {
    /// The owner of a folder or, if it does not exist yet, of its closest existing parent.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        for place in folder.ancestors() {
            match fs::metadata(place) {
                Ok(found) => return Ok(Self { user: found.uid(), group: found.gid() }),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::NotFound.into())
    }

    /// Gives root's files in `path`, and `path` itself, to this owner. A process that is not root has created no files
    /// of root, so this does nothing for its own and other users' files.
    pub fn receive(self, path: &Path) -> anyhow::Result<()> {
        if self.user == 0 {
            return Ok(());
        }
        match self.take(path) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            done => done.with_context(|| format!("{} cannot be given to the owner of its folder", path.display())),
        }
    }

    fn take(self, path: &Path) -> io::Result<()> {
        let found = match fs::symlink_metadata(path) {
            Ok(found) => found,
            // SQLite removes its files beside the database when the last process closes it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            for entry in fs::read_dir(path)? {
                self.take(&entry?.path())?;
            }
        }
        // Changes a symbolic link itself, never its target.
        if found.uid() == 0 { lchown(path, Some(self.user), Some(self.group)) } else { Ok(()) }
    }
}

/// Creates a folder and its missing parents with mode 0700, for the owner of the closest existing parent. An existing
/// folder stays unchanged, because it may be shared or belong to another user.
pub fn create_folder(path: &Path) -> anyhow::Result<()> {
    let missing = path.ancestors().filter(|place| !place.as_os_str().is_empty()).take_while(|place| !place.exists());
    let made = missing.last().map(|outermost| FileOwner::of(path).map(|owner| (owner, outermost))).transpose()?;
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    made.map_or(Ok(()), |(owner, outermost)| owner.receive(outermost))
}
