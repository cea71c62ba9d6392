//! Webhooks in the admin: endpoints that receive events. Only owners change them.

pub mod http;

use serde::Serialize;

use crate::base::id::{EndpointId, EventId};
use crate::base::problem::AppResult;
use crate::platform::store::Tx;
use crate::platform::webhooks;
use crate::platform::webhooks::{Delivery, Endpoint, EndpointInput};
use crate::staff::kit::{AdminContext, AuditedStaff, STALE};

/// A webhook with its new secret.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = WebhookWithSecret)]
pub struct NewWebhook {
    #[serde(flatten)]
    pub about: Endpoint,
    /// The secret that signs the calls (`whsec_…`); shown only here.
    pub secret: String,
}

pub fn create(tx: &Tx<'_>, admin: &AdminContext, staff: &AuditedStaff, input: EndpointInput) -> AppResult<NewWebhook> {
    let secret = webhooks::new_secret();
    let about = webhooks::create(tx, &admin.keys, &admin.callable, input, &secret)?;
    staff.note(tx, "webhook.create", about.id, None, Some(&about))?;
    Ok(NewWebhook { about, secret })
}

/// Replaces an endpoint that is still at `version` (`None` for any). Fails with `not_found` and [`STALE`].
pub fn replace(
    tx: &Tx<'_>,
    admin: &AdminContext,
    staff: &AuditedStaff,
    id: EndpointId,
    version: Option<i64>,
    input: EndpointInput,
) -> AppResult<Endpoint> {
    let before = webhooks::find(tx, id)?;
    if version.is_some_and(|version| version != before.version) {
        return Err(STALE.into());
    }
    let after = webhooks::replace(tx, &admin.callable, id, input)?;
    staff.note(tx, "webhook.update", id, Some(&before), Some(&after))?;
    Ok(after)
}

fn rotate(tx: &Tx<'_>, admin: &AdminContext, staff: &AuditedStaff, id: EndpointId) -> AppResult<NewWebhook> {
    let (before, secret) = (webhooks::find(tx, id)?, webhooks::new_secret());
    let about = webhooks::rotate(tx, &admin.keys, id, &secret)?;
    staff.note(tx, "webhook.rotate", id, Some(&before), Some(&about))?;
    Ok(NewWebhook { about, secret })
}

pub fn remove(tx: &Tx<'_>, staff: &AuditedStaff, id: EndpointId) -> AppResult<()> {
    let before = webhooks::find(tx, id)?;
    webhooks::remove(tx, id)?;
    staff.note(tx, "webhook.delete", id, Some(&before), None)
}

fn replay(tx: &Tx<'_>, staff: &AuditedStaff, id: EndpointId, event: EventId) -> AppResult<Delivery> {
    let delivery = webhooks::replay(tx, id, event)?;
    staff.note(tx, "webhook.replay", id, None, Some(&delivery))?;
    Ok(delivery)
}

fn test(tx: &Tx<'_>, staff: &AuditedStaff, id: EndpointId) -> AppResult<()> {
    webhooks::test(tx, id)?;
    staff.note(tx, "webhook.test", id, None, Some(&webhooks::find(tx, id)?))
}
