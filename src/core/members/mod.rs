//! The register: who the members are and how to find them. It has no routes.

pub mod card_pins;
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
use crate::platform::store::{Read, Tx};

pub use names::PersonName;

/// Somebody has that address already.
pub const EMAIL_IN_USE: ProblemType = ProblemType::new("email_in_use", 409, "E-mail address in use");
/// Somebody has that number already.
pub const PHONE_IN_USE: ProblemType = ProblemType::new("phone_in_use", 409, "Phone number in use");

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

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Suspended => "suspended",
            Status::Erased => "erased",
        }
    }
}

/// What the register holds of a member.
#[derive(Clone, Debug)]
pub struct MemberRecord {
    /// Their id.
    pub id: MemberId,
    /// What they read out at a till.
    pub short_id: ShortId,
    /// What a friend enters at sign-up.
    pub referral_code: String,
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
    /// What the programme's messages to them are written in.
    pub language: Language,
    /// Whether the tutorial is still to come.
    pub first_time_login: bool,
    /// When they joined.
    pub created: Timestamp,
}

impl MemberRecord {
    /// As much of their name as tells them, and not everybody else, who it is: `Mei Yi C.`, `陳美*`.
    pub fn masked_name(&self) -> String {
        names::masked(&self.first_name, &self.last_name)
    }
}

/// What a sign-in is checked against.
#[derive(Clone)]
pub struct Credentials {
    /// Whose they are.
    pub id: MemberId,
    /// `None` for a member who has no password.
    pub password_hash: Option<String>,
    /// See [`Status`].
    pub status: Status,
    /// A session of an older epoch is dead.
    pub epoch: i64,
}

/// A member who is about to be.
#[derive(Clone)]
pub struct NewMember {
    /// Given name.
    pub first_name: PersonName,
    /// Family name.
    pub last_name: PersonName,
    /// Verified address.
    pub email: Option<Email>,
    /// Verified number.
    pub phone: Option<HkPhone>,
    /// As the password hasher gave it; none for somebody who has a card alone.
    pub password_hash: Option<String>,
    /// What they read.
    pub language: Language,
    /// Who brought them.
    pub referred_by: Option<MemberId>,
}

/// Enters a member into the register, with a short id and a referral code of their own. The
/// caller opens their account. An address or number that is in use is the caller's to check.
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
        created: tx.now(),
    })
}

/// One that is not taken. Never digits alone: eight digits are read as a phone number.
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

/// The member whom an identifier names, whatever their status.
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

/// The active member whose referral code this is, typed in either case and with or without hyphens.
pub fn find_by_referral_code(read: &Read<'_>, typed: &str) -> AppResult<Option<MemberId>> {
    let Some(code) = ShortId::parse(typed) else { return Ok(None) };
    queries::find_by_referral_code(read, &code)
}

/// Who brought a member, if anybody did.
pub fn referrer_of(read: &Read<'_>, id: MemberId) -> AppResult<Option<MemberId>> {
    queries::referrer_of(read, id)
}

/// What a sign-in with that identifier is checked against.
pub fn credentials_for(read: &Read<'_>, identifier: &Identifier) -> AppResult<Option<Credentials>> {
    match find_by_identifier(read, identifier)? {
        Some(member) => queries::credentials(read, member.id),
        None => Ok(None),
    }
}

/// What a member's sign-in is checked against.
pub fn credentials(read: &Read<'_>, id: MemberId) -> AppResult<Option<Credentials>> {
    queries::credentials(read, id)
}

/// Replaces the password and raises the epoch: every session ends. Gives the new epoch.
pub fn set_password(tx: &Tx<'_>, id: MemberId, password_hash: &str) -> AppResult<i64> {
    queries::set_password(tx, id, password_hash)?;
    raise_epoch(tx, id)
}

/// Keeps the same password under newer parameters; sessions stay. A password that was replaced since `epoch` stays
/// replaced.
pub fn rehash_password(tx: &Tx<'_>, id: MemberId, epoch: i64, password_hash: &str) -> AppResult<()> {
    let unchanged = queries::credentials(tx, id)?.is_some_and(|known| known.epoch == epoch);
    if unchanged { queries::set_password(tx, id, password_hash) } else { Ok(()) }
}

/// Ends every session of a member. Gives the new epoch.
pub fn raise_epoch(tx: &Tx<'_>, id: MemberId) -> AppResult<i64> {
    queries::raise_epoch(tx, id)?;
    Ok(queries::credentials(tx, id)?.map_or(0, |known| known.epoch))
}

/// Suspends or reinstates a member, and ends their sessions.
pub fn set_status(tx: &Tx<'_>, id: MemberId, status: Status) -> AppResult<()> {
    queries::set_status(tx, id, status)?;
    raise_epoch(tx, id)?;
    Ok(())
}

/// Takes the person out of a row: names, address, number and password go, and the codes by which
/// others knew them are replaced. The row stays, because the ledger's entries do.
pub fn erase(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let short_id = fresh_code(|code| queries::short_id_exists(tx, code))?;
    let referral_code = fresh_code(|code| queries::referral_code_exists(tx, code))?;
    queries::erase(tx, id, &short_id, &referral_code)?;
    raise_epoch(tx, id).map(drop)
}

/// Gives a member another short id. Those by which they were found before find nobody from then on, neither
/// at a counter nor for a transfer, and are never given out again.
pub fn renew_short_id(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let short_id = fresh_code(|code| queries::short_id_exists(tx, code))?;
    queries::bury_short_ids(tx, id)?;
    queries::set_short_id(tx, id, &short_id)
}

/// Gives a member other names.
pub fn set_names(tx: &Tx<'_>, id: MemberId, first: &PersonName, last: &PersonName) -> AppResult<()> {
    queries::set_names(tx, id, first, last)
}

/// Notes the language in which a member's own device asks, if it names one: mails and messages are written in it.
pub fn follow_language(tx: &Tx<'_>, id: MemberId, named: Option<Language>) -> AppResult<()> {
    named.map_or(Ok(()), |language| queries::set_language(tx, id, language))
}

/// Adds a verified address where there was none.
pub fn set_email(tx: &Tx<'_>, id: MemberId, email: &Email) -> AppResult<()> {
    queries::set_email(tx, id, email)
}

/// Adds a verified number where there was none.
pub fn set_phone(tx: &Tx<'_>, id: MemberId, phone: &HkPhone) -> AppResult<()> {
    queries::set_phone(tx, id, phone)
}

/// Notes that the member got back in without the old password.
pub fn note_recovery(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    queries::note_recovery(tx, id)
}

/// When the member last got back in without the old password; `None` for never.
pub fn recovered_at(read: &Read<'_>, id: MemberId) -> AppResult<Option<Timestamp>> {
    queries::recovered_at(read, id)
}

/// Notes that the member has seen the tutorial.
pub fn end_first_time(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    queries::end_first_time(tx, id)
}

/// Moves what names a member from an account that is being merged to its survivor: contacts and password as far as the
/// survivor has none, and those whom the member brought. The caller erases the account, then calls [`put_alias`].
pub fn move_member(tx: &Tx<'_>, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::move_referrals(tx, from, into)?;
    queries::move_contacts(tx, from, into)
}

/// Lets the short id of an account that was merged find the survivor from now on.
pub fn put_alias(tx: &Tx<'_>, short_id: &str, from: MemberId, into: MemberId) -> AppResult<()> {
    queries::put_alias(tx, short_id, from, into)
}
