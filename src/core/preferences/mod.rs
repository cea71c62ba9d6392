//! Message preferences of members: which kinds of messages they receive through which channel. Code that sends a
//! message calls [`wants`] first, and code that changes a preference cancels queued messages.
//!
//! Offers need a separate consent, which is stored as proof. Warnings about the member's own account cannot be
//! switched off. No routes.

mod queries;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::language::Language;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::{base64url, read_base64url, same};
use crate::platform::store::{Read, Tx, stored_names};

/// Warnings about an account are always delivered to its owner.
pub const PREFERENCE_LOCKED: ProblemType = ProblemType::new("preference_locked", 422, "Cannot be switched off");
/// The member agreed to a consent text that is no longer in force.
pub const CONSENT_OUTDATED: ProblemType = ProblemType::new("consent_outdated", 409, "Consent text changed");
/// The link was not issued by this server.
pub const INVALID_UNSUBSCRIBE_LINK: ProblemType =
    ProblemType::new("invalid_unsubscribe_link", 400, "Invalid unsubscribe link");

/// The version of the text `consent.marketing`. Change it whenever the wording changes.
pub const CONSENT_TEXT: &str = "2026-11";

/// The subject of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageKind)]
pub enum MessageKind {
    /// Sign-ins, passwords, passkeys, outgoing points.
    Security,
    /// Points received, taken back, about to expire or expired.
    Points,
    /// Coupons and exchanges.
    Rewards,
    /// News about the programme.
    News,
    /// Offers.
    Marketing,
}

/// A channel to a member. The inbox receives every message except offers without consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageChannel)]
pub enum MessageChannel {
    /// The member's e-mail address.
    Email,
    /// Push messages to the member's devices.
    Push,
    /// The inbox in the app.
    Inbox,
}
stored_names! {
    MessageKind {
        Security = "security", Points = "points", Rewards = "rewards", News = "news", Marketing = "marketing",
    }
}

impl MessageKind {
    /// The name under which a member may decline this kind; `None` for warnings.
    pub const fn declinable(self) -> Option<&'static str> {
        match self {
            MessageKind::Security => None,
            other => Some(other.name()),
        }
    }

    /// The kind of an inbox entry. An unknown entry counts as a warning, so that it is delivered.
    pub fn of_line(kind: &str) -> Self {
        match kind {
            "points_earned"
            | "points_earned_pending"
            | "points_received"
            | "points_reversed"
            | "points_scanned"
            | "points_adjusted"
            | "award_undone"
            | "claim_approved"
            | "claim_asked"
            | "claim_filed"
            | "claim_refused"
            | "points_ending"
            | "points_expired"
            | "points_gone"
            | "points_back"
            | "points_released"
            | "points_unheld"
            | "referral"
            | "referral_undone" => MessageKind::Points,
            "coupon_ending" | "coupon_extended" | "coupon_returned" | "exchange_confirmed" | "exchange_rejected"
            | "goal_reached" | "goal_undone" | "goal_ending" | "tier_risen" | "tier_kept" | "tier_ending"
            | "tier_fallen" | "tier_leaving" | "tier_left" | "tier_reward" | "tier_undone" => MessageKind::Rewards,
            "welcome" | "broadcast" => MessageKind::News,
            _ => MessageKind::Security,
        }
    }

    /// The channels that a message of this kind may use besides the inbox.
    pub const fn channels(self) -> &'static [MessageChannel] {
        // A message about points, coupons or levels that end is also sent by e-mail. Other messages about points and
        // rewards are sent by push only.
        &[MessageChannel::Email, MessageChannel::Push]
    }
}
stored_names! { MessageChannel { Email = "email", Push = "push", Inbox = "inbox" } }

/// Whether a member receives messages of this kind through this channel. Called before queueing a message, in the
/// same write.
pub fn wants(read: &Read<'_>, member: MemberId, kind: MessageKind, channel: MessageChannel) -> AppResult<bool> {
    if kind == MessageKind::Security {
        return Ok(true);
    }
    if kind == MessageKind::Marketing && consent(read, member)?.is_none() {
        return Ok(false);
    }
    is_wished(read, member, kind, channel)
}

/// The member's preference for one kind and channel, without regard to consent. The default is yes.
pub fn is_wished(read: &Read<'_>, member: MemberId, kind: MessageKind, channel: MessageChannel) -> AppResult<bool> {
    Ok(channel == MessageChannel::Inbox
        || queries::preference(read, member, kind.name(), channel.name())?.unwrap_or(true))
}

/// A kind and channel that a member has declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Declined {
    /// The kind.
    pub kind: MessageKind,
    /// The channel.
    pub channel: MessageChannel,
}

/// The kinds and channels that a member has declined.
pub fn declined(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Declined>> {
    let mut found = Vec::new();
    for kind in MessageKind::ALL {
        for channel in kind.channels() {
            if !is_wished(read, member, kind, *channel)? {
                found.push(Declined { kind, channel: *channel });
            }
        }
    }
    Ok(found)
}

/// Sets a preference. Fails with [`PREFERENCE_LOCKED`] for warnings and the inbox, which stay on.
pub fn set(
    tx: &Tx<'_>,
    member: MemberId,
    kind: MessageKind,
    channel: MessageChannel,
    wish: ConsentChoice,
) -> AppResult<()> {
    if kind == MessageKind::Security || channel == MessageChannel::Inbox {
        return if wish == ConsentChoice::Wanted { Ok(()) } else { Err(PREFERENCE_LOCKED.into()) };
    }
    if !kind.channels().contains(&channel) {
        return Err(PREFERENCE_LOCKED.into());
    }
    queries::set_preference(tx, member, kind.name(), channel.name(), wish == ConsentChoice::Wanted)
}

/// A preference for one kind and channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentChoice {
    /// Wanted.
    Wanted,
    /// Not wanted.
    Unwanted,
}

/// A consent to receive offers, in force or withdrawn.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Consent {
    /// The time at which it was given.
    pub given: Timestamp,
    /// The version of the consent text.
    pub text_version: String,
    /// The language in which the text was shown.
    pub language: Language,
    /// The time at which it was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Timestamp>,
}

/// The way in which a consent was withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// On the settings screen.
    Settings,
    /// By the unsubscribe link in a message.
    Link,
}

/// The consent in force.
pub fn consent(read: &Read<'_>, member: MemberId) -> AppResult<Option<Consent>> {
    queries::consent_in_force(read, member)
}

/// Every consent of a member, newest first.
pub fn consents(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Consent>> {
    queries::consents(read, member)
}

/// Records a member's consent to offers; a consent in force stays as it is. Fails with [`CONSENT_OUTDATED`] if
/// `text_version` is not in force.
pub fn give_consent(tx: &Tx<'_>, member: MemberId, text_version: &str, language: Language) -> AppResult<()> {
    if text_version != CONSENT_TEXT {
        return Err(CONSENT_OUTDATED.into());
    }
    if consent(tx, member)?.is_some() { Ok(()) } else { queries::insert_consent(tx, member, text_version, language) }
}

/// Withdraws the consent in force, if there is one.
pub fn withdraw_consent(tx: &Tx<'_>, member: MemberId, by: Withdrawal) -> AppResult<()> {
    let by = if by == Withdrawal::Settings { "settings" } else { "link" };
    queries::withdraw_consent(tx, member, by)
}

/// Deletes the preferences and consents of a member who leaves.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_all(tx, member)
}

/// The token of an unsubscribe link, which works without signing in. It names only the member and the kind, and does
/// not expire, because messages are kept.
pub fn unsubscribe_token(keys: &Keyring, member: MemberId, kind: MessageKind) -> String {
    let mut token = member.as_bytes().to_vec();
    token.push(kind as u8);
    let mac = keys.mac(KeyPurpose::Unsubscribe, &[&token]);
    token.extend_from_slice(&mac);
    base64url(&token)
}

/// Ends messages of the kind that a link names: offers on all channels, other kinds by e-mail. Returns the member.
/// Repeating the call has no further effect. Fails with [`INVALID_UNSUBSCRIBE_LINK`].
pub fn unsubscribe(tx: &Tx<'_>, keys: &Keyring, token: &str) -> AppResult<MemberId> {
    let (member, kind) = named_by(keys, token).ok_or(INVALID_UNSUBSCRIBE_LINK)?;
    match kind {
        MessageKind::Marketing => withdraw_consent(tx, member, Withdrawal::Link)?,
        kind if queries::is_known(tx, member)? => {
            set(tx, member, kind, MessageChannel::Email, ConsentChoice::Unwanted)?
        }
        _ => {}
    }
    Ok(member)
}

fn named_by(keys: &Keyring, token: &str) -> Option<(MemberId, MessageKind)> {
    let bytes = read_base64url(token.trim())?;
    let (named, mac) = bytes.split_at_checked(17)?;
    if !same(&keys.mac(KeyPurpose::Unsubscribe, &[named]), mac) {
        return None;
    }
    let kind = MessageKind::ALL.into_iter().find(|kind| *kind as u8 == named[16])?;
    Some((MemberId::from_bytes(named[..16].try_into().ok()?), kind))
}
