//! Credit batches as they wait for approval.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::CreditLine;
use crate::base::id::RecordId;
use crate::base::problem::AppResult;
use crate::platform::store::Tx;
use crate::staff::approvals::{ActionSubject, PendingAction};
use crate::staff::kit::AuditedStaff;

/// A credit batch to give, once approved.
#[derive(Serialize, Deserialize)]
pub struct CreditsToGive {
    pub(super) name: String,
    pub lines: Vec<CreditLine>,
}

impl PendingAction for CreditsToGive {
    const NAME: &'static str = "Credits";
    const MOVES_POINTS: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::Credits(self.lines.len())
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(super::give(tx, asker, &self.name, &self.lines)?)?)
    }
}

/// A credit batch to undo, once approved.
#[derive(Serialize, Deserialize)]
pub struct CreditsToUndo {
    pub(super) batch: RecordId,
    pub(super) reason: String,
}

impl PendingAction for CreditsToUndo {
    const NAME: &'static str = "UndoCredits";
    const MOVES_POINTS: bool = true;

    fn subject(&self) -> ActionSubject {
        ActionSubject::CreditBatch(self.batch)
    }

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(super::undo(tx, asker, self.batch, &self.reason)?)?)
    }
}
