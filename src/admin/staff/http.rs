//! The staff over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::known;
use crate::admin::crews::Owners;
use crate::admin::http::{By, changed_version, tagged};
use crate::admin::{Desk, Hand};
use crate::auth::Role;
use crate::auth::staff::{self, Invitation, Letterhead, ShownLink, StaffChange, StaffRecord, check_name, list_staff};
use crate::auth::staff_sessions::{self, StaffSession};
use crate::base::contact::Email;
use crate::base::id::{PartnerId, StaffId};
use crate::base::language::Language;
use crate::base::problem::{AppError, AppResult, FieldProblem};
use crate::http::json::Json;
use crate::http::page::{Page, PageRequest};
use crate::http::problem::Problem;
use crate::http::request::PathId;
use crate::store::Tx;

/// The calls of the staff.
pub(in crate::admin) fn routes() -> OpenApiRouter<Desk> {
    OpenApiRouter::new()
        .routes(routes!(list_staff_members, invite_staff))
        .routes(routes!(get_staff, replace_staff, remove_staff))
        .routes(routes!(resend_invitation))
        .routes(routes!(reset_staff_password))
        .routes(routes!(list_sessions_of_staff, end_sessions_of_staff))
        .routes(routes!(remove_second_factor_of_staff))
}

fn letterhead(desk: &Desk, language: Language) -> Letterhead {
    Letterhead { console_url: desk.authenticator.console_url().to_owned(), language }
}

/// List the staff.
#[utoipa::path(get, path = "/api/admin/staff", tag = "admin",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [StaffRecord]), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_staff_members(
    State(desk): State<Desk>,
    _: By<Owners>,
    page: PageRequest,
) -> AppResult<Page<StaffRecord>> {
    let before = page.after(StaffId::parse)?;
    let rows = desk.store.read(|read| list_staff(read, before, page.probe()))?;
    Ok(page.finish(rows, |person| person.info.id.to_string()))
}

/// Show one of the staff; the `ETag` is what a change must name.
#[utoipa::path(get, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = StaffRecord), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn get_staff(State(desk): State<Desk>, _: By<Owners>, PathId(id): PathId<StaffId>) -> AppResult<Response> {
    let person = desk.store.read(|read| known(read, id))?;
    Ok(tagged(StatusCode::OK, person.version, person))
}

/// Somebody to invite.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct InviteRequest {
    /// What colleagues call them, at most 100 characters.
    #[serde(default)]
    name: String,
    /// Where the link goes, and what they will sign in with.
    #[serde(default)]
    email: String,
    role: Role,
    /// For role merchant alone.
    #[serde(default)]
    #[schema(required = false)]
    partner_id: Option<PartnerId>,
}

impl InviteRequest {
    fn read(&self) -> AppResult<Invitation> {
        match (check_name(&self.name), Email::parse(&self.email)) {
            (Ok(name), Some(email)) => Ok(Invitation { name, email, role: self.role, partner: self.partner_id }),
            (name, email) => {
                let unreadable = email.is_none().then(|| FieldProblem::new("email", "invalid_email"));
                Err(AppError::invalid([name.err(), unreadable].into_iter().flatten().collect()))
            }
        }
    }
}

/// Somebody who was invited.
#[derive(Serialize, utoipa::ToSchema)]
struct InviteAnswer {
    #[serde(flatten)]
    person: StaffRecord,
    invitation: ShownLink,
}

/// Invite somebody: the link goes to them by e-mail, and is shown here once.
#[utoipa::path(post, path = "/api/admin/staff", tag = "admin", request_body = InviteRequest,
    responses((status = 201, body = InviteAnswer), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn invite_staff(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    language: Language,
    Json(request): Json<InviteRequest>,
) -> AppResult<Response> {
    let (person, letterhead) = (request.read()?, letterhead(&desk, language));
    let (person, invitation) = desk.store.write(move |tx| super::invite(tx, &hand, &letterhead, &person)).await?;
    desk.outbox.wake();
    Ok(tagged(StatusCode::CREATED, person.version, InviteAnswer { person, invitation }))
}

/// What an owner may change of somebody.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StaffRequest {
    /// What colleagues call them, at most 100 characters.
    #[serde(default)]
    name: String,
    role: Role,
    /// For role merchant alone.
    #[serde(default)]
    #[schema(required = false)]
    partner_id: Option<PartnerId>,
    /// Whether they are kept from signing in; it ends their sessions.
    #[serde(default)]
    #[schema(required = false)]
    suspended: bool,
}

/// Change one of the staff whom nobody else has changed meanwhile.
#[utoipa::path(put, path = "/api/admin/staff/{id}", tag = "admin", request_body = StaffRequest,
    params(("id" = StaffId, Path), ("If-Match" = String, Header)),
    responses((status = 200, body = StaffRecord), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn replace_staff(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    PathId(id): PathId<StaffId>,
    headers: HeaderMap,
    Json(request): Json<StaffRequest>,
) -> AppResult<Response> {
    let version = changed_version(&headers)?;
    let name = check_name(&request.name).map_err(|problem| AppError::invalid(vec![problem]))?;
    let StaffRequest { role, partner_id: partner, suspended, .. } = request;
    let change = StaffChange { name, role, partner, suspended };
    let person = desk.store.write(move |tx| super::replace(tx, &hand, id, version, &change)).await?;
    Ok(tagged(StatusCode::OK, person.version, person))
}

/// Take somebody off the staff; it ends their sessions.
#[utoipa::path(delete, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove_staff(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    desk.store.write(move |tx| super::remove(tx, &hand, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Sends a link, notes that, and shows the link once.
async fn send_link(
    desk: Desk,
    hand: Hand,
    language: Language,
    id: StaffId,
    action: &'static str,
    send: fn(&Tx<'_>, &Letterhead, StaffId) -> AppResult<ShownLink>,
) -> AppResult<Json<ShownLink>> {
    let letterhead = letterhead(&desk, language);
    let link = desk
        .store
        .write(move |tx| {
            let link = send(tx, &letterhead, id)?;
            hand.note::<StaffRecord>(tx, action, id, None, None)?;
            Ok(link)
        })
        .await?;
    desk.outbox.wake();
    Ok(Json(link))
}

/// Send another link to somebody who has not accepted the invitation yet; the earlier one is dead.
#[utoipa::path(post, path = "/api/admin/staff/{id}/invite", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = ShownLink), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn resend_invitation(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    language: Language,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<ShownLink>> {
    send_link(desk, hand, language, id, "staff.invite_again", staff::send_invitation).await
}

/// Send a colleague a link to another password, good for an hour.
#[utoipa::path(post, path = "/api/admin/staff/{id}/reset-password", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = ShownLink), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn reset_staff_password(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    language: Language,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<ShownLink>> {
    send_link(desk, hand, language, id, "staff.reset_password", staff::send_reset).await
}

/// List where somebody is signed in.
#[utoipa::path(get, path = "/api/admin/staff/{id}/sessions", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 200, body = [StaffSession]), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn list_sessions_of_staff(
    State(desk): State<Desk>,
    _: By<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Json<Vec<StaffSession>>> {
    let found = desk.store.read_consistently(|read| {
        known(read, id)?;
        staff_sessions::list(read, id, None)
    })?;
    Ok(Json(found))
}

/// End all of somebody's sessions.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/sessions", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn end_sessions_of_staff(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    desk.store.write(move |tx| super::end_sessions(tx, &hand, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Take away the second factor that a colleague has lost; it ends their sessions.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/second-factor", tag = "admin", params(("id" = StaffId, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove_second_factor_of_staff(
    State(desk): State<Desk>,
    By { hand, .. }: By<Owners>,
    PathId(id): PathId<StaffId>,
) -> AppResult<Response> {
    desk.store.write(move |tx| super::remove_second_factor(tx, &hand, id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
