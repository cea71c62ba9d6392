//! Actions that wait for approval and are carried out on approval.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::id::{CampaignId, MemberId, PartnerId, RecordId, StaffId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::settings::ProgrammeSettings;
use crate::member::campaigns::CampaignInput;
use crate::member::partners::PartnerInput;
use crate::platform::store::Tx;
use crate::staff::admin::content::giving::{self, ContentChange};
use crate::staff::admin::content::{Campaigns, Partners};
use crate::staff::admin::credit_batches::CreditLine;
use crate::staff::admin::settings as programme;
use crate::staff::admin::staff::StaffOrder;
use crate::staff::admin::{codes, credit_batches, members, staff, transactions};
use crate::staff::kit::AuditedStaff;

/// An action that can be carried out without the person who asked for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PendingAction {
    Adjust { member: MemberId, points: i64, reason: String },
    Reverse { transaction: TransactionId, reason: String },
    Staff(StaffOrder),
    Credits { name: String, lines: Vec<CreditLine> },
    UndoCredits { batch: RecordId, reason: String },
    Merge { from: MemberId, into: MemberId, reason: String },
    Settings { version: i64, settings: Box<ProgrammeSettings> },
    Campaign(Box<ContentChange<CampaignId, CampaignInput>>),
    Partner(Box<ContentChange<PartnerId, PartnerInput>>),
    MakeCodes { campaign: CampaignId, count: u32 },
}

impl PendingAction {
    pub(super) fn moves_points(&self) -> bool {
        match self {
            PendingAction::Adjust { .. }
            | PendingAction::Reverse { .. }
            | PendingAction::Credits { .. }
            | PendingAction::UndoCredits { .. }
            | PendingAction::Merge { .. }
            | PendingAction::Campaign(_)
            | PendingAction::Partner(_)
            | PendingAction::MakeCodes { .. } => true,
            PendingAction::Staff(_) | PendingAction::Settings { .. } => false,
        }
    }

    /// The member of staff who cannot sign in until the action is done.
    pub(super) fn locked_out(&self) -> Option<StaffId> {
        match self {
            PendingAction::Staff(StaffOrder::RemoveSecondFactor { id }) => Some(*id),
            _ => None,
        }
    }

    /// The version of the record that the action changes: a record changed meanwhile may be asked for again.
    pub(super) fn version(&self) -> Option<i64> {
        match self {
            PendingAction::Staff(order) => order.version(),
            PendingAction::Campaign(order) => order.version,
            PendingAction::Partner(order) => order.version,
            _ => None,
        }
    }

    /// Carries out the action in the name of the person who asked; returns the response that their own call would
    /// have had.
    pub(super) fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(match self {
            PendingAction::Adjust { member, points, reason } => {
                serde_json::to_value(members::adjust(tx, asker, member, points, &reason)?)?
            }
            PendingAction::Reverse { transaction, reason } => {
                serde_json::to_value(transactions::reverse(tx, asker, transaction, &reason)?)?
            }
            PendingAction::Credits { name, lines } => {
                serde_json::to_value(credit_batches::give(tx, asker, &name, &lines)?)?
            }
            PendingAction::UndoCredits { batch, reason } => {
                serde_json::to_value(credit_batches::undo(tx, asker, batch, &reason)?)?
            }
            PendingAction::Merge { from, into, reason } => {
                serde_json::to_value(members::merge(tx, asker, from, into, &reason)?)?
            }
            PendingAction::Campaign(order) => serde_json::to_value(giving::carry_out::<Campaigns>(tx, asker, *order)?)?,
            PendingAction::Partner(order) => serde_json::to_value(giving::carry_out::<Partners>(tx, asker, *order)?)?,
            PendingAction::MakeCodes { campaign, count } => {
                serde_json::to_value(codes::make(tx, asker, campaign, count)?)?
            }
            // These calls have no idempotency key, so nobody can ask for the response again.
            PendingAction::Staff(order) => staff::carry_out(tx, asker, &order).map(|()| Value::Null)?,
            PendingAction::Settings { version, settings } => {
                programme::replace(tx, asker, version, &settings).map(|_| Value::Null)?
            }
        })
    }
}
