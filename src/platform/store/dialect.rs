//! Parts of a statement that each database engine writes in its own way. A statement outside the store names them by
//! these macros, so that its text says nothing that only SQLite understands.

/// Makes SQLite use an index where it would choose a slower one. PostgreSQL, which plans by statistics, needs nothing.
macro_rules! indexed_by {
    ($index:literal) => {
        concat!(" indexed by ", $index, " ")
    };
}
pub(crate) use indexed_by;

/// Makes SQLite read the table in the order of its key.
macro_rules! by_key {
    () => {
        " not indexed "
    };
}
pub(crate) use by_key;

/// A column that SQLite shall not look up in an index, because another term of the statement selects fewer rows.
macro_rules! unindexed {
    ($column:literal) => {
        concat!("+", $column)
    };
}
pub(crate) use unindexed;

/// A join whose left table SQLite reads first.
macro_rules! join_in_order {
    () => {
        " cross join "
    };
}
pub(crate) use join_in_order;

/// The texts of a list, which a statement takes as one parameter: a JSON array. The rows have one column, `value`.
macro_rules! values_of {
    ($list:literal) => {
        concat!("(select value from json_each(", $list, "))")
    };
}
pub(crate) use values_of;
