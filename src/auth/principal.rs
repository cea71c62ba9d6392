//! The principal of a change: the part of the extractors' types that is kept while the change waits for the writer.

use std::net::IpAddr;

use super::api_keys::{self, Scope};
use super::{Member, Merchant, Role, Staff, TILL_NOT_ENROLLED, UNAUTHENTICATED, sessions};
use crate::base::id::{ApiKeyId, PartnerId, SessionId};
use crate::base::problem::AppResult;
use crate::core::outlets;
use crate::platform::store::{Authorized, Read};

/// An authenticated actor. [`crate::platform::store::Store::write_as`] checks it again before the change. Each
/// request makes its own.
#[derive(Clone, Copy, Debug)]
pub enum Principal {
    /// A member, by a session.
    Member {
        /// The session.
        session: SessionId,
    },
    /// Staff, by a session, with the role and partner at the time of the request.
    Staff {
        /// The session.
        session: SessionId,
        /// See [`Role`].
        role: Role,
        /// For [`Role::Merchant`].
        partner: Option<PartnerId>,
    },
    /// A person who is signed in at a till.
    AtTill {
        /// The session at the till.
        session: SessionId,
    },
    /// A partner's API key.
    ApiKey {
        /// The key.
        id: ApiKeyId,
        /// The scope that the call requires.
        scope: Scope,
        /// The client's address.
        address: IpAddr,
    },
    /// Staff without a session: at the server's shell, or the requester of a change that another person approves.
    /// [`crate::platform::store::Store::write_as`] refuses this principal.
    WithoutSession,
}

impl Authorized for Principal {
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()> {
        let stands = match *self {
            Principal::Member { session } => sessions::member_stands(read, session)?,
            Principal::Staff { session, role, partner } => sessions::staff_stands(read, session, role.name(), partner)?,
            Principal::AtTill { session } => outlets::sessions::stands(read, session)?,
            Principal::ApiKey { id, scope, address } => return api_keys::require_standing(read, id, scope, address),
            Principal::WithoutSession => false,
        };
        if stands { Ok(()) } else { Err(UNAUTHENTICATED.into()) }
    }
}

impl Member {
    /// The principal on whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        Principal::Member { session: self.session }
    }
}

impl Staff {
    /// The principal on whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        Principal::Staff { session: self.session, role: self.role, partner: self.partner }
    }
}

impl Merchant {
    /// The principal on whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        self.principal
    }
}

/// The device of a till, independent of the person signed in at it.
impl Authorized for outlets::devices::LiveTill {
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()> {
        if self.stands(read)? { Ok(()) } else { Err(TILL_NOT_ENROLLED.into()) }
    }
}
