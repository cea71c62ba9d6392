//! Settings over HTTP.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{InfrastructureSetting, SettingsToReplace};
use crate::base::language::LocalizedText;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::core::settings::texts::{self, MessageText};
use crate::core::settings::{self, ProgrammeSettings, SettingsChange};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, AskedAction};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, changed_version, named_version, tagged};
use crate::staff::kit::permissions::{AccessReaders, Owners, SettingsReaders};

/// Body limit in bytes: one text in three languages.
const TEXT_BODY_LIMIT: usize = 64 * 1024;

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(get_settings, replace_settings))
        .routes(routes!(list_settings_history))
        .routes(routes!(list_infrastructure_settings))
        .routes(routes!(list_message_texts))
        .routes(routes!(get_message_text, replace_message_text, reset_message_text))
        .routes(routes!(preview_message_text))
}

/// Show the programme's settings; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin",
    responses((status = 200, body = ProgrammeSettings)))]
async fn get_settings(State(admin): State<AdminContext>, _: StaffWith<SettingsReaders>) -> AppResult<Response> {
    let (version, settings) = admin.store.read(settings::latest)?;
    Ok(tagged(StatusCode::OK, version, settings))
}

/// Replace the programme's settings, unless somebody else has changed them meanwhile.
/// They apply at once. Where two people are required, changes other than name and colours need another owner: 202.
#[utoipa::path(put, path = "/api/admin/settings", tag = "admin", request_body = ProgrammeSettings,
    params(("If-Match" = String, Header)),
    responses((status = 200, body = ProgrammeSettings), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_settings(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    headers: HeaderMap,
    Json(request): Json<ProgrammeSettings>,
) -> AppResult<Response> {
    let (wanted, after) = (changed_version(&headers)?, request.checked()?);
    let caller = staff.caller();
    let replace = move |tx: &Tx<'_>| {
        let (version, before) = settings::latest(tx)?;
        super::require_version(wanted, version)?;
        super::require_second_person(tx, &after)?;
        let ask = ApprovalRequest {
            action: "settings.update",
            target: version.to_string(),
            method: "PUT",
            path: "/api/admin/settings".to_owned(),
            key: None,
            body: serde_json::json!({ "before": before, "after": after }),
            exact: None,
            pending: Some(AskedAction::of(&SettingsToReplace { version, settings: after.clone() })?),
        };
        let weighty = after.differs_in_money(&before);
        approvals::unless_waiting(tx, &staff, weighty.then_some(&ask), |tx| super::replace(tx, &staff, version, &after))
    };
    match admin.store.write_as(caller, replace).await? {
        ApprovalOutcome::Done((version, after)) => {
            admin.store.read(settings::put_to_use)?;
            Ok(tagged(StatusCode::OK, version, after))
        }
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// List earlier versions of the programme's settings, and who changed them; as CSV with `format=csv`.
#[utoipa::path(get, path = "/api/admin/settings/history", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [SettingsChange])))]
async fn list_settings_history(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before =
                cursor.map(|text| text.parse().map_err(|_| INVALID_PARAMETER)).transpose()?.unwrap_or(i64::MAX);
            store.read_at_length(move |read| settings::history(read, before, limit)).await
        }
    };
    request.answer("settings-history", None, fetch, |change| change.version.to_string()).await
}

/// List the server's own settings and their sources; the admin cannot change them.
#[utoipa::path(get, path = "/api/admin/settings/infrastructure", tag = "admin",
    responses((status = 200, body = [InfrastructureSetting])))]
async fn list_infrastructure_settings(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
) -> Json<Vec<InfrastructureSetting>> {
    let shown = |setting: crate::platform::config::Setting| InfrastructureSetting {
        name: setting.name,
        value: setting.value,
        source: setting.source,
    };
    Json(admin.config.listing().into_iter().map(shown).collect())
}

/// List the message texts.
#[utoipa::path(get, path = "/api/admin/settings/texts", tag = "admin",
    responses((status = 200, body = [MessageText])))]
async fn list_message_texts(
    State(admin): State<AdminContext>,
    _: StaffWith<SettingsReaders>,
) -> AppResult<Json<Vec<MessageText>>> {
    admin.store.read(texts::list).map(Json)
}

/// Show one message text; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/settings/texts/{key}", tag = "admin", params(("key" = String, Path)),
    responses((status = 200, body = MessageText)))]
async fn get_message_text(
    State(admin): State<AdminContext>,
    _: StaffWith<SettingsReaders>,
    Path(key): Path<String>,
) -> AppResult<Response> {
    let text = admin.store.read(|read| texts::find(read, &key))?;
    Ok(tagged(StatusCode::OK, text.version, text))
}

/// A message text reworded by the programme.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct TextRequest {
    /// In every language, with every placeholder of the built-in text and no other.
    text: LocalizedText,
}

/// Reword a message text, unless somebody else has changed it meanwhile; the new text applies at once.
#[utoipa::path(put, path = "/api/admin/settings/texts/{key}", tag = "admin", request_body = TextRequest,
    params(("key" = String, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = MessageText), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_message_text(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Path(key): Path<String>,
    headers: HeaderMap,
    Json(request): Json<TextRequest, TEXT_BODY_LIMIT>,
) -> AppResult<Response> {
    let wanted = changed_version(&headers)?;
    let caller = staff.caller();
    let replace = move |tx: &Tx<'_>| {
        let before = texts::find(tx, &key)?;
        super::require_version(wanted, before.version)?;
        let after = texts::replace(tx, &key, request.text)?;
        staff.note(tx, "settings.reword", &key, Some(&before), Some(&after))?;
        Ok(after)
    };
    let after = admin.store.write_as(caller, replace).await?;
    admin.store.read(settings::put_to_use)?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// Reset a message text to the built-in text; with `If-Match`, unless somebody else has changed it meanwhile.
#[utoipa::path(delete, path = "/api/admin/settings/texts/{key}", tag = "admin",
    params(("key" = String, Path), ("If-Match" = Option<String>, Header)),
    responses((status = 200, body = MessageText), (status = 412, body = Problem)))]
async fn reset_message_text(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> AppResult<Response> {
    let wanted = named_version(&headers)?;
    let caller = staff.caller();
    let reset = move |tx: &Tx<'_>| {
        let before = texts::find(tx, &key)?;
        super::require_version(wanted, before.version)?;
        let after = texts::reset(tx, &key)?;
        staff.note(tx, "settings.reword", &key, Some(&before), Some(&after))?;
        Ok(after)
    };
    let after = admin.store.write_as(caller, reset).await?;
    admin.store.read(settings::put_to_use)?;
    Ok(tagged(StatusCode::OK, after.version, after))
}

/// A message text as recipients read it.
#[derive(Serialize, utoipa::ToSchema)]
struct TextPreview {
    text: LocalizedText,
}

/// Show a message text as recipients read it, with examples filled in; nothing is stored.
#[utoipa::path(post, path = "/api/admin/settings/texts/{key}/preview", tag = "admin", request_body = TextRequest, params(("key" = String, Path)),
    responses((status = 200, body = TextPreview)))]
async fn preview_message_text(
    State(admin): State<AdminContext>,
    _: StaffWith<Owners>,
    Path(key): Path<String>,
    Json(request): Json<TextRequest, TEXT_BODY_LIMIT>,
) -> AppResult<Json<TextPreview>> {
    let known = admin.store.read(|read| texts::find(read, &key))?;
    let text = texts::check(&known, request.text)?;
    Ok(Json(TextPreview { text: texts::preview(&text) }))
}
