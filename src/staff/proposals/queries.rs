//! SQL of proposals.

use serde::Serialize;

use super::{ProposalAuthor, ProposalBody, ProposalKind, ProposalRecord, ProposalState};
use crate::base::clock::Timestamp;
use crate::base::id::{PartnerId, ProposalId, RecordId};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Row, Tx, params};

/// Filters of a list of proposals.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProposalFilter {
    /// Those of one partner.
    pub partner: Option<PartnerId>,
    /// Those in one state.
    pub state: Option<ProposalState>,
    /// Those of one kind.
    pub kind: Option<ProposalKind>,
    /// Whether drafts, which only managers see, are left out.
    pub without_drafts: bool,
}

/// The proposals that wait for an answer.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct WaitingProposals {
    /// Their number.
    count: i64,
    /// The time at which the oldest of them was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<Timestamp>,
}

fn proposal(row: &Row<'_>) -> AppResult<ProposalRecord> {
    Ok(ProposalRecord {
        id: row.get("id")?,
        partner_id: row.get("partner_id")?,
        author: ProposalAuthor {
            id: row.get("author_id")?,
            name: row.get("author_name")?,
            language: row.get("language")?,
        },
        state: row.get("state")?,
        body: serde_json::from_str(&row.get::<String>("body")?)?,
        note: row.get("note")?,
        decided_by: row.get("decided_by_name")?,
        decided: row.get("decided_at_ms")?,
        sent: row.get("sent_at_ms")?,
        became: row.get("became_id")?,
        created: row.get("created_at_ms")?,
        updated: row.get("updated_at_ms")?,
        version: row.get("version")?,
    })
}

pub(super) fn find(read: &Read<'_>, id: ProposalId) -> AppResult<Option<ProposalRecord>> {
    read.one(
        "select id, partner_id, author_id, author_name, language, state, body, note, decided_by_name, decided_at_ms,
                sent_at_ms, became_id, created_at_ms, updated_at_ms, version
         from proposal where id = :id",
        params! { ":id": id },
        proposal,
    )
}

/// Proposals before the given one, newest first.
pub fn list(
    read: &Read<'_>,
    wanted: ProposalFilter,
    before: Option<ProposalId>,
    limit: i64,
) -> AppResult<Vec<ProposalRecord>> {
    read.all(
        "select id, partner_id, author_id, author_name, language, state, body, note, decided_by_name, decided_at_ms,
                sent_at_ms, became_id, created_at_ms, updated_at_ms, version
         from proposal
         where id < :before and (:partner is null or partner_id = :partner) and (:state is null or state = :state)
             and (:kind is null or kind = :kind) and (:without_drafts = 0 or state <> 'draft')
         order by id desc limit :limit",
        params! { ":before": before.unwrap_or(ProposalId::from_bytes([0xff; 16])), ":partner": wanted.partner,
        ":state": wanted.state, ":kind": wanted.kind, ":without_drafts": wanted.without_drafts, ":limit": limit },
        proposal,
    )
}

/// The proposals of all partners that wait for an answer.
pub fn waiting(read: &Read<'_>) -> AppResult<WaitingProposals> {
    let found = read.one(
        "select count(*) as n, min(sent_at_ms) as oldest from proposal where state = 'sent'",
        params! {},
        |row| Ok(WaitingProposals { count: row.get("n")?, oldest: row.get("oldest")? }),
    )?;
    Ok(found.unwrap_or(WaitingProposals { count: 0, oldest: None }))
}

pub(super) fn count_open(read: &Read<'_>, partner: PartnerId) -> AppResult<i64> {
    read.number(
        "select count(*) as n from proposal
         where partner_id = :partner and state in ('draft', 'sent', 'changes_asked')",
        params! { ":partner": partner },
    )
}

pub(super) fn insert(
    tx: &Tx<'_>,
    id: ProposalId,
    partner: PartnerId,
    author: &ProposalAuthor,
    body: &ProposalBody,
) -> AppResult<()> {
    tx.execute_one(
        "insert into proposal (id, partner_id, author_id, author_name, language, kind, body, state, created_at_ms,
                               updated_at_ms)
         values (:id, :partner, :author, :name, :language, :kind, :body, 'draft', :now, :now)",
        params! { ":id": id, ":partner": partner, ":author": author.id, ":name": author.name,
        ":language": author.language, ":kind": body.kind(),
        ":body": serde_json::to_string(body)?, ":now": tx.now() },
    )
}

pub(super) fn set_body(tx: &Tx<'_>, id: ProposalId, body: &ProposalBody) -> AppResult<()> {
    tx.execute_one(
        "update proposal set body = :body, updated_at_ms = :now, version = version + 1 where id = :id",
        params! { ":id": id, ":body": serde_json::to_string(body)?, ":now": tx.now() },
    )
}

pub(super) fn set_sent(tx: &Tx<'_>, id: ProposalId) -> AppResult<()> {
    tx.execute_one(
        "update proposal set state = 'sent', sent_at_ms = :now, updated_at_ms = :now, version = version + 1
         where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn set_draft(tx: &Tx<'_>, id: ProposalId) -> AppResult<()> {
    tx.execute_one(
        "update proposal set state = 'draft', updated_at_ms = :now, version = version + 1 where id = :id",
        params! { ":id": id, ":now": tx.now() },
    )
}

pub(super) fn set_answer(
    tx: &Tx<'_>,
    id: ProposalId,
    by: &str,
    state: ProposalState,
    note: Option<&str>,
    became: Option<RecordId>,
) -> AppResult<()> {
    tx.execute_one(
        "update proposal set state = :state, note = :note, became_id = :became, decided_by_name = :by,
             decided_at_ms = :now, updated_at_ms = :now, version = version + 1
         where id = :id",
        params! { ":id": id, ":state": state, ":note": note, ":became": became, ":by": by, ":now": tx.now() },
    )
}

pub(super) fn delete(tx: &Tx<'_>, id: ProposalId) -> AppResult<()> {
    tx.execute_one("delete from proposal where id = :id", params! { ":id": id })
}
