//! The format of a column in a file: conversion of stored values to JSON and back.

use serde_json::Value;

use crate::base::problem::AppResult;
use crate::platform::store::StoredValue;

/// Format of a column in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnFormat {
    /// Bytes, in hexadecimal.
    Bytes,
    /// A number or a text; null is an empty CSV cell.
    Plain,
    /// A text that is never null, but may be empty.
    Words,
    /// A JSON value, such as a text in three languages.
    Parts,
}

impl ColumnFormat {
    /// The value in the file.
    pub(super) fn exported(self, stored: StoredValue) -> AppResult<Value> {
        Ok(match stored {
            StoredValue::Null => Value::Null,
            StoredValue::Integer(number) => number.into(),
            StoredValue::Real(number) => number.into(),
            StoredValue::Text(text) if self == Self::Parts => serde_json::from_str(&text)?,
            StoredValue::Text(text) => text.into(),
            StoredValue::Bytes(bytes) if bytes.is_empty() => Value::Null,
            StoredValue::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        })
    }

    /// The value to store. The table refuses one of another type than the column's.
    pub(super) fn imported(self, value: Option<&Value>) -> StoredValue {
        match (self, value) {
            (Self::Parts, Some(value)) => StoredValue::Text(value.to_string()),
            (Self::Words, None | Some(Value::Null)) => StoredValue::Text(String::new()),
            (Self::Bytes, Some(value)) => match plain(value) {
                StoredValue::Text(text) => bytes_of(&text).map_or(StoredValue::Null, StoredValue::Bytes),
                StoredValue::Integer(number) => {
                    bytes_of(&number.to_string()).map_or(StoredValue::Null, StoredValue::Bytes)
                }
                _ => StoredValue::Null,
            },
            (_, Some(value)) => plain(value),
            (_, None) => StoredValue::Null,
        }
    }
}

fn plain(value: &Value) -> StoredValue {
    match value {
        Value::Null => StoredValue::Null,
        Value::Bool(bit) => StoredValue::Integer((*bit).into()),
        Value::String(text) => StoredValue::Text(text.clone()),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => StoredValue::Integer(number),
            (None, Some(number)) => StoredValue::Real(number),
            (None, None) => StoredValue::Text(number.to_string()),
        },
        Value::Array(_) | Value::Object(_) => StoredValue::Text(value.to_string()),
    }
}

/// The bytes of a text in hexadecimal.
pub(super) fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| <[u8; 2]>::try_from(pair).ok().and_then(|[high, low]| Some(digit(high)? << 4 | digit(low)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_stored_value_comes_back_from_the_file() {
        for (format, stored, in_file) in [
            (ColumnFormat::Bytes, StoredValue::Bytes(vec![0, 0x0a, 0xff]), json!("000aff")),
            (ColumnFormat::Plain, StoredValue::Integer(-5), json!(-5)),
            (ColumnFormat::Plain, StoredValue::Text("5".to_owned()), json!("5")),
            (ColumnFormat::Plain, StoredValue::Null, Value::Null),
            (ColumnFormat::Words, StoredValue::Text(String::new()), json!("")),
            (ColumnFormat::Parts, StoredValue::Text(r#"{"en":"Tea"}"#.to_owned()), json!({ "en": "Tea" })),
        ] {
            assert_eq!(format.exported(stored.clone()).expect("a value"), in_file);
            assert_eq!(format.imported(Some(&in_file)), stored, "{format:?}");
        }
    }

    #[test]
    fn a_value_of_another_form_is_left_to_the_table() {
        let imported = |format: ColumnFormat, value: Value| format.imported(Some(&value));
        for value in [json!("abc"), json!("+f"), json!("zz"), json!(null), json!(true)] {
            assert_eq!(imported(ColumnFormat::Bytes, value), StoredValue::Null);
        }
        assert_eq!(imported(ColumnFormat::Bytes, json!("AbCd")), StoredValue::Bytes(vec![0xab, 0xcd]));
        assert_eq!(imported(ColumnFormat::Plain, json!(true)), StoredValue::Integer(1));
        assert_eq!(imported(ColumnFormat::Plain, json!([1])), StoredValue::Text("[1]".to_owned()));
        assert_eq!(imported(ColumnFormat::Parts, json!(null)), StoredValue::Text("null".to_owned()));
        assert_eq!(ColumnFormat::Parts.imported(None), StoredValue::Null);
        assert_eq!(ColumnFormat::Words.imported(None), StoredValue::Text(String::new()));
    }
}
