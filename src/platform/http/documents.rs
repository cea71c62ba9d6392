//! Large texts that are the same for every client, such as the API description: prepared bytes, sent at a pace.
//!
//! Sending one costs little, but a script that requests them without a pause would take a core from members. All
//! documents together get a small share of the processor: a request waits its turn, and is refused when the queue is
//! longer than [`PATIENCE`].

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::assets;
use super::compression::Finished;
use crate::base::problem::{AppResult, SERVER_BUSY};

/// The time of one document, however small: 500 in a second at most.
const TIME_OF_ONE: Duration = Duration::from_millis(2);
/// Bytes of documents that are sent in a second: about a fiftieth of the amount that one core can copy.
const BYTES_A_SECOND: u64 = 16 << 20;
/// Documents worth this time are sent at once after a pause, for a page that loads several.
const BURST: Duration = Duration::from_millis(250);
/// The longest wait in the queue.
const PATIENCE: Duration = Duration::from_secs(2);

/// Gives each document its turn; clones share the queue.
#[derive(Clone, Debug)]
pub struct DocumentPace {
    /// The time at which the next document's turn is.
    next: Arc<Mutex<Instant>>,
    /// The time of one document, however small.
    of_each: Duration,
    burst: Duration,
    patience: Duration,
}

impl Default for DocumentPace {
    fn default() -> Self {
        Self::new(TIME_OF_ONE, BURST, PATIENCE)
    }
}

impl DocumentPace {
    fn new(of_each: Duration, burst: Duration, patience: Duration) -> Self {
        let now = Instant::now();
        Self { next: Arc::new(Mutex::new(now.checked_sub(burst).unwrap_or(now))), of_each, burst, patience }
    }

    /// A pace at which the first document is sent, and the second one refused for an hour.
    #[cfg(test)]
    pub fn of_one_document() -> Self {
        Self::new(Duration::from_secs(3_600), Duration::ZERO, Duration::ZERO)
    }

    /// Takes the next turn for a document of that size; returns the time to wait for it. Fails with [`SERVER_BUSY`]
    /// and `Retry-After` if that is too long.
    fn take_turn(&self, now: Instant, bytes: usize) -> AppResult<Duration> {
        let nanos = (bytes as u64).saturating_mul(1_000_000_000) / BYTES_A_SECOND;
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = (*next).max(now.checked_sub(self.burst).unwrap_or(now));
        let wait = turn.saturating_duration_since(now);
        if wait > self.patience {
            return Err(SERVER_BUSY.retry_after(wait.as_secs() + 1));
        }
        *next = turn + self.of_each.max(Duration::from_nanos(nanos));
        Ok(wait)
    }

    /// Waits for the turn of a request that reads so many bytes of text before it has an answer. Fails as [`Self::answer`]
    /// does.
    pub async fn wait_turn(&self, bytes: usize) -> AppResult<()> {
        let wait = self.take_turn(Instant::now(), bytes)?;
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        Ok(())
    }

    /// Sends a document in its turn, or answers 304 at once if the client has it already.
    pub async fn answer(&self, document: &Document, asked: &HeaderMap) -> AppResult<Response> {
        let form = document.form(assets::accepts(asked, "gzip"));
        if asked.get(header::IF_NONE_MATCH).is_some_and(|value| *value == form.tag) {
            return Ok(finished(StatusCode::NOT_MODIFIED.into_response(), form.tag));
        }
        self.wait_turn(form.bytes.len()).await?;
        let mut response = ([(header::CONTENT_TYPE, document.kind)], Body::from(form.bytes)).into_response();
        if form.squeezed {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        Ok(finished(response, form.tag))
    }
}

/// A response that browsers may keep but must revalidate before each use.
fn finished(mut response: Response, tag: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(header::ETAG, tag);
    response.extensions_mut().insert(Finished);
    response
}

/// A text, compressed and plain. Nearly all clients accept the compressed form, so only that is kept at first.
pub struct Document {
    kind: &'static str,
    squeezed: Bytes,
    /// Decompressed for the first client that does not accept gzip, and kept.
    plain: OnceLock<Bytes>,
    /// Identifies the text in the ETag; the compressed form has its own tag.
    digest: String,
}

/// A document in one encoding, with its ETag.
struct DocumentForm {
    squeezed: bool,
    bytes: Bytes,
    tag: HeaderValue,
}

impl Document {
    /// From a text that was compressed when the binary was built.
    pub fn squeezed(kind: &'static str, squeezed: impl Into<Bytes>) -> Self {
        let squeezed = squeezed.into();
        let digest = Sha256::digest(&squeezed)[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Self { kind, squeezed, plain: OnceLock::new(), digest }
    }

    /// From a text, which it compresses.
    pub fn of(kind: &'static str, text: &str) -> Self {
        let mut squeezed = GzEncoder::new(Vec::new(), Compression::default());
        squeezed.write_all(text.as_bytes()).expect("memory takes every byte");
        Self::squeezed(kind, squeezed.finish().expect("memory takes every byte"))
    }

    /// The text itself.
    pub fn plain(&self) -> &Bytes {
        self.plain.get_or_init(|| {
            let mut text = Vec::new();
            GzDecoder::new(&self.squeezed[..]).read_to_end(&mut text).expect("this program compressed the text");
            text.into()
        })
    }

    fn form(&self, squeezed: bool) -> DocumentForm {
        let bytes = if squeezed { self.squeezed.clone() } else { self.plain().clone() };
        let tag = format!("\"{}{}\"", self.digest, if squeezed { "-gz" } else { "" });
        DocumentForm { squeezed, bytes, tag: HeaderValue::try_from(tag).expect("a tag of digits") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_wait_for_each_other_and_a_long_queue_is_refused() {
        let pace = DocumentPace::new(TIME_OF_ONE, Duration::from_secs(1), Duration::from_secs(2));
        let began = Instant::now();
        let mut waits = Vec::new();
        let refused = loop {
            // Half a second of documents.
            match pace.take_turn(began, 8 << 20) {
                Ok(wait) => waits.push(wait.as_millis()),
                Err(refused) => break refused,
            }
        };
        assert_eq!(waits, [0, 0, 0, 500, 1_000, 1_500, 2_000]);
        assert!(refused.is(SERVER_BUSY));
        assert!(pace.take_turn(began + Duration::from_secs(1), 1).is_ok());
    }

    #[tokio::test]
    async fn a_client_that_has_a_document_needs_no_turn() {
        let (pace, document) = (DocumentPace::of_one_document(), Document::of("text/plain", &"Kapok ".repeat(100)));
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        let first = pace.answer(&document, &asked).await.expect("the first one's turn");
        assert_eq!(first.status(), StatusCode::OK);
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "gzip");
        assert!(pace.answer(&document, &asked).await.is_err_and(|refused| refused.is(SERVER_BUSY)));
        asked.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        let known = pace.answer(&document, &asked).await.expect("an answer without a body");
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(document.plain().len(), 600);
    }
}
