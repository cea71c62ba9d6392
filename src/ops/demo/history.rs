//! A realistic history for the demo's members, posted in chronological order.

use super::DemoPartners;
use super::MEMBERS;
use super::bills;
use super::carbon;
use super::content::DemoContent;
use super::content::DemoTransaction;
use super::content::days_before;
use super::goals;
use super::partner_of;
use super::points::{self, GivenCoupon};
use super::rules::{DemoRules, on_its_day};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::language::LocalizedText;
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::core::ledger::AccountId;
use crate::core::ledger::Details;
use crate::core::ledger::NewPostings;
use crate::core::ledger::TransactionKind;
use crate::core::ledger::TransactionText;
use crate::core::members;
use crate::member::rewards::CodeVault;
use crate::platform::store::Tx;

pub(super) fn write(
    tx: &Tx<'_>,
    vault: &CodeVault,
    content: &DemoContent,
    people: &[MemberId],
    (partners, rules): (&DemoPartners, &DemoRules),
    coupons: Vec<GivenCoupon>,
) -> AppResult<()> {
    let mut coupons = coupons.into_iter().peekable();
    let mut past: Vec<(Timestamp, usize, DemoTransaction)> = Vec::new();
    for (index, (name, ..)) in MEMBERS.into_iter().enumerate() {
        for movement in content.history.get(name).into_iter().flatten() {
            let movement = carbon::in_this_year(tx.now(), on_its_day(tx.now(), movement.clone()));
            past.push((moment_of(tx.now(), &movement), index, movement));
        }
    }
    past.sort_by_key(|(moment, index, _)| (*moment, *index));
    for (moment, index, movement) in past {
        while let Some(coupon) = coupons.next_if(|coupon| coupon.moment < moment) {
            points::give(tx, vault, people, &coupon)?;
        }
        let then = tx.at(moment);
        let (own, other) = (people[index], people[1 - index]);
        let posted = match movement.kind.as_str() {
            "transfer" if movement.points < 0 => transfer(&then, own, other, -movement.points)?,
            "transfer" => transfer(&then, other, own, movement.points)?,
            _ => single(&then, own, &movement, partners, rules)?,
        };
        let made = ledger::post(&then, &posted)?;
        DemoRules::count(&then, &posted.details.lines, made.id, own, (partners, &movement))?;
        bills::note(&then, own, made.id, &movement, partners)?;
        carbon::record(&then, own, made.id, &movement, partners)?;
        goals::count(&then, vault, own, made.id, (partners, &movement))?;
    }
    coupons.try_for_each(|coupon| points::give(tx, vault, people, &coupon))
}

pub(super) fn moment_of(now: Timestamp, movement: &DemoTransaction) -> Timestamp {
    let midnight = days_before(now, movement.days_ago).hong_kong_midnight();
    let minutes = u64::from(movement.hour * 60 + movement.minute);
    let moment = midnight.plus(std::time::Duration::from_secs(minutes * 60));
    // A transaction of today must not be in the future.
    moment.min(now)
}

fn transfer(tx: &Tx<'_>, from: MemberId, to: MemberId, points: i64) -> AppResult<NewPostings> {
    let shown =
        |member: Option<members::MemberRecord>| member.map(|found| found.short_id.to_string()).unwrap_or_default();
    let (sender, recipient) = (members::find(tx, from)?, members::find(tx, to)?);
    let accounts = (ledger::account_of(tx, from)?, ledger::account_of(tx, to)?);
    Ok(NewPostings::between(TransactionKind::Transfer, accounts.0, accounts.1, points, Details::default())
        .with_memos(shown(recipient), shown(sender)))
}

fn single(
    tx: &Tx<'_>,
    member: MemberId,
    movement: &DemoTransaction,
    partners: &DemoPartners,
    rules: &DemoRules,
) -> AppResult<NewPostings> {
    let account = ledger::account_of(tx, member)?;
    let kind = match movement.kind.as_str() {
        "campaign" => TransactionKind::Campaign,
        "adjustment" => TransactionKind::Adjustment,
        "redeem" => TransactionKind::Redeem,
        _ => TransactionKind::Earn,
    };
    let lines = rules.lines(tx, partners, movement)?;
    // The text has only the parts by the rates, so the text of a purchase with a rule has only its bill.
    let bill = |language| movement.description.get(language).split(" · ").next().unwrap_or_default().to_owned();
    let description = if lines.is_empty() { movement.description.clone() } else { LocalizedText::from_each(bill) };
    let details = Details {
        snapshot: Some(TransactionText { name: movement.name.clone(), description }),
        partner: partner_of(partners, movement.partner.as_deref()).map(|id| id.to_string()),
        lines,
        ..Details::default()
    };
    Ok(match movement.points {
        points if points < 0 => NewPostings::between(kind, account, AccountId::REDEMPTION, -points, details),
        points => NewPostings::between(kind, AccountId::ISSUANCE, account, points, details),
    })
}
