//! The member register: member data and lookups. It has no routes.

pub mod birthdays;
pub mod card_pins;
mod faces;
mod names;
pub mod notes;
mod queries;

use crate::base::clock::Timestamp;
use crate::base::contact::{Email, HkPhone, Identifier};
use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::random_bytes;
use crate::base::short_id::ShortId;
use crate::platform::store::{Read, Tx, stored_names};

pub use birthdays::Birthday;
pub use faces::{Face, initials};
pub use names::{PersonName, full_name, is_han};

/// Another member has this e-mail address.
pub const EMAIL_IN_USE: ProblemType = ProblemType::new("email_in_use", 409, "E-mail address in use");
/// Another member has this phone number.
pub const PHONE_IN_USE: ProblemType = ProblemType::new("phone_in_use", 409, "Phone number in use");

/// The state of a member's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// May act.
    Active,
    /// May not act until reinstated.
    Suspended,
    /// The person has left for good; the ledger's entries remain.
    Erased,
}
stored_names! { Status { Active = "active", Suspended = "suspended", Erased = "erased" } }

/// A member's data in the register.
#[derive(Clone, Debug)]
pub struct MemberRecord {
    /// Their id.
    pub id: MemberId,
    /// The short id that the member reads out at a till.
    pub short_id: ShortId,
    /// The code that a friend enters at sign-up.
    pub referral_code: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Verified e-mail address.
    pub email: Option<Email>,
    /// Verified phone number.
    pub phone: Option<HkPhone>,
    /// See [`Status`].
    pub status: Status,
    /// The language of messages to the member.
    pub language: Language,
    /// Whether the tutorial was not shown yet.
    pub first_time_login: bool,
    /// The picture that they chose.
    pub face: Option<Face>,
    /// The time at which they joined.
    pub created: Timestamp,
}

impl MemberRecord {
    /// A shortened name that the member recognises and that does not identify them to others: `Mei Yi C.`, `陳美*`.
    pub fn masked_name(&self) -> String {
        names::masked(&self.first_name, &self.last_name)
    }

    /// See [`initials`].
    pub fn initials(&self) -> String {
        initials(&self.first_name, &self.last_name)
    }
}

/// The data that a sign-in is checked against.
#[derive(Clone)]
pub struct Credentials {
    /// The member.
    pub id: MemberId,
    /// `None` for a member who has no password.
    pub password_hash: Option<String>,
    /// See [`Status`].
    pub status: Status,
    /// Sessions of an older epoch are invalid.
    pub epoch: i64,
}

/// A member to create.
#[derive(Clone)]
pub struct NewMember {
    /// Given name.
    pub first_name: PersonName,
    /// Family name.
    pub last_name: PersonName,
    /// Verified e-mail address.
    pub email: Option<Email>,
    /// Verified phone number.
    pub phone: Option<HkPhone>,
    /// The output of the password hasher; `None` for a member who has only a card.
    pub password_hash: Option<String>,
    /// The member's language.
    pub language: Language,
    /// The referrer.
    pub referred_by: Option<MemberId>,
}

/// Adds a member to the register with a new short id and referral code. The caller opens the account, and checks
/// first that the address and number are not in use.
pub fn create(tx: &Tx<'_>, member: &NewMember) -> AppResult<MemberRecord> {
    let id = MemberId::made_at(tx.now());
    let short_id = fresh_code(|code| queries::short_id_exists(tx, code))?;
    let referral_code = fresh_code(|code| queries::referral_code_exists(tx, code))?;
    queries::insert(tx, id, &short_id, &referral_code, member)?;
    Ok(MemberRecord {
        id,
        short_id,
        referral_code: referral_code.to_string(),
        first_name: member.first_name.as_str().to_owned(),
        last_name: member.last_name.as_str().to_owned(),
        email: member.email.clone(),
        phone: member.phone.clone(),
        status: Status::Active,
        language: member.language,
        first_time_login: true,
        face: None,
        created: tx.now(),
    })
}

/// A code that is not in use. It is never all digits, because eight digits are read as a phone number.
fn fresh_code(taken: impl Fn(&ShortId) -> AppResult<bool>) -> AppResult<ShortId> {
    loop {
        let code = ShortId::from_random(random_bytes::<7>());
        if !code.as_str().bytes().all(|b| b.is_ascii_digit()) && !taken(&code)? {
            return Ok(code);
        }
    }
}

/// The member with that id.
pub fn find(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberRecord>> {
    queries::find(read, id)
}

/// The member of an identifier, with any status.
pub fn find_by_identifier(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<MemberRecord>> {
    match identifier {
        Identifier::Email(email) => queries::find_by_email(read, email),
        Identifier::Phone(phone) => queries::find_by_phone(read, phone),
        Identifier::ShortId(short_id) => match queries::find_by_short_id(read, short_id)? {
            Some(member) => Ok(Some(member)),
            None => match queries::find_by_former_short_id(read, short_id)? {
                Some(survivor) => queries::find(read, survivor),
                None => Ok(None),
            },
        },
    }
}

/// The active member with this referral code, in any case, with or without hyphens.
pub fn find_by_referral_code(read: &Read<'_>, typed: &str) -> AppResult<Option<MemberId>> {
    let Some(code) = ShortId::parse(typed) else { return Ok(None) };
    queries::find_by_referral_code(read, &code)
}

/// The referrer of a member, if any.
pub fn referrer_of(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberId>> {
    queries::referrer_of(read, id)
}

/// The credentials of the member with this identifier.
pub fn credentials_for(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<Credentials>> {
    match find_by_identifier(read, identifier)? {
        Some(member) => queries::credentials(read, member.id),
        None => Ok(None),
    }
}

/// The credentials of a member.
pub fn credentials(read: &Read<'_>, id: MemberId) -> AppResult<Option<Credentials>> {
    queries::credentials(read, id)
}

/// Replaces the password and raises the epoch, which ends every session. Returns the new epoch.
pub fn set_password(tx: &Tx<'_>, id: MemberId, password_hash: &str) -> AppResult<i64> {
    queries::set_password(tx, id, password_hash)?;
    raise_epoch(tx, id)
}

/// Stores the same password hashed with newer parameters; sessions stay. Does not overwrite a password that was
/// replaced since `epoch`.
pub fn rehash_password(tx: &Tx<'_>, id: MemberId, epoch: i64, password_hash: &str) -> AppResult<()> {
    let unchanged = queries::credentials(tx, id)?.is_some_and(|known| known.epoch == epoch);
    if unchanged { queries::set_password(tx, id, password_hash) } else { Ok(()) }
}

/// Ends every session of a member. Returns the new epoch.
pub fn raise_epoch(tx: &Tx<'_>, id: MemberId) -> AppResult<i64> {
    queries::raise_epoch(tx, id)?;
    Ok(queries::credentials(tx, id)?.map_or(0, |known| known.epoch))
}

/// Suspends or reinstates a member and ends their sessions.
pub fn set_status(tx: &Tx<'_>, id: MemberId, status: Status) -> AppResult<()> {
    queries::set_status(tx, id, status)?;
    raise_epoch(tx, id)?;
    Ok(())
}

/// Removes personal data from a member's row: deletes names, address, number and password, and replaces short id and
/// referral code. The row stays because the ledger refers to it.
pub fn erase(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let short_id = fresh_code(|code| queries::short_id_exists(tx, code))?;
    let referral_code = fresh_code(|code| queries::referral_code_exists(tx, code))?;
    queries::erase(tx, id, &short_id, &referral_code)?;
    raise_epoch(tx, id).map(drop)
}

/// Gives a member a new short id. The member's former short ids stop working at counters and for transfers, and are
/// never assigned again.
pub fn renew_short_id(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let short_id = fresh_code(|code| queries::short_id_exists(tx, code))?;
    queries::bury_short_ids(tx, id)?;
    queries::set_short_id(tx, id, &short_id)
}

/// Sets a member's names.
pub fn set_names(tx: &Tx<'_>, id: MemberId, first: &PersonName, last: &PersonName) -> AppResult<()> {
    queries::set_names(tx, id, first, last)
}

/// Sets the picture that a member chose; `None` shows the initials.
pub fn set_face(tx: &Tx<'_>, id: MemberId, face: Option<Face>) -> AppResult<()> {
    queries::set_face(tx, id, face)
}

/// Stores the language that the member's own device requests, if it names one. E-mails and messages use it.
pub fn follow_language(tx: &Tx<'_>, id: MemberId, named: Option<Language>) -> AppResult<()> {
    named.map_or(Ok(()), |language| queries::set_language(tx, id, language))
}

/// Adds a verified e-mail address to a member who has no address.
pub fn set_email(tx: &Tx<'_>, id: MemberId, email: &Email) -> AppResult<()> {
    queries::set_email(tx, id, email)
}

/// Adds a verified phone number to a member who has no number.
pub fn set_phone(tx: &Tx<'_>, id: MemberId, phone: &HkPhone) -> AppResult<()> {
    queries::set_phone(tx, id, phone)
}

/// Records that the member reset a forgotten password.
pub fn note_recovery(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    queries::note_recovery(tx, id)
}

/// Records that the member has seen the tutorial.
pub fn end_first_time(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    queries::end_first_time(tx, id)
}

/// Moves data of an account that is being merged to the survivor: contacts and password that the survivor lacks, and
/// referrals. The caller erases the account, then calls [`put_alias`].
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_referrals(tx, from, into)?;
    queries::move_contacts(tx, from, into)
}

/// Makes the short id of a merged account find the survivor from now on.
pub fn put_alias(tx: &Tx<'_>, short_id: &str, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::put_alias(tx, short_id, from, into)
}
