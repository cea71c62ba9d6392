//! Access paths to the members: index, range and order. A list shows each row that it meets; a search checks each
//! row.

use crate::platform::store::{indexed_by, unindexed};
use crate::staff::admin::members::search::MemberSort;

/// The index, the term and the order of an SQL statement.
pub(super) type Way = (&'static str, &'static str, &'static str);

const PERIOD: &str = "m.id >= :from and m.id < :until";
const NOT_ACTIVE: &str = "m.status = :status and m.status <> 'active' and m.id >= :from and m.id < :until";
const NAME: &str = "lower(m.last_name || m.first_name), m.id";

/// A term for the members of a period who come after a name and an id, by an index of names.
macro_rules! after_name {
    ($more:literal) => {
        concat!(
            $more,
            "lower(m.last_name || m.first_name) >= :name and (lower(m.last_name || m.first_name) > :name or ",
            unindexed!("m.id"),
            " > :after) and ",
            unindexed!("m.id"),
            " >= :from and ",
            unindexed!("m.id"),
            " < :until"
        )
    };
}

/// The path in that order. Members who are not active have an index of their own.
pub(super) fn way(order: MemberSort, active: bool) -> Way {
    match (order, active) {
        (MemberSort::Newest, true) => ("", PERIOD, "m.id desc"),
        (MemberSort::Newest, false) => (indexed_by!("member_not_active"), NOT_ACTIVE, "m.id desc"),
        (MemberSort::Oldest, true) => ("", PERIOD, "m.id"),
        (MemberSort::Oldest, false) => (indexed_by!("member_not_active"), NOT_ACTIVE, "m.id"),
        (MemberSort::Name, true) => (indexed_by!("member_by_name"), after_name!(""), NAME),
        (MemberSort::Name, false) => (
            indexed_by!("member_not_active_by_name"),
            after_name!("m.status = :status and m.status <> 'active' and "),
            NAME,
        ),
    }
}
