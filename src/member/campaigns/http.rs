//! Scanning over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{INVALID_QR, QR_EXPIRED, Scanned};
use crate::auth::Member;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, OptionalKey, ReplayableAnswer};
use crate::platform::store::Store;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{INVALID_SCANS, SCANS};

#[derive(Clone)]
struct Scanner {
    store: Store,
    limits: Limits,
}

/// The scan route.
pub fn routes(store: Store, limits: Limits) -> Routes {
    Routes::new().routes(routes!(scan_qr)).with_state(Scanner { store, limits })
}

/// The text that the camera read.
#[derive(Deserialize, utoipa::ToSchema)]
struct ScanRequest {
    qr: ScannedText,
}

/// The text of the QR code, as a string or in an object.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
enum ScannedText {
    /// As a string.
    Bare(String),
    /// As an object.
    Wrapped {
        /// The text.
        text: String,
    },
}

/// The result of a scan.
#[derive(Serialize, utoipa::ToSchema)]
struct ScanAnswer {
    success: bool,
    /// Message for the member, in the language of `Accept-Language`.
    message: String,
    /// Points added.
    points: i64,
    /// The member's new balance.
    balance: i64,
}

/// Scan a QR code for points. A retry with the same `Idempotency-Key` gets the same response and counts once.
#[utoipa::path(post, path = "/api/redeem/scanQR", tag = "campaigns", request_body = ScanRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ScanAnswer), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn scan_qr(
    State(Scanner { store, limits }): State<Scanner>,
    member: Member,
    language: Language,
    OptionalKey(key): OptionalKey,
    Json(request): Json<ScanRequest>,
) -> AppResult<ReplayableAnswer> {
    let id = member.id;
    for limit in SCANS {
        limits.count(limit, id.as_bytes())?;
    }
    let (ScannedText::Bare(text) | ScannedText::Wrapped { text }) = request.qr;
    let outcome = store
        .write_as(member.principal(), move |tx| {
            idempotency::once_told(tx, id.as_bytes(), key.as_ref(), &text, |tx| {
                let scanned = super::scan(tx, id, &text);
                // Counted before the refusal is stored, so that a rate-limited request does not use up its key.
                // Replays of a refusal return earlier and are not counted again.
                if scanned.as_ref().is_err_and(|error| error.is(INVALID_QR)) {
                    limits.count(INVALID_SCANS, id.as_bytes())?;
                }
                let told = scanned?.map(|scanned| serde_json::to_string(&told(scanned, language)));
                Ok(told.transpose()?.map(|body| (200, body)))
            })
        })
        .await?;
    // The response for a paused campaign is the same as for one that has not begun.
    outcome.ok_or_else(|| QR_EXPIRED.into())
}

fn told(Scanned { points, balance }: Scanned, language: Language) -> ScanAnswer {
    let message = messages::text(language, "scan.points_added", &[("points", &messages::grouped(points))]);
    ScanAnswer { success: true, message, points, balance }
}
