//! Diagnostics routes, for owners and operators.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;

use super::{Alarm, Diagnostics, DiagnosticsContext};
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::ops::metrics::Metrics;
use crate::platform::config::Config;
use crate::platform::http::json::Json;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::log_buffer::{LogBuffer, LogLevel, LogLine, RequestOutcome, RequestRecord};
use crate::staff::kit::OperatorOnly;

/// Maximum length of a search text, in characters.
const LONGEST_SEARCH: usize = 200;

/// Routes of the diagnostics.
pub fn routes(metrics: Metrics, config: Arc<Config>, log_buffer: LogBuffer) -> Routes {
    Routes::new()
        .routes(routes!(get_diagnostics))
        .routes(routes!(list_alarms))
        .routes(routes!(list_log_lines))
        .routes(routes!(list_requests))
        .with_state(DiagnosticsContext::new(metrics, config, log_buffer))
}

/// Get the state of the installation: findings of the doctor with their fixes, sizes, queues, backups.
#[utoipa::path(get, path = "/api/admin/diagnostics", tag = "admin",
    responses((status = 200, body = Diagnostics)))]
async fn get_diagnostics(State(watch): State<DiagnosticsContext>, _: OperatorOnly) -> AppResult<Json<Diagnostics>> {
    watch.diagnostics().await.map(Json)
}

/// List the current alarms of the installation.
#[utoipa::path(get, path = "/api/admin/diagnostics/alarms", tag = "admin",
    responses((status = 200, body = [Alarm])))]
async fn list_alarms(State(watch): State<DiagnosticsContext>, _: OperatorOnly) -> Json<Vec<Alarm>> {
    Json(watch.alarms())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogQuery {
    level: Option<LogLevel>,
    q: Option<String>,
    request: Option<String>,
}

/// The search text in lower case; `None` for no search.
fn search(typed: Option<String>) -> AppResult<Option<String>> {
    let typed = typed.map(|typed| typed.trim().to_lowercase()).filter(|typed| !typed.is_empty());
    match typed {
        Some(typed) if typed.chars().count() > LONGEST_SEARCH || typed.chars().any(char::is_control) => {
            Err(INVALID_PARAMETER.into())
        }
        typed => Ok(typed),
    }
}

/// The id of a request, with or without the prefix of a problem's `instance`.
fn request_id(typed: Option<String>) -> AppResult<Option<String>> {
    let typed = search(typed)?;
    Ok(typed.map(|typed| typed.strip_prefix("urn:kapok:request:").unwrap_or(&typed).to_owned()))
}

fn has(text: &str, wanted: Option<&String>) -> bool {
    wanted.is_none_or(|wanted| text.to_lowercase().contains(wanted))
}

fn rows_of(page: &PageRequest) -> AppResult<(Option<u64>, usize)> {
    let before = page.after(|text| text.parse().ok())?;
    Ok((before, usize::try_from(page.probe()).unwrap_or(usize::MAX)))
}

/// List the last lines of the server's log, newest first. They are kept in memory without client addresses, and are
/// lost when the server stops; the system log contains all lines.
#[utoipa::path(get, path = "/api/admin/diagnostics/log", tag = "admin",
    params(("level" = Option<LogLevel>, Query, description = "This grave or graver"), ("q" = Option<String>, Query),
        ("request" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [LogLine])))]
async fn list_log_lines(
    State(watch): State<DiagnosticsContext>,
    _: OperatorOnly,
    query: Result<Query<LogQuery>, QueryRejection>,
    page: PageRequest,
) -> AppResult<Page<LogLine>> {
    let Query(LogQuery { level, q, request }) = query.map_err(|_| INVALID_PARAMETER)?;
    let (q, request) = (search(q)?, request_id(request)?);
    let (before, most) = rows_of(&page)?;
    let wanted = |line: &LogLine| {
        level.is_none_or(|level| line.level >= level)
            && request.as_ref().is_none_or(|id| line.request.is_some_and(|own| own.as_str() == id))
            && (has(&line.text, q.as_ref()) || has(&line.part, q.as_ref()))
    };
    let rows = watch.log_buffer.lines(before, most, wanted);
    Ok(page.finish(rows, |line| line.number.to_string()))
}

#[derive(Deserialize)]
struct RequestQuery {
    outcome: Option<RequestOutcome>,
    q: Option<String>,
    request: Option<String>,
}

/// List the last requests, newest first. Refused, failed and slow requests are kept longer than others.
#[utoipa::path(get, path = "/api/admin/diagnostics/requests", tag = "admin",
    params(("outcome" = inline(Option<RequestOutcome>), Query), ("q" = Option<String>, Query, description = "Part of a route, a method, a status or a code"),
        ("request" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [RequestRecord])))]
async fn list_requests(
    State(watch): State<DiagnosticsContext>,
    _: OperatorOnly,
    query: Result<Query<RequestQuery>, QueryRejection>,
    page: PageRequest,
) -> AppResult<Page<RequestRecord>> {
    let Query(RequestQuery { outcome, q, request }) = query.map_err(|_| INVALID_PARAMETER)?;
    let (q, request) = (search(q)?, request_id(request)?);
    let (before, most) = rows_of(&page)?;
    let wanted = |one: &RequestRecord| {
        request.as_ref().is_none_or(|id| one.id.as_str() == id)
            && has(
                &format!("{} {} {} {}", one.method, one.route, one.status, one.code.as_deref().unwrap_or("")),
                q.as_ref(),
            )
    };
    let rows = watch.log_buffer.requests(before, most, outcome, wanted);
    Ok(page.finish(rows, |one| one.number.to_string()))
}
