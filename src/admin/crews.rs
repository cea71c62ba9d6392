//! Who may do what at the desk: each crew is the owner and some roles (contract section 1).

use crate::auth::Role;

/// Some roles that may do a thing. The owner may do everything.
pub(super) trait Crew: Send {
    const ROLES: &'static [Role];
}

macro_rules! crews {
    ($($(#[$doc:meta])* $name:ident = [$($role:ident),*];)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl Crew for $name {
            const ROLES: &'static [Role] = &[$(Role::$role),*];
        }
    )*};
}

crews! {
    /// Hand out keys.
    Owners = [];
    /// Sell, run campaigns, move points.
    Operators = [Operator];
    /// Write about partners and events.
    Editors = [Operator, Editor];
    /// Look at content.
    ContentReaders = [Operator, Editor, Support, Finance, Auditor];
    /// Look after members.
    Supporters = [Operator, Support];
    /// Look at members and the books.
    BookReaders = [Operator, Support, Finance, Auditor];
    /// Settle exchanges, and approve what others ask for.
    Settlers = [Operator, Finance];
    /// Look at the programme's sums.
    ReportReaders = [Operator, Finance, Auditor];
    /// Look at what needs a second person.
    ApprovalReaders = [Operator, Finance, Auditor];
    /// Look at what staff did.
    TrailReaders = [Operator, Auditor];
}
