//! Codes and stock: uploads of code pools, codes of campaigns, and the remaining stock of items.

pub mod http;
mod scans;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::id::CampaignId;
use crate::base::problem::AppResult;
use crate::member::campaigns::{self, CampaignCode};
use crate::platform::store::Tx;
use crate::staff::approvals::PendingAction;
use crate::staff::kit::AuditedStaff;

pub use scans::ScanToTakeBack;

/// New campaign codes, to print.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CodesAnswer)]
pub struct Codes {
    codes: Vec<CampaignCode>,
}

/// Codes to create, once approved.
#[derive(Serialize, Deserialize)]
pub struct CodesToMake {
    campaign: CampaignId,
    count: u32,
}

impl PendingAction for CodesToMake {
    const NAME: &'static str = "MakeCodes";
    const MOVES_POINTS: bool = true;

    fn carry_out(self, tx: &Tx<'_>, asker: &AuditedStaff) -> AppResult<Value> {
        Ok(serde_json::to_value(make(tx, asker, self.campaign, self.count)?)?)
    }
}

/// Creates codes of a campaign and audits it. Fails as [`campaigns::make_codes`] does.
pub fn make(tx: &Tx<'_>, staff: &AuditedStaff, campaign: CampaignId, count: u32) -> AppResult<Codes> {
    let codes = campaigns::make_codes(tx, campaign, count)?;
    staff.note(tx, "campaign.make_codes", campaign, None, Some(&serde_json::json!({ "count": count })))?;
    Ok(Codes { codes })
}
