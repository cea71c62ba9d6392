//! Transfers over HTTP.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::preview::{LookupCounting, RecipientPreview, look};
use super::{ATTEMPTS, BALANCE_FAILURES, DailyAmounts, FRESH, RECIPIENT_FAILURES, TransferRefusal};
use super::{TransferReceipt, queries, transfer};
use crate::auth::{self, Authenticator, Member, TrustedMember, UNAUTHENTICATED};
use crate::base::contact::Identifier;
use crate::base::points::Points;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND};
use crate::base::short_id::ShortId;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};

/// Routes of transfers.
pub fn routes(authenticator: Authenticator) -> Routes {
    Routes::new().routes(routes!(create_transfer)).routes(routes!(preview_recipient)).with_state(authenticator)
}

/// Recipient and amount.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferRequest {
    /// E-mail, phone, short id, or the text of a member's QR code.
    #[serde(default)]
    #[schema(value_type = String)]
    recipient: Value,
    /// Whole points, at least 1.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 1)]
    amount: Value,
    /// Replaces a fresh sign-in, after the server asked for one by `reauth_required`.
    #[serde(default)]
    current_password: Option<String>,
}

/// The request as it is compared with a retry.
#[derive(Serialize)]
struct TransferFingerprint {
    recipient: String,
    amount: Points,
}

impl TransferRequest {
    fn check(self) -> AppResult<TransferFingerprint> {
        let blank =
            |value: &Value| matches!(value, Value::Null) || value.as_str().is_some_and(|text| text.trim().is_empty());
        let mut fields = Vec::new();
        if blank(&self.recipient) {
            fields.push(FieldProblem::new("recipient", "fill_all_fields"));
        }
        if blank(&self.amount) {
            fields.push(FieldProblem::new("amount", "fill_all_fields"));
        }
        if !fields.is_empty() {
            return Err(AppError::invalid(fields));
        }
        let Some(recipient) = self.recipient.as_str() else {
            return Err(AppError::invalid_field("recipient", "invalid_value"));
        };
        let Some(amount) = Points::from_json(&self.amount) else {
            return Err(AppError::invalid_field("amount", "invalid_amount"));
        };
        Ok(TransferFingerprint { recipient: recipient.trim().to_owned(), amount })
    }
}

/// Send points to another member.
#[utoipa::path(post, path = "/api/transaction/transfer", tag = "transfers", request_body = TransferRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = TransferReceipt), (status = 429, body = Problem)))]
async fn create_transfer(
    State(authenticator): State<Authenticator>,
    TrustedMember(member): TrustedMember,
    key: IdempotencyKey,
    address: ClientAddress,
    Json(mut request): Json<TransferRequest>,
) -> AppResult<ReplayableAnswer> {
    let (store, limits) = (authenticator.store(), authenticator.limits());
    limits.count(ATTEMPTS, member.id.as_bytes())?;
    // The password is not part of the order: a retry with the same key and a password is the same transfer.
    let typed = request.current_password.take();
    let order = request.check()?;
    let mut signed_in_at = member.signed_in_at;
    if typed.is_some() {
        auth::reauthenticate(&authenticator, &member, FRESH, typed.as_deref(), address.source()).await?;
        signed_in_at = store.clock().now();
    }
    let daily_amounts = match limits.enabled() {
        true => DailyAmounts::Limited { signed_in_at },
        false => DailyAmounts::Unlimited,
    };
    let limits = limits.clone();
    store
        .write_as(member.principal(), move |tx| {
            let recipient = Identifier::parse(&order.recipient);
            idempotency::once(tx, member.id.as_bytes(), &key, &order, |tx| {
                let sender = queries::sender(tx, member.id)?.ok_or(UNAUTHENTICATED)?;
                // Checked before the recipient lookup: otherwise a transfer that succeeds would reveal who is a
                // member.
                limits.refuse_failing(RECIPIENT_FAILURES, member.id.as_bytes(), tx.now())?;
                let mut obstacle = None;
                let told = transfer(tx, &sender, recipient.as_ref(), order.amount, daily_amounts, &mut obstacle);
                // Runs once per key: replays return earlier.
                match obstacle {
                    Some(TransferRefusal::Recipient) => {
                        limits.count_failure(RECIPIENT_FAILURES, member.id.as_bytes(), tx.now())
                    }
                    Some(TransferRefusal::Balance) => limits.count(BALANCE_FAILURES, member.id.as_bytes())?,
                    None => {}
                }
                told
            })
        })
        .await
}

/// Get the masked name of the member with a short id, before sending points.
#[utoipa::path(get, path = "/api/transaction/recipient/{shortId}", tag = "transfers",
    params(("shortId" = String, Path, description = "As printed or read out: in either case, with or without a hyphen.")),
    responses((status = 200, body = RecipientPreview)))]
async fn preview_recipient(
    State(authenticator): State<Authenticator>,
    member: Member,
    Path(typed): Path<String>,
) -> AppResult<Json<RecipientPreview>> {
    // The check character is verified before the lookup, so typing mistakes do not count against the daily limit.
    let short_id = ShortId::parse(&typed).ok_or(NOT_FOUND)?;
    let counted = if authenticator.limits().enabled() { LookupCounting::Yes } else { LookupCounting::No };
    Ok(authenticator
        .store()
        .write_as(member.principal(), move |tx| look(tx, member.id, &short_id, counted))
        .await?
        .map(Json)?)
}
