//! Detection: reads the purchases, transfers and devices of the last days. It reads the awards twice: first it counts
//! by subject, then it collects those of the few subjects that are above their threshold, so that it holds no award of
//! the others.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::judge::{AlarmFinding, Seen, Suspicion, is_reached};
use super::queries::{self, AwardSeen};
use super::{AbuseKind, CounterActor, Figures};
use crate::auth::device_accounts;
use crate::base::clock::Timestamp;
use crate::base::id::{MemberId, PartnerId};
use crate::base::problem::AppResult;
use crate::core::ledger;
use crate::core::settings::{AlarmSettings, AlarmThreshold};
use crate::platform::store::Read;

/// Kinds of abuse that are found in awards.
const OF_AWARDS: [AbuseKind; 4] = [AbuseKind::Pair, AbuseKind::RoundAmounts, AbuseKind::NoReceipt, AbuseKind::Undone];
/// A bill of whole hundreds of HK$ is round.
const ROUND_CENTS: i64 = 10_000;

/// A kind of abuse that is switched on, and the first moment whose evidence counts.
#[derive(Clone, Copy)]
struct Watch {
    kind: AbuseKind,
    threshold: AlarmThreshold,
    since: Timestamp,
}

fn watches(settings: &AlarmSettings, kinds: &[AbuseKind], now: Timestamp) -> Vec<Watch> {
    let watch = |kind: &AbuseKind| {
        let threshold = kind.threshold(settings);
        let span = Duration::from_secs(threshold.days.unsigned_abs() * 86_400);
        threshold.on.then_some(Watch { kind: *kind, threshold, since: now.minus(span) })
    };
    kinds.iter().filter_map(watch).collect()
}

/// The key of an alarm: its kind, the cashier's id, the partner, and the member for alarms about a pair.
type Subject = (AbuseKind, [u8; 16], PartnerId, Option<MemberId>);

/// Whether an award counts for a kind, and whether it looks odd.
fn seen_as(kind: AbuseKind, award: &AwardSeen) -> Option<bool> {
    match kind {
        AbuseKind::Undone => Some(award.undone),
        _ if award.undone => None,
        AbuseKind::RoundAmounts => Some(award.amount_cents > 0 && award.amount_cents % ROUND_CENTS == 0),
        AbuseKind::NoReceipt => Some(!award.has_receipt),
        _ => Some(true),
    }
}

fn subject_of(kind: AbuseKind, award: &AwardSeen) -> Subject {
    (kind, award.actor, award.partner, (kind == AbuseKind::Pair).then_some(award.member))
}

#[derive(Clone, Copy, Default)]
struct Counted {
    odd: i64,
    all: i64,
}

impl Counted {
    fn add(&mut self, odd: bool) {
        self.odd += i64::from(odd);
        self.all += 1;
    }

    const fn without(self, part: Counted) -> Counted {
        Counted { odd: self.odd - part.odd, all: self.all - part.all }
    }
}

/// The sums of one run of the detection.
#[derive(Default)]
struct Counts {
    subjects: HashMap<Subject, Counted>,
    partners: HashMap<(AbuseKind, PartnerId), Counted>,
    programme: HashMap<AbuseKind, Counted>,
    /// Members with an award by partner, for the usual number of a pair.
    members: HashMap<PartnerId, HashSet<MemberId>>,
}

impl Counts {
    fn add(&mut self, kind: AbuseKind, odd: bool, award: &AwardSeen) {
        self.subjects.entry(subject_of(kind, award)).or_default().add(odd);
        self.partners.entry((kind, award.partner)).or_default().add(odd);
        self.programme.entry(kind).or_default().add(odd);
        if kind == AbuseKind::Pair {
            self.members.entry(award.partner).or_default().insert(award.member);
        }
    }

    /// The usual number of awards of a member at the partner, or the usual share of the others at the partner, in per
    /// cent; where there are too few others, of the whole programme. `None` if there is nothing to compare with.
    fn usual(&self, (kind, _, partner, _): &Subject, own: Counted, bills: i64) -> Option<i64> {
        let here = self.partners.get(&(*kind, *partner)).copied().unwrap_or_default();
        if *kind == AbuseKind::Pair {
            let members = self.members.get(partner).map_or(1, HashSet::len).max(1) as i64;
            return Some((here.all + members / 2) / members);
        }
        let everywhere = self.programme.get(kind).copied().unwrap_or_default();
        let others = [here.without(own), everywhere.without(own)].into_iter().find(|others| others.all >= bills);
        match others {
            Some(others) => Some(others.odd * 100 / others.all.max(1)),
            // Only the share of awards without a receipt number needs others to compare it with.
            None => (*kind != AbuseKind::NoReceipt).then_some(0),
        }
    }
}

/// Finds the subjects above their thresholds that have no open alarm yet, and new evidence for open alarms.
pub(super) fn detect(read: &Read<'_>, settings: &AlarmSettings) -> AppResult<Vec<AlarmFinding>> {
    let mut findings = Vec::new();
    let every = [&OF_AWARDS[..], &[AbuseKind::FanIn, AbuseKind::Device]].concat();
    let watched = watches(settings, &every, read.now());
    let of = |kinds: &[AbuseKind]| -> Vec<Watch> {
        watched.iter().filter(|watch| kinds.contains(&watch.kind)).copied().collect()
    };
    let mut suspicions = at_counters(read, &of(&OF_AWARDS))?;
    for watch in of(&[AbuseKind::FanIn]) {
        suspicions.extend(of_transfers(read, watch)?);
    }
    for watch in of(&[AbuseKind::Device]) {
        suspicions.extend(of_devices(read, watch)?);
    }
    for suspicion in suspicions {
        let known = queries::subject_state(read, suspicion.kind, &suspicion.subject)?;
        if known.quiet_until > read.now() {
            continue;
        }
        let Some(mut finding) = suspicion.judge(suspicion.kind.threshold(settings), known.ended) else { continue };
        if let Some(alarm) = known.not_ended {
            let before = queries::evidence_ids(read, alarm)?;
            finding.evidence.retain(|one| !before.contains(&one.id));
        }
        if !finding.evidence.is_empty() {
            findings.push(finding);
        }
    }
    Ok(findings)
}

fn at_counters(read: &Read<'_>, watched: &[Watch]) -> AppResult<Vec<Suspicion>> {
    let Some(earliest) = watched.iter().map(|watch| watch.since).min() else { return Ok(Vec::new()) };
    let mut counts = Counts::default();
    queries::each_award(read, earliest, |award| {
        for watch in watched.iter().filter(|watch| award.created >= watch.since) {
            if let Some(odd) = seen_as(watch.kind, &award) {
                counts.add(watch.kind, odd, &award);
            }
        }
        Ok(())
    })?;
    let mut found: HashMap<Subject, Suspicion> = HashMap::new();
    for (subject, own) in &counts.subjects {
        let Some(watch) = watched.iter().find(|watch| watch.kind == subject.0) else { continue };
        let Some(usual) = counts.usual(subject, *own, watch.threshold.bills) else { continue };
        let figures = Figures { counted: own.odd, of_all: own.all, usual, days: watch.threshold.days };
        if is_reached(watch.kind, watch.threshold, figures).0 {
            found.insert(*subject, suspicion_of(subject, usual));
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    queries::each_award(read, earliest, |award| {
        for watch in watched.iter().filter(|watch| award.created >= watch.since) {
            let Some(odd) = seen_as(watch.kind, &award) else { continue };
            let Some(suspicion) = found.get_mut(&subject_of(watch.kind, &award)) else { continue };
            // An award that was taken back has no points that could be put on hold.
            let points = if award.undone { 0 } else { award.points };
            let (id, member, at) = (*award.transaction.as_bytes(), award.member, award.created);
            suspicion.seen.push(Seen { id, member, points, at, odd, sender: 0 });
            let (name, partner) = (award.actor_name.clone(), award.partner);
            suspicion.actor = Some(CounterActor { id: award.actor, name, partner, till: award.till });
        }
        Ok(())
    })?;
    Ok(found.into_values().collect())
}

fn suspicion_of((kind, actor, partner, member): &Subject, usual: i64) -> Suspicion {
    let other = member.map_or_else(|| partner.to_string(), |member| member.to_string());
    let subject = format!("{}:{other}", hexadecimal(actor));
    Suspicion { kind: *kind, subject, member: *member, actor: None, usual, seen: Vec::new() }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of_transfers(read: &Read<'_>, watch: Watch) -> AppResult<Vec<Suspicion>> {
    let mut senders: HashMap<_, HashSet<i64>> = HashMap::new();
    ledger::transfers_since(read, watch.since, |transfer| {
        senders.entry(transfer.to).or_default().insert(transfer.from.get());
        Ok(())
    })?;
    let mut found = HashMap::new();
    for (account, senders) in senders {
        if (senders.len() as i64) < watch.threshold.from {
            continue;
        }
        if let Some(member) = ledger::member_of(read, account)? {
            let seen = Vec::new();
            let subject = member.to_string();
            found.insert(
                account,
                Suspicion { kind: watch.kind, subject, member: Some(member), actor: None, usual: 0, seen },
            );
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    ledger::transfers_since(read, watch.since, |transfer| {
        if let Some(suspicion) = found.get_mut(&transfer.to)
            && let Some(member) = suspicion.member
        {
            let (id, at, sender) = (*transfer.id.as_bytes(), transfer.created, transfer.from.get());
            suspicion.seen.push(Seen { id, member, points: transfer.points, at, odd: true, sender });
        }
        Ok(())
    })?;
    Ok(found.into_values().collect())
}

fn of_devices(read: &Read<'_>, watch: Watch) -> AppResult<Vec<Suspicion>> {
    let mut found: HashMap<[u8; 32], Vec<Seen>> = HashMap::new();
    for account in device_accounts::first_seen_since(read, watch.since)? {
        let (id, member, at) = (*account.member.as_bytes(), account.member, account.first_seen);
        found.entry(account.device).or_default().push(Seen { id, member, points: 0, at, odd: true, sender: 0 });
    }
    let mut suspicions = Vec::new();
    for (device, mut seen) in found {
        if (seen.len() as i64) < watch.threshold.from {
            continue;
        }
        seen.sort_by_key(|one| one.at);
        for one in &mut seen {
            one.points = ledger::balance_of(read, one.member)?;
        }
        let subject = hexadecimal(&device);
        suspicions.push(Suspicion { kind: watch.kind, subject, member: None, actor: None, usual: 0, seen });
    }
    Ok(suspicions)
}
