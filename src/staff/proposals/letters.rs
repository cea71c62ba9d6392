//! The e-mails to the author of a proposal: one for each answer, and one when members see what it became.

use super::{ProposalRecord, ProposalStage, queries, views};
use crate::auth::staff::{StaffRecord, find_staff};
use crate::base::contact::Email;
use crate::base::problem::AppResult;
use crate::core::timekeeping;
use crate::member::notifications::Letters;
use crate::platform::delivery::{self, Message};
use crate::platform::store::{Read, Store, Tx};

/// The e-mail about an answer.
const ANSWERED: &str = "staff_proposal";
/// The e-mail that members see what was proposed, or earn by it.
const LIVE: &str = "staff_proposal_live";

/// Queues an e-mail about the answer to a proposal; the portal is at `public_url`.
pub fn tell_of_answer(tx: &Tx<'_>, proposal: &ProposalRecord, public_url: &str) -> AppResult<()> {
    tell(tx, proposal, ANSWERED, public_url)
}

/// Tells the authors of accepted proposals that went live since the last time. Content may go live at a set time, in
/// a bulk change or after a second person's approval, so the server looks instead of each of these. Does nothing while
/// the clock is in doubt, because a wrong clock publishes what is to be published later.
pub async fn tell_of_live(store: &Store, letters: &Letters) -> AppResult<()> {
    let now = store.clock().now();
    if store.read(|read| timekeeping::doubt(read, now))?.is_some() || store.read(newly_live)?.is_empty() {
        return Ok(());
    }
    let public_url = letters.public_url.clone();
    let tell_all = move |tx: &Tx<'_>| {
        for proposal in newly_live(tx)? {
            tell(tx, &proposal, LIVE, &public_url)?;
            queries::set_live_told(tx, proposal.id)?;
        }
        Ok(())
    };
    store.write_unattended(tell_all).await?;
    letters.outbox.wake();
    Ok(())
}

/// The accepted proposals that are live, and whose authors do not know it yet.
fn newly_live(read: &Read<'_>) -> AppResult<Vec<ProposalRecord>> {
    let mut found = Vec::new();
    for proposal in queries::accepted_untold(read)? {
        if views::stage(read, &proposal)? == Some(ProposalStage::Live) {
            found.push(proposal);
        }
    }
    Ok(found)
}

/// Queues an e-mail to the author, who may have left meanwhile.
fn tell(tx: &Tx<'_>, proposal: &ProposalRecord, kind: &'static str, public_url: &str) -> AppResult<()> {
    let author = find_staff(tx, proposal.author.id)?.filter(StaffRecord::is_active);
    let Some((author, email)) = author.and_then(|author| Email::parse(&author.info.email).map(|email| (author, email)))
    else {
        return Ok(());
    };
    let link = format!("{public_url}/merchant/portal/proposals/{}", proposal.id);
    let (language, title) = (proposal.author.language, proposal.body.title());
    let title = [Some(title.get(language)), title.zhhk.as_deref(), title.zh.as_deref()];
    let title = title.into_iter().flatten().find(|words| !words.is_empty()).unwrap_or_default();
    let values = [("name", author.info.name.as_str()), ("title", title), ("link", link.as_str())];
    delivery::queue(tx, &Message::email(&email, language, kind, &values))?;
    Ok(())
}
