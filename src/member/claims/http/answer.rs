//! The question of staff about a claim, and the member's answer to it.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::{Claim, Claims, words};
use crate::auth::TrustedMember;
use crate::base::clock::Timestamp;
use crate::base::id::ClaimId;
use crate::base::problem::AppResult;
use crate::member::claims::ask;
use crate::member::claims::{Question, QuestionKind};
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::http::routes::{Routes, routes};
use crate::platform::idempotency::{self, IdempotencyKey, ReplayableAnswer};
use crate::platform::throttle::table::CLAIMS;

pub(super) fn routes() -> Routes<Claims> {
    Routes::new().routes(routes!(answer_claim))
}

/// A question of the help desk about a claim.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct ClaimQuestion {
    kind: QuestionKind,
    /// The words of the help desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    asked: Timestamp,
    /// The time of the member's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    answered: Option<Timestamp>,
    /// The member's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
}

impl From<Question> for ClaimQuestion {
    fn from(question: Question) -> Self {
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            kind: question.kind,
            words: said(question.words),
            asked: question.asked,
            answered: question.answered,
            answer: said(question.answer),
        }
    }
}

/// The member's answer to the question about a claim.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AnswerClaimRequest {
    /// At most 300 characters; required without a new photo.
    #[serde(default)]
    note: Option<String>,
    /// Whether a new photo follows by the call for photos.
    #[serde(default)]
    new_photo: bool,
}

/// Answer the question of the help desk about a claim, with words or a new photo. The claim then waits for the help desk.
#[utoipa::path(post, path = "/api/claims/{id}/answer", tag = "claims", request_body = AnswerClaimRequest,
    params(("id" = ClaimId, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Claim), (status = 409, body = Problem)))]
async fn answer_claim(
    State(claims): State<Claims>,
    TrustedMember(member): TrustedMember,
    PathId(id): PathId<ClaimId>,
    key: IdempotencyKey,
    Json(request): Json<AnswerClaimRequest>,
) -> AppResult<ReplayableAnswer> {
    claims.limits.count(CLAIMS, member.id.as_bytes())?;
    let note = words(request.note.as_deref());
    claims
        .store
        .write_as(member.principal(), move |tx| {
            idempotency::once(tx, member.id.as_bytes(), &key, &request, |tx| {
                Claim::of(tx, ask::answer(tx, member.id, id, &note, request.new_photo)?)
            })
        })
        .await
}
