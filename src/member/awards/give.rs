//! Awarding points for a purchase, and undoing an award.

pub use super::AwardOrder;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::queries;
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::day::Day;
use crate::base::hours::LocalTime;
use crate::base::id::{OutletId, TransactionId};
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::points::{Hkd, Measure, PointsRate};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::core::ledger::{Details, EarnLine, EarnLineKind, PendingPart, Posted, TransactionText};
use crate::core::members;
use crate::core::members::{MemberRecord, Status};
use crate::core::settings;
use crate::member::carbon::{self, Saving};
use crate::member::earning_rules::{self, BonusLine, PlaceOfPurchase, Purchase, RuleBonus, StoredFacts};
use crate::member::expiry;
use crate::member::goals::{self, CountedPurchase, GoalSteps};
use crate::member::notifications::{self, OperatorMessage};
use crate::member::partners;
use crate::member::partners::{PartnerRecord, Rates};
use crate::member::referrals;
use crate::member::rewards::CodeVault;
use crate::member::tiers;
use crate::platform::config;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

/// The identifier belongs to no active member.
pub const MEMBER_NOT_FOUND: ProblemType = ProblemType::new("member_not_found", 404, "Member not found");
/// The receipt has already earned points at this partner.
pub const RECEIPT_ALREADY_USED: ProblemType = ProblemType::new("receipt_already_used", 409, "Receipt already used");
/// The partner has reached its daily cap of points.
pub const AWARD_CAP_REACHED: ProblemType = ProblemType::new("award_cap_reached", 409, "Award cap reached");
/// The till has reached its daily cap of purchase amounts.
pub const TILL_CAP_REACHED: ProblemType = ProblemType::new("till_cap_reached", 409, "Till cap reached");
/// The amount gives less than one point.
pub const AMOUNT_TOO_SMALL: ProblemType = ProblemType::new("amount_too_small", 422, "Amount too small");
/// The partner was removed or is inactive.
pub const PARTNER_INACTIVE: ProblemType = ProblemType::new("partner_inactive", 403, "Partner not active");

/// How long an award can be undone.
pub const UNDO_TIME: Duration = Duration::from_secs(300);

/// Points that were awarded.
#[derive(Clone, Debug)]
pub struct Awarded {
    /// The transaction id.
    pub transaction: TransactionId,
    /// The short number of the transaction.
    pub number: TransactionNumber,
    /// Points for the amount.
    pub base: i64,
    /// Extra points for the Enjoy Card.
    pub extra: i64,
    /// Sum of both and of the earning rules' points.
    pub points: i64,
    /// The parts of the points: by the rates of the partner first, then by each earning rule.
    pub lines: Vec<EarnLine>,
    /// The member who received them.
    pub member: MemberRecord,
    /// Until when the award can be undone.
    pub undo_until: Timestamp,
    /// The member's balance before the award; 0 for one that is taken back.
    pub balance_before: i64,
    /// Grams of CO2e that the purchase saved; zero while carbon is switched off.
    pub carbon: Measure,
    /// The progress on the member's goals.
    pub goals: GoalSteps,
}

/// The daily caps of awards, by Hong Kong day; `None` for no cap.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Caps {
    applied: bool,
    partner: Option<i64>,
    member: Option<i64>,
    till_cents: Option<i64>,
}

impl Caps {
    /// No caps.
    pub const NONE: Caps = Caps { applied: false, partner: None, member: None, till_cents: None };

    /// The caps of the configuration file; 0 means no cap.
    pub fn new(settings: &config::Merchant) -> Self {
        let cap = |limit: u32| (limit > 0).then_some(i64::from(limit));
        Self {
            applied: true,
            partner: cap(settings.daily_award_cap),
            member: cap(settings.daily_award_cap_per_member),
            till_cents: cap(settings.daily_amount_cap_per_till).map(|dollars| dollars * 100),
        }
    }

    /// Replaces the caps of the configuration file by those of the programme settings, if set.
    fn now(self, read: &Read<'_>) -> AppResult<Self> {
        if !self.applied {
            return Ok(self);
        }
        let own = &settings::cached(read)?.awards;
        let cap = |own: Option<i64>, file: Option<i64>| own.map_or(file, |limit| (limit > 0).then_some(limit));
        Ok(Self { partner: cap(own.per_partner, self.partner), member: cap(own.per_member, self.member), ..self })
    }
}

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

/// The points that a purchase would earn now.
#[derive(Clone, Debug)]
pub struct AwardPreview {
    /// The rates of the partner at the time of the purchase.
    rates: Rates,
    /// Points for the amount.
    pub base: i64,
    /// Extra points for the Enjoy Card.
    pub extra: i64,
    /// Points by earning rules.
    pub bonus: RuleBonus,
    /// The member who would receive them.
    pub member: MemberRecord,
    /// The value of a point.
    point_value: PointsRate,
    /// The moment of the purchase.
    bought: Timestamp,
}

impl AwardPreview {
    /// Points in total.
    pub fn points(&self) -> i64 {
        self.base.saturating_add(self.extra).saturating_add(self.bonus.points())
    }

    /// The parts of the points, by the rates of the partner first. A rule whose limits leave nothing has 0 points.
    pub fn lines(&self) -> Vec<BonusLine> {
        let pending_until = self.bonus.rates_pending_until();
        let by_rate = |kind, points| BonusLine {
            line: EarnLine { pending_until, ..EarnLine::by_rate(kind, points) },
            limited_by: None,
        };
        let card = (self.extra > 0).then(|| by_rate(EarnLineKind::Card, self.extra));
        let by_rates = [Some(by_rate(EarnLineKind::Base, self.base)), card].into_iter().flatten();
        by_rates.chain(self.bonus.lines().iter().cloned()).collect()
    }

    /// The parts that give points.
    fn given(&self) -> Vec<EarnLine> {
        let gives = |line: &EarnLine| line.kind == EarnLineKind::Base || line.points > 0;
        self.lines().into_iter().map(|line| line.line).filter(gives).collect()
    }
}

/// The points that a purchase would earn now: the amount times the partner's rate, rounded down, plus, with an Enjoy
/// Card, the amount times the extra rate, also rounded down, plus the points of the earning rules. Fails with
/// [`PARTNER_INACTIVE`], [`MEMBER_NOT_FOUND`] and [`AMOUNT_TOO_SMALL`].
pub fn preview(read: &Read<'_>, merchant: &Merchant, order: &AwardOrder) -> AppResult<AwardPreview> {
    let partner = active_partner(read, merchant)?;
    evaluated(read, merchant, &partner, order)
}

/// The place of a purchase: that of the till, or else the outlet.
pub fn place_of(merchant: &Merchant, outlet: Option<OutletId>) -> PlaceOfPurchase {
    let elsewhere = outlet.map_or(PlaceOfPurchase::Elsewhere, PlaceOfPurchase::Outlet);
    merchant.till.map_or(elsewhere, |till| PlaceOfPurchase::Till(till.id))
}

fn evaluated(
    read: &Read<'_>,
    merchant: &Merchant,
    partner: &PartnerRecord,
    order: &AwardOrder,
) -> AppResult<AwardPreview> {
    let member = find_member(read, order.member.as_ref())?;
    let bought = order.bought.unwrap_or(read.now());
    let rates = partners::rates_at(read, partner, bought)?;
    let (base, card) = rates.points_of(order.amount, order.enjoy_card);
    let (at, point_value) = (LocalTime::of(bought), settings::cached(read)?.point_value_hkd);
    let place = place_of(merchant, order.outlet);
    let entered = carbon::counted_entries(read, partner.id, at.day, &order.carbon)?;
    let facts = StoredFacts::new(read, (member.id, member.created), partner.id, place, bought);
    let mut facts = facts.with_entered(entered);
    let (partner_type, amount, enjoy_card) = (partner.input.kind.as_str(), order.amount, order.enjoy_card);
    let purchase = Purchase { partner: partner.id, partner_type, amount, enjoy_card, base, card, at, point_value };
    let bonus = earning_rules::bonus(read, bought, &purchase, &mut facts)?;
    let found = AwardPreview { rates, base, extra: card, bonus, member, point_value, bought };
    if found.points() == 0 { Err(AMOUNT_TOO_SMALL.into()) } else { Ok(found) }
}

/// Awards the points of a purchase, as [`preview`] computes them. Fails with [`PARTNER_INACTIVE`],
/// [`MEMBER_NOT_FOUND`], [`AMOUNT_TOO_SMALL`], [`RECEIPT_ALREADY_USED`], [`AWARD_CAP_REACHED`] and
/// [`TILL_CAP_REACHED`].
pub fn award(
    tx: &Tx<'_>,
    vault: &CodeVault,
    merchant: &Merchant,
    order: &AwardOrder,
    caps: Caps,
) -> AppResult<Awarded> {
    let awarded = award_silently(tx, vault, merchant, order, caps)?;
    let released = awarded.lines.iter().filter_map(|line| line.pending_until).max();
    if awarded.lines.iter().any(|line| line.kind == EarnLineKind::Rule) {
        tell_parts(tx, &awarded, order.amount)?;
    } else if let Some(day) = released {
        tell_waiting(tx, &awarded, order.amount, day)?;
    } else {
        tell(tx, &awarded.member, "points_earned", awarded.points, order.amount)?;
    }
    Ok(awarded)
}

/// Like [`award`], for a caller that notifies the member in its own words.
pub fn award_silently(
    tx: &Tx<'_>,
    vault: &CodeVault,
    merchant: &Merchant,
    order: &AwardOrder,
    caps: Caps,
) -> AppResult<Awarded> {
    let partner = active_partner(tx, merchant)?;
    let earned = evaluated(tx, merchant, &partner, order)?;
    let (points, lines) = (earned.points(), earned.given());
    let AwardPreview { rates, base, extra, member, point_value, bought: at, .. } = earned;
    let day = Day::of(at);
    if let Some(receipt) = &order.receipt
        && queries::receipt_exists(tx, partner.id, receipt)?
    {
        return Err(RECEIPT_ALREADY_USED.into());
    }
    count_day(tx, merchant, &partner, &member, order.amount, points, caps)?;
    let (posted, balance_before) = credit(tx, &partner, &member, order, points, &lines)?;
    let (transaction, number) = (posted.id, TransactionNumber::of(posted.seq, posted.created));
    queries::insert_award(tx, merchant, &member, order, (points, base, extra), rates, transaction)?;
    earning_rules::count(tx, &lines, transaction, (member.id, partner.id, day), point_value)?;
    let saving = Saving {
        transaction,
        member: member.id,
        partner: partner.id,
        amount: order.amount,
        day,
        entered: &order.carbon,
    };
    let carbon = carbon::record(tx, &saving)?;
    let (buyer, partner_id, amount) = (member.id, partner.id, order.amount);
    let counted = CountedPurchase { transaction, member: buyer, partner: partner_id, amount, points, at };
    let goals = goals::count(tx, vault, &counted)?;
    tiers::count(tx, vault, &counted)?;
    referrals::reward_for_earning(tx, &member, transaction)?;
    let event = || {
        serde_json::json!({ "memberId": member.id, "partnerId": partner.id, "points": points,
        "transactionId": transaction })
    };
    webhooks::emit(tx, "points.earned", event)?;
    let undo_until = tx.now().plus(UNDO_TIME);
    Ok(Awarded { transaction, number, base, extra, points, lines, member, undo_until, balance_before, carbon, goals })
}

fn count_day(
    tx: &Tx<'_>,
    merchant: &Merchant,
    partner: &PartnerRecord,
    member: &MemberRecord,
    amount: Hkd,
    points: i64,
    caps: Caps,
) -> AppResult<()> {
    let (today, caps) = (tx.now().hong_kong_day(), caps.now(tx)?);
    let of_all = [(partner.id.as_bytes(), caps.partner), (member.id.as_bytes(), caps.member)];
    let of_key = merchant.daily_cap.map(|cap| (&merchant.actor, Some(cap)));
    for (subject, cap) in of_all.into_iter().chain(of_key) {
        let total = queries::add_to_day(tx, partner.id, today, subject, points)?;
        if cap.is_some_and(|cap| total > cap) {
            return Err(AWARD_CAP_REACHED.into());
        }
    }
    if let Some(till) = merchant.till {
        let cents = queries::add_to_till_day(tx, till.id, today, amount)?;
        if caps.till_cents.is_some_and(|cap| cents > cap) {
            return Err(TILL_CAP_REACHED.into());
        }
    }
    Ok(())
}

/// Posts the points. Returns what was posted, and the member's balance before it.
fn credit(
    tx: &Tx<'_>,
    partner: &PartnerRecord,
    member: &MemberRecord,
    order: &AwardOrder,
    points: i64,
    lines: &[EarnLine],
) -> AppResult<(Posted, i64)> {
    let pending = |line: &EarnLine| {
        let day = line.pending_until.filter(|_| line.points > 0)?;
        Some(PendingPart { day, points: line.points })
    };
    let pending: Vec<PendingPart> = lines.iter().filter_map(pending).collect();
    // A single line would only repeat the transaction, so it is left out.
    let lines = if lines.len() > 1 { lines.to_vec() } else { Vec::new() };
    let details = Details { lines, ..details(partner, order.amount, "history.award") };
    expiry::settle_before_earning(tx, member.id)?;
    let to = ledger::member_account(tx, member.id)?;
    Ok((ledger::post_award(tx, to.account, points, &pending, details)?, to.balance))
}

/// The transaction details for histories; `line` is the message key of the sentences.
pub(super) fn details(partner: &PartnerRecord, amount: Hkd, line: &str) -> Details {
    let amount = amount.to_string();
    let describe = |language: Language| {
        let values = [("amount", amount.as_str()), ("partner", partner.input.name.get(language))];
        messages::text(language, &format!("{line}.description"), &values)
    };
    Details {
        snapshot: Some(TransactionText {
            name: messages::localized(&format!("{line}.name"), &[]),
            description: LocalizedText::from_each(describe),
        }),
        partner: Some(partner.id.to_string()),
        ..Details::default()
    }
}

pub(super) fn tell(tx: &Tx<'_>, member: &MemberRecord, kind: &'static str, points: i64, amount: Hkd) -> AppResult<()> {
    let values = [("points", messages::grouped(points)), ("amount", amount.to_string())];
    notifications::notify(tx, member.id, kind, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

/// Notifies the member of points by the partner's rates that all wait until a day because of a rule.
fn tell_waiting(tx: &Tx<'_>, Awarded { member, points, .. }: &Awarded, amount: Hkd, day: Day) -> AppResult<()> {
    let (points, amount, day) = (messages::grouped(*points), amount.to_string(), day.to_string());
    let values = [("points", points.as_str()), ("amount", amount.as_str()), ("day", day.as_str())];
    notifications::notify(tx, member.id, "points_earned_pending", &values)
}

/// Notifies the member of points to which an earning rule added, with each part: 80 + 80 double day.
fn tell_parts(tx: &Tx<'_>, Awarded { member, points, lines, .. }: &Awarded, amount: Hkd) -> AppResult<()> {
    let (total, points, amount) = (*points, messages::grouped(*points), amount.to_string());
    let part = |language: Language, line: &EarnLine| {
        let points = messages::grouped(line.points);
        match (line.kind, &line.name) {
            (EarnLineKind::Base, _) => points,
            (EarnLineKind::Rule, Some(name)) => format!("{points} {}", name.get(language)),
            (EarnLineKind::Card | EarnLineKind::Rule, _) => format!("{points} Enjoy Card"),
        }
    };
    let pending: i64 = lines.iter().filter(|line| line.pending_until.is_some()).map(|line| line.points).sum();
    let kind = if pending < total { "points_earned" } else { "points_earned_pending" };
    let released = lines.iter().filter_map(|line| line.pending_until).max();
    let (pending, released) = (messages::grouped(pending), released.map(|day| day.to_string()));
    let body = LocalizedText::from_each(|language| {
        let parts: Vec<_> = lines.iter().map(|line| part(language, line)).collect();
        let parts = parts.join(" + ");
        let mut values = vec![("points", points.as_str()), ("amount", amount.as_str()), ("parts", parts.as_str())];
        let Some(day) = &released else {
            return messages::text(language, "inbox.points_earned_in_parts.body", &values);
        };
        values.extend([("pending", pending.as_str()), ("day", day.as_str())]);
        messages::text(language, "inbox.points_earned_in_parts_pending.body", &values)
    });
    let title = messages::localized("inbox.points_earned_in_parts.title", &[]);
    notifications::notify_in_words(tx, member.id, kind, &OperatorMessage { title, body })
}
