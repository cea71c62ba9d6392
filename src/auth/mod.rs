//! Who is calling: sessions of members and of staff, and the extractors that handlers ask for.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::base::id::{MemberId, PartnerId, SessionId, StaffId};
use crate::base::problem::{AppError, AppResult, ProblemType};

/// There is no live session behind this request.
pub const UNAUTHENTICATED: ProblemType = ProblemType::new("unauthenticated", 401, "Sign-in required");
/// The session is live, but its role may not do this.
pub const FORBIDDEN: ProblemType = ProblemType::new("forbidden", 403, "Not allowed");

/// A signed-in, active member. Reads need the session; see [`TrustedMember`] for changes.
#[derive(Clone, Debug)]
pub struct Member {
    /// The member.
    pub id: MemberId,
    /// The session that this request rests on.
    pub session: SessionId,
}

/// A member whose request also carries the bearer that spec section 7 asks for: in a browser
/// session cookie and matching request token, in an API session the token itself.
#[derive(Clone, Debug)]
pub struct TrustedMember(pub Member);

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

/// A signed-in member of staff of any role. Handlers call [`Staff::require`] first.
#[derive(Clone, Debug)]
pub struct Staff {
    /// Who.
    pub id: StaffId,
    /// The session that this request rests on.
    pub session: SessionId,
    /// The name that the audit trail shows.
    pub name: String,
    /// See [`Role`].
    pub role: Role,
    /// The partner whose counter this is, for [`Role::Merchant`].
    pub partner: Option<PartnerId>,
}

impl Staff {
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

macro_rules! closed_for_now {
    ($($extractor:ty),*) => {$(
        impl<S: Send + Sync> FromRequestParts<S> for $extractor {
            type Rejection = AppError;
            async fn from_request_parts(_: &mut Parts, _: &S) -> AppResult<Self> {
                Err(UNAUTHENTICATED.into())
            }
        }
    )*};
}
closed_for_now!(Member, TrustedMember, Staff, Merchant);
