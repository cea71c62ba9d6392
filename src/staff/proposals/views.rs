//! A proposal as the API shows it.

use serde::Serialize;

use super::{ProposalBody, ProposalKind, ProposalRecord, ProposalState, ProposedBonus};
use crate::base::clock::Timestamp;
use crate::base::content::ContentState;
use crate::base::day::Day;
use crate::base::id::{ArticleId, EarningRuleId, ItemId, PartnerId, ProposalId, RecordId};
use crate::base::language::LocalizedText;
use crate::base::points::Hkd;
use crate::base::problem::AppResult;
use crate::member::articles::Articles;
use crate::member::content::Content;
use crate::member::earning_rules;
use crate::member::partners::Partners;
use crate::member::rewards::items::Items;
use crate::platform::http::list_response::{Cell, CsvRow, languages};
use crate::platform::store::Read;

/// A proposal in a list.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proposal)]
pub struct ProposalView {
    /// Sorts by creation.
    #[serde(rename = "_id")]
    id: ProposalId,
    kind: ProposalKind,
    state: ProposalState,
    /// Its name or title; empty for a draft without one.
    title: LocalizedText,
    partner_id: PartnerId,
    partner_name: LocalizedText,
    /// The name of the manager who began it.
    author: String,
    /// The changes that staff ask for, or the reason of the refusal. The note stays while the proposal is sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The name of the person who answered last.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Timestamp>,
    /// The time at which it was last sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<Timestamp>,
    /// The record that the proposal became.
    #[serde(skip_serializing_if = "Option::is_none")]
    became: Option<ProposalResult>,
    created: Timestamp,
    updated: Timestamp,
}

/// The item, article or earning rule that a proposal became.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ProposalResult {
    /// Its id.
    #[serde(rename = "_id")]
    id: RecordId,
    stage: ProposalStage,
}

/// The stage of what a proposal became.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposalStage {
    /// Staff work on it, or it waits for its time.
    Draft,
    /// Members see it, or earn by it.
    Live,
    /// It is archived, off or over.
    Over,
    /// Staff removed it.
    Removed,
}

/// A proposal with its content, and the earning rules that a bonus hour meets.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ProposalPage {
    #[serde(flatten)]
    proposal: ProposalView,
    body: ProposalBody,
    /// The earning rules that are on and may apply to the same purchase as the bonus hour.
    meets: Vec<ProposalMeeting>,
    /// Number of changes: the `ETag` of the answer.
    version: i64,
}

impl ProposalPage {
    /// The version for the `ETag`.
    pub fn version(&self) -> i64 {
        self.version
    }
}

/// An earning rule that a proposed bonus hour meets, with an example.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalMeeting {
    /// The name of the other rule.
    name: LocalizedText,
    /// The time of the example.
    at: Timestamp,
    /// The bill of the example.
    amount_hkd: Hkd,
    /// Points of the example by rates and both rules, before any limit but that of a purchase.
    points: i64,
}

impl CsvRow for ProposalView {
    const HEADINGS: &'static str = "_id,kind,state,title.en,title.zh,title.zhhk,partner,author,created,sent,decided,\
        decidedBy,note,became";

    fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = vec![self.id.to_string().into(), self.kind.name().into(), self.state.name().into()];
        cells.extend(languages(&self.title));
        cells.extend([
            self.partner_name.en.clone().into(),
            self.author.clone().into(),
            self.created.into(),
            self.sent.into(),
            self.decided.into(),
            self.decided_by.clone().into(),
            self.note.clone().into(),
            self.became.as_ref().map(|became| became.id.to_string()).into(),
        ]);
        cells
    }
}

impl ProposalView {
    /// The id, by which lists go on.
    pub fn id(&self) -> ProposalId {
        self.id
    }
}

/// A proposal as lists show it.
pub fn view(read: &Read<'_>, record: ProposalRecord) -> AppResult<ProposalView> {
    let became = match (record.became, stage(read, &record)?) {
        (Some(id), Some(stage)) => Some(ProposalResult { id, stage }),
        _ => None,
    };
    let partner = Partners::find_even_removed(read, record.partner_id)?;
    Ok(ProposalView {
        id: record.id,
        kind: record.body.kind(),
        state: record.state,
        title: record.body.title().clone(),
        partner_id: record.partner_id,
        partner_name: partner.map(|partner| partner.input.name).unwrap_or_default(),
        author: record.author.name,
        note: record.note,
        decided_by: record.decided_by,
        decided: record.decided,
        sent: record.sent,
        became,
        created: record.created,
        updated: record.updated,
    })
}

/// A proposal with its content.
pub fn page(read: &Read<'_>, record: ProposalRecord) -> AppResult<ProposalPage> {
    let (body, version) = (record.body.clone(), record.version);
    let meets = match &body {
        ProposalBody::Bonus(bonus) if record.became.is_none() => meetings(read, bonus, record.partner_id)?,
        _ => Vec::new(),
    };
    Ok(ProposalPage { proposal: view(read, record)?, body, meets, version })
}

fn meetings(read: &Read<'_>, bonus: &ProposedBonus, partner: PartnerId) -> AppResult<Vec<ProposalMeeting>> {
    let found = earning_rules::meeting(read, None, &bonus.rule(partner), &earning_rules::live(read)?)?;
    let shown = |one: earning_rules::MeetingRule| ProposalMeeting {
        points: one.lines.iter().fold(one.by_rates, |sum, line| sum.saturating_add(line.line.points)),
        name: one.other.rule.name,
        at: one.at,
        amount_hkd: one.amount,
    };
    Ok(found.into_iter().map(shown).collect())
}

/// The stage of what a proposal became; `None` unless it was accepted.
pub(super) fn stage(read: &Read<'_>, record: &ProposalRecord) -> AppResult<Option<ProposalStage>> {
    let Some(id) = record.became else { return Ok(None) };
    let bytes = *id.as_bytes();
    let of_content = |state: Option<ContentState>| match state {
        Some(ContentState::Published) => ProposalStage::Live,
        Some(ContentState::Archived) => ProposalStage::Over,
        _ => ProposalStage::Draft,
    };
    let found = match record.body.kind() {
        ProposalKind::Item => Items::find(read, ItemId::from_bytes(bytes))?.map(|item| of_content(item.input.state)),
        ProposalKind::Article => {
            Articles::find(read, ArticleId::from_bytes(bytes))?.map(|article| of_content(article.input.state))
        }
        ProposalKind::Bonus => {
            let today = Day::of(read.now());
            earning_rules::find(read, EarningRuleId::from_bytes(bytes))?.map(|rule| {
                if rule.goes_on(today) {
                    ProposalStage::Live
                } else if rule.live.is_none() && rule.latest.is_draft() {
                    ProposalStage::Draft
                } else {
                    ProposalStage::Over
                }
            })
        }
    };
    Ok(Some(found.unwrap_or(ProposalStage::Removed)))
}
