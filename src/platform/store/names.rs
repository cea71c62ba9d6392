//! Enums whose names SQLite holds as text.

use rusqlite::types::{FromSqlError, FromSqlResult, ValueRef};

/// Names an enum as [`crate::base::names::names`] does, and lets statements take it and rows give it.
macro_rules! stored_names {
    ($($type:ident { $($variant:ident = $name:literal),+ $(,)? })+) => {
        $crate::base::names::names! { $($type { $($variant = $name),+ })+ }
        $(
            impl rusqlite::ToSql for $type {
                fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                    Ok(self.name().into())
                }
            }

            impl rusqlite::types::FromSql for $type {
                fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                    $crate::platform::store::read_name(value, Self::from_name)
                }
            }
        )+
    };
}
pub(crate) use stored_names;

/// Reads a stored name. Fails for one that the enum does not have: a mistake of ours or a damaged file.
pub(crate) fn read_name<T>(value: ValueRef<'_>, read: fn(&str) -> Option<T>) -> FromSqlResult<T> {
    let name = value.as_str()?;
    read(name).ok_or_else(|| FromSqlError::Other(format!("«{name}» is not a name of this column").into()))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Light {
        Red,
        Green,
    }
    stored_names! { Light { Red = "red", Green = "green" } }

    #[test]
    fn every_name_comes_back_and_an_unknown_one_is_refused() {
        let connection = Connection::open_in_memory().expect("a database");
        let read = |name: &dyn rusqlite::ToSql| connection.query_row("select ?1", [name], |row| row.get::<_, Light>(0));
        for light in Light::ALL {
            assert_eq!(read(&light), Ok(light));
        }
        let refused = read(&"blue").expect_err("an unknown name").to_string();
        assert!(refused.contains("blue"), "{refused}");
        read(&1).expect_err("a number");
    }
}
