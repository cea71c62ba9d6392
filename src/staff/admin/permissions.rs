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
    /// Look after members, and propose adjustments of their points.
    Supporters = [Operator, Support];
    /// Look at members and the books.
    BookReaders = [Operator, Support, Finance, Auditor];
    /// Settle exchanges, and approve what others ask for.
    Settlers = [Operator, Finance];
    /// Look at the programme's sums.
    ReportReaders = [Operator, Finance, Auditor];
    /// Look at what they asked for themselves, and take it back.
    ApprovalAskers = [Operator, Support, Finance, Auditor];
    /// Refuse what others ask for, as far as they may decide, and take back what they asked for themselves.
    ApprovalRefusers = [Operator, Support, Finance];
    /// Look at all that needs a second person.
    ApprovalReaders = [Operator, Finance, Auditor];
    /// Look at all that staff did.
    TrailReaders = [Operator, Auditor];
    /// Look at what moved points, in what staff did.
    PointsTrailReaders = [Operator, Finance, Auditor];
    /// Look at how often pages were read.
    ViewReaders = [Operator, Editor, Finance, Auditor];
    /// Look at the programme's settings and the texts of its messages.
    SettingsReaders = [Operator, Auditor];
    /// Look at who may do what: staff, API keys, webhooks, the server's own settings, and who changed settings.
    AccessReaders = [Auditor];
}
