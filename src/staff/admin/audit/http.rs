//! The audit over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::people::{self, AuditEntryView};
use crate::base::id::AuditId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::audit::{self, AuditFilter, AuditFilterValues, Chain, Extent};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, ListRequest, period};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Read;
use crate::staff::admin::content::listing::{anywhere, said};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::StaffWith;
use crate::staff::kit::permissions::{PointsTrailReaders, TrailReaders};

/// Maximum number of words in one search.
const MOST_WORDS: usize = 8;

pub fn routes() -> Routes<AdminContext> {
    Routes::new().routes(routes!(list_audit)).routes(routes!(list_audit_filters)).routes(routes!(check_audit))
}

#[derive(Deserialize)]
struct TrailQuery {
    q: Option<String>,
    actor: Option<String>,
    action: Option<String>,
    target: Option<String>,
    from: Option<String>,
    to: Option<String>,
}

impl TrailQuery {
    /// Fails with `invalid_parameter` for an invalid id or too many words, and with `invalid_period`.
    fn read(self, extent: Extent) -> AppResult<AuditFilter> {
        let words: Vec<String> = said(self.q)?.unwrap_or_default().split_whitespace().map(anywhere).collect();
        if words.len() > MOST_WORDS {
            return Err(INVALID_PARAMETER.into());
        }
        let actor = match said(self.actor)? {
            // Ids of every kind are 16 bytes: a key can act as well as a person.
            Some(text) => Some(*AuditId::parse(&text).ok_or(INVALID_PARAMETER)?.as_bytes()),
            None => None,
        };
        Ok(AuditFilter {
            extent,
            actor,
            action: said(self.action)?,
            target: said(self.target)?,
            words,
            period: period(self.from.as_deref(), self.to.as_deref())?,
        })
    }
}

/// List the audit entries, newest first.
/// Filters: `q` (words that each occur somewhere in an entry), `actor` (an id), `action` (`item.create`, or `item`
/// for all of them), `target` (an id), `from` and `to` (days or times). The whole list as a file with `format=csv` or
/// `format=ndjson`, which is audited itself. Finance gets the entries about points, and about their approvals.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin",
    params(("q" = Option<String>, Query), ("actor" = Option<String>, Query), ("action" = Option<String>, Query), ("target" = Option<String>, Query),
        ("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [AuditEntryView])))]
async fn list_audit(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<PointsTrailReaders>,
    request: ListRequest,
    Filters(query): Filters<TrailQuery>,
) -> AppResult<Response> {
    let wanted = query.read(staff.trail_extent())?;
    let whole = wanted.extent == Extent::Whole;
    let total = if whole && request.asked().is_empty() { Some(admin.store.read(audit::count)?) } else { None };
    admin.note_download(&request, staff, "audit.download").await?;
    let is_file = request.is_download();
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (admin.store.clone(), wanted.clone());
        async move {
            let before = cursor.map(|text| AuditId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let page = move |read: &Read<'_>| -> AppResult<Vec<AuditEntryView>> {
                let entries = audit::list(read, &wanted, before, limit)?;
                if is_file {
                    Ok(entries.into_iter().map(AuditEntryView::from).collect())
                } else {
                    people::named(read, entries)
                }
            };
            store.read_at_length(page).await
        }
    };
    request.answer("audit", total, fetch, |line| line.entry.id.to_string()).await
}

/// List the actors and actions that the audit can be filtered by, as far as the client may read it.
#[utoipa::path(get, path = "/api/admin/audit/filters", tag = "admin",
    responses((status = 200, body = AuditFilterValues)))]
async fn list_audit_filters(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<PointsTrailReaders>,
) -> AppResult<Json<AuditFilterValues>> {
    let extent = staff.trail_extent();
    admin.store.read_at_length(move |read| audit::known(read, extent)).await.map(Json)
}

/// Check every seal of the audit trail: up to which entry it is intact, and where it breaks.
/// A result is valid for a minute. For a long audit trail the response shows the progress of the check.
#[utoipa::path(get, path = "/api/admin/audit/chain", tag = "admin",
    responses((status = 200, body = Chain)))]
async fn check_audit(State(admin): State<AdminContext>, _: StaffWith<TrailReaders>) -> AppResult<Json<Chain>> {
    admin.last_check.chain(&admin.store, &admin.keys).await.map(Json)
}
