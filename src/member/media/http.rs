//! Pictures over HTTP: a fixed content type, cached forever, and without scripts even when opened directly.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::base::content::media_name;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::platform::http::routes::{Routes, routes};

/// An SVG is a document; this policy removes its scripts, its requests and its origin.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The route that serves pictures from this folder.
pub fn routes(folder: PathBuf) -> Routes {
    Routes::new().routes(routes!(get_picture)).with_state(Arc::new(folder))
}

/// Show a picture.
#[utoipa::path(get, path = "/media/{name}", tag = "media", params(("name" = String, Path)),
    responses((status = 200, description = "The picture", content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp"), (Vec<u8> = "image/svg+xml"))),
        (status = 304, description = "The client has this version already")))]
async fn get_picture(
    State(folder): State<Arc<PathBuf>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let (hash, extension) = media_name(&name).ok_or(NOT_FOUND)?;
    let kind = match extension {
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        _ => "image/svg+xml",
    };
    let tag = format!("\"{}\"", &hash[..32]);
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = tokio::fs::read(folder.join(&name)).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => AppError::from(NOT_FOUND),
            _ => AppError::from(error),
        })?;
        ([(header::CONTENT_TYPE, kind)], bytes).into_response()
    };
    let set = [
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
    ];
    for (name, value) in set {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}
