//! Codes and stock: uploads of code pools, codes of campaigns, and how much of an item is left.

pub(super) mod http;

use crate::base::problem::{AppError, AppResult};

/// Codes that one upload may bring.
const MOST_UPLOADED: usize = 50_000;

/// Reads an upload: one code a line, or the first column of a table, below an optional heading
/// `code`. Fails with `invalid_csv`.
fn read_csv(bytes: &[u8]) -> AppResult<Vec<String>> {
    let unreadable = || AppError::invalid_field("body", "invalid_csv");
    let text = std::str::from_utf8(bytes).map_err(|_| unreadable())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let mut codes = Vec::new();
    for (index, line) in reader.records().enumerate() {
        let line = line.map_err(|_| unreadable())?;
        let code = line.get(0).unwrap_or("");
        let heading = index == 0 && code.eq_ignore_ascii_case("code");
        if !heading && !code.is_empty() {
            codes.push(code.to_owned());
        }
    }
    if codes.is_empty() || codes.len() > MOST_UPLOADED { Err(unreadable()) } else { Ok(codes) }
}

#[cfg(test)]
mod tests {
    use super::read_csv;

    #[test]
    fn a_list_of_codes_is_read_with_or_without_a_heading() {
        let expected = vec!["A1".to_owned(), "B,2".to_owned()];
        for text in ["A1\n\"B,2\"\n", "code\r\nA1\r\n\r\n\"B,2\"", "\u{feff}Code,note\nA1,x\n\"B,2\",y\n"] {
            assert_eq!(read_csv(text.as_bytes()).expect(text), expected, "{text:?}");
        }
        for bad in [&b""[..], b"code\n", b"\xff\xfe"] {
            assert_eq!(read_csv(bad).expect_err("refused").code(), "invalid_csv");
        }
    }
}
