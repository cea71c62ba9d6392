//! Transfers of points to another member.

mod http;
mod preview;
mod queries;

use std::time::Duration;

use serde::Serialize;

use crate::auth::UNAUTHENTICATED;
use crate::base::clock::Timestamp;
use crate::base::contact::Identifier;
use crate::base::id::{MemberId, TransactionId};
use crate::base::messages::grouped;
use crate::base::points::Points;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::transaction_number::TransactionNumber;
use crate::core::ledger::{self, Details, NewPostings, TransactionKind};
use crate::core::members::{Face, Status};
use crate::core::settings;
use crate::member::expiry;
use crate::member::notifications::{self, InboxLine};
use crate::platform::store::Tx;
use crate::platform::throttle::Limits;
use crate::platform::throttle::table::{TRANSFER_BALANCE_FAILURES, TRANSFER_RECIPIENT_FAILURES};
use crate::platform::webhooks;

pub use http::routes;

/// The recipient cannot receive points from this sender; the reason is not revealed.
pub const TRANSFER_REFUSED: ProblemType = ProblemType::new("transfer_refused", 422, "Transfer refused");
/// The member has reached the daily limit.
pub const DAILY_LIMIT: ProblemType = ProblemType::new("daily_limit_reached", 429, "Daily limit reached");

/// The day's transfers are so large that the sender must prove their identity again.
pub const REAUTH_REQUIRED: ProblemType = ProblemType::new("reauth_required", 403, "Fresh sign-in required");
/// The password was reset recently: an attacker who did that must not be able to empty the account.
pub const RECOVERY_HOLD: ProblemType = ProblemType::new("recovery_hold", 403, "Held after a password reset");

/// The time for which a sign-in counts as fresh.
const FRESH: Duration = Duration::from_secs(600);
/// The largest transfer soon after a password reset, in points.
const AFTER_RECOVERY: i64 = 1_000;
const RECOVERY_HOLD_TIME: Duration = Duration::from_secs(86_400);

/// The identifier that the sender typed; the recipient's other identifiers stay hidden.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecipientShown {
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_id: Option<String>,
    /// The drawn picture that the recipient chose. Their initials are not shown: the sender may know only a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<Face>,
}

impl RecipientShown {
    fn of(typed: &Identifier) -> Self {
        match typed {
            Identifier::Email(email) => Self { email: Some(email.as_str().to_owned()), ..Self::default() },
            Identifier::Phone(phone) => Self { phone: Some(phone.digits().to_owned()), ..Self::default() },
            Identifier::ShortId(id) => Self { short_id: Some(id.to_string()), ..Self::default() },
        }
    }

    fn text(&self) -> String {
        [&self.email, &self.phone, &self.short_id].into_iter().flatten().next().cloned().unwrap_or_default()
    }
}

/// The receipt of a completed transfer.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferReceipt {
    recipient: RecipientShown,
    /// Whole points.
    #[schema(value_type = i64)]
    amount: Points,
    transaction_id: TransactionId,
    /// The short number of the transaction.
    number: TransactionNumber,
    /// The sender's balance after the transfer.
    points: i64,
}

/// A requested transfer.
struct TransferOrder<'o> {
    sender: MemberId,
    /// `None` if the text is no valid identifier.
    recipient: Option<&'o Identifier>,
    amount: Points,
    signed_in_at: Timestamp,
}

/// Posts the transfer and notifies both members. Counts refusals, because a sender could use them to test who is a
/// member.
fn transfer(tx: &Tx<'_>, limits: &Limits, order: TransferOrder<'_>) -> AppResult<TransferReceipt> {
    let TransferOrder { recipient, amount, signed_in_at, .. } = order;
    expiry::settle_ended(tx, order.sender)?;
    let sender = queries::sender(tx, order.sender)?.ok_or(UNAUTHENTICATED)?;
    let counted_by = sender.id.as_bytes();
    // Checked before the lookup of the recipient: otherwise a transfer that succeeds would reveal who is a member.
    limits.refuse_failing(TRANSFER_RECIPIENT_FAILURES, counted_by, tx.now())?;
    // "No such member" and "not enough points" give the same response: otherwise anyone could test phone numbers for
    // membership without spending a point. The balance is checked first, so that a sender without points learns
    // nothing.
    if sender.balance < amount.get() {
        limits.count(TRANSFER_BALANCE_FAILURES, counted_by)?;
        return Err(TRANSFER_REFUSED.into());
    }
    // The daily limits are also checked before the lookup, so that a refusal does not reveal who is a member.
    limits.counted(|| count_for_today(tx, &sender, amount, signed_in_at))?;
    let found = recipient.map(|typed| queries::recipient(tx, typed)).transpose()?.flatten();
    let (Some(typed), Some(to)) = (recipient, found.filter(|to| to.status == Status::Active && to.id != sender.id))
    else {
        limits.count_failure(TRANSFER_RECIPIENT_FAILURES, counted_by, tx.now());
        return Err(TRANSFER_REFUSED.into());
    };
    let shown = RecipientShown { face: to.face, ..RecipientShown::of(typed) };
    let movement =
        NewPostings::between(TransactionKind::Transfer, sender.account, to.account, amount.get(), Details::default())
            .with_memos(shown.text(), sender.short_id.to_string());
    let posted = ledger::post(tx, &movement)?;
    let points = grouped(amount.get());
    let event = || {
        serde_json::json!({ "fromMemberId": sender.id, "toMemberId": to.id, "points": amount,
        "transactionId": posted.id })
    };
    webhooks::emit(tx, "points.transferred", event)?;
    let received = [("points", points.as_str()), ("from", &sender.short_id.in_fours())];
    notifications::notify_and_record(
        tx,
        InboxLine { member: to.id, kind: "points_received", values: &received },
        InboxLine { member: sender.id, kind: "points_sent", values: &received[..1] },
    )?;
    Ok(TransferReceipt {
        recipient: shown,
        amount,
        transaction_id: posted.id,
        number: TransactionNumber::of(posted.seq, posted.created),
        points: sender.balance - amount.get(),
    })
}

/// Deletes the daily sums of a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_days(tx, member)
}

/// Deletes some daily sums of past days; returns how many.
pub fn forget_old(tx: &Tx<'_>) -> AppResult<usize> {
    queries::delete_days_before(tx, tx.now().hong_kong_day() - 1)
}

fn count_for_today(tx: &Tx<'_>, sender: &queries::Sender, amount: Points, signed_in_at: Timestamp) -> AppResult<()> {
    let (transfers, points) = queries::add_to_day(tx, sender.id, tx.now().hong_kong_day(), amount)?;
    if amount.get() > AFTER_RECOVERY
        && sender.recovered_at.is_some_and(|then| tx.now().since(then) < RECOVERY_HOLD_TIME)
    {
        return Err(RECOVERY_HOLD.into());
    }
    let allowed = &settings::cached(tx)?.transfers;
    if points > allowed.fresh_above && tx.now().since(signed_in_at) > FRESH {
        return Err(REAUTH_REQUIRED.into());
    }
    if transfers > allowed.per_day || points > allowed.points_per_day {
        let tomorrow = tx.now().hong_kong_midnight().plus(Duration::from_secs(86_400));
        return Err(DAILY_LIMIT.retry_after(tomorrow.since(tx.now()).as_secs()));
    }
    Ok(())
}
