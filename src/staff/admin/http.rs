//! The calls of the admin.

use super::{
    alarms, announcements, api_keys, approvals, audit, carbon, checklist, claims, codes, content, credit_batches,
    dashboard, earn_link_keys, earning_rules, expiry, goals, members, messages, outlets, proposals, segments, settings,
    staff, terms, tiers, transactions, uploads, webhooks,
};
use crate::platform::http::routes::Routes;
use crate::staff::approvals::ActionKinds;
use crate::staff::kit::AdminContext;

/// The routes of the admin; `actions` can be carried out on approval.
pub fn routes(actions: ActionKinds) -> Routes<AdminContext> {
    Routes::new()
        .merge(approvals::http::routes(actions))
        .merge(credit_batches::http::routes())
        .merge(checklist::http::routes())
        .merge(alarms::http::routes())
        .merge(claims::http::routes())
        .merge(content::http::routes())
        .merge(dashboard::http::routes())
        .merge(expiry::http::routes())
        .merge(codes::http::routes())
        .merge(earn_link_keys::http::routes())
        .merge(earning_rules::http::routes())
        .merge(carbon::http::routes())
        .merge(goals::http::routes())
        .merge(tiers::http::routes())
        .merge(members::http::routes())
        .merge(transactions::http::routes())
        .merge(api_keys::http::routes())
        .merge(messages::http::routes())
        .merge(announcements::http::routes())
        .merge(outlets::http::routes())
        .merge(proposals::http::routes())
        .merge(segments::http::routes())
        .merge(settings::http::routes())
        .merge(staff::http::routes())
        .merge(terms::http::routes())
        .merge(audit::http::routes())
        .merge(uploads::http::routes())
        .merge(webhooks::http::routes())
}
