//! What members want to be told, and by which way. Whoever sends something asks [`wants`] first, and whoever changes it
//! takes back what waits.
//! Offers need a consent of their own, which is kept as a proof; warnings about one's own account
//! cannot be switched off. No routes.

mod queries;

use serde::{Deserialize, Serialize};

use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::keys::{Keyring, Purpose};
use crate::base::language::Language;
use crate::base::problem::{AppResult, ProblemType};
use crate::base::secret::{base64url, read_base64url, same};
use crate::platform::store::{Read, Tx};

/// Warnings about an account reach its owner whatever they would rather hear.
pub const PREFERENCE_LOCKED: ProblemType = ProblemType::new("preference_locked", 422, "Cannot be switched off");
/// The text that was agreed to is not the one in force.
pub const CONSENT_OUTDATED: ProblemType = ProblemType::new("consent_outdated", 409, "Consent text changed");
/// The link is none of ours.
pub const INVALID_UNSUBSCRIBE_LINK: ProblemType =
    ProblemType::new("invalid_unsubscribe_link", 400, "Invalid unsubscribe link");

/// The version of `consent.marketing` in the texts: another wording needs another one here.
pub const CONSENT_TEXT: &str = "2026-11";

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageKind)]
pub enum Kind {
    /// Sign-ins, passwords, passkeys, points that left.
    Security,
    /// Points that came or lapsed.
    Points,
    /// Coupons and exchanges.
    Rewards,
    /// What the programme has to say about itself.
    News,
    /// Offers.
    Marketing,
}

/// A way to a member beside their inbox, which has everything but offers that they did not ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageChannel)]
pub enum Channel {
    /// Their address.
    Email,
    /// Their devices.
    Push,
    /// The inbox in the app.
    Inbox,
}

impl Kind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Kind; 5] = [Kind::Security, Kind::Points, Kind::Rewards, Kind::News, Kind::Marketing];

    /// The name of it among what a member may decline; warnings have none.
    pub const fn declinable(self) -> Option<&'static str> {
        match self {
            Kind::Security => None,
            other => Some(other.name()),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::Security => "security",
            Kind::Points => "points",
            Kind::Rewards => "rewards",
            Kind::News => "news",
            Kind::Marketing => "marketing",
        }
    }

    /// What a line of the inbox of that kind is about. What is not known is a warning: better one too
    /// many.
    pub fn of_line(kind: &str) -> Self {
        match kind {
            "points_earned" | "points_received" | "points_reversed" | "points_scanned" | "points_adjusted"
            | "award_undone" | "referral" | "referral_undone" => Kind::Points,
            "coupon_returned" | "exchange_confirmed" | "exchange_rejected" => Kind::Rewards,
            "welcome" | "broadcast" => Kind::News,
            _ => Kind::Security,
        }
    }

    /// The ways that a message of this kind may go beside the inbox.
    pub const fn channels(self) -> &'static [Channel] {
        match self {
            Kind::Points | Kind::Rewards => &[Channel::Push],
            Kind::Security | Kind::News | Kind::Marketing => &[Channel::Email, Channel::Push],
        }
    }
}

impl Channel {
    const fn name(self) -> &'static str {
        match self {
            Channel::Email => "email",
            Channel::Push => "push",
            Channel::Inbox => "inbox",
        }
    }
}

/// Whether a member is to be told something of that kind by that way. Asked wherever a message is
/// queued, in the write that queues it.
pub fn wants(read: &Read<'_>, member: MemberId, kind: Kind, channel: Channel) -> AppResult<bool> {
    if kind == Kind::Security {
        return Ok(true);
    }
    if kind == Kind::Marketing && consent(read, member)?.is_none() {
        return Ok(false);
    }
    is_wished(read, member, kind, channel)
}

/// What the member said to one kind by one way, whatever else it needs; everything until they say
/// otherwise.
pub fn is_wished(read: &Read<'_>, member: MemberId, kind: Kind, channel: Channel) -> AppResult<bool> {
    Ok(channel == Channel::Inbox || queries::preference(read, member, kind.name(), channel.name())?.unwrap_or(true))
}

/// Something that a member would rather not be told by one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Declined {
    /// Of that kind …
    pub kind: Kind,
    /// … by that way.
    pub channel: Channel,
}

/// What a member does not want, by kind and way.
pub fn declined(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Declined>> {
    let mut found = Vec::new();
    for kind in Kind::ALL {
        for channel in kind.channels() {
            if !is_wished(read, member, kind, *channel)? {
                found.push(Declined { kind, channel: *channel });
            }
        }
    }
    Ok(found)
}

/// Says by which way a member hears of a kind. Fails with [`PREFERENCE_LOCKED`] for warnings and the
/// inbox, which stay on.
pub fn set(tx: &Tx<'_>, member: MemberId, kind: Kind, channel: Channel, wish: Wish) -> AppResult<()> {
    if kind == Kind::Security || channel == Channel::Inbox {
        return if wish == Wish::Wanted { Ok(()) } else { Err(PREFERENCE_LOCKED.into()) };
    }
    if !kind.channels().contains(&channel) {
        return Err(PREFERENCE_LOCKED.into());
    }
    queries::set_preference(tx, member, kind.name(), channel.name(), wish == Wish::Wanted)
}

/// What a member says to one kind by one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Yes.
    Wanted,
    /// No.
    Unwanted,
}

/// A consent to hear of offers, in force or withdrawn.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Consent {
    /// When it was given.
    pub given: Timestamp,
    /// The version of the text that was agreed to.
    pub text_version: String,
    /// The language in which it was on screen.
    pub language: Language,
    /// When it was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Timestamp>,
}

/// How a consent ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// On the settings screen.
    Settings,
    /// By the link in a message.
    Link,
}

/// The consent that is in force.
pub fn consent(read: &Read<'_>, member: MemberId) -> AppResult<Option<Consent>> {
    queries::consent_in_force(read, member)
}

/// Every consent that a member has given, the newest first.
pub fn consents(read: &Read<'_>, member: MemberId) -> AppResult<Vec<Consent>> {
    queries::consents(read, member)
}

/// Notes that a member agrees to hear of offers; one that is in force stays as it is. Fails with
/// [`CONSENT_OUTDATED`] for another text than the one in force.
pub fn give_consent(tx: &Tx<'_>, member: MemberId, text_version: &str, language: Language) -> AppResult<()> {
    if text_version != CONSENT_TEXT {
        return Err(CONSENT_OUTDATED.into());
    }
    if consent(tx, member)?.is_some() { Ok(()) } else { queries::insert_consent(tx, member, text_version, language) }
}

/// Ends the consent that is in force, if there is one.
pub fn withdraw_consent(tx: &Tx<'_>, member: MemberId, by: Withdrawal) -> AppResult<()> {
    let by = if by == Withdrawal::Settings { "settings" } else { "link" };
    queries::withdraw_consent(tx, member, by)
}

/// Forgets what a member who leaves wanted and agreed to.
pub fn forget_member(tx: &Tx<'_>, member: MemberId) -> AppResult<()> {
    queries::delete_all(tx, member)
}

/// The token of a link by which whoever has a message ends messages of its kind, without signing in.
/// It names the member and nothing else, and works for as long as the message may lie about.
pub fn unsubscribe_token(keys: &Keyring, member: MemberId, kind: Kind) -> String {
    let mut token = member.as_bytes().to_vec();
    token.push(kind as u8);
    let mac = keys.mac(Purpose::Unsubscribe, &[&token]);
    token.extend_from_slice(&mac);
    base64url(&token)
}

/// Ends messages of the kind that a link names: offers altogether, anything else by e-mail; gives whose they were. Doing
/// it twice is doing it once. Fails with [`INVALID_UNSUBSCRIBE_LINK`].
pub fn unsubscribe(tx: &Tx<'_>, keys: &Keyring, token: &str) -> AppResult<MemberId> {
    let (member, kind) = named_by(keys, token).ok_or(INVALID_UNSUBSCRIBE_LINK)?;
    match kind {
        Kind::Marketing => withdraw_consent(tx, member, Withdrawal::Link)?,
        kind if queries::is_known(tx, member)? => set(tx, member, kind, Channel::Email, Wish::Unwanted)?,
        _ => {}
    }
    Ok(member)
}

fn named_by(keys: &Keyring, token: &str) -> Option<(MemberId, Kind)> {
    let bytes = read_base64url(token.trim())?;
    let (named, mac) = bytes.split_at_checked(17)?;
    if !same(&keys.mac(Purpose::Unsubscribe, &[named]), mac) {
        return None;
    }
    let kind = Kind::ALL.into_iter().find(|kind| *kind as u8 == named[16])?;
    Some((MemberId::from_bytes(named[..16].try_into().ok()?), kind))
}
