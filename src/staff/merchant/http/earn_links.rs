//! HTTP calls of the earn links that a counter shows on its screen.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::awards::parsed_receipt;
use super::{Counter, MemberIdentity, recognised};
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::id::{CounterLinkId, TransactionId};
use crate::base::points::Hkd;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::member::awards::{self, UNDO_TIME};
use crate::member::carbon::{EnteredQuantity, MOST_ENTERED};
use crate::member::earn_links::{self, CounterBill, CounterLink};
use crate::member::earning_rules::BonusLine;
use crate::platform::http::json::Json;
use crate::platform::http::problem::Problem;
use crate::platform::http::request::PathId;
use crate::platform::store::Read;

/// A purchase whose customer scans the counter's screen.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterLinkRequest {
    /// The amount paid in HK$, as a decimal string such as `"128.50"`.
    amount_hkd: String,
    /// Whether the customer showed an Enjoy Card.
    #[serde(default)]
    enjoy_card: bool,
    /// The receipt number, which earns once.
    #[serde(default)]
    receipt: Option<String>,
    /// Quantities of carbon factors by the kilogram, trip or action, at most one for each factor.
    #[serde(default)]
    #[schema(required = false, max_items = 20)]
    carbon: Vec<EnteredQuantity>,
}

impl CounterLinkRequest {
    fn bill(self) -> AppResult<CounterBill> {
        if self.carbon.len() > MOST_ENTERED {
            return Err(AppError::invalid_field("carbon", "invalid_value"));
        }
        Ok(CounterBill {
            amount: awards::typed_amount(Some(&self.amount_hkd))
                .ok_or_else(|| AppError::invalid_field("amountHkd", "invalid_amount_hkd"))?,
            enjoy_card: self.enjoy_card,
            receipt: parsed_receipt(self.receipt.as_deref())?,
            carbon: self.carbon,
        })
    }
}

/// A link to show as a QR code.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterLinkMade {
    /// The id by which the counter asks for the link's state.
    #[serde(rename = "_id")]
    id: CounterLinkId,
    /// The address that a phone opens. Only this response contains it.
    link: String,
    created: Timestamp,
    /// The end of its validity.
    until: Timestamp,
}

/// Make an earn link for a bill, to show as a QR code. The first member who scans it within 15 minutes gets the points.
#[utoipa::path(post, path = "/api/merchant/earn-links", tag = "merchant", request_body = CounterLinkRequest,
    responses((status = 201, body = CounterLinkMade), (status = 409, body = Problem)))]
pub(super) async fn create_counter_link(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CounterLinkRequest>,
) -> AppResult<(StatusCode, Json<CounterLinkMade>)> {
    counter.admit(&merchant)?;
    let (bill, principal) = (request.bill()?, merchant.principal());
    let (made, text) = counter.store.write_as(principal, move |tx| earn_links::make(tx, &merchant, bill)).await?;
    let link = format!("{}/earn/{text}", counter.public_url);
    Ok((StatusCode::CREATED, Json(CounterLinkMade { id: made.id, link, created: made.created, until: made.until })))
}

/// The points that a link for a bill would give any member now.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterLinkPreview {
    /// Points in total; 0 for a bill that is too small.
    points: i64,
    /// The part of `points` for the amount.
    base_points: i64,
    /// The part of `points` for the Enjoy Card.
    extra_points: i64,
    /// The parts of `points`: by the partner's rates first, then by each earning rule. An earning rule whose limits
    /// leave nothing has 0 points.
    lines: Vec<BonusLine>,
}

/// Tell what an earn link for a bill would give any member now, and why. Earning rules that ask who the member is are left
/// out, and so are the limits of a member: a member may get more or less when collecting.
#[utoipa::path(post, path = "/api/merchant/earn-links/preview", tag = "merchant", request_body = CounterLinkRequest,
    responses((status = 200, body = CounterLinkPreview)))]
pub(super) async fn preview_counter_link(
    State(counter): State<Counter>,
    merchant: Merchant,
    Json(request): Json<CounterLinkRequest>,
) -> AppResult<Json<CounterLinkPreview>> {
    counter.admit(&merchant)?;
    let bill = request.bill()?;
    let found = counter.store.read_consistently(|read| earn_links::preview(read, &merchant, bill))?;
    Ok(Json(CounterLinkPreview {
        points: found.points(),
        base_points: found.base,
        extra_points: found.extra,
        lines: found.lines(),
    }))
}

/// Whether a link was collected.
#[derive(Clone, Copy, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum CounterLinkStatus {
    /// A member can collect it.
    Waiting,
    /// A member has collected it.
    Collected,
    /// The time of the link is over, or the counter took the link back.
    Ended,
}

/// The award of a collected link, and its member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CollectedAward {
    transaction_id: TransactionId,
    /// The short number of the transaction, as the member sees it.
    number: TransactionNumber,
    points: i64,
    /// The part of `points` for the amount.
    base_points: i64,
    /// The part of `points` for the Enjoy Card.
    extra_points: i64,
    member: MemberIdentity,
    /// The time until which the award can be undone at this counter.
    undo_until: Timestamp,
}

/// A link that this counter shows.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CounterLinkAnswer {
    #[serde(rename = "_id")]
    id: CounterLinkId,
    status: CounterLinkStatus,
    #[schema(value_type = String)]
    amount_hkd: Hkd,
    until: Timestamp,
    /// Present once it was collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    award: Option<CollectedAward>,
}

impl CounterLinkAnswer {
    fn of(read: &Read<'_>, link: &CounterLink) -> AppResult<Self> {
        let award = link.transaction.map(|id| collected(read, id)).transpose()?;
        let status = match &award {
            Some(_) => CounterLinkStatus::Collected,
            None if read.now() < link.until => CounterLinkStatus::Waiting,
            None => CounterLinkStatus::Ended,
        };
        Ok(Self { id: link.id, status, amount_hkd: link.bill.amount, until: link.until, award })
    }
}

fn collected(read: &Read<'_>, id: TransactionId) -> AppResult<CollectedAward> {
    let award = awards::find(read, id)?.ok_or(NOT_FOUND)?;
    let seq = ledger::place_of(read, id)?.ok_or(NOT_FOUND)?;
    Ok(CollectedAward {
        transaction_id: id,
        number: TransactionNumber::of(seq, award.created),
        points: award.points,
        base_points: award.base,
        extra_points: award.card,
        member: recognised(read, award.member)?.ok_or(NOT_FOUND)?,
        undo_until: award.created.plus(UNDO_TIME),
    })
}

/// Tell whether an earn link that this counter shows was collected, and by whom.
#[utoipa::path(get, path = "/api/merchant/earn-links/{id}", tag = "merchant", params(("id" = CounterLinkId, Path)),
    responses((status = 200, body = CounterLinkAnswer)))]
pub(super) async fn get_counter_link(
    State(counter): State<Counter>,
    merchant: Merchant,
    PathId(id): PathId<CounterLinkId>,
) -> AppResult<Json<CounterLinkAnswer>> {
    counter.admit(&merchant)?;
    let found = counter.store.read_consistently(|read| {
        let link = earn_links::find_here(read, &merchant, id)?;
        CounterLinkAnswer::of(read, &link)
    })?;
    Ok(Json(found))
}

/// Take back an earn link that nobody has collected.
#[utoipa::path(delete, path = "/api/merchant/earn-links/{id}", tag = "merchant", params(("id" = CounterLinkId, Path)),
    responses((status = 204), (status = 409, body = Problem)))]
pub(super) async fn take_counter_link_back(
    State(counter): State<Counter>,
    merchant: Merchant,
    PathId(id): PathId<CounterLinkId>,
) -> AppResult<StatusCode> {
    counter.admit(&merchant)?;
    let principal = merchant.principal();
    counter.store.write_as(principal, move |tx| earn_links::take_back(tx, &merchant, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
