//! The counter: staff of a partner award points and collect coupons.

mod http;
mod queries;

use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, RecordId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, ProblemType};
use crate::config;
use crate::ledger;
use crate::ledger::{AccountId, Details, Kind, Movement, Snapshot};
use crate::members;
use crate::members::{MemberRecord, Status};
use crate::notifications;
use crate::partners;
use crate::partners::PartnerRecord;
use crate::rewards;
use crate::rewards::{CodeVault, RedemptionRecord};
use crate::store::{Read, Tx};

pub use http::routes;

/// Nobody active answers to what was typed or scanned.
pub const MEMBER_NOT_FOUND: ProblemType = ProblemType::new("member_not_found", 404, "Member not found");
/// The receipt has earned points at this partner before.
pub const RECEIPT_ALREADY_USED: ProblemType = ProblemType::new("receipt_already_used", 409, "Receipt already used");
/// The partner has awarded as much today as it may.
pub const AWARD_CAP_REACHED: ProblemType = ProblemType::new("award_cap_reached", 409, "Award cap reached");
/// The amount gives less than one point.
pub const AMOUNT_TOO_SMALL: ProblemType = ProblemType::new("amount_too_small", 422, "Amount too small");
/// The partner has left the programme or is switched off.
pub const PARTNER_INACTIVE: ProblemType = ProblemType::new("partner_inactive", 403, "Partner not active");

/// What a purchase at the counter earns.
#[derive(Clone, Debug)]
pub struct AwardOrder {
    /// Whoever is named; `None` for a text that can name nobody.
    pub member: Option<Identifier>,
    /// What was paid.
    pub amount: Hkd,
    /// Whether the member showed an Enjoy Card.
    pub enjoy_card: bool,
    /// The receipt's number.
    pub receipt: Option<String>,
}

/// Points that were awarded.
#[derive(Clone, Debug)]
pub struct Awarded {
    /// The transaction.
    pub transaction: TransactionId,
    /// How many.
    pub points: i64,
    /// Whose they are.
    pub member: MemberRecord,
}

/// The most that may be awarded in a Hong Kong day; `None` for no cap.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    partner: Option<i64>,
    member: Option<i64>,
}

impl Caps {
    /// No cap at all.
    pub const NONE: Caps = Caps { partner: None, member: None };

    /// As the settings have it: 0 is no cap.
    pub fn new(settings: &config::Merchant) -> Self {
        let cap = |points: u32| (points > 0).then_some(i64::from(points));
        Self { partner: cap(settings.daily_award_cap), member: cap(settings.daily_award_cap_per_member) }
    }
}

/// What happened at a counter.
#[derive(Clone, Debug)]
struct Event {
    id: RecordId,
    kind: EventKind,
    member: MemberId,
    actor_name: String,
    points: i64,
    amount: Option<Hkd>,
    enjoy_card: bool,
    receipt: Option<String>,
    transaction: Option<TransactionId>,
    redemption: Option<crate::base::id::RedemptionId>,
    item_name: Option<LocalizedText>,
    created: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum EventKind {
    Award,
    Collect,
}

/// Awards points for a purchase: the amount times the partner's rate, rounded down, and with the
/// card the amount times its extra rate, rounded down as well. Fails with [`PARTNER_INACTIVE`],
/// [`MEMBER_NOT_FOUND`], [`AMOUNT_TOO_SMALL`], [`RECEIPT_ALREADY_USED`] and [`AWARD_CAP_REACHED`].
pub fn award(tx: &Tx<'_>, merchant: &Merchant, order: &AwardOrder, caps: Caps) -> AppResult<Awarded> {
    let partner = partners::find(tx, merchant.partner)?.filter(|found| found.input.active).ok_or(PARTNER_INACTIVE)?;
    let member = match &order.member {
        Some(identifier) => members::find_by_identifier(tx, identifier)?,
        None => None,
    };
    let member = member.filter(|found| found.status == Status::Active).ok_or(MEMBER_NOT_FOUND)?;
    let extra = if order.enjoy_card { order.amount.points_at(partner.input.extra_points) } else { 0 };
    let points = order.amount.points_at(partner.input.base_points).saturating_add(extra);
    if points == 0 {
        return Err(AMOUNT_TOO_SMALL.into());
    }
    if let Some(receipt) = &order.receipt
        && queries::receipt_exists(tx, partner.id, receipt)?
    {
        return Err(RECEIPT_ALREADY_USED.into());
    }
    let today = tx.now().hong_kong_day();
    for (subject, cap) in [(partner.id.as_bytes(), caps.partner), (member.id.as_bytes(), caps.member)] {
        let total = queries::add_to_day(tx, partner.id, today, subject, points)?;
        if cap.is_some_and(|cap| total > cap) {
            return Err(AWARD_CAP_REACHED.into());
        }
    }
    let transaction = credit(tx, &partner, &member, order, points)?;
    queries::insert_award(tx, merchant, &member, order, points, transaction)?;
    let values = [("points", messages::grouped(points)), ("amount", order.amount.to_string())];
    notifications::notify(
        tx,
        member.id,
        "points_earned",
        &values.each_ref().map(|(name, value)| (*name, value.as_str())),
    )?;
    Ok(Awarded { transaction, points, member })
}

fn credit(
    tx: &Tx<'_>,
    partner: &PartnerRecord,
    member: &MemberRecord,
    order: &AwardOrder,
    points: i64,
) -> AppResult<TransactionId> {
    let amount = order.amount.to_string();
    let describe = |language: Language| {
        let values = [("amount", amount.as_str()), ("partner", partner.input.name.get(language))];
        messages::text(language, "history.award.description", &values)
    };
    let details = Details {
        snapshot: Some(Snapshot {
            name: messages::localized("history.award.name", &[]),
            description: LocalizedText::from_each(describe),
        }),
        partner: Some(partner.id.to_string()),
        ..Details::default()
    };
    let to = ledger::account_of(tx, member.id)?;
    Ok(ledger::post(tx, &Movement::between(Kind::Earn, AccountId::ISSUANCE, to, points, details))?.id)
}

/// Collects the coupon that shows this code, once, and notes it at this counter. Fails as
/// [`rewards::collect`] does.
fn collect(tx: &Tx<'_>, vault: &CodeVault, merchant: &Merchant, code: &str) -> AppResult<RedemptionRecord> {
    let redemption = rewards::collect(tx, vault, merchant.partner, code)?;
    queries::insert_collection(tx, merchant, &redemption)?;
    Ok(redemption)
}

/// What happened at a partner's counter before `before`, newest first.
fn activity(read: &Read<'_>, merchant: &Merchant, before: Option<RecordId>, limit: i64) -> AppResult<Vec<Event>> {
    queries::list(read, merchant.partner, before.unwrap_or(RecordId::from_bytes([0xff; 16])), limit)
}
