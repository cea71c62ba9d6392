//! Staff accounts, separate from members: with their own table, cookie and sign-in. A member's credentials never give
//! access to them.

mod guess_counts;
mod http;
mod links;
mod owners;
mod queries;

use std::net::IpAddr;
use std::time::Duration;

use serde::Serialize;

use super::login::{self, INVALID_CREDENTIALS, PasswordProof, REAUTHENTICATION_REQUIRED};
use super::staff_sessions;
use super::{Authenticator, Role, Staff, UNAUTHENTICATED};
use crate::base::clock::Timestamp;
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::core::members::EMAIL_IN_USE;
use crate::platform::store::{Read, Store, Tx, stored_names};
use crate::platform::throttle::failures;

pub use http::check_name;
pub(super) use http::{StaffLoginAnswer, routes, session_kind, welcome};
pub use links::{ALREADY_ACCEPTED, Invitation, LINK_EXPIRED, NOT_ACCEPTED, ShownLink, StaffLinkContext};
pub use links::{invite, send_invitation, send_reset};
pub use owners::write_to_owners;

/// The one-time link is wrong, used or expired, or the programme already has an owner.
pub const SETUP_CLOSED: ProblemType = ProblemType::new("setup_closed", 410, "Set-up is closed");
/// A merchant must have a partner, and other roles must not.
pub const PARTNER_REQUIRED: ProblemType = ProblemType::new("partner_required", 400, "A merchant needs a partner");
/// The programme must keep at least one active owner.
pub const LAST_OWNER: ProblemType = ProblemType::new("last_owner", 409, "The last owner");

const SETUP_TIME: Duration = Duration::from_secs(3_600);
/// A sign-in within this time proves that the person is present.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// The state of a staff account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StaffStatus)]
pub enum StaffStatus {
    /// Has not accepted the invitation yet.
    Invited,
    /// May sign in.
    Active,
    /// May not sign in until an owner ends the suspension.
    Suspended,
    /// No longer on the staff.
    Removed,
}
stored_names! { StaffStatus { Invited = "invited", Active = "active", Suspended = "suspended", Removed = "removed" } }

/// A staff member, as API responses show them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInfo {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: StaffId,
    /// The display name.
    pub name: String,
    /// The e-mail address used to sign in.
    pub email: String,
    /// The role.
    pub role: Role,
    /// The partner whose counter this person works at, for merchants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner_id: Option<PartnerId>,
}

/// A staff member, as lists in the admin show them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminStaff)]
pub struct StaffRecord {
    /// The data in every response.
    #[serde(flatten)]
    pub info: StaffInfo,
    /// The state of the account.
    pub status: StaffStatus,
    /// Whether a second factor is set up.
    pub second_factor: bool,
    /// The time at which they were added.
    pub created: Timestamp,
    /// The time at which they last signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_sign_in: Option<Timestamp>,
    /// Raised by every change.
    #[serde(skip)]
    pub version: i64,
}

impl StaffRecord {
    /// Whether they may sign in.
    pub fn is_active(&self) -> bool {
        self.status == StaffStatus::Active
    }
}

/// A staff member to create.
#[derive(Clone)]
pub struct NewStaff {
    /// The display name.
    pub name: String,
    /// The e-mail address used to sign in.
    pub email: Email,
    /// The output of the password hasher.
    pub password_hash: String,
    /// The role.
    pub role: Role,
    /// The partner; only for the role merchant.
    pub partner: Option<PartnerId>,
}

/// The properties of a staff member that an owner may change.
#[derive(Clone, Debug)]
pub struct StaffChange {
    /// The display name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The partner; only for the role merchant.
    pub partner: Option<PartnerId>,
    /// Whether the person is suspended.
    pub suspended: bool,
}

struct StaffCredentials {
    id: StaffId,
    password_hash: Option<String>,
    active: bool,
    epoch: i64,
}

/// A live link.
pub(super) struct StaffLink {
    pub(super) staff: StaffId,
    pub(super) purpose: StaffLinkPurpose,
    pub(super) expires: Timestamp,
}

/// The purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StaffLinkPurpose)]
pub(super) enum StaffLinkPurpose {
    Invitation,
    Reset,
}

/// Adds a staff member. Fails with `email_in_use` or [`PARTNER_REQUIRED`]. Adding the first owner closes the one-time
/// link.
pub fn create_staff(tx: &Tx<'_>, person: &NewStaff) -> AppResult<StaffId> {
    add(tx, &person.name, &person.email, person.role, person.partner, Some(&person.password_hash))
}

fn add(
    tx: &Tx<'_>,
    name: &str,
    email: &Email,
    role: Role,
    partner: Option<PartnerId>,
    password_hash: Option<&str>,
) -> AppResult<StaffId> {
    if (role == Role::Merchant) != partner.is_some() {
        return Err(PARTNER_REQUIRED.into());
    }
    if queries::find_by_email(tx, email)?.is_some() {
        return Err(EMAIL_IN_USE.into());
    }
    let id = StaffId::made_at(tx.now());
    queries::insert(tx, id, name, email, role, partner, password_hash)?;
    if role == Role::Owner && password_hash.is_some() {
        queries::delete_setup(tx)?;
    }
    Ok(id)
}

/// Sets a new password and ends the person's sessions. Fails with `not_found`.
pub fn reset_staff_password(tx: &Tx<'_>, email: &Email, password_hash: &str) -> AppResult<()> {
    let person = queries::find_by_email(tx, email)?.ok_or(NOT_FOUND)?;
    queries::set_password(tx, person.id, password_hash)
}

/// Changes name, role, partner and suspension, and ends the person's sessions if their permissions change. A
/// suspension also deletes the link that was sent before. Fails with `not_found`, [`PARTNER_REQUIRED`] or
/// [`LAST_OWNER`].
pub fn update_staff(tx: &Tx<'_>, id: StaffId, change: &StaffChange) -> AppResult<()> {
    let before = find_staff(tx, id)?.ok_or(NOT_FOUND)?;
    if (change.role == Role::Merchant) != change.partner.is_some() {
        return Err(PARTNER_REQUIRED.into());
    }
    if change.role != Role::Owner || change.suspended {
        require_another_owner(tx, &before)?;
    }
    if change.suspended && before.status != StaffStatus::Suspended {
        // The person who had the link sent may be the reason for the suspension.
        queries::delete_link(tx, id)?;
    }
    queries::update(tx, id, change)
}

/// Removes a staff member and ends their sessions. Fails with `not_found` or [`LAST_OWNER`].
pub fn remove_staff(tx: &Tx<'_>, id: StaffId) -> AppResult<()> {
    let before = find_staff(tx, id)?.ok_or(NOT_FOUND)?;
    require_another_owner(tx, &before)?;
    queries::remove(tx, id)?;
    queries::delete_link(tx, id)?;
    staff_sessions::end_all(tx, id)
}

fn require_another_owner(tx: &Tx<'_>, person: &StaffRecord) -> AppResult<()> {
    let owns = person.info.role == Role::Owner && person.is_active();
    if owns && !queries::has_another_owner(tx, person.info.id)? { Err(LAST_OWNER.into()) } else { Ok(()) }
}

/// Staff members before `before`, newest first.
pub fn list_staff(read: &Read<'_>, before: Option<StaffId>, limit: i64) -> AppResult<Vec<StaffRecord>> {
    queries::list(read, before.unwrap_or(StaffId::from_bytes([0xff; 16])), limit)
}

/// A staff member by id.
pub fn find_staff(read: &Read<'_>, id: StaffId) -> AppResult<Option<StaffRecord>> {
    queries::find(read, id)
}

/// A staff member by e-mail address.
pub fn find_staff_by_email(read: &Read<'_>, email: &Email) -> AppResult<Option<StaffRecord>> {
    match queries::find_by_email(read, email)? {
        Some(person) => find_staff(read, person.id),
        None => Ok(None),
    }
}

/// Whether at most one staff member was ever added.
pub fn is_alone(read: &Read<'_>) -> AppResult<bool> {
    Ok(queries::count_ever(read)? <= 1)
}

/// Number of owners who can sign in.
pub fn count_owners(read: &Read<'_>) -> AppResult<i64> {
    queries::count_owners(read)
}

/// Whether the programme has an owner.
pub fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    queries::has_owner(read)
}

/// Creates the one-time link that makes the first owner. It is valid for an hour and replaces any earlier one. `None`
/// if the programme has an owner.
pub async fn setup_link(store: &Store, console_url: &str) -> AppResult<Option<String>> {
    let secret = Secret::generate();
    let hash = secret.hash();
    let made = store
        .write_unattended(move |tx| {
            if queries::has_owner(tx)? {
                return Ok(false);
            }
            queries::put_setup(tx, &hash, tx.now().plus(SETUP_TIME))?;
            Ok(true)
        })
        .await?;
    Ok(made.then(|| format!("{}/admin/setup/{}", console_url.trim_end_matches('/'), secret.expose())))
}

/// Whether the token of a one-time link is valid now.
fn setup_is_open(read: &Read<'_>, token: &str) -> AppResult<bool> {
    Ok(!queries::has_owner(read)? && queries::setup_exists(read, &hash(token))?)
}

/// Creates the first owner and closes the link, in one transaction. Fails with [`SETUP_CLOSED`].
fn create_first_owner(tx: &Tx<'_>, token: &str, person: &NewStaff) -> AppResult<StaffId> {
    if !setup_is_open(tx, token)? {
        return Err(SETUP_CLOSED.into());
    }
    create_staff(tx, person)
}

/// Checks the current password of a staff member. Failures count as at a sign-in. Fails with
/// `reauthentication_required`.
pub(super) async fn confirm_password(
    authenticator: &Authenticator,
    staff: &Staff,
    typed: &str,
    source: IpAddr,
) -> AppResult<()> {
    let known = authenticator.store().read(|read| queries::credentials_of(read, staff.id))?;
    let known = known.ok_or(UNAUTHENTICATED)?;
    let guess = guess_counts::of_confirmation(authenticator.keys(), &known, source);
    let key = guess.account;
    let proof = PasswordProof { guess, password: typed, stored: known.password_hash };
    match login::prove(authenticator, proof).await {
        Ok(_) => authenticator.store().write_as(staff.principal(), move |tx| failures::clear(tx, &key)).await,
        Err(refused) if refused.is(INVALID_CREDENTIALS) => Err(REAUTHENTICATION_REQUIRED.into()),
        Err(other) => Err(other),
    }
}

/// Confirms that the staff member is present: by the current password if it was typed, else by a recent sign-in.
/// Fails with `reauthentication_required`.
pub(super) async fn reauthenticate(
    authenticator: &Authenticator,
    staff: &Staff,
    typed: Option<&str>,
    source: IpAddr,
) -> AppResult<()> {
    let age = authenticator.store().clock().now().since(staff.signed_in_at);
    match typed {
        Some(typed) => confirm_password(authenticator, staff, typed, source).await,
        None if age < FRESH => Ok(()),
        None => Err(REAUTHENTICATION_REQUIRED.into()),
    }
}

/// Returns the epoch of an active staff member and records the sign-in time. `None` if they may not sign in.
pub(super) fn sign_in_credentials(tx: &Tx<'_>, id: StaffId) -> AppResult<Option<i64>> {
    let Some(person) = queries::credentials_of(tx, id)?.filter(|person| person.active) else { return Ok(None) };
    queries::note_sign_in(tx, id)?;
    Ok(Some(person.epoch))
}
