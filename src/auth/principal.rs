//! On whose behalf a change is made: what stays of the extractors' types while a change waits for the writer.

use std::net::IpAddr;

use super::api_keys::{self, Scope};
use super::{Member, Merchant, Role, Staff, TILL_NOT_ENROLLED, UNAUTHENTICATED, sessions};
use crate::base::id::{ApiKeyId, PartnerId, SessionId};
use crate::base::problem::AppResult;
use crate::core::outlets;
use crate::platform::store::{Caller, Read};

/// Somebody who was let in, as [`crate::platform::store::Store::write_as`] asks for them again. Each request makes its own.
#[derive(Clone, Copy, Debug)]
pub enum Principal {
    /// A member, by a session.
    Member {
        /// The session.
        session: SessionId,
    },
    /// Staff, by a session, in the role and for the partner that the request was let in with.
    Staff {
        /// The session.
        session: SessionId,
        /// See [`Role`].
        role: Role,
        /// For [`Role::Merchant`].
        partner: Option<PartnerId>,
    },
    /// Somebody who is signed in at a till.
    AtTill {
        /// The session at the till.
        session: SessionId,
    },
    /// A partner's API key.
    ApiKey {
        /// The key.
        id: ApiKeyId,
        /// What the call needs.
        scope: Scope,
        /// From where it came.
        address: IpAddr,
    },
    /// Staff who act without a session: at the server's shell, and as those who asked for what another person approves.
    /// No change is made on their behalf through [`crate::platform::store::Store::write_as`].
    WithoutSession,
}

impl Caller for Principal {
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
    /// On whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        Principal::Member { session: self.session }
    }
}

impl Staff {
    /// On whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        Principal::Staff { session: self.session, role: self.role, partner: self.partner }
    }
}

impl Merchant {
    /// On whose behalf this request makes changes.
    pub fn principal(&self) -> Principal {
        self.principal
    }
}

/// The device of a till, whoever is signed in there.
impl Caller for outlets::devices::LiveTill {
    fn require_standing(&self, read: &Read<'_>) -> AppResult<()> {
        if self.stands(read)? { Ok(()) } else { Err(TILL_NOT_ENROLLED.into()) }
    }
}
