//! The ways through the members: along which index, from where to where, and in which order. A list shows what it
//! meets; a search asks each of them. A plus keeps an id from leading to another index.

/// Makes a statement of each way with a macro that takes an index, a term and an order.
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
