//! Transfers over HTTP.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::preview::{RecipientPreview, look};
use super::{FRESH, TransferOrder, TransferReceipt, transfer};
use crate::auth::{self, Authenticator, Member, TrustedMember};
use crate::base::contact::Identifier;
use crate::base::points::Points;
use crate::base::problem::{AppError, AppResult, FieldProblem, NOT_FOUND};
use crate::base::short_id::ShortId;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::ClientAddress;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::TRANSFERS;

#[derive(Clone)]
struct Transfers {
    store: Store,
    limits: Limits,
    authenticator: Authenticator,
}

/// Routes of transfers.
pub fn routes(store: Store, limits: Limits, authenticator: Authenticator) -> Routes {
    Routes::new().routes(routes!(create_transfer)).routes(routes!(preview_recipient)).with_state(Transfers {
        store,
        limits,
        authenticator,
    })
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
    State(transfers): State<Transfers>,
    TrustedMember(member): TrustedMember,
    key: IdempotencyKey,
    address: ClientAddress,
    Json(mut request): Json<TransferRequest>,
) -> AppResult<ReplayableAnswer> {
    let Transfers { store, limits, authenticator } = transfers;
    limits.count(TRANSFERS, member.id.as_bytes())?;
    // The password is not part of the order: a retry with the same key and a password is the same transfer.
    let typed = request.current_password.take();
    let order = request.check()?;
    let mut signed_in_at = member.signed_in_at;
    if typed.is_some() {
        auth::reauthenticate(&authenticator, &member, FRESH, typed.as_deref(), address.source()).await?;
        signed_in_at = store.clock().now();
    }
    store
        .write_as(member.principal(), move |tx| {
            let recipient = Identifier::parse(&order.recipient);
            idempotency::once(tx, member.id.as_bytes(), &key, &order, |tx| {
                let (sender, amount) = (member.id, order.amount);
                transfer(tx, &limits, TransferOrder { sender, recipient: recipient.as_ref(), amount, signed_in_at })
            })
        })
        .await
}

/// Get the masked name of the member with a short id, before sending points.
#[utoipa::path(get, path = "/api/transaction/recipient/{shortId}", tag = "transfers",
    params(("shortId" = String, Path, description = "As printed or read out: in either case, with or without a hyphen.")),
    responses((status = 200, body = RecipientPreview)))]
async fn preview_recipient(
    State(transfers): State<Transfers>,
    member: Member,
    Path(typed): Path<String>,
) -> AppResult<Json<RecipientPreview>> {
    // The check character is verified before the lookup, so typing mistakes do not count against the daily limit.
    let short_id = ShortId::parse(&typed).ok_or(NOT_FOUND)?;
    let Transfers { store, limits, .. } = transfers;
    Ok(store.write_as(member.principal(), move |tx| look(tx, &limits, member.id, &short_id)).await?.map(Json)?)
}
