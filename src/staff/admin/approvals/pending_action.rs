//! Actions that wait for approval and are carried out on approval.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::id::{CampaignId, MemberId, PartnerId, RecordId, StaffId, TransactionId};
use crate::base::problem::AppResult;
use crate::core::settings::ProgrammeSettings;
use crate::member::campaigns::CampaignInput;
use crate::member::partners::PartnerInput;
use crate::platform::store::Tx;
use crate::staff::admin::batches::CreditLine;
use crate::staff::admin::content::giving::{self, Order};
use crate::staff::admin::content::{Campaigns, Partners};
use crate::staff::admin::settings as programme;
use crate::staff::admin::staff::StaffOrder;
use crate::staff::admin::{Hand, batches, books, codes, members, staff};

/// An action that can be carried out without the person who asked for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::staff::admin) enum Deed {
    Adjust { member: MemberId, points: i64, reason: String },
    Reverse { transaction: TransactionId, reason: String },
    Staff(StaffOrder),
    Credits { name: String, lines: Vec<CreditLine> },
    UndoCredits { batch: RecordId, reason: String },
    Merge { from: MemberId, into: MemberId, reason: String },
    Settings { version: i64, settings: Box<ProgrammeSettings> },
    Campaign(Box<Order<CampaignId, CampaignInput>>),
    Partner(Box<Order<PartnerId, PartnerInput>>),
    MakeCodes { campaign: CampaignId, count: u32 },
}

impl Deed {
    pub(super) fn moves_points(&self) -> bool {
        match self {
            Deed::Adjust { .. }
            | Deed::Reverse { .. }
            | Deed::Credits { .. }
            | Deed::UndoCredits { .. }
            | Deed::Merge { .. }
            | Deed::Campaign(_)
            | Deed::Partner(_)
            | Deed::MakeCodes { .. } => true,
            Deed::Staff(_) | Deed::Settings { .. } => false,
        }
    }

    /// The member of staff who cannot sign in until the action is done.
    pub(super) fn locked_out(&self) -> Option<StaffId> {
        match self {
            Deed::Staff(StaffOrder::RemoveSecondFactor { id }) => Some(*id),
            _ => None,
        }
    }

    /// The version of the record that the action changes: a record changed meanwhile may be asked for again.
    pub(super) fn version(&self) -> Option<i64> {
        match self {
            Deed::Staff(order) => order.version(),
            Deed::Campaign(order) => order.version,
            Deed::Partner(order) => order.version,
            _ => None,
        }
    }

    /// Carries out the action in the name of the person who asked; returns the response that their own call would
    /// have had.
    pub(super) fn carry_out(self, tx: &Tx<'_>, asker: &Hand) -> AppResult<Value> {
        Ok(match self {
            Deed::Adjust { member, points, reason } => {
                serde_json::to_value(members::adjust(tx, asker, member, points, &reason)?)?
            }
            Deed::Reverse { transaction, reason } => {
                serde_json::to_value(books::reverse(tx, asker, transaction, &reason)?)?
            }
            Deed::Credits { name, lines } => serde_json::to_value(batches::give(tx, asker, &name, &lines)?)?,
            Deed::UndoCredits { batch, reason } => serde_json::to_value(batches::undo(tx, asker, batch, &reason)?)?,
            Deed::Merge { from, into, reason } => {
                serde_json::to_value(members::merge(tx, asker, from, into, &reason)?)?
            }
            Deed::Campaign(order) => serde_json::to_value(giving::carry_out::<Campaigns>(tx, asker, *order)?)?,
            Deed::Partner(order) => serde_json::to_value(giving::carry_out::<Partners>(tx, asker, *order)?)?,
            Deed::MakeCodes { campaign, count } => serde_json::to_value(codes::make(tx, asker, campaign, count)?)?,
            // These calls have no idempotency key, so nobody can ask for the response again.
            Deed::Staff(order) => staff::carry_out(tx, asker, &order).map(|()| Value::Null)?,
            Deed::Settings { version, settings } => {
                programme::replace(tx, asker, version, &settings).map(|_| Value::Null)?
            }
        })
    }
}
