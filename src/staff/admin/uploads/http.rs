//! Uploads over HTTP: a picture as the body, or as a file of a form.

use axum::body::Bytes;
use axum::extract::multipart::{Field, Multipart};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Upload, checked, queries};
use crate::base::id::RecordId;
use crate::base::language::LocalizedText;
use crate::base::problem::{AppError, AppResult, INVALID_BODY, INVALID_PARAMETER, NOT_FOUND};
use crate::member::media::{Crop, FILE_LIMIT, PictureOptions};
use crate::platform::http::json::{BODY_TOO_LARGE, Json, UNSUPPORTED_MEDIA_TYPE, read_body};
use crate::platform::http::list_response::{Filters, ListRequest};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::staff::admin::content::listing::{ContentUse, anywhere, said};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Editors, PictureAdders};
use crate::staff::kit::replace_body::edited;

/// Body limit in bytes: a picture and the rest of its form.
const FORM_LIMIT: usize = 6 * 1024 * 1024;
/// Allowed values of `maxSize`, in pixels.
const SIDES: std::ops::RangeInclusive<u32> = 16..=4_096;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_uploads, create_upload))
        .routes(routes!(get_upload, describe_upload, delete_upload))
        .routes(routes!(list_upload_uses))
        .layer(DefaultBodyLimit::max(FORM_LIMIT))
}

#[derive(Deserialize)]
struct UploadsQuery {
    q: Option<String>,
}

/// List pictures, newest first; `q` searches the alternative texts.
#[utoipa::path(get, path = "/api/admin/uploads", tag = "admin",
    params(("q" = Option<String>, Query), ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Upload])))]
async fn list_uploads(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    request: ListRequest,
    Filters(query): Filters<UploadsQuery>,
) -> AppResult<Response> {
    let pattern = said(query.q)?.as_deref().map(anywhere);
    let total = if pattern.is_none() { Some(admin.store.read(queries::count)?) } else { None };
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, pattern) = (admin.store.clone(), pattern.clone());
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| queries::list(read, pattern.as_deref(), after, limit)).await
        }
    };
    request.answer("uploads", total, fetch, |upload| upload.id.to_string()).await
}

/// An upload request: the file, its edits, and its alternative text.
#[derive(Default)]
struct UploadedFile {
    file: Bytes,
    wish: PictureOptions,
    alt: LocalizedText,
}

impl UploadedFile {
    /// Reads one named value of the query or the form.
    fn take(&mut self, name: &str, value: String) -> AppResult<()> {
        match name {
            "crop" => {
                let crop = Crop::parse(&value).ok_or_else(|| AppError::invalid_field("crop", "invalid_crop"))?;
                self.wish.crop = Some(crop);
            }
            "maxSize" => {
                let side = value.trim().parse().ok().filter(|side| SIDES.contains(side));
                self.wish.max_size = Some(side.ok_or_else(|| AppError::invalid_field("maxSize", "invalid_value"))?);
            }
            "alt.en" => self.alt.en = value,
            "alt.zh" => self.alt.zh = Some(value),
            "alt.zhhk" => self.alt.zhhk = Some(value),
            _ => return Err(AppError::invalid_field(name.to_owned(), "unknown_field")),
        }
        Ok(())
    }
}

impl FromRequest<AdminContext> for UploadedFile {
    type Rejection = AppError;

    async fn from_request(request: Request, admin: &AdminContext) -> AppResult<Self> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let essence = kind.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        if request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(UNSUPPORTED_MEDIA_TYPE.worded("refused.no_picture").into());
        }
        let mut brought = Self::default();
        let query = request.uri().query().unwrap_or("").to_owned();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            brought.take(&name, value.into_owned())?;
        }
        match essence.as_str() {
            "multipart/form-data" => {
                let form = Multipart::from_request(request, admin).await.map_err(|_| INVALID_BODY)?;
                tokio::time::timeout(std::time::Duration::from_secs(15), brought.read_form(form))
                    .await
                    .map_err(|_| crate::platform::http::json::REQUEST_TIMEOUT)??;
            }
            // The file's bytes decide its real type.
            kind if kind.starts_with("image/") || kind == "application/octet-stream" => {
                brought.file = read_body(request, FILE_LIMIT).await?;
            }
            _ => return Err(UNSUPPORTED_MEDIA_TYPE.worded("refused.no_picture").into()),
        }
        if brought.file.is_empty() {
            return Err(AppError::invalid_field("file", "required_field"));
        }
        brought.alt = checked(brought.alt)?;
        Ok(brought)
    }
}

impl UploadedFile {
    async fn read_form(&mut self, mut form: Multipart) -> AppResult<()> {
        let unreadable = |error: axum::extract::multipart::MultipartError| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => AppError::from(BODY_TOO_LARGE),
            _ => INVALID_BODY.into(),
        };
        while let Some(field) = form.next_field().await.map_err(unreadable)? {
            let name = field.name().unwrap_or("").to_owned();
            let bytes = Field::bytes(field).await.map_err(unreadable)?;
            if name == "file" {
                if bytes.len() > FILE_LIMIT {
                    return Err(BODY_TOO_LARGE.into());
                }
                self.file = bytes;
            } else {
                let value = String::from_utf8(bytes.to_vec()).map_err(|_| INVALID_BODY)?;
                self.take(&name, value)?;
            }
        }
        Ok(())
    }
}

/// Upload a picture: PNG, JPEG or WebP of at most 5 MiB and 4,096 pixels a side, as the body or as the form's `file`.
/// It is rotated upright, cut to `crop` (`x,y,width,height`), shrunk to `maxSize` and encoded anew. `alt.en`,
/// `alt.zh` and `alt.zhhk` are its alternative text. All these are fields of the form or the query.
#[utoipa::path(post, path = "/api/admin/uploads", tag = "admin",
    request_body(content = Vec<u8>, content_type = "image/*", description = "The picture, or a form with it as `file`"),
    params(("crop" = Option<String>, Query), ("maxSize" = Option<i64>, Query), ("alt.en" = Option<String>, Query),
        ("alt.zh" = Option<String>, Query), ("alt.zhhk" = Option<String>, Query)),
    responses((status = 201, body = Upload)))]
async fn create_upload(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<PictureAdders>,
    brought: UploadedFile,
) -> AppResult<Response> {
    let upload = super::bring(&admin.store, &admin.images, staff, brought.file, brought.wish, brought.alt).await?;
    Ok(tagged(StatusCode::CREATED, upload.version, upload))
}

/// Show one picture; a change of its alternative text must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/uploads/{id}", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 200, body = Upload)))]
async fn get_upload(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<RecordId>,
) -> AppResult<Response> {
    let found = admin.store.read(|read| queries::find(read, id))?.ok_or(NOT_FOUND)?;
    Ok(tagged(StatusCode::OK, found.version, found))
}

/// The alternative text of a picture.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct DescribeRequest {
    alt: LocalizedText,
}

/// Set the alternative text of a picture, unless somebody else has changed it meanwhile.
#[utoipa::path(put, path = "/api/admin/uploads/{id}", tag = "admin", request_body = DescribeRequest,
    params(("id" = RecordId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = Upload), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn describe_upload(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<RecordId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let shown = admin.store.read(|read| queries::find(read, id))?.ok_or(NOT_FOUND)?;
    let request: DescribeRequest = edited(body, &shown, &json!({ "alt": shown.alt }))?;
    let (version, alt) = (changed_version(&headers)?, checked(request.alt)?);
    let changed =
        admin.store.write_as(staff.caller(), move |tx| super::describe(tx, &staff, id, version, &alt)).await?;
    Ok(tagged(StatusCode::OK, changed.version, changed))
}

/// List what shows a picture; a picture in use cannot be removed.
#[utoipa::path(get, path = "/api/admin/uploads/{id}/uses", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 200, body = [ContentUse])))]
async fn list_upload_uses(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<RecordId>,
) -> AppResult<Json<Vec<ContentUse>>> {
    admin.store.read_at_length(move |read| super::every_use(read, id)).await.map(Json)
}

/// Remove a picture that nothing shows.
#[utoipa::path(delete, path = "/api/admin/uploads/{id}", tag = "admin", params(("id" = RecordId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn delete_upload(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Editors>,
    PathId(id): PathId<RecordId>,
) -> AppResult<StatusCode> {
    super::remove(&admin.store, &admin.images, staff, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
