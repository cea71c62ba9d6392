//! Public information about the programme over HTTP.

use std::sync::Arc;

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
use super::count_view;
use super::counted_path;
use super::policy::{OwnTexts, PolicyKind};
use super::preview;
use super::theme;
use super::violation::Violation;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::base::problem::INVALID_PARAMETER;
use crate::core::settings;
use crate::member::wallet_passes::WalletPasses;
use crate::platform::config::Config;
use crate::platform::http::assets;
use crate::platform::http::json::Json;
use crate::platform::http::json::read_body;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{PAGE_VIEWS, POLICY_REPORTS};

const LONGEST_REPORT: usize = 8 * 1024;

#[derive(Clone)]
struct Programme {
    store: Store,
    limits: Limits,
    config: ProgrammeConfig,
    texts: OwnTexts,
    passes: Arc<WalletPasses>,
}

/// Routes that need no sign-in.
pub fn routes(store: Store, limits: Limits, config: &Config, keys: &Keyring, passes: Arc<WalletPasses>) -> Routes {
    let texts = OwnTexts::new(config);
    let programme = Programme { store, limits, config: ProgrammeConfig::new(config, keys), texts, passes };
    Routes::new()
        .route(theme::ADDRESS, get(get_theme))
        .routes(routes!(get_config))
        .routes(routes!(get_privacy_policy))
        .routes(routes!(get_terms))
        .routes(routes!(count_page_view))
        .routes(routes!(report_policy_violation))
        .with_state(programme)
}

/// Get the settings that a client needs before a sign-in.
#[utoipa::path(get, path = "/api/config", tag = "programme", responses((status = 200, body = ProgrammeConfig)))]
async fn get_config(State(programme): State<Programme>) -> AppResult<Json<ProgrammeConfig>> {
    let settings = programme.store.read(settings::current)?;
    let passes = programme.passes.offered(programme.store.clock().now());
    Ok(Json(programme.config.with(settings, passes)))
}

/// The programme's own colours, as a style sheet.
async fn get_theme(State(programme): State<Programme>) -> AppResult<Response> {
    let sheet = theme::sheet(programme.store.read(settings::current)?.colours);
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], sheet)
        .into_response())
}

/// The values to which the pages of the web app are adapted.
#[derive(Clone)]
struct Pages {
    store: Store,
    /// The address under which people reach the server, without a slash at the end; empty if it is not set.
    public_url: String,
}

/// The web app, with the programme's own name and colours, and the preview of an invitation link.
pub fn web_app(store: Store, config: &Config) -> MethodRouter {
    any(serve_dressed).with_state(Pages { store, public_url: config.public_url.clone() })
}

/// A page of the web app, at an address that other methods use too.
pub fn page(store: Store) -> MethodRouter {
    get(serve_dressed).with_state(Pages { store, public_url: String::new() })
}

async fn serve_dressed(State(pages): State<Pages>, language: Language, request: Request) -> Response {
    let settings = match pages.store.read(settings::current) {
        Ok(settings) => settings,
        Err(error) => return error.into_response(),
    };
    let tags = match preview::code_in(request.uri().path()) {
        None => None,
        Some(code) => match pages.tags(&request, code, language) {
            Ok(tags) => Some(tags),
            Err(error) => return error.into_response(),
        },
    };
    let is_own = theme::is_own(&settings);
    let dress = |path: &str, text: &str| {
        let dressed = if is_own { theme::dressed(path, text, &settings) } else { None };
        match &tags {
            Some(tags) if path == "index.html" => {
                let page = dressed.as_deref().unwrap_or(text);
                Some(page.replacen("</head>", &format!("{tags}</head>"), 1))
            }
            _ => dressed,
        }
    };
    assets::serve_web_app(&request, (is_own || tags.is_some()).then_some(&dress))
}

impl Pages {
    /// The tags of an invitation's page. Pictures of previews need a whole address: that of the settings, else the
    /// one under which the page was requested.
    fn tags(&self, request: &Request, code: &str, language: Language) -> AppResult<String> {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let site = if self.public_url.is_empty() { format!("http://{host}") } else { self.public_url.clone() };
        let language = preview::language_in(request.uri().query(), language);
        self.store.read(|read| preview::tags(read, site.trim_end_matches('/'), code, language))
    }
}

#[derive(Deserialize)]
struct PolicyQuery {
    lang: Option<String>,
}

/// Get the privacy policy as text: numbered headings, bullets and paragraphs.
#[utoipa::path(get, path = "/api/privacy-policy", tag = "programme", params(("lang" = Option<String>, Query, pattern = "^(en|zh|zhhk)$")),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn get_privacy_policy(
    State(programme): State<Programme>,
    language: Language,
    Query(query): Query<PolicyQuery>,
) -> AppResult<Response> {
    text_of(&programme, PolicyKind::Privacy, language, query)
}

/// Get the terms of use as text: numbered headings, bullets and paragraphs.
#[utoipa::path(get, path = "/api/terms", tag = "programme", params(("lang" = Option<String>, Query, pattern = "^(en|zh|zhhk)$")),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn get_terms(
    State(programme): State<Programme>,
    language: Language,
    Query(query): Query<PolicyQuery>,
) -> AppResult<Response> {
    text_of(&programme, PolicyKind::Terms, language, query)
}

fn text_of(programme: &Programme, kind: PolicyKind, language: Language, query: PolicyQuery) -> AppResult<Response> {
    let language = match query.lang {
        None => language,
        Some(code) => Language::from_code(&code).ok_or(INVALID_PARAMETER)?,
    };
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    let text = programme.store.read(|read| programme.texts.shown(read, kind, language))?;
    Ok(([(header::CONTENT_TYPE, content_type)], text).into_response())
}

/// A screen that was opened.
#[derive(Deserialize, utoipa::ToSchema)]
struct PageViewRequest {
    path: String,
}

/// Whether the view was accepted.
#[derive(Serialize, utoipa::ToSchema)]
struct PageViewAnswer {
    success: bool,
}

/// Count a page view by day and screen, without personal data.
#[utoipa::path(post, path = "/api/analytics/pageview", tag = "programme", request_body = PageViewRequest,
    responses((status = 200, body = PageViewAnswer), (status = 429, body = Problem)))]
async fn count_page_view(
    State(programme): State<Programme>,
    address: ClientAddress,
    Json(request): Json<PageViewRequest>,
) -> AppResult<Json<PageViewAnswer>> {
    programme.limits.count_source(PAGE_VIEWS, address.source())?;
    if let Some(path) = counted_path(&request.path) {
        programme.store.write_for_visitor(move |tx| count_view(tx, path)).await?;
    }
    Ok(Json(PageViewAnswer { success: true }))
}

/// Accept a browser's report of a violation of the content security policy.
#[utoipa::path(post, path = "/api/csp-report", tag = "programme", responses((status = 204), (status = 429, body = Problem)))]
async fn report_policy_violation(
    State(programme): State<Programme>,
    address: ClientAddress,
    request: Request,
) -> AppResult<StatusCode> {
    programme.limits.count_source(POLICY_REPORTS, address.source())?;
    let body = read_body(request, LONGEST_REPORT).await?;
    if let Some(report) = Violation::read(&body) {
        tracing::warn!(%report, "content security policy violation reported");
    }
    Ok(StatusCode::NO_CONTENT)
}
