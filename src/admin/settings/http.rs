//! Settings over HTTP.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::InfrastructureSetting;
use crate::admin::Desk;
use crate::admin::crews::Owners;
use crate::admin::http::By;
use crate::http::json::Json;
use crate::http::problem::Problem;

/// The calls of settings.
pub(in crate::admin) fn routes() -> OpenApiRouter<Desk> {
    OpenApiRouter::new().routes(routes!(list_infrastructure_settings))
}

/// List the server's own settings with where each comes from; the console cannot change them.
#[utoipa::path(get, path = "/api/admin/settings/infrastructure", tag = "admin",
    responses((status = 200, body = [InfrastructureSetting]), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_infrastructure_settings(State(desk): State<Desk>, _: By<Owners>) -> Json<Vec<InfrastructureSetting>> {
    let shown = |setting: crate::config::Setting| InfrastructureSetting {
        name: setting.name,
        value: setting.value,
        source: setting.source,
    };
    Json(desk.config.listing().into_iter().map(shown).collect())
}
