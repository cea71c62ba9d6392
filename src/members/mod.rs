//! The register: who the members are and how to find them. It has no routes.

mod queries;

use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::contact::HkPhone;
use crate::base::contact::Identifier;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::base::short_id::ShortId;
use crate::store::Read;

/// Whether a member may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Yes.
    Active,
    /// Not until reinstated.
    Suspended,
    /// Never again: the person has left, the ledger's entries remain.
    Erased,
}

/// What the register holds of a member.
#[derive(Clone, Debug)]
pub struct MemberRecord {
    /// Their id.
    pub id: MemberId,
    /// What they read out at a till.
    pub short_id: ShortId,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Verified address.
    pub email: Option<Email>,
    /// Verified number.
    pub phone: Option<HkPhone>,
    /// See [`Status`].
    pub status: Status,
    /// When they joined.
    pub created: Timestamp,
}

/// The member with that id.
pub fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberRecord>> {
    queries::find(read, id)
}

/// The member whom an identifier names, whatever their status.
pub fn find_by_identifier(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<MemberRecord>> {
    match identifier {
        Identifier::Email(email) => queries::find_by_email(read, email),
        Identifier::Phone(phone) => queries::find_by_phone(read, phone),
        Identifier::ShortId(short_id) => queries::find_by_short_id(read, short_id),
    }
}
