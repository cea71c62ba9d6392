//! Forgotten passwords of staff: sends a reset link by e-mail.

use axum::extract::State;
use serde::Deserialize;

use crate::auth::AuthState;
use crate::auth::http::Success;
use crate::auth::staff::StaffLinkContext;
use crate::auth::staff::links;
use crate::base::contact::Email;
use crate::base::keys::KeyPurpose;
use crate::base::language::Language;
use crate::base::problem::AppResult;
use crate::platform::audit::{self, Actor, AuditedAction};
use crate::platform::http::answer_time::in_steps;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::platform::throttle::distinct::{self, TriedSubject};
use crate::platform::throttle::table::{STAFF_RESET_REQUESTS, STAFF_RESET_REQUESTS_FOR_ONE};

/// Lifetime of a recorded request. Writing the row makes every response wait for the disk, whether or not the address
/// is known.
const REMEMBERED: std::time::Duration = std::time::Duration::from_secs(60);

pub(super) fn routes() -> Routes<AuthState> {
    Routes::new().routes(routes!(send_forgotten_staff_link))
}

/// The address to send the link to.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ForgottenRequest {
    #[serde(default)]
    #[schema(required)]
    email: String,
}

/// Request a link to set a new password.
/// The link works once, within half an hour, and is sent only if the address belongs to a staff member who may sign
/// in. The response and its timing are the same for any other address.
#[utoipa::path(post, path = "/api/staff/forgot-password", tag = "staff", request_body = ForgottenRequest,
    responses((status = 200, body = Success), (status = 429, body = Problem)))]
async fn send_forgotten_staff_link(
    State(AuthState { store, limits, keys, outbox, console_url, .. }): State<AuthState>,
    address: ClientAddress,
    language: Language,
    Json(request): Json<ForgottenRequest>,
) -> AppResult<Json<Success>> {
    let email = Email::of_form(&request.email)?;
    limits.count_source(STAFF_RESET_REQUESTS, address.source())?;
    let asked = keys.mac(KeyPurpose::AttemptKey, &[b"staff reset", email.as_str().as_bytes()]);
    if limits.count(STAFF_RESET_REQUESTS_FOR_ONE, &asked).is_err() {
        return in_steps(async { Ok(Success::DONE) }).await;
    }
    let letterhead = StaffLinkContext { console_url, language };
    let send = move |tx: &Tx<'_>| {
        distinct::note(tx, TriedSubject::Contacts, &asked, &asked, REMEMBERED)?;
        let Some(person) = links::send_forgotten(tx, &letterhead, &email)? else { return Ok(()) };
        let role = person.role.name();
        let actor = Actor { id: *person.id.as_bytes(), name: person.name, role, address: address.0 };
        audit::record(tx, &keys, &actor, AuditedAction::bare("staff.forgot_password", person.id))
    };
    in_steps(store.write_for_visitor(send)).await?;
    outbox.wake();
    Ok(Success::DONE)
}
