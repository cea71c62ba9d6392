//! Parsing of an import file: columns by their headings, and values of cells.

use serde_json::{Map, Value};

use super::CellError;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::{AppError, AppResult};
use crate::platform::http::csv_upload::Row;
use crate::platform::http::list_response::unguarded;

/// Maximum number of rows in one file. The text of `too_many_credits` must agree.
pub(super) const MOST_ROWS: usize = 10_000;
/// Characters of an unknown heading that the error repeats.
const LONGEST_HEADING: usize = 60;

/// The type of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellFormat {
    /// A text; an empty cell is an empty text.
    Text,
    /// A text; an empty cell is null.
    Maybe,
    /// A whole number; an empty cell is null.
    Number,
    /// A whole number; an empty cell means unlimited.
    Limit,
    /// `yes` or `no`; an empty cell is no.
    Flag,
    /// A time, or a Hong Kong day for its beginning; an empty cell is null.
    From,
    /// A time, or a Hong Kong day for its end; an empty cell is null.
    Until,
    /// The state of the record; an empty cell changes nothing.
    State,
    /// The list itself parses the cell.
    Own,
    /// The column is only exported; an import ignores it.
    Told,
}

/// A column: its heading, which is also the path of the field in the record, and the type of its cells.
pub type Column = (&'static str, CellFormat);

/// The columns of a list, in groups that several lists share.
pub type Columns = &'static [&'static [Column]];

/// The id of the row's record.
pub(super) const ID: &[Column] = &[("_id", CellFormat::Own)];
/// The creation time of a record, and the version that the row was exported from.
pub(super) const STAMPS: &[Column] = &[("created", CellFormat::Told), ("updated", CellFormat::Own)];

/// The columns of a text in three languages.
macro_rules! texts {
    ($field:literal) => {
        &[
            (concat!($field, ".en"), CellFormat::Text),
            (concat!($field, ".zh"), CellFormat::Maybe),
            (concat!($field, ".zhhk"), CellFormat::Maybe),
        ]
    };
}
pub(super) use texts;

/// A file with parsed headings.
#[derive(Clone, Debug)]
pub struct File {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

fn refused<T>(code: &'static str) -> AppResult<T> {
    Err(AppError::invalid_field("body", code))
}

impl File {
    /// Parses the headings. Fails with `invalid_csv` for a file without rows, with `too_many_credits`, and with
    /// `unknown_column` for an unknown or repeated heading.
    pub(super) fn read(known: Columns, mut rows: Vec<Row>) -> AppResult<Self> {
        if rows.len() < 2 {
            return refused("invalid_csv");
        }
        if rows.len() > MOST_ROWS + 1 {
            return refused("too_many_credits");
        }
        let mut columns: Vec<Column> = Vec::new();
        for heading in rows.remove(0).cells {
            let found = known.iter().copied().flatten().find(|(name, _)| name.eq_ignore_ascii_case(&heading));
            let fresh = found.filter(|column| !columns.contains(column));
            let shown = || heading.chars().take(LONGEST_HEADING).collect::<String>();
            columns.push(*fresh.ok_or_else(|| AppError::invalid_field(shown(), "unknown_column"))?);
        }
        Ok(Self { columns, rows })
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = FileRow<'_>> {
        self.rows.iter().map(|row| FileRow { columns: &self.columns, row })
    }

    /// Headings and cells, to tell this file from another under the same idempotency key.
    pub(super) fn fingerprint(&self) -> (Vec<&str>, Vec<(i64, &[String])>) {
        let headings = self.columns.iter().map(|(name, _)| *name).collect();
        (headings, self.rows.iter().map(|row| (row.line, row.cells.as_slice())).collect())
    }
}

/// A row below the headings.
pub(super) struct FileRow<'f> {
    columns: &'f [Column],
    row: &'f Row,
}

impl<'f> FileRow<'f> {
    pub(super) fn line(&self) -> i64 {
        self.row.line
    }

    /// The cells; `None` if their number differs from that of the headings, because their columns are then unknown.
    pub(super) fn cells(&self) -> Result<Cells<'f>, CellError> {
        if self.row.cells.len() != self.columns.len() {
            return Err(CellError::new("", "cells_amiss"));
        }
        let text = |cell: &'f String| unguarded(cell).trim();
        Ok(Cells { cells: self.columns.iter().copied().zip(self.row.cells.iter().map(text)).collect() })
    }
}

/// The cells of a row by their headings.
pub struct Cells<'f> {
    cells: Vec<(Column, &'f str)>,
}

impl Cells<'_> {
    /// The cell of a column; `None` where the file has no such column.
    pub fn get(&self, heading: &str) -> Option<&str> {
        self.cells.iter().find(|((name, _), _)| *name == heading).map(|(_, text)| *text)
    }

    /// The cell of a column, or an empty text.
    pub fn text(&self, heading: &str) -> &str {
        self.get(heading).unwrap_or("")
    }

    /// Writes the cells into a record, column by column. If `sound` rejects the result, the error names the first
    /// column after which `sound` fails.
    pub fn lay_over(&self, record: &mut Value, sound: impl Fn(&Value) -> bool) -> Result<(), CellError> {
        let plain = record.clone();
        let put = |record: &mut Value, (heading, form): Column, text: &str| -> Result<(), CellError> {
            if let Some(value) = value(form, text).map_err(|code| CellError::new(heading, code))? {
                *field(record, heading) = value;
            }
            Ok(())
        };
        for (column, text) in &self.cells {
            put(record, *column, text)?;
        }
        if sound(record) {
            return Ok(());
        }
        let mut record = plain;
        for (column, text) in &self.cells {
            put(&mut record, *column, text)?;
            if !sound(&record) {
                return Err(CellError::new(column.0, if text.is_empty() { "required_field" } else { "invalid_value" }));
            }
        }
        Err(CellError::new("", "invalid_body"))
    }
}

/// The field at the path of a heading such as `name.en`.
fn field<'r>(record: &'r mut Value, heading: &str) -> &'r mut Value {
    heading.split('.').fold(record, |at, name| {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        &mut at[name]
    })
}

fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "" | "no" | "false" => Some(false),
        _ => None,
    }
}

/// The value of a cell; `None` where the cell leaves its field unchanged.
fn value(form: CellFormat, text: &str) -> Result<Option<Value>, &'static str> {
    let number = |text: &str| text.parse::<i64>().map(Value::from).map_err(|_| "invalid_value");
    let moment = |days: i64| {
        let day = Day::parse(text).map(|day| day.plus(days).start());
        let read = day.or_else(|| Timestamp::parse(text));
        read.map(|moment| Value::from(moment.to_string())).ok_or("invalid_value")
    };
    Ok(match form {
        CellFormat::Own | CellFormat::Told => None,
        CellFormat::Text => Some(Value::from(text)),
        CellFormat::State => Some(Value::from(text)).filter(|_| !text.is_empty()),
        CellFormat::Flag => Some(Value::from(flag(text).ok_or("invalid_value")?)),
        CellFormat::Limit if text.is_empty() => Some(Value::from(-1)),
        _ if text.is_empty() => Some(Value::Null),
        CellFormat::Maybe => Some(Value::from(text)),
        CellFormat::Number | CellFormat::Limit => Some(number(text)?),
        CellFormat::From => Some(moment(0)?),
        CellFormat::Until => Some(moment(1)?),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{CellFormat, Columns, File};
    use crate::platform::http::csv_upload::rows;

    const COLUMNS: Columns = &[
        &[("name.en", CellFormat::Text), ("name.zh", CellFormat::Maybe)],
        &[("total", CellFormat::Limit), ("until", CellFormat::Until), ("created", CellFormat::Told)],
    ];

    fn read(text: &str) -> Result<File, &'static str> {
        File::read(COLUMNS, rows(text).expect("rows")).map_err(|error| error.code())
    }

    #[test]
    fn each_cell_is_written_to_its_field_of_the_record() {
        let file = read("Name.EN,until,total,name.zh,created\r\n'=1,2026-03-12,,,whenever\r\n").expect("a file");
        let row = file.rows().next().expect("a row");
        let mut record = json!({ "name": { "en": "x", "zhhk": "茶" }, "other": 1 });
        row.cells().expect("cells").lay_over(&mut record, |_| true).expect("a record");
        let name = json!({ "en": "=1", "zh": null, "zhhk": "茶" });
        let expected = json!({ "name": name, "other": 1, "total": -1, "until": "2026-03-12T16:00:00.000Z" });
        assert_eq!((row.line(), record), (2, expected));
    }

    #[test]
    fn the_column_with_the_mistake_is_named() {
        let file = read("name.en,total\nx,many\n,5\nx,1,2\n").expect("a file");
        let wrong: Vec<_> = file
            .rows()
            .map(|row| {
                let cells = row.cells()?;
                cells.lay_over(&mut json!({ "name": { "en": "x" } }), |record| record["name"]["en"] != "")
            })
            .map(|outcome| outcome.expect_err("refused"))
            .map(|mistake| (mistake.column, mistake.code))
            .collect();
        let named = |column: &str, code| (column.to_owned(), code);
        assert_eq!(
            wrong,
            [named("total", "invalid_value"), named("name.en", "required_field"), named("", "cells_amiss")]
        );
        for (bad, code) in [
            ("", "invalid_csv"),
            ("name.en\n", "invalid_csv"),
            ("name\nx\n", "unknown_column"),
            ("total,total\n1,1\n", "unknown_column"),
            (&format!("total\n{}", "1\n".repeat(10_001)), "too_many_credits"),
        ] {
            assert_eq!(read(bad).expect_err("refused"), code);
        }
    }
}
