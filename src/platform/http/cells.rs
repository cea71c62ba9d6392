//! Cells of lists that can be downloaded as CSV.

use crate::base::clock::Timestamp;
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;

/// One cell. Texts come from people and are escaped; numbers are the server's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// An amount of money. Below zero it begins with a minus, which a text may not.
    Amount(Hkd),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Cell::Number(number)
    }
}

impl From<Hkd> for Cell {
    fn from(amount: Hkd) -> Self {
        Cell::Amount(amount)
    }
}

impl From<bool> for Cell {
    fn from(yes: bool) -> Self {
        Cell::from(if yes { "yes" } else { "no" })
    }
}

impl From<Timestamp> for Cell {
    fn from(moment: Timestamp) -> Self {
        Cell::Text(moment.to_string())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Cell::from(""), Into::into)
    }
}

/// The three columns that a text in three languages takes.
pub fn languages(text: &LocalizedText) -> [Cell; 3] {
    [text.en.clone().into(), text.zh.clone().into(), text.zhhk.clone().into()]
}
