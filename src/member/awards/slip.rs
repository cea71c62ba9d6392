//! The slip of an award, sent to the member by e-mail.

use std::time::Duration;

use super::Award;
use crate::base::clock::Timestamp;
use crate::base::id::{PartnerId, TransactionId};
use crate::base::messages;
use crate::base::problem::{AppResult, NOT_FOUND, ProblemType};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger;
use crate::core::members;
use crate::member::content::Content;
use crate::member::partners::Partners;
use crate::platform::delivery::{self, Message};
use crate::platform::store::Tx;

/// The member has no e-mail address.
pub const NO_EMAIL: ProblemType = ProblemType::new("no_email", 409, "No e-mail address");

/// The time in which the counter may send the slip, also past midnight.
const SEND_TIME: Duration = Duration::from_secs(3_600);

/// Queues the slip of an award by that partner for the member's e-mail address. The caller wakes the outbox. Fails with
/// `not_found`, also after the day of the award and its hour, and once it was taken back, and with [`NO_EMAIL`].
pub fn send(tx: &Tx<'_>, partner: PartnerId, id: TransactionId) -> AppResult<()> {
    let lives = |created: Timestamp| created >= tx.now().hong_kong_midnight() || created.plus(SEND_TIME) > tx.now();
    let found = super::find(tx, id)?.filter(|award| award.partner == partner && !award.undone && lives(award.created));
    queue_slip(tx, id, &found.ok_or(NOT_FOUND)?)
}

/// Queues the slip of an award for the member's e-mail address, at any time later. The caller wakes the outbox. Fails with
/// `not_found`, also for a transaction that is no award and once the award was taken back, and with [`NO_EMAIL`].
pub fn send_again(tx: &Tx<'_>, id: TransactionId) -> AppResult<()> {
    let found = super::find(tx, id)?.filter(|award| !award.undone);
    queue_slip(tx, id, &found.ok_or(NOT_FOUND)?)
}

fn queue_slip(tx: &Tx<'_>, id: TransactionId, award: &Award) -> AppResult<()> {
    let member = members::find(tx, award.member)?.ok_or(NOT_FOUND)?;
    let email = member.email.as_ref().ok_or(NO_EMAIL)?;
    let shop = Partners::find_even_removed(tx, award.partner)?.ok_or(NOT_FOUND)?;
    let details = super::details(tx, id)?.ok_or(NOT_FOUND)?;
    let seq = ledger::place_of(tx, id)?.ok_or(NOT_FOUND)?;
    let language = member.language;
    let parts = match ledger::parts(language, &ledger::earn_lines(tx, id)?) {
        whole if whole.is_empty() => whole,
        several => format!(" ({several})"),
    };
    let outlet = details.outlet.map(|outlet| format!(", {}", outlet.get(language))).unwrap_or_default();
    let message = Message::email(
        email,
        language,
        "award_slip",
        &[
            ("number", TransactionNumber::of(seq, award.created).as_str()),
            ("partner", &format!("{}{outlet}", shop.input.name.get(language))),
            ("time", &award.created.in_hong_kong("%Y-%m-%d %H:%M")),
            ("amount", &award.amount.to_string()),
            ("receipt", details.receipt.as_deref().unwrap_or("\u{2013}")),
            ("parts", &parts),
            ("points", &messages::grouped(award.points)),
            ("balance", &messages::grouped(ledger::balance_of(tx, award.member)?)),
        ],
    );
    delivery::queue(tx, &message.of(member.id)).map(drop)
}
