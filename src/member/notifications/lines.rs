//! The subject of a line in the inbox, and the screen of the app that shows the subject.

use serde::Serialize;

use super::push;

const POINTS: &str = "/points";
const PROFILE: &str = "/profile";
const REWARDS: &str = "/myRewards";
const GOALS: &str = "/goals";
const SETTINGS: &str = "/settings";

/// The subject of a line, by which the app draws its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// Points that came in.
    Earned,
    /// Points that the member sent to another member, or received.
    Transfer,
    /// Points or a coupon that end, or have ended.
    Ending,
    /// Points that were corrected or taken back.
    Corrected,
    /// An answer to a claim.
    Claim,
    /// A stamp card, a challenge or a level.
    Goal,
    /// A coupon or an exchange.
    Coupon,
    /// The programme's news.
    News,
    /// Something about the account that the member should know.
    Security,
}

/// The subject of a line of this stored kind. An unknown kind counts as a warning.
pub(super) fn subject(kind: &str) -> LineKind {
    match kind {
        "points_ending" | "points_expired" | "points_gone" | "coupon_ending" => LineKind::Ending,
        "points_sent" | "points_received" => LineKind::Transfer,
        "points_adjusted" | "points_reversed" | "award_undone" | "referral_undone" => LineKind::Corrected,
        "broadcast" | "welcome" => LineKind::News,
        "referral" => LineKind::Earned,
        _ if kind.starts_with("points_") => LineKind::Earned,
        _ if kind.starts_with("claim_") => LineKind::Claim,
        _ if kind.starts_with("goal_") || kind.starts_with("tier_") => LineKind::Goal,
        _ if kind.starts_with("coupon_") || kind.starts_with("exchange_") => LineKind::Coupon,
        _ => LineKind::Security,
    }
}

/// The screen that a tap on a line opens: that of its push message, unless that is the inbox itself.
pub(super) fn opens(kind: &str) -> Option<&'static str> {
    match kind {
        "card_replaced" | "contact_added" | "name_corrected" => Some(PROFILE),
        "password_changed" | "session_ended" | "recovery_off" => Some(SETTINGS),
        _ => match subject(kind) {
            LineKind::Goal => Some(GOALS),
            LineKind::Coupon => Some(REWARDS),
            LineKind::Earned | LineKind::Transfer | LineKind::Corrected => Some(POINTS),
            LineKind::Ending | LineKind::Claim | LineKind::News | LineKind::Security => None,
        },
    }
    .or_else(|| push::opens(kind))
    .filter(|path| *path != push::INBOX)
}

#[cfg(test)]
mod tests {
    use super::{LineKind, opens, subject};

    #[test]
    fn a_line_opens_the_screen_of_its_subject_and_never_the_inbox() {
        for (kind, about, path) in [
            ("points_earned_in_parts", LineKind::Earned, Some("/points")),
            ("points_adjusted", LineKind::Corrected, Some("/points")),
            ("points_sent", LineKind::Transfer, Some("/points")),
            ("coupon_ending", LineKind::Ending, Some("/myRewards")),
            ("exchange_confirmed_with_reference", LineKind::Coupon, Some("/myRewards")),
            ("goal_badge", LineKind::Goal, Some("/goals")),
            ("claim_refused", LineKind::Claim, Some("/claims")),
            ("passkey_added", LineKind::Security, Some("/settings")),
            ("contact_added", LineKind::Security, Some("/profile")),
            ("welcome", LineKind::News, None),
            ("broadcast", LineKind::News, None),
        ] {
            assert_eq!((subject(kind), opens(kind)), (about, path), "{kind}");
        }
    }
}
