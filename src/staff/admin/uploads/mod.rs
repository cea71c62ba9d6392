//! Uploads: the pictures that editors bring, what they show, and who uses them.

pub(super) mod http;
mod queries;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{RwLock, Semaphore};

use super::content::listing::Use;
use super::content::refuse_used;
use super::{Hand, require_version};
use crate::base::clock::Timestamp;
use crate::base::content::{Form, LONGEST_NAME};
use crate::base::id::RecordId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND, SERVER_BUSY};
use crate::member::media::{self, Picture, Wish};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Store, Tx};

/// Pictures that are unpacked at once: each may take 64 MiB.
const AT_ONCE: usize = 2;
/// How long one waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Where pictures are worked on and kept.
#[derive(Clone)]
pub(super) struct Darkroom {
    folder: PathBuf,
    places: Arc<Semaphore>,
    /// Pictures are put on the shelf side by side, and taken off it alone: what is brought again while it is being
    /// removed would keep its row and lose its file.
    shelf: Arc<RwLock<()>>,
}

impl Darkroom {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, places: Arc::new(Semaphore::new(AT_ONCE)), shelf: Arc::default() }
    }

    /// Reworks a picture. Fails with [`SERVER_BUSY`] when others take too long, and as [`media::rework`] does.
    async fn develop(&self, bytes: bytes::Bytes, wish: Wish) -> AppResult<Picture> {
        let waited = tokio::time::timeout(LONGEST_WAIT, self.places.clone().acquire_owned()).await;
        let place = waited.ok().and_then(Result::ok).ok_or_else(|| SERVER_BUSY.retry_after(5))?;
        let work = move || {
            let _place = place;
            media::rework(&bytes, wish)
        };
        tokio::task::spawn_blocking(work).await.map_err(anyhow::Error::from)?
    }

    /// Keeps a picture's file; gives the name that it is served under.
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
            tracing::warn!(%error, name, "the file of a removed picture could not be removed");
        }
    }
}

/// A picture that staff brought.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Upload {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: RecordId,
    /// Where it is served: `/media/…`.
    url: String,
    /// In pixels.
    width: i64,
    /// In pixels.
    height: i64,
    /// The size of its file.
    bytes: i64,
    /// What it shows, for those who cannot see it.
    alt: LocalizedText,
    created: Timestamp,
    /// Counts the changes of its words.
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
    let mut form = Form::new();
    form.optional_text("alt", &mut alt, LONGEST_NAME);
    form.finish()?;
    Ok(alt)
}

/// Reworks a picture, keeps its file and enters it. Fails as [`Darkroom::develop`] does.
async fn bring(
    store: &Store,
    darkroom: &Darkroom,
    hand: Hand,
    file: bytes::Bytes,
    wish: Wish,
    alt: LocalizedText,
) -> AppResult<Upload> {
    let picture = darkroom.develop(file, wish).await?;
    let shelf = darkroom.shelf.clone().read_owned().await;
    let (name, picture) = darkroom.keep(picture).await?;
    let caller = hand.caller();
    let enter = move |tx: &Tx<'_>| {
        // Held here, so that it lasts though nobody waits for the answer any more.
        let _shelf = shelf;
        enter(tx, &hand, &name, &picture, &alt)
    };
    store.write_as(caller, enter).await
}

/// Enters a picture; one that is there already keeps its place and takes the new words.
fn enter(tx: &Tx<'_>, hand: &Hand, name: &str, picture: &Picture, alt: &LocalizedText) -> AppResult<Upload> {
    queries::put(tx, RecordId::made_at(tx.now()), name, picture, alt)?;
    let upload = queries::find_by_name(tx, name)?.ok_or(NOT_FOUND)?;
    hand.note(tx, "upload.create", upload.id, None, Some(&upload))?;
    Ok(upload)
}

/// Changes the words of one that is still at `version` (`None` for any). Fails with `not_found` and `stale`.
fn describe(tx: &Tx<'_>, hand: &Hand, id: RecordId, version: Option<i64>, alt: &LocalizedText) -> AppResult<Upload> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    queries::set_alt(tx, id, alt)?;
    let after = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    hand.note(tx, "upload.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// Who shows a picture, coupons that members hold included. A pass over all redemptions: for a
/// thread of its own.
fn every_use(read: &Read<'_>, id: RecordId) -> AppResult<Vec<Use>> {
    let upload = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    let mut uses = queries::uses(read, &upload.url)?;
    if uses.is_empty() {
        uses.extend(queries::use_by_redemption(read, &upload.url)?);
    }
    Ok(uses)
}

/// Removes a picture that nothing shows. Fails with `not_found` and `in_use`.
async fn remove(store: &Store, darkroom: &Darkroom, hand: Hand, id: RecordId) -> AppResult<()> {
    refuse_used(&store.read_at_length(move |read| every_use(read, id)).await?)?;
    let _shelf = darkroom.shelf.write().await;
    let name = store
        .write_as(hand.caller(), move |tx| {
            let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
            // Somebody may have begun to use it since.
            refuse_used(&queries::uses(tx, &before.url)?)?;
            queries::delete(tx, id)?;
            hand.note(tx, "upload.delete", id, Some(&before), None)?;
            Ok(before.url.trim_start_matches("/media/").to_owned())
        })
        .await?;
    darkroom.remove(&name);
    Ok(())
}
