//! Staff: a realm of its own, with its own table, cookie and sign-in. Nothing that a member has
//! or does opens it.

mod http;
mod queries;

use std::time::Duration;

use serde::Serialize;

use super::Role;
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::members::EMAIL_IN_USE;
use crate::store::{Read, Store, Tx};

pub(super) use http::routes;

/// The one-time link is wrong, used or too old, or there is an owner already.
pub const SETUP_CLOSED: ProblemType = ProblemType::new("setup_closed", 410, "Set-up is closed");
/// A merchant has a partner, and nobody else has.
pub const PARTNER_REQUIRED: ProblemType = ProblemType::new("partner_required", 400, "A merchant needs a partner");

const SETUP_TIME: Duration = Duration::from_secs(3_600);

/// Somebody of the staff as the wire shows them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInfo {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: StaffId,
    /// What colleagues call them.
    pub name: String,
    /// What they sign in with.
    pub email: String,
    /// What they may do.
    pub role: Role,
    /// The partner whose counter it is, for merchants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner_id: Option<PartnerId>,
}

/// Somebody of the staff as the console's lists show them.
#[derive(Clone, Debug)]
pub struct StaffRecord {
    /// What the wire shows.
    pub info: StaffInfo,
    /// Whether they may sign in.
    pub active: bool,
    /// When they were added.
    pub created: Timestamp,
}

/// Somebody who is about to be of the staff.
#[derive(Clone)]
pub struct NewStaff {
    /// What colleagues call them.
    pub name: String,
    /// What they sign in with.
    pub email: Email,
    /// As the password hasher gave it.
    pub password_hash: String,
    /// What they may do.
    pub role: Role,
    /// For role merchant alone.
    pub partner: Option<PartnerId>,
}

struct StaffCredentials {
    id: StaffId,
    password_hash: String,
    active: bool,
    epoch: i64,
}

/// Adds somebody. Fails with `email_in_use` or [`PARTNER_REQUIRED`]. The first owner closes the
/// one-time link for good.
pub fn create_staff(tx: &Tx<'_>, person: &NewStaff) -> AppResult<StaffId> {
    if (person.role == Role::Merchant) != person.partner.is_some() {
        return Err(PARTNER_REQUIRED.into());
    }
    if queries::find_by_email(tx, &person.email)?.is_some() {
        return Err(EMAIL_IN_USE.into());
    }
    let id = StaffId::made_at(tx.now());
    queries::insert(tx, id, person)?;
    if person.role == Role::Owner {
        queries::delete_setup(tx)?;
    }
    Ok(id)
}

/// Gives somebody another password and ends their sessions. Fails with `not_found`.
pub fn reset_staff_password(tx: &Tx<'_>, email: &Email, password_hash: &str) -> AppResult<()> {
    if queries::set_password(tx, email, password_hash)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Changes what somebody is called and may do, and ends their sessions when that changes what
/// they may do. Fails with `not_found` or [`PARTNER_REQUIRED`].
pub fn update_staff(
    tx: &Tx<'_>,
    id: StaffId,
    name: &str,
    role: Role,
    partner: Option<PartnerId>,
    active: bool,
) -> AppResult<()> {
    if (role == Role::Merchant) != partner.is_some() {
        return Err(PARTNER_REQUIRED.into());
    }
    if queries::update(tx, id, name, role, partner, active)? { Ok(()) } else { Err(NOT_FOUND.into()) }
}

/// Everybody of the staff, newest first.
pub fn list_staff(read: &Read<'_>) -> AppResult<Vec<StaffRecord>> {
    queries::list(read)
}

/// One of the staff.
pub fn find_staff(read: &Read<'_>, id: StaffId) -> AppResult<Option<StaffRecord>> {
    queries::find(read, id)
}

/// Whether somebody owns the programme.
pub fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    queries::has_owner(read)
}

/// A new one-time link by which the first owner is made, valid for an hour and in place of any
/// earlier one; `None` once there is an owner.
pub async fn setup_link(store: &Store, public_url: &str) -> AppResult<Option<String>> {
    let secret = Secret::generate();
    let hash = secret.hash();
    let made = store
        .write(move |tx| {
            if queries::has_owner(tx)? {
                return Ok(false);
            }
            queries::put_setup(tx, &hash, tx.now().plus(SETUP_TIME))?;
            Ok(true)
        })
        .await?;
    Ok(made.then(|| format!("{}/admin/setup/{}", public_url.trim_end_matches('/'), secret.expose())))
}

/// Whether the token of a one-time link would be taken now.
fn setup_is_open(read: &Read<'_>, token: &str) -> AppResult<bool> {
    Ok(!queries::has_owner(read)? && queries::setup_exists(read, &hash(token))?)
}

/// Makes the first owner and closes the link, in one transaction. Fails with [`SETUP_CLOSED`].
fn create_first_owner(tx: &Tx<'_>, token: &str, person: &NewStaff) -> AppResult<StaffId> {
    if !setup_is_open(tx, token)? {
        return Err(SETUP_CLOSED.into());
    }
    create_staff(tx, person)
}
