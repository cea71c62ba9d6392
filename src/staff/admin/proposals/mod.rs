//! Proposals of partners in the admin: staff read them and answer. An article is answered by whoever writes articles,
//! an item or bonus hours by whoever writes items and earning rules.

pub mod http;

use crate::auth::FORBIDDEN;
use crate::base::id::{ProposalId, RecordId};
use crate::base::problem::AppResult;
use crate::member::articles::Articles;
use crate::member::rewards::items::Items;
use crate::platform::store::Tx;
use crate::staff::admin::{content, earning_rules};
use crate::staff::kit::AuditedStaff;
use crate::staff::proposals::{self, ProposalAnswer, ProposalBody, ProposalKind, ProposalRecord};

/// The answer of a person.
#[derive(Clone, Debug)]
enum ProposalDecision {
    Accept,
    AskForChanges(String),
    Refuse(String),
}

/// Answers a proposal that waits, audits it and tells its author by e-mail; the portal is at `public_url`. What is
/// accepted becomes a draft with the partner set. Fails with `not_found`, `forbidden` if the person may not write what
/// is proposed, `stale`, `proposal_not_sent`, and as creating that draft does.
fn answer(
    tx: &Tx<'_>,
    staff: &AuditedStaff,
    id: ProposalId,
    version: Option<i64>,
    answer: ProposalDecision,
    public_url: &str,
) -> AppResult<ProposalRecord> {
    let before = proposals::find(tx, id)?;
    if before.body.kind() != ProposalKind::Article && !staff.may_issue() {
        return Err(FORBIDDEN.into());
    }
    proposals::require_sent(&before, version)?;
    let (action, answer) = match answer {
        ProposalDecision::Accept => ("proposal.accept", ProposalAnswer::Accepted(draft_of(tx, staff, &before)?)),
        ProposalDecision::AskForChanges(note) => ("proposal.ask_changes", ProposalAnswer::ChangesAsked(note)),
        ProposalDecision::Refuse(reason) => ("proposal.refuse", ProposalAnswer::Refused(reason)),
    };
    let after = proposals::answer(tx, &before, version, &staff.actor.name, answer)?;
    staff.note(tx, action, id, Some(&before), Some(&after))?;
    proposals::tell_of_answer(tx, &after, public_url)?;
    Ok(after)
}

/// Makes the draft that a proposal becomes.
fn draft_of(tx: &Tx<'_>, staff: &AuditedStaff, proposal: &ProposalRecord) -> AppResult<RecordId> {
    let partner = proposal.partner_id;
    let made = match &proposal.body {
        ProposalBody::Item(item) => *content::create::<Items>(tx, staff, item.input(partner)?)?.id.as_bytes(),
        ProposalBody::Article(article) => *content::create::<Articles>(tx, staff, article.input())?.id.as_bytes(),
        ProposalBody::Bonus(bonus) => *earning_rules::create(tx, staff, bonus.rule(partner))?.id.as_bytes(),
    };
    Ok(RecordId::from_bytes(made))
}
