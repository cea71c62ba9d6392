//! Sign-up: a registration, codes that verify its contacts, a captcha, and the account.

mod code_requests;
mod form;
mod http;
mod queries;

use std::time::Duration;

use crate::auth::captcha::{self, SolvedCaptcha};
use crate::auth::one_time_codes::{self, CodePurpose, CodeUse, Destination};
use crate::auth::{Member, Principal};
use crate::base::contact::Identifier;
use crate::base::id::RegistrationId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem, ProblemType};
use crate::base::secret::{Secret, hash};
use crate::core::ledger;
use crate::core::members::{self, EMAIL_IN_USE, MemberRecord, NewMember, PHONE_IN_USE};
use crate::member::notifications;
use crate::platform::config::Disclosure;
use crate::platform::delivery::{self, Message, SmsBudget};
use crate::platform::store::{Read, Tx};
use crate::platform::throttle::Limits;
use crate::platform::throttle::distinct::{self, TriedSubject, TryKey};
use crate::platform::throttle::table::{CONTACTS_LEARNT, CONTACTS_OF_A_REGISTRATION};
use crate::platform::webhooks;

pub use http::routes;

/// The request needs a registration, but it has none or it has expired.
pub const REGISTRATION_REQUIRED: ProblemType =
    ProblemType::new("registration_required", 400, "Begin the registration first");
/// One registration requested codes for too many contacts.
pub const TOO_MANY_CONTACTS: ProblemType = ProblemType::new("too_many_contacts", 429, "Too many contacts");

const REGISTRATION_TIME: Duration = Duration::from_secs(30 * 60);

/// The visitor or member who requests or enters a code.
#[derive(Clone)]
enum CodeRequester {
    /// A visitor who is signing up.
    Visitor(RegistrationId),
    /// A member who adds a contact.
    Member(Member),
}

impl CodeRequester {
    /// The principal of the change; `None` for a visitor.
    fn principal(&self) -> Option<Principal> {
        match self {
            CodeRequester::Visitor(_) => None,
            CodeRequester::Member(member) => Some(member.principal()),
        }
    }
}

impl CodeRequester {
    fn usage(&self, destination: Destination) -> CodeUse {
        match self {
            CodeRequester::Visitor(id) => {
                CodeUse { purpose: CodePurpose::Registration, destination, scope: *id.as_bytes() }
            }
            CodeRequester::Member(member) => CodeUse::contact(member.session, destination),
        }
    }
}

/// Opens a registration. Returns its secret, which the client must present.
fn open_registration(tx: &Tx<'_>) -> AppResult<Secret> {
    let secret = Secret::generate();
    let id = RegistrationId::made_at(tx.now());
    queries::insert(tx, id, &secret.hash(), tx.now().plus(REGISTRATION_TIME))?;
    Ok(secret)
}

/// Deletes expired registrations.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<()> {
    queries::delete_expired(tx)
}

/// Finds the unexpired registration with that secret.
fn find_registration(read: &Read<'_>, presented: &str) -> AppResult<Option<RegistrationId>> {
    queries::find(read, &hash(presented))
}

/// The parameters of sending a code.
#[derive(Clone)]
struct CodeSender {
    keys: Keyring,
    limits: Limits,
    disclosure: Disclosure,
    sms_budget: SmsBudget,
    language: Language,
    /// The key under which the requests of this source are counted.
    source: TryKey,
}

/// The result of a code request. Each result is committed, so that refused requests count too.
enum CodeRequestOutcome {
    /// A message was queued.
    Sent,
    /// A member already has that contact.
    InUse(ProblemType),
    /// Nothing was sent: the monthly SMS budget is spent.
    MonthSpent,
}

/// Sends a code, unless a member already has the contact. The contact counts against the registration in both cases,
/// so that nobody can test a list of contacts for members.
fn send_code(
    tx: &Tx<'_>,
    sending: &CodeSender,
    asker: &CodeRequester,
    destination: Destination,
) -> AppResult<CodeRequestOutcome> {
    let usage = asker.usage(destination);
    let contact = sending.keys.mac(KeyPurpose::AttemptKey, &[b"contact", usage.destination.stored().as_bytes()]);
    if let CodeRequester::Visitor(id) = asker {
        let registration = sending.keys.mac(KeyPurpose::AttemptKey, &[b"registration", id.as_bytes()]);
        let (contacts, known) =
            distinct::distinct(tx, TriedSubject::Contacts, &registration, &contact, REGISTRATION_TIME)?;
        if !known && sending.limits.is_reached(CONTACTS_OF_A_REGISTRATION, contacts) {
            return Err(TOO_MANY_CONTACTS.retry_after(REGISTRATION_TIME.as_secs()));
        }
        distinct::note(tx, TriedSubject::Contacts, &registration, &contact, REGISTRATION_TIME)?;
    }
    if let Destination::Phone(_) = usage.destination {
        sending.sms_budget.require(tx, &sending.limits)?;
        if sending.sms_budget.is_month_spent(tx)? {
            return Ok(CodeRequestOutcome::MonthSpent);
        }
    }
    let owner = owner_of(tx, &usage.destination)?;
    if sending.disclosure == Disclosure::Public {
        let told = may_learn(tx, sending, &contact)?;
        if told && owner.is_some() {
            return Ok(CodeRequestOutcome::InUse(in_use(&usage.destination)));
        }
    }
    let code = one_time_codes::issue(tx, &sending.keys, &sending.limits, &usage)?;
    // The visitor sees the same response as for a free contact, and its owner is notified of the attempt. The code is
    // issued but not sent, so that waiting times and budgets are the same.
    let message = match owner {
        Some(owner) => message(&usage.destination, owner.language, "already_member", &[]),
        None => message(&usage.destination, sending.language, "code", &[("code", &code)]),
    };
    delivery::queue(tx, &message)?;
    one_time_codes::note_source(tx, &sending.source)?;
    Ok(CodeRequestOutcome::Sent)
}

/// Whether this source may learn that a member has the contact. Free contacts count too, because a sent code reveals
/// as much. Above the limit per hour, the response is as in private mode, so that other people behind the same
/// address can still sign up.
fn may_learn(tx: &Tx<'_>, sending: &CodeSender, contact: &TryKey) -> AppResult<bool> {
    let (learnt, known) =
        distinct::distinct(tx, TriedSubject::Members, &sending.source, contact, CONTACTS_LEARNT.within)?;
    // A contact that the source already knows about is not counted again: repeated requests for it would otherwise
    // lock out other people behind the address.
    if known {
        return Ok(true);
    }
    if sending.limits.is_reached(CONTACTS_LEARNT, learnt) {
        return Ok(false);
    }
    distinct::note(tx, TriedSubject::Members, &sending.source, contact, CONTACTS_LEARNT.within)?;
    Ok(true)
}

fn message(to: &Destination, language: Language, kind: &str, values: &[(&str, &str)]) -> Message {
    match to {
        Destination::Email(email) => Message::email(email, language, kind, values),
        Destination::Phone(phone) => Message::sms(phone, language, kind, values),
    }
}

fn owner_of(read: &Read<'_>, destination: &Destination) -> AppResult<Option<MemberRecord>> {
    let identifier = match destination {
        Destination::Email(email) => Identifier::Email(email.clone()),
        Destination::Phone(phone) => Identifier::Phone(phone.clone()),
    };
    members::find_by_identifier(read, &identifier)
}

const fn in_use(destination: &Destination) -> ProblemType {
    match destination {
        Destination::Email(_) => EMAIL_IN_USE,
        Destination::Phone(_) => PHONE_IN_USE,
    }
}

/// The contacts of a form whose codes were not entered in this registration.
fn unverified(
    read: &Read<'_>,
    registration: Option<RegistrationId>,
    form: &form::CheckedForm,
) -> AppResult<Vec<FieldProblem>> {
    let mut problems = Vec::new();
    for destination in form.destinations() {
        let verified = match registration {
            Some(id) => one_time_codes::is_verified(read, &CodeRequester::Visitor(id).usage(destination.clone()))?,
            None => false,
        };
        if !verified {
            problems.push(match destination {
                Destination::Email(_) => FieldProblem::new("userEmail", "email_not_verified"),
                Destination::Phone(_) => FieldProblem::new("userPhone", "phone_not_verified"),
            });
        }
    }
    Ok(problems)
}

/// Creates the member in one transaction: uses up the registration and the captcha, and opens the points account.
fn create_account(
    tx: &Tx<'_>,
    registration: RegistrationId,
    form: &form::CheckedForm,
    password_hash: String,
    language: Language,
    solved: Option<&SolvedCaptcha>,
) -> AppResult<MemberRecord> {
    let problems = unverified(tx, Some(registration), form)?;
    if !problems.is_empty() {
        return Err(AppError::invalid(problems));
    }
    if !queries::delete(tx, registration)? {
        return Err(REGISTRATION_REQUIRED.into());
    }
    for destination in form.destinations() {
        if owner_of(tx, &destination)?.is_some() {
            return Err(in_use(&destination).into());
        }
    }
    if let Some(solved) = solved {
        captcha::spend(tx, solved)?;
    }
    one_time_codes::forget_scope(tx, registration.as_bytes())?;
    let member = members::create(
        tx,
        &NewMember {
            first_name: form.first_name.clone(),
            last_name: form.last_name.clone(),
            email: form.email.clone(),
            phone: form.phone.clone(),
            password_hash: Some(password_hash),
            language,
            referred_by: form.referrer(tx)?,
        },
    )?;
    ledger::open_account(tx, member.id)?;
    webhooks::emit(tx, "member.created", || serde_json::json!({ "memberId": member.id }))?;
    notifications::notify(tx, member.id, "welcome", &[("name", &member.first_name)])?;
    Ok(member)
}
