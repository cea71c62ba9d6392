//! The embedded web app: hashed assets that browsers may keep for ever, and `index.html` for the
//! app's own addresses.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli_decompressor::BrotliDecompress;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::base::problem::{AppError, NOT_FOUND};

#[derive(RustEmbed)]
#[folder = "ui/dist"]
struct WebApp;

/// For the path of a page: the files that its screen needs, which the browser would otherwise discover two round
/// trips later.
static AHEAD: LazyLock<HashMap<String, HeaderValue>> = LazyLock::new(|| {
    let built: HashMap<String, String> =
        WebApp::get(".vite/ahead.json").and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default();
    built.into_iter().filter_map(|(path, links)| Some((path, HeaderValue::try_from(links).ok()?))).collect()
});
/// Returns a replacement text for a file, by its path, or `None`.
pub type AssetRewrite<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// Serves a file of the web app, or its page for any other address. It never serves a page under `/api` or `/media`,
/// where a wrong address is a problem. `dress` may replace a file's text, by its path.
pub fn serve_web_app(request: &Request, dress: Option<AssetRewrite<'_>>) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let ours = |prefix: &str| path == prefix || path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'));
    if ours("api") || ours("media") {
        return AppError::from(NOT_FOUND).into_response();
    }
    // Compressed variants and the build's own files are not addresses.
    let hidden = path.ends_with(".br") || path.starts_with('.');
    if !path.is_empty()
        && !hidden
        && let Some(form) = smallest(path, request.headers())
    {
        return dressed(path, dress).unwrap_or_else(|| answer(path, form, request.headers()));
    }
    if is_file(path) {
        return AppError::from(NOT_FOUND).into_response();
    }
    match smallest("index.html", request.headers()) {
        Some(page) => {
            let mut response =
                dressed("index.html", dress).unwrap_or_else(|| answer("index.html", page, request.headers()));
            if let Some(links) = AHEAD.get(request.uri().path()) {
                response.headers_mut().insert(header::LINK, links.clone());
            }
            response
        }
        None => AppError::Internal(anyhow::anyhow!("this binary was built without the web app")).into_response(),
    }
}

/// First segments of the app's addresses whose screens accept anything below, such as ids and tokens. A test compares
/// them with `ui/src/shared/paths.ts`.
const OPEN_ENDED: [&str; 7] = ["admin", "article", "claims", "earn", "merchant", "partner", "resetPassword"];

/// Whether an address is one of a file, existing or not: its last segment has an extension, and it belongs to none of
/// the screens in [`OPEN_ENDED`].
fn is_file(path: &str) -> bool {
    let (folder, _) = path.split_once('/').unwrap_or(("", path));
    if matches!(folder, "assets" | "icons") || folder.starts_with('.') {
        return true;
    }
    let named = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    named && !OPEN_ENDED.contains(&folder)
}

/// The address of an image of the web app by its bare name: the build adds a hash to it.
pub fn address_of(name: &str) -> Option<String> {
    let start = format!("assets/{name}-");
    WebApp::iter().find(|path| path.starts_with(&start) && path.ends_with(".svg")).map(|path| format!("/{path}"))
}

/// An icon of the web app by the name of its file, such as `icon-192.png`.
pub fn icon(name: &str) -> Option<Vec<u8>> {
    WebApp::get(&format!("icons/{name}")).map(|file| file.data.into_owned())
}

/// A file that differs between programmes; the outer layer compresses it.
fn dressed(path: &str, dress: Option<AssetRewrite<'_>>) -> Option<Response> {
    let text = dress?(path, std::str::from_utf8(&WebApp::get(path)?.data).ok()?)?;
    let kind = HeaderValue::from_str(&kind_of(path)).ok()?;
    Some(
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], text)
            .into_response(),
    )
}

fn kind_of(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let text = kind.type_() == "text" || kind.subtype() == "javascript";
    if text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

fn answer(path: &str, form: EncodedAsset, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == form.tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind_of(path))], Body::from(form.bytes)).into_response()
    };
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let set = response.headers_mut();
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    set.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&form.tag) {
        set.insert(header::ETAG, tag);
    }
    if let Some(coding) = form.coding {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// A representation of a file.
struct EncodedAsset {
    bytes: Vec<u8>,
    tag: String,
    coding: Option<&'static str>,
}

impl EncodedAsset {
    fn of(file: EmbeddedFile, coding: Option<&'static str>) -> Self {
        let tag: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Self { bytes: file.data.into_owned(), tag: format!("\"{tag}\""), coding }
    }

    /// Decompresses a file. The build keeps no plain form of files that every browser accepts compressed. The outer layer
    /// compresses it for clients that accept gzip only.
    fn inflated(squeezed: EmbeddedFile) -> Option<Self> {
        let form = Self::of(squeezed, None);
        let mut bytes = Vec::new();
        BrotliDecompress(&mut form.bytes.as_slice(), &mut bytes).ok()?;
        // Another representation needs another ETag.
        Some(Self { bytes, tag: form.tag.replacen('"', "\"plain-", 1), coding: None })
    }
}

/// Whether a client accepts a response in this coding.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|one| {
        let mut parts = one.trim().split(';');
        parts.next().is_some_and(|name| name.trim() == coding) && !parts.any(|weight| weight.trim() == "q=0")
    })
}

/// The variant that was compressed when the app was built, if the client accepts it. `None` if there is no such file.
fn smallest(path: &str, headers: &HeaderMap) -> Option<EncodedAsset> {
    let squeezed = WebApp::get(&format!("{path}.br"));
    if accepts(headers, "br") && squeezed.is_some() {
        return squeezed.map(|file| EncodedAsset::of(file, Some("br")));
    }
    let plain = WebApp::get(path).map(|file| EncodedAsset::of(file, None));
    plain.or_else(|| EncodedAsset::inflated(squeezed?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_an_extension_is_a_file_unless_a_screen_takes_it() {
        for file in ["data/kapok.db", "a/b.json", "nope.js", "assets/x", ".git/config", "x/.env", "points/list.csv"] {
            assert!(is_file(file), "{file}");
        }
        for page in
            ["", "points", "a/b", "article/none.js", "resetPassword/a.b-c", "admin/setup/x.y", "partner/%2F..%2Fa"]
        {
            assert!(!is_file(page), "{page}");
        }
    }

    #[test]
    fn screens_that_take_anything_below_themselves_are_those_of_the_app() {
        let paths = std::fs::read_to_string("ui/src/shared/paths.ts").expect("the app's addresses");
        let addresses = paths.split('"').filter(|text| text.starts_with('/'));
        let open_ended = addresses.filter(|path| {
            path.contains("/:id") || path.contains("/:token") || path.contains("/:link") || path.ends_with("/*")
        });
        let mut first: Vec<&str> =
            open_ended.filter_map(|path| path.split('/').nth(1)).filter(|part| !part.starts_with(':')).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first, OPEN_ENDED);
    }
}
