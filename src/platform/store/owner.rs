//! Whose files are. What root writes into somebody's folder becomes theirs, or the server that runs as them could not
//! use it.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, lchown};
use std::path::Path;

use anyhow::Context;

/// Whom a place belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    user: u32,
    group: u32,
}

impl Owner {
    /// The owner of a folder or, where it does not exist yet, of the nearest one above it that does.
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

    /// Gives them `path` and all that lies in it, as far as it is root's. Whoever is not root made nothing that is
    /// root's, keeps what they made, and leaves what somebody else did.
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
            // SQLite removes its files beside the database when nobody has it open.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            for entry in fs::read_dir(path)? {
                self.take(&entry?.path())?;
            }
        }
        // Of a link itself, never of what it points to.
        if found.uid() == 0 { lchown(path, Some(self.user), Some(self.group)) } else { Ok(()) }
    }
}

/// Makes a folder, and those above it, where they are missing: of mode 0700, and for whoever the place belongs to. One
/// that is there stays as it is, because it may be shared or somebody else's.
pub fn create_folder(path: &Path) -> anyhow::Result<()> {
    let missing = path.ancestors().filter(|place| !place.as_os_str().is_empty()).take_while(|place| !place.exists());
    let made = missing.last().map(|outermost| Owner::of(path).map(|owner| (owner, outermost))).transpose()?;
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    made.map_or(Ok(()), |(owner, outermost)| owner.receive(outermost))
}
