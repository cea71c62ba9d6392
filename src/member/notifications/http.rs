//! The inbox over HTTP.

mod preferences;
mod push;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Notification, announcements, queries, worded};
use crate::auth::Member;
use crate::base::id::NotificationId;
use crate::base::keys::Keyring;
use crate::base::problem::{AppError, AppResult};
use crate::platform::config::Push;
use crate::platform::http::json::Json;
use crate::platform::http::page::PageRequest;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;

/// Maximum number of lines that one request may mark.
const MOST_IDS: usize = 500;

/// Routes of the inbox, the message preferences, and the push devices.
pub fn routes(store: Store, limits: Limits, keys: &Keyring, config: &Push) -> Routes {
    Routes::new()
        .routes(routes!(list_notifications))
        .routes(routes!(mark_notifications_read))
        .with_state(store.clone())
        .merge(preferences::routes(store.clone(), limits.clone(), keys))
        .merge(push::routes(store, limits, config))
}

/// A page of the inbox.
#[derive(Serialize, utoipa::ToSchema)]
struct NotificationList {
    /// Newest first.
    data: Vec<Notification>,
    /// Number of unread lines on all pages.
    unread: i64,
}

/// List the member's notifications.
#[utoipa::path(get, path = "/api/notification/notifications", tag = "notifications",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = NotificationList)))]
async fn list_notifications(State(store): State<Store>, member: Member, page: PageRequest) -> AppResult<Response> {
    let before = page.after(NotificationId::parse)?;
    let (rows, unread) = store.read_consistently(|read| {
        Ok((
            queries::list(read, member.id, before, page.probe(), |kind, content| worded(read, kind, content))?,
            queries::count_unread(read, member.id)?,
        ))
    })?;
    let page = page.finish(rows, |line| line.id.to_string());
    let link = page.link();
    let mut response = Json(NotificationList { data: page.rows, unread }).into_response();
    if let Some((name, value)) = link {
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// The lines that the member has seen: some by id, or all.
#[derive(Deserialize, utoipa::ToSchema)]
struct MarkReadRequest {
    #[serde(default)]
    ids: Option<Vec<String>>,
    #[serde(default)]
    all: bool,
}

/// Number of lines that are still unread.
#[derive(Serialize, utoipa::ToSchema)]
struct MarkReadAnswer {
    success: bool,
    unread: i64,
}

/// Mark notifications as seen. Ignores ids that do not belong to the member.
#[utoipa::path(post, path = "/api/notification/read", tag = "notifications", request_body = MarkReadRequest,
    responses((status = 200, body = MarkReadAnswer)))]
async fn mark_notifications_read(
    State(store): State<Store>,
    member: Member,
    Json(request): Json<MarkReadRequest>,
) -> AppResult<Json<MarkReadAnswer>> {
    let ids = request.ids.unwrap_or_default();
    if (ids.is_empty() && !request.all) || ids.len() > MOST_IDS {
        return Err(AppError::invalid_field("ids", "invalid_value"));
    }
    let unread = store
        .write_as(member.principal(), move |tx| {
            if request.all {
                super::read_all(tx, member.id)?;
            }
            for id in ids.iter().filter_map(|id| NotificationId::parse(id)) {
                if queries::mark_read(tx, member.id, id)? == 1 {
                    announcements::count_opened(tx, id)?;
                }
            }
            queries::count_unread(tx, member.id)
        })
        .await?;
    Ok(Json(MarkReadAnswer { success: true, unread }))
}
