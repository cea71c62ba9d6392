//! Partners over HTTP.

use axum::extract::State;
use serde::Serialize;

use super::PartnerRecord;
use crate::auth::Member;
use crate::base::content::Audience;
use crate::base::id::PartnerId;
use crate::base::language::LocalizedText;
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::platform::http::json::Json;
use crate::platform::http::page::{Page, PageRequest};
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Store;

/// Routes of partners.
pub fn routes(store: Store) -> Routes {
    Routes::new().routes(routes!(list_partners)).routes(routes!(get_partner)).with_state(store)
}

/// A business where members earn or spend points.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Partner {
    /// Partner id; ids sort by creation time.
    #[serde(rename = "_id")]
    id: PartnerId,
    /// The heading under which it is listed.
    #[serde(rename = "type")]
    kind: String,
    name: LocalizedText,
    description: LocalizedText,
    /// The picture on its page.
    name_img: String,
    logo: String,
    /// URL of its shop; null if it has none.
    #[schema(required)]
    web_link: Option<String>,
    /// Points per HK$1.
    base_points: PointsRate,
    /// Extra points per HK$1 for holders of the Enjoy Card.
    extra_points: PointsRate,
}

impl From<PartnerRecord> for Partner {
    fn from(record: PartnerRecord) -> Self {
        let (rates, input) = (record.rates(), record.input);
        Self {
            id: record.id,
            kind: input.kind,
            name: input.name,
            description: input.description,
            name_img: input.name_img,
            logo: input.logo,
            web_link: input.web_link,
            base_points: rates.base,
            extra_points: rates.extra,
        }
    }
}

/// List the partners.
#[utoipa::path(get, path = "/api/partner/list", tag = "partners",
    params(("limit" = Option<i64>, Query), ("cursor" = Option<String>, Query)),
    responses((status = 200, body = [Partner])))]
async fn list_partners(State(store): State<Store>, _: Member, page: PageRequest) -> AppResult<Page<Partner>> {
    let before = page.after(PartnerId::parse)?;
    let rows = store.read(|read| super::list(read, Audience::Members, before, page.probe()))?;
    Ok(page.finish(rows.into_iter().map(Partner::from).collect(), |partner| partner.id.to_string()))
}

/// Show one partner.
#[utoipa::path(get, path = "/api/partner/detail/{id}", tag = "partners", params(("id" = PartnerId, Path)),
    responses((status = 200, body = Partner)))]
async fn get_partner(State(store): State<Store>, _: Member, PathId(id): PathId<PartnerId>) -> AppResult<Json<Partner>> {
    let found = store.read(|read| super::find(read, id))?.filter(|record| record.input.active);
    Ok(Json(found.ok_or(NOT_FOUND)?.into()))
}
