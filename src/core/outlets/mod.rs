//! Counters: partners' outlets, their tills, their cashiers, and the sessions at tills. This module has no routes.
//! The admin manages counters, and the counter's calls use them.

pub mod cashiers;
pub mod devices;
pub mod outlet;
pub mod passkeys;
mod place;
mod queries;
pub mod sessions;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::hours::OpeningHours;
use crate::base::id::{CashierId, OutletId, PartnerId, PasskeyId, SessionId, StaffId, TillId};
use crate::base::language::LocalizedText;
use crate::base::passkey::DeviceCredential;
use crate::base::problem::{AppError, AppResult};
use crate::platform::store::Tx;

pub use place::{District, MapPosition};

/// The longest name of a till or cashier, in characters.
const LONGEST_NAME: usize = 60;

/// A cashier at a till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CashierAtTill {
    /// The till.
    pub till: TillId,
    /// The cashier.
    pub cashier: CashierId,
}

/// A cashier's passkey on a till's device.
#[derive(Clone, Debug)]
pub struct CashierPasskey {
    /// The id in the database.
    pub id: PasskeyId,
    /// The cashier and the till.
    pub place: CashierAtTill,
    /// The credential that the device signs with.
    pub credential: DeviceCredential,
}

/// The purpose of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyPurpose {
    /// Registering a new passkey.
    Register,
    /// Signing in.
    SignIn,
}

/// An outlet, as an editor enters it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OutletInput {
    /// The display name, such as the district.
    pub name: LocalizedText,
    /// The postal address.
    #[serde(default)]
    pub address: LocalizedText,
    /// The district, by which members find it; null if it is not set.
    #[serde(default)]
    #[schema(required)]
    pub district: Option<District>,
    /// The position on the map, from which a member's phone computes the distance; null if it is not set.
    #[serde(default)]
    #[schema(required)]
    pub position: Option<MapPosition>,
    /// A phone number as usually written, such as `+852 2345 6789`; may be empty.
    #[serde(default)]
    #[schema(required = false)]
    pub phone: String,
    /// Opening hours, at most 14 lines. Lines of one day do not overlap.
    #[serde(default)]
    #[schema(required = false)]
    pub hours: Vec<OpeningHours>,
}

/// An outlet, as shown to staff.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outlet)]
pub struct OutletRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: OutletId,
    /// The partner.
    pub partner_id: PartnerId,
    /// The editor's input.
    #[serde(flatten)]
    pub input: OutletInput,
    /// The time at which it was created.
    pub created: Timestamp,
    /// The time at which it was last changed.
    pub updated: Timestamp,
    /// Incremented by every change.
    #[serde(skip)]
    pub version: i64,
}

/// An enrolled till whose device has presented its secret.
#[derive(Clone, Debug)]
pub struct LiveTill {
    /// The id of the till.
    pub id: TillId,
    /// Its outlet.
    pub outlet: OutletId,
    /// The partner of the outlet.
    pub partner: PartnerId,
    /// Whether the till is locked until a supervisor unlocks it.
    pub locked: bool,
    pub(super) secret_hash: [u8; 32],
}

/// A till, as shown to the people who manage it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Till)]
pub struct TillRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: TillId,
    /// Its outlet.
    pub outlet_id: OutletId,
    /// The outlet's name.
    pub outlet_name: LocalizedText,
    /// The partner of the outlet.
    pub partner_id: PartnerId,
    /// The display name.
    pub name: String,
    /// See [`TillState`].
    pub state: TillState,
    /// Whether the till is locked until a supervisor unlocks it.
    pub locked: bool,
    /// The time at which it was added.
    pub created: Timestamp,
    /// The time at which its device was enrolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enrolled: Option<Timestamp>,
    /// The time at which its device last called, to the minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<Timestamp>,
    /// The time at which its enrolment code expires, while there is a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_expires: Option<Timestamp>,
}

/// A one-time link of a till, as the device that opens it sees it.
#[derive(Clone, Debug)]
pub struct TillLink {
    /// The till that the device becomes, or that the link made of a device.
    pub till: TillRecord,
    /// See [`LinkState`].
    pub state: LinkState,
    /// The name of the person who made the link.
    pub made_by: Option<String>,
}

/// Whether a one-time link still enrols a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkState {
    /// It enrols a device.
    Fresh,
    /// It has enrolled a device.
    Used,
    /// Its time has run out.
    Expired,
}

/// The state of a till.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TillState {
    /// Waits for a device to enrol.
    Waiting,
    /// Enrolled and in use.
    Enrolled,
    /// Revoked.
    Revoked,
}

/// The session of a person at a till.
#[derive(Clone, Debug)]
pub struct CounterSession {
    /// The session.
    pub id: SessionId,
    /// The till.
    pub till: TillId,
    /// The person.
    pub holder: CounterUser,
    /// The display name.
    pub name: String,
    /// Time of the sign-in.
    pub signed_in: Timestamp,
    /// The session ends at this time unless it is used before.
    pub idle_until: Timestamp,
    /// The session ends at this time even if it is used.
    pub expires: Timestamp,
    pub(super) partner: PartnerId,
    pub(super) secret_hash: [u8; 32],
    /// Whether the person is active and has not ended all sessions since.
    pub(super) holder_stands: bool,
}

/// The person at the till.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterUser {
    /// A cashier with a PIN.
    Cashier(CashierId),
    /// A staff member of the partner.
    Staff(StaffId),
}

/// The data that a PIN is checked against.
#[derive(Clone)]
pub struct CashierCredentials {
    /// The cashier.
    pub id: CashierId,
    /// The output of the password hasher.
    pub pin_hash: String,
    /// The display name.
    pub name: String,
    /// Whether their PIN takes an award back after the five minutes of an undo.
    pub supervisor: bool,
    pub(super) blocked_until: Timestamp,
    pub(super) locked: bool,
}

/// A cashier, as shown to the people who manage them.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cashier)]
pub struct CashierRecord {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    pub id: CashierId,
    /// The partner at whose tills the cashier works.
    pub partner_id: PartnerId,
    /// The display name.
    pub name: String,
    /// Whether they may sign in.
    pub active: bool,
    /// The time at which they were added.
    pub created: Timestamp,
    /// Number of tills at which the device's screen lock replaces the PIN.
    pub passkeys: i64,
    /// Whether too many wrong PINs were entered. The cashier can sign in again after a new PIN is set.
    pub pin_locked: bool,
    /// Whether their PIN takes an award back after the five minutes of an undo.
    pub supervisor: bool,
    /// Incremented by every change.
    #[serde(skip)]
    pub version: i64,
}

/// Trims a name. Fails with `required_field` if it is empty, and with `too_long`.
fn checked_name(given: &str) -> AppResult<String> {
    let name = given.trim();
    match name.chars().count() {
        0 => Err(AppError::invalid_field("name", "required_field")),
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => Err(AppError::invalid_field("name", "too_long")),
    }
}

/// Deletes expired sessions at tills.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::sessions::delete_expired(tx)
}
