//! Conversions between Kapok's types and SQLite, and of SQLite's errors.

use rusqlite::ErrorCode;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::de::DeserializeOwned;

use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone};
use crate::base::day::Day;
use crate::base::id::for_each_id_type;
use crate::base::language::{Language, LocalizedText};
use crate::base::month::Month;
use crate::base::points::{Decimal, Points};
use crate::base::problem::{AppError, STORAGE_FULL};
use crate::base::short_id::ShortId;

impl From<rusqlite::Error> for AppError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            // A full disk is temporary: the client may retry.
            Some(ErrorCode::DiskFull) => STORAGE_FULL.retry_after(30),
            _ => AppError::Internal(error.into()),
        }
    }
}

/// A value whose type is known only when it is read.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredValue {
    /// No value.
    Null,
    /// An integer.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl ToSql for StoredValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl FromSql for StoredValue {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(_) => Self::Text(value.as_str()?.to_owned()),
            ValueRef::Blob(bytes) => Self::Bytes(bytes.to_owned()),
        })
    }
}

macro_rules! id_in_sql {
    ($id:ty) => {
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::Borrowed(ValueRef::Blob(self.as_bytes())))
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let bytes: [u8; 16] = value.as_blob()?.try_into().map_err(|_| FromSqlError::InvalidType)?;
                Ok(Self::from_bytes(bytes))
            }
        }
    };
}
for_each_id_type!(id_in_sql);

/// Types stored as text: how they are written and read.
macro_rules! text_in_sql {
    ($type:ty, $write:expr, $read:expr) => {
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                let write: fn(&$type) -> String = $write;
                Ok(ToSqlOutput::from(write(self)))
            }
        }

        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let read: fn(&str) -> Option<$type> = $read;
                read(value.as_str()?).ok_or(FromSqlError::InvalidType)
            }
        }
    };
}
text_in_sql!(Email, |email| email.as_str().to_owned(), Email::parse);
text_in_sql!(HkPhone, HkPhone::e164, HkPhone::from_e164);
text_in_sql!(ShortId, |id| id.as_str().to_owned(), ShortId::parse);
text_in_sql!(Language, |language| language.code().to_owned(), Language::from_code);
text_in_sql!(LocalizedText, |text| serde_json::to_string(text).unwrap_or_default(), |stored| {
    serde_json::from_str(stored).ok()
});

/// Types stored as integers.
macro_rules! integer_in_sql {
    ($type:ty, $write:expr, $read:expr) => {
        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                let write: fn(&$type) -> i64 = $write;
                Ok(ToSqlOutput::from(write(self)))
            }
        }

        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let read: fn(i64) -> Option<$type> = $read;
                read(value.as_i64()?).ok_or(FromSqlError::InvalidType)
            }
        }
    };
}
integer_in_sql!(Timestamp, |moment| moment.as_millis(), |millis| Some(Timestamp::from_millis(millis)));
integer_in_sql!(Day, |day| day.number(), |number| Some(Day::from_number(number)));
integer_in_sql!(Month, |month| month.number(), |number| Some(Month::from_number(number)));
integer_in_sql!(Points, |points| points.get(), Points::new);
integer_in_sql!(Decimal<2>, |decimal| decimal.units(), |units| Some(Decimal::from_units(units)));
integer_in_sql!(Decimal<3>, |decimal| decimal.units(), |units| Some(Decimal::from_units(units)));
integer_in_sql!(Decimal<4>, |decimal| decimal.units(), |units| Some(Decimal::from_units(units)));

/// A value that a column stores as JSON, read without a copy of its text.
pub struct StoredJson<T>(pub T);

impl<T: DeserializeOwned> FromSql for StoredJson<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(|error| FromSqlError::Other(error.into()))
    }
}
