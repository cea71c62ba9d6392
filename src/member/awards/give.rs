//! Awarding points for a purchase, and undoing an award.

pub use super::AwardOrder;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::preview::{AwardPreview, PurchasePoints, active_partner, evaluated};
use super::queries;
use crate::auth::Merchant;
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::TransactionId;
use crate::base::language::{Language, LocalizedText};
use crate::base::messages;
use crate::base::points::{Hkd, Measure};
use crate::base::problem::{AppResult, ProblemType};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::core::ledger::{Details, EarnLine, EarnLineKind, PendingPart, Posted, TransactionText};
use crate::core::members::MemberRecord;
use crate::core::settings;
use crate::member::carbon::{self, Saving};
use crate::member::earning_rules;
use crate::member::expiry;
use crate::member::goals::{self, CountedPurchase, GoalSteps};
use crate::member::notifications;
use crate::member::partners::PartnerRecord;
use crate::member::referrals;
use crate::member::rewards::CodeVault;
use crate::member::tiers;
use crate::platform::config;
use crate::platform::store::{Read, Tx};
use crate::platform::webhooks;

/// The receipt has already earned points at this partner.
pub const RECEIPT_ALREADY_USED: ProblemType = ProblemType::new("receipt_already_used", 409, "Receipt already used");
/// The partner has reached its daily cap of points.
pub const AWARD_CAP_REACHED: ProblemType = ProblemType::new("award_cap_reached", 409, "Award cap reached");
/// The till has reached its daily cap of purchase amounts.
pub const TILL_CAP_REACHED: ProblemType = ProblemType::new("till_cap_reached", 409, "Till cap reached");

/// The time within which an award can be undone.
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
    /// The time until which the award can be undone.
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

/// Awards the points of a purchase, as [`preview`](super::preview()) computes them. Fails as it does, and with
/// [`RECEIPT_ALREADY_USED`], [`AWARD_CAP_REACHED`] and [`TILL_CAP_REACHED`].
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
    let AwardPreview { earned, member } = evaluated(tx, merchant, &partner, order)?;
    let (points, lines, delays) = (earned.points(), earned.given(), earned.delays());
    let PurchasePoints { rates, base, extra, point_value, bought: at, .. } = earned;
    let day = Day::of(at);
    if let Some(receipt) = &order.receipt
        && queries::receipt_exists(tx, partner.id, receipt)?
    {
        return Err(RECEIPT_ALREADY_USED.into());
    }
    count_day(tx, merchant, &partner, &member, order.amount, points, caps)?;
    let (posted, balance_before) = credit(tx, &partner, &member, order, points, (&lines, delays))?;
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
    (lines, delays): (&[EarnLine], Vec<EarnLine>),
) -> AppResult<(Posted, i64)> {
    let pending = |line: &EarnLine| {
        let day = line.pending_until.filter(|_| line.points > 0)?;
        Some(PendingPart { day, points: line.points })
    };
    let pending: Vec<PendingPart> = lines.iter().filter_map(pending).collect();
    // A single line would only repeat the transaction, so it is left out.
    let lines = if lines.len() > 1 { lines.to_vec() } else { Vec::new() };
    let details = Details { lines, delays, ..details(partner, order.amount, "history.award") };
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
fn tell_parts(tx: &Tx<'_>, awarded: &Awarded, amount: Hkd) -> AppResult<()> {
    let (total, lines) = (awarded.points, &awarded.lines);
    let (points, amount) = (messages::grouped(total), amount.to_string());
    let pending: i64 = lines.iter().filter(|line| line.pending_until.is_some()).map(|line| line.points).sum();
    let kind = if pending < total { "points_earned" } else { "points_earned_pending" };
    let released = lines.iter().filter_map(|line| line.pending_until).max();
    let (pending, released) = (messages::grouped(pending), released.map(|day| day.to_string()));
    let mut values = vec![("points", points.as_str()), ("amount", amount.as_str())];
    let body = match &released {
        Some(day) => {
            values.extend([("pending", pending.as_str()), ("day", day.as_str())]);
            "points_earned_in_parts_pending"
        }
        None => "points_earned_in_parts",
    };
    values.push((notifications::BODY, body));
    // The ledger keeps a single part as the points of the transaction, without parts of its own.
    let transaction = awarded.transaction.to_string();
    let part = match lines.as_slice() {
        [only] => Some(Language::ALL.map(|language| ledger::parts(language, std::slice::from_ref(only)))),
        _ => None,
    };
    match &part {
        Some([en, zh, zhhk]) => values.extend([("parts.en", en.as_str()), ("parts.zh", zh), ("parts.zhhk", zhhk)]),
        None => values.push((notifications::PARTS_OF, transaction.as_str())),
    }
    notifications::notify(tx, awarded.member.id, kind, &values)
}
