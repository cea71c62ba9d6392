//! Access paths to the members: index, range and order. A list shows each row that it meets; a search checks each
//! row. A unary plus before an id keeps SQLite from choosing another index.

/// Makes an SQL statement for each path with a macro that takes an index, a term and an order.
macro_rules! ways {
    ($make:ident) => {
        const NEWEST: &str = $make!("", "m.id >= :from and m.id < :until", "m.id desc");
        const OLDEST: &str = $make!("", "m.id >= :from and m.id < :until", "m.id");
        const BY_NAME: &str = $make!(
            "indexed by member_by_name",
            "lower(m.last_name || m.first_name) >= :name
             and (lower(m.last_name || m.first_name) > :name or +m.id > :after) and +m.id >= :from and +m.id < :until",
            "lower(m.last_name || m.first_name), m.id"
        );
        const NEWEST_NOT_ACTIVE: &str = $make!(
            "indexed by member_not_active",
            "m.status = :status and m.status <> 'active' and m.id >= :from and m.id < :until",
            "m.id desc"
        );
        const OLDEST_NOT_ACTIVE: &str = $make!(
            "indexed by member_not_active",
            "m.status = :status and m.status <> 'active' and m.id >= :from and m.id < :until",
            "m.id"
        );
        const NOT_ACTIVE_BY_NAME: &str = $make!(
            "indexed by member_not_active_by_name",
            "m.status = :status and m.status <> 'active' and lower(m.last_name || m.first_name) >= :name
             and (lower(m.last_name || m.first_name) > :name or +m.id > :after) and +m.id >= :from and +m.id < :until",
            "lower(m.last_name || m.first_name), m.id"
        );
    };
}
