//! The points of a purchase: by the partner's rates and by the earning rules. Awards give what a preview tells.

use super::AwardOrder;
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::hours::LocalTime;
use crate::base::id::OutletId;
use crate::base::points::PointsRate;
use crate::base::problem::{AppResult, ProblemType};
use crate::core::ledger::{EarnLine, EarnLineKind};
use crate::core::members::{self, MemberRecord, Status};
use crate::core::settings;
use crate::member::carbon;
use crate::member::earning_rules::{self, BonusLine, FactsOfAnyone, PlaceOfPurchase, Purchase, RuleBonus, StoredFacts};
use crate::member::partners::{self, PartnerRecord, Rates};
use crate::platform::store::Read;

/// The identifier belongs to no active member.
pub const MEMBER_NOT_FOUND: ProblemType = ProblemType::new("member_not_found", 404, "Member not found");
/// The amount gives less than one point.
pub const AMOUNT_TOO_SMALL: ProblemType = ProblemType::new("amount_too_small", 422, "Amount too small");
/// The partner was removed or is inactive.
pub const PARTNER_INACTIVE: ProblemType = ProblemType::new("partner_inactive", 403, "Partner not active");

/// Finds the active member with that identifier. Fails with [`MEMBER_NOT_FOUND`].
pub fn find_member(read: &Read<'_>, named: Option<&Identifier>) -> AppResult<MemberRecord> {
    let member = match named {
        Some(identifier) => members::find_by_identifier(read, identifier)?,
        None => None,
    };
    Ok(member.filter(|found| found.status == Status::Active).ok_or(MEMBER_NOT_FOUND)?)
}

/// The partner of the counter. Fails with [`PARTNER_INACTIVE`].
pub fn active_partner(read: &Read<'_>, merchant: &Merchant) -> AppResult<PartnerRecord> {
    Ok(partners::find(read, merchant.partner)?.filter(|found| found.input.active).ok_or(PARTNER_INACTIVE)?)
}

/// The points of a purchase and their parts.
#[derive(Clone, Debug)]
pub struct PurchasePoints {
    /// The rates of the partner at the time of the purchase.
    pub(super) rates: Rates,
    /// Points for the amount.
    pub base: i64,
    /// Extra points for the Enjoy Card.
    pub extra: i64,
    /// Points by earning rules.
    pub bonus: RuleBonus,
    /// The value of a point.
    pub(super) point_value: PointsRate,
    /// The moment of the purchase.
    pub(super) bought: Timestamp,
}

impl PurchasePoints {
    /// Points in total.
    pub fn points(&self) -> i64 {
        self.base.saturating_add(self.extra).saturating_add(self.bonus.points())
    }

    /// The parts of the points, by the rates of the partner first. A rule whose limits leave nothing has 0 points, and so
    /// has one that only lets the points wait.
    pub fn lines(&self) -> Vec<BonusLine> {
        let pending_until = self.bonus.rates_pending_until();
        let by_rate = |kind, points| BonusLine {
            line: EarnLine { pending_until, ..EarnLine::by_rate(kind, points) },
            limited_by: None,
        };
        let card = (self.extra > 0).then(|| by_rate(EarnLineKind::Card, self.extra));
        let by_rates = [Some(by_rate(EarnLineKind::Base, self.base)), card].into_iter().flatten();
        by_rates.chain(self.bonus.lines().iter().cloned()).chain(self.bonus.delays().iter().cloned()).collect()
    }

    /// The parts that give points.
    pub(super) fn given(&self) -> Vec<EarnLine> {
        let gives = |line: &EarnLine| line.kind == EarnLineKind::Base || line.points > 0;
        self.lines().into_iter().map(|line| line.line).filter(gives).collect()
    }

    /// The rules that only let the points wait.
    pub(super) fn delays(&self) -> Vec<EarnLine> {
        self.bonus.delays().iter().map(|line| line.line.clone()).collect()
    }
}

/// The points that a purchase of a member would earn now.
#[derive(Clone, Debug)]
pub struct AwardPreview {
    /// The points.
    pub earned: PurchasePoints,
    /// The member who would receive them.
    pub member: MemberRecord,
}

/// The points that a purchase would earn now: the amount times the partner's rate, rounded down, plus, with an Enjoy
/// Card, the amount times the extra rate, also rounded down, plus the points of the earning rules. Fails with
/// [`PARTNER_INACTIVE`], [`MEMBER_NOT_FOUND`] and [`AMOUNT_TOO_SMALL`].
pub fn preview(read: &Read<'_>, merchant: &Merchant, order: &AwardOrder) -> AppResult<AwardPreview> {
    let partner = active_partner(read, merchant)?;
    evaluated(read, merchant, &partner, order)
}

/// Computes the points that a purchase would earn now for any member, as [`preview`] does for one. Earning rules with
/// conditions about the member are left out, and so are the limits of each member, because any member may collect the
/// points. The result may be 0. Fails with [`PARTNER_INACTIVE`].
pub fn preview_for_anyone(read: &Read<'_>, merchant: &Merchant, order: &AwardOrder) -> AppResult<PurchasePoints> {
    let (partner, now, place) = (active_partner(read, merchant)?, read.now(), place_of(merchant, order.outlet));
    computed(read, &partner, order, now, |purchase| {
        let entered = carbon::counted_entries(read, partner.id, purchase.at.day, &order.carbon)?;
        let mut facts = FactsOfAnyone::new(read, place, entered, purchase.at.day);
        earning_rules::bonus_for_anyone(read, purchase, &mut facts)
    })
}

/// The place of a purchase: that of the till, or else the outlet.
pub fn place_of(merchant: &Merchant, outlet: Option<OutletId>) -> PlaceOfPurchase {
    let elsewhere = outlet.map_or(PlaceOfPurchase::Elsewhere, PlaceOfPurchase::Outlet);
    merchant.till.map_or(elsewhere, |till| PlaceOfPurchase::Till(till.id))
}

pub(super) fn evaluated(
    read: &Read<'_>,
    merchant: &Merchant,
    partner: &PartnerRecord,
    order: &AwardOrder,
) -> AppResult<AwardPreview> {
    let member = find_member(read, order.member.as_ref())?;
    let (bought, place) = (order.bought.unwrap_or(read.now()), place_of(merchant, order.outlet));
    let earned = computed(read, partner, order, bought, |purchase| {
        let entered = carbon::counted_entries(read, partner.id, purchase.at.day, &order.carbon)?;
        let facts = StoredFacts::new(read, (member.id, member.created), partner.id, place, bought);
        earning_rules::bonus(read, bought, purchase, &mut facts.with_entered(entered))
    })?;
    if earned.points() == 0 { Err(AMOUNT_TOO_SMALL.into()) } else { Ok(AwardPreview { earned, member }) }
}

/// The points by the rates of the partner, and those that `bonus` finds.
fn computed(
    read: &Read<'_>,
    partner: &PartnerRecord,
    order: &AwardOrder,
    bought: Timestamp,
    bonus: impl FnOnce(&Purchase<'_>) -> AppResult<RuleBonus>,
) -> AppResult<PurchasePoints> {
    let rates = partners::rates_at(read, partner, bought)?;
    let (base, extra) = rates.points_of(order.amount, order.enjoy_card);
    let point_value = settings::cached(read)?.point_value_hkd;
    let bonus = bonus(&Purchase {
        partner: partner.id,
        partner_type: partner.input.kind.as_str(),
        amount: order.amount,
        enjoy_card: order.enjoy_card,
        base,
        card: extra,
        at: LocalTime::of(bought),
        point_value,
    })?;
    Ok(PurchasePoints { rates, base, extra, bonus, point_value, bought })
}
