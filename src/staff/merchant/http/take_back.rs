//! HTTP call that takes an award back after the five minutes of an undo.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::Counter;
use super::awards::UndoAnswer;
use crate::auth::passwords::PasswordCheck;
use crate::auth::{CounterRole, FORBIDDEN, Merchant};
use crate::base::id::{CashierId, TransactionId};
use crate::base::pin::Pin;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::outlets::CashierCredentials;
use crate::core::outlets::cashiers::{self, WRONG_PIN};
use crate::member::awards::take_back;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::{ClientAddress, PathId};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::staff::kit::reason;
use crate::staff::merchant::register::note;

/// The cashier's PIN does not take awards back.
const NOT_A_SUPERVISOR: ProblemType = ProblemType::new("not_a_supervisor", 403, "Not a supervisor");

/// The reason, and at a till the supervisor with their PIN.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TakeBackRequest {
    /// The reason why the points are taken back, for the audit.
    #[serde(default)]
    reason: String,
    /// A cashier whose PIN takes awards back. Staff of the partner need none.
    #[serde(default)]
    supervisor_id: Option<CashierId>,
    /// The supervisor's PIN.
    #[serde(default)]
    pin: Option<String>,
}

/// The award before it was taken back, for the audit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TakenBack {
    points: i64,
    reason: String,
    approved_by: String,
}

/// Take an award of the partner back within 31 days, with a supervisor's PIN and a reason.
#[utoipa::path(post, path = "/api/merchant/award/{id}/take-back", tag = "merchant", request_body = TakeBackRequest,
    params(("id" = TransactionId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = UndoAnswer), (status = 403, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn take_award_back(
    State(counter): State<Counter>,
    merchant: Merchant,
    address: ClientAddress,
    PathId(id): PathId<TransactionId>,
    key: IdempotencyKey,
    Json(request): Json<TakeBackRequest>,
) -> AppResult<ReplayableAnswer> {
    counter.admit(&merchant)?;
    let reason = reason("reason", &request.reason)?;
    let supervisor = match merchant.role {
        CounterRole::Key => return Err(FORBIDDEN.into()),
        CounterRole::Manager => None,
        CounterRole::Cashier => Some(counter.proven_supervisor(&merchant, &request).await?),
    };
    let keys = counter.keys.clone();
    counter
        .store
        .write_as(merchant.principal(), move |tx| {
            if let Some(supervisor) = &supervisor {
                cashiers::require_unchanged(tx, merchant.partner, supervisor)?;
                cashiers::clear_failures(tx, supervisor.id)?;
            }
            idempotency::once(tx, &merchant.actor, &key, &(id, &reason), |tx| {
                let (award, returned) = take_back(tx, &merchant, id)?;
                let approved_by = supervisor.as_ref().map_or(&merchant.name, |one| &one.name).clone();
                let after = TakenBack { points: award.points, reason: reason.clone(), approved_by };
                note(tx, &keys, (&merchant, address), "award.take_back", id, None, Some(&after))?;
                Ok(UndoAnswer::of(returned))
            })
        })
        .await
}

impl Counter {
    /// Checks a supervisor's PIN at a till. Fails with `wrong_pin`, which counts like one at sign-in, `pin_locked`, and
    /// [`NOT_A_SUPERVISOR`].
    async fn proven_supervisor(&self, merchant: &Merchant, request: &TakeBackRequest) -> AppResult<CashierCredentials> {
        let pin = Pin::parse(request.pin.as_deref().unwrap_or_default())?;
        let (partner, id) = (merchant.partner, request.supervisor_id.ok_or(WRONG_PIN)?);
        let principal = merchant.principal();
        let known = self.store.write_as(principal, move |tx| cashiers::begin_attempt(tx, partner, id)).await?;
        let stored = known.as_ref().map(|credentials| credentials.pin_hash.clone());
        let check = match self.authenticator.passwords().verify(pin.expose(), stored).await {
            Err(busy) => {
                self.store.write_as(principal, move |tx| cashiers::take_back_attempt(tx, id)).await?;
                return Err(busy);
            }
            Ok(check) => check,
        };
        let Some(known) = known.filter(|_| check != PasswordCheck::Wrong) else {
            self.count_miss(merchant).await?;
            return Err(WRONG_PIN.into());
        };
        if !known.supervisor {
            self.store.write_as(principal, move |tx| cashiers::clear_failures(tx, id)).await?;
            return Err(NOT_A_SUPERVISOR.into());
        }
        Ok(known)
    }
}
