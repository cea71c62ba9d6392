//! The one question that staff may ask about a claim. The claim waits for the member's answer and then for staff again.

use super::{ClaimRecord, ClaimStatus, LONGEST_NOTE, NOT_FOUND, QuestionKind, find, own, queries, tell, undecided};
use crate::base::id::{ClaimId, MemberId};
use crate::base::language::LocalizedText;
use crate::base::messages;
use crate::base::problem::{AppError, AppResult, ProblemType};
use crate::platform::store::Tx;

/// Staff have asked about the claim before: there is one question a claim.
pub const ALREADY_ASKED: ProblemType = ProblemType::new("already_asked", 409, "Already asked");
/// The claim has no open question.
pub const NOTHING_ASKED: ProblemType = ProblemType::new("nothing_asked", 409, "Nothing asked");

/// Asks the member about an undecided claim, and notifies the member. Fails with `not_found`, `claim_decided` and
/// [`ALREADY_ASKED`].
pub fn ask(tx: &Tx<'_>, id: ClaimId, kind: QuestionKind, words: &str, by: &str) -> AppResult<ClaimRecord> {
    let claim = undecided(tx, id)?;
    if claim.question.is_some() {
        return Err(ALREADY_ASKED.into());
    }
    queries::ask(tx, id, kind, words, by)?;
    let sentence = messages::localized(&format!("claim.question.{}", kind.name()), &[]);
    let question = LocalizedText::from_each(|language| {
        let parts = [sentence.get(language), words];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    });
    tell(tx, &claim, "claim_asked", &question, 0)?;
    Ok(find(tx, id)?.ok_or(NOT_FOUND)?)
}

/// The member's answer: words, a photo that follows, or both. The claim waits for staff again, and its time begins anew.
/// Fails with `not_found`, [`NOTHING_ASKED`] and 400 for the words.
pub fn answer(tx: &Tx<'_>, member: MemberId, id: ClaimId, words: &str, new_photo: bool) -> AppResult<ClaimRecord> {
    if own(tx, member, id)?.status != ClaimStatus::Asked {
        return Err(NOTHING_ASKED.into());
    }
    if words.chars().count() > LONGEST_NOTE {
        return Err(AppError::invalid_field("note", "too_long"));
    }
    if words.is_empty() && !new_photo {
        return Err(AppError::invalid_field("note", "nothing_new"));
    }
    queries::answer(tx, id, words)?;
    own(tx, member, id)
}
