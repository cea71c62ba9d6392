//! Reads and writes the rows of an exported table.

use serde_json::{Map, Value};

use super::Table;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, StoredValue, ToSql, Tx, params};

impl Table {
    /// Visits each row as a JSON object.
    pub(in super::super) fn each(
        &self,
        read: &Read<'_>,
        mut visit: impl FnMut(Map<String, Value>) -> AppResult<()>,
    ) -> AppResult<()> {
        read.each(self.select, params! {}, |row| {
            let mut object = Map::new();
            for ((name, format), (column, _)) in self.columns.iter().zip(self.stored) {
                object.insert((*name).to_owned(), format.exported(row.get(column)?)?);
            }
            visit(object)
        })
    }

    /// Inserts the row of a JSON object. Fails if it violates a constraint of the table.
    pub(in super::super) fn add(&self, tx: &Tx<'_>, object: &Map<String, Value>) -> AppResult<()> {
        let values: Vec<StoredValue> =
            self.columns.iter().map(|(name, format)| format.imported(object.get(*name))).collect();
        let params: Vec<(&str, &dyn ToSql)> =
            self.stored.iter().zip(&values).map(|((_, parameter), value)| (*parameter, value as &dyn ToSql)).collect();
        tx.execute_one(self.insert, &params)
    }
}
