//! Personal data of a member: a copy to download, and its erasure. Staff do both on a member's request, by the same
//! rules.

mod http;

use serde::Serialize;

use crate::auth::{self, SessionKind, UserInfo, passkeys, sessions};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::{ClaimId, MemberId, PartnerId, RedemptionId, TransactionId};
use crate::base::messages;
use crate::base::points::Hkd;
use crate::base::problem::{AppResult, NOT_FOUND};
use crate::core::ledger::{self, AccountId, Details, NewPostings, PendingAward, TransactionKind, TransactionText};
use crate::core::members::{self, Birthday, MemberRecord, Status, birthdays, card_pins, notes};
use crate::core::preferences::{self, Consent, Declined};
use crate::member::alarms::{self, HeldPoints};
use crate::member::articles::{self, ArticleMark};
use crate::member::campaigns;
use crate::member::carbon;
use crate::member::claims::{self, ClaimReason, ClaimRecord, ClaimStatus};
use crate::member::goals;
use crate::member::notifications::{self, Notification};
use crate::member::recovery;
use crate::member::rewards::{self, ItemSnapshot, RedemptionRecord, RedemptionStatus};
use crate::member::segments;
use crate::member::statement::Transaction;
use crate::member::terms;
use crate::member::tiers;
use crate::member::transfers;
use crate::platform::delivery::{self, Message};
use crate::platform::store::{Read, Tx};

pub use http::routes;

/// All data about a member, without the identifiers of other people.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalData {
    /// The time of this copy.
    exported: Timestamp,
    /// The profile, as the app shows it.
    profile: UserInfo,
    /// The time at which they joined.
    joined: Timestamp,
    /// All transactions of their points, newest first.
    transactions: Vec<Transaction>,
    /// Points of purchases that wait until the time for returns is over, the next to be released first.
    pending_points: Vec<PendingHeld>,
    /// Points that staff have put on hold, the oldest first.
    held_points: Vec<HeldPoints>,
    /// The member's purchases, newest first.
    redemptions: Vec<BoughtItem>,
    /// The member's inbox, newest first.
    notifications: Vec<Notification>,
    /// Articles that the member likes.
    liked_articles: Vec<ArticleMark>,
    /// Articles that they have opened.
    read_articles: Vec<ArticleMark>,
    /// The member's passkeys.
    passkeys: Vec<PasskeyHeld>,
    /// The member's sessions.
    sessions: Vec<SessionHeld>,
    /// Messages that the member declined, by kind and channel.
    declined_messages: Vec<Declined>,
    /// The member's consents to marketing, in force and withdrawn, newest first.
    marketing_consents: Vec<Consent>,
    /// The versions of the terms that the member accepted after the sign-up, oldest first.
    accepted_terms: Vec<terms::Acceptance>,
    /// Notes of staff about them, newest first.
    notes: Vec<NoteHeld>,
    /// The member's claims of missing points, newest first. `/api/claims/{id}/photo` returns the photo of a claim.
    claims: Vec<ClaimHeld>,
    /// The member's scans of codes of campaigns, newest first.
    scans: Vec<campaigns::ScanHeld>,
    /// The CO2e that the member's purchases saved, the oldest first.
    carbon: Vec<carbon::EntryHeld>,
    /// The member's stamp cards and challenges, by goal, the oldest first.
    goals: Vec<goals::CardHeld>,
    /// The changes of the member's level, the oldest first.
    tiers: Vec<tiers::TierHeld>,
    /// The rewards that the member got for levels, the lowest level first.
    tier_rewards: Vec<tiers::TierRewardHeld>,
    /// Month and day of birth; absent until the member has entered them.
    #[serde(skip_serializing_if = "Option::is_none")]
    birthday: Option<Birthday>,
}

/// A claim of the member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClaimHeld {
    #[serde(rename = "_id")]
    id: ClaimId,
    number: String,
    partner: PartnerId,
    day: Day,
    amount_hkd: Hkd,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<String>,
    /// The member's own words.
    note: String,
    status: ClaimStatus,
    /// Whether the help desk made it in the member's name.
    filed_by_staff: bool,
    /// The help desk's question and the member's answer to it; empty if nothing was asked.
    question: String,
    answer: String,
    /// The reason why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ClaimReason>,
    /// The messages of staff to the member.
    reply: String,
    has_photo: bool,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<TransactionId>,
}

impl From<ClaimRecord> for ClaimHeld {
    fn from(record: ClaimRecord) -> Self {
        let (question, answer) = record.question.clone().map(|one| (one.words, one.answer)).unwrap_or_default();
        Self {
            number: record.label(),
            id: record.id,
            partner: record.partner,
            day: record.day,
            amount_hkd: record.amount,
            receipt: record.receipt,
            note: record.note,
            status: record.status,
            filed_by_staff: record.filed_by.is_some(),
            question,
            answer,
            reason: record.reason,
            reply: record.reply,
            has_photo: record.has_photo,
            created: record.created,
            decided: record.decided_at,
            transaction: record.transaction,
        }
    }
}

/// Pending points of the member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PendingHeld {
    /// The award.
    transaction: TransactionId,
    points: i64,
    /// The day on which they are released.
    day: Day,
    created: Timestamp,
}

impl From<PendingAward> for PendingHeld {
    fn from(award: PendingAward) -> Self {
        Self { transaction: award.award, points: award.points, day: award.day, created: award.created }
    }
}

/// A purchase of the member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct BoughtItem {
    #[serde(rename = "_id")]
    id: RedemptionId,
    item: ItemSnapshot,
    points: i64,
    status: RedemptionStatus,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wallet_address: Option<String>,
}

impl From<RedemptionRecord> for BoughtItem {
    fn from(bought: RedemptionRecord) -> Self {
        Self {
            id: bought.id,
            item: bought.item,
            points: bought.points,
            status: bought.status,
            created: bought.created,
            used: bought.opened_at,
            wallet_address: bought.wallet_address,
        }
    }
}

/// A passkey, without its key material.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyHeld {
    name: String,
    created: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used: Option<Timestamp>,
}

/// A session of the member.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionHeld {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    started: Timestamp,
    last_seen: Timestamp,
}

/// A note of staff, without its author.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoteHeld {
    text: String,
    created: Timestamp,
}

/// Finds a member who has not been erased. Fails with `not_found`.
fn present(read: &Read<'_>, id: MemberId) -> AppResult<MemberRecord> {
    let found = members::find(read, id)?.filter(|member| member.status != Status::Erased);
    found.ok_or_else(|| NOT_FOUND.into())
}

/// Collects all data about a member. Slow for an old account: call it through `Store::read_at_length`. Fails with
/// `not_found` for an erased member.
pub fn export(read: &Read<'_>, id: MemberId) -> AppResult<PersonalData> {
    let member = present(read, id)?;
    let entries = ledger::entries(read, id, i64::MAX, i64::MAX)?.into_iter();
    let (liked_articles, read_articles) = articles::marks_of(read, id)?;
    let passkeys = passkeys::list(read, id)?.into_iter();
    let sessions = sessions::list_of_member(read, id)?.into_iter();
    let notes = notes::all(read, id)?.into_iter();
    Ok(PersonalData {
        exported: read.now(),
        profile: UserInfo::read(read, id)?,
        joined: member.created,
        // The memo names the other member of a transfer, so it is not part of the copy.
        transactions: entries.map(|entry| Transaction::from(ledger::LedgerEntry { memo: None, ..entry })).collect(),
        pending_points: ledger::pending_of(read, id)?.into_iter().map(PendingHeld::from).collect(),
        held_points: alarms::held(read, id)?,
        redemptions: rewards::list_of_member(read, id)?.into_iter().map(BoughtItem::from).collect(),
        notifications: notifications::list_to_take_along(read, id)?,
        liked_articles,
        read_articles,
        passkeys: passkeys
            .map(|one| PasskeyHeld { name: one.name, created: one.created, last_used: one.last_used })
            .collect(),
        sessions: sessions
            .map(|one| SessionHeld {
                kind: if one.kind == SessionKind::Browser { "browser" } else { "api" },
                device: one.device,
                started: one.started,
                last_seen: one.last_seen,
            })
            .collect(),
        declined_messages: preferences::declined(read, id)?,
        marketing_consents: preferences::consents(read, id)?,
        accepted_terms: terms::accepted(read, id)?,
        notes: notes.map(|one| NoteHeld { text: one.text, created: one.created }).collect(),
        carbon: carbon::held(read, id)?,
        scans: campaigns::held(read, id)?,
        goals: goals::held(read, id)?,
        tiers: tiers::held(read, id)?,
        tier_rewards: tiers::held_rewards(read, id)?,
        birthday: birthdays::find(read, id)?,
        claims: claims::of_member(read, id, None, i64::MAX)?.into_iter().map(ClaimHeld::from).collect(),
    })
}

/// Erases a member, at once and permanently; a message confirms it. The ledger stays, but its entries name only an
/// account. Open exchanges are rejected and the balance expires, because only members hold points. The caller wakes
/// the outbox. Fails with `not_found` for an erased member.
pub fn erase(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let member = present(tx, id)?;
    let phone = member.phone.as_ref().map(|phone| phone.e164());
    let contacts: Vec<&str> = member.email.iter().map(|email| email.as_str()).chain(phone.as_deref()).collect();
    delivery::history::forget_member(tx, id, &contacts)?;
    say_good_bye(tx, &member)?;
    rewards::forget_member(tx, id)?;
    alarms::forget_member(tx, id)?;
    let_points_lapse(tx, id)?;
    ledger::forget_names(tx, id)?;
    transfers::forget_member(tx, id)?;
    articles::forget_member(tx, id)?;
    recovery::forget_member(tx, &member)?;
    auth::forget_member(tx, &member)?;
    notifications::forget_member(tx, id)?;
    preferences::forget_member(tx, id)?;
    notes::forget_member(tx, id)?;
    birthdays::forget_member(tx, id)?;
    card_pins::forget_member(tx, id)?;
    campaigns::forget_member(tx, id)?;
    claims::forget_member(tx, id)?;
    segments::forget_member(tx, id)?;
    terms::forget_member(tx, id)?;
    members::erase(tx, id)
}

fn say_good_bye(tx: &Tx<'_>, member: &MemberRecord) -> AppResult<()> {
    let kind = "account_closed";
    let message = match (&member.email, &member.phone) {
        (Some(email), _) => Message::email(email, member.language, kind, &[]),
        (None, Some(phone)) => Message::sms(phone, member.language, kind, &[]),
        (None, None) => return Ok(()),
    };
    delivery::queue(tx, &message).map(drop)
}

fn let_points_lapse(tx: &Tx<'_>, id: MemberId) -> AppResult<()> {
    let points = ledger::balance_of(tx, id)?;
    let details = Details {
        snapshot: Some(TransactionText {
            name: messages::localized("history.closed.name", &[]),
            description: messages::localized("history.closed.description", &[]),
        }),
        ..Details::default()
    };
    ledger::lapse_pending(tx, id, &details)?;
    if points == 0 {
        return Ok(());
    }
    let account = ledger::account_of(tx, id)?;
    ledger::post(tx, &NewPostings::between(TransactionKind::Expiry, account, AccountId::EXPIRY, points, details))
        .map(drop)
}
