//! Decides whether the evidence about one cashier, member or device exceeds the alarm's threshold, and how serious it
//! is.

use std::collections::HashSet;

use super::{AbuseKind, AlarmLevel, CounterActor, Figures};
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::core::settings::AlarmThreshold;

/// The most evidence that one finding adds to an alarm, the newest.
const MOST_EVIDENCE: usize = 200;
/// The least usual share of awards without a receipt number, in per cent. Below it, a multiple of the usual share is
/// too small to be evidence.
const LEAST_USUAL: i64 = 5;
/// An alarm is a level more serious from this multiple of its threshold on.
const STRONG: i64 = 3;

/// A transaction, or an account on a device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The id of the transaction, or of the account.
    pub id: [u8; 16],
    /// The member who has the points.
    pub member: MemberId,
    pub points: i64,
    pub at: Timestamp,
    /// Whether the transaction or account looks odd. Kinds without a share get only odd ones.
    pub odd: bool,
    /// The account of the sender of a transfer, else 0.
    pub sender: i64,
}

/// A subject with everything that was seen of it.
#[derive(Clone, Debug)]
pub(super) struct Suspicion {
    pub kind: AbuseKind,
    pub subject: String,
    pub member: Option<MemberId>,
    pub actor: Option<CounterActor>,
    pub usual: i64,
    /// In order of time.
    pub seen: Vec<Seen>,
}

/// A subject above its threshold.
#[derive(Clone, Debug)]
pub(super) struct AlarmFinding {
    pub kind: AbuseKind,
    pub subject: String,
    pub member: Option<MemberId>,
    pub actor: Option<CounterActor>,
    pub level: AlarmLevel,
    pub figures: Figures,
    pub evidence: Vec<Seen>,
}

/// Whether the figures reach the threshold, and whether they exceed it by a multiple of [`STRONG`].
pub(super) fn is_reached(kind: AbuseKind, threshold: AlarmThreshold, figures: Figures) -> (bool, bool) {
    let Figures { counted, of_all, usual, .. } = figures;
    let (measure, from) = match kind {
        AbuseKind::Pair | AbuseKind::FanIn | AbuseKind::Device => (counted, threshold.from),
        AbuseKind::RoundAmounts | AbuseKind::Undone => (counted * 100, threshold.from * of_all),
        AbuseKind::NoReceipt => (counted * 100, threshold.from * usual.max(LEAST_USUAL) * of_all),
    };
    (measure >= from && counted > 0 && of_all >= threshold.bills, measure >= STRONG * from)
}

fn level(kind: AbuseKind, strong: bool) -> AlarmLevel {
    match (kind, strong) {
        (AbuseKind::Pair | AbuseKind::FanIn, _) => AlarmLevel::High,
        (AbuseKind::Device, false) => AlarmLevel::Low,
        (AbuseKind::Device, true) => AlarmLevel::Medium,
        (_, false) => AlarmLevel::Medium,
        (_, true) => AlarmLevel::High,
    }
}

impl Suspicion {
    /// The finding by what was seen after a moment; `None` below the threshold.
    pub(super) fn judge(&self, threshold: AlarmThreshold, after: Timestamp) -> Option<AlarmFinding> {
        let seen: Vec<Seen> = self.seen.iter().filter(|one| one.at > after).copied().collect();
        let odd: Vec<Seen> = seen.iter().filter(|one| one.odd).copied().collect();
        let (counted, of_all) = match self.kind {
            AbuseKind::Pair | AbuseKind::Device => (odd.len(), 0),
            AbuseKind::FanIn => (odd.iter().map(|one| one.sender).collect::<HashSet<_>>().len(), 0),
            AbuseKind::RoundAmounts | AbuseKind::NoReceipt | AbuseKind::Undone => (odd.len(), seen.len()),
        };
        let figures =
            Figures { counted: counted as i64, of_all: of_all as i64, usual: self.usual, days: threshold.days };
        let (reached, strong) = is_reached(self.kind, threshold, figures);
        reached.then(|| AlarmFinding {
            kind: self.kind,
            subject: self.subject.clone(),
            member: self.member,
            actor: self.actor.clone(),
            level: level(self.kind, strong),
            figures,
            evidence: odd[odd.len().saturating_sub(MOST_EVIDENCE)..].to_vec(),
        })
    }
}
