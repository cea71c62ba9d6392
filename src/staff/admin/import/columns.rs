//! A file below its headings: which column is which, and what its cells say.

use serde_json::{Map, Value};

use super::Mistake;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::problem::{AppError, AppResult};
use crate::platform::http::csv_upload::Row;
use crate::platform::http::list_response::unguarded;

/// Rows that one file may bring. What `too_many_credits` says has to agree.
pub(super) const MOST_ROWS: usize = 10_000;
/// So much of a heading that nobody knows is repeated.
const LONGEST_HEADING: usize = 60;

/// What a cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::staff::admin) enum Form {
    /// A text; an empty cell is an empty one.
    Text,
    /// A text; an empty cell is none.
    Maybe,
    /// A whole number; an empty cell is none.
    Number,
    /// A whole number; an empty cell is no limit.
    Limit,
    /// `yes` or `no`; an empty cell is no.
    Flag,
    /// A moment, or a day in Hong Kong from its beginning on; an empty cell is none.
    From,
    /// The same to the end of the day.
    Until,
    /// Where the record stands; an empty cell says nothing.
    State,
    /// Read by the list itself.
    Own,
    /// Only told on the way out.
    Told,
}

/// A column: its heading, which is also the field's way through the record, and what its cells hold.
pub(in crate::staff::admin) type Column = (&'static str, Form);

/// The columns of a list, in groups of which several lists may have the same.
pub(in crate::staff::admin) type Columns = &'static [&'static [Column]];

/// Which record a row is about.
pub(super) const ID: &[Column] = &[("_id", Form::Own)];
/// When a record was made, and which version of it a row was taken from.
pub(super) const STAMPS: &[Column] = &[("created", Form::Told), ("updated", Form::Own)];

/// The columns of a text in three languages.
macro_rules! texts {
    ($field:literal) => {
        &[
            (concat!($field, ".en"), Form::Text),
            (concat!($field, ".zh"), Form::Maybe),
            (concat!($field, ".zhhk"), Form::Maybe),
        ]
    };
}
pub(super) use texts;

/// A file whose columns are known.
#[derive(Clone, Debug)]
pub(in crate::staff::admin) struct File {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

fn refused<T>(code: &'static str) -> AppResult<T> {
    Err(AppError::invalid_field("body", code))
}

impl File {
    /// Finds out which column is which. Fails with `invalid_csv` for no rows, with `too_many_credits`, and with
    /// `unknown_column` for a heading that means nothing or stands there twice.
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

    /// What the file says, for telling it from another one.
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

    /// Its cells, unless there are more or fewer than headings: it is not known then which is which.
    pub(super) fn cells(&self) -> Result<Cells<'f>, Mistake> {
        if self.row.cells.len() != self.columns.len() {
            return Err(Mistake::new("", "cells_amiss"));
        }
        let text = |cell: &'f String| unguarded(cell).trim();
        Ok(Cells { cells: self.columns.iter().copied().zip(self.row.cells.iter().map(text)).collect() })
    }
}

/// What a row says under each heading of its file.
pub(in crate::staff::admin) struct Cells<'f> {
    cells: Vec<(Column, &'f str)>,
}

impl Cells<'_> {
    /// What stands in a column; nothing where the file has none.
    pub(in crate::staff::admin) fn get(&self, heading: &str) -> Option<&str> {
        self.cells.iter().find(|((name, _), _)| *name == heading).map(|(_, text)| *text)
    }

    /// What stands in a column, or an empty text.
    pub(in crate::staff::admin) fn text(&self, heading: &str) -> &str {
        self.get(heading).unwrap_or("")
    }

    /// Lays the cells over a record, column by column. `sound` reads the record after each: the first column after
    /// which it cannot is the one with the mistake.
    pub(in crate::staff::admin) fn lay_over(
        &self,
        record: &mut Value,
        sound: impl Fn(&Value) -> bool,
    ) -> Result<(), Mistake> {
        let plain = record.clone();
        let put = |record: &mut Value, (heading, form): Column, text: &str| -> Result<(), Mistake> {
            if let Some(value) = value(form, text).map_err(|code| Mistake::new(heading, code))? {
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
                return Err(Mistake::new(column.0, if text.is_empty() { "required_field" } else { "invalid_value" }));
            }
        }
        Err(Mistake::new("", "invalid_body"))
    }
}

/// The field that a heading such as `name.en` leads to.
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

/// What a cell says; none where it says nothing about its field.
fn value(form: Form, text: &str) -> Result<Option<Value>, &'static str> {
    let number = |text: &str| text.parse::<i64>().map(Value::from).map_err(|_| "invalid_value");
    let moment = |days: i64| {
        let day = Day::parse(text).map(|day| day.plus(days).start());
        let read = day.or_else(|| Timestamp::parse(text));
        read.map(|moment| Value::from(moment.to_string())).ok_or("invalid_value")
    };
    Ok(match form {
        Form::Own | Form::Told => None,
        Form::Text => Some(Value::from(text)),
        Form::State => Some(Value::from(text)).filter(|_| !text.is_empty()),
        Form::Flag => Some(Value::from(flag(text).ok_or("invalid_value")?)),
        Form::Limit if text.is_empty() => Some(Value::from(-1)),
        _ if text.is_empty() => Some(Value::Null),
        Form::Maybe => Some(Value::from(text)),
        Form::Number | Form::Limit => Some(number(text)?),
        Form::From => Some(moment(0)?),
        Form::Until => Some(moment(1)?),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Columns, File, Form};
    use crate::platform::http::csv_upload::rows;

    const COLUMNS: Columns = &[
        &[("name.en", Form::Text), ("name.zh", Form::Maybe)],
        &[("total", Form::Limit), ("until", Form::Until), ("created", Form::Told)],
    ];

    fn read(text: &str) -> Result<File, &'static str> {
        File::read(COLUMNS, rows(text).expect("rows")).map_err(|error| error.code())
    }

    #[test]
    fn a_cell_finds_its_way_into_the_record() {
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
