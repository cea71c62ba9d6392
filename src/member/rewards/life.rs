//! The life of a coupon: notices before its end, and the extension by staff.

use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::RedemptionId;
use crate::base::problem::{AppError, AppResult, NOT_FOUND};
use crate::core::expiry::{end_of_day, last_day_of};
use crate::core::timekeeping;
use crate::member::notifications::Letters;
use crate::platform::delivery;
use crate::platform::store::{Store, Tx};

use super::settlement::tell;
use super::{ItemType, NOT_EXTENDABLE, RedemptionRecord, RedemptionStatus, queries};

/// The kind of a notice that a coupon ends.
const ENDING: &str = "coupon_ending";
/// The days before the last day on which the member gets a notice, the first notice first.
const NOTICE_DAYS: [i64; 2] = [7, 1];
/// The hour in Hong Kong at which notices are given.
const NOTICE_HOUR_MS: i64 = 9 * 3_600_000;
/// Notices of one write; other changes wait that long.
const NOTICES_AT_ONCE: i64 = 20;
/// The latest day to which a coupon can be extended, counted from today: a year.
const MOST_MORE_DAYS: i64 = 366;
/// The days that a coupon has at least when staff give it back.
const DAYS_AFTER_RETURN: i64 = 7;

/// The time of the next notice before an end; `None` if no more follows.
pub(super) fn next_notice(use_by: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let last_day = last_day_of(use_by);
    let at = |days: i64| Timestamp::from_millis(last_day.plus(-days).start().as_millis() + NOTICE_HOUR_MS);
    NOTICE_DAYS.into_iter().map(at).find(|at| *at > now)
}

/// Gives all notices that are due. Does nothing while the clock is in doubt.
pub async fn run_reminders(store: &Store, letters: &Letters) -> AppResult<()> {
    let now = store.clock().now();
    if store.read(|read| timekeeping::doubt(read, now))?.is_some() {
        return Ok(());
    }
    while store.read(queries::redemptions::has_due_notice)? {
        let own = letters.clone();
        store.write_unattended(move |tx| remind(tx, &own)).await?;
        letters.outbox.wake();
    }
    Ok(())
}

/// Gives some of the notices that are due. A coupon that was used meanwhile gets none. The caller wakes the outbox.
pub fn remind(tx: &Tx<'_>, letters: &Letters) -> AppResult<()> {
    for redemption in queries::redemptions::list_due_notices(tx, NOTICES_AT_ONCE)? {
        let Some(use_by) = redemption.use_by else { continue };
        queries::redemptions::set_notice(tx, redemption.id, next_notice(use_by, tx.now()))?;
        if redemption.status == RedemptionStatus::Confirmed && !redemption.is_used(tx.now()) {
            let day = last_day_of(use_by).to_string();
            tell(tx, &redemption, (ENDING, ENDING), &[("day", &day)])?;
            mail(tx, letters, &redemption, use_by)?;
        }
    }
    Ok(())
}

/// Queues an e-mail that a coupon ends, where the member wants one. A member with many coupons gets one e-mail a day,
/// about the coupon whose notice comes first.
fn mail(tx: &Tx<'_>, letters: &Letters, coupon: &RedemptionRecord, use_by: Timestamp) -> AppResult<()> {
    if delivery::was_mailed_since(tx, coupon.member, ENDING, Day::of(tx.now()).start())? {
        return Ok(());
    }
    let day = last_day_of(use_by).to_string();
    let values = |language| vec![("item", coupon.item.name.get(language).to_owned()), ("day", day.clone())];
    letters.remind_in_words(tx, coupon.member, (ENDING, ENDING), values, use_by).map(drop)
}

/// Moves the end of an unused coupon to a later day, and notifies the member. Fails with `not_found`,
/// [`NOT_EXTENDABLE`], and `400` for a day that is not later, is past, or is more than a year away.
pub fn extend(tx: &Tx<'_>, id: RedemptionId, until: Day) -> AppResult<RedemptionRecord> {
    let coupon = queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
    let open = coupon.item.kind == ItemType::Coupon
        && coupon.status == RedemptionStatus::Confirmed
        && (!coupon.is_used(tx.now()) || coupon.has_ended(tx.now()));
    let Some(use_by) = coupon.use_by.filter(|_| open) else { return Err(NOT_EXTENDABLE.into()) };
    let (end, today) = (end_of_day(until), Day::of(tx.now()));
    if until < today || end <= use_by || until > today.plus(MOST_MORE_DAYS) {
        return Err(AppError::invalid_field("until", "invalid_value"));
    }
    queries::redemptions::set_end(tx, id, end, next_notice(end, tx.now()))?;
    let extended = queries::redemptions::find(tx, id)?.ok_or(NOT_FOUND)?;
    tell(tx, &extended, ("coupon_extended", "coupon_extended"), &[("day", &until.to_string())])?;
    Ok(extended)
}

/// Gives a coupon that staff return to its member at least a week, because it could not be opened otherwise.
pub(super) fn allow_a_week(tx: &Tx<'_>, coupon: &RedemptionRecord) -> AppResult<()> {
    let end = end_of_day(Day::of(tx.now()).plus(DAYS_AFTER_RETURN));
    match coupon.use_by {
        Some(use_by) if use_by < end => queries::redemptions::set_end(tx, coupon.id, end, next_notice(end, tx.now())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::next_notice;
    use crate::base::clock::Timestamp;
    use crate::base::day::Day;
    use crate::core::expiry::end_of_day;

    #[test]
    fn notices_come_at_nine_a_week_and_a_day_before_the_last_day() {
        let day = |text: &str| Day::parse(text).expect("a day");
        let nine = |text: &str| Timestamp::from_millis(day(text).start().as_millis() + 9 * 3_600_000);
        let end = end_of_day(day("2028-03-01"));
        assert_eq!(next_notice(end, nine("2028-02-01")), Some(nine("2028-02-23")));
        assert_eq!(next_notice(end, nine("2028-02-23")), Some(nine("2028-02-29")), "2028 has a leap day");
        assert_eq!(next_notice(end, nine("2028-02-29")), None);
        assert_eq!(next_notice(end, day("2028-02-29").start()), Some(nine("2028-02-29")));
    }
}
