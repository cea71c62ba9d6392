//! Push messages for inbox lines, and their texts. A push message says that something happened and where to read
//! about it. It never contains a name, an amount or a code (see [`PushNotification`]).

use crate::base::id::MemberId;
use crate::base::language::Language;
use crate::base::messages;
use crate::base::problem::AppResult;
use crate::core::members::{self, Status};
use crate::core::preferences::{self, MessageChannel, MessageKind};
use crate::core::settings::texts::LONGEST_PUSH_BODY;
use crate::platform::delivery::{Priority, PushNotification, queue_note, subscriptions};
use crate::platform::store::Tx;

const POINTS: &str = "/points";
const CLAIMS: &str = "/claims";
const GOALS: &str = "/goals";
const REWARDS: &str = "/myRewards";
const SETTINGS: &str = "/settings";
pub(super) const INBOX: &str = "/notifications";

/// Every kind of line that devices are notified of, the screen that a tap opens, and whether it may sound at night:
/// warnings about possible attacks on the account may. The texts are `push.<kind>.title` and `push.<kind>.body`.
const TOLD: [(&str, &str, Priority); 38] = [
    ("award_undone", POINTS, Priority::Calm),
    ("card_replaced", INBOX, Priority::Urgent),
    ("claim_approved", CLAIMS, Priority::Calm),
    ("claim_asked", CLAIMS, Priority::Calm),
    ("claim_filed", CLAIMS, Priority::Calm),
    ("claim_refused", CLAIMS, Priority::Calm),
    ("contact_added", INBOX, Priority::Urgent),
    ("coupon_ending", REWARDS, Priority::Calm),
    ("coupon_extended", REWARDS, Priority::Calm),
    ("coupon_returned", REWARDS, Priority::Calm),
    ("exchange_confirmed", REWARDS, Priority::Calm),
    ("exchange_rejected", REWARDS, Priority::Calm),
    ("goal_ending", GOALS, Priority::Calm),
    ("goal_reached", GOALS, Priority::Calm),
    ("passkey_added", SETTINGS, Priority::Urgent),
    ("passkey_removed", SETTINGS, Priority::Urgent),
    ("password_changed", INBOX, Priority::Urgent),
    ("points_adjusted", INBOX, Priority::Calm),
    ("points_earned", POINTS, Priority::Calm),
    ("points_earned_pending", POINTS, Priority::Calm),
    ("points_ending", POINTS, Priority::Calm),
    ("points_expired", POINTS, Priority::Calm),
    ("points_gone", POINTS, Priority::Calm),
    ("points_held", POINTS, Priority::Calm),
    ("points_received", POINTS, Priority::Calm),
    ("points_released", POINTS, Priority::Calm),
    ("points_reversed", INBOX, Priority::Calm),
    ("points_scanned", POINTS, Priority::Calm),
    ("points_unheld", POINTS, Priority::Calm),
    ("recovery_off", INBOX, Priority::Urgent),
    ("referral", POINTS, Priority::Calm),
    ("session_ended", INBOX, Priority::Urgent),
    ("tier_ending", GOALS, Priority::Calm),
    ("tier_fallen", GOALS, Priority::Calm),
    ("tier_leaving", GOALS, Priority::Calm),
    ("tier_left", GOALS, Priority::Calm),
    ("tier_reward", GOALS, Priority::Calm),
    ("tier_risen", GOALS, Priority::Calm),
];

/// The screen that the push message of a line of that kind opens; `None` if there is no such message.
pub(super) fn opens(kind: &str) -> Option<&'static str> {
    TOLD.into_iter().find(|(known, ..)| *known == kind).map(|(_, opens, _)| opens)
}

/// Queues push messages for a line of that kind, in the commit that adds it.
pub(super) fn tell(tx: &Tx<'_>, member: MemberId, kind: &str) -> AppResult<()> {
    let Some((kind, opens, priority)) = TOLD.into_iter().find(|(known, ..)| *known == kind) else { return Ok(()) };
    tell_each(tx, member, MessageKind::of_line(kind), |language| PushNotification {
        kind: kind.to_owned(),
        language,
        title: messages::text(language, &format!("push.{kind}.title"), &[]),
        // The programme's name can make a text longer than it was when it was checked.
        body: shortened(&messages::text(language, &format!("push.{kind}.body"), &[])),
        opens: opens.into(),
        priority,
        batch: None,
    })
}

/// Queues one push message per device, in the language of the app on it, else of the member. All push messages pass
/// here, so that the preferences always apply.
pub(super) fn tell_each(
    tx: &Tx<'_>,
    member: MemberId,
    about: MessageKind,
    write: impl Fn(Language) -> PushNotification,
) -> AppResult<()> {
    let devices = subscriptions::devices_of(tx, member)?;
    if devices.is_empty() || !preferences::wants(tx, member, about, MessageChannel::Push)? {
        return Ok(());
    }
    let Some(known) = members::find(tx, member)?.filter(|found| found.status == Status::Active) else { return Ok(()) };
    devices.iter().try_for_each(|device| {
        let note = write(device.language.unwrap_or(known.language));
        queue_note(tx, member, &device.address, about.declinable(), &note)
    })
}

/// A body of at most [`LONGEST_PUSH_BODY`] characters: the text of an announcement has no such limit.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_PUSH_BODY) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{TOLD, shortened};
    use crate::base::language::Language;
    use crate::base::messages::text;

    #[test]
    fn every_note_has_its_words_and_none_has_room_for_a_name_or_a_sum() {
        for (kind, opens, _) in TOLD {
            assert!(opens.starts_with('/'), "{opens}");
            for part in ["title", "body"] {
                let key = format!("push.{kind}.{part}");
                let said = Language::ALL.map(|language| text(language, &key, &[]));
                // A placeholder without a value would leave two spaces, or a space before a full stop.
                assert!(said.iter().all(|words| !words.is_empty() && !words.contains("  ")), "{key}");
                assert!(
                    !text(Language::En, &key, &[("points", "7"), ("from", "7"), ("name", "7")]).contains('7'),
                    "{key}"
                );
            }
        }
    }

    #[test]
    fn a_note_about_a_reward_opens_the_list_that_has_coupons_and_exchanges() {
        // The page "Saved" opens on the last used tab and does not list exchanges.
        for kind in ["coupon_returned", "exchange_confirmed", "exchange_rejected"] {
            assert!(TOLD.iter().any(|(known, opens, _)| (*known, *opens) == (kind, "/myRewards")), "{kind}");
        }
    }

    #[test]
    fn a_long_push_text_is_cut_between_characters() {
        assert_eq!(shortened("短"), "短");
        let cut = shortened(&"樹".repeat(1_000));
        assert_eq!((cut.chars().count(), cut.chars().last()), (241, Some('…')));
    }
}
