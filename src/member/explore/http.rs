//! Outlets and bonuses over HTTP.

use axum::extract::State;
use serde::Serialize;

use super::{AnnouncedBonus, bonuses_for};
use crate::auth::Member;
use crate::base::hours::OpeningHours;
use crate::base::id::{OutletId, PartnerId};
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::core::outlets::outlet::{self, OutletRecord};
use crate::core::outlets::{District, MapPosition};
use crate::platform::http::json::Json;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;

/// Routes of outlets and bonuses.
pub fn routes(store: Store) -> Routes {
    Routes::new().routes(routes!(list_outlets_for_members)).routes(routes!(list_bonuses)).with_state(store)
}

/// A place where a partner serves members.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartnerOutlet {
    /// Outlet id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: OutletId,
    partner: PartnerId,
    name: LocalizedText,
    /// The postal address; may be empty.
    address: LocalizedText,
    #[serde(skip_serializing_if = "Option::is_none")]
    district: Option<District>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<MapPosition>,
    /// May be empty.
    phone: String,
    /// May be empty.
    hours: Vec<OpeningHours>,
}

impl From<OutletRecord> for PartnerOutlet {
    fn from(OutletRecord { id, partner_id, input, .. }: OutletRecord) -> Self {
        Self {
            id,
            partner: partner_id,
            name: input.name,
            address: input.address,
            district: input.district,
            position: input.position,
            phone: input.phone,
            hours: input.hours,
        }
    }
}

/// List the outlets of all partners. A client computes distances itself: the server never learns where a member is.
#[utoipa::path(get, path = "/api/partner/outlets", tag = "partners",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [PartnerOutlet])))]
async fn list_outlets_for_members(
    State(store): State<Store>,
    _: Member,
    page: PageRequest,
) -> AppResult<Page<PartnerOutlet>> {
    let after = page.after(OutletId::parse)?.unwrap_or(OutletId::from_bytes([0; 16]));
    let rows = store.read(|read| outlet::list_for_members(read, after, page.probe()))?;
    Ok(page.finish(rows.into_iter().map(PartnerOutlet::from).collect(), |outlet| outlet.id.to_string()))
}

/// List the bonuses that the member gets for a purchase today or on one of the next seven days.
#[utoipa::path(get, path = "/api/partner/bonuses", tag = "partners", responses((status = 200, body = [AnnouncedBonus])))]
async fn list_bonuses(State(store): State<Store>, member: Member) -> AppResult<Json<Vec<AnnouncedBonus>>> {
    Ok(Json(store.read_consistently(|read| bonuses_for(read, member.id))?))
}
