//! Rows as CSV cells: one file per table, safe to open in a spreadsheet, and unchanged after reading it back.

use std::fs::File;
use std::io::BufWriter;

use serde_json::{Map, Value};

use super::format::ColumnFormat;
use crate::base::problem::{AppError, AppResult};
use crate::platform::http::list_response::begins_formula;

/// Prefix that keeps a spreadsheet from reading a text as a formula; the import removes it.
const GUARD: char = '\'';

/// A CSV file that is being written.
pub(super) struct CellWriter(csv::Writer<BufWriter<File>>);

fn failed(error: csv::Error) -> AppError {
    anyhow::Error::from(error).into()
}

impl CellWriter {
    pub(super) fn new(file: File, headings: &[&str]) -> AppResult<Self> {
        let mut writer = csv::Writer::from_writer(BufWriter::new(file));
        writer.write_record(headings).map_err(failed)?;
        Ok(Self(writer))
    }

    pub(super) fn row<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> AppResult<()> {
        self.0.write_record(values.map(cell)).map_err(failed)
    }

    pub(super) fn finish(self) -> AppResult<()> {
        let buffer = self.0.into_inner().map_err(|error| anyhow::anyhow!("rows stay unwritten: {error}"))?;
        let file = buffer.into_inner().map_err(|error| anyhow::anyhow!("rows stay unwritten: {error}"))?;
        Ok(file.sync_all()?)
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with(GUARD) || begins_formula(text) => format!("{GUARD}{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Parses a row into an object. An empty cell is null. The error is a message about the mistake.
pub(super) fn object(
    columns: &[(&'static str, ColumnFormat)],
    headings: &csv::StringRecord,
    row: &csv::StringRecord,
) -> Result<Map<String, Value>, String> {
    if headings.len() != row.len() {
        return Err(format!("{} cells below {} headings", row.len(), headings.len()));
    }
    let mut object = Map::new();
    for (heading, text) in headings.iter().zip(row) {
        let text = text.strip_prefix(GUARD).unwrap_or(text);
        let form = columns.iter().find(|(name, _)| *name == heading).map(|(_, form)| *form);
        let value = match form {
            _ if text.is_empty() => Value::Null,
            Some(ColumnFormat::Parts) => serde_json::from_str(text).map_err(|_| format!("{heading} is no JSON"))?,
            _ => Value::from(text),
        };
        object.insert(heading.to_owned(), value);
    }
    Ok(object)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{ColumnFormat, cell, object};

    #[test]
    fn a_cell_comes_back_to_the_letter_and_runs_nothing() {
        let columns = [("a", ColumnFormat::Plain)];
        let headings = csv::StringRecord::from(vec!["a"]);
        for text in ["=1+1", "'=1", "'", "+85261234567", "茶", "plain"] {
            let written = cell(&Value::from(text));
            assert!(!crate::platform::http::list_response::begins_formula(&written), "{written}");
            let row = csv::StringRecord::from(vec![written]);
            assert_eq!(object(&columns, &headings, &row).expect("an object")["a"], text);
        }
    }
}
