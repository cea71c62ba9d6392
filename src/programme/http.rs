//! What the programme says of itself, over HTTP.

use axum::extract::Query;
use axum::extract::Request;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::IntoResponse;
use axum::response::Response;
use axum::routing::MethodRouter;
use axum::routing::any;
use axum::routing::get;
use serde::Deserialize;
use serde::Serialize;

use super::ProgrammeConfig;
use super::counted_path;
use super::policy;
use super::queries;
use super::theme;
use super::violation::Violation;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::base::problem::INVALID_PARAMETER;
use crate::config;
use crate::config::Config;
use crate::http::assets;
use crate::http::json::Json;
use crate::http::json::read_body;
use crate::http::limits::Limit;
use crate::http::limits::Limits;
use crate::http::problem::Problem;
use crate::http::request::ClientAddress;
use crate::http::routes::{Routes, routes};
use crate::settings;
use crate::store::Store;

const PAGE_VIEWS: Limit = Limit::of("page views", 120, 60);
const POLICY_REPORTS: Limit = Limit::of("policy reports", 30, 60);
const LONGEST_REPORT: usize = 8 * 1024;

#[derive(Clone)]
struct Programme {
    store: Store,
    limits: Limits,
    config: ProgrammeConfig,
    privacy: config::Privacy,
}

/// The calls that need no sign-in.
pub fn routes(store: Store, limits: Limits, config: &Config, keys: &Keyring) -> Routes {
    let programme =
        Programme { store, limits, config: ProgrammeConfig::new(config, keys), privacy: config.privacy.clone() };
    Routes::new()
        .route(theme::ADDRESS, get(get_theme))
        .routes(routes!(get_config))
        .routes(routes!(get_privacy_policy))
        .routes(routes!(count_page_view))
        .routes(routes!(report_policy_violation))
        .with_state(programme)
}

/// Tell what the client needs to know before a sign-in.
#[utoipa::path(get, path = "/api/config", tag = "programme", responses((status = 200, body = ProgrammeConfig)))]
async fn get_config(State(programme): State<Programme>) -> AppResult<Json<ProgrammeConfig>> {
    let settings = programme.store.read(settings::current)?;
    Ok(Json(programme.config.with(settings)))
}

/// The programme's own colours, as a style sheet.
async fn get_theme(State(programme): State<Programme>) -> AppResult<Response> {
    let sheet = theme::sheet(programme.store.read(settings::current)?.colours);
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], sheet)
        .into_response())
}

/// The web app, in the programme's own name and colours.
pub fn web_app(store: Store) -> MethodRouter {
    any(serve_dressed).with_state(store)
}

/// A page of it, at an address that takes other methods too.
pub fn page(store: Store) -> MethodRouter {
    get(serve_dressed).with_state(store)
}

async fn serve_dressed(State(store): State<Store>, request: Request) -> Response {
    match store.read(settings::current) {
        Ok(settings) => {
            let dress = |path: &str, text: &str| theme::dressed(path, text, &settings);
            assets::serve_web_app(&request, theme::is_own(&settings).then_some(&dress))
        }
        Err(error) => error.into_response(),
    }
}

#[derive(Deserialize)]
struct PolicyQuery {
    lang: Option<String>,
}

/// Give the privacy policy as text: numbered headings, bullets and paragraphs.
#[utoipa::path(get, path = "/api/privacy-policy", tag = "programme", params(("lang" = Option<String>, Query)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = Problem)))]
async fn get_privacy_policy(
    State(programme): State<Programme>,
    language: Language,
    Query(query): Query<PolicyQuery>,
) -> AppResult<Response> {
    let language = match query.lang {
        None => language,
        Some(code) => Language::from_code(&code).ok_or(INVALID_PARAMETER)?,
    };
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let text = programme.store.read(|read| policy::shown(read, &programme.privacy, language))?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// A screen that was opened.
#[derive(Deserialize, utoipa::ToSchema)]
struct PageViewRequest {
    path: String,
}

/// Whether it was heard.
#[derive(Serialize, utoipa::ToSchema)]
struct PageViewAnswer {
    success: bool,
}

/// Count a page view by day and screen, without anything about the person.
#[utoipa::path(post, path = "/api/analytics/pageview", tag = "programme", request_body = PageViewRequest,
    responses((status = 200, body = PageViewAnswer), (status = 400, body = Problem), (status = 429, body = Problem)))]
async fn count_page_view(
    State(programme): State<Programme>,
    address: ClientAddress,
    Json(request): Json<PageViewRequest>,
) -> AppResult<Json<PageViewAnswer>> {
    programme.limits.count_source(PAGE_VIEWS, address.source())?;
    if let Some(path) = counted_path(&request.path) {
        programme.store.write(move |tx| queries::count_view(tx, tx.now().hong_kong_day(), path)).await?;
    }
    Ok(Json(PageViewAnswer { success: true }))
}

/// Take a browser's report that a page tried what the content policy forbids.
#[utoipa::path(post, path = "/api/csp-report", tag = "programme", responses((status = 204), (status = 429, body = Problem)))]
async fn report_policy_violation(
    State(programme): State<Programme>,
    address: ClientAddress,
    request: Request,
) -> AppResult<StatusCode> {
    programme.limits.count_source(POLICY_REPORTS, address.source())?;
    let body = read_body(request, LONGEST_REPORT).await?;
    if let Some(report) = Violation::read(&body) {
        tracing::warn!(%report, "a browser reports a violation of the content policy");
    }
    Ok(StatusCode::NO_CONTENT)
}
