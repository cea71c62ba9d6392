//! The calls for earning rules in their list: the order of the rules, the end of a rule by hand, and the rules of one
//! member.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::base::id::{EarningRuleId, MemberId};
use crate::base::problem::AppResult;
use crate::member::earning_rules::touching::{self, RuleOfMember};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::store::Tx;
use crate::platform::throttle::table::RULE_ORDERS;
use crate::staff::admin::earning_rules as rules;
use crate::staff::admin::earning_rules::views::{RuleView, shown};
use crate::staff::kit::AdminContext;
use crate::staff::kit::http::{StaffWith, tagged};
use crate::staff::kit::permissions::{BookReaders, Operators};

pub(super) fn routes() -> Routes<AdminContext> {
    Routes::new()
        .routes(routes!(arrange_earning_rules))
        .routes(routes!(end_earning_rule, take_earning_rule_end_back))
        .routes(routes!(list_member_earning_rules))
}

/// Two lists of the ids of at most 500 rules, in bytes.
const ORDER_BODY_LIMIT: usize = 64 * 1024;

/// Another order of all earning rules.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = EarningRuleOrder)]
struct RuleOrder {
    /// The order that was rearranged, from the top down.
    seen: Vec<EarningRuleId>,
    /// The new order of the same rules.
    order: Vec<EarningRuleId>,
}

/// Put the earning rules into another order.
/// An award applies the rules from the top down: the rule with the higher priority first, and of two rules with the same
/// priority the older one. The server sets the priorities of the rules to match the new order. The new priorities apply to
/// purchases from now on. If somebody else has changed the order meanwhile, the response is 409 and nothing changes.
#[utoipa::path(put, path = "/api/admin/earning-rules/order", tag = "admin", request_body = RuleOrder,
    responses((status = 204), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn arrange_earning_rules(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    Json(RuleOrder { seen, order }): Json<RuleOrder, ORDER_BODY_LIMIT>,
) -> AppResult<Response> {
    admin.limits.count(RULE_ORDERS, &staff.actor.id)?;
    admin.store.write_as(staff.caller(), move |tx| rules::arrange(tx, &staff, &seen, &order)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// End an earning rule today: it gives points until midnight in Hong Kong. What it gave stays. The end can be taken back
/// within a minute.
#[utoipa::path(post, path = "/api/admin/earning-rules/{id}/end", tag = "admin",
    params(("id" = EarningRuleId, Path)), responses((status = 200, body = RuleView), (status = 409, body = Problem)))]
async fn end_earning_rule(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| rules::end_today(tx, &staff, id).and_then(|after| shown(tx, after));
    let ended = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, ended.changes, ended))
}

/// Give an earning rule the end back that it had before it was ended by hand, within a minute.
#[utoipa::path(delete, path = "/api/admin/earning-rules/{id}/end", tag = "admin",
    params(("id" = EarningRuleId, Path)),
    responses((status = 200, body = RuleView), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn take_earning_rule_end_back(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<Operators>,
    PathId(id): PathId<EarningRuleId>,
) -> AppResult<Response> {
    let caller = staff.caller();
    let change = move |tx: &Tx<'_>| rules::take_end_back(tx, &staff, id).and_then(|after| shown(tx, after));
    let goes_on = admin.store.write_as(caller, change).await?;
    Ok(tagged(StatusCode::OK, goes_on.changes, goes_on))
}

/// List every earning rule for one member: whether it could apply to the next purchase, and why not.
/// Conditions on the purchase itself are left out, such as its place, hour and amount. The access is audited.
#[utoipa::path(get, path = "/api/admin/members/{id}/earning-rules", tag = "admin", params(("id" = MemberId, Path)),
    responses((status = 200, body = [RuleOfMember])))]
async fn list_member_earning_rules(
    State(admin): State<AdminContext>,
    StaffWith { staff, .. }: StaffWith<BookReaders>,
    PathId(id): PathId<MemberId>,
) -> AppResult<Json<Vec<RuleOfMember>>> {
    let found = admin.store.read_at_length(move |read| touching::of_member(read, id)).await?;
    staff.note_access(&admin, "member.rules", id).await?;
    Ok(Json(found))
}
