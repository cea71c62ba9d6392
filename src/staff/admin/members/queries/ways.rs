//! Access paths to the members: index, range and order. A list shows each row that it meets; a search checks each
//! row. A unary plus before an id keeps SQLite from choosing another index.

use crate::staff::admin::members::search::MemberSort;

/// The index, the term and the order of an SQL statement.
pub(super) type Way = (&'static str, &'static str, &'static str);

const PERIOD: &str = "m.id >= :from and m.id < :until";
const NOT_ACTIVE: &str = "m.status = :status and m.status <> 'active' and m.id >= :from and m.id < :until";
const NAME: &str = "lower(m.last_name || m.first_name), m.id";

/// The path in that order. Members who are not active have an index of their own.
pub(super) fn way(order: MemberSort, active: bool) -> Way {
    match (order, active) {
        (MemberSort::Newest, true) => ("", PERIOD, "m.id desc"),
        (MemberSort::Newest, false) => ("indexed by member_not_active", NOT_ACTIVE, "m.id desc"),
        (MemberSort::Oldest, true) => ("", PERIOD, "m.id"),
        (MemberSort::Oldest, false) => ("indexed by member_not_active", NOT_ACTIVE, "m.id"),
        (MemberSort::Name, true) => (
            "indexed by member_by_name",
            "lower(m.last_name || m.first_name) >= :name
             and (lower(m.last_name || m.first_name) > :name or +m.id > :after) and +m.id >= :from and +m.id < :until",
            NAME,
        ),
        (MemberSort::Name, false) => (
            "indexed by member_not_active_by_name",
            "m.status = :status and m.status <> 'active' and lower(m.last_name || m.first_name) >= :name
             and (lower(m.last_name || m.first_name) > :name or +m.id > :after) and +m.id >= :from and +m.id < :until",
            NAME,
        ),
    }
}
