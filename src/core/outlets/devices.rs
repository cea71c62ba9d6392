//! Tills: devices that were enrolled at an outlet with a code that works once.

pub use super::{LinkState, LiveTill, TillLink, TillRecord, TillState};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checked_name;
use super::queries::devices as queries;
use crate::base::id::{OutletId, PartnerId, TillId};
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::random_code::new_handle;
use crate::base::secret::{Secret, hash, same};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::table::TILL_MISSES;

/// The code is wrong, used or expired.
pub const ENROLMENT_CLOSED: ProblemType = ProblemType::new("enrolment_closed", 410, "Enrolment is closed");
/// The till is revoked and cannot be enrolled again.
pub const TILL_REVOKED: ProblemType = ProblemType::new("till_revoked", 409, "Till revoked");
/// Another till in use at the outlet has the name. Cashiers and slips tell tills of an outlet apart by their names.
pub const TILL_NAME_TAKEN: ProblemType = ProblemType::new("till_name_taken", 409, "Till name taken");
/// Too many invalid codes were entered. A supervisor must unlock the till.
pub const TILL_LOCKED: ProblemType = ProblemType::new("till_locked", 403, "Till locked");

/// Lifetime of an enrolment code.
pub const CODE_TIME: Duration = Duration::from_secs(24 * 3_600);
/// Characters of a code: 60 bits in Crockford's base 32, short enough to type.
const CODE_LENGTH: usize = 12;

/// A till that waits for a device, with its enrolment code and link.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingTill {
    till: TillRecord,
    /// The code to type on the device; shown only in this response.
    code: String,
    /// The link to open on the device, once, as text or QR code.
    link: String,
}

impl WaitingTill {
    /// Builds the response from the till and its code. `public_url` is the server's base URL.
    pub fn new((till, code): (TillRecord, String), public_url: &str) -> Self {
        let groups: Vec<&str> = [0, 4, 8].iter().filter_map(|at| code.get(*at..at + 4)).collect();
        Self { till, link: format!("{public_url}/merchant/enrol/{code}"), code: groups.join("-") }
    }
}

/// Adds a till to an outlet; `by` is the name of the person who adds it. Returns the till and its code, which is not
/// stored in clear text. Fails with `not_found` if the outlet does not exist, with 400 for an invalid name, and with
/// [`TILL_NAME_TAKEN`].
pub fn create(tx: &Tx<'_>, keys: &Keyring, outlet: OutletId, name: &str, by: &str) -> AppResult<(TillRecord, String)> {
    let name = checked_name(name)?;
    if super::outlet::find(tx, outlet)?.is_none() {
        return Err(NOT_FOUND.into());
    }
    let id = TillId::made_at(tx.now());
    require_free_name(tx, id, outlet, &name)?;
    queries::insert(tx, id, outlet, &name)?;
    renew_code(tx, keys, id, by)
}

/// Issues a new code, made by the person whose name is `by`, and replaces any earlier one. An enrolled device works until
/// another device is enrolled. Fails with `not_found` and [`TILL_REVOKED`].
pub fn renew_code(tx: &Tx<'_>, keys: &Keyring, id: TillId, by: &str) -> AppResult<(TillRecord, String)> {
    require_in_use(tx, id)?;
    let code: String = new_handle().chars().take(CODE_LENGTH).collect();
    queries::put_code(tx, id, &code_hash(keys, &code), tx.now().plus(CODE_TIME), by)?;
    Ok((written(tx, id)?, code))
}

/// Finds the link that belongs to a code: the present code of a till, or the code by which the present device of the till
/// was enrolled. Knowing the code is enough to see the till and who made the link. Fails with [`ENROLMENT_CLOSED`] for any
/// other code.
pub fn find_link(read: &Read<'_>, keys: &Keyring, code: &str) -> AppResult<TillLink> {
    Ok(queries::find_link(read, &code_hash(keys, code))?.ok_or(ENROLMENT_CLOSED)?)
}

/// A till before and after its device was enrolled.
pub struct Enrolled {
    /// The till with its name before.
    pub before: TillRecord,
    /// The till after.
    pub after: TillRecord,
}

/// Enrols a device by a code, which works once, and renames the till if a name is given. The device presents
/// [`presented_by`] the till and `secret` from then on. Knowing the code is enough to rename the till, but not to change
/// its outlet, which the person who made the link chose. Fails with [`ENROLMENT_CLOSED`], with 400 for an invalid name,
/// and with [`TILL_NAME_TAKEN`].
pub fn enrol(tx: &Tx<'_>, keys: &Keyring, code: &str, name: Option<&str>, secret: &Secret) -> AppResult<Enrolled> {
    let id = queries::take_code(tx, &code_hash(keys, code))?.ok_or(ENROLMENT_CLOSED)?;
    let before = written(tx, id)?;
    if let Some(name) = name.map(checked_name).transpose()? {
        require_free_name(tx, id, before.outlet_id, &name)?;
        queries::rename(tx, id, &name)?;
    }
    queries::enrol(tx, id, &hash(&presented_by(id, secret)))?;
    turn_out(tx, id)?;
    Ok(Enrolled { before, after: written(tx, id)? })
}

/// The secret of the device that enrols with this code and this idempotency key. A device whose answer was lost gets the
/// same secret again, although the store has its hash only.
pub fn secret_of_key(keys: &Keyring, code: &str, key: &str) -> Secret {
    Secret::derived(&keys.mac(KeyPurpose::TillSecret, &[&code_hash(keys, code), key.as_bytes()]))
}

/// The client to which the idempotency keys of enrolments with this code belong: who knows the code.
pub fn client_of_code(keys: &Keyring, code: &str) -> [u8; 16] {
    let mut client = [0; 16];
    client.copy_from_slice(&code_hash(keys, code)[..16]);
    client
}

/// The token that the device of a till sends with each request. It keeps the id that the till had at its enrolment.
pub fn presented_by(id: TillId, secret: &Secret) -> String {
    format!("{id}.{}", secret.expose())
}

/// Fails with [`TILL_NAME_TAKEN`] if another till in use at the outlet has the name, in whichever case.
fn require_free_name(read: &Read<'_>, id: TillId, outlet: OutletId, name: &str) -> AppResult<()> {
    let is_same = |(other, known): &(TillId, String)| *other != id && known.to_lowercase() == name.to_lowercase();
    if queries::names_at(read, outlet)?.iter().any(is_same) { Err(TILL_NAME_TAKEN.into()) } else { Ok(()) }
}

/// A change of a till; absent fields stay as they are.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TillChange {
    /// The display name, at most 60 characters.
    #[serde(default)]
    name: Option<String>,
    /// The outlet to which the till is moved.
    #[serde(default)]
    outlet_id: Option<OutletId>,
}

/// Renames a till, or moves it to another outlet, or both. Fails with `not_found`, with [`TILL_REVOKED`], with 400 for an
/// invalid name, with [`TILL_NAME_TAKEN`], and with the errors of [`relocate`].
pub fn change(tx: &Tx<'_>, id: TillId, TillChange { name, outlet_id }: &TillChange) -> AppResult<TillRecord> {
    let name = name.as_deref().map(checked_name).transpose()?;
    let before = require_in_use(tx, id)?;
    let outlet = outlet_id.unwrap_or(before.outlet_id);
    let named = name.as_deref().unwrap_or(&before.name);
    if named != before.name || outlet != before.outlet_id {
        require_free_name(tx, id, outlet, named)?;
        queries::rename(tx, id, named)?;
    }
    relocate(tx, id, outlet)
}

/// Moves a till to another outlet of its partner: the till gets a new id, its device stays enrolled, and its cashier
/// must sign in again. Earlier awards keep the old till and outlet. Fails with `not_found`, also
/// for an outlet of another partner, and with [`TILL_REVOKED`].
fn relocate(tx: &Tx<'_>, id: TillId, outlet: OutletId) -> AppResult<TillRecord> {
    let before = require_in_use(tx, id)?;
    super::outlet::find(tx, outlet)?.filter(|found| found.partner_id == before.partner_id).ok_or(NOT_FOUND)?;
    if before.outlet_id == outlet {
        return Ok(before);
    }
    turn_out(tx, id)?;
    let new = TillId::made_at(tx.now());
    queries::relocate(tx, id, new, outlet)?;
    written(tx, new)
}

fn require_in_use(read: &Read<'_>, id: TillId) -> AppResult<TillRecord> {
    let found = find(read, id)?.ok_or(NOT_FOUND)?;
    if found.state == TillState::Revoked { Err(TILL_REVOKED.into()) } else { Ok(found) }
}

/// Revokes a till at once: the device and the session on it are refused from now on. Fails with `not_found`.
pub fn revoke(tx: &Tx<'_>, id: TillId) -> AppResult<TillRecord> {
    if !queries::revoke(tx, id)? {
        return Err(NOT_FOUND.into());
    }
    turn_out(tx, id)?;
    written(tx, id)
}

/// Ends the session at a till and deletes the passkeys on its device.
fn turn_out(tx: &Tx<'_>, id: TillId) -> AppResult<()> {
    super::queries::sessions::delete_at(tx, id)?;
    super::queries::passkeys::delete_at(tx, id)
}

/// Unlocks a till. Fails with `not_found`.
pub fn unlock(tx: &Tx<'_>, id: TillId) -> AppResult<TillRecord> {
    if !queries::unlock(tx, id)? {
        return Err(NOT_FOUND.into());
    }
    written(tx, id)
}

/// Counts an invalid code or PIN. The tenth within ten minutes locks the till.
pub fn count_miss(tx: &Tx<'_>, id: TillId) -> AppResult<()> {
    let misses = queries::add_miss(tx, id, tx.now().minus(TILL_MISSES.within))?;
    if misses >= TILL_MISSES.most { queries::lock(tx, id) } else { Ok(()) }
}

/// A till in any state.
pub fn find(read: &Read<'_>, id: TillId) -> AppResult<Option<TillRecord>> {
    queries::find(read, id)
}

/// The tills of a partner, revoked ones last.
pub fn list(read: &Read<'_>, partner: PartnerId) -> AppResult<Vec<TillRecord>> {
    queries::list(read, partner)
}

/// The enrolled till whose device presents this secret; a moved till under its present id.
pub fn find_live(read: &Read<'_>, presented: &str) -> AppResult<Option<LiveTill>> {
    let Some(id) = presented.split_once('.').and_then(|(id, _)| TillId::parse(id)) else { return Ok(None) };
    let found = queries::find_live(read, id)?;
    Ok(found.filter(|till| same(&hash(presented), &till.secret_hash)))
}

impl LiveTill {
    /// Whether the device is still enrolled: the till is not revoked, and no other device has replaced it.
    pub fn stands(&self, read: &Read<'_>) -> AppResult<bool> {
        let found = queries::find_live(read, self.id)?;
        Ok(found.is_some_and(|till| till.partner == self.partner && same(&till.secret_hash, &self.secret_hash)))
    }
}

/// Hashes a code. Case, spaces and hyphens do not matter, and O, I and L are read as digits.
fn code_hash(keys: &Keyring, code: &str) -> [u8; 32] {
    let plain: String = code
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .take(CODE_LENGTH + 1)
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    keys.mac(KeyPurpose::TillEnrolment, &[plain.as_bytes()])
}

fn written(tx: &Tx<'_>, id: TillId) -> AppResult<TillRecord> {
    queries::find(tx, id)?.ok_or_else(|| anyhow::anyhow!("the till {id} just written is missing").into())
}

#[cfg(test)]
mod tests {
    use super::code_hash;
    use crate::base::keys::Keyring;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let keys = Keyring::new([5; 32]);
        assert_eq!(code_hash(&keys, "K0Q2M9XA1BCD"), code_hash(&keys, " koq2-m9xa-ibcd "));
        assert_ne!(code_hash(&keys, "K0Q2M9XA1BCD"), code_hash(&keys, "K0Q2M9XA1BCE"));
        assert_ne!(code_hash(&keys, "K0Q2M9XA1BCD"), code_hash(&keys, "K0Q2M9XA1BCDD"));
    }
}
