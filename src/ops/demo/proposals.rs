//! Proposals of the demo's partner: bonus hours that wait for an answer, an item with changes asked, and an article
//! that was accepted and that members read.

use serde_json::{Value, json};

use super::DemoPartners;
use super::content::days_before;
use crate::base::day::Day;
use crate::base::id::{ArticleId, PartnerId, RecordId, StaffId};
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::member::articles::Articles;
use crate::member::content::Content;
use crate::platform::store::Tx;
use crate::staff::proposals::{self, ProposalAnswer, ProposalAuthor, ProposalRecord};

/// The manager who wrote them, and the member of staff who answered.
const AUTHOR: &str = "Wong Mei Fong";
const ANSWERED_BY: &str = "Lam Tsz Kin";

/// Writes the proposals of the partner whose manager can sign in.
pub(super) fn write(tx: &Tx<'_>, partners: &DemoPartners, articles: &[ArticleId]) -> AppResult<()> {
    let Some((_, partner)) = partners.first() else { return Ok(()) };
    if let Some(article) = articles.last()
        && let Some(found) = Articles::find(tx, *article)?
    {
        let input = found.input;
        let news = json!({ "kind": "article", "type": input.kind, "title": input.title,
            "coverImg": input.cover_img, "content": input.content });
        let accepted = ProposalAnswer::Accepted(RecordId::from_bytes(*article.as_bytes()));
        answered(tx, *partner, news, 21, accepted)?;
    }
    let tea = json!({ "kind": "item", "name": { "en": "Afternoon set for two", "zhhk": "雙人下午茶" },
        "description": { "en": "Two drinks and two pieces of toast, any day after 14:00.",
            "zhhk": "兩杯飲品及兩份多士，每日 14:00 後供應。" },
        "points": 1_200, "costHkd": "38.00", "leftover": 60, "useWithinDays": 30 });
    let note = "Say which outlets take it, and lower the price to 900 points.";
    answered(tx, *partner, tea, 5, ProposalAnswer::ChangesAsked(note.to_owned()))?;
    let today = Day::of(tx.now());
    let hours = json!({ "kind": "bonus", "name": { "en": "quiet afternoons", "zh": "安静下午", "zhhk": "寧靜下午" },
        "bonus": { "kind": "multiplier", "factor": "2" }, "hours": { "from": "15:00", "until": "17:00" },
        "weekdays": ["monday", "tuesday", "wednesday", "thursday", "friday"], "until": today.plus(45),
        "budget": { "unit": "points", "amount": 20_000 } });
    sent(tx, *partner, hours, 2)?;
    Ok(())
}

/// Writes a proposal that was sent some days ago.
fn sent(tx: &Tx<'_>, partner: PartnerId, body: Value, days_ago: u32) -> AppResult<ProposalRecord> {
    let then = tx.at(days_before(tx.now(), days_ago));
    let (id, name) = (StaffId::from_bytes([0; 16]), AUTHOR.to_owned());
    let author = ProposalAuthor { id, name, language: Language::En };
    let draft = proposals::create(&then, partner, &author, serde_json::from_value(body)?)?;
    proposals::send(&then, &draft, None)
}

/// Writes a proposal that was sent some days ago and answered a day later.
fn answered(
    tx: &Tx<'_>,
    partner: PartnerId,
    body: Value,
    days_ago: u32,
    answer: ProposalAnswer,
) -> AppResult<ProposalRecord> {
    let waits = sent(tx, partner, body, days_ago)?;
    proposals::answer(&tx.at(days_before(tx.now(), days_ago - 1)), &waits, None, ANSWERED_BY, answer)
}
