//! SQL of proposals.

use serde::Serialize;

use super::{ProposalAuthor, ProposalBody, ProposalKind, ProposalRecord, ProposalState, ProposedBonus};
use crate::base::clock::Timestamp;
use crate::base::day::Period;
use crate::base::id::{OutletId, PartnerId, ProposalId, RecordId};
use crate::base::points::Hkd;
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
    pub count: i64,
    /// The time at which the oldest of them was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    oldest: Option<Timestamp>,
}

const PROPOSAL: &str =
    "select id, partner_id, author_id, author_name, language, state, body, note, decided_by_name, decided_at_ms,
            sent_at_ms, became_id, created_at_ms, updated_at_ms, version
     from proposal ";

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
    read.one([PROPOSAL, "where id = :id"], params! { ":id": id }, proposal)
}

/// Proposals before the given one, newest first.
pub fn list(
    read: &Read<'_>,
    wanted: ProposalFilter,
    before: Option<ProposalId>,
    limit: i64,
) -> AppResult<Vec<ProposalRecord>> {
    read.all(
        [
            PROPOSAL,
            "where id < :before and (:partner is null or partner_id = :partner) and (:state is null or state = :state)
                 and (:kind is null or kind = :kind) and (:without_drafts = 0 or state <> 'draft')
             order by id desc limit :limit",
        ],
        params! { ":before": before.unwrap_or(ProposalId::from_bytes([0xff; 16])), ":partner": wanted.partner,
        ":state": wanted.state, ":kind": wanted.kind, ":without_drafts": wanted.without_drafts, ":limit": limit },
        proposal,
    )
}

/// The accepted proposals whose authors do not know yet that members see what was proposed.
pub(super) fn accepted_untold(read: &Read<'_>) -> AppResult<Vec<ProposalRecord>> {
    read.all([PROPOSAL, "where state = 'accepted' and live_told_at_ms is null"], params! {}, proposal)
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

/// Keeps that the author knows. The proposal itself does not change.
pub(super) fn set_live_told(tx: &Tx<'_>, id: ProposalId) -> AppResult<()> {
    tx.execute_one("update proposal set live_told_at_ms = :now where id = :id", params! { ":id": id, ":now": tx.now() })
}

pub(super) fn delete(tx: &Tx<'_>, id: ProposalId) -> AppResult<()> {
    tx.execute_one("delete from proposal where id = :id", params! { ":id": id })
}

/// The purchases of an hour of a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct HourOfSales {
    /// Days since the beginning of the period.
    pub(super) day: i64,
    /// 0 to 23.
    pub(super) hour: i64,
    /// Purchases.
    pub(super) bills: i64,
    /// The sum of their bills, in cents.
    pub(super) cents: i64,
    /// Their points.
    pub(super) points: i64,
    /// Purchases within the hours of the bonus, of at least its smallest bill.
    pub(super) within: i64,
    /// The sum of these bills, in cents.
    pub(super) cents_within: i64,
}

/// The purchases of a period at the outlets of a bonus, by hour, without those that were taken back.
pub(super) fn sales_by_hour(
    read: &Read<'_>,
    partner: PartnerId,
    period: Period,
    bonus: &ProposedBonus,
) -> AppResult<Vec<HourOfSales>> {
    let (start, end) = bonus.hours.map_or((0, 24 * 60), |hours| (hours.from.minutes(), hours.until.minutes()));
    let found = read.all(
        "with bought as (
             select coalesce(e.outlet_id, t.outlet_id) as outlet, e.amount_cents, e.points,
                 (e.created_at_ms - :from) / 60000 as minute
             from counter_event e left join till t on t.id = e.till_id
             where e.partner_id = :partner and e.id >= :first and e.id < :last and e.kind = 'award'
                 and e.created_at_ms >= :from and e.created_at_ms < :until and e.undone_at_ms is null
         ), judged as (
             select outlet, amount_cents, points, minute / 60 as hour,
                 amount_cents >= :least and case when :start <= :end
                     then minute % 1440 >= :start and minute % 1440 < :end
                     else minute % 1440 >= :start or minute % 1440 < :end
                 end as is_within
             from bought
         )
         select outlet, hour, count(*) as bills, sum(amount_cents) as cents, sum(points) as points,
             sum(is_within) as within, sum(is_within * amount_cents) as cents_within
         from judged group by outlet, hour",
        params! { ":partner": partner, ":from": period.from, ":until": period.until,
        ":first": RecordId::earliest_at(period.from), ":last": RecordId::earliest_at(period.until),
        ":least": bonus.minimum_bill_hkd.unwrap_or(Hkd::ZERO), ":start": start, ":end": end },
        |row| {
            let hour: i64 = row.get("hour")?;
            let sold = HourOfSales {
                day: hour / 24,
                hour: hour % 24,
                bills: row.get("bills")?,
                cents: row.get("cents")?,
                points: row.get("points")?,
                within: row.get("within")?,
                cents_within: row.get("cents_within")?,
            };
            Ok((row.get::<Option<OutletId>>("outlet")?, sold))
        },
    )?;
    let is_here = |outlet: Option<OutletId>| {
        bonus.outlets.is_empty() || outlet.is_some_and(|outlet| bonus.outlets.contains(&outlet))
    };
    Ok(found.into_iter().filter(|(outlet, _)| is_here(*outlet)).map(|(_, sold)| sold).collect())
}
