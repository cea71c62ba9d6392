//! Parameter and column names of statements, kept for each thread.
//!
//! SQLite looks names up in C strings: one call for each parameter that is bound, and one for each column that is
//! compared. The names of a statement depend on its text alone, so they are read once for each text.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::{CachedStatement, ToSql};

use crate::base::problem::AppResult;

/// The names of one statement, in the order of SQLite's indexes.
pub(super) struct StatementNames {
    parameters: Vec<String>,
    columns: Vec<String>,
}

#[derive(Default)]
struct KnownNames {
    /// Texts that stand in the code, by address and length: they do not move.
    literals: HashMap<(usize, usize), Rc<StatementNames>>,
    /// Texts that were put together from parts. They are few, because every part stands in the code.
    composed: HashMap<String, Rc<StatementNames>>,
}

thread_local! {
    static KNOWN: RefCell<KnownNames> = RefCell::default();
}

impl StatementNames {
    /// The names of a statement with that text.
    pub(super) fn of(statement: &CachedStatement<'_>, text: Cow<'static, str>) -> Rc<Self> {
        let read = || Rc::new(Self::read(statement));
        KNOWN.with_borrow_mut(|known| match text {
            Cow::Borrowed(text) => {
                known.literals.entry((text.as_ptr().addr(), text.len())).or_insert_with(read).clone()
            }
            Cow::Owned(text) => known.composed.entry(text).or_insert_with(read).clone(),
        })
    }

    fn read(statement: &CachedStatement<'_>) -> Self {
        let parameters = (1..=statement.parameter_count()).map(|index| statement.parameter_name(index).unwrap_or(""));
        let parameters = parameters.map(str::to_owned).collect();
        Self { parameters, columns: statement.column_names().map(str::to_owned).collect() }
    }

    /// Binds each named value. Fails for a name that the statement does not have.
    pub(super) fn bind(&self, statement: &mut CachedStatement<'_>, values: &[(&str, &dyn ToSql)]) -> AppResult<()> {
        for (name, value) in values {
            let at = self.parameters.iter().position(|parameter| parameter == name);
            let at = at.ok_or_else(|| anyhow::anyhow!("a statement has no parameter {name}"))?;
            statement.raw_bind_parameter(at + 1, value)?;
        }
        Ok(())
    }

    /// The index of a column; the search begins at `next`, where most columns are found at once.
    pub(super) fn column(&self, name: &str, next: usize) -> AppResult<usize> {
        if self.columns.get(next).is_some_and(|column| column == name) {
            return Ok(next);
        }
        let at = self.columns.iter().position(|column| column == name);
        Ok(at.ok_or_else(|| anyhow::anyhow!("a statement has no column {name}"))?)
    }
}
