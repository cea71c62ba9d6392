//! Uploads: pictures that editors add, their descriptions, and where they are used.

pub(super) mod http;
mod queries;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{RwLock, Semaphore};

use super::content::listing::ContentUse;
use super::content::refuse_used;
use super::{AuditedStaff, require_version};
use crate::base::clock::Timestamp;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::id::RecordId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND, SERVER_BUSY};
use crate::member::media::{self, Picture, PictureOptions};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Store, Tx};

/// Pictures decoded at the same time: each may take 64 MiB.
const AT_ONCE: usize = 2;
/// The longest time that an upload waits for a free slot.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Processing and storage of pictures.
#[derive(Clone)]
pub(super) struct ImageProcessor {
    folder: PathBuf,
    places: Arc<Semaphore>,
    /// Uploads take a read lock, removals the write lock. Without it, a picture uploaded again during its removal
    /// would keep its row and lose its file.
    shelf: Arc<RwLock<()>>,
}

impl ImageProcessor {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, places: Arc::new(Semaphore::new(AT_ONCE)), shelf: Arc::default() }
    }

    /// Processes a picture. Fails with [`SERVER_BUSY`] when no slot gets free in time, and as [`media::rework`] does.
    async fn develop(&self, bytes: bytes::Bytes, wish: PictureOptions) -> AppResult<Picture> {
        let waited = tokio::time::timeout(LONGEST_WAIT, self.places.clone().acquire_owned()).await;
        let place = waited.ok().and_then(Result::ok).ok_or_else(|| SERVER_BUSY.retry_after(5))?;
        let work = move || {
            let _place = place;
            media::rework(&bytes, wish)
        };
        tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?
    }

    /// Stores a picture's file; returns the name that it is served under.
    async fn keep(&self, picture: Picture) -> AppResult<(String, Picture)> {
        let folder = self.folder.clone();
        let work = move || {
            let address = media::store_picture(&folder, &picture.bytes, picture.extension)?;
            Ok((address.trim_start_matches("/media/").to_owned(), picture))
        };
        tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?
    }

    fn remove(&self, name: &str) {
        if let Err(error) = std::fs::remove_file(self.folder.join(name)) {
            tracing::warn!(%error, name, "uploads: file removal failed");
        }
    }
}

/// A picture that staff uploaded.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Upload {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RecordId,
    /// The path that it is served at: `/media/…`.
    url: String,
    /// In pixels.
    width: i64,
    /// In pixels.
    height: i64,
    /// Size of its file in bytes.
    bytes: i64,
    /// The alternative text, for people who cannot see the picture.
    alt: LocalizedText,
    created: Timestamp,
    /// Incremented by each change of the alternative text.
    #[serde(skip)]
    version: i64,
}

impl CsvRow for Upload {
    const HEADINGS: &'static [&'static str] =
        &["_id", "url", "width", "height", "bytes", "alt.en", "alt.zh", "alt.zhhk", "created"];

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![
            self.id.to_string().into(),
            self.url.clone().into(),
            self.width.into(),
            self.height.into(),
            self.bytes.into(),
        ];
        cells.extend(languages(&self.alt));
        cells.push(self.created.into());
        cells
    }
}

fn checked(mut alt: LocalizedText) -> AppResult<LocalizedText> {
    let mut form = FormErrors::new();
    form.optional_text("alt", &mut alt, LONGEST_NAME);
    form.finish()?;
    Ok(alt)
}

/// Processes a picture, stores its file and inserts its row. Fails as [`ImageProcessor::develop`] does.
async fn bring(
    store: &Store,
    darkroom: &ImageProcessor,
    hand: AuditedStaff,
    file: bytes::Bytes,
    wish: PictureOptions,
    alt: LocalizedText,
) -> AppResult<Upload> {
    let picture = darkroom.develop(file, wish).await?;
    let shelf = darkroom.shelf.clone().read_owned().await;
    let (name, picture) = darkroom.keep(picture).await?;
    let caller = hand.caller();
    let enter = move |tx: &Tx<'_>| {
        // The closure holds the lock, so that the lock lasts even if the client disconnects.
        let _shelf = shelf;
        enter(tx, &hand, &name, &picture, &alt)
    };
    store.write_as(caller, enter).await
}

/// Inserts a picture; for one that exists already only the alternative text changes.
fn enter(tx: &Tx<'_>, hand: &AuditedStaff, name: &str, picture: &Picture, alt: &LocalizedText) -> AppResult<Upload> {
    queries::put(tx, RecordId::made_at(tx.now()), name, picture, alt)?;
    let upload = queries::find_by_name(tx, name)?.ok_or(NOT_FOUND)?;
    hand.note(tx, "upload.create", upload.id, None, Some(&upload))?;
    Ok(upload)
}

/// Changes the text of a picture that is still at `version` (`None` for any). Fails with `not_found` and `stale`.
fn describe(
    tx: &Tx<'_>,
    hand: &AuditedStaff,
    id: RecordId,
    version: Option<i64>,
    alt: &LocalizedText,
) -> AppResult<Upload> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    queries::set_alt(tx, id, alt)?;
    let after = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    hand.note(tx, "upload.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// What shows a picture, including coupons that members hold. It scans all redemptions: run it on a thread for long
/// reads.
fn every_use(read: &Read<'_>, id: RecordId) -> AppResult<Vec<ContentUse>> {
    let upload = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    let mut uses = queries::uses(read, &upload.url)?;
    if uses.is_empty() {
        uses.extend(queries::use_by_redemption(read, &upload.url)?);
    }
    Ok(uses)
}

/// Removes a picture that nothing shows. Fails with `not_found` and `in_use`.
async fn remove(store: &Store, darkroom: &ImageProcessor, hand: AuditedStaff, id: RecordId) -> AppResult<()> {
    refuse_used(&store.read_at_length(move |read| every_use(read, id)).await?)?;
    let _shelf = darkroom.shelf.write().await;
    let name = store
        .write_as(hand.caller(), move |tx| {
            let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
            // Something may use the picture since the first check.
            refuse_used(&queries::uses(tx, &before.url)?)?;
            queries::delete(tx, id)?;
            hand.note(tx, "upload.delete", id, Some(&before), None)?;
            Ok(before.url.trim_start_matches("/media/").to_owned())
        })
        .await?;
    darkroom.remove(&name);
    Ok(())
}
