//! Uploads: pictures that editors add, their descriptions, and their uses.

pub mod http;
mod queries;

use serde::Serialize;

use crate::base::clock::Timestamp;
use crate::base::content::{FormErrors, LONGEST_NAME};
use crate::base::id::RecordId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::settings;
use crate::member::media::{ImageProcessor, Picture, PictureOptions};
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::{Read, Store, Tx};
use crate::staff::admin::content::listing::ContentUse;
use crate::staff::admin::content::refuse_used;
use crate::staff::kit::permissions::Editors;
use crate::staff::kit::{AuditedStaff, require_version};

/// A picture that staff uploaded.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Upload {
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
    const HEADINGS: &'static str = "_id,url,width,height,bytes,alt.en,alt.zh,alt.zhhk,created";

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
    images: &ImageProcessor,
    staff: AuditedStaff,
    file: bytes::Bytes,
    wish: PictureOptions,
    alt: LocalizedText,
) -> AppResult<Upload> {
    let picture = images.process(file, wish).await?;
    let shelf = images.lock_for_upload().await;
    let (name, picture) = images.keep(picture).await?;
    let caller = staff.caller();
    let enter = move |tx: &Tx<'_>| {
        // The closure holds the lock, so that the lock lasts even if the client disconnects.
        let _shelf = shelf;
        enter(tx, &staff, &name, &picture, &alt)
    };
    store.write_as(caller, enter).await
}

/// Inserts a picture; for one that exists already only the alternative text changes. A partner's manager, who may add
/// pictures but not edit them, leaves that text as it is.
fn enter(tx: &Tx<'_>, staff: &AuditedStaff, name: &str, picture: &Picture, alt: &LocalizedText) -> AppResult<Upload> {
    if !staff.is_of::<Editors>()
        && let Some(upload) = queries::find_by_name(tx, name)?
    {
        return Ok(upload);
    }
    queries::put(tx, RecordId::made_at(tx.now()), name, picture, alt)?;
    let upload = queries::find_by_name(tx, name)?.ok_or(NOT_FOUND)?;
    staff.note(tx, "upload.create", upload.id, None, Some(&upload))?;
    Ok(upload)
}

/// Changes the text of a picture that is still at `version` (`None` for any). Fails with `not_found` and `stale`.
fn describe(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: RecordId,
    version: Option<i64>,
    alt: &LocalizedText,
) -> AppResult<Upload> {
    let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    require_version(version, before.version)?;
    queries::set_alt(tx, id, alt)?;
    let after = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
    staff.note(tx, "upload.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

/// The records that show a picture, including coupons that members hold. It scans all redemptions: run it on a
/// thread for long reads.
fn every_use(read: &Read<'_>, id: RecordId) -> AppResult<Vec<ContentUse>> {
    let upload = queries::find(read, id)?.ok_or(NOT_FOUND)?;
    let mut uses = uses(read, &upload.url)?;
    if uses.is_empty() {
        uses.extend(queries::use_by_redemption(read, &upload.url)?);
    }
    Ok(uses)
}

/// The content that shows a picture, and the settings if it is the logo.
fn uses(read: &Read<'_>, url: &str) -> AppResult<Vec<ContentUse>> {
    let mut found = queries::uses(read, url)?;
    let settings = settings::current(read)?;
    if settings.logo.as_deref() == Some(url) {
        let (kind, id) = ("settings".to_owned(), "logo".to_owned());
        found.push(ContentUse { kind, id, name: settings.programme_name, blocks: true });
    }
    Ok(found)
}

/// Removes a picture that nothing shows. Fails with `not_found` and `in_use`.
async fn remove(store: &Store, images: &ImageProcessor, staff: AuditedStaff, id: RecordId) -> AppResult<()> {
    refuse_used(&store.read_at_length(move |read| every_use(read, id)).await?)?;
    let _shelf = images.lock_for_removal().await;
    let name = store
        .write_as(staff.caller(), move |tx| {
            let before = queries::find(tx, id)?.ok_or(NOT_FOUND)?;
            // Since the first check, a record may have begun to use the picture.
            refuse_used(&uses(tx, &before.url)?)?;
            queries::delete(tx, id)?;
            staff.note(tx, "upload.delete", id, Some(&before), None)?;
            Ok(before.url.trim_start_matches("/media/").to_owned())
        })
        .await?;
    images.remove(&name);
    Ok(())
}
