//! Carbon over HTTP, for members.

use axum::extract::{Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::{FactorVersion, Tree, Unit, in_force, method, queries};
use crate::auth::Member;
use crate::base::day::Day;
use crate::base::id::{CarbonFactorId, PartnerId};
use crate::base::language::{Language, LocalizedText};
use crate::base::points::Measure;
use crate::base::problem::{AppResult, INVALID_PARAMETER, NOT_FOUND};
use crate::core::print::method_pdf;
use crate::core::settings;
use crate::platform::http::json::Json;
use crate::platform::http::list_response::{Filters, attachment};
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::{Read, Store};
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::METHOD_COPIES;

/// The routes of carbon.
pub fn routes(store: Store, limits: Limits) -> Routes {
    let printed = Routes::new().routes(routes!(get_method_pdf)).with_state((store.clone(), limits));
    Routes::new().routes(routes!(get_tree)).routes(routes!(get_method)).with_state(store).merge(printed)
}

#[derive(Deserialize)]
struct TreeQuery {
    year: Option<i64>,
}

/// Show the CO2e that the member saved in a year, by month and partner.
/// `year` is a year in Hong Kong (default: this one). 404 while the programme does not count carbon.
#[utoipa::path(get, path = "/api/carbon/tree", tag = "carbon", params(("year" = Option<i64>, Query, minimum = 2000, maximum = 9998)),
    responses((status = 200, body = Tree), (status = 404, body = Problem)))]
async fn get_tree(State(store): State<Store>, member: Member, Query(query): Query<TreeQuery>) -> AppResult<Json<Tree>> {
    let found = store.read(|read| {
        if !settings::current(read)?.carbon {
            return Err(NOT_FOUND.into());
        }
        let year = query.year.unwrap_or_else(|| read.now().hong_kong_month().div_euclid(12));
        if !(2000..=9998).contains(&year) {
            return Err(INVALID_PARAMETER.into());
        }
        super::tree(read, member.id, year)
    })?;
    Ok(Json(found.ok_or(INVALID_PARAMETER)?))
}

/// A version of a factor, as members read it.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MethodVersion {
    version: i64,
    /// Grams of CO2e that one unit saves.
    grams: Measure,
    /// The source of the figure.
    source: String,
    /// The year of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_year: Option<i64>,
    /// The page of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_link: Option<String>,
    /// The day from which it counts.
    from: Day,
}

impl From<&FactorVersion> for MethodVersion {
    fn from(factor: &FactorVersion) -> Self {
        let FactorVersion { version, grams, source, source_year, source_link, from, .. } = factor.clone();
        Self { version, grams, source, source_year, source_link, from }
    }
}

/// A choice that saves CO2e.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct MethodFactor {
    #[serde(rename = "_id")]
    id: CarbonFactorId,
    name: LocalizedText,
    unit: Unit,
    /// The partner at which it counts; absent for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_id: Option<PartnerId>,
    #[serde(flatten)]
    current: MethodVersion,
    /// Earlier versions, the newest first.
    earlier: Vec<MethodVersion>,
}

/// List the factors by which CO2e is counted now, with their sources and earlier versions.
/// 404 while the programme does not count carbon.
#[utoipa::path(get, path = "/api/carbon/method", tag = "carbon", responses((status = 200, body = [MethodFactor]), (status = 404, body = Problem)))]
async fn get_method(State(store): State<Store>, _: Member) -> AppResult<Json<Vec<MethodFactor>>> {
    let (versions, today) = store.read(|read| {
        if !settings::current(read)?.carbon {
            return Err(NOT_FOUND.into());
        }
        Ok((queries::versions(read)?, Day::of(read.now())))
    })?;
    let earlier_of = |now: &FactorVersion| {
        let before =
            versions.iter().rev().filter(|one| one.id == now.id && one.version < now.version && one.is_sourced());
        before.map(MethodVersion::from).collect()
    };
    let told = |now: &FactorVersion| MethodFactor {
        id: now.id,
        name: now.name.clone(),
        unit: now.unit,
        partner_id: now.partner,
        current: now.into(),
        earlier: earlier_of(now),
    };
    Ok(Json(in_force(&versions, today).into_iter().map(told).collect()))
}

#[derive(Deserialize)]
struct PrintQuery {
    language: Option<Language>,
}

/// Download the method as a PDF: the factors by which CO2e is counted now, with their sources and earlier versions.
/// In `language`, by default that of the request. 404 while the programme does not count carbon.
#[utoipa::path(get, path = "/api/carbon/method/pdf", tag = "carbon", params(("language" = Option<Language>, Query)),
    responses((status = 200, description = "The method", body = Vec<u8>, content_type = "application/pdf"), (status = 404, body = Problem),
        (status = 429, body = Problem)))]
async fn get_method_pdf(
    State((store, limits)): State<(Store, Limits)>,
    member: Member,
    accepted: Language,
    Filters(query): Filters<PrintQuery>,
) -> AppResult<Response> {
    limits.count(METHOD_COPIES, member.id.as_bytes())?;
    let language = query.language.unwrap_or(accepted);
    let print = move |read: &Read<'_>| {
        let settings = settings::current(read)?;
        if !settings.carbon {
            return Err(NOT_FOUND.into());
        }
        method_pdf(&method::sheet(read, &settings, language)?)
    };
    Ok(attachment("application/pdf", "carbon-method", "pdf", store.read_at_length(print).await?))
}
