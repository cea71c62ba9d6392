//! Processing and storage of uploaded pictures, a few at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedRwLockReadGuard, RwLock, RwLockWriteGuard, Semaphore};

use super::{Picture, PictureOptions, rework, store_picture};
use crate::base::problem::{AppResult, SERVER_BUSY};

/// Pictures decoded at the same time: each may take 64 MiB.
const AT_ONCE: usize = 2;
/// The longest time that an upload waits for a free slot.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Processing and storage of pictures.
#[derive(Clone)]
pub struct ImageProcessor {
    folder: PathBuf,
    places: Arc<Semaphore>,
    /// Uploads take a read lock, removals the write lock. Without it, a picture uploaded again during its removal
    /// would keep its row and lose its file.
    shelf: Arc<RwLock<()>>,
}

impl ImageProcessor {
    /// Pictures of this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, places: Arc::new(Semaphore::new(AT_ONCE)), shelf: Arc::default() }
    }

    /// Processes a picture. Fails with [`SERVER_BUSY`] when no slot gets free in time, and as [`rework`] does.
    pub async fn process(&self, bytes: bytes::Bytes, wish: PictureOptions) -> AppResult<Picture> {
        let waited = tokio::time::timeout(LONGEST_WAIT, self.places.clone().acquire_owned()).await;
        let place = waited.ok().and_then(Result::ok).ok_or_else(|| SERVER_BUSY.retry_after(5))?;
        let work = move || {
            let _place = place;
            rework(&bytes, wish)
        };
        tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?
    }

    /// Stores a picture's file; returns the name that it is served under.
    pub async fn keep(&self, picture: Picture) -> AppResult<(String, Picture)> {
        let folder = self.folder.clone();
        let work = move || {
            let address = store_picture(&folder, &picture.bytes, picture.extension)?;
            Ok((address.trim_start_matches("/media/").to_owned(), picture))
        };
        tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?
    }

    /// Held while an upload stores its file and its row.
    pub async fn lock_for_upload(&self) -> OwnedRwLockReadGuard<()> {
        self.shelf.clone().read_owned().await
    }

    /// Held while a picture's row and file are removed.
    pub async fn lock_for_removal(&self) -> RwLockWriteGuard<'_, ()> {
        self.shelf.write().await
    }

    /// Removes the file that is served under this name.
    pub fn remove(&self, name: &str) {
        if let Err(error) = std::fs::remove_file(self.folder.join(name)) {
            tracing::warn!(%error, name, "uploads: file removal failed");
        }
    }
}
