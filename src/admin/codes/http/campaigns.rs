//! A campaign's codes, poster, scans and fuse, over HTTP.

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::admin::Desk;
use crate::admin::crews::{ContentReaders, Operators};
use crate::admin::http::By;
use crate::admin::print::{Letterhead, Matrix, Poster, poster_pdf, poster_svg, sheet_pdf, sheet_svg};
use crate::base::day::Day;
use crate::base::id::{CampaignId, RecordId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::campaigns::{self, CampaignRecord, CodeState, CodeView, Fuse, FuseState, Paused};
use crate::http::csv::{Cell, CsvRow, Filters, ListRequest, attachment, period};
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::http::routes::{Routes, routes};
use crate::settings;

/// Codes that one sheet holds at most: more pages than anybody cuts up at a time.
const LARGEST_SHEET: i64 = 2_000;

/// The calls of a campaign's codes.
pub(super) fn routes() -> Routes<Desk> {
    Routes::new()
        .routes(routes!(list_campaign_codes))
        .routes(routes!(get_campaign_poster))
        .routes(routes!(list_campaign_scans))
        .routes(routes!(get_campaign_fuse, set_campaign_fuse))
        .routes(routes!(resume_campaign))
        .routes(routes!(list_paused_campaigns))
}

impl CsvRow for CodeView {
    const HEADINGS: &'static [&'static str] = &["text", "state", "created", "claimedAt"];

    fn cells(&self) -> Vec<Cell> {
        vec![self.text.clone().into(), self.state.name().into(), self.created.into(), self.claimed_at.into()]
    }
}

#[derive(Deserialize)]
struct CodesQuery {
    format: Option<String>,
    state: Option<String>,
    code: Option<String>,
}

fn known(desk: &Desk, id: CampaignId) -> AppResult<CampaignRecord> {
    Ok(desk.store.read(|read| campaigns::find(read, id))?.ok_or(NOT_FOUND)?)
}

/// List a campaign's codes with their state (`free`, `claimed` or `shared`), the newest first; all of them as CSV with
/// `format=csv`. To print: `format=png` or `format=svg` with `code` (or the shared code) for one, `format=pdf` or
/// `format=svg` for a sheet of up to 2,000 free ones.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/codes", tag = "admin",
    params(("id" = CampaignId, Path), ("state" = inline(Option<CodeState>), Query), ("code" = Option<RecordId>, Query),
        ("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [CodeView]), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn list_campaign_codes(
    State(desk): State<Desk>,
    _: By<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    Filters(query): Filters<CodesQuery>,
    request: Request,
) -> AppResult<Response> {
    let campaign = known(&desk, id)?;
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(name) => Some(CodeState::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let code = match query.code.as_deref() {
        None | Some("") => None,
        Some(text) => Some(RecordId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    if let Some(format @ ("png" | "svg" | "pdf")) = query.format.as_deref() {
        return print(desk, campaign, code, format.to_owned()).await;
    }
    let list = ListRequest::from_request_parts(&mut request.into_parts().0, &desk).await?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = desk.store.clone();
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read_at_length(move |read| campaigns::list_codes(read, id, state, after, limit)).await
        }
    };
    list.answer("codes", Some(campaign.codes).filter(|_| state.is_none()), fetch, |code| code.id.to_string()).await
}

async fn print(desk: Desk, campaign: CampaignRecord, code: Option<RecordId>, format: String) -> AppResult<Response> {
    let (id, shared) = (campaign.id, campaign.input.shared);
    let title = campaign.input.name.get(Language::En).to_owned();
    let texts = desk
        .store
        .read_at_length(move |read| {
            if let Some(code) = code {
                return Ok(vec![campaigns::find_code_text(read, id, code)?.ok_or(NOT_FOUND)?]);
            }
            let state = if shared { None } else { Some(CodeState::Free) };
            let codes = campaigns::list_codes(read, id, state, None, LARGEST_SHEET)?;
            Ok(codes.into_iter().map(|code| code.text).collect::<Vec<_>>())
        })
        .await?;
    let first = texts.first().ok_or(NOT_FOUND)?.clone();
    let single = shared || code.is_some();
    let draw = move || {
        Ok::<(&'static str, Vec<u8>), AppError>(match format.as_str() {
            "png" => ("image/png", Matrix::of(&first)?.png()?),
            "svg" if single => ("image/svg+xml", Matrix::of(&first)?.svg().into_bytes()),
            "svg" => ("image/svg+xml", sheet_svg(&texts)?.into_bytes()),
            _ => ("application/pdf", sheet_pdf(&title, &texts)?),
        })
    };
    let (kind, bytes) = tokio::task::spawn_blocking(draw).await.map_err(anyhow::Error::from)??;
    Ok(file(kind, &format!("codes-{id}"), bytes))
}

fn file(kind: &'static str, name: &str, bytes: impl Into<Body>) -> Response {
    let extension = match kind {
        "image/png" => "png",
        "image/svg+xml" => "svg",
        _ => "pdf",
    };
    attachment(kind, name, extension, bytes)
}

#[derive(Deserialize)]
struct PosterQuery {
    format: Option<String>,
    code: Option<String>,
}

/// An A4 poster with the campaign's name, what it gives, and its shared code or one of its others (`code`), as PDF or,
/// with `format=svg`, as SVG.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/poster", tag = "admin",
    params(("id" = CampaignId, Path), ("code" = Option<RecordId>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, description = "The poster", body = Vec<u8>, content_type = "application/pdf"), (status = 400, body = Problem),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn get_campaign_poster(
    State(desk): State<Desk>,
    _: By<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    Filters(query): Filters<PosterQuery>,
) -> AppResult<Response> {
    let campaign = known(&desk, id)?;
    let code = match query.code.as_deref() {
        None | Some("") => None,
        Some(text) => Some(RecordId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let (text, settings) = desk.store.read(|read| {
        let text = match code {
            Some(code) => campaigns::find_code_text(read, id, code)?,
            None => campaigns::list_codes(read, id, None, None, 1)?.into_iter().next().map(|code| code.text),
        };
        Ok((text, settings::current(read)?))
    })?;
    let poster = Poster {
        head: Letterhead::of(&settings),
        points: campaign.input.points.get(),
        from: campaign.input.valid_from,
        until: campaign.input.valid_until,
        name: campaign.input.name,
        text: text.ok_or(NOT_FOUND)?,
    };
    let name = format!("poster-{id}");
    match query.format.as_deref() {
        None | Some("pdf") => Ok(file("application/pdf", &name, poster_pdf(&poster)?)),
        Some("svg") => Ok(file("image/svg+xml", &name, poster_svg(&poster)?)),
        Some(_) => Err(INVALID_PARAMETER.into()),
    }
}

/// Scans of one day.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CampaignScans)]
struct ScanDay {
    day: Day,
    scans: i64,
}

impl CsvRow for ScanDay {
    const HEADINGS: &'static [&'static str] = &["day", "scans"];

    fn cells(&self) -> Vec<Cell> {
        vec![self.day.to_string().into(), self.scans.into()]
    }
}

#[derive(Deserialize)]
struct ScansQuery {
    from: Option<String>,
    to: Option<String>,
}

/// Count the scans that gave points, day by day; days without any are left out; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/scans", tag = "admin",
    params(("id" = CampaignId, Path), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [ScanDay]), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn list_campaign_scans(
    State(desk): State<Desk>,
    _: By<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    request: ListRequest,
    Filters(query): Filters<ScansQuery>,
) -> AppResult<Response> {
    known(&desk, id)?;
    let span = period(query.from.as_deref(), query.to.as_deref())?;
    let days = desk.store.read_at_length(move |read| campaigns::scans_by_day(read, id, span)).await?;
    let days: Vec<ScanDay> = days.into_iter().map(|(day, scans)| ScanDay { day, scans }).collect();
    request.whole("scans", &days)
}

/// Tell what would pause a campaign by itself, and whether it has.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/fuse", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 200, body = FuseState), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn get_campaign_fuse(
    State(desk): State<Desk>,
    _: By<ContentReaders>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Json<FuseState>> {
    known(&desk, id)?;
    desk.store.read(|read| campaigns::fuse_state(read, id)).map(Json)
}

/// Set what pauses a campaign by itself: more scans in an hour than `perHour`, or than `factor` times the usual.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}/fuse", tag = "admin", request_body = Fuse, params(("id" = CampaignId, Path)),
    responses((status = 200, body = FuseState), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn set_campaign_fuse(
    State(desk): State<Desk>,
    By { hand, .. }: By<Operators>,
    PathId(id): PathId<CampaignId>,
    Json(fuse): Json<Fuse>,
) -> AppResult<Json<FuseState>> {
    let change = move |tx: &crate::store::Tx<'_>| {
        let before = campaigns::fuse_state(tx, id)?;
        let after = campaigns::set_fuse(tx, id, fuse)?;
        hand.note(tx, "campaign.fuse", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    desk.store.write(change).await.map(Json)
}

/// Let a campaign go on that its fuse has paused.
#[utoipa::path(post, path = "/api/admin/campaigns/{id}/resume", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 200, body = FuseState), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn resume_campaign(
    State(desk): State<Desk>,
    By { hand, .. }: By<Operators>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Json<FuseState>> {
    let change = move |tx: &crate::store::Tx<'_>| {
        let before = campaigns::fuse_state(tx, id)?;
        let after = campaigns::resume(tx, id)?;
        hand.note(tx, "campaign.resume", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    desk.store.write(change).await.map(Json)
}

/// List the campaigns that their fuses have paused, the latest first.
#[utoipa::path(get, path = "/api/admin/campaigns/paused", tag = "admin",
    responses((status = 200, body = [Paused]), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_paused_campaigns(State(desk): State<Desk>, _: By<ContentReaders>) -> AppResult<Json<Vec<Paused>>> {
    desk.store.read(campaigns::paused).map(Json)
}
