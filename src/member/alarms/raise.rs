//! Raises an alarm about a finding, or adds the finding to the alarm about the same subject.

use super::judge::AlarmFinding;
use super::{AlarmEvent, note_step, queries};
use crate::base::id::AlarmId;
use crate::base::problem::AppResult;
use crate::platform::store::Tx;

/// Keeps a finding. Does nothing if staff ended an alarm about the subject since the detection began: the next run
/// leaves that alarm's evidence out.
pub(super) fn keep(tx: &Tx<'_>, finding: &AlarmFinding) -> AppResult<()> {
    let known = queries::subject_state(tx, finding.kind, &finding.subject)?;
    let oldest = finding.evidence.iter().map(|one| one.at).min();
    if known.quiet_until > tx.now() || oldest.is_none_or(|oldest| oldest <= known.ended) {
        return Ok(());
    }
    let alarm = match known.not_ended {
        Some(alarm) => {
            queries::update_figures(tx, alarm, finding)?;
            alarm
        }
        None => {
            let alarm = AlarmId::made_at(tx.now());
            queries::insert(tx, alarm, finding)?;
            note_step(tx, alarm, AlarmEvent::Raised, None, finding.evidence.iter().map(|one| one.points).sum())?;
            alarm
        }
    };
    for one in &finding.evidence {
        queries::insert_evidence(tx, alarm, one)?;
    }
    queries::sum_points(tx, alarm)
}
