//! Scanning over HTTP.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{GiftGiven, INVALID_QR, QR_EXPIRED, Scanned};
use crate::auth::Member;
use crate::base::keys::Keyring;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::member::rewards::CodeVault;
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
    vault: CodeVault,
    limits: Limits,
}

/// The scan route.
pub fn routes(store: Store, keys: &Keyring, limits: Limits) -> Routes {
    let vault = CodeVault::new(keys);
    Routes::new().routes(routes!(scan_qr)).with_state(Scanner { store, vault, limits })
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
    /// Points added; 0 for a gift.
    points: i64,
    /// The gift, if the campaign gives no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    gift: Option<GiftGiven>,
    /// The member's new balance.
    balance: i64,
}

/// Scan a QR code for points, or for the gift of its campaign. A retry with the same `Idempotency-Key` gets the same response and counts once.
#[utoipa::path(post, path = "/api/redeem/scanQR", tag = "campaigns", request_body = ScanRequest,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = ScanAnswer), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 410, body = Problem), (status = 429, body = Problem)))]
async fn scan_qr(
    State(Scanner { store, vault, limits }): State<Scanner>,
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
                let scanned = super::scan(tx, &vault, id, &text);
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

fn told(Scanned { points, gift, balance }: Scanned, language: Language) -> ScanAnswer {
    let message = match &gift {
        None => messages::text(language, "scan.points_added", &[("points", &messages::grouped(points))]),
        Some(GiftGiven::Item { name, .. }) => {
            messages::text(language, "scan.item_added", &[("gift", name.get(language))])
        }
        Some(GiftGiven::Stamp { name, reached: true, .. }) => {
            messages::text(language, "scan.card_full", &[("gift", name.get(language))])
        }
        Some(GiftGiven::Stamp { name, progress, target, .. }) => {
            let (progress, target) = (messages::grouped(*progress), messages::grouped(*target));
            let values = [("gift", name.get(language)), ("progress", &progress), ("target", &target)];
            messages::text(language, "scan.stamp_added", &values)
        }
        Some(GiftGiven::Progress { .. }) => messages::text(language, "scan.progress_added", &[]),
    };
    ScanAnswer { success: true, message, points, gift, balance }
}
