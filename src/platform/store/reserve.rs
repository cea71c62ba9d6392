//! The reserve: a file of a few MB that the server deletes when the disk is full, so that there is space for a
//! checkpoint of the write-ahead log, which frees more. Changes are accepted again only once the reserve fits again:
//! without that rule the state would swing between full and ready with each small commit that happens to fit.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{FallocateFlags, fallocate};

use super::disk::free_bytes;
use super::owner::FileOwner;

/// The smallest limit of the log before a checkpoint, and some pages more.
const SIZE: u64 = 4 << 20;
/// Free bytes, the reserve included, at which changes are accepted again after the disk was full.
const ENOUGH: u64 = 2 * SIZE;
/// Free bytes that opening the database needs: SQLite's shared memory and a few small files.
const TO_OPEN: u64 = 1 << 20;

/// The reserve of one data folder.
#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    /// True in a server. A command that writes beside the server must not delete the server's reserve.
    wanted: AtomicBool,
}

impl Reserve {
    /// The reserve in the folder of a database; not held yet.
    pub(super) fn beside(database: &Path) -> Self {
        Self { path: database.with_file_name("reserve"), wanted: AtomicBool::new(false) }
    }

    /// Holds the reserve from now on. Returns whether there is space for it and for changes.
    pub(super) fn want(&self) -> bool {
        self.wanted.store(true, Ordering::Relaxed);
        self.is_room()
    }

    /// Whether there is space for changes. Creates the reserve if it is wanted.
    pub(super) fn is_room(&self) -> bool {
        let free = self.path.parent().and_then(free_bytes).unwrap_or(u64::MAX);
        if free.saturating_add(self.held()) < ENOUGH {
            return false;
        }
        !self.wanted.load(Ordering::Relaxed) || self.held() >= SIZE || self.make().is_ok()
    }

    /// Deletes the reserve to free its space.
    pub(super) fn give_up(&self) {
        if self.wanted.load(Ordering::Relaxed)
            && let Err(error) = fs::remove_file(&self.path)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(%error, "the reserve file could not be deleted");
        }
    }

    /// Deletes the reserve of an earlier process if the disk has no space to open the database.
    pub(super) fn make_room_to_open(&self) {
        if self.path.parent().and_then(free_bytes).is_some_and(|free| free < TO_OPEN) {
            // Without a reserve, there is nothing to free.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// The size of the reserve on disk, in bytes.
    fn held(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |found| found.blocks().saturating_mul(512).min(found.len()))
    }

    fn make(&self) -> io::Result<()> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&self.path)?;
        let made = allocate(&file).and_then(|()| {
            let folder = self.path.parent().unwrap_or(&self.path);
            FileOwner::of(folder)?.receive(&self.path).map_err(io::Error::other)
        });
        if made.is_err() {
            let _ = fs::remove_file(&self.path);
        }
        made
    }
}

/// Allocates the space; writes zeros if the file system cannot preallocate.
fn allocate(file: &fs::File) -> io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, SIZE) {
        Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => {
            io::copy(&mut io::Read::take(io::repeat(0), SIZE), &mut &*file)?;
            file.sync_all()
        }
        done => Ok(done?),
    }
}
