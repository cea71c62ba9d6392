//! Who is calling: sessions of members and of staff, and the extractors that handlers ask for.

pub mod api_keys;
mod authenticator;
pub mod captcha;
pub mod cashier_passkeys;
mod device_words;
pub mod distinct_tries;
mod extractors;
mod failures;
mod http;
mod known_device;
mod login;
mod new_password;
pub mod one_time_codes;
pub mod passkeys;
pub mod password_rules;
pub mod passwords;
mod principal;
pub mod second_factor;
mod session_cookies;
pub mod sessions;
pub mod staff;
pub mod staff_sessions;
mod user_info;

use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId, SessionId, StaffId, TillId};
use crate::base::problem::{AppResult, ProblemType};
use crate::core::outlets::devices::{LiveTill, TILL_LOCKED};
use crate::core::outlets::sessions::CounterSession;
use crate::platform::store::Tx;

pub use authenticator::Authenticator;
pub use device_words::device_words;
pub use failures::TOO_MANY_ATTEMPTS;
pub use http::{Success, routes};
pub use login::{INVALID_CREDENTIALS, REAUTHENTICATION_REQUIRED, reauthenticate};
pub use new_password::{change_password, end_sessions, forget_member, personal_words};
pub use principal::Principal;
pub use session_cookies::{expired_cookie, member_cookies, no_member_cookies, refresh_user_cookie};
pub use sessions::SessionKind;
pub use user_info::UserInfo;

/// There is no live session behind this request.
pub const UNAUTHENTICATED: ProblemType = ProblemType::new("unauthenticated", 401, "Sign-in required");
/// The session is live, but its role may not do this.
pub const FORBIDDEN: ProblemType = ProblemType::new("forbidden", 403, "Not allowed");

/// This device is no till, or is one no more.
pub const TILL_NOT_ENROLLED: ProblemType = ProblemType::new("till_not_enrolled", 401, "Till not enrolled");

/// Carries a member's browser session.
const ACCESS_COOKIE: &str = "accessToken";
/// Renews it.
pub const REFRESH_COOKIE: &str = "refreshToken";
/// What the web app shows before it has asked anything.
const USER_COOKIE: &str = "userInfo";
/// Stays with a till's device.
pub const TILL_COOKIE: &str = "tillDevice";
/// Carries a session at a till.
pub const COUNTER_COOKIE: &str = "tillToken";
/// Carries a staff browser session.
const STAFF_COOKIE: &str = "staffToken";
/// Marks a browser that has signed somebody of the staff in.
const STAFF_DEVICE_COOKIE: &str = "staffDevice";

/// Forgets what no longer counts: codes, guesses, spent captchas, challenges, and sessions whose
/// time is over.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    failures::forget_old(tx)?;
    captcha::forget_old(tx)?;
    one_time_codes::forget_old(tx)?;
    passkeys::forget_old(tx)?;
    sessions::forget_old(tx)?;
    distinct_tries::forget_old(tx)
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
    /// When the session ends in any case, where it outlives the browser.
    pub remembered_until: Option<Timestamp>,
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
    pub fn actor(&self, address: std::net::IpAddr) -> crate::platform::audit::Actor {
        let (id, name, role) = (*self.id.as_bytes(), self.name.clone(), self.role.name());
        crate::platform::audit::Actor { id, name, role, address }
    }

    /// Fails with [`FORBIDDEN`] unless the role is the owner's or one of those named.
    pub fn require(&self, roles: &[Role]) -> AppResult<()> {
        if self.role == Role::Owner || roles.contains(&self.role) { Ok(()) } else { Err(FORBIDDEN.into()) }
    }
}

/// The device of an enrolled till, and whoever is signed in there.
#[derive(Clone, Debug)]
pub struct EnrolledTill {
    /// The till.
    pub till: LiveTill,
    /// Who, and by which session.
    pub signed_in: Option<(Merchant, CounterSession)>,
}

/// In what capacity somebody stands at a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Staff of the partner: they manage its tills and cashiers, too.
    Manager,
    /// Somebody with a PIN, at a till.
    Cashier,
    /// The partner's own till, by API key.
    Key,
}

/// The till at which somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtTill {
    /// Which.
    pub id: TillId,
    /// Whether it waits for a supervisor.
    pub locked: bool,
}

/// Somebody at a partner's counter: signed in at a till, staff of role merchant, or the partner's
/// API key.
#[derive(Clone, Debug)]
pub struct Merchant {
    /// The partner whose counter this is.
    pub partner: PartnerId,
    /// 16 bytes that name the person or key: the actor of idempotency keys and of activity.
    pub actor: [u8; 16],
    /// The name that activity and the audit trail show.
    pub name: String,
    /// See [`Standing`].
    pub standing: Standing,
    /// The till, for whoever signed in at one.
    pub till: Option<AtTill>,
    /// Points that a key may award in a Hong Kong day, beside what the partner may.
    pub daily_cap: Option<i64>,
    /// On whose behalf this request makes changes.
    pub principal: Principal,
}

/// Staff of a partner who are signed in in this browser, whoever is signed in at the till that it may be.
#[derive(Clone, Debug)]
pub struct PartnerStaff(pub Merchant);

impl Merchant {
    /// Fails with [`FORBIDDEN`] for all but staff of the partner.
    pub fn require_manager(&self) -> AppResult<()> {
        if self.standing == Standing::Manager { Ok(()) } else { Err(FORBIDDEN.into()) }
    }

    /// Fails with `till_locked` at a till that waits for a supervisor.
    pub fn require_unlocked(&self) -> AppResult<()> {
        if self.till.is_some_and(|till| till.locked) { Err(TILL_LOCKED.into()) } else { Ok(()) }
    }
}
