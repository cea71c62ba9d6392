//! An S3 server for tests: it computes and checks every signature itself, lists two objects a page, and
//! fails on request.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

pub const ACCESS_KEY: &str = "KAPOKTEST";
pub const SECRET_KEY: &str = "a secret of forty characters or so, / + =";
const REGION: &str = "us-east-1";
const PAGE: usize = 2;

#[derive(Default)]
pub struct Inside {
    /// Contents by key.
    pub objects: BTreeMap<String, Vec<u8>>,
    /// The metadata of each object: the headers that begin with `x-amz-meta-`.
    notes: HashMap<String, HeaderMap>,
    uploads: HashMap<String, BTreeMap<u32, Vec<u8>>>,
    /// The number of calls, from the next one on, that are answered with 503.
    pub failing: usize,
    /// True if the last byte of each stored object is changed.
    pub spoiling: bool,
    /// The accepted calls: method, key, and the part of the query that distinguishes calls.
    pub calls: Vec<String>,
}

#[derive(Clone)]
pub struct Storage {
    inside: Arc<Mutex<Inside>>,
    pub host: String,
}

impl Storage {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let storage = Self { inside: Arc::default(), host };
        let router = Router::new().fallback(answer).with_state(storage.clone());
        let router = router.layer(axum::extract::DefaultBodyLimit::disable());
        tokio::spawn(async move { axum::serve(listener, router).await });
        storage
    }

    pub fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().expect("unpoisoned")
    }

    /// The settings that point to this storage.
    pub fn settings(&self) -> [(&'static str, String); 5] {
        [
            ("KAPOK_OFFSITE__URL", format!("http://{}/kapok", self.host)),
            ("KAPOK_OFFSITE__FOLDER", "points".to_owned()),
            ("KAPOK_OFFSITE__ACCESS_KEY", ACCESS_KEY.to_owned()),
            ("KAPOK_OFFSITE__SECRET_KEY", SECRET_KEY.to_owned()),
            ("KAPOK_OFFSITE__ALLOWED_HOSTS", self.host.clone()),
        ]
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// Returns whether the call carries the correct signature.
fn is_signed(method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let authorization = header("authorization");
    let field = |name: &str| {
        let rest = authorization.split(name).nth(1).unwrap_or_default();
        rest.split(',').next().unwrap_or_default().trim().to_owned()
    };
    let (credential, names, signature) = (field("Credential="), field("SignedHeaders="), field("Signature="));
    if !names.split(';').any(|name| name == "host") {
        return false;
    }
    let stated = header("x-amz-content-sha256");
    if stated != "UNSIGNED-PAYLOAD" && stated != hex(&Sha256::digest(body)) {
        return false;
    }
    let mut pairs: Vec<String> = uri.query().unwrap_or_default().split('&').map(str::to_owned).collect();
    pairs.retain(|pair| !pair.is_empty());
    pairs.iter_mut().filter(|pair| !pair.contains('=')).for_each(|pair| pair.push('='));
    pairs.sort();
    let mut canonical = format!("{method}\n{}\n{}\n", uri.path(), pairs.join("&"));
    for name in names.split(';') {
        canonical.push_str(&format!("{name}:{}\n", header(name).trim()));
    }
    canonical.push_str(&format!("\n{names}\n{stated}"));
    let moment = header("x-amz-date");
    let scope = credential.split_once('/').map_or("", |(_, scope)| scope);
    let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let mut key = format!("AWS4{SECRET_KEY}").into_bytes();
    for part in [&moment[..8.min(moment.len())], REGION, "s3", "aws4_request", &text] {
        key = mac(&key, part);
    }
    credential.starts_with(&format!("{ACCESS_KEY}/{}", &moment[..8.min(moment.len())])) && signature == hex(&key)
}

fn refusal(status: StatusCode, code: &str) -> Response {
    (status, format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>")).into_response()
}

async fn answer(State(storage): State<Storage>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let mut inside = storage.inside();
    if !is_signed(&method, &uri, &headers, &body) {
        return refusal(StatusCode::FORBIDDEN, "SignatureDoesNotMatch");
    }
    if inside.failing > 0 {
        inside.failing -= 1;
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "SlowDown");
    }
    let query: HashMap<String, String> =
        url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let key = uri.path().trim_start_matches("/kapok").trim_start_matches('/').to_owned();
    inside.calls.push(format!("{method} {key}{}", if query.contains_key("partNumber") { " part" } else { "" }));
    match (method.as_str(), query.get("uploadId")) {
        ("GET", _) if key.is_empty() => list(&inside, &query),
        ("GET" | "HEAD", _) => read(&inside, &key, &headers),
        ("DELETE", Some(id)) => {
            inside.uploads.remove(id);
            StatusCode::NO_CONTENT.into_response()
        }
        ("DELETE", None) => {
            inside.objects.remove(&key);
            StatusCode::NO_CONTENT.into_response()
        }
        ("POST", None) => begin(&mut inside),
        ("PUT", Some(id)) => {
            let number = query["partNumber"].parse().expect("a number");
            let Some(upload) = inside.uploads.get_mut(id) else {
                return refusal(StatusCode::NOT_FOUND, "NoSuchUpload");
            };
            upload.insert(number, body.to_vec());
            [("etag", format!("\"{}\"", hex(&Sha256::digest(&body))))].into_response()
        }
        ("POST", Some(id)) => complete(&mut inside, &key, id, &body),
        _ => {
            let notes = headers.iter().filter(|(name, _)| name.as_str().starts_with("x-amz-meta-"));
            let notes = notes.map(|(name, value)| (name.clone(), value.clone())).collect();
            inside.notes.insert(key.clone(), notes);
            keep(&mut inside, key, body.to_vec());
            StatusCode::OK.into_response()
        }
    }
}

fn keep(inside: &mut Inside, key: String, mut bytes: Vec<u8>) {
    if inside.spoiling
        && let Some(last) = bytes.last_mut()
    {
        *last ^= 1;
    }
    inside.objects.insert(key, bytes);
}

fn begin(inside: &mut Inside) -> Response {
    let id = format!("upload/{}+", inside.uploads.len());
    inside.uploads.insert(id.clone(), BTreeMap::new());
    format!("<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>").into_response()
}

fn complete(inside: &mut Inside, key: &str, id: &str, body: &[u8]) -> Response {
    let Some(parts) = inside.uploads.remove(id) else { return refusal(StatusCode::NOT_FOUND, "NoSuchUpload") };
    let listed = String::from_utf8_lossy(body).into_owned();
    for (number, bytes) in &parts {
        let mark = format!("<PartNumber>{number}</PartNumber><ETag>&quot;{}&quot;</ETag>", hex(&Sha256::digest(bytes)));
        if !listed.contains(&mark) {
            return refusal(StatusCode::BAD_REQUEST, "InvalidPart");
        }
    }
    keep(inside, key.to_owned(), parts.into_values().flatten().collect());
    "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>".into_response()
}

fn read(inside: &Inside, key: &str, headers: &HeaderMap) -> Response {
    let Some(bytes) = inside.objects.get(key) else { return refusal(StatusCode::NOT_FOUND, "NoSuchKey") };
    let notes = inside.notes.get(key).cloned().unwrap_or_default();
    let range = headers.get("range").and_then(|value| value.to_str().ok()?.strip_prefix("bytes="));
    let Some((from, to)) = range.and_then(|range| range.split_once('-')) else {
        return (notes, bytes.clone()).into_response();
    };
    let from: usize = from.parse().expect("a number");
    let to = to.parse().unwrap_or(usize::MAX).min(bytes.len().saturating_sub(1));
    let whole = [("content-range", format!("bytes {from}-{to}/{}", bytes.len()))];
    (StatusCode::PARTIAL_CONTENT, whole, notes, bytes[from..=to].to_vec()).into_response()
}

fn list(inside: &Inside, query: &HashMap<String, String>) -> Response {
    let prefix = query.get("prefix").map_or("", String::as_str);
    let after = query.get("continuation-token").and_then(|token| token.strip_prefix("after+/=")).unwrap_or_default();
    let matching: Vec<_> =
        inside.objects.iter().filter(|(key, _)| key.starts_with(prefix) && key.as_str() > after).collect();
    let mut xml = String::from("<ListBucketResult>");
    for (key, bytes) in matching.iter().take(PAGE) {
        xml.push_str(&format!(
            "<Contents><Key>{key}</Key><Size>{}</Size><ETag>x</ETag>\
             <LastModified>2026-11-21T00:00:00.000Z</LastModified></Contents>",
            bytes.len()
        ));
    }
    let more = matching.len() > PAGE;
    xml.push_str(&format!("<IsTruncated>{more}</IsTruncated>"));
    if more {
        let last = matching[PAGE - 1].0;
        xml.push_str(&format!("<NextContinuationToken>after+/={last}</NextContinuationToken>"));
    }
    (xml + "</ListBucketResult>").into_response()
}
