//! Claims of the demo's members: some that wait, one with an open question, and one that was answered.

use super::DemoPartners;
use super::content::days_before;
use crate::base::day::Day;
use crate::base::id::MemberId;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::core::settings::{self, Author, ProgrammeSettings};
use crate::member::awards::Receipt;
use crate::member::claims::{self, ClaimReason, ClaimRecord, Purchase, QuestionKind, StaffAnswer};
use crate::platform::store::Tx;

/// The member of staff who answered.
const ANSWERED_BY: &str = "Sandra Lo";

/// Switches claims on, and writes some.
pub(super) fn write(tx: &Tx<'_>, people: &[MemberId], partners: &DemoPartners) -> AppResult<()> {
    let before = settings::current(tx)?;
    settings::replace(tx, &ProgrammeSettings { claims: true, ..before }, Author { id: [0; 16], name: ANSWERED_BY })?;
    let refused = claim(tx, people[0], partners, 1, (12, 18_650, "W-20877"), "")?;
    let answer = StaffAnswer { by: ANSWERED_BY, reply: "" };
    claims::refuse(&tx.at(days_before(tx.now(), 9)), refused.id, ClaimReason::OtherDetails, answer)?;
    claim(tx, people[0], partners, 0, (4, 4_200, "N-5498"), "The till could not read my code.")?;
    claim(tx, people[1], partners, 0, (2, 13_600, ""), "我忘記出示會員碼。")?;
    let asked = claim(tx, people[1], partners, 1, (3, 31_840, "W-20911"), "")?;
    let words = "Which branch did you visit?";
    claims::ask(&tx.at(days_before(tx.now(), 1)), asked.id, QuestionKind::Other, words, ANSWERED_BY)?;
    Ok(())
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
