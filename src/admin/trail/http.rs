//! The audit trail over HTTP.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use crate::admin::Desk;
use crate::admin::content::listing::{anywhere, said};
use crate::admin::crews::TrailReaders;
use crate::admin::http::By;
use crate::audit::{self, Chain, Entry, Known, Wanted};
use crate::base::id::AuditId;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::http::csv::{Filters, ListRequest, period};
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::routes::{Routes, routes};

/// Words that one search may hold.
const MOST_WORDS: usize = 8;

/// The calls of the trail.
pub(in crate::admin) fn routes() -> Routes<Desk> {
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
    /// Fails with `invalid_parameter` for what is no id and for too many words, and with `invalid_period`.
    fn read(self) -> AppResult<Wanted> {
        let words: Vec<String> = said(self.q)?.unwrap_or_default().split_whitespace().map(anywhere).collect();
        if words.len() > MOST_WORDS {
            return Err(INVALID_PARAMETER.into());
        }
        let actor = match said(self.actor)? {
            // Ids of every kind are 16 bytes: a key can act as well as a person.
            Some(text) => Some(*AuditId::parse(&text).ok_or(INVALID_PARAMETER)?.as_bytes()),
            None => None,
        };
        Ok(Wanted {
            actor,
            action: said(self.action)?,
            target: said(self.target)?,
            words,
            period: period(self.from.as_deref(), self.to.as_deref())?,
        })
    }
}

/// List what staff did, the newest first: `q` (words that each occur somewhere in a line), `actor` (an id), `action`
/// (`item.create`, or `item` for all of them), `target` (an id), `from` and `to` (days or moments); the whole list as a
/// file with `format=csv` or `format=ndjson`, which leaves a line in the trail itself.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin",
    params(("q" = Option<String>, Query), ("actor" = Option<String>, Query), ("action" = Option<String>, Query), ("target" = Option<String>, Query),
        ("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = Option<String>, Query),
        ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Entry]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_audit(
    State(desk): State<Desk>,
    By { hand, .. }: By<TrailReaders>,
    request: ListRequest,
    Filters(query): Filters<TrailQuery>,
) -> AppResult<Response> {
    let wanted = query.read()?;
    let total = if request.asked().is_empty() { Some(desk.store.read(audit::count)?) } else { None };
    desk.note_download(&request, hand, "audit.download").await?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let (store, wanted) = (desk.store.clone(), wanted.clone());
        async move {
            let before = cursor.map(|text| AuditId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| audit::list(read, &wanted, before, limit)).await
        }
    };
    request.answer("audit", total, fetch, |entry| entry.id.to_string()).await
}

/// Tell whom and which actions the trail can be narrowed to.
#[utoipa::path(get, path = "/api/admin/audit/filters", tag = "admin",
    responses((status = 200, body = Known), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_audit_filters(State(desk): State<Desk>, _: By<TrailReaders>) -> AppResult<Json<Known>> {
    desk.store.read_at_length(audit::known).await.map(Json)
}

/// Check every seal of the trail: up to which line it is sound, and where it breaks. An answer holds for a minute; of a
/// long trail it tells how far the check is.
#[utoipa::path(get, path = "/api/admin/audit/chain", tag = "admin",
    responses((status = 200, body = Chain), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn check_audit(State(desk): State<Desk>, _: By<TrailReaders>) -> AppResult<Json<Chain>> {
    desk.last_check.chain(&desk.store, &desk.keys).await.map(Json)
}
