//! Invitations over HTTP.

use axum::extract::{Path, State};
use serde::Serialize;

use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::members::{self, Face};
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::INVITATIONS;

#[derive(Clone)]
struct Referrals {
    store: Store,
    limits: Limits,
}

/// Routes of invitations.
pub fn routes(store: Store, limits: Limits) -> Routes {
    Routes::new().routes(routes!(get_invitation)).with_state(Referrals { store, limits })
}

/// The member whose referral code invites, and the points for an invitation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct ReferralInvitation {
    /// The given name of the member who invites.
    pub first_name: String,
    /// The member's initials, without a picture.
    initials: String,
    /// The drawn picture that they chose; absent for the initials.
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<Face>,
    /// The code, as it is entered at the sign-up.
    code: String,
    /// The whole points that the member gets once the friend has made a purchase; 0 for nothing.
    pub points: i64,
}

impl ReferralInvitation {
    /// The invitation by a code, in any case, with or without hyphens. `None` for a code that nobody active has.
    pub fn find(read: &Read<'_>, typed: &str) -> AppResult<Option<Self>> {
        let Some(id) = members::find_by_referral_code(read, typed)? else { return Ok(None) };
        let Some(member) = members::find(read, id)? else { return Ok(None) };
        Ok(Some(Self {
            initials: member.initials(),
            face: member.face,
            first_name: member.first_name,
            code: member.referral_code,
            points: settings::current(read)?.referral_bonus,
        }))
    }
}

/// Show who invites by a referral code. Anybody who has the code may ask.
#[utoipa::path(get, path = "/api/auth/invitation/{code}", tag = "profile",
    params(("code" = String, Path, description = "In either case, with or without a hyphen.")),
    responses((status = 200, body = ReferralInvitation)))]
async fn get_invitation(
    State(Referrals { store, limits }): State<Referrals>,
    address: ClientAddress,
    Path(code): Path<String>,
) -> AppResult<Json<ReferralInvitation>> {
    limits.count_source(INVITATIONS, address.source())?;
    Ok(Json(store.read(|read| ReferralInvitation::find(read, &code))?.ok_or(NOT_FOUND)?))
}
