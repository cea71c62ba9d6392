//! Permissions in the admin: each set of roles contains the owner and some other roles (contract section 1).

use crate::auth::Role;

/// A set of roles that have a permission. The owner has every permission.
pub trait RoleSet: Send {
    const ROLES: &'static [Role];
}

macro_rules! role_sets {
    ($($(#[$doc:meta])* $name:ident = [$($role:ident),*];)*) => {$(
        $(#[$doc])*
        pub struct $name;

        impl RoleSet for $name {
            const ROLES: &'static [Role] = &[$(Role::$role),*];
        }
    )*};
}

role_sets! {
    /// Issue API keys.
    Owners = [];
    /// Sell, run campaigns, move points.
    Operators = [Operator];
    /// Write about partners and events.
    Editors = [Operator, Editor];
    /// Add pictures: whoever writes content, and managers of partners for their proposals.
    PictureAdders = [Operator, Editor, Merchant];
    /// Read content.
    ContentReaders = [Operator, Editor, Support, Finance, Auditor];
    /// Look after members, and propose adjustments of their points.
    Supporters = [Operator, Support];
    /// Read members, transactions and settlements.
    BookReaders = [Operator, Support, Finance, Auditor];
    /// Settle exchanges, and approve what others ask for.
    Settlers = [Operator, Finance];
    /// See the photos of claims: who decides about them, or approves the points.
    ClaimPhotoReaders = [Operator, Support, Finance];
    /// Read the programme's totals.
    ReportReaders = [Operator, Finance, Auditor];
    /// Read and withdraw their own requests for approval.
    ApprovalAskers = [Operator, Support, Finance, Auditor];
    /// Refuse requests of others, as far as they may decide them, and withdraw their own.
    ApprovalRefusers = [Operator, Support, Finance];
    /// Read all requests for approval.
    ApprovalReaders = [Operator, Finance, Auditor];
    /// Read the whole audit.
    TrailReaders = [Operator, Auditor];
    /// Read the audit entries about points.
    PointsTrailReaders = [Operator, Finance, Auditor];
    /// Read the page view counts.
    ViewReaders = [Operator, Editor, Finance, Auditor];
    /// Read the programme's settings and message texts.
    SettingsReaders = [Operator, Auditor];
    /// Read access rights: staff, API keys, webhooks, the server's own settings, and who changed settings.
    AccessReaders = [Auditor];
}
