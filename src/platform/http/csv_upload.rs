//! CSV files that staff upload: of bounded size, in UTF-8 or one of the two encodings that spreadsheets in Hong Kong
//! and on the mainland write, each row with its line number.

use axum::extract::{FromRequest, Query, Request};
use axum::http::header;
use encoding_rs::{BIG5, Encoding, GBK, UTF_8};
use serde::Deserialize;

use super::json::{BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, read_body};
use crate::base::problem::{AppError, AppResult, FieldProblem, INVALID_PARAMETER, ProblemType, Refusal};

/// The file is larger than [`FILE_LIMIT`].
pub const FILE_TOO_LARGE: ProblemType = ProblemType::new("file_too_large", 413, "File too large");

/// The largest file, in bytes. The message of `file_too_large` must name the same limit.
pub const FILE_LIMIT: usize = 4 * 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A row that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row's line number in the file, counted from 1 with blank lines, as an editor shows it.
    pub line: i64,
    /// The cells of the row, trimmed.
    pub cells: Vec<String>,
}

impl Row {
    /// Whether one of its cells is that column name.
    pub fn names(&self, column: &str) -> bool {
        self.place_of(column).is_some()
    }

    /// The index of the cell with that column name, ignoring case.
    pub fn place_of(&self, column: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.eq_ignore_ascii_case(column))
    }
}

/// The rows of a `text/csv` body, in the encoding that `?encoding=` names: `utf-8` (the default, with or without a
/// byte order mark), `big5` or `gbk`. Fails with `unsupported_media_type`, `file_too_large`, `invalid_encoding` and
/// `invalid_csv`.
pub struct CsvFile(pub Vec<Row>);

#[derive(Deserialize)]
struct EncodingQuery {
    encoding: Option<String>,
}

impl<S: Send + Sync> FromRequest<S> for CsvFile {
    type Rejection = AppError;

    async fn from_request(request: Request, _: &S) -> AppResult<Self> {
        let headers = request.headers();
        let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let essence = kind.split(';').next().unwrap_or("").trim();
        if !essence.eq_ignore_ascii_case("text/csv") || headers.contains_key(header::CONTENT_ENCODING) {
            return Err(UNSUPPORTED_MEDIA_TYPE.worded("refused.not_csv").into());
        }
        let Query(EncodingQuery { encoding }) =
            Query::try_from_uri(request.uri()).map_err(|_| AppError::from(INVALID_PARAMETER))?;
        let encoding = match encoding.as_deref() {
            None | Some("" | "utf-8") => UTF_8,
            Some("big5") => BIG5,
            Some("gbk") => GBK,
            Some(_) => return Err(INVALID_PARAMETER.into()),
        };
        let body = read_body(request, FILE_LIMIT)
            .await
            .map_err(|error| if error.is(BODY_TOO_LARGE) { too_large() } else { error })?;
        rows(&text(&body, encoding)?).map(Self)
    }
}

/// The refusal of a body that is too large, with the limit of files in its message.
fn too_large() -> AppError {
    let fields = vec![FieldProblem::new("body", "file_too_large")];
    AppError::Refused(Box::new(Refusal { problem: FILE_TOO_LARGE, fields, retry_after_s: None }))
}

/// Fails with `invalid_encoding` on an invalid byte: a wrong guess must not produce wrong names.
fn text(bytes: &[u8], encoding: &'static Encoding) -> AppResult<String> {
    // The byte order mark overrides the chosen encoding.
    let (bytes, encoding) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, UTF_8),
        None => (bytes, encoding),
    };
    let read = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    read.map(|text| text.into_owned()).ok_or_else(|| AppError::invalid_field("body", "invalid_encoding"))
}

/// Splits a text into rows; blank lines are skipped, but counted.
pub fn rows(text: &str) -> AppResult<Vec<Row>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let (mut found, mut counted, mut line) = (Vec::new(), 0, 1);
    for row in reader.records() {
        let row = row.map_err(|_| AppError::invalid_field("body", "invalid_csv"))?;
        // The reader skips empty lines, but line numbers must count them.
        let begun = row.position().map_or(counted, |place| place.byte() as usize).min(text.len());
        let start = begun + text[begun..].len() - text[begun..].trim_start_matches(['\r', '\n']).len();
        line += text[counted..start].matches('\n').count() as i64;
        counted = start;
        if row.iter().any(|cell| !cell.is_empty()) {
            found.push(Row { line, cells: row.iter().map(str::to_owned).collect() });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{BIG5, GBK, Row, UTF_8, rows, text};

    #[test]
    fn rows_keep_the_numbers_that_an_editor_shows() {
        let found = rows("a,b\r\n\r\n\" c \",\"two\nlines\"\r\n,\r\nd\r\n").expect("rows");
        let lines: Vec<i64> = found.iter().map(|row| row.line).collect();
        assert_eq!((lines, found[1].cells[1].as_str()), (vec![1, 3, 6], "two\nlines"));
        assert_eq!(found[2], Row { line: 6, cells: vec!["d".to_owned()] });
    }

    #[test]
    fn a_text_is_read_in_its_own_encoding_only() {
        let words = "義工,環保";
        let (big5, _, _) = BIG5.encode(words);
        let (gbk, _, _) = GBK.encode(words);
        assert_eq!(text(&big5, BIG5).expect("Big5"), words);
        assert_eq!(text(&gbk, GBK).expect("GBK"), words);
        assert_eq!(text("\u{feff}義工".as_bytes(), BIG5).expect("the mark decides"), "義工");
        assert_eq!(text(&big5, UTF_8).expect_err("refused").code(), "invalid_encoding");
    }
}
