//! Claims of the demo's members: some that wait, one with an open question, one that was refused, and one of a neighbour that
//! was approved.

use super::DemoPartners;
use super::content::days_before;
use crate::auth::{Merchant, Principal};
use crate::base::contact::Identifier;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members;
use crate::core::settings::{self, Author, ProgrammeSettings};
use crate::member::awards::{self, AwardOrder, Caps, Receipt};
use crate::member::claims::{self, ClaimReason, ClaimRecord, Purchase, QuestionKind, ReceiptPhoto, StaffAnswer};
use crate::member::rewards::CodeVault;
use crate::platform::store::Tx;

/// The member of staff who answered.
const ANSWERED_BY: &str = "Sandra Lo";
/// The place of the neighbour whose claim was approved, and of the partner.
const APPROVED: (usize, usize) = (24, 4);

/// Switches claims on, and writes some.
pub(super) fn write(
    tx: &Tx<'_>,
    people: &[MemberId],
    partners: &DemoPartners,
    photo: Option<&ReceiptPhoto>,
) -> AppResult<()> {
    let before = settings::current(tx)?;
    settings::replace(tx, &ProgrammeSettings { claims: true, ..before }, Author { id: [0; 16], name: ANSWERED_BY })?;
    let refused = claim(tx, people[0], partners, 1, (12, 18_650, "W-20877"), "")?;
    let answer = StaffAnswer { by: ANSWERED_BY, reply: "" };
    claims::refuse(&tx.at(days_before(tx.now(), 9)), refused.id, ClaimReason::OtherDetails, answer)?;
    let waits = claim(tx, people[0], partners, 0, (4, 4_200, "N-5498"), "The till could not read my code.")?;
    if let Some(photo) = photo {
        claims::put_photo(&tx.at(waits.created), waits.id, photo)?;
    }
    claim(tx, people[1], partners, 0, (2, 13_600, ""), "我忘記出示會員碼。")?;
    let asked = claim(tx, people[1], partners, 1, (3, 31_840, "W-20911"), "")?;
    let words = "Which branch did you visit?";
    claims::ask(&tx.at(days_before(tx.now(), 1)), asked.id, QuestionKind::Other, words, ANSWERED_BY)?;
    Ok(())
}

/// Writes a claim of a neighbour, if there are any, and the award that answers it, as staff would make it.
pub(super) fn approve_one(
    tx: &Tx<'_>,
    vault: &CodeVault,
    neighbours: &[MemberId],
    partners: &DemoPartners,
) -> AppResult<()> {
    let Some(member) = neighbours.get(APPROVED.0) else { return Ok(()) };
    let made = claim(tx, *member, partners, APPROVED.1, (3, 9_600, "L-3307"), "取衫時忘記出示會員碼。")?;
    let order = AwardOrder {
        member: Some(Identifier::ShortId(members::find(tx, *member)?.ok_or(NOT_FOUND)?.short_id)),
        amount: made.amount,
        enjoy_card: false,
        receipt: made.receipt.as_deref().and_then(Receipt::parse),
        bought: Some(made.day.noon_until(tx.now())),
        carbon: Vec::new(),
        outlet: None,
    };
    let counter = Merchant::of_programme(made.partner, ([0; 16], ANSWERED_BY.to_owned()), Principal::WithoutSession);
    let awarded = awards::award_silently(tx, vault, &counter, &order, Caps::NONE)?;
    claims::approve(tx, &made, ANSWERED_BY, awarded.transaction, awarded.points)
}

/// A claim made the day after its purchase: days ago, cents and receipt number.
fn claim(
    tx: &Tx<'_>,
    member: MemberId,
    partners: &DemoPartners,
    nth: usize,
    (days_ago, cents, receipt): (u32, i64, &str),
    note: &str,
) -> AppResult<ClaimRecord> {
    let purchase = Purchase {
        partner: partners[nth].1,
        day: Day::of(days_before(tx.now(), days_ago)),
        amount: Hkd::from_units(cents),
        receipt: Receipt::parse(receipt),
        note: note.to_owned(),
    };
    Ok(claims::open(&tx.at(days_before(tx.now(), days_ago - 1)), member, &purchase)?.0)
}
