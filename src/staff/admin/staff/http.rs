//! The staff over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use super::{
    InviteRequest, StaffOrder, StaffRequest, known, require_colleague, require_enough_owners, require_partner,
    require_version,
};
use crate::auth::Role;
use crate::auth::staff::{self, ShownLink, StaffLinkContext, StaffRecord, list_staff};
use crate::auth::staff_sessions::{self, StaffSession};
use crate::base::id::StaffId;
use crate::base::language::Language;
use crate::base::problem::{AppResult, INVALID_PARAMETER};
use crate::platform::http::json::Json;
use crate::platform::http::list_response::ListRequest;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::staff::approvals::{self, ApprovalOutcome, ApprovalRequest, AskedAction};
use crate::staff::kit::http::{StaffWith, changed_version, tagged};
use crate::staff::kit::permissions::{AccessReaders, Owners};
use crate::staff::kit::{AdminContext, AuditedStaff};

pub fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(list_staff_members, invite_staff))
        .routes(routes!(get_staff, replace_staff, remove_staff))
        .routes(routes!(resend_invitation))
        .routes(routes!(reset_staff_password))
        .routes(routes!(list_sessions_of_staff, end_sessions_of_staff))
        .routes(routes!(remove_second_factor_of_staff))
}

/// The base URL and language of links in e-mails.
pub fn letterhead(admin: &AdminContext, language: Language) -> StaffLinkContext {
    StaffLinkContext { console_url: admin.config.console_url(), language }
}

/// List the staff; as CSV with `format=csv`, which is audited.
#[utoipa::path(get, path = "/api/admin/staff", tag = "admin",
    params(("format" = Option<String>, Query), ("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [StaffRecord])))]
async fn list_staff_members(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<AccessReaders>,
    request: ListRequest,
) -> AppResult<Response> {
    admin.note_download(&request, staff, "staff.download").await?;
    let fetch = move |cursor: Option<String>, limit: i64| {
        let store = admin.store.clone();
        async move {
            let before = cursor.map(|text| StaffId::parse(&text).ok_or(INVALID_PARAMETER)).transpose()?;
            store.read(|read| list_staff(read, before, limit))
        }
    };
    request.answer("staff", None, fetch, |person| person.info.id.to_string()).await
}

/// Show one member of staff; a change must name the `ETag`.
#[utoipa::path(get, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = StaffRecord)))]
async fn get_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    let person = admin.store.read(|read| known(read, id))?;
    Ok(tagged(StatusCode::OK, person.version, person))
}

/// An invited person, with the link.
#[derive(Serialize, utoipa::ToSchema)]
struct InviteAnswer {
    #[serde(flatten)]
    person: StaffRecord,
    invitation: ShownLink,
}

/// Invite a person; the link is sent by e-mail, and shown once in the response.
/// Where the settings require two people, the response is 202 and another owner must approve first; then no response
/// shows the link.
#[utoipa::path(post, path = "/api/admin/staff", tag = "admin", request_body = InviteRequest,
    responses((status = 201, body = InviteAnswer), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem)))]
async fn invite_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    language: Language,
    Json(request): Json<InviteRequest>,
) -> AppResult<Response> {
    let (person, letterhead) = (request.read()?, letterhead(&admin, language));
    let order = StaffOrder::Invite { request: request.clone(), console_url: letterhead.console_url.clone(), language };
    let ask = ApprovalRequest {
        action: "staff.invite",
        target: request.email.clone(),
        method: "POST",
        path: "/api/admin/staff".to_owned(),
        key: None,
        body: serde_json::to_value(&request)?,
        exact: None,
        pending: Some(AskedAction::of(&order)?),
    };
    let outcome = admin
        .store
        .write_as(staff.caller(), move |tx| {
            // The first colleague needs no approval, because nobody else could approve it.
            let alone = staff::is_alone(tx)?;
            require_partner(tx, person.partner)?;
            approvals::unless_waiting(tx, &staff, (!alone).then_some(&ask), |tx| {
                let (made, link) = super::invite(tx, &staff, &letterhead, &person)?;
                Ok((made, super::shown(tx, link)?))
            })
        })
        .await?;
    admin.outbox.wake();
    match outcome {
        ApprovalOutcome::Done((person, invitation)) => {
            Ok(tagged(StatusCode::CREATED, person.version, InviteAnswer { person, invitation }))
        }
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Change one member of staff whom nobody else has changed meanwhile.
/// Where the settings require two people, another owner must approve a new role: 202.
#[utoipa::path(put, path = "/api/admin/staff/{id}", tag = "admin", request_body = StaffRequest,
    params(("id" = StaffId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = StaffRecord), (status = 202, body = approvals::Approval),
        (status = 409, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<StaffId>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let request = StaffRequest::put_back(body, &admin.store.read(|read| known(read, id))?)?;
    let change = request.read()?;
    let outcome = admin
        .store
        .write_as(staff.caller(), move |tx| {
            let before = known(tx, id)?;
            require_version(&before, version)?;
            require_enough_owners(tx, &before, &change)?;
            let ask = ApprovalRequest {
                action: "staff.update",
                target: id.to_string(),
                method: "PUT",
                path: format!("/api/admin/staff/{id}"),
                key: None,
                body: serde_json::to_value(&request)?,
                exact: None,
                pending: Some(AskedAction::of(&StaffOrder::Change { id, request, version: Some(before.version) })?),
            };
            let grants = before.info.role != change.role || before.info.partner_id != change.partner;
            approvals::unless_waiting(tx, &staff, grants.then_some(&ask), |tx| {
                super::replace(tx, &staff, id, version, &change)
            })
        })
        .await?;
    match outcome {
        ApprovalOutcome::Done(person) => Ok(tagged(StatusCode::OK, person.version, person)),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}

/// Remove a member of staff and end their sessions.
#[utoipa::path(delete, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
async fn remove_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::remove(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Sends a link, audits it, and shows the link once if the settings allow it.
async fn send_link(
    admin: AdminContext,
    staff: AuditedStaff,
    language: Language,
    id: StaffId,
    action: &'static str,
    send: fn(&Tx<'_>, &StaffLinkContext, StaffId) -> AppResult<ShownLink>,
) -> AppResult<Json<ShownLink>> {
    let letterhead = letterhead(&admin, language);
    let link = admin
        .store
        .write_as(staff.caller(), move |tx| {
            let link = send(tx, &letterhead, id)?;
            staff.note::<StaffRecord>(tx, action, id, None, None)?;
            super::shown(tx, link)
        })
        .await?;
    admin.outbox.wake();
    Ok(Json(link))
}

/// Send another link to a person who has not accepted the invitation yet; the earlier link stops working.
/// Where the settings require two people, the link is sent only by e-mail.
#[utoipa::path(post, path = "/api/admin/staff/{id}/invite", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = ShownLink), (status = 409, body = Problem)))]
async fn resend_invitation(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    language: Language,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<ShownLink>> {
    send_link(admin, staff, language, id, "staff.invite_again", staff::send_invitation).await
}

/// Send a colleague a link to set a new password, valid for an hour.
/// Where the settings require two people, the link is sent only by e-mail.
#[utoipa::path(post, path = "/api/admin/staff/{id}/reset-password", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = ShownLink), (status = 409, body = Problem)))]
async fn reset_staff_password(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    language: Language,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<ShownLink>> {
    send_link(admin, staff, language, id, "staff.reset_password", staff::send_reset).await
}

/// List the sessions of a member of staff.
#[utoipa::path(get, path = "/api/admin/staff/{id}/sessions", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = [StaffSession])))]
async fn list_sessions_of_staff(
    State(admin): State<AdminContext>,
    _: StaffWith<AccessReaders>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<Vec<StaffSession>>> {
    let found = admin.store.read_consistently(|read| {
        known(read, id)?;
        staff_sessions::list(read, id, None)
    })?;
    Ok(Json(found))
}

/// End all sessions of a member of staff.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/sessions", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204)))]
async fn end_sessions_of_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    admin.store.write_as(staff.caller(), move |tx| super::end_sessions(tx, &staff, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Remove a colleague's lost second factor and end their sessions.
/// For an owner, another owner must approve where the settings require two people: 202.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/second-factor", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204), (status = 202, body = approvals::Approval), (status = 409, body = Problem)))]
async fn remove_second_factor_of_staff(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let remove = move |tx: &Tx<'_>| {
        let person = known(tx, id)?;
        require_colleague(&staff, id)?;
        let ask = ApprovalRequest {
            action: "staff.remove_second_factor",
            target: id.to_string(),
            method: "DELETE",
            path: format!("/api/admin/staff/{id}/second-factor"),
            key: None,
            body: serde_json::json!({ "name": person.info.name, "email": person.info.email }),
            exact: None,
            pending: Some(AskedAction::of(&StaffOrder::RemoveSecondFactor { id })?),
        };
        let weighty = person.info.role == Role::Owner;
        approvals::unless_waiting(tx, &staff, weighty.then_some(&ask), |tx| super::remove_second_factor(tx, &staff, id))
    };
    match admin.store.write_as(caller, remove).await? {
        ApprovalOutcome::Done(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        ApprovalOutcome::Waits(approval) => Ok(approval.answer()?.into_response()),
    }
}
