//! Lists as downloads, in CSV (`?format=csv` or `Accept: text/csv`) or one JSON object a line (`?format=ndjson`).
//! They are read page by page, so that a long list neither fills the memory nor holds the database. The CSV is safe
//! to open in a spreadsheet.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio_stream::wrappers::ReceiverStream;

use super::json::Json;
use super::page::PageRequest;
use crate::base::day::Period;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER};

pub use super::cells::{Cell, languages};

/// Most rows that one step of a download reads.
const STEP: i64 = 1_000;
/// Rows of the first step, which then double: a small first step lets the download start soon.
const FIRST_STEP: i64 = 50;
/// Steps that may wait for a slow client.
const STEPS_AHEAD: usize = 1;
/// Spreadsheets only read a file as UTF-8 if it begins with this mark.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The number of rows in a list, for lists where counting is cheap.
pub const TOTAL_COUNT: HeaderName = HeaderName::from_static("x-total-count");

/// A row of a list that can be downloaded as CSV.
pub trait CsvRow {
    /// The column headings, as the first line of the file has them.
    const HEADINGS: &'static str;

    /// The row's cells, one under each heading.
    fn cells(&self) -> Vec<Cell>;
}

/// Spreadsheets take a text that begins like this for a formula and run it (S-INP-06). The full-width forms count
/// too: the Chinese version of Excel reads them the same way.
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// Prefix that keeps a text from being taken for a formula.
const GUARD: char = '\'';

/// Whether a text needs the prefix: because it begins a formula, or because it looks like a prefixed one.
fn needs_guard(text: &str) -> bool {
    begins_formula(text.trim_start_matches(GUARD))
}

/// Removes the prefix that a downloaded list may have added to a cell.
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|text| needs_guard(text)).unwrap_or(cell)
}

fn write_row(writer: &mut csv::Writer<Vec<u8>>, cells: Vec<Cell>) -> AppResult<()> {
    for cell in cells {
        let text = match cell {
            Cell::Number(number) => number.to_string(),
            Cell::Amount(amount) => amount.to_string(),
            Cell::Text(text) if needs_guard(&text) => format!("{GUARD}{text}"),
            Cell::Text(text) => text,
        };
        writer.write_field(text).map_err(anyhow::Error::from)?;
    }
    writer.write_record(None::<&[u8]>).map_err(anyhow::Error::from)?;
    Ok(())
}

/// Rows as CSV, after the headings when `first`.
pub fn write_rows<T: CsvRow>(rows: &[T], first: bool) -> AppResult<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    if first {
        write_row(&mut writer, T::HEADINGS.split(',').map(Cell::from).collect())?;
    }
    for row in rows {
        write_row(&mut writer, row.cells())?;
    }
    let body = writer.into_inner().map_err(|error| anyhow::anyhow!("rows stay unwritten: {error}"))?;
    Ok(if first { [BYTE_ORDER_MARK, &body].concat() } else { body })
}

/// Query parameters; unreadable ones fail with `invalid_parameter`.
pub struct Filters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Filters<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let Query(filters) = Query::<T>::from_request_parts(parts, state).await.map_err(|_| INVALID_PARAMETER)?;
        Ok(Self(filters))
    }
}

/// Reads `?from=` and `?to=`. Fails with `invalid_value` and `invalid_period`.
pub fn period(from: Option<&str>, to: Option<&str>) -> AppResult<Period> {
    Period::parse(from, to).map_err(|(field, code)| AppError::invalid_field(field, code))
}

/// The format of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Csv,
    Ndjson,
}

impl FileKind {
    fn rows<T: Serialize + CsvRow>(self, rows: &[T], first: bool) -> AppResult<Vec<u8>> {
        if self == FileKind::Csv {
            return write_rows(rows, first);
        }
        let mut lines = Vec::new();
        for row in rows {
            serde_json::to_writer(&mut lines, row)?;
            lines.push(b'\n');
        }
        Ok(lines)
    }

    fn answer(self, name: &str, body: impl Into<Body>) -> Response {
        match self {
            FileKind::Csv => attachment("text/csv; charset=utf-8", name, "csv", body),
            FileKind::Ndjson => attachment("application/x-ndjson", name, "ndjson", body),
        }
    }
}

/// Checks whether the client of a request is still authorized. The extractor that authorizes the client attaches it
/// to the request; a long download checks it before each further step.
#[derive(Clone)]
pub struct Recheck(Arc<dyn Fn() -> AppResult<()> + Send + Sync>);

impl Recheck {
    /// `ask` fails when the client is no longer authorized.
    pub fn new(ask: impl Fn() -> AppResult<()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    fn ask(&self) -> AppResult<()> {
        (self.0)()
    }
}

/// A request for a list: a page of it, or a download of all of it.
pub struct ListRequest {
    page: PageRequest,
    file: Option<FileKind>,
    recheck: Option<Recheck>,
}

#[derive(Deserialize)]
struct FormatQuery {
    format: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for ListRequest {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let page = PageRequest::from_request_parts(parts, state).await?;
        let Filters(query) = Filters::<FormatQuery>::from_request_parts(parts, state).await?;
        let accepted = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
        let file = match query.format.as_deref() {
            Some("csv") => Some(FileKind::Csv),
            Some("ndjson") => Some(FileKind::Ndjson),
            Some("json") => None,
            Some(_) => return Err(INVALID_PARAMETER.into()),
            None => accepted.split(',').next().unwrap_or("").trim().starts_with("text/csv").then_some(FileKind::Csv),
        };
        Ok(Self { page, file, recheck: parts.extensions.get().cloned() })
    }
}

impl ListRequest {
    /// Whether the whole list is downloaded.
    pub fn is_download(&self) -> bool {
        self.file.is_some()
    }

    /// The filters of the list, as the client sent them.
    pub fn asked(&self) -> BTreeMap<String, String> {
        let mut asked = self.page.parameters();
        asked.retain(|name, value| !matches!(name.as_str(), "limit" | "cursor") && !value.is_empty());
        asked
    }

    /// Answers with a list that is complete in memory: as it is, or as a download.
    pub fn whole<T: Serialize + CsvRow>(&self, name: &str, rows: &[T]) -> AppResult<Response> {
        match self.file {
            Some(kind) => Ok(kind.answer(name, kind.rows(rows, true)?)),
            None => Ok(Json(rows).into_response()),
        }
    }

    /// Answers with a page of a list that is complete in memory, newest first, or with all of it as a download.
    pub fn page_of<T: Serialize + CsvRow>(
        &self,
        name: &str,
        mut rows: Vec<T>,
        cursor_of: fn(&T) -> String,
    ) -> AppResult<Response> {
        if self.is_download() {
            return self.whole(name, &rows);
        }
        if let Some(cursor) = &self.page.cursor {
            let last = rows.iter().position(|row| cursor_of(row) == *cursor).ok_or(INVALID_PARAMETER)?;
            rows.drain(..=last);
        }
        Ok(self.page.finish(rows, cursor_of).into_response())
    }

    /// Answers with a page or the whole download. `fetch` returns up to a number of rows after a cursor, and
    /// `cursor_of` returns the cursor of a row.
    pub async fn answer<T, F, Fut>(
        self,
        name: &'static str,
        total: Option<i64>,
        fetch: F,
        cursor_of: fn(&T) -> String,
    ) -> AppResult<Response>
    where
        T: Serialize + CsvRow + Send + 'static,
        F: Fn(Option<String>, i64) -> Fut + Send + 'static,
        Fut: Future<Output = AppResult<Vec<T>>> + Send,
    {
        if let Some(kind) = self.file {
            return download(kind, name, self.recheck, fetch, cursor_of).await;
        }
        let rows = fetch(self.page.cursor.clone(), self.page.probe()).await?;
        let mut response = self.page.finish(rows, cursor_of).into_response();
        if let Some(total) = total {
            response.headers_mut().insert(TOTAL_COUNT, HeaderValue::from(total));
        }
        Ok(response)
    }
}

async fn download<T, F, Fut>(
    kind: FileKind,
    name: &'static str,
    recheck: Option<Recheck>,
    fetch: F,
    cursor_of: fn(&T) -> String,
) -> AppResult<Response>
where
    T: Serialize + CsvRow + Send + 'static,
    F: Fn(Option<String>, i64) -> Fut + Send + 'static,
    Fut: Future<Output = AppResult<Vec<T>>> + Send,
{
    // The first step runs before the response begins, so that a refusal is still sent as a problem.
    let (mut rows, mut step) = (fetch(None, FIRST_STEP).await?, FIRST_STEP);
    let first = kind.rows(&rows, true)?;
    let (sender, receiver) = tokio::sync::mpsc::channel::<Result<Bytes, AppError>>(STEPS_AHEAD);
    tokio::spawn(async move {
        let mut chunk = Ok(first);
        loop {
            let failed = chunk.is_err();
            // The client has gone, or the file cannot be completed: a truncated body shows the error.
            if sender.send(chunk.map(Bytes::from)).await.is_err() || failed {
                return;
            }
            let cursor = match rows.last() {
                Some(last) if rows.len() as i64 == step => cursor_of(last),
                _ => return,
            };
            step = STEP.min(2 * step);
            let next = match recheck.as_ref().map_or(Ok(()), Recheck::ask) {
                Ok(()) => fetch(Some(cursor), step).await,
                Err(refused) => Err(refused),
            };
            chunk = next.and_then(|next| {
                rows = next;
                kind.rows(&rows, false)
            });
        }
    });
    Ok(kind.answer(name, Body::from_stream(ReceiverStream::new(receiver))))
}

/// A response that browsers save as a file.
pub fn attachment(kind: &'static str, name: &str, extension: &str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // File names are fixed texts or ids, so they need no quoting.
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}.{extension}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use http_body_util::BodyExt;

    use super::{Cell, CsvRow, FileKind, Recheck, download, unguarded, write_rows};
    use crate::base::problem::NOT_FOUND;

    #[derive(serde::Serialize)]
    struct Row(&'static str, i64);

    impl CsvRow for Row {
        const HEADINGS: &'static str = "name,points";

        fn cells(&self) -> Vec<Cell> {
            vec![self.0.into(), self.1.into()]
        }
    }

    #[test]
    fn a_cell_that_looks_like_a_formula_is_made_harmless() {
        let rows = [Row("=1+1", -5), Row("@x", 1), Row("＝1", 2), Row("a,\"b\"\n茶", 3), Row("-2", 4)];
        let text = String::from_utf8(write_rows(&rows, true).expect("rows")).expect("text");
        assert_eq!(text, "\u{feff}name,points\r\n'=1+1,-5\r\n'@x,1\r\n'＝1,2\r\n\"a,\"\"b\"\"\n茶\",3\r\n'-2,4\r\n");
        assert_eq!(write_rows(&rows[..0], false).expect("rows"), b"");
    }

    #[test]
    fn a_guarded_cell_comes_back_to_the_letter() {
        for text in ["=1+1", "'=1", "''@x", "'Tis", "'", "-", "plain", "茶"] {
            let written = String::from_utf8(write_rows(&[Row(text, 1)], false).expect("rows")).expect("text");
            let cell = written.strip_suffix(",1\r\n").expect("a cell");
            assert_eq!((super::begins_formula(cell), unguarded(cell)), (false, text), "{cell}");
        }
    }

    #[tokio::test]
    async fn a_download_is_cut_when_its_caller_may_no_longer_have_it() {
        let allowed = Arc::new(AtomicBool::new(true));
        let asked = allowed.clone();
        let recheck = Recheck::new(move || if asked.load(Ordering::Relaxed) { Ok(()) } else { Err(NOT_FOUND.into()) });
        let endless = |_, rows: i64| async move { Ok((0..rows).map(|number| Row("x", number)).collect::<Vec<_>>()) };
        let answer = download(FileKind::Csv, "rows", Some(recheck), endless, |row: &Row| row.1.to_string()).await;
        let mut body = answer.expect("an answer").into_body();
        body.frame().await.expect("a first step").expect("whole");
        allowed.store(false, Ordering::Relaxed);
        while body.frame().await.expect("no end of the file").is_ok() {}
    }
}
