//! Authentication: sessions of members and staff, and the extractors that handlers use.

pub mod api_keys;
mod authenticator;
pub mod captcha;
pub mod cashier_passkeys;
pub mod device_accounts;
mod device_words;
mod extractors;
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
use crate::base::id::{MemberId, OutletId, PartnerId, SessionId, StaffId, TillId};
use crate::base::keys::Keyring;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::outlets::devices::{LiveTill, TILL_LOCKED};
use crate::core::outlets::sessions::CounterSession;
use crate::platform::config::Config;
use crate::platform::delivery::Outbox;
use crate::platform::http::routes::Routes;
use crate::platform::store::{Store, Tx, stored_names};
use crate::platform::throttle::Limits;

pub use authenticator::Authenticator;
pub use device_words::device_words;
pub use http::Success;
pub use login::{INVALID_CREDENTIALS, REAUTHENTICATION_REQUIRED, reauthenticate};
pub use new_password::{change_password, check_new_password, end_sessions, forget_member};
pub use principal::Principal;
pub use session_cookies::{member_cookies, no_member_cookies, refresh_user_cookie};
pub use sessions::SessionKind;
pub use user_info::UserInfo;

/// The request has no live session.
pub const UNAUTHENTICATED: ProblemType = ProblemType::new("unauthenticated", 401, "Sign-in required");
/// The session is live, but its role may not make this call.
pub const FORBIDDEN: ProblemType = ProblemType::new("forbidden", 403, "Not allowed");

/// The device is not enrolled as a till, or its enrolment has ended.
pub const TILL_NOT_ENROLLED: ProblemType = ProblemType::new("till_not_enrolled", 401, "Till not enrolled");

/// Carries a member's browser session.
const ACCESS_COOKIE: &str = "accessToken";
/// Renews a member's browser session.
pub const REFRESH_COOKIE: &str = "refreshToken";
/// Data that the web app shows before its first request completes.
const USER_COOKIE: &str = "userInfo";
/// Identifies a till's device.
pub const TILL_COOKIE: &str = "tillDevice";
/// Carries a session at a till.
pub const COUNTER_COOKIE: &str = "tillToken";
/// Carries a staff browser session.
const STAFF_COOKIE: &str = "staffToken";
/// Marks a browser in which a staff member has signed in.
const STAFF_DEVICE_COOKIE: &str = "staffDevice";

/// The calls to sign in and out, for members and staff.
pub fn routes(
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    config: &Config,
) -> Routes {
    let state = AuthState { store, limits, keys, authenticator, outbox, console_url: config.console_url() };
    http::routes().merge(passkeys::routes()).merge(second_factor::routes()).merge(staff::routes()).with_state(state)
}

/// The state of the calls of this room.
#[derive(Clone)]
struct AuthState {
    store: Store,
    limits: Limits,
    keys: Keyring,
    authenticator: Authenticator,
    outbox: Outbox,
    /// The base URL of the admin, without a trailing slash.
    console_url: String,
}

/// Deletes expired data: codes, spent captchas, challenges and sessions.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    captcha::forget_old(tx)?;
    one_time_codes::forget_old(tx)?;
    sessions::forget_old(tx)
}

/// A signed-in, active member. Reads need the session; see [`TrustedMember`] for changes.
#[derive(Clone, Debug)]
pub struct Member {
    /// The member.
    pub id: MemberId,
    /// The session of this request.
    pub session: SessionId,
    /// Whether cookies or a bearer carry the session.
    pub kind: SessionKind,
    /// The time at which the member last signed in or reauthenticated.
    pub signed_in_at: Timestamp,
    /// The latest end of the session, if the session outlives the browser.
    pub remembered_until: Option<Timestamp>,
}

/// A member whose request also carries the bearer of spec section 7: in a browser, session cookie and matching
/// request token; in an API session, the token itself.
#[derive(Clone, Debug)]
pub struct TrustedMember(pub Member);

/// The signed-in member, or `None` for a visitor.
#[derive(Clone, Debug)]
pub struct MaybeMember(pub Option<Member>);

/// The role of a staff member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// May do everything, including staff, settings and API keys.
    Owner,
    /// Runs the programme.
    Operator,
    /// Manages content.
    Editor,
    /// Helps members.
    Support,
    /// Reads reports and approves.
    Finance,
    /// Reads only.
    Auditor,
    /// Works at the counter of one partner.
    Merchant,
}
stored_names! {
    Role {
        Owner = "owner", Operator = "operator", Editor = "editor", Support = "support",
        Finance = "finance", Auditor = "auditor", Merchant = "merchant",
    }
}

/// A signed-in staff member who may lack the second factor that the settings require. Such a session may manage the
/// person's own account and nothing else.
#[derive(Clone, Debug)]
pub struct EnteringStaff(pub Staff);

/// A signed-in staff member of any role. Handlers call [`Staff::require`] first.
#[derive(Clone, Debug)]
pub struct Staff {
    /// The id of the staff member.
    pub id: StaffId,
    /// The session of this request.
    pub session: SessionId,
    /// The time at which the staff member last signed in.
    pub signed_in_at: Timestamp,
    /// Whether a second factor is set up.
    pub second_factor: bool,
    /// The name shown in the audit.
    pub name: String,
    /// See [`Role`].
    pub role: Role,
    /// The partner of a [`Role::Merchant`].
    pub partner: Option<PartnerId>,
}

impl Staff {
    /// The staff member as the actor of an audit entry.
    pub fn actor(&self, address: std::net::IpAddr) -> crate::platform::audit::Actor {
        let (id, name, role) = (*self.id.as_bytes(), self.name.clone(), self.role.name());
        crate::platform::audit::Actor { id, name, role, address }
    }

    /// Fails with [`FORBIDDEN`] unless the role is the owner's or one of `roles`.
    pub fn require(&self, roles: &[Role]) -> AppResult<()> {
        if self.role == Role::Owner || roles.contains(&self.role) { Ok(()) } else { Err(FORBIDDEN.into()) }
    }
}

/// The device of an enrolled till, and the person signed in at it.
#[derive(Clone, Debug)]
pub struct EnrolledTill {
    /// The till.
    pub till: LiveTill,
    /// The person and the session, if a person is signed in.
    pub signed_in: Option<(Merchant, CounterSession)>,
}

/// In which capacity a person or key acts at a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Standing)]
pub enum CounterRole {
    /// Staff of the partner, who also manage its tills and cashiers.
    Manager,
    /// A cashier, signed in at a till with a PIN.
    Cashier,
    /// The partner's own till system, by API key.
    Key,
}

/// The till at which a person is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentTill {
    /// The id of the till.
    pub id: TillId,
    /// Whether the till is locked until a supervisor unlocks it.
    pub locked: bool,
}

/// The actor at a partner's counter: a person signed in at a till, staff with the role merchant, or the partner's API
/// key.
#[derive(Clone, Debug)]
pub struct Merchant {
    /// The partner whose counter this is.
    pub partner: PartnerId,
    /// 16 bytes that identify the person or key: the actor of idempotency keys and of activity.
    pub actor: [u8; 16],
    /// The name shown in the activity and in the audit.
    pub name: String,
    /// See [`CounterRole`].
    pub role: CounterRole,
    /// The till, if the person signed in at one.
    pub till: Option<CurrentTill>,
    /// The outlet of an API key that is for one outlet.
    pub outlet: Option<OutletId>,
    /// Points that a key may award per Hong Kong day, in addition to the partner's own limit.
    pub daily_cap: Option<i64>,
    /// The principal on whose behalf this request makes changes.
    pub principal: Principal,
}

/// A partner's staff member who is signed in in this browser, even if another person is signed in at the till on it.
#[derive(Clone, Debug)]
pub struct PartnerStaff(pub Merchant);

impl Merchant {
    /// Staff of the programme, with their id and name, in the place of a partner's counter.
    pub fn of_programme(partner: PartnerId, (actor, name): ([u8; 16], String), principal: Principal) -> Self {
        Self { partner, actor, name, role: CounterRole::Manager, till: None, outlet: None, daily_cap: None, principal }
    }

    /// Fails with [`FORBIDDEN`] for everyone except staff of the partner.
    pub fn require_manager(&self) -> AppResult<()> {
        if self.role == CounterRole::Manager { Ok(()) } else { Err(FORBIDDEN.into()) }
    }

    /// Fails with `till_locked` at a locked till.
    pub fn require_unlocked(&self) -> AppResult<()> {
        if self.till.is_some_and(|till| till.locked) { Err(TILL_LOCKED.into()) } else { Ok(()) }
    }
}
