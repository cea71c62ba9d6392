//! Who is calling: sessions of members and of staff, and the extractors that handlers ask for.

pub mod api_keys;
mod attempts;
mod authenticator;
pub mod captcha;
mod device_words;
mod extractors;
mod http;
mod login;
mod new_password;
pub mod one_time_codes;
pub mod passkeys;
pub mod password_rules;
pub mod passwords;
pub mod second_factor;
mod session_cookies;
pub mod sessions;
pub mod staff;
pub mod staff_sessions;
pub mod tries;
mod user_info;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, SessionId, StaffId};
use crate::base::problem::{AppResult, ProblemType};
use crate::store::Tx;

pub use attempts::TOO_MANY_ATTEMPTS;
pub use authenticator::Authenticator;
pub use device_words::device_words;
pub use http::{Success, routes};
pub use login::{INVALID_CREDENTIALS, REAUTHENTICATION_REQUIRED, reauthenticate};
pub use new_password::{change_password, end_sessions, forget_member, personal_words};
pub use session_cookies::{expired_cookie, member_cookies, no_member_cookies, refresh_user_cookie};
pub use sessions::SessionKind;
pub use user_info::UserInfo;

/// There is no live session behind this request.
pub const UNAUTHENTICATED: ProblemType = ProblemType::new("unauthenticated", 401, "Sign-in required");
/// The session is live, but its role may not do this.
pub const FORBIDDEN: ProblemType = ProblemType::new("forbidden", 403, "Not allowed");

/// Carries a member's browser session.
const ACCESS_COOKIE: &str = "accessToken";
/// Renews it.
pub const REFRESH_COOKIE: &str = "refreshToken";
/// What the web app shows before it has asked anything.
const USER_COOKIE: &str = "userInfo";
/// Carries a staff browser session.
const STAFF_COOKIE: &str = "staffToken";

/// Forgets what no longer counts: codes, guesses, spent captchas, challenges, and sessions whose
/// time is over.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    attempts::forget_old(tx)?;
    captcha::forget_old(tx)?;
    one_time_codes::forget_old(tx)?;
    passkeys::forget_old(tx)?;
    sessions::forget_old(tx)?;
    tries::forget_old(tx)
}

/// A signed-in, active member. Reads need the session; see [`TrustedMember`] for changes.
#[derive(Clone, Debug)]
pub struct Member {
    /// The member.
    pub id: MemberId,
    /// The session that this request rests on.
    pub session: SessionId,
    /// What carries the session.
    pub kind: SessionKind,
    /// When the member last proved who they are.
    pub signed_in_at: Timestamp,
}

/// A member whose request also carries the bearer that spec section 7 asks for: in a browser
/// session cookie and matching request token, in an API session the token itself.
#[derive(Clone, Debug)]
pub struct TrustedMember(pub Member);

/// A member if one is signed in, else a visitor.
#[derive(Clone, Debug)]
pub struct MaybeMember(pub Option<Member>);

/// What a staff member may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything, and staff, settings and keys.
    Owner,
    /// Runs the programme.
    Operator,
    /// Content.
    Editor,
    /// Members.
    Support,
    /// Reports and approvals.
    Finance,
    /// Reads.
    Auditor,
    /// One partner's counter.
    Merchant,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] =
        [Role::Owner, Role::Operator, Role::Editor, Role::Support, Role::Finance, Role::Auditor, Role::Merchant];

    /// The name that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Operator => "operator",
            Role::Editor => "editor",
            Role::Support => "support",
            Role::Finance => "finance",
            Role::Auditor => "auditor",
            Role::Merchant => "merchant",
        }
    }

    /// Reads the name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A signed-in member of staff who may lack the second factor that the settings ask for: good for
/// looking after one's own account, and nothing else.
#[derive(Clone, Debug)]
pub struct EnteringStaff(pub Staff);

/// A signed-in member of staff of any role. Handlers call [`Staff::require`] first.
#[derive(Clone, Debug)]
pub struct Staff {
    /// Who.
    pub id: StaffId,
    /// The session that this request rests on.
    pub session: SessionId,
    /// When they last proved who they are.
    pub signed_in_at: Timestamp,
    /// Whether a second factor is set up.
    pub second_factor: bool,
    /// The name that the audit trail shows.
    pub name: String,
    /// See [`Role`].
    pub role: Role,
    /// The partner whose counter this is, for [`Role::Merchant`].
    pub partner: Option<PartnerId>,
}

impl Staff {
    /// As the audit trail names them.
    pub fn actor(&self, address: std::net::IpAddr) -> crate::audit::Actor {
        let (id, name, role) = (*self.id.as_bytes(), self.name.clone(), self.role.name());
        crate::audit::Actor { id, name, role, address }
    }

    /// Fails with [`FORBIDDEN`] unless the role is the owner's or one of those named.
    pub fn require(&self, roles: &[Role]) -> AppResult<()> {
        if self.role == Role::Owner || roles.contains(&self.role) { Ok(()) } else { Err(FORBIDDEN.into()) }
    }
}

/// Somebody at a partner's counter: staff of role merchant, or the partner's API key.
#[derive(Clone, Debug)]
pub struct Merchant {
    /// The partner whose counter this is.
    pub partner: PartnerId,
    /// 16 bytes that name the person or key: the actor of idempotency keys and of activity.
    pub actor: [u8; 16],
    /// The name that activity and the audit trail show.
    pub name: String,
}
