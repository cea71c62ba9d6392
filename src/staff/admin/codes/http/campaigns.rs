//! A campaign's codes, poster, scans and scan limit ("fuse" in the API), over HTTP.

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::auth::FORBIDDEN;
use crate::base::day::Day;
use crate::base::id::{CampaignId, RecordId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::print::{Matrix, Poster, PrintBranding, poster_pdf, poster_svg, sheet_pdf, sheet_svg};
use crate::core::settings;
use crate::member::campaigns::{self, CampaignRecord, CodeState, CodeView, PausedCampaign, ScanLimit, ScanLimitState};
use crate::member::rewards::masked_code;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Cell, CsvRow, Filters, ListRequest, attachment, period};
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Tx};
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest};
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{ContentReaders, Operators};
use crate::staff::kit::replace_body::edited;
use crate::staff::kit::{AdminContext, AuditedStaff, require_version};

/// Maximum number of codes in one file for print.
const LARGEST_SHEET: i64 = 2_000;
/// Highest valid sheet number, far above the last sheet of any campaign.
const MOST_SHEETS: i64 = 1_000_000;

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_campaign_codes))
        .routes(routes!(get_campaign_poster))
        .routes(routes!(list_campaign_scans))
        .routes(routes!(get_campaign_fuse, set_campaign_fuse))
        .routes(routes!(resume_campaign))
        .routes(routes!(list_paused_campaigns))
}

impl CsvRow for CodeView {
    const HEADINGS: &'static str = "text,state,created,claimedAt";

    fn cells(&self) -> Vec<Cell> {
        vec![self.text.clone().into(), self.state.name().into(), self.created.into(), self.claimed_at.into()]
    }
}

#[derive(Deserialize)]
struct CodesQuery {
    format: Option<String>,
    state: Option<String>,
    code: Option<String>,
    sheet: Option<String>,
}

/// The codes to print.
#[derive(Clone, Copy)]
enum PrintJob {
    /// A single code: the shared one, or the one with that id.
    One(Option<RecordId>),
    /// The newest unused codes.
    Newest,
    /// The unused codes of a sheet. Sheets are counted from 1, in the order in which codes were created.
    Sheet(i64),
}

fn known(admin: &AdminContext, id: CampaignId) -> AppResult<CampaignRecord> {
    Ok(admin.store.read(|read| campaigns::find(read, id))?.ok_or(NOT_FOUND)?)
}

/// Only staff who may give points may download single-use codes. A shared code hangs on walls, so everybody who reads
/// content may download it.
fn require_issuer(staff: &AuditedStaff, campaign: &CampaignRecord) -> AppResult<()> {
    if campaign.input.shared || staff.may_issue() { Ok(()) } else { Err(FORBIDDEN.into()) }
}

/// A download of codes, as the audit keeps it.
#[derive(Serialize)]
struct Export {
    format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<CodeState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<RecordId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<i64>,
}

/// Audits a download of codes. A file of many single-use codes needs approval where the settings say so; until then
/// this returns the 202 response.
async fn take(
    admin: &AdminContext,
    staff: AuditedStaff,
    campaign: &CampaignRecord,
    taking: Export,
) -> AppResult<Option<Response>> {
    require_issuer(&staff, campaign)?;
    let ask = ApprovalRequest {
        action: "campaign.download_codes",
        target: campaign.id.to_string(),
        method: "GET",
        path: format!("/api/admin/campaigns/{}/codes", campaign.id),
        key: None,
        body: serde_json::to_value(&taking)?,
        exact: None,
        pending: None,
    };
    let (weighty, caller) = (!campaign.input.shared && taking.code.is_none(), staff.caller());
    let note = move |tx: &Tx<'_>| {
        approvals::unless_waiting(tx, &staff, weighty.then_some(&ask), |tx| {
            staff.note(tx, ask.action, &ask.target, None, Some(&ask.body))
        })
    };
    Ok(match admin.store.write_as(caller, note).await? {
        ApprovalOutcome::Done(()) => None,
        ApprovalOutcome::Waits(approval) => Some(approval.answer()?.into_response()),
    })
}

/// List a campaign's codes with their state (`free`, `claimed` or `shared`), newest first; as CSV with `format=csv`.
/// For print: `format=png` or `format=svg` with `code` (or the shared code) for one code, `format=pdf` or
/// `format=svg` for a sheet of the 2,000 newest free codes. With `sheet=N` the sheet has the free ones among codes
/// number 2,000 (N − 1) + 1 to 2,000 N in order of creation. Staff who may not give points see free single-use codes
/// masked, and cannot download them. Each download is audited. A file of many single-use codes needs approval by a
/// second person where the settings say so. Then the response is 202, and after approval the same request returns the
/// file, once.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/codes", tag = "admin",
    params(("id" = CampaignId, Path), ("state" = inline(Option<CodeState>), Query), ("code" = Option<RecordId>, Query),
        ("sheet" = Option<i64>, Query, minimum = 1), ("format" = Option<String>, Query, pattern = "^(json|csv|ndjson|png|svg|pdf)$"), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, description = "A page of codes, or the file", content(([CodeView] = "application/json"), (String = "text/csv"), (String = "application/x-ndjson"),
            (Vec<u8> = "image/png"), (Vec<u8> = "image/svg+xml"), (Vec<u8> = "application/pdf"))),
        (status = 202, body = approvals::Approval), (status = 409, body = Problem)))]
async fn list_campaign_codes(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    Filters(query): Filters<CodesQuery>,
    request: Request,
) -> AppResult<Response> {
    let campaign = known(&admin, id)?;
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(name) => Some(CodeState::from_name(name).ok_or(INVALID_PARAMETER)?),
    };
    let code = match query.code.as_deref() {
        None | Some("") => None,
        Some(text) => Some(RecordId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let sheet = match query.sheet.as_deref() {
        None | Some("") => None,
        Some(text) => Some(text.parse().ok().filter(|nth| (1..=MOST_SHEETS).contains(nth)).ok_or(INVALID_PARAMETER)?),
    };
    if let Some(format @ ("png" | "svg" | "pdf")) = query.format.as_deref() {
        require_issuer(&staff, &campaign)?;
        let what = match sheet {
            _ if campaign.input.shared || code.is_some() => PrintJob::One(code),
            Some(nth) => PrintJob::Sheet(nth),
            None => PrintJob::Newest,
        };
        let printed = print(&admin, &campaign, what, format.to_owned()).await?;
        let waits = take(&admin, staff, &campaign, Export { format: format.into(), state: None, code, sheet }).await?;
        return Ok(waits.unwrap_or(printed));
    }
    let list = ListRequest::from_request_parts(&mut request.into_parts().0, &admin).await?;
    // Unmasked codes in a list would make it possible to avoid the approval that a file of codes needs.
    let alone = staff.may_issue() && !admin.store.read(approvals::are_needed)?;
    let readable = campaign.input.shared || alone;
    if list.is_download() {
        let format = query.format.unwrap_or_else(|| "csv".to_owned());
        if let Some(waits) = take(&admin, staff, &campaign, Export { format, state, code: None, sheet: None }).await? {
            return Ok(waits);
        }
    }
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let after = cursor.map(|text| RecordId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            let listed = move |read: &Read<'_>| campaigns::list_codes(read, id, state, after, limit);
            let mut codes = store.read_at_length(listed).await?;
            if !readable {
                for code in codes.iter_mut().filter(|code| code.state == CodeState::Free) {
                    code.text = masked_code(&code.text);
                }
            }
            Ok(codes)
        }
    };
    list.answer("codes", Some(campaign.codes).filter(|_| state.is_none()), fetch, |code| code.id.to_string()).await
}

async fn print(admin: &AdminContext, campaign: &CampaignRecord, what: PrintJob, format: String) -> AppResult<Response> {
    let id = campaign.id;
    let title = campaign.input.name.get(Language::En).to_owned();
    let texts = admin
        .store
        .read_at_length(move |read| {
            let (state, most) = match what {
                PrintJob::One(Some(code)) => {
                    return Ok(vec![campaigns::find_code_text(read, id, code)?.ok_or(NOT_FOUND)?]);
                }
                PrintJob::Sheet(nth) => return campaigns::list_sheet(read, id, nth, LARGEST_SHEET),
                PrintJob::One(None) => (None, 1),
                PrintJob::Newest => (Some(CodeState::Free), LARGEST_SHEET),
            };
            let codes = campaigns::list_codes(read, id, state, None, most)?;
            Ok(codes.into_iter().map(|code| code.text).collect::<Vec<_>>())
        })
        .await?;
    let first = texts.first().ok_or(NOT_FOUND)?.clone();
    let single = matches!(what, PrintJob::One(_));
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

/// Print an A4 poster of a campaign, as PDF, or as SVG with `format=svg`.
/// It has the name, the points, and the shared code or another one (`code`). A single-use code needs the right to
/// give points. The download is audited.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/poster", tag = "admin",
    params(("id" = CampaignId, Path), ("code" = Option<RecordId>, Query), ("format" = Option<String>, Query, pattern = "^(pdf|svg)$")),
    responses((status = 200, description = "The poster", content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/svg+xml")))))]
async fn get_campaign_poster(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    Filters(query): Filters<PosterQuery>,
) -> AppResult<Response> {
    let campaign = known(&admin, id)?;
    require_issuer(&staff, &campaign)?;
    let code = match query.code.as_deref() {
        None | Some("") => None,
        Some(text) => Some(RecordId::parse(text).ok_or(INVALID_PARAMETER)?),
    };
    let (code, text, settings) = admin.store.read(|read| {
        let code = match code {
            Some(code) => campaigns::find_code_text(read, id, code)?.map(|text| (code, text)),
            None => campaigns::list_codes(read, id, None, None, 1)?.into_iter().next().map(|code| (code.id, code.text)),
        };
        let (code, text) = code.ok_or(NOT_FOUND)?;
        Ok((code, text, settings::current(read)?))
    })?;
    let format = match query.format.as_deref() {
        None | Some("pdf") => "pdf",
        Some("svg") => "svg",
        Some(_) => return Err(INVALID_PARAMETER.into()),
    };
    take(&admin, staff, &campaign, Export { format: format.into(), state: None, code: Some(code), sheet: None })
        .await?;
    let poster = Poster {
        head: PrintBranding::of(&settings),
        points: campaign.input.points.map(|points| points.get()),
        from: campaign.input.valid_from,
        until: campaign.input.valid_until,
        name: campaign.input.name,
        text,
    };
    let name = format!("poster-{id}");
    if format == "pdf" {
        Ok(file("application/pdf", &name, poster_pdf(&poster)?))
    } else {
        Ok(file("image/svg+xml", &name, poster_svg(&poster)?))
    }
}

/// Number of scans on one day.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CampaignScans)]
struct ScanDay {
    day: Day,
    scans: i64,
}

impl CsvRow for ScanDay {
    const HEADINGS: &'static str = "day,scans";

    fn cells(&self) -> Vec<Cell> {
        vec![self.day.to_string().into(), self.scans.into()]
    }
}

#[derive(Deserialize)]
struct ScansQuery {
    from: Option<String>,
    to: Option<String>,
}

/// Count the scans that gave points, by day; days without scans are left out; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/scans", tag = "admin",
    params(("id" = CampaignId, Path), ("from" = Option<Day>, Query), ("to" = Option<Day>, Query), ("format" = Option<String>, Query)),
    responses((status = 200, body = [ScanDay])))]
async fn list_campaign_scans(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<CampaignId>,
    request: ListRequest,
    Filters(query): Filters<ScansQuery>,
) -> AppResult<Response> {
    known(&admin, id)?;
    let span = period(query.from.as_deref(), query.to.as_deref())?;
    let days = admin.store.read_at_length(move |read| campaigns::scans_by_day(read, id, span)).await?;
    let days: Vec<ScanDay> = days.into_iter().map(|(day, scans)| ScanDay { day, scans }).collect();
    request.whole("scans", &days)
}

/// Show when a campaign pauses automatically, and whether it is paused; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/campaigns/{id}/fuse", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 200, body = ScanLimitState)))]
async fn get_campaign_fuse(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Response> {
    known(&admin, id)?;
    let state = admin.store.read(|read| campaigns::scan_limit_state(read, id))?;
    Ok(tagged(StatusCode::OK, state.version, state))
}

/// Set when a campaign pauses automatically.
/// It pauses at more scans in an hour than `perHour`, or than `factor` times the usual number and at least `floor`. A
/// new campaign has a factor and a floor.
#[utoipa::path(put, path = "/api/admin/campaigns/{id}/fuse", tag = "admin", request_body = ScanLimit,
    params(("id" = CampaignId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = ScanLimitState), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn set_campaign_fuse(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CampaignId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let shown = admin.store.read(|read| campaigns::scan_limit_state(read, id))?;
    let limit: ScanLimit = edited(body, &shown, &shown.limit)?;
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        let before = campaigns::scan_limit_state(tx, id)?;
        require_version(version, before.version)?;
        let after = campaigns::set_scan_limit(tx, id, limit)?;
        staff.note(tx, "campaign.fuse", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    let after = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// Resume a campaign that paused automatically.
#[utoipa::path(post, path = "/api/admin/campaigns/{id}/resume", tag = "admin", params(("id" = CampaignId, Path)),
    responses((status = 200, body = ScanLimitState)))]
async fn resume_campaign(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<CampaignId>,
) -> AppResult<Json<ScanLimitState>> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| {
        let before = campaigns::scan_limit_state(tx, id)?;
        let after = campaigns::resume(tx, id)?;
        staff.note(tx, "campaign.resume", id, Some(&before), Some(&after))?;
        Ok(after)
    };
    admin.store.write_as(caller, change).await.map(Json)
}

/// List the automatically paused campaigns, latest first.
#[utoipa::path(get, path = "/api/admin/campaigns/paused", tag = "admin",
    responses((status = 200, body = [PausedCampaign])))]
async fn list_paused_campaigns(
    State(admin): State<AdminContext>,
    _: StaffWith<ContentReaders>,
) -> AppResult<Json<Vec<PausedCampaign>>> {
    admin.store.read(campaigns::paused).map(Json)
}
